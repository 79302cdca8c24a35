// Package player has players of Brandubh that work under every rule set: random
// moves, alpha-beta search and Monte Carlo tree search. A [Player] chooses a move
// for the line of play that it is given:
//
//	spec, err := player.Parse("alphabeta:100ms")
//	…
//	p, err := spec.New(player.Options{})
//	…
//	c, err := p.Choose(ctx, game.Line())
//	fmt.Println(c.Move, c.Score, c.Why)
//
// [NewAlphaBeta], [NewTreeSearch] and [NewRandom] make them with all their options.
// A [Knowledge] tells a search what is known for certain: endgame tables, proofs.
//
// A search ends with its context, with the deadline of that context by the clock,
// or at a limit of depth, positions or games; with such a limit alone it chooses
// the same move on every machine. This holds in WebAssembly as well, where a search
// shares its only thread with the timers. A Player is for one goroutine at a time; several may share a Variant
// and a Knowledge that allows it.
//
// The package uses nothing of the library that another program could not use, and
// is meant to be read: alphabeta.go and treesearch.go are the searches, evaluate.go
// says what a position is worth.
package player

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"time"

	"example.com/brandubh"
)

// Player chooses moves. A Player is for one goroutine at a time.
type Player interface {
	// Choose returns a legal move for the side to move after the line l, which it
	// does not change. It thinks until ctx is done or it has nothing left to think
	// about and returns the best it has; with a ctx that is done already it still
	// returns a legal move. It refuses a line that is finished with an error that
	// wraps [brandubh.ErrGameOver].
	Choose(ctx context.Context, l *brandubh.Line) (Choice, error)
	// Name returns what the player is called, "alphabeta", "mcts" or "random".
	Name() string
}

// Choice is a move and why.
type Choice struct {
	// Move is the move.
	Move brandubh.Move
	// Score is how it stands for the side to move, in hundredths of a soldier. A
	// forced win in n plies is Won + 1000 - n, a forced loss the negative of that;
	// n is 500 where it is not known, and 999 at most. Monte Carlo has 1000 for
	// winning all games played out, -1000 for losing them.
	Score int
	// Depth is how many plies were searched in full; 0 for players that do not
	// search so.
	Depth int
	// Nodes is how many positions were looked at (alpha-beta) or games played out
	// (tree search).
	Nodes uint64
	// Line is what is expected, Move first.
	Line []brandubh.Move
	// Why explains the score in one line of plain English.
	Why string
	// FromTable: the move comes from a Knowledge and not from search.
	FromTable bool
}

// Won is less than the score of any forced win and more than any other score.
const Won = 100_000

// longest is the number of plies from which on forced ends are not told apart.
const longest = 999

// won returns the score of a forced win in n plies.
func won(plies int) int { return Won + longest + 1 - min(plies, longest) }

// Knowledge answers what is known for certain about a position: endgame tables,
// proven lines.
type Knowledge interface {
	// Known says who wins p under v with best play (NoSide: a draw or endless
	// play), in how many plies (0: not known), a move that does it when the side to
	// move wins (the zero Move otherwise), and whether it knows anything.
	Known(v *brandubh.Variant, p brandubh.Position) (winner brandubh.Side, plies int, m brandubh.Move, ok bool)
}

// Together returns a Knowledge that knows what any of several does; the first of
// them that knows something of a position is believed. Without any it is nil.
func Together(all ...Knowledge) Knowledge {
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return together(all)
}

type together []Knowledge

// Known asks each in turn.
func (t together) Known(v *brandubh.Variant, p brandubh.Position) (winner brandubh.Side, plies int, m brandubh.Move, ok bool) {
	for _, k := range t {
		if winner, plies, m, ok = k.Known(v, p); ok {
			break
		}
	}
	return winner, plies, m, ok
}

// playable returns why no move can be chosen, nil if one can.
func playable(l *brandubh.Line) error {
	if l == nil {
		return errors.New("no line of play")
	}
	if r := l.Result(); r.Over() {
		return fmt.Errorf("%w: %s", brandubh.ErrGameOver, r.Sentence())
	}
	for range l.Moves() {
		return nil
	}
	return brandubh.ErrGameOver
}

// clock is when a search must stop. It compares the time with the deadline itself:
// in WebAssembly there is one thread, and no timer fires while a search keeps it.
type clock struct {
	ctx      context.Context
	deadline time.Time
	limited  bool
}

func newClock(ctx context.Context) clock {
	deadline, limited := ctx.Deadline()
	return clock{ctx, deadline, limited}
}

// over reports whether the context is done or its deadline has passed.
func (c *clock) over() bool {
	if runtime.GOARCH == "wasm" {
		runtime.Gosched() // let others end the context
	}
	return c.ctx.Err() != nil || c.limited && !time.Now().Before(c.deadline)
}

// Random plays any legal move, each as likely as the others.
type Random struct{ rng *rand.Rand }

// NewRandom returns a player whose moves follow from the seed and from how many
// it has chosen before.
func NewRandom(seed uint64) *Random { return &Random{rand.New(rand.NewPCG(seed, 0))} }

// Name returns "random".
func (r *Random) Name() string { return "random" }

// Choose returns any legal move.
func (r *Random) Choose(_ context.Context, l *brandubh.Line) (Choice, error) {
	if err := playable(l); err != nil {
		return Choice{}, err
	}
	var moves []brandubh.Move
	for m := range l.Moves() {
		moves = append(moves, m)
	}
	m := moves[r.rng.IntN(len(moves))]
	return Choice{Move: m, Line: []brandubh.Move{m}, Why: fmt.Sprintf("one of %s, at random", count(len(moves), "legal move"))}, nil
}

// count returns "1 move", "2 moves", "2 plies".
func count(n int, noun string) string {
	switch stem, y := strings.CutSuffix(noun, "ly"); {
	case n == 1:
		return "1 " + noun
	case y:
		return fmt.Sprintf("%d %slies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
