package conformance

import (
	"fmt"
	"slices"
	"strings"

	"example.com/brandubh"
)

// The questions that are aimed at mistakes which random positions hardly ever show.

var (
	soldiers = [2]brandubh.Piece{brandubh.Attacker, brandubh.Defender}
	sides    = [2]brandubh.Side{brandubh.Attackers, brandubh.Defenders}
	// aside is where a king stands who has nothing to do with a question, the first
	// that fits.
	aside = []brandubh.Square{brandubh.C3, brandubh.E5, brandubh.C5, brandubh.E3, brandubh.B2, brandubh.F6, brandubh.B6, brandubh.F2, brandubh.D4}
)

// scene is a position that is being built: what does not fit on the board, or where
// it may not stand, is left out.
type scene struct {
	g *generator
	p brandubh.Position
}

func (g *generator) scene(turn brandubh.Side) *scene {
	return &scene{g, brandubh.Position{}.WithTurn(turn)}
}

// put puts a piece on an empty square, and reports whether it stands there now.
func (s *scene) put(file, rank int, x brandubh.Piece) bool {
	at, ok := brandubh.SquareAt(file, rank)
	if !ok || s.p.At(at) != brandubh.NoPiece {
		return false
	}
	q, err := s.p.Put(at, x)
	if err != nil || x != brandubh.King && !s.g.mayStand(at) {
		return false
	}
	s.p = q
	return true
}

// mayStand reports whether soldiers may stand on a square.
func (g *generator) mayStand(at brandubh.Square) bool {
	switch b := at.Bitboard(); {
	case g.v.Corners.Exists && b&brandubh.Corners != 0:
		return false
	case g.v.Throne.Exists && b&brandubh.Throne != 0:
		return g.v.Throne.Stop.Attackers && g.v.Throne.Stop.Defenders
	}
	return true
}

// addKing puts a king aside, unless there is one, and reports whether the position
// can be played from.
func (s *scene) addKing() bool {
	if s.p.Pieces(brandubh.King) != 0 {
		return s.g.v.ValidateStart(s.p) == nil
	}
	before := s.p
	occupied := s.p.Pieces(brandubh.Attacker) | s.p.Pieces(brandubh.Defender)
	for _, at := range aside {
		near := at.Bitboard()
		for _, d := range directions {
			for n := 1; n <= 2; n++ {
				if sq, ok := brandubh.SquareAt(at.File()+n*d[0], at.Rank()+n*d[1]); ok {
					near |= sq.Bitboard()
				}
			}
		}
		if near&occupied == 0 {
			if s.put(at.File(), at.Rank(), brandubh.King); s.g.v.ValidateStart(s.p) == nil {
				return true
			}
			s.p = before
		}
	}
	for _, at := range aside { // nowhere is far enough
		if s.put(at.File(), at.Rank(), brandubh.King) && s.g.v.ValidateStart(s.p) == nil {
			return true
		}
		s.p = before
	}
	return false
}

// arrive asks what happens when a soldier of the side to move, or the king, arrives
// on a square from one of the directions; which says from where first.
func (s *scene) arrive(file, rank int, x brandubh.Piece, which int) {
	to, ok := brandubh.SquareAt(file, rank)
	if !ok {
		return
	}
	for n := range 4 * 4 {
		d := directions[(which+n)%4]
		away := 1 + n/4
		from, ok := brandubh.SquareAt(file+away*d[0], rank+away*d[1])
		if !ok {
			continue
		}
		t := *s
		m := brandubh.Move{From: from, To: to}
		if t.put(from.File(), from.Rank(), x) && t.addKing() && s.g.v.Check(t.p, m) == nil {
			s.g.ask(t.p, m)
			return
		}
	}
}

// text asks about positions and moves that are written out. A move that is none is
// asked all the same.
func (g *generator) text(cases ...string) {
	for _, c := range cases {
		fields := strings.Fields(c)
		p, err := brandubh.ParsePosition(strings.Join(fields[:2], " "))
		if err != nil || g.v.ValidatePosition(p) != nil {
			continue
		}
		if len(fields) == 2 {
			g.position(p)
			continue
		}
		for _, text := range fields[2:] {
			if m, err := brandubh.ParseMove(text); err == nil {
				g.ask(p, m)
			}
		}
	}
}

// plain asks how pieces move: each alone on every square, and moves that are none.
func (g *generator) plain() {
	g.from = "the start"
	g.game(Question{Moves: &[]brandubh.Move{}})
	g.from = "a piece alone on every square"
	for at := range brandubh.Square(49) {
		for i, x := range []brandubh.Piece{brandubh.Attacker, brandubh.Defender, brandubh.King} {
			s := g.scene(x.Side())
			if !s.put(at.File(), at.Rank(), x) {
				continue
			}
			if x == brandubh.King {
				s.put(6-at.File(), (at.Rank()+2)%7, brandubh.Attacker)
			}
			if s.addKing() && (i < 2 || g.v.ValidateStart(s.p) == nil) {
				g.position(s.p)
			}
		}
	}
	g.from = "moves that are none"
	g.text(
		"7/7/2K4/7/3t3/7/7 a d3-e4 d3-c4 d3-e2 d3-b1 d3-f5 d3-e5 d3-d3 d3-c5 a1-a2 c5-c6 b2-b2",
		"7/7/2K4/7/3T3/7/4t2 d d3-e4 d3-b5 d3-c2 d3-d3 e1-e2 f4-f5 c5-b6 c5-d6 c5-e3 c5-d7",
		"7/7/2K4/t6/7/6t/7 a a4-g5 a4-g3 g2-a3 g2-a1 a4-g4 g2-a2 a4-a7 a4-a1 g2-g7 g2-g1",
		"7/1t5/2K4/3T3/7/1t3T1/3t3 a d1-d7 b6-b1 b6-b7 b2-f2 b2-g2 b2-e2 d1-d4 d1-d5 b2-b6 b2-b7",
		"7/1t5/2K4/7/1T3t1/3T3/7 d d2-d7 b3-f3 b3-g3 b3-b6 b3-b7 c5-c7 c5-g5 d2-d4 c5-c1 b3-b1",
		"1t5/t6/7/3K3/7/6T/5T1 a b7-a7 a6-a7 b7-g7 a6-a1",
		"1t5/t6/7/2K4/7/6T/5T1 d g2-g1 f1-g1 g2-g7 f1-a1 c4-d4 c4-e4 c4-g4",
		"7/7/7/3K3/7/t6/6T a a2-g2 a2-a1",
		"7/3t3/7/2T4/K7/7/3t3 a d6-d4 d6-d3 d1-d4 d1-d5",
	)
}

// captures asks what falls: rows of one to four in every direction, by each side, in
// the middle and along the edge; every square as the victim's; what is no capture;
// several at once.
func (g *generator) captures() {
	g.from = "rows of one to four"
	for side, turn := range sides {
		own, enemy := soldiers[side], soldiers[1-side]
		for i, d := range directions {
			for n := 1; n <= 4; n++ {
				for _, line := range []int{1, 6} {
					first := 0
					if n < 4 {
						first = 1
					}
					// From first on along d, on the given line across it.
					at := func(k int) (file, rank int) {
						k += first
						if d[0]+d[1] < 0 {
							k = 6 - k
						}
						if d[0] != 0 {
							return k, line
						}
						return line, k
					}
					s := g.scene(turn)
					for k := range n {
						file, rank := at(k + 1)
						s.put(file, rank, enemy)
					}
					file, rank := at(n + 1)
					if !s.put(file, rank, own) {
						continue
					}
					file, rank = at(0)
					s.arrive(file, rank, own, i+1)
				}
			}
		}
	}
	g.from = "every square as the victim's"
	for at := range brandubh.Square(49) {
		for side, turn := range sides {
			own, enemy := soldiers[side], soldiers[1-side]
			for axis := range 2 {
				d := directions[axis+2*(int(at)%2)]
				s := g.scene(turn)
				if !s.put(at.File(), at.Rank(), enemy) {
					continue
				}
				s.put(at.File()+d[0], at.Rank()+d[1], own)
				s.arrive(at.File()-d[0], at.Rank()-d[1], own, axis+1+2*(int(at)/7%2))
			}
		}
	}
	g.from = "what is no capture"
	for side, turn := range sides {
		own, enemy := soldiers[side], soldiers[1-side]
		for i, d := range directions {
			c := [2]int{1, 1}
			if i%2 == 1 {
				c = [2]int{5, 5}
			}
			at := func(s *scene, along, across int, x brandubh.Piece) {
				s.put(c[0]+along*d[0]+across*d[1], c[1]+along*d[1]+across*d[0], x)
			}
			square := func(along, across int) (file, rank int) {
				return c[0] + along*d[0] + across*d[1], c[1] + along*d[1] + across*d[0]
			}
			inward := 1
			if d[0]+d[1] > 0 == (c[0] == 5) {
				inward = -1
			}
			// A gap before the victim, and behind it.
			for _, gap := range []int{1, 2} {
				s := g.scene(turn)
				at(s, inward*gap, 0, enemy)
				at(s, inward*3, 0, own)
				file, rank := square(0, 0)
				s.arrive(file, rank, own, i+1)
			}
			// The victim's own comrade behind it, and nothing behind it.
			s := g.scene(turn)
			at(s, inward, 0, enemy)
			file, rank := square(0, 0)
			s.arrive(file, rank, own, i+1)
			at(s, 2*inward, 0, enemy)
			s.arrive(file, rank, own, i+1)
			// Diagonally between two.
			s = g.scene(turn)
			at(s, inward, inward, enemy)
			at(s, 2*inward, 2*inward, own)
			s.arrive(file, rank, own, i)
			// Walking in between two, and an arrival elsewhere, beside or across.
			s = g.scene(turn)
			at(s, -inward, 0, enemy)
			at(s, inward, 0, enemy)
			s.arrive(file, rank, own, i+1)
			s = g.scene(turn)
			at(s, 0, 0, enemy)
			at(s, -inward, 0, own)
			at(s, inward, 0, own)
			s.arrive(c[0]+inward*d[1], c[1]+inward*d[0], own, i+1)
			s.arrive(6-c[0], 6-c[1]+d[1], own, i)
		}
	}
	g.from = "captures over the edge"
	for side, turn := range sides {
		own, enemy := soldiers[side], soldiers[1-side]
		for _, c := range [][6]int{ // the arrival, the victim, what stands behind it
			{6, 3, 0, 3, 1, 3},
			{0, 4, 6, 4, 5, 4},
			{3, 6, 3, 0, 3, 1},
			{4, 0, 4, 6, 4, 5},
			{0, 4, 6, 3, 5, 3},
			{6, 2, 0, 3, 1, 3},
			{6, 4, 0, 4, 1, 4},
			{2, 0, 2, 6, 2, 5},
		} {
			s := g.scene(turn)
			s.put(c[2], c[3], enemy)
			s.put(c[4], c[5], own)
			s.arrive(c[0], c[1], own, side)
		}
	}
	g.from = "what is no capture"
	g.text( // the king walks in, or stands and is left alone, or lends a hand
		"7/7/7/7/1t1t3/2K4/7 d c2-c3", "7/7/4t2/6K/4t2/7/7 d g4-e4", "7/7/7/2tKt2/3t3/7/7 d d4-d5",
		"7/t6/2K4/7/7/t6/7 d c5-a5", "7/7/7/7/1tKt3/7/5t1 a f1-e1 f1-f3", "7/7/7/7/1tKt3/2T4/2t4 a c1-b1 d3-e3",
		"7/7/2t4/7/2K4/2t4/6t a g1-g2", "7/7/7/7/4t2/1tKt3/2t4 a e3-c3 e3-e2",
		"7/3T3/3t3/3K3/7/7/7 d d4-b4 d4-d3", "7/3t3/3T3/3K3/7/7/7 d d4-b4", "7/1K5/1t5/7/1T5/7/7 d b3-b4", "7/7/7/7/1KtT3/7/7 d b3-b2", "7/7/7/7/2tT3/1K5/7 d b2-b3",
		"7/7/7/7/1T5/7/1Kt1T2 d e1-d1", "7/7/7/7/1K5/7/3tT2 d b3-b1", "7/7/7/7/1tK4/7/2T4 d c1-c2 c3-c2", "7/7/7/3Kt2/5T1/7/7 d f3-f4", "7/7/7/3KT2/5t1/7/7 a f3-f4",
		"7/7/7/4t2/2KT3/7/3t3 a d1-d2", "7/7/7/7/2KTt2/7/7 a e3-e2", "7/7/7/2K4/1tT4/7/3t3 a d1-d3", "7/2K4/1tT4/7/7/3t3/7 a d2-d5",
	)
	g.from = "several at once"
	for side, turn := range sides {
		own, enemy := soldiers[side], soldiers[1-side]
		for from, back := range directions {
			for mask := 1; mask < 16; mask++ {
				if mask&(1<<from) != 0 || mask&(mask-1) == 0 {
					continue
				}
				for k, c := range [][2]int{{2, 2}, {4, 4}} {
					if k == 1 && mask%3 != 0 {
						continue
					}
					s := g.scene(turn)
					for i, d := range directions {
						if mask&(1<<i) != 0 {
							s.put(c[0]+d[0], c[1]+d[1], enemy)
							s.put(c[0]+2*d[0], c[1]+2*d[1], own)
						}
					}
					if file, rank := c[0]+back[0], c[1]+back[1]; s.put(file, rank, own) {
						to, _ := brandubh.SquareAt(c[0], c[1])
						at, _ := brandubh.SquareAt(file, rank)
						if s.addKing() {
							g.ask(s.p, brandubh.Move{From: at, To: to})
						}
					}
				}
			}
		}
	}
	g.text( // also against a throne and corners, and the king among them
		"7/7/7/7/2t4/2TK3/1T1Tt1t a g1-f1", "7/7/7/2K4/2T4/7/1T1Tt2 a", "7/7/7/5K1/2T4/2t4/1T1Tt1t a",
		"4K2/1t5/1T5/2T4/7/1t5/7 a b2-b4", "4K2/7/7/2T4/1T5/1t5/t6 a", "7/4K2/t6/7/T6/2t4/1T5 a c2-c1",
		"7/7/2t4/2T4/3Kt2/2T4/2t4 a", "7/1t5/1T5/2Kt3/1T5/1t5/t6 a", "7/1t5/1K5/2Tt3/7/7/t6 a", "3K3/2t4/2T4/3Tt2/2T4/2t4/7 a",
		"7/7/7/7/2t1t2/1tKTt2/4t2 a", "7/2t4/2T4/1tK4/2t4/7/7 a", "7/7/2t4/1tK4/7/2t4/7 a", "7/7/1t5/1K5/3T1t1/1t5/7 a",
		"7/1t5/1K5/t6/1T5/1t5/7 a a4-b4", "7/1t5/1T5/t1Kt3/7/7/7 a a4-b4", "7/1t5/1K5/t1Tt3/1T5/1t5/7 a a4-b4",
	)
}

// kings asks what captures the king, with him on every square: between two, among
// three and four.
func (g *generator) kings() {
	g.from = "the king on every square"
	for at := range brandubh.Square(49) {
		for shape := range 5 {
			s := g.scene(brandubh.Attackers)
			if !s.put(at.File(), at.Rank(), brandubh.King) || g.v.ValidateStart(s.p.WithTurn(brandubh.Attackers)) != nil && g.v.Result(s.p).Reason == brandubh.Escape {
				continue
			}
			k := int(at) % 4
			var around []int // the directions that attackers stand in, the arriving last
			switch shape {
			case 0, 1:
				around = []int{shape, shape + 2}
			case 2:
				around = []int{(k + 1) % 4, (k + 2) % 4, (k + 3) % 4}
			case 3:
				around = []int{k, (k + 1) % 4, (k + 2) % 4, (k + 3) % 4}
			case 4: // two neighbours that are not opposite
				around = []int{k, (k + 1) % 4}
			}
			// Beside the throne or the edge the arrival is from where there is room.
			last := -1
			for i := len(around) - 1; i >= 0; i-- {
				d := directions[around[i]]
				if sq, ok := brandubh.SquareAt(at.File()+d[0], at.Rank()+d[1]); ok && g.mayStand(sq) {
					last = i
					break
				}
			}
			if last < 0 {
				continue
			}
			for i, n := range around {
				if d := directions[n]; i != last {
					s.put(at.File()+d[0], at.Rank()+d[1], brandubh.Attacker)
				}
			}
			d := directions[around[last]]
			s.arrive(at.File()+d[0], at.Rank()+d[1], brandubh.Attacker, around[last]+1)
		}
	}
	g.text( // a defender among those who surround him; he beside the throne with something on it
		"7/7/3t3/2tKt2/3T3/7/3t3 a", "7/7/7/3T3/2tKt2/7/3t3 a d1-d2", "7/7/7/7/2tKT2/3t3/7 a", "7/7/7/7/1tK4/2T1t2/7 a e2-e3",
		"7/7/7/7/2tK3/7/3t1t1 a d1-d2 f1-f3", "4t2/7/7/7/1tKT3/7/7 a e7-e3", "7/1t5/1K5/1T5/5t1/7/7 a f3-b3", "7/7/7/4t2/2tK3/7/3t3 a d1-d2 e4-e3",
	)
}

// ends asks how games end, just before they do and just not.
func (g *generator) ends() {
	g.from = "the king reaches a corner, or the edge"
	for _, c := range []brandubh.Square{brandubh.A1, brandubh.G1, brandubh.A7, brandubh.G7} {
		in := func(x, by int) int { // by squares away from the corner
			if x == 0 {
				return by
			}
			return 6 - by
		}
		for axis := range 2 {
			for by := 1; by <= 3; by += 2 {
				file, rank := in(c.File(), by*(1-axis)), in(c.Rank(), by*axis)
				s := g.scene(brandubh.Defenders)
				s.put(3, 2, brandubh.Attacker)
				s.put(file, rank, brandubh.King)
				from, _ := brandubh.SquareAt(file, rank)
				g.ask(s.p, brandubh.Move{From: from, To: c})
				// With an attacker that falls to it.
				near, _ := brandubh.SquareAt(in(c.File(), axis), in(c.Rank(), 1-axis))
				far, _ := brandubh.SquareAt(in(c.File(), 2*axis), in(c.Rank(), 2*(1-axis)))
				s.put(near.File(), near.Rank(), brandubh.Attacker)
				s.put(far.File(), far.Rank(), brandubh.Defender)
				g.ask(s.p, brandubh.Move{From: from, To: c})
			}
		}
		for by := 1; by <= 4; by++ { // to the edge, but no corner
			s := g.scene(brandubh.Defenders)
			s.put(3, 3, brandubh.Attacker)
			file, rank := in(c.File(), by), in(c.Rank(), 1)
			s.put(file, rank, brandubh.King)
			from, _ := brandubh.SquareAt(file, rank)
			to, _ := brandubh.SquareAt(file, c.Rank())
			g.ask(s.p, brandubh.Move{From: from, To: to})
		}
	}
	g.from = "few are left"
	for n := range 6 { // so many attackers, and then one fewer
		for _, turn := range sides {
			s := g.scene(turn)
			s.put(2, 2, brandubh.King)
			for i := range n {
				s.put(i%5, 6-i%2, brandubh.Attacker)
			}
			q := s.p
			if turn == brandubh.Defenders {
				g.ask(q, move(brandubh.C3, brandubh.E3))
			} else if n > 0 {
				g.ask(q, move(brandubh.A7, brandubh.A6))
			}
			if turn == brandubh.Defenders {
				s.put(6, 3, brandubh.Defender)
				s.put(5, 2, brandubh.Attacker)
				s.put(5, 1, brandubh.Defender)
				g.ask(s.p, move(brandubh.G4, brandubh.F4))
			} else {
				s.put(6, 3, brandubh.Attacker)
				s.put(5, 2, brandubh.Defender)
				s.put(5, 1, brandubh.Attacker)
				g.ask(s.p, move(brandubh.G4, brandubh.F4))
			}
		}
	}
	g.from = "who cannot move"
	g.text(
		// the defenders after the attackers' move, and just not
		"7/6t/7/7/7/3t3/2tKt2 a g6-g5", "7/6t/7/7/7/3t3/2tK3 a g6-g5", "7/1t4t/t6/Tt5/t6/3t3/2tKt2 a g6-g5", "7/1t4t/t6/T6/t6/3t3/2tKt2 a g6-g5",
		"6t/7/7/7/2tKt2/3t3/7 a g7-f7", "6t/7/3t3/7/2tKt2/3t3/7 a g7-f7", "5t1/7/7/7/2tKt2/3t3/7 a f7-e7", "5t1/7/3t3/7/2tKt2/3t3/7 a f7-e7",
		"5t1/6t/7/6t/2tTt1K/3t2t/7 a f7-e7", "t6/6t/3t1t1/5tK/2tTt1t/3t3/7 a a7-b7", "5t1/7/7/5t1/2tTt1t/3t1tK/6t a f7-e7",
		"t6/7/6t/5tK/6t/1t5/1Tt4 a a7-b7", "t6/7/6t/5tK/6t/1t5/1T1t3 a a7-b7", "5t1/7/7/7/1t5/tt5/1Kt4 a f7-e7", "5t1/7/7/7/t6/Kt5/t6 a f7-e7",
		"5t1/7/7/t6/Kt5/t6/7 a f7-e7", "5t1/7/7/2t4/1tTt3/1tKt3/2t4 a f7-e7", "5t1/7/7/7/1t5/tKt4/1t5 a f7-e7",
		// the attackers after the defenders' move, and just not
		"7/7/7/7/2TtT2/3T3/5K1 d f1-e1", "7/7/3T3/7/2TtT2/3T3/5K1 d f1-e1", "7/7/7/7/4K2/1T5/1tT4 d e3-f3", "7/7/7/7/4K2/1T5/1t1T3 d e3-f3",
		"7/7/7/7/4K2/T6/tT5 d e3-f3", "7/7/7/T6/tT5/T6/4K2 d e1-e2", "7/7/7/T6/tT5/T6/t3K2 d e1-e2", "7/7/7/7/2K4/7/7 d c3-c4", "7/7/1T5/1t5/4T2/1K5/7 d e3-b3",
		"T6/tT5/T6/7/7/4K2/7 d e2-e3", "7/7/7/7/1T5/TtTK3/1T5 d d2-e2", "7/7/7/7/1T5/Tt1K3/1T5 d d2-e2", "2T4/1TtT3/2T4/7/5K1/7/7 d f3-f4",
	)
	g.from = "who is enclosed"
	g.text(
		"7/2t4/7/7/1tKt3/1tTt3/2t4 a c6-c4 c6-c5", "5T1/2t4/7/7/1tKt3/1tTt3/2t4 a c6-c4", "7/2t4/7/7/1tKt3/1t1t3/2t4 a c6-c4 c6-d6",
		"7/2t4/7/7/2Kt3/1tTt3/2t4 a c6-c4", "7/2t4/7/7/1tTt3/1tKt3/2t4 a c6-c4 c6-c5", "7/1t5/7/7/1tKt3/1tTt3/2t4 a b6-b4",
		"3t3/7/7/2t1t2/2tKt2/3t3/7 a d7-d5 d7-d6", "3t3/7/7/2tTt2/2tKt2/3t3/7 a d7-d5", "7/7/7/2t4/1tKt3/1t1T3/2t4 a", "7/7/3t3/2t4/1tKt3/1t1t3/2T4 a d5-d4 d5-e5",
		"7/7/7/1t5/tKt4/tTt4/1t5 a b1-c1", "7/7/7/7/1tt4/tKTt3/1tt1t2 a e1-d1", "7/7/1t5/7/1tt4/tTKt3/1t5 a b5-c5", "7/5t1/1ttt3/t3t2/t2Kt2/t3t2/1ttt3 a f6-e6",
		"7/2ttt2/1t3t1/1t1K1t1/1t3t1/2ttt2/6t a g1-g2", "7/2ttt2/1t3t1/1t1K1t1/1t3t1/2tt3/4t2 a e1-e2", "7/2ttt2/1t1T1t1/1t1K1t1/1t3t1/2tt3/4t2 a e1-e2 e1-f1",
		"7/2t4/7/2t4/1tKt3/1tTt3/2t4 d c3-c4 c2-c3", "7/7/7/2t4/1t1t3/1tKt3/2tT3 d c2-c3", "7/7/7/2t4/1tKt3/1t1t3/2t4 d c3-c2", "7/7/2t4/1t1t3/1tTt3/1tKt3/2t4 d c3-c4",
		"2t4/7/7/1t1t3/2K4/1tTt3/2t4 a c7-c5", "7/7/7/2t4/1tK4/2Tt3/2t4 a c1-b1", "7/7/2tt3/1tKTt2/7/2tt3/1t5 a",
	)
	g.from = "set-ups that are over"
	g.text(
		"7/7/7/2t4/7/7/7 a", "7/7/7/2t4/7/7/7 d c4-c5", "K6/7/7/2t4/7/7/7 a c4-c5", "7/7/7/2t4/7/7/6K d g1-g2", "3K3/7/7/2t4/7/7/7 a",
		"7/7/7/2t4/1tKt3/1tTt3/2t4 d c3-c4 c2-c3", "7/7/7/7/7/3t3/2tKt2 d", "7/7/7/7/4K2/T6/tT5 a", "7/7/7/3K3/7/7/7 a",
		"7/7/7/2t4/1tKt3/1tTt3/2t4 a",
	)
}

func move(from, to brandubh.Square) brandubh.Move { return brandubh.Move{From: from, To: to} }

// shuttle is a line of play: moves to begin with, and then the rounds of the first
// and the second mover, over and over.
type shuttle struct {
	position    string // the start of the rule set if there is none
	first       string // moves
	one, other  string // the squares of a round, which ends where it begins
	plies       int
	interrupted int // after this many plies each side makes a move of its own, and takes it back
	detour      string
}

// repetitions asks about lines that repeat themselves: rounds of two, three and four
// moves on each side, from the start and from set-ups, at once and after other moves,
// with interruptions, as mirror images, and with the same pieces and the other side
// to move.
func (g *generator) repetitions() {
	g.from = "lines that repeat themselves"
	const open = "5t1/7/7/7/T2K3/7/1t5 a"
	for _, s := range []shuttle{
		{one: "d1 c1", other: "d3 c3", plies: 20},
		{one: "d1 c1 b1", other: "d3 c3", plies: 40},
		{one: "d1 c1", other: "d3 c3 b3", plies: 40},
		{one: "d1 c1 b1", other: "d3 c3 b3", plies: 26},
		{first: "a4-a3", other: "d1 c1", one: "d3 c3", plies: 20},
		{first: "a4-a3 c4-c3 a3-a4 c3-c4", one: "d1 c1", other: "d3 c3", plies: 20},
		{one: "d1 c1", other: "d3 c3", plies: 24, interrupted: 4, detour: "a4-a3 c4-c3 a3-a4 c3-c4"},
		{one: "d1 c1", other: "d3 c3", plies: 24, interrupted: 6, detour: "a4-a3 c4-c3 a3-a4 c3-c4"},
		{one: "d1 c1", other: "d3 c3", plies: 28, interrupted: 3, detour: "d3-b3 a4-a3 b3-c3 a3-a4"},
		{position: open, one: "f7 f6", other: "d3 d2", plies: 20},
		{position: open, one: "f7 f6 e6 e7", other: "d3 d2", plies: 40},
		{position: open, one: "f7 f6 e6 e7", other: "d3 d2 e2 e3", plies: 40},
		{position: open, one: "b1 b2", other: "a3 a4", plies: 20},
		{position: open, first: "f7-f6", one: "d3 d2", other: "b1 b2", plies: 22},
		{position: open, first: "f7-f6 a3-a4", one: "b1 b2", other: "d3 d2", plies: 22},
		{position: open, one: "f7 f6", other: "d3 d2", plies: 24, interrupted: 4, detour: "b1-b2 a3-a4 b2-b1 a4-a3"},
		{position: open, one: "f7 f6", other: "d3 d2", plies: 24, interrupted: 4, detour: "b1-b2 a3-a4 f7-f6 d3-d2 f6-f7 d2-d3 b2-b1 a4-a3"},
		{position: strings.TrimSuffix(open, "a") + "d", one: "d3 d2", other: "f7 f6", plies: 20},
		{position: strings.TrimSuffix(open, "a") + "d", one: "d3 d2 c2 c3", other: "f7 f6", plies: 40},
		// a long round, and the king and a defender in each other's place
		{position: open, one: "f7 f6 f5 f4 e4 e5 e6 e7", other: "d3 d2", plies: 36},
		{
			position: "7/5t1/7/7/7/1KT4/7 a", one: "f6 f5", other: "b2 b3", plies: 20,
			first: "f6-f5 b2-b3 f5-f6 c2-b2 f6-f5 b3-c3 f5-f6 c3-c2 f6-f5 c2-c3 f5-f6 b2-c2 f6-f5 c3-b3 f5-f6 b3-b2",
		},
		// the first round captures
		{position: "7/5K1/7/7/7/tT1t3/7 a", one: "d2 c2", other: "f6 f5", plies: 20},
		{position: "7/5t1/7/7/5K1/Tt1T3/7 d", one: "d2 c2", other: "f6 f5", plies: 20},
		{position: "7/5K1/7/7/7/tT1t2t/7 a", first: "g2-g3 f6-e6", one: "d2 c2", other: "e6 e5", plies: 20},
		// one side has hardly another move
		{position: "7/1t5/Tt5/t6/6t/3t3/2tKt2 a", one: "g3 g4", other: "a5 a6", plies: 20},
		{position: "7/1t5/Tt5/t6/6t/3t3/2tKt2 d", one: "a5 a6", other: "g3 g4", plies: 20},
		{position: "7/1t5/Tt5/t6/6t/3t3/2tKt2 a", one: "g3 g4 f4 f3", other: "a5 a6", plies: 30},
		{position: "7/7/7/T3K2/1T5/tT5/7 d", one: "e4 e5", other: "a2 a1", plies: 20},
		{position: "7/7/7/T3K2/1T5/tT5/7 a", one: "a2 a3", other: "e4 e5", plies: 20},
	} {
		g.shuttle(s)
	}
	g.from = "mirror images"
	for i := range 8 {
		g.mirrored(i)
	}
	g.from = "the same pieces, the other side to move"
	for _, s := range []shuttle{
		{position: open, one: "f7 f6", other: "d3 d2 c2 c3", first: "f7-f6 d3-e3 f6-f7 e3-d3", plies: 14},
		{position: open, one: "f7 e7 e6 f6", other: "d3 d2", plies: 10},
		{one: "d1 c1", other: "d3 c3 b3", plies: 7},
		{one: "d1 c1 b1", other: "d3 c3", plies: 7},
	} {
		g.shuttle(s)
	}
}

// shuttle asks about a line, as far as its moves are legal in themselves.
func (g *generator) shuttle(s shuttle) {
	p := g.v.Start
	var q Question
	if s.position != "" {
		var err error
		if p, err = brandubh.ParsePosition(s.position); err != nil || g.v.ValidateStart(p) != nil {
			return
		}
		start := p
		q.Position = &start
	}
	moves := []brandubh.Move{}
	play := func(m brandubh.Move) bool {
		next, err := g.v.Play(p, m)
		if err == nil {
			p, moves = next, append(moves, m)
		}
		return err == nil
	}
	playAll := func(text string) bool {
		for word := range strings.FieldsSeq(text) {
			m, err := brandubh.ParseMove(word)
			if err != nil || !play(m) {
				return false
			}
		}
		return true
	}
	rounds := [2][]string{strings.Fields(s.one), strings.Fields(s.other)}
	ok := playAll(s.first)
	before := len(moves)
	for n := 0; ok && len(moves) < before+s.plies; n++ {
		round := rounds[n%2]
		from, _ := brandubh.ParseSquare(round[n/2%len(round)])
		to, _ := brandubh.ParseSquare(round[(n/2+1)%len(round)])
		ok = play(move(from, to))
		if n+1 == s.interrupted {
			ok = ok && playAll(s.detour)
		}
	}
	if len(moves) >= 4 {
		q.Moves = &moves
		g.game(q)
	}
}

// mirrored asks about a line in which mirror images of earlier positions come again
// and again, but hardly ever an earlier position itself.
func (g *generator) mirrored(n int) {
	p := g.v.Start
	var q Question
	if n%4 > 0 {
		text := []string{"7/7/7/t5t/7/3K3/7 a", "3t3/7/7/2TKT2/7/7/3t3 a", "7/7/3t3/3K3/3t3/7/7 d"}[n%4-1]
		start, err := brandubh.ParsePosition(text)
		if err != nil || g.v.ValidateStart(start) != nil {
			return
		}
		p, q.Position = start, &start
	}
	seen := map[brandubh.Position]int{}
	images := map[brandubh.Position]int{}
	note := func() {
		image, _ := p.Canonical()
		seen[p]++
		images[image]++
	}
	note()
	moves := []brandubh.Move{}
	for len(moves) < 30 {
		legal := slices.Collect(g.v.Moves(p))
		g.rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
		best, most := -1, -1
		for i, m := range legal {
			after, err := g.v.Play(p, m)
			if err != nil || g.v.Result(after).Over() || g.v.Captures(p, m) != 0 {
				continue
			}
			image, _ := after.Canonical()
			worth := 2 * images[image]
			if seen[after] > 0 {
				worth = 0
			}
			// Else sooner a place that leads back: one square along the edge.
			if worth == 0 && m.From.File() != m.To.File() && m.From.Rank() == m.To.Rank() {
				worth = 1
			}
			if worth > most {
				best, most = i, worth
			}
		}
		if best < 0 {
			break
		}
		p, _ = g.v.Play(p, legal[best])
		moves = append(moves, legal[best])
		note()
		image, _ := p.Canonical()
		if images[image] >= 4 && len(moves) > 8 {
			break
		}
	}
	q.Moves = &moves
	g.game(q)
}

// describe is a question in a few words, for progress and tests.
func (a *asked) describe() string {
	if a.Moves != nil {
		return fmt.Sprintf("%s: %v moves", a.from, len(*a.Moves))
	}
	if a.Move != nil {
		return fmt.Sprintf("%s: %v %v", a.from, a.Position, *a.Move)
	}
	return fmt.Sprintf("%s: %v", a.from, a.Position)
}
