package brandubh

import "iter"

// Predecessors returns every position from which one legal move under v leads to
// p, with that move, as tables of endgames are built: q and m such that q has at
// most so many attackers and defenders (the king does not count),
// [Variant.ValidatePosition] accepts q, and [Variant.Play] of m in q returns p.
// That leaves out the finished positions, which have no legal moves, and nothing
// else. Whether a game from the start ever comes to q is not asked, nor
// repetition.
//
// What the move took stands in q again, the king too if p has none. p itself
// may be finished. The pairs come by the move's To, then its From, then what it
// took: the set of soldiers as a number, then the king's square. No pair comes
// twice. There are none for a nil Variant, for a p with nobody to move or with
// more pieces than allowed, and for one that cannot arise.
func (v *Variant) Predecessors(p Position, attackers, defenders int) iter.Seq2[Position, Move] {
	return func(yield func(Position, Move) bool) {
		roomA, roomD := attackers-p.attackers.Len(), defenders-p.defenders.Len()
		if v == nil || p.turn == NoSide || roomA < 0 || roomD < 0 || p.king&(p.king-1) != 0 {
			return
		}
		noAttacker, noDefender := v.movement(Attacker).noStop, v.movement(Defender).noStop
		if p.attackers&noAttacker != 0 || p.defenders&noDefender != 0 {
			return
		}
		occupied := p.occupied()
		for b := p.Side(p.turn.Opponent()); b != 0; b &= b - 1 {
			to := b & -b
			arrival := b.first()
			x := p.At(arrival)
			m := v.movement(x)

			// Who stood beside the arrival and fell, each against its own anvil. An
			// anvil stands two squares from the arrival and so is there in p as it
			// was before the removals, whoever else fell.
			empty := beside[arrival] &^ occupied
			var fallen, kings Bitboard
			room := roomA
			switch {
			case x == Attacker:
				fallen = sandwiched(to, empty, v.anvilsToDefenders(p)) &^ noDefender
				room = roomD
				if p.king == 0 {
					kings = empty
				}
			case x == Defender || v.King.Armed&HammerOnly != 0:
				fallen = sandwiched(to, empty, v.anvilsToAttackers(p)) &^ noAttacker
			}

			origins := slide(arrival, occupied)
			if x != King { // he may have stood on a throne that he may not stop on
				origins &^= m.noStop
			}
			for ; origins != 0; origins &= origins - 1 {
				from := origins & -origins
				move := Move{origins.first(), arrival}
				way := path[move.From][arrival]
				if !m.allows(way, to) || m.limit != 0 && way.Len() > int(m.limit) {
					continue
				}
				// The way was free, so nothing fell on it.
				off := beside[arrival] &^ (way | from)
				q := p.moved(x, from|to) // back
				for s, all := Bitboard(0), fallen&off; ; {
					if s.Len() <= room && !v.unplay(q.with(s), p, move, kings&off&^s, yield) {
						return
					}
					if s = (s - all) & all; s == 0 {
						break
					}
				}
			}
		}
	}
}

// with returns the position with soldiers of the side that is not to move added.
func (p Position) with(soldiers Bitboard) Position {
	if p.turn == Attackers {
		p.defenders |= soldiers
	} else {
		p.attackers |= soldiers
	}
	return p
}

// unplay yields q, or where it has no king q with a king on one of the squares in
// turn, if the move leads from there to p. It returns what yield does.
func (v *Variant) unplay(q, p Position, m Move, kings Bitboard, yield func(Position, Move) bool) bool {
	if q.king != 0 {
		return !v.leads(q, p, m) || yield(q, m)
	}
	for ; kings != 0; kings &= kings - 1 {
		q.king = kings & -kings
		if v.leads(q, p, m) && !yield(q, m) {
			return false
		}
	}
	return true
}

// leads reports whether the move is legal in q and leads to p.
func (v *Variant) leads(q, p Position, m Move) bool {
	if !v.inPlay(q) { // asked first: a refusal by Play costs an allocation
		return false
	}
	after, err := v.Play(q, m)
	return err == nil && after == p
}
