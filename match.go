package brandubh

import "fmt"

// Match is one pair of games with sides changed, or several pairs (F 5.6, Z 10, S
// match). More wins win it; at equal wins the smaller number of plies over the won
// games (Z 10; S match counts moves); still equal, it is drawn. A drawn game counts
// for nobody. Player 1 plays the attackers in the first game, then the players take
// turns. The zero Match has no games; a nil *Match has none and takes none. It is a comparable value.
type Match struct {
	games       int
	wins, plies [2]int
}

// Verdict is how a match stands.
type Verdict struct {
	// Games is the number of games added.
	Games int
	// Complete: pairs of games have been played, and no game of the last pair is
	// missing. The verdict stands if that was the last.
	Complete bool
	// Winner is the player who is ahead: 1 for the one who plays the attackers in
	// the first game, 2 for the other, 0 where nobody is ahead, which is a draw.
	Winner int
	// ByPlies reports whether both have won as many games, and the plies decide.
	ByPlies bool
	// Wins is the number of games that players 1 and 2 have won, in this order.
	Wins [2]int
	// Plies is the number of plies over the won games of each.
	Plies [2]int
}

// Add adds the next game: its result and the number of plies played, also where it
// was ended by resignation or time (silent in every document):
//
//	err := m.Add(g.Result(), g.Plies())
//
// It refuses a nil *Match, a game that is not over or was aborted, and a negative number of plies
// ([ErrResult]), and a winner that is no side ([ErrNotASide]).
func (m *Match) Add(r Result, plies int) error {
	switch {
	case m == nil:
		return fmt.Errorf("a nil match takes no games: %w", ErrResult)
	case !r.Over() || r.Reason == Aborted:
		return fmt.Errorf("%v counts in no match: %w", r, ErrResult)
	case r.Winner > Defenders:
		return fmt.Errorf("%v: %w", r.Winner, ErrNotASide)
	case plies < 0:
		return fmt.Errorf("%d plies: %w", plies, ErrResult)
	}
	winner := m.games % 2 // who plays the attackers
	if r.Winner == Defenders {
		winner = 1 - winner
	}
	m.games++
	if r.Winner != NoSide {
		m.wins[winner]++
		m.plies[winner] += plies
	}
	return nil
}

// Verdict returns how the match stands.
func (m *Match) Verdict() Verdict {
	if m == nil {
		return Verdict{}
	}
	d := Verdict{Games: m.games, Complete: m.games > 0 && m.games%2 == 0, Wins: m.wins, Plies: m.plies}
	switch {
	case d.Wins[0] > d.Wins[1]:
		d.Winner = 1
	case d.Wins[0] < d.Wins[1]:
		d.Winner = 2
	case d.Plies[0] < d.Plies[1]:
		d.Winner, d.ByPlies = 1, true
	case d.Plies[0] > d.Plies[1]:
		d.Winner, d.ByPlies = 2, true
	}
	return d
}
