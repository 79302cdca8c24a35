package search

import "example.com/brandubh"

// leaf returns the numbers of a position that is decided without a search or by a table.
func (s *Search) leaf(p brandubh.Position) (numbers, bool) {
	if n, known := s.quick(p); known {
		return n, true
	}
	n := s.estimate(p)
	return n, n.solved()
}

// quick decides what is decided at a glance: a finished position, the defenders
// to move with the king's way to a goal open, a position that a table has.
func (s *Search) quick(p brandubh.Position) (numbers, bool) {
	if p.Turn() == brandubh.Defenders && s.v.Escapes(p) != 0 {
		return proved, true
	}
	if r := s.v.Result(p); r.Over() {
		if r.Winner == brandubh.Defenders {
			return proved, true
		}
		return disproved, true
	}
	if s.config.Table != nil {
		if wins, _, known := s.config.Table.Probe(p); known {
			if wins {
				return proved, true
			}
			return disproved, true
		}
	}
	return numbers{}, false
}

// estimate returns the numbers of a position that nothing is known of: proved if
// threats win, else a guess.
func (s *Search) estimate(p brandubh.Position) numbers {
	var answers uint32
	if p.Turn() == brandubh.Attackers {
		answers = s.defences(p, depth, infinite)
	} else {
		answers, _ = s.threats(p, depth, infinite)
	}
	if answers == 0 {
		return proved
	}
	return s.guess(p, answers)
}

// depth is how many threats in a row are looked at where nothing is known.
const depth = 2

// threats returns the least number of answers that one of the defenders' moves,
// with which the king threatens to escape, leaves to the attackers, and that move.
// If it is 0, the defenders win with it in at most 2·depth+1 plies. If there is no
// such move, or none that leaves less than that, it is the number of moves that the
// attackers would have; but limit, 1 or more, where they have more.
//
// It looks at the king's moves to where the way is open or opened by what they
// capture, and at soldiers' moves only where the king stands in line with a goal.
// These are all moves that threaten an escape.
func (s *Search) threats(p brandubh.Position, depth int, limit uint32) (least uint32, best brandubh.Move) {
	if s.v.Escapes(p) != 0 {
		return 0, best
	}
	least = limit
	if limit > 1 {
		least = max(1, min(limit, uint32(s.v.Count(p.WithTurn(brandubh.Attackers)))))
	}
	if depth == 0 {
		return least, best
	}
	try := func(m brandubh.Move) (wins bool) {
		q, err := s.v.Play(p, m)
		if err != nil || s.v.Escapes(q.WithTurn(brandubh.Defenders)) == 0 {
			return false
		}
		if n := s.defences(q, depth-1, least); n < least {
			least, best = n, m
		}
		return least == 0
	}
	king, _ := p.Pieces(brandubh.King).First()
	for to := range (s.v.Targets(p, king) & s.v.EscapeSquares(p)).All() {
		if try(brandubh.Move{From: king, To: to}) {
			return 0, best
		}
	}
	for to := range s.clearing(p, king).All() {
		if try(brandubh.Move{From: king, To: to}) {
			return 0, best
		}
	}
	if len(s.toGoal[king]) > 0 {
		for from := range p.Pieces(brandubh.Defender).All() {
			for to := range s.opening(p, king, from).All() {
				if try(brandubh.Move{From: from, To: to}) {
					return 0, best
				}
			}
		}
	}
	return least, best
}

// wins reports whether the defenders, to move, win by n threats in a row.
func (s *Search) wins(p brandubh.Position, depth int) bool {
	n, _ := s.threats(p, depth, 1)
	return n == 0
}

// clearing returns the squares to which the king can move so that his way to a goal
// may be open there, which it is not now: one attacker stands on it, next to the
// square, and may be captured by the move. There may be too many squares, never too
// few.
func (s *Search) clearing(p brandubh.Position, king brandubh.Square) (to brandubh.Bitboard) {
	attackers, defenders := p.Pieces(brandubh.Attacker), p.Pieces(brandubh.Defender)
	targets := s.v.Targets(p, king) &^ s.v.EscapeSquares(p)
	for at := range targets.All() {
		near := s.beside[at] & attackers
		if near == 0 {
			continue
		}
		for _, way := range s.toGoal[at] {
			if others := way & (attackers | defenders); others != 0 && others&^near == 0 {
				to |= at.Bitboard()
				break
			}
		}
	}
	return to
}

// opening returns the squares to which a soldier can move so that the king's way to
// a goal may be open, which it is not now: a soldier who was alone on it leaves it,
// or takes attackers who stand there. There may be too many squares, never too few.
func (s *Search) opening(p brandubh.Position, king, from brandubh.Square) (to brandubh.Bitboard) {
	targets := s.v.Targets(p, from)
	self, defenders := from.Bitboard(), p.Pieces(brandubh.Defender)
	occupied := defenders | p.Pieces(brandubh.Attacker)
	for _, way := range s.toGoal[king] {
		others := way & occupied &^ self
		if others&defenders != 0 || way&occupied == 0 {
			continue
		}
		ends := targets &^ way
		for at := range others.All() {
			ends &= s.beside[at]
		}
		to |= ends
	}
	return to
}

// defences counts the attackers' moves after which the king can neither escape at
// once nor win by n further threats. It stops at limit: there are that many
// or more.
//
// A move prevents an escape only if it ends on the king's way or takes him, for
// which it must end next to him: pieces that it takes away close nothing.
func (s *Search) defences(p brandubh.Position, depth int, limit uint32) (n uint32) {
	king, _ := p.Pieces(brandubh.King).First()
	var ends brandubh.Bitboard
	for to := range s.v.Escapes(p.WithTurn(brandubh.Defenders)).All() {
		ends |= s.between[king][to]
	}
	switch {
	case ends != 0:
		ends |= s.beside[king]
	case depth < 2 || !s.wins(p.WithTurn(brandubh.Defenders), depth):
		// He threatens no escape, nor would he win by threats were it his turn again.
		return uint32(s.v.Count(p))
	default:
		ends = brandubh.Board // few moves prevent it
	}
	for from := range p.Pieces(brandubh.Attacker).All() {
		for to := range (s.v.Targets(p, from) & ends).All() {
			q, err := s.v.Play(p, brandubh.Move{From: from, To: to})
			if err != nil || s.v.Escapes(q) != 0 {
				continue
			}
			if depth > 0 && !s.v.Result(q).Over() && s.wins(q, depth) {
				continue
			}
			if n++; n >= limit {
				return n
			}
		}
	}
	return n
}

// ways returns, for two squares of one rank or file, those between them and the
// second.
func ways() (w [49][49]brandubh.Bitboard) {
	for _, step := range [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		for from := range brandubh.Square(49) {
			var way brandubh.Bitboard
			file, rank := from.File(), from.Rank()
			for {
				file, rank = file+step[0], rank+step[1]
				to, ok := brandubh.SquareAt(file, rank)
				if !ok {
					break
				}
				way |= to.Bitboard()
				w[from][to] = way
			}
		}
	}
	return w
}
