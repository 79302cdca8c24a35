package brandubh_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/brandubh"
)

// TestCopiedGame plays the same move on a game and on a copy of it, in either order.
func TestCopiedGame(t *testing.T) {
	m := move(t, "d1-e1")
	for _, copyFirst := range []bool{true, false} {
		g := gameOf(t, brandubh.Federation(), "d1-c1 d3-c3 c1-d1 c3-d3")
		h := *g
		games := []*brandubh.Game{g, &h}
		if copyFirst {
			slices.Reverse(games)
		}
		for _, g := range games {
			if err := g.Play(m); err != nil {
				t.Fatalf("%v, though the move is legal in the game and in its copy", err)
			}
			if e, ok := g.Repetition(); ok || g.Occurrences() != 1 {
				t.Errorf("after %v: %+v, %d occurrences; the position is new", g.Played(), e, g.Occurrences())
			}
		}
	}
}

// TestCopiedLine leaves copies of a line at every ply of a game longer than what a
// line holds in itself, plays other moves on them and on the line, and finds every
// copy as it was.
func TestCopiedLine(t *testing.T) {
	const plies = 1200
	v := brandubh.Federation()
	moves := longGame(t, v, plies)
	l, err := brandubh.NewLine(v, v.Start, brandubh.LetRepetitionPass)
	if err != nil {
		t.Fatal(err)
	}
	copies := map[int]brandubh.Line{}
	var positions []brandubh.Position
	for n, m := range moves {
		positions = append(positions, l.Position())
		if n%100 < 2 {
			copies[n] = *l
		}
		if err := l.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	for n := range plies { // other moves in the same places
		l.Undo()
		if n%7 == 0 {
			other := slices.Collect(l.Moves())
			if err := l.Play(other[n%len(other)]); err != nil {
				t.Fatal(err)
			}
			l.Undo()
		}
	}
	for n, c := range copies {
		for range 2 {
			if c.Plies() != n || !slices.Equal(c.Played(), moves[:n]) || c.Position() != positions[n] {
				t.Fatalf("the copy after %d plies has %d, and has come to %v", n, c.Plies(), c.Position())
			}
			for _, k := range []int{0, n / 2, n} {
				if p, ok := c.PositionAfter(k); !ok || p != positions[k] {
					t.Fatalf("the copy after %d plies has %v, %v after %d", n, p, ok, k)
				}
			}
			if err := c.Play(moves[n]); err != nil { // and once more, when it has an index of its own
				t.Fatal(err)
			}
			c.Undo()
		}
		for i := n; i < plies; i++ {
			if err := c.Play(moves[i]); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(c.Played(), moves) {
			t.Fatalf("the copy after %d plies has not played the game", n)
		}
		for c.Undo() {
		}
		if c.Position() != v.Start || c.Occurrences() != 1 {
			t.Fatalf("undone, the copy after %d plies is at %v", n, c.Position())
		}
	}
}

// TestRestoredLine puts a copy back in the place of the line that it was taken from.
func TestRestoredLine(t *testing.T) {
	v := brandubh.Federation()
	l, err := brandubh.NewLine(v, v.Start)
	if err != nil {
		t.Fatal(err)
	}
	before := *l
	for range 3 {
		for _, text := range strings.Fields("d1-c1 d3-c3 c1-d1 c3-d3") {
			if err := l.Play(move(t, text)); err != nil {
				t.Fatal(err)
			}
		}
		if l.Occurrences() != 2 {
			t.Errorf("the start has occurred %d times, not twice", l.Occurrences())
		}
		*l = before
		if l.Plies() != 0 || l.Occurrences() != 1 {
			t.Errorf("put back, the line has %d plies and %d occurrences", l.Plies(), l.Occurrences())
		}
	}
}

// TestCopiesRace gives copies of one game to several goroutines, all of which read
// the game itself too. The race detector must find nothing.
func TestCopiesRace(t *testing.T) {
	for _, v := range []*brandubh.Variant{brandubh.Federation(), preset(t, "spelregler")} {
		g := gameOf(t, v, "d1-c1 d3-c3 c1-b1 c3-c2")
		g.Undo()
		var wg sync.WaitGroup
		for i := range 4 {
			h := *g
			wg.Go(func() {
				if i%2 == 1 {
					h := h
					h.Undo()
				}
				for range 3 {
					legal := slices.Collect(h.Moves())
					if err := errors.Join(g.Check(legal[i]), h.Play(legal[i])); err != nil {
						t.Error(err)
					}
					g.Explain(legal[i])
					for range g.Moves() {
						h.Undo()
						h.Redo()
					}
					h.Undo()
					if h.Position() != g.Position() || !slices.Equal(h.Played(), g.Played()) {
						t.Errorf("%v, and the game is %v", h.Played(), g.Played())
					}
					g.PositionAfter(1)
					g.Line()
				}
			})
		}
		wg.Wait()
	}
}

// TestNilErrors: the errors and a match may be nil too.
func TestNilErrors(t *testing.T) {
	var parse *brandubh.ParseError
	var replay *brandubh.ReplayError
	var invalid *brandubh.ValidationError
	for _, err := range []error{parse, replay, invalid} {
		data, errJSON := json.Marshal(err)
		if err.Error() == "" || string(data) != "null" || errJSON != nil {
			t.Errorf("%T: %q, %s, %v; want a text and null", err, err.Error(), data, errJSON)
		}
		if why := errors.Unwrap(err); why != nil && why != brandubh.ErrSyntax {
			t.Errorf("%T wraps %v", err, why)
		}
	}
	var m *brandubh.Match
	if m.Add(brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.Resigned}, 1) == nil {
		t.Error("a nil match takes a game")
	}
	if m.Verdict() != (brandubh.Verdict{}) {
		t.Error("a nil match is not as the zero Match")
	}
}

// TestUnknownOption: an option that is none is refused, not left out.
func TestUnknownOption(t *testing.T) {
	v := brandubh.Federation()
	if g, err := brandubh.NewGame(v, brandubh.LineOption(7)); err == nil {
		t.Errorf("option 7 makes %v", g)
	}
	if _, err := brandubh.NewLine(v, v.Start, brandubh.LetRepetitionPass, brandubh.LineOption(2)); err == nil {
		t.Error("option 2 makes a line")
	}
	if _, err := brandubh.NewGame(v, 0, brandubh.LetRepetitionPass); err != nil {
		t.Error(err)
	}
}

// TestNil calls every method on a nil *Game and a nil *Line: each answers as on the
// zero value.
func TestNil(t *testing.T) {
	for _, pair := range [][2]any{
		{(*brandubh.Game)(nil), new(brandubh.Game)},
		{(*brandubh.Line)(nil), new(brandubh.Line)},
	} {
		none, zero := reflect.ValueOf(pair[0]), reflect.ValueOf(pair[1])
		for i := range none.NumMethod() {
			name := none.Type().Method(i).Name
			if name == "MarshalJSON" || name == "UnmarshalJSON" {
				continue // encoding/json writes null for nil, and does not read into it
			}
			args := func() (in []reflect.Value) {
				for arg := range none.Method(i).Type().Ins() {
					in = append(in, reflect.Zero(arg))
				}
				return in
			}
			got, want := none.Method(i).Call(args()), zero.Method(i).Call(args())
			for k := range got {
				if got[k].Kind() == reflect.Func { // an iterator
					for x := range got[k].Seq() {
						t.Errorf("(%T)(nil).%s() yields %v", pair[0], name, x)
					}
					continue
				}
				if a, b := got[k].Interface(), want[k].Interface(); !reflect.DeepEqual(a, b) {
					t.Errorf("(%T)(nil).%s() is %v, and that of the zero value %v", pair[0], name, a, b)
				}
			}
		}
	}
}
