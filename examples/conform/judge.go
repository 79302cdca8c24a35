package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/brandubh"
)

// How much is looked at to find out which rules a program follows.
const (
	maxSample  = 300 // answers of each sort
	maxChanges = 8   // fields changed
)

// finding is a way in which a program's answers differ: one field of the rules
// that is otherwise, or else one form of difference by one rule.
type finding struct {
	Field   string   `json:"field"` // of the answers, as the example has it
	Form    string   `json:"form"`
	Rule    string   `json:"rule"`              // of the rules, or a shared rule
	Instead string   `json:"instead,omitempty"` // the value with which the program would be right
	Open    bool     `json:"open"`              // the documents leave it open
	Count   int      `json:"count"`             // answers
	Sets    []*share `json:"rules"`
	Example *example `json:"example"`

	items   []*item
	explain *flip
}

// share is the part of a rule set in a finding.
type share struct {
	Name   string             `json:"name"`
	Count  int                `json:"count"`
	Ground *brandubh.Citation `json:"-"`
	Value  string             `json:"value,omitempty"`
	Rests  brandubh.Basis     `json:"rests"`
	Clause []string           `json:"clauses,omitempty"`
	Reason string             `json:"reason,omitempty"`
}

// judge finds out by which rules the answers differ, and looks for the smallest
// examples.
func (a *asker) judge() {
	known := map[string]*finding{}
	var indirect []*item // answers that follow from others: there may be a smaller question
	for _, s := range a.sets {
		ds := s.differs()
		if len(ds) == 0 {
			continue
		}
		fmt.Fprintf(a.progress, "\r%-70s", "looking for reasons: "+s.name)
		s.flips = flips(s.rules.Variant)
		s.fit()
		for i, f := range s.explained(ds) {
			it := ds[i]
			if it.kind() == 4 && it.got.Counts != nil || f == nil && it.Moves != nil && (it.diffs[0].Field == "position" || it.diffs[0].Field == "illegal_at") {
				indirect = append(indirect, it)
				continue
			}
			a.file(known, s, it, f)
		}
	}
	for _, it := range indirect {
		s := a.setOf(it)
		// Mostly one of the fields that are known to be otherwise explains it.
		explain := s.decisive(it)
		for _, f := range a.findings {
			if own := s.find(f.explain); explain == nil && own != nil && f.has(s.name) && answers(own.rules, it) {
				explain = own
			}
		}
		if explain != nil {
			a.file(known, s, it, explain)
			continue
		}
		look := a.descend
		if it.Moves != nil {
			look = a.replay
		}
		if smaller := look(s, it); smaller != nil {
			a.file(known, s, smaller, s.explained([]*item{smaller})[0])
			it.open = smaller.open
			continue
		}
		a.file(known, s, it, nil)
	}
	slices.SortStableFunc(a.findings, func(x, y *finding) int {
		if x.Open != y.Open {
			if y.Open {
				return -1
			}
			return 1
		}
		return cmp.Compare(y.Count, x.Count)
	})
	for i, f := range a.findings {
		fmt.Fprintf(a.progress, "\r%-70s", fmt.Sprintf("shrinking %d of %d", i+1, len(a.findings)))
		a.shrink(f)
	}
}

func (f *finding) has(set string) bool {
	return slices.ContainsFunc(f.Sets, func(s *share) bool { return s.Name == set })
}

// find returns the set's own flip of the same field to the same value, nil if none.
func (s *askedSet) find(f *flip) *flip {
	for i := range s.flips {
		if f != nil && s.flips[i].path == f.path && s.flips[i].value == f.value {
			return &s.flips[i]
		}
	}
	return nil
}

// file puts an item into its finding.
func (a *asker) file(known map[string]*finding, s *askedSet, it *item, f *flip) {
	d := it.diffs[0]
	ground, _ := because(it)
	key := d.Form
	if f != nil {
		ground = groundOf(s.rules.Variant, f.path)
		key = f.value
	}
	open := isOpen(ground.Provenance)
	key = fmt.Sprint(ground.Rule, "|", key, "|", open)
	is := known[key]
	if is == nil {
		is = &finding{Field: d.Field, Form: d.Form, Rule: ground.Rule, Open: open, explain: f}
		if f != nil {
			is.Instead = f.value
		}
		known[key] = is
		a.findings = append(a.findings, is)
	}
	is.Count++
	is.items = append(is.items, it)
	it.open = open
	if i := slices.IndexFunc(is.Sets, func(x *share) bool { return x.Name == s.name }); i >= 0 {
		is.Sets[i].Count++
		return
	}
	pr := ground.Provenance
	is.Sets = append(is.Sets, &share{s.name, 1, &ground, ground.Value, pr.Basis, pr.Clauses, pr.Note})
}

// isOpen reports whether a document leaves a rule open.
func isOpen(p brandubh.Provenance) bool {
	switch p.Basis {
	case brandubh.BasisSilent, brandubh.BasisUnclear, brandubh.BasisContradicted:
		return true
	}
	return len(p.Open) > 0
}

// explained returns for each item the one field that, set to another value, would
// make the answer right; nil where there is none. Of several, the one that
// explains most.
func (s *askedSet) explained(items []*item) []*flip {
	by := make([][]int, len(items))
	times := make([]int, len(s.flips))
	vain := 0
	for i, it := range items {
		if it.kind() == 4 || !byRule(it.diffs) || vain > maxSample {
			continue
		}
		followed := s.follows != nil && answers(s.follows, it)
		for j, f := range s.flips {
			if followed { // what the other answers say otherwise explains nothing here
				if value, _ := s.follows.Value(f.path); value != f.value {
					continue
				}
			}
			if answers(f.rules, it) {
				by[i] = append(by[i], j)
				times[j]++
			}
		}
		if len(by[i]) == 0 {
			vain++
		}
	}
	// A field that is otherwise shows wherever it matters: one that explains an
	// answer but would make others wrong is hardly what is behind it.
	doubtful := make([]bool, len(s.flips))
	for j, f := range s.flips {
		if times[j] == 0 {
			continue
		}
		against := 0
		for _, it := range s.items {
			if !byRule(it.diffs) && it.kind() != 4 && it.got != nil && it.got.Error == nil && !answers(f.rules, it) {
				against++
			}
		}
		doubtful[j] = 2*against > times[j]
	}
	best := make([]*flip, len(items))
	for i, it := range items {
		by[i] = slices.DeleteFunc(by[i], func(j int) bool { return doubtful[j] })
		if len(by[i]) > 0 {
			best[i] = &s.flips[slices.MaxFunc(by[i], func(j, k int) int { return cmp.Compare(times[j], times[k]) })]
		} else if byRule(it.diffs) {
			best[i] = s.decisive(it)
		}
	}
	return best
}

// decisive returns one of the fields by which the rules that the program follows
// differ from these, without which they would not give its answer; nil if they do
// not give it, or no single field decides.
func (s *askedSet) decisive(it *item) *flip {
	if s.follows == nil || !answers(s.follows, it) {
		return nil
	}
	for _, path := range s.rules.Diff(s.follows.Variant) {
		without := with(s.follows.Variant, s.rules.Variant, path)
		if without == nil || answers(&ruleSet{Variant: without}, it) {
			continue
		}
		value, _ := s.follows.Value(path)
		for i := range s.flips {
			if s.flips[i].path == path && s.flips[i].value == value {
				return &s.flips[i]
			}
		}
	}
	return nil
}

// fit finds the rules that the answers follow: these with some fields changed, or
// those of another preset, or of that with some fields changed. They must explain
// half of the answers that differ, not counting as many as they make wrong.
func (s *askedSet) fit() {
	var same, differ []*item
	for _, it := range s.items {
		switch {
		case it.kind() == 4 || it.got == nil || it.got.Error != nil:
		case byRule(it.diffs):
			differ = append(differ, it)
		default:
			same = append(same, it)
		}
	}
	all := slices.Concat(same, differ)
	sample := slices.Concat(spread(differ, maxSample), spread(same, maxSample))
	nearest, name, most := s.rules, s.name, rate(s.rules, sample)
	for _, other := range named() {
		if v, err := brandubh.Preset(other); err == nil {
			if n := rate(&ruleSet{Variant: v}, sample); n > most {
				nearest, name, most = &ruleSet{Variant: v}, other, n
			}
		}
	}
	right, fewest := max(len(same)+len(differ)/2, len(same)+1), 0
	consider := func(from *ruleSet, name string) {
		rules, changes := improve(from, sample, all)
		n := len(changes)
		if name != s.name {
			n++
		}
		r := rate(rules, all)
		if r < right || r == right && fewest > 0 && n >= fewest {
			return
		}
		right, fewest = r, n
		s.follows, s.as, s.asRate = rules, name, percent(r, len(all))
		if len(changes) > 0 {
			s.as += " with " + strings.Join(changes, ", ")
		}
	}
	consider(s.rules, s.name)
	if name != s.name {
		consider(nearest, name)
	}
}

// improve changes rules field by field as long as they give more of the answers,
// and returns them with what was changed.
func improve(rules *ruleSet, sample, all []*item) (*ruleSet, []string) {
	var changes []string
	right, ofAll := rate(rules, sample), rate(rules, all)
	for right < len(sample) && len(changes) < maxChanges {
		var better *flip
		for _, f := range flips(rules.Variant) {
			if slices.ContainsFunc(changes, func(c string) bool { return strings.HasPrefix(c, f.path+" ") }) {
				continue
			}
			if n := rateOver(f.rules, sample, right); n > right {
				right, better = n, &f
			}
		}
		if better == nil {
			break
		}
		n := rate(better.rules, all)
		if n <= ofAll {
			break
		}
		rules, ofAll = better.rules, n
		changes = append(changes, better.String())
	}
	return rules, changes
}

// rate returns how many of the answers a rule set gives.
func rate(v *ruleSet, items []*item) int { return rateOver(v, items, 0) }

// rateOver is rate, but 0 where that is not more than so many.
func rateOver(v *ruleSet, items []*item, least int) int {
	n := len(items)
	for _, it := range items {
		if !answers(v, it) {
			if n--; n <= least {
				return 0
			}
		}
	}
	return n
}

// spread returns at most so many of the items, evenly from all of them.
func spread(items []*item, most int) []*item {
	if len(items) <= most {
		return items
	}
	some := make([]*item, most)
	for i := range some {
		some[i] = items[i*len(items)/most]
	}
	return some
}

// groundOf returns a rule of a rule set, with its value and provenance.
func groundOf(v *brandubh.Variant, rule string) brandubh.Citation {
	g := brandubh.Citation{Rule: rule}
	g.Value, _ = v.Value(rule)
	g.Provenance, _ = v.Provenance(rule)
	return g
}

// because returns the rule by which the library differs from an answer, and says
// in a few lines why it answers as it does.
func because(it *item) (brandubh.Citation, []string) {
	v, d := it.rules.Variant, it.diffs[0]
	switch {
	case d.manner:
		return brandubh.Citation{}, nil
	case it.Moves != nil:
		return becauseInGame(it)
	case it.Perft != nil:
		return groundOf(v, "common 2"), nil
	case it.Move != nil:
		return becauseOfMove(it)
	case d.Field == "moves":
		e := v.Explain(*it.Position, d.move)
		return particular(v, e.Citations), linesOf(e)
	}
	return ended(it, v.Result(*it.Position), v.ResultCitations(*it.Position))
}

// becauseOfMove is because for what a move does.
func becauseOfMove(it *item) (brandubh.Citation, []string) {
	v, d := it.rules.Variant, it.diffs[0]
	e := v.Explain(*it.Position, *it.Move)
	switch d.Field {
	case "captures":
		if d.Form == takesSome {
			return groundOf(v, "common 6"), linesOf(e)
		}
		for _, f := range e.Effects {
			if f.Square == d.square {
				return particular(v, f.Citations), linesOf(e)
			}
		}
		return groundOf(v, "common 4"), linesOf(e)
	case "end reason", "end winner":
		g, _ := ended(it, e.Result, e.ResultCitations)
		return g, linesOf(e)
	case "after":
		return groundOf(v, "common 2"), linesOf(e)
	}
	return particular(v, e.Citations), linesOf(e)
}

// becauseInGame is because for where a game stands: it follows the game to where
// the answers part.
func becauseInGame(it *item) (brandubh.Citation, []string) {
	v, d, moves := it.rules.Variant, it.diffs[0], *it.Moves
	start := v.Start
	if it.Position != nil {
		start = *it.Position
	}
	g, err := brandubh.NewGameFrom(v, start)
	if err != nil {
		return groundOf(v, "common 1"), nil
	}
	last := len(moves)
	for _, r := range []*reply{it.got, it.want} {
		if r.IllegalAt != nil && *r.IllegalAt >= 1 {
			last = min(last, *r.IllegalAt-1)
		}
		if r.Plies != nil && *r.Plies >= 0 {
			last = min(last, *r.Plies)
		}
	}
	for _, m := range moves[:last] {
		if g.Play(m) != nil {
			break
		}
	}
	switch {
	case d.Field == "illegal_at" && g.Plies() < len(moves) && !g.Result().Over():
		e := g.Explain(moves[g.Plies()])
		if e.Err == nil {
			for ply := range g.Plies() + 1 {
				if p, _ := g.PositionAfter(ply); p == e.After {
					return groundOf(v, "repetition.forbidden"), linesOf(e)
				}
			}
		}
		return particular(v, e.Citations), linesOf(e)
	case d.Field == "position" && len(moves) == 1:
		e := v.Explain(start, moves[0])
		for _, f := range e.Effects {
			return particular(v, f.Citations), linesOf(e)
		}
		return groundOf(v, "common 4"), linesOf(e)
	case d.Field == "position":
		return groundOf(v, "common 4"), nil
	}
	return ended(it, g.Result(), g.ResultCitations())
}

// ended is because for the end of a game: a result, or the rule by which the program
// would end what goes on.
func ended(it *item, r brandubh.Result, gs []brandubh.Citation) (brandubh.Citation, []string) {
	if r.Over() {
		return gs[0], []string{r.Sentence() + "  [" + gs[0].String() + "]"}
	}
	_, reason := it.got.verdict()
	rule := map[string]string{
		"king-captured": "common 8", "enclosed": "enclosure", "no-moves": "noMoves", "repetition": "repetition.counts",
	}[reason]
	if rule == "" {
		rule = "goal"
	}
	g := groundOf(it.rules.Variant, rule)
	return g, []string{"the game goes on  [" + g.String() + "]"}
}

// particular returns the first ground that is a field of the rules, or else a rule
// that all share.
func particular(v *brandubh.Variant, gs []brandubh.Citation) brandubh.Citation {
	for _, g := range gs {
		if !strings.HasPrefix(g.Rule, "common ") {
			return g
		}
	}
	if len(gs) == 0 {
		return groundOf(v, "common 2")
	}
	return gs[0]
}

func linesOf(e *brandubh.Explanation) []string {
	return strings.Split(strings.TrimSpace(e.String()), "\n")
}
