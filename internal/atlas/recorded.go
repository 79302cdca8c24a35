package main

import (
	"fmt"
	"slices"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/svg"
)

// recorded writes the table of the types of recorded games.
func (b *builder) recorded(p *page) {
	p.add("## Recorded types\n")
	p.add("The %d types of recorded games that have no name among the presets, each the preset `archive-` and its number. Their rules are taken from the games.", len(b.types))
	p.add("In all of them the players may agree on a draw, the third time of the same moves loses for the defenders, a side without a legal move loses, and there is no enclosure,")
	p.add("decided as on the server where most of the games were played.\n")
	var starts []brandubh.Position
	for _, v := range b.types {
		if !slices.Contains(starts, v.Start) {
			starts = append(starts, v.Start)
		}
	}
	letter := func(start brandubh.Position) string { return string(rune('A' + slices.Index(starts, start))) }
	var heads, pictures []string
	for _, start := range starts {
		name := "start-" + strings.ToLower(letter(start)) + ".svg"
		title := fmt.Sprintf("Start %s", letter(start))
		b.files["img/"+name] = svg.Board(start, svg.Options{Variant: plain(), Size: 150, NoCoordinates: true, Title: title})
		heads = append(heads, letter(start))
		pictures = append(pictures, fmt.Sprintf("![%s](%s%s)", title, p.img, name))
	}
	p.add("The starts (throne and corners left out):\n")
	p.add("| %s |", strings.Join(heads, " | "))
	p.add("|%s", strings.Repeat(":-:|", len(heads)))
	p.add("| %s |\n", strings.Join(pictures, " | "))
	p.add("*King's sides*: from how many sides the king is captured on the throne, beside it and elsewhere. *Hostile to*: A attackers, D defenders, K king; the throne always, or only when empty (in brackets).\n")
	p.add("| type | name | start | goal | king moves | king's sides | edge | king | throne | throne hostile to | corners hostile to |")
	p.add("|---|---|:-:|---|---|---|---|---|---|---|---|")
	for _, v := range b.types {
		sides := "– – " + value(v, "king.sides.elsewhere")
		if v.Throne.Exists {
			sides = value(v, "king.sides.throne") + " " + value(v, "king.sides.beside") + " " + value(v, "king.sides.elsewhere")
		}
		edge := ""
		if v.King.Edge {
			edge = "hostile to the king"
		}
		p.add("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |", strings.TrimPrefix(v.Name, "archive-"), cell(strings.TrimSuffix(v.Title, ", as played")),
			letter(v.Start), v.Goal, reach(v), sides, edge, v.King.Armed, throne(v), throneHostile(v), cornersHostile(v))
	}
	p.add("")
}

// plain is a rule set without throne and corners, for a board without marks.
func plain() *brandubh.Variant { return &brandubh.Variant{Goal: brandubh.GoalCorner} }

// reach says how far the king moves, and soldiers if they are limited.
func reach(v *brandubh.Variant) string {
	text := value(v, "range.king")
	if v.Range.Attackers != 0 || v.Range.Defenders != 0 {
		text += fmt.Sprintf(" (attackers %s, defenders %s)", value(v, "range.attackers"), value(v, "range.defenders"))
	}
	return text
}

// throne says what may be done on the throne.
func throne(v *brandubh.Variant) string {
	if !v.Throne.Exists {
		return "none"
	}
	parts := []string{"no return"}
	if v.Throne.Return {
		parts[0] = "return"
	}
	pass, all := v.Throne.Pass, brandubh.ByPiece[bool]{Attackers: true, Defenders: true, King: true}
	switch {
	case pass == brandubh.ByPiece[bool]{}:
		parts = append(parts, "nobody passes")
	case pass != all:
		parts = append(parts, letters(pass)+" pass")
	}
	return strings.Join(parts, ", ")
}

// letters names the kinds of pieces for which something holds.
func letters(holds brandubh.ByPiece[bool]) string {
	var text string
	for _, x := range []struct {
		holds bool
		name  string
	}{{holds.Attackers, "A"}, {holds.Defenders, "D"}, {holds.King, "K"}} {
		if x.holds {
			text += x.name
		}
	}
	return text
}

func throneHostile(v *brandubh.Variant) string {
	if !v.Throne.Exists {
		return "–"
	}
	h := v.Throne.Hostile
	is := func(want brandubh.Hostility) string {
		return letters(brandubh.ByPiece[bool]{Attackers: h.Attackers == want, Defenders: h.Defenders == want, King: h.King == want})
	}
	text := is(brandubh.HostileAlways)
	if empty := is(brandubh.HostileWhenEmpty); empty != "" {
		text = strings.TrimSpace(text + " (" + empty + ")")
	}
	if text == "" {
		return "nobody"
	}
	return text
}

func cornersHostile(v *brandubh.Variant) string {
	if !v.Corners.Exists {
		return "no corners"
	}
	if text := letters(v.Corners.Hostile); text != "" {
		return text
	}
	return "nobody"
}
