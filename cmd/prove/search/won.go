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
// (or is decided without a search): so the first record of each position makes a proof
// without cycles, whatever the table has forgotten.
type wonList struct {
	mu      sync.Mutex
	records []record
	room    int  // how many records there may be
	full    bool // no more should come, though they would be kept
	deduped int  // how many of the first have no repeats
}

func newWonList(room int) wonList { return wonList{records: make([]record, 0, room), room: room} }

// record is a position and a move, whose Move.Index stands in hi above the key. In an
// entry of a certificate its rank stands above that.
type record struct{ lo, hi uint64 }

const (
	rankAt   = keyBits + 10
	mostRank = 1<<16 - 1 // that a certificate can have
)

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
	m, _ := brandubh.MoveAt(int(r.hi >> keyBits & (1<<(rankAt-keyBits) - 1)))
	return m
}

// rank returns the number of plies of the longest line that follows an entry, 0 if that
// is not known yet.
func (r record) rank() int { return int(r.hi >> rankAt) }

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

// newPlaces returns places for n records.
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
// follow the entries, one move and its rank, but for those in which the king can go to a
// goal at once. They come in the place of the table, which is given up. It refuses, with
// ErrUnproved, where the search has no proof, and with ErrMemory if there are too
// many; a context that is done stops it.
func (s *Search) proof(ctx context.Context) ([]record, error) {
	if s.numbers != proved {
		return nil, ErrUnproved
	}
	if s.v.Result(s.root).Over() {
		return nil, nil // won as it stands
	}
	won := s.won.index()
	s.table, s.paths = newTable(0), nil
	runtime.GC() // lest the old table stand beside what follows
	room := int(s.config.Memory / 4 * 3 / wonBytes)
	w := &writer{Search: s, won: won, entries: make([]record, 0, room), known: newPlaces(room)}
	if err := w.follow(ctx); err != nil {
		return nil, err
	}
	slices.SortFunc(w.entries, func(a, b record) int {
		return cmp.Or(cmp.Compare(a.key().hi, b.key().hi), cmp.Compare(a.lo, b.lo))
	})
	return w.entries, nil
}

// writer reads a proof off the list of what was proved, depth first, so that the rank
// of an entry is known when all that it leads to is done.
type writer struct {
	*Search
	won     places // of what was proved
	entries []record
	known   places // of the entries
	line    []step
	moves   []brandubh.Move
	answers []uint32 // of all steps of the line, one after the other
}

// step is an entry of the line that is followed.
type step struct {
	entry   int // -1 for the root
	answers int // where its answers begin
	longest int // the plies of the longest line from what the attackers' answers lead to
}

// follow writes the entries that play from the root comes to.
func (w *writer) follow(ctx context.Context) error {
	first := step{entry: -1}
	var err error
	if w.root.Turn() == brandubh.Attackers {
		err = w.tryAll(&first, w.root)
	} else {
		_, err = w.meet(&first, w.root)
	}
	if err != nil {
		return err
	}
	w.line = append(w.line, first)
	for n := 0; len(w.line) > 0; n++ {
		if n&0xfff == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		top := &w.line[len(w.line)-1]
		if len(w.answers) == top.answers {
			w.line = w.line[:len(w.line)-1]
			if top.entry < 0 {
				continue
			}
			rank := top.longest + 1
			if rank > mostRank {
				return fmt.Errorf("a line of the proof is longer than %d plies", mostRank)
			}
			w.entries[top.entry].hi |= uint64(rank) << rankAt
			continue
		}
		// The last answer, which stays until it has a rank.
		next := int(w.answers[len(w.answers)-1])
		if rank := w.entries[next].rank(); rank > 0 {
			top.longest = max(top.longest, rank+1)
			w.answers = w.answers[:len(w.answers)-1]
			continue
		}
		if err := w.enter(next); err != nil {
			return err
		}
	}
	return nil
}

// enter chooses the move of an entry and goes on from there.
func (w *writer) enter(entry int) error {
	k := w.entries[entry].key()
	p := k.position()
	m, err := w.winning(p, w.won)
	if err != nil {
		return err
	}
	q, err := w.v.Play(p, m)
	if err != nil {
		return err
	}
	if len(w.line) > maxPlies {
		return fmt.Errorf("a line of the proof is longer than %d moves, or comes back to itself", maxPlies)
	}
	w.entries[entry] = recordOf(k, m)
	s := step{entry: entry, answers: len(w.answers)}
	if !w.v.Result(q).Over() {
		if err := w.tryAll(&s, q); err != nil {
			return err
		}
	}
	w.line = append(w.line, s)
	return nil
}

// tryAll notes the entries that the attackers' moves lead to.
func (w *writer) tryAll(s *step, p brandubh.Position) error {
	w.moves = w.v.AppendMoves(w.moves[:0], p)
	for _, m := range w.moves {
		q, err := w.v.Play(p, m)
		if err != nil {
			return err
		}
		plies := 0
		if !w.v.Result(q).Over() {
			if plies, err = w.meet(s, q); err != nil {
				return err
			}
		}
		s.longest = max(s.longest, plies+1)
	}
	return nil
}

// meet notes the entry of a position, and returns in how many plies at least it is
// won.
func (w *writer) meet(s *step, p brandubh.Position) (plies int, err error) {
	if w.v.Escapes(p) != 0 {
		return 1, nil
	}
	p, _ = p.Canonical()
	k := keyOf(p)
	place := w.known.place(k, w.entries)
	if *place == 0 {
		if len(w.entries) == cap(w.entries) {
			return 0, fmt.Errorf("%w: the certificate has more than %d moves", ErrMemory, len(w.entries))
		}
		w.entries = append(w.entries, record(k)) // without its move as yet
		*place = uint32(len(w.entries))
	}
	entry := *place - 1
	if rank := w.entries[entry].rank(); rank > 0 {
		return rank, nil
	}
	if !slices.Contains(w.answers[s.answers:], entry) {
		w.answers = append(w.answers, entry)
	}
	return 0, nil
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
