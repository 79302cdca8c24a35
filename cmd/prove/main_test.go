package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/brandubh"
	"example.com/brandubh/cmd/endgame/tables"
	"example.com/brandubh/internal/command"
)

// prove runs the program and returns what it returns and prints.
func prove(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = int(program.Run(context.Background(), args, command.Env{Stdout: &o, Stderr: &e}))
	return code, o.String(), e.String()
}

// The exit statuses beside 0.
const (
	no    = int(command.No)
	wrong = int(command.Misuse)
	open  = int(command.Unfinished)
)

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
	args := []string{"solve", "-moves", "d1-b1 c4-c1 d2-e2", "-j", "1", "-state", state, "-o", proof}
	code, out, errs := prove(append(args, "-memory", "200K")...)
	if code != wrong || !strings.Contains(out, "the defenders win") || !strings.Contains(errs, "it needs more -memory") {
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
	code := int(program.Run(ctx, args, command.Env{Stdout: writer(func(b []byte) {
		out.Write(b)
		if strings.Contains(out.String(), "the defenders win") {
			stop()
		}
	}), Stderr: &errs}))
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
	files, err := filepath.Glob("certificates/*.proof")
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
		for _, what := range []string{"moves chosen", "answers tried", "longest line", "sha256"} {
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
		same := strings.Contains(c[1], "-j 1 ")
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
			{"solve", "-j", "0"},
			{"solve", "-budget", "-1s"},
			{"solve", "-o", "/nowhere/a.proof"},
			{"solve", "-o", "certificates"},
			{"solve", "-state", "certificates"},
			{"solve", "-o", "a.proof", "-state", "./a.proof"},
			{"solve", "-state", "main.go"},
			{"solve", "-every", "x"},
			{"check", "-part", "0/2", "main.go"},
			{"check", "-part", "3/2", "main.go"},
			{"check", "-part", "+1/2", "main.go"},
			{"check", "-part", "1/2x", "main.go"},
			{"check", "-sample", "-1", "main.go"},
			{"check", "-sample", "2", "-part", "1/2", "main.go"},
			{"check", "-join", "a", "-state", "b", "main.go"},
			{"check", "-join", "main.go", "certificates/b4-b3.proof"},
			{"check", "-state", "main.go", "certificates/b4-b3.proof"},
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

// TestExpectedRoot: with -moves or -position a certificate must be for that root.
func TestExpectedRoot(t *testing.T) {
	const file = "certificates/b4-b3.proof"
	p, err := root(brandubh.Federation(), "", b4b3)
	if err != nil {
		t.Fatal(err)
	}
	for want, all := range map[int][][]string{
		0: {
			{"-moves", b4b3},
			{"-moves", "f4-f3 d5-f5 d6-c6 d4-d6 f3-f4"}, // mirrored
			{"-position", p.String()},
		},
		no:    {{"-moves", "d2-e2"}, {"-moves", "b4-b3"}, {"-position", "7/7/7/3K3/7/3t3/7 d"}},
		wrong: {{"-moves", "a1-a2"}, {"-position", "hello"}},
	} {
		for _, args := range all {
			if code, out, errs := prove(append(append([]string{"check"}, args...), file)...); code != want || code == no && !strings.Contains(errs, "another root") {
				t.Errorf("%q: exit %d, want %d\n%s%s", args, code, want, out, errs)
			}
		}
	}
}

// TestOwnRules: the output names a preset only if the rules are its rules, and what solve
// writes check reads, whatever the rules are called.
func TestOwnRules(t *testing.T) {
	dir := t.TempDir()
	own := brandubh.Federation()
	own.Name, own.Title, own.Base = "my own\nrules", "", ""
	own.King.Armed = brandubh.HammerOnly
	data, err := own.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	rules, proof := filepath.Join(dir, "federation.json"), filepath.Join(dir, "a.proof")
	if err := os.WriteFile(rules, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := prove("solve", "-rules", rules, "-position", "7/7/7/3K3/7/3t3/7 d", "-o", proof); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs := prove("check", "-rules", rules, proof); code != 0 || !strings.Contains(out, "The defenders win under own rules") || !strings.Contains(out, own.Fingerprint()) {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs := prove("check", proof); code != no || !strings.Contains(errs, "no preset has the fingerprint") {
		t.Errorf("without -rules: exit %d\n%s%s", code, out, errs)
	}
}

// TestParts checks a certificate in parts and joins them, and looks at a sample.
func TestParts(t *testing.T) {
	const file = "certificates/d1-b1.proof"
	dir := t.TempDir()
	_, whole, _ := prove("check", file)
	var states []string
	for _, part := range []string{"1/3", "2/3", "3/3"} {
		state := filepath.Join(dir, part[:1]+".state")
		states = append(states, state)
		if code, out, errs := prove("check", "-part", part, "-state", state, file); code != open || !strings.Contains(errs, "not a proof as yet") {
			t.Fatalf("part %s: exit %d\n%s%s", part, code, out, errs)
		}
	}
	if code, out, errs := prove("check", "-join", strings.Join(states, ","), file); code != 0 || out != whole {
		t.Errorf("exit %d\n%s%s, want\n%s", code, out, errs, whole)
	}
	if code, out, errs := prove("check", "-join", strings.Join(states[1:], ","), file); code != wrong || !strings.Contains(errs, "want 1") {
		t.Errorf("without the first part: exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs := prove("check", "-state", states[0], file); code != wrong || !strings.Contains(errs, "not a state of this check") {
		t.Errorf("from the state of a part: exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs := prove("check", "-sample", "10", file); code != open || !strings.Contains(out, "Part of") {
		t.Errorf("a sample: exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs := prove("check", "-memory", "64", file); code != wrong || !strings.Contains(errs, "not enough memory") {
		t.Errorf("in 64 bytes: exit %d\n%s%s", code, out, errs)
	}
}

// TestMovesRuleFires is the example in FACTS.md: a rule that counts moves fires though
// nothing is captured and no position occurs twice.
func TestMovesRuleFires(t *testing.T) {
	start, err := brandubh.ParsePosition("7/7/7/6t/2T4/1KT4/4t2 d")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"legacy", "brandubh1", "brandubh2", "noreturn", "magpie", "scottish"} {
		v, err := brandubh.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		if v.Repetition.Counts != brandubh.CountMoves {
			t.Errorf("%s does not count moves", name)
		}
		l, err := brandubh.NewLine(v, start)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[brandubh.Position]bool{start: true}
		moves := strings.Fields("b2-b3 g4-g5 c2-b2 g5-g4 c3-c2 g4-g5 b3-c3 g5-g4")
		ply := 0
		for ; !l.Result().Over() && ply < 100; ply++ {
			m, err := brandubh.ParseMove(moves[ply%len(moves)])
			if err != nil {
				t.Fatal(err)
			}
			if err := l.Play(m); err != nil {
				t.Fatalf("%s, ply %d: %v", name, ply+1, err)
			}
			if p := l.Position(); seen[p] {
				t.Fatalf("%s, ply %d: %v comes twice", name, ply+1, p)
			} else {
				seen[p] = true
			}
		}
		if r := l.Result(); ply != 18 || r.Winner != brandubh.Attackers {
			t.Errorf("%s: %v after ply %d, want a win of the attackers after ply 18", name, r, ply)
		}
	}
}

// TestSecondChecker: the checker in Python agrees, and refuses what was forged.
func TestSecondChecker(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	const file = "certificates/b4-b3.proof"
	_, want, _ := prove("check", file)
	out, err := exec.Command(python, "certificates/check.py", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		line, _, _ = strings.Cut(strings.TrimSuffix(line, "\n"), " of ")
		if !strings.Contains(want, line) {
			t.Errorf("it says %q, want it in\n%s", line, want)
		}
	}

	packed, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	forged := filepath.Join(t.TempDir(), "a.proof")
	r := rand.New(rand.NewPCG(20, 26))
	for range 12 {
		bad := bytes.Clone(content)
		i := r.IntN(len(bad))
		bad[i] ^= byte(1 + r.IntN(127))
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write(bad)
		w.Close()
		if err := os.WriteFile(forged, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(python, "certificates/check.py", forged).CombinedOutput(); err == nil || strings.Contains(string(out), "Traceback") {
			t.Errorf("byte %d changed from %d to %d: %v\n%s", i, content[i], bad[i], err, out)
		}
		if code, out, errs := prove("check", forged); code != no {
			t.Errorf("byte %d changed from %d to %d: exit %d\n%s%s", i, content[i], bad[i], code, out, errs)
		}
	}
}
