package brandubh

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Move is a piece going from one square to another. A Move does not say what it
// captures, because that follows from the position and the rules
// ([Variant.Captures]). The zero Move, a1-a1, is legal nowhere.
type Move struct{ From, To Square }

// ParseMove reads a move, two squares with a dash between them: "d1-b1".
// It does not ask whether the move is legal anywhere. Other people's spellings
// are read by other functions.
func ParseMove(text string) (Move, error) {
	const form = "want two squares with a dash between them, as in d1-b1"
	from, ok := readSquare(text)
	if !ok {
		return Move{}, &ParseError{"move", text, 0, form}
	}
	if len(text) < 3 || text[2] != '-' {
		return Move{}, &ParseError{"move", text, 2, form}
	}
	to, ok := readSquare(text[3:])
	if !ok {
		return Move{}, &ParseError{"move", text, 3, form}
	}
	if len(text) > 5 {
		return Move{}, &ParseError{"move", text, 5, "something follows the move"}
	}
	return Move{from, to}, nil
}

// String returns the move as text, "d1-b1".
func (m Move) String() string {
	if !m.From.Valid() || !m.To.Valid() {
		return m.From.String() + "-" + m.To.String()
	}
	return string(m.append(make([]byte, 0, 5)))
}

func (m Move) append(b []byte) []byte { return m.To.append(append(m.From.append(b), '-')) }

// MarshalText returns the move as text, "d1-b1". It refuses a move with a square
// off the board ([ErrOffBoard]).
func (m Move) MarshalText() ([]byte, error) {
	if !m.From.Valid() || !m.To.Valid() {
		return nil, fmt.Errorf("move %v: %w", m, ErrOffBoard)
	}
	return m.append(nil), nil
}

// UnmarshalText reads what MarshalText writes, as [ParseMove] does.
func (m *Move) UnmarshalText(text []byte) error { return unmarshal(m, text, ParseMove) }

// MoveIndices is the number of moves that there can be, under any rules: from
// each of the 49 squares to the twelve others of its rank and file. It is the
// length of a vector with a value for every move.
const MoveIndices = Size * Size * lineMoves

const lineMoves = 2 * (Size - 1)

// Index returns the place of the move among all moves along a rank or file, 0 to
// [MoveIndices]-1, in square order by From and then by To, which is the order of
// [Variant.Moves]: twelve for each From. [MoveAt] is its inverse. It refuses a
// move with a square off the board ([ErrOffBoard]) and one that is not along a
// rank or file ([ErrNotALine]) with a [*MoveError].
//
// A [Symmetry] sends moves along a line to such moves, so each permutes the
// indices: that of m goes to that of s.Move(m).
func (m Move) Index() (int, error) {
	switch {
	case !m.From.Valid():
		return 0, &MoveError{Move: m, Err: ErrOffBoard, At: m.From}
	case !m.To.Valid():
		return 0, &MoveError{Move: m, Err: ErrOffBoard, At: m.To}
	case path[m.From][m.To]&^Board != 0:
		return 0, &MoveError{Move: m, Err: ErrNotALine, At: m.To}
	}
	// First the squares below on the file, then those of the rank, then above.
	rank := m.From.Rank()
	i := int(m.From) * lineMoves
	switch to := m.To.Rank(); {
	case to < rank:
		return i + to, nil
	case to > rank:
		return i + to + Size - 2, nil
	case m.To < m.From:
		return i + rank + m.To.File(), nil
	}
	return i + rank + m.To.File() - 1, nil
}

// MoveAt returns the move with that [Move.Index], and whether there is one.
func MoveAt(index int) (Move, bool) {
	if index < 0 || index >= MoveIndices {
		return Move{}, false
	}
	from, k := Square(index/lineMoves), index%lineMoves
	file, rank := from.File(), from.Rank()
	switch to := k - rank; {
	case to < 0:
		rank = k
	case to >= Size-1:
		rank = k - (Size - 2)
	case to < file:
		file = to
	default:
		file = to + 1
	}
	return Move{from, Square(rank*Size + file)}, true
}

// Why a move is refused, in the order in which [Variant.Check] looks for
// reasons. A [MoveError] wraps one of them.
var (
	// ErrNoVariant: there are no rules, the Variant is nil.
	ErrNoVariant = errors.New("no rule set")
	// ErrGameOver: the position is finished.
	ErrGameOver = errors.New("the game is over")
	// ErrOffBoard: a square is not on the board.
	ErrOffBoard = errors.New("off the board")
	// ErrNoPiece: no piece stands on the square.
	ErrNoPiece = errors.New("no piece there")
	// ErrNotYours: the piece is not of the side to move.
	ErrNotYours = errors.New("not a piece of the side to move")
	// ErrNotALine: the squares are not on one rank or file, or are the same.
	ErrNotALine = errors.New("not along a rank or file")
	// ErrBlocked: something on the way may not be passed.
	ErrBlocked = errors.New("blocked")
	// ErrMayNotStop: the piece may not stop on the throne or corner it moves to.
	ErrMayNotStop = errors.New("may not stop there")
	// ErrOutOfRange: the piece may not move that far.
	ErrOutOfRange = errors.New("out of range")
)

// MoveError is why a move is illegal. errors.Is finds Err in it.
//
// Its JSON is described in docs/json.md and docs/explanation.schema.json.
type MoveError struct {
	// Move is the move that was refused.
	Move Move
	// Err is the reason: ErrNoVariant, ErrGameOver, … ErrOutOfRange or ErrRepetition.
	Err error
	// At is the square that the reason is about: the one off the board, the one
	// without a piece, that of the wrong side's piece, the first blocked one on
	// the way, the one to stop on. For all other reasons it is the move's target.
	At Square
	// Piece is the piece that moves or was to move; for ErrBlocked the piece that
	// stands in the way, NoPiece for a throne that may not be passed.
	Piece Piece
	// Limit is the number of squares that the piece may move, for ErrOutOfRange.
	Limit uint8
	// Result is how the game ended, for ErrGameOver.
	Result Result
	// Earlier is the number of plies that had been played when the position that the
	// move brings back first stood, for ErrRepetition.
	Earlier int
}

// Error says which move is refused and why, naming the square.
func (e *MoveError) Error() string {
	if e == nil {
		return "no error"
	}
	switch e.Err {
	case ErrGameOver:
		return fmt.Sprintf("%v: the game is over: %s", e.Move, e.Result.Sentence())
	case ErrOffBoard:
		return fmt.Sprintf("%v: %v is off the board", e.Move, e.At)
	case ErrNoPiece:
		return fmt.Sprintf("%v: no piece stands on %v", e.Move, e.At)
	case ErrNotYours:
		return fmt.Sprintf("%v: the %v on %v is not of the side to move", e.Move, e.Piece, e.At)
	case ErrNotALine:
		if e.Move.From == e.Move.To {
			return fmt.Sprintf("%v: a piece may not stay where it is", e.Move)
		}
		return fmt.Sprintf("%v: not along a rank or file", e.Move)
	case ErrBlocked:
		if e.Piece == NoPiece {
			return fmt.Sprintf("%v: blocked at %v: the piece may not pass the throne", e.Move, e.At)
		}
		return fmt.Sprintf("%v: blocked at %v by the %v there", e.Move, e.At, e.Piece)
	case ErrMayNotStop:
		return fmt.Sprintf("%v: the %v may not stop on %v, %s", e.Move, e.Piece, e.At, place(e.At))
	case ErrOutOfRange:
		return fmt.Sprintf("%v: out of range: the %v moves %d at most", e.Move, e.Piece, e.Limit)
	case ErrRepetition:
		return fmt.Sprintf("%v: brings back the position after ply %d, and another legal move does not", e.Move, e.Earlier)
	}
	return fmt.Sprintf("%v: %v", e.Move, e.Err)
}

// Unwrap returns e.Err.
func (e *MoveError) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// MarshalJSON returns the error as JSON: its [Code] and its text, the move, and
// what else belongs to the reason.
func (e *MoveError) MarshalJSON() ([]byte, error) {
	if e == nil {
		return []byte("null"), nil
	}
	var square *Square
	if e.At.Valid() {
		square = &e.At
	}
	var result *Result
	var earlier *int
	switch e.Err {
	case ErrGameOver:
		result = &e.Result
	case ErrRepetition:
		earlier = &e.Earlier
	}
	return json.Marshal(struct {
		Code    string  `json:"code"`
		Message string  `json:"message"`
		Move    string  `json:"move"` // any, also one that has no text of its own
		Square  *Square `json:"square,omitempty"`
		Piece   Piece   `json:"piece,omitempty"`
		Limit   uint8   `json:"limit,omitempty"`
		Result  *Result `json:"result,omitempty"`
		Earlier *int    `json:"earlier,omitempty"`
	}{Code(e), e.Error(), e.Move.String(), square, e.Piece, e.Limit, result, earlier})
}

// MarshalJSON returns the error as JSON: its [Code] and its text, what was to be
// read, where in the text the trouble is, in bytes from 0, and what it is. The text
// that was to be read, which may be long, is left out.
func (e *ParseError) MarshalJSON() ([]byte, error) {
	if e == nil {
		return []byte("null"), nil
	}
	return json.Marshal(struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		What    string `json:"what"`
		At      int    `json:"at"`
		Why     string `json:"why"`
	}{Code(e), e.Error(), e.What, e.At, e.Why})
}

// MarshalJSON returns the error as JSON: its [Code] and its text, what was looked
// at, the problems, and the number of further ones.
func (e *ValidationError) MarshalJSON() ([]byte, error) {
	if e == nil {
		return []byte("null"), nil
	}
	type problem struct {
		Path string `json:"path"`
		Why  string `json:"why"`
	}
	list := make([]problem, len(e.Problems))
	for i, p := range e.Problems {
		list[i] = problem(p)
	}
	return json.Marshal(struct {
		Code     string    `json:"code"`
		Message  string    `json:"message"`
		What     string    `json:"what"`
		Problems []problem `json:"problems"`
		More     int       `json:"more,omitempty"`
	}{Code(e), e.Error(), e.What, list, e.More})
}

// codes has the code of every error of this package. Of an error that wraps
// several, the first in this order counts.
var codes = [...]struct {
	err  error
	code string
}{
	{ErrNoVariant, "no-rules"},
	{ErrOffBoard, "off-board"},
	{ErrNoPiece, "no-piece"},
	{ErrNotYours, "not-yours"},
	{ErrNotALine, "not-a-line"},
	{ErrBlocked, "blocked"},
	{ErrMayNotStop, "may-not-stop"},
	{ErrOutOfRange, "out-of-range"},
	{ErrRepetition, "repetition"},
	{ErrFingerprint, "fingerprint"},
	{ErrResult, "result"},
	{ErrGameOver, "game-over"},
	{ErrNotASide, "not-a-side"},
	{ErrNoAgreement, "no-agreement"},
	{ErrDrawOffer, "draw-offer"},
	{ErrNoPreset, "no-preset"},
	{ErrSyntax, "syntax"},
}

// Code returns a word that names the kind of an error of this package to
// programs: "blocked" for [ErrBlocked] and everything that wraps it, "invalid" for
// a [*ValidationError], "replay" for a [*ReplayError], whatever it wraps. All codes stand in docs/json.md, and they do not change. For
// any other error it returns the empty string.
func Code(err error) string {
	if replay := (*ReplayError)(nil); errors.As(err, &replay) {
		return "replay"
	}
	for i := range codes {
		if errors.Is(err, codes[i].err) {
			return codes[i].code
		}
	}
	if invalid := (*ValidationError)(nil); errors.As(err, &invalid) {
		return "invalid"
	}
	return ""
}

// place says in words what a square with rules of its own is.
func place(s Square) string {
	if Throne.Has(s) {
		return "the throne"
	}
	return "a corner"
}
