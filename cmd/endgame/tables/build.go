package tables

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"time"

	"example.com/brandubh"
)

// BuildOptions says how tables are built.
type BuildOptions struct {
	// Men is the most soldiers of both sides together, the king not counted: 1 to 12.
	Men int
	// Workers is how many goroutines share the work; 0 is one.
	Workers int
	// Memory is how many bytes the class in work may take; 0 is no limit. A class
	// that needs more is refused with [ErrMemory] before it is begun; indexes of some
	// 50 MB come on top. The tables of
	// smaller classes are mapped files, whose memory the system takes back when it
	// needs it, and are not counted.
	Memory uint64
	// Report is told how the work goes on, if it is not nil, by several goroutines.
	Report func(Progress)

	// For tests.
	limit  int // the longest distance with a code, even
	sparse int // see solver; 0 is as measured, -1 takes back always
}

// sparse is from where on taking moves back is the faster way, by measurement.
const sparse = 8

// Progress is how far a class is.
type Progress struct {
	Class Class
	// Ply is the distance in plies that is looked for; 0 for what ends at once.
	Ply int
	// Done of Total places have been seen in this round.
	Done, Total uint64
	// Ready: the class is written, or was there already.
	Ready bool
	// Found: it was there already.
	Found bool
	// Took is how long it took, when it is Ready.
	Took time.Duration
}

// ErrMemory: a class needs more memory than it may take.
var ErrMemory = errors.New("not enough memory allowed")

// Build builds the tables of all classes with at most opts.Men men into a
// directory, smaller classes first, and returns nil when all are there. A class
// that is there already is checked and kept: a build that was stopped, by ctx or
// otherwise, is resumed by the same call and comes to the same files. A file
// that is damaged or for other rules is refused and not overwritten. Two builds
// at the same time need two directories.
func Build(ctx context.Context, dir string, v *brandubh.Variant, o BuildOptions) error {
	if err := v.Validate(); err != nil {
		return err
	}
	if o.Men < 1 || o.Men > MaxAttackers+MaxDefenders {
		return fmt.Errorf("%d men: want 1 to %d", o.Men, MaxAttackers+MaxDefenders)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	rules := *v
	g := newGeometry(&rules)
	var all classes
	defer all.close()
	for _, c := range Classes(o.Men) {
		if err := buildClass(ctx, dir, g, &all, c, o); err != nil {
			return fmt.Errorf("class %v: %w", c, err)
		}
	}
	return nil
}

func buildClass(ctx context.Context, dir string, g *geometry, all *classes, c Class, o BuildOptions) error {
	begun := time.Now()
	report := o.Report
	if report == nil {
		report = func(Progress) {}
	}
	t, err := openTable(g, dir, c)
	found := err == nil
	if errors.Is(err, fs.ErrNotExist) {
		if err := solveClass(ctx, dir, g, all, c, o, report); err != nil {
			return err
		}
		t, err = openTable(g, dir, c)
	}
	if err != nil {
		return err
	}
	all[c.Attackers][c.Defenders] = t
	if err := t.checkAll(); err != nil {
		return err
	}
	report(Progress{Class: c, Done: t.size(), Total: t.size(), Ready: true, Found: found, Took: time.Since(begun)})
	return nil
}

// solveClass finds the codes of a class and writes its file.
func solveClass(ctx context.Context, dir string, g *geometry, all *classes, c Class, o BuildOptions, report func(Progress)) error {
	x := g.index(c)
	places := x.size()
	if need := memoryFor(places); o.Memory != 0 && need > o.Memory {
		return fmt.Errorf("%w: it takes %d MiB, and %d are allowed", ErrMemory, need>>20+1, o.Memory>>20)
	}
	if places > 1<<25 {
		defer debug.FreeOSMemory() // before the next class takes its own
	}
	s := &solver{
		ctx: ctx, r: g.r, x: x, smaller: all, workers: max(1, o.Workers),
		limit: cmp.Or(o.limit, maxPlies), sparse: uint64(max(0, cmp.Or(o.sparse, sparse))),
		report: func(ply int, done uint64) { report(Progress{Class: c, Ply: ply, Done: done, Total: places}) },
	}
	codes, err := s.solve()
	if err != nil {
		return err
	}
	bits := 8
	if s.far() {
		bits = 2
	}
	return writeTable(g, dir, c, codes, bits)
}

// close unmaps all tables.
func (all *classes) close() (err error) {
	for a := range all {
		for d, t := range all[a] {
			if t != nil {
				err = errors.Join(err, t.mapped.Unmap())
				all[a][d] = nil
			}
		}
	}
	return err
}
