package main

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"example.com/brandubh/player"
)

// level is how strong the computer plays.
type level struct {
	name  string
	depth int
	time  time.Duration
}

// levels are the strengths of the computer, weakest first.
var levels = []level{
	{"easy", 2, 200 * time.Millisecond},
	{"medium", 4, 500 * time.Millisecond},
	{"hard", 0, 2 * time.Second},
}

func levelNamed(name string) *level {
	for i := range levels {
		if levels[i].name == name {
			return &levels[i]
		}
	}
	return nil
}

func levelNames() string {
	names := make([]string, len(levels))
	for i, l := range levels {
		names[i] = l.name
	}
	return strings.Join(names, ", ")
}

// watcher lets clocks fall and the computer move. Several instances may watch one
// database: the row lock of an update decides, and the version says whether
// another was first.
type watcher struct {
	store Store
	log   *slog.Logger
	now   func() time.Time
	// slots bounds how many games the computer thinks about at the same time.
	slots chan struct{}
}

// every is how often the watcher looks.
const every = 100 * time.Millisecond

// run watches until the context ends, and returns when no computer thinks any more.
func (w *watcher) run(ctx context.Context) {
	var thinking sync.WaitGroup
	defer thinking.Wait()
	tick := time.NewTicker(every)
	defer tick.Stop()
	failing := false
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		fallen, think, err := w.store.Due(ctx, w.now(), cap(w.slots)-len(w.slots)+1)
		if err != nil && ctx.Err() == nil {
			if !failing {
				w.log.Error("the watcher cannot ask the database", "error", err)
			}
			failing = true
			continue
		}
		failing = false
		for _, id := range fallen {
			w.fall(ctx, id)
		}
		for _, id := range think {
			select {
			case w.slots <- struct{}{}:
			case <-ctx.Done():
				return
			}
			thinking.Go(func() {
				defer func() { <-w.slots }()
				if err := w.think(ctx, id); err != nil && ctx.Err() == nil {
					w.log.Error("the computer cannot move", "game", id, "error", err)
				}
			})
		}
	}
}

// fall ends a game whose clock has fallen.
func (w *watcher) fall(ctx context.Context, id string) {
	_, err := w.store.Update(ctx, id, func(t *table) (event, error) {
		now := w.now()
		if !t.fall(now) {
			return event{}, errNoUpdate
		}
		return event{Kind: "end", at: now, from: t.game.Plies()}, nil
	})
	if err != nil && !errors.Is(err, errNoUpdate) && ctx.Err() == nil {
		w.log.Error("a clock cannot fall", "game", id, "error", err)
	}
}

// think lets the computer move in a game.
func (w *watcher) think(ctx context.Context, id string) error {
	t, err := w.store.Load(ctx, id)
	if err != nil || !t.thinks() {
		return err
	}
	side, version := t.turn(), t.Version
	l := levelNamed(t.Seats.of(side).Level)
	if l == nil {
		l = &levels[0]
	}
	limit := l.time
	if at, ok := t.due(); ok {
		limit = min(limit, max(10*time.Millisecond, at.Sub(w.now())/20))
	}
	line := t.game.Line()
	searching, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	choice, err := player.NewAlphaBeta(player.AlphaBetaOptions{MaxDepth: l.depth, TableBytes: 4 << 20}).Choose(searching, line)
	if err != nil {
		return err
	}
	_, err = w.store.Update(ctx, id, func(t *table) (event, error) {
		now := w.now()
		e := event{Kind: "move", at: now, from: t.game.Plies(), side: side}
		switch {
		case t.fall(now):
			return event{Kind: "end", at: now, from: e.from}, nil
		case t.Version != version: // the other side has said something, or another instance was first
			if !t.thinks() || t.turn() != side || t.game.Position() != line.Position() {
				return e, errNoUpdate
			}
		}
		return e, t.move(now, side, choice.Move, t.game.Plies()+1)
	})
	if errors.Is(err, errNoUpdate) {
		err = nil
	}
	return err
}
