package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/brandubh"
	"example.com/brandubh/internal/command"
	"example.com/brandubh/record"
	"github.com/google/go-cmp/cmp"
)

// run runs the program.
func run(args []string, in io.Reader, out, errs io.Writer) command.Status {
	return program.Run(context.Background(), args, command.Env{Stdin: in, Stdout: out, Stderr: errs})
}

var update = flag.Bool("update", false, "rewrite the golden files")

// Games in the library's own JSON.
const (
	storedResigned = `{"format":1,"variant":"federation","fingerprint":"49ee418f3a65991e7114fdb4d86fe574","moves":["d2-e2","c4-c2"],"result":"defenders resignation"}`
	storedSetUp    = `{"format":1,"variant":"federation","fingerprint":"49ee418f3a65991e7114fdb4d86fe574","start":"7/7/7/7/2tK2t/3t3/7 a","moves":["g3-e3"],"result":"attackers king-captured"}`
)

// enclosedGame ends by enclosure where the rules know it.
const enclosedGame = "d1-c1 e4-e2 c1-c3 e2-g2 g4-g3 d5-a5 g3-e3 a5-a6 a4-a5 d4-d3 a5-c5 d3-d4 d7-e7 d4-d3 e7-e5"

// TestForms checks that one game reads the same in every form: the same moves, the
// same last position, the same verdict.
func TestForms(t *testing.T) {
	v := brandubh.Federation()
	r, err := record.Read(ownGame, record.Options{Rules: v})
	if err != nil {
		t.Fatal(err)
	}
	g, err := brandubh.NewGame(v)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Moves {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	r.Comments = nil // not every form has a place for them
	forms := map[string]string{"own": ownGame, "stored": string(stored)}
	for _, form := range []record.Form{record.MoveList, record.Movetext, record.OTG, record.GameJSON, record.ArchiveJSON, record.CSV, record.Plays} {
		if forms[form.String()], err = r.Format(form); err != nil {
			t.Fatal(err)
		}
	}
	for name, form := range forms {
		src, err := load("-", strings.NewReader(form))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := src.read(v, false)
		if err != nil || !slices.Equal(got.Moves, r.Moves) || got.Result != r.Result || got.Rest != "" {
			t.Errorf("%s: %v, %v after %d plies; want %v after %d", name, err, got.Result, len(got.Moves), r.Result, len(r.Moves))
		}
		var out, errs bytes.Buffer
		if status := run([]string{"-rules", "federation", "-"}, strings.NewReader(form), &out, &errs); status != command.OK {
			t.Errorf("%s: status %d: %s", name, status, errs.String())
		}
		if want := "Verdict after ply 18: the defenders win: the king has escaped."; !strings.Contains(out.String(), want) {
			t.Errorf("%s: %s\nwanted %q", name, out.String(), want)
		}
	}
}

// TestStoredRefused checks that a stored game which does not replay is refused with
// its ply and the reason.
func TestStoredRefused(t *testing.T) {
	for _, test := range []struct {
		old, new, says string
		status         command.Status
	}{
		{`"c4-c2"`, `"c4-a2"`, "ply 2: c4-a2: not along a rank or file", command.No},
		{"49ee", "49ef", "the rules of the preset have changed", command.Misuse},
		{"resignation", "escape", "the game cannot have that result", command.Misuse},
		{`"moves"`, `"movez"`, "movez: unknown field", command.Misuse},
	} {
		var out, errs bytes.Buffer
		text := strings.Replace(storedResigned, test.old, test.new, 1)
		if status := run([]string{"-"}, strings.NewReader(text), &out, &errs); status != test.status || !strings.Contains(errs.String(), test.says) {
			t.Errorf("%s: status %d, %s%s; want status %d and %q", text, status, out.String(), errs.String(), test.status, test.says)
		}
	}
}

func TestGolden(t *testing.T) {
	tests := []struct {
		name   string
		args   []string
		stdin  string
		status command.Status
	}{
		{"plain", nil, "", command.OK},
		{"boards", []string{"-boards"}, "", command.OK},
		{"compare", []string{"-compare", "federation,leaflet,walker,brandubh2,scottish"}, "", command.OK},
		{"which", []string{"-which"}, "", command.OK},
		{"describe", []string{"-describe", "-rules", "legacy"}, "", command.OK},
		{"illegal", []string{"-"}, "d2-e2 d3-b3 d6-d4", command.No},
		{"over", []string{"-rules", "federation", "-"}, ownGame + "\n a4-a5", command.OK},
		{"unreadable", []string{"-"}, "d2-e2 hello", command.No},
		{"deviations", []string{"-"}, "d2-e2 Kc4-c2xb1 d6c6 resigned", command.OK},
		{"repetition", []string{"-"}, strings.Repeat("b4-b3 c4-c3 b3-b4 c3-c4 ", 3), command.OK},
		{"archived", []string{"-which", "-"}, `{"id":"x","type":129,"won":"white","moves":"d2-e2 c4-c2 d6-c6 d3-g3 e2-g2xg3 d4-d3 b4-b2 d3-g3xg2 d1-d2xc2 g3-g1"}`, command.OK},
		{"stored", []string{"-"}, storedResigned, command.OK},
		{"stored-which", []string{"-which", "-"}, storedResigned, command.OK},
		{"stored-set-up", []string{"-compare", "federation,regeln", "-"}, storedSetUp, command.OK},
		{"forbidden", []string{"-rules", "spelregler", "-"}, "d1-c1 d3-c3 c1-d1 c3-d3", command.No},
		{"readon", []string{"-rules", "spelregler", "-readon", "-"}, enclosedGame + " d3-d4", command.OK},
		{"not-readon", []string{"-rules", "spelregler", "-"}, enclosedGame + " d3-d4", command.OK},
		{"rules-file", []string{"-rules", filepath.Join("..", "..", "variants", "walker.json"), "-"}, "d2-a2 d5-f5", command.OK},
		{"sample", []string{"-archive", filepath.Join("..", "..", "testdata", "games", "sample.jsonl")}, "", command.OK},
		{"claims", []string{"-"}, "1. d2-e2 {a remark} c4-c2 2. d6-c6; d3-f3\n1-0", command.OK},
		{"unnamed", []string{"-"}, "[rules:dim:7 surf:n ks:w start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n1. d2-e2 c4-c2\n", command.OK},
		{"resigned-which", []string{"-which", "-"}, "d1-b1 resigned d3-c3", command.OK},
		{"otg", []string{"-"}, "[rules:dim:7 name:Brandubh surf:n ks:w start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n[result:?]\n1. d2-e2 c4-c2\n", command.OK},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			if status := run(test.args, strings.NewReader(test.stdin), &out, &errs); status != test.status || errs.Len() > 0 {
				t.Errorf("status %d, want %d; %s", status, test.status, errs.String())
			}
			for line := range strings.Lines(out.String()) {
				if text := strings.TrimSuffix(line, "\n"); text != strings.TrimRight(text, " ") {
					t.Errorf("blanks end the line %q", text)
				}
			}
			file := filepath.Join("testdata", test.name+".golden")
			if *update {
				if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), out.String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		})
	}
}

func TestUsage(t *testing.T) {
	tests := []struct {
		args   []string
		status command.Status
		says   string
	}{
		{[]string{"-nonsense"}, command.Misuse, "nonsense"},
		{[]string{"-rules", "nobody"}, command.Misuse, "federation, leaflet"},
		{[]string{"-rules", "nobody.json"}, command.Misuse, "nobody.json"},
		{[]string{"-compare", "federation,"}, command.Misuse, "-compare: "},
		{[]string{"-compare", "walker", "-which"}, command.Misuse, "only one of"},
		{[]string{"-archive", "no/such/file"}, command.Misuse, "no/such/file"},
		{[]string{"a", "b"}, command.Misuse, "one game"},
		{[]string{"-archive", "page.html"}, command.Misuse, "page.html: game 1: "},
		{[]string{"no/such/file"}, command.Misuse, "no/such/file"},
	}
	for _, test := range tests {
		var out, errs bytes.Buffer
		status := run(test.args, strings.NewReader(""), &out, &errs)
		if status != test.status || out.Len() > 0 || !strings.Contains(errs.String(), test.says) {
			t.Errorf("%q: status %d, %q, %q; want status %d and %q", test.args, status, out.String(), errs.String(), test.status, test.says)
		}
	}
}

// TestArchive checks the table of games/README.md, and that the records of all
// types have the exceptions of types.json and no others.
func TestArchive(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "shared", "games")
	archive, err := os.ReadFile(filepath.Join(folder, "archive-7x7.jsonl"))
	if err != nil {
		t.Skip("the archive of recorded games is not here: ", err)
	}
	rows, findings, err := judgeArchive(string(archive))
	if err != nil {
		t.Fatal(err)
	}
	want := []typeRow{
		{51, "brandubh1", 987, 0, 0, 398, 0, 11},
		{129, "brandubh2", 630, 0, 0, 213, 0, 0},
		{130, "noreturn", 24, 0, 0, 13, 0, 0},
		{53, "walker", 126, 0, 0, 47, 0, 0},
		{64, "magpie", 51, 0, 0, 28, 0, 0},
		{59, "scottish", 154, 0, 0, 89, 0, 1},
	}
	if diff := cmp.Diff(want, rows[:len(want)]); diff != "" {
		t.Errorf("the six named types (-want +got):\n%s", diff)
	}

	data, err := os.ReadFile(filepath.Join(folder, "types.json"))
	if err != nil {
		t.Fatal(err)
	}
	var types []struct {
		Type, Games int
		Exceptions  []struct {
			ID, Kind string
			Ply      int
		}
	}
	if err := json.Unmarshal(data, &types); err != nil {
		t.Fatal(err)
	}
	games := map[int]int{}
	for _, row := range rows {
		games[row.Type] = row.Games
		if row.Preset == noPreset {
			t.Errorf("type %d has no preset", row.Type)
		}
	}
	// How an exception shows in the refereeing.
	shows := map[string]string{
		"missing-plies": findIllegal, "taken-back": findIllegal,
		"moves-after-end": findAfterEnd, "capture-list-differs": findCaptures,
	}
	expected, plies := map[string]string{}, map[string]int{}
	for _, typ := range types {
		if _, err := brandubh.Preset(record.ArchivePreset(typ.Type)); err != nil {
			t.Errorf("type %d: %v", typ.Type, err)
		}
		if games[typ.Type] != typ.Games {
			t.Errorf("type %d: %d games, want %d", typ.Type, games[typ.Type], typ.Games)
		}
		for _, e := range typ.Exceptions {
			if kind, ok := shows[e.Kind]; ok {
				expected[e.ID], plies[e.ID] = kind, e.Ply
			}
		}
	}
	got := map[string]string{}
	for _, f := range findings {
		if _, ok := got[f.ID]; !ok && f.Kind == findCaptures && f.Ply != plies[f.ID] {
			t.Errorf("%s: the capture list first differs at ply %d, want %d", f.ID, f.Ply, plies[f.ID])
		}
		if kind, ok := got[f.ID]; ok && kind != f.Kind {
			t.Errorf("%s: both %s and %s", f.ID, kind, f.Kind)
		}
		got[f.ID] = f.Kind
	}
	if diff := cmp.Diff(expected, got); diff != "" {
		t.Errorf("exceptions (-types.json +refereed):\n%s", diff)
	}
	if len(types) != 44 {
		t.Errorf("%d types, want 44: %v", len(types), slices.Sorted(maps.Keys(games)))
	}
}

func TestArchiveBadLine(t *testing.T) {
	_, _, err := judgeArchive("\n{\"type\":51,\"moves\":\"d2-e2\"}\n{nonsense\n")
	if err == nil || !strings.Contains(err.Error(), "game 2: move list, line 3") {
		t.Errorf("%v, want an error in line 3", err)
	}
	rows, _, err := judgeArchive("{\"type\":7,\"moves\":\"d2-e2\"}")
	if err != nil || len(rows) != 1 || rows[0].Preset != noPreset || rows[0].Games != 1 {
		t.Errorf("%v, %v: want one game without a preset", rows, err)
	}
}
