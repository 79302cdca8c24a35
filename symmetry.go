package brandubh

import (
	"iter"
	"math/bits"
)

// Symmetry is one of the eight ways to turn or mirror the board onto itself, a
// number from 0 to 7. The zero value is [Identity]. The rules know no direction:
// the legal moves, captures and result of an image of a position are the images of
// its own.
//
// Each of the three bits does one thing, in this order: 4 mirrors the board in the
// line a1 to g7, 1 exchanges left and right, 2 exchanges top and bottom. With rank
// 1 at the bottom and file a on the left:
//
//	0  nothing                                    a1, b1 stay
//	1  left and right change places               a1, b1 go to g1, f1
//	2  top and bottom change places               a1, b1 go to a7, b7
//	3  half a turn                                a1, b1 go to g7, f7
//	4  mirrored in the line a1 to g7              a1, b1 go to a1, a2
//	5  a quarter turn anticlockwise               a1, b1 go to g1, g2
//	6  a quarter turn clockwise                   a1, b1 go to a7, a6
//	7  mirrored in the line a7 to g1              a1, b1 go to g7, g6
//
// Of a larger number only these three bits count.
type Symmetry uint8

// Identity is the symmetry that leaves every square where it is.
const Identity Symmetry = 0

// The bits of a Symmetry. transposes is done first.
const (
	flipsFiles Symmetry = 1
	flipsRanks Symmetry = 2
	transposes Symmetry = 4

	flips       = flipsFiles | flipsRanks
	anySymmetry = flips | transposes
)

// Symmetries returns the eight symmetries in the order of their numbers, the
// identity first.
func Symmetries() iter.Seq[Symmetry] {
	return func(yield func(Symmetry) bool) {
		for s := range anySymmetry + 1 {
			if !yield(s) {
				return
			}
		}
	}
}

// Compose returns the symmetry that does t first and then s, as functions are
// composed: s.Compose(t).Square(x) is s.Square(t.Square(x)). The order matters.
func (s Symmetry) Compose(t Symmetry) Symmetry {
	f := t & flips
	if s&transposes != 0 {
		f = swapFlips(f)
	}
	return (s ^ f ^ t&transposes) & anySymmetry
}

// Inverse returns the symmetry that undoes s. All but the two quarter turns
// undo themselves.
func (s Symmetry) Inverse() Symmetry {
	if s&transposes != 0 {
		return transposes | swapFlips(s&flips)
	}
	return s & flips
}

// swapFlips turns flips done before a transposition into those that do the same
// after it.
func swapFlips(s Symmetry) Symmetry { return s>>1 | s<<1&flipsRanks }

// Square returns the square that s sends x to. A square off the board stays
// what it is.
func (s Symmetry) Square(x Square) Square {
	if !x.Valid() {
		return x
	}
	file, rank := x%Size, x/Size
	if s&transposes != 0 {
		file, rank = rank, file
	}
	if s&flipsFiles != 0 {
		file = Size - 1 - file
	}
	if s&flipsRanks != 0 {
		rank = Size - 1 - rank
	}
	return rank*Size + file
}

// Move returns the move between the squares that s sends those of m to. It is
// legal in s.Position(p) exactly when m is legal in p.
func (s Symmetry) Move(m Move) Move { return Move{s.Square(m.From), s.Square(m.To)} }

// Bitboard returns the set of the squares that s sends those of b to.
func (s Symmetry) Bitboard(b Bitboard) Bitboard {
	b &= Board
	if s&transposes != 0 {
		b = b.transposed()
	}
	switch s & flips {
	case flipsFiles:
		return b.filesFlipped()
	case flipsRanks:
		return b.ranksFlipped()
	case flips:
		return Bitboard(bits.Reverse64(uint64(b))) >> (64 - Size*Size)
	}
	return b
}

// Position returns the position with every piece on the square that s sends its
// own to. The side to move stays.
func (s Symmetry) Position(p Position) Position {
	return Position{s.Bitboard(p.attackers), s.Bitboard(p.defenders), s.Bitboard(p.king), p.turn}
}

// Canonical returns the least of the eight images of p and the symmetry that
// sends p to it: s.Position(p). Positions that are images of each other have the
// same canonical one. Images are compared by the king's set of squares, then the
// attackers', then the defenders', each as a number; where several symmetries
// send p to the least one, s is the first of them.
//
// Tables of positions shrink to about an eighth by it. The repetition rule must
// never be asked with it: there mirror images are different positions
// (Occurrence of a position), and a game that passes from a position to its
// mirror image has repeated nothing.
func (p Position) Canonical() (q Position, s Symmetry) {
	var kings [8]Bitboard
	least := p.king
	for s := range Symmetries() {
		kings[s] = s.Bitboard(p.king)
		least = min(least, kings[s])
	}
	// A king off the lines of symmetry leaves one image to look at.
	q.attackers = ^Bitboard(0)
	for t := range Symmetries() {
		if kings[t] != least {
			continue
		}
		attackers := t.Bitboard(p.attackers)
		if attackers > q.attackers {
			continue
		}
		defenders := t.Bitboard(p.defenders)
		if attackers < q.attackers || defenders < q.defenders {
			q, s = Position{attackers, defenders, least, p.turn}, t
		}
	}
	return q, s
}

// swapped exchanges the squares of low with those n further on.
func (b Bitboard) swapped(low Bitboard, n int) Bitboard {
	d := (b ^ b>>n) & low
	return b ^ d ^ d<<n
}

// filesFlipped exchanges the files a to c with e to g, and in each three the
// outer two.
func (b Bitboard) filesFlipped() Bitboard {
	return b.swapped(fileA*7, 4).swapped(fileA|fileA<<4, 2)
}

// ranksFlipped exchanges the ranks 1 to 3 with 5 to 7, and in each three the
// outer two.
func (b Bitboard) ranksFlipped() Bitboard {
	const rank1 = Bitboard(1<<Size - 1)
	return b.swapped(1<<(3*Size)-1, 4*Size).swapped(rank1|rank1<<(4*Size), 2*Size)
}

// transposed mirrors in the line a1 to g7. The cross of file d and rank 4 leaves
// four blocks of three by three: two of them change places, and each is mirrored
// in itself. A square and its image are six apart for each step off the line.
func (b Bitboard) transposed() Bitboard {
	const blocks Bitboard = 1<<A1 | 1<<E1 | 1<<A5 | 1<<E5
	const e1g3 Bitboard = 7<<E1 | 7<<E2 | 7<<E3
	return b.swapped(e1g3, 24).
		swapped(1<<D1|1<<G4, 18).
		swapped(blocks<<C1|1<<D2|1<<F4, 12).
		swapped(blocks<<B1|blocks<<C2|1<<D3|1<<E4, 6)
}
