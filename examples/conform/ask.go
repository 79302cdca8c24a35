package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/internal/tool"
	"example.com/brandubh/testdata/conformance"
)

const askUsage = `Usage: conform ask [-rules NAME,…] [-games N] [-seed S] [-json] -- COMMAND …

Asks a program of yours what it thinks about Brandubh, and reports where it has
other rules than the library. The program reads a question a line on standard
input and writes its answer as a line to standard output, in order, as
"conform answer" does; it must flush its output after every line, because more
questions come only when some are answered ("conform answer -h" has the forms).

It is asked the conformance cases, then crowded positions in which each rule is
made to matter, and lines of play that repeat themselves. Every answer is compared
field by field. A difference is shrunk to the smallest position that shows it, and
told with the field that decides, its clause, and what that rests on: differences
on points that a document leaves open (silent, unclear, contradicted, or played
with other values possible) are counted apart from wrong answers.

A program may answer {"id":…,"error":"…"} to rule sets and to kinds of question
that it does not know; these are counted apart as not answered. One that knows only
its own rules may ignore the name of the preset: the report says which it follows.

Examples:

  conform ask -- python3 engine.py
  conform ask -rules federation,legacy -games 1000 -seed 7 -- ./engine --conform
  conform ask -rules mine.json,variants -json -- ./engine    (asked with "variant":{…})

Exit status: 0 if all answers agree, 1 if some do not or the program writes what it
should not, 2 for a mistake in the command, 3 if the program does not run, dies,
hangs or answers nothing.

Flags:
`

// asker holds what is asked of a program and what it answers.
type asker struct {
	program  *program
	sets     []*askedSet
	progress io.Writer
	games    int
	seed     uint64
	findings []*finding
}

// askedSet is a rule set that a program is asked about.
type askedSet struct {
	name    string
	rules   *ruleSet
	preset  string          // or else
	variant json.RawMessage // the whole rule set
	cases   []testCase
	random  bool // random questions are asked too
	items   []*item
	flips   []flip
	refused [5]int   // answers that were an error, by kind of question, where all were
	follows *ruleSet // the rules that the answers follow best, if not these
	as      string   // what they are
	asRate  float64  // how many of the answers they give, in per cent
}

func runAsk(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("ask", flag.ContinueOnError)
	rules := flags.String("rules", "all,variants", "rule sets, `NAME,…`: presets, files NAME.json, \"all\" for the twelve that have a name, \"variants\" for those that stand in the cases as data")
	games := flags.Int("games", 40, "how many random `positions` to ask for each rule set, with lines of play from them; 0 for the shipped cases alone")
	seed := flags.Uint64("seed", 1, "`number` that the random positions follow from")
	data := flags.String("data", "", "`directory` with conformance data (default the data shipped)")
	asJSON := flags.Bool("json", false, "write the report as JSON")
	timeout := flags.Duration("timeout", 10*time.Second, "how long to wait for an answer")
	if code, ok := parse(flags, askUsage, args, out, errs); !ok {
		return code
	}
	fail := func(err error) int {
		fmt.Fprintln(errs, "conform ask:", err)
		return exitUsage
	}
	switch {
	case flags.NArg() == 0:
		return fail(errors.New("want the command of a program to ask, after --; -h for help"))
	case *games < 0:
		return fail(fmt.Errorf("-games %d: want 0 or more", *games))
	case *timeout <= 0:
		return fail(fmt.Errorf("-timeout %v: want more than 0", *timeout))
	}
	// The first interrupt ends the asking, and the report says how far it went.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	a := &asker{
		program:  &program{ctx: ctx, command: flags.Args(), timeout: *timeout, failures: map[kind]int{}},
		progress: progressOn(errs), games: *games, seed: *seed,
	}
	cases, err := readCases(dataIn(*data))
	if err != nil {
		return fail(fmt.Errorf("-data %s: %w", *data, err))
	}
	for name := range strings.SplitSeq(*rules, ",") {
		sets, err := setsOf(strings.TrimSpace(name), cases)
		if err != nil {
			return fail(err)
		}
		a.sets = append(a.sets, sets...)
	}
	for _, s := range a.sets {
		a.ask(s)
	}
	a.judge()
	a.program.close()
	fmt.Fprintf(a.progress, "\r%70s\r", "")
	w := bufio.NewWriter(out)
	r := a.report()
	if *asJSON {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		err = e.Encode(r)
	} else {
		r.write(w)
	}
	if err = errors.Join(err, w.Flush()); err != nil {
		fmt.Fprintln(errs, "conform ask:", err)
		return exitTrouble
	}
	return r.exit()
}

// setsOf returns the rule sets of a name.
func setsOf(name string, cases []testCase) (sets []*askedSet, err error) {
	switch {
	case name == "all":
		for _, name := range named() {
			all, err := setsOf(name, cases)
			if err != nil {
				return nil, err
			}
			sets = append(sets, all...)
		}
		return sets, nil
	case name == "variants":
		known := map[string]*askedSet{}
		for _, c := range cases {
			for _, data := range c.variants() {
				s := known[string(data)]
				if s == nil {
					v, err := brandubh.ParseVariant(data)
					if err != nil {
						return nil, fmt.Errorf("case %s: %w", c.ID, err)
					}
					s = &askedSet{name: v.Name, rules: &ruleSet{Variant: v}, variant: data}
					known[string(data)] = s
					sets = append(sets, s)
				}
				s.cases = append(s.cases, c)
			}
		}
		return sets, nil
	}
	v, err := tool.Rules(name)
	if err != nil {
		return nil, err
	}
	s := &askedSet{name: name, rules: &ruleSet{Variant: v}, preset: name, cases: cases, random: true}
	if strings.HasSuffix(name, ".json") {
		s.preset = ""
		s.variant, err = v.MarshalJSON()
	}
	return []*askedSet{s}, err
}

// named returns the presets that have a name of their own.
func named() []string {
	return slices.DeleteFunc(brandubh.Presets(), func(name string) bool { return strings.HasPrefix(name, "archive-") })
}

// dataIn returns the files of a directory, or the data shipped.
func dataIn(dir string) fs.FS {
	if dir == "" {
		return conformance.Files
	}
	return os.DirFS(dir)
}

// newItem makes an item of a question about a rule set; ok is false for what the
// library does not answer.
func (s *askedSet) newItem(q question, from string) (it *item, ok bool) {
	q.Preset, q.Variant = s.preset, s.variant
	if q.Position != nil && s.rules.ValidatePosition(*q.Position) != nil && !q.countable() {
		return nil, false
	}
	it = &item{question: q, rules: s.rules, from: from, want: answerOf(s.rules, &q)}
	return it, it.want.Error == nil
}

// gather makes all questions about a rule set, each once: those of the cases, and
// those that follow from games and a seed.
func (s *askedSet) gather(games int, seed uint64) {
	asked := map[string]bool{}
	add := func(q question, from string) {
		text, err := json.Marshal(q)
		if err != nil || asked[string(text)] {
			return
		}
		asked[string(text)] = true
		if it, ok := s.newItem(q, from); ok {
			s.items = append(s.items, it)
		}
	}
	for _, c := range s.cases {
		for _, q := range c.questions(s.preset) { // rules of somebody's own are asked all cases
			add(q, "case "+c.ID)
		}
	}
	if s.random {
		for i, q := range questions(s.rules, games, seed) {
			add(q, fmt.Sprintf("random question %d, seed %d", i+1, seed))
		}
	}
	slices.SortStableFunc(s.items, func(x, y *item) int { return x.kind().order() - y.kind().order() })
}

// ask puts all questions about a rule set.
func (a *asker) ask(s *askedSet) {
	fmt.Fprintf(a.progress, "\r%-70s", "making questions: "+s.name)
	s.gather(a.games, a.seed)
	n := 0
	a.program.ask(s.items, func(*item) {
		if n++; n%20 == 0 || n == len(s.items) {
			fmt.Fprintf(a.progress, "\rasking %-12s %5d of %5d%30s", s.name, n, len(s.items), "")
		}
	})
	s.compare()
}

// compare compares the answers with the library's. An error as answer to some
// questions of a kind, where others are answered, is a difference.
func (s *askedSet) compare() {
	var answered [5]bool
	for _, it := range s.items {
		if it.got != nil && it.got.Error == nil {
			answered[it.kind()] = true
		}
	}
	for _, it := range s.items {
		switch {
		case it.got == nil:
		case it.got.Error == nil:
			it.diffs = compare(&it.question, it.want, it.got, func(string) {})
		case answered[it.kind()] && (it.Position == nil || s.rules.ValidatePosition(*it.Position) == nil):
			it.diffs = []difference{{Field: "error", Form: "answers with an error", Want: "an answer", Got: *it.got.Error, manner: true}}
		default:
			s.refused[it.kind()]++
		}
	}
}

// differs returns the items with an answer that differs.
func (s *askedSet) differs() []*item {
	return slices.DeleteFunc(slices.Clone(s.items), func(it *item) bool { return len(it.diffs) == 0 })
}

// answers reports whether a rule set gives the answer that the program gave, in all
// that rules are behind.
func answers(v *ruleSet, it *item) bool {
	if it.got == nil || it.got.Error != nil {
		return false
	}
	want := answerOf(v, &it.question)
	return want.Error == nil && !byRule(compare(&it.question, want, it.got, func(string) {}))
}

// byRule reports whether a rule is behind some of the differences of an answer.
func byRule(ds []difference) bool { return len(ds) > 0 && !ds[0].manner }
