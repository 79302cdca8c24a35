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

// FormatOTNRules returns the rule set as an OpenTafl rules record, the nearest that
// there is, and what it loses: the path of every field that it cannot say, in the
// order of [brandubh.Fields], with what it says instead. Where nothing is lost, every
// game goes the same way under the rules that [ParseOTNRules] reads from it. Of the
// labels only the name is written, with _ for blanks and for what a record cannot
// hold.
//
// Lost is what the notation has no words for: other king.sides than two everywhere,
// four everywhere, or four on the throne and two elsewhere (beside the throne three do
// as well as four); a hostile edge, except with four sides; enclosure, which a record
// knows only for both sides; no move as a draw; draws by agreement; every repetition
// but the third occurrence as a draw, as its mover's loss or as that of the side to
// move.
//
// The record says what the notation means. OpenTafl's program departs from it in three
// points: it reads tfr:i as tfr:d, judges tfr:w and tfr:l the other way round, and
// ignores cenhe:K where the king stands there alone.
//
// The error is that of [brandubh.Variant.Validate], for rules that are invalid.
func FormatOTNRules(v *brandubh.Variant) (text string, lost []brandubh.Problem, err error) {
	if err := v.Validate(); err != nil {
		return "", nil, err
	}
	var ps problems
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
	ks := kingStrength(v, &ps)
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
		// cenre: would say the same of a king who may not return, but OpenTafl's program
		// then forbids him the corners and the way over the throne besides.
		unless("K", "cens", pieceList(v.Throne.Stop.Attackers, v.Throne.Stop.Defenders, v.Throne.Return))
	} else {
		put("cen", "")
	}
	if r := v.Range; r != (brandubh.ByPiece[uint8]{}) {
		put("spd", speeds(r))
	}
	put("start", FormatOTNPosition(v.Start))

	if v.Enclosure {
		ps.add("enclosure", "only that a surrounded side loses, whichever it is; the nearest is surf:y")
	}
	if v.NoMoves == brandubh.NoMovesDraws {
		ps.add("noMoves", "a side without a legal move loses")
	}
	repetitionLosses(v, &ps)
	if v.Agreement {
		ps.add("agreement", "nothing about draws by agreement")
	}
	return b.String(), ps.list, nil
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
// without cenhe:; keys out of place. They do not report that OpenTafl's program reads
// tfr:i as tfr:d and ignores a cenhe: that names the king alone.
//
// What Brandubh does not know at all is
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
			continue
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
	r.deviations = append(r.deviations, Deviation{Kind: KindRules, Token: cut(token, 60), Why: fmt.Sprintf(why, args...)})
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
		r.refuse(key, "want one of %s, not %q", strings.Join(strings.Split(letters, ""), ", "), cut(value, 40))
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
		s, err := brandubh.ParseSquare(strings.ToLower(word))
		switch {
		case err != nil:
			r.refuse(key, "%q is no square of the board", cut(word, 40))
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
		r.refuse("dim", "Brandubh is played on 7×7 squares, not %q", cut(dim, 40))
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
			r.refuse(key, "%q: Brandubh knows no %s", cut(value, 40), what)
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
			r.refuse(fort, "%q: Brandubh knows no fortresses", cut(list, 40))
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
	if syntax := (*Error)(nil); errors.As(err, &syntax) {
		r.refuse(key, "%v", syntax.Err)
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
			r.refuse("spd", "%q is no speed; want -1 for any, or 1 or more squares", cut(word, 40))
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
	if value, ok := r.values["corre"]; ok && value == "" {
		delete(r.values, "corre")
		r.report("corre:", "nobody may enter a corner by the letter; OpenTafl's loader of rules hands that out for the default, and so it is read")
	}
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
