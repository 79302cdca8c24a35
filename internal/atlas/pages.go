package main

import (
	"fmt"
	"slices"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/svg"
)

// named is how many of the presets have a name of their own; the others are types
// of recorded games.
const named = 12

// pictureSize is the width of a picture in pixels.
const pictureSize = 240

// builder gathers the files of the atlas.
type builder struct {
	files   map[string]string
	sets    []*brandubh.Variant // the named ones
	types   []*brandubh.Variant // those of recorded games
	clauses map[string]brandubh.Clause
}

// atlas returns the text of every file by its name below docs.
func atlas() (map[string]string, error) {
	b := &builder{files: map[string]string{}, clauses: map[string]brandubh.Clause{}}
	for i, name := range brandubh.Presets() {
		v, err := brandubh.Preset(name)
		if err != nil {
			return nil, err
		}
		if i < named {
			b.sets = append(b.sets, v)
		} else {
			b.types = append(b.types, v)
		}
	}
	for _, c := range brandubh.Clauses() {
		b.clauses[c.ID] = c
	}
	if err := b.rules(); err != nil {
		return nil, err
	}
	for _, v := range b.sets {
		b.files["rules/"+v.Name+".md"] = b.setPage(v)
	}
	b.files["rules/clauses.md"] = b.clausePage()
	return b.files, nil
}

// page is a Markdown page that is being written. Links start from where it stands.
type page struct {
	strings.Builder
	*builder
	rules, img string // the way to the pages of the rule sets and to the pictures
}

func (p *page) add(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// anchor is the name that hosts give to a heading.
func anchor(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		}
	}
	return b.String()
}

// set returns a link to the page of a rule set.
func (p *page) set(v *brandubh.Variant) string {
	return fmt.Sprintf("[%s](%s%s.md)", v.Name, p.rules, v.Name)
}

// clause returns a link to a clause.
func (p *page) clause(id string) string {
	if _, ok := p.clauses[id]; !ok {
		return id
	}
	return fmt.Sprintf("[%s](%sclauses.md#%s)", id, p.rules, anchor(id))
}

// by says what rules rest on: the clauses that they follow, those against them, and
// what is not plainly stated.
func (p *page) by(rules ...brandubh.Provenance) string {
	var parts, words []string
	add := func(list *[]string, text string) {
		if !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	for _, r := range rules {
		for _, id := range r.Clauses {
			add(&parts, p.clause(id))
		}
		switch r.Basis {
		case brandubh.BasisStated:
		case brandubh.BasisContradicted:
			var against []string
			for _, id := range r.Against {
				against = append(against, p.clause(id))
			}
			add(&words, "**contradicted** by "+strings.Join(against, ", "))
		case brandubh.BasisPlayed:
			add(&words, "played")
		default:
			add(&words, "**"+r.Basis.String()+"**")
		}
	}
	return strings.Join(append(parts, words...), ", ")
}

// value is the value of a rule as the tables show it.
func value(v *brandubh.Variant, rule string) string {
	text, ok := v.Value(rule)
	switch {
	case !ok:
		return "–"
	case strings.HasPrefix(rule, "range.") && text == "0":
		return "any"
	case text == "true":
		return "yes"
	case text == "false":
		return "no"
	}
	return text
}

// cell makes a text fit for a cell of a table.
func cell(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "|", `\|`), "\n", " ")
}

// note says in a sentence why a rule is as it is, and which values the recorded
// games allow.
func note(r brandubh.Provenance) string {
	text := r.Note
	if len(r.Open) > 0 {
		text += " The games allow: " + strings.Join(r.Open, ", ") + "."
	}
	return cell(text)
}

// example draws an example: an answer a column, with the rule sets that give it.
func (p *page) example(c *chapter, e *example) error {
	groups, over, err := e.groups(p.sets)
	if err != nil {
		return err
	}
	p.add("%s\n", e.text)
	if e.long() {
		p.line(c, e, groups)
		return nil
	}
	var heads, pictures, who []string
	for i, g := range groups {
		sentence := e.sentence(g.answer, groups)
		name := fmt.Sprintf("%s-%d.svg", e.name, i+1)
		if len(groups) == 1 {
			name = e.name + ".svg"
		}
		p.files["img/"+name] = e.picture(g.answer, sentence)
		heads = append(heads, sentence)
		pictures = append(pictures, fmt.Sprintf("![%s %s](%s%s)", e.text, sentence, p.img, name))
		if len(groups) == 1 {
			who = append(who, everybody(len(over)))
			continue
		}
		var sets []string
		for _, v := range g.sets {
			sets = append(sets, p.answered(c, e, v))
		}
		who = append(who, strings.Join(sets, "<br>"))
	}
	p.add("| %s |", strings.Join(heads, " | "))
	p.add("|%s", strings.Repeat(":-:|", len(groups)))
	p.add("| %s |", strings.Join(pictures, " | "))
	p.add("| %s |\n", strings.Join(who, " | "))
	if len(over) > 0 {
		p.add("Under %s the game is over before the move.\n", p.setList(over))
	}
	return nil
}

// everybody says that all rule sets that are asked answer alike.
func everybody(over int) string {
	if over > 0 {
		return "all others"
	}
	return "all twelve"
}

// setList links to the pages of rule sets.
func (p *page) setList(sets []*brandubh.Variant) string {
	var links []string
	for _, v := range sets {
		links = append(links, p.set(v))
	}
	return strings.Join(links, ", ")
}

// line draws an example that is a line of play: one picture, and the answers below
// each other.
func (p *page) line(c *chapter, e *example, groups []group) {
	name := e.name + ".svg"
	start, arrows := e.cycle(groups[0].answer)
	p.files["img/"+name] = svg.Board(start, svg.Options{Size: pictureSize, Title: e.text, Arrows: arrows})
	p.add("![%s](%s%s)\n", e.text, p.img, name)
	p.add("| answer | rule sets |\n|---|---|")
	for _, g := range groups {
		var sets []string
		for _, v := range g.sets {
			sets = append(sets, p.answered(c, e, v))
		}
		p.add("| %s | %s |", e.sentence(g.answer, groups), strings.Join(sets, "<br>"))
	}
	p.add("")
}

// answered names a rule set under its answer, with what the rules rest on that
// decide it.
func (p *page) answered(c *chapter, e *example, v *brandubh.Variant) string {
	rules := e.rules
	if len(rules) == 0 {
		rules = c.rules
	}
	var has, decide []brandubh.Provenance
	for _, rule := range rules {
		_, isField := v.Value(rule)
		r, ok := v.Provenance(rule)
		if !ok || !isField && !isShared(rule) {
			continue
		}
		has = append(has, r)
		if isShared(rule) || e.decides(v, rule) {
			decide = append(decide, r)
		}
	}
	switch {
	case len(has) == 0:
		return p.set(v) + ": has no such rule"
	case len(decide) == 0: // each is enough, so none decides alone
		return p.set(v) + ": " + p.by(has...) + "; either rule is enough"
	}
	return p.set(v) + ": " + p.by(decide...)
}

// isShared reports whether a rule is one that all rule sets share.
func isShared(rule string) bool { return strings.HasPrefix(rule, "common ") }

// picture draws the answer of a rule set.
func (e *example) picture(a *answer, sentence string) string {
	o := svg.Options{Variant: a.rules, Size: pictureSize, Title: e.text, Description: sentence}
	if a.explain.Move == (brandubh.Move{}) {
		return svg.Board(a.explain.After, o)
	}
	return svg.Explanation(a.explain, o)
}

// rules writes the atlas itself.
func (b *builder) rules() error {
	p := &page{builder: b, rules: "rules/", img: "img/"}
	p.add("<!-- Code generated by internal/atlas; DO NOT EDIT. -->\n")
	p.add("# The rules of Brandubh, and where they part\n")
	p.add("Brandubh has no one book of rules. Six written rule sets are in use, and games are played by more that nobody wrote down.")
	p.add("This page puts them side by side: for every rule what it says, a position that turns on it, what each rule set answers there, and by which")
	p.add("sentence of its document, or that no sentence decides. Every answer is computed by the library, and a test keeps this page current.\n")
	p.add("**Attackers** are round shields, **defenders** pointed shields, the **king** is a crown. Shaded squares are hostile: the throne in the middle, the corners.")
	p.add("Wedges point from what closes in a piece; they are hollow where the piece is not captured, and a dashed ring marks a square that would have to be closed as well. A dashed arrow is an illegal move.\n")

	p.add("## The rule sets\n")
	p.add("| name | what it is | rests on |\n|---|---|---|")
	for _, v := range b.sets {
		p.add("| %s | %s | %s |", p.set(v), cell(v.Title), strings.Join(b.documents(v), "; "))
	}
	p.add("\nAll clauses that are cited stand on [one page](rules/clauses.md). [%d more types](#recorded-types) are known from recorded games alone.\n", len(b.types))
	p.add("What a rule of a rule set rests on:\n")
	p.add("| word | means |\n|---|---|")
	p.add("| the clause alone | the document says so |")
	p.add("| **silent** | the document says nothing; the library decides, and says how |")
	p.add("| **unclear** | its words allow more than one reading |")
	p.add("| **contradicted** | it says two things |")
	p.add("| played | taken from recorded games |\n")

	p.add("## Contents\n")
	parts := []struct {
		title    string
		chapters []chapter
	}{{"Where they part", disputed}, {"What all share", shared}}
	p.add("- [At a glance](#at-a-glance)")
	for _, part := range parts {
		p.add("- [%s](#%s)", part.title, anchor(part.title))
		for _, c := range part.chapters {
			p.add("  - [%s](#%s)", c.title, anchor(c.title))
		}
	}
	p.add("- [Recorded types](#recorded-types)\n")
	b.glance(p)
	for _, part := range parts {
		p.add("## %s\n", part.title)
		for i := range part.chapters {
			if err := p.chapter(&part.chapters[i]); err != nil {
				return err
			}
		}
	}
	b.recorded(p)
	b.files["rules.md"] = p.String()
	return nil
}

// documents names the documents that the rules of a rule set cite, the most cited
// first.
func (b *builder) documents(v *brandubh.Variant) (titles []string) {
	count := map[string]int{}
	for _, rule := range allRules() {
		if r, ok := v.Provenance(rule); ok {
			for _, id := range r.Clauses {
				count[b.clauses[id].Document]++
			}
		}
	}
	documents := brandubh.Documents()
	slices.SortStableFunc(documents, func(x, y brandubh.Document) int { return count[y.ID] - count[x.ID] })
	for _, d := range documents {
		if count[d.ID] > 0 && d.ID != "common" {
			titles = append(titles, fmt.Sprintf("%s: %s", d.ID, cell(d.Title)))
		}
	}
	return titles
}

// allRules is every rule that the atlas has a chapter about.
func allRules() (rules []string) {
	for _, chapters := range [][]chapter{shared, disputed} {
		for _, c := range chapters {
			rules = append(rules, c.rules...)
		}
	}
	return rules
}

// glance writes the table of all values.
func (b *builder) glance(p *page) {
	p.add("## At a glance\n")
	p.add("`*` silent, `?` unclear, `!` contradicted. Each rule links to its chapter.\n")
	p.add("| rule | %s |", strings.ReplaceAll(p.setList(b.sets), ", ", " | "))
	p.add("|---|%s", strings.Repeat(":-:|", len(b.sets)))
	for _, c := range disputed {
		for _, rule := range c.rules {
			if rule == "match" {
				continue
			}
			var cells []string
			for _, v := range b.sets {
				text := value(v, rule)
				if r, ok := v.Provenance(rule); ok && text != "–" {
					text += map[brandubh.Basis]string{
						brandubh.BasisSilent: "\\*", brandubh.BasisUnclear: "?", brandubh.BasisContradicted: "!",
					}[r.Basis]
				}
				cells = append(cells, text)
			}
			p.add("| [%s](#%s) | %s |", rule, anchor(c.title), strings.Join(cells, " | "))
		}
	}
	p.add("")
}

// chapter writes a chapter: its text, its examples, and what each rule set says.
func (p *page) chapter(c *chapter) error {
	p.add("### %s\n", c.title)
	text := c.text
	if clause, ok := p.clauses[c.rules[0]]; ok { // a shared rule
		text = clause.Says
	}
	p.add("%s\n", text)
	for i := range c.examples {
		if err := p.example(c, &c.examples[i]); err != nil {
			return err
		}
	}
	isField := !isShared(c.rules[0]) && c.rules[0] != "match"
	if isField {
		p.add("What the rule sets say of `%s`:\n", strings.Join(c.rules, "`, `"))
		p.add("| rule set | %s | by | what it says |", strings.Join(short(c.rules), " | "))
		p.add("|---|%s---|---|", strings.Repeat(":-:|", len(c.rules)))
	} else {
		p.add("What the rule sets say:\n")
		p.add("| rule set | by | what it says |\n|---|---|---|")
	}
	for _, r := range p.rows(c, isField) {
		p.add("| %s | %s |", strings.Join(r.sets, ", "), strings.Join(append(r.values, p.by(r.by...), r.notes), " | "))
	}
	p.add("")
	return nil
}

// short returns the last part of each path, the whole one if it is alone.
func short(rules []string) []string {
	if len(rules) == 1 {
		return rules
	}
	var parts []string
	for _, rule := range rules {
		parts = append(parts, rule[strings.LastIndexByte(rule, '.')+1:])
	}
	return parts
}

// row is what rule sets say alike about a chapter.
type row struct {
	sets, values []string
	by           []brandubh.Provenance
	notes        string
}

// rows returns what each rule set says about a chapter, in one row what several say
// in the same words.
func (p *page) rows(c *chapter, isField bool) (rows []row) {
	for _, v := range p.sets {
		r := row{sets: []string{p.set(v)}}
		var notes []string
		for _, rule := range c.rules {
			if isField {
				r.values = append(r.values, value(v, rule))
				if _, ok := v.Value(rule); !ok {
					continue
				}
			}
			from, ok := v.Provenance(rule)
			if text := note(from); ok && !slices.Contains(notes, text) {
				r.by, notes = append(r.by, from), append(notes, text)
			}
		}
		r.notes = strings.Join(notes, "<br>")
		if len(notes) == 0 {
			r.notes = "It has no such rule."
		}
		i := slices.IndexFunc(rows, func(o row) bool { return o.notes == r.notes && slices.Equal(o.values, r.values) })
		if i < 0 {
			rows = append(rows, r)
			continue
		}
		rows[i].sets = append(rows[i].sets, r.sets...)
		rows[i].by = append(rows[i].by, r.by...)
	}
	return rows
}

// clausePage writes the page of all clauses.
func (b *builder) clausePage() string {
	p := &page{builder: b, rules: "", img: "../img/"}
	p.add("<!-- Code generated by internal/atlas; DO NOT EDIT. -->\n")
	p.add("# The documents and their clauses\n")
	p.add("What each clause of each document rules, in our own words and in English; the document itself is right. The [atlas](../rules.md) says what the rule sets make of them.\n")
	for _, d := range brandubh.Documents() {
		p.add("## %s: %s\n", d.ID, d.Title)
		var about []string
		if d.Author != "" {
			about = append(about, d.Author)
		}
		if name, ok := map[string]string{"de": "in German", "en": "in English", "sv": "in Swedish"}[d.Language]; ok {
			about = append(about, name)
		}
		if d.Address != "" {
			about = append(about, "<"+d.Address+">")
		}
		if len(about) > 0 {
			p.add("%s\n", strings.Join(about, "; "))
		}
		for _, c := range brandubh.Clauses() {
			if c.Document == d.ID {
				p.add("#### %s\n\n%s\n", c.ID, c.Says)
			}
		}
	}
	return p.String()
}
