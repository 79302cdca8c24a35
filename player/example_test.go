package player_test

import (
	"context"
	"fmt"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/player"
)

// search looks depth plies ahead and returns the best score that the side to
// move can have, and the move.
func search(l *brandubh.Line, depth, alpha, beta int) (score int, best brandubh.Move) {
	me, r := l.Position().Turn(), l.Result() // by all the rules, repetition included
	switch {
	case r.Winner == me:
		return 1000 + depth, best // the sooner the better
	case r.Winner == me.Opponent():
		return -1000 - depth, best
	case r.Over():
		return 0, best
	case depth == 0:
		return l.Position().Side(me).Len() - l.Position().Side(me.Opponent()).Len(), best
	}
	for m := range l.Moves() {
		l.Play(m) // legal, so it cannot fail
		score, _ = search(l, depth-1, -beta, -alpha)
		l.Undo()
		if -score > alpha {
			alpha, best = -score, m
		}
		if alpha >= beta {
			break
		}
	}
	return alpha, best
}

// A player in a few lines, with the library alone: it hunts down a king in the
// open.
func Example() {
	v := brandubh.Federation()
	start, err := brandubh.ParsePosition("3t3/3t1K1/1t5/4t2/2t1t2/7/5T1 a")
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := brandubh.NewLine(v, start)
	if err != nil {
		fmt.Println(err)
		return
	}
	for !l.Result().Over() {
		score, m := search(l, 5, -9999, 9999)
		fmt.Println(l.Position().Turn(), m, score)
		if err := l.Play(m); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(l.Result().Sentence())
	// Output:
	// attackers e4-f4 1000
	// defenders f1-b1 -1001
	// attackers c3-c1 1002
	// defenders f6-f5 -1003
	// attackers d6-f6 1004
	// the attackers win: the king is captured
}

// A move for the position that a game has come to, with a limit of time.
func ExampleAlphaBeta() {
	g, err := brandubh.NewGame(brandubh.Federation())
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	c, err := player.NewAlphaBeta(player.AlphaBetaOptions{}).Choose(ctx, g.Line())
	fmt.Println(g.Check(c.Move), err, c.Depth >= 2)
	// Output: <nil> <nil> true
}

// A player from its name, as a command line or a configuration has it. With a
// limit of positions the choice is the same on every machine.
func ExampleParse() {
	spec, err := player.Parse("alphabeta:nodes=2000")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := spec.New(player.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	start, err := brandubh.ParsePosition("7/7/7/7/2tK2t/3t3/3t3 a")
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := brandubh.NewLine(brandubh.Federation(), start)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := p.Choose(context.Background(), l)
	fmt.Println(spec, c.Move, err)
	fmt.Println(c.Why)
	// Output:
	// alphabeta:nodes=2000 g3-e3 <nil>
	// wins in 1 ply: the attackers win: the king is captured
}
