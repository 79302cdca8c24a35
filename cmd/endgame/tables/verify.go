package tables

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"example.com/brandubh"
)

// VerifyOptions says how thoroughly tables are verified.
type VerifyOptions struct {
	// Every looks at one entry in Every, picked by chance, and not at all; 0 and 1
	// are all.
	Every int
	// Searches is how many entries of each class and side to move, picked by chance,
	// are compared with a plain search.
	Searches int
	// Depth is how many plies that search looks ahead, 3 where it is less than 1.
	Depth int
	// Seed picks the entries.
	Seed uint64
	// Workers is how many goroutines share the work; 0 is one.
	Workers int
	// Report is told how far the class is, if it is not nil, by several goroutines.
	Report func(c Class, done, total uint64)
}

// Verified is what has been verified of a class.
type Verified struct {
	Class Class
	// Entries have been compared with their successors.
	Entries uint64
	// Images have been compared with the entry that they are an image of.
	Images uint64
	// Searches have come to what the table says, or, for longer distances, found as
	// little as they should.
	Searches uint64
}

// WrongError is an entry that is not as it should be.
type WrongError struct {
	// Position is that of the entry.
	Position brandubh.Position
	// Has is what the table says, Want what it should say.
	Has, Want Value
	// By is what was compared: "its successors", "its image", "a plain search"; empty
	// for a code that the table cannot have, and then there is no Want.
	By string
}

// Error says which entry is wrong.
func (e *WrongError) Error() string {
	if e.By == "" {
		return fmt.Sprintf("%v: the table says %v, but each of its wins has a distance", e.Position, e.Has)
	}
	return fmt.Sprintf("%v: the table says %v, but by %s %v", e.Position, e.Has, e.By, e.Want)
}

// Verify compares the entries of a class with those of their successors, by what
// the library says of results, moves and captures alone ([brandubh.Variant.Result],
// Moves and Play): an entry is won in n plies if the shortest loss that a move leads
// to has n-1, lost in n if all moves lead to wins and the longest has n-1, and
// otherwise open. A table with a byte for each place has a distance for every win: a
// code without one is refused wherever it stands, whatever Every says. So if all
// entries of a class and of the smaller ones pass, then by induction on the distance
// every win is right, and nobody can force anything where an entry is open. (A table
// with two bits has no distances to go by: there it is shown only that no entry
// contradicts another, and codes could support each other in a circle.) The first wrong
// entry is returned as a [*WrongError].
//
// It also compares all checksums, the stored images, and entries picked by chance
// with a plain search that knows no tables.
func (t *Tables) Verify(ctx context.Context, c Class, o VerifyOptions) (Verified, error) {
	done := Verified{Class: c}
	x := t.table(c)
	if x == nil {
		return done, noTable(c)
	}
	if err := x.checkAll(); err != nil {
		return done, err
	}
	if err := x.checkDistances(ctx); err != nil {
		return done, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	every := uint64(max(1, o.Every))
	report := o.Report
	if report == nil {
		report = func(Class, uint64, uint64) {}
	}
	var next, seen, entries, images atomic.Uint64
	var wg sync.WaitGroup
	for range max(1, o.Workers) {
		wg.Go(func() {
			const bunch = 8
			for ctx.Err() == nil {
				from := next.Add(bunch) - bunch
				to := min(from+bunch, uint64(len(x.blocks)))
				if from >= to {
					return
				}
				random := rand.New(rand.NewPCG(o.Seed, from))
				for b := from; b < to && ctx.Err() == nil; b++ {
					n, m, err := t.verifyBlock(ctx, x, int(b), every, random)
					entries.Add(n)
					images.Add(m)
					if err != nil {
						cancel(err)
					}
				}
				report(c, seen.Add(x.at[to]-x.at[from]), x.size())
			}
		})
	}
	wg.Wait()
	done.Entries, done.Images = entries.Load(), images.Load()
	if err := context.Cause(ctx); err != nil {
		return done, err
	}
	err := t.verifyBySearch(ctx, x, o, &done)
	return done, err
}

// checkDistances returns a [*WrongError] if a table with a byte for each place has a
// win without a distance. Such codes could vouch for each other in a circle.
func (t *table) checkDistances(ctx context.Context) error {
	if t.bits == 2 {
		return nil
	}
	for side, codes := range t.codes {
		for from := 0; from < len(codes); from += chunkSize {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			for i, c := range codes[from:min(from+chunkSize, len(codes))] {
				if c >= farWin {
					p := t.position(uint64(from+i), turns[side])
					return &WrongError{Position: p, Has: valueOf(c, p.Turn())}
				}
			}
		}
	}
	return nil
}

func (t *Tables) table(c Class) *table {
	if c.Attackers < 0 || c.Attackers > MaxAttackers || c.Defenders < 0 || c.Defenders > MaxDefenders {
		return nil
	}
	return t.classes[c.Attackers][c.Defenders]
}

var turns = [2]brandubh.Side{attackersMove: brandubh.Attackers, defendersMove: brandubh.Defenders}

// positionOf puts a position together.
func positionOf(k, d, a bb, turn brandubh.Side) brandubh.Position {
	var p brandubh.Position
	for s := range brandubh.Square(squares) {
		x := brandubh.NoPiece
		switch {
		case k>>s&1 != 0:
			x = brandubh.King
		case d>>s&1 != 0:
			x = brandubh.Defender
		case a>>s&1 != 0:
			x = brandubh.Attacker
		}
		p, _ = p.Put(s, x) // on the board, and a piece
	}
	return p.WithTurn(turn)
}

// verifyBlock compares the entries of a block, and returns how many and how many images.
func (t *Tables) verifyBlock(ctx context.Context, x *table, b int, every uint64, random *rand.Rand) (entries, images uint64, err error) {
	blk := &x.blocks[b]
	still := positionOf(blk.king, blk.defenders, 0, brandubh.NoSide)
	symmetries := x.images(b)
	var moves []brandubh.Move
	for i := x.at[b]; i < x.at[b+1]; i++ {
		if every > 1 && random.Uint64N(every) != 0 {
			continue
		}
		if i&0xfff == 0 && ctx.Err() != nil {
			return entries, images, nil
		}
		a := unrank(uint32(i-x.at[b]), x.class.Attackers, blk.free)
		p := still
		for s := range brandubh.Bitboard(a).All() {
			p, _ = p.Put(s, brandubh.Attacker)
		}
		for side, turn := range turns {
			p = p.WithTurn(turn)
			has := x.code(side, i)
			var want code
			if want, moves, err = t.bySuccessors(x, p, moves[:0]); err != nil {
				return entries, images, err
			}
			if has != want {
				return entries, images, &WrongError{p, valueOf(has, turn), valueOf(want, turn), "its successors"}
			}
			entries++
			for _, y := range symmetries {
				image := x.at[b] + uint64(rank(turned(y, a), blk.free))
				if c := x.code(side, image); c != has {
					return entries, images, &WrongError{p, valueOf(has, turn), valueOf(c, turn), "its image"}
				}
				images++
			}
		}
	}
	return entries, images, nil
}

// bySuccessors returns the code that a position has by the codes of the positions
// after its moves. In a table with two bits all distances are far.
func (t *Tables) bySuccessors(x *table, p brandubh.Position, moves []brandubh.Move) (code, []brandubh.Move, error) {
	finished := func(r brandubh.Result, turn brandubh.Side) code {
		switch {
		case r.Winner == brandubh.NoSide:
			return 0
		case x.bits == 2 && r.Winner == turn:
			return farWin
		case x.bits == 2:
			return farLoss
		case r.Winner == turn: // no rule set has such an end
			return 2
		}
		return 1
	}
	if r := t.v.Result(p); r.Over() {
		return finished(r, p.Turn()), moves, nil
	}
	var o outcome
	moves = t.v.AppendMoves(moves, p)
	for _, m := range moves {
		q, err := t.v.Play(p, m)
		if err != nil {
			return 0, moves, fmt.Errorf("%v in %v: %w", m, p, err)
		}
		if r := t.v.Result(q); r.Over() {
			o.add(finished(r, q.Turn()))
			continue
		}
		class, y, place := t.placeOf(q)
		if y == nil {
			return 0, moves, fmt.Errorf("%v after %v: %w", q, m, noTable(class))
		}
		o.add(y.code(sideOf(q.Turn()), place))
	}
	after := func(c code) code {
		switch {
		case x.bits != 2 && c < maxPlies+1:
			return c + 1
		case c&1 != 0:
			return farWin
		}
		return farLoss
	}
	switch {
	case o.win != 0:
		return after(o.win), moves, nil
	case o.safe:
		return 0, moves, nil
	}
	return after(o.worst), moves, nil
}

// verifyBySearch compares entries with a plain search.
func (t *Tables) verifyBySearch(ctx context.Context, x *table, o VerifyOptions, done *Verified) error {
	depth := o.Depth
	if depth < 1 {
		depth = 3
	}
	random := rand.New(rand.NewPCG(o.Seed, 1<<63))
	for range o.Searches {
		b := random.IntN(len(x.blocks))
		size := x.at[b+1] - x.at[b]
		if size == 0 {
			continue
		}
		place := random.Uint64N(size)
		blk := &x.blocks[b]
		a := unrank(uint32(place), x.class.Attackers, blk.free)
		for side, turn := range turns {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			p := positionOf(blk.king, blk.defenders, a, turn)
			has := valueOf(x.code(side, x.at[b]+place), turn)
			want := Search(&t.v, p, depth)
			wrong := has != want
			switch {
			case want.Winner == brandubh.NoSide:
				wrong = has.Winner != brandubh.NoSide && has.Plies >= 0 && has.Plies <= depth
			case x.bits == 2:
				wrong = has.Winner != want.Winner
			}
			if wrong {
				return &WrongError{p, has, want, "a plain search"}
			}
			done.Searches++
		}
	}
	return nil
}

// Search returns the value of a position by looking at all lines of at most depth
// plies and no table: NoSide if nobody wins by force within them, and for what
// [brandubh.Variant.ValidatePosition] refuses. It is slow and simple, to compare
// tables with.
func Search(v *brandubh.Variant, p brandubh.Position, depth int) Value {
	if v.ValidatePosition(p) != nil {
		return Value{brandubh.NoSide, -1}
	}
	for d := range depth + 1 {
		for _, s := range turns {
			if wins(v, p, s, d) {
				return Value{s, d}
			}
		}
	}
	return Value{brandubh.NoSide, -1}
}

// wins reports whether a side wins by force within n plies.
func wins(v *brandubh.Variant, p brandubh.Position, s brandubh.Side, depth int) bool {
	if r := v.Result(p); r.Over() || depth == 0 {
		return r.Over() && r.Winner == s
	}
	for m := range v.Moves(p) {
		q, err := v.Play(p, m)
		if err == nil && wins(v, q, s, depth-1) == (p.Turn() == s) {
			return p.Turn() == s
		}
	}
	return p.Turn() != s
}
