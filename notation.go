package brandubh

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ErrSyntax says that a text does not have its form. Every [ParseError] wraps it.
var ErrSyntax = errors.New("syntax error")

// ParseError is why a text could not be read. errors.Is finds [ErrSyntax] in it.
type ParseError struct {
	// What names the thing that was to be read: "square", "move", "position" …
	What string
	// Text is the whole text.
	Text string
	// At is the place of the trouble in Text, in bytes from 0.
	At int
	// Why says what is wrong there.
	Why string
}

// Error says what could not be read, where, and why. Of a long text it shows the
// part around the trouble.
func (e *ParseError) Error() string {
	if e == nil {
		return "no error"
	}
	return fmt.Sprintf("%s %s, byte %d: %s", e.What, e.excerpt(), e.At, e.Why)
}

// excerpt returns the text in quotes, or what stands around At.
func (e *ParseError) excerpt() string {
	const length = 100
	if len(e.Text) <= length {
		return strconv.Quote(e.Text)
	}
	from := wholeRunes(e.Text, min(max(0, e.At-length/2), len(e.Text)-length))
	to := wholeRunes(e.Text, from+length)
	before, after := "", ""
	if from > 0 {
		before = "…"
	}
	if to < len(e.Text) {
		after = "…"
	}
	return before + strconv.Quote(e.Text[from:to]) + after
}

// wholeRunes returns the last place at or before at where a character starts.
func wholeRunes(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// shortened returns a text with at most 60 bytes, for messages.
func shortened(text string) string {
	const length = 60
	if len(text) <= length {
		return text
	}
	return text[:wholeRunes(text, length)] + "…"
}

// grouped returns a number with commas: 999,980.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// Unwrap returns [ErrSyntax].
func (e *ParseError) Unwrap() error { return ErrSyntax }

// unmarshal reads a value from text, and keeps the old one if the text is refused.
func unmarshal[T any](to *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*to = x
	}
	return err
}

// words is the text of an enum type: the word of the value i is list[i].
type words[T ~uint8] struct {
	name string // of the type
	what string // in words, for a [ParseError]
	list []string
}

// text returns the word of a value, "Goal(9)" for an invalid one.
func (w *words[T]) text(x T) string {
	if int(x) >= len(w.list) {
		return fmt.Sprintf("%s(%d)", w.name, x)
	}
	return w.list[x]
}

// marshal returns the word of a value and refuses an invalid one.
func (w *words[T]) marshal(x T) ([]byte, error) {
	if int(x) >= len(w.list) {
		return nil, fmt.Errorf("%s is invalid", w.text(x))
	}
	return []byte(w.list[x]), nil
}

// unmarshal reads a value from its word.
func (w *words[T]) unmarshal(to *T, text []byte) error {
	for i, word := range w.list {
		if word == string(text) {
			*to = T(i)
			return nil
		}
	}
	return &ParseError{w.what, string(text), 0, "want one of " + strings.Join(w.list, ", ")}
}
