package conformance

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/svg"
)

// pageStyle is the style of the page, in the reader's own light or dark.
const pageStyle = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse}td,th{padding:.1rem .7rem;text-align:right}td:first-child,th:first-child{text-align:left}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0}.boards{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0}
figcaption{max-width:20rem}section{border-top:1px solid #8888;margin-top:1.5rem}`

// WriteHTML writes the report as one page, with a board for every difference.
func (r *Report) WriteHTML(out io.Writer) error {
	w := bufio.NewWriter(out)
	esc := func(text string) string { return html.EscapeString(printable(text)) }
	title := r.Name
	if title == "" {
		title = strings.Join(r.Command, " ")
	}
	fmt.Fprintf(w, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n<title>Brandubh conformance: %s</title>\n<style>%s%s</style></head><body>\n", esc(title), pageStyle, svg.Style())
	fmt.Fprintf(w, "<h1>%s</h1>\n<p>%s.</p>\n", esc(title), esc(r.counts()))
	for _, n := range r.notices() {
		fmt.Fprintf(w, "<p>%s</p>\n", esc(n))
	}
	if len(r.Faults) > 0 || r.GaveUp != "" {
		fmt.Fprint(w, "<h2>How it ran</h2>\n<ul>\n")
		for _, f := range r.Faults {
			fmt.Fprintf(w, "<li>it %s (%d): %s</li>\n", esc(f.What), f.Count, esc(f.Example))
		}
		if r.GaveUp != "" {
			fmt.Fprintf(w, "<li>it was asked no more: %s</li>\n", esc(r.GaveUp))
		}
		fmt.Fprint(w, "</ul>\n")
	}
	fmt.Fprint(w, "<h2>Rule sets</h2>\n<table><tr><th></th><th>asked</th><th>agree</th><th>wrong</th><th>open</th><th>set-ups</th><th>others</th><th>refused</th><th>unanswered</th></tr>\n")
	for _, s := range r.Sets {
		if s.FromCases && s.Agree == s.Questions {
			continue
		}
		fmt.Fprintf(w, "<tr><td>%s</td>", esc(s.Name))
		for _, n := range []int{s.Questions, s.Agree, s.Wrong, s.Open, s.SetUps, s.Elsewhere, s.Refused, s.Unanswered} {
			fmt.Fprintf(w, "<td>%s</td>", dash(n))
		}
		fmt.Fprint(w, "</tr>\n")
	}
	fmt.Fprint(w, "</table>\n")
	for i, f := range r.Findings {
		fmt.Fprintf(w, "<section><h2>%d. %s</h2>\n", i+1, esc(f.title()))
		for _, s := range f.Sets {
			fmt.Fprintf(w, "<p>%s (%d)", esc(s.Name), s.Count)
			if f.Rule != "" {
				fmt.Fprintf(w, ": %s", esc(s.citation.String()))
			}
			if f.Open && s.Reason != "" && f.Note == "" {
				fmt.Fprintf(w, "<br>%s", esc(s.Reason))
			}
			fmt.Fprint(w, "</p>\n")
		}
		if f.Note != "" {
			fmt.Fprintf(w, "<p>%s</p>\n", esc(f.Note))
		}
		f.Example.page(w, esc)
		fmt.Fprint(w, "</section>\n")
	}
	fmt.Fprint(w, "</body></html>\n")
	return w.Flush()
}

// page writes the boards of an example and both answers.
func (e *Example) page(w io.Writer, esc func(string) string) {
	o := svg.Options{Variant: e.variant, NoStyle: true}
	figure := func(board, caption string) {
		fmt.Fprintf(w, "<figure>%s<figcaption>%s</figcaption></figure>\n", board, esc(caption))
	}
	fmt.Fprint(w, "<div class=\"boards\">\n")
	switch {
	case e.Question.Move != nil:
		asked := o
		asked.Arrows = []svg.Arrow{{From: e.Question.Move.From, To: e.Question.Move.To}}
		figure(svg.Board(e.position, asked), "asked about "+e.Preset+": "+e.Question.Move.String())
		figure(svg.Explanation(e.variant.Explain(e.position, *e.Question.Move), o), "the library")
		if p, err := brandubh.ParsePosition(e.Program.After); err == nil {
			after := o
			after.LastMove = *e.Question.Move
			figure(svg.Board(p, after), "the program")
		}
	case e.diff.move != (brandubh.Move{}):
		asked := o
		asked.Arrows = []svg.Arrow{{From: e.diff.move.From, To: e.diff.move.To, Refused: !e.diff.lacks}}
		figure(svg.Board(e.position, asked), "asked about "+e.Preset+": "+e.diff.move.String())
	default:
		figure(svg.Board(e.position, o), "asked about "+e.Preset)
		if e.Question.Moves != nil {
			if p, err := brandubh.ParsePosition(e.Library.Position); err == nil {
				figure(svg.Board(p, o), "the library")
			}
			if p, err := brandubh.ParsePosition(e.Program.Position); err == nil {
				figure(svg.Board(p, o), "the program")
			}
		}
	}
	fmt.Fprintf(w, "</div>\n<pre>asked    %s\nprogram  %s\nlibrary  %s\n", esc(shorten(e.asked())), esc(e.show(e.Program)), esc(e.show(e.Library)))
	for _, line := range e.Why {
		fmt.Fprintf(w, "         %s\n", esc(line))
	}
	fmt.Fprint(w, "</pre>\n")
}
