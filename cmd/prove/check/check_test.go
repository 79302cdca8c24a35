package check

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"example.com/brandubh"
)

// entry is a position with the defenders to move and their move.
type entry struct {
	position brandubh.Position
	move     brandubh.Move
}

// words are the two sets that an entry is sorted and stored by.
func (e entry) words() (attackers, defenders uint64) {
	king := e.position.Pieces(brandubh.King)
	return uint64(e.position.Pieces(brandubh.Attacker) | king), uint64(e.position.Pieces(brandubh.Defender) | king)
}

// content returns the content of a certificate, entries in the order given.
func content(v *brandubh.Variant, root brandubh.Position, entries []entry) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "brandubh certificate 2\nrules %s %s\nroot %v\nmoves %d\n", v.Name, v.Fingerprint(), root, len(entries))
	var lastA, lastD uint64
	for _, e := range entries {
		a, d := e.words()
		if d != lastD {
			lastA = 0
		}
		var buf []byte
		buf = binary.AppendUvarint(buf, d-lastD)
		buf = binary.AppendUvarint(buf, a-lastA)
		b.Write(append(buf, byte(e.move.From), byte(e.move.To)))
		lastA, lastD = a, d
	}
	return b.Bytes()
}

func pack(content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(content)
	w.Close()
	return b.Bytes()
}

func sorted(entries []entry) []entry {
	slices.SortFunc(entries, func(x, y entry) int {
		xa, xd := x.words()
		ya, yd := y.words()
		return 2*cmp(xd, yd) + cmp(xa, ya)
	})
	return entries
}

func cmp(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// try reads and checks.
func try(packed []byte, v *brandubh.Variant) (Report, error) {
	c, err := Read(bytes.NewReader(packed), v)
	if err != nil {
		return Report{}, err
	}
	return c.Check(context.Background(), nil)
}

func position(t *testing.T, text string) brandubh.Position {
	t.Helper()
	p, err := brandubh.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// closure returns an entry for every position that play can come to and in which
// the king cannot escape at once, with the move that choose picks among the legal
// ones.
func closure(v *brandubh.Variant, root brandubh.Position, choose func(brandubh.Position, []brandubh.Move) brandubh.Move) []entry {
	seen := map[brandubh.Position]bool{}
	var entries []entry
	var meet func(p brandubh.Position)
	answers := func(p brandubh.Position) {
		for m := range v.Moves(p) {
			q, _ := v.Play(p, m)
			meet(q)
		}
	}
	meet = func(p brandubh.Position) {
		p, _ = p.Canonical()
		if seen[p] || v.Result(p).Over() {
			return
		}
		seen[p] = true
		moves := slices.Collect(v.Moves(p))
		if slices.ContainsFunc(moves, func(m brandubh.Move) bool {
			q, _ := v.Play(p, m)
			return v.Result(q).Reason == brandubh.Escape
		}) {
			return
		}
		m := choose(p, moves)
		entries = append(entries, entry{p, m})
		q, _ := v.Play(p, m)
		answers(q)
	}
	if root.Turn() == brandubh.Defenders {
		meet(root)
	} else {
		answers(root)
	}
	return sorted(entries)
}

// winning returns the wins of the defenders on a small board by plain iteration:
// the number of plies to the end for every canonical position that can follow.
func winning(v *brandubh.Variant, root brandubh.Position) map[brandubh.Position]int {
	next := map[brandubh.Position][]brandubh.Position{}
	todo := []brandubh.Position{root}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
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
	won := map[brandubh.Position]int{}
	for p := range next {
		if v.Result(p).Winner == brandubh.Defenders {
			won[p] = 0
		}
	}
	for n, more := 1, true; more; n++ {
		more = false
		for p, qs := range next {
			if _, ok := won[p]; ok || len(qs) == 0 {
				continue
			}
			count := 0
			for _, q := range qs {
				if k, ok := won[q]; ok && k < n {
					count++
				}
			}
			if count == len(qs) || p.Turn() == brandubh.Defenders && count > 0 {
				won[p] = n
				more = true
			}
		}
	}
	return won
}

// small returns the right certificate of a small position and its longest line.
func small(t *testing.T, v *brandubh.Variant, text string) (brandubh.Position, []entry, int) {
	t.Helper()
	root := position(t, text)
	canonical, _ := root.Canonical()
	won := winning(v, canonical)
	if won[canonical] == 0 {
		t.Fatalf("%s is not won under %s", text, v.Name)
	}
	return root, closure(v, root, func(p brandubh.Position, moves []brandubh.Move) (best brandubh.Move) {
		least := -1
		for _, m := range moves {
			q, _ := v.Play(p, m)
			q, _ = q.Canonical()
			if n, ok := won[q]; ok && (least < 0 || n < least) {
				best, least = m, n
			}
		}
		return best
	}), won[canonical]
}

// The king walks off to a corner while two attackers try to stop him.
const (
	smallText = "7/7/7/7/1t5/1K5/5t1 d"
	smallA    = "7/7/5t1/7/2t4/1K5/7 a"
)

func TestRight(t *testing.T) {
	for _, name := range []string{"federation", "nielsen", "scottish"} {
		v, err := brandubh.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{smallText, smallA} {
			root, entries, plies := small(t, v, text)
			r, err := try(pack(content(v, root, entries)), nil)
			if err != nil {
				t.Fatalf("%s, %s: %v", name, text, err)
			}
			if r.Chosen != len(entries) || r.Longest != plies || r.Positions < r.Chosen || r.Answers == 0 && plies > 1 {
				t.Errorf("%s, %s: %+v, want %d moves and %d plies", name, text, r, len(entries), plies)
			}
		}
	}
}

// TestOneMoveChanged changes each move of a certificate into every other one. What
// still passes must be a proof, which plain iteration tells.
func TestOneMoveChanged(t *testing.T) {
	v := brandubh.Federation()
	root, entries, _ := small(t, v, smallText)
	canonical, _ := root.Canonical()
	won := winning(v, canonical)
	refused := map[error]int{}
	for i := 0; i < len(entries); i += max(1, len(entries)/40) {
		e := entries[i]
		for m := range v.Moves(e.position) {
			if m == e.move {
				continue
			}
			entries[i].move = m
			_, err := try(pack(content(v, root, entries)), nil)
			q, _ := v.Play(e.position, m)
			q, _ = q.Canonical()
			if _, ok := won[q]; err == nil && !ok {
				t.Errorf("%v in %v does not win but passes", m, e.position)
			}
			for _, reason := range []error{ErrGap, ErrCycle, ErrNotWon, ErrSurplus} {
				if errors.Is(err, reason) {
					refused[reason]++
				}
			}
		}
		entries[i].move = brandubh.Move{From: e.move.From, To: e.move.From}
		if _, err := try(pack(content(v, root, entries)), nil); !errors.Is(err, ErrIllegal) {
			t.Errorf("an illegal move in %v: %v", e.position, err)
		}
		entries[i].move = e.move
	}
	if refused[ErrGap] == 0 || refused[ErrNotWon] == 0 {
		t.Errorf("changed moves were refused for %v", refused)
	}
}

func TestHole(t *testing.T) {
	v := brandubh.Federation()
	root, entries, _ := small(t, v, smallText)
	for i := range entries {
		less := slices.Delete(slices.Clone(entries), i, i+1)
		_, err := try(pack(content(v, root, less)), nil)
		if !errors.Is(err, ErrGap) {
			t.Fatalf("without %v: %v", entries[i].position, err)
		}
	}
}

func TestSurplus(t *testing.T) {
	v := brandubh.Federation()
	root, entries, _ := small(t, v, smallText)
	p, _ := position(t, "7/7/7/3K3/7/7/7 d").Canonical()
	more := sorted(append(slices.Clone(entries), entry{p, brandubh.Move{From: brandubh.D4, To: brandubh.D1}}))
	if _, err := try(pack(content(v, root, more)), nil); !errors.Is(err, ErrSurplus) {
		t.Error(err)
	}
}

// TestCycle: a king who walks about and never goes home is not winning, though no
// attacker ever takes him.
func TestCycle(t *testing.T) {
	v := brandubh.Federation()
	for _, text := range []string{"7/7/7/3K3/7/t6/7 d", "7/7/7/3K3/7/t6/7 a"} {
		root := position(t, text)
		entries := closure(v, root, func(p brandubh.Position, moves []brandubh.Move) brandubh.Move {
			for _, m := range moves { // away from the edge, where a corner could help to take him
				q, _ := v.Play(p, m)
				if !v.Result(q).Over() && q.Pieces(brandubh.King)&brandubh.Edge == 0 {
					return m
				}
			}
			return moves[0]
		})
		_, err := try(pack(content(v, root, entries)), nil)
		if !errors.Is(err, ErrCycle) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestNotWon: the attackers take the king, or there is nothing to win.
func TestNotWon(t *testing.T) {
	v := brandubh.Federation()
	root := position(t, "7/7/7/7/1tK4/3t3/7 a")
	entries := closure(v, root, func(_ brandubh.Position, moves []brandubh.Move) brandubh.Move { return moves[0] })
	for text, entries := range map[string][]entry{
		"7/7/7/7/1tK4/3t3/7 a": entries,
		"7/7/7/7/7/3t3/7 d":    nil,
	} {
		if _, err := try(pack(content(v, position(t, text), entries)), nil); !errors.Is(err, ErrNotWon) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestRules: the same moves under other rules, by name, by fingerprint, or both.
func TestRules(t *testing.T) {
	v, other := brandubh.Federation(), preset(t, "magpie")
	root, entries, _ := small(t, v, smallText)
	good := content(v, root, entries)
	for _, change := range [][2]string{
		{"rules federation ", "rules magpie "},
		{"rules federation ", "rules nobody "},
		{v.Fingerprint(), other.Fingerprint()},
		{v.Fingerprint(), ""},
	} {
		bad := bytes.Replace(good, []byte(change[0]), []byte(change[1]), 1)
		if _, err := try(pack(bad), nil); !errors.Is(err, ErrRules) {
			t.Errorf("%q for %q: %v", change[1], change[0], err)
		}
	}
	if _, err := try(pack(good), other); !errors.Is(err, ErrRules) {
		t.Errorf("checked under magpie: %v", err)
	}
	// Under magpie the king walks one square, so his long moves are illegal.
	if _, err := try(pack(content(other, root, entries)), nil); !errors.Is(err, ErrIllegal) {
		t.Errorf("written for magpie: %v", err)
	}
	if _, err := try(pack(bytes.Replace(good, []byte("rules federation "), []byte("rules mine "), 1)), v); err != nil {
		t.Errorf("the same rules by another name: %v", err)
	}
}

// TestForm: what is no certificate, or not a whole one.
func TestForm(t *testing.T) {
	v := brandubh.Federation()
	root, entries, _ := small(t, v, smallText)
	good := content(v, root, entries)
	packed := pack(good)
	whole, err := Read(bytes.NewReader(packed), nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range packed {
		if _, err := try(packed[:n], nil); !errors.Is(err, ErrFormat) {
			t.Fatalf("%d of %d bytes: %v", n, len(packed), err)
		}
	}
	for i := 0; i < len(packed); i++ {
		bad := slices.Clone(packed)
		bad[i] ^= 0x10
		// Some bits of the packing say nothing; then the contents are the same.
		if c, err := Read(bytes.NewReader(bad), nil); err == nil && c.SHA256 != whole.SHA256 {
			t.Fatalf("byte %d changed: passes with other contents", i)
		} else if err != nil && !errors.Is(err, ErrFormat) && !errors.Is(err, ErrRules) {
			t.Fatalf("byte %d changed: %v", i, err)
		}
	}

	line := func(n int) []byte { // the first n lines
		return bytes.Join(bytes.SplitAfter(good, []byte("\n"))[:n], nil)
	}
	head := line(3)
	swapped := slices.Clone(entries)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	image := slices.Clone(entries)
	image[0].position = brandubh.Rotate180.Position(image[0].position)
	twice := slices.Insert(slices.Clone(entries), 1, entries[0])
	for name, bad := range map[string][]byte{
		"empty":           nil,
		"a text":          []byte("hello\n"),
		"another version": bytes.Replace(good, []byte("certificate 2"), []byte("certificate 1"), 1),
		"no root":         bytes.Replace(good, []byte("root "), []byte("route "), 1),
		"a bad root":      bytes.Replace(good, []byte(root.String()), []byte("9/9 d"), 1),
		"two kings":       bytes.Replace(good, []byte(root.String()), []byte("K6/7/7/3K3/7/7/7 d"), 1),
		"no number":       append(slices.Clone(head), "moves many\n"...),
		"a huge number":   append(slices.Clone(head), "moves 99999999999\n"...),
		"fewer entries":   append(slices.Clone(head), "moves 3\n"...),
		"more follows":    append(slices.Clone(good), 0),
		"not sorted":      content(v, root, swapped),
		"not canonical":   content(v, root, sorted(image)),
		"twice":           content(v, root, twice),
		"long line":       append([]byte("brandubh certificate 2\nrules "), bytes.Repeat([]byte("x"), 1<<16)...),
	} {
		if _, err := try(pack(bad), nil); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := try([]byte("hello"), nil); !errors.Is(err, ErrFormat) {
		t.Errorf("not packed: %v", err)
	}
}

// TestStop: a check can be stopped.
func TestStop(t *testing.T) {
	file, err := os.Open("../certificates/d1-b1.proof")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	c, err := Read(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.Len() < 1<<12 {
		t.Fatalf("%d moves are too few to be stopped", c.Len())
	}
	ctx, stop := context.WithCancel(context.Background())
	_, err = c.Check(ctx, func(done int) {
		if done <= 0 || done > c.Len() {
			t.Errorf("%d of %d", done, c.Len())
		}
		stop()
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestApart: the checker and the prover share no code but the library.
func TestApart(t *testing.T) {
	const own = "example.com/brandubh/"
	for _, pkg := range []string{"check", "search"} {
		out, err := exec.Command("go", "list", "-deps", own+"cmd/prove/"+pkg).Output()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(out), "example.com/brandubh\n") {
			t.Fatalf("%s does not even use the library:\n%s", pkg, out)
		}
		for dep := range strings.Lines(string(out)) {
			dep = strings.TrimSpace(dep)
			if strings.HasPrefix(dep, own) && dep != own+"cmd/prove/"+pkg {
				t.Errorf("%s uses %s", pkg, dep)
			}
			if strings.Contains(strings.SplitN(dep, "/", 2)[0], ".") && !strings.HasPrefix(dep, "example.com/brandubh") {
				t.Errorf("%s uses %s", pkg, dep)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	v := brandubh.Federation()
	f.Add([]byte("brandubh certificate 2\nrules federation " + v.Fingerprint() + "\nroot 7/7/7/3K3/7/7/7 d\nmoves 0\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		c, err := Read(bytes.NewReader(pack(content)), nil)
		if err != nil {
			return
		}
		if _, err := c.Check(context.Background(), nil); err == nil && c.Rules.Result(c.Root).Over() && c.Len() > 0 {
			t.Error("a finished root needs no moves")
		}
	})
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
