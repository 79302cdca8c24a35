package brandubh

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
)

// ErrRepetition: the move would bring back an earlier position of the game while
// another legal move does not.
var ErrRepetition = errors.New("brings back an earlier position")

// Repeat is an event of the repetition rule: play has repeated itself as often
// as the rule counts.
type Repeat struct {
	// Ply is the ply that filled the count, counted from 1.
	Ply int `json:"ply"`
	// Earlier is, for occurrences, after how many plies the position stood the
	// time before (0 for the first position); for moves, the ply one period before.
	Earlier int `json:"earlier"`
	// Result is what follows by the rule.
	Result Result `json:"result"`
}

// judge works out what a move leads to that brings about position q: how the line
// stands, and the event of the repetition rule, the zero Repeat for none. It sets r
// to the record of the ply. It refuses a forbidden repetition, and changes nothing
// else.
func (l *Line) judge(x *lineIndex, m Move, q Position, r *plyRecord) (Result, Repeat, error) {
	before := x.record(r, q)
	if before >= 0 && l.v.Repetition.Forbidden && !l.passes {
		if err := l.forbidden(x, m, q); err != nil {
			return Result{}, Repeat{}, err
		}
	}
	result := l.v.Result(q)
	if result.Over() {
		return result, Repeat{}, nil
	}
	var earlier int32 // also after how many plies the last period began
	switch l.v.Repetition.Counts {
	case CountOccurrences:
		if r.count < int32(l.v.Repetition.Times) {
			return result, Repeat{}, nil
		}
		earlier = before
	case CountMoves:
		period := x.period(m, int32(l.v.Repetition.Times))
		if period == 0 {
			return result, Repeat{}, nil
		}
		earlier = x.last() + 1 - period
	default:
		return result, Repeat{}, nil
	}
	e := Repeat{int(x.last()) + 1, int(earlier), Result{l.repetitionWinner(x, m, earlier), Repeated}}
	if !l.passes {
		result = e.Result
	}
	return result, e, nil
}

// forbidden returns why the rules forbid a move as a repetition that brings about
// position q, nil if they do not.
func (l *Line) forbidden(x *lineIndex, m Move, q Position) error {
	first := x.first(q)
	if first < 0 || !l.fresh(x, l.position, x.last(), m) {
		return nil
	}
	return &MoveError{Move: m, Err: ErrRepetition, At: m.To, Piece: l.position.At(m.From), Earlier: int(first)}
}

// fresh reports whether there is a legal move in the position p after n plies,
// other than the one given, that brings back no position up to there.
func (l *Line) fresh(x *lineIndex, p Position, n int32, other Move) bool {
	for m, q := range l.v.Successors(p) {
		if m != other && !x.occurred(q, n) {
			return true
		}
	}
	return false
}

// repetitionWinner returns who wins by the repetition rule when the move m fills
// the count, given after how many plies the last period began.
func (l *Line) repetitionWinner(x *lineIndex, m Move, from int32) Side {
	mover := l.position.turn
	switch l.v.Repetition.Result {
	case DefendersLose:
		return Attackers
	case MoverLoses:
		return mover.Opponent()
	case StarterLoses:
		// For occurrences the side to move in the repeated position started; for
		// moves the side that did not make the last one: the same side.
		return mover
	case BreakerLoses:
		for n := x.last(); n >= from; n-- {
			p := x.plies[n].position
			if l.fresh(x, p, n, m) {
				return p.turn.Opponent()
			}
			if n > 0 {
				m = x.move(n)
			}
		}
	}
	return NoSide
}

// lineIndex is every position and move of a line in a form in which those that
// repeat are found. It is a cache: everything in it follows from the moves.
//
// Positions are found by their hash. Every ply is in a chain with those before it
// that fall on the same head, latest first, so that taking the last ply back is to
// put the head back. The search of a chain stops at the last capture, because no
// position from before it can come back.
type lineIndex struct {
	version uint64
	plies   []plyRecord // one more than moves
	heads   []int32     // the first ply of each chain, -1 for none; a power of two of them
	shift   uint8       // which bits of a hash choose the head

	moves []byte // From and To of each

	// Where moves are counted, every ply is likewise in a chain of those that end
	// the same window of moves. A ply that ends no full window is in none.
	window      int32 // how many moves are in a window, 0 where moves are not counted
	windows     []int32
	windowHeads []int32
}

// plyRecord is a position of a line.
type plyRecord struct {
	position Position
	hash     uint32
	chain    int32 // the next ply of the chain, -1 for none
	capture  int32 // the ply of the last capture, 0 for none
	count    int32 // the number of occurrences of the position so far
}

// window is the last moves of a line, as far as they must be the same for moves
// to repeat: two for a count of two, the six of the shortest period for more.
type window struct {
	middle uint64
	ends   uint32
}

// owns reports whether the index of the line is its own.
func (l *Line) owns() bool { return l.owner == l && l.index.version == l.version }

// own returns an index that the line may change.
func (l *Line) own() *lineIndex {
	if !l.owns() {
		l.index, l.owner, l.version = l.makeIndex(0), l, 0
	}
	return l.index
}

// readIndex returns an index that the line may read.
func (l *Line) readIndex() *lineIndex {
	if l.owns() {
		return l.index
	}
	return l.makeIndex(0)
}

// makeIndex returns an index made from the moves of the line, with room for more.
func (l *Line) makeIndex(more int) *lineIndex {
	room := l.moves.n + max(more, 31) + 1
	x := &lineIndex{plies: make([]plyRecord, 0, room), moves: make([]byte, 0, 2*room)}
	if r := l.v.Repetition; r.Counts == CountMoves {
		x.window = 6
		if r.Times == 2 {
			x.window = 2
		}
	}
	x.grow(2 * room)
	x.plies = append(x.plies, plyRecord{position: l.first, hash: uint32(l.first.Hash() >> 32), count: 1, chain: -1})
	x.link(0)
	if x.window > 0 {
		x.windows = append(x.windows, -1)
	}
	p := l.first
	for _, m := range l.moves.list() {
		p = l.v.after(p, m)
		x.record(x.next(), p)
		x.push(m)
	}
	return x
}

// last returns the number of the last ply.
func (x *lineIndex) last() int32 { return int32(len(x.plies) - 1) }

// move returns the move that was the n-th ply.
func (x *lineIndex) move(n int32) Move {
	return Move{Square(x.moves[2*n-2]), Square(x.moves[2*n-1])}
}

// record sets r to what is known of a position that follows the last one, and
// returns the ply of its previous occurrence, -1 for none.
func (x *lineIndex) record(r *plyRecord, q Position) (before int32) {
	last := &x.plies[len(x.plies)-1]
	hash, capture := uint32(q.Hash()>>32), last.capture
	if last.position.Side(q.turn) != q.Side(q.turn) {
		capture = int32(len(x.plies))
	}
	chain := x.heads[hash>>x.shift]
	*r = plyRecord{q, hash, chain, capture, 1}
	for i := chain; i >= capture; {
		s := &x.plies[i]
		if s.position == q {
			r.count = s.count + 1
			return i
		}
		i = s.chain
	}
	return -1
}

// next returns room for the record of the next ply.
func (x *lineIndex) next() *plyRecord {
	if len(x.plies) == cap(x.plies) {
		x.plies = slices.Grow(x.plies, 1)
	}
	return &x.plies[:len(x.plies)+1][len(x.plies)]
}

// occurred reports whether a position that follows the n-th has occurred up to there.
func (x *lineIndex) occurred(q Position, n int32) bool {
	capture := x.plies[n].capture
	for i := x.heads[uint32(q.Hash()>>32)>>x.shift]; i >= capture; i = x.plies[i].chain {
		if i <= n && x.plies[i].position == q {
			return true
		}
	}
	return false
}

// first returns the ply of the first occurrence of a position, -1 for none.
func (x *lineIndex) first(q Position) int32 {
	first := int32(-1)
	for i := x.heads[uint32(q.Hash()>>32)>>x.shift]; i >= 0; i = x.plies[i].chain {
		if x.plies[i].position == q {
			first = i
		}
	}
	return first
}

// mayRepeat reports whether a move could bring back a position at all: no fewer
// than four plies lead from a position to itself.
func (x *lineIndex) mayRepeat() bool {
	return x.last()+1-x.plies[x.last()].capture >= 4
}

// push appends a ply, given the move that was made. Its record stands where next
// has made room for it.
func (x *lineIndex) push(m Move) {
	n := int32(len(x.plies))
	x.plies = x.plies[:n+1]
	x.moves = append(x.moves, byte(m.From), byte(m.To))
	if x.window > 0 {
		x.windows = append(x.windows, -1)
	}
	if 2*len(x.plies) > len(x.heads) {
		x.grow(2 * len(x.heads))
		return
	}
	x.heads[x.plies[n].hash>>x.shift] = n
	if x.window > 0 {
		x.linkWindow(n)
	}
}

// pop takes the last ply away; it must not be the start.
func (x *lineIndex) pop() {
	n := x.last()
	r := &x.plies[n]
	x.heads[r.hash>>x.shift] = r.chain
	if x.window > 0 {
		if n >= x.window {
			x.windowHeads[x.windowAt(n).hash()>>x.shift] = x.windows[n]
		}
		x.windows = x.windows[:n]
	}
	x.plies, x.moves = x.plies[:n], x.moves[:2*n-2]
}

// grow makes the number of heads a power of two that is no less than size, and
// links every ply anew.
func (x *lineIndex) grow(size int) {
	x.shift = uint8(bits.LeadingZeros32(uint32(size - 1)))
	size = 1 << (32 - x.shift)
	x.heads = slices.Repeat([]int32{-1}, size)
	if x.window > 0 {
		x.windowHeads = slices.Repeat([]int32{-1}, size)
	}
	for n := range int32(len(x.plies)) {
		x.link(n)
		if x.window > 0 {
			x.linkWindow(n)
		}
	}
}

// link puts a ply at the front of its chain.
func (x *lineIndex) link(n int32) {
	r := &x.plies[n]
	head := &x.heads[r.hash>>x.shift]
	r.chain, *head = *head, n
}

// linkWindow puts a ply at the front of its chain of windows.
func (x *lineIndex) linkWindow(n int32) {
	if n >= x.window {
		head := &x.windowHeads[x.windowAt(n).hash()>>x.shift]
		x.windows[n], *head = *head, n
	}
}

// windowAt returns the window that the n-th ply ends.
func (x *lineIndex) windowAt(n int32) window {
	moves := x.moves[:2*n]
	k := len(moves) - 2
	return x.windowOf(moves[:k], binary.LittleEndian.Uint16(moves[k:]))
}

// windowWith returns the window that the move would end.
func (x *lineIndex) windowWith(m Move) window {
	return x.windowOf(x.moves, uint16(m.From)|uint16(m.To)<<8)
}

// windowOf returns the window that ends with the given moves and one more.
func (x *lineIndex) windowOf(moves []byte, last uint16) window {
	k := len(moves)
	if x.window == 2 {
		return window{ends: uint32(binary.LittleEndian.Uint16(moves[k-2:])) | uint32(last)<<16}
	}
	moves = moves[k-10:]
	return window{
		middle: binary.LittleEndian.Uint64(moves[2:]),
		ends:   uint32(binary.LittleEndian.Uint16(moves)) | uint32(last)<<16,
	}
}

func (w window) hash() uint32 {
	return uint32((w.middle*0x9e3779b97f4a7c15 ^ uint64(w.ends)*0xd6e8feb86659fd93) >> 32)
}

// period returns the period with which the last moves repeat if m is made: of the
// last (times-1)·period + 2 moves each that has one a period before it is the
// same. It is even, at least 4, and the shortest; 0 where there is none.
func (x *lineIndex) period(m Move, times int32) int32 {
	n := x.last() + 1
	if n < x.window {
		return 0
	}
	w := x.windowWith(m)
	for i := x.windowHeads[w.hash()>>x.shift]; i >= 0; i = x.windows[i] {
		period := int(n - i)
		again := (int(times)-2)*period + 2
		if again+period > int(n) {
			break
		}
		if period < 4 || period%2 != 0 || x.windowAt(i) != w {
			continue
		}
		// m is in the window, so the moves before it are left.
		moves, ago := x.moves[2*(int(n)-again):], x.moves[2*(int(n)-again-period):]
		if bytes.Equal(moves, ago[:len(moves)]) {
			return int32(period)
		}
	}
	return 0
}
