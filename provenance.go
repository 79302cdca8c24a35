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
	BasisOwn          Basis = iota // "own": the user's own decision, no preset's
	BasisStated                    // "stated": the document says so
	BasisSilent                    // "silent": the document says nothing, this package decides
	BasisUnclear                   // "unclear": its words allow more than one reading
	BasisContradicted              // "contradicted": the document says two things
	BasisPlayed                    // "played": taken from recorded games
)

// Provenance is where a rule comes from.
type Provenance struct {
	// Rule is the path of a field ("throne.return"), of a group of fields
	// ("corners.hostile"), a shared rule ("common 5"), or "match".
	Rule string `json:"-"`
	// Basis is what the rule rests on.
	Basis Basis `json:"rests"`
	// Clauses is the clauses that the rule follows, the deciding one first; there
	// are none where the document is silent or the rule is the user's own.
	Clauses []string `json:"clauses,omitempty"`
	// Against is the clauses that say something else.
	Against []string `json:"against,omitempty"`
	// Open is the values that the recorded games bear out as well, in words; empty
	// where they leave no choice, and for rules of documents that were not compared
	// with games.
	Open []string `json:"open,omitempty"`
	// Note says in a line why the rule is as it is.
	Note string `json:"reason"`
}

// String returns the clauses and what the rule rests on, "F 5.3, stated".
func (p Provenance) String() string {
	return strings.Join(append(slices.Clone(p.Clauses), p.Basis.String()), ", ")
}

// Provenance returns where a rule of the rule set comes from, and whether there
// is such a rule. A field, or a group of fields, that still has the value of the
// preset named by Base rests on that preset's clause; one that differs rests on
// [BasisOwn], and so does everything where there is no Base, but for the shared rules
// "common 1" to "common 9", which no field can change.
func (v *Variant) Provenance(rule string) (Provenance, bool) {
	if v == nil {
		return Provenance{}, false
	}
	own := Provenance{Rule: rule, Basis: BasisOwn}
	shared := strings.HasPrefix(rule, "common ")
	isField := slices.ContainsFunc(rules[:], func(f field) bool { return covers(rule, f.path) })
	base := findPreset(v.Base)
	switch {
	case !isField && !shared && rule != "match":
		return Provenance{}, false
	case shared && !slices.ContainsFunc(library().clauses, func(c Clause) bool { return c.ID == rule }):
		return Provenance{}, false
	case base == nil && shared:
		return Provenance{Rule: rule, Basis: BasisStated, Clauses: []string{rule}, Note: "What every document shares."}, true
	case base == nil:
		own.Note = "The rule set names no preset as its base."
		return own, true
	case base.read() != nil:
		return Provenance{}, false
	}
	for i := range rules {
		if f := &rules[i]; covers(rule, f.path) && f.differs(v, &base.v) {
			own.Note = "Not as in " + v.Base + "."
			return own, true
		}
	}
	for entry := rule; ; {
		if p, ok := base.provenance[entry]; ok {
			p.Rule = rule
			p.Clauses, p.Against, p.Open = slices.Clone(p.Clauses), slices.Clone(p.Against), slices.Clone(p.Open)
			return p, true
		}
		dot := strings.LastIndexByte(entry, '.')
		if dot < 0 {
			return Provenance{}, false
		}
		entry = entry[:dot]
	}
}

// covers reports whether a rule is that field or a group that the field stands in.
func covers(rule, path string) bool {
	return rule == path || strings.HasPrefix(path, rule+".")
}

// Document is one of the texts that rules are taken from.
type Document struct {
	// ID is what its clauses begin with: "F", "L", "N", "S", "R", "Z", "P" for
	// recorded games, "common" for what all of them share.
	ID string `json:"id"`
	// Title is what it is called.
	Title string `json:"title"`
	// Language is its language, "de", "en" or "sv".
	Language string `json:"language"`
	// Author is whom its rules are by.
	Author string `json:"author"`
	// Address is where it or its source can be found; it may be empty.
	Address string `json:"address"`
}

// Clause is a part of a document that can be cited.
type Clause struct {
	// ID is its one spelling: document, blank, number or word, as in "F 5.3".
	ID string
	// Document is the ID of the document it stands in.
	Document string
	// About says in a few words what it is about.
	About string
	// Rule says whether it rules anything; history and sources do not.
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
			ID, About string
			Rule      *bool
		}
	}
	if json.Unmarshal(data, &file) != nil {
		return l // the tests make sure that this does not happen
	}
	for _, d := range file {
		l.documents = append(l.documents, d.Document)
		for _, c := range d.Clauses {
			l.clauses = append(l.clauses, Clause{c.ID, d.ID, c.About, c.Rule == nil || *c.Rule})
		}
	}
	return l
})

// Documents returns the documents that rules are taken from.
func Documents() []Document { return slices.Clone(library().documents) }

// Clauses returns all clauses of all documents, in their order.
func Clauses() []Clause { return slices.Clone(library().clauses) }

var basisWords = words[Basis]{"Basis", "basis", []string{"own", "stated", "silent", "unclear", "contradicted", "played"}}

// String returns the basis as text: own, stated, silent, unclear, contradicted
// or played.
func (b Basis) String() string { return basisWords.text(b) }

// MarshalText returns the basis as String does. It refuses an invalid value.
func (b Basis) MarshalText() ([]byte, error) { return basisWords.marshal(b) }

// UnmarshalText reads what MarshalText writes.
func (b *Basis) UnmarshalText(text []byte) error { return basisWords.unmarshal(b, text) }
