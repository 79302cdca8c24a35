// Package schema tests the JSON Schemas of the library's data, with a validator
// that is independent of it.
package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"example.com/brandubh"
)

// variants is the folder of the rule sets and their schema, explanations the schema
// of an explanation, steps that of a step of a game, and protocol that of the data
// of the conformance protocol.
const (
	variants     = "../../variants"
	explanations = "../../docs/explanation.schema.json"
	steps        = "../../docs/step.schema.json"
	protocol     = "../../docs/conformance.schema.json"
)

// schema is a JSON Schema, compiled and as it stands in its file.
type schema struct {
	compiled *jsonschema.Schema
	root     map[string]any
}

func readSchema(t testing.TB) *schema {
	t.Helper()
	return readFile(t, filepath.Join(variants, "schema.json"))
}

func readFile(t testing.TB, file string) *schema {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := new(schema)
	if err := json.Unmarshal(data, &s.root); err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if s.compiled, err = c.Compile(file); err != nil {
		t.Fatal(err)
	}
	return s
}

// valid returns what the schema has against a text.
func (s *schema) valid(t rapid.TB, data []byte) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return s.compiled.Validate(value)
}

// The schema uses keywords of JSON Schema only: a misspelt one would be ignored
// by validators.
func TestSchemaKeywords(t *testing.T) {
	known := strings.Fields("$schema $id $defs $ref title description type enum const minimum maximum pattern required properties additionalProperties items allOf not if then else")
	var check func(path string, rules any)
	check = func(path string, rules any) {
		o, ok := rules.(map[string]any)
		if !ok {
			return
		}
		for keyword, rule := range o {
			path := path + "/" + keyword
			if !slices.Contains(known, keyword) {
				t.Errorf("%s: no keyword that is used here", path)
			}
			switch keyword {
			case "properties", "$defs":
				for name, rules := range rule.(map[string]any) {
					check(path+"/"+name, rules)
				}
			case "allOf":
				for i, rules := range rule.([]any) {
					check(fmt.Sprint(path, "/", i), rules)
				}
			case "additionalProperties", "items", "not", "if", "then", "else":
				check(path, rule)
			}
		}
	}
	check("variant", any(readSchema(t).root))
	check("explanation", any(readFile(t, explanations).root))
	check("step", any(readFile(t, steps).root))
	check("conformance", any(readFile(t, protocol).root))
}

// described gathers the paths of the properties, and complains of those without a
// description.
func (s *schema) described(t testing.TB, rules map[string]any, prefix string) (paths []string) {
	properties, _ := rules["properties"].(map[string]any)
	for key, rule := range properties {
		rule := rule.(map[string]any)
		if text, _ := rule["description"].(string); text == "" {
			t.Errorf("%s%s is not described", prefix, key)
		}
		if rule["properties"] == nil {
			paths = append(paths, prefix+key)
		}
		paths = append(paths, s.described(t, rule, prefix+key+".")...)
	}
	return paths
}

func TestSchemaDescribesEveryField(t *testing.T) {
	s := readSchema(t)
	got := s.described(t, s.root, "")
	want := append(brandubh.Fields(), "name", "title", "base", "provenance")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the schema describes %v\nthe fields are %v", got, want)
	}
}

// The schema allows every preset, as its file has it with its provenance and as
// it is written.
func TestSchemaAllowsPresets(t *testing.T) {
	s := readSchema(t)
	for _, name := range brandubh.Presets() {
		file, err := os.ReadFile(filepath.Join(variants, name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range [][]byte{file, written(t, preset(t, name))} {
			if err := s.valid(t, data); err != nil {
				t.Errorf("the schema refuses %s: %v", name, err)
			}
		}
	}
}

// written returns a rule set as JSON.
func written(t rapid.TB, v *brandubh.Variant) []byte {
	t.Helper()
	data, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// preset returns the preset of that name.
func preset(t testing.TB, name string) *brandubh.Variant {
	t.Helper()
	v, err := brandubh.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// drawVariant draws a preset with some of its fields changed.
func drawVariant(t *testing.T, r *rapid.T) *brandubh.Variant {
	v := preset(t, rapid.SampledFrom(brandubh.Presets()).Draw(r, "preset"))
	for _, path := range rapid.SliceOf(rapid.SampledFrom(brandubh.Fields())).Draw(r, "fields") {
		w := *v
		if w.Set(path, rapid.SampledFrom(brandubh.FieldValues(path)).Draw(r, path)) == nil && w.Validate() == nil {
			*v = w
		}
	}
	return v
}

// drawPosition draws a crowded position with one king, perhaps with nobody to move.
func drawPosition(r *rapid.T) brandubh.Position {
	squares := rapid.SliceOfN(rapid.SampledFrom([]string{"1", "1", "t", "t", "T"}), 49, 49).Draw(r, "squares")
	squares[rapid.IntRange(0, 48).Draw(r, "king")] = "K"
	var ranks []string
	for rank := range slices.Chunk(squares, 7) {
		text := strings.Join(rank, "")
		for n := 7; n > 1; n-- { // one digit for a run of empty squares
			text = strings.ReplaceAll(text, strings.Repeat("1", n), fmt.Sprint(n))
		}
		ranks = append(ranks, text)
	}
	p, err := brandubh.ParsePosition(strings.Join(ranks, "/") + rapid.SampledFrom([]string{" a", " d", " -"}).Draw(r, "turn"))
	if err != nil {
		r.Fatal(err)
	}
	return p
}

// The steps of a random game are as their schema says.
func TestSchemaAllowsSteps(t *testing.T) {
	s := readFile(t, steps)
	s.described(t, s.root, "")
	captures := 0
	rapid.Check(t, func(r *rapid.T) {
		g, err := brandubh.NewGame(drawVariant(t, r), brandubh.LetRepetitionPass)
		if err != nil {
			r.Skip(err)
		}
		for range 60 {
			legal := slices.Collect(g.Moves())
			if len(legal) == 0 {
				break
			}
			if err := g.Play(rapid.SampledFrom(legal).Draw(r, "move")); err != nil {
				r.Fatal(err)
			}
		}
		for step := range g.Steps() {
			data, err := json.Marshal(step)
			if err != nil {
				r.Fatal(err)
			}
			if err := s.valid(r, data); err != nil {
				r.Fatalf("the schema refuses %s: %v", data, err)
			}
			captures += len(step.Captures)
		}
	})
	if captures == 0 {
		t.Error("no move has captured anything")
	}
}

// The explanation of any move, legal or not, is as its schema says.
func TestSchemaAllowsExplanations(t *testing.T) {
	s := readFile(t, explanations)
	legal, captures := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		v, p := drawVariant(t, r), drawPosition(r)
		moves := v.AppendMoves(nil, p)
		for range 10 { // any, squares that do not exist among them
			moves = append(moves, brandubh.Move{
				From: brandubh.Square(rapid.IntRange(0, 50).Draw(r, "from")),
				To:   brandubh.Square(rapid.IntRange(0, 50).Draw(r, "to")),
			})
		}
		for _, m := range moves {
			e := v.Explain(p, m)
			data, err := json.Marshal(e)
			if err != nil {
				r.Fatal(err)
			}
			if err := s.valid(r, data); err != nil {
				r.Fatalf("the schema refuses %s: %v", data, err)
			}
			if e.Err == nil {
				legal++
			}
			if v.Captures(p, m) != 0 {
				captures++
			}
		}
	})
	if legal == 0 || captures == 0 {
		t.Errorf("%d legal moves, %d captures were explained", legal, captures)
	}
}

// Any rule set that can be written is allowed: presets with any fields changed.
func TestSchemaAllowsVariants(t *testing.T) {
	s := readSchema(t)
	rapid.Check(t, func(r *rapid.T) {
		v := drawVariant(t, r)
		if data := written(r, v); s.valid(r, data) != nil {
			r.Errorf("the schema refuses %s: %v", data, s.valid(r, data))
		}
	})
}

// compare compares schema and parser on an object. What the parser refuses though
// the schema cannot say why is a start from which no game can start (squares of a
// rank, number of kings, who stands where, whether it is over) and an unknown base.
func (s *schema) compare(t rapid.TB, o map[string]any) {
	t.Helper()
	data, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	_, err = brandubh.ParseVariant(data)
	allowed := s.valid(t, data) == nil
	if allowed == (err == nil) {
		return
	}
	var invalid *brandubh.ValidationError
	if !allowed || !errors.As(err, &invalid) || slices.ContainsFunc(invalid.Problems, func(p brandubh.Problem) bool {
		return p.Path != "start" && p.Path != "base"
	}) {
		t.Errorf("schema allows %v, parser: %v\n%s", allowed, err, data)
	}
}

// cloneObject copies a decoded object.
func cloneObject(o map[string]any) map[string]any {
	c := maps.Clone(o)
	for key, x := range c {
		if x, ok := x.(map[string]any); ok {
			c[key] = cloneObject(x)
		}
	}
	return c
}

// mutation changes the value at a path: removes it, or puts another there.
type mutation struct {
	path   []string
	remove bool
	value  any
}

func (m mutation) String() string {
	if m.remove {
		return strings.Join(m.path, ".") + " removed"
	}
	return fmt.Sprintf("%s = %v", strings.Join(m.path, "."), m.value)
}

// apply does nothing where the objects on the path are gone.
func (m mutation) apply(o map[string]any) {
	for _, key := range m.path[:len(m.path)-1] {
		var ok bool
		if o, ok = o[key].(map[string]any); !ok {
			return
		}
	}
	key := m.path[len(m.path)-1]
	value, isObject := m.value.(map[string]any)
	switch {
	case m.remove:
		delete(o, key)
	case isObject: // a copy: a later change may be made inside it
		o[key] = cloneObject(value)
	default:
		o[key] = m.value
	}
}

// mutations is what is tried on every field, on every group of fields, and on
// unknown fields.
func mutations() (all []mutation) {
	throne := map[string]any{
		"return": true, "stop": map[string]any{"attackers": false, "defenders": true},
		"pass":    map[string]any{"attackers": true, "defenders": true, "king": false},
		"hostile": map[string]any{"attackers": "never", "defenders": "always", "king": "when-empty"},
	}
	corners := map[string]any{"hostile": map[string]any{"attackers": true, "defenders": false, "king": true}}
	values := []any{
		nil, true, false, "", "no", "none",
		[]any{},
		map[string]any{},
		-1.0, 0.0, 1.0, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 255.0, 256.0, 1e300,
		"corner", "edge", "never", "when-empty", "always", "unarmed", "hammer-only", "loses", "draw",
		"nothing", "occurrences", "moves", "defenders-lose", "mover-loses", "breaker-loses",
		"federation", "nowhere",
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 d", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 -",
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3 a", "3t3/12t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t4 a",
		"t2t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "3t3/3t3/3T3/ttT1Ttt/3T3/3t3/3t3 a", "7/7/7/7/7/7/K5t d",
		"3t3/3t3/3T3/ttTKTtt/3T3//3t3 a", " 3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "ttttttt1/7/7/3K3/7/7/7 a", "8/7/7/3K3/7/7/t6 a",
		throne, corners,
	}
	paths := append(brandubh.Fields(), groups()...)
	paths = append(paths, "name", "title", "base", "Goal", "goals", "king.Armed", "throne.exists", "king.sides.edge", "start.turn")
	for _, path := range paths {
		path := strings.Split(path, ".")
		all = append(all, mutation{path: path, remove: true})
		for _, value := range values {
			all = append(all, mutation{path: path, value: value})
		}
	}
	return all
}

// The schema and the parser agree on everything that one change makes of some
// presets: with and without throne, corners and a count of repetition.
func TestSchemaAgreesWithParser(t *testing.T) {
	s := readSchema(t)
	all := mutations()
	for _, name := range []string{"federation", "leaflet", "scottish", "archive-58", "archive-100", "archive-101"} {
		original := objectOf(t, name)
		for _, m := range all {
			o := cloneObject(original)
			m.apply(o)
			s.compare(t, o)
			if t.Failed() {
				t.Fatalf("%s with %v", name, m)
			}
		}
	}
}

// They agree on several changes at once, too.
func TestSchemaAgreesWithParserOnMuchThatIsWrong(t *testing.T) {
	s := readSchema(t)
	all := mutations()
	originals := map[string]map[string]any{}
	for _, name := range brandubh.Presets() {
		originals[name] = objectOf(t, name)
	}
	rapid.Check(t, func(r *rapid.T) {
		for range 10 {
			o := cloneObject(originals[rapid.SampledFrom(brandubh.Presets()).Draw(r, "preset")])
			for range rapid.IntRange(1, 4).Draw(r, "changes") {
				rapid.SampledFrom(all).Draw(r, "change").apply(o)
			}
			s.compare(r, o)
		}
	})
}

// groups returns the paths under which several fields stand, "king" and
// "king.sides" among them.
func groups() []string {
	var groups []string
	for _, path := range brandubh.Fields() {
		for i, c := range path {
			if c == '.' && !slices.Contains(groups, path[:i]) {
				groups = append(groups, path[:i])
			}
		}
	}
	return groups
}

// objectOf decodes a preset's file, provenance left out.
func objectOf(t testing.TB, name string) map[string]any {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(variants, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var o map[string]any
	if err := json.Unmarshal(data, &o); err != nil {
		t.Fatal(err)
	}
	delete(o, "provenance")
	return o
}

// What a schema cannot say, as its description has it, and the one thing that it
// says though the parser does not look: the form of a provenance.
func TestSchemaCannotSay(t *testing.T) {
	s := readSchema(t)
	data, err := json.Marshal(objectOf(t, "federation"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, old, new string
		schema, parser bool
	}{
		{"a field twice", `"goal":"corner"`, `"goal":"corner","goal":"corner"`, true, false},
		{"a whole number with a point", `"times":3`, `"times":3.0`, true, false},
		{"a whole number with an exponent", `"times":3`, `"times":3e0`, true, false},
		{"an unknown base", `"base":"federation"`, `"base":"nowhere"`, true, false},
		{"a rank of too many squares", `3t3/3t3/3T3`, `3t3/3t3/3T4`, true, false},
		{"a start without a king", `ttTKTtt`, `ttT1Ttt`, true, false},
		{"a start with two kings", `ttTKTtt`, `tKTKTtt`, true, false},
		{"a start with a soldier on the throne", `ttTKTtt`, `ttKTTtt`, true, false},
		{"a start that is over", `3t3/3t3/3T3/ttTKTtt`, `K2t3/3t3/3T3/ttT1Ttt`, true, false},
		{"a provenance of no form", `"title":`, `"provenance":[1],"title":`, false, true},
		{"a provenance without a note", `"title":`, `"provenance":{"goal":{"basis":"stated"}},"title":`, false, true},
		{"a provenance that rests on nothing", `"title":`, `"provenance":{"goal":{"basis":"hope","note":"x"}},"title":`, false, true},
	} {
		text := strings.Replace(string(data), c.old, c.new, 1)
		if text == string(data) {
			t.Fatal(c.what, "changes nothing")
		}
		if err := s.valid(t, []byte(text)); (err == nil) != c.schema {
			t.Errorf("%s: schema: %v", c.what, err)
		}
		if _, err := brandubh.ParseVariant([]byte(text)); (err == nil) != c.parser {
			t.Errorf("%s: parser: %v", c.what, err)
		}
	}
}
