// Command conform speaks the conformance protocol: it answers questions about
// Brandubh under any rule set, one JSON object a line.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

const usage = `Usage: conform answer < questions > answers

Reads one JSON object a line and answers each with one, in order:

  {"id":1,"preset":"federation","position":"P"}                  every legal move, and the end
  {"id":2,"preset":"federation","position":"P","move":"d1-b1"}   what the move does, or why not
  {"id":3,"preset":"federation","moves":["d1-b1",…]}             where the game stands after them
  {"id":4,"preset":"federation","position":"P","perft":3}        lines of 1, 2, 3 legal moves

A whole rule set as "variant":{…} may stand in place of "preset", and a game may
start from a "position". What cannot be answered gets {"id":…,"error":"…"}, and
the next line is read. Answers name the field or shared rule that decides, the
clause that it follows, and what it rests on.
`

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the program: it returns 0, 1 for trouble in reading or writing, 2 for
// what it does not understand.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	switch {
	case len(args) == 1 && (args[0] == "-h" || args[0] == "--help" || args[0] == "help"):
		fmt.Fprint(out, usage)
		return 0
	case len(args) == 2 && args[0] == "answer" && (args[1] == "-h" || args[1] == "--help"):
		fmt.Fprint(out, usage)
		return 0
	case len(args) == 1 && args[0] == "answer":
		if err := answerAll(bufio.NewReaderSize(in, 1<<16), out); err != nil {
			fmt.Fprintln(errs, "conform:", err)
			return 1
		}
		return 0
	}
	fmt.Fprint(errs, usage)
	return 2
}
