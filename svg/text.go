package svg

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"example.com/brandubh"
)

// polar returns the length of an arrow and its angle in degrees, clockwise from
// the right.
func polar(x, y int) (length, angle float64) {
	return math.Hypot(float64(x), float64(y)), math.Atan2(float64(y), float64(x)) * 180 / math.Pi
}

// escape returns a text as it may stand between two tags. A byte or character
// that XML does not allow becomes U+FFFD.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '\r':
			b.WriteString("&#13;") // a parser turns a plain one into a newline
		case r < ' ' && r != '\t' && r != '\n', r == 0xFFFE, r == 0xFFFF:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// boardTitle is the title of a board that was given none.
func boardTitle(p brandubh.Position) string {
	if p.Turn() == brandubh.NoSide {
		return "Brandubh"
	}
	return fmt.Sprintf("Brandubh, %v to move", p.Turn())
}

// describe says in words what a board shows.
func describe(p brandubh.Position, o Options) string {
	var parts []string
	list := func(what string, squares brandubh.Bitboard) {
		if squares != 0 {
			parts = append(parts, what+" "+names(squares)+".")
		}
	}
	kinds := func(of brandubh.Position, within brandubh.Bitboard, prefix string) {
		list(prefix+"King", of.Pieces(brandubh.King)&within)
		list(prefix+"Defenders", of.Pieces(brandubh.Defender)&within)
		list(prefix+"Attackers", of.Pieces(brandubh.Attacker)&within)
	}
	kinds(p, brandubh.Board, "")
	if len(parts) == 0 {
		parts = append(parts, "An empty board.")
	}
	if o.LastMove != (brandubh.Move{}) {
		parts = append(parts, fmt.Sprintf("Last move %v.", o.LastMove))
	}
	kinds(o.Captured, p.Pieces(brandubh.NoPiece), "Captured: ")
	list("Possible moves to", o.Targets)
	list("Marked", o.Marked)
	for _, a := range o.Arrows {
		if a.From.Valid() && a.To.Valid() && a.From != a.To {
			parts = append(parts, fmt.Sprintf("Arrow from %v to %v.", a.From, a.To))
		}
	}
	return strings.Join(parts, " ")
}

// names lists squares: "a1, b1".
func names(squares brandubh.Bitboard) string {
	var list []string
	for s := range squares.All() {
		list = append(list, s.String())
	}
	return strings.Join(list, ", ")
}
