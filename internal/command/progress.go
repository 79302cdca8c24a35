package command

import (
	"fmt"
	"io"
	"os"
	"time"
)

// Progress declares -progress, whether the program shows how far it is; the usual
// value is whether standard error is a terminal. What it returns shows progress
// once the flags are parsed.
func (f *Flags) Progress() *Progress {
	p := &Progress{out: f.env.Stderr, every: 200 * time.Millisecond}
	f.BoolVar(&p.on, "progress", Terminal(f.env.Stderr), "show progress on standard error")
	return p
}

// Progress shows how far a program is. On a terminal it is one line, written
// over again and again; elsewhere it is a line every ten seconds. It is for one
// goroutine at a time. The zero Progress shows nothing.
type Progress struct {
	out   io.Writer
	on    bool
	every time.Duration
	shown time.Time
	lines bool // a terminal's line is on the screen
}

// On reports whether progress is shown.
func (p *Progress) On() bool { return p != nil && p.on && p.out != nil }

// Showf shows a text, unless another was shown a moment ago.
func (p *Progress) Showf(format string, args ...any) {
	if !p.On() {
		return
	}
	terminal, now := Terminal(p.out), time.Now()
	every := p.every
	if !terminal {
		every = 10 * time.Second
	}
	if p.shown.IsZero() {
		p.shown = now // what is done at once needs no progress
	}
	if now.Sub(p.shown) < every {
		return
	}
	p.shown = now
	if terminal {
		fmt.Fprintf(p.out, "\r\x1b[K"+format, args...)
		p.lines = true
		return
	}
	fmt.Fprintf(p.out, format+"\n", args...)
}

// Write writes to where progress is shown, for libraries that draw it themselves.
func (p *Progress) Write(b []byte) (int, error) {
	if !p.On() {
		return len(b), nil
	}
	return p.out.Write(b)
}

// Done clears the line of a terminal. More may be shown after it.
func (p *Progress) Done() {
	if p != nil && p.lines {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.lines = false
	}
}

// Terminal reports whether a reader or writer is a terminal. /dev/null is none.
func Terminal(x any) bool {
	f, ok := x.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
