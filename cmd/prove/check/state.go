package check

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"sync/atomic"
)

// ErrState: a state is damaged, of another certificate, or of another part of it.
var ErrState = errors.New("not a state of this check")

// State is how far a check has come, so that it can be taken up again, and what a
// check of a part has found, so that the parts can be joined.
type State struct {
	progress
	met   bitset // of each entry: play comes to it
	tight bitset // of each entry of the part: some line takes as many plies as its rank says
}

// progress is the numbers of a state.
type progress struct {
	SHA256  string `json:"sha256"`
	Entries int    `json:"entries"`
	// The check is of the entries From up to, not including, To.
	From int `json:"from"`
	To   int `json:"to"`
	// The answers to the entries before Next have been looked up among the entries
	// Start up to End, and those to all entries among the ones before Start.
	Start int `json:"start"`
	End   int `json:"end"`
	Next  int `json:"next"`
	// Done: nothing is left to do in this part.
	Done    bool  `json:"done"`
	Answers int64 `json:"answers"`
	Longest int   `json:"longest"`
}

const stateMagic = "brandubh check 1\n"

// WriteTo writes the state. It takes an eighth of a byte for each entry of the
// certificate and as much for each of the part.
func (s *State) WriteTo(w io.Writer) (int64, error) {
	text, err := json.Marshal(s.progress)
	if err != nil {
		return 0, err
	}
	digest := sha256.New()
	n := counter{w: w}
	out := bufio.NewWriter(io.MultiWriter(&n, digest))
	fmt.Fprintf(out, "%s%s\n", stateMagic, text)
	for _, set := range []bitset{s.met, s.tight} {
		var b [4]byte
		for _, word := range set {
			binary.LittleEndian.PutUint32(b[:], word)
			out.Write(b[:])
		}
	}
	if err := out.Flush(); err != nil { // it keeps the first error
		return n.n, err
	}
	_, err = n.Write(digest.Sum(nil))
	return n.n, err
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// ReadState reads a state of a check of the certificate. It refuses, with ErrState,
// one that is damaged or of a certificate of another size; whether the contents are the
// same shows when they have been read.
func (c *Certificate) ReadState(r io.Reader) (*State, error) {
	refuse := func(err error) (*State, error) { return nil, fmt.Errorf("%w: %w", ErrState, err) }
	digest := sha256.New()
	b := bufio.NewReader(r)
	in := io.TeeReader(b, digest)
	text, err := b.ReadSlice('\n')
	if err != nil || string(text) != stateMagic {
		return refuse(fmt.Errorf("it does not begin with %q", stateMagic))
	}
	digest.Write(text)
	if text, err = b.ReadSlice('\n'); err != nil {
		return refuse(err)
	}
	digest.Write(text)
	s := &State{}
	if err := json.Unmarshal(text, &s.progress); err != nil {
		return refuse(err)
	}
	if len(s.SHA256) != 64 || s.Entries != c.entries || s.From < 0 || s.To < s.From || s.To > s.Entries ||
		s.Start < 0 || s.End < s.Start || s.End > s.Entries || s.Next < s.From || s.Next > s.To {
		return refuse(fmt.Errorf("it does not fit a certificate of %d entries", c.entries))
	}
	for _, set := range []struct {
		words *bitset
		n     int
	}{{&s.met, s.Entries}, {&s.tight, s.To - s.From}} {
		var b [4]byte
		for range (set.n + 31) / 32 { // not made at once: the number may be a lie
			if _, err := io.ReadFull(in, b[:]); err != nil {
				return refuse(err)
			}
			*set.words = append(*set.words, binary.LittleEndian.Uint32(b[:]))
		}
	}
	own := digest.Sum(nil)
	stored, err := io.ReadAll(io.LimitReader(b, int64(len(own))+1))
	if err != nil || !slices.Equal(stored, own) {
		return refuse(errors.New("its checksum is wrong"))
	}
	return s, nil
}

// Join puts the finished checks of all parts of the certificate together, and returns
// what Check would have returned for the whole. It refuses, with ErrState, parts
// that are not finished, overlap or leave a gap, or are of other contents, and with ErrSurplus a
// certificate with an entry that play comes to in no part. It reads the certificate.
func (c *Certificate) Join(parts ...*State) (Report, error) {
	refuse := func(format string, args ...any) (Report, error) {
		return Report{}, fmt.Errorf("%w: %s", ErrState, fmt.Sprintf(format, args...))
	}
	if err := c.readOver(); err != nil {
		return Report{}, err
	}
	parts = slices.Clone(parts)
	slices.SortFunc(parts, func(a, b *State) int { return a.From - b.From })
	report := Report{Entries: c.entries}
	met, next := newBitset(c.entries), 0
	for _, s := range parts {
		switch {
		case s.SHA256 != c.sha256 || s.Entries != c.entries:
			return refuse("a part is of a certificate with the checksum %s, not %s", s.SHA256, c.sha256)
		case !s.Done:
			return refuse("the check of the entries from %d to %d is not finished", s.From+1, s.To)
		case s.From != next:
			return refuse("a part begins with entry %d: want %d", s.From+1, next+1)
		}
		next = s.To
		report.Answers += s.Answers
		report.Longest = max(report.Longest, s.Longest)
		for i, word := range s.met {
			met[i] |= word
		}
	}
	if next < c.entries || len(parts) == 0 {
		return refuse("the entries from %d to %d are missing", next+1, c.entries)
	}
	return report, c.allMet(met)
}

// bitset is a set of numbers.
type bitset []uint32

func newBitset(n int) bitset { return make(bitset, (n+31)/32) }

// add may be called by several goroutines.
func (b bitset) add(i int) {
	if word, bit := &b[i/32], uint32(1)<<(i%32); atomic.LoadUint32(word)&bit == 0 {
		atomic.OrUint32(word, bit)
	}
}

func (b bitset) has(i int) bool { return b[i/32]>>(i%32)&1 != 0 }

// missing returns the least number below n that is not in the set, -1 if all are.
func (b bitset) missing(n int) int {
	for i, word := range b {
		if at := 32*i + bits.TrailingZeros32(^word); word != 1<<32-1 && at < n {
			return at
		}
	}
	return -1
}
