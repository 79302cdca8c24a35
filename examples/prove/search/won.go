package search

import (
	"errors"
	"fmt"
	"slices"

	"example.com/brandubh"
)

// wonList is the list of the positions with the defenders to move that were
// proved, each with a winning move, in the order in which they were proved. Where
// the attackers answer that move, what they come to stands on the list before it
// (or is decided at sight): so the first record of each position makes a proof
// without cycles, whatever the table has forgotten.
type wonList struct {
	records []record
	room    int // how many records there may be
	deduped int // how many of the first have no repeats
}

// record is a position and a move, whose Move.Index stands in hi above the key.
type record struct{ lo, hi uint64 }

const wonBytes = 16

func (r record) key() key { return key{r.lo, r.hi & keyMask} }

func (r record) move() brandubh.Move {
	m, _ := brandubh.MoveAt(int(r.hi >> keyBits))
	return m
}

// add appends a position, and reports whether there is room for one more.
func (w *wonList) add(k key, m brandubh.Move) bool {
	i, err := m.Index()
	if err != nil {
		return false // never: the move is legal
	}
	w.records = append(w.records, record{k.lo, k.hi | uint64(i)<<keyBits})
	if len(w.records) >= w.room {
		w.dropRepeats()
		return len(w.records) < w.room/8*7
	}
	return true
}

// dropRepeats keeps the first record of each position.
func (w *wonList) dropRepeats() {
	if w.deduped == len(w.records) {
		return
	}
	seen := newPlaces(len(w.records))
	kept := w.records[:0]
	for _, r := range w.records {
		if i := seen.place(r.key(), func(i uint32) key { return kept[i].key() }); *i == 0 {
			kept = append(kept, r)
			*i = uint32(len(kept))
		}
	}
	w.records = kept
	w.deduped = len(kept)
}

// places finds keys in a list by their hash: place n says that a key is number
// n-1 of the list, 0 that the place is free.
type places struct {
	at   []uint32
	mask uint64
}

func newPlaces(n int) *places {
	size := 16
	for size < n*2 {
		size *= 2
	}
	return &places{at: make([]uint32, size), mask: uint64(size - 1)}
}

// place returns the place of a key, or the free one where it would go.
func (s *places) place(k key, at func(uint32) key) *uint32 {
	for i := k.hash() & s.mask; ; i = (i + 1) & s.mask {
		if n := s.at[i]; n == 0 || at(n-1) == k {
			return &s.at[i]
		}
	}
}

// Line is one entry of a certificate: a canonical position with the defenders to
// move, and their move.
type Line struct {
	Position brandubh.Position
	Move     brandubh.Move
}

// ErrUnproved: there is no proof to write down.
var ErrUnproved = errors.New("there is no proof")

// Proof returns the certificate's entries, sorted as a certificate has them: for every
// position with the defenders to move that play from the root can come to while
// the defenders follow the entries, one move. It refuses, with ErrUnproved, where
// the search has no proof.
func (s *Search) Proof() ([]Line, error) {
	if s.numbers != proved {
		return nil, ErrUnproved
	}
	if s.v.Result(s.root).Over() {
		return nil, nil // won as it stands
	}
	s.won.dropRepeats()
	index := newPlaces(len(s.won.records))
	for i, r := range s.won.records {
		*index.place(r.key(), func(n uint32) key { return s.won.records[n].key() }) = uint32(i + 1)
	}

	// The entries are their own queue. Their keys are numbered in a map that grows.
	var lines []Line
	var keys []key
	known := newPlaces(1 << 16)
	at := func(n uint32) key { return keys[n] }
	meet := func(p brandubh.Position) {
		p, _ = p.Canonical()
		k := keyOf(p)
		place := known.place(k, at)
		if *place != 0 {
			return
		}
		keys = append(keys, k)
		lines = append(lines, Line{Position: p})
		*place = uint32(len(keys))
		if len(keys)*2 > len(known.at) {
			known = newPlaces(len(keys) * 2)
			for i, k := range keys {
				*known.place(k, at) = uint32(i + 1)
			}
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
	for i := 0; i < len(lines); i++ {
		p := lines[i].Position
		m, err := s.winning(p, index)
		if err != nil {
			return nil, err
		}
		lines[i].Move = m
		q, err := s.v.Play(p, m)
		if err != nil {
			return nil, err
		}
		answers(q)
	}
	slices.SortFunc(lines, func(a, b Line) int { return compare(keyOf(a.Position), keyOf(b.Position)) })
	return lines, nil
}

// winning returns the move for a position: an escape, the table's best one, a
// threat that wins, or the one that was proved. The first three come down to their
// own kind, with fewer plies to go, so no cycle comes in by them.
func (s *Search) winning(p brandubh.Position, index *places) (brandubh.Move, error) {
	king, _ := p.Pieces(brandubh.King).First()
	if to, ok := s.v.Escapes(p).First(); ok {
		return brandubh.Move{From: king, To: to}, nil
	}
	if s.config.Table != nil {
		if wins, _, known := s.config.Table.Probe(p); known && wins {
			return s.best(p)
		}
	}
	for d := 1; d <= depth; d++ {
		if n, m := s.threats(p, d); n == 0 {
			return m, nil
		}
	}
	i := *index.place(keyOf(p), func(n uint32) key { return s.won.records[n].key() })
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

// compare orders keys as numbers.
func compare(a, b key) int {
	switch {
	case a.hi < b.hi || a.hi == b.hi && a.lo < b.lo:
		return -1
	case a == b:
		return 0
	}
	return 1
}
