package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/brandubh"
	"example.com/brandubh/cmd/endgame/tables"
)

// prove runs the program and returns what it returns and prints.
func prove(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(context.Background(), args, &o, &e)
	return code, o.String(), e.String()
}

const b4b3 = "b4-b3 d5-b5 d6-e6 d4-d6 b3-b4"

// TestBoth proves, checks, and checks again after damage.
func TestBoth(t *testing.T) {
	dir := t.TempDir()
	proof, state := filepath.Join(dir, "a.proof"), filepath.Join(dir, "a.state")
	code, out, errs := prove("solve", "-moves", b4b3, "-memory", "16M", "-nodes", "10", "-state", state, "-o", proof)
	if code != open || !strings.Contains(out, "open: proof number") || !strings.Contains(out, "saved in") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if _, err := os.Stat(proof); err == nil {
		t.Fatal("a certificate of what is open")
	}
	code, out, errs = prove("solve", "-moves", b4b3, "-memory", "16M", "-state", state, "-o", proof, "-progress", "-every", "1ns")
	if code != 0 || !strings.Contains(out, "the defenders win") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	code, out, errs = prove("check", proof)
	if code != 0 || !strings.Contains(out, "The defenders win under federation") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if code, _, errs = prove("check", "-rules", "nielsen", proof); code != no || !strings.Contains(errs, "other rules") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if code, _, errs = prove("solve", "-moves", "d1-f1", "-memory", "16M", "-state", state); code != wrong || !strings.Contains(errs, "of another") {
		t.Errorf("the state of another search: exit %d: %s", code, errs)
	}
	data, err := os.ReadFile(proof)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(proof, data[:len(data)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errs = prove("check", proof); code != no || !strings.Contains(errs, "not a whole certificate") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// TestNoRoom: a certificate that the memory has no room for costs nothing but
// the time to read the search again.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	proof, state := filepath.Join(dir, "a.proof"), filepath.Join(dir, "a.state")
	args := []string{"solve", "-moves", "d1-b1 c4-c1 d2-e2", "-workers", "1", "-state", state, "-o", proof}
	code, out, errs := prove(append(args, "-memory", "160K")...)
	if code != wrong || !strings.Contains(out, "the defenders win") || !strings.Contains(errs, "it wants more -memory") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if _, err := os.Stat(proof); err == nil {
		t.Error("a certificate that is not whole")
	}
	if code, out, errs = prove(append(args, "-memory", "16M", "-nodes", "1")...); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs = prove("check", proof); code != 0 {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// TestLearn: a search that is done hands on what it has proved.
func TestLearn(t *testing.T) {
	dir := t.TempDir()
	proof, state := filepath.Join(dir, "a.proof"), filepath.Join(dir, "a.state")
	if code, out, errs := prove("solve", "-moves", "d1-b1 c4-c1 d2-e2", "-state", state); code != 0 || !strings.Contains(out, "saved in") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	args := []string{"solve", "-moves", "d1-b1 c4-c1 d2-e2", "-nodes", "100", "-o", proof}
	if code, out, errs := prove(args...); code != open {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs := prove(append(args, "-learn", state)...); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs := prove("check", proof); code != 0 {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	for _, learn := range []string{proof, state + ",nowhere"} {
		if code, _, errs := prove(append(args, "-learn", learn)...); code != wrong || errs == "" {
			t.Errorf("-learn %s: exit %d: %s", learn, code, errs)
		}
	}
}

// TestNotWritten: a search that is stopped while it writes its proof is saved.
func TestNotWritten(t *testing.T) {
	dir := t.TempDir()
	proof, state := filepath.Join(dir, "a.proof"), filepath.Join(dir, "a.state")
	args := []string{"solve", "-moves", b4b3, "-memory", "16M", "-state", state, "-o", proof}
	ctx, stop := context.WithCancel(context.Background())
	var out, errs strings.Builder
	code := run(ctx, args, writer(func(b []byte) {
		out.Write(b)
		if strings.Contains(out.String(), "the defenders win") {
			stop()
		}
	}), &errs)
	if code != open || !strings.Contains(errs.String(), "not written") || !strings.Contains(out.String(), "saved in") {
		t.Fatalf("exit %d\n%s%s", code, out.String(), errs.String())
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}
	if code, out, errs := prove(args...); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
}

// writer is called with what is written.
type writer func([]byte)

func (w writer) Write(b []byte) (int, error) {
	w(b)
	return len(b), nil
}

// TestTables: with the tables of the smallest endings the proof is found at sight,
// and it is a proof.
func TestTables(t *testing.T) {
	dir := t.TempDir()
	if err := tables.Build(context.Background(), dir, brandubh.Federation(), tables.BuildOptions{Men: 1}); err != nil {
		t.Fatal(err)
	}
	proof := filepath.Join(dir, "a.proof")
	code, out, errs := prove("solve", "-memory", "1M", "-tables", dir, "-position", "7/7/7/3K3/7/3t3/7 a", "-o", proof)
	if code != 0 || !strings.Contains(out, "the defenders win: 0 expansions") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs = prove("check", proof); code != 0 {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	if code, _, errs = prove("solve", "-memory", "1M", "-tables", dir, "-rules", "nielsen"); code != wrong || !strings.Contains(errs, "rule") {
		t.Errorf("tables for other rules: exit %d, %s", code, errs)
	}
}

// TestOver: a game that is over needs no moves.
func TestOver(t *testing.T) {
	proof := filepath.Join(t.TempDir(), "a.proof")
	if code, out, errs := prove("solve", "-memory", "1M", "-position", "6K/7/7/7/7/3t3/7 a", "-o", proof); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs := prove("check", proof); code != 0 || !strings.Contains(out, "moves chosen    0") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// TestNo: a question whose answer is no. The attacker takes the king at once.
func TestNo(t *testing.T) {
	code, out, errs := prove("solve", "-memory", "1M", "-position", "7/7/7/7/1tK4/3t3/7 a")
	if code != no || !strings.Contains(out, "cannot force a win") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// TestFacts: what FACTS.md says of the certificates that are here, they say
// themselves, and there is no other.
func TestFacts(t *testing.T) {
	facts, err := os.ReadFile("FACTS.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("certificates/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no certificates", err)
	}
	for _, file := range files {
		code, out, errs := prove("check", file)
		if code != 0 {
			t.Errorf("%s: exit %d: %s", file, code, errs)
			continue
		}
		_, section, ok := strings.Cut(string(facts), "("+file+")")
		if !ok {
			t.Errorf("FACTS.md has no link to %s", file)
			continue
		}
		section, _, _ = strings.Cut(section, "\n#")
		for _, what := range []string{"positions seen", "moves chosen", "longest line", "sha256"} {
			m := regexp.MustCompile(what + ` +(\w+)`).FindStringSubmatch(out)
			if m == nil || !regexp.MustCompile(what+` *\| *`+m[1]+`\b`).MatchString(strings.ReplaceAll(section, ",", "")) {
				t.Errorf("%s: FACTS.md differs on %v", file, m)
			}
		}
		if info, err := os.Stat(file); err != nil || info.Size() > 1<<20 {
			t.Errorf("%s is over 1 MB (%v)", file, err)
		}
	}
}

// TestFactsAgain runs the commands of FACTS.md that make certificates, checks what
// they write, and compares it where they have one worker: those of the small ones, and
// with BRANDUBH_FACTS set all whose description contains it.
func TestFactsAgain(t *testing.T) {
	facts, err := os.ReadFile("FACTS.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // where the states go, for those that learn from them
	sections := strings.Split(string(facts), "\n## ")
	command := regexp.MustCompile("\\| command \\| `go run \\. (solve .*) -o ")
	sum := regexp.MustCompile(`\| sha256 \| ([0-9a-f]{64})`)
	ran := 0
	for _, section := range sections {
		name, _, _ := strings.Cut(section, "\n")
		c := command.FindStringSubmatch(section)
		if c == nil {
			continue
		}
		want := sum.FindStringSubmatch(section)
		if want == nil {
			t.Errorf("%s: no sha256", name)
			continue
		}
		asked := os.Getenv("BRANDUBH_FACTS")
		if !strings.Contains(section, "(certificates/") && (asked == "" || !strings.Contains(name, asked)) {
			continue
		}
		ran++
		t.Log(name)
		file := filepath.Join(t.TempDir(), "a.proof")
		var args []string
		for i, part := range strings.Split(c[1], `"`) {
			if i%2 == 1 {
				args = append(args, part)
			} else {
				args = append(args, strings.Fields(part)...)
			}
		}
		if code, out, errs := prove(append(args, "-o", file)...); code != 0 {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, errs)
			continue
		}
		same := strings.Contains(c[1], "-workers 1 ")
		if code, out, errs := prove("check", file); code != 0 || same && !strings.Contains(out, want[1]) {
			t.Errorf("%s: exit %d, want sha256 %s\n%s%s", name, code, want[1], out, errs)
		}
	}
	if ran < 2 {
		t.Errorf("only %d commands", ran)
	}
}

func TestUsage(t *testing.T) {
	for want, all := range map[int][][]string{
		0: {{"-h"}, {"solve", "-h"}, {"check", "-h"}},
		wrong: {
			{},
			{"sulve"},
			{"check"},
			{"check", "a", "b"},
			{"check", "/nowhere"},
			{"check", "-rules", "nobody", "main.go"},
			{"solve", "-rules", "nobody"},
			{"solve", "d1-f1"},
			{"solve", "-moves", "d1-d5"},
			{"solve", "-moves", "d1"},
			{"solve", "-position", "7/7 d"},
			{"solve", "-position", "7/7/7/7/7/3t3/7 d"},
			{"solve", "-memory", "much"},
			{"solve", "-memory", "-1G"},
			{"solve", "-memory", "1"},
			{"solve", "-memory", "NaN"},
			{"solve", "-memory", "65G"},
			{"solve", "-workers", "0"},
			{"solve", "-budget", "-1s"},
			{"solve", "-o", "/nowhere/a.proof"},
			{"solve", "-o", "certificates"},
			{"solve", "-state", "certificates"},
			{"solve", "-o", "a.proof", "-state", "./a.proof"},
			{"solve", "-state", "main.go"},
			{"solve", "-every", "x"},
		},
		no: {{"check", "main.go"}},
	} {
		for _, args := range all {
			code, out, errs := prove(args...)
			if code != want || code != 0 && errs == "" || code == 0 && out == "" {
				t.Errorf("%q: exit %d, want %d\n%s%s", args, code, want, out, errs)
			}
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{"1G": 1 << 30, "512M": 512 << 20, "1.5GiB": 3 << 29, "65536": 1 << 16, "64kb": 1 << 16, "0.0625T": 1 << 36} {
		if got, err := size(text); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
}
