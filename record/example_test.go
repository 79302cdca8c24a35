package record_test

import (
	"fmt"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

func ExampleRead() {
	text := "1. d2-e2 c4-c2 {so far so good} 2. d6-c6 d3-f3xe3 White resigns 1-0"
	r, err := record.Read(text, record.Options{Rules: brandubh.Federation()})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(r.Moves), "plies:", r.Result.Sentence())
	for _, d := range r.Deviations {
		fmt.Println(d)
	}
	// Output:
	// 4 plies: the attackers win: the other side resigned
	// ply 4, "d3-f3xe3": by the rules it takes nothing
}

func ExampleRead_error() {
	_, err := record.Read("d2-e2 c4-c2\nd2-d8", record.Options{Rules: brandubh.Federation()})
	fmt.Println(err)
	// Output:
	// move list, line 2, column 4, ply 3, "d8": d8 is off the board; files are a to g, ranks 1 to 7
}

func ExampleAll() {
	text := `{"type":51,"won":"white","moves":"d2-e2 c4-c2 resigned"}
{"type":53,"won":"black","moves":"d2-f2 d3-f3"}`
	for w, err := range record.All(text) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		r, err := w.Replay(record.Options{}) // by the rules of its game type
		fmt.Println(r.Rules.Name, r.Moves, r.Result, r.Claim.Winner, err)
	}
	// Output:
	// brandubh1 [d2-e2 c4-c2] defenders resignation defenders <nil>
	// walker [d2-f2 d3-f3] open attackers <nil>
}

func ExampleRecord_Format() {
	g, err := brandubh.NewGame(brandubh.Federation())
	if err != nil {
		fmt.Println(err)
		return
	}
	g.Play(brandubh.Move{From: brandubh.D2, To: brandubh.E2})
	g.Resign(brandubh.Attackers) // although the defenders are to move
	r := record.FromGame(g)
	for _, form := range []record.Form{record.MoveList, record.Movetext} {
		text, err := r.Format(form)
		fmt.Println(text, err)
	}
	// Output:
	// d2-e2 attackers resigned <nil>
	// [Variant "federation"]
	// [Result "0-1"]
	// [Termination "attackers resigned"]
	//
	// 1. d2-e2 0-1
	//  <nil>
}

func ExampleFitPresets() {
	// The king returns to the throne, which some rules do not allow.
	w, err := record.Parse("d1-c1 d3-c3 d2-b2 d4-d3 c1-b1 d3-d4")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range record.FitPresets(w)[:6] {
		if f.Err != nil {
			fmt.Printf("%s: ply %d: %v (%v)\n", f.Preset, f.Ply, f.Err, f.Citations[0].Provenance)
			continue
		}
		fmt.Println(f.Preset)
	}
	// Output:
	// federation
	// leaflet: ply 6: d3-d4: the king may not stop on d4, the throne (F 8.5, stated)
	// legacy
	// nielsen: ply 6: d3-d4: the king may not stop on d4, the throne (N 5, stated)
	// spelregler
	// regeln
}

func ExampleFormatOTNRules() {
	text, lost, err := record.FormatOTNRules(brandubh.Federation())
	fmt.Println(text, err)
	for _, p := range lost {
		fmt.Println(p.Path)
	}
	// Output:
	// dim:7 name:federation surf:n atkf:y tfr:d ks:c start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ <nil>
	// repetition.result
}
