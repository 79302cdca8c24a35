package brandubh_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

func position(t testing.TB, text string) brandubh.Position {
	t.Helper()
	p, err := brandubh.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func move(t testing.TB, text string) brandubh.Move {
	t.Helper()
	m, err := brandubh.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// eachMove runs a body over the legal moves of random crowded positions under
// random rule sets.
func eachMove(t *testing.T, body func(t *rapid.T, v *brandubh.Variant, p brandubh.Position, m brandubh.Move, q brandubh.Position)) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		for range 10 {
			p := genPosition(&v).Draw(t, "position")
			for m := range v.Moves(p) {
				q, err := v.Play(p, m)
				if err != nil {
					t.Fatal(err)
				}
				body(t, &v, p, m, q)
			}
		}
	})
}

// common 2 and 4, F 5.1 and 5.2: a move changes one piece of its own side and
// removes only enemies.
func TestMoveChangesOnePieceAndRemovesOnlyEnemies(t *testing.T) {
	eachMove(t, func(t *rapid.T, v *brandubh.Variant, p brandubh.Position, m brandubh.Move, q brandubh.Position) {
		own, other := p.Turn(), p.Turn().Opponent()
		if q.Side(own) != p.Side(own)^m.From.Bitboard()^m.To.Bitboard() || q.At(m.To) != p.At(m.From) {
			t.Errorf("%v %v: own pieces of %v", p, m, q)
		}
		if q.Side(other)&^p.Side(other) != 0 || q.Turn() != other {
			t.Errorf("%v %v: other side of %v", p, m, q)
		}
	})
}

// common 6, F 5.2, S capture: up to three pieces fall at once, and each stands
// next to the arriving one (common 5).
func TestAtMostThreeFallNextToTheArrival(t *testing.T) {
	eachMove(t, func(t *rapid.T, v *brandubh.Variant, p brandubh.Position, m brandubh.Move, q brandubh.Position) {
		taken := v.Captures(p, m)
		if taken.Len() > 3 {
			t.Errorf("%v %v takes %v", p, m, taken)
		}
		for s := range taken.All() {
			df, dr := s.File()-m.To.File(), s.Rank()-m.To.Rank()
			if df*df+dr*dr != 1 {
				t.Errorf("%v %v takes %v from afar", p, m, s)
			}
		}
	})
}

// common 3, F 5.3, N 5, S throne: a soldier never stands on a corner, nor on a
// throne that it may not stop on.
func TestNoSoldierOnThroneOrCorner(t *testing.T) {
	eachMove(t, func(t *rapid.T, v *brandubh.Variant, p brandubh.Position, m brandubh.Move, q brandubh.Position) {
		if err := v.ValidatePosition(q); err != nil {
			t.Errorf("%v %v: %v", p, m, err)
		}
	})
}

// common 5, F 5.2, S capture: who moves in between two enemies is safe: a move
// never removes a piece of its own side, and what stands closed in stays while
// an enemy moves elsewhere.
func TestStandingClosedInIsSafe(t *testing.T) {
	v := brandubh.Federation()
	p := position(t, "7/1K5/7/7/5T1/4t1t/t6 d")
	p, err := v.Play(p, move(t, "f3-f2"))
	if err != nil || !p.Pieces(brandubh.Defender).Has(brandubh.F2) {
		t.Fatal(p, err)
	}
	for m := range v.Moves(p) {
		if arrives := m.To == brandubh.E2 || m.To == brandubh.G2; !arrives && v.Captures(p, m).Has(brandubh.F2) {
			t.Errorf("%v takes f2", m)
		}
	}
	if q, _ := v.Play(p, move(t, "g2-g3")); v.Captures(q.WithTurn(brandubh.Attackers), move(t, "g3-g2")) != brandubh.F2.Bitboard() {
		t.Error("an arrival anew at one of the two ends takes nothing")
	}
}

// common 4, 5 and 9: a soldier falls only between the piece that arrives and what
// stands straight opposite, an enemy of it or a throne or corner: neither the
// edge nor an enemy on the other axis will do.
func TestSoldierFallsBetweenArrivalAndOpposite(t *testing.T) {
	eachMove(t, func(t *rapid.T, v *brandubh.Variant, p brandubh.Position, m brandubh.Move, q brandubh.Position) {
		for s := range (v.Captures(p, m) &^ p.Pieces(brandubh.King)).All() {
			opposite, ok := brandubh.SquareAt(2*s.File()-m.To.File(), 2*s.Rank()-m.To.Rank())
			own := p.Side(p.Turn()) &^ m.From.Bitboard()
			if !ok || !(own | brandubh.Throne | brandubh.Corners).Has(opposite) {
				t.Errorf("%s\n%v: %v takes %v against nothing", variantText(v), p, m, s)
			}
		}
	})
}

// common 5, F 5.2, S capture: a soldier that moves in between two enemies is not
// taken by that, and no later move takes it that does not arrive next to it.
func TestMovingInBetweenIsSafe(t *testing.T) {
	arose := 0
	eachMove(t, func(t *rapid.T, v *brandubh.Variant, p brandubh.Position, m brandubh.Move, q brandubh.Position) {
		enemies, to := q.Side(q.Turn()), m.To
		between := func(df, dr int) bool {
			a, okA := brandubh.SquareAt(to.File()+df, to.Rank()+dr)
			b, okB := brandubh.SquareAt(to.File()-df, to.Rank()-dr)
			return okA && okB && enemies.Has(a) && enemies.Has(b)
		}
		if q.At(to) == brandubh.King || !between(1, 0) && !between(0, 1) {
			return
		}
		arose++
		for n := range v.Moves(q) {
			df, dr := n.To.File()-to.File(), n.To.Rank()-to.Rank()
			if df*df+dr*dr != 1 && v.Captures(q, n).Has(to) {
				t.Errorf("%s\n%v: %v, and then %v takes %v", variantText(v), p, m, n, to)
			}
		}
	})
	if arose == 0 {
		t.Error("nobody has moved in between two enemies")
	}
}

// L 5.5, L 8.9, S goal, S blocked: with the defenders to move, no piece of the
// king's side stands on the edge or can reach it; a corner is an edge square too.
func TestEnclosureAsksForTheWholeSide(t *testing.T) {
	legacy, scottish := preset(t, "legacy"), preset(t, "scottish")
	scottish.Enclosure = true
	for _, c := range []struct {
		v       *brandubh.Variant
		p, want string
	}{
		{scottish, "7/7/3t3/2tKt2/3t3/7/7 d", "attackers enclosed"},
		{scottish, "7/7/3t3/2tKt2/3t3/7/7 a", "open"},
		{scottish, "7/1T5/3t3/2tKt2/3t3/7/7 d", "open"},
		{scottish, "7/7/3t3/2tKt2/3t3/t6/Tt5 d", "attackers no-moves"},
		{scottish, "7/7/3t3/2tKt2/3t3/3t3/2tTt2 d", "attackers no-moves"},
		{legacy, "7/7/3t3/2t1t2/2tKt2/3t3/7 d", "attackers enclosed"},
		{legacy, "7/3t3/2tTt2/2t1t2/2tKt2/3t3/7 d", "attackers enclosed"},
		{legacy, "7/3t3/2tTt2/2t4/2tKt2/3t3/7 d", "open"}, // turning on the throne
	} {
		if got := c.v.Result(position(t, c.p)).String(); got != c.want {
			t.Errorf("%s under %s: %s, want %s", c.p, c.v.Name, got, c.want)
		}
	}
}

// A finished position has no legal moves, an unfinished one has at least one;
// Check allows exactly the moves of Moves among all 49×49, Targets agrees, and no
// other takes anything.
func TestMovesCheckAndTargetsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		p := genPosition(&v).Draw(t, "position")
		moves := v.AppendMoves(nil, p)
		if v.Result(p).Over() != (len(moves) == 0) {
			t.Errorf("%v: %v with %d moves", p, v.Result(p), len(moves))
		}
		var legal []brandubh.Move
		for from := range brandubh.Square(51) {
			for to := range brandubh.Square(51) {
				m := brandubh.Move{From: from, To: to}
				err := v.Check(p, m)
				if err == nil {
					legal = append(legal, m)
				} else if me := (*brandubh.MoveError)(nil); !errors.As(err, &me) || me.Err == nil || err.Error() == "" {
					t.Errorf("%v: %v: %v", p, m, err)
				}
				if err != nil && v.Captures(p, m) != 0 {
					t.Errorf("%v: %v is illegal and takes %v", p, m, v.Captures(p, m))
				}
				if v.Targets(p, from).Has(to) != (err == nil) {
					t.Errorf("%v: Targets and Check disagree on %v: %v", p, m, err)
				}
			}
		}
		if !slices.Equal(legal, moves) {
			t.Errorf("%v: Check allows %v, Moves lists %v", p, legal, moves)
		}
	})
}

// The eight symmetries of the board commute with everything.
func TestSymmetriesCommute(t *testing.T) {
	eachMove(t, func(t *rapid.T, v *brandubh.Variant, p brandubh.Position, m brandubh.Move, q brandubh.Position) {
		for s := range brandubh.Symmetries() {
			got, err := v.Play(s.Position(p), s.Move(m))
			if err != nil || got != s.Position(q) || v.Result(got) != v.Result(q) {
				t.Errorf("%v %v under %v: %v, %v", p, m, s, got, err)
			}
			if v.Captures(s.Position(p), s.Move(m)) != s.Bitboard(v.Captures(p, m)) {
				t.Errorf("%v %v under %v: captures", p, m, s)
			}
		}
	})
}

// Each knob beyond the presets changes play: the answers before and after.
func TestKnobsChangePlay(t *testing.T) {
	outcome := func(v *brandubh.Variant, p brandubh.Position, m brandubh.Move) string {
		q, err := v.Play(p, m)
		if err != nil {
			return "illegal: " + errors.Unwrap(err).Error()
		}
		return strings.TrimSpace(v.Captures(p, m).String() + " " + v.Result(q).String())
	}
	for _, c := range []struct {
		knob           string
		change         func(v *brandubh.Variant)
		position, move string
		before, after  string
	}{
		{"range.attackers", func(v *brandubh.Variant) { v.Range.Attackers = 1 }, "7/1K5/7/7/7/7/1t5 a", "b1-d1", "open", "illegal: out of range"},
		{"range.defenders", func(v *brandubh.Variant) { v.Range.Defenders = 2 }, "7/1K5/7/7/7/t6/1T5 d", "b1-e1", "open", "illegal: out of range"},
		{"range.king: a passed throne costs its square", func(v *brandubh.Variant) { v.Range.King = 2 }, "7/7/7/2K4/7/7/t6 d", "c4-f4", "open", "illegal: out of range"},
		{"throne.pass.attackers", func(v *brandubh.Variant) { v.Throne.Pass.Attackers = false }, "7/1K5/7/2t4/7/7/7 a", "c4-e4", "open", "illegal: blocked"},
		{"throne.pass.defenders", func(v *brandubh.Variant) { v.Throne.Pass.Defenders = false }, "7/1K5/7/2T4/7/7/1t5 d", "c4-e4", "open", "illegal: blocked"},
		{"throne.pass.king", func(v *brandubh.Variant) { v.Throne.Pass.King = false }, "7/7/7/2K4/7/7/1t5 d", "c4-e4", "open", "illegal: blocked"},
		{"throne.return, still may not pass", func(v *brandubh.Variant) { v.Throne.Return = false }, "7/7/7/2K4/7/7/1t5 d", "c4-d4", "open", "illegal: may not stop there"},
		{"throne.stop.attackers", func(v *brandubh.Variant) { v.Throne.Stop.Attackers = true }, "7/1K5/7/2t4/7/7/7 a", "c4-d4", "illegal: may not stop there", "open"},
		{"throne.stop.defenders", func(v *brandubh.Variant) { v.Throne.Stop.Defenders = true }, "7/1K5/7/2T4/7/7/1t5 d", "c4-d4", "illegal: may not stop there", "open"},
		{"throne.hostile.attackers", func(v *brandubh.Variant) { v.Throne.Hostile.Attackers = brandubh.HostileNever }, "7/1K5/7/4t2/5T1/t6/7 d", "f3-f4", "e4 open", "open"},
		{"throne.hostile.defenders", func(v *brandubh.Variant) { v.Throne.Hostile.Defenders = brandubh.HostileAlways }, "7/7/7/3KT2/5t1/7/7 a", "f3-f4", "open", "e4 open"},
		{"throne.hostile.king", func(v *brandubh.Variant) { v.Throne.Hostile.King = brandubh.HostileWhenEmpty; v.King.Sides.Beside = 2 }, "7/7/7/7/3K3/7/3t3 a", "d1-d2", "open", "d3 attackers king-captured"},
		{"no throne", func(v *brandubh.Variant) {
			v.Throne = brandubh.ThroneRules{}
			v.King.Sides.Throne, v.King.Sides.Beside = 0, 0
		}, "7/1K5/7/2t4/7/7/7 a", "c4-d4", "illegal: may not stop there", "open"},
		{"no corners", func(v *brandubh.Variant) { v.Corners = brandubh.CornerRules{}; v.Goal = brandubh.GoalEdge }, "7/1K5/7/7/7/7/1t5 a", "b1-a1", "illegal: may not stop there", "open"},
		{"corners.hostile.attackers", func(v *brandubh.Variant) { v.Corners.Hostile.Attackers = false }, "7/3K3/7/7/2T2t1/7/1t5 d", "c3-c1", "b1 open", "open"},
		{"corners.hostile.defenders", func(v *brandubh.Variant) { v.Corners.Hostile.Defenders = false }, "7/1K5/7/7/2t4/7/1T5 a", "c3-c1", "b1 open", "open"},
		{"corners.hostile.king", func(v *brandubh.Variant) { v.Corners.Hostile.King = false }, "7/7/7/7/2t4/7/1K5 a", "c3-c1", "b1 attackers king-captured", "open"},
		{"hammer-only: no anvil", func(v *brandubh.Variant) { v.King.Armed = brandubh.HammerOnly }, "7/7/5t1/7/3T3/1Kt4/7 d", "d3-d2", "c2 open", "open"},
		{"anvil-only: no hammer", func(v *brandubh.Variant) { v.King.Armed = brandubh.AnvilOnly }, "7/7/5t1/7/1K5/2tT3/7 d", "b3-b2", "c2 open", "open"},
		{"unarmed", func(v *brandubh.Variant) { v.King.Armed = brandubh.Unarmed }, "7/7/5t1/7/3T3/1Kt4/7 d", "d3-d2", "c2 open", "open"},
		{"king.edge", func(v *brandubh.Variant) { v.King.Edge = true }, "7/7/7/6K/5t1/7/7 a", "f3-f4", "open", "g4 attackers king-captured"},
		{"king.sides.elsewhere", func(v *brandubh.Variant) { v.King.Sides.Elsewhere = 3 }, "7/7/7/7/7/1tK3t/7 a", "g2-d2", "c2 attackers king-captured", "open"},
		{"king.sides.beside", func(v *brandubh.Variant) { v.King.Sides.Beside = 2 }, "7/7/7/7/2tK2t/7/7 a", "g3-e3", "open", "d3 attackers king-captured"},
		{"king.sides.throne", func(v *brandubh.Variant) { v.King.Sides.Throne = 2 }, "7/7/7/2tK2t/7/7/7 a", "g4-e4", "open", "d4 attackers king-captured"},
		{"goal", func(v *brandubh.Variant) { v.Goal = brandubh.GoalEdge }, "7/7/7/2K4/7/7/1t5 d", "c4-c7", "open", "defenders escape"},
		{"enclosure", func(v *brandubh.Variant) { v.Enclosure = true }, "7/1t5/7/7/2ttt2/2T1Kt1/2ttt2 a", "b6-b2", "open", "attackers enclosed"},
		{"noMoves", func(v *brandubh.Variant) { v.NoMoves = brandubh.NoMovesDraws }, "7/1K5/7/7/7/1Tt3T/7 d", "g2-d2", "c2 defenders no-moves", "c2 draw no-moves"},
	} {
		v := brandubh.Federation()
		p, m := position(t, c.position), move(t, c.move)
		if got := outcome(v, p, m); got != c.before {
			t.Errorf("%s: federation: %v in %v: %q, want %q", c.knob, m, p, got, c.before)
		}
		c.change(v)
		v.Start = position(t, "7/7/7/3K3/2t1t2/7/7 a") // sound under every change
		if err := v.Validate(); err != nil {
			t.Errorf("%s: %v", c.knob, err)
		}
		if got := outcome(v, p, m); got != c.after {
			t.Errorf("%s: changed: %v in %v: %q, want %q", c.knob, m, p, got, c.after)
		}
	}
}

// The knobs that a game has beside those of a position: the start, who moves
// first, every choice about repetition, the draw by agreement.
func TestKnobsChangeGames(t *testing.T) {
	const around = "d1-c1 d3-c3 c1-d1 c3-d3 "
	type repetition = brandubh.Repetition
	for _, c := range []struct {
		rule  repetition
		moves string
		want  string // the result after the last of the moves, and not before
	}{
		{repetition{}, strings.Repeat(around, 5), "open"},
		{repetition{Counts: brandubh.CountOccurrences, Times: 2, Result: brandubh.RepetitionDraws}, around, "draw repetition"},
		{repetition{Counts: brandubh.CountOccurrences, Times: 3, Result: brandubh.RepetitionDraws}, strings.Repeat(around, 2), "draw repetition"},
		{repetition{Counts: brandubh.CountOccurrences, Times: 3, Result: brandubh.DefendersLose}, strings.Repeat(around, 2), "attackers repetition"},
		{repetition{Counts: brandubh.CountOccurrences, Times: 3, Result: brandubh.MoverLoses}, strings.Repeat(around, 2), "attackers repetition"},
		{repetition{Counts: brandubh.CountOccurrences, Times: 3, Result: brandubh.StarterLoses}, strings.Repeat(around, 2), "defenders repetition"},
		{repetition{Counts: brandubh.CountOccurrences, Times: 3, Result: brandubh.BreakerLoses}, strings.Repeat(around, 2), "attackers repetition"},
		{repetition{Counts: brandubh.CountMoves, Times: 2, Result: brandubh.StarterLoses}, around + "d1-c1 d3-c3", "defenders repetition"},
		{repetition{Counts: brandubh.CountMoves, Times: 3, Result: brandubh.StarterLoses}, strings.Repeat(around, 2) + "d1-c1 d3-c3", "defenders repetition"},
		{repetition{Counts: brandubh.CountMoves, Times: 3, Result: brandubh.StarterLoses}, "d1-c1 d3-c3 " + strings.Repeat("d7-e7 c3-d3 e7-d7 d3-c3 ", 2) + "d7-e7", "attackers repetition"},
		{repetition{Counts: brandubh.CountMoves, Times: 3, Result: brandubh.MoverLoses}, strings.Repeat(around, 2) + "d1-c1 d3-c3", "attackers repetition"},
	} {
		v := brandubh.Federation()
		v.Repetition = c.rule
		g, err := brandubh.NewGame(v)
		if err != nil {
			t.Fatal(err)
		}
		moves := strings.Fields(c.moves)
		for i, text := range moves {
			if g.Result().Over() {
				t.Errorf("%+v: over before ply %d: %v", c.rule, i+1, g.Result())
				break
			}
			if err := g.Play(move(t, text)); err != nil {
				t.Fatal(err)
			}
		}
		if got := g.Result().String(); got != c.want {
			t.Errorf("%+v: after %d plies %s, want %s", c.rule, len(moves), got, c.want)
		}
	}

	for _, forbidden := range []bool{false, true} {
		v := brandubh.Federation()
		v.Repetition = repetition{Forbidden: forbidden}
		g, err := brandubh.NewGame(v)
		if err != nil {
			t.Fatal(err)
		}
		for text := range strings.FieldsSeq("d1-c1 d3-c3 c1-d1") {
			if err := g.Play(move(t, text)); err != nil {
				t.Fatal(err)
			}
		}
		back := move(t, "c3-d3")
		if err := g.Check(back); errors.Is(err, brandubh.ErrRepetition) != forbidden || slices.Contains(slices.Collect(g.Moves()), back) == forbidden {
			t.Errorf("forbidden %v: %v", forbidden, err)
		}
	}

	for _, agreement := range []bool{false, true} {
		v := brandubh.Federation()
		v.Agreement = agreement
		v.Start = position(t, "2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2 d")
		g, err := brandubh.NewGame(v)
		if err != nil {
			t.Fatal(err)
		}
		if g.Position() != v.Start || g.Check(move(t, "e5-f5")) != nil || !errors.Is(g.Check(move(t, "d2-c2")), brandubh.ErrNotYours) {
			t.Errorf("the defenders do not start: %v", g.Position())
		}
		if err := g.OfferDraw(brandubh.Attackers); errors.Is(err, brandubh.ErrNoAgreement) == agreement {
			t.Errorf("agreement %v: %v", agreement, err)
		}
		if err := g.AcceptDraw(brandubh.Defenders); (err == nil) != agreement || g.Result().Over() != agreement {
			t.Errorf("agreement %v: %v, %v", agreement, err, g.Result())
		}
	}
}

// The reasons of a refusal, in their documented order.
func TestMoveErrorReasons(t *testing.T) {
	v := preset(t, "magpie")
	start := v.Start
	for _, c := range []struct {
		v    *brandubh.Variant
		p    brandubh.Position
		m    brandubh.Move
		want error
		at   brandubh.Square
	}{
		{nil, start, move(t, "d1-c1"), brandubh.ErrNoVariant, brandubh.C1},
		{v, position(t, "7/7/7/7/7/7/6K a"), brandubh.Move{From: 80, To: 90}, brandubh.ErrGameOver, 90},
		{v, start, brandubh.Move{From: 80, To: 90}, brandubh.ErrOffBoard, 80},
		{v, start, brandubh.Move{From: brandubh.A2, To: 90}, brandubh.ErrOffBoard, 90},
		{v, start, move(t, "a2-b3"), brandubh.ErrNoPiece, brandubh.A2},
		{v, start, move(t, "d3-e4"), brandubh.ErrNotYours, brandubh.D3},
		{v, start, move(t, "d1-e2"), brandubh.ErrNotALine, brandubh.E2},
		{v, start, move(t, "d1-d1"), brandubh.ErrNotALine, brandubh.D1},
		{v, start, move(t, "d1-d4"), brandubh.ErrBlocked, brandubh.D2},
		{v, start, move(t, "d7-d2"), brandubh.ErrBlocked, brandubh.D6},
		{v, start, move(t, "d1-a1"), brandubh.ErrMayNotStop, brandubh.A1},
		{v, position(t, "7/7/7/1K5/7/7/5t1 d"), move(t, "b4-b6"), brandubh.ErrOutOfRange, brandubh.B6},
	} {
		err := c.v.Check(c.p, c.m)
		var me *brandubh.MoveError
		if !errors.Is(err, c.want) || !errors.As(err, &me) || me.At != c.at {
			t.Errorf("%v in %v: %v, want %v at %v", c.m, c.p, err, c.want, c.at)
		}
	}
}

func TestEveryReasonAtOnce(t *testing.T) {
	v := brandubh.Federation()
	v.Goal, v.Range.King, v.King.Sides.Throne, v.Repetition.Times = 9, 7, 5, 1
	v.Base = "nowhere"
	v.Start = position(t, "t5T/7/7/3T3/7/7/7 -")
	var e *brandubh.ValidationError
	if err := v.Validate(); !errors.As(err, &e) || len(e.Problems) != 10 {
		t.Errorf("want 10 problems: %v", err)
	}
	for _, v := range []*brandubh.Variant{nil, {}} {
		if v.Validate() == nil || v.Result(brandubh.Position{}) != (brandubh.Result{}) && v == nil {
			t.Errorf("%v is no rule set", v)
		}
		for range v.Moves(brandubh.Federation().Start) {
			_ = v
		}
		v.Explain(brandubh.Position{}, brandubh.Move{})
		v.Perft(brandubh.Federation().Start, 2)
	}
}

// Everything that is wrong with a position, in square order.
func TestPositionProblems(t *testing.T) {
	fed, scottish := brandubh.Federation(), preset(t, "scottish")
	for _, c := range []struct {
		v               *brandubh.Variant
		p               string
		position, start string // the paths of the problems
	}{
		{fed, "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "", ""},
		{fed, "t5T/7/7/3T3/7/7/t5t -", "a1 g1 d4 a7 g7 turn", "a1 g1 d4 a7 g7 turn king"},
		{fed, "K5K/7/7/3K3/7/7/7 d", "king", "king"},
		{fed, "7/7/7/7/7/7/1t5 d", "", "king"},
		{fed, "K6/7/7/7/7/7/1t5 d", "", ""},
		{scottish, "t5T/7/7/3T3/7/3K3/t5t a", "", ""},
		{scottish, "7/7/7/7/7/7/7 -", "turn", "turn king"},
	} {
		p := position(t, c.p)
		for want, err := range map[string]error{c.position: c.v.ValidatePosition(p), "start " + c.start: c.v.ValidateStart(p)} {
			want = strings.TrimSpace(strings.TrimPrefix(want, "start "))
			var invalid *brandubh.ValidationError
			var paths []string
			if errors.As(err, &invalid) {
				for _, problem := range invalid.Problems {
					paths = append(paths, problem.Path)
				}
			}
			if got := strings.Join(paths, " "); got != want || (err == nil) != (want == "") {
				t.Errorf("%s: %v: problems with %q, want %q: %v", c.v.Name, p, got, want, err)
			}
		}
	}
	var none *brandubh.Variant
	for _, err := range []error{none.Validate(), none.ValidateStart(fed.Start), none.ValidatePosition(fed.Start)} {
		if !errors.Is(err, brandubh.ErrNoVariant) {
			t.Error(err)
		}
	}
}

func TestPresetsAreCopies(t *testing.T) {
	for _, name := range brandubh.Presets() {
		v := preset(t, name)
		if v.Name != name || v.Base != name {
			t.Errorf("%s: name %q, base %q", name, v.Name, v.Base)
		}
		v.Enclosure = !v.Enclosure
		if *preset(t, name) == *v {
			t.Errorf("%s has been changed for everybody", name)
		}
	}
	if _, err := brandubh.Preset("nowhere"); !errors.Is(err, brandubh.ErrNoPreset) {
		t.Error(err)
	}
}

// TestWithTurn: nobody is to move where no side is named.
func TestWithTurn(t *testing.T) {
	p := preset(t, "federation").Start
	for s := range brandubh.Side(10) {
		want := s
		if s != brandubh.Attackers && s != brandubh.Defenders {
			want = brandubh.NoSide
		}
		if got := p.WithTurn(s).Turn(); got != want {
			t.Errorf("WithTurn(%d): %v is to move, want %v", s, got, want)
		}
	}
}

// TestPieces: every square holds one kind of piece or none, and there are no others.
func TestPieces(t *testing.T) {
	p := preset(t, "federation").Start
	var all brandubh.Bitboard
	for x := range brandubh.Piece(10) {
		b := p.Pieces(x)
		if x > brandubh.King && b != 0 || all&b != 0 {
			t.Errorf("Pieces(%d): %v", x, b)
		}
		for s := range b.All() {
			if p.At(s) != x {
				t.Errorf("%v: %v, want %v", s, p.At(s), x)
			}
		}
		all |= b
	}
	if all != brandubh.Board {
		t.Errorf("no piece and not empty: %v", brandubh.Board&^all)
	}
}

// Neighbours and Goals against the squares counted out one by one.
func TestNeighboursAndGoals(t *testing.T) {
	for s := range brandubh.Square(49) {
		var want brandubh.Bitboard
		for other := range brandubh.Square(49) {
			files, ranks := s.File()-other.File(), s.Rank()-other.Rank()
			if files*files+ranks*ranks == 1 {
				want |= other.Bitboard()
			}
		}
		if got := s.Bitboard().Neighbours(); got != want {
			t.Errorf("the neighbours of %v are %v, want %v", s, got, want)
		}
	}
	if got := brandubh.Board.Neighbours(); got != brandubh.Board {
		t.Errorf("the neighbours of the whole board are %v", got)
	}
	for _, name := range brandubh.Presets() {
		v := preset(t, name)
		for s := range brandubh.Square(49) {
			var p brandubh.Position
			p, _ = p.Put(s, brandubh.King)
			escaped := v.Result(p).Reason == brandubh.Escape
			if v.Goals().Has(s) != escaped {
				t.Errorf("%s: a king on %v has escaped: %v, a goal: %v", name, s, escaped, v.Goals().Has(s))
			}
		}
	}
	if got := (*brandubh.Variant)(nil).Goals(); got != 0 {
		t.Errorf("without rules there are the goals %v", got)
	}
}

func TestParseSide(t *testing.T) {
	for _, s := range []brandubh.Side{brandubh.NoSide, brandubh.Attackers, brandubh.Defenders} {
		if got, err := brandubh.ParseSide(s.String()); err != nil || got != s {
			t.Errorf("%v is read as %v, %v", s, got, err)
		}
	}
	for _, text := range []string{"", "Attackers", "black", "attackers "} {
		if got, err := brandubh.ParseSide(text); !errors.Is(err, brandubh.ErrSyntax) || got != brandubh.NoSide {
			t.Errorf("%q is read as %v, %v; it is no side", text, got, err)
		}
	}
}
