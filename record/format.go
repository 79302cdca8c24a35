package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/brandubh"
)

// LossError is what a record says that a form has no way to say.
type LossError struct {
	// Form is the form that it was to be written in.
	Form Form
	// Lost is the parts of the record that would be lost, by the names of their fields
	// in lower case, and why.
	Lost []brandubh.Problem
}

// Error names the form and what it loses.
func (e *LossError) Error() string {
	if e == nil {
		return "no error"
	}
	text := fmt.Sprintf("the form %q cannot say all of the record", e.Form)
	for i, p := range e.Lost {
		text += [...]string{": ", "; "}[min(i, 1)] + p.Path + ": " + p.Why
	}
	return text
}

// Format returns the record as text in a form, which [Read] reads back by the same
// rules as the same record: the same headers, start, moves, result, comments, clocks,
// variations and rest, and a claim that is the record's own or follows from its result.
// What the form has no way to say is refused with a [*LossError]; [Movetext] can say
// nearly everything. A record that was read on past an end by enclosure
// ([Options].ReadOn) has to be read so again.
//
// It refuses invalid rules, and moves that are illegal under them. An .otg gets the
// nearest record of the rules; [FormatOTNRules] says what that loses.
func (r Record) Format(form Form) (string, error) {
	f := formatter{Record: r}
	if err := f.play(); err != nil {
		return "", err
	}
	write := map[Form]func() (string, error){
		MoveList: f.list, Movetext: f.movetext, OTG: f.otg, GameJSON: f.game, ArchiveJSON: f.archive, CSV: f.csv, Plays: f.plays,
	}[form]
	if write == nil {
		return "", fmt.Errorf("no text is written in the form %q", form)
	}
	text, err := write()
	if err != nil {
		return "", err
	}
	again, err := Read(text, Options{Rules: r.Rules, ReadOn: f.readOn})
	if lost := r.lost(again); len(lost) > 0 {
		return "", &LossError{form, lost}
	}
	if err != nil && r.Rest == "" {
		return "", fmt.Errorf("the form %q cannot say the record: %w", form, err)
	}
	return text, nil
}

// lost returns what another record, read from the text of this, lacks of it.
func (r Record) lost(again Record) (lost []brandubh.Problem) {
	check := func(same bool, path, why string) {
		if !same {
			lost = append(lost, brandubh.Problem{Path: path, Why: why})
		}
	}
	const noPlace = "no place for them"
	check(again.Start == r.Start, "start", "it starts as the rules do, or with the side that moves first there")
	if len(lost) > 0 {
		return lost
	}
	check(slices.Equal(again.Headers, r.Headers), "headers", noPlace)
	check(slices.Equal(again.Moves, r.Moves), "moves", "they read back otherwise")
	check(again.Result == r.Result, "result", "no way to say it: "+r.Result.Sentence())
	claimed := r.Claim.Kind == ClaimNothing || again.Claim.same(r.Claim) || r.Result.Over() && r.Claim.agrees(r.Result)
	check(claimed, "claim", "no way to say "+strconv.Quote(cut(r.Claim.Text, 40)))
	check(slices.Equal(again.Comments, r.Comments), "comments", noPlace)
	check(slices.Equal(again.Clocks, r.Clocks), "clocks", noPlace)
	check(slices.EqualFunc(again.Variations, r.Variations, sameVariation), "variations", noPlace)
	check(strings.TrimSpace(again.Rest) == strings.TrimSpace(r.Rest), "rest", "it reads back otherwise")
	return lost
}

func sameVariation(a, b Variation) bool {
	return a.Ply == b.Ply && a.Rest == b.Rest && slices.Equal(a.Moves, b.Moves) && slices.Equal(a.Comments, b.Comments) &&
		slices.Equal(a.Clocks, b.Clocks) && slices.EqualFunc(a.Variations, b.Variations, sameVariation)
}

// formatter writes a record. Its methods leave out what their form cannot say; that
// it is missing is found by reading back.
type formatter struct {
	Record
	readOn    bool                // it goes on past an end by enclosure
	rules     *brandubh.Variant   // without enclosure then
	positions []brandubh.Position // one more than moves
	claim     Claim               // what to say about the end
}

// play plays the record, and settles what is to be said about its end.
func (f *formatter) play() error {
	if err := f.Rules.Validate(); err != nil {
		return err
	}
	if err := f.Rules.ValidateStart(f.Start); err != nil {
		return err
	}
	f.rules = f.Rules
	f.positions = append(f.positions, f.Start)
	for i, m := range f.Moves {
		q, err := f.rules.Play(f.last(), m)
		if err != nil && f.rules.Result(f.last()).Reason == brandubh.Enclosed {
			open := *f.rules
			open.Enclosure = false
			f.rules, f.readOn = &open, true
			q, err = f.rules.Play(f.last(), m)
		}
		if err != nil {
			return &Error{What: "record", Ply: i + 1, Token: m.String(), Err: err}
		}
		f.positions = append(f.positions, q)
	}
	both, contrary := f.Claim.with(claimOf(f.Result))
	if f.claim = both; contrary {
		f.claim = f.Claim
	}
	return nil
}

func (f *formatter) last() brandubh.Position { return f.positions[len(f.positions)-1] }

// onBoard reports whether the end follows from the last position.
func (f *formatter) onBoard() bool {
	end := f.rules.Result(f.last())
	return end.Over() && f.claim.agrees(end)
}

// move returns a move with what it captures, but for the king.
func (f *formatter) move(ply int) string {
	p, q := f.positions[ply-1], f.positions[ply]
	return capturing(p, q, f.Moves[ply-1])
}

// capturing returns a move from p to q with what it captures, but for the king.
func capturing(p, q brandubh.Position, m brandubh.Move) string {
	text := m.String()
	for s := range (captured(p, q) &^ p.Pieces(brandubh.King)).All() {
		text += "x" + s.String()
	}
	return text
}

// nouns is what a reason is called behind "won by" or "draw by".
var nouns = map[brandubh.Reason]string{
	brandubh.Escape: "escape", brandubh.KingCaptured: "capture", brandubh.Enclosed: "enclosure",
	brandubh.NoMovesLeft: "no moves", brandubh.Repeated: "repetition", brandubh.Agreed: "agreement",
}

// words returns a claim in words that [phrase] reads; empty for none.
func (c Claim) words() string {
	loser := c.Winner.Opponent().String()
	switch {
	case c.Reason == brandubh.Aborted:
		return "aborted"
	case c.Kind < ClaimWin:
		return ""
	case c.Reason == brandubh.NoReason:
		return c.score()
	case c.Reason == brandubh.Resigned:
		return loser + " resigned"
	case c.Reason == brandubh.OutOfTime:
		return loser + " timeout"
	case c.Reason == brandubh.Forfeited:
		return loser + " forfeited"
	case c.Kind == ClaimDraw:
		return "draw by " + nouns[c.Reason]
	}
	return c.Winner.String() + " won by " + nouns[c.Reason]
}

// score returns the score of a claim: "1-0" is the attackers'.
func (c Claim) score() string {
	switch {
	case c.Kind == ClaimOpen:
		return "*"
	case c.Kind == ClaimDraw:
		return "1/2-1/2"
	case c.Kind == ClaimWin && c.Winner == brandubh.Attackers:
		return "1-0"
	case c.Kind == ClaimWin:
		return "0-1"
	}
	return ""
}

// ending returns how the players ended the game as a list of moves has it: a side that
// is to move gives up without being named.
func (f *formatter) ending() string {
	c := f.claim
	switch {
	case f.onBoard():
		return ""
	case c.Kind == ClaimOpen && c.Reason == brandubh.NoReason:
		return "*"
	case c.Kind == ClaimWin && c.Winner != f.last().Turn() && c.Reason == brandubh.Resigned:
		return "resigned"
	case c.Kind == ClaimWin && c.Winner != f.last().Turn() && c.Reason == brandubh.OutOfTime:
		return "timeout"
	}
	return c.words()
}

// list writes moves with blanks between them, how the players ended the game, and the
// rest.
func (f *formatter) list() (string, error) {
	var words []string
	for i := range f.Moves {
		words = append(words, f.move(i+1))
	}
	if end := f.ending(); end != "" {
		words = append(words, end)
	}
	return f.withRest(strings.Join(words, " ")), nil
}

// withRest returns a text with the rest behind it.
func (f *formatter) withRest(text string) string {
	switch {
	case f.Rest == "" || text == "":
		return text + f.Rest
	case slices.ContainsFunc(takes, func(sign string) bool { return strings.HasPrefix(f.Rest, sign) }):
		return text + ", " + f.Rest // or it would be what the last move captures
	}
	return text + " " + f.Rest
}

// movetext writes tags, and moves with everything between them.
func (f *formatter) movetext() (string, error) {
	var b strings.Builder
	tag := func(name, value string) {
		b.WriteString("[" + name + ` "` + quote.Replace(value) + "\"]\n")
	}
	for _, h := range f.Headers {
		tag(h.Name, h.Value)
	}
	if f.Rules.IsPreset() {
		if _, ok := f.Header("variant"); !ok {
			tag("Variant", f.Rules.Name)
		}
	}
	if f.Start != f.Rules.Start {
		tag("Start", f.Start.String())
	}
	if score := f.claim.score(); score != "" {
		tag("Result", score)
		if f.claim.Reason != brandubh.NoReason && !f.onBoard() {
			tag("Termination", f.claim.words())
		}
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	t := textWriter{}
	if b.Len() == 0 { // or a comment at the start might look like another form
		t.word("1.")
	}
	main := Variation{Ply: 1, Moves: f.Moves, Comments: f.Comments, Clocks: f.Clocks, Variations: f.Variations}
	if err := t.line(f.rules, main, f.positions); err != nil {
		return "", err
	}
	t.word(f.claim.score())
	b.WriteString(f.withRest(t.b.String()))
	return b.String() + "\n", nil
}

// textWriter writes movetext in lines of some eighty characters.
type textWriter struct {
	b      strings.Builder
	column int
	glued  bool // no blank before the next word
}

func (t *textWriter) word(word string) {
	switch {
	case word == "":
		return
	case t.b.Len() == 0 || t.glued:
	case t.column+1+len(word) > 80:
		t.b.WriteByte('\n')
		t.column = 0
	default:
		t.b.WriteByte(' ')
		t.column++
	}
	t.glued = false
	t.b.WriteString(word)
	t.column += len(word)
	if n := strings.LastIndexByte(word, '\n'); n >= 0 {
		t.column, t.glued = len(word)-n-1, n == len(word)-1
	}
}

// line writes the main line or a variation, whose first move is the ply of that
// number. The positions of a variation are worked out.
func (t *textWriter) line(v *brandubh.Variant, l Variation, positions []brandubh.Position) error {
	numbered := l.Ply == 1 && t.b.Len() > 0 // the caller has
	before := l.Ply - 1
	for i := 0; ; i++ {
		ply := before + i
		for _, c := range l.Comments {
			if c.Ply == ply {
				t.comment(c.Text)
				numbered = false
			}
		}
		for _, c := range l.Clocks {
			if c.Ply == ply {
				tenths := c.Left / (time.Second / 10)
				text := fmt.Sprintf("%d:%02d:%02d", tenths/36000, tenths/600%60, tenths/10%60)
				if tenths%10 != 0 {
					text += fmt.Sprintf(".%d", tenths%10)
				}
				t.word("{[%clk " + text + "]}")
				numbered = false
			}
		}
		for _, sub := range l.Variations {
			if sub.Ply == ply && i > 0 && i < len(positions) && len(sub.Moves) > 0 {
				t.word("(")
				t.glued = true
				starts := []brandubh.Position{positions[i-1]}
				for _, m := range sub.Moves {
					q, err := v.Play(starts[len(starts)-1], m)
					if err != nil {
						return &Error{What: "variation", Ply: sub.Ply, Token: m.String(), Err: err}
					}
					starts = append(starts, q)
				}
				if err := t.line(v, sub, starts); err != nil {
					return err
				}
				t.glued = true
				t.word(")")
				numbered = false
			}
		}
		if i == len(l.Moves) {
			return nil
		}
		switch {
		case numbered:
		case ply%2 == 0:
			t.word(strconv.Itoa(ply/2+1) + ".")
		case i == 0 || strings.HasSuffix(t.b.String(), "}") || strings.HasSuffix(t.b.String(), ")"):
			t.word(strconv.Itoa(ply/2+1) + "...")
		}
		numbered = false
		t.word(capturing(positions[i], positions[i+1], l.Moves[i]))
	}
}

// comment writes a comment in braces, or else to the end of the line.
func (t *textWriter) comment(text string) {
	switch {
	case !strings.Contains(text, "}"):
		t.word("{" + text + "}")
	case !strings.ContainsAny(text, "\r\n"):
		t.word(";" + text + "\n")
	}
}

// otg writes a game record of OpenTafl.
func (f *formatter) otg() (string, error) {
	var b strings.Builder
	tag := func(name, value string) {
		if value != "" {
			b.WriteString("[" + name + ":" + value + "]\n")
		}
	}
	for _, h := range f.Headers {
		b.WriteString("[" + h.Name + ":" + h.Value + "]\n")
	}
	switch c := f.claim; c.Kind {
	case ClaimNothing:
		tag("result", "?")
	case ClaimOpen, ClaimDraw:
		tag("result", [...]string{ClaimOpen: "*", ClaimDraw: "0"}[c.Kind])
	default:
		tag("result", [...]string{brandubh.Attackers: "1", brandubh.Defenders: "-1"}[c.Winner])
	}
	if f.claim.Reason != brandubh.NoReason {
		tag("termination", f.claim.words())
	}
	if f.Start.WithTurn(brandubh.NoSide) != f.Rules.Start.WithTurn(brandubh.NoSide) {
		tag("position", FormatOTNPosition(f.Start))
	}
	for _, c := range f.Comments {
		if c.Ply == 0 {
			tag("start-comment", c.Text)
		}
	}
	rules, _, err := FormatOTNRules(f.Rules)
	if err != nil {
		return "", err
	}
	tag("rules", rules)
	main := Variation{Ply: 1, Moves: f.Moves, Comments: f.Comments, Variations: f.Variations}
	if err := writeTurns(&b, f.rules, main, f.Start, "", 0); err != nil {
		return "", err
	}
	return b.String(), nil
}

// writeTurns writes the turns of a line, whose first move is the second of its turn
// where offset is 1, and the variations behind them.
func writeTurns(b *strings.Builder, v *brandubh.Variant, l Variation, p brandubh.Position, prefix string, offset int) error {
	var words []string
	positions := []brandubh.Position{p}
	for i, m := range l.Moves {
		w, q, err := written(v, p, m, OTNPlain)
		if err != nil {
			return &Error{What: "variation", Ply: l.Ply + i, Token: m.String(), Err: err}
		}
		words = append(words, w.String())
		positions = append(positions, q)
		p = q
	}
	comment := func(i int) string {
		var texts []string
		for _, c := range l.Comments {
			if i >= 0 && i < len(words) && c.Ply == l.Ply+i {
				texts = append(texts, c.Text)
			}
		}
		return strings.Join(texts, "\n")
	}
	for turn := 0; 2*turn-offset < len(words); turn++ {
		first, second := 2*turn-offset, 2*turn-offset+1
		b.WriteString("\n" + prefix + strconv.Itoa(turn+1))
		switch {
		case prefix != "" && first < 0:
			b.WriteByte('b')
		case prefix != "":
			b.WriteByte('a')
		}
		b.WriteByte('.')
		for _, i := range []int{first, second} {
			switch {
			case i < 0:
				b.WriteString(" .....")
			case i < len(words):
				b.WriteString(" " + words[i])
			}
		}
		b.WriteByte('\n')
		if c, d := comment(first), comment(second); c != "" || d != "" {
			b.WriteString("[" + c + "|" + d + "]\n")
		}
		for j, i := range []int{first, second} {
			k := 0
			for _, sub := range l.Variations {
				if i < 0 || i >= len(words) || sub.Ply != l.Ply+i || len(sub.Moves) == 0 {
					continue
				}
				k++
				address := prefix + strconv.Itoa(turn+1) + string("ab"[j]) + "." + strconv.Itoa(k) + "."
				if err := writeTurns(b, v, sub, positions[i], address, j); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// game writes the library's own JSON.
func (f *formatter) game() (string, error) {
	g, err := f.Game()
	if err != nil {
		return "", err
	}
	data, err := json.Marshal(g)
	return string(data) + "\n", err
}

// archive writes an object as archives of played games have it.
func (f *formatter) archive() (string, error) {
	var parts []string
	put := func(name string, value any) {
		key, _ := json.Marshal(name)
		data, _ := json.Marshal(value)
		parts = append(parts, string(key)+":"+string(data))
	}
	for _, h := range f.Headers {
		put(h.Name, h.Value)
	}
	if n, ok := ArchiveType(f.Rules.Name); ok && f.Rules.IsPreset() {
		put("type", n)
	}
	if f.Start.WithTurn(f.Rules.Start.Turn()) != f.Rules.Start {
		put("start", f.Start.String())
	}
	put("first", colours[f.Start.Turn()])
	switch f.claim.Kind {
	case ClaimOpen:
		put("won", "ongoing")
	case ClaimDraw:
		put("won", "draw")
	case ClaimWin:
		put("won", colours[f.claim.Winner])
	}
	put("moves", f.withRest(f.unscored()))
	return "{" + strings.Join(parts, ",") + "}\n", nil
}

// colours is what archives call the sides.
var colours = map[brandubh.Side]string{brandubh.Attackers: "black", brandubh.Defenders: "white"}

// unscored returns the list of moves without a score behind it, which the form says
// otherwise.
func (f *formatter) unscored() string {
	var words []string
	for i := range f.Moves {
		words = append(words, f.move(i+1))
	}
	if f.claim.Reason != brandubh.NoReason {
		if end := f.ending(); end != "" {
			words = append(words, end)
		}
	}
	return strings.Join(words, " ")
}

// csv writes a line as hnefatafl-rs has it.
func (f *formatter) csv() (string, error) {
	var taken [3]int
	for i := range f.Moves {
		p, q := f.positions[i], f.positions[i+1]
		taken[p.Turn()] += (captured(p, q) &^ p.Pieces(brandubh.King)).Len()
	}
	status := "Ongoing"
	switch f.claim.Kind {
	case ClaimDraw:
		status = "Draw"
	case ClaimWin:
		status = map[brandubh.Side]string{brandubh.Attackers: "Black", brandubh.Defenders: "White"}[f.claim.Winner]
	}
	return fmt.Sprintf("%s,%d,%d,%s\n", f.withRest(f.unscored()), taken[brandubh.Attackers], taken[brandubh.Defenders], status), nil
}

// plays writes the commands of a text protocol.
func (f *formatter) plays() (string, error) {
	var words []string
	name := func(s brandubh.Side) string { return strings.TrimSuffix(s.String(), "s") }
	for i, m := range f.Moves {
		words = append(words, fmt.Sprintf("play %s %v %v", name(f.positions[i].Turn()), m.From, m.To))
	}
	if f.claim.Reason == brandubh.Resigned {
		words = append(words, "play "+name(f.claim.Winner.Opponent())+" resigns _")
	}
	if len(words) == 0 {
		return "", errors.New("no moves: a list of plays cannot say that")
	}
	return strings.Join(words, ", ") + "\n", nil
}
