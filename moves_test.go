package brandubh_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

// checkGenerators compares everything that lists, counts or plays the legal moves
// of one position with what Moves and Play say of it.
func checkGenerators(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, v *brandubh.Variant, p brandubh.Position,
) {
	t.Helper()
	moves := slices.Collect(v.Moves(p))
	if got := v.AppendMoves(nil, p); !slices.Equal(got, moves) {
		t.Fatalf("%v: AppendMoves has %v, want %v", p, got, moves)
	}
	if got := v.Count(p); got != len(moves) {
		t.Fatalf("%v: Count is %d, but there are %d moves", p, got, len(moves))
	}
	if got := v.Perft(p, 1); got != uint64(len(moves)) {
		t.Fatalf("%v: Perft to depth 1 is %d, but there are %d moves", p, got, len(moves))
	}
	i := 0
	for m, q := range v.Successors(p) {
		if i == len(moves) || m != moves[i] {
			t.Fatalf("%v: successor %d is by %v, want the moves %v", p, i, m, moves)
		}
		want, err := v.Play(p, m)
		if err != nil || q != want {
			t.Fatalf("%v: %v leads to %v, want %v (%v)", p, m, q, want, err)
		}
		if n, ok := v.NthMove(p, i); !ok || n != m {
			t.Fatalf("%v: NthMove(%d) is %v, %v, want %v", p, i, n, ok, m)
		}
		i++
	}
	if i != len(moves) {
		t.Fatalf("%v: %d successors, want %d", p, i, len(moves))
	}
	if m, ok := v.NthMove(p, i); ok {
		t.Fatalf("%v: there are %d moves, but NthMove(%d) is %v", p, i, i, m)
	}
}

func TestGeneratorsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		for range 10 {
			p := genPosition(&v).Draw(t, "position")
			for _, turn := range []brandubh.Side{brandubh.Attackers, brandubh.Defenders, brandubh.NoSide} {
				checkGenerators(t, &v, p.WithTurn(turn))
			}
		}
	})
}

// TestGeneratorsAgreeAnySetUp: also where soldiers stand that may not, with many
// kings or none, and with nobody to move.
func TestGeneratorsAgreeAnySetUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		for range 10 {
			checkGenerators(t, &v, anySetUp.Draw(t, "position"))
		}
	})
}

func TestGeneratorsAgreePlayed(t *testing.T) {
	all := playedPositions(300)
	for _, name := range brandubh.Presets() {
		v := preset(t, name)
		for _, p := range all {
			checkGenerators(t, v, p)
		}
	}
}

// TestGeneratorsAgreeExhaustive goes through every position with at most two
// attackers, or one and a defender.
func TestGeneratorsAgreeExhaustive(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for _, name := range []string{"federation", "legacy", "walker", "scottish"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := preset(t, name)
			for _, pieces := range [][2]int{{2, 0}, {1, 1}} {
				for p := range smallPositions(v, pieces[0], pieces[1]) {
					checkGenerators(t, v, p)
				}
			}
		})
	}
}

// TestGeneratorsTwoKings: b3-d3 closes the last side of the two kings and opens
// another, so a capture that is judged before the move would be wrong.
func TestGeneratorsTwoKings(t *testing.T) {
	checkGenerators(t, preset(t, "legacy"), refParsePosition(t, "7/7/7/4t2/1t2Kt1/tKt1t2/1t5 a"))
}

// TestNobodyToMove: with nobody to move there are no moves, nor any count of them.
func TestNobodyToMove(t *testing.T) {
	for _, name := range brandubh.Presets() {
		v := preset(t, name)
		p := v.Start.WithTurn(brandubh.NoSide)
		if n, leaves := v.Count(p), v.Perft(p, 1); n != 0 || leaves != 0 {
			t.Errorf("%s, nobody to move: Count %d, Perft %d, want 0 and 0", name, n, leaves)
		}
		if m, ok := v.NthMove(p, 0); ok {
			t.Errorf("%s, nobody to move: NthMove is %v, want none", name, m)
		}
	}
}

// TestNoRules: under no rules, or none that make sense, nothing can move.
func TestNoRules(t *testing.T) {
	for _, v := range []*brandubh.Variant{nil, {}} {
		for m := range v.Successors(brandubh.Position{}) {
			t.Errorf("%v: %v leads on from the empty board", v, m)
		}
	}
	var none *brandubh.Variant
	for m := range none.Successors(brandubh.Federation().Start) {
		t.Errorf("no rules, and yet %v", m)
	}
}

// TestSuccessorsStop: the loop over the successors can be left at any of them,
// whichever piece moves.
func TestSuccessorsStop(t *testing.T) {
	v := brandubh.Federation()
	for _, text := range []string{"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "3t3/3t3/3T3/ttT1Ttt/3T1K1/3t3/3t3 d"} {
		p := refParsePosition(t, text)
		for stop := range v.Count(p) {
			n := 0
			for range v.Successors(p) {
				if n == stop {
					break
				}
				n++
			}
			if n != stop {
				t.Errorf("%s: left after %d successors, want %d", text, n, stop)
			}
		}
	}
}
