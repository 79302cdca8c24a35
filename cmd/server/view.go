package main

import (
	"encoding/json"
	"time"

	"example.com/brandubh"
)

// view is a game as clients see it. A spectator sees the same as the players.
type view struct {
	ID      string `json:"id"`
	Version int64  `json:"version"`
	State   string `json:"state"`
	// Rules is the name of a preset, or the whole rule set.
	Rules    json.RawMessage     `json:"rules"`
	Position string              `json:"position"`
	Start    string              `json:"start"`
	Turn     brandubh.Side       `json:"turn"`
	Plies    int                 `json:"plies"`
	Steps    []step              `json:"steps"`
	Targets  map[string][]string `json:"targets"`
	Result   *outcome            `json:"result"`
	Offer    brandubh.Side       `json:"offer"`
	Draws    bool                `json:"draws"` // the rules know a draw by agreement
	Takeback brandubh.Side       `json:"takeback"`
	Rematch  brandubh.Side       `json:"rematch"`
	Clock    *clockView          `json:"clock,omitempty"`
	Seats    map[string]seatView `json:"seats"`
	Match    []played            `json:"match,omitempty"`
	Previous string              `json:"previous,omitempty"`
	Next     string              `json:"next,omitempty"`
	Created  time.Time           `json:"created"`
}

// step is one ply that was played.
type step struct {
	Ply      int            `json:"ply"`
	Move     string         `json:"move"`
	Piece    brandubh.Piece `json:"piece"`
	Captures []string       `json:"captures"`
	Position string         `json:"position"` // after it
}

// outcome is how the game ended.
type outcome struct {
	Winner   brandubh.Side   `json:"winner"`
	Reason   brandubh.Reason `json:"reason"`
	Sentence string          `json:"sentence"`
	Clauses  []string        `json:"clauses"`
}

type clockView struct {
	Main      duration `json:"main"`
	Increment duration `json:"increment"`
	// Left is the milliseconds that each side has, at the time of the answer.
	Left    map[string]int64 `json:"left"`
	Running brandubh.Side    `json:"running"`
}

type seatView struct {
	Kind  string `json:"kind"`
	Name  string `json:"name,omitempty"`
	Level string `json:"level,omitempty"`
}

// view returns the game as clients see it now. The steps of a view from a ply on
// are those after it.
func (t *table) view(now time.Time, from int) *view {
	g := t.game
	v := &view{
		ID: t.ID, Version: t.Version, State: t.state(), Position: g.Position().String(), Turn: t.turn(), Plies: g.Plies(),
		Steps: []step{}, Targets: map[string][]string{}, Offer: g.Offer(), Draws: g.Variant().Agreement, Takeback: t.Takeback, Rematch: t.Rematch,
		Seats: map[string]seatView{}, Match: t.Match, Previous: t.Previous, Next: t.Next, Created: t.Created,
	}
	rules := g.Variant()
	if preset, err := brandubh.Preset(rules.Name); err == nil && *preset == *rules {
		v.Rules, _ = json.Marshal(rules.Name)
	} else {
		v.Rules, _ = json.Marshal(rules)
	}
	start, _ := g.PositionAfter(0)
	v.Start = start.String()
	moves := g.Played()
	for i := from; i < len(moves); i++ {
		before, _ := g.PositionAfter(i)
		after, _ := g.PositionAfter(i + 1)
		v.Steps = append(v.Steps, step{
			i + 1, moves[i].String(), before.At(moves[i].From), squares(before.Side(after.Turn()) &^ after.Side(after.Turn())), after.String(),
		})
	}
	for m := range g.Moves() {
		v.Targets[m.From.String()] = append(v.Targets[m.From.String()], m.To.String())
	}
	if r := g.Result(); r.Over() {
		v.Result = &outcome{r.Winner, r.Reason, r.Sentence(), clausesOf(g.ResultCitations())}
	}
	for i, side := range sides {
		v.Seats[side.String()] = seatView{t.Seats[i].Kind, t.Seats[i].Name, t.Seats[i].Level}
	}
	if t.Clock != nil {
		running := t.running()
		c := &clockView{Main: t.Clock.Main, Increment: t.Clock.Increment, Left: map[string]int64{}}
		for i, side := range sides {
			left := time.Duration(t.Clock.Left[i])
			if i == running {
				left = max(0, left-now.Sub(t.Clock.Since))
				c.Running = side
			}
			c.Left[side.String()] = left.Milliseconds()
		}
		v.Clock = c
	}
	return v
}

// squares returns the squares of a set as text; never nil, which JSON would have
// as null.
func squares(b brandubh.Bitboard) []string {
	list := []string{}
	for s := range b.All() {
		list = append(list, s.String())
	}
	return list
}

// clausesOf returns the rules that are cited, with their clauses.
func clausesOf(citations []brandubh.Citation) []string {
	list := []string{}
	for _, c := range citations {
		list = append(list, c.String())
	}
	return list
}

// event is what a change was: its kind, and from which ply on the steps are new.
type event struct {
	Kind string // created, join, move, action or end
	at   time.Time
	from int
	side brandubh.Side
	what string // the action
}

// marshal returns the event as clients get it: what happened, and the game as it
// stands, with the steps that are new. It never has a token.
func (e event) marshal(t *table) ([]byte, error) {
	return json.Marshal(struct {
		Kind   string        `json:"kind"`
		Side   brandubh.Side `json:"side"`
		Action string        `json:"action,omitempty"`
		Game   *view         `json:"game"`
	}{e.Kind, e.side, e.what, t.view(e.at, e.from)})
}
