package conformance

import (
	"cmp"
	"slices"
	"strings"

	"example.com/brandubh"
)

// How much is looked at to find out which rules a program follows.
const (
	maxSample  = 300 // answers of each sort
	maxPairing = 60  // answers that a pair of changes must explain
	maxChanges = 8   // fields changed
)

// ruled reports whether an answer tells by which rules it was given.
func (it *item) ruled() bool {
	return it.kind() != kindPerft && it.got != nil && it.got.Error == "" && !(len(it.ds) > 0 && it.ds[0].setUp)
}

// fit finds the rules that the answers follow: these with some fields changed, or
// those of another preset, or of that with some fields changed. They must explain
// most of the answers that differ, and make hardly any wrong.
func (r *run) fit(s *set) {
	var same, differ []*item
	for _, it := range s.items {
		switch {
		case !it.ruled():
		case byRule(it.ds):
			differ = append(differ, it)
		default:
			same = append(same, it)
		}
	}
	if len(differ) == 0 {
		return
	}
	some, others := spread(differ, maxSample), spread(same, maxSample)
	best, fewest := 0, 0
	consider := func(from *ruleSet, name string) {
		rules, changes := r.improve(from, some, others)
		explained, broken := r.rate(rules, differ), len(same)-r.rate(rules, same)
		n := len(changes)
		if name != s.name {
			n++
		}
		right := explained - broken
		if 2*explained < len(differ) || 20*broken > explained || n == 0 || right < best || right == best && fewest > 0 && n >= fewest {
			return
		}
		best, fewest = right, n
		s.follows, s.as = rules, name
		s.asRate = percent(explained+len(same)-broken, len(same)+len(differ))
		if len(changes) > 0 {
			s.as += " with " + strings.Join(changes, ", ")
		}
	}
	consider(s.rules, s.name)
	if best == len(differ) {
		return
	}
	nearest, name, most := s.rules, s.name, r.rate(s.rules, others)
	for _, other := range named() {
		if v, err := brandubh.Preset(other); err == nil && other != s.name {
			w := &ruleSet{Variant: v}
			if n := r.rate(w, some) + r.rate(w, others); n > most {
				nearest, name, most = w, other, n
			}
		}
	}
	if name != s.name {
		consider(nearest, name)
	}
}

// improve changes rules field by field, or two at once where no single field helps,
// as long as they explain more of the answers that differ without making others
// wrong, and returns them with what was changed.
func (r *run) improve(rules *ruleSet, differ, same []*item) (*ruleSet, []string) {
	var changes []string
	changed := map[string]bool{}
	explained, kept := r.rate(rules, differ), r.rate(rules, same)
	for explained < len(differ) && len(changes) < maxChanges {
		var open []*item
		for _, it := range differ {
			if !r.gives(rules, it) {
				open = append(open, it)
			}
		}
		var better []flip
		most := 0
		all := slices.DeleteFunc(flips(rules.Variant), func(f flip) bool { return changed[f.path] || f.path == "start" || f.path == "agreement" })
		try := func(v *ruleSet, fs ...flip) {
			gain := r.rate(v, open)
			if gain <= most {
				return
			}
			gain = r.rate(v, differ) - explained
			if lost := kept - r.rate(v, same); gain > most && 20*lost <= gain {
				better, most = fs, gain
			}
		}
		for _, f := range all {
			try(f.rules, f)
		}
		if most == 0 {
			few := spread(open, maxPairing)
			for _, f := range all {
				for _, g := range flips(f.rules.Variant) {
					// Fields of one group: others show one by one.
					if g.path <= f.path || group(g.path) != group(f.path) || changed[g.path] {
						continue
					}
					if r.rate(g.rules, few) > 0 {
						try(g.rules, f, g)
					}
				}
			}
		}
		if most == 0 {
			break
		}
		rules = better[len(better)-1].rules
		for _, f := range better {
			changes = append(changes, f.String())
			changed[f.path] = true
		}
		explained, kept = r.rate(rules, differ), r.rate(rules, same)
	}
	return rules, changes
}

// group returns which fields decide a question together.
func group(path string) string {
	switch {
	case strings.HasPrefix(path, "repetition."):
		return "repetition"
	case strings.HasPrefix(path, "range."), strings.HasPrefix(path, "throne.pass"), strings.HasPrefix(path, "throne.stop"), path == "throne.return", path == "goal":
		return "movement"
	case strings.HasPrefix(path, "king."), strings.HasSuffix(path, ".king"):
		return "king"
	case strings.Contains(path, ".hostile."):
		return "soldiers"
	}
	return path
}

// rate returns how many of the answers a rule set gives.
func (r *run) rate(v *ruleSet, items []*item) (n int) {
	for _, it := range items {
		if r.gives(v, it) {
			n++
		}
	}
	return n
}

// spread returns at most n of the items, evenly from all of them.
func spread(items []*item, most int) []*item {
	if len(items) <= most {
		return items
	}
	some := make([]*item, most)
	for i := range some {
		some[i] = items[i*len(items)/most]
	}
	return some
}

// explained returns for each item the one field that, set to another value, would
// make the answer right; -1 where there is none. Of several, the one that explains
// most.
func (r *run) explained(s *set, items []*item) []int {
	by := make([][]int, len(items))
	times := make([]int, len(s.flips))
	for i, it := range items {
		if !it.ruled() || !byRule(it.ds) {
			continue
		}
		followed := s.follows != nil && r.gives(s.follows, it)
		for j, f := range s.flips {
			if f.path == "start" { // asked by itself
				continue
			}
			if followed { // what the other answers say otherwise explains nothing here
				if value, _ := s.follows.Value(f.path); value != f.value {
					continue
				}
			}
			if r.gives(f.rules, it) {
				by[i] = append(by[i], j)
				times[j]++
			}
		}
	}
	// A field that is otherwise shows wherever it matters: one that explains an
	// answer but would make others wrong is hardly what is behind it.
	doubtful := make([]bool, len(s.flips))
	for j := range s.flips {
		if times[j] == 0 {
			continue
		}
		against := 0
		for _, it := range s.items {
			if it.ruled() && !byRule(it.ds) && !r.gives(s.flips[j].rules, it) {
				if against++; 10*against > times[j] {
					doubtful[j] = true
					break
				}
			}
		}
	}
	best := make([]int, len(items))
	for i, it := range items {
		best[i] = -1
		by[i] = slices.DeleteFunc(by[i], func(j int) bool { return doubtful[j] })
		if len(by[i]) > 0 {
			best[i] = slices.MaxFunc(by[i], func(j, k int) int { return cmp.Compare(times[j], times[k]) })
		} else if it.ruled() && byRule(it.ds) {
			best[i] = r.decisive(s, it)
		}
	}
	return best
}

// decisive returns one of the fields by which the rules that the program follows
// differ from these, without which they would not give its answer; of fields that
// only together explain it, the first. It returns -1 if they do not give it.
func (r *run) decisive(s *set, it *item) int {
	if s.follows == nil || !r.gives(s.follows, it) {
		return -1
	}
	for _, path := range s.rules.Diff(s.follows.Variant) {
		without := with(s.follows.Variant, s.rules.Variant, path)
		if without == nil || r.gives(&ruleSet{Variant: without}, it) {
			continue
		}
		value, _ := s.follows.Value(path)
		for j, f := range s.flips {
			if f.path == path && f.value == value {
				return j
			}
		}
	}
	return -1
}

func percent(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}
