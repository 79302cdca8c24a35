package record_test

import (
	"errors"
	"testing"

	"example.com/brandubh"
	"example.com/brandubh/record"
)

// TestNil: nothing panics for a nil receiver or an error without a reason.
func TestNil(t *testing.T) {
	var w *record.Written
	if value, ok := w.Header("x"); ok || value != "" || w.NamesCaptures() {
		t.Error("a nil record has headers or captures")
	}
	if _, err := w.Replay(record.Options{Rules: brandubh.Federation()}); !errors.Is(err, brandubh.ErrSyntax) {
		t.Errorf("a nil record: %v, want a syntax error", err)
	}
	var e *record.Error
	var loss *record.LossError
	for _, err := range []error{e, loss, &record.Error{}, &record.LossError{}, &record.Error{What: "move", Token: "x"}} {
		if err.Error() == "" {
			t.Errorf("%#v says nothing", err)
		}
	}
	if e.Unwrap() != nil {
		t.Error("a nil error wraps one")
	}
}
