package brandubh_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/brandubh"
	"example.com/brandubh/internal/referee"
)

// The files *-more.json of the conformance data: the inputs are those of
// conformance_inputs_test.go, the answers the referee's. With -update they are
// written, without it compared.

// named is the presets that have a name of their own, which every case asks.
func named() []string { return brandubh.Presets()[:12] }

// asked is one rule set that a case asks, a preset or one of its own.
type asked struct {
	preset string // empty for one of its own
	v      *brandubh.Variant
}

// dataSets gives the rule sets that cases ask, and their copies with one field
// changed, each made once.
type dataSets struct {
	t    *testing.T
	made map[string]*brandubh.Variant // by the text that asks for it
	flip map[string][]*brandubh.Variant
	// telling is how many cases each rule decides, plain statements not counted.
	telling map[string]int
}

func newDataSets() *dataSets {
	return &dataSets{nil, map[string]*brandubh.Variant{}, map[string][]*brandubh.Variant{}, map[string]int{}}
}

// set returns a preset, or federation with the changes in the text:
// "king.armed=unarmed king.edge=true", "throne=none corners=none goal=edge". A
// blank within a value is written "_".
func (d *dataSets) set(text string) *brandubh.Variant {
	d.t.Helper()
	if v, ok := d.made[text]; ok {
		return v
	}
	v := preset(d.t, "federation")
	if !strings.Contains(text, "=") {
		v = preset(d.t, text)
	} else {
		changed, err := withChanges(v, strings.Fields(text)...)
		if err != nil {
			d.t.Fatalf("%s: %v", text, err)
		}
		v = changed
		v.Name, v.Title = "federation with "+strings.ReplaceAll(text, "_", " "), ""
	}
	d.made[text] = v
	return v
}

// asks returns the rule sets that a case asks: those of its list, the named
// presets without one. Its position must be able to stand under each.
func (d *dataSets) asks(list, position string) (sets []asked) {
	d.t.Helper()
	if list == "" {
		list = "named"
	}
	for text := range strings.SplitSeq(list, ";") {
		switch text = strings.TrimSpace(text); text {
		case "named", "archive":
			names := named()
			if text == "archive" {
				names = brandubh.Presets()
			}
			for _, name := range names {
				sets = append(sets, asked{name, d.set(name)})
			}
		default:
			preset := ""
			if !strings.Contains(text, "=") {
				preset = text
			}
			sets = append(sets, asked{preset, d.set(text)})
		}
	}
	for _, s := range sets {
		if position != "" && !mayStand(s.v, referee.BoardOf(refParsePosition(d.t, position))) {
			d.t.Fatalf("%s cannot stand under %s", position, s.v.Name)
		}
	}
	return sets
}

// mayStand: everybody may stand where he does, and there is one king at most.
func mayStand(v *brandubh.Variant, b referee.Board) bool {
	kings := 0
	for rank := range 7 {
		for file := range 7 {
			x := b.At[rank][file]
			if x == brandubh.King {
				kings++
			}
			if x != brandubh.NoPiece && !genMayStand(v, x, file, rank) {
				return false
			}
		}
	}
	return kings <= 1
}

// flips returns the copies of a rule set in which that field alone has another
// value, one for each that makes a rule set.
func (d *dataSets) flips(v *brandubh.Variant, field string) []*brandubh.Variant {
	key := v.Name + " " + field
	if flips, ok := d.flip[key]; ok {
		return flips
	}
	was, has := v.Value(field)
	var flips []*brandubh.Variant
	for _, value := range otherValues(field) {
		if !has || value == was {
			continue
		}
		if w, err := withChanges(v, field+"="+value); err == nil {
			flips = append(flips, w)
		}
	}
	d.flip[key] = flips
	return flips
}

// otherValues lists values that a field may have, enough to see what it decides.
func otherValues(field string) []string {
	switch group, _, _ := strings.Cut(field, "."); {
	case field == "start":
		return []string{
			"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3_d", "2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2_a",
			"7/7/2tTt2/1TtKtT1/2tTt2/7/7_a",
		}
	case field == "goal":
		return []string{"corner", "edge"}
	case group == "range":
		return []string{"0", "1", "2", "3"}
	case strings.HasPrefix(field, "throne.hostile."):
		return []string{"never", "when-empty", "always"}
	case field == "king.armed":
		return []string{"unarmed", "hammer-only", "anvil-only", "armed"}
	case strings.HasPrefix(field, "king.sides."):
		return []string{"2", "3", "4"}
	case field == "noMoves":
		return []string{"loses", "draw"}
	case field == "repetition.counts":
		return []string{"nothing", "occurrences", "moves"}
	case field == "repetition.times":
		return []string{"2", "3", "4", "5"}
	case field == "repetition.result":
		return []string{"draw", "defenders-lose", "mover-loses", "starter-loses", "breaker-loses"}
	}
	return []string{"false", "true"}
}

// withChanges returns a copy of a rule set with some values changed, as
// "king.edge=true"; "throne=none" and "corners=none" take these away.
func withChanges(v *brandubh.Variant, changes ...string) (*brandubh.Variant, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var all map[string]any
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	group := func(name string) map[string]any { m, _ := all[name].(map[string]any); return m }
	for _, change := range changes {
		path, value, ok := strings.Cut(change, "=")
		if !ok {
			return nil, fmt.Errorf("no change: %q", change)
		}
		switch {
		case path == "throne" && value == "none":
			delete(all, "throne")
			sides, _ := group("king")["sides"].(map[string]any)
			delete(sides, "throne")
			delete(sides, "beside")
			continue
		case path == "corners" && value == "none":
			delete(all, "corners")
			continue
		case path == "repetition.counts":
			_, counted := group("repetition")["times"]
			if value == "nothing" {
				delete(group("repetition"), "times")
				delete(group("repetition"), "result")
			} else if !counted {
				group("repetition")["times"], group("repetition")["result"] = 3, "draw"
			}
		}
		at := all
		keys := strings.Split(path, ".")
		for _, key := range keys[:len(keys)-1] {
			if at, _ = at[key].(map[string]any); at == nil {
				return nil, fmt.Errorf("no %s", path)
			}
		}
		at[keys[len(keys)-1]] = strings.ReplaceAll(value, "_", " ")
		if n, err := strconv.Atoi(value); err == nil {
			at[keys[len(keys)-1]] = n
		} else if b, err := strconv.ParseBool(value); err == nil {
			at[keys[len(keys)-1]] = b
		}
	}
	if data, err = json.Marshal(all); err != nil {
		return nil, err
	}
	return brandubh.ParseVariant(data)
}

// jsonText writes a value as in the files: `{"id": "x", "captures": ["a1", "b1"]}`.
func jsonText(t testing.TB, value any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		t.Fatal(err)
	}
	var spaced bytes.Buffer
	quoted := false
	for i, c := range bytes.TrimSpace(b.Bytes()) {
		if c == '"' && b.Bytes()[max(0, i-1)] != '\\' {
			quoted = !quoted
		}
		spaced.WriteByte(c)
		if !quoted && (c == ',' || c == ':') {
			spaced.WriteByte(' ')
		}
	}
	return spaced.String()
}

// The referee's answers, as JSON without the braces.

func answerPosition(t *testing.T, v *brandubh.Variant, b referee.Board, m brandubh.Move) string {
	after, captured, ok := referee.New(v).Play(b, m)
	if !ok {
		return `"legal": false`
	}
	captures := []string{}
	for _, s := range captured {
		captures = append(captures, s.String())
	}
	return fmt.Sprintf(`"legal": true, "captures": %s, "after": %q, "end": %s`,
		jsonText(t, captures), after.Position(), jsonText(t, refEndOf(t, referee.New(v).Result(after))))
}

func answerGame(t *testing.T, v *brandubh.Variant, start brandubh.Position, moves []brandubh.Move) string {
	g := referee.New(v).Start(start)
	for i, m := range moves {
		if g.Ended() != (brandubh.Result{}) {
			break
		}
		if !g.Play(m) {
			return fmt.Sprintf(`"illegal_at": %d`, i+1)
		}
	}
	return fmt.Sprintf(`"plies": %d, "position": %q, "end": %s`, len(g.Plies), g.Last().Position(), jsonText(t, refEndOf(t, g.Ended())))
}

// moveless is a rule set without what a position and a move cannot show.
func moveless(v *brandubh.Variant) brandubh.Variant {
	w := *v
	w.Name, w.Title, w.Base, w.Start = "", "", "", brandubh.Position{}
	w.Repetition, w.Agreement = brandubh.Repetition{}, false
	return w
}

// answers returns the function that has the referee answer an input under a rule set.
func (in dataInput) answers(t *testing.T) func(v *brandubh.Variant) string {
	t.Helper()
	var moves []brandubh.Move
	for text := range strings.FieldsSeq(in.moves) {
		moves = append(moves, refParseMove(t, text))
	}
	known := map[brandubh.Variant]string{}
	var start brandubh.Position
	if in.position != "" {
		start = refParsePosition(t, in.position)
	}
	return func(v *brandubh.Variant) string {
		key := *v
		key.Name, key.Title, key.Base, key.Agreement = "", "", "", false
		if !in.game {
			key = moveless(v)
		}
		answer, ok := known[key]
		switch {
		case ok:
		case !in.game:
			answer = answerPosition(t, v, referee.BoardOf(start), moves[0])
		case in.position == "":
			answer = answerGame(t, v, v.Start, moves)
		default:
			answer = answerGame(t, v, start, moves)
		}
		known[key] = answer
		return answer
	}
}

// line writes one case, or nothing for one of a family that shows nothing.
func (d *dataSets) line(in dataInput) string {
	d.t.Helper()
	sets := d.asks(in.asks, in.position)
	answer := in.answers(d.t)
	decides, clauses := d.rules(in, sets, answer)
	if len(decides) == 0 {
		return ""
	}
	head := fmt.Sprintf(`"id": %q, "decides": %s, "clauses": %s, "about": %s`, in.id, jsonText(d.t, decides), jsonText(d.t, clauses), jsonText(d.t, in.about))
	if in.position != "" {
		head += fmt.Sprintf(`, "position": %q`, in.position)
	}
	if in.game {
		head += `, "moves": ` + jsonText(d.t, strings.Fields(in.moves))
	} else {
		head += fmt.Sprintf(`, "move": %q`, in.moves)
	}
	var names []string
	var texts, own []string
	for _, s := range sets {
		if text := answer(s.v); s.preset != "" {
			names, texts = append(names, s.preset), append(texts, text)
		} else {
			own = append(own, fmt.Sprintf(`{"variant": %s, %s}`, jsonText(d.t, s.v), text))
		}
	}
	return fmt.Sprintf(` {%s, "expect": [%s]}`, head, strings.Join(append(byAnswer(d.t, names, texts), own...), ", "))
}

// byAnswer writes the entries of expect for presets and their answers: one for
// each different answer.
func byAnswer(t *testing.T, names, answers []string) (entries []string) {
	t.Helper()
	alike := map[string][]string{}
	for i, answer := range answers {
		alike[answer] = append(alike[answer], names[i])
	}
	for _, answer := range answers {
		if alike[answer] != nil {
			entries = append(entries, fmt.Sprintf(`{"presets": %s, %s}`, jsonText(t, alike[answer]), answer))
			alike[answer] = nil
		}
	}
	return entries
}

// rules returns the rules that decide a case, and the clauses that they rest on
// in the rule sets asked. A field must decide: the referee must answer
// differently under a rule set asked when it has another value. In a family of
// cases fields with a "?" are named where they decide, and a case in which none
// does shows nothing; those with a "*" do not save it. A field with a "!" is
// stated plainly, as by a wall that looks closed and is not.
func (d *dataSets) rules(in dataInput, sets []asked, answer func(*brandubh.Variant) string) (decides, clauses []string) {
	d.t.Helper()
	var telling []string
	saved, cited := false, map[string]bool{}
	for rule := range strings.SplitSeq(in.decides, ",") {
		rule, perhaps := strings.CutPrefix(strings.TrimSpace(rule), "?")
		rule, aside := strings.CutPrefix(rule, "*")
		rule, plain := strings.CutPrefix(rule, "!")
		shared := strings.HasPrefix(rule, "common ")
		if !shared && !slices.Contains(brandubh.Fields(), rule) {
			d.t.Fatalf("%s: %q is no rule", in.id, rule)
		}
		found := false
		for _, s := range sets {
			if !shared && !plain && !d.decides(s.v, rule, in, answer) {
				continue
			}
			found = true
			p, ok := s.v.Provenance(rule)
			if !ok {
				d.t.Fatalf("%s: no provenance of %s in %s", in.id, rule, s.v.Name)
			}
			for _, clause := range p.Clauses {
				cited[clause] = true
			}
		}
		switch {
		case found:
			decides = append(decides, rule)
			saved = saved || !aside
			if !plain {
				telling = append(telling, rule)
			}
		case !perhaps && !aside:
			d.t.Errorf("%s: the answer is the same whatever %s is", in.id, rule)
		}
	}
	if !saved {
		return nil, nil
	}
	for _, rule := range telling {
		d.telling[rule]++
	}
	if *update {
		d.nothingElse(in, sets, decides, answer)
	}
	clauses = []string{}
	for _, c := range brandubh.Clauses() {
		if cited[c.ID] {
			clauses = append(clauses, c.ID)
		}
	}
	return decides, clauses
}

// decides reports whether the referee answers differently under the rule set
// when that field alone has another value.
func (d *dataSets) decides(v *brandubh.Variant, field string, in dataInput, answer func(*brandubh.Variant) string) bool {
	for _, w := range d.flips(v, field) {
		if in.position != "" && !mayStand(w, referee.BoardOf(refParsePosition(d.t, in.position))) {
			continue
		}
		if answer(w) != answer(v) {
			return true
		}
	}
	return false
}

// nothingElse sees that no other field decides the case. The ranges, which
// nearly every move depends on, and the start are named where they matter.
func (d *dataSets) nothingElse(in dataInput, sets []asked, decides []string, answer func(*brandubh.Variant) string) {
	d.t.Helper()
	for _, field := range brandubh.Fields() {
		if slices.Contains(decides, field) || field == "start" || strings.HasPrefix(field, "range.") {
			continue
		}
		for _, s := range sets {
			if d.decides(s.v, field, in, answer) {
				d.t.Errorf("%s: %s decides it too, under %s", in.id, field, s.v.Name)
				break
			}
		}
	}
}

// compareFile compares a file of the conformance data with what it should be,
// or writes it.
func compareFile(t *testing.T, name string, lines []string) {
	t.Helper()
	want := "[\n" + strings.Join(lines, ",\n") + "\n]\n"
	path := filepath.Join("testdata", "conformance", name)
	if *update && !t.Failed() {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(data) == want {
		return
	}
	at := 0
	for at < min(len(data), len(want)) && data[at] == want[at] {
		at++
	}
	around := func(text string) string {
		line := strings.LastIndexByte(text[:at], '\n') + 1
		return fmt.Sprintf("%.40s … %.200s", text[line:], text[max(line, at-60):])
	}
	t.Fatalf("%s is not what the referee says (run with -update, and look at what changes), in line %d\nwant %s\ngot  %s",
		path, 1+strings.Count(want[:at], "\n"), around(want), around(string(data)))
}

// The files are what the referee says, and every field decides three cases or more.
func TestConformanceData(t *testing.T) {
	if testing.Short() {
		t.Skip("the referee, who is slow, answers everything again")
	}
	const enough = 3
	sets := map[string]*dataSets{}
	t.Run("files", func(t *testing.T) { testDataFiles(t, sets) })
	for _, field := range brandubh.Fields() {
		n := 0
		for _, d := range sets {
			n += d.telling[field]
		}
		if n < enough && field != "agreement" { // which the protocol does not ask
			t.Errorf("%s decides %d cases, want %d", field, n, enough)
		}
	}
}

func testDataFiles(t *testing.T, sets map[string]*dataSets) {
	for name, inputs := range map[string][]dataInput{
		"positions-more.json": positionInputs(t),
		"games-more.json":     gameInputs(),
	} {
		d := newDataSets()
		sets[name] = d
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d.t = t
			var lines []string
			seen := map[string]bool{}
			for _, in := range inputs {
				line := d.line(in)
				switch key := in.position + in.moves + in.asks; {
				case line == "":
				case seen[in.id] || seen[key]:
					t.Errorf("%s stands twice", in.id)
				default:
					seen[in.id], seen[key] = true, true
					lines = append(lines, line)
				}
			}
			compareFile(t, name, lines)
		})
	}
	t.Run("perft-more.json", func(t *testing.T) {
		t.Parallel()
		var lines []string
		for _, c := range perftInputs {
			lines = append(lines, perftLine(t, c.id, c.position))
		}
		compareFile(t, "perft-more.json", lines)
	})
}

// The lines of moves that were finished by their last one, by result.
type perftEnd struct {
	Winner string `json:"winner"`
	Reason string `json:"reason"`
	Lines  uint64 `json:"lines"`
}

// perftDepth is how deep the lines of perft-more.json go.
const perftDepth = 4

// refWalk counts, per depth, the lines of moves and how those ended that did.
func refWalk(v *brandubh.Variant, b referee.Board, depth int, counts *[perftDepth]uint64, ends *[perftDepth]map[brandubh.Result]uint64) {
	for _, m := range referee.New(v).Moves(b) {
		after, _, _ := referee.New(v).Play(b, m)
		counts[depth]++
		if r := referee.New(v).Result(after); r != (brandubh.Result{}) {
			if ends[depth] == nil {
				ends[depth] = map[brandubh.Result]uint64{}
			}
			ends[depth][r]++
		} else if depth+1 < perftDepth {
			refWalk(v, after, depth+1, counts, ends)
		}
	}
}

// endsText writes the ends of each depth, in the order of the reasons.
func endsText(t *testing.T, ends [perftDepth]map[brandubh.Result]uint64) string {
	t.Helper()
	var all [perftDepth][]perftEnd
	for i := range ends {
		all[i] = []perftEnd{}
		for _, r := range slices.SortedFunc(maps.Keys(ends[i]), func(a, b brandubh.Result) int {
			return 10*(int(a.Reason)-int(b.Reason)) + int(a.Winner) - int(b.Winner)
		}) {
			e := refEndOf(t, r)
			all[i] = append(all[i], perftEnd{e.Winner, e.Reason, ends[i][r]})
		}
	}
	return jsonText(t, all)
}

// perftLine has the referee count the lines from a position under every named
// preset; rule sets that differ in nothing a line of moves can show are one.
func perftLine(t *testing.T, id, position string) string {
	t.Helper()
	b := referee.BoardOf(refParsePosition(t, position))
	counted := map[brandubh.Variant]string{}
	var answers []string
	for _, name := range named() {
		v := refPreset(t, name)
		text, ok := counted[moveless(v)]
		if !ok {
			var counts [perftDepth]uint64
			var ends [perftDepth]map[brandubh.Result]uint64
			refWalk(v, b, 0, &counts, &ends)
			text = fmt.Sprintf(`"counts": %s, "ends": %s`, jsonText(t, counts), endsText(t, ends))
			counted[moveless(v)] = text
		}
		answers = append(answers, text)
	}
	return fmt.Sprintf(` {"id": %q, "position": %q, "expect": [%s]}`, id, position, strings.Join(byAnswer(t, named(), answers), ", "))
}

// What the files say, read as a stranger reads them.

// caseSets is who an entry of a case's expect is about.
type caseSets struct {
	Presets []string          `json:"presets"`
	Variant *brandubh.Variant `json:"variant"`
}

func (s caseSets) all(t *testing.T, id string) (sets []*brandubh.Variant) {
	t.Helper()
	if (s.Presets == nil) == (s.Variant == nil) {
		t.Fatalf("%s: want presets or a variant", id)
	}
	if s.Variant != nil {
		return []*brandubh.Variant{s.Variant}
	}
	for _, name := range s.Presets {
		sets = append(sets, preset(t, name))
	}
	return sets
}

// dataCase is a case of positions-more.json or games-more.json.
type dataCase struct {
	ID       string
	Decides  []string
	Clauses  []string
	Position *brandubh.Position
	Move     brandubh.Move
	Moves    []brandubh.Move
	Expect   []struct {
		caseSets
		moveAnswer
	}
}

// The library answers every case as the file does, also through Explain.
func TestConformanceDataPositions(t *testing.T) {
	for _, c := range load[dataCase](t, "positions-more.json") {
		for _, want := range c.Expect {
			for _, v := range want.all(t, c.ID) {
				if err := v.ValidatePosition(*c.Position); err != nil {
					t.Errorf("%s under %s: %v", c.ID, v.Name, err)
				}
				var got moveAnswer
				after, err := v.Play(*c.Position, c.Move)
				if err == nil {
					got = moveAnswer{true, slices.AppendSeq([]brandubh.Square{}, v.Captures(*c.Position, c.Move).All()), after, endOf(v.Result(after))}
				}
				if diff := cmp.Diff(want.moveAnswer, got, positions); diff != "" {
					t.Errorf("%s under %s: %v in %v (-want +got):\n%s", c.ID, v.Name, c.Move, c.Position, diff)
				}
				if e := v.Explain(*c.Position, c.Move); (e.Err == nil) != want.Legal || want.Legal && (e.After != want.After || e.Captured().Len() != len(want.Captures)) {
					t.Errorf("%s under %s: explanation %v", c.ID, v.Name, e)
				}
			}
		}
	}
}

// perftCase is a case of perft-more.json.
type perftCase struct {
	ID       string
	Position brandubh.Position
	Expect   []struct {
		Presets []string
		Counts  [perftDepth]uint64
		Ends    [perftDepth][]perftEnd
	}
}

// The library counts as the file does, by Perft and by playing every line.
func TestConformanceDataPerft(t *testing.T) {
	var walk func(v *brandubh.Variant, p brandubh.Position, depth int, counts *[perftDepth]uint64, ends *[perftDepth]map[brandubh.Result]uint64)
	walk = func(v *brandubh.Variant, p brandubh.Position, depth int, counts *[perftDepth]uint64, ends *[perftDepth]map[brandubh.Result]uint64) {
		for m := range v.Moves(p) {
			q, err := v.Play(p, m)
			if err != nil {
				t.Fatal(err)
			}
			counts[depth]++
			if r := v.Result(q); r.Over() {
				if ends[depth] == nil {
					ends[depth] = map[brandubh.Result]uint64{}
				}
				ends[depth][r]++
			} else if depth+1 < perftDepth {
				walk(v, q, depth+1, counts, ends)
			}
		}
	}
	for _, c := range load[perftCase](t, "perft-more.json") {
		for _, want := range c.Expect {
			for _, name := range want.Presets {
				v := preset(t, name)
				var counts [perftDepth]uint64
				var ends [perftDepth]map[brandubh.Result]uint64
				walk(v, c.Position, 0, &counts, &ends)
				if counts != want.Counts || endsText(t, ends) != jsonText(t, want.Ends) {
					t.Errorf("%s under %s: got %v %s, want %v %s", c.ID, name, counts, endsText(t, ends), want.Counts, jsonText(t, want.Ends))
				}
				for i, count := range want.Counts {
					if got := v.Perft(c.Position, i+1); got != count {
						t.Errorf("%s under %s: perft %d is %d, want %d", c.ID, name, i+1, got, count)
					}
				}
			}
		}
	}
}

// Every two named presets that differ in anything that lines of moves can show
// are told apart by the counts or the ends of three positions at least.
func TestConformanceDataPerftSeparates(t *testing.T) {
	const enough = 3
	hidden := func(path string) bool { // what no line of moves from a position can show
		return path == "start" || path == "agreement" || strings.HasPrefix(path, "repetition.")
	}
	cases := load[perftCase](t, "perft-more.json")
	separates := func(c perftCase, a, b string) (counts, ends bool) {
		of := func(name string) (string, string) {
			for _, e := range c.Expect {
				if slices.Contains(e.Presets, name) {
					return jsonText(t, e.Counts), jsonText(t, e.Ends)
				}
			}
			t.Fatalf("%s does not ask %s", c.ID, name)
			return "", ""
		}
		countsA, endsA := of(a)
		countsB, endsB := of(b)
		return countsA != countsB, endsA != endsB
	}
	for i, a := range named() {
		for _, b := range named()[i+1:] {
			paths := slices.DeleteFunc(preset(t, a).Diff(preset(t, b)), hidden)
			byCounts, byEnds := 0, 0
			for _, c := range cases {
				counts, ends := separates(c, a, b)
				if counts {
					byCounts++
				}
				if ends {
					byEnds++
				}
				if len(paths) == 0 && (counts || ends) {
					t.Errorf("%s: %s and %s count differently, though no rule says so", c.ID, a, b)
				}
			}
			switch {
			case len(paths) == 0:
				t.Logf("%s and %s differ in no rule that lines of moves can show", a, b)
			case max(byCounts, byEnds) < enough:
				t.Errorf("%s and %s differ in %v: told apart by the counts of %d positions and the ends of %d, want %d", a, b, paths, byCounts, byEnds, enough)
			case byCounts == 0:
				t.Logf("%s and %s differ in %v: told apart by ends alone", a, b, paths)
			}
		}
	}
}

// A case can be named by its id alone.
func TestConformanceIDs(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "conformance", "*.json"))
	if err != nil || len(files) < 6 {
		t.Fatalf("want six files or more, there are %v (%v)", files, err)
	}
	seen := map[string]string{}
	for _, file := range files {
		for _, c := range load[struct{ ID string }](t, filepath.Base(file)) {
			if seen[c.ID] != "" {
				t.Errorf("%s stands in %s and %s", c.ID, seen[c.ID], file)
			}
			seen[c.ID] = file
		}
	}
}

// Every field and every clause has three cases at least. That a field decides
// the cases that say so is part of writing them (dataSets.line). What the
// protocol cannot ask is left out: a draw by agreement, and matches.
func TestConformanceDataCoverage(t *testing.T) {
	const enough = 3
	fields, clauses := map[string]int{}, map[string]int{}
	for _, c := range append(load[dataCase](t, "positions-more.json"), load[dataCase](t, "games-more.json")...) {
		for _, field := range c.Decides {
			fields[field]++
		}
		for _, clause := range c.Clauses {
			clauses[clause]++
		}
	}
	var rules []string
	for _, rule := range append(brandubh.Fields(), sharedRules()...) {
		if rule != "agreement" && rule != "match" {
			rules = append(rules, rule)
		}
	}
	used := map[string]bool{}
	for _, name := range brandubh.Presets() {
		for _, rule := range rules {
			p, _ := preset(t, name).Provenance(rule)
			for _, clause := range p.Clauses {
				used[clause] = true
			}
		}
	}
	for _, rule := range rules {
		if fields[rule] < enough {
			t.Errorf("%s decides %d cases, want %d", rule, fields[rule], enough)
		}
	}
	for _, c := range brandubh.Clauses() {
		if used[c.ID] && clauses[c.ID] < enough {
			t.Errorf("%s (%s) has %d cases, want %d", c.ID, c.Says, clauses[c.ID], enough)
		}
		if c.Rule && !used[c.ID] && c.Document != "common" {
			t.Logf("%s (%s) is about agreement or matches alone, which the protocol does not ask", c.ID, c.Says)
		}
	}
}
