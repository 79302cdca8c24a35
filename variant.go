package brandubh

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Variant is a rule set: it says what may be done with a [Position]. Every rule
// is a field, named as in the JSON that [ParseVariant] reads, and its methods
// look at nothing else, so that changing a field of a copy changes the rules:
//
//	v := brandubh.Federation()
//	v.King.Armed = brandubh.HammerOnly
//	if err := v.Validate(); err != nil { … }
//
// A Variant is a comparable value and safe for any number of goroutines as
// long as none of them changes it. The zero Variant is no rule set:
// [Variant.Validate] lists what it lacks, and under it nothing can move.
// Methods take a nil or invalid Variant without panicking; [Variant.Check] and
// [Variant.Play] then refuse every move.
type Variant struct {
	// Name is a label for people and records; no rule depends on it.
	Name string
	// Title says in a few words what the rule set is.
	Title string
	// Base is the name of the preset that the fields were taken from. A field
	// that still has that preset's value rests on that preset's clause; one that
	// differs rests on the user's own decision. It may be empty.
	Base string
	// Start is the first position and, in its turn, who moves first.
	Start Position
	// Goal is the squares on which the king has escaped.
	Goal Goal
	// Range is how many squares a piece may move at most, 1 to 6; 0 is any
	// number. A square passed over counts, the throne too.
	Range ByPiece[uint8]
	// Throne is the central square d4.
	Throne ThroneRules
	// Corners is the four corner squares.
	Corners CornerRules
	// King is how the king takes part in captures and how he is captured.
	King KingRules
	// Enclosure: the attackers win when, with the defenders to move, no piece of
	// the king's side stands on the edge or can reach it by orthogonal steps over
	// squares without an attacker.
	Enclosure bool
	// NoMoves is what happens to a side to move that has no legal move.
	NoMoves NoMoves
	// Repetition is what happens when play repeats itself. It needs the history
	// of a game, so no method of the Variant on a single Position looks at it.
	Repetition Repetition
	// Agreement: the players may agree on a draw.
	Agreement bool
}

// ByPiece is a rule with a value for each kind of piece.
type ByPiece[T comparable] struct {
	Attackers, Defenders, King T
}

// ThroneRules is what holds of d4. The zero value is a board without a throne:
// d4 is then a square as any other.
type ThroneRules struct {
	// Exists: the board has a throne. Without one every other field is zero.
	Exists bool
	// Return: the king may stop on the throne again after he has left it.
	Return bool
	// Stop is which soldiers may stop on the throne.
	Stop struct{ Attackers, Defenders bool }
	// Pass is which pieces may move over the empty throne.
	Pass ByPiece[bool]
	// Hostile is to which pieces the throne is hostile, and when.
	Hostile ByPiece[Hostility]
}

// CornerRules is what holds of a1, g1, a7 and g7. The zero value is a board
// without corners: they are then squares as any others.
type CornerRules struct {
	// Exists: the board has corners, on which only the king may stop. Without
	// them every other field is zero.
	Exists bool
	// Hostile is to which pieces a corner is hostile.
	Hostile ByPiece[bool]
}

// KingRules is how the king takes part in captures and how he is captured.
type KingRules struct {
	// Armed is the part that the king takes in captures.
	Armed Arms
	// Sides is from how many sides the king is captured, 2, 3 or 4, on the
	// throne, on one of the four squares beside it, and elsewhere. Without a
	// throne the first two are 0 and Elsewhere holds for every square.
	//
	//	2: an attacker arrives next to him and straight opposite stands an
	//	   attacker, a square hostile to him, or the edge where it is hostile.
	//	3: an attacker arrives next to him and all his neighbours on the board,
	//	   other than the empty throne, are attackers.
	//	4: an attacker arrives next to him and each of his four sides is an
	//	   attacker, a square hostile to him, or the edge where it is hostile.
	Sides struct{ Throne, Beside, Elsewhere uint8 }
	// Edge: the edge of the board is hostile to the king. It is so to nobody else.
	Edge bool
}

// Repetition is the rule about repeated play: what counts, what follows, and
// whether repeating is forbidden to begin with. The zero value is no rule.
type Repetition struct {
	// Counts is what is counted.
	Counts RepetitionCount
	// Times is how many there must be, at least 2; 0 where nothing counts.
	Times uint8
	// Result is what follows; none where nothing counts.
	Result RepetitionResult
	// Forbidden: a move that would bring back an earlier position of the game is
	// illegal while there is a legal one that does not.
	Forbidden bool
}

// Goal is the set of squares on which the king has escaped.
type Goal uint8

// The goals; the zero Goal is none.
const (
	GoalCorner Goal = iota + 1 // "corner": a1, g1, a7, g7
	GoalEdge                   // "edge": every square of the edge, corners included
)

// Hostility is when the throne serves as one of the two sides of a capture. A
// square counts by its own hostility only when it is empty or holds the king; a
// soldier on it counts as that soldier alone.
type Hostility uint8

// The hostilities.
const (
	HostileNever     Hostility = iota // "never"
	HostileWhenEmpty                  // "when-empty"
	HostileAlways                     // "always": empty, or with the king on it, armed or not
)

// Arms is the part that the king takes in captures.
type Arms uint8

// The arms. An unarmed king still blocks and still counts for enclosure.
const (
	Unarmed    Arms = iota // "unarmed"
	HammerOnly             // "hammer-only": he captures when he arrives and is no anvil
	AnvilOnly              // "anvil-only": he is an anvil and does not capture when he arrives
	Armed                  // "armed": both
)

// NoMoves is what happens to a side to move that has no legal move.
type NoMoves uint8

// The outcomes of having no move; the zero NoMoves is none.
const (
	NoMovesLoses NoMoves = iota + 1 // "loses"
	NoMovesDraws                    // "draw"
)

// RepetitionCount is what a rule about repetition counts.
type RepetitionCount uint8

// The counts.
const (
	// CountNothing ("nothing"): repetition ends no game.
	CountNothing RepetitionCount = iota
	// CountOccurrences ("occurrences"): a position (board and side to move) has
	// occurred Times times in the game. The first position is its first
	// occurrence, mirror images differ, and occurrences need not be consecutive.
	CountOccurrences
	// CountMoves ("moves"): both sides have made the same moves Times times. For
	// an even L of at least 4 the last (Times-1)·L + 2 plies repeat with period L.
	CountMoves
)

// RepetitionResult is what follows when the count is full.
type RepetitionResult uint8

// The results; the zero RepetitionResult is none.
const (
	// RepetitionDraws ("draw").
	RepetitionDraws RepetitionResult = iota + 1
	// DefendersLose ("defenders-lose").
	DefendersLose
	// MoverLoses ("mover-loses"): who made the last ply.
	MoverLoses
	// StarterLoses ("starter-loses"): who started. For moves that is the side
	// that did not make the last one; for occurrences the side to move in the
	// repeated position.
	StarterLoses
	// BreakerLoses ("breaker-loses"): who could break it. Going back ply by ply
	// from the last one, to and including the ply played from the previous
	// occurrence (for moves: over the last L plies), the first mover met who had
	// another legal move that brings back no earlier position of the game as it
	// stood then; met none: a draw.
	BreakerLoses
)

// Problem is one thing that is wrong with a rule set or a position.
type Problem struct {
	// Path is the path of the field, "king.sides.throne"; of a position the
	// square, "d4", or "turn" or "king".
	Path string
	// Why says what is wrong with it.
	Why string
}

// ValidationError is everything that is wrong with a rule set or a position.
type ValidationError struct {
	// What says what was looked at: "variant", "position", "OpenTafl rules".
	What string
	// Problems is the problems in the order in which they were found, at least one
	// and at most 100. Those of a value are in the order of its fields or squares;
	// those of a text come first, in the order of the text.
	Problems []Problem
	// More is the number of further problems, which are not kept.
	More int
}

// maxProblems is how many problems an error keeps, shownProblems how many its text
// has. A rule set with everything wrong has fewer than maxProblems.
const (
	maxProblems   = 100
	shownProblems = 40
)

// Error lists the problems, a line each if there are several. Of very many it
// lists the first and gives the number of the others.
func (e *ValidationError) Error() string {
	var b strings.Builder
	b.WriteString("invalid " + e.What + ":")
	separator := " "
	if len(e.Problems) > 1 {
		separator = "\n\t"
	}
	shown := min(len(e.Problems), shownProblems)
	for _, p := range e.Problems[:shown] {
		b.WriteString(separator + p.Path + ": " + p.Why)
	}
	if rest := len(e.Problems) - shown + e.More; rest > 0 {
		b.WriteString(separator + "and " + grouped(rest) + " more")
	}
	return b.String()
}

// problems gathers what is wrong, and counts what is too much to keep.
type problems struct {
	list []Problem
	more int
}

func (ps *problems) add(path, why string, args ...any) {
	if len(ps.list) == maxProblems {
		ps.more++
		return
	}
	ps.list = append(ps.list, Problem{shortened(path), fmt.Sprintf(why, args...)})
}

func (ps *problems) err(what string) error {
	if len(ps.list) == 0 {
		return nil
	}
	return &ValidationError{what, ps.list, ps.more}
}

// Validate returns nil if the fields make a rule set that can be played, or a
// [*ValidationError] with every value that is out of range and every
// contradiction: rules about a throne or corners that are not there, corners as
// the goal of a board without them, a start that no game can start from.
func (v *Variant) Validate() error {
	if v == nil {
		return ErrNoVariant
	}
	return v.problems().err("variant")
}

func (v *Variant) problems() *problems {
	ps := new(problems)
	for i := range labels {
		if f := &labels[i]; !utf8.ValidString(f.value.text(v)) {
			ps.add(f.path, "not UTF-8")
		}
	}
	if v.Base != "" && findPreset(v.Base) == nil {
		ps.add("base", "there is no preset %s", shortened(strconv.Quote(v.Base)))
	}
	inLabels := len(ps.list)
	for i := range rules {
		switch f := &rules[i]; {
		case !f.in(v) && !f.value.zero(v):
			ps.add(f.path, "%s", f.absent())
		case f.in(v) && !f.value.valid(v):
			ps.add(f.path, "want %s, not %s", f.value.want(), f.value.text(v))
		}
	}
	if v.Goal == GoalCorner && !v.Corners.Exists {
		ps.add("goal", "there are no corners to reach")
	}
	for _, p := range v.startProblems(v.Start).list {
		ps.add("start", "%s: %s", p.Path, p.Why)
	}
	if len(ps.list) == inLabels { // only a sound rule set can say how its start stands
		if r := v.Result(v.Start); r.Over() {
			ps.add("start", "no game can start here: %s", r.Sentence())
		}
	}
	return ps
}

// ValidatePosition returns nil if the position can arise in a game under v, or a
// [*ValidationError] with every reason why it cannot: more than one king, a
// soldier on a corner or on a throne that it may not stop on (common 3), nobody
// to move. A position whose king was captured can arise, and so can others that
// are finished.
func (v *Variant) ValidatePosition(p Position) error {
	if v == nil {
		return ErrNoVariant
	}
	return v.positionProblems(p).err("position")
}

// ValidateStart returns nil if a game under v can start from the position: if
// [Variant.ValidatePosition] has nothing against it and there is a king. Piece
// numbers are not limited otherwise.
func (v *Variant) ValidateStart(p Position) error {
	if v == nil {
		return ErrNoVariant
	}
	return v.startProblems(p).err("position")
}

func (v *Variant) startProblems(p Position) *problems {
	ps := v.positionProblems(p)
	if p.king == 0 {
		ps.add("king", "there is no king")
	}
	return ps
}

func (v *Variant) positionProblems(p Position) *problems {
	ps := new(problems)
	for _, x := range []Piece{Attacker, Defender} {
		for s := range (p.Pieces(x) & v.movement(x).noStop).All() {
			ps.add(s.String(), "no %v may stand on %s", x, place(s))
		}
	}
	slices.SortFunc(ps.list, func(a, b Problem) int { // square order: rank, then file
		return cmp.Or(cmp.Compare(a.Path[1], b.Path[1]), cmp.Compare(a.Path[0], b.Path[0]))
	})
	if n := p.king.Len(); n > 1 {
		ps.add("king", "there are %d kings (%v)", n, p.king)
	}
	if p.turn == NoSide {
		ps.add("turn", "nobody is to move")
	}
	return ps
}

var goalNames = []string{"none", "corner", "edge"}

// String returns the goal as text: none, corner or edge.
func (g Goal) String() string { return wordOf("Goal", goalNames, uint8(g)) }

// MarshalText returns the goal as String does. It refuses an invalid value.
func (g Goal) MarshalText() ([]byte, error) {
	return marshalWord("Goal", goalNames, uint8(g))
}

// UnmarshalText reads what MarshalText writes.
func (g *Goal) UnmarshalText(text []byte) error {
	return readWord(g, "goal", goalNames, text)
}

var hostilityNames = []string{"never", "when-empty", "always"}

// String returns the hostility as text: never, when-empty or always.
func (h Hostility) String() string { return wordOf("Hostility", hostilityNames, uint8(h)) }

// MarshalText returns the hostility as String does. It refuses an invalid value.
func (h Hostility) MarshalText() ([]byte, error) {
	return marshalWord("Hostility", hostilityNames, uint8(h))
}

// UnmarshalText reads what MarshalText writes.
func (h *Hostility) UnmarshalText(text []byte) error {
	return readWord(h, "hostility", hostilityNames, text)
}

var armsNames = []string{"unarmed", "hammer-only", "anvil-only", "armed"}

// String returns the arms as text: unarmed, hammer-only, anvil-only or armed.
func (a Arms) String() string { return wordOf("Arms", armsNames, uint8(a)) }

// MarshalText returns the arms as String does. It refuses an invalid value.
func (a Arms) MarshalText() ([]byte, error) {
	return marshalWord("Arms", armsNames, uint8(a))
}

// UnmarshalText reads what MarshalText writes.
func (a *Arms) UnmarshalText(text []byte) error {
	return readWord(a, "arms", armsNames, text)
}

var noMovesNames = []string{"none", "loses", "draw"}

// String returns the outcome as text: none, loses or draw.
func (n NoMoves) String() string { return wordOf("NoMoves", noMovesNames, uint8(n)) }

// MarshalText returns the outcome as String does. It refuses an invalid value.
func (n NoMoves) MarshalText() ([]byte, error) {
	return marshalWord("NoMoves", noMovesNames, uint8(n))
}

// UnmarshalText reads what MarshalText writes.
func (n *NoMoves) UnmarshalText(text []byte) error {
	return readWord(n, "noMoves", noMovesNames, text)
}

var countNames = []string{"nothing", "occurrences", "moves"}

// String returns the count as text: nothing, occurrences or moves.
func (c RepetitionCount) String() string { return wordOf("RepetitionCount", countNames, uint8(c)) }

// MarshalText returns the count as String does. It refuses an invalid value.
func (c RepetitionCount) MarshalText() ([]byte, error) {
	return marshalWord("RepetitionCount", countNames, uint8(c))
}

// UnmarshalText reads what MarshalText writes.
func (c *RepetitionCount) UnmarshalText(text []byte) error {
	return readWord(c, "repetition count", countNames, text)
}

var repetitionNames = []string{"none", "draw", "defenders-lose", "mover-loses", "starter-loses", "breaker-loses"}

// String returns the result as text: none, draw, defenders-lose, mover-loses,
// starter-loses or breaker-loses.
func (r RepetitionResult) String() string {
	return wordOf("RepetitionResult", repetitionNames, uint8(r))
}

// MarshalText returns the result as String does. It refuses an invalid value.
func (r RepetitionResult) MarshalText() ([]byte, error) {
	return marshalWord("RepetitionResult", repetitionNames, uint8(r))
}

// UnmarshalText reads what MarshalText writes.
func (r *RepetitionResult) UnmarshalText(text []byte) error {
	return readWord(r, "repetition result", repetitionNames, text)
}
