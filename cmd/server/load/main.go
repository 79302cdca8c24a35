// Command load measures a game server: it plays games over its API as fast as the
// server acknowledges the moves, while spectators follow them.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"example.com/brandubh"
	"example.com/brandubh/internal/command"
)

func main() { program.Main() }

var program = &command.Command{
	Name: "load",
	Usage: `Usage: load [-url URL] [-games N,...] [-time D] [-spectators N]

Plays random games on a server, N at the same time, each waiting for the answer to
a move before it sends the next, and prints the moves acknowledged in a second and
how long an answer took. Use it on a server of your own only.
`,
	Notes: `Exit status: 0; 1 if the server answered wrongly; 2 for a mistake in the command.

Example:
  server -db /tmp/load.db & load -games 1,10,1000 -time 10s
`,
	Setup: setup,
}

func setup(f *command.Flags) command.Action {
	url := f.String("url", "http://localhost:8080", "the server's `URL`")
	games := f.String("games", "1,10,1000", "how many `games` at the same time, one run for each number")
	span := f.Duration("time", 10*time.Second, "`how long` a run takes")
	spectators := f.Int("spectators", 0, "how many `clients` follow one more game, in which nobody moves")
	progress := f.Progress()
	return func(ctx context.Context, env command.Env, args []string) error {
		var runs []int
		for n := range strings.SplitSeq(*games, ",") {
			k, err := strconv.Atoi(n)
			if err != nil || k < 1 || k > 100_000 {
				return command.Misuse.Errorf("-games %q: want numbers from 1 to 100000", *games)
			}
			runs = append(runs, k)
		}
		l := &load{url: strings.TrimSuffix(*url, "/"), client: &http.Client{
			Transport: &http.Transport{MaxIdleConnsPerHost: 100_000},
			Timeout:   time.Minute,
		}}
		if *spectators > 0 {
			if err := l.watch(ctx, *spectators); err != nil {
				return err
			}
			fmt.Fprintf(env.Stdout, "%d spectators follow a game\n", *spectators)
		}
		fmt.Fprintf(env.Stdout, "%6s %10s %10s %9s %9s %9s\n", "games", "moves", "moves/s", "p50 ms", "p99 ms", "max ms")
		for _, n := range runs {
			h, took, err := l.run(ctx, n, *span, progress)
			progress.Done()
			if err != nil {
				return err
			}
			ms := func(q float64) float64 { return float64(h.ValueAtQuantile(q)) / 1000 }
			fmt.Fprintf(env.Stdout, "%6d %10d %10.0f %9.2f %9.2f %9.2f\n", n, h.TotalCount(), float64(h.TotalCount())/took.Seconds(), ms(50), ms(99), float64(h.Max())/1000)
		}
		return nil
	}
}

// load is a client of a server.
type load struct {
	url    string
	client *http.Client
}

// call sends a request and reads what it wants of the answer.
func (l *load) call(ctx context.Context, path, token string, body, into any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, l.url+path, bytes.NewReader(data))
	if err != nil {
		return err
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	a, err := l.client.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	switch {
	case err != nil:
		return err
	case a.StatusCode >= 300:
		return fmt.Errorf("%s: %s: %s", path, a.Status, text)
	case into == nil:
		return nil
	}
	return json.Unmarshal(text, into)
}

// created is the answer to a new game.
type created struct {
	ID     string            `json:"id"`
	Tokens map[string]string `json:"tokens"`
}

// run plays n games at the same time, and returns the times that moves took, in
// microseconds.
func (l *load) run(ctx context.Context, n int, span time.Duration, progress *command.Progress) (*hdrhistogram.Histogram, time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, span)
	defer cancel()
	var mu sync.Mutex
	all := hdrhistogram.New(1, 60_000_000, 3)
	var failed error
	var moves atomic.Int64
	var players sync.WaitGroup
	began := time.Now()
	for i := range n {
		players.Go(func() {
			h := hdrhistogram.New(1, 60_000_000, 3)
			err := l.play(ctx, rand.New(rand.NewPCG(1, uint64(i))), h, &moves)
			mu.Lock()
			defer mu.Unlock()
			all.Merge(h)
			if err != nil && ctx.Err() == nil && failed == nil {
				failed = err
				cancel()
			}
		})
	}
	done := make(chan struct{})
	go func() { players.Wait(); close(done) }()
	for tick := time.Tick(200 * time.Millisecond); ; {
		select {
		case <-tick:
			progress.Showf("%d games, %d moves", n, moves.Load())
		case <-done:
			return all, time.Since(began), failed
		}
	}
}

// play plays one game after the other until the context ends.
func (l *load) play(ctx context.Context, r *rand.Rand, h *hdrhistogram.Histogram, moves *atomic.Int64) error {
	for ctx.Err() == nil {
		var c created
		if err := l.call(ctx, "/api/games", "", map[string]string{"attackers": "you", "defenders": "you"}, &c); err != nil {
			return err
		}
		g, err := brandubh.NewGame(brandubh.Federation())
		if err != nil {
			return err
		}
		for !g.Result().Over() && g.Plies() < 100 {
			var legal []brandubh.Move
			for m := range g.Moves() {
				legal = append(legal, m)
			}
			m, side := legal[r.IntN(len(legal))], g.Position().Turn()
			if err := g.Play(m); err != nil {
				return err
			}
			began := time.Now()
			var answer struct{ Position string }
			err := l.call(ctx, "/api/games/"+c.ID+"/moves", c.Tokens[side.String()], map[string]any{"move": m.String(), "ply": g.Plies()}, &answer)
			if err != nil {
				return err
			}
			if answer.Position != g.Position().String() {
				return fmt.Errorf("game %s, ply %d: the server has %q, want %q", c.ID, g.Plies(), answer.Position, g.Position())
			}
			if err := h.RecordValue(max(1, time.Since(began).Microseconds())); err != nil {
				return err
			}
			moves.Add(1)
		}
	}
	return nil
}

// watch makes spectators follow a game until the context ends.
func (l *load) watch(ctx context.Context, n int) error {
	var c created
	if err := l.call(ctx, "/api/games", "", map[string]string{"attackers": "open"}, &c); err != nil {
		return err
	}
	streams := &http.Client{Transport: &http.Transport{}}
	failed := make(chan error, n)
	limit := make(chan struct{}, 100)
	for range n {
		go func() {
			limit <- struct{}{}
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, l.url+"/api/games/"+c.ID+"/events", nil)
			if err != nil {
				failed <- err
				return
			}
			a, err := streams.Do(r)
			<-limit
			if err == nil && a.StatusCode != http.StatusOK {
				err = errors.New(a.Status)
			}
			failed <- err
			if err == nil {
				defer a.Body.Close()
				_, _ = io.Copy(io.Discard, a.Body)
			}
		}()
	}
	for range n {
		if err := <-failed; err != nil {
			return fmt.Errorf("a spectator cannot follow: %w", err)
		}
	}
	return nil
}
