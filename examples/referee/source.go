package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"example.com/brandubh"
)

// source is a recorded game before any rules are applied to it.
type source struct {
	name   string // what to call it
	moves  string // a list of moves, or
	otg    *brandubh.OTG
	stored *storedGame
	rules  string        // the preset that the record names; may be empty
	won    brandubh.Side // who has won according to the record, if claimed
	claims bool
}

// storedGame is what is taken from a game in the library's own JSON.
type storedGame struct {
	v     *brandubh.Variant
	start brandubh.Position
	text  string // moves, and a resignation or the like
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
		g, e := brandubh.ParseOTG(string(data))
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
	return s.readStored(data)
}

// variant returns the rules to play by: those given, or the record's own, or the
// default.
func (s *source) variant(given *brandubh.Variant) (*brandubh.Variant, error) {
	switch {
	case given != nil:
		return given, nil
	case s.stored != nil:
		return s.stored.v, nil
	case s.rules != "":
		return brandubh.Preset(s.rules)
	}
	if s.otg != nil {
		if rules, ok := s.otg.Tag("rules"); ok {
			v, _, err := brandubh.ParseOTNRules(rules)
			return v, err
		}
	}
	return brandubh.Preset(defaultRules)
}

// start returns the start that the rules in a record give it, if there are any
// and the record has no position of its own.
func (s *source) start() (brandubh.Position, bool) {
	if s.otg == nil {
		return brandubh.Position{}, false
	}
	rules, ok := s.otg.Tag("rules")
	if _, setUp := s.otg.Tag("position"); !ok || setUp {
		return brandubh.Position{}, false
	}
	v, _, err := brandubh.ParseOTNRules(rules)
	if err != nil {
		return brandubh.Position{}, false
	}
	return v.Start, true
}

// read plays the game by a rule set as far as it goes.
func (s *source) read(v *brandubh.Variant, o brandubh.ReadOptions) (brandubh.Record, error) {
	switch {
	case s.otg != nil:
		_, r, err := s.otg.Replay(v, o)
		return r, err
	case s.stored != nil:
		if s.stored.start != s.stored.v.Start {
			o.Start = s.stored.start
		}
		return brandubh.ReadMoves(v, s.stored.text, o)
	}
	return brandubh.ReadMoves(v, s.moves, o)
}
