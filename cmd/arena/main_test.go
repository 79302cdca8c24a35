package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/brandubh"
	"example.com/brandubh/internal/command"
)

// arena runs the program.
func arena(t *testing.T, args ...string) (code command.Status, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = program.Run(context.Background(), args, command.Env{Stdout: &o, Stderr: &e})
	return code, o.String(), e.String()
}

// TestReproducible: the seed decides the games, however many are played at the
// same time, and the games agree with the results.
func TestReproducible(t *testing.T) {
	dir := t.TempDir()
	play := func(name string, args ...string) (string, report) {
		file := filepath.Join(dir, name)
		code, out, errs := arena(t, append([]string{
			"-a", "alphabeta:depth=2", "-b", "mcts:nodes=60", "-rules", "federation,nielsen", "-n", "3", "-opening", "2",
			"-plies", "60", "-json", "-games", file,
		}, args...)...)
		if code != command.OK || errs != "" {
			t.Fatalf("exit %d: %s", code, errs)
		}
		var r report
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data), r
	}
	games, r := play("one", "-seed", "7", "-j", "1")
	again, r2 := play("two", "-seed", "7", "-j", "4")
	if games != again {
		t.Errorf("the same seed plays\n%s\nand\n%s", games, again)
	}
	for i := range r.Results {
		a, b := r.Results[i], r2.Results[i]
		a.Plies, b.Plies = math.Round(a.Plies*1e6), math.Round(b.Plies*1e6) // summed in another order
		if a != b {
			t.Errorf("the same seed results in\n%+v\nand\n%+v", a, b)
		}
	}
	if other, _ := play("three", "-seed", "8"); games == other {
		t.Error("another seed plays the same games")
	}

	lines := strings.Split(strings.TrimSpace(games), "\n")
	if len(lines) != 12 {
		t.Fatalf("%d games, want 12", len(lines))
	}
	want := make([]result, len(r.Results))
	var openings []string
	for i, line := range lines {
		g, err := brandubh.ParseGame([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		slot := i/6*2 + i%2
		w := &want[slot]
		w.Games++
		switch side := brandubh.Attackers + brandubh.Side(i%2); {
		case !g.Result().Over():
			w.Unfinished++
			w.Drawn++
		case g.Result().Winner == side:
			w.Won++
		case g.Result().Winner == brandubh.NoSide:
			w.Drawn++
		default:
			w.Lost++
		}
		opening := g.Variant().Name + g.Played()[0].String() + g.Played()[1].String()
		if i%2 == 1 && openings[i-1] != opening {
			t.Errorf("games %d and %d begin differently", i, i+1)
		}
		openings = append(openings, opening)
	}
	for i, w := range want {
		got := r.Results[i]
		if got.Games != w.Games || got.Won != w.Won || got.Drawn != w.Drawn || got.Lost != w.Lost || got.Unfinished != w.Unfinished {
			t.Errorf("result %+v, the games have %+v", got, w)
		}
	}
}

// TestWilson: values worked out by the formula elsewhere.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		count, of int
		low, high float64
	}{{0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {5, 10, 0.2366, 0.7634}, {81, 263, 0.2553, 0.3662}} {
		if low, high := wilson(c.count, c.of); math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.count, c.of, low, high, c.low, c.high)
		}
	}
}

func TestTable(t *testing.T) {
	code, out, errs := arena(t, "-a", "alphabeta:depth=2", "-rules", "scottish", "-n", "2", "-want", "100")
	if code != command.OK || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	for _, want := range []string{"A is alphabeta:depth=2, B is random; seed 1", "scottish  attackers      2", "scottish  defenders      2", " 100.0 "} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if code, _, errs := arena(t, "-a", "random", "-b", "alphabeta:depth=2", "-rules", "scottish", "-n", "2", "-want", "50"); code != command.No || !strings.Contains(errs, "less than the 50 % wanted") {
		t.Errorf("random against alpha-beta: exit %d: %s", code, errs)
	}
}

// TestCutShort: a match that is interrupted says so and prints what there is.
func TestCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	code := program.Run(ctx, []string{"-n", "1000"}, command.Env{Stdout: &out, Stderr: &errs})
	if code != command.Unfinished || !strings.Contains(errs.String(), "cut short after 0 of 8000 games") || !strings.Contains(out.String(), "federation") {
		t.Errorf("exit %d: %s%s", code, out.String(), errs.String())
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		code command.Status
		want string // in what it says
	}{
		{[]string{"-h"}, command.OK, "mcts:nodes=500"},
		{[]string{"-a", "alphabeta"}, command.Misuse, "want a time a move"},
		{[]string{"-a", "mcts:depth=4"}, command.Misuse, "mcts:nodes=500"},
		{[]string{"-a", "alphabeta:depth=0"}, command.Misuse, "want depth=1 to 64"},
		{[]string{"-a", "alphabeta:-1s"}, command.Misuse, "want a time a move"},
		{[]string{"-b", "random:1s"}, command.Misuse, "random does not think"},
		{[]string{"-b", "stockfish:1s"}, command.Misuse, "there are alphabeta, mcts and random"},
		{[]string{"-rules", "chess"}, command.Misuse, "no such preset"},
		{[]string{"-rules", "none.json"}, command.Misuse, "none.json"},
		{[]string{"-n", "0"}, command.Misuse, "-n 0"},
		{[]string{"-j", "0"}, command.Misuse, "for flag -j"},
		{[]string{"-plies", "0"}, command.Misuse, "-plies 0"},
		{[]string{"-opening", "-1"}, command.Misuse, "-opening -1"},
		{[]string{"-want", "101"}, command.Misuse, "-want 101"},
		{[]string{"-games", "/nowhere/at/all"}, command.Misuse, "-games"},
		{[]string{"more"}, command.Misuse, `"more" is no flag`},
		{[]string{"-z"}, command.Misuse, "-h prints the help"},
	} {
		code, out, errs := arena(t, c.args...)
		if code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%q: exit %d, want %d with %q:\n%s%s", c.args, code, c.code, c.want, out, errs)
		}
	}
}
