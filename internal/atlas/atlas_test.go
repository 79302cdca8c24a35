package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/brandubh"
)

const docs = "../../docs"

// TestCurrent: the atlas in docs is what the data says today.
func TestCurrent(t *testing.T) {
	files, err := atlas()
	if err != nil {
		t.Fatal(err)
	}
	const mend = "run go generate ./internal/atlas"
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(docs, name))
		switch {
		case err != nil:
			t.Errorf("%v; %s", err, mend)
		case string(got) != want:
			t.Errorf("docs/%s is not current; %s", name, mend)
		}
	}
	for _, dir := range owned {
		err := filepath.WalkDir(filepath.Join(docs, dir), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			name, err := filepath.Rel(docs, file)
			if _, ok := files[filepath.ToSlash(name)]; err == nil && !ok {
				t.Errorf("docs/%s is not part of the atlas; %s", name, mend)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// TestEveryRuleHasAChapter: every field, every shared rule and matches. The start is
// drawn, on the page of each rule set and in the first chapter.
func TestEveryRuleHasAChapter(t *testing.T) {
	rules := append(brandubh.Fields(), "match")
	for _, c := range brandubh.Clauses() {
		if c.Document == "common" {
			rules = append(rules, c.ID)
		}
	}
	told := allRules()
	for _, rule := range rules {
		if n := strings.Count("\n"+strings.Join(told, "\n")+"\n", "\n"+rule+"\n"); n != 1 && rule != "start" {
			t.Errorf("%d chapters about %s, want 1", n, rule)
		}
	}
}

// TestPositionsTurnOnTheirRule: under one rule set at least the answer to an example
// is another if the rule alone has another value.
func TestPositionsTurnOnTheirRule(t *testing.T) {
	for _, c := range disputed {
		for _, e := range c.examples {
			rules := e.rules
			if len(rules) == 0 {
				rules = c.rules
			}
			for _, rule := range rules {
				decides := func(name string) bool {
					v, err := brandubh.Preset(name)
					return err == nil && e.decides(v, rule)
				}
				if !slices.ContainsFunc(brandubh.Presets()[:named], decides) {
					t.Errorf("%s: %s decides it under no rule set", e.name, rule)
				}
			}
		}
	}
}

// TestNoTwoExamplesShareAName: nor two pictures.
func TestNoTwoExamplesShareAName(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range slices.Concat(shared, disputed) {
		for _, e := range c.examples {
			if seen[e.name] {
				t.Errorf("two examples are called %s", e.name)
			}
			seen[e.name] = true
		}
	}
}

// TestLinks: every link from one page to another leads somewhere, every picture that
// a page shows is there, and no picture is there that no page shows.
func TestLinks(t *testing.T) {
	files, err := atlas()
	if err != nil {
		t.Fatal(err)
	}
	anchors := map[string][]string{}
	for name, text := range files {
		for _, h := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
			if slices.Contains(anchors[name], anchor(h[1])) {
				t.Errorf("%s: two headings %q", name, h[1])
			}
			anchors[name] = append(anchors[name], anchor(h[1]))
		}
	}
	shown := map[string]bool{}
	for name, text := range files {
		if !strings.HasSuffix(name, ".md") {
			continue
		}
		for _, l := range regexp.MustCompile(`\]\(([^)]*)\)`).FindAllStringSubmatch(text, -1) {
			file, fragment, _ := strings.Cut(l[1], "#")
			target := name
			if file != "" {
				target = path.Join(path.Dir(name), file)
			}
			shown[target] = true
			_, written := files[target]
			if _, err := os.Stat(filepath.Join(docs, target)); !written && err != nil {
				t.Errorf("%s: the link %s leads nowhere", name, l[1])
			}
			if fragment != "" && !slices.Contains(anchors[target], fragment) {
				t.Errorf("%s: the link %s leads to no heading", name, l[1])
			}
		}
	}
	for name := range files {
		if strings.HasSuffix(name, ".svg") && !shown[name] {
			t.Errorf("no page shows %s", name)
		}
	}
}

// TestTablesAreWhole: every row of a table has as many cells as its head.
func TestTablesAreWhole(t *testing.T) {
	files, err := atlas()
	if err != nil {
		t.Fatal(err)
	}
	cells := func(row string) int { return strings.Count(strings.ReplaceAll(row, `\|`, ""), "|") }
	for name, text := range files {
		want := 0
		for i, row := range strings.Split(text, "\n") {
			switch {
			case !strings.HasPrefix(row, "|"):
				want = 0
			case want == 0:
				want = cells(row)
			case cells(row) != want:
				t.Errorf("%s:%d: %d cell borders, the head has %d", name, i+1, cells(row), want)
			}
		}
	}
}
