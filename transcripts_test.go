package brandubh_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

var update = flag.Bool("update", false, "rewrite testdata/transcripts and testdata/conformance/*-more.json")

func transcriptFile(name string) string {
	return filepath.Join("testdata", "transcripts", name+".txt")
}

// golden compares a text with a file of testdata/transcripts, or writes it there.
func golden(t *testing.T, name, text string) {
	t.Helper()
	file := transcriptFile(name)
	if *update {
		err := os.MkdirAll(filepath.Dir(file), 0o755)
		if err == nil {
			err = os.WriteFile(file, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test -run %s -update . writes it", err, t.Name())
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(text, "\n")); diff != "" {
		t.Errorf("%s (-want +got; -update rewrites it):\n%s", file, diff)
	}
}

// transcript is every answer of the API at every ply of a game. The players say
// something after the last move where that ends the game.
func transcript(t *testing.T, v *brandubh.Variant, moves []brandubh.Move, says brandubh.Result) string {
	t.Helper()
	var b strings.Builder
	line := func(what string, of ...any) { fmt.Fprintf(&b, what+"\n", of...) }
	g, err := brandubh.NewGame(v)
	if err != nil {
		t.Fatal(err)
	}
	l, err := brandubh.NewLine(v, v.Start)
	if err != nil {
		t.Fatal(err)
	}
	line("%s: %s", v.Name, v.Title)
	line("fingerprint: %s", v.Fingerprint())
	var words []string
	for _, m := range moves {
		words = append(words, m.String())
	}
	line("moves: %s", strings.Join(words, " "))
	line("said: %v", says)
	for ply := 0; ; ply++ {
		p := g.Position()
		line("\n=== after ply %d ===", ply)
		line("%s", strings.TrimSuffix(p.Diagram(), "\n"))
		line("position: %v", p)
		line("result: %v, %s", g.Result(), g.Result().Sentence())
		for _, ground := range g.ResultCitations() {
			line("  by %v", ground)
		}
		line("occurrences: %d", l.Occurrences())
		if r, ok := g.Repetition(); ok {
			line("repetition: ply %d as after %d, %v", r.Ply, r.Earlier, r.Result)
		}
		line("threatened: %v; escapes: %v; gates: %v", v.Threatened(p), v.Escapes(p), v.EscapeSquares(p))
		n := 0
		for s := range p.Side(p.Turn()).All() {
			to := g.Targets(s)
			if to == 0 {
				continue
			}
			n += to.Len()
			var taking []string
			for target := range to.All() {
				m := brandubh.Move{From: s, To: target}
				if taken := v.Captures(p, m); taken != 0 {
					taking = append(taking, fmt.Sprintf("%vx%v", m, taken))
				}
			}
			line("  %v %v: %v%s", p.At(s), s, to, strings.Join(append([]string{""}, taking...), " "))
		}
		if got := len(slices.Collect(g.Moves())); got != n {
			t.Errorf("%s, ply %d: %d moves and %d targets", v.Name, ply, got, n)
		}
		line("legal: %d", n)
		for m := range v.Moves(p) { // what the position allows and the game does not
			if err := g.Check(m); err != nil {
				line("forbidden: %v", err)
			}
		}
		if ply == len(moves) {
			break
		}
		line("move: %v", moves[ply])
		line("%s", strings.TrimSuffix(g.Explain(moves[ply]).String(), "\n"))
		if err := g.Play(moves[ply]); err != nil {
			t.Fatalf("%s, ply %d: %v", v.Name, ply+1, err)
		}
		if err := l.Play(moves[ply]); err != nil {
			t.Fatal(err)
		}
	}
	line("\n=== the end ===")
	for _, s := range []brandubh.Side{brandubh.Attackers, brandubh.Defenders} {
		c, resigned, late := *g, *g, *g
		line("%v: offer %v, resign %v, time %v", s, c.OfferDraw(s), resigned.Resign(s), late.TimeOut(s))
		line("%v: accept %v, withdraw %v", s.Opponent(), c.AcceptDraw(s.Opponent()), c.WithdrawDraw(s.Opponent()))
	}
	switch says.Reason {
	case brandubh.Resigned:
		err = g.Resign(says.Winner.Opponent())
	case brandubh.OutOfTime:
		err = g.TimeOut(says.Winner.Opponent())
	case brandubh.Forfeited:
		err = g.End(says)
	case brandubh.Agreed:
		if err = g.OfferDraw(brandubh.Attackers); err == nil {
			err = g.AcceptDraw(brandubh.Defenders)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	line("result: %v, %s", g.Result(), g.Result().Sentence())
	for _, ground := range g.ResultCitations() {
		line("  by %v", ground)
	}
	err = g.Check(brandubh.Move{From: brandubh.D1, To: brandubh.C1})
	line("and then: %v", err)
	data, err := g.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	line("stored: %s", data)
	stored(t, g)
	return b.String()
}

// wantedEnds is what is peculiar to each of the named presets, as far as an end
// can show it: a result, and a rule by which the last move or the result is so.
var wantedEnds = map[string]struct {
	reason brandubh.Reason
	rule   string
}{
	"federation": {brandubh.Repeated, "repetition.result"},
	"leaflet":    {brandubh.Escape, ""},
	"legacy":     {brandubh.KingCaptured, "king.edge"},
	"nielsen":    {brandubh.Repeated, "repetition.result"},
	"spelregler": {brandubh.Enclosed, "enclosure"},
	"regeln":     {brandubh.KingCaptured, "king.sides.beside"},
	"brandubh1":  {brandubh.KingCaptured, "king.sides.beside"},
	"brandubh2":  {brandubh.Repeated, "repetition.result"},
	"noreturn":   {brandubh.Agreed, ""},
	"walker":     {brandubh.KingCaptured, "king.sides.throne"},
	"magpie":     {brandubh.Resigned, ""},
	"scottish":   {brandubh.Escape, "goal"},
}

// findGame plays seeded random games with a bias for captures and for going back
// until one ends as wanted, and returns one of the shortest of those that capture
// something; failing that, some finished game.
func findGame(t *testing.T, v *brandubh.Variant) (best []brandubh.Move, says brandubh.Result) {
	t.Helper()
	want := wantedEnds[v.Name]
	spoken := want.reason == brandubh.Agreed || want.reason == brandubh.Resigned
	bestScore := -1
	for seed := range 500 {
		rng := random(uint64(seed+1) * 0x9E3779B97F4A7C15)
		g, err := brandubh.NewGame(v)
		if err != nil {
			t.Fatal(err)
		}
		captures, rule := 0, false
		for g.Plies() < 60 && !g.Result().Over() {
			moves, p := slices.Collect(g.Moves()), g.Position()
			m := moves[rng.below(len(moves))]
			taking := slices.DeleteFunc(slices.Clone(moves), func(m brandubh.Move) bool {
				return v.Captures(p, m) == 0
			})
			past := g.Played()
			switch n := len(past); {
			case len(taking) > 0 && rng.below(4) > 0:
				m = taking[rng.below(len(taking))]
			case n > 1 && want.reason == brandubh.Repeated && n > 10 && rng.below(5) > 0:
				if back := (brandubh.Move{From: past[n-2].To, To: past[n-2].From}); g.Check(back) == nil {
					m = back
				}
			}
			captures += v.Captures(p, m).Len()
			rule = want.rule == "" || slices.Contains(g.Explain(m).Rules(), want.rule)
			if g.Play(m) != nil {
				t.Fatal(m)
			}
			if spoken && g.Plies() >= 24 && captures >= 3 {
				break
			}
		}
		score := 0
		switch {
		case spoken && !g.Result().Over():
			score = 10 + captures
		case g.Result().Reason == want.reason && rule:
			score = 100 + min(captures, 6)
		case g.Result().Over():
			score = min(captures, 6)
		}
		if score > bestScore || score == bestScore && len(best) > g.Plies() {
			best, bestScore = g.Played(), score
		}
	}
	if spoken {
		says = brandubh.Result{Reason: want.reason}
		if want.reason == brandubh.Resigned {
			says.Winner = brandubh.Attackers
		}
	} else if bestScore < 100 {
		t.Logf("%s: no game ends by %v and %q", v.Name, want.reason, want.rule)
	}
	return best, says
}

// keptGame returns the game that a transcript is of.
func keptGame(t *testing.T, name string) (moves []brandubh.Move, says brandubh.Result, ok bool) {
	t.Helper()
	data, err := os.ReadFile(transcriptFile(name))
	if err != nil {
		return nil, says, false
	}
	for line := range strings.Lines(string(data)) {
		what, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch what {
		case "moves":
			for _, word := range strings.Fields(text) {
				moves = append(moves, move(t, word))
			}
		case "said":
			if says, err = brandubh.ParseResult(text); err != nil {
				t.Fatal(err)
			}
			return moves, says, true
		}
	}
	return nil, says, false
}

// checkEnd checks that a game ends as it was chosen for, by that rule at the last
// move.
func checkEnd(t *testing.T, v *brandubh.Variant, moves []brandubh.Move, says brandubh.Result, reason brandubh.Reason, rule string) {
	t.Helper()
	g, err := brandubh.NewGame(v)
	if err != nil {
		t.Fatal(err)
	}
	var rules []string
	for _, m := range moves {
		rules = g.Explain(m).Rules()
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	end := says
	if g.Result().Over() {
		end = g.Result()
	}
	if end.Reason != reason || rule != "" && !slices.Contains(rules, rule) {
		t.Errorf("ends by %v, and %q; want %v and %s", end, rules, reason, rule)
	}
}

// TestTranscripts compares every answer at every ply of a whole game under each
// named preset, and of games that end otherwise, with what it was. With -update the games stay and the answers are
// written anew; a game that has no file is looked for.
func TestTranscripts(t *testing.T) {
	for _, name := range append(namedPresets(), "leaflet no moves", "walker time", "federation forfeit") {
		t.Run(name, func(t *testing.T) {
			rules, _, _ := strings.Cut(name, " ")
			v := preset(t, rules)
			name = strings.ReplaceAll(name, " ", "-")
			moves, says, ok := keptGame(t, name)
			if !ok {
				if !*update {
					t.Fatalf("%s is missing; go test -run TestTranscripts -update . writes it", transcriptFile(name))
				}
				moves, says = findGame(t, v)
			}
			if want, ok := wantedEnds[name]; ok {
				checkEnd(t, v, moves, says, want.reason, want.rule)
			}
			golden(t, name, transcript(t, v, moves, says))
		})
	}
}

// TestArchiveRepetitions lists the recorded games of the six types that the
// repetition rule ends before their last move.
func TestArchiveRepetitions(t *testing.T) {
	var b strings.Builder
	got := map[string]int{}
	for _, a := range readArchive(t) {
		name, ok := archivePresets[a.Type]
		if !ok {
			continue
		}
		v := preset(t, name)
		r, err := record.Read(a.Moves, record.Options{Rules: v})
		if err != nil {
			t.Fatalf("%s: %v", a.ID, err)
		}
		g, err := brandubh.NewGame(v, brandubh.LetRepetitionPass)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range r.Moves {
			if err := g.Play(m); err != nil {
				t.Fatalf("%s: %v", a.ID, err)
			}
		}
		if e, ok := g.Repetition(); ok && e.Ply < g.Plies() {
			got[name]++
			fmt.Fprintf(&b, "%s %s: ends at ply %d of %d, %v; won by %s\n", name, a.ID, e.Ply, g.Plies(), e.Result, a.Won)
		} else if ok {
			got[name+" at the last"]++
			fmt.Fprintf(&b, "%s %s: ends at its last ply %d, %v; won by %s\n", name, a.ID, e.Ply, e.Result, a.Won)
		}
	}
	want := map[string]int{"brandubh2": 1, "brandubh1 at the last": 2, "brandubh2 at the last": 3}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	golden(t, "archive-repetition", b.String())
}

// archived is one line of the archive.
type archived struct {
	ID    string `json:"id"`
	Type  int    `json:"type"`
	Won   string `json:"won"`
	Moves string `json:"moves"`
}

// archivePresets are the six game types that are played under a name of their own.
var archivePresets = map[int]string{51: "brandubh1", 129: "brandubh2", 130: "noreturn", 53: "walker", 64: "magpie", 59: "scottish"}

func readArchive(t testing.TB) (games []archived) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "shared", "games", "archive-7x7.jsonl"))
	if err != nil {
		t.Skip("the archive of recorded games is not here: ", err)
	}
	defer f.Close()
	for d := json.NewDecoder(f); d.More(); {
		var g archived
		if err := d.Decode(&g); err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}
