package brandubh

import (
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// movement is what the rules say of how one kind of piece moves.
type movement struct {
	noStop Bitboard // where it may not stop
	noPass Bitboard // what it may not move over, though it be empty
	limit  uint8    // how many squares at most, 0 for any number
}

// movement gathers the rules for one kind of piece (common 2 and 3,
// throne.return, throne.stop, throne.pass, range).
func (v *Variant) movement(x Piece) movement {
	t := &v.Throne
	switch x {
	case Attacker:
		return v.soldier(t.Stop.Attackers, t.Pass.Attackers, v.Range.Attackers)
	case Defender:
		return v.soldier(t.Stop.Defenders, t.Pass.Defenders, v.Range.Defenders)
	case King:
		return movement{t.closed(t.Return), t.closed(t.Pass.King), v.Range.King}
	}
	return movement{}
}

// soldier is the movement of a soldier, who may stop on no corner.
func (v *Variant) soldier(stop, pass bool, limit uint8) movement {
	m := movement{v.Throne.closed(stop), v.Throne.closed(pass), limit}
	if v.Corners.Exists {
		m.noStop |= Corners
	}
	return m
}

// closed returns the throne, if there is one that is not open.
func (t *ThroneRules) closed(open bool) Bitboard {
	if t.Exists && !open {
		return Throne
	}
	return 0
}

// reach returns where a piece that moves in this way can go from a square.
func (m movement) reach(p Position, from Square) Bitboard {
	occupied := p.occupied()
	to := slide(from, occupied|m.noPass)
	if m.noPass&^m.noStop != 0 { // it may stop on the throne, though not pass it
		to |= slide(from, occupied) & m.noPass
	}
	to &^= m.noStop
	if m.limit != 0 {
		to &= within(from, m.limit)
	}
	return to
}

// movers is how the soldiers and the king of the side to move move.
type movers struct{ soldier, king movement }

// movers gathers the rules for the pieces of a side.
func (v *Variant) movers(s Side) movers {
	if s == Attackers {
		return movers{soldier: v.movement(Attacker)}
	}
	return movers{v.movement(Defender), v.movement(King)}
}

// reach returns where the piece of the side to move on a square can go.
func (m *movers) reach(p Position, from Square) Bitboard {
	if p.king&from.Bitboard() != 0 {
		return m.king.reach(p, from)
	}
	return m.soldier.reach(p, from)
}

// within returns the squares at most n orthogonal steps away.
func within(s Square, n uint8) Bitboard {
	b := s.Bitboard()
	for range n {
		b |= b.Neighbours()
	}
	return b
}

// inPlay reports whether a side is to move and the position is undecided, unless
// that side has no legal move. [Variant.Result] asks the same and gives a reason.
func (v *Variant) inPlay(p Position) bool {
	return p.turn != NoSide && p.king != 0 && p.king&v.goal() == 0 &&
		!(v.Enclosure && p.turn == Defenders && enclosed(p))
}

// Goals returns the squares on which the king has escaped (goal).
func (v *Variant) Goals() Bitboard {
	if v == nil {
		return 0
	}
	return v.goal()
}

func (v *Variant) goal() Bitboard {
	switch v.Goal {
	case GoalCorner:
		return Corners
	case GoalEdge:
		return Edge
	}
	return 0
}

// Targets returns the squares that the piece on from may move to now. It is
// empty for a piece that may not move: where no piece of the side to move
// stands, where from is off the board, where the position is finished.
func (v *Variant) Targets(p Position, from Square) Bitboard {
	if v == nil || !v.inPlay(p) {
		return 0
	}
	switch b := from.Bitboard(); {
	case p.turn == Attackers && p.attackers&b != 0:
		return v.movement(Attacker).reach(p, from)
	case p.turn == Defenders && p.defenders&b != 0:
		return v.movement(Defender).reach(p, from)
	case p.turn == Defenders && p.king&b != 0:
		return v.movement(King).reach(p, from)
	}
	return 0
}

// Moves returns the legal moves, in square order by From and then by To. There
// are none exactly when the position is finished or nobody is to move.
// [Variant.Successors] returns them with the positions they lead to.
func (v *Variant) Moves(p Position) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if v == nil || !v.inPlay(p) {
			return
		}
		movers := v.movers(p.turn)
		for b := p.Side(p.turn); b != 0; b &= b - 1 {
			from := b.first()
			for to := movers.reach(p, from); to != 0; to &= to - 1 {
				if !yield(Move{from, to.first()}) {
					return
				}
			}
		}
	}
}

// maxMoves is the number of moves that no position exceeds: an empty square is
// reached by the nearest piece on each side of it, and it has four sides, three on
// the edge and two in a corner.
const maxMoves = 4*25 + 3*20 + 2*4

// AppendMoves appends the legal moves to dst, in the order of [Variant.Moves].
// No position has more than 168 moves; with room for 172 it does not allocate.
func (v *Variant) AppendMoves(dst []Move, p Position) []Move {
	if v == nil || !v.inPlay(p) {
		return dst
	}
	// How many moves a piece has no processor can guess, so that a plain loop costs
	// more than the moves. Four are written at a time, and the excess is written over
	// by the next piece's.
	n := len(dst)
	dst = slices.Grow(dst, maxMoves+4)
	list := dst[:cap(dst)]
	movers := v.movers(p.turn)
	for b := p.Side(p.turn); b != 0; b &= b - 1 {
		from := b.first()
		to := movers.reach(p, from)
		end := n + to.Len()
		for {
			to2 := to & (to - 1)
			to3 := to2 & (to2 - 1)
			to4 := to3 & (to3 - 1)
			four := (*[4]Move)(list[n:])
			four[0], four[1] = Move{from, to.first()}, Move{from, to2.first()}
			four[2], four[3] = Move{from, to3.first()}, Move{from, to4.first()}
			if to = to4 & (to4 - 1); to == 0 {
				break
			}
			n += 4
		}
		n = end
	}
	return list[:n]
}

// Count returns the number of legal moves, which is 0 exactly when the position is
// finished or nobody is to move. It moves all soldiers at once and lists nothing,
// several times as fast as making a list.
func (v *Variant) Count(p Position) int {
	if v == nil || !v.inPlay(p) {
		return 0
	}
	return v.countMoves(p)
}

// NthMove returns the n-th legal move in the order of [Variant.Moves], counted from
// 0, and whether there is one. With [Variant.Count] it makes a random move
// without a list of them all:
//
//	if n := v.Count(p); n > 0 {
//		m, _ := v.NthMove(p, rand.IntN(n))
//		p, _ = v.Play(p, m)
//	}
//
// For whole random games, where only the result matters, [Variant.Playout] takes
// about two thirds of the time.
//
// It knows no history: where the rules forbid repetition, [Line.Moves] and
// [Game.Moves] leave out what they forbid.
func (v *Variant) NthMove(p Position, n int) (Move, bool) {
	if v == nil || n < 0 || !v.inPlay(p) {
		return Move{}, false
	}
	movers := v.movers(p.turn)
	for b := p.Side(p.turn); b != 0; b &= b - 1 {
		from := b.first()
		to := movers.reach(p, from)
		if k := to.Len(); n >= k {
			n -= k
			continue
		}
		for ; n > 0; n-- {
			to &= to - 1
		}
		return Move{from, to.first()}, true
	}
	return Move{}, false
}

// Check returns nil if the move is legal. Otherwise it returns a [*MoveError]
// with the first reason of these that holds: there is no Variant, the game is
// over, a square is off the board, no piece stands there, it is not of the side
// to move, not along a rank or file, blocked (and where first), it may not stop
// there, out of range.
func (v *Variant) Check(p Position, m Move) error {
	_, err := v.Play(p, m)
	return err
}

// Play returns the position after a move: the piece stands on its new square,
// the captured pieces are gone ([Variant.Captures]), the other side is to move. An
// illegal move is refused with the error that [Variant.Check] returns, and the
// position comes back as it was. For all moves of a position [Variant.Successors]
// is faster, as it need not ask whether they are legal.
func (v *Variant) Play(p Position, m Move) (Position, error) {
	if v == nil || !m.From.Valid() || !m.To.Valid() {
		return p, v.refusal(p, m)
	}
	from, to := Bitboard(1)<<(m.From&63), Bitboard(1)<<(m.To&63)
	way := path[m.From][m.To]
	if way&p.occupied() != 0 || p.king == 0 || p.king&v.goal() != 0 {
		return p, v.refusal(p, m)
	}
	if way&Throne|to&Corners != 0 || v.Enclosure || v.Range.Attackers|v.Range.Defenders|v.Range.King != 0 {
		return v.playClosely(p, m) // under most rules few moves need it
	}
	switch {
	case p.turn == Attackers && p.attackers&from != 0:
		p.attackers ^= from | to
		p.turn = Defenders
		if p.king&beside[m.To&63]|mayFall(p.defenders, p.attackers, m.To) != 0 {
			return v.arrived(p, Attacker, m.To), nil
		}
	case p.turn == Defenders && p.defenders&from != 0:
		p.defenders ^= from | to
		p.turn = Attackers
		if mayFall(p.attackers, p.defenders|p.king, m.To) != 0 {
			return v.arrived(p, Defender, m.To), nil
		}
	case p.turn == Defenders && p.king&from != 0:
		p.king ^= from | to
		p.turn = Attackers
		if mayFall(p.attackers, p.defenders|p.king, m.To) != 0 {
			return v.arrived(p, King, m.To), nil
		}
	default:
		return p, v.refusal(p, m)
	}
	return p, nil
}

// playClosely is Play for a move over empty squares in a position that the king
// has not decided. It asks all that may still be wrong with the move.
func (v *Variant) playClosely(p Position, m Move) (Position, error) {
	x, way, to := p.At(m.From), path[m.From][m.To], m.To.Bitboard()
	how := v.movement(x)
	if x == NoPiece || x.Side() != p.turn || !how.allows(way, to) ||
		how.limit != 0 && way.Len() > int(how.limit) ||
		v.Enclosure && p.turn == Defenders && enclosed(p) {
		return p, v.refusal(p, m)
	}
	return v.arrived(p.moved(x, m.From.Bitboard()|to), x, m.To), nil
}

// mayFall returns the victims next to an arrival that have straight opposite a
// piece of the side that arrives, the throne or a corner. No rules let another
// soldier fall, and most arrivals are done with when this set is empty.
func mayFall(victims, pieces Bitboard, to Square) Bitboard {
	far := (pieces | Throne | Corners) & twoAway[to&63]
	return victims & beside[to&63] & (far<<1 | far>>1 | far<<7 | far>>7)
}

// moved returns the position with a piece gone from one of two squares to the
// other and the other side to move; what that takes still stands. Moving it again
// takes the move back.
func (p Position) moved(x Piece, squares Bitboard) Position {
	p.turn = Attackers + Defenders - p.turn
	switch x {
	case Attacker:
		p.attackers ^= squares
	case Defender:
		p.defenders ^= squares
	case King:
		p.king ^= squares
	}
	return p
}

// arrived returns a position, in which a piece has just arrived on a square and
// the other side is to move, without what the arrival takes.
func (v *Variant) arrived(p Position, x Piece, to Square) Position {
	near, arriving := beside[to&63], to.Bitboard()
	switch {
	case x == Attacker:
		taken := sandwiched(arriving, p.defenders, v.anvilsToDefenders(p))
		if near&p.king != 0 && v.kingFalls(p, arriving) {
			p.king = 0
		}
		p.defenders &^= taken
	case x == Defender || v.King.Armed&HammerOnly != 0:
		p.attackers &^= sandwiched(arriving, p.attackers, v.anvilsToAttackers(p))
	}
	return p
}

// allows reports whether the piece may take this way, over its squares but the
// last, and stop on to.
func (m movement) allows(way, to Bitboard) bool {
	return way&m.noPass&^to == 0 && to&m.noStop == 0
}

// refusal returns why Play refuses a move.
func (v *Variant) refusal(p Position, m Move) error {
	e := v.judge(p, m)
	return &e
}

// judge returns the first reason against a move, with the zero Err if it is legal.
// It is the one place that knows the reasons and their order.
func (v *Variant) judge(p Position, m Move) MoveError {
	e := MoveError{Move: m, At: m.To}
	if v == nil {
		e.Err = ErrNoVariant
		return e
	}
	e.Piece = p.At(m.From)
	if e.Result = v.Result(p); e.Result != (Result{}) {
		e.Err = ErrGameOver
		return e
	}
	r := v.movement(e.Piece)
	switch {
	case !m.From.Valid():
		e.Err, e.At = ErrOffBoard, m.From
	case !m.To.Valid():
		e.Err = ErrOffBoard
	case e.Piece == NoPiece:
		e.Err, e.At = ErrNoPiece, m.From
	case e.Piece.Side() != p.turn:
		e.Err, e.At = ErrNotYours, m.From
	case path[m.From][m.To]&^Board != 0:
		e.Err = ErrNotALine
	default:
		way, to := path[m.From][m.To], m.To.Bitboard()
		if blocked := way & (p.occupied() | r.noPass&^to); blocked != 0 {
			e.Err = ErrBlocked
			e.At = blocked.first()
			if m.To < m.From {
				e.At = blocked.last()
			}
			e.Piece = p.At(e.At)
		} else if to&r.noStop != 0 {
			e.Err = ErrMayNotStop
		} else if r.limit != 0 && way.Len() > int(r.limit) {
			e.Err, e.Limit = ErrOutOfRange, r.limit
		}
	}
	return e
}

// Successors returns the legal moves, each with the position it leads to, in the
// order of [Variant.Moves]: what [Variant.Play] returns for each of them, without
// asking again whether the move is legal. It is the fastest way to look at every
// move of a position, and allocates nothing.
func (v *Variant) Successors(p Position) iter.Seq2[Move, Position] {
	return func(yield func(Move, Position) bool) { v.successors(p, yield) }
}

// successors is the loop of [Variant.Successors]. Each kind of piece has an inner
// loop of its own: to ask in a common one which piece moves costs a sixth.
func (v *Variant) successors(p Position, yield func(Move, Position) bool) {
	if v == nil || !v.inPlay(p) {
		return
	}
	taking := v.taking(p)
	if p.turn == Attackers {
		how := v.movement(Attacker)
		for b := p.attackers; b != 0; b &= b - 1 {
			from := b.first()
			for to := how.reach(p, from); to != 0; to &= to - 1 {
				m, q := Move{from, to.first()}, Position{p.attackers ^ (b&-b | to&-to), p.defenders, p.king, Defenders}
				if to&-to&taking != 0 {
					q = v.arrived(q, Attacker, m.To)
				}
				if !yield(m, q) {
					return
				}
			}
		}
		return
	}
	soldier, king := v.movement(Defender), v.movement(King)
	for b := p.defenders | p.king; b != 0; b &= b - 1 {
		from := b.first()
		if b&-b&p.king != 0 {
			for to := king.reach(p, from); to != 0; to &= to - 1 {
				m, q := Move{from, to.first()}, Position{p.attackers, p.defenders, p.king ^ (b&-b | to&-to), Attackers}
				if to&-to&taking != 0 {
					q = v.arrived(q, King, m.To)
				}
				if !yield(m, q) {
					return
				}
			}
			continue
		}
		for to := soldier.reach(p, from); to != 0; to &= to - 1 {
			m, q := Move{from, to.first()}, Position{p.attackers, p.defenders ^ (b&-b | to&-to), p.king, Attackers}
			if to&-to&taking != 0 {
				q = v.arrived(q, Defender, m.To)
			}
			if !yield(m, q) {
				return
			}
		}
	}
}

// taking returns the squares on which a piece that arrives may capture something.
// A piece that arrives on any other square captures nothing.
//
// It is judged before the move, and yet for every move: what a capture depends on
// stands straight beyond the victim or around the king, and no piece comes from
// there, as the victim would be in its way.
func (v *Variant) taking(p Position) Bitboard {
	if p.turn == Defenders {
		return strikes(p.attackers, v.anvilsToAttackers(p))
	}
	return strikes(p.defenders, v.anvilsToDefenders(p)) | v.takingKing(p)
}

// takingKing returns the squares on which an attacker that arrives may capture
// the king; on any other square he does not.
func (v *Variant) takingKing(p Position) Bitboard {
	around := p.king.Neighbours()
	walls := p.attackers | Throne | Corners // whatever the rules say of throne and corners
	switch open := around &^ walls; {
	case p.king&(p.king-1) != 0: // a raw set-up with several kings
		return around
	case *v.sides(p.king) > 2:
		if open&(open-1) != 0 { // one arrival closes one side
			return 0
		}
		return around
	case v.King.Edge && p.king&Edge != 0:
		return around
	}
	return strikes(p.king, walls)
}

// strikes returns the squares next to a victim that has an anvil straight
// opposite: the arrivals for which [sandwiched] finds anything.
func strikes(victims, anvils Bitboard) Bitboard {
	return (victims&notA&((anvils&notA)>>1))>>1 |
		(victims&notG&((anvils&notG)<<1))<<1 |
		(victims&(anvils>>7))>>7 |
		(victims&(anvils<<7))<<7
}

// Playout plays random legal moves from p, each as likely as the others of its
// ply, until the game is over or limit plies have been played. It returns how the
// last position stands, which is not over where the limit ended the game, and the
// number of plies played. Repetition, which needs the history, is left aside.
//
// The same generator in the same state plays the same game, in this release.
// Without a generator, or under a nil Variant, no move is played. It allocates
// nothing.
func (v *Variant) Playout(p Position, rng *rand.PCG, limit int) (r Result, plies int) {
	if v == nil || rng == nil {
		return v.Result(p), 0
	}
	var sides [3]movers
	sides[Attackers], sides[Defenders] = v.movers(Attackers), v.movers(Defenders)
	for ; plies < limit && v.inPlay(p); plies++ {
		q, ok := v.random(p, &sides[p.turn], rng.Uint64())
		if !ok {
			break
		}
		p = q
	}
	return v.Result(p), plies
}

// random returns the position after a legal move in a position in play, and
// whether there is one. Equal parts of all numbers choose each of the moves.
func (v *Variant) random(p Position, how *movers, number uint64) (Position, bool) {
	soldiers, kings := p.attackers, Bitboard(0)
	if p.turn == Defenders {
		soldiers, kings = p.defenders, p.king
	}
	f := how.soldier.floods(p, soldiers)
	bySoldiers := f.count()
	n := bySoldiers
	for b := kings; b != 0; b &= b - 1 {
		n += how.king.reach(p, b.first()).Len()
	}
	high, _ := bits.Mul64(number, uint64(n)) // less than n, unless that is 0
	k := int(high)
	if k < bySoldiers {
		return v.after(p, f.nth(k, soldiers)), true
	}
	k -= bySoldiers
	for b := kings; b != 0; b &= b - 1 {
		to := how.king.reach(p, b.first())
		if k < to.Len() {
			return v.after(p, Move{b.first(), to.nth(k)}), true
		}
		k -= to.Len()
	}
	return p, false
}

// floods is the squares that several pieces of one kind reach eastward (towards
// file g), westward, northward (towards rank 7) and southward. Each square of a
// direction is reached by one piece alone, the nearest one on the way back.
type floods struct{ east, west, north, south Bitboard }

// floods moves several pieces at once, step by step in each of the four directions.
func (m movement) floods(p Position, pieces Bitboard) floods {
	empty := Board &^ p.occupied()
	stop, pass := empty&^m.noStop, empty&^m.noPass
	steps := int(m.limit)
	if steps == 0 {
		steps = Size - 1
	}
	east, west, north, south := pieces, pieces, pieces, pieces
	eastward, westward := pass&notA, pass&notG
	for range steps - 1 {
		east |= east << 1 & eastward
		west |= west >> 1 & westward
		north |= north << 7 & pass
		south |= south >> 7 & pass
	}
	return floods{east << 1 & stop & notA, west >> 1 & stop & notG, north << 7 & stop, south >> 7 & stop}
}

// count returns the number of moves.
func (f floods) count() int { return f.east.len() + f.west.len() + f.north.len() + f.south.len() }

// nth returns the n-th move of the pieces that the floods come from: eastward moves
// first, then westward, northward and southward ones. There must be as many.
func (f floods) nth(n int, pieces Bitboard) Move {
	if k := f.east.len(); n >= k {
		n -= k
	} else {
		to := f.east.nth(n)
		return Move{(pieces & to.below()).last(), to}
	}
	if k := f.west.len(); n >= k {
		n -= k
	} else {
		to := f.west.nth(n)
		return Move{(pieces &^ to.below()).first(), to}
	}
	if k := f.north.len(); n >= k {
		n -= k
	} else {
		to := f.north.nth(n)
		return Move{(pieces & to.file() & to.below()).last(), to}
	}
	to := f.south.nth(n)
	return Move{(pieces & to.file() &^ to.below()).first(), to}
}

// after returns the position after a legal move.
func (v *Variant) after(p Position, m Move) Position {
	x := p.At(m.From)
	return v.arrived(p.moved(x, m.From.Bitboard()|m.To.Bitboard()), x, m.To)
}

// Perft returns the number of lines of exactly depth legal moves from p: 1 for
// depth 0 or less, and 0 from a finished position. A line that ends sooner does
// not count, and repetition, which needs the game, is left aside. It is the
// field's yardstick for whether two move generators agree.
func (v *Variant) Perft(p Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case v == nil || !v.inPlay(p):
		return 0
	}
	return v.perft(p, depth)
}

// perft is Perft for a position in play and a depth of at least 1.
func (v *Variant) perft(p Position, depth int) (n uint64) {
	if depth == 1 {
		return uint64(v.countMoves(p))
	}
	for _, q := range v.Successors(p) {
		if v.inPlay(q) {
			n += v.perft(q, depth-1)
		}
	}
	return n
}

// countMoves returns the number of legal moves in a position in play.
func (v *Variant) countMoves(p Position) int {
	if p.turn == Attackers {
		return v.movement(Attacker).floods(p, p.attackers).count()
	}
	n := v.movement(Defender).floods(p, p.defenders).count()
	for b := p.king; b != 0; b &= b - 1 { // one, except on a raw set-up
		n += v.movement(King).reach(p, b.first()).Len()
	}
	return n
}
