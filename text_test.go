package brandubh_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

// smallType is a type whose values are a few words.
type smallType interface {
	~uint8
	fmt.Stringer
	encoding.TextMarshaler
}

// checkWords goes through all 256 values of a type that has count of them: these
// print, read back, and are in no other's place; the others are refused.
func checkWords[T smallType, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, count int) {
	t.Run(fmt.Sprintf("%T", T(0)), func(t *testing.T) {
		seen := map[string]bool{}
		for i := range 256 {
			x := T(i)
			text, err := x.MarshalText()
			if i >= count {
				if err == nil || text != nil || !strings.HasSuffix(x.String(), fmt.Sprintf("(%d)", i)) {
					t.Errorf("%d: %q, %q, %v", i, text, x, err)
				}
				continue
			}
			if err != nil || x.String() != string(text) || seen[string(text)] {
				t.Errorf("%d: %q, String %q, %v", i, text, x, err)
			}
			seen[string(text)] = true
			back := T(255)
			if err := P(&back).UnmarshalText(text); err != nil || back != x {
				t.Errorf("%q reads back as %v: %v", text, back, err)
			}
			data, err := json.Marshal(map[string]T{"x": x})
			var object map[string]T
			if err == nil {
				err = json.Unmarshal(data, &object)
			}
			if err != nil || object["x"] != x {
				t.Errorf("%s reads back as %v: %v", data, object, err)
			}
		}
		for _, bad := range []string{"", " ", "no", T(255).String(), T(0).String() + " ", strings.ToUpper(T(0).String())} {
			x := T(0)
			var parse *brandubh.ParseError
			err := P(&x).UnmarshalText([]byte(bad))
			if !errors.As(err, &parse) || !errors.Is(err, brandubh.ErrSyntax) || parse.Text != bad || parse.What == "" || parse.Why == "" || x != 0 {
				t.Errorf("%q is read as %v: %v", bad, x, err)
			}
		}
	})
}

func TestWords(t *testing.T) {
	checkWords[brandubh.Square](t, 49)
	checkWords[brandubh.Side](t, 3)
	checkWords[brandubh.Piece](t, 4)
	checkWords[brandubh.Reason](t, 11)
	checkWords[brandubh.Basis](t, 6)
}

// Every pair of winner and reason, also such as there are not.
func TestResultText(t *testing.T) {
	for winner := range brandubh.Side(5) {
		for reason := range brandubh.Reason(12) {
			r := brandubh.Result{Winner: winner, Reason: reason}
			is := winner <= brandubh.Defenders && reason <= brandubh.Aborted
			switch reason {
			case brandubh.NoReason, brandubh.Aborted, brandubh.Agreed:
				is = winner == brandubh.NoSide
			case brandubh.NoMovesLeft, brandubh.Repeated:
			default: // somebody wins by it
				is = is && winner != brandubh.NoSide
			}
			text, err := r.MarshalText()
			if (err == nil) != is || r.String() == "" || r.Sentence() == "" {
				t.Errorf("%#v: %q, %v", r, text, err)
			}
			if !is {
				continue
			}
			if back, err := brandubh.ParseResult(string(text)); err != nil || back != r || r.String() != string(text) {
				t.Errorf("%q reads back as %v: %v", text, back, err)
			}
			data, err := json.Marshal(r)
			var back brandubh.Result
			if err == nil {
				err = json.Unmarshal(data, &back)
			}
			if err != nil || back != r {
				t.Errorf("%s reads back as %v: %v", data, back, err)
			}
		}
	}
	for _, text := range []string{"draw aborted", "draw resignation", "draw escape", "defenders agreement", "attackers aborted", "none aborted", "aborted ", "draw open", "attackers", "draw"} {
		if r, err := brandubh.ParseResult(text); !errors.Is(err, brandubh.ErrSyntax) {
			t.Errorf("%q is read as %v, %v; it is no result", text, r, err)
		}
	}
}

// genAnySetUp draws any set-up at all, also one that no rules allow.
func genAnySetUp() *rapid.Generator[brandubh.Position] {
	return rapid.Custom(func(t *rapid.T) brandubh.Position {
		var p brandubh.Position
		pieces := rapid.SliceOfN(rapid.IntRange(0, 3), 49, 49).Draw(t, "pieces")
		for s, x := range pieces {
			p, _ = p.Put(brandubh.Square(s), brandubh.Piece(x))
		}
		return p.WithTurn(genOne(t, "turn", brandubh.NoSide, brandubh.Attackers, brandubh.Defenders))
	})
}

// Positions, moves and sets of squares read back from their text, their JSON and
// their diagram, whatever stands where.
func TestPositionText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := genAnySetUp().Draw(t, "position")
		text := p.String()
		if back, err := brandubh.ParsePosition(text); err != nil || back != p {
			t.Errorf("%q reads back as %v: %v", text, back, err)
		}
		if marshalled, err := p.MarshalText(); err != nil || string(marshalled) != text || len(text) > 57 {
			t.Errorf("%q is marshalled as %q: %v", text, marshalled, err)
		}
		set := p.Pieces(brandubh.Attacker)
		m := brandubh.Move{
			From: brandubh.Square(rapid.IntRange(0, 48).Draw(t, "from")),
			To:   brandubh.Square(rapid.IntRange(0, 48).Draw(t, "to")),
		}
		if back, err := brandubh.ParseMove(m.String()); err != nil || back != m {
			t.Errorf("%v reads back as %v: %v", m, back, err)
		}
		type all struct {
			P brandubh.Position
			M brandubh.Move
			B brandubh.Bitboard
		}
		var back all
		data, err := json.Marshal(all{p, m, set})
		if err == nil {
			err = json.Unmarshal(data, &back)
		}
		if err != nil || back != (all{p, m, set}) {
			t.Errorf("%s reads back as %v: %v", data, back, err)
		}
	})
}

// Rule sets read back from their JSON, and the same one twice is the same text.
func TestVariantText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		w, err := brandubh.ParseVariant(data)
		if err != nil || *w != v {
			t.Fatalf("%s: %v", data, err)
		}
		if again, err := json.Marshal(w); err != nil || string(again) != string(data) {
			t.Errorf("%s is written as %s: %v", data, again, err)
		}
		var u brandubh.Variant
		if err := json.Unmarshal(data, &u); err != nil || u != v {
			t.Errorf("%s: %v", data, err)
		}
		for _, path := range brandubh.Fields() {
			if text, has := w.Value(path); has == (text == "") {
				t.Errorf("%s: %s is %q, %v", data, path, text, has)
			}
		}
	})
}

// What is not of its form is refused, and the error says where the trouble is.
func TestTextIsStrict(t *testing.T) {
	readers := map[string]func(text string) error{
		"square":   func(text string) error { _, err := brandubh.ParseSquare(text); return err },
		"move":     func(text string) error { _, err := brandubh.ParseMove(text); return err },
		"position": func(text string) error { _, err := brandubh.ParsePosition(text); return err },
		"result":   func(text string) error { _, err := brandubh.ParseResult(text); return err },
		"variant":  func(text string) error { _, err := brandubh.ParseVariant([]byte(text)); return err },
		"bitboard": func(text string) error { var b brandubh.Bitboard; return b.UnmarshalText([]byte(text)) },
	}
	for _, c := range []struct {
		what, text string
		at         int
	}{
		{"square", "", 0},
		{"square", "h1", 0},
		{"square", "a8", 0},
		{"square", "a0", 0},
		{"square", "D4", 0},
		{"square", "d4 ", 0},
		{"move", "", 0},
		{"move", "d1", 2},
		{"move", "d1b1", 2},
		{"move", "d1-", 3},
		{"move", "d1-h1", 3},
		{"move", "d1–b1", 2},
		{"move", "d1-b1 ", 5},
		{"move", " d1-b1", 0},
		{"position", "", 0},
		{"position", "7/7", 3},
		{"position", "7/7/7/7/7/7/7", 13},
		{"position", "7/7/7/7/7/7/7 x", 14},
		{"position", "7/7/7/7/7/7/7 a ", 14},
		{"position", "7/7/7/7/7/7/7/7 a", 13},
		{"position", "34/7/7/7/7/7/7 a", 1},
		{"position", "8/7/7/7/7/7/7 a", 0},
		{"position", "t0K5/7/7/7/7/7/7 a", 1},
		{"position", "3tttt1/7/7/7/7/7/7 a", 5},
		{"position", "t7/7/7/7/7/7/7 a", 1},
		{"position", "t5/7/7/7/7/7/7 a", 2},
		{"position", "7/7/7/7/7/7/6k a", 13},
		{"result", "", 0},
		{"result", "open ", 0},
		{"result", "none escape", 0},
		{"result", "king escape", 0},
		{"result", "attackers none", 10},
		{"result", "attackers  escape", 10},
		{"result", "draw because", 5},
		{"variant", "", 0},
		{"variant", "null", 0},
		{"variant", "[]", 0},
		{"variant", `"federation"`, 0},
		{"variant", `{"goal":}`, 8},
		{"variant", `{} {}`, 3},
		{"bitboard", "a1 ", 2},
		{"bitboard", " a1", 0},
		{"bitboard", "a1  b1", 3},
		{"bitboard", "a1,b1", 2},
		{"bitboard", "b1 a1", 3},
		{"bitboard", "a1 a1", 3},
		{"bitboard", "a1 h1", 3},
	} {
		var parse *brandubh.ParseError
		err := readers[c.what](c.text)
		if !errors.As(err, &parse) || !errors.Is(err, brandubh.ErrSyntax) {
			t.Errorf("%s %q: %v", c.what, c.text, err)
		} else if parse.At != c.at || parse.Text != c.text || parse.What != c.what || parse.Why == "" {
			t.Errorf("%s %q: trouble at %d, want %d: %v", c.what, c.text, parse.At, c.at, err)
		}
	}
	// Nothing is changed by a text that is refused.
	p := brandubh.Federation().Start
	if p.UnmarshalText([]byte("7/7 a")) == nil || p != brandubh.Federation().Start {
		t.Error(p)
	}
	v := *preset(t, "legacy")
	if v.UnmarshalJSON([]byte(`{"goal":"edge"}`)) == nil || v != *preset(t, "legacy") {
		t.Error(v)
	}
}

// ParseVariant says everything that is wrong at once, each with its path.
func TestParseVariantListsAllProblems(t *testing.T) {
	data, err := brandubh.Federation().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	good := string(data)
	all := good
	var want []string
	for _, c := range []struct {
		name, old, new string
		paths          []string
	}{
		{"unknown", `"armed":"armed"`, `"armed":"armed","armes":1`, []string{"king.armes"}},
		{"double", `"edge":false`, `"edge":false,"edge":false`, []string{"king.edge"}},
		{"missing", `,"noMoves":"loses"`, ``, []string{"noMoves"}},
		{"wrong kind", `"forbidden":false`, `"forbidden":"false"`, []string{"repetition.forbidden"}},
		{"null", `"enclosure":false`, `"enclosure":null`, []string{"enclosure"}},
		{"no object", `"corners":{"hostile":{"attackers":true,"defenders":true,"king":true}}`, `"corners":{"hostile":[]}`, []string{"corners.hostile"}},
		{"a path as a key", `"agreement":false`, `"agreement":false,"king.armed":"unarmed"`, []string{"king.armed"}},
		{"out of range", `"elsewhere":2`, `"elsewhere":5`, []string{"king.sides.elsewhere"}},
		{"beyond a byte", `"times":3`, `"times":256`, []string{"repetition.times"}},
		{"no such word", `"return":true,"stop":{"attackers":false`, `"return":true,"stop":{"attackers":"no"`, []string{"throne.stop.attackers"}},
		{"a word for nothing", `"goal":"corner"`, `"goal":"none"`, []string{"goal"}},
		{"negative", `"range":{"attackers":0`, `"range":{"attackers":-1`, []string{"range.attackers"}},
		{"a fraction", `"defenders":0,"king":0`, `"defenders":0.5,"king":7`, []string{"range.defenders", "range.king"}},
		{"no position", "3t3/3t3/3T3", "3t3/3t3/4T3", []string{"start"}},
		{"no preset", `"base":"federation"`, `"base":"nowhere"`, []string{"base"}},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good || !strings.Contains(all, c.old) {
			t.Fatalf("%s: %q is not in %s", c.name, c.old, all)
		}
		all = strings.Replace(all, c.old, c.new, 1)
		want = append(want, c.paths...)
		checkProblems(t, c.name, bad, c.paths)
	}
	checkProblems(t, "all at once", all, want)

	for _, c := range []struct {
		name   string
		change func(o map[string]any)
		paths  []string
	}{
		{"no throne, but rules about it", func(o map[string]any) { delete(o, "throne") }, []string{"king.sides.throne", "king.sides.beside"}},
		{"no corners, but the goal", func(o map[string]any) { delete(o, "corners") }, []string{"goal"}},
		{"nothing counts, but its times", func(o map[string]any) { o["repetition"].(map[string]any)["counts"] = "nothing" }, []string{"repetition.times", "repetition.result"}},
		{"a start that is over", func(o map[string]any) { o["start"] = "K6/7/7/7/7/7/7 a" }, []string{"start"}},
		{"a start with everything wrong", func(o map[string]any) { o["start"] = "t6/7/7/3T3/7/7/7 -" }, []string{"start", "start", "start", "start"}},
		{"empty", func(o map[string]any) { clear(o) }, slices.DeleteFunc(brandubh.Fields(), func(path string) bool {
			return strings.HasPrefix(path, "throne") || strings.HasPrefix(path, "corners") ||
				path == "king.sides.throne" || path == "king.sides.beside" ||
				path == "repetition.times" || path == "repetition.result"
		})},
	} {
		var o map[string]any
		if err := json.Unmarshal(data, &o); err != nil {
			t.Fatal(err)
		}
		c.change(o)
		bad, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		if c.name == "empty" {
			var invalid *brandubh.ValidationError
			if _, err := brandubh.ParseVariant(bad); !errors.As(err, &invalid) {
				t.Fatal(err)
			} else {
				for _, p := range invalid.Problems {
					if p.Path == "start" && !strings.HasPrefix(p.Why, "missing") {
						t.Errorf("empty: %v beside a missing start", p)
					}
				}
			}
		}
		checkProblems(t, c.name, string(bad), c.paths)
	}
}

// checkProblems compares the paths of all that ParseVariant has against a text.
func checkProblems(t *testing.T, name, text string, want []string) {
	t.Helper()
	_, err := brandubh.ParseVariant([]byte(text))
	var invalid *brandubh.ValidationError
	if !errors.As(err, &invalid) {
		t.Errorf("%s: %s: %v", name, text, err)
		return
	}
	var got []string
	for _, p := range invalid.Problems {
		got = append(got, p.Path)
		if p.Why == "" || !strings.Contains(err.Error(), p.Path+": "+p.Why) {
			t.Errorf("%s: %q is not told of in %v", name, p, err)
		}
	}
	slices.Sort(got)
	want = slices.Clone(want)
	slices.Sort(want)
	if invalid.What != "variant" || !slices.Equal(got, want) {
		t.Errorf("%s: problems with %v, want %v\n%v", name, got, want, err)
	}
}

// The fuzz targets: nothing panics, what is accepted prints as it was read, and
// what is refused is refused with a *ParseError that points into the text.

func checkRefused(t *testing.T, text string, err error) {
	var parse *brandubh.ParseError
	if !errors.As(err, &parse) || parse.Text != text || parse.At < 0 || parse.Why == "" || err.Error() == "" {
		t.Errorf("%q: %v", text, err)
	}
}

func FuzzPosition(f *testing.F) {
	f.Add("3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a")
	f.Add("KKKKKKK/7/t1t1t1t/7/7/7/6T -")
	f.Add("34/7")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := brandubh.ParsePosition(text)
		if err != nil {
			checkRefused(t, text, err)
			return
		}
		if p.String() != text {
			t.Errorf("%q prints as %q", text, p)
		}
		for _, name := range []string{"federation", "legacy", "scottish"} {
			v := preset(t, name)
			moves := v.AppendMoves(nil, p)
			if r := v.Result(p); p.Turn() != brandubh.NoSide && r.Over() != (len(moves) == 0) {
				t.Errorf("%s: %v with %d moves", text, r, len(moves))
			}
			for _, m := range moves {
				if q, err := v.Play(p, m); err != nil || q == p {
					t.Errorf("%s: %v leads to %v: %v", text, m, q, err)
				}
			}
		}
	})
}

func FuzzMove(f *testing.F) {
	f.Add("d1-b1")
	f.Add("g7-a7")
	f.Add("d1b1")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := brandubh.ParseMove(text)
		if err != nil {
			checkRefused(t, text, err)
			return
		}
		if m.String() != text {
			t.Errorf("%q prints as %q", text, m)
		}
		v := brandubh.Federation()
		if err := v.Check(v.Start, m); (err == nil) != v.Targets(v.Start, m.From).Has(m.To) {
			t.Errorf("%v: %v", m, err)
		}
	})
}

func FuzzVariant(f *testing.F) {
	for _, name := range brandubh.Presets() {
		data, err := preset(f, name).MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, text := range []string{"", " null", ` {"throne":null}`, `{"start":"7/7"}`, `{"a":{"b":[]}}`, "{}x"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := brandubh.ParseVariant(data)
		if err != nil {
			var invalid *brandubh.ValidationError
			if errors.As(err, &invalid) && len(invalid.Problems) > 0 {
				return
			}
			checkRefused(t, string(data), err)
			return
		}
		if err := v.Validate(); err != nil {
			t.Fatalf("%s is read, but: %v", data, err)
		}
		again, err := v.MarshalJSON()
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if w, err := brandubh.ParseVariant(again); err != nil || *w != *v {
			t.Errorf("%s is written as %s: %v", data, again, err)
		}
		if v.Perft(v.Start, 1) == 0 {
			t.Errorf("%s: no game can start", data)
		}
	})
}

func parsePosition(t testing.TB, text string) brandubh.Position {
	t.Helper()
	p, err := brandubh.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
