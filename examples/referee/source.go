package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

// source is a recorded game before any rules are applied to it.
type source struct {
	name   string // what to call it
	moves  string // a list of moves, or
	otg    *record.OTG
	stored *brandubh.Game // in the library's own JSON
	rules  string         // the preset that the record names; may be empty
	won    brandubh.Side  // who has won according to the record, if claimed
	claims bool
}

// errOtherStart is why rules do not fit a record that starts otherwise.
var errOtherStart = errors.New("the record starts from another position")

// spoken reports whether a result is what the players said, not what stands on the board.
func spoken(r brandubh.Result) bool {
	switch r.Reason {
	case brandubh.Resigned, brandubh.OutOfTime, brandubh.Forfeited, brandubh.Agreed:
		return true
	}
	return false
}

// load reads a game from a file, standard input for "-", or the own game.
func load(name string, stdin io.Reader) (*source, error) {
	var data []byte
	var err error
	switch name {
	case "":
		return &source{name: "the game that comes with the referee", moves: ownGame}, nil
	case "-":
		name = "standard input"
		data, err = io.ReadAll(stdin)
	default:
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, err
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(data), "\uFEFF"))
	s := &source{name: name, moves: text}
	switch {
	case strings.HasPrefix(text, "{") && json.Valid([]byte(text)):
		err = s.readJSON([]byte(text))
	case strings.HasSuffix(name, ".otg"), strings.HasPrefix(text, "["):
		g, e := record.ParseOTG(string(data))
		if e == nil {
			s.otg = &g
			s.readResult()
		} else if strings.HasSuffix(name, ".otg") { // else it may be a list that begins with a comment
			err = e
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// readResult takes the winner from the tags of an OpenTafl record.
func (s *source) readResult() {
	result, _ := s.otg.Tag("result")
	s.won, s.claims = map[string]brandubh.Side{
		"1": brandubh.Attackers, "-1": brandubh.Defenders, "0": brandubh.NoSide,
	}[strings.TrimSpace(result)], strings.Contains(" 1 -1 0 ", " "+strings.TrimSpace(result)+" ")
}

// readJSON reads a line of the archive, or a game in the library's own JSON.
func (s *source) readJSON(data []byte) error {
	var g archived
	if err := json.Unmarshal(data, &g); err == nil && g.Type > 0 && g.Moves != "" {
		s.moves, s.rules = g.Moves, presetOfType(g.Type)
		s.won, s.claims = g.winner()
		return nil
	}
	game, err := brandubh.ParseGame(data)
	if err != nil {
		return err
	}
	s.stored = game
	s.won, s.claims = game.Result().Winner, game.Result().Over()
	return nil
}

// claimed returns the result that the record claims, as [record.FitPresets] wants it.
func (s *source) claimed() brandubh.Result {
	switch {
	case !s.claims:
		return brandubh.Result{}
	case s.won == brandubh.NoSide:
		return brandubh.Result{Reason: brandubh.Agreed} // a draw, of whatever kind
	}
	return brandubh.Result{Winner: s.won}
}

// variant returns the rules to play by: those given, or the record's own, or the
// default.
func (s *source) variant(given *brandubh.Variant) (*brandubh.Variant, error) {
	switch {
	case given != nil:
		return given, nil
	case s.stored != nil:
		return s.stored.Variant(), nil
	case s.rules != "":
		return brandubh.Preset(s.rules)
	}
	if s.otg != nil {
		if rules, ok := s.otg.Tag("rules"); ok {
			v, _, err := record.ParseOTNRules(rules)
			return v, err
		}
	}
	return brandubh.Preset(defaultRules)
}

// start returns the start that the rules in a record give it, if there are any
// and the record has no position of its own.
func (s *source) start() (brandubh.Position, bool) {
	if s.stored != nil {
		start, _ := s.stored.PositionAfter(0)
		return start, start == s.stored.Variant().Start
	}
	if s.otg == nil {
		return brandubh.Position{}, false
	}
	rules, ok := s.otg.Tag("rules")
	if _, setUp := s.otg.Tag("position"); !ok || setUp {
		return brandubh.Position{}, false
	}
	v, _, err := record.ParseOTNRules(rules)
	if err != nil {
		return brandubh.Position{}, false
	}
	return v.Start, true
}

// readFrom reads the game by a rule set from the start that this gives it, which
// must be the record's own unless the record is of a position that was set up.
func (s *source) readFrom(v *brandubh.Variant) (record.Record, error) {
	if start, ok := s.start(); ok && start != v.Start {
		return record.Record{Start: start}, fmt.Errorf("%w: %v", errOtherStart, start)
	}
	return s.read(v, record.ReadOptions{})
}

// read plays the game by a rule set as far as it goes.
func (s *source) read(v *brandubh.Variant, o record.ReadOptions) (record.Record, error) {
	switch {
	case s.otg != nil:
		_, r, err := s.otg.Replay(v, o)
		return r, err
	case s.stored != nil:
		if start, _ := s.stored.PositionAfter(0); start != s.stored.Variant().Start {
			o.Start = start
		}
		var words []string
		for _, m := range s.stored.Played() {
			words = append(words, m.String())
		}
		r, err := record.ReadMoves(v, strings.Join(words, " "), o)
		if said := s.stored.Result(); err == nil && spoken(said) && !r.Result.Over() {
			r.Result = said
		}
		return r, err
	}
	return record.ReadMoves(v, s.moves, o)
}
