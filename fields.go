package brandubh

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// field is one field of a Variant: where it is, which values it has, and how it
// is read, written and compared. Everything that goes through the fields of a
// rule set does so by this table.
type field struct {
	path  string
	needs *condition // what a rule set must have for the field to be there; nil for nothing
	value value
}

// value is what the table knows about the values of one field; setting is all
// that implements it.
type value interface {
	text(v *Variant) string          // the value as text
	set(v *Variant, to string) error // reads the value from text
	choose(v *Variant, i int) bool   // sets the i-th of its values, and reports whether there is one
	valid(v *Variant) bool           // whether the value is one of its values
	zero(v *Variant) bool            // whether it is the zero value
	clear(v *Variant)                // makes it the zero value
	same(v, w *Variant) bool         // whether it is the same in both
	read(v *Variant, json []byte) error
	write(v *Variant) ([]byte, error) // the value as JSON
	listed() []string                 // its values as text
	want() string                     // its values in words
}

// setting is a field of type T.
type setting[T comparable] struct {
	at     func(*Variant) *T
	values []T
	// words says in words which values are valid; it is made from values if empty.
	words string
	// parse reads a value that is not among values; nil if all of them are.
	parse func(string) (T, error)
}

func (s *setting[T]) text(v *Variant) string  { return fmt.Sprint(*s.at(v)) }
func (s *setting[T]) same(v, w *Variant) bool { return *s.at(v) == *s.at(w) }

// write returns the value as JSON, a word for a type that has words.
func (s *setting[T]) write(v *Variant) ([]byte, error) {
	if word, ok := any(*s.at(v)).(fmt.Stringer); ok {
		return json.Marshal(word.String())
	}
	return json.Marshal(*s.at(v))
}

// read reads the value from JSON. The words of an error about a value that is
// none of the listed are [setting.want].
func (s *setting[T]) read(v *Variant, text []byte) error {
	var err error
	if _, ok := any(*s.at(v)).(fmt.Stringer); ok && s.parse == nil {
		var word string
		if err = json.Unmarshal(text, &word); err == nil {
			err = s.set(v, word)
		}
	} else {
		err = json.Unmarshal(text, s.at(v))
	}
	if err != nil && s.parse == nil {
		return errors.New(s.want())
	}
	return err
}

func (s *setting[T]) zero(v *Variant) bool {
	var zero T
	return *s.at(v) == zero
}

func (s *setting[T]) clear(v *Variant) {
	var zero T
	*s.at(v) = zero
}

func (s *setting[T]) valid(v *Variant) bool {
	if slices.Contains(s.values, *s.at(v)) {
		return true
	}
	if s.parse == nil {
		return false
	}
	_, err := s.parse(s.text(v))
	return err == nil
}

func (s *setting[T]) choose(v *Variant, i int) bool {
	if i >= len(s.values) {
		return false
	}
	*s.at(v) = s.values[i]
	return true
}

func (s *setting[T]) set(v *Variant, to string) error {
	for _, x := range s.values {
		if fmt.Sprint(x) == to {
			*s.at(v) = x
			return nil
		}
	}
	if s.parse == nil {
		return fmt.Errorf("want %s, not %s", s.want(), shortened(strconv.Quote(to)))
	}
	x, err := s.parse(to)
	if err == nil {
		*s.at(v) = x
	}
	return err
}

func (s *setting[T]) listed() []string {
	texts := make([]string, len(s.values))
	for i, x := range s.values {
		texts[i] = fmt.Sprint(x)
	}
	return texts
}

func (s *setting[T]) want() string {
	if s.words != "" {
		return s.words
	}
	texts := s.listed()
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// condition is what a rule set must have for some of its fields to be there.
type condition struct {
	holds  func(*Variant) bool
	lacked string // why the fields are absent where it does not hold
}

var (
	onThrone  = &condition{func(v *Variant) bool { return v.Throne.Exists }, "there is no throne"}
	onCorners = &condition{func(v *Variant) bool { return v.Corners.Exists }, "there are no corners"}
	onCounts  = &condition{func(v *Variant) bool { return v.Repetition.Counts != CountNothing }, "no repetition is counted"}
)

// The values of the fields.
var (
	boolValues      = []bool{false, true}
	rangeValues     = []uint8{0, 1, 2, 3, 4, 5, 6}
	sidesValues     = []uint8{2, 3, 4}
	timesValues     = []uint8{2, 3, 4} // those that anybody plays
	goalValues      = []Goal{GoalCorner, GoalEdge}
	hostilityValues = []Hostility{HostileNever, HostileWhenEmpty, HostileAlways}
	armsValues      = []Arms{Unarmed, HammerOnly, AnvilOnly, Armed}
	noMovesValues   = []NoMoves{NoMovesLoses, NoMovesDraws}
	countValues     = []RepetitionCount{CountNothing, CountOccurrences, CountMoves}
	resultValues    = []RepetitionResult{RepetitionDraws, DefendersLose, MoverLoses, StarterLoses, BreakerLoses}
)

// The values in words, where those of [setting.want] will not do.
const (
	boolWords  = "true or false"
	rangeWords = "0 to 6 squares, 0 for any number"
	timesWords = "2 to 255"
)

// parseTimes reads the number of a rule about repetition.
func parseTimes(text string) (uint8, error) {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || n < 2 || text[0] == '0' {
		return 0, fmt.Errorf("want "+timesWords+", not %s", shortened(strconv.Quote(text)))
	}
	return uint8(n), nil
}

// anyText reads a label.
func anyText(text string) (string, error) { return text, nil }

// labels are the fields that are no rules, in the order of the JSON, which has
// them first.
var labels = [...]field{
	{"name", nil, &setting[string]{func(v *Variant) *string { return &v.Name }, nil, "a text", anyText}},
	{"title", nil, &setting[string]{func(v *Variant) *string { return &v.Title }, nil, "a text", anyText}},
	{"base", nil, &setting[string]{func(v *Variant) *string { return &v.Base }, nil, "the name of a preset, or nothing", anyText}},
}

// rules are the rules, in the order of the JSON.
var rules = [...]field{
	{"start", nil, &setting[Position]{func(v *Variant) *Position { return &v.Start }, nil, "a position", ParsePosition}},
	{"goal", nil, &setting[Goal]{func(v *Variant) *Goal { return &v.Goal }, goalValues, "", nil}},
	{"range.attackers", nil, &setting[uint8]{func(v *Variant) *uint8 { return &v.Range.Attackers }, rangeValues, rangeWords, nil}},
	{"range.defenders", nil, &setting[uint8]{func(v *Variant) *uint8 { return &v.Range.Defenders }, rangeValues, rangeWords, nil}},
	{"range.king", nil, &setting[uint8]{func(v *Variant) *uint8 { return &v.Range.King }, rangeValues, rangeWords, nil}},
	{"throne.return", onThrone, &setting[bool]{func(v *Variant) *bool { return &v.Throne.Return }, boolValues, boolWords, nil}},
	{"throne.stop.attackers", onThrone, &setting[bool]{func(v *Variant) *bool { return &v.Throne.Stop.Attackers }, boolValues, boolWords, nil}},
	{"throne.stop.defenders", onThrone, &setting[bool]{func(v *Variant) *bool { return &v.Throne.Stop.Defenders }, boolValues, boolWords, nil}},
	{"throne.pass.attackers", onThrone, &setting[bool]{func(v *Variant) *bool { return &v.Throne.Pass.Attackers }, boolValues, boolWords, nil}},
	{"throne.pass.defenders", onThrone, &setting[bool]{func(v *Variant) *bool { return &v.Throne.Pass.Defenders }, boolValues, boolWords, nil}},
	{"throne.pass.king", onThrone, &setting[bool]{func(v *Variant) *bool { return &v.Throne.Pass.King }, boolValues, boolWords, nil}},
	{"throne.hostile.attackers", onThrone, &setting[Hostility]{func(v *Variant) *Hostility { return &v.Throne.Hostile.Attackers }, hostilityValues, "", nil}},
	{"throne.hostile.defenders", onThrone, &setting[Hostility]{func(v *Variant) *Hostility { return &v.Throne.Hostile.Defenders }, hostilityValues, "", nil}},
	{"throne.hostile.king", onThrone, &setting[Hostility]{func(v *Variant) *Hostility { return &v.Throne.Hostile.King }, hostilityValues, "", nil}},
	{"corners.hostile.attackers", onCorners, &setting[bool]{func(v *Variant) *bool { return &v.Corners.Hostile.Attackers }, boolValues, boolWords, nil}},
	{"corners.hostile.defenders", onCorners, &setting[bool]{func(v *Variant) *bool { return &v.Corners.Hostile.Defenders }, boolValues, boolWords, nil}},
	{"corners.hostile.king", onCorners, &setting[bool]{func(v *Variant) *bool { return &v.Corners.Hostile.King }, boolValues, boolWords, nil}},
	{"king.armed", nil, &setting[Arms]{func(v *Variant) *Arms { return &v.King.Armed }, armsValues, "", nil}},
	{"king.sides.throne", onThrone, &setting[uint8]{func(v *Variant) *uint8 { return &v.King.Sides.Throne }, sidesValues, "", nil}},
	{"king.sides.beside", onThrone, &setting[uint8]{func(v *Variant) *uint8 { return &v.King.Sides.Beside }, sidesValues, "", nil}},
	{"king.sides.elsewhere", nil, &setting[uint8]{func(v *Variant) *uint8 { return &v.King.Sides.Elsewhere }, sidesValues, "", nil}},
	{"king.edge", nil, &setting[bool]{func(v *Variant) *bool { return &v.King.Edge }, boolValues, boolWords, nil}},
	{"enclosure", nil, &setting[bool]{func(v *Variant) *bool { return &v.Enclosure }, boolValues, boolWords, nil}},
	{"noMoves", nil, &setting[NoMoves]{func(v *Variant) *NoMoves { return &v.NoMoves }, noMovesValues, "", nil}},
	{"repetition.counts", nil, &setting[RepetitionCount]{func(v *Variant) *RepetitionCount { return &v.Repetition.Counts }, countValues, "", nil}},
	{"repetition.times", onCounts, &setting[uint8]{func(v *Variant) *uint8 { return &v.Repetition.Times }, timesValues, timesWords, parseTimes}},
	{"repetition.result", onCounts, &setting[RepetitionResult]{func(v *Variant) *RepetitionResult { return &v.Repetition.Result }, resultValues, "", nil}},
	{"repetition.forbidden", nil, &setting[bool]{func(v *Variant) *bool { return &v.Repetition.Forbidden }, boolValues, boolWords, nil}},
	{"agreement", nil, &setting[bool]{func(v *Variant) *bool { return &v.Agreement }, boolValues, boolWords, nil}},
}

// rule returns the rule with that path, or nil.
func rule(path string) *field {
	for i := range rules {
		if rules[i].path == path {
			return &rules[i]
		}
	}
	return nil
}

// in reports whether the rule set has the field.
func (f *field) in(v *Variant) bool { return v != nil && (f.needs == nil || f.needs.holds(v)) }

// absent says why a rule set does not have the field.
func (f *field) absent() string { return "must be absent, " + f.needs.lacked }

// differs reports whether two rule sets differ in the field: in its value, or in
// whether they have it.
func (f *field) differs(v, w *Variant) bool {
	return f.in(v) != f.in(w) || f.in(v) && !f.value.same(v, w)
}

// Fields returns the paths of all rules in the order of the JSON: "start",
// "goal", "range.attackers", … "agreement".
func Fields() []string {
	paths := make([]string, len(rules))
	for i := range rules {
		paths[i] = rules[i].path
	}
	return paths
}

// FieldValues returns the values of the rule with that path as text, each as
// [Variant.Set] reads it: "never", "when-empty" and "always" for
// "throne.hostile.king". It returns all of them except for two rules with very
// many: "repetition.times" may be up to 255, of which 2, 3 and 4 are returned, and
// "start" any position, of which the starts of the presets are, with either side
// to move. It returns nil if there is no such rule.
func FieldValues(path string) []string {
	f := rule(path)
	switch {
	case f == nil:
		return nil
	case path == "start":
		return presetStarts()
	}
	return f.value.listed()
}

// presetStarts returns the starts of the presets in their order, each with both
// sides to move.
func presetStarts() []string {
	var starts []string
	for _, p := range presets {
		if p.read() != nil {
			continue
		}
		for _, turn := range []Side{Attackers, Defenders} {
			if s := p.v.Start.WithTurn(turn).String(); !slices.Contains(starts, s) {
				starts = append(starts, s)
			}
		}
	}
	return starts
}

// Value returns the value of the rule with that path as text, "never", "4",
// "true", and whether the rule set has such a rule: a board without a throne
// has no "throne.return". Names and titles are no rules.
func (v *Variant) Value(path string) (string, bool) {
	f := rule(path)
	if f == nil || !f.in(v) {
		return "", false
	}
	return f.value.text(v), true
}

// Set sets the rule with that path to a value given as text, as [Variant.Value]
// returns it. It refuses a path that is no rule, a rule that the rule set does not
// have, and a value that is not one of the rule's, with a [*ValidationError], and
// then changes nothing. Whether the rules agree with each other,
// [Variant.Validate] reports.
//
// Two rules depend on "repetition.counts": when it becomes "nothing",
// "repetition.times" and "repetition.result" become zero; when it becomes another
// value, they become 3 and a draw if they were zero.
func (v *Variant) Set(path, value string) error {
	if v == nil {
		return ErrNoVariant
	}
	var ps problems
	f := rule(path)
	switch {
	case f == nil:
		ps.add(path, "no such rule")
	case !f.in(v):
		ps.add(path, "%s", f.absent())
	default:
		if err := f.value.set(v, value); err != nil {
			ps.add(path, "%v", err)
		} else if path == "repetition.counts" {
			v.Repetition.settle()
		}
	}
	return ps.err("variant")
}

// settle gives a rule that counts something a number and a result, and takes them
// from one that counts nothing.
func (r *Repetition) settle() {
	switch {
	case r.Counts == CountNothing:
		r.Times, r.Result = 0, 0
	case r.Times == 0 && r.Result == 0:
		r.Times, r.Result = 3, RepetitionDraws
	}
}

// Diff returns the paths of the rules in which two rule sets differ, in the
// order of [Fields]. Name, Title and Base are no rules. A nil rule set has no
// rules.
func (v *Variant) Diff(w *Variant) []string {
	var paths []string
	for i := range rules {
		if rules[i].differs(v, w) {
			paths = append(paths, rules[i].path)
		}
	}
	return paths
}

// MarshalJSON returns the rule set as JSON: every rule the set has, under its
// path, in the order of [Fields]. The rules of a throne or of corners that are
// not there are left out, and so are the times and result of a repetition that
// is not counted. It refuses what [Variant.Validate] refuses.
func (v Variant) MarshalJSON() ([]byte, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	var present []*field
	for i := range labels {
		if f := &labels[i]; !f.value.zero(&v) {
			present = append(present, f)
		}
	}
	for i := range rules {
		if f := &rules[i]; f.in(&v) {
			present = append(present, f)
		}
	}
	text := []byte{'{'}
	var open []string // the objects that the last field stood in
	for _, f := range present {
		value, err := f.value.write(&v)
		if err != nil {
			return nil, err
		}
		groups := strings.Split(f.path, ".")
		groups, name := groups[:len(groups)-1], groups[len(groups)-1]
		same := 0
		for same < len(open) && same < len(groups) && open[same] == groups[same] {
			same++
		}
		text = append(text, strings.Repeat("}", len(open)-same)...)
		if text[len(text)-1] != '{' {
			text = append(text, ',')
		}
		for _, g := range groups[same:] {
			text = append(strconv.AppendQuote(text, g), ':', '{')
		}
		open = groups
		text = append(append(strconv.AppendQuote(text, name), ':'), value...)
	}
	return append(text, strings.Repeat("}", len(open)+1)...), nil
}

// UnmarshalJSON reads what MarshalJSON writes, as [ParseVariant] does. A JSON
// null changes nothing.
func (v *Variant) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	w, err := ParseVariant(data)
	if err == nil {
		*v = *w
	}
	return err
}

// ParseVariant reads a rule set from JSON, as in variants/federation.json. Every
// rule must be there and nothing else, with three exceptions: name, title and
// base may be left out; throne or corners are left out for a board without them;
// and a "provenance" is passed over, since Base says where the rules come from. It
// returns a [*ParseError] for text that is no JSON object, and otherwise a
// [*ValidationError] with the path of everything that is wrong: fields that are
// unknown, missing or stand twice, values of the wrong kind or out of range,
// contradictions.
func ParseVariant(data []byte) (*Variant, error) {
	object, err := parseObject("variant", data)
	if err != nil {
		return nil, err
	}
	v := new(Variant)
	members := []member[Variant]{{path: "provenance"}}
	for _, table := range [][]field{labels[:], rules[:]} {
		for i := range table {
			f := &table[i]
			members = append(members, member[Variant]{path: f.path, want: f.value.want(), read: f.value.read})
		}
	}
	r := objectReader[Variant]{to: v, members: members}
	r.object("", object)
	v.Throne.Exists, v.Corners.Exists = r.has("throne"), r.has("corners")
	for i := range rules {
		switch f := &rules[i]; {
		case f.in(v):
			r.require(f.path, f.value.want())
		case r.has(f.path):
			r.refuse(f.path, "%s", f.absent())
			f.value.clear(v)
		}
	}
	for _, p := range v.problems().list {
		if !r.refused(p.Path) {
			r.problems.add(p.Path, "%s", p.Why)
		}
	}
	if err := r.problems.err("variant"); err != nil {
		return nil, err
	}
	return v, nil
}
