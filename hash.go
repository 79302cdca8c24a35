package brandubh

import "math/bits"

// Hash returns 64 bits that stand for the position, the side to move included.
// They are the same on every machine and in every release. Equal positions have
// equal hashes; unequal ones, by all that can be measured, as seldom as random
// numbers, so that any of the bits can index a table. It is no defence against
// somebody who looks for collisions.
//
// The algorithm, should another program want the same number: let A, D and K be
// the sets of attackers, defenders and kings, bit i for square i, and T the side
// to move (0 nobody, 1 attackers, 2 defenders) in the bits 49 and 50. With ⊕ for
// exclusive or and the full 128 bits of each product,
//
//	hi·2⁶⁴ + lo = (A ⊕ 0x243f6a8885a308d3) · (D ⊕ 0x13198a2e03707344)
//	hi·2⁶⁴ + lo = (lo ⊕ K ⊕ T ⊕ 0xa4093822299f31d0) · (hi ⊕ 0x082efa98ec4e6c89)
//	hi·2⁶⁴ + lo = (lo ⊕ 0x452821e638d01377) · (hi ⊕ 0xbe5466cf34e90c6c)
//	hash = hi ⊕ lo
//
// The constants are the first 384 bits of π behind the point.
func (p Position) Hash() uint64 {
	hi, lo := bits.Mul64(uint64(p.attackers)^0x243f6a8885a308d3, uint64(p.defenders)^0x13198a2e03707344)
	kingAndTurn := uint64(p.king) | uint64(p.turn)<<(Size*Size)
	hi, lo = bits.Mul64(lo^kingAndTurn^0xa4093822299f31d0, hi^0x082efa98ec4e6c89)
	hi, lo = bits.Mul64(lo^0x452821e638d01377, hi^0xbe5466cf34e90c6c)
	return hi ^ lo
}
