package brandubh

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// ErrFingerprint: a preset has other rules than when the game was stored.
var ErrFingerprint = errors.New("the rules of the preset have changed")

// ReplayError is why a stored game does not replay.
type ReplayError struct {
	// Ply is the ply that is refused, counted from 1; for a draw offer or a result,
	// the number of plies before it.
	Ply int
	// Err is why: a [*MoveError], a [*ParseError] for what is no move, what
	// [Game.OfferDraw] returns for a draw offer, or what wraps [ErrResult].
	Err error
}

// Error says at which ply the game does not replay, and why.
func (e *ReplayError) Error() string {
	if e == nil {
		return "no error"
	}
	return fmt.Sprintf("ply %d: %v", e.Ply, e.Err)
}

// Unwrap returns Err.
func (e *ReplayError) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// MarshalJSON returns the error as an object: its code "replay", the message, the
// ply, and the code of Err as "cause".
func (e *ReplayError) MarshalJSON() ([]byte, error) {
	if e == nil {
		return []byte("null"), nil
	}
	return json.Marshal(struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Ply     int    `json:"ply"`
		Cause   string `json:"cause,omitempty"`
	}{Code(e), e.Error(), e.Ply, Code(e.Err)})
}

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

// gameFormat is the number of the form in which games are stored. A form that an
// older version of this package would read as another game has another number.
const gameFormat = "1"

// MarshalJSON returns the game as JSON, as [ParseGame] reads it:
//
//	{"format": 1, "variant": "federation", "fingerprint": "…", "moves": ["d1-c1"], "result": "open"}
//
// The variant is the name of a preset, with the [Variant.Fingerprint] of its
// rules, or else the whole rule set, as a variant's own JSON has it. There are
// three more fields where they are needed: "start", if the game does not start as
// the rules say; "letRepetitionPass", true for a game made with
// [LetRepetitionPass]; "offer", the side whose draw offer stands. What was undone
// is not stored. It refuses the zero Game with [ErrNoVariant].
func (g Game) MarshalJSON() ([]byte, error) {
	l := &g.line
	if !l.made() {
		return nil, ErrNoVariant
	}
	moves := l.moves.list()
	b := make([]byte, 0, 256+len(`"d1-c1",`)*len(moves))
	b = append(b, `{"format":`+gameFormat+`,"variant":`...)
	if p := findPreset(l.v.Name); p != nil && p.read() == nil && p.v == l.v {
		b = append(b, `"`+p.name+`","fingerprint":"`+p.fingerprint+`"`...)
	} else {
		rules, err := l.v.MarshalJSON()
		if err != nil {
			return nil, err
		}
		b = append(b, rules...)
	}
	if l.first != l.v.Start {
		b = append(b, `,"start":"`...)
		b = append(l.first.append(b), '"')
	}
	if l.passes {
		b = append(b, `,"letRepetitionPass":true`...)
	}
	b = append(b, `,"moves":[`...)
	for i, m := range moves {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(m.append(append(b, '"')), '"')
	}
	b = append(b, ']')
	if g.offer != NoSide {
		b = append(b, `,"offer":"`+g.offer.String()+`"`...)
	}
	return append(b, `,"result":"`+g.Result().String()+`"}`...), nil
}

// UnmarshalJSON reads what MarshalJSON writes, as [ParseGame] does. JSON null
// leaves the game as it is.
func (g *Game) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	h, err := ParseGame(data)
	if err == nil {
		*g = *h
	}
	return err
}

// ParseGame reads a game from JSON, as [Game.MarshalJSON] writes it, and replays it
// through its rules, so that what it returns is a game that can have been played.
//
// It refuses text that is no JSON object with a [*ParseError]; unknown, double and
// missing fields and values of the wrong kind with a [*ValidationError]; a preset
// that is not known with [ErrNoPreset], and one whose rules have changed since with
// [ErrFingerprint]; a move that is not legal in its turn, a draw offer that cannot
// be made, and a result that neither the rules nor the players bring about with a
// [*ReplayError].
//
// Rules that are given whole may carry the name of a preset and be others:
// [Variant.IsPreset] tells.
func ParseGame(data []byte) (*Game, error) { return parseGame(nil, data) }

// ParseGameUnder reads a game as [ParseGame] does, but replays it under the rules v,
// whatever rules it was stored with. It is for games whose preset has changed since:
// a site that keeps the old rule set can go on with them.
func ParseGameUnder(v *Variant, data []byte) (*Game, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	return parseGame(v, data)
}

// parseGame reads a game and replays it under v, which is sound, or under its own
// rules for nil.
func parseGame(v *Variant, data []byte) (*Game, error) {
	object, err := parseObject("game", data)
	if err != nil {
		return nil, err
	}
	var r storedGame
	if err := r.read(object, v == nil); err != nil {
		return nil, err
	}
	if v == nil {
		if v, err = r.rules(); err != nil {
			return nil, fmt.Errorf("game: %w", err)
		}
	}
	start := v.Start
	if r.start != nil {
		start = *r.start
		if err := v.ValidateStart(start); err != nil {
			return nil, fmt.Errorf("game: start: %w", err)
		}
	}
	g := new(Game)
	g.line.startSound(v, start, r.passes)
	g.line.index, g.line.owner = g.line.makeIndex(len(r.moves)), &g.line
	for i, m := range r.moves {
		if err := g.line.Play(m); err != nil {
			return nil, &ReplayError{i + 1, err}
		}
	}
	if r.unread != nil {
		return nil, r.unread
	}
	if r.offer != NoSide {
		if err := g.OfferDraw(r.offer); err != nil {
			return nil, &ReplayError{g.Plies(), err}
		}
	}
	if err := g.End(r.result); err != nil {
		return nil, &ReplayError{g.Plies(), err}
	}
	if g.offer != r.offer {
		return nil, &ReplayError{g.Plies(), fmt.Errorf("a draw offer: %w", ErrGameOver)}
	}
	return g, nil
}

// storedGame is a game as it is stored.
type storedGame struct {
	name        string // of the preset, if the rules are not given whole
	whole       []byte // the rules
	fingerprint string
	start       *Position // nil if it is that of the rules
	passes      bool
	moves       []Move
	unread      error // why the move after them cannot be read; nil if there is none
	offer       Side
	result      Result
}

// storedMembers is the members of a stored game.
var storedMembers = []member[storedGame]{
	{"format", gameFormat, func(_ *storedGame, text []byte) error {
		if string(text) != gameFormat {
			return errValue
		}
		return nil
	}},
	{"variant", "the name of a preset or a rule set", func(s *storedGame, text []byte) error {
		switch text[0] {
		case '"':
			s.name = textOf(string(text))
		case '{':
			s.whole = text
		default:
			return errValue
		}
		return nil
	}},
	{"fingerprint", "a text", func(s *storedGame, text []byte) error {
		return readText(text, func(text string) error {
			s.fingerprint = text
			return nil
		})
	}},
	{"start", "a position", func(s *storedGame, text []byte) error {
		return readText(text, func(text string) error {
			p, err := ParsePosition(text)
			s.start = &p
			return err
		})
	}},
	{"letRepetitionPass", "true or false", func(s *storedGame, text []byte) error {
		switch string(text) {
		case "true":
			s.passes = true
		case "false":
		default:
			return errValue
		}
		return nil
	}},
	{"moves", "a list of moves", func(s *storedGame, text []byte) error {
		if text[0] != '[' {
			return errValue
		}
		s.moves = make([]Move, 0, len(text)/len(`"d1-c1",`)+1)
		for quoted := range elements(string(text)) {
			if quoted[0] != '"' {
				return errValue
			}
			if s.unread != nil {
				continue
			}
			m, err := ParseMove(textOf(quoted))
			if err != nil {
				s.unread = &ReplayError{len(s.moves) + 1, err}
				continue
			}
			s.moves = append(s.moves, m)
		}
		return nil
	}},
	{"offer", "attackers or defenders", func(s *storedGame, text []byte) error {
		return readText(text, func(text string) (err error) {
			if s.offer, err = ParseSide(text); err != nil || s.offer == NoSide {
				return errValue
			}
			return nil
		})
	}},
	{"result", `a result, "open" for a game that goes on`, func(s *storedGame, text []byte) error {
		return readText(text, func(text string) (err error) {
			s.result, err = ParseResult(text)
			return err
		})
	}},
}

// errValue is why a value is refused where the member says what it wants.
var errValue = errors.New("another value is wanted")

// readText reads a JSON string.
func readText(text []byte, read func(string) error) error {
	if text[0] != '"' {
		return errValue
	}
	return read(textOf(string(text)))
}

// read reads the members of the object, which is sound JSON. Where the rules of the
// game are not wanted, its fingerprint does not matter.
func (s *storedGame) read(object []byte, rules bool) error {
	r := objectReader[storedGame]{to: s, members: storedMembers}
	r.object("", object)
	for _, m := range storedMembers {
		switch m.path {
		case "format", "variant", "moves", "result":
			r.require(m.path, m.want)
		}
	}
	switch {
	case s.whole != nil && r.has("fingerprint"):
		r.refuse("fingerprint", "must be absent, the rules are given whole")
	case s.whole == nil && r.has("variant") && !r.refused("variant") && !r.has("fingerprint") && rules:
		why := "missing; a preset has one"
		if v, err := Preset(s.name); err == nil {
			why = fmt.Sprintf("missing; that of %s is %q", s.name, v.Fingerprint())
		}
		r.refuse("fingerprint", "%s", why)
	}
	return r.problems.err("game")
}

// rules returns the rules of the stored game.
func (s *storedGame) rules() (*Variant, error) {
	if s.whole != nil {
		return ParseVariant(s.whole)
	}
	v, err := Preset(s.name)
	if err != nil {
		return nil, err
	}
	if now := findPreset(s.name).fingerprint; now != s.fingerprint {
		return nil, fmt.Errorf("%w: %s was %q and is %q", ErrFingerprint, s.name, shortened(s.fingerprint), now)
	}
	return v, nil
}
