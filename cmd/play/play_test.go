package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/brandubh"
	"example.com/brandubh/cmd/endgame/tables"
	"example.com/brandubh/internal/command"
	"example.com/brandubh/player"
)

var update = flag.Bool("update", false, "write the transcripts anew")

// script plays moves that follow from the position alone. A slow one thinks until
// it is stopped.
type script struct {
	slow  bool
	score int // for the side to move
}

func (script) Name() string { return "script" }

func (p script) Choose(ctx context.Context, l *brandubh.Line) (player.Choice, error) {
	if p.slow {
		<-ctx.Done()
	}
	moves := slices.Collect(l.Moves())
	if len(moves) == 0 {
		return player.Choice{}, errors.New("the line is finished")
	}
	m := moves[l.Plies()*7%len(moves)]
	return player.Choice{Move: m, Score: p.score, Depth: 3, Line: []brandubh.Move{m}, Why: "so it is written"}, nil
}

// makeScript is a playerMaker; the name says which script.
func makeScript(name string, _ int, _ uint64, _ player.Knowledge, _ func(player.Choice)) (player.Player, error) {
	switch name {
	case "alphabeta":
		return script{}, nil
	case "behind":
		return script{score: -10}, nil
	case "ahead":
		return script{score: 10}, nil
	}
	return nil, fmt.Errorf("-player %q: there is no such script", name)
}

// Sessions through a pipe, in testdata: the first line has the flags, lines with >
// are what is said, the rest is answered, the last line is the exit status. They
// run in a directory of their own.
func TestTranscripts(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	if len(files) == 0 {
		t.Fatal("no transcripts")
	}
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(home, file))
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			if err := os.CopyFS(".", os.DirFS(filepath.Join(home, "testdata/files"))); err != nil {
				t.Fatal(err)
			}
			first, rest, _ := strings.Cut(string(text), "\n")
			var said strings.Builder
			for line := range strings.Lines(rest) {
				if command, ok := strings.CutPrefix(line, "> "); ok {
					said.WriteString(command)
				}
			}
			var out bytes.Buffer
			args := append([]string{"-echo"}, strings.Fields(strings.TrimPrefix(first, "#"))...)
			status := newProgram(makeScript).Run(context.Background(), args, command.Env{Stdin: strings.NewReader(said.String()), Stdout: &out, Stderr: &out})
			got := fmt.Sprintf("%s\n%sexit status %d\n", first, out.String(), status)
			if *update {
				if err := os.WriteFile(filepath.Join(home, file), []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if diff := cmp.Diff(string(text), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func newSession(t *testing.T, v *brandubh.Variant, sides string, p player.Player) *Session {
	t.Helper()
	g, err := brandubh.NewGame(v)
	if err != nil {
		t.Fatal(err)
	}
	computer, err := parseSides(sides)
	if err != nil {
		t.Fatal(err)
	}
	return NewSession(g, computer, p)
}

func do(t *testing.T, s *Session, lines ...string) Reply {
	t.Helper()
	var r Reply
	for _, line := range lines {
		var err error
		if r, err = s.Do(line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return r
}

// state is all of a game that can be seen.
func state(t *testing.T, s *Session) string {
	t.Helper()
	data, err := json.Marshal(s.Game())
	if err != nil {
		t.Fatal(err)
	}
	redo := 0
	for g := *s.Game(); g.Redo(); {
		redo++
	}
	return fmt.Sprintf("%s offer %v redo %d version %d", data, s.Game().Offer(), redo, s.Version())
}

// What is refused says why, with the clause where a rule forbids it, and loses
// nothing, also nothing of what was taken back.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "taken.json")
	broken := filepath.Join(dir, "broken.otg")
	for name, text := range map[string]string{file: "{}", broken: "[rules:dim:7 start:/7/]\n1. d1-d9"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newSession(t, brandubh.Federation(), "both", script{})
	do(t, s, "d1-b1", "c4-c1", "d2-e2", "undo")
	for line, want := range map[string]string{
		"d2-d4": "blocked at d3 by the defender there  [common 2: F 5.1, stated]", "a1-a2": "no piece stands on a1", "d3-d4": "not of the side to move",
		"d2-d9": "d9 is off the board", "d2e3": "not along a rank or file", "---": `say "resign"`, "xyzzy": `"help" lists the commands`, "z9": "z9 is off the board",
		"moves h9": "want a file a to g", "why zz": "want a square", "undo 3": "wants nothing after it", "save": "save FILE", "load": "load FILE", "side": "side SIDE",
		"side X": "attackers, defenders, both or none", "withdraw": "no such draw offer", "draw": "[agreement = false: silent]", "new": "neither over nor saved", "load " + file: "neither over nor saved",
		"save " + file: "there already", "save " + filepath.Join(dir, "no/such/dir"): "no such file", strings.Repeat("x", 5000): "no command",
	} {
		before := state(t, s)
		_, err := s.Do(line)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", line, err, want)
		}
		if after := state(t, s); after != before {
			t.Errorf("%.40q changes the game: %s", line, cmp.Diff(before, after))
		}
	}
	do(t, s, "resign")
	for line, want := range map[string]string{
		"d2-e2": "the game is over", "hint": "resigned", "go": "resigned", "resign": "resigned",
		"load " + dir: "no file of a game", "load " + file: "taken.json", "load " + broken: "broken.otg", "load " + dir + "/nothing": "no such file",
	} {
		before := state(t, s)
		if _, err := s.Do(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", line, err, want)
		}
		if after := state(t, s); after != before {
			t.Errorf("%.40q changes the game: %s", line, cmp.Diff(before, after))
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "{}" {
		t.Errorf("the file that was there is %q, %v", got, err)
	}
}

// A move that is said to capture what it does not is played with a remark.
func TestRemark(t *testing.T) {
	s := newSession(t, brandubh.Federation(), "both", script{})
	for line, want := range map[string]string{
		"d1-f1xc3": "it captures nothing, although the move says so", "d1-f1x2": "it captures nothing", "d1-f1x": "it captures nothing", "d1-f1": "",
	} {
		r, err := s.Do(line)
		if err != nil || strings.Contains(r.Text, "although") != (want != "") || !strings.Contains(r.Text, want) {
			t.Errorf("%s: %q, %v; want %q", line, r.Text, err, want)
		}
		do(t, s, "undo")
	}
}

// Records without rules are played by those given, or by those of the federation, in
// any form.
func TestReadGame(t *testing.T) {
	walker, err := brandubh.Preset("walker")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "game.otg")
	for _, c := range []struct {
		text  string
		rules *brandubh.Variant
		name  string
		notes int
	}{
		{"[event:x]\n1. d2-e2 c4-c2\n", nil, "federation", 1},
		{"[event:x]\n1. d2-e2 c4-c2\n", walker, "walker", 0},
		{"d2-e2 c4-c2", nil, "federation", 1},
		{"1. d2-e2 c4-c2xa1", walker, "walker", 1},
		{`{"type":53,"moves":"d2-e2 c4-c2"}`, nil, "walker", 0},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		g, notes, err := readGame(file, c.rules)
		if err != nil || g.Plies() != 2 || g.Variant().Name != c.name || len(notes) != c.notes {
			t.Errorf("%q: %v, %q, %v", c.text, g, notes, err)
		}
	}
}

// The error of an illegal move is still found by its reason.
func TestReason(t *testing.T) {
	s := newSession(t, brandubh.Federation(), "both", script{})
	var e *brandubh.MoveError
	if _, err := s.Do("d1-d4"); !errors.Is(err, brandubh.ErrBlocked) || !errors.As(err, &e) || e.At != brandubh.D2 {
		t.Errorf("%v", err)
	}
}

// Games that are saved come back as they were, in both forms.
func TestSaveLoad(t *testing.T) {
	walker := preset(t, "walker")
	own := brandubh.Federation()
	own.Name, own.King.Armed = "my rules", brandubh.HammerOnly
	for name, v := range map[string]*brandubh.Variant{"walker": walker, "own": own} {
		for _, ending := range []string{"", "resign"} {
			for _, form := range []string{"json", "otg"} {
				s := newSession(t, v, "both", script{})
				do(t, s, "d1-b1", "c4-c1", "d2-e2")
				if ending != "" {
					do(t, s, ending)
				}
				file := filepath.Join(t.TempDir(), "game."+form)
				r := do(t, s, "save "+file)
				if lossy := form == "otg"; lossy != strings.Contains(r.Text, "cannot say") {
					t.Errorf("%s, %s: %s", name, form, r.Text)
				}
				do(t, s, "save "+file) // again, over its own
				if s.Unsaved() {
					t.Error("still unsaved")
				}
				other := newSession(t, preset(t, "nielsen"), "both", script{})
				do(t, other, "load "+file)
				g, h := s.Game(), other.Game()
				if !slices.Equal(g.Played(), h.Played()) || g.Result() != h.Result() {
					t.Errorf("%s, %s: %v, %v", name, form, h.Played(), h.Result())
				}
				if diff := g.Variant().Diff(h.Variant()); form == "json" && len(diff) > 0 || slices.Contains(diff, "king.armed") {
					t.Errorf("%s, %s: other rules: %v", name, form, diff)
				}
				files, err := os.ReadDir(filepath.Dir(file))
				if err != nil || len(files) != 1 {
					t.Errorf("left behind: %v, %v", files, err)
				}
			}
		}
	}
}

// Undo goes back to the person's own turn, redo forward to it.
func TestUndo(t *testing.T) {
	for _, sides := range []string{"attackers", "defenders", "both", "none"} {
		s := newSession(t, brandubh.Federation(), sides, script{})
		turn := func() {
			for s.Next() == WantMove && s.Game().Plies() < 9 {
				c, err := s.Think()(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if _, err := s.Take(WantMove, c); err != nil {
					t.Fatal(err)
				}
			}
		}
		turn()
		if sides == "defenders" { // nothing but the computer's move is there
			before := state(t, s)
			if _, err := s.Do("undo"); err == nil || state(t, s) != before {
				t.Errorf("%s: undo: %v", sides, err)
			}
		}
		if sides != "none" {
			for range 3 {
				for m := range s.Game().Moves() {
					do(t, s, m.String())
					break
				}
				turn()
			}
		}
		plies := s.Game().Plies()
		do(t, s, "undo")
		step := map[string]int{"attackers": 2, "defenders": 2, "both": 1, "none": 1}[sides]
		if got := s.Game().Plies(); got != plies-step || s.Next() != WantNothing {
			t.Errorf("%s: undo leads from %d plies to %d, next %v", sides, plies, got, s.Next())
		}
		do(t, s, "redo")
		if got := s.Game().Plies(); got != plies || s.Next() != WantNothing {
			t.Errorf("%s: redo leads to %d plies, want %d, next %v", sides, got, plies, s.Next())
		}
		if _, err := s.Do("redo"); err == nil {
			t.Errorf("%s: redo of nothing", sides)
		}
	}
}

// Nobody accepts a draw for the computer, also where it was not asked to the end.
func TestDrawAnswer(t *testing.T) {
	s := newSession(t, preset(t, "nielsen"), "attackers", script{score: -1})
	for range 2 {
		if r := do(t, s, "draw"); r.Want != WantAnswer || s.Game().Result().Over() {
			t.Errorf("wants %v, %v", r.Want, s.Game().Result())
		}
	}
	if text, err := s.Take(WantAnswer, player.Choice{Score: -1}); err != nil || s.Game().Offer() != brandubh.NoSide {
		t.Errorf("%q, %v: the offer stands", text, err)
	}
}

// A computer that plays both sides stops after a while to ask.
func TestPatience(t *testing.T) {
	v := brandubh.Federation()
	v.Repetition = brandubh.Repetition{}
	s := newSession(t, v, "none", script{})
	plies := 0
	for s.Next() == WantMove {
		plies++
		c, err := s.Think()(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Take(WantMove, c); err != nil {
			t.Fatal(err)
		}
		if !s.paused && s.Game().Result().Over() { // a game without an end
			do(t, s, "undo", "undo")
			s.paused = false
		}
	}
	if plies != patience {
		t.Errorf("it played %d plies, %v", plies, s.Game().Result())
	}
	if do(t, s, "undo", "side NONE"); s.Next() != WantMove {
		t.Error("it does not play on for a new choice of sides")
	}
}

// Every command is in the help and the other way round; every command says
// something or wants something.
func TestHelp(t *testing.T) {
	s := newSession(t, preset(t, "nielsen"), "both", script{})
	help := do(t, s, "HELP").Text
	for _, c := range commands() {
		if !regexp.MustCompile(`(?m)^` + c.name + ` `).MatchString(help) {
			t.Errorf("%q is not in the help", c.name)
		}
	}
	for _, line := range []string{"moves", "moves d1", "why d1-b1", "board", "game", "rules", "d1-b1", "why"} {
		if do(t, s, line).Text == "" {
			t.Errorf("%q says nothing", line)
		}
	}
}

// The line face with the players that there are, and wrong use.
func TestRun(t *testing.T) {
	for _, name := range []string{"alphabeta", "mcts", "random"} {
		var out, errs bytes.Buffer
		args := []string{"-player", name, "-time", "20ms", "-side", "none"}
		if status := newProgram(newPlayer).Run(context.Background(), args, command.Env{Stdin: strings.NewReader("game\n"), Stdout: &out, Stderr: &errs}); status != command.OK || errs.Len() > 0 {
			t.Errorf("%s: status %d, %s", name, status, errs.String())
		}
		if !strings.Contains(out.String(), "win") && !strings.Contains(out.String(), "draw") && !strings.Contains(out.String(), "paused") {
			t.Errorf("%s: %s", name, out.String())
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bad.json"), []byte(`{"variant": 3}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"-side", "x"},
		{"-player", "x"},
		{"-rules", "x"},
		{"-rules", "x.json"},
		{"-rules", dir + "/bad.json"},
		{"-time", "0s"},
		{"-depth", "-1"},
		{"-tables", dir},
		{"-proof", dir + "/bad.json"},
		{"-proof", "nothing.proof"},
		{"-rules", "nielsen", "-proof", "../prove/certificates/b4-b3.proof"}, // for other rules
		{"a", "b"},
		{"nothing.json"},
		{dir},
		{dir + "/bad.json"},
		{"-nonsense"},
	} {
		var out, errs bytes.Buffer
		if status := newProgram(newPlayer).Run(context.Background(), args, command.Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}); status != command.Misuse || errs.Len() == 0 || out.Len() > 0 {
			t.Errorf("%v: status %d, %q", args, status, errs.String())
		}
	}
	if status := newProgram(newPlayer).Run(context.Background(), []string{"-h"}, command.Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard}); status != command.OK {
		t.Errorf("-h: status %d", status)
	}
}

// An interruption ends the thinking and then, with nothing thought about, the
// program, which hands the game out.
func TestInterrupt(t *testing.T) {
	for _, sides := range []string{"attackers", "none"} {
		synctest.Test(t, func(t *testing.T) { testInterrupt(t, sides) })
	}
}

func testInterrupt(t *testing.T, sides string) {
	s := newSession(t, brandubh.Federation(), sides, script{slow: true})
	interrupt := make(chan os.Signal)
	in, said := io.Pipe()
	defer said.Close()
	var out bytes.Buffer
	f := &lineFace{session: s, time: time.Hour, interrupt: interrupt, out: bufio.NewWriter(&out)}
	ended := make(chan error)
	go func() {
		_, err := f.run(in)
		ended <- err
	}()
	if sides == "attackers" {
		fmt.Fprintln(said, "d1-b1")
	}
	for range 2 { // while it thinks, and while it waits
		synctest.Wait()
		interrupt <- os.Interrupt
	}
	if err := <-ended; !errors.Is(err, errInterrupted) {
		t.Errorf("%s: %v", sides, err)
	}
	want := map[string]int{"attackers": 2, "none": 1}[sides]
	if s.Game().Plies() != want {
		t.Errorf("%s: %d plies: %s", sides, s.Game().Plies(), out.String())
	}
	out.Reset()
	s.tellUnsaved(&out)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if g, err := brandubh.ParseGame([]byte(lines[len(lines)-1])); err != nil || g.Plies() != want {
		t.Errorf("%s: %v, %q", sides, err, lines)
	}
}

// A line that is far too long, or without an end, is still a line.
func TestLongLines(t *testing.T) {
	var out bytes.Buffer
	in := strings.Repeat("d1-b1 ", 100_000) + "\nmoves d1\r\n\nmoves d2"
	if status := newProgram(makeScript).Run(context.Background(), []string{"-echo", "-side", "both"}, command.Env{Stdin: strings.NewReader(in), Stdout: &out, Stderr: &out}); status != command.No {
		t.Errorf("status %d", status)
	}
	if text := out.String(); len(text) > 20_000 || !strings.Contains(text, "d1: b1 c1 e1 f1") || !strings.Contains(text, "d2: a2") {
		t.Errorf("%.300q", text)
	}
}

// Whatever is said, the session answers or refuses, and what is refused changes
// nothing.
func FuzzDo(f *testing.F) {
	f.Add("d1-b1\nc4-c1\nundo\nredo\nwhy\ndraw\nwithdraw\nside none\ngo\nresign\nnew\nmoves d1")
	f.Add("side defenders\nhint\nKd4-d3xc3+\nD1B1\nmoves\nquit")
	f.Fuzz(func(t *testing.T, text string) {
		s := newSession(t, preset(t, "nielsen"), "attackers", script{})
		for line := range strings.Lines(text) {
			if word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(line)), " "); word == "save" || word == "load" {
				continue
			}
			before := state(t, s)
			r, err := s.Do(line)
			if err != nil {
				if after := state(t, s); after != before || err.Error() == "" {
					t.Fatalf("%q: %v: %s", line, err, cmp.Diff(before, after))
				}
				continue
			}
			for w := r.Want; w != WantNothing; w = s.Next() {
				c, err := s.Think()(t.Context())
				if err != nil {
					t.Fatalf("%q: %v", line, err)
				}
				if text, err := s.Take(w, c); err != nil || text == "" {
					t.Fatalf("%q: %q, %v", line, text, err)
				}
				if s.alwaysComputer() {
					break
				}
			}
		}
	})
}

// TestKnowledge plays out a proved line, and an ending by tables that it builds.
func TestKnowledge(t *testing.T) {
	const proof = "../prove/certificates/b4-b3.proof"
	proved := "b4-b3\nd5-b5\nd6-e6\nd4-d6\nb3-b4\nside attackers\n"
	dir := t.TempDir()
	v := brandubh.Federation()
	if err := tables.Build(context.Background(), dir, v, tables.BuildOptions{Men: 2}); err != nil {
		t.Fatal(err)
	}
	ending := filepath.Join(t.TempDir(), "ending.json")
	text := `{"format":1,"variant":"federation","fingerprint":"` + v.Fingerprint() + `","start":"7/7/4t2/7/2t4/3K3/7 d","moves":[],"result":"open"}`
	if err := os.WriteFile(ending, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args        []string
		in          string
		says, never string
	}{
		{[]string{"-side", "both", "-depth", "1", "-proof", proof}, proved, "d6-c6: the king moves", "depth 1"},
		{[]string{"-side", "both", "-depth", "1"}, proved, "depth 1", "for certain"},
		{[]string{"-side", "both", "-depth", "1", "-tables", dir, ending}, "hint\n", "wins in 3 plies, as is known for certain", "depth"},
	} {
		var out, errs bytes.Buffer
		status := newProgram(newPlayer).Run(context.Background(), test.args, command.Env{Stdin: strings.NewReader(test.in), Stdout: &out, Stderr: &errs})
		if status != command.OK || !strings.Contains(out.String(), test.says) || strings.Contains(out.String(), test.never) {
			t.Errorf("%v: status %d, %s%s; want %q and no %q", test.args, status, out.String(), errs.String(), test.says, test.never)
		}
	}
}

// preset returns the preset of that name.
func preset(t testing.TB, name string) *brandubh.Variant {
	t.Helper()
	v, err := brandubh.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestSaysOnce: what is refused is said once, and about the file that was named.
func TestSaysOnce(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing", "game.json")
	var out bytes.Buffer
	newProgram(newPlayer).Run(context.Background(), []string{"-side", "both"}, command.Env{
		Stdin: strings.NewReader("resign\nresign\nsave " + missing + "\n"), Stdout: &out, Stderr: &out,
	})
	lines := strings.Split(out.String(), "\n")
	want := []string{
		"attackers: you, defenders: you",
		"the defenders win: the other side resigned",
		"the game is over: the defenders win: the other side resigned",
		"cannot save " + missing + ": no such file or directory",
	}
	for i, w := range want {
		if i >= len(lines) || strings.TrimPrefix(lines[i], "refused: ") != w {
			t.Errorf("line %d of\n%s\nwant %q", i+1, out.String(), w)
		}
	}
}
