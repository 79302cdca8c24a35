package brandubh_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/brandubh"
)

// sharedRules is "common 1" to "common 9" and "match", which no field can change.
func sharedRules() []string {
	var rules []string
	for n := 1; n <= 9; n++ {
		rules = append(rules, fmt.Sprintf("common %d", n))
	}
	return append(rules, "match")
}

// groupPaths is the paths under which several fields stand, "king" and
// "king.sides" among them.
func groupPaths() []string {
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

// Every field of every preset and every shared rule knows where it comes from,
// by clauses that there are; every clause that rules anything is used.
func TestProvenance(t *testing.T) {
	known, used := map[string]bool{}, map[string]bool{}
	for _, c := range brandubh.Clauses() {
		known[c.ID] = true
	}
	for _, name := range brandubh.Presets() {
		v := preset(t, name)
		for _, rule := range append(brandubh.Fields(), sharedRules()...) {
			if _, has := v.Value(rule); !has && strings.Contains(rule, ".") {
				continue
			}
			p, ok := v.Provenance(rule)
			if !ok || p.Rule != rule || p.Note == "" {
				t.Errorf("%s: %s: %+v", name, rule, p)
			}
			switch p.Basis {
			case brandubh.BasisStated, brandubh.BasisUnclear, brandubh.BasisContradicted, brandubh.BasisPlayed:
				if len(p.Clauses) == 0 {
					t.Errorf("%s: %s is %v by no clause", name, rule, p.Basis)
				}
			case brandubh.BasisSilent:
			default:
				t.Errorf("%s: %s rests on %v", name, rule, p.Basis)
			}
			if p.Basis == brandubh.BasisContradicted && len(p.Against) == 0 {
				t.Errorf("%s: %s is contradicted by no clause", name, rule)
			}
			for _, id := range append(p.Clauses, p.Against...) {
				used[id] = true
				if !known[id] {
					t.Errorf("%s: %s cites %q, which is no clause", name, rule, id)
				}
			}
		}
	}
	for _, c := range brandubh.Clauses() {
		if c.Rule && !used[c.ID] && c.Document != "common" {
			t.Errorf("%s is a rule and no preset cites it", c.ID)
		}
	}
}

// Every clause stands in a document, has a name of its own and says in a
// sentence or more what it rules.
func TestClauses(t *testing.T) {
	documents, seen := map[string]bool{}, map[string]bool{}
	for _, d := range brandubh.Documents() {
		if documents[d.ID] || d.ID == "" || d.Title == "" || d.Language == "" {
			t.Errorf("document %+v", d)
		}
		documents[d.ID] = true
	}
	for _, c := range brandubh.Clauses() {
		if seen[c.ID] || !documents[c.Document] || len(c.Says) < 20 || !strings.HasSuffix(c.Says, ".") || !strings.HasPrefix(c.ID, c.Document+" ") {
			t.Errorf("clause %+v", c)
		}
		seen[c.ID] = true
	}
	for _, rule := range sharedRules()[:9] {
		if !seen[rule] {
			t.Errorf("%s is no clause", rule)
		}
	}
}

// A field that is changed in a copy rests on the user's own decision, and so
// does every group it stands in; the others go on resting on their clauses.
func TestChangedFieldRestsOnOwn(t *testing.T) {
	for _, name := range brandubh.Presets() {
		for _, change := range []struct {
			path string
			do   func(v *brandubh.Variant)
		}{
			{"king.sides.elsewhere", func(v *brandubh.Variant) { v.King.Sides.Elsewhere = 7 - v.King.Sides.Elsewhere }},
			{"range.king", func(v *brandubh.Variant) { v.Range.King++ }},
			{"enclosure", func(v *brandubh.Variant) { v.Enclosure = !v.Enclosure }},
			{"start", func(v *brandubh.Variant) { v.Start = v.Start.WithTurn(v.Start.Turn().Opponent()) }},
			{"repetition.forbidden", func(v *brandubh.Variant) { v.Repetition.Forbidden = !v.Repetition.Forbidden }},
		} {
			original, v := preset(t, name), preset(t, name)
			change.do(v)
			for _, rule := range slices.Concat(brandubh.Fields(), groupPaths(), sharedRules()) {
				p, ok := v.Provenance(rule)
				q, originalOK := original.Provenance(rule)
				isGroup := strings.HasPrefix(change.path, rule+".")
				if rule == change.path || isGroup {
					if !ok || p.Basis != brandubh.BasisOwn || p.Note == "" || !isGroup && len(p.Clauses)+len(p.Against)+len(p.Open) != 0 {
						t.Errorf("%s with another %s: %s rests on %+v", name, change.path, rule, p)
					}
					if isGroup && len(p.Clauses) > 0 && !strings.Contains(p.Note, change.path+": own") {
						t.Errorf("%s with another %s: %s does not say which field is the user's own: %s", name, change.path, rule, p.Note)
					}
				} else if ok != originalOK || p.String() != q.String() || p.Note != q.Note {
					t.Errorf("%s with another %s: %s rests on %+v, want %+v", name, change.path, rule, p, q)
				}
			}
		}
	}
}

func TestNoBaseRestsOnOwn(t *testing.T) {
	v := brandubh.Federation()
	v.Base = ""
	for _, rule := range append(brandubh.Fields(), "match", "king", "king.sides", "throne.hostile") {
		if p, ok := v.Provenance(rule); !ok || p.Basis != brandubh.BasisOwn || len(p.Clauses) != 0 || p.Note == "" {
			t.Errorf("%s: %+v", rule, p)
		}
	}
	for _, rule := range sharedRules()[:9] {
		if p, ok := v.Provenance(rule); !ok || p.Basis != brandubh.BasisStated || !slices.Equal(p.Clauses, []string{rule}) {
			t.Errorf("%s: %+v", rule, p)
		}
	}
	for _, rule := range []string{"", "name", "base", "king.", "kin", "common", "common 0", "common 10", "throne.exists", "matches"} {
		for _, v := range []*brandubh.Variant{nil, {}, v, brandubh.Federation()} {
			if p, ok := v.Provenance(rule); ok {
				t.Errorf("%q is no rule, but: %+v", rule, p)
			}
		}
	}
	w := brandubh.Federation()
	if p, _ := w.Provenance("goal"); len(p.Clauses) > 0 {
		p.Clauses[0] = "changed"
	}
	if p, _ := w.Provenance("goal"); p.Clauses[0] == "changed" {
		t.Error("a provenance can be changed for everybody")
	}
}

// A group answers for its fields: with what they share, or with what each rests
// on.
func TestProvenanceOfGroups(t *testing.T) {
	fed, changed := brandubh.Federation(), brandubh.Federation()
	changed.King.Edge = true
	throneless := brandubh.Federation()
	throneless.Throne = brandubh.ThroneRules{}
	for _, c := range []struct {
		v           *brandubh.Variant
		rule        string
		basis       brandubh.Basis
		clauses     string
		against     string
		open        string
		noteMention string
	}{
		{fed, "corners", brandubh.BasisStated, "F 5.3", "", "", "always hostile to both sides"},
		{fed, "corners.hostile", brandubh.BasisStated, "F 5.3", "", "", "always hostile to both sides"},
		{fed, "range", brandubh.BasisStated, "F 5.1", "", "", "any distance"},
		{fed, "king.sides", brandubh.BasisStated, "F 5.4", "", "", "king.sides.throne: F 5.4, stated; king.sides.beside: F 5.4, stated; king.sides.elsewhere: F 5.4, stated."},
		{fed, "king", brandubh.BasisSilent, "F 5.2, F 5.4", "", "", "king.edge: silent."},
		{fed, "throne.hostile", brandubh.BasisContradicted, "F 5.3", "F 5.4", "", "throne.hostile.king: F 5.3, contradicted"},
		{fed, "throne", brandubh.BasisContradicted, "F 5.3", "F 8.5, F 5.4", "", "throne.stop.attackers, throne.stop.defenders: F 5.3, stated"},
		{fed, "repetition", brandubh.BasisUnclear, "F 5.5", "", "", "repetition.result: F 5.5, stated"},
		{changed, "king", brandubh.BasisOwn, "F 5.2, F 5.4", "", "", "king.edge: own."},
		{changed, "king.sides", brandubh.BasisStated, "F 5.4", "", "", "king.sides.throne: F 5.4, stated"},
		{throneless, "throne", brandubh.BasisOwn, "", "", "", "Not as in federation."},
		{preset(t, "leaflet"), "repetition", brandubh.BasisSilent, "", "", "", "does not mention repetition"},
		{preset(t, "scottish"), "throne", brandubh.BasisPlayed, "P 59", "", "", "d4"},
		{preset(t, "scottish"), "throne.return", brandubh.BasisPlayed, "P 59", "", "", "d4"},
		{preset(t, "scottish"), "throne.hostile", brandubh.BasisPlayed, "P 59", "", "", "d4"},
		{preset(t, "archive-97"), "corners", brandubh.BasisPlayed, "P 97", "", "there are corners, there are none, corners.hostile.king = false, corners.hostile.king = true", "corners.hostile.king: P 97, played."},
	} {
		p, ok := c.v.Provenance(c.rule)
		got := []string{p.Rule, p.Basis.String(), strings.Join(p.Clauses, ", "), strings.Join(p.Against, ", "), strings.Join(p.Open, ", ")}
		want := []string{c.rule, c.basis.String(), c.clauses, c.against, c.open}
		if !ok || !slices.Equal(got, want) || !strings.Contains(p.Note, c.noteMention) {
			t.Errorf("%s of %s: %q, want %q\nnote %q, want in it %q", c.rule, c.v.Name, got, want, p.Note, c.noteMention)
		}
	}
	for _, name := range brandubh.Presets() {
		v := preset(t, name)
		for _, group := range groupPaths() {
			p, ok := v.Provenance(group)
			if !ok || p.Rule != group || p.Note == "" || p.Basis == brandubh.BasisOwn {
				t.Errorf("%s of %s: %+v", group, name, p)
			}
		}
	}
}

// What the recorded games leave open is marked: on rules that rest on them, and
// somewhere in every game type, since no archive decides every rule. The values
// of a field are its own and among them the preset's.
func TestPlayedPresetsMarkWhatIsOpen(t *testing.T) {
	for _, name := range brandubh.Presets() {
		v := preset(t, name)
		played, open := 0, 0
		for _, rule := range brandubh.Fields() {
			if _, has := v.Value(rule); !has {
				continue
			}
			p, _ := v.Provenance(rule)
			for _, value := range p.Open {
				value, _, words := strings.Cut(value, " with ")
				if value != "any" && !slices.Contains(brandubh.FieldValues(rule), value) && !strings.Contains(value, "there are") {
					t.Errorf("%s: %s may be %q, which is none of its values", name, rule, value)
				}
				if own, _ := v.Value(rule); !words && value != "any" && !slices.Contains(p.Open, own) {
					t.Errorf("%s: %s is %s, which is not among the open values %q", name, rule, own, p.Open)
				}
			}
			if p.Basis == brandubh.BasisPlayed {
				played++
			}
			if len(p.Open) > 0 {
				open++
			}
			if len(p.Open) > 0 && (p.Basis == brandubh.BasisStated || p.Basis == brandubh.BasisOwn) || slices.Contains(p.Open, "") {
				t.Errorf("%s: %s is %v, but open: %q", name, rule, p.Basis, p.Open)
			}
		}
		if strings.HasPrefix(name, "archive-") && (played == 0 || open == 0) || played == 0 && open > 0 {
			t.Errorf("%s: %d rules rest on recorded games, %d are open", name, played, open)
		}
	}
}

// The files of variants/: every one is a preset or known to be none, and speaks
// of no rule that there is not.
func TestPresetFiles(t *testing.T) {
	files, err := filepath.Glob("variants/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	rules := slices.Concat(brandubh.Fields(), groupPaths(), sharedRules())
	var names []string
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if name == "documents" || name == "schema" {
			continue
		}
		names = append(names, name)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var content struct {
			Name, Base string
			Provenance map[string]brandubh.Provenance
		}
		if err := json.Unmarshal(data, &content); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if content.Name != name || content.Base != name {
			t.Errorf("%s: name %q, base %q", file, content.Name, content.Base)
		}
		for rule := range content.Provenance {
			if !slices.Contains(rules, rule) {
				t.Errorf("%s: provenance of %q, which is no rule", file, rule)
			}
		}
		if v, err := brandubh.ParseVariant(data); err != nil || *v != *preset(t, name) {
			t.Errorf("%s: %v", file, err)
		}
	}
	presets := brandubh.Presets()
	slices.Sort(presets)
	slices.Sort(names)
	if !slices.Equal(names, presets) {
		t.Errorf("files %v, presets %v", names, presets)
	}
}
