package brandubh

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
)

// Position is where the pieces stand and whose turn it is. It does not know its
// rules: the same Position can be judged under several Variants.
//
// It is a comparable value of 32 bytes. Two Positions are equal exactly when the
// same pieces stand on the same squares with the same side to move. The zero
// Position is an empty board with nobody to move, from which any set-up, also
// one that no rule set allows, can be built with [Position.Put] and
// [Position.WithTurn]; [Variant.ValidateStart] says what is wrong with it.
type Position struct {
	// No square is in two of the three.
	attackers, defenders, king Bitboard
	turn                       Side
}

// Turn returns the side to move, NoSide if nobody is.
func (p Position) Turn() Side { return p.turn }

// WithTurn returns the position with that side to move; for anything but a
// side, with nobody to move.
func (p Position) WithTurn(s Side) Position {
	if s != Attackers && s != Defenders {
		s = NoSide
	}
	p.turn = s
	return p
}

// At returns the piece on s: NoPiece where none stands or s is off the board.
func (p Position) At(s Square) Piece {
	switch b := s.Bitboard(); {
	case p.attackers&b != 0:
		return Attacker
	case p.defenders&b != 0:
		return Defender
	case p.king&b != 0:
		return King
	}
	return NoPiece
}

// Put returns the position with that piece on s in place of what stood there;
// NoPiece empties the square. It refuses a square off the board
// ([ErrOffBoard]) and an invalid piece ([ErrNoPiece]), and returns the
// position unchanged then.
func (p Position) Put(s Square, x Piece) (Position, error) {
	b := s.Bitboard()
	switch {
	case b == 0:
		return p, fmt.Errorf("cannot put a piece on %v: %w", s, ErrOffBoard)
	case x > King:
		return p, fmt.Errorf("cannot put %v on %v: %w", x, s, ErrNoPiece)
	}
	p.attackers &^= b
	p.defenders &^= b
	p.king &^= b
	switch x {
	case Attacker:
		p.attackers |= b
	case Defender:
		p.defenders |= b
	case King:
		p.king |= b
	}
	return p, nil
}

// Pieces returns the squares on which pieces of that kind stand; for NoPiece
// the empty squares.
func (p Position) Pieces(x Piece) Bitboard {
	switch x {
	case NoPiece:
		return Board &^ p.occupied()
	case Attacker:
		return p.attackers
	case Defender:
		return p.defenders
	case King:
		return p.king
	}
	return 0
}

// Side returns the squares on which pieces of that side stand, the king with
// the defenders; the empty set for NoSide.
func (p Position) Side(s Side) Bitboard {
	switch s {
	case Attackers:
		return p.attackers
	case Defenders:
		return p.defenders | p.king
	}
	return 0
}

func (p Position) occupied() Bitboard { return p.attackers | p.defenders | p.king }

// The letters of the pieces in the text of a position, and of the sides.
const (
	pieceLetters = ".tTK"
	sideLetters  = "-ad"
)

// ParsePosition reads the text of a position: the ranks from 7 down to 1 with
// slashes between them, each its squares from file a to g, t for an attacker, T
// for a defender, K for a king, a digit for that number of empty squares; then a blank
// and the side to move, a for the attackers, d for the defenders, - for nobody.
// The start of most rule sets is
//
//	3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a
//
// There is one text for every position: two digits never follow each other.
// Any set-up is read, also one that no rules allow ([Variant.ValidateStart]).
func ParsePosition(text string) (Position, error) {
	var p Position
	fail := func(at int, why string) (Position, error) {
		return Position{}, &ParseError{"position", text, at, why}
	}
	i := 0
	for row := Size - 1; row >= 0; row-- {
		digit := false
		for file := 0; file < Size; i++ {
			if i == len(text) {
				return fail(i, "the text ends within a rank")
			}
			bit := Bitboard(1) << (row*Size + file)
			switch c := text[i]; c {
			case 't':
				p.attackers |= bit
			case 'T':
				p.defenders |= bit
			case 'K':
				p.king |= bit
			case '1', '2', '3', '4', '5', '6', '7':
				if digit {
					return fail(i, "two digits in a row; write their sum")
				}
				digit = true
				file += int(c - '0')
				if file > Size {
					return fail(i, "a rank has 7 squares, this one has more")
				}
				continue
			case '/':
				return fail(i, "a rank has 7 squares, this one has fewer")
			default:
				return fail(i, "want t, T, K or a digit 1 to 7")
			}
			digit = false
			file++
		}
		if row > 0 {
			if i == len(text) || text[i] != '/' {
				return fail(i, "want a slash after 7 squares; there are 7 ranks")
			}
			i++
		}
	}
	if i == len(text) || text[i] != ' ' {
		return fail(i, "want a blank and the side to move: a, d or -")
	}
	i++
	switch text[i:] {
	case "a":
		p.turn = Attackers
	case "d":
		p.turn = Defenders
	case "-":
	default:
		return fail(i, "want the side to move at the end: a, d or -")
	}
	return p, nil
}

// String returns the position as the text that [ParsePosition] reads.
func (p Position) String() string { return string(p.append(make([]byte, 0, 64))) }

func (p Position) append(b []byte) []byte {
	occupied := p.occupied()
	for row := Size - 1; row >= 0; row-- {
		at := row * Size
		for rest, left := occupied>>at&127, Size; left > 0; left-- {
			empty := min(left, bits.TrailingZeros64(uint64(rest|1<<Size)))
			if empty > 0 {
				b = append(b, '0'+byte(empty))
				at += empty
				rest >>= empty
				left -= empty
				if left == 0 {
					break
				}
			}
			b = append(b, pieceLetters[p.At(Square(at))])
			at++
			rest >>= 1
		}
		if row > 0 {
			b = append(b, '/')
		}
	}
	return append(b, ' ', sideLetters[p.turn])
}

// MarshalText returns the position as the text that [ParsePosition] reads, at most
// 57 bytes. It never fails.
func (p Position) MarshalText() ([]byte, error) { return p.append(nil), nil }

// UnmarshalText reads what MarshalText writes, as [ParsePosition] does.
func (p *Position) UnmarshalText(text []byte) error { return unmarshal(p, text, ParsePosition) }

const (
	diagramLetters = ".ADK"
	diagramFiles   = "  A B C D E F G"
)

// diagramTurns is the last line of a diagram for each side to move.
var diagramTurns = [...]string{"", "attackers to move", "defenders to move"}

// Diagram draws the position as the rule books do, rank 7 on top, A for an
// attacker, D for a defender, K for the king, with files and ranks and, if
// there is one, the side to move. Every line ends in a newline.
func (p Position) Diagram() string {
	var b strings.Builder
	for rank := Size - 1; rank >= 0; rank-- {
		b.WriteByte('1' + byte(rank))
		for file := range Size {
			b.WriteByte(' ')
			b.WriteByte(diagramLetters[p.At(Square(rank*Size+file))])
		}
		b.WriteByte('\n')
	}
	b.WriteString(diagramFiles + "\n")
	if p.turn != NoSide {
		b.WriteString(diagramTurns[p.turn] + "\n")
	}
	return b.String()
}

// positionBytes is the length of the binary form of a position.
const positionBytes = 13

// MarshalBinary returns the binary form of the position, 13 bytes, the same in
// every release. It never fails. Every position has one such form, also a set-up
// that no rules allow.
//
// The bytes are a number of 104 bits, the lowest byte first. Bit i is set when on
// square i stands an attacker or a king, bit 49+i when a defender or a king does;
// the bits 98 and 99 are the side to move, 0 nobody, 1 the attackers, 2 the
// defenders; the others are clear.
func (p Position) MarshalBinary() ([]byte, error) {
	b := make([]byte, 0, positionBytes)
	first, second := uint64(p.attackers|p.king), uint64(p.defenders|p.king)
	high := second>>15 | uint64(p.turn)<<34
	b = binary.LittleEndian.AppendUint64(b, first|second<<49)
	b = binary.LittleEndian.AppendUint32(b, uint32(high))
	return append(b, byte(high>>32)), nil
}

// UnmarshalBinary reads what MarshalBinary writes and nothing else: it refuses,
// with a [*ParseError] and the position left as it was, any other length, an
// invalid side to move, and set bits that should be clear.
func (p *Position) UnmarshalBinary(data []byte) error {
	if len(data) != positionBytes {
		return &ParseError{"binary position", string(data), min(len(data), positionBytes), fmt.Sprintf("want %d bytes, not %d", positionBytes, len(data))}
	}
	low := binary.LittleEndian.Uint64(data)
	high := uint64(binary.LittleEndian.Uint32(data[8:])) | uint64(data[12])<<32
	turn := high >> 34
	switch {
	case turn > 3:
		return &ParseError{"binary position", string(data), 12, "the highest four bits must be clear"}
	case turn > uint64(Defenders):
		return &ParseError{"binary position", string(data), 12, "the side to move must be 0, 1 or 2, not 3"}
	}
	first := Bitboard(low) & Board
	second := Bitboard(low>>49|high<<15) & Board
	*p = Position{first &^ second, second &^ first, first & second, Side(turn)}
	return nil
}
