package brandubh_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

// described returns a description as lines.
func described(v *brandubh.Variant) string {
	var b strings.Builder
	for rule, sentence := range v.Describe() {
		fmt.Fprintf(&b, "%-24s %s\n", rule, sentence)
	}
	return b.String()
}

// The descriptions of the presets with a name of their own, as players read them.
func TestDescribePresets(t *testing.T) {
	const file = "testdata/descriptions.txt"
	var b strings.Builder
	for _, name := range brandubh.Presets()[:12] {
		fmt.Fprintf(&b, "%s\n\n%s\n", name, described(preset(t, name)))
	}
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wantLines := strings.Split(string(want), "\n")
	for i, line := range strings.Split(b.String(), "\n") {
		if i >= len(wantLines) || line != wantLines[i] {
			t.Errorf("line %d: %s", i+1, line)
		}
	}
	if b.Len() != len(want) {
		t.Errorf("%d bytes, want %d", b.Len(), len(want))
	}
}

// Every sentence is one, is about a rule that has a provenance, and speaks of a
// throne or of corners as special squares only where there are any.
func TestDescribeSentences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		rules := map[string]bool{}
		for rule, s := range v.Describe() {
			if p, ok := v.Provenance(rule); !ok || p.Rule != rule || rules[rule] {
				t.Errorf("%s: %s: no provenance, or said twice", rule, s)
			}
			rules[rule] = true
			if len(s) > 320 || s[:1] != strings.ToUpper(s[:1]) || !strings.HasSuffix(s, ".") || strings.Contains(s, "  ") || strings.Contains(s, "%!") {
				t.Errorf("%s: not a sentence: %q", rule, s)
			}
			if !v.Throne.Exists && strings.Contains(s, "throne") && rule != "throne" {
				t.Errorf("%s: there is no throne: %s", rule, s)
			}
			if !v.Corners.Exists && strings.Contains(s, "corner") && rule != "corners" {
				t.Errorf("%s: there are no corners: %s", rule, s)
			}
		}
		for _, path := range []string{"start", "goal", "enclosure", "king.armed", "king.sides.elsewhere", "noMoves", "agreement"} {
			if !rules[path] {
				t.Errorf("nothing is said of %s", path)
			}
		}
	})
}

// Two rule sets with the same description are the same to players: every position
// has the same moves, captures and results under both. So what is left out of a
// description cannot matter.
func TestDescribeIsComplete(t *testing.T) {
	silent := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		text := described(&v)
		for _, path := range brandubh.Fields() {
			for _, value := range brandubh.FieldValues(path) {
				w := v
				if w.Set(path, value) != nil || w.Validate() != nil || w == v || described(&w) != text {
					continue
				}
				silent[path] = true
				for range 5 {
					checkSameRules(t, &v, &w, path, genPosition(&v).Draw(t, "position"))
				}
			}
		}
	})
	if len(silent) == 0 {
		t.Error("no field was left out of a description")
	}
	may := []string{"corners.hostile.king", "king.edge", "king.sides.beside", "king.sides.throne", "throne.hostile.king", "throne.pass.attackers", "throne.pass.defenders", "throne.pass.king"}
	for path := range silent {
		if !slices.Contains(may, path) {
			t.Errorf("%s is left out of a description", path)
		}
	}
}

// checkSameRules plays every move of a position under two rule sets.
func checkSameRules(t rapid.TB, v, w *brandubh.Variant, path string, p brandubh.Position) {
	t.Helper()
	moves := v.AppendMoves(nil, p)
	if v.Result(p) != w.Result(p) || !slices.Equal(moves, w.AppendMoves(nil, p)) {
		t.Errorf("%s is not described, but %v is not the same", path, p)
	}
	for _, m := range moves {
		q, errV := v.Play(p, m)
		r, errW := w.Play(p, m)
		if q != r || errV != nil || errW != nil || v.Result(q) != w.Result(q) {
			t.Errorf("%s is not described, but after %v in %v it is %v and %v", path, m, p, q, r)
		}
	}
}

// Where a description says that the king cannot be captured, he cannot; where it
// says on how many sides attackers must stand, they do.
func TestDescribeKingsCapture(t *testing.T) {
	captured := 0
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		said := maps.Collect(v.Describe())
		for range 10 {
			p := genPosition(&v).Draw(t, "position").WithTurn(brandubh.Attackers)
			king := slices.Collect(p.Pieces(brandubh.King).All())[0]
			df, dr := max(king.File()-3, 3-king.File()), max(king.Rank()-3, 3-king.Rank())
			rule := "king.sides.elsewhere"
			switch {
			case v.Throne.Exists && df+dr == 0:
				rule = "king.sides.throne"
			case v.Throne.Exists && df+dr == 1:
				rule = "king.sides.beside"
			}
			onEdge, besideCorner := max(df, dr) == 3, df+dr == 5
			for m := range v.Moves(p) {
				if !v.Captures(p, m).Has(king) {
					continue
				}
				captured++
				after, _ := v.Play(p, m)
				attackers := 0
				for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
					if s, ok := brandubh.SquareAt(king.File()+d[0], king.Rank()+d[1]); ok && after.At(s) == brandubh.Attacker {
						attackers++
					}
				}
				s := said[rule]
				bad := strings.Contains(s, "cannot be captured.") && !strings.Contains(s, ";") ||
					strings.Contains(s, "on the edge he cannot") && onEdge ||
					strings.Contains(s, "beside a corner he cannot") && besideCorner ||
					strings.Contains(s, "all four sides of him") && !strings.Contains(s, "count") && attackers != 4 ||
					strings.Contains(s, "other three sides") && attackers < 3
				if bad {
					t.Errorf("%v in %v captures the king on %v with %d attackers: %s", m, p, king, attackers, s)
				}
			}
		}
	})
	if captured == 0 {
		t.Error("no king was captured")
	}
}

// An invalid rule set has no description, and a reader may stop.
func TestDescribeInvalid(t *testing.T) {
	var none *brandubh.Variant
	for _, v := range []*brandubh.Variant{none, {}} {
		for rule, sentence := range v.Describe() {
			t.Errorf("%v: %s: %s", v, rule, sentence)
		}
	}
	for range brandubh.Federation().Describe() {
		break
	}
}
