package record_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

// TestClaimsThatCannotBe: a draw by what somebody wins by is a contradiction, and no
// result.
func TestClaimsThatCannotBe(t *testing.T) {
	for _, text := range []string{
		"d1-f1 draw resigned", "d1-f1 resigned draw", "d1-f1 time out draw", "d1-f1 forfeit draw",
		"d1-f1 draw aborted", "d1-f1 ongoing resigned", "d1-f1 draw by escape",
		"[Result \"1/2-1/2\"]\n[Termination \"draw resigned\"]\n\nd1-f1",
		"[Termination \"draw resignation\"]\n\nd1-f1",
	} {
		r := read(t, text)
		if r.Result != (brandubh.Result{}) || !slices.ContainsFunc(r.Deviations, func(d record.Deviation) bool { return d.Kind == record.KindResult }) {
			t.Errorf("%q: got %v, %v; want no result and a contradiction", text, r.Result, r.Deviations)
		}
	}
}

// TestResultsCanBe: the result of a record is none, or stands on the board, or can be
// brought about by the players; repetition is only claimed.
func TestResultsCanBe(t *testing.T) {
	words := []string{
		"draw", "resigned", "resigns", "time", "out", "forfeit", "agreement", "aborted", "ongoing", "black", "white", "win",
		"lost", "escape", "king", "captured", "enclosed", "no", "moves", "repetition", "1-0", "0-1", "½-½", "*", "---",
	}
	v := brandubh.Federation()
	v.Agreement = true
	rapid.Check(t, func(t *rapid.T) {
		text := "d1-f1 " + strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 4).Draw(t, "words"), " ")
		r, err := record.Read(text, record.Options{Rules: v})
		if err != nil || r.Result.Reason == brandubh.Repeated {
			return
		}
		r2 := r
		r2.Result = brandubh.Result{}
		g, err := r2.Game()
		if err != nil {
			t.Fatal(err)
		}
		if err := g.End(r.Result); err != nil {
			t.Errorf("%q: the result cannot be: %v", text, err)
		}
		if _, err := r.Result.MarshalText(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// TestBrokenRulesAreReported: rules of the record that cannot be used are reported
// where the caller gives others.
func TestBrokenRulesAreReported(t *testing.T) {
	r := read(t, "[rules:dim:9]\n1. d1-f1")
	if len(r.Deviations) != 1 || r.Deviations[0].Kind != record.KindRules {
		t.Errorf("got %v; want one deviation about the rules", r.Deviations)
	}
}

// TestSignOnNewLine: a sign for a capture at the start of a line is not of the move
// on the line before.
func TestSignOnNewLine(t *testing.T) {
	_, err := record.Read("d1-f1\r\ne4-e1\r\nxx-yy", record.Options{Rules: brandubh.Federation()})
	var e *record.Error
	if !errors.As(err, &e) || e.Place.Line != 3 || e.Place.Column != 1 || e.Ply != 3 || e.Token != "xx-yy" {
		t.Errorf("got %v; want line 3, column 1, ply 3, \"xx-yy\"", err)
	}
}

// TestHeadersThatSayMore: what looks like moves, a result or other rules in a header
// is reported.
func TestHeadersThatSayMore(t *testing.T) {
	for text, want := range map[string]record.DeviationKind{
		"[Moves \"d1-f1 e4-e1\"]\n\nd1-f1":                        record.KindUnread,
		"[moves:d1-f1 e4-e1][rules:dim:7]\n1. d1-f1":              record.KindUnread,
		`{"moves":[],"plays":["d1-f1"]}`:                          record.KindUnread,
		"[Result \"7\"]\n\nd1-f1":                                 record.KindText,
		"[result:7]\n1. d1-f1":                                    record.KindText,
		"[Variant \"walker\"]\n[Variant \"federation\"]\n\nd1-f1": record.KindRules,
	} {
		r := read(t, text)
		if !slices.ContainsFunc(r.Deviations, func(d record.Deviation) bool { return d.Kind == want }) {
			t.Errorf("%q: got %v; want a deviation of the kind %v", text, r.Deviations, want)
		}
	}
}
