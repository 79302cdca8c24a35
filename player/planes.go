package player

import (
	"fmt"
	"io"

	"example.com/brandubh"
)

// PlanesLen is the number of values that [Planes] sets: four planes of 49 squares.
const PlanesLen = 4 * brandubh.Size * brandubh.Size

// Planes sets the first [PlanesLen] values of dst to the position as a network
// reads it: four planes one after the other, each with the 49 squares in square
// order. Value 49·k+i is the one of square i in plane k. The planes are
//
//	0  the attackers: 1 on a square with an attacker, 0 elsewhere
//	1  the defenders, likewise
//	2  the king, likewise
//	3  the side to move, on every square: 1 the attackers, -1 the defenders, 0 nobody
//
// It refuses a shorter dst with an error that wraps [io.ErrShortBuffer], and leaves
// it as it was. It does not touch what follows the planes, and allocates nothing.
func Planes(p brandubh.Position, dst []float32) error {
	if len(dst) < PlanesLen {
		return fmt.Errorf("planes need room for %d values, not %d: %w", PlanesLen, len(dst), io.ErrShortBuffer)
	}
	const squares = brandubh.Size * brandubh.Size
	attackers, defenders, king := p.Pieces(brandubh.Attacker), p.Pieces(brandubh.Defender), p.Pieces(brandubh.King)
	turn := [...]float32{brandubh.NoSide: 0, brandubh.Attackers: 1, brandubh.Defenders: -1}[p.Turn()]
	for i := range squares {
		dst[i] = float32(attackers >> i & 1)
		dst[squares+i] = float32(defenders >> i & 1)
		dst[2*squares+i] = float32(king >> i & 1)
		dst[3*squares+i] = turn
	}
	return nil
}
