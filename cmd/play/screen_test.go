package main

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"example.com/brandubh"
	"example.com/brandubh/player"
)

// screenRig drives a model as Bubble Tea does, in a synctest bubble.
type screenRig struct {
	t    *testing.T
	m    *model
	msgs chan tea.Msg
	quit bool
}

func newScreenRig(t *testing.T, s *Session, ascii bool) *screenRig {
	t.Helper()
	var live atomic.Pointer[player.Choice]
	r := &screenRig{t: t, m: newModel(s, time.Second, &live, ascii), msgs: make(chan tea.Msg, 1000)}
	r.start(r.m.Init())
	r.settle(0)
	return r
}

// start runs a command in the background.
func (r *screenRig) start(cmd tea.Cmd) {
	if cmd != nil {
		go func() { r.msgs <- cmd() }()
	}
}

// settle lets time pass and delivers what comes meanwhile.
func (r *screenRig) settle(d time.Duration) {
	end := time.Now().Add(d)
	for {
		synctest.Wait()
		select {
		case msg := <-r.msgs:
			r.deliver(msg)
		default:
			if !time.Now().Before(end) {
				return
			}
			time.Sleep(min(50*time.Millisecond, time.Until(end)))
		}
	}
}

func (r *screenRig) deliver(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			r.start(cmd)
		}
	case tea.QuitMsg, tea.InterruptMsg:
		r.quit = true
	default:
		_, cmd := r.m.Update(msg)
		r.start(cmd)
	}
}

var keys = map[string]tea.KeyPressMsg{
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab}, "backspace": {Code: tea.KeyBackspace},
	"space": {Code: tea.KeySpace, Text: " "}, "pgdown": {Code: tea.KeyPgDown}, "f1": {Code: tea.KeyF1}, "f2": {Code: tea.KeyF2},
	"ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "ctrl+z": {Code: 'z', Mod: tea.ModCtrl}, "ctrl+y": {Code: 'y', Mod: tea.ModCtrl}, "ctrl+u": {Code: 'u', Mod: tea.ModCtrl},
}

// press presses keys; what is no name of a key is typed.
func (r *screenRig) press(names ...string) {
	r.t.Helper()
	for _, name := range names {
		if k, ok := keys[name]; ok {
			if k.String() != name {
				r.t.Fatalf("the key %q is called %q", name, k.String())
			}
			r.deliver(k)
		} else {
			for _, c := range name {
				r.deliver(tea.KeyPressMsg{Code: c, Text: string(c)})
			}
		}
		r.settle(0)
	}
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// text returns the screen without colours.
func (r *screenRig) text() string { return escapes.ReplaceAllString(r.m.View().Content, "") }

func (r *screenRig) want(parts ...string) {
	r.t.Helper()
	for _, part := range parts {
		if !strings.Contains(r.text(), part) {
			r.t.Errorf("%q is not on the screen:\n%s", part, r.text())
		}
	}
}

// bubble runs a test with a screen on which a person plays the attackers against a
// computer that takes all its time.
func bubble(t *testing.T, sides string, p player.Player, do func(r *screenRig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := newScreenRig(t, newSession(t, brandubh.Federation(), sides, p), false)
		do(r)
		r.m.stop()
		r.settle(time.Minute)
	})
}

func TestScreenTyped(t *testing.T) {
	bubble(t, "attackers", script{slow: true}, func(r *screenRig) {
		g := r.m.session.Game()
		r.want("federation", "the attackers are to move", "│  ●  │  ●  │  ○  │[ ♔ ]│", " 7 │  ╳  │", "└─────┴")
		r.press("d1-b2", "backspace", "1", "enter")
		r.want("the computer thinks", "│< ● >│")
		if g.Plies() != 1 {
			t.Fatal("the move was not played")
		}
		r.press("d7-c7", "enter") // too early
		r.want("it is the computer's turn")
		r.settle(2 * time.Second)
		if g.Plies() != 2 {
			t.Fatal("the computer has not moved")
		}
		r.want("the attackers are to move", "1. d1-b1", "so it is written")
		r.press("d2-d4", "enter")
		r.want("blocked at d3", "[common 2: F")
	})
}

func TestScreenCursor(t *testing.T) {
	bubble(t, "attackers", script{slow: true}, func(r *screenRig) {
		g := r.m.session.Game()
		r.press("down", "down", "down", "down", "down")
		if r.m.cursor != brandubh.D1 {
			t.Fatalf("the cursor is on %v", r.m.cursor)
		}
		r.press("enter")
		r.want("d1: b1 c1 e1 f1", "│  ·  │")
		r.press("esc")
		if r.m.from != nowhere {
			t.Error("Esc puts nothing down")
		}
		r.press("space", "left", "left", "space")
		if moves := g.Played(); len(moves) != 1 || moves[0].String() != "d1-b1" {
			t.Fatalf("played %v", moves)
		}
		r.press("esc") // enough thought
		r.settle(0)
		if g.Plies() != 2 {
			t.Error("Esc does not make the computer move")
		}
		r.press("up", "up", "enter")
		r.want("b3: none, no piece stands")
	})
}

func TestScreenMouse(t *testing.T) {
	bubble(t, "attackers", script{slow: true}, func(r *screenRig) {
		// Every square is where it is drawn.
		lines := strings.Split(r.text(), "\n")
		for s := range brandubh.Board.All() {
			r.m.cursor = s
			lines = strings.Split(r.text(), "\n")
			found := 0
			for y, line := range lines {
				x := 0
				for _, c := range line {
					if got, ok := squareOn(x, y); c == '[' {
						found++
						if !ok || got != s {
							t.Errorf("%v is drawn where the mouse finds %v, %v", s, got, ok)
						}
					} else if ok && strings.ContainsRune("│─┼", c) {
						t.Errorf("a line at %d, %d is taken for %v", x, y, got)
					}
					x++
				}
			}
			if found != 1 {
				t.Errorf("%v is drawn %d times", s, found)
			}
		}
		for _, x := range []int{boardX + 1 + 3*(cellWidth+1) + 2, boardX + 1 + 1*(cellWidth+1) + 2} { // d1, b1
			r.deliver(tea.MouseClickMsg{X: x, Y: boardY + 13, Button: tea.MouseLeft})
		}
		if moves := r.m.session.Game().Played(); len(moves) != 1 || moves[0].String() != "d1-b1" {
			t.Errorf("played %v", moves)
		}
	})
}

// What is thought about is given up when the game has gone elsewhere.
func TestScreenUndo(t *testing.T) {
	bubble(t, "attackers", script{slow: true}, func(r *screenRig) {
		g := r.m.session.Game()
		r.press("d1-b1", "enter", "ctrl+z")
		if r.m.job != nil {
			t.Error("it still thinks about a move that was taken back")
		}
		r.settle(time.Minute)
		if g.Plies() != 0 || r.m.bad {
			t.Errorf("%d plies, %q", g.Plies(), r.m.message)
		}
		r.press("ctrl+y")
		r.settle(time.Minute)
		if g.Plies() != 2 {
			t.Errorf("%d plies", g.Plies())
		}
		r.press("tab")
		r.want("the computer thinks")
		r.settle(time.Minute)
		r.want("hint: ")
		r.press("undo", "enter", "resign", "enter")
		r.want("the defenders win: the other side resigned")
		r.press("d1-b1", "enter")
		r.want("the game is over")
	})
}

// A draw offer that is withdrawn while the computer thinks about it wants no answer,
// and the game goes on.
func TestScreenWithdraw(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newScreenRig(t, newSession(t, preset(t, "nielsen"), "attackers", script{slow: true}), false)
		r.press("d1-b1", "enter", "draw", "enter", "withdraw", "enter")
		r.settle(time.Minute)
		if plies := r.m.session.Game().Plies(); plies != 2 || r.m.bad {
			t.Errorf("%d plies, %q", plies, r.m.message)
		}
		r.press("draw", "enter", "d7-b7", "enter")
		if strings.Contains(r.m.message, "draw") { // which would not accept it
			t.Error(r.m.message)
		}
		r.settle(time.Minute)
	})
}

func TestScreenPages(t *testing.T) {
	bubble(t, "both", script{}, func(r *screenRig) {
		r.press("f1")
		r.want("Ctrl-Z: undo", "more")
		r.press("pgdown")
		r.want("resign           give the game up")
		r.press("x", "rules", "enter")
		r.want("range.attackers", "more")
		r.press("pgdown", "pgdown", "up", "down")
		r.want("agreement")
		r.press("esc")
		r.want("the attackers are to move")
		r.press("d1-", "ctrl+u", "typed", "esc")
		r.want("> _")
		r.deliver(tea.PasteMsg{Content: "d1-c1\rresign"})
		r.press("enter")
		if r.m.session.Game().Plies() != 1 || r.m.session.Game().Result().Over() {
			t.Error("pasting a move does not play it, or plays more")
		}
		r.press("f2")
		r.want("an attacker moves from d1 to c1", "any key")
	})
}

// Whatever the size, no line is wider and the screen no higher than the window.
func TestScreenSizes(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := newSession(t, brandubh.Federation(), "both", script{})
			r := newScreenRig(t, s, ascii)
			r.press("d1-b1", "enter", "c4-c1", "enter")
			r.press(strings.Repeat("x", 250), "enter") // is refused with all of it
			for _, size := range [][2]int{{80, 24}, {200, 60}, {50, 30}, {48, 22}, {79, 22}, {30, 10}} {
				r.deliver(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				lines := strings.Split(r.text(), "\n")
				if len(lines) > size[1] {
					t.Errorf("%v: %d lines", size, len(lines))
				}
				for _, line := range lines {
					if n := len([]rune(line)); n > size[0] {
						t.Errorf("%v: %d wide: %q", size, n, line)
					}
				}
				if size[1] < 20 {
					r.want("too small", "-plain.")
					continue
				}
				r.want("> _", "  a     b  ", "1. d1-b1 c4-c1")
				if ascii != !strings.ContainsFunc(r.text(), func(c rune) bool { return c > '~' }) {
					t.Errorf("ascii %v:\n%s", ascii, r.text())
				}
			}
		})
	}
}

// A computer that plays both sides can be watched, stopped and let go on.
func TestScreenNone(t *testing.T) {
	bubble(t, "none", script{slow: true}, func(r *screenRig) {
		g := r.m.session.Game()
		r.settle(2500 * time.Millisecond)
		if g.Plies() < 2 {
			t.Fatalf("%d plies", g.Plies())
		}
		r.press("esc")
		n := g.Plies()
		r.settle(time.Minute)
		if g.Plies() != n {
			t.Error("it plays on")
		}
		r.press("go", "enter")
		r.settle(2500 * time.Millisecond)
		if g.Plies() <= n {
			t.Error("it does not go on")
		}
		r.press("ctrl+c")
		if !r.quit {
			t.Error("Ctrl-C does not quit")
		}
	})
}

// The whole program on a terminal that is none: keys in, and it ends as it should.
func TestProgram(t *testing.T) {
	for end, want := range map[string]error{"\x03": tea.ErrInterrupted, "quit\r": nil} {
		s := newSession(t, brandubh.Federation(), "attackers", script{})
		var live atomic.Pointer[player.Choice]
		in, keyboard := io.Pipe()
		var out bytes.Buffer
		p := tea.NewProgram(newModel(s, time.Hour, &live, false), tea.WithInput(in), tea.WithOutput(&out), tea.WithWindowSize(80, 24), tea.WithEnvironment([]string{"TERM=xterm", "NO_COLOR=1"}))
		ended := make(chan error, 1)
		go func() {
			_, err := p.Run()
			ended <- err
		}()
		io.WriteString(keyboard, "d1-b1\r")
		io.WriteString(keyboard, end)
		if err := <-ended; !errors.Is(err, want) {
			t.Errorf("%q: %v", end, err)
		}
		keyboard.Close()
		if s.Game().Plies() < 1 {
			t.Errorf("%q: no move was played", end)
		}
		if strings.Contains(out.String(), "48;5") || strings.Contains(out.String(), "48;2") {
			t.Errorf("%q: colours in spite of NO_COLOR", end)
		}
	}
}
