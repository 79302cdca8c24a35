package conformance

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// recorder is a test that only remembers its errors.
type recorder struct{ errors []string }

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

// only is an engine that answers one kind of question.
func only(e Engine, kind string) Engine {
	return EngineFunc(func(q Question) Answer {
		if q.Kind() != kind {
			return Answer{Error: "not known"}
		}
		return e.Answer(q)
	})
}

// TestCheck: the library passes, a wrong engine fails with its mistake, one that
// answers nothing fails.
func TestCheck(t *testing.T) {
	Check(t, &Library{}, "federation")
	var r recorder
	Check(&r, newRefereeEngine(&mistake{make: setRule("king.sides.beside", "2")}), "federation")
	if len(r.errors) != 1 || !strings.Contains(r.errors[0], "wrong: king.sides.beside as if 2: the program captures the king") {
		t.Errorf("%q", r.errors)
	}
	r = recorder{}
	Check(&r, only(nil, ""), "federation")
	if len(r.errors) != 1 || !strings.Contains(r.errors[0], "is answered") {
		t.Errorf("%q", r.errors)
	}
	r = recorder{}
	if Check(&r, &Library{}, "nowhere"); len(r.errors) != 1 || !strings.Contains(r.errors[0], "no such preset") {
		t.Errorf("%q", r.errors)
	}
}

// TestRight: a right program is not blamed for what it leaves out, under any preset.
func TestRight(t *testing.T) {
	names := named()
	if testing.Short() {
		names = names[:1]
	}
	for _, name := range names {
		suite := suiteOf(t, name)
		for i, c := range []struct {
			what   string
			engine Engine
		}{
			{"the literal referee", newRefereeEngine(nil)},
			{"moves only", only(newRefereeEngine(nil), "move")},
			{"positions only", only(newRefereeEngine(nil), "moves")},
			{"games only", only(newRefereeEngine(nil), "game")},
			{"perft only", only(&Library{}, "perft")},
			{"no reasons", newRefereeEngine(&mistake{answer: func(_ Question, a *Answer, _ rf) {
				if a.End != nil {
					a.End.Reason = ""
				}
			}})},
			{"no ends", newRefereeEngine(&mistake{answer: func(q Question, a *Answer, _ rf) { a.End = nil }})},
			{"no captures", newRefereeEngine(&mistake{answer: func(q Question, a *Answer, _ rf) { a.Captures = nil }})},
			{"no positions", newRefereeEngine(&mistake{answer: func(q Question, a *Answer, _ rf) { a.After, a.Position, a.Plies = "", "", nil }})},
		} {
			if i > 0 && name != "federation" && name != "spelregler" {
				break // what is left out is the same everywhere
			}
			if r := suite.Ask(c.engine); !r.Agrees() {
				t.Errorf("%s, %s: %s, %v", name, c.what, r.counts(), r.Findings)
			}
		}
	}
}

// TestTwoFields: two changed fields that neither alone explains are found together.
func TestTwoFields(t *testing.T) {
	r := suiteOf(t, "brandubh1").Ask(newRefereeEngine(&mistake{make: func(r rf) {
		setRule("repetition.counts", "occurrences")(r)
		setRule("repetition.result", "draw")(r)
	}}))
	for _, f := range r.Findings {
		if f.Instead != "occurrences" && f.Instead != "draw" {
			t.Errorf("found %v", f)
		}
	}
	if as := r.Sets[0].Follows; as != "brandubh1 with repetition.counts = occurrences, repetition.result = draw" {
		t.Errorf("follows %q, found %v", as, r.Findings)
	}
}

// TestPage: the report as a page has a board for every difference, and lets nothing
// through that a program says.
func TestPage(t *testing.T) {
	var page bytes.Buffer
	r := suiteOf(t, "federation").Ask(newRefereeEngine(&mistake{make: setRule("king.sides.beside", "2"), answer: func(q Question, a *Answer, _ rf) {
		if a.End != nil && a.End.Reason == "escape" {
			a.End.Reason = "<script>"
		}
	}}))
	if err := r.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	if n := strings.Count(text, "<svg"); n < len(r.Findings) || len(r.Findings) < 2 {
		t.Errorf("%d boards for %d findings", n, len(r.Findings))
	}
	if strings.Contains(text, "<script") || !strings.Contains(text, "&lt;script&gt;") {
		t.Error("what the program says is not escaped")
	}
}

// TestSetUps: no question about a position that is over is asked but those that ask
// exactly that, and they are counted apart.
func TestSetUps(t *testing.T) {
	for _, name := range []string{"federation", "scottish"} {
		over := 0
		p := suiteOf(t, name).plans[0]
		for _, a := range p.asked {
			if a.Position != nil && a.Moves == nil && p.rules.Result(*a.Position).Over() {
				over++
			}
		}
		if over == 0 || over > 30 {
			t.Errorf("%s: %d questions are about positions that are over", name, over)
		}
	}
}
