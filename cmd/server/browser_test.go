package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser is a browser with a page of its own.
type browser struct {
	t     *testing.T
	name  string
	ctx   context.Context
	begun bool
}

// newBrowser starts a browser; the test is skipped where there is none.
func newBrowser(t *testing.T, name string, width, height int64) *browser {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("the page is not tested: there is no chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WindowSize(int(width), int(height)))
	allocated, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocated)
	t.Cleanup(cancel)
	b := &browser{t: t, name: name, ctx: ctx}
	do(b, chromedp.EmulateViewport(width, height))
	return b
}

// do runs an action and fails the test where it fails or takes too long.
func do[T any](b *browser, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx := b.ctx
	if b.begun { // the context of the first action must have no end
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, 30*time.Second)
		defer end()
	}
	b.begun = true
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		b.t.Fatalf("%s: %v", b.name, err)
	}
	return value
}

// eventually waits until a condition holds in the page.
func (b *browser) eventually(what, condition string) {
	b.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		ctx, end := context.WithTimeout(b.ctx, 10*time.Second)
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+condition+")"))
		end()
		if err == nil && ok { // while a page loads, what is asked for may not be there
			return
		}
	}
	b.shot("failed")
	status := do(b, chromedp.Evaluate[string](`document.getElementById("status")?.textContent + " | " + document.getElementById("error")?.textContent`))
	b.t.Fatalf("%s: never saw that %s; the page says %q", b.name, what, status)
}

// shot takes a picture where BRANDUBH_SHOTS names a folder for them.
func (b *browser) shot(what string) {
	dir := os.Getenv("BRANDUBH_SHOTS")
	if dir == "" {
		return
	}
	if png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100)); err == nil {
		_ = os.WriteFile(filepath.Join(dir, b.name+"-"+what+".png"), png, 0o644)
	}
}

// status waits for a text in the status line.
func (b *browser) status(text string) {
	b.t.Helper()
	b.eventually("the status says "+text, fmt.Sprintf(`document.getElementById("status").textContent.includes(%q)`, text))
}

// plies waits until n plies have been played.
func (b *browser) plies(n int) {
	b.t.Helper()
	b.eventually(fmt.Sprintf("%d plies are played", n), fmt.Sprintf(`document.getElementById("at").textContent.endsWith("of %d")`, n))
}

// button waits for a button with a text and presses it.
func (b *browser) button(text string) {
	b.t.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll("button")].find((e) => e.textContent === %q)`, text)
	b.eventually("there is a button "+text, find)
	do(b, chromedp.Evaluate[chromedp.Void](find+".click()"))
}

// square is the selector of a square.
func square(name string) string { return `[data-square="` + name + `"]` }

// mouse plays a move with two clicks.
func (b *browser) mouse(from, to string) {
	b.t.Helper()
	do(b, chromedp.Click(square(from)))
	b.eventually(from+" is chosen", fmt.Sprintf(`document.querySelector('%s').classList.contains("chosen")`, square(from)))
	do(b, chromedp.Click(square(to)))
}

// keyboard plays a move with the arrow keys and Enter alone.
func (b *browser) keyboard(from, to string) {
	b.t.Helper()
	do(b, chromedp.Focus(`.grid [tabindex="0"]`))
	for _, target := range []string{from, to} {
		at := do(b, chromedp.Evaluate[string](`document.activeElement.dataset.square`))
		step := func(n int, plus, minus string) {
			key := plus
			if n < 0 {
				n, key = -n, minus
			}
			for range n {
				do(b, chromedp.KeyEvent(key))
			}
		}
		step(int(target[0])-int(at[0]), kb.ArrowRight, kb.ArrowLeft)
		step(int(target[1])-int(at[1]), kb.ArrowUp, kb.ArrowDown)
		do(b, chromedp.KeyEvent(kb.Enter))
	}
}

// TestPage: two people play a whole game, one of them on a phone with the keyboard
// alone, while a third watches; one reloads, and the server restarts in the middle.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("-short starts no browsers")
	}
	db := filepath.Join(t.TempDir(), "games.db")
	p := launch(t, db)
	defer func() { p.kill() }()

	ada := newBrowser(t, "ada", 1100, 900)
	grace := newBrowser(t, "grace", 375, 800)
	eve := newBrowser(t, "eve", 1100, 900)

	do(ada, chromedp.Navigate(p.url))
	ada.eventually("the rule sets are listed", `document.querySelectorAll('#new [name=rules] option').length > 5`)
	ada.shot("lobby")
	do(ada, chromedp.SetValue(`#new [name=name]`, "Ada <b>"))
	do(ada, chromedp.Click(`#new .primary`))
	ada.status("Waiting for somebody")
	ada.shot("waiting")
	link := do(ada, chromedp.Value(`#link`))

	for _, b := range []*browser{grace, eve} {
		do(b, chromedp.Navigate(link))
		b.status("A seat is free")
	}
	do(grace, chromedp.SetValue(`#joiner`, "Grace"))
	grace.button("Join as king's side")
	ada.status("Your turn")

	ada.mouse("d1", "b1")
	grace.status("Your turn")
	grace.plies(1)
	grace.keyboard("c4", "c1")
	ada.plies(2)
	eve.plies(2)
	ada.shot("play")
	grace.shot("phone")

	// An illegal move is explained, and nothing is played.
	ada.mouse("d2", "a1")
	ada.eventually("a reason is given", `document.getElementById("error").textContent.includes("d2-a1")`)

	do(ada, chromedp.Reload())
	ada.status("Your turn")

	address := strings.TrimPrefix(p.url, "http://")
	p.kill()
	ada.eventually("the connection is lost", `document.getElementById("net").textContent !== ""`)
	p = launchAt(t, db, address)
	for _, b := range []*browser{ada, grace, eve} {
		b.eventually("the connection is back", `document.getElementById("net").textContent === ""`)
	}

	ada.mouse("d2", "e2")
	grace.plies(3)
	grace.keyboard("d4", "c4")
	ada.plies(4)
	ada.mouse("d7", "e7")
	grace.plies(5)
	grace.keyboard("c4", "c2")
	ada.plies(6)
	ada.mouse("d6", "e6")
	grace.plies(7)
	grace.keyboard("c2", "a2")
	ada.plies(8)
	ada.mouse("g4", "g3")
	grace.plies(9)
	grace.keyboard("a2", "a1")
	for _, b := range []*browser{ada, grace, eve} {
		b.status("The defenders win")
	}
	eve.button("c4-c1xb1")
	eve.eventually("a move is explained", `document.querySelector("#why p").textContent.includes("c4-c1")`)
	eve.shot("why")
	ada.shot("over")

	ada.button("Rematch, sides changed")
	grace.button("Accept the rematch")
	for _, b := range []*browser{ada, grace} {
		b.button("Go to the rematch")
	}
	grace.status("Your turn")
	ada.status("Match so far")
	ada.shot("rematch")

	if do(eve, chromedp.Evaluate[bool](`document.querySelector("#below b, #above b") !== null`)) {
		t.Error("a player's name is taken for markup")
	}
}
