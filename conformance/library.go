package conformance

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

// basis is the rule that decides an answer, its clause and what it rests on.
type basis struct {
	Field  string          `json:"field,omitempty"`
	Clause string          `json:"clause,omitempty"`
	Rests  *brandubh.Basis `json:"rests,omitempty"`
}

func basisOf(gs []brandubh.Citation) basis {
	if len(gs) == 0 {
		return basis{}
	}
	b := basis{Field: gs[0].Rule, Rests: &gs[0].Provenance.Basis}
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

// ruleSet is a rule set with what its answers rest on, as far as that was asked:
// to look it up takes many times as long as to play a move. Without maps it does not
// say what they rest on.
type ruleSet struct {
	*brandubh.Variant
	ends     map[brandubh.Reason]basis
	refusals map[refusal]basis
}

func newRuleSet(v *brandubh.Variant) *ruleSet {
	return &ruleSet{v, map[brandubh.Reason]basis{}, map[refusal]basis{}}
}

// refusal is what the first ground of a refused move depends on.
type refusal struct {
	reason   error
	mover    brandubh.Piece
	byThrone bool // an empty throne blocks, or is where it may not stop
	over     brandubh.Reason
}

// end says how a position or a game stands, nil if it goes on.
func (v *ruleSet) end(r brandubh.Result, grounds func() []brandubh.Citation) *end {
	if !r.Over() {
		return nil
	}
	b, ok := v.ends[r.Reason]
	if !ok && v.ends != nil {
		b = basisOf(grounds())
		v.ends[r.Reason] = b
	}
	return &end{r.Winner, r.Reason, b}
}

// endOf says how a position stands by itself.
func (v *ruleSet) endOf(p brandubh.Position) *end {
	return v.end(v.Result(p), func() []brandubh.Citation { return v.ResultCitations(p) })
}

// refused says what a refusal rests on.
func (v *ruleSet) refused(p brandubh.Position, err error, explain func(brandubh.Move) *brandubh.Explanation) basis {
	var e *brandubh.MoveError
	if v.refusals == nil || !errors.As(err, &e) {
		return basis{}
	}
	key := refusal{e.Err, p.At(e.Move.From), false, e.Result.Reason}
	switch e.Err {
	case brandubh.ErrBlocked:
		key.byThrone = e.Piece == brandubh.NoPiece
	case brandubh.ErrMayNotStop:
		key.byThrone = e.At == brandubh.D4
	}
	b, ok := v.refusals[key]
	if !ok {
		b = basisOf(explain(e.Move).Citations)
		v.refusals[key] = b
	}
	return b
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
		Rules    []string          `json:"rules,omitempty"`
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

// What is counted at most: maxPerft moves deep, and no depth after one that has
// more than maxLines lines. More would not end.
const (
	maxPerft = 12
	maxLines = 200_000_000
)

// maxVariants is how many whole rule sets are remembered at once.
const maxVariants = 1000

// Library is the library's own answers: an [Engine], and a program of the protocol.
// The zero Library is ready to use. It remembers the rule sets that it was asked
// about, and is not safe for use by several goroutines at once.
type Library struct {
	// Rules makes it name every rule behind a legal move, which is slower.
	Rules bool

	named, whole map[string]*ruleSet
}

// Answer answers a question.
func (a *Library) Answer(q Question) Answer {
	v, err := a.rulesOf(&q)
	if err == nil {
		err = q.sensible(v)
	}
	if err != nil {
		return Answer{Error: err.Error()}
	}
	return *answerOf(&ruleSet{Variant: v.Variant}, &q)
}

// Serve answers the questions of in, one JSON object a line, with a line each, and
// writes whenever no further line waits. What cannot be answered gets an error, and
// the next line is read; only trouble in reading or writing ends it.
func (a *Library) Serve(in io.Reader, out io.Writer) error {
	return a.answerAll(bufio.NewReaderSize(in, 1<<16), out)
}

// answerAll answers line by line, and writes whenever no further line waits.
func (a *Library) answerAll(in *bufio.Reader, out io.Writer) error {
	w := bufio.NewWriterSize(out, 1<<16)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if err := enc.Encode(a.answer(line)); err != nil {
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
func (a *Library) answer(line []byte) any {
	var q Question
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err := d.Decode(&q)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("something follows the object")
		}
	}
	if q.ID == nil {
		var only struct{ ID json.RawMessage }
		json.Unmarshal(line, &only) // for the id of a line that is refused
		if q.ID = only.ID; q.ID == nil {
			q.ID = json.RawMessage("null")
		}
	}
	fail := func(err error) any { return errorAnswer{q.ID, err.Error()} }
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		where := "the line"
		if kind.Field != "" {
			where = kind.Field
		}
		err = fmt.Errorf("%s: this cannot be a %s", where, kind.Value)
	}
	if err != nil {
		return fail(err)
	}
	v, err := a.rulesOf(&q)
	if err == nil {
		err = q.sensible(v)
	}
	if err != nil {
		return fail(err)
	}
	return a.reply(v, &q)
}

// sensible returns why a rule set cannot answer the question, nil if it can.
func (q *Question) sensible(v *ruleSet) error {
	kinds := 0
	for _, asked := range []bool{q.Move != nil, q.Moves != nil, q.Perft != nil} {
		if asked {
			kinds++
		}
	}
	switch {
	case kinds > 1:
		return errors.New("want one of move, moves and perft")
	case q.Position != nil:
		return v.ValidatePosition(*q.Position)
	case q.Moves == nil:
		return errors.New("want a position")
	}
	return nil
}

// reply answers a question that makes sense.
func (a *Library) reply(v *ruleSet, q *Question) any {
	fail := func(err error) any { return errorAnswer{q.ID, err.Error()} }
	switch {
	case q.Moves != nil:
		return q.game(v)
	case q.Move != nil:
		return a.move(v, q)
	case q.Perft != nil:
		all, err := counts(v.Variant, *q.Position, *q.Perft, maxLines)
		if err != nil {
			return fail(fmt.Errorf("perft %d: %w", *q.Perft, err))
		}
		return countsAnswer{q.ID, all}
	}
	all := movesAnswer{ID: q.ID, Moves: []string{}, End: v.endOf(*q.Position)}
	for m := range v.Moves(*q.Position) {
		all.Moves = append(all.Moves, m.String())
	}
	slices.Sort(all.Moves)
	return all
}

// counts counts the lines of 1, 2 and so on moves, no further than to the first
// count above most.
func counts(v *brandubh.Variant, p brandubh.Position, depth int, most uint64) ([]uint64, error) {
	if depth < 1 || depth > maxPerft {
		return nil, fmt.Errorf("want 1 to %d", maxPerft)
	}
	var all []uint64
	for d := range depth {
		if d > 0 && all[d-1] > most {
			return nil, fmt.Errorf("there are %d lines of %d moves already, too many to go on", all[d-1], d)
		}
		all = append(all, v.Perft(p, d+1))
	}
	return all, nil
}

// move says what a move does, or why it is refused.
func (a *Library) move(v *ruleSet, q *Question) any {
	p, m := *q.Position, *q.Move
	after, err := v.Play(p, m)
	if err != nil {
		why := v.refused(p, err, func(m brandubh.Move) *brandubh.Explanation { return v.Explain(p, m) })
		return illegalAnswer{q.ID, false, err.Error(), why}
	}
	legal := legalAnswer{ID: q.ID, Legal: true, Captures: []brandubh.Square{}, After: after, End: v.endOf(after)}
	legal.Captures = slices.AppendSeq(legal.Captures, v.Captures(p, m).All())
	if a.Rules {
		legal.Rules = v.Explain(p, m).Rules()
	}
	return legal
}

// rulesOf returns the rule set that the question names or holds.
func (a *Library) rulesOf(q *Question) (*ruleSet, error) {
	known, key := a.named, q.Preset
	switch {
	case q.Preset != "" && q.Variant != nil:
		return nil, errors.New("want a preset or a variant, not both")
	case q.Variant != nil:
		known, key = a.whole, string(q.Variant)
	case q.Preset == "":
		return nil, errors.New("want a preset or a variant")
	}
	if v := known[key]; v != nil {
		return v, nil
	}
	v, err := brandubh.Preset(q.Preset)
	if q.Variant != nil {
		v, err = brandubh.ParseVariant(q.Variant)
	}
	if err != nil {
		return nil, err
	}
	rules := newRuleSet(v)
	switch {
	case known == nil && q.Variant != nil:
		a.whole = map[string]*ruleSet{key: rules}
	case known == nil:
		a.named = map[string]*ruleSet{key: rules}
	default:
		if len(known) >= maxVariants {
			clear(known)
		}
		known[key] = rules
	}
	return rules, nil
}

// game plays the moves of a question until the game ends.
func (q *Question) game(v *ruleSet) any {
	start := v.Start
	if q.Position != nil {
		start = *q.Position
	}
	if start.Pieces(brandubh.King) == 0 { // captured: finished before a move
		return gameAnswer{q.ID, 0, start, v.endOf(start)}
	}
	g, err := brandubh.NewGameFrom(v.Variant, start)
	if err != nil {
		return errorAnswer{q.ID, err.Error()}
	}
	for _, m := range *q.Moves {
		if g.Result().Over() {
			break
		}
		if err := g.Play(m); err != nil {
			return illegalAtAnswer{q.ID, g.Plies() + 1, err.Error(), v.refused(g.Position(), err, g.Explain)}
		}
	}
	return gameAnswer{q.ID, g.Plies(), g.Position(), v.end(g.Result(), g.ResultCitations)}
}
