package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"example.com/brandubh/player"
)

// lineFace talks to a session in lines: commands in, answers out.
type lineFace struct {
	session   *Session
	time      time.Duration    // for a move of the computer
	boards    bool             // show the board after every answer that changes it
	echo      bool             // repeat every command
	prompt    string           // before each line that is awaited; empty in a pipe
	interrupt <-chan os.Signal // stops the thinking, or leaves
	out       *bufio.Writer
}

// errInterrupted is what run returns when it was interrupted while nothing was
// thought about.
var errInterrupted = errors.New("interrupted")

// run reads commands until "quit" or the end, and returns how many were refused.
func (f *lineFace) run(in io.Reader) (refused int, err error) {
	defer f.out.Flush()
	lines := make(chan string)
	stop := make(chan struct{})
	defer close(stop)
	var readErr error
	go func() {
		defer close(lines)
		r := bufio.NewReader(in)
		for {
			line, err := readLine(r)
			if err != nil {
				if err != io.EOF {
					readErr = err
				}
				return
			}
			select {
			case lines <- line:
			case <-stop:
				return
			}
		}
	}()
	f.say(f.session.players())
	f.showBoard()
	for {
		if err := f.playComputer(); err != nil {
			return refused, err
		}
		f.out.WriteString(f.prompt)
		if err := f.out.Flush(); err != nil {
			return refused, err
		}
		select {
		case <-f.interrupt:
			return refused, errInterrupted
		case line, ok := <-lines:
			if !ok {
				return refused, readErr
			}
			if f.echo {
				fmt.Fprintln(f.out, ">", line)
			}
			before := f.session.Version()
			reply, err := f.session.Do(line)
			if err == nil {
				f.say(reply.Text)
				err = f.complete(reply.Want)
			}
			if err != nil {
				refused++
				f.say("refused: " + err.Error())
			}
			if f.session.Version() != before && f.session.Next() == WantNothing {
				f.showBoard()
			}
			if reply.Quit {
				return refused, nil
			}
		}
	}
}

// maxCommand is how much of a line is read, in bytes.
const maxCommand = 4096

// readLine reads a line without its end. What goes beyond maxCommand is dropped,
// and io.EOF comes only after the last line.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part[:min(len(part), max(0, maxCommand-len(line)))]...)
		switch {
		case err == bufio.ErrBufferFull:
		case err == nil, err == io.EOF && len(line) > 0:
			return strings.TrimRight(string(line), "\r\n"), nil
		default:
			return "", err
		}
	}
}

// say writes a text, if there is one.
func (f *lineFace) say(text string) {
	if text != "" {
		fmt.Fprintln(f.out, strings.TrimRight(text, "\n"))
	}
}

func (f *lineFace) showBoard() {
	if f.boards {
		f.out.WriteString(boardText(f.session.Game()))
	}
}

// playComputer lets the computer play as long as it is its turn.
func (f *lineFace) playComputer() error {
	played := false
	for f.session.Next() == WantMove {
		if err := f.complete(WantMove); err != nil {
			return err
		}
		played = true
	}
	if played {
		f.showBoard()
	}
	return nil
}

// complete lets the player think about what is wanted and says what comes of it. An
// interruption ends the thinking, and the best so far is taken; where the computer
// plays both sides, it also waits then.
func (f *lineFace) complete(w Want) error {
	if w == WantNothing {
		return nil
	}
	if err := f.out.Flush(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), f.time)
	defer cancel()
	type result struct {
		choice player.Choice
		err    error
	}
	done := make(chan result, 1)
	think := f.session.Think()
	go func() {
		c, err := think(ctx)
		done <- result{c, err}
	}()
	var r result
	select {
	case r = <-done:
	case <-f.interrupt:
		cancel()
		r = <-done
		f.session.Pause()
	}
	if r.err != nil {
		return r.err
	}
	text, err := f.session.Take(w, r.choice)
	f.say(text)
	return err
}
