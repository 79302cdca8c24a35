package record

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/brandubh"
)

// jsonGames reads a JSON value: a game, or a list of games or of moves. It reports
// whether to go on behind it.
func (s *scanner) jsonGames(yield func(*Written, error) bool) bool {
	s.what = GameJSON.what()
	from := s.at
	d := json.NewDecoder(strings.NewReader(s.rest()))
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		at := from + int(d.InputOffset())
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			at = from + max(0, int(syntax.Offset)-1)
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			at = s.end
		}
		return yield(nil, s.failAt(at, "broken JSON: %s", strings.TrimPrefix(err.Error(), "json: "))) && false
	}
	to := from + int(d.InputOffset())
	s.at = to
	for s.text[from] != raw[0] {
		from++
	}
	s.part(s.what, from, to).jsonValue(yield)
	return true
}

// jsonValue reads a sound JSON value that fills the part.
func (s *scanner) jsonValue(yield func(*Written, error) bool) {
	give := func(w *Written, err error) bool {
		if w != nil {
			w.end = s.end
		}
		return yield(w, err)
	}
	if s.peek(0) == '{' {
		w, err := s.jsonGame()
		give(w, err)
		return
	}
	parts := s.jsonList()
	if len(parts) == 0 || parts[0].peek(0) == '"' {
		w := &Written{Form: ArchiveJSON, text: s.text}
		err := w.jsonMoves(s)
		if err != nil && w.stop == nil {
			w = nil
		}
		give(w, err)
		return
	}
	for _, p := range parts {
		var w *Written
		err := p.fail("want a game, an object, in the list")
		if p.peek(0) == '{' {
			w, err = p.jsonGame()
			if w != nil {
				w.end = p.end
			}
		}
		if !yield(w, err) {
			return
		}
	}
}

// jsonList returns the parts of a sound JSON list.
func (s *scanner) jsonList() []*scanner {
	var parts []*scanner
	d := json.NewDecoder(strings.NewReader(s.rest()))
	d.Token()
	for d.More() {
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			break
		}
		to := s.at + int(d.InputOffset())
		parts = append(parts, s.part(s.what, to-len(raw), to))
	}
	return parts
}

// jsonField is a field of an object.
type jsonField struct {
	name  string
	value *scanner
}

// jsonFields returns the fields of a sound JSON object. A name that stands twice is an
// error.
func (s *scanner) jsonFields() ([]jsonField, error) {
	var fields []jsonField
	seen := map[string]bool{}
	d := json.NewDecoder(strings.NewReader(s.rest()))
	d.Token()
	for d.More() {
		key, err := d.Token()
		name, _ := key.(string)
		var raw json.RawMessage
		if err != nil || d.Decode(&raw) != nil {
			break
		}
		to := s.at + int(d.InputOffset())
		f := jsonField{name, s.part(s.what, to-len(raw), to)}
		if seen[fieldName(name)] {
			return nil, f.value.fail("%s stands twice", cut(strconv.Quote(name), 40))
		}
		seen[fieldName(name)] = true
		fields = append(fields, f)
	}
	return fields, nil
}

// fieldName returns a field's name without what people spell in different ways.
func fieldName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" _-", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// text returns a value as text: what stands in the quotes of one, or the value itself.
func (f jsonField) text() string {
	var text string
	if json.Unmarshal([]byte(f.value.rest()), &text) == nil && f.value.peek(0) == '"' {
		return text
	}
	return f.value.rest()
}

// jsonGame reads a game from an object: in the library's own JSON, or as archives have
// it.
func (s *scanner) jsonGame() (*Written, error) {
	fields, err := s.jsonFields()
	if err != nil {
		return nil, err
	}
	has := func(names ...string) bool {
		return slices.ContainsFunc(fields, func(f jsonField) bool { return slices.Contains(names, fieldName(f.name)) })
	}
	switch {
	case has("variant") && !has("type", "gametype", "game"):
		return s.storedGame()
	case !has("moves") && has("goal", "king", "repetition"):
		return nil, s.fail("these are rules, not a game")
	case !has("moves"):
		return nil, s.fail(`want "moves", a text or a list of moves`)
	}
	return s.archived(fields)
}

// storedGame reads a game in the library's own JSON.
func (s *scanner) storedGame() (*Written, error) {
	g, err := brandubh.ParseGame([]byte(s.rest()))
	if errors.Is(err, brandubh.ErrFingerprint) || errors.Is(err, brandubh.ErrNoPreset) {
		if w := s.storedElsewhere(err); w != nil {
			return w, nil
		}
	}
	if err != nil {
		return nil, &Error{What: s.what, Place: s.place(s.at), Token: cut(firstWord(s.rest()), 40), Err: err}
	}
	r := FromGame(g)
	w := &Written{Form: GameJSON, Game: g, Rules: r.Rules, text: s.text, Claim: claimOf(r.Result)}
	if r.Start != r.Rules.Start {
		w.Start = r.Start
	}
	for _, m := range r.Moves {
		w.items = append(w.items, item{kind: itemMove, move: WrittenMove{Move: m}, from: s.at, to: s.at})
	}
	return w, nil
}

// storedElsewhere reads a stored game whose rules this library does not have, or has
// otherwise: its moves can be played by rules that the caller gives. It returns nil
// if there is more wrong with it than the rules.
func (s *scanner) storedElsewhere(rules error) *Written {
	var g struct {
		Moves  []brandubh.Move
		Start  brandubh.Position
		Result brandubh.Result
	}
	if json.Unmarshal([]byte(s.rest()), &g) != nil {
		return nil
	}
	w := &Written{Form: GameJSON, RulesErr: rules, Start: g.Start, text: s.text, Claim: claimOf(g.Result)}
	for _, m := range g.Moves {
		w.items = append(w.items, item{kind: itemMove, move: WrittenMove{Move: m}, from: s.at, to: s.at})
	}
	return w
}

// archived reads a game as archives of played games have it.
func (s *scanner) archived(fields []jsonField) (*Written, error) {
	w := &Written{Form: ArchiveJSON, text: s.text}
	var failed error
	for _, f := range fields {
		text := f.text()
		taken := true
		switch fieldName(f.name) {
		case "moves":
			failed = w.jsonMoves(f.value)
			if failed != nil && w.stop == nil {
				return nil, failed
			}
		case "type", "gametype", "game":
			n, err := strconv.Atoi(strings.TrimSpace(text))
			if err == nil {
				w.Rules, err = brandubh.Preset(ArchivePreset(n))
			}
			taken = err == nil
		case "won", "winner", "result", "outcome":
			c, ok := winnerOf(text)
			if !ok {
				return nil, f.value.fail("%q: want black, white, draw or ongoing", f.name)
			}
			w.takeClaim(c, f.name+": "+text)
		case "first":
			c, ok := winnerOf(text)
			if !ok || c.Kind != ClaimWin {
				return nil, f.value.fail("%q: want black or white", f.name)
			}
			w.First = c.Winner
		case "start", "position":
			p, err := ReadPosition(text)
			if err != nil {
				return nil, f.value.fail("%q: %v", f.name, err)
			}
			w.Start = p
		default:
			taken = false
		}
		if !taken {
			w.Headers = append(w.Headers, Header{f.name, text})
			if isMoves(strings.NewReplacer("[", " ", "]", " ", `"`, " ").Replace(text)) {
				w.deviate(s, KindUnread, f.value.at, f.value.end, "looks like moves and was read as a header")
			}
		}
	}
	return w, failed
}

// winnerOf reads who has won, in a word or a claim.
func winnerOf(text string) (Claim, bool) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "black", "attackers", "attacker":
		return Claim{Kind: ClaimWin, Winner: brandubh.Attackers, Text: text}, true
	case "white", "defenders", "defender":
		return Claim{Kind: ClaimWin, Winner: brandubh.Defenders, Text: text}, true
	case "", "null":
		return Claim{}, true
	}
	if c, ok := score(text); ok {
		return c, true
	}
	if r, err := brandubh.ParseResult(text); err == nil {
		c := claimOf(r)
		c.Text = text
		return c, true
	}
	c, self, ok := phrase(text)
	return c, ok && !self && c.Kind != ClaimNothing
}

// jsonMoves reads moves from a text in quotes, or from a list of such.
func (w *Written) jsonMoves(value *scanner) error {
	parts := []*scanner{value}
	switch value.peek(0) {
	case '"':
	case '[':
		parts = value.jsonList()
	default:
		return value.fail(`want "moves", a text or a list of moves`)
	}
	r := listReader{w: w}
	for _, p := range parts {
		var text string
		if p.peek(0) != '"' || json.Unmarshal([]byte(p.rest()), &text) != nil {
			return p.fail("want a move in quotes")
		}
		r.scanner = p.part(p.what, p.at+1, p.end-1)
		if r.scanner.rest() != text { // with escapes: places are those in the text itself
			r.scanner = &scanner{what: p.what, text: text, end: len(text)}
		}
		first := len(w.items)
		err := r.read(&w.items, false)
		if err == nil && !r.done() {
			err = r.fail("a second game begins here, and one was expected")
		}
		err = w.stops(r.scanner, err)
		if r.scanner.text != w.text {
			setPlace(w.items[first:], p.at, p.end)
		}
		if err != nil {
			if r.scanner.text != w.text && w.stop != nil {
				w.stop.Place = p.place(p.at)
			}
			return err
		}
	}
	return nil
}

// setPlace sets where items stand, those in variations too.
func setPlace(items []item, from, to int) {
	for i := range items {
		items[i].from, items[i].to = from, to
		setPlace(items[i].line, from, to)
	}
}

// csvGame reads a line as hnefatafl-rs has it, and reports whether to go on.
func (s *scanner) csvGame(yield func(*Written, error) bool) bool {
	s.what = CSV.what()
	from := s.at
	line := s.line()
	to := s.at
	w := &Written{Form: CSV, text: s.text, end: to}
	words := strings.Split(line, ",")
	if len(words) != 4 {
		return yield(nil, s.failAt(from, "want moves, two numbers and a status, with commas between them"))
	}
	w.counts = new([2]int)
	for i := range w.counts {
		n, err := strconv.Atoi(strings.TrimSpace(words[i+1]))
		if err != nil {
			return yield(nil, s.failAt(from+len(strings.Join(words[:i+1], ","))+1, "want the number of pieces captured"))
		}
		w.counts[i] = n
	}
	c, ok := winnerOf(words[3])
	if !ok || c.Kind == ClaimNothing {
		return yield(nil, s.failAt(to-len(words[3]), "want Black, White, Draw or Ongoing"))
	}
	w.takeClaim(c, words[3])
	start, end := from, from+len(words[0])
	if n := len(words[0]); n >= 2 && words[0][0] == '"' && words[0][n-1] == '"' {
		start, end = start+1, end-1
	}
	r := listReader{scanner: s.part(s.what, start, end), w: w}
	err := r.read(&w.items, false)
	if err == nil && !r.done() {
		err = r.fail("a second game begins here, and one was expected")
	}
	return yield(w, w.stops(r.scanner, err))
}

// plays reads the commands of a text protocol, one game of them.
func (s *scanner) plays(yield func(*Written, error) bool) bool {
	s.what = Plays.what()
	w := &Written{Form: Plays, text: s.text}
	for {
		for s.blanks() || s.accept(",") != "" {
		}
		if s.done() {
			break
		}
		from := s.at
		it, err := s.playCommand()
		if err != nil {
			s.at = from
			w.stops(s, err)
			w.end = s.end
			return yield(w, err) && false
		}
		it.from, it.to = from, s.at
		w.items = append(w.items, it)
	}
	w.end = s.at
	return yield(w, nil)
}

// playCommand reads one command: "play attacker d2 e2", "play defender resigns _".
func (s *scanner) playCommand() (item, error) {
	var words []string
	var places []int
	next := *s
	for len(words) < 4 {
		next.blanks()
		places = append(places, next.at)
		from := next.at
		for r, n := next.rune(); n > 0 && !strings.ContainsRune(" \t\r\n,", r); r, n = next.rune() {
			next.at += n
		}
		words = append(words, strings.ToLower(next.text[from:next.at]))
	}
	if words[0] != "play" {
		return item{}, s.fail(`want "play", the side and two squares`)
	}
	var side brandubh.Side
	switch words[1] {
	case "attacker", "attackers", "black":
		side = brandubh.Attackers
	case "defender", "defenders", "white":
		side = brandubh.Defenders
	default:
		return item{}, s.failAt(places[1], "want attacker or defender")
	}
	if words[2] == "resigns" || words[2] == "resign" {
		s.at = places[2] + len(words[2])
		if words[3] == "_" {
			s.at = next.at
		}
		c := Claim{Kind: ClaimWin, Winner: side.Opponent(), Reason: brandubh.Resigned, Text: words[1] + " resigns"}
		return item{kind: itemClaim, claim: c}, nil
	}
	it := item{kind: itemMove, side: side}
	for i, sq := range []*brandubh.Square{&it.move.Move.From, &it.move.Move.To} {
		part := s.part(s.what, places[2+i], s.end)
		var err error
		if *sq, err = part.square(); err != nil {
			return item{}, err
		}
		if part.at != places[2+i]+len(words[2+i]) {
			return item{}, part.fail("something follows the square")
		}
	}
	s.at = next.at
	return it, nil
}
