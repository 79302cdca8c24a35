package brandubh_test

import (
	"cmp"
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

// retroStep is a legal move: from a position, with the position it leads to left out.
type retroStep struct {
	From brandubh.Position
	Move brandubh.Move
}

func retroCount(p brandubh.Position) (attackers, defenders int) {
	return p.Pieces(brandubh.Attacker).Len(), p.Pieces(brandubh.Defender).Len()
}

// TestPredecessorsForward: q is among the predecessors of every position that a
// legal move leads to.
func TestPredecessorsForward(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := genVariant().Draw(t, "variant")
		v := &rules
		for range 10 {
			q := genPosition(v).Draw(t, "position")
			attackers, defenders := retroCount(q)
			more := rapid.IntRange(0, 2).Draw(t, "more")
			for m := range v.Moves(q) {
				p, err := v.Play(q, m)
				if err != nil {
					t.Fatal(err)
				}
				if !retroContains(v, p, attackers+more, defenders+more, retroStep{q, m}) {
					t.Fatalf("%v of %v leads to %v, but is none of its predecessors", m, q, p)
				}
				if retroContains(v, p, attackers-1, defenders, retroStep{q, m}) || retroContains(v, p, attackers, defenders-1, retroStep{q, m}) {
					t.Fatalf("%v has too many pieces for a predecessor of %v", q, p)
				}
			}
		}
	})
}

func retroContains(v *brandubh.Variant, p brandubh.Position, attackers, defenders int, want retroStep) bool {
	for q, m := range v.Predecessors(p, attackers, defenders) {
		if (retroStep{q, m}) == want {
			return true
		}
	}
	return false
}

// TestPredecessorsBackward: every predecessor is what its comment says, in the
// retroOrder that it says, and nothing that can be put together in another way is
// missing.
func TestPredecessorsBackward(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := genVariant().Draw(t, "variant")
		v := &rules
		for range 5 {
			p := genPosition(v).Draw(t, "position")
			if rapid.IntRange(0, 3).Draw(t, "king") == 0 {
				for k := range p.Pieces(brandubh.King).All() {
					p, _ = p.Put(k, brandubh.NoPiece)
				}
			}
			a, d := retroCount(p)
			attackers := a + rapid.IntRange(-1, 4).Draw(t, "more attackers")
			defenders := d + rapid.IntRange(-1, 4).Draw(t, "more defenders")
			got := map[retroStep]bool{}
			var last retroStep
			for q, m := range v.Predecessors(p, attackers, defenders) {
				s := retroStep{q, m}
				if got[s] {
					t.Fatalf("%v from %v comes twice", m, q)
				}
				if len(got) > 0 && retroOrder(p, last, s) >= 0 {
					t.Fatalf("%v comes before %v", last, s)
				}
				got[s], last = true, s
				if err := v.ValidatePosition(q); err != nil {
					t.Fatalf("%v before %v: %v", q, m, err)
				}
				if r := v.Result(q); r.Over() {
					t.Fatalf("%v before %v: %v", q, m, r)
				}
				if after, err := v.Play(q, m); err != nil || after != p {
					t.Fatalf("%v in %v leads to %v (%v), not %v", m, q, after, err, p)
				}
				if a, d := retroCount(q); a > attackers || d > defenders {
					t.Fatalf("%v has more than %d attackers or %d defenders", q, attackers, defenders)
				}
			}
			want := retroBrute(v, p, attackers, defenders)
			for s := range maps.Keys(want) {
				if !got[s] {
					t.Fatalf("%v in %v leads to %v and is missing", s.Move, s.From, p)
				}
			}
			if len(got) != len(want) {
				t.Fatalf("%d predecessors of %v, want %d", len(got), p, len(want))
			}
		}
	})
}

// retroOrder compares predecessors of p as documented.
func retroOrder(p brandubh.Position, s, u retroStep) int {
	soldiers := func(s retroStep) brandubh.Bitboard {
		return (s.From.Pieces(brandubh.Attacker) | s.From.Pieces(brandubh.Defender)) &^
			(p.Pieces(brandubh.Attacker) | p.Pieces(brandubh.Defender)) &^ s.Move.From.Bitboard()
	}
	return cmp.Or(
		cmp.Compare(s.Move.To, u.Move.To),
		cmp.Compare(s.Move.From, u.Move.From),
		cmp.Compare(soldiers(s), soldiers(u)),
		cmp.Compare(s.From.Pieces(brandubh.King), u.From.Pieces(brandubh.King)),
	)
}

// retroBrute puts every piece that may have moved on every empty square and
// adds every set of enemies on squares next to its own, and keeps what plays
// back.
func retroBrute(v *brandubh.Variant, p brandubh.Position, attackers, defenders int) map[retroStep]bool {
	found := map[retroStep]bool{}
	try := func(q brandubh.Position, m brandubh.Move) {
		a, d := retroCount(q)
		if after, err := v.Play(q, m); err == nil && after == p && a <= attackers && d <= defenders && v.ValidatePosition(q) == nil {
			found[retroStep{q, m}] = true
		}
	}
	mover := p.Turn().Opponent()
	enemy := brandubh.Attacker
	if mover == brandubh.Attackers {
		enemy = brandubh.Defender
	}
	for to := range p.Side(mover).All() {
		var near []brandubh.Square
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if s, ok := brandubh.SquareAt(to.File()+d[0], to.Rank()+d[1]); ok {
				near = append(near, s)
			}
		}
		for from := range p.Pieces(brandubh.NoPiece).All() {
			q, _ := p.WithTurn(mover).Put(to, brandubh.NoPiece)
			q, _ = q.Put(from, p.At(to))
			for set := range 1 << len(near) {
				r := q
				for i, s := range near {
					if set>>i&1 != 0 {
						if r.At(s) != brandubh.NoPiece {
							r = q
							break
						}
						r, _ = r.Put(s, enemy)
					}
				}
				m := brandubh.Move{From: from, To: to}
				try(r, m)
				for _, s := range near {
					if r.At(s) == brandubh.NoPiece {
						k, _ := r.Put(s, brandubh.King)
						try(k, m)
					}
				}
			}
		}
	}
	return found
}

// TestPredecessorsExhaustive: over all positions with so many pieces, forward and
// backward play find the same number of moves. As no pair comes twice and all
// play back, they are the same moves.
func TestPredecessorsExhaustive(t *testing.T) {
	for _, name := range brandubh.Presets()[:12] {
		for _, pieces := range [][2]int{{2, 0}, {1, 1}} {
			t.Run(fmt.Sprintf("%s/%d-%d", name, pieces[0], pieces[1]), func(t *testing.T) {
				t.Parallel()
				v := preset(t, name)
				forward, backward := 0, 0
				for p := range retroPositions(v, pieces[0], pieces[1]) {
					forward += int(v.Perft(p, 1))
					for range v.Predecessors(p, pieces[0], pieces[1]) {
						backward++
					}
				}
				if forward != backward || forward == 0 {
					t.Errorf("%d moves forward, %d backward", forward, backward)
				}
			})
		}
	}
}

// retroPositions yields every position that ValidatePosition accepts with at most
// so many attackers and defenders.
func retroPositions(v *brandubh.Variant, attackers, defenders int) func(func(brandubh.Position) bool) {
	return func(yield func(brandubh.Position) bool) {
		for king := range brandubh.Square(50) {
			for a := range retroSubsets(brandubh.Board&^king.Bitboard(), attackers) {
				for d := range retroSubsets(brandubh.Board&^(king.Bitboard()|a), defenders) {
					p := brandubh.Position{}
					p, _ = p.Put(king, brandubh.King)
					for s := range a.All() {
						p, _ = p.Put(s, brandubh.Attacker)
					}
					for s := range d.All() {
						p, _ = p.Put(s, brandubh.Defender)
					}
					if v.ValidatePosition(p.WithTurn(brandubh.Attackers)) != nil {
						continue
					}
					if !yield(p.WithTurn(brandubh.Attackers)) || !yield(p.WithTurn(brandubh.Defenders)) {
						return
					}
				}
			}
		}
	}
}

// retroSubsets yields the subsets of a set with at most n squares.
func retroSubsets(of brandubh.Bitboard, n int) func(func(brandubh.Bitboard) bool) {
	var walk func(of, with brandubh.Bitboard, n int, yield func(brandubh.Bitboard) bool) bool
	walk = func(of, with brandubh.Bitboard, n int, yield func(brandubh.Bitboard) bool) bool {
		if !yield(with) {
			return false
		}
		for b := of; b != 0 && n > 0; b &= b - 1 {
			if !walk(b&(b-1), with|b&-b, n-1, yield) {
				return false
			}
		}
		return true
	}
	return func(yield func(brandubh.Bitboard) bool) { walk(of, 0, n, yield) }
}

// TestPredecessorsCases: what is easily forgotten.
func TestPredecessorsCases(t *testing.T) {
	for _, c := range []struct {
		about, preset, p     string
		attackers, defenders int
		has, hasNot          []string // of "move position"; a hasNot of "" is any
	}{
		{
			about: "the king may not come back to the throne", preset: "noreturn", p: "7/7/7/3K3/7/7/7 a",
			hasNot: []string{""},
		},
		{
			about: "but he may have left it", preset: "noreturn", p: "7/7/7/7/3K3/7/7 a",
			has: []string{"d4-d3 7/7/7/3K3/7/7/7 d", "d7-d3 3K3/7/7/7/7/7/7 d"},
		},
		{
			about: "three fell", preset: "federation", p: "7/7/2t4/7/t1t1t2/6K/7 d", attackers: 4, defenders: 3,
			has:    []string{"c1-c3 7/7/2t4/2T4/tT1Tt2/6K/2t4 a", "c1-c3 7/7/2t4/7/t2Tt2/6K/2t4 a", "b3-c3 7/7/2t4/2T4/tt1Tt2/6K/7 a"},
			hasNot: []string{"b3-c3 7/7/2t4/7/tT1Tt2/6K/7 a"},
		},
		{
			about: "no more than there may be", preset: "federation", p: "7/7/2t4/7/t1t1t2/6K/7 d", attackers: 4, defenders: 2,
			has:    []string{"c1-c3 7/7/2t4/7/tT1Tt2/6K/2t4 a"},
			hasNot: []string{"c1-c3 7/7/2t4/2T4/tT1Tt2/6K/2t4 a"},
		},
		{
			about: "king and soldier fell at once", preset: "walker", p: "7/7/7/7/t1t1t2/7/7 d", attackers: 3, defenders: 1,
			has:    []string{"c1-c3 7/7/7/7/tK1Tt2/7/2t4 a", "c1-c3 7/7/7/7/tT1Kt2/7/2t4 a", "c1-c3 7/7/7/7/tK2t2/7/2t4 a"},
			hasNot: []string{"c1-c3 7/7/7/7/tT1Tt2/7/2t4 a"},
		},
		{
			about: "a defender walked in between two attackers", preset: "federation", p: "7/7/6K/7/7/1tTt3/7 a", attackers: 2, defenders: 1,
			has: []string{"c3-c2 7/7/6K/7/2T4/1t1t3/7 d"},
		},
		{
			about: "neither of the two has arrived since", preset: "federation", p: "7/7/6K/7/7/1tTt3/7 d", attackers: 2, defenders: 1,
			hasNot: []string{""},
		},
		{
			about: "nobody has moved within a wall", preset: "legacy", p: "7/7/3tt2/2t1Kt1/3tt2/7/7 a", attackers: 6,
			hasNot: []string{""},
		},
		{
			about: "unless it is none", preset: "federation", p: "7/7/3tt2/2t1Kt1/3tt2/7/7 a", attackers: 6,
			has: []string{"d4-e4 7/7/3tt2/2tK1t1/3tt2/7/7 d"},
		},
		{
			about: "the king has escaped, and nobody else has moved then", preset: "federation", p: "K6/7/7/7/7/7/5T1 a", defenders: 1,
			has:    []string{"d7-a7 3K3/7/7/7/7/7/5T1 d", "a2-a7 7/7/7/7/7/K6/5T1 d"},
			hasNot: []string{"e1-f1 K6/7/7/7/7/7/4T2 d"},
		},
	} {
		got := map[string]bool{}
		for q, m := range preset(t, c.preset).Predecessors(refParsePosition(t, c.p), c.attackers, c.defenders) {
			got[fmt.Sprint(m, " ", q)] = true
			got[""] = true
		}
		for _, s := range c.has {
			if !got[s] {
				t.Errorf("%s: %s lacks %q", c.about, c.p, s)
			}
		}
		for _, s := range c.hasNot {
			if got[s] {
				t.Errorf("%s: %s has %q", c.about, c.p, s)
			}
		}
	}
}

// TestPredecessorsNone: what cannot arise has none, and nothing panics.
func TestPredecessorsNone(t *testing.T) {
	none := func(v *brandubh.Variant, p brandubh.Position, attackers, defenders int) {
		t.Helper()
		for q, m := range v.Predecessors(p, attackers, defenders) {
			t.Errorf("%v has the predecessor %v by %v", p, q, m)
			break
		}
	}
	v := brandubh.Federation()
	p := brandubh.Federation().Start
	none(nil, p, 8, 4)
	none(v, p.WithTurn(brandubh.NoSide), 8, 4)
	none(v, p, 7, 4)
	none(v, p, 8, 3)
	none(v, p, -1, -1)
	twoKings, _ := p.Put(brandubh.A1, brandubh.King)
	none(v, twoKings, 49, 49)
	corner, _ := p.Put(brandubh.A1, brandubh.Attacker)
	none(v, corner, 49, 49)
	none(new(brandubh.Variant), brandubh.Position{}, 8, 4)
	rapid.Check(t, func(t *rapid.T) {
		p := anySetUp.Draw(t, "position")
		rules := genVariant().Draw(t, "variant")
		v := &rules
		for q, m := range v.Predecessors(p, 49, 49) {
			if after, err := v.Play(q, m); err != nil || after != p || v.ValidatePosition(q) != nil {
				t.Fatalf("%v has the predecessor %v by %v", p, q, m)
			}
		}
	})
}

// TestPredecessorsStop: whoever has seen enough may stop.
func TestPredecessorsStop(t *testing.T) {
	v := brandubh.Federation()
	p, _ := v.Play(v.Start, brandubh.Move{From: brandubh.D1, To: brandubh.B1})
	all := 0
	for range v.Predecessors(p, 8, 4) {
		all++
	}
	for n := 1; n <= all; n++ {
		seen := 0
		for range v.Predecessors(p, 8, 4) {
			if seen++; seen == n {
				break
			}
		}
		if seen != n {
			t.Errorf("stopped after %d, want %d", seen, n)
		}
	}
}

func TestPredecessorsAllocate(t *testing.T) {
	all := playedPositions(200)
	for _, name := range brandubh.Presets()[:12] {
		v := preset(t, name)
		n := testing.AllocsPerRun(2, func() {
			for _, p := range all {
				for range v.Predecessors(p, 8, 4) {
				}
			}
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkPredecessors(b *testing.B) {
	for _, name := range []string{"federation", "legacy"} {
		b.Run(name, func(b *testing.B) {
			v := preset(b, name)
			all := playedPositions(1 << 10)
			i, n := 0, 0
			for b.Loop() {
				for range v.Predecessors(all[i&(1<<10-1)], 8, 4) {
					n++
				}
				i++
			}
			b.ReportMetric(float64(n)/float64(b.N), "positions/op")
		})
	}
}

// The last move of a game, undone: the king, gone from the board, stood between
// the two attackers, and one of them has just arrived.
func ExampleVariant_Predecessors() {
	v := brandubh.Federation()
	p, err := brandubh.ParsePosition("7/7/1t5/7/1t5/7/7 d")
	if err != nil {
		fmt.Println(err)
		return
	}
	n := 0
	for q, m := range v.Predecessors(p, 2, 0) {
		if n++; n <= 3 {
			fmt.Println(m, "from", q)
		}
	}
	fmt.Println(n, "in all")
	// Output:
	// b1-b3 from 7/7/1t5/1K5/7/7/1t5 a
	// b2-b3 from 7/7/1t5/1K5/7/1t5/7 a
	// a3-b3 from 7/7/1t5/1K5/t6/7/7 a
	// 16 in all
}
