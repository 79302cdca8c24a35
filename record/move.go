package record

import (
	"strconv"
	"strings"

	"example.com/brandubh"
)

// WrittenMove is a move as a record writes it: the move itself and what the
// writer says about it, all of which is a claim that the rules may not bear out.
// It knows nothing of its position. Two are equal exactly when they say the same.
type WrittenMove struct {
	// Move is the move; it means nothing where Resigns is set.
	Move brandubh.Move
	// King: the piece that moves is marked as the king, "Kd4-d3".
	King bool
	// Captures is the squares whose pieces the move is said to capture.
	Captures brandubh.Bitboard
	// KingCaptures is those of Captures that are marked as the king's, "xKd3".
	KingCaptures brandubh.Bitboard
	// Count is how many pieces the move is said to capture where their squares are
	// not named, "x2"; 0 where no number stands.
	Count uint8
	// Takes: the move is said to capture something, without a word of what: "d2xd5",
	// "d2-d5x".
	Takes bool
	// Symbol is "+", "++", "-", "--" or nothing. What + and ++ say depends on the
	// form ([OTNForm]), which the text does not tell.
	Symbol string
	// Resigns: no move, its player resigns, "---".
	Resigns bool
}

const resignSymbol = "---"

// dashes are the signs that people write between two squares.
var dashes = []string{"-", "–", "—", "−", "‑", "‐"}

// takes are the signs that people write for a capture.
var takes = []string{"x", "X", "×", ":"}

// ReadMove reads one move in any spelling that public records have:
//
//	Kd4-d3xc3/Ke3-    OpenTafl's form: the king and his captor marked, a symbol at the end
//	d4-d3xc3/e3+      the plain form; captures also chained (xc3xe3), with commas
//	                  or blanks (x c3,e3), counted (x2), or not named (d4xd3, d4-d3x)
//	d4d3  D4-D3       without the dash, in upper case
//	d4 – d3 × c3      blanks round the dash; – — − ‑ for it, × and : for x
//	---               resigns
//
// Pieces and moves that Brandubh lacks are refused by name. What is no move is
// refused with an [*Error].
func ReadMove(text string) (WrittenMove, error) {
	const what = "move"
	if err := encoded(what, text); err != nil {
		return WrittenMove{}, err
	}
	s := newScanner(what, text)
	s.short = true
	s.blanks()
	if strings.TrimSpace(s.rest()) == resignSymbol {
		return WrittenMove{Resigns: true}, nil
	}
	from := s.at
	w, twice, err := s.move()
	if err != nil {
		return WrittenMove{}, err
	}
	if s.blanks(); !s.done() {
		return WrittenMove{}, s.fail("something follows the move")
	}
	if twice != 0 {
		return WrittenMove{}, s.failAt(from, "names twice what it takes: %v", twice)
	}
	return w, nil
}

// String returns the move as [ReadMove] reads it, captures in square order with
// slashes between them: "Kd4-d3xc3/e3+", "d5-c5x1", "---".
func (w WrittenMove) String() string {
	if w.Resigns {
		return resignSymbol
	}
	var b strings.Builder
	if w.King {
		b.WriteByte('K')
	}
	b.WriteString(w.Move.String())
	sep := byte('x')
	for s := range w.Captures.All() {
		b.WriteByte(sep)
		if w.KingCaptures.Has(s) {
			b.WriteByte('K')
		}
		b.WriteString(s.String())
		sep = '/'
	}
	switch {
	case w.Captures != 0:
	case w.Count > 0:
		b.WriteString("x" + strconv.Itoa(int(w.Count)))
	case w.Takes:
		b.WriteByte('x')
	}
	return b.String() + w.Symbol
}

// pieceLetters are the letters of the pieces, in the order of [brandubh.Piece].
const pieceLetters = ".tTK"

// lackingPiece names the piece of other tafl games that a letter stands for; it
// is empty for any other letter.
func lackingPiece(letter byte) string {
	switch letter {
	case 'k':
		return "a king of the attackers"
	case 'n', 'N':
		return "a knight"
	case 'c', 'C':
		return "a commander"
	case 'm', 'M':
		return "a mercenary"
	case 'g', 'G':
		return "a guard"
	}
	return ""
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// looksLikeSquare reports whether a letter and a number come next, on the board or
// off it.
func (s *scanner) looksLikeSquare() bool { return isLetter(s.peek(0)) && isDigit(s.peek(1)) }

// square reads a square, in upper or lower case.
func (s *scanner) square() (brandubh.Square, error) {
	if !s.looksLikeSquare() {
		return 0, s.fail("want a square, a file a to g and a rank 1 to 7")
	}
	from := s.at
	file := int(s.peek(0)|0x20) - 'a'
	s.at++
	rank := s.digits()
	sq, ok := brandubh.SquareAt(file, int(rank[0])-'1')
	if len(rank) > 1 || !ok {
		return 0, s.failAt(from, "%s is off the board; files are a to g, ranks 1 to 7", cut(s.text[from:s.at], 10))
	}
	return sq, nil
}

// markedSquare reads a square that may carry a piece's letter.
func (s *scanner) markedSquare() (sq brandubh.Square, king bool, err error) {
	if c := s.peek(0); isLetter(c) && isLetter(s.peek(1)) && isDigit(s.peek(2)) {
		switch {
		case c == 'K':
			s.at++
			sq, err = s.square()
			return sq, true, err
		case c == 't' || c == 'T':
			return 0, false, s.fail("soldiers carry no letter")
		case lackingPiece(c) != "":
			return 0, false, s.fail("%q is %s, which Brandubh lacks", c, lackingPiece(c))
		}
	}
	sq, err = s.square()
	return sq, false, err
}

// move reads a move in any spelling, and returns which squares it names twice
// among those it takes. It is the one reader of moves.
func (s *scanner) move() (w WrittenMove, twice brandubh.Bitboard, err error) {
	if w.Move.From, w.King, err = s.markedSquare(); err != nil {
		return WrittenMove{}, 0, err
	}
	behind := s.at
	s.blanks()
	switch {
	case s.has("^="):
		return WrittenMove{}, 0, s.fail(`"^=" is a berserk jump, which Brandubh lacks`)
	case s.has("^"):
		return WrittenMove{}, 0, s.fail(`"^" is a jump, which Brandubh lacks`)
	case s.has("="):
		return WrittenMove{}, 0, s.fail(`"=" is a berserk move, which Brandubh lacks`)
	case s.accept(dashes...) != "":
		s.blanks()
	case s.accept(takes...) != "":
		w.Takes = true
		s.blanks()
	default:
		s.at = behind
	}
	if !s.looksLikeSquare() {
		return WrittenMove{}, 0, s.fail("want a dash and the square that the piece goes to")
	}
	if w.Move.To, err = s.square(); err != nil {
		return WrittenMove{}, 0, err
	}
	if s.takesSign() {
		if twice, err = s.captures(&w); err != nil {
			return WrittenMove{}, 0, err
		}
	}
	from := s.at
	for s.accept("+", "-") != "" {
	}
	switch w.Symbol = s.text[from:s.at]; w.Symbol {
	case "", "+", "++", "-", "--":
		return w, twice, nil
	}
	return WrittenMove{}, 0, s.failAt(from, "want +, ++, -, -- or nothing after the move")
}

// takesSign reads a sign for a capture on the same line: at the start of the next it
// belongs to what follows there.
func (s *scanner) takesSign() bool {
	next := *s
	next.blanks()
	if strings.ContainsAny(s.text[s.at:next.at], "\r\n") || next.accept(takes...) == "" {
		return false
	}
	*s = next
	return true
}

// captures reads what follows the sign for a capture: a number, or squares with
// such signs, slashes or commas between them, or nothing.
func (s *scanner) captures(w *WrittenMove) (twice brandubh.Bitboard, err error) {
	w.Takes = true
	sign := s.at
	apart := s.blanks()
	if number := s.digits(); number != "" {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > 99 {
			return 0, s.failAt(sign, "want the number of pieces that it captures, 1 or more")
		}
		w.Count, w.Takes = uint8(n), false
		return 0, nil
	}
	if s.done() || !isLetter(s.peek(0)) || !s.startsSquare() {
		s.at = sign
		return 0, nil
	}
	if next := *s; apart { // "d2-d5x e4-e5": the square may be that of the next move
		if _, _, err := next.markedSquare(); err == nil && next.goesOn() {
			s.at = sign
			return 0, nil
		}
	}
	w.Takes = false
	for {
		sq, king, err := s.markedSquare()
		if err != nil {
			return 0, err
		}
		twice |= w.Captures & sq.Bitboard()
		w.Captures |= sq.Bitboard()
		if king {
			w.KingCaptures |= sq.Bitboard()
		}
		switch {
		case s.accept("/") != "", s.accept(takes...) != "":
			s.blanks()
		case s.has(","):
			// The comma may also stand between two moves.
			next := *s
			next.at++
			next.blanks()
			if _, _, err := next.markedSquare(); err != nil || next.goesOn() {
				return twice, nil
			}
			s.at++
			s.blanks()
		default:
			next := *s
			if !next.takesSign() || !next.startsSquare() {
				return twice, nil
			}
			*s = next
		}
	}
}

// startsSquare reports whether a square comes next, with a piece's letter or none.
func (s *scanner) startsSquare() bool {
	return s.looksLikeSquare() || isLetter(s.peek(0)) && isLetter(s.peek(1)) && isDigit(s.peek(2))
}

// goesOn reports whether the text goes on as a move does behind its first square.
func (s scanner) goesOn() bool {
	blanks := s.blanks()
	if s.accept("^=", "^", "=") == "" && s.accept(dashes...) == "" && blanks {
		return false
	}
	s.blanks()
	return s.looksLikeSquare()
}

// OTNForm is one of the two forms of a move in OpenTafl's notation.
type OTNForm uint8

const (
	// OTNPlain is Walker's form: no letters, a captured king is not named, + says
	// that the side that moved threatens to win, ++ that it has won.
	OTNPlain OTNForm = iota
	// OTNFull is OpenTafl's own form: the king carries his letter where he moves
	// and where he is captured, + says that he may be captured next, - that he has
	// a way out, ++ that he is captured, -- that he escapes. Where + and - both
	// hold, what the side that moved threatens is written.
	OTNFull
)

// FormatOTNMove returns a move in OpenTafl's notation, with what it captures and
// what it threatens, both as the rules say. An illegal move is refused with the
// error of [brandubh.Variant.Check].
func FormatOTNMove(v *brandubh.Variant, p brandubh.Position, m brandubh.Move, form OTNForm) (string, error) {
	w, _, err := written(v, p, m, form)
	if err != nil {
		return "", err
	}
	return w.String(), nil
}

// written returns a move as OpenTafl's notation has it, and the position after it.
func written(v *brandubh.Variant, p brandubh.Position, m brandubh.Move, form OTNForm) (WrittenMove, brandubh.Position, error) {
	q, err := v.Play(p, m)
	if err != nil {
		return WrittenMove{}, p, err
	}
	king := p.Pieces(brandubh.King)
	w := WrittenMove{Move: m, Captures: captured(p, q)}
	end := v.Result(q)
	if form != OTNFull {
		w.Captures &^= king
		switch {
		case end.Winner == p.Turn():
			w.Symbol = "++"
		case !end.Over() && canWin(v, q, p.Turn()):
			w.Symbol = "+"
		}
		return w, q, nil
	}
	w.King = king.Has(m.From)
	w.KingCaptures = w.Captures & king
	switch {
	case end.Reason == brandubh.KingCaptured:
		w.Symbol = "++"
	case end.Reason == brandubh.Escape:
		w.Symbol = "--"
	case end.Over():
	case p.Turn() == brandubh.Attackers && canCaptureKing(v, q):
		w.Symbol = "+"
	case canEscape(v, q):
		w.Symbol = "-"
	case p.Turn() == brandubh.Defenders && canCaptureKing(v, q):
		w.Symbol = "+"
	}
	return w, q, nil
}

// captured returns the squares of the pieces that a move from p to q captures.
func captured(p, q brandubh.Position) brandubh.Bitboard {
	return p.Side(q.Turn()) &^ q.Side(q.Turn())
}

// borneOut reports whether the rules bear out a symbol after a move, in one of the
// two forms. A threat is what a side could do if it were to move.
func borneOut(v *brandubh.Variant, symbol string, mover brandubh.Side, p brandubh.Position) bool {
	switch symbol {
	case "+":
		return canWin(v, p, mover) || canCaptureKing(v, p)
	case "++":
		return v.Result(p).Winner == mover
	case "-":
		return canEscape(v, p)
	case "--":
		return v.Result(p).Reason == brandubh.Escape
	}
	return true
}

// canWin reports whether a side, were it to move, could win at once.
func canWin(v *brandubh.Variant, p brandubh.Position, s brandubh.Side) bool {
	p = p.WithTurn(s)
	for m := range v.Moves(p) {
		if q, err := v.Play(p, m); err == nil && v.Result(q).Winner == s {
			return true
		}
	}
	return false
}

// canCaptureKing reports whether the attackers, were they to move, could capture
// the king.
func canCaptureKing(v *brandubh.Variant, p brandubh.Position) bool {
	return v.Threatened(p.WithTurn(brandubh.Attackers))&p.Pieces(brandubh.King) != 0
}

// canEscape reports whether the king, were he to move, could reach a goal square.
func canEscape(v *brandubh.Variant, p brandubh.Position) bool {
	return v.Escapes(p.WithTurn(brandubh.Defenders)) != 0
}
