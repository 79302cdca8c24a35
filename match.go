package brandubh

import (
	"errors"
	"fmt"
)

// Player is one of the two players of a [Match], who change sides between games.
type Player uint8

// The players. NoPlayer is nobody: the winner of a drawn match.
const (
	NoPlayer     Player = iota
	FirstPlayer         // plays the attackers in the first game, and in every other one from there
	SecondPlayer        // plays the attackers in the second game, and so on
)

var playerWords = words[Player]{"Player", "player", []string{"none", "first", "second"}}

// String returns the player as text: none, first or second.
func (p Player) String() string { return playerWords.text(p) }

// other returns the other player.
func (p Player) other() Player { return FirstPlayer + SecondPlayer - p }

// ErrNotOver: a game that was not played to an end counts in no match.
var ErrNotOver = errors.New("the game is not over")

// Match is one pair of games with sides changed, or several pairs (F 5.6, Z 10, S
// match). More wins win it; at equal wins the smaller number of plies over the won
// games (Z 10; S match counts moves); still equal, it is drawn. A drawn game counts
// for nobody. The zero Match has no games. It is a comparable value.
type Match struct {
	games int
	score [2]Score
}

// Score is what one player has won in a match.
type Score struct {
	// Wins is the number of games won.
	Wins int
	// Plies is the number of plies over the won games.
	Plies int
}

// Verdict is how a match stands.
type Verdict struct {
	// Complete: pairs of games have been played, and no game of the last pair is
	// missing. The verdict stands if that was the last.
	Complete bool
	// Winner is who is ahead; NoPlayer where nobody is, which is a draw.
	Winner Player
	// ByPlies: both have won as many games, and the plies decide.
	ByPlies bool
}

// Games returns the number of games added.
func (m *Match) Games() int { return m.games }

// Attacks returns who plays the attackers in the game to come: FirstPlayer in the
// first game and then by turns.
func (m *Match) Attacks() Player {
	if m.games%2 == 0 {
		return FirstPlayer
	}
	return SecondPlayer
}

// Add adds the next game: its result and the number of plies played, also where it
// was ended by resignation or time (silent in every document):
//
//	err := m.Add(g.Result(), g.Plies())
//
// It refuses a game that is not over or was aborted ([ErrNotOver]), a winner that
// is no side ([ErrNotASide]) and a negative number of plies ([ErrResult]).
func (m *Match) Add(r Result, plies int) error {
	switch {
	case !r.Over() || r.Reason == Aborted:
		return ErrNotOver
	case r.Winner > Defenders:
		return fmt.Errorf("%v: %w", r.Winner, ErrNotASide)
	case plies < 0:
		return fmt.Errorf("%d plies: %w", plies, ErrResult)
	}
	winner := m.Attacks()
	if r.Winner == Defenders {
		winner = winner.other()
	}
	m.games++
	if r.Winner != NoSide {
		s := &m.score[winner-FirstPlayer]
		s.Wins++
		s.Plies += plies
	}
	return nil
}

// Score returns what a player has won so far; nothing for who is no player.
func (m *Match) Score(p Player) Score {
	if p != FirstPlayer && p != SecondPlayer {
		return Score{}
	}
	return m.score[p-FirstPlayer]
}

// Verdict returns how the match stands.
func (m *Match) Verdict() Verdict {
	d := Verdict{Complete: m.games > 0 && m.games%2 == 0}
	a, b := m.score[0], m.score[1]
	switch {
	case a.Wins > b.Wins:
		d.Winner = FirstPlayer
	case a.Wins < b.Wins:
		d.Winner = SecondPlayer
	case a.Plies < b.Plies:
		d.Winner, d.ByPlies = FirstPlayer, true
	case a.Plies > b.Plies:
		d.Winner, d.ByPlies = SecondPlayer, true
	}
	return d
}
