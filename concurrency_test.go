package brandubh_test

import (
	"encoding/json"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/brandubh"
)

// TestConcurrency shares rule sets, positions and a finished game among many
// goroutines, each of which plays games of its own and asks everything that can be
// asked: the race detector must find nothing, and all must come to the same answers.
func TestConcurrency(t *testing.T) {
	const goroutines = 16
	type shared struct {
		v         *brandubh.Variant
		positions []brandubh.Position
		stored    []byte
	}
	var sets []shared
	for i, name := range namedPresets() {
		v := preset(t, name)
		g, err := brandubh.NewGame(v)
		if err != nil {
			t.Fatal(err)
		}
		rng := random(88172645463325252) + random(i)
		s := shared{v: v}
		for g.Plies() < 40 && !g.Result().Over() {
			s.positions = append(s.positions, g.Position())
			moves := slices.Collect(g.Moves())
			if err := g.Play(moves[rng.below(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		if s.stored, err = json.Marshal(g); err != nil {
			t.Fatal(err)
		}
		sets = append(sets, s)
	}
	// answers is what one goroutine finds out.
	answers := func() (all []string) {
		say := func(s string) { all = append(all, s) }
		for _, s := range sets {
			own, err := brandubh.Preset(s.v.Name) // presets are loaded by all at once
			if err != nil || *own != *s.v {
				t.Errorf("%s: %v, and not the same rules", s.v.Name, err)
				return nil
			}
			g, err := brandubh.ParseGame(s.stored)
			if err != nil {
				t.Error(err)
				return nil
			}
			say(g.Result().String())
			for range g.Plies() {
				g.Undo()
			}
			for g.Redo() {
				say(g.Position().String())
			}
			for _, p := range s.positions {
				for m := range s.v.Moves(p) {
					q, err := s.v.Play(p, m)
					if err != nil {
						t.Error(err)
						return nil
					}
					say(q.String() + s.v.Result(q).String())
				}
				if m, ok := first(s.v, p); ok {
					say(s.v.Explain(p, m).String())
				}
				for _, ground := range s.v.ResultCitations(p) {
					say(ground.String())
				}
			}
		}
		return all
	}
	want := answers()
	var wg sync.WaitGroup
	for range goroutines {
		wg.Go(func() {
			if diff := cmp.Diff(want, answers()); diff != "" {
				t.Errorf("another goroutine finds (-want +got):\n%s", diff)
			}
		})
	}
	wg.Wait()
	if len(want) < 1000 {
		t.Errorf("only %d answers", len(want))
	}
}

// first returns the first legal move of a position.
func first(v *brandubh.Variant, p brandubh.Position) (m brandubh.Move, ok bool) {
	for m := range v.Moves(p) {
		return m, true
	}
	return m, false
}
