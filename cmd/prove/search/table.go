package search

import (
	"encoding/binary"
	"math/bits"
	"sync"
	"sync/atomic"

	"example.com/brandubh"
)

// key is a canonical position as it is, no hash of it: the bits that
// Position.MarshalBinary describes, in two words. The position with nobody to
// move, which is never searched, aside, hi is never 0.
type key struct{ lo, hi uint64 }

const keyBits = 36 // of hi; the rest is free for others

func keyOf(p brandubh.Position) key {
	king := p.Pieces(brandubh.King)
	first, second := uint64(p.Pieces(brandubh.Attacker)|king), uint64(p.Pieces(brandubh.Defender)|king)
	return key{first | second<<49, second>>15 | uint64(p.Turn())<<34}
}

// sides returns the squares of the attackers and of the defenders, the king among
// either.
func (k key) sides() (attackers, defenders uint64) {
	return k.lo & (1<<49 - 1), k.lo>>49 | k.hi<<15&(1<<49-1)
}

// position returns the position of a key.
func (k key) position() (p brandubh.Position) {
	b := binary.LittleEndian.AppendUint64(make([]byte, 0, 16), k.lo)
	b = binary.LittleEndian.AppendUint64(b, k.hi)
	if err := p.UnmarshalBinary(b[:13]); err != nil {
		return brandubh.Position{} // never: the key came from a position
	}
	return p
}

// hash spreads a key over 64 bits. It only picks places; keys are compared whole.
func (k key) hash() uint64 {
	hi, lo := bits.Mul64(k.lo^0x243f6a8885a308d3, k.hi^0x9e3779b97f4a7c15)
	hi, lo = bits.Mul64(hi^lo^k.lo, 0xd6e8feb86659fd93)
	return hi ^ lo
}

// numbers are the proof number and the disproof number of a position: how much,
// at least, is left to show before it is proved that the defenders win, or
// disproved. 0 says that it is shown.
type numbers [2]uint32

const infinite = 1 << 30

var (
	proved    = numbers{0, infinite}
	disproved = numbers{infinite, 0}
)

func (n numbers) solved() bool { return n[0] == 0 || n[1] == 0 }

// reliance is the part of the path, from one ply to another, that a disproof
// relies on: some line came back to a position there, which counts as not won.
type reliance struct{ from, to int32 }

var nothing = reliance{from: 1 << 30, to: -1}

func (r reliance) and(o reliance) reliance {
	return reliance{min(r.from, o.from), max(r.to, o.to)}
}

// before returns what of the reliance is above a ply of the path.
func (r reliance) before(ply int) reliance {
	if r.from >= int32(ply) {
		return nothing
	}
	r.to = min(r.to, int32(ply)-1)
	return r
}

// entry is what the table knows of a position, 24 bytes. The bits of hi above
// those of the key are one that says that this is a disproof which relies on the
// path, and how many expansions it cost.
//
// Else a and b are the numbers; where it is proved that the defenders, to move,
// win, b says by which move besides. For a disproof that relies on the path, a is a
// hash of the path as far as it matters, and b is the reliance.
type entry struct {
	lo, hi uint64
	a, b   uint32
}

const (
	onPath   = 1 << keyBits
	workAt   = keyBits + 1
	mostWork = 1<<(64-workAt) - 1
	keyMask  = 1<<keyBits - 1
	maxPlies = 1 << 12 // of a path; a reliance is stored in two halves of b
)

func (e *entry) is(k key) bool { return e.lo == k.lo && e.hi&keyMask == k.hi }
func (e *entry) work() uint64  { return e.hi >> workAt }

// reliance returns what a disproof that relies on the path relies on.
func (e *entry) reliance() reliance { return reliance{int32(e.b >> 16), int32(e.b & 0xffff)} }

// numbers returns the numbers that the entry holds.
func (e *entry) numbers() numbers {
	if e.a == 0 {
		return proved
	}
	return numbers{e.a, e.b}
}

// wonBy returns the entry of a position that the defenders win with a move.
func wonBy(m brandubh.Move) entry {
	i, err := m.Index()
	if err != nil {
		return entry{b: infinite} // never: the move is legal
	}
	return entry{b: infinite + 1 + uint32(i)}
}

// move returns the move of wonBy, and whether there is one.
func (e *entry) move() (brandubh.Move, bool) {
	if e.hi&onPath != 0 || e.a != 0 || e.b <= infinite {
		return brandubh.Move{}, false
	}
	return brandubh.MoveAt(int(e.b - infinite - 1))
}

// bucket is where the entries of one hash can be.
type bucket [4]entry

const (
	entryBytes  = 24
	bucketBytes = 4 * entryBytes
)

// table is the bounded transposition table, for several goroutines at a time.
type table struct {
	buckets []bucket
	used    atomic.Int64
	locks   [1 << 10]sync.Mutex
}

func newTable(bytes int64) *table {
	return &table{buckets: make([]bucket, max(1, bytes/bucketBytes))}
}

// lock returns the bucket of a position, and its lock, which it has taken.
func (t *table) lock(k key) (*bucket, *sync.Mutex) {
	i, _ := bits.Mul64(k.hash(), uint64(len(t.buckets)))
	mu := &t.locks[i%uint64(len(t.locks))]
	mu.Lock()
	return &t.buckets[i], mu
}

// find returns the entry of a position, and whether there is one.
func (t *table) find(k key) (entry, bool) {
	b, mu := t.lock(k)
	defer mu.Unlock()
	for i := range b {
		if b[i].is(k) {
			return b[i], true
		}
	}
	return entry{}, false
}

// decided returns the numbers of a position if it is decided, whatever the path.
func (t *table) decided(k key) (numbers, bool) {
	e, ok := t.find(k)
	if !ok || e.hi&onPath != 0 || !e.numbers().solved() {
		return numbers{}, false
	}
	return e.numbers(), true
}

// store puts an entry in, in place of an older one of the same position, into a
// free place, or in place of the one that cost the least. What is decided stays.
func (t *table) store(k key, e entry, work uint64) {
	b, mu := t.lock(k)
	defer mu.Unlock()
	place := &b[0]
	for i := range b {
		x := &b[i]
		if x.is(k) {
			work += x.work()
			place = x
			if x.hi&onPath == 0 && x.numbers().solved() {
				e = entry{a: x.a, b: x.b}
			}
			break
		}
		if x.hi == 0 {
			place = x
			t.used.Add(1)
			break
		}
		if x.work() < place.work() {
			place = x
		}
	}
	e.lo = k.lo
	e.hi |= k.hi | min(work, mostWork)<<workAt
	*place = e
}

// fill returns which part of the table is taken, 0 to 1.
func (t *table) fill() float64 { return float64(t.used.Load()) / float64(4*len(t.buckets)) }
