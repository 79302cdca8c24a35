package check

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/brandubh"
)

// Certificate is a certificate whose header has been read. Nothing is known to be
// true of it until Check has passed.
type Certificate struct {
	// Rules is the rule set, and Root the position of which it says that the
	// defenders win.
	Rules *brandubh.Variant
	Root  brandubh.Position

	file    io.ReadSeeker
	header  string
	entries int
	sha256  string // empty until the contents have been read to the end
	table   *table // of all entries, once Load has been called
}

// magic is the first line of a certificate, the version of its form at the end.
const magic = "brandubh certificate 3"

// mostEntries keeps the number of an entry in an int on every machine.
const mostEntries = math.MaxInt32

// mostPlies is the highest rank.
const mostPlies = 1<<16 - 1

// Open reads the header of a certificate. The rule set is the preset with the
// fingerprint that stands there, or the one given if that is not nil. Open refuses,
// with ErrRules, a certificate for rules of another fingerprint, and with ErrFormat
// what is no certificate. The file is read again, from its start, by Check and Load.
func Open(file io.ReadSeeker, rules *brandubh.Variant) (*Certificate, error) {
	c := &Certificate{file: file}
	r, err := c.read()
	if err != nil {
		return nil, err
	}
	fingerprint := r.text[1]
	switch {
	case rules != nil:
		v := *rules
		c.Rules = &v
	default:
		if c.Rules = presetWith(fingerprint); c.Rules == nil {
			return nil, fmt.Errorf("%w: no preset has the fingerprint %q: say which rules are meant", ErrRules, fingerprint)
		}
	}
	if own := c.Rules.Fingerprint(); own != fingerprint || own == "" {
		return nil, fmt.Errorf("%w: the certificate is for the fingerprint %q, and %q has %q", ErrRules, fingerprint, c.Rules.Name, own)
	}
	if c.Root, err = brandubh.ParsePosition(r.text[2]); err == nil {
		err = c.Rules.ValidatePosition(c.Root)
	}
	if err != nil {
		return nil, damaged("root: %v", err)
	}
	if c.entries, err = strconv.Atoi(r.text[3]); err != nil || c.entries < 0 || c.entries > mostEntries {
		return nil, damaged("%q is no number of moves", r.text[3])
	}
	// There is one way to write each value.
	c.header = fmt.Sprintf("%s\nrules %s\nroot %v\nmoves %d\n", magic, fingerprint, c.Root, c.entries)
	if r.header != c.header {
		return nil, damaged("the header is %q: want %q", r.header, c.header)
	}
	if c.entries > 0 && c.Rules.Result(c.Root).Over() {
		return nil, fmt.Errorf("%w: the root is finished, and there are %d moves", ErrSurplus, c.entries)
	}
	return c, nil
}

// Preset returns the name of the preset that the rules are, and whether there is
// one. It goes by the fingerprint, not by the name that the rules bear.
func (c *Certificate) Preset() (name string, ok bool) {
	if v := presetWith(c.Rules.Fingerprint()); v != nil {
		return v.Name, true
	}
	return "", false
}

// presetWith returns the preset with a fingerprint, nil if there is none.
func presetWith(fingerprint string) *brandubh.Variant {
	for _, name := range brandubh.Presets() {
		if v, err := brandubh.Preset(name); err == nil && v.Fingerprint() == fingerprint {
			return v
		}
	}
	return nil
}

// Len returns the number of entries: of moves that the certificate chooses.
func (c *Certificate) Len() int { return c.entries }

// SHA256 returns the checksum of the contents, 64 hexadecimal digits, once Check or
// Load has read them, and before that the empty string. Unlike that of the file it does
// not depend on the program that compressed them.
func (c *Certificate) SHA256() string { return c.sha256 }

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrFormat, fmt.Sprintf(format, args...))
}

// reader reads a certificate once, from its start to its end.
type reader struct {
	in     *bufio.Reader
	digest hash.Hash
	header string
	text   [4]string // the lines of the header without their first word

	c    *Certificate
	done int    // entries
	last record // the one before
}

// read goes to the start of the file and reads the four lines of the header.
func (c *Certificate) read() (*reader, error) {
	if _, err := c.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	packed, err := gzip.NewReader(bufio.NewReaderSize(c.file, 1<<16))
	if err != nil {
		return nil, damaged("%v", err)
	}
	r := &reader{c: c, digest: sha256.New()}
	r.in = bufio.NewReaderSize(io.TeeReader(packed, r.digest), 1<<16)
	for i, name := range [4]string{magic, "rules", "root", "moves"} {
		line, err := r.in.ReadSlice('\n')
		if err != nil {
			return nil, damaged("no line %q: %v", name, err)
		}
		r.header += string(line)
		text, ok := strings.CutPrefix(strings.TrimSuffix(string(line), "\n"), name)
		if !ok {
			return nil, damaged("%.60q is no line %q", line, name)
		}
		r.text[i] = strings.TrimPrefix(text, " ")
	}
	if c.header != "" && r.header != c.header {
		return nil, damaged("the file has changed")
	}
	return r, nil
}

// next returns the next entry. After the last one it returns io.EOF, if nothing
// follows and the contents are those that were read before.
func (r *reader) next() (record, error) {
	if r.done == r.c.entries {
		return record{}, r.end()
	}
	more, err1 := r.uvarint()
	less, err2 := r.uvarint()
	from, err3 := r.in.ReadByte()
	to, err4 := r.in.ReadByte()
	rank, err5 := r.uvarint()
	if err := cmp.Or(err1, err2, err3, err4, err5); err != nil {
		return record{}, damaged("entry %d of %d: %v", r.done+1, r.c.entries, err)
	}
	attackers, defenders := r.last.sides()
	switch {
	case more > 0:
		attackers = 0
	case r.done > 0 && less == 0:
		return record{}, damaged("entry %d is there twice", r.done+1)
	}
	attackers += less
	defenders += more
	if attackers>>49 != 0 || defenders>>49 != 0 || rank > mostPlies {
		return record{}, damaged("entry %d is no position and rank", r.done+1)
	}
	m := brandubh.Move{From: brandubh.Square(from), To: brandubh.Square(to)}
	index, err := m.Index()
	if err != nil {
		return record{}, fmt.Errorf("%w: entry %d: %w", ErrIllegal, r.done+1, err)
	}
	r.last = record{attackers | defenders<<49, defenders>>15 | uint64(index)<<moveAt | rank<<rankAt}
	r.done++
	return r.last, nil
}

// uvarint reads a number below 2^49 as LEB128, in as few bytes as it takes.
func (r *reader) uvarint() (n uint64, err error) {
	for shift := 0; shift < 49; shift += 7 {
		b, err := r.in.ReadByte()
		if err != nil {
			return 0, err
		}
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if b == 0 && shift > 0 {
				return 0, errors.New("a number has more bytes than it takes")
			}
			return n, nil
		}
	}
	return 0, errors.New("a number is too large")
}

// end returns io.EOF if the contents end here, whole and unchanged.
func (r *reader) end() error {
	if _, err := r.in.ReadByte(); !errors.Is(err, io.EOF) {
		if err == nil {
			err = errors.New("more follows")
		}
		return damaged("after the last entry: %v", err)
	}
	sum := hex.EncodeToString(r.digest.Sum(nil))
	if r.c.sha256 != "" && r.c.sha256 != sum {
		return damaged("the file has changed")
	}
	r.c.sha256 = sum
	return io.EOF
}

// record is an entry in 16 bytes. lo and the low 34 bits of hi are the position: the
// squares of the attackers and the king, and above them those of the defenders and the
// king. Above these are the move and the rank.
type record struct{ lo, hi uint64 }

const (
	moveAt = 34 // Move.Index, 10 bits
	rankAt = 44 // 16 bits
	keyHi  = 1<<moveAt - 1
)

// recordOf returns the record of a position, without move and rank.
func recordOf(p brandubh.Position) record {
	king := p.Pieces(brandubh.King)
	attackers, defenders := uint64(p.Pieces(brandubh.Attacker)|king), uint64(p.Pieces(brandubh.Defender)|king)
	return record{attackers | defenders<<49, defenders >> 15}
}

func (r record) sides() (attackers, defenders uint64) {
	return r.lo & (1<<49 - 1), r.lo>>49 | r.hi&keyHi<<15
}

func (r record) rank() int { return int(r.hi >> rankAt) }

func (r record) move() brandubh.Move {
	m, _ := brandubh.MoveAt(int(r.hi >> moveAt & (1<<(rankAt-moveAt) - 1)))
	return m
}

// position returns the position, the defenders to move, or an error if the sets of
// squares are none.
func (r record) position() (p brandubh.Position, err error) {
	var b [13]byte
	binary.LittleEndian.PutUint64(b[:], r.lo)
	high := r.hi&keyHi | uint64(brandubh.Defenders)<<34
	binary.LittleEndian.PutUint32(b[8:], uint32(high))
	b[12] = byte(high >> 32)
	err = p.UnmarshalBinary(b[:])
	return p, err
}

// compare orders positions as the entries of a certificate are ordered.
func (r record) compare(o record) int {
	return cmp.Or(cmp.Compare(r.hi&keyHi, o.hi&keyHi), cmp.Compare(r.lo, o.lo))
}

// table holds consecutive entries of a certificate, to look positions up.
type table struct {
	start, end int // the numbers of the first and of the one after the last
	// It answers for the positions above before and up to the last one of its own, or
	// for all above before if it is the last part of the certificate.
	before  record
	records [][]record // each of chunk, but for the last
	first   []record   // of each line of so many in records
	last    bool
}

const (
	chunk = 1 << 12 // a multiple of line
	line  = 64

	recordBytes = 16
	// lineBytes is what a line of entries takes in memory: the records, and first, which
	// may grow to twice what it holds.
	lineBytes = line*recordBytes + 3*recordBytes
)

func (t *table) add(r record) {
	n := t.end - t.start
	if n%chunk == 0 {
		t.records = append(t.records, make([]record, 0, chunk))
	}
	if n%line == 0 {
		t.first = append(t.first, r)
	}
	t.records[n/chunk] = append(t.records[n/chunk], r)
	t.end++
}

// find returns the number of a position's entry and its record. mine reports whether
// the position belongs to this part of the certificate, ok whether it is there.
func (t *table) find(k record) (number int, r record, mine, ok bool) {
	if t.start > 0 && k.compare(t.before) <= 0 {
		return 0, r, false, false
	}
	n, found := slices.BinarySearchFunc(t.first, k, record.compare)
	if !found {
		if n == 0 { // before the first of this part
			return 0, r, true, false
		}
		n--
	}
	at := n * line
	c := t.records[at/chunk]
	c = c[at%chunk : min(at%chunk+line, len(c))]
	i, ok := slices.BinarySearchFunc(c, k, record.compare)
	if ok {
		return t.start + at + i, c[i], true, true
	}
	behind := at+i == t.end-t.start
	return 0, r, !behind || t.last, false
}
