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
)

// What is compared: medians of so many runs, and random games of so many plies at most.
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
// library, in turn, and prints both side by side.
func compare(out, progress io.Writer, dir string, v *brandubh.Variant, depth int) error {
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
	var theirs, ours [][]work
	for i := range runs {
		fmt.Fprintf(progress, "\rrun %d of %d", i+1, runs)
		text, err := exec.Command(program, "-depth", strconv.Itoa(depth)).Output()
		if err != nil {
			return fmt.Errorf("-compare %s: cannot run the program there: %w", dir, err)
		}
		works, err := readYardstick(string(text))
		if err != nil {
			return fmt.Errorf("-compare %s: %w", dir, err)
		}
		theirs = append(theirs, works)
		var own []work
		for _, w := range works {
			own = append(own, measure(v, w))
		}
		ours = append(ours, own)
	}
	fmt.Fprintf(progress, "\r%20s\r", "")
	fmt.Fprintf(out, "%-8s %8s %14s %14s %14s %7s\n", "work", "size", "count", "yardstick M/s", "library M/s", "ratio")
	other := false
	for i, w := range theirs[0] {
		t, o := median(theirs, i), median(ours, i)
		fmt.Fprintf(out, "%-8s %8d %14d %14.1f %14.1f %7.2f\n", w.name, w.arg, w.n, t/1e6, o/1e6, o/t)
		other = other || w.name != "playouts" && ours[0][i].n != w.n
	}
	fmt.Fprintf(out, "Medians of %d runs; millions of leaves a second, of plies for playouts; ratio is library to yardstick.\n", runs)
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
		w.n = played(v, v.Start, w.arg)
	default:
		rng := rand.New(rand.NewPCG(1, 2))
		moves := make([]brandubh.Move, 0, 192)
		w.n = 0
		for range w.arg {
			w.n += playout(v, rng, moves)
		}
	}
	w.perSec = float64(w.n) / time.Since(start).Seconds()
	return w
}

// played counts lines of moves, playing every one of them.
func played(v *brandubh.Variant, p brandubh.Position, depth int) (n uint64) {
	for m := range v.Moves(p) {
		q, err := v.Play(p, m)
		switch {
		case err != nil: // never: the move is legal
		case depth == 1:
			n++
		default:
			n += played(v, q, depth-1)
		}
	}
	return n
}

// playout plays random moves until the game ends and returns the number of plies.
func playout(v *brandubh.Variant, rng *rand.Rand, moves []brandubh.Move) (plies uint64) {
	p := v.Start
	for plies < maxPlies && !v.Result(p).Over() {
		moves = v.AppendMoves(moves[:0], p)
		if len(moves) == 0 {
			break
		}
		p, _ = v.Play(p, moves[rng.IntN(len(moves))])
		plies++
	}
	return plies
}
