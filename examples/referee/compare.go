package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

// parting is where two rule sets part on a game.
type parting struct {
	ply    int // 0: before the first move; -1: nowhere
	move   brandubh.Move
	a, b   string   // what each says
	fields []string // on which fields, as far as the explanations name them
	differ []string // all fields in which the two differ
	// explained is what each makes of the move; nil before the first move.
	explained [2]*brandubh.Explanation
}

// readLine returns the moves of a game as far as any of the rule sets lets them be
// read, and the one that they refuse last. What cannot be read is an error.
func readLine(src *source, sets []*brandubh.Variant) (moves []brandubh.Move, unread error) {
	for _, v := range sets {
		r, err := src.read(v, false)
		var illegal *brandubh.MoveError
		line := r.Moves
		if errors.As(err, &illegal) {
			line = append(slices.Clone(line), illegal.Move)
		} else if err != nil && unread == nil {
			unread = fmt.Errorf("%s: %w", v.Name, err)
		}
		if len(line) > len(moves) {
			moves = line
		}
	}
	return moves, unread
}

// part plays the moves by both rule sets until they say different things.
func part(moves []brandubh.Move, startA, startB brandubh.Position, a, b *brandubh.Variant) parting {
	p := parting{ply: -1, differ: a.Diff(b)}
	if startA != startB {
		p.ply, p.a, p.b, p.fields = 0, startA.String(), startB.String(), []string{"start"}
		return p
	}
	ga, errA := brandubh.NewGameFrom(a, startA)
	gb, errB := brandubh.NewGameFrom(b, startB)
	if errA != nil || errB != nil {
		if (errA == nil) != (errB == nil) {
			p.ply, p.a, p.b, p.fields = 0, says(errA), says(errB), p.differ
		}
		return p
	}
	for i, m := range moves {
		ea, eb := ga.Explain(m), gb.Explain(m)
		if (ea.Err == nil) != (eb.Err == nil) || ea.After != eb.After || ea.Result != eb.Result {
			p.ply, p.move, p.a, p.b = i+1, m, tell(ea), tell(eb)
			p.explained = [2]*brandubh.Explanation{ea, eb}
			rules := deciding(ea, eb)
			for _, field := range p.differ {
				if slices.Contains(rules, field) {
					p.fields = append(p.fields, field)
				}
			}
			if len(p.fields) == 0 {
				p.fields = p.differ
			}
			return p
		}
		if ga.Play(m) != nil || gb.Play(m) != nil {
			return p
		}
	}
	return p
}

// deciding returns the rules that decide the point in which two explanations of
// one move differ: whether it is legal, what it takes, or how the game stands.
func deciding(a, b *brandubh.Explanation) (rules []string) {
	add := func(gs []brandubh.Citation) {
		for _, g := range gs {
			rules = append(rules, g.Rule)
		}
	}
	for _, e := range []*brandubh.Explanation{a, b} {
		switch {
		case (a.Err == nil) != (b.Err == nil):
			add(e.Citations)
			if a.Result != b.Result {
				add(e.ResultCitations)
			}
		case a.After != b.After:
			for _, f := range e.Effects {
				if a.Captured().Has(f.Square) != b.Captured().Has(f.Square) {
					add(f.Citations)
				}
			}
		default:
			add(e.ResultCitations)
		}
	}
	return rules
}

func says(err error) string {
	if err == nil {
		return "allows the start"
	}
	return err.Error()
}

// tell says in a line what a rule set makes of a move.
func tell(e *brandubh.Explanation) string {
	if e.Err != nil {
		return "illegal: " + e.Err.Error()
	}
	var parts []string
	for _, f := range e.Effects {
		if f.Captured {
			parts = append(parts, f.String())
		}
	}
	if len(parts) == 0 {
		for _, f := range e.Effects {
			if f.Notable() || f.Piece == brandubh.King && !f.Before {
				parts = append(parts, f.String())
			}
		}
	}
	if len(parts) == 0 {
		parts = append(parts, "takes nothing")
	}
	return strings.Join(append(parts, e.Result.Sentence()), "; ")
}

// cited returns a field as a rule set has it, with the clause.
func cited(v *brandubh.Variant, field string) string {
	g := brandubh.Citation{Rule: field, Value: "absent"}
	if value, ok := v.Value(field); ok {
		g.Value = value
	}
	g.Provenance, _ = v.Provenance(field)
	return strings.TrimPrefix(brief(g), field+" = ")
}

// printComparison writes where each rule set parts from the first.
func printComparison(w io.Writer, src *source, sets []*brandubh.Variant) error {
	s := &sheet{w: w}
	moves, unread := readLine(src, sets)
	if unread != nil {
		return unreadable(fmt.Errorf("%s: %w", src.name, unread))
	}
	s.line("%s under %d rule sets, %d plies\n", src.name, len(sets), len(moves))
	width := 0
	for _, v := range sets {
		width = max(width, len(v.Name))
	}
	for _, v := range sets {
		r, err := src.read(v, false)
		wrap(w, fmt.Sprintf("  %-*s  ", width, v.Name), strings.Repeat(" ", width+4), outcome(v, r, err))
	}
	first := sets[0]
	for _, v := range sets[1:] {
		ra, _ := src.read(first, false)
		rb, _ := src.read(v, false)
		p := part(moves, ra.Start, rb.Start, first, v)
		switch {
		case p.ply < 0 && len(p.differ) == 0:
			s.line("\n%s and %s are the same rules.", first.Name, v.Name)
			continue
		case p.ply < 0:
			s.line("\n%s and %s never part in this game.", first.Name, v.Name)
			wrap(w, "  It does not turn on what they differ in: ", "    ", strings.Join(p.differ, ", "))
			continue
		case p.ply == 0:
			s.line("\n%s and %s part before the first move:", first.Name, v.Name)
		default:
			s.line("\n%s and %s part at ply %d, %v:", first.Name, v.Name, p.ply, p.move)
		}
		head := max(len(first.Name), len(v.Name))
		wrap(w, fmt.Sprintf("  %-*s  ", head, first.Name), strings.Repeat(" ", head+4), p.a)
		wrap(w, fmt.Sprintf("  %-*s  ", head, v.Name), strings.Repeat(" ", head+4), p.b)
		for _, field := range p.fields {
			s.line("  on %s", field)
			s.line("    %-*s  %s", head, first.Name, cited(first, field))
			s.line("    %-*s  %s", head, v.Name, cited(v, field))
		}
	}
	return nil
}

// outcome says how a game goes by a rule set, repetition included.
func outcome(v *brandubh.Variant, r record.Record, err error) string {
	g, e := brandubh.NewGameFrom(v, r.Start)
	if e != nil {
		return e.Error()
	}
	for i, m := range r.Moves {
		if g.Result().Over() {
			return fmt.Sprintf("ends at ply %d: %s; the record goes on", i, g.Result().Sentence())
		}
		if e := g.Play(m); e != nil {
			return fmt.Sprintf("illegal at ply %d: %v", i+1, e)
		}
	}
	end := g.Result()
	var illegal *brandubh.MoveError
	switch {
	case errors.As(err, &illegal):
		return fmt.Sprintf("illegal at ply %d: %v", len(r.Moves)+1, illegal)
	case err != nil:
		return err.Error()
	case end.Over() && r.Rest != "":
		return fmt.Sprintf("ends at ply %d: %s; the record goes on", g.Plies(), end.Sentence())
	case end.Over():
		return fmt.Sprintf("ends at ply %d: %s", g.Plies(), end.Sentence())
	case r.Result.Over():
		return fmt.Sprintf("no end by rule; after ply %d %s", g.Plies(), r.Result.Sentence())
	}
	return fmt.Sprintf("not over after ply %d", g.Plies())
}

// printWhich writes which presets a game is consistent with.
func printWhich(w io.Writer, src *source) error {
	s := &sheet{w: w}
	var fits, fails []record.Fit
	width := 0
	for _, f := range record.FitPresets(src.Written) {
		if errors.Is(f.Err, brandubh.ErrSyntax) {
			return unreadable(fmt.Errorf("%s cannot be read: %w", src.name, f.Err))
		}
		width = max(width, len(f.Preset))
		if f.Err == nil {
			fits = append(fits, f)
		} else {
			fails = append(fails, f)
		}
	}
	indent := strings.Repeat(" ", width+4)
	s.line("%s is consistent with %d of %d presets\n", src.name, len(fits), len(fits)+len(fails))
	for _, f := range fits {
		wrap(w, fmt.Sprintf("  %-*s  ", width, f.Preset), indent, ending(f.Record))
		for _, note := range notes(f) {
			wrap(w, indent+"note: ", indent+"  ", note)
		}
	}
	if len(fails) > 0 {
		s.line("\nand not with")
	}
	for _, f := range fails {
		wrap(w, fmt.Sprintf("  %-*s  ", width, f.Preset), indent, failing(f))
		s.by(indent, f.Citations)
	}
	return nil
}

// failing says where and why a record does not fit the rules.
func failing(f record.Fit) string {
	if f.Ply == 0 {
		return f.Err.Error()
	}
	return fmt.Sprintf("ply %d: %v", f.Ply, f.Err)
}

// ending says how a record ends that fits the rules.
func ending(r record.Record) string {
	switch n := len(r.Moves); {
	case !r.Result.Over():
		return fmt.Sprintf("no end by rule up to ply %d", n)
	case spoken(r.Result):
		return fmt.Sprintf("no end by rule; after ply %d %s", n, r.Result.Sentence())
	default:
		return fmt.Sprintf("ends at ply %d: %s", n, r.Result.Sentence())
	}
}

// notes returns what is reported of a record and does not decide.
func notes(f record.Fit) (notes []string) {
	for _, d := range f.Record.Deviations {
		if d.Kind == record.KindCaptures || d.Kind == record.KindSymbol || d.Kind == record.KindAfterClaim {
			notes = append(notes, d.String())
		}
	}
	if f.Forbidden > 0 {
		notes = append(notes, fmt.Sprintf("ply %d: forbidden as a repetition", f.Forbidden))
	}
	if f.Repeat.Ply > 0 {
		notes = append(notes, fmt.Sprintf("ply %d: by repetition %s", f.Repeat.Ply, f.Repeat.Result.Sentence()))
	}
	return notes
}
