package search

import (
	"math"

	"example.com/brandubh"
)

// weights say how much a proof is nearer by something, in thousandths of the
// logarithm of the proof number. They were fitted to some 20,000 positions from the
// search for "d1-f1 e4-e1", each searched for 400 expansions: how soon was it
// proved? How the two sides' numbers compare was then found by trial, on 150 more.
// Only what made a difference is in.
type weights struct {
	base      int // what all positions have
	attackers int // for each attacker on the board
	answers   int // for the logarithm of how many answers the best threat leaves
	threat    int // if there is one
	far       int // if the king needs more than two moves to where his way is open
	near      int // for each square with the way open that he can move to
	gates     int // for each square with the way open
	mobility  int // for each move that the attackers would have
	king      int // for each square that the king can move to
	prey      int // for each attacker that the defenders could take
	throne    int // if the king stands there
	edge      int // if he stands there
	beside    int // for each attacker next to him
	danger    int // if the attackers could take him
}

var (
	attackersToMove = weights{
		base: 4100, attackers: -497, answers: -404, threat: -339, far: -700, near: 229, gates: -67,
		mobility: -15, king: -56, prey: 212, throne: 200, edge: 539, beside: 90,
	}
	defendersToMove = weights{
		base: 6800, attackers: -558, answers: -254, threat: -47, far: -600, near: 126, gates: -143,
		mobility: -37, king: -8, prey: 308, throne: 93, edge: 643, beside: -129, danger: -223,
	}
)

// The numbers of a position that is as near to a proof as most.
const (
	usualProof    = 8
	usualDisproof = 60
)

// guess returns the numbers of a position that nothing is known of, in which the
// defenders' best threat leaves that many answers.
//
// It is here that the search learns what to try first. The proof number falls
// and, with the defenders to move, the disproof number rises, the nearer a proof
// looks. Proofs do not rest on it.
func (s *Search) guess(p brandubh.Position, answers uint32) numbers {
	attackers, defenders := p.WithTurn(brandubh.Attackers), p.WithTurn(brandubh.Defenders)
	king, _ := p.Pieces(brandubh.King).First()
	reach, gates := s.v.Targets(defenders, king), s.v.EscapeSquares(p)
	mobility := s.v.Count(attackers)

	w := &defendersToMove
	if p.Turn() == brandubh.Attackers {
		w = &attackersToMove
	}
	z := w.base + w.attackers*p.Pieces(brandubh.Attacker).Len() +
		int(float64(w.answers)*math.Log(float64(answers))) +
		w.near*(reach&gates).Len() + w.gates*gates.Len() +
		w.mobility*mobility + w.king*reach.Len() +
		w.prey*s.v.Threatened(defenders).Len() +
		w.beside*(s.beside[king]&p.Pieces(brandubh.Attacker)).Len()
	for _, c := range []struct {
		weight int
		holds  bool
	}{
		{w.threat, int(answers) < mobility},
		{w.far, s.far(defenders, reach, gates)},
		{w.throne, brandubh.Throne.Has(king)},
		{w.edge, brandubh.Edge.Has(king)},
		{w.danger, w.danger != 0 && s.v.Threatened(attackers)&p.Pieces(brandubh.King) != 0},
	} {
		if c.holds {
			z += c.weight
		}
	}
	near := math.Exp(float64(max(-6000, min(z, 6000))) / 1000)
	n := numbers{1 + uint32(usualProof/near), 1}
	if p.Turn() == brandubh.Defenders {
		n[1] = 1 + uint32(usualDisproof*near)
	}
	return n
}

// far reports whether the king, who can move to reach, needs more than two moves
// to where his way to a goal is open, if nobody else moves.
func (s *Search) far(p brandubh.Position, reach, gates brandubh.Bitboard) bool {
	if reach&gates != 0 {
		return false
	}
	king, _ := p.Pieces(brandubh.King).First()
	lifted, _ := p.Put(king, brandubh.NoPiece)
	for at := range reach.All() {
		if q, _ := lifted.Put(at, brandubh.King); s.v.Targets(q, at)&gates != 0 {
			return false
		}
	}
	return true
}
