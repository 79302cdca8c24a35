package conformance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/brandubh"
)

// Report is all that there is to say about a program. As JSON it says the same.
type Report struct {
	Command    []string   `json:"command,omitempty"`
	Name       string     `json:"name,omitempty"` // what the program calls itself
	Protocol   int        `json:"protocol"`
	Seed       uint64     `json:"seed"`
	Questions  int        `json:"questions"`
	Answered   int        `json:"answered"`
	Agree      int        `json:"agree"`
	Wrong      int        `json:"wrong"`      // answers, where the documents decide
	Open       int        `json:"open"`       // answers, where they leave it open
	SetUps     int        `json:"set_ups"`    // answers about whether a set-up is over before a move
	Elsewhere  int        `json:"elsewhere"`  // answers by the rules that the program follows whatever it is asked
	Refused    int        `json:"refused"`    // answered with an error
	Unanswered int        `json:"unanswered"` // not answered at all
	NeverSaid  []string   `json:"never_said"` // parts of answers that the program leaves out, and that are not compared
	Fields     []FieldRow `json:"fields"`
	Sets       []RuleSet  `json:"rules"`
	Follows    string     `json:"best_match,omitempty"` // the preset that it follows whatever it is asked about
	Percent    float64    `json:"best_match_percent,omitempty"`
	Findings   []*Finding `json:"differences"`
	Faults     []*Fault   `json:"faults,omitempty"`
	GaveUp     string     `json:"gave_up,omitempty"`
	Failed     bool       `json:"failed"`
}

// FieldRow is how many answers agree in one of their fields.
type FieldRow struct {
	Field    string `json:"field"`
	Compared int    `json:"compared"`
	Agree    int    `json:"agree"`
}

// RuleSet is the part of a rule set in a report.
type RuleSet struct {
	Name       string  `json:"name"`
	FromCases  bool    `json:"from_cases,omitempty"` // it stands in the cases as data
	Questions  int     `json:"questions"`
	Agree      int     `json:"agree"`
	Wrong      int     `json:"wrong"`
	Open       int     `json:"open"`
	SetUps     int     `json:"set_ups"`
	Elsewhere  int     `json:"elsewhere"`
	Refused    int     `json:"refused"`
	Unanswered int     `json:"unanswered"`
	Follows    string  `json:"follows,omitempty"` // the rules that the answers follow instead
	Percent    float64 `json:"follows_percent,omitempty"`
}

// maxShown is how many findings are written out; there may be many more where a
// program plays another game.
const maxShown = 10

// report counts everything.
func (r *run) report() *Report {
	rep := &Report{Protocol: Version, Seed: r.suite.seed, Findings: r.findings, NeverSaid: []string{}}
	if rep.Findings == nil {
		rep.Findings = []*Finding{} // for JSON: none, not null
	}
	fields := map[string]*FieldRow{}
	for _, name := range answerFields {
		rep.Fields = append(rep.Fields, FieldRow{Field: name})
	}
	for i := range rep.Fields {
		fields[rep.Fields[i].Field] = &rep.Fields[i]
	}
	for _, s := range r.sets {
		row := RuleSet{Name: s.name, FromCases: s.inCases, Questions: len(s.items), Follows: s.as, Percent: s.asRate}
		for _, it := range s.items {
			switch {
			case it.got == nil:
				row.Unanswered++
				continue
			case len(it.ds) == 0 && it.got.Error != "":
				row.Refused++
				continue
			case len(it.ds) == 0:
				row.Agree++
			case it.beside || it.filed == nil:
				row.Elsewhere++
			case it.filed.SetUp:
				row.SetUps++
			case it.filed.Open:
				row.Open++
			default:
				row.Wrong++
			}
			if it.got.Error == "" {
				for _, d := range r.said.compare(&it.Question, it.want, it.got, func(field string) {
					fields[field].Compared++
					fields[field].Agree++
				}) {
					fields[d.field].Agree--
				}
			}
		}
		rep.Sets = append(rep.Sets, row)
		rep.Questions += row.Questions
		rep.Agree += row.Agree
		rep.Wrong += row.Wrong
		rep.Open += row.Open
		rep.SetUps += row.SetUps
		rep.Elsewhere += row.Elsewhere
		rep.Refused += row.Refused
		rep.Unanswered += row.Unanswered
	}
	rep.Answered = rep.Agree + rep.Wrong + rep.Open + rep.SetUps + rep.Elsewhere
	rep.Fields = slices.DeleteFunc(rep.Fields, func(f FieldRow) bool { return f.Compared == 0 })
	if rep.Answered > 0 {
		rep.NeverSaid = append(rep.NeverSaid, r.unsaid()...)
	}
	if r.follows != nil {
		rep.Follows, rep.Percent = r.follows.plan.name, r.follows.rate
	}
	return rep
}

// unsaid returns the parts of answers that the program leaves out of all that it
// answers, of the kinds of question that it answers.
func (r *run) unsaid() []string {
	var kinds [kindPerft + 1]bool
	for _, s := range r.sets {
		for _, it := range s.items {
			if it.got != nil && it.got.Error == "" {
				kinds[it.kind()] = true
			}
		}
	}
	return slices.DeleteFunc(r.said.silent(), func(part string) bool {
		switch part {
		case "captures", "after":
			return !kinds[kindMove]
		case "position", "plies":
			return !kinds[kindGame]
		}
		return !kinds[kindMove] && !kinds[kindMoves] && !kinds[kindGame]
	})
}

// Agrees reports whether every question that the program knows is answered as the
// library does, and the program ran as it should.
func (r *Report) Agrees() bool {
	return !r.Failed && r.Answered > 0 && r.Wrong+r.Open+r.SetUps+r.Elsewhere+r.Unanswered == 0 && len(r.Findings) == 0 && len(r.Faults) == 0
}

// WriteJSON writes the report as JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// counts says in words how many answers there are of each sort.
func (r *Report) counts() string {
	text := fmt.Sprintf("%d questions: %d answers agree", r.Questions, r.Agree)
	for _, part := range []struct {
		n    int
		what string
	}{
		{r.Wrong, "are wrong"},
		{r.Open, "differ where the documents leave it open"},
		{r.SetUps, "differ about whether a set-up is over before a move"},
		{r.Elsewhere, "are by the rules of another rule set"},
		{r.Refused, "were refused with an error"},
		{r.Unanswered, "got no answer"},
	} {
		if part.n > 0 {
			text += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	return text
}

// notices returns what there is to say about the program as a whole.
func (r *Report) notices() (all []string) {
	if r.Follows != "" {
		all = append(all, fmt.Sprintf("It ignores which rule set it is asked about: its answers follow %s (%.1f %% of them), whatever is asked. What differs is told for %s.", r.Follows, r.Percent, r.Follows))
	}
	if len(r.NeverSaid) > 0 {
		all = append(all, "It never says, so that it is not compared: "+strings.Join(r.NeverSaid, ", ")+".")
	}
	return all
}

// WriteText writes the report for people.
func (r *Report) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out)
	if title := strings.TrimSpace(r.Name + "  " + strings.Join(r.Command, " ")); title != "" {
		fmt.Fprintf(w, "%s\n", printable(title))
	}
	fmt.Fprintln(w, r.counts())
	for _, n := range r.notices() {
		fmt.Fprintln(w, n)
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
	rows, alike := []RuleSet{}, RuleSet{}
	for _, s := range r.Sets { // those of the cases are many: one row for all that do not differ
		if s.FromCases && s.Wrong+s.Open+s.SetUps+s.Elsewhere == 0 {
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
	fmt.Fprintf(w, "  %-*s  agree of asked      wrong  open  set-ups  others  refused  unanswered\n", width, "")
	for _, s := range rows {
		fmt.Fprintf(w, "  %-*s %6d %8d %7s  %5s %5s  %7s  %6s  %7s  %10s\n", width, s.Name, s.Agree, s.Questions,
			percentText(s.Agree, s.Questions), dash(s.Wrong), dash(s.Open), dash(s.SetUps), dash(s.Elsewhere), dash(s.Refused), dash(s.Unanswered))
	}
	writeFollows(w, rows)
	if len(r.Findings) > 0 {
		fmt.Fprint(w, "\nDifferences\n")
	}
	shown := map[string]int{}
	for i, f := range r.Findings {
		if i == maxShown {
			fmt.Fprintf(w, "\nand %d more, which the JSON of the report tells in full:\n", len(r.Findings)-i)
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
	return w.Flush()
}

// writeFollows says which rules the answers follow instead of those asked about,
// each once.
func writeFollows(w io.Writer, rows []RuleSet) {
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
func (f *Finding) title() string {
	title := "wrong: "
	switch {
	case f.SetUp:
		title = "set-up: "
	case f.Open:
		title = "open: "
	}
	if f.Rule != "" {
		title += f.Rule
		if f.Instead != "" {
			title += " as if " + f.Instead
		}
		title += ": "
	}
	title += "the program " + printable(f.Form)
	if m := f.Example.diff.move; m != (brandubh.Move{}) {
		title += fmt.Sprintf(" (%v)", m)
	}
	if f.Count == 1 {
		return title + "; 1 answer"
	}
	return title + fmt.Sprintf("; %d answers", f.Count)
}

// write writes one finding, without its example.
func (f *Finding) write(w io.Writer, number int) {
	fmt.Fprintf(w, "\n%d. %s\n", number, f.title())
	for _, s := range f.Sets {
		fmt.Fprintf(w, "   %s (%d)", s.Name, s.Count)
		if s.citation.Rule != "" {
			fmt.Fprintf(w, ": %s", s.citation)
		}
		fmt.Fprintln(w)
		if f.Open && s.Reason != "" && f.Note == "" {
			fmt.Fprintf(w, "      %s\n", s.Reason)
		}
	}
	if f.Note != "" {
		fmt.Fprintf(w, "      %s\n", f.Note)
	}
}

func (e *Example) write(w io.Writer) {
	shrunk := ""
	if e.Shrunk {
		shrunk = ", made smaller"
	}
	fmt.Fprintf(w, "   Asked about %s (%s%s):\n", e.Preset, e.From, shrunk)
	for line := range strings.Lines(e.position.Diagram()) {
		fmt.Fprintf(w, "      %s", line)
	}
	fmt.Fprintf(w, "      %s\n", shorten(e.asked()))
	fmt.Fprintf(w, "   program  %s\n", e.show(e.Program))
	fmt.Fprintf(w, "   library  %s\n", e.show(e.Library))
	for _, line := range e.Why {
		fmt.Fprintf(w, "            %s\n", line)
	}
}

// asked returns the question as JSON.
func (e *Example) asked() string {
	text, err := json.Marshal(e.Question)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// shorten cuts the middle out of a long text, as of a question about a long game.
func shorten(text string) string {
	if len(text) <= 400 {
		return text
	}
	return strings.ToValidUTF8(text[:200], "") + " … " + strings.ToValidUTF8(text[len(text)-100:], "") + "  (all of it in the JSON of the report)"
}

// show shows an answer, long lists of moves cut to what differs.
func (e *Example) show(a *Answer) string {
	text := a.String()
	if len(text) <= 300 || e.diff.field != "moves" || a == nil || a.Moves == nil {
		return shorten(text)
	}
	has := "without"
	if slices.Contains(a.Moves, e.diff.move.String()) {
		has = "with"
	}
	return fmt.Sprintf("%d moves, %s %v", len(a.Moves), has, e.diff.move)
}
