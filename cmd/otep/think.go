package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/player"
)

const (
	maxSeconds = 24 * 60 * 60           // a longer time is taken for this
	movesLeft  = 25                     // how many moves of ours the main time is to last for
	latency    = 100 * time.Millisecond // what may pass between our move and the host's stopping the clock
)

// sideClock is the time that one side has left.
type sideClock struct {
	left     time.Duration // of the main time, or of the current overtime; negative where there is no clock
	overtime bool          // the main time has run out
	more     int           // overtimes that are left, the current one included
}

// clocks is what the host has said about time. The zero value is no clock.
type clocks struct {
	sides  [3]sideClock  // by Side
	period time.Duration // an overtime
	known  bool
	fresh  bool // none of our moves has been sent since
}

// parseClocks reads the five words behind "clock".
func parseClocks(text string) (clocks, error) {
	fields := strings.Fields(text)
	bad := func(i int, why string) (clocks, error) {
		return clocks{}, fmt.Errorf("clock: %q %s", fields[i], why)
	}
	if len(fields) != 5 {
		return clocks{}, fmt.Errorf("clock wants five numbers, not %d", len(fields))
	}
	var n [5]int64
	c := clocks{known: true, fresh: true}
	for i, f := range fields {
		digits, starred := strings.CutSuffix(f, "*")
		var err error
		n[i], err = strconv.ParseInt(digits, 10, 64)
		switch {
		case err != nil:
			return bad(i, "is no whole number")
		case starred && i > 1:
			return bad(i, "has a star, which belongs to the two clocks")
		case n[i] < -1 || n[i] > maxSeconds*1000:
			return bad(i, "is out of range")
		}
		if i < 2 {
			c.sides[i+1].overtime = starred
		}
	}
	for i := range 2 {
		c.sides[i+1].left = time.Duration(n[i]) * time.Millisecond
		c.sides[i+1].more = int(n[i+3])
	}
	c.period = time.Duration(max(n[2], 0)) * time.Second
	return c, nil
}

// budget returns how long a side should think about a move, how long it may, and
// whether it has a clock at all. Main time has to last. An overtime starts anew
// after every move made in it, so half of one can be spent each time, and before
// that no less is worth saving for.
func (c clocks) budget(side brandubh.Side) (share, limit time.Duration, ok bool) {
	s := c.sides[side]
	if !c.known || s.left < 0 {
		return 0, 0, false
	}
	share, limit = s.left/movesLeft, s.left
	switch {
	case s.overtime:
		share = s.left / 2
	case s.more > 0:
		share, limit = max(share, c.period/2), s.left+c.period
	}
	limit = max(0, limit-max(latency, limit/20))
	return min(share, limit), limit, true
}

// answer is what comes of thinking.
type answer struct {
	move  brandubh.Move // to be played; zero for an analysis
	lines string        // of an analysis, what the host is told
	err   error
}

// job is something that is being thought about.
type job struct {
	side    brandubh.Side // whom a move is for; NoSide for an analysis
	done    chan answer   // gets one answer
	cancel  context.CancelFunc
	timer   *time.Timer // cancels when the time is up
	start   time.Time
	until   time.Time
	clocked bool // the time was measured by the clock as it is now
}

// start thinks in the background, for so long. Nothing else is being thought about.
func (e *engine) start(side brandubh.Side, length time.Duration, think func(context.Context) answer) {
	ctx, cancel := context.WithCancel(context.Background())
	now := time.Now()
	e.job = &job{
		side: side, done: make(chan answer, 1), cancel: cancel,
		timer: time.AfterFunc(length, cancel), start: now, until: now.Add(length),
	}
	done := e.job.done
	if length <= 0 {
		cancel()
	}
	go func() { done <- think(ctx) }()
}

// reschedule fits the time for a move to a clock that has come while it is thought
// about: as the first word about the clock it counts from the start; a later one
// can only shorten.
func (j *job) reschedule(share, limit time.Duration, ok bool) {
	if !ok {
		return
	}
	now := time.Now()
	if !j.clocked {
		j.until, j.clocked = j.start.Add(share), true
	}
	if last := now.Add(limit); last.Before(j.until) {
		j.until = last
	}
	j.timer.Reset(max(0, j.until.Sub(now)))
}

// halt gives up what is being thought about and waits until it has stopped.
func (e *engine) halt() {
	if e.job != nil {
		e.job.cancel()
		e.job.timer.Stop()
		<-e.job.done
		e.job = nil
	}
}

// finish tells the host what has come of thinking.
func (e *engine) finish(a answer) {
	j := e.job
	e.job = nil
	j.cancel()
	j.timer.Stop()
	switch {
	case a.err != nil && j.side != brandubh.NoSide:
		e.send("error -1 %v", a.err)
	case a.err != nil:
		e.complain("%v", a.err)
	case j.side == brandubh.NoSide:
		e.send("%s", a.lines)
	default:
		e.clocks.fresh = false
		if s := &e.clocks.sides[j.side]; s.left > 0 { // in case no newer clock comes
			s.left = max(0, s.left-time.Since(j.start))
		}
		e.sent = a.move
		e.send("move %v", a.move)
	}
}

// chooser returns what thinks about a move, other than the refused ones.
func chooser(p player.Player, l *brandubh.Line, refused []brandubh.Move) func(context.Context) answer {
	return func(ctx context.Context) answer {
		if len(refused) == 0 {
			c, err := p.Choose(ctx, l)
			return answer{move: c.Move, err: err}
		}
		// Rules that host and engine read differently: the best of what is left.
		ranked, err := rank(ctx, p, l, refused, 1, time.Second)
		switch {
		case err != nil:
			return answer{err: err}
		case len(ranked) == 0:
			return answer{err: errors.New("the host refuses every legal move")}
		}
		return answer{move: ranked[0].line[0]}
	}
}

// analyzer returns what rates the best n moves in the time given.
func analyzer(p player.Player, l *brandubh.Line, number int, length time.Duration) func(context.Context) answer {
	return func(ctx context.Context) answer {
		ranked, err := rank(ctx, p, l, nil, number, length)
		if err != nil {
			return answer{err: err}
		}
		sign := 1 // the host's numbers are the attackers'
		if l.Position().Turn() == brandubh.Defenders {
			sign = -1
		}
		text := fmt.Sprintf("analysis %d", len(ranked))
		for _, r := range ranked {
			var names []string
			for _, m := range r.line {
				names = append(names, m.String())
			}
			text += fmt.Sprintf(" %s %.2f", strings.Join(names, "|"), float64(sign*r.score)/100)
		}
		return answer{lines: text}
	}
}

// ranked is a move with the play expected after it, and its score for its mover.
type ranked struct {
	line  []brandubh.Move
	score int
}

// rank rates every legal move but those left out by looking at what follows it,
// and the best n of them again for longer, all in about the length given. The
// best comes first.
func rank(ctx context.Context, p player.Player, l *brandubh.Line, without []brandubh.Move, number int, length time.Duration) ([]ranked, error) {
	var all []ranked
	for m := range l.Moves() {
		if !slices.Contains(without, m) {
			all = append(all, ranked{line: []brandubh.Move{m}})
		}
	}
	look := func(rs []ranked, length time.Duration) error {
		for i := range rs {
			r, err := after(ctx, p, l, rs[i].line[0], length/time.Duration(len(rs)))
			if err != nil {
				return err
			}
			if ctx.Err() == nil || len(rs[i].line) == 1 { // a search cut short is worth less than what it would replace
				rs[i] = r
			}
		}
		slices.SortStableFunc(rs, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
		return nil
	}
	if err := look(all, length*2/5); err != nil {
		return nil, err
	}
	all = all[:min(number, len(all))]
	return all, look(all, length*2/5)
}

// after rates one move by a search of the position after it.
func after(ctx context.Context, p player.Player, l *brandubh.Line, m brandubh.Move, length time.Duration) (ranked, error) {
	after := *l
	l = &after
	mover := l.Position().Turn()
	if err := l.Play(m); err != nil {
		return ranked{}, err
	}
	r := ranked{line: []brandubh.Move{m}}
	if result := l.Result(); result.Over() {
		switch result.Winner {
		case mover:
			r.score = player.Won + 999
		case mover.Opponent():
			r.score = -player.Won - 999
		}
		return r, nil
	}
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	c, err := p.Choose(ctx, l)
	if err != nil {
		return ranked{}, err
	}
	switch r.score = -c.Score; { // a forced end is a ply further off from here
	case r.score > player.Won:
		r.score--
	case r.score < -player.Won:
		r.score++
	}
	r.line = append(r.line, c.Line...)
	if len(c.Line) == 0 {
		r.line = append(r.line, c.Move)
	}
	return r, nil
}
