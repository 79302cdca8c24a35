package search

import "example.com/brandubh"

// Most moves of the attackers in a quiet position do not matter, and the defenders
// go on as they would have. So once one move is shown to lose, the same line is
// tried against the others: the defenders make the moves of the known proof, and
// all that the attackers can do must lose as it did there, or at sight.

// longest is how many moves of the defenders are imitated in a row.
const longest = 40

// imitate tries the proof of one child of a position on the others.
func (s *Search) imitate(p brandubh.Position, f *frame, known int) {
	model, err := s.v.Play(p, f.children[known].move)
	if err != nil {
		return // never: the move is legal
	}
	for i := range f.children {
		c := &f.children[i]
		if c.numbers.solved() {
			continue
		}
		if q, err := s.v.Play(p, c.move); err == nil && s.alike(q, model, longest) {
			c.numbers = proved
		}
	}
}

// alike reports whether the defenders, to move in p, win with the moves that win
// in model, which it notes. It is quick to say no.
func (s *Search) alike(p, model brandubh.Position, left int) bool {
	if n, known := s.quick(p); known {
		return n == proved
	}
	canonical, sym := p.Canonical()
	k := keyOf(canonical)
	if e := s.table.find(k); e != nil && e.hi&onPath == 0 && e.numbers().solved() {
		return e.a == 0
	}
	if n, _ := s.threats(p, depth); n == 0 {
		return true
	}
	m, ok := s.known(model)
	if !ok || left == 0 {
		return false
	}
	q, err := s.v.Play(p, m)
	if err != nil {
		return false
	}
	model, err = s.v.Play(model, m)
	if err != nil {
		return false
	}
	if r := s.v.Result(q); r.Over() {
		if r.Winner != brandubh.Defenders {
			return false
		}
	} else {
		for answer := range s.v.Moves(q) {
			next, err := s.v.Play(q, answer)
			if err != nil {
				return false
			}
			// Where the model does not know the answer, nothing is known.
			after, err := s.v.Play(model, answer)
			if err != nil {
				after = brandubh.Position{}
			}
			if !s.alike(next, after, left-1) {
				return false
			}
		}
	}
	m = sym.Move(m)
	s.add(k, m)
	s.table.store(k, wonBy(m), 1)
	return true
}

// known returns the move that wins in a position with the defenders to move, if it
// is seen at sight or in the table.
func (s *Search) known(p brandubh.Position) (brandubh.Move, bool) {
	if p.Turn() != brandubh.Defenders {
		return brandubh.Move{}, false
	}
	if to, ok := s.v.Escapes(p).First(); ok {
		king, _ := p.Pieces(brandubh.King).First()
		return brandubh.Move{From: king, To: to}, true
	}
	for d := 1; d <= depth; d++ {
		if n, m := s.threats(p, d); n == 0 {
			return m, true
		}
	}
	canonical, sym := p.Canonical()
	e := s.table.find(keyOf(canonical))
	if e == nil {
		return brandubh.Move{}, false
	}
	m, ok := e.move()
	return sym.Inverse().Move(m), ok
}
