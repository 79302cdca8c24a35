package record

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/brandubh"
)

// WrittenMove is a move as a record writes it: the move itself and what the
// writer says about it, all of which is a claim that the rules may not bear out.
// It knows nothing of its position. Two are equal exactly when they say the same.
type WrittenMove struct {
	// Move is the move; it means nothing where Resigns is set.
	Move brandubh.Move
	// King: the piece that moves is marked as the king, "Kd4-d3".
	King bool
	// Captures is the squares whose pieces the move is said to take.
	Captures brandubh.Bitboard
	// KingCaptures is those of Captures that are marked as the king's, "xKd3".
	KingCaptures brandubh.Bitboard
	// Count is how many pieces the move is said to take where their squares are
	// not named, "x2"; 0 where no number stands.
	Count uint8
	// Symbol is "+", "++", "-", "--" or nothing. What + and ++ say depends on the
	// form ([OTNForm]), which the text does not tell.
	Symbol string
	// Resigns: no move, its player resigns, "---".
	Resigns bool
}

const resignSymbol = "---"

// ParseOTNMove reads one move in OpenTafl's form, "Kd4-d3xc3/Ke3-", or in Walker's
// plain one, "d4-d3xc3/e3+", or in any other spelling that [ReadMoves] knows:
// without the dash, with squares in upper case, with the captures chained
// ("xc3xe3"), set off by blanks or commas ("x c3,e3") or counted ("x2"). "---" resigns. Pieces
// and moves that Brandubh lacks are refused by name in a [*brandubh.ParseError].
func ParseOTNMove(text string) (WrittenMove, error) {
	if text == resignSymbol {
		return WrittenMove{Resigns: true}, nil
	}
	w, end, twice, err := readWritten("move", text, 0)
	switch {
	case err != nil:
		return WrittenMove{}, err
	case end < len(text):
		return WrittenMove{}, &brandubh.ParseError{What: "move", Text: text, At: end, Why: "something follows the move"}
	case twice != 0:
		return WrittenMove{}, &brandubh.ParseError{What: "move", Text: text, At: 0, Why: "names twice what it takes: " + twice.String()}
	}
	return w, nil
}

// String returns the move as [ParseOTNMove] reads it, captures in square order
// with slashes between them: "Kd4-d3xc3/e3+", "d5-c5x1", "---".
func (w WrittenMove) String() string {
	if w.Resigns {
		return resignSymbol
	}
	var b strings.Builder
	if w.King {
		b.WriteByte('K')
	}
	b.WriteString(w.Move.String())
	sep := byte('x')
	for s := range w.Captures.All() {
		b.WriteByte(sep)
		if w.KingCaptures.Has(s) {
			b.WriteByte('K')
		}
		b.WriteString(s.String())
		sep = '/'
	}
	if w.Captures == 0 && w.Count > 0 {
		b.WriteString("x" + strconv.Itoa(int(w.Count)))
	}
	return b.String() + w.Symbol
}

// lackingPiece names the piece of other tafl games that a letter stands for; it
// is empty for any other letter.
func lackingPiece(letter byte) string {
	switch letter {
	case 'k':
		return "a king of the attackers"
	case 'n', 'N':
		return "a knight"
	case 'c', 'C':
		return "a commander"
	case 'm', 'M':
		return "a mercenary"
	case 'g', 'G':
		return "a guard"
	}
	return ""
}

// anySquare reads a square in upper or lower case at a place of a text.
func anySquare(text string, at int) (brandubh.Square, bool) {
	if at+2 > len(text) {
		return 0, false
	}
	return brandubh.SquareAt(int(text[at]|0x20)-'a', int(text[at+1])-'1')
}

// markedSquare reads a square that may carry a piece's letter.
func markedSquare(what, text string, at int) (s brandubh.Square, king bool, end int, err error) {
	if s, ok := anySquare(text, at); ok {
		return s, false, at + 2, nil
	}
	if s, ok := anySquare(text, at+1); ok {
		switch c := text[at]; {
		case c == 'K':
			return s, true, at + 3, nil
		case c == 't' || c == 'T':
			err = &brandubh.ParseError{What: what, Text: text, At: at, Why: "soldiers carry no letter"}
			return s, false, at, err
		case lackingPiece(c) != "":
			err = &brandubh.ParseError{What: what, Text: text, At: at, Why: fmt.Sprintf("%q is %s, which Brandubh lacks", c, lackingPiece(c))}
			return s, false, at, err
		}
	}
	return 0, false, at, &brandubh.ParseError{What: what, Text: text, At: at, Why: "want a square, a file a to g and a rank 1 to 7"}
}

func skipBlanks(text string, at int) int {
	for at < len(text) {
		r, n := utf8.DecodeRuneInString(text[at:])
		if !unicode.IsSpace(r) {
			break
		}
		at += n
	}
	return at
}

// readWritten reads a move at a place of a text, and returns where it ends and
// which squares it names twice among those it takes. It is the one reader of
// moves in other people's spellings.
func readWritten(what, text string, at int) (w WrittenMove, end int, twice brandubh.Bitboard, err error) {
	fail := func(at int, why string) (WrittenMove, int, brandubh.Bitboard, error) {
		return WrittenMove{}, at, 0, &brandubh.ParseError{What: what, Text: text, At: at, Why: why}
	}
	if w.Move.From, w.King, at, err = markedSquare(what, text, at); err != nil {
		return WrittenMove{}, at, 0, err
	}
	switch rest := text[at:]; {
	case strings.HasPrefix(rest, "^="):
		return fail(at, `"^=" is a berserk jump, which Brandubh lacks`)
	case strings.HasPrefix(rest, "^"):
		return fail(at, `"^" is a jump, which Brandubh lacks`)
	case strings.HasPrefix(rest, "="):
		return fail(at, `"=" is a berserk move, which Brandubh lacks`)
	case strings.HasPrefix(rest, "-"):
		at++
	}
	to, ok := anySquare(text, at)
	if !ok {
		return fail(at, "want a dash and the square that the piece goes to")
	}
	w.Move.To = to
	at += 2
	if x := skipBlanks(text, at); x < len(text) && text[x]|0x20 == 'x' {
		if at, twice, err = w.readCaptures(what, text, skipBlanks(text, x+1)); err != nil {
			return WrittenMove{}, at, 0, err
		}
	}
	end = at
	for end < len(text) && (text[end] == '+' || text[end] == '-') {
		end++
	}
	switch w.Symbol = text[at:end]; w.Symbol {
	case "", "+", "++", "-", "--":
		return w, end, twice, nil
	}
	return fail(at, "want +, ++, -, -- or nothing after the move")
}

// readCaptures reads what follows the x: a number, or squares with x, / or a
// comma between them.
func (w *WrittenMove) readCaptures(what, text string, at int) (end int, twice brandubh.Bitboard, err error) {
	digits := at
	for digits < len(text) && digits < at+2 && '0' <= text[digits] && text[digits] <= '9' {
		digits++
	}
	if digits > at {
		n, _ := strconv.Atoi(text[at:digits]) // two digits at most
		w.Count = uint8(n)
		return digits, 0, nil
	}
	for {
		s, king, next, err := markedSquare(what, text, at)
		if err != nil {
			return next, 0, err
		}
		twice |= w.Captures & s.Bitboard()
		w.Captures |= s.Bitboard()
		if king {
			w.KingCaptures |= s.Bitboard()
		}
		at = next
		switch {
		case at == len(text):
			return at, twice, nil
		case text[at] == '/' || text[at]|0x20 == 'x':
			at++
		case text[at] == ',':
			// The comma may also stand between two moves.
			next := skipBlanks(text, at+1)
			if _, _, after, err := markedSquare(what, text, next); err != nil || isWay(text, after) {
				return at, twice, nil
			}
			at = next
		default:
			return at, twice, nil
		}
	}
}

// isWay reports whether a text goes on as a move does after its first square.
func isWay(text string, at int) bool {
	if at < len(text) && strings.IndexByte("-^=", text[at]) >= 0 {
		at++
	}
	_, ok := anySquare(text, at)
	return ok
}

// DeviationKind is what kind of thing a record says otherwise than the rules.
type DeviationKind uint8

// The kinds.
const (
	// DeviantText ("text"): how the record is written: a square named twice, a
	// move number that does not fit.
	DeviantText DeviationKind = iota
	// DeviantCaptures ("captures"): it takes other pieces than the rules.
	DeviantCaptures
	// DeviantPiece ("piece"): it marks as the king what is not the king.
	DeviantPiece
	// DeviantSymbol ("symbol"): its +, ++, - or -- is not borne out.
	DeviantSymbol
	// DeviantEnd ("end"): it goes on where the game is over.
	DeviantEnd
	// DeviantResult ("result"): it claims another result.
	DeviantResult
	// DeviantRules ("rules"): its rules are not quite what they seem, or not quite
	// what this package knows.
	DeviantRules
)

var deviationNames = []string{"text", "captures", "piece", "symbol", "end", "result", "rules"}

// String returns the kind as text: text, captures, piece, symbol, end, result or
// rules.
func (k DeviationKind) String() string { return k.text() }

// Deviation is one point in which a record differs from the rules, or from what
// this package can say.
type Deviation struct {
	// Ply is the ply that it is about, counted from 1; 0 for the record as a whole.
	Ply int
	// Kind is what kind of deviation it is.
	Kind DeviationKind
	// Token is the piece of the record that deviates, as it is written there.
	Token string
	// Why says what the rules say instead.
	Why string
}

// String says where the record deviates and how: `ply 3, "d5-c5x1": …`.
func (d Deviation) String() string {
	where := strconv.Quote(d.Token)
	if d.Ply > 0 {
		where = fmt.Sprintf("ply %d, %s", d.Ply, where)
	}
	return where + ": " + d.Why
}

// Comment is a remark in a record.
type Comment struct {
	// Ply is the ply after which it stands; 0 before the first.
	Ply int
	// Text is the remark, without what encloses it.
	Text string
}

// Record is a recorded game as far as it could be read.
type Record struct {
	// Start is the position that the game starts from.
	Start brandubh.Position
	// Moves is the moves, all legal in turn.
	Moves []brandubh.Move
	// Result is what the last position is by itself, or else what the record
	// claims by a resignation or by time; the zero Result where the game stops
	// without either. Repetition is not judged here: [brandubh.Line] and [Game] do that.
	Result brandubh.Result
	// Rest is the text that was not read: what follows the end of the game, or
	// begins with what could not be played.
	Rest string
	// Deviations is what the record says otherwise than the rules, in order.
	Deviations []Deviation
	// Comments is the remarks in the record, in order.
	Comments []Comment
}

// ReadOptions is how a record is to be read. The zero value is the usual way.
type ReadOptions struct {
	// Start is the position that the game starts from; the zero Position stands
	// for the Start of the rule set.
	Start brandubh.Position
	// ReadOn reads on where the rules end the game by enclosure, which records of
	// games show in which nobody applied that rule: the first such end is reported,
	// and from there on the game is judged by the same rules without enclosure. It
	// concerns an end by repetition in the same way, but repetition is not judged
	// here; who plays the moves in a [Game] lets it pass ([LetRepetitionPass]).
	// Nothing is read past a king who has escaped or is captured.
	ReadOn bool
}

// ReadMoves reads a list of moves, in any spelling that public records have, and
// plays them by the rules. What a move takes follows from the rules; what the
// list says about it is a claim, and a false one is reported. Moves are separated
// by blanks, line ends or commas and written as [ParseOTNMove] reads them.
// Among them may stand move numbers ("1.", "1...") and comments ({…}, (…), […],
// from ; or # to the end of the line, and !, ?), and after them "resigned", "---" or "timeout", by
// which the side to move loses.
//
// A list that names no captures at all claims nothing about them.
//
// Where the game ends by the rules before the list does, what follows is kept as
// Rest and reported. A move that cannot be read ([*brandubh.ParseError]) or is illegal
// ([*brandubh.MoveError]) stops the reading: the error names the ply, and the Record holds
// all that was read before and, in Rest, the text from that move on. An invalid
// rule set or start is refused with the whole text as Rest.
func ReadMoves(v *brandubh.Variant, text string, o ReadOptions) (Record, error) {
	r, err := newReading(v, o)
	if err != nil {
		r.Rest = text
		return r.Record, err
	}
	err = r.list(text)
	r.finish()
	return r.Record, err
}

// reading is a record being read.
type reading struct {
	Record
	v        *brandubh.Variant
	readOn   bool
	p        brandubh.Position
	claimed  bool  // a resignation or the like has been read
	captures bool  // the record has named a capture
	unnamed  []int // the deviations that are captures without a word of it
	numbered bool  // a wrong move number has been reported
}

func newReading(v *brandubh.Variant, o ReadOptions) (*reading, error) {
	r := &reading{readOn: o.ReadOn, v: v}
	if err := v.Validate(); err != nil {
		return r, err
	}
	r.p = v.Start
	if o.Start != (brandubh.Position{}) {
		r.p = o.Start
	}
	r.Start = r.p
	return r, v.ValidateStart(r.p)
}

// ply is the number of the ply to come.
func (r *reading) ply() int { return len(r.Moves) + 1 }

func (r *reading) report(ply int, kind DeviationKind, token, why string, args ...any) {
	r.Deviations = append(r.Deviations, Deviation{ply, kind, token, fmt.Sprintf(why, args...)})
}

// list reads a list of moves.
func (r *reading) list(text string) error {
	const what = "move list"
	for at := 0; ; {
		for at < len(text) && (text[at] == ',' || skipBlanks(text, at) > at) {
			at = max(at+1, skipBlanks(text, at))
		}
		if at == len(text) {
			return nil
		}
		stop := func(err error) error {
			r.Rest = text[at:]
			return fmt.Errorf("ply %d: %w", r.ply(), err)
		}
		end, comment, err := readComment(what, text, at)
		if err != nil {
			return stop(err)
		}
		if end > at {
			r.Comments = append(r.Comments, Comment{len(r.Moves), comment})
			at = end
			continue
		}
		if end, number := readTurnNumber(text, at); end > at {
			r.number(text[at:end], number)
			at = end
			continue
		}
		end = at
		for end < len(text) && strings.IndexByte(",;#{([!?", text[end]) < 0 && skipBlanks(text, end) == end {
			end++
		}
		token := text[at:end]
		if why := claim(token); why != brandubh.NoReason {
			if !r.claim(token, why) {
				r.Rest = text[at:]
				return nil
			}
			at = end
			continue
		}
		if r.over(token) {
			r.Rest = text[at:]
			return nil
		}
		w, end, twice, err := readWritten(what, text, at)
		if err != nil {
			return stop(err)
		}
		if end < len(text) && strings.IndexByte(",;#{([!?", text[end]) < 0 && skipBlanks(text, end) == end {
			return stop(&brandubh.ParseError{What: what, Text: text, At: end, Why: "something follows the move"})
		}
		if err := r.play(text[at:end], w, twice); err != nil {
			return stop(err)
		}
		at = end
	}
}

// readComment reads a comment, if one begins there.
func readComment(what, text string, at int) (end int, comment string, err error) {
	switch c := text[at]; c {
	case '{', '(', '[':
		closing := map[byte]string{'{': "}", '(': ")", '[': "]"}[c]
		n := strings.Index(text[at:], closing)
		if n < 0 {
			return at, "", &brandubh.ParseError{What: what, Text: text, At: at, Why: "the comment does not end; want " + closing}
		}
		return at + n + 1, text[at+1 : at+n], nil
	case ';', '#':
		comment, _, _ := strings.Cut(text[at+1:], "\n")
		return at + 1 + len(comment), strings.TrimSuffix(comment, "\r"), nil
	}
	end = at
	for end < len(text) && (text[end] == '!' || text[end] == '?') {
		end++
	}
	return end, text[at:end], nil
}

// readTurnNumber reads a move number, "12." or "12...", or dots that stand for
// a move which is not given; it returns 0 for those.
func readTurnNumber(text string, at int) (end, number int) {
	end = at
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	dots := end
	for dots < len(text) && text[dots] == '.' {
		dots++
	}
	if dots == end {
		return at, 0
	}
	number, err := strconv.Atoi(text[at:end])
	if err != nil && end > at {
		number = -1 // too large to fit anything
	}
	return dots, number
}

// number compares a move number with the ply to come: turns are numbered, or
// plies. The first that does not fit is reported.
func (r *reading) number(token string, number int) {
	if r.numbered || number == 0 && token[0] == '.' || number == len(r.Moves)/2+1 || number == r.ply() {
		return
	}
	r.numbered = true
	r.report(r.ply(), DeviantText, token, "this is turn %d, ply %d", len(r.Moves)/2+1, r.ply())
}

// claim returns what a token claims that is no move.
func claim(token string) brandubh.Reason {
	switch strings.ToLower(token) {
	case resignSymbol, "resigned", "resigns", "resign":
		return brandubh.Resigned
	case "timeout", "time-out", "timed-out":
		return brandubh.OutOfTime
	}
	return brandubh.NoReason
}

// claim takes a claim that the side to move has given the game up, and returns
// false where one has been made before.
func (r *reading) claim(token string, why brandubh.Reason) bool {
	if r.claimed {
		r.over(token)
		return false
	}
	if r.over(token) {
		return false
	}
	r.claimed = true
	r.Result = brandubh.Result{Winner: r.p.Turn().Opponent(), Reason: why}
	return true
}

// over reports whether the game is over before a token, which is a deviation.
func (r *reading) over(token string) bool {
	end := r.Result
	if !r.claimed {
		end = r.v.Result(r.p)
		if end.Reason == brandubh.Enclosed && r.readOn {
			r.report(len(r.Moves), DeviantEnd, token, "the game is over by the rules: %s; it is read on", end.Sentence())
			open := *r.v
			open.Enclosure = false
			r.v = &open
			end = r.v.Result(r.p)
		}
	}
	if end.Over() {
		r.report(r.ply(), DeviantEnd, token, "the game was over before: %s", end.Sentence())
	}
	return end.Over()
}

// play plays a move of a game that is not over, and compares with the rules what
// the record says about it.
func (r *reading) play(token string, w WrittenMove, twice brandubh.Bitboard) error {
	before := r.p
	after, err := r.v.Play(before, w.Move)
	if err != nil {
		return err
	}
	ply := r.ply()
	r.p, r.Moves = after, append(r.Moves, w.Move)
	if twice != 0 {
		r.report(ply, DeviantText, token, "names twice what it takes: %v", twice)
	}
	if x := before.At(w.Move.From); w.King && x != brandubh.King {
		r.report(ply, DeviantPiece, token, "the piece on %v is not the king (%v)", w.Move.From, x)
	}
	taken := r.v.Captures(before, w.Move)
	if w.KingCaptures&^(before.Pieces(brandubh.King)&taken) != 0 {
		r.report(ply, DeviantPiece, token, "no king is taken on %v", w.KingCaptures&^(before.Pieces(brandubh.King)&taken))
	}
	soldiers := taken &^ before.Pieces(brandubh.King) // that the king falls is often not written
	switch {
	case w.Captures == 0 && w.Count == 0 && soldiers != 0:
		r.unnamed = append(r.unnamed, len(r.Deviations))
		r.report(ply, DeviantCaptures, token, "by the rules it takes %v", taken)
	case w.Captures != 0 && w.Captures != taken && w.Captures != soldiers && taken == 0,
		w.Count != 0 && taken == 0:
		r.report(ply, DeviantCaptures, token, "by the rules it takes nothing")
	case w.Captures != 0 && w.Captures != taken && w.Captures != soldiers,
		w.Count != 0 && int(w.Count) != taken.Len() && int(w.Count) != soldiers.Len():
		r.report(ply, DeviantCaptures, token, "by the rules it takes %v", taken)
	}
	r.captures = r.captures || w.Captures != 0 || w.Count != 0
	if !bears(r.v, w.Symbol, before.Turn(), after) {
		why := r.v.Result(after).Sentence()
		switch w.Symbol {
		case "+":
			why += ", and neither could its mover win next nor the king be captured"
		case "-":
			why += ", and the king has no way out"
		}
		r.report(ply, DeviantSymbol, token, "%q is not so: %s", w.Symbol, why)
	}
	return nil
}

// finish settles the result, and takes back what was reported about captures
// where the record names none.
func (r *reading) finish() {
	if !r.claimed {
		r.Result = r.v.Result(r.p)
	}
	if r.captures {
		return
	}
	kept := r.Deviations[:0]
	for i, d := range r.Deviations {
		if len(r.unnamed) > 0 && r.unnamed[0] == i {
			r.unnamed = r.unnamed[1:]
			continue
		}
		kept = append(kept, d)
	}
	r.Deviations = kept
	if len(kept) == 0 {
		r.Deviations = nil
	}
}

// Text returns the record as the archive has it, and as [ReadMoves] reads it: the
// moves with blanks between them, each with what it takes in square order but
// for the king, "b2-a2xa3", and "resigned" or "timeout" where that ended the
// game; then the Rest. Comments are left out. It refuses moves that are illegal
// under the rules, which are those that the record was read by.
func (r Record) Text(v *brandubh.Variant) (string, error) {
	if v == nil {
		return "", brandubh.ErrNoVariant
	}
	open := *v
	open.Enclosure = false // the record may have been read on
	v = &open
	var b strings.Builder
	p := r.Start
	for i, m := range r.Moves {
		q, err := v.Play(p, m)
		if err != nil {
			return "", fmt.Errorf("ply %d: %w", i+1, err)
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(m.String())
		for s := range (v.Captures(p, m) &^ p.Pieces(brandubh.King)).All() {
			b.WriteString("x" + s.String())
		}
		p = q
	}
	var words []string
	if b.Len() > 0 {
		words = append(words, b.String())
	}
	switch r.Result.Reason {
	case brandubh.Resigned:
		words = append(words, "resigned")
	case brandubh.OutOfTime:
		words = append(words, "timeout")
	}
	text := strings.Join(words, " ")
	switch {
	case r.Rest == "":
	case text == "":
		text = r.Rest
	case r.Rest[0]|0x20 == 'x': // or it would be what the last move takes
		text += ", " + r.Rest
	default:
		text += " " + r.Rest
	}
	return text, nil
}

// bears reports whether the rules bear out a symbol after a move, in one of the
// two forms. A threat is what a side could do if it were to move.
func bears(v *brandubh.Variant, symbol string, mover brandubh.Side, p brandubh.Position) bool {
	switch symbol {
	case "+":
		return canWin(v, p, mover) || canCaptureKing(v, p)
	case "++":
		return v.Result(p).Winner == mover
	case "-":
		return canEscape(v, p)
	case "--":
		return v.Result(p).Reason == brandubh.Escape
	}
	return true
}

// canWin reports whether a side, were it to move, could win at once.
func canWin(v *brandubh.Variant, p brandubh.Position, s brandubh.Side) bool {
	p = p.WithTurn(s)
	for m := range v.Moves(p) {
		if q, err := v.Play(p, m); err == nil && v.Result(q).Winner == s {
			return true
		}
	}
	return false
}

// canCaptureKing reports whether the attackers, were they to move, could capture
// the king.
func canCaptureKing(v *brandubh.Variant, p brandubh.Position) bool {
	return v.Threatened(p.WithTurn(brandubh.Attackers))&p.Pieces(brandubh.King) != 0
}

// canEscape reports whether the king, were he to move, could reach a goal square.
func canEscape(v *brandubh.Variant, p brandubh.Position) bool {
	return v.Escapes(p.WithTurn(brandubh.Defenders)) != 0
}

// text returns the name of the kind.
func (k DeviationKind) text() string {
	if int(k) >= len(deviationNames) {
		return fmt.Sprintf("DeviationKind(%d)", uint8(k))
	}
	return deviationNames[k]
}

const pieceLetters = ".tTK"
