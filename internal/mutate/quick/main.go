// Command quick answers the conformance cases, as the root package's tests do, and
// exits with 1 at the first wrong answer. It builds in a fraction of the time that
// the tests take, which is why mutate asks it first.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"example.com/brandubh"
	conformance "example.com/brandubh/testdata/conformance"
)

type end struct {
	Winner string `json:"winner"`
	Reason string `json:"reason"`
}

type answer struct {
	Presets  []string          `json:"presets"`
	Variant  *brandubh.Variant `json:"variant"`
	Legal    bool              `json:"legal"`
	Captures []brandubh.Square `json:"captures"`
	After    brandubh.Position `json:"after"`
	End      *end              `json:"end"`
	Plies    int               `json:"plies"`
	Position brandubh.Position `json:"position"`
	Illegal  int               `json:"illegal_at"`
	Counts   []uint64          `json:"counts"`
}

type testCase struct {
	ID       string             `json:"id"`
	Position *brandubh.Position `json:"position"`
	Move     *brandubh.Move     `json:"move"`
	Moves    []brandubh.Move    `json:"moves"`
	Expect   []answer           `json:"expect"`
}

func main() {
	for _, file := range []string{
		"positions.json", "positions-more.json", "games.json", "games-more.json", "games-exhausted.json", "perft.json", "perft-more.json",
	} {
		data, err := conformance.Files.ReadFile(file)
		var cases []testCase
		if err == nil {
			err = json.Unmarshal(data, &cases)
		}
		if err != nil {
			fail(file, err)
		}
		for _, c := range cases {
			for _, want := range c.Expect {
				sets := []*brandubh.Variant{want.Variant}
				if want.Variant == nil {
					sets = nil
				}
				for _, name := range want.Presets {
					v, err := brandubh.Preset(name)
					if err != nil {
						fail(c.ID, err)
					}
					sets = append(sets, v)
				}
				for _, v := range sets {
					c.ask(v, want)
				}
			}
		}
	}
}

// ask compares the answer of one rule set.
func (c *testCase) ask(v *brandubh.Variant, want answer) {
	start := v.Start
	if c.Position != nil {
		start = *c.Position
	}
	switch {
	case want.Counts != nil:
		for i, n := range want.Counts[:min(4, len(want.Counts))] {
			if got := v.Perft(start, i+1); got != n {
				fail(c.ID, v.Name, got)
			}
		}
	case c.Move != nil:
		q, err := v.Play(start, *c.Move)
		if (err == nil) != want.Legal || err == nil && q != want.After {
			fail(c.ID, v.Name, q, err)
		}
		if taken := slices.Collect(v.Captures(start, *c.Move).All()); !slices.Equal(taken, want.Captures) {
			fail(c.ID, v.Name, taken)
		}
		if err == nil {
			over(c.ID, v.Name, v.Result(q), want.End)
		}
	default:
		g, err := brandubh.NewGameFrom(v, start)
		if err != nil {
			fail(c.ID, v.Name, err)
		}
		for _, m := range c.Moves {
			if g.Result().Over() {
				break
			}
			if err := g.Play(m); err != nil {
				if want.Illegal != g.Plies()+1 {
					fail(c.ID, v.Name, err)
				}
				return
			}
		}
		if want.Illegal != 0 || g.Plies() != want.Plies || g.Position() != want.Position {
			fail(c.ID, v.Name, g.Plies(), g.Position())
		}
		over(c.ID, v.Name, g.Result(), want.End)
	}
}

// over compares a result.
func over(id, rules string, r brandubh.Result, want *end) {
	if !r.Over() && want == nil {
		return
	}
	winner := "none"
	if r.Winner != brandubh.NoSide {
		winner = r.Winner.String()
	}
	if want == nil || winner != want.Winner || r.Reason.String() != want.Reason {
		fail(id, rules, r)
	}
}

func fail(what ...any) {
	fmt.Fprintln(os.Stderr, what...)
	os.Exit(1)
}
