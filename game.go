package brandubh

import (
	"errors"
	"fmt"
	"iter"
	"slices"
)

// Errors of a Game, beside those of a move.
var (
	// ErrNoAgreement: the rules know no draw by agreement.
	ErrNoAgreement = errors.New("the rules know no draw by agreement")
	// ErrNoOffer: no draw is offered that this side could accept or withdraw, or
	// one that is offered already should be answered.
	ErrNoOffer = errors.New("no such draw offer")
	// ErrNotASide: an act of the players was given neither Attackers nor Defenders.
	ErrNotASide = errors.New("neither attackers nor defenders")
)

// Game is a game from its first move to its verdict: a [Line] of play, what was
// undone of it, and what the players say beside their moves. It is the only thing
// that changes, and is for one goroutine at a time; what it hands out belongs to
// its caller. Make one with [NewGame] or [NewGameFrom]; the zero Game
// has no rules and is over.
type Game struct {
	line   Line
	undone []Move // the next to redo last
	spoken Result // what the players have said; the zero Result if nothing
	offer  Side   // who offers a draw
}

// NewGame returns a game at the start of the rule set. It refuses what
// [Variant.Validate] refuses.
func NewGame(v *Variant) (*Game, error) {
	if v == nil {
		return nil, ErrNoVariant
	}
	return NewGameFrom(v, v.Start)
}

// NewGameFrom returns a game that starts from a set-up. It refuses what
// [Variant.Validate] and [Variant.ValidateStart] refuse.
func NewGameFrom(v *Variant, start Position) (*Game, error) {
	l, err := NewLine(v, start)
	if err != nil {
		return nil, err
	}
	return &Game{line: *l}, nil
}

// LetRepetitionPass makes the game report repetitions and go on, for records of
// games in which nobody applied the rule ([Line.ReportOnly]). The moves played so
// far are judged anew.
func (g *Game) LetRepetitionPass() {
	l, err := NewLine(&g.line.v, g.line.start())
	if err != nil {
		return // the zero Game
	}
	l.ReportOnly = true
	for _, m := range g.line.moves {
		l.Play(m) // was legal under stricter rules
	}
	g.line = *l
}

// Variant returns a copy of the rules.
func (g *Game) Variant() *Variant { return g.line.Variant() }

// Position returns the position that the game has come to.
func (g *Game) Position() Position { return g.line.Position() }

// PositionAfter returns the position after so many plies; 0 is the start. It
// returns false for a number of plies that have not been played.
func (g *Game) PositionAfter(plies int) (Position, bool) { return g.line.PositionAfter(plies) }

// Plies returns the number of plies played.
func (g *Game) Plies() int { return g.line.Plies() }

// Played returns the moves played so far, in order.
func (g *Game) Played() []Move { return g.line.Played() }

// Moves returns the moves that are legal now, sorted: none when the game is over,
// and no forbidden repetitions.
func (g *Game) Moves() iter.Seq[Move] {
	if g.spoken.Over() {
		return func(func(Move) bool) {}
	}
	return g.line.Moves()
}

// Targets returns the squares that the piece on from may move to now: those of
// [Variant.Targets], without forbidden repetitions.
func (g *Game) Targets(from Square) (b Bitboard) {
	for m := range g.Moves() {
		if m.From == from {
			b |= m.To.Bitboard()
		}
	}
	return b
}

// Check returns nil if the move is legal now, and otherwise a [*MoveError] with
// the first of the reasons of [Variant.Check] that holds, or [ErrRepetition].
func (g *Game) Check(m Move) error {
	if g.spoken.Over() {
		p := g.Position()
		return &MoveError{Move: m, Err: ErrGameOver, At: m.To, Piece: p.At(m.From), Result: g.spoken}
	}
	return g.line.Check(m)
}

// Play plays a move that [Game.Check] allows; another it refuses with the error
// of Check, and nothing changes. A draw offered by the other side lapses, and
// what was undone cannot be redone any more.
func (g *Game) Play(m Move) error {
	mover := g.Position().turn
	if err := g.Check(m); err != nil {
		return err
	}
	if err := g.line.Play(m); err != nil {
		return err
	}
	g.undone = nil
	if g.offer != mover {
		g.offer = NoSide
	}
	return nil
}

// Explain explains a move as [Variant.Explain] does, with the game's history: a
// forbidden repetition is illegal, and the result is that of the game.
func (g *Game) Explain(m Move) *Explanation {
	e := g.line.v.Explain(g.Position(), m)
	if err := g.Check(m); err != nil {
		if e.Err == nil || g.Result().Over() {
			e.Err, e.After, e.Effects = err, e.Position, nil
			e.Result, e.ResultCitations = g.Result(), g.ResultCitations()
			e.Citations, e.Otherwise = g.line.refusalGrounds(err), nil
		}
		return e
	}
	if g.line.Play(m) == nil {
		e.Result, e.ResultCitations = g.line.Result(), g.line.ResultCitations()
		g.line.Undo()
	}
	return e
}

// Undo takes the last move back, with whatever the players said after it, and
// reports whether there was one.
func (g *Game) Undo() bool {
	if g.Plies() == 0 {
		return false
	}
	g.undone = append(g.undone, g.line.moves[len(g.line.moves)-1])
	g.spoken, g.offer = Result{}, NoSide
	return g.line.Undo()
}

// Redo plays the move that was undone last, and reports whether there was one.
// What the players said is not repeated.
func (g *Game) Redo() bool {
	last := len(g.undone) - 1
	if last < 0 || g.spoken.Over() || g.line.Play(g.undone[last]) != nil {
		return false
	}
	g.undone = g.undone[:last]
	g.offer = NoSide
	return true
}

// Result returns how the game stands: as the players have ended it, or as its
// [Line] stands.
func (g *Game) Result() Result {
	if g.spoken.Over() {
		return g.spoken
	}
	return g.line.Result()
}

// ResultCitations returns the rules that make the result what it is, as
// [Variant.ResultCitations] does for a position. Resignation, time and forfeit
// need no rule.
func (g *Game) ResultCitations() []Citation {
	switch g.Result().Reason {
	case Agreed:
		return g.line.v.grounds("agreement")
	case Resigned, OutOfTime, Forfeited:
		return nil
	}
	return g.line.ResultCitations()
}

// Repetition returns the first event of the repetition rule, and whether there
// was one.
func (g *Game) Repetition() (Repeat, bool) { return g.line.Repetition() }

// end ends the game for a side that gives it up.
func (g *Game) end(loser Side, why Reason) error {
	switch {
	case loser.Opponent() == NoSide:
		return fmt.Errorf("%v: %w", loser, ErrNotASide)
	case g.Result().Over():
		return fmt.Errorf("%w: %s", ErrGameOver, g.Result().Sentence())
	}
	g.spoken, g.offer = Result{loser.Opponent(), why}, NoSide
	return nil
}

// Resign ends the game: that side loses. It may do so at any time; a game that is
// over refuses it ([ErrGameOver]).
func (g *Game) Resign(s Side) error { return g.end(s, Resigned) }

// TimeOut ends the game: that side has run out of time and loses.
func (g *Game) TimeOut(s Side) error { return g.end(s, OutOfTime) }

// Forfeit ends the game: that side loses by a decision from outside.
func (g *Game) Forfeit(s Side) error { return g.end(s, Forfeited) }

// Offer returns the side whose draw offer stands, NoSide if none does.
func (g *Game) Offer() Side { return g.offer }

// OfferDraw offers a draw. The offer stands until it is accepted or withdrawn or
// the other side moves. It is refused where the rules know no draw by agreement
// ([ErrNoAgreement]), when the game is over ([ErrGameOver]), and when a draw is
// offered already ([ErrNoOffer]): the other side's offer wants an answer.
func (g *Game) OfferDraw(s Side) error {
	if err := g.mayAgree(s); err != nil {
		return err
	}
	if g.offer != NoSide {
		return fmt.Errorf("the %v have offered a draw already: %w", g.offer, ErrNoOffer)
	}
	g.offer = s
	return nil
}

// AcceptDraw accepts the draw that the other side has offered, which ends the
// game. Without such an offer it is refused ([ErrNoOffer]).
func (g *Game) AcceptDraw(s Side) error {
	if err := g.mayAgree(s); err != nil {
		return err
	}
	if g.offer != s.Opponent() {
		return fmt.Errorf("the %v have offered no draw: %w", s.Opponent(), ErrNoOffer)
	}
	g.spoken, g.offer = Result{NoSide, Agreed}, NoSide
	return nil
}

// WithdrawDraw withdraws the side's own offer. Without one it is refused
// ([ErrNoOffer]).
func (g *Game) WithdrawDraw(s Side) error {
	if err := g.mayAgree(s); err != nil {
		return err
	}
	if g.offer != s {
		return fmt.Errorf("the %v have offered no draw: %w", s, ErrNoOffer)
	}
	g.offer = NoSide
	return nil
}

func (g *Game) mayAgree(s Side) error {
	switch {
	case s.Opponent() == NoSide:
		return fmt.Errorf("%v: %w", s, ErrNotASide)
	case !g.line.v.Agreement:
		return ErrNoAgreement
	case g.Result().Over():
		return fmt.Errorf("%w: %s", ErrGameOver, g.Result().Sentence())
	}
	return nil
}

// Clone returns a copy of the game that goes its own way, with what was undone
// and what was offered.
func (g *Game) Clone() *Game {
	c := *g
	c.line = *g.line.Clone()
	c.undone = slices.Clone(g.undone)
	return &c
}
