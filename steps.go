package brandubh

import "iter"

// Step is one ply of a game, for programs that show it. Its JSON has the keys given
// here, and every value as text; docs/step.schema.json describes it.
type Step struct {
	// Ply is the number of the ply, counted from 1.
	Ply int `json:"ply"`
	// Move is the move, and Piece the piece that made it.
	Move  Move  `json:"move"`
	Piece Piece `json:"piece"`
	// Captures is what the move captured, in square order; nil for nothing.
	Captures []Capture `json:"captures,omitempty"`
	// Before and After are the positions before and after the ply.
	Before Position `json:"before"`
	After  Position `json:"after"`
	// Occurrences is how often After has occurred, this time included.
	Occurrences int `json:"occurrences"`
}

// Capture is a piece that a move captured.
type Capture struct {
	// Square is where the piece stood.
	Square Square `json:"square"`
	// Piece is the piece.
	Piece Piece `json:"piece"`
	// Captors is what closed its sides, the arriving piece first and the others in
	// square order: one more for a soldier, one to three more for a king.
	Captors []Captor `json:"captors"`
}

// Steps returns the plies of the line in order, as it is when the iteration begins.
// The line may be played on meanwhile.
func (l *Line) Steps() iter.Seq[Step] {
	return func(yield func(Step) bool) {
		if l == nil {
			return
		}
		copied := *l
		l := &copied
		x := l.readIndex()
		for n := int32(1); n <= x.last(); n++ {
			m, before, after := x.move(n), x.plies[n-1].position, x.plies[n]
			s := Step{
				Ply: int(n), Move: m, Piece: before.At(m.From), Captures: l.v.captured(before, m, after.position),
				Before: before, After: after.position, Occurrences: int(after.count),
			}
			if !yield(s) {
				return
			}
		}
	}
}

// Steps returns the plies of the game in order, as it is when the iteration begins.
// What the players say beside their moves is not among them.
func (g *Game) Steps() iter.Seq[Step] { return g.read().line.Steps() }

// captured returns what a legal move captured, given the position after it.
func (v *Variant) captured(before Position, m Move, after Position) (captures []Capture) {
	x := before.At(m.From)
	a := arrival{before.moved(x, m.From.Bitboard()|m.To.Bitboard()), x, m.To}
	for s := range (before.Side(after.turn) &^ after.Side(after.turn)).All() {
		siege := v.besiege(a, s)
		captures = append(captures, Capture{s, before.At(s), siege.captors()})
	}
	return captures
}
