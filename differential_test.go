package brandubh_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
	"example.com/brandubh/internal/referee"
)

// times repeats a body BRANDUBH_CHECKS times, once without it: the knob for
// differential runs at scale, BRANDUBH_CHECKS=1000 go test -run Differential .
func times(body func()) {
	n, err := strconv.Atoi(os.Getenv("BRANDUBH_CHECKS"))
	if err != nil {
		n = 1
	}
	for range n {
		body()
	}
}

func variantText(v *brandubh.Variant) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// TestDifferentialPositions compares the library with the literal referee over
// random rule sets and crowded positions, and some plies from each: legal moves,
// positions after them, captures, results, and that Explain tells the same.
func TestDifferentialPositions(t *testing.T) {
	times(func() {
		rapid.Check(t, func(t *rapid.T) {
			v := genVariant().Draw(t, "variant")
			for range 4 {
				p := genPosition(&v).Draw(t, "position")
				if err := v.ValidateStart(p); err != nil {
					t.Fatal(err)
				}
				for range 3 {
					b := referee.BoardOf(p)
					if got, want := v.Result(p), referee.New(&v).Result(b); got != want {
						t.Fatalf("%s\n%v: result %v, want %v", variantText(&v), p, got, want)
					}
					legal := referee.New(&v).Moves(b)
					if got := v.AppendMoves(nil, p); !slices.Equal(got, legal) {
						t.Fatalf("%s\n%v: moves %v, want %v", variantText(&v), p, got, legal)
					}
					if got := v.Count(p); got != len(legal) {
						t.Fatalf("%s\n%v: counts %d moves, want %d", variantText(&v), p, got, len(legal))
					}
					for i, want := range legal {
						if got, ok := v.NthMove(p, i); !ok || got != want {
							t.Fatalf("%s\n%v: move %d is %v, want %v", variantText(&v), p, i, got, want)
						}
					}
					for _, i := range []int{-1, len(legal), math.MaxInt} {
						if got, ok := v.NthMove(p, i); ok || got != (brandubh.Move{}) {
							t.Fatalf("%s\n%v: there is a move %d of %d: %v", variantText(&v), p, i, len(legal), got)
						}
					}
					for _, m := range legal {
						after, captured, _ := referee.New(&v).Play(b, m)
						q, err := v.Play(p, m)
						if err != nil || q != after.Position() {
							t.Fatalf("%s\n%v: %v leads to %v (%v), want %v", variantText(&v), p, m, q, err, after.Position())
						}
						var want brandubh.Bitboard
						for _, s := range captured {
							want |= s.Bitboard()
						}
						if got := v.Captures(p, m); got != want {
							t.Fatalf("%s\n%v: %v takes %v, want %v", variantText(&v), p, m, got, want)
						}
						e := v.Explain(p, m)
						if e.Captured() != want || e.After != q || e.Result != v.Result(q) {
							t.Fatalf("%s\n%v: explanation of %v: %v", variantText(&v), p, m, e)
						}
						for _, f := range e.Effects {
							if f.Captured && (len(f.Captors) < 2 || len(f.Captors) > 4 || len(f.Citations) == 0) || !f.Captured && f.Why == "" {
								t.Fatalf("%s\n%v: %v: fate %+v", variantText(&v), p, m, f)
							}
						}
					}
					if len(legal) == 0 {
						break
					}
					p, _ = v.Play(p, genMoves(&v, b, legal).Draw(t, "move"))
				}
			}
		})
	})
}

// envInt returns a number from the environment, or the default.
func envInt(t *testing.T, name string, or int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return or
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s=%q: want a number from 1", name, text)
	}
	return n
}

// TestDifferentialScale compares every legal move, where it leads, what it takes
// and how the game stands then with the literal referee, along random lines from
// crowded positions under random rule sets. It needs no shrinking and keeps nothing,
// so that it can run for long:
//
//	BRANDUBH_PLIES=100000000 BRANDUBH_SEED=1 go test -run DifferentialScale -v -timeout 0 .
//
// The n-th rule set and its lines depend on the seed and n alone.
func TestDifferentialScale(t *testing.T) {
	want, seed := int64(envInt(t, "BRANDUBH_PLIES", 100_000)), envInt(t, "BRANDUBH_SEED", 1)
	var plies, sets, next atomic.Int64
	var ends [16]atomic.Int64 // by reason
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for plies.Load() < want && !t.Failed() {
				n := int(next.Add(1))
				plies.Add(compareSet(t, seed, n, &ends))
				if done := sets.Add(1); done%10_000 == 0 {
					t.Logf("%d plies under %d rule sets", plies.Load(), done)
				}
			}
		})
	}
	wg.Wait()
	t.Logf("seed %d: %d plies under %d rule sets", seed, plies.Load(), sets.Load())
	for reason := range ends {
		if n := ends[reason].Load(); n > 0 {
			t.Logf("  %v: %d", brandubh.Reason(reason), n)
		}
	}
}

// compareSet compares lines under the n-th rule set of a seed and returns how many
// plies were compared.
func compareSet(t *testing.T, seed, n int, ends *[16]atomic.Int64) (plies int64) {
	rng := rand.New(rand.NewPCG(uint64(seed), uint64(n)))
	example := func() int { return int(rng.Uint32()) }
	v := genVariant().Example(example())
	for range 10 {
		p := genPosition(&v).Example(example())
		for range 20 {
			b := referee.BoardOf(p)
			legal := referee.New(&v).Moves(b)
			if got := v.AppendMoves(nil, p); !slices.Equal(got, legal) {
				t.Errorf("%s\n%v: moves %v, want %v", variantText(&v), p, got, legal)
				return plies
			}
			var taking []brandubh.Move
			for _, m := range legal {
				after, captured, _ := referee.New(&v).Play(b, m)
				var taken brandubh.Bitboard
				for _, s := range captured {
					taken |= s.Bitboard()
				}
				q, err := v.Play(p, m)
				end := v.Result(q)
				if err != nil || q != after.Position() || v.Captures(p, m) != taken || end != referee.New(&v).Result(after) {
					t.Errorf("%s\n%v: %v leads to %v (%v), taking %v, %v; want %v, %v, %v",
						variantText(&v), p, m, q, err, v.Captures(p, m), end, after.Position(), taken, referee.New(&v).Result(after))
					return plies
				}
				ends[end.Reason].Add(1)
				if taken != 0 {
					taking = append(taking, m)
				}
				plies++
			}
			if len(legal) == 0 {
				break
			}
			m := legal[rng.IntN(len(legal))]
			if len(taking) > 0 && rng.IntN(3) > 0 {
				m = taking[rng.IntN(len(taking))]
			}
			if e := v.Explain(p, m); e.Captured() != v.Captures(p, m) {
				t.Errorf("%s\n%v: explanation of %v: %v", variantText(&v), p, m, e)
			}
			p, _ = v.Play(p, m)
		}
	}
	return plies
}

// compareGame plays a game with the library and the referee side by side, and
// then takes it back ply by ply.
func compareGame(t *rapid.T, v *brandubh.Variant, start brandubh.Position, moves []brandubh.Move) {
	g, err := brandubh.NewGameFrom(v, start)
	if err != nil {
		t.Fatal(err)
	}
	ref := referee.New(v).Start(start)
	results := []brandubh.Result{g.Result()}
	for i := 0; ; i++ {
		if got, want := g.Result(), ref.Ended(); got != want {
			t.Fatalf("%s\n%v %v: after ply %d %v, want %v", variantText(v), start, moves, i, got, want)
		}
		if got, want := slices.Collect(g.Moves()), ref.Legal(); !slices.Equal(got, want) {
			t.Fatalf("%s\n%v %v: after ply %d moves %v, want %v", variantText(v), start, moves, i, got, want)
		}
		if i == len(moves) {
			break
		}
		if err := g.Play(moves[i]); (err == nil) != ref.Play(moves[i]) {
			t.Fatalf("%s\n%v %v: ply %d: %v", variantText(v), start, moves, i+1, err)
		} else if err != nil {
			break
		}
		results = append(results, g.Result())
	}
	for g.Plies() > 0 {
		g.Undo()
		if got, want := g.Result(), results[g.Plies()]; got != want {
			t.Fatalf("%s\n%v %v: undone to ply %d %v, want %v", variantText(v), start, moves, g.Plies(), got, want)
		}
	}
	for i := range len(results) - 1 {
		if !g.Redo() || g.Result() != results[i+1] {
			t.Fatalf("%s\n%v %v: redone to ply %d %v, want %v", variantText(v), start, moves, g.Plies(), g.Result(), results[i+1])
		}
	}
}

// TestDifferentialGames compares whole games that are fond of repeating
// themselves, under random repetition rules.
func TestDifferentialGames(t *testing.T) {
	times(func() {
		rapid.Check(t, func(t *rapid.T) {
			v := genVariant().Draw(t, "variant")
			p := genPosition(&v).Draw(t, "position")
			compareGame(t, &v, p, genGame(&v, p, 40).Draw(t, "game"))
		})
	})
}

// TestDifferentialFewMoves does the same where the sides have so few moves that
// everything repeats, which the rules about who could break it need.
func TestDifferentialFewMoves(t *testing.T) {
	times(func() {
		rapid.Check(t, func(t *rapid.T) {
			s := genFewMoves().Draw(t, "set-up")
			compareGame(t, &s.Variant, s.Position, genGame(&s.Variant, s.Position, 40).Draw(t, "game"))
		})
	})
}

// TestDifferentialHandMade compares the games that end by the rarer pairings of
// what is counted with what follows.
func TestDifferentialHandMade(t *testing.T) {
	for _, c := range refRepetitions {
		t.Run(c.name, func(t *testing.T) {
			v := preset(t, "federation")
			v.Range = brandubh.ByPiece[uint8]{Attackers: 1, Defenders: 1, King: 1}
			v.Repetition = c.repetition
			g, err := brandubh.NewGameFrom(v, position(t, c.position))
			if err != nil {
				t.Fatal(err)
			}
			ref := referee.New(v).Start(g.Position())
			for text := range strings.SplitSeq(c.moves, " ") {
				m := move(t, text)
				if err := g.Play(m); err != nil || !ref.Play(m) {
					t.Fatalf("%s\n%s: ply %d, %v: %v", variantText(v), c.position, g.Plies()+1, m, err)
				}
				if got, want := g.Result(), ref.Ended(); got != want {
					t.Fatalf("%s\n%s: after ply %d %v, want %v", variantText(v), c.position, g.Plies(), got, want)
				}
				if got, want := slices.Collect(g.Moves()), ref.Legal(); !slices.Equal(got, want) {
					t.Fatalf("%s\n%s: after ply %d moves %v, want %v", variantText(v), c.position, g.Plies(), got, want)
				}
			}
			if want := (brandubh.Result{Winner: c.winner, Reason: brandubh.Repeated}); g.Result() != want {
				t.Errorf("%s\n%s: %v, want %v", variantText(v), c.position, g.Result(), want)
			}
		})
	}
}
