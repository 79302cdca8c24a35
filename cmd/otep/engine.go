package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/player"
	"example.com/brandubh/record"
)

// maxLine is how long a command may be, in bytes; the longest real one has a few
// hundred.
const maxLine = 1 << 16

// engine is the side of the protocol that plays. One goroutine, that of serve,
// owns everything but what says otherwise.
type engine struct {
	player  player.Player
	perMove time.Duration // for a move without a clock

	mu  sync.Mutex // guards out and err
	out io.Writer
	err error // the first error of out

	searching atomic.Bool // a move of our own is searched for: report what is found

	line    *brandubh.Line  // nil before the host has sent rules
	placed  bool            // nothing has been played since the host sent rules or a board
	side    brandubh.Side   // what the host said last; NoSide before
	waiting brandubh.Side   // we were told to play this side before we had rules
	sent    brandubh.Move   // our move that the host has not confirmed yet; zero for none
	refused []brandubh.Move // our moves that it has refused in this position
	clocks  clocks
	job     *job // what is being thought about; nil for nothing
}

// newEngine returns an engine that answers on out; its player is still to be set.
func newEngine(out io.Writer, perMove time.Duration) *engine {
	return &engine{out: out, perMove: perMove}
}

// send writes one line, in ASCII, at once: the host does not put halves together.
func (e *engine) send(format string, args ...any) {
	text := strings.Map(func(r rune) rune {
		switch {
		case r == '×':
			return 'x'
		case r < ' ' || r > '~':
			return '?'
		}
		return r
	}, strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " "))
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil {
		_, e.err = io.WriteString(e.out, text+"\n")
	}
}

// broken returns the first error of the output.
func (e *engine) broken() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}

// complain sends an error that is shown and lets the game go on.
func (e *engine) complain(format string, args ...any) { e.send("error 0 "+format, args...) }

// report tells the host what a search has found so far.
func (e *engine) report(c player.Choice) {
	if !e.searching.Load() {
		return
	}
	text := c.Move.String()
	if c.Depth > 0 {
		text += fmt.Sprintf(", depth %d, %d positions", c.Depth, c.Nodes)
	}
	if c.Why != "" {
		text += ": " + c.Why
	}
	e.send("status %s", text)
}

// serve answers commands until "goodbye" or the end of the input, where what is
// being thought about is still finished. The error is one of reading or writing.
func (e *engine) serve(in io.Reader) error {
	commands := make(chan string)
	stop := make(chan struct{})
	defer close(stop)
	var readErr error // set before commands is closed
	go func() {
		defer close(commands)
		readErr = readLines(in, func(line string) bool {
			select {
			case commands <- line:
				return true
			case <-stop:
				return false
			}
		})
	}()
	defer e.halt()
	e.send("hello")
	for e.broken() == nil {
		var done chan answer
		if e.job != nil {
			done = e.job.done
		}
		select {
		case line, ok := <-commands:
			switch {
			case ok && !e.command(line):
				return nil
			case ok:
			case e.job != nil && readErr == nil:
				e.finish(<-e.job.done)
				return e.broken()
			default:
				return readErr
			}
		case a := <-done:
			e.finish(a)
		}
	}
	return e.broken()
}

// readLines calls do with every line, without its end, until do returns false. A
// line that is too long is cut, which makes it no command.
func readLines(in io.Reader, do func(string) bool) error {
	r := bufio.NewReader(in)
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= maxLine {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if len(line) > 0 && !do(strings.TrimRight(string(line), "\r\n")) {
			return nil
		}
		line = line[:0]
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

// command does what one line asks for, and returns false for "goodbye". What it
// cannot read changes nothing: a move that is being searched for still comes.
func (e *engine) command(line string) bool {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = strings.TrimSpace(rest)
	switch {
	case len(line) > maxLine:
		e.complain("a command of more than %d bytes", maxLine)
		return true
	case word == "":
		return true
	}
	switch word {
	case "goodbye":
		return false
	case "hello", "start", "dump", "status":
	case "rules":
		e.rules(rest)
	case "position":
		e.position(rest)
	case "side":
		e.setSide(rest)
	case "clock":
		e.clock(rest)
	case "play":
		e.play(rest)
	case "analyze":
		e.analyze(rest)
	case "move":
		e.confirmed(rest)
	case "opponent-move":
		e.opponentMove(rest)
	case "error":
		e.moveRefused(rest)
	case "finish":
		e.gameFinished(rest)
	default:
		e.complain("unknown command %q", word)
	}
	return true
}

// rules takes up a rule set and its start. Rules that are not understood end the
// game: no move could be trusted.
func (e *engine) rules(text string) {
	e.halt()
	e.line, e.placed, e.sent, e.refused = nil, true, brandubh.Move{}, nil
	v, deviations, err := record.ParseOTNRules(text)
	if err == nil {
		e.line, err = brandubh.NewLine(v, v.Start)
	}
	if err != nil {
		e.send("error -1 rules not supported: %v", err)
		return
	}
	for _, d := range deviations {
		e.send("status %v", d)
	}
}

// position takes up a board. Its record does not say who is to move: the side that
// was to move before stays it, and "side" or "play" put that right.
func (e *engine) position(text string) {
	if !e.hasRules() {
		return
	}
	p, err := record.ParseOTNPosition(text)
	if err != nil {
		e.complain("%v", err)
		return
	}
	if board(e.line.Position()) != p {
		if !e.adopt(p.WithTurn(e.line.Position().Turn())) {
			return
		}
		e.halt()
		e.refused = nil
	}
	e.placed, e.sent = true, brandubh.Move{}
	if side := e.waiting; side != brandubh.NoSide {
		e.waiting = brandubh.NoSide
		e.play(side.String())
	}
}

// setSide notes a side. It becomes who is to move where nothing has been played
// since the last board, which is how the host says whom to analyze for.
func (e *engine) setSide(name string) {
	if side, ok := e.parseSide(name); ok {
		e.side = side
	}
}

// parseSide reads the name of a side, and complains of what is none.
func (e *engine) parseSide(name string) (brandubh.Side, bool) {
	side, err := brandubh.ParseSide(name)
	if err != nil || side == brandubh.NoSide {
		e.complain("a side is attackers or defenders, not %q", name)
		return brandubh.NoSide, false
	}
	return side, true
}

// hasRules reports whether there are rules, and complains if not.
func (e *engine) hasRules() bool {
	if e.line == nil {
		e.complain("no rules yet: \"rules RECORD\" comes first")
	}
	return e.line != nil
}

// board returns a position without the side to move, as a record has it.
func board(p brandubh.Position) brandubh.Position { return p.WithTurn(brandubh.NoSide) }

// adopt starts a new line of play from a position, and complains where no game can
// start from it.
func (e *engine) adopt(p brandubh.Position) bool {
	l, err := brandubh.NewLine(e.line.Variant(), p)
	if err != nil {
		e.complain("%v", err)
		return false
	}
	e.line = l
	return true
}

// toMove makes a side the one to move. Where that is another than the line has it,
// the line starts anew.
func (e *engine) toMove(side brandubh.Side) bool {
	p := e.line.Position()
	return p.Turn() == side || e.adopt(p.WithTurn(side))
}

// clock notes the time left. It comes before or after "play".
func (e *engine) clock(rest string) {
	c, err := parseClocks(rest)
	if err != nil {
		e.complain("%v", err)
		return
	}
	e.clocks = c
	if e.job != nil && e.job.side != brandubh.NoSide {
		e.job.reschedule(c.budget(e.job.side))
	}
}

// play starts to think about a move.
func (e *engine) play(name string) {
	side, ok := e.parseSide(name)
	if !ok {
		return
	}
	e.halt()
	if e.line == nil { // a host that thinks it has told us
		e.waiting = side
		e.send("status asking for the rules")
		e.send("rules")
		e.send("position")
		return
	}
	e.side, e.sent, e.waiting = side, brandubh.Move{}, brandubh.NoSide
	if !e.toMove(side) {
		return
	}
	if e.line.Result().Over() && !e.line.Variant().Result(e.line.Position()).Over() {
		// Over by repetition alone, and the host plays on: so do we.
		e.adopt(e.line.Position())
	}
	if r := e.line.Result(); r.Over() {
		e.send("error -1 told to play, but %s", r.Sentence())
		return
	}
	refused := slices.Clone(e.refused)
	share, _, ok := e.clocks.budget(side)
	if !ok {
		share = e.perMove
	}
	e.searching.Store(len(refused) == 0) // else it looks at the answers to our moves
	e.start(side, share, chooser(e.player, copied(e.line), refused))
	e.job.clocked = ok && e.clocks.fresh
}

// analyze starts to rate the best moves.
func (e *engine) analyze(rest string) {
	if !e.hasRules() {
		return
	}
	var number, seconds int
	fields := strings.Fields(rest)
	for i, n := range []*int{&number, &seconds} {
		var err error
		if i < len(fields) {
			*n, err = strconv.Atoi(fields[i])
		}
		if len(fields) != 2 || err != nil || *n < 1 {
			e.complain("analyze wants how many moves and how many seconds, both 1 or more, not %q", rest)
			return
		}
	}
	e.halt()
	if e.placed && e.side != brandubh.NoSide && !e.toMove(e.side) {
		return
	}
	if r := e.line.Result(); r.Over() {
		e.complain("nothing to analyze: %s", r.Sentence())
		return
	}
	length := time.Duration(min(seconds, maxSeconds)) * time.Second
	e.searching.Store(false)
	e.start(brandubh.NoSide, length, analyzer(e.player, copied(e.line), number, length))
}

// confirmed plays our move, which the host has accepted.
func (e *engine) confirmed(text string) {
	if !e.hasRules() {
		return
	}
	p, err := record.ParseOTNPosition(text)
	if err != nil {
		e.complain("%v", err)
		return
	}
	e.halt()
	moves := []brandubh.Move{e.sent}
	if e.sent == (brandubh.Move{}) {
		moves = nil
	}
	e.sent, e.refused = brandubh.Move{}, nil
	e.follow(p, e.side.Opponent(), moves)
}

// opponentMove plays what the other side has moved. The host sends the same again
// after it has refused a move of ours.
func (e *engine) opponentMove(rest string) {
	if !e.hasRules() {
		return
	}
	list, text, hasRecord := strings.Cut(rest, " ")
	var moves []brandubh.Move
	for text := range strings.SplitSeq(list, "|") {
		w, err := record.ReadMove(text)
		switch {
		case err != nil:
			e.complain("%v", err)
			return
		case w.Resigns:
			e.complain("a resignation is no move; \"finish\" ends a game")
			return
		}
		moves = append(moves, w.Move)
	}
	last := moves[len(moves)-1]
	older, known := e.older(moves)
	if !hasRecord {
		if known && len(older) == 0 { // told before
			return
		}
		if known {
			moves = older
		}
		l, err := playAll(e.line, moves)
		if err != nil {
			e.complain("opponent-move: %v", err)
			return
		}
		e.halt()
		e.line, e.placed, e.sent, e.refused = l, false, brandubh.Move{}, nil
		return
	}
	p, err := record.ParseOTNPosition(strings.TrimSpace(text))
	if err != nil {
		e.complain("%v", err)
		return
	}
	if board(e.line.Position()) == p { // told before: every move changes the board
		e.sent = brandubh.Move{}
		return
	}
	e.halt()
	with := append([]brandubh.Move{e.sent}, moves...)
	if e.sent == (brandubh.Move{}) {
		with = moves
	}
	e.sent, e.refused = brandubh.Move{}, nil
	turn := p.At(last.To).Side().Opponent()
	if turn == brandubh.NoSide {
		turn = e.line.Position().Turn().Opponent()
	}
	if known {
		e.follow(p, turn, older, with, moves)
		return
	}
	e.follow(p, turn, with, moves)
}

// older finds the place of moves that begin with some that the line has already,
// which the host may send again: it returns those that are new, after our own that it
// has not confirmed, and whether there was an overlap.
func (e *engine) older(moves []brandubh.Move) (fresh []brandubh.Move, known bool) {
	line := e.line.Played()
	var sent []brandubh.Move
	if e.sent != (brandubh.Move{}) {
		sent = []brandubh.Move{e.sent}
	}
	line = append(line, sent...)
	for k := min(len(moves), len(line)); k > 0; k-- {
		if slices.Equal(line[len(line)-k:], moves[:k]) {
			return append(sent, moves[k:]...), true
		}
	}
	return nil, false
}

// follow brings the line to the host's board by the first of these lists of moves
// that leads there. If none does, host and engine judge differently, and the host
// is right: its board is taken up, with that side to move.
func (e *engine) follow(p brandubh.Position, turn brandubh.Side, lists ...[]brandubh.Move) {
	e.placed = false
	var why error
	for _, moves := range lists {
		l, err := playAll(e.line, moves)
		if err == nil && board(l.Position()) == p {
			e.line = l
			return
		}
		if why == nil {
			why = err
		}
	}
	if why == nil {
		why = errors.New("other pieces are gone than by the rules")
	}
	if turn == brandubh.NoSide {
		turn = e.line.Position().Turn()
	}
	if e.adopt(p.WithTurn(turn)) {
		e.send("status the host's board is not ours (%v): taken over", why)
	}
}

// copied returns a copy of a line, for another goroutine or for more moves.
func copied(l *brandubh.Line) *brandubh.Line {
	c := *l
	return &c
}

// playAll returns a line with more moves. Whose they are, the pieces tell.
func playAll(l *brandubh.Line, moves []brandubh.Move) (*brandubh.Line, error) {
	l = copied(l)
	for _, m := range moves {
		p := l.Position()
		if side := p.At(m.From).Side(); side == p.Turn().Opponent() && side != brandubh.NoSide {
			other, err := brandubh.NewLine(l.Variant(), p.WithTurn(side))
			if err != nil {
				return nil, err
			}
			l = other
		}
		if err := l.Play(m); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// moveRefused notes that the host does not take our move; it will ask for another.
func (e *engine) moveRefused(rest string) {
	if e.sent == (brandubh.Move{}) {
		e.send("status the host reports error %s", rest)
		return
	}
	e.send("status the host refuses %v (error %s)", e.sent, rest)
	e.refused = append(e.refused, e.sent)
	e.sent = brandubh.Move{}
}

// gameFinished ends the game; another may follow under the same rules.
func (e *engine) gameFinished(code string) {
	e.halt()
	e.clocks, e.sent, e.refused, e.side, e.waiting = clocks{}, brandubh.Move{}, nil, brandubh.NoSide, brandubh.NoSide
	if e.line != nil {
		e.adopt(e.line.Variant().Start)
		e.placed = true
	}
	switch code {
	case "0", "1", "2", "3":
	default:
		e.complain("finish wants 0 to 3, not %q", code)
	}
}
