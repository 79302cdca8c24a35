package main

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"example.com/brandubh"
)

// table is one game with everything around it: who sits where, the clocks, what
// is offered. The store keeps it as JSON. Its methods change it and are told the
// time, so that they can be tested without a server; the store runs them one at a
// time for each table.
type table struct {
	ID      string `json:"id"`
	Version int64  `json:"version"` // one more with every change
	Seats   seats  `json:"seats"`
	Clock   *clock `json:"clock,omitempty"`
	// Takeback and Rematch are the sides that ask for one.
	Takeback brandubh.Side `json:"takeback"`
	Rematch  brandubh.Side `json:"rematch"`
	// Match is the games before this one: the winner of each by its seat in this
	// game, and its plies.
	Match    []played  `json:"match,omitempty"`
	Previous string    `json:"previous,omitempty"`
	Next     string    `json:"next,omitempty"`
	Created  time.Time `json:"created"`

	game *brandubh.Game
}

// seats are the two seats of a table: attackers, defenders.
type seats [2]seat

// seat is who plays one side.
type seat struct {
	Kind string `json:"kind"` // open, person or computer
	Name string `json:"name,omitempty"`
	// Level is how strong the computer is.
	Level string `json:"level,omitempty"`
	// Token is the hash of the token that whoever sits here shows.
	Token string `json:"token,omitempty"`
}

// The kinds of seats.
const (
	openSeat     = "open"
	personSeat   = "person"
	computerSeat = "computer"
)

// played is a finished game of a match.
type played struct {
	Winner brandubh.Side `json:"winner"`
	Plies  int           `json:"plies"`
}

// of returns the seat of a side, nil for NoSide.
func (s *seats) of(side brandubh.Side) *seat {
	switch side {
	case brandubh.Attackers:
		return &s[0]
	case brandubh.Defenders:
		return &s[1]
	}
	return nil
}

// taken reports whether nobody has to join any more.
func (s *seats) taken() bool { return s[0].Kind != openSeat && s[1].Kind != openSeat }

// sides are both sides, in the order of the seats.
var sides = [2]brandubh.Side{brandubh.Attackers, brandubh.Defenders}

// newToken returns a token of 128 random bits, and its hash.
func newToken() (token, hash string) {
	var b [16]byte
	rand.Read(b[:]) // never fails
	token = base64.RawURLEncoding.EncodeToString(b[:])
	return token, hashOf(token)
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// newID returns a name for a game that nobody can guess.
func newID() string {
	var b [9]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// seatOf returns the side whose token has this hash, NoSide if none has.
func (t *table) seatOf(hash string) brandubh.Side {
	found := brandubh.NoSide
	for i, side := range sides {
		if s := t.Seats[i]; s.Token != "" && subtle.ConstantTimeCompare([]byte(s.Token), []byte(hash)) == 1 {
			found = side
		}
	}
	return found
}

// state returns open, playing or over.
func (t *table) state() string {
	switch {
	case t.game.Result().Over():
		return "over"
	case !t.Seats.taken():
		return "open"
	}
	return "playing"
}

// turn returns the side to move, NoSide when the game is over.
func (t *table) turn() brandubh.Side {
	if t.game.Result().Over() {
		return brandubh.NoSide
	}
	return t.game.Position().Turn()
}

// thinks reports whether it is the computer's turn.
func (t *table) thinks() bool {
	s := t.Seats.of(t.turn())
	return s != nil && s.Kind == computerSeat && t.Seats.taken()
}

// clock is the time that both sides have. A side's time runs from Since while it
// is to move; no time runs before both seats are taken and after the end.
type clock struct {
	Main      duration    `json:"main"`
	Increment duration    `json:"increment"`
	Left      [2]duration `json:"left"`
	Since     time.Time   `json:"since,omitzero"` // zero while no time runs
}

// duration is a time.Duration that is written as text, "10m0s".
type duration time.Duration

func (d duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

func (d *duration) UnmarshalText(text []byte) error {
	x, err := time.ParseDuration(string(text))
	if err == nil {
		*d = duration(x)
	}
	return err
}

// Limits of a clock.
const (
	maxMain      = 24 * time.Hour * 30
	maxIncrement = time.Hour
)

// validate refuses clocks that make no sense.
func (c *clock) validate() error {
	main, increment := time.Duration(c.Main), time.Duration(c.Increment)
	switch {
	case main < time.Second || main > maxMain:
		return fmt.Errorf("clock.main: want 1s to %v, not %v", maxMain, main)
	case increment < 0 || increment > maxIncrement:
		return fmt.Errorf("clock.increment: want 0s to %v, not %v", maxIncrement, increment)
	}
	return nil
}

// due returns when the running clock falls, and whether one runs.
func (t *table) due() (time.Time, bool) {
	i := t.running()
	if i < 0 {
		return time.Time{}, false
	}
	return t.Clock.Since.Add(time.Duration(t.Clock.Left[i])), true
}

// running returns the index of the side whose clock runs, -1 for none.
func (t *table) running() int {
	if t.Clock == nil || t.Clock.Since.IsZero() || t.turn() == brandubh.NoSide {
		return -1
	}
	return int(t.turn() - brandubh.Attackers)
}

// spend takes the time since the clock was started off the side that is to move.
func (t *table) spend(now time.Time) {
	if i := t.running(); i >= 0 {
		t.Clock.Left[i] = max(0, t.Clock.Left[i]-duration(now.Sub(t.Clock.Since)))
		t.Clock.Since = now
	}
}

// start starts the clock of the side to move, if one is to run.
func (t *table) start(now time.Time) {
	if t.Clock == nil {
		return
	}
	t.Clock.Since = time.Time{}
	if t.state() == "playing" {
		t.Clock.Since = now
	}
}

// fall ends the game if the running clock has fallen, and reports whether it has.
func (t *table) fall(now time.Time) bool {
	at, ok := t.due()
	if !ok || now.Before(at) {
		return false
	}
	side := t.turn()
	t.spend(now)
	if t.game.TimeOut(side) != nil {
		return false
	}
	t.ended()
	return true
}

// ended clears what has no meaning after the end.
func (t *table) ended() {
	if t.game.Result().Over() {
		t.Takeback = brandubh.NoSide
		t.start(time.Time{})
	}
}

// Errors that the server adds to those of the library.
var (
	errGone     = &problem{Status: 404, Code: "no-such-game", Detail: "There is no such game."}
	errToken    = &problem{Status: 401, Code: "no-such-token", Detail: "Send a token of this server as Authorization: Bearer TOKEN."}
	errNoSeat   = &problem{Status: 403, Code: "no-seat", Detail: "The token is for no seat of this game."}
	errTurn     = &problem{Status: 403, Code: "not-your-turn", Detail: "It is the other side's turn."}
	errNotFull  = &problem{Status: 409, Code: "seat-open", Detail: "A seat is still open."}
	errTaken    = &problem{Status: 409, Code: "seat-taken", Detail: "Somebody sits there already."}
	errNoUpdate = errors.New("nothing to change")
)

// move plays a move. It returns errNoUpdate if the same move has been played at
// that ply already.
func (t *table) move(now time.Time, side brandubh.Side, m brandubh.Move, ply int) error {
	if ply >= 1 && ply <= t.game.Plies() {
		before, _ := t.game.PositionAfter(ply - 1)
		if before.Turn() == side && t.game.Played()[ply-1] == m {
			return errNoUpdate
		}
	}
	if ply != t.game.Plies()+1 {
		return &problem{Status: 409, Code: "wrong-ply", Detail: fmt.Sprintf("The next ply is %d, not %d.", t.game.Plies()+1, ply)}
	}
	if !t.Seats.taken() {
		return errNotFull
	}
	if p := t.game.Position(); !t.game.Result().Over() && p.Turn() != side {
		return errTurn
	}
	t.spend(now)
	if err := t.game.Play(m); err != nil {
		return illegal(t.game, err)
	}
	if i := side - brandubh.Attackers; t.Clock != nil {
		t.Clock.Left[i] += t.Clock.Increment
	}
	t.Takeback = brandubh.NoSide
	t.start(now)
	t.ended()
	return nil
}

// act does what a player says beside the moves.
func (t *table) act(now time.Time, side brandubh.Side, action string) error {
	over := t.game.Result().Over()
	switch action {
	case "resign":
		t.spend(now)
		if err := t.game.Resign(side); err != nil {
			return refused(err)
		}
		t.ended()
	case "offer-draw":
		return refused(t.game.OfferDraw(side))
	case "accept-draw":
		t.spend(now)
		if err := t.game.AcceptDraw(side); err != nil {
			return refused(err)
		}
		t.ended()
	case "decline-draw":
		return refused(t.game.DeclineDraw(side))
	case "ask-takeback":
		switch {
		case over:
			return conflict("game-over", "The game is over.")
		case !t.hasMoved(side):
			return conflict("nothing-to-take-back", "You have not moved yet.")
		case t.Takeback != brandubh.NoSide:
			return conflict("asked-already", "A takeback has been asked for already.")
		}
		t.Takeback = side
		if t.Seats.of(side.Opponent()).Kind == computerSeat {
			return t.takeBack(now)
		}
	case "accept-takeback", "decline-takeback":
		if t.Takeback == brandubh.NoSide || t.Takeback != side.Opponent() {
			return conflict("not-asked", "The other side has asked for no takeback.")
		}
		if action == "accept-takeback" {
			return t.takeBack(now)
		}
		t.Takeback = brandubh.NoSide
	case "ask-rematch":
		switch {
		case !over:
			return conflict("not-over", "The game is not over.")
		case t.Next != "":
			return conflict("rematch-exists", "The rematch exists already.")
		case t.Rematch != brandubh.NoSide:
			return conflict("asked-already", "A rematch has been asked for already.")
		}
		t.Rematch = side
		if t.Seats.of(side.Opponent()).Kind == computerSeat {
			t.Next = newID()
		}
	case "accept-rematch":
		switch {
		case t.Next != "":
			return conflict("rematch-exists", "The rematch exists already.")
		case t.Rematch == brandubh.NoSide || t.Rematch != side.Opponent():
			return conflict("not-asked", "The other side has asked for no rematch.")
		}
		t.Next = newID()
	default:
		return &problem{Status: 422, Code: "no-such-action", Detail: fmt.Sprintf("There is no action %q.", clip(action))}
	}
	return nil
}

// hasMoved reports whether a side has made a move that can be taken back.
func (t *table) hasMoved(side brandubh.Side) bool {
	plies := t.game.Plies()
	if t.game.Position().Turn() == side {
		return plies >= 2
	}
	return plies >= 1
}

// takeBack takes moves back until the side that asks is to move again.
func (t *table) takeBack(now time.Time) error {
	t.spend(now)
	for t.game.Undo() && t.game.Position().Turn() != t.Takeback {
	}
	t.Takeback = brandubh.NoSide
	t.start(now)
	return nil
}

// join takes a seat.
func (t *table) join(now time.Time, side brandubh.Side, name, hash string) error {
	s := t.Seats.of(side)
	switch {
	case s == nil:
		return &problem{Status: 422, Code: "no-such-seat", Detail: `A seat is "attackers" or "defenders".`}
	case s.Kind != openSeat || t.game.Result().Over():
		return errTaken
	}
	*s = seat{Kind: personSeat, Name: name, Token: hash}
	t.start(now)
	return nil
}

// rematch returns the game after this one, with sides changed. Both players keep
// their tokens.
func (t *table) rematch(now time.Time) (*table, error) {
	g, err := brandubh.NewGame(t.game.Variant())
	if err != nil {
		return nil, err
	}
	r := &table{
		ID: t.Next, Version: 1, Seats: seats{t.Seats[1], t.Seats[0]},
		Previous: t.ID, Created: now, game: g,
	}
	for _, p := range append(t.Match[:len(t.Match):len(t.Match)], played{t.game.Result().Winner, t.game.Plies()}) {
		r.Match = append(r.Match, played{p.Winner.Opponent(), p.Plies})
	}
	if t.Clock != nil {
		r.Clock = &clock{Main: t.Clock.Main, Increment: t.Clock.Increment, Left: [2]duration{t.Clock.Main, t.Clock.Main}}
	}
	r.start(now)
	return r, nil
}

// clone returns a copy that can be changed while others read the original.
func (t *table) clone() *table {
	c := *t
	if t.Clock != nil {
		copied := *t.Clock
		c.Clock = &copied
	}
	game := *t.game
	c.game = &game
	return &c
}

// stored is a table as the store keeps it.
type stored struct {
	table
	Game json.RawMessage `json:"game"`
}

// marshal returns the table as the store keeps it.
func (t *table) marshal() ([]byte, error) {
	game, err := t.game.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return json.Marshal(stored{*t, game})
}

// unmarshal reads what marshal wrote. It refuses a row that somebody has changed
// in a way that the rules do not allow.
func unmarshal(data []byte) (*table, error) {
	var s stored
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("stored game: %w", err)
	}
	g, err := brandubh.ParseGame(s.Game)
	if err != nil {
		return nil, fmt.Errorf("stored game: %w", err)
	}
	s.game = g
	for _, seat := range s.Seats {
		if seat.Kind != openSeat && seat.Kind != personSeat && seat.Kind != computerSeat {
			return nil, fmt.Errorf("stored game: there is no seat %q", clip(seat.Kind))
		}
	}
	return &s.table, nil
}

// clip shortens a text that somebody sent, for a message.
func clip(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
