package tables

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/edsrzf/mmap-go"
)

// A table file is
//
//	4096 bytes   the line "brandubh endgame table, format 1", a line of JSON (header),
//	             zeros, and in the last 32 bytes the SHA-256 of all before it and of the sums
//	the sums     CRC-32C of each 64 KiB of the attackers' codes, then of the defenders';
//	             4 bytes each, least first, zeros up to a multiple of 4096
//	the codes    with the attackers to move, then with the defenders to move
//
// With 8 bits a place has a byte, its code. With 2 bits four places share a byte,
// the first in the lowest bits: 0 open, 1 won by the side to move, 2 lost.
const (
	format    = 1
	magic     = "brandubh endgame table, format "
	page      = 4096
	chunkSize = 1 << 16
	suffix    = ".table"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Why a file is refused. The error of Open names the file and says more.
var (
	// ErrNotATable: the file is something else.
	ErrNotATable = errors.New("no endgame table")
	// ErrFormat: the file is of another format version.
	ErrFormat = errors.New("another format version")
	// ErrForeign: the file is for another rule set.
	ErrForeign = errors.New("for another rule set")
	// ErrDamaged: the file is not as it was written.
	ErrDamaged = errors.New("damaged")
	// ErrTruncated: the file is shorter than it was, or longer.
	ErrTruncated = errors.New("wrong length")
)

// header is what a file says of itself.
type header struct {
	Rules       string `json:"rules"`       // the rule set's name, for people
	Fingerprint string `json:"fingerprint"` // and its fingerprint
	Attackers   int    `json:"attackers"`
	Defenders   int    `json:"defenders"`
	Bits        int    `json:"bits"`   // 8: plies; 2: winners alone
	Places      uint64 `json:"places"` // of each side
}

// side returns how many bytes the codes of a side take.
func (h *header) side() uint64 {
	if h.Bits == 2 {
		return (h.Places + 3) / 4
	}
	return h.Places
}

// chunks returns how many sums there are for a side.
func (h *header) chunks() uint64 { return (h.side() + chunkSize - 1) / chunkSize }

// start returns where the codes begin.
func (h *header) start() uint64 { return page + (8*h.chunks()+page-1)/page*page }

// table is the codes of one class, mapped into memory.
type table struct {
	*index
	path    string
	bits    int
	codes   [2][]byte
	sums    []byte
	checked []atomic.Uint32 // a bit for each chunk that has been compared with its sum
	mapped  mmap.MMap
}

// classes is the tables of a rule set, by attackers and defenders.
type classes [MaxAttackers + 1][MaxDefenders + 1]*table

func fileOf(dir string, c Class) string { return filepath.Join(dir, c.String()+suffix) }

// code returns a code without comparing sums.
func (t *table) code(side int, place uint64) code {
	if t.bits == 2 {
		return [4]code{0, farWin, farLoss, 0}[t.codes[side][place/4]>>(place%4*2)&3]
	}
	return t.codes[side][place]
}

// probe returns a code and compares the sum of its chunk the first time.
func (t *table) probe(side int, place uint64) (code, error) {
	at := place
	if t.bits == 2 {
		at /= 4
	}
	if err := t.check(side, at/chunkSize); err != nil {
		return 0, err
	}
	return t.code(side, place), nil
}

// check compares a chunk with its sum, if that has not been done.
func (t *table) check(side int, chunk uint64) error {
	n := uint64(side)*uint64(len(t.sums)/8) + chunk
	done, bit := &t.checked[n/32], uint32(1)<<(n%32)
	if done.Load()&bit != 0 {
		return nil
	}
	data := t.codes[side][chunk*chunkSize:]
	data = data[:min(chunkSize, len(data))]
	if crc32.Checksum(data, castagnoli) != binary.LittleEndian.Uint32(t.sums[4*n:]) {
		return fmt.Errorf("%s: %w: the checksum of part %d of %d is wrong", t.path, ErrDamaged, n+1, len(t.sums)/4)
	}
	done.Or(bit)
	return nil
}

// checkAll compares all sums.
func (t *table) checkAll() error {
	for side := range t.codes {
		for n := range uint64(len(t.sums) / 8) {
			if err := t.check(side, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// digest is the checksum of the header and all sums.
func digest(head, sums []byte) (d [sha256.Size]byte) {
	h := sha256.New()
	h.Write(head[:page-sha256.Size])
	h.Write(sums)
	h.Sum(d[:0])
	return d
}

// openTable opens the file of a class.
func openTable(g *geometry, dir string, c Class) (t *table, err error) {
	path := fileOf(dir, c)
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	refuse := func(why error, text string, args ...any) (*table, error) {
		return nil, fmt.Errorf("%s: %w: %s", path, why, fmt.Sprintf(text, args...))
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	head := make([]byte, page)
	n, _ := f.ReadAt(head, 0)
	var version int
	if n < len(magic) || string(head[:len(magic)]) != magic {
		return refuse(ErrNotATable, "it does not begin with %q", magic)
	}
	line, rest, _ := bytes.Cut(head[len(magic):], []byte("\n"))
	if _, err := fmt.Sscanf(string(line), "%d", &version); err != nil || version != format {
		return refuse(ErrFormat, "it has format %.20q, this program reads format %d", line, format)
	}
	if n < page {
		return refuse(ErrTruncated, "it has %d bytes and no whole header", info.Size())
	}
	text, _, _ := bytes.Cut(rest, []byte("\n"))
	var h header
	if err := json.Unmarshal(text, &h); err != nil {
		return refuse(ErrDamaged, "the header cannot be read: %v", err)
	}
	if h.Bits != 8 && h.Bits != 2 || h.Places > 1<<40 {
		return refuse(ErrDamaged, "the header says %d bits and %d places", h.Bits, h.Places)
	}
	if want := h.start() + 2*h.side(); uint64(info.Size()) != want {
		return refuse(ErrTruncated, "it has %d bytes, not %d", info.Size(), want)
	}
	m, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer func() {
		if err != nil {
			m.Unmap()
		}
	}()
	t = &table{path: path, bits: h.Bits, mapped: m, sums: m[page : page+8*h.chunks()]}
	if d := digest(m[:page], t.sums); !bytes.Equal(d[:], m[page-sha256.Size:page]) {
		return refuse(ErrDamaged, "the checksum of the header is wrong")
	}
	if fp := g.r.v.Fingerprint(); h.Fingerprint != fp {
		return refuse(ErrForeign, "it is for %q (%s), not for %q (%s)", h.Rules, h.Fingerprint, g.r.v.Name, fp)
	}
	if (Class{h.Attackers, h.Defenders}) != c {
		return refuse(ErrForeign, "it holds the class %v", Class{h.Attackers, h.Defenders})
	}
	t.index = g.index(c)
	if t.index.size() != h.Places {
		return refuse(ErrDamaged, "it has %d places, not %d", h.Places, t.index.size())
	}
	t.codes = [2][]byte{m[h.start():][:h.side()], m[h.start()+h.side():][:h.side()]}
	t.checked = make([]atomic.Uint32, len(t.sums)/4/32+1)
	return t, nil
}

// writeTable writes the file of a class, with 8 or 2 bits: all of it or nothing. The
// codes may be overwritten.
func writeTable(g *geometry, dir string, c Class, codes [2][]code, bits int) (err error) {
	h := header{
		Rules: g.r.v.Name, Fingerprint: g.r.v.Fingerprint(), Attackers: c.Attackers, Defenders: c.Defenders,
		Bits: bits, Places: uint64(len(codes[0])),
	}
	if bits == 2 {
		codes = [2][]code{packed(codes[0]), packed(codes[1])}
	}
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	head := make([]byte, page)
	if n := copy(head, fmt.Sprintf("%s%d\n%s\n", magic, format, text)); n > page-sha256.Size {
		return errors.New("the name of the rule set is too long")
	}
	var sums []byte
	for _, side := range codes {
		for at := 0; at < len(side); at += chunkSize {
			sums = binary.LittleEndian.AppendUint32(sums, crc32.Checksum(side[at:min(at+chunkSize, len(side))], castagnoli))
		}
	}
	d := digest(head, sums)
	copy(head[page-sha256.Size:], d[:])

	path := fileOf(dir, c)
	f, err := os.Create(path + ".partial")
	if err != nil {
		return err
	}
	defer func() {
		f.Close()
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	w := bufio.NewWriterSize(f, 1<<20)
	w.Write(head)
	w.Write(sums)
	w.Write(make([]byte, h.start()-page-uint64(len(sums))))
	w.Write(codes[0])
	w.Write(codes[1])
	if err := w.Flush(); err != nil { // it keeps the first error
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// packed returns codes with two bits a place, in the memory of the codes.
func packed(codes []code) []byte {
	for i := 0; i < len(codes); i += 4 {
		v := byte(0)
		for j, c := range codes[i:min(i+4, len(codes))] {
			switch {
			case c != 0 && c&1 == 0:
				v |= 1 << (2 * j)
			case c != 0:
				v |= 2 << (2 * j)
			}
		}
		codes[i/4] = v
	}
	return codes[:(len(codes)+3)/4]
}
