package brandubh_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"example.com/brandubh"
	"example.com/brandubh/internal/referee"
)

// gameModel is a game as plain slices: nothing in it is kept up to date, all is
// worked out anew from the moves by the slow referee.
type gameModel struct {
	v      brandubh.Variant
	start  brandubh.Position
	moves  []brandubh.Move
	undone []brandubh.Move
	spoken brandubh.Result
	offer  brandubh.Side
	pass   bool
}

// referee replays the moves. One that lets repetitions pass knows the rules
// without them.
func (m *gameModel) referee() *referee.Game {
	v := m.v
	if m.pass {
		v.Repetition = brandubh.Repetition{}
	}
	g := referee.New(&v).Start(m.start)
	for _, move := range m.moves {
		g.Play(move)
	}
	return g
}

func (m *gameModel) result() brandubh.Result {
	if m.spoken.Over() {
		return m.spoken
	}
	return m.referee().Ended()
}

func (m *gameModel) legal() []brandubh.Move {
	if m.spoken.Over() {
		return nil
	}
	return m.referee().Legal()
}

// moved does to an offer what a move of a side does: it stands until the other side
// moves or the game ends.
func (m *gameModel) moved(mover brandubh.Side) {
	if mover != m.offer || m.result().Over() {
		m.offer = brandubh.NoSide
	}
}

// gameMachine is a game beside its model, and another that must stay as it is.
type gameMachine struct {
	game  *brandubh.Game
	model gameModel

	clone      *brandubh.Game
	cloneModel gameModel
}

func newGameMachine(t *rapid.T) *gameMachine {
	v := genVariant().Draw(t, "variant")
	v.Agreement = genOne(t, "agreement", true, true, false)
	start := v.Start
	pass := rapid.IntRange(0, 3).Draw(t, "let repetition pass") == 0
	if genBool(t, "set-up") {
		if p := genPosition(&v).Draw(t, "start"); v.ValidateStart(p) == nil {
			start = p
		}
	}
	g, err := brandubh.NewGameFrom(&v, start, passOption(pass))
	if err != nil {
		t.Fatal(err)
	}
	return &gameMachine{game: g, model: gameModel{v: v, start: start, pass: pass}}
}

// passOption returns the option that lets repetition pass, or one that chooses nothing.
func passOption(pass bool) brandubh.LineOption {
	if pass {
		return brandubh.LetRepetitionPass
	}
	return 0
}

// compareModel sees that a game is as its model.
func compareModel(t *rapid.T, g *brandubh.Game, m *gameModel) {
	t.Helper()
	ref := m.referee()
	legal := m.legal()
	if got := slices.Collect(g.Moves()); !slices.Equal(got, legal) {
		t.Fatalf("the legal moves are %v, want %v", got, legal)
	}
	if got := g.Position(); got != ref.Last().Position() {
		t.Fatalf("the position is %v, want %v", got, ref.Last().Position())
	}
	if got := g.Result(); got != m.result() {
		t.Fatalf("the result is %v, want %v", got, m.result())
	}
	if g.Plies() != len(m.moves) || !slices.Equal(g.Played(), m.moves) || g.Offer() != m.offer || *g.Variant() != m.v || g.LetsRepetitionPass() != m.pass {
		t.Fatalf("%d plies, %v, offer %v", g.Plies(), g.Played(), g.Offer())
	}
	for n := range len(m.moves) + 3 {
		p, ok := g.PositionAfter(n - 1)
		if want := n > 0 && n <= len(m.moves)+1; ok != want || ok && p != ref.Line[n-1].Position() {
			t.Fatalf("after %d plies %v, %v", n-1, p, ok)
		}
	}
	for s := range brandubh.Square(49) {
		var to brandubh.Bitboard
		for _, move := range legal {
			if move.From == s {
				to |= move.To.Bitboard()
			}
		}
		if got := g.Targets(s); got != to {
			t.Fatalf("targets of %v are %v, want %v", s, got, to)
		}
	}
}

func (m *gameMachine) Check(t *rapid.T) {
	compareModel(t, m.game, &m.model)
	if m.clone != nil {
		compareModel(t, m.clone, &m.cloneModel)
	}
}

// act does something that is allowed or refused, and nothing changes if refused.
func (m *gameMachine) act(t *rapid.T, allowed bool, err, want error) {
	t.Helper()
	if (err == nil) != allowed || !allowed && !errors.Is(err, want) {
		t.Fatalf("%v, want allowed %v, or else %v", err, allowed, want)
	}
}

func (m *gameMachine) PlayLegal(t *rapid.T) {
	legal := m.model.legal()
	if len(legal) == 0 {
		return
	}
	var move brandubh.Move
	if n := len(m.model.moves); n >= 2 && genBool(t, "back") {
		last := m.model.moves[n-2]
		move = brandubh.Move{From: last.To, To: last.From}
	}
	if !slices.Contains(legal, move) {
		move = rapid.SampledFrom(legal).Draw(t, "move")
	}
	explained := m.game.Explain(move)
	mover := m.game.Position().Turn()
	if err := errors.Join(m.game.Check(move), m.game.Play(move)); err != nil {
		t.Fatal(err)
	}
	m.model.moves = append(slices.Clip(m.model.moves), move)
	m.model.undone = nil
	m.model.moved(mover)
	if explained.Err != nil || explained.After != m.game.Position() || explained.Result != m.game.Result() {
		t.Fatalf("explained as %v, result %v", explained, explained.Result)
	}
}

func (m *gameMachine) PlayAnything(t *rapid.T) {
	move := brandubh.Move{
		From: brandubh.Square(rapid.IntRange(0, 50).Draw(t, "from")),
		To:   brandubh.Square(rapid.IntRange(0, 50).Draw(t, "to")),
	}
	if slices.Contains(m.model.legal(), move) {
		return
	}
	over := m.model.result().Over()
	err := m.game.Check(move)
	refused := (*brandubh.MoveError)(nil)
	if !errors.As(err, &refused) || refused.Move != move || over != errors.Is(err, brandubh.ErrGameOver) {
		t.Fatalf("%v: %v", move, err)
	}
	if over && refused.Result != m.model.result() {
		t.Fatalf("%v says %v", err, refused.Result)
	}
	if errors.Is(err, brandubh.ErrRepetition) {
		after, _ := m.model.v.Play(m.game.Position(), move)
		if p, ok := m.game.PositionAfter(refused.Earlier); !ok || p != after {
			t.Fatalf("%v, but there stood %v", err, p)
		}
	}
	if errPlay := m.game.Play(move); fmt.Sprint(errPlay) != fmt.Sprint(err) {
		t.Fatalf("Play says %v and Check %v", errPlay, err)
	}
	if e := m.game.Explain(move); fmt.Sprint(e.Err) != fmt.Sprint(err) || e.After != e.Position {
		t.Fatalf("Explain says %v and Check %v", e.Err, err)
	}
}

func (m *gameMachine) Undo(t *rapid.T) {
	n := len(m.model.moves)
	if got := m.game.Undo(); got != (n > 0) {
		t.Fatalf("undo: %v", got)
	}
	if n > 0 {
		m.model.undone = append(slices.Clip(m.model.undone), m.model.moves[n-1])
		m.model.moves = m.model.moves[:n-1]
		m.model.spoken, m.model.offer = brandubh.Result{}, brandubh.NoSide
	}
}

func (m *gameMachine) Redo(t *rapid.T) {
	n := len(m.model.undone)
	may := n > 0 && !m.model.spoken.Over()
	mover := m.game.Position().Turn()
	if got := m.game.Redo(); got != may {
		t.Fatalf("redo: %v, want %v", got, may)
	}
	if may {
		m.model.moves = append(slices.Clip(m.model.moves), m.model.undone[n-1])
		m.model.undone = m.model.undone[:n-1]
		m.model.moved(mover)
	}
}

func (m *gameMachine) GiveUp(t *rapid.T) {
	if rapid.IntRange(0, 3).Draw(t, "rarely") > 0 {
		return
	}
	loser := genOne(t, "loser", brandubh.Attackers, brandubh.Defenders, brandubh.NoSide, 9)
	over := m.model.result().Over()
	how := genOne(t, "how", brandubh.Resigned, brandubh.OutOfTime, brandubh.Forfeited)
	give := map[brandubh.Reason]func(brandubh.Side) error{
		brandubh.Resigned: m.game.Resign, brandubh.OutOfTime: m.game.TimeOut, brandubh.Forfeited: forfeit(m.game),
	}[how]
	side := loser.Opponent() != brandubh.NoSide
	want := brandubh.ErrGameOver
	if !side {
		want = brandubh.ErrNotASide
	}
	m.act(t, side && !over, give(loser), want)
	if side && !over {
		m.model.spoken, m.model.offer = brandubh.Result{Winner: loser.Opponent(), Reason: how}, brandubh.NoSide
	}
}

func (m *gameMachine) Offer(t *rapid.T) {
	side := genOne(t, "side", brandubh.Attackers, brandubh.Defenders, brandubh.NoSide)
	act := genOne(t, "act", "offer", "accept", "decline", "withdraw")
	has := m.model.offer
	want := brandubh.ErrDrawOffer
	if act == "offer" {
		want = brandubh.ErrDrawOffer
	}
	theirs := has == side.Opponent()
	may := map[string]bool{"offer": has == brandubh.NoSide, "accept": theirs, "decline": theirs, "withdraw": has == side}[act]
	switch {
	case side == brandubh.NoSide:
		may, want = false, brandubh.ErrNotASide
	case !m.model.v.Agreement:
		may, want = false, brandubh.ErrNoAgreement
	case m.model.result().Over():
		may, want = false, brandubh.ErrGameOver
	}
	switch act {
	case "offer":
		m.act(t, may, m.game.OfferDraw(side), want)
		if may {
			m.model.offer = side
		}
	case "accept":
		m.act(t, may, m.game.AcceptDraw(side), want)
		if may {
			m.model.spoken, m.model.offer = brandubh.Result{Reason: brandubh.Agreed}, brandubh.NoSide
		}
	case "decline":
		m.act(t, may, m.game.DeclineDraw(side), want)
		if may {
			m.model.offer = brandubh.NoSide
		}
	case "withdraw":
		m.act(t, may, m.game.WithdrawDraw(side), want)
		if may {
			m.model.offer = brandubh.NoSide
		}
	}
}

func (m *gameMachine) End(t *rapid.T) {
	if rapid.IntRange(0, 3).Draw(t, "rarely") > 0 {
		return
	}
	r := brandubh.Result{
		Winner: brandubh.Side(rapid.IntRange(0, 3).Draw(t, "winner")),
		Reason: brandubh.Reason(rapid.IntRange(0, int(brandubh.Aborted)+1).Draw(t, "reason")),
	}
	now := m.model.result()
	side := r.Winner == brandubh.Attackers || r.Winner == brandubh.Defenders
	may := false
	switch r.Reason {
	case brandubh.Resigned, brandubh.OutOfTime, brandubh.Forfeited:
		may = side
	case brandubh.Agreed:
		may = r.Winner == brandubh.NoSide && m.model.v.Agreement
	case brandubh.Aborted:
		may = r.Winner == brandubh.NoSide
	}
	may = may && !now.Over()
	m.act(t, may || r == now, m.game.End(r), brandubh.ErrResult)
	if may {
		m.model.spoken, m.model.offer = r, brandubh.NoSide
	}
}

// Copy copies the game, and goes on with one of the two while the other must stay as
// it is. The copies also exchange places in memory.
func (m *gameMachine) Copy(t *rapid.T) {
	switch genOne(t, "copy", "assign", "restore", "line") {
	case "assign":
		h := *m.game
		m.clone, m.cloneModel = &h, m.model
	case "restore": // the game comes back to where the copy stood
		if m.clone != nil {
			*m.game, m.model = *m.clone, m.cloneModel
		}
		return
	case "line":
		if m.model.spoken.Over() {
			return
		}
		m.clone, m.cloneModel = m.game.Line().Game(), m.model
		m.cloneModel.offer, m.cloneModel.undone = brandubh.NoSide, nil
	}
	if genBool(t, "go on with the copy") {
		m.game, m.clone = m.clone, m.game
		m.model, m.cloneModel = m.cloneModel, m.model
	}
}

func (m *gameMachine) SaveAndLoad(t *rapid.T) {
	m.game = stored(t, m.game)
	m.model.undone = nil
}

func TestGameMachine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		t.Repeat(rapid.StateMachineActions(newGameMachine(t)))
	})
}

// What counts as a repetition after moves have been undone and redone at random
// is what counts if only those that stand have ever been played.
func TestRepetitionFollowsUndo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		moves := genGame(&v, v.Start, 24).Draw(t, "game")
		pass := passOption(genBool(t, "let repetition pass"))
		l, err := brandubh.NewLine(&v, v.Start, pass)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 6).Draw(t, "times") {
			for l.Plies() < len(moves) && rapid.IntRange(0, 12).Draw(t, "stop") > 0 {
				if err := l.Play(moves[l.Plies()]); err != nil {
					t.Fatal(err)
				}
			}
			for range rapid.IntRange(0, l.Plies()).Draw(t, "undo") {
				l.Undo()
			}
			if legal := slices.Collect(l.Moves()); len(legal) > 0 && genBool(t, "aside") {
				if err := l.Play(rapid.SampledFrom(legal).Draw(t, "move")); err != nil {
					t.Fatal(err)
				}
				l.Undo()
			}
		}
		for l.Plies() < len(moves) {
			if err := l.Play(moves[l.Plies()]); err != nil {
				t.Fatal(err)
			}
		}
		fresh, _ := brandubh.NewLine(&v, v.Start, pass)
		for _, m := range moves {
			if err := fresh.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		for {
			got, _ := l.Repetition()
			want, _ := fresh.Repetition()
			if l.Occurrences() != fresh.Occurrences() || l.Result() != fresh.Result() || got != want ||
				!cmp.Equal(slices.Collect(l.Moves()), slices.Collect(fresh.Moves())) {
				t.Fatalf("after %d plies: %d occurrences, %v, %v; want %d, %v, %v", l.Plies(),
					l.Occurrences(), l.Result(), got, fresh.Occurrences(), fresh.Result(), want)
			}
			if a, b := l.Undo(), fresh.Undo(); !a || !b {
				break
			}
		}
	})
}

func TestLetRepetitionPass(t *testing.T) {
	shuffled := "d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3 c1-d1 c3-d3"
	if g := gameOf(t, brandubh.Federation(), shuffled); !g.Result().Over() || g.LetsRepetitionPass() {
		t.Errorf("repetition is applied without being asked, and the game is %v", g.Result())
	}
	g := gameOf(t, brandubh.Federation(), shuffled, brandubh.LetRepetitionPass)
	if g.Result().Over() || !g.LetsRepetitionPass() {
		t.Fatalf("where repetition passes the game is %v", g.Result())
	}
	want := brandubh.Repeat{Ply: 8, Earlier: 4, Result: brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.Repeated}}
	for range 3 {
		if err := g.Play(move(t, "d1-c1")); err != nil {
			t.Fatal(err)
		}
		if got, ok := g.Repetition(); !ok || got != want {
			t.Errorf("%+v, %v", got, ok)
		}
		g.Undo()
	}
	g.Undo()
	if got, ok := g.Repetition(); ok {
		t.Errorf("%+v before it has happened", got)
	}

	s, err := brandubh.NewGame(preset(t, "spelregler"), brandubh.LetRepetitionPass)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"} {
		if err := s.Play(move(t, text)); err != nil {
			t.Error(err)
		}
	}
}

// A game without rules, a line without rules, and acts out of turn do nothing
// and do not panic.
func TestZeroGame(t *testing.T) {
	var g brandubh.Game
	if !g.Result().Over() || g.Undo() || g.Redo() || g.Plies() != 0 || len(slices.Collect(g.Moves())) > 0 || g.Targets(3) != 0 {
		t.Error(g.Result())
	}
	for _, err := range []error{
		g.Play(brandubh.Move{}), g.Check(brandubh.Move{From: 200, To: 255}), g.Resign(brandubh.Attackers), g.TimeOut(brandubh.Defenders),
		g.OfferDraw(brandubh.Attackers), g.AcceptDraw(brandubh.Attackers), g.WithdrawDraw(7),
	} {
		if err == nil {
			t.Error("something is allowed")
		}
	}
	g.Explain(brandubh.Move{From: 60, To: 3})
	g.ResultCitations()
	if _, ok := g.Repetition(); ok {
		t.Error("repeated")
	}
	var l brandubh.Line
	if l.Undo() || l.Play(brandubh.Move{}) == nil || l.Occurrences() != 0 || len(l.Played()) > 0 {
		t.Error("the zero Line plays")
	}
	if _, err := brandubh.NewGame(nil); !errors.Is(err, brandubh.ErrNoVariant) {
		t.Error(err)
	}
	if _, err := brandubh.NewGame(&brandubh.Variant{}); err == nil {
		t.Error("the zero Variant plays")
	}
	if _, err := brandubh.NewLine(nil, brandubh.Position{}); !errors.Is(err, brandubh.ErrNoVariant) {
		t.Error(err)
	}
}

// What a game hands out belongs to its caller.
func TestGameHandsOutCopies(t *testing.T) {
	g := gameOf(t, brandubh.Federation(), "d1-c1 d3-c3")
	g.Played()[0] = brandubh.Move{}
	g.Variant().Enclosure = true
	if g.Played()[0] != move(t, "d1-c1") || g.Variant().Enclosure {
		t.Error("a caller has changed the game")
	}
	c := *g
	c.Undo()
	c.Undo()
	if err := c.Play(move(t, "d1-b1")); err != nil {
		t.Fatal(err)
	}
	if g.Plies() != 2 || g.Played()[0] != move(t, "d1-c1") {
		t.Error("a clone has changed the game")
	}
	v := brandubh.Federation()
	g = gameOf(t, v, "")
	v.Range.Attackers = 1
	if err := g.Play(move(t, "d1-b1")); err != nil {
		t.Error(err)
	}
}

// longGame returns so many plies of a game under the rules that no position of
// it ends, with much going back and forth.
func longGame(t testing.TB, v *brandubh.Variant, plies int) []brandubh.Move {
	l, err := brandubh.NewLine(v, v.Start, passOption(!v.Repetition.Forbidden))
	if err != nil {
		t.Fatal(err)
	}
	rng := random(88172645463325252)
	for tries := 0; l.Plies() < plies; tries++ {
		if tries > 100*plies {
			t.Fatal("no long game found")
		}
		moves := slices.Collect(l.Moves())
		m := moves[rng.below(len(moves))]
		if past := l.Played(); len(past) > 1 && rng.below(2) == 0 {
			m = brandubh.Move{From: past[len(past)-2].To, To: past[len(past)-2].From}
		}
		if l.Play(m) == nil && l.Result().Over() {
			l.Undo()
		}
	}
	return l.Played()
}

func repetitionRules() []brandubh.Repetition {
	rules := []brandubh.Repetition{{}, {Forbidden: true}}
	for _, counts := range []brandubh.RepetitionCount{brandubh.CountOccurrences, brandubh.CountMoves} {
		for _, r := range []brandubh.RepetitionResult{brandubh.RepetitionDraws, brandubh.StarterLoses, brandubh.BreakerLoses} {
			rules = append(rules, brandubh.Repetition{Counts: counts, Times: 3, Result: r})
		}
	}
	return rules
}

// A ply played and taken back again at the end of a line needs no memory.
func TestLineAllocates(t *testing.T) {
	v := brandubh.Federation()
	moves := longGame(t, v, 200)
	for _, rule := range repetitionRules() {
		w := *v
		w.Repetition = rule
		l, err := brandubh.NewLine(&w, w.Start, brandubh.LetRepetitionPass)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			if err := l.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if n := testing.AllocsPerRun(100, func() {
			l.Undo()
			l.Play(moves[len(moves)-1])
		}); n != 0 {
			t.Errorf("%+v: %v allocations", rule, n)
		}
		if n := testing.AllocsPerRun(10, func() {
			for l.Undo() {
			}
			for _, m := range moves {
				l.Play(m)
			}
		}); n != 0 {
			t.Errorf("%+v: %v allocations in 200 plies undone and played again", rule, n)
		}
	}
}

// BenchmarkLine plays a game of 200 plies, every move checked and every position
// judged, and takes it back, under each of the rules about repetition. Those with
// 10,000 plies cost the same for each.
func BenchmarkLine(b *testing.B) {
	v := brandubh.Federation()
	run := func(name string, rule brandubh.Repetition, plies int) {
		b.Run(name, func(b *testing.B) {
			w := *v
			w.Repetition = rule
			moves := longGame(b, &w, plies)
			l, err := brandubh.NewLine(&w, w.Start, passOption(!rule.Forbidden))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			var play, undo time.Duration
			for b.Loop() {
				start := time.Now()
				for _, m := range moves {
					if err := l.Play(m); err != nil {
						b.Fatal(err)
					}
				}
				play += time.Since(start)
				start = time.Now()
				for l.Undo() {
				}
				undo += time.Since(start)
			}
			plies := float64(b.N) * float64(len(moves))
			b.ReportMetric(float64(play.Nanoseconds())/plies, "ns/ply")
			b.ReportMetric(float64(undo.Nanoseconds())/plies, "ns/undo")
		})
	}
	for _, rule := range repetitionRules() {
		name := fmt.Sprintf("%v,%v", rule.Counts, rule.Result)
		if rule.Forbidden {
			name = "forbidden"
		}
		run(name, rule, 200)
	}
	run("10000,occurrences", brandubh.Federation().Repetition, 10000)
	run("10000,moves", brandubh.Repetition{Counts: brandubh.CountMoves, Times: 3, Result: brandubh.RepetitionDraws}, 10000)
}

// TestNewLineRefuses: no line and no game under rules that are none, though the
// start be sound.
func TestNewLineRefuses(t *testing.T) {
	v := preset(t, "federation")
	v.King.Sides.Elsewhere = 9
	var invalid *brandubh.ValidationError
	if _, err := brandubh.NewLine(v, v.Start); !errors.As(err, &invalid) {
		t.Errorf("NewLine: %v", err)
	}
	if _, err := brandubh.NewGameFrom(v, v.Start); !errors.As(err, &invalid) {
		t.Errorf("NewGameFrom: %v", err)
	}
}

// TestZeroRefuses: what was not made with NewLine or NewGame has no rules, and says
// so.
func TestZeroRefuses(t *testing.T) {
	m := brandubh.Move{From: brandubh.D1, To: brandubh.C1}
	for name, err := range map[string]error{
		"Line":    (&brandubh.Line{}).Play(m),
		"Game":    (&brandubh.Game{}).Play(m),
		"Variant": (*brandubh.Variant)(nil).Check(brandubh.Position{}, m),
	} {
		var e *brandubh.MoveError
		if !errors.As(err, &e) || *e != (brandubh.MoveError{Move: m, Err: brandubh.ErrNoVariant, At: m.To}) {
			t.Errorf("%s: %+v", name, err)
		}
	}
}

// TestLineErrors: what a line itself refuses names the square and the piece as what
// a position refuses does.
func TestLineErrors(t *testing.T) {
	for _, c := range []struct {
		rules, moves, refused string
		reason                error
		piece                 brandubh.Piece
	}{
		{"spelregler", "d1-c1 d3-c3 c1-d1", "c3-d3", brandubh.ErrRepetition, brandubh.Defender},
		{"federation", "d1-b1 d3-b3 d2-b2 d4-d1 f4-f2 d1-g1", "b2-c2", brandubh.ErrGameOver, brandubh.Attacker},
	} {
		v := preset(t, c.rules)
		l, err := brandubh.NewLine(v, v.Start)
		if err != nil {
			t.Fatal(err)
		}
		for text := range strings.SplitSeq(c.moves, " ") {
			if err := l.Play(move(t, text)); err != nil {
				t.Fatal(err)
			}
		}
		m := move(t, c.refused)
		var e *brandubh.MoveError
		if err := l.Check(m); !errors.As(err, &e) || e.Move != m || e.Err != c.reason || e.At != m.To || e.Piece != c.piece || e.Earlier != 0 {
			t.Errorf("%s, %s: %+v", c.rules, c.refused, e)
		}
	}
}

// TestUndoForgets: what was undone leaves nothing behind, however much a search
// plays and takes back.
func TestUndoForgets(t *testing.T) {
	for _, name := range []string{"federation", "legacy", "scottish"} {
		v := preset(t, name)
		l, err := brandubh.NewLine(v, v.Start)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range longGame(t, v, 8) {
			if err := l.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		plies := 0
		var search func(depth int)
		search = func(depth int) {
			for m := range v.Moves(l.Position()) {
				if l.Play(m) == nil {
					plies++
					if depth > 1 {
						search(depth - 1)
					}
					l.Undo()
				}
			}
		}
		search(2)
		plies = 0
		before := allocated()
		search(3)
		if grown := allocated() - before; grown > 1<<14 {
			t.Errorf("%s: %d bytes allocated in %d plies, all undone", name, grown, plies)
		}
	}
}

// allocated returns how many bytes were allocated since the program began.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// TestEndBeforeRepetition: a move that ends the game and fills the count of
// repeated moves at once ends it: by the pieces, not by the count. Between the two
// times a defender was taken, without whom there is no move the second time.
func TestEndBeforeRepetition(t *testing.T) {
	v := *preset(t, "federation")
	v.Repetition = brandubh.Repetition{Counts: brandubh.CountMoves, Times: 2, Result: brandubh.RepetitionDraws}
	start, err := brandubh.ParsePosition("7/4T2/t2t3/Kt5/t4T1/4t2/4t2 d")
	if err != nil {
		t.Fatal(err)
	}
	l, err := brandubh.NewLine(&v, start)
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.SplitSeq("f3-f1 e2-f2 e6-e5 f2-f5 f1-f2 f5-e5 f2-f3 e5-e2 f3-f1 e2-f2", " ") {
		if l.Result().Over() {
			t.Fatalf("%v before %s", l.Result(), text)
		}
		if err := l.Play(move(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := l.Result(), (brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.NoMovesLeft}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestOfferErrors: what a refused draw offer says.
func TestOfferErrors(t *testing.T) {
	g := gameOf(t, preset(t, "walker"), "")
	if err := g.OfferDraw(brandubh.Attackers); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		act  func(brandubh.Side) error
		side brandubh.Side
		is   error
		says string
	}{
		{g.OfferDraw, brandubh.Attackers, brandubh.ErrDrawOffer, "the attackers have offered a draw already: no such draw offer"},
		{g.OfferDraw, brandubh.Defenders, brandubh.ErrDrawOffer, "the attackers have offered a draw, which can be accepted or declined: no such draw offer"},
		{g.AcceptDraw, brandubh.Attackers, brandubh.ErrDrawOffer, "the defenders have offered no draw: no such draw offer"},
		{g.DeclineDraw, brandubh.Attackers, brandubh.ErrDrawOffer, "the defenders have offered no draw: no such draw offer"},
		{g.WithdrawDraw, brandubh.Defenders, brandubh.ErrDrawOffer, "the defenders have offered no draw: no such draw offer"},
	} {
		if err := c.act(c.side); !errors.Is(err, c.is) || err.Error() != c.says {
			t.Errorf("%v, want %s", err, c.says)
		}
	}
	if err := g.DeclineDraw(brandubh.Defenders); err != nil || g.Offer() != brandubh.NoSide {
		t.Errorf("declined, with %v, the offer of the %v stands", err, g.Offer())
	}
	if err := g.OfferDraw(brandubh.Attackers); err != nil {
		t.Errorf("an offer after one that was declined: %v", err)
	}
}

// TestOfferEndsWithTheGame: a move that ends the game ends the offer of the side
// that made it, which its own moves do not end otherwise.
func TestOfferEndsWithTheGame(t *testing.T) {
	v := brandubh.Federation()
	v.Agreement = true
	g := gameOf(t, v, "d1-b1 d3-b3 d2-b2")
	if err := g.OfferDraw(brandubh.Defenders); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"d4-d1", "f4-f2", "d1-g1"} {
		offer := g.Offer()
		if text == "f4-f2" {
			if offer != brandubh.Defenders {
				t.Errorf("the offer of the defenders has not outlived their own move")
			}
			if err := errors.Join(g.DeclineDraw(brandubh.Attackers), g.Play(move(t, text)), g.OfferDraw(brandubh.Defenders)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := g.Play(move(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	if g.Result().Reason != brandubh.Escape || g.Offer() != brandubh.NoSide {
		t.Errorf("the game is %v, and the offer of the %v stands", g.Result(), g.Offer())
	}
}

// TestRepeatJSON: an event of the repetition rule as JSON.
func TestRepeatJSON(t *testing.T) {
	g := gameOf(t, brandubh.Federation(), "d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3 c1-d1 c3-d3")
	e, _ := g.Repetition()
	if got, want := string(must(json.Marshal(e))), `{"ply":8,"earlier":4,"result":"attackers repetition"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestForbids: a line that lets repetition pass still says what the rules forbid.
func TestForbids(t *testing.T) {
	v := preset(t, "spelregler")
	for _, pass := range []bool{false, true} {
		l := must(brandubh.NewLine(v, v.Start, passOption(pass)))
		for _, text := range []string{"d1-c1", "d3-c3", "c1-d1"} {
			if m := move(t, text); l.Forbids(m) || l.Play(m) != nil {
				t.Errorf("%v is forbidden, and brings back no position", m)
			}
		}
		m := move(t, "c3-d3")
		if !l.Forbids(m) || (l.Check(m) == nil) != pass {
			t.Errorf("%v: forbidden %v, %v; it brings back the start", m, l.Forbids(m), l.Check(m))
		}
		if l.Forbids(move(t, "d1-d7")) || l.Forbids(move(t, "c3-c2")) {
			t.Error("forbidden as a repetition is what is illegal anyway, or no repetition")
		}
	}
}

// TestZeroWinsNothing: without rules nobody has won, and nothing can be played.
func TestZeroWinsNothing(t *testing.T) {
	var g brandubh.Game
	var l brandubh.Line
	want := brandubh.Result{Reason: brandubh.Aborted}
	for what, r := range map[string]brandubh.Result{
		"the zero Game": g.Result(), "a nil *Game": (*brandubh.Game)(nil).Result(), "the zero Line": l.Result(), "a nil *Line": (*brandubh.Line)(nil).Result(),
	} {
		if r != want {
			t.Errorf("%s: %v, want %v", what, r, want)
		}
	}
}

// TestReplayErrorJSON: a stored game that does not replay says so with a code of its
// own, and at which ply.
func TestReplayErrorJSON(t *testing.T) {
	_, err := brandubh.ParseGame([]byte(`{"format":1,"variant":"federation","fingerprint":"` + brandubh.Federation().Fingerprint() + `","moves":["d1-c1","a1-a2"],"result":"open"}`))
	var replay *brandubh.ReplayError
	if !errors.As(err, &replay) {
		t.Fatalf("%v is no *ReplayError", err)
	}
	data, jsonErr := json.Marshal(replay)
	var got map[string]any
	if jsonErr == nil {
		jsonErr = json.Unmarshal(data, &got)
	}
	if jsonErr != nil || got["code"] != "replay" || got["ply"] != 2.0 || got["cause"] != "no-piece" || got["message"] == "" {
		t.Errorf("%s, %v; want the code replay, ply 2 and the cause no-piece", data, jsonErr)
	}
}

// forfeit ends a game that a side forfeits.
func forfeit(g *brandubh.Game) func(brandubh.Side) error {
	return func(s brandubh.Side) error {
		if s.Opponent() == brandubh.NoSide {
			return brandubh.ErrNotASide
		}
		if over := g.Result(); over.Over() { // End does nothing if it is the result already
			return brandubh.ErrGameOver
		}
		return g.End(brandubh.Result{Winner: s.Opponent(), Reason: brandubh.Forfeited})
	}
}
