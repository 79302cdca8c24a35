package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/cmd/endgame/tables"
	"example.com/brandubh/cmd/prove/search"
	"example.com/brandubh/internal/command"
)

var solveCommand = &command.Command{
	Name: "solve",
	Usage: `Usage: prove solve [-rules NAME|FILE.json] [-position P] [-moves "d1-f1 e4-e1"]
                   [-o FILE] [-state FILE] [-memory SIZE] [-j N]
                   [-budget TIME] [-nodes N] [-learn FILE,...] [-tables DIR]

Asks whether the defenders can force a win in finitely many plies, and writes the proof
to FILE as a certificate that "prove check" tries. Ctrl-C stops it; with -state it can
be taken up again by the same command, and what it has proved can be handed to another
search with -learn.

The question is asked from a fresh history. Under rules where the defenders lose by
repetition, as the federation's, the answer decides the game: they win in no other way.
Under rules where repeating is a draw or the attackers' loss, not to be able to
force a win does not mean to lose, and may even leave a win by endless play. Rules that
count repeated moves are left aside.
`,
	Notes: `Exit status: 0 if it is proved; 1 if the search finds that they cannot force a win (of
which there is no certificate); 2 for a mistake in the command; 3 if it stopped before.

Examples:
  prove solve -moves "b4-b3 d5-b5 d6-e6 d4-d6 b3-b4" -o b4-b3.proof
  prove solve -moves "d1-f1 e4-e1" -memory 4G -o d1-f1.proof
  prove solve -moves d2-f2 -memory 4G -budget 2h -state d2-f2.state -o d2-f2.proof
`,
	Setup: setupSolve,
}

// solveFlags is what a search is asked for.
type solveFlags struct {
	rules           func() (*brandubh.Variant, error)
	position, moves string
	proof, state    string
	learn, tables   string
	memory          *uint64
	jobs            *int
	budget, every   time.Duration
	nodes           uint64
	progress        *command.Progress
}

func setupSolve(f *command.Flags) command.Action {
	var s solveFlags
	s.rules = f.Rules("federation")
	f.StringVar(&s.position, "position", "", "`position` to start from (default the rule set's start)")
	f.StringVar(&s.moves, "moves", "", "`moves` that lead from there to the position in question")
	f.StringVar(&s.proof, "o", "", "`file` for the certificate (default none)")
	f.StringVar(&s.state, "state", "", "`file` from which the search goes on, if it is there, and in which it is saved when it stops or is done (default none)")
	f.StringVar(&s.learn, "learn", "", "states of other searches under the same rules, `FILE,...`, whose proved positions this one need not prove (default none)")
	f.StringVar(&s.tables, "tables", "", "`directory` with endgame tables of the rule set, as cmd/endgame builds them (default none)")
	s.memory = f.Memory(1<<30, "to search and to write the certificate with")
	s.jobs = f.Jobs()
	f.DurationVar(&s.budget, "budget", 0, "stop after so much `time`: 90s, 2h (default no limit)")
	f.Uint64Var(&s.nodes, "nodes", 0, "stop after this many `expansions` (default no limit)")
	s.progress = f.Progress()
	f.DurationVar(&s.every, "every", 5*time.Second, "how often progress is shown, a `time`")
	return func(ctx context.Context, env command.Env, args []string) error {
		if len(args) > 0 {
			return command.Misuse.Errorf("%q is no flag", args[0])
		}
		return s.run(ctx, env)
	}
}

func (f *solveFlags) run(ctx context.Context, env command.Env) error {
	c := search.Config{Every: f.every, Workers: *f.jobs, Memory: int64(*f.memory)}
	var err error
	if c.Rules, err = f.rules(); err != nil {
		return err
	}
	if c.Root, err = root(c.Rules, f.position, f.moves); err != nil {
		return command.Misuse.Wrap(err)
	}
	if err := f.validate(); err != nil {
		return command.Misuse.Wrap(err)
	}
	if f.tables != "" {
		t, err := tables.Open(f.tables, c.Rules)
		if err != nil {
			return command.Misuse.Wrap(err)
		}
		defer t.Close()
		c.Table = endings{t}
	}
	if f.progress.On() {
		c.Progress = func(p search.Progress) { fmt.Fprintln(f.progress, line(p)) }
	}
	s, err := start(c, f.state)
	if err != nil {
		return command.Misuse.Wrap(err)
	}
	for name := range strings.SplitSeq(f.learn, ",") {
		if name == "" {
			continue
		}
		if err := from(name, s.Learn); err != nil {
			return command.Misuse.Wrap(err)
		}
	}
	return f.search(ctx, env, c, s)
}

// validate finds out before the search what would fail after it.
func (f *solveFlags) validate() error {
	if *f.memory < 1<<16 || *f.memory > 1<<36 {
		return fmt.Errorf("-memory %d bytes: want 64K or more, 64G at most", *f.memory)
	}
	if f.budget < 0 {
		return fmt.Errorf("-budget %v: want 0 or more", f.budget)
	}
	for _, name := range []string{f.proof, f.state} {
		if name == "" {
			continue
		}
		if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
			return fmt.Errorf("%s: there is no such directory", name)
		}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return fmt.Errorf("%s: it is a directory", name)
		}
	}
	if f.proof != "" && filepath.Clean(f.proof) == filepath.Clean(f.state) {
		return fmt.Errorf("-o and -state are both %s", f.proof)
	}
	return nil
}

// search searches, saves the state and writes the certificate.
func (f *solveFlags) search(ctx context.Context, env command.Env, c search.Config, s *search.Search) error {
	// The search is most of what is in memory: no garbage should grow to as much again.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(c.Memory + c.Memory/8 + 64<<20))
	searching := ctx
	if f.budget > 0 {
		var stop context.CancelFunc
		searching, stop = context.WithTimeoutCause(ctx, f.budget, search.ErrBudget)
		defer stop()
	}
	out := env.Stdout
	fmt.Fprintf(out, "%s: %v\n", c.Rules.Name, c.Root)
	verdict, why := s.Run(searching, f.nodes)
	p := s.Progress()
	spent := fmt.Sprintf("%d expansions, %v", p.Expansions, p.Elapsed.Round(time.Millisecond))
	switch verdict {
	case search.Open:
		fmt.Fprintf(out, "open: proof number %d, disproof number %d after %s: %v\n", p.Proof, p.Disproof, spent, why)
	case search.Disproved:
		fmt.Fprintf(out, "the defenders cannot force a win: %s\n", spent)
	default:
		fmt.Fprintf(out, "the defenders win: %s\n", spent)
	}
	if f.state != "" { // before anything else can go wrong
		if err := into(f.state, s.Save); err != nil {
			return command.Unfinished.Wrap(err)
		}
		fmt.Fprintf(out, "saved in %s\n", f.state)
	}
	switch {
	case verdict == search.Open:
		return command.Unfinished.Quiet()
	case verdict == search.Disproved:
		return command.No.Quiet()
	case f.proof == "":
		return nil
	}
	var n int
	err := into(f.proof, func(w io.Writer) (err error) {
		n, err = s.WriteCertificate(ctx, w)
		return err
	})
	if err != nil {
		if errors.Is(err, search.ErrMemory) {
			return command.Misuse.Errorf("%s: not written: %w: it needs more -memory", f.proof, err)
		}
		return command.Unfinished.Errorf("%s: not written: %v", f.proof, err)
	}
	fmt.Fprintf(out, "%d moves in %s; it counts when this has passed: prove check %s\n", n, f.proof, f.proof)
	return nil
}

// line tells how far a search is.
func line(p search.Progress) string {
	return fmt.Sprintf("%8v  proof %5d  disproof %5d  %8.3fM expansions  %8.3fM proved  table %4.1f%%  ply %d",
		p.Elapsed.Round(time.Second), p.Proof, p.Disproof, float64(p.Expansions)/1e6, float64(p.Positions)/1e6, 100*p.Fill, p.Ply)
}

// start returns a new search, or the one that a file holds.
func start(c search.Config, state string) (*search.Search, error) {
	if state == "" {
		return search.New(c)
	}
	var s *search.Search
	err := from(state, func(r io.Reader) (err error) {
		s, err = search.Load(c, r)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return search.New(c)
	}
	return s, err
}

// from reads a file.
func from(name string, read func(io.Reader) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := read(file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// into writes a file, which comes in place of an older one when it is whole.
func into(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
