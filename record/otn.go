package record

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/brandubh"
)

// ParseOTNPosition reads a position as OpenTafl writes it: a slash, then the ranks
// from 1 (sic) up to 7, each closed by a slash, t for an attacker, T for a
// defender, K for the king, a number for so many empty squares. The usual start is
//
//	/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/
//
// The record does not say whose turn it is, so nobody is to move
// ([brandubh.Position.WithTurn]). The slashes at the two ends may be missing. Pieces that
// Brandubh lacks are refused by name in a [*brandubh.ParseError].
func ParseOTNPosition(text string) (brandubh.Position, error) {
	var p brandubh.Position
	fail := func(at int, why string, args ...any) (brandubh.Position, error) {
		return brandubh.Position{}, &brandubh.ParseError{What: "OpenTafl position", Text: text, At: at, Why: fmt.Sprintf(why, args...)}
	}
	i := 0
	if strings.HasPrefix(text, "/") {
		i++
	}
	for rank := range brandubh.Size {
		for file := 0; file < brandubh.Size; {
			if i == len(text) || text[i] == '/' {
				return fail(i, "rank %d has %d squares; want %d ranks of %d", rank+1, file, brandubh.Size, brandubh.Size)
			}
			c := text[i]
			x := strings.IndexByte(pieceLetters[1:], c) + 1
			switch {
			case x > 0:
				p, _ = p.Put(brandubh.Square(rank*brandubh.Size+file), brandubh.Piece(x))
				file++
				i++
			case '1' <= c && c <= '9':
				start := i
				for i < len(text) && '0' <= text[i] && text[i] <= '9' {
					i++
				}
				n, err := strconv.Atoi(text[start:i])
				if err != nil || n > brandubh.Size-file {
					return fail(start, "rank %d has more than %d squares", rank+1, brandubh.Size)
				}
				file += n
			case lackingPiece(c) != "":
				return fail(i, "%q is %s, which Brandubh lacks", c, lackingPiece(c))
			default:
				return fail(i, "want t, T, K, a number of empty squares or a slash")
			}
		}
		switch {
		case i < len(text) && text[i] == '/':
			i++
		case i == len(text) && rank == brandubh.Size-1:
		case i == len(text):
			return fail(i, "%d ranks; want %d", rank+1, brandubh.Size)
		default:
			return fail(i, "rank %d has more than %d squares", rank+1, brandubh.Size)
		}
	}
	if i < len(text) {
		return fail(i, "more than %d ranks", brandubh.Size)
	}
	return p, nil
}

// FormatOTNPosition returns the position as [ParseOTNPosition] reads it. The side
// to move is not part of it.
func FormatOTNPosition(p brandubh.Position) string {
	board, _, _ := strings.Cut(p.String(), " ")
	ranks := strings.Split(board, "/")
	slices.Reverse(ranks)
	return "/" + strings.Join(ranks, "/") + "/"
}

// OTNForm is one of the two forms of a move in OpenTafl's notation.
type OTNForm uint8

// The forms.
const (
	// OTNPlain is Walker's form: no letters, a captured king is not named, + says
	// that the side that moved threatens to win, ++ that it has won.
	OTNPlain OTNForm = iota
	// OTNFull is OpenTafl's own form: the king carries his letter where he moves
	// and where he is captured, + says that he may be captured next, - that he has
	// a way out, ++ that he is captured, -- that he escapes. Where + and - both
	// hold, what the side that moved threatens is written.
	OTNFull
)

// FormatOTNMove returns a move in OpenTafl's notation, with what it takes and what
// it threatens, both as the rules say. An illegal move is refused with the error
// of [brandubh.Variant.Check].
func FormatOTNMove(v *brandubh.Variant, p brandubh.Position, m brandubh.Move, form OTNForm) (string, error) {
	w, _, err := written(v, p, m, form)
	if err != nil {
		return "", err
	}
	return w.String(), nil
}

func written(v *brandubh.Variant, p brandubh.Position, m brandubh.Move, form OTNForm) (WrittenMove, brandubh.Position, error) {
	q, err := v.Play(p, m)
	if err != nil {
		return WrittenMove{}, p, err
	}
	w := WrittenMove{Move: m, Captures: v.Captures(p, m)}
	end := v.Result(q)
	if form != OTNFull {
		w.Captures &^= p.Pieces(brandubh.King)
		switch {
		case end.Winner == p.Turn():
			w.Symbol = "++"
		case !end.Over() && canWin(v, q, p.Turn()):
			w.Symbol = "+"
		}
		return w, q, nil
	}
	w.King = p.Pieces(brandubh.King).Has(m.From)
	w.KingCaptures = w.Captures & p.Pieces(brandubh.King)
	switch {
	case end.Reason == brandubh.KingCaptured:
		w.Symbol = "++"
	case end.Reason == brandubh.Escape:
		w.Symbol = "--"
	case end.Over():
	case p.Turn() == brandubh.Attackers && canCaptureKing(v, q):
		w.Symbol = "+"
	case canEscape(v, q):
		w.Symbol = "-"
	case p.Turn() == brandubh.Defenders && canCaptureKing(v, q):
		w.Symbol = "+"
	}
	return w, q, nil
}

// OTNLossError is what a rule set says that OpenTafl's rules record cannot.
type OTNLossError struct {
	// Lost is the path of every field that the record cannot say, in the order of
	// [brandubh.Fields], and why not.
	Lost []brandubh.Problem
	// Nearest is the nearest record, which says everything but that.
	Nearest string
}

// Error lists the fields, a line each if there are several.
func (e *OTNLossError) Error() string {
	return problemList("OpenTafl's notation cannot say", e.Lost)
}

func problemList(head string, ps []brandubh.Problem) string {
	if len(ps) == 1 {
		return head + ": " + ps[0].Path + ": " + ps[0].Why
	}
	for _, p := range ps {
		head += "\n\t" + p.Path + ": " + p.Why
	}
	return head
}

// kingStrengths is what each ks: says of king.sides and king.edge.
var kingStrengths = [...]struct {
	ks                        string
	throne, beside, elsewhere uint8
	edge                      bool
}{
	{"s", 4, 4, 4, false},
	{"c", 4, 4, 2, false},
	{"w", 2, 2, 2, false},
	{"m", 4, 4, 4, true},
}

// FormatOTNRules returns the rule set as an OpenTafl rules record, which
// [ParseOTNRules] reads and under which every game goes the same way. Of the
// labels only the name is written, with _ for blanks and for what a record cannot
// hold.
//
// What the notation cannot say is refused with an [*OTNLossError] that names every
// such field and holds the nearest record for those who want that: other
// king.sides than two everywhere, four everywhere, or four on the throne and two
// elsewhere (beside the throne three do as well as four); a hostile edge, except
// with four sides; enclosure, which a record knows only for both sides; no move
// as a draw; draws by agreement; every repetition but the third occurrence as a
// draw, as its mover's loss or as that of the side to move. An invalid rule set is
// refused as [brandubh.Variant.Validate] does.
func FormatOTNRules(v *brandubh.Variant) (string, error) {
	if err := v.Validate(); err != nil {
		return "", err
	}
	var lost problems
	var b strings.Builder
	b.WriteString("dim:7")
	put := func(key, value string) { b.WriteString(" " + key + ":" + value) }
	unless := func(usual, key, value string) {
		if value != usual {
			put(key, value)
		}
	}
	unless("", "name", otnName(v.Name))
	if v.Goal == brandubh.GoalEdge {
		put("esc", "e")
	}
	put("surf", yesNo(v.Enclosure))
	put("atkf", yesNo(v.Start.Turn() == brandubh.Attackers))
	put("tfr", thirdRepetition(v.Repetition))
	unless("y", "ka", [...]string{brandubh.Unarmed: "n", brandubh.HammerOnly: "h", brandubh.AnvilOnly: "a", brandubh.Armed: "y"}[v.King.Armed])
	ks := kingStrength(v, &lost)
	put("ks", ks)
	if v.Corners.Exists {
		h := v.Corners.Hostile
		unless("tTK", "corh", pieceList(h.Attackers, h.Defenders, h.King))
	} else {
		put("cor", "")
	}
	if v.Throne.Exists {
		h, pass := v.Throne.Hostile, v.Throne.Pass
		king := h.King != brandubh.HostileNever || ks == "c" || v.King.Sides.Beside == 3 && ks != "w"
		unless("t", "cenh", pieceList(h.Attackers == brandubh.HostileAlways, h.Defenders == brandubh.HostileAlways, h.King == brandubh.HostileAlways))
		unless("tTK", "cenhe", pieceList(h.Attackers != brandubh.HostileNever, h.Defenders != brandubh.HostileNever, king))
		unless("tTK", "cenp", pieceList(pass.Attackers, pass.Defenders, pass.King))
		unless("K", "cens", pieceList(v.Throne.Stop.Attackers, v.Throne.Stop.Defenders, true))
		unless("tTK", "cenre", pieceList(true, true, v.Throne.Return))
	} else {
		put("cen", "")
	}
	if r := v.Range; r != (brandubh.ByPiece[uint8]{}) {
		put("spd", speeds(r))
	}
	put("start", FormatOTNPosition(v.Start))

	if v.Enclosure {
		lost.add("enclosure", "only that a surrounded side loses, whichever it is; the nearest is surf:y")
	}
	if v.NoMoves == brandubh.NoMovesDraws {
		lost.add("noMoves", "a side without a legal move loses")
	}
	repetitionLosses(v, &lost)
	if v.Agreement {
		lost.add("agreement", "nothing about draws by agreement")
	}
	if len(lost) > 0 {
		return "", &OTNLossError{lost, b.String()}
	}
	return b.String(), nil
}

// otnName returns a name as a record can hold it.
func otnName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) || r == '[' || r == ']' {
			return '_'
		}
		return r
	}, name)
}

func yesNo(b bool) string {
	if b {
		return "y"
	}
	return "n"
}

func pieceList(attackers, defenders, king bool) string {
	var b []byte
	for i, has := range []bool{attackers, defenders, king} {
		if has {
			b = append(b, pieceLetters[i+1])
		}
	}
	return string(b)
}

// speeds writes ranges: one number, or twelve in the order t c n k m g T C N K M G.
func speeds(r brandubh.ByPiece[uint8]) string {
	number := func(n uint8) string {
		if n == 0 {
			return "-1"
		}
		return strconv.Itoa(int(n))
	}
	t, d, k := number(r.Attackers), number(r.Defenders), number(r.King)
	if t == d && d == k {
		return t
	}
	return strings.Join([]string{t, t, t, t, t, t, d, d, d, k, d, d}, ",")
}

// kingStrength returns the nearest ks:, and notes what it does not say. Three
// sides beside the throne are four of which an empty throne hostile to the king
// is one: he stands next to the throne nowhere else, so its hostility matters
// to nothing else.
func kingStrength(v *brandubh.Variant, lost *problems) string {
	s, best, cost := v.King.Sides, 0, -1
	sides := [3]uint8{s.Throne, s.Beside, s.Elsewhere}
	wanted := func(i int) [3]uint8 {
		k := kingStrengths[i]
		switch {
		case !v.Throne.Exists:
			return [3]uint8{0, 0, k.elsewhere}
		case k.beside == 4 && s.Beside == 3, k.ks == "c" && v.Throne.Hostile.King == brandubh.HostileNever:
			return [3]uint8{k.throne, 3, k.elsewhere}
		}
		return [3]uint8{k.throne, k.beside, k.elsewhere}
	}
	for i := range kingStrengths {
		if !v.Throne.Exists && kingStrengths[i].ks == "c" {
			continue // without a throne it is the same as w
		}
		c := 0
		for j, n := range wanted(i) {
			c += max(int(n), int(sides[j])) - min(int(n), int(sides[j]))
		}
		if kingStrengths[i].edge != v.King.Edge {
			c++
		}
		if cost < 0 || c < cost {
			best, cost = i, c
		}
	}
	nearest := kingStrengths[best]
	for j, n := range wanted(best) {
		if n != sides[j] {
			lost.add([...]string{"king.sides.throne", "king.sides.beside", "king.sides.elsewhere"}[j],
				"%d is not in any of ks: s, c, w, m together with the others; the nearest is ks:%s with %d", sides[j], nearest.ks, n)
		}
	}
	if nearest.edge != v.King.Edge {
		lost.add("king.edge", "a hostile edge only with four sides (ks:m); the nearest is ks:%s", nearest.ks)
	}
	return nearest.ks
}

// thirdRepetition returns the nearest tfr:.
func thirdRepetition(r brandubh.Repetition) string {
	switch {
	case r.Counts == brandubh.CountNothing:
		return "i"
	case r.Result == brandubh.MoverLoses:
		return "l"
	case r.Result == brandubh.StarterLoses:
		return "w"
	}
	return "d"
}

// repetitionLosses notes what tfr: does not say.
func repetitionLosses(v *brandubh.Variant, lost *problems) {
	r := v.Repetition
	if r.Counts == brandubh.CountMoves {
		lost.add("repetition.counts", "only occurrences of a position, not moves")
	}
	if r.Counts != brandubh.CountNothing && r.Times != 3 {
		lost.add("repetition.times", "only 3, not %d", r.Times)
	}
	switch r.Result {
	case brandubh.DefendersLose, brandubh.BreakerLoses:
		lost.add("repetition.result", "%v is none of draw, mover-loses and starter-loses (tfr: d, l, w); the nearest is a draw", r.Result)
	}
	if r.Forbidden {
		lost.add("repetition.forbidden", "nothing about moves that repeat being forbidden")
	}
}

// ParseOTNRules reads an OpenTafl rules record: key:value with blanks between
// them, the first "dim:7", the last "start:" (rank 1 first) or "starti:" (rank 7
// first). Keys that are missing have the notation's own defaults, which are not
// those of any preset: among them surf:y, tfr:d and ks:s. The name becomes the
// Variant's, with blanks for _; draws by agreement are unknown to the notation,
// and a side without a move loses.
//
// The deviations report what the record says without the rule set bearing it out
// word for word: surf:y, which speaks of both sides; tfr:w and tfr:l, which
// OpenTafl's program judges the other way round; ks:c with a throne that is not
// hostile to the king, which is read as three sides beside the throne; cenh:
// without cenhe:; keys out of place. What Brandubh does not know at all is
// refused with a [*brandubh.ValidationError] that names every such key; contradictions
// as [brandubh.Variant.Validate] does.
func ParseOTNRules(text string) (*brandubh.Variant, []Deviation, error) {
	r := rulesReader{values: map[string]string{}}
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == "rules" { // as engines are told them
		words = words[1:]
	}
	for i, word := range words {
		key, value, ok := strings.Cut(word, ":")
		_, twice := r.values[key]
		switch {
		case !ok:
			r.refuse(word, "want key:value")
			continue
		case strings.ContainsAny(word, "[]"):
			r.refuse(key, "a rules record has no brackets")
		case twice:
			r.refuse(key, "stands twice")
		case !slices.Contains(otnKeys, key):
			r.refuse(key, "unknown")
		case key == "dim" && i > 0:
			r.report(word, "stands first in a rules record")
		case (key == "start" || key == "starti") && i < len(words)-1:
			r.report(key, "stands last in a rules record")
		}
		r.values[key] = value
	}
	v := r.variant()
	if err := r.ps.err("OpenTafl rules"); err != nil {
		return nil, nil, err
	}
	if err := v.Validate(); err != nil {
		return nil, nil, err
	}
	return v, r.deviations, nil
}

// otnKeys is every key of a rules record.
var otnKeys = []string{
	"dim", "name", "esc", "surf", "atkf", "tfr", "ka", "ks", "kj", "nj", "cj", "mj", "gj", "spd",
	"cor", "cen", "afor", "dfor",
	"corh", "cenh", "cenhe", "aforh", "dforh",
	"corp", "cenp", "aforp", "dforp",
	"cors", "cens", "afors", "dfors",
	"corre", "cenre", "aforre", "dforre",
	"sw", "swf", "efe", "linc", "ber", "start", "starti",
}

// rulesReader gathers a rule set from the keys of a record.
type rulesReader struct {
	values     map[string]string
	ps         problems
	deviations []Deviation
}

func (r *rulesReader) refuse(key, why string, args ...any) { r.ps.add(key, why, args...) }

func (r *rulesReader) report(token, why string, args ...any) {
	r.deviations = append(r.deviations, Deviation{0, DeviantRules, token, fmt.Sprintf(why, args...)})
}

// value returns a key's value, or its default.
func (r *rulesReader) value(key, usual string) string {
	if value, ok := r.values[key]; ok {
		return value
	}
	return usual
}

// one returns a key's value, which must be one of the letters.
func (r *rulesReader) one(key, usual, letters string) string {
	value := r.value(key, usual)
	if len(value) != 1 || !strings.Contains(letters, value) {
		r.refuse(key, "want one of %s, not %q", strings.Join(strings.Split(letters, ""), ", "), value)
		return usual
	}
	return value
}

// pieces returns a list of pieces as far as Brandubh has them.
func (r *rulesReader) pieces(key, usual string) (x brandubh.ByPiece[bool]) {
	value := r.value(key, usual)
	for _, c := range strings.TrimRight(value, ",") {
		switch {
		case c == 't':
			x.Attackers = true
		case c == 'T':
			x.Defenders = true
		case c == 'K':
			x.King = true
		case c >= 0x80 || lackingPiece(byte(c)) == "":
			r.refuse(key, "%q is no piece; want letters of tcnkmgTCNKMG", string(c))
			return x
		}
	}
	return x
}

// squares reports whether a list of squares is the usual one; it may be empty
// instead, and is refused otherwise.
func (r *rulesReader) squares(key string, usual brandubh.Bitboard) bool {
	value := strings.TrimRight(r.value(key, "default"), ",")
	if value == "default" || value == "" {
		return value != ""
	}
	var found brandubh.Bitboard
	for word := range strings.SplitSeq(value, ",") {
		s, ok := anySquare(word, 0)
		switch {
		case !ok || len(word) != 2:
			r.refuse(key, "%q is no square of the board", word)
			return true
		case !usual.Has(s):
			r.refuse(key, "%v: Brandubh knows %v here, or nothing", s, usual)
			return true
		}
		found |= s.Bitboard()
	}
	if found != usual {
		r.refuse(key, "%v missing: Brandubh knows %v here, or nothing", usual&^found, usual)
	}
	return true
}

// variant returns what the keys say, and notes what cannot be.
func (r *rulesReader) variant() *brandubh.Variant {
	v := &brandubh.Variant{Name: strings.ReplaceAll(otnName(r.value("name", "")), "_", " "), NoMoves: brandubh.NoMovesLoses}
	switch dim, ok := r.values["dim"]; {
	case !ok:
		r.refuse("dim", "missing; want dim:7")
	case dim != "7":
		r.refuse("dim", "Brandubh is played on 7×7 squares, not %q", dim)
	}
	r.absent()
	v.Start = r.start()
	if v.Goal = brandubh.GoalCorner; r.one("esc", "c", "ce") == "e" {
		v.Goal = brandubh.GoalEdge
	}
	if v.Enclosure = r.one("surf", "y", "yn") == "y"; v.Enclosure {
		r.report(r.token("surf", "y"), "a wholly surrounded side loses, either side; read as enclosure of the king's side alone")
	}
	r.repetition(v)
	v.King.Armed = map[string]brandubh.Arms{"n": brandubh.Unarmed, "h": brandubh.HammerOnly, "a": brandubh.AnvilOnly, "y": brandubh.Armed}[r.one("ka", "y", "ynah")]
	r.speeds(v)
	r.corners(v)
	r.throne(v)
	r.sides(v)
	return v
}

// token is a key with its value, as a deviation shows it.
func (r *rulesReader) token(key, usual string) string {
	if _, ok := r.values[key]; !ok {
		return key + " (missing, so " + usual + ")"
	}
	return key + ":" + r.values[key]
}

// absent refuses what Brandubh lacks unless it is switched off. Jumps of pieces
// that are not there and rules about fortresses that are not there do no harm.
func (r *rulesReader) absent() {
	off := func(key, usual, allowed, what string) {
		if value := r.value(key, usual); !strings.Contains(allowed, value) || len(value) > 1 || value == "" {
			r.refuse(key, "%q: Brandubh knows no %s", value, what)
		}
	}
	off("sw", "n", "n", "shieldwalls")
	off("swf", "y", "yn", "flanked shieldwalls of that kind")
	off("efe", "n", "n", "edge forts")
	off("linc", "n", "n", "Linnaean captures")
	off("ber", "n", "n", "berserk moves")
	off("kj", "n", "n", "jumps of the king")
	for _, key := range []string{"nj", "cj", "mj", "gj"} {
		r.one(key, "n", "nrjc")
	}
	for _, fort := range []string{"afor", "dfor"} {
		if list := strings.Trim(r.value(fort, ""), ","); list != "" {
			r.refuse(fort, "%q: Brandubh knows no fortresses", list)
		}
		for _, about := range []string{"h", "p", "s", "re"} {
			r.pieces(fort+about, "")
		}
	}
}

// start returns the start, with the side that moves first.
func (r *rulesReader) start() brandubh.Position {
	record, up := r.values["start"]
	inverted, down := r.values["starti"]
	key := "start"
	switch {
	case up && down:
		r.refuse("starti", "stands beside start; want one of the two")
		return brandubh.Position{}
	case !up && !down:
		r.refuse(key, "missing")
		return brandubh.Position{}
	case down:
		ranks := strings.Split(inverted, "/")
		slices.Reverse(ranks)
		key, record = "starti", strings.Join(ranks, "/")
	}
	p, err := ParseOTNPosition(record)
	if syntax := (*brandubh.ParseError)(nil); errors.As(err, &syntax) {
		r.refuse(key, "%s", syntax.Why)
	}
	if r.one("atkf", "y", "yn") == "y" {
		return p.WithTurn(brandubh.Attackers)
	}
	return p.WithTurn(brandubh.Defenders)
}

func (r *rulesReader) repetition(v *brandubh.Variant) {
	const otherWay = "%s; OpenTafl's program judges it the other way round"
	tfr := r.one("tfr", "d", "idwl")
	if tfr == "i" {
		return
	}
	v.Repetition = brandubh.Repetition{Counts: brandubh.CountOccurrences, Times: 3, Result: brandubh.RepetitionDraws}
	switch tfr {
	case "w":
		v.Repetition.Result = brandubh.StarterLoses // the side to move, which did not bring it about
		r.report("tfr:w", otherWay, "who brings about the third occurrence wins")
	case "l":
		v.Repetition.Result = brandubh.MoverLoses
		r.report("tfr:l", otherWay, "who brings about the third occurrence loses")
	}
}

// speeds reads ranges: for all, for the two sides, or for each kind of piece.
func (r *rulesReader) speeds(v *brandubh.Variant) {
	words := strings.Split(strings.TrimSuffix(r.value("spd", "-1"), ","), ",")
	var ranges []uint8
	for _, word := range words {
		n, err := strconv.Atoi(word)
		switch {
		case err != nil || n == 0 || n < -1:
			r.refuse("spd", "%q is no speed; want -1 for any, or 1 or more squares", word)
			return
		case n >= brandubh.Size:
			n = -1 // nothing is that far away
		}
		ranges = append(ranges, uint8(max(n, 0)))
	}
	var t, d, k int // where attackers, defenders and king stand
	switch len(ranges) {
	case 1:
	case 2:
		d, k = 1, 1
	case 8: // t c n k T C N K
		d, k = 4, 7
	case 10: // t c n k m T C N K M
		d, k = 5, 8
	case 12: // t c n k m g T C N K M G
		d, k = 6, 9
	default:
		r.refuse("spd", "want 1, 2, 8, 10 or 12 speeds, not %d", len(ranges))
		return
	}
	v.Range = brandubh.ByPiece[uint8]{Attackers: ranges[t], Defenders: ranges[d], King: ranges[k]}
}

func (r *rulesReader) corners(v *brandubh.Variant) {
	exist := r.squares("cor", brandubh.Corners)
	hostile := r.pieces("corh", "tTK")
	stop := r.pieces("cors", "K")
	enter := r.pieces("corre", "tTK")
	r.pieces("corp", "K") // nothing can pass a corner here
	all := brandubh.ByPiece[bool]{Attackers: true, Defenders: true, King: true}
	switch {
	case !exist:
		return
	case stop == all && enter == all && hostile == brandubh.ByPiece[bool]{}:
		r.report("cors:"+r.values["cors"], "corners on which every piece may stop and that are hostile to none are read as no corners")
		return
	case stop.Attackers && enter.Attackers || stop.Defenders && enter.Defenders:
		r.refuse("cors", "only the king may stop on a corner in Brandubh")
	case !stop.King:
		r.refuse("cors", "the king may stop on a corner in Brandubh")
	case !enter.King:
		r.refuse("corre", "the king may enter a corner in Brandubh")
	}
	v.Corners = brandubh.CornerRules{Exists: true, Hostile: hostile}
}

func (r *rulesReader) throne(v *brandubh.Variant) {
	exists := r.squares("cen", brandubh.Throne)
	always := r.pieces("cenh", "t")
	empty := r.pieces("cenhe", "tTK")
	pass := r.pieces("cenp", "tTK")
	stop := r.pieces("cens", "K")
	enter := r.pieces("cenre", "tTK")
	if !exists {
		return
	}
	v.Throne.Exists = true
	v.Throne.Pass = pass
	v.Throne.Stop.Attackers = stop.Attackers && enter.Attackers
	v.Throne.Stop.Defenders = stop.Defenders && enter.Defenders
	v.Throne.Return = stop.King && enter.King
	hostility := func(always, empty bool) brandubh.Hostility {
		switch {
		case always:
			return brandubh.HostileAlways
		case empty:
			return brandubh.HostileWhenEmpty
		}
		return brandubh.HostileNever
	}
	v.Throne.Hostile = brandubh.ByPiece[brandubh.Hostility]{
		Attackers: hostility(always.Attackers, empty.Attackers),
		Defenders: hostility(always.Defenders, empty.Defenders),
		King:      hostility(always.King, empty.King),
	}
	if only := pieceList(always.Attackers && !empty.Attackers, always.Defenders && !empty.Defenders, always.King && !empty.King); only != "" {
		r.report(r.token("cenhe", "tTK"), "lacks %s, to which cenh has the throne hostile; it is read as hostile to them always", only)
	}
}

func (r *rulesReader) sides(v *brandubh.Variant) {
	ks := r.one("ks", "s", "swcmyn")
	switch ks {
	case "y":
		ks = "s"
	case "n":
		ks = "w"
	}
	for _, k := range kingStrengths {
		if k.ks == ks {
			v.King.Sides.Elsewhere, v.King.Edge = k.elsewhere, k.edge
			if v.Throne.Exists {
				v.King.Sides.Throne, v.King.Sides.Beside = k.throne, k.beside
			}
		}
	}
	if ks == "c" && v.Throne.Exists && v.Throne.Hostile.King == brandubh.HostileNever {
		v.King.Sides.Beside = 3
		r.report("ks:c", "with a throne that is not hostile to the king, nothing could capture him beside it by the letter; read as three sides there")
	}
}

// OTG is a game record of OpenTafl, the text of an .otg file: tags, and turns with
// comments and variations. It is kept as it is written; [OTG.Replay] plays it.
type OTG struct {
	// Tags is the tags in the order of the file, the rules among them.
	Tags []OTGTag
	// Turns is the turns of the game and of variations, in the order of the file.
	Turns []OTGTurn
}

// OTGTag is one tag of a game record. Usual names are event, site, date, round,
// attackers, defenders, result (1 the attackers won, -1 the defenders, 0 a draw,
// ? anything else), annotator, compiler, time-control, time-remaining,
// termination, variant, start-comment, rules and position; others are kept.
type OTGTag struct {
	Name  string // without colon, brackets and blanks
	Value string // without closing brackets, and may have several lines
}

// OTGTurn is one turn of a game record: a move of each side.
type OTGTurn struct {
	// Number is the number of the turn in the game, "3", or the address of a turn
	// in a variation, "3b.3.1a".
	Number string
	// Moves is the two moves of the turn; the zero WrittenMove is none. Where the
	// first is none, "....." stands for it; where the second is, nothing.
	Moves [2]WrittenMove
	// Comments is the comments on the two moves. The first has no |, neither has ].
	Comments [2]string
}

// isVariation reports whether the turn stands in a variation.
func (t *OTGTurn) isVariation() bool { return strings.Trim(t.Number, "0123456789") != "" }

// ParseOTG reads a game record. It asks for its form only: neither the rules nor
// the moves are judged before [OTG.Replay]. What is not of the form is refused with
// a [*brandubh.ParseError].
func ParseOTG(text string) (OTG, error) {
	const what = "OpenTafl game"
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(text, "\uFEFF"))
	var g OTG
	var turn *OTGTurn // the last
	commented := false
	for at := skipBlanks(text, 0); at < len(text); at = skipBlanks(text, at) {
		if text[at] == '[' {
			n := strings.IndexByte(text[at:], ']')
			if n < 0 {
				return OTG{}, &brandubh.ParseError{What: what, Text: text, At: at, Why: "the bracket is not closed"}
			}
			inside := text[at+1 : at+n]
			switch {
			case turn == nil:
				name, value, ok := strings.Cut(inside, ":")
				if !ok || !isTagName(name) {
					return OTG{}, &brandubh.ParseError{What: what, Text: text, At: at, Why: "want [tag:value]"}
				}
				g.Tags = append(g.Tags, OTGTag{name, value})
			case commented:
				return OTG{}, &brandubh.ParseError{What: what, Text: text, At: at, Why: "a second comment on turn " + turn.Number}
			default:
				turn.Comments[0], turn.Comments[1], _ = strings.Cut(inside, "|")
				commented = true
			}
			at += n + 1
			continue
		}
		number, end := readAddress(text, at)
		if number == "" {
			return OTG{}, &brandubh.ParseError{What: what, Text: text, At: at, Why: "want a turn, as in 1. d2-e2 c4-c5, a tag or a comment"}
		}
		g.Turns = append(g.Turns, OTGTurn{Number: number})
		turn, commented = &g.Turns[len(g.Turns)-1], false
		var err error
		if at, err = turn.read(what, text, end); err != nil {
			return OTG{}, err
		}
	}
	return g, nil
}

func isTagName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(":[]", r)
	})
}

// readAddress reads the number of a turn, "3.", or an address, "3b.3.1a."; an
// address may lack its last dot. It returns nothing if there is none.
func readAddress(text string, at int) (number string, end int) {
	dots := 0
	for end = at; ; {
		digits := end
		for end < len(text) && '0' <= text[end] && text[end] <= '9' {
			end++
		}
		if end == digits {
			return "", at
		}
		if end < len(text) && 'a' <= text[end] && text[end] <= 'z' {
			end++
		}
		switch {
		case end == len(text) || text[end] != '.':
			if dots == 0 || skipBlanks(text, end) == end {
				return "", at
			}
			return text[at:end], end
		case end+1 < len(text) && '0' <= text[end+1] && text[end+1] <= '9':
			dots++
			end++
		default:
			return text[at:end], end + 1
		}
	}
}

// read reads the moves of a turn.
func (t *OTGTurn) read(what, text string, at int) (end int, err error) {
	for i := 0; ; {
		at = skipBlanks(text, at)
		if at < len(text) && text[at] != '[' && i == 0 && text[at] == '.' {
			for at < len(text) && text[at] == '.' {
				at++
			}
			i = 1
			continue
		}
		if number, _ := readAddress(text, at); at == len(text) || text[at] == '[' || number != "" {
			if t.Moves == [2]WrittenMove{} {
				return at, &brandubh.ParseError{What: what, Text: text, At: at, Why: "want a move in turn " + t.Number}
			}
			return at, nil
		}
		if i == 2 {
			return at, &brandubh.ParseError{What: what, Text: text, At: at, Why: "turn " + t.Number + " has more than two moves"}
		}
		w, next := WrittenMove{Resigns: true}, at+len(resignSymbol)
		if !strings.HasPrefix(text[at:], resignSymbol) {
			var twice brandubh.Bitboard
			if w, next, twice, err = readWritten(what, text, at); err != nil {
				return at, err
			}
			if twice != 0 {
				return at, &brandubh.ParseError{What: what, Text: text, At: at, Why: "names twice what it takes: " + twice.String()}
			}
			if w.Move == (brandubh.Move{}) {
				return at, &brandubh.ParseError{What: what, Text: text, At: at, Why: "a piece may not stay where it is"}
			}
		}
		if next < len(text) && text[next] != '[' && skipBlanks(text, next) == next {
			return next, &brandubh.ParseError{What: what, Text: text, At: next, Why: "something follows the move"}
		}
		t.Moves[i] = w
		i++
		at = next
	}
}

// Format returns the record as the text of an .otg file, which [ParseOTG] reads
// back as the same record: tags, a line each, then the turns with an empty line
// before each. It refuses what the form cannot hold: a tag's name with a colon,
// brackets or blanks, a ] or a carriage return in a value or comment, a | in the
// first comment, a number that is none, a turn without a move, squares off the board.
func (g OTG) Format() (string, error) {
	var b strings.Builder
	for _, t := range g.Tags {
		if !isTagName(t.Name) || !inBrackets(t.Value) {
			return "", fmt.Errorf("tag %q: %q: %w", t.Name, t.Value, errOTGForm)
		}
		b.WriteString("[" + t.Name + ":" + t.Value + "]\n")
	}
	for i := range g.Turns {
		t := &g.Turns[i]
		if err := t.format(&b); err != nil {
			return "", fmt.Errorf("turn %q: %w", t.Number, err)
		}
	}
	return b.String(), nil
}

var errOTGForm = fmt.Errorf("the form of a game record cannot hold it: %w", brandubh.ErrSyntax)

// inBrackets reports whether a text can stand between brackets and be read back.
func inBrackets(text string) bool {
	return !strings.ContainsAny(text, "]\r")
}

func (t *OTGTurn) format(b *strings.Builder) error {
	if number, end := readAddress(t.Number+". ", 0); number == "" || end != len(number)+1 || number != t.Number {
		return fmt.Errorf("no number of a turn: %w", errOTGForm)
	}
	if t.Moves == [2]WrittenMove{} {
		return fmt.Errorf("no move: %w", errOTGForm)
	}
	b.WriteString("\n" + t.Number + ".")
	for i, w := range t.Moves {
		switch {
		case w == WrittenMove{} && i == 0:
			b.WriteString(" .....")
			continue
		case w == WrittenMove{}:
			continue
		}
		text := w.String()
		if again, err := ParseOTNMove(text); err != nil || again != w || w.Move == (brandubh.Move{}) && !w.Resigns {
			return fmt.Errorf("move %s: %w", text, errOTGForm)
		}
		b.WriteString(" " + text)
	}
	b.WriteByte('\n')
	c := t.Comments
	if strings.Contains(c[0], "|") || !inBrackets(c[0]) || !inBrackets(c[1]) {
		return fmt.Errorf("comments %q: %w", c, errOTGForm)
	}
	if c != [2]string{} {
		b.WriteString("[" + c[0] + "|" + c[1] + "]\n")
	}
	return nil
}

// Tag returns the value of the first tag of that name, and whether there is one.
func (g OTG) Tag(name string) (string, bool) {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value, true
		}
	}
	return "", false
}

// Replay plays the game of the record, variations left aside, by the rules of the
// record, or by those given instead; it returns the rules it has played by. It
// reads the moves as [ReadMoves] does, with the same results, errors and
// deviations, and reports those of the rules besides. The game starts from
// o.Start, or else from the position of the record, where the side that moves
// first in the rules is to move, or else from the start of the rules. Where the
// moves come to no end, a result that the record has, and that its termination
// gives a reason for, becomes the Result.
func (g OTG) Replay(v *brandubh.Variant, o ReadOptions) (*brandubh.Variant, Record, error) {
	var deviations []Deviation
	if v == nil {
		rules, ok := g.Tag("rules")
		if !ok {
			return nil, Record{}, fmt.Errorf("the record has no rules: %w", brandubh.ErrNoVariant)
		}
		var err error
		if v, deviations, err = ParseOTNRules(rules); err != nil {
			return nil, Record{}, err
		}
	}
	if position, ok := g.Tag("position"); ok && o.Start == (brandubh.Position{}) {
		p, err := ParseOTNPosition(strings.TrimSpace(position))
		if err != nil {
			return v, Record{}, err
		}
		o.Start = p.WithTurn(v.Start.Turn())
	}
	r, err := newReading(v, o)
	r.Deviations = deviations
	if err == nil {
		err = r.turns(g)
	}
	return v, r.Record, err
}

// turns plays the turns of a game record.
func (r *reading) turns(g OTG) error {
	if comment, ok := g.Tag("start-comment"); ok {
		r.Comments = append(r.Comments, Comment{0, comment})
	}
	var err error
	for i := range g.Turns {
		t := &g.Turns[i]
		if t.isVariation() {
			continue
		}
		n, _ := strconv.Atoi(t.Number)
		r.number(t.Number+".", n)
		for j, w := range t.Moves {
			if w != (WrittenMove{}) && !r.turnMove(w, &err) {
				r.Rest = restOf(g.Turns[i:], j)
				r.finish()
				r.compareResult(g)
				return err
			}
			if t.Comments[j] != "" {
				r.Comments = append(r.Comments, Comment{len(r.Moves), t.Comments[j]})
			}
		}
	}
	r.finish()
	r.compareResult(g)
	return nil
}

// turnMove plays one move of a game record, and returns false where that stops.
func (r *reading) turnMove(w WrittenMove, err *error) bool {
	token := w.String()
	if w.Resigns {
		return r.claim(token, brandubh.Resigned)
	}
	if r.over(token) {
		return false
	}
	ply := r.ply()
	if e := r.play(token, w, 0); e != nil {
		*err = fmt.Errorf("ply %d: %w", ply, e)
	}
	return *err == nil
}

// restOf returns the turns from a move on as text, variations left aside: those
// of the record are still in the record.
func restOf(turns []OTGTurn, move int) string {
	var words []string
	for i := range turns {
		for j, w := range turns[i].Moves {
			if !turns[i].isVariation() && w != (WrittenMove{}) && (i > 0 || j >= move) {
				words = append(words, w.String())
			}
		}
	}
	return strings.Join(words, " ")
}

// compareResult compares the result that the record has with what the moves have
// come to.
func (r *reading) compareResult(g OTG) {
	tag, _ := g.Tag("result")
	var winner brandubh.Side
	switch strings.TrimSpace(tag) {
	case "1":
		winner = brandubh.Attackers
	case "-1":
		winner = brandubh.Defenders
	case "0":
	default:
		return
	}
	if r.Result.Over() {
		if r.Result.Winner != winner {
			r.report(len(r.Moves), DeviantResult, "result:"+tag, "by the moves %s", r.Result.Sentence())
		}
		return
	}
	if r.Rest != "" {
		return // the reading stopped
	}
	termination, _ := g.Tag("termination")
	switch why := terminationReason(termination); {
	case why == brandubh.NoReason:
	case why == brandubh.Repeated || (why == brandubh.Agreed) == (winner == brandubh.NoSide):
		r.Result = brandubh.Result{Winner: winner, Reason: why}
		return
	}
	r.report(len(r.Moves), DeviantResult, "result:"+tag, "the moves come to no end, and the termination does not say why it ended")
}

// terminationReason guesses from a sentence for people why a game ended.
func terminationReason(text string) brandubh.Reason {
	text = strings.ToLower(text)
	for _, guess := range []struct {
		word string
		why  brandubh.Reason
	}{
		{"resign", brandubh.Resigned},
		{"time", brandubh.OutOfTime},
		{"forfeit", brandubh.Forfeited},
		{"repe", brandubh.Repeated},
		{"agree", brandubh.Agreed},
	} {
		if strings.Contains(text, guess.word) {
			return guess.why
		}
	}
	return brandubh.NoReason
}

// NewOTG returns a record of a game that was played by a rule set: its result, the
// name of the rules, the position where the game does not start as the rules
// have it, the rules record given (of [FormatOTNRules], or the nearest one of its
// error; none if empty), the moves in that form, and the comments. Who played,
// where and when is added to its Tags. It refuses a game that is illegal under the
// rules, and a position with another side to move than the rules have first,
// which the form cannot say.
func NewOTG(v *brandubh.Variant, r Record, rules string, form OTNForm) (OTG, error) {
	if err := v.Validate(); err != nil {
		return OTG{}, err
	}
	var g OTG
	tag := func(name, value string) {
		if value != "" {
			g.Tags = append(g.Tags, OTGTag{name, value})
		}
	}
	if r.Result.Over() {
		tag("result", [...]string{brandubh.NoSide: "0", brandubh.Attackers: "1", brandubh.Defenders: "-1"}[r.Result.Winner%3])
		tag("termination", r.Result.Sentence())
	} else {
		tag("result", "?")
	}
	tag("variant", otgText(v.Name))
	if r.Start != v.Start {
		if r.Start.Turn() != v.Start.Turn() {
			return OTG{}, &brandubh.ValidationError{What: "position", Problems: []brandubh.Problem{{Path: "turn", Why: "a game record starts with the side that moves first in the rules"}}}
		}
		tag("position", FormatOTNPosition(r.Start))
	}
	comments := map[int][]string{}
	for _, c := range r.Comments {
		comments[c.Ply] = append(comments[c.Ply], otgText(c.Text))
	}
	tag("start-comment", strings.Join(comments[0], "\n"))
	tag("rules", rules)
	open := *v
	open.Enclosure = false // the record may have been read on
	p := r.Start
	for i, m := range r.Moves {
		w, q, err := written(v, p, m, form)
		if err != nil && v.Result(p).Reason == brandubh.Enclosed {
			w, q, err = written(&open, p, m, form)
		}
		if err != nil {
			return OTG{}, fmt.Errorf("ply %d: %w", i+1, err)
		}
		if i%2 == 0 {
			g.Turns = append(g.Turns, OTGTurn{Number: strconv.Itoa(i/2 + 1)})
		}
		t := &g.Turns[len(g.Turns)-1]
		t.Moves[i%2] = w
		t.Comments[i%2] = strings.Join(comments[i+1], "\n")
		p = q
	}
	return g, nil
}

// otgText returns a text as the brackets of a game record can hold it.
func otgText(text string) string {
	return strings.NewReplacer("]", ")", "[", "(", "|", "/", "\r\n", "\n", "\r", "\n").Replace(text)
}
