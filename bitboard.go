package brandubh

//go:generate go run ./internal/tables

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// Square is one of the 49 squares of the board, numbered along the ranks:
// A1 is 0, B1 is 1, … G1 is 6, A2 is 7, … G7 is 48. Any other number is off
// the board; [Square.Valid] tells, and everything that takes a Square either
// refuses such a one or treats it as empty, as its comment says.
type Square uint8

// The squares, files a to g from left to right, ranks 1 to 7 from the bottom.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	A2
	B2
	C2
	D2
	E2
	F2
	G2
	A3
	B3
	C3
	D3
	E3
	F3
	G3
	A4
	B4
	C4
	D4
	E4
	F4
	G4
	A5
	B5
	C5
	D5
	E5
	F5
	G5
	A6
	B6
	C6
	D6
	E6
	F6
	G6
	A7
	B7
	C7
	D7
	E7
	F7
	G7
)

// Size is the number of ranks, and of files, of the board.
const Size = 7

// SquareAt returns the square on a file and a rank, both 0 to 6, and whether
// there is one. SquareAt(3, 0) is D1.
func SquareAt(file, rank int) (Square, bool) {
	if file < 0 || file >= Size || rank < 0 || rank >= Size {
		return 0, false
	}
	return Square(rank*Size + file), true
}

// Valid reports whether s is on the board.
func (s Square) Valid() bool { return s <= G7 }

// File returns the file of s, 0 for a to 6 for g.
func (s Square) File() int { return int(s % Size) }

// Rank returns the rank of s, 0 for rank 1 to 6 for rank 7.
// For a square off the board it is 7 or more.
func (s Square) Rank() int { return int(s / Size) }

// Bitboard returns the set that holds s alone; it is empty for a square off
// the board.
func (s Square) Bitboard() Bitboard { return 1 << s & Board }

// below returns the squares before s in square order.
func (s Square) below() Bitboard { return 1<<(s&63) - 1 }

// file returns the squares of the file of s.
func (s Square) file() Bitboard { return fileA << (fileOf[s&63] & 63) }

// Bitboard is a set of squares: bit i is the Square numbered i. The bits from
// 49 on are always clear in what this package returns, and never looked at.
// The zero Bitboard is the empty set. Sets are combined with Go's own
// operators (&, |, ^, &^) and iterated with [Bitboard.All].
type Bitboard uint64

// Sets of squares that the rules speak of.
const (
	// Board is all 49 squares.
	Board Bitboard = 1<<49 - 1
	// Throne is the central square, d4.
	Throne Bitboard = 1 << D4
	// Beside is the four squares next to the throne: d3, c4, e4, d5.
	Beside Bitboard = 1<<D3 | 1<<C4 | 1<<E4 | 1<<D5
	// Corners is a1, g1, a7 and g7.
	Corners Bitboard = 1<<A1 | 1<<G1 | 1<<A7 | 1<<G7
	// Edge is the 24 squares of ranks 1 and 7 and files a and g, corners included.
	Edge Bitboard = 127 | 127<<A7 | fileA | fileA<<6

	fileA Bitboard = 1 | 1<<A2 | 1<<A3 | 1<<A4 | 1<<A5 | 1<<A6 | 1<<A7
	notA  Bitboard = Board &^ fileA
	notG  Bitboard = Board &^ (fileA << 6)
)

// Has reports whether s is in b. No set has a square off the board.
func (b Bitboard) Has(s Square) bool { return b&s.Bitboard() != 0 }

// Len returns the number of squares in b, 0 to 49.
func (b Bitboard) Len() int { return bits.OnesCount64(uint64(b & Board)) }

// len is Len for a set without bits beyond the board.
func (b Bitboard) len() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of b in square order, and whether there is one.
func (b Bitboard) First() (Square, bool) {
	b &= Board
	return b.first(), b != 0
}

// first is First for a set known not to be empty (of an empty one it returns 64).
func (b Bitboard) first() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// last returns the highest square of a set known not to be empty.
func (b Bitboard) last() Square { return Square(63 - bits.LeadingZeros64(uint64(b))) }

// nth returns the n-th square of a set known to have as many.
func (b Bitboard) nth(n int) Square {
	for ; n > 0; n-- {
		b &= b - 1
	}
	return b.first()
}

// All returns the squares of b in square order: a1, b1, … g7.
func (b Bitboard) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for b := b & Board; b != 0; b &= b - 1 {
			if !yield(b.first()) {
				return
			}
		}
	}
}

// String returns the squares of b in square order with blanks between them,
// "a1 d4 g7"; the empty set is the empty string. It is the text that
// [Bitboard.UnmarshalText] reads.
func (b Bitboard) String() string {
	var s strings.Builder
	for sq := range b.All() {
		if s.Len() > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(sq.String())
	}
	return s.String()
}

// Neighbours returns the squares orthogonally next to a square of b.
func (b Bitboard) Neighbours() Bitboard {
	return (b&notG)<<1 | (b&notA)>>1 | b<<7&Board | b>>7
}

// slide returns the empty squares that a piece on s reaches along its rank and
// file over empty squares, given the blocked ones. s must be on the board.
//
// Seven bits of a rank, or of a file gathered into seven adjacent bits by a
// multiplication, index a table with the answer for each of the seven places.
func slide(s Square, blocked Bitboard) Bitboard {
	const gather = 1<<36 | 1<<30 | 1<<24 | 1<<18 | 1<<12 | 1<<6 | 1
	r, f := rankOf[s&63], fileOf[s&63]
	return alongRank[f%Size][blocked>>(Size*r&63)&127]<<(Size*r&63) |
		alongFile[r%Size][blocked>>(f&63)&fileA*gather>>36&127]<<(f&63)
}

// ParseSquare reads a square, a file a to g and a rank 1 to 7: "d4".
func ParseSquare(text string) (Square, error) {
	s, ok := readSquare(text)
	if !ok || len(text) != 2 {
		return 0, &ParseError{"square", text, 0, "want a file a to g and a rank 1 to 7, as in d4"}
	}
	return s, nil
}

// readSquare reads the square at the start of a text.
func readSquare[T string | []byte](text T) (Square, bool) {
	if len(text) < 2 {
		return 0, false
	}
	return SquareAt(int(text[0])-'a', int(text[1])-'1')
}

// String returns the square as text, "d4"; "Square(60)" for one off the board.
func (s Square) String() string {
	if !s.Valid() {
		return fmt.Sprintf("Square(%d)", uint8(s))
	}
	return string(s.append(nil))
}

func (s Square) append(b []byte) []byte {
	return append(b, 'a'+byte(s.File()), '1'+byte(s.Rank()))
}

// MarshalText returns the square as text, "d4". It refuses a square off the board
// ([ErrOffBoard]).
func (s Square) MarshalText() ([]byte, error) {
	if !s.Valid() {
		return nil, fmt.Errorf("%v: %w", s, ErrOffBoard)
	}
	return s.append(nil), nil
}

// UnmarshalText reads what MarshalText writes, as [ParseSquare] does.
func (s *Square) UnmarshalText(text []byte) error { return unmarshal(s, text, ParseSquare) }

// MarshalText returns the squares of b in square order with blanks between
// them, "a1 d4 g7". It refuses a set with bits beyond the board ([ErrOffBoard]).
func (b Bitboard) MarshalText() ([]byte, error) {
	if b&^Board != 0 {
		return nil, fmt.Errorf("bitboard %#x has squares %w", uint64(b), ErrOffBoard)
	}
	return []byte(b.String()), nil
}

// UnmarshalText reads what MarshalText writes: squares in square order, each
// once, with one blank between two.
func (b *Bitboard) UnmarshalText(text []byte) error {
	var set Bitboard
	for i := 0; i < len(text); i += 3 {
		s, ok := readSquare(text[i:])
		switch {
		case !ok:
			return &ParseError{"bitboard", string(text), i, "want a square, as in d4"}
		case set>>s != 0:
			return &ParseError{"bitboard", string(text), i, "want the squares in the order a1, b1, … g7"}
		case i+2 < len(text) && (text[i+2] != ' ' || i+3 == len(text)):
			return &ParseError{"bitboard", string(text), i + 2, "want one blank between two squares"}
		}
		set |= s.Bitboard()
	}
	*b = set
	return nil
}
