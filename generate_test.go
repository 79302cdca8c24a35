package brandubh_test

import (
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
	"example.com/brandubh/internal/referee"
)

// Generators aimed at the disputed rules. They shrink towards the first preset,
// few pieces and the first legal moves, and reject nothing.

func genOne[T any](t *rapid.T, label string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, label)
}

func genBool(t *rapid.T, label string) bool {
	return rapid.Bool().Draw(t, label)
}

// genKnobs draws one rule each. What one of them takes from another's, settled
// puts right.
var genKnobs = []func(t *rapid.T, v *brandubh.Variant){
	func(t *rapid.T, v *brandubh.Variant) {
		v.Start = genOne(t, "start", genStarts()...)
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.Goal = genOne(t, "goal", brandubh.GoalCorner, brandubh.GoalEdge)
	},
	func(t *rapid.T, v *brandubh.Variant) {
		ranges := []uint8{0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6}
		v.Range = brandubh.ByPiece[uint8]{
			Attackers: genOne(t, "range.attackers", ranges...),
			Defenders: genOne(t, "range.defenders", ranges...),
			King:      genOne(t, "range.king", ranges...),
		}
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.Throne.Exists = genOne(t, "throne", true, true, true, true, true, false)
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.Throne.Return = genBool(t, "throne.return")
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.Throne.Stop.Attackers = genBool(t, "throne.stop.attackers")
		v.Throne.Stop.Defenders = genBool(t, "throne.stop.defenders")
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.Throne.Pass = genBools(t, "throne.pass")
	},
	func(t *rapid.T, v *brandubh.Variant) {
		when := []brandubh.Hostility{brandubh.HostileNever, brandubh.HostileWhenEmpty, brandubh.HostileAlways}
		v.Throne.Hostile = brandubh.ByPiece[brandubh.Hostility]{
			Attackers: genOne(t, "throne.hostile.attackers", when...),
			Defenders: genOne(t, "throne.hostile.defenders", when...),
			King:      genOne(t, "throne.hostile.king", when...),
		}
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.Corners.Exists = genOne(t, "corners", true, true, true, false)
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.Corners.Hostile = genBools(t, "corners.hostile")
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.King.Armed = genOne(t, "king.armed", brandubh.Armed, brandubh.Unarmed, brandubh.HammerOnly, brandubh.AnvilOnly)
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.King.Sides.Throne = genOne[uint8](t, "king.sides.throne", 2, 3, 4)
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.King.Sides.Beside = genOne[uint8](t, "king.sides.beside", 2, 3, 4)
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.King.Sides.Elsewhere = genOne[uint8](t, "king.sides.elsewhere", 2, 3, 4)
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.King.Edge = genBool(t, "king.edge")
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.Enclosure = genBool(t, "enclosure")
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.NoMoves = genOne(t, "noMoves", brandubh.NoMovesLoses, brandubh.NoMovesDraws)
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.Repetition = genRepetition(t)
	},
	func(t *rapid.T, v *brandubh.Variant) {
		v.Agreement = genBool(t, "agreement")
	},
}

// genStarts are the usual start and a denser one, either side to move.
func genStarts() []brandubh.Position {
	var starts []brandubh.Position
	for _, board := range []string{
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3",
		"2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2",
	} {
		for _, turn := range []string{" a", " d"} {
			p, err := brandubh.ParsePosition(board + turn)
			if err != nil {
				panic(err)
			}
			starts = append(starts, p)
		}
	}
	return starts
}

func genBools(t *rapid.T, label string) brandubh.ByPiece[bool] {
	return brandubh.ByPiece[bool]{
		Attackers: genBool(t, label+".attackers"),
		Defenders: genBool(t, label+".defenders"),
		King:      genBool(t, label+".king"),
	}
}

func genRepetition(t *rapid.T) brandubh.Repetition {
	r := brandubh.Repetition{
		Counts:    genOne(t, "repetition.counts", brandubh.CountNothing, brandubh.CountOccurrences, brandubh.CountMoves),
		Forbidden: genBool(t, "repetition.forbidden"),
	}
	if r.Counts != brandubh.CountNothing {
		r.Times = genOne[uint8](t, "repetition.times", 2, 3, 4)
		r.Result = genOne(t, "repetition.result", brandubh.RepetitionDraws, brandubh.DefendersLose,
			brandubh.MoverLoses, brandubh.StarterLoses, brandubh.BreakerLoses)
	}
	return r
}

// genSettled makes the rules agree about whether there is a throne, whether there
// are corners, and who may stand there at the start.
func genSettled(v brandubh.Variant) brandubh.Variant {
	if !v.Throne.Exists {
		v.Throne = brandubh.ThroneRules{}
		v.King.Sides.Throne, v.King.Sides.Beside = 0, 0
	} else {
		v.King.Sides.Throne = max(v.King.Sides.Throne, 2)
		v.King.Sides.Beside = max(v.King.Sides.Beside, 2)
	}
	if !v.Corners.Exists {
		v.Corners = brandubh.CornerRules{}
		v.Goal = brandubh.GoalEdge
	}
	if !genMayStart(&v, referee.BoardOf(v.Start)) {
		v.Start = genStarts()[0].WithTurn(v.Start.Turn())
	}
	return v
}

// genMayStart: everybody may stand where he does, and the game is not over.
func genMayStart(v *brandubh.Variant, b referee.Board) bool {
	for rank := range 7 {
		for file := range 7 {
			if x := b.At[rank][file]; x != brandubh.NoPiece && !genMayStand(v, x, file, rank) {
				return false
			}
		}
	}
	return referee.New(v).Result(b) == brandubh.Result{}
}

// genVariant draws a valid rule set: a preset with up to four rules drawn anew,
// or one with all of them.
func genVariant() *rapid.Generator[brandubh.Variant] {
	return rapid.Custom(func(t *rapid.T) brandubh.Variant {
		preset, err := brandubh.Preset(genOne(t, "preset", brandubh.Presets()...))
		if err != nil {
			panic(err)
		}
		v := *preset
		if genBool(t, "all rules") {
			for _, knob := range genKnobs {
				knob(t, &v)
			}
		} else {
			for range rapid.IntRange(0, 4).Draw(t, "rules drawn") {
				genOne(t, "rule", genKnobs...)(t, &v)
			}
		}
		return genSettled(v)
	})
}

// genMayStand says where a position may have a piece: the king anywhere, a
// soldier on no corner, and on the throne only if it may stop there.
func genMayStand(v *brandubh.Variant, x brandubh.Piece, file, rank int) bool {
	return x == brandubh.King || referee.New(v).MayStop(x, file, rank)
}

// genPut puts the piece on the square if that is empty and the piece may stand
// there.
func genPut(v *brandubh.Variant, b *referee.Board, x brandubh.Piece, file, rank int) {
	if b.At[rank][file] == brandubh.NoPiece && genMayStand(v, x, file, rank) {
		b.At[rank][file] = x
	}
}

// genPosition draws a position with one king and everybody where the variant
// allows it: a crowd around the king, the throne and the corners; a king between
// attackers, one of them a move away; or a cage of attackers.
func genPosition(v *brandubh.Variant) *rapid.Generator[brandubh.Position] {
	kinds := []func(*rapid.T, *brandubh.Variant, *referee.Board){
		genCrowd, genTrap, genCrowd, genTrap, genCage, genCrowd, genTrap, genCage,
	}
	return rapid.Custom(func(t *rapid.T) brandubh.Position {
		b := referee.Board{Turn: genOne(t, "turn", brandubh.Attackers, brandubh.Attackers, brandubh.Defenders)}
		genOne(t, "kind of position", kinds...)(t, v, &b)
		return b.Position()
	})
}

// genKingSquares is every square, those more often where the rules about the
// king differ: d4, beside it, beside a corner, on the edge.
func genKingSquares(v *brandubh.Variant) []brandubh.Square {
	var squares []brandubh.Square
	add := func(times, file, rank int) {
		for range times {
			squares = append(squares, referee.Square(file, rank))
		}
	}
	add(6, 3, 3)
	for _, d := range referee.Directions {
		add(10, 3+d[0], 3+d[1])
	}
	for rank := range 7 {
		for file := range 7 {
			add(1, file, rank)
			if referee.IsEdge(file, rank) && !referee.New(v).IsGoal(file, rank) {
				add(2, file, rank)
				if file == 1 || file == 5 || rank == 1 || rank == 5 {
					add(2, file, rank)
				}
			}
		}
	}
	return squares
}

// genKing puts the king on one of genKingSquares.
func genKing(t *rapid.T, v *brandubh.Variant, b *referee.Board) brandubh.Square {
	king := genOne(t, "king", genKingSquares(v)...)
	b.At[king.Rank()][king.File()] = brandubh.King
	return king
}

// genCrowd draws a king and fills the board, the denser the nearer to him, to d4
// and to the corners.
func genCrowd(t *rapid.T, v *brandubh.Variant, b *referee.Board) {
	king := genKing(t, v, b)
	kf, kr := king.File(), king.Rank()
	sparse := genOne(t, "sparse", 3, 2, 1)
	attackers := genOne(t, "attackers", 1, 2, 3, 1, 2, 3, 0)
	defenders := genOne(t, "defenders", 1, 2, 0)
	for rank := range 7 {
		for file := range 7 {
			if b.At[rank][file] != brandubh.NoPiece {
				continue
			}
			fromKing := max(kf-file, file-kf) + max(kr-rank, rank-kr)
			fromThrone := max(3-file, file-3) + max(3-rank, rank-3)
			empty, attackers := 5*sparse, attackers
			switch {
			case fromKing == 1:
				empty, attackers = sparse-1, 2*attackers
			case fromKing == 2 || fromThrone <= 1:
				empty = sparse
			case fromThrone >= 5 || referee.IsEdge(file, rank):
				empty = 3 * sparse
			}
			n := rapid.IntRange(0, empty+attackers+defenders).Draw(t, referee.Square(file, rank).String())
			switch {
			case n <= empty:
			case n <= empty+attackers:
				genPut(v, b, brandubh.Attacker, file, rank)
			default:
				genPut(v, b, brandubh.Defender, file, rank)
			}
		}
	}
}

// genTrap draws a king with attackers on all of his sides or most, one or two of
// them some squares further out, and a few other pieces.
func genTrap(t *rapid.T, v *brandubh.Variant, b *referee.Board) {
	king := genKing(t, v, b)
	sides := genAround(map[brandubh.Square]bool{king: true})
	all := genBool(t, "all sides")
	for _, s := range sides {
		x := brandubh.Attacker
		switch {
		case referee.New(v).IsThrone(s.File(), s.Rank()):
			x = genOne(t, s.String(), brandubh.NoPiece, brandubh.Defender, brandubh.Attacker)
		case !all:
			x = genOne(t, s.String(), brandubh.NoPiece, brandubh.Attacker, brandubh.Attacker, brandubh.Defender)
		}
		genPut(v, b, x, s.File(), s.Rank())
	}
	for range genOne(t, "further out", 1, 1, 1, 2) {
		genFurtherOut(t, v, b, sides)
	}
	genOthers(t, v, b, nil)
}

// genFurtherOut moves the attacker on one of the squares, or a new one if none
// is there, some empty squares along a rank or file. One who cannot stand there
// is gone; a defender stays.
func genFurtherOut(t *rapid.T, v *brandubh.Variant, b *referee.Board, squares []brandubh.Square) {
	s := genOne(t, "whence", squares...)
	if b.At[s.Rank()][s.File()] == brandubh.Defender {
		return
	}
	b.At[s.Rank()][s.File()] = brandubh.NoPiece
	d := genOne(t, "direction", referee.Directions[:]...)
	f, r := s.File(), s.Rank()
	for range rapid.IntRange(1, 5).Draw(t, "squares out") {
		if !referee.OnBoard(f+d[0], r+d[1]) || b.At[r+d[1]][f+d[0]] != brandubh.NoPiece {
			break
		}
		f, r = f+d[0], r+d[1]
	}
	if f != s.File() || r != s.Rank() {
		genPut(v, b, brandubh.Attacker, f, r)
	}
}

// genOthers puts a few pieces anywhere but in the region.
func genOthers(t *rapid.T, v *brandubh.Variant, b *referee.Board, region map[brandubh.Square]bool) {
	for range rapid.IntRange(0, 4).Draw(t, "others") {
		x := genOne(t, "other", brandubh.Attacker, brandubh.Defender, brandubh.Attacker)
		s := genOne(t, "other's square", genOutside(region)...)
		genPut(v, b, x, s.File(), s.Rank())
	}
}

// genCage draws a region away from the edge, with the king and perhaps defenders
// in it, a wall of attackers around it, up to two of them some squares further
// out, and a few pieces outside.
func genCage(t *rapid.T, v *brandubh.Variant, b *referee.Board) {
	kf := genOne(t, "king's file", 3, 2, 4, 1, 5)
	kr := genOne(t, "king's rank", 3, 2, 4, 1, 5)
	region := map[brandubh.Square]bool{referee.Square(kf, kr): true}
	for range rapid.IntRange(0, 8).Draw(t, "grown by") {
		var inner []brandubh.Square
		for _, s := range genAround(region) {
			if !referee.IsEdge(s.File(), s.Rank()) {
				inner = append(inner, s)
			}
		}
		region[genOne(t, "grown", inner...)] = true
	}
	wall := genAround(region)
	for _, s := range wall {
		if !genMayStand(v, brandubh.Attacker, s.File(), s.Rank()) {
			region[s] = true
		}
	}
	wall = genAround(region)

	b.At[kr][kf] = brandubh.King
	inside := rapid.IntRange(0, 3).Draw(t, "defenders in 4 squares")
	for rank := range 7 {
		for file := range 7 {
			if region[referee.Square(file, rank)] && rapid.IntRange(1, 4).Draw(t, "inside") > 4-inside {
				genPut(v, b, brandubh.Defender, file, rank)
			}
		}
	}
	for _, s := range wall {
		genPut(v, b, brandubh.Attacker, s.File(), s.Rank())
	}
	for range genOne(t, "further out", 0, 1, 0, 1, 2) {
		genFurtherOut(t, v, b, wall)
	}
	genOthers(t, v, b, region)
}

// genAround is the squares next to the region that are not in it, a1 b1 … g7.
func genAround(region map[brandubh.Square]bool) []brandubh.Square {
	var around []brandubh.Square
	for _, s := range genOutside(region) {
		next := false
		for _, d := range referee.Directions {
			f, r := s.File()+d[0], s.Rank()+d[1]
			next = next || referee.OnBoard(f, r) && region[referee.Square(f, r)]
		}
		if next {
			around = append(around, s)
		}
	}
	return around
}

func genOutside(region map[brandubh.Square]bool) []brandubh.Square {
	var outside []brandubh.Square
	for s := range brandubh.Square(49) {
		if !region[s] {
			outside = append(outside, s)
		}
	}
	return outside
}

// genMoves draws one of the legal moves, of which there is at least one,
// preferring those that capture, or arrive next to an enemy or to a king.
func genMoves(v *brandubh.Variant, b referee.Board, legal []brandubh.Move) *rapid.Generator[brandubh.Move] {
	kinds := [][]brandubh.Move{legal}
	var arriving, capturing []brandubh.Move
	for _, m := range legal {
		moved := b
		moved.At[m.To.Rank()][m.To.File()] = b.At[m.From.Rank()][m.From.File()]
		moved.At[m.From.Rank()][m.From.File()] = brandubh.NoPiece
		if len(referee.New(v).Falling(moved, m.To.File(), m.To.Rank())) > 0 {
			capturing = append(capturing, m)
		}
		for _, d := range referee.Directions {
			f, r := m.To.File()+d[0], m.To.Rank()+d[1]
			if !referee.OnBoard(f, r) {
				continue
			}
			if x := moved.At[r][f]; x == brandubh.King || x.Side() == b.Turn.Opponent() {
				arriving = append(arriving, m)
				break
			}
		}
	}
	if len(arriving) > 0 {
		kinds = append(kinds, arriving)
	}
	if len(capturing) > 0 {
		kinds = append(kinds, capturing)
	}
	return rapid.Custom(func(t *rapid.T) brandubh.Move {
		return genOne(t, "move", genOne(t, "kind of move", kinds...)...)
	})
}

// genGame draws up to that number of plies of a game that the referee allows, to its
// end at most. It wanders for a while, half of the time going back to where it
// came from, and then repeats itself as long as it may: with a period of 4 by
// going back only, or by making the moves of 4, 6 or 8 plies ago.
func genGame(v *brandubh.Variant, start brandubh.Position, plies int) *rapid.Generator[[]brandubh.Move] {
	return rapid.Custom(func(t *rapid.T) []brandubh.Move {
		g := referee.New(v).Start(start)
		wander := rapid.IntRange(0, plies).Draw(t, "plies wandered")
		repeat := rapid.IntRange(0, plies-wander).Draw(t, "plies repeated")
		back := genBool(t, "back only")
		period := genOne(t, "period", 4, 6, 8)
		for n := range wander + repeat {
			legal := g.Legal()
			if len(legal) == 0 {
				break
			}
			if len(legal) < 10 {
				legal = genNew(g, legal)
			}
			m := genMoves(v, g.Last(), legal).Draw(t, "move")
			goBack := back
			if n < wander {
				goBack = genBool(t, "back")
			}
			switch {
			case goBack && n >= 2 && g.Play(brandubh.Move{From: g.Plies[n-2].To, To: g.Plies[n-2].From}):
			case n >= wander && n >= period && g.Play(g.Plies[n-period]):
			default:
				g.Play(m)
			}
		}
		return g.Plies
	})
}

// genNew is those of the moves that bring back no earlier position, if there are
// any.
func genNew(g *referee.Game, moves []brandubh.Move) []brandubh.Move {
	var fresh []brandubh.Move
	for _, m := range moves {
		if !g.BringsBack(len(g.Line), m) {
			fresh = append(fresh, m)
		}
	}
	if len(fresh) == 0 {
		return moves
	}
	return fresh
}

// genSetUp is a rule set and a position to play from.
type genSetUp struct {
	Variant  brandubh.Variant
	Position brandubh.Position
}

// genFewMoves draws a rule set and a position for the rules about repetition:
// the sides have few moves, can take nearly all of them back, and hardly anybody
// falls, so that a long game runs out of positions that are new.
func genFewMoves() *rapid.Generator[genSetUp] {
	return rapid.Custom(func(t *rapid.T) genSetUp {
		preset, err := brandubh.Preset("federation")
		if err != nil {
			panic(err)
		}
		v := *preset
		v.Range = brandubh.ByPiece[uint8]{Attackers: 1, Defenders: 1, King: 1}
		v.King.Sides.Throne, v.King.Sides.Beside, v.King.Sides.Elsewhere = 4, 4, 4
		v.Throne.Pass = brandubh.ByPiece[bool]{}
		v.Throne.Return = false
		v.Repetition = genRepetition(t)
		if v.Repetition.Result != 0 && genBool(t, "who could break it") {
			v.Repetition.Result = brandubh.BreakerLoses
		}
		b := referee.Board{Turn: genOne(t, "turn", brandubh.Attackers, brandubh.Defenders)}
		b.At[0][genOne(t, "king's file", 3, 2, 4)] = brandubh.King
		for range genOne(t, "attackers", 1, 1, 1, 2) {
			genPut(&v, &b, brandubh.Attacker, genOne(t, "file", 1, 2, 3, 4, 5), genOne(t, "rank", 6, 6, 5))
		}
		return genSetUp{v, b.Position()}
	})
}

func TestGenerators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		if err := v.Validate(); err != nil {
			t.Fatal(err)
		}
		p := genPosition(&v).Draw(t, "position")
		b := referee.BoardOf(p)
		kings := 0
		for rank := range 7 {
			for file := range 7 {
				x := b.At[rank][file]
				if x == brandubh.King {
					kings++
				}
				if x != brandubh.NoPiece && !genMayStand(&v, x, file, rank) {
					t.Errorf("%v: nobody like that on %v", p, referee.Square(file, rank))
				}
			}
		}
		if kings != 1 || p.Turn() == brandubh.NoSide {
			t.Errorf("%v: %d kings, turn %v", p, kings, p.Turn())
		}
		g := referee.New(&v).Start(p)
		for i, m := range genGame(&v, p, 30).Draw(t, "game") {
			if !g.Play(m) {
				t.Errorf("ply %d, %v, is illegal", i+1, m)
			}
		}
	})
}

// smallPositions yields every position that ValidatePosition accepts with at most
// that number of attackers and of defenders.
func smallPositions(v *brandubh.Variant, attackers, defenders int) func(func(brandubh.Position) bool) {
	return func(yield func(brandubh.Position) bool) {
		for king := range brandubh.Square(50) {
			for a := range subsets(brandubh.Board&^king.Bitboard(), attackers) {
				for d := range subsets(brandubh.Board&^(king.Bitboard()|a), defenders) {
					p := brandubh.Position{}
					p, _ = p.Put(king, brandubh.King)
					for s := range a.All() {
						p, _ = p.Put(s, brandubh.Attacker)
					}
					for s := range d.All() {
						p, _ = p.Put(s, brandubh.Defender)
					}
					if v.ValidatePosition(p.WithTurn(brandubh.Attackers)) != nil {
						continue
					}
					if !yield(p.WithTurn(brandubh.Attackers)) || !yield(p.WithTurn(brandubh.Defenders)) {
						return
					}
				}
			}
		}
	}
}

// subsets yields the subsets of a set with at most n squares.
func subsets(of brandubh.Bitboard, n int) func(func(brandubh.Bitboard) bool) {
	var walk func(of, with brandubh.Bitboard, n int, yield func(brandubh.Bitboard) bool) bool
	walk = func(of, with brandubh.Bitboard, n int, yield func(brandubh.Bitboard) bool) bool {
		if !yield(with) {
			return false
		}
		for b := of; b != 0 && n > 0; b &= b - 1 {
			if !walk(b&(b-1), with|b&-b, n-1, yield) {
				return false
			}
		}
		return true
	}
	return func(yield func(brandubh.Bitboard) bool) { walk(of, 0, n, yield) }
}
