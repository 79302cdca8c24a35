package conformance

import (
	"fmt"
	"slices"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/internal/referee"
)

// mistakes are the programs with a mistake that no field of the rules expresses.
var mistakes = slices.Concat(
	geometryMistakes(), squareMistakes(), captureMistakes(), kingMistakes(), endMistakes(),
	enclosureMistakes(), repetitionMistakes(), perftMistakes(), mannerMistakes(),
)

const (
	cornerless = "scottish: there are no corners"
	throneless = "scottish: there is no throne"
)

// ray reports whether a move is free along a ray of steps that may leave the board
// and come in again on the other side.
func ray(b bd, m brandubh.Move, dx, dy int, wrapFile, wrapRank bool) bool {
	f, k := m.From.File(), m.From.Rank()
	for range 7 {
		f, k = f+dx, k+dy
		if wrapFile {
			f = (f + 7) % 7
		}
		if wrapRank {
			k = (k + 7) % 7
		}
		if !referee.OnBoard(f, k) || b.At[k][f] != none {
			return false
		}
		if f == m.To.File() && k == m.To.Rank() {
			return true
		}
	}
	return false
}

// spill is a ray on a board of 49 cells in a row, without the ends of the ranks.
func spill(b bd, m brandubh.Move, by int) bool {
	for i := int(m.From) + by; i >= 0 && i < 49; i += by {
		s := sq(i)
		if b.At[s.Rank()][s.File()] != none {
			return false
		}
		if s == m.To {
			return true
		}
	}
	return false
}

func pathOf(m brandubh.Move) []sq {
	path, _ := between(m)
	return path
}

func distance(m brandubh.Move) int {
	return max(abs(m.To.File()-m.From.File()), abs(m.To.Rank()-m.From.Rank()))
}

func geometryMistakes() []mistake {
	all := []mistake{
		{name: "wraps around the a- and g-file", make: goes(func(_ rf, b bd, m brandubh.Move, _ pc) bool {
			return ray(b, m, 1, 0, true, false) || ray(b, m, -1, 0, true, false)
		}), first: "common 2 wrong"},
		{name: "wraps around ranks 1 and 7", make: goes(func(_ rf, b bd, m brandubh.Move, _ pc) bool {
			return ray(b, m, 0, 1, false, true) || ray(b, m, 0, -1, false, true)
		}), first: "common 2 wrong"},
		{name: "runs on to the next rank", make: goes(func(_ rf, b bd, m brandubh.Move, _ pc) bool { return spill(b, m, 1) || spill(b, m, -1) }), first: "common 2 wrong"},
		{name: "runs on to the next rank by one square", make: goes(func(_ rf, b bd, m brandubh.Move, _ pc) bool {
			return abs(int(m.To)-int(m.From)) == 1
		}), first: "common 2 wrong"},
		{name: "moves diagonally by one", make: goes(func(_ rf, b bd, m brandubh.Move, _ pc) bool {
			return abs(m.To.File()-m.From.File()) == 1 && abs(m.To.Rank()-m.From.Rank()) == 1
		}), first: "common 2 wrong"},
		{name: "jumps a piece of its own", make: goes(func(_ rf, b bd, m brandubh.Move, x pc) bool {
			path, ok := between(m)
			n := 0
			for _, s := range path {
				if y := on(b, s.File(), s.Rank()); y != none {
					if y.Side() != x.Side() {
						return false
					}
					n++
				}
			}
			return ok && n == 1
		}), first: "common 2 wrong"},
		{name: "jumps an enemy", make: goes(func(_ rf, b bd, m brandubh.Move, x pc) bool {
			path, ok := between(m)
			n := 0
			for _, s := range path {
				if y := on(b, s.File(), s.Rank()); y != none {
					if y.Side() == x.Side() {
						return false
					}
					n++
				}
			}
			return ok && n == 1
		}), first: "common 2 wrong"},
		{name: "jumps anything", make: goes(func(_ rf, _ bd, m brandubh.Move, _ pc) bool { _, ok := between(m); return ok }), first: "common 2 wrong"},
		{name: "knows nothing of who is to move", make: func(r rf) {
			right := r.CanGo
			r.CanGo = func(b bd, m brandubh.Move) bool {
				if m.From.Valid() {
					if x := b.At[m.From.Rank()][m.From.File()]; x != none {
						b.Turn = x.Side()
					}
				}
				return right(b, m)
			}
		}, answer: func(q Question, a *Answer, r rf) {
			if q.kind() == kindMoves && a.End == nil {
				b := referee.BoardOf(*q.Position)
				b.Turn = b.Turn.Opponent()
				a.Moves = append(a.Moves, texts(r.AllMoves(b))...)
				slices.Sort(a.Moves)
			}
		}, first: "common 2 wrong"},
		{name: "stays where it is", make: func(r rf) {
			right := r.CanGo
			r.CanGo = func(b bd, m brandubh.Move) bool {
				return right(b, m) || m.From == m.To && m.From.Valid() && on(b, m.From.File(), m.From.Rank()) != none && on(b, m.From.File(), m.From.Rank()).Side() == b.Turn
			}
		}, first: "common 2 wrong"},
		{name: "moves soldiers only up and to the right", make: stays(func(_ rf, _ bd, m brandubh.Move, x pc) bool {
			return x != king && (m.To.File() < m.From.File() || m.To.Rank() < m.From.Rank())
		}), first: "common 2 wrong"},
		{name: "moves the king diagonally", make: goes(func(_ rf, b bd, m brandubh.Move, x pc) bool {
			return x == king && abs(m.To.File()-m.From.File()) == 1 && abs(m.To.Rank()-m.From.Rank()) == 1
		}), first: "common 2 wrong"},
		{name: "stops before the edge", make: stays(func(_ rf, _ bd, m brandubh.Move, x pc) bool {
			return referee.IsEdge(m.To.File(), m.To.Rank()) && !referee.IsEdge(m.From.File(), m.From.Rank())
		}), first: "common 2 or common 3 wrong"},
		{name: "stops one square before a piece", make: stays(func(_ rf, b bd, m brandubh.Move, _ pc) bool {
			dx, dy := toward(m.To.File()-m.From.File()), toward(m.To.Rank()-m.From.Rank())
			return distance(m) > 1 && on(b, m.To.File()+dx, m.To.Rank()+dy) != none
		}), first: "common 2 wrong"},
		{name: "does not move next to an enemy", make: stays(func(_ rf, b bd, m brandubh.Move, x pc) bool {
			for _, d := range referee.Directions {
				if y := on(b, m.To.File()+d[0], m.To.Rank()+d[1]); y != none && y.Side() != x.Side() {
					return true
				}
			}
			return false
		}), first: "common 2 or common 3 or throne.return wrong"},
		{name: "moves along ranks only on even ranks", make: stays(func(_ rf, _ bd, m brandubh.Move, _ pc) bool {
			return m.From.Rank() == m.To.Rank() && m.From.Rank()%2 == 1
		}), first: "common 2 wrong"},
		{name: "does not know file g", make: stays(func(_ rf, _ bd, m brandubh.Move, _ pc) bool { return m.To.File() == 6 }), first: "common 2 or common 3 wrong"},
		{name: "does not know rank 1", make: stays(func(_ rf, _ bd, m brandubh.Move, _ pc) bool { return m.To.Rank() == 0 }), first: "common 2 or common 3 wrong"},
		{name: "captures by moving onto an enemy", make: func(r rf) {
			right := r.CanGo
			r.CanGo = func(b bd, m brandubh.Move) bool {
				c := b
				if m.To.Valid() && m.From.Valid() {
					if y := b.At[m.To.Rank()][m.To.File()]; y == att || y == def {
						if x := b.At[m.From.Rank()][m.From.File()]; x.Side() == y.Side().Opponent() {
							c.At[m.To.Rank()][m.To.File()] = none
						}
					}
				}
				return right(c, m)
			}
		}, first: "common 2 wrong"},
		{name: "numbers ranks from the top in its answers", answer: func(_ Question, a *Answer, _ rf) {
			turn := func(text string) string {
				out := []byte(text)
				for i, c := range out {
					if c >= '1' && c <= '7' {
						out[i] = '8' - c + '0'
					}
				}
				return string(out)
			}
			for i := range a.Moves {
				a.Moves[i] = turn(a.Moves[i])
			}
			for i := range a.Captures {
				a.Captures[i] = turn(a.Captures[i])
			}
			slices.Sort(a.Moves)
		}, first: "common 2 or common 4 wrong"},
		{name: "writes files as ranks and ranks as files", answer: func(_ Question, a *Answer, _ rf) {
			turn := func(text string) string {
				out := []byte(text)
				for i := 0; i+1 < len(out); i += 3 {
					out[i], out[i+1] = out[i+1]-'1'+'a', out[i]-'a'+'1'
				}
				return string(out)
			}
			for i := range a.Moves {
				a.Moves[i] = turn(a.Moves[i])
			}
			for i := range a.Captures {
				a.Captures[i] = turn(a.Captures[i])
			}
			slices.Sort(a.Moves)
		}, first: "common 2 or common 4 wrong"},
		{name: "writes the position after a move mirrored", answer: func(_ Question, a *Answer, _ rf) {
			if ranks, turn, ok := strings.Cut(a.After, " "); ok {
				parts := strings.Split(ranks, "/")
				slices.Reverse(parts)
				a.After = strings.Join(parts, "/") + " " + turn
			}
		}, first: "common 2 or common 4 or common 5 wrong"},
		{name: "leaves the side to move as it was", answer: func(_ Question, a *Answer, _ rf) {
			if board, turn, ok := strings.Cut(a.After, " "); ok {
				a.After = board + " " + map[string]string{"a": "d", "d": "a"}[turn]
			}
		}, first: "common 1 wrong"},
	}
	for n := 1; n <= 5; n++ {
		all = append(all, mistake{name: fmt.Sprintf("moves at most %d squares along files", n), make: stays(func(_ rf, _ bd, m brandubh.Move, _ pc) bool {
			return abs(m.To.Rank()-m.From.Rank()) > n
		}), first: "common 2 or common 3 wrong"})
	}
	for i, d := range referee.Directions {
		all = append(all, mistake{name: fmt.Sprintf("does not move in direction %d", i), make: stays(func(_ rf, _ bd, m brandubh.Move, _ pc) bool {
			return toward(m.To.File()-m.From.File()) == d[0] && toward(m.To.Rank()-m.From.Rank()) == d[1]
		}), first: "common 2 or common 3 wrong"}, mistake{name: fmt.Sprintf("rays in direction %d end one square early", i), make: stays(func(_ rf, b bd, m brandubh.Move, _ pc) bool {
			return toward(m.To.File()-m.From.File()) == d[0] && toward(m.To.Rank()-m.From.Rank()) == d[1] && !referee.OnBoard(m.To.File()+d[0], m.To.Rank()+d[1])
		}), first: "common 2 or common 3 wrong"}, mistake{name: fmt.Sprintf("rays in direction %d pass through one piece", i), make: goes(func(_ rf, b bd, m brandubh.Move, _ pc) bool {
			path, ok := between(m)
			n := 0
			for _, s := range path {
				if on(b, s.File(), s.Rank()) != none {
					n++
				}
			}
			return ok && n == 1 && toward(m.To.File()-m.From.File()) == d[0] && toward(m.To.Rank()-m.From.Rank()) == d[1]
		}), first: "common 2 wrong"})
	}
	for _, s := range []string{"c3", "b4", "e6", "g4", "d2", "f3"} {
		at, _ := brandubh.ParseSquare(s)
		all = append(all, mistake{name: "nobody moves to " + s, make: stays(func(_ rf, _ bd, m brandubh.Move, _ pc) bool { return m.To == at }), first: "common 2 wrong"},
			mistake{name: "nobody moves from " + s, make: stays(func(_ rf, _ bd, m brandubh.Move, _ pc) bool { return m.From == at }), first: "common 2 or common 3 wrong"})
	}
	return all
}

// squareMistakes are about corners, the throne and the start.
func squareMistakes() []mistake {
	corner := func(is func(f, k int) bool) func(rf) {
		return func(r rf) {
			r.IsCorner = func(f, k int) bool { return r.V.Corners.Exists && is(f, k) }
		}
	}
	throne := func(is func(f, k int) bool) func(rf) {
		return func(r rf) {
			r.IsThrone = func(f, k int) bool { return r.V.Throne.Exists && is(f, k) }
		}
	}
	all := []mistake{
		{name: "lets attackers stop on corners", make: func(r rf) {
			right := r.MayStop
			r.MayStop = func(x pc, f, k int) bool { return right(x, f, k) || x == att && r.IsCorner(f, k) }
		}, first: "common 3 wrong", same: cornerless},
		{name: "lets soldiers stop on corners", make: func(r rf) {
			right := r.MayStop
			r.MayStop = func(x pc, f, k int) bool { return right(x, f, k) || r.IsCorner(f, k) }
		}, first: "common 3 wrong", same: cornerless},
		{name: "lets defenders stop on corners", make: func(r rf) {
			right := r.MayStop
			r.MayStop = func(x pc, f, k int) bool { return right(x, f, k) || x == def && r.IsCorner(f, k) }
		}, first: "common 3 wrong", same: cornerless},
		{name: "keeps the king off the corners", make: func(r rf) {
			right := r.MayStop
			r.MayStop = func(x pc, f, k int) bool { return right(x, f, k) && !r.IsCorner(f, k) }
		}, first: "common 3 wrong", same: cornerless},
		{name: "has its corners one square up the file", make: corner(func(f, k int) bool { return (f == 0 || f == 6) && (k == 1 || k == 5) }), first: "common 2 or common 3 wrong", same: cornerless},
		{name: "has its corners one square along the rank", make: corner(func(f, k int) bool { return (f == 1 || f == 5) && (k == 0 || k == 6) }), first: "common 2 or common 3 wrong", same: cornerless},
		{name: "has corners of three squares", make: corner(func(f, k int) bool { return min(f, 6-f)+min(k, 6-k) <= 1 }), first: "common 2 or common 3 wrong", same: cornerless},
		{name: "knows two corners only", make: corner(func(f, k int) bool { return f == k && (f == 0 || f == 6) }), first: "common 3 wrong", same: cornerless},
		{name: "does not know the corner g7", make: corner(func(f, k int) bool { return (f == 0 || f == 6) && (k == 0 || k == 6) && f+k < 12 }), first: "common 3 wrong", same: cornerless},
		{name: "has its throne on d3", make: throne(func(f, k int) bool { return f == 3 && k == 2 }), first: "common 2 or common 3 wrong", same: throneless},
		{name: "has its throne on c4", make: throne(func(f, k int) bool { return f == 2 && k == 3 }), first: "common 2 or common 3 wrong", same: throneless},
		{name: "lets an attacker stop on the throne from the north", make: goes(func(r rf, b bd, m brandubh.Move, x pc) bool { return false }), first: "common 3 wrong"},
		{name: "starts without one attacker", make: func(r rf) { r.V.Start, _ = r.V.Start.Put(brandubh.D1, none) }, first: "start wrong"},
		{name: "starts with the king and a defender in each other's place", make: func(r rf) {
			p, _ := brandubh.Position{}.Put(brandubh.D5, king)
			for _, s := range []sq{brandubh.C4, brandubh.E4, brandubh.D3} {
				p, _ = p.Put(s, def)
			}
			p, _ = p.Put(brandubh.B2, def)
			for s := range r.V.Start.Pieces(att).All() {
				p, _ = p.Put(s, att)
			}
			r.V.Start = p.WithTurn(r.V.Start.Turn())
		}, first: "start wrong"},
		{name: "starts with attackers in the corners' neighbourhood", make: func(r rf) {
			p := r.V.Start
			for s := range p.Pieces(att).All() {
				p, _ = p.Put(s, none)
			}
			for _, s := range []sq{brandubh.B1, brandubh.F1, brandubh.A2, brandubh.A6, brandubh.G2, brandubh.G6, brandubh.B7, brandubh.F7} {
				p, _ = p.Put(s, att)
			}
			r.V.Start = p
		}, first: "start wrong"},
		{name: "lets the king stop on the throne only when he comes along a rank", make: func(r rf) {
			right := r.CanGo
			r.CanGo = func(b bd, m brandubh.Move) bool {
				if !right(b, m) {
					return false
				}
				return !(r.IsThrone(m.To.File(), m.To.Rank()) && m.From.File() == m.To.File())
			}
		}, first: "throne.return open", same: "leaflet nielsen noreturn: he does not return; " + throneless},
		{name: "blocks the throne on files", make: stays(func(r rf, _ bd, m brandubh.Move, _ pc) bool {
			return m.From.File() == m.To.File() && slices.ContainsFunc(pathOf(m), func(s sq) bool { return r.IsThrone(s.File(), s.Rank()) })
		}), first: "throne.pass.attackers or throne.pass.defenders or throne.pass.king wrong", same: throneless},
		{name: "counts the throne as two squares of the way", make: stays(func(r rf, _ bd, m brandubh.Move, _ pc) bool {
			return distance(m) > 4 && slices.ContainsFunc(pathOf(m), func(s sq) bool { return r.IsThrone(s.File(), s.Rank()) })
		}), first: "throne.pass.attackers or throne.pass.defenders or throne.pass.king or common 2 wrong", same: throneless},
	}
	return slices.DeleteFunc(all, func(m mistake) bool { return strings.HasSuffix(m.name, "from the north") })
}

// rowsOf returns the squares of a row of n victims from an arrival on, closed by an
// enemy of theirs behind the last.
func rowsOf(b bd, af, ar, n int) (all []sq) {
	x := b.At[ar][af]
	for _, d := range referee.Directions {
		var row []sq
		for i := 1; i <= n; i++ {
			y := on(b, af+i*d[0], ar+i*d[1])
			if y == none || y == king || y.Side() != x.Side().Opponent() {
				break
			}
			row = append(row, referee.Square(af+i*d[0], ar+i*d[1]))
		}
		if y := on(b, af+(n+1)*d[0], ar+(n+1)*d[1]); len(row) == n && y != none && y.Side() == x.Side() {
			all = append(all, row...)
		}
	}
	return all
}

func captureMistakes() []mistake {
	var all []mistake
	add := func(name, first string, make func(rf), same ...string) {
		all = append(all, mistake{name: name, make: make, first: first, same: strings.Join(same, ";")})
	}
	for n := 2; n <= 4; n++ {
		add(fmt.Sprintf("captures a row of %d", n), "common 4 wrong", falls(func(_ rf, b bd, af, ar int, all []sq) []sq { return append(all, rowsOf(b, af, ar, n)...) }))
	}
	add("captures the last of a row of two", "common 4 wrong", falls(func(_ rf, b bd, af, ar int, all []sq) []sq {
		if row := rowsOf(b, af, ar, 2); len(row) > 0 {
			all = append(all, row[1])
		}
		return all
	}))
	for _, gap := range []int{1, 2} {
		add(fmt.Sprintf("captures over a gap of %d before the victim", gap), "common 4 wrong", falls(func(_ rf, b bd, af, ar int, all []sq) []sq {
			x := b.At[ar][af]
			for _, d := range referee.Directions {
				ok := true
				for i := 1; i <= gap; i++ {
					ok = ok && on(b, af+i*d[0], ar+i*d[1]) == none
				}
				n := gap + 1
				y, z := on(b, af+n*d[0], ar+n*d[1]), on(b, af+(n+1)*d[0], ar+(n+1)*d[1])
				if ok && (y == att || y == def) && y.Side() != x.Side() && z != none && z.Side() == x.Side() {
					all = append(all, referee.Square(af+n*d[0], ar+n*d[1]))
				}
			}
			return all
		}))
	}
	add("captures over a gap behind the victim", "common 4 wrong", falls(func(_ rf, b bd, af, ar int, all []sq) []sq {
		x := b.At[ar][af]
		for _, d := range referee.Directions {
			y, g, z := on(b, af+d[0], ar+d[1]), on(b, af+2*d[0], ar+2*d[1]), on(b, af+3*d[0], ar+3*d[1])
			if (y == att || y == def) && y.Side() != x.Side() && g == none && z != none && z.Side() == x.Side() {
				all = append(all, referee.Square(af+d[0], ar+d[1]))
			}
		}
		return all
	}))
	add("captures diagonally", "common 4 wrong", falls(func(_ rf, b bd, af, ar int, all []sq) []sq {
		x := b.At[ar][af]
		for _, d := range diagonals {
			y, z := on(b, af+d[0], ar+d[1]), on(b, af+2*d[0], ar+2*d[1])
			if (y == att || y == def) && y.Side() != x.Side() && z != none && z.Side() == x.Side() {
				all = append(all, referee.Square(af+d[0], ar+d[1]))
			}
		}
		return all
	}))
	add("captures with one piece", "common 4 or common 9 wrong", soldier(func(r rf, b bd, af, ar, f, k int, is bool) bool { return is || r.IsHammer(b.At[ar][af]) }))
	add("captures attackers with one piece", "common 4 or common 9 wrong", soldier(func(r rf, b bd, af, ar, f, k int, is bool) bool {
		return is || b.At[k][f] == att && b.At[ar][af] == def
	}))
	add("takes any piece as the anvil", "common 4 wrong", soldier(func(r rf, b bd, af, ar, f, k int, is bool) bool {
		return is || r.IsHammer(b.At[ar][af]) && on(b, 2*f-af, 2*k-ar) != none && on(b, 2*f-af, 2*k-ar) != king
	}))
	add("takes the victim's own comrade as the anvil", "common 4 wrong", soldier(func(r rf, b bd, af, ar, f, k int, is bool) bool {
		return is || r.IsHammer(b.At[ar][af]) && on(b, 2*f-af, 2*k-ar) == b.At[k][f]
	}))
	add("takes the edge as an anvil", "common 9 open", soldier(func(r rf, b bd, af, ar, f, k int, is bool) bool {
		return is || r.IsHammer(b.At[ar][af]) && !referee.OnBoard(2*f-af, 2*k-ar)
	}))
	add("takes the edge as an anvil against attackers", "common 9 open", soldier(func(r rf, b bd, af, ar, f, k int, is bool) bool {
		return is || b.At[k][f] == att && r.IsHammer(b.At[ar][af]) && !referee.OnBoard(2*f-af, 2*k-ar)
	}))
	add("captures over the a- and g-file", "common 4 wrong", falls(func(_ rf, b bd, af, ar int, all []sq) []sq {
		x := b.At[ar][af]
		for _, d := range []int{1, -1} {
			f, g := (af+d+7)%7, (af+2*d+14)%7
			y, z := b.At[ar][f], b.At[ar][g]
			if (y == att || y == def) && y.Side() != x.Side() && z != none && z.Side() == x.Side() {
				all = append(all, referee.Square(f, ar))
			}
		}
		return all
	}))
	// Standing pieces and pieces that walk in.
	add("captures the piece that moves in between", "common 5 wrong", falls(func(_ rf, b bd, af, ar int, all []sq) []sq {
		if s := referee.Square(af, ar); b.At[ar][af] != king && held(b.Position(), s) {
			all = append(all, s)
		}
		return all
	}))
	add("captures the attacker that moves in between", "common 5 wrong", falls(func(_ rf, b bd, af, ar int, all []sq) []sq {
		if s := referee.Square(af, ar); b.At[ar][af] == att && held(b.Position(), s) {
			all = append(all, s)
		}
		return all
	}))
	add("captures the defender that moves in between", "common 5 wrong", falls(func(_ rf, b bd, af, ar int, all []sq) []sq {
		if s := referee.Square(af, ar); b.At[ar][af] == def && held(b.Position(), s) {
			all = append(all, s)
		}
		return all
	}))
	add("captures every enemy that stands between two", "common 5 wrong", falls(func(_ rf, b bd, af, ar int, all []sq) []sq {
		for s := range sq(49) {
			if y := on(b, s.File(), s.Rank()); y != none && y != king && y.Side() != b.At[ar][af].Side() && held(b.Position(), s) {
				all = append(all, s)
			}
		}
		return all
	}))
	add("captures everybody who stands between two", "common 5 wrong", falls(func(_ rf, b bd, af, ar int, all []sq) []sq {
		for s := range sq(49) {
			if y := on(b, s.File(), s.Rank()); y != none && y != king && held(b.Position(), s) {
				all = append(all, s)
			}
		}
		return all
	}))
	add("revives an old pair by an arrival on the other axis", "common 5 or common 4 wrong", falls(func(_ rf, b bd, af, ar int, all []sq) []sq {
		for _, d := range referee.Directions {
			f, k := af+d[0], ar+d[1]
			if y := on(b, f, k); y != none && y != king && y.Side() != b.At[ar][af].Side() && held(b.Position(), referee.Square(f, k)) {
				all = append(all, referee.Square(f, k))
			}
		}
		return all
	}))
	// Only some.
	add("captures one of several, the first", "common 6 wrong", falls(func(_ rf, _ bd, _, _ int, all []sq) []sq { return all[:min(1, len(all))] }))
	add("captures one of several, the last", "common 6 wrong", falls(func(_ rf, _ bd, _, _ int, all []sq) []sq { return all[max(0, len(all)-1):] }))
	add("captures two of three", "common 6 wrong", falls(func(_ rf, _ bd, _, _ int, all []sq) []sq { return all[:min(2, len(all))] }))
	add("captures nobody if several would fall", "common 4 wrong", falls(func(_ rf, _ bd, _, _ int, all []sq) []sq {
		if len(all) > 1 {
			return nil
		}
		return all
	}))
	add("spares the soldiers when the king falls", "common 8 open", falls(func(_ rf, b bd, _, _ int, all []sq) []sq {
		for _, s := range all {
			if on(b, s.File(), s.Rank()) == king {
				return []sq{s}
			}
		}
		return all
	}))
	add("captures nothing when the king escapes", "common 7 open", falls(func(r rf, b bd, af, ar int, all []sq) []sq {
		if b.At[ar][af] == king && r.IsGoal(af, ar) {
			return nil
		}
		return all
	}), "legacy: the king captures nobody")
	for name, not := range map[string]func(r rf, b bd, af, ar, f, k int) bool{
		"along ranks":         func(_ rf, _ bd, af, ar, f, k int) bool { return ar == k },
		"along files":         func(_ rf, _ bd, af, ar, f, k int) bool { return af == f },
		"attackers":           func(_ rf, b bd, _, _, f, k int) bool { return b.At[k][f] == att },
		"defenders":           func(_ rf, b bd, _, _, f, k int) bool { return b.At[k][f] == def },
		"to the right":        func(_ rf, _ bd, af, ar, f, k int) bool { return f > af },
		"to the left":         func(_ rf, _ bd, af, ar, f, k int) bool { return f < af },
		"upward":              func(_ rf, _ bd, af, ar, f, k int) bool { return k > ar },
		"downward":            func(_ rf, _ bd, af, ar, f, k int) bool { return k < ar },
		"on the edge":         func(_ rf, _ bd, _, _, f, k int) bool { return referee.IsEdge(f, k) },
		"on rank 7":           func(_ rf, _ bd, _, _, f, k int) bool { return k == 6 },
		"on the a-file":       func(_ rf, _ bd, _, _, f, k int) bool { return f == 0 },
		"off the edge":        func(_ rf, _ bd, _, _, f, k int) bool { return !referee.IsEdge(f, k) },
		"beside the throne":   func(r rf, _ bd, _, _, f, k int) bool { return abs(f-3)+abs(k-3) == 1 },
		"from an edge square": func(_ rf, _ bd, af, ar, _, _ int) bool { return referee.IsEdge(af, ar) },
		"against a piece on the edge": func(_ rf, _ bd, af, ar, f, k int) bool {
			return referee.OnBoard(2*f-af, 2*k-ar) && referee.IsEdge(2*f-af, 2*k-ar)
		},
	} {
		add("does not capture "+name, "common 4 or throne.hostile.attackers or throne.hostile.defenders or corners.hostile.attackers or corners.hostile.defenders wrong", soldier(func(r rf, b bd, af, ar, f, k int, is bool) bool { return is && !not(r, b, af, ar, f, k) }))
	}
	// Squares as anvils.
	add("knows hostile squares for attackers' captures along ranks only", "throne.hostile.defenders or corners.hostile.defenders wrong", func(r rf) {
		right := r.SoldierFalls
		r.SoldierFalls = func(b bd, af, ar, f, k int) bool {
			is := right(b, af, ar, f, k)
			return is && !(b.At[k][f] == def && af == f && on(b, f, 2*k-ar) != att)
		}
	}, cornerless+", nor a throne")
	add("takes squares beside a corner as corners", "common 4 wrong", soldier(func(r rf, b bd, af, ar, f, k int, is bool) bool {
		of, or := 2*f-af, 2*k-ar
		return is || r.IsHammer(b.At[ar][af]) && referee.OnBoard(of, or) && on(b, of, or) == none && min(of, 6-of)+min(or, 6-or) == 1
	}))
	add("takes the throne with a soldier beyond it", "common 4 or throne.hostile.attackers or throne.hostile.defenders wrong", soldier(func(r rf, b bd, af, ar, f, k int, is bool) bool {
		of, or := 2*f-af, 2*k-ar
		if !referee.OnBoard(of, or) || !r.IsThrone(of, or) || on(b, of, or) != none {
			return is
		}
		return r.IsHammer(b.At[ar][af]) && on(b, 3*f-2*af, 3*k-2*ar) != none
	}), throneless)
	add("needs pieces where several fall", "common 6 open", falls(func(r rf, b bd, af, ar int, all []sq) []sq {
		if len(all) < 2 {
			return all
		}
		return slices.DeleteFunc(all, func(s sq) bool {
			z := on(b, 2*s.File()-af, 2*s.Rank()-ar)
			return on(b, s.File(), s.Rank()) != king && z == none
		})
	}), throneless+", nor corners")
	// The king in captures.
	add("has a king who captures along files only", "king.armed wrong", soldier(func(r rf, b bd, af, ar, f, k int, is bool) bool { return is && !(b.At[ar][af] == king && ar == k) }), "legacy: the king captures nobody")
	add("has a king who captures only with a defender", "king.armed or throne.hostile.attackers or corners.hostile.attackers wrong", soldier(func(r rf, b bd, af, ar, f, k int, is bool) bool {
		return is && !(b.At[ar][af] == king && on(b, 2*f-af, 2*k-ar) != def)
	}), "legacy: the king captures nobody", throneless+", nor corners")
	add("has a king who is an anvil on his throne only", "king.armed wrong", soldier(func(r rf, b bd, af, ar, f, k int, is bool) bool {
		return is && !(on(b, 2*f-af, 2*k-ar) == king && (2*f-af != 3 || 2*k-ar != 3))
	}), "legacy: the king captures nobody")
	// Chains and removal.
	add("lets what stands beside a captured piece fall too", "common 4 or common 5 or common 6 wrong", func(r rf) {
		right := r.PlayOn
		r.PlayOn = func(b bd, m brandubh.Move) (bd, []sq) {
			after, taken := right(b, m)
			if len(taken) == 1 {
				s := taken[0]
				for _, d := range referee.Directions {
					f, k := s.File()+d[0], s.Rank()+d[1]
					if y := on(after, f, k); y != none && y != king && y == on(b, s.File(), s.Rank()) {
						taken = append(taken, referee.Square(f, k))
						after.At[k][f] = none
						break
					}
				}
				slices.Sort(taken)
			}
			return after, taken
		}
	})
	add("captures again after what has fallen", "common 4 or common 5 wrong", func(r rf) {
		right := r.PlayOn
		r.PlayOn = func(b bd, m brandubh.Move) (bd, []sq) {
			after, taken := right(b, m)
			if len(taken) > 0 && r.IsHammer(on(b, m.From.File(), m.From.Rank())) {
				for s := range sq(49) {
					if y := on(after, s.File(), s.Rank()); y != none && y != king && y.Side() == after.Turn && held(after.Position(), s) {
						taken = append(taken, s)
						after.At[s.Rank()][s.File()] = none
					}
				}
				slices.Sort(taken)
				taken = slices.Compact(taken)
			}
			return after, taken
		}
	})
	add("leaves what falls on the board", "common 4 wrong", func(r rf) {
		r.PlayOn = func(b bd, m brandubh.Move) (bd, []sq) {
			after := b.Put(m)
			taken := r.Falling(after, m.To.File(), m.To.Rank())
			after.Turn = b.Turn.Opponent()
			return after, taken
		}
	})
	return slices.DeleteFunc(all, func(m mistake) bool { return m.first == "" })
}

func kingMistakes() []mistake {
	var all []mistake
	add := func(name, first, under string, make func(rf), same ...string) {
		all = append(all, mistake{name: name, make: make, first: first, under: under, same: strings.Join(same, ";")})
	}
	sides := "king.sides.throne or king.sides.beside or king.sides.elsewhere"
	beside := func(is func(f, k int) bool) func(rf) {
		return func(r rf) {
			r.IsBeside = func(f, k int) bool { return r.V.Throne.Exists && is(f, k) }
		}
	}
	same := "walker regeln brandubh2 legacy magpie: beside the throne is as elsewhere; " + throneless
	add("takes the diagonal neighbours of the throne for beside it", "king.sides.elsewhere wrong", "", beside(func(f, k int) bool { return max(abs(f-3), abs(k-3)) == 1 }), same)
	add("takes only the diagonal neighbours of the throne for beside it", sides+" wrong", "", beside(func(f, k int) bool { return abs(f-3) == 1 && abs(k-3) == 1 }), same)
	add("takes two squares from the throne for beside it", "king.sides.elsewhere wrong", "", beside(func(f, k int) bool { d := abs(f-3) + abs(k-3); return d == 1 || d == 2 && (f == 3 || k == 3) }), same)
	add("takes nobody for beside the throne on files", "king.sides.beside wrong", "", beside(func(f, k int) bool { return k == 3 && abs(f-3) == 1 }), same)
	add("takes d5 for no neighbour of the throne", "king.sides.beside wrong", "", beside(func(f, k int) bool { return abs(f-3)+abs(k-3) == 1 && k <= 3 }), same)
	for name, is := range map[string]func(b bd, af, ar, f, k int) bool{
		"along ranks":                        func(_ bd, af, ar, f, k int) bool { return ar == k },
		"along files":                        func(_ bd, af, ar, f, k int) bool { return af == f },
		"on the edge":                        func(_ bd, _, _, f, k int) bool { return referee.IsEdge(f, k) },
		"off the edge":                       func(_ bd, _, _, f, k int) bool { return !referee.IsEdge(f, k) },
		"from the north":                     func(_ bd, af, ar, f, k int) bool { return ar > k },
		"on b2":                              func(_ bd, _, _, f, k int) bool { return f == 1 && k == 1 },
		"where a defender stands beside him": func(b bd, _, _, f, k int) bool { return besideHim(b, f, k, def) },
		"where nobody of his side is left":   func(b bd, _, _, _, _ int) bool { return pieceCount(b, def) == 0 },
		"where he has a way out":             func(b bd, _, _, f, k int) bool { return besideHim(b, f, k, none) },
		"at all":                             func(bd, int, int, int, int) bool { return true },
	} {
		m := mistake{name: "does not capture the king " + name, make: ruler(func(_ rf, b bd, af, ar, f, k int, falls bool) bool { return falls && !is(b, af, ar, f, k) }), first: sides + " or corners.hostile.king or king.edge wrong"}
		switch name {
		case "on the edge":
			m.same = "scottish: a king at the edge has won"
		case "where a defender stands beside him":
			m.same = "legacy magpie: four sides leave no room for one"
		}
		all = append(all, m)
	}
	add("captures the king with one attacker", sides+" wrong", "", ruler(func(_ rf, b bd, af, ar, f, k int, falls bool) bool { return falls || b.At[ar][af] == att }))
	add("captures the king with any three", sides+" wrong", "", ruler(func(_ rf, b bd, af, ar, f, k int, falls bool) bool {
		n := 0
		for _, d := range referee.Directions {
			if on(b, f+d[0], k+d[1]) == att {
				n++
			}
		}
		return falls || b.At[ar][af] == att && n >= 3
	}))
	add("captures the king between an attacker and a defender", sides+" wrong", "", ruler(func(_ rf, b bd, af, ar, f, k int, falls bool) bool {
		return falls || b.At[ar][af] == att && on(b, 2*f-af, 2*k-ar) == def
	}))
	add("captures the king by two attackers who are not opposite", sides+" wrong", "", ruler(func(_ rf, b bd, af, ar, f, k int, falls bool) bool {
		n := 0
		for _, d := range referee.Directions {
			if on(b, f+d[0], k+d[1]) == att {
				n++
			}
		}
		return falls || b.At[ar][af] == att && n >= 2
	}))
	add("captures the king who moves in between", "common 5 or king.sides.elsewhere open", "", falls(func(r rf, b bd, af, ar int, all []sq) []sq {
		if b.At[ar][af] == king && !r.IsGoal(af, ar) {
			for i, d := range referee.Directions {
				if i < 4 && on(b, af+d[0], ar+d[1]) == att && r.KingFalls(b, af+d[0], ar+d[1], af, ar) {
					return append(all, referee.Square(af, ar))
				}
			}
		}
		return all
	}))
	add("captures the king wherever he stands closed in", "common 5 open", "", falls(func(r rf, b bd, af, ar int, all []sq) []sq {
		f, k, ok := kingAt(b)
		if ok && b.At[ar][af] == att {
			for _, d := range referee.Directions {
				if on(b, f+d[0], k+d[1]) == att && r.KingFalls(b, f+d[0], k+d[1], f, k) {
					return append(all, referee.Square(f, k))
				}
			}
		}
		return all
	}))
	add("captures the king whichever neighbour arrives", "common 5 open", "", ruler(func(r rf, b bd, af, ar, f, k int, falls bool) bool {
		for _, d := range referee.Directions {
			if on(b, f+d[0], k+d[1]) == att && r.KingFalls != nil && b.At[ar][af] == att {
				opp := on(b, f-d[0], k-d[1])
				if r.SidesNeeded(f, k) == 2 && opp == att {
					return true
				}
			}
		}
		return falls
	}), "legacy magpie: nowhere do two suffice")
	add("captures the king over a row", sides+" wrong", "", falls(func(_ rf, b bd, af, ar int, all []sq) []sq {
		if b.At[ar][af] != att {
			return all
		}
		for _, d := range referee.Directions {
			if on(b, af+d[0], ar+d[1]) == def && on(b, af+2*d[0], ar+2*d[1]) == king && on(b, af+3*d[0], ar+3*d[1]) == att {
				all = append(all, referee.Square(af+2*d[0], ar+2*d[1]))
			}
		}
		return all
	}))
	for i := range 4 {
		d := referee.Directions[i]
		add(fmt.Sprintf("does not look at the king's side %d where all count", i), sides+" wrong", "", ruler(func(r rf, b bd, af, ar, f, k int, falls bool) bool {
			if n := r.SidesNeeded(f, k); n == 2 || b.At[ar][af] != att {
				return falls
			}
			c := b
			if referee.OnBoard(f+d[0], k+d[1]) && !r.IsThrone(f+d[0], k+d[1]) {
				if c.At[k+d[1]][f+d[0]] != att {
					c.At[k+d[1]][f+d[0]] = att
				}
			}
			s := referee.New(r.V)
			return falls || s.KingFalls(c, af, ar, f, k)
		}), "scottish: nowhere do all count", "walker: nowhere do all count")
	}
	add("has the throne close the king's side only on ranks", "king.sides.beside wrong", "", ruler(func(r rf, b bd, af, ar, f, k int, falls bool) bool {
		return falls && !(r.SidesNeeded(f, k) >= 3 && f == 3 && abs(k-3) == 1 && r.V.Throne.Exists)
	}), "walker regeln brandubh2: two suffice beside it", throneless)
	all = append(all, mistake{name: "lets a captured king stay on the board", first: "common 8 open", answer: func(q Question, a *Answer, r rf) {
		for _, text := range a.Captures {
			if s, _ := brandubh.ParseSquare(text); q.Position.At(s) == king {
				p, _ := brandubh.ParsePosition(a.After)
				p, _ = p.Put(s, king)
				a.After = p.String()
			}
		}
	}})
	return all
}

func besideHim(b bd, f, k int, x pc) bool {
	for _, d := range referee.Directions {
		if referee.OnBoard(f+d[0], k+d[1]) && b.At[k+d[1]][f+d[0]] == x {
			return true
		}
	}
	return false
}

func endMistakes() []mistake {
	var all []mistake
	add := func(name, first, under string, make func(rf), same ...string) {
		all = append(all, mistake{name: name, make: make, first: first, under: under, same: strings.Join(same, ";")})
	}
	drop := func(reason brandubh.Reason) func(rf) {
		return ends(func(r rf, b bd, is rs) rs {
			if is.Reason == reason {
				return rs{}
			}
			return is
		})
	}
	add("does not end by escape", "goal wrong", "", drop(brandubh.Escape))
	add("does not end for want of moves", "noMoves wrong", "", drop(brandubh.NoMovesLeft))
	add("does not end by the king's capture", "common 8 wrong", "", drop(brandubh.KingCaptured))
	swap := func(reason brandubh.Reason) func(rf) {
		return ends(func(_ rf, _ bd, is rs) rs {
			if is.Reason == reason {
				is.Winner = is.Winner.Opponent()
			}
			return is
		})
	}
	add("gives escapes to the attackers", "goal wrong", "", swap(brandubh.Escape))
	add("gives the king's capture to the defenders", "common 8 wrong", "", swap(brandubh.KingCaptured))
	add("gives the win to who cannot move", "noMoves wrong", "", swap(brandubh.NoMovesLeft), "nielsen: a draw is nobody's win")
	add("has the king escape at the edge on ranks", "goal wrong", "", func(r rf) {
		right := r.IsGoal
		r.IsGoal = func(f, k int) bool { return right(f, k) || k == 0 || k == 6 }
	}, "scottish: so he does")
	add("has the king escape beside a corner too", "goal wrong", "", func(r rf) {
		right := r.IsGoal
		r.IsGoal = func(f, k int) bool { return right(f, k) || min(f, 6-f)+min(k, 6-k) <= 1 }
	}, "scottish: he has escaped at the edge")
	add("has the king escape only in the corners of rank 1", "goal wrong", "", func(r rf) {
		right := r.IsGoal
		r.IsGoal = func(f, k int) bool { return right(f, k) && k < 3 }
	})
	add("has the king escape on his own move only", "goal set-up", "", ends(func(r rf, b bd, is rs) rs {
		if is.Reason == brandubh.Escape && b.Turn == brandubh.Defenders {
			return rs{}
		}
		return is
	}))
	add("ends when the king can escape in two ways", "goal wrong", "", ends(func(r rf, b bd, is rs) rs {
		if !is.Over() && b.Turn == brandubh.Attackers {
			c := b
			c.Turn = brandubh.Defenders
			n := 0
			for _, m := range r.AllMoves(c) {
				if on(c, m.From.File(), m.From.Rank()) == king && r.IsGoal(m.To.File(), m.To.Rank()) {
					n++
				}
			}
			if n >= 2 {
				return dWin(brandubh.Escape)
			}
		}
		return is
	}), "magpie: a king who moves one square has one corner at most")
	for n := 0; n <= 3; n++ {
		add(fmt.Sprintf("ends when at most %d attackers are left", n), "goal or noMoves wrong", "", ends(func(r rf, b bd, is rs) rs {
			if !is.Over() && pieceCount(b, att) <= n {
				return dWin(brandubh.Escape)
			}
			return is
		}))
	}
	all[len(all)-4].same = "" // with the defenders to move
	add("ends when no defender is left", "goal or king.sides.elsewhere or king.sides.beside or king.sides.throne or common 8 wrong", "", ends(func(r rf, b bd, is rs) rs {
		if !is.Over() && pieceCount(b, def) == 0 {
			return aWin(brandubh.KingCaptured)
		}
		return is
	}))
	add("ends when the king cannot move", "king.sides.elsewhere or king.sides.beside or king.sides.throne or noMoves wrong", "", ends(func(r rf, b bd, is rs) rs {
		if f, k, ok := kingAt(b); ok && !is.Over() && b.Turn == brandubh.Defenders {
			for s := range sq(49) {
				if r.CanGo(b, brandubh.Move{From: referee.Square(f, k), To: s}) {
					return is
				}
			}
			return aWin(brandubh.KingCaptured)
		}
		return is
	}))
	add("judges by neighbouring squares who cannot move", "noMoves wrong", "", func(r rf) {
		r.Stuck = func(b bd) bool {
			for k := range 7 {
				for f := range 7 {
					if b.At[k][f] == none || b.At[k][f].Side() != b.Turn {
						continue
					}
					for _, d := range referee.Directions {
						if referee.OnBoard(f+d[0], k+d[1]) && on(b, f+d[0], k+d[1]) == none && !r.IsThrone(f+d[0], k+d[1]) && !r.IsCorner(f+d[0], k+d[1]) {
							return false
						}
					}
				}
			}
			return true
		}
	}, "scottish: without throne and corners a free neighbour is a move")
	add("takes any free neighbour for a move", "noMoves wrong", "", func(r rf) {
		r.Stuck = func(b bd) bool {
			for k := range 7 {
				for f := range 7 {
					if b.At[k][f] != none && b.At[k][f].Side() == b.Turn && besideHim(b, f, k, none) {
						return false
					}
				}
			}
			return true
		}
	}, "scottish: without throne and corners a free neighbour is a move")
	add("asks only the king who cannot move", "noMoves wrong", "", func(r rf) {
		right := r.Stuck
		r.Stuck = func(b bd) bool {
			if f, k, ok := kingAt(b); ok && b.Turn == brandubh.Defenders {
				for s := range sq(49) {
					if r.CanGo(b, brandubh.Move{From: referee.Square(f, k), To: s}) {
						return false
					}
				}
				return true
			}
			return right(b)
		}
	})
	add("never ends for attackers who cannot move", "noMoves wrong", "", ends(func(r rf, b bd, is rs) rs {
		if is.Reason == brandubh.NoMovesLeft && b.Turn == brandubh.Attackers {
			return rs{}
		}
		return is
	}))
	add("asks the wrong side who cannot move", "noMoves wrong", "", func(r rf) {
		right := r.Stuck
		r.Stuck = func(b bd) bool {
			b.Turn = b.Turn.Opponent()
			return right(b)
		}
	})
	add("names stalemate an escape", "noMoves or goal wrong", "", ends(func(_ rf, _ bd, is rs) rs {
		if is.Reason == brandubh.NoMovesLeft && is.Winner == brandubh.Defenders {
			is.Reason = brandubh.Escape
		}
		return is
	}), "nielsen: it is a draw")
	add("judges after moves only", "goal or common 8 or noMoves or enclosure set-up", "", nil)
	all[len(all)-1].answer = func(q Question, a *Answer, r rf) {
		if q.kind() == kindMoves || q.kind() == kindMove {
			b := referee.BoardOf(*q.Position)
			if r.Result(b).Over() {
				if q.kind() == kindMoves {
					a.End, a.Moves = nil, texts(r.AllMoves(b))
					slices.Sort(a.Moves)
				} else if r.CanGo(b, *q.Move) {
					after, taken := r.PlayOn(b, *q.Move)
					yes := true
					*a = Answer{Legal: &yes, Captures: texts(taken), After: after.Position().String(), End: endOf(r.Result(after))}
				}
			}
		}
	}
	return all
}

func enclosureMistakes() []mistake {
	var all []mistake
	const without = "federation leaflet nielsen regeln brandubh1 noreturn walker magpie scottish: nothing is won by enclosure"
	add := func(name string, enclosed func(r rf, b bd) bool, same ...string) {
		all = append(all, mistake{name: name, make: func(r rf) { r.Enclosed = func(b bd) bool { return enclosed(r, b) } }, first: "enclosure open", under: "legacy spelregler", same: strings.Join(append(same, without), ";")})
	}
	flood := func(b bd, from, wall func(x pc) bool, steps [][2]int, out func(f, k int, x pc) bool) bool {
		var seen [7][7]bool
		var todo [][2]int
		for k := range 7 {
			for f := range 7 {
				if from(b.At[k][f]) {
					seen[k][f] = true
					todo = append(todo, [2]int{f, k})
				}
			}
		}
		for len(todo) > 0 {
			f, k := todo[0][0], todo[0][1]
			todo = todo[1:]
			if out(f, k, b.At[k][f]) {
				return false
			}
			for _, d := range steps {
				if g, l := f+d[0], k+d[1]; referee.OnBoard(g, l) && !seen[l][g] && !wall(b.At[l][g]) {
					seen[l][g] = true
					todo = append(todo, [2]int{g, l})
				}
			}
		}
		return true
	}
	own := func(x pc) bool { return x == def || x == king }
	isKing := func(x pc) bool { return x == king }
	isAtt := func(x pc) bool { return x == att }
	orth := referee.Directions[:]
	eight := append(slices.Clone(orth), diagonals[:]...)
	edge := func(f, k int, _ pc) bool { return referee.IsEdge(f, k) }
	add("floods diagonally too", func(_ rf, b bd) bool { return flood(b, own, isAtt, eight, edge) })
	add("encloses the king alone", func(_ rf, b bd) bool { return flood(b, isKing, isAtt, orth, edge) })
	add("encloses the king alone, walls of anybody", func(_ rf, b bd) bool {
		return flood(b, isKing, func(x pc) bool { return x != none }, orth, edge)
	})
	add("lets only an empty edge square out", func(_ rf, b bd) bool {
		return flood(b, own, isAtt, orth, func(f, k int, x pc) bool { return referee.IsEdge(f, k) && x == none })
	})
	add("lets only a defender at the edge out", func(_ rf, b bd) bool {
		return flood(b, own, isAtt, orth, func(f, k int, x pc) bool { return referee.IsEdge(f, k) && x == def })
	})
	add("lets the king out at corners only", func(r rf, b bd) bool {
		return flood(b, own, isAtt, orth, func(f, k int, _ pc) bool { return (f == 0 || f == 6) && (k == 0 || k == 6) })
	})
	add("does not turn on the throne", func(r rf, b bd) bool {
		c := b
		if c.At[3][3] == none {
			c.At[3][3] = att
		}
		return flood(c, own, isAtt, orth, edge)
	})
	add("does not look at file a", func(_ rf, b bd) bool {
		return flood(b, own, isAtt, orth, func(f, k int, _ pc) bool { return k == 0 || k == 6 || f == 6 })
	})
	add("wants two edge squares", func(_ rf, b bd) bool {
		n := 0
		flood(b, own, isAtt, orth, func(f, k int, _ pc) bool {
			if referee.IsEdge(f, k) {
				n++
			}
			return false
		})
		return n < 2
	})
	add("asks for moves, not for ways", func(r rf, b bd) bool {
		for k := range 7 {
			for f := range 7 {
				if x := b.At[k][f]; own(x) {
					if referee.IsEdge(f, k) {
						return false
					}
					for s := range sq(49) {
						if referee.IsEdge(s.File(), s.Rank()) && r.CanGo(b, brandubh.Move{From: referee.Square(f, k), To: s}) {
							return false
						}
					}
				}
			}
		}
		return true
	})
	all = append(all,
		mistake{name: "encloses on the attackers' turn too", make: ends(func(r rf, b bd, is rs) rs {
			if !is.Over() && r.V.Enclosure && r.Enclosed(b) {
				return aWin(brandubh.Enclosed)
			}
			return is
		}), first: "enclosure open", under: "legacy spelregler", same: without},
		mistake{name: "gives an enclosure to the defenders", make: ends(func(_ rf, _ bd, is rs) rs {
			if is.Reason == brandubh.Enclosed {
				is.Winner = brandubh.Defenders
			}
			return is
		}), first: "enclosure open", under: "legacy spelregler", same: without},
		mistake{name: "judges want of moves before enclosure", make: ends(func(r rf, b bd, is rs) rs {
			if is.Reason == brandubh.Enclosed && r.Stuck(b) {
				return aWin(brandubh.NoMovesLeft)
			}
			return is
		}), first: "enclosure open", under: "legacy", same: without},
		mistake{name: "wins by a ring round the king alone", make: ends(func(_ rf, b bd, is rs) rs {
			f, k, ok := kingAt(b)
			if !ok || is.Over() {
				return is
			}
			for _, d := range eight {
				if on(b, f+d[0], k+d[1]) != att {
					return is
				}
			}
			return aWin(brandubh.Enclosed)
		}), first: "enclosure open", under: "federation"},
	)
	return all
}

func repetitionMistakes() []mistake {
	var all []mistake
	const leaflet = "leaflet: nothing counts repetitions"
	const moves = "legacy brandubh1 brandubh2 noreturn magpie scottish: moves are counted, not positions"
	const positions = "federation nielsen spelregler regeln walker: positions are counted, not moves"
	add := func(name, first, under string, make func(rf), same ...string) {
		all = append(all, mistake{name: name, make: make, first: first, under: under, same: strings.Join(append(same, leaflet), ";")})
	}
	as := func(equal func(g bd, h bd) bool) func(rf) { return func(r rf) { r.Same = equal } }
	const exhausted = "spelregler: what repeats is forbidden until all else is exhausted, which takes thousands of plies"
	counts := "repetition.counts open"
	times := "repetition.counts or repetition.times open"
	forbidden := "repetition.counts or repetition.forbidden open"
	mirror := func(b bd) bd {
		c := bd{Turn: b.Turn}
		for k := range 7 {
			for f := range 7 {
				c.At[k][6-f] = b.At[k][f]
			}
		}
		return c
	}
	add("counts mirror images", counts, "federation nielsen", as(func(g, h bd) bool { return g == h || g == mirror(h) }), moves)
	add("counts rotations and mirror images", counts, "federation regeln", as(func(g, h bd) bool {
		p, _ := g.Position().Canonical()
		q, _ := h.Position().Canonical()
		return p == q
	}), moves)
	add("does not look whose turn it is", forbidden, "federation", as(func(g, h bd) bool { return g.At == h.At }), moves)
	add("looks where the attackers stand only", forbidden, "federation", as(func(g, h bd) bool {
		for k := range 7 {
			for f := range 7 {
				if (g.At[k][f] == att) != (h.At[k][f] == att) {
					return false
				}
			}
		}
		return g.Turn == h.Turn
	}), moves)
	add("takes all pieces for alike", forbidden, "federation", as(func(g, h bd) bool {
		for k := range 7 {
			for f := range 7 {
				if g.At[k][f].Side() != h.At[k][f].Side() {
					return false
				}
			}
		}
		return g.Turn == h.Turn
	}), moves)
	add("does not count the first position", times, "federation nielsen", func(r rf) {
		right := r.Repetition
		r.Repetition = func(g gm) rs {
			if g.V.Repetition.Counts != brandubh.CountOccurrences {
				return right(g)
			}
			n, previous := 1, 0
			for i, earlier := range g.Line[:len(g.Line)-1] {
				if i > 0 && g.Same(earlier, g.Last()) {
					n++
					previous = i
				}
			}
			if n < int(g.V.Repetition.Times) {
				return rs{}
			}
			return g.Repeated(previous + 1)
		}
	}, moves)
	add("counts consecutive repetitions only", times, "federation", func(r rf) {
		right := r.Repetition
		r.Repetition = func(g gm) rs {
			if g.V.Repetition.Counts != brandubh.CountOccurrences {
				return right(g)
			}
			n := 1
			last := len(g.Line) - 1
			for i := last - 4; i >= 0 && g.Same(g.Line[i], g.Last()); i -= 4 {
				n++
			}
			if n < int(g.V.Repetition.Times) {
				return rs{}
			}
			return g.Repeated(last - 3)
		}
	}, moves, exhausted)
	add("forgets what is older than twelve plies", times, "federation", func(r rf) {
		right := r.Repetition
		r.Repetition = func(g gm) rs {
			h := *g
			if cut := len(h.Line) - 13; cut > 0 && g.V.Repetition.Counts == brandubh.CountOccurrences {
				h.Line, h.Plies = h.Line[cut:], h.Plies[cut:]
			}
			return right(&h)
		}
	}, moves, exhausted)
	for _, by := range []int{-1, 1, 2} {
		add(fmt.Sprintf("counts %+d times", by), "repetition.times or repetition.counts open", "federation", func(r rf) {
			right := r.Repetition
			r.Repetition = func(g gm) rs {
				h := *g
				w := *g.V
				if n := int(w.Repetition.Times) + by; n >= 2 {
					w.Repetition.Times = uint8(n)
				}
				s := *g.Referee
				s.V = &w
				h.Referee = &s
				return right(&h)
			}
		}, map[bool]string{true: "nielsen: once is no repetition"}[by < 0])
	}
	add("counts only after the attackers' moves", times, "federation", repeats(func(g gm, is rs) rs {
		if g.Last().Turn == brandubh.Attackers {
			return rs{}
		}
		return is
	}))
	add("counts only after the defenders' moves", times, "federation", repeats(func(g gm, is rs) rs {
		if g.Last().Turn == brandubh.Defenders {
			return rs{}
		}
		return is
	}))
	add("tells repetitions one ply late", times, "federation", repeats(func(g gm, _ rs) rs {
		if len(g.Plies) < 2 {
			return rs{}
		}
		h := *g
		h.Line, h.Plies = h.Line[:len(h.Line)-1], h.Plies[:len(h.Plies)-1]
		if is := g.LegalBefore; is == nil {
			return rs{}
		}
		return referee.New(g.V).Repetition(&h)
	}))
	wins := func(loser func(g gm) brandubh.Side) func(rf) {
		return func(r rf) { r.Loser = func(g gm, _ int) brandubh.Side { return loser(g) } }
	}
	add("has the attackers lose by repetition", "repetition.result wrong", "federation nielsen", wins(func(gm) brandubh.Side { return brandubh.Attackers }))
	add("has who made the repeated move first lose", "repetition.result wrong", "federation nielsen", wins(func(g gm) brandubh.Side { return g.Line[0].Turn }), exhausted)
	add("has who did not begin the game lose", "repetition.result wrong", "federation nielsen", wins(func(g gm) brandubh.Side { return g.Line[0].Turn.Opponent() }))
	add("has the side with fewer pieces lose", "repetition.result wrong", "federation nielsen", wins(func(g gm) brandubh.Side {
		b := g.Last()
		if pieceCount(b, att) < pieceCount(b, def)+1 {
			return brandubh.Attackers
		}
		return brandubh.Defenders
	}))
	// The same moves.
	period := func(least, last int) func(rf) {
		return func(r rf) {
			right := r.Repetition
			r.Repetition = func(g gm) rs {
				if g.V.Repetition.Counts == brandubh.CountMoves {
					return g.SameMovesFrom(least, last)
				}
				return right(g)
			}
		}
	}
	mw := "brandubh1 legacy"
	played := times + "; repetition.counts or repetition.times wrong" // by brandubh1 they are played
	add("ends the same moves when the period is full", played, mw, period(4, 4), positions)
	add("ends the same moves at the first of the last round", played, mw, period(4, 1), positions)
	add("ends the same moves before the last round", played, mw, period(4, 0), positions)
	add("knows no period of four", played, mw, period(6, 2), positions)
	add("takes a period of two for one", played, mw, period(2, 2), positions+", and nobody makes the same move twice running")
	all = all[:len(all)-1]
	add("knows the period of four only", played, mw, func(r rf) {
		right := r.Repetition
		r.Repetition = func(g gm) rs {
			if g.V.Repetition.Counts != brandubh.CountMoves {
				return right(g)
			}
			h := *g
			n := (int(g.V.Repetition.Times)-1)*4 + 2
			if cut := len(h.Plies) - n; cut > 0 {
				h.Plies, h.Line = h.Plies[cut:], h.Line[cut:]
			}
			return right(&h)
		}
	}, positions)
	add("counts each side's own moves", played, mw, func(r rf) {
		right := r.Repetition
		r.Repetition = func(g gm) rs {
			if g.V.Repetition.Counts != brandubh.CountMoves {
				return right(g)
			}
			n := 0
			last := len(g.Plies) - 1
			for i := last; i >= 0; i -= 4 {
				if g.Plies[i] != g.Plies[last] {
					break
				}
				n++
			}
			if last < 0 || n < int(g.V.Repetition.Times) {
				return rs{}
			}
			return g.Repeated(max(1, last-3))
		}
	}, positions)
	add("begins anew after a capture", played, mw, func(r rf) {
		right := r.Repetition
		r.Repetition = func(g gm) rs {
			h := *g
			for i := len(h.Takes) - 1; i >= 0; i-- {
				if h.Takes[i] > 0 {
					h.Line, h.Plies = h.Line[i+1:], h.Plies[i+1:]
					break
				}
			}
			return right(&h)
		}
	}, positions)
	// The ban.
	const unbanned = "federation legacy nielsen regeln brandubh1 brandubh2 noreturn walker magpie scottish: nothing is forbidden"
	add("forbids only what would be the third time", "repetition.forbidden or repetition.counts open", "spelregler", func(r rf) {
		r.LegalBefore = func(g gm, ply int) []brandubh.Move {
			all := g.Moves(g.Line[ply-1])
			if !g.V.Repetition.Forbidden {
				return all
			}
			fresh := slices.DeleteFunc(slices.Clone(all), func(m brandubh.Move) bool {
				after, _ := g.PlayOn(g.Line[ply-1], m)
				n := 0
				for _, earlier := range g.Line[:ply] {
					if g.Same(earlier, after) {
						n++
					}
				}
				return n >= 2
			})
			if len(fresh) == 0 {
				return all
			}
			return fresh
		}
	}, unbanned)
	add("forbids even the only move", "repetition.forbidden or repetition.counts or noMoves open", "spelregler", func(r rf) {
		r.LegalBefore = func(g gm, ply int) []brandubh.Move {
			all := g.Moves(g.Line[ply-1])
			if !g.V.Repetition.Forbidden {
				return all
			}
			return slices.DeleteFunc(slices.Clone(all), func(m brandubh.Move) bool { return g.BringsBack(ply, m) })
		}
	}, unbanned)
	for _, side := range sides {
		add("forbids repetitions to the "+side.String()+" only", "repetition.forbidden or repetition.counts open", "spelregler", func(r rf) {
			right := r.LegalBefore
			r.LegalBefore = func(g gm, ply int) []brandubh.Move {
				if g.V.Repetition.Forbidden && g.Mover(ply) != side {
					return g.Moves(g.Line[ply-1])
				}
				return right(g, ply)
			}
		}, unbanned)
	}
	add("forbids the last position but one only", "repetition.forbidden or repetition.counts open", "spelregler", func(r rf) {
		r.LegalBefore = func(g gm, ply int) []brandubh.Move {
			all := g.Moves(g.Line[ply-1])
			if !g.V.Repetition.Forbidden || ply < 4 {
				return all
			}
			fresh := slices.DeleteFunc(slices.Clone(all), func(m brandubh.Move) bool {
				after, _ := g.PlayOn(g.Line[ply-1], m)
				return g.Same(g.Line[ply-4], after)
			})
			if len(fresh) == 0 {
				return all
			}
			return fresh
		}
	}, unbanned)
	return all
}

func perftMistakes() []mistake {
	return []mistake{
		{name: "counts finished games on", make: func(r rf) {
			r.Perft = func(b bd, depth int) uint64 {
				moves := r.AllMoves(b)
				if depth == 1 {
					return uint64(len(moves))
				}
				var n uint64
				for _, m := range moves {
					after, _ := r.PlayOn(b, m)
					n += r.Perft(after, depth-1)
				}
				return n
			}
		}, first: "common 2 wrong"},
		{name: "counts positions that are over as leaves", make: func(r rf) {
			right := r.Perft
			r.Perft = func(b bd, depth int) uint64 {
				if r.Result(b).Over() {
					return 1
				}
				if depth == 1 {
					return right(b, 1)
				}
				var n uint64
				for _, m := range r.Moves(b) {
					after, _ := r.PlayOn(b, m)
					n += r.Perft(after, depth-1)
				}
				return n
			}
		}, first: "common 2 wrong"},
		{name: "counts one ply too deep", answer: func(q Question, a *Answer, r rf) {
			if q.Perft != nil {
				a.Counts = append(a.Counts[1:], r.Perft(referee.BoardOf(*q.Position), *q.Perft))
			}
		}, first: "common 2 wrong"},
		{name: "counts all plies up to the depth", answer: func(_ Question, a *Answer, _ rf) {
			for i := 1; i < len(a.Counts); i++ {
				a.Counts[i] += a.Counts[i-1]
			}
		}, first: "common 2 wrong"},
		{name: "counts in bulk before captures", make: func(r rf) {
			right := r.Perft
			r.Perft = func(b bd, depth int) uint64 {
				if depth != 2 {
					return right(b, depth)
				}
				var n uint64
				for _, m := range r.Moves(b) {
					after := b.Put(m)
					after.Turn = b.Turn.Opponent()
					n += uint64(len(r.AllMoves(after)))
				}
				return n
			}
		}, first: "common 2 wrong"},
		{name: "forgets captures in counting", make: func(r rf) {
			r.Perft = func(b bd, depth int) uint64 {
				moves := r.Moves(b)
				if depth == 1 {
					return uint64(len(moves))
				}
				var n uint64
				for _, m := range moves {
					after := b.Put(m)
					after.Turn = b.Turn.Opponent()
					n += r.Perft(after, depth-1)
				}
				return n
			}
		}, first: "common 2 wrong"},
		{name: "overflows a byte in counting", answer: func(_ Question, a *Answer, _ rf) {
			for i := range a.Counts {
				a.Counts[i] &= 0xff
			}
		}, first: "common 2 wrong"},
		{name: "counts the escapes of the king twice", make: func(r rf) {
			right := r.Perft
			r.Perft = func(b bd, depth int) uint64 {
				n := right(b, depth)
				if depth == 1 && !r.Result(b).Over() {
					for _, m := range r.AllMoves(b) {
						if on(b, m.From.File(), m.From.Rank()) == king && r.IsGoal(m.To.File(), m.To.Rank()) {
							n++
						}
					}
				}
				return n
			}
		}, first: "common 2 wrong"},
	}
}

func mannerMistakes() []mistake {
	manner := func(name string, answer func(q Question, a *Answer, r rf)) mistake {
		return mistake{name: name, answer: answer, first: "manner"}
	}
	var last Answer
	_ = last
	return []mistake{
		manner("lists moves out of order", func(_ Question, a *Answer, _ rf) { slices.Reverse(a.Moves) }),
		manner("lists moves by number of the square", func(q Question, a *Answer, r rf) {
			if q.kind() == kindMoves {
				a.Moves = texts(r.Moves(referee.BoardOf(*q.Position)))
			}
		}),
		manner("lists moves twice", func(_ Question, a *Answer, _ rf) { a.Moves = append(a.Moves, a.Moves...); slices.Sort(a.Moves) }),
		manner("lists captures out of order", func(_ Question, a *Answer, _ rf) { slices.Reverse(a.Captures) }),
		manner("writes moves in capitals", func(_ Question, a *Answer, _ rf) {
			for i := range a.Moves {
				a.Moves[i] = strings.ToUpper(a.Moves[i])
			}
		}),
		manner("writes captures in capitals", func(_ Question, a *Answer, _ rf) {
			for i := range a.Captures {
				a.Captures[i] = strings.ToUpper(a.Captures[i])
			}
		}),
		manner("writes moves without a dash", func(_ Question, a *Answer, _ rf) {
			for i := range a.Moves {
				a.Moves[i] = strings.ReplaceAll(a.Moves[i], "-", "")
			}
		}),
		manner("calls the attackers black", func(_ Question, a *Answer, _ rf) {
			if a.End != nil && a.End.Winner == "attackers" {
				a.End.Winner = "black"
			}
		}),
		manner("calls reasons by names of its own", func(_ Question, a *Answer, _ rf) {
			if a.End != nil {
				a.End.Reason = strings.ReplaceAll(a.End.Reason, "-", " ") + "!"
			}
		}),
		manner("writes positions rank 1 first and says so to nobody", func(_ Question, a *Answer, _ rf) { a.After = strings.ReplaceAll(a.After, " ", "_") }),
	}
}
