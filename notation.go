package brandubh

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// ErrSyntax is what every [ParseError] wraps: a text is not of its form.
var ErrSyntax = errors.New("syntax error")

// ParseError is why a text could not be read. errors.Is finds [ErrSyntax] in it.
type ParseError struct {
	// What is the kind of thing that was to be read: "square", "move", "position" …
	What string
	// Text is the text as it was given.
	Text string
	// At is where in Text the trouble is, in bytes from 0.
	At int
	// Why says what is wrong there.
	Why string
}

// Error says what could not be read, where, and why.
func (e *ParseError) Error() string {
	text := e.Text
	if len(text) > 100 {
		text = text[:100] + "…"
	}
	return fmt.Sprintf("%s %q, byte %d: %s", e.What, text, e.At, e.Why)
}

// Unwrap returns [ErrSyntax].
func (e *ParseError) Unwrap() error { return ErrSyntax }

// ParseSquare reads a square, a file a to g and a rank 1 to 7: "d4".
func ParseSquare(text string) (Square, error) {
	s, ok := readSquare(text)
	if !ok || len(text) != 2 {
		return 0, &ParseError{"square", text, 0, "want a file a to g and a rank 1 to 7, as in d4"}
	}
	return s, nil
}

// readSquare reads the square at the start of a text.
func readSquare[T string | []byte](text T) (Square, bool) {
	if len(text) < 2 {
		return 0, false
	}
	return SquareAt(int(text[0])-'a', int(text[1])-'1')
}

// String returns the square as text, "d4"; "Square(60)" for one off the board.
func (s Square) String() string {
	if !s.Valid() {
		return fmt.Sprintf("Square(%d)", uint8(s))
	}
	return string(s.append(nil))
}

func (s Square) append(b []byte) []byte {
	return append(b, 'a'+byte(s.File()), '1'+byte(s.Rank()))
}

// AppendText appends the square as text, "d4". It refuses one off the board.
func (s Square) AppendText(b []byte) ([]byte, error) {
	if !s.Valid() {
		return b, fmt.Errorf("%v: %w", s, ErrOffBoard)
	}
	return s.append(b), nil
}

// MarshalText returns the square as text, "d4". It refuses one off the board.
func (s Square) MarshalText() ([]byte, error) { return s.AppendText(nil) }

// UnmarshalText reads what MarshalText writes, as [ParseSquare] does.
func (s *Square) UnmarshalText(text []byte) error { return unmarshal(s, text, ParseSquare) }

// unmarshal leaves the old value where the text is refused.
func unmarshal[T any](to *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*to = x
	}
	return err
}

// AppendText appends the squares of b in square order with blanks between
// them, "a1 d4 g7". It refuses a set with bits beyond the board.
func (b Bitboard) AppendText(text []byte) ([]byte, error) {
	if b&^Board != 0 {
		return text, fmt.Errorf("bitboard %#x has squares %w", uint64(b), ErrOffBoard)
	}
	return append(text, b.String()...), nil
}

// MarshalText returns the squares of b in square order with blanks between
// them, "a1 d4 g7". It refuses a set with bits beyond the board.
func (b Bitboard) MarshalText() ([]byte, error) { return b.AppendText(nil) }

// UnmarshalText reads what MarshalText writes: squares in square order, each
// once, with one blank between two.
func (b *Bitboard) UnmarshalText(text []byte) error {
	var set Bitboard
	for i := 0; i < len(text); i += 3 {
		s, ok := readSquare(text[i:])
		switch {
		case !ok:
			return &ParseError{"bitboard", string(text), i, "want a square, as in d4"}
		case set>>s != 0:
			return &ParseError{"bitboard", string(text), i, "want the squares in the order a1, b1, … g7"}
		case i+2 < len(text) && (text[i+2] != ' ' || i+3 == len(text)):
			return &ParseError{"bitboard", string(text), i + 2, "want one blank between two squares"}
		}
		set |= s.Bitboard()
	}
	*b = set
	return nil
}

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

// AppendText appends the move as text, "d1-b1". It refuses one with a square
// off the board.
func (m Move) AppendText(b []byte) ([]byte, error) {
	if !m.From.Valid() || !m.To.Valid() {
		return b, fmt.Errorf("move %v: %w", m, ErrOffBoard)
	}
	return m.append(b), nil
}

// MarshalText returns the move as text, "d1-b1". It refuses one with a square
// off the board.
func (m Move) MarshalText() ([]byte, error) { return m.AppendText(nil) }

// UnmarshalText reads what MarshalText writes, as [ParseMove] does.
func (m *Move) UnmarshalText(text []byte) error { return unmarshal(m, text, ParseMove) }

// The letters of the pieces in the text of a position, and of the sides.
const (
	pieceLetters = ".tTK"
	sideLetters  = "-ad"
)

// ParsePosition reads the text of a position: the ranks from 7 down to 1 with
// slashes between them, each its squares from file a to g, t for an attacker, T
// for a defender, K for a king, a digit for so many empty squares; then a blank
// and the side to move, a for the attackers, d for the defenders, - for nobody.
// The start of most rule sets is
//
//	3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a
//
// There is one text for every position: two digits never follow each other.
// Any set-up is read, also one that no rules allow ([Variant.ValidateStart]).
func ParsePosition(text string) (Position, error) {
	var p Position
	fail := func(at int, why string) (Position, error) {
		return Position{}, &ParseError{"position", text, at, why}
	}
	i := 0
	for row := Size - 1; row >= 0; row-- {
		digit := false
		for file := 0; file < Size; i++ {
			if i == len(text) {
				return fail(i, "the text ends within a rank")
			}
			bit := Bitboard(1) << (row*Size + file)
			switch c := text[i]; c {
			case 't':
				p.attackers |= bit
			case 'T':
				p.defenders |= bit
			case 'K':
				p.king |= bit
			case '1', '2', '3', '4', '5', '6', '7':
				if digit {
					return fail(i, "two digits in a row; write their sum")
				}
				digit = true
				file += int(c - '0')
				if file > Size {
					return fail(i, "a rank has 7 squares, this one has more")
				}
				continue
			case '/':
				return fail(i, "a rank has 7 squares, this one has fewer")
			default:
				return fail(i, "want t, T, K or a digit 1 to 7")
			}
			digit = false
			file++
		}
		if row > 0 {
			if i == len(text) || text[i] != '/' {
				return fail(i, "want a slash after 7 squares; there are 7 ranks")
			}
			i++
		}
	}
	if i == len(text) || text[i] != ' ' {
		return fail(i, "want a blank and the side to move: a, d or -")
	}
	i++
	switch text[i:] {
	case "a":
		p.turn = Attackers
	case "d":
		p.turn = Defenders
	case "-":
	default:
		return fail(i, "want the side to move at the end: a, d or -")
	}
	return p, nil
}

// String returns the position as the text that [ParsePosition] reads.
func (p Position) String() string { return string(p.append(make([]byte, 0, 64))) }

func (p Position) append(b []byte) []byte {
	occupied := p.occupied()
	for row := Size - 1; row >= 0; row-- {
		at := row * Size
		for rest, left := occupied>>at&127, Size; left > 0; left-- {
			empty := min(left, bits.TrailingZeros64(uint64(rest|1<<Size)))
			if empty > 0 {
				b = append(b, '0'+byte(empty))
				at += empty
				rest >>= empty
				left -= empty
				if left == 0 {
					break
				}
			}
			b = append(b, pieceLetters[p.At(Square(at))])
			at++
			rest >>= 1
		}
		if row > 0 {
			b = append(b, '/')
		}
	}
	return append(b, ' ', sideLetters[p.turn])
}

// AppendText appends the position as the text that [ParsePosition] reads. It
// never fails, and allocates only if b lacks the room (at most 57 bytes).
func (p Position) AppendText(b []byte) ([]byte, error) { return p.append(b), nil }

// MarshalText returns the position as the text that [ParsePosition] reads.
func (p Position) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText reads what MarshalText writes, as [ParsePosition] does.
func (p *Position) UnmarshalText(text []byte) error { return unmarshal(p, text, ParsePosition) }

const (
	diagramLetters = ".ADK"
	diagramFiles   = "  A B C D E F G"
)

// diagramTurns is the last line of a diagram for each side to move.
var diagramTurns = [...]string{"", "attackers to move", "defenders to move"}

// Diagram draws the position as the rule books do, rank 7 on top, A for an
// attacker, D for a defender, K for the king, with files and ranks and, if
// there is one, the side to move. Every line ends in a newline.
// [ParseDiagram] reads it back.
func (p Position) Diagram() string {
	var b strings.Builder
	for rank := Size - 1; rank >= 0; rank-- {
		b.WriteByte('1' + byte(rank))
		for file := range Size {
			b.WriteByte(' ')
			b.WriteByte(diagramLetters[p.At(Square(rank*Size+file))])
		}
		b.WriteByte('\n')
	}
	b.WriteString(diagramFiles + "\n")
	if p.turn != NoSide {
		b.WriteString(diagramTurns[p.turn] + "\n")
	}
	return b.String()
}

// ParseDiagram reads a diagram as [Position.Diagram] draws it. The labels of
// files and ranks, the side to move, blanks around a line and empty lines may be
// left out; without a side to move, nobody is.
func ParseDiagram(text string) (Position, error) {
	var p Position
	rank, at := Size-1, 0
	filesSeen := false
	for line := range strings.Lines(text) {
		start := at
		at += len(line)
		fail := func(why string) (Position, error) {
			return Position{}, &ParseError{"diagram", text, start, why}
		}
		cells := strings.Fields(line)
		words := strings.Join(cells, " ")
		switch {
		case words == "":
		case rank >= 0:
			if cells[0] == strconv.Itoa(rank+1) {
				cells = cells[1:]
			}
			if len(cells) != Size {
				return fail(fmt.Sprintf("rank %d: want %d squares, found %d", rank+1, Size, len(cells)))
			}
			for file, cell := range cells {
				x := strings.Index(diagramLetters, cell)
				if x < 0 || len(cell) != 1 {
					return fail(fmt.Sprintf("rank %d: want ., A, D or K, found %q", rank+1, cell))
				}
				p, _ = p.Put(Square(rank*Size+file), Piece(x))
			}
			rank--
		case p.turn == NoSide && !filesSeen && strings.EqualFold(words, diagramFiles[2:]):
			filesSeen = true
		case p.turn == NoSide && words == diagramTurns[Attackers]:
			p.turn = Attackers
		case p.turn == NoSide && words == diagramTurns[Defenders]:
			p.turn = Defenders
		default:
			return fail("want the files or the side to move after rank 1")
		}
	}
	if rank >= 0 {
		return Position{}, &ParseError{"diagram", text, at, fmt.Sprintf("rank %d is missing", rank+1)}
	}
	return p, nil
}

// Result as text: "open", "attackers king-captured", "draw no-moves".
const (
	openText = "open"
	drawText = "draw"
)

// ParseResult reads a result: "open", or who has won and why, as in "attackers
// king-captured" or "defenders escape", or for a draw "draw no-moves".
func ParseResult(text string) (Result, error) {
	fail := func(at int, why string) (Result, error) {
		return Result{}, &ParseError{"result", text, at, why}
	}
	if text == openText {
		return Result{}, nil
	}
	winner, reason, ok := strings.Cut(text, " ")
	if !ok {
		return fail(0, "want open, or attackers, defenders or draw and a reason")
	}
	var r Result
	if winner != drawText {
		if err := r.Winner.UnmarshalText([]byte(winner)); err != nil || r.Winner == NoSide {
			return fail(0, "want attackers, defenders or draw")
		}
	}
	if err := r.Reason.UnmarshalText([]byte(reason)); err != nil || r.Reason == NoReason {
		return fail(len(winner)+1, "want one of "+strings.Join(reasonNames[1:], ", "))
	}
	return r, nil
}

// String returns the result as the text that [ParseResult] reads.
func (r Result) String() string {
	text, err := r.MarshalText()
	if err != nil {
		return fmt.Sprintf("Result(%v, %v)", r.Winner, r.Reason)
	}
	return string(text)
}

// AppendText appends the result as the text that [ParseResult] reads. It
// refuses a winner without a reason and values that there are not.
func (r Result) AppendText(b []byte) ([]byte, error) {
	switch {
	case r == Result{}:
		return append(b, openText...), nil
	case r.Reason == NoReason:
		return b, errors.New("a result with a winner and no reason")
	case r.Winner == NoSide:
		b = append(b, drawText...)
	default:
		var err error
		if b, err = r.Winner.AppendText(b); err != nil {
			return b, err
		}
	}
	return r.Reason.AppendText(append(b, ' '))
}

// MarshalText returns the result as the text that [ParseResult] reads.
func (r Result) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText reads what MarshalText writes, as [ParseResult] does.
func (r *Result) UnmarshalText(text []byte) error { return unmarshal(r, text, ParseResult) }

// Sentence says how the game stands in a few plain words: "the attackers win:
// the king is captured".
func (r Result) Sentence() string {
	if !r.Over() {
		return "the game goes on"
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
}

// The words of the small types, each at the place of its value.
var (
	sideNames       = []string{"none", "attackers", "defenders"}
	pieceNames      = []string{"none", "attacker", "defender", "king"}
	goalNames       = []string{"none", "corner", "edge"}
	hostilityNames  = []string{"never", "when-empty", "always"}
	armsNames       = []string{"unarmed", "hammer-only", "anvil-only", "armed"}
	noMovesNames    = []string{"none", "loses", "draw"}
	countNames      = []string{"nothing", "occurrences", "moves"}
	repetitionNames = []string{"none", "draw", "defenders-lose", "mover-loses", "starter-loses", "breaker-loses"}
	basisNames      = []string{"own", "stated", "silent", "unclear", "contradicted", "played"}
	reasonNames     = []string{"none", "escape", "king-captured", "enclosed", "no-moves", "repetition", "agreement", "resignation", "time", "forfeit"}
)

func wordOf(what string, words []string, i uint8) string {
	if int(i) >= len(words) {
		return fmt.Sprintf("%s(%d)", what, i)
	}
	return words[i]
}

func appendWord(b []byte, what string, words []string, i uint8) ([]byte, error) {
	if int(i) >= len(words) {
		return b, fmt.Errorf("there is no %s(%d)", what, i)
	}
	return append(b, words[i]...), nil
}

func readWord[T ~uint8](to *T, what string, words []string, text []byte) error {
	for i, w := range words {
		if w == string(text) {
			*to = T(i)
			return nil
		}
	}
	return &ParseError{what, string(text), 0, "want one of " + strings.Join(words, ", ")}
}

// String returns the side as text: none, attackers or defenders.
func (s Side) String() string { return wordOf("Side", sideNames, uint8(s)) }

// AppendText appends the side as String has it; it refuses a value that there
// is not.
func (s Side) AppendText(b []byte) ([]byte, error) {
	return appendWord(b, "Side", sideNames, uint8(s))
}

// MarshalText returns the side as String has it; it refuses a value that there
// is not.
func (s Side) MarshalText() ([]byte, error) { return s.AppendText(nil) }

// UnmarshalText reads what MarshalText writes.
func (s *Side) UnmarshalText(text []byte) error {
	return readWord(s, "side", sideNames, text)
}

// String returns the piece as text: none, attacker, defender or king.
func (x Piece) String() string { return wordOf("Piece", pieceNames, uint8(x)) }

// AppendText appends the piece as String has it; it refuses a value that there
// is not.
func (x Piece) AppendText(b []byte) ([]byte, error) {
	return appendWord(b, "Piece", pieceNames, uint8(x))
}

// MarshalText returns the piece as String has it; it refuses a value that there
// is not.
func (x Piece) MarshalText() ([]byte, error) { return x.AppendText(nil) }

// UnmarshalText reads what MarshalText writes.
func (x *Piece) UnmarshalText(text []byte) error {
	return readWord(x, "piece", pieceNames, text)
}

// String returns the goal as text: none, corner or edge.
func (g Goal) String() string { return wordOf("Goal", goalNames, uint8(g)) }

// AppendText appends the goal as String has it; it refuses a value that there
// is not.
func (g Goal) AppendText(b []byte) ([]byte, error) {
	return appendWord(b, "Goal", goalNames, uint8(g))
}

// MarshalText returns the goal as String has it; it refuses a value that there
// is not.
func (g Goal) MarshalText() ([]byte, error) { return g.AppendText(nil) }

// UnmarshalText reads what MarshalText writes.
func (g *Goal) UnmarshalText(text []byte) error {
	return readWord(g, "goal", goalNames, text)
}

// String returns the hostility as text: never, when-empty or always.
func (h Hostility) String() string { return wordOf("Hostility", hostilityNames, uint8(h)) }

// AppendText appends the hostility as String has it; it refuses a value that
// there is not.
func (h Hostility) AppendText(b []byte) ([]byte, error) {
	return appendWord(b, "Hostility", hostilityNames, uint8(h))
}

// MarshalText returns the hostility as String has it; it refuses a value that
// there is not.
func (h Hostility) MarshalText() ([]byte, error) { return h.AppendText(nil) }

// UnmarshalText reads what MarshalText writes.
func (h *Hostility) UnmarshalText(text []byte) error {
	return readWord(h, "hostility", hostilityNames, text)
}

// String returns the arms as text: unarmed, hammer-only, anvil-only or armed.
func (a Arms) String() string { return wordOf("Arms", armsNames, uint8(a)) }

// AppendText appends the arms as String has it; it refuses a value that there
// is not.
func (a Arms) AppendText(b []byte) ([]byte, error) {
	return appendWord(b, "Arms", armsNames, uint8(a))
}

// MarshalText returns the arms as String has it; it refuses a value that there
// is not.
func (a Arms) MarshalText() ([]byte, error) { return a.AppendText(nil) }

// UnmarshalText reads what MarshalText writes.
func (a *Arms) UnmarshalText(text []byte) error {
	return readWord(a, "arms", armsNames, text)
}

// String returns the outcome as text: none, loses or draw.
func (n NoMoves) String() string { return wordOf("NoMoves", noMovesNames, uint8(n)) }

// AppendText appends the outcome as String has it; it refuses a value that
// there is not.
func (n NoMoves) AppendText(b []byte) ([]byte, error) {
	return appendWord(b, "NoMoves", noMovesNames, uint8(n))
}

// MarshalText returns the outcome as String has it; it refuses a value that
// there is not.
func (n NoMoves) MarshalText() ([]byte, error) { return n.AppendText(nil) }

// UnmarshalText reads what MarshalText writes.
func (n *NoMoves) UnmarshalText(text []byte) error {
	return readWord(n, "noMoves", noMovesNames, text)
}

// String returns the count as text: nothing, occurrences or moves.
func (c RepetitionCount) String() string { return wordOf("RepetitionCount", countNames, uint8(c)) }

// AppendText appends the count as String has it; it refuses a value that there
// is not.
func (c RepetitionCount) AppendText(b []byte) ([]byte, error) {
	return appendWord(b, "RepetitionCount", countNames, uint8(c))
}

// MarshalText returns the count as String has it; it refuses a value that there
// is not.
func (c RepetitionCount) MarshalText() ([]byte, error) { return c.AppendText(nil) }

// UnmarshalText reads what MarshalText writes.
func (c *RepetitionCount) UnmarshalText(text []byte) error {
	return readWord(c, "repetition count", countNames, text)
}

// String returns the result as text: none, draw, defenders-lose, mover-loses,
// starter-loses or breaker-loses.
func (r RepetitionResult) String() string {
	return wordOf("RepetitionResult", repetitionNames, uint8(r))
}

// AppendText appends the result as String has it; it refuses a value that there
// is not.
func (r RepetitionResult) AppendText(b []byte) ([]byte, error) {
	return appendWord(b, "RepetitionResult", repetitionNames, uint8(r))
}

// MarshalText returns the result as String has it; it refuses a value that
// there is not.
func (r RepetitionResult) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText reads what MarshalText writes.
func (r *RepetitionResult) UnmarshalText(text []byte) error {
	return readWord(r, "repetition result", repetitionNames, text)
}

// String returns the reason as text: none, escape, king-captured, enclosed, no-
// moves, repetition, agreement, resignation, time or forfeit.
func (r Reason) String() string { return wordOf("Reason", reasonNames, uint8(r)) }

// AppendText appends the reason as String has it; it refuses a value that there
// is not.
func (r Reason) AppendText(b []byte) ([]byte, error) {
	return appendWord(b, "Reason", reasonNames, uint8(r))
}

// MarshalText returns the reason as String has it; it refuses a value that
// there is not.
func (r Reason) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText reads what MarshalText writes.
func (r *Reason) UnmarshalText(text []byte) error {
	return readWord(r, "reason", reasonNames, text)
}

// String returns the basis as text: own, stated, silent, unclear, contradicted
// or played.
func (b Basis) String() string { return wordOf("Basis", basisNames, uint8(b)) }

// AppendText appends the basis as String has it; it refuses a value that there
// is not.
func (b Basis) AppendText(text []byte) ([]byte, error) {
	return appendWord(text, "Basis", basisNames, uint8(b))
}

// MarshalText returns the basis as String has it; it refuses a value that there
// is not.
func (b Basis) MarshalText() ([]byte, error) { return b.AppendText(nil) }

// UnmarshalText reads what MarshalText writes.
func (b *Basis) UnmarshalText(text []byte) error {
	return readWord(b, "basis", basisNames, text)
}
