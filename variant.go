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
// is a field, named as in the JSON that [ParseVariant] reads, and nothing else
// decides. To change a rule, change the field of a copy:
//
//	v := brandubh.Federation()
//	v.King.Armed = brandubh.HammerOnly
//	if err := v.Validate(); err != nil { … }
//
// A Variant is a comparable value and safe for concurrent use as long as nobody
// changes it. The zero Variant is not a rule set: [Variant.Validate] lists what it
// lacks. Methods accept a nil or invalid Variant without panicking;
// [Variant.Check] and [Variant.Play] then refuse every move.
type Variant struct {
	// Name is a label for people and records; no rule depends on it. A changed
	// copy of a preset keeps the preset's name until it is given another, so ask
	// [Variant.IsPreset] whether the rules are those that the name promises.
	Name string
	// Title says in a few words what the rule set is.
	Title string
	// Base is the name of the preset from which the rule set was made, or empty.
	// No rule depends on it; it says where the rules come from: a field that has
	// the value of that preset rests on the clause that the preset's field rests
	// on, and any other field on the user's own decision. See
	// [Variant.Provenance].
	Base string
	// Start is the first position. Its turn is the side that moves first.
	Start Position
	// Goal is the set of squares on which the king has escaped.
	Goal Goal
	// Range is the maximum number of squares that a piece moves, 1 to 6; 0 means
	// any number. A square that the piece passes through counts, the throne too.
	Range ByPiece[uint8]
	// Throne has the rules of the central square, d4.
	Throne ThroneRules
	// Corners has the rules of the four corner squares.
	Corners CornerRules
	// King has the rules by which the king captures and is captured.
	King KingRules
	// Enclosure reports whether the attackers win when, with the defenders to
	// move, no piece of the king's side stands on an edge square or can reach one
	// by orthogonal steps over squares without an attacker.
	Enclosure bool
	// NoMoves says what happens to a side to move that has no legal move.
	NoMoves NoMoves
	// Repetition says what happens when play repeats itself. It needs the history
	// of a game, so the methods of Variant on a single Position ignore it; [Line]
	// and [Game] apply it.
	Repetition Repetition
	// Agreement reports whether the players may agree on a draw.
	Agreement bool
}

// ByPiece is a rule with a value for each kind of piece.
type ByPiece[T comparable] struct {
	Attackers, Defenders, King T
}

// ThroneRules is the rules of d4. The zero value is a board without a throne, on
// which d4 is an ordinary square.
type ThroneRules struct {
	// Exists reports whether there is a throne. Without one every other field is
	// zero.
	Exists bool
	// Return reports whether the king may stop on the throne again after he has
	// left it.
	Return bool
	// Stop says which soldiers may stop on the throne.
	Stop struct{ Attackers, Defenders bool }
	// Pass says which pieces may pass through the empty throne.
	Pass ByPiece[bool]
	// Hostile says to which pieces the throne is hostile, and when.
	Hostile ByPiece[Hostility]
}

// CornerRules is the rules of a1, g1, a7 and g7. The zero value is a board without
// corners, on which they are ordinary squares.
type CornerRules struct {
	// Exists reports whether there are corners, on which only the king may stop.
	// Without them every other field is zero.
	Exists bool
	// Hostile says to which pieces the corners are hostile.
	Hostile ByPiece[bool]
}

// KingRules is the rules by which the king captures and is captured.
type KingRules struct {
	// Armed says what part the king takes in captures.
	Armed Arms
	// Sides says how the king is captured on the throne, on one of the four squares
	// beside it, and elsewhere. Each is one of three modes, 2, 3 or 4:
	//
	//	2: an attacker arrives next to the king and straight opposite is an
	//	   attacker, a square hostile to him, or the edge where it is hostile.
	//	3: an attacker arrives next to the king and all his neighbours on the
	//	   board, except the empty throne, are attackers.
	//	4: an attacker arrives next to the king and each of his four sides is an
	//	   attacker, a square hostile to him, or the edge where it is hostile.
	//
	// The number is the name of the mode, not a count of attackers, and a higher
	// number is not always safer for the king: mode 3 asks for attackers and
	// accepts no hostile corner and no hostile edge, which mode 4 accepts. A king
	// next to a corner that is hostile to him, on an edge that is hostile to him,
	// falls to two attackers under mode 4, while mode 3 needs an attacker on the
	// corner as well, where none can stand.
	//
	// Without a throne Throne and Beside are 0 and Elsewhere holds everywhere.
	Sides struct{ Throne, Beside, Elsewhere uint8 }
	// Edge reports whether the edge of the board is hostile to the king. It is
	// never hostile to anybody else (common 9).
	Edge bool
}

// Repetition is the rule about repeated play. The zero value is no such rule.
type Repetition struct {
	// Counts says what is counted.
	Counts RepetitionCount
	// Times is the number that ends the game, at least 2; 0 if nothing is counted.
	Times uint8
	// Result is the result when Times is reached; zero if nothing is counted.
	Result RepetitionResult
	// Forbidden reports whether a move that brings back an earlier position of the
	// game is illegal while the side to move has a legal move that does not.
	Forbidden bool
}

// Goal is the set of squares on which the king has escaped.
type Goal uint8

// The goals. The zero Goal is invalid in a rule set.
const (
	GoalCorner Goal = iota + 1 // "corner": a1, g1, a7, g7
	GoalEdge                   // "edge": every edge square, corners included
)

var goalWords = words[Goal]{"Goal", "goal", []string{"none", "corner", "edge"}}

// String returns none, corner or edge.
func (g Goal) String() string { return goalWords.text(g) }

// Hostility says when the throne serves as one of the two sides of a capture. A
// square counts as hostile only while it is empty or holds the king; with a
// soldier on it, only that soldier counts.
type Hostility uint8

// The hostilities.
const (
	HostileNever     Hostility = iota // "never"
	HostileWhenEmpty                  // "when-empty"
	HostileAlways                     // "always": empty, or with the king on it, armed or not
)

var hostilityWords = words[Hostility]{"Hostility", "hostility", []string{"never", "when-empty", "always"}}

// String returns never, when-empty or always.
func (h Hostility) String() string { return hostilityWords.text(h) }

// Arms is the part that the king takes in captures. The hammer is the piece that
// arrives, the anvil the piece straight opposite. An unarmed king still blocks
// squares and still counts for enclosure.
type Arms uint8

// The arms.
const (
	Unarmed    Arms = iota // "unarmed": neither hammer nor anvil
	HammerOnly             // "hammer-only": he captures when he arrives
	AnvilOnly              // "anvil-only": others capture against him
	Armed                  // "armed": both
)

var armsWords = words[Arms]{"Arms", "arms", []string{"unarmed", "hammer-only", "anvil-only", "armed"}}

// String returns unarmed, hammer-only, anvil-only or armed.
func (a Arms) String() string { return armsWords.text(a) }

// NoMoves says what happens to a side to move that has no legal move.
type NoMoves uint8

// The outcomes. The zero NoMoves is invalid in a rule set.
const (
	NoMovesLoses NoMoves = iota + 1 // "loses"
	NoMovesDraws                    // "draw"
)

var noMovesWords = words[NoMoves]{"NoMoves", "noMoves", []string{"none", "loses", "draw"}}

// String returns none, loses or draw.
func (n NoMoves) String() string { return noMovesWords.text(n) }

// RepetitionCount says what a rule about repetition counts.
type RepetitionCount uint8

// The counts.
const (
	// CountNothing ("nothing"): repetition does not end the game.
	CountNothing RepetitionCount = iota
	// CountOccurrences ("occurrences"): how often a position, the board and the
	// side to move, has occurred in the game. The first position of the game
	// counts, mirror images are different positions, and occurrences need not be
	// consecutive.
	CountOccurrences
	// CountMoves ("moves"): how often both sides have made the same moves. They
	// have made them n times if, for an even number L of at least 4, the last
	// (n-1)·L + 2 plies repeat with period L.
	CountMoves
)

var countWords = words[RepetitionCount]{"RepetitionCount", "repetition count", []string{"nothing", "occurrences", "moves"}}

// String returns nothing, occurrences or moves.
func (c RepetitionCount) String() string { return countWords.text(c) }

// RepetitionResult is the result of a game that repetition ends.
type RepetitionResult uint8

// The results. The zero RepetitionResult goes with [CountNothing] only.
const (
	// RepetitionDraws ("draw"): the game is drawn.
	RepetitionDraws RepetitionResult = iota + 1
	// DefendersLose ("defenders-lose"): the defenders lose.
	DefendersLose
	// MoverLoses ("mover-loses"): the side that made the last ply loses.
	MoverLoses
	// StarterLoses ("starter-loses"): the side that started the repetition loses.
	// Where moves are counted that is the side that did not make the last ply;
	// where occurrences are counted, the side to move in the repeated position.
	StarterLoses
	// BreakerLoses ("breaker-loses"): the side that could have broken the
	// repetition loses. Going back from the last ply, to and including the ply
	// played from the previous occurrence (where moves are counted: over the last
	// L plies), the first side found loses that had another legal move which
	// brought back no earlier position of the game as it then stood. If there is
	// none, the game is drawn.
	BreakerLoses
)

var repetitionWords = words[RepetitionResult]{"RepetitionResult", "repetition result", []string{"none", "draw", "defenders-lose", "mover-loses", "starter-loses", "breaker-loses"}}

// String returns none, draw, defenders-lose, mover-loses, starter-loses or
// breaker-loses.
func (r RepetitionResult) String() string { return repetitionWords.text(r) }

// Problem is one thing that is wrong with a rule set or a position.
type Problem struct {
	// Path is the path of the field ("king.sides.throne"), or for a position the
	// square ("d4"), "turn" or "king".
	Path string
	// Why says what is wrong with it.
	Why string
}

// ValidationError lists what is wrong with a rule set or a position.
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
	if e == nil {
		return "no error"
	}
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
// contradiction: rules about a throne or corners that do not exist, corners as the
// goal of a board without them, a start from which no game can begin.
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
// to move. Finished positions can arise, those without a king among them.
func (v *Variant) ValidatePosition(p Position) error {
	if v == nil {
		return ErrNoVariant
	}
	return v.positionProblems(p).err("position")
}

// ValidateStart returns nil if a game under v can start from the position, that is,
// if [Variant.ValidatePosition] allows it and there is a king, or a
// [*ValidationError] with every reason why not. The numbers of other pieces are not
// limited.
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
