package player

import "example.com/brandubh"

// bound is what a stored score says about the true one.
type bound uint8

const (
	none bound = iota // nothing
	atLeast
	atMost
	exact
)

// entry is what the transposition table knows of a position.
type entry struct {
	hash  uint64
	score int32 // forced ends count their plies from this position
	move  brandubh.Move
	depth uint8
	mark  uint8 // bound in the low two bits, generation above; 0 for an empty entry
}

const (
	entryBytes  = 16
	generations = 1<<6 - 1
)

// table is a transposition table: pairs of entries, one that keeps the deeper and
// one that keeps the newer. What an earlier search left counts as empty, so that
// a search does not depend on what was searched before.
type table struct {
	entries    []entry
	generation uint8 // 1 to generations
}

// newTable returns a table of the greatest power of two that fits.
func newTable(size int) table {
	n := 2
	for 2*n*entryBytes <= size {
		n *= 2
	}
	return table{entries: make([]entry, n)}
}

// next begins a new search.
func (t *table) next() {
	if t.generation == generations {
		t.generation = 0
		clear(t.entries)
	}
	t.generation++
}

func (t *table) pair(hash uint64) []entry {
	i := int(hash&uint64(len(t.entries)-1)) &^ 1
	return t.entries[i : i+2]
}

func (t *table) current(e *entry) bool { return e.mark>>2 == t.generation }

// find returns what is known of a position, and whether anything is.
func (t *table) find(hash uint64) (entry, bool) {
	pair := t.pair(hash)
	for i := range pair {
		if e := &pair[i]; e.hash == hash && t.current(e) {
			return *e, true
		}
	}
	return entry{}, false
}

// put stores an entry.
func (t *table) put(e entry, b bound) {
	e.mark = uint8(b) | t.generation<<2
	pair := t.pair(e.hash)
	if old := &pair[0]; !t.current(old) || old.hash == e.hash || old.depth <= e.depth {
		if t.current(old) && old.hash != e.hash {
			pair[1] = *old
		}
		pair[0] = e
		return
	}
	pair[1] = e
}

func (e *entry) bound() bound { return bound(e.mark & 3) }
