package player

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"example.com/brandubh"
)

// TreeSearchOptions is how a TreeSearch searches; the zero value does.
type TreeSearchOptions struct {
	// Seed makes the playouts; the same seed and MaxNodes choose the same move.
	Seed uint64
	// MaxNodes ends the search after this many games played out; 0 is no limit but
	// the context.
	MaxNodes int
	// Exploration weighs moves that are seldom tried against those that do well;
	// 0 is 1.
	Exploration float64
	// Knowledge is asked about the root and every position of the tree; may be nil.
	Knowledge Knowledge
	// Report is called each time the number of games has doubled; may be nil.
	Report func(Choice)
}

const (
	// playoutPlies is where a game played out counts as drawn.
	playoutPlies = 150
	// treeSize is where the tree stops growing (some 100 MB).
	treeSize = 3_000_000
)

// TreeSearch is Monte Carlo tree search: a tree of the moves that do well (UCT),
// at whose ends games are played out at random, wins in one move of the king or
// against him taken. Wins and losses that are proven are backed up as such.
//
// Every move of the root is tried once, whatever the context says (less than a
// few milliseconds), so it takes every win in one move and stops every threat to
// win in one move that can be stopped. Each node of the tree is a line of its
// own, so repetition is judged exactly in the tree; the games played out pass it
// over.
type TreeSearch struct {
	options TreeSearchOptions
	rng     *rand.PCG
	v       *brandubh.Variant
	line    *brandubh.Line
	nodes   []node
	path    []int32
	moves   []brandubh.Move
}

// proof is what is proven of a node, for the side that moved there.
type proof int8

const (
	unproven proof = iota
	provenWin
	provenLoss
	provenDraw
)

// node is a move in the tree. Its values are for the side that makes the move.
type node struct {
	first    int32 // its moves are nodes[first:first+n]
	n        int16
	move     brandubh.Move
	proof    proof
	expanded bool
	visits   int32
	value    float64 // 1 for each win, half for each draw
}

// NewTreeSearch returns a player that searches by playing games out.
func NewTreeSearch(o TreeSearchOptions) *TreeSearch {
	if o.Exploration <= 0 {
		o.Exploration = 1
	}
	return &TreeSearch{options: o}
}

// Name returns "mcts".
func (t *TreeSearch) Name() string { return "mcts" }

// Choose returns the move that was tried most, or one that is proven to win.
func (t *TreeSearch) Choose(ctx context.Context, l *brandubh.Line) (Choice, error) {
	if err := playable(l); err != nil {
		return Choice{}, err
	}
	if c, ok := fromKnowledge(t.options.Knowledge, l); ok {
		return c, nil
	}
	t.rng = rand.NewPCG(t.options.Seed, uint64(l.Plies()))
	clock := newClock(ctx)
	line := *l
	t.v, t.line = l.Variant(), &line
	t.nodes = append(t.nodes[:0], node{})
	t.expand(0)
	least, next := int(t.nodes[0].n), 64
	games := 0
	for t.nodes[0].proof == unproven {
		if games >= least && (clock.over() || t.options.MaxNodes > 0 && games >= t.options.MaxNodes) {
			break
		}
		t.descend()
		games++
		if games == next {
			next *= 2
			if t.options.Report != nil {
				t.options.Report(t.choice(games))
			}
		}
	}
	c := t.choice(games)
	if t.options.Report != nil {
		t.options.Report(c)
	}
	return c, nil
}

// descend goes down the tree once, plays a game out from where it ends, and backs
// up what comes of it.
func (t *TreeSearch) descend() {
	t.path = append(t.path[:0], 0)
	at := int32(0)
	for t.nodes[at].expanded && t.nodes[at].proof == unproven && t.nodes[at].n > 0 {
		at = t.choose(at)
		if t.line.Play(t.nodes[at].move) != nil {
			break // never: the move is legal
		}
		t.path = append(t.path, at)
	}
	value := t.visit(at) // for the side that moved to at
	for i := len(t.path) - 1; i >= 0; i-- {
		k := t.path[i]
		if i < len(t.path)-1 {
			t.prove(k)
		}
		t.nodes[k].visits++
		t.nodes[k].value += value
		value = 1 - value
		if i > 0 {
			t.line.Undo()
		}
	}
}

// visit looks at a node that the line has come to and returns its value for the
// side that moved there.
func (t *TreeSearch) visit(at int32) float64 {
	p := t.line.Position()
	mover := p.Turn().Opponent()
	nd := &t.nodes[at]
	if nd.proof == unproven && nd.visits == 0 {
		t.decide(nd, p)
	}
	switch nd.proof {
	case provenWin:
		return 1
	case provenLoss:
		return 0
	case provenDraw:
		return 0.5
	}
	if nd.visits > 0 && len(t.nodes) < treeSize {
		t.expand(at)
	}
	return valueFor(mover, t.playout(p))
}

// decide proves a node whose line is over, known, or won with the next move.
func (t *TreeSearch) decide(nd *node, p brandubh.Position) {
	mover := p.Turn().Opponent()
	settle := func(winner brandubh.Side) {
		switch winner {
		case mover:
			nd.proof = provenWin
		case p.Turn():
			nd.proof = provenLoss
		default:
			nd.proof = provenDraw
		}
	}
	if r := t.line.Result(); r.Over() {
		settle(r.Winner)
		return
	}
	if t.options.Knowledge != nil {
		if winner, _, _, ok := known(t.options.Knowledge, t.v, p); ok {
			settle(winner)
			return
		}
	}
	if _, ok := kingMove(t.v, p); ok {
		settle(p.Turn())
		return
	}
	t.legal()
	for _, m := range t.moves {
		if t.line.Play(m) != nil {
			continue // never: the move is legal
		}
		r := t.line.Result()
		t.line.Undo()
		if r.Winner == p.Turn() {
			settle(p.Turn())
			return
		}
	}
}

// legal gathers the legal moves of the line.
func (t *TreeSearch) legal() {
	t.moves = t.moves[:0]
	if !t.v.Repetition.Forbidden {
		t.moves = t.v.AppendMoves(t.moves, t.line.Position())
		return
	}
	for m := range t.line.Moves() {
		t.moves = append(t.moves, m)
	}
}

// expand gives a node its moves.
func (t *TreeSearch) expand(at int32) {
	t.legal()
	first := int32(len(t.nodes))
	for _, m := range t.moves {
		t.nodes = append(t.nodes, node{move: m})
	}
	nd := &t.nodes[at]
	nd.first, nd.n, nd.expanded = first, int16(len(t.moves)), true
}

func (t *TreeSearch) children(at int32) []node {
	nd := &t.nodes[at]
	return t.nodes[nd.first : nd.first+int32(nd.n)]
}

// choose returns the move of a node to go down: one not tried yet, or else that
// with the greatest upper confidence bound.
func (t *TreeSearch) choose(at int32) int32 {
	children := t.children(at)
	untried, seen := 0, int32(0)
	for i := range children {
		if children[i].visits == 0 {
			untried++
			if t.below(untried) == 0 {
				seen = int32(i)
			}
		}
	}
	if untried > 0 {
		return t.nodes[at].first + seen
	}
	best, most := int32(0), math.Inf(-1)
	c := t.options.Exploration * math.Sqrt(math.Log(float64(t.nodes[at].visits)))
	for i := range children {
		ch := &children[i]
		if ch.proof == provenLoss {
			continue
		}
		n := float64(ch.visits)
		if u := ch.value/n + c/math.Sqrt(n); u > most {
			best, most = int32(i), u
		}
	}
	return t.nodes[at].first + best
}

// prove backs up what is proven of the moves of a node to the node itself.
func (t *TreeSearch) prove(at int32) {
	p := provenWin
	for _, ch := range t.children(at) {
		switch {
		case ch.proof == provenWin:
			t.nodes[at].proof = provenLoss
			return
		case ch.proof == unproven:
			p = unproven
		case ch.proof == provenDraw && p == provenWin:
			p = provenDraw
		}
	}
	t.nodes[at].proof = p
}

// playout plays a game out at random and returns its winner, NoSide for none.
func (t *TreeSearch) playout(p brandubh.Position) brandubh.Side {
	for range playoutPlies {
		n := t.v.Count(p)
		if n == 0 {
			return t.v.Result(p).Winner
		}
		if _, ok := kingMove(t.v, p); ok {
			return p.Turn()
		}
		m, _ := t.v.NthMove(p, t.below(n))
		p, _ = t.v.Play(p, m)
	}
	return brandubh.NoSide
}

// below returns a random number below n.
func (t *TreeSearch) below(n int) int {
	high, _ := bits.Mul64(t.rng.Uint64(), uint64(n))
	return int(high)
}

// valueFor returns 1 for a win of that side, 0 for a loss, half for neither.
func valueFor(s, winner brandubh.Side) float64 {
	switch winner {
	case s:
		return 1
	case brandubh.NoSide:
		return 0.5
	}
	return 0
}

// choice returns the best move so far.
func (t *TreeSearch) choice(games int) Choice {
	c := Choice{Nodes: uint64(games)}
	at, value := int32(0), 0.0
	for t.nodes[at].n > 0 {
		next := t.preferred(at)
		nd := &t.nodes[next]
		if at == 0 {
			c.Move = nd.move
			value = nd.value / max(1, float64(nd.visits))
			switch nd.proof {
			case provenWin:
				c.Score, c.Why = won(unknownPlies), "wins by force"
				if l := *t.line; l.Play(c.Move) == nil && l.Result().Over() {
					c.Score, c.Why = won(1), "wins in 1 ply: "+l.Result().Sentence()
				}
			case provenLoss:
				c.Score, c.Why = -won(unknownPlies), "every move loses by force"
			case provenDraw:
				c.Why = "draws by force"
			default:
				c.Score = int(math.Round(1000 * (2*value - 1)))
				c.Why = fmt.Sprintf("scores %.0f %% in %s played out, of %d in all", 100*value, count(int(nd.visits), "game"), games)
			}
		} else if nd.visits == 0 {
			break
		}
		c.Line = append(c.Line, nd.move)
		at = next
	}
	return c
}

// preferred returns the best move of a node: proven to win, else the one tried
// most among those not proven to lose, else the one that took longest to lose.
func (t *TreeSearch) preferred(at int32) int32 {
	rank := func(nd *node) int {
		switch nd.proof {
		case provenWin:
			return 2
		case provenLoss:
			return 0
		}
		return 1
	}
	children := t.children(at)
	best := 0
	for i := range children {
		a, b := &children[i], &children[best]
		if ra, rb := rank(a), rank(b); ra > rb || ra == rb && a.visits > b.visits {
			best = i
		}
	}
	return t.nodes[at].first + int32(best)
}
