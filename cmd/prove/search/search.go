// Package search looks for a proof that the defenders can force a win, by
// depth-first proof-number search (df-pn), and writes it down as a certificate.
//
// The question is whether the defenders can force, in finitely many plies and
// whatever the attackers do, a position that they have won: the king on a goal
// square, or the attackers without a move where that loses. It is a question of
// reachability, so it has the same answer whatever was played before, and a
// position that comes back on a line is no progress: it counts as not won on that
// line. A proof is never touched by this; a disproof may be, and one that relies on
// the line that led to it is used on that line only.
//
// A Search is only as good as its program, so it claims nothing: what counts is
// the certificate, which package check tries without knowing this package.
package search

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"example.com/brandubh"
)

// Verdict is what a search has found out.
type Verdict uint8

// The verdicts.
const (
	Open      Verdict = iota // not decided yet
	Proved                   // the defenders can force a win
	Disproved                // they cannot, says the search; there is no certificate of that
)

// Why a search stopped before its verdict.
var (
	// ErrBudget: the expansions allowed are used up.
	ErrBudget = errors.New("the budget is used up")
	// ErrMemory: the memory for proved positions is full.
	ErrMemory = errors.New("the memory for proved positions is full")
	// ErrLong: a line is longer than the search can follow.
	ErrLong = fmt.Errorf("a line is longer than %d plies", maxPlies)
)

// Table knows the endings of some positions: whether the defenders can force a
// win, and in how many plies at most. known is false for a position that it does
// not have. A position that a known one leads to must be known or finished, and
// the plies must shrink along a best line. Several workers probe at a time.
type Table interface {
	Probe(p brandubh.Position) (wins bool, plies int, known bool)
}

// Config is what a search goes by.
type Config struct {
	// Rules is the rule set, and Root the position in question.
	Rules *brandubh.Variant
	Root  brandubh.Position
	// Memory is how many bytes the search may take, 64 KiB or more: three quarters
	// for the table of positions, one for the list of proved ones. A certificate is
	// written in the place of the table.
	Memory int64
	// Workers is how many goroutines search, 0 for one. One finds the same proof
	// each time; several do not.
	Workers int
	// Table is used at the leaves, if there is one.
	Table Table
	// Progress is called every so often, if it is not nil, by one of them.
	Progress func(Progress)
	Every    time.Duration
}

// Progress is how far a search is.
type Progress struct {
	// Proof and Disproof are the numbers of the root: how many leaves, by the
	// search's weak count, must at least be won, or be lost, to decide it.
	Proof, Disproof uint32
	// Expansions is how often a position was looked at with all its moves, since
	// the search began, stops left out.
	Expansions uint64
	// Positions is how many proved positions are on the list, with repeats.
	Positions int
	// Fill is which part of the table is taken, 0 to 1.
	Fill float64
	// Ply is how deep a worker is in the tree at the moment.
	Ply int
	// Elapsed is how long it has searched, stops left out.
	Elapsed time.Duration
}

// Search is a proof-number search that can be stopped, saved and taken up again.
// Make one with New or Load. Its methods are for one goroutine at a time.
type Search struct {
	config  Config
	v       *brandubh.Variant
	root    brandubh.Position         // canonical
	between [49][49]brandubh.Bitboard // two squares of a line: those between, and the second
	beside  [49]brandubh.Bitboard
	toGoal  [49][]brandubh.Bitboard // the ways from a square to the goals in line with it
	table   *table
	paths   []*table // of each worker: its disproofs that rely on its path
	won     wonList
	longest int // path

	numbers    numbers // of the root
	expansions atomic.Uint64
	elapsed    time.Duration

	// What holds for one run.
	ctx     context.Context
	limit   uint64
	began   time.Time
	mu      sync.Mutex
	stopped error       // why it stops, nil if it is decided
	halt    atomic.Bool // the workers are to stop
	busy    []atomic.Int32
	decided atomic.Uint64 // how often a worker has decided a position that another one is on
}

// worker is one of those that search the same tree with the same table. Each has a
// path of its own from the root. What is on the paths of others looks dearer
// to it, so it goes elsewhere; not so to the first, which searches as if it were
// alone: where much comes back to itself, lines that keep changing decide nothing.
// And where one decides a position, the others leave it.
type worker struct {
	*Search
	number  int
	paths   *table
	frames  []frame
	seen    []uint8 // how many positions of the path have that low hash
	numbers numbers // of the root
	spent   uint64  // expansions
	told    time.Time
	decided uint64 // as far as it knows
	leave   int    // the ply of the first position of the path that another has decided
}

const nowhere = 1 << 30 // no ply

const leastMemory = 1 << 16

// frame is what the search knows of one position of its path.
type frame struct {
	key      key
	hash     uint32 // of the path up to here
	children []child
	moves    []brandubh.Move
}

// child is a position that one move leads to, up to symmetry.
type child struct {
	position brandubh.Position // canonical
	key      key
	move     brandubh.Move
	numbers  numbers
	reliance reliance
}

// New returns a search. It refuses rules and positions that the library refuses,
// a position with nobody to move, and too little memory.
func New(c Config) (*Search, error) {
	if c.Memory < leastMemory {
		return nil, fmt.Errorf("%d bytes of memory: want %d or more", c.Memory, leastMemory)
	}
	if err := c.Rules.Validate(); err != nil {
		return nil, err
	}
	if err := c.Rules.ValidatePosition(c.Root); err != nil {
		return nil, err
	}
	rules := *c.Rules
	c.Rules = &rules
	root, _ := c.Root.Canonical()
	s := &Search{
		config: c, v: c.Rules, root: root,
		between: ways(),
		won:     newWonList(int(c.Memory / 4 / wonBytes)),
		numbers: numbers{1, 1},
		longest: maxPlies,
	}
	s.config.Workers = max(1, c.Workers)
	if n := s.config.Workers; n == 1 {
		s.table = newTable(c.Memory / 4 * 3)
		s.paths = []*table{s.table}
	} else {
		// Else they would keep writing over what holds on each other's path.
		s.table = newTable(c.Memory / 8 * 5)
		for range n {
			s.paths = append(s.paths, newTable(c.Memory/8/int64(n)))
		}
	}
	goals := c.Rules.Goals()
	for from, to := range s.between {
		for at, way := range to {
			if way == brandubh.Square(at).Bitboard() {
				s.beside[from] |= way
			}
			if way != 0 && goals.Has(brandubh.Square(at)) {
				s.toGoal[from] = append(s.toGoal[from], way)
			}
		}
	}
	return s, nil
}

// Run searches until the question is decided, the context is done or that many
// expansions were made in this run (0: no limit), and returns the verdict. With
// Open comes the reason why it stopped. It can be called again.
func (s *Search) Run(ctx context.Context, expansions uint64) (Verdict, error) {
	if s.numbers == proved {
		return Proved, nil
	}
	if ctx.Err() != nil {
		return Open, context.Cause(ctx)
	}
	if n, known := s.leaf(s.root); known {
		s.numbers = n
		if n == proved {
			return Proved, nil
		}
		return Disproved, nil
	}
	s.ctx, s.limit, s.stopped = ctx, 0, nil
	s.halt.Store(false)
	if expansions > 0 {
		s.limit = s.expansions.Load() + expansions
	}
	s.busy = make([]atomic.Int32, hashes)
	s.began = time.Now()

	workers := make([]*worker, s.config.Workers)
	var wg sync.WaitGroup
	for i := range workers {
		w := &worker{
			Search: s, number: i, paths: s.paths[i], seen: make([]uint8, hashes), told: s.began,
			decided: s.decided.Load(), leave: nowhere,
		}
		workers[i] = w
		wg.Go(func() {
			w.numbers = w.visit(s.root, keyOf(s.root), 0, numbers{infinite, infinite}).numbers
			if w.numbers.solved() {
				s.halt.Store(true)
			}
		})
	}
	wg.Wait()
	s.elapsed += time.Since(s.began)

	s.numbers = workers[0].numbers
	for _, w := range workers {
		if w.numbers.solved() && s.numbers != proved {
			s.numbers = w.numbers
		}
	}
	switch s.numbers {
	case proved:
		return Proved, nil
	case disproved:
		return Disproved, nil
	}
	return Open, s.stopped
}

// stop makes the workers stop, for the first reason given.
func (s *Search) stop(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped == nil {
		s.stopped = why
	}
	s.halt.Store(true)
}

// Progress returns how far the search is.
func (s *Search) Progress() Progress {
	return Progress{
		Proof: s.numbers[0], Disproof: s.numbers[1],
		Expansions: s.expansions.Load(), Positions: s.won.len(), Fill: s.table.fill(),
		Elapsed: s.elapsed,
	}
}

// result is what a visit finds.
type result struct {
	numbers  numbers
	reliance reliance // of a disproof
}

// visit searches a canonical position until one of its numbers reaches its
// threshold, or the worker is to leave it.
func (w *worker) visit(p brandubh.Position, k key, ply int, threshold numbers) result {
	r := result{numbers{1, 1}, nothing}
	if ply == w.longest {
		w.stop(ErrLong)
		return r
	}
	low := k.hash() % hashes
	w.busy[low].Add(1) // first: who decides it after the look tells this worker
	// The position may have been decided elsewhere since its parent looked.
	if n, ok := w.table.decided(k); ok {
		w.busy[low].Add(-1)
		return result{n, nothing}
	}
	if len(w.frames) == ply {
		w.frames = append(w.frames, frame{})
	}
	f := &w.frames[ply]
	f.key = k
	f.hash = uint32(k.hash() >> 7)
	if ply > 0 {
		f.hash += w.frames[ply-1].hash * 0x9e3779b1
	}
	w.seen[low]++
	before := w.spent
	w.tick(ply)

	// The defenders choose the child with the least proof number, and to disprove
	// their position all children must be disproved; for the attackers it is the
	// other way round.
	chosen := 0
	if p.Turn() == brandubh.Attackers {
		chosen = 1
	}
	w.expand(p, f, ply)
	for {
		f = &w.frames[ply] // they may have moved
		if w.leave <= ply {
			break
		}
		var best, unsolved int
		least, most := uint32(infinite), uint32(0)
		first, second := uint32(infinite), uint32(infinite) // as they look, with others at work
		for i := range f.children {
			c := &f.children[i]
			x := c.numbers[chosen]
			least = min(least, x)
			if w.number > 0 && x < threshold[chosen] {
				x = min(x+w.others(c.key)*(x/4+1), threshold[chosen]-1)
			}
			if x < first {
				first, second, best = x, first, i
			} else {
				second = min(second, x)
			}
			if x := c.numbers[1-chosen]; x > 0 {
				unsolved++
				most = max(most, x)
			}
		}
		// Weak proof numbers: the largest and one for each other, not the sum, which
		// counts a position twice that is met on two ways.
		all := most
		if most > 0 && most < infinite {
			all = min(most+uint32(unsolved)-1, infinite-1)
		}
		r.numbers[chosen], r.numbers[1-chosen] = least, all
		if ply == 0 {
			w.numbers = r.numbers
		}
		if r.numbers[0] >= threshold[0] || r.numbers[1] >= threshold[1] || r.numbers.solved() || w.halt.Load() {
			break
		}
		c := f.children[best]
		var t numbers
		// A little more than the second best may be spent, lest the search jump about.
		t[chosen] = min(threshold[chosen], second+second/10+1, infinite)
		t[1-chosen] = threshold[1-chosen] - uint32(unsolved) + 1
		cr := w.visit(c.position, c.key, ply+1, t)
		f = &w.frames[ply]
		f.children[best].numbers, f.children[best].reliance = cr.numbers, cr.reliance
		if cr.numbers == proved && p.Turn() == brandubh.Attackers {
			w.imitate(p, f, best)
		}
		if w.config.Workers > 1 {
			w.refresh(f, ply)
		}
	}
	w.seen[low]--
	w.busy[low].Add(-1)

	if w.leave <= ply {
		if w.leave == ply {
			w.leave = nowhere
			if n, ok := w.table.decided(k); ok {
				return result{n, nothing}
			}
		}
		return r
	}
	e := entry{a: r.numbers[0], b: r.numbers[1]}
	switch {
	case r.numbers == proved:
		if p.Turn() == brandubh.Defenders {
			for i := range f.children {
				if f.children[i].numbers == proved {
					w.add(k, f.children[i].move)
					e = wonBy(f.children[i].move)
					break
				}
			}
		}
	case r.numbers == disproved:
		for i := range f.children {
			c := &f.children[i]
			if c.numbers != disproved {
				continue
			}
			if chosen == 1 { // one is enough, the least reliant
				r.reliance = c.reliance.before(ply)
				if r.reliance == nothing {
					break
				}
				continue
			}
			r.reliance = r.reliance.and(c.reliance)
		}
		r.reliance = r.reliance.before(ply)
		if r.reliance != nothing {
			e = entry{hi: onPath, a: w.frames[r.reliance.to].hash, b: uint32(r.reliance.from)<<16 | uint32(r.reliance.to)}
		}
	}
	w.store(k, e, w.spent-before)
	return r
}

// others returns how many other workers have a position with that hash on
// their path: never too few, now and then too many.
func (w *worker) others(k key) uint32 {
	if w.config.Workers == 1 {
		return 0
	}
	low := k.hash() % hashes
	return uint32(max(0, w.busy[low].Load()-int32(w.seen[low])))
}

// hashes is how many there are of those that tell what is on a path.
const hashes = 1 << 16

// add puts a position on the list of proved ones.
func (w *worker) add(k key, m brandubh.Move) {
	if !w.won.add(k, m) {
		w.stop(ErrMemory)
	}
}

// store puts a position into the table, and tells the others if they need not
// look at it any more.
func (w *worker) store(k key, e entry, work uint64) {
	if e.hi&onPath != 0 {
		w.paths.store(k, e, work)
		return
	}
	w.table.store(k, e, work)
	if e.numbers().solved() && w.others(k) > 0 {
		w.Search.decided.Add(1)
	}
}

// expand finds the children of a position and what is known of them. Once a
// child decides the position, it is the only one.
func (w *worker) expand(p brandubh.Position, f *frame, ply int) {
	f.moves = w.v.AppendMoves(f.moves[:0], p)
	f.children = f.children[:0]
	decides := proved
	if p.Turn() == brandubh.Attackers {
		decides = disproved
	}
next:
	for _, m := range f.moves {
		q, err := w.v.Play(p, m)
		if err != nil {
			continue // never: the move is legal
		}
		c := child{move: m, reliance: nothing}
		n, known := w.quick(q)
		if !known {
			c.position, _ = q.Canonical()
			c.key = keyOf(c.position)
			for i := range f.children {
				if f.children[i].key == c.key {
					continue next
				}
			}
			if n, c.reliance, known = w.recall(c.key, ply); !known {
				n = w.estimate(q)
			}
		}
		c.numbers = n
		if n == decides && c.reliance == nothing {
			f.children = append(f.children[:0], c)
			return
		}
		f.children = append(f.children, c)
	}
}

// recall returns what the path and the table say of a child of the position at
// a ply.
func (w *worker) recall(k key, ply int) (n numbers, r reliance, known bool) {
	if at, ok := w.pathPly(k, ply); ok {
		return disproved, reliance{int32(at), int32(at)}, true
	}
	if e, ok := w.paths.find(k); ok && e.hi&onPath != 0 {
		if r := e.reliance(); int(r.to) <= ply && w.frames[r.to].hash == e.a {
			return disproved, r, true
		}
	}
	if e, ok := w.table.find(k); ok && e.hi&onPath == 0 {
		return e.numbers(), nothing, true
	}
	return n, nothing, false
}

// refresh looks up what others have found out about the children of a position.
func (w *worker) refresh(f *frame, ply int) {
	for i := range f.children {
		c := &f.children[i]
		if c.numbers.solved() {
			continue
		}
		if n, r, known := w.recall(c.key, ply); known {
			c.numbers, c.reliance = n, r
		}
	}
}

// pathPly returns the ply at which a position stands on the path.
func (w *worker) pathPly(k key, ply int) (int, bool) {
	if w.seen[k.hash()%hashes] == 0 {
		return 0, false
	}
	for i := ply; i >= 0; i-- {
		if w.frames[i].key == k {
			return i, true
		}
	}
	return 0, false
}

// tick counts an expansion. It looks whether to stop or to leave, and tells how
// far the search is.
func (w *worker) tick(ply int) {
	w.spent++
	if n := w.expansions.Add(1); w.limit > 0 && n >= w.limit {
		w.stop(ErrBudget)
	}
	if n := w.Search.decided.Load(); n != w.decided {
		w.decided = n
		for i := range ply + 1 {
			if _, ok := w.table.decided(w.frames[i].key); ok {
				w.leave = i
				break
			}
		}
	}
	if w.spent&0xff != 0 {
		return
	}
	if w.ctx.Err() != nil {
		w.stop(context.Cause(w.ctx))
	}
	if w.number > 0 || w.config.Progress == nil {
		return
	}
	if now := time.Now(); now.Sub(w.told) >= w.config.Every {
		w.told = now
		p := w.Search.Progress()
		p.Proof, p.Disproof = w.numbers[0], w.numbers[1]
		p.Ply = ply
		p.Elapsed += now.Sub(w.began)
		w.config.Progress(p)
	}
}
