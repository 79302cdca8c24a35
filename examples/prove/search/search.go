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
)

// Table knows the endings of some positions: whether the defenders can force a
// win, and in how many plies at most. known is false for a position that it does
// not have. A position that a known one leads to must be known or finished, and
// the plies must shrink along a best line.
type Table interface {
	Probe(p brandubh.Position) (wins bool, plies int, known bool)
}

// Config is what a search goes by.
type Config struct {
	// Rules is the rule set, and Root the position in question.
	Rules *brandubh.Variant
	Root  brandubh.Position
	// Memory is how many bytes the search may take, roughly: three quarters for the
	// table of positions, one for the list of proved ones.
	Memory int64
	// Table is used at the leaves, if there is one.
	Table Table
	// Progress is called every so often, if it is not nil.
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
	// Ply is how deep the search is in the tree at the moment.
	Ply int
	// Elapsed is how long it has searched, stops left out.
	Elapsed time.Duration
}

// Search is a proof-number search that can be stopped, saved and taken up again.
// Make one with New or Load. It is for one goroutine at a time.
type Search struct {
	config  Config
	v       *brandubh.Variant
	root    brandubh.Position         // canonical
	between [49][49]brandubh.Bitboard // two squares of a line: those between, and the second
	beside  [49]brandubh.Bitboard
	inLine  [49]bool // with a goal square
	table   *table
	won     wonList

	frames     []frame
	seen       []uint8 // how many positions of the path have that low hash
	numbers    numbers // of the root
	expansions uint64
	elapsed    time.Duration

	ctx     context.Context
	limit   uint64
	stopped error
	cut     bool // a path was longer than there is room for
	began   time.Time
	told    time.Time
}

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
// and a position with nobody to move.
func New(c Config) (*Search, error) {
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
		table:   newTable(c.Memory / 4 * 3),
		won:     wonList{room: int(c.Memory / 4 / wonBytes)},
		seen:    make([]uint8, 1<<16),
		numbers: numbers{1, 1},
	}
	goals := brandubh.Corners
	if c.Rules.Goal == brandubh.GoalEdge {
		goals = brandubh.Edge
	}
	for from, to := range s.between {
		for at, way := range to {
			if way == brandubh.Square(at).Bitboard() {
				s.beside[from] |= way
			}
			if way != 0 && goals.Has(brandubh.Square(at)) {
				s.inLine[from] = true
			}
		}
	}
	return s, nil
}

// Run searches until the question is decided, the context is done or so many
// expansions were made in this run (0: no limit), and returns the verdict. With
// Open comes the reason why it stopped. It can be called again.
func (s *Search) Run(ctx context.Context, expansions uint64) (Verdict, error) {
	if ctx.Err() != nil {
		return Open, context.Cause(ctx)
	}
	s.ctx, s.limit, s.stopped = ctx, 0, nil
	if expansions > 0 {
		s.limit = s.expansions + expansions
	}
	s.began = time.Now()
	s.told = s.began
	before := s.elapsed
	defer func() { s.elapsed = before + time.Since(s.began) }()

	n, known := s.leaf(s.root)
	if !known {
		r := s.visit(s.root, keyOf(s.root), 0, numbers{infinite, infinite})
		n = r.numbers
	}
	s.numbers = n
	switch {
	case n == proved:
		return Proved, nil
	case s.stopped != nil:
		return Open, s.stopped
	case s.cut:
		return Open, fmt.Errorf("lines longer than %d plies were left aside", maxPlies)
	}
	return Disproved, nil
}

// Progress returns how far the search is.
func (s *Search) Progress() Progress {
	p := Progress{
		Proof: s.numbers[0], Disproof: s.numbers[1],
		Expansions: s.expansions, Positions: len(s.won.records), Fill: s.table.fill(),
		Ply: len(s.frames), Elapsed: s.elapsed,
	}
	return p
}

// result is what a visit finds.
type result struct {
	numbers  numbers
	reliance reliance // of a disproof
}

// visit searches a canonical position until one of its numbers reaches its
// threshold, or the search is stopped.
func (s *Search) visit(p brandubh.Position, k key, ply int, threshold numbers) result {
	if ply == maxPlies {
		s.cut = true
		return result{disproved, reliance{0, int32(ply) - 1}}
	}
	// The position may have been decided elsewhere since its parent looked.
	if e := s.table.find(k); e != nil && e.hi&onPath == 0 && e.numbers().solved() {
		return result{e.numbers(), nothing}
	}
	if len(s.frames) == ply {
		s.frames = append(s.frames, frame{})
	}
	f := &s.frames[ply]
	f.key = k
	f.hash = uint32(k.hash() >> 7)
	if ply > 0 {
		f.hash += s.frames[ply-1].hash * 0x9e3779b1
	}
	s.seen[k.hash()&0xffff]++
	before := s.expansions
	s.expansions++
	if s.expansions&0xff == 0 {
		s.tick(ply)
	}
	if s.limit > 0 && s.expansions >= s.limit && s.stopped == nil {
		s.stopped = ErrBudget
	}

	// The defenders choose the child with the least proof number, and to disprove
	// their position all children must be disproved; for the attackers it is the
	// other way round.
	chosen := 0
	if p.Turn() == brandubh.Attackers {
		chosen = 1
	}
	s.expand(p, f, ply)
	var r result
	for {
		f = &s.frames[ply] // they may have moved
		var best, unsolved int
		least, second, most := uint32(infinite), uint32(infinite), uint32(0)
		for i := range f.children {
			n := &f.children[i].numbers
			if x := n[chosen]; x < least {
				least, second, best = x, least, i
			} else {
				second = min(second, x)
			}
			if x := n[1-chosen]; x > 0 {
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
			s.numbers = r.numbers
		}
		if r.numbers[0] >= threshold[0] || r.numbers[1] >= threshold[1] || r.numbers.solved() || s.stopped != nil {
			break
		}
		c := f.children[best]
		var t numbers
		// A little more than the second best may be spent, lest the search jump about.
		t[chosen] = min(threshold[chosen], second+second/10+1, infinite)
		t[1-chosen] = threshold[1-chosen] - uint32(unsolved) + 1
		cr := s.visit(c.position, c.key, ply+1, t)
		f = &s.frames[ply]
		f.children[best].numbers, f.children[best].reliance = cr.numbers, cr.reliance
		if cr.numbers == proved && p.Turn() == brandubh.Attackers {
			s.imitate(p, f, best)
		}
	}
	s.seen[k.hash()&0xffff]--

	e := entry{a: r.numbers[0], b: r.numbers[1]}
	r.reliance = nothing
	switch {
	case r.numbers == proved:
		if p.Turn() == brandubh.Defenders {
			for i := range f.children {
				if f.children[i].numbers == proved {
					s.add(k, f.children[i].move)
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
			e = entry{hi: onPath, a: s.frames[r.reliance.to].hash, b: uint32(r.reliance.from)<<16 | uint32(r.reliance.to)}
		}
	}
	s.table.store(k, e, s.expansions-before)
	return r
}

// add puts a position on the list of proved ones.
func (s *Search) add(k key, m brandubh.Move) {
	if !s.won.add(k, m) && s.stopped == nil {
		s.stopped = ErrMemory
	}
}

// expand finds the children of a position and what is known of them. Once a
// child decides the position, it is the only one.
func (s *Search) expand(p brandubh.Position, f *frame, ply int) {
	f.moves = s.v.AppendMoves(f.moves[:0], p)
	f.children = f.children[:0]
	decides := proved
	if p.Turn() == brandubh.Attackers {
		decides = disproved
	}
next:
	for _, m := range f.moves {
		q, err := s.v.Play(p, m)
		if err != nil {
			continue // never: the move is legal
		}
		c := child{move: m, reliance: nothing}
		n, known := s.quick(q)
		if !known {
			c.position, _ = q.Canonical()
			c.key = keyOf(c.position)
			for i := range f.children {
				if f.children[i].key == c.key {
					continue next
				}
			}
			if at, ok := s.pathPly(c.key, ply); ok {
				n, c.reliance = disproved, reliance{int32(at), int32(at)}
			} else if e := s.table.find(c.key); e == nil {
				n = s.estimate(q)
			} else if e.hi&onPath == 0 {
				n = e.numbers()
			} else if rel := e.reliance(); int(rel.to) <= ply && s.frames[rel.to].hash == e.a {
				n, c.reliance = disproved, rel
			} else {
				n = s.estimate(q)
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

// pathPly returns the ply at which a position stands on the path.
func (s *Search) pathPly(k key, ply int) (int, bool) {
	if s.seen[k.hash()&0xffff] == 0 {
		return 0, false
	}
	for i := ply; i >= 0; i-- {
		if s.frames[i].key == k {
			return i, true
		}
	}
	return 0, false
}

// tick looks whether to stop, and tells how far the search is.
func (s *Search) tick(ply int) {
	if s.stopped != nil {
		return
	}
	if s.ctx.Err() != nil {
		s.stopped = context.Cause(s.ctx)
	}
	if s.config.Progress == nil {
		return
	}
	if now := time.Now(); now.Sub(s.told) >= s.config.Every {
		s.told = now
		p := s.Progress()
		p.Ply = ply
		p.Elapsed += now.Sub(s.began)
		s.config.Progress(p)
	}
}
