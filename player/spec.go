package player

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"example.com/brandubh"
)

// Spec names a player and says how long it thinks about a move. It is comparable;
// the text form is what [Parse] reads.
type Spec struct {
	// Name is "alphabeta", "mcts" or "random".
	Name string
	// Time is how long the player may think about a move; 0 is as long as its
	// context allows.
	Time time.Duration
	// Depth is how many plies alphabeta looks ahead at most; 0 is no limit.
	Depth int
	// Nodes is how many positions alphabeta looks at, or how many games mcts plays
	// out, at most; 0 is no limit.
	Nodes int
}

// What a Spec may ask for at most.
const (
	maxDepth = maxPly
	maxNodes = 100_000_000
)

// Parse reads a player and, after a colon, one limit: "alphabeta", "random",
// "alphabeta:100ms", "mcts:1s", "alphabeta:depth=4", "alphabeta:nodes=20000",
// "mcts:nodes=500".
func Parse(text string) (Spec, error) {
	name, limit, limited := strings.Cut(text, ":")
	s := Spec{Name: name}
	switch {
	case name != "alphabeta" && name != "mcts" && name != "random":
		return Spec{}, fmt.Errorf("there is no player %q; there are alphabeta, mcts and random", name)
	case !limited:
		return s, nil
	case name == "random":
		return Spec{}, fmt.Errorf("%q: random does not think; drop %q", text, ":"+limit)
	}
	word, number, counted := strings.Cut(limit, "=")
	var err error
	switch {
	case counted && word == "depth" && name == "alphabeta":
		s.Depth, err = readLimit(text, word, number, maxDepth)
	case counted && word == "nodes":
		s.Nodes, err = readLimit(text, word, number, maxNodes)
	default:
		if s.Time, err = time.ParseDuration(limit); err != nil || s.Time <= 0 {
			err = fmt.Errorf("%q: want a time a move, as in %s:100ms, or %s:nodes=500", text, name, name)
		}
	}
	if err != nil {
		return Spec{}, err
	}
	return s, nil
}

// readLimit reads a number from 1 to most.
func readLimit(text, word, number string, most int) (int, error) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%q: want %s=1 to %d", text, word, most)
	}
	return n, nil
}

// String returns the Spec as the text that [Parse] reads; of several limits it
// shows one, the depth before the nodes before the time.
func (s Spec) String() string {
	switch {
	case s.Depth > 0:
		return fmt.Sprintf("%s:depth=%d", s.Name, s.Depth)
	case s.Nodes > 0:
		return fmt.Sprintf("%s:nodes=%d", s.Name, s.Nodes)
	case s.Time > 0:
		return fmt.Sprintf("%s:%v", s.Name, s.Time)
	}
	return s.Name
}

// Options is what a player of any name takes besides its limits; a player passes
// over what it has no use for.
type Options struct {
	// Seed is what random choices follow from.
	Seed uint64
	// TableBytes is the size of alpha-beta's transposition table; 0 is 16 MB.
	TableBytes int
	// Knowledge is asked about the positions of a search; may be nil.
	Knowledge Knowledge
	// Report is called while a search goes on; may be nil.
	Report func(Choice)
}

// New returns a player with the limits of the Spec. It refuses a name of
// no player.
func (s Spec) New(o Options) (Player, error) {
	var p Player
	switch s.Name {
	case "alphabeta":
		p = NewAlphaBeta(AlphaBetaOptions{TableBytes: o.TableBytes, MaxDepth: s.Depth, MaxNodes: s.Nodes, Knowledge: o.Knowledge, Report: o.Report})
	case "mcts":
		p = NewTreeSearch(TreeSearchOptions{Seed: o.Seed, MaxNodes: s.Nodes, Knowledge: o.Knowledge, Report: o.Report})
	case "random":
		p = NewRandom(o.Seed)
	default:
		return nil, fmt.Errorf("there is no player %q; there are alphabeta, mcts and random", s.Name)
	}
	if s.Time > 0 {
		p = timed{p, s.Time}
	}
	return p, nil
}

// timed is a player with a limit of time for each move.
type timed struct {
	Player
	time time.Duration
}

// Choose lets the player think as long as it may.
func (t timed) Choose(ctx context.Context, l *brandubh.Line) (Choice, error) {
	ctx, cancel := context.WithTimeout(ctx, t.time)
	defer cancel()
	return t.Player.Choose(ctx, l)
}
