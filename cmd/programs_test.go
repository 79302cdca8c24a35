// Package cmd_test tests what all programs of the repository have in common.
package cmd_test

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestEveryProgramAlike builds every program and each of its commands and asks it for its
// help, which goes to standard output with status 0, and for a flag that it has not, which
// is a line on standard error with status 2.
func TestEveryProgramAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds all programs")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command: ", err)
	}
	dir := t.TempDir()
	out, err := exec.Command("go", "build", "-o", dir, "./...", "../examples/...").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	binaries, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range binaries {
		name := strings.TrimSuffix(filepath.Base(file), ".exe")
		names = append(names, name)
		t.Run(name, func(t *testing.T) { alike(t, file, name) })
	}
	for _, name := range []string{"arena", "conform", "endgame", "otep", "perft", "play", "prove", "referee", "server"} {
		if !slices.Contains(names, name) {
			t.Errorf("%s was not built; there are %v", name, names)
		}
	}
}

// alike tests a program, or a command of a program, called by its words.
func alike(t *testing.T, file string, words ...string) {
	t.Helper()
	name := strings.Join(words, " ")
	status, help, errs := start(t, file, append(words[1:], "-h")...)
	if status != 0 || errs != "" || !strings.HasPrefix(help, "Usage: "+name) {
		t.Errorf("%s -h: status %d, output %q, errors %q; want status 0 and the help on standard output", name, status, help, errs)
	}
	status, out, errs := start(t, file, append(words[1:], "-nonsense")...)
	if status != 2 || out != "" || !strings.HasPrefix(errs, name+": ") || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, "nonsense") {
		t.Errorf("%s -nonsense: status %d, output %q, errors %q; want status 2 and a line on standard error", name, status, out, errs)
	}
	if len(words) > 1 || strings.Contains(help, "\nFlags:\n") {
		return
	}
	commands := regexp.MustCompile(`(?m)^(?:Usage:|      ) `+name+` ([a-z]+)\b`).FindAllStringSubmatch(help, -1)
	if len(commands) < 2 {
		t.Errorf("%s has neither flags nor commands in its help:\n%s", name, help)
	}
	for _, c := range commands {
		alike(t, file, name, c[1])
	}
}

// start runs a program with nothing on standard input.
func start(t *testing.T, file string, args ...string) (status int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	cmd := exec.Command(file, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(""), &o, &e
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s on %s: %v", file, runtime.GOOS, err)
	}
	return cmd.ProcessState.ExitCode(), o.String(), e.String()
}
