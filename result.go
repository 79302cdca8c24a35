package brandubh

import (
	"errors"
	"fmt"
	"strings"
)

// Result is how a game stands: who has won, and why. The zero Result is "not
// over". A draw has a reason and no winner. A game that was aborted has no winner
// either, but is no draw.
type Result struct {
	Winner Side
	Reason Reason
}

// Over reports whether the game is over.
func (r Result) Over() bool { return r.Reason != NoReason }

// Reason is why a game is over.
type Reason uint8

// The reasons. The first four are found on the board, the fifth in the history
// of the game, the others in what the players say.
const (
	NoReason     Reason = iota // "none": the game is not over
	Escape                     // "escape": the king stands on a goal square (common 7)
	KingCaptured               // "king-captured": there is no king (common 8)
	Enclosed                   // "enclosed": the defenders are walled in (enclosure)
	NoMovesLeft                // "no-moves": the side to move has no legal move (noMoves)
	Repeated                   // "repetition": play has repeated itself (repetition)
	Agreed                     // "agreement": the players agreed on a draw (agreement)
	Resigned                   // "resignation"
	OutOfTime                  // "time"
	Forfeited                  // "forfeit"
	Aborted                    // "aborted": the game was broken off, which nobody wins and is no draw
)

var reasonWords = words[Reason]{"Reason", "reason", []string{"none", "escape", "king-captured", "enclosed", "no-moves", "repetition", "agreement", "resignation", "time", "forfeit", "aborted"}}

// String returns the reason as text: none, escape, king-captured, enclosed, no-
// moves, repetition, agreement, resignation, time, forfeit or aborted.
func (r Reason) String() string { return reasonWords.text(r) }

// MarshalText returns the reason as String does. It refuses an invalid value.
func (r Reason) MarshalText() ([]byte, error) { return reasonWords.marshal(r) }

// UnmarshalText reads what MarshalText writes.
func (r *Reason) UnmarshalText(text []byte) error { return reasonWords.unmarshal(r, text) }

// Result returns how the position stands by itself; the repetition rule, which
// needs the history, is left to the Game. The first of these that holds counts:
// no king on the board: captured; the king on a goal square: escaped, whoever is
// to move; the defenders to move and enclosed, where the rules know enclosure;
// the side to move without a legal move: as NoMoves says.
//
// With nobody to move only the first two are asked. A nil Variant knows no end.
func (v *Variant) Result(p Position) Result {
	switch {
	case v == nil:
		return Result{}
	case p.king == 0:
		return Result{Attackers, KingCaptured}
	case p.king&v.goal() != 0:
		return Result{Defenders, Escape}
	case p.turn == NoSide:
		return Result{}
	case v.Enclosure && p.turn == Defenders && enclosed(p):
		return Result{Attackers, Enclosed}
	case v.mobile(p):
		return Result{}
	case v.NoMoves == NoMovesDraws:
		return Result{NoSide, NoMovesLeft}
	}
	return Result{p.turn.Opponent(), NoMovesLeft}
}

// mobile reports whether the side to move can move a piece, in a position in play.
func (v *Variant) mobile(p Position) bool {
	// Nearly always a piece has an empty square beside it that has no rules of its own.
	if p.Side(p.turn).Neighbours()&^(p.occupied()|Throne|Corners) != 0 {
		return true
	}
	for b := p.Side(p.turn); b != 0; b &= b - 1 {
		if from := b.first(); v.movement(p.At(from)).reach(p, from) != 0 {
			return true
		}
	}
	return false
}

// Result as text: "open", "attackers king-captured", "draw no-moves", "aborted".
const (
	openText    = "open"
	drawText    = "draw"
	abortedText = "aborted"
)

// ParseResult reads a result: "open", or who has won and why, as in "attackers
// king-captured" or "defenders escape", or for a draw "draw no-moves", or "aborted".
// It refuses a draw for a reason by which somebody wins, as "draw resignation", and
// a winner by agreement.
func ParseResult(text string) (Result, error) {
	fail := func(at int, why string) (Result, error) {
		return Result{}, &ParseError{"result", text, at, why}
	}
	switch text {
	case openText:
		return Result{}, nil
	case abortedText:
		return Result{NoSide, Aborted}, nil
	}
	winner, reason, ok := strings.Cut(text, " ")
	if !ok {
		return fail(0, "want open, aborted, or attackers, defenders or draw and a reason")
	}
	var r Result
	if winner != drawText {
		if err := r.Winner.UnmarshalText([]byte(winner)); err != nil || r.Winner == NoSide {
			return fail(0, "want attackers, defenders or draw")
		}
	}
	if err := r.Reason.UnmarshalText([]byte(reason)); err != nil || r.Reason == NoReason || r.Reason == Aborted {
		return fail(len(winner)+1, "want one of "+strings.Join(reasonWords.list[1:Aborted], ", "))
	}
	if why := r.impossible(); why != "" {
		return fail(len(winner)+1, why)
	}
	return r, nil
}

// impossible says why the reason does not go with the winner; it is empty if it does.
func (r Result) impossible() string {
	switch r.Reason {
	case Escape, KingCaptured, Enclosed, Resigned, OutOfTime, Forfeited:
		if r.Winner == NoSide {
			return r.Reason.String() + " has a winner and is no draw"
		}
	case Agreed, Aborted:
		if r.Winner != NoSide {
			return r.Reason.String() + " has no winner"
		}
	}
	return ""
}

// String returns the result as the text that [ParseResult] reads.
func (r Result) String() string {
	text, err := r.MarshalText()
	if err != nil {
		return fmt.Sprintf("Result(%v, %v)", r.Winner, r.Reason)
	}
	return string(text)
}

// MarshalText returns the result as the text that [ParseResult] reads. It
// refuses a winner without a reason, a reason that does not go with the winner, as
// [ParseResult] does, and invalid values.
func (r Result) MarshalText() ([]byte, error) {
	switch r {
	case Result{}:
		return []byte(openText), nil
	case Result{NoSide, Aborted}:
		return []byte(abortedText), nil
	}
	winner, err := r.Winner.MarshalText()
	switch {
	case err != nil:
		return nil, err
	case r.Reason == NoReason:
		return nil, errors.New("a result with a winner and no reason")
	case r.impossible() != "":
		return nil, errors.New(r.impossible())
	case r.Winner == NoSide:
		winner = []byte(drawText)
	}
	reason, err := r.Reason.MarshalText()
	return append(append(winner, ' '), reason...), err
}

// UnmarshalText reads what MarshalText writes, as [ParseResult] does.
func (r *Result) UnmarshalText(text []byte) error { return unmarshal(r, text, ParseResult) }

// Sentence says how the game stands in a few plain words: "the attackers win:
// the king is captured".
func (r Result) Sentence() string {
	switch {
	case !r.Over():
		return "the game goes on"
	case r == Result{NoSide, Aborted}:
		return "the game was aborted"
	}
	var who string
	switch r.Winner {
	case Attackers, Defenders:
		who = "the " + r.Winner.String() + " win: "
	default:
		who = "a draw: "
	}
	if int(r.Reason) >= len(reasonSentences) {
		return who + r.Reason.String()
	}
	return who + reasonSentences[r.Reason]
}

var reasonSentences = [...]string{
	Escape:       "the king has escaped",
	KingCaptured: "the king is captured",
	Enclosed:     "the king's side is walled in",
	NoMovesLeft:  "the side to move has no legal move",
	Repeated:     "play has repeated itself",
	Agreed:       "the players agreed on it",
	Resigned:     "the other side resigned",
	OutOfTime:    "the other side ran out of time",
	Forfeited:    "the other side forfeited the game",
	Aborted:      "the game was aborted",
}
