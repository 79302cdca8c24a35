package main

import (
	"fmt"
	"io"
	"os"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

// source is a recorded game before any rules are applied to it.
type source struct {
	*record.Written
	name string // what to call it
}

// spoken reports whether a result is what the players said or history brought about,
// not what stands on the board.
func spoken(r brandubh.Result) bool {
	switch r.Reason {
	case brandubh.NoReason, brandubh.Escape, brandubh.KingCaptured, brandubh.Enclosed, brandubh.NoMovesLeft:
		return false
	}
	return true
}

// load reads a game from a file, standard input for "-", or the own game.
func load(name string, stdin io.Reader) (*source, error) {
	var data []byte
	var err error
	switch name {
	case "":
		name, data = "the game that comes with the referee", []byte(ownGame)
	case "-":
		name = "standard input"
		data, err = io.ReadAll(stdin)
	default:
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, err
	}
	w, err := record.Parse(string(data))
	if w == nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &source{w, name}, nil // what cannot be read further on is found in its turn
}

// variant returns the rules to play by: those given, or the record's own, or the
// default.
func (s *source) variant(given *brandubh.Variant) (*brandubh.Variant, error) {
	switch {
	case given != nil:
		return given, nil
	case s.RulesErr != nil:
		return nil, s.RulesErr
	case s.Rules != nil:
		return s.Rules, nil
	}
	return brandubh.Preset(defaultRules)
}

// read plays the game by a rule set as far as it goes.
func (s *source) read(v *brandubh.Variant, readOn bool) (record.Record, error) {
	return s.Replay(record.Options{Rules: v, ReadOn: readOn})
}
