package brandubh_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

// The three sets, worked out from the legal moves.

func slowThreatened(v *brandubh.Variant, p brandubh.Position) (taken brandubh.Bitboard) {
	for m := range v.Moves(p) {
		taken |= v.Captures(p, m)
	}
	return taken
}

func slowEscapes(v *brandubh.Variant, p brandubh.Position) (goals brandubh.Bitboard) {
	for m := range v.Moves(p) {
		q, _ := v.Play(p, m)
		if p.At(m.From) == brandubh.King && v.Result(q).Reason == brandubh.Escape {
			goals |= m.To.Bitboard()
		}
	}
	return goals
}

func slowGates(v *brandubh.Variant, p brandubh.Position) (gates brandubh.Bitboard) {
	for k := range p.Pieces(brandubh.King).All() {
		p, _ = p.Put(k, brandubh.NoPiece)
	}
	for s := range p.Pieces(brandubh.NoPiece).All() {
		q, _ := p.Put(s, brandubh.King)
		if slowEscapes(v, q.WithTurn(brandubh.Defenders)) != 0 {
			gates |= s.Bitboard()
		}
	}
	return gates
}

func checkThreats(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, v *brandubh.Variant, p brandubh.Position,
) {
	t.Helper()
	if got, want := v.Threatened(p), slowThreatened(v, p); got != want {
		t.Fatalf("threatened in %v: %v, want %v", p, got, want)
	}
	if got, want := v.Escapes(p), slowEscapes(v, p); got != want {
		t.Fatalf("escapes in %v: %v, want %v", p, got, want)
	}
	if got, want := v.EscapeSquares(p), slowGates(v, p); got != want {
		t.Fatalf("gates in %v: %v, want %v", p, got, want)
	}
}

func TestThreats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		for range 10 {
			p := genPosition(&v).Draw(t, "position")
			for _, turn := range []brandubh.Side{brandubh.Attackers, brandubh.Defenders, brandubh.NoSide} {
				checkThreats(t, &v, p.WithTurn(turn))
			}
		}
	})
}

// TestThreatsAnySetUp: also where soldiers stand that may not, and with many
// kings or none.
func TestThreatsAnySetUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		for range 10 {
			checkThreats(t, &v, anySetUp.Draw(t, "position"))
		}
	})
}

func TestThreatsPlayed(t *testing.T) {
	all := playedPositions(1000)
	for _, name := range brandubh.Presets() {
		v := preset(t, name)
		for _, p := range all {
			checkThreats(t, v, p)
		}
	}
}

// TestThreatsExhaustive goes through every position with at most two attackers, or
// one and a defender.
func TestThreatsExhaustive(t *testing.T) {
	for _, name := range []string{"federation", "legacy", "walker", "scottish"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := preset(t, name)
			for _, pieces := range [][2]int{{2, 0}, {1, 1}} {
				for p := range smallPositions(v, pieces[0], pieces[1]) {
					if got, want := v.Threatened(p), slowThreatened(v, p); got != want {
						t.Fatalf("threatened in %v: %v, want %v", p, got, want)
					}
				}
			}
		})
	}
}

// TestThreatsTwoKings: b3-d3 would close the last side of the two kings and open
// another. With one king no attacker goes from one of his sides to another.
func TestThreatsTwoKings(t *testing.T) {
	checkThreats(t, preset(t, "legacy"), refParsePosition(t, "7/7/7/4t2/1t2Kt1/tKt1t2/1t5 a"))
}

func TestThreatsNone(t *testing.T) {
	p := brandubh.Federation().Start
	for _, v := range []*brandubh.Variant{nil, {}} {
		if v.Threatened(p) != 0 || v.Escapes(p) != 0 || v.EscapeSquares(p) != 0 {
			t.Errorf("%v: %v, %v, %v", v, v.Threatened(p), v.Escapes(p), v.EscapeSquares(p))
		}
	}
}

func TestThreatsAllocate(t *testing.T) {
	v := preset(t, "legacy")
	all := playedPositions(200)
	n := testing.AllocsPerRun(5, func() {
		for _, p := range all {
			v.Threatened(p)
			v.Escapes(p)
			v.EscapeSquares(p)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkThreats(b *testing.B) {
	v := brandubh.Federation()
	all := playedPositions(1 << 10)
	for _, c := range []struct {
		name string
		of   func(brandubh.Position) brandubh.Bitboard
	}{{"Threatened", v.Threatened}, {"Escapes", v.Escapes}, {"EscapeSquares", v.EscapeSquares}} {
		b.Run(c.name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				c.of(all[i&(1<<10-1)])
				i++
			}
		})
	}
}

// Two ways to take the defender on c4: from c3 against the attacker on c5, and
// from b4 against the empty throne.
func ExampleVariant_Threatened() {
	v := brandubh.Federation()
	p, err := brandubh.ParsePosition("7/7/2t4/2T4/7/3K3/2t4 a")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("attackers can take:", v.Threatened(p))

	q, err := v.Play(p, brandubh.Move{From: brandubh.C1, To: brandubh.B1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("after c1-b1 they threaten:", v.Threatened(q.WithTurn(brandubh.Attackers)))
	// Output:
	// attackers can take: c4
	// after c1-b1 they threaten: c4
}

func ExampleVariant_Escapes() {
	v := brandubh.Federation()
	p, err := brandubh.ParsePosition("7/7/7/3t3/7/7/2tK3 d")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("the king escapes to:", v.Escapes(p))
	// Output: the king escapes to: g1
}

// Once he stands on the edge with the way to a corner free, the king threatens
// to escape: to one corner or to two.
func ExampleVariant_EscapeSquares() {
	v := brandubh.Federation()
	p, err := brandubh.ParsePosition("tt5/7/7/3K3/7/7/1t3t1 d")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("the king threatens to escape from:", v.EscapeSquares(p)&v.Targets(p, brandubh.D4))
	// Output: the king threatens to escape from: a4 g4 d7
}
