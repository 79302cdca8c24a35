package brandubh_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

// variations returns copies of a rule set in which that field alone has another
// value, also such as make no valid rule set but have a meaning: no goal at all,
// and for a board without a throne a throne about which nothing else is special.
func variations(v *brandubh.Variant, path string) []brandubh.Variant {
	from := *v
	if _, has := v.Value(path); !has {
		switch {
		case strings.HasPrefix(path, "throne.") || strings.HasPrefix(path, "king.sides."):
			t, sides := &from.Throne, &from.King.Sides
			t.Exists, t.Return, t.Stop.Attackers, t.Stop.Defenders = true, true, true, true
			t.Pass = brandubh.ByPiece[bool]{Attackers: true, Defenders: true, King: true}
			sides.Throne, sides.Beside = sides.Elsewhere, sides.Elsewhere
		case strings.HasPrefix(path, "corners."):
			w := from
			hostile := map[string]*bool{
				"corners.hostile.attackers": &w.Corners.Hostile.Attackers,
				"corners.hostile.defenders": &w.Corners.Hostile.Defenders,
				"corners.hostile.king":      &w.Corners.Hostile.King,
			}
			*hostile[path] = true
			return []brandubh.Variant{w}
		default:
			return nil
		}
	}
	var all []brandubh.Variant
	for _, value := range brandubh.FieldValues(path) {
		w := from
		if w.Set(path, value) == nil {
			all = append(all, w)
		}
	}
	if path == "goal" {
		w := from
		w.Goal = 0
		all = append(all, w)
	}
	return all
}

// refusal returns why a move is refused in a form that can be compared: which
// reason it is, where, by which piece, and how the game ended.
func refusal(v *brandubh.Variant, p brandubh.Position, m brandubh.Move) string {
	why := (*brandubh.MoveError)(nil)
	if !errors.As(v.Check(p, m), &why) {
		return "legal"
	}
	return fmt.Sprint(brandubh.Code(why), why.At, why.Piece, why.Result)
}

// fate returns what becomes of a piece in a form that can be compared: whether the
// move captures it, and against what.
func fate(v *brandubh.Variant, p brandubh.Position, m brandubh.Move, s brandubh.Square) string {
	if !v.Captures(p, m).Has(s) {
		return "spared"
	}
	for _, f := range v.Explain(p, m).Effects {
		if f.Square == s {
			return fmt.Sprint(f.Captors)
		}
	}
	return "captured without an explanation"
}

func cites(cited []brandubh.Citation, path string) bool {
	return slices.ContainsFunc(cited, func(c brandubh.Citation) bool { return c.Rule == path })
}

// genPlace draws a rule set, a position and a move, legal or not.
func genPlace(t *rapid.T) (v *brandubh.Variant, p brandubh.Position, m brandubh.Move) {
	set := genVariant().Draw(t, "variant")
	v = &set
	p = genPosition(v).Draw(t, "position")
	legal := slices.Collect(v.Moves(p))
	var captures, near []brandubh.Move
	for _, m := range legal {
		if v.Captures(p, m) != 0 {
			captures = append(captures, m)
		} else if len(v.Explain(p, m).Effects) > 0 {
			near = append(near, m)
		}
	}
	var sources []brandubh.Square
	for s := range brandubh.Square(49) {
		if p.At(s) != brandubh.NoPiece {
			sources = append(sources, s)
		}
	}
	lists := [][]brandubh.Move{captures, near, legal}
	lists = slices.DeleteFunc(lists, func(l []brandubh.Move) bool { return len(l) == 0 })
	if len(lists) > 0 && rapid.IntRange(0, 3).Draw(t, "kind") > 0 {
		return v, p, genOne(t, "move", genOne(t, "list", lists...)...)
	}
	if genOne(t, "turn", true, true, true, true, false) {
		p = p.WithTurn(p.At(sources[0]).Side())
	} else {
		p = p.WithTurn(genOne(t, "side", brandubh.NoSide, brandubh.Attackers, brandubh.Defenders))
	}
	from := genOne(t, "from", append(sources, brandubh.Square(rapid.IntRange(0, 50).Draw(t, "any square")))...)
	to := brandubh.Square(rapid.IntRange(0, 50).Draw(t, "to"))
	if genOne(t, "along", true, true, false) && from.Valid() {
		line := []brandubh.Square{}
		for i := range brandubh.Size {
			rank, _ := brandubh.SquareAt(i, from.Rank())
			file, _ := brandubh.SquareAt(from.File(), i)
			line = append(line, rank, file)
		}
		to = genOne(t, "to on the line", line...)
	}
	return v, p, brandubh.Move{From: from, To: to}
}

// TestCitationsDecide: a field is cited for a statement if, and only if, the
// statement is another with some other value of that field alone.
func TestCitationsDecide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p, m := genPlace(t)
		e := v.Explain(p, m)
		compare := func(statement, path string, cited, decides bool) {
			if cited != decides {
				t.Fatalf("%s\n%v %v: %s: %s decides: %v, is cited: %v\n%v", variantText(v), p, m, statement, path, decides, cited, e)
			}
		}
		legal := refusal(v, p, m)
		for _, path := range brandubh.Fields() {
			others := variations(v, path)
			decides := func(differs func(*brandubh.Variant) bool) bool {
				return slices.ContainsFunc(others, func(w brandubh.Variant) bool { return differs(&w) })
			}
			compare(legal, path, cites(e.Citations, path), decides(func(w *brandubh.Variant) bool { return refusal(w, p, m) != legal }))
			ends := e.ResultCitations
			if !e.Result.Over() && e.Err == nil {
				ends = e.CouldEnd
			}
			if e.Result.Over() || e.Err == nil {
				compare(e.Result.String(), path, cites(ends, path), decides(func(w *brandubh.Variant) bool { return w.Result(e.After) != e.Result }))
			}
			for _, f := range e.Effects {
				was := fate(v, p, m, f.Square)
				compare(f.String(), path, cites(f.Citations, path), decides(func(w *brandubh.Variant) bool {
					return w.Check(p, m) == nil && fate(w, p, m, f.Square) != was
				}))
			}
		}
		if !e.Result.Over() && (len(e.ResultCitations) > 0 || v.ResultCitations(e.After) != nil) {
			t.Fatalf("%v: the game goes on, and rules are cited for its end: %v", e, e.ResultCitations)
		}
		if e.Err != nil && (len(e.Effects) > 0 || len(e.CouldEnd) > 0 || len(e.Citations) == 0) {
			t.Fatalf("an illegal move: %+v", e)
		}
		for _, f := range e.Effects {
			if len(f.Citations) == 0 {
				t.Fatalf("%v: nothing is cited for %v", e, f)
			}
		}
	})
}

var citedRule = regexp.MustCompile(`(?:  \[|; )(common \d|[A-Za-z.]+)(?: = [^:;]*)?: `)

// TestRulesAreThoseOfString: Rules lists what String names, in its order.
func TestRulesAreThoseOfString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p, m := genPlace(t)
		e := v.Explain(p, m)
		var named []string
		for line := range strings.Lines(e.String()) {
			at := strings.LastIndex(line, "  [")
			if at < 0 {
				t.Fatalf("a line without a rule: %q", line)
			}
			for _, found := range citedRule.FindAllStringSubmatch(line[at:], -1) {
				if !slices.Contains(named, found[1]) {
					named = append(named, found[1])
				}
			}
		}
		if rules := e.Rules(); !slices.Equal(rules, named) {
			t.Fatalf("Rules returns %q, and the text names %q:\n%v", rules, named, e)
		}
	})
}

// besides returns the squares next to a square.
func besides(s brandubh.Square) brandubh.Bitboard { return beside(s.Bitboard()) }

// across returns the square straight beyond s as seen from a square next to it,
// and whether there is one.
func across(from, s brandubh.Square) (brandubh.Square, bool) {
	return brandubh.SquareAt(2*s.File()-from.File(), 2*s.Rank()-from.Rank())
}

// openings is the reasons for which an arrival does not capture a piece, each with
// what must be true of it.
var openings = []struct {
	text *regexp.Regexp
	true func(v *brandubh.Variant, p brandubh.Position, arrival brandubh.Square, f brandubh.Effect, names []string) bool
}{
	{regexp.MustCompile(`^the king does not capture$`), func(v *brandubh.Variant, p brandubh.Position, arrival brandubh.Square, f brandubh.Effect, _ []string) bool {
		return p.At(arrival) == brandubh.King && (v.King.Armed == brandubh.Unarmed || v.King.Armed == brandubh.AnvilOnly)
	}},
	{regexp.MustCompile(`^the king is no anvil$`), func(v *brandubh.Variant, p brandubh.Position, arrival brandubh.Square, f brandubh.Effect, _ []string) bool {
		at, ok := across(arrival, f.Square)
		return ok && p.At(at) == brandubh.King && f.Piece == brandubh.Attacker && (v.King.Armed == brandubh.Unarmed || v.King.Armed == brandubh.HammerOnly)
	}},
	{regexp.MustCompile(`^(?:an attacker|a defender|the king) stands on (..)$`), func(v *brandubh.Variant, p brandubh.Position, arrival brandubh.Square, f brandubh.Effect, names []string) bool {
		at, err := brandubh.ParseSquare(names[0])
		return err == nil && f.Open.Has(at) && p.At(at).Side() == f.Piece.Side()
	}},
	{regexp.MustCompile(`^(.*) (?:is|are) open$`), func(v *brandubh.Variant, p brandubh.Position, arrival brandubh.Square, f brandubh.Effect, names []string) bool {
		for _, name := range strings.Split(strings.ReplaceAll(names[0], " and ", ", "), ", ") {
			corner, isCorner := strings.CutPrefix(name, "the corner ")
			if name == "the throne" {
				corner = "d4"
			}
			at, err := brandubh.ParseSquare(corner)
			hostile := map[brandubh.Piece]bool{brandubh.Attacker: v.Corners.Hostile.Attackers, brandubh.Defender: v.Corners.Hostile.Defenders, brandubh.King: v.Corners.Hostile.King}[f.Piece]
			when := map[brandubh.Piece]brandubh.Hostility{brandubh.Attacker: v.Throne.Hostile.Attackers, brandubh.Defender: v.Throne.Hostile.Defenders, brandubh.King: v.Throne.Hostile.King}[f.Piece]
			switch {
			case err != nil || !f.Open.Has(at) || !besides(f.Square).Has(at) || p.At(at) != brandubh.NoPiece:
				return false
			case (name == "the throne") != (v.Throne.Exists && at == brandubh.D4), isCorner != (v.Corners.Exists && brandubh.Corners.Has(at)):
				return false
			case f.Piece == brandubh.King: // from how many sides, missing knows
			case name == "the throne" && when != brandubh.HostileNever, isCorner && hostile:
				return false
			}
		}
		return true
	}},
	{regexp.MustCompile(`^the edge is not hostile to the king$`), func(v *brandubh.Variant, p brandubh.Position, arrival brandubh.Square, f brandubh.Effect, _ []string) bool {
		return f.Piece == brandubh.King && brandubh.Edge.Has(f.Square) && !v.King.Edge
	}},
	{regexp.MustCompile(`^the edge is hostile to no soldier$`), func(v *brandubh.Variant, p brandubh.Position, arrival brandubh.Square, f brandubh.Effect, _ []string) bool {
		_, ok := across(arrival, f.Square)
		return f.Piece != brandubh.King && !ok
	}},
}

// missing returns the sides of a king that would have to be closed, and are not,
// for an arrival to capture him, as king.sides says in words; the edge counts as
// one side.
func missing(v *brandubh.Variant, p brandubh.Position, arrival, king brandubh.Square) (open brandubh.Bitboard, edge bool) {
	sides := v.King.Sides.Elsewhere
	if v.Throne.Exists && king == brandubh.D4 {
		sides = v.King.Sides.Throne
	} else if v.Throne.Exists && brandubh.Beside.Has(king) {
		sides = v.King.Sides.Beside
	}
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		at, ok := brandubh.SquareAt(king.File()+d[0], king.Rank()+d[1])
		back, _ := brandubh.SquareAt(king.File()-d[0], king.Rank()-d[1])
		if sides == 2 && back != arrival {
			continue
		}
		empty := p.At(at) == brandubh.NoPiece
		switch {
		case !ok:
			edge = edge || sides != 3 && !v.King.Edge
		case p.At(at) == brandubh.Attacker:
		case sides == 3 && v.Throne.Exists && at == brandubh.D4 && empty:
		case sides != 3 && at == brandubh.D4 && empty && v.Throne.Hostile.King != brandubh.HostileNever:
		case sides != 3 && brandubh.Corners.Has(at) && empty && v.Corners.Hostile.King:
		default:
			open |= at.Bitboard()
		}
	}
	return open, edge
}

// TestReasonsAreTrue: every reason that an explanation gives is true of its
// position, and every piece that it names stands there.
func TestReasonsAreTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p, m := genPlace(t)
		e := v.Explain(p, m)
		if e.Err != nil {
			return
		}
		board, _ := p.Put(m.From, brandubh.NoPiece)
		board, _ = board.Put(m.To, p.At(m.From))
		fail := func(f brandubh.Effect, what string) {
			t.Fatalf("%s\n%v %v: %+v: %s\n%v", variantText(v), p, m, f, what, e)
		}
		for _, f := range e.Effects {
			if board.At(f.Square) != f.Piece || f.Piece == brandubh.NoPiece {
				fail(f, "another piece stands there")
			}
			if f.Captured != v.Captures(p, m).Has(f.Square) || f.Captured != (f.Why == "") {
				fail(f, "captured, or with a reason why not; not both")
			}
			seen := map[brandubh.Captor]bool{}
			for i, c := range f.Captors {
				near := besides(f.Square).Has(c.At)
				switch {
				case c.Kind == brandubh.CaptorEdge:
					near = c.At == f.Square && brandubh.Edge.Has(c.At) && v.King.Edge && f.Piece == brandubh.King
				case seen[c]:
					fail(f, "one captor twice")
				case c.Kind == brandubh.CaptorPiece:
					near = near && c.Piece.Side() == f.Piece.Side().Opponent()
				case c.Kind == brandubh.CaptorThrone:
					near = near && c.At == brandubh.D4 && (c.Piece == brandubh.NoPiece || c.Piece == brandubh.King)
				default:
					near = near && brandubh.Corners.Has(c.At) && (c.Piece == brandubh.NoPiece || c.Piece == brandubh.King)
				}
				seen[c] = true
				if !near || c.Kind != brandubh.CaptorEdge && board.At(c.At) != c.Piece {
					fail(f, fmt.Sprintf("%v does not close it", c))
				}
				if arrives := c.At == m.To && c.Kind == brandubh.CaptorPiece; f.Captured && arrives != (i == 0) {
					fail(f, "the arriving piece is not named first")
				}
			}
			switch {
			case f.Captured:
				if len(f.Captors) < 2 || f.Open != 0 {
					fail(f, "captured, and not closed in")
				}
				continue
			case f.Why == "only an arriving piece captures":
				if len(f.Captors) < 2 || cites(f.Citations, "common 5") == false || slices.ContainsFunc(f.Captors[:1], func(c brandubh.Captor) bool { return c.At == m.To }) {
					fail(f, "not surrounded, or by an arrival")
				}
				continue
			}
			if !besides(m.To).Has(f.Square) || p.Turn() == f.Piece.Side() {
				fail(f, "no enemy arrives next to it")
			}
			for _, reason := range strings.Split(f.Why, "; ") {
				known := false
				for _, o := range openings {
					if found := o.text.FindStringSubmatch(reason); found != nil {
						known = true
						if !o.true(v, board, m.To, f, found[1:]) {
							fail(f, "not true: "+reason)
						}
						break
					}
				}
				if !known {
					fail(f, "no such reason: "+reason)
				}
			}
			if f.Piece == brandubh.King {
				open, edge := missing(v, board, m.To, f.Square)
				if open != f.Open || edge != strings.Contains(f.Why, "the edge is not hostile to the king") {
					fail(f, fmt.Sprintf("open are %v, and the edge %v", open, edge))
				}
			} else if at, ok := across(m.To, f.Square); f.Open != 0 && (!ok || f.Open != at.Bitboard()) {
				fail(f, "another square is open")
			}
		}
	})
}

// Cases whose explanation was wrong, or is easily got wrong.
func TestExplanations(t *testing.T) {
	for _, c := range []struct {
		preset, change, position, move string
		want                           []string // lines, and what they must not have after a "!"
	}{
		{"federation", "", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "a1-a2", []string{"a1-a2: no piece stands on a1  [common 2: F 5.1, stated]"}},
		{"federation", "", "7/7/7/7/2tK2t/7/1t5 a", "g3-e3", []string{"does not take the king on d3: d2 is open  [king.sides.beside = 3: F 5.4, stated; common 8", "!throne.hostile.king"}},
		{"legacy", "", "7/7/7/7/2tK2t/7/1t5 a", "g3-e3", []string{"does not take the king on d3: d2 is open  [king.sides.beside = 4: L 5.4"}},
		{"federation", "king.sides.elsewhere=3", "7/2t4/1tK4/6t/7/7/7 a", "g4-c4", []string{"does not take the king on c5: d5 is open  [king.sides.elsewhere = 3: own; common 8"}},
		{"federation", "king.sides.beside=4", "7/7/7/7/2tK2t/7/1t5 a", "g3-e3", []string{"does not take the king on d3: d2 and the throne are open  [king.sides.beside = 4: own; common 8"}},
		{"legacy", "", "7/7/7/7/7/2K1T2/3t3 d", "e2-d2", []string{"does not take the attacker on d1: the edge is hostile to no soldier  [common 9: L 5.4, L 8.5, silent; common 4", "!king.armed"}},
		{"legacy", "", "7/7/7/7/2Tt3/7/4K2 d", "e1-e3", []string{"does not take the attacker on d3, between the king on e3 and the defender on c3: the king does not capture  [king.armed = unarmed: L 5.4"}},
		{"federation", "", "7/7/7/3tT2/5t1/7/1K5 a", "f3-f4", []string{"takes the defender on e4, between the attacker on f4 and the attacker on d4  [common 4", "!throne.hostile"}},
		{"federation", "", "7/1K5/7/6T/5t1/7/7 a", "f3-f4", []string{"does not take the defender on g4: the edge is hostile to no soldier  [common 9: silent; common 4"}},
		{"federation", "", "7/1K5/7/7/5T1/4t1t/7 d", "f3-f2", []string{"the defender on f2 stands between the attacker on e2 and the attacker on g2 and is safe: only an arriving piece captures  [common 5: F 5.2, stated]"}},
		{"federation", "", "7/7/7/7/7/5t1/1K5 d", "b1-a1", []string{"the defenders win: the king has escaped  [goal = corner: F 4, stated; common 7: F 4, stated]"}},
		{"federation", "", "7/7/2K4/7/7/5t1/7 d", "c5-a5", []string{"the game goes on  [goal = corner: F 4, stated]"}},
		{"federation", "", "7/7/2ttt2/2tKt2/2t1t2/3t3/t6 a", "a1-b1", []string{"the game goes on  [enclosure = false: silent]"}},
		{"legacy", "", "7/7/2ttt2/2tKt2/2t1t2/3t3/t6 a", "a1-b1", []string{"the attackers win: the king's side is walled in  [enclosure = true: L 5.5, L 8.9"}},
		{"magpie", "", "7/7/1K5/7/7/5t1/7 d", "b5-d5", []string{"out of range: the king moves 1 at most  [range.king = 1: "}},
		{"federation", "", "7/7/7/2t4/3K3/7/7 a", "c4-d4", []string{"the attacker may not stop on d4, the throne  [common 3: F 5.3, stated; throne.stop.attackers = false: F 5.3"}},
		{"leaflet", "", "7/7/7/7/3K3/7/7 d", "d3-d4", []string{"the king may not stop on d4, the throne  [throne.return = false: F 8.5"}},
		{"scottish", "", "7/7/7/4Tt1/7/1K5/7 d", "b2-b3", []string{"!throne"}},
		{"scottish", "", "7/7/7/4T2/5t1/1K5/7 a", "f3-f4", []string{"does not take the defender on e4: d4 is open  [throne.hostile.defenders = absent: P 59, played; common 4"}},
	} {
		v := preset(t, c.preset)
		if path, value, ok := strings.Cut(c.change, "="); ok {
			if err := v.Set(path, value); err != nil {
				t.Fatal(err)
			}
		}
		m, err := brandubh.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		got := v.Explain(parsePosition(t, c.position), m).String()
		for _, want := range c.want {
			if not, ok := strings.CutPrefix(want, "!"); ok == strings.Contains(got, strings.TrimPrefix(want, "!")) {
				t.Errorf("%s, %s, %s: want %q, and not %q, in\n%s", c.preset, c.position, c.move, want, not, got)
			}
		}
	}
}

// TestExplainNamesWhatDecides: for every case of the conformance data and every
// preset the explanation names each field of the decides list that would change the
// answer if it alone were different, and a shared rule of the list where no
// field of it would.
func TestExplainNamesWhatDecides(t *testing.T) {
	named := 0
	for _, c := range load[positionCase](t, "positions.json") {
		for _, want := range c.Expect {
			for _, name := range want.Presets {
				v := preset(t, name)
				e := v.Explain(c.Position, c.Move)
				rules := e.Rules()
				byField := false
				for _, path := range brandubh.Fields() {
					if !slices.ContainsFunc(c.Decides, func(d string) bool { return path == d || strings.HasPrefix(path, d+".") }) {
						continue
					}
					for _, w := range variations(v, path) {
						if q, err := w.Play(c.Position, c.Move); (err == nil) == (e.Err == nil) && q == e.After && w.Result(q) == v.Result(q) {
							continue
						}
						byField = true
						if !slices.Contains(rules, path) {
							t.Errorf("%s under %s: %v in %v: %s decides, and is not named\n%v", c.ID, name, c.Move, c.Position, path, e)
						}
						break
					}
				}
				if byField {
					named++
					continue
				}
				quiet := len(e.Effects) == 0 && e.Err == nil && !e.Result.Over()
				shared := slices.DeleteFunc(slices.Clone(c.Decides), func(d string) bool { return !strings.HasPrefix(d, "common ") })
				if !quiet && e.Err == nil && len(shared) > 0 && !slices.ContainsFunc(shared, func(d string) bool { return slices.Contains(rules, d) }) {
					t.Errorf("%s under %s: %v in %v: none of %v is named\n%v", c.ID, name, c.Move, c.Position, shared, e)
				}
			}
		}
	}
	if named < 300 {
		t.Errorf("a field decides in %d answers, want 300 or more", named)
	}
}

// A game's explanation cites what the game does.
func TestGameExplainsItsEnd(t *testing.T) {
	m := brandubh.Move{From: brandubh.D1, To: brandubh.C1}
	for _, c := range []struct {
		end   func(*brandubh.Game) error
		rules []string
	}{
		{func(g *brandubh.Game) error { return g.Resign(brandubh.Attackers) }, nil},
		{func(g *brandubh.Game) error { return g.TimeOut(brandubh.Defenders) }, nil},
		{func(g *brandubh.Game) error {
			return g.End(brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.Forfeited})
		}, nil},
		{func(g *brandubh.Game) error {
			return errors.Join(g.OfferDraw(brandubh.Attackers), g.AcceptDraw(brandubh.Defenders))
		}, []string{"agreement"}},
		{func(g *brandubh.Game) error {
			for _, text := range strings.Fields("d1-c1 d3-c3 c1-d1 c3-d3") {
				m, _ := brandubh.ParseMove(text)
				if err := g.Play(m); err != nil {
					return err
				}
			}
			return nil
		}, []string{"repetition.result", "repetition.counts", "repetition.times"}},
	} {
		g, err := brandubh.NewGame(preset(t, "nielsen"))
		if err == nil {
			err = c.end(g)
		}
		if err != nil {
			t.Fatal(err)
		}
		e := g.Explain(m)
		if !errors.Is(e.Err, brandubh.ErrGameOver) || e.Result != g.Result() || e.After != g.Position() || !slices.Equal(e.Rules(), c.rules) ||
			!reflect.DeepEqual(e.ResultCitations, g.ResultCitations()) || !reflect.DeepEqual(e.Citations, g.ResultCitations()) {
			t.Errorf("%v: rules %q, want %q; %+v", g.Result(), e.Rules(), c.rules, e)
		}
	}
	g, err := brandubh.NewGame(preset(t, "spelregler"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Fields("d1-c1 d3-c3 c1-d1") {
		m, _ := brandubh.ParseMove(text)
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	e := g.Explain(brandubh.Move{From: brandubh.C3, To: brandubh.D3})
	if !errors.Is(e.Err, brandubh.ErrRepetition) || !slices.Equal(e.Rules(), []string{"repetition.forbidden"}) || e.Result.Over() || len(e.Effects) > 0 {
		t.Errorf("a forbidden repetition: %+v", e)
	}
}

// TestGameCitationsDecide: a field is cited for a repetition that ends a game, or
// that is forbidden, if the game as it was played ends otherwise, or the move is
// not refused as a repetition, with some other value of that field alone. No field
// is cited under which the same game could be played on and nothing were different.
func TestGameCitationsDecide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := genVariant().Draw(t, "variant")
		v := &set
		v.Repetition.Counts = genOne(t, "counts", brandubh.CountOccurrences, brandubh.CountMoves)
		v.Repetition.Times = 2
		v.Repetition.Result = genOne(t, "result", brandubh.BreakerLoses, brandubh.BreakerLoses, brandubh.RepetitionDraws, brandubh.MoverLoses)
		start := genPosition(v).Draw(t, "position")
		g, err := brandubh.NewGameFrom(v, start)
		if err != nil {
			return // over at once, by having no king
		}
		moves := genGame(v, start, 16).Draw(t, "moves")
		var last *brandubh.Explanation
		for _, m := range moves {
			last = g.Explain(m)
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		// replay plays the game under other rules; it returns nil where some move is
		// illegal or leads elsewhere, or the game ends before it.
		replay := func(w *brandubh.Variant) *brandubh.Game {
			h, err := brandubh.NewGameFrom(w, start)
			for i, m := range moves {
				if err != nil || h.Play(m) != nil {
					return nil
				}
				was, _ := g.PositionAfter(i + 1)
				if h.Position() != was {
					return nil
				}
			}
			if err != nil {
				return nil
			}
			return h
		}
		check := func(what string, cited []brandubh.Citation, differs func(*brandubh.Game) bool) {
			for _, path := range brandubh.Fields() {
				decides, unknown := false, false
				for _, w := range variations(v, path) {
					if h := replay(&w); h == nil {
						unknown = true
					} else if differs(h) {
						decides = true
					}
				}
				if is := cites(cited, path); decides && !is || is && !decides && !unknown {
					t.Fatalf("%s\n%v, %v: %s: %s decides: %v, is cited: %v", variantText(v), start, moves, what, path, decides, is)
				}
			}
		}
		if r := g.Result(); r.Reason == brandubh.Repeated {
			check(r.String(), g.ResultCitations(), func(h *brandubh.Game) bool { return h.Result() != r })
			if last.Result != r || !reflect.DeepEqual(last.ResultCitations, g.ResultCitations()) || len(last.CouldEnd) > 0 {
				t.Fatalf("%v: explained as %v by %v", r, last.Result, last.ResultCitations)
			}
			return
		}
		for m := range v.Moves(g.Position()) {
			if e := g.Explain(m); errors.Is(e.Err, brandubh.ErrRepetition) {
				check(e.Err.Error(), e.Citations, func(h *brandubh.Game) bool {
					// What ends the game before the move by its history is not asked.
					return !errors.Is(h.Check(m), brandubh.ErrRepetition) && h.Result().Reason != brandubh.Repeated
				})
				return
			}
		}
	})
}

// Zero and odd values of the types of an explanation have a text, and JSON or an
// error.
func TestOddExplanations(t *testing.T) {
	odd := brandubh.Effect{
		Square: 200, Piece: 9, Captured: true, Open: 1 << 60,
		Captors: []brandubh.Captor{{Kind: "wall", At: 99, Piece: 8}, {}, {}, {}, {}}, Citations: []brandubh.Citation{{}},
	}
	for _, e := range []*brandubh.Explanation{
		nil,
		{},
		{Effects: []brandubh.Effect{{}}},
		{Effects: []brandubh.Effect{{Captured: true}, {Why: "only an arriving piece captures"}, {Why: "the king does not capture"}, odd}},
		{Err: errors.New("odd"), Citations: []brandubh.Citation{{}}},
		{Err: (*brandubh.MoveError)(nil)},
		{Err: &brandubh.MoveError{}},
		{Result: brandubh.Result{Winner: 7, Reason: 99}, Piece: 17},
		(*brandubh.Variant)(nil).Explain(brandubh.Federation().Start, brandubh.Move{}),
		(&brandubh.Variant{}).Explain(brandubh.Position{}, brandubh.Move{From: 255, To: 255}),
	} {
		_, _, _ = e.String(), e.Rules(), e.Captured()
		data, err := json.Marshal(e)
		if (err == nil) == (data == nil) {
			t.Errorf("%v: %s, %v", e, data, err)
		}
	}
	e := (*brandubh.Variant)(nil).Explain(brandubh.Federation().Start, brandubh.Move{From: brandubh.D1, To: brandubh.C1})
	if !errors.Is(e.Err, brandubh.ErrNoVariant) || e.Rules() != nil || e.String() == "" {
		t.Errorf("without rules: %+v", e)
	}
}

// errorCodes is every error value of the package with the code that it has.
var errorCodes = map[string]struct {
	err  error
	code string
}{
	"ErrNoVariant":   {brandubh.ErrNoVariant, "no-rules"},
	"ErrGameOver":    {brandubh.ErrGameOver, "game-over"},
	"ErrOffBoard":    {brandubh.ErrOffBoard, "off-board"},
	"ErrNoPiece":     {brandubh.ErrNoPiece, "no-piece"},
	"ErrNotYours":    {brandubh.ErrNotYours, "not-yours"},
	"ErrNotALine":    {brandubh.ErrNotALine, "not-a-line"},
	"ErrBlocked":     {brandubh.ErrBlocked, "blocked"},
	"ErrMayNotStop":  {brandubh.ErrMayNotStop, "may-not-stop"},
	"ErrOutOfRange":  {brandubh.ErrOutOfRange, "out-of-range"},
	"ErrRepetition":  {brandubh.ErrRepetition, "repetition"},
	"ErrNoAgreement": {brandubh.ErrNoAgreement, "no-agreement"},
	"ErrDrawOffer":   {brandubh.ErrDrawOffer, "draw-offer"},
	"ErrNotASide":    {brandubh.ErrNotASide, "not-a-side"},
	"ErrResult":      {brandubh.ErrResult, "result"},
	"ErrFingerprint": {brandubh.ErrFingerprint, "fingerprint"},
	"ErrNoPreset":    {brandubh.ErrNoPreset, "no-preset"},
	"ErrSyntax":      {brandubh.ErrSyntax, "syntax"},
}

// Every error value that the package exports has a code of its own.
func TestCodes(t *testing.T) {
	byCode := map[string]string{}
	for name, want := range errorCodes {
		for _, err := range []error{want.err, fmt.Errorf("wrapped: %w", want.err), errors.Join(errors.New("other"), want.err)} {
			if got := brandubh.Code(err); got != want.code {
				t.Errorf("%s, %v: code %q, want %q", name, err, got, want.code)
			}
		}
		if other, ok := byCode[want.code]; ok {
			t.Errorf("%s and %s have one code, %q", name, other, want.code)
		}
		byCode[want.code] = name
	}
	names, err := filepath.Glob("*.go")
	if err != nil || len(names) == 0 {
		t.Fatalf("no source files: %v", err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			values, ok := decl.(*ast.GenDecl)
			if !ok || values.Tok != token.VAR {
				continue
			}
			for _, spec := range values.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					if strings.HasPrefix(name.Name, "Err") && errorCodes[name.Name].code == "" {
						t.Errorf("%s has no code", name.Name)
					}
				}
			}
		}
	}
	if got := brandubh.Code((&brandubh.Variant{}).Validate()); got != "invalid" {
		t.Errorf("a rule set that is none: code %q, want invalid", got)
	}
	_, err = brandubh.ParseMove("d1d4")
	if got := brandubh.Code(err); got != "syntax" {
		t.Errorf("no move: code %q, want syntax", got)
	}
	for _, err := range []error{nil, errors.New("other"), (*brandubh.MoveError)(nil)} {
		if got := brandubh.Code(err); got != "" {
			t.Errorf("%v: code %q, want none", err, got)
		}
	}
}

// The JSON of a MoveError, key by key.
func TestMoveErrorJSON(t *testing.T) {
	fed := brandubh.Federation()
	start := fed.Start
	for _, c := range []struct {
		position brandubh.Position
		move     brandubh.Move
		want     string
	}{
		{start, brandubh.Move{From: brandubh.D1, To: brandubh.D4}, `{"code":"blocked","message":"d1-d4: blocked at d2 by the attacker there","move":"d1-d4","square":"d2","piece":"attacker"}`},
		{start, brandubh.Move{From: brandubh.D1, To: 60}, `{"code":"off-board","message":"d1-Square(60): Square(60) is off the board","move":"d1-Square(60)","piece":"attacker"}`},
		{start, brandubh.Move{}, `{"code":"no-piece","message":"a1-a1: no piece stands on a1","move":"a1-a1","square":"a1"}`},
		{brandubh.Position{}, brandubh.Move{}, `{"code":"game-over","message":"a1-a1: the game is over: the attackers win: the king is captured","move":"a1-a1","square":"a1","result":"attackers king-captured"}`},
	} {
		got, err := json.Marshal(fed.Check(c.position, c.move))
		if err != nil || string(got) != c.want {
			t.Errorf("%v: %s, %v; want %s", c.move, got, err, c.want)
		}
	}
	far := &brandubh.MoveError{Move: brandubh.Move{From: brandubh.B5, To: brandubh.D5}, Err: brandubh.ErrOutOfRange, At: brandubh.D5, Piece: brandubh.King, Limit: 1}
	again := &brandubh.MoveError{Move: far.Move, Err: brandubh.ErrRepetition, At: brandubh.D5, Piece: brandubh.King}
	for err, want := range map[*brandubh.MoveError]string{
		far:   `{"code":"out-of-range","message":"b5-d5: out of range: the king moves 1 at most","move":"b5-d5","square":"d5","piece":"king","limit":1}`,
		again: `{"code":"repetition","message":"b5-d5: brings back the position after ply 0, and another legal move does not","move":"b5-d5","square":"d5","piece":"king","earlier":0}`,
	} {
		if got, e := json.Marshal(err); e != nil || string(got) != want {
			t.Errorf("%s, %v; want %s", got, e, want)
		}
	}
}

// The JSON of errors about texts and values, key by key.
func TestOtherErrorsJSON(t *testing.T) {
	_, syntax := brandubh.ParseMove("d1d4")
	legacy := preset(t, "legacy")
	for _, c := range []struct {
		err  error
		want string
	}{
		{syntax, `{"code":"syntax","message":"move \"d1d4\", byte 2: want two squares with a dash between them, as in d1-b1","what":"move","at":2,"why":"want two squares with a dash between them, as in d1-b1"}`},
		{legacy.Set("king.edge", "maybe"), `{"code":"invalid","message":"invalid variant: king.edge: want true or false, not \"maybe\"","what":"variant","problems":[{"path":"king.edge","why":"want true or false, not \"maybe\""}]}`},
		{(*brandubh.ParseError)(nil), "null"},
		{(*brandubh.ValidationError)(nil), "null"},
		{(*brandubh.MoveError)(nil), "null"},
	} {
		if got, err := json.Marshal(c.err); err != nil || string(got) != c.want {
			t.Errorf("%s, %v; want %s", got, err, c.want)
		}
	}
}

// An explanation of a move that comes near to nothing allocates little: itself, the
// rules as they might be, and what it cites.
func TestExplainAllocations(t *testing.T) {
	v := brandubh.Federation()
	for _, c := range []struct {
		position, move string
		most           float64
	}{
		{v.Start.String(), "d1-b1", 8},
		{v.Start.String(), "d1-d4", 8},
		{"7/1K5/4t2/4T2/2tT3/7/4t2 a", "e1-e3", 24},
	} {
		m, err := brandubh.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		p := position(t, c.position)
		if n := testing.AllocsPerRun(100, func() { v.Explain(p, m) }); n > c.most {
			t.Errorf("%s, %s: %.0f allocations, want %.0f at most", c.position, c.move, n, c.most)
		}
	}
}

// Every code stands in the page about JSON.
func TestCodesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range errorCodes {
		if row := "| `" + want.code + "` | `" + name + "` |"; !strings.Contains(string(page), row) {
			t.Errorf("docs/json.md has no row %q", row)
		}
	}
}

// The parts of an explanation's JSON read back. The tests of cmd/schema ask whether
// it is as docs/explanation.schema.json says.
func TestExplanationJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p, m := genPlace(t)
		e := v.Explain(p, m)
		data, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var back struct {
			Legal   bool
			Effects []brandubh.Effect
			After   brandubh.Position
			Result  brandubh.Result
		}
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		if back.Legal != (e.Err == nil) || back.After != e.After || back.Result != e.Result || len(back.Effects) != len(e.Effects) {
			t.Fatalf("%s reads back as %+v", data, back)
		}
		for i, f := range back.Effects {
			if f.String() != e.Effects[i].String() || cite(f.Citations) != cite(e.Effects[i].Citations) || f.Open != e.Effects[i].Open || f.Before != e.Effects[i].Before {
				t.Fatalf("%s reads back with %+v", data, f)
			}
		}
	})
}

func cite(cited []brandubh.Citation) string {
	var text strings.Builder
	for _, c := range cited {
		fmt.Fprintln(&text, c.Value, c.Provenance.Basis, c.Provenance.Clauses, c.Rule)
	}
	return text.String()
}

func BenchmarkExplain(b *testing.B) {
	v := brandubh.Federation()
	for _, c := range []struct{ name, position, move string }{
		{"quiet", v.Start.String(), "d1-b1"},
		{"capture", "7/1K5/4t2/4T2/2tT3/7/4t2 a", "e1-e3"},
		{"king", "7/7/7/7/2tK2t/3t3/7 a", "g3-e3"},
		{"refused", v.Start.String(), "d1-d4"},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, _ := brandubh.ParsePosition(c.position)
			m, _ := brandubh.ParseMove(c.move)
			b.ReportAllocs()
			for b.Loop() {
				v.Explain(p, m)
			}
		})
	}
}
