package brandubh

// Captures returns the squares of the pieces that a move takes, the king's among
// them if he is captured (common 4 to 8). It is empty for a move that takes
// nothing and for an illegal one, which [Variant.Check] tells apart.
func (v *Variant) Captures(p Position, m Move) Bitboard {
	q, err := v.Play(p, m)
	if err != nil {
		return 0
	}
	return p.Side(q.turn) &^ q.Side(q.turn)
}

// sandwiched returns the victims next to the arriving piece (a set of one
// square) that have an anvil straight opposite: common 4, all four directions.
func sandwiched(arriving, victims, anvils Bitboard) Bitboard {
	return (arriving&notG)<<1&victims&((anvils&notA)>>1) |
		(arriving&notA)>>1&victims&((anvils&notG)<<1) |
		arriving<<7&victims&(anvils>>7) |
		arriving>>7&victims&(anvils<<7)
}

// anvilsToDefenders returns what a defender can be taken against.
func (v *Variant) anvilsToDefenders(p Position) Bitboard {
	return p.attackers | v.hostileToDefenders(p)
}

// hostileToDefenders returns the hostile squares that count as such
// (throne.hostile.defenders, corners.hostile.defenders).
func (v *Variant) hostileToDefenders(p Position) Bitboard {
	return hostile(p, v.Throne.Hostile.Defenders, v.Corners.Hostile.Defenders)
}

// anvilsToAttackers returns what an attacker can be taken against, the king
// only if he is armed as an anvil.
func (v *Variant) anvilsToAttackers(p Position) Bitboard {
	anvils := p.defenders | v.hostileToAttackers(p)
	if v.King.Armed&AnvilOnly != 0 {
		anvils |= p.king
	}
	return anvils
}

// hostileToAttackers returns the hostile squares that count as such
// (throne.hostile.attackers, corners.hostile.attackers).
func (v *Variant) hostileToAttackers(p Position) Bitboard {
	return hostile(p, v.Throne.Hostile.Attackers, v.Corners.Hostile.Attackers)
}

// hostileToKing returns the squares hostile to the king that count as such
// (throne.hostile.king, corners.hostile.king).
func (v *Variant) hostileToKing(p Position) Bitboard {
	return hostile(p, v.Throne.Hostile.King, v.Corners.Hostile.King)
}

// hostile returns the hostile ones among throne and corners. A square counts by
// its own hostility only when it is empty or holds the king; a soldier on it
// counts as that soldier alone.
func hostile(p Position, throne Hostility, corners bool) (h Bitboard) {
	if corners {
		h = Corners
	}
	switch throne {
	case HostileAlways:
		h |= Throne
	case HostileWhenEmpty:
		h |= Throne &^ p.king
	}
	return h &^ (p.attackers | p.defenders)
}

// kingFalls reports whether the king is captured by an attacker that has
// arrived next to him (king.sides), judged on the board before any removal.
func (v *Variant) kingFalls(p Position, arriving Bitboard) bool {
	needed, closed, edge := v.kingSides(p, arriving)
	return needed&^closed == 0 && (!edge || v.King.Edge)
}

// kingSides returns the sides on which the king must be closed if an attacker that
// has arrived next to him is to capture him, the squares that are closed to him,
// and whether the edge of the board must be hostile to him besides.
func (v *Variant) kingSides(p Position, arriving Bitboard) (needed, closed Bitboard, edge bool) {
	switch *v.sides(p.king) {
	case 2:
		across := acrossFrom(arriving, p.king)
		return arriving | across, p.attackers | v.hostileToKing(p), across == 0
	case 3:
		closed = p.attackers
		if v.Throne.Exists {
			closed |= Throne &^ p.occupied()
		}
		return p.king.Neighbours(), closed, false
	case 4:
		return p.king.Neighbours(), p.attackers | v.hostileToKing(p), p.king&Edge != 0
	}
	return p.king, 0, false // no such rule: what stands on his own square closes nothing
}

// sides returns the rule that says from how many sides the king is captured
// where he stands.
func (v *Variant) sides(king Bitboard) *uint8 {
	switch {
	case v.Throne.Exists && king&Throne != 0:
		return &v.King.Sides.Throne
	case v.Throne.Exists && king&Beside != 0:
		return &v.King.Sides.Beside
	}
	return &v.King.Sides.Elsewhere
}

// acrossFrom returns the squares straight beyond the pieces next to an arriving
// one (a set of one square); none beyond a piece that stands against the edge.
func acrossFrom(arriving, pieces Bitboard) Bitboard {
	return ((arriving&notG)<<1&pieces&notG)<<1 |
		((arriving&notA)>>1&pieces&notA)>>1 |
		(arriving<<7&pieces)<<7&Board |
		(arriving>>7&pieces)>>7
}

// enclosed reports whether no piece of the king's side stands on the edge or
// can reach it by orthogonal steps over squares without an attacker (L 5.5,
// L 8.9, S goal, S blocked).
func enclosed(p Position) bool {
	inside := p.defenders | p.king
	for inside&Edge == 0 {
		next := inside | inside.Neighbours()&^p.attackers
		if next == inside {
			return true
		}
		inside = next
	}
	return false
}
