package conformance

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/brandubh"
)

// few is the number of cases below which a field or clause is marked.
const few = 3

// coverageNodes is how many lines of moves are counted at most in a case.
const coverageNodes = 3000

// Coverage is which cases touch what, by their ids in order.
type Coverage struct {
	cases             int
	presets, variants int // asked
	fields, clauses   map[string][]string
}

// Cover finds out which fields and clauses the cases touch.
//
// A case touches a field if, for a preset that it asks, some other value of that
// field alone would change the answer. It touches a clause if it touches a field
// that follows the clause in a preset that it asks, or if the case names a rule that
// does, or if the explanation of the answer rests on one, or if it names the clause
// itself.
func Cover(cases []Case, progress func(text string)) (*Coverage, error) {
	c := &Coverage{cases: len(cases), fields: map[string][]string{}, clauses: map[string][]string{}}
	type set struct {
		rules *ruleSet
		flips []flip
	}
	sets := map[string]*set{}
	touch := func(where map[string][]string, what, id string) {
		if n := len(where[what]); n == 0 || where[what][n-1] != id {
			where[what] = append(where[what], id)
		}
	}
	for i := range cases {
		k := &cases[i]
		if i%20 == 0 {
			progress(fmt.Sprintf("case %d of %d", i, len(cases)))
		}
		for _, clause := range k.Clauses {
			touch(c.clauses, clause, k.ID)
		}
		asked := k.presets()
		for _, data := range k.variants() {
			asked = append(asked, string(data))
		}
		for _, name := range asked {
			s, preset := sets[name], name
			if strings.HasPrefix(name, "{") {
				preset = ""
			}
			if s == nil {
				v, err := brandubh.Preset(name)
				if preset == "" {
					v, err = brandubh.ParseVariant([]byte(name))
				}
				if err != nil {
					return nil, fmt.Errorf("case %s: %w", k.ID, err)
				}
				s = &set{&ruleSet{Variant: v}, flips(v)}
				sets[name] = s
			}
			q := k.questions(preset)[0]
			if q.Perft != nil {
				depth := *q.Perft
				for depth > 1 && s.rules.Perft(*q.Position, depth) > coverageNodes {
					depth--
				}
				q.Perft = &depth
			}
			right := answerOf(s.rules, &q)
			var rules []string
			for _, f := range s.flips {
				if !slices.Contains(rules, f.path) && !everything.alike(&q, right, answerOf(f.rules, &q)) {
					rules = append(rules, f.path)
					touch(c.fields, f.path, k.ID)
				}
			}
			for _, rule := range slices.Concat(rules, k.Decides, grounds(s.rules.Variant, &q)) {
				pr, _ := s.rules.Provenance(rule)
				for _, clause := range append(pr.Clauses, rule) { // a shared rule is a clause itself
					touch(c.clauses, clause, k.ID)
				}
			}
		}
	}
	for name := range sets {
		if strings.HasPrefix(name, "{") {
			c.variants++
		} else {
			c.presets++
		}
	}
	progress("")
	return c, nil
}

// grounds returns the rules that the library's explanation of an answer rests on.
func grounds(v *brandubh.Variant, q *Question) (rules []string) {
	add := func(gs []brandubh.Citation) {
		for _, g := range gs {
			rules = append(rules, g.Rule)
		}
	}
	switch {
	case q.Moves != nil:
		start := v.Start
		if q.Position != nil {
			start = *q.Position
		}
		g, err := brandubh.NewGameFrom(v, start)
		if err != nil {
			return nil
		}
		for _, m := range *q.Moves {
			if g.Result().Over() {
				break
			}
			if g.Play(m) != nil {
				add(g.Explain(m).Citations)
				return rules
			}
		}
		if g.Result().Over() {
			add(g.ResultCitations())
		}
	case q.Move != nil:
		e := v.Explain(*q.Position, *q.Move)
		add(e.Citations)
		for _, f := range e.Effects {
			add(f.Citations)
		}
		if e.Result.Over() {
			add(e.ResultCitations)
		}
	}
	return rules
}

// outside is the rules that no question of the protocol asks about: what the
// players say, and how games make a match.
var outside = []string{"agreement", "match"}

// onlyOutside returns the clauses that rule nothing but that.
func onlyOutside() map[string]bool {
	only := map[string]bool{}
	for _, name := range brandubh.Presets() {
		v, err := brandubh.Preset(name)
		if err != nil {
			continue
		}
		for _, rule := range slices.Concat(brandubh.Fields(), outside) {
			pr, _ := v.Provenance(rule)
			for _, clause := range pr.Clauses {
				was, seen := only[clause]
				only[clause] = slices.Contains(outside, rule) && (was || !seen)
			}
		}
		for n := 1; ; n++ {
			pr, ok := v.Provenance(fmt.Sprint("common ", n))
			if !ok {
				break
			}
			for _, clause := range pr.Clauses {
				only[clause] = false
			}
		}
	}
	return only
}

// Write writes the tables, and returns how many fields and clauses have fewer
// cases than least; list adds the cases of each.
func (c *Coverage) Write(w io.Writer, least int, list bool) (missing int) {
	fmt.Fprintf(w, "%d cases ask %d of %d presets, and %d rule sets of their own.\n", c.cases, c.presets, len(brandubh.Presets()), c.variants)
	line := func(what string, ids []string, about string, exempt bool) {
		mark := ""
		switch n := len(ids); {
		case exempt && n == 0:
			mark = "  (no question asks it)"
		case n < least:
			mark = "  MISSING"
			missing++
		case n < few:
			mark = "  few"
		}
		fmt.Fprintf(w, "  %-26s %5d%s%s\n", what, len(ids), mark, about)
		if list {
			for _, id := range ids {
				fmt.Fprintf(w, "    %s\n", id)
			}
		}
	}
	fmt.Fprint(w, "\nFields\n")
	for _, path := range brandubh.Fields() {
		line(path, c.fields[path], "", slices.Contains(outside, path))
	}
	fmt.Fprint(w, "\nClauses\n")
	exempt := onlyOutside()
	for _, clause := range brandubh.Clauses() {
		if clause.Rule {
			about, _, _ := strings.Cut(clause.Says, ". ")
			if r := []rune(about); len(r) > 60 {
				about = string(r[:60]) + "…"
			}
			line(clause.ID, c.clauses[clause.ID], "  "+about, exempt[clause.ID])
		}
	}
	if missing > 0 {
		fmt.Fprintf(w, "\n%d of these have fewer than %d cases.\n", missing, least)
	}
	return missing
}
