package brandubh_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.com/brandubh"
)

// TestPlayoutDistribution compares random games with games whose moves NthMove
// chooses: results and lengths must be distributed alike. Pearson's chi-square of
// two samples stays below a bound that chance exceeds once in a million times.
func TestPlayoutDistribution(t *testing.T) {
	games := 20_000
	if testing.Short() {
		games = 4000
	}
	const limit = 300
	for _, name := range namedPresets() {
		v := preset(t, name)
		type cell struct {
			result brandubh.Result
			length int // in tens of plies
		}
		counts := map[cell]*[2]float64{}
		add := func(i int, r brandubh.Result, plies int) {
			c := cell{r, plies / 10}
			if counts[c] == nil {
				counts[c] = new([2]float64)
			}
			counts[c][i]++
		}
		rng := rand.NewPCG(3, 4)
		chooser := rand.New(rand.NewPCG(5, 6))
		for range games {
			r, plies := v.Playout(v.Start, rng, limit)
			add(0, r, plies)
			p := v.Start
			plies = 0
			for n := v.Count(p); n > 0 && plies < limit; n = v.Count(p) {
				m, _ := v.NthMove(p, chooser.IntN(n))
				p, _ = v.Play(p, m)
				plies++
			}
			add(1, v.Result(p), plies)
		}
		var rare [2]float64 // cells too small for the approximation
		chi, freedom := 0.0, -1.0
		for _, c := range counts {
			if c[0]+c[1] < 20 {
				rare[0] += c[0]
				rare[1] += c[1]
				continue
			}
			chi += (c[0] - c[1]) * (c[0] - c[1]) / (c[0] + c[1])
			freedom++
		}
		if rare[0]+rare[1] > 0 {
			chi += (rare[0] - rare[1]) * (rare[0] - rare[1]) / (rare[0] + rare[1])
			freedom++
		}
		// The cube root of chi-square is nearly normal (Wilson and Hilferty).
		spread := 2 / (9 * freedom)
		if z := (math.Cbrt(chi/freedom) - (1 - spread)) / math.Sqrt(spread); z > 4.75 {
			t.Errorf("%s: chi-square %.1f with %.0f degrees of freedom, %.1f standard deviations too much", name, chi, freedom, z)
		}
		if freedom < 10 {
			t.Errorf("%s: only %.0f kinds of games: this tests too little", name, freedom)
		}
	}
}

// TestPlayoutEnds: a game stops where it is over and at its limit, and says how
// the last position stands.
func TestPlayoutEnds(t *testing.T) {
	v := brandubh.Federation()
	rng := rand.NewPCG(1, 1)
	for limit := -1; limit < 4; limit++ {
		if r, plies := v.Playout(v.Start, rng, limit); r.Over() || plies != max(0, limit) {
			t.Errorf("limit %d: %v after %d plies, want an open game", limit, r, plies)
		}
	}
	for text, want := range map[string]brandubh.Result{
		"K6/7/7/7/7/7/t6 a":  {Winner: brandubh.Defenders, Reason: brandubh.Escape},
		"7/7/7/7/7/7/1t5 d":  {Winner: brandubh.Attackers, Reason: brandubh.KingCaptured},
		"7/Kt5/t6/7/7/7/7 d": {}, // he can move to a7, where he has escaped
		"7/7/7/7/7/K6/7 a":   {Winner: brandubh.Defenders, Reason: brandubh.NoMovesLeft},
		"7/7/7/7/7/K6/7 -":   {},
	} {
		if r, plies := v.Playout(refParsePosition(t, text), rng, 0); r != want || plies != 0 {
			t.Errorf("%s: %v after %d plies, want %v after 0", text, r, plies, want)
		}
	}
	if r, plies := v.Playout(refParsePosition(t, "7/Kt5/t6/7/7/7/7 d"), rng, 9); r.Reason != brandubh.Escape || plies != 1 {
		t.Errorf("the king's only move escapes, but %v after %d plies", r, plies)
	}
	if r, plies := v.Playout(v.Start.WithTurn(brandubh.NoSide), rng, 9); r.Over() || plies != 0 {
		t.Errorf("nobody to move: %v after %d plies, want nothing played", r, plies)
	}
	if r, plies := v.Playout(v.Start, nil, 9); r.Over() || plies != 0 {
		t.Errorf("no generator: %v after %d plies, want nothing played", r, plies)
	}
	if r, plies := (*brandubh.Variant)(nil).Playout(v.Start, rng, 9); r.Over() || plies != 0 {
		t.Errorf("no rules: %v after %d plies, want nothing played", r, plies)
	}
	if r, plies := (&brandubh.Variant{}).Playout(v.Start, rng, 9); plies > 9 {
		t.Errorf("the zero Variant: %v after %d plies", r, plies)
	}
}

// TestPlayoutAgain: the same generator in the same state plays the same games.
func TestPlayoutAgain(t *testing.T) {
	v := brandubh.Federation()
	one, two := rand.NewPCG(7, 8), rand.NewPCG(7, 8)
	for range 100 {
		r, n := v.Playout(v.Start, one, 500)
		if s, m := v.Playout(v.Start, two, 500); r != s || n != m {
			t.Fatalf("%v after %d plies, and again %v after %d", r, n, s, m)
		}
	}
}
