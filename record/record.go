package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"example.com/brandubh"
)

// Record is a recorded game as far as it could be read, or one to be written. In JSON it
// is an object with the names of its fields in lower case, for programs to show; what
// reads back is written by [Record.Format].
type Record struct {
	// Form is the form that it was read from.
	Form Form `json:"form"`
	// Rules is the rule set that it was read by.
	Rules *brandubh.Variant `json:"rules"`
	// Headers is what stands before the moves, in order, but for what the other
	// fields say: the start, the rules, the result.
	Headers []Header `json:"headers,omitempty"`
	// Start is the position that the game starts from.
	Start brandubh.Position `json:"start"`
	// Moves is the moves, all legal in turn.
	Moves []brandubh.Move `json:"moves"`
	// Result is how the game ended: as the last position has it, or else as the
	// record claims with a reason that the players can give (a resignation, time, a
	// forfeit, an agreement) or with repetition. It is the zero Result where the
	// game stops without either. Repetition is not judged here: [brandubh.Line] and
	// [brandubh.Game] do that.
	Result brandubh.Result `json:"result"`
	// Claim is what the record says about the end, true or not.
	Claim Claim `json:"claim"`
	// Comments is the remarks in the record, in order.
	Comments []Comment `json:"comments,omitempty"`
	// Clocks is the times left that the record notes, in order.
	Clocks []Clock `json:"clocks,omitempty"`
	// Variations is other lines of play that the record shows, in order.
	Variations []Variation `json:"variations,omitempty"`
	// Rest is the text that was not read: what follows the end of the game, or
	// begins with what could not be played.
	Rest string `json:"rest,omitempty"`
	// Deviations is what the record says otherwise than the rules, in order.
	Deviations []Deviation `json:"deviations,omitempty"`
}

// Header is a name and a value that stand before the moves of a record: event, site,
// date, attackers, defenders …
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Header returns the value of the first header of that name, in upper or lower case,
// and whether there is one.
func (r Record) Header(name string) (string, bool) { return headerOf(r.Headers, name) }

// Comment is a remark in a record.
type Comment struct {
	// Ply is the ply after which it stands; 0 before the first.
	Ply int `json:"ply"`
	// Text is the remark, without what encloses it.
	Text string `json:"text"`
}

// Clock is a time that a record notes after a move.
type Clock struct {
	// Ply is the ply after which it stands, counted from 1.
	Ply int `json:"ply"`
	// Left is the time that the side that made it has left, in whole tenths of a second;
	// in JSON a number of nanoseconds.
	Left time.Duration `json:"left"`
}

// Variation is a line of play that was not played, as a record shows it.
type Variation struct {
	// Ply is the ply that its first move is an alternative to, counted from 1.
	Ply int `json:"ply"`
	// Moves is the moves, all legal in turn.
	Moves []brandubh.Move `json:"moves"`
	// Comments is the remarks in it; their plies count from the start of the game.
	Comments []Comment `json:"comments,omitempty"`
	// Clocks is the times in it, counted in the same way.
	Clocks []Clock `json:"clocks,omitempty"`
	// Variations is the lines that it shows for its own moves.
	Variations []Variation `json:"variations,omitempty"`
	// Rest is the text that could not be played.
	Rest string `json:"rest,omitempty"`
}

// DeviationKind is what kind of thing a record says otherwise than the rules.
type DeviationKind uint8

const (
	// KindText ("text"): how the record is written: a square named twice, a move
	// number that does not fit.
	KindText DeviationKind = iota
	// KindCaptures ("captures"): it captures other pieces than the rules.
	KindCaptures
	// KindPiece ("piece"): it marks as the king what is not the king.
	KindPiece
	// KindSymbol ("symbol"): its +, ++, - or -- is not so.
	KindSymbol
	// KindAfterEnd ("after-end"): it goes on where the rules end the game.
	KindAfterEnd
	// KindAfterClaim ("after-claim"): it goes on after it has said how the game ended.
	KindAfterClaim
	// KindResult ("result"): it claims another result than the rules, or two.
	KindResult
	// KindRules ("rules"): its rules are not quite what they seem, or not quite
	// what this package knows.
	KindRules
	// KindVariation ("variation"): a variation in it cannot be played.
	KindVariation
	// KindUnread ("unread"): what looks like moves stands in a comment and was not
	// read.
	KindUnread
)

var deviationKinds = []string{"text", "captures", "piece", "symbol", "after-end", "after-claim", "result", "rules", "variation", "unread"}

// String returns the kind as text: text, captures, piece, symbol, after-end,
// after-claim, result, rules, variation or unread.
func (k DeviationKind) String() string { return wordOf("DeviationKind", deviationKinds, uint8(k)) }

// MarshalText returns the kind as String does.
func (k DeviationKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Deviation is one point in which a record differs from the rules, or from what
// this package can say. In JSON it is an object with the names of its fields in
// lower case; line and column are absent where there is no place.
type Deviation struct {
	// Ply is the ply that it is about, counted from 1; 0 for the record as a whole.
	Ply int
	// Kind is what kind of deviation it is.
	Kind DeviationKind
	// Place is where in the text it is; the zero Place for none.
	Place Place
	// Token is the piece of the record that deviates, as it is written there.
	Token string
	// Why says what the rules say instead.
	Why string
}

// String says where the record deviates and how: `ply 3, "d5-c5x1": …`.
func (d Deviation) String() string {
	where := strconv.Quote(d.Token)
	if d.Ply > 0 {
		where = fmt.Sprintf("ply %d, %s", d.Ply, where)
	}
	return where + ": " + d.Why
}

// MarshalJSON returns the deviation as an object.
func (d Deviation) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Ply    int           `json:"ply"`
		Kind   DeviationKind `json:"kind"`
		Line   int           `json:"line,omitempty"`
		Column int           `json:"column,omitempty"`
		Token  string        `json:"token"`
		Why    string        `json:"why"`
	}{d.Ply, d.Kind, d.Place.Line, d.Place.Column, d.Token, d.Why})
}

// FromGame returns a game as a record, with its rules, start, moves and result.
func FromGame(g *brandubh.Game) Record {
	start, _ := g.PositionAfter(0)
	return Record{Form: GameJSON, Rules: g.Variant(), Start: start, Moves: g.Played(), Result: g.Result()}
}

// Game returns the record as a game under its rules. Where the record plays on past
// a repetition by which the rules end the game or that they forbid, the rule is let
// pass ([brandubh.LetRepetitionPass]). A result that the rules do not know, an agreed
// draw under many, is left out, and the game goes on. It refuses what
// [brandubh.NewGameFrom] refuses, and moves that are illegal or come after the end
// with a [*brandubh.ReplayError].
func (r Record) Game() (*brandubh.Game, error) {
	g, err := r.game()
	var replay *brandubh.ReplayError
	if errors.As(err, &replay) {
		if g, err = r.game(brandubh.LetRepetitionPass); err != nil {
			return nil, err
		}
	}
	if err == nil {
		_ = g.End(r.Result)
	}
	return g, err
}

func (r Record) game(options ...brandubh.LineOption) (*brandubh.Game, error) {
	g, err := brandubh.NewGameFrom(r.Rules, r.Start, options...)
	if err != nil {
		return nil, err
	}
	for i, m := range r.Moves {
		if err := g.Play(m); err != nil {
			return nil, &brandubh.ReplayError{Ply: i + 1, Err: err}
		}
	}
	return g, nil
}

// wordOf returns the word for a value, or the type and the number.
func wordOf(what string, words []string, i uint8) string {
	if int(i) >= len(words) {
		return fmt.Sprintf("%s(%d)", what, i)
	}
	return words[i]
}
