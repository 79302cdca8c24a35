package brandubh

import (
	"iter"
	"math/bits"
)

// Symmetry is one of the eight ways to turn or mirror the board onto itself. The
// zero value is the identity. The rules know no direction: the legal moves,
// captures and result of an image of a position are the images of its own.
//
// Of a value that there is not, 8 or more, only the lowest three bits count, so
// applying it does what one of the eight does; its text is refused.
type Symmetry uint8

// The symmetries, with where each sends a1 and b1. Rank 1 is at the bottom and
// file a on the left.
const (
	Identity         Symmetry = iota // "identity": a1, b1
	FlipFiles                        // "flip-files", left and right change places: g1, f1
	FlipRanks                        // "flip-ranks", top and bottom change places: a7, b7
	Rotate180                        // "rotate-180", half a turn: g7, f7
	FlipDiagonal                     // "flip-diagonal", mirrored in the line a1 to g7: a1, a2
	Rotate270                        // "rotate-270", a quarter turn anticlockwise: g1, g2
	Rotate90                         // "rotate-90", a quarter turn clockwise: a7, a6
	FlipAntidiagonal                 // "flip-antidiagonal", mirrored in the line a7 to g1: g7, g6
)

// What the three bits of a Symmetry do. transposes is done first.
const (
	flipsFiles = FlipFiles
	flipsRanks = FlipRanks
	transposes = FlipDiagonal
)

// Symmetries returns the eight symmetries in the order of their numbers, the
// identity first.
func Symmetries() iter.Seq[Symmetry] {
	return func(yield func(Symmetry) bool) {
		for s := range FlipAntidiagonal + 1 {
			if !yield(s) {
				return
			}
		}
	}
}

// Compose returns the symmetry that does t first and then s, as functions are
// composed: s.Compose(t).Square(x) is s.Square(t.Square(x)). The order matters.
func (s Symmetry) Compose(t Symmetry) Symmetry {
	flips := t & Rotate180
	if s&transposes != 0 {
		flips = swapFlips(flips)
	}
	return (s ^ flips ^ t&transposes) & FlipAntidiagonal
}

// Inverse returns the symmetry that undoes s. All but the two quarter turns
// undo themselves.
func (s Symmetry) Inverse() Symmetry {
	if s&transposes != 0 {
		return transposes | swapFlips(s&Rotate180)
	}
	return s & Rotate180
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
	switch s & Rotate180 {
	case FlipFiles:
		return b.filesFlipped()
	case FlipRanks:
		return b.ranksFlipped()
	case Rotate180:
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

var symmetryWords = words[Symmetry]{"Symmetry", "symmetry", []string{
	"identity", "flip-files", "flip-ranks", "rotate-180", "flip-diagonal", "rotate-270", "rotate-90", "flip-antidiagonal",
}}

// String returns the symmetry as text: identity, flip-files, flip-ranks,
// rotate-180, flip-diagonal, rotate-270, rotate-90 or flip-antidiagonal.
func (s Symmetry) String() string { return symmetryWords.text(s) }

// MarshalText returns the symmetry as String does. It refuses an invalid value.
func (s Symmetry) MarshalText() ([]byte, error) { return symmetryWords.marshal(s) }

// UnmarshalText reads what MarshalText writes.
func (s *Symmetry) UnmarshalText(text []byte) error { return symmetryWords.unmarshal(s, text) }
