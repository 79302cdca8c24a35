package record_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

var forms = []record.Form{record.MoveList, record.Movetext, record.OTG, record.GameJSON, record.ArchiveJSON, record.CSV, record.Plays}

// genPlayed draws a game that is played under a rule set.
func genPlayed(t *rapid.T, v *brandubh.Variant, start brandubh.Position, plies int) []brandubh.Move {
	var played []brandubh.Move
	p := start
	for range rapid.IntRange(0, plies).Draw(t, "plies") {
		legal := v.AppendMoves(nil, p)
		if len(legal) == 0 {
			break
		}
		m := rapid.SampledFrom(legal).Draw(t, "move")
		p, _ = v.Play(p, m)
		played = append(played, m)
	}
	return played
}

// genRecord draws a game in which anything can have happened, and which says whatever
// a record can say.
func genRecord(t *rapid.T, v *brandubh.Variant, bare bool) record.Record {
	start := v.Start
	if genBool(t, "set up") {
		start = genPosition(v).Draw(t, "start")
	}
	if v.ValidateStart(start) != nil {
		start = v.Start
	}
	r := record.Record{Rules: v, Start: start, Moves: genPlayed(t, v, start, 12)}
	positions := []brandubh.Position{start}
	for _, m := range r.Moves {
		p, err := v.Play(positions[len(positions)-1], m)
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, p)
	}
	if r.Result = v.Result(positions[len(positions)-1]); !r.Result.Over() {
		r.Result = genOne(t, "result", ends...)
		if !v.Agreement && r.Result.Reason == brandubh.Agreed {
			r.Result = brandubh.Result{}
		}
	}
	if bare {
		return r
	}
	texts := []string{"well\n\nplayed", "a bar and a bracket: | ] [", "é }", "{x}", "!", " d1-c1 is better", "[%clk 0:00:00]", `"`, `\`, ";", "", "[event:x]"}
	for ply := range positions {
		for rapid.IntRange(0, 3).Draw(t, "comments") == 3 {
			r.Comments = append(r.Comments, record.Comment{Ply: ply, Text: rapid.SampledFrom(texts).Draw(t, "comment")})
		}
		if ply > 0 && rapid.IntRange(0, 5).Draw(t, "clock") == 5 {
			r.Clocks = append(r.Clocks, record.Clock{Ply: ply, Left: time.Duration(rapid.IntRange(0, 99999).Draw(t, "tenths")) * time.Second / 10})
		}
		if ply > 0 && rapid.IntRange(0, 3).Draw(t, "variation") == 3 {
			sub := record.Variation{Ply: ply, Moves: genPlayed(t, v, positions[ply-1], 4)}
			if len(sub.Moves) > 0 {
				if genBool(t, "comment") {
					sub.Comments = []record.Comment{{Ply: ply + rapid.IntRange(0, len(sub.Moves)-1).Draw(t, "ply"), Text: "so"}}
				}
				if deep := genPlayed(t, v, positions[ply-1], 2); len(deep) > 0 && genBool(t, "deep") {
					sub.Variations = []record.Variation{{Ply: ply, Moves: deep}}
				}
				r.Variations = append(r.Variations, sub)
			}
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "headers") {
		r.Headers = append(r.Headers, record.Header{
			Name:  rapid.SampledFrom([]string{"Event", "site", "attackers", "Defenders", "time-control", "odd name", "x:y", "result", "id"}).Draw(t, "name"),
			Value: rapid.SampledFrom([]string{"x", "", "two\nlines", "a ] bracket", `a " quote \ and`, "1-0", "é"}).Draw(t, "value"),
		})
	}
	r.Claim = genOne(t, "claim", record.Claim{}, record.Claim{}, record.Claim{Kind: record.ClaimOpen}, record.Claim{Kind: record.ClaimDraw},
		record.Claim{Kind: record.ClaimWin, Winner: brandubh.Attackers}, record.Claim{Kind: record.ClaimWin, Winner: brandubh.Defenders, Reason: brandubh.Escape})
	r.Rest = genOne(t, "rest", "", "", "", "end.", "xyz", "d1-c1")
	return r
}

// ends is every way in which a game can end that does not show on the board.
var ends = []brandubh.Result{
	{},
	{Winner: brandubh.Attackers, Reason: brandubh.Resigned},
	{Winner: brandubh.Defenders, Reason: brandubh.Resigned},
	{Winner: brandubh.Attackers, Reason: brandubh.OutOfTime},
	{Winner: brandubh.Defenders, Reason: brandubh.OutOfTime},
	{Winner: brandubh.Attackers, Reason: brandubh.Forfeited},
	{Winner: brandubh.Defenders, Reason: brandubh.Forfeited},
	{Reason: brandubh.Agreed},
	{Reason: brandubh.Repeated},
	{Winner: brandubh.Attackers, Reason: brandubh.Repeated},
	{Winner: brandubh.Defenders, Reason: brandubh.Repeated},
	{Reason: brandubh.Aborted},
}

var sameRecord = cmp.Options{
	positions, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(record.Record{}, "Form", "Rules", "Claim", "Deviations"),
}

// checkReadsBack checks that a record reads back the same from what it is written as
// in a form, and returns whether it is written at all.
func checkReadsBack(t tester, r record.Record, form record.Form) bool {
	t.Helper()
	text, err := r.Format(form)
	if err != nil {
		if text != "" {
			t.Fatalf("%v: both %q and %v", form, text, err)
		}
		return false
	}
	got, err := record.Read(text, record.Options{Rules: r.Rules})
	if err != nil && r.Rest == "" {
		t.Fatalf("%v: %q cannot be read: %v", form, text, err)
	}
	if got.Form != form && r.Rest == "" {
		t.Fatalf("%q is written as %v and read as %v", text, form, got.Form)
	}
	if diff := cmp.Diff(r, got, sameRecord); diff != "" {
		t.Fatalf("%v: %q (-want +got):\n%s", form, text, diff)
	}
	return true
}

// What is written reads back the same or is refused, in every form, whatever a record
// says.
func TestFormatReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		r := genRecord(t, &v, genBool(t, "bare"))
		for _, form := range forms {
			checkReadsBack(t, r, form)
		}
	})
}

// A game with every end that the players can bring about is written in all forms that
// have words for it, either side to move.
func TestFormatEnds(t *testing.T) {
	v := brandubh.Federation()
	v.Agreement = true
	for _, plies := range []int{1, 2} {
		for _, end := range ends {
			r := record.Record{Rules: v, Start: v.Start, Result: end}
			r.Moves = []brandubh.Move{{From: brandubh.D2, To: brandubh.E2}, {From: brandubh.C4, To: brandubh.C2}}[:plies]
			for _, form := range forms {
				written := checkReadsBack(t, r, form)
				want := true
				switch form {
				case record.GameJSON: // the game does not end by repetition
					want = end.Reason != brandubh.Repeated
				case record.Plays:
					want = end.Reason == brandubh.NoReason || end.Reason == brandubh.Resigned
				}
				if written != want {
					_, err := r.Format(form)
					t.Errorf("%v after %d plies, %v: written %v, want %v: %v", end, plies, form, written, want, err)
				}
			}
		}
	}
}

// A resignation by the side that is not to move used to come back as the other side's.
func TestFormatResigner(t *testing.T) {
	g, err := brandubh.NewGame(brandubh.Federation())
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Resign(brandubh.Defenders); err != nil { // the attackers are to move
		t.Fatal(err)
	}
	r := record.FromGame(g)
	if text, err := r.Format(record.MoveList); err != nil || text != "defenders resigned" {
		t.Errorf("%q, %v", text, err)
	}
	for _, form := range forms {
		if !checkReadsBack(t, r, form) {
			t.Errorf("%v: not written", form)
		}
	}
}

func TestFormatMovetextSaysAll(t *testing.T) {
	v := brandubh.Federation()
	move := func(text string) brandubh.Move {
		m, err := brandubh.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	r := record.Record{
		Rules: v, Start: v.Start.WithTurn(brandubh.Defenders),
		Headers:  []record.Header{{Name: "Event", Value: `A "friendly"`}},
		Moves:    []brandubh.Move{move("c4-c2"), move("d1-c1"), move("d3-f3")},
		Result:   brandubh.Result{Reason: brandubh.Agreed},
		Comments: []record.Comment{{Ply: 0, Text: "before"}, {Ply: 2, Text: "a } in it"}, {Ply: 3, Text: "after"}},
		Clocks:   []record.Clock{{Ply: 1, Left: 90*time.Second + 500*time.Millisecond}},
		Variations: []record.Variation{{
			Ply: 2, Moves: []brandubh.Move{move("d1-e1"), move("d3-f3")}, Comments: []record.Comment{{Ply: 3, Text: "good"}},
			Variations: []record.Variation{{Ply: 3, Moves: []brandubh.Move{move("d3-a3")}}},
		}},
	}
	const want = `[Event "A \"friendly\""]
[Variant "federation"]
[Start "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 d"]
[Result "1/2-1/2"]
[Termination "draw by agreement"]

{before} 1. c4-c2 {[%clk 0:01:30.5]} 1... d1-c1 ;a } in it
(1... d1-e1 2. d3-f3 {good} (2. d3-a3)) 2. d3-f3 {after} 1/2-1/2
`
	text, err := r.Format(record.Movetext)
	if err != nil || text != want {
		t.Errorf("%v (-want +got):\n%s", err, cmp.Diff(want, text))
	}
	if !checkReadsBack(t, r, record.Movetext) {
		t.Error("not written")
	}
	var loss *record.LossError
	if _, err := r.Format(record.MoveList); !errors.As(err, &loss) || loss.Lost[0].Path != "start" {
		t.Error(err)
	}
	r.Start, r.Moves, r.Variations, r.Clocks = v.Start, []brandubh.Move{move("d2-e2")}, nil, nil
	r.Comments = r.Comments[:1]
	if _, err := r.Format(record.CSV); !errors.As(err, &loss) || len(loss.Lost) != 2 || loss.Lost[0].Path != "headers" || loss.Lost[1].Path != "comments" {
		t.Error(err)
	}
}

// FromGame and Game are inverse, also where repetition was let pass.
func TestGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		r := genRecord(t, &v, true)
		g, err := r.Game()
		if err != nil {
			t.Fatal(err)
		}
		got := record.FromGame(g)
		if !slices.Equal(got.Moves, r.Moves) || got.Start != r.Start || *got.Rules != v {
			t.Fatalf("%+v comes back as %+v", r, got)
		}
		if r.Result.Reason != brandubh.Repeated && got.Result.Reason != brandubh.Repeated && got.Result != r.Result {
			t.Fatalf("%v comes back as %v", r.Result, got.Result)
		}
	})
	v := brandubh.Federation()
	shuffle, err := record.Read(strings.Repeat("d1-c1 d3-c3 c1-d1 c3-d3 ", 3), record.Options{Rules: v})
	if err != nil {
		t.Fatal(err)
	}
	if g, err := shuffle.Game(); err != nil || !g.LetsRepetitionPass() {
		t.Error(err)
	}
}

func FuzzRoundTrip(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		r := genRecord(t, &v, genBool(t, "bare"))
		for _, form := range forms {
			checkReadsBack(t, r, form)
		}
	}))
}

// FuzzRead reads any text, and writes what it has read in every form.
func FuzzRead(f *testing.F) {
	for _, text := range samples {
		f.Add(text)
	}
	v := brandubh.Federation()
	f.Fuzz(func(t *testing.T, text string) {
		for w, err := range record.All(text) {
			if w == nil {
				if err == nil {
					t.Fatal("neither a game nor an error")
				}
				continue
			}
			r, err := w.Replay(record.Options{Rules: v})
			if _, own := w.Replay(record.Options{}); own == nil && w.Rules == nil {
				t.Fatal("played by no rules")
			}
			if err != nil && r.Rest == "" && strings.TrimSpace(text) != "" && r.Moves != nil {
				t.Fatalf("%v, and nothing is left", err)
			}
			if r.Rules.Validate() != nil || v.ValidateStart(r.Start) != nil {
				continue
			}
			for _, form := range forms {
				checkReadsBack(t, r, form)
			}
		}
	})
}
