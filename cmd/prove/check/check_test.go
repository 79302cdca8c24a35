package check

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/brandubh"
)

// entry is a position with the defenders to move, their move, and the plies of the
// longest line.
type entry struct {
	position brandubh.Position
	move     brandubh.Move
	rank     int
}

// words are the two sets that an entry is sorted and stored by.
func (e entry) words() (attackers, defenders uint64) {
	king := e.position.Pieces(brandubh.King)
	return uint64(e.position.Pieces(brandubh.Attacker) | king), uint64(e.position.Pieces(brandubh.Defender) | king)
}

// content returns the content of a certificate, entries in the order given.
func content(v *brandubh.Variant, root brandubh.Position, entries []entry) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "brandubh certificate 3\nrules %s\nroot %v\nmoves %d\n", v.Fingerprint(), root, len(entries))
	var lastA, lastD uint64
	for _, e := range entries {
		a, d := e.words()
		if d != lastD {
			lastA = 0
		}
		var buf []byte
		buf = binary.AppendUvarint(buf, d-lastD)
		buf = binary.AppendUvarint(buf, a-lastA)
		buf = append(buf, byte(e.move.From), byte(e.move.To))
		b.Write(binary.AppendUvarint(buf, uint64(e.rank)))
		lastA, lastD = a, d
	}
	return b.Bytes()
}

// rank gives entries their ranks, as far as there are any: where a line comes back
// to itself it counts as ended.
func rank(v *brandubh.Variant, entries []entry) []entry {
	number := map[brandubh.Position]int{}
	for i := range entries {
		number[entries[i].position] = i
		entries[i].rank = 0
	}
	var visit func(i int) int
	visit = func(i int) int {
		if entries[i].rank > 0 {
			return entries[i].rank
		}
		entries[i].rank = 1
		rank := 1
		q, _ := v.Play(entries[i].position, entries[i].move)
		for m := range v.Moves(q) {
			p, _ := v.Play(q, m)
			plies := 0
			if v.Escapes(p) != 0 {
				plies = 1
			} else if j, ok := number[canonical(p)]; ok {
				plies = visit(j)
			}
			rank = max(rank, plies+2)
		}
		entries[i].rank = rank
		return rank
	}
	for i := range entries {
		visit(i)
	}
	return entries
}

func canonical(p brandubh.Position) brandubh.Position {
	p, _ = p.Canonical()
	return p
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
		return cmp.Or(cmp.Compare(xd, yd), cmp.Compare(xa, ya))
	})
	return entries
}

// try reads and checks.
func try(packed []byte, v *brandubh.Variant) (Report, error) {
	return tryWith(packed, v, Options{})
}

func tryWith(packed []byte, v *brandubh.Variant, o Options) (Report, error) {
	c, err := Open(bytes.NewReader(packed), v)
	if err != nil {
		return Report{}, err
	}
	return c.Check(context.Background(), o)
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
		entries = append(entries, entry{p, m, 0})
		q, _ := v.Play(p, m)
		answers(q)
	}
	if root.Turn() == brandubh.Defenders {
		meet(root)
	} else {
		answers(root)
	}
	return rank(v, sorted(entries))
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
			packed := pack(content(v, root, entries))
			r, err := try(packed, nil)
			if err != nil {
				t.Fatalf("%s, %s: %v", name, text, err)
			}
			if r.Entries != len(entries) || r.Longest != plies || r.Answers == 0 && plies > 1 {
				t.Errorf("%s, %s: %+v, want %d entries and %d plies", name, text, r, len(entries), plies)
			}
			if again, err := tryWith(packed, v, Options{Workers: 4}); err != nil || again != r {
				t.Errorf("%s, %s: by four workers: %+v, %v; want %+v", name, text, again, err, r)
			}
		}
	}
}

// TestFinishedRoot: a finished game needs no moves, and so has none.
func TestFinishedRoot(t *testing.T) {
	v := brandubh.Federation()
	root := position(t, "6K/3t3/7/7/7/7/7 a")
	if r, err := try(pack(content(v, root, nil)), nil); err != nil || r != (Report{}) {
		t.Errorf("%+v, %v: want a proof without moves", r, err)
	}
	p := canonical(position(t, "7/7/7/3K3/3t3/7/7 d"))
	lie := []entry{{p, brandubh.Move{From: brandubh.D4, To: brandubh.E4}, 1}}
	if _, err := try(pack(content(v, root, lie)), nil); !errors.Is(err, ErrSurplus) {
		t.Errorf("with an entry: %v, want %v", err, ErrSurplus)
	}
	lost := position(t, "7/7/7/7/7/3t3/7 d")
	if _, err := try(pack(content(v, lost, nil)), nil); !errors.Is(err, ErrNotWon) {
		t.Errorf("lost: %v, want %v", err, ErrNotWon)
	}
}

// reasons are all reasons to refuse a certificate.
var reasons = []error{ErrFormat, ErrRules, ErrIllegal, ErrGap, ErrRank, ErrNotWon, ErrSurplus}

// refused returns the reason of an error, and fails for an error without one.
func refused(t *testing.T, err error) error {
	t.Helper()
	for _, reason := range reasons {
		if errors.Is(err, reason) {
			return reason
		}
	}
	t.Fatalf("%v, want one of the reasons to refuse", err)
	return nil
}

// TestForged changes a right certificate in many ways, one entry at a time. Each must
// be refused.
func TestForged(t *testing.T) {
	v := brandubh.Federation()
	for _, text := range []string{smallText, smallA} {
		root, entries, _ := small(t, v, text)
		forged, counts := 0, map[error]int{}
		tried := 60
		if testing.Short() {
			tried = 10
		}
		forge := func(what string, entries []entry, want ...error) {
			t.Helper()
			forged++
			_, err := try(pack(content(v, root, entries)), nil)
			if err == nil {
				t.Fatalf("%s: passes", what)
			}
			reason := refused(t, err)
			counts[reason]++
			if len(want) > 0 && !slices.Contains(want, reason) {
				t.Fatalf("%s: %v, want %v", what, err, want)
			}
		}
		for i := 0; i < len(entries); i += max(1, len(entries)/tried) {
			change := func(what string, do func(e *entry), want ...error) {
				t.Helper()
				other := slices.Clone(entries)
				do(&other[i])
				forge(fmt.Sprint(what, " of ", entries[i]), sorted(other), want...)
			}
			for _, by := range []int{-2, -1, 1, 2, 100} {
				if entries[i].rank+by >= 0 {
					change(fmt.Sprint("rank ", by), func(e *entry) { e.rank += by }, ErrRank)
				}
			}
			change("rank 0", func(e *entry) { e.rank = 0 }, ErrRank)
			change("rank 1000", func(e *entry) { e.rank = 1000 }, ErrRank)
			change("rank 65536", func(e *entry) { e.rank = 1 << 16 }, ErrFormat)
			change("no move", func(e *entry) { e.move.To = e.move.From }, ErrIllegal)
			change("move back", func(e *entry) { e.move.From, e.move.To = e.move.To, e.move.From }, ErrIllegal)
			change("move off the board", func(e *entry) { e.move.To = 49 }, ErrIllegal)
			change("image", func(e *entry) { e.position = brandubh.Symmetry(6).Position(e.position) }, ErrGap, ErrFormat)
			forge("without "+fmt.Sprint(entries[i]), slices.Delete(slices.Clone(entries), i, i+1), ErrGap)
			forge("twice", slices.Insert(slices.Clone(entries), i, entries[i]), ErrFormat)
			for s := range brandubh.Square(49) {
				q, _ := entries[i].position.Put(s, brandubh.Attacker)
				if q != entries[i].position {
					change("one more attacker", func(e *entry) { e.position = q })
				}
			}
		}
		// Entries that are true, but that play does not come to, with their own ranks.
		_, others, _ := small(t, v, "7/7/7/7/7/1K3t1/7 d")
		for _, e := range others {
			if slices.ContainsFunc(entries, func(x entry) bool { return x.position == e.position }) {
				continue
			}
			forge("one more", sorted(append(slices.Clone(entries), e)), ErrGap, ErrRank, ErrSurplus)
		}
		if forged < 300 || counts[ErrGap] == 0 || counts[ErrRank] == 0 || counts[ErrIllegal] == 0 || counts[ErrFormat] == 0 {
			t.Errorf("%s: %d forged, refused for %v", text, forged, counts)
		}
	}
}

// TestOneMoveChanged changes each move of a certificate into every other one, and the
// ranks with it as far as there are any. What still passes must be a proof, which plain
// iteration tells.
func TestOneMoveChanged(t *testing.T) {
	v := brandubh.Federation()
	root, entries, _ := small(t, v, smallText)
	won := winning(v, canonical(root))
	counts := map[error]int{}
	for i := 0; i < len(entries); i += max(1, len(entries)/40) {
		for m := range v.Moves(entries[i].position) {
			if m == entries[i].move {
				continue
			}
			other := slices.Clone(entries)
			other[i].move = m
			_, err := try(pack(content(v, root, rank(v, other))), nil)
			if err != nil {
				counts[refused(t, err)]++
				continue
			}
			q, _ := v.Play(entries[i].position, m)
			if _, ok := won[canonical(q)]; !ok {
				t.Errorf("%v in %v does not win but passes", m, entries[i].position)
			}
		}
	}
	if counts[ErrGap] == 0 || counts[ErrNotWon] == 0 {
		t.Errorf("changed moves were refused for %v", counts)
	}
}

// TestCycle: a king who walks about and never goes home is not winning, though no
// attacker ever captures him, whatever the ranks say.
func TestCycle(t *testing.T) {
	v := brandubh.Federation()
	r := rand.New(rand.NewPCG(1, 3))
	for _, text := range []string{"7/7/7/3K3/7/t6/7 d", "7/7/7/3K3/7/t6/7 a"} {
		root := position(t, text)
		entries := closure(v, root, func(p brandubh.Position, moves []brandubh.Move) brandubh.Move {
			for _, m := range moves { // away from the edge, where a corner could help to capture him
				q, _ := v.Play(p, m)
				if !v.Result(q).Over() && q.Pieces(brandubh.King)&brandubh.Edge == 0 {
					return m
				}
			}
			return moves[0]
		})
		for n := range 20 {
			for i := range entries {
				switch {
				case n > 10:
					entries[i].rank = 1 + r.IntN(200)
				case n > 0: // many the same
					entries[i].rank = 2*n + 1
				}
			}
			if _, err := try(pack(content(v, root, entries)), nil); !errors.Is(err, ErrRank) {
				t.Errorf("%s: %v, want %v", text, err, ErrRank)
			}
		}
	}
}

// TestNotWon: the attackers capture the king, or there is nothing to win.
func TestNotWon(t *testing.T) {
	v := brandubh.Federation()
	root := position(t, "7/7/7/7/1tK4/3t3/7 a")
	entries := closure(v, root, func(_ brandubh.Position, moves []brandubh.Move) brandubh.Move { return moves[0] })
	if _, err := try(pack(content(v, root, entries)), nil); !errors.Is(err, ErrNotWon) {
		t.Errorf("%v, want %v", err, ErrNotWon)
	}
}

// TestRules: the same moves under other rules, and rules that are no preset.
func TestRules(t *testing.T) {
	v, other := brandubh.Federation(), preset(t, "magpie")
	root, entries, _ := small(t, v, smallText)
	good := content(v, root, entries)
	for _, fingerprint := range []string{other.Fingerprint(), "", strings.Repeat("0", 32)} {
		bad := bytes.Replace(good, []byte(v.Fingerprint()), []byte(fingerprint), 1)
		if _, err := try(pack(bad), v); !errors.Is(err, ErrRules) {
			t.Errorf("with the fingerprint %q: %v, want %v", fingerprint, err, ErrRules)
		}
	}
	if _, err := try(pack(good), other); !errors.Is(err, ErrRules) {
		t.Errorf("checked under magpie: %v, want %v", err, ErrRules)
	}
	// Under magpie the king walks one square, so his long moves are illegal.
	if _, err := try(pack(content(other, root, entries)), nil); err == nil || refused(t, err) != ErrIllegal && refused(t, err) != ErrGap {
		t.Errorf("written for magpie: %v, want %v or %v", err, ErrIllegal, ErrGap)
	}
	own := brandubh.Federation()
	own.Name = "federation"
	own.Enclosure = !own.Enclosure
	root, entries, _ = small(t, own, smallText)
	packed := pack(content(own, root, entries))
	if _, err := Open(bytes.NewReader(packed), nil); !errors.Is(err, ErrRules) {
		t.Errorf("rules that are no preset: %v, want %v", err, ErrRules)
	}
	c, err := Open(bytes.NewReader(packed), own)
	if err != nil {
		t.Fatal(err)
	}
	if name, ok := c.Preset(); ok {
		t.Errorf("rules of one's own that bear the name of a preset are %q", name)
	}
	if c, err = Open(bytes.NewReader(pack(good)), nil); err != nil {
		t.Fatal(err)
	}
	if name, ok := c.Preset(); name != "federation" || !ok {
		t.Errorf("the rules are %q, %t; want federation", name, ok)
	}
}

// TestOneText: a proof has one text. Each other way to write it is refused.
func TestOneText(t *testing.T) {
	v := brandubh.Federation()
	root, entries, _ := small(t, v, smallText)
	good := string(content(v, root, entries))
	moves := fmt.Sprintf("moves %d\n", len(entries))
	for name, change := range map[string][2]string{
		"a plus":                      {"moves ", "moves +"},
		"a leading zero":              {"moves ", "moves 0"},
		"no blank after rules":        {"rules ", "rules"},
		"no blank after root":         {"root ", "root"},
		"no blank after moves":        {"moves ", "moves"},
		"two blanks":                  {"rules ", "rules  "},
		"a blank after the first":     {"certificate 3\n", "certificate 3 \n"},
		"a blank after rules":         {"\nroot", " \nroot"},
		"a name before fingerprint":   {"rules ", "rules federation "},
		"capital letters":             {v.Fingerprint(), strings.ToUpper(v.Fingerprint())},
		"a blank after moves":         {moves, strings.TrimSuffix(moves, "\n") + " \n"},
		"a carriage return":           {"\nrules", "\r\nrules"},
		"a carriage return at moves":  {moves, strings.TrimSuffix(moves, "\n") + "\r\n"},
		"another text of the root":    {"1t5", "1t311"},
		"another version":             {"certificate 3", "certificate 2"},
		"a number with more bytes":    {"\n" + good[strings.Index(good, moves)+len(moves):][:1], "\n"},
		"nothing in front of the end": {moves, moves + "\n"},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good {
			t.Errorf("%s: %q is not there", name, change[0])
			continue
		}
		if _, err := try(pack([]byte(bad)), v); err == nil {
			t.Errorf("%s: passes", name)
		}
	}

	// The numbers of the first entry, padded.
	head := strings.Index(good, moves) + len(moves)
	for at := head; at < head+20; at++ {
		if good[at] >= 0x80 {
			continue
		}
		bad := good[:at] + string([]byte{good[at] | 0x80, 0}) + good[at+1:]
		if _, err := try(pack([]byte(bad)), nil); err == nil {
			t.Errorf("byte %d as two: passes", at)
		}
	}
	for name, number := range map[string]string{"ten bytes": strings.Repeat("\xff", 9) + "\x01", "2^49": "\x80\x80\x80\x80\x80\x80\x80\x01"} {
		if _, err := try(pack([]byte(good[:head]+number+good[head:])), nil); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v, want %v", name, err, ErrFormat)
		}
	}
}

// TestForm: what is no certificate, or not a whole one.
func TestForm(t *testing.T) {
	v := brandubh.Federation()
	root, entries, _ := small(t, v, smallText)
	good := content(v, root, entries)
	packed := pack(good)
	whole, err := Open(bytes.NewReader(packed), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := whole.Check(t.Context(), Options{}); err != nil || len(whole.SHA256()) != 64 {
		t.Fatalf("%v, sha256 %s", err, whole.SHA256())
	}
	for n := range packed {
		if _, err := try(packed[:n], nil); !errors.Is(err, ErrFormat) {
			t.Fatalf("%d of %d bytes: %v", n, len(packed), err)
		}
	}
	for i := range packed {
		bad := slices.Clone(packed)
		bad[i] ^= 0x10
		// Some bits of the packing say nothing; then the contents are the same.
		c, err := Open(bytes.NewReader(bad), nil)
		if err == nil {
			_, err = c.Check(t.Context(), Options{})
		}
		if err == nil && c.SHA256() != whole.SHA256() {
			t.Fatalf("byte %d changed: passes with other contents", i)
		} else if err != nil {
			refused(t, err)
		}
	}
	// Changed contents, packed again: none of them passes.
	r := rand.New(rand.NewPCG(7, 7))
	for range 500 {
		bad := slices.Clone(good)
		i := r.IntN(len(bad))
		bad[i] ^= byte(1 + r.IntN(255))
		if _, err := try(pack(bad), nil); err == nil {
			t.Fatalf("byte %d changed from %d to %d: passes", i, good[i], bad[i])
		} else {
			refused(t, err)
		}
	}

	line := func(n int) []byte { // the first n lines
		return bytes.Join(bytes.SplitAfter(good, []byte("\n"))[:n], nil)
	}
	head := line(3)
	swapped := slices.Clone(entries)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	for name, bad := range map[string][]byte{
		"empty":         nil,
		"a text":        []byte("hello\n"),
		"no root":       bytes.Replace(good, []byte("root "), []byte("route "), 1),
		"a bad root":    bytes.Replace(good, []byte(root.String()), []byte("9/9 d"), 1),
		"two kings":     bytes.Replace(good, []byte(root.String()), []byte("K6/7/7/3K3/7/7/7 d"), 1),
		"no number":     append(slices.Clone(head), "moves many\n"...),
		"a huge number": append(slices.Clone(head), "moves 99999999999\n"...),
		"fewer entries": append(slices.Clone(head), "moves 3\n"...),
		"more follows":  append(slices.Clone(good), 0),
		"not sorted":    content(v, root, swapped),
		"long line":     append([]byte("brandubh certificate 3\nrules "), bytes.Repeat([]byte("x"), 1<<17)...),
	} {
		if _, err := try(pack(bad), nil); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := try([]byte("hello"), nil); !errors.Is(err, ErrFormat) {
		t.Errorf("not packed: %v", err)
	}
	if _, err := try(append(slices.Clone(packed), "hello"...), nil); !errors.Is(err, ErrFormat) {
		t.Errorf("with something behind: %v", err)
	}
}

// TestMemory: what a certificate says of its size costs no memory before the entries
// are there, and one that is too large is refused before it is read.
func TestMemory(t *testing.T) {
	v := brandubh.Federation()
	head := fmt.Sprintf("brandubh certificate 3\nrules %s\nroot %s\nmoves %d\n", v.Fingerprint(), smallText, mostEntries)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := try(pack([]byte(head)), nil); !errors.Is(err, ErrFormat) {
		t.Errorf("%v, want %v", err, ErrFormat)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 16<<20 {
		t.Errorf("a certificate of %d bytes takes %d bytes of memory", len(head), n)
	}
	if _, err := tryWith(pack([]byte(head)), nil, Options{Memory: 64 << 20}); !errors.Is(err, ErrMemory) {
		t.Errorf("with 64 MiB: %v, want %v", err, ErrMemory)
	}
	c, err := Open(bytes.NewReader(pack([]byte(head))), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Load(t.Context(), 1<<30); !errors.Is(err, ErrMemory) {
		t.Errorf("Load: %v, want %v", err, ErrMemory)
	}
}

// middle opens the larger of the certificates that are here.
func middle(t *testing.T) *Certificate {
	t.Helper()
	file, err := os.ReadFile("../certificates/d1-b1.proof")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Open(bytes.NewReader(file), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// little is memory for a few entries of middle at a time.
const little = 2*chunk/line*lineBytes + 20*lineBytes + 3000

// TestInParts: entries are looked up part by part where memory is short, and come to the
// same.
func TestInParts(t *testing.T) {
	c := middle(t)
	want, err := c.Check(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	parts := map[int]bool{}
	got, err := c.Check(t.Context(), Options{
		Memory: little, Workers: 2, Every: 1,
		Save: func(s *State) error { parts[s.Start] = true; return nil },
	})
	if err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if len(parts) < 5 {
		t.Errorf("with %d bytes it was checked in %d parts: want several", little, len(parts))
	}
}

// TestJoin: parts that were checked for themselves make a proof together, and only
// all of them.
func TestJoin(t *testing.T) {
	c := middle(t)
	want, err := c.Check(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	states := make([]*State, 5)
	for i := range states {
		c := middle(t)
		_, err := c.Check(t.Context(), Options{Part: i + 1, Parts: len(states), Save: func(s *State) (err error) {
			states[i], err = copyOf(c, s)
			return err
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if got, err := middle(t).Join(states...); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	for i := range states {
		less := slices.Delete(slices.Clone(states), i, i+1)
		if _, err := middle(t).Join(less...); !errors.Is(err, ErrState) {
			t.Errorf("without part %d: %v, want %v", i+1, err, ErrState)
		}
	}
	if _, err := middle(t).Join(append(states, states[0])...); !errors.Is(err, ErrState) {
		t.Errorf("a part twice: %v, want %v", err, ErrState)
	}
	if _, err := middle(t).Join(); !errors.Is(err, ErrState) {
		t.Errorf("no parts: %v, want %v", err, ErrState)
	}
	for i := range states { // an entry that no part came to
		hidden, err := copyOf(c, states[i])
		if err != nil {
			t.Fatal(err)
		}
		clear(hidden.met)
		others := slices.Clone(states)
		others[i] = hidden
		if _, err := middle(t).Join(others...); !errors.Is(err, ErrSurplus) {
			t.Errorf("with nothing met in part %d: %v, want %v", i+1, err, ErrSurplus)
		}
	}
}

// copyOf writes a state and reads it again.
func copyOf(c *Certificate, s *State) (*State, error) {
	var b bytes.Buffer
	if _, err := s.WriteTo(&b); err != nil {
		return nil, err
	}
	return c.ReadState(&b)
}

// TestResume stops a check again and again, and takes it up from what was saved.
func TestResume(t *testing.T) {
	want, err := middle(t).Check(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, memory := range []int64{little, 0} {
		var state *State
		stops := 0
		for ; ; stops++ {
			ctx, stop := context.WithCancel(t.Context())
			c := middle(t)
			next := state
			n := 0
			got, err := c.Check(ctx, Options{Memory: memory, Workers: 2, From: state, Every: 1, Save: func(s *State) error {
				if n++; n == 4 {
					stop()
				}
				saved, err := copyOf(c, s)
				next = saved
				return err
			}})
			stop()
			state = next
			if err == nil {
				if got != want {
					t.Errorf("after %d stops: %+v, want %+v", stops, got, want)
				}
				break
			}
			if !errors.Is(err, context.Canceled) || stops > 1000 {
				t.Fatal(stops, err)
			}
		}
		if stops < 3 {
			t.Errorf("stopped %d times only", stops)
		}
	}
}

// TestState: a state that is damaged, of another part or of another certificate is
// refused.
func TestState(t *testing.T) {
	v := brandubh.Federation()
	root, entries, _ := small(t, v, smallText)
	packed := pack(content(v, root, entries))
	c, err := Open(bytes.NewReader(packed), nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := c.Check(t.Context(), Options{Save: func(s *State) error { _, err := s.WriteTo(&b); return err }}); err != nil {
		t.Fatal(err)
	}
	for i := range b.Bytes() {
		bad := bytes.Clone(b.Bytes())
		bad[i] ^= 1
		if _, err := c.ReadState(bytes.NewReader(bad)); !errors.Is(err, ErrState) {
			t.Errorf("byte %d changed: %v, want %v", i, err, ErrState)
		}
		if _, err := c.ReadState(bytes.NewReader(bad[:i])); !errors.Is(err, ErrState) {
			t.Errorf("%d bytes: %v, want %v", i, err, ErrState)
		}
	}
	if _, err := c.ReadState(bytes.NewReader(append(b.Bytes(), 0))); !errors.Is(err, ErrState) {
		t.Errorf("one byte more: %v, want %v", err, ErrState)
	}
	s, err := c.ReadState(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Check(t.Context(), Options{From: s, Part: 1, Parts: 2}); !errors.Is(err, ErrState) {
		t.Errorf("of another part: %v, want %v", err, ErrState)
	}
	if _, err := middle(t).ReadState(bytes.NewReader(b.Bytes())); !errors.Is(err, ErrState) {
		t.Errorf("of a larger certificate: %v, want %v", err, ErrState)
	}
	// Another certificate with as many entries.
	other := slices.Clone(entries)
	other[0].rank++
	if c, err = Open(bytes.NewReader(pack(content(v, root, other))), nil); err != nil {
		t.Fatal(err)
	}
	for _, done := range []bool{true, false} {
		s.Done = done
		if _, err := c.Check(t.Context(), Options{From: s}); !errors.Is(err, ErrState) {
			t.Errorf("of another certificate, done %t: %v, want %v", done, err, ErrState)
		}
	}
	s.Done = true
	if _, err := c.Join(s); !errors.Is(err, ErrState) {
		t.Errorf("joined to another certificate: %v, want %v", err, ErrState)
	}
}

// TestSample: a sample finds a wrong entry if it looks at it.
func TestSample(t *testing.T) {
	v := brandubh.Federation()
	root, entries, _ := small(t, v, smallText)
	entries[len(entries)/2].rank += 2
	packed := pack(content(v, root, entries))
	found := 0
	const samples = 60
	for seed := range uint64(samples) {
		r, err := tryWith(packed, nil, Options{Sample: 4, Seed: seed})
		switch {
		case errors.Is(err, ErrRank):
			found++
		case err != nil:
			t.Fatal(err)
		case r.Entries == 0 || r.Entries >= len(entries):
			t.Errorf("%d of %d entries in a sample of one in four", r.Entries, len(entries))
		}
	}
	if found == 0 || found == samples {
		t.Errorf("the wrong entry was found in %d of %d samples of one in four", found, samples)
	}
	if _, err := tryWith(packed, nil, Options{Sample: 4, Save: func(*State) error { return nil }}); err == nil {
		t.Error("a sample was saved")
	}
}

// TestChanged: a file that changes while it is checked does not pass.
func TestChanged(t *testing.T) {
	v := brandubh.Federation()
	root, entries, _ := small(t, v, smallText)
	lie := slices.Clone(entries)
	lie[0].rank += 2
	packed := pack(content(v, root, entries))
	file := &switching{now: bytes.NewReader(packed), next: bytes.NewReader(pack(content(v, root, lie))), after: 2}
	c, err := Open(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Check(t.Context(), Options{}); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "changed") {
		t.Errorf("%v, want that the file has changed", err)
	}
}

// switching becomes another file after some readings.
type switching struct {
	now, next *bytes.Reader
	after     int
}

func (s *switching) Read(b []byte) (int, error) { return s.now.Read(b) }

func (s *switching) Seek(offset int64, whence int) (int64, error) {
	if s.after--; s.after < 0 {
		s.now = s.next
	}
	return s.now.Seek(offset, whence)
}

// TestStop: a check can be stopped.
func TestStop(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := middle(t).Check(ctx, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestKnown: what a certificate knows of a position holds for all its images.
func TestKnown(t *testing.T) {
	v := brandubh.Federation()
	root, entries, _ := small(t, v, smallText)
	c, err := Open(bytes.NewReader(pack(content(v, root, entries))), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, ok := c.Known(v, root); ok {
		t.Error("it knows something before Load")
	}
	if err := c.Load(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		for s := range brandubh.Symmetries() {
			p, m := s.Position(e.position), s.Move(e.move)
			winner, _, move, ok := c.Known(v, p)
			want, err1 := v.Play(p, m)
			got, err2 := v.Play(p, move)
			if winner != brandubh.Defenders || !ok || err1 != nil || err2 != nil || canonical(got) != canonical(want) {
				t.Fatalf("%v: %v, %v, %t; want %v", p, winner, move, ok, m)
			}
		}
	}
	if _, _, _, ok := c.Known(preset(t, "magpie"), root); ok {
		t.Error("it knows other rules")
	}
	if _, _, _, ok := c.Known(nil, root); ok {
		t.Error("it knows no rules")
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

// FuzzRead: nothing that is read breaks the checker, and what passes is true, which
// plain iteration tells where there are few pieces.
func FuzzRead(f *testing.F) {
	v := brandubh.Federation()
	f.Add([]byte("brandubh certificate 3\nrules " + v.Fingerprint() + "\nroot 7/7/7/3K3/7/7/7 d\nmoves 0\n"))
	for _, text := range []string{"7/7/7/3K3/3t3/7/7 d", "7/7/7/7/7/1K3t1/7 d"} {
		root, err := brandubh.ParsePosition(text)
		if err != nil {
			f.Fatal(err)
		}
		won := winning(v, canonical(root))
		f.Add(content(v, root, closure(v, root, func(p brandubh.Position, moves []brandubh.Move) (best brandubh.Move) {
			least := -1
			for _, m := range moves {
				q, _ := v.Play(p, m)
				if n, ok := won[canonical(q)]; ok && (least < 0 || n < least) {
					best, least = m, n
				}
			}
			return best
		})))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		c, err := Open(bytes.NewReader(pack(content)), nil)
		if err != nil {
			return
		}
		began := time.Now()
		_, err = c.Check(context.Background(), Options{Memory: 16 << 20})
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%d bytes take %v", len(content), took)
		}
		if err != nil {
			return
		}
		if c.Rules.Result(c.Root).Over() && c.Len() > 0 {
			t.Error("a finished root needs no moves")
		}
		if (c.Root.Pieces(brandubh.Attacker) | c.Root.Pieces(brandubh.Defender)).Len() > 1 {
			return
		}
		root := canonical(c.Root)
		if _, ok := winning(c.Rules, root)[root]; !ok {
			t.Errorf("%v is not won", c.Root)
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

// FuzzState: no state breaks the check that takes it up, whatever its numbers and sets
// say, as long as its checksum is right.
func FuzzState(f *testing.F) {
	file, err := os.ReadFile("../certificates/b4-b3.proof")
	if err != nil {
		f.Fatal(err)
	}
	c, err := Open(bytes.NewReader(file), nil)
	if err != nil {
		f.Fatal(err)
	}
	add := func(s *State) error {
		var b bytes.Buffer
		_, err := s.WriteTo(&b)
		f.Add(b.Bytes()[:b.Len()-sha256.Size])
		return err
	}
	for _, o := range []Options{{Save: add}, {Part: 2, Parts: 3, Save: add}} {
		if _, err := c.Check(context.Background(), o); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sum := sha256.Sum256(data)
		s, err := c.ReadState(bytes.NewReader(append(slices.Clip(data), sum[:]...)))
		if err != nil {
			if !errors.Is(err, ErrState) {
				t.Errorf("%v, want %v", err, ErrState)
			}
			return
		}
		for _, o := range []Options{{From: s}, {From: s, Part: 2, Parts: 3}} {
			_, _ = c.Check(context.Background(), o)
		}
		_, _ = c.Join(s)
	})
}
