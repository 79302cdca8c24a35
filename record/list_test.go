package record_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

// recorded is a game that people played under brandubh1.
// mark is a byte order mark.
const mark = "\uFEFF"

const recorded = "d2-e2 c4-c5 f4-f5 c5-a5 d6-a6xa5 d5-a5xa6 f5-d5 d3-a3xa4 e2-c2 a5-b5 " +
	"b4-c4 b5-b4xc4 d1-d3 e4-e2 d3-d2 d4-d3 g4-g3 d3-f3 d2-d1 f3-f2 resigned"

func parsePosition(t testing.TB, text string) brandubh.Position {
	t.Helper()
	p, err := brandubh.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// deviations is how a record deviates, a line each.
func deviations(ds []record.Deviation) (lines []string) {
	for _, d := range ds {
		lines = append(lines, fmt.Sprintf("%v: %v", d.Kind, d))
	}
	return lines
}

// numberedBy writes numbers before the moves of a list.
func numberedBy(list string, number func(i int) string) string {
	words := strings.Fields(list)
	for i, word := range words {
		words[i] = number(i) + word
	}
	return strings.Join(words, " ")
}

func TestReadListSpellings(t *testing.T) {
	v := preset(t, "brandubh1")
	want, err := record.Read(recorded, record.Options{Rules: v})
	if err != nil || len(want.Moves) != 20 || want.Deviations != nil || want.Rest != "" {
		t.Fatalf("%+v, %v", want, err)
	}
	if want.Result != (brandubh.Result{Winner: brandubh.Defenders, Reason: brandubh.Resigned}) {
		t.Errorf("result %v", want.Result)
	}
	kings := strings.NewReplacer(" d4-d3", " Kd4-d3", " d3-f3", " Kd3-f3", " f3-f2", " Kf3-f2")
	turns := func(i int) string {
		if i%2 == 0 {
			return fmt.Sprintf("%d. ", i/2+1)
		}
		return ""
	}
	for name, list := range map[string]string{
		"upper case":        strings.ToUpper(strings.TrimSuffix(recorded, " resigned")) + " Resigned",
		"no dash":           strings.ReplaceAll(recorded, "-", ""),
		"king marked":       kings.Replace(recorded),
		"commas":            strings.ReplaceAll(recorded, " ", ", "),
		"lines":             strings.ReplaceAll(recorded, " ", "\r\n"),
		"captures set off":  strings.ReplaceAll(recorded, "x", " x "),
		"captures, upper":   strings.NewReplacer("xa5", "xA5", "xa6", "XA6").Replace(recorded),
		"counts":            strings.NewReplacer("xa5", "x1", "xa6", "x1", "xa4", "x1", "xc4", " x 1").Replace(recorded),
		"no captures":       strings.NewReplacer("xa5", "", "xa6", "", "xa4", "", "xc4", "").Replace(recorded),
		"---":               strings.ReplaceAll(recorded, "resigned", "---"),
		"dashes":            strings.NewReplacer("-", " – ", "x", "×").Replace(recorded),
		"x for the dash":    strings.NewReplacer("d6-a6xa5", "d6xa6", "d5-a5xa6", "d5:a5", "d3-a3xa4", "d3-a3x", "xc4", " : c4").Replace(recorded),
		"chained":           strings.ReplaceAll(recorded, "xa5", "  xA5"),
		"parentheses":       numberedBy(recorded, func(i int) string { return strings.Replace(turns(i), ".", ")", 1) }),
		"bare numbers":      numberedBy(recorded, func(i int) string { return strings.Replace(turns(i), ".", "", 1) }),
		"ellipses":          numberedBy(recorded, func(i int) string { return fmt.Sprintf("%d%s", i/2+1, []string{". ", "…"}[i%2]) }),
		"in words":          strings.ReplaceAll(recorded, "resigned", "Black resigns"),
		"and a score":       strings.ReplaceAll(recorded, "resigned", "Black resigns. 0-1"),
		"a mark":            mark + recorded,
		"turns":             numberedBy(recorded, turns),
		"turns, glued":      numberedBy(recorded, func(i int) string { return strings.TrimSpace(turns(i)) }),
		"turns, both":       numberedBy(recorded, func(i int) string { return fmt.Sprintf("%d.%s", i/2+1, []string{" ", ".. "}[i%2]) }),
		"plies":             numberedBy(recorded, func(i int) string { return fmt.Sprintf("%d. ", i+1) }),
		"numbers, marks":    numberedBy(kings.Replace(recorded), turns),
		"blanks all around": " \t" + strings.ReplaceAll(recorded, " ", "\n\u00a0 ") + "\n",
	} {
		got, err := record.Read(list, record.Options{Rules: v})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, got, positions, cmpopts.IgnoreFields(record.Claim{}, "Text"), cmpopts.IgnoreFields(record.Record{}, "Form")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if text, err := want.Format(record.MoveList); err != nil || text != recorded {
		t.Errorf("written: %q, %v", text, err)
	}
}

func TestReadListCaptureSpellings(t *testing.T) {
	v := brandubh.Federation()
	start := parsePosition(t, "7/7/2t4/2TK3/tT3t1/2T4/2t4 a")
	for _, list := range []string{
		"f3-c3xb3xc4xc2", "f3-c3xb3/c4/c2", "f3-c3xb3/C4/c2", "f3-c3 x b3,c4,c2", "f3-c3 x B3, c4,\n c2",
		"f3-c3xb3,c4,c2", "F3-C3Xb3XC4/c2", "f3-c3x3", "f3-c3 x3", "f3-c3 x 3", "f3c3", "f3-c3", "1. f3-c3xb3xc4xc2!?",
		"f3-c3xb3xc4xc2{three at once}", "1.f3-c3xb3,c4,c2, d4-c4", "f3-c3xb3,c4,c2,d4c4", "f3-c3xb3xc4xc2, d4-c4",
		"f3-c3xb3,c4,c2,Kd4-c4",
	} {
		r, err := record.Read(list, record.Options{Rules: v, Start: start})
		if err != nil || len(r.Moves) == 0 || r.Moves[0].String() != "f3-c3" || r.Deviations != nil {
			t.Errorf("%q: %v %v %v", list, r.Moves, r.Deviations, err)
		}
		if wantMoves := 1 + strings.Count(list, "4-c") + strings.Count(list, "d4c"); len(r.Moves) != wantMoves {
			t.Errorf("%q: %v, want %d moves", list, r.Moves, wantMoves)
		}
	}
}

func TestReadListComments(t *testing.T) {
	r, err := record.Read(
		"{before} 1. d2-e2! (good) c4-c5?! ; to the end d1-d2\n# a line\n2. f4-f5[a|b]c5-a5", record.Options{Rules: brandubh.Federation()})
	if err != nil || len(r.Moves) != 4 {
		t.Fatal(r, err)
	}
	want := []record.Comment{
		{Ply: 0, Text: "before"},
		{Ply: 1, Text: "!"},
		{Ply: 1, Text: "good"},
		{Ply: 2, Text: "?!"},
		{Ply: 2, Text: " to the end d1-d2"},
		{Ply: 2, Text: " a line"},
		{Ply: 3, Text: "a|b"},
	}
	if diff := cmp.Diff(want, r.Comments); diff != "" {
		t.Error(diff)
	}
}

func TestReadListDeviations(t *testing.T) {
	const (
		three  = "7/7/2t4/2TK3/tT3t1/2T4/2t4 a"  // f3-c3 takes three
		corner = "7/7/t6/7/3t3/7/4K2 d"          // the king goes to g1
		hunted = "7/7/7/t6/1tK1t2/7/7 a"         // e3-d3 takes the king
		walled = "7/7/7/7/2ttt2/1tT1K1t/2ttt2 a" // g2-f2 walls in
	)
	for _, c := range []struct {
		start, list string
		want        []string
		moves       int
		rest        string
		result      string
	}{
		{three, "f3-c3xb3", []string{`captures: ply 1, "f3-c3xb3": by the rules it takes c2 b3 c4`}, 1, "", "open"},
		{three, "f3-c3x2", []string{`captures: ply 1, "f3-c3x2": by the rules it takes c2 b3 c4`}, 1, "", "open"},
		{three, "f3-f4 x c4", []string{`captures: ply 1, "f3-f4 x c4": by the rules it takes nothing`}, 1, "", "open"},
		{three, "f3-f4x1", []string{`captures: ply 1, "f3-f4x1": by the rules it takes nothing`}, 1, "", "open"},
		{three, "f3-c3 d4-d3xc3", []string{
			`captures: ply 1, "f3-c3": by the rules it takes c2 b3 c4`,
			`captures: ply 2, "d4-d3xc3": by the rules it takes nothing`,
		}, 2, "", "open"},
		{three, "f3-c3xb3xc4xb3xc2", []string{`text: ply 1, "f3-c3xb3xc4xb3xc2": names twice what it takes: b3`}, 1, "", "open"},
		{three, "Kf3-c3", []string{`piece: ply 1, "Kf3-c3": the piece on f3 is not the king (attacker)`}, 1, "", "open"},
		{three, "f3-c3xKb3/c4/c2", []string{`piece: ply 1, "f3-c3xKb3/c4/c2": no king is taken on b3`}, 1, "", "open"},
		{three, "4. f3-f4 7. d4-d3", []string{`text: ply 1, "4.": this is turn 1, ply 1`}, 2, "", "open"},
		{three, "f3-f4++", []string{`symbol: ply 1, "f3-f4++": "++" is not so: the game goes on`}, 1, "", "open"},
		{three, "f3-f4--", []string{`symbol: ply 1, "f3-f4--": "--" is not so: the game goes on`}, 1, "", "open"},
		{three, "f3-f4+", []string{`symbol: ply 1, "f3-f4+": "+" is not so: the game goes on, and neither could its mover win next nor the king be captured`}, 1, "", "open"},
		{three, "f3-f4-", []string{`symbol: ply 1, "f3-f4-": "-" is not so: the game goes on, and the king has no way out`}, 1, "", "open"},
		{three, "f3-f4 ---", nil, 1, "", "attackers resignation"},
		{three, "f3-f4 timeout", nil, 1, "", "attackers time"},
		{three, "RESIGNED", nil, 0, "", "defenders resignation"},
		{three, "resigned f3-f4", []string{`after-claim: ply 1, "f3-f4": the record has said before how the game ended`}, 0, "f3-f4", "defenders resignation"},
		{three, "resigned timeout", []string{`after-claim: ply 1, "timeout": the record has said before how the game ended`}, 0, "timeout", "defenders resignation"},
		{corner, "e1-g1", nil, 1, "", "defenders escape"},
		{corner, "Ke1-g1--", nil, 1, "", "defenders escape"},
		{corner, "e1-g1++", nil, 1, "", "defenders escape"},
		{corner, "e1-f1- d3-d2 f1-g1", nil, 3, "", "defenders escape"},
		{corner, "e1-f1+", nil, 1, "", "open"},
		{corner, "e1-g1 d3-d2 what ever", []string{`after-end: ply 2, "d3-d2": the game was over before: the defenders win: the king has escaped`}, 1, "d3-d2 what ever", "defenders escape"},
		{corner, "e1-g1 resigned", []string{`after-end: ply 2, "resigned": the game was over before: the defenders win: the king has escaped`}, 1, "resigned", "defenders escape"},
		{hunted, "e3-d3", nil, 1, "", "attackers king-captured"},
		{hunted, "e3-d3xc3", nil, 1, "", "attackers king-captured"},
		{hunted, "e3-d3xKc3++", nil, 1, "", "attackers king-captured"},
		{hunted, "e3-d3x1", nil, 1, "", "attackers king-captured"},
		{hunted, "a4-a5+", nil, 1, "", "open"},
		{hunted, "e3-d3-- c3-c7 {and so on}", []string{
			`symbol: ply 1, "e3-d3--": "--" is not so: the attackers win: the king is captured`,
			`after-end: ply 2, "c3-c7": the game was over before: the attackers win: the king is captured`,
		}, 1, "c3-c7 {and so on}", "attackers king-captured"},
		{walled, "g2-f2++", nil, 1, "", "attackers enclosed"},
		{walled, "g2-f2 c2-d2xd3", []string{`after-end: ply 2, "c2-d2xd3": the game was over before: the attackers win: the king's side is walled in`}, 1, "c2-d2xd3", "attackers enclosed"},
	} {
		v := preset(t, "brandubh2")
		r, err := record.Read(c.list, record.Options{Rules: v, Start: parsePosition(t, c.start)})
		if err != nil {
			t.Errorf("%q: %v", c.list, err)
			continue
		}
		if diff := cmp.Diff(c.want, deviations(r.Deviations)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.list, diff)
		}
		if len(r.Moves) != c.moves || r.Rest != c.rest || r.Result.String() != c.result {
			t.Errorf("%q: %v, rest %q, %v; want %d moves, %q, %s", c.list, r.Moves, r.Rest, r.Result, c.moves, c.rest, c.result)
		}
	}
}

func TestReadListReadsOn(t *testing.T) {
	v := preset(t, "brandubh2")
	o := record.Options{Rules: v, Start: parsePosition(t, "7/7/7/7/2ttt2/1tT1K1t/2ttt2 a"), ReadOn: true}
	r, err := record.Read("g2-f2 c2-d2xd3 c1-a1 d2-c2", o)
	want := []string{
		`after-end: ply 1, "c2-d2xd3": the game is over by the rules: the attackers win: the king's side is walled in; it is read on`,
	}
	if diff := cmp.Diff(want, deviations(r.Deviations)); diff != "" {
		t.Error(diff)
	}
	if moveErr := (*brandubh.MoveError)(nil); !errors.As(err, &moveErr) || !errors.Is(err, brandubh.ErrMayNotStop) || len(r.Moves) != 2 || r.Rest != "c1-a1 d2-c2" {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = record.Read("g2-f2", o) // nothing to read on for
	if err != nil || r.Deviations != nil || r.Result.Reason != brandubh.Enclosed {
		t.Errorf("%+v, %v", r, err)
	}
	o.Start = parsePosition(t, "7/7/7/7/4t2/7/4K2 d")
	r, err = record.Read("e1-g1 e3-e4", o) // never past an escaped king
	if err != nil || r.Rest != "e3-e4" || r.Result.Reason != brandubh.Escape {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestReadListStops(t *testing.T) {
	v := brandubh.Federation()
	for _, c := range []struct {
		list  string
		moves int
		rest  string
		is    error
		says  string
	}{
		{"d2-e2 c4-a4 f4-f5", 1, "c4-a4 f4-f5", brandubh.ErrBlocked, "line 1, column 7, ply 2: c4-a4: blocked at b4 by the attacker there"},
		{"c4-c5", 0, "c4-c5", brandubh.ErrNotYours, "column 1, ply 1: c4-c5: the defender on c4 is not of the side to move"},
		{"1. d2-a2 {why not} 1... d4-d4 c4-c5", 1, "d4-d4 c4-c5", brandubh.ErrNotALine, "column 25, ply 2: d4-d4: a piece may not stay where it is"},
		{"d2-a2 h3-h4", 1, "h3-h4", brandubh.ErrSyntax, `line 1, column 7, ply 2, "h3-h4": h3 is off the board`},
		{"d2-a2 Nc4-c5", 1, "Nc4-c5", brandubh.ErrSyntax, "knight"},
		{"d2^a2", 0, "d2^a2", brandubh.ErrSyntax, "jump"},
		{"d2=a2", 0, "d2=a2", brandubh.ErrSyntax, "berserk move"},
		{"d2^=a2", 0, "d2^=a2", brandubh.ErrSyntax, "berserk jump"},
		{"d2-a2+-", 0, "d2-a2+-", brandubh.ErrSyntax, "want +, ++, -, -- or nothing"},
		{"d2-a2c4-c5", 0, "d2-a2c4-c5", brandubh.ErrSyntax, "something follows the move"},
		{"d2-a2 xc9", 0, "d2-a2 xc9", brandubh.ErrSyntax, "c9 is off the board"},
		{"d1-d8", 0, "d1-d8", brandubh.ErrSyntax, "d8 is off the board"},
		{"d2-a2 hello", 1, "hello", brandubh.ErrSyntax, "want a move, as in d2-e2"},
		{"d2-a2 {no end", 1, "{no end", brandubh.ErrSyntax, "want }"},
		{"d2-a2 1-2", 1, "1-2", brandubh.ErrSyntax, "want a move"},
	} {
		r, err := record.Read(c.list, record.Options{Rules: v})
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: error %v, want %q", c.list, err, c.says)
		}
		if len(r.Moves) != c.moves || r.Rest != c.rest || r.Result.Over() {
			t.Errorf("%q: %v, rest %q, %v", c.list, r.Moves, r.Rest, r.Result)
		}
	}
	if r, err := record.Read("d2-a2", record.Options{Rules: nil}); !errors.Is(err, brandubh.ErrNoVariant) || r.Rest != "d2-a2" {
		t.Error(r, err)
	}
	if r, err := record.Read("d2-a2", record.Options{Rules: v, Start: v.Start.WithTurn(brandubh.NoSide)}); err == nil || r.Rest != "d2-a2" {
		t.Error(r, err)
	}
	if _, err := (record.Record{}).Format(record.MoveList); !errors.Is(err, brandubh.ErrNoVariant) {
		t.Error(err)
	}
	bad := record.Record{Rules: v, Start: v.Start, Moves: make([]brandubh.Move, 1)}
	if _, err := bad.Format(record.MoveList); !errors.Is(err, brandubh.ErrNoPiece) && !errors.Is(err, brandubh.ErrNotALine) {
		t.Error(err)
	}
}
