package conformance

import (
	"math/rand/v2"
	"slices"
	"strings"

	"example.com/brandubh"
)

// How many positions and lines are looked at for one that tells a rule set from
// the same with one field changed, and how many of those are asked.
const (
	pool     = 1500
	perField = 2
)

// labelled is a question with a word on where it comes from.
type labelled struct {
	Question
	from string
}

// generator makes questions about positions and lines of play in which the rules
// matter.
type generator struct {
	rng  *rand.Rand
	v    *ruleSet
	from string // what the next questions are about
	out  []labelled
}

// aimed returns questions for a rule set: for every field some that would be
// answered otherwise if the field were, those that are aimed at one kind of mistake
// each, and n random positions with lines of play from them, which follow from a
// seed.
func aimed(v *ruleSet, n int, seed uint64) []labelled {
	g := &generator{rng: rand.New(rand.NewPCG(seed, seed)), v: v}
	g.plain()
	g.captures()
	g.kings()
	g.ends()
	g.repetitions()
	positions := make([]brandubh.Position, 0, pool)
	for len(positions) < pool {
		if p := crafted(g.rng); v.ValidateStart(p) == nil {
			positions = append(positions, p)
		}
	}
	lines := make([]Question, 0, pool/5)
	for len(lines) < cap(lines) {
		lines = append(lines, g.line())
	}
	for _, f := range flips(v.Variant) {
		g.from = "aimed at " + f.path
		switch {
		case f.path == "agreement", f.path == "start": // what the players say; asked already
		case strings.HasPrefix(f.path, "repetition."):
			g.add(lines, func(q Question) bool { return differs(v, f.rules, &q) })
		default:
			found := 0
			for _, p := range positions {
				m, ok := apart(v.Variant, f.rules.Variant, p)
				if !ok {
					continue
				}
				g.position(p)
				if m != (brandubh.Move{}) {
					g.ask(p, m)
				}
				if found++; found == perField {
					break
				}
			}
		}
	}
	g.from = "random"
	for i := range n {
		p := positions[g.rng.IntN(len(positions))]
		g.position(p)
		for range 3 {
			g.ask(p, g.move(p))
		}
		if i%2 == 0 {
			g.game(g.line())
		}
		if i%5 == 0 {
			if depth := 2; v.Perft(p, depth) <= maxNodes {
				g.out = append(g.out, labelled{Question{Position: &p, Perft: &depth}, g.from})
			}
		}
	}
	return g.out
}

// add adds the first few of the games that are wanted.
func (g *generator) add(from []Question, wanted func(Question) bool) {
	found := 0
	for _, q := range from {
		if wanted(q) {
			g.game(q)
			if found++; found == perField {
				return
			}
		}
	}
}

func (g *generator) game(q Question) { g.out = append(g.out, labelled{q, g.from}) }

func (g *generator) ask(p brandubh.Position, m brandubh.Move) {
	g.out = append(g.out, labelled{Question{Position: &p, Move: &m}, g.from})
}

// differs reports whether two rule sets answer a question differently.
func differs(a, b *ruleSet, q *Question) bool {
	return !everything.alike(q, answerOf(a, q), answerOf(b, q))
}

func (g *generator) position(p brandubh.Position) {
	g.out = append(g.out, labelled{Question{Position: &p}, g.from})
}

// move returns a move to ask about: mostly one that is legal, and sooner one that
// takes something; else one that looks like a move.
func (g *generator) move(p brandubh.Position) brandubh.Move {
	moves := slices.Collect(g.v.Moves(p))
	if len(moves) == 0 || g.rng.IntN(5) == 0 {
		own := slices.Collect(p.Side(p.Turn()).All())
		from := brandubh.Square(g.rng.IntN(49))
		if len(own) > 0 && g.rng.IntN(4) > 0 {
			from = own[g.rng.IntN(len(own))]
		}
		to, _ := brandubh.SquareAt(from.File(), g.rng.IntN(7))
		if g.rng.IntN(2) == 0 {
			to, _ = brandubh.SquareAt(g.rng.IntN(7), from.Rank())
		}
		return brandubh.Move{From: from, To: to}
	}
	if g.rng.IntN(2) == 0 {
		takes := slices.DeleteFunc(slices.Clone(moves), func(m brandubh.Move) bool { return g.v.Captures(p, m) == 0 })
		if len(takes) > 0 {
			moves = takes
		}
	}
	return moves[g.rng.IntN(len(moves))]
}

// confined are set-ups in which a side, or both, can hardly do anything but repeat.
var confined = []string{
	"7/1t5/Tt5/t6/6t/3t3/2tKt2 a", "7/1t5/Tt5/t6/6t/3t3/2tKt2 d",
	"7/7/7/T3K2/1T5/tT5/7 a", "7/7/7/T3K2/1T5/tT5/7 d",
}

// line returns a line of play from the start, from a confined set-up or from a
// crowded position: some moves at random, and then mostly the same moves over and
// over. Some lines end with an illegal move, or go on after the end.
func (g *generator) line() Question {
	start := g.v.Start
	var q Question
	if g.rng.IntN(3) > 0 {
		p, err := brandubh.ParsePosition(confined[g.rng.IntN(len(confined))])
		if err != nil || g.rng.IntN(2) == 0 {
			p = crafted(g.rng)
		}
		if g.v.ValidateStart(p) == nil {
			start, q.Position = p, &p
		}
	}
	moves := []brandubh.Move{}
	p := start
	play := func(m brandubh.Move) bool {
		next, err := g.v.Play(p, m)
		if err == nil {
			moves = append(moves, m)
			p = next
		}
		return err == nil
	}
	random := func() bool {
		legal := slices.Collect(g.v.Moves(p))
		return len(legal) > 0 && play(legal[g.rng.IntN(len(legal))])
	}
	for range g.rng.IntN(5) {
		random()
	}
	if g.rng.IntN(4) == 0 {
		for range g.rng.IntN(40) {
			random()
		}
	} else {
		for range 1 + g.rng.IntN(2) {
			// There and back, each side once, several times, sometimes with a detour.
			if !random() {
				break
			}
			if !random() {
				break
			}
			there := [2][]brandubh.Move{g.back(moves[len(moves)-2]), g.back(moves[len(moves)-1])}
			for n := range 2 + g.rng.IntN(18) {
				for _, ms := range there {
					if !play(ms[n%len(ms)]) {
						break
					}
				}
				if g.rng.IntN(12) == 0 {
					random()
					random()
				}
			}
		}
	}
	if g.rng.IntN(5) == 0 {
		moves = append(moves, g.move(p))
	}
	q.Moves = &moves
	return q
}

// back returns moves that follow a move in a circle: back and there, or now and then
// back in two, so that the same pieces come to stand with the other side to move.
func (g *generator) back(m brandubh.Move) []brandubh.Move {
	file, rank := (m.From.File()+m.To.File())/2, (m.From.Rank()+m.To.Rank())/2
	if s, ok := brandubh.SquareAt(file, rank); ok && s != m.From && s != m.To && g.rng.IntN(4) == 0 {
		return []brandubh.Move{{From: m.To, To: s}, {From: s, To: m.From}, m}
	}
	return []brandubh.Move{{From: m.To, To: m.From}, m}
}

// crafted returns a random position in which the disputed rules are likely to
// matter: a crowd, a king or a soldier with enemies close to him, a cage, or a piece
// that can arrive between several.
func crafted(rng *rand.Rand) brandubh.Position {
	switch rng.IntN(6) {
	case 0:
		return crowd(rng)
	case 1:
		return cage(rng)
	case 2:
		return fork(rng)
	}
	return trap(rng)
}

// fork returns a position in which a piece can arrive between several others, most
// of which stand before something that closes their other side.
func fork(rng *rand.Rand) brandubh.Position {
	var p brandubh.Position
	sides := [2]brandubh.Piece{brandubh.Attacker, brandubh.Defender}
	mover := rng.IntN(2)
	file, rank, from := 1+rng.IntN(5), 1+rng.IntN(5), rng.IntN(4)
	for i, d := range directions {
		if i == from {
			away := 1 + rng.IntN(3)
			put(&p, file+away*d[0], rank+away*d[1], sides[mover])
			continue
		}
		if rng.IntN(4) > 0 {
			put(&p, file+d[0], rank+d[1], sides[1-mover])
		}
		if rng.IntN(5) > 0 {
			put(&p, file+2*d[0], rank+2*d[1], sides[mover])
		}
	}
	king := brandubh.Square(rng.IntN(49))
	p, _ = p.Put(king, brandubh.King)
	return p.WithTurn([]brandubh.Side{brandubh.Attackers, brandubh.Defenders}[mover])
}

// directions is the four directions as files and ranks.
var directions = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// put puts a piece on an empty square of the board.
func put(p *brandubh.Position, file, rank int, x brandubh.Piece) {
	if s, ok := brandubh.SquareAt(file, rank); ok && p.At(s) == brandubh.NoPiece {
		*p, _ = p.Put(s, x)
	}
}

func turn(rng *rand.Rand) brandubh.Side {
	return []brandubh.Side{brandubh.Attackers, brandubh.Attackers, brandubh.Defenders}[rng.IntN(3)]
}

// trap returns a position in which most sides of a piece, often the king, are
// closed, and others of the enemy's pieces stand a few squares away. The piece
// stands on, beside or near the throne, at the edge, beside a corner or anywhere.
func trap(rng *rand.Rand) brandubh.Position {
	places := []brandubh.Bitboard{
		brandubh.Throne, brandubh.Beside, brandubh.Beside, brandubh.Edge &^ brandubh.Corners, besideCorners, brandubh.Board,
	}
	squares := slices.Collect(places[rng.IntN(len(places))].All())
	s := squares[rng.IntN(len(squares))]
	victim := []brandubh.Piece{brandubh.King, brandubh.King, brandubh.Attacker, brandubh.Defender}[rng.IntN(4)]
	enemy := brandubh.Attacker
	if victim == brandubh.Attacker {
		enemy = brandubh.Defender
	}
	var p brandubh.Position
	put(&p, s.File(), s.Rank(), victim)
	if victim != brandubh.King {
		king := []brandubh.Square{brandubh.D4, brandubh.D4, brandubh.Square(rng.IntN(49))}[rng.IntN(3)]
		if rng.IntN(3) == 0 {
			king, _ = brandubh.SquareAt(s.File()+rng.IntN(3)-1, s.Rank()+rng.IntN(3)-1)
		}
		put(&p, king.File(), king.Rank(), brandubh.King)
	}
	open := rng.IntN(4)
	for i, d := range directions {
		away, x := 1, enemy
		if i == open {
			away = 2 + rng.IntN(3)
		} else if rng.IntN(4) == 0 {
			continue
		}
		put(&p, s.File()+away*d[0], s.Rank()+away*d[1], x)
	}
	for range rng.IntN(5) {
		put(&p, rng.IntN(7), rng.IntN(7), []brandubh.Piece{brandubh.Attacker, brandubh.Defender}[rng.IntN(2)])
	}
	if p.Pieces(brandubh.King) == 0 {
		put(&p, rng.IntN(7), rng.IntN(7), brandubh.King)
	}
	return p.WithTurn(turn(rng))
}

const besideCorners = 1<<brandubh.B1 | 1<<brandubh.F1 | 1<<brandubh.A2 | 1<<brandubh.G2 |
	1<<brandubh.A6 | 1<<brandubh.G6 | 1<<brandubh.B7 | 1<<brandubh.F7

// cage returns a position in which a small region is walled in by attackers, with
// the king, and perhaps others of his side, in it.
func cage(rng *rand.Rand) brandubh.Position {
	region := brandubh.Square(rng.IntN(49)).Bitboard()
	around := func() (b brandubh.Bitboard) {
		for s := range region.All() {
			for _, d := range directions {
				if n, ok := brandubh.SquareAt(s.File()+d[0], s.Rank()+d[1]); ok {
					b |= n.Bitboard() &^ region
				}
			}
		}
		return b
	}
	for range rng.IntN(4) {
		next := slices.Collect((around() &^ brandubh.Edge).All())
		if len(next) == 0 {
			break
		}
		region |= next[rng.IntN(len(next))].Bitboard()
	}
	var p brandubh.Position
	inside := slices.Collect(region.All())
	king := inside[rng.IntN(len(inside))]
	put(&p, king.File(), king.Rank(), brandubh.King)
	for _, s := range inside {
		if rng.IntN(3) == 0 {
			put(&p, s.File(), s.Rank(), brandubh.Defender)
		}
	}
	wall := slices.Collect((around() &^ brandubh.Corners).All())
	gap := -1
	if rng.IntN(2) == 0 {
		gap = rng.IntN(len(wall))
	}
	for i, s := range wall {
		if i != gap {
			put(&p, s.File(), s.Rank(), brandubh.Attacker)
		}
	}
	for range rng.IntN(3) {
		put(&p, rng.IntN(7), rng.IntN(7), brandubh.Attacker)
	}
	return p.WithTurn([]brandubh.Side{brandubh.Attackers, brandubh.Defenders}[rng.IntN(2)])
}
