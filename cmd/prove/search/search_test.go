package search

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"example.com/brandubh"
)

// forced tells by plain iteration from which positions the defenders can force a
// win, for all positions (canonical ones) that can follow from those given.
func forced(v *brandubh.Variant, from []brandubh.Position) map[brandubh.Position]bool {
	next := map[brandubh.Position][]brandubh.Position{}
	todo := from
	for len(todo) > 0 {
		p, _ := todo[len(todo)-1].Canonical()
		todo = todo[:len(todo)-1]
		if _, ok := next[p]; ok {
			continue
		}
		next[p] = []brandubh.Position{}
		for m := range v.Moves(p) {
			q, _ := v.Play(p, m)
			q, _ = q.Canonical()
			next[p] = append(next[p], q)
			todo = append(todo, q)
		}
	}
	won := map[brandubh.Position]bool{}
	for more := true; more; {
		more = false
		for p, qs := range next {
			if won[p] {
				continue
			}
			count := 0
			for _, q := range qs {
				if won[q] {
					count++
				}
			}
			if v.Result(p).Winner == brandubh.Defenders ||
				len(qs) > 0 && (count == len(qs) || p.Turn() == brandubh.Defenders && count > 0) {
				won[p], more = true, true
			}
		}
	}
	all := map[brandubh.Position]bool{}
	for p := range next {
		all[p] = won[p]
	}
	return all
}

// scatter returns a random position that can arise and is not over.
func scatter(v *brandubh.Variant, r *rand.Rand, attackers, defenders int, turn brandubh.Side) brandubh.Position {
	for {
		p := brandubh.Position{}.WithTurn(turn)
		pieces := []brandubh.Piece{brandubh.King}
		for range attackers {
			pieces = append(pieces, brandubh.Attacker)
		}
		for range defenders {
			pieces = append(pieces, brandubh.Defender)
		}
		for _, x := range pieces {
			for {
				if s := brandubh.Square(r.IntN(49)); p.At(s) == brandubh.NoPiece {
					p, _ = p.Put(s, x)
					break
				}
			}
		}
		if v.ValidatePosition(p) == nil && !v.Result(p).Over() {
			return p
		}
	}
}

// forgetful is the memory of a search whose table is far too small for what it
// meets, while its list is not.
const forgetful = 1 << 23

func run(t *testing.T, c Config) (*Search, Verdict) {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if c.Memory == forgetful {
		s.table = newTable(1 << 15)
		if c.Workers < 2 {
			s.paths[0] = s.table
		}
	}
	verdict, err := s.Run(context.Background(), 0)
	if err != nil {
		t.Fatalf("%v: %v", c.Root, err)
	}
	return s, verdict
}

// follow tries a search's proof as a certificate is tried, by the entries alone.
func follow(t *testing.T, s *Search, root brandubh.Position) {
	t.Helper()
	v := s.v
	entries, err := s.proof(t.Context())
	if err != nil {
		t.Fatalf("%v: %v", root, err)
	}
	moves := map[brandubh.Position]record{}
	for _, e := range entries {
		moves[e.key().position()] = e
	}
	const onLine = -1
	longest := map[brandubh.Position]int{} // the plies of the longest line
	var walk func(p brandubh.Position) int
	walk = func(p brandubh.Position) (plies int) {
		p, _ = p.Canonical()
		n, known := longest[p]
		switch r := v.Result(p); {
		case r.Winner == brandubh.Defenders:
			return 0
		case r.Over():
			t.Fatalf("%v: lost", p)
		case n == onLine:
			t.Fatalf("%v comes back", p)
		case known:
			return n
		}
		if p.Turn() == brandubh.Defenders && v.Escapes(p) != 0 {
			return 1
		}
		longest[p] = onLine
		if p.Turn() == brandubh.Defenders {
			e, ok := moves[p]
			if !ok {
				t.Fatalf("%v has no move", p)
			}
			q, err := v.Play(p, e.move())
			if err != nil {
				t.Fatal(err)
			}
			plies = 1 + walk(q)
			if e.rank() != plies {
				t.Fatalf("%v has rank %d, want %d", p, e.rank(), plies)
			}
		} else {
			for m := range v.Moves(p) {
				q, _ := v.Play(p, m)
				plies = max(plies, 1+walk(q))
			}
		}
		longest[p] = plies
		return plies
	}
	walk(root)
}

// TestAgainstIteration compares verdicts with plain iteration over all positions of
// two attackers, and follows the proofs. (Under legacy and scottish rules two
// attackers cannot hold the king.) The table is small enough to forget most of what it is told.
func TestAgainstIteration(t *testing.T) {
	for _, name := range []string{"federation", "legacy", "brandubh2", "nielsen", "magpie", "scottish"} {
		t.Run(name, func(t *testing.T) {
			v, err := brandubh.Preset(name)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(1, 2))
			n := 40
			if name == "magpie" {
				n = 12
			}
			var roots []brandubh.Position
			for i := range n {
				roots = append(roots, scatter(v, r, 2, 0, brandubh.Side(1+i%2)))
			}
			truth := forced(v, roots)
			verdicts := map[Verdict]int{}
			for i, root := range roots {
				canonical, _ := root.Canonical()
				workers := 1 + i%3
				memory := int64(forgetful)
				if name == "magpie" { // whose king walks slowly: it takes minutes to disprove with no memory
					memory *= 2
				}
				s, verdict := run(t, Config{Rules: v, Root: root, Memory: memory, Workers: workers})
				if verdict == Proved != truth[canonical] {
					t.Errorf("%v: verdict %d, plain iteration says %t", root, verdict, truth[canonical])
				}
				verdicts[verdict]++
				if verdict == Proved {
					follow(t, s, root)
				} else if _, err := s.proof(t.Context()); !errors.Is(err, ErrUnproved) {
					t.Errorf("%v: a proof of what is not won: %v", root, err)
				}
			}
			if verdicts[Proved] == 0 || len(verdicts) < 2 && name != "scottish" && name != "legacy" {
				t.Errorf("verdicts %v show too little", verdicts)
			}
		})
	}
}

// within reports whether the defenders can force a win in so many plies.
func within(v *brandubh.Variant, p brandubh.Position, plies int) bool {
	if r := v.Result(p); r.Over() || plies == 0 {
		return r.Winner == brandubh.Defenders
	}
	for m := range v.Moves(p) {
		q, _ := v.Play(p, m)
		if within(v, q, plies-1) == (p.Turn() == brandubh.Defenders) {
			return p.Turn() == brandubh.Defenders
		}
	}
	return p.Turn() == brandubh.Attackers
}

// TestEstimate: what is called won at sight is won in as many plies as it says, by
// plain search, and no answer is left out.
func TestEstimate(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"federation", "brandubh2", "legacy", "magpie", "scottish", "walker"} {
		v, err := brandubh.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(Config{Rules: v, Root: v.Start, Memory: 1 << 16})
		if err != nil {
			t.Fatal(err)
		}
		won := 0
		for i := range 3000 {
			p := scatter(v, r, 2+r.IntN(6), r.IntN(4), brandubh.Side(1+i%2))
			if p.Turn() == brandubh.Attackers {
				// Against the count without short cuts.
				if v.Escapes(p.WithTurn(brandubh.Defenders)) == 0 {
					continue
				}
				want := uint32(0)
				for m := range v.Moves(p) {
					if q, _ := v.Play(p, m); v.Escapes(q) == 0 {
						want++
					}
				}
				for _, limit := range []uint32{1, 3, infinite} {
					if got := s.defences(p, 0, limit); got != min(want, limit) {
						t.Errorf("%s, %v: %d defences, want %d", name, p, got, min(want, limit))
					}
				}
				continue
			}
			if v.Escapes(p) != 0 {
				continue
			}
			n, m := s.threats(p, 1, infinite)
			want := max(1, uint32(v.Count(p.WithTurn(brandubh.Attackers))))
			for m := range v.Moves(p) {
				if q, _ := v.Play(p, m); v.Escapes(q.WithTurn(brandubh.Defenders)) != 0 {
					want = min(want, s.defences(q, 0, infinite))
				}
			}
			if n != want || s.wins(p, 1) != (n == 0) {
				t.Errorf("%s, %v: the best threat leaves %d answers, want %d", name, p, n, want)
			}
			if n > 0 {
				continue
			}
			won++
			if q, err := v.Play(p, m); err != nil || won < 40 && !within(v, q, 2) {
				t.Errorf("%s: %v does not win at once in %v (%v)", name, m, p, err)
			}
		}
		if won == 0 {
			t.Errorf("%s: nothing is won by a threat", name)
		}
	}
}

// line is 1. d1-b1 c4-c1 2. d2-e2, one of the known facts.
func line(t *testing.T) (*brandubh.Variant, brandubh.Position) {
	t.Helper()
	v := brandubh.Federation()
	p, err := brandubh.ParsePosition("3t3/3t3/3T3/tt1KTtt/3T3/4t2/2T4 d")
	if err != nil {
		t.Fatal(err)
	}
	return v, p
}

// TestForgetful: a table that holds a part of what the search meets, and a proof
// all the same.
func TestForgetful(t *testing.T) {
	v, root := line(t)
	small, verdict := run(t, Config{Rules: v, Root: root, Memory: forgetful})
	if verdict != Proved {
		t.Fatalf("verdict %d", verdict)
	}
	if small.table.fill() < 0.5 {
		t.Errorf("the table is %.2f full: too large to forget", small.table.fill())
	}
	follow(t, small, root)
}

// TestSameProof: the same search writes the same bytes.
func TestSameProof(t *testing.T) {
	v, root := line(t)
	var files [2]bytes.Buffer
	for i := range files {
		s, _ := run(t, Config{Rules: v, Root: root, Memory: 1 << 22})
		if n, err := s.WriteCertificate(t.Context(), &files[i]); err != nil || n == 0 {
			t.Fatal(n, err)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("two certificates of the same proof differ")
	}
}

// reload saves a search and takes it up again.
func reload(t *testing.T, s *Search, c Config) *Search {
	t.Helper()
	var state bytes.Buffer
	if err := s.Save(&state); err != nil {
		t.Fatal(err)
	}
	loaded, err := Load(c, &state)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// TestManyWorkers searches with more workers than there are cores, stopped and taken
// up with another number of them.
func TestManyWorkers(t *testing.T) {
	v, root := line(t)
	c := Config{Rules: v, Root: root, Memory: 1 << 24}
	for _, workers := range [][2]int{{3, 2}, {8, 1}, {1, 8}} {
		if testing.Short() && workers[0] != 3 {
			continue
		}
		c.Workers = workers[0]
		s, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		if verdict, err := s.Run(context.Background(), 500); verdict != Open || !errors.Is(err, ErrBudget) {
			t.Fatalf("verdict %d, %v", verdict, err)
		}
		if n := s.Progress().Expansions; n < 500 || n > 500+uint64(c.Workers) {
			t.Errorf("%d expansions by %d workers, want 500", n, c.Workers)
		}
		c.Workers = workers[1]
		s = reload(t, s, c)
		if verdict, err := s.Run(context.Background(), 0); verdict != Proved {
			t.Fatalf("verdict %d, %v", verdict, err)
		}
		follow(t, s, root)
	}
}

// TestNoRoom: a proof that there is no room to write down can still be saved, and
// written with more memory, the same one.
func TestNoRoom(t *testing.T) {
	v, root := line(t)
	c := Config{Rules: v, Root: root, Memory: 200 << 10}
	s, verdict := run(t, c)
	var no, one, other bytes.Buffer
	if _, err := s.WriteCertificate(t.Context(), &no); verdict != Proved || !errors.Is(err, ErrMemory) || no.Len() > 0 {
		t.Fatalf("verdict %d, %v, %d bytes", verdict, err, no.Len())
	}
	c.Memory = 1 << 23
	loaded := reload(t, s, c)
	if verdict, err := loaded.Run(context.Background(), 0); verdict != Proved || loaded.Progress().Expansions != s.Progress().Expansions {
		t.Fatalf("verdict %d, %v, %+v", verdict, err, loaded.Progress())
	}
	if _, err := loaded.WriteCertificate(t.Context(), &one); err != nil {
		t.Fatal(err)
	}
	s.config.Memory = c.Memory
	if _, err := s.WriteCertificate(t.Context(), &other); err != nil || !bytes.Equal(one.Bytes(), other.Bytes()) {
		t.Errorf("%v; the same: %t", err, bytes.Equal(one.Bytes(), other.Bytes()))
	}
}

// TestLearn: what one search has proved another need not, and its certificate is whole
// all the same.
func TestLearn(t *testing.T) {
	v, root := line(t)
	first, verdict := run(t, Config{Rules: v, Root: root, Memory: 1 << 24})
	var state bytes.Buffer
	if err := first.Save(&state); err != nil || verdict != Proved {
		t.Fatal(verdict, err)
	}
	p, err := v.Play(first.root, first.won.records[len(first.won.records)-1].move())
	if err != nil { // the last that was proved is the root
		t.Fatal(err)
	}
	roots := []brandubh.Position{root, p}
	for m := range v.Moves(p) {
		if q, err := v.Play(p, m); err == nil && !v.Result(q).Over() {
			roots = append(roots, q)
		}
	}
	for _, root := range roots {
		c := Config{Rules: v, Root: root, Memory: 1 << 24}
		alone, _ := run(t, c)
		s, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Learn(bytes.NewReader(state.Bytes())); err != nil {
			t.Fatal(err)
		}
		if verdict, err := s.Run(context.Background(), 0); verdict != Proved {
			t.Fatalf("%v: verdict %d, %v", root, verdict, err)
		}
		if a, b := alone.Progress().Expansions, s.Progress().Expansions; b > a/20+1 {
			t.Errorf("%v: %d expansions, alone %d", root, b, a)
		}
		follow(t, s, root)
	}

	damaged := bytes.Clone(state.Bytes())
	damaged[len(damaged)/2] ^= 1
	for name, c := range map[string]struct {
		Config
		state []byte
	}{
		"other rules": {Config{Rules: preset(t, "nielsen"), Root: root, Memory: 1 << 24}, state.Bytes()},
		"tables":      {Config{Rules: v, Root: root, Memory: 1 << 24, Table: noTable{}}, state.Bytes()},
		"damaged":     {Config{Rules: v, Root: root, Memory: 1 << 24}, damaged},
		"no state":    {Config{Rules: v, Root: root, Memory: 1 << 24}, []byte("brandubh\n")},
		"no room":     {Config{Rules: v, Root: root, Memory: 1 << 24}, state.Bytes()},
	} {
		s, err := New(c.Config)
		if err != nil {
			t.Fatal(err)
		}
		if name == "no room" {
			s.won.room = 64
		}
		if err := s.Learn(bytes.NewReader(c.state)); !errors.Is(err, ErrState) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestResume stops a search again and again and takes it up from what was saved.
func TestResume(t *testing.T) {
	v := brandubh.Federation()
	root, err := brandubh.ParsePosition("3t3/3Kt2/1T5/tt2Ttt/3T3/3t3/3t3 d") // 1. b4-b3 d5-b5 2. d6-e6 d4-d6 3. b3-b4
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Rules: v, Root: root, Memory: 1 << 22}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	stops := 0
	var before uint64
	for {
		verdict, err := s.Run(context.Background(), 8)
		if verdict == Proved {
			break
		}
		if !errors.Is(err, ErrBudget) || s.Progress().Expansions <= before || stops > 100 {
			t.Fatalf("verdict %d, %v, %+v", verdict, err, s.Progress())
		}
		before = s.Progress().Expansions
		stops++
		saved := s.Progress()
		s = reload(t, s, c)
		if got := s.Progress(); got.Expansions != saved.Expansions || got.Fill != saved.Fill || got.Positions != saved.Positions || got.Proof != saved.Proof {
			t.Errorf("saved %+v, loaded %+v", saved, got)
		}
	}
	if stops < 2 {
		t.Errorf("stopped %d times", stops)
	}
	follow(t, s, root)
}

// TestStopped: a context that is done stops a search with its cause.
func TestStopped(t *testing.T) {
	v := brandubh.Federation()
	s, err := New(Config{Rules: v, Root: v.Start, Memory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	stop(why)
	if verdict, err := s.Run(ctx, 0); verdict != Open || !errors.Is(err, why) {
		t.Errorf("verdict %d, %v", verdict, err)
	}
}

// TestLong: a line that is too long to follow stops the search, again and again, and
// decides nothing.
func TestLong(t *testing.T) {
	v, root := line(t)
	for workers := 1; workers < 3; workers++ {
		s, err := New(Config{Rules: v, Root: root, Memory: 1 << 20, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		s.longest = 4
		for range 3 {
			if verdict, err := s.Run(context.Background(), 0); verdict != Open || !errors.Is(err, ErrLong) {
				t.Errorf("%d workers: verdict %d, %v", workers, verdict, err)
			}
		}
		s.longest = maxPlies
		if verdict, err := s.Run(context.Background(), 0); verdict != Proved {
			t.Errorf("%d workers: verdict %d, %v", workers, verdict, err)
		}
	}
}

// TestLeave: what a worker leaves because another one has decided it, and what the
// table has forgotten by then, is open for it and no more.
func TestLeave(t *testing.T) {
	v, root := line(t)
	s, err := New(Config{Rules: v, Root: root, Memory: 1 << 22, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	s.ctx, s.busy = context.Background(), make([]atomic.Int32, hashes)
	w := &worker{Search: s, paths: s.paths[0], seen: make([]uint8, hashes), leave: 0}
	if r := w.visit(s.root, keyOf(s.root), 0, numbers{infinite, infinite}); r.numbers.solved() || w.leave != nowhere {
		t.Errorf("%+v, leave %d", r, w.leave)
	}
	if e, ok := s.table.find(keyOf(s.root)); ok {
		t.Errorf("stored %+v", e)
	}
}

// TestFullList: a list of proved positions that is full stops the search.
func TestFullList(t *testing.T) {
	v, root := line(t)
	s, err := New(Config{Rules: v, Root: root, Memory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	s.won.room = 64
	if verdict, err := s.Run(context.Background(), 0); verdict != Open || !errors.Is(err, ErrMemory) {
		t.Errorf("verdict %d, %v", verdict, err)
	}
}

// TestState: damaged states, and those of another search, are refused.
func TestState(t *testing.T) {
	v, root := line(t)
	c := Config{Rules: v, Root: root, Memory: 1 << 16}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.Run(context.Background(), 512)
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		t.Fatal(err)
	}
	good := b.Bytes()
	for n := 0; n < len(good); n += 1 + n/8 {
		if _, err := Load(c, bytes.NewReader(good[:n])); !errors.Is(err, ErrState) {
			t.Fatalf("%d of %d bytes: %v", n, len(good), err)
		}
	}
	for i := 0; i < len(good); i += 1 + i/16 {
		bad := bytes.Clone(good)
		bad[i] ^= 1
		if _, err := Load(c, bytes.NewReader(bad)); !errors.Is(err, ErrState) {
			t.Fatalf("byte %d changed: %v", i, err)
		}
	}
	for name, other := range map[string]Config{
		"another root": {Rules: v, Root: v.Start, Memory: 1 << 16},
		"other rules":  {Rules: preset(t, "nielsen"), Root: root, Memory: 1 << 16},
		"tables":       {Rules: v, Root: root, Memory: 1 << 16, Table: noTable{}},
	} {
		if _, err := Load(other, bytes.NewReader(good)); !errors.Is(err, ErrState) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// noTable is a table that has nothing.
type noTable struct{}

func (noTable) Probe(brandubh.Position) (bool, int, bool) { return false, 0, false }

// plies is a table of what follows from a position, made by plain iteration: the
// plies to a forced win.
type plies map[brandubh.Position]int

func (t plies) Probe(p brandubh.Position) (bool, int, bool) {
	p, _ = p.Canonical()
	n, ok := t[p]
	return n >= 0, n, ok
}

// TestTable: with a table of the endings the search asks it, and the proof comes
// out whole.
func TestTable(t *testing.T) {
	v := brandubh.Federation()
	r := rand.New(rand.NewPCG(5, 6))
	root := scatter(v, r, 2, 0, brandubh.Attackers)
	table := plies{}
	for p := range forced(v, []brandubh.Position{root}) {
		table[p] = -1
	}
	for n, more := 0, true; more; n++ {
		more = false
		for p := range table {
			if table[p] >= 0 {
				continue
			}
			all, some, any := true, false, false
			for m := range v.Moves(p) {
				q, _ := v.Play(p, m)
				q, _ = q.Canonical()
				w := table[q] >= 0 && table[q] < n
				all, some, any = all && w, some || w, true
			}
			if v.Result(p).Winner == brandubh.Defenders || any && (all || some && p.Turn() == brandubh.Defenders) {
				table[p], more = n, true
			}
		}
	}
	proofs := 0
	for p, n := range table {
		if n < 3 || proofs > 200 {
			continue
		}
		proofs++
		s, verdict := run(t, Config{Rules: v, Root: p, Memory: 1 << 16, Table: table})
		if verdict != Proved || s.Progress().Expansions > 0 {
			t.Fatalf("%v: verdict %d after %d expansions", p, verdict, s.Progress().Expansions)
		}
		follow(t, s, p)
	}
	if proofs == 0 {
		t.Error("nothing to prove")
	}
}

// TestRefused: what the library refuses is refused.
func TestRefused(t *testing.T) {
	for _, memory := range []int64{-1, 0, leastMemory - 1} {
		v := brandubh.Federation()
		if _, err := New(Config{Rules: v, Root: v.Start, Memory: memory}); err == nil {
			t.Errorf("%d bytes of memory are enough", memory)
		}
	}
	v := brandubh.Federation()
	for name, c := range map[string]Config{
		"no rules":         {Root: v.Start},
		"no rules set":     {Rules: &brandubh.Variant{}, Root: v.Start},
		"nobody to move":   {Rules: v, Root: v.Start.WithTurn(brandubh.NoSide)},
		"no king, no turn": {Rules: v},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestGuess: a guess decides nothing, is the same for all images, and hopes for
// more with an attacker less.
func TestGuess(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, name := range []string{"federation", "brandubh2", "magpie", "scottish"} {
		v, err := brandubh.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(Config{Rules: v, Root: v.Start, Memory: 1 << 16})
		if err != nil {
			t.Fatal(err)
		}
		nearer, all := 0, 0
		for i := range 500 {
			p := scatter(v, r, 1+r.IntN(7), r.IntN(5), brandubh.Side(1+i%2))
			n := s.guess(p, 10)
			if n.solved() || n[0] >= infinite/100 || n[1] >= infinite/100 {
				t.Fatalf("%s, %v: guess %v", name, p, n)
			}
			for y := range brandubh.Symmetries() {
				if m := s.guess(y.Position(p), 10); m != n {
					t.Fatalf("%s, %v: guess %v, its image %v: %v", name, p, n, y, m)
				}
			}
			one, _ := p.Pieces(brandubh.Attacker).First()
			if q, _ := p.Put(one, brandubh.NoPiece); v.Count(q) > 0 {
				all++
				if s.guess(q, 10)[0] <= n[0] {
					nearer++
				}
			}
		}
		if nearer < all*3/4 {
			t.Errorf("%s: %d of %d positions look nearer to a proof with an attacker less", name, nearer, all)
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
