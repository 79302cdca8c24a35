package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

// archived is one line of the archive.
type archived struct {
	ID    string `json:"id"`
	Type  int    `json:"type"`
	Won   string `json:"won"`
	Moves string `json:"moves"`
}

// winner returns who has won, and whether the record claims an outcome.
func (g *archived) winner() (brandubh.Side, bool) {
	switch g.Won {
	case "black":
		return brandubh.Attackers, true
	case "white":
		return brandubh.Defenders, true
	case "draw":
		return brandubh.NoSide, true
	}
	return brandubh.NoSide, false
}

// namedTypes is the game types that have a preset of a name of its own, in the
// order in which they are shown.
var namedTypes = []struct {
	number int
	preset string
}{{51, "brandubh1"}, {129, "brandubh2"}, {130, "noreturn"}, {53, "walker"}, {64, "magpie"}, {59, "scottish"}}

// presetOfType returns the name of the preset of a game type.
func presetOfType(number int) string {
	for _, t := range namedTypes {
		if t.number == number {
			return t.preset
		}
	}
	return fmt.Sprintf("archive-%d", number)
}

// typeRow is the sum of the games of one type.
type typeRow struct {
	Type           int
	Preset         string // "no preset" where there is none; its games are only counted
	Games          int
	Illegal        int // games that stop at an illegal move
	AfterEnd       int // games that go on after the end
	Ends           int // games that a rule ends, repetition left aside
	WinnerDiffers  int // of those, games with another winner in the record
	CapturesDiffer int // games whose capture list differs from the rules
}

const noPreset = "no preset"

// Kinds of findings.
const (
	findIllegal  = "illegal"
	findAfterEnd = "moves-after-end"
	findWinner   = "winner-differs"
	findCaptures = "capture-list-differs"
)

// finding is one point in which a record is not as the rules have it.
type finding struct {
	ID, Preset, Kind string
	Ply              int
	Why              string
}

// judgeArchive referees every record of an archive, one JSON object a line. Rows
// are in the order of namedTypes and then of the type's number; findings in that
// of the archive.
func judgeArchive(r io.Reader) ([]typeRow, []finding, error) {
	rows := map[int]*typeRow{}
	variants := map[int]*brandubh.Variant{}
	var findings []finding
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			var g archived
			if err := json.Unmarshal(line, &g); err != nil {
				return nil, nil, fmt.Errorf("line %d: %w", n, err)
			}
			row := rows[g.Type]
			if row == nil {
				row = &typeRow{Type: g.Type, Preset: presetOfType(g.Type)}
				rows[g.Type] = row
				if variants[g.Type], _ = brandubh.Preset(row.Preset); variants[g.Type] == nil {
					row.Preset = noPreset
				}
			}
			row.Games++
			if v := variants[g.Type]; v != nil {
				findings = append(findings, row.judge(v, &g)...)
			}
		}
		if err == io.EOF {
			break
		}
	}
	place := func(row typeRow) int {
		for i, t := range namedTypes {
			if t.number == row.Type {
				return i
			}
		}
		return len(namedTypes)
	}
	sorted := make([]typeRow, 0, len(rows))
	for _, row := range rows {
		sorted = append(sorted, *row)
	}
	slices.SortFunc(sorted, func(a, b typeRow) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a.Type, b.Type))
	})
	return sorted, findings, nil
}

// judge referees one record, adds it to the row and returns what there is to
// report about it.
func (row *typeRow) judge(v *brandubh.Variant, g *archived) (found []finding) {
	report := func(kind string, ply int, why string) {
		found = append(found, finding{g.ID, row.Preset, kind, ply, why})
	}
	r, err := record.ReadMoves(v, g.Moves, record.ReadOptions{})
	if err != nil {
		// Plies are missing or were taken back: what its capture list says before
		// that is part of the same trouble and no exception of its own.
		row.Illegal++
		why := err.Error()
		for _, d := range r.Deviations {
			why += "; before that, " + d.String()
		}
		report(findIllegal, len(r.Moves)+1, why)
		return found
	}
	captures, after := false, false
	for _, d := range r.Deviations {
		switch d.Kind {
		case record.DeviantCaptures:
			captures = true
			report(findCaptures, d.Ply, d.String())
		case record.DeviantEnd:
			after = true
			report(findAfterEnd, d.Ply, d.String())
		}
	}
	p := r.Start
	for i, m := range r.Moves {
		// ReadMoves takes a list without any capture to claim nothing; the archive
		// always claims.
		if taken := v.Captures(p, m) &^ p.Pieces(brandubh.King); taken != 0 && !strings.Contains(g.Moves, "x") {
			captures = true
			report(findCaptures, i+1, fmt.Sprintf("ply %d, %q: by the rules it takes %v", i+1, m.String(), taken))
		}
		p, _ = v.Play(p, m) // legal, since it was read
	}
	if captures {
		row.CapturesDiffer++
	}
	if after {
		row.AfterEnd++
	}
	if end := v.Result(p); end.Over() {
		row.Ends++
		if won, claims := g.winner(); !claims || won != end.Winner {
			row.WinnerDiffers++
			report(findWinner, len(r.Moves), fmt.Sprintf("%s; the record has %q", end.Sentence(), g.Won))
		}
	}
	return found
}

// refereeArchive prints the table of an archive and what differs.
func refereeArchive(w io.Writer, name string, fail func(int, error) int) int {
	f, err := os.Open(name)
	if err != nil {
		return fail(exitUsage, err)
	}
	defer f.Close()
	rows, findings, err := judgeArchive(f)
	if err != nil {
		return fail(exitRefused, fmt.Errorf("%s: %w", name, err))
	}
	printArchive(w, rows, findings)
	return exitOK
}

// missingTypes returns the presets of game types of which there are no games.
func missingTypes(rows []typeRow) (names []string) {
	for _, name := range brandubh.Presets() {
		ofType := strings.HasPrefix(name, "archive-")
		for _, t := range namedTypes {
			ofType = ofType || t.preset == name
		}
		if ofType && !slices.ContainsFunc(rows, func(r typeRow) bool { return r.Preset == name }) {
			names = append(names, name)
		}
	}
	return names
}

func printArchive(w io.Writer, rows []typeRow, findings []finding) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "type\tpreset\tgames\tillegal moves\tmoves after the end\tends by rule\twinner differs then\tcapture list differs\t")
	sum := typeRow{Preset: fmt.Sprintf("%d types", len(rows))}
	for _, r := range rows {
		if r.Preset == noPreset {
			fmt.Fprintf(t, "%d\t%s\t%d\t-\t-\t-\t-\t-\t\n", r.Type, r.Preset, r.Games)
		} else {
			fmt.Fprintf(t, "%d\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", r.Type, r.Preset, r.Games, r.Illegal, r.AfterEnd, r.Ends, r.WinnerDiffers, r.CapturesDiffer)
		}
		sum.Games += r.Games
		sum.Illegal += r.Illegal
		sum.AfterEnd += r.AfterEnd
		sum.Ends += r.Ends
		sum.WinnerDiffers += r.WinnerDiffers
		sum.CapturesDiffer += r.CapturesDiffer
	}
	fmt.Fprintf(t, "all\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", sum.Preset, sum.Games, sum.Illegal, sum.AfterEnd, sum.Ends, sum.WinnerDiffers, sum.CapturesDiffer)
	t.Flush()
	if missing := missingTypes(rows); len(missing) > 0 {
		fmt.Fprintf(w, "\nNo games here of the types of %s.\n", strings.Join(missing, ", "))
	}
	fmt.Fprintln(w, "\nRepetition left aside, and a square named twice counted once.")
	kinds := map[string][]finding{}
	for _, f := range findings {
		kinds[f.Kind] = append(kinds[f.Kind], f)
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(w, "\n%s:\n", kind)
		for _, f := range kinds[kind] {
			fmt.Fprintf(w, "  %-14s  %-11s  %s\n", f.ID, f.Preset, f.Why)
		}
	}
}
