package main

import (
	"strings"

	"example.com/brandubh"
)

// boardText draws a game's board in plain text: A, D and K for the pieces, ( ) for
// the throne, [ ] for the corners, < > for where the last move went and came from.
func boardText(g *brandubh.Game) string {
	const files = "     a  b  c  d  e  f  g\n"
	v := g.Variant()
	p := g.Position()
	last := lastMove(g)
	var b strings.Builder
	b.WriteString(files)
	for rank := 6; rank >= 0; rank-- {
		label := string(rune('1' + rank))
		b.WriteString("  " + label + " ")
		for file := range 7 {
			s, _ := brandubh.SquareAt(file, rank)
			left, right := " ", " "
			switch {
			case last.Has(s):
				left, right = "<", ">"
			case v.Throne.Exists && brandubh.Throne.Has(s):
				left, right = "(", ")"
			case v.Corners.Exists && brandubh.Corners.Has(s):
				left, right = "[", "]"
			}
			b.WriteString(left + letter(p.At(s), last.Has(s) || special(v, s)) + right)
		}
		b.WriteString(" " + label + "\n")
	}
	b.WriteString(files)
	return b.String()
}

// lastMove returns the two squares of the last move; none before the first.
func lastMove(g *brandubh.Game) brandubh.Bitboard {
	moves := g.Played()
	if len(moves) == 0 {
		return 0
	}
	m := moves[len(moves)-1]
	return m.From.Bitboard() | m.To.Bitboard()
}

// special reports whether a square is the throne or a corner of the rules' board.
func special(v *brandubh.Variant, s brandubh.Square) bool {
	return v.Throne.Exists && brandubh.Throne.Has(s) || v.Corners.Exists && brandubh.Corners.Has(s)
}

// letter returns a piece as a letter, and an empty square as a dot or, where marks
// around it show it, a blank.
func letter(x brandubh.Piece, marked bool) string {
	switch x {
	case brandubh.Attacker:
		return "A"
	case brandubh.Defender:
		return "D"
	case brandubh.King:
		return "K"
	}
	if marked {
		return " "
	}
	return "."
}
