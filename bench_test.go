package brandubh_test

import (
	"math/bits"
	"sync"
	"testing"

	"example.com/brandubh"
)

// The benchmarks measure the works of the yardstick, from the start position and
// once for every named preset. Counts are asserted where they are known; leaves
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
				b.Fatal(got)
			}
		}
		rate(b, want, "leaves")
	})
}

// played counts the lines of so many moves, playing every one.
func played(v *brandubh.Variant, p brandubh.Position, depth int) (n uint64) {
	for m := range v.Moves(p) {
		q, err := v.Play(p, m)
		switch {
		case err != nil:
			panic(err)
		case depth == 1:
			n++
		default:
			n += played(v, q, depth-1)
		}
	}
	return n
}

func BenchmarkPlay(b *testing.B) {
	perPreset(b, func(b *testing.B, v *brandubh.Variant) {
		want := v.Perft(v.Start, 5)
		for b.Loop() {
			if got := played(v, v.Start, 5); got != want {
				b.Fatal(got)
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
func perPlayout(b *testing.B, playout func(v *brandubh.Variant, rng *random) int) {
	perPreset(b, func(b *testing.B, v *brandubh.Variant) {
		rng, plies := random(88172645463325252), 0
		for b.Loop() {
			plies += playout(v, &rng)
		}
		b.ReportMetric(float64(plies)/b.Elapsed().Seconds()/1e6, "Mplies/s")
	})
}

// playout plays random legal moves to the end, 500 plies at most, through the
// public API, and returns the number of plies.
func playout(v *brandubh.Variant, rng *random) (plies int) {
	p := v.Start
	for ; plies < 500 && !v.Result(p).Over(); plies++ {
		var targets [49]brandubh.Bitboard
		var from [49]brandubh.Square
		n, total := 0, 0
		for s := range p.Side(p.Turn()).All() {
			t := v.Targets(p, s)
			from[n], targets[n] = s, t
			total += t.Len()
			n++
		}
		pick, i := rng.below(total), 0
		for ; pick >= targets[i].Len(); i++ {
			pick -= targets[i].Len()
		}
		t := targets[i]
		for ; pick > 0; pick-- {
			t &= t - 1
		}
		to, _ := t.First()
		q, err := v.Play(p, brandubh.Move{From: from[i], To: to})
		if err != nil {
			panic(err)
		}
		p = q
	}
	return plies
}

// playoutPicked is playout with a move counted out.
func playoutPicked(v *brandubh.Variant, rng *random) (plies int) {
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
}

func BenchmarkPickedPlayouts(b *testing.B) { perPlayout(b, playoutPicked) }

// playoutListed is playout with a move picked from the list of them all.
func playoutListed(v *brandubh.Variant, rng *random, moves []brandubh.Move) (plies int) {
	p := v.Start
	for ; plies < 500 && !v.Result(p).Over(); plies++ {
		moves = v.AppendMoves(moves[:0], p)
		q, err := v.Play(p, moves[rng.below(len(moves))])
		if err != nil {
			panic(err)
		}
		p = q
	}
	return plies
}

func BenchmarkListedPlayouts(b *testing.B) {
	moves := make([]brandubh.Move, 0, 192)
	perPlayout(b, func(v *brandubh.Variant, rng *random) int { return playoutListed(v, rng, moves) })
}

func BenchmarkPlayouts(b *testing.B) { perPlayout(b, playout) }

// BenchmarkScaling plays random games on one goroutine and on one a core: they
// share the Variant and nothing else.
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
						rng, n := random(88172645463325252)+random(w), 0
						for range 1000 {
							n += playout(v, &rng)
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
		buf := make([]byte, 0, 64)
		for b.Loop() {
			if got, err := p.AppendText(buf); err != nil || len(got) != len(text) {
				b.Fatal(got, err)
			}
		}
	})
}
