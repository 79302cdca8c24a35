// Package referee judges games of Brandubh as slowly and as literally as the rules
// can be written. It shares nothing with the library but its names for things, so
// that the two can be compared, and judges only valid rule sets and positions with
// at most one king.
//
// Every step of its judgment is a function that can be replaced: a copy with one of
// them replaced is a program with one mistake, of which the tests of package
// conformance make hundreds.
package referee

import "example.com/brandubh"

// Board is a plain board, [rank][file], and the side to move.
type Board struct {
	At   [7][7]brandubh.Piece
	Turn brandubh.Side
}

// Directions are the four orthogonal steps, {file, rank}.
var Directions = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}

// BoardOf returns the board of a position.
func BoardOf(p brandubh.Position) Board {
	b := Board{Turn: p.Turn()}
	for rank := range 7 {
		for file := range 7 {
			b.At[rank][file] = p.At(Square(file, rank))
		}
	}
	return b
}

// Position returns the position on a board.
func (b Board) Position() brandubh.Position {
	var p brandubh.Position
	for rank := range 7 {
		for file := range 7 {
			if b.At[rank][file] == brandubh.NoPiece {
				continue
			}
			p, _ = p.Put(Square(file, rank), b.At[rank][file])
		}
	}
	return p.WithTurn(b.Turn)
}

// Square returns the square of a file and a rank, 0 to 6.
func Square(file, rank int) brandubh.Square {
	s, _ := brandubh.SquareAt(file, rank)
	return s
}

// OnBoard reports whether a file and a rank are those of a square.
func OnBoard(file, rank int) bool {
	return file >= 0 && file <= 6 && rank >= 0 && rank <= 6
}

// Referee judges by a rule set. New makes one that judges rightly; each of its
// functions calls the others through the fields, so that a mistake put in the place
// of one reaches all that depends on it.
type Referee struct {
	V *brandubh.Variant

	// Squares.
	IsThrone, IsBeside, IsCorner, IsGoal func(file, rank int) bool
	// Movement.
	MayStop, MayPass func(x brandubh.Piece, file, rank int) bool
	RangeOf          func(x brandubh.Piece) int
	CanGo            func(b Board, m brandubh.Move) bool
	// Captures. The arriving piece stands on (af, ar), its victim on (file, rank).
	HostileSquare func(b Board, file, rank int, victim brandubh.Piece) bool
	IsHammer      func(x brandubh.Piece) bool
	IsAnvil       func(x brandubh.Piece) bool
	SoldierFalls  func(b Board, af, ar, file, rank int) bool
	ClosedToKing  func(b Board, file, rank int) bool
	SidesNeeded   func(file, rank int) uint8
	KingFalls     func(b Board, af, ar, file, rank int) bool
	Falling       func(b Board, af, ar int) []brandubh.Square
	// PlayOn plays a move without asking whether it is legal; Remove takes what
	// falls to it off the board.
	PlayOn func(b Board, m brandubh.Move) (Board, []brandubh.Square)
	// Ends.
	Enclosed func(b Board) bool
	Stuck    func(b Board) bool
	Result   func(b Board) brandubh.Result
	// Games. The last position of a game may have ended it.
	Same        func(a, b Board) bool
	LegalBefore func(g *Game, ply int) []brandubh.Move
	Repetition  func(g *Game) brandubh.Result
	Loser       func(g *Game, first int) brandubh.Side
	// Perft counts the lines of legal moves, depth 1 or more.
	Perft func(b Board, depth int) uint64
}

// New returns a referee that judges by a rule set, rightly.
func New(v *brandubh.Variant) *Referee {
	r := &Referee{V: v}
	r.IsThrone, r.IsBeside, r.IsCorner, r.IsGoal = r.isThrone, r.isBeside, r.isCorner, r.isGoal
	r.MayStop, r.MayPass, r.RangeOf, r.CanGo = r.mayStop, r.mayPass, r.rangeOf, r.canGo
	r.HostileSquare, r.IsHammer, r.IsAnvil, r.SoldierFalls = r.hostileSquare, r.isHammer, r.isAnvil, r.soldierFalls
	r.ClosedToKing, r.SidesNeeded, r.KingFalls, r.Falling = r.closedToKing, r.sidesNeeded, r.kingFalls, r.falling
	r.PlayOn, r.Enclosed, r.Stuck, r.Result, r.Same = r.playOn, r.enclosed, r.stuck, r.result, same
	r.LegalBefore, r.Repetition, r.Loser, r.Perft = r.legalBefore, r.repetition, r.loser, r.perft
	return r
}

// Words: the throne is d4, where there is one.
func (r *Referee) isThrone(file, rank int) bool {
	return r.V.Throne.Exists && file == 3 && rank == 3
}

// Words: beside the throne are d3 d5 c4 e4.
func (r *Referee) isBeside(file, rank int) bool {
	if !r.V.Throne.Exists {
		return false
	}
	switch [2]int{file, rank} {
	case [2]int{3, 2}, [2]int{3, 4}, [2]int{2, 3}, [2]int{4, 3}:
		return true
	}
	return false
}

// Words: the corners are a1 a7 g1 g7, where there are any.
func (r *Referee) isCorner(file, rank int) bool {
	return r.V.Corners.Exists && (file == 0 || file == 6) && (rank == 0 || rank == 6)
}

// IsEdge reports whether a square is on the edge. Words: ranks 1 and 7, files a and g.
func IsEdge(file, rank int) bool {
	return rank == 0 || rank == 6 || file == 0 || file == 6
}

// common 7: the goal squares. What a variant must be able to say: corner or edge.
func (r *Referee) isGoal(file, rank int) bool {
	switch r.V.Goal {
	case brandubh.GoalCorner:
		return r.IsCorner(file, rank)
	case brandubh.GoalEdge:
		return IsEdge(file, rank)
	}
	return false
}

func of[T comparable](rule brandubh.ByPiece[T], x brandubh.Piece) T {
	switch x {
	case brandubh.Attacker:
		return rule.Attackers
	case brandubh.Defender:
		return rule.Defenders
	case brandubh.King:
		return rule.King
	}
	var none T
	return none
}

// common 3: only the king stops on a corner; who stops on the throne is
// throne.return for the king, throne.stop for soldiers.
func (r *Referee) mayStop(x brandubh.Piece, file, rank int) bool {
	if r.IsCorner(file, rank) {
		return x == brandubh.King
	}
	if r.IsThrone(file, rank) {
		switch x {
		case brandubh.Attacker:
			return r.V.Throne.Stop.Attackers
		case brandubh.Defender:
			return r.V.Throne.Stop.Defenders
		case brandubh.King:
			return r.V.Throne.Return
		}
	}
	return true
}

// common 3: who passes the empty throne is throne.pass.
func (r *Referee) mayPass(x brandubh.Piece, file, rank int) bool {
	if r.IsThrone(file, rank) {
		return of(r.V.Throne.Pass, x)
	}
	return true
}

// range: how many squares a piece may go.
func (r *Referee) rangeOf(x brandubh.Piece) int {
	if limit := int(of(r.V.Range, x)); limit != 0 {
		return limit
	}
	return 6
}

// common 2 and 3: a piece of the side to move goes along a rank or file over
// empty squares to an empty one, within its range, the passed throne counted.
func (r *Referee) canGo(b Board, m brandubh.Move) bool {
	if !m.From.Valid() || !m.To.Valid() || m.From == m.To {
		return false
	}
	x := b.At[m.From.Rank()][m.From.File()]
	if x == brandubh.NoPiece || x.Side() != b.Turn {
		return false
	}
	files, ranks := m.To.File()-m.From.File(), m.To.Rank()-m.From.Rank()
	if files != 0 && ranks != 0 {
		return false
	}
	distance := max(files, -files, ranks, -ranks)
	if distance > r.RangeOf(x) {
		return false
	}
	for step := 1; step <= distance; step++ {
		file := m.From.File() + step*files/distance
		rank := m.From.Rank() + step*ranks/distance
		if b.At[rank][file] != brandubh.NoPiece {
			return false
		}
		if step < distance && !r.MayPass(x, file, rank) {
			return false
		}
	}
	return r.MayStop(x, m.To.File(), m.To.Rank())
}

// AllMoves returns what the side to move can move, by From, then To, whether or not
// the game is over.
func (r *Referee) AllMoves(b Board) []brandubh.Move {
	var moves []brandubh.Move
	for from := range brandubh.Square(49) {
		if b.At[from.Rank()][from.File()].Side() != b.Turn {
			continue
		}
		for to := range brandubh.Square(49) {
			if m := (brandubh.Move{From: from, To: to}); r.CanGo(b, m) {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// stuck is whether there is no move among AllMoves.
func (r *Referee) stuck(b Board) bool {
	for from := range brandubh.Square(49) {
		if b.At[from.Rank()][from.File()].Side() != b.Turn {
			continue
		}
		for to := range brandubh.Square(49) {
			if r.CanGo(b, brandubh.Move{From: from, To: to}) {
				return false
			}
		}
	}
	return true
}

// Moves returns the legal moves of a position without a history, by From, then To.
// Results of a position: a finished position has none.
func (r *Referee) Moves(b Board) []brandubh.Move {
	if r.Result(b) != (brandubh.Result{}) {
		return nil
	}
	return r.AllMoves(b)
}

// What a hostile square is when something stands on it: by its own hostility
// only when it is empty or holds the king.
func (r *Referee) hostileSquare(b Board, file, rank int, victim brandubh.Piece) bool {
	on := b.At[rank][file]
	if on != brandubh.NoPiece && on != brandubh.King {
		return false
	}
	if r.IsThrone(file, rank) {
		switch of(r.V.Throne.Hostile, victim) {
		case brandubh.HostileWhenEmpty:
			return on == brandubh.NoPiece
		case brandubh.HostileAlways:
			return true
		}
		return false
	}
	return r.IsCorner(file, rank) && of(r.V.Corners.Hostile, victim)
}

// king.armed, Half-armed kings: any soldier captures when it arrives, the king
// when he is armed or hammer-only.
func (r *Referee) isHammer(x brandubh.Piece) bool {
	if x == brandubh.King {
		return r.V.King.Armed == brandubh.Armed || r.V.King.Armed == brandubh.HammerOnly
	}
	return x != brandubh.NoPiece
}

// king.armed, Half-armed kings: any soldier is an anvil, the king when he is
// armed or anvil-only.
func (r *Referee) isAnvil(x brandubh.Piece) bool {
	if x == brandubh.King {
		return r.V.King.Armed == brandubh.Armed || r.V.King.Armed == brandubh.AnvilOnly
	}
	return x != brandubh.NoPiece
}

// common 4, 5 and 9: the piece that has arrived on (af, ar), next to the soldier
// on (file, rank), captures it when straight opposite stands another enemy piece
// or a square hostile to the soldier. Nothing stands beyond the board.
func (r *Referee) soldierFalls(b Board, af, ar, file, rank int) bool {
	victim := b.At[rank][file]
	if !r.IsHammer(b.At[ar][af]) {
		return false
	}
	of, or := file+file-af, rank+rank-ar
	if !OnBoard(of, or) {
		return false
	}
	opposite := b.At[or][of]
	if opposite.Side() == victim.Side().Opponent() && r.IsAnvil(opposite) {
		return true
	}
	return r.HostileSquare(b, of, or, victim)
}

// Sides: one of the king's four sides is closed by an attacker, a square hostile
// to him, or the edge where it is hostile (2 and 4 sides).
func (r *Referee) closedToKing(b Board, file, rank int) bool {
	if !OnBoard(file, rank) {
		return r.V.King.Edge
	}
	return b.At[rank][file] == brandubh.Attacker || r.HostileSquare(b, file, rank, brandubh.King)
}

// What differs, king.sides: how many sides it takes where the king stands.
func (r *Referee) sidesNeeded(file, rank int) uint8 {
	switch {
	case r.IsThrone(file, rank):
		return r.V.King.Sides.Throne
	case r.IsBeside(file, rank):
		return r.V.King.Sides.Beside
	}
	return r.V.King.Sides.Elsewhere
}

// Sides, common 5 and 8: an attacker has arrived on (af, ar), next to the king
// on (file, rank).
func (r *Referee) kingFalls(b Board, af, ar, file, rank int) bool {
	if b.At[ar][af] != brandubh.Attacker {
		return false
	}
	switch r.SidesNeeded(file, rank) {
	case 2:
		return r.ClosedToKing(b, file+file-af, rank+rank-ar)
	case 3:
		for _, d := range Directions {
			f, k := file+d[0], rank+d[1]
			if !OnBoard(f, k) {
				continue
			}
			if r.IsThrone(f, k) && b.At[k][f] == brandubh.NoPiece {
				continue
			}
			if b.At[k][f] != brandubh.Attacker {
				return false
			}
		}
		return true
	case 4:
		for _, d := range Directions {
			if !r.ClosedToKing(b, file+d[0], rank+d[1]) {
				return false
			}
		}
		return true
	}
	return false
}

// common 4 to 6 and 8: what falls, on the board after the move and before any
// removal, to the piece that has arrived on (af, ar).
func (r *Referee) falling(b Board, af, ar int) []brandubh.Square {
	var falling []brandubh.Square
	for rank := range 7 {
		for file := range 7 {
			if max(file-af, af-file)+max(rank-ar, ar-rank) != 1 {
				continue
			}
			if b.At[rank][file].Side() != b.At[ar][af].Side().Opponent() {
				continue
			}
			falls := r.SoldierFalls
			if b.At[rank][file] == brandubh.King {
				falls = r.KingFalls
			}
			if falls(b, af, ar, file, rank) {
				falling = append(falling, Square(file, rank))
			}
		}
	}
	return falling
}

// Put moves a piece without capturing anything.
func (b Board) Put(m brandubh.Move) Board {
	x := b.At[m.From.Rank()][m.From.File()]
	b.At[m.From.Rank()][m.From.File()] = brandubh.NoPiece
	b.At[m.To.Rank()][m.To.File()] = x
	return b
}

// Among what a move captures is the king, if he falls (common 8: he leaves the
// board).
func (r *Referee) playOn(b Board, m brandubh.Move) (Board, []brandubh.Square) {
	after := b.Put(m)
	captured := r.Falling(after, m.To.File(), m.To.Rank())
	for _, s := range captured {
		after.At[s.Rank()][s.File()] = brandubh.NoPiece
	}
	after.Turn = b.Turn.Opponent()
	return after, captured
}

// Play plays a move that is legal in a position without a history, and returns the
// board after it and what it captures, a1 b1 … g7; ok is false if it is not legal.
func (r *Referee) Play(b Board, m brandubh.Move) (after Board, captured []brandubh.Square, ok bool) {
	if r.Result(b) != (brandubh.Result{}) || !r.CanGo(b, m) {
		return b, nil, false
	}
	after, captured = r.PlayOn(b, m)
	return after, captured, true
}

// Enclosure: no piece of the king's side stands on an edge square or can reach
// one by orthogonal steps over squares without an attacker.
func (r *Referee) enclosed(b Board) bool {
	var reached [7][7]bool
	for again := true; again; {
		again = false
		for rank := range 7 {
			for file := range 7 {
				if reached[rank][file] || b.At[rank][file] == brandubh.Attacker {
					continue
				}
				now := b.At[rank][file].Side() == brandubh.Defenders
				for _, d := range Directions {
					f, k := file+d[0], rank+d[1]
					now = now || OnBoard(f, k) && reached[k][f]
				}
				if now {
					reached[rank][file] = true
					again = true
				}
			}
		}
	}
	for rank := range 7 {
		for file := range 7 {
			if reached[rank][file] && IsEdge(file, rank) {
				return false
			}
		}
	}
	return true
}

// Results of a position: the first that holds, in that order, without
// repetition.
func (r *Referee) result(b Board) brandubh.Result {
	king, escaped := false, false
	for rank := range 7 {
		for file := range 7 {
			if b.At[rank][file] == brandubh.King {
				king = true
				escaped = escaped || r.IsGoal(file, rank)
			}
		}
	}
	if !king {
		return brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.KingCaptured}
	}
	if escaped {
		return brandubh.Result{Winner: brandubh.Defenders, Reason: brandubh.Escape}
	}
	if r.V.Enclosure && b.Turn == brandubh.Defenders && r.Enclosed(b) {
		return brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.Enclosed}
	}
	if r.Stuck(b) {
		switch r.V.NoMoves {
		case brandubh.NoMovesLoses:
			return brandubh.Result{Winner: b.Turn.Opponent(), Reason: brandubh.NoMovesLeft}
		case brandubh.NoMovesDraws:
			return brandubh.Result{Winner: brandubh.NoSide, Reason: brandubh.NoMovesLeft}
		}
	}
	return brandubh.Result{}
}

func (r *Referee) perft(b Board, depth int) uint64 {
	moves := r.Moves(b)
	if depth == 1 {
		return uint64(len(moves))
	}
	var count uint64
	for _, m := range moves {
		after, _ := r.PlayOn(b, m)
		count += r.Perft(after, depth-1)
	}
	return count
}
