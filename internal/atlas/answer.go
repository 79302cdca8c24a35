package main

import (
	"fmt"
	"slices"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/svg"
)

// answer is what a rule set makes of the last move of an example.
type answer struct {
	rules   *brandubh.Variant
	start   brandubh.Position
	before  brandubh.Position // before the last move
	explain *brandubh.Explanation
	result  brandubh.Result // of the game, repetition included
	plies   int             // at which the game stands or has ended
	illegal bool
}

// outcome is the part of an answer in which rule sets are compared.
type outcome struct {
	after   brandubh.Position
	result  brandubh.Result
	plies   int
	illegal bool
}

func (a *answer) outcome() outcome {
	o := outcome{a.explain.After, a.result, a.plies, a.illegal}
	if a.illegal {
		o.after = brandubh.Position{}
	}
	return o
}

// ask plays an example by a rule set. Moves after the end are not played.
func (e *example) ask(v *brandubh.Variant) (*answer, error) {
	start := v.Start
	if e.position != "" {
		p, err := brandubh.ParsePosition(e.position)
		if err != nil {
			return nil, err
		}
		start = p
	}
	g, err := brandubh.NewGameFrom(v, start)
	if err != nil {
		return nil, err
	}
	a := &answer{rules: v, start: start, before: start}
	for word := range strings.FieldsSeq(e.moves) {
		m, err := brandubh.ParseMove(word)
		if err != nil {
			return nil, err
		}
		if g.Result().Over() {
			break
		}
		a.before = g.Position()
		a.explain = g.Explain(m)
		if err := g.Play(m); err != nil {
			a.illegal = true
			break
		}
	}
	a.result, a.plies = g.Result(), g.Plies()
	if a.explain == nil { // no moves: only the position is shown
		a.explain = &brandubh.Explanation{Position: start, After: start}
	}
	return a, nil
}

// long reports whether the example is a line of play and not one move.
func (e *example) long() bool { return len(strings.Fields(e.moves)) > 4 }

// cycle draws the start of a line of play with an arrow for each different move.
func (e *example) cycle(a *answer) (p brandubh.Position, arrows []svg.Arrow) {
	for word := range strings.FieldsSeq(e.moves) {
		m, _ := brandubh.ParseMove(word) // ask has read it
		if to := (svg.Arrow{From: m.From, To: m.To}); !slices.Contains(arrows, to) && !slices.Contains(arrows, svg.Arrow{From: m.To, To: m.From}) {
			arrows = append(arrows, to)
		}
	}
	return a.start, arrows
}

// group is the rule sets that answer alike.
type group struct {
	answer *answer // of the first
	sets   []*brandubh.Variant
}

// groups returns the answers of rule sets, in the order of the sets, and the rule
// sets by which the game is over before the last move.
func (e *example) groups(sets []*brandubh.Variant) (groups []group, over []*brandubh.Variant, err error) {
	for _, v := range sets {
		a, err := e.ask(v)
		if err != nil {
			return nil, nil, fmt.Errorf("%s under %s: %w", e.name, v.Name, err)
		}
		if v.Result(a.before).Over() {
			over = append(over, v)
			continue
		}
		i := slices.IndexFunc(groups, func(g group) bool { return g.answer.outcome() == a.outcome() })
		if i < 0 {
			groups, i = append(groups, group{answer: a}), len(groups)
		}
		groups[i].sets = append(groups[i].sets, v)
	}
	return groups, over, nil
}

// sentence says what the answer is, as far as the answers to the example differ in
// it or it is worth saying.
func (e *example) sentence(a *answer, of []group) string {
	some := func(f func(*answer) bool) bool {
		return slices.ContainsFunc(of, func(g group) bool { return f(g.answer) })
	}
	var parts []string
	say := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		parts = append(parts, strings.ToUpper(text[:1])+text[1:]+".")
	}
	switch {
	case e.long() && a.illegal:
		say("ply %d is illegal: it would bring back an earlier position", a.plies+1)
		return parts[0]
	case e.long() && a.result.Over():
		say("ply %d: %s", a.plies, a.result.Sentence())
		return parts[0]
	case a.illegal:
		say("illegal")
		return parts[0]
	}
	taken := a.explain.Captured()
	switch {
	case taken != 0:
		var fell []string
		for s := range taken.All() {
			fell = append(fell, fmt.Sprintf("the %v on %v", a.before.At(s), s))
		}
		say("captured: %s", strings.Join(fell, ", "))
	case !e.long() && some(func(b *answer) bool { return b.illegal }):
		say("legal")
	case some(func(b *answer) bool { return b.explain.Captured() != 0 }):
		say("nothing is captured")
	}
	switch {
	case a.result.Over() && a.result.Reason != brandubh.KingCaptured:
		say("%s", a.result.Sentence())
	case a.result.Reason == brandubh.KingCaptured:
		say("the attackers win")
	case some(func(b *answer) bool { return b.result.Over() && b.result.Reason != brandubh.KingCaptured }):
		say("the game goes on")
	}
	if len(parts) == 0 {
		switch {
		case e.moves == "":
			say("the %v move first", a.before.Turn())
		case e.captures:
			say("nothing is captured")
		default:
			say("legal")
		}
	}
	return strings.Join(parts, " ")
}

// decides reports whether a field decides the answer of a rule set: whether with
// another value of that field alone the answer would be another.
func (e *example) decides(v *brandubh.Variant, field string) bool {
	own, err := e.ask(v)
	if err != nil {
		return false
	}
	for _, value := range brandubh.FieldValues(field) {
		w := *v
		if w.Set(field, value) != nil || w.Validate() != nil {
			continue
		}
		if other, err := e.ask(&w); err == nil && other.outcome() != own.outcome() {
			return true
		}
	}
	return false
}
