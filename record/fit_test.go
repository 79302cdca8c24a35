package record_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

// archivePresets are the six game types that are played under a name of their own.
var archivePresets = map[int]string{51: "brandubh1", 129: "brandubh2", 130: "noreturn", 53: "walker", 64: "magpie", 59: "scottish"}

// recordedWinner is who won by the archive.
func recordedWinner(won string) brandubh.Result {
	switch won {
	case "black":
		return brandubh.Result{Winner: brandubh.Attackers}
	case "white":
		return brandubh.Result{Winner: brandubh.Defenders}
	case "draw":
		return brandubh.Result{Reason: brandubh.Agreed}
	}
	return brandubh.Result{}
}

// listed reads a list of moves from the start of the rules.
func listed(text string) func(*brandubh.Variant) (record.Record, error) {
	return func(v *brandubh.Variant) (record.Record, error) {
		return record.ReadMoves(v, text, record.ReadOptions{})
	}
}

func fitOf(t *testing.T, fits []record.Fit, name string) record.Fit {
	t.Helper()
	i := slices.IndexFunc(fits, func(f record.Fit) bool { return f.Preset == name })
	if i < 0 {
		t.Fatalf("nothing about %s", name)
	}
	return fits[i]
}

func TestFitPresets(t *testing.T) {
	attackersWon := brandubh.Result{Winner: brandubh.Attackers}
	escaped := "d1-b1 d3-b3 d2-b2 d4-d1 f4-f2 d1-g1"
	for _, c := range []struct {
		text   string
		won    brandubh.Result
		preset string
		ply    int
		is     error
		rule   string
	}{
		{"d1-c1 d3-c3", attackersWon, "federation", 0, nil, ""},
		{"d1-a1", attackersWon, "federation", 1, brandubh.ErrMayNotStop, "common 3"},
		{"d1-a1", attackersWon, "scottish", 0, nil, ""},
		{escaped, brandubh.Result{}, "federation", 0, nil, ""},
		{escaped, attackersWon, "federation", 6, brandubh.ErrResult, "goal"},
		{escaped, brandubh.Result{Reason: brandubh.Agreed}, "federation", 6, brandubh.ErrResult, "goal"},
		{escaped, brandubh.Result{}, "scottish", 5, brandubh.ErrGameOver, "goal"},
		{escaped + " d2-c2", brandubh.Result{}, "federation", 7, brandubh.ErrGameOver, "goal"},
		{"d1-c1 hm", brandubh.Result{}, "federation", 2, brandubh.ErrSyntax, ""},
		{"d1-c1 d3-c3 d2-b2 d4-d3 c1-d1 d3-d4", brandubh.Result{}, "leaflet", 6, brandubh.ErrMayNotStop, "throne.return"},
		{"d1-c1 d3-c3 d2-b2 d4-d3 c1-b1 d3-d4", brandubh.Result{}, "federation", 0, nil, ""},
	} {
		f := fitOf(t, record.FitPresets(listed(c.text), c.won), c.preset)
		if f.Ply != c.ply || !errors.Is(f.Err, c.is) || c.rule != "" && !slices.ContainsFunc(f.Citations, func(g brandubh.Citation) bool { return g.Rule == c.rule }) {
			t.Errorf("%q under %s: ply %d, %v %v; want ply %d, %v by %s", c.text, c.preset, f.Ply, f.Err, f.Citations, c.ply, c.is, c.rule)
		}
	}
	shuffled := "d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3 c1-d1 c3-d3 d1-c1"
	fits := record.FitPresets(listed(shuffled), brandubh.Result{})
	if f := fitOf(t, fits, "federation"); f.Err != nil || f.Repeat.Ply != 8 || f.Forbidden != 0 {
		t.Errorf("%+v", f)
	}
	if f := fitOf(t, fits, "spelregler"); f.Err != nil || f.Repeat.Ply != 8 || f.Forbidden != 4 {
		t.Errorf("%+v", f)
	}
	empty := func(v *brandubh.Variant) (record.Record, error) {
		return record.ReadMoves(v, "d1-c1", record.ReadOptions{Start: parsePosition(t, "7/7/7/7/7/7/7 a")})
	}
	f := fitOf(t, record.FitPresets(empty, brandubh.Result{}), "federation")
	if f.Err == nil || f.Ply != 0 || len(f.Citations) != 1 || f.Citations[0].Rule != "start" {
		t.Errorf("%+v", f)
	}
	if fits := record.FitPresets(nil, brandubh.Result{}); fits != nil {
		t.Errorf("no record fits %v", fits)
	}
	// A piece that does not stand there at ply 1 says that the start is another.
	f = fitOf(t, record.FitPresets(listed("b4-b7"), brandubh.Result{}), "archive-55")
	if !errors.Is(f.Err, brandubh.ErrNoPiece) || f.Ply != 1 || f.Citations[0].Rule != "start" {
		t.Errorf("%+v", f)
	}
}

// Every game of the archive is consistent with the rules of its type.
func TestFitPresetsArchive(t *testing.T) {
	n := 0
	for i, g := range readArchive(t) {
		name, ok := archivePresets[g.Type]
		if !ok || i%12 != 0 {
			continue
		}
		n++
		f := fitOf(t, record.FitPresets(listed(g.Moves), recordedWinner(g.Won)), name)
		if f.Err != nil {
			t.Errorf("%s under %s: ply %d: %v", g.ID, name, f.Ply, f.Err)
		}
	}
	if n == 0 {
		t.Error("no game was read")
	}
}

func ExampleFitPresets() {
	read := func(v *brandubh.Variant) (record.Record, error) { // the king returns to the throne
		return record.ReadMoves(v, "d1-c1 d3-c3 d2-b2 d4-d3 c1-b1 d3-d4", record.ReadOptions{})
	}
	for _, f := range record.FitPresets(read, brandubh.Result{})[:6] {
		if f.Err != nil {
			fmt.Printf("%s: ply %d: %v (%v)\n", f.Preset, f.Ply, f.Err, f.Citations[0].Provenance)
			continue
		}
		fmt.Println(f.Preset)
	}
	// Output:
	// federation
	// leaflet: ply 6: d3-d4: the king may not stop on d4, the throne (F 8.5, stated)
	// legacy
	// nielsen: ply 6: d3-d4: the king may not stop on d4, the throne (N 5, stated)
	// spelregler
	// regeln
}
