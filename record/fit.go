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
	// not: a [*brandubh.MoveError] for an illegal move, what wraps [brandubh.ErrGameOver] where the
	// record goes on after an end, what wraps [brandubh.ErrResult] where it has another
	// winner than the end by the rules. A [*brandubh.ParseError] is for what cannot be read.
	Err error
	// Ply is the ply at which it first fails, counted from 1; for another winner the
	// last one played, and 0 for a start that the rules do not allow. 0 if Err is nil.
	Ply int
	// Citations is the rules, with their clauses, by which it fails.
	Citations []brandubh.Citation
	// Record is the record as far as it could be read by the rules. Its Deviations
	// tell, besides, where it takes other pieces, which does not decide.
	Record Record
	// Repeat is where the repetition rule would first have ended the game, which does
	// not decide either; its Ply is 0 if nowhere.
	Repeat brandubh.Repeat
	// Forbidden is the first ply that the rules forbid as a repetition; 0 for none.
	Forbidden int
}

// FitPresets tells under which presets a record can have been played: how it fits each
// of them, in the order of [brandubh.Presets]. It calls read once for each, which reads the
// record by those rules from the start that it is to have, with [ReadMoves],
// [OTG.Replay] or what the caller has:
//
//	fits := record.FitPresets(func(v *brandubh.Variant) (record.Record, error) {
//		return record.ReadMoves(v, text, record.ReadOptions{})
//	}, brandubh.Result{Winner: brandubh.Attackers})
//
// Of who won by the record only the Winner is compared, and only with an end on the
// board; the zero Result claims nothing, and a draw has any Reason.
//
// Legal moves, moves after an end and the winner decide. What a record says about
// captures is often wrong, and repetition is often let pass. Without a read there is
// no record, and nothing fits: the answer is nil.
func FitPresets(read func(v *brandubh.Variant) (Record, error), won brandubh.Result) []Fit {
	if read == nil {
		return nil
	}
	fits := make([]Fit, 0, len(brandubh.Presets()))
	for _, name := range brandubh.Presets() {
		f := Fit{Preset: name}
		v, err := brandubh.Preset(name)
		if err != nil {
			f.Err = err
		} else {
			f.judge(v, read, won)
		}
		fits = append(fits, f)
	}
	return fits
}

// judge reads the record by a rule set.
func (f *Fit) judge(v *brandubh.Variant, read func(*brandubh.Variant) (Record, error), won brandubh.Result) {
	r, err := read(v)
	f.Record = r
	l, errStart := brandubh.NewLine(v, r.Start, brandubh.LetRepetitionPass)
	if err = cmp.Or(err, errStart); errStart != nil {
		f.refused(v, r.Start, err)
		return
	}
	for i, m := range r.Moves {
		if f.Forbidden == 0 && l.Forbids(m) {
			f.Forbidden = i + 1
		}
		if l.Play(m) != nil {
			break // was read as legal
		}
	}
	f.Repeat, _ = l.Repetition()
	p := l.Position()
	end := v.Result(p)
	if err != nil {
		f.refused(v, p, err)
		return
	}
	for _, d := range r.Deviations {
		if d.Kind == DeviantEnd {
			f.Ply, f.Err = d.Ply, fmt.Errorf("%q: %w: %s", d.Token, brandubh.ErrGameOver, r.Result.Sentence())
			f.Citations = v.ResultCitations(p)
			return
		}
	}
	if end.Over() && won != (brandubh.Result{}) && won.Winner != end.Winner {
		f.Ply, f.Err = len(r.Moves), fmt.Errorf("%w: %s", brandubh.ErrResult, end.Sentence())
		f.Citations = v.ResultCitations(p)
	}
}

// refused says why the reading stopped, at position p.
func (f *Fit) refused(v *brandubh.Variant, p brandubh.Position, err error) {
	f.Ply, f.Err = len(f.Record.Moves)+1, err
	if why := errors.Unwrap(err); why != nil {
		f.Err = why
	}
	illegal, syntax := (*brandubh.MoveError)(nil), (*brandubh.ParseError)(nil)
	switch {
	case errors.As(err, &illegal) && (f.Ply > 1 || illegal.Err != brandubh.ErrNoPiece && illegal.Err != brandubh.ErrNotYours):
		f.Citations = v.Explain(p, illegal.Move).Citations
	case illegal != nil:
		f.Citations = startCitation(v) // another start, not another way to move
	case !errors.As(err, &syntax):
		f.Ply, f.Err, f.Citations = 0, err, startCitation(v)
	}
}

// startCitation returns the rule that says where a game starts.
func startCitation(v *brandubh.Variant) []brandubh.Citation {
	c := brandubh.Citation{Rule: "start"}
	c.Value, _ = v.Value("start")
	c.Provenance, _ = v.Provenance("start")
	return []brandubh.Citation{c}
}
