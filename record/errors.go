package record

import (
	"fmt"

	"example.com/brandubh"
)

// problems gathers what is wrong with a text, by field.
type problems []brandubh.Problem

func (ps *problems) add(path, why string, args ...any) {
	*ps = append(*ps, brandubh.Problem{Path: path, Why: fmt.Sprintf(why, args...)})
}

// err returns the problems as one error, nil if there are none.
func (ps problems) err(what string) error {
	if len(ps) == 0 {
		return nil
	}
	return &brandubh.ValidationError{What: what, Problems: ps}
}
