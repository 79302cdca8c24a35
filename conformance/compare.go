package conformance

import (
	"encoding"
	"fmt"
	"slices"
	"strings"

	"example.com/brandubh"
)

// answerOf returns the library's answer under a rule set.
func answerOf(v *ruleSet, q *Question) *Answer {
	switch r := (&Library{}).reply(v, q).(type) {
	case movesAnswer:
		return &Answer{Moves: r.Moves, End: r.End.plain()}
	case legalAnswer:
		captures := make([]string, len(r.Captures))
		for i, s := range r.Captures {
			captures[i] = s.String()
		}
		return &Answer{Legal: &r.Legal, Captures: captures, After: r.After.String(), End: r.End.plain()}
	case illegalAnswer:
		return &Answer{Legal: &r.Legal}
	case gameAnswer:
		return &Answer{Plies: &r.Plies, Position: r.Position.String(), End: r.End.plain()}
	case illegalAtAnswer:
		return &Answer{IllegalAt: r.IllegalAt}
	case countsAnswer:
		return &Answer{Counts: r.Counts}
	case errorAnswer:
		return &Answer{Error: r.Error}
	}
	return nil
}

// plain returns the end without what it rests on.
func (e *end) plain() *End {
	if e == nil {
		return nil
	}
	return &End{e.Winner.String(), e.Reason.String()}
}

// goesOn stands for the end of a game that has none.
const goesOn = "goes on"

// verdict returns who has won and why, goesOn where nobody has yet.
func (a *Answer) verdict() (winner, reason string) {
	if a.End == nil {
		return goesOn, goesOn
	}
	return a.End.Winner, a.End.Reason
}

// speech is what a program says at all: what it leaves out of every answer is not
// compared.
type speech struct{ captures, after, position, plies, end, reason bool }

// hear notes what an answer says.
func (s *speech) hear(a *Answer) {
	s.captures = s.captures || len(a.Captures) > 0
	s.after = s.after || a.After != ""
	s.position = s.position || a.Position != ""
	s.plies = s.plies || a.Plies != nil
	s.end = s.end || a.End != nil
	s.reason = s.reason || a.End != nil && a.End.Reason != ""
}

// silent returns what the program never says, though it was asked for it.
func (s *speech) silent() (names []string) {
	for _, part := range []struct {
		said bool
		name string
	}{
		{s.captures, "captures"},
		{s.after, "after"},
		{s.position, "position"},
		{s.plies, "plies"},
		{s.end, "end"},
		{s.reason || !s.end, "reason"},
	} {
		if !part.said {
			names = append(names, part.name)
		}
	}
	return names
}

// AnswerFields is what is compared in answers, in the order in which a difference is
// told: what comes later often follows from what came before.
var answerFields = []string{"legal", "illegal_at", "moves", "captures", "after", "position", "plies", "end reason", "end winner", "counts"}

// Forms of differences that several questions show.
const (
	allows       = "allows an illegal move"
	refuses      = "refuses a legal move"
	otherPlace   = "has another position"
	otherEnd     = "ends the game otherwise"
	overAlready  = "says that a set-up is over that is not"
	notOver      = "does not say that a set-up is over before a move"
	otherVerdict = "says that a set-up is over otherwise"
)

// difference is a field of an answer that is not as the library has it.
type difference struct {
	field string
	form  string // in which way: refuses, "captures the king"
	want  string
	got   string
	// What it is about first: a square, a move.
	square brandubh.Square
	move   brandubh.Move
	lacks  bool // the answer lacks it; else it has it and should not
	// No rule is behind it: the program says it in other words, in another order or
	// more than once.
	manner bool
	// It is about whether a set-up is over, which only some programs ask.
	setUp bool
}

// leavesOut is the difference of an answer that does not say something.
func leavesOut(field, want string) difference {
	name, _, _ := strings.Cut(field, " ")
	return difference{field: field, form: "leaves out " + name, want: want, got: "absent", manner: true}
}

// compare returns the differences of an answer from the library's, those that a rule
// is behind first, in the order of answerFields, and calls seen for every field that
// it compares.
func (s *speech) compare(q *Question, want, got *Answer, seen func(field string)) []difference {
	var ds []difference
	texts := func(field, form, want, got string) {
		seen(field)
		switch {
		case want == got:
		case got == "":
			ds = append(ds, leavesOut(field, want))
		default:
			ds = append(ds, difference{field: field, form: form, want: want, got: got})
		}
	}
	// verdict compares a part of the end, which must be one of the words for it.
	verdict := func(field, want, got string, word encoding.TextUnmarshaler) {
		texts(field, "says "+got+", not "+want, want, got)
		if got != goesOn && got != "" && word.UnmarshalText([]byte(got)) != nil {
			ds[len(ds)-1].form, ds[len(ds)-1].manner = "has another word for the "+field, true
		}
	}
	verdicts := func() {
		if !s.end {
			return
		}
		ww, wr := want.verdict()
		gw, gr := got.verdict()
		if s.reason || gr == goesOn || wr == goesOn {
			verdict("end reason", wr, gr, new(brandubh.Reason))
		}
		verdict("end winner", ww, gw, new(brandubh.Side))
	}
	switch q.kind() {
	case kindGame:
		form := allows
		if want.IllegalAt == 0 {
			form = refuses
		} else if got.IllegalAt != 0 {
			form = "refuses another move"
		}
		texts("illegal_at", form, number(want.IllegalAt), number(got.IllegalAt))
		if want.IllegalAt != 0 || got.IllegalAt != 0 {
			break
		}
		sameLength := !s.plies || got.Plies != nil && *got.Plies == *want.Plies
		if s.position && sameLength {
			texts("position", otherPlace, want.Position, got.Position)
		}
		if s.plies {
			plies := ""
			if got.Plies != nil {
				plies = fmt.Sprint(*got.Plies)
			}
			texts("plies", otherEnd, fmt.Sprint(*want.Plies), plies)
		}
		n := len(ds)
		verdicts()
		for i := range ds[n:] {
			if !ds[n+i].manner { // to end it later is the same as to say that it goes on
				ds[n+i].form = otherEnd
			}
		}
	case kindMove:
		seen("legal")
		if got.Legal == nil {
			ds = append(ds, leavesOut("legal", fmt.Sprint(*want.Legal)))
			break
		}
		if *got.Legal != *want.Legal {
			form := allows
			if *want.Legal {
				form = refuses
			}
			ds = append(ds, difference{field: "legal", form: form, want: fmt.Sprint(*want.Legal), got: fmt.Sprint(*got.Legal), move: *q.Move, lacks: *want.Legal})
			break
		}
		if !*want.Legal {
			break
		}
		if s.captures {
			seen("captures")
			if d := listed("captures", want.Captures, got.Captures, isSquare); d != nil {
				ds = append(ds, *d)
			}
		}
		if s.after {
			texts("after", otherPlace, want.After, got.After)
		}
		verdicts()
	case kindPerft:
		seen("counts")
		if !slices.Equal(want.Counts, got.Counts) {
			d := leavesOut("counts", fmt.Sprint(want.Counts))
			if got.Counts != nil {
				d = difference{field: "counts", form: "counts otherwise", want: d.want, got: fmt.Sprint(got.Counts)}
			}
			ds = append(ds, d)
		}
	default:
		// Whether a set-up is over comes first: what is legal follows from it.
		if d, differs := s.setUp(want, got); differs {
			seen("end reason")
			ds = append(ds, d)
			break
		}
		verdicts()
		seen("moves")
		if d := listed("moves", want.Moves, got.Moves, isMove); d != nil {
			ds = append(ds, *d)
		}
	}
	slices.SortStableFunc(ds, func(a, b difference) int {
		if a.manner != b.manner {
			if b.manner {
				return -1
			}
			return 1
		}
		return slices.Index(answerFields, a.field) - slices.Index(answerFields, b.field)
	})
	return ds
}

// setUp returns how an answer differs about whether a set-up is over.
func (s *speech) setUp(want, got *Answer) (difference, bool) {
	ww, wr := want.verdict()
	gw, gr := got.verdict()
	if !s.end { // the moves tell it
		if want.End == nil || len(got.Moves) == 0 {
			return difference{}, false
		}
		gw, gr = goesOn, goesOn
	}
	d := difference{field: "end reason", want: strings.TrimSpace(ww + " " + wr), got: strings.TrimSpace(gw + " " + gr), setUp: true}
	switch {
	case ww == gw && (wr == gr || !s.reason):
		return d, false
	case gw == goesOn:
		d.form = notOver
	case ww == goesOn:
		d.form = overAlready
	case new(brandubh.Side).UnmarshalText([]byte(gw)) != nil, s.reason && new(brandubh.Reason).UnmarshalText([]byte(gr)) != nil:
		return d, false // in other words
	default:
		d.form = otherVerdict
	}
	return d, true
}

// listed compares two lists, and returns nil if they are the same; else the
// difference, told by what the answer lacks or has too much, the latter first where
// it is not even spelled as it should be.
func listed(field string, want, got []string, proper func(string) bool) *difference {
	if slices.Equal(want, got) {
		return nil
	}
	text := strings.Join(want, " ")
	if got == nil && field == "moves" {
		d := leavesOut(field, text)
		return &d
	}
	d := &difference{field: field, want: text, got: strings.Join(got, " ")}
	for _, x := range got {
		if !proper(x) {
			d.form, d.manner = "writes "+field+" in another form", true
			return d
		}
	}
	about := func(x string) *difference {
		if field == "moves" {
			d.move, _ = brandubh.ParseMove(x)
			d.form = allows
			if d.lacks {
				d.form = refuses
			}
			return d
		}
		d.square, _ = brandubh.ParseSquare(x)
		return d
	}
	d.lacks = true
	for _, x := range want {
		if !slices.Contains(got, x) {
			return about(x)
		}
	}
	d.lacks = false
	for _, x := range got {
		if !slices.Contains(want, x) {
			return about(x)
		}
	}
	d.form, d.manner = "lists "+field+" out of order, or twice", true
	return d
}

// byRule reports whether a rule is behind some of the differences of an answer.
func byRule(ds []difference) bool { return len(ds) > 0 && !ds[0].manner }

// everything is the speech of a program that says all.
var everything = speech{true, true, true, true, true, true}

// alike reports whether an answer is as another in all that rules are behind.
func (s *speech) alike(q *Question, want, got *Answer) bool {
	if want.Error != "" || got.Error != "" {
		return want.Error == got.Error
	}
	return !byRule(s.compare(q, want, got, func(string) {}))
}

func isSquare(text string) bool {
	_, err := brandubh.ParseSquare(text)
	return err == nil
}

func isMove(text string) bool {
	_, err := brandubh.ParseMove(text)
	return err == nil
}

func number(n int) string {
	if n == 0 {
		return "none"
	}
	return fmt.Sprint(n)
}
