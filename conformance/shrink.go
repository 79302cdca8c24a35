package conformance

import (
	"cmp"
	"slices"

	"example.com/brandubh"
)

// How many questions may be asked to shrink an example, and how many examples of a
// finding are shrunk.
const (
	maxAsks  = 300
	maxForms = 3
)

// shrinker asks a program smaller and smaller questions that show the same.
type shrinker struct {
	*run
	f    *Finding
	s    *set
	left int
}

// shrink makes the example of a finding: the smallest question found that shows
// the same, by the same field of the rules or in the same form.
func (r *run) shrink(f *Finding) {
	smaller := func(x, y *item) int { return cmp.Compare(size(x), size(y)) }
	items := slices.SortedStableFunc(slices.Values(f.items), smaller)
	forms := map[string]bool{}
	var best, from *item
	for _, it := range items {
		// A field may show in several ways: each can lead to the smallest.
		form := it.ds[0].field + it.ds[0].form
		if forms[form] || len(forms) == maxForms {
			continue
		}
		forms[form] = true
		sh := &shrinker{r, f, r.setOf(it), maxAsks}
		small := it
		if small.Moves != nil && len(*small.Moves) > 0 {
			small = sh.line(small)
		}
		if small.Position != nil && small.kind() != kindPerft {
			small = sh.board(small)
		}
		if best == nil || smaller(small, best) < 0 {
			best, from = small, it
		}
	}
	f.Field = best.ds[0].field
	if c := causeOf(best); f.flip == nil || c.form != "" {
		f.Form = c.form
	}
	f.Example = exampleOf(r.setOf(best), best, from)
}

// size orders questions as examples: a move before a position, a position before a
// game, and then by pieces and moves. Among equals, a king on the board says more
// than one who has just been put aside.
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

func (r *run) setOf(it *item) *set {
	return r.sets[slices.IndexFunc(r.sets, func(s *set) bool { return s.plan == it.plan })]
}

// try asks a question, and returns it with its answer if that shows the same.
func (sh *shrinker) try(q Question) (*item, bool) {
	if sh.left == 0 || q.Position != nil && !sh.f.SetUp && sh.s.rules.ValidateStart(*q.Position) != nil {
		return nil, false
	}
	sh.left--
	it := sh.one(sh.s, q, "")
	return it, it != nil && len(it.ds) > 0 && sh.same(it)
}

// same reports whether an item shows the finding.
func (sh *shrinker) same(it *item) bool {
	if sh.f.flip != nil {
		j := slices.IndexFunc(sh.s.flips, func(f flip) bool { return f.path == sh.f.flip.path && f.value == sh.f.flip.value })
		return j >= 0 && byRule(it.ds) && sh.gives(sh.s.flips[j].rules, it)
	}
	c := causeOf(it)
	return c.form == sh.f.Form && c.Rule == sh.f.Rule && (c.isOpenHere() && c.stage != stageManner) == sh.f.Open
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
		q := it.Question
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
		q := it.Question
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
func (s *set) positions(it *item) []brandubh.Position {
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
func (r *run) descend(s *set, it *item) (smaller *item) {
	left := maxDescends
	p := *it.Position
	for depth := *it.Perft; ; depth-- {
		questions := []Question{{Position: &p}}
		for m := range s.rules.Moves(p) {
			questions = append(questions, Question{Position: &p, Move: &m})
		}
		if depth > 1 {
			for m := range s.rules.Moves(p) {
				q, _ := s.rules.Play(p, m)
				shallow := depth - 1
				questions = append(questions, Question{Position: &q, Perft: &shallow})
			}
		}
		if left -= len(questions); left < 0 {
			return smaller
		}
		var first *item
		for _, q := range questions {
			if x := r.one(s, q, it.from); x != nil && len(x.ds) > 0 && !x.ds[0].setUp {
				first = x
				break
			}
		}
		if first == nil {
			return smaller
		}
		if smaller = first; smaller.kind() != kindPerft {
			return smaller
		}
		p = *smaller.Position
	}
}

// Example is a question that shows a difference, and both answers.
type Example struct {
	Preset   string   `json:"rules"`
	Question Question `json:"question"`
	Library  *Answer  `json:"library"`
	Program  *Answer  `json:"program"`
	Why      []string `json:"why"`
	Shrunk   bool     `json:"shrunk"`
	From     string   `json:"from"`

	variant  *brandubh.Variant
	position brandubh.Position
	diff     difference
}

func exampleOf(s *set, it, from *item) *Example {
	q := it.Question
	q.ID, q.Variant = nil, nil
	e := &Example{
		Preset: s.name, Question: q, Library: it.want, Program: it.got, From: from.from,
		Shrunk: it != from, variant: s.rules.Variant, position: s.rules.Start, diff: it.ds[0], Why: why(it),
	}
	if it.Position != nil {
		e.position = *it.Position
	}
	return e
}
