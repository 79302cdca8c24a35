package brandubh_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"example.com/brandubh"
)

// TestSteps: the steps of a random game are those of its moves, of the positions
// between them, and of what an explanation says about captures; a copy of the game
// has the same.
func TestSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		moves := genGame(&v, v.Start, 40).Draw(t, "game")
		g, err := brandubh.NewGame(&v)
		if err != nil {
			t.Fatal(err)
		}
		var want []brandubh.Step
		for _, m := range moves {
			e := g.Explain(m)
			before := g.Position()
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			s := brandubh.Step{
				Ply: g.Plies(), Move: m, Piece: before.At(m.From), Before: before, After: g.Position(), Occurrences: g.Occurrences(),
			}
			for _, effect := range e.Effects {
				if effect.Captured {
					s.Captures = append(s.Captures, brandubh.Capture{Square: effect.Square, Piece: effect.Piece, Captors: effect.Captors})
				}
			}
			want = append(want, s)
		}
		for _, g := range []brandubh.Game{*g, *g.Line().Game()} {
			if diff := cmp.Diff(want, slices.Collect(g.Steps()), cmp.Comparer(func(p, q brandubh.Position) bool { return p == q })); diff != "" {
				t.Fatalf("steps (-want +got):\n%s", diff)
			}
		}
	})
}

// TestStepsWhilePlaying: what is played or undone during the iteration does not
// disturb it.
func TestStepsWhilePlaying(t *testing.T) {
	g := gameOf(t, brandubh.Federation(), "d1-c1 d3-c3 c1-d1 c3-d3")
	var plies []int
	for s := range g.Steps() {
		g.Undo()
		plies = append(plies, s.Ply)
	}
	if !slices.Equal(plies, []int{1, 2, 3, 4}) {
		t.Errorf("the game had four plies when the iteration began, and it yields %v", plies)
	}
}

// A step of a game reads back from its JSON.
func TestStepJSON(t *testing.T) {
	v := brandubh.Federation()
	g, err := brandubh.NewGame(v, brandubh.LetRepetitionPass)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range longGame(t, v, 120) {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	captures := 0
	for step := range g.Steps() {
		data := must(json.Marshal(step))
		var back brandubh.Step
		if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(back, step) {
			t.Errorf("%s reads back as %+v: %v", data, back, err)
		}
		captures += len(step.Captures)
	}
	if captures == 0 {
		t.Error("no move has captured anything")
	}
}

func ExampleGame_Steps() {
	v := brandubh.Federation()
	g, err := brandubh.NewGame(v)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"f4-f3", "c4-c2", "b4-b2"} {
		m, _ := brandubh.ParseMove(text)
		if err := g.Play(m); err != nil {
			fmt.Println(err)
			return
		}
	}
	for s := range g.Steps() {
		fmt.Printf("%d. the %v plays %v", s.Ply, s.Piece, s.Move)
		for _, c := range s.Captures {
			fmt.Printf(", captures the %v on %v between %v", c.Piece, c.Square, c.Captors)
		}
		fmt.Println()
	}
	// Output:
	// 1. the attacker plays f4-f3
	// 2. the defender plays c4-c2
	// 3. the attacker plays b4-b2, captures the defender on c2 between [the attacker on b2 the attacker on d2]
}
