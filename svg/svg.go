// Package svg draws Brandubh: a position, an explained move, a whole game.
//
// Every function returns one SVG document as text. The same arguments give the
// same text. It needs no other file, no script and no font, holds a title and a
// description for screen readers, and may stand alone in a file, in an <img>, or
// inside a page.
//
// The pieces differ by shape, not by colour alone: attackers are round shields,
// defenders are pointed shields, and the king is a crown.
//
// Every colour is set by a CSS class, so that a page can choose its own:
// bb-page, bb-frame, bb-label, bb-caption, bb-board, bb-grid, bb-goal, bb-throne,
// bb-corner, bb-hostile, bb-last, bb-target, bb-mark, bb-attacker, bb-defender,
// bb-king, bb-boss, bb-captured, bb-cross, bb-arrow, bb-refused, bb-captor,
// bb-spared and bb-open. The classes of the svg element are "brandubh" and that of its
// theme, "bb-dark".
package svg

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/brandubh"
)

// Options says how a board is drawn. The zero Options draws a board of 320
// pixels with coordinates, rank 7 on top, in the reader's own light or dark.
type Options struct {
	// Variant is the rule set whose board is drawn: whether there is a throne and
	// corners, whether they are hostile to anybody, and which squares are goals.
	// For nil the board has a hostile throne and hostile corners.
	Variant *brandubh.Variant
	// Title is the name of the picture, which screen readers read out and browsers
	// show under the pointer. Empty is a title that says whose turn it is.
	Title string
	// Description is what screen readers read out after the title. Empty is a
	// description that names every piece and its square.
	Description string
	// Theme is the colours.
	Theme Theme
	// Size is the width of one board in CSS pixels; 0 and less is 320, and more
	// than 10,000 is 10,000.
	Size int
	// Flip draws the board from the other side: rank 1 on top, file g on the left.
	Flip bool
	// NoCoordinates leaves out files and ranks.
	NoCoordinates bool
	// NoStyle leaves out the style sheet, for pages that hold [Style] once.
	NoStyle bool
	// LastMove is the move whose two squares are marked; the zero Move is none.
	LastMove brandubh.Move
	// Targets is the squares marked with a dot, as those that a piece can move to.
	Targets brandubh.Bitboard
	// Marked is the squares marked with a thick outline.
	Marked brandubh.Bitboard
	// Captured is the pieces drawn pale and crossed out, where they stood. A
	// square on which a piece of the position stands shows that piece alone.
	Captured brandubh.Position
	// Arrows is drawn over the pieces, in order.
	Arrows []Arrow
}

// Arrow is an arrow from the middle of one square to the middle of another. One
// with a square off the board, or from a square to itself, is not drawn.
type Arrow struct {
	From, To brandubh.Square
	// Refused draws it dashed in the second colour, as for an illegal move.
	Refused bool
}

// The widths of a board in pixels.
const (
	defaultSize = 320
	maxSize     = 10_000
)

// The units of a drawing.
const (
	cell    = 40 // the side of a square
	thin    = 7  // the frame
	margin  = 24 // the frame where it has coordinates, on the left and below
	caption = 30 // the line under a board of a game
	gap     = 12 // the space round the boards of a game
)

// Board returns the position as one SVG document.
func Board(p brandubh.Position, o Options) string {
	d := newDrawing(o)
	d.board(p, o, reasons{})
	if o.Title == "" {
		o.Title = boardTitle(p)
	}
	if o.Description == "" {
		o.Description = describe(p, o)
	}
	side := d.side()
	return d.document(side, side, o)
}

// drawing is a picture that is being drawn.
type drawing struct {
	strings.Builder
	flip   bool
	labels bool
}

func newDrawing(o Options) *drawing {
	return &drawing{flip: o.Flip, labels: !o.NoCoordinates}
}

// left returns the width of the frame on the left of the squares and below them.
func (d *drawing) left() int {
	if d.labels {
		return margin
	}
	return thin
}

// side returns the width of a board with its frame.
func (d *drawing) side() int { return d.left() + brandubh.Size*cell + thin }

// corner returns the upper left corner of a square.
func (d *drawing) corner(s brandubh.Square) (x, y int) {
	column, row := s.File(), brandubh.Size-1-s.Rank()
	if d.flip {
		column, row = brandubh.Size-1-column, brandubh.Size-1-row
	}
	return d.left() + column*cell, thin + row*cell
}

// centre returns the middle of a square.
func (d *drawing) centre(s brandubh.Square) (x, y int) {
	x, y = d.corner(s)
	return x + cell/2, y + cell/2
}

// add writes a piece of SVG as [fmt.Fprintf] does.
func (d *drawing) add(format string, args ...any) { fmt.Fprintf(d, format, args...) }

// rect writes a rectangle that fills a square but for an inset on each side.
func (d *drawing) rect(class string, s brandubh.Square, inset int) {
	x, y := d.corner(s)
	d.add(`<rect class="bb-%s" x="%d" y="%d" width="%d" height="%d"/>`+"\n", class, x+inset, y+inset, cell-2*inset, cell-2*inset)
}

// document returns the finished picture, width by height units, with its head.
func (d *drawing) document(width, height int, o Options) string {
	size := o.Size
	if size <= 0 {
		size = defaultSize
	}
	size = min(size, maxSize)
	scale := func(units int) int { return max(1, (units*size+d.side()/2)/d.side()) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="brandubh bb-%v" role="img" width="%d" height="%d" viewBox="0 0 %d %d">`+"\n",
		o.Theme, scale(width), scale(height), width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n", escape(o.Title), escape(o.Description))
	if !o.NoStyle {
		fmt.Fprintf(&b, "<style>%s</style>\n", styleOf(o.Theme))
	}
	b.WriteString(d.String())
	b.WriteString("</svg>\n")
	return b.String()
}

// reasons is what is drawn over the pieces to say why they are captured or not.
type reasons struct {
	captors []captor
	open    brandubh.Bitboard // the squares that would have to be closed as well
}

// board draws a board with everything on it.
func (d *drawing) board(p brandubh.Position, o Options, r reasons) {
	d.squares(o.Variant)
	if m := o.LastMove; m != (brandubh.Move{}) {
		for _, s := range [...]brandubh.Square{m.From, m.To} {
			if s.Valid() {
				d.rect("last", s, 1)
			}
		}
	}
	for s := range o.Marked.All() {
		d.rect("mark", s, 3)
	}
	for s := range o.Targets.All() {
		x, y := d.centre(s)
		d.add(`<circle class="bb-target" cx="%d" cy="%d" r="6"/>`+"\n", x, y)
	}
	d.captured(p, o.Captured)
	d.pieces(p)
	for s := range r.open.All() {
		x, y := d.centre(s)
		d.add(`<circle class="bb-open" cx="%d" cy="%d" r="14"/>`+"\n", x, y)
	}
	for _, c := range r.captors {
		d.captor(c)
	}
	for _, a := range o.Arrows {
		d.arrow(a)
	}
}

// squares draws the empty board.
func (d *drawing) squares(v *brandubh.Variant) {
	left, side, inner := d.left(), d.side(), brandubh.Size*cell
	d.add(`<rect class="bb-frame" width="%d" height="%d" rx="6"/>`+"\n", side, side)
	d.add(`<rect class="bb-board" x="%d" y="%d" width="%d" height="%d"/>`+"\n", left, thin, inner, inner)
	ground := groundOf(v)
	if ground.edge {
		d.add(`<path class="bb-goal" fill-rule="evenodd" d="M%d %dh%dv%dh-%dzm%d %dh%dv%dh-%dz"/>`+"\n",
			left, thin, inner, inner, inner, cell, cell, inner-2*cell, inner-2*cell, inner-2*cell)
	}
	if ground.throne {
		d.special("throne", brandubh.D4, ground.hostileThrone, "M%d %dm4 4l32 32m-32 0l32-32")
	}
	if ground.corners {
		for s := range brandubh.Corners.All() {
			d.special("corner", s, ground.hostileCorners, "M%d %dm8 8h24v24h-24zl24 24m-24 0l24-24")
		}
	}
	d.WriteString(`<path class="bb-grid" d="`)
	for i := range brandubh.Size + 1 {
		d.add("M%d %dv%dM%d %dh%d", left+i*cell, thin, inner, left, thin+i*cell, inner)
	}
	d.WriteString(`"/>` + "\n")
	if d.labels {
		d.coordinates()
	}
}

// special draws the throne or a corner: its sign, and if it is hostile its colour.
func (d *drawing) special(class string, s brandubh.Square, hostile bool, sign string) {
	if hostile {
		d.rect("hostile", s, 0)
	}
	x, y := d.corner(s)
	d.add(`<path class="bb-`+class+`" d="`+sign+`"/>`+"\n", x, y)
}

// ground is what the board of a rule set looks like.
type ground struct {
	throne, hostileThrone   bool
	corners, hostileCorners bool
	edge                    bool // the edge is the king's goal
}

func groundOf(v *brandubh.Variant) ground {
	if v == nil {
		return ground{throne: true, hostileThrone: true, corners: true, hostileCorners: true}
	}
	return ground{
		throne:         v.Throne.Exists,
		hostileThrone:  v.Throne.Hostile != brandubh.ByPiece[brandubh.Hostility]{},
		corners:        v.Corners.Exists,
		hostileCorners: v.Corners.Hostile != brandubh.ByPiece[bool]{},
		edge:           v.Goal == brandubh.GoalEdge,
	}
}

// coordinates writes the ranks on the left of the board and the files below it.
func (d *drawing) coordinates() {
	d.WriteString(`<g class="bb-label" font-family="sans-serif" font-size="18" text-anchor="middle">` + "\n")
	for i := range brandubh.Size {
		s, _ := brandubh.SquareAt(i, i)
		x, y := d.centre(s)
		name := s.String()
		d.add(`<text x="%d" y="%d">%s</text><text x="%d" y="%d">%s</text>`+"\n",
			margin/2, y+6, name[1:], x, d.side()-margin/2+5, name[:1])
	}
	d.WriteString("</g>\n")
}

// pieces draws the pieces of a position, each kind in one group.
func (d *drawing) pieces(p brandubh.Position) {
	for _, x := range [...]brandubh.Piece{brandubh.Attacker, brandubh.Defender, brandubh.King} {
		if squares := p.Pieces(x); squares != 0 {
			d.add(`<g class="bb-%v">`+"\n", x)
			for s := range squares.All() {
				d.piece(x, s)
			}
			d.WriteString("</g>\n")
		}
	}
}

// piece draws one piece.
func (d *drawing) piece(x brandubh.Piece, s brandubh.Square) {
	cx, cy := d.centre(s)
	switch x {
	case brandubh.Attacker: // a round shield with its boss
		d.add(`<circle cx="%d" cy="%d" r="15"/><circle class="bb-boss" cx="%d" cy="%d" r="5"/>`+"\n", cx, cy, cx, cy)
	case brandubh.Defender: // a pointed shield
		d.add(`<path d="M%d %dm-13-15h26v15c0 9-7 14-13 17c-6-3-13-8-13-17z"/>`+"\n", cx, cy)
	case brandubh.King: // a crown
		d.add(`<path d="M%d %dm-14 14l-3-24l9 9l8-15l8 15l9-9l-3 24zm1-6h26"/>`+"\n", cx, cy)
	}
}

// captured draws the captured pieces pale and crosses them out.
func (d *drawing) captured(p, gone brandubh.Position) {
	empty := p.Pieces(brandubh.NoPiece)
	for _, x := range [...]brandubh.Piece{brandubh.Attacker, brandubh.Defender, brandubh.King} {
		for s := range (gone.Pieces(x) & empty).All() {
			d.add(`<g class="bb-captured bb-%v">`, x)
			d.piece(x, s)
			d.WriteString("</g>")
			cx, cy := d.centre(s)
			d.add(`<path class="bb-cross" d="M%d %dm-11-11l22 22m0-22l-22 22"/>`+"\n", cx, cy)
		}
	}
}

// captor is one side of a square that is closed: the step from the square to
// what closes it, in files and ranks.
type captor struct {
	square      brandubh.Square
	files, rank int
	spared      bool // the piece on the square is not captured
}

// captor draws a wedge that points from what closes a side to the piece.
func (d *drawing) captor(c captor) {
	turn := map[[2]int]int{{1, 0}: 0, {0, -1}: 90, {-1, 0}: 180, {0, 1}: 270}[[2]int{c.files, c.rank}]
	if d.flip {
		turn = (turn + 180) % 360
	}
	class := "captor"
	if c.spared {
		class = "captor bb-spared"
	}
	x, y := d.centre(c.square)
	d.add(`<path class="bb-%s" transform="translate(%d %d)rotate(%d)" d="M13 0l11-8v16z"/>`+"\n", class, x, y, turn)
}

// arrow draws an arrow.
func (d *drawing) arrow(a Arrow) {
	if !a.From.Valid() || !a.To.Valid() || a.From == a.To {
		return
	}
	x, y := d.centre(a.From)
	toX, toY := d.centre(a.To)
	length, angle := polar(toX-x, toY-y)
	class, shaft := "arrow", length-28
	if a.Refused {
		class = "refused"
	}
	d.add(`<g class="bb-%s" transform="translate(%d %d)`, class, x, y)
	if angle != 0 {
		d.add("rotate(%s)", decimal(angle))
	}
	d.add(`"><path d="M10 0H%s"/><path d="M%s 0l-14-9v18z"/></g>`+"\n", decimal(max(shaft, 10)), decimal(length-14))
}

// decimal returns a number with at most one decimal.
func decimal(x float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}
