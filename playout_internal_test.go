package brandubh

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestRandomCoversTheMoves: the parts of all 64-bit numbers that choose one move
// each are as many as there are moves, equally large, and lead to all successors.
// So a random number makes every legal move equally likely.
func TestRandomCoversTheMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		v := Variant{Start: Federation().Start}
		if w, err := Preset(Presets()[rng.IntN(len(Presets()))]); err == nil {
			v = *w
		}
		if rng.IntN(3) == 0 {
			v.Range = ByPiece[uint8]{uint8(rng.IntN(Size)), uint8(rng.IntN(Size)), uint8(rng.IntN(Size))}
		}
		p := anyPosition(rng)
		if !v.inPlay(p) {
			continue
		}
		want := map[Position]bool{}
		for _, q := range v.Successors(p) {
			want[q] = true
		}
		how, n := v.movers(p.turn), uint64(v.Count(p))
		if n == 0 {
			if q, ok := v.random(p, &how, rng.Uint64()); ok {
				t.Fatalf("%s, %v: no move is legal, but random leads to %v", v.Name, p, q)
			}
			continue
		}
		for k := range n {
			first, rest := bits.Div64(k, 0, n)
			if rest > 0 {
				first++
			}
			last := ^uint64(0)
			if k < n-1 {
				if last, rest = bits.Div64(k+1, 0, n); rest == 0 {
					last--
				}
			}
			q, ok := v.random(p, &how, first)
			if r, also := v.random(p, &how, last); !ok || !also || q != r {
				t.Fatalf("%s, %v: numbers %#x and %#x lead to %v and %v, want the same", v.Name, p, first, last, q, r)
			}
			if !want[q] {
				t.Fatalf("%s, %v: part %d of %d leads to %v, which no move leads to or another part did", v.Name, p, k, n, q)
			}
			delete(want, q)
		}
		if len(want) > 0 {
			t.Fatalf("%s, %v: nothing leads to %d of %d positions", v.Name, p, len(want), n)
		}
	}
}

// anyPosition returns any set-up: soldiers on corners, several kings or none.
func anyPosition(rng *rand.Rand) Position {
	a, d, k := Bitboard(rng.Uint64()), Bitboard(rng.Uint64()), Bitboard(rng.Uint64())
	for range rng.IntN(4) {
		a, d = a&Bitboard(rng.Uint64()), d&Bitboard(rng.Uint64())
	}
	for k.Len() > 1+rng.IntN(3) {
		k &= Bitboard(rng.Uint64())
	}
	k &= Board
	a &= Board &^ k
	return Position{a, d & Board &^ (a | k), k, Side(rng.IntN(3))}
}
