package brandubh_test

import (
	"slices"
	"strings"
	"testing"
)

// TestExplainNamesWhatDecides: for every case of the conformance data and every
// preset the explanation names a field, or a field of a group, of the decides list.
func TestExplainNamesWhatDecides(t *testing.T) {
	for _, c := range load[positionCase](t, "positions.json") {
		for _, want := range c.Expect {
			for _, name := range want.Presets {
				e := preset(t, name).Explain(c.Position, c.Move)
				named := slices.ContainsFunc(e.Rules(), func(rule string) bool {
					return slices.ContainsFunc(c.Decides, func(d string) bool {
						return rule == d || strings.HasPrefix(rule, d+".")
					})
				})
				if !named {
					t.Errorf("%s under %s: %v in %v: explanation names %v, want one of %v\n%v", c.ID, name, c.Move, c.Position, e.Rules(), c.Decides, e)
				}
			}
		}
	}
}
