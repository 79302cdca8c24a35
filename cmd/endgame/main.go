// Command endgame builds, probes and verifies endgame tables of Brandubh: for every
// position with few soldiers, who wins and in how many plies.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"example.com/brandubh"
	"example.com/brandubh/cmd/endgame/tables"
	"example.com/brandubh/internal/tool"
)

const usage = `Usage: endgame build  [-rules NAME|FILE.json] [-dir DIR] [-men N] [-j N] [-memory SIZE]
       endgame probe  [-rules …] [-dir DIR] POSITION
       endgame stats  [-rules …] [-dir DIR] [-men N] [-plies]
       endgame verify [-rules …] [-dir DIR] [-men N] [-j N] [-every K] [-searches N] [-depth N]

build   computes all endings with at most so many men (the king does not count),
        classes with fewer men first. It can be stopped with ctrl-C: the same
        command goes on with the class that was in work.
probe   says who wins the position, in how many plies, and what each move is worth.
stats   counts the positions by value, with all turned and mirrored images.
verify  compares every entry with its successors, and entries picked by chance with
        a plain search, by the rules of the library alone.

A class is written 3v2: three attackers against king and two defenders.
"endgame COMMAND -h" lists the flags of a command.

Exit status: 0, or 1 for an entry that is wrong, a damaged or foreign file, a position
without a table, and work that was stopped; 2 for a mistake in the command.

Examples:
  endgame build -men 4
  endgame probe "3t3/7/7/4K2/7/7/1t5 a"
  endgame stats -men 3
  endgame verify -men 4
  endgame build -rules nielsen -men 3 && endgame verify -rules nielsen
`

// Exit statuses.
const (
	exitOK    = 0
	exitNo    = 1
	exitUsage = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second ctrl-C ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// program is what the commands share.
type program struct {
	ctx       context.Context
	out, errs io.Writer
	flags     *flag.FlagSet
	variant   *brandubh.Variant
	dir       string
	men       int
	workers   int
	progress  bool
}

// errUsage is a mistake in the command.
type errUsage struct{ error }

// run does what the program is asked for and returns its exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	if len(args) == 0 || args[0] == "-h" || args[0] == "-help" || args[0] == "--help" || args[0] == "help" {
		fmt.Fprint(errs, usage)
		if len(args) == 0 {
			return exitUsage
		}
		return exitOK
	}
	p := &program{ctx: ctx, out: out, errs: errs}
	commands := map[string]func([]string) error{"build": p.build, "probe": p.probe, "stats": p.stats, "verify": p.verify}
	command, ok := commands[args[0]]
	if !ok {
		fmt.Fprintf(errs, "endgame: %q is no command: want build, probe, stats or verify (endgame -h says more)\n", args[0])
		return exitUsage
	}
	p.flags = flag.NewFlagSet("endgame "+args[0], flag.ContinueOnError)
	p.flags.SetOutput(errs)
	err := command(args[1:])
	switch wrong := (errUsage{}); {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return exitOK
	case errors.As(err, &wrong):
		if wrong.error != nil { // flag has said it otherwise
			fmt.Fprintln(errs, "endgame:", err)
		}
		return exitUsage
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(errs, "endgame: stopped")
		return exitNo
	}
	fmt.Fprintln(errs, "endgame:", err)
	return exitNo
}

func (e errUsage) Error() string {
	if e.error == nil {
		return "wrong use"
	}
	return e.error.Error()
}

// parse reads the flags of a command, with those that all have.
func (p *program) parse(args []string) error {
	rules := p.flags.String("rules", "federation", "`name` of a preset, or a file with a rule set as JSON")
	p.flags.StringVar(&p.dir, "dir", "", "the `directory` of the tables (default endgame-tables/NAME, by the name of the rules)")
	if err := p.flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return err
	} else if err != nil {
		return errUsage{}
	}
	v, err := tool.Rules(*rules)
	if err != nil {
		return errUsage{err}
	}
	p.variant = v
	if p.dir == "" {
		if v.Name == "" || strings.ContainsAny(v.Name, `/\`) || strings.HasPrefix(v.Name, ".") {
			return errUsage{fmt.Errorf("the name %q of the rules is no name for a directory: give one with -dir", v.Name)}
		}
		p.dir = filepath.Join("endgame-tables", v.Name)
	}
	if most := tables.MaxAttackers + tables.MaxDefenders; p.men < 0 || p.men > most {
		return errUsage{fmt.Errorf("-men %d: want 1 to %d", p.men, most)}
	}
	if p.workers < 0 || p.workers > 1000 {
		return errUsage{fmt.Errorf("-j %d: want 1 to 1000", p.workers)}
	}
	return nil
}

// workFlags are the flags of commands that take long.
func (p *program) workFlags() {
	p.flags.IntVar(&p.workers, "j", runtime.NumCPU(), "how many `goroutines` share the work")
	f, ok := p.errs.(*os.File)
	p.flags.BoolVar(&p.progress, "progress", ok && term.IsTerminal(int(f.Fd())), "show how far the work is (default on a terminal)")
}

func (p *program) noArguments() error {
	if p.flags.NArg() > 0 {
		return errUsage{fmt.Errorf("%q is no flag", p.flags.Arg(0))}
	}
	return nil
}

// bar shows the progress of the parts of some work, one after the other.
type bar struct {
	mu    sync.Mutex
	w     io.Writer // nil: shows nothing
	of    string
	shown *progressbar.ProgressBar
	last  time.Time
}

func (p *program) newBar() *bar {
	if !p.progress {
		return &bar{}
	}
	return &bar{w: p.errs}
}

func (b *bar) show(of string, done, total uint64) {
	if b.w == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if now := time.Now(); of == b.of && now.Sub(b.last) < 100*time.Millisecond {
		return
	} else if of != b.of {
		b.end()
		b.of = of
		b.shown = progressbar.NewOptions64(int64(total), progressbar.OptionSetWriter(b.w), progressbar.OptionSetDescription(of),
			progressbar.OptionSetWidth(30), progressbar.OptionClearOnFinish(), progressbar.OptionShowCount())
		b.last = now
	} else {
		b.last = now
	}
	b.shown.Set64(int64(min(done, total)))
}

func (b *bar) end() {
	if b.shown != nil {
		b.shown.Clear()
		b.shown = nil
	}
	b.of = ""
}

// clear takes the bar off the screen.
func (b *bar) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.end()
}

func (p *program) build(args []string) error {
	p.flags.IntVar(&p.men, "men", 4, "the most `men` on both sides together, the king not counted")
	memory := p.flags.String("memory", "16G", "how much memory a class may take, as `4G` or 500M; a class that needs more is not begun")
	p.workFlags()
	if err := p.parse(args); err != nil {
		return err
	}
	if err := p.noArguments(); err != nil {
		return err
	}
	if p.men == 0 { // which is all to the other commands
		return errUsage{errors.New("-men 0: want at least 1")}
	}
	limit, err := parseSize(*memory)
	if err != nil {
		return errUsage{err}
	}
	b := p.newBar()
	begun := time.Now()
	var places uint64
	fmt.Fprintf(p.out, "%s: all endings with at most %d men, into %s\n", p.variant.Name, p.men, p.dir)
	err = tables.Build(p.ctx, p.dir, p.variant, tables.BuildOptions{
		Men: p.men, Workers: max(1, p.workers), Memory: limit,
		Report: func(r tables.Progress) {
			if !r.Ready {
				b.show(fmt.Sprintf("%v, ends in %d", r.Class, r.Ply), r.Done, r.Total)
				return
			}
			b.clear()
			places += r.Total
			if r.Found {
				fmt.Fprintf(p.out, "%-5v %13d places  there already\n", r.Class, r.Total)
			} else {
				fmt.Fprintf(p.out, "%-5v %13d places %8.1f s\n", r.Class, r.Total, r.Took.Seconds())
			}
		},
	})
	b.clear()
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "all    %12d places %8.1f s\n", places, time.Since(begun).Seconds())
	return nil
}

// parseSize reads the value of -memory.
func parseSize(text string) (uint64, error) {
	n, err := tool.Size(text)
	if err != nil {
		return 0, fmt.Errorf("-memory %q: %w", text, err)
	}
	return n, nil
}

func (p *program) probe(args []string) error {
	if err := p.parse(args); err != nil {
		return err
	}
	if p.flags.NArg() != 1 {
		return errUsage{errors.New(`want one POSITION, as in endgame probe "3t3/7/7/4K2/7/7/1t5 a"`)}
	}
	pos, err := brandubh.ParsePosition(p.flags.Arg(0))
	if err == nil {
		err = p.variant.ValidatePosition(pos)
	}
	if err != nil {
		return errUsage{err}
	}
	t, err := tables.Open(p.dir, p.variant)
	if err != nil {
		return err
	}
	defer t.Close()
	v, err := t.Probe(pos)
	if err != nil {
		return err
	}
	if r := p.variant.Result(pos); r.Over() {
		fmt.Fprintf(p.out, "the game is over: %s\n", r.Sentence())
		return nil
	}
	moves, err := t.Moves(pos)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s, the %v to move: %v\n", p.variant.Name, pos.Turn(), v)
	if v.Winner == brandubh.NoSide {
		fmt.Fprintln(p.out, tables.EndlessUnder(p.variant).Text)
	}
	for _, m := range moves {
		takes := ""
		if taken := p.variant.Captures(pos, m.Move); taken != 0 {
			takes = "  takes " + taken.String()
		}
		fmt.Fprintf(p.out, "  %-7v %v%s\n", m.Move, m.Value, takes)
	}
	return nil
}

// classes returns the classes there are with at most so many men; 0 is all.
func (p *program) classes(t *tables.Tables) (all []tables.Class) {
	for _, c := range t.Classes() {
		if p.men == 0 || c.Men() <= p.men {
			all = append(all, c)
		}
	}
	return all
}

func (p *program) stats(args []string) error {
	p.flags.IntVar(&p.men, "men", 0, "the most `men` (default all there are)")
	plies := p.flags.Bool("plies", false, "count by the number of plies too, and show a longest win")
	if err := p.parse(args); err != nil {
		return err
	}
	if err := p.noArguments(); err != nil {
		return err
	}
	t, err := tables.Open(p.dir, p.variant)
	if err != nil {
		return err
	}
	defer t.Close()
	fmt.Fprintf(p.out, "%s (%s); %s\n", p.variant.Name, p.variant.Fingerprint(), tables.EndlessUnder(p.variant).Text)
	fmt.Fprintf(p.out, "%-5s  %-9s  %15s %15s %15s  longest\n", "class", "to move", "attackers win", "defenders win", "neither")
	for _, c := range p.classes(t) {
		for _, turn := range []brandubh.Side{brandubh.Attackers, brandubh.Defenders} {
			n, err := t.Count(p.ctx, c, turn)
			if err != nil {
				return err
			}
			a, d := n.Won()
			fmt.Fprintf(p.out, "%-5v  %-9v  %15d %15d %15d  %d, %d\n", c, turn, a, d, n.Open, max(0, len(n.Attackers)-1), max(0, len(n.Defenders)-1))
			if !*plies {
				continue
			}
			for _, w := range []struct {
				who     string
				plies   []uint64
				far     uint64
				longest brandubh.Position
			}{
				{"attackers win", n.Attackers, n.FarAttackers, n.LongestAttackers},
				{"defenders win", n.Defenders, n.FarDefenders, n.LongestDefenders},
			} {
				for ply, count := range w.plies {
					if count > 0 {
						fmt.Fprintf(p.out, "       %s in %3d: %15d\n", w.who, ply, count)
					}
				}
				if w.far > 0 {
					fmt.Fprintf(p.out, "       %s, distance not known: %d\n", w.who, w.far)
				}
				if len(w.plies) > 0 {
					fmt.Fprintf(p.out, "       a longest: %v\n", w.longest)
				}
			}
		}
	}
	return nil
}

func (p *program) verify(args []string) error {
	var o tables.VerifyOptions
	p.flags.IntVar(&p.men, "men", 0, "the most `men` (default all there are)")
	p.flags.IntVar(&o.Every, "every", 1, "look at one entry in `K`, picked by chance")
	p.flags.IntVar(&o.Searches, "searches", 200, "for each class, how many `entries` to compare with a plain search")
	p.flags.IntVar(&o.Depth, "depth", 3, "how many `plies` the plain search looks ahead")
	p.flags.Uint64Var(&o.Seed, "seed", 1, "`number` that picks the entries")
	p.workFlags()
	if err := p.parse(args); err != nil {
		return err
	}
	if err := p.noArguments(); err != nil {
		return err
	}
	if o.Every < 1 || o.Searches < 0 || o.Depth < 1 || o.Depth > 9 {
		return errUsage{errors.New("want -every 1 or more, -searches 0 or more, -depth 1 to 9")}
	}
	o.Workers = max(1, p.workers)
	t, err := tables.Open(p.dir, p.variant)
	if err != nil {
		return err
	}
	defer t.Close()
	b := p.newBar()
	o.Report = func(c tables.Class, done, total uint64) { b.show(c.String(), done, total) }
	for _, c := range p.classes(t) {
		done, err := t.Verify(p.ctx, c, o)
		b.clear()
		if err != nil {
			return err
		}
		fmt.Fprintf(p.out, "%-5v %13d entries agree with their successors, %d with their images, %d with a plain search\n", c, done.Entries, done.Images, done.Searches)
	}
	return nil
}
