package player

import (
	"context"
	"testing"
	"time"
)

// silent is a context that has a deadline and never ends, as in WebAssembly, where
// no timer fires while a search runs.
type silent struct {
	context.Context
	deadline time.Time
}

func (s silent) Deadline() (time.Time, bool) { return s.deadline, true }

// TestDeadline: a search compares the clock with the deadline of its context and
// does not wait for the context to end.
func TestDeadline(t *testing.T) {
	v := preset(t, "federation")
	l := newLine(t, v, v.Start)
	for _, pl := range []Player{NewAlphaBeta(AlphaBetaOptions{TableBytes: 1 << 16}), NewTreeSearch(TreeSearchOptions{})} {
		answer := make(chan error, 1)
		go func() {
			_, err := pl.Choose(silent{context.Background(), time.Now().Add(50 * time.Millisecond)}, l)
			answer <- err
		}()
		select {
		case err := <-answer:
			if err != nil {
				t.Errorf("%s: %v, want a move", pl.Name(), err)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s still searches a minute after its deadline", pl.Name())
		}
	}
}

// TestMaxNodes: a search ends after its number of positions, or after depth 2,
// which is always completed.
func TestMaxNodes(t *testing.T) {
	v := preset(t, "federation")
	l := newLine(t, v, v.Start)
	all, err := NewAlphaBeta(AlphaBetaOptions{MaxDepth: 2}).Choose(context.Background(), l)
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int{1, int(all.Nodes), 5000, 20_000} {
		c, err := NewAlphaBeta(AlphaBetaOptions{MaxNodes: limit}).Choose(context.Background(), l)
		if err != nil || l.Check(c.Move) != nil || c.Depth < 2 {
			t.Errorf("%d nodes: %+v, %v, want a legal move and depth 2 or more", limit, c, err)
		}
		if want := max(uint64(limit), all.Nodes); c.Nodes > want {
			t.Errorf("%d nodes: looked at %d positions, want at most %d", limit, c.Nodes, want)
		}
		again, err := NewAlphaBeta(AlphaBetaOptions{MaxNodes: limit}).Choose(context.Background(), l)
		if err != nil || again.Move != c.Move || again.Nodes != c.Nodes {
			t.Errorf("%d nodes: %v of %d nodes, and again %v of %d, %v", limit, c.Move, c.Nodes, again.Move, again.Nodes, err)
		}
	}
}
