package record_test

import (
	"encoding/json"
	"errors"
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

// samples is one text or more of every form.
var samples = []string{
	recorded,
	"1. f3-c3 x b3,C4, c2! {k} Kd4-d3++ --- d1d2",
	"1. d2-e2 {[%clk 0:01:02]} (1. d2-f2 c4-c2 (1... d3-a3) 2. f2-f1 $1) 1... c4-c2\n% x\n2. f4-f5 1-0",
	"[Event \"x\"]\n[Variant \"walker\"]\n[Result \"0-1\"]\n[Termination \"defenders_win_escape\"]\n\n1. d2-e2 d5-c5x1 0-1\n",
	"[result:-1][rules:dim:7 surf:n start:" + otnStart + "]\n1. d2-e2 c4-c5\n[a|b]\n2b.1.1b. ..... Kd4-d3xc2-\n2. f4-f5 ---",
	`{"id":"x","type":129,"won":"white","moves":"d2-e2 c4-c2 d6-c6 d3-g3 e2-g2xg3 d4-d3 b4-b2 d3-g3xg2 d1-d2xc2 g3-g1"}`,
	`{"gameType":51,"moves":["d2-e2","c4-c2"],"winner":"black"}` + "\n" + `{"moves":"d2-f2"}`,
	`["d2-e2","c4-c2"]`,
	"d6-c6 e4-e1 f4-e4 d3-f3,0,0,Ongoing\nd2-e2 c4-c2,0,0,Black\n",
	"play attacker d2 e2, play defender c4 c2, play attacker resigns _, \n",
	"d2-e2 Black resigns. ½-½",
}

// stored returns a game in the library's own JSON.
func stored(t *testing.T) string {
	t.Helper()
	r, err := record.Read("d2-e2 c4-c2 d6-c6 resigned", record.Options{Rules: brandubh.Federation()})
	if err != nil {
		t.Fatal(err)
	}
	text, err := r.Format(record.GameJSON)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// read reads a text by the rules of the federation.
func read(t *testing.T, text string) record.Record {
	t.Helper()
	r, err := record.Read(text, record.Options{Rules: brandubh.Federation()})
	if err != nil {
		t.Errorf("%q: %v", text, err)
	}
	return r
}

// TestReadForms reads one game in every form that people share.
func TestReadForms(t *testing.T) {
	const resigned = "attackers resignation"
	for _, c := range []struct {
		text   string
		form   record.Form
		result string
		claim  string // kind and winner
	}{
		{"d2-e2 c4-c2 d6-c6", record.MoveList, "open", "nothing none"},
		{"d2-e2 c4-c2 d6-c6 1-0", record.MoveList, "open", "win attackers"},
		{"d2-e2 c4-c2 d6-c6 0–1", record.MoveList, "open", "win defenders"},
		{"d2-e2 c4-c2 d6-c6 1/2-1/2", record.MoveList, "open", "draw none"},
		{"d2-e2 c4-c2 d6-c6 ½-½", record.MoveList, "open", "draw none"},
		{"d2-e2 c4-c2 d6-c6 *", record.MoveList, "open", "open none"},
		{"d2-e2 c4-c2 d6-c6 draw", record.MoveList, "open", "draw none"},
		{"d2-e2 c4-c2 d6-c6 draw agreed", record.MoveList, "draw agreement", "draw none"},
		{"d2-e2 c4-c2 d6-c6 White resigns", record.MoveList, resigned, "win attackers"},
		{"d2-e2 c4-c2 d6-c6 black resigned", record.MoveList, "defenders resignation", "win defenders"},
		{"d2-e2 c4-c2 d6-c6 white won", record.MoveList, "open", "win defenders"},
		{"d2-e2 c4-c2 d6-c6 time out", record.MoveList, "attackers time", "win attackers"},
		{"d2-e2 c4-c2 d6-c6 aborted", record.MoveList, "aborted", "open none"},
		{"1. d2-e2 {x} c4-c2 2) d6-c6 resigns", record.Movetext, resigned, "win attackers"},
		{"[Result \"1-0\"]\n\n1.d2-e2 c4-c2 2.d6-c6 1-0", record.Movetext, "open", "win attackers"},
		{mark + "[Format \"brandubh-1\"]\r\n[Result \"0-1\"]\r\n[Termination \"defenders_win_timeout\"]\r\n\r\n1. d2-e2 c4-c2\r\n2. d6-c6\r\n0-1\r\n", record.Movetext, "defenders time", "win defenders"},
		{"[event:x][result:1][termination:White forfeits]\n1. d2-e2 c4-c2\n2. d6-c6", record.OTG, "attackers forfeit", "win attackers"},
		{"[event:x][result:0][termination:threefold repetition]\n1. d2-e2 c4-c2\n2. d6-c6", record.OTG, "draw repetition", "draw none"},
		{"[result:0][termination:position repeated three times]\n1. d2-e2 c4-c2\n2. d6-c6", record.OTG, "draw repetition", "draw none"},
		{"[result:1][termination:they sometimes do]\n1. d2-e2 c4-c2\n2. d6-c6", record.OTG, "open", "win attackers"},
		{"[result:?]\n1. d2-e2 c4-c2\n2. d6-c6 ---", record.OTG, resigned, "win attackers"},
		{`{"type":51,"won":"black","moves":"d2-e2 c4-c2 d6-c6"}`, record.ArchiveJSON, "open", "win attackers"},
		{`{"game type": 51, "moves": ["d2-e2", "c4-c2", "d6-c6"], "winner": "White"}`, record.ArchiveJSON, "open", "win defenders"},
		{`{"moves":"d2-e2 c4-c2 d6-c6 resigned","won":"black"}`, record.ArchiveJSON, resigned, "win attackers"},
		{`["d2-e2","c4-c2","d6-c6"]`, record.ArchiveJSON, "open", "nothing none"},
		{mark + stored(t), record.GameJSON, resigned, "win attackers"},
		{"d2-e2 c4-c2 d6-c6,0,0,Ongoing", record.CSV, "open", "open none"},
		{"d2-e2 c4-c2 d6-c6 timeout,0,0,Black\n", record.CSV, "attackers time", "win attackers"},
		{"play attacker d2 e2, play defender c4 c2, play attacker d6 c6, play defender resigns _, \n", record.Plays, resigned, "win attackers"},
		{"play black d2 e2\nplay white c4 c2\nplay black d6 c6", record.Plays, "open", "nothing none"},
	} {
		r := read(t, c.text)
		if r.Form != c.form || r.Result.String() != c.result || fmt.Sprint(r.Claim.Kind, " ", r.Claim.Winner) != c.claim {
			t.Errorf("%q: form %v, %v, claims %v %v; want %v, %s, %s", c.text, r.Form, r.Result, r.Claim.Kind, r.Claim.Winner, c.form, c.result, c.claim)
		}
		if got := fmt.Sprint(r.Moves); got != "[d2-e2 c4-c2 d6-c6]" || r.Rest != "" || r.Deviations != nil {
			t.Errorf("%q: moves %v, rest %q, deviations %q", c.text, got, r.Rest, deviations(r.Deviations))
		}
	}
}

// TestNothingIsLost: what looks like moves or like another form and is not read is an
// error or a deviation.
func TestNothingIsLost(t *testing.T) {
	for text, want := range map[string]string{
		`{"moves": ["d1-f1",], "type": 51}`:             "broken JSON",
		`{'moves': ['d1-f1']}`:                          "broken JSON",
		`{"moves": "d1-f1", }`:                          "broken JSON",
		`{"moves": "d1-f1"} {"moves": "d1-f1"}`:         "a second game begins here",
		"{\"moves\": \"d1-f1\"}\n{\"moves\": \"d1-f1\"": "broken JSON",
		`["d1-f1",`:                                      "broken JSON",
		`{"moves": "d1-f1", "moves": "d1-e1"}`:           "stands twice",
		`{"moves": 7}`:                                   "a text or a list of moves",
		`{"won": "black"}`:                               `want "moves"`,
		`{"moves": "d1-f1", "won": "nobody"}`:            "want black, white, draw or ongoing",
		"[event:x]\n1. d1-f1 c4-c2\n[event:y]\n1. d1-f1": "line 3, column 1, \"[event:y]\": a second game begins here",
		"[Event \"x\"]\n\n1. d1-f1 c4-c2\n\n[Event \"y\"]\n\n1. d1-f1": "line 5, column 1, \"[Event\": a second game begins here",
		"1. d1-f1 c4-c2 1. d1-f1 c4-c2":                                "a second game begins here",
		"d1-f1 c4-c2,0,0,Black\nd1-f1,0,0,White":                       "a second game begins here",
		"d1-f1, c4-c2 {d1":                                             "column 14, ply 3, \"{d1\": the comment is not closed",
		"\xFF\xFEd\x001\x00":                                           "UTF-16; save it as UTF-8",
		"d\x001\x00-\x00f\x001\x00":                                    "UTF-16; save it as UTF-8",
		"":                                                             "nothing but blanks",
		" \n":                                                          "nothing but blanks",
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a":                            "want a move",
		"[position:bad]\n1. d1-f1":                                     "line 1, column 1, \"[position:bad]\": position, column 1",
		"[event:x]\n1. d1-f1 c4-c2\n[a|b]\n[c|d]":                      "a second comment on turn 1",
		"[rules:dim:7]\n5b.1.1. d1-f1":                                 "no move that this could be a variation on",
		"play attacker d1 h9":                                          "h9 is off the board",
		"play nobody d1 f1":                                            "want a move",
		"play attacker d1 f1, pass":                                    `want "play"`,
		`{"goal":"corner","king":{}}`:                                  "these are rules, not a game",
		"d1-f1 Ñ":                                                      `"Ñ": want a move`,
		strings.Repeat("é", 100):                                       "é…\": want a move",
		"1. d1-f1 c4-c2 {x}\r\n2. d6-d9":                               "line 2, column 7, ply 3, \"d9\": d9 is off the board",
		mark + "d1-f1 d1-h1":                                           "line 1, column 10, ply 2, \"h1\": h1 is off the board",
	} {
		_, err := record.Read(text, record.Options{Rules: brandubh.Federation()})
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 400 {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string][]string{
		"d1-f1; e4-e1; f1-f2":    {`unread: "; e4-e1; f1-f2": looks like moves and was read as a comment`},
		"d1-f1# c4-c2":           nil, // as a mark of mate
		"d1-f1 # c4-c2":          {`unread: "# c4-c2": looks like moves and was read as a comment`},
		"d1-f1 {c4-c2 1-0}":      {`unread: "{c4-c2 1-0}": looks like moves and was read as a comment`},
		"d1-f1 {c4-c2 is worse}": nil,
		"d1-f1 (d1-e1 c4-c2)":    nil,
		"d1-f1 (d1-e1 is worse)": {`unread: "(d1-e1 is worse)": begins as a variation does and was read as a comment`},
		"d1-f1 (d1-e1 d1-e1)":    {`variation: ply 2, "d1-e1": the variation ends here: d1-e1: no piece stands on d1`},
		"d1-f1 2. c4-c2":         nil, // its ply
		"d1-f1 7. c4-c2":         {`text: ply 2, "7.": this is turn 1, ply 2`},
		"[result:1][termination:attackers resigned]\n1. d1-f1 c4-c2": {`result: "termination: attackers resigned": the record contradicts itself: result:1`},
		"d1-f1 resigned 0-1":                       {`result: ply 1, "0-1": the record contradicts itself: resigned`},
		`{"moves":"d1-f1 resigned","won":"white"}`: {`result: ply 1, "resigned": the record contradicts itself: white`},
		"d1-b1 d3-b3 d2-b2 d4-d1 f4-f2 d1-g1 1-0":  {`result: ply 6, "1-0": by the rules the defenders win: the king has escaped`},
		"d1-f1 king captured":                      {`result: ply 1, "king captured": by the rules the game is not over`},
		"d2-e2 c4-c2,1,0,Ongoing":                  {`captures: "1,0": by the rules the attackers have captured 0 pieces and the defenders 0`},
		"d1-f1xc3":                                 {`captures: ply 1, "d1-f1xc3": by the rules it takes nothing`},
		"d1-f1x c4-c2x":                            {`captures: ply 1, "d1-f1x": by the rules it takes nothing`, `captures: ply 2, "c4-c2x": by the rules it takes nothing`},
		"play defender d1 f1":                      {`text: ply 1, "play defender d1 f1": the attackers are to move`},
	} {
		if diff := cmp.Diff(want, deviations(read(t, text).Deviations)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{"d1-f1 resigned 0-1", "[result:1][termination:attackers resigned]\n1. d1-f1 c4-c2"} {
		if r := read(t, text); r.Result.Over() {
			t.Errorf("%q: %v, though it contradicts itself", text, r.Result)
		}
	}
}

func TestAll(t *testing.T) {
	for text, want := range map[string]string{
		"1. d1-f1 c4-c2 1-0\n1. d1-e1 c4-c2 2. d2-f2":                               "[d1-f1 c4-c2] [d1-e1 c4-c2 d2-f2]",
		"[Event \"a\"]\n1. d1-f1 *\n\n[Event \"b\"]\n1. d1-e1 0-1\n":                "[d1-f1] [d1-e1]",
		"[event:a]\n1. d1-f1 c4-c2\n[x|y]\n\n[event:b]\n[result:0]\n1. d1-e1 c4-c2": "[d1-f1 c4-c2] [d1-e1 c4-c2]",
		"d1-f1,0,0,Black\r\nd1-e1,0,0,White\r\nhello\r\n":                           "[d1-f1] [d1-e1] error",
		"{\"moves\":\"d1-f1\"}\n\n{\"moves\":\"d1-e1\"}{\"moves\":7}":               "[d1-f1] [d1-e1] error",
		`[{"moves":["d1-f1"]},{"moves":["d1-e1"]}]`:                                 "[d1-f1] [d1-e1]",
		"d1-f1 c4-c2 resigned":                                                      "[d1-f1 c4-c2]",
	} {
		var got []string
		for w, err := range record.All(text) {
			if err != nil {
				got = append(got, "error")
				continue
			}
			r, err := w.Replay(record.Options{Rules: brandubh.Federation()})
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			got = append(got, fmt.Sprint(r.Moves))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
	for range record.All("1. d1-f1 1-0 1. d1-e1") {
		break // an iterator may be left
	}
}

// TestOTGFile reads a real record of OpenTafl, with comments, variations and all.
func TestOTGFile(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "otn", "brandub.otg"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Read(string(data), record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := record.Read(recorded, record.Options{Rules: preset(t, "brandubh1")})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Moves, want.Moves) || r.Result != want.Result || r.Rest != "" || r.Rules.Name != "Brandub Strong Center King" {
		t.Errorf("%+v", r)
	}
	if site, ok := r.Header("Event"); !ok || site != "Tafl Triathlon" || len(r.Headers) != 5 {
		t.Errorf("%+v", r.Headers)
	}
	if len(r.Comments) != 4 || r.Comments[2] != (record.Comment{Ply: 2, Text: "And a usual answer.\n\nWith an empty line."}) {
		t.Errorf("%+v", r.Comments)
	}
	var lines []string
	for _, v := range r.Variations {
		lines = append(lines, fmt.Sprint(v.Ply, v.Moves, len(v.Comments), v.Rest))
	}
	if got := strings.Join(lines, "; "); got != "4 [] 0c5-g5 g4-g3 g5-a5; 6 [] 0d1-c1 ---" {
		t.Errorf("variations %s", got)
	}
	if got := deviations(r.Deviations); len(got) != 3 || !strings.HasPrefix(got[0], `rules: "ks:c"`) || !strings.HasPrefix(got[1], "variation: ") { // they are not legal there
		t.Errorf("%q", got)
	}
}

func TestReadPosition(t *testing.T) {
	start := brandubh.Federation().Start
	open := start.WithTurn(brandubh.NoSide)
	const files = "  a b c d e f g\n"
	diagram := open.Diagram()
	onTop := files + strings.Join(strings.SplitAfter(diagram, "\n")[:7], "") + "Black to move\n"
	for text, want := range map[string]brandubh.Position{
		start.String():                           start,
		start.String() + "\r\n":                  start,
		mark + "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3": open,
		"3A3/3A3/3D3/AADKDAA/3D3/3A3/3A3 a":      start,
		"3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3\n":      open,
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 black":  start,
		otnStart:                                 open,
		diagram:                                  open,
		start.Diagram():                          start,
		onTop:                                    start,
		strings.ReplaceAll(diagram, " ", "  "):   open,
		"...a...\n...a...\n...d...\naadkdaa\n...d...\n...a...\n...a...": open,
	} {
		if got, err := record.ReadPosition(text); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3 a":          "want a slash",
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 nobody": "want the side to move",
		"3t3/3t3/3T3/ttTkTtt/3T3/3t3/3t3":        "a king of the attackers, which Brandubh lacks",
		"":                                       "nothing but blanks",
		"hello":                                  "want 7 squares, found 5",
		"\xFE\xFF\x003":                          "UTF-16",
	} {
		if _, err := record.ReadPosition(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestOpenTaflArtefacts: what OpenTafl's own loader hands out, and what its program
// plays right.
func TestOpenTaflArtefacts(t *testing.T) {
	v, ds, err := record.ParseOTNRules("dim:7 surf:n corre: start:" + otnStart)
	if err != nil || len(ds) != 1 || ds[0].Token != "corre:" || !v.Corners.Exists {
		t.Errorf("%v %v %v", v, ds, err)
	}
	noReturn := brandubh.Federation()
	noReturn.Throne.Return = false
	text, _, err := record.FormatOTNRules(noReturn)
	if err != nil || !strings.Contains(text, " cens: ") || strings.Contains(text, "cenre") {
		t.Errorf("%s, %v: want cens: without the king, and no cenre:", text, err)
	}
	if w, _, err := record.ParseOTNRules(text); err != nil || w.Throne.Return {
		t.Error(w, err)
	}
}

// A wrong file of any size is answered with a few lines.
func TestErrorsAreShort(t *testing.T) {
	for name, text := range map[string]string{
		"words":    strings.Repeat("word ", 1_000_000),
		"one word": strings.Repeat("x", 5_000_000),
		"values":   "dim:7 " + strings.Repeat("cor:"+strings.Repeat("z", 1000)+" ", 1000),
	} {
		_, _, err := record.ParseOTNRules(text)
		if err == nil || len(err.Error()) > 4000 {
			t.Errorf("%s: an error of %d bytes", name, len(fmt.Sprint(err)))
		}
		if name == "words" && !strings.Contains(err.Error(), "and: 999,980 more") && !strings.Contains(err.Error(), "999,98") {
			t.Errorf("%s: %.3000v", name, err)
		}
		_, err = record.Read(text, record.Options{Rules: brandubh.Federation()})
		if err == nil || len(err.Error()) > 500 {
			t.Errorf("%s: an error of %d bytes", name, len(fmt.Sprint(err)))
		}
	}
}

func TestDeviationJSON(t *testing.T) {
	r := read(t, "d1-f1xc3 c4-c2 1-0")
	data, err := json.Marshal(struct {
		Deviations []record.Deviation `json:"deviations"`
		Claim      record.Claim       `json:"claim"`
	}{r.Deviations, r.Claim})
	const want = `{"deviations":[{"ply":1,"kind":"captures","line":1,"column":1,"token":"d1-f1xc3","why":"by the rules it takes nothing"}],` +
		`"claim":{"kind":"win","winner":"attackers","reason":"none","text":"1-0"}}`
	if err != nil || string(data) != want {
		t.Errorf("%s, %v", data, err)
	}
	if data, err = json.Marshal(read(t, "d2-e2 {x} resigned")); err != nil || !strings.Contains(string(data), `"moves":["d2-e2"],"result":"attackers resignation","claim":{"kind":"win"`) ||
		!strings.HasPrefix(string(data), `{"form":"movetext","rules":{"name":"federation"`) || !strings.Contains(string(data), `"comments":[{"ply":1,"text":"x"}]`) {
		t.Errorf("%s, %v", data, err)
	}
	var e *record.Error
	_, err = record.Read("d1-f1\r\n d3-d1", record.Options{Rules: brandubh.Federation()})
	if !errors.As(err, &e) || e.Place != (record.Place{Offset: 8, Line: 2, Column: 2}) || e.Ply != 2 || e.Token != "d3-d1" {
		t.Errorf("%+v", e)
	}
}

func FuzzReadPosition(f *testing.F) {
	f.Add("3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a")
	f.Add(otnStart)
	f.Add(brandubh.Federation().Start.Diagram())
	f.Fuzz(func(t *testing.T, text string) {
		p, err := record.ReadPosition(text)
		if err != nil {
			return
		}
		for _, again := range []string{p.String(), p.Diagram()} {
			if q, err := record.ReadPosition(again); err != nil || q != p {
				t.Fatalf("%q is %v, written %q and read %v, %v", text, p, again, q, err)
			}
		}
	})
}

// TestStoredUnderOtherRules: a stored game whose preset has changed or is gone is read
// by the rules that the caller gives, with a deviation; without them it is refused.
func TestStoredUnderOtherRules(t *testing.T) {
	for name, want := range map[string]error{"federation": brandubh.ErrFingerprint, "gone": brandubh.ErrNoPreset} {
		text := `{"format":1,"variant":"` + name + `","fingerprint":"old","moves":["d1-f1","e4-e1"],"result":"attackers resignation"}`
		if r, err := record.Read(text, record.Options{}); !errors.Is(err, want) {
			t.Errorf("%s without rules: %v, %v; want %v", name, r.Moves, err, want)
		}
		r, err := record.Read(text, record.Options{Rules: brandubh.Federation()})
		if err != nil || len(r.Moves) != 2 || r.Result != (brandubh.Result{Winner: brandubh.Attackers, Reason: brandubh.Resigned}) {
			t.Errorf("%s by other rules: %v, %v, %v; want two moves and the resignation", name, r.Moves, r.Result, err)
		}
		if len(r.Deviations) != 1 || r.Deviations[0].Kind != record.KindRules {
			t.Errorf("%s: deviations %v, want one about the rules", name, r.Deviations)
		}
	}
}
