package tables

import (
	"fmt"
	"math/bits"
	"sort"
	"sync"

	"example.com/brandubh"
)

// The most soldiers that a class can have.
const (
	MaxAttackers = 8
	MaxDefenders = 4
)

// Class is the number of soldiers of each side in a table; there is always a king.
type Class struct{ Attackers, Defenders int }

// String returns the class as "3v2": three attackers against king and two defenders.
func (c Class) String() string { return fmt.Sprintf("%dv%d", c.Attackers, c.Defenders) }

// Men returns the number of soldiers.
func (c Class) Men() int { return c.Attackers + c.Defenders }

// Classes returns the classes with at most that number of men, in the order in which
// they must be built: fewer men first, then fewer attackers.
func Classes(men int) (all []Class) {
	for n := range min(men, MaxAttackers+MaxDefenders) + 1 {
		for a := range min(n, MaxAttackers) + 1 {
			if n-a <= MaxDefenders {
				all = append(all, Class{a, n - a})
			}
		}
	}
	return all
}

// binom[i][n] is the number of ways to choose i+1 of n.
var binom = func() (b [MaxAttackers][squares + 1]uint32) {
	for n := range squares {
		b[0][n+1] = uint32(n + 1)
		for i := 1; i < len(b); i++ {
			b[i][n+1] = b[i][n] + b[i-1][n]
		}
	}
	return b
}()

// choose returns the number of sets of k of n squares.
func choose(n, k int) uint64 {
	if k == 0 {
		return 1
	}
	return uint64(binom[k-1][n])
}

// rank returns the number of a set of free squares among those of its length:
// sets are ordered as numbers, so that the highest squares count most.
func rank(set, free bb) (n uint32) {
	for i := 0; set != 0; i++ {
		b := set & -set
		n += binom[i][bits.OnesCount64(free&(b-1))]
		set ^= b
	}
	return n
}

// unrank returns the set of k free squares with that number.
func unrank(n uint32, k int, free bb) (set bb) {
	for i := k - 1; i >= 0; i-- {
		for binom[i][bits.OnesCount64(free)-1] > n {
			free ^= 1 << (63 - bits.LeadingZeros64(free))
		}
		b := bb(1) << (63 - bits.LeadingZeros64(free))
		n -= binom[i][bits.OnesCount64(free)-1]
		set |= b
		free ^= b
	}
	return set
}

// subsets runs through the sets of k free squares in the order of rank.
type subsets struct {
	free   bb
	k      int
	lowest [MaxAttackers + 1]bb // the lowest n free squares, by n
}

// start sets the free squares and returns the first set.
func (s *subsets) start(free bb, k int) bb {
	s.free, s.k = free, k
	for i, rest := 0, free; i < k; i++ {
		s.lowest[i+1] = s.lowest[i] | rest&-rest
		rest &= rest - 1
	}
	return s.lowest[k]
}

// next returns the set after x; after the last one it returns no useful set.
func (s *subsets) next(x bb) bb {
	if x == 0 {
		return 0
	}
	r := ((x | ^s.free) + x&-x) & s.free // the lowest run moves up by one square
	return r | s.lowest[max(0, s.k-bits.OnesCount64(r))]
}

// block is all positions of a class with the same king and defenders, which are
// the least of their images.
type block struct {
	king, defenders bb
	free            bb    // where the attackers may stand
	same            uint8 // how many of the eight symmetries leave king and defenders as they are
}

// layout is the order of the blocks for a number of defenders, the same for any
// number of attackers.
type layout struct {
	r      *rules
	d      int
	toRep  [squares]brandubh.Symmetry // which sends the king's square to that which stands for it
	repOf  [squares]int8              // and its place in reps; -1 where no king can stand
	free   []bb                       // of each such square: where the defenders may stand
	look   [][]uint32                 // of each such square, by the rank of the defenders: block·8 + symmetry
	blocks []block
}

func newLayout(r *rules, d int) *layout {
	l := &layout{r: r, d: d}
	for s := range squares {
		l.repOf[s] = -1
	}
	for s := range brandubh.Square(squares) {
		if r.kings>>s&1 == 0 || l.repOf[s] >= 0 {
			continue
		}
		var keep []brandubh.Symmetry // the symmetries that leave the king's square
		for y := range brandubh.Symmetries() {
			if t := y.Square(s); l.repOf[t] < 0 {
				l.repOf[t], l.toRep[t] = int8(len(l.look)), y.Inverse()
			}
			if y.Square(s) == s && y != brandubh.Identity {
				keep = append(keep, y)
			}
		}
		free := r.soldiersD &^ (1 << s)
		look := make([]uint32, choose(bits.OnesCount64(free), d))
		var run subsets
		for i, set := 0, run.start(free, d); i < len(look); i, set = i+1, run.next(set) {
			least, by, same := set, brandubh.Identity, uint8(1)
			for _, y := range keep {
				image := turned(y, set)
				if image < least {
					least, by = image, y
				}
				if image == set {
					same++
				}
			}
			if least != set { // which came before
				look[i] = look[rank(least, free)]&^7 | uint32(by)
				continue
			}
			look[i] = uint32(len(l.blocks)) << 3
			l.blocks = append(l.blocks, block{1 << s, set, r.soldiersA &^ (1<<s | set), same})
		}
		l.free = append(l.free, free)
		l.look = append(l.look, look)
	}
	return l
}

// images returns the symmetries, save the identity, that leave king and defenders
// of a block as they are.
func (l *layout) images(b int) (all []brandubh.Symmetry) {
	if blk := &l.blocks[b]; blk.same > 1 {
		for y := range brandubh.Symmetries() {
			if y != brandubh.Identity && turned(y, blk.king) == blk.king && turned(y, blk.defenders) == blk.defenders {
				all = append(all, y)
			}
		}
	}
	return all
}

// turned returns the image of a set.
func turned(y brandubh.Symmetry, b bb) bb {
	if y == brandubh.Identity {
		return b
	}
	return bb(y.Bitboard(brandubh.Bitboard(b)))
}

// find returns the block of a king and defenders, and the symmetry that sends
// them there.
func (l *layout) find(k, d bb) (int, brandubh.Symmetry) {
	s := first(k)
	rep, y := l.repOf[s], l.toRep[s]
	d = turned(y, d)
	e := l.look[rep][rank(d, l.free[rep])]
	return int(e >> 3), brandubh.Symmetry(e & 7).Compose(y)
}

// index is where each position of a class has its place: block after block, and
// in each the attackers' sets in their order.
type index struct {
	*layout
	class Class
	at    []uint64 // where each block begins, and at the end how many places there are
}

func newIndex(l *layout, c Class) *index {
	x := &index{layout: l, class: c, at: make([]uint64, len(l.blocks)+1)}
	for i := range l.blocks {
		x.at[i+1] = x.at[i] + choose(bits.OnesCount64(l.blocks[i].free), c.Attackers)
	}
	return x
}

func (x *index) size() uint64 { return x.at[len(x.blocks)] }

// place returns the place of a position.
func (x *index) place(k, d, a bb) uint64 {
	b, y := x.find(k, d)
	return x.at[b] + uint64(rank(turned(y, a), x.blocks[b].free))
}

// blockOf returns the block of a place.
func (x *index) blockOf(place uint64) int {
	return sort.Search(len(x.blocks), func(b int) bool { return x.at[b+1] > place })
}

// boards returns how many positions, with all images, share each place of a block.
func (b *block) boards() uint64 { return uint64(8 / b.same) }

// geometry hands out the layouts of a rule set, each made when first asked for.
type geometry struct {
	r       *rules
	layouts [MaxDefenders + 1]func() *layout
}

func newGeometry(v *brandubh.Variant) *geometry {
	g := &geometry{r: newRules(v)}
	for d := range g.layouts {
		g.layouts[d] = sync.OnceValue(func() *layout { return newLayout(g.r, d) })
	}
	return g
}

func (g *geometry) index(c Class) *index { return newIndex(g.layouts[c.Defenders](), c) }
