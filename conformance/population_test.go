package conformance

import (
	"slices"
	"sort"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/internal/referee"
)

// mistake is a program that is wrong in one respect: the literal referee with one
// step of its judgment replaced, or with its answers spoilt.
type mistake struct {
	name   string
	make   func(r *referee.Referee)
	answer func(q Question, a *Answer, r *referee.Referee)
	// first is what the first finding must be under the presets tried: the rule,
	// several with "or" between, and whether it is wrong or open.
	first string
	// under is the presets under which the first finding is looked at; federation if
	// there are none.
	under string
	// same is the presets under which nobody can tell it from a right program, with
	// the reason after a colon.
	same string
}

// refereeEngine answers with the literal referee, or one with a mistake.
type refereeEngine struct {
	m     *mistake
	known map[string]*referee.Referee
}

func newRefereeEngine(m *mistake) *refereeEngine {
	return &refereeEngine{m, map[string]*referee.Referee{}}
}

func (e *refereeEngine) rules(q *Question) *referee.Referee {
	key := q.Preset + string(q.Variant)
	r := e.known[key]
	if r == nil {
		v, err := brandubh.Preset(q.Preset)
		if q.Variant != nil {
			v, err = brandubh.ParseVariant(q.Variant)
		}
		if err != nil {
			return nil
		}
		w := *v
		r = referee.New(&w)
		if e.m != nil && e.m.make != nil {
			e.m.make(r)
		}
		e.known[key] = r
	}
	return r
}

func endOf(r brandubh.Result) *End {
	if !r.Over() {
		return nil
	}
	return &End{r.Winner.String(), r.Reason.String()}
}

func texts[T interface{ String() string }](all []T) []string {
	out := make([]string, len(all))
	for i, x := range all {
		out[i] = x.String()
	}
	return out
}

func (e *refereeEngine) Answer(q Question) Answer {
	r := e.rules(&q)
	if r == nil {
		return Answer{Error: "no such rules"}
	}
	a := e.plain(&q, r)
	if e.m != nil && e.m.answer != nil {
		e.m.answer(q, &a, r)
	}
	return a
}

func (e *refereeEngine) plain(q *Question, r *referee.Referee) Answer {
	start := r.V.Start
	if q.Position != nil {
		start = *q.Position
	}
	b := referee.BoardOf(start)
	switch q.kind() {
	case kindMove:
		after, captured, ok := r.Play(b, *q.Move)
		if !ok {
			return Answer{Legal: &ok}
		}
		return Answer{Legal: &ok, Captures: texts(captured), After: after.Position().String(), End: endOf(r.Result(after))}
	case kindGame:
		g := r.Start(start)
		for i, m := range *q.Moves {
			if g.Ended() != (brandubh.Result{}) {
				break
			}
			if !g.Play(m) {
				return Answer{IllegalAt: i + 1}
			}
		}
		plies := len(g.Plies)
		return Answer{Plies: &plies, Position: g.Last().Position().String(), End: endOf(g.Ended())}
	case kindPerft:
		var counts []uint64
		for depth := range *q.Perft {
			counts = append(counts, r.Perft(b, depth+1))
		}
		return Answer{Counts: counts}
	}
	moves := texts(r.Moves(b))
	sort.Strings(moves)
	return Answer{Moves: moves, End: endOf(r.Result(b))}
}

// Shorthands for the mistakes.

type (
	sq = brandubh.Square
	pc = brandubh.Piece
	bd = referee.Board
	rf = *referee.Referee
	gm = *referee.Game
	rs = brandubh.Result
)

const (
	none = brandubh.NoPiece
	att  = brandubh.Attacker
	def  = brandubh.Defender
	king = brandubh.King
)

func on(b bd, f, r int) pc {
	if !referee.OnBoard(f, r) {
		return none
	}
	return b.At[r][f]
}

// goes adds ways to move.
func goes(also func(r rf, b bd, m brandubh.Move, x pc) bool) func(rf) {
	return func(r rf) {
		right := r.CanGo
		r.CanGo = func(b bd, m brandubh.Move) bool {
			if right(b, m) {
				return true
			}
			if !m.From.Valid() || !m.To.Valid() || m.From == m.To {
				return false
			}
			x := b.At[m.From.Rank()][m.From.File()]
			if x == none || x.Side() != b.Turn || b.At[m.To.Rank()][m.To.File()] != none || !r.MayStop(x, m.To.File(), m.To.Rank()) {
				return false
			}
			return also(r, b, m, x)
		}
	}
}

// stays takes away ways to move.
func stays(not func(r rf, b bd, m brandubh.Move, x pc) bool) func(rf) {
	return func(r rf) {
		right := r.CanGo
		r.CanGo = func(b bd, m brandubh.Move) bool {
			return right(b, m) && !not(r, b, m, b.At[m.From.Rank()][m.From.File()])
		}
	}
}

// falls adds to what falls, or takes away from it.
func falls(change func(r rf, b bd, af, ar int, falling []sq) []sq) func(rf) {
	return func(r rf) {
		right := r.Falling
		r.Falling = func(b bd, af, ar int) []sq {
			all := change(r, b, af, ar, right(b, af, ar))
			slices.Sort(all)
			return slices.Compact(all)
		}
	}
}

// soldier changes whether a soldier falls.
func soldier(change func(r rf, b bd, af, ar, f, k int, falls bool) bool) func(rf) {
	return func(r rf) {
		right := r.SoldierFalls
		r.SoldierFalls = func(b bd, af, ar, f, k int) bool {
			return change(r, b, af, ar, f, k, right(b, af, ar, f, k))
		}
	}
}

// ruler changes whether the king falls.
func ruler(change func(r rf, b bd, af, ar, f, k int, falls bool) bool) func(rf) {
	return func(r rf) {
		right := r.KingFalls
		r.KingFalls = func(b bd, af, ar, f, k int) bool {
			return change(r, b, af, ar, f, k, right(b, af, ar, f, k))
		}
	}
}

// ends changes the result of a position.
func ends(change func(r rf, b bd, is rs) rs) func(rf) {
	return func(r rf) {
		right := r.Result
		r.Result = func(b bd) rs { return change(r, b, right(b)) }
	}
}

// repeats changes the result by repetition.
func repeats(change func(g gm, is rs) rs) func(rf) {
	return func(r rf) {
		right := r.Repetition
		r.Repetition = func(g gm) rs { return change(g, right(g)) }
	}
}

func setRule(path, value string) func(rf) {
	return func(r rf) {
		if w := changed(r.V, path, value); w != nil {
			*r.V = *w
		}
	}
}

func kingAt(b bd) (f, k int, ok bool) {
	for k := range 7 {
		for f := range 7 {
			if b.At[k][f] == king {
				return f, k, true
			}
		}
	}
	return 0, 0, false
}

func pieceCount(b bd, x pc) (n int) {
	for k := range 7 {
		for f := range 7 {
			if b.At[k][f] == x {
				n++
			}
		}
	}
	return n
}

func abs(n int) int { return max(n, -n) }

func toward(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

var (
	diagonals = [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	aWin      = func(r brandubh.Reason) rs { return rs{Winner: brandubh.Attackers, Reason: r} }
	dWin      = func(r brandubh.Reason) rs { return rs{Winner: brandubh.Defenders, Reason: r} }
)

// flipMistakes are programs with one field of a preset otherwise.
func flipMistakes(preset string) (all []mistake) {
	v, err := brandubh.Preset(preset)
	if err != nil {
		panic(err)
	}
	for _, f := range flips(v) {
		if equivalent(v, f) != "" {
			continue
		}
		standing := "wrong"
		if pr, _ := v.Provenance(f.path); isOpen(pr) {
			standing = "open"
		}
		first := f.path + " " + standing
		if preset == "legacy" && f.String() == "king.sides.elsewhere = 3" {
			// Beside a corner no attacker can stand on it; elsewhere the hostile edge and
			// the attackers make three and four sides the same.
			first += "; corners.hostile.king wrong"
		}
		all = append(all, mistake{name: f.String(), make: setRule(f.path, f.value), first: first, under: preset})
	}
	return all
}

// equivalent says why a rule set with one field changed plays as before, as far as
// any question can tell; it says nothing where it does not.
func equivalent(v *brandubh.Variant, f flip) string {
	throne, _ := v.Value("throne.hostile.king")
	either := func(a, b string) bool {
		was, _ := v.Value(f.path)
		return was == a && f.value == b || was == b && f.value == a
	}
	switch {
	case f.path == "agreement":
		return "no question asks what the players say"
	case strings.HasPrefix(f.path, "range.") && either("0", "6"):
		return "nothing can move farther than six squares"
	case f.path == "range.king" && v.Goal == brandubh.GoalEdge && (either("0", "5") || either("5", "6")):
		return "only a king at the edge, who has won, could move six squares"
	case f.path == "throne.pass.king" && v.Range.King == 1:
		return "he cannot move that far"
	case f.path == "throne.hostile.attackers" && either("always", "when-empty") && v.King.Armed&brandubh.AnvilOnly != 0:
		return "the king on the throne is an anvil himself"
	case f.path == "throne.hostile.king" && either("always", "when-empty"):
		return "the king cannot stand on the throne and beside it"
	case f.path == "throne.hostile.king" && v.King.Sides.Beside == 3:
		return "three sides beside the throne leave the throne out"
	case f.path == "king.sides.throne" && either("3", "4"):
		return "around the throne there is neither edge nor corner"
	case f.path == "king.sides.beside" && either("3", "4") && throne != "never":
		return "the empty throne closes its side either way"
	case (f.path == "king.edge" || f.path == "corners.hostile.king") && v.Goal == brandubh.GoalEdge:
		return "a king at the edge has won"
	case f.path == "corners.hostile.king" && v.King.Sides.Elsewhere == 4 && !v.King.Edge:
		return "beside a corner the edge leaves a side open"
	case f.path == "corners.hostile.king" && v.King.Sides.Elsewhere == 3:
		return "three sides must be attackers"
	case f.path == "king.sides.elsewhere" && either("3", "4") && v.Goal == brandubh.GoalEdge:
		return "a king at the edge has won, and away from it these are the same"
	}
	return ""
}
