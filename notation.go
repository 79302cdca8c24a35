package brandubh

import (
	"errors"
	"fmt"
	"strings"
)

// ErrSyntax is what every [ParseError] wraps: a text is not of its form.
var ErrSyntax = errors.New("syntax error")

// ParseError is why a text could not be read. errors.Is finds [ErrSyntax] in it.
type ParseError struct {
	// What is the kind of thing that was to be read: "square", "move", "position" …
	What string
	// Text is the text as it was given.
	Text string
	// At is where in Text the trouble is, in bytes from 0.
	At int
	// Why says what is wrong there.
	Why string
}

// Error says what could not be read, where, and why.
func (e *ParseError) Error() string {
	text := e.Text
	if len(text) > 100 {
		text = text[:100] + "…"
	}
	return fmt.Sprintf("%s %q, byte %d: %s", e.What, text, e.At, e.Why)
}

// Unwrap returns [ErrSyntax].
func (e *ParseError) Unwrap() error { return ErrSyntax }

// unmarshal leaves the old value where the text is refused.
func unmarshal[T any](to *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*to = x
	}
	return err
}

func wordOf(what string, words []string, i uint8) string {
	if int(i) >= len(words) {
		return fmt.Sprintf("%s(%d)", what, i)
	}
	return words[i]
}

func marshalWord(what string, words []string, i uint8) ([]byte, error) {
	if int(i) >= len(words) {
		return nil, fmt.Errorf("there is no %s(%d)", what, i)
	}
	return []byte(words[i]), nil
}

func readWord[T ~uint8](to *T, what string, words []string, text []byte) error {
	for i, w := range words {
		if w == string(text) {
			*to = T(i)
			return nil
		}
	}
	return &ParseError{what, string(text), 0, "want one of " + strings.Join(words, ", ")}
}
