package conformance

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// suites are the questions of each preset, made once for all programs.
var suites = struct {
	sync.Mutex
	made map[string]*Suite
}{made: map[string]*Suite{}}

func suiteOf(t testing.TB, preset string) *Suite {
	t.Helper()
	suites.Lock()
	defer suites.Unlock()
	if s := suites.made[preset]; s != nil {
		return s
	}
	s, err := NewSuite(Options{Rules: []string{preset}, Random: 40, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.plans { // the literal referee is slow
		p.asked = slices.DeleteFunc(p.asked, func(a *asked) bool {
			return a.Moves != nil && len(*a.Moves) > 100 || len(a.want.Counts) > 0 && a.want.Counts[len(a.want.Counts)-1] > 1000
		})
	}
	suites.made[preset] = s
	return s
}

// telling is the questions that have found out a program, by suite. They are tried
// first on the next: mistakes are alike, and one difference shows that it fails.
var telling = struct {
	sync.Mutex
	by map[*Suite][]*asked
}{by: map[*Suite][]*asked{}}

// passes reports whether a program answers every question as the library does, or
// returns one that it does not.
func passes(s *Suite, e Engine) (*asked, bool) {
	telling.Lock()
	first := slices.Clone(telling.by[s])
	telling.Unlock()
	for _, a := range first {
		got := e.Answer(a.Question)
		if len(everything.compare(&a.Question, a.want, &got, func(string) {})) > 0 {
			return a, false
		}
	}
	for _, p := range s.plans {
		for _, a := range p.asked {
			got := e.Answer(a.Question)
			if len(everything.compare(&a.Question, a.want, &got, func(string) {})) > 0 {
				telling.Lock()
				telling.by[s] = append(telling.by[s], a)
				telling.Unlock()
				return a, false
			}
		}
	}
	return nil, true
}

// sameUnder returns why nobody can tell a mistake under a preset, "" if somebody can.
func (m *mistake) sameUnder(preset string) string {
	for part := range strings.SplitSeq(m.same, ";") {
		names, why, _ := strings.Cut(part, ":")
		if slices.Contains(strings.Fields(names), preset) {
			return strings.TrimSpace(why)
		}
	}
	return ""
}

// population is all programs with a mistake.
func population() []mistake {
	return slices.Concat(mistakes, flipMistakes("federation"), flipMistakes("legacy"), flipMistakes("scottish"))
}

// TestPopulation: no program with a mistake passes under any of the presets with a
// name, unless nobody can tell it there; and the first finding is its own mistake.
// With -short it is a sample under two presets.
func TestPopulation(t *testing.T) {
	all := population()
	if len(all) < 250 {
		t.Errorf("there are only %d programs", len(all))
	}
	presets := named()
	if testing.Short() {
		presets = []string{"federation", "scottish"}
	}
	only := os.Getenv("BRANDUBH_MISTAKE")
	for i := range all {
		m := &all[i]
		if only != "" && !strings.Contains(m.name, only) || testing.Short() && i%60 != 0 {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			tried := strings.Fields(m.under)
			if len(tried) == 0 {
				tried = []string{"federation"}
			}
			if i < len(mistakes) {
				for _, preset := range presets {
					a, same := passes(suiteOf(t, preset), newRefereeEngine(m))
					switch why := m.sameUnder(preset); {
					case same && why == "":
						t.Errorf("it passes under %s", preset)
					case !same && why != "":
						t.Errorf("under %s it is found out by %s, though %s", preset, a.describe(), why)
					}
				}
			}
			for _, preset := range tried {
				r := suiteOf(t, preset).Ask(newRefereeEngine(m))
				if len(r.Findings) == 0 {
					t.Errorf("%s: nothing is found", preset)
					continue
				}
				f := r.Findings[0]
				standing := f.standing()
				if !slices.ContainsFunc(strings.Split(m.first, ";"), func(first string) bool {
					rules, want := cutLast(strings.TrimSpace(first))
					return standing == want && (f.stage == stageManner || slices.Contains(strings.Split(rules, " or "), f.Rule))
				}) {
					var text strings.Builder
					r.WriteText(&text)
					t.Errorf("%s: found %s, %s (%s), want %s\n%s", preset, f.Rule, standing, f.Form, m.first, text.String())
				}
				if only != "" && testing.Verbose() {
					var text strings.Builder
					r.WriteText(&text)
					t.Log(text.String())
				}
			}
		})
	}
}

// cutLast cuts the last word off a text.
func cutLast(s string) (before, last string) {
	i := strings.LastIndexByte(s, ' ')
	return s[:max(i, 0)], s[i+1:]
}

// standing is how a finding is told: wrong, open, set-up or manner.
func (f *Finding) standing() string { return []string{"wrong", "open", "manner", "set-up"}[f.rank()] }
