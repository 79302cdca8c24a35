package brandubh_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

// schema is variants/schema.json, with just enough of JSON Schema (draft
// 2020-12) to judge by it: a keyword that is not known here is an error.
type schema struct {
	root     map[string]any
	patterns map[string]*regexp.Regexp
}

func readSchema(t testing.TB) *schema { return readSchemaFile(t, "variants/schema.json") }

func readSchemaFile(t testing.TB, name string) *schema {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	s := &schema{patterns: map[string]*regexp.Regexp{}}
	if err := json.Unmarshal(data, &s.root); err != nil {
		t.Fatal(err)
	}
	return s
}

// valid reports whether the schema allows the value, decoded from JSON.
func (s *schema) valid(t rapid.TB, value any) bool {
	return s.allows(t, any(s.root), value)
}

func (s *schema) allows(t rapid.TB, rules, value any) bool {
	t.Helper()
	if all, ok := rules.(bool); ok {
		return all
	}
	o := rules.(map[string]any)
	object, isObject := value.(map[string]any)
	array, isArray := value.([]any)
	number, isNumber := value.(float64)
	text, isText := value.(string)
	for keyword, rule := range o {
		ok := true
		switch keyword {
		case "$schema", "$id", "$defs", "title", "description", "then", "else": // nothing by themselves
		case "$ref":
			name, found := strings.CutPrefix(rule.(string), "#/$defs/")
			definition, defined := s.root["$defs"].(map[string]any)[name]
			if !found || !defined {
				t.Fatalf("schema: there is no %v", rule)
			}
			ok = s.allows(t, definition, value)
		case "type":
			switch rule {
			case "object":
				ok = isObject
			case "array":
				ok = isArray
			case "string":
				ok = isText
			case "boolean":
				_, ok = value.(bool)
			case "integer":
				ok = isNumber && number == math.Trunc(number)
			default:
				t.Fatalf("schema: type %v is not known to the test", rule)
			}
		case "enum":
			ok = isText && slices.Contains(rule.([]any), value)
		case "const":
			ok = isText && rule == value
		case "minimum":
			ok = !isNumber || number >= rule.(float64)
		case "maximum":
			ok = !isNumber || number <= rule.(float64)
		case "pattern":
			pattern := rule.(string)
			if s.patterns[pattern] == nil {
				s.patterns[pattern] = regexp.MustCompile(pattern)
			}
			ok = !isText || s.patterns[pattern].MatchString(text)
		case "required":
			for _, key := range rule.([]any) {
				_, has := object[key.(string)]
				ok = ok && (has || !isObject)
			}
		case "properties":
			for key, rule := range rule.(map[string]any) {
				if x, has := object[key]; has {
					ok = ok && s.allows(t, rule, x)
				}
			}
		case "additionalProperties":
			properties, _ := o["properties"].(map[string]any)
			for key, x := range object {
				if _, known := properties[key]; !known {
					ok = ok && s.allows(t, rule, x)
				}
			}
		case "items":
			for _, x := range array {
				ok = ok && s.allows(t, rule, x)
			}
		case "allOf":
			for _, rule := range rule.([]any) {
				ok = ok && s.allows(t, rule, value)
			}
		case "not":
			ok = !s.allows(t, rule, value)
		case "if":
			branch := "else"
			if s.allows(t, rule, value) {
				branch = "then"
			}
			if rule, has := o[branch]; has {
				ok = s.allows(t, rule, value)
			}
		default:
			t.Fatalf("schema: keyword %q is not known to the test", keyword)
		}
		if !ok {
			return false
		}
	}
	return true
}

// described gathers the paths of the properties, and complains of those without a
// description.
func (s *schema) described(t testing.TB, rules map[string]any, prefix string) (paths []string) {
	properties, _ := rules["properties"].(map[string]any)
	for key, rule := range properties {
		rule := rule.(map[string]any)
		if text, _ := rule["description"].(string); text == "" {
			t.Errorf("schema: %s%s is not described", prefix, key)
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
		t.Errorf("schema: %v\nfields: %v", got, want)
	}
}

func TestSchemaAllowsPresets(t *testing.T) {
	s := readSchema(t)
	for _, name := range brandubh.Presets() {
		file, err := os.ReadFile("variants/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		written, err := preset(t, name).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range [][]byte{file, written} {
			var o map[string]any
			if err := json.Unmarshal(data, &o); err != nil {
				t.Fatal(err)
			}
			if !s.valid(t, o) {
				t.Errorf("the schema refuses %s", data)
			}
		}
	}
}

func TestSchemaAllowsVariants(t *testing.T) {
	s := readSchema(t)
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		data, err := v.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var o map[string]any
		if err := json.Unmarshal(data, &o); err != nil {
			t.Fatal(err)
		}
		if !s.valid(t, o) {
			t.Errorf("the schema refuses %s", data)
		}
	})
}

// compare compares schema and parser on an object. What the parser refuses
// though the schema cannot say why is a start in which a game cannot start
// (squares of a rank, number of kings, who stands where, how it stands) and a base that
// there is not.
func (s *schema) compare(t rapid.TB, o map[string]any) {
	t.Helper()
	data, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	_, err = brandubh.ParseVariant(data)
	allowed := s.valid(t, o)
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
// fields that there are not.
func mutations(t testing.TB) (all []mutation) {
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
	paths := append(brandubh.Fields(), groupPaths()...)
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
	all := mutations(t)
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
	all := mutations(t)
	originals := map[string]map[string]any{}
	for _, name := range brandubh.Presets() {
		originals[name] = objectOf(t, name)
	}
	rapid.Check(t, func(r *rapid.T) {
		for range 10 {
			o := cloneObject(originals[genOne(r, "preset", brandubh.Presets()...)])
			for range rapid.IntRange(1, 4).Draw(r, "changes") {
				genOne(r, "change", all...).apply(o)
			}
			s.compare(r, o)
		}
	})
}

// objectOf decodes a preset's file, provenance left out.
func objectOf(t testing.TB, name string) map[string]any {
	t.Helper()
	data, err := os.ReadFile("variants/" + name + ".json")
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
		{"a base that there is not", `"base":"federation"`, `"base":"nowhere"`, true, false},
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
		var o map[string]any
		if err := json.Unmarshal([]byte(text), &o); err != nil || text == string(data) {
			t.Fatal(c.what, err)
		}
		if got := s.valid(t, o); got != c.schema {
			t.Errorf("%s: schema allows %v", c.what, got)
		}
		if _, err := brandubh.ParseVariant([]byte(text)); (err == nil) != c.parser {
			t.Errorf("%s: parser: %v", c.what, err)
		}
	}
}
