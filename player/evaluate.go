package player

import (
	"fmt"

	"example.com/brandubh"
)

// The weights of the evaluation, in hundredths of a soldier (an attacker). They
// were chosen by games against TreeSearch.
const (
	attackerWorth = 100
	defenderWorth = 150 // there are fewer of them
	oneWay        = 80  // the king could go to a goal if it were his turn: the attackers must stop it
	moreWays      = 300 // two ways are hard to stop with one move
	gateWorth     = 25  // a square with a way to a goal that he could go to, up to four of them
	roomWorth     = 6   // any square that he could go to
)

// features is what the evaluation looks at: the soldiers on the board, and what
// the king could do if it were his turn.
type features struct {
	attackers, defenders int
	ways                 int // goal squares that he could go to
	gates                int // squares with a way to a goal that he could go to
	room                 int // squares that he could go to
}

// look returns the features of a position in play.
func look(v *brandubh.Variant, p brandubh.Position) (f features) {
	f.attackers, f.defenders = p.Pieces(brandubh.Attacker).Len(), p.Pieces(brandubh.Defender).Len()
	if at, ok := p.Pieces(brandubh.King).First(); ok {
		to := v.Targets(p.WithTurn(brandubh.Defenders), at)
		f.ways, f.gates, f.room = (to & v.Goals()).Len(), (to & v.EscapeSquares(p)).Len(), to.Len()
	}
	return f
}

// score returns what the features are worth for the defenders, given those at
// the start of a game, which count as even.
func (f features) score(even features) int {
	s := attackerWorth*(even.attackers-f.attackers) - defenderWorth*(even.defenders-f.defenders) +
		gateWorth*min(f.gates, 4) + roomWorth*(f.room-even.room)
	switch {
	case f.ways == 1:
		s += oneWay
	case f.ways > 1:
		s += moreWays
	}
	return s
}

// String says in plain English what the features are.
func (f features) String() string {
	s := fmt.Sprintf("%s against %s, the king ", count(f.attackers, "attacker"), count(f.defenders, "defender"))
	switch {
	case f.room == 0:
		return s + "cannot move"
	case f.ways > 0:
		return s + "has " + count(f.ways, "way") + " to a goal"
	case f.gates > 0:
		return s + "is two moves from a goal in " + count(f.gates, "way")
	}
	return s + "reaches " + count(f.room, "square") + ", none with a way to a goal"
}

// kingMove returns a move with which the side to move wins at once by what the
// king does or suffers: he escapes, or he is captured. There are other ways to
// win with one move (enclosure, no moves, repetition), which search finds.
func kingMove(v *brandubh.Variant, p brandubh.Position) (brandubh.Move, bool) {
	king := p.Pieces(brandubh.King)
	at, _ := king.First()
	if p.Turn() == brandubh.Defenders {
		to, ok := v.Escapes(p).First()
		return brandubh.Move{From: at, To: to}, ok
	}
	near := king.Neighbours()
	if near&(p.Pieces(brandubh.Attacker)|brandubh.Throne|brandubh.Corners) == 0 && king&brandubh.Edge == 0 {
		return brandubh.Move{}, false // nothing beside him, and no capture needs an attacker alone
	}
	near &= p.Pieces(brandubh.NoPiece)
	for b := p.Pieces(brandubh.Attacker); b != 0; b &= b - 1 {
		from, _ := b.First()
		for to := v.Targets(p, from) & near; to != 0; to &= to - 1 {
			t, _ := to.First()
			m := brandubh.Move{From: from, To: t}
			if q, err := v.Play(p, m); err == nil && q.Pieces(brandubh.King) == 0 {
				return m, true
			}
		}
	}
	return brandubh.Move{}, false
}
