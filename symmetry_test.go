package brandubh_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"example.com/brandubh"
)

// anySet is every set of squares, full ones as likely as thin ones.
var anySet = rapid.Custom(func(t *rapid.T) brandubh.Bitboard {
	b := rapid.Uint64().Draw(t, "set")
	switch rapid.IntRange(0, 2).Draw(t, "density") {
	case 1:
		b &= rapid.Uint64().Draw(t, "and")
	case 2:
		b |= rapid.Uint64().Draw(t, "or")
	}
	return brandubh.Bitboard(b) & brandubh.Board
})

// anySetUp is every Position there can be: any number of kings, nobody to move.
var anySetUp = rapid.Custom(func(t *rapid.T) brandubh.Position {
	attackers, defenders, kings := anySet.Draw(t, "attackers"), anySet.Draw(t, "defenders"), anySet.Draw(t, "kings")
	if rapid.Bool().Draw(t, "few kings") {
		s := brandubh.Square(rapid.IntRange(0, 63).Draw(t, "king"))
		kings = s.Bitboard()
	}
	return setUpOf(attackers, defenders, kings, brandubh.Side(rapid.IntRange(0, 2).Draw(t, "turn")))
})

// setUpOf makes a position of three sets; of two that share a square the later
// has it.
func setUpOf(attackers, defenders, kings brandubh.Bitboard, turn brandubh.Side) brandubh.Position {
	var p brandubh.Position
	for x, set := range map[brandubh.Piece]brandubh.Bitboard{
		brandubh.Attacker: attackers &^ (defenders | kings),
		brandubh.Defender: defenders &^ kings,
		brandubh.King:     kings,
	} {
		for s := range set.All() {
			p, _ = p.Put(s, x)
		}
	}
	return p.WithTurn(turn)
}

func TestSymmetryNumbers(t *testing.T) {
	want := map[brandubh.Symmetry]string{
		0: "a1 b1", 1: "g1 f1", 2: "a7 b7", 3: "g7 f7", 4: "a1 a2", 5: "g1 g2", 6: "a7 a6", 7: "g7 g6",
	}
	got := map[brandubh.Symmetry]string{}
	for s := range brandubh.Symmetries() {
		got[s] = fmt.Sprint(s.Square(brandubh.A1), " ", s.Square(brandubh.B1))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if all := slices.Collect(brandubh.Symmetries()); len(all) != 8 || all[0] != brandubh.Symmetry(0) || !slices.IsSorted(all) {
		t.Errorf("the symmetries are %v", all)
	}
	for range brandubh.Symmetries() {
		break
	}
}

func TestSymmetryText(t *testing.T) {
	for s := range brandubh.Symmetries() {
		data, err := json.Marshal(s)
		var back brandubh.Symmetry
		if err != nil || json.Unmarshal(data, &back) != nil || back != s {
			t.Errorf("%v is %s in JSON, read back as %v (%v)", s, data, back, err)
		}
	}
}

// TestSymmetryGroup goes through every pair of symmetries and every square.
func TestSymmetryGroup(t *testing.T) {
	seen := map[string]brandubh.Symmetry{}
	for s := range brandubh.Symmetries() {
		var image []byte
		for x := range brandubh.Square(49) {
			image = append(image, byte(s.Square(x)))
			if back := s.Inverse().Square(s.Square(x)); back != x {
				t.Errorf("%v and back sends %v to %v", s, x, back)
			}
			if got, want := s.Bitboard(x.Bitboard()), s.Square(x).Bitboard(); got != want {
				t.Errorf("%v sends {%v} to {%v}, want {%v}", s, x, got, want)
			}
		}
		if other, ok := seen[string(image)]; ok {
			t.Errorf("%v is the same as %v", s, other)
		}
		seen[string(image)] = s
		slices.Sort(image)
		if len(slices.Compact(image)) != 49 {
			t.Errorf("%v is no permutation of the squares", s)
		}
		if c := s.Compose(s.Inverse()); c != brandubh.Identity {
			t.Errorf("%v after its inverse is %v", s, c)
		}
		for u := range brandubh.Symmetries() {
			c := s.Compose(u)
			for x := range brandubh.Square(49) {
				if got, want := c.Square(x), s.Square(u.Square(x)); got != want {
					t.Fatalf("%v after %v is %v, but sends %v to %v, want %v", s, u, c, x, got, want)
				}
			}
		}
	}
	// The order of composition can be told apart.
	if got := brandubh.Symmetry(6).Compose(1); got != 4 {
		t.Errorf("left and right exchanged, then a quarter turn clockwise, is %v", got)
	}
}

func TestSymmetrySets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := brandubh.Symmetry(rapid.IntRange(0, 255).Draw(t, "symmetry"))
		b := anySet.Draw(t, "set")
		var want brandubh.Bitboard
		for x := range b.All() {
			want |= s.Square(x).Bitboard()
		}
		beyond := brandubh.Bitboard(rapid.Uint64().Draw(t, "beyond")) &^ brandubh.Board
		if got := s.Bitboard(b | beyond); got != want {
			t.Errorf("%v sends {%v} to {%v}, want {%v}", s, b, got, want)
		}
		p := anySetUp.Draw(t, "position")
		q := s.Position(p)
		for x := range brandubh.Square(49) {
			if q.At(s.Square(x)) != p.At(x) {
				t.Fatalf("%v of %v is %v", s, p, q)
			}
		}
		if q.Turn() != p.Turn() || s.Inverse().Position(q) != p {
			t.Errorf("%v of %v is %v", s, p, q)
		}
	})
}

// TestSymmetryUnknown: a symmetry of 8 or more does what its lowest three
// bits say.
func TestSymmetryUnknown(t *testing.T) {
	p := preset(t, "legacy").Start
	p, _ = p.Put(brandubh.B1, brandubh.Attacker)
	for i := range 256 {
		s, known := brandubh.Symmetry(i), brandubh.Symmetry(i&7)
		if s.Position(p) != known.Position(p) || s.Inverse() != known.Inverse() {
			t.Errorf("%v is not as %v", s, known)
		}
		for u := range brandubh.Symmetries() {
			if s.Compose(u) != known.Compose(u) || u.Compose(s) != u.Compose(known) {
				t.Errorf("%v is not as %v in composition with %v", s, known, u)
			}
		}
		for x := range 256 {
			if x := brandubh.Square(x); s.Square(x) != known.Square(x) || s.Square(x).Valid() != x.Valid() {
				t.Errorf("%v sends %v to %v", s, x, s.Square(x))
			}
		}
	}
}

// TestSymmetryRules: the rules know no direction.
func TestSymmetryRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		p := genPosition(&v).Draw(t, "position")
		s := brandubh.Symmetry(rapid.IntRange(0, 7).Draw(t, "symmetry"))
		q := s.Position(p)
		if got, want := v.Result(q), v.Result(p); got != want {
			t.Fatalf("%v: %v, but %v: %v", p, want, q, got)
		}
		moves := v.AppendMoves(nil, p)
		if n := len(v.AppendMoves(nil, q)); n != len(moves) {
			t.Fatalf("%v has %d moves, %v has %d", p, len(moves), q, n)
		}
		for _, m := range moves {
			want, _ := v.Play(p, m)
			if got, err := v.Play(q, s.Move(m)); err != nil || got != s.Position(want) {
				t.Fatalf("%v in %v leads to %v (%v), want %v", s.Move(m), q, got, err, s.Position(want))
			}
		}
	})
}

func TestCanonical(t *testing.T) {
	// before compares images as documented.
	before := func(p, q brandubh.Position) int {
		for _, x := range []brandubh.Piece{brandubh.King, brandubh.Attacker, brandubh.Defender} {
			if a, b := p.Pieces(x), q.Pieces(x); a < b {
				return -1
			} else if a > b {
				return 1
			}
		}
		return 0
	}
	rapid.Check(t, func(t *rapid.T) {
		p := anySetUp.Draw(t, "position")
		if rapid.Bool().Draw(t, "symmetric") { // so that several symmetries lead to the least
			s := brandubh.Symmetry(rapid.IntRange(1, 7).Draw(t, "by"))
			r := brandubh.Symmetry(rapid.IntRange(0, 7).Draw(t, "and"))
			var sets [4]brandubh.Bitboard
			for x := range sets {
				b := p.Pieces(brandubh.Piece(x))
				b |= s.Bitboard(b)
				sets[x] = b | r.Bitboard(b)
			}
			p = setUpOf(sets[brandubh.Attacker], sets[brandubh.Defender], sets[brandubh.King], p.Turn())
		}
		want, by := p, brandubh.Identity
		for s := range brandubh.Symmetries() {
			if q := s.Position(p); before(q, want) < 0 {
				want, by = q, s
			}
		}
		for s := range brandubh.Symmetries() {
			got, via := s.Position(p).Canonical()
			if got != want || via.Position(s.Position(p)) != want || s == brandubh.Identity && via != by {
				t.Fatalf("canonical form of %v is %v by %v, want %v by %v", s.Position(p), got, via, want, by)
			}
		}
	})
}

func TestSymmetryAllocates(t *testing.T) {
	p := preset(t, "legacy").Start
	var sum uint64
	n := testing.AllocsPerRun(100, func() {
		for s := range brandubh.Symmetries() {
			p = s.Position(p)
			p, _ = p.Canonical()
			sum += p.Hash()
		}
	})
	if n != 0 {
		t.Errorf("%v allocations (%d)", n, sum)
	}
}

// playedPositions returns n positions reached in random play under twelve presets, in an
// order that depends on nothing but n.
func playedPositions(n int) []brandubh.Position {
	r := rand.New(rand.NewPCG(7, 7))
	var all []brandubh.Position
	var moves []brandubh.Move
	for {
		for _, name := range brandubh.Presets()[:12] {
			v, _ := brandubh.Preset(name)
			p := v.Start
			for range 200 {
				if len(all) == n {
					return all
				}
				all = append(all, p)
				if moves = v.AppendMoves(moves[:0], p); len(moves) == 0 {
					break
				}
				p, _ = v.Play(p, moves[r.IntN(len(moves))])
			}
		}
	}
}

func BenchmarkSymmetryBitboard(b *testing.B) {
	for s := range brandubh.Symmetries() {
		b.Run(fmt.Sprint(s), func(b *testing.B) {
			x := brandubh.Bitboard(0x1234567890abc)
			for b.Loop() {
				x ^= s.Bitboard(x)
			}
		})
	}
}

func BenchmarkCanonical(b *testing.B) {
	all := playedPositions(1 << 10)
	i := 0
	for b.Loop() {
		all[i&(1<<10-1)].Canonical()
		i++
	}
}

func ExampleSymmetry() {
	quarter := brandubh.Symmetry(6) // clockwise
	fmt.Println(quarter.Move(brandubh.Move{From: brandubh.D1, To: brandubh.B1}))
	fmt.Println(quarter.Compose(quarter), quarter.Inverse())
	fmt.Println(quarter.Bitboard(brandubh.A1.Bitboard() | brandubh.B1.Bitboard()))
	// Output:
	// a4-a6
	// 3 5
	// a6 a7
}

func ExamplePosition_Canonical() {
	v := brandubh.Federation()
	seen := map[brandubh.Position]bool{}
	for m := range v.Moves(v.Start) {
		p, _ := v.Play(v.Start, m)
		p, _ = p.Canonical()
		seen[p] = true
	}
	fmt.Println(v.Perft(v.Start, 1), "first moves,", len(seen), "that differ")
	// Output: 40 first moves, 5 that differ
}
