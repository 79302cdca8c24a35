package svg

import (
	"fmt"

	"example.com/brandubh"
)

// Explanation returns a move and what becomes of it as one SVG document: the
// board after the move, the move as an arrow, what it captures pale and crossed
// out, and at each captured piece a wedge on every side that is closed, pointing
// from what closes it. Hollow wedges stand at a piece that is not captured though it
// might have been, and a dashed ring on each square that would have to be closed as
// well. A king who escapes and the wall of an enclosure are marked. An illegal move
// is a dashed arrow on the board before it, with the square that forbids it marked.
//
// Of the options Variant, Title, Description, Theme, Size, Flip, NoCoordinates
// and NoStyle hold, and what else they say is drawn beside the explanation. The
// description is by default the explanation in words. A nil explanation is an
// empty board.
func Explanation(e *brandubh.Explanation, o Options) string {
	if e == nil {
		return Board(brandubh.Position{}, o)
	}
	if o.Title == "" {
		o.Title = explanationTitle(e)
	}
	if o.Description == "" {
		o.Description = e.String() + describe(e.After, o)
	}
	o, r := explained(e, o)
	d := newDrawing(o)
	d.board(e.After, o, r)
	side := d.side()
	return d.document(side, side, o)
}

// explained adds to the options what an explanation shows.
func explained(e *brandubh.Explanation, o Options) (Options, reasons) {
	arrows := append([]Arrow(nil), o.Arrows...)
	if e.Err != nil {
		o.Arrows = append(arrows, Arrow{e.Move.From, e.Move.To, true})
		if at, ok := refusedAt(e.Err); ok {
			o.Marked |= at.Bitboard()
		}
		return o, reasons{}
	}
	o.Arrows = append(arrows, Arrow{e.Move.From, e.Move.To, false})
	o.LastMove = e.Move
	switch e.Result.Reason {
	case brandubh.Escape:
		o.Marked |= e.After.Pieces(brandubh.King)
	case brandubh.Enclosed:
		o.Marked |= wall(e.After)
	}
	var r reasons
	for _, f := range e.Effects {
		if f.Captured {
			o.Captured, _ = o.Captured.Put(f.Square, f.Piece)
		}
		if !f.Notable() {
			continue
		}
		for _, c := range f.Captors {
			r.captors = append(r.captors, sides(f, c)...)
		}
		r.open |= f.Open
	}
	return o, r
}

// steps is the four directions as files and ranks.
var steps = [...][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}

// sides returns the sides of a piece that a captor closes: the one on which it
// stands, or for the edge of the board those beyond which there is nothing.
func sides(f brandubh.Effect, c brandubh.Captor) (closed []captor) {
	for _, step := range steps {
		at, onBoard := brandubh.SquareAt(f.Square.File()+step[0], f.Square.Rank()+step[1])
		if onBoard && c.Kind != brandubh.CaptorEdge && at == c.At || !onBoard && c.Kind == brandubh.CaptorEdge {
			closed = append(closed, captor{f.Square, step[0], step[1], !f.Captured})
		}
	}
	return closed
}

// wall returns the attackers who wall in the king's side.
func wall(p brandubh.Position) brandubh.Bitboard {
	attackers, inside := p.Pieces(brandubh.Attacker), p.Side(brandubh.Defenders)
	for {
		next := inside | neighbours(inside)&^attackers
		if next == inside {
			return neighbours(inside) & attackers
		}
		inside = next
	}
}

// neighbours returns the squares next to any of these.
func neighbours(squares brandubh.Bitboard) (next brandubh.Bitboard) {
	for s := range squares.All() {
		for _, step := range steps {
			if at, ok := brandubh.SquareAt(s.File()+step[0], s.Rank()+step[1]); ok {
				next |= at.Bitboard()
			}
		}
	}
	return next
}

// explanationTitle is the title of an explanation that was given none.
func explanationTitle(e *brandubh.Explanation) string {
	switch taken := e.Captured(); {
	case e.Err != nil:
		return fmt.Sprintf("%v is illegal", e.Move)
	case taken != 0:
		return fmt.Sprintf("%v captures %s", e.Move, names(taken))
	}
	return e.Move.String()
}
