package record_test

import (
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
