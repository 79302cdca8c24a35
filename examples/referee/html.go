package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"slices"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/record"
	"example.com/brandubh/svg"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A page is a refereed game as the template wants it.
type page struct {
	Name, Rules string
	Style       template.CSS
	Start       template.HTML
	Opening     []string // comments before the first move
	Steps       []step
	Verdict     line
	Refused     template.HTML // the board of an illegal move
	Reports     []string
	Outcomes    []outcomeRow
	Partings    []partingPart
	Decided     []decided
	Documents   []brandubh.Document
}

// line is a sentence and the rules that decide it.
type line struct {
	Text string
	By   []citedRule
}

// citedRule is a rule that is cited, with the place on the page that tells of it.
type citedRule struct{ ID, Text string }

// step is one move of the game.
type step struct {
	Ply      int
	Side     brandubh.Side
	Move     string
	Board    template.HTML
	Lines    []line
	Comments []string
}

// outcomeRow is how the game goes by one rule set.
type outcomeRow struct{ Name, Text string }

// partingPart is where two rule sets part.
type partingPart struct {
	A, B   string
	Head   string
	Sides  []partingSide
	Fields []partingField
}

type partingSide struct {
	Name, Says string
	Board      template.HTML
}

// partingField is a rule on which they part, its path in parts, and how each has it.
type partingField struct {
	Field []string
	A, B  string
}

// decided is a rule that decided something in the game.
type decided struct{ ID, Name, Rule, Text string }

// compared is the rule sets that a page compares if it is not told which.
const compared = 12

// writePage writes a game as one page.
func writePage(stdout io.Writer, name string, src *source, v *brandubh.Variant, sets []*brandubh.Variant, readOn bool) error {
	j, err := judge(src, v, readOn)
	if err != nil {
		return err
	}
	if len(sets) == 0 {
		sets = append(sets, v)
		for _, preset := range brandubh.Presets()[:compared] {
			if w, err := brandubh.Preset(preset); err == nil && preset != v.Name {
				sets = append(sets, w)
			}
		}
	}
	var b strings.Builder
	if err := pageTemplate.Execute(&b, newPage(src, j, sets)); err != nil {
		return err
	}
	if name == "-" {
		_, err = io.WriteString(stdout, b.String())
	} else {
		err = os.WriteFile(name, []byte(b.String()), 0o644)
	}
	if err != nil {
		return err
	}
	return j.status()
}

// newPage gathers what stands on the page.
func newPage(src *source, j *judged, sets []*brandubh.Variant) *page {
	c := citations{}
	look := svg.Options{Variant: j.rules, NoStyle: true}
	pg := &page{
		Name: src.name, Rules: described(j.rules), Style: template.CSS(svg.Style()),
		Start: template.HTML(svg.Board(j.record.Start, look)), Opening: remarks(j.record, 0),
	}
	for i, e := range j.moves {
		pg.Steps = append(pg.Steps, c.step(i+1, e, look, remarks(j.record, i+1)))
	}
	text, by := j.verdict()
	pg.Verdict = c.line(text, by)
	if j.refused != nil {
		pg.Refused = template.HTML(svg.Explanation(j.refused, look))
	}
	pg.Reports = j.reports()
	pg.compare(src, sets)
	pg.Decided, pg.Documents = c.told()
	return pg
}

// remarks returns the comments of the record after a ply.
func remarks(r record.Record, ply int) (texts []string) {
	for _, c := range r.Comments {
		if text := strings.TrimSpace(c.Text); c.Ply == ply && text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// citations is the rules that a page cites, by name.
type citations map[string]brandubh.Citation

func (c citations) line(text string, gs []brandubh.Citation) line {
	l := line{Text: text}
	for _, g := range gs {
		c[g.Rule] = g
		l.By = append(l.By, citedRule{ruleID(g.Rule), brief(g)})
	}
	return l
}

// ruleID is the name of the place on the page that tells of a rule.
func ruleID(rule string) string { return "rule-" + strings.ReplaceAll(rule, " ", "-") }

func (c citations) step(ply int, e *brandubh.Explanation, look svg.Options, comments []string) step {
	s := step{Ply: ply, Side: e.Piece.Side(), Move: e.Move.String(), Board: template.HTML(svg.Explanation(e, look)), Comments: comments}
	for at := range e.Captured().All() {
		s.Move += "x" + at.String()
	}
	for _, f := range e.Effects {
		if f.Notable() {
			s.Lines = append(s.Lines, c.line(f.String(), f.Citations))
		}
	}
	if e.Result.Over() {
		s.Lines = append(s.Lines, c.line(e.Result.Sentence(), e.ResultCitations))
	}
	return s
}

// told returns what the cited rules say, and the documents that they stand in.
func (c citations) told() (rules []decided, documents []brandubh.Document) {
	about := map[string]string{}
	for _, clause := range brandubh.Clauses() {
		about[clause.ID] = clause.Says
	}
	order := brandubh.Fields()
	place := func(rule string) int { // fields first, then the shared rules
		if i := slices.Index(order, rule); i >= 0 {
			return i
		}
		return len(order)
	}
	named := map[string]bool{}
	for rule, g := range c {
		text := g.Provenance.Note
		if said, ok := about[rule]; ok {
			text = said
		}
		rules = append(rules, decided{ruleID(rule), rule, brief(g), text})
		for _, clause := range append(slices.Clone(g.Provenance.Clauses), g.Provenance.Against...) {
			id, _, _ := strings.Cut(clause, " ")
			named[id] = true
		}
	}
	slices.SortFunc(rules, func(a, b decided) int {
		return cmp.Or(cmp.Compare(place(a.Name), place(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	for _, d := range brandubh.Documents() {
		if named[d.ID] {
			documents = append(documents, d)
		}
	}
	return rules, documents
}

// compare adds how the game goes by each rule set, and where each parts from the
// first.
func (pg *page) compare(src *source, sets []*brandubh.Variant) {
	moves, unread := readLine(src, sets)
	if unread != nil {
		return // the verdict says what cannot be read
	}
	first := sets[0]
	own, _ := src.read(first, false)
	for i, v := range sets {
		r, err := src.read(v, false)
		pg.Outcomes = append(pg.Outcomes, outcomeRow{v.Name, outcome(v, r, err)})
		if i == 0 {
			continue
		}
		p := part(moves, own.Start, r.Start, first, v)
		if p.ply < 0 {
			continue
		}
		at := partingPart{A: first.Name, B: v.Name, Head: "before the first move"}
		if p.ply > 0 {
			at.Head = fmt.Sprintf("at ply %d, %v", p.ply, p.move)
		}
		for k, w := range []*brandubh.Variant{first, v} {
			side := partingSide{Name: w.Name, Says: []string{p.a, p.b}[k]}
			if e := p.explained[k]; e != nil {
				side.Board = template.HTML(svg.Explanation(e, svg.Options{Variant: w, NoStyle: true}))
			}
			at.Sides = append(at.Sides, side)
		}
		for _, field := range p.fields {
			at.Fields = append(at.Fields, partingField{strings.Split(field, "."), cited(first, field), cited(v, field)})
		}
		pg.Partings = append(pg.Partings, at)
	}
}
