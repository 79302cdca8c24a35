package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/brandubh"
)

// report is all that there is to say about a program.
type report struct {
	Command     []string     `json:"command"`
	Seed        uint64       `json:"seed"`
	Questions   int          `json:"questions"`
	Answered    int          `json:"answered"`
	Agree       int          `json:"agree"`
	Wrong       int          `json:"wrong"`      // answers, where the documents decide
	Open        int          `json:"open"`       // answers, where they leave it open
	Refused     int          `json:"refused"`    // answered with an error
	Unanswered  int          `json:"unanswered"` // not answered at all
	Fields      []fieldShare `json:"fields"`
	Sets        []setReport  `json:"rules"`
	BestMatch   string       `json:"best_match,omitempty"` // the preset that it follows whatever it is asked
	BestPercent float64      `json:"best_match_percent,omitempty"`
	Findings    []*finding   `json:"differences"`
	Faults      []*fault     `json:"faults"`
	GaveUp      string       `json:"gave_up,omitempty"`
	Failed      bool         `json:"failed"`
}

type fieldShare struct {
	Field    string `json:"field"`
	Compared int    `json:"compared"`
	Agree    int    `json:"agree"`
}

type setReport struct {
	Name       string  `json:"name"`
	FromCases  bool    `json:"from_cases,omitempty"` // it stands in the cases as data
	Questions  int     `json:"questions"`
	Agree      int     `json:"agree"`
	Wrong      int     `json:"wrong"`
	Open       int     `json:"open"`
	Refused    int     `json:"refused"`
	Unanswered int     `json:"unanswered"`
	Follows    string  `json:"follows,omitempty"`
	Percent    float64 `json:"follows_percent,omitempty"`
}

// example is a question that shows a difference.
type example struct {
	Preset   string          `json:"rules"`
	Question json.RawMessage `json:"question"`
	Library  *reply          `json:"library"`
	Program  *reply          `json:"program"`
	Why      []string        `json:"why"`
	Shrunk   bool            `json:"shrunk"`
	From     string          `json:"from"`

	position brandubh.Position
	diff     difference
}

func exampleOf(s *askedSet, it, from *item) *example {
	q := it.question
	q.ID, q.Variant = nil, nil
	text, _ := json.Marshal(q)
	text = []byte(strings.Replace(string(text), `"id":null,`, "", 1))
	e := &example{
		Preset: s.name, Question: text, Library: it.want, Program: it.got, From: from.from,
		Shrunk: it.Position != from.Position || it.Moves != from.Moves, position: s.rules.Start, diff: it.diffs[0],
	}
	if it.Position != nil {
		e.position = *it.Position
	}
	_, e.Why = because(it)
	return e
}

// maxShown is how many findings are written out; there may be many more where a
// program plays another game.
const maxShown = 10

// report counts everything.
func (a *asker) report() *report {
	r := &report{
		Command: a.program.command, Seed: a.seed, Findings: a.findings, Faults: a.program.faults,
		GaveUp: a.program.gaveUp, Failed: a.program.failed(),
	}
	if r.Findings == nil {
		r.Findings = []*finding{} // for JSON: none, not null
	}
	if r.Faults == nil {
		r.Faults = []*fault{}
	}
	fields := map[string]*fieldShare{}
	for _, name := range answerFields {
		r.Fields = append(r.Fields, fieldShare{Field: name})
	}
	for i := range r.Fields {
		fields[r.Fields[i].Field] = &r.Fields[i]
	}
	for _, s := range a.sets {
		sr := setReport{Name: s.name, FromCases: !s.random, Questions: len(s.items), Follows: s.as, Percent: s.asRate}
		for _, it := range s.items {
			switch {
			case it.got == nil:
				sr.Unanswered++
				continue
			case len(it.diffs) == 0 && it.got.Error != nil:
				sr.Refused++
				continue
			case len(it.diffs) == 0:
				sr.Agree++
			case it.open:
				sr.Open++
			default:
				sr.Wrong++
			}
			if it.got.Error == nil {
				for _, d := range compare(&it.question, it.want, it.got, func(field string) {
					fields[field].Compared++
					fields[field].Agree++
				}) {
					fields[d.Field].Agree--
				}
			}
		}
		r.Sets = append(r.Sets, sr)
		r.Questions += sr.Questions
		r.Agree += sr.Agree
		r.Wrong += sr.Wrong
		r.Open += sr.Open
		r.Refused += sr.Refused
		r.Unanswered += sr.Unanswered
	}
	r.Answered = r.Agree + r.Wrong + r.Open
	r.Fields = slices.DeleteFunc(r.Fields, func(f fieldShare) bool { return f.Compared == 0 })
	if len(a.sets) > 1 && r.Wrong+r.Open > 0 {
		r.BestMatch, r.BestPercent = a.bestMatch()
	}
	return r
}

// bestMatch returns the preset that gives the most of the answers, whatever rules
// were asked, and how many in per cent; nothing if the rules asked give more.
func (a *asker) bestMatch() (string, float64) {
	own, all := 0, 0
	right := map[string]int{}
	for _, s := range a.sets {
		for _, it := range s.items {
			if it.got != nil && it.got.Error == nil && it.kind() != 4 {
				all++
				if !byRule(it.diffs) {
					own++
				}
			}
		}
	}
	best := ""
	for _, name := range named() {
		v, err := brandubh.Preset(name)
		if err != nil {
			continue
		}
		rules := &ruleSet{Variant: v}
		for _, s := range a.sets {
			for _, it := range s.items {
				if it.kind() != 4 && answers(rules, it) {
					right[name]++
				}
			}
		}
		if right[name] > max(own, right[best]) {
			best = name
		}
	}
	return best, percent(right[best], all)
}

// exit is the exit status.
func (r *report) exit() int {
	switch {
	case r.Failed, r.Answered == 0:
		return exitFailed
	case r.Wrong+r.Open+r.Unanswered > 0, len(r.Faults) > 0:
		return exitTrouble
	}
	return exitOK
}

// write writes the report for people.
func (r *report) write(w io.Writer) {
	fmt.Fprintf(w, "%s\n", strings.Join(r.Command, " "))
	fmt.Fprintf(w, "%d questions: %d answers agree", r.Questions, r.Agree)
	for _, part := range []struct {
		n    int
		what string
	}{
		{r.Wrong, "are wrong"},
		{r.Open, "differ where the documents leave it open"},
		{r.Refused, "were refused with an error"},
		{r.Unanswered, "got no answer"},
	} {
		if part.n > 0 {
			fmt.Fprintf(w, ", %d %s", part.n, part.what)
		}
	}
	fmt.Fprintln(w)
	if r.BestMatch != "" && r.Agree > 0 {
		fmt.Fprintf(w, "Whatever rules it is asked about, its answers agree best with %s (%.1f %%).\n", r.BestMatch, r.BestPercent)
	}
	if len(r.Faults) > 0 || r.GaveUp != "" {
		fmt.Fprint(w, "\nHow it ran\n")
		for _, f := range r.Faults {
			fmt.Fprintf(w, "  it %s", f.What)
			if f.Count > 1 {
				fmt.Fprintf(w, ", %d times, first", f.Count)
			}
			fmt.Fprintf(w, ": %s\n", f.Example)
		}
		if r.GaveUp != "" {
			fmt.Fprintf(w, "  it was asked no more: %s\n", r.GaveUp)
		}
	}
	if len(r.Fields) > 0 {
		fmt.Fprint(w, "\nAgreement by field of the answers\n")
		for _, f := range r.Fields {
			fmt.Fprintf(w, "  %-11s %6d of %6d  %s\n", f.Field, f.Agree, f.Compared, percentText(f.Agree, f.Compared))
		}
	}
	fmt.Fprint(w, "\nAgreement by rule set\n")
	rows, alike := []setReport{}, setReport{}
	for _, s := range r.Sets { // those of the cases are many: one row for all that do not differ
		if s.FromCases && s.Wrong+s.Open == 0 {
			alike.Agree += s.Agree
			alike.Refused += s.Refused
			alike.Unanswered += s.Unanswered
			alike.Questions += s.Questions
			alike.Name = "variants"
			continue
		}
		rows = append(rows, s)
	}
	if alike.Name != "" {
		rows = append(rows, alike)
	}
	width := 12
	for _, s := range rows {
		width = max(width, min(len([]rune(s.Name)), 40))
	}
	fmt.Fprintf(w, "  %-*s  agree of asked      wrong  open  refused  unanswered\n", width, "")
	for _, s := range rows {
		fmt.Fprintf(w, "  %-*s %6d %8d %7s  %5s %5s  %7s  %10s\n", width, s.Name, s.Agree, s.Questions,
			percentText(s.Agree, s.Questions), dash(s.Wrong), dash(s.Open), dash(s.Refused), dash(s.Unanswered))
	}
	writeFollows(w, rows)
	if len(r.Findings) == 0 {
		return
	}
	fmt.Fprint(w, "\nDifferences\n")
	shown := map[string]int{}
	for i, f := range r.Findings {
		if i == maxShown {
			fmt.Fprintf(w, "\nand %d more, which -json tells in full:\n", len(r.Findings)-i)
		}
		if i >= maxShown {
			fmt.Fprintf(w, "%3d. %s\n", i+1, f.title())
			continue
		}
		f.write(w, i+1)
		// What is wrong by some documents and open in others is mostly one mistake.
		same := f.Rule + "|" + f.Instead + "|" + f.Form
		if first := shown[same]; first > 0 {
			fmt.Fprintf(w, "   As shown by %d.\n", first)
			continue
		}
		shown[same] = i + 1
		f.Example.write(w)
	}
}

// writeFollows says which rules the answers follow instead of those asked about,
// each once.
func writeFollows(w io.Writer, rows []setReport) {
	type follows struct {
		as    string
		names []string
		least float64
	}
	var all []*follows
	for _, s := range rows {
		if s.Follows == "" {
			continue
		}
		as := s.Follows
		if changes, ok := strings.CutPrefix(as, s.Name+" with "); ok {
			as = "them with " + changes
		}
		i := slices.IndexFunc(all, func(f *follows) bool { return f.as == as })
		if i < 0 {
			i, all = len(all), append(all, &follows{as: as, least: s.Percent})
		}
		all[i].names = append(all[i].names, s.Name)
		all[i].least = min(all[i].least, s.Percent)
	}
	for _, f := range all {
		fmt.Fprintf(w, "\n  Asked about %s,\n  its answers follow %s (%.1f %% of them).\n", strings.Join(f.names, ", "), f.as, f.least)
	}
}

func dash(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

// percentText rounds down, so that 100 % means all.
func percentText(n, of int) string {
	if n == of {
		return "100 %"
	}
	return fmt.Sprintf("%.1f %%", min(percent(n, of), 99.9))
}

// title says in a line what a finding is.
func (f *finding) title() string {
	title := "wrong: "
	if f.Open {
		title = "open: "
	}
	if f.Rule != "" {
		title += f.Rule
		if f.Instead != "" {
			title += " as if " + f.Instead
		}
		title += ": "
	}
	title += "the program " + f.Form
	if f.Example.diff.move != (brandubh.Move{}) {
		title += fmt.Sprintf(" (%v)", f.Example.diff.move)
	}
	if f.Count == 1 {
		return title + "; 1 answer"
	}
	return title + fmt.Sprintf("; %d answers", f.Count)
}

// write writes one finding, without its example.
func (f *finding) write(w io.Writer, number int) {
	fmt.Fprintf(w, "\n%d. %s\n", number, f.title())
	for _, s := range f.Sets {
		fmt.Fprintf(w, "   %s (%d)", s.Name, s.Count)
		if f.Rule != "" {
			fmt.Fprintf(w, ": %s", s.Ground)
		}
		fmt.Fprintln(w)
		if f.Open && s.Reason != "" {
			fmt.Fprintf(w, "      %s\n", s.Reason)
		}
	}
}

func (e *example) write(w io.Writer) {
	shrunk := ""
	if e.Shrunk {
		shrunk = ", made smaller"
	}
	fmt.Fprintf(w, "   Asked about %s (%s%s):\n", e.Preset, e.From, shrunk)
	for line := range strings.Lines(e.position.Diagram()) {
		fmt.Fprintf(w, "      %s", line)
	}
	fmt.Fprintf(w, "      %s\n", shorten(string(e.Question)))
	fmt.Fprintf(w, "   program  %s\n", e.show(e.Program))
	fmt.Fprintf(w, "   library  %s\n", e.show(e.Library))
	for _, line := range e.Why {
		fmt.Fprintf(w, "            %s\n", line)
	}
}

// shorten cuts the middle out of a long text, as of a question about a long game.
func shorten(text string) string {
	if len(text) <= 400 {
		return text
	}
	return strings.ToValidUTF8(text[:200], "") + " … " + strings.ToValidUTF8(text[len(text)-100:], "") + "  (all of it with -json)"
}

// show shows an answer, long lists of moves cut to what differs.
func (e *example) show(r *reply) string {
	text := r.String()
	if len(text) <= 300 || e.diff.Field != "moves" || r.Moves == nil {
		return shorten(text)
	}
	has := "without"
	if slices.Contains(*r.Moves, e.diff.move.String()) {
		has = "with"
	}
	return fmt.Sprintf("%d moves, %s %v", len(*r.Moves), has, e.diff.move)
}
