// Package check tries certificates: proofs that the defenders can force a win. For
// every position with the defenders to move that play from the root can come to, and in
// which the king cannot go to a goal at once, a certificate has an entry: a move, and a
// rank, the number of plies of the longest line that follows.
//
// The check is local. For an entry, it plays the move, tries every answer of the
// attackers, and sees that each leads to a win of the defenders at once or to an entry
// whose rank is less by two plies at least, by exactly two for one of them. As ranks
// fall, no line comes back to a position and every line ends. So entries can be checked
// in any order, by any number of workers, machine by machine, or a few picked by
// chance; and they are looked up in as large a part of the certificate at a time as
// memory allows.
//
// The package trusts nothing but package brandubh, and shares no code with what
// writes certificates. FACTS.md describes the format.
package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"example.com/brandubh"
)

// Why a certificate is refused.
var (
	// ErrFormat: it is no certificate, or a damaged one.
	ErrFormat = errors.New("not a whole certificate")
	// ErrRules: it is for other rules.
	ErrRules = errors.New("other rules")
	// ErrIllegal: a move that it chooses is illegal.
	ErrIllegal = errors.New("illegal move")
	// ErrGap: play comes to a position for which it has no entry.
	ErrGap = errors.New("gap")
	// ErrRank: a rank is not the number of plies of the longest line.
	ErrRank = errors.New("wrong rank")
	// ErrNotWon: play ends, and the defenders have not won.
	ErrNotWon = errors.New("not won")
	// ErrSurplus: it has an entry that play does not come to.
	ErrSurplus = errors.New("surplus")
)

// ErrMemory: the certificate needs more memory than it may take.
var ErrMemory = errors.New("not enough memory allowed")

// Options says how a certificate is checked. The zero value checks all of it.
type Options struct {
	// Memory is how many bytes the check may take, 0 for 1 GiB. A certificate whose
	// entries take more is looked up part by part, and all moves are tried again
	// for each part. An entry takes some 17 bytes; a quarter of a byte for each must have
	// room at the same time.
	Memory int64
	// Workers is how many goroutines share the work, 0 for one.
	Workers int
	// Part K of Parts checks that part of the entries only, K from 1; Parts 0 is all.
	Part, Parts int
	// Sample checks one entry in Sample, picked by chance from Seed; 0 and 1 are all.
	// It cannot be saved, and does not see an entry that play never comes to.
	Sample int
	Seed   uint64
	// From is what an earlier check has found, which this one takes up, nil for nothing.
	From *State
	// Save is called every so often, if it is not nil, and when the check stops or is
	// done. It must not keep the state.
	Save func(*State) error
	// Progress is called every so often, if it is not nil.
	Progress func(Progress)
	// Every is how often Save is called, 0 for a minute. Progress is called each second.
	Every time.Duration
}

// Progress is how far a check is: the answers to Done of Total entries have been
// looked up among the entries Start up to End, of Entries in all.
type Progress struct {
	Done, Total         int
	Start, End, Entries int
}

// Report is what a check has seen.
type Report struct {
	// Entries is how many entries were checked.
	Entries int
	// Answers is how many moves of the attackers were tried, after the chosen moves and
	// in the root.
	Answers int64
	// Longest is the number of plies from the root to the end of the longest line.
	Longest int
}

// Check tries the certificate, or the part or the sample of it that the options name. It
// returns nil if everything that was checked is right, and otherwise an error that
// names the position where the certificate fails. Only a check of all entries, at
// once or by Join, makes a proof. It stops when the context is done.
func (c *Certificate) Check(ctx context.Context, o Options) (Report, error) {
	k, err := c.begin(o)
	if err != nil {
		return Report{}, err
	}
	if k.Done { // nothing is left but to see of which contents
		if err = c.readOver(); err == nil {
			err = k.sameContents()
		}
	}
	for !k.Done && err == nil {
		err = k.part(ctx)
	}
	if err == nil {
		err = k.finish()
	}
	if k.save != nil && k.met != nil && (err == nil || ctx.Err() != nil) {
		err = errors.Join(err, k.save(k.State))
	}
	if k.o.Sample == 1 {
		k.checked = k.To - k.From
	}
	return Report{k.checked, k.Answers, k.Longest}, err
}

// checker is a check under way.
type checker struct {
	*State
	c     *Certificate
	o     Options
	save  func(*State) error
	room  int // how many entries a table may have
	table *table

	mu      sync.Mutex // of what workers report, and Answers
	checked int        // entries
	err     error
}

// begin makes a check of the options.
func (c *Certificate) begin(o Options) (*checker, error) {
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	o.Workers = max(1, o.Workers)
	o.Sample = max(1, o.Sample)
	if o.Every == 0 {
		o.Every = time.Minute
	}
	if o.Parts == 0 {
		o.Part, o.Parts = 1, 1
	}
	if o.Part < 1 || o.Part > o.Parts {
		return nil, fmt.Errorf("part %d of %d: want 1 to %d", o.Part, o.Parts, o.Parts)
	}
	if o.Sample > 1 && (o.From != nil || o.Save != nil) {
		return nil, errors.New("a sample has no state")
	}
	from, to := c.share(o.Part-1, o.Parts), c.share(o.Part, o.Parts)

	sets := int64(c.entries)/8 + int64(to-from)/8
	room := (o.Memory-sets)/lineBytes*line - 2*chunk
	if room < 1 {
		return nil, fmt.Errorf("%w: %d bytes for a certificate of %d entries", ErrMemory, o.Memory, c.entries)
	}
	k := &checker{State: o.From, c: c, o: o, save: o.Save, room: int(min(room, mostEntries))}
	switch s := k.State; {
	case s == nil:
		k.State = &State{progress: progress{Entries: c.entries, From: from, To: to, Next: from}}
	case s.From != from || s.To != to:
		return nil, fmt.Errorf("%w: it is of the entries from %d to %d, not from %d to %d", ErrState, s.From+1, s.To, from+1, to)
	case s.End-s.Start > k.room:
		return nil, fmt.Errorf("%w: the state was made with more: %d entries at a time", ErrMemory, s.End-s.Start)
	}
	return k, nil
}

// share returns the number of the first entry of a part, counted from 0.
func (c *Certificate) share(part, parts int) int {
	return int(int64(c.entries) * int64(part) / int64(parts))
}

// part loads the next part of the certificate and looks up the answers that belong
// to it.
func (k *checker) part(ctx context.Context) error {
	t, err := k.c.load(ctx, k.Start, k.End, k.room)
	if err != nil {
		return err
	}
	if k.SHA256 == "" {
		k.SHA256 = k.c.sha256
	}
	if err := k.sameContents(); err != nil {
		return err
	}
	k.table, k.End = t, t.end
	if k.met == nil { // only now is it sure that there are that many
		k.met, k.tight = newBitset(k.Entries), newBitset(k.To-k.From)
	}
	if k.From == 0 {
		if err := k.root(); err != nil {
			return err
		}
	}
	if err := k.entries(ctx); err != nil {
		return err
	}
	k.Start, k.Next, k.Done = k.End, k.From, t.last
	if !k.Done {
		k.End = k.Start // as many as there is room for
	}
	return nil
}

// sameContents returns an error unless the state is of the contents that were read.
func (k *checker) sameContents() error {
	if k.SHA256 != k.c.sha256 {
		return fmt.Errorf("%w: it is of a certificate with the checksum %q", ErrState, k.SHA256)
	}
	return nil
}

// bunch is how many entries a worker takes at a time.
const bunch = 256

// entries checks the entries of the check against the table.
func (k *checker) entries(ctx context.Context) error {
	r, err := k.c.read()
	if err != nil {
		return err
	}
	type job struct {
		from    int
		records []record
	}
	jobs := make(chan job, k.o.Workers)
	var busy, workers sync.WaitGroup
	for range k.o.Workers {
		workers.Go(func() {
			w := worker{checker: k}
			for j := range jobs {
				w.bunch(j.from, j.records)
				busy.Done()
			}
		})
	}
	defer workers.Wait()
	defer close(jobs)

	saved, told := time.Now(), time.Now()
	for i := 0; ; {
		// The records of one job; those before Next are read over.
		j := job{from: i}
		var end error
		for end == nil && len(j.records) < bunch {
			var x record
			if x, end = r.next(); end == nil {
				j.records = append(j.records, x)
			}
		}
		if end != nil && !errors.Is(end, io.EOF) {
			busy.Wait()
			return end
		}
		i += len(j.records)
		skip := min(max(0, k.Next-j.from), len(j.records))
		j.records = j.records[skip:max(skip, len(j.records)-max(0, i-k.To))]
		j.from += skip
		if len(j.records) > 0 {
			busy.Add(1)
			jobs <- j
		}
		now := time.Now()
		if k.o.Progress != nil && now.Sub(told) >= time.Second {
			told = now
			k.o.Progress(Progress{min(max(i, k.From), k.To) - k.From, k.To - k.From, k.Start, k.End, k.Entries})
		}
		save := k.save != nil && i > k.Next && now.Sub(saved) >= k.o.Every
		if save || end != nil || ctx.Err() != nil {
			busy.Wait()
			if i > k.Next { // else they were read over only
				k.Next = min(i, k.To)
			}
		}
		switch err := k.failed(); {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case end != nil:
			return nil
		}
		if save {
			saved = now
			if err := k.save(k.State); err != nil {
				return err
			}
		}
	}
}

func (k *checker) failed() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.err
}

func (k *checker) fail(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.err == nil {
		k.err = err
	}
}

// finish looks at what only all parts together show.
func (k *checker) finish() error {
	for i := range k.To - k.From {
		if k.tight.has(i) || !k.picked(k.From+i) {
			continue
		}
		x, err := k.c.entry(k.From + i)
		if err != nil {
			return err
		}
		return fmt.Errorf("%w: no line from %s takes as many plies", ErrRank, x)
	}
	if k.From == 0 && k.To == k.Entries && k.o.Sample == 1 {
		return k.c.allMet(k.met)
	}
	return nil
}

// allMet returns an error if play comes to no position of some entry.
func (c *Certificate) allMet(met bitset) error {
	if i := met.missing(c.entries); i >= 0 {
		x, err := c.entry(i)
		if err != nil {
			return err
		}
		return fmt.Errorf("%w: play does not come to %s", ErrSurplus, x)
	}
	return nil
}

// worker checks entries.
type worker struct {
	*checker
	moves   []brandubh.Move
	answers int64
}

// picked reports whether an entry is in the sample.
func (k *checker) picked(number int) bool {
	if k.o.Sample == 1 {
		return true
	}
	x := (k.o.Seed ^ uint64(number)*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	x = (x ^ x>>32) * 0xd6e8feb86659fd93
	return (x^x>>32)%uint64(k.o.Sample) == 0
}

// bunch checks some entries in a row.
func (w *worker) bunch(from int, records []record) {
	n := 0
	for i, x := range records {
		if !w.picked(from + i) {
			continue
		}
		n++
		longest, err := w.entry(x)
		switch {
		case err != nil:
		case longest > x.rank():
			err = fmt.Errorf("%w: a line from %v takes %d plies", ErrRank, x, longest)
		case longest == x.rank():
			w.tight.add(from + i - w.From)
		}
		if err != nil {
			w.fail(err)
			return
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.Start == 0 { // later the same answers are tried again
		w.checked += n
		w.Answers += w.answers
	}
	w.answers = 0
}

// entry plays the move of an entry, tries all answers, and returns the plies of the
// longest line that goes by an entry of the table or ends at once.
func (w *worker) entry(x record) (longest int, err error) {
	p, err := x.position()
	if err != nil {
		return 0, damaged("%v", err)
	}
	if q, _ := p.Canonical(); q != p {
		return 0, damaged("%v is not the canonical image, which is %v", p, q)
	}
	q, err := w.c.Rules.Play(p, x.move())
	if err != nil {
		return 0, fmt.Errorf("%w: at %v: %w", ErrIllegal, p, err)
	}
	if r := w.c.Rules.Result(q); r.Over() {
		return 1, won(q, r)
	}
	longest, err = w.tryAll(q)
	if err != nil {
		return 0, fmt.Errorf("%w, after %s", err, x)
	}
	return longest + 1, nil
}

// tryAll tries all moves of the attackers and returns the plies of the longest line,
// 0 if none goes by the table or ends.
func (w *worker) tryAll(p brandubh.Position) (longest int, err error) {
	w.moves = w.c.Rules.AppendMoves(w.moves[:0], p)
	for _, m := range w.moves {
		w.answers++
		q, err := w.c.Rules.Play(p, m)
		if err != nil {
			return 0, err // never: the move is legal
		}
		plies := 0
		if r := w.c.Rules.Result(q); r.Over() {
			err = won(q, r)
		} else if plies, err = w.meet(q); plies < 0 {
			continue
		}
		if err != nil {
			return 0, fmt.Errorf("%w, where %v leads from %v", err, m, p)
		}
		longest = max(longest, plies+1)
	}
	return longest, nil
}

// meet returns in how many plies the defenders, to move, win a position: 1 if
// the king can go to a goal, otherwise the rank of its entry. It returns -1 for one
// that belongs to another part of the certificate.
func (w *worker) meet(p brandubh.Position) (plies int, err error) {
	if to, ok := w.c.Rules.Escapes(p).First(); ok {
		king, _ := p.Pieces(brandubh.King).First()
		q, err := w.c.Rules.Play(p, brandubh.Move{From: king, To: to})
		if err != nil {
			return 0, err // never: it is an escape
		}
		return 1, won(q, w.c.Rules.Result(q))
	}
	p, _ = p.Canonical()
	number, x, mine, ok := w.table.find(recordOf(p))
	switch {
	case !mine:
		return -1, nil
	case !ok:
		return 0, fmt.Errorf("%w: there is no entry for %v", ErrGap, p)
	}
	w.met.add(number)
	return x.rank(), nil
}

// root checks that the root is won, or leads to entries of the table.
func (k *checker) root() error {
	root := k.c.Root
	if r := k.c.Rules.Result(root); r.Over() {
		return won(root, r)
	}
	w := worker{checker: k}
	var plies int
	var err error
	if root.Turn() == brandubh.Attackers {
		plies, err = w.tryAll(root)
	} else {
		plies, err = w.meet(root)
	}
	if k.Start == 0 && k.Next == k.From {
		k.Answers = w.answers
	}
	k.Longest = max(k.Longest, plies)
	return err
}

// won returns an error unless the defenders have won.
func won(p brandubh.Position, r brandubh.Result) error {
	if r.Winner == brandubh.Defenders {
		return nil
	}
	return fmt.Errorf("%w: %v: %s", ErrNotWon, p, r.Sentence())
}

// load reads the certificate from its start to its end and returns the table of the
// entries from start to end, or, if end is start, of as many from there as room says.
func (c *Certificate) load(ctx context.Context, start, end, room int) (*table, error) {
	r, err := c.read()
	if err != nil {
		return nil, err
	}
	if end == start {
		end = min(c.entries, start+room)
	}
	t := &table{start: start, end: start, last: end == c.entries}
	for i := 0; ; i++ {
		x, err := r.next()
		switch {
		case errors.Is(err, io.EOF):
			return t, nil
		case err != nil:
			return nil, err
		case i < start:
			t.before = x
		case i < end:
			t.add(x)
		}
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
}

// readOver reads the certificate from its start to its end, for its form and its
// checksum.
func (c *Certificate) readOver() error {
	_, err := c.load(context.Background(), 0, -1, 0)
	return err
}

// entry returns an entry by its number, counted from 0.
func (c *Certificate) entry(number int) (record, error) {
	r, err := c.read()
	for i := 0; err == nil; i++ {
		var x record
		if x, err = r.next(); err == nil && i == number {
			return x, nil
		}
	}
	return record{}, err
}

// String says which position an entry is for, with its move and rank.
func (r record) String() string {
	p, err := r.position()
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%v in %v, rank %d", r.move(), p, r.rank())
}
