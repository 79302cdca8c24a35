package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	for _, workers := range []string{"1", "2", "7"} {
		var out, errs bytes.Buffer
		if code := run([]string{"-depth", "4", "-j", workers}, &out, &errs); code != 0 {
			t.Fatalf("exit %d: %s", code, errs.String())
		}
		want := []string{"40", "960", "39512", "1007392"}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if len(lines) != len(want) {
			t.Fatalf("want %d lines:\n%s", len(want), out.String())
		}
		for i, line := range lines {
			if f := strings.Fields(line); len(f) != 6 || f[0] != string(rune('1'+i)) || f[1] != want[i] {
				t.Errorf("-j %s: line %d is %q, want depth %d and %s", workers, i+1, line, i+1, want[i])
			}
		}
	}
}

func TestRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"no such preset":     {"-rules", "nowhere"},
		"there are 7 ranks":  {"-position", "7/7"},
		"no attacker may":    {"-position", "7/7/7/3K3/7/7/t6 a"},
		"want 1 or more":     {"-depth", "0"},
		"is no flag":         {"5"},
		"flag provided":      {"-x"},
		"-j 0: want 1 or mo": {"-j", "0"},
	} {
		var out, errs bytes.Buffer
		if code := run(args, &out, &errs); code != 2 || !strings.Contains(errs.String(), want) || out.Len() > 0 {
			t.Errorf("%v: exit %d, out %q, err %q, want exit 2 and %q", args, code, out.String(), errs.String(), want)
		}
	}
}
