// Package record reads and writes recorded games of Brandubh in the forms that people
// share.
//
// # Forms
//
// [Parse] and [Read] find out by themselves which of these a text has:
//
//   - a list of moves, in any spelling ([MoveList]): d2-e2, D2-E2, d2e2, d2 – e2,
//     Kd4-d3xc3/e3+, d4-d3 x c3,e3, d5-c5x1, d5xc5
//   - movetext as chess has it in PGN, and .tafl files ([Movetext]): tags, numbers,
//     comments, variations, $1, clocks, and a score or a claim in words
//   - game records of OpenTafl, .otg files ([OTG])
//   - a [brandubh.Game] as JSON ([GameJSON])
//   - the JSON of the archive on aagenielsen.dk ([ArchiveJSON]): game type, moves, who won
//   - the CSV of hnefatafl-rs ([CSV])
//   - the plays of a text protocol, as the hnefatafl.org server has them ([Plays])
//
// A byte order mark and line ends of all kinds do no harm. [brandubh.ParseMove] and
// [brandubh.ParsePosition] stay strict; [ReadMove] and [ReadPosition] read what people
// write.
//
// # First program
//
//	r, err := record.Read(text, record.Options{Rules: brandubh.Federation()})
//	if err != nil {
//		log.Fatal(err) // move list, line 1, column 7, ply 2: d3-b3: …
//	}
//	fmt.Println(len(r.Moves), "plies:", r.Result.Sentence())
//	for _, d := range r.Deviations {
//		fmt.Println(d) // what the record says otherwise than the rules
//	}
//
// # Index by task
//
//	read one game            Read; Parse and then Written.Replay by several rule sets
//	read many games          All
//	write a game             Record.Format
//	between Game and Record  FromGame, Record.Game
//	which rules fit a game   FitPresets
//	OpenTafl's rules         ParseOTNRules, FormatOTNRules
//	OpenTafl's moves         ReadMove, FormatOTNMove
//	positions                ReadPosition, ParseOTNPosition, FormatOTNPosition
//	game types               ArchivePreset, ArchiveType
//
// # What is promised
//
// Nothing is lost in silence. Text that cannot be read, and a move that is illegal, is
// an error; what the record says otherwise than the rules is a [Deviation], and the game
// goes on by the rules: what a move captures follows from them. What is written reads
// back as the same record, or is refused with a [*LossError].
//
// Who has won is found on the board. What the record says about it is a [Claim], which
// becomes the result only where the board has no other and it gives a reason: a
// resignation, time, a forfeit, an agreement, repetition. In claims White is the
// defenders and Black the attackers; 1-0 is the attackers', who move first.
//
// # Errors
//
// An [*Error] says what was to be read, the line and column, the ply, and the words that
// stand there. errors.Is finds [brandubh.ErrSyntax] in it for text that is not of its
// form, and errors.As a [*brandubh.MoveError] for an illegal move. No error is longer
// than a few lines, however long the text.
package record
