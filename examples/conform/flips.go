package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"example.com/brandubh"
)

// flip is a rule set with one field changed.
type flip struct {
	path, value string
	rules       *ruleSet
}

func (f flip) String() string { return f.path + " = " + f.value }

// flips returns the rule set with every field in turn set to each other value
// that makes a rule set, in the order of the fields.
func flips(v *brandubh.Variant) []flip {
	var all []flip
	for _, path := range brandubh.Fields() {
		own, _ := v.Value(path)
		for _, value := range choices(v, path) {
			if strings.Trim(value, `"`) == own {
				continue
			}
			w := changed(v, path, value)
			if w == nil || !slices.Contains(v.Diff(w), path) {
				continue
			}
			text, _ := w.Value(path)
			all = append(all, flip{path, text, &ruleSet{Variant: w}})
		}
	}
	return all
}

// choices returns values of a field as JSON; of the fields with very many, those
// that anybody plays.
func choices(v *brandubh.Variant, path string) []string {
	group := path[:strings.LastIndexByte(path, '.')+1]
	switch {
	case path == "start":
		return []string{`"` + v.Start.WithTurn(v.Start.Turn().Opponent()).String() + `"`, `"2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2 a"`}
	case path == "goal":
		return []string{`"corner"`, `"edge"`}
	case group == "range.":
		return []string{"0", "1", "2", "3", "4", "5", "6"}
	case group == "throne.hostile.":
		return []string{`"never"`, `"when-empty"`, `"always"`}
	case path == "king.armed":
		return []string{`"unarmed"`, `"hammer-only"`, `"anvil-only"`, `"armed"`}
	case group == "king.sides.":
		return []string{"2", "3", "4"}
	case path == "noMoves":
		return []string{`"loses"`, `"draw"`}
	case path == "repetition.counts":
		return []string{`"nothing"`, `"occurrences"`, `"moves"`}
	case path == "repetition.times":
		return []string{"2", "3", "4"}
	case path == "repetition.result":
		return []string{`"draw"`, `"defenders-lose"`, `"mover-loses"`, `"starter-loses"`, `"breaker-loses"`}
	}
	return []string{"false", "true"}
}

// changed returns a rule set with one field changed, or nil if that makes none.
// A repetition that begins to count does so three times, for a draw.
func changed(v *brandubh.Variant, path, value string) *brandubh.Variant {
	data, err := v.MarshalJSON()
	if err != nil {
		return nil
	}
	var whole map[string]any
	if json.Unmarshal(data, &whole) != nil {
		return nil
	}
	keys := strings.Split(path, ".")
	at := whole
	for _, key := range keys[:len(keys)-1] {
		next, ok := at[key].(map[string]any)
		if !ok {
			return nil
		}
		at = next
	}
	at[keys[len(keys)-1]] = json.RawMessage(value)
	if path == "repetition.counts" {
		if value == `"nothing"` {
			delete(at, "times")
			delete(at, "result")
		} else if at["times"] == nil {
			maps.Copy(at, map[string]any{"times": 3, "result": "draw"})
		}
	}
	if data, err = json.Marshal(whole); err != nil {
		return nil
	}
	w, err := brandubh.ParseVariant(data)
	if err != nil {
		return nil
	}
	return w
}
