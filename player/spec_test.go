package player

import (
	"context"
	"strings"
	"testing"
	"time"
)

// TestParse: what is read is what was meant, and prints as it was written.
func TestParse(t *testing.T) {
	for text, want := range map[string]Spec{
		"random":                {Name: "random"},
		"alphabeta":             {Name: "alphabeta"},
		"mcts":                  {Name: "mcts"},
		"alphabeta:100ms":       {Name: "alphabeta", Time: 100 * time.Millisecond},
		"mcts:1.5s":             {Name: "mcts", Time: 1500 * time.Millisecond},
		"alphabeta:depth=4":     {Name: "alphabeta", Depth: 4},
		"alphabeta:nodes=20000": {Name: "alphabeta", Nodes: 20_000},
		"mcts:nodes=500":        {Name: "mcts", Nodes: 500},
	} {
		got, err := Parse(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("%s: %+v, printed %q, %v, want %+v", text, got, got, err, want)
		}
		if p, err := got.New(Options{TableBytes: 1}); err != nil || p.Name() != want.Name {
			t.Errorf("%s: no such player: %v, %v", text, p, err)
		}
	}
	for text, want := range map[string]string{
		"":                              "there is no player",
		"stockfish":                     "there is no player",
		"random:1s":                     "random does not think",
		"mcts:depth=3":                  "want a time a move",
		"alphabeta:":                    "want a time a move",
		"alphabeta:-1s":                 "want a time a move",
		"alphabeta:depth=0":             "want depth=1 to 64",
		"alphabeta:depth=65":            "want depth=1 to 64",
		"mcts:nodes=x":                  "want nodes=1 to",
		"alphabeta:nodes=9999999999999": "want nodes=1 to",
	} {
		if got, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) || got != (Spec{}) {
			t.Errorf("%q: %+v, %v, want an error with %q", text, got, err, want)
		}
	}
	if p, err := (Spec{Name: "nobody"}).New(Options{}); err == nil {
		t.Errorf("a player named nobody: %v", p)
	}
}

// TestSpecTime: a player with a limit of time returns by itself.
func TestSpecTime(t *testing.T) {
	v := preset(t, "federation")
	for _, name := range []string{"alphabeta", "mcts"} {
		p, err := Spec{Name: name, Time: 20 * time.Millisecond}.New(Options{TableBytes: 1 << 16})
		if err != nil {
			t.Fatal(err)
		}
		l := newLine(t, v, v.Start)
		if c, err := p.Choose(context.Background(), l); err != nil || l.Check(c.Move) != nil { // hangs if it does not stop
			t.Errorf("%s: %v, %v, want a legal move", name, c.Move, err)
		}
	}
}
