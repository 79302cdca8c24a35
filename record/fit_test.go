package record_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

func fitOf(t *testing.T, fits []record.Fit, name string) record.Fit {
	t.Helper()
	i := slices.IndexFunc(fits, func(f record.Fit) bool { return f.Preset == name })
	if i < 0 {
		t.Fatalf("nothing about %s", name)
	}
	return fits[i]
}

func TestFitPresets(t *testing.T) {
	escaped := "d1-b1 d3-b3 d2-b2 d4-d1 f4-f2 d1-g1"
	for _, c := range []struct {
		text   string
		preset string
		ply    int
		is     error
		rule   string
	}{
		{"d1-c1 d3-c3", "federation", 0, nil, ""},
		{"d1-a1", "federation", 1, brandubh.ErrMayNotStop, "common 3"},
		{"d1-a1", "scottish", 0, nil, ""},
		{escaped, "federation", 0, nil, ""},
		{escaped + " 1-0", "federation", 6, brandubh.ErrResult, "goal"},
		{escaped + " 1/2-1/2", "federation", 6, brandubh.ErrResult, "goal"},
		{escaped, "scottish", 5, brandubh.ErrGameOver, "goal"},
		{escaped + " d2-c2", "federation", 7, brandubh.ErrGameOver, "goal"},
		{"d1-c1 hm", "federation", 2, brandubh.ErrSyntax, ""},
		{"d1-c1 d3-c3 d2-b2 d4-d3 c1-d1 d3-d4", "leaflet", 6, brandubh.ErrMayNotStop, "throne.return"},
		{"d1-c1 d3-c3 d2-b2 d4-d3 c1-b1 d3-d4", "federation", 0, nil, ""},
	} {
		f := fitOf(t, record.FitPresets(parsed(t, c.text)), c.preset)
		if f.Ply != c.ply || !errors.Is(f.Err, c.is) || c.rule != "" && !slices.ContainsFunc(f.Citations, func(g brandubh.Citation) bool { return g.Rule == c.rule }) {
			t.Errorf("%q under %s: ply %d, %v %v; want ply %d, %v by %s", c.text, c.preset, f.Ply, f.Err, f.Citations, c.ply, c.is, c.rule)
		}
	}
	shuffled := "d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3 c1-d1 c3-d3 d1-c1"
	fits := record.FitPresets(parsed(t, shuffled))
	if f := fitOf(t, fits, "federation"); f.Err != nil || f.Repeat.Ply != 8 || f.Forbidden != 0 {
		t.Errorf("%+v", f)
	}
	if f := fitOf(t, fits, "spelregler"); f.Err != nil || f.Repeat.Ply != 8 || f.Forbidden != 4 {
		t.Errorf("%+v", f)
	}
	f := fitOf(t, record.FitPresets(parsed(t, `{"start":"7/7/7/7/7/7/7 a","moves":"d1-c1"}`)), "federation")
	if f.Err == nil || f.Ply != 0 || len(f.Citations) != 1 || f.Citations[0].Rule != "start" {
		t.Errorf("%+v", f)
	}
	if fits := record.FitPresets(nil); fits != nil {
		t.Errorf("no record fits %v", fits)
	}
	// A piece that does not stand there at ply 1 says that the start is another.
	f = fitOf(t, record.FitPresets(parsed(t, "b4-b7")), "archive-55")
	if !errors.Is(f.Err, brandubh.ErrNoPiece) || f.Ply != 1 || f.Citations[0].Rule != "start" {
		t.Errorf("%+v", f)
	}
	// What follows a resignation is a remark, and rules out nothing.
	for _, f := range record.FitPresets(parsed(t, "d1-b1 resigned d3-c3")) {
		if f.Preset == "federation" && (f.Err != nil || len(f.Record.Deviations) != 1) {
			t.Errorf("%+v", f)
		}
	}
	// Another start than the record's own.
	f = fitOf(t, record.FitPresets(parsed(t, `{"type":51,"moves":"d2-e2"}`)), "archive-55")
	if f.Err == nil || f.Ply != 0 || f.Citations[0].Rule != "start" || !strings.Contains(f.Err.Error(), "the record starts from another position") {
		t.Errorf("%+v", f)
	}
}

// parsed returns a record as it is written, also one that can be read only in part.
func parsed(t *testing.T, text string) *record.Written {
	t.Helper()
	w, err := record.Parse(text)
	if w == nil {
		t.Fatal(err)
	}
	return w
}

// TestArchive reads the archive of recorded games in its own form, and checks that no
// game claims another winner than the board, and that each reads back.
func TestArchive(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "games", "archive-7x7.jsonl"))
	if err != nil {
		t.Skip("the archive of recorded games is not here: ", err)
	}
	games, kinds := 0, map[record.DeviationKind]int{}
	for w, err := range record.All(string(data)) {
		if w == nil {
			t.Fatal(err)
		}
		games++
		r, err := w.Replay(record.Options{})
		if err != nil {
			continue // plies are missing, or were taken back
		}
		for _, d := range r.Deviations {
			kinds[d.Kind]++
			if d.Kind == record.KindResult {
				id, _ := r.Header("id")
				t.Logf("%s: %v", id, d)
			}
		}
		if games%5 == 0 && !checkReadsBack(t, r, record.ArchiveJSON) {
			t.Errorf("%v is not written", r.Headers)
		}
		if r.Headers = nil; games%7 == 0 && !checkReadsBack(t, r, record.Movetext) {
			t.Error("not written")
		}
	}
	if games != 2532 || kinds[record.KindUnread]+kinds[record.KindVariation]+kinds[record.KindSymbol] > 0 {
		t.Errorf("%d games, %v", games, kinds)
	}
	t.Log(kinds)
}
