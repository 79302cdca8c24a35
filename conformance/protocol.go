// Package conformance finds out where another program has other rules than the
// library.
//
// An author of a Go program writes a test:
//
//	func TestRules(t *testing.T) {
//		conformance.Check(t, conformance.EngineFunc(answer), "federation")
//	}
//
// where answer answers a [Question] by an [Answer]. Programs in other languages
// answer the same questions as lines of JSON, which docs/protocol.md describes;
// [Suite.AskProgram] runs them, as the command conform does.
//
// Every difference is told once, as a [Finding]: the rule that decides, the clause
// that it follows and what it rests on, with the smallest position found that
// shows it. A difference where the documents leave the rule open is told apart from
// a wrong answer.
package conformance

import (
	"encoding/json"
	"strings"

	"example.com/brandubh"
)

// Version is the version of the protocol.
const Version = 1

// Question is one question of the protocol. It names a rule set, by Preset or as
// Variant, and asks one of four things: what a Move does in a Position, which moves
// a Position has, where a game stands after Moves, or how many lines of moves there
// are, 1 to Perft deep.
type Question struct {
	ID       json.RawMessage    `json:"id,omitempty"`
	Preset   string             `json:"preset,omitempty"`
	Variant  json.RawMessage    `json:"variant,omitempty"`
	Position *brandubh.Position `json:"position,omitempty"`
	Move     *brandubh.Move     `json:"move,omitempty"`
	Moves    *[]brandubh.Move   `json:"moves,omitempty"`
	Perft    *int               `json:"perft,omitempty"`
}

// Kind returns the name of what is asked: "move", "moves", "game" or "perft".
func (q *Question) Kind() string { return kindNames[q.kind()] }

type kind int

const (
	kindMoves kind = iota + 1
	kindMove
	kindGame
	kindPerft
)

var kindNames = [...]string{kindMoves: "moves", kindMove: "move", kindGame: "game", kindPerft: "perft"}

// order is the order in which kinds are asked, and shown as examples: what many
// programs know comes first, so that one that dies on the others has answered that.
func (k kind) order() int {
	return [...]int{kindMove: 0, kindMoves: 1, kindGame: 2, kindPerft: 3}[k]
}

func (q *Question) kind() kind {
	switch {
	case q.Moves != nil:
		return kindGame
	case q.Move != nil:
		return kindMove
	case q.Perft != nil:
		return kindPerft
	}
	return kindMoves
}

// Answer is the answer to a question. Only the fields of the question's kind count.
//
// A program need not say everything: what it never says in any answer (the captures
// of a move, say, or the end of a game or its reason) is not compared.
type Answer struct {
	// Moves is every legal move, sorted as text.
	Moves []string `json:"moves,omitzero"`

	// Legal reports whether the move is legal. If it is, Captures is the squares of
	// what it captures, a1 b1 … g7, the king's among them, and After the position
	// after it, with the side to move.
	Legal    *bool    `json:"legal,omitzero"`
	Captures []string `json:"captures,omitzero"`
	After    string   `json:"after,omitzero"`

	// Plies is how many moves of the game were played before it ended, and Position
	// where it stands then. IllegalAt is the number, from 1, of the move that is
	// illegal, 0 if none is; Plies and Position do not count then.
	Plies     *int   `json:"plies,omitzero"`
	Position  string `json:"position,omitzero"`
	IllegalAt int    `json:"illegal_at,omitzero"`

	// End is how the position, the position after the move, or the game ended, nil
	// if it goes on.
	End *End `json:"end,omitzero"`

	// Counts is the number of lines of 1, 2, … legal moves.
	Counts []uint64 `json:"counts,omitzero"`

	// Error says why there is no answer: the program does not know the rule set, or
	// this kind of question.
	Error string `json:"error,omitzero"`
}

// End is how a game ended.
type End struct {
	// Winner is "attackers", "defenders" or "none".
	Winner string `json:"winner"`
	// Reason is "escape", "king-captured", "enclosed", "no-moves" or "repetition",
	// "" if the program does not say.
	Reason string `json:"reason,omitempty"`
}

// UnmarshalJSON reads an end; what is not a text is kept as JSON, to be shown.
func (e *End) UnmarshalJSON(data []byte) error {
	var parts struct{ Winner, Reason json.RawMessage }
	if json.Unmarshal(data, &parts) != nil {
		*e = End{string(data), string(data)}
		return nil
	}
	text := func(raw json.RawMessage) string {
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return string(raw)
		}
		return s
	}
	*e = End{text(parts.Winner), text(parts.Reason)}
	return nil
}

// Hello is what a program may say of itself, as a line before its first answer: the
// version of the protocol, its name, and the kinds of question and the presets that
// it knows. An empty list leaves that open.
type Hello struct {
	Protocol int      `json:"protocol"`
	Name     string   `json:"name,omitempty"`
	Kinds    []string `json:"kinds,omitempty"`
	Presets  []string `json:"presets,omitempty"`
}

// String returns the answer as JSON.
func (a *Answer) String() string {
	if a == nil {
		return "none"
	}
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(a); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(text.String())
}

// Engine is a program that answers questions. It answers what it does not know with
// an error.
type Engine interface {
	Answer(q Question) Answer
}

// EngineFunc is an [Engine] made of a function.
type EngineFunc func(q Question) Answer

// Answer calls the function.
func (f EngineFunc) Answer(q Question) Answer { return f(q) }
