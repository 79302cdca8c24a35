package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/internal/command"
)

// What is compared: the number of runs that medians are taken of, and the most plies of a random game.
const (
	runs     = 5
	maxPlies = 500
)

// work is one of the works that are timed, as the yardstick prints it.
type work struct {
	name   string
	arg    int
	n      uint64 // leaves or plies
	perSec float64
}

// compare runs the yardstick program in a directory and the same works with the
// library, in turn, and prints both side by side; the last column sets the other
// named presets, where they are asked for, against the first.
func compare(out io.Writer, progress *command.Progress, dir string, sets []*brandubh.Variant, depth int) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("-compare %s: there is no such directory; the yardstick program is not part of the library", dir)
	}
	tmp, err := os.MkdirTemp("", "yardstick")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	program := filepath.Join(tmp, "yardstick")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = dir
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("-compare %s: cannot build the program there: %w\n%s", dir, err, text)
	}
	var theirs [][]work
	ours := make([][][]work, len(sets)) // by rule set and run
	for i := range runs {
		progress.Showf("run %d of %d", i+1, runs)
		text, err := exec.Command(program, "-depth", strconv.Itoa(depth)).Output()
		if err != nil {
			return fmt.Errorf("-compare %s: cannot run the program there: %w", dir, err)
		}
		works, err := readYardstick(string(text))
		if err != nil {
			return fmt.Errorf("-compare %s: %w", dir, err)
		}
		theirs = append(theirs, works)
		for k, v := range sets {
			var own []work
			for _, w := range works {
				own = append(own, measure(v, w))
			}
			ours[k] = append(ours[k], own)
		}
	}
	progress.Done()
	fmt.Fprintf(out, "%-11s %-9s %8s %14s %9s %12s %6s\n", "rules", "work", "size", "count", "M/s", "to yardstick", "to "+sets[0].Name)
	other := false
	for i, w := range theirs[0] {
		t := median(theirs, i)
		fmt.Fprintf(out, "%-11s %-9s %8d %14d %9.1f\n", "(yardstick)", w.name, w.arg, w.n, t/1e6)
		first := median(ours[0], i)
		for k, v := range sets {
			n, o := ours[k][0][i].n, median(ours[k], i)
			fmt.Fprintf(out, "%-11s %-9s %8d %14d %9.1f %12.2f %6.2f\n", v.Name, w.name, w.arg, n, o/1e6, o/t, o/first)
			other = other || k == 0 && n != w.n && w.name != "playouts" // those are other games
		}
	}
	fmt.Fprintf(out, "Medians of %d runs; millions of leaves a second, of plies for playouts.\n", runs)
	if other {
		fmt.Fprintln(out, "The library counts differently: the yardstick knows the federation's rules from their start only.")
	}
	return nil
}

// median returns the median speed at the i-th work.
func median(all [][]work, i int) float64 {
	var speeds []float64
	for _, works := range all {
		speeds = append(speeds, works[i].perSec)
	}
	slices.Sort(speeds)
	return speeds[len(speeds)/2]
}

// readYardstick reads what the yardstick prints, "perft 5 41843336 0.087 481.0",
// and returns the last, and so largest, of each work.
func readYardstick(text string) (works []work, err error) {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) != 5 {
			return nil, fmt.Errorf("cannot read %q of the yardstick", strings.TrimSpace(line))
		}
		w := work{name: f[0]}
		var seconds float64
		var errs [3]error
		w.arg, errs[0] = strconv.Atoi(f[1])
		w.n, errs[1] = strconv.ParseUint(f[2], 10, 64)
		seconds, errs[2] = strconv.ParseFloat(f[3], 64)
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("cannot read %q of the yardstick: %w", strings.TrimSpace(line), err)
		}
		if w.name != "perft" && w.name != "nobulk" && w.name != "playouts" {
			return nil, fmt.Errorf("the yardstick tells of an unknown work, %q", w.name)
		}
		w.perSec = float64(w.n) / max(seconds, 0.0005) // as it prints milliseconds
		if last := len(works) - 1; last >= 0 && works[last].name == w.name {
			works[last] = w
		} else {
			works = append(works, w)
		}
	}
	if i := slices.IndexFunc(works, func(w work) bool { return w.name == "nobulk" }); i >= 0 {
		w := works[i]
		w.name = "reordered"
		works = slices.Insert(works, i+1, w)
	}
	if len(works) == 0 {
		return nil, errors.New("the yardstick printed nothing")
	}
	return works, nil
}

// measure does the same work with the library.
func measure(v *brandubh.Variant, w work) work {
	start := time.Now()
	switch w.name {
	case "perft":
		w.n = v.Perft(v.Start, w.arg)
	case "nobulk":
		w.n = succeeded(v, v.Start, w.arg)
	case "reordered":
		w.n = reordered(v, v.Start, w.arg)
	default:
		w.n = 0
		rng := rand.NewPCG(1, 2)
		for range w.arg {
			_, plies := v.Playout(v.Start, rng, maxPlies)
			w.n += uint64(plies)
		}
	}
	w.perSec = float64(w.n) / time.Since(start).Seconds()
	return w
}

// succeeded counts lines of moves, looking at every position on them.
func succeeded(v *brandubh.Variant, p brandubh.Position, depth int) (n uint64) {
	for _, q := range v.Successors(p) {
		if depth == 1 {
			n++
		} else {
			n += succeeded(v, q, depth-1)
		}
	}
	return n
}

// reordered counts lines of moves as a search would that has put them into another
// order: it lists them and plays each, the last first.
func reordered(v *brandubh.Variant, p brandubh.Position, depth int) (n uint64) {
	var room [192]brandubh.Move
	moves := v.AppendMoves(room[:0], p)
	for i := len(moves) - 1; i >= 0; i-- {
		q, err := v.Play(p, moves[i])
		switch {
		case err != nil: // never: the move is legal
		case depth == 1:
			n++
		default:
			n += reordered(v, q, depth-1)
		}
	}
	return n
}
