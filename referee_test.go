package brandubh_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/brandubh"
	"example.com/brandubh/internal/referee"
)

// The literal referee (internal/referee) against the conformance data and games
// worked out by hand.

// The conformance data.

type refEnd struct {
	Winner string `json:"winner"`
	Reason string `json:"reason"`
}

// refEndOf writes a result as the conformance data do; nil is not over.
func refEndOf(t *testing.T, r brandubh.Result) *refEnd {
	t.Helper()
	if r == (brandubh.Result{}) {
		return nil
	}
	winners := map[brandubh.Side]string{
		brandubh.NoSide:    "none",
		brandubh.Attackers: "attackers",
		brandubh.Defenders: "defenders",
	}
	reasons := map[brandubh.Reason]string{
		brandubh.Escape:       "escape",
		brandubh.KingCaptured: "king-captured",
		brandubh.Enclosed:     "enclosed",
		brandubh.NoMovesLeft:  "no-moves",
		brandubh.Repeated:     "repetition",
	}
	reason, ok := reasons[r.Reason]
	if !ok {
		t.Fatalf("the referee gave a result of its own: %v", r)
	}
	return &refEnd{Winner: winners[r.Winner], Reason: reason}
}

func refReadCases(t *testing.T, name string, cases any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "conformance", name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no conformance data: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, cases); err != nil {
		t.Fatal(err)
	}
}

func refPreset(t *testing.T, name string) *brandubh.Variant {
	t.Helper()
	v, err := brandubh.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func refParsePosition(t *testing.T, text string) brandubh.Position {
	t.Helper()
	p, err := brandubh.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// refParseMove reads "d1-b1".
func refParseMove(t *testing.T, text string) brandubh.Move {
	t.Helper()
	var squares []brandubh.Square
	for name := range strings.SplitSeq(text, "-") {
		s, ok := brandubh.SquareAt(int(name[0]-'a'), int(name[1]-'1'))
		if !ok {
			t.Fatalf("no such move: %q", text)
		}
		squares = append(squares, s)
	}
	return brandubh.Move{From: squares[0], To: squares[1]}
}

func TestRefereePositions(t *testing.T) {
	type answer struct {
		Legal    bool     `json:"legal"`
		Captures []string `json:"captures"`
		After    string   `json:"after"`
		End      *refEnd  `json:"end"`
	}
	var cases []struct {
		ID, Position, Move string
		Expect             []struct {
			Presets []string
			answer
		}
	}
	refReadCases(t, "positions.json", &cases)
	for _, c := range cases {
		for _, e := range c.Expect {
			for _, name := range e.Presets {
				t.Run(c.ID+"/"+name, func(t *testing.T) {
					v := refPreset(t, name)
					b := referee.BoardOf(refParsePosition(t, c.Position))
					var got answer
					after, captured, ok := referee.New(v).Play(b, refParseMove(t, c.Move))
					if ok {
						got = answer{Legal: true, Captures: []string{}, After: after.Position().String(), End: refEndOf(t, referee.New(v).Result(after))}
						for _, s := range captured {
							got.Captures = append(got.Captures, s.String())
						}
					}
					if diff := cmp.Diff(e.answer, got); diff != "" {
						t.Errorf("%s %s (-want +got):\n%s", c.Position, c.Move, diff)
					}
				})
			}
		}
	}
}

func TestRefereeGames(t *testing.T) {
	type answer struct {
		IllegalAt int     `json:"illegal_at"`
		Plies     int     `json:"plies"`
		Position  string  `json:"position"`
		End       *refEnd `json:"end"`
	}
	var cases []struct {
		ID, Position string
		Moves        []string
		Expect       []struct {
			Presets []string
			answer
		}
	}
	refReadCases(t, "games.json", &cases)
	for _, c := range cases {
		for _, e := range c.Expect {
			for _, name := range e.Presets {
				t.Run(c.ID+"/"+name, func(t *testing.T) {
					v := refPreset(t, name)
					start := v.Start
					if c.Position != "" {
						start = refParsePosition(t, c.Position)
					}
					g := referee.New(v).Start(start)
					var got answer
					for i, text := range c.Moves {
						if g.Ended() != (brandubh.Result{}) {
							break
						}
						if !g.Play(refParseMove(t, text)) {
							got.IllegalAt = i + 1
							break
						}
					}
					if got.IllegalAt == 0 {
						got.Plies = len(g.Plies)
						got.Position = g.Last().Position().String()
						got.End = refEndOf(t, g.Ended())
					}
					if diff := cmp.Diff(e.answer, got); diff != "" {
						t.Errorf("(-want +got):\n%s", diff)
					}
				})
			}
		}
	}
}

// The conformance data have no game that ends by "who could break it", and few
// by the other pairings: these are worked out by hand from rules.md.

const (
	refRepeatStart = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a"
	// The defenders have a single move each time, the attackers many.
	refRepeatForced = "7/1t5/Tt5/t6/6t/3t3/2tKt2 a"
	// From here b7-c7 d1-e1 c7-b7 e1-d1 over and over; the other moves are
	// b7-b6, d1-c1 and d1-d2, c7-d7 and c7-c6, e1-f1 and e1-e2.
	refRepeatBare = "1t5/7/7/7/7/7/3K3 a"
	refTriedRest  = "b7-b6 d1-e1 b6-b7 e1-d1 " +
		"b7-c7 d1-c1 c7-b7 c1-d1 " +
		"b7-c7 d1-d2 c7-b7 d2-d1 " +
		"b7-b6 d1-e1 b6-b7 e1-f1 b7-b6 f1-e1 b6-b7 e1-d1 " +
		"b7-c7 d1-e1 c7-d7 e1-d1 d7-c7 d1-e1 c7-b7 e1-d1 " +
		"b7-c7 d1-e1 c7-c6 e1-d1 c6-c7 d1-e1 c7-b7 e1-d1 "
	refTriedE2 = "b7-b6 d1-e1 b6-b7 e1-e2 b7-b6 e2-e1 b6-b7 e1-d1 "
	refAround  = "b7-c7 d1-e1 c7-b7 e1-d1 b7-c7 d1-e1 c7-b7"
)

// refRepetitions are games that end by repetition with their last ply, under
// federation with every range 1 and the repetition rule named.
var refRepetitions = []struct {
	name, position, moves string
	repetition            brandubh.Repetition
	winner                brandubh.Side
}{
	{
		"the last mover could break it", refRepeatStart, "d1-c1 d3-c3 c1-d1 c3-d3",
		brandubh.Repetition{Counts: brandubh.CountOccurrences, Times: 2, Result: brandubh.BreakerLoses},
		brandubh.Attackers,
	},
	{
		"the last mover could not break it", refRepeatForced, "g3-g4 a5-a6 g4-g3 a6-a5",
		brandubh.Repetition{Counts: brandubh.CountOccurrences, Times: 2, Result: brandubh.BreakerLoses},
		brandubh.Defenders,
	},
	{
		"the last mover could not break the moves", refRepeatForced, "g3-g4 a5-a6 g4-g3 a6-a5 g3-g4 a5-a6",
		brandubh.Repetition{Counts: brandubh.CountMoves, Times: 2, Result: brandubh.BreakerLoses},
		brandubh.Defenders,
	},
	{
		"the mover of the moves", refRepeatForced, "g3-g4 a5-a6 g4-g3 a6-a5 g3-g4 a5-a6",
		brandubh.Repetition{Counts: brandubh.CountMoves, Times: 2, Result: brandubh.MoverLoses},
		brandubh.Attackers,
	},
	{
		"the starter of the occurrences", refRepeatForced, "g3-g4 a5-a6 g4-g3 a6-a5",
		brandubh.Repetition{Counts: brandubh.CountOccurrences, Times: 2, Result: brandubh.StarterLoses},
		brandubh.Defenders,
	},
	{
		"nobody could break it", refRepeatBare, refTriedE2 + refTriedRest + refAround,
		brandubh.Repetition{Counts: brandubh.CountMoves, Times: 3, Result: brandubh.BreakerLoses},
		brandubh.NoSide,
	},
	{
		"nobody could break the last return", refRepeatBare, refTriedE2 + refTriedRest + "b7-c7 d1-e1 c7-b7 e1-d1",
		brandubh.Repetition{Counts: brandubh.CountOccurrences, Times: 9, Result: brandubh.BreakerLoses},
		brandubh.NoSide,
	},
	{
		"the first of the last period could break it", refRepeatBare, refTriedRest + refAround,
		brandubh.Repetition{Counts: brandubh.CountMoves, Times: 3, Result: brandubh.BreakerLoses},
		brandubh.Attackers,
	},
}

func TestRefereeRepetition(t *testing.T) {
	for _, c := range refRepetitions {
		t.Run(c.name, func(t *testing.T) {
			v := refPreset(t, "federation")
			v.Range = brandubh.ByPiece[uint8]{Attackers: 1, Defenders: 1, King: 1}
			v.Repetition = c.repetition
			g := referee.New(v).Start(refParsePosition(t, c.position))
			for text := range strings.SplitSeq(c.moves, " ") {
				if !g.Play(refParseMove(t, text)) {
					t.Fatalf("%s is illegal", text)
				}
			}
			want := brandubh.Result{Winner: c.winner, Reason: brandubh.Repeated}
			if got := g.Ended(); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestRefereePerft(t *testing.T) {
	const most = 50_000
	var cases []struct {
		ID, Position string
		Expect       []struct {
			Presets []string
			Counts  []uint64
		}
	}
	refReadCases(t, "perft.json", &cases)
	for _, c := range cases {
		for _, e := range c.Expect {
			for _, name := range e.Presets {
				t.Run(c.ID+"/"+name, func(t *testing.T) {
					t.Parallel()
					v := refPreset(t, name)
					b := referee.BoardOf(refParsePosition(t, c.Position))
					for i, want := range e.Counts {
						if want > most {
							break
						}
						if got := referee.New(v).Perft(b, i+1); got != want {
							t.Errorf("depth %d: got %d, want %d", i+1, got, want)
						}
					}
				})
			}
		}
	}
}
