package brandubh_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/brandubh"
)

// The first program of the README; TestReadme holds it to this.
func Example() {
	v := brandubh.Federation()
	p, _ := brandubh.ParsePosition("7/7/7/7/2tK2t/3t3/7 a")
	m, _ := brandubh.ParseMove("g3-e3")
	e := v.Explain(p, m)
	fmt.Println(e.Effects[0])
	fmt.Println(e.Effects[0].Citations[0])
	// Output:
	// takes the king on d3, closed in by the attacker on e3, the attacker on d2, the attacker on c3 and the empty throne
	// king.sides.beside = 3: F 5.4, stated
}

// TestReadme: the README is short, its program is the package's example, and the
// programs that its commands run are there.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(strings.Fields(string(readme))); n > 600 {
		t.Errorf("the README has %d words, want at most 600", n)
	}
	_, example, _ := strings.Cut(string(source), "func Example() {\n")
	example, _, _ = strings.Cut(example, "\n}\n")
	example = strings.ReplaceAll("\n"+example, "\n\t", "\n")
	example = strings.Replace(example, "\n// Output:", "", 1)
	_, block, _ := strings.Cut(string(readme), "```go")
	block, _, _ = strings.Cut(block, "\n```")
	if block != example {
		t.Errorf("the program in the README is\n%s\nwant the body of Example:\n%s", block, example)
	}
	commands := regexp.MustCompile(`go run (\./\S+)`).FindAllStringSubmatch(string(readme), -1)
	if len(commands) == 0 {
		t.Error("the README runs no program")
	}
	for _, c := range commands {
		if _, err := os.Stat(filepath.Join(strings.Trim(c[1], "`"), "main.go")); err != nil {
			t.Errorf("%s: no such program: %v", c[0], err)
		}
	}
}

// TestLinksOfPages: every relative link of a page in the repository leads to a file.
func TestLinksOfPages(t *testing.T) {
	pages, links := 0, 0
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != ".", d.IsDir() && d.Name() == "node_modules":
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".md"):
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		pages++
		for _, l := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(string(text), -1) {
			file, _, _ := strings.Cut(l[1], "#")
			if file == "" || strings.Contains(file, "://") || strings.HasPrefix(file, "mailto:") {
				continue
			}
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), file)); err != nil {
				t.Errorf("%s: the link %s leads nowhere", name, l[1])
			}
		}
		return nil
	})
	if err != nil || pages < 10 || links < 50 {
		t.Errorf("%v after %d pages and %d links; want at least 10 and 50", err, pages, links)
	}
}
