// Command arena lets two players play games of Brandubh against each other, on
// both sides and under several rule sets, and says how often the first one won.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"example.com/brandubh"
	"example.com/brandubh/internal/tool"
	"github.com/schollz/progressbar/v3"
)

const usage = `Usage: arena [-a PLAYER] [-b PLAYER] [-rules NAME,...] [-n GAMES] [flags]

Lets player A play against player B, as many games from either side under every
rule set, and prints how often A won, with 95 % confidence intervals.

A PLAYER is one of these, with how long it thinks about a move:
  random
  alphabeta:100ms  alphabeta:depth=4
  mcts:100ms       mcts:nodes=500

With a depth or a number of nodes the same seed plays the same games.

Flags:
`

const usageEnd = `
Exit status: 0 when all games were played; 1 when they were cut short (Ctrl-C
prints what there is), a player failed, or A won less than -want asks; 2 for a
mistake in the command.

Examples:
  arena
  arena -a alphabeta:100ms -b mcts:100ms -rules federation -n 20
  arena -a alphabeta:depth=4 -b alphabeta:depth=3 -opening 4 -games games.jsonl
  arena -rules all -n 1 -json
`

// Exit statuses.
const (
	exitOK    = 0
	exitNo    = 1
	exitUsage = 2
)

// Limits of the command line.
const (
	maxGames   = 1_000_000
	maxWorkers = 1000
	maxOpening = 20
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run does what the program is asked for and returns its exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("arena", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {}
	a := flags.String("a", "alphabeta:20ms", "the first `player`")
	b := flags.String("b", "random", "the second `player`")
	rules := flags.String("rules", "federation,nielsen,legacy,scottish", "rule sets, `NAME,...`: presets, files NAME.json, or all for every preset")
	n := flags.Int("n", 10, "how many `games` from either side under each rule set")
	workers := flags.Int("j", runtime.NumCPU(), "how many `games` are played at the same time")
	seed := flags.Uint64("seed", 1, "`number` that all chance follows from")
	opening := flags.Int("opening", 0, "how many random `plies` each pair of games begins with, the same for both")
	plies := flags.Int("plies", 300, "after how many `plies` a game is left unfinished")
	want := flags.Float64("want", 0, "what `percentage` of games A must win from either side under each rule set")
	file := flags.String("games", "", "write the games to `FILE`, one a line, as the library's JSON: A attacks in every first of two")
	asJSON := flags.Bool("json", false, "print the results as JSON")
	showProgress := flags.Bool("progress", tool.Terminal(errs), "show progress")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(out, usage)
		flags.SetOutput(out)
		flags.PrintDefaults()
		fmt.Fprint(out, usageEnd)
		return exitOK
	case err != nil:
		fmt.Fprintln(errs, "arena: -h for help")
		return exitUsage
	}
	fail := func(status int, err error) int {
		fmt.Fprintln(errs, "arena:", err)
		return status
	}
	m := match{n: *n, opening: *opening, maxPlies: *plies, seed: *seed}
	var err error
	if m.a, err = parseSpec(*a); err != nil {
		return fail(exitUsage, fmt.Errorf("-a: %w", err))
	}
	if m.b, err = parseSpec(*b); err != nil {
		return fail(exitUsage, fmt.Errorf("-b: %w", err))
	}
	if m.rules, err = load(*rules); err != nil {
		return fail(exitUsage, fmt.Errorf("-rules: %w", err))
	}
	switch {
	case flags.NArg() > 0:
		return fail(exitUsage, fmt.Errorf("%q is no flag; -h for help", flags.Arg(0)))
	case *n < 1 || *n > maxGames:
		return fail(exitUsage, fmt.Errorf("-n %d: want 1 or more, %d at most", *n, maxGames))
	case *workers < 1 || *workers > maxWorkers:
		return fail(exitUsage, fmt.Errorf("-j %d: want 1 or more, %d at most", *workers, maxWorkers))
	case *opening < 0 || *opening > maxOpening:
		return fail(exitUsage, fmt.Errorf("-opening %d: want 0 to %d", *opening, maxOpening))
	case *plies < 1:
		return fail(exitUsage, fmt.Errorf("-plies %d: want 1 or more", *plies))
	case *want < 0 || *want > 100:
		return fail(exitUsage, fmt.Errorf("-want %v: want a percentage, 0 to 100", *want))
	}
	games := io.Discard
	if *file != "" {
		f, err := os.Create(*file)
		if err != nil {
			return fail(exitUsage, fmt.Errorf("-games: %w", err))
		}
		defer f.Close()
		games = f
	}

	bar := progressbar.NewOptions(m.total(),
		progressbar.OptionSetWriter(errs), progressbar.OptionSetVisibility(*showProgress),
		progressbar.OptionShowCount(), progressbar.OptionSetWidth(30), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(true))
	won, played := 0, 0
	results, err := m.play(ctx, *workers, games, func(g game) {
		played++
		if g.outcome == wonByA {
			won++
		}
		bar.Describe(fmt.Sprintf("A won %d of %d", won, played))
		_ = bar.Add(1)
	})
	_ = bar.Clear()
	short := ctx.Err() != nil
	if *asJSON {
		data, jsonErr := json.MarshalIndent(report{m.a.String(), m.b.String(), m.seed, m.opening, m.maxPlies, short, results}, "", "  ")
		if jsonErr != nil {
			return fail(exitNo, jsonErr)
		}
		fmt.Fprintf(out, "%s\n", data)
	} else {
		printTable(out, &m, results)
	}
	switch {
	case err != nil:
		return fail(exitNo, err)
	case short:
		return fail(exitNo, fmt.Errorf("cut short after %d of %d games", played, m.total()))
	}
	status := exitOK
	for _, r := range results {
		if 100*r.Rate < *want {
			status = fail(exitNo, fmt.Errorf("as the %s under %s A won %.1f %%, less than the %v %% wanted", r.Side, r.Rules, 100*r.Rate, *want))
		}
	}
	return status
}

// report is the results as JSON.
type report struct {
	A       string   `json:"a"`
	B       string   `json:"b"`
	Seed    uint64   `json:"seed"`
	Opening int      `json:"opening"`
	Plies   int      `json:"plies"`
	Short   bool     `json:"cutShort,omitempty"`
	Results []result `json:"results"`
}

// load returns the rule sets of a list of names.
func load(names string) (sets []*brandubh.Variant, err error) {
	if names == "all" {
		names = strings.Join(brandubh.Presets(), ",")
	}
	for name := range strings.SplitSeq(names, ",") {
		v, err := tool.Rules(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		sets = append(sets, v)
	}
	return sets, nil
}

// printTable prints the results for people.
func printTable(out io.Writer, m *match, results []result) {
	fmt.Fprintf(out, "A is %v, B is %v; seed %d\n\n", m.a, m.b, m.seed)
	width := len("rules")
	for _, r := range results {
		width = max(width, len(r.Rules))
	}
	fmt.Fprintf(out, "%-*s  %-9s  %5s  %5s  %5s  %5s  %6s  %-14s  %5s\n", width, "rules", "A plays", "games", "won", "drawn", "lost", "won %", "95 % interval", "plies")
	open := 0
	for _, r := range results {
		fmt.Fprintf(out, "%-*s  %-9s  %5d  %5d  %5d  %5d", width, r.Rules, r.Side, r.Games, r.Won, r.Drawn, r.Lost)
		if r.Games > 0 {
			fmt.Fprintf(out, "  %6.1f  %5.1f to %5.1f  %5.1f", 100*r.Rate, 100*r.Low, 100*r.High, r.Plies)
		}
		fmt.Fprintln(out)
		open += r.Unfinished
	}
	if open > 0 {
		fmt.Fprintf(out, "\nDrawn counts %d games left unfinished after %d plies.\n", open, m.maxPlies)
	}
}
