package brandubh

import (
	"fmt"
	"iter"
	"slices"
)

// LineOption is a choice that is made when a [Line] or a [Game] is made. The zero
// LineOption chooses nothing.
type LineOption uint8

// LetRepetitionPass lets play go on after a repetition that would end it, and lets
// forbidden repetitions be played; [Line.Repetition] still reports the first. It is
// for records of games in which nobody applied the rule.
const LetRepetitionPass LineOption = 1

// Line is a line of play under a Variant that is judged as it grows: it knows
// every position and move from its start on, and therefore what repeats. A
// [Game] is kept on one; a search can keep its own, playing and undoing along
// the branches that it looks at.
//
// Playing and undoing cost the same however long the line is, and no hash
// decides: positions and moves are compared as they are.
//
// A copy of a Line is a line of its own: whatever is played on either changes
// nothing in the other. A Line is for one goroutine at a time, a copy may go to
// another; methods that only ask may be called by several at once.
//
// Make a Line with [NewLine]. The zero Line and a nil *Line have no rules and are
// over.
type Line struct {
	v           Variant
	first       Position
	passes      bool // LetRepetitionPass
	moves       moveList
	position    Position
	occurrences int32
	result      Result
	repeat      Repeat // the first on the line; the zero Repeat for none

	// A copy must not touch what the index holds, because the line it was copied
	// from writes there. The index is therefore valid for the line at one address
	// and at one version; any other line makes an index of its own from its moves.
	index   *lineIndex
	owner   *Line
	version uint64
}

// NewLine returns a line of play that starts from a position. It refuses what
// [Variant.Validate] and [Variant.ValidateStart] refuse, and an option that is none
// of those above. Changing the Variant
// afterwards does not change the line.
func NewLine(v *Variant, start Position, options ...LineOption) (*Line, error) {
	l := new(Line)
	if err := l.start(v, start, options); err != nil {
		return nil, err
	}
	return l, nil
}

// start makes a zero Line into one that starts from a position.
func (l *Line) start(v *Variant, start Position, options []LineOption) error {
	if err := v.Validate(); err != nil {
		return err
	}
	if err := v.ValidateStart(start); err != nil {
		return err
	}
	for _, o := range options {
		if o > LetRepetitionPass {
			return fmt.Errorf("LineOption(%d): want LetRepetitionPass or 0", o)
		}
	}
	l.startSound(v, start, slices.Contains(options, LetRepetitionPass))
	return nil
}

// startSound is start for rules and a position that are known to be sound.
func (l *Line) startSound(v *Variant, start Position, passes bool) {
	l.v, l.first, l.position, l.passes = *v, start, start, passes
	l.occurrences, l.result = 1, v.Result(start)
}

// made reports whether the line has been made by NewLine, which refuses a start
// without a king.
func (l *Line) made() bool { return l != nil && l.first.king != 0 }

// Variant returns a copy of the rules of the line.
func (l *Line) Variant() *Variant {
	if l == nil {
		return new(Variant)
	}
	v := l.v
	return &v
}

// LetsRepetitionPass reports whether the line was made with [LetRepetitionPass].
func (l *Line) LetsRepetitionPass() bool { return l != nil && l.passes }

// Plies returns the number of plies played.
func (l *Line) Plies() int {
	if l == nil {
		return 0
	}
	return l.moves.n
}

// Position returns the position that the line has come to.
func (l *Line) Position() Position {
	if l == nil {
		return Position{}
	}
	return l.position
}

// PositionAfter returns the position after n plies; 0 is the start. It returns
// false for a number of plies that have not been played.
func (l *Line) PositionAfter(n int) (Position, bool) {
	switch {
	case !l.made() || n < 0 || n > l.moves.n:
		return Position{}, false
	case n == l.moves.n:
		return l.position, true
	case l.owns():
		return l.index.plies[n].position, true
	}
	p := l.first
	for _, m := range l.Played()[:n] {
		p, _ = l.v.Play(p, m)
	}
	return p, true
}

// Played returns the moves played so far, in order, in a slice of the caller's own.
func (l *Line) Played() []Move {
	if l == nil {
		return nil
	}
	return l.moves.list()
}

// Occurrences returns how often the position that the line has come to has
// occurred on it, this time included: the board and the side to move, mirror
// images being different positions. It is 0 for the zero Line.
func (l *Line) Occurrences() int {
	if l == nil {
		return 0
	}
	return int(l.occurrences)
}

// Result returns how the line stands: as its last position does by itself, or
// else as the repetition rule says, unless repetition is let pass. The zero Line
// and a nil *Line are aborted: nobody wins without rules.
func (l *Line) Result() Result {
	if !l.made() {
		return Result{NoSide, Aborted}
	}
	return l.result
}

// Repetition returns the first event of the repetition rule on the line, and
// whether there was one.
func (l *Line) Repetition() (Repeat, bool) {
	if l == nil {
		return Repeat{}, false
	}
	return l.repeat, l.repeat.Ply > 0
}

// Moves returns the moves that are legal now, sorted as by [Variant.Moves]: none
// when the line is over, and no forbidden repetitions. A search may play each of
// them on the same line and undo it before it asks for the next.
func (l *Line) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if l.Result().Over() {
			return
		}
		p := l.position
		if !l.v.Repetition.Forbidden || l.passes {
			l.v.Moves(p)(yield)
			return
		}
		x := l.readIndex()
		n := x.last()
		banned := x.mayRepeat() && l.fresh(x, p, n, Move{})
		for m, q := range l.v.Successors(p) {
			if banned && x.occurred(q, n) {
				continue
			}
			if !yield(m) {
				return
			}
		}
	}
}

// Check returns nil if the move is legal now, and otherwise a [*MoveError]: when
// the line is over, [ErrGameOver]; for what the position does not allow, as
// [Variant.Check] does; for a forbidden repetition, [ErrRepetition], with how
// many plies had been played when the position first stood.
func (l *Line) Check(m Move) error {
	q, err := l.check(m)
	if err == nil && l.v.Repetition.Forbidden && !l.passes {
		err = l.forbidden(l.readIndex(), m, q)
	}
	return err
}

// Forbids reports whether the rules forbid the move, which is legal otherwise, as
// a repetition. A line that lets repetition pass answers as if it did not.
func (l *Line) Forbids(m Move) bool {
	q, err := l.check(m)
	return err == nil && l.v.Repetition.Forbidden && l.forbidden(l.readIndex(), m, q) != nil
}

// check returns the position after a move that is legal now, unless it is a
// forbidden repetition.
func (l *Line) check(m Move) (Position, error) {
	if !l.made() {
		return Position{}, &MoveError{Move: m, Err: ErrNoVariant, At: m.To}
	}
	if l.result.Over() {
		return Position{}, &MoveError{Move: m, Err: ErrGameOver, At: m.To, Piece: l.position.At(m.From), Result: l.result}
	}
	return l.v.Play(l.position, m)
}

// Play plays a move that [Line.Check] allows; another it refuses with the error
// of Check, and nothing changes.
func (l *Line) Play(m Move) error {
	q, err := l.check(m)
	if err != nil {
		return err
	}
	x := l.own()
	r := x.next()
	result, event, err := l.judge(x, m, q, r)
	if err != nil {
		return err
	}
	l.position, l.occurrences, l.result = q, r.count, result
	if event.Ply > 0 && l.repeat.Ply == 0 {
		l.repeat = event
	}
	x.push(m)
	l.moves.push(m)
	x.version++
	l.version = x.version
	return nil
}

// Undo takes the last move back, and reports whether there was one.
func (l *Line) Undo() bool {
	if l.Plies() == 0 {
		return false
	}
	x := l.own()
	x.pop()
	if l.repeat.Ply == l.moves.n {
		l.repeat = Repeat{}
	}
	l.moves.pop()
	now := &x.plies[len(x.plies)-1]
	l.position, l.occurrences = now.position, now.count
	l.result = Result{} // or the move could not have been played
	x.version++
	l.version = x.version
	return true
}

// ResultCitations returns the rules that make the result what it is, as
// [Variant.ResultCitations] does for a position, the repetition rule included.
func (l *Line) ResultCitations() []Citation {
	if l == nil {
		l = new(Line)
	}
	r, before := l.Result(), *l
	if r.Reason != Repeated || !before.Undo() {
		return l.v.resultCitations(l.position, r)
	}
	return before.outcomeCitations(before.readIndex(), l.moves.last(), l.position, r)
}

// moveList is a list of moves that grows and shrinks at its end. A copy of it is a
// list of its own: the last moves stand in the value itself, and those before them
// in chunks that are never changed. Only one push in chunkMoves allocates, and
// none in a list that stays below tailMoves.
type moveList struct {
	n     int // the number of moves
	older *moveChunk
	kept  int // how many moves are in older
	tail  [tailMoves]Move
}

const (
	chunkMoves = 256
	tailMoves  = 2 * chunkMoves
)

// moveChunk is some of the moves of one or more lists.
type moveChunk struct {
	older *moveChunk
	moves [chunkMoves]Move
}

func (l *moveList) push(m Move) {
	if l.n-l.kept == tailMoves {
		l.older = &moveChunk{l.older, [chunkMoves]Move(l.tail[:chunkMoves])}
		copy(l.tail[:], l.tail[chunkMoves:])
		l.kept += chunkMoves
	}
	l.tail[l.n-l.kept] = m
	l.n++
}

// pop takes the last move away; there must be one.
func (l *moveList) pop() {
	if l.n == l.kept {
		copy(l.tail[:], l.older.moves[:])
		l.older = l.older.older
		l.kept -= chunkMoves
	}
	l.n--
}

// last returns the last move; there must be one.
func (l *moveList) last() Move {
	if l.n == l.kept {
		return l.older.moves[chunkMoves-1]
	}
	return l.tail[l.n-l.kept-1]
}

// list returns the moves in a slice of the caller's own.
func (l *moveList) list() []Move {
	if l.n == 0 {
		return nil
	}
	moves := make([]Move, l.n)
	at := l.kept
	copy(moves[at:], l.tail[:l.n-at])
	for c := l.older; c != nil; c = c.older {
		at -= chunkMoves
		copy(moves[at:], c.moves[:])
	}
	return moves
}
