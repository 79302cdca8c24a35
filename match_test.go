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
	const first, second, nobody = brandubh.FirstPlayer, brandubh.SecondPlayer, brandubh.NoPlayer
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
		if got := m.Verdict(); got != c.want || m.Games() != len(c.games) {
			t.Errorf("%s: %+v, want %+v", c.about, got, c.want)
		}
	}
	var m brandubh.Match
	for _, c := range []struct {
		r     brandubh.Result
		plies int
		is    error
	}{
		{brandubh.Result{}, 3, brandubh.ErrNotOver},
		{brandubh.Result{Reason: brandubh.Aborted}, 3, brandubh.ErrNotOver},
		{brandubh.Result{Winner: a, Reason: brandubh.Resigned}, -1, brandubh.ErrResult},
		{brandubh.Result{Winner: 9, Reason: brandubh.Resigned}, 1, brandubh.ErrNotASide},
	} {
		if err := m.Add(c.r, c.plies); !errors.Is(err, c.is) || m != (brandubh.Match{}) {
			t.Errorf("%v %d: %v, want %v", c.r, c.plies, err, c.is)
		}
	}
	if m.Score(nobody) != (brandubh.Score{}) || m.Score(7) != (brandubh.Score{}) || brandubh.Player(7).String() != "Player(7)" {
		t.Error("no player has a score")
	}
}

// With the players exchanged throughout, a match has the other winner.
func TestMatchIsFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m, other brandubh.Match
		wins := map[brandubh.Player]int{}
		for range rapid.IntRange(0, 4).Draw(t, "pairs") {
			pair := [2]brandubh.Result{}
			plies := [2]int{}
			for i := range pair {
				pair[i] = brandubh.Result{Winner: genOne(t, "winner", brandubh.NoSide, brandubh.Attackers, brandubh.Defenders), Reason: brandubh.Repeated}
				plies[i] = rapid.IntRange(0, 3).Draw(t, "plies")
			}
			for i := range pair {
				attacks := m.Attacks()
				if err := errors.Join(m.Add(pair[i], plies[i]), other.Add(pair[1-i], plies[1-i])); err != nil {
					t.Fatal(err)
				}
				switch pair[i].Winner {
				case brandubh.Attackers:
					wins[attacks]++
				case brandubh.Defenders:
					wins[brandubh.FirstPlayer+brandubh.SecondPlayer-attacks]++
				}
			}
		}
		if m.Score(1).Wins != wins[1] || m.Score(2).Wins != wins[2] {
			t.Fatalf("%+v, want %v wins", m, wins)
		}
		a, b := m.Verdict(), other.Verdict()
		if a.Complete != b.Complete || a.ByPlies != b.ByPlies || (a.Winner+b.Winner)%3 != 0 || m.Score(1) != other.Score(2) {
			t.Fatalf("%+v and %+v", a, b)
		}
	})
}

func ExampleMatch() {
	var m brandubh.Match
	fmt.Println("attackers:", m.Attacks())
	m.Add(brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.KingCaptured}, 31)
	fmt.Println("attackers:", m.Attacks())
	m.Add(brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.Resigned}, 24)
	fmt.Println(m.Score(brandubh.FirstPlayer), m.Score(brandubh.SecondPlayer))
	fmt.Printf("%+v\n", m.Verdict())
	// Output:
	// attackers: first
	// attackers: second
	// {1 31} {1 24}
	// {Complete:true Winner:second ByPlies:true}
}
