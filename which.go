package brandubh

import (
	"cmp"
	"errors"
	"fmt"
)

// Fit is how a record fits the rules of a preset.
type Fit struct {
	// Preset is the name of the preset.
	Preset string
	// Err is nil if the record is consistent with the rules, and otherwise why it is
	// not: a [*MoveError] for an illegal move, what wraps [ErrGameOver] where the
	// record goes on after an end, what wraps [ErrResult] where it has another
	// winner than the end by the rules. A [*ParseError] is for what cannot be read.
	Err error
	// Ply is the ply at which it first fails, counted from 1; for another winner the
	// last one played, and 0 for a start that the rules do not allow. 0 if Err is nil.
	Ply int
	// Citations is the rules, with their clauses, by which it fails.
	Citations []Citation
	// Record is the record as far as it could be read by the rules. Its Deviations
	// tell, besides, where it takes other pieces, which does not decide.
	Record Record
	// Repeat is where the repetition rule would first have ended the game, which does
	// not decide either; its Ply is 0 if nowhere.
	Repeat Repeat
	// Forbidden is the first ply that the rules forbid as a repetition; 0 for none.
	Forbidden int
}

// Which tells under which presets a record can have been played: how it fits each
// of them, in the order of [Presets]. It calls read once for each, which reads the
// record by those rules from the start that it is to have, with [ReadMoves],
// [OTG.Replay] or what the caller has:
//
//	fits := brandubh.Which(func(v *brandubh.Variant) (brandubh.Record, error) {
//		return brandubh.ReadMoves(v, text, brandubh.ReadOptions{})
//	}, brandubh.Result{Winner: brandubh.Attackers})
//
// Of who won by the record only the Winner is compared, and only with an end on the
// board; the zero Result claims nothing, and a draw has any Reason.
//
// Legal moves, moves after an end and the winner decide. What a record says about
// captures is often wrong, and repetition is often let pass. Without a read there is
// no record, and nothing fits: the answer is nil.
func Which(read func(v *Variant) (Record, error), won Result) []Fit {
	if read == nil {
		return nil
	}
	fits := make([]Fit, 0, len(presets))
	for _, p := range presets {
		f := Fit{Preset: p.name}
		v, err := p.load()
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
func (f *Fit) judge(v *Variant, read func(*Variant) (Record, error), won Result) {
	r, err := read(v)
	f.Record = r
	l, errStart := NewLine(v, r.Start)
	if err = cmp.Or(err, errStart); errStart != nil {
		f.refused(v, r.Start, err)
		return
	}
	l.ReportOnly = true
	for i, m := range r.Moves {
		strict := *l
		strict.ReportOnly = false
		if f.Forbidden == 0 && errors.Is(strict.Check(m), ErrRepetition) {
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
			f.Ply, f.Err = d.Ply, fmt.Errorf("%q: %w: %s", d.Token, ErrGameOver, r.Result.Sentence())
			f.Citations = v.ResultCitations(p)
			return
		}
	}
	if end.Over() && won != (Result{}) && won.Winner != end.Winner {
		f.Ply, f.Err = len(r.Moves), fmt.Errorf("%w: %s", ErrResult, end.Sentence())
		f.Citations = v.ResultCitations(p)
	}
}

// refused says why the reading stopped, at position p.
func (f *Fit) refused(v *Variant, p Position, err error) {
	f.Ply, f.Err = len(f.Record.Moves)+1, err
	if why := errors.Unwrap(err); why != nil {
		f.Err = why
	}
	illegal, syntax := (*MoveError)(nil), (*ParseError)(nil)
	switch {
	case errors.As(err, &illegal) && (f.Ply > 1 || illegal.Err != ErrNoPiece && illegal.Err != ErrNotYours):
		f.Citations = v.refusalGrounds(p, illegal)
	case illegal != nil:
		f.Citations = v.grounds("start") // another start, not another way to move
	case !errors.As(err, &syntax):
		f.Ply, f.Err, f.Citations = 0, err, v.grounds("start")
	}
}
