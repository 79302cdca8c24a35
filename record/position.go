package record

import (
	"strconv"
	"strings"
	"unicode"

	"example.com/brandubh"
)

// ParseOTNPosition reads a position as OpenTafl writes it: a slash, then the ranks
// from 1 (sic) up to 7, each closed by a slash, t for an attacker, T for a
// defender, K for the king, a number for empty squares. The usual start is
//
//	/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/
//
// The record does not say whose turn it is, so nobody is to move
// ([brandubh.Position.WithTurn]). The slashes at the two ends may be missing. Pieces
// that Brandubh lacks are refused by name in an [*Error].
func ParseOTNPosition(text string) (brandubh.Position, error) {
	const what = "OpenTafl position"
	if err := encoded(what, text); err != nil {
		return brandubh.Position{}, err
	}
	s := newScanner(what, text)
	s.short = true
	s.accept("/")
	var p brandubh.Position
	for rank := range brandubh.Size {
		if err := s.rank(&p, rank, otnPiece); err != nil {
			return brandubh.Position{}, err
		}
		if s.accept("/") == "" && (rank < brandubh.Size-1 || !s.done()) {
			if s.done() {
				return brandubh.Position{}, s.fail("%d ranks; want %d", rank+1, brandubh.Size)
			}
			return brandubh.Position{}, s.fail("rank %d has more than %d squares", rank+1, brandubh.Size)
		}
	}
	if !s.done() {
		return brandubh.Position{}, s.fail("more than %d ranks", brandubh.Size)
	}
	return p, nil
}

// FormatOTNPosition returns the position as [ParseOTNPosition] reads it. The side
// to move is not part of it.
func FormatOTNPosition(p brandubh.Position) string {
	board, _, _ := strings.Cut(p.String(), " ")
	ranks := strings.Split(board, "/")
	for i, j := 0, len(ranks)-1; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	return "/" + strings.Join(ranks, "/") + "/"
}

// rank reads the pieces of a rank and the numbers of empty squares between them.
func (s *scanner) rank(p *brandubh.Position, rank int, piece func(byte) (brandubh.Piece, string)) error {
	for file := 0; file < brandubh.Size; {
		if s.done() || s.peek(0) == '/' {
			return s.fail("rank %d has %d squares; want %d ranks of %d", rank+1, file, brandubh.Size, brandubh.Size)
		}
		from := s.at
		if digits := s.digits(); digits != "" {
			n, err := strconv.Atoi(digits)
			if err != nil || n > brandubh.Size-file {
				return s.failAt(from, "rank %d has more than %d squares", rank+1, brandubh.Size)
			}
			if n == 0 {
				return s.failAt(from, "want a piece, a number of empty squares or a slash")
			}
			file += n
			continue
		}
		x, lacking := piece(s.peek(0))
		switch {
		case x != brandubh.NoPiece:
			*p, _ = p.Put(brandubh.Square(rank*brandubh.Size+file), x)
			file++
			s.at++
		case lacking != "":
			return s.fail("%q is %s, which Brandubh lacks", s.peek(0), lacking)
		default:
			return s.fail("want t, T, K, a number of empty squares or a slash")
		}
	}
	return nil
}

// otnPiece returns the piece that a letter of OpenTafl stands for, or the name of one
// that Brandubh lacks.
func otnPiece(c byte) (brandubh.Piece, string) {
	if c == '.' {
		return brandubh.NoPiece, ""
	}
	if i := strings.IndexByte(pieceLetters, c); i > 0 {
		return brandubh.Piece(i), ""
	}
	return brandubh.NoPiece, lackingPiece(c)
}

// adkPiece returns the piece that a letter of attacker, defender or king stands for.
func adkPiece(c byte) (brandubh.Piece, string) {
	switch c {
	case 'A', 'a':
		return brandubh.Attacker, ""
	case 'D', 'd':
		return brandubh.Defender, ""
	case 'K', 'k':
		return brandubh.King, ""
	}
	return brandubh.NoPiece, ""
}

// ReadPosition reads a position in any form that people share:
//
//	3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a    as [brandubh.ParsePosition] does; the side to
//	                                     move may be missing or in words
//	3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3      with letters of attacker, defender and king,
//	                                     large or small
//	/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/    with slashes at both ends, as [ParseOTNPosition]
//	                                     does: rank 1 first
//	7 . . . A . . .                      a diagram, the files below or on top, empty
//	…                                    squares as . - _ or ·
//
// Blanks and line ends around it do no harm. Where it does not say who is to move,
// nobody is. What is no position is refused with an [*Error].
func ReadPosition(text string) (brandubh.Position, error) {
	const what = "position"
	if err := encoded(what, text); err != nil {
		return brandubh.Position{}, err
	}
	s := newScanner(what, text)
	s.short = true
	if s.blanks(); s.done() {
		return brandubh.Position{}, s.fail("nothing but blanks")
	}
	s.end = s.at + len(strings.TrimRightFunc(s.rest(), unicode.IsSpace))
	board := firstWord(s.rest())
	if !strings.Contains(board, "/") {
		return s.diagram()
	}
	piece := adkPiece
	if strings.ContainsAny(board, "tT") {
		piece = otnPiece
	}
	up := s.accept("/") != "" // rank 1 first
	var p brandubh.Position
	for i := range brandubh.Size {
		rank := i
		if !up {
			rank = brandubh.Size - 1 - i
		}
		if err := s.rank(&p, rank, piece); err != nil {
			return brandubh.Position{}, err
		}
		if i < brandubh.Size-1 && s.accept("/") == "" {
			return brandubh.Position{}, s.fail("want a slash after %d squares; there are %d ranks", brandubh.Size, brandubh.Size)
		}
	}
	if up {
		s.accept("/")
	}
	if !s.done() && !s.blanks() {
		return brandubh.Position{}, s.fail("want a blank and the side to move, or nothing")
	}
	turn, ok := sideToMove(s.rest())
	if !ok {
		return brandubh.Position{}, s.fail("want the side to move at the end: a, d or -")
	}
	return p.WithTurn(turn), nil
}

// sideToMove reads who is to move.
func sideToMove(text string) (brandubh.Side, bool) {
	text = strings.ToLower(strings.TrimRight(strings.TrimSpace(text), "."))
	text = strings.TrimSuffix(strings.TrimSuffix(text, " to move"), " to play")
	switch strings.TrimPrefix(text, "the ") {
	case "", "-":
		return brandubh.NoSide, true
	case "a", "attackers", "attacker", "black", "b":
		return brandubh.Attackers, true
	case "d", "defenders", "defender", "white", "w":
		return brandubh.Defenders, true
	}
	return brandubh.NoSide, false
}

// diagram reads a diagram of seven lines of seven squares, rank 7 on top.
func (s *scanner) diagram() (brandubh.Position, error) {
	var p brandubh.Position
	rank := brandubh.Size - 1
	piece := adkPiece
	if strings.ContainsAny(s.rest(), "tT") && !strings.ContainsAny(firstLines(s.rest(), brandubh.Size+1), "AD") {
		piece = otnPiece
	}
	for ; !s.done(); s.blanks() {
		from := s.at
		line := s.line()
		cells := strings.Fields(line)
		files := strings.EqualFold(strings.Join(cells, ""), "ABCDEFG")
		turn, isTurn := sideToMove(line)
		switch {
		case files && (rank == brandubh.Size-1 || rank < 0):
			continue
		case rank < 0 && isTurn && p.Turn() == brandubh.NoSide:
			p = p.WithTurn(turn)
			continue
		case rank < 0:
			return brandubh.Position{}, s.failAt(from, "want the files or the side to move after rank 1")
		}
		label := strconv.Itoa(rank + 1)
		if len(cells) > 0 && cells[0] == label {
			cells = cells[1:]
		}
		if n := len(cells); n > 1 && cells[n-1] == label {
			cells = cells[:n-1]
		}
		if len(cells) == 1 { // without blanks
			cells = strings.Split(cells[0], "")
		}
		if len(cells) != brandubh.Size {
			return brandubh.Position{}, s.failAt(from, "rank %d: want %d squares, found %d", rank+1, brandubh.Size, len(cells))
		}
		for file, cell := range cells {
			x, _ := piece(cell[0])
			if x == brandubh.NoPiece && !strings.Contains("|.|-|_|·|", "|"+cell+"|") || x != brandubh.NoPiece && len(cell) > 1 {
				return brandubh.Position{}, s.failAt(from, "rank %d: want ., A, D or K, found %q", rank+1, cut(cell, 20))
			}
			if x != brandubh.NoPiece {
				p, _ = p.Put(brandubh.Square(rank*brandubh.Size+file), x)
			}
		}
		rank--
	}
	if rank >= 0 {
		return brandubh.Position{}, s.fail("rank %d is missing", rank+1)
	}
	return p, nil
}

// firstLines returns the first n lines of a text.
func firstLines(text string, n int) string {
	lines := strings.SplitAfterN(text, "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "")
}
