package record

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// list reads moves in any spelling with all that people write between them, and the
// tags before them if there are any.
func (s *scanner) list(form Form) (*Written, error) {
	w := &Written{Form: form, text: s.text}
	s.what = form.what()
	var hs []Header
	var places []int
	for s.blanks(); pgnTag.MatchString(s.rest()); s.blanks() {
		m := pgnTag.FindStringSubmatch(s.rest())
		hs, places = append(hs, Header{m[1], unquote.Replace(m[2])}), append(places, s.at)
		w.Form, s.what = Movetext, Movetext.what()
		s.at += len(m[0])
	}
	if err := w.takeHeaders(s, hs, places); err != nil {
		return nil, err
	}
	r := listReader{scanner: s, w: w}
	err := w.stops(s, r.read(&w.items, false))
	if err != nil {
		s.at = s.end
	}
	w.end = s.at
	for i := range w.items {
		if k := w.items[i].kind; k != itemMove && k != itemClaim {
			w.Form = Movetext
		}
	}
	return w, err
}

// unquote takes the backslashes out of a tag's value, and quote puts them in.
var (
	unquote = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
	quote   = strings.NewReplacer(`"`, `\"`, `\`, `\\`)
)

// listReader reads the items of a list of moves.
type listReader struct {
	*scanner
	w     *Written
	plies int  // moves read in the main line
	moved bool // a move has been read, in the main line or the variation
	ended bool // a claim has been read
	depth int  // of the variation
}

// maxDepth is how deep variations may be nested.
const maxDepth = 50

// read reads items up to the end of the text, of the variation, or of the game where
// another begins.
func (r *listReader) read(items *[]item, inside bool) error {
	for {
		more, err := r.item(items, inside)
		if err != nil || !more {
			return err
		}
	}
}

// item reads what comes next, and reports whether to go on. It reads nothing where it
// fails.
func (r *listReader) item(items *[]item, inside bool) (more bool, err error) {
	for r.blanks() || r.accept(",") != "" {
	}
	from := r.at
	defer func() {
		if err != nil {
			r.at = from
		}
	}()
	add := func(it item) {
		it.from, it.to = from, r.at
		*items = append(*items, it)
	}
	switch c := r.peek(0); {
	case r.done():
		if inside {
			return false, r.fail("the variation is not closed; want )")
		}
		return false, nil
	case inside && c == ')':
		return false, nil
	case !inside && len(*items) > 0 && r.newGame():
		return false, nil
	case c == '%' && r.lineStart():
		r.at++
		r.comment(items, from, r.line())
	case c == '{', c == '[':
		text, err := r.enclosed(map[byte]byte{'{': '}', '[': ']'}[c])
		if err != nil {
			return false, err
		}
		r.comment(items, from, text)
	case c == '(':
		if err := r.parenthesis(items); err != nil {
			return false, err
		}
	case c == ';', c == '#' && !r.afterMove(*items):
		r.at++
		r.comment(items, from, r.line())
	case c == '!', c == '?', c == '#':
		for r.accept("!", "?", "#") != "" {
		}
		add(item{kind: itemComment, text: r.text[from:r.at]})
	case c == '$' && isDigit(r.peek(1)):
		r.at++
		r.digits()
		add(item{kind: itemComment, text: r.text[from:r.at]})
	case r.score():
		claim, _ := score(r.text[from:r.at])
		add(item{kind: itemClaim, claim: claim})
		r.ended = r.ended || !inside
	case r.accept(resignSymbol) != "":
		add(item{kind: itemClaim, claim: resignation, self: true})
		r.ended = r.ended || !inside
	case isDigit(c), c == '.', r.has("…"):
		n, ok := r.number()
		if !ok {
			return false, r.failAt(from, "want a move, as in d2-e2")
		}
		add(item{kind: itemNumber, number: n})
	case r.startsSquare() || isLetter(c) && isDigit(r.peek(1)):
		w, twice, err := r.move()
		if err == nil && !r.boundary() {
			err = r.fail("something follows the move")
		}
		if err != nil {
			return false, err
		}
		add(item{kind: itemMove, move: w, twice: twice})
		r.moved = true
		if !inside {
			r.plies++
		}
	default:
		claim, self, ok := r.phrase()
		if !ok {
			return false, r.failAt(from, "want a move, as in d2-e2")
		}
		add(item{kind: itemClaim, claim: claim, self: self})
		r.ended = r.ended || !inside
	}
	return true, nil
}

// boundary reports whether a move may end here.
func (r *listReader) boundary() bool {
	if r.done() || strings.IndexByte(",;#{([!?)$", r.peek(0)) >= 0 {
		return true
	}
	next := *r.scanner
	return next.blanks()
}

// afterMove reports whether a move ends just here.
func (r *listReader) afterMove(items []item) bool {
	n := len(items)
	return n > 0 && items[n-1].kind == itemMove && items[n-1].to == r.at
}

// newGame reports whether another game begins here: with a tag, or with turn 1 where
// this game has had it.
func (r *listReader) newGame() bool {
	switch {
	case pgnTag.MatchString(r.rest()):
		return r.lineStart()
	case r.peek(0) == '[' && r.lineStart() && otgTag.MatchString(r.rest()):
		return r.otgTag() != ""
	case !isDigit(r.peek(0)) || r.plies < 2 && !r.ended:
		return false
	}
	next := *r.scanner
	if next.score() {
		return false
	}
	n, ok := next.number()
	return ok && n == 1
}

// score reads a score.
func (s *scanner) score() bool {
	next := *s
	text := next.accept("1/2", "½", "0.5", "1", "0")
	if text == "" {
		return s.accept("*") != ""
	}
	next.blanks()
	if next.accept(dashes...) == "" {
		return false
	}
	next.blanks()
	if next.accept("1/2", "½", "0.5", "1", "0") == "" || isDigit(next.peek(0)) {
		return false
	}
	if _, ok := score(s.text[s.at:next.at]); !ok {
		return false
	}
	*s = next
	return true
}

// number reads a move number: "12.", "12...", "12)", "12" alone, or dots alone, for
// which it returns 0.
func (s *scanner) number() (n int, ok bool) {
	digits := s.digits()
	behind := s.at
	for s.accept(".", "…") != "" {
	}
	if s.at == behind {
		s.accept(")")
	}
	switch {
	case digits == "":
		return 0, s.at > behind
	case s.at == behind:
		next := *s
		if !next.done() && !next.blanks() {
			return 0, false
		}
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		n = -1 // too large to fit anything
	}
	return n, true
}

// enclosed reads what stands between two signs.
func (s *scanner) enclosed(closing byte) (string, error) {
	n := strings.IndexByte(s.rest(), closing)
	if n < 0 {
		return "", s.fail("the comment is not closed; want %c", closing)
	}
	text := s.rest()[1:n]
	s.at += n + 1
	return text, nil
}

// parenthesis reads a variation, or a comment in parentheses.
func (r *listReader) parenthesis(items *[]item) error {
	from := r.at
	depth, end := 0, -1
	for i := r.at; i < r.end && end < 0; i++ {
		switch r.text[i] {
		case '{':
			if n := strings.IndexByte(r.text[i:r.end], '}'); n > 0 {
				i += n
			}
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				end = i
			}
		}
	}
	if end < 0 {
		return r.fail("the comment is not closed; want )")
	}
	inner := r.part(r.what, from+1, end)
	if r.moved && inner.beginsLine() {
		if r.depth == maxDepth {
			return r.fail("variations are nested more than %d deep", maxDepth)
		}
		line := item{kind: itemVariation, from: from, to: end + 1}
		sub := listReader{scanner: inner, w: r.w, depth: r.depth + 1}
		inner.end = end + 1 // the parenthesis that closes it
		err := sub.read(&line.line, true)
		if err == nil && sub.at == end {
			*items = append(*items, line)
			r.at = end + 1
			return nil
		}
		r.at = end + 1
		*items = append(*items, item{kind: itemComment, from: from, to: r.at, text: r.text[from+1 : end]})
		r.w.deviate(r.scanner, KindUnread, from, r.at, "begins as a variation does and was read as a comment")
		return nil
	}
	r.at = end + 1
	r.comment(items, from, r.text[from+1:end])
	return nil
}

// beginsLine reports whether a line of moves begins here, behind numbers and comments.
func (s *scanner) beginsLine() bool {
	next := *s
	for {
		next.blanks()
		switch c := next.peek(0); {
		case c == '{':
			if _, err := next.enclosed('}'); err != nil {
				return false
			}
		case isDigit(c), c == '.', next.has("…"):
			if _, ok := next.number(); !ok {
				return false
			}
		default:
			_, _, err := next.move()
			return err == nil
		}
	}
}

var clockMark = regexp.MustCompile(`\[%clk +(\d{1,4}):(\d\d):(\d\d)(\.\d)?\]`)

// comment adds a comment, and the clocks that stand in it. One that is nothing but
// moves is reported.
func (r *listReader) comment(items *[]item, from int, text string) {
	for {
		m := clockMark.FindStringSubmatchIndex(text)
		if m == nil {
			break
		}
		n := func(i int) time.Duration {
			if m[i] < 0 {
				return 0
			}
			n, _ := strconv.Atoi(strings.TrimPrefix(text[m[i]:m[i+1]], "."))
			return time.Duration(n)
		}
		left := n(2)*time.Hour + n(4)*time.Minute + n(6)*time.Second + n(8)*time.Second/10
		*items = append(*items, item{kind: itemClock, from: from, to: r.at, left: left})
		if text = strings.TrimSpace(text[:m[0]] + text[m[1]:]); text == "" {
			return
		}
	}
	*items = append(*items, item{kind: itemComment, from: from, to: r.at, text: text})
	if isMoves(text) {
		r.w.deviate(r.scanner, KindUnread, from, r.at, "looks like moves and was read as a comment")
	}
}

// isMoves reports whether a text is nothing but moves, their numbers and claims, and
// has a move.
func isMoves(text string) bool {
	s := newScanner("move", text)
	moves := 0
	for {
		for s.blanks() || s.accept(",", ";", "|") != "" {
		}
		switch c := s.peek(0); {
		case s.done():
			return moves > 0
		case s.score(), s.accept(resignSymbol) != "":
		case isDigit(c), c == '.':
			if _, ok := s.number(); !ok {
				return false
			}
		case s.startsSquare():
			if _, _, err := s.move(); err != nil {
				return false
			}
			moves++
		default:
			if _, _, ok := s.phrase(); !ok {
				return false
			}
		}
	}
}

// phrase reads a claim in words, as many of them as make one.
func (s *scanner) phrase() (c Claim, self, ok bool) {
	from, best := s.at, s.at
	next := *s
	for range 20 {
		for {
			r, n := next.rune()
			if n == 0 || next.at-from > maxPhrase || strings.ContainsRune(" \t\r\n,;{}()[]!?#%\u00a0", r) {
				break
			}
			next.at += n
		}
		text := strings.TrimRight(s.text[from:next.at], ".:")
		if d, dSelf, dOK := phrase(text); dOK && d.Kind != ClaimNothing {
			c, self, ok, best = d, dSelf, true, next.at
		}
		behind := next.at
		next.blanks()
		if next.accept(",") != "" {
			next.blanks()
		}
		if next.at == behind || next.done() || next.looksLikeSquare() || isDigit(next.peek(0)) || !isLetter(next.peek(0)) {
			break
		}
	}
	s.at = best
	return c, self, ok
}
