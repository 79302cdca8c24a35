package brandubh

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// Errors of a stored game, beside those of its rules and its form.
var (
	// ErrFingerprint: a preset has other rules than when the game was stored.
	ErrFingerprint = errors.New("the rules of the preset have changed")
)

// ReplayError is why a stored game does not replay.
type ReplayError struct {
	// Ply is the ply that is refused, counted from 1; for a result, which wraps
	// [ErrResult], the number of plies before it.
	Ply int
	// Err is why: a [*MoveError], a [*ParseError] for what is no move, or what
	// wraps [ErrResult].
	Err error
}

// Error says at which ply the game does not replay, and why.
func (e *ReplayError) Error() string { return fmt.Sprintf("ply %d: %v", e.Ply, e.Err) }

// Unwrap returns Err.
func (e *ReplayError) Unwrap() error { return e.Err }

// Fingerprint returns a digest of the rules alone, 32 hexadecimal digits: the
// first 16 bytes of the SHA-256 of what [Variant.MarshalJSON] writes without
// Name, Title and Base. Two rule sets have the same exactly when [Variant.Diff]
// finds no difference. It is empty for what [Variant.Validate] refuses.
func (v *Variant) Fingerprint() string {
	if v == nil {
		return ""
	}
	w := *v
	w.Name, w.Title, w.Base = "", "", ""
	data, err := w.MarshalJSON()
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// storedGame is the form of a game in JSON.
type storedGame struct {
	Variant     any       `json:"variant"`
	Fingerprint string    `json:"fingerprint,omitempty"`
	Start       *Position `json:"start,omitempty"`
	Pass        bool      `json:"letRepetitionPass,omitempty"`
	Moves       []Move    `json:"moves"`
	Result      Result    `json:"result"`
}

// MarshalJSON returns the game as JSON, as [ParseGame] reads it:
//
//	{"variant": "federation", "fingerprint": "…", "moves": ["d1-c1"], "result": "open"}
//
// The variant is the name of a preset, with the [Variant.Fingerprint] of its
// rules, or else the whole rule set, as a variant's own JSON has it; "start" is
// there if the game does not start as the rules say, and "letRepetitionPass" is
// true for a game made with [LetRepetitionPass]. What was undone and a draw that is offered
// are not stored. It refuses the zero Game with [ErrNoVariant].
func (g Game) MarshalJSON() ([]byte, error) {
	if !g.line.made() {
		return nil, ErrNoVariant
	}
	v := &g.line.v
	s := storedGame{Variant: v, Pass: g.line.passes, Moves: g.Played(), Result: g.Result()}
	if p, err := Preset(v.Name); err == nil && *p == *v {
		s.Variant, s.Fingerprint = v.Name, v.Fingerprint()
	}
	if start := g.line.start; start != v.Start {
		s.Start = &start
	}
	if s.Moves == nil {
		s.Moves = []Move{}
	}
	return json.Marshal(s)
}

// UnmarshalJSON reads what MarshalJSON writes, as [ParseGame] does.
func (g *Game) UnmarshalJSON(data []byte) error {
	h, err := ParseGame(data)
	if err == nil {
		*g = *h
	}
	return err
}

// ParseGame reads a game from JSON, as [Game.MarshalJSON] writes it, and replays it
// through its rules, so that what it returns is a game that can have been played. A
// move that is not legal in its turn, and a result that neither the rules nor the
// players' words bring about, are refused with a [*ReplayError]; a preset that is
// not known with [ErrNoPreset], one whose rules have changed since with
// [ErrFingerprint]; what is no JSON with a [*ParseError]; unknown, double and
// missing fields and values of the wrong kind with a [*ValidationError].
func ParseGame(data []byte) (*Game, error) {
	const what = "game"
	all, err := parseObject(what, data)
	if err != nil {
		return nil, err
	}
	r, err := readGame(all)
	if err != nil {
		return nil, err
	}
	v, err := r.rules()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	start := v.Start
	if r.start != nil {
		start = *r.start
	}
	var options []LineOption
	if r.pass {
		options = append(options, LetRepetitionPass)
	}
	g, err := NewGameFrom(v, start, options...)
	if err != nil {
		return nil, fmt.Errorf("%s: start: %w", what, err)
	}
	for i, text := range r.moves {
		m, err := ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return nil, &ReplayError{i + 1, err}
		}
	}
	if err := g.End(r.result); err != nil {
		return nil, &ReplayError{g.Plies(), err}
	}
	return g, nil
}

// gameReader gathers a stored game from JSON.
type gameReader struct {
	variant     json.RawMessage
	fingerprint *string
	start       *Position
	pass        bool
	moves       []string
	result      Result
}

// readGame reads the fields of an object, which is known to be sound JSON.
func readGame(data []byte) (r gameReader, err error) {
	to := func(x any) func([]byte) error {
		return func(text []byte) error { return json.Unmarshal(text, x) }
	}
	o := objectReader{members: []member{
		{"variant", "the name of a preset or a rule set", to(&r.variant)},
		{"fingerprint", "a text", to(&r.fingerprint)},
		{"start", "a position", to(&r.start)},
		{"letRepetitionPass", "true or false", to(&r.pass)},
		{"moves", "a list of moves", to(&r.moves)},
		{"result", `a result, "open" for a game that goes on`, to(&r.result)},
	}}
	o.object("", data)
	for _, m := range o.members {
		if m.path == "variant" || m.path == "moves" || m.path == "result" {
			o.require(m.path, m.want)
		}
	}
	ps := &o.problems
	named := len(r.variant) > 0 && r.variant[0] == '"'
	switch {
	case len(r.variant) > 0 && !named && r.variant[0] != '{':
		ps.add("variant", "want the name of a preset or a rule set")
	case named && r.fingerprint == nil:
		var name string
		why := "missing; a preset has one"
		if json.Unmarshal(r.variant, &name) == nil {
			if v, err := Preset(name); err == nil {
				why = fmt.Sprintf("missing; that of %s is %q", name, v.Fingerprint())
			}
		}
		ps.add("fingerprint", "%s", why)
	case len(r.variant) > 0 && !named && r.fingerprint != nil:
		ps.add("fingerprint", "must be absent, the rules are given whole")
	}
	return r, ps.err("game")
}

// rules returns the rules of the stored game.
func (r *gameReader) rules() (*Variant, error) {
	if r.variant[0] == '{' {
		return ParseVariant(r.variant)
	}
	var name string
	if err := json.Unmarshal(r.variant, &name); err != nil {
		return nil, err
	}
	v, err := Preset(name)
	if err != nil {
		return nil, err
	}
	if now := v.Fingerprint(); now != *r.fingerprint {
		return nil, fmt.Errorf("%w: %s was %q and is %q", ErrFingerprint, name, *r.fingerprint, now)
	}
	return v, nil
}
