package main

import (
	"cmp"
	"slices"

	"example.com/brandubh"
)

// How many questions may be asked to shrink an example, how many examples of a
// finding are shrunk, and how many questions may be asked below a move count or
// within a game.
const (
	maxAsks     = 300
	maxForms    = 3
	maxDescends = 600
)

// shrinker asks a program smaller and smaller questions that show the same.
type shrinker struct {
	*asker
	f    *finding
	s    *askedSet
	left int
}

// shrink makes the example of a finding: the smallest question found that shows
// the same, by the same field of the rules or in the same form.
func (a *asker) shrink(f *finding) {
	smaller := func(x, y *item) int { return cmp.Compare(size(x), size(y)) }
	items := slices.SortedStableFunc(slices.Values(f.items), smaller)
	forms := map[string]bool{}
	var best, from *item
	for _, it := range items {
		// A field may show in several ways: each can lead to the smallest.
		form := it.diffs[0].Field + it.diffs[0].Form
		if forms[form] || len(forms) == maxForms {
			continue
		}
		forms[form] = true
		sh := &shrinker{a, f, a.setOf(it), maxAsks}
		small := it
		if small.Moves != nil {
			small = sh.line(small)
		}
		if small.Position != nil && small.Perft == nil {
			small = sh.board(small)
		}
		if best == nil || smaller(small, best) < 0 {
			best, from = small, it
		}
	}
	f.Field, f.Form = best.diffs[0].Field, best.diffs[0].Form
	f.Example = exampleOf(a.setOf(best), best, from)
}

// size orders questions as examples: a move before a position, a position before a
// game, and then by pieces and moves.
func size(it *item) int {
	n := it.kind().order() * 10_000
	if it.Position != nil {
		n += pieces(*it.Position)
	}
	if it.Moves != nil {
		n += len(*it.Moves)
	}
	return n
}

func (a *asker) setOf(it *item) *askedSet {
	return a.sets[slices.IndexFunc(a.sets, func(s *askedSet) bool { return s.rules == it.rules })]
}

// try asks a question, and returns it with its answer if that shows the same.
func (sh *shrinker) try(q question) (*item, bool) {
	if sh.left == 0 || sh.program.gaveUp != "" || q.Position != nil && sh.s.rules.ValidateStart(*q.Position) != nil {
		return nil, false
	}
	it, ok := sh.s.newItem(q, "")
	if !ok {
		return nil, false
	}
	sh.left--
	if got := sh.program.one(it); got == nil || got.Error != nil {
		return nil, false
	}
	it.diffs = compare(&it.question, it.want, it.got, func(string) {})
	return it, len(it.diffs) > 0 && sh.same(it)
}

// same reports whether an item shows the finding.
func (sh *shrinker) same(it *item) bool {
	if sh.f.explain != nil {
		own := sh.s.find(sh.f.explain)
		return own != nil && byRule(it.diffs) && answers(own.rules, it)
	}
	d := it.diffs[0]
	ground, _ := because(it)
	return d.Form == sh.f.Form && ground.Rule == sh.f.Rule
}

// fewer takes soldiers away from a position one by one, over and over, as long as
// what is left is accepted, and returns that.
func fewer(p brandubh.Position, accept func(q brandubh.Position, gone brandubh.Square) bool) brandubh.Position {
	for again := true; again; {
		again = false
		for s := range (p.Pieces(brandubh.Attacker) | p.Pieces(brandubh.Defender)).All() {
			if q, err := p.Put(s, brandubh.NoPiece); err == nil && accept(q, s) {
				p, again = q, true
			}
		}
	}
	return p
}

// board takes away pieces as long as the position still shows it.
func (sh *shrinker) board(it *item) *item {
	fewer(*it.Position, func(p brandubh.Position, gone brandubh.Square) bool {
		if it.Move != nil && it.Move.From == gone {
			return false
		}
		q := it.question
		q.Position = &p
		next, ok := sh.try(q)
		if ok {
			it = next
		}
		return ok
	})
	return it
}

// line leaves out moves at the end of a game, then at its beginning, and then
// between.
func (sh *shrinker) line(it *item) *item {
	ask := func(p *brandubh.Position, moves []brandubh.Move) bool {
		q := it.question
		q.Position, q.Moves = p, &moves
		next, ok := sh.try(q)
		if ok {
			it = next
		}
		return ok
	}
	moves := *it.Moves
	for low, high := 0, len(moves); low < high; {
		if middle := (low + high) / 2; ask(it.Position, moves[:middle]) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	moves = *it.Moves
	line := sh.s.positions(it)
	for low, high := 0, len(line)-1; low < high; {
		if middle := (low + high + 1) / 2; ask(&line[middle], moves[middle:]) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	if it.Position == nil && len(*it.Moves) > 0 { // to be able to take pieces away
		ask(&line[0], *it.Moves)
	}
	for again, tries := true, maxAsks/2; again; { // moves that lead back to where they began
		again = false
		for _, l := range sh.loops(it) {
			if tries == 0 {
				break
			}
			tries--
			moves := *it.Moves
			if again = ask(it.Position, slices.Concat(moves[:l[0]], moves[l[1]:])); again {
				break
			}
		}
	}
	return it
}

// loops returns the stretches of a game, from a ply up to another, that lead back
// to the same position, the longest first.
func (sh *shrinker) loops(it *item) (all [][2]int) {
	line := sh.s.positions(it)
	for i, p := range line {
		for j := i + 1; j < len(line); j++ {
			if line[j] == p {
				all = append(all, [2]int{i, j})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b [2]int) int { return (b[1] - b[0]) - (a[1] - a[0]) })
	return all
}

// positions returns the positions of a game, as far as its moves are legal.
func (s *askedSet) positions(it *item) []brandubh.Position {
	line := []brandubh.Position{s.rules.Start}
	if it.Position != nil {
		line[0] = *it.Position
	}
	for _, m := range *it.Moves {
		p, err := s.rules.Play(line[len(line)-1], m)
		if err != nil {
			break
		}
		line = append(line, p)
	}
	return line
}

// descend looks below a position whose lines are counted otherwise for one where
// the moves, or what they do, differ, or else for one with fewer lines; nil if none
// is found.
func (a *asker) descend(s *askedSet, it *item) (smaller *item) {
	left := maxDescends
	p := *it.Position
	for depth := *it.Perft; ; depth-- {
		var items []*item
		add := func(q question) {
			if new, ok := s.newItem(q, it.from); ok {
				items = append(items, new)
			}
		}
		add(question{Position: &p})
		for m := range s.rules.Moves(p) {
			add(question{Position: &p, Move: &m})
		}
		if depth > 1 {
			for m := range s.rules.Moves(p) {
				q, _ := s.rules.Play(p, m)
				shallow := depth - 1
				add(question{Position: &q, Perft: &shallow})
			}
		}
		if left -= len(items); left < 0 {
			return smaller
		}
		first := a.differing(items)
		if first == nil {
			return smaller
		}
		if smaller = first; smaller.Perft == nil {
			return smaller
		}
		p = *smaller.Position
	}
}

// replay looks in a game for the first move about which alone the answers differ;
// nil if there is none.
func (a *asker) replay(s *askedSet, it *item) *item {
	var items []*item
	line := s.positions(it)
	for i, m := range (*it.Moves)[:min(len(line)-1, maxDescends)] {
		if new, ok := s.newItem(question{Position: &line[i], Move: &m}, it.from); ok {
			items = append(items, new)
		}
	}
	return a.differing(items)
}

// differing asks questions, and returns the first with an answer that differs.
func (a *asker) differing(items []*item) *item {
	a.program.ask(items, func(*item) {})
	for _, it := range items {
		if it.got != nil && it.got.Error == nil {
			if it.diffs = compare(&it.question, it.want, it.got, func(string) {}); len(it.diffs) > 0 {
				return it
			}
		}
	}
	return nil
}
