package conformance

import (
	"context"
	"fmt"
	"slices"
	"time"

	"example.com/brandubh"
)

// item is a question that is put to a program, and what came of it.
type item struct {
	*asked
	got    *Answer // nil if it was not answered
	ds     []difference
	filed  *Finding // what its difference is counted with
	beside bool     // it is about rules that the program does not follow whatever it is asked
}

// respondent is whoever answers: an engine, or a program that runs.
type respondent interface {
	// ask puts questions, and calls done as each is answered or given up.
	ask(items []*item, done func(*item))
	// silent reports whether it is not asked any more.
	silent() bool
	// knows reports whether it has not said that it does not know such questions.
	knows(it *item) bool
}

// run is the asking of one program.
type run struct {
	suite    *Suite
	to       respondent
	progress func(text string)
	sets     []*set
	said     speech
	findings []*Finding
	follows  *ignoring // nil if it heeds what it is asked about
}

// set is a rule set that a program is asked about.
type set struct {
	*plan
	items   []*item
	refused [kindPerft + 1]int // answers that were an error, by kind, where all were
	follows *ruleSet           // the rules that the answers follow, if not these
	as      string             // what they are
	asRate  float64            // how many of the answers they give, in per cent
}

// Ask asks an engine all questions, and reports where it differs.
func (s *Suite) Ask(e Engine) *Report {
	r := &run{suite: s, to: engineRespondent{e}, progress: func(string) {}}
	r.all()
	return r.report()
}

// Program is a program that answers questions, as lines of JSON.
type Program struct {
	Command []string
	// Timeout is how long an answer may take; 0 is ten seconds.
	Timeout time.Duration
	// Progress is told how far the asking is, as often as there is something to
	// tell; it may be nil.
	Progress func(text string)
}

// AskProgram runs a program, asks it all questions, and reports where it differs and
// how it ran. When the context ends, so do the program and the asking.
func (s *Suite) AskProgram(ctx context.Context, p Program) *Report {
	if p.Timeout <= 0 {
		p.Timeout = 10 * time.Second
	}
	if p.Progress == nil {
		p.Progress = func(string) {}
	}
	to := &program{ctx: ctx, command: p.Command, timeout: p.Timeout, failures: map[kind]int{}}
	r := &run{suite: s, to: to, progress: p.Progress}
	r.all()
	to.close()
	rep := r.report()
	rep.Command, rep.Faults, rep.GaveUp, rep.Failed = p.Command, to.faults, to.gaveUp, to.failed()
	if to.hello != nil {
		rep.Name = to.hello.Name
	}
	if rep.Faults == nil {
		rep.Faults = []*Fault{} // for JSON: none, not null
	}
	return rep
}

// engineRespondent is an engine in the same program.
type engineRespondent struct{ Engine }

func (e engineRespondent) ask(items []*item, done func(*item)) {
	for _, it := range items {
		got := e.Answer(it.Question)
		it.got = &got
		done(it)
	}
}

func (e engineRespondent) silent() bool     { return false }
func (e engineRespondent) knows(*item) bool { return true }

// all asks everything and judges it.
func (r *run) all() {
	for _, p := range r.suite.plans {
		s := &set{plan: p}
		r.sets = append(r.sets, s)
		r.putAll(s)
	}
	r.compareAll()
	r.ignores()
	if r.follows != nil && r.follows.set == nil { // ask again, under the rules that it follows
		s := &set{plan: r.follows.plan}
		r.sets = append(r.sets, s)
		r.follows.set = s
		r.putAll(s)
		r.compareAll()
	}
	r.judge()
	r.progress("")
}

// putAll puts all questions about a rule set.
func (r *run) putAll(s *set) {
	for _, a := range s.asked {
		s.items = append(s.items, &item{asked: a})
	}
	n := 0
	r.to.ask(s.items, func(it *item) {
		if it.got != nil {
			r.said.hear(it.got)
		}
		if n++; n%20 == 0 || n == len(s.items) {
			r.progress(fmt.Sprintf("asking about %s, %d of %d", s.name, n, len(s.items)))
		}
	})
}

// compareAll compares the answers with the library's. An error as answer to some
// questions of a kind, where others are answered, is a difference.
func (r *run) compareAll() {
	for _, s := range r.sets {
		var answered [kindPerft + 1]bool
		for _, it := range s.items {
			if it.got != nil && it.got.Error == "" {
				answered[it.kind()] = true
			}
		}
		s.refused = [kindPerft + 1]int{}
		for _, it := range s.items {
			it.ds = nil
			switch {
			case it.got == nil:
			case it.got.Error == "":
				r.compare(it)
			case answered[it.kind()]:
				it.ds = []difference{{field: "error", form: "answers with an error", want: "an answer", got: it.got.Error, manner: true}}
			default:
				s.refused[it.kind()]++
			}
		}
	}
}

func (r *run) compare(it *item) {
	it.ds = r.said.compare(&it.Question, it.want, it.got, func(string) {})
}

// differs returns the items with an answer that differs.
func (s *set) differs() []*item {
	return slices.DeleteFunc(slices.Clone(s.items), func(it *item) bool { return len(it.ds) == 0 })
}

// gives reports whether a rule set gives the answer that the program gave, in all
// that rules are behind.
func (r *run) gives(v *ruleSet, it *item) bool {
	if it.got == nil || it.got.Error != "" {
		return false
	}
	under := it.plan.under(v, it.asked)
	if under == it.want {
		return !byRule(it.ds)
	}
	return r.said.alike(&it.Question, under, it.got)
}

// one asks a single question about the rule set, compares the answer, and returns
// nil if there is none.
func (r *run) one(s *set, q Question, from string) *item {
	if r.to.silent() {
		return nil
	}
	a, ok := s.newAsked(q, from)
	if !ok {
		return nil
	}
	it := &item{asked: a}
	r.to.ask([]*item{it}, func(*item) {})
	if it.got == nil || it.got.Error != "" {
		return nil
	}
	r.compare(it)
	return it
}

// ignoring says that a program answers by the same rules whatever it is asked about.
type ignoring struct {
	plan *plan
	set  *set // nil as long as it has not been asked about them
	rate float64
}

// ignores finds out whether the program ignores which rules it is asked about: where
// the right answers to one question under several rule sets differ, its own never
// do.
func (r *run) ignores() {
	type group struct {
		want, got map[string]bool
		items     []*item
	}
	groups := map[string]*group{}
	var keys []string
	for _, s := range r.sets {
		for _, it := range s.items {
			if it.got == nil || it.got.Error != "" || it.kind() == kindPerft || it.Position == nil {
				continue
			}
			key := it.Position.String()
			if it.Move != nil {
				key += it.Move.String()
			}
			if it.Moves != nil {
				key += fmt.Sprint(*it.Moves)
			}
			g := groups[key]
			if g == nil {
				g = &group{map[string]bool{}, map[string]bool{}, nil}
				groups[key] = g
				keys = append(keys, key)
			}
			g.want[it.want.String()] = true
			g.got[it.got.String()] = true
			g.items = append(g.items, it)
		}
	}
	telling, heeded := 0, 0
	var once []*item // one of each question
	for _, key := range keys {
		g := groups[key]
		once = append(once, g.items[0])
		if len(g.want) > 1 {
			telling++
			if len(g.got) > 1 {
				heeded++
			}
		}
	}
	if telling < 5 || heeded > 0 {
		return
	}
	once = spread(once, 2*maxSample)
	best, most := "", 0
	for _, name := range named() {
		v, err := brandubh.Preset(name)
		if err != nil {
			continue
		}
		if n := r.rate(&ruleSet{Variant: v}, once); n > most {
			best, most = name, n
		}
	}
	if most == 0 {
		return
	}
	f := &ignoring{rate: percent(most, len(once))}
	for _, s := range r.sets {
		if s.preset == best {
			f.plan, f.set = s.plan, s
		}
	}
	if f.plan == nil {
		again, err := NewSuite(Options{Rules: []string{best}, Seed: r.suite.seed})
		if err != nil {
			return
		}
		f.plan = again.plans[0]
	}
	r.follows = f
	for _, s := range r.sets {
		if s != f.set {
			for _, it := range s.items {
				it.beside = len(it.ds) > 0
			}
		}
	}
}
