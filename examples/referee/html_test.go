package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/brandubh/internal/command"
)

// pageOf returns the page that the program writes, and its exit status.
func pageOf(t *testing.T, game string, args ...string) (string, command.Status) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	var out, errs strings.Builder
	status := run(append([]string{"-html", file}, append(args, "-")...), strings.NewReader(game), &out, &errs)
	if errs.Len() > 0 {
		t.Fatalf("the program says %q", errs.String())
	}
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(page), status
}

func TestPage(t *testing.T) {
	page, status := pageOf(t, ownGame)
	if status != command.OK {
		t.Errorf("exit status %d", status)
	}
	for _, want := range []string{
		"Verdict after ply 18: the defenders win: the king has escaped.",
		"takes the defender on d5, between the attacker on d6 and the empty throne",
		`<a href="#rule-throne.hostile.defenders">throne.hostile.defenders = when-empty (F 5.3)</a>`,
		"A short game by the federation&#39;s rules",
		"federation and walker part at ply 13, d7-d6",
		"illegal at ply 15",
		`F: Federation Brandubh`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	moves, _, _ := strings.Cut(page, "The same moves by other rules")
	if got := strings.Count(moves, `<svg `); got != 19 {
		t.Errorf("%d boards of the game, want the start and 18 moves", got)
	}
	if got := strings.Count(page, `<th scope="row">federation</th><td>`); got != 1 {
		t.Errorf("%d rows for the game's own rules, want 1", got)
	}
	for _, link := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(page, `id="`+link[1]+`"`) {
			t.Errorf("the link #%s leads nowhere", link[1])
		}
	}
	if other := regexp.MustCompile(`<script|<link|<img|<iframe|\bsrc=|@import|url\(`).FindString(page); other != "" {
		t.Errorf("the page is not self-contained: %q", other)
	}
}

// TestPageOfTheComparedSets: -compare chooses the rule sets of the page.
func TestPageOfTheComparedSets(t *testing.T) {
	page, _ := pageOf(t, ownGame, "-compare", "federation,leaflet")
	if strings.Contains(page, `<th scope="row">walker</th>`) {
		t.Error("the page compares a rule set that was not asked for")
	}
	if !strings.Contains(page, `<th scope="row">leaflet</th>`) {
		t.Error("the page does not compare leaflet")
	}
}

// TestPageOfABrokenRecord: an illegal move stands on the page as a board, and the
// moves before it are kept.
func TestPageOfABrokenRecord(t *testing.T) {
	page, status := pageOf(t, "d1-b1 d3-a3 a4-a7")
	if status != command.No {
		t.Errorf("exit status %d, want %d", status, command.No)
	}
	for _, want := range []string{"Illegal move at ply 3 (attackers)", `class="bb-refused"`, `id="ply-2"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	page, _ = pageOf(t, "d1-b1 d3-a3 nonsense")
	if !strings.Contains(page, "Unreadable") || !strings.Contains(page, `id="ply-2"`) {
		t.Error("the page of an unreadable record lacks the moves before, or says nothing of it")
	}
}

// TestPageEscapes: what a record says cannot act on the page.
func TestPageEscapes(t *testing.T) {
	page, _ := pageOf(t, "d1-b1 {<script>alert(1)</script>} d3-a3")
	if strings.Contains(page, "<script>") || !strings.Contains(page, "&lt;script&gt;alert(1)") {
		t.Error("a comment with markup is not shown as text")
	}
}

func TestPageUsage(t *testing.T) {
	for _, args := range [][]string{{"-html", "x", "-which"}, {"-html", "x", "-archive", "y"}} {
		var out, errs strings.Builder
		if status := run(args, strings.NewReader(""), &out, &errs); status != command.Misuse {
			t.Errorf("%q: exit status %d, want %d", args, status, command.Misuse)
		}
	}
	var out, errs strings.Builder
	if status := run([]string{"-html", "-", "-"}, strings.NewReader(ownGame), &out, &errs); status != command.OK || !strings.HasPrefix(out.String(), "<!DOCTYPE html>") {
		t.Errorf("-html - does not write the page to standard output: status %d, %q", status, errs.String())
	}
}
