package player

import (
	"context"
	"testing"

	"example.com/brandubh"
)

// The benchmarks report what a player gets done in a second, from the start and
// from a few plies on, to the depth that it reaches in the time of play's levels.

// benchmarkLines returns lines of the federation's rules: the start, and one with
// captures behind it.
func benchmarkLines(b *testing.B) []*brandubh.Line {
	v := brandubh.Federation()
	p, err := brandubh.ParsePosition("7/3t3/2tT3/t1T1K1t/5t1/3t3/2t4 a")
	if err != nil {
		b.Fatal(err)
	}
	return []*brandubh.Line{newLine(b, v, v.Start), newLine(b, v, p)}
}

func BenchmarkAlphaBeta(b *testing.B) {
	for depth, name := range map[int]string{4: "4 plies", 6: "6 plies"} {
		b.Run(name, func(b *testing.B) {
			a := NewAlphaBeta(AlphaBetaOptions{MaxDepth: depth})
			lines := benchmarkLines(b)
			var nodes uint64
			for b.Loop() {
				for _, l := range lines {
					c, err := a.Choose(context.Background(), l)
					if err != nil {
						b.Fatal(err)
					}
					nodes += c.Nodes
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes")
		})
	}
}

func BenchmarkTreeSearch(b *testing.B) {
	t := NewTreeSearch(TreeSearchOptions{MaxNodes: 20_000})
	lines := benchmarkLines(b)
	var games uint64
	for b.Loop() {
		for _, l := range lines {
			c, err := t.Choose(context.Background(), l)
			if err != nil {
				b.Fatal(err)
			}
			games += c.Nodes
		}
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds()/1e3, "kgames/s")
}
