package tables

import (
	"math/bits"

	"example.com/brandubh"
)

// bb is a set of squares as a plain number.
type bb = uint64

const (
	board   = bb(brandubh.Board)
	throne  = bb(brandubh.Throne)
	corners = bb(brandubh.Corners)
	edge    = bb(brandubh.Edge)
	size    = brandubh.Size
	squares = size * size
	fileA   = bb(1 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42)
	notA    = board &^ fileA
	notG    = board &^ (fileA << 6)
)

// kind says how one kind of piece moves.
type kind struct {
	stand  bb // where it may stop
	noPass bb // what it may not move over, though it be empty
	limit  int
}

// rules is a Variant prepared for sets of squares, for the inner loops of the
// builder. It states the rules of moving and capturing a second time, because asking
// the library is too slow there: to look at each of the 24.9 million entries with up
// to four men once, by Moves and Play, takes 32 s of CPU time (endgame verify -men 4),
// and a build, which looks at an open entry once for each ply, takes 13 s in all. What rules
// says of a move must be what [brandubh.Variant.Play] says; Verify compares the two
// on every entry and uses nothing of this file.
type rules struct {
	v                        *brandubh.Variant
	attacker, defender, king kind
	goal                     bb
	soldiersA, soldiersD     bb // where attackers and defenders may stand
	kings                    bb // where the king may stand in a game that goes on
	along                    [2][size][128]bb
	within                   [squares][size + 1]bb
	between                  [squares][squares]bb // the squares between two of a line
}

func newRules(v *brandubh.Variant) *rules {
	r := &rules{v: v}
	closed := func(open bool) bb {
		if v.Throne.Exists && !open {
			return throne
		}
		return 0
	}
	noSoldier := bb(0)
	if v.Corners.Exists {
		noSoldier = corners
	}
	t := &v.Throne
	r.attacker = kind{board &^ (noSoldier | closed(t.Stop.Attackers)), closed(t.Pass.Attackers), int(v.Range.Attackers)}
	r.defender = kind{board &^ (noSoldier | closed(t.Stop.Defenders)), closed(t.Pass.Defenders), int(v.Range.Defenders)}
	r.king = kind{board &^ closed(t.Return), closed(t.Pass.King), int(v.Range.King)}
	r.soldiersA, r.soldiersD = r.attacker.stand, r.defender.stand
	r.goal = bb(v.Goals())
	r.kings = board &^ r.goal

	for at := range size {
		for occ := range 128 {
			for i := at + 1; i < size; i++ {
				r.along[0][at][occ] |= 1 << i
				r.along[1][at][occ] |= 1 << (size * i)
				if occ>>i&1 != 0 {
					r.along[0][at][occ] &^= 1 << i
					r.along[1][at][occ] &^= 1 << (size * i)
					break
				}
			}
			for i := at - 1; i >= 0; i-- {
				if occ>>i&1 != 0 {
					break
				}
				r.along[0][at][occ] |= 1 << i
				r.along[1][at][occ] |= 1 << (size * i)
			}
		}
	}
	for s := range squares {
		r.within[s][0] = 1 << s
		for n := range size {
			b := r.within[s][n]
			r.within[s][n+1] = b | neighbours(b)
		}
		for to := range squares {
			switch {
			case s == to:
			case s/size == to/size:
				for i := min(s, to) + 1; i < max(s, to); i++ {
					r.between[s][to] |= 1 << i
				}
			case s%size == to%size:
				for i := min(s, to) + size; i < max(s, to); i += size {
					r.between[s][to] |= 1 << i
				}
			}
		}
	}
	return r
}

// neighbours returns the squares orthogonally next to a square of b.
func neighbours(b bb) bb { return (b&notG)<<1 | (b&notA)>>1 | b<<7&board | b>>7 }

func first(b bb) int { return bits.TrailingZeros64(b) }

// slide returns the squares that are free along rank and file from s.
func (r *rules) slide(s int, blocked bb) bb {
	const gather = 1<<36 | 1<<30 | 1<<24 | 1<<18 | 1<<12 | 1<<6 | 1
	rank, file := s/size, s%size
	return r.along[0][file][blocked>>(size*rank)&127]<<(size*rank) |
		r.along[1][rank][blocked>>file&fileA*gather>>36&127]<<file
}

// reach returns where a piece of that kind can go from s.
func (r *rules) reach(k *kind, s int, occupied bb) bb {
	to := r.slide(s, occupied|k.noPass)
	if k.noPass&k.stand != 0 {
		to |= r.slide(s, occupied) & k.noPass
	}
	to &= k.stand
	if k.limit != 0 {
		to &= r.within[s][k.limit]
	}
	return to
}

// kingFrom returns from where the king can have come to s. It is reach the other
// way round, and differs from it alone where he may leave the throne and not return.
func (r *rules) kingFrom(s int, occupied bb) bb {
	k := &r.king
	if k.stand>>s&1 == 0 {
		return 0
	}
	b := (r.slide(s, occupied|k.noPass) | r.slide(s, occupied)&k.noPass) & r.kings
	if k.limit != 0 {
		b &= r.within[s][k.limit]
	}
	return b
}

// sandwiched returns the victims next to the arriving piece that have an anvil
// straight opposite.
func sandwiched(arriving, victims, anvils bb) bb {
	return (arriving&notG)<<1&victims&((anvils&notA)>>1) |
		(arriving&notA)>>1&victims&((anvils&notG)<<1) |
		arriving<<7&victims&(anvils>>7) |
		arriving>>7&victims&(anvils<<7)
}

// hostile returns the squares that are hostile by themselves.
func hostile(k, soldiers bb, t brandubh.Hostility, c bool) (h bb) {
	if c {
		h = corners
	}
	switch t {
	case brandubh.HostileAlways:
		h |= throne
	case brandubh.HostileWhenEmpty:
		h |= throne &^ k
	}
	return h &^ soldiers
}

// hostileToAttackers returns the squares hostile to attackers; the next two those
// hostile to defenders and to the king.
func (r *rules) hostileToAttackers(k, soldiers bb) bb {
	return hostile(k, soldiers, r.v.Throne.Hostile.Attackers, r.v.Corners.Hostile.Attackers)
}

func (r *rules) hostileToDefenders(k, soldiers bb) bb {
	return hostile(k, soldiers, r.v.Throne.Hostile.Defenders, r.v.Corners.Hostile.Defenders)
}

func (r *rules) hostileToKing(k, soldiers bb) bb {
	return hostile(k, soldiers, r.v.Throne.Hostile.King, r.v.Corners.Hostile.King)
}

// kingFalls reports whether the king is captured by the attacker that has
// arrived beside him.
func (r *rules) kingFalls(k, d, a, arriving bb) bool {
	sides := r.v.King.Sides.Elsewhere
	if r.v.Throne.Exists {
		switch {
		case k&throne != 0:
			sides = r.v.King.Sides.Throne
		case k&bb(brandubh.Beside) != 0:
			sides = r.v.King.Sides.Beside
		}
	}
	switch around := neighbours(k); sides {
	case 2:
		return sandwiched(arriving, k, a|r.hostileToKing(k, a|d)) != 0 ||
			r.v.King.Edge && ((arriving&notG)<<1&k&^notG|(arriving&notA)>>1&k&^notA|
				arriving<<7&k&(127<<42)|arriving>>7&k&127) != 0
	case 3:
		open := around &^ a
		if r.v.Throne.Exists {
			open &^= throne &^ (k | d | a)
		}
		return open == 0
	case 4:
		return around&^(a|r.hostileToKing(k, a|d)) == 0 && (r.v.King.Edge || k&edge == 0)
	}
	return false
}

// enclosed reports whether the king's side is walled in, whoever is to move.
func enclosed(kd, a bb) bool {
	for kd&edge == 0 {
		next := kd | neighbours(kd)&^a
		if next == kd {
			return true
		}
		kd = next
	}
	return false
}
