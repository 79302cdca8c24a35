package conformance

import (
	"slices"

	"example.com/brandubh"
)

// flip is a rule set with one field changed.
type flip struct {
	path, value string
	rules       *ruleSet
}

func (f flip) String() string { return f.path + " = " + f.value }

// denseStart is a start with more pieces than those of the presets.
const denseStart = "2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2 a"

// flips returns the rule set with every field in turn set to each other value
// that makes a rule set, in the order of the fields.
func flips(v *brandubh.Variant) []flip {
	var all []flip
	for _, path := range brandubh.Fields() {
		values := brandubh.FieldValues(path)
		if path == "start" { // of the many, the own one with the other side to move, and another
			values = []string{v.Start.WithTurn(v.Start.Turn().Opponent()).String(), denseStart}
		}
		for _, value := range values {
			w := changed(v, path, value)
			if w == nil || !slices.Contains(v.Diff(w), path) {
				continue
			}
			text, _ := w.Value(path)
			all = append(all, flip{path, text, &ruleSet{Variant: w}})
		}
	}
	return all
}

// changed returns a rule set with one field changed, or nil if that makes none.
func changed(v *brandubh.Variant, path, value string) *brandubh.Variant {
	w := *v
	if w.Set(path, value) != nil || w.Validate() != nil {
		return nil
	}
	return &w
}

// with returns the rule set a with one field as in b, or nil if that makes no
// rule set, as with a rule of a throne that is not there.
func with(a, b *brandubh.Variant, path string) *brandubh.Variant {
	value, ok := b.Value(path)
	if !ok {
		return nil
	}
	return changed(a, path, value)
}
