package player

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"example.com/brandubh"
)

// done is a context that is over.
func done() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func preset(t testing.TB, name string) *brandubh.Variant {
	t.Helper()
	v, err := brandubh.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func newLine(t testing.TB, v *brandubh.Variant, start brandubh.Position) *brandubh.Line {
	t.Helper()
	l, err := brandubh.NewLine(v, start)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// crowded returns a random position in which a game can start.
func crowded(rng *rand.Rand, v *brandubh.Variant) brandubh.Position {
	for {
		p := brandubh.Position{}.WithTurn(brandubh.Attackers + brandubh.Side(rng.IntN(2)))
		for range 4 + rng.IntN(12) {
			p, _ = p.Put(brandubh.Square(rng.IntN(49)), brandubh.Attacker)
		}
		for range 1 + rng.IntN(8) {
			p, _ = p.Put(brandubh.Square(rng.IntN(49)), brandubh.Defender)
		}
		p, _ = p.Put(brandubh.Square(rng.IntN(49)), brandubh.King)
		if v.ValidateStart(p) == nil && !v.Result(p).Over() {
			return p
		}
	}
}

// jammed returns a random position in which each side has little room of its own
// and mostly goes to and fro.
func jammed(rng *rand.Rand, v *brandubh.Variant) brandubh.Position {
	for {
		p := brandubh.Position{}.WithTurn(brandubh.Attackers + brandubh.Side(rng.IntN(2)))
		for s := range (brandubh.Board &^ (brandubh.Corners | brandubh.Throne)).All() {
			x := brandubh.Attacker
			if s.Rank() > 3 || s.Rank() == 3 && rng.IntN(2) == 0 {
				x = brandubh.Defender
			}
			p, _ = p.Put(s, x)
		}
		p, _ = p.Put(brandubh.D4+brandubh.Square(rng.IntN(3)*brandubh.Size), brandubh.King)
		for range 1 + rng.IntN(2) {
			p, _ = p.Put(brandubh.Square(rng.IntN(21)), brandubh.NoPiece)
			p, _ = p.Put(brandubh.A5+brandubh.Square(rng.IntN(21)), brandubh.NoPiece)
		}
		if v.ValidateStart(p) == nil && !v.Result(p).Over() {
			return p
		}
	}
}

// sparse returns a random position with few pieces in which a game can start.
func sparse(rng *rand.Rand, v *brandubh.Variant) brandubh.Position {
	for {
		p := brandubh.Position{}.WithTurn(brandubh.Attackers + brandubh.Side(rng.IntN(2)))
		for range 1 + rng.IntN(2) {
			p, _ = p.Put(brandubh.Square(rng.IntN(49)), brandubh.Attacker)
		}
		p, _ = p.Put(brandubh.Square(rng.IntN(49)), brandubh.Defender)
		p, _ = p.Put(brandubh.Square(rng.IntN(49)), brandubh.King)
		if v.ValidateStart(p) == nil && !v.Result(p).Over() {
			return p
		}
	}
}

// wander plays random moves on a line that like to go back to where they came
// from, so that positions and moves repeat, and stops before the line is over.
func wander(rng *rand.Rand, l *brandubh.Line, plies int) {
	for range plies {
		moves := slices.Collect(l.Moves())
		if len(moves) == 0 {
			return
		}
		m := moves[rng.IntN(len(moves))]
		if played := l.Played(); len(played) > 1 && rng.IntN(4) > 0 {
			last := played[len(played)-2]
			if back := (brandubh.Move{From: last.To, To: last.From}); l.Check(back) == nil {
				m = back
			}
		}
		if l.Play(m) != nil {
			return
		}
		if l.Result().Over() {
			l.Undo()
			return
		}
	}
}

// minimax searches all lines of so many plies: no pruning, no table, no order.
func minimax(l *brandubh.Line, even features, depth, ply int, nodes *int) int {
	*nodes++
	p := l.Position()
	if r := l.Result(); r.Over() {
		return ended(r.Winner, p.Turn(), ply)
	}
	if depth == 0 {
		v := l.Variant()
		if _, ok := kingMove(v, p); ok {
			return won(ply + 1)
		}
		if s := look(v, p).score(even); p.Turn() == brandubh.Defenders {
			return s
		} else {
			return -s
		}
	}
	best := math.MinInt
	for _, m := range slices.Collect(l.Moves()) {
		if l.Play(m) != nil {
			return math.MaxInt // not legal after all: equals nothing
		}
		best = max(best, -minimax(l, even, depth-1, ply+1, nodes))
		l.Undo()
	}
	return best
}

// checks is how many times as much is tested: BRANDUBH_CHECKS, 1 without it.
func checks(t *testing.T) int {
	text := os.Getenv("BRANDUBH_CHECKS")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("BRANDUBH_CHECKS=%s: want a number of 1 or more", text)
	}
	return n
}

// TestMinimax: pruning, table and repetition bookkeeping change no score, under
// random presets and repetition rules, on lines with a history.
func TestMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	a := NewAlphaBeta(AlphaBetaOptions{TableBytes: 1 << 18})
	games, budget := 300*checks(t), 20_000
	if testing.Short() {
		games = 100
	}
	repeated, decided := 0, 0
	for i := range games {
		v := preset(t, brandubh.Presets()[rng.IntN(len(brandubh.Presets()))])
		if i%4 == 1 { // a game of its own about who must repeat
			v.Repetition = brandubh.Repetition{Counts: brandubh.CountOccurrences, Times: 2, Result: brandubh.RepetitionResult(1 + rng.IntN(5))}
			if rng.IntN(3) == 0 {
				v.Repetition = brandubh.Repetition{Forbidden: true}
			}
		} else if rng.IntN(3) > 0 {
			v.Repetition = brandubh.Repetition{Forbidden: rng.IntN(3) == 0}
			if v.Repetition.Counts = brandubh.RepetitionCount(rng.IntN(3)); v.Repetition.Counts != brandubh.CountNothing {
				v.Repetition.Times = uint8(2 + rng.IntN(2))
				v.Repetition.Result = brandubh.RepetitionResult(1 + rng.IntN(5))
			}
		}
		l := newLine(t, v, crowded(rng, v))
		switch i % 4 { // deep searches: few moves
		case 0:
			v.Range = brandubh.ByPiece[uint8]{Attackers: 1, Defenders: 1, King: 1}
			l = newLine(t, v, sparse(rng, v))
		case 1, 2:
			l = newLine(t, v, jammed(rng, v))
		}
		wander(rng, l, rng.IntN(14))
		even := look(v, v.Start)
		depth, want := 0, 0
		for nodes := 0; depth < 14 && nodes*6 < budget; {
			depth, nodes = depth+1, 0
			want = minimax(l, even, depth, 0, &nodes)
		}
		c, err := search(a, l, depth)
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("game %d: %s %+v, %v after %v, depth %d", i, v.Name, v.Repetition, l.Position(), l.Played(), depth)
		if c.Score != want {
			t.Fatalf("%s: %d with %v, minimax has %d", text, c.Score, c.Line, want)
		}
		next := *l
		after := &next
		if len(c.Line) == 0 || c.Line[0] != c.Move || after.Play(c.Move) != nil {
			t.Fatalf("%s: %v, expecting %v", text, c.Move, c.Line)
		}
		if got := -minimax(after, even, depth-1, 1, new(int)); got != want {
			t.Fatalf("%s: %v is worth %d, not %d", text, c.Move, got, want)
		}
		for _, m := range c.Line[1:] {
			if err := after.Play(m); err != nil {
				t.Fatalf("%s: expecting %v: %v", text, c.Line, err)
			}
		}
		if after.Result().Reason == brandubh.Repeated {
			repeated++
		}
		if c.Score > Won || c.Score < -Won {
			decided++
		}
	}
	if repeated < games/100 || decided < games/10 || decided > games*9/10 {
		t.Errorf("of %d games %d end in repetition and %d are decided: this tests too little", games, repeated, decided)
	}
}

// TestRepeatable: where no repetition is said to be possible that goes back to the
// line of the search, there is none in all lines of so many plies.
func TestRepeatable(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	said := [2]int{}
	for i := range 6000 * checks(t) {
		v := preset(t, "federation")
		v.Range = brandubh.ByPiece[uint8]{Attackers: 1, Defenders: 1, King: 1}
		v.Repetition = brandubh.Repetition{Counts: brandubh.RepetitionCount(1 + i%2), Times: uint8(2 + rng.IntN(2)), Result: brandubh.RepetitionDraws, Forbidden: rng.IntN(4) == 0}
		l := newLine(t, v, jammed(rng, v))
		wander(rng, l, rng.IntN(8))
		a := NewAlphaBeta(AlphaBetaOptions{TableBytes: 1})
		a.begin(context.Background(), l)
		ply := 0
		for range 1 + rng.IntN(8) {
			before := a.line.Plies()
			wander(rng, a.line, 1)
			if a.line.Plies() == before {
				break
			}
			if ply > 0 && a.counts[ply] > 1 {
				a.again++
			}
			ply++
			a.counts[ply] = a.line.Occurrences()
		}
		a.moves = a.line.Played()
		now, plies := a.line.Plies(), 1+rng.IntN(4)
		says := a.repeatable(a.line.Position(), ply, plies)
		if says {
			said[1]++
			continue
		}
		said[0]++
		if ply > 0 && reachesBack(a.line, a.root, now, plies) {
			t.Fatalf("%+v, %v after %v, %d of them searched: a repetition within %d plies", v.Repetition, a.line.Position(), a.moves, ply, plies)
		}
	}
	if min(said[0], said[1]) < 100 {
		t.Errorf("repeatable said no and yes %v times", said)
	}
}

// TestDepends: a score that would be stored is the one that the position has by
// itself, without the line that has come to it. All of that line counts as the
// search's own here, its first position too.
func TestDepends(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	said := [2]int{}
	for i := range 1500 * checks(t) {
		v := preset(t, "federation")
		v.Range = brandubh.ByPiece[uint8]{Attackers: 1, Defenders: 1, King: 1}
		v.Repetition = brandubh.Repetition{Counts: brandubh.RepetitionCount(i % 3), Forbidden: rng.IntN(3) == 0}
		if i%3 > 0 {
			v.Repetition.Times, v.Repetition.Result = uint8(2+rng.IntN(2)), brandubh.RepetitionResult(1+rng.IntN(5))
		}
		a := NewAlphaBeta(AlphaBetaOptions{TableBytes: 1 << 14})
		a.begin(context.Background(), newLine(t, v, jammed(rng, v)))
		a.root = -1
		ply := 1
		a.counts[ply] = 1
		for range rng.IntN(8) {
			before := a.line.Plies()
			if wander(rng, a.line, 1); a.line.Plies() == before {
				break
			}
			if a.counts[ply] > 1 {
				a.again++
			}
			ply++
			a.counts[ply] = a.line.Occurrences()
		}
		a.moves = a.line.Played()
		depth := 2 + rng.IntN(4)
		got := a.search(depth, ply, -math.MaxInt32, math.MaxInt32)
		if a.line.Plies() > a.depends {
			said[1]++
			continue
		}
		said[0]++
		alone := newLine(t, v, a.line.Position())
		if want := minimax(alone, a.even, depth, ply, new(int)); got != want {
			t.Fatalf("%+v, %v after %v, depth %d: %d, by itself %d", v.Repetition, a.line.Position(), a.moves, depth, got, want)
		}
	}
	if min(said[0], said[1]) < 100 {
		t.Errorf("scores that may and may not be stored: %v", said)
	}
}

// reachesBack reports whether a repetition within so many plies goes back to the
// line between two numbers of plies.
func reachesBack(l *brandubh.Line, root, now, plies int) bool {
	between := func(p brandubh.Position) bool {
		for i := root + 1; i < now; i++ {
			if q, _ := l.PositionAfter(i); q == p {
				return true
			}
		}
		return false
	}
	if l.Result().Reason == brandubh.Repeated {
		if v := l.Variant(); v.Repetition.Counts == brandubh.CountMoves {
			e, _ := l.Repetition()
			return l.Plies()-(int(v.Repetition.Times)-1)*(e.Ply-e.Earlier)-2 < now
		}
		return between(l.Position())
	}
	if plies == 0 || l.Result().Over() {
		return false
	}
	v, p := l.Variant(), l.Position()
	for m := range v.Moves(p) {
		if l.Play(m) != nil { // forbidden
			if q, _ := v.Play(p, m); between(q) {
				return true
			}
			continue
		}
		found := reachesBack(l, root, now, plies-1)
		l.Undo()
		if found {
			return true
		}
	}
	return false
}

// search searches to a depth, even where the end is found sooner.
func search(a *AlphaBeta, l *brandubh.Line, depth int) (Choice, error) {
	a.options.MaxDepth = depth
	return a.Choose(context.Background(), l)
}

// winners returns the legal moves that win at once.
func winners(l *brandubh.Line) (moves []brandubh.Move) {
	turn := l.Position().Turn()
	for _, m := range slices.Collect(l.Moves()) {
		if l.Play(m) != nil {
			continue
		}
		if l.Result().Winner == turn {
			moves = append(moves, m)
		}
		l.Undo()
	}
	return moves
}

// stoppers returns the legal moves after which the other side does not win at once.
func stoppers(l *brandubh.Line) (moves []brandubh.Move) {
	for _, m := range slices.Collect(l.Moves()) {
		if l.Play(m) != nil {
			continue
		}
		if len(winners(l)) == 0 {
			moves = append(moves, m)
		}
		l.Undo()
	}
	return moves
}

// threatens reports whether the side that is not to move would win at once if it
// were.
func threatens(v *brandubh.Variant, p brandubh.Position) bool {
	other := p.Turn().Opponent()
	p = p.WithTurn(other)
	for m := range v.Moves(p) {
		if q, err := v.Play(p, m); err == nil && v.Result(q).Winner == other {
			return true
		}
	}
	return false
}

// eachPosition calls f with the lines of random games until it has had enough.
func eachPosition(t *testing.T, seed uint64, v *brandubh.Variant, f func(*brandubh.Line) (more bool)) {
	rng := rand.New(rand.NewPCG(seed, 3))
	for range 2000 {
		l := newLine(t, v, v.Start)
		if rng.IntN(2) == 0 {
			l = newLine(t, v, crowded(rng, v))
		}
		for range 60 {
			if l.Result().Over() {
				break
			}
			if !f(l) {
				return
			}
			moves := slices.Collect(l.Moves())
			if l.Play(moves[rng.IntN(len(moves))]) != nil {
				t.Fatal("an illegal move")
			}
		}
	}
	t.Fatalf("%s: too few positions of the kind wanted", v.Name)
}

// players returns those that look ahead, with next to no time.
func players() []Player {
	return []Player{
		NewAlphaBeta(AlphaBetaOptions{TableBytes: 1 << 16}),
		NewTreeSearch(TreeSearchOptions{MaxNodes: 300}),
	}
}

var some = []string{"federation", "leaflet", "legacy", "nielsen", "spelregler", "regeln", "brandubh2", "walker", "magpie", "scottish", "archive-57", "archive-174"}

// TestStopsThreats: with a context that is done, no move lets the opponent win at
// once if there is one that does not.
func TestStopsThreats(t *testing.T) {
	want := 25
	if testing.Short() {
		want = 5
	}
	for i, name := range some {
		v := preset(t, name)
		ps := players()
		for _, threat := range []brandubh.Side{brandubh.Attackers, brandubh.Defenders} {
			found := 0
			eachPosition(t, uint64(i), v, func(l *brandubh.Line) bool {
				p := l.Position()
				if p.Turn() == threat || !threatens(v, p) || len(winners(l)) > 0 {
					return true
				}
				good := stoppers(l)
				if len(good) == 0 {
					return true
				}
				for _, pl := range ps {
					c, err := pl.Choose(done(), l)
					if err != nil {
						t.Fatal(err)
					}
					if !slices.Contains(good, c.Move) {
						t.Errorf("%s, %s: %v in %v does not stop the %v, %v would", name, pl.Name(), c.Move, p, threat, good)
					}
				}
				found++
				return found < want
			})
		}
	}
}

// TestWins: with a context that is done, a win in one move is taken.
func TestWins(t *testing.T) {
	want := 25
	if testing.Short() {
		want = 5
	}
	for i, name := range some {
		v := preset(t, name)
		ps := players()
		for _, side := range []brandubh.Side{brandubh.Attackers, brandubh.Defenders} {
			found := 0
			eachPosition(t, uint64(i), v, func(l *brandubh.Line) bool {
				if l.Position().Turn() != side {
					return true
				}
				good := winners(l)
				if len(good) == 0 {
					return true
				}
				for _, pl := range ps {
					c, err := pl.Choose(done(), l)
					if err != nil {
						t.Fatal(err)
					}
					if !slices.Contains(good, c.Move) || c.Score <= Won {
						t.Errorf("%s, %s: %v (%d) in %v, %v would win", name, pl.Name(), c.Move, c.Score, l.Position(), good)
					}
				}
				found++
				return found < want
			})
		}
	}
}

// TestEveryPreset: the players play legal moves to the end of a game under every
// preset, and leave the line as it was.
func TestEveryPreset(t *testing.T) {
	for i, name := range brandubh.Presets() {
		v := preset(t, name)
		l := newLine(t, v, v.Start)
		ps := append(players(), NewRandom(uint64(i)))
		for !l.Result().Over() && l.Plies() < 40 {
			pl := ps[(l.Plies()+i)%len(ps)]
			before := l.Played()
			c, err := pl.Choose(done(), l)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !reflect.DeepEqual(l.Played(), before) {
				t.Fatalf("%s: %s has changed the line", name, pl.Name())
			}
			if err := l.Play(c.Move); err != nil {
				t.Fatalf("%s: %s: %v", name, pl.Name(), err)
			}
			if c.Why == "" || len(c.Line) == 0 || c.Line[0] != c.Move {
				t.Fatalf("%s: %s says nothing: %+v", name, pl.Name(), c)
			}
		}
	}
}

// TestDeterministic: what was searched before does not matter, nor the size of
// the table for the score.
func TestDeterministic(t *testing.T) {
	v := preset(t, "federation")
	l := newLine(t, v, v.Start)
	wander(rand.New(rand.NewPCG(7, 7)), l, 5)
	other := newLine(t, preset(t, "nielsen"), v.Start)
	for name, make := range map[string]func() Player{
		"alphabeta": func() Player { return NewAlphaBeta(AlphaBetaOptions{TableBytes: 1 << 14, MaxDepth: 4}) },
		"mcts":      func() Player { return NewTreeSearch(TreeSearchOptions{Seed: 5, MaxNodes: 500}) },
	} {
		used := make()
		for range generations + 2 {
			if name == "mcts" {
				break
			}
			used.(*AlphaBeta).begin(context.Background(), other)
		}
		if _, err := used.Choose(context.Background(), other); err != nil {
			t.Fatal(err)
		}
		got, err := used.Choose(context.Background(), l)
		want, err2 := make().Choose(context.Background(), l)
		if err := errors.Join(err, err2); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %+v anew, %v", name, got, want, err)
		}
	}
	small, _ := NewAlphaBeta(AlphaBetaOptions{TableBytes: 1, MaxDepth: 5}).Choose(context.Background(), l)
	big, _ := NewAlphaBeta(AlphaBetaOptions{MaxDepth: 5}).Choose(context.Background(), l)
	if small.Score != big.Score || big.Nodes >= small.Nodes {
		t.Errorf("with a table: %+v, with next to none: %+v", big, small)
	}
}

// TestStops: a search without any other limit returns after its context is done.
func TestStops(t *testing.T) {
	v := preset(t, "federation")
	l := newLine(t, v, v.Start)
	for _, pl := range players() {
		if ts, ok := pl.(*TreeSearch); ok {
			ts.options.MaxNodes = 0
		}
		ctx, cancel := context.WithCancel(context.Background())
		answer := make(chan error)
		go func() {
			_, err := pl.Choose(ctx, l)
			answer <- err
		}()
		select {
		case err := <-answer:
			t.Errorf("%s has come to an end by itself: %v", pl.Name(), err)
		case <-time.After(50 * time.Millisecond):
		}
		cancel()
		if err := <-answer; err != nil { // hangs if it does not stop
			t.Error(err)
		}
	}
}

// TestFinished: a finished line has no move, and a missing one neither.
func TestFinished(t *testing.T) {
	v := preset(t, "federation")
	p, err := brandubh.ParsePosition("K6/7/7/2t4/7/7/7 a")
	if err != nil {
		t.Fatal(err)
	}
	l := newLine(t, v, p)
	for _, pl := range append(players(), NewRandom(1)) {
		if _, err := pl.Choose(context.Background(), l); !errors.Is(err, brandubh.ErrGameOver) {
			t.Errorf("%s: %v", pl.Name(), err)
		}
		if _, err := pl.Choose(context.Background(), &brandubh.Line{}); !errors.Is(err, brandubh.ErrGameOver) {
			t.Errorf("%s, zero line: %v", pl.Name(), err)
		}
		if _, err := pl.Choose(context.Background(), nil); err == nil {
			t.Errorf("%s: chose a move for no line", pl.Name())
		}
	}
}

// TestReport: every depth is reported, and the last report is the choice.
func TestReport(t *testing.T) {
	v := preset(t, "federation")
	l := newLine(t, v, v.Start)
	var got []Choice
	a := NewAlphaBeta(AlphaBetaOptions{MaxDepth: 3, Report: func(c Choice) { got = append(got, c) }})
	c, err := a.Choose(context.Background(), l)
	if err != nil || len(got) != 3 || !reflect.DeepEqual(got[2], c) || got[0].Depth != 1 || got[1].Depth != 2 {
		t.Errorf("%+v, reported %+v, %v", c, got, err)
	}
	got = nil
	m := NewTreeSearch(TreeSearchOptions{MaxNodes: 300, Report: func(c Choice) { got = append(got, c) }})
	c, err = m.Choose(context.Background(), l)
	if err != nil || len(got) != 4 || !reflect.DeepEqual(got[3], c) || got[0].Nodes != 64 || c.Nodes != 300 {
		t.Errorf("%+v, reported %+v, %v", c, got, err)
	}
}

// oracle knows certain positions.
type oracle map[brandubh.Position]fact

type fact struct {
	winner brandubh.Side
	plies  int
	move   brandubh.Move
}

func (o oracle) Known(_ *brandubh.Variant, p brandubh.Position) (brandubh.Side, int, brandubh.Move, bool) {
	f, ok := o[p]
	return f.winner, f.plies, f.move, ok
}

// TestKnowledge: what is known of the root is played, what is known after a move
// decides about it, and a forbidden or unsuitable answer is passed over.
func TestKnowledge(t *testing.T) {
	v := preset(t, "federation")
	l := newLine(t, v, v.Start)
	m, _ := brandubh.ParseMove("d1-b1")
	q, err := v.Play(v.Start, m)
	if err != nil {
		t.Fatal(err)
	}
	with := func(o oracle) []Player {
		return []Player{
			NewAlphaBeta(AlphaBetaOptions{Knowledge: o, MaxDepth: 2, TableBytes: 1 << 16}),
			NewTreeSearch(TreeSearchOptions{Knowledge: o, MaxNodes: 200}),
		}
	}
	for _, pl := range with(oracle{v.Start: {brandubh.Attackers, 31, m}}) {
		if c, err := pl.Choose(done(), l); err != nil || c.Move != m || !c.FromTable || c.Score != won(31) {
			t.Errorf("%s: %+v, %v", pl.Name(), c, err)
		}
	}
	for _, pl := range with(oracle{v.Start: {brandubh.Attackers, 31, brandubh.Move{}}}) {
		if c, err := pl.Choose(done(), l); err != nil || c.FromTable || l.Check(c.Move) != nil {
			t.Errorf("%s, illegal move in the table: %+v, %v", pl.Name(), c, err)
		}
	}
	for _, pl := range with(oracle{q: {brandubh.Attackers, 30, brandubh.Move{}}}) {
		if c, err := pl.Choose(done(), l); err != nil || c.Move != m || c.FromTable || c.Score <= Won {
			t.Errorf("%s, known after a move: %+v, %v", pl.Name(), c, err)
		} else if pl.Name() == "alphabeta" && c.Score != won(31) {
			t.Errorf("a win in 30 plies after 1 is worth %d, want %d", c.Score, won(31))
		}
	}
	lost := oracle{}
	for n := range v.Moves(v.Start) {
		if n != m {
			r, _ := v.Play(v.Start, n)
			lost[r] = fact{brandubh.Defenders, 9, brandubh.Move{}}
		}
	}
	for _, pl := range with(lost) {
		if c, err := pl.Choose(done(), l); err != nil || c.Move != m || c.Score < -Won {
			t.Errorf("%s, all other moves lose: %+v, %v", pl.Name(), c, err)
		}
	}
	if _, _, _, ok := known(oracle{q: {}}, v, q); ok {
		t.Error("endless play taken for a draw, where it loses for the defenders")
	}
	if _, _, _, ok := known(oracle{q: {}}, preset(t, "walker"), q); !ok {
		t.Error("a draw not taken for one")
	}
}

// TestAllocations: searching allocates nothing.
func TestAllocations(t *testing.T) {
	for _, name := range []string{"federation", "brandubh1", "spelregler", "leaflet"} {
		v := preset(t, name)
		a := NewAlphaBeta(AlphaBetaOptions{TableBytes: 1 << 16})
		a.begin(context.Background(), newLine(t, v, v.Start))
		a.search(4, 0, math.MinInt32+1, math.MaxInt32)
		nodes := a.nodes
		n := testing.AllocsPerRun(3, func() { a.search(4, 0, math.MinInt32+1, math.MaxInt32) })
		if n != 0 {
			t.Errorf("%s: %v allocations in some %d positions", name, n, nodes)
		}
	}
}

// TestAgainstRandom: alpha-beta with next to no time beats random play.
func TestAgainstRandom(t *testing.T) {
	for i, name := range some[:4] {
		v := preset(t, name)
		for side := brandubh.Attackers; side <= brandubh.Defenders; side++ {
			lost := 0
			for game := range 5 {
				l := newLine(t, v, v.Start)
				a, r := NewAlphaBeta(AlphaBetaOptions{TableBytes: 1 << 16, MaxDepth: 3}), NewRandom(uint64(10*i+game))
				for !l.Result().Over() && l.Plies() < 300 {
					pl := Player(r)
					if l.Position().Turn() == side {
						pl = a
					}
					c, err := pl.Choose(context.Background(), l)
					if err != nil {
						t.Fatal(err)
					}
					if err := l.Play(c.Move); err != nil {
						t.Fatal(err)
					}
				}
				if l.Result().Winner != side {
					lost++
				}
			}
			if lost > 0 {
				t.Errorf("%s: the %v have not won %d of 5 games", name, side, lost)
			}
		}
	}
}

// TestTable: what is stored is found until the next search, the deeper of others
// stays, and forced ends count from the position that is looked up.
func TestTable(t *testing.T) {
	tab := newTable(2 * entryBytes)
	tab.next()
	deep, old, now := entry{hash: 1, depth: 5}, entry{hash: 2, depth: 3}, entry{hash: 3, depth: 1}
	for _, e := range []entry{deep, old, now} {
		tab.put(e, exact)
	}
	for hash, want := range map[uint64]bool{1: true, 2: false, 3: true, 4: false} {
		if e, ok := tab.find(hash); ok != want || ok && (e.hash != hash || e.bound() != exact) {
			t.Errorf("%d: %+v %v, want %v", hash, e, ok, want)
		}
	}
	for range generations {
		tab.next()
		if _, ok := tab.find(1); ok {
			t.Fatal("an entry of an earlier search is found")
		}
	}
	for _, c := range []struct{ put, at, get, want int }{
		{won(9), 4, 2, won(7)}, {-won(9), 4, 2, -won(7)}, {won(4), 4, 6, won(6)}, {300, 4, 2, 300}, {-300, 4, 2, -300},
	} {
		if got := fromTable(toTable(c.put, c.at), c.get); got != c.want {
			t.Errorf("%d put at ply %d is %d at ply %d, want %d", c.put, c.at, got, c.get, c.want)
		}
	}
}

// TestKingMove: it finds a move exactly where one escapes or captures the king,
// and a turned board has the same features.
func TestKingMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	found := 0
	for i := range 2000 {
		v := preset(t, brandubh.Presets()[i%len(brandubh.Presets())])
		p := crowded(rng, v)
		wins := func(m brandubh.Move) bool {
			q, err := v.Play(p, m)
			r := v.Result(q)
			return err == nil && r.Winner == p.Turn() && (r.Reason == brandubh.Escape || r.Reason == brandubh.KingCaptured)
		}
		want := slices.ContainsFunc(v.AppendMoves(nil, p), wins)
		m, ok := kingMove(v, p)
		if ok != want || ok && !wins(m) {
			t.Fatalf("%s, %v: %v %v, want %v", v.Name, p, m, ok, want)
		}
		if ok {
			found++
		}
		for s := range brandubh.Symmetries() {
			if a, b := look(v, p), look(v, s.Position(p)); a != b {
				t.Fatalf("%s, %v: %+v, %v: %+v", v.Name, p, a, s, b)
			}
		}
	}
	if found < 200 {
		t.Errorf("only %d of the positions have such a move", found)
	}
}

// TestWhy: what is said of a score is what the expected line comes to.
func TestWhy(t *testing.T) {
	v := preset(t, "federation")
	for _, c := range []struct {
		text  string
		depth int
		want  string
	}{
		{"3t3/3t1K1/1t5/4t2/2t1t2/7/5T1 a", 5, "wins in 5 plies: the attackers win: the king is captured"},
		{"7/7/7/7/2tK2t/3t3/3t3 a", 5, "wins in 1 ply: the attackers win: the king is captured"},
		{"1t5/7/7/7/4K2/7/7 a", 1, "1 ply later: 1 attacker against 0 defenders, the king is two moves from a goal in 3 ways"},
		{"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", 1, "1 ply later: 8 attackers against 4 defenders, the king cannot move"},
	} {
		p, err := brandubh.ParsePosition(c.text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := search(NewAlphaBeta(AlphaBetaOptions{}), newLine(t, v, p), c.depth)
		if err != nil || got.Why != c.want {
			t.Errorf("%s: %q, want %q, %v", c.text, got.Why, c.want, err)
		}
	}
}
