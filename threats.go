package brandubh

// Threatened returns the squares of the pieces that the side to move can take:
// the union of [Variant.Captures] over its legal moves, the king's square among
// them if he can be captured. It is empty for a finished position and a nil
// Variant.
//
// What a move threatens is what its side could take if it were to move again:
// after q, err := v.Play(p, m), v.Threatened(q.WithTurn(p.Turn())).
func (v *Variant) Threatened(p Position) Bitboard {
	if v == nil || !v.inPlay(p) {
		return 0
	}
	// A piece that arrives was not the anvil straight opposite: the victim would
	// have been in its way. So all arrivals can be judged at once, against the
	// anvils before the move. Only the king, who may be captured from more sides
	// than two, takes a look at the board after each move that comes next to him.
	var arrivals Bitboard
	if p.turn == Attackers {
		m := v.movement(Attacker)
		near := p.king.Neighbours()
		var king Bitboard
		for b := p.attackers; b != 0; b &= b - 1 {
			to := m.reach(p, b.first())
			arrivals |= to
			for to &= near; to != 0 && king == 0; to &= to - 1 {
				q := p
				q.attackers ^= b&-b | to&-to
				if v.kingFalls(q, to&-to) {
					king = p.king
				}
			}
		}
		return king | sandwiched(arrivals, p.defenders, v.anvilsToDefenders(p))
	}
	hammers := p.Side(p.turn)
	if v.King.Armed&HammerOnly == 0 {
		hammers &^= p.king
	}
	for b := hammers; b != 0; b &= b - 1 {
		arrivals |= v.movement(p.At(b.first())).reach(p, b.first())
	}
	return sandwiched(arrivals, p.attackers, v.anvilsToAttackers(p))
}

// Escapes returns the goal squares that the king reaches with a legal move: the
// moves with which the defenders win at once. It is empty for a finished
// position, with the attackers to move, and for a nil Variant. Whether the king
// threatens to escape, v.Escapes(p.WithTurn(Defenders)) tells.
func (v *Variant) Escapes(p Position) (to Bitboard) {
	if v == nil || p.turn != Defenders || !v.inPlay(p) {
		return 0
	}
	m := v.movement(King)
	for b := p.king; b != 0; b &= b - 1 {
		to |= m.reach(p, b.first())
	}
	return to & v.goal()
}

// EscapeSquares returns the squares, goals aside, from which a king would escape with one
// move: those without a soldier such that, with the king there and nowhere else
// and the defenders to move, [Variant.Escapes] is not empty. Where the king
// stands and who is to move does not matter, only the soldiers do. A king who
// takes nothing on arriving on one of them threatens to escape. It is empty for
// a nil Variant.
func (v *Variant) EscapeSquares(p Position) (from Bitboard) {
	if v == nil {
		return 0
	}
	m := v.movement(King)
	m.noStop = 0 // the way is looked at from its end, and may begin anywhere
	p.king = 0
	for goals := v.goal() &^ p.occupied(); goals != 0; goals &= goals - 1 {
		from |= m.reach(p, goals.first())
	}
	return from &^ v.goal()
}
