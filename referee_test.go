package brandubh_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/brandubh"
)

// The referee: the rules of shared/rules.md, as slow and as literal as they can
// be written. It shares nothing with the package but its names for things, and
// judges only valid variants and positions with at most one king.

// refBoard is a plain board, [rank][file], and the side to move.
type refBoard struct {
	at   [7][7]brandubh.Piece
	turn brandubh.Side
}

// refDirections are the four orthogonal steps, {file, rank}.
var refDirections = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}

func refFrom(p brandubh.Position) refBoard {
	b := refBoard{turn: p.Turn()}
	for rank := range 7 {
		for file := range 7 {
			b.at[rank][file] = p.At(refSquare(file, rank))
		}
	}
	return b
}

func (b refBoard) position() brandubh.Position {
	var p brandubh.Position
	for rank := range 7 {
		for file := range 7 {
			if b.at[rank][file] == brandubh.NoPiece {
				continue
			}
			var err error
			if p, err = p.Put(refSquare(file, rank), b.at[rank][file]); err != nil {
				panic(err)
			}
		}
	}
	return p.WithTurn(b.turn)
}

func refSquare(file, rank int) brandubh.Square {
	s, ok := brandubh.SquareAt(file, rank)
	if !ok {
		panic("off the board")
	}
	return s
}

func refOnBoard(file, rank int) bool {
	return file >= 0 && file <= 6 && rank >= 0 && rank <= 6
}

// Words: the throne is d4, where there is one.
func refIsThrone(v *brandubh.Variant, file, rank int) bool {
	return v.Throne.Exists && file == 3 && rank == 3
}

// Words: beside the throne are d3 d5 c4 e4.
func refIsBeside(v *brandubh.Variant, file, rank int) bool {
	if !v.Throne.Exists {
		return false
	}
	switch [2]int{file, rank} {
	case [2]int{3, 2}, [2]int{3, 4}, [2]int{2, 3}, [2]int{4, 3}:
		return true
	}
	return false
}

// Words: the corners are a1 a7 g1 g7, where there are any.
func refIsCorner(v *brandubh.Variant, file, rank int) bool {
	return v.Corners.Exists && (file == 0 || file == 6) && (rank == 0 || rank == 6)
}

// Words: the edge is ranks 1 and 7, files a and g.
func refIsEdge(file, rank int) bool {
	return rank == 0 || rank == 6 || file == 0 || file == 6
}

// common 7: the goal squares. What a variant must be able to say: corner or edge.
func refIsGoal(v *brandubh.Variant, file, rank int) bool {
	switch v.Goal {
	case brandubh.GoalCorner:
		return refIsCorner(v, file, rank)
	case brandubh.GoalEdge:
		return refIsEdge(file, rank)
	}
	return false
}

func refOf[T comparable](rule brandubh.ByPiece[T], x brandubh.Piece) T {
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
func refMayStop(v *brandubh.Variant, x brandubh.Piece, file, rank int) bool {
	if refIsCorner(v, file, rank) {
		return x == brandubh.King
	}
	if refIsThrone(v, file, rank) {
		switch x {
		case brandubh.Attacker:
			return v.Throne.Stop.Attackers
		case brandubh.Defender:
			return v.Throne.Stop.Defenders
		case brandubh.King:
			return v.Throne.Return
		}
	}
	return true
}

// common 3: who passes the empty throne is throne.pass.
func refMayPass(v *brandubh.Variant, x brandubh.Piece, file, rank int) bool {
	if refIsThrone(v, file, rank) {
		return refOf(v.Throne.Pass, x)
	}
	return true
}

// common 2 and 3: a piece of the side to move goes along a rank or file over
// empty squares to an empty one, within its range, the passed throne counted.
func refCanGo(v *brandubh.Variant, b refBoard, m brandubh.Move) bool {
	if !m.From.Valid() || !m.To.Valid() || m.From == m.To {
		return false
	}
	x := b.at[m.From.Rank()][m.From.File()]
	if x == brandubh.NoPiece || x.Side() != b.turn {
		return false
	}
	files, ranks := m.To.File()-m.From.File(), m.To.Rank()-m.From.Rank()
	if files != 0 && ranks != 0 {
		return false
	}
	distance := max(files, -files, ranks, -ranks)
	if limit := int(refOf(v.Range, x)); limit != 0 && distance > limit {
		return false
	}
	for step := 1; step <= distance; step++ {
		file := m.From.File() + step*files/distance
		rank := m.From.Rank() + step*ranks/distance
		if b.at[rank][file] != brandubh.NoPiece {
			return false
		}
		if step < distance && !refMayPass(v, x, file, rank) {
			return false
		}
	}
	return refMayStop(v, x, m.To.File(), m.To.Rank())
}

// refAllMoves is what the side to move can move, whether or not the game is over.
func refAllMoves(v *brandubh.Variant, b refBoard) []brandubh.Move {
	var moves []brandubh.Move
	for from := range brandubh.Square(49) {
		for to := range brandubh.Square(49) {
			if m := (brandubh.Move{From: from, To: to}); refCanGo(v, b, m) {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// refAnyMove is whether there is a move among refAllMoves.
func refAnyMove(v *brandubh.Variant, b refBoard) bool {
	for from := range brandubh.Square(49) {
		for to := range brandubh.Square(49) {
			if refCanGo(v, b, brandubh.Move{From: from, To: to}) {
				return true
			}
		}
	}
	return false
}

// refMoves is the legal moves of a position without a history, by From, then
// To. Results of a position: a finished position has none.
func refMoves(v *brandubh.Variant, b refBoard) []brandubh.Move {
	if refResult(v, b) != (brandubh.Result{}) {
		return nil
	}
	return refAllMoves(v, b)
}

// What a hostile square is when something stands on it: by its own hostility
// only when it is empty or holds the king.
func refHostileSquare(v *brandubh.Variant, b refBoard, file, rank int, victim brandubh.Piece) bool {
	on := b.at[rank][file]
	if on != brandubh.NoPiece && on != brandubh.King {
		return false
	}
	if refIsThrone(v, file, rank) {
		switch refOf(v.Throne.Hostile, victim) {
		case brandubh.HostileWhenEmpty:
			return on == brandubh.NoPiece
		case brandubh.HostileAlways:
			return true
		}
		return false
	}
	return refIsCorner(v, file, rank) && refOf(v.Corners.Hostile, victim)
}

// king.armed, Half-armed kings: any soldier captures when it arrives, the king
// when he is armed or hammer-only.
func refIsHammer(v *brandubh.Variant, x brandubh.Piece) bool {
	if x == brandubh.King {
		return v.King.Armed == brandubh.Armed || v.King.Armed == brandubh.HammerOnly
	}
	return x != brandubh.NoPiece
}

// king.armed, Half-armed kings: any soldier is an anvil, the king when he is
// armed or anvil-only.
func refIsAnvil(v *brandubh.Variant, x brandubh.Piece) bool {
	if x == brandubh.King {
		return v.King.Armed == brandubh.Armed || v.King.Armed == brandubh.AnvilOnly
	}
	return x != brandubh.NoPiece
}

// common 4, 5 and 9: the piece that has arrived on (af, ar), next to the soldier
// on (file, rank), captures it when straight opposite stands another enemy piece
// or a square hostile to the soldier. Nothing stands beyond the board.
func refSoldierFalls(v *brandubh.Variant, b refBoard, af, ar, file, rank int) bool {
	victim := b.at[rank][file]
	if !refIsHammer(v, b.at[ar][af]) {
		return false
	}
	of, or := file+file-af, rank+rank-ar
	if !refOnBoard(of, or) {
		return false
	}
	opposite := b.at[or][of]
	if opposite.Side() == victim.Side().Opponent() && refIsAnvil(v, opposite) {
		return true
	}
	return refHostileSquare(v, b, of, or, victim)
}

// Sides: one of the king's four sides is closed by an attacker, a square hostile
// to him, or the edge where it is hostile (2 and 4 sides).
func refClosedToKing(v *brandubh.Variant, b refBoard, file, rank int) bool {
	if !refOnBoard(file, rank) {
		return v.King.Edge
	}
	return b.at[rank][file] == brandubh.Attacker || refHostileSquare(v, b, file, rank, brandubh.King)
}

// What differs, king.sides: how many sides it takes where the king stands.
func refSidesNeeded(v *brandubh.Variant, file, rank int) uint8 {
	switch {
	case refIsThrone(v, file, rank):
		return v.King.Sides.Throne
	case refIsBeside(v, file, rank):
		return v.King.Sides.Beside
	}
	return v.King.Sides.Elsewhere
}

// Sides, common 5 and 8: an attacker has arrived on (af, ar), next to the king
// on (file, rank).
func refKingFalls(v *brandubh.Variant, b refBoard, af, ar, file, rank int) bool {
	if b.at[ar][af] != brandubh.Attacker {
		return false
	}
	switch refSidesNeeded(v, file, rank) {
	case 2:
		return refClosedToKing(v, b, file+file-af, rank+rank-ar)
	case 3:
		for _, d := range refDirections {
			f, r := file+d[0], rank+d[1]
			if !refOnBoard(f, r) {
				continue
			}
			if refIsThrone(v, f, r) && b.at[r][f] == brandubh.NoPiece {
				continue
			}
			if b.at[r][f] != brandubh.Attacker {
				return false
			}
		}
		return true
	case 4:
		for _, d := range refDirections {
			if !refClosedToKing(v, b, file+d[0], rank+d[1]) {
				return false
			}
		}
		return true
	}
	return false
}

// common 4 to 6 and 8: what falls, on the board after the move and before any
// removal, to the piece that has arrived on (af, ar).
func refFalling(v *brandubh.Variant, b refBoard, af, ar int) []brandubh.Square {
	var falling []brandubh.Square
	for rank := range 7 {
		for file := range 7 {
			if max(file-af, af-file)+max(rank-ar, ar-rank) != 1 {
				continue
			}
			if b.at[rank][file].Side() != b.at[ar][af].Side().Opponent() {
				continue
			}
			falls := refSoldierFalls
			if b.at[rank][file] == brandubh.King {
				falls = refKingFalls
			}
			if falls(v, b, af, ar, file, rank) {
				falling = append(falling, refSquare(file, rank))
			}
		}
	}
	return falling
}

// refPlay plays a move that is legal in a position without a history. Among what
// it captures is the king, if he falls (common 8: he leaves the board).
func refPlay(v *brandubh.Variant, b refBoard, m brandubh.Move) (after refBoard, captured []brandubh.Square, ok bool) {
	if refResult(v, b) != (brandubh.Result{}) || !refCanGo(v, b, m) {
		return b, nil, false
	}
	after = b
	after.at[m.To.Rank()][m.To.File()] = b.at[m.From.Rank()][m.From.File()]
	after.at[m.From.Rank()][m.From.File()] = brandubh.NoPiece
	captured = refFalling(v, after, m.To.File(), m.To.Rank())
	for _, s := range captured {
		after.at[s.Rank()][s.File()] = brandubh.NoPiece
	}
	after.turn = b.turn.Opponent()
	return after, captured, true
}

// Enclosure: no piece of the king's side stands on an edge square or can reach
// one by orthogonal steps over squares without an attacker.
func refEnclosed(b refBoard) bool {
	var reached [7][7]bool
	for again := true; again; {
		again = false
		for rank := range 7 {
			for file := range 7 {
				if reached[rank][file] || b.at[rank][file] == brandubh.Attacker {
					continue
				}
				now := b.at[rank][file].Side() == brandubh.Defenders
				for _, d := range refDirections {
					f, r := file+d[0], rank+d[1]
					now = now || refOnBoard(f, r) && reached[r][f]
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
			if reached[rank][file] && refIsEdge(file, rank) {
				return false
			}
		}
	}
	return true
}

// Results of a position: the first that holds, in that order, without
// repetition.
func refResult(v *brandubh.Variant, b refBoard) brandubh.Result {
	king, escaped := false, false
	for rank := range 7 {
		for file := range 7 {
			if b.at[rank][file] == brandubh.King {
				king = true
				escaped = escaped || refIsGoal(v, file, rank)
			}
		}
	}
	if !king {
		return brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.KingCaptured}
	}
	if escaped {
		return brandubh.Result{Winner: brandubh.Defenders, Reason: brandubh.Escape}
	}
	if v.Enclosure && b.turn == brandubh.Defenders && refEnclosed(b) {
		return brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.Enclosed}
	}
	if !refAnyMove(v, b) {
		switch v.NoMoves {
		case brandubh.NoMovesLoses:
			return brandubh.Result{Winner: b.turn.Opponent(), Reason: brandubh.NoMovesLeft}
		case brandubh.NoMovesDraws:
			return brandubh.Result{Winner: brandubh.NoSide, Reason: brandubh.NoMovesLeft}
		}
	}
	return brandubh.Result{}
}

// refGame is a game: the rules, every position from the first on, and the plies
// between them. Ply i, from 1, leads from line[i-1] to line[i] and is plies[i-1].
type refGame struct {
	v     *brandubh.Variant
	line  []refBoard
	plies []brandubh.Move
}

func newRefGame(v *brandubh.Variant, start brandubh.Position) *refGame {
	return &refGame{v: v, line: []refBoard{refFrom(start)}}
}

// last is the position that the game has reached.
func (g *refGame) last() refBoard {
	return g.line[len(g.line)-1]
}

// moves is what is legal now, by From, then To.
func (g *refGame) moves() []brandubh.Move {
	if g.result() != (brandubh.Result{}) {
		return nil
	}
	return g.legalBefore(len(g.line))
}

// play plays a move that is legal now, or does nothing.
func (g *refGame) play(m brandubh.Move) bool {
	for _, legal := range g.moves() {
		if legal == m {
			after, _, _ := refPlay(g.v, g.last(), m)
			g.line = append(g.line, after)
			g.plies = append(g.plies, m)
			return true
		}
	}
	return false
}

// bringsBack: the move, as ply number ply, would bring back an earlier position
// of the game as it stood then. Occurrence of a position: the board and the side
// to move, the first position of the game included.
func (g *refGame) bringsBack(ply int, m brandubh.Move) bool {
	after, _, _ := refPlay(g.v, g.line[ply-1], m)
	for _, earlier := range g.line[:ply] {
		if earlier == after {
			return true
		}
	}
	return false
}

// legalBefore is what was legal as ply number ply. Forbidden: a move that brings
// back an earlier position is illegal while there is one that does not; if every
// move does so, all are legal.
func (g *refGame) legalBefore(ply int) []brandubh.Move {
	all := refMoves(g.v, g.line[ply-1])
	if !g.v.Repetition.Forbidden {
		return all
	}
	var fresh []brandubh.Move
	for _, m := range all {
		if !g.bringsBack(ply, m) {
			fresh = append(fresh, m)
		}
	}
	if len(fresh) == 0 {
		return all
	}
	return fresh
}

// result is the result of the position, then that of repetition.
func (g *refGame) result() brandubh.Result {
	if r := refResult(g.v, g.last()); r != (brandubh.Result{}) {
		return r
	}
	switch g.v.Repetition.Counts {
	case brandubh.CountOccurrences:
		return g.occurrences()
	case brandubh.CountMoves:
		return g.sameMoves()
	}
	return brandubh.Result{}
}

// repetition.counts, occurrences: the last position has occurred Times times,
// consecutively or not.
func (g *refGame) occurrences() brandubh.Result {
	times, previous := 1, 0
	for i, earlier := range g.line[:len(g.line)-1] {
		if earlier == g.last() {
			times++
			previous = i
		}
	}
	if times < int(g.v.Repetition.Times) {
		return brandubh.Result{}
	}
	return g.repeated(previous + 1)
}

// The same moves n times: for an even L of at least 4 the last (n-1)·L + 2 plies
// repeat with period L.
func (g *refGame) sameMoves() brandubh.Result {
	for period := 4; period <= len(g.plies); period += 2 {
		length := (int(g.v.Repetition.Times)-1)*period + 2
		if length > len(g.plies) {
			break
		}
		window := g.plies[len(g.plies)-length:]
		repeats := true
		for i := period; i < length; i++ {
			repeats = repeats && window[i] == window[i-period]
		}
		if repeats {
			return g.repeated(len(g.plies) - period + 1)
		}
	}
	return brandubh.Result{}
}

// repetition.result, The other pairings: what follows when the count is full.
// first is the number of the first ply that could have broken it.
func (g *refGame) repeated(first int) brandubh.Result {
	loser := brandubh.NoSide
	switch g.v.Repetition.Result {
	case brandubh.RepetitionDraws:
	case brandubh.DefendersLose:
		loser = brandubh.Defenders
	case brandubh.MoverLoses: // who made the last ply
		loser = g.mover(len(g.plies))
	case brandubh.StarterLoses: // who did not make it, who is also the side to move
		loser = g.mover(len(g.plies)).Opponent()
	case brandubh.BreakerLoses:
		for ply := len(g.plies); ply >= first; ply-- {
			if g.couldBreak(ply) {
				loser = g.mover(ply)
				break
			}
		}
	}
	return brandubh.Result{Winner: loser.Opponent(), Reason: brandubh.Repeated}
}

// mover is who made ply number ply.
func (g *refGame) mover(ply int) brandubh.Side {
	return g.line[ply-1].turn
}

// Who could break it: the mover had another legal move that brings back no
// earlier position of the game as it stood then. (Forbidden or not, such a move
// is legal if it is legal in the position alone.)
func (g *refGame) couldBreak(ply int) bool {
	for _, m := range g.legalBefore(ply) {
		if m != g.plies[ply-1] && !g.bringsBack(ply, m) {
			return true
		}
	}
	return false
}

// The conformance data.

type refEnd struct {
	Winner string `json:"winner"`
	Reason string `json:"reason"`
}

// refEndOf writes a result as the conformance data do; nil is not over.
func refEndOf(t *testing.T, r brandubh.Result) *refEnd {
	t.Helper()
	if r == (brandubh.Result{}) {
		return nil
	}
	winners := map[brandubh.Side]string{
		brandubh.NoSide:    "none",
		brandubh.Attackers: "attackers",
		brandubh.Defenders: "defenders",
	}
	reasons := map[brandubh.Reason]string{
		brandubh.Escape:       "escape",
		brandubh.KingCaptured: "king-captured",
		brandubh.Enclosed:     "enclosed",
		brandubh.NoMovesLeft:  "no-moves",
		brandubh.Repeated:     "repetition",
	}
	reason, ok := reasons[r.Reason]
	if !ok {
		t.Fatalf("the referee gave a result of its own: %v", r)
	}
	return &refEnd{Winner: winners[r.Winner], Reason: reason}
}

func refReadCases(t *testing.T, name string, cases any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "conformance", name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no conformance data: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, cases); err != nil {
		t.Fatal(err)
	}
}

func refPreset(t *testing.T, name string) *brandubh.Variant {
	t.Helper()
	v, err := brandubh.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func refParsePosition(t *testing.T, text string) brandubh.Position {
	t.Helper()
	p, err := brandubh.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// refParseMove reads "d1-b1".
func refParseMove(t *testing.T, text string) brandubh.Move {
	t.Helper()
	var squares []brandubh.Square
	for name := range strings.SplitSeq(text, "-") {
		s, ok := brandubh.SquareAt(int(name[0]-'a'), int(name[1]-'1'))
		if !ok {
			t.Fatalf("no such move: %q", text)
		}
		squares = append(squares, s)
	}
	return brandubh.Move{From: squares[0], To: squares[1]}
}

func TestRefereePositions(t *testing.T) {
	type answer struct {
		Legal    bool     `json:"legal"`
		Captures []string `json:"captures"`
		After    string   `json:"after"`
		End      *refEnd  `json:"end"`
	}
	var cases []struct {
		ID, Position, Move string
		Expect             []struct {
			Presets []string
			answer
		}
	}
	refReadCases(t, "positions.json", &cases)
	for _, c := range cases {
		for _, e := range c.Expect {
			for _, name := range e.Presets {
				t.Run(c.ID+"/"+name, func(t *testing.T) {
					v := refPreset(t, name)
					b := refFrom(refParsePosition(t, c.Position))
					var got answer
					after, captured, ok := refPlay(v, b, refParseMove(t, c.Move))
					if ok {
						got = answer{Legal: true, Captures: []string{}, After: after.position().String(), End: refEndOf(t, refResult(v, after))}
						for _, s := range captured {
							got.Captures = append(got.Captures, s.String())
						}
					}
					if diff := cmp.Diff(e.answer, got); diff != "" {
						t.Errorf("%s %s (-want +got):\n%s", c.Position, c.Move, diff)
					}
				})
			}
		}
	}
}

func TestRefereeGames(t *testing.T) {
	type answer struct {
		IllegalAt int     `json:"illegal_at"`
		Plies     int     `json:"plies"`
		Position  string  `json:"position"`
		End       *refEnd `json:"end"`
	}
	var cases []struct {
		ID, Position string
		Moves        []string
		Expect       []struct {
			Presets []string
			answer
		}
	}
	refReadCases(t, "games.json", &cases)
	for _, c := range cases {
		for _, e := range c.Expect {
			for _, name := range e.Presets {
				t.Run(c.ID+"/"+name, func(t *testing.T) {
					v := refPreset(t, name)
					start := v.Start
					if c.Position != "" {
						start = refParsePosition(t, c.Position)
					}
					g := newRefGame(v, start)
					var got answer
					for i, text := range c.Moves {
						if g.result() != (brandubh.Result{}) {
							break
						}
						if !g.play(refParseMove(t, text)) {
							got.IllegalAt = i + 1
							break
						}
					}
					if got.IllegalAt == 0 {
						got.Plies = len(g.plies)
						got.Position = g.last().position().String()
						got.End = refEndOf(t, g.result())
					}
					if diff := cmp.Diff(e.answer, got); diff != "" {
						t.Errorf("(-want +got):\n%s", diff)
					}
				})
			}
		}
	}
}

// The conformance data have no game that ends by "who could break it", and few
// by the other pairings: these are worked out by hand from rules.md.

const (
	refRepeatStart = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a"
	// The defenders have a single move each time, the attackers many.
	refRepeatForced = "7/1t5/Tt5/t6/6t/3t3/2tKt2 a"
	// From here b7-c7 d1-e1 c7-b7 e1-d1 over and over; the other moves are
	// b7-b6, d1-c1 and d1-d2, c7-d7 and c7-c6, e1-f1 and e1-e2.
	refRepeatBare = "1t5/7/7/7/7/7/3K3 a"
	refTriedRest  = "b7-b6 d1-e1 b6-b7 e1-d1 " +
		"b7-c7 d1-c1 c7-b7 c1-d1 " +
		"b7-c7 d1-d2 c7-b7 d2-d1 " +
		"b7-b6 d1-e1 b6-b7 e1-f1 b7-b6 f1-e1 b6-b7 e1-d1 " +
		"b7-c7 d1-e1 c7-d7 e1-d1 d7-c7 d1-e1 c7-b7 e1-d1 " +
		"b7-c7 d1-e1 c7-c6 e1-d1 c6-c7 d1-e1 c7-b7 e1-d1 "
	refTriedE2 = "b7-b6 d1-e1 b6-b7 e1-e2 b7-b6 e2-e1 b6-b7 e1-d1 "
	refAround  = "b7-c7 d1-e1 c7-b7 e1-d1 b7-c7 d1-e1 c7-b7"
)

// refRepetitions are games that end by repetition with their last ply, under
// federation with every range 1 and the repetition rule named.
var refRepetitions = []struct {
	name, position, moves string
	repetition            brandubh.Repetition
	winner                brandubh.Side
}{
	{
		"the last mover could break it", refRepeatStart, "d1-c1 d3-c3 c1-d1 c3-d3",
		brandubh.Repetition{Counts: brandubh.CountOccurrences, Times: 2, Result: brandubh.BreakerLoses},
		brandubh.Attackers,
	},
	{
		"the last mover could not break it", refRepeatForced, "g3-g4 a5-a6 g4-g3 a6-a5",
		brandubh.Repetition{Counts: brandubh.CountOccurrences, Times: 2, Result: brandubh.BreakerLoses},
		brandubh.Defenders,
	},
	{
		"the last mover could not break the moves", refRepeatForced, "g3-g4 a5-a6 g4-g3 a6-a5 g3-g4 a5-a6",
		brandubh.Repetition{Counts: brandubh.CountMoves, Times: 2, Result: brandubh.BreakerLoses},
		brandubh.Defenders,
	},
	{
		"the mover of the moves", refRepeatForced, "g3-g4 a5-a6 g4-g3 a6-a5 g3-g4 a5-a6",
		brandubh.Repetition{Counts: brandubh.CountMoves, Times: 2, Result: brandubh.MoverLoses},
		brandubh.Attackers,
	},
	{
		"the starter of the occurrences", refRepeatForced, "g3-g4 a5-a6 g4-g3 a6-a5",
		brandubh.Repetition{Counts: brandubh.CountOccurrences, Times: 2, Result: brandubh.StarterLoses},
		brandubh.Defenders,
	},
	{
		"nobody could break it", refRepeatBare, refTriedE2 + refTriedRest + refAround,
		brandubh.Repetition{Counts: brandubh.CountMoves, Times: 3, Result: brandubh.BreakerLoses},
		brandubh.NoSide,
	},
	{
		"nobody could break the last return", refRepeatBare, refTriedE2 + refTriedRest + "b7-c7 d1-e1 c7-b7 e1-d1",
		brandubh.Repetition{Counts: brandubh.CountOccurrences, Times: 9, Result: brandubh.BreakerLoses},
		brandubh.NoSide,
	},
	{
		"the first of the last period could break it", refRepeatBare, refTriedRest + refAround,
		brandubh.Repetition{Counts: brandubh.CountMoves, Times: 3, Result: brandubh.BreakerLoses},
		brandubh.Attackers,
	},
}

func TestRefereeRepetition(t *testing.T) {
	for _, c := range refRepetitions {
		t.Run(c.name, func(t *testing.T) {
			v := refPreset(t, "federation")
			v.Range = brandubh.ByPiece[uint8]{Attackers: 1, Defenders: 1, King: 1}
			v.Repetition = c.repetition
			g := newRefGame(v, refParsePosition(t, c.position))
			for text := range strings.SplitSeq(c.moves, " ") {
				if !g.play(refParseMove(t, text)) {
					t.Fatalf("%s is illegal", text)
				}
			}
			want := brandubh.Result{Winner: c.winner, Reason: brandubh.Repeated}
			if got := g.result(); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// refPerft counts the lines of legal moves, depth 1 or more; a finished game has no
// children and repetition is left aside.
func refPerft(v *brandubh.Variant, b refBoard, depth int) uint64 {
	moves := refMoves(v, b)
	if depth == 1 {
		return uint64(len(moves))
	}
	var count uint64
	for _, m := range moves {
		after, _, _ := refPlay(v, b, m)
		count += refPerft(v, after, depth-1)
	}
	return count
}

func TestRefereePerft(t *testing.T) {
	const most = 50_000
	var cases []struct {
		ID, Position string
		Expect       []struct {
			Presets []string
			Counts  []uint64
		}
	}
	refReadCases(t, "perft.json", &cases)
	for _, c := range cases {
		for _, e := range c.Expect {
			for _, name := range e.Presets {
				t.Run(c.ID+"/"+name, func(t *testing.T) {
					t.Parallel()
					v := refPreset(t, name)
					b := refFrom(refParsePosition(t, c.Position))
					for i, want := range e.Counts {
						if want > most {
							break
						}
						if got := refPerft(v, b, i+1); got != want {
							t.Errorf("depth %d: got %d, want %d", i+1, got, want)
						}
					}
				})
			}
		}
	}
}
