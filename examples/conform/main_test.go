package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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

// ask runs the program over some lines.
func ask(t testing.TB, lines []string) []map[string]any {
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
	for _, file := range []string{"positions.json", "games.json", "perft.json"} {
		for _, c := range cases(t, file) {
			for _, e := range c["expect"].([]any) {
				e := e.(map[string]any)
				for _, preset := range e["presets"].([]any) {
					q := map[string]any{"id": len(lines), "preset": preset}
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
	for i, got := range ask(t, lines) {
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
			if key == "presets" {
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
	}
	lines = append(lines, `{"id":"last","preset":"federation",`+start+`,"perft":1}`)
	answers := ask(t, lines)
	last := len(lines) - 1
	for i, a := range answers[:last] {
		if s, ok := a["error"].(string); !ok || s == "" {
			t.Errorf("%s: want an error, got %v", lines[i], a)
		}
	}
	if diff := cmp.Diff(map[string]any{"id": "last", "counts": []any{40.0}}, answers[last]); diff != "" {
		t.Errorf("after bad lines (-want +got):\n%s", diff)
	}
}

func BenchmarkAnswer(b *testing.B) {
	var lines []string
	for i, c := range cases(b, "positions.json") {
		lines = append(lines, fmt.Sprintf(`{"id":%d,"preset":"federation","position":%q,"move":%q}`, i, c["position"], c["move"]))
	}
	for b.Loop() {
		ask(b, lines)
	}
	b.ReportMetric(float64(len(lines))*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}
