package conformance

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"example.com/brandubh"
)

// Case is a case of the conformance data: a position and a move, a game, or
// move counts. What rule sets answer is left to the library, which the data is
// checked against elsewhere: here only who is asked counts.
type Case struct {
	ID       string             `json:"id"`
	About    string             `json:"about"`
	Decides  []string           `json:"decides"`
	Clauses  []string           `json:"clauses"`
	Position *brandubh.Position `json:"position"`
	Move     *brandubh.Move     `json:"move"`
	Moves    *[]brandubh.Move   `json:"moves"`
	Expect   []struct {
		Presets []string        `json:"presets"`
		Variant json.RawMessage `json:"variant"`
		Counts  []uint64        `json:"counts"`
	} `json:"expect"`
}

// maxNodes is how many lines of moves a question may ask to count: a slow program
// counts that many in some seconds.
const maxNodes = 50_000

// ReadCases reads the files of the conformance data: positions*.json, games*.json
// and perft*.json; of the data shipped if data is nil.
func ReadCases(data fs.FS) ([]Case, error) {
	if data == nil {
		data = Cases()
	}
	var all []Case
	for _, kind := range []string{"positions*.json", "games*.json", "perft*.json"} {
		files, err := fs.Glob(data, kind)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := fs.ReadFile(data, file)
			if err != nil {
				return nil, err
			}
			var cases []Case
			if err := json.Unmarshal(text, &cases); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			for i, c := range cases {
				if c.ID == "" || len(c.Expect) == 0 || c.Position == nil && c.Moves == nil {
					return nil, fmt.Errorf("%s: case %d (%q) lacks its id, its position or moves, or what is expected", file, i+1, c.ID)
				}
			}
			all = append(all, cases...)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no positions*.json, games*.json or perft*.json there")
	}
	return all, nil
}

// presets returns the presets that the case asks.
func (c *Case) presets() []string {
	var names []string
	for _, e := range c.Expect {
		names = append(names, e.Presets...)
	}
	return names
}

// variants returns the whole rule sets that the case asks.
func (c *Case) variants() []json.RawMessage {
	var all []json.RawMessage
	for _, e := range c.Expect {
		if e.Variant != nil {
			all = append(all, e.Variant)
		}
	}
	return all
}

// questions returns what the case asks a preset, nothing if it leaves it out, or,
// without a name, what it asks anybody: its question first and, for a move, also
// what is legal in its position.
func (c *Case) questions(preset string) []Question {
	for _, e := range c.Expect {
		if preset != "" && !slices.Contains(e.Presets, preset) {
			continue
		}
		q := Question{Position: c.Position, Move: c.Move, Moves: c.Moves}
		if len(e.Counts) > 0 {
			depth := 1
			for depth < len(e.Counts) && e.Counts[depth] <= maxNodes {
				depth++
			}
			q.Perft = &depth
		}
		if c.Move == nil {
			return []Question{q}
		}
		return []Question{q, {Position: c.Position}}
	}
	return nil
}
