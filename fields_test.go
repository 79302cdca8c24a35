package brandubh_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

// Every field can be set to each of its values and tells it back; Set and
// Validate know the same values, and Set changes nothing else.
func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		for _, path := range brandubh.Fields() {
			old, has := v.Value(path)
			values := brandubh.FieldValues(path)
			if len(values) < 2 {
				t.Fatalf("%s has the values %q", path, values)
			}
			if has && path != "start" && path != "repetition.times" && !slices.Contains(values, old) {
				t.Errorf("%s is %s, which is none of its values %q", path, old, values)
			}
			for _, value := range values {
				w := v
				err := w.Set(path, value)
				if !has {
					checkSetRefused(t, &v, &w, path, err)
					continue
				}
				got, _ := w.Value(path)
				diff := v.Diff(&w)
				if path == "repetition.counts" { // times and result come and go with it
					diff = slices.DeleteFunc(diff, func(p string) bool { return p == "repetition.times" || p == "repetition.result" })
				}
				if err != nil || got != value || len(diff) > 1 || len(diff) == 1 && diff[0] != path || (len(diff) == 0) != (value == old) {
					t.Errorf("%s set to %s: %v, it is %s, and %v differ", path, value, err, got, diff)
				}
				checkOnlyStartOrGoal(t, &w)
			}
			for _, value := range []string{"", "none", "False", "1e0", "02", "-1", " 2", "256", "1.0", old + " ", strings.Repeat("x", 1000)} {
				w := v
				checkSetRefused(t, &v, &w, path, w.Set(path, value))
			}
		}
	})
}

// checkSetRefused asks that Set has refused with one problem at the path, short
// enough to read, and changed nothing.
func checkSetRefused(t rapid.TB, v, w *brandubh.Variant, path string, err error) {
	t.Helper()
	var invalid *brandubh.ValidationError
	if !errors.As(err, &invalid) || len(invalid.Problems) != 1 || invalid.Problems[0].Path != path || len(err.Error()) > 300 || *v != *w {
		t.Errorf("setting %s should be refused: %v", path, err)
	}
}

// checkOnlyStartOrGoal asks that a rule set has nothing wrong with it but what
// one field must leave to others: a start that the rules forbid, a goal that the
// board lacks.
func checkOnlyStartOrGoal(t rapid.TB, v *brandubh.Variant) {
	t.Helper()
	var invalid *brandubh.ValidationError
	if errors.As(v.Validate(), &invalid) {
		for _, p := range invalid.Problems {
			if p.Path != "start" && p.Path != "goal" {
				t.Errorf("%v", invalid)
			}
		}
	}
}

// Set and Value refuse what is no rule; labels are none.
func TestSetNoRule(t *testing.T) {
	v := brandubh.Federation()
	for _, path := range []string{"", "name", "title", "base", "king", "king.sides", "king.", "King.Armed", "throne.exists", "provenance"} {
		w := *v
		checkSetRefused(t, v, &w, path, w.Set(path, "true"))
		if value, ok := v.Value(path); ok || value != "" {
			t.Errorf("%q is no rule, but has the value %q", path, value)
		}
		if values := brandubh.FieldValues(path); values != nil {
			t.Errorf("%q is no rule, but has the values %q", path, values)
		}
	}
	var none *brandubh.Variant
	if err := none.Set("goal", "edge"); !errors.Is(err, brandubh.ErrNoVariant) {
		t.Errorf("setting a field of no rule set: %v", err)
	}
}

func ExampleVariant_Set() {
	v := brandubh.Federation()
	for _, path := range []string{"king.sides.beside", "noMoves"} {
		for _, value := range brandubh.FieldValues(path) {
			w := *v
			if err := w.Set(path, value); err != nil {
				fmt.Println(err)
			}
			fmt.Println(path, value, v.Diff(&w))
		}
	}
	fmt.Println(v.Set("king.sides.beside", "5"))
	// Output:
	// king.sides.beside 2 [king.sides.beside]
	// king.sides.beside 3 []
	// king.sides.beside 4 [king.sides.beside]
	// noMoves loses []
	// noMoves draw [noMoves]
	// invalid variant: king.sides.beside: want 2, 3 or 4, not "5"
}

// An error about a million unknown fields is a page, whoever reads them.
func TestErrorsAreCapped(t *testing.T) {
	var members bytes.Buffer
	for i := range 1_000_000 {
		fmt.Fprintf(&members, `"f%d":0,`, i)
	}
	long := strings.Repeat("ä", 100_000)
	for name, read := range map[string]func([]byte) error{
		"variant": func(data []byte) error { _, err := brandubh.ParseVariant(data); return err },
		"game":    func(data []byte) error { _, err := brandubh.ParseGame(data); return err },
	} {
		data := []byte("{" + members.String() + `"last":0}`)
		err := read(data)
		var invalid *brandubh.ValidationError
		if !errors.As(err, &invalid) || len(invalid.Problems) != 100 || len(err.Error()) > 3000 {
			t.Fatalf("%s: an error of %d bytes for a million unknown fields", name, len(err.Error()))
		}
		if want := "999,9"; !strings.Contains(err.Error(), "and "+want) && !strings.Contains(err.Error(), "and 1,000,0") {
			t.Errorf("%s: the error does not give the number of the others: %s", name, err)
		}
		for _, text := range []string{`{"` + long + `":1}`, `{"start":"` + long + `"}`, `{"goal":"` + long + `"}`, long, `{"king":"` + long + `"}`} {
			if err := read([]byte(text)); err == nil || len(err.Error()) > 5000 || strings.Contains(err.Error(), "\uFFFD") {
				t.Errorf("%s: an error of %d bytes, or half a letter: %.300v", name, len(err.Error()), err)
			}
		}
	}
}

// The JSON null changes nothing, as by convention; text that is not UTF-8 is no
// JSON, neither read nor written.
func TestVariantNullAndUTF8(t *testing.T) {
	v := brandubh.Federation()
	if err := json.Unmarshal([]byte("null"), v); err != nil || *v != *brandubh.Federation() {
		t.Errorf("null: %v, %v", err, v)
	}
	if err := v.UnmarshalJSON([]byte("null")); err != nil || *v != *brandubh.Federation() {
		t.Errorf("null: %v, %v", err, v)
	}
	data, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	bad := bytes.Replace(data, []byte("Federation"), []byte("Feder\xffation"), 1)
	var syntax *brandubh.ParseError
	if _, err := brandubh.ParseVariant(bad); !errors.As(err, &syntax) || bad[syntax.At] != 0xff {
		t.Errorf("a byte that is not UTF-8: %v", err)
	}
	for path, label := range map[string]*string{"name": &v.Name, "title": &v.Title, "base": &v.Base} {
		old := *label
		*label = "Feder\xffation"
		var invalid *brandubh.ValidationError
		if err := v.Validate(); !errors.As(err, &invalid) || invalid.Problems[0].Path != path {
			t.Errorf("%s is not UTF-8: %v", path, err)
		}
		*label = old
	}
}

// A rule set is the preset of its name exactly while its rules are; labels do
// not matter.
func TestIsPreset(t *testing.T) {
	for _, name := range brandubh.Presets() {
		v := preset(t, name)
		if v.Title, v.Base = "something else", ""; !v.IsPreset() {
			t.Errorf("%s is not the preset of its name", name)
		}
		for _, path := range brandubh.Fields() {
			for _, value := range brandubh.FieldValues(path) {
				w := *v
				if w.Set(path, value) == nil && w.IsPreset() != (w == *v) {
					t.Errorf("%s with %s = %s: IsPreset is %v", name, path, value, w.IsPreset())
				}
			}
		}
		v.Name = "mine"
		if v.IsPreset() {
			t.Errorf("%s is a preset under another name", name)
		}
		v.Name = name
		v.Throne = brandubh.ThroneRules{}
		if original := preset(t, name); v.IsPreset() == original.Throne.Exists {
			t.Errorf("%s without a throne: IsPreset is %v", name, v.IsPreset())
		}
	}
	var none *brandubh.Variant
	if none.IsPreset() || new(brandubh.Variant).IsPreset() {
		t.Error("no rule set is a preset")
	}
}
