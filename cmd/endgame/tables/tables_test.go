package tables

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.com/brandubh"
)

// build builds tables and opens them.
func build(t *testing.T, v *brandubh.Variant, o BuildOptions) (*Tables, string) {
	t.Helper()
	dir := t.TempDir()
	if err := Build(t.Context(), dir, v, o); err != nil {
		t.Fatal(err)
	}
	all, err := Open(dir, v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { all.Close() })
	return all, dir
}

// someMen is enough for most tests.
func someMen() int {
	if testing.Short() {
		return 2
	}
	return 3
}

// TestFigures compares with figures found by another program.
func TestFigures(t *testing.T) {
	all, _ := build(t, brandubh.Federation(), BuildOptions{Men: 3, Workers: 2})
	for _, want := range []struct {
		class                     Class
		attackersMove, defendMove [3]uint64 // the attackers win, the defenders win, neither
	}{
		{Class{1, 0}, [3]uint64{72, 1864, 0}, [3]uint64{0, 1936, 0}},
		{Class{2, 0}, [3]uint64{3476, 37202, 0}, [3]uint64{4, 40674, 0}},
		{Class{3, 0}, [3]uint64{78716, 477532, 0}, [3]uint64{268, 555980, 0}},
		{Class{2, 1}, [3]uint64{130316, 1538428, 0}, [3]uint64{8, 1668736, 0}},
	} {
		for i, turn := range []brandubh.Side{brandubh.Attackers, brandubh.Defenders} {
			n, err := all.Count(t.Context(), want.class, turn)
			if err != nil {
				t.Fatal(err)
			}
			a, d := n.Won()
			if got, figures := [3]uint64{a, d, n.Open}, [][3]uint64{want.attackersMove, want.defendMove}[i]; got != figures {
				t.Errorf("%v, %v to move: got %v, want %v", want.class, turn, got, figures)
			}
		}
	}
}

// TestAgainstPlainRetrograde solves all positions with at most two men, images and
// all, on a plain map with the library's moves, and compares every one.
func TestAgainstPlainRetrograde(t *testing.T) {
	for _, name := range []string{"federation", "nielsen"} {
		if testing.Short() && name != "federation" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			v, err := brandubh.Preset(name)
			if err != nil {
				t.Fatal(err)
			}
			all, _ := build(t, v, BuildOptions{Men: 2})
			type node struct {
				p     brandubh.Position
				value Value
				next  []int
			}
			var nodes []node
			known := map[brandubh.Position]int{}
			reach := func(p brandubh.Position) int {
				i, ok := known[p]
				if !ok {
					i = len(nodes)
					known[p] = i
					nodes = append(nodes, node{p: p, value: Value{brandubh.NoSide, -1}})
				}
				return i
			}
			var put func(p brandubh.Position, from brandubh.Square, men int)
			put = func(p brandubh.Position, from brandubh.Square, men int) {
				for _, s := range turns {
					if q := p.WithTurn(s); v.ValidatePosition(q) == nil {
						reach(q)
					}
				}
				for s := from; men > 0 && s.Valid(); s++ {
					if p.At(s) == brandubh.NoPiece {
						for _, x := range []brandubh.Piece{brandubh.Attacker, brandubh.Defender} {
							q, _ := p.Put(s, x)
							put(q, s+1, men-1)
						}
					}
				}
			}
			for s := range brandubh.Square(squares) {
				p, _ := brandubh.Position{}.Put(s, brandubh.King)
				put(p, 0, 2)
			}
			for i := 0; i < len(nodes); i++ { // which grows
				p := nodes[i].p
				if r := v.Result(p); r.Over() {
					nodes[i].value = Value{r.Winner, 0}
					continue
				}
				var next []int
				for m := range v.Moves(p) {
					q, err := v.Play(p, m)
					if err != nil {
						t.Fatal(err)
					}
					next = append(next, reach(q))
				}
				nodes[i].next = next
			}
			for ply, idle := 1, 0; idle < 2; ply++ {
				idle++
				for i := range nodes {
					n := &nodes[i]
					if n.value != (Value{brandubh.NoSide, -1}) {
						continue
					}
					mover := n.p.Turn()
					won, lost := false, true
					for _, q := range n.next {
						value := nodes[q].value
						won = won || value.Winner == mover && value.Plies < ply
						lost = lost && value.Winner == mover.Opponent() && value.Plies < ply
					}
					if won {
						n.value, idle = Value{mover, ply}, 0
					} else if lost {
						n.value, idle = Value{mover.Opponent(), ply}, 0
					}
				}
			}
			for _, n := range nodes {
				if got, err := all.Probe(n.p); err != nil || got != n.value {
					t.Fatalf("%v: got %v, %v, want %v", n.p, got, err, n.value)
				}
			}
			t.Log(len(nodes), "positions")
		})
	}
}

// TestVerify lets the library judge tables under many rule sets: all named presets
// and some drawn by chance. BRANDUBH_ENDGAME_MEN=3 does it for three men.
func TestVerify(t *testing.T) {
	men := 2
	if n, err := strconv.Atoi(os.Getenv("BRANDUBH_ENDGAME_MEN")); err == nil {
		men = n
	}
	var variants []*brandubh.Variant
	for _, name := range brandubh.Presets() {
		if men > 2 || !strings.HasPrefix(name, "archive") {
			v, _ := brandubh.Preset(name)
			variants = append(variants, v)
		}
	}
	random := rand.New(rand.NewPCG(8, 2026))
	for len(variants) < 32 {
		if v := randomVariant(random); v.Validate() == nil {
			variants = append(variants, v)
		}
	}
	if testing.Short() {
		variants = variants[:6]
	}
	for _, v := range variants {
		t.Run(v.Name, func(t *testing.T) {
			all, _ := build(t, v, BuildOptions{Men: men, Workers: 2})
			for _, c := range all.Classes() {
				done, err := all.Verify(t.Context(), c, VerifyOptions{Workers: 2, Searches: 5})
				if err != nil {
					text, _ := v.MarshalJSON()
					t.Fatalf("%v\n%s", err, text)
				}
				if x := all.table(c); done.Entries != 2*x.size() {
					t.Errorf("%v: %d entries verified, there are %d", c, done.Entries, 2*x.size())
				}
			}
		})
	}
}

func randomVariant(r *rand.Rand) *brandubh.Variant {
	yes := func() bool { return r.IntN(2) == 0 }
	hostility := func() brandubh.Hostility { return brandubh.Hostility(r.IntN(3)) }
	v := brandubh.Federation()
	v.Name, v.Base = "random", ""
	v.Goal = brandubh.Goal(1 + r.IntN(2))
	v.Range = brandubh.ByPiece[uint8]{Attackers: uint8(r.IntN(4)), Defenders: uint8(r.IntN(4)), King: uint8(r.IntN(4))}
	v.Throne.Return = yes()
	v.Throne.Stop.Attackers, v.Throne.Stop.Defenders = yes(), yes()
	v.Throne.Pass = brandubh.ByPiece[bool]{Attackers: yes(), Defenders: yes(), King: yes()}
	v.Throne.Hostile = brandubh.ByPiece[brandubh.Hostility]{Attackers: hostility(), Defenders: hostility(), King: hostility()}
	v.Corners.Hostile = brandubh.ByPiece[bool]{Attackers: yes(), Defenders: yes(), King: yes()}
	v.King.Armed = brandubh.Arms(r.IntN(4))
	v.King.Edge = yes()
	v.King.Sides.Throne, v.King.Sides.Beside, v.King.Sides.Elsewhere = uint8(2+r.IntN(3)), uint8(2+r.IntN(3)), uint8(2+r.IntN(3))
	v.Enclosure = yes()
	v.NoMoves = brandubh.NoMoves(1 + r.IntN(2))
	return v
}

// TestVerifyFindsErrors: a table with one wrong entry does not pass, though its
// checksums are right.
func TestVerifyFindsErrors(t *testing.T) {
	v := brandubh.Federation()
	all, dir := build(t, v, BuildOptions{Men: 2})
	c := Class{2, 0}
	good := all.table(c)
	random := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		codes := [2][]code{bytes.Clone(good.codes[0]), bytes.Clone(good.codes[1])}
		side := random.IntN(2)
		place := random.IntN(len(codes[side]))
		codes[side][place] = (codes[side][place] + 1 + uint8(random.IntN(5))) % 8
		other := t.TempDir()
		if err := os.CopyFS(other, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		if err := writeTable(newGeometry(v), other, c, codes, 8); err != nil {
			t.Fatal(err)
		}
		bad, err := Open(other, v)
		if err != nil {
			t.Fatal(err)
		}
		_, err = bad.Verify(t.Context(), c, VerifyOptions{})
		if wrong := (*WrongError)(nil); !errors.As(err, &wrong) {
			t.Errorf("place %d of side %d changed to %d: verified, %v", place, side, codes[side][place], err)
		}
		bad.Close()
	}
}

// TestVerifyFindsCircle: a table in which every endless place is forged into a win or
// a loss without a distance does not pass. Each such code follows from those of its
// successors, which follow from it.
func TestVerifyFindsCircle(t *testing.T) {
	forged := 0
	for _, name := range []string{"federation", "magpie", "legacy", "walker", "leaflet"} {
		v, err := brandubh.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, men := range []int{1, 2} {
			all, dir := build(t, v, BuildOptions{Men: men})
			for _, c := range all.Classes() {
				good := all.table(c)
				codes := [2][]code{bytes.Clone(good.codes[0]), bytes.Clone(good.codes[1])}
				endless := 0
				for side, far := range map[int]code{attackersMove: farWin, defendersMove: farLoss} {
					for i, x := range codes[side] {
						if x == 0 {
							codes[side][i] = far
							endless++
						}
					}
				}
				if endless == 0 || c.Men() < men {
					continue
				}
				forged++
				other := t.TempDir()
				if err := os.CopyFS(other, os.DirFS(dir)); err != nil {
					t.Fatal(err)
				}
				if err := writeTable(newGeometry(v), other, c, codes, 8); err != nil {
					t.Fatal(err)
				}
				bad, err := Open(other, v)
				if err != nil {
					t.Fatal(err)
				}
				for _, every := range []int{1, 1 << 30} {
					_, err = bad.Verify(t.Context(), c, VerifyOptions{Every: every})
					if wrong := (*WrongError)(nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "distance") {
						t.Errorf("%s, class %v with %d endless places forged, every %d: verified, %v", name, c, endless, every, err)
					}
				}
				bad.Close()
			}
		}
	}
	if forged == 0 {
		t.Error("no class has an endless place to forge")
	}
}

// TestIndex: every place has its own position, every position its place, and a
// place's position is the one that was asked for or an image of it.
func TestIndex(t *testing.T) {
	odd := brandubh.Federation()
	odd.Throne.Stop.Attackers = true // a free square that depends on the defenders
	for _, v := range []*brandubh.Variant{brandubh.Federation(), preset(t, "scottish"), odd} {
		g := newGeometry(v)
		for _, c := range Classes(someMen()) {
			x := g.index(c)
			boards := uint64(0)
			for b := range x.blocks {
				for i := x.at[b]; i < x.at[b+1]; i++ {
					p := x.position(i, brandubh.Attackers)
					k, d, a := bb(p.Pieces(brandubh.King)), bb(p.Pieces(brandubh.Defender)), bb(p.Pieces(brandubh.Attacker))
					if got := x.place(k, d, a); got != i {
						t.Fatalf("%v %v: place %d has %v, whose place is %d", v.Name, c, i, p, got)
					}
					boards += x.blocks[b].boards()
					if i%7 != 0 {
						continue
					}
					want, _ := p.Canonical()
					for y := range brandubh.Symmetries() {
						image := x.position(x.place(turned(y, k), turned(y, d), turned(y, a)), brandubh.Attackers)
						if got, _ := image.Canonical(); got != want {
							t.Fatalf("%v %v: the place of the image of %v has %v", v.Name, c, p, image)
						}
					}
				}
			}
			want := uint64(0) // king by king, one soldier after the other
			for k := range brandubh.Bitboard(g.r.kings).All() {
				var run subsets
				free := g.r.soldiersD &^ (1 << k)
				d := run.start(free, c.Defenders)
				for range choose(bits.OnesCount64(free), c.Defenders) {
					want += choose(bits.OnesCount64(g.r.soldiersA&^(1<<k|d)), c.Attackers)
					d = run.next(d)
				}
			}
			if boards != want {
				t.Errorf("%v %v: the places stand for %d boards, there are %d", v.Name, c, boards, want)
			}
		}
	}
}

func TestRank(t *testing.T) {
	const free = board &^ (throne | corners | 1<<20)
	for k := range 4 {
		var run subsets
		a := run.start(free, k)
		for n := range uint32(choose(bits.OnesCount64(free), k)) {
			if rank(a, free) != n || unrank(n, k, free) != a || bits.OnesCount64(a) != k || a&^free != 0 {
				t.Fatalf("set %d of %d squares: %x, rank %d, unrank %x", n, k, a, rank(a, free), unrank(n, k, free))
			}
			a = run.next(a)
		}
	}
	random := rand.New(rand.NewPCG(4, 4))
	for k := 4; k <= MaxAttackers; k++ {
		size := choose(bits.OnesCount64(free), k)
		for i := range uint64(1000) {
			n := uint32(size - 1 - i)
			if i >= 10 {
				n = uint32(random.Uint64N(size))
			}
			if a := unrank(n, k, free); rank(a, free) != n || bits.OnesCount64(a) != k || a&^free != 0 {
				t.Fatalf("set %d of %d squares: %x, rank %d", n, k, a, rank(a, free))
			}
		}
	}
}

// files returns the contents of a directory.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(data)
	}
	return all
}

func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d files, want %d", what, len(got), len(want))
	}
	for name, data := range want {
		if got[name] != data {
			t.Errorf("%s: %s differs", what, name)
		}
	}
}

// TestStopAndResume stops a build in every class, resumes it, and compares the
// files; the number of workers makes no difference either.
func TestStopAndResume(t *testing.T) {
	v := brandubh.Federation()
	_, dir := build(t, v, BuildOptions{Men: 2})
	want := files(t, dir)
	dir = t.TempDir()
	for _, c := range Classes(2) {
		ctx, cancel := context.WithCancel(t.Context())
		err := Build(ctx, dir, v, BuildOptions{Men: 2, Workers: 3, Report: func(p Progress) {
			if p.Class == c && !p.Ready && p.Ply > 0 {
				cancel()
			}
		}})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("%v: not stopped: %v", c, err)
		}
		if _, err := os.Stat(fileOf(dir, c)); err == nil {
			t.Fatalf("%v: written though it was stopped", c)
		}
		if err := Build(t.Context(), dir, v, BuildOptions{Men: max(1, c.Men()), Workers: 2}); err != nil {
			t.Fatal(err)
		}
		if c.Men() < 2 { // the next classes of as many men shall have something to do
			for _, later := range Classes(2) {
				if later.Men() > c.Men() || later.Men() == c.Men() && later.Attackers > c.Attackers {
					os.Remove(fileOf(dir, later))
				}
			}
			continue
		}
		for _, later := range Classes(2) {
			if later.Men() == 2 && later.Attackers > c.Attackers {
				os.Remove(fileOf(dir, later))
			}
		}
	}
	same(t, "after stops", files(t, dir), want)
}

// TestBothWays: looking at every place and taking moves back come to the same.
func TestBothWays(t *testing.T) {
	for _, name := range []string{"federation", "magpie"} {
		v, _ := brandubh.Preset(name)
		_, always := build(t, v, BuildOptions{Men: someMen(), Workers: 2, sparse: -1})
		_, never := build(t, v, BuildOptions{Men: someMen(), Workers: 2, sparse: math.MaxUint32})
		same(t, name, files(t, always), files(t, never))
	}
}

// TestTwoBits: with distances too long for their codes the winners are the same.
func TestTwoBits(t *testing.T) {
	menOf := map[int]int{2: 2, 4: 2} // by the limit
	if !testing.Short() {
		menOf[6] = 3
	}
	for limit, men := range menOf {
		v := brandubh.Federation()
		exact, _ := build(t, v, BuildOptions{Men: men, Workers: 2})
		short, _ := build(t, v, BuildOptions{Men: men, Workers: 2, limit: limit})
		packed := 0
		for _, c := range exact.Classes() {
			x, y := exact.table(c), short.table(c)
			if y.bits == 2 {
				packed++
				if want := (len(x.codes[0]) + 3) / 4; len(y.codes[0]) != want {
					t.Errorf("%v: %d bytes, want %d", c, len(y.codes[0]), want)
				}
			}
			for side, turn := range turns {
				for i := range x.size() {
					got, want := valueOf(y.code(side, i), turn), valueOf(x.code(side, i), turn)
					if got.Winner != want.Winner || got.Plies >= 0 && got != want {
						t.Fatalf("limit %d, %v: got %v, want %v", limit, x.position(i, turn), got, want)
					}
				}
			}
			if _, err := short.Verify(t.Context(), c, VerifyOptions{Searches: 20}); err != nil {
				t.Errorf("limit %d: %v", limit, err)
			}
		}
		if packed == 0 {
			t.Errorf("limit %d: no class has two bits", limit)
		}
	}
}

// TestRefuses damages files in every way and wants the reason.
func TestRefuses(t *testing.T) {
	v := brandubh.Federation()
	_, dir := build(t, v, BuildOptions{Men: 1})
	path := fileOf(dir, Class{1, 0})
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(at int) []byte {
		b := bytes.Clone(good)
		b[at] ^= 1
		return b
	}
	cases := []struct {
		what string
		data []byte
		want error
	}{
		{"empty", nil, ErrNotATable},
		{"something else", []byte(strings.Repeat("x", len(good))), ErrNotATable},
		{"another format", bytes.Replace(good, []byte("format 1\n"), []byte("format 2\n"), 1), ErrFormat},
		{"no format", bytes.Replace(good, []byte("format 1\n"), []byte("format x\n"), 1), ErrFormat},
		{"cut in the header", good[:100], ErrTruncated},
		{"cut in the codes", good[:len(good)-1], ErrTruncated},
		{"longer", append(bytes.Clone(good), 0), ErrTruncated},
		{"changed header", bytes.Replace(good, []byte(`"attackers":1`), []byte(`"attackers":2`), 1), ErrDamaged},
		{"changed checksum of the header", changed(page - 1), ErrDamaged},
		{"changed zeros of the header", changed(page - 40), ErrDamaged},
		{"changed sum", changed(page), ErrDamaged},
		{"first code changed", changed(len(good) - 2*388), ErrDamaged},
		{"last code changed", changed(len(good) - 1), ErrDamaged},
	}
	for _, c := range cases {
		if err := os.WriteFile(path, c.data, 0o666); err != nil {
			t.Fatal(err)
		}
		err := openAndReadAll(dir, v)
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: got %v, want %v", c.what, err, c.want)
		}
		if err := Build(t.Context(), dir, v, BuildOptions{Men: 2}); !errors.Is(err, c.want) {
			t.Errorf("%s: Build says %v, want %v", c.what, err, c.want)
		}
		if now, _ := os.ReadFile(path); !bytes.Equal(now, c.data) {
			t.Errorf("%s: Build has overwritten the file", c.what)
		}
	}
	os.WriteFile(path, good, 0o666)
	if err := openAndReadAll(dir, v); err != nil {
		t.Error(err)
	}
	w := preset(t, "nielsen")
	if err := openAndReadAll(dir, w); !errors.Is(err, ErrForeign) {
		t.Errorf("other rules: %v", err)
	}
	if err := os.WriteFile(fileOf(dir, Class{0, 1}), good, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := openAndReadAll(dir, v); !errors.Is(err, ErrForeign) {
		t.Errorf("another class: %v", err)
	}
	if _, err := Open(t.TempDir(), v); !errors.Is(err, ErrNoTable) {
		t.Errorf("empty directory: %v", err)
	}
	if _, err := Open(dir, nil); err == nil {
		t.Error("no rules: opened")
	}
}

// openAndReadAll opens tables and probes all that is in them.
func openAndReadAll(dir string, v *brandubh.Variant) error {
	all, err := Open(dir, v)
	if err != nil {
		return err
	}
	defer all.Close()
	for _, c := range all.Classes() {
		for _, turn := range turns {
			if _, err := all.Count(context.Background(), c, turn); err != nil {
				return err
			}
			p := all.table(c).position(all.table(c).size()-1, turn)
			if _, err := all.Probe(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// TestEverySumIsUsed: each sum stands for its own part.
func TestEverySumIsUsed(t *testing.T) {
	all, _ := build(t, brandubh.Federation(), BuildOptions{Men: 3})
	x := all.table(Class{2, 1})
	if len(x.sums) < 4*6 {
		t.Fatalf("%d bytes of sums: too few to tell", len(x.sums))
	}
	x.sums = bytes.Clone(x.sums)
	for n := range len(x.sums) / 4 {
		clear(x.checked)
		sum := binary.LittleEndian.Uint32(x.sums[4*n:])
		binary.LittleEndian.PutUint32(x.sums[4*n:], ^sum)
		if err := x.checkAll(); !errors.Is(err, ErrDamaged) {
			t.Errorf("sum %d is not looked at", n)
		}
		binary.LittleEndian.PutUint32(x.sums[4*n:], sum)
	}
}

func TestMemory(t *testing.T) {
	err := Build(t.Context(), t.TempDir(), brandubh.Federation(), BuildOptions{Men: 2, Memory: 1000})
	if !errors.Is(err, ErrMemory) {
		t.Errorf("got %v, want ErrMemory", err)
	}
	for _, men := range []int{0, -1, 13} {
		if err := Build(t.Context(), t.TempDir(), brandubh.Federation(), BuildOptions{Men: men}); err == nil {
			t.Errorf("%d men: built", men)
		}
	}
}

// TestPlayOut plays best moves from positions picked by chance: the end comes at the
// ply that the table names, and no move is better than the position.
func TestPlayOut(t *testing.T) {
	v := brandubh.Federation()
	all, _ := build(t, v, BuildOptions{Men: 3, Workers: 2})
	random := rand.New(rand.NewPCG(3, 3))
	for _, c := range all.Classes() {
		for range 50 {
			x := all.table(c)
			p := x.position(random.Uint64N(x.size()), turns[random.IntN(2)])
			value, err := all.Probe(p)
			if err != nil {
				t.Fatal(err)
			}
			winner, plies, m, ok := all.Known(v, p)
			if !ok || winner != value.Winner || plies != value.Plies || (m != brandubh.Move{}) != (winner == p.Turn()) {
				t.Fatalf("%v: %v, but known is %v, %d, %v, %v", p, value, winner, plies, m, ok)
			}
			for n := value.Plies; n > 0; n-- {
				moves, err := all.Moves(p)
				if err != nil || len(moves) == 0 || moves[0].Value != (Value{value.Winner, n}) {
					t.Fatalf("%v: should end in %d plies: %v, %v", p, n, moves, err)
				}
				p, _ = v.Play(p, moves[0].Move)
			}
			if r := v.Result(p); r.Winner != value.Winner || !r.Over() {
				t.Fatalf("%v: not the end, want %v", p, value)
			}
		}
	}
	p := position(t, "7/7/7/3K3/7/7/2ttt2 d")
	if _, err := all.Probe(p); err != nil {
		t.Error(err)
	}
	if _, _, _, ok := all.Known(preset(t, "nielsen"), p); ok {
		t.Error("known under other rules")
	}
	if _, _, _, ok := all.Known(nil, p); ok {
		t.Error("known under no rules")
	}
	for text, want := range map[string]Value{ // finished
		"7/7/7/7/7/7/1ttt3 d":  {brandubh.Attackers, 0},
		"K6/7/7/7/7/7/2ttt2 a": {brandubh.Defenders, 0},
		"K6/7/7/7/7/7/2ttt2 d": {brandubh.Defenders, 0}, // by a side to move that cannot
	} {
		if winner, plies, m, ok := all.Known(v, position(t, text)); !ok || winner != want.Winner || plies != 0 || m != (brandubh.Move{}) {
			t.Errorf("%s: known is %v, %d, %v, %v", text, winner, plies, m, ok)
		}
		if got, err := all.Probe(position(t, text)); err != nil || got != want {
			t.Errorf("%s: got %v, %v, want %v", text, got, err, want)
		}
		if moves, err := all.Moves(position(t, text)); err != nil || len(moves) > 0 {
			t.Errorf("%s: moves %v, %v", text, moves, err)
		}
	}
	if _, err := all.Probe(position(t, "7/7/7/3K3/7/7/1ttttt1 d")); !errors.Is(err, ErrNoTable) {
		t.Errorf("five men: %v", err)
	}
	if _, err := all.Probe(position(t, "7/7/7/3K3/7/7/t6 d")); err == nil {
		t.Error("a soldier on a corner: probed")
	}
	if _, err := all.Probe(brandubh.Position{}); err == nil {
		t.Error("the zero Position: probed")
	}
	if err := all.Close(); err != nil {
		t.Error(err)
	}
	if _, err := all.Probe(p); !errors.Is(err, ErrNoTable) {
		t.Errorf("after Close: %v", err)
	}
}

func position(t *testing.T, text string) brandubh.Position {
	t.Helper()
	p, err := brandubh.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestEndlessUnder(t *testing.T) {
	for name, want := range map[string]Endless{
		"federation": {Winner: brandubh.Attackers},
		"nielsen":    {},
		"walker":     {},
		"leaflet":    {},
		"spelregler": {Open: true},
		"regeln":     {Open: true},
		"legacy":     {Open: true},
		"brandubh2":  {Open: true},
	} {
		v, _ := brandubh.Preset(name)
		if got := EndlessUnder(v); got.Winner != want.Winner || got.Open != want.Open || got.Text == "" {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// TestBadUse: what makes no sense is refused, or has no value.
func TestBadUse(t *testing.T) {
	v := brandubh.Federation()
	all, _ := build(t, v, BuildOptions{Men: 1})
	for _, turn := range []brandubh.Side{brandubh.NoSide, 7} {
		if _, err := all.Count(t.Context(), Class{1, 0}, turn); !errors.Is(err, brandubh.ErrNotASide) {
			t.Errorf("Count with %v to move: %v", turn, err)
		}
	}
	for _, c := range []Class{{-1, 0}, {0, 5}, {9, 0}, {2, 0}} {
		if _, err := all.Count(t.Context(), c, brandubh.Attackers); !errors.Is(err, ErrNoTable) {
			t.Errorf("Count of %v: %v", c, err)
		}
		if _, err := all.Verify(t.Context(), c, VerifyOptions{}); !errors.Is(err, ErrNoTable) {
			t.Errorf("Verify of %v: %v", c, err)
		}
	}
	p := position(t, "7/7/7/3K3/7/7/1tt4 a")
	if got := Search(v, p.WithTurn(brandubh.NoSide), 2); got != (Value{brandubh.NoSide, -1}) {
		t.Errorf("nobody to move: %v", got)
	}
	if got := Search(nil, p, 2); got != (Value{brandubh.NoSide, -1}) {
		t.Errorf("no rules: %v", got)
	}
}

// TestDrawMove: a move after which the other side cannot move is a draw at once where
// the rules say so.
func TestDrawMove(t *testing.T) {
	all, _ := build(t, preset(t, "nielsen"), BuildOptions{Men: 1})
	moves, err := all.Moves(position(t, "7/7/7/7/7/1K5/7 d")) // there are no attackers
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if m.Value.Winner == brandubh.NoSide && m.Value.String() != "a draw" {
			t.Errorf("%v: %v", m.Move, m.Value)
		}
	}
	if last := moves[len(moves)-1].Value; last.Winner != brandubh.NoSide {
		t.Errorf("the last move: %v, want a draw", last)
	}
}

// TestEarly: what captures alone decide, and what they leave open.
func TestEarly(t *testing.T) {
	for _, c := range []struct {
		o     outcome
		quiet bool
		want  code
	}{
		{outcome{win: 3, worst: 8, safe: true}, true, 4},
		{outcome{worst: 6}, false, 7},
		{outcome{worst: 6}, true, 0},
		{outcome{worst: 6, safe: true}, false, 0},
		{outcome{safe: true}, false, 0},
		{outcome{}, true, 0},
		{outcome{}, false, 1}, // no move
	} {
		s := &solver{r: newRules(brandubh.Federation()), limit: maxPlies, codes: [2][]code{{0}, {0}}}
		newWorker(s).early(attackersMove, 0, c.o, c.quiet)
		if got := s.codes[attackersMove][0]; got != c.want {
			t.Errorf("%+v, other moves %v: got %d, want %d", c.o, c.quiet, got, c.want)
		}
	}
}

// TestEnclosed compares with the library on boards with enough men for a wall.
func TestEnclosed(t *testing.T) {
	v, err := brandubh.Preset("legacy")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(6, 6))
	walled := 0
	for range 20000 {
		k := bb(1) << []int{16, 24, 30}[random.IntN(3)]
		d, a := bb(0), neighbours(k)&^throne // near the king, or there is never a wall
		for range 6 {
			s := bb(1) << random.IntN(squares)
			switch {
			case s&(k|throne|corners) != 0:
			case random.IntN(4) == 0:
				d, a = d|s, a&^s
			default:
				d, a = d&^s, a|s
			}
		}
		got := enclosed(k|d, a)
		if want := v.Result(positionOf(k, d, a, brandubh.Defenders)).Reason == brandubh.Enclosed; got != want {
			t.Fatalf("%v: got %v", positionOf(k, d, a, brandubh.Defenders), got)
		}
		if got {
			walled++
		}
	}
	if walled < 100 {
		t.Errorf("only %d walls", walled)
	}
}

// TestEnclosure: four attackers are the fewest for a wall, and that it wins shows where
// want of moves draws.
func TestEnclosure(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a class of four men")
	}
	v := brandubh.Federation()
	v.Name, v.Base, v.NoMoves = "own", "", brandubh.NoMovesDraws
	for enclosure, want := range map[bool]code{false: 0, true: 1} {
		v.Enclosure = enclosure
		dir, g := t.TempDir(), newGeometry(v)
		var all classes
		for _, c := range []Class{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}} {
			if err := buildClass(t.Context(), dir, g, &all, c, BuildOptions{Workers: 2}); err != nil {
				t.Fatal(err)
			}
		}
		const k = bb(1) << 24
		x := all[4][0]
		if got := x.code(defendersMove, x.place(k, 0, neighbours(k))); got != want {
			t.Errorf("enclosure %v: got %d, want %d", enclosure, got, want)
		}
		if err := all.close(); err != nil {
			t.Error(err)
		}
	}
}

// preset returns the preset of that name.
func preset(t testing.TB, name string) *brandubh.Variant {
	t.Helper()
	v, err := brandubh.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
