package brandubh_test

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

func TestMatch(t *testing.T) {
	type game struct {
		winner brandubh.Side
		plies  int
	}
	const a, d, none = brandubh.Attackers, brandubh.Defenders, brandubh.NoSide
	const first, second, nobody = 1, 2, 0
	for _, c := range []struct {
		about string
		games []game
		want  brandubh.Verdict
	}{
		{"nothing played", nil, brandubh.Verdict{}},
		{"one game of two", []game{{a, 20}}, brandubh.Verdict{Winner: first}},
		{"both won by the first player", []game{{a, 20}, {d, 90}}, brandubh.Verdict{Complete: true, Winner: first}},
		{"one each, the second in fewer plies", []game{{a, 20}, {a, 19}}, brandubh.Verdict{Complete: true, Winner: second, ByPlies: true}},
		{"one each, the first in fewer plies", []game{{d, 20}, {d, 19}}, brandubh.Verdict{Complete: true, Winner: first, ByPlies: true}},
		{"one each in as many", []game{{d, 20}, {d, 20}}, brandubh.Verdict{Complete: true}},
		{"a draw counts for nobody", []game{{none, 4}, {a, 60}}, brandubh.Verdict{Complete: true, Winner: second}},
		{"two draws", []game{{none, 4}, {none, 60}}, brandubh.Verdict{Complete: true, Winner: nobody}},
		{"two pairs", []game{{a, 9}, {a, 8}, {a, 10}, {a, 12}}, brandubh.Verdict{Complete: true, Winner: first, ByPlies: true}},
		{"wins before plies", []game{{a, 90}, {a, 8}, {a, 90}, {none, 2}}, brandubh.Verdict{Complete: true, Winner: first}},
	} {
		var m brandubh.Match
		for _, g := range c.games {
			if err := m.Add(brandubh.Result{Winner: g.winner, Reason: brandubh.Resigned}, g.plies); err != nil {
				t.Fatal(err)
			}
		}
		got := m.Verdict()
		c.want.Games, c.want.Wins, c.want.Plies = len(c.games), got.Wins, got.Plies // looked at below
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", c.about, got, c.want)
		}
	}
	var m brandubh.Match
	for _, c := range []struct {
		r     brandubh.Result
		plies int
		is    error
	}{
		{brandubh.Result{}, 3, brandubh.ErrResult},
		{brandubh.Result{Reason: brandubh.Aborted}, 3, brandubh.ErrResult},
		{brandubh.Result{Winner: a, Reason: brandubh.Resigned}, -1, brandubh.ErrResult},
		{brandubh.Result{Winner: 9, Reason: brandubh.Resigned}, 1, brandubh.ErrNotASide},
	} {
		if err := m.Add(c.r, c.plies); !errors.Is(err, c.is) || m != (brandubh.Match{}) {
			t.Errorf("%v %d: %v, want %v", c.r, c.plies, err, c.is)
		}
	}
}

// With the players exchanged throughout, a match has the other winner.
func TestMatchIsFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m, other brandubh.Match
		wins := map[int]int{}
		for range rapid.IntRange(0, 4).Draw(t, "pairs") {
			pair := [2]brandubh.Result{}
			plies := [2]int{}
			for i := range pair {
				pair[i] = brandubh.Result{Winner: genOne(t, "winner", brandubh.NoSide, brandubh.Attackers, brandubh.Defenders), Reason: brandubh.Repeated}
				plies[i] = rapid.IntRange(0, 3).Draw(t, "plies")
			}
			for i := range pair {
				attacks := 1 + i
				if err := errors.Join(m.Add(pair[i], plies[i]), other.Add(pair[1-i], plies[1-i])); err != nil {
					t.Fatal(err)
				}
				switch pair[i].Winner {
				case brandubh.Attackers:
					wins[attacks]++
				case brandubh.Defenders:
					wins[3-attacks]++
				}
			}
		}
		a, b := m.Verdict(), other.Verdict()
		if a.Wins[0] != wins[1] || a.Wins[1] != wins[2] {
			t.Fatalf("%+v, want %v wins", m, wins)
		}
		if a.Complete != b.Complete || a.ByPlies != b.ByPlies || (a.Winner+b.Winner)%3 != 0 || a.Wins[0] != b.Wins[1] || a.Plies[0] != b.Plies[1] {
			t.Fatalf("%+v and %+v", a, b)
		}
	})
}

func ExampleMatch() {
	var m brandubh.Match
	m.Add(brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.KingCaptured}, 31)
	m.Add(brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.Resigned}, 24)
	fmt.Printf("%+v\n", m.Verdict())
	// Output: {Games:2 Complete:true Winner:2 ByPlies:true Wins:[1 1] Plies:[31 24]}
}
