package brandubh_test

import (
	"fmt"
	"slices"
	"testing"

	"example.com/brandubh"
)

// TestLongLine counts occurrences and periods on lines of 1,500 plies by going
// through all of them, and finds what the line finds, also after much of it has been
// undone and played again.
func TestLongLine(t *testing.T) {
	rules := append(repetitionRules(), brandubh.Repetition{Counts: brandubh.CountMoves, Times: 2, Result: brandubh.RepetitionDraws},
		brandubh.Repetition{Counts: brandubh.CountMoves, Times: 4, Result: brandubh.DefendersLose})
	for _, rule := range rules {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			v := brandubh.Federation()
			v.Repetition = rule
			moves := longGame(t, v, 1500)
			l, err := brandubh.NewLine(v, v.Start, brandubh.LetRepetitionPass)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[brandubh.Position]int{l.Position(): 1}
			var first int // the ply of the first event
			for n, m := range moves {
				if err := l.Play(m); err != nil {
					t.Fatal(err)
				}
				p := l.Position()
				seen[p]++
				if l.Occurrences() != seen[p] {
					t.Fatalf("after %d plies: %d occurrences, want %d", n+1, l.Occurrences(), seen[p])
				}
				if first == 0 && !v.Result(p).Over() && repeats(rule, seen[p], moves[:n+1]) {
					first = n + 1
				}
				if e, ok := l.Repetition(); ok != (first > 0) || e.Ply != first {
					t.Fatalf("after %d plies: %+v, want the first event at ply %d", n+1, e, first)
				}
			}
			for n := len(moves); n > 0; n-- {
				if n%300 == 0 { // there and back again
					for range 250 {
						l.Undo()
					}
					for _, m := range moves[n-250 : n] {
						if err := l.Play(m); err != nil {
							t.Fatal(err)
						}
					}
				}
				p := l.Position()
				if e, ok := l.Repetition(); l.Occurrences() != seen[p] || ok != (first > 0 && n >= first) || ok && e.Ply != first {
					t.Fatalf("undone to %d plies: %d occurrences, want %d; %+v", n, l.Occurrences(), seen[p], e)
				}
				seen[p]--
				l.Undo()
			}
		})
	}
}

// repeats reports whether the last of the moves fills the count of the rule.
func repeats(rule brandubh.Repetition, occurrences int, moves []brandubh.Move) bool {
	switch rule.Counts {
	case brandubh.CountOccurrences:
		return occurrences >= int(rule.Times)
	case brandubh.CountMoves:
		for period := 4; ; period += 2 {
			last := (int(rule.Times)-1)*period + 2
			if last > len(moves) {
				return false
			}
			tail := moves[len(moves)-last:]
			if slices.Equal(tail[period:], tail[:last-period]) {
				return true
			}
		}
	}
	return false
}
