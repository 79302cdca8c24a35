package conformance

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"example.com/brandubh"
	"example.com/brandubh/testdata/conformance"
)

// Options says what a [Suite] asks. The zero Options asks every named preset, and
// the rule sets in the shipped cases, the cases and the aimed questions.
type Options struct {
	// Rules is the names of presets; "all" stands for those that have a name, and
	// "variants" for the rule sets that stand in the cases as data. None is both.
	Rules []string
	// Variants is whole rule sets, which are asked as "variant".
	Variants []*brandubh.Variant
	// Random is how many random positions are asked for each rule set, with lines of
	// play from them, beside the questions that are aimed at a rule.
	Random int
	// Seed is what the random positions follow from.
	Seed uint64
	// Cases has positions*.json, games*.json and perft*.json; nil for those shipped.
	Cases fs.FS
	// CasesOnly leaves out the aimed and the random questions.
	CasesOnly bool
}

// Suite is the questions about some rule sets, with the right answers. It can be
// asked of many programs, also at the same time.
type Suite struct {
	seed  uint64
	plans []*plan
}

// plan is the questions about a rule set. Those of a set that stands in the cases
// are the cases alone.
type plan struct {
	name    string
	rules   *ruleSet
	preset  string          // or else
	variant json.RawMessage // the whole rule set
	inCases bool
	aimed   bool
	asked   []*asked
	flips   []flip

	mu      sync.Mutex
	answers map[brandubh.Variant]map[*asked]*Answer // under other rules, as far as they were needed
}

// asked is a question that is put to programs, and the right answer.
type asked struct {
	Question
	plan *plan
	from string // where the question comes from: "case king-edge", "random position"
	want *Answer
	kept bool // it is one of the suite's, not made while a program is judged
}

// NewSuite makes the questions that the options ask for.
func NewSuite(o Options) (*Suite, error) {
	cases, err := ReadCases(o.Cases)
	if err != nil {
		return nil, err
	}
	s := &Suite{seed: o.Seed}
	names := o.Rules
	if len(names)+len(o.Variants) == 0 {
		names = []string{"all", "variants"}
	}
	for _, name := range names {
		plans, err := plansOf(name, cases)
		if err != nil {
			return nil, err
		}
		s.plans = append(s.plans, plans...)
	}
	for _, v := range o.Variants {
		data, err := v.MarshalJSON()
		if err != nil {
			return nil, err
		}
		s.plans = append(s.plans, &plan{name: v.Name, rules: &ruleSet{Variant: v}, variant: data, aimed: true})
	}
	var wg sync.WaitGroup
	for _, p := range s.plans {
		wg.Go(func() { p.gather(cases, o) })
	}
	wg.Wait()
	return s, nil
}

// Questions returns how many questions there are.
func (s *Suite) Questions() int {
	n := 0
	for _, p := range s.plans {
		n += len(p.asked)
	}
	return n
}

// plansOf returns the rule sets of a name, without their questions.
func plansOf(name string, cases []Case) (plans []*plan, err error) {
	switch name {
	case "all":
		for _, name := range named() {
			all, err := plansOf(name, cases)
			if err != nil {
				return nil, err
			}
			plans = append(plans, all...)
		}
		return plans, nil
	case "variants":
		known := map[string]bool{}
		for i := range cases {
			for _, data := range cases[i].variants() {
				if known[string(data)] {
					continue
				}
				known[string(data)] = true
				v, err := brandubh.ParseVariant(data)
				if err != nil {
					return nil, fmt.Errorf("case %s: %w", cases[i].ID, err)
				}
				plans = append(plans, &plan{name: v.Name, rules: &ruleSet{Variant: v}, variant: data, inCases: true})
			}
		}
		return plans, nil
	}
	v, err := brandubh.Preset(name)
	if err != nil {
		return nil, err
	}
	return []*plan{{name: name, rules: &ruleSet{Variant: v}, preset: name, aimed: true}}, nil
}

// named returns the presets that have a name of their own.
func named() []string {
	return slices.DeleteFunc(brandubh.Presets(), func(name string) bool { return strings.HasPrefix(name, "archive-") })
}

// newAsked makes a question about the rule set; ok is false for what the library
// does not answer.
func (p *plan) newAsked(q Question, from string) (a *asked, ok bool) {
	q.Preset, q.Variant = p.preset, p.variant
	if q.Position != nil && p.rules.ValidatePosition(*q.Position) != nil {
		return nil, false
	}
	a = &asked{Question: q, plan: p, from: from, want: answerOf(p.rules, &q)}
	return a, a.want.Error == ""
}

// gather makes all questions about the rule set, each once: those of the cases, and
// those that are aimed or random. Of questions about a position that is over, only
// those are asked that ask whether it is.
func (p *plan) gather(cases []Case, o Options) {
	known := map[string]bool{}
	over := map[string]int{}
	add := func(q Question, from string) {
		if q.Position != nil && q.Moves == nil {
			if r := p.rules.Result(*q.Position); r.Over() {
				// Some of each kind and reason ask exactly that.
				key := fmt.Sprint(q.kind(), r.Reason)
				if over[key]++; over[key] > 2 || q.kind() == kindMove && over[key] > 1 {
					return
				}
			}
		}
		text, err := json.Marshal(q)
		if err != nil || known[string(text)] {
			return
		}
		known[string(text)] = true
		if a, ok := p.newAsked(q, from); ok {
			a.kept = true
			p.asked = append(p.asked, a)
		}
	}
	for i := range cases {
		c := &cases[i]
		switch {
		case p.inCases:
			if slices.ContainsFunc(c.variants(), func(data json.RawMessage) bool { return string(data) == string(p.variant) }) {
				for _, q := range c.questions("") {
					add(q, "case "+c.ID)
				}
			}
		default: // rules of somebody's own are asked all cases
			for _, q := range c.questions(p.preset) {
				add(q, "case "+c.ID)
			}
		}
	}
	if p.aimed && !o.CasesOnly {
		for _, q := range aimed(p.rules, o.Random, o.Seed) {
			add(q.Question, q.from)
		}
	}
	slices.SortStableFunc(p.asked, func(x, y *asked) int { return x.kind().order() - y.kind().order() })
	p.flips = flips(p.rules.Variant)
	p.answers = map[brandubh.Variant]map[*asked]*Answer{}
}

// maxRemembered is how many rule sets have their answers remembered at once.
const maxRemembered = 4000

// under returns the answer to a question under other rules; a.want itself if that is
// the same. Programs that are asked the same suite share these answers.
func (p *plan) under(v *ruleSet, a *asked) *Answer {
	if a.kept {
		p.mu.Lock()
		got := p.answers[*v.Variant][a]
		p.mu.Unlock()
		if got != nil {
			return got
		}
	}
	got := answerOf(v, &a.Question)
	if everything.alike(&a.Question, a.want, got) {
		got = a.want
	}
	if !a.kept {
		return got
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.answers[*v.Variant]
	if known == nil {
		if len(p.answers) >= maxRemembered {
			clear(p.answers)
		}
		known = map[*asked]*Answer{}
		p.answers[*v.Variant] = known
	}
	known[a] = got
	return got
}

// Cases returns the data shipped: positions*.json, games*.json and perft*.json.
func Cases() fs.FS { return conformance.Files }
