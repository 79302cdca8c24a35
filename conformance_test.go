package brandubh_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.com/brandubh"
	"example.com/brandubh/internal/referee"
)

// positions lets cmp compare positions, which are comparable values.
var positions = cmpopts.EquateComparable(brandubh.Position{})

// load reads a file of the conformance data into a slice of cases.
func load[T any](t testing.TB, name string) (cases []T) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "conformance", name))
	if err == nil {
		err = json.Unmarshal(data, &cases)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return cases
}

func preset(t testing.TB, name string) *brandubh.Variant {
	t.Helper()
	v, err := brandubh.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// end is how a result stands in the conformance data; nil for a game that goes on.
type end struct {
	Winner brandubh.Side   `json:"winner"`
	Reason brandubh.Reason `json:"reason"`
}

func endOf(r brandubh.Result) *end {
	if !r.Over() {
		return nil
	}
	return &end{r.Winner, r.Reason}
}

type positionCase struct {
	ID       string            `json:"id"`
	Decides  []string          `json:"decides"`
	Clauses  []string          `json:"clauses"`
	About    string            `json:"about"`
	Position brandubh.Position `json:"position"`
	Move     brandubh.Move     `json:"move"`
	Expect   []struct {
		Presets []string `json:"presets"`
		moveAnswer
	} `json:"expect"`
}

type moveAnswer struct {
	Legal    bool              `json:"legal"`
	Captures []brandubh.Square `json:"captures"`
	After    brandubh.Position `json:"after"`
	End      *end              `json:"end"`
}

func TestConformancePositions(t *testing.T) {
	asked := map[string]int{}
	for _, c := range load[positionCase](t, "positions.json") {
		for _, want := range c.Expect {
			for _, name := range want.Presets {
				asked[name]++
				v := preset(t, name)
				var got moveAnswer
				if after, err := v.Play(c.Position, c.Move); err == nil {
					got = moveAnswer{true, slices.Collect(v.Captures(c.Position, c.Move).All()), after, endOf(v.Result(after))}
				}
				if len(want.Captures) == 0 {
					want.Captures = nil
				}
				if diff := cmp.Diff(want.moveAnswer, got, positions); diff != "" {
					t.Errorf("%s under %s (%s): %v in %v (-want +got):\n%s", c.ID, name, c.About, c.Move, c.Position, diff)
				}
			}
		}
	}
	for _, name := range brandubh.Presets()[:12] {
		if asked[name] == 0 {
			t.Errorf("no case asks %s", name)
		}
	}
}

func TestConformancePerft(t *testing.T) {
	type perftCase struct {
		ID       string            `json:"id"`
		Position brandubh.Position `json:"position"`
		Expect   []struct {
			Presets []string `json:"presets"`
			Counts  []uint64 `json:"counts"`
		} `json:"expect"`
	}
	for _, c := range load[perftCase](t, "perft.json") {
		for _, want := range c.Expect {
			for _, name := range want.Presets {
				v := preset(t, name)
				for i, count := range want.Counts {
					if got := v.Perft(c.Position, i+1); got != count {
						t.Errorf("%s under %s: perft %d is %d, want %d", c.ID, name, i+1, got, count)
					}
				}
			}
		}
	}
}

type gameCase struct {
	ID       string             `json:"id"`
	About    string             `json:"about"`
	Position *brandubh.Position `json:"position"`
	Moves    []brandubh.Move    `json:"moves"`
	Expect   []struct {
		caseSets
		gameAnswer
	} `json:"expect"`
}

type gameAnswer struct {
	Plies     int               `json:"plies"`
	Position  brandubh.Position `json:"position"`
	End       *end              `json:"end"`
	IllegalAt int               `json:"illegal_at"`
}

// TestConformanceGames plays the games of all files, those that the literal referee
// has answered too.
func TestConformanceGames(t *testing.T) {
	for _, file := range []string{"games.json", "games-more.json", "games-exhausted.json"} {
		for _, c := range load[gameCase](t, file) {
			for _, want := range c.Expect {
				for _, v := range want.all(t, c.ID) {
					start := v.Start
					if c.Position != nil {
						start = *c.Position
					}
					g, err := brandubh.NewGameFrom(v, start)
					if err != nil {
						t.Errorf("%s under %s: %v", c.ID, v.Name, err)
						continue
					}
					var got gameAnswer
					for _, m := range c.Moves {
						if g.Result().Over() {
							break
						}
						if g.Play(m) != nil {
							got = gameAnswer{IllegalAt: g.Plies() + 1}
							break
						}
					}
					if got.IllegalAt == 0 {
						got = gameAnswer{Plies: g.Plies(), Position: g.Position(), End: endOf(g.Result())}
					}
					if diff := cmp.Diff(want.gameAnswer, got, positions); diff != "" {
						t.Errorf("%s under %s (%s) (-want +got):\n%s", c.ID, v.Name, c.About, diff)
					}
				}
			}
		}
	}
}

// TestConformanceExhausted has the literal referee play the two games in which
// forbidden repetitions run out, which are too long to be found by chance.
func TestConformanceExhausted(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of plies by the literal referee")
	}
	for _, c := range load[gameCase](t, "games-exhausted.json") {
		v := preset(t, "spelregler")
		ref := referee.New(v).Start(*c.Position)
		for i, m := range c.Moves {
			if ref.Ended() != (brandubh.Result{}) || !ref.Play(m) {
				t.Fatalf("%s: ply %d, %v: %v", c.ID, i+1, m, ref.Ended())
			}
		}
		last := ref.Line[len(ref.Line)-1].Position()
		want := c.Expect[0]
		if diff := cmp.Diff(want.gameAnswer, gameAnswer{Plies: len(c.Moves), Position: last, End: endOf(ref.Ended())}, positions); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.ID, diff)
		}
	}
}
