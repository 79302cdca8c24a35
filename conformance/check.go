package conformance

import (
	"fmt"
	"strings"
)

// T is what [Check] needs of a test: *testing.T has it.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// Check asks an engine about some rule sets, all presets with a name if none are
// named, and reports every difference as an error of the test: the rule, its clause
// and what it rests on, and the smallest position found that shows it.
func Check(t T, e Engine, presets ...string) {
	t.Helper()
	suite, err := NewSuite(Options{Rules: presets, Random: 40, Seed: 1})
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	r := suite.Ask(e)
	for _, n := range r.notices() {
		if r.Follows != "" {
			t.Errorf("%s", n)
			break
		}
	}
	if r.Answered == 0 {
		t.Errorf("none of %d questions is answered", r.Questions)
	}
	for i, f := range r.Findings {
		if i == maxShown {
			t.Errorf("and %d more differences", len(r.Findings)-i)
			break
		}
		var text strings.Builder
		f.write(&text, i+1)
		f.Example.write(&text)
		t.Errorf("%s", strings.TrimSpace(text.String()))
	}
}

// String says in one line what the finding is.
func (f *Finding) String() string {
	if f == nil || f.Example == nil {
		return "no finding"
	}
	return fmt.Sprintf("%s (%s)", f.title(), strings.Join(f.names(), ", "))
}

// names returns the rule sets of a finding.
func (f *Finding) names() (all []string) {
	for _, s := range f.Sets {
		all = append(all, s.Name)
	}
	return all
}
