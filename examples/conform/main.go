// Command conform speaks the conformance protocol: it answers questions about
// Brandubh under any rule set, one JSON object a line, asks other programs the
// same and reports where they differ, and shows where two rule sets part. All of it
// is package conformance.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/conformance"
	"example.com/brandubh/internal/command"
)

func main() { conform.Main() }

var conform = &command.Command{
	Name: "conform",
	Usage: `Usage: conform ask -- COMMAND …
       conform answer < questions > answers
       conform diff -rules A,B
       conform coverage

  ask        asks a program of yours, and reports where it has other rules
  answer     answers the questions of the conformance protocol, one JSON object a line
  diff       shows where two rule sets part
  coverage   counts the conformance cases for every clause and every field

"conform ask -h" and so on say more.
`,
	Notes: `Exit status: 0 if all went well, 1 if the answer is no (programs disagree, cases
are missing) or for trouble in reading or writing, 2 for a mistake in the command,
3 if the program that is asked does not run, dies or hangs.
`,
	Commands: []*command.Command{ask, answer, diff, coverage},
}

// protocol is what the four kinds of question look like.
const protocol = `  {"id":1,"preset":"federation","position":"P"}                  every legal move, and the end
  {"id":2,"preset":"federation","position":"P","move":"d1-b1"}   what the move does, or why not
  {"id":3,"preset":"federation","moves":["d1-b1",…]}             where the game stands after them
  {"id":4,"preset":"federation","position":"P","perft":3}        lines of 1, 2, 3 legal moves

docs/protocol.md has every key of every answer, what may be left out, and what
happens then.
`

var answer = &command.Command{
	Name: "answer",
	Usage: `Usage: conform answer [-rules] < questions > answers

Reads one JSON object a line and answers each with one, in order:

` + protocol + `
A whole rule set as "variant":{…} may stand in place of "preset", and a game may
start from a "position". What cannot be answered gets {"id":…,"error":"…"}, and
the next line is read; that is no trouble for the exit status. Answers name the
field or shared rule that decides, the clause that it follows, and what it rests on.
`,
	Setup: func(f *command.Flags) command.Action {
		rules := f.Bool("rules", false, "also name every rule behind a legal move, which is slower")
		return func(_ context.Context, env command.Env, args []string) error {
			if len(args) > 0 {
				return command.Misuse.Errorf("%q is no flag", args[0])
			}
			return (&conformance.Library{Rules: *rules}).Serve(env.Stdin, env.Stdout)
		}
	},
}

var ask = &command.Command{
	Name: "ask",
	Usage: `Usage: conform ask [-rules NAME,…] [-games N] [-seed S] [-json] [-html FILE] -- COMMAND …

Asks a program of yours what it thinks about Brandubh, and reports where it has
other rules than the library. The program reads a question a line on standard
input and writes its answer as a line to standard output, in order; it must flush
its output after every line, because more questions come only when some are
answered:

` + protocol + `
It is asked the conformance cases, then positions and lines of play in which each
rule is made to matter. Every answer is compared field by field. A difference is
shrunk to the smallest position that shows it, and told with the field that decides,
its clause, and what that rests on: differences on points that a document leaves open
(silent, unclear, contradicted, or played with other values possible) are counted
apart from wrong answers, and so is whether a set-up is over before a move.

A program may answer {"id":…,"error":"…"} to rule sets and to kinds of question
that it does not know; these are counted apart as not answered. One that ignores the
name of the preset is told once which rule set it follows.
`,
	Notes: `Examples:
  conform ask -- python3 engine.py
  conform ask -rules federation,legacy -games 1000 -seed 7 -- ./engine --conform
  conform ask -rules mine.json,variants -json -- ./engine    (asked with "variant":{…})

Exit status: 0 if all answers agree, 1 if some do not or the program writes what it
should not, 2 for a mistake in the command, 3 if the program does not run, dies,
hangs or answers nothing.
`,
	Setup: setupAsk,
}

func setupAsk(f *command.Flags) command.Action {
	rules := f.String("rules", "all,variants", "rule sets, `NAME,…`: presets, files NAME.json, \"all\" for the twelve that have a name, \"variants\" for those that stand in the cases as data")
	games := f.Int("games", 40, "how many random `positions` to ask for each rule set, with lines of play from them; 0 for the shipped cases alone")
	seed := f.Uint64("seed", 1, "`number` that the random positions follow from")
	data := f.String("data", "", "`directory` with conformance data (default the data shipped)")
	asJSON := f.Bool("json", false, "write the report as JSON")
	html := f.String("html", "", "also write the report as a page with boards to this `file`")
	timeout := f.Duration("timeout", 10*time.Second, "how long to wait for an answer")
	progress := f.Progress()
	return func(ctx context.Context, env command.Env, args []string) error {
		switch {
		case len(args) == 0:
			return command.Misuse.Errorf("want the command of a program to ask, after --; -h for help")
		case *games < 0:
			return command.Misuse.Errorf("-games %d: want 0 or more", *games)
		case *timeout <= 0:
			return command.Misuse.Errorf("-timeout %v: want more than 0", *timeout)
		}
		o := conformance.Options{Random: *games, Seed: *seed, CasesOnly: *games == 0, Cases: dataIn(*data)}
		for name := range strings.SplitSeq(*rules, ",") {
			name = strings.TrimSpace(name)
			if !strings.HasSuffix(name, ".json") {
				o.Rules = append(o.Rules, name)
				continue
			}
			v, err := command.Rules(name)
			if err != nil {
				return command.Misuse.Wrap(err)
			}
			v.Name = name
			o.Variants = append(o.Variants, v)
		}
		suite, err := conformance.NewSuite(o)
		if err != nil {
			if *data != "" {
				err = fmt.Errorf("-data %s: %w", *data, err)
			}
			return command.Misuse.Wrap(err)
		}
		r := suite.AskProgram(ctx, conformance.Program{Command: args, Timeout: *timeout, Progress: show(progress)})
		if *html != "" {
			if err := writeFile(*html, r.WriteHTML); err != nil {
				return err
			}
		}
		write := r.WriteText
		if *asJSON {
			write = r.WriteJSON
		}
		if err := write(env.Stdout); err != nil {
			return err
		}
		switch {
		case r.Failed, r.Answered == 0:
			return command.Unfinished.Quiet()
		case !r.Agrees():
			return command.No.Quiet()
		}
		return nil
	}
}

// writeFile writes a file.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(filepath.Clean(name))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		f.Close()
		return err
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// dataIn returns the files of a directory, nil for the data shipped.
func dataIn(dir string) fs.FS {
	if dir == "" {
		return nil
	}
	return os.DirFS(dir)
}

var diff = &command.Command{
	Name: "diff",
	Usage: `Usage: conform diff -rules A,B [-games N] [-seed S]

Shows where two rule sets part: the fields that differ, with both values and what
they rest on; the smallest positions found that show each, with both answers
explained; and how often random games meet a difference.
`,
	Setup: func(f *command.Flags) command.Action {
		rules := f.String("rules", "", "the two rule sets, `A,B`: names of presets, or files NAME.json")
		games := f.Int("games", 1000, "how many random `games` to play")
		seed := f.Uint64("seed", 1, "`number` that the random games and positions follow from")
		progress := f.Progress()
		return func(_ context.Context, env command.Env, args []string) error {
			names := strings.Split(*rules, ",")
			switch {
			case len(args) > 0:
				return command.Misuse.Errorf("%q is no flag", args[0])
			case len(names) != 2:
				return command.Misuse.Errorf("-rules %q: want two rule sets, A,B; -h for help", *rules)
			case *games < 0:
				return command.Misuse.Errorf("-games %d: want 0 or more", *games)
			}
			var sets [2]*brandubh.Variant
			for i, name := range names {
				var err error
				if sets[i], err = command.Rules(strings.TrimSpace(name)); err != nil {
					return command.Misuse.Wrap(err)
				}
			}
			w := bufio.NewWriter(env.Stdout)
			conformance.Diff(w, show(progress), sets[0], sets[1], *games, *seed)
			return w.Flush()
		}
	},
}

// show returns a function that shows progress; an empty text is the end.
func show(p *command.Progress) func(text string) {
	return func(text string) {
		if text == "" {
			p.Done()
			return
		}
		p.Showf("%s", text)
	}
}

var coverage = &command.Command{
	Name: "coverage",
	Usage: `Usage: conform coverage [-min N] [-data DIR] [-cases]

Counts, for every field of a rule set and every clause of a document that rules
anything, the conformance cases that touch it.

A case touches a field if, for a preset that it asks, some other value of that field
alone would change the answer. It touches a clause if it touches a field that
follows the clause in a preset that it asks, or if the case names a rule that does
("decides"), or if the explanation of the answer rests on one. A case that names the
clause itself counts too.
`,
	Notes: `Exit status: 0 if every field and clause has at least -min cases, 1 if not, 2 for a
mistake in the command.
`,
	Setup: func(f *command.Flags) command.Action {
		least := f.Int("min", 1, "how many `cases` there must be of each")
		data := f.String("data", "", "`directory` with conformance data (default the data shipped)")
		list := f.Bool("cases", false, "also list the cases of each")
		progress := f.Progress()
		return func(_ context.Context, env command.Env, args []string) error {
			cases, err := conformance.ReadCases(dataIn(*data))
			switch {
			case len(args) > 0:
				return command.Misuse.Errorf("%q is no flag", args[0])
			case err != nil:
				return command.Misuse.Wrap(err)
			case *least < 0:
				return command.Misuse.Errorf("-min %d: want 0 or more", *least)
			}
			c, err := conformance.Cover(cases, show(progress))
			if err != nil {
				return command.Misuse.Wrap(err)
			}
			w := bufio.NewWriter(env.Stdout)
			missing := c.Write(w, *least, *list)
			if err := w.Flush(); err != nil {
				return err
			}
			if missing > 0 {
				return command.No.Quiet()
			}
			return nil
		}
	},
}
