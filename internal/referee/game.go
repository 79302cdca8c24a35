package referee

import "example.com/brandubh"

// Game is a game: the rules, every position from the first on, and the plies
// between them. Ply i, from 1, leads from Line[i-1] to Line[i] and is Plies[i-1].
type Game struct {
	*Referee
	Line  []Board
	Plies []brandubh.Move
	Takes []int // how many pieces each ply captured
}

// Start starts a game from a position.
func (r *Referee) Start(start brandubh.Position) *Game {
	return &Game{Referee: r, Line: []Board{BoardOf(start)}}
}

// Last returns the position that the game has reached.
func (g *Game) Last() Board { return g.Line[len(g.Line)-1] }

// Legal returns what is legal now, by From, then To.
func (g *Game) Legal() []brandubh.Move {
	if g.Ended() != (brandubh.Result{}) {
		return nil
	}
	return g.LegalBefore(g, len(g.Line))
}

// Play plays a move that is legal now, or does nothing.
func (g *Game) Play(m brandubh.Move) bool {
	for _, legal := range g.Legal() {
		if legal == m {
			after, captured := g.PlayOn(g.Last(), m)
			g.Line = append(g.Line, after)
			g.Plies = append(g.Plies, m)
			g.Takes = append(g.Takes, len(captured))
			return true
		}
	}
	return false
}

// Ended returns the result of the position, then that of repetition.
func (g *Game) Ended() brandubh.Result {
	if r := g.Result(g.Last()); r != (brandubh.Result{}) {
		return r
	}
	return g.Repetition(g)
}

// Occurrence of a position: the board and the side to move.
func same(a, b Board) bool { return a == b }

// BringsBack reports whether the move, as ply number ply, would bring back an
// earlier position of the game as it stood then, the first position included.
func (g *Game) BringsBack(ply int, m brandubh.Move) bool {
	after, _ := g.PlayOn(g.Line[ply-1], m)
	for _, earlier := range g.Line[:ply] {
		if g.Same(earlier, after) {
			return true
		}
	}
	return false
}

// legalBefore is what was legal as ply number ply. Forbidden: a move that brings
// back an earlier position is illegal while there is one that does not; if every
// move does so, all are legal.
func (r *Referee) legalBefore(g *Game, ply int) []brandubh.Move {
	all := r.Moves(g.Line[ply-1])
	if !r.V.Repetition.Forbidden {
		return all
	}
	var fresh []brandubh.Move
	for _, m := range all {
		if !g.BringsBack(ply, m) {
			fresh = append(fresh, m)
		}
	}
	if len(fresh) == 0 {
		return all
	}
	return fresh
}

func (r *Referee) repetition(g *Game) brandubh.Result {
	switch r.V.Repetition.Counts {
	case brandubh.CountOccurrences:
		return g.Occurrences()
	case brandubh.CountMoves:
		return g.SameMoves()
	}
	return brandubh.Result{}
}

// Occurrences is repetition.counts, occurrences: the last position has occurred
// Times times, consecutively or not.
func (g *Game) Occurrences() brandubh.Result {
	times, previous := 1, 0
	for i, earlier := range g.Line[:len(g.Line)-1] {
		if g.Same(earlier, g.Last()) {
			times++
			previous = i
		}
	}
	if times < int(g.V.Repetition.Times) {
		return brandubh.Result{}
	}
	return g.Repeated(previous + 1)
}

// SameMoves is repetition.counts, the same moves n times: for an even L of at least
// 4 the last (n-1)·L + 2 plies repeat with period L.
func (g *Game) SameMoves() brandubh.Result {
	return g.SameMovesFrom(4, 2)
}

// SameMovesFrom is SameMoves for the periods least, least+2 and so on, with so many
// plies of the last round.
func (g *Game) SameMovesFrom(least, last int) brandubh.Result {
	for period := least; period <= len(g.Plies); period += 2 {
		length := (int(g.V.Repetition.Times)-1)*period + last
		if length > len(g.Plies) {
			break
		}
		window := g.Plies[len(g.Plies)-length:]
		repeats := true
		for i := period; i < length; i++ {
			repeats = repeats && window[i] == window[i-period]
		}
		if repeats {
			return g.Repeated(len(g.Plies) - period + 1)
		}
	}
	return brandubh.Result{}
}

// Repeated is what follows when the count is full. first is the number of the first
// ply that could have broken it.
func (g *Game) Repeated(first int) brandubh.Result {
	return brandubh.Result{Winner: g.Loser(g, first).Opponent(), Reason: brandubh.Repeated}
}

// repetition.result, The other pairings: who loses, NoSide for a draw.
func (r *Referee) loser(g *Game, first int) brandubh.Side {
	switch r.V.Repetition.Result {
	case brandubh.DefendersLose:
		return brandubh.Defenders
	case brandubh.MoverLoses: // who made the last ply
		return g.Mover(len(g.Plies))
	case brandubh.StarterLoses: // who did not make it, who is also the side to move
		return g.Mover(len(g.Plies)).Opponent()
	case brandubh.BreakerLoses:
		for ply := len(g.Plies); ply >= first; ply-- {
			if g.CouldBreak(ply) {
				return g.Mover(ply)
			}
		}
	}
	return brandubh.NoSide
}

// Mover returns who made ply number ply.
func (g *Game) Mover(ply int) brandubh.Side { return g.Line[ply-1].Turn }

// CouldBreak reports whether the mover of ply number ply could break the repetition:
// he had another legal move that brings back no earlier position of the game as it
// stood then. (Forbidden or not, such a move is legal if it is legal in the position
// alone.)
func (g *Game) CouldBreak(ply int) bool {
	for _, m := range g.LegalBefore(g, ply) {
		if m != g.Plies[ply-1] && !g.BringsBack(ply, m) {
			return true
		}
	}
	return false
}
