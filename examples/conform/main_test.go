package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/brandubh/internal/command"
)

// run runs the program.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	return int(conform.Run(context.Background(), args, command.Env{Stdin: in, Stdout: out, Stderr: errs}))
}

var update = flag.Bool("update", false, "write the golden files anew")

// cases reads a file of the conformance data.
func cases(t testing.TB, name string) (all []map[string]any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "conformance", name))
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// answers runs the program over some lines.
func answers(t testing.TB, lines []string) []map[string]any {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run([]string{"answer"}, strings.NewReader(strings.Join(lines, "\n")), &out, &errs); code != 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	var answers []map[string]any
	for line := range strings.Lines(out.String()) {
		var a map[string]any
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(lines) {
		t.Fatalf("%d answers to %d lines", len(answers), len(lines))
	}
	return answers
}

// TestConformance asks everything that the conformance data knows.
func TestConformance(t *testing.T) {
	var lines []string
	var want []map[string]any
	files, err := filepath.Glob("../../testdata/conformance/*.json")
	if err != nil || len(files) < 7 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		for _, c := range cases(t, filepath.Base(file)) {
			for _, e := range c["expect"].([]any) {
				e := e.(map[string]any)
				var sets []map[string]any
				if presets, ok := e["presets"].([]any); ok {
					for _, preset := range presets {
						sets = append(sets, map[string]any{"preset": preset})
					}
				} else {
					sets = append(sets, map[string]any{"variant": e["variant"]})
				}
				for _, q := range sets {
					q["id"] = len(lines)
					for _, key := range []string{"position", "move", "moves"} {
						if c[key] != nil {
							q[key] = c[key]
						}
					}
					if counts, ok := e["counts"].([]any); ok {
						e["counts"] = counts[:min(3, len(counts))]
						q["perft"] = min(3, len(counts))
					}
					line, err := json.Marshal(q)
					if err != nil {
						t.Fatal(err)
					}
					lines = append(lines, string(line))
					want = append(want, e)
				}
			}
		}
	}
	for i, got := range answers(t, lines) {
		if got["id"] != float64(i) {
			t.Errorf("answer %d has id %v", i, got["id"])
		}
		if end, ok := got["end"].(map[string]any); ok {
			if end["field"] == nil || end["rests"] == nil {
				t.Errorf("%s: the end names no field: %v", lines[i], end)
			}
			got["end"] = map[string]any{"winner": end["winner"], "reason": end["reason"]}
		}
		if got["why"] != nil && (got["field"] == nil || got["rests"] == nil) {
			t.Errorf("%s: the refusal names no field: %v", lines[i], got)
		}
		for key, value := range want[i] {
			if key == "presets" || key == "variant" || key == "ends" {
				continue
			}
			if diff := cmp.Diff(value, got[key]); diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", lines[i], key, diff)
			}
		}
	}
}

func TestBadLines(t *testing.T) {
	const start = `"position":"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a"`
	lines := []string{
		`{bad`,
		`{"id":"t"}}`,
		`{"id":[1,{"a":2}],"preset":"federation",` + start + `,"perft":13}`,
		`7`,
		`{"id":"a","preset":"nowhere",` + start + `}`,
		`{"id":2,` + start + `}`,
		`{"id":3,"preset":"federation"}`,
		`{"id":4,"preset":"federation","position":"7/7"}`,
		`{"id":5,"preset":"federation","position":"7/7/7/3K3/7/7/t6 a"}`,
		`{"id":6,"preset":"federation","position":"7/7/7/3KK2/7/7/7 a"}`,
		`{"id":7,"preset":"federation",` + start + `,"move":"d1b1"}`,
		`{"id":8,"preset":"federation",` + start + `,"perft":0}`,
		`{"id":9,"preset":"federation",` + start + `,"perft":1000}`,
		`{"id":10,"preset":"federation",` + start + `,"perft":1,"move":"d1-b1"}`,
		`{"id":11,"preset":"federation",` + start + `,"surprise":1}`,
		`{"id":12,"variant":{"name":"x"},` + start + `}`,
		`{"id":13,"preset":"federation","position":"7/7/7/3t3/7/K6/7 a"}`,
		`{"id":14,"preset":"federation","position":"7/7/7/3K3/7/7/7 a","moves":7}`,
		`{"id":15,"preset":"federation","variant":{},` + start + `}`,
	}
	lines = append(lines, `{"id":"last","preset":"federation",`+start+`,"perft":1}`)
	var out, errs bytes.Buffer
	if code := run([]string{"answer"}, strings.NewReader(strings.Join(lines, "\n")), &out, &errs); code != 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	golden := filepath.Join("testdata", "bad.golden")
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	answers := slices.Collect(strings.Lines(out.String()))
	if len(answers) != len(lines) {
		t.Fatalf("%d answers to %d lines", len(answers), len(lines))
	}
	last := len(lines) - 1
	for i, a := range answers[:last] {
		if !strings.Contains(a, `"error":"`) {
			t.Errorf("%s: want an error, got %s", lines[i], a)
		}
	}
	if want := `{"id":"last","counts":[40]}` + "\n"; answers[last] != want {
		t.Errorf("after bad lines: %s, want %s", answers[last], want)
	}
}

// TestKingless: a position without a king is finished for every kind of question.
func TestKingless(t *testing.T) {
	const about = `"preset":"federation","position":"7/7/7/2t4/7/7/7 d"`
	for i, a := range answers(t, []string{
		`{"id":1,` + about + `}`, `{"id":2,` + about + `,"move":"c4-c5"}`,
		`{"id":3,` + about + `,"moves":["c4-c5"]}`, `{"id":4,` + about + `,"perft":2}`,
	}) {
		want := []map[string]any{{"moves": []any{}}, {"legal": false}, {"plies": 0.0}, {"counts": []any{0.0, 0.0}}}[i]
		for key, value := range want {
			if diff := cmp.Diff(value, a[key]); diff != "" {
				t.Errorf("kind %d: %s (-want +got):\n%s", i+1, key, diff)
			}
		}
	}
}

func TestDiff(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run([]string{"diff", "-rules", "federation,walker", "-games", "20"}, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	for _, want := range []string{
		"differ in 6 of", "throne.hostile.attackers\n", "F 5.3, stated", "P 53",
		"7/7/5t1/3K3/3t3/7/7 a, move f5-d5", "history of a game", "of 20 games",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"-h", 0, "conform answer"},
		{"answer -h", 0, "one JSON object a line"},
		{"diff -h", 0, "smallest positions"},
		{"", 2, "Usage"},
		{"anser", 2, "no command"},
		{"answer x", 2, "is no flag"},
		{"answer -h", 0, "docs/protocol.md"},
		{"ask -h", 0, "docs/protocol.md"},
		{"ask -h", 0, "must flush"},
		{"ask", 2, "want the command"},
		{"ask -rules nowhere -- cat", 2, "no such preset"},
		{"ask -rules nowhere.json -- cat", 2, "nowhere.json"},
		{"ask -games -1 -- cat", 2, "want 0 or more"},
		{"ask -timeout 0s -- cat", 2, "want more than 0"},
		{"ask -data nowhere -- cat", 2, "-data nowhere"},
		{"ask -x -- cat", 2, "-h"},
		{"ask -rules federation -games 0 -- /no/such/program", 3, ""},
		{"coverage -h", 0, "touches a field"},
		{"coverage x", 2, "is no flag"},
		{"coverage -min -1", 2, "want 0 or more"},
		{"coverage -data nowhere", 2, "no positions"},
		{"diff", 2, "want two rule sets"},
		{"diff -rules federation,nowhere", 2, "no such preset"},
		{"diff -rules federation,walker -games -1", 2, "want 0 or more"},
	} {
		var out, errs bytes.Buffer
		code := run(strings.Fields(c.args), strings.NewReader(""), &out, &errs)
		text := out.String()
		if c.code != 0 {
			text = errs.String()
		}
		if code != c.code || !strings.Contains(text, c.want) {
			t.Errorf("conform %s: exit %d, out %q, errors %q; want exit %d and %q", c.args, code, out.String(), errs.String(), c.code, c.want)
		}
	}
}

func BenchmarkAnswer(b *testing.B) {
	var lines []string
	for i, c := range cases(b, "positions.json") {
		lines = append(lines, fmt.Sprintf(`{"id":%d,"preset":"federation","position":%q,"move":%q}`, i, c["position"], c["move"]))
	}
	for b.Loop() {
		answers(b, lines)
	}
	b.ReportMetric(float64(len(lines))*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}

// TestCoverage: the shipped cases touch every field and every clause, and what a
// single case touches is known.
func TestCoverage(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run([]string{"coverage"}, nil, &out, &errs); code != 0 {
		t.Errorf("exit %d: %s%s", code, out.String(), errs.String())
	}
	dir := t.TempDir()
	const one = `[{"id":"edge","decides":["king.edge"],"position":"7/7/7/6K/5t1/7/7 a","move":"f3-f4","expect":[{"presets":["federation"]}]}]`
	if err := os.WriteFile(filepath.Join(dir, "positions.json"), []byte(one), 0o644); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	code := run([]string{"coverage", "-data", dir}, nil, &out, &errs)
	for _, want := range []string{
		"1 cases ask 1 of 50 presets, and 0 rule sets of their own", "king.edge                      1  few\n", "king.armed                     0  MISSING\n",
		"goal                           1  few\n", // on the edge he would have won
		"agreement                      0  (no question asks it)\n", "S match                        0  (no question",
		"F 5.1                          1  few", "N 1                            0  MISSING",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if code != 1 {
		t.Errorf("exit %d", code)
	}
}
