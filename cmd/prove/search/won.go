package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"example.com/brandubh"
)

// wonList is the list of the positions with the defenders to move that were
// proved, each with a winning move, in the order in which they were proved. Where
// the attackers answer that move, what they come to stands on the list before it
// (or is decided at sight): so the first record of each position makes a proof
// without cycles, whatever the table has forgotten.
type wonList struct {
	mu      sync.Mutex
	records []record
	room    int  // how many records there may be
	full    bool // no more should come, though they would be kept
	deduped int  // how many of the first have no repeats
}

func newWonList(room int) wonList { return wonList{records: make([]record, 0, room), room: room} }

// record is a position and a move, whose Move.Index stands in hi above the key.
type record struct{ lo, hi uint64 }

// wonBytes is what a record takes, with its places.
const wonBytes = 16 + placeBytes

func recordOf(k key, m brandubh.Move) record {
	i, err := m.Index()
	if err != nil {
		i = 0 // never: the move is legal
	}
	return record{k.lo, k.hi | uint64(i)<<keyBits}
}

func (r record) key() key { return key{r.lo, r.hi & keyMask} }

func (r record) move() brandubh.Move {
	m, _ := brandubh.MoveAt(int(r.hi >> keyBits))
	return m
}

// add appends a position, and reports whether there is room for one more.
func (w *wonList) add(k key, m brandubh.Move) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.records = append(w.records, recordOf(k, m))
	if len(w.records) == w.room {
		w.dropRepeats()
		w.full = len(w.records) >= w.enough()
	}
	return !w.full
}

// enough is how many records without repeats are too many to go on with.
func (w *wonList) enough() int { return w.room / 8 * 7 }

// len returns how many records there are.
func (w *wonList) len() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.records)
}

// dropRepeats keeps the first record of each position.
func (w *wonList) dropRepeats() {
	if w.deduped < len(w.records) {
		w.index()
	}
}

// index keeps the first record of each position, and returns their places.
func (w *wonList) index() places {
	seen := newPlaces(len(w.records))
	kept := w.records[:0]
	for _, r := range w.records {
		if i := seen.place(r.key(), kept); *i == 0 {
			kept = append(kept, r)
			*i = uint32(len(kept))
		}
	}
	w.records = kept
	w.deduped = len(kept)
	return seen
}

// places finds the records of a list by the hash of their keys: place n says that
// a key is that of number n-1, 0 that the place is free.
type places []uint32

const placeBytes = 6 // for each record that is found

// newPlaces returns places for so many records.
func newPlaces(n int) places { return make(places, n+n/2+1) }

// place returns the place of a key, or the free one where it would go.
func (s places) place(k key, records []record) *uint32 {
	for i, _ := bits.Mul64(k.hash(), uint64(len(s))); ; i++ {
		if i == uint64(len(s)) {
			i = 0
		}
		if n := s[i]; n == 0 || records[n-1].key() == k {
			return &s[i]
		}
	}
}

// ErrUnproved: there is no proof to write down.
var ErrUnproved = errors.New("there is no proof")

// proof returns the certificate's entries, in its order: for every position with the
// defenders to move that play from the root can come to while the defenders
// follow the entries, one move, but for those in which the king can go to a goal at
// once. They come in the place of the table, which is given up. It refuses, with
// ErrUnproved, where the search has no proof, and with ErrMemory if there are too
// many; a context that is done stops it.
func (s *Search) proof(ctx context.Context) ([]record, error) {
	if s.numbers != proved {
		return nil, ErrUnproved
	}
	if s.v.Result(s.root).Over() {
		return nil, nil // won as it stands
	}
	index := s.won.index()
	s.table, s.paths = newTable(0), nil
	runtime.GC() // lest the old table stand beside what follows
	room := int(s.config.Memory / 4 * 3 / wonBytes)
	entries := make([]record, 0, room)
	known := newPlaces(room)
	full := false
	meet := func(p brandubh.Position) {
		if s.v.Escapes(p) != 0 {
			return
		}
		p, _ = p.Canonical()
		k := keyOf(p)
		place := known.place(k, entries)
		if *place != 0 {
			return
		}
		if full = len(entries) == cap(entries); !full {
			entries = append(entries, record(k)) // without its move as yet
			*place = uint32(len(entries))
		}
	}
	answers := func(p brandubh.Position) {
		for m := range s.v.Moves(p) {
			if q, err := s.v.Play(p, m); err == nil && !s.v.Result(q).Over() {
				meet(q)
			}
		}
	}
	if s.root.Turn() == brandubh.Defenders {
		meet(s.root)
	} else {
		answers(s.root)
	}
	for i := 0; i < len(entries); i++ { // they are their own queue
		if i&0xfff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		k := entries[i].key()
		p := k.position()
		m, err := s.winning(p, index)
		if err != nil {
			return nil, err
		}
		q, err := s.v.Play(p, m)
		if err != nil {
			return nil, err
		}
		entries[i] = recordOf(k, m)
		answers(q)
		if full {
			return nil, fmt.Errorf("%w: the certificate has more than %d moves", ErrMemory, len(entries))
		}
	}
	slices.SortFunc(entries, func(a, b record) int {
		return cmp.Or(cmp.Compare(a.key().hi, b.key().hi), cmp.Compare(a.lo, b.lo))
	})
	return entries, nil
}

// winning returns the move for a position: the table's best one, a threat that
// wins, or the one that was proved. The first two come down to their own kind or to
// an escape, with fewer plies to go, so no cycle comes in by them.
func (s *Search) winning(p brandubh.Position, index places) (brandubh.Move, error) {
	if s.config.Table != nil {
		if wins, _, known := s.config.Table.Probe(p); known && wins {
			return s.best(p)
		}
	}
	for d := 1; d <= depth; d++ {
		if n, m := s.threats(p, d, 1); n == 0 {
			return m, nil
		}
	}
	i := *index.place(keyOf(p), s.won.records)
	if i == 0 {
		return brandubh.Move{}, fmt.Errorf("the proof has a hole at %v", p)
	}
	return s.won.records[i-1].move(), nil
}

// best returns the move that the table says wins soonest.
func (s *Search) best(p brandubh.Position) (best brandubh.Move, err error) {
	least := -1
	for m := range s.v.Moves(p) {
		q, err := s.v.Play(p, m)
		if err != nil {
			return best, err
		}
		if s.v.Result(q).Winner == brandubh.Defenders {
			return m, nil
		}
		if wins, plies, known := s.config.Table.Probe(q); known && wins && (least < 0 || plies < least) {
			best, least = m, plies
		}
	}
	if least < 0 {
		return best, fmt.Errorf("the table wins at %v, but no move of it does", p)
	}
	return best, nil
}
