package brandubh

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
)

// Basis is what a rule of a preset rests on.
type Basis uint8

// The bases.
const (
	BasisOwn          Basis = iota // "own": the user's own decision, not a preset's
	BasisStated                    // "stated": the document says so
	BasisSilent                    // "silent": the document says nothing, so this package decides
	BasisUnclear                   // "unclear": the document's words allow more than one reading
	BasisContradicted              // "contradicted": the document says two things
	BasisPlayed                    // "played": taken from recorded games
)

var basisWords = words[Basis]{"Basis", "basis", []string{"own", "stated", "silent", "unclear", "contradicted", "played"}}

// String returns own, stated, silent, unclear, contradicted or played.
func (b Basis) String() string { return basisWords.text(b) }

// MarshalText returns the text of String. It refuses an invalid value.
func (b Basis) MarshalText() ([]byte, error) { return basisWords.marshal(b) }

// UnmarshalText reads the text of MarshalText.
func (b *Basis) UnmarshalText(text []byte) error { return basisWords.unmarshal(b, text) }

// doubt ranks the bases, the most certain lowest.
var doubt = [...]int{BasisStated: 0, BasisPlayed: 1, BasisUnclear: 2, BasisContradicted: 3, BasisSilent: 4, BasisOwn: 5}

// Provenance is where a rule comes from.
type Provenance struct {
	// Rule is the path of a field ("throne.return"), of a group of fields
	// ("corners.hostile"), a shared rule ("common 5"), or "match".
	Rule string `json:"-"`
	// Basis is what the rule rests on.
	Basis Basis `json:"basis"`
	// Clauses is the clauses that the rule follows, the deciding one first. There
	// are none where the document is silent or the rule is the user's own.
	Clauses []string `json:"clauses,omitempty"`
	// Against is the clauses that say something else.
	Against []string `json:"against,omitempty"`
	// Open is the values that the recorded games allow, the preset's own among
	// them: of a field as [FieldValues] has them, where that will do, otherwise in
	// words. It is empty where the games leave no choice, and for rules of
	// documents, which were not compared with games.
	Open []string `json:"open,omitempty"`
	// Note says in a line why the rule is as it is.
	Note string `json:"note"`
}

// String returns the clauses and what the rule rests on: "F 5.3, stated".
func (p Provenance) String() string {
	return strings.Join(append(slices.Clone(p.Clauses), p.Basis.String()), ", ")
}

// Provenance returns where a rule of the rule set comes from, and whether there
// is such a rule: a field ("king.armed"), a group of fields ("king.sides", "king"),
// a shared rule ("common 1" to "common 9"), or "match".
//
// A field with the value of the preset that Base names rests on what the preset's
// field rests on, and a field with another value on [BasisOwn]. If Base is empty,
// everything rests on [BasisOwn] except the shared rules, which no field changes.
//
// A group whose fields all come from one place has their provenance. If they come
// from several, its Basis is the least certain of theirs, in the order stated,
// played, unclear, contradicted, silent, own; its Clauses, Against and Open are
// all of theirs in the order of the fields; and its Note says which field rests on
// what.
func (v *Variant) Provenance(rule string) (Provenance, bool) {
	if v == nil {
		return Provenance{}, false
	}
	base := v.basePreset()
	if strings.HasPrefix(rule, "common ") || rule == "match" {
		return sharedProvenance(base, rule)
	}
	parts, ok := v.parts(base, rule)
	switch {
	case !ok:
		return Provenance{}, false
	case len(parts) == 0: // fields that neither rule set has; the group says why
		_, p, ok := base.entry(rule)
		p.Rule = rule
		return p, ok
	case len(parts) == 1:
		parts[0].Rule = rule
		return parts[0].Provenance, true
	}
	return combined(rule, parts), true
}

// basePreset returns the preset that the rule set names as its base, nil for none.
func (v *Variant) basePreset() *preset {
	base := findPreset(v.Base)
	if base != nil && base.read() != nil {
		return nil
	}
	return base
}

// sharedProvenance returns where a rule comes from that no field changes.
func sharedProvenance(base *preset, rule string) (Provenance, bool) {
	if base != nil {
		p, ok := base.provenance[rule]
		return p.copied(rule), ok
	}
	if rule == "match" {
		return noBase(rule), true
	}
	ok := slices.ContainsFunc(library().clauses, func(c Clause) bool { return c.ID == rule })
	if !ok {
		return Provenance{}, false
	}
	return Provenance{Rule: rule, Basis: BasisStated, Clauses: []string{rule}, Note: "What every document shares."}, true
}

// part is a provenance and the fields of a group that have it.
type part struct {
	Provenance
	fields []string
}

// parts returns the provenances of the fields of a rule, each once, and whether
// there is such a rule. A group that has an entry of its own in the preset has
// that first, unless every field is the user's own.
func (v *Variant) parts(base *preset, group string) (parts []part, ok bool) {
	add := func(p Provenance, field string) {
		for i := range parts {
			if parts[i].Rule == p.Rule {
				parts[i].fields = append(parts[i].fields, field)
				return
			}
		}
		parts = append(parts, part{p, []string{field}})
	}
	for i := range rules {
		f := &rules[i]
		if !covers(group, f.path) {
			continue
		}
		ok = true
		if entry, p, ok := v.fieldProvenance(base, f); ok && (entry == "" || f.in(v)) {
			p.Rule = entry
			add(p, f.path)
		}
	}
	has := func(rule string) bool {
		return slices.ContainsFunc(parts, func(p part) bool { return p.Rule == rule })
	}
	if base != nil && !has(group) && slices.ContainsFunc(parts, func(p part) bool { return p.Rule != "" }) {
		if p, ok := base.provenance[group]; ok {
			parts = slices.Insert(parts, 0, part{p.copied(group), []string{group}})
		}
	}
	return parts, ok
}

// fieldProvenance returns where the rule of a field comes from, and under which
// name the preset's file says so; none for a rule that is not the preset's.
func (v *Variant) fieldProvenance(base *preset, f *field) (entry string, p Provenance, ok bool) {
	switch {
	case base == nil:
		return "", noBase(f.path), true
	case f.differs(v, &base.v):
		return "", Provenance{Rule: f.path, Basis: BasisOwn, Note: "Not as in " + v.Base + "."}, true
	}
	return base.entry(f.path)
}

// combined returns the provenance of a group whose fields come from several
// places.
func combined(group string, parts []part) Provenance {
	all := Provenance{Rule: group, Basis: parts[0].Basis}
	add := func(to *[]string, texts ...string) {
		for _, text := range texts {
			if !slices.Contains(*to, text) {
				*to = append(*to, text)
			}
		}
	}
	var notes []string
	for _, p := range parts {
		if doubt[p.Basis] > doubt[all.Basis] {
			all.Basis = p.Basis
		}
		add(&all.Clauses, p.Clauses...)
		add(&all.Against, p.Against...)
		for _, value := range p.Open {
			if rule(p.Rule) != nil {
				value = p.Rule + " = " + value
			}
			add(&all.Open, value)
		}
		notes = append(notes, strings.Join(p.fields, ", ")+": "+p.String())
	}
	all.Note = strings.Join(notes, "; ") + "."
	return all
}

// noBase is the provenance of a rule in a rule set without a base.
func noBase(rule string) Provenance {
	return Provenance{Rule: rule, Basis: BasisOwn, Note: "The rule set names no preset as its base."}
}

// entry returns what the preset's file says of a rule or else of the smallest
// group that the rule stands in, and under which name it says so.
func (p *preset) entry(rule string) (string, Provenance, bool) {
	if p == nil {
		return "", Provenance{}, false
	}
	for entry := rule; ; {
		if found, ok := p.provenance[entry]; ok {
			return entry, found.copied(rule), true
		}
		dot := strings.LastIndexByte(entry, '.')
		if dot < 0 {
			return "", Provenance{}, false
		}
		entry = entry[:dot]
	}
}

// copied returns a copy for another rule that shares nothing with p.
func (p Provenance) copied(rule string) Provenance {
	p.Rule = rule
	p.Clauses, p.Against, p.Open = slices.Clone(p.Clauses), slices.Clone(p.Against), slices.Clone(p.Open)
	return p
}

// covers reports whether a rule is that field or a group that the field stands in.
func covers(rule, path string) bool {
	return rule == path || strings.HasPrefix(path, rule+".")
}

// Document is one of the texts that rules are taken from.
type Document struct {
	// ID is what the names of its clauses begin with: "F", "L", "N", "S", "R", "Z",
	// "P" for recorded games, "common" for what all of them share.
	ID string `json:"id"`
	// Title is what it is called.
	Title string `json:"title"`
	// Language is the code of its language: "de", "en" or "sv".
	Language string `json:"language"`
	// Author says who wrote it or made its rules.
	Author string `json:"author"`
	// Address is where it or its source can be found, or empty.
	Address string `json:"address"`
}

// Clause is a part of a document that can be cited.
type Clause struct {
	// ID is its name, the document's ID and a number or a word: "F 5.3".
	ID string
	// Document is the ID of the document.
	Document string
	// Says is what the clause rules, in this package's words and in English. It is
	// not a quotation: where the two differ, the document is right.
	Says string
	// Rule reports whether the clause rules anything; history and sources do not.
	Rule bool
}

// library reads variants/documents.json when it is first asked for.
var library = sync.OnceValue(func() (l struct {
	documents []Document
	clauses   []Clause
},
) {
	data, _ := presetFiles.ReadFile("variants/documents.json")
	var file []struct {
		Document
		Clauses []struct {
			ID, Says string
			Rule     *bool
		}
	}
	if json.Unmarshal(data, &file) != nil {
		return l // the tests make sure that this does not happen
	}
	for _, d := range file {
		l.documents = append(l.documents, d.Document)
		for _, c := range d.Clauses {
			l.clauses = append(l.clauses, Clause{c.ID, d.ID, c.Says, c.Rule == nil || *c.Rule})
		}
	}
	return l
})

// Documents returns all documents, those that rules are taken from in full first,
// then recorded games and what all share.
func Documents() []Document { return slices.Clone(library().documents) }

// Clauses returns all clauses of all documents, in the order of [Documents].
func Clauses() []Clause { return slices.Clone(library().clauses) }
