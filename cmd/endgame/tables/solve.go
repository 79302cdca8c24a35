package tables

import (
	"bytes"
	"context"
	"math/bits"
	"sync"
	"sync/atomic"

	"example.com/brandubh"
)

// A code is what is known of a place: 0 nothing, or that neither side can force
// the end; otherwise the plies to the end with best play, plus 1. The winner makes
// the last ply, so an even code is a win for the side to move and an odd one a
// loss. While a class is solved, a code beyond the ply that has been reached is,
// if odd, what the place will come to and, if even, the most that it can be.
type code = uint8

const (
	farWin  code = 254 // won, in more plies than have a code
	farLoss code = 255 // lost, likewise
	// maxPlies is the longest distance that has a code. It is even.
	maxPlies = 252
)

// The tables of a class, by the side to move.
const (
	attackersMove = iota
	defendersMove
)

// solver finds the codes of one class from those of the classes with fewer men.
//
// Ply after ply, it finds all places whose distance is exactly n from those with
// n-1. Either it looks at every open place (with its successors), or, where few
// places have the distance n-1, it first takes moves back from these and marks
// where it comes to, and then looks at the marked places alone. Taking back need
// only miss nothing: what is decided is always decided by looking forward.
//
// Attackers' quiet moves stay in their block, so that nearly all they need is in
// the processor's cache, and a worker writes into its own block only.
type solver struct {
	ctx     context.Context
	r       *rules
	x       *index
	codes   [2][]code
	marks   []uint32 // a bit for each place
	smaller *classes
	workers int
	limit   int                        // maxPlies, less in tests
	sparse  uint64                     // take back where a place with n-1 stands against so many open ones
	highest atomic.Uint32              // the highest code so far, those probed for captures included if far
	report  func(ply int, done uint64) // after each bunch of blocks; done places of the class
}

// memoryFor returns the number of bytes that a solver needs for n places of each side.
func memoryFor(places uint64) uint64 { return 2*places + places/8 + 8 }

// solve returns the codes of the class, with the attackers and the defenders to move.
func (s *solver) solve() ([2][]code, error) {
	n := s.x.size()
	s.codes = [2][]code{make([]code, n), make([]code, n)}
	s.marks = make([]uint32, n/32+1)
	if err := s.each(0, func(w *worker, b int) {
		w.initAttackers(b)
		w.initDefenders(b)
	}); err != nil {
		return s.codes, err
	}
	for ply := 1; ply <= s.limit+1 && ply <= int(s.highest.Load()); ply++ {
		for side := range s.codes {
			if err := s.pass(side, ply); err != nil {
				return s.codes, err
			}
		}
	}
	// What is still open now is far, or never ends: ask on until nothing changes.
	for changed := s.highest.Load() > uint32(s.limit); changed; {
		before := s.open()
		for side := range s.codes {
			for _, ply := range []int{int(farLoss), int(farWin)} { // wins, then losses
				if err := s.look(side, ply, false); err != nil {
					return s.codes, err
				}
			}
		}
		changed = s.open() != before
	}
	return s.codes, s.ctx.Err()
}

func (s *solver) open() (n int) {
	for _, c := range s.codes {
		n += bytes.Count(c, []byte{0})
	}
	return n
}

// pass finds the places of a side that are decided in exactly n plies.
func (s *solver) pass(side, ply int) error {
	frontier := uint64(bytes.Count(s.codes[1-side], []byte{code(ply)}))
	if frontier == 0 {
		return nil
	}
	few := frontier*s.sparse < uint64(bytes.Count(s.codes[side], []byte{0}))
	if few {
		if err := s.each(ply, func(w *worker, b int) { w.takeBack(side, b, code(ply)) }); err != nil {
			return err
		}
	}
	if err := s.look(side, ply, few); err != nil {
		return err
	}
	if few {
		clear(s.marks)
	}
	return nil
}

// look decides the open places, or the marked ones alone.
func (s *solver) look(side, ply int, marked bool) error {
	return s.each(ply, func(w *worker, b int) {
		if side == attackersMove {
			w.attackers(b, ply, marked)
		} else {
			w.defenders(b, ply, marked)
		}
	})
}

// each does something with each block, on all workers.
func (s *solver) each(ply int, do func(w *worker, b int)) error {
	bunch := max(1, min(256, uint64(len(s.x.blocks)/(64*s.workers))))
	var next, done atomic.Uint64
	var wg sync.WaitGroup
	for range s.workers {
		wg.Go(func() {
			w := newWorker(s)
			for s.ctx.Err() == nil {
				from := next.Add(bunch) - bunch
				to := min(from+bunch, uint64(len(s.x.blocks)))
				if from >= to {
					break
				}
				for b := from; b < to; b++ {
					do(w, int(b))
				}
				s.report(ply, done.Add(s.x.at[to]-s.x.at[from]))
			}
			w.settle()
		})
	}
	wg.Wait()
	return s.ctx.Err()
}

// worker is what one goroutine needs for itself.
type worker struct {
	*solver
	highest  code
	run      subsets
	steps    []step
	captures []capture
	// of the attackers' set at hand and the one of them that moves
	low, high [MaxAttackers]uint32
}

// capture is an attackers' move that takes something.
type capture struct {
	attackers, taken bb
	king             bool
}

func newWorker(s *solver) *worker { return &worker{solver: s} }

// settle passes on what the worker has found.
func (w *worker) settle() {
	for {
		old := w.solver.highest.Load()
		if uint32(w.highest) <= old || w.solver.highest.CompareAndSwap(old, uint32(w.highest)) {
			return
		}
	}
}

// set writes a code.
func (w *worker) set(side int, place uint64, c code) {
	w.codes[side][place] = c
	w.highest = max(w.highest, c)
}

// after returns the code of a place whose best move leads to one with code c.
func (s *solver) after(c code) code {
	switch {
	case int(c) <= s.limit:
		return c + 1
	case c&1 != 0:
		return farWin
	}
	return farLoss
}

// noMoves returns the code of a side that cannot move.
func (s *solver) noMoves() code {
	if s.r.v.NoMoves == brandubh.NoMovesDraws {
		return 0
	}
	return 1
}

// probe returns the code of a position of a smaller class.
func (w *worker) probe(side int, k, d, a bb) code {
	t := w.smaller[bits.OnesCount64(a)][bits.OnesCount64(d)]
	c := t.code(side, t.place(k, d, a))
	if c >= farWin { // what goes by it may not be exact, even where it has a code
		w.highest = max(w.highest, c)
	}
	return c
}

// far reports whether a distance is, or may be, too long for the codes.
func (s *solver) far() bool { return s.highest.Load() >= uint32(farWin) }

// outcome gathers the codes that the moves from a place lead to.
type outcome struct {
	win   code // the least odd one, the opponent's loss; 0 if there is none
	worst code // the highest even one
	safe  bool // one is 0
}

func (o *outcome) add(c code) {
	switch {
	case c == 0:
		o.safe = true
	case c&1 == 0:
		o.worst = max(o.worst, c)
	case o.win == 0 || c < o.win:
		o.win = c
	}
}

// early sets what captures alone decide: the end now, a win at least so soon, or,
// if there are no other moves, a loss.
func (w *worker) early(side int, place uint64, o outcome, quiet bool) {
	switch {
	case o.win != 0:
		w.set(side, place, w.after(o.win))
	case quiet || o.safe:
	case o.worst != 0:
		w.set(side, place, w.after(o.worst))
	default:
		w.set(side, place, w.noMoves())
	}
}

// candidates calls do for every place of a block that is to be looked at.
func (w *worker) candidates(side, b, ply int, marked bool, do func(place uint64, a bb)) {
	from, to := w.x.at[b], w.x.at[b+1]
	blk, k := &w.x.blocks[b], w.x.class.Attackers
	wins := ply&1 != 0
	open := func(c code) bool { return c == 0 || wins && c&1 == 0 && int(c) > ply+1 }
	codes := w.codes[side]
	if !marked {
		a := w.run.start(blk.free, k)
		for i := from; i < to; i, a = i+1, w.run.next(a) {
			if open(codes[i]) {
				do(i, a)
			}
		}
		return
	}
	for word := from / 32; word*32 < to; word++ {
		for m := atomic.LoadUint32(&w.marks[word]); m != 0; m &= m - 1 {
			i := word*32 + uint64(bits.TrailingZeros32(m))
			if i >= from && i < to && open(codes[i]) {
				do(i, unrank(uint32(i-from), k, blk.free))
			}
		}
	}
}

func (w *worker) mark(place uint64) {
	if p, bit := &w.marks[place/32], uint32(1)<<(place%32); atomic.LoadUint32(p)&bit == 0 {
		atomic.OrUint32(p, bit)
	}
}

// takeBack marks every place of a side from which a quiet move may lead to a
// place of the other side, in this block, with that code.
func (w *worker) takeBack(side, b int, c code) {
	from, to := w.x.at[b], w.x.at[b+1]
	blk := &w.x.blocks[b]
	codes := w.codes[1-side][from:to]
	made := false
	for i := 0; ; i++ {
		n := bytes.IndexByte(codes[i:], c)
		if n < 0 {
			return
		}
		i += n
		a := unrank(uint32(i), w.x.class.Attackers, blk.free)
		if side == attackersMove {
			w.eachAttacker(blk, a, func(_ bb, s int, to bb, _ bb) bool {
				for ; to != 0; to &= to - 1 {
					w.mark(from + uint64(w.moved(blk, a^1<<s, first(to))))
				}
				return true
			})
			continue
		}
		if !made {
			w.makeSteps(blk, true)
			made = true
		}
		for j := range w.steps {
			if st := &w.steps[j]; st.way&a == 0 {
				w.mark(st.at + uint64(rank(turned(st.by, a), st.free)))
			}
		}
	}
}

// Attackers.

// eachAttacker calls do for each attacker with its square, where it can go and,
// of these, the squares beside a piece of the other side, until do returns false.
// In between, moved gives the number of the set after its move.
func (w *worker) eachAttacker(blk *block, a bb, do func(from bb, s int, to, near bb) bool) {
	kd := blk.king | blk.defenders
	beside := neighbours(kd)
	for rest := a; rest != 0; rest &= rest - 1 {
		from := rest & -rest
		s := first(from)
		to := w.r.reach(&w.r.attacker, s, a|kd)
		if to == 0 {
			continue
		}
		// Where the mover's new square comes among the others decides their part of
		// the number: low[j] is that of the j lowest, high[j] that of the others.
		var pos [MaxAttackers]int
		n := 0
		for o := a ^ from; o != 0; o &= o - 1 {
			pos[n] = bits.OnesCount64(blk.free & (o&-o - 1))
			n++
		}
		for j := range n {
			w.low[j+1] = w.low[j] + binom[j][pos[j]]
		}
		w.high[n] = 0
		for j := n - 1; j >= 0; j-- {
			w.high[j] = w.high[j+1] + binom[j+1][pos[j]]
		}
		if !do(from, s, to, to&beside) {
			return
		}
	}
}

// moved returns the number of the set in which the moving attacker of eachAttacker
// has come to t; others are the rest of the set.
func (w *worker) moved(blk *block, others bb, t int) uint32 {
	below := bb(1)<<t - 1
	j := bits.OnesCount64(others & below)
	return w.low[j] + w.high[j] + binom[j][bits.OnesCount64(blk.free&below)]
}

// takes returns what the attacker that has come to t takes; a is the set after
// its move.
func (w *worker) takes(blk *block, a, t bb) (taken bb, king bool) {
	d, k := blk.defenders, blk.king
	if near := neighbours(t); near&(d|k) != 0 {
		taken = sandwiched(t, d, a|w.r.hostileToDefenders(k, a|d))
		king = near&k != 0 && w.r.kingFalls(k, d, a, t)
	}
	return taken, king
}

// initAttackers sets what the attackers' captures decide.
func (w *worker) initAttackers(b int) {
	blk := &w.x.blocks[b]
	a := w.run.start(blk.free, w.x.class.Attackers)
	for i := w.x.at[b]; i < w.x.at[b+1]; i, a = i+1, w.run.next(a) {
		var o outcome
		quiet := false
		w.eachAttacker(blk, a, func(from bb, _ int, to, near bb) bool {
			quiet = quiet || to != near
			for ; near != 0; near &= near - 1 {
				t := near & -near
				taken, king := w.takes(blk, a^from|t, t)
				switch {
				case king:
					o.win = 1
					return false
				case taken != 0:
					o.add(w.probe(defendersMove, blk.king, blk.defenders&^taken, a^from|t))
				default:
					quiet = true
				}
			}
			return true
		})
		w.early(attackersMove, i, o, quiet)
	}
}

// attackers decides places of a block with the attackers to move.
func (w *worker) attackers(b, ply int, marked bool) {
	blk := &w.x.blocks[b]
	them := w.codes[defendersMove][w.x.at[b]:w.x.at[b+1]]
	if ply&1 != 0 {
		w.candidates(attackersMove, b, ply, marked, func(place uint64, a bb) {
			w.eachAttacker(blk, a, func(from bb, s int, to, near bb) bool {
				for ; to != 0; to &= to - 1 {
					c := them[w.moved(blk, a^from, first(to))]
					if c&1 == 0 || int(c) > ply {
						continue
					}
					t := to & -to
					if taken, king := w.takes(blk, a^from|t, t); taken == 0 && !king {
						w.set(attackersMove, place, w.after(c))
						return false
					}
				}
				return true
			})
		})
		return
	}
	w.candidates(attackersMove, b, ply, marked, func(place uint64, a bb) {
		var o outcome
		w.captures = w.captures[:0]
		w.eachAttacker(blk, a, func(from bb, s int, to, near bb) bool {
			for ; to != 0; to &= to - 1 {
				t := to & -to
				if near&t != 0 {
					if taken, king := w.takes(blk, a^from|t, t); taken != 0 || king {
						w.captures = append(w.captures, capture{a ^ from | t, taken, king})
						continue
					}
				}
				c := them[w.moved(blk, a^from, first(t))]
				if c == 0 || c&1 != 0 || int(c) > ply {
					o.safe = true
					return false
				}
				o.worst = max(o.worst, c)
			}
			return true
		})
		for i := 0; i < len(w.captures) && !o.safe && o.win == 0; i++ {
			if c := &w.captures[i]; c.king {
				o.win = 1
			} else {
				o.add(w.probe(defendersMove, blk.king, blk.defenders&^c.taken, c.attackers))
			}
		}
		if !o.safe && o.win == 0 && o.worst != 0 {
			w.set(attackersMove, place, w.after(o.worst))
		}
	})
}

// Defenders.

// step is a move of the king or a defender in a block, for any set of attackers.
type step struct {
	way        bb // no attacker may stand here
	to         bb
	goal       bool // the king escapes
	king, defs bb   // after the move
	near       bb   // attackers here may be taken, against these anvils
	anvils     bb
	at         uint64 // the block that it leads to begins here
	free       bb     // and its attackers may stand here,
	by         brandubh.Symmetry
}

// makeSteps gathers the moves of the block, or those that may have led to it.
func (w *worker) makeSteps(blk *block, back bool) {
	w.steps = w.steps[:0]
	kd := blk.king | blk.defenders
	from := blk.king // first: he decides most
	for rest := blk.defenders; from != 0; from, rest = rest&-rest, rest&(rest-1) {
		s := first(from)
		isKing := from == blk.king
		var to bb
		switch {
		case isKing && back:
			to = w.r.kingFrom(s, kd)
		case isKing:
			to = w.r.reach(&w.r.king, s, kd)
		default: // there and back are the same
			to = w.r.reach(&w.r.defender, s, kd)
		}
		for ; to != 0; to &= to - 1 {
			t := to & -to
			st := step{way: w.r.between[s][first(t)] | t, to: t, king: blk.king, defs: blk.defenders}
			if isKing {
				st.king = t
				st.goal = t&w.r.goal != 0
			} else {
				st.defs = blk.defenders ^ from | t
			}
			if !isKing || w.r.v.King.Armed&brandubh.HammerOnly != 0 {
				st.near = neighbours(t)
			}
			st.anvils = st.defs | w.r.hostileToAttackers(st.king, st.defs)
			if w.r.v.King.Armed&brandubh.AnvilOnly != 0 {
				st.anvils |= st.king
			}
			if st.goal {
				w.steps = append(w.steps, st)
				continue
			}
			b, by := w.x.find(st.king, st.defs)
			st.at, st.free, st.by = w.x.at[b], w.x.blocks[b].free, by
			w.steps = append(w.steps, st)
			if back { // a symmetrical block has the images too
				for _, y := range w.x.images(b) {
					st.by = y.Compose(by)
					w.steps = append(w.steps, st)
				}
			}
		}
	}
}

// takes returns the attackers that fall.
func (st *step) takes(a bb) bb {
	if st.near&a == 0 {
		return 0
	}
	return sandwiched(st.to, a, st.anvils&^a)
}

// initDefenders sets what the defenders' captures, escapes and having no move decide.
func (w *worker) initDefenders(b int) {
	blk := &w.x.blocks[b]
	w.makeSteps(blk, false)
	a := w.run.start(blk.free, w.x.class.Attackers)
	for i := w.x.at[b]; i < w.x.at[b+1]; i, a = i+1, w.run.next(a) {
		if w.r.v.Enclosure && enclosed(blk.king|blk.defenders, a) {
			w.set(defendersMove, i, 1)
			continue
		}
		var o outcome
		quiet := false
		for j := range w.steps {
			st := &w.steps[j]
			if st.way&a != 0 {
				continue
			}
			if st.goal {
				o.win = 1
				break
			}
			if taken := st.takes(a); taken != 0 {
				o.add(w.probe(attackersMove, st.king, st.defs, a&^taken))
			} else {
				quiet = true
			}
		}
		w.early(defendersMove, i, o, quiet)
	}
}

// defenders decides places of a block with the defenders to move. Where the way to
// a goal is free they have been decided from the start, so no step here is an escape.
func (w *worker) defenders(b, ply int, marked bool) {
	blk := &w.x.blocks[b]
	them := w.codes[attackersMove]
	made := false
	w.candidates(defendersMove, b, ply, marked, func(place uint64, a bb) {
		if !made {
			w.makeSteps(blk, false)
			made = true
		}
		if ply&1 != 0 {
			for j := range w.steps {
				st := &w.steps[j]
				if st.way&a != 0 || st.takes(a) != 0 {
					continue
				}
				if c := them[st.at+uint64(rank(turned(st.by, a), st.free))]; c&1 != 0 && int(c) <= ply {
					w.set(defendersMove, place, w.after(c))
					return
				}
			}
			return
		}
		var o outcome
		for j := range w.steps {
			st := &w.steps[j]
			if st.way&a != 0 || st.takes(a) != 0 {
				continue
			}
			c := them[st.at+uint64(rank(turned(st.by, a), st.free))]
			if c == 0 || c&1 != 0 || int(c) > ply {
				return
			}
			o.worst = max(o.worst, c)
		}
		for j := range w.steps {
			st := &w.steps[j]
			if st.way&a != 0 {
				continue
			}
			if taken := st.takes(a); taken != 0 {
				if o.add(w.probe(attackersMove, st.king, st.defs, a&^taken)); o.safe || o.win != 0 {
					return
				}
			}
		}
		if o.worst != 0 {
			w.set(defendersMove, place, w.after(o.worst))
		}
	})
}
