// Package check tries certificates: for a position, and for every position with
// the defenders to move that can follow and in which the king cannot go to a goal
// at once, one move of theirs, said to win. It
// tries every move of the attackers and trusts nothing but package brandubh; it
// shares no code with what writes certificates. FACTS.md describes the format.
package check

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"example.com/brandubh"
)

// Why a certificate is refused.
var (
	// ErrFormat: it is no certificate, or a damaged one.
	ErrFormat = errors.New("not a whole certificate")
	// ErrRules: it is for other rules.
	ErrRules = errors.New("other rules")
	// ErrIllegal: a move that it chooses is illegal.
	ErrIllegal = errors.New("illegal move")
	// ErrGap: play comes to a position for which it has no move.
	ErrGap = errors.New("gap")
	// ErrCycle: play comes back to a position, up to symmetry.
	ErrCycle = errors.New("cycle")
	// ErrNotWon: play ends, and the defenders have not won.
	ErrNotWon = errors.New("not won")
	// ErrSurplus: it has a position that play does not come to.
	ErrSurplus = errors.New("surplus")
)

// Certificate is a certificate as it was read. Nothing is known to be true of it
// but that its form is right.
type Certificate struct {
	// Rules is the rule set, and Root the position of which it says that the
	// defenders win.
	Rules *brandubh.Variant
	Root  brandubh.Position
	// SHA256 is that of its contents, which, unlike the file, do not depend on the
	// program that compressed them: 64 hexadecimal digits.
	SHA256 string

	keys  []key // sorted
	moves []brandubh.Move
	index []uint32 // by the hash of a key: its number in keys and one, 0 if there is none
}

// key is a position as Position.MarshalBinary has it.
type key [brandubh.PositionBytes]byte

// place returns one of so many places for a key.
func (k *key) place(places int) int {
	const a, b = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	hi, lo := bits.Mul64(binary.LittleEndian.Uint64(k[:])^a, binary.LittleEndian.Uint64(k[len(k)-8:])^b)
	hi, lo = bits.Mul64(hi^lo, a)
	hi, _ = bits.Mul64(hi^lo, uint64(places))
	return int(hi)
}

// places returns how many places there are for so many keys: a third stay free.
func places(keys int) int { return keys + keys/2 + 1 }

// slot returns where in the index a key stands, or the free place where it would.
func (c *Certificate) slot(k key) *uint32 {
	for i := k.place(len(c.index)); ; i++ {
		if i == len(c.index) {
			i = 0
		}
		if n := c.index[i]; n == 0 || c.keys[n-1] == k {
			return &c.index[i]
		}
	}
}

// find returns the number of a position's entry, and whether there is one.
func (c *Certificate) find(k key) (int32, bool) {
	n := *c.slot(k)
	return int32(n) - 1, n > 0
}

// Report is what a check has seen.
type Report struct {
	// Positions is how many positions play came to, those left out that were finished or
	// in which the king could go to a goal at once, and the eight images of a position
	// counted as one.
	Positions int
	// Chosen is in how many of them the certificate chose the defenders' move.
	Chosen int
	// Answers is how many moves of the attackers were tried.
	Answers int
	// Longest is the number of plies of the longest line.
	Longest int
}

// magic is the first line of a certificate, the version of its form at the end.
const magic = "brandubh certificate 2"

const mostEntries = 1 << 30

// Read reads a certificate. The rule set is the preset that it names, or the one
// given if that is not nil. It refuses, with ErrRules, one for rules of another
// fingerprint, and with ErrFormat what it cannot read.
func Read(r io.Reader, rules *brandubh.Variant) (*Certificate, error) {
	damaged := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrFormat, fmt.Sprintf(format, args...))
	}
	packed, err := gzip.NewReader(bufio.NewReader(r))
	if err != nil {
		return nil, damaged("%v", err)
	}
	digest := sha256.New()
	in := bufio.NewReader(io.TeeReader(packed, digest))
	field := func(name string) (string, error) {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return "", damaged("no line %q: %v", name, err)
		}
		text, ok := strings.CutPrefix(strings.TrimSuffix(string(line), "\n"), name)
		if !ok {
			return "", damaged("%.60q is no line %q", line, name)
		}
		return strings.TrimPrefix(text, " "), nil
	}
	var text [4]string
	for i, name := range [4]string{magic, "rules", "root", "moves"} {
		if text[i], err = field(name); err != nil {
			return nil, err
		}
	}
	if text[0] != "" {
		return nil, damaged("%q is no line %q", magic+text[0], magic)
	}

	c := &Certificate{Rules: rules}
	name, fingerprint, _ := strings.Cut(text[1], " ")
	if rules == nil {
		if c.Rules, err = brandubh.Preset(name); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrRules, err)
		}
	}
	if own := c.Rules.Fingerprint(); own != fingerprint || own == "" {
		return nil, fmt.Errorf("%w: it is for %q with the fingerprint %q; those of %q have %s", ErrRules, name, fingerprint, c.Rules.Name, own)
	}
	if c.Root, err = brandubh.ParsePosition(text[2]); err == nil {
		err = c.Rules.ValidatePosition(c.Root)
	}
	if err != nil {
		return nil, damaged("root: %v", err)
	}
	n, err := strconv.Atoi(text[3])
	if err != nil || n < 0 || n > mostEntries {
		return nil, damaged("%q is no number of moves", text[3])
	}

	var attackers, defenders uint64 // each with the king
	for i := range n {
		more, err1 := binary.ReadUvarint(in)
		less, err2 := binary.ReadUvarint(in)
		from, err3 := in.ReadByte()
		to, err4 := in.ReadByte()
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			return nil, damaged("entry %d of %d: %v", i+1, n, err)
		}
		if more > 0 {
			attackers = 0
		} else if i > 0 && less == 0 {
			return nil, damaged("entry %d is there twice", i+1)
		}
		defenders += more
		attackers += less
		if (more|less|attackers|defenders)>>49 != 0 {
			return nil, damaged("entry %d is no position", i+1)
		}
		var k key
		binary.LittleEndian.PutUint64(k[:], attackers|defenders<<49)
		high := defenders>>15 | uint64(brandubh.Defenders)<<34
		binary.LittleEndian.PutUint32(k[8:], uint32(high))
		k[12] = byte(high >> 32)
		var p brandubh.Position
		if err := p.UnmarshalBinary(k[:]); err != nil {
			return nil, damaged("entry %d: %v", i+1, err)
		}
		if q, _ := p.Canonical(); q != p {
			return nil, damaged("entry %d, %v, is not the canonical image, which is %v", i+1, p, q)
		}
		c.keys = append(c.keys, k)
		c.moves = append(c.moves, brandubh.Move{From: brandubh.Square(from), To: brandubh.Square(to)})
	}
	if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
		if err == nil {
			err = errors.New("more follows")
		}
		return nil, damaged("after the last entry: %v", err)
	}
	c.index = make([]uint32, places(n))
	for n, k := range c.keys {
		*c.slot(k) = uint32(n + 1)
	}
	c.SHA256 = hex.EncodeToString(digest.Sum(nil))
	return c, nil
}

// Len returns the number of moves that the certificate chooses.
func (c *Certificate) Len() int { return len(c.keys) }

// position returns the position of an entry, 0 to Len()-1.
func (c *Certificate) position(i int32) brandubh.Position {
	var p brandubh.Position
	_ = p.UnmarshalBinary(c.keys[i][:]) // Read has done it
	return p
}

// step is a position of the line that is followed: an entry and what the
// attackers can make of its move.
type step struct {
	entry   int32
	after   key     // the position after the chosen move
	answers []int32 // entries still to try
	plies   uint32  // of the longest line from one that was tried
}

// Check follows the certificate for the defenders and tries every move of the
// attackers. It returns nil if every line ends, with the defenders as winners, and
// otherwise an error that names the position where the certificate fails. It
// calls progress, if that is not nil, with the number of entries that are done,
// and stops when the context is done.
func (c *Certificate) Check(ctx context.Context, progress func(done int)) (Report, error) {
	w := walk{
		c:      c,
		state:  make([]uint32, len(c.keys)),
		passed: make([]passed, places(len(c.keys)+1)),
	}
	err := w.follow(ctx, progress)
	return w.report, err
}

// walk is a check under way. A state is 0 for an entry that was not met, open for
// one on the line that is followed, and else the plies of the longest line from it.
type walk struct {
	c      *Certificate
	state  []uint32
	passed []passed // the same for positions with the attackers to move, by their hash
	line   []step
	report Report
}

// passed is a position with the attackers to move and its state, in 16 bytes.
type passed struct {
	key   key
	state [3]byte
}

const open = 1<<24 - 1 // more than the plies of any line

func (p *passed) get() uint32 {
	return uint32(p.state[0]) | uint32(p.state[1])<<8 | uint32(p.state[2])<<16
}

func (p *passed) set(state uint32) {
	p.state = [3]byte{byte(state), byte(state >> 8), byte(state >> 16)}
}

// pass returns the state of a position with the attackers to move, to read and to
// write. There is one at most for each entry, and so room.
func (w *walk) pass(k key) *passed {
	for i := k.place(len(w.passed)); ; i++ {
		if i == len(w.passed) {
			i = 0
		}
		p := &w.passed[i]
		if p.get() == 0 {
			p.key = k
			return p
		}
		if p.key == k {
			return p
		}
	}
}

func (w *walk) follow(ctx context.Context, progress func(int)) error {
	root := w.c.Root
	if r := w.c.Rules.Result(root); r.Over() {
		return won(root, r)
	}
	// What the attackers' answers to the root come to, or the root itself, is like
	// the answers to a move that led there.
	first := step{entry: -1}
	var err error
	if root.Turn() == brandubh.Attackers {
		err = w.answers(&first, root)
	} else {
		err = w.meet(&first, root)
	}
	if err != nil {
		return err
	}
	w.line = []step{first}
	for n := 1; ; n++ {
		if n&0x3ff == 0 {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if progress != nil {
				progress(w.report.Chosen)
			}
		}
		top := &w.line[len(w.line)-1]
		if n := len(top.answers); n > 0 {
			entry := top.answers[n-1]
			switch w.state[entry] {
			case open:
				return fmt.Errorf("%w: %s comes back to %v", ErrCycle, w.c.text(top.entry), w.c.position(entry))
			case 0:
				if err := w.enter(entry); err != nil {
					return err
				}
			default:
				top.answers = top.answers[:n-1]
				top.plies = max(top.plies, w.state[entry])
			}
			continue
		}
		if len(w.line) == 1 {
			break
		}
		if top.plies >= open-2 {
			return fmt.Errorf("%w: a line is longer than %d plies", ErrFormat, open-2)
		}
		w.pass(top.after).set(top.plies + 1)
		w.state[top.entry] = top.plies + 2
		w.line = w.line[:len(w.line)-1]
		w.report.Chosen++
	}
	w.report.Longest = int(w.line[0].plies)
	if root.Turn() == brandubh.Attackers {
		w.report.Longest++
	}
	for i, s := range w.state {
		if s == 0 {
			return fmt.Errorf("%w: no line comes to %v", ErrSurplus, w.c.position(int32(i)))
		}
	}
	return nil
}

// enter goes on from an entry that the line has come to: it plays the chosen move
// and finds what the attackers can make of it.
func (w *walk) enter(entry int32) error {
	w.state[entry] = open
	w.report.Positions++
	p := w.c.position(entry)
	m := w.c.moves[entry]
	q, err := w.c.Rules.Play(p, m)
	if err != nil {
		return fmt.Errorf("%w: at %v: %w", ErrIllegal, p, err)
	}
	s := step{entry: entry}
	if s.after, err = canonical(q); err != nil {
		return err
	}
	after := w.pass(s.after)
	switch plies := after.get(); plies {
	case 0:
	case open:
		return fmt.Errorf("%w: %s comes back to %v", ErrCycle, w.c.text(entry), q)
	default:
		w.state[entry] = plies + 1
		w.report.Chosen++
		return nil
	}
	if r := w.c.Rules.Result(q); r.Over() {
		w.state[entry] = 1
		w.report.Chosen++
		return won(q, r)
	}
	if err = w.answers(&s, q); err != nil {
		return fmt.Errorf("%w, after %s", err, w.c.text(entry))
	}
	after.set(open)
	w.report.Positions++
	w.line = append(w.line, s)
	return nil
}

// answers gives a step the entries that the attackers' moves lead to, each once.
func (w *walk) answers(s *step, p brandubh.Position) error {
	for m := range w.c.Rules.Moves(p) {
		w.report.Answers++
		q, err := w.c.Rules.Play(p, m)
		if err != nil {
			return err // never: the move is legal
		}
		if r := w.c.Rules.Result(q); r.Over() {
			if err := won(q, r); err != nil {
				return err
			}
			continue
		}
		if err := w.meet(s, q); err != nil {
			return fmt.Errorf("%w, where %v leads from %v", err, m, p)
		}
	}
	return nil
}

// meet gives a step the entry of a position with the defenders to move, if they do
// not win there with a move of the king to a goal.
func (w *walk) meet(s *step, p brandubh.Position) error {
	if to, ok := w.c.Rules.Escapes(p).First(); ok {
		king, _ := p.Pieces(brandubh.King).First()
		q, err := w.c.Rules.Play(p, brandubh.Move{From: king, To: to})
		if err != nil {
			return err // never: it is an escape
		}
		s.plies = max(s.plies, 1)
		return won(q, w.c.Rules.Result(q))
	}
	k, err := canonical(p)
	if err != nil {
		return err
	}
	entry, ok := w.c.find(k)
	if !ok {
		return fmt.Errorf("%w: there is no move for %v", ErrGap, p)
	}
	if !slices.Contains(s.answers, entry) {
		s.answers = append(s.answers, entry)
	}
	return nil
}

// canonical returns the key of a position, the same for all its images.
func canonical(p brandubh.Position) (k key, err error) {
	p, _ = p.Canonical()
	_, err = p.AppendBinary(k[:0])
	return k, err
}

// won returns an error unless the defenders have won.
func won(p brandubh.Position, r brandubh.Result) error {
	if r.Winner == brandubh.Defenders {
		return nil
	}
	return fmt.Errorf("%w: %v: %s", ErrNotWon, p, r.Sentence())
}

// text says which position an entry is for, and its move.
func (c *Certificate) text(i int32) string {
	if i < 0 {
		return fmt.Sprint(c.Root)
	}
	return fmt.Sprintf("%v in %v", c.moves[i], c.position(i))
}
