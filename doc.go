// Package brandubh implements Brandubh, the 7×7 game of the tafl family, under any
// written rule set: positions, legal moves, captures, results, whole games, and
// the reason for each answer, down to the clause of the rule document.
//
// # Four nouns
//
// A [Position] says where the pieces stand and whose turn it is. A [Variant] says
// what may be done with it: a rule set, each rule a field. A [Result] says who won
// and why. A [Game] is a Variant, a line of Positions and the Moves between them,
// and the only one of the four that changes.
//
// Rules are methods of the Variant on a Position, so one Position can be judged
// under several rule sets.
//
// # A first program
//
//	v := brandubh.Federation()
//	g, _ := brandubh.NewGame(v)
//	m, _ := brandubh.ParseMove("d1-b1")
//	if err := g.Play(m); err != nil {
//		fmt.Println(err) // names the square and the reason
//	}
//	fmt.Print(g.Position().Diagram())
//	fmt.Println(g.Result().Sentence())
//
// # Where to find what
//
//   - Rule sets: [Preset], [Presets], [Federation], [ParseVariant],
//     [Variant.Validate], [Variant.Diff], [Variant.Provenance].
//   - Legal moves: [Variant.Targets] of a piece, [Variant.Moves],
//     [Variant.AppendMoves], [Variant.Count], [Variant.Perft].
//   - Playing: [Variant.Play] in a search, [Game.Play] in a game, [Line.Play]
//     where a search needs the history.
//   - Why a move is illegal: [Variant.Check], which returns a [*MoveError].
//   - Why a piece fell or was spared: [Variant.Explain].
//   - Who has won: [Variant.Result], [Game.Result].
//   - Text: [ParsePosition], [ParseMove], [ParseSquare], [ParseResult] and the
//     String methods; [Position.Diagram] for people.
//   - Storing a game: json.Marshal of a [Game], [ParseGame], and [ParseGameUnder] for
//     a preset that has changed.
//   - Showing a game: [Game.Steps].
//   - For search programs: [Position.Hash], [Symmetry], [Position.Canonical],
//     [Move.Index], [Variant.Threatened], [Variant.Escapes].
//
// Packages beside this one: record reads and writes games in every form that
// people share; conformance tests other programs against this one; player plays;
// svg draws.
//
// # Promises
//
//   - A finished position has no legal moves, an unfinished one with a side to move
//     has at least one. Moves come sorted.
//   - Each type that stands alone has one text form, which is strict: what parses
//     prints back the same. JSON is that text in quotes, or an object with
//     lower-case keys. The values of rules, such as [Goal], have a text and JSON
//     as part of a [Variant]; [Variant.Set] reads the text.
//   - Everything but Game, Line and Match is a small comparable value, safe for any
//     number of goroutines. Game, Line and Match are for one goroutine at a time; a
//     copy of one is independent of it and may go to another.
//   - Nothing panics on any input. Hot paths allocate nothing.
//   - A rule that is cited decides: with another value of that field alone the
//     statement would be different.
//
// # Errors
//
// Errors are for programs and for people. errors.Is finds the kind, as in
// errors.Is(err, brandubh.ErrBlocked); errors.As finds a [*MoveError],
// [*ParseError], [*ValidationError] or [*ReplayError] with the details; the
// message names the square, the field or the place in the text.
package brandubh
