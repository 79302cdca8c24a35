package tables

import (
	"context"
	"fmt"

	"example.com/brandubh"
)

// Count is how many positions of a class have each value, all turned and mirrored
// images counted. The slices go by the number of plies to the end.
type Count struct {
	// Attackers and Defenders are the positions that each side wins by force in so
	// many plies.
	Attackers, Defenders []uint64
	// FarAttackers and FarDefenders are those with a distance that is not known.
	FarAttackers, FarDefenders uint64
	// Open are those in which neither side can force the end.
	Open uint64
	// LongestAttackers and LongestDefenders are positions with the longest known
	// distance for each winner, the zero Position if there is none.
	LongestAttackers, LongestDefenders brandubh.Position
}

// Won returns how many positions each side wins.
func (n *Count) Won() (attackers, defenders uint64) {
	attackers, defenders = n.FarAttackers, n.FarDefenders
	for _, x := range n.Attackers {
		attackers += x
	}
	for _, x := range n.Defenders {
		defenders += x
	}
	return attackers, defenders
}

// Count counts the positions of a class with a side to move. It refuses a class
// without a table ([ErrNoTable]), a turn that is no side ([brandubh.ErrNotASide]), and
// a damaged file ([ErrDamaged]).
func (t *Tables) Count(ctx context.Context, c Class, turn brandubh.Side) (Count, error) {
	x := t.table(c)
	if x == nil {
		return Count{}, noTable(c)
	}
	if turn != brandubh.Attackers && turn != brandubh.Defenders {
		return Count{}, fmt.Errorf("%v to move: %w", turn, brandubh.ErrNotASide)
	}
	side := sideOf(turn)
	var n [256]uint64
	var at [256]uint64 // a place with the code
	for b := range x.blocks {
		if err := ctx.Err(); err != nil {
			return Count{}, err
		}
		boards := x.blocks[b].boards()
		for i := x.at[b]; i < x.at[b+1]; i++ {
			if i%chunkSize == 0 || i == x.at[b] { // the next part of the file
				if _, err := x.probe(side, i); err != nil {
					return Count{}, err
				}
			}
			c := x.code(side, i)
			if n[c] == 0 {
				at[c] = i
			}
			n[c] += boards
		}
	}
	count := Count{Open: n[0]}
	for code := 1; code < 256; code++ {
		if n[code] == 0 {
			continue
		}
		v := valueOf(uint8(code), turn)
		plies, far, longest := &count.Attackers, &count.FarAttackers, &count.LongestAttackers
		if v.Winner == brandubh.Defenders {
			plies, far, longest = &count.Defenders, &count.FarDefenders, &count.LongestDefenders
		}
		if v.Plies < 0 {
			*far = n[code]
			continue
		}
		for len(*plies) <= v.Plies {
			*plies = append(*plies, 0)
		}
		(*plies)[v.Plies] = n[code]
		*longest = x.position(at[code], turn)
	}
	return count, nil
}

// position returns the position of a place.
func (x *index) position(place uint64, turn brandubh.Side) brandubh.Position {
	b := x.blockOf(place)
	blk := &x.blocks[b]
	return positionOf(blk.king, blk.defenders, unrank(uint32(place-x.at[b]), x.class.Attackers, blk.free), turn)
}
