package main

import (
	"example.com/brandubh"
	"example.com/brandubh/cmd/endgame/tables"
)

// endings asks the tables of cmd/endgame, as search.Table.
type endings struct{ *tables.Tables }

// Probe returns whether the defenders can force a win and in how many plies.
// Positions whose distance the tables do not hold it does not know, as the plies
// are what leads a proof home.
func (e endings) Probe(p brandubh.Position) (wins bool, plies int, known bool) {
	v, err := e.Tables.Probe(p)
	if err != nil || v.Winner == brandubh.Defenders && v.Plies < 0 {
		return false, 0, false
	}
	return v.Winner == brandubh.Defenders, v.Plies, true
}
