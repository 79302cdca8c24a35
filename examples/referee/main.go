// Command referee plays through a recorded game of Brandubh and says move by move
// what was played, what fell and against what, how the game stands in the end,
// and by which clause of the rules. Without arguments it referees a game of its own.
package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/internal/tool"
)

//go:embed game.txt
var ownGame string

const usage = `Usage: referee [flags] [FILE]

Plays through a recorded game and says move by move what was played, what fell
and against what, then how the game stands, each with the clause that decides.

FILE is a list of moves in any usual spelling (d2-e2, d2-a2xa3, Kd4d3 x c3), with
tags, comments and variations or without (.tafl, PGN), an OpenTafl record (.otg),
a game in this library's JSON, a line of the archive of recorded games, or one of
the CSV of hnefatafl-rs; "-" is standard input. Without a FILE a game that comes with
the program is refereed.

Flags:
`

const usageEnd = `
Exit status: 0 for a game that could be played through, 1 for one with an illegal
move or one that cannot be read, 2 for a mistake in the command.

Examples:
  referee
  referee -boards -rules walker game.txt
  referee -compare federation,leaflet,walker game.txt
  referee -which game.otg
  referee -describe -rules legacy
  referee -html game.html game.txt
  echo "d2-e2 d3-b3" | referee -
  referee -archive archive-7x7.jsonl
`

// defaultRules is the rule set of a game that brings none.
const defaultRules = "federation"

// Exit statuses.
const (
	exitOK      = 0
	exitRefused = 1
	exitUsage   = 2
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run does what the program is asked for and returns its exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("referee", flag.ContinueOnError)
	flags.SetOutput(stderr)
	rules := flags.String("rules", "", "play by the preset `NAME`, or by the rule set in NAME.json (default the game's own rules, else "+defaultRules+")")
	boards := flags.Bool("boards", false, "show the board after every move")
	readOn := flags.Bool("readon", false, "read on past an end by enclosure or repetition, which it reports")
	compare := flags.String("compare", "", "referee the game under several rule sets, `NAME,NAME,...`, and say where each parts from the first (from that of -rules, if given)")
	which := flags.Bool("which", false, "say with which presets the game is consistent, and where it breaks the others")
	page := flags.String("html", "", "write the game as a web page to `FILE`, with boards, reasons and what other rule sets make of it: those of -compare, or else the twelve named ones")
	archive := flags.String("archive", "", "referee all games of an archive `FILE`, one JSON object a line")
	describe := flags.Bool("describe", false, "say what the rules are, one sentence a rule with the clause that it follows, and referee nothing")
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
		fmt.Fprint(stderr, usageEnd)
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		return exitUsage
	}
	fail := func(status int, err error) int {
		fmt.Fprintln(stderr, "referee:", err)
		return status
	}
	modes := 0
	for _, on := range []bool{*compare != "", *which, *archive != "", *describe} {
		if on {
			modes++
		}
	}
	switch {
	case flags.NArg() > 1:
		return fail(exitUsage, fmt.Errorf("one game at a time, not %d; -h for help", flags.NArg()))
	case modes > 1:
		return fail(exitUsage, errors.New("only one of -compare, -which, -archive and -describe; -h for help"))
	case *page != "" && (*which || *archive != ""):
		return fail(exitUsage, errors.New("-html is for one game by its rules, without -which and -archive; -h for help"))
	case *describe && (flags.NArg() > 0 || *page != ""):
		return fail(exitUsage, errors.New("-describe takes no game; -h for help"))
	case *archive != "" && (flags.NArg() > 0 || *rules != ""):
		return fail(exitUsage, errors.New("-archive takes its games and their rules from its file; -h for help"))
	}
	if *archive != "" {
		return refereeArchive(stdout, *archive, fail)
	}

	given, err := loadRules(*rules)
	if err != nil {
		return fail(exitUsage, err)
	}
	if *describe {
		return describeRules(stdout, given, fail)
	}
	src, err := load(flags.Arg(0), stdin)
	if file := (*fs.PathError)(nil); errors.As(err, &file) {
		return fail(exitUsage, err)
	} else if err != nil {
		return fail(exitRefused, err)
	}
	if *which {
		return printWhich(stdout, src)
	}
	sets, err := loadSets(*compare, given, src)
	if err != nil {
		return fail(exitUsage, err)
	}
	if *compare != "" && *page == "" {
		return printComparison(stdout, src, sets)
	}
	v, err := src.variant(given)
	if err != nil {
		return fail(exitRefused, err)
	}
	if *page != "" {
		return writePage(stdout, *page, src, v, sets, *readOn, fail)
	}
	return referee(stdout, src, v, *boards, *readOn)
}

// loadSets returns the rule sets to compare, that of -rules first; none for no names.
func loadSets(names string, given *brandubh.Variant, src *source) (sets []*brandubh.Variant, err error) {
	if names == "" {
		return nil, nil
	}
	list := strings.Split(names, ",")
	if given == nil && len(list) == 1 { // one name says nothing about what to compare it with
		given, _ = src.variant(nil)
	}
	if given != nil && !slices.Contains(list, given.Name) {
		sets = append(sets, given)
	}
	for _, name := range list {
		v, err := loadRules(strings.TrimSpace(name))
		switch {
		case err != nil:
			return nil, err
		case v == nil:
			return nil, errors.New("-compare: a name is empty")
		case given != nil && v.Name == given.Name:
			sets = slices.Insert(sets, 0, v)
		default:
			sets = append(sets, v)
		}
	}
	return sets, nil
}

// loadRules returns a preset or the rule set of a file; nil for no name.
func loadRules(name string) (*brandubh.Variant, error) {
	if name == "" {
		return nil, nil
	}
	return tool.Rules(name)
}
