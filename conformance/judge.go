package conformance

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/brandubh"
)

// Finding is a way in which a program's answers differ: one field of the rules that
// is otherwise, or else one form of difference by one rule.
type Finding struct {
	Field   string   `json:"field"` // of the answers, as the example has it
	Form    string   `json:"form"`
	Rule    string   `json:"rule"`              // of the rules, or a shared rule
	Instead string   `json:"instead,omitempty"` // the value with which the program would be right
	Open    bool     `json:"open"`              // the documents leave it open
	SetUp   bool     `json:"set_up,omitempty"`  // it is about whether a set-up is over before a move
	Note    string   `json:"note,omitempty"`    // why it is open, where the rule itself is not
	Count   int      `json:"count"`             // answers
	Sets    []*Share `json:"rules"`
	Example *Example `json:"example"`

	stage stage
	items []*item
	flip  *flip
}

// Share is the part of a rule set in a finding, and what the rule rests on there.
type Share struct {
	Name    string         `json:"name"`
	Count   int            `json:"count"`
	Value   string         `json:"value,omitempty"`
	Rests   brandubh.Basis `json:"rests"`
	Clauses []string       `json:"clauses,omitempty"`
	Reason  string         `json:"reason,omitempty"`

	citation brandubh.Citation
}

// How much is asked to find the move of a game behind a difference.
const (
	maxLocated  = 25  // games of a rule set
	maxDescends = 600 // questions below a move count
)

// judge finds out by which rules the answers differ, and looks for the smallest
// examples.
func (r *run) judge() {
	known := map[string]*Finding{}
	for _, s := range r.sets {
		if r.follows != nil && s != r.follows.set {
			continue
		}
		ds := s.differs()
		if len(ds) == 0 {
			continue
		}
		r.progress("looking for reasons: " + s.name)
		r.fit(s)
		r.file(known, s, ds)
	}
	slices.SortStableFunc(r.findings, func(x, y *Finding) int {
		return cmp.Or(cmp.Compare(x.rank(), y.rank()), cmp.Compare(x.stage, y.stage), cmp.Compare(y.Count, x.Count))
	})
	for i, f := range r.findings {
		r.progress(fmt.Sprintf("shrinking %d of %d", i+1, len(r.findings)))
		r.shrink(f)
	}
}

// rank orders findings: what is wrong, what is open, manners, set-ups.
func (f *Finding) rank() int {
	switch {
	case f.SetUp:
		return 3
	case f.stage == stageManner:
		return 2
	case f.Open:
		return 1
	}
	return 0
}

// file files what differs about a rule set: first what single moves and positions
// tell, then games and move counts, which may follow from that.
func (r *run) file(known map[string]*Finding, s *set, ds []*item) {
	var games, counts []*item
	start := false // the program has another start
	for i, j := range r.explained(s, ds) {
		it := ds[i]
		switch {
		case it.kind() == kindPerft && !it.ds[0].manner:
			counts = append(counts, it)
		case it.kind() == kindGame && !it.ds[0].manner:
			start = start || it.Position == nil && len(*it.Moves) == 0 && it.ds[0].field == "position"
			games = append(games, it)
		default:
			r.put(known, s, it, j, r.direct(s, it))
		}
	}
	explained := r.explained(s, games)
	located := 0
	var rest []*item
	for i, it := range games {
		switch {
		case start && it.Position == nil:
			if len(*it.Moves) == 0 {
				r.put(known, s, it, -1, it)
				continue
			}
			rest = append(rest, it)
		case explained[i] >= 0:
			r.put(known, s, it, explained[i], it)
		case located < maxLocated:
			located++
			if single := r.locate(s, it); single != nil {
				j := r.explained(s, []*item{single})[0]
				it.filed = r.put(known, s, single, j, r.direct(s, single))
				continue
			}
			r.put(known, s, it, -1, it)
		default:
			rest = append(rest, it)
		}
	}
	for _, it := range rest { // as the others
		if len(r.findings) > 0 {
			f := r.findings[len(r.findings)-1]
			for _, g := range games {
				if g.filed != nil && g.ds[0].form == it.ds[0].form {
					f = g.filed
					break
				}
			}
			f.count(s, it)
			continue
		}
		r.put(known, s, it, -1, it)
	}
	for _, it := range counts {
		if it.got.Counts == nil {
			r.put(known, s, it, -1, it)
			continue
		}
		smaller := r.descend(s, it)
		if smaller == nil {
			r.put(known, s, it, -1, it)
			continue
		}
		j := -1
		if smaller.kind() != kindPerft {
			j = r.explained(s, []*item{smaller})[0]
		}
		it.filed = r.put(known, s, smaller, j, r.direct(s, smaller))
	}
}

// direct returns the item, or another question that tells better why it differs: a
// move that is refused because the set-up is held to be over.
func (r *run) direct(s *set, it *item) *item {
	if it.kind() == kindMove && it.ds[0].form == refuses {
		if set := r.one(s, Question{Position: it.Position}, it.from); set != nil && len(set.ds) > 0 && set.ds[0].form == overAlready {
			return set
		}
	}
	return it
}

// put puts an item into its finding; as is the item that tells its cause, and j the
// flip that explains it, or -1.
func (r *run) put(known map[string]*Finding, s *set, it *item, j int, as *item) *Finding {
	c := causeOf(as)
	if j >= 0 && as == it {
		f := &s.flips[j]
		c.Citation, c.open, c.note = citation(s.rules.Variant, f.path), false, ""
		if f.path == "start" {
			c.stage = stageStart
		}
	}
	// A position that nobody can leave, by moves that are none.
	if c.stage == stageEnds && c.Rule == "noMoves" {
		if other := r.unstuck(s, as); other != nil {
			c, as, j = causeOf(other), other, -1
		}
	}
	open := c.isOpenHere() && c.stage != stageManner
	key := fmt.Sprint(c.Rule, "|", c.form, "|", open)
	if j >= 0 {
		key = fmt.Sprint(c.Rule, "=", s.flips[j].value, "|", open)
	}
	f := known[key]
	if f == nil {
		f = &Finding{Field: as.ds[0].field, Form: c.form, Rule: c.Rule, Open: open, SetUp: c.stage == stageSetUp, Note: c.note, stage: c.stage}
		if j >= 0 {
			f.flip, f.Instead = &s.flips[j], s.flips[j].value
		}
		known[key] = f
		r.findings = append(r.findings, f)
	}
	f.stage = min(f.stage, c.stage)
	f.items = append(f.items, as)
	if share := f.count(s, it); share.citation.Rule == "" {
		share.citation = c.Citation
		pr := c.Provenance
		share.Value, share.Rests, share.Clauses, share.Reason = c.Value, pr.Basis, pr.Clauses, pr.Note
	}
	return f
}

// count counts an answer of a rule set with a finding, and returns the share of the
// set.
func (f *Finding) count(s *set, it *item) *Share {
	it.filed = f
	f.Count++
	i := slices.IndexFunc(f.Sets, func(x *Share) bool { return x.Name == s.name })
	if i < 0 {
		i = len(f.Sets)
		f.Sets = append(f.Sets, &Share{Name: s.name})
	}
	f.Sets[i].Count++
	return f.Sets[i]
}

// unstuck returns, where the program judges otherwise whether the side to move has a
// move, a question about how it moves that it answers otherwise; nil if it moves
// rightly as soon as there is a move for certain.
func (r *run) unstuck(s *set, it *item) *item {
	p := it.Position
	if it.kind() == kindMove {
		after, err := s.rules.Play(*it.Position, *it.Move)
		if err != nil {
			return nil
		}
		p = &after
	}
	if p == nil || it.kind() == kindGame {
		return nil
	}
	own := brandubh.Attacker
	if p.Turn() == brandubh.Defenders {
		own = brandubh.Defender
	}
	tries := 0
	for at := range brandubh.Square(49) { // another piece of the side to move, which can
		q, err := p.Put(at, own)
		if err != nil || p.At(at) != brandubh.NoPiece || s.rules.ValidateStart(q) != nil || s.rules.Targets(q, at) == 0 {
			continue
		}
		other := r.one(s, Question{Position: &q}, it.from)
		if other != nil && len(other.ds) > 0 && other.ds[0].field == "moves" && !other.ds[0].manner && other.ds[0].move.From != at {
			return other
		}
		if tries++; tries == 6 {
			break
		}
	}
	return nil
}

// locate looks in a game for the first move that alone is answered otherwise; nil if
// there is none.
func (r *run) locate(s *set, it *item) *item {
	line := s.positions(it)
	moves := *it.Moves
	n := min(len(moves), len(line)-1)
	// The shortest beginning of the game that stands otherwise.
	low, high := 0, n
	for low < high {
		middle := (low + high) / 2
		part := moves[:middle]
		x := r.one(s, Question{Position: it.Position, Moves: &part}, it.from)
		if x == nil {
			break
		}
		if byRule(x.ds) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	for _, i := range []int{low - 1, low} {
		if i < 0 || i >= len(moves) || i >= len(line) {
			continue
		}
		x := r.one(s, Question{Position: &line[i], Move: &moves[i]}, it.from)
		if x != nil && byRule(x.ds) && !x.ds[0].setUp {
			return x
		}
	}
	return nil
}
