// Command conform speaks the conformance protocol: it answers questions about
// Brandubh under any rule set, one JSON object a line, asks other programs the
// same and reports where they differ, and shows where two rule sets part.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/internal/tool"
)

const usage = `Usage: conform ask -- COMMAND …
       conform answer < questions > answers
       conform diff -rules A,B
       conform coverage

  ask        asks a program of yours, and reports where it has other rules
  answer     answers the questions of the conformance protocol, one JSON object a line
  diff       shows where two rule sets part
  coverage   counts the conformance cases for every clause and every field

"conform ask -h" and so on say more.

Exit status: 0 if all went well, 1 if the answer is no (programs disagree, cases
are missing) or for trouble in reading or writing, 2 for a mistake in the command,
3 if the program that is asked does not run, dies or hangs.
`

const answerUsage = `Usage: conform answer [-rules] < questions > answers

Reads one JSON object a line and answers each with one, in order:

  {"id":1,"preset":"federation","position":"P"}                  every legal move, and the end
  {"id":2,"preset":"federation","position":"P","move":"d1-b1"}   what the move does, or why not
  {"id":3,"preset":"federation","moves":["d1-b1",…]}             where the game stands after them
  {"id":4,"preset":"federation","position":"P","perft":3}        lines of 1, 2, 3 legal moves

A whole rule set as "variant":{…} may stand in place of "preset", and a game may
start from a "position". What cannot be answered gets {"id":…,"error":"…"}, and
the next line is read; that is no trouble for the exit status. Answers name the
field or shared rule that decides, the clause that it follows, and what it rests on.

Flags:
`

const diffUsage = `Usage: conform diff -rules A,B [-games N] [-seed S]

Shows where two rule sets part: the fields that differ, with both values and what
they rest on; the smallest positions found that show each, with both answers
explained; and how often random games meet a difference.

Flags:
`

// Exit statuses.
const (
	exitOK      = 0
	exitTrouble = 1
	exitUsage   = 2
	exitFailed  = 3
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run does what the program is asked for and returns its exit status.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	command := ""
	if len(args) > 0 {
		command = args[0]
	}
	switch command {
	case "answer":
		return runAnswer(args[1:], in, out, errs)
	case "ask":
		return runAsk(args[1:], out, errs)
	case "coverage":
		return runCoverage(args[1:], out, errs)
	case "diff":
		return runDiff(args[1:], out, errs)
	case "-h", "-help", "--help", "help":
		fmt.Fprint(out, usage)
		return exitOK
	case "":
		fmt.Fprint(errs, usage)
		return exitUsage
	}
	fmt.Fprintf(errs, "conform: there is no command %q; -h for help\n", command)
	return exitUsage
}

// parse reads the flags of a command: it returns false, with the exit status,
// where there is nothing more to do.
func parse(flags *flag.FlagSet, usage string, args []string, out, errs io.Writer) (int, bool) {
	flags.SetOutput(errs)
	flags.Usage = func() {}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(out, usage)
		flags.SetOutput(out)
		flags.PrintDefaults()
		return exitOK, false
	case err != nil:
		fmt.Fprintf(errs, "conform %s: -h for help\n", flags.Name())
		return exitUsage, false
	case flags.NArg() > 0 && flags.Name() != "ask":
		fmt.Fprintf(errs, "conform %s: %q is no flag; -h for help\n", flags.Name(), flags.Arg(0))
		return exitUsage, false
	}
	return exitOK, true
}

func runAnswer(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("answer", flag.ContinueOnError)
	rules := flags.Bool("rules", false, "also name every rule behind a legal move, which is slower")
	if code, ok := parse(flags, answerUsage, args, out, errs); !ok {
		return code
	}
	a := &answerer{map[string]*ruleSet{}, map[string]*ruleSet{}, *rules}
	if err := a.answerAll(bufio.NewReaderSize(in, 1<<16), out); err != nil {
		fmt.Fprintln(errs, "conform answer:", err)
		return exitTrouble
	}
	return exitOK
}

func runDiff(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("diff", flag.ContinueOnError)
	rules := flags.String("rules", "", "the two rule sets, `A,B`: names of presets, or files NAME.json")
	games := flags.Int("games", 1000, "how many random `games` to play")
	seed := flags.Uint64("seed", 1, "`number` that the random games and positions follow from")
	if code, ok := parse(flags, diffUsage, args, out, errs); !ok {
		return code
	}
	fail := func(err error) int {
		fmt.Fprintln(errs, "conform diff:", err)
		return exitUsage
	}
	names := strings.Split(*rules, ",")
	switch {
	case len(names) != 2:
		return fail(fmt.Errorf("-rules %q: want two rule sets, A,B; -h for help", *rules))
	case *games < 0:
		return fail(fmt.Errorf("-games %d: want 0 or more", *games))
	}
	var sets [2]*brandubh.Variant
	for i, name := range names {
		var err error
		if sets[i], err = tool.Rules(strings.TrimSpace(name)); err != nil {
			return fail(err)
		}
	}
	w := bufio.NewWriter(out)
	diff(w, progressOn(errs), sets[0], sets[1], *games, *seed)
	if err := w.Flush(); err != nil {
		fmt.Fprintln(errs, "conform diff:", err)
		return exitTrouble
	}
	return exitOK
}

// progressOn returns where progress is shown: errs if that is a terminal.
func progressOn(errs io.Writer) io.Writer {
	if tool.Terminal(errs) {
		return errs
	}
	return io.Discard
}
