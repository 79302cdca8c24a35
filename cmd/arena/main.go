// Command arena lets two players play games of Brandubh against each other, on
// both sides and under several rule sets, and says how often the first one won.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"example.com/brandubh/internal/command"
	"github.com/schollz/progressbar/v3"
)

func main() { program.Main() }

var program = &command.Command{
	Name: "arena",
	Usage: `Usage: arena [-a PLAYER] [-b PLAYER] [-rules NAME,...] [-n GAMES] [flags]

Lets player A play against player B, the same number of games from either side
under every rule set, and prints how often A won, with 95 % confidence intervals.

A PLAYER is one of these, with how long it thinks about a move:
  random
  alphabeta:100ms  alphabeta:depth=4
  mcts:100ms       mcts:nodes=500

With a depth or a number of nodes the same seed plays the same games.
`,
	Notes: `Exit status: 0 when all games were played; 1 when a player failed or A won less
than -want asks; 2 for a mistake in the command; 3 when the games were cut short
(Ctrl-C prints the results so far).

Examples:
  arena
  arena -a alphabeta:100ms -b mcts:100ms -rules federation -n 20
  arena -a alphabeta:depth=4 -b alphabeta:depth=3 -opening 4 -games games.jsonl
  arena -rules all -n 1 -json
`,
	Setup: setup,
}

// Limits of the command line.
const (
	maxGames   = 1_000_000
	maxOpening = 20
)

func setup(f *command.Flags) command.Action {
	a := f.String("a", "alphabeta:20ms", "the first `player`")
	b := f.String("b", "random", "the second `player`")
	rules := f.RuleSets("federation,nielsen,legacy,scottish")
	n := f.Int("n", 10, "how many `games` from either side under each rule set")
	workers := f.Jobs()
	seed := f.Uint64("seed", 1, "`number` that all chance follows from")
	opening := f.Int("opening", 0, "how many random `plies` each pair of games begins with, the same for both")
	plies := f.Int("plies", 300, "after how many `plies` a game is left unfinished")
	want := f.Float64("want", 0, "what `percentage` of games A must win from either side under each rule set")
	file := f.String("games", "", "write the games to `FILE`, one a line, as the library's JSON: A attacks in every first of two")
	asJSON := f.Bool("json", false, "print the results as JSON")
	progress := f.Progress()
	return func(ctx context.Context, env command.Env, args []string) error {
		m := match{n: *n, opening: *opening, maxPlies: *plies, seed: *seed}
		var err error
		if m.a, err = parseSpec(*a); err != nil {
			return command.Misuse.Errorf("-a: %w", err)
		}
		if m.b, err = parseSpec(*b); err != nil {
			return command.Misuse.Errorf("-b: %w", err)
		}
		if m.rules, err = rules(); err != nil {
			return err
		}
		switch {
		case len(args) > 0:
			return command.Misuse.Errorf("%q is no flag", args[0])
		case *n < 1 || *n > maxGames:
			return command.Misuse.Errorf("-n %d: want 1 to %d", *n, maxGames)
		case *opening < 0 || *opening > maxOpening:
			return command.Misuse.Errorf("-opening %d: want 0 to %d", *opening, maxOpening)
		case *plies < 1:
			return command.Misuse.Errorf("-plies %d: want 1 or more", *plies)
		case *want < 0 || *want > 100:
			return command.Misuse.Errorf("-want %v: want a percentage, 0 to 100", *want)
		}
		games := io.Discard
		if *file != "" {
			f, err := os.Create(*file)
			if err != nil {
				return command.Misuse.Errorf("-games: %w", err)
			}
			defer f.Close()
			games = f
		}
		results, err := playAll(ctx, &m, *workers, games, progress)
		if jsonErr := write(env.Stdout, &m, results, *asJSON, ctx.Err() != nil); err == nil {
			err = jsonErr
		}
		if err != nil {
			return err
		}
		return wonEnough(env, results, *want)
	}
}

// playAll plays the games and shows how far they are.
func playAll(ctx context.Context, m *match, workers int, games io.Writer, progress *command.Progress) ([]result, error) {
	bar := progressbar.NewOptions(m.total(),
		progressbar.OptionSetWriter(progress), progressbar.OptionSetVisibility(progress.On()),
		progressbar.OptionShowCount(), progressbar.OptionSetWidth(30), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(true))
	won, played := 0, 0
	results, err := m.play(ctx, workers, games, func(g game) {
		played++
		if g.outcome == wonByA {
			won++
		}
		bar.Describe(fmt.Sprintf("A won %d of %d", won, played))
		_ = bar.Add(1)
	})
	_ = bar.Clear()
	if err == nil && ctx.Err() != nil {
		err = command.Unfinished.Errorf("cut short after %d of %d games", played, m.total())
	}
	return results, err
}

// write prints the results, as JSON or for people.
func write(out io.Writer, m *match, results []result, asJSON, short bool) error {
	if !asJSON {
		printTable(out, m, results)
		return nil
	}
	data, err := json.MarshalIndent(report{m.a.String(), m.b.String(), m.seed, m.opening, m.maxPlies, short, results}, "", "  ")
	if err == nil {
		fmt.Fprintf(out, "%s\n", data)
	}
	return err
}

// wonEnough returns an error if A won less than the wanted percentage from a side
// under a rule set, after a line for each.
func wonEnough(env command.Env, results []result, want float64) error {
	var err error
	for _, r := range results {
		if 100*r.Rate < want {
			fmt.Fprintf(env.Stderr, "arena: as the %s under %s A won %.1f %%, less than the %v %% wanted\n", r.Side, r.Rules, 100*r.Rate, want)
			err = command.No.Quiet()
		}
	}
	return err
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
