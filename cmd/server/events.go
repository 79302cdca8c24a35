package main

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// hub passes events on to the clients that follow a game. A client that does not
// keep up is cut off; it comes back with the number of the last event it got.
type hub struct {
	store Store
	log   *slog.Logger

	mu      sync.Mutex
	follow  map[string]map[*follower]struct{}
	clients int
	most    int
}

// follower is a client that follows a game.
type follower struct {
	events chan storedEvent
	cut    chan struct{} // closed when the client is cut off
	sent   int64         // the version up to which events have been handed over
}

// waiting bounds the events that wait for a slow client.
const waiting = 16

func newHub(store Store, log *slog.Logger, most int) *hub {
	return &hub{store: store, log: log, follow: map[string]map[*follower]struct{}{}, most: most}
}

// add makes a client a follower of a game that gets the events after a version. It
// returns nil if the server has as many clients as it takes.
func (h *hub) add(id string, after int64) *follower {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.clients >= h.most {
		return nil
	}
	f := &follower{make(chan storedEvent, waiting), make(chan struct{}), after}
	if h.follow[id] == nil {
		h.follow[id] = map[*follower]struct{}{}
	}
	h.follow[id][f] = struct{}{}
	h.clients++
	return f
}

// begin sets the version after which a follower gets events.
func (h *hub) begin(f *follower, after int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f.sent = after
}

// remove ends the following of a client.
func (h *hub) remove(id string, f *follower) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.follow[id][f]; !ok {
		return
	}
	delete(h.follow[id], f)
	if len(h.follow[id]) == 0 {
		delete(h.follow, id)
	}
	h.clients--
}

// run passes on what the store says has changed, until the context ends.
func (h *hub) run(ctx context.Context) {
	for {
		select {
		case id := <-h.store.Changed():
			for _, id := range h.followed(id) {
				if err := h.pass(ctx, id); err != nil && ctx.Err() == nil {
					h.log.Warn("events", "game", id, "error", err)
					h.retry(ctx, id)
				}
			}
		case <-ctx.Done():
			return
		}
	}
}

// retry passes a game's events on a second later.
func (h *hub) retry(ctx context.Context, id string) {
	time.AfterFunc(time.Second, func() {
		if ctx.Err() == nil && h.pass(ctx, id) != nil {
			h.retry(ctx, id)
		}
	})
}

// followed returns the game if anybody follows it; all that are followed for "".
func (h *hub) followed(id string) (ids []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if id != "" {
		if len(h.follow[id]) > 0 {
			return []string{id}
		}
		return nil
	}
	for id := range h.follow {
		ids = append(ids, id)
	}
	return ids
}

// pass hands new events of a game to its followers.
func (h *hub) pass(ctx context.Context, id string) error {
	h.mu.Lock()
	oldest := int64(1<<63 - 1)
	for f := range h.follow[id] {
		oldest = min(oldest, f.sent)
	}
	h.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	events, err := h.store.Events(ctx, id, oldest)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for f := range h.follow[id] {
		for _, e := range events {
			if e.Version <= f.sent {
				continue
			}
			select {
			case f.events <- e:
				f.sent = e.Version
				continue
			default:
			}
			close(f.cut)
			delete(h.follow[id], f)
			h.clients--
			break
		}
	}
	if len(h.follow[id]) == 0 {
		delete(h.follow, id)
	}
	return nil
}

// count returns the number of clients that follow a game.
func (h *hub) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.clients
}
