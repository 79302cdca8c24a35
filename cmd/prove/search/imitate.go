package search

import "example.com/brandubh"

// Most moves of the attackers in a quiet position do not matter, and the defenders
// go on as they would have. So once one move is shown to lose, the same line is
// tried against the others: the defenders make the moves of the known proof, and
// all that the attackers can do must lose as it did there, or lose without a search.

// imitated is how many moves of the defenders are imitated in a row.
const imitated = 40

// imitate tries the proof of one child of a position on the others.
func (w *worker) imitate(p brandubh.Position, f *frame, known int) {
	model, err := w.v.Play(p, f.children[known].move)
	if err != nil {
		return // never: the move is legal
	}
	for i := range f.children {
		c := &f.children[i]
		if c.numbers.solved() {
			continue
		}
		if q, err := w.v.Play(p, c.move); err == nil && w.alike(q, model, imitated) {
			c.numbers = proved
		}
	}
}

// alike reports whether the defenders, to move in p, win with the moves that win
// in model, which it notes. It is quick to say no.
func (w *worker) alike(p, model brandubh.Position, left int) bool {
	if n, known := w.quick(p); known {
		return n == proved
	}
	canonical, sym := p.Canonical()
	k := keyOf(canonical)
	if n, ok := w.table.decided(k); ok {
		return n == proved
	}
	if w.wins(p, depth) {
		return true
	}
	m, ok := w.known(model)
	if !ok || left == 0 || w.halt.Load() {
		return false
	}
	q, err := w.v.Play(p, m)
	if err != nil {
		return false
	}
	model, err = w.v.Play(model, m)
	if err != nil {
		return false
	}
	if r := w.v.Result(q); r.Over() {
		if r.Winner != brandubh.Defenders {
			return false
		}
	} else {
		for answer := range w.v.Moves(q) {
			next, err := w.v.Play(q, answer)
			if err != nil {
				return false
			}
			// Where the model does not know the answer, nothing is known.
			after, err := w.v.Play(model, answer)
			if err != nil {
				after = brandubh.Position{}
			}
			if !w.alike(next, after, left-1) {
				return false
			}
		}
	}
	m = sym.Move(m)
	w.add(k, m)
	w.store(k, wonBy(m), 1)
	return true
}

// known returns the move that wins in a position with the defenders to move, if it
// is seen without a search or stands in the table.
func (w *worker) known(p brandubh.Position) (brandubh.Move, bool) {
	if p.Turn() != brandubh.Defenders {
		return brandubh.Move{}, false
	}
	if to, ok := w.v.Escapes(p).First(); ok {
		king, _ := p.Pieces(brandubh.King).First()
		return brandubh.Move{From: king, To: to}, true
	}
	for d := 1; d <= depth; d++ {
		if n, m := w.threats(p, d, 1); n == 0 {
			return m, true
		}
	}
	canonical, sym := p.Canonical()
	e, ok := w.table.find(keyOf(canonical))
	if !ok {
		return brandubh.Move{}, false
	}
	m, ok := e.move()
	return sym.Inverse().Move(m), ok
}
