package brandubh

// Result is how a game stands: who has won, and why. The zero Result is "not
// over". A draw has a reason and no winner.
type Result struct {
	Winner Side
	Reason Reason
}

// Over reports whether the game is over.
func (r Result) Over() bool { return r.Reason != NoReason }

// Reason is why a game is over.
type Reason uint8

// The reasons. The first four are found on the board, the fifth in the history
// of the game, the others in what the players say.
const (
	NoReason     Reason = iota // "none": the game is not over
	Escape                     // "escape": the king stands on a goal square (common 7)
	KingCaptured               // "king-captured": there is no king (common 8)
	Enclosed                   // "enclosed": the defenders are walled in (enclosure)
	NoMovesLeft                // "no-moves": the side to move has no legal move (noMoves)
	Repeated                   // "repetition": play has repeated itself (repetition)
	Agreed                     // "agreement": the players agreed on a draw (agreement)
	Resigned                   // "resignation"
	OutOfTime                  // "time"
	Forfeited                  // "forfeit"
)

// Result returns how the position stands by itself; the repetition rule, which
// needs the history, is left to the Game. The first of these that holds counts:
// no king on the board: captured; the king on a goal square: escaped, whoever is
// to move; the defenders to move and enclosed, where the rules know enclosure;
// the side to move without a legal move: as NoMoves says.
//
// With nobody to move only the first two are asked. A nil Variant knows no end.
func (v *Variant) Result(p Position) Result {
	switch {
	case v == nil:
		return Result{}
	case p.king == 0:
		return Result{Attackers, KingCaptured}
	case p.king&v.goal() != 0:
		return Result{Defenders, Escape}
	case p.turn == NoSide:
		return Result{}
	case v.Enclosure && p.turn == Defenders && enclosed(p):
		return Result{Attackers, Enclosed}
	case v.mobile(p):
		return Result{}
	case v.NoMoves == NoMovesDraws:
		return Result{NoSide, NoMovesLeft}
	}
	return Result{p.turn.Opponent(), NoMovesLeft}
}

// mobile reports whether the side to move can move a piece, in a position in play.
func (v *Variant) mobile(p Position) bool {
	for b := p.Side(p.turn); b != 0; b &= b - 1 {
		if from := b.first(); v.movement(p.At(from)).reach(p, from) != 0 {
			return true
		}
	}
	return false
}
