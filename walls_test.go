package brandubh_test

import (
	"testing"

	"example.com/brandubh"
)

// beside returns the squares next to a set, the set left out.
func beside(b brandubh.Bitboard) brandubh.Bitboard {
	const fileA brandubh.Bitboard = 1 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42
	return (b&^(fileA<<6)<<1 | b&^fileA>>1 | b<<7 | b>>7) & brandubh.Board &^ b
}

func connected(b brandubh.Bitboard) bool {
	for part := b & -b; ; {
		next := part | beside(part)&b
		if next == part {
			return part == b
		}
		part = next
	}
}

// walled returns every connected region of two or more squares off the edge that
// at most eight attackers can wall in, none of them on the throne, by trying all
// sets of the 25 inner squares.
func walled() (regions []brandubh.Bitboard) {
	for set := range 1 << 25 {
		var b brandubh.Bitboard
		for rank := range 5 {
			b |= brandubh.Bitboard(set>>(5*rank)&31) << (7*rank + 8)
		}
		wall := beside(b)
		if b&(b-1) != 0 && wall&brandubh.Throne == 0 && wall.Len() <= 8 && connected(b) {
			regions = append(regions, b)
		}
	}
	return regions
}

// Every region that eight attackers can wall in, L 5.5 and S blocked: 143, all of
// them enclosed; and the 44 that can be captured open from inside are exactly
// those where a wall piece beside the empty throne has an inside square on its
// other side (rules.md, Enclosure).
func TestWalls(t *testing.T) {
	regions, open := walled(), 0
	if len(regions) != 143 {
		t.Errorf("%d regions, want 143", len(regions))
	}
	fed, legacy := brandubh.Federation(), preset(t, "legacy")
	for _, region := range regions {
		var wall brandubh.Position
		for s := range beside(region).All() {
			wall, _ = wall.Put(s, brandubh.Attacker)
		}
		wall = wall.WithTurn(brandubh.Defenders)
		against := false // a wall piece between the throne and an inside square
		for w := range (beside(region) & brandubh.Beside).All() {
			against = against || region.Has(2*w-brandubh.D4)
		}
		captured := false
		for king := range region.All() {
			alone, _ := wall.Put(king, brandubh.King)
			if got := legacy.Result(alone).Reason; got != brandubh.Enclosed {
				t.Errorf("%v under legacy: %v", alone, got)
			}
			for s := range region.All() { // the king alone, or with one defender
				p := alone
				if s != king && s != brandubh.D4 {
					p, _ = alone.Put(s, brandubh.Defender)
				}
				for m := range fed.Moves(p) {
					captured = captured || fed.Captures(p, m) != 0
				}
			}
		}
		if captured != against {
			t.Errorf("wall around %v: captured open %v, a wall piece against the throne %v", region, captured, against)
		}
		if captured {
			open++
		}
	}
	if open != 44 {
		t.Errorf("%d can be captured open, want 44", open)
	}
}
