// Command play is a game of Brandubh against the computer, in a terminal or in
// lines through a pipe, under any rule set.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/term"

	"example.com/brandubh"
	"example.com/brandubh/cmd/endgame/tables"
	"example.com/brandubh/cmd/prove/check"
	"example.com/brandubh/internal/tool"
	"example.com/brandubh/player"
)

const usage = `Usage: play [flags] [FILE]

Plays Brandubh against the computer. On a terminal it draws a board; arrow keys,
mouse and typed moves all work, and "help" lists the commands. In a pipe, or with
-plain, it reads a command a line and answers on standard output:

  d1-b1  moves d1  why d1-b1  hint  undo  redo  board  resign  save FILE  quit …

FILE is a game to go on with: JSON, as "save" writes it, or OpenTafl's .otg.

Flags:
`

const usageEnd = `
Examples:
  play
  play -rules nielsen -side defenders -time 5s
  play -rules my-rules.json -player mcts
  play -side none -time 200ms
  play -tables endgame-tables/federation -proof d1-b1.proof
  printf '%s\n' d1-b1 board | play -time 100ms
  play game.json

Exit status: 0; 1 where a line from a pipe was refused; 2 for a mistake in the
command or its files; 3 where the input or output broke; 130 after Ctrl-C.
`

// Exit statuses.
const (
	exitOK        = 0
	exitRefused   = 1
	exitUsage     = 2
	exitBroken    = 3
	exitInterrupt = 130
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, newPlayer)) }

// playerMaker returns the player of a name that looks so many plies ahead, begins
// with a seed, is told what is known for certain and reports the best so far.
type playerMaker func(name string, depth int, seed uint64, k player.Knowledge, report func(player.Choice)) (player.Player, error)

// run is the program; it returns its exit status.
func run(args []string, in io.Reader, out, errs io.Writer, makePlayer playerMaker) int {
	flags := flag.NewFlagSet("play", flag.ContinueOnError)
	flags.SetOutput(errs)
	rules := flags.String("rules", "", "the preset `NAME`, or a file with a rule set as JSON (default federation)")
	side := flags.String("side", "attackers", "the `SIDE` you play: attackers, defenders, both or none")
	limit := flags.Duration("time", time.Second, "`how long` the computer may think about a move")
	name := flags.String("player", "alphabeta", "the `PLAYER` that the computer is: alphabeta, mcts or random")
	depth := flags.Int("depth", 0, "alphabeta: look at most so many `plies` ahead (default no limit)")
	seed := flags.Uint64("seed", 0, "mcts and random: begin with this `number` (default another every time)")
	dir := flags.String("tables", "", "let the computer use the endgame tables in `DIR` (cmd/endgame builds them)")
	proof := flags.String("proof", "", "let the computer play as the certificate in `FILE` has it (cmd/prove writes it), once that is checked")
	plain := flags.Bool("plain", false, "lines of text, also on a terminal")
	boards := flags.Bool("boards", false, "in lines: show the board whenever it has changed (default on a terminal)")
	echo := flags.Bool("echo", false, "in lines: repeat every command behind a >")
	ascii := flags.Bool("ascii", false, "the screen in letters and dashes")
	flags.Usage = func() {
		io.WriteString(errs, usage)
		flags.PrintDefaults()
		io.WriteString(errs, usageEnd)
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		return exitUsage
	}
	fail := func(status int, err error) int {
		fmt.Fprintln(errs, "play:", err)
		return status
	}
	computer, err := parseSides(*side)
	switch {
	case err != nil:
		return fail(exitUsage, err)
	case flags.NArg() > 1:
		return fail(exitUsage, fmt.Errorf("one game at a time, not %d; flags come before the file", flags.NArg()))
	case *limit <= 0:
		return fail(exitUsage, fmt.Errorf("-time %v: want more than nothing, as in 1s or 500ms", *limit))
	case *depth < 0:
		return fail(exitUsage, fmt.Errorf("-depth %d: want 0 or more", *depth))
	}
	var live atomic.Pointer[player.Choice] // the best so far, from the goroutine that thinks
	if *seed == 0 {
		*seed = uint64(time.Now().UnixNano())
	}
	g, notes, err := firstGame(*rules, flags.Arg(0))
	if err != nil {
		return fail(exitUsage, err)
	}
	k, err := knowledge(g.Variant(), *dir, *proof)
	if err != nil {
		return fail(exitUsage, err)
	}
	p, err := makePlayer(*name, *depth, *seed, k, func(c player.Choice) { live.Store(&c) })
	if err != nil {
		return fail(exitUsage, err)
	}
	s := NewSession(g, computer, p)
	if file := flags.Arg(0); file != "" {
		s.known[file] = true
	}

	inTerminal, outTerminal := isTerminal(in), isTerminal(out)
	terminal := inTerminal && outTerminal
	if terminal && !*plain && os.Getenv("TERM") != "dumb" {
		m := newModel(s, *limit, &live, *ascii || !unicodeLocale())
		m.message = strings.Join(notes, "\n")
		_, err := tea.NewProgram(m).Run()
		s.tellUnsaved(out)
		switch {
		case errors.Is(err, tea.ErrInterrupted):
			return exitInterrupt
		case err != nil:
			return fail(exitBroken, err)
		}
		return exitOK
	}

	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt)
	defer signal.Stop(interrupt)
	f := &lineFace{session: s, time: *limit, boards: *boards || terminal, echo: *echo, interrupt: interrupt, out: bufio.NewWriter(out)}
	if terminal {
		f.prompt = "> "
	}
	for _, note := range notes {
		f.say(note)
	}
	refused, err := f.run(in)
	switch {
	case errors.Is(err, errInterrupted):
		fmt.Fprintln(out)
		s.tellUnsaved(out)
		return exitInterrupt
	case err != nil:
		s.tellUnsaved(out)
		return fail(exitBroken, err)
	case terminal:
		s.tellUnsaved(out)
	case refused > 0:
		return exitRefused
	}
	return exitOK
}

// newPlayer makes the players that there are.
func newPlayer(name string, depth int, seed uint64, k player.Knowledge, report func(player.Choice)) (player.Player, error) {
	switch name {
	case "alphabeta":
		return player.NewAlphaBeta(player.AlphaBetaOptions{MaxDepth: depth, Knowledge: k, Report: report}), nil
	case "mcts":
		return player.NewTreeSearch(player.TreeSearchOptions{Seed: seed, Knowledge: k, Report: report}), nil
	case "random":
		return player.NewRandom(seed), nil
	}
	return nil, fmt.Errorf("-player %q: want alphabeta, mcts or random", name)
}

// knowledge returns what endgame tables and a certificate have to say under a
// rule set; nil without either. It uses no certificate that it has not checked.
func knowledge(v *brandubh.Variant, dir, proof string) (player.Knowledge, error) {
	var all []player.Knowledge
	if dir != "" {
		t, err := tables.Open(dir, v)
		if err != nil {
			return nil, fmt.Errorf("-tables: %w", err)
		}
		all = append(all, t) // open until the program ends
	}
	if proof != "" {
		f, err := os.Open(proof)
		if err != nil {
			return nil, fmt.Errorf("-proof: %w", err)
		}
		defer f.Close()
		c, err := check.Open(f, v)
		if err == nil {
			_, err = c.Check(context.Background(), check.Options{Workers: runtime.GOMAXPROCS(0)})
		}
		if err == nil {
			err = c.Load(context.Background(), 0)
		}
		if err != nil {
			return nil, fmt.Errorf("-proof %s: %w", proof, err)
		}
		all = append(all, c)
	}
	return player.Together(all...), nil
}

// firstGame returns the game of a file, or a new one where there is none.
func firstGame(rules, file string) (*brandubh.Game, []string, error) {
	var v *brandubh.Variant
	var err error
	if rules != "" || file == "" {
		if v, err = loadRules(rules); err != nil {
			return nil, nil, err
		}
	}
	if file != "" {
		return readGame(file, v)
	}
	g, err := brandubh.NewGame(v)
	return g, nil, err
}

// loadRules returns a preset, or the rule set of a file; federation for no name.
func loadRules(name string) (*brandubh.Variant, error) {
	if name == "" {
		return brandubh.Federation(), nil
	}
	return tool.Rules(name)
}

// isTerminal reports whether a reader or writer is a terminal.
func isTerminal(x any) bool {
	f, ok := x.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// unicodeLocale reports whether the terminal can be expected to show more than
// ASCII.
func unicodeLocale() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := strings.ToUpper(os.Getenv(name)); value != "" {
			return strings.Contains(value, "UTF-8") || strings.Contains(value, "UTF8")
		}
	}
	return os.Getenv("WT_SESSION") != "" // Windows sets no locale
}

// tellUnsaved writes what would be lost, in the form that "load" reads.
func (s *Session) tellUnsaved(out io.Writer) {
	if !s.Unsaved() {
		return
	}
	data, err := s.game.MarshalJSON()
	if err != nil {
		return
	}
	fmt.Fprintf(out, "%s\nThis game is in no file. As one that \"play FILE\" takes up:\n%s\n", s.result(), data)
}
