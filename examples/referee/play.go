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

// sheet is the referee's sheet: it remembers the rules that it cites, and tells
// at its end what they say.
type sheet struct {
	w     io.Writer
	cited []brandubh.Citation
}

// line writes a line.
func (s *sheet) line(format string, args ...any) { fmt.Fprintf(s.w, format+"\n", args...) }

// by writes the rules that decide, briefly: "throne.return = true (F 5.3)".
func (s *sheet) by(indent string, gs []brandubh.Citation) {
	var texts []string
	for _, g := range gs {
		if !slices.ContainsFunc(s.cited, func(c brandubh.Citation) bool { return c.Rule == g.Rule }) {
			s.cited = append(s.cited, g)
		}
		texts = append(texts, strings.ReplaceAll(brief(g), " ", unbroken))
	}
	if len(texts) > 0 {
		wrap(s.w, indent+"by ", indent+"   ", strings.Join(texts, "; "))
	}
}

// brief returns a rule with its value and the clause that it follows; what is not
// plainly stated says so.
func brief(g brandubh.Citation) string {
	text := g.Rule
	if g.Value != "" {
		text += " = " + g.Value
	}
	why := slices.Clone(g.Provenance.Clauses)
	if g.Provenance.Basis != brandubh.BasisStated || len(why) == 0 {
		why = append(why, g.Provenance.Basis.String())
	}
	return text + " (" + strings.Join(why, ", ") + ")"
}

// rules tells what the rules that were cited say, and in which documents.
func (s *sheet) rules() {
	if len(s.cited) == 0 {
		return
	}
	s.line("\nThe rules that decided:")
	about := map[string]string{}
	for _, c := range brandubh.Clauses() {
		about[c.ID] = c.About
	}
	documents := map[string]bool{}
	for _, g := range s.cited {
		text := g.Provenance.Note
		if said, ok := about[g.Rule]; ok {
			text = said
		}
		wrap(s.w, "  "+brief(g)+": ", "      ", text)
		for _, clause := range append(g.Provenance.Clauses, g.Provenance.Against...) {
			id, _, _ := strings.Cut(clause, " ")
			documents[id] = true
		}
	}
	s.line("\nThe documents:")
	for _, d := range brandubh.Documents() {
		if documents[d.ID] {
			text := d.Title
			if d.Author != "" {
				text += ", " + d.Author
			}
			wrap(s.w, fmt.Sprintf("  %-7s ", d.ID), "          ", text)
		}
	}
}

// unbroken stands for a blank where wrap is not to break the line.
const unbroken = "\x00"

// wrap writes words in lines of at most 80 characters where that is possible.
func wrap(w io.Writer, first, rest, text string) {
	line, fresh := first, true
	for _, word := range strings.Fields(text) {
		if !fresh && len([]rune(line))+1+len([]rune(word)) > 80 {
			fmt.Fprintln(w, line)
			line, fresh = rest, true
		}
		if !fresh {
			line += " "
		}
		line, fresh = line+strings.ReplaceAll(word, unbroken, " "), false
	}
	fmt.Fprintln(w, line)
}

// board draws a position, indented.
func (s *sheet) board(p brandubh.Position) {
	for row := range strings.Lines(p.Diagram()) {
		fmt.Fprint(s.w, "      ", row)
	}
}

// referee plays through a game and writes the referee's sheet.
func referee(w io.Writer, src *source, v *brandubh.Variant, boards, readOn bool) int {
	s := &sheet{w: w}
	r, err := src.read(v, record.ReadOptions{ReadOn: readOn})
	played := v // the rules that the moves are judged by
	if readOn {
		open := *v
		open.Enclosure = false
		played = &open
	}
	var options []brandubh.LineOption
	if readOn || src.stored.LetsRepetitionPass() {
		options = append(options, brandubh.LetRepetitionPass)
	}
	g, gameErr := brandubh.NewGameFrom(played, r.Start, options...)
	if gameErr != nil {
		s.line("%s cannot be played by the rules %s: %v", src.name, v.Name, errors.Join(err, gameErr))
		return exitRefused
	}
	s.line("%s, by the rules %s", src.name, described(v))
	s.comments(r, 0)
	s.line("")
	if boards {
		s.board(r.Start)
		s.line("")
	}
	var refused *brandubh.Explanation
	rest := r.Rest
	for i, m := range r.Moves {
		if g.Result().Over() { // by repetition, which ReadMoves does not judge
			var words []string
			for _, m := range r.Moves[i:] {
				words = append(words, m.String())
			}
			rest, err = strings.Join(append(words, r.Rest), " "), nil
			break
		}
		e := g.Explain(m)
		if e.Err != nil {
			refused, err = e, fmt.Errorf("ply %d: %w", i+1, e.Err)
			break
		}
		s.move(i+1, e)
		s.comments(r, i+1)
		g.Play(m) // Explain has found it legal
		if boards {
			s.line("")
			s.board(g.Position())
			s.line("")
		}
	}
	var illegal *brandubh.MoveError
	if refused == nil && errors.As(err, &illegal) {
		refused = g.Explain(illegal.Move)
	}
	if !boards {
		s.line("")
		s.board(g.Position())
	}
	s.line("")
	s.verdict(g, r, refused, err)
	s.reports(g, r, v, rest, err)
	s.rules()
	if err != nil {
		return exitRefused
	}
	return exitOK
}

// described names a rule set; one that goes by the name of a preset and is none says
// in what it differs.
func described(v *brandubh.Variant) string {
	if p, err := brandubh.Preset(v.Name); err == nil {
		if differs := p.Diff(v); len(differs) > 0 {
			return v.Name + ", changed in " + strings.Join(differs, ", ")
		}
	}
	return strings.TrimSuffix(v.Name+": "+v.Title, ": ")
}

// move writes what a move does.
func (s *sheet) move(ply int, e *brandubh.Explanation) {
	text := e.Move.String()
	for at := range e.Captured().All() {
		text += "x" + at.String()
	}
	s.line("%3d  %-8v  %s", ply, e.Piece, text)
	for _, f := range e.Effects {
		if !worthTelling(f) {
			continue
		}
		wrap(s.w, "       ", "         ", f.String())
		s.by("         ", f.Citations)
	}
}

// worthTelling leaves out pieces that stood closed in before the move, and those
// that nothing stands opposite to.
func worthTelling(f brandubh.Effect) bool {
	if f.Captured || len(f.Captors) > 0 {
		return f.Captured || !f.Before
	}
	obvious := len(f.Citations) == 0 || f.Citations[0].Rule == "common 9" || f.Piece == brandubh.King
	return !f.Before && !obvious
}

// comments writes the remarks of the record after a ply.
func (s *sheet) comments(r record.Record, ply int) {
	for _, c := range r.Comments {
		if c.Ply == ply && strings.TrimSpace(c.Text) != "" {
			wrap(s.w, "       # ", "       # ", c.Text)
		}
	}
}

// verdict writes how the game stands or what was wrong with it, and by which rules.
func (s *sheet) verdict(g *brandubh.Game, r record.Record, refused *brandubh.Explanation, err error) {
	var syntax *brandubh.ParseError
	end := g.Result()
	grounds := g.ResultCitations()
	if !end.Over() && err == nil && r.Result.Over() { // what the players said
		end, grounds = r.Result, nil
	}
	switch {
	case refused != nil:
		wrap(s.w, "", "  ", fmt.Sprintf("Illegal move at ply %d (%v): %v.", g.Plies()+1, g.Position().Turn(), refused.Err))
		s.by("  ", refused.Citations)
		return
	case errors.As(err, &syntax):
		wrap(s.w, "", "  ", fmt.Sprintf("Unreadable at %v.", err))
		return
	case err != nil:
		wrap(s.w, "", "  ", fmt.Sprintf("Refused: %v.", err))
		return
	case !end.Over():
		s.line("Verdict after ply %d: the game is not over; the %v are to move.", g.Plies(), g.Position().Turn())
		return
	}
	s.line("Verdict after ply %d: %s.", g.Plies(), end.Sentence())
	if len(grounds) == 0 {
		s.line("  The players ended it; no rule has to decide.")
	}
	s.by("  ", grounds)
	if repeat, ok := g.Repetition(); ok && end.Reason == brandubh.Repeated {
		s.line("  The repetition was complete at ply %d; the time before was ply %d.", repeat.Ply, repeat.Earlier)
	}
}

// reports writes in which points the record differs from the rules.
func (s *sheet) reports(g *brandubh.Game, r record.Record, v *brandubh.Variant, rest string, err error) {
	var lines []string
	for _, d := range r.Deviations {
		lines = append(lines, d.String())
	}
	if repeat, ok := g.Repetition(); ok && g.Result().Reason != brandubh.Repeated {
		lines = append(lines, fmt.Sprintf("ply %d: by repetition the game would have ended here (%s); it was read on", repeat.Ply, repeat.Result.Sentence()))
	}
	if rest != "" && err == nil {
		lines = append(lines, "not played, since the game was over: "+strings.Join(strings.Fields(rest), " "))
	}
	if len(lines) == 0 {
		return
	}
	s.line("\nThe record differs from the rules %s:", v.Name)
	for _, line := range lines {
		wrap(s.w, "  ", "    ", line)
	}
}
