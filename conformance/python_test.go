package conformance

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMistakenPython asks the engine in Python with one mistake each, as processes:
// the first difference told must be the mistake's own.
func TestMistakenPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 on this machine")
	}
	sets := "king.sides.throne king.sides.beside king.sides.elsewhere"
	for i, c := range []struct{ name, rules, standing string }{
		{"wraps", "common 2", "wrong"},
		{"soldiers-on-corners", "common 3", "wrong"},
		{"no-last-square", "common 2|common 3", "wrong"},
		{"rows", "common 4", "wrong"},
		{"walks-in", "common 5", "wrong"},
		{"one-only", "common 6", "wrong"},
		{"ranks-only", "common 4|throne.hostile.attackers|king.sides.elsewhere", "wrong"},
		{"diagonal-beside", "king.sides.elsewhere", "wrong"},
		{"immune-beside", "king.sides.beside", "wrong"},
		{"king-by-one", strings.ReplaceAll(sets, " ", "|"), "wrong"},
		{"bare-attackers", "goal|noMoves", "wrong"},
		{"ring", "enclosure", "open"},
		{"neighbours", "noMoves", "wrong"},
		{"after-moves-only", "goal|common 8|noMoves", "set-up"},
		{"first-not-counted", "repetition.counts|repetition.times", "open"},
		{"same-moves", "repetition.counts", "open"},
		{"attackers-lose", "repetition.result", "wrong"},
		{"unsorted", "", "manner"},
		{"capitals", "", "manner"},
		{"perft-off", "common 2", "wrong"},
		{"stale", "", "wrong"},
		{"right", "", ""},
		{"no-reasons", "", ""},
		{"no-end-at-rest", "", ""},
		{"never-ends", "", ""},
	} {
		if testing.Short() && i%12 != 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := suiteOf(t, "federation").AskProgram(t.Context(), Program{Command: []string{python, filepath.Join("testdata", "mistaken.py"), c.name}})
			if c.standing == "" {
				if !r.Agrees() {
					t.Errorf("it is right, but blamed: %s, %v", r.counts(), r.Findings)
				}
				return
			}
			if len(r.Findings) == 0 {
				t.Fatalf("nothing is found: %s, %v", r.counts(), r.Faults)
			}
			f := r.Findings[0]
			if f.standing() != c.standing || c.rules != "" && !slices.Contains(strings.Split(c.rules, "|"), f.Rule) {
				t.Errorf("found %v", f)
			}
		})
	}
}

// TestJavaScriptEngine asks the engine in JavaScript, which knows one rule set and two
// kinds of question, and says so.
func TestJavaScriptEngine(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node on this machine")
	}
	r := suiteOf(t, "federation").AskProgram(t.Context(), Program{Command: []string{node, filepath.Join("..", "examples", "engine-javascript", "engine.js")}})
	if !r.Agrees() || r.Agree < 1000 || r.Refused == 0 || r.Name != "engine.js" {
		t.Errorf("%s, %v", r.counts(), r.Findings)
	}
}
