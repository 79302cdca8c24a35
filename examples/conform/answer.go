package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"example.com/brandubh"
)

// question is a line of the protocol.
type question struct {
	ID       json.RawMessage    `json:"id"`
	Preset   string             `json:"preset"`
	Variant  json.RawMessage    `json:"variant"`
	Position *brandubh.Position `json:"position"`
	Move     *brandubh.Move     `json:"move"`
	Moves    *[]brandubh.Move   `json:"moves"`
	Perft    *int               `json:"perft"`
}

// basis is the rule that decides an answer, its clause and what it rests on.
type basis struct {
	Field  string          `json:"field,omitempty"`
	Clause string          `json:"clause,omitempty"`
	Rests  *brandubh.Basis `json:"rests,omitempty"`
}

func basisOf(gs []brandubh.Ground) basis {
	if len(gs) == 0 {
		return basis{}
	}
	b := basis{Field: gs[0].Rule, Rests: &gs[0].Provenance.Rests}
	if len(gs[0].Provenance.Clauses) > 0 {
		b.Clause = gs[0].Provenance.Clauses[0]
	}
	return b
}

type end struct {
	Winner brandubh.Side   `json:"winner"`
	Reason brandubh.Reason `json:"reason"`
	basis
}

func endOf(r brandubh.Result, gs []brandubh.Ground) *end {
	if !r.Over() {
		return nil
	}
	return &end{r.Winner, r.Reason, basisOf(gs)}
}

// The answers, in the order of their keys.
type (
	movesAnswer struct {
		ID    json.RawMessage `json:"id"`
		Moves []string        `json:"moves"`
		End   *end            `json:"end"`
	}
	legalAnswer struct {
		ID       json.RawMessage   `json:"id"`
		Legal    bool              `json:"legal"`
		Captures []brandubh.Square `json:"captures"`
		After    brandubh.Position `json:"after"`
		End      *end              `json:"end"`
		Rules    []string          `json:"rules"`
	}
	illegalAnswer struct {
		ID    json.RawMessage `json:"id"`
		Legal bool            `json:"legal"`
		Why   string          `json:"why"`
		basis
	}
	gameAnswer struct {
		ID       json.RawMessage   `json:"id"`
		Plies    int               `json:"plies"`
		Position brandubh.Position `json:"position"`
		End      *end              `json:"end"`
	}
	illegalAtAnswer struct {
		ID        json.RawMessage `json:"id"`
		IllegalAt int             `json:"illegal_at"`
		Why       string          `json:"why"`
		basis
	}
	countsAnswer struct {
		ID     json.RawMessage `json:"id"`
		Counts []uint64        `json:"counts"`
	}
	errorAnswer struct {
		ID    json.RawMessage `json:"id"`
		Error string          `json:"error"`
	}
)

// maxPerft is the deepest count that is answered: a deeper one would not end.
const maxPerft = 12

// answerAll answers line by line, and writes whenever no further line waits.
func answerAll(in *bufio.Reader, out io.Writer) error {
	w := bufio.NewWriterSize(out, 1<<16)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if err := enc.Encode(answer(line)); err != nil {
				return err
			}
		}
		if err != nil || in.Buffered() == 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// answer answers a line.
func answer(line []byte) any {
	var q question
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err := d.Decode(&q)
	if err == nil && d.More() {
		err = errors.New("something follows the object")
	}
	if q.ID == nil {
		var only struct{ ID json.RawMessage }
		json.Unmarshal(line, &only) // for the id of a line that is refused
		if q.ID = only.ID; q.ID == nil {
			q.ID = json.RawMessage("null")
		}
	}
	fail := func(err error) any { return errorAnswer{q.ID, err.Error()} }
	if err != nil {
		return fail(err)
	}
	v, err := q.rules()
	if err != nil {
		return fail(err)
	}
	kinds := 0
	for _, asked := range []bool{q.Move != nil, q.Moves != nil, q.Perft != nil} {
		if asked {
			kinds++
		}
	}
	switch {
	case kinds > 1:
		return fail(errors.New("want one of move, moves and perft"))
	case q.Position == nil && q.Moves == nil:
		return fail(errors.New("want a position"))
	case q.Position != nil:
		if err := v.ValidatePosition(*q.Position); err != nil && !q.countable() {
			return fail(err)
		}
	}
	switch {
	case q.Moves != nil:
		return q.game(v)
	case q.Move != nil:
		e := v.Explain(*q.Position, *q.Move)
		if e.Err != nil {
			return illegalAnswer{q.ID, false, e.Err.Error(), basisOf(e.Grounds)}
		}
		captures := slices.AppendSeq([]brandubh.Square{}, e.Taken().All())
		return legalAnswer{q.ID, true, captures, e.After, endOf(e.Result, e.ResultGrounds), e.Rules()}
	case q.Perft != nil:
		if *q.Perft < 1 || *q.Perft > maxPerft {
			return fail(fmt.Errorf("perft %d: want 1 to %d", *q.Perft, maxPerft))
		}
		a := countsAnswer{ID: q.ID}
		for depth := range *q.Perft {
			a.Counts = append(a.Counts, v.Perft(*q.Position, depth+1))
		}
		return a
	}
	a := movesAnswer{ID: q.ID, Moves: []string{}, End: endOf(v.Result(*q.Position), v.ResultGrounds(*q.Position))}
	for m := range v.Moves(*q.Position) {
		a.Moves = append(a.Moves, m.String())
	}
	slices.Sort(a.Moves)
	return a
}

// countable reports whether the question counts moves from a position with one
// king and somebody to move. That is answered even where a soldier stands on a
// square that is not for it, as the shipped move counts have it (apart-1);
// other questions about such a position are errors.
func (q *question) countable() bool {
	return q.Perft != nil && q.Position.Pieces(brandubh.King).Len() == 1 && q.Position.Turn() != brandubh.NoSide
}

// rules returns the rule set that the question names or holds.
func (q *question) rules() (*brandubh.Variant, error) {
	switch {
	case q.Preset != "" && q.Variant != nil:
		return nil, errors.New("want a preset or a variant, not both")
	case q.Variant != nil:
		return brandubh.ParseVariant(q.Variant)
	case q.Preset == "":
		return nil, errors.New("want a preset or a variant")
	}
	return brandubh.Preset(q.Preset)
}

// game plays the moves of a question until the game ends.
func (q *question) game(v *brandubh.Variant) any {
	start := v.Start
	if q.Position != nil {
		start = *q.Position
	}
	if start.Pieces(brandubh.King) == 0 { // captured: finished before a move
		return gameAnswer{q.ID, 0, start, endOf(v.Result(start), v.ResultGrounds(start))}
	}
	g, err := brandubh.NewGameFrom(v, start)
	if err != nil {
		return errorAnswer{q.ID, err.Error()}
	}
	for _, m := range *q.Moves {
		if g.Result().Over() {
			break
		}
		if err := g.Check(m); err != nil {
			return illegalAtAnswer{q.ID, g.Plies() + 1, err.Error(), basisOf(g.Explain(m).Grounds)}
		}
		if err := g.Play(m); err != nil {
			return errorAnswer{q.ID, err.Error()}
		}
	}
	return gameAnswer{q.ID, g.Plies(), g.Position(), endOf(g.Result(), g.ResultGrounds())}
}
