package brandubh

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
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

// field is one rule of a Variant: the one table from which its JSON is read and
// written, and by which variants are compared and their rules named.
type field struct {
	path string
	// at points to the value: a *bool, *uint8, *string, or a text type.
	at func(*Variant) any
	// want says in words which values there are.
	want string
	// when says whether the rule set has this rule at all; nil is always.
	when func(*Variant) bool
}

var (
	hasThrone     = func(v *Variant) bool { return v.Throne.Exists }
	hasCorners    = func(v *Variant) bool { return v.Corners.Exists }
	hasRepetition = func(v *Variant) bool { return v.Repetition.Counts != CountNothing }
)

const (
	wantBool      = "true or false"
	wantText      = "a text"
	wantRange     = "0 to 6 squares, 0 for any number"
	wantSides     = "2, 3 or 4"
	wantHostility = "never, when-empty or always"
)

// fields is every field, in the order of the JSON. The first three are labels.
var fields = [...]field{
	{"name", func(v *Variant) any { return &v.Name }, wantText, nil},
	{"title", func(v *Variant) any { return &v.Title }, wantText, nil},
	{"base", func(v *Variant) any { return &v.Base }, "the name of a preset, or nothing", nil},
	{"start", func(v *Variant) any { return &v.Start }, "a position", nil},
	{"goal", func(v *Variant) any { return &v.Goal }, "corner or edge", nil},
	{"range.attackers", func(v *Variant) any { return &v.Range.Attackers }, wantRange, nil},
	{"range.defenders", func(v *Variant) any { return &v.Range.Defenders }, wantRange, nil},
	{"range.king", func(v *Variant) any { return &v.Range.King }, wantRange, nil},
	{"throne.return", func(v *Variant) any { return &v.Throne.Return }, wantBool, hasThrone},
	{"throne.stop.attackers", func(v *Variant) any { return &v.Throne.Stop.Attackers }, wantBool, hasThrone},
	{"throne.stop.defenders", func(v *Variant) any { return &v.Throne.Stop.Defenders }, wantBool, hasThrone},
	{"throne.pass.attackers", func(v *Variant) any { return &v.Throne.Pass.Attackers }, wantBool, hasThrone},
	{"throne.pass.defenders", func(v *Variant) any { return &v.Throne.Pass.Defenders }, wantBool, hasThrone},
	{"throne.pass.king", func(v *Variant) any { return &v.Throne.Pass.King }, wantBool, hasThrone},
	{"throne.hostile.attackers", func(v *Variant) any { return &v.Throne.Hostile.Attackers }, wantHostility, hasThrone},
	{"throne.hostile.defenders", func(v *Variant) any { return &v.Throne.Hostile.Defenders }, wantHostility, hasThrone},
	{"throne.hostile.king", func(v *Variant) any { return &v.Throne.Hostile.King }, wantHostility, hasThrone},
	{"corners.hostile.attackers", func(v *Variant) any { return &v.Corners.Hostile.Attackers }, wantBool, hasCorners},
	{"corners.hostile.defenders", func(v *Variant) any { return &v.Corners.Hostile.Defenders }, wantBool, hasCorners},
	{"corners.hostile.king", func(v *Variant) any { return &v.Corners.Hostile.King }, wantBool, hasCorners},
	{"king.armed", func(v *Variant) any { return &v.King.Armed }, "unarmed, hammer-only, anvil-only or armed", nil},
	{"king.sides.throne", func(v *Variant) any { return &v.King.Sides.Throne }, wantSides, hasThrone},
	{"king.sides.beside", func(v *Variant) any { return &v.King.Sides.Beside }, wantSides, hasThrone},
	{"king.sides.elsewhere", func(v *Variant) any { return &v.King.Sides.Elsewhere }, wantSides, nil},
	{"king.edge", func(v *Variant) any { return &v.King.Edge }, wantBool, nil},
	{"enclosure", func(v *Variant) any { return &v.Enclosure }, wantBool, nil},
	{"noMoves", func(v *Variant) any { return &v.NoMoves }, "loses or draw", nil},
	{"repetition.counts", func(v *Variant) any { return &v.Repetition.Counts }, "nothing, occurrences or moves", nil},
	{"repetition.times", func(v *Variant) any { return &v.Repetition.Times }, "2 to 255", hasRepetition},
	{"repetition.result", func(v *Variant) any { return &v.Repetition.Result }, "draw, defenders-lose, mover-loses, starter-loses or breaker-loses", hasRepetition},
	{"repetition.forbidden", func(v *Variant) any { return &v.Repetition.Forbidden }, wantBool, nil},
	{"agreement", func(v *Variant) any { return &v.Agreement }, wantBool, nil},
}

const labels = 3 // how many of the fields are labels and no rules

// has reports whether the rule set has the rule.
func (f *field) has(v *Variant) bool { return f.when == nil || f.when(v) }

// absent says why a rule set has no such rule.
func (f *field) absent() string {
	switch {
	case strings.HasPrefix(f.path, "corners."):
		return "must be absent, there are no corners"
	case strings.HasPrefix(f.path, "repetition."):
		return "must be absent, no repetition is counted"
	}
	return "must be absent, there is no throne"
}

// zero reports whether the field has the zero value of its type.
func (f *field) zero(v *Variant) bool { return reflect.ValueOf(f.at(v)).Elem().IsZero() }

// Fields returns the paths of all rules in the order of the JSON, "start",
// "goal", "range.attackers", … "agreement".
func Fields() []string {
	paths := make([]string, 0, len(fields)-labels)
	for i := range fields[labels:] {
		paths = append(paths, fields[labels+i].path)
	}
	return paths
}

// Value returns the value of the rule with that path as text, "never", "4",
// "true", and whether the rule set has such a rule: a board without a throne
// has no "throne.return".
func (v *Variant) Value(path string) (string, bool) {
	for i := range fields {
		if f := &fields[i]; v != nil && f.path == path && f.has(v) {
			return f.text(v), true
		}
	}
	return "", false
}

// text returns the value as text.
func (f *field) text(v *Variant) string {
	return fmt.Sprint(reflect.ValueOf(f.at(v)).Elem().Interface())
}

// Diff returns the paths of the rules in which two rule sets differ, in the
// order of [Fields]. Name, Title and Base are no rules.
func (v *Variant) Diff(w *Variant) []string {
	var paths []string
	for i := range fields[labels:] {
		if f := &fields[labels+i]; f.differs(v, w) {
			paths = append(paths, f.path)
		}
	}
	return paths
}

// differs reports whether two rule sets differ in the field: in its value, or in
// whether they have it. A nil rule set has none.
func (f *field) differs(v, w *Variant) bool {
	hasV, hasW := v != nil && f.has(v), w != nil && f.has(w)
	return hasV != hasW || hasV && f.text(v) != f.text(w)
}

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
	// What was looked at: "variant", "position", "OpenTafl rules".
	What string
	// Problems is not empty. It is in the order of the fields or squares.
	Problems []Problem
}

// Error lists all problems, a line each if there are several.
func (e *ValidationError) Error() string {
	var b strings.Builder
	b.WriteString("invalid " + e.What + ":")
	separator := " "
	if len(e.Problems) > 1 {
		separator = "\n\t"
	}
	for _, p := range e.Problems {
		b.WriteString(separator + p.Path + ": " + p.Why)
	}
	return b.String()
}

// problems gathers what is wrong.
type problems []Problem

func (ps *problems) add(path, why string, args ...any) {
	*ps = append(*ps, Problem{path, fmt.Sprintf(why, args...)})
}

func (ps problems) err(what string) error {
	if len(ps) == 0 {
		return nil
	}
	return &ValidationError{what, ps}
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

func (v *Variant) problems() (ps problems) {
	if v.Base != "" && findPreset(v.Base) == nil {
		ps.add("base", "there is no preset %q", v.Base)
	}
	startAt := len(ps)
	for i := range fields[labels:] {
		f := &fields[labels+i]
		if !f.has(v) {
			if !f.zero(v) {
				ps.add(f.path, "%s", f.absent())
			}
			continue
		}
		ok := true
		switch x := f.at(v).(type) {
		case *uint8:
			switch f.want {
			case wantRange:
				ok = *x < Size
			case wantSides:
				ok = *x >= 2 && *x <= 4
			default:
				ok = *x >= 2
			}
		case *Goal, *NoMoves, *RepetitionResult: // their zero is no rule
			ok = !f.zero(v) && known(x)
		case encoding.TextAppender:
			ok = known(x)
		}
		if !ok {
			ps.add(f.path, "want %s, not %s", f.want, f.text(v))
		}
	}
	if v.Goal == GoalCorner && !v.Corners.Exists {
		ps.add("goal", "there are no corners to reach")
	}
	for _, p := range v.startProblems(v.Start) {
		ps.add("start", "%s: %s", p.Path, p.Why)
	}
	if len(ps) == startAt { // only a sound rule set can say how its start stands
		if r := v.Result(v.Start); r.Over() {
			ps.add("start", "no game can start here: %s", r.Sentence())
		}
	}
	return ps
}

// known reports whether a value is one that has a text.
func known(x any) bool {
	_, err := x.(encoding.TextMarshaler).MarshalText()
	return err == nil
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

func (v *Variant) startProblems(p Position) problems {
	ps := v.positionProblems(p)
	if p.king == 0 {
		ps.add("king", "there is no king")
	}
	return ps
}

func (v *Variant) positionProblems(p Position) (ps problems) {
	for _, x := range []Piece{Attacker, Defender} {
		for s := range (p.Pieces(x) & v.movement(x).noStop).All() {
			ps.add(s.String(), "no %v may stand on %s", x, place(s))
		}
	}
	slices.SortFunc(ps, func(a, b Problem) int { // square order: rank, then file
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

// MarshalJSON returns the rule set as JSON: every rule the set has, under its
// path, in the order of [Fields]. The rules of a throne or of corners that are
// not there are left out, and so are the times and result of a repetition that
// is not counted. It refuses what [Variant.Validate] refuses.
func (v Variant) MarshalJSON() ([]byte, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	b := []byte{'{'}
	var open []string // the objects that the last field stood in
	for i := range fields {
		f := &fields[i]
		if !f.has(&v) || i < labels && f.zero(&v) {
			continue
		}
		groups := strings.Split(f.path, ".")
		groups, name := groups[:len(groups)-1], groups[len(groups)-1]
		same := 0
		for same < len(open) && same < len(groups) && open[same] == groups[same] {
			same++
		}
		b = append(b, strings.Repeat("}", len(open)-same)...)
		if b[len(b)-1] != '{' {
			b = append(b, ',')
		}
		for _, g := range groups[same:] {
			b = append(strconv.AppendQuote(b, g), ':', '{')
		}
		open = groups
		value, err := json.Marshal(f.at(&v))
		if err != nil {
			return nil, err
		}
		b = append(append(strconv.AppendQuote(b, name), ':'), value...)
	}
	b = append(b, strings.Repeat("}", len(open)+1)...)
	return b, nil
}

// UnmarshalJSON reads what MarshalJSON writes, as [ParseVariant] does.
func (v *Variant) UnmarshalJSON(data []byte) error {
	w, err := ParseVariant(data)
	if err == nil {
		*v = *w
	}
	return err
}

// ParseVariant reads a rule set from JSON, as in variants/federation.json. Every
// rule must be there and nothing else; only name, title and base may be left
// out, throne or corners stand for a board without them where they are left
// out, and a "provenance" is passed over: where a field comes from follows from
// base. It returns a [*ParseError] for what is no JSON, and otherwise a
// [*ValidationError] with the path of everything that is wrong: unknown, double
// and missing fields, values of the wrong kind or out of range, contradictions.
func ParseVariant(data []byte) (*Variant, error) {
	all, err := readObject("variant", data)
	if err != nil {
		return nil, err
	}
	r := variantReader{state: map[string]fieldState{}}
	r.object("", all)
	for i := range fields {
		f := &fields[i]
		switch state := r.state[f.path]; {
		case i >= labels && f.has(&r.v) && state == unseen:
			r.refuse(f.path, "missing; want %s", f.want)
		case !f.has(&r.v) && state != unseen:
			r.refuse(f.path, "%s", f.absent())
		}
	}
	for _, p := range r.v.problems() {
		if r.state[p.Path] != refused {
			r.ps = append(r.ps, p)
		}
	}
	if err := r.ps.err("variant"); err != nil {
		return nil, err
	}
	return &r.v, nil
}

// readObject returns the text of a JSON object, or a [*ParseError] for anything else.
func readObject(what string, data []byte) (json.RawMessage, error) {
	var all json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		at := len(data)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			at = int(syntax.Offset)
		}
		return nil, &ParseError{what, string(data), at, err.Error()}
	}
	if all[0] != '{' {
		return nil, &ParseError{what, string(data), 0, "want an object"}
	}
	return all, nil
}

// variantReader gathers a rule set, and all that is wrong with it, from JSON.
type variantReader struct {
	v     Variant
	ps    problems
	state map[string]fieldState
}

type fieldState uint8

const (
	unseen fieldState = iota
	read
	refused
)

func (r *variantReader) refuse(path, why string, args ...any) {
	r.state[path] = refused
	r.ps.add(path, why, args...)
}

// object reads the fields of an object, which is known to be sound JSON.
func (r *variantReader) object(prefix string, data []byte) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.Token()
	for d.More() {
		key, _ := d.Token()
		path := prefix + key.(string)
		var value json.RawMessage
		d.Decode(&value)
		r.field(path, value)
	}
}

// field reads one field, or the group of fields that stand under a path.
func (r *variantReader) field(path string, value json.RawMessage) {
	shown := string(value)
	if len(shown) > 60 {
		shown = shown[:60] + "…"
	}
	if r.state[path] != unseen {
		r.refuse(path, "stands twice")
		return
	}
	i := slices.IndexFunc(fields[:], func(f field) bool { return f.path == path })
	isGroup := slices.ContainsFunc(fields[:], func(f field) bool { return strings.HasPrefix(f.path, path+".") })
	switch {
	case path == "provenance":
		r.state[path] = read
	case i >= 0:
		r.state[path] = read
		err := json.Unmarshal(value, fields[i].at(&r.v))
		if syntax := (*ParseError)(nil); path == "start" && errors.As(err, &syntax) {
			r.refuse(path, "%v", err)
		} else if err != nil || string(value) == "null" {
			r.refuse(path, "want %s, not %s", fields[i].want, shown)
		}
	case isGroup && value[0] == '{':
		r.state[path] = read
		switch path {
		case "throne":
			r.v.Throne.Exists = true
		case "corners":
			r.v.Corners.Exists = true
		}
		r.object(path+".", value)
	case isGroup:
		r.refuse(path, "want an object, not %s", shown)
	default:
		r.refuse(path, "unknown field")
	}
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
