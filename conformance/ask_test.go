package conformance

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"example.com/brandubh"
)

// engineArg, as first argument, makes the test binary a program that answers
// questions, in one of the ways of engines.
const engineArg = "answer-as"

func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == engineArg {
		engines[os.Args[2]](os.Args[3])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// answered calls do with every line of the standard input and the right answer.
func answered(do func(n int, question, answer string)) {
	a := &Library{named: map[string]*ruleSet{}}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for n := 1; in.Scan(); n++ {
		var out bytes.Buffer
		a.answerAll(bufio.NewReader(bytes.NewReader(in.Bytes())), &out)
		do(n, in.Text(), out.String())
	}
}

// engines are programs with rules of their own and with bad manners.
var engines = map[string]func(argument string){
	"flipped": func(argument string) { // PATH VALUE: every preset has that field changed
		path, value, _ := strings.Cut(argument, " ")
		a := flippedEngine(path, value)
		a.answerAll(bufio.NewReader(os.Stdin), os.Stdout)
	},
	"only": func(name string) { // one rule set, whatever is asked
		a := &Library{named: map[string]*ruleSet{}}
		v, _ := brandubh.Preset(name)
		for _, other := range named() {
			a.named[other] = newRuleSet(v)
		}
		a.answerAll(bufio.NewReader(os.Stdin), os.Stdout)
	},
	"knows": func(name string) { // refuses every other rule set
		answered(func(_ int, question, answer string) {
			if !strings.Contains(question, `"preset":"`+name+`"`) {
				answer = question[:strings.IndexByte(question, ',')] + `,"error":"never heard of it"}` + "\n"
			}
			fmt.Print(answer)
		})
	},
	"miscounts": func(string) {
		answered(func(_ int, _, answer string) { fmt.Print(strings.Replace(answer, "[40,", "[41,", 1)) })
	},
	"renames": func(argument string) { // takes a king between two beside the throne, and has a word of its own for that
		a := &Library{named: map[string]*ruleSet{}}
		a.named["federation"] = newRuleSet(changed(brandubh.Federation(), "king.sides.beside", "2"))
		in := bufio.NewScanner(os.Stdin)
		for in.Scan() {
			var out bytes.Buffer
			a.answerAll(bufio.NewReader(strings.NewReader(in.Text())), &out)
			fmt.Print(strings.ReplaceAll(out.String(), `"king-captured"`, `"king captured"`))
		}
	},
	"sulks": func(string) { // refuses a question in ten
		answered(func(n int, question, answer string) {
			if n%10 == 0 {
				answer = question[:strings.IndexByte(question, ',')] + `,"error":"not now"}` + "\n"
			}
			fmt.Print(answer)
		})
	},
	"right":       func(string) { answered(func(_ int, _, answer string) { fmt.Print(answer) }) },
	"hangs":       func(string) { time.Sleep(time.Hour) },
	"hangs-later": func(string) { answered(func(n int, _, answer string) { hangAt(n, 50); fmt.Print(answer) }) },
	"dies":        func(string) { os.Exit(7) },
	"dies-later": func(string) {
		answered(func(n int, _, answer string) {
			if n == 50 {
				fmt.Fprintln(os.Stderr, "out of wood")
				os.Exit(7)
			}
			fmt.Print(answer)
		})
	},
	"dies-on-perft": func(string) {
		answered(func(_ int, question, answer string) {
			if strings.Contains(question, "perft") {
				os.Exit(3)
			}
			fmt.Print(answer)
		})
	},
	"leaves": func(string) { answered(func(n int, _, answer string) { fmt.Print(answer); exitAt(n, 100) }) },
	"garbage": func(string) {
		answered(func(int, string, string) { fmt.Println("Segmentation fault (core dumped)") })
	},
	"garbage-later": func(string) {
		answered(func(n int, _, answer string) {
			if n > 50 {
				answer = "NaN\n"
			}
			fmt.Print(answer)
		})
	},
	"binary": func(string) { answered(func(int, string, string) { os.Stdout.Write([]byte{0xff, 0, 0xfe, '\n'}) }) },
	"flood": func(string) {
		w := bufio.NewWriter(os.Stdout)
		for {
			fmt.Fprintln(w, "y")
		}
	},
	"endless": func(string) {
		for {
			os.Stdout.WriteString(strings.Repeat("y", 1<<16))
		}
	},
	"banner": func(string) {
		fmt.Println("Brandubh 3000, ready")
		answered(func(_ int, _, answer string) { fmt.Print(answer) })
	},
	"mumbles": func(string) { // never answers, and never stops talking
		for {
			fmt.Println("thinking")
			time.Sleep(30 * time.Millisecond)
		}
	},
	"chatty": func(string) { answered(func(_ int, _, answer string) { fmt.Print("thinking\n", answer) }) },
	"ids": func(string) { // wrong ids now and then
		answered(func(n int, _, answer string) {
			if n%10 == 0 {
				answer = `{"id":1000000` + answer[strings.IndexByte(answer, ','):]
			}
			fmt.Print(answer)
		})
	},
	"no-ids": func(string) {
		answered(func(_ int, _, answer string) { fmt.Print("{" + answer[strings.IndexByte(answer, ',')+1:]) })
	},
	"text-ids": func(string) {
		answered(func(_ int, _, answer string) {
			id, rest, _ := strings.Cut(strings.TrimPrefix(answer, `{"id":`), ",")
			fmt.Print(`{"id":"` + id + `",` + rest)
		})
	},
	"swaps": func(string) { // the first answers in pairs, in the wrong order
		last := ""
		answered(func(n int, _, answer string) {
			if n < 20 && n%2 == 1 {
				last = answer
				return
			}
			fmt.Print(answer, last)
			last = ""
		})
	},
	"twice": func(string) { answered(func(_ int, _, answer string) { fmt.Print(answer, answer) }) },
	"skips": func(string) {
		answered(func(n int, _, answer string) {
			if n != 20 {
				fmt.Print(answer)
			}
		})
	},
	"forms": func(string) { // fields of the wrong kind, and fields left out
		answered(func(n int, _, answer string) {
			switch n % 4 {
			case 0:
				answer = strings.Replace(answer, `"legal":true`, `"legal":"yes"`, 1)
			case 1:
				answer = strings.Replace(answer, `"captures"`, `"caught"`, 1)
			}
			fmt.Print(answer)
		})
	},
	"raves": func(string) { // every field, none of them in its right mind
		answered(func(_ int, question, _ string) {
			fmt.Println(question[:strings.IndexByte(question, ',')] + `,"legal":true,"moves":["\u001b[31m"],"captures":["\u001b[31m"],` +
				`"after":"\u001b[2J","end":{"winner":"\u001b[31m","reason":7},"plies":-3,"position":"\u001b[2J","illegal_at":-1,"counts":[]}`)
		})
	},
	"late": func(string) {
		answered(func(n int, _, answer string) {
			if n == 30 {
				time.Sleep(time.Second)
			}
			fmt.Print(answer)
		})
	},
	"buffers": func(string) { all := ""; answered(func(_ int, _, answer string) { all += answer }); fmt.Print(all) },
	"more": func(string) {
		answered(func(_ int, _, answer string) { fmt.Print(answer) })
		fmt.Println(`{"id":1,"legal":true}`)
	},
	"deaf": func(string) {
		for {
			fmt.Println(`{"id":0,"moves":[],"end":null}`)
			time.Sleep(time.Millisecond)
		}
	},
}

func hangAt(n, at int) {
	if n == at {
		time.Sleep(time.Hour)
	}
}

func exitAt(n, at int) {
	if n == at {
		os.Exit(0)
	}
}

// askEngine runs ask on one of the engines, and returns its exit status and report.
func askEngine(t *testing.T, engine, argument string, flags ...string) (int, *Report) {
	t.Helper()
	return askCommand(t, []string{os.Args[0], engineArg, engine, argument}, flags...)
}

func askCommand(t *testing.T, command []string, flags ...string) (int, *Report) {
	t.Helper()
	needsProcesses(t)
	r := askProgram(t, command, flags...)
	var text bytes.Buffer
	if err := r.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	var read Report
	if err := json.Unmarshal(text.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	if n := r.Agree + r.Wrong + r.Open + r.SetUps + r.Elsewhere + r.Refused + r.Unanswered; n != r.Questions {
		t.Errorf("%d questions, but %d counted", r.Questions, n)
	}
	code := 0
	switch {
	case r.Failed, r.Answered == 0:
		code = 3
	case !r.Agrees():
		code = 1
	}
	return code, &read
}

// askProgram asks a program, with the flags of the command conform.
func askProgram(t *testing.T, command []string, args ...string) *Report {
	t.Helper()
	needsProcesses(t)
	suite, timeout := suiteFor(t, args)
	return suite.AskProgram(t.Context(), Program{Command: command, Timeout: timeout})
}

// suiteFor returns the questions that the flags of the command conform ask for, and
// the timeout. With -few they are those of fewCases instead of the cases shipped.
func suiteFor(t *testing.T, args []string) (*Suite, time.Duration) {
	t.Helper()
	flags := flag.NewFlagSet("ask", flag.ContinueOnError)
	rules := flags.String("rules", "all,variants", "")
	games := flags.Int("games", 40, "")
	seed := flags.Uint64("seed", 1, "")
	few := flags.Bool("few", false, "")
	timeout := flags.Duration("timeout", 20*time.Second, "")
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	o := Options{Random: *games, Seed: *seed, CasesOnly: *games == 0}
	for name := range strings.SplitSeq(*rules, ",") {
		if !strings.HasSuffix(name, ".json") {
			o.Rules = append(o.Rules, name)
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := brandubh.ParseVariant(text)
		if err != nil {
			t.Fatal(err)
		}
		v.Name = name
		o.Variants = append(o.Variants, v)
	}
	if *few {
		o.Cases = fewCases
	}
	return madeOnce(t, o, fmt.Sprint(*rules, *games, *seed, *few)), *timeout
}

// fewCases is a few conformance cases, to be quick.
var fewCases = fstest.MapFS{"perft.json": {Data: []byte(`[{"id":"start","position":"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a","expect":[
	{"presets":["federation","legacy","nielsen","regeln"],"counts":[40,960,39512]}]}]`)}}

// made are the questions that tests have asked for, and making them is once for all
// that ask for the same.
var made sync.Map

func madeOnce(t testing.TB, o Options, key string) *Suite {
	t.Helper()
	make, _ := made.LoadOrStore(key, sync.OnceValues(func() (*Suite, error) { return NewSuite(o) }))
	s, err := make.(func() (*Suite, error))()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// flippedEngine is the library with one field changed in every preset: an engine in
// this process, and a program as one of engines.
func flippedEngine(path, value string) *Library {
	a := &Library{named: map[string]*ruleSet{}}
	for _, name := range named() {
		v, _ := brandubh.Preset(name)
		if w := changed(v, path, value); w != nil {
			a.named[name] = newRuleSet(w)
		}
	}
	return a
}

// TestManners asks programs that are right but do not keep to the protocol; with
// -short a third of them.
func TestManners(t *testing.T) {
	// A short timeout must only make a program hang that would hang with a long one.
	for i, c := range []struct {
		engine   string
		code     int
		fault    string // one of those reported, empty for none
		agree    bool   // in all that is answered
		answered string // some, none, or any number of questions
		timeout  string
	}{
		{"right", 0, "", true, "some", "20s"},
		{"hangs", 3, faultHung, true, "none", "300ms"},
		{"hangs-later", 3, faultHung, true, "any", "300ms"},
		{"dies", 3, faultDied, true, "none", "20s"},
		{"dies-later", 3, faultDied, true, "some", "20s"},
		{"dies-on-perft", 3, faultDied, true, "some", "20s"},
		{"leaves", 3, faultDied, true, "some", "20s"},
		{"garbage", 3, "no JSON object", true, "none", "20s"},
		{"garbage-later", 3, "no JSON object", true, "some", "2s"},
		{"binary", 3, "no JSON object", true, "none", "20s"},
		{"flood", 3, "no JSON object", true, "none", "20s"},
		{"endless", 3, "no JSON object", true, "none", "20s"},
		{"mumbles", 3, "no JSON object", true, "none", "2s"},
		{"banner", 1, "no JSON object", true, "some", "20s"},
		{"chatty", 1, "no JSON object", true, "some", "20s"},
		{"ids", 1, "with an id", true, "some", "20s"},
		{"no-ids", 3, "without an id", true, "none", "20s"},
		{"text-ids", 3, "with an id", true, "none", "20s"},
		{"swaps", 1, "out of order", true, "some", "20s"},
		{"twice", 1, "twice", true, "some", "20s"},
		{"skips", 3, faultHung, true, "any", "300ms"},
		{"forms", 1, "wrong form", false, "some", "20s"},
		{"late", 3, faultHung, true, "any", "300ms"},
		{"buffers", 3, "flush", true, "some", "2s"},
		{"more", 1, "more than it was asked", true, "some", "20s"},
		{"deaf", 3, "twice", true, "some", "20s"},
		{"sulks", 1, "", false, "some", "20s"},
		{"raves", 1, "", false, "some", "20s"},
	} {
		if testing.Short() && i%3 != 0 {
			continue
		}
		t.Run(c.engine, func(t *testing.T) {
			t.Parallel()
			code, r := askEngine(t, c.engine, "", "-few", "-rules", "federation", "-games", "3", "-timeout", c.timeout)
			answered := r.Agree + r.Wrong + r.Open
			switch {
			case code != c.code:
				t.Errorf("exit %d, want %d", code, c.code)
			case c.fault == "" && len(r.Faults) > 0:
				t.Errorf("faults: %+v", r.Faults[0])
			case c.fault != "" && !slices.ContainsFunc(r.Faults, func(f *Fault) bool { return strings.Contains(f.What+f.Example, c.fault) }):
				t.Errorf("no fault %q in %d", c.fault, len(r.Faults))
			case c.answered == "some" && answered == 0 || c.answered == "none" && answered > 1:
				t.Errorf("%d of %d answered", answered, r.Questions)
			case c.agree && r.Wrong+r.Open > 1 || !c.agree && r.Wrong+r.Open == 0:
				t.Errorf("%d answers differ", r.Wrong+r.Open)
			}
			if c.code == 3 && !r.Failed {
				t.Error("not reported as failed")
			}
		})
	}
}

// TestInterrupt: an interrupt ends the program and the asking.
func TestInterrupt(t *testing.T) {
	needsProcesses(t)
	ctx, cancel := context.WithCancel(t.Context())
	p := &program{ctx: ctx, command: []string{os.Args[0], engineArg, "hangs-later", ""}, timeout: time.Hour, failures: map[kind]int{}}
	v := brandubh.Federation()
	items := make([]*item, 200)
	for i := range items {
		items[i] = &item{asked: &asked{Question: Question{Preset: "federation", Position: &v.Start}}}
	}
	done := 0
	p.ask(items, func(it *item) {
		if done++; done == 1 {
			cancel()
		}
	})
	if done != len(items) || p.run != nil || p.gaveUp != interrupted || len(p.faults) > 0 || p.starts != 1 {
		t.Errorf("%d done, given up: %q, %d faults, %d starts", done, p.gaveUp, len(p.faults), p.starts)
	}
}

// TestFlips: the questions tell every rule set from the same with any one field
// changed to any other value, but for those that are equivalent, and those are. It
// does so for the presets with a name, or with BRANDUBH_CHECKS set for all.
func TestFlips(t *testing.T) {
	names := named()
	switch {
	case testing.Short():
		names = []string{"federation", "scottish"}
	case os.Getenv("BRANDUBH_CHECKS") != "":
		names = brandubh.Presets()
	}
	equal := 0
	for _, name := range names {
		v, err := brandubh.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		// Long games and large counts too: under spelregler nothing else tells who
		// loses a repetition.
		suite, err := NewSuite(Options{Rules: []string{name}, Random: 20, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		p := suite.plans[0]
		all := flips(v)
		var paths []string
		for _, f := range all {
			paths = append(paths, f.path)
			i := slices.IndexFunc(p.asked, func(a *asked) bool {
				return a.kind() != kindPerft && !everything.alike(&a.Question, a.want, answerOf(f.rules, &a.Question))
			})
			why := equivalent(v, f)
			switch {
			case i < 0 && why == "":
				t.Errorf("%s: nothing asked tells %v", name, f)
			case i >= 0 && why != "":
				t.Errorf("%s: %v is told by %v, though %s", name, f, p.asked[i].want, why)
			case i < 0:
				equal++
			}
		}
		for _, path := range brandubh.Fields() {
			_, has := v.Value(path)
			if path == "goal" {
				has = v.Corners.Exists // else there is no other
			}
			if has && !slices.Contains(paths, path) {
				t.Errorf("%s: %s is never changed", name, path)
			}
		}
	}
	t.Logf("%d rule sets, %d changes that are equivalent", len(names), equal)
}

// TestFlippedPrograms: a program with one field of federation changed is found
// out, by name, and one that is equivalent agrees. It changes each field to one
// other value, or with BRANDUBH_CHECKS set to all. It answers in this process: over
// the pipe TestReport and TestPerftOnly ask such programs. With -short it is a sample.
func TestFlippedPrograms(t *testing.T) {
	all := flips(brandubh.Federation())
	for i, f := range all {
		if os.Getenv("BRANDUBH_CHECKS") == "" && i+1 < len(all) && all[i+1].path == f.path || testing.Short() && i%9 != 0 {
			continue
		}
		t.Run(f.String(), func(t *testing.T) {
			t.Parallel()
			suite, _ := suiteFor(t, []string{"-few", "-rules", "federation", "-games", "5"})
			r := suite.Ask(flippedEngine(f.path, f.value))
			why := equivalent(brandubh.Federation(), f)
			switch {
			case why != "" && !r.Agrees():
				t.Errorf("%d answers differ, though %s", r.Wrong+r.Open, why)
			case why == "" && r.Agrees():
				t.Errorf("%d of %d agree", r.Agree, r.Questions)
			case why == "" && r.Findings[0].Rule != f.path:
				t.Errorf("found %s = %s", r.Findings[0].Rule, r.Findings[0].Instead)
			}
		})
	}
}

// TestAgrees asks the library's own answers, about every preset with a name; with
// -short about two.
func TestAgrees(t *testing.T) {
	rules, least := named(), 100
	if testing.Short() {
		rules, least = []string{"federation", "spelregler"}, 40
	}
	code, r := askEngine(t, "right", "", "-rules", strings.Join(rules, ","), "-games", "5", "-seed", "3")
	if code != 0 || r.Agree != r.Questions || len(r.Sets) != len(rules) || len(r.Findings)+len(r.Faults) > 0 {
		t.Errorf("exit %d, %d of %d agree", code, r.Agree, r.Questions)
	}
	if len(r.Fields) != len(answerFields) {
		t.Errorf("%d of %d fields compared: %v", len(r.Fields), len(answerFields), r.Fields)
	}
	for _, f := range r.Fields {
		if f.Compared < least || f.Agree != f.Compared {
			t.Errorf("%+v", f)
		}
	}
}

// TestIgnoresPreset: a program that has one rule set only, whatever it is asked.
func TestIgnoresPreset(t *testing.T) {
	code, r := askEngine(t, "only", "regeln", "-few", "-rules", "federation,legacy,regeln", "-games", "10")
	if code != 1 || r.Follows != "regeln" || r.Percent != 100 {
		t.Errorf("exit %d, follows %q with %v %%", code, r.Follows, r.Percent)
	}
	for _, s := range r.Sets {
		if s.Wrong+s.Open > 0 || s.Name == "regeln" && s.Agree != s.Questions || s.Name != "regeln" && s.Elsewhere == 0 {
			t.Errorf("%+v", s)
		}
	}
	if len(r.Findings) > 0 {
		t.Errorf("though its rules are right, it is told %v", r.Findings[0].Form)
	}
	// One that is asked about other rule sets only is asked again.
	_, r = askEngine(t, "only", "regeln", "-few", "-rules", "federation,legacy", "-games", "10")
	if last := r.Sets[len(r.Sets)-1]; r.Follows != "regeln" || last.Name != "regeln" || last.Agree != last.Questions || len(r.Findings) > 0 {
		t.Errorf("it follows %q, %+v", r.Follows, last)
	}
}

// TestKnowsOne: what a program refuses for a whole rule set is counted apart.
func TestKnowsOne(t *testing.T) {
	code, r := askEngine(t, "knows", "nielsen", "-few", "-rules", "federation,nielsen", "-games", "3")
	if code != 0 || r.Refused == 0 || r.Refused != r.Sets[0].Questions || r.Agree != r.Sets[1].Questions {
		t.Errorf("exit %d, %+v", code, r.Sets)
	}
}

// TestSmallest: the example of a finding has been made smaller, shows the same, and
// tells open points from wrong answers.
func TestSmallest(t *testing.T) {
	for _, c := range []struct {
		rules, flip, field string
		most               int // pieces of the example
		open               bool
		basis              brandubh.Basis
	}{
		{"federation", "king.sides.beside 2", "captures", 4, false, brandubh.BasisStated},
		{"federation", "king.edge true", "captures", 2, true, brandubh.BasisSilent},
		{"federation", "throne.hostile.king when-empty", "", 0, false, brandubh.BasisStated},
		{"federation", "throne.return false", "legal", 1, true, brandubh.BasisContradicted},
		{"federation", "repetition.times 2", "end reason", 3, true, brandubh.BasisUnclear},
		{"regeln", "throne.hostile.king always", "captures", 2, false, brandubh.BasisStated},
		{"legacy", "corners.hostile.attackers false", "captures", 3, false, brandubh.BasisStated},
		{"nielsen", "noMoves loses", "end winner", 2, false, brandubh.BasisStated},
		{"spelregler", "repetition.forbidden false", "illegal_at", 12, true, brandubh.BasisUnclear},
	} {
		t.Run(c.rules+" "+c.flip, func(t *testing.T) {
			t.Parallel()
			suite, _ := suiteFor(t, []string{"-few", "-rules", c.rules, "-games", "10"})
			path, value, _ := strings.Cut(c.flip, " ")
			r := suite.Ask(flippedEngine(path, value))
			if c.field == "" {
				if !r.Agrees() {
					t.Errorf("%d answers differ", r.Wrong+r.Open)
				}
				return
			}
			if len(r.Findings) == 0 {
				t.Fatal("nothing is found")
			}
			f := r.Findings[0]
			if f.Open != c.open || f.Sets[0].Rests != c.basis || f.Field != c.field || (r.Open > 0) != c.open {
				t.Errorf("open %v, rests on %v, field %s", f.Open, f.Sets[0].Rests, f.Field)
			}
			q := f.Example.Question
			v, err := brandubh.Preset(c.rules)
			if err != nil {
				t.Fatal(err)
			}
			other := changed(v, path, value)
			if q.Position == nil || pieces(*q.Position) > c.most {
				t.Errorf("example %s", f.Example.asked())
			}
			if want := answerOf(newRuleSet(v), &q); want.String() != f.Example.Library.String() {
				t.Errorf("%s: library %v, want %v", f.Example.asked(), f.Example.Library, want)
			}
			if want := answerOf(newRuleSet(other), &q); want.String() != f.Example.Program.String() {
				t.Errorf("%s: program %v, want %v", f.Example.asked(), f.Example.Program, want)
			}
		})
	}
}

// TestPerftOnly: a program whose moves are right but not the counts is found out,
// and one whose counts alone are asked is told the move behind them.
func TestPerftOnly(t *testing.T) {
	code, r := askEngine(t, "miscounts", "", "-few", "-rules", "federation", "-games", "0")
	if code != 1 || len(r.Findings) != 1 || r.Findings[0].Field != "counts" {
		t.Errorf("exit %d, %+v", code, r.Findings)
	}
	code, r = askEngine(t, "flipped", "range.attackers 2", "-few", "-rules", "federation", "-games", "0")
	if code != 1 || len(r.Findings) != 1 || r.Findings[0].Rule != "range.attackers" || r.Findings[0].Field == "counts" {
		t.Errorf("exit %d, %+v", code, r.Findings)
	}
}

// TestOtherWords: a program that has a word of its own is told so, and its wrong
// rules are found all the same.
func TestOtherWords(t *testing.T) {
	code, r := askEngine(t, "renames", "", "-few", "-rules", "federation", "-games", "10")
	var got []string
	for _, f := range r.Findings {
		got = append(got, strings.TrimSpace(f.Rule+" "+f.Instead+" "+f.Field+" "+f.Form))
	}
	slices.Sort(got)
	want := []string{"end reason has another word for the end reason", "king.sides.beside 2 captures captures the king"}
	if code != 1 || !slices.Equal(got, want) {
		t.Errorf("exit %d, %q", code, got)
	}
}

// TestManner: what no rule is behind comes after what one is, and is told from it.
func TestManner(t *testing.T) {
	v := &ruleSet{Variant: brandubh.Federation()}
	p, err := brandubh.ParsePosition("7/7/7/7/3T3/1tK4/3t3 a")
	if err != nil {
		t.Fatal(err)
	}
	m, err := brandubh.ParseMove("d1-d2")
	if err != nil {
		t.Fatal(err)
	}
	about := map[bool]Question{false: {Position: &p, Move: &m}, true: {Position: &p}}
	const after = `"after":"7/7/7/7/7/1t1t3/7 d","end":{"winner":"attackers","reason":"king-captured"}`
	for _, c := range []struct {
		moves  bool
		answer string
		form   string
		manner bool
	}{
		{false, `{"legal":true,"captures":["d3","c2"],` + after + `}`, "lists captures out of order, or twice", true},
		{false, `{"legal":true,"captures":["c2","d3","d3"],` + after + `}`, "lists captures out of order, or twice", true},
		{false, `{"legal":true,"captures":["C2","D3"],` + after + `}`, "writes captures in another form", true},
		{false, `{"legal":true,` + after + `}`, "spares the king", false},
		{false, `{"legal":true,"captures":["c2"],` + after + `}`, "spares the defender, but captures another", false},
		{false, `{"legal":true,"captures":[],` + after + `}`, "spares the king", false},
		{false, `{"legal":true,"captures":["a1"],` + after + `}`, "spares the king", false},
		{false, `{"legal":true,"captures":["c2","d3","d4"],` + after + `}`, "captures where nobody stands", false},
		{false, `{"legal":false}`, refuses, false},
		{false, `{}`, "leaves out legal", true},
		{true, `{"moves":["d1d2"],"end":null}`, "writes moves in another form", true},
		{true, `{"moves":[],"end":null}`, refuses + " to the edge", false},
		{true, `{"moves":[],"end":{"winner":"Attackers","reason":"escape"}}`, overAlready, false},
	} {
		var got Answer
		if err := json.Unmarshal([]byte(c.answer), &got); err != nil {
			t.Fatal(err)
		}
		q := about[c.moves]
		ds := everything.compare(&q, answerOf(v, &q), &got, func(string) {})
		if len(ds) == 0 {
			t.Errorf("%s: no difference", c.answer)
			continue
		}
		it := &item{asked: &asked{Question: q, plan: &plan{rules: v}, want: answerOf(v, &q)}, got: &got, ds: ds}
		if form := causeOf(it).form; form != c.form || ds[0].manner != c.manner {
			t.Errorf("%s: %s, %+v", c.answer, form, ds)
		}
		for i := 1; i < len(ds); i++ {
			if ds[i-1].manner && !ds[i].manner {
				t.Errorf("%s: %s before %s", c.answer, ds[i-1].form, ds[i].form)
			}
		}
	}
}

// TestTempo: some lines bring the same pieces back with the other side to move, which
// is no repetition.
func TestTempo(t *testing.T) {
	lines := 0
	for _, q := range aimed(newRuleSet(brandubh.Federation()), 40, 1) {
		if q.Moves == nil || q.Position == nil {
			continue
		}
		seen := map[brandubh.Position]bool{}
		for p, i := *q.Position, 0; ; i++ {
			if seen[p.WithTurn(p.Turn().Opponent())] {
				lines++
				break
			}
			seen[p] = true
			var err error
			if i == len(*q.Moves) {
				break
			} else if p, err = brandubh.Federation().Play(p, (*q.Moves)[i]); err != nil {
				break
			}
		}
	}
	if lines < 3 {
		t.Errorf("%d lines do", lines)
	}
}

// TestReport reads the report for people, and rules of one's own.
func TestReport(t *testing.T) {
	v := brandubh.Federation()
	v.Name, v.King.Armed = "mine", brandubh.HammerOnly
	data, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "mine.json")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rules, engine, argument string
		agree                   bool
		want                    []string
	}{
		{"federation,legacy", "flipped", "king.sides.beside 2", false, []string{
			" are wrong", "captures ", "Asked about federation, legacy,\n  its answers follow them with king.sides.beside = 2 (100.0 % of them)",
			"1. wrong: king.sides.beside as if 2: the program captures the king",
			"king.sides.beside = 3: F 5.4, stated", "king.sides.beside = 4: L 5.4, L 8.4, stated",
			"7 . . . . . . .", "attackers to move", `program  {"legal":true,"captures":["`, `library  {"legal":true,"captures":[]`,
		}},
		{"federation", "flipped", "king.edge true", false, []string{
			" differ where the documents leave it open", "1. open: king.edge as if true", "king.edge = false: silent",
			"F names throne and corners as hostile and says nothing of the edge",
		}},
		{file, "right", "", true, []string{"answers agree\n", "mine.json"}},
		{"federation", "raves", "", false, []string{"the program writes moves in another form", `"moves":["\u001b[31m"]`}},
		{"federation", "dies", "", false, []string{"got no answer", "How it ran", "it died, 2 times, first: exit status 7; asked", "it was asked no more"}},
	} {
		var out bytes.Buffer
		r := askProgram(t, []string{os.Args[0], engineArg, c.engine, c.argument}, "-rules", c.rules, "-few", "-games", "5")
		if err := r.WriteText(&out); err != nil || r.Agrees() != c.agree {
			t.Errorf("%s %s: %v, agrees %v", c.engine, c.argument, err, r.Agrees())
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s %s: no %q in\n%s", c.engine, c.argument, want, out.String())
			}
		}
		if strings.Contains(out.String(), "\x1b") {
			t.Errorf("%s: what the program says goes to the terminal as it is", c.engine)
		}
	}
}

// TestPythonEngine asks the engine in Python about every preset with a name.
func TestPythonEngine(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 on this machine: the engine in Python is not asked")
	}
	engine := filepath.Join("..", "examples", "engine-python", "engine.py")
	ask := func(flags ...string) {
		t.Helper()
		code, r := askCommand(t, []string{python, engine}, flags...)
		if code != 0 || r.Agree != r.Questions {
			t.Errorf("%v: exit %d, %d of %d agree, %d faults", flags, code, r.Agree, r.Questions, len(r.Faults))
		}
	}
	ask("-few", "-rules", "federation", "-games", "2")
	if !testing.Short() {
		ask("-few", "-games", "2")
		ask("-rules", "spelregler,variants", "-games", "0") // the cases, with very long games
	}
	v := preset(t, "magpie")
	v.Name, v.Goal, v.Repetition.Forbidden = "mine", brandubh.GoalEdge, true
	data, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "mine.json")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	ask("-rules", file, "-few", "-games", "10") // rules of one's own
}

// preset returns the preset of that name.
func preset(t testing.TB, name string) *brandubh.Variant {
	t.Helper()
	v, err := brandubh.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// needsProcesses skips a test that starts programs where there are no processes.
func needsProcesses(t testing.TB) {
	t.Helper()
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("there are no processes in WebAssembly")
	}
}
