package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/brandubh"
	"example.com/brandubh/internal/command"
)

// TestConformance: the shipped move counts, one goroutine or several.
func TestConformance(t *testing.T) {
	var cases []struct {
		ID       string
		Position brandubh.Position
		Expect   []struct {
			Presets []string
			Counts  []uint64
		}
	}
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "conformance", "perft.json"))
	if err == nil {
		err = json.Unmarshal(data, &cases)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		for _, e := range c.Expect {
			for _, name := range e.Presets {
				v, err := brandubh.Preset(name)
				if err != nil {
					t.Fatal(err)
				}
				for i, want := range e.Counts[:min(4, len(e.Counts))] {
					for _, workers := range []int{1, 3} {
						if got := count(v, c.Position, i+1, workers, nil); got != want {
							t.Errorf("%s under %s, depth %d, -j %d: %d, want %d", c.ID, name, i+1, workers, got, want)
						}
					}
				}
			}
		}
	}
}

// run runs the program.
func run(args []string, out, errs io.Writer) command.Status {
	return program.Run(context.Background(), args, command.Env{Stdout: out, Stderr: errs})
}

// TestCompare compares with a program that prints as the yardstick does.
func TestCompare(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module yardstick\n\ngo 1.26\n",
		"main.go": "package main\n\nimport \"fmt\"\n\nfunc main() {\n" +
			"fmt.Println(\"perft 2 960 0.001 1.0\\nperft 3 39512 0.001 39.5\\nnobulk 2 960 0.001 1.0\\nplayouts 10 995 0.001 0.4\")\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	if code := run([]string{"-compare", dir, "-depth", "3"}, &out, &errs); code != 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	lines := strings.Split(out.String(), "\n")
	for i, want := range []string{
		"rules work", "(yardstick) perft 3 39512 39.5", "federation perft 3 39512", "(yardstick) nobulk 2 960 1.0",
		"federation nobulk 2 960", "(yardstick) reordered 2 960", "federation reordered 2 960", "(yardstick) playouts 10 995", "federation playouts 10", "Medians",
	} {
		if got := strings.Join(strings.Fields(lines[i]), " "); !strings.HasPrefix(got, want) {
			t.Errorf("line %d is %q, want %q", i+1, got, want)
		}
	}
	if strings.Contains(out.String(), "counts differently") {
		t.Errorf("the counts agree, but it says:\n%s", out.String())
	}
	out.Reset()
	if code := run([]string{"-compare", dir, "-depth", "3", "-all", "-rules", "scottish"}, &out, &errs); code != 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	if n := strings.Count(out.String(), "nobulk"); n != 13 || !strings.Contains(out.String(), "counts differently") {
		t.Errorf("%d lines of nobulk, want 13, and that scottish counts differently:\n%s", n, out.String())
	}
}

func TestRun(t *testing.T) {
	for _, workers := range []string{"1", "2", "7"} {
		var out, errs bytes.Buffer
		if code := run([]string{"-depth", "4", "-j", workers}, &out, &errs); code != 0 {
			t.Fatalf("exit %d: %s", code, errs.String())
		}
		want := []string{"40", "960", "39512", "1007392"}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if len(lines) != len(want) {
			t.Fatalf("want %d lines:\n%s", len(want), out.String())
		}
		for i, line := range lines {
			if f := strings.Fields(line); len(f) != 6 || f[0] != string(rune('1'+i)) || f[1] != want[i] {
				t.Errorf("-j %s: line %d is %q, want depth %d and %s", workers, i+1, line, i+1, want[i])
			}
		}
	}
}

func TestRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"no such preset":     {"-rules", "nowhere"},
		"there are 7 ranks":  {"-position", "7/7"},
		"no attacker may":    {"-position", "7/7/7/3K3/7/7/t6 a"},
		"want 1 or more":     {"-depth", "0"},
		"is no flag":         {"5"},
		"flag provided":      {"-x"},
		"no such directory":  {"-compare", "nowhere"},
		"-depth of 2":        {"-compare", ".", "-depth", "1"},
		"want a number from": {"-j", "0"},
		"goes with -compare": {"-all"},
	} {
		var out, errs bytes.Buffer
		if code := run(args, &out, &errs); code != 2 || !strings.Contains(errs.String(), want) || out.Len() > 0 {
			t.Errorf("%v: exit %d, out %q, err %q, want exit 2 and %q", args, code, out.String(), errs.String(), want)
		}
	}
}
