package conformance

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

// Bounds on what a program is let do.
const (
	inFlight     = 32      // questions that wait for an answer at once
	maxLine      = 1 << 20 // bytes of an answer
	maxFailures  = 2       // deaths and hangs on one kind of question, after which it is not asked any more
	maxSurplus   = 1000    // lines that answer nothing, beside ten for every answer
	maxStarts    = 20      // times that it is started
	maxLastWords = 2000    // bytes of what it says on standard error
)

// program is an external program that answers questions. It is started when it
// is first asked, and again when it dies or hangs, a bounded number of times.
type program struct {
	ctx     context.Context // ends it, and the asking
	command []string
	timeout time.Duration

	run      *running // nil while it does not run
	id       int      // of the next question
	answered int      // lines that were answers
	surplus  int      // lines that were not
	noise    int      // times that such lines were all that came
	failures map[kind]int
	starts   int
	gaveUp   string // why it is not asked any more
	faults   []*Fault
	hello    *Hello // what it has said of itself
}

// Fault is a way in which a program does not keep to the protocol.
type Fault struct {
	What    string `json:"what"`
	Count   int    `json:"count"`
	Example string `json:"example"`
}

// The faults that end the asking, or a part of it.
const (
	faultStart = "could not be started"
	faultDied  = "died"
	faultHung  = "hung"
	faultNoise = "wrote nonsense"
)

// interrupted is why a program is asked no more that is not to blame for it.
const interrupted = "interrupted"

func (p *program) fault(what, example string) {
	for _, f := range p.faults {
		if f.What == what {
			f.Count++
			return
		}
	}
	if len(example) > 300 {
		example = strings.ToValidUTF8(example[:300], "") + "…"
	}
	p.faults = append(p.faults, &Fault{what, 1, example})
}

// failed reports whether the program did not run, died, hung or was given up.
func (p *program) failed() bool {
	for _, f := range p.faults {
		switch f.What {
		case faultStart, faultDied, faultHung:
			return true
		}
	}
	return p.gaveUp != ""
}

// running is the program while it runs.
type running struct {
	cmd   *exec.Cmd
	in    chan []byte // lines to write; closed when there are no more
	lines chan []byte // lines that it has written; closed when it ends
	stop  chan struct{}
	words *lastWords
}

// printable returns a text that a terminal can show.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}

// lastWords keeps the end of what a program says on standard error.
type lastWords struct {
	mu   sync.Mutex
	text []byte
}

func (w *lastWords) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, b...)
	if extra := len(w.text) - maxLastWords; extra > 0 {
		w.text = append(w.text[:0], w.text[extra:]...)
	}
	return len(b), nil
}

func (w *lastWords) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return printable(strings.TrimSpace(string(w.text)))
}

func launch(ctx context.Context, command []string) (*running, error) {
	r := &running{
		cmd: exec.CommandContext(ctx, command[0], command[1:]...), in: make(chan []byte, inFlight),
		lines: make(chan []byte), stop: make(chan struct{}), words: &lastWords{},
	}
	alone(r.cmd)
	r.cmd.Cancel = func() error {
		kill(r.cmd)
		return nil
	}
	r.cmd.Stderr = r.words
	r.cmd.WaitDelay = time.Second
	in, err := r.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { // writes, so that a program that does not read blocks nobody
		defer in.Close()
		for line := range r.in {
			if _, err := in.Write(line); err != nil {
				for range r.in { // it has ended, as its output will show
				}
			}
		}
	}()
	go func() {
		defer close(r.lines)
		b := bufio.NewReaderSize(out, maxLine)
		for {
			line, err := b.ReadSlice('\n')
			if len(line) > 0 {
				select {
				case r.lines <- bytes.Clone(line):
				case <-r.stop:
					return
				}
			}
			if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
				return
			}
		}
	}()
	return r, nil
}

// end lets the program end by itself for so long, then ends it, and returns how
// it ended and what it still wrote.
func (r *running) end(patience time.Duration) (state string, rest [][]byte) {
	close(r.in)
	timer := time.After(patience)
	for open := true; open; {
		select {
		case line, ok := <-r.lines:
			if open = ok; ok && len(rest) < maxSurplus {
				rest = append(rest, line)
			}
		case <-timer:
			kill(r.cmd)
			open = false
		}
	}
	close(r.stop)
	last := time.AfterFunc(patience, func() { kill(r.cmd) }) // it may have closed its output only
	err := r.cmd.Wait()
	last.Stop()
	if err == nil {
		return "exit status 0", rest
	}
	return err.Error(), rest
}

// close lets the program end, and reports what it writes though it is asked nothing.
func (p *program) close() {
	if p.run == nil {
		return
	}
	_, rest := p.run.end(min(p.timeout, 5*time.Second))
	p.run = nil
	for _, line := range rest {
		if len(bytes.TrimSpace(line)) > 0 {
			p.fault("wrote more than it was asked", printable(string(bytes.TrimSpace(line))))
		}
	}
}

// ask puts questions to the program, several at a time, and calls done as each is
// answered or given up.
func (p *program) ask(items []*item, done func(*item)) {
	w := &window{first: p.id}
	since, answered := time.Now(), p.answered // when the last answer came
	for len(items)+len(w.slots) > 0 {
		if len(w.slots) == 0 || p.answered > answered {
			since, answered = time.Now(), p.answered
		}
		for len(items) > 0 && len(w.slots) < inFlight {
			it := items[0]
			if !p.knows(it) {
				it.got = &Answer{Error: "it has said that it does not know this"}
			}
			if it.got != nil || p.gaveUp != "" || p.failures[it.kind()] >= maxFailures {
				items = items[1:]
				done(it)
				continue
			}
			if p.run == nil && !p.start() {
				continue
			}
			q := it.Question
			q.ID = json.RawMessage(strconv.Itoa(p.id))
			p.id++
			items, w.slots = items[1:], append(w.slots, slot{item: it})
			line, _ := json.Marshal(q)
			select {
			case p.run.in <- append(line, '\n'):
				continue
			case <-time.After(p.timeout): // it does not read: the answer will not come
			}
			break
		}
		if len(w.slots) == 0 {
			continue
		}
		patience := p.timeout
		if p.answered == 0 {
			patience *= 3 // it has to start first
		}
		timer := time.NewTimer(patience - time.Since(since))
		select {
		case line, ok := <-p.run.lines:
			timer.Stop()
			if ok {
				p.read(line, w, done)
				if p.answered == 0 && p.surplus >= inFlight || p.surplus >= maxSurplus+10*p.answered {
					p.run.end(0)
					p.run = nil
					p.giveUp(faultNoise)
					w.drop(done)
				}
				break
			}
			words := p.run.words
			note, _ := p.run.end(time.Second)
			if said := words.String(); said != "" {
				note += ", saying: " + said[strings.LastIndexByte(said, '\n')+1:]
			}
			items = append(p.failure(faultDied, note, w, done), items...)
		case <-timer.C:
			since = time.Now()
			if w.taken() { // lines have come, but they are no answers
				w.drop(done)
				if p.noise++; p.noise >= maxFailures {
					p.giveUp(faultNoise)
				}
				break
			}
			// A program that holds its answers back gives them when its input ends.
			_, rest := p.run.end(p.timeout / 2)
			note, before := fmt.Sprintf("no answer within %v", patience), p.answered
			for _, line := range rest {
				p.read(line, w, done)
			}
			if p.answered > before {
				note += ", but then, when its input ended: it must flush its output after every line"
				p.giveUp("either it does not flush its output after every line, or it is too slow for this -timeout")
			}
			items = append(p.failure(faultHung, note, w, done), items...)
		}
	}
}

// start starts the program, and reports whether it runs.
func (p *program) start() bool {
	if p.ctx.Err() != nil {
		p.giveUp(interrupted)
		return false
	}
	if p.starts == maxStarts {
		p.giveUp(fmt.Sprintf("it has ended %d times", maxStarts))
		return false
	}
	run, err := launch(p.ctx, p.command)
	if err != nil {
		p.fault(faultStart, err.Error())
		p.giveUp(faultStart)
		return false
	}
	p.run = run
	p.starts++
	return true
}

// failure blames the first question that waits for the end of the program, and
// returns the others, which are to be asked again.
func (p *program) failure(what, note string, w *window, done func(*item)) (again []*item) {
	p.run = nil
	if p.ctx.Err() != nil { // it is not to blame
		p.giveUp(interrupted)
		w.drop(done)
		return nil
	}
	blamed := false
	for _, s := range w.slots {
		switch {
		case s.item == nil:
		case blamed:
			again = append(again, s.item)
		default:
			blamed = true
			p.failures[s.kind()]++
			q, _ := json.Marshal(s.Question)
			note += "; asked " + string(q)
			done(s.item)
		}
	}
	p.fault(what, note)
	if p.answered == 0 && p.starts >= maxFailures {
		p.giveUp("it has not answered anything")
	}
	w.slots, w.first = nil, p.id
	return again
}

// window is the questions that wait for an answer, in the order asked.
type window struct {
	slots []slot
	first int // the id of the first
}

type slot struct {
	*item       // nil once it is answered
	taken  bool // a line that is no answer has come in its place
	passed bool // a later question has been answered before
}

// settle leaves a question in front that nothing has come for.
func (w *window) settle(done func(*item)) {
	for len(w.slots) > 0 {
		s := w.slots[0]
		passed := slices.ContainsFunc(w.slots[1:], func(s slot) bool { return s.item == nil })
		if s.item != nil && (!s.taken || !passed) {
			return
		}
		if s.item != nil {
			done(s.item)
		}
		w.slots = w.slots[1:]
		w.first++
	}
}

// taken reports whether a line has come in the place of every question.
func (w *window) taken() bool {
	return !slices.ContainsFunc(w.slots, func(s slot) bool { return s.item != nil && !s.taken })
}

// drop gives up all questions that wait.
func (w *window) drop(done func(*item)) {
	for _, s := range w.slots {
		if s.item != nil {
			done(s.item)
		}
	}
	w.first += len(w.slots)
	w.slots = nil
}

func (p *program) giveUp(why string) {
	if p.gaveUp == "" {
		p.gaveUp = why
	}
}

// read gives a line to the question that it answers.
func (p *program) read(line []byte, w *window, done func(*item)) {
	shown := printable(strings.TrimSpace(string(line)))
	if shown == "" {
		return
	}
	nonsense := func(what string) {
		p.surplus++
		p.fault(what, shown)
		for i := range w.slots {
			if s := &w.slots[i]; s.item != nil && !s.taken {
				s.taken = true
				break
			}
		}
	}
	var head struct {
		ID *json.RawMessage `json:"id"`
	}
	var id int
	var r Answer
	switch {
	case len(line) >= maxLine, json.Unmarshal(line, &head) != nil:
		nonsense("wrote a line that is no JSON object")
	case head.ID == nil && p.hears(line):
	case head.ID == nil:
		nonsense("answered without an id")
	case json.Unmarshal(*head.ID, &id) != nil, id < 0, id >= w.first+len(w.slots):
		nonsense("answered with an id that it was not asked")
	case id < w.first, w.slots[id-w.first].item == nil:
		p.surplus++
		p.fault("answered a question twice, or too late", shown)
	case json.Unmarshal(line, &r) != nil:
		p.fault("wrote an answer of the wrong form", shown)
		p.surplus++
		it := w.slots[id-w.first].item
		w.slots[id-w.first].item = nil // no better answer will come
		done(it)
	default:
		n := id - w.first
		for i := range w.slots[:n] {
			if s := &w.slots[i]; s.item != nil && !s.taken && !s.passed {
				s.passed = true
				p.fault("answered out of order", shown)
			}
		}
		p.answered++
		it := w.slots[n].item
		w.slots[n].item = nil
		it.got = &r
		done(it)
	}
	w.settle(done)
}

// hears reads what the program says of itself before its first answer, and reports
// whether the line is that.
func (p *program) hears(line []byte) bool {
	var h Hello
	if p.answered > 0 || p.hello != nil && p.starts < 2 || json.Unmarshal(line, &h) != nil || h.Protocol == 0 {
		return false
	}
	if h.Protocol != Version {
		p.fault(fmt.Sprintf("speaks version %d of the protocol, not %d", h.Protocol, Version), printable(string(bytes.TrimSpace(line))))
	}
	p.hello = &h
	return true
}

// knows reports whether the program has not said that it does not know such a
// question.
func (p *program) knows(it *item) bool {
	return p.hello == nil ||
		(len(p.hello.Kinds) == 0 || slices.Contains(p.hello.Kinds, it.Kind())) &&
			(len(p.hello.Presets) == 0 || it.Preset == "" || slices.Contains(p.hello.Presets, it.Preset))
}

// silent reports whether it is not asked any more.
func (p *program) silent() bool { return p.gaveUp != "" }
