package brandubh

import (
	"errors"
	"fmt"
	"iter"
)

// Errors returned by Game methods, in addition to those for moves.
var (
	// ErrNoAgreement: the rules know no draw by agreement.
	ErrNoAgreement = errors.New("the rules know no draw by agreement")
	// ErrDrawOffer: a draw is offered while an offer stands, or no draw is offered
	// that this side could accept, decline or withdraw.
	ErrDrawOffer = errors.New("no such draw offer")
	// ErrNotASide: an act of a player was given neither Attackers nor Defenders.
	ErrNotASide = errors.New("neither attackers nor defenders")
	// ErrResult: the game cannot have that result.
	ErrResult = errors.New("the game cannot have that result")
)

// Game is a game from its first move to its result: a [Line] of play, what was
// undone of it, and what the players say beside their moves.
//
// A copy of a Game is a game of its own: whatever is done to either changes
// nothing in the other. A Game is for one goroutine at a time, a copy may go to
// another; methods that only ask may be called by several at once. What a Game
// hands out belongs to its caller.
//
// A draw offer stands until it is answered (accepted or declined) or withdrawn,
// the other side moves, a move is taken back, or the game ends.
//
// Make a Game with [NewGame], [NewGameFrom] or [ParseGame]. The zero Game and a nil
// *Game have no rules and are over.
type Game struct {
	line   Line
	undone *undoneMove
	spoken Result // what the players have said; the zero Result if nothing
	offer  Side   // who offers a draw
}

// undoneMove is a move that can be redone. It is never changed, so that copies of a
// game can share it.
type undoneMove struct {
	move Move
	next *undoneMove // to be redone after it
}

// NewGame returns a game at the start of the rule set. It refuses what
// [Variant.Validate] refuses.
func NewGame(v *Variant, options ...LineOption) (*Game, error) {
	if v == nil {
		return nil, ErrNoVariant
	}
	return NewGameFrom(v, v.Start, options...)
}

// NewGameFrom returns a game that starts from a set-up. It refuses what
// [Variant.Validate] and [Variant.ValidateStart] refuse.
func NewGameFrom(v *Variant, start Position, options ...LineOption) (*Game, error) {
	g := new(Game)
	if err := g.line.start(v, start, options); err != nil {
		return nil, err
	}
	return g, nil
}

// Game returns a game in which the line has been played.
func (l *Line) Game() *Game {
	g := new(Game)
	if l != nil {
		g.line = *l
	}
	return g
}

// Line returns a copy of the line of play. What the players say beside their moves
// is no part of it: the line of a game that was resigned goes on.
func (g *Game) Line() *Line {
	l := g.read().line
	return &l
}

// read returns the game, the zero Game for nil.
func (g *Game) read() *Game {
	if g == nil {
		return new(Game)
	}
	return g
}

// Variant returns a copy of the rules.
func (g *Game) Variant() *Variant { return g.read().line.Variant() }

// LetsRepetitionPass reports whether the game was made with [LetRepetitionPass].
func (g *Game) LetsRepetitionPass() bool { return g.read().line.LetsRepetitionPass() }

// Position returns the position that the game has come to.
func (g *Game) Position() Position { return g.read().line.Position() }

// PositionAfter returns the position after n plies; 0 is the start. It returns
// false for a number of plies that have not been played.
func (g *Game) PositionAfter(n int) (Position, bool) { return g.read().line.PositionAfter(n) }

// Plies returns the number of plies played.
func (g *Game) Plies() int { return g.read().line.Plies() }

// Played returns the moves played so far, in order.
func (g *Game) Played() []Move { return g.read().line.Played() }

// Occurrences returns how often the position that the game has come to has
// occurred, as [Line.Occurrences] does.
func (g *Game) Occurrences() int { return g.read().line.Occurrences() }

// Repetition returns the first event of the repetition rule, and whether there
// was one.
func (g *Game) Repetition() (Repeat, bool) { return g.read().line.Repetition() }

// Moves returns the moves that are legal now, sorted: none when the game is over,
// and no forbidden repetitions.
func (g *Game) Moves() iter.Seq[Move] {
	g = g.read()
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
	g = g.read()
	if err := g.checkSpoken(m); err != nil {
		return err
	}
	return g.line.Check(m)
}

// checkSpoken refuses every move if the players have ended the game.
func (g *Game) checkSpoken(m Move) error {
	if !g.spoken.Over() {
		return nil
	}
	return &MoveError{Move: m, Err: ErrGameOver, At: m.To, Piece: g.line.position.At(m.From), Result: g.spoken}
}

// Play plays a move that [Game.Check] allows; another it refuses with the error
// of Check, and nothing changes. What was undone cannot be redone any more.
func (g *Game) Play(m Move) error {
	g = g.read()
	if err := g.play(m); err != nil {
		return err
	}
	g.undone = nil
	return nil
}

// play plays a move and ends the draw offer if it does.
func (g *Game) play(m Move) error {
	if err := g.checkSpoken(m); err != nil {
		return err
	}
	mover := g.line.position.turn
	if err := g.line.Play(m); err != nil {
		return err
	}
	if mover != g.offer || g.line.result.Over() {
		g.offer = NoSide
	}
	return nil
}

// Undo takes the last move back and reports whether there was one. If the players
// have ended the game after it, that is taken back too.
func (g *Game) Undo() bool {
	g = g.read()
	if g.line.Plies() == 0 {
		return false
	}
	g.undone = &undoneMove{g.line.moves.last(), g.undone}
	g.spoken, g.offer = Result{}, NoSide
	return g.line.Undo()
}

// Redo plays the move that was undone last, and reports whether there was one. It
// plays none while the game is over.
func (g *Game) Redo() bool {
	g = g.read()
	if g.undone == nil || g.play(g.undone.move) != nil {
		return false
	}
	g.undone = g.undone.next
	return true
}

// Explain explains a move as [Variant.Explain] does, with the game's history: a
// forbidden repetition is illegal, and the result is that of the game.
func (g *Game) Explain(m Move) *Explanation {
	g = g.read()
	l := &g.line
	e := l.v.Explain(l.position, m)
	err := g.Check(m)
	switch over := g.Result().Over(); {
	case err != nil && over:
		e.refuse(err, g.Result(), g.ResultCitations(), g.ResultCitations())
	case err != nil && e.Err == nil: // the position alone does not say so
		e.refuse(err, Result{}, nil, l.forbiddenCitations(l.readIndex(), m))
	case err == nil:
		var r plyRecord
		x := l.readIndex()
		if result, _, err := l.judge(x, m, e.After, &r); err == nil {
			e.end(result, l.outcomeCitations(x, m, e.After, result))
		}
	}
	return e
}

// Result returns how the game stands: as the players have ended it, or as its
// [Line] stands.
func (g *Game) Result() Result {
	g = g.read()
	if g.spoken.Over() {
		return g.spoken
	}
	return g.line.Result()
}

// ResultCitations returns the rules that make the result what it is, as
// [Variant.ResultCitations] does for a position. Resignation, time, forfeit and a
// game that was aborted need no rule.
func (g *Game) ResultCitations() []Citation {
	g = g.read()
	if g.spoken.Over() {
		return g.line.v.resultCitations(g.line.position, g.spoken)
	}
	return g.line.ResultCitations()
}

// Resign ends the game: that side loses. A side may resign at any time, not only on
// its turn. It is refused for what is no side ([ErrNotASide]) and when the game is
// over ([ErrGameOver]).
func (g *Game) Resign(s Side) error { return g.giveUp(s, Resigned) }

// TimeOut ends the game: that side has run out of time and loses. It is refused as
// [Game.Resign] is.
func (g *Game) TimeOut(s Side) error { return g.giveUp(s, OutOfTime) }

// giveUp ends the game for a side that loses it.
func (g *Game) giveUp(loser Side, why Reason) error {
	g = g.read()
	if err := g.mayAct(loser); err != nil {
		return err
	}
	g.end(Result{loser.Opponent(), why})
	return nil
}

// end ends the game as the players say.
func (g *Game) end(r Result) { g.spoken, g.offer = r, NoSide }

// End ends the game with a result that its players give it: resignation, time and
// forfeit with the winner, agreement without one where the rules know it, and
// aborted. It does nothing if that is the result already, the zero Result of a
// game that goes on included. Any other result is refused with an error that wraps
// [ErrResult].
func (g *Game) End(r Result) error {
	g = g.read()
	now := g.Result()
	if r == now {
		return nil
	}
	err := errors.New(now.Sentence())
	switch {
	case now.Over():
	case r.Reason == Resigned || r.Reason == OutOfTime || r.Reason == Forfeited:
		err = g.giveUp(r.Winner.Opponent(), r.Reason)
	case r == Result{NoSide, Agreed} && !g.line.v.Agreement:
		err = ErrNoAgreement
	case r == Result{NoSide, Agreed} || r == Result{NoSide, Aborted}:
		g.end(r)
		err = nil
	case r.Reason == Agreed || r.Reason == Aborted:
		err = errors.New("it has no winner")
	}
	if err != nil {
		return fmt.Errorf("%v: %w: %w", r, ErrResult, err)
	}
	return nil
}

// Offer returns the side whose draw offer stands, NoSide if none does.
func (g *Game) Offer() Side { return g.read().offer }

// OfferDraw offers a draw. It is refused, by the first of these that holds, for
// what is no side ([ErrNotASide]), where the rules know no draw by agreement
// ([ErrNoAgreement]; [Variant].Agreement tells), when the game is over
// ([ErrGameOver]), and while an offer stands ([ErrDrawOffer]).
func (g *Game) OfferDraw(s Side) error {
	g = g.read()
	err := g.mayAgree(s)
	switch {
	case err != nil:
		return err
	case g.offer == s:
		return fmt.Errorf("the %v have offered a draw already: %w", s, ErrDrawOffer)
	case g.offer != NoSide:
		return fmt.Errorf("the %v have offered a draw, which can be accepted or declined: %w", g.offer, ErrDrawOffer)
	}
	g.offer = s
	return nil
}

// AcceptDraw accepts the draw that the other side has offered, which ends the game.
// It is refused as [Game.OfferDraw] is, and without such an offer ([ErrDrawOffer]).
func (g *Game) AcceptDraw(s Side) error {
	g = g.read()
	if err := g.hasOffer(s, s.Opponent()); err != nil {
		return err
	}
	g.end(Result{NoSide, Agreed})
	return nil
}

// DeclineDraw declines the draw that the other side has offered. It is refused as
// [Game.AcceptDraw] is.
func (g *Game) DeclineDraw(s Side) error {
	g = g.read()
	if err := g.hasOffer(s, s.Opponent()); err != nil {
		return err
	}
	g.offer = NoSide
	return nil
}

// WithdrawDraw withdraws the side's own offer. It is refused as [Game.OfferDraw]
// is, and without such an offer ([ErrDrawOffer]).
func (g *Game) WithdrawDraw(s Side) error {
	g = g.read()
	if err := g.hasOffer(s, s); err != nil {
		return err
	}
	g.offer = NoSide
	return nil
}

// hasOffer refuses an act of a side that needs the offer of a side.
func (g *Game) hasOffer(s, of Side) error {
	if err := g.mayAgree(s); err != nil {
		return err
	}
	if g.offer != of {
		return fmt.Errorf("the %v have offered no draw: %w", of, ErrDrawOffer)
	}
	return nil
}

// mayAgree refuses every act of a side about a draw where there can be none.
func (g *Game) mayAgree(s Side) error {
	if s.Opponent() != NoSide && !g.line.v.Agreement {
		return ErrNoAgreement
	}
	return g.mayAct(s)
}

// mayAct refuses what no side does and what is done when the game is over.
func (g *Game) mayAct(s Side) error {
	switch {
	case s.Opponent() == NoSide:
		return fmt.Errorf("%v: %w", s, ErrNotASide)
	case g.Result().Over():
		return fmt.Errorf("%w: %s", ErrGameOver, g.Result().Sentence())
	}
	return nil
}
