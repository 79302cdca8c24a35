package record

import (
	"cmp"
	"errors"
	"fmt"

	"example.com/brandubh"
)

// Fit is how a record fits the rules of a preset.
type Fit struct {
	// Preset is the name of the preset.
	Preset string
	// Err is nil if the record is consistent with the rules, and otherwise why it is
	// not: a [*brandubh.MoveError] for an illegal move, what wraps
	// [brandubh.ErrGameOver] where the record goes on after an end by the rules, what
	// wraps [brandubh.ErrResult] where it has another winner than the end by the rules.
	// An [*Error] that wraps [brandubh.ErrSyntax] is for what cannot be read.
	Err error
	// Ply is the ply at which it first fails, counted from 1; for another winner the
	// last one played, and 0 for a start that the rules do not allow. 0 if Err is nil.
	Ply int
	// Citations is the rules, with their clauses, by which it fails.
	Citations []brandubh.Citation
	// Record is the record as far as it could be read by the rules. Its Deviations
	// report, besides, where it captures other pieces, which does not decide.
	Record Record
	// Repeat is where the repetition rule would first have ended the game, which does
	// not decide either; its Ply is 0 if nowhere.
	Repeat brandubh.Repeat
	// Forbidden is the first ply that the rules forbid as a repetition; 0 for none.
	Forbidden int
}

// FitPresets returns how a record fits each of the presets, in the order of
// [brandubh.Presets]:
//
//	w, err := record.Parse(text)
//	…
//	for _, fit := range record.FitPresets(w) {
//		if fit.Err == nil { // it can have been played under fit.Preset
//
// The start, legal moves, moves after an end by the rules, and the winner where the
// board has one decide. What a record says about captures is often wrong, repetition
// is often let pass, and what follows a resignation is a remark. A nil record fits
// nothing: the answer is nil.
func FitPresets(w *Written) []Fit {
	if w == nil {
		return nil
	}
	var fits []Fit
	for _, name := range brandubh.Presets() {
		f := Fit{Preset: name}
		if v, err := brandubh.Preset(name); err != nil {
			f.Err = err
		} else {
			f.judge(v, w)
		}
		fits = append(fits, f)
	}
	return fits
}

// judge reads the record by a rule set.
func (f *Fit) judge(v *brandubh.Variant, w *Written) {
	if w.Rules != nil && w.Start == (brandubh.Position{}) && w.Rules.Start != v.Start {
		f.Record.Start = w.Rules.Start
		f.Err, f.Citations = fmt.Errorf("%w: %v", errOtherStart, w.Rules.Start), startCitation(v)
		return
	}
	r, err := w.Replay(Options{Rules: v})
	f.Record = r
	l, errStart := brandubh.NewLine(v, r.Start, brandubh.LetRepetitionPass)
	if err = cmp.Or(err, errStart); errStart != nil {
		f.Err, f.Citations = err, startCitation(v)
		return
	}
	f.repetition(l)
	p := l.Position()
	end := v.Result(p)
	if err != nil {
		f.refused(v, p, err)
		return
	}
	for _, d := range r.Deviations {
		if d.Kind == KindAfterEnd {
			f.Ply, f.Err = d.Ply, fmt.Errorf("%q: %w: %s", d.Token, brandubh.ErrGameOver, end.Sentence())
			f.Citations = v.ResultCitations(p)
			return
		}
	}
	claims := r.Claim.Kind == ClaimWin || r.Claim.Kind == ClaimDraw
	if end.Over() && claims && r.Claim.Winner != end.Winner {
		f.Ply, f.Err = len(r.Moves), fmt.Errorf("%w: %s", brandubh.ErrResult, end.Sentence())
		f.Citations = v.ResultCitations(p)
	}
}

// repetition plays the record on a line that only reports repetitions.
func (f *Fit) repetition(l *brandubh.Line) {
	for i, m := range f.Record.Moves {
		if f.Forbidden == 0 && l.Forbids(m) {
			f.Forbidden = i + 1
		}
		if l.Play(m) != nil {
			break // was read as legal
		}
	}
	f.Repeat, _ = l.Repetition()
}

// refused notes why the reading stopped, at position p.
func (f *Fit) refused(v *brandubh.Variant, p brandubh.Position, err error) {
	f.Ply, f.Err = len(f.Record.Moves)+1, err
	var illegal *brandubh.MoveError
	if !errors.As(err, &illegal) {
		return
	}
	f.Err = illegal
	if f.Ply == 1 && (illegal.Err == brandubh.ErrNoPiece || illegal.Err == brandubh.ErrNotYours) {
		f.Citations = startCitation(v) // another start, not another way to move
		return
	}
	f.Citations = v.Explain(p, illegal.Move).Citations
}

// startCitation returns the rule about where a game starts.
func startCitation(v *brandubh.Variant) []brandubh.Citation {
	c := brandubh.Citation{Rule: "start"}
	c.Value, _ = v.Value("start")
	c.Provenance, _ = v.Provenance("start")
	return []brandubh.Citation{c}
}
