// Command play is a game of Brandubh against the computer, in a terminal or in
// lines through a pipe, under any rule set.
package main

import (
	"bufio"
	"context"
	"errors"
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
	"example.com/brandubh/internal/command"
	"example.com/brandubh/player"
)

func main() { newProgram(newPlayer).Main() }

// newProgram returns the program with a maker of players, which tests replace.
func newProgram(makePlayer playerMaker) *command.Command {
	return &command.Command{
		Name: "play",
		Usage: `Usage: play [flags] [FILE]

Plays Brandubh against the computer. On a terminal it draws a board; arrow keys,
mouse and typed moves all work, and "help" lists the commands. In a pipe, or with
-plain, it reads a command a line and answers on standard output:

  d1-b1  moves d1  why d1-b1  hint  undo  redo  board  resign  save FILE  quit …

FILE is a game to go on with: JSON, as "save" writes it, or OpenTafl's .otg.
`,
		Notes: `Exit status: 0; 1 where a line from a pipe was refused; 2 for a mistake in the
command or its files; 3 after Ctrl-C, or where the input or output broke.

Examples:
  play
  play -rules nielsen -side defenders -time 5s
  play -rules my-rules.json -player mcts
  play -side none -time 200ms
  play -tables endgame-tables/federation -proof d1-b1.proof
  printf '%s\n' d1-b1 board | play -time 100ms
  play game.json
`,
		Setup: func(f *command.Flags) command.Action { return setup(f, makePlayer) },
	}
}

// playerMaker returns the player of a name that looks depth plies ahead, begins
// with a seed, is told what is known for certain and reports its best move so far.
type playerMaker func(name string, depth int, seed uint64, k player.Knowledge, report func(player.Choice)) (player.Player, error)

// face is how the game is shown.
type face struct {
	plain, boards, echo, ascii bool
	time                       time.Duration
	live                       atomic.Pointer[player.Choice] // the best so far, from the goroutine that thinks
}

func setup(f *command.Flags, makePlayer playerMaker) command.Action {
	var look face
	rules := f.Rules("")
	side := f.String("side", "attackers", "the `SIDE` you play: attackers, defenders, both or none")
	f.DurationVar(&look.time, "time", time.Second, "`how long` the computer may think about a move")
	name := f.String("player", "alphabeta", "the `PLAYER` that the computer is: alphabeta, mcts or random")
	depth := f.Int("depth", 0, "alphabeta: look at most this many `plies` ahead (default no limit)")
	seed := f.Uint64("seed", 0, "mcts and random: begin with this `number` (default another every time)")
	dir := f.String("tables", "", "let the computer use the endgame tables in `DIR` (cmd/endgame builds them)")
	proof := f.String("proof", "", "let the computer play as the certificate in `FILE` has it (cmd/prove writes it), once that is checked")
	f.BoolVar(&look.plain, "plain", false, "lines of text, also on a terminal")
	f.BoolVar(&look.boards, "boards", false, "in lines: show the board whenever it has changed (default on a terminal)")
	f.BoolVar(&look.echo, "echo", false, "in lines: repeat every command behind a >")
	f.BoolVar(&look.ascii, "ascii", false, "the screen in letters and dashes")
	return func(_ context.Context, env command.Env, args []string) error {
		computer, err := parseSides(*side)
		switch {
		case err != nil:
			return command.Misuse.Wrap(err)
		case len(args) > 1:
			return command.Misuse.Errorf("one game at a time, not %d; flags come before the file", len(args))
		case look.time <= 0:
			return command.Misuse.Errorf("-time %v: want more than nothing, as in 1s or 500ms", look.time)
		case *depth < 0:
			return command.Misuse.Errorf("-depth %d: want 0 or more", *depth)
		}
		v, err := rules()
		if err != nil {
			return err
		}
		g, notes, err := firstGame(v, args)
		if err != nil {
			return command.Misuse.Wrap(err)
		}
		k, err := knowledge(g.Variant(), *dir, *proof)
		if err != nil {
			return command.Misuse.Wrap(err)
		}
		if *seed == 0 {
			*seed = uint64(time.Now().UnixNano())
		}
		p, err := makePlayer(*name, *depth, *seed, k, func(c player.Choice) { look.live.Store(&c) })
		if err != nil {
			return command.Misuse.Wrap(err)
		}
		s := NewSession(g, computer, p)
		if len(args) > 0 {
			s.known[args[0]] = true
		}
		if isTerminal(env.Stdin) && isTerminal(env.Stdout) && !look.plain && os.Getenv("TERM") != "dumb" {
			return look.onScreen(env, s, notes)
		}
		return look.inLines(env, s, notes)
	}
}

// onScreen plays on the whole screen of a terminal.
func (look *face) onScreen(env command.Env, s *Session, notes []string) error {
	m := newModel(s, look.time, &look.live, look.ascii || !unicodeLocale())
	m.message = strings.Join(notes, "\n")
	_, err := tea.NewProgram(m).Run()
	s.tellUnsaved(env.Stdout)
	if errors.Is(err, tea.ErrInterrupted) {
		return command.Unfinished.Quiet()
	}
	return command.Unfinished.Wrap(err)
}

// inLines plays in lines of text.
func (look *face) inLines(env command.Env, s *Session, notes []string) error {
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt)
	defer signal.Stop(interrupt)
	terminal := isTerminal(env.Stdin) && isTerminal(env.Stdout)
	f := &lineFace{session: s, time: look.time, boards: look.boards || terminal, echo: look.echo, interrupt: interrupt, out: bufio.NewWriter(env.Stdout)}
	if terminal {
		f.prompt = "> "
	}
	for _, note := range notes {
		f.say(note)
	}
	refused, err := f.run(env.Stdin)
	switch {
	case errors.Is(err, errInterrupted):
		fmt.Fprintln(env.Stdout)
		s.tellUnsaved(env.Stdout)
		return command.Unfinished.Quiet()
	case err != nil:
		s.tellUnsaved(env.Stdout)
		return command.Unfinished.Wrap(err)
	case terminal:
		s.tellUnsaved(env.Stdout)
	case refused > 0:
		return command.No.Quiet()
	}
	return nil
}

// newPlayer makes a player of the player package.
func newPlayer(name string, depth int, seed uint64, k player.Knowledge, report func(player.Choice)) (player.Player, error) {
	p, err := player.Spec{Name: name, Depth: depth}.New(player.Options{Seed: seed, Knowledge: k, Report: report})
	if err != nil {
		return nil, fmt.Errorf("-player: %w", err)
	}
	return p, nil
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

// firstGame returns the game of a file, or a new one where there is none. Without
// rules a new game is played by the federation's.
func firstGame(v *brandubh.Variant, files []string) (*brandubh.Game, []string, error) {
	if len(files) > 0 {
		return readGame(files[0], v)
	}
	if v == nil {
		v = brandubh.Federation()
	}
	g, err := brandubh.NewGame(v)
	return g, nil, err
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
