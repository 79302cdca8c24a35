package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"example.com/brandubh"
	"example.com/brandubh/internal/command"
	"example.com/brandubh/record"
)

// namedTypes is the game types that have a preset of a name of its own, in the order in
// which they are shown.
var namedTypes = []int{51, 129, 130, 53, 64, 59}

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

var errNoArchive = errors.New(`an archive is JSON objects with "type", "won" and "moves"`)

// judgeArchive referees every record of an archive, one JSON object a line. Rows
// are in the order of namedTypes and then of the type's number; findings in that
// of the archive.
func judgeArchive(text string) ([]typeRow, []finding, error) {
	rows := map[int]*typeRow{}
	var findings []finding
	games := 0
	for w, err := range record.All(text) {
		if w == nil || w.Form != record.ArchiveJSON {
			err = cmp.Or(err, errNoArchive)
			return nil, nil, fmt.Errorf("game %d: %w", games+1, err)
		}
		games++
		number, ok := 0, false
		if w.Rules != nil {
			number, ok = record.ArchiveType(w.Rules.Name)
		} else if n, named := w.Header("type"); named {
			number, _ = strconv.Atoi(n)
		}
		row := rows[number]
		if row == nil {
			row = &typeRow{Type: number, Preset: noPreset}
			if ok {
				row.Preset = record.ArchivePreset(number)
			}
			rows[number] = row
		}
		row.Games++
		if ok {
			findings = append(findings, row.judge(w)...)
		}
	}
	place := func(row typeRow) int {
		if i := slices.Index(namedTypes, row.Type); i >= 0 {
			return i
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
func (row *typeRow) judge(w *record.Written) (found []finding) {
	id, _ := w.Header("id")
	report := func(kind string, ply int, why string) {
		found = append(found, finding{id, row.Preset, kind, ply, why})
	}
	r, err := w.Replay(record.Options{})
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
		case record.KindCaptures:
			captures = true
			report(findCaptures, d.Ply, d.String())
		case record.KindAfterEnd:
			after = true
			report(findAfterEnd, d.Ply, d.String())
		}
	}
	p := r.Start
	for i, m := range r.Moves {
		// A record without any capture claims nothing; the archive always claims.
		if taken := r.Rules.Captures(p, m) &^ p.Pieces(brandubh.King); taken != 0 && !w.NamesCaptures() {
			captures = true
			report(findCaptures, i+1, fmt.Sprintf("ply %d, %q: by the rules it takes %v", i+1, m.String(), taken))
		}
		p, _ = r.Rules.Play(p, m) // legal, since it was read
	}
	if captures {
		row.CapturesDiffer++
	}
	if after {
		row.AfterEnd++
	}
	if end := r.Rules.Result(p); end.Over() {
		row.Ends++
		if c := r.Claim; c.Kind != record.ClaimWin && c.Kind != record.ClaimDraw || c.Winner != end.Winner {
			row.WinnerDiffers++
			report(findWinner, len(r.Moves), fmt.Sprintf("%s; the record has %q", end.Sentence(), c.Text))
		}
	}
	return found
}

// refereeArchive prints the table of an archive and what differs.
func refereeArchive(w io.Writer, name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return command.Misuse.Wrap(err)
	}
	rows, findings, err := judgeArchive(string(data))
	if err != nil {
		return command.Misuse.Errorf("%s: %w", name, err)
	}
	printArchive(w, rows, findings)
	return nil
}

// missingTypes returns the presets of game types of which there are no games.
func missingTypes(rows []typeRow) (names []string) {
	for _, name := range brandubh.Presets() {
		_, ofType := record.ArchiveType(name)
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
