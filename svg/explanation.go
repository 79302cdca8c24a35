package svg

import (
	"fmt"

	"example.com/brandubh"
)

// Explanation returns a move and what becomes of it as one SVG document: the
// board after the move, the move as an arrow, what it captures pale and crossed
// out, and at each captured piece a wedge on every side that is closed, pointing
// from what closes it. Hollow wedges stand at a piece that is closed in and not
// captured. An illegal move is a dashed arrow on the board before it, with the
// square that forbids it marked.
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
	o, captors := explained(e, o)
	d := newDrawing(o)
	d.board(e.After, o, captors)
	side := d.side()
	return d.document(side, side, o)
}

// explained adds to the options what an explanation shows.
func explained(e *brandubh.Explanation, o Options) (Options, []captor) {
	arrows := append([]Arrow(nil), o.Arrows...)
	if e.Err != nil {
		o.Arrows = append(arrows, Arrow{e.Move.From, e.Move.To, true})
		if at, ok := refusedAt(e.Err); ok {
			o.Marked |= at.Bitboard()
		}
		return o, nil
	}
	o.Arrows = append(arrows, Arrow{e.Move.From, e.Move.To, false})
	o.LastMove = e.Move
	if e.Result.Reason == brandubh.Escape {
		o.Marked |= e.After.Pieces(brandubh.King)
	}
	var captors []captor
	for _, f := range e.Effects {
		if f.Captured {
			o.Captured, _ = o.Captured.Put(f.Square, f.Piece)
		}
		if !f.Notable() { // nothing stands on its other side
			continue
		}
		for _, c := range f.Captors {
			captors = append(captors, sides(f, c)...)
		}
	}
	return o, captors
}

// sides returns the sides of a piece that a captor closes: the one on which it
// stands, or for the edge of the board those beyond which there is nothing.
func sides(f brandubh.Effect, c brandubh.Captor) (closed []captor) {
	for _, step := range [...][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}} {
		at, onBoard := brandubh.SquareAt(f.Square.File()+step[0], f.Square.Rank()+step[1])
		if onBoard && c.Kind != brandubh.CaptorEdge && at == c.At || !onBoard && c.Kind == brandubh.CaptorEdge {
			closed = append(closed, captor{f.Square, step[0], step[1], !f.Captured})
		}
	}
	return closed
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
