// Command prove looks for proofs that the defenders can force a win, writes them
// down as certificates, and checks certificates.
package main

import (
	"fmt"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/internal/command"
)

func main() { program.Main() }

var program = &command.Command{
	Name: "prove",
	Usage: `Usage: prove solve [flags]        can the defenders force a win here?
       prove check [flags] FILE   is this certificate a proof?

"prove solve -h" and "prove check -h" say more.
`,
	Commands: []*command.Command{solveCommand, checkCommand},
}

// root returns the position that the moves lead to from a position, or, if that is
// empty, from the start of the rule set.
func root(v *brandubh.Variant, position, moves string) (brandubh.Position, error) {
	p := v.Start
	if position != "" {
		var err error
		if p, err = brandubh.ParsePosition(position); err != nil {
			return p, fmt.Errorf("-position: %w", err)
		}
		if err = v.ValidateStart(p); err != nil {
			return p, fmt.Errorf("-position: %w", err)
		}
	}
	for i, text := range strings.Fields(moves) {
		m, err := brandubh.ParseMove(text)
		if err == nil {
			p, err = v.Play(p, m)
		}
		if err != nil {
			return p, fmt.Errorf("-moves, ply %d: %w", i+1, err)
		}
	}
	return p, nil
}
