package record

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/brandubh"
)

// Place is a place in a text. The zero Place is no place.
type Place struct {
	// Offset is the number of bytes before it in the text as it was given, a byte
	// order mark and both bytes of a CRLF among them.
	Offset int `json:"offset"`
	// Line and Column count from 1, a column being a character.
	Line   int `json:"line"`
	Column int `json:"column"`
}

// locator finds the places of bytes of a text. It is quick where they are asked for
// in order. Lines end in LF, CRLF or CR.
type locator struct {
	text string
	last Place // the last one found; the zero Place before
}

func (l *locator) place(offset int) Place {
	p := l.last
	offset = min(offset, len(l.text))
	if p.Line == 0 || offset < p.Offset {
		p = Place{0, 1, 1}
	}
	for p.Offset < offset {
		r, n := utf8.DecodeRuneInString(l.text[p.Offset:])
		switch {
		case r == '\n', r == '\r' && !strings.HasPrefix(l.text[p.Offset+1:], "\n"):
			p.Line, p.Column = p.Line+1, 1
		case p.Offset > 0 || string(r) != mark:
			p.Column++
		}
		p.Offset += n
	}
	p.Offset = offset
	l.last = p
	return p
}

// String returns the place as "line 2, column 5".
func (p Place) String() string { return fmt.Sprintf("line %d, column %d", p.Line, p.Column) }

// Error is why a text could not be read, or not to its end. errors.Is finds
// [brandubh.ErrSyntax] in it where the text is not of its form, and errors.As a
// [*brandubh.MoveError] where a move in it is illegal.
type Error struct {
	// What is the kind of text that was to be read: "move list", "move" …
	What string
	// Place is where in it the trouble is.
	Place Place
	// Ply is the ply that it is about, counted from 1; 0 for none.
	Ply int
	// Token is the words that stand there, at most 40 characters of them; empty at
	// the end of the text.
	Token string
	// Err is what is wrong.
	Err error

	short bool // the text is a move or a position, of one line
}

// Error says what could not be read, where, and why: `move list, line 1, column 7,
// ply 2, "d1-d8": d8 is off the board`.
func (e *Error) Error() string {
	if e == nil {
		return "no error"
	}
	if e.Err == nil {
		e = &Error{e.What, e.Place, e.Ply, e.Token, brandubh.ErrSyntax, e.short}
	}
	var b strings.Builder
	b.WriteString(e.What)
	switch {
	case e.short:
		b.WriteString(", column " + strconv.Itoa(e.Place.Column))
	case e.Place.Line > 0:
		b.WriteString(", " + e.Place.String())
	}
	if e.Ply > 0 {
		b.WriteString(", ply " + strconv.Itoa(e.Ply))
	}
	switch {
	case strings.HasPrefix(e.Err.Error(), e.Token+": "): // a move names itself
	case e.Token != "":
		b.WriteString(", " + strconv.Quote(e.Token))
	case e.Place.Line > 0:
		b.WriteString(", at the end")
	}
	return b.String() + ": " + e.Err.Error()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// syntaxError is what is wrong with a text that is not of its form.
type syntaxError string

func (e syntaxError) Error() string { return string(e) }
func (e syntaxError) Unwrap() error { return brandubh.ErrSyntax }

// mark is the byte order mark that some editors put before UTF-8.
const mark = "\uFEFF"

// encoded returns an error for a text that is not UTF-8 because it is UTF-16.
func encoded(what, text string) error {
	utf16 := strings.HasPrefix(text, "\xFE\xFF") || strings.HasPrefix(text, "\xFF\xFE") ||
		len(text) >= 4 && (text[0] == 0) != (text[1] == 0) && text[0] == 0 == (text[2] == 0) && text[1] == 0 == (text[3] == 0)
	if !utf16 {
		return nil
	}
	return &Error{What: what, Err: syntaxError("the text is UTF-16; save it as UTF-8")}
}

// scanner reads through a part of a text. All readers of this package stand on it:
// it knows where it is, so that they do not have to say.
type scanner struct {
	what string // the kind of text, for errors
	text string // the whole text
	at   int    // the place to read on from
	end  int    // the end of the part

	base  Place // a place before, to count on from
	short bool  // the text is a move or a position
}

// newScanner returns a scanner of a whole text, behind its byte order mark.
func newScanner(what, text string) *scanner {
	s := &scanner{what: what, text: text, end: len(text)}
	if strings.HasPrefix(text, mark) {
		s.at = len(mark)
	}
	return s
}

// part returns a scanner of a part of the text.
func (s *scanner) part(what string, from, to int) *scanner {
	return &scanner{what: what, text: s.text, at: from, end: to, base: s.base}
}

func (s *scanner) rest() string { return s.text[s.at:s.end] }
func (s *scanner) done() bool   { return s.at >= s.end }

// peek returns the byte n places on, 0 behind the end.
func (s *scanner) peek(n int) byte {
	if s.at+n >= s.end {
		return 0
	}
	return s.text[s.at+n]
}

// rune returns the next character and its length, 0 at the end.
func (s *scanner) rune() (rune, int) {
	if s.done() {
		return 0, 0
	}
	return utf8.DecodeRuneInString(s.rest())
}

// has reports whether one of the texts comes next.
func (s *scanner) has(texts ...string) bool {
	for _, t := range texts {
		if strings.HasPrefix(s.rest(), t) {
			return true
		}
	}
	return false
}

// accept reads one of the texts, if it comes next, and returns it.
func (s *scanner) accept(texts ...string) string {
	for _, t := range texts {
		if strings.HasPrefix(s.rest(), t) {
			s.at += len(t)
			return t
		}
	}
	return ""
}

// blanks reads blanks and line ends, and reports whether there were any.
func (s *scanner) blanks() bool {
	from := s.at
	for {
		r, n := s.rune()
		if n == 0 || !unicode.IsSpace(r) && string(r) != mark {
			return s.at > from
		}
		s.at += n
	}
}

// digits reads a run of decimal digits.
func (s *scanner) digits() string {
	from := s.at
	for c := s.peek(0); '0' <= c && c <= '9'; c = s.peek(0) {
		s.at++
	}
	return s.text[from:s.at]
}

// line reads to the end of the line, without it.
func (s *scanner) line() string {
	n := strings.IndexAny(s.rest(), "\r\n")
	if n < 0 {
		n = len(s.rest())
	}
	line := s.rest()[:n]
	s.at += n
	return line
}

// lineStart reports whether nothing but blanks stands before on the line.
func (s *scanner) lineStart() bool {
	before := strings.TrimRight(s.text[:s.at], " \t")
	return before == "" || before == mark || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "\r")
}

// place returns a place of the text.
func (s *scanner) place(at int) Place {
	return (&locator{text: s.text, last: s.base}).place(at)
}

// fail returns an error about the place where the scanner is.
func (s *scanner) fail(why string, args ...any) error { return s.failAt(s.at, why, args...) }

// failAt returns an error about another place.
func (s *scanner) failAt(at int, why string, args ...any) error {
	return &Error{
		What: s.what, Place: s.place(at), Token: wordsAt(s.text[min(at, s.end):s.end]),
		Err: syntaxError(fmt.Sprintf(why, args...)), short: s.short && !strings.Contains(s.text, "\n"),
	}
}

// wordsAt returns the word with which a text begins, cut to 40 characters.
func wordsAt(text string) string {
	if n := strings.IndexFunc(text, unicode.IsSpace); n == 0 {
		r, size := utf8.DecodeRuneInString(text)
		return string(r) + cut(firstWord(text[size:]), 39)
	}
	return cut(firstWord(text), 40)
}

func firstWord(text string) string {
	if n := strings.IndexFunc(text, unicode.IsSpace); n >= 0 {
		return text[:n]
	}
	return text
}

// cut returns a text of at most n characters, the last of which is … where some are
// left out.
func cut(text string, n int) string {
	count := 0
	for i := range text {
		if count == n-1 && utf8.RuneCountInString(text[i:]) > 1 {
			return text[:i] + "…"
		}
		count++
	}
	return text
}

// problems gathers what is wrong with a text, by field. It keeps the first of them
// and counts the others.
type problems struct {
	list []brandubh.Problem
	more int
}

// maxProblems is how many problems an error lists.
const maxProblems = 20

func (ps *problems) add(path, why string, args ...any) {
	if len(ps.list) == maxProblems {
		ps.more++
		return
	}
	ps.list = append(ps.list, brandubh.Problem{Path: cut(path, 40), Why: fmt.Sprintf(why, args...)})
}

// err returns the problems as one error, nil if there are none.
func (ps problems) err(what string) error {
	if len(ps.list) == 0 {
		return nil
	}
	list := ps.list
	if ps.more > 0 {
		list = append(list, brandubh.Problem{Path: "and", Why: grouped(ps.more) + " more"})
	}
	return &brandubh.ValidationError{What: what, Problems: list}
}

// grouped writes a number with a comma after every three digits.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
