// Package tables builds and probes endgame tables of Brandubh: for every position
// with few soldiers, who wins with best play on both sides and in how many plies.
//
// # What a table says
//
// A position is in the tables if it can arise ([brandubh.Variant.ValidatePosition])
// and has its king, on a square where the game goes on. For each there is one of
//
//   - the attackers win by force, in a number of plies;
//   - the defenders win by force, in a number of plies;
//   - neither: no side can force the end, and play goes on for ever, or comes to
//     a draw because there is no legal move, under rules that know one.
//
// To win by force is to bring about a decided position (the king captured, escaped
// or enclosed, the other side without a move) in finitely many plies whatever the
// other side does. The plies are those of the shortest such play, the other side
// holding out as long as it can. That is a statement about the rules of moving
// and capturing alone, and asks for no history. It holds in a game under every
// repetition rule too, if the position is a fresh start: along a shortest win
// the distance falls with every ply, so no position comes twice, and neither a
// penalty for repeating nor a ban on it ever applies.
//
// # What endless play is worth
//
// That is the repetition rule's to say, and [EndlessUnder] says it. Under
// "federation" the game is two-valued: the third occurrence of a position loses for
// the defenders, so that from a fresh history the defenders win if and only if they
// can force an escape (or leave the attackers without a move) in finitely many plies.
// If they can, nothing repeats on the way. If they cannot, the attackers have in every
// such position a move to another one, and the defenders none that leaves
// these positions; so the attackers are never forced out of them, and as there are
// finitely many positions, play ends: by a capture of the king, by a defender's want
// of moves, or by a third occurrence. All three are the attackers'. "Do the
// defenders win?" is therefore a question of reachability, with no repetition
// in the search.
//
// Where the rule draws on occurrences ("nielsen", "walker"), endless play is a draw
// and the game has three values. Where the rule counts moves ("brandubh1", "magpie",
// …) a game can go on for ever without the same moves in a row, so endless play may
// escape the rule; by convention it is nobody's win here. What a ban or a rule against
// the mover ("spelregler", "regeln") does to endless play depends on the history, and
// the tables leave it open. Wins by force stand under all of them.
//
// # Files
//
// Each class, a number of attackers against king and a number of defenders, has a file,
// "3v2.table". It holds a byte for each position that is no turned or mirrored image
// of another: the exact distance. Should a class hold a win longer than 252 plies, its
// file has two bits for each and says who wins and no distances; its header tells.
// Positions whose king and defenders are symmetrical have their images stored as well, with
// the same value, which [Tables.Verify] checks. The form is described in file.go.
// Files are mapped into memory; each 64 KiB is compared with its checksum when it is
// first used.
package tables

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"example.com/brandubh"
)

// Tables is the endgame tables of one rule set. It is safe for any number of
// goroutines until it is closed.
type Tables struct {
	v       brandubh.Variant
	classes classes
}

// ErrNoTable: there is no table for the position.
var ErrNoTable = errors.New("no table")

// Open opens the tables of a rule set that are in a directory; which there are,
// [Tables.Classes] tells. A file that is no table, of another format, for another
// rule set, damaged or of the wrong length is refused with an error that wraps
// [ErrNotATable], [ErrFormat], [ErrForeign], [ErrDamaged] or [ErrTruncated], and a
// directory without any table with [ErrNoTable]. The checksums of the codes are
// compared later, when they are first used.
func Open(dir string, v *brandubh.Variant) (*Tables, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	t := &Tables{v: *v}
	g := newGeometry(&t.v)
	found := false
	for _, c := range Classes(MaxAttackers + MaxDefenders) {
		x, err := openTable(g, dir, c)
		switch {
		case err == nil:
			t.classes[c.Attackers][c.Defenders] = x
			found = true
		case !errors.Is(err, fs.ErrNotExist):
			t.Close()
			return nil, err
		}
	}
	if !found {
		return nil, fmt.Errorf("%s: %w: build them first", dir, ErrNoTable)
	}
	return t, nil
}

// Close gives the files back. Nothing can be probed afterwards, nor may anything
// be probing meanwhile.
func (t *Tables) Close() error { return t.classes.close() }

// Variant returns a copy of the rules.
func (t *Tables) Variant() *brandubh.Variant {
	v := t.v
	return &v
}

// Classes returns the classes there are, in the order of [Classes].
func (t *Tables) Classes() (all []Class) {
	for _, c := range Classes(MaxAttackers + MaxDefenders) {
		if t.classes[c.Attackers][c.Defenders] != nil {
			all = append(all, c)
		}
	}
	return all
}

// Value is what best play comes to.
type Value struct {
	// Winner is who wins by force; NoSide if neither side does.
	Winner brandubh.Side
	// Plies is the number of plies to the end, 0 for a finished position, drawn
	// ones among them; -1 if the game goes on and nobody wins it by force, or if the
	// distance is not known.
	Plies int
}

// String returns the value in words: "the attackers win in 5 plies", "neither side
// can force the end".
func (v Value) String() string {
	switch {
	case v.Winner == brandubh.NoSide && v.Plies >= 0:
		return "a draw"
	case v.Winner == brandubh.NoSide:
		return "neither side can force the end"
	case v.Plies < 0:
		return fmt.Sprintf("the %v win, in a number of plies that is not known", v.Winner)
	case v.Plies == 0:
		return fmt.Sprintf("the %v have won", v.Winner)
	case v.Plies == 1:
		return fmt.Sprintf("the %v win with this ply", v.Winner)
	}
	return fmt.Sprintf("the %v win in %d plies", v.Winner, v.Plies)
}

// valueOf returns the value of a position with that code.
func valueOf(c code, turn brandubh.Side) Value {
	v := Value{turn, int(c) - 1}
	switch {
	case c == 0:
		return Value{brandubh.NoSide, -1}
	case c&1 != 0:
		v.Winner = turn.Opponent()
	}
	if c >= farWin {
		v.Plies = -1
	}
	return v
}

// sideOf returns which table of a class holds the positions of a side to move.
func sideOf(turn brandubh.Side) int {
	if turn == brandubh.Attackers {
		return attackersMove
	}
	return defendersMove
}

func noTable(c Class) error {
	return fmt.Errorf("%w for %d attackers against king and %d defenders", ErrNoTable, c.Attackers, c.Defenders)
}

// placeOf returns the class of a position that is not finished, and its place in
// the table, which is nil if there is none.
func (t *Tables) placeOf(p brandubh.Position) (c Class, x *table, place uint64) {
	a, d := p.Pieces(brandubh.Attacker), p.Pieces(brandubh.Defender)
	c = Class{a.Len(), d.Len()}
	if x = t.table(c); x != nil {
		place = x.place(bb(p.Pieces(brandubh.King)), bb(d), bb(a))
	}
	return c, x, place
}

// Probe returns the value of a position. It refuses what
// [brandubh.Variant.ValidatePosition] refuses, a position without a table
// ([ErrNoTable]), and one whose part of the file is damaged ([ErrDamaged]).
func (t *Tables) Probe(p brandubh.Position) (Value, error) {
	if err := t.v.ValidatePosition(p); err != nil {
		return Value{}, err
	}
	if r := t.v.Result(p); r.Over() {
		return Value{r.Winner, 0}, nil
	}
	class, x, place := t.placeOf(p)
	if x == nil {
		return Value{}, noTable(class)
	}
	c, err := x.probe(sideOf(p.Turn()), place)
	if err != nil {
		return Value{}, err
	}
	return valueOf(c, p.Turn()), nil
}

// MoveValue is a move and what best play after it comes to. The plies are counted
// from the position in which it is played, the move included.
type MoveValue struct {
	Move  brandubh.Move
	Value Value
}

// Moves returns the legal moves with their values, the best for the side to move
// first: wins, the shortest first; then what nobody wins; then losses, the
// longest first; moves of one value by their squares. There are none in a finished
// position. It refuses what Probe refuses, for any of the positions after the moves.
func (t *Tables) Moves(p brandubh.Position) ([]MoveValue, error) {
	if err := t.v.ValidatePosition(p); err != nil {
		return nil, err
	}
	var all []MoveValue
	for m := range t.v.Moves(p) {
		q, err := t.v.Play(p, m)
		if err != nil {
			return nil, err
		}
		v, err := t.Probe(q)
		if err != nil {
			return nil, err
		}
		if v.Plies >= 0 {
			v.Plies++
		}
		all = append(all, MoveValue{m, v})
	}
	worth := func(v Value) int { // the less the better
		const far = 1000
		switch {
		case v.Winner == p.Turn() && v.Plies < 0:
			return -1
		case v.Winner == p.Turn():
			return v.Plies - far
		case v.Winner == brandubh.NoSide:
			return 0
		case v.Plies < 0:
			return 1
		}
		return far - v.Plies
	}
	slices.SortStableFunc(all, func(a, b MoveValue) int { return cmp.Compare(worth(a.Value), worth(b.Value)) })
	return all, nil
}

// Known says who wins a position with best play under v, in how many plies, and by
// which move: what players ask of what is known for certain. The winner is NoSide
// where nobody wins, also where endless play is open (see [EndlessUnder]); the
// plies are 0 where they are not known or play is endless; the move is the zero Move
// unless the side to move wins and the game goes on. Where the plies of a win are not
// known the move keeps the win and need not bring it nearer. It knows nothing of other
// rule sets, of positions without a table, and of damaged parts.
func (t *Tables) Known(v *brandubh.Variant, p brandubh.Position) (winner brandubh.Side, plies int, m brandubh.Move, ok bool) {
	if v == nil {
		return
	}
	w := *v
	w.Name, w.Title, w.Base = t.v.Name, t.v.Title, t.v.Base
	if w != t.v {
		return
	}
	value, err := t.Probe(p)
	if err != nil {
		return
	}
	winner = value.Winner
	if winner == brandubh.NoSide && value.Plies < 0 {
		winner = EndlessUnder(v).Winner
	}
	if winner == p.Turn() {
		moves, err := t.Moves(p)
		if err != nil {
			return brandubh.NoSide, 0, brandubh.Move{}, false
		}
		if len(moves) > 0 {
			m = moves[0].Move
		}
	}
	return winner, max(0, value.Plies), m, true
}

// Endless is what play that nobody can end comes to.
type Endless struct {
	// Winner is who wins it; NoSide if nobody does or it is open.
	Winner brandubh.Side
	// Open: who wins depends on the history, or on what the rule makes of it, and the
	// tables do not say.
	Open bool
	// Text says so in a sentence.
	Text string
}

// EndlessUnder returns what endless play comes to under a rule set, from a fresh
// history: the reading that the tables take.
func EndlessUnder(v *brandubh.Variant) Endless {
	if v == nil {
		return Endless{Open: true, Text: "no rule set"}
	}
	switch r := v.Repetition; {
	case r.Forbidden:
		return Endless{Open: true, Text: "repeating is forbidden, so who must give way depends on the history: left open"}
	case r.Counts == brandubh.CountNothing:
		return Endless{Text: "no rule ends endless play: nobody wins it"}
	case r.Result == brandubh.RepetitionDraws && r.Counts == brandubh.CountOccurrences:
		return Endless{Text: "endless play is a draw by repetition"}
	case r.Result == brandubh.RepetitionDraws:
		return Endless{Text: "the same moves again and again are a draw, and endless play that avoids them is nobody's win"}
	case r.Result == brandubh.DefendersLose && r.Counts == brandubh.CountOccurrences && v.NoMoves == brandubh.NoMovesLoses:
		return Endless{Winner: brandubh.Attackers, Text: "endless play is the attackers': a position that occurs too often loses for the defenders"}
	case r.Result == brandubh.DefendersLose && r.Counts == brandubh.CountOccurrences:
		return Endless{Open: true, Text: "endless play is the attackers', a side without a move draws, and the tables do not tell the two apart: left open"}
	case r.Counts == brandubh.CountMoves:
		return Endless{Open: true, Text: "the rule counts moves, which endless play may escape: by convention nobody's win"}
	}
	return Endless{Open: true, Text: "who loses by repetition depends on the history: left open"}
}
