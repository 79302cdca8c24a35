package brandubh_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

// TestHashFixed: these values must never change.
func TestHashFixed(t *testing.T) {
	for text, want := range map[string]uint64{
		"7/7/7/7/7/7/7 -":                   0x165afde199e999ad,
		"7/7/7/7/7/7/7 a":                   0x760bd9377685944f,
		"7/7/7/7/7/7/7 d":                   0xe5178140cef03fe1,
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a": 0x6baf64bbe33a6c25,
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 d": 0x6dc3aa714031f7af,
		"ttttttt/ttttttt/ttttttt/ttttttt/ttttttt/ttttttt/ttttttt a": 0x3f4868e16fc59dc6,
		"TTTTTTT/TTTTTTT/TTTTTTT/TTTTTTT/TTTTTTT/TTTTTTT/TTTTTTT d": 0xa25026d79fa43dc0,
		"KKKKKKK/KKKKKKK/KKKKKKK/KKKKKKK/KKKKKKK/KKKKKKK/KKKKKKK -": 0x00e98dbc50e061e2,
		"K5t/7/2T4/7/4t2/7/T5K d":                                   0x962988723bf5ba2b,
		"7/7/7/3K3/7/7/7 d":                                         0x5f2a033d5479fa8f,
	} {
		p, err := brandubh.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Hash(); got != want {
			t.Errorf("hash of %s is %#016x, want %#016x", text, got, want)
		}
	}
}

// TestHashAlgorithm works the documented formula out with numbers of any size.
func TestHashAlgorithm(t *testing.T) {
	number := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	// The first 384 bits of π behind the point, from Machin's formula.
	arctan := func(n int64) *big.Int {
		sum, power := new(big.Int), new(big.Int).Lsh(big.NewInt(1), 600)
		power.Div(power, big.NewInt(n))
		for k := int64(0); power.Sign() != 0; k++ {
			term := new(big.Int).Div(power, big.NewInt(2*k+1))
			if k%2 == 1 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			power.Div(power, big.NewInt(n*n))
		}
		return sum
	}
	pi := arctan(5)
	pi.Sub(pi.Mul(pi, big.NewInt(16)), new(big.Int).Mul(arctan(239), big.NewInt(4)))
	digits := func(i uint) *big.Int {
		d := new(big.Int).Rsh(pi, 600-64*(i+1))
		return d.And(d, number(math.MaxUint64))
	}
	multiply := func(x, y *big.Int) (hi, lo *big.Int) {
		z := new(big.Int).Mul(x, y)
		return new(big.Int).Rsh(z, 64), z.And(z, number(math.MaxUint64))
	}
	xor := func(x ...*big.Int) *big.Int {
		z := new(big.Int)
		for _, y := range x {
			z.Xor(z, y)
		}
		return z
	}
	rapid.Check(t, func(t *rapid.T) {
		p := anySetUp.Draw(t, "position")
		a := number(uint64(p.Pieces(brandubh.Attacker)))
		d := number(uint64(p.Pieces(brandubh.Defender)))
		k := number(uint64(p.Pieces(brandubh.King)))
		turn := number(uint64(p.Turn()) << 49)
		hi, lo := multiply(xor(a, digits(0)), xor(d, digits(1)))
		hi, lo = multiply(xor(lo, k, turn, digits(2)), xor(hi, digits(3)))
		hi, lo = multiply(xor(lo, digits(4)), xor(hi, digits(5)))
		if got, want := p.Hash(), xor(hi, lo).Uint64(); got != want {
			t.Errorf("hash of %v is %#x, want %#x", p, got, want)
		}
	})
}

// TestHashSpread looks at positions reached in play: no two may share a hash,
// hardly any half of one, each bit is set for half of them, and each bit changes
// with half of the moves.
func TestHashSpread(t *testing.T) {
	const n = 300_000
	all := playedPositions(n)
	seen := make(map[uint64]brandubh.Position, n)
	low, high := make(map[uint32]bool, n), make(map[uint32]bool, n)
	var set, changed [64]float64
	last := all[0].Hash()
	for _, p := range all {
		h := p.Hash()
		for i := range 64 {
			changed[i] += float64((h ^ last) >> i & 1)
		}
		last = h
		if q, ok := seen[h]; ok && p != q {
			t.Fatalf("%v and %v have the same hash", p, q)
		} else if ok {
			continue
		}
		seen[h] = p
		low[uint32(h)] = true
		high[uint32(h>>32)] = true
		for i := range 64 {
			set[i] += float64(h >> i & 1)
		}
	}
	distinct := float64(len(seen))
	if distinct < n/2 {
		t.Fatalf("only %v distinct positions", distinct)
	}
	t.Logf("%v distinct positions, %d and %d halves", distinct, len(low), len(high))
	expect := distinct * distinct / (2 << 32) // pairs of equal halves of random numbers
	for _, halves := range []int{len(low), len(high)} {
		if pairs := distinct - float64(halves); pairs > expect+6*math.Sqrt(expect) {
			t.Errorf("%v positions share half of a hash, random numbers would %.1f times", pairs, expect)
		}
	}
	for i := range 64 {
		if off := set[i]/distinct - .5; math.Abs(off)*2*math.Sqrt(distinct) > 5 {
			t.Errorf("bit %d is set for %.2f %% of the positions", i, 50+100*off)
		}
		if off := changed[i]/n - .5; math.Abs(off)*2*math.Sqrt(n) > 6 {
			t.Errorf("bit %d changes with %.2f %% of the moves", i, 50+100*off)
		}
	}
}

// TestHashAvalanche changes one square, or the turn, of positions reached in
// play: each bit of the hash changes about as often as not. To take a piece away
// is to undo one of these changes.
func TestHashAvalanche(t *testing.T) {
	const n = 6000
	var all []brandubh.Position // distinct ones
	seen := map[brandubh.Position]bool{}
	for _, p := range playedPositions(40_000) {
		if !seen[p] {
			seen[p] = true
			all = append(all, p)
		}
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	worst := 0.0
	look := func(what string, change func(p brandubh.Position) brandubh.Position) {
		var changed [64]int
		asked := 0
		for _, p := range all {
			q := change(p)
			if p == q {
				continue
			}
			d := p.Hash() ^ q.Hash()
			for i := range 64 {
				changed[i] += int(d >> i & 1)
			}
			if asked++; asked == n {
				break
			}
		}
		if asked < n {
			t.Fatalf("%s changes only %d positions", what, asked)
		}
		for i, c := range changed {
			sigmas := math.Abs(float64(c)-n/2) / math.Sqrt(n/4)
			worst = max(worst, sigmas)
			if sigmas > 6 {
				t.Errorf("%s changes bit %d of %.1f %% of the hashes", what, i, 100*float64(c)/n)
			}
		}
	}
	for s := range brandubh.Square(49) {
		for x := brandubh.Attacker; x <= brandubh.King; x++ {
			look(fmt.Sprintf("%v on %v", x, s), func(p brandubh.Position) brandubh.Position {
				p, _ = p.Put(s, x)
				return p
			})
		}
	}
	look("the turn", func(p brandubh.Position) brandubh.Position { return p.WithTurn(p.Turn().Opponent()) })
	t.Logf("at worst %.1f standard deviations off a half", worst)
}

func BenchmarkHash(b *testing.B) {
	all := playedPositions(1 << 10)
	i, sum := 0, uint64(0)
	for b.Loop() {
		sum ^= all[i&(1<<10-1)].Hash()
		i++
	}
	_ = sum
}

func ExamplePosition_Hash() {
	p := brandubh.Federation().Start
	fmt.Printf("%016x\n", p.Hash())
	fmt.Printf("%016x\n", p.WithTurn(brandubh.Defenders).Hash())
	// Output:
	// 6baf64bbe33a6c25
	// 6dc3aa714031f7af
}
