package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/brandubh/internal/command"
)

// endgame runs the program.
func endgame(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = int(program.Run(t.Context(), args, command.Env{Stdout: &o, Stderr: &e}))
	return code, o.String(), e.String()
}

func TestCommands(t *testing.T) {
	dir := t.TempDir()
	wants := func(text string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("want %q in:\n%s", w, text)
			}
		}
	}
	code, out, errs := endgame(t, "build", "-men", "2", "-dir", dir, "-memory", "1G", "-j", "2")
	if code != 0 || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	wants(out, "federation: all endings with at most 2 men", "2v0            8170 places", "all           24709 places")
	code, out, _ = endgame(t, "build", "-men", "2", "-dir", dir)
	if code != 0 || strings.Count(out, "there already") != 6 {
		t.Errorf("built again: exit %d:\n%s", code, out)
	}
	code, out, _ = endgame(t, "stats", "-dir", dir, "-plies")
	if code != 0 {
		t.Errorf("stats: exit %d", code)
	}
	wants(out, "2v0    attackers             3476           37202               0  3, 6", "attackers win in   3:              72", "a longest: ")
	if code, out, _ = endgame(t, "stats", "-dir", dir, "-men", "1"); code != 0 || strings.Contains(out, "2v0") {
		t.Errorf("stats -men 1: exit %d:\n%s", code, out)
	}
	code, out, errs = endgame(t, "verify", "-dir", dir, "-searches", "10")
	if code != 0 {
		t.Errorf("verify: exit %d: %s", code, errs)
	}
	wants(out, "2v0           16340 entries agree", "20 with a plain search")

	code, out, errs = endgame(t, "probe", "-dir", dir, "7/7/7/7/3t3/3Kt2/7 a")
	if code != 0 {
		t.Fatalf("probe: exit %d: %s", code, errs)
	}
	wants(out, "federation, the attackers to move: ", "\n  ")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) < 10 {
		t.Errorf("few moves:\n%s", out)
	}
	code, out, _ = endgame(t, "probe", "-dir", dir, "K6/7/7/7/7/7/1t5 a")
	if code != 0 || !strings.Contains(out, "the game is over: the defenders win") {
		t.Errorf("finished: exit %d: %s", code, out)
	}
}

func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	if code, _, errs := endgame(t, "build", "-men", "1", "-dir", dir); code != 0 {
		t.Fatal(errs)
	}
	damaged := t.TempDir()
	if err := os.CopyFS(damaged, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(damaged, "1v0.table")
	if data, err := os.ReadFile(path); err != nil || os.WriteFile(path, data[:len(data)-1], 0o666) != nil {
		t.Fatal("cannot damage the file")
	}
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{2, "Usage:", nil},
		{2, `no command "bild"`, []string{"bild"}},
		{2, "no such preset", []string{"build", "-rules", "nowhere"}},
		{2, "-men 0: want 1 to 12", []string{"build", "-men", "0"}},
		{2, "-men 13: want 1 to 12", []string{"build", "-men", "13"}},
		{2, "-men -1: want 0 to 12", []string{"verify", "-dir", dir, "-men", "-1"}},
		{2, "-men -1: want 0 to 12", []string{"stats", "-dir", dir, "-men", "-1"}},
		{2, "is no flag", []string{"build", "5"}},
		{2, "want one as in 500M", []string{"build", "-memory", "x"}},
		{2, "want one as in 500M", []string{"build", "-memory", "-4G"}},
		{2, "flag provided", []string{"stats", "-x"}},
		{2, `"-1" for flag -j`, []string{"verify", "-dir", dir, "-j", "-1"}},
		{2, "want -every", []string{"verify", "-dir", dir, "-every", "0"}},
		{2, "want one POSITION", []string{"probe", "-dir", dir}},
		{2, "there are 7 ranks", []string{"probe", "-dir", dir, "7/7"}},
		{2, "no attacker may", []string{"probe", "-dir", dir, "7/7/7/3K3/7/7/t6 a"}},
		{1, "no table for 2 attackers", []string{"probe", "-dir", dir, "7/7/7/3K3/7/7/1tt4 a"}},
		{1, "build them first", []string{"probe", "-dir", t.TempDir(), "7/7/7/3K3/7/7/1t5 a"}},
		{1, "for another rule set", []string{"stats", "-dir", dir, "-rules", "nielsen"}},
		{1, "wrong length", []string{"stats", "-dir", damaged}},
		{3, "not enough memory", []string{"build", "-dir", t.TempDir(), "-memory", "1K"}},
	} {
		code, out, errs := endgame(t, c.args...)
		if code != c.code || !strings.Contains(errs, c.want) || c.code == 2 && out != "" {
			t.Errorf("%v: exit %d, out %q, err %q, want exit %d and %q", c.args, code, out, errs, c.code, c.want)
		}
	}
}

func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	if code := program.Run(ctx, []string{"build", "-dir", t.TempDir()}, command.Env{Stdout: &out, Stderr: &errs}); code != command.Unfinished || !strings.Contains(errs.String(), "stopped") {
		t.Errorf("exit %d: %s", code, errs.String())
	}
}
