package record

import (
	"strconv"
	"strings"
)

// otg reads a game record of OpenTafl: tags, then turns with comments and variations.
func (s *scanner) otg() (*Written, error) {
	w := &Written{Form: OTG, text: s.text}
	s.what = OTG.what()
	var hs []Header
	var places []int
	for s.blanks(); s.peek(0) == '['; s.blanks() {
		from := s.at
		text, err := s.enclosed(']')
		if err != nil {
			return nil, s.fail("the bracket is not closed")
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok || !otgTag.MatchString("["+name+":") {
			return nil, s.failAt(from, "want [tag:value]")
		}
		hs, places = append(hs, Header{name, unixLines.Replace(value)}), append(places, from)
	}
	if err := w.takeHeaders(s, hs, places); err != nil {
		return nil, err
	}
	r := turnReader{scanner: s, w: w, lines: map[string]*otgLine{"": {}}}
	for s.blanks(); !s.done() && !(s.peek(0) == '[' && s.lineStart() && s.otgTag() != ""); s.blanks() {
		from := s.at
		if err := r.turn(); err != nil {
			s.at = from
			w.stops(s, err)
			s.at = s.end
		}
	}
	w.end = s.at
	w.items = append(w.items, r.lines[""].flat()...)
	if w.stop != nil {
		return w, w.stop
	}
	return w, nil
}

// unixLines makes every line end LF.
var unixLines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// otgLine is the main line of an OpenTafl record, or a variation: its items, and the
// variations after each of its moves.
type otgLine struct {
	items   []item
	moves   int
	offset  int // 1 for a variation that begins with the second move of a turn
	after   map[int][]*otgLine
	opening bool // nothing has been read yet
}

// flat returns the items with the variations among them.
func (l *otgLine) flat() []item {
	var items []item
	moves := 0
	add := func() {
		for _, sub := range l.after[moves] {
			line := sub.flat()
			it := item{kind: itemVariation, line: line}
			if len(line) > 0 {
				it.from, it.to = line[0].from, line[len(line)-1].to
			}
			items = append(items, it)
		}
	}
	for _, it := range l.items {
		items = append(items, it)
		if it.kind == itemMove || it.kind == itemClaim {
			moves++
			add()
		}
	}
	return items
}

// turnReader reads the turns of an OpenTafl record.
type turnReader struct {
	*scanner
	w     *Written
	lines map[string]*otgLine // by the address of a variation, "3b.3"; the main line is ""
}

// turn reads a turn: its number or address, its moves, and the comments on them.
func (r *turnReader) turn() error {
	from := r.at
	address := r.address()
	if address == "" {
		return r.fail("want a turn, as in 1. d2-e2 c4-c5, a tag or a comment")
	}
	line, number, second := r.lineOf(address)
	if line == nil {
		return r.failAt(from, "there is no move that this could be a variation on")
	}
	line.items = append(line.items, item{kind: itemNumber, number: number, from: from, to: r.at})
	if number < 0 {
		line.items = line.items[:len(line.items)-1]
	}
	i, moves := 0, 0
	var at [2]int // how many items there are behind each move
	for at = [2]int{len(line.items), len(line.items)}; ; {
		r.blanks()
		start := r.at
		if i == 0 && r.peek(0) == '.' {
			for r.accept(".") != "" {
			}
			i = 1
			if line.opening {
				line.offset = 1
			}
			continue
		}
		next := *r.scanner
		if r.done() || r.peek(0) == '[' || next.address() != "" {
			break
		}
		if i == 2 {
			return r.fail("turn %s has more than two moves", address)
		}
		if second && i == 0 && line.opening { // 3b.3.1b. begins with the second move
			i, line.offset = 1, 1
		}
		it := item{kind: itemMove, from: start}
		if r.accept(resignSymbol) != "" {
			it = item{kind: itemClaim, from: start, claim: resignation, self: true}
		} else {
			var err error
			if it.move, it.twice, err = r.move(); err != nil {
				r.at = start
				return err
			}
			if next := *r.scanner; !r.done() && r.peek(0) != '[' && !next.blanks() {
				return r.fail("something follows the move")
			}
		}
		it.to = r.at
		line.items = append(line.items, it)
		line.moves++
		line.opening = false
		at[i] = len(line.items)
		if i == 0 {
			at[1] = at[0]
		}
		i++
		moves++
	}
	if moves == 0 {
		return r.fail("want a move in turn %s", address)
	}
	return r.comments(line, at, address)
}

// comments reads the comments on a turn, and sets them behind its moves.
func (r *turnReader) comments(line *otgLine, at [2]int, address string) error {
	if r.blanks(); r.peek(0) != '[' || r.lineStart() && r.otgTag() != "" {
		return nil
	}
	from := r.at
	text, err := r.enclosed(']')
	if err != nil {
		return err
	}
	next := *r.scanner
	if next.blanks(); next.peek(0) == '[' && next.otgTag() == "" {
		return next.fail("a second comment on turn %s", address)
	}
	if isMoves(text) {
		r.w.deviate(r.scanner, KindUnread, from, r.at, "looks like moves and was read as a comment")
	}
	first, second, _ := strings.Cut(unixLines.Replace(text), "|")
	if second != "" {
		line.items = append(line.items, item{kind: itemComment, text: second, from: from, to: r.at})
	}
	if first != "" {
		c := item{kind: itemComment, text: first, from: from, to: r.at}
		line.items = append(line.items[:at[0]], append([]item{c}, line.items[at[0]:]...)...)
	}
	return nil
}

// address reads the number of a turn, "3.", or an address, "3b.3.1a."; an address may
// lack its last dot. It returns nothing, and reads nothing, if there is none.
func (s *scanner) address() string {
	next := *s
	from, dots := next.at, 0
	for {
		if next.digits() == "" {
			return ""
		}
		if c := next.peek(0); 'a' <= c && c <= 'z' {
			next.at++
		}
		text := next.text[from:next.at]
		switch {
		case next.peek(0) != '.':
			if dots == 0 || !next.done() && !next.blanks() {
				return ""
			}
			s.at = from + len(text)
			return text
		case isDigit(next.peek(1)):
			dots++
			next.at++
		default:
			s.at = next.at + 1
			return text
		}
	}
}

// lineOf returns the line that an address stands in, the number of the turn in it, -1
// for one in a variation, and whether the address names the second move. It returns
// nil where the line would have nowhere to begin.
func (r *turnReader) lineOf(address string) (line *otgLine, number int, second bool) {
	parts := strings.Split(address, ".")
	last := parts[len(parts)-1]
	if len(parts) == 1 {
		n, err := strconv.Atoi(last)
		if err != nil {
			return nil, 0, false
		}
		return r.lines[""], n, false
	}
	second = strings.HasSuffix(last, "b")
	if len(parts)%2 == 0 {
		return nil, 0, false
	}
	key := strings.Join(parts[:len(parts)-1], ".")
	if l := r.lines[key]; l != nil {
		return l, -1, second
	}
	parent := r.lines[strings.Join(parts[:max(0, len(parts)-3)], ".")]
	if parent == nil {
		return nil, 0, false
	}
	base := parts[len(parts)-3]
	turn, err := strconv.Atoi(strings.TrimRight(base, "abcdefghijklmnopqrstuvwxyz"))
	place := 2*(turn-1) - parent.offset + 1
	if strings.HasSuffix(base, "b") {
		place++
	}
	if err != nil || place < 1 || place > parent.moves || strings.Count(key, ".") > 2*maxDepth {
		return nil, 0, false
	}
	line = &otgLine{opening: true}
	if parent.after == nil {
		parent.after = map[int][]*otgLine{}
	}
	parent.after[place] = append(parent.after[place], line)
	r.lines[key] = line
	return line, -1, second
}
