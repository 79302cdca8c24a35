package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/internal/command"
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
		about[c.ID] = c.Says
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

// describeRules prints a rule set, or the usual one, as sentences, each with the
// clauses that it follows.
func describeRules(w io.Writer, v *brandubh.Variant) error {
	if v == nil {
		var err error
		if v, err = brandubh.Preset(defaultRules); err != nil {
			return err
		}
	}
	for rule, sentence := range v.Describe() {
		p, _ := v.Provenance(rule)
		wrap(w, "- ", "  ", sentence+" ["+strings.ReplaceAll(rule+": "+p.String(), " ", unbroken)+"]")
	}
	return nil
}

// board draws a position, indented.
func (s *sheet) board(p brandubh.Position) {
	for row := range strings.Lines(p.Diagram()) {
		fmt.Fprint(s.w, "      ", row)
	}
}

// judged is a game that has been played through by a rule set.
type judged struct {
	rules  *brandubh.Variant
	record record.Record
	game   *brandubh.Game          // as far as it could be played
	moves  []*brandubh.Explanation // of the moves that were played
	// refused is the first illegal move, nil if there is none.
	refused *brandubh.Explanation
	rest    string // what the record says after the end of the game
	err     error  // why the game could not be played through
}

// judge plays through a game. It returns an error for one that cannot even start.
func judge(src *source, v *brandubh.Variant, readOn bool) (*judged, error) {
	r, err := src.read(v, readOn)
	played := v // the rules that the moves are judged by
	if readOn {
		open := *v
		open.Enclosure = false
		played = &open
	}
	var options []brandubh.LineOption
	if readOn || src.Game.LetsRepetitionPass() {
		options = append(options, brandubh.LetRepetitionPass)
	}
	g, gameErr := brandubh.NewGameFrom(played, r.Start, options...)
	if gameErr != nil {
		return nil, fmt.Errorf("%s cannot be played by %s: %w", src.name, described(v), errors.Join(err, gameErr))
	}
	j := &judged{rules: v, record: r, game: g, rest: r.Rest, err: err}
	for i, m := range r.Moves {
		if g.Result().Over() { // by repetition, which a record does not judge
			var words []string
			for _, m := range r.Moves[i:] {
				words = append(words, m.String())
			}
			j.rest, j.err = strings.Join(append(words, r.Rest), " "), nil
			break
		}
		e := g.Explain(m)
		if e.Err != nil {
			j.refused, j.err = e, fmt.Errorf("ply %d: %w", i+1, e.Err)
			break
		}
		g.Play(m) // Explain has found it legal
		j.moves = append(j.moves, e)
	}
	var illegal *brandubh.MoveError
	if j.refused == nil && errors.As(j.err, &illegal) {
		j.refused = g.Explain(illegal.Move)
	}
	return j, nil
}

// referee plays through a game and writes the referee's sheet.
func referee(w io.Writer, src *source, v *brandubh.Variant, boards, readOn bool) error {
	j, err := judge(src, v, readOn)
	if err != nil {
		return err
	}
	s := &sheet{w: w}
	s.line("%s, by %s", src.name, described(v))
	s.comments(j.record, 0)
	s.line("")
	if boards {
		s.board(j.record.Start)
		s.line("")
	}
	for i, e := range j.moves {
		s.move(i+1, e)
		s.comments(j.record, i+1)
		if boards {
			s.line("")
			s.board(e.After)
			s.line("")
		}
	}
	if !boards {
		s.line("")
		s.board(j.game.Position())
	}
	s.line("")
	sentence, by := j.verdict()
	wrap(w, "", "  ", sentence)
	s.by("  ", by)
	if repeat, ok := j.game.Repetition(); ok && j.game.Result().Reason == brandubh.Repeated {
		s.line("  The repetition was complete at ply %d; the time before was ply %d.", repeat.Ply, repeat.Earlier)
	}
	if lines := j.reports(); len(lines) > 0 {
		s.line("\nThe record differs from the rules%s:", strings.TrimRight(" "+v.Name, " "))
		for _, line := range lines {
			wrap(w, "  ", "    ", line)
		}
	}
	s.rules()
	return j.status()
}

// status returns an error that says nothing if the game could not be played
// through: the verdict has told why.
func (j *judged) status() error {
	if j.err != nil {
		return command.No.Quiet()
	}
	return nil
}

// described names a rule set, or says that it has no name; one that goes by the name of
// a preset and is none says in what it differs.
func described(v *brandubh.Variant) string {
	name := "rules without a name"
	if v.Name != "" {
		name = "the rules " + v.Name
		if p, err := brandubh.Preset(v.Name); err == nil {
			if differs := p.Diff(v); len(differs) > 0 {
				return name + ", changed in " + strings.Join(differs, ", ")
			}
		}
	}
	if v.Title != "" {
		name += ": " + v.Title
	}
	return name
}

// move writes what a move does.
func (s *sheet) move(ply int, e *brandubh.Explanation) {
	text := e.Move.String()
	for at := range e.Captured().All() {
		text += "x" + at.String()
	}
	s.line("%3d  %-8v  %s", ply, e.Piece, text)
	for _, f := range e.Effects {
		if !f.Notable() {
			continue
		}
		wrap(s.w, "       ", "         ", f.String())
		s.by("         ", f.Citations)
	}
}

// comments writes the remarks of the record after a ply.
func (s *sheet) comments(r record.Record, ply int) {
	for _, c := range r.Comments {
		if c.Ply == ply && strings.TrimSpace(c.Text) != "" {
			wrap(s.w, "       # ", "       # ", c.Text)
		}
	}
}

// verdict says how the game stands or what was wrong with it, and by which rules.
func (j *judged) verdict() (string, []brandubh.Citation) {
	g := j.game
	end, by := g.Result(), g.ResultCitations()
	if !end.Over() && j.err == nil && j.record.Result.Over() { // what the players said
		end, by = j.record.Result, nil
	}
	switch {
	case j.refused != nil:
		return fmt.Sprintf("Illegal move at ply %d (%v): %v.", g.Plies()+1, g.Position().Turn(), j.refused.Err), j.refused.Citations
	case errors.Is(j.err, brandubh.ErrSyntax):
		return fmt.Sprintf("Unreadable: %v.", j.err), nil
	case j.err != nil:
		return fmt.Sprintf("Refused: %v.", j.err), nil
	case !end.Over():
		text := fmt.Sprintf("Verdict after ply %d: the game is not over; the %v are to move.", g.Plies(), g.Position().Turn())
		if c := j.record.Claim; c.Kind == record.ClaimWin || c.Kind == record.ClaimDraw {
			text += fmt.Sprintf(" The record has %q, without a reason.", c.Text)
		}
		return text, nil
	}
	sentence := fmt.Sprintf("Verdict after ply %d: %s.", g.Plies(), end.Sentence())
	if len(by) == 0 {
		sentence += " The players ended it; no rule has to decide."
	}
	return sentence, by
}

// reports says in which points the record differs from the rules.
func (j *judged) reports() (lines []string) {
	for _, d := range j.record.Deviations {
		lines = append(lines, d.String())
	}
	if repeat, ok := j.game.Repetition(); ok && j.game.Result().Reason != brandubh.Repeated {
		lines = append(lines, fmt.Sprintf("ply %d: by repetition the game would have ended here (%s); it was read on", repeat.Ply, repeat.Result.Sentence()))
	}
	if j.rest != "" && j.err == nil {
		lines = append(lines, "not played, since the game was over: "+strings.Join(strings.Fields(j.rest), " "))
	}
	return lines
}
