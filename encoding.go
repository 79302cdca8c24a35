package brandubh

import (
	"encoding/binary"
	"fmt"
	"io"
)

// PositionBytes is the length of the binary form of a position.
const PositionBytes = 13

// AppendBinary appends the binary form of the position, [PositionBytes] bytes,
// the same in every release. It never fails, and allocates only if b lacks the
// room. Every position has one such form, also a set-up that no rules allow.
//
// The bytes are a number of 104 bits, the lowest byte first. Bit i is set when on
// square i stands an attacker or a king, bit 49+i when a defender or a king does;
// the bits 98 and 99 are the side to move, 0 nobody, 1 the attackers, 2 the
// defenders; the others are clear.
func (p Position) AppendBinary(b []byte) ([]byte, error) {
	first, second := uint64(p.attackers|p.king), uint64(p.defenders|p.king)
	high := second>>15 | uint64(p.turn)<<34
	b = binary.LittleEndian.AppendUint64(b, first|second<<49)
	b = binary.LittleEndian.AppendUint32(b, uint32(high))
	return append(b, byte(high>>32)), nil
}

// MarshalBinary returns the binary form that [Position.AppendBinary] describes.
func (p Position) MarshalBinary() ([]byte, error) {
	return p.AppendBinary(make([]byte, 0, PositionBytes))
}

// UnmarshalBinary reads what MarshalBinary writes and nothing else: it refuses,
// with a [*ParseError] and the position left as it was, any other length, a side
// to move that there is not, and set bits that should be clear.
func (p *Position) UnmarshalBinary(data []byte) error {
	if len(data) != PositionBytes {
		return &ParseError{"binary position", string(data), min(len(data), PositionBytes), fmt.Sprintf("want %d bytes, not %d", PositionBytes, len(data))}
	}
	low := binary.LittleEndian.Uint64(data)
	high := uint64(binary.LittleEndian.Uint32(data[8:])) | uint64(data[12])<<32
	turn := high >> 34
	switch {
	case turn > 3:
		return &ParseError{"binary position", string(data), 12, "the highest four bits must be clear"}
	case turn > uint64(Defenders):
		return &ParseError{"binary position", string(data), 12, "there is no side to move 3"}
	}
	first := Bitboard(low) & Board
	second := Bitboard(low>>49|high<<15) & Board
	*p = Position{first &^ second, second &^ first, first & second, Side(turn)}
	return nil
}

// AppendBinary appends the binary form of the move, two bytes: the number of its
// From and that of its To, each 0 to 48. It refuses a square off the board
// ([ErrOffBoard]); it does not ask whether the move is legal anywhere.
func (m Move) AppendBinary(b []byte) ([]byte, error) {
	if !m.From.Valid() || !m.To.Valid() {
		return b, fmt.Errorf("move %v: %w", m, ErrOffBoard)
	}
	return append(b, byte(m.From), byte(m.To)), nil
}

// MarshalBinary returns the two bytes that [Move.AppendBinary] appends.
func (m Move) MarshalBinary() ([]byte, error) { return m.AppendBinary(nil) }

// UnmarshalBinary reads what MarshalBinary writes. It refuses anything else with
// a [*ParseError] and leaves the move as it was.
func (m *Move) UnmarshalBinary(data []byte) error {
	if len(data) != 2 {
		return &ParseError{"binary move", string(data), min(len(data), 2), fmt.Sprintf("want 2 bytes, not %d", len(data))}
	}
	for i, s := range data {
		if !Square(s).Valid() {
			return &ParseError{"binary move", string(data), i, fmt.Sprintf("want the number of a square, 0 to 48, not %d", s)}
		}
	}
	*m = Move{Square(data[0]), Square(data[1])}
	return nil
}

// MoveIndices is the number of moves that there can be, under any rules: from
// each of the 49 squares to the twelve others of its rank and file. It is the
// length of a vector with a value for every move.
const MoveIndices = Size * Size * lineMoves

const lineMoves = 2 * (Size - 1)

// Index returns the place of the move among all moves along a rank or file, 0 to
// [MoveIndices]-1, in square order by From and then by To, which is the order of
// [Variant.Moves]: twelve for each From. [MoveAt] is its inverse. It refuses a
// move with a square off the board ([ErrOffBoard]) and one that is not along a
// rank or file ([ErrNotALine]) with a [*MoveError].
//
// A [Symmetry] sends moves along a line to such moves, so each permutes the
// indices: that of m goes to that of s.Move(m).
func (m Move) Index() (int, error) {
	switch {
	case !m.From.Valid():
		return 0, &MoveError{Move: m, Err: ErrOffBoard, At: m.From}
	case !m.To.Valid():
		return 0, &MoveError{Move: m, Err: ErrOffBoard, At: m.To}
	case path[m.From][m.To]&^Board != 0:
		return 0, &MoveError{Move: m, Err: ErrNotALine, At: m.To}
	}
	// First the squares below on the file, then those of the rank, then above.
	rank := m.From.Rank()
	i := int(m.From) * lineMoves
	switch to := m.To.Rank(); {
	case to < rank:
		return i + to, nil
	case to > rank:
		return i + to + Size - 2, nil
	case m.To < m.From:
		return i + rank + m.To.File(), nil
	}
	return i + rank + m.To.File() - 1, nil
}

// MoveAt returns the move with that [Move.Index], and whether there is one.
func MoveAt(index int) (Move, bool) {
	if index < 0 || index >= MoveIndices {
		return Move{}, false
	}
	from, k := Square(index/lineMoves), index%lineMoves
	file, rank := from.File(), from.Rank()
	switch to := k - rank; {
	case to < 0:
		rank = k
	case to >= Size-1:
		rank = k - (Size - 2)
	case to < file:
		file = to
	default:
		file = to + 1
	}
	return Move{from, Square(rank*Size + file)}, true
}

// PlanesLen is the number of values that [Position.Planes] sets: four planes of
// 49 squares.
const PlanesLen = 4 * Size * Size

// Planes sets the first [PlanesLen] values of dst to the position as a network
// reads it, four planes one after the other, each with the 49 squares in square
// order: value 49·k+i is that of square i in plane k. The planes are
//
//	0  the attackers: 1 where one stands, 0 elsewhere
//	1  the defenders, likewise
//	2  the king, likewise
//	3  the side to move, on every square: 1 the attackers, -1 the defenders, 0 nobody
//
// It refuses a shorter dst, with an error that wraps [io.ErrShortBuffer] and dst
// left as it was, and does not touch what follows. It allocates nothing.
func (p Position) Planes(dst []float32) error {
	if len(dst) < PlanesLen {
		return fmt.Errorf("planes need room for %d values, not %d: %w", PlanesLen, len(dst), io.ErrShortBuffer)
	}
	const squares = Size * Size
	turn := [...]float32{NoSide: 0, Attackers: 1, Defenders: -1}[p.turn]
	for i := range squares {
		dst[i] = float32(p.attackers >> i & 1)
		dst[squares+i] = float32(p.defenders >> i & 1)
		dst[2*squares+i] = float32(p.king >> i & 1)
		dst[3*squares+i] = turn
	}
	return nil
}
