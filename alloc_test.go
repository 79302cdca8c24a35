package brandubh_test

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"example.com/brandubh"
)

// All values are small and comparable: these lines do not compile otherwise.
var (
	_ map[brandubh.Square]bool
	_ map[brandubh.Bitboard]bool
	_ map[brandubh.Move]bool
	_ map[brandubh.Position]bool
	_ map[brandubh.Side]bool
	_ map[brandubh.Piece]bool
	_ map[brandubh.Result]bool
	_ map[brandubh.Reason]bool
	_ map[brandubh.Repeat]bool
	_ map[brandubh.Variant]bool
	_ map[brandubh.ByPiece[uint8]]bool
	_ map[brandubh.ThroneRules]bool
	_ map[brandubh.CornerRules]bool
	_ map[brandubh.KingRules]bool
	_ map[brandubh.Repetition]bool
	_ map[brandubh.Goal]bool
	_ map[brandubh.Hostility]bool
	_ map[brandubh.Arms]bool
	_ map[brandubh.NoMoves]bool
	_ map[brandubh.RepetitionCount]bool
	_ map[brandubh.RepetitionResult]bool
	_ map[brandubh.Basis]bool
	_ map[brandubh.Clause]bool
	_ map[brandubh.Document]bool
)

func TestPositionIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(brandubh.Position{}); size > 32 {
		t.Errorf("a Position has %d bytes", size)
	}
	if size := unsafe.Sizeof(brandubh.Move{}); size != 2 {
		t.Errorf("a Move has %d bytes", size)
	}
}

// Nothing on the way from a position to the next allocates: at the start, where
// soldiers and where the king fall, and where the defenders are walled in.
func TestNoAllocations(t *testing.T) {
	room := make([]brandubh.Move, 0, 172)
	rng := rand.NewPCG(1, 2)
	for _, name := range []string{"federation", "legacy", "spelregler", "magpie", "scottish"} {
		v := preset(t, name)
		for _, p := range []brandubh.Position{
			v.Start,
			position(t, "7/5t1/7/1tT4/5T1/2Kt3/3T3 d"),
			position(t, "7/7/3t3/2tKt2/7/3t3/7 a"),
			position(t, "7/7/7/7/2ttt2/1tT1Kt1/2ttt2 d"),
		} {
			m := brandubh.Move{From: brandubh.D1, To: brandubh.B1}
			for m = range v.Moves(p) {
				if v.Captures(p, m) != 0 {
					break
				}
			}
			legal := v.Check(p, m) == nil // an explained refusal does allocate
			for what, f := range map[string]func(){
				"Targets": func() { v.Targets(p, m.From) },
				"Moves": func() {
					for range v.Moves(p) {
						_ = p
					}
				},
				"Successors": func() {
					for _, q := range v.Successors(p) {
						_ = q
					}
				},
				"Playout":     func() { v.Playout(p, rng, 20) },
				"AppendMoves": func() { v.AppendMoves(room, p) },
				"Count":       func() { v.Count(p) },
				"NthMove":     func() { v.NthMove(p, 3) },
				"Captures": func() {
					if legal {
						v.Captures(p, m)
					}
				},
				"Result":        func() { v.Result(p) },
				"Perft":         func() { v.Perft(p, 2) },
				"ParsePosition": func() { brandubh.ParsePosition("3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a") },
				"Check": func() {
					if legal {
						v.Check(p, m)
					}
				},
				"Play": func() {
					if legal {
						v.Play(p, m)
					}
				},
			} {
				if n := testing.AllocsPerRun(20, f); n != 0 {
					t.Errorf("%s in %v, %v: %s allocates %v times", name, p, m, what, n)
				}
			}
		}
	}
}
