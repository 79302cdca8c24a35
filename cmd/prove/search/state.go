package search

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"strings"
	"time"
)

// ErrState: what is loaded is no whole state, or the state of another search.
var ErrState = errors.New("cannot take up the search")

const stateMagic = "brandubh proof search 1"

// title says in one line what is searched.
func (s *Search) title() string {
	return fmt.Sprintf("%s, rules %s, root %v, tables %t", stateMagic, s.v.Fingerprint(), s.root, s.config.Table != nil)
}

// Save writes what the search knows, so that Load can take it up: the table, the
// list of proved positions, and what was spent. It takes 24 bytes for each
// position in the table and 16 for each on the list. Where several workers search,
// the disproofs that hold on the path of one of them only are left out.
func (s *Search) Save(w io.Writer) error {
	sum := crc32.New(castagnoli())
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<20)
	s.won.dropRepeats()
	fmt.Fprintln(out, s.title())
	var buf []byte
	for _, n := range []uint64{
		uint64(s.numbers[0]), uint64(s.numbers[1]), s.expansions.Load(), uint64(s.elapsed),
		uint64(s.table.used.Load()), uint64(len(s.won.records)),
	} {
		buf = binary.LittleEndian.AppendUint64(buf, n)
	}
	if _, err := out.Write(buf); err != nil {
		return err
	}
	for i := range s.table.buckets {
		for _, e := range s.table.buckets[i] {
			if e.hi == 0 {
				continue
			}
			buf = binary.LittleEndian.AppendUint64(buf[:0], e.lo)
			buf = binary.LittleEndian.AppendUint64(buf, e.hi)
			buf = binary.LittleEndian.AppendUint32(buf, e.a)
			buf = binary.LittleEndian.AppendUint32(buf, e.b)
			if _, err := out.Write(buf); err != nil {
				return err
			}
		}
	}
	for _, r := range s.won.records {
		buf = binary.LittleEndian.AppendUint64(buf[:0], r.lo)
		buf = binary.LittleEndian.AppendUint64(buf, r.hi)
		if _, err := out.Write(buf); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return binary.Write(w, binary.LittleEndian, sum.Sum32())
}

// Load returns a search that goes on where a saved one stopped. The memory may be
// another, with less of it the table forgets. It refuses, with ErrState, what is
// damaged, and the state of another position, of other rules, or of a search with
// tables where there are none now, or the other way round.
func Load(c Config, r io.Reader) (*Search, error) {
	s, err := New(c)
	if err != nil {
		return nil, err
	}
	head, err := s.read(r, s.title(), func(e entry) {
		k, work := key{e.lo, e.hi & keyMask}, e.work()
		e.hi &= onPath
		s.table.store(k, e, work)
	})
	if err != nil {
		return nil, err
	}
	s.numbers = numbers{uint32(head[0]), uint32(head[1])}
	s.expansions.Store(head[2])
	s.elapsed = time.Duration(head[3])
	s.won.deduped = len(s.won.records)
	return s, nil
}

// learned is what a position that is taken over counts as having cost, in
// expansions: enough to stay in the table for a while.
const learned = 16

// Learn takes over what another search under the same rules has decided, from its
// saved state. Positions that both come to need not be decided again, and the
// certificate may rest on them. It refuses, with ErrState, what is damaged, and the
// state of a search under other rules, or with tables where there are none here, or
// the other way round, and with ErrMemory besides one that there is no room for;
// after an error the search is not to be used.
func (s *Search) Learn(r io.Reader) error {
	before := len(s.won.records)
	_, err := s.read(r, "", func(e entry) {
		if e.hi&onPath == 0 && e.numbers().solved() {
			s.table.store(key{e.lo, e.hi & keyMask}, entry{a: e.a, b: e.b}, e.work())
		}
	})
	if err != nil {
		return err
	}
	for _, r := range s.won.records[before:] {
		s.table.store(r.key(), wonBy(r.move()), learned)
	}
	return nil
}

// read reads a saved search: what stands before the table, the entries of the
// table, and the list of proved positions, which it appends to the search's own. The
// title must be the one given, or if that is empty that of a search for any
// position.
func (s *Search) read(r io.Reader, want string, take func(entry)) (head [6]uint64, err error) {
	in := summed{bufio.NewReaderSize(r, 1<<20), crc32.New(castagnoli())}
	damaged := func(err error) error {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return fmt.Errorf("%w: the state is damaged: %w", ErrState, err)
	}
	title, err := in.line()
	if err != nil {
		return head, damaged(err)
	}
	if !strings.HasPrefix(title, stateMagic) {
		return head, fmt.Errorf("%w: it is no state of one", ErrState)
	}
	got := title
	if want == "" {
		got, want = withoutRoot(title), withoutRoot(s.title())
	}
	if got != want {
		return head, fmt.Errorf("%w: the state is of another: %s; not of: %s", ErrState, title, s.title())
	}
	for i := range head {
		if head[i], err = in.uint64(); err != nil {
			return head, damaged(err)
		}
	}
	for range head[4] {
		var e entry
		var err1, err2, err3 error
		e.lo, err1 = in.uint64()
		e.hi, err2 = in.uint64()
		ab, err3 := in.uint64()
		if err := errors.Join(err1, err2, err3); err != nil {
			return head, damaged(err)
		}
		e.a, e.b = uint32(ab), uint32(ab>>32)
		take(e)
	}
	if room := s.won.enough() - len(s.won.records); room <= 0 || head[5] >= uint64(room) {
		return head, fmt.Errorf("%w: %w: the state has %d of them", ErrState, ErrMemory, head[5])
	}
	for range head[5] {
		lo, err1 := in.uint64()
		hi, err2 := in.uint64()
		if err := errors.Join(err1, err2); err != nil {
			return head, damaged(err)
		}
		s.won.records = append(s.won.records, record{lo, hi})
	}
	sum := in.sum.Sum32()
	var stored uint32
	if err := binary.Read(in.r, binary.LittleEndian, &stored); err != nil {
		return head, damaged(err)
	}
	if stored != sum {
		return head, damaged(errors.New("its checksum is wrong"))
	}
	return head, nil
}

// withoutRoot returns a title without the position.
func withoutRoot(title string) string {
	before, after, _ := strings.Cut(title, ", root ")
	_, after, _ = strings.Cut(after, ", ")
	return before + ", " + after
}

// summed reads numbers and keeps the checksum of what it has read.
type summed struct {
	r   *bufio.Reader
	sum hash.Hash32
}

func (s summed) line() (string, error) {
	b, err := s.r.ReadSlice('\n')
	s.sum.Write(b)
	return strings.TrimSuffix(string(b), "\n"), err
}

func (s summed) uint64() (uint64, error) {
	var b [8]byte
	_, err := io.ReadFull(s.r, b[:])
	s.sum.Write(b[:])
	return binary.LittleEndian.Uint64(b[:]), err
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }
