package record_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

const otnStart = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"

func TestParseOTNPosition(t *testing.T) {
	for _, c := range []struct{ text, want, refused string }{
		{otnStart, "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 -", ""},
		{strings.Trim(otnStart, "/"), "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 -", ""},
		{"/t6/7/7/7/7/7/K5T/", "K5T/7/7/7/7/7/t6 -", ""}, // rank 1 first
		{"/11t4/7/7/7/7/7/7/", "", "rank 1 has more than 7 squares"},
		{"/3c3/7/7/7/7/7/7/", "", "a commander, which Brandubh lacks"},
		{"/3N3/7/7/7/7/7/7/", "", "a knight, which Brandubh lacks"},
		{"/3m3/7/7/7/7/7/7/", "", "a mercenary, which Brandubh lacks"},
		{"/3G3/7/7/7/7/7/7/", "", "a guard, which Brandubh lacks"},
		{"/3k3/7/7/7/7/7/7/", "", "a king of the attackers, which Brandubh lacks"},
		{"/3x3/7/7/7/7/7/7/", "", "want t, T, K"},
		{"/7/7/7/7/7/7/", "", "rank 7 has 0 squares"},
		{"/7/7/7/7/7/7/7/7/", "", "more than 7 ranks"},
		{"/7/6/7/7/7/7/7/", "", "rank 2 has 6 squares"},
		{"/7/7t/7/7/7/7/7/", "", "rank 2 has more than 7 squares"},
		{"/99999999999999999999/7/7/7/7/7/7/", "", "more than 7 squares"},
		{"", "", "rank 1 has 0 squares"},
	} {
		p, err := record.ParseOTNPosition(c.text)
		if c.refused != "" {
			if !errors.Is(err, brandubh.ErrSyntax) || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%q: %v, want %q", c.text, err, c.refused)
			}
			continue
		}
		if err != nil || p.String() != c.want {
			t.Errorf("%q: %v, %v, want %s", c.text, p, err, c.want)
		}
	}
}

func TestOTNPositionReadsBack(t *testing.T) {
	v := brandubh.Federation()
	rapid.Check(t, func(t *rapid.T) {
		p := genPosition(v).Draw(t, "position").WithTurn(brandubh.NoSide)
		text := record.FormatOTNPosition(p)
		if q, err := record.ParseOTNPosition(text); err != nil || q != p {
			t.Fatalf("%v is written %s and reads back as %v, %v", p, text, q, err)
		}
	})
}

func TestReadMove(t *testing.T) {
	set := func(squares string) (b brandubh.Bitboard) {
		if err := b.UnmarshalText([]byte(squares)); err != nil {
			t.Fatal(err)
		}
		return b
	}
	move := func(text string) brandubh.Move {
		m, err := brandubh.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	type written = record.WrittenMove
	for _, c := range []struct {
		text, again string
		want        written
	}{
		{"e5-e7", "", written{Move: move("e5-e7")}},
		{"e5-e7xe6", "", written{Move: move("e5-e7"), Captures: set("e6")}},
		{"e5-e3xd3/e2", "e5-e3xe2/d3", written{Move: move("e5-e3"), Captures: set("e2 d3")}},
		{"Kd4-d3", "", written{Move: move("d4-d3"), King: true}},
		{"a3-e3+", "", written{Move: move("a3-e3"), Symbol: "+"}},
		{"Ke5-e1-", "", written{Move: move("e5-e1"), King: true, Symbol: "-"}},
		{"e3-e4++", "", written{Move: move("e3-e4"), Symbol: "++"}},
		{"c2-c3xKc4++", "", written{Move: move("c2-c3"), Captures: set("c4"), KingCaptures: set("c4"), Symbol: "++"}},
		{"Ke1-a1--", "", written{Move: move("e1-a1"), King: true, Symbol: "--"}},
		{"---", "", written{Resigns: true}},
		{"d5-c5x1", "", written{Move: move("d5-c5"), Count: 1}},
		{"d1d3", "d1-d3", written{Move: move("d1-d3")}},
		{"KD4D3XB2/C2", "Kd4-d3xb2/c2", written{Move: move("d4-d3"), King: true, Captures: set("b2 c2")}},
		{"f3-c3xb3xc4xc2", "f3-c3xc2/b3/c4", written{Move: move("f3-c3"), Captures: set("c2 b3 c4")}},
		{"a1-a1", "", written{}},
		{" e6-e4\n", "e6-e4", written{Move: move("e6-e4")}},
		{"e6-e4x", "", written{Move: move("e6-e4"), Takes: true}},
		{"e6xe4", "e6-e4x", written{Move: move("e6-e4"), Takes: true}},
		{"e6 — e4 × e5", "e6-e4xe5", written{Move: move("e6-e4"), Captures: set("e5")}},
	} {
		got, err := record.ReadMove(c.text)
		if err != nil || got != c.want {
			t.Errorf("%q: %+v, %v", c.text, got, err)
		}
		again := c.again
		if again == "" {
			again = c.text
		}
		if got.String() != again {
			t.Errorf("%q is written %q", c.text, got)
		}
	}
	for text, want := range map[string]string{
		"ce6^e7":              "a commander, which Brandubh lacks",
		"Ne6^=e7xce5":         "a knight, which Brandubh lacks",
		"Ne6=e4":              "a knight, which Brandubh lacks",
		"ke6-e4":              "a king of the attackers, which Brandubh lacks",
		"e6^e4":               `"^" is a jump, which Brandubh lacks`,
		"e6=e4":               `"=" is a berserk move, which Brandubh lacks`,
		"e6^=e4":              `"^=" is a berserk jump, which Brandubh lacks`,
		"e6-e4xce5":           "a commander, which Brandubh lacks",
		"e6-e4xe5/nd4":        "a knight, which Brandubh lacks",
		"te6-e4":              "soldiers carry no letter",
		"e6-e8":               "e8 is off the board",
		"h6-e6":               "h6 is off the board",
		"e6":                  "want a dash and the square",
		"e6-e4x0":             "1 or more",
		"e6-e4xe5/":           "want a square",
		"e6-e4xe5/e5":         "names twice what it takes: e5",
		"e6-e4+++":            "want +, ++, -, -- or nothing",
		"e6-e4 e2-e3":         "something follows the move",
		"----":                "want a square",
		"":                    "want a square",
		"e6-e4xe5,e2-e3":      "something follows the move",
		"e6-e4xe5/\u00e9\xff": "want a square",
	} {
		_, err := record.ReadMove(text)
		if !errors.Is(err, brandubh.ErrSyntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestFormatOTNMove(t *testing.T) {
	v := brandubh.Federation()
	for _, c := range []struct{ position, move, plain, full string }{
		{"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "d2-e2", "d2-e2", "d2-e2"},
		{"7/7/2t4/2TK3/tT3t1/2T4/2t4 a", "f3-c3", "f3-c3xc2/b3/c4", "f3-c3xc2/b3/c4"},
		{"7/7/t6/7/4t2/7/4K2 d", "e1-d1", "e1-d1+", "Ke1-d1-"},
		{"7/7/t6/7/4t2/7/4K2 d", "e1-g1", "e1-g1++", "Ke1-g1--"},
		{"7/7/7/t6/1tK1t2/7/7 a", "e3-d3", "e3-d3++", "e3-d3xKc3++"},
		{"7/7/7/t6/1tK1t2/7/7 a", "a4-a5", "a4-a5+", "a4-a5+"},
		{"7/7/7/t6/1tK1t2/7/7 d", "c3-c4", "c3-c4", "Kc3-c4"},
		{"7/7/5T1/t6/1tK1t2/7/7 d", "f5-f4", "f5-f4", "f5-f4+"}, // the attackers threaten: only the full form says so
	} {
		p := parsePosition(t, c.position)
		m, err := brandubh.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		plain, errPlain := record.FormatOTNMove(v, p, m, record.OTNPlain)
		full, errFull := record.FormatOTNMove(v, p, m, record.OTNFull)
		if errPlain != nil || errFull != nil || plain != c.plain || full != c.full {
			t.Errorf("%s in %s: %q %q, %v %v; want %q %q", c.move, c.position, plain, full, errPlain, errFull, c.plain, c.full)
		}
	}
	if _, err := record.FormatOTNMove(v, v.Start, brandubh.Move{}, record.OTNPlain); !errors.Is(err, brandubh.ErrNoPiece) {
		t.Error(err)
	}
	if _, err := record.FormatOTNMove(nil, v.Start, brandubh.Move{}, record.OTNPlain); !errors.Is(err, brandubh.ErrNoVariant) {
		t.Error(err)
	}
}

// TestParseOTNRules: what each key says, against the defaults, and what is
// reported about it.
func TestParseOTNRules(t *testing.T) {
	const (
		surrounded = `rules: "surf (missing, so y)": a wholly surrounded side loses, either side; read as enclosure of the king's side alone`
		surf       = `rules: "surf:y": a wholly surrounded side loses, either side; read as enclosure of the king's side alone`
		ksc        = `rules: "ks:c": with a throne that is not hostile to the king, nothing could capture him beside it by the letter; read as three sides there`
	)
	defaults, _, err := record.ParseOTNRules("dim:7 surf:n start:" + otnStart)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"start": "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "goal": "corner",
		"range.attackers": "0", "range.defenders": "0", "range.king": "0",
		"throne.return": "true", "throne.stop.attackers": "false", "throne.stop.defenders": "false",
		"throne.pass.attackers": "true", "throne.pass.defenders": "true", "throne.pass.king": "true",
		"throne.hostile.attackers": "always", "throne.hostile.defenders": "when-empty", "throne.hostile.king": "when-empty",
		"corners.hostile.attackers": "true", "corners.hostile.defenders": "true", "corners.hostile.king": "true",
		"king.armed": "armed", "king.sides.throne": "4", "king.sides.beside": "4", "king.sides.elsewhere": "4", "king.edge": "false",
		"enclosure": "false", "noMoves": "loses",
		"repetition.counts": "occurrences", "repetition.times": "3", "repetition.result": "draw", "repetition.forbidden": "false",
		"agreement": "false",
	}
	for _, path := range brandubh.Fields() {
		if value, ok := defaults.Value(path); !ok || value != want[path] {
			t.Errorf("by default %s is %q, want %q", path, value, want[path])
		}
	}

	w2 := "king.sides.throne 2, king.sides.beside 2, king.sides.elsewhere 2"
	free := "throne.return -, throne.stop.attackers -, throne.stop.defenders -, throne.pass.attackers -, throne.pass.defenders -, throne.pass.king -, " +
		"throne.hostile.attackers -, throne.hostile.defenders -, throne.hostile.king -, king.sides.throne -, king.sides.beside -"
	for _, c := range []struct {
		keys, differs string
		reported      []string
	}{
		{"", "", nil},
		{"esc:c surf:n atkf:y tfr:d ka:y ks:s spd:-1 cor:default cen:default corh:tcnkTCNK cenh:tcnk cenhe:tcnkTCNK", "", nil},
		{"corp:K cenp:tcnkTCNK cors:K cens:K corre:tcnkTCNK cenre:tcnkTCNK sw:n swf:y efe:n linc:n ber:n kj:n", "", nil},
		{"nj:n cj:n mj:n gj:n", "", nil},
		{"nj:c cj:j mj:r gj:c afor: dfor:, aforh:TCNK dforh:t aforp: dforp:T afors:t dfors: aforre: dforre:K swf:n", "", nil},
		{"esc:e", "goal edge", nil},
		{"atkf:n", "start 3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 d", nil},
		{"tfr:i", "repetition.counts nothing, repetition.times -, repetition.result -", nil},
		{"tfr:w", "repetition.result starter-loses", []string{`rules: "tfr:w": who brings about the third occurrence wins; OpenTafl's program judges it the other way round`}},
		{"tfr:l", "repetition.result mover-loses", []string{`rules: "tfr:l": who brings about the third occurrence loses; OpenTafl's program judges it the other way round`}},
		{"ka:n", "king.armed unarmed", nil},
		{"ka:a", "king.armed anvil-only", nil},
		{"ka:h", "king.armed hammer-only", nil},
		{"ks:y", "", nil},
		{"ks:w", w2, nil},
		{"ks:n", w2, nil},
		{"ks:c", "king.sides.elsewhere 2", nil},
		{"ks:c cenhe:tT", "throne.hostile.king never, king.sides.beside 3, king.sides.elsewhere 2", []string{ksc}},
		{"ks:c cenh:K cenhe:tTK", "throne.hostile.attackers when-empty, throne.hostile.king always, king.sides.elsewhere 2", nil},
		{"ks:m", "king.edge true", nil},
		{"spd:1", "range.attackers 1, range.defenders 1, range.king 1", nil},
		{"spd:2,3", "range.attackers 2, range.defenders 3, range.king 3", nil},
		{"spd:2,-1,", "range.attackers 2", nil},
		{"spd:1,9,9,9,2,9,9,3,", "range.attackers 1, range.defenders 2, range.king 3", nil},
		{"spd:1,9,9,9,9,2,9,9,3,9", "range.attackers 1, range.defenders 2, range.king 3", nil},
		{"spd:1,9,9,9,9,9,2,9,9,3,9,9", "range.attackers 1, range.defenders 2, range.king 3", nil},
		{"spd:7", "", nil}, // as far as the board goes
		{"cor:a1,a7,g1,g7, cen:d4,", "", nil},
		{"cor: esc:e", "goal edge, corners.hostile.attackers -, corners.hostile.defenders -, corners.hostile.king -", nil},
		{"esc:e corh: cors:tTK", "goal edge, corners.hostile.attackers -, corners.hostile.defenders -, corners.hostile.king -", []string{
			`rules: "cors:tTK": corners on which every piece may stop and that are hostile to none are read as no corners`,
		}},
		{"cen:", free, nil},
		{"cen: cens:tcnkTCNK cenh: cenhe: cenp:", free, nil},
		{"cen: ks:c", free + ", king.sides.elsewhere 2", nil},
		{"corh:", "corners.hostile.attackers false, corners.hostile.defenders false, corners.hostile.king false", nil},
		{"corh:tcn,", "corners.hostile.defenders false, corners.hostile.king false", nil},
		{"cenh: cenhe:", "throne.hostile.attackers never, throne.hostile.defenders never, throne.hostile.king never", nil},
		{"cenh:tTK", "throne.hostile.defenders always, throne.hostile.king always", nil},
		{"cenh:t cenhe:T", "throne.hostile.king never", []string{
			`rules: "cenhe:T": lacks t, to which cenh has the throne hostile; it is read as hostile to them always`,
		}},
		{"corp: corp2x:", "refused", nil},
		{"corp:", "", nil}, // nothing passes a corner on 7×7
		{"cenp:TK", "throne.pass.attackers false", nil},
		{"cens:tK", "throne.stop.attackers true", nil},
		{"cens:tTK cenre:TK", "throne.stop.defenders true", nil},
		{"cens:", "throne.return false", nil},
		{"cens:", "throne.return false", nil},
		{"cors:tK corre:TK", "", nil}, // t may stop there and never enter
	} {
		keys := c.keys
		if !strings.Contains(keys, "surf:") {
			keys += " surf:n"
		}
		v, ds, err := record.ParseOTNRules("dim:7 " + keys + " start:" + otnStart)
		if err != nil {
			if c.differs != "refused" {
				t.Errorf("%q: %v", c.keys, err)
			}
			continue
		}
		var differs []string
		for _, path := range defaults.Diff(v) {
			value, ok := v.Value(path)
			if !ok {
				value = "-"
			}
			differs = append(differs, path+" "+value)
		}
		if got := strings.Join(differs, ", "); got != c.differs {
			t.Errorf("%q differs from the defaults in %q, want %q", c.keys, got, c.differs)
		}
		if diff := cmp.Diff(c.reported, deviations(ds)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.keys, diff)
		}
	}

	for _, c := range []struct {
		text, name string
		reported   []string
	}{
		{"dim:7 start:" + otnStart, "", []string{surrounded}},
		{"rules dim:7 surf:y name:Brandub_of_old start:" + otnStart, "Brandub of old", []string{surf}},
		{"dim:7\n\tsurf:n\n\tname:x:y\n\tstarti:" + otnStart, "x:y", nil},
		{"surf:n dim:7 start:" + otnStart, "", []string{`rules: "dim:7": stands first in a rules record`}},
		{"dim:7 start:" + otnStart + " surf:n", "", []string{`rules: "start": stands last in a rules record`}},
		// Two records of OpenTafl's own files.
		{
			"dim:7 name:Brandub_Strong_Center_King surf:n atkf:y ks:c nj:n cj:n cenh: cenhe: start:" + otnStart,
			"Brandub Strong Center King",
			[]string{ksc},
		},
		{"dim:7 name:H.H._Ard_Ri esc:e atkf:y ks:w cor: cen: cens:tcnkTCNK cenh: cenhe: start:" + otnStart, "H.H. Ard Ri", []string{surrounded}},
	} {
		v, ds, err := record.ParseOTNRules(c.text)
		if err != nil || v.Name != c.name {
			t.Errorf("%q: %v, %v", c.text, v, err)
			continue
		}
		if diff := cmp.Diff(c.reported, deviations(ds)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.text, diff)
		}
	}

	up, _, err := record.ParseOTNRules("dim:7 surf:n start:/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")
	down, _, err2 := record.ParseOTNRules("dim:7 surf:n starti:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/2t4/")
	if err != nil || err2 != nil || *up != *down || up.Start.At(brandubh.C1) != brandubh.Attacker {
		t.Errorf("%v %v, %v %v", up, down, err, err2)
	}
}

func TestParseOTNRulesRefuses(t *testing.T) {
	for keys, want := range map[string]string{
		"dim:9":                         "dim",
		"sw:w":                          "sw",
		"sw:s":                          "sw",
		"swf:x":                         "swf",
		"efe:y":                         "efe",
		"linc:y":                        "linc",
		"ber:c":                         "ber",
		"ber:m":                         "ber",
		"kj:r":                          "kj",
		"nj:x":                          "nj",
		"afor:a4":                       "afor",
		"dfor:c4,d4":                    "dfor",
		"dforh:x":                       "dforh",
		"foo:1":                         "foo",
		"esc":                           "esc",
		"esc:x":                         "esc",
		"surf:yes":                      "surf",
		"atkf:":                         "atkf",
		"tfr:x":                         "tfr",
		"ka:x":                          "ka",
		"ks:x":                          "ks",
		"spd:0":                         "spd",
		"spd:1,2,3":                     "spd",
		"spd:":                          "spd",
		"spd:x":                         "spd",
		"cor:a1,b1":                     "cor",
		"cor:a1,a7,g1":                  "cor",
		"cor:a1,,a7":                    "cor",
		"cen:d5":                        "cen",
		"cen:d4,d5":                     "cen",
		"cen:d4d4":                      "cen",
		"corh:x":                        "corh",
		"cenh:é":                        "cenh",
		"cors:tK":                       "cors",
		"cors:":                         "cors",
		"corre:tT":                      "corre",
		"ks:w ks:s":                     "ks",
		"name:[x]":                      "name",
		"start:/3c3/7/7/7/7/7/7":        "start",
		"starti:" + otnStart:            "starti",
		"sw:w efe:y ber:c afor:a1 zz:9": "sw efe ber afor zz",
	} {
		text := "dim:7 " + keys + " start:" + otnStart
		if strings.HasPrefix(keys, "dim:") {
			text = keys + " start:" + otnStart
		} else if strings.HasPrefix(keys, "start:") {
			text = "dim:7 " + keys
		}
		v, _, err := record.ParseOTNRules(text)
		invalid := (*brandubh.ValidationError)(nil)
		if !errors.As(err, &invalid) || v != nil {
			t.Errorf("%q: %v, %v", keys, v, err)
			continue
		}
		named := map[string]bool{}
		for _, p := range invalid.Problems {
			named[p.Path] = true
		}
		for key := range strings.FieldsSeq(want) {
			if !named[key] {
				t.Errorf("%q: %v does not name %s", keys, err, key)
			}
			delete(named, key)
		}
		if len(named) > 0 {
			t.Errorf("%q: %v names %v too", keys, err, named)
		}
	}
	for text, path := range map[string]string{
		"":                             "dim",
		"start:" + otnStart:            "dim",
		"dim:7":                        "start",
		"dim:7 cor: start:" + otnStart: "goal", // no corner to reach
		"dim:7 start:/7/7/7/7/7/7/7":   "start",
	} {
		_, _, err := record.ParseOTNRules(text)
		invalid := (*brandubh.ValidationError)(nil)
		if !errors.As(err, &invalid) || !slices.ContainsFunc(invalid.Problems, func(p brandubh.Problem) bool { return p.Path == path }) {
			t.Errorf("%q: %v, want %s named", text, err, path)
		}
	}
}

// lostOf returns what OpenTafl's notation cannot say of a rule set, and the nearest
// record.
func lostOf(t tester, v *brandubh.Variant) (paths []string, text string) {
	t.Helper()
	text, lost, err := record.FormatOTNRules(v)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range lost {
		paths = append(paths, p.Path)
	}
	return paths, text
}

// TestFormatOTNRulesPresets lists what is lost of every preset, in which record.
func TestFormatOTNRulesPresets(t *testing.T) {
	const (
		start  = " start:" + otnStart
		played = "repetition.counts repetition.result agreement"
	)
	records := map[string]string{
		"federation": "dim:7 name:federation surf:n atkf:y tfr:d ks:c" + start,
		"leaflet":    "dim:7 name:leaflet surf:n atkf:y tfr:i ks:c cens:" + start,
		"legacy":     "dim:7 name:legacy surf:y atkf:y tfr:w ka:n ks:m cenh:" + start,
		"nielsen":    "dim:7 name:nielsen surf:n atkf:y tfr:d ks:c cenh: cens:" + start,
		"spelregler": "dim:7 name:spelregler surf:y atkf:y tfr:d ks:c" + start,
		"regeln":     "dim:7 name:regeln surf:n atkf:y tfr:l ks:c" + start,
		"brandubh1":  "dim:7 name:brandubh1 surf:n atkf:y tfr:d ks:c" + start,
		"brandubh2":  "dim:7 name:brandubh2 surf:y atkf:y tfr:d ks:c" + start,
		"noreturn":   "dim:7 name:noreturn surf:n atkf:y tfr:d ks:c cens:" + start,
		"walker":     "dim:7 name:walker surf:n atkf:y tfr:d ks:w cenh: cenhe:" + start,
		"magpie":     "dim:7 name:magpie surf:n atkf:y tfr:d ks:m spd:-1,-1,-1,-1,-1,-1,-1,-1,-1,1,-1,-1" + start,
		"scottish":   "dim:7 name:scottish esc:e surf:n atkf:y tfr:d ks:w cor: cen:" + start,
	}
	lost := map[string]string{
		"federation": "repetition.result",
		"leaflet":    "",
		"legacy":     "enclosure repetition.counts",
		"nielsen":    "noMoves repetition.times agreement",
		"spelregler": "enclosure repetition.result repetition.forbidden",
		"regeln":     "king.sides.beside",
		"brandubh1":  played,
		"brandubh2":  "king.sides.beside enclosure " + played,
		"noreturn":   played,
		"walker":     "agreement",
		"magpie":     played,
		"scottish":   played,
	}
	besideToo := []string{ // 2 sides beside the throne, with 4 on it
		"archive-52", "archive-97", "archive-109", "archive-110", "archive-112", "archive-157",
	}
	for _, name := range brandubh.Presets() {
		v := preset(t, name)
		paths, text := lostOf(t, v)
		want, ok := lost[name]
		switch {
		case ok:
			if text != records[name] {
				t.Errorf("%s is written\n\t%s, want\n\t%s", name, text, records[name])
			}
		case slices.Contains(besideToo, name):
			want = "king.sides.beside " + played
		default:
			want = played
		}
		if got := strings.Join(paths, " "); got != want {
			t.Errorf("of %s is lost %q, want %q", name, got, want)
		}
	}
}

func TestFormatOTNRulesRefuses(t *testing.T) {
	if _, _, err := record.FormatOTNRules(nil); !errors.Is(err, brandubh.ErrNoVariant) {
		t.Error(err)
	}
	invalid := (*brandubh.ValidationError)(nil)
	if _, _, err := record.FormatOTNRules(&brandubh.Variant{}); !errors.As(err, &invalid) {
		t.Error(err)
	}
	for _, c := range []struct {
		change func(*brandubh.Variant)
		lost   string
	}{
		{func(v *brandubh.Variant) { v.King.Sides.Beside, v.Throne.Hostile.King = 4, brandubh.HostileNever }, "king.sides.beside"},
		{func(v *brandubh.Variant) { v.King.Sides.Beside, v.Throne.Hostile.King = 4, brandubh.HostileWhenEmpty }, ""},
		{func(v *brandubh.Variant) { v.King.Sides.Throne = 3 }, "king.sides.throne"},
		{func(v *brandubh.Variant) { v.King.Sides.Elsewhere = 3 }, "king.sides.elsewhere"},
		{func(v *brandubh.Variant) { v.King.Edge = true }, "king.edge"},
		{func(v *brandubh.Variant) { v.King.Edge, v.King.Sides.Elsewhere = true, 4 }, ""},
		{func(v *brandubh.Variant) { v.Repetition.Forbidden = true }, "repetition.forbidden"},
		{func(v *brandubh.Variant) { v.Repetition.Times = 2 }, "repetition.times"},
		{func(v *brandubh.Variant) { v.Repetition.Counts = brandubh.CountMoves }, "repetition.counts"},
		{func(v *brandubh.Variant) { v.Repetition.Result = brandubh.StarterLoses }, ""},
		{func(v *brandubh.Variant) { v.Repetition.Result = brandubh.BreakerLoses }, "repetition.result"},
		{func(v *brandubh.Variant) { v.Repetition = brandubh.Repetition{Forbidden: true} }, "repetition.forbidden"},
		{func(v *brandubh.Variant) { v.NoMoves = brandubh.NoMovesDraws }, "noMoves"},
		{func(v *brandubh.Variant) { v.Agreement = true }, "agreement"},
		{func(v *brandubh.Variant) { v.Enclosure = true }, "enclosure"},
		{func(v *brandubh.Variant) { v.Throne.Pass = brandubh.ByPiece[bool]{} }, ""},
	} {
		v := brandubh.Federation()
		v.Repetition.Result = brandubh.MoverLoses
		c.change(v)
		if paths, _ := lostOf(t, v); strings.Join(paths, " ") != c.lost {
			t.Errorf("%+v loses %q, want %q", *v, paths, c.lost)
		}
	}
}

// playsAlike reports the first point in which two rule sets judge a position and
// a move in it differently.
func playsAlike(t *rapid.T, v, w *brandubh.Variant, p brandubh.Position) {
	if a, b := v.Result(p), w.Result(p); a != b {
		t.Fatalf("%v: %v, but %v", p, a, b)
	}
	moves := v.AppendMoves(nil, p)
	if others := w.AppendMoves(nil, p); !slices.Equal(moves, others) {
		t.Fatalf("%v: %v, but %v", p, moves, others)
	}
	for _, m := range moves {
		a, errA := v.Play(p, m)
		b, errB := w.Play(p, m)
		if a != b || errA != nil || errB != nil || v.Result(a) != w.Result(b) {
			t.Fatalf("%v in %v: %v %v, but %v %v", m, p, a, v.Result(a), b, w.Result(b))
		}
	}
}

// A rules record reads back as rules under which every game goes the same way;
// where something is lost, the nearest record differs in nothing else.
func TestOTNRulesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		if genBool(t, "sayable") { // few are by chance
			v.Enclosure, v.NoMoves, v.Agreement = false, brandubh.NoMovesLoses, false
			v.Repetition = brandubh.Repetition{}
			sides := genOne(t, "sides", [][3]uint8{{4, 4, 4}, {4, 3, 4}, {2, 2, 2}, {4, 4, 2}, {4, 3, 2}}...)
			v.King.Sides.Elsewhere = sides[2]
			if v.Throne.Exists {
				v.King.Sides.Throne, v.King.Sides.Beside = sides[0], sides[1]
			}
			v.King.Edge = v.King.Edge && sides[2] == 4
			if sides == [3]uint8{4, 4, 2} && v.Throne.Exists && v.Throne.Hostile.King == brandubh.HostileNever {
				v.Throne.Hostile.King = brandubh.HostileWhenEmpty
			}
			if paths, text := lostOf(t, &v); len(paths) > 0 {
				t.Fatalf("%s loses %q", text, paths)
			}
		}
		paths, text := lostOf(t, &v)
		w, ds, err := record.ParseOTNRules(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for _, d := range ds {
			if !strings.HasPrefix(d.Token, "surf") && !strings.HasPrefix(d.Token, "tfr") {
				t.Fatalf("%s deviates: %v", text, d)
			}
		}
		if again, _, err := record.FormatOTNRules(w); v.Enclosure != w.Enclosure || !w.Enclosure && (err != nil || again != text) {
			t.Fatalf("%s is written again %s, %v", text, again, err)
		}
		for _, path := range v.Diff(w) {
			switch {
			case slices.Contains(paths, path):
			case path == "king.sides.beside", path == "throne.hostile.king": // three sides are four with the throne
			default:
				t.Fatalf("%s differs in %s too; lost %q", text, path, paths)
			}
		}
		if slices.ContainsFunc(paths, func(path string) bool { return strings.HasPrefix(path, "king") || path == "noMoves" }) {
			return
		}
		playsAlike(t, &v, w, genPosition(&v).Draw(t, "position"))
	})
}

// tester is what a test and a property have in common.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func FuzzParseOTNPosition(f *testing.F) {
	f.Add(otnStart)
	f.Add("t6/7/1T5/K6/7/7/7")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := record.ParseOTNPosition(text)
		if err != nil {
			return
		}
		if q, err := record.ParseOTNPosition(record.FormatOTNPosition(p)); err != nil || q != p {
			t.Fatalf("%q reads as %v, and back as %v, %v", text, p, q, err)
		}
	})
}

func FuzzReadMove(f *testing.F) {
	for _, text := range []string{"Kd4-d3xKc3/b2--", "d1d3 x b3, C4+", "---", "D1-D3x12++"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w, err := record.ReadMove(text)
		if err != nil {
			return
		}
		if again, err := record.ReadMove(w.String()); err != nil || again != w {
			t.Fatalf("%q reads as %+v, and back as %+v, %v", text, w, again, err)
		}
	})
}

func FuzzParseOTNRules(f *testing.F) {
	f.Add("dim:7 name:Brandub surf:n atkf:y ks:c nj:n cj:n cenh: cenhe: start:" + otnStart)
	f.Add("dim:7 esc:e tfr:w ka:h spd:1,2, cor: cen: cenp:T starti:" + otnStart)
	f.Add("dim:7 spd:1,1,1,1,1,1,2,2,2,3,2,2 cor:a1,a7,g1,g7, corh:tT cenre: cens:tTK start:" + otnStart)
	f.Fuzz(func(t *testing.T, text string) {
		v, _, err := record.ParseOTNRules(text)
		if err != nil {
			return
		}
		_, written := lostOf(t, v)
		w, _, err := record.ParseOTNRules(written)
		if err != nil {
			t.Fatalf("%q is written %s: %v", text, written, err)
		}
		_, again := lostOf(t, w)
		if again != written || v.Name != w.Name || len(v.Diff(w)) > 0 && v.King.Sides.Beside != 3 {
			t.Fatalf("%q is written %s and again %s", text, written, again)
		}
	})
}
