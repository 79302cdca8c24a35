// Command referee plays through a recorded game of Brandubh and says move by move
// what was played, what fell and against what, how the game stands in the end,
// and by which clause of the rules. Without arguments it referees a game of its own.
package main

import (
	"context"
	_ "embed"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/internal/command"
)

//go:embed game.txt
var ownGame string

func main() { program.Main() }

var program = &command.Command{
	Name: "referee",
	Usage: `Usage: referee [flags] [FILE]

Plays through a recorded game and says move by move what was played, what fell
and against what, then how the game stands, each with the clause that decides.

FILE is a list of moves in any usual spelling (d2-e2, d2-a2xa3, Kd4d3 x c3), with
tags, comments and variations or without (.tafl, PGN), an OpenTafl record (.otg),
a game in this library's JSON, a line of the archive of recorded games, or one of
the CSV of hnefatafl-rs; "-" is standard input. Without a FILE a game that comes with
the program is refereed.

Without -rules a game is played by its own rules, and one that brings none by those
of the preset federation.
`,
	Notes: `Exit status: 0 for a game that could be played through; 1 for one that could not: a
move is illegal or cannot be read, or the rules do not allow its start; 2 for a mistake
in the command, or for a file that is no record of a game.

Examples:
  referee
  referee -boards -rules walker game.txt
  referee -compare federation,leaflet,walker game.txt
  referee -which game.otg
  referee -describe -rules legacy
  referee -html game.html game.txt
  echo "d2-e2 d3-b3" | referee -
  referee -archive archive-7x7.jsonl
`,
	Setup: setup,
}

// defaultRules is the rule set of a game that brings none.
const defaultRules = "federation"

// flags is what the program is asked for.
type flags struct {
	rules           func() (*brandubh.Variant, error)
	boards, readOn  bool
	compare         string
	which, describe bool
	page, archive   string
}

func setup(f *command.Flags) command.Action {
	var o flags
	o.rules = f.Rules("")
	f.BoolVar(&o.boards, "boards", false, "show the board after every move")
	f.BoolVar(&o.readOn, "readon", false, "read on past an end by enclosure or repetition, which it reports")
	f.StringVar(&o.compare, "compare", "", "referee the game under several rule sets, `NAME,NAME,...`, and say where each parts from the first (from that of -rules, if given)")
	f.BoolVar(&o.which, "which", false, "say with which presets the game is consistent, and where it breaks the others")
	f.StringVar(&o.page, "html", "", "write the game as a web page to `FILE`, with boards, reasons and what other rule sets make of it: those of -compare, or else the twelve named ones")
	f.StringVar(&o.archive, "archive", "", "referee all games of an archive `FILE`, one JSON object a line")
	f.BoolVar(&o.describe, "describe", false, "say what the rules are, one sentence a rule with the clause that it follows, and referee nothing")
	return func(_ context.Context, env command.Env, args []string) error {
		given, err := o.rules()
		if err != nil {
			return err
		}
		if err := o.check(args, given); err != nil {
			return command.Misuse.Wrap(err)
		}
		switch {
		case o.archive != "":
			return refereeArchive(env.Stdout, o.archive)
		case o.describe:
			return describeRules(env.Stdout, given)
		}
		name := ""
		if len(args) > 0 {
			name = args[0]
		}
		return o.game(env, name, given)
	}
}

// check reports flags and arguments that do not go together.
func (o *flags) check(args []string, given *brandubh.Variant) error {
	modes := 0
	for _, on := range []bool{o.compare != "", o.which, o.archive != "", o.describe} {
		if on {
			modes++
		}
	}
	switch {
	case len(args) > 1:
		return command.Misuse.Errorf("one game at a time, not %d; -h for help", len(args))
	case modes > 1:
		return errors.New("only one of -compare, -which, -archive and -describe; -h for help")
	case o.page != "" && (o.which || o.archive != ""):
		return errors.New("-html is for one game by its rules, without -which and -archive; -h for help")
	case o.describe && (len(args) > 0 || o.page != ""):
		return errors.New("-describe takes no game; -h for help")
	case o.archive != "" && (len(args) > 0 || given != nil):
		return errors.New("-archive takes its games and their rules from its file; -h for help")
	}
	return nil
}

// game reads a game and does with it what the flags ask for.
func (o *flags) game(env command.Env, name string, given *brandubh.Variant) error {
	src, err := load(name, env.Stdin)
	if err != nil {
		return unreadable(err)
	}
	if o.which {
		return printWhich(env.Stdout, src)
	}
	sets, err := loadSets(o.compare, given, src)
	if err != nil {
		return command.Misuse.Errorf("-compare: %w", err)
	}
	if o.compare != "" && o.page == "" {
		return printComparison(env.Stdout, src, sets)
	}
	v, err := src.variant(given)
	if err != nil {
		return command.Misuse.Errorf("%s: %w", src.name, err)
	}
	if o.page != "" {
		return writePage(env.Stdout, o.page, src, v, sets, o.readOn)
	}
	return referee(env.Stdout, src, v, o.boards, o.readOn)
}

// unreadable gives an error about a record its exit status: an illegal move is an
// answer, anything else a mistake in the file.
func unreadable(err error) error {
	var illegal *brandubh.MoveError
	var file *fs.PathError
	if errors.As(err, &illegal) && !errors.As(err, &file) {
		return command.No.Wrap(err)
	}
	return command.Misuse.Wrap(err)
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
		v, err := command.Rules(strings.TrimSpace(name))
		switch {
		case err != nil:
			return nil, err
		case given != nil && v.Name == given.Name:
			sets = slices.Insert(sets, 0, v)
		default:
			sets = append(sets, v)
		}
	}
	return sets, nil
}
