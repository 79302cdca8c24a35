package player

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/brandubh"
)

// maxPly is the greatest depth of a search.
const maxPly = 64

// AlphaBetaOptions is how an AlphaBeta searches; the zero value does.
type AlphaBetaOptions struct {
	// TableBytes is the size of the transposition table; 0 is 16 MB.
	TableBytes int
	// MaxDepth ends the search after this many plies; 0 is no limit but the context
	// (and 64 plies).
	MaxDepth int
	// MaxNodes ends the search after this many positions; 0 is no limit. With it a
	// search chooses the same move on every machine.
	MaxNodes int
	// Knowledge is asked about the root and every position of the search; may be nil.
	Knowledge Knowledge
	// Report is called after each depth with the best so far; may be nil.
	Report func(Choice)
}

// AlphaBeta searches to one depth after another with alpha-beta pruning.
//
// Depth 2 is always completed, whatever the context says (some thousand
// positions, a few milliseconds), unless MaxDepth is 1: it takes every win in one
// move and stops every threat to win in one move that can be stopped. A search
// allocates nothing, and does not depend on what was searched before.
//
// To a fixed depth it comes to the same score as a plain search of all lines
// would. Repetition is judged on a Line that begins with the game, so that the
// game's history counts. A transposition table does not know by which line a
// position was reached, so two things keep it honest:
//
//   - No score is stored into which a repetition entered (a verdict, or a move
//     that was forbidden) that goes back to before the stored position. What goes
//     back to the game itself is the same on all lines and does not matter.
//   - No score is used where play below the position, as deep as the score was
//     searched, could bring back a position of the line that is searched, or go
//     on with its last moves, as often as the rule counts. Where three times
//     count that is nearly never so, less than six plies from the leaves; where
//     two do (nielsen) or repetition is forbidden (spelregler), nearly always,
//     and what remains of the table is mostly the moves to try first.
type AlphaBeta struct {
	options AlphaBetaOptions
	table   table

	clock   clock
	hurry   bool // the limits of time and nodes are obeyed
	stopped bool
	nodes   uint64
	v       *brandubh.Variant
	line    *brandubh.Line
	even    features
	root    int             // plies of the line at the root
	moves   []brandubh.Move // of the whole line
	counts  [maxPly + 1]int // how often the position at each ply of the search has occurred
	again   int             // how many of those, after the root and before now, are above 1
	depends int             // the least ply of the line, of those after the root, that a repetition below goes back to
	best    Choice
	frames  [maxPly + 2]frame
	history [2]history // how often a move has been too good, by depth
}

// frame is what a search keeps of one ply.
type frame struct {
	moves   [192]ranked
	pv      [maxPly + 1]brandubh.Move
	pvLen   int
	killers [2]brandubh.Move
}

// history has a number for every move.
type history [49 * 49]int32

func (h *history) of(m brandubh.Move) *int32 { return &h[49*int(m.From)+int(m.To)] }

// ranked is a move and how early it is to be tried.
type ranked struct {
	move brandubh.Move
	rank int32
}

// NewAlphaBeta returns a player that searches with alpha-beta.
func NewAlphaBeta(o AlphaBetaOptions) *AlphaBeta {
	if o.TableBytes <= 0 {
		o.TableBytes = 16 << 20
	}
	if o.MaxDepth <= 0 || o.MaxDepth > maxPly {
		o.MaxDepth = maxPly
	}
	return &AlphaBeta{options: o}
}

// Name returns "alphabeta".
func (a *AlphaBeta) Name() string { return "alphabeta" }

// Choose returns the best move it finds.
func (a *AlphaBeta) Choose(ctx context.Context, l *brandubh.Line) (Choice, error) {
	if err := playable(l); err != nil {
		return Choice{}, err
	}
	a.begin(ctx, l)
	if c, ok := fromKnowledge(a.options.Knowledge, l); ok {
		return c, nil
	}
	for depth := 1; depth <= a.options.MaxDepth; depth++ {
		a.hurry = depth > 2
		a.search(depth, 0, -math.MaxInt32, math.MaxInt32)
		if a.stopped {
			break
		}
		a.best.Depth = depth
		a.best.Why = a.why()
		if a.options.Report != nil {
			a.options.Report(a.snapshot())
		}
		if a.best.Score > Won || a.best.Score < -Won {
			break // shortest and longest lines are found first: there is nothing to add
		}
	}
	a.best.Why = a.why()
	return a.snapshot(), nil
}

func (a *AlphaBeta) snapshot() Choice {
	c := a.best
	c.Nodes = a.nodes
	c.Line = append([]brandubh.Move(nil), c.Line...)
	return c
}

// begin readies everything for a search.
func (a *AlphaBeta) begin(ctx context.Context, l *brandubh.Line) {
	if a.table.entries == nil {
		a.table = newTable(a.options.TableBytes)
	}
	a.table.next()
	a.clock, a.hurry, a.stopped, a.nodes = newClock(ctx), false, false, 0
	line := *l
	a.line, a.v = &line, l.Variant()
	a.even = look(a.v, a.v.Start)
	a.root, a.moves, a.depends, a.again = l.Plies(), l.Played(), math.MaxInt, 0
	a.best = Choice{}
	a.history = [2]history{}
	for i := range a.frames {
		a.frames[i].killers, a.frames[i].pvLen = [2]brandubh.Move{}, 0
	}
}

// search returns the score of the position that the line has come to for the side
// to move, ply plies from the root, searched depth plies deep. Below alpha or
// above beta it is only a bound. Forced ends count their plies from the root.
func (a *AlphaBeta) search(depth, ply, alpha, beta int) int {
	if a.mustStop() {
		return 0
	}
	a.nodes++
	a.frames[ply].pvLen = 0
	p := a.line.Position()
	if score, ok := a.decided(p, ply); ok {
		return score
	}
	if depth == 0 || ply == maxPly {
		return a.evaluate(p)
	}
	hash := p.Hash()
	a.counts[ply] = a.line.Occurrences()
	e, found := a.table.find(hash)
	if found && beta-alpha == 1 && usable(&e, depth) && !a.repeatable(p, ply, int(e.depth)) {
		if score, ok := e.settles(ply, alpha, beta); ok {
			return score
		}
	}
	first := e.move
	if ply == 0 && len(a.best.Line) > 0 {
		first = a.best.Move
	}

	outer := a.depends
	a.depends = math.MaxInt
	moves := a.order(&a.frames[ply], p, first)
	again := a.again
	if ply > 0 && a.counts[ply] > 1 {
		a.again++
	}
	best, move := a.try(moves, depth, ply, alpha, beta)
	a.again = again
	if a.stopped {
		return 0
	}
	b := exact
	switch {
	case best >= beta:
		b = atLeast
	case best <= alpha:
		b = atMost
	}
	if a.line.Plies() > a.depends {
		b = none // another line may judge otherwise; the move is still one to try
	}
	a.table.put(entry{hash: hash, score: int32(toTable(best, ply)), move: move, depth: uint8(depth)}, b)
	a.depends = min(a.depends, outer)
	return best
}

// mustStop reports whether the search is out of time or nodes.
func (a *AlphaBeta) mustStop() bool {
	if a.hurry && (a.nodes&511 == 0 && a.clock.over() ||
		a.options.MaxNodes > 0 && a.nodes >= uint64(a.options.MaxNodes)) {
		a.stopped = true
	}
	return a.stopped
}

// decided returns the score of a position that needs no search, and whether it is
// one: the line is over, something is known of it, or the king decides it with
// the next move.
func (a *AlphaBeta) decided(p brandubh.Position, ply int) (int, bool) {
	if r := a.line.Result(); r.Over() {
		if r.Reason == brandubh.Repeated {
			a.repeated()
		}
		return ended(r.Winner, p.Turn(), ply), true
	}
	if ply > 0 && a.options.Knowledge != nil {
		if winner, plies, _, ok := known(a.options.Knowledge, a.v, p); ok {
			return ended(winner, p.Turn(), ply+plies), true
		}
	}
	if m, ok := kingMove(a.v, p); ok {
		a.frames[ply+1].pvLen = 0
		a.found(m, won(ply+1), ply)
		return won(ply + 1), true
	}
	return 0, false
}

// try searches the moves, best ranks first, and returns the best score and its
// move. It leaves out the rest when one is too good to be allowed by the other
// side.
func (a *AlphaBeta) try(moves []ranked, depth, ply, alpha, beta int) (best int, move brandubh.Move) {
	best = -math.MaxInt32
	for i := range moves {
		m := pick(moves[i:])
		if a.line.Play(m) != nil {
			continue // never: the move is legal
		}
		if a.v.Repetition.Forbidden && a.line.Occurrences() > 1 {
			a.depends = a.root // allowed only because every move repeats
		}
		a.moves = append(a.moves, m)
		// After the first move it is mostly enough to see that others are no better.
		low := -beta
		if i > 0 {
			low = -alpha - 1
		}
		score := -a.search(depth-1, ply+1, low, -alpha)
		if i > 0 && score > alpha && score < beta {
			score = -a.search(depth-1, ply+1, -beta, -alpha)
		}
		a.moves = a.moves[:len(a.moves)-1]
		a.line.Undo()
		if a.stopped {
			break
		}
		if score > best {
			best, move = score, m
		}
		if score > alpha {
			alpha = score
			a.found(m, score, ply)
		}
		if alpha >= beta {
			a.tooGood(m, depth, ply)
			break
		}
	}
	return best, move
}

// found notes the best move so far at a ply, and the line that is expected after it.
func (a *AlphaBeta) found(m brandubh.Move, score, ply int) {
	f, next := &a.frames[ply], &a.frames[ply+1]
	f.pv[0] = m
	f.pvLen = 1 + copy(f.pv[1:], next.pv[:next.pvLen])
	if ply == 0 {
		a.best.Move, a.best.Score = m, score
		a.best.Line = append(a.best.Line[:0], f.pv[:f.pvLen]...)
	}
}

// tooGood notes a move that the other side will not allow, as one to try early in
// other positions.
func (a *AlphaBeta) tooGood(m brandubh.Move, depth, ply int) {
	f := &a.frames[ply]
	if f.killers[0] != m {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
	side := a.line.Position().Turn() - brandubh.Attackers
	*a.history[side].of(m) += int32(depth * depth)
}

// settles returns the score of an entry, counted from the root, and whether it is
// all that a search between alpha and beta needs.
func (e *entry) settles(ply, alpha, beta int) (int, bool) {
	score := fromTable(int(e.score), ply)
	b := e.bound()
	return score, b == exact || b == atLeast && score >= beta || b == atMost && score <= alpha
}

// usable reports whether an entry says what a search to that depth would. The end
// of a game that was found at less depth stays.
func usable(e *entry, depth int) bool {
	switch s, b := e.score, e.bound(); {
	case int(e.depth) == depth:
		return true
	case int(e.depth) < depth:
		return s > Won && b != atMost || s < -Won && b != atLeast
	}
	return false
}

// repeatable reports whether the next n plies from p could complete a
// repetition that goes back to the line from the root to p.
func (a *AlphaBeta) repeatable(p brandubh.Position, ply, plies int) bool {
	r := a.v.Repetition
	if r.Forbidden && a.returns(p, ply, plies, 2) {
		return true
	}
	switch r.Counts {
	case brandubh.CountOccurrences:
		return a.returns(p, ply, plies, int(r.Times))
	case brandubh.CountMoves:
		n := len(a.moves)
		for period := 4; ; period += 2 {
			// Of the moves that must be made again, this many have been.
			made := (int(r.Times)-2)*period + 2 - plies
			if made <= 0 {
				return true
			}
			if made+period > n {
				return false
			}
			if slices.Equal(a.moves[n-made:], a.moves[n-made-period:n-period]) {
				return true
			}
		}
	}
	return false
}

// circle is how many plies it takes at least from a position to itself.
const circle = 4

// returns reports whether the next n plies from p could bring back a
// position of the search for the given time.
func (a *AlphaBeta) returns(p brandubh.Position, ply, plies, times int) bool {
	if a.again == 0 && a.counts[ply] == 1 && 1+circle*(times-2) > plies {
		return false
	}
	if a.counts[ply] > 1 && circle*(times-a.counts[ply]) <= plies {
		return true // p itself for the time after this
	}
	size := p.Side(brandubh.Attackers).Len() + p.Side(brandubh.Defenders).Len()
	for i := ply - 1; i > 0; i-- {
		q, _ := a.line.PositionAfter(a.root + i)
		if q.Side(brandubh.Attackers).Len()+q.Side(brandubh.Defenders).Len() != size {
			break // no capture is undone
		}
		if distance(p, q)+circle*max(0, times-a.counts[i]-1) <= plies {
			return true
		}
	}
	return false
}

// distance returns a number of plies that it takes at least to come from p to q,
// which has as many pieces, by moves.
func distance(p, q brandubh.Position) int {
	if p == q {
		return circle
	}
	other := p.Turn().Opponent()
	own := (p.Side(p.Turn()) &^ q.Side(p.Turn())).Len()
	theirs := (p.Side(other) &^ q.Side(other)).Len()
	if p.Turn() == q.Turn() {
		return 2 * max(own, theirs, 1)
	}
	return max(2*own-1, 2*theirs+1)
}

// repeated notes how far back the repetition goes that has just ended the line.
func (a *AlphaBeta) repeated() {
	n := a.line.Plies()
	switch r := a.v.Repetition; {
	case r.Result == brandubh.BreakerLoses:
		a.depends = min(a.depends, a.root) // it asks what could have been played all the way
	case r.Counts == brandubh.CountMoves:
		if e, ok := a.line.Repetition(); ok {
			a.depends = min(a.depends, max(a.root, n-(int(r.Times)-1)*(e.Ply-e.Earlier)-2))
		}
	default:
		a.occurred(a.line.Position(), n-1)
	}
}

// occurred notes the first of the search's own plies, up to one, after which a
// position stood.
func (a *AlphaBeta) occurred(p brandubh.Position, last int) {
	for i := a.root + 1; i <= last; i++ {
		if q, _ := a.line.PositionAfter(i); q == p {
			a.depends = min(a.depends, i)
			return
		}
	}
}

// order writes the legal moves into the frame, each with a rank, and returns them.
// The move to try first comes before captures, those before the moves that were
// too good at the same ply, and those before the rest.
func (a *AlphaBeta) order(f *frame, p brandubh.Position, first brandubh.Move) []ranked {
	theirs := p.Turn().Opponent()
	pieces := p.Side(theirs).Len()
	history := &a.history[p.Turn()-brandubh.Attackers]
	n := 0
	for m, q := range a.v.Successors(p) {
		r := min(*history.of(m), 1<<20) + int32(pieces-q.Side(theirs).Len())<<24
		switch {
		case m == first:
			r = 1 << 30
		case m == f.killers[0]:
			r += 1 << 22
		case m == f.killers[1]:
			r += 1 << 21
		}
		f.moves[n] = ranked{m, r}
		n++
	}
	if a.v.Repetition.Forbidden {
		return a.allowed(f.moves[:n], p)
	}
	return f.moves[:n]
}

// allowed returns the moves without forbidden repetitions, and notes how far back
// those go.
func (a *AlphaBeta) allowed(moves []ranked, p brandubh.Position) []ranked {
	legal := 0
	i := 0
	for m := range a.line.Moves() {
		for ; moves[i].move != m; i++ {
			a.forbidden(p, moves[i].move)
		}
		moves[legal] = moves[i]
		legal++
		i++
	}
	for ; i < len(moves); i++ {
		a.forbidden(p, moves[i].move)
	}
	return moves[:legal]
}

// forbidden notes how far back the repetition goes that forbids a move.
func (a *AlphaBeta) forbidden(p brandubh.Position, m brandubh.Move) {
	q, _ := a.v.Play(p, m)
	for i := range a.root + 1 {
		if r, _ := a.line.PositionAfter(i); r == q {
			return // forbidden on every line
		}
	}
	a.occurred(q, a.line.Plies())
}

// pick moves the move of the highest rank to the front, before all of the same
// rank, and returns it.
func pick(moves []ranked) brandubh.Move {
	best := 0
	for i := range moves {
		if moves[i].rank > moves[best].rank {
			best = i
		}
	}
	moves[0], moves[best] = moves[best], moves[0]
	return moves[0].move
}

// evaluate returns what the position is worth to the side to move, looked at as
// it is.
func (a *AlphaBeta) evaluate(p brandubh.Position) int {
	s := look(a.v, p).score(a.even)
	if p.Turn() == brandubh.Attackers {
		return -s
	}
	return s
}

// why explains the best score.
func (a *AlphaBeta) why() string {
	c := &a.best
	l := *a.line
	for _, m := range c.Line {
		if l.Play(m) != nil {
			break
		}
	}
	return explain(c.Score, a.v, &l, len(c.Line))
}

// explain says what a score means, given the line that is expected.
func explain(score int, v *brandubh.Variant, l *brandubh.Line, plies int) string {
	r := l.Result()
	switch {
	case score > Won && r.Over():
		return fmt.Sprintf("wins in %s: %s", count(plies, "ply"), r.Sentence())
	case score < -Won && r.Over():
		return fmt.Sprintf("loses in %s: %s", count(plies, "ply"), r.Sentence())
	case score > Won:
		return "wins, as is known for certain"
	case score < -Won:
		return "loses, as is known for certain"
	case r.Over():
		return fmt.Sprintf("draws in %s: %s", count(plies, "ply"), r.Sentence())
	}
	return fmt.Sprintf("%s later: %v", count(plies, "ply"), look(v, l.Position()))
}

// ended returns the score of a game that ends n plies from the root.
func ended(winner, turn brandubh.Side, plies int) int {
	switch winner {
	case brandubh.NoSide:
		return 0
	case turn:
		return won(plies)
	}
	return -won(plies)
}

// toTable and fromTable change the score of a forced end between plies counted
// from the root and from the position itself.
func toTable(score, ply int) int {
	switch {
	case score > Won:
		return score + ply
	case score < -Won:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score > Won:
		return score - ply
	case score < -Won:
		return score + ply
	}
	return score
}

// unknownPlies stands for the length of a win that is known without it.
const unknownPlies = 500

// known asks a Knowledge. It takes "a draw or endless play" for a draw only where
// repetition does not make it something else.
func known(k Knowledge, v *brandubh.Variant, p brandubh.Position) (winner brandubh.Side, plies int, m brandubh.Move, ok bool) {
	winner, plies, m, ok = k.Known(v, p)
	if !ok || winner == brandubh.NoSide && v.Repetition.Counts != brandubh.CountNothing && v.Repetition.Result != brandubh.RepetitionDraws {
		return 0, 0, m, false
	}
	if plies <= 0 {
		plies = unknownPlies
	}
	return winner, plies, m, true
}

// fromKnowledge returns the move that a Knowledge has for a won position, if it
// is legal on the line and does not end it otherwise.
func fromKnowledge(k Knowledge, l *brandubh.Line) (Choice, bool) {
	if k == nil {
		return Choice{}, false
	}
	p := l.Position()
	winner, plies, m, ok := known(k, l.Variant(), p)
	if !ok || winner != p.Turn() {
		return Choice{}, false
	}
	after := *l
	if after.Play(m) != nil || after.Result().Over() && after.Result().Winner != p.Turn() {
		return Choice{}, false
	}
	why := "wins, as is known for certain"
	if plies < unknownPlies {
		why = fmt.Sprintf("wins in %s, as is known for certain", count(plies, "ply"))
	}
	return Choice{Move: m, Score: won(plies), Line: []brandubh.Move{m}, Why: why, FromTable: true}, true
}
