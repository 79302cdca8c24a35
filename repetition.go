package brandubh

import (
	"errors"
	"iter"
	"maps"
	"slices"
)

// ErrRepetition: the move would bring back an earlier position of the game while
// another legal move does not.
var ErrRepetition = errors.New("brings back an earlier position")

// Repeat is an event of the repetition rule: play has repeated itself as often
// as the rule counts.
type Repeat struct {
	// Ply is the ply that filled the count, counted from 1.
	Ply int
	// Earlier is, for occurrences, after how many plies the position stood the
	// time before (0 for the first position); for moves, the ply one period before.
	Earlier int
	// Result is what follows by the rule.
	Result Result
}

// Line is a line of play under a Variant that is judged as it grows: it knows
// every position and move from its start on, and therefore what repeats. A
// [Game] is kept on one; a search can keep its own, playing and undoing along
// the branches that it looks at.
//
// Playing and undoing cost the same however long the line is, and no hash
// decides: positions and moves are compared as they are. A Line is for one
// goroutine at a time. Make one with [NewLine]; the zero Line has no rules and
// is over.
type Line struct {
	// ReportOnly lets play go on after a repetition that would have ended it, and
	// lets forbidden repetitions be played; [Line.Repetition] reports the first.
	// It is for records of games in which nobody applied the rule, and is set
	// before the first move.
	ReportOnly bool

	v         Variant
	positions []Position // one more than moves
	moves     []Move
	judged    []judgment // of each position
	seen      map[Position]span
	windows   map[window]int32
}

// judgment is how the line stands at a position.
type judgment struct {
	result     Result
	repeat     Repeat // the first on the line; zero for none
	before     int32  // the previous occurrence of the position, -1 for none
	count      int32  // the number of occurrences so far
	sameMoves  int32  // the previous ply that ends the same window of moves, -1 for none
	windowFull bool
}

// span is where a position of the line occurs first and last.
type span struct{ first, last int32 }

// window is the last moves of a line, as far as they must be the same for moves
// to repeat: two for a count of two, the six of the shortest period for more.
type window [6]Move

// NewLine returns a line of play that starts from a position. It refuses what
// [Variant.Validate] and [Variant.ValidateStart] refuse. Changing the Variant
// afterwards does not change the line.
func NewLine(v *Variant, start Position) (*Line, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	if err := v.ValidateStart(start); err != nil {
		return nil, err
	}
	l := &Line{v: *v, seen: map[Position]span{}, windows: map[window]int32{}}
	l.push(start)
	return l, nil
}

// Variant returns a copy of the rules of the line.
func (l *Line) Variant() *Variant {
	v := l.v
	return &v
}

// Plies returns the number of plies played.
func (l *Line) Plies() int { return len(l.moves) }

// Position returns the position that the line has come to.
func (l *Line) Position() Position {
	if len(l.positions) == 0 {
		return Position{}
	}
	return l.positions[len(l.positions)-1]
}

func (l *Line) start() Position {
	if len(l.positions) == 0 {
		return Position{}
	}
	return l.positions[0]
}

// now returns how the line stands; the zero Line, which has no king, is over.
func (l *Line) now() judgment {
	if len(l.judged) == 0 {
		return judgment{result: l.v.Result(Position{})}
	}
	return l.judged[len(l.judged)-1]
}

// PositionAfter returns the position after so many plies; 0 is the start. It
// returns false for a number of plies that have not been played.
func (l *Line) PositionAfter(plies int) (Position, bool) {
	if plies < 0 || plies >= len(l.positions) {
		return Position{}, false
	}
	return l.positions[plies], true
}

// Played returns the moves played so far, in order, in a slice of the caller's own.
func (l *Line) Played() []Move { return slices.Clone(l.moves) }

// Occurrences returns how often the position that the line has come to has
// occurred, this time included: the board and the side to move, mirror images
// being different positions.
func (l *Line) Occurrences() int { return int(l.now().count) }

// Result returns how the line stands: as its last position does by itself, or
// else as the repetition rule says, unless it is to report only.
func (l *Line) Result() Result { return l.now().result }

// Repetition returns the first event of the repetition rule on the line, and
// whether there was one.
func (l *Line) Repetition() (Repeat, bool) {
	r := l.now().repeat
	return r, r.Ply > 0
}

// Moves returns the moves that are legal now, sorted as by [Variant.Moves]: none
// when the line is over, and no forbidden repetitions. A search may play each of
// them on the same line and undo it before it asks for the next.
func (l *Line) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if l.Result().Over() {
			return
		}
		p := l.Position()
		banned := l.v.Repetition.Forbidden && !l.ReportOnly && l.fresh(p, len(l.moves), Move{})
		for m := range l.v.Moves(p) {
			if banned && l.repeats(p, m) {
				continue
			}
			if !yield(m) {
				return
			}
		}
	}
}

// repeats reports whether a legal move brings back a position of the line.
func (l *Line) repeats(p Position, m Move) bool {
	q, _ := l.v.Play(p, m)
	_, ok := l.seen[q]
	return ok
}

// fresh reports whether there is a legal move in the position after so many
// plies, other than the one given, that brings back no position up to there.
func (l *Line) fresh(p Position, plies int, other Move) bool {
	for m := range l.v.Moves(p) {
		q, _ := l.v.Play(p, m)
		if s, ok := l.seen[q]; m != other && (!ok || int(s.first) > plies) {
			return true
		}
	}
	return false
}

// Check returns nil if the move is legal now, and otherwise a [*MoveError]: when
// the line is over, [ErrGameOver]; for what the position does not allow, as
// [Variant.Check] does; for a forbidden repetition, [ErrRepetition], with how
// many plies had been played when the position first stood.
func (l *Line) Check(m Move) error {
	_, err := l.after(m)
	return err
}

// after returns the position after a move that is legal now.
func (l *Line) after(m Move) (Position, error) {
	p := l.Position()
	if len(l.positions) == 0 { // the zero Line
		return p, &MoveError{Move: m, Err: ErrNoVariant, At: m.To}
	}
	if r := l.Result(); r.Over() {
		return p, &MoveError{Move: m, Err: ErrGameOver, At: m.To, Piece: p.At(m.From), Result: r}
	}
	q, err := l.v.Play(p, m)
	if err != nil {
		return p, err
	}
	if s, ok := l.seen[q]; ok && l.v.Repetition.Forbidden && !l.ReportOnly && l.fresh(p, len(l.moves), m) {
		return p, &MoveError{Move: m, Err: ErrRepetition, At: m.To, Piece: p.At(m.From), Earlier: int(s.first)}
	}
	return q, nil
}

// Play plays a move that [Line.Check] allows; another it refuses with the error
// of Check, and nothing changes.
func (l *Line) Play(m Move) error {
	q, err := l.after(m)
	if err != nil {
		return err
	}
	l.moves = append(l.moves, m)
	l.push(q)
	return nil
}

// Undo takes the last move back, and reports whether there was one.
func (l *Line) Undo() bool {
	last := len(l.moves) - 1
	if last < 0 {
		return false
	}
	j := l.judged[last+1]
	if s := l.seen[l.positions[last+1]]; j.before < 0 {
		delete(l.seen, l.positions[last+1])
	} else {
		l.seen[l.positions[last+1]] = span{s.first, j.before}
	}
	if j.windowFull {
		if w, _ := l.window(); j.sameMoves < 0 {
			delete(l.windows, w)
		} else {
			l.windows[w] = j.sameMoves
		}
	}
	l.moves, l.positions, l.judged = l.moves[:last], l.positions[:last+1], l.judged[:last+1]
	return true
}

// push appends a position, which the last of the moves has led to, and judges it.
func (l *Line) push(p Position) {
	n := int32(len(l.positions))
	j := judgment{
		before:    -1,
		count:     1,
		sameMoves: -1,
	}
	if n > 0 {
		j.repeat = l.judged[n-1].repeat
	}
	s, ok := l.seen[p]
	if !ok {
		s.first = n
	} else {
		j.before, j.count = s.last, l.judged[s.last].count+1
	}
	s.last = n
	l.seen[p] = s
	var w window
	if l.v.Repetition.Counts == CountMoves {
		if w, j.windowFull = l.window(); j.windowFull {
			if i, ok := l.windows[w]; ok {
				j.sameMoves = i
			}
			l.windows[w] = n
		}
	}
	l.positions = append(l.positions, p)
	l.judged = append(l.judged, j)
	last := &l.judged[n]
	last.result = l.v.Result(p)
	if last.result.Over() {
		return
	}
	from, earlier, ok := l.repeated(n)
	if !ok {
		return
	}
	r := Result{l.repetitionWinner(from), Repeated}
	if last.repeat.Ply == 0 {
		last.repeat = Repeat{int(n), int(earlier), r}
	}
	if !l.ReportOnly {
		last.result = r
	}
}

// repeated reports whether the count of the repetition rule is full after n
// plies: after how many plies the last period began, and for moves the ply one
// period before.
func (l *Line) repeated(n int32) (from, earlier int32, ok bool) {
	j, times := l.judged[n], int32(l.v.Repetition.Times)
	switch l.v.Repetition.Counts {
	case CountOccurrences:
		return j.before, j.before, j.count >= times
	case CountMoves:
		for i := j.sameMoves; i >= 0; i = l.judged[i].sameMoves {
			period := n - i
			if (times-1)*period+2 > n {
				break
			}
			if period >= 4 && period%2 == 0 && l.periodic(period, (times-2)*period+2) {
				return n - period, i, true
			}
		}
	}
	return 0, 0, false
}

// periodic reports whether each of the last so many moves is the one made a
// period before it.
func (l *Line) periodic(period, moves int32) bool {
	n := int32(len(l.moves))
	return slices.Equal(l.moves[n-moves:], l.moves[n-moves-period:n-period])
}

// window returns the moves that must have been made before for moves to repeat,
// and whether as many have been made.
func (l *Line) window() (w window, full bool) {
	size := len(w)
	if l.v.Repetition.Times == 2 {
		size = 2
	}
	if len(l.moves) < size {
		return w, false
	}
	copy(w[:], l.moves[len(l.moves)-size:])
	return w, true
}

// repetitionWinner returns who wins by the repetition rule when the count is
// full, given after how many plies the last period began.
func (l *Line) repetitionWinner(from int32) Side {
	toMove := l.Position().turn
	mover := toMove.Opponent()
	switch l.v.Repetition.Result {
	case DefendersLose:
		return Attackers
	case MoverLoses:
		return toMove
	case StarterLoses:
		// For occurrences the side to move in the repeated position started; for
		// moves the side that did not make the last one: the same side.
		return mover
	case BreakerLoses:
		for ply := int32(len(l.moves)) - 1; ply >= from; ply-- {
			if p := l.positions[ply]; l.fresh(p, int(ply), l.moves[ply]) {
				return p.turn.Opponent()
			}
		}
	}
	return NoSide
}

// Clone returns a copy of the line that goes its own way.
func (l *Line) Clone() *Line {
	c := *l
	c.positions, c.moves, c.judged = slices.Clone(l.positions), slices.Clone(l.moves), slices.Clone(l.judged)
	c.seen, c.windows = maps.Clone(l.seen), maps.Clone(l.windows)
	return &c
}

// ResultCitations returns the rules that make the result what it is, as
// [Variant.ResultCitations] does for a position, the repetition rule included.
func (l *Line) ResultCitations() []Citation {
	if l.Result().Reason == Repeated {
		return l.v.grounds("repetition.result", "repetition.counts", "repetition.times")
	}
	return l.v.ResultCitations(l.Position())
}

// refusalGrounds returns the rules by which a move is refused.
func (l *Line) refusalGrounds(err error) []Citation {
	switch {
	case errors.Is(err, ErrRepetition):
		return l.v.grounds("repetition.forbidden")
	case errors.Is(err, ErrGameOver):
		return l.ResultCitations()
	}
	return l.v.refusalGrounds(l.Position(), err)
}
