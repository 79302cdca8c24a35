package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"

	"example.com/brandubh"
	"example.com/brandubh/player"
)

// parseSpec reads a player with a limit, without which a game would not end.
func parseSpec(text string) (player.Spec, error) {
	s, err := player.Parse(text)
	if err == nil && s.Name != "random" && s == (player.Spec{Name: s.Name}) {
		err = fmt.Errorf("%q: want a time a move, as in %s:100ms, or %s:nodes=500", text, s.Name, s.Name)
	}
	return s, err
}

// match is all the games of two players.
type match struct {
	a, b     player.Spec
	rules    []*brandubh.Variant
	n        int // games from either side under each rule set
	opening  int
	maxPlies int
	seed     uint64
}

// outcome is how a game went for A.
type outcome uint8

const (
	drawn outcome = iota
	wonByA
	lostByA
	unfinished
)

// game is a game that was played.
type game struct {
	index   int // of all games of the match
	outcome outcome
	plies   int
	line    []byte // as JSON
	err     error
}

// result is how A did on one side under one rule set.
type result struct {
	Rules      string  `json:"rules"`
	Side       string  `json:"side"`
	Games      int     `json:"games"`
	Won        int     `json:"won"`
	Drawn      int     `json:"drawn"` // the unfinished ones too
	Lost       int     `json:"lost"`
	Unfinished int     `json:"unfinished"`
	Rate       float64 `json:"rate"` // won of all games, 0 to 1
	Low        float64 `json:"low"`  // of the 95 % confidence interval
	High       float64 `json:"high"`
	Plies      float64 `json:"meanPlies"`
}

// total returns how many games there are.
func (m *match) total() int { return len(m.rules) * 2 * m.n }

// play plays all games, several at a time, until ctx is done or a player fails.
// It writes them in order, calls progress with each, and returns the results.
func (m *match) play(ctx context.Context, workers int, out io.Writer, progress func(game)) ([]result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work, played := make(chan int), make(chan game)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range work {
				g := m.game(ctx, i)
				if g.err != nil || ctx.Err() == nil {
					played <- g
				}
			}
		})
	}
	go func() {
		defer close(played)
		defer wg.Wait()
		defer close(work)
		for i := range m.total() {
			select {
			case work <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	results := make([]result, 2*len(m.rules))
	for i := range results {
		results[i].Rules, results[i].Side = m.rules[i/2].Name, [2]string{"attackers", "defenders"}[i%2]
	}
	var failed error
	waiting, next := map[int][]byte{}, 0
	write := func(line []byte) {
		if _, err := out.Write(line); err != nil && failed == nil {
			failed = err
			cancel()
		}
	}
	for g := range played {
		if g.err != nil {
			failed = errors.Join(failed, g.err)
			cancel()
			continue
		}
		results[m.slot(g.index)].add(g)
		waiting[g.index] = g.line
		for line, ok := waiting[next]; ok; line, ok = waiting[next] {
			write(line)
			delete(waiting, next)
			next++
		}
		progress(g)
	}
	for i := next; len(waiting) > 0; i++ { // cut short: what there is
		if line, ok := waiting[i]; ok {
			write(line)
			delete(waiting, i)
		}
	}
	return results, failed
}

// slot returns which of the results a game counts for: A attacks in every first
// of two.
func (m *match) slot(i int) int { return i/(2*m.n)*2 + i%2 }

// add counts a game.
func (r *result) add(g game) {
	r.Plies = (r.Plies*float64(r.Games) + float64(g.plies)) / float64(r.Games+1)
	r.Games++
	switch g.outcome {
	case wonByA:
		r.Won++
	case lostByA:
		r.Lost++
	case unfinished:
		r.Unfinished++
		r.Drawn++
	default:
		r.Drawn++
	}
	r.Rate = float64(r.Won) / float64(r.Games)
	r.Low, r.High = wilson(r.Won, r.Games)
}

// wilson returns the 95 % confidence interval of Wilson for a rate of which so
// many of so many were counted.
func wilson(count, of int) (low, high float64) {
	const z = 1.959964
	n := float64(of)
	p := float64(count) / n
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}

// game plays the game of that number.
func (m *match) game(ctx context.Context, i int) game {
	v := m.rules[i/(2*m.n)]
	side := brandubh.Attackers + brandubh.Side(i%2) // A's
	l, err := m.open(v, i/2)
	if err != nil {
		return game{err: err}
	}
	seeds := rand.New(rand.NewPCG(m.seed, uint64(i)))
	specs := [2]player.Spec{m.a, m.b}
	var players [2]player.Player
	for k, s := range specs {
		p, err := s.New(player.Options{Seed: seeds.Uint64()})
		if err != nil {
			return game{err: err}
		}
		players[k] = p
	}
	for !l.Result().Over() && l.Plies() < m.maxPlies {
		who := 0
		if l.Position().Turn() != side {
			who = 1
		}
		c, err := players[who].Choose(ctx, l)
		if err == nil {
			err = l.Play(c.Move)
		}
		if err != nil {
			return game{err: fmt.Errorf("%v, game %d under %s: %w", specs[who], i+1, v.Name, err)}
		}
		if ctx.Err() != nil {
			return game{}
		}
	}
	g := game{index: i, plies: l.Plies(), outcome: unfinished}
	if r := l.Result(); r.Over() {
		g.outcome = outcomeFor(side, r.Winner)
	}
	g.line, g.err = stored(l)
	return g
}

func outcomeFor(a, winner brandubh.Side) outcome {
	switch winner {
	case a:
		return wonByA
	case brandubh.NoSide:
		return drawn
	}
	return lostByA
}

// open returns a line with the random plies that a pair of games begins with,
// after which the side to move can think: it neither is over nor has a move that
// ends it.
func (m *match) open(v *brandubh.Variant, pair int) (*brandubh.Line, error) {
	rng := rand.New(rand.NewPCG(m.seed, ^uint64(pair)))
	random := player.NewRandom(rng.Uint64())
	for range 1000 {
		l, err := brandubh.NewLine(v, v.Start)
		if err != nil {
			return nil, err
		}
		for range m.opening {
			c, err := random.Choose(context.Background(), l)
			if err != nil {
				break
			}
			if err := l.Play(c.Move); err != nil {
				return nil, err
			}
		}
		if m.opening == 0 || l.Plies() == m.opening && !l.Result().Over() && !ends(l) {
			return l, nil
		}
	}
	return nil, fmt.Errorf("no random opening of %d plies under %s leaves a game to play", m.opening, v.Name)
}

// ends reports whether a move ends the line at once.
func ends(l *brandubh.Line) bool {
	for m := range l.Moves() {
		next := *l
		if next.Play(m) == nil && next.Result().Over() {
			return true
		}
	}
	return false
}

// stored returns the line as a game in the library's JSON, on a line of its own.
func stored(l *brandubh.Line) ([]byte, error) {
	data, err := json.Marshal(l.Game())
	return append(data, '\n'), err
}
