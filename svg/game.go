package svg

import (
	"errors"
	"fmt"

	"example.com/brandubh"
)

// refusedAt returns the square that a refusal is about, and whether there is one.
func refusedAt(err error) (brandubh.Square, bool) {
	var e *brandubh.MoveError
	if errors.As(err, &e) && e.At.Valid() {
		return e.At, true
	}
	return 0, false
}

// Game returns a game as a strip of boards: its start, the position after every
// move with the move and what it captured, and in the last line the result. It
// draws columns boards side by side; 0 and less is 4. A nil game is an empty
// board.
//
// Of the options Title, Description, Theme, Size (of one board), Flip,
// NoCoordinates and NoStyle hold, and the rule set is the game's.
func Game(g *brandubh.Game, columns int, o Options) string {
	if g == nil {
		return Board(brandubh.Position{}, o)
	}
	if columns <= 0 {
		columns = 4
	}
	v, moves := g.Variant(), g.Played()
	columns = min(columns, len(moves)+1)
	d := newDrawing(o)
	width, height := d.side()+gap, d.side()+caption
	rows := len(moves)/columns + 1
	whole, deep := columns*width+gap, rows*height+gap
	result := g.Result()
	if result.Over() {
		deep += caption
	}
	d.add(`<rect class="bb-page" width="%d" height="%d"/>`+"\n", whole, deep)
	words := fmt.Sprintf("%d plies.", len(moves))
	draw := func(ply int, p brandubh.Position, o Options, text string) {
		x, y := gap+ply%columns*width, gap+ply/columns*height
		d.add(`<g transform="translate(%d %d)">`+"\n", x, y)
		d.board(p, o, reasons{})
		d.WriteString("</g>\n")
		d.caption(x, y+d.side()+caption*2/3, text)
	}
	start, _ := g.PositionAfter(0)
	draw(0, start, Options{Variant: v}, "start")
	for s := range g.Steps() {
		text := fmt.Sprintf("%d. %v", s.Ply, s.Move)
		var gone brandubh.Position
		for _, c := range s.Captures {
			gone, _ = gone.Put(c.Square, c.Piece)
		}
		if squares := brandubh.Board &^ gone.Pieces(brandubh.NoPiece); squares != 0 {
			text += " captures " + names(squares)
		}
		words += " " + text + "."
		draw(s.Ply, s.After, Options{Variant: v, LastMove: s.Move, Captured: gone}, text)
	}
	if result.Over() {
		d.caption(gap, deep-gap, result.Sentence())
		words += " " + result.Sentence() + "."
	}
	if o.Title == "" {
		o.Title = "A game of Brandubh"
	}
	if o.Description == "" {
		o.Description = words
	}
	return d.document(whole, deep, o)
}

// caption writes a line of text.
func (d *drawing) caption(x, y int, text string) {
	d.add(`<text class="bb-caption" font-family="sans-serif" font-size="18" x="%d" y="%d">%s</text>`+"\n", x, y, escape(text))
}
