package search

import (
	"context"
	"os"
	"strings"
	"testing"

	"example.com/brandubh"
)

// BenchmarkProof reports how many expansions the prover needs for the positions in
// testdata/medium.txt, each on its own: positions from the proof of d1-e1 under
// federation that took some hundred to some thousand expansions. A position that is
// not decided within the budget counts as the budget and as open. The expansions are
// the same each time: go test -run xxx -bench Proof -benchtime 1x .
func BenchmarkProof(b *testing.B) {
	const budget = 50_000
	data, err := os.ReadFile("testdata/medium.txt")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var expansions, open uint64
		for text := range strings.Lines(string(data)) {
			root, err := brandubh.ParsePosition(strings.TrimSpace(text))
			if err != nil {
				b.Fatal(err)
			}
			s, err := New(Config{Rules: brandubh.Federation(), Root: root, Memory: 64 << 20})
			if err != nil {
				b.Fatal(err)
			}
			verdict, _ := s.Run(context.Background(), budget)
			if verdict == Open {
				open++
			}
			expansions += s.Progress().Expansions
		}
		b.ReportMetric(float64(expansions), "expansions")
		b.ReportMetric(float64(open), "open")
	}
}
