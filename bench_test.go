package brandubh_test

import (
	"math/bits"
	"math/rand/v2"
	"sync"
	"testing"

	"example.com/brandubh"
)

// The benchmarks measure what the yardstick program measures, from the start
// position and once for every named preset. Counts are asserted where they are known; leaves
// and plies a second are reported. examples/perft -compare sets them beside the
// yardstick's own figures.

// namedPresets is the twelve presets that have a name.
func namedPresets() []string { return brandubh.Presets()[:12] }

func perPreset(b *testing.B, run func(b *testing.B, v *brandubh.Variant)) {
	for _, name := range namedPresets() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			run(b, preset(b, name))
		})
	}
}

func rate(b *testing.B, n uint64, unit string) {
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "M"+unit+"/s")
}

func BenchmarkPerft(b *testing.B) {
	perPreset(b, func(b *testing.B, v *brandubh.Variant) {
		want := v.Perft(v.Start, 5)
		for b.Loop() {
			if got := v.Perft(v.Start, 5); got != want {
				b.Fatalf("%d lines, want %d", got, want)
			}
		}
		rate(b, want, "leaves")
	})
}

// succeeded counts the lines of depth moves, looking at every position on them.
func succeeded(v *brandubh.Variant, p brandubh.Position, depth int) (n uint64) {
	for _, q := range v.Successors(p) {
		if depth == 1 {
			n++
		} else {
			n += succeeded(v, q, depth-1)
		}
	}
	return n
}

func BenchmarkSuccessors(b *testing.B) {
	perPreset(b, func(b *testing.B, v *brandubh.Variant) {
		want := v.Perft(v.Start, 5)
		for b.Loop() {
			if got := succeeded(v, v.Start, 5); got != want {
				b.Fatalf("%d lines, want %d", got, want)
			}
		}
		rate(b, want, "leaves")
	})
}

// reordered counts the lines of depth moves as a search would that has put the
// moves into another order: it lists them and plays each, the last first.
func reordered(v *brandubh.Variant, p brandubh.Position, depth int) (n uint64) {
	var room [192]brandubh.Move
	moves := v.AppendMoves(room[:0], p)
	for i := len(moves) - 1; i >= 0; i-- {
		q, err := v.Play(p, moves[i])
		switch {
		case err != nil:
			panic(err)
		case depth == 1:
			n++
		default:
			n += reordered(v, q, depth-1)
		}
	}
	return n
}

func BenchmarkPlay(b *testing.B) {
	perPreset(b, func(b *testing.B, v *brandubh.Variant) {
		want := v.Perft(v.Start, 5)
		for b.Loop() {
			if got := reordered(v, v.Start, 5); got != want {
				b.Fatalf("%d lines, want %d", got, want)
			}
		}
		rate(b, want, "leaves")
	})
}

// random is a xorshift generator: cheap enough not to be what is measured.
type random uint64

func (r *random) below(n int) int {
	*r ^= *r << 13
	*r ^= *r >> 7
	*r ^= *r << 17
	hi, _ := bits.Mul64(uint64(*r), uint64(n))
	return int(hi)
}

// perPlayout measures random games of one kind under every named preset.
func perPlayout(b *testing.B, playout func(v *brandubh.Variant) int) {
	perPreset(b, func(b *testing.B, v *brandubh.Variant) {
		plies := 0
		for b.Loop() {
			plies += playout(v)
		}
		b.ReportMetric(float64(plies)/b.Elapsed().Seconds()/1e6, "Mplies/s")
	})
}

func BenchmarkPlayouts(b *testing.B) {
	rng := rand.NewPCG(1, 2)
	perPlayout(b, func(v *brandubh.Variant) int {
		_, plies := v.Playout(v.Start, rng, 500)
		return plies
	})
}

// BenchmarkNthMovePlayouts plays the random games move by move.
func BenchmarkNthMovePlayouts(b *testing.B) {
	rng := random(88172645463325252)
	perPlayout(b, func(v *brandubh.Variant) (plies int) {
		p := v.Start
		for n := v.Count(p); n > 0 && plies < 500; n = v.Count(p) {
			m, _ := v.NthMove(p, rng.below(n))
			q, err := v.Play(p, m)
			if err != nil {
				panic(err)
			}
			p = q
			plies++
		}
		return plies
	})
}

// BenchmarkScaling plays random games on one goroutine and on two: they share the
// Variant and nothing else.
func BenchmarkScaling(b *testing.B) {
	v := brandubh.Federation()
	for _, workers := range []int{1, 2} {
		b.Run([]string{"", "one", "two"}[workers], func(b *testing.B) {
			var total int
			for b.Loop() {
				var wg sync.WaitGroup
				plies := make([]int, workers)
				for w := range workers {
					wg.Go(func() {
						rng, n := rand.NewPCG(1, uint64(w)), 0
						for range 1000 {
							_, k := v.Playout(v.Start, rng, 500)
							n += k
						}
						plies[w] = n
					})
				}
				wg.Wait()
				for _, n := range plies {
					total += n
				}
			}
			b.ReportMetric(float64(total)/b.Elapsed().Seconds()/1e6, "Mplies/s")
		})
	}
}

func BenchmarkPositionText(b *testing.B) {
	p, text := brandubh.Federation().Start, brandubh.Federation().Start.String()
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if q, err := brandubh.ParsePosition(text); err != nil || q != p {
				b.Fatal(q, err)
			}
		}
	})
	b.Run("print", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if got := p.String(); len(got) != len(text) {
				b.Fatal(got)
			}
		}
	})
}
