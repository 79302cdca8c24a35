package conformance

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/brandubh"
)

// TestTooMany: what would not end is not counted.
func TestTooMany(t *testing.T) {
	v := brandubh.Federation()
	if all, err := counts(v, v.Start, 4, 960); err == nil || !strings.Contains(err.Error(), "there are 39512 lines of 3 moves already") {
		t.Errorf("%d, %v", all, err)
	}
	if all, err := counts(v, v.Start, 3, 960); err != nil || !slices.Equal(all, []uint64{40, 960, 39512}) {
		t.Errorf("%d, %v", all, err)
	}
}

// TestCachedGrounds: what is remembered of a refusal or an end is what an
// explanation of that very move says.
func TestCachedGrounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range brandubh.Presets() {
		v, err := brandubh.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		a := &Library{}
		for range 40 {
			p := crowd(rng)
			if v.ValidatePosition(p) != nil {
				continue
			}
			for range 20 {
				m := brandubh.Move{From: brandubh.Square(rng.IntN(49)), To: brandubh.Square(rng.IntN(49))}
				q := Question{ID: json.RawMessage("1"), Preset: name, Position: &p, Move: &m}
				rules, err := a.rulesOf(&q)
				if err != nil {
					t.Fatal(err)
				}
				e := v.Explain(p, m)
				var got, want any
				switch answer := a.move(rules, &q).(type) {
				case illegalAnswer:
					got, want = answer.basis, basisOf(e.Citations)
				case legalAnswer:
					if answer.End == nil {
						continue
					}
					got, want = answer.End.basis, basisOf(e.ResultCitations)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("%s: %v in %v (-explained +answered):\n%s", name, m, p, diff)
				}
			}
		}
	}
}
