// Command otep is the player as an engine that OpenTafl can run, over the
// OpenTafl Engine Protocol: lines of text, commands in, answers out.
//
// What it does follows from two sources, the text of the protocol and the
// program that speaks it, which do not agree everywhere:
//
//   - OpenTafl starts the engine and sends "rules RECORD" at once; the engine
//     says "hello" as soon as it is up. Nothing is acknowledged. The engine may
//     ask with a bare "rules", "position", "side" or "clock".
//   - A turn is "opponent-move LIST POSITION" (moves with | between them, then
//     the board after them), "clock …", "play SIDE". The text has the clock
//     after "play"; the program sends it before. Both are taken.
//   - "clock A D O a d" is milliseconds left, with a star in overtime, the length
//     of an overtime in seconds and how many are left. Older texts have all in
//     seconds, which nothing in the line tells apart: milliseconds it is.
//   - The engine answers "move d1-b1". OpenTafl confirms it with "move POSITION"
//     or refuses it with "error 1" (wrong side), "error 2" (illegal), 3 and 4
//     (the same for berserk moves), then sends "opponent-move" and "play" again.
//   - "analyze N SECONDS" after "position" and "side" wants "analysis N", then N
//     pairs of a list of moves and a number.
//   - "error 0 TEXT" from the engine is shown, "error -1 TEXT" is shown and ends
//     the game: the engine resigns. "status TEXT" goes to the status line.
//   - "finish N" ends the game, "goodbye" the engine.
//
// Where neither says, this is assumed: an evaluation is in soldiers, a forced end
// in n plies 1010 less n hundredths (Monte Carlo: 10 for games that are all won),
// and positive for the attackers, as OpenTafl's own are; "side" says who is
// to move when it follows "position", and otherwise only whom the engine plays;
// whose move an "opponent-move" is follows from the piece that moves; "start" and
// "dump", a debugging aid, ask for nothing. The program cuts what it reads at line
// ends without waiting for the rest of a line, so every line is written at once.
package main

import (
	"context"
	"time"

	"example.com/brandubh/internal/command"
	"example.com/brandubh/player"
)

func main() { program.Main() }

var program = &command.Command{
	Name: "otep",
	Usage: `Usage: otep [-player PLAYER] [-time D] [-depth N] [-memory SIZE]

Plays Brandubh for OpenTafl, by the OpenTafl Engine Protocol: reads commands from
standard input, a line each, and answers on standard output. OpenTafl finds it by
an .ini file in a directory of its own below engines/:

  [engine]
  name = Brandubh
  directory = brandubh
  filename = otep
  command = ./otep
  arguments = -time 5s

The file needs the line "arguments", if only an empty one: without it the host
stops with an error.

With a clock it thinks for a share of the time left, never beyond it; without
one, for -time. By hand:

  printf '%s\n' 'rules dim:7 surf:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/' \
    'play attackers' | otep -time 1s

What OpenTafl's program does with some rules, which its notation says otherwise:
"cenhe:K" without other pieces it ignores, so the empty throne is hostile to nobody
there; "tfr:i" it plays as a draw at the third repetition; "tfr:w" and "tfr:l" it
judges the other way round; "corre:" with nothing in it is what its loader of rules
hands out for the default, and is read as that.
`,
	Notes: `Exit status: 0 after "goodbye" or the end of the input, 2 for a mistake in the command,
3 after Ctrl-C, or where the input or output broke.
`,
	Setup: setup,
}

// maxMemory is the most that -memory may ask for.
const maxMemory = 16 << 30

func setup(f *command.Flags) command.Action {
	name := f.String("player", "alphabeta", "the `PLAYER`: alphabeta, mcts or random")
	perMove := f.Duration("time", 3*time.Second, "`how long` to think about a move when there is no clock")
	depth := f.Int("depth", 0, "alphabeta: look at most this many `plies` ahead (default no limit)")
	memory := f.Memory(64<<20, "in which alphabeta remembers positions")
	return func(ctx context.Context, env command.Env, args []string) error {
		switch {
		case len(args) > 0:
			return command.Misuse.Errorf("%q is no flag; commands come from standard input", args[0])
		case *perMove <= 0:
			return command.Misuse.Errorf("-time %v: want more than nothing, as in 1s or 500ms", *perMove)
		case *depth < 0:
			return command.Misuse.Errorf("-depth %d: want 0 or more", *depth)
		case *memory < 1<<20 || *memory > maxMemory:
			return command.Misuse.Errorf("-memory: want 1M to 16G")
		}
		e := newEngine(env.Stdout, *perMove)
		var err error
		e.player, err = player.Spec{Name: *name, Depth: *depth}.New(player.Options{
			TableBytes: int(*memory), Seed: uint64(time.Now().UnixNano()), Report: e.report,
		})
		if err != nil {
			return command.Misuse.Errorf("-player: %w", err)
		}
		served := make(chan error, 1) // reading a line cannot be cancelled
		go func() { served <- e.serve(env.Stdin) }()
		select {
		case err := <-served:
			return command.Unfinished.Wrap(err)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
