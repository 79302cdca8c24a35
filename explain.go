package brandubh

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Explanation says what a move does, and which rules decide it.
//
// A rule is cited for a statement if the statement would be another were that one
// rule different: a field of the rule set with some other value, or one of the
// rules that all rule sets share ("common 4"). Every field of which that is true is
// cited. A statement about a piece takes for granted that the move is made, and one
// about the result that the position has been reached.
//
// Its JSON is described in docs/json.md and docs/explanation.schema.json.
type Explanation struct {
	// Position and Move are what was asked about. Piece is the piece that moves.
	Position Position
	Move     Move
	Piece    Piece
	// Err is nil for a legal move, and otherwise the error of [Variant.Check].
	Err error
	// Citations is the rules that make the move legal or illegal, the one that speaks
	// of the case most directly first.
	Citations []Citation
	// Effects says what becomes of every enemy next to the square of arrival, and of
	// every other piece that stands surrounded: first the pieces that are captured,
	// then the others, each in square order. It is empty for an illegal move.
	Effects []Effect
	// After is the position after the move; for an illegal move it is Position.
	After Position
	// Result is how After stands, and ResultCitations is the rules that make it so.
	// For a game that goes on no rule is cited.
	Result          Result
	ResultCitations []Citation
	// CouldEnd is, where a legal move leaves the game going on, the rules of which
	// each with another value would end it here.
	CouldEnd []Citation
}

// Effect is what a move does to one piece: the piece is captured, or is not though
// an enemy arrives next to it or it stands surrounded.
type Effect struct {
	// Square and Piece are the piece in question.
	Square Square `json:"square"`
	Piece  Piece  `json:"piece"`
	// Captured reports whether the move captures it.
	Captured bool `json:"captured"`
	// Captors is what closes its sides, the arriving piece first, the others in
	// square order. A captured piece has two to four, any other at least one.
	Captors []Captor `json:"captors,omitempty"`
	// Open is the squares beside a piece that is not captured that would have to be
	// closed as well.
	Open Bitboard `json:"open,omitempty"`
	// Why says in a few words why the piece is not captured; empty if it is.
	Why string `json:"why,omitempty"`
	// Before reports whether a piece that is surrounded and not captured was
	// surrounded before the move already.
	Before bool `json:"before,omitempty"`
	// Citations is the rules that decide whether the piece is captured, and by what;
	// fields come before the rules that all rule sets share.
	Citations []Citation `json:"citations,omitempty"`
}

// Captor is what closes one side of a piece.
type Captor struct {
	Kind CaptorKind `json:"kind"`
	// At is the square that closes the side; for the edge it is the king's own square.
	At Square `json:"at"`
	// Piece is the piece on that square, also on a hostile square; NoPiece if none.
	Piece Piece `json:"piece"`
}

// CaptorKind is the kind of a [Captor], a word.
type CaptorKind string

// The kinds of captors. The zero CaptorKind, the empty text, is none.
const (
	// CaptorPiece is a piece of the capturing side.
	CaptorPiece CaptorKind = "piece"
	// CaptorThrone is the throne: hostile to the piece, or the empty fourth side of a
	// king who is captured from three.
	CaptorThrone CaptorKind = "throne"
	// CaptorCorner is a corner that is hostile to the piece.
	CaptorCorner CaptorKind = "corner"
	// CaptorEdge is the edge of the board, hostile to the king.
	CaptorEdge CaptorKind = "edge"
)

// Citation is a rule that decides something, with its value and where it comes from.
type Citation struct {
	// Rule is the path of a field or the name of a shared rule: "king.armed",
	// "common 5".
	Rule string `json:"rule"`
	// Value is the value of a field as text; "absent" for a rule about a throne or
	// corners that the board does not have. It is empty for a shared rule.
	Value string `json:"value,omitempty"`
	// Provenance is where the rule comes from.
	Provenance Provenance `json:"provenance"`
}

// Explain says what a move does and why: whether it is legal, what becomes of the
// pieces around it, how the position stands afterwards, and which rules decide each
// of these. Of a nil Variant it says only that there are no rules.
func (v *Variant) Explain(p Position, m Move) *Explanation {
	e := &Explanation{Position: p, Move: m, Piece: p.At(m.From)}
	e.After, e.Err = v.Play(p, m)
	if v == nil {
		return e
	}
	w := whatIf{rules: v}
	e.Result = v.Result(e.After)
	results := w.result(e.After, e.Result)
	switch {
	case e.Result.Over():
		e.ResultCitations = results
	case e.Err == nil:
		e.CouldEnd = results
	}
	e.Citations = w.legality(p, m)
	if e.Err == nil {
		e.Effects = w.effects(p, m)
	}
	return e
}

// ResultCitations returns the rules that make the [Variant.Result] of a finished
// position what it is, the one that names the result first. For a position that is
// not finished it returns nil.
func (v *Variant) ResultCitations(p Position) []Citation {
	return v.resultCitations(p, v.Result(p))
}

// resultCitations returns the rules that make the result of a position what it is,
// or that of a game which the players have ended in it.
func (v *Variant) resultCitations(p Position, r Result) []Citation {
	switch {
	case v == nil || !r.Over():
		return nil
	case r.Reason == Agreed:
		return v.citations("agreement")
	case r.Reason > Agreed: // what the players say needs no rule
		return nil
	}
	w := whatIf{rules: v}
	return w.result(p, r)
}

// outcomeCitations returns the rules that make the result r of a move what it is,
// which brings about position q on the line.
func (l *Line) outcomeCitations(x *lineIndex, m Move, q Position, r Result) []Citation {
	if r.Reason != Repeated {
		return l.v.resultCitations(q, r)
	}
	w := whatIf{rules: &l.v}
	others := w.deciding(everything, func(v *Variant) bool {
		var ply plyRecord
		other, _, err := l.under(v).judge(x, m, q, &ply)
		return err == nil && other != r
	}, "")
	return append(l.v.citations("repetition.result", "repetition.counts", "repetition.times"), others...)
}

// forbiddenCitations returns the rules that make a move a forbidden repetition.
func (l *Line) forbiddenCitations(x *lineIndex, m Move) []Citation {
	w := whatIf{rules: &l.v}
	others := w.deciding(everything, func(v *Variant) bool {
		q, err := v.Play(l.position, m)
		return err != nil || l.under(v).forbidden(x, m, q) == nil
	}, "")
	return append(l.v.citations("repetition.forbidden"), others...)
}

// under returns the line as it stands, to be judged further under other rules about
// anything but repetition.
func (l *Line) under(v *Variant) *Line {
	c := *l
	c.v = *v
	return &c
}

// citations cites the rules with these paths or names.
func (v *Variant) citations(names ...string) []Citation {
	cited := make([]Citation, len(names))
	for i, name := range names {
		cited[i] = v.citation(name, rule(name))
	}
	return cited
}

// citation cites a rule, given the field that it is, nil for a shared rule.
func (v *Variant) citation(name string, f *field) Citation {
	c := Citation{Rule: name, Provenance: Provenance{Rule: name}} // of own basis, if nothing else is known
	base, known := v.basePreset(), false
	var from Provenance
	switch {
	case f == nil:
		from, known = sharedProvenance(base, name)
	case f.in(v):
		c.Value = f.value.text(v)
		_, from, known = v.fieldProvenance(base, f)
	default:
		c.Value = "absent"
		_, from, known = v.fieldProvenance(base, f)
	}
	if known {
		c.Provenance = from
	}
	return c
}

// whatIf finds the rules that decide a statement by changing them: it asks again
// with every other value of every field that could have a say in it.
type whatIf struct {
	rules *Variant
	other Variant // rules, but for one field
}

// subject is what a field can have a say in.
type subject uint8

const (
	ending          subject = 1 << iota // whether the game is over
	attackersMove                       // where the attackers may move
	defendersMove                       // where the defenders may move
	attackerCapture                     // whether an attacker is captured
	defenderCapture                     // whether a defender is captured
	kingCapture                         // whether the king is captured

	everything = 1<<iota - 1
)

// subjects returns what a field can have a say in, as far as that needs a position
// and a move only.
func subjects(path string) subject {
	switch path {
	case "goal", "enclosure", "noMoves":
		return ending
	case "range.attackers", "throne.stop.attackers", "throne.pass.attackers":
		return attackersMove
	case "range.defenders", "throne.stop.defenders", "throne.pass.defenders",
		"range.king", "throne.return", "throne.pass.king":
		return defendersMove
	case "throne.hostile.attackers", "corners.hostile.attackers", "king.armed":
		return attackerCapture
	case "throne.hostile.defenders", "corners.hostile.defenders":
		return defenderCapture
	case "throne.hostile.king", "corners.hostile.king", "king.edge",
		"king.sides.throne", "king.sides.beside", "king.sides.elsewhere":
		return kingCapture
	}
	return 0
}

// moving is the subject of the moves of a side.
func moving(s Side) subject {
	switch s {
	case Attackers:
		return attackersMove
	case Defenders:
		return defendersMove
	}
	return 0
}

// capturing is the subject of captures of a piece.
func capturing(x Piece) subject {
	switch x {
	case Attacker:
		return attackerCapture
	case Defender:
		return defenderCapture
	}
	return kingCapture
}

// deciding cites every field of these subjects that decides a statement; differs
// reports whether under other rules the statement is another. The rule named first
// is cited first if it decides, as a shared rule does always; the other shared
// rules come last.
func (w *whatIf) deciding(about subject, differs func(*Variant) bool, first string, shared ...string) []Citation {
	var cited []Citation
	if strings.HasPrefix(first, "common ") {
		cited = append(make([]Citation, 0, 2+len(shared)), w.rules.citation(first, nil))
	}
	for i := range rules {
		f := &rules[i]
		switch {
		case subjects(f.path)&about == 0 || !w.decides(f, differs):
		case f.path == first:
			cited = slices.Insert(cited, 0, w.rules.citation(f.path, f))
		default:
			cited = append(cited, w.rules.citation(f.path, f))
		}
	}
	for _, name := range shared {
		cited = append(cited, w.rules.citation(name, nil))
	}
	return cited
}

// decides reports whether a statement differs with some other value of a field. A
// field of a throne that the board does not have is tried on a throne without any
// other rule.
func (w *whatIf) decides(f *field, differs func(*Variant) bool) bool {
	w.other = *w.rules
	if f.needs == onThrone && !f.in(w.rules) {
		t, k := &w.other.Throne, &w.other.King.Sides
		t.Exists, t.Return, t.Stop.Attackers, t.Stop.Defenders = true, true, true, true
		t.Pass = ByPiece[bool]{true, true, true}
		k.Throne, k.Beside = k.Elsewhere, k.Elsewhere
	}
	for i := 0; f.value.choose(&w.other, i); i++ {
		if differs(&w.other) {
			return true
		}
	}
	if f.path == "goal" { // every corner is on the edge too, so ask what without a goal
		w.other.Goal = 0
		return differs(&w.other)
	}
	return false
}

// result cites the rules that decide the result of a position.
func (w *whatIf) result(p Position, r Result) []Citation {
	var first string
	var shared []string
	switch r.Reason {
	case KingCaptured:
		first = "common 8"
	case Escape:
		first, shared = "goal", []string{"common 7"}
	case Enclosed:
		first = "enclosure"
	case NoMovesLeft:
		first = "noMoves"
	}
	differs := func(v *Variant) bool { return v.Result(p) != r }
	return w.deciding(ending|moving(p.turn), differs, first, shared...)
}

// legality cites the rules that decide whether a move is legal, and if it is not
// for which reason.
func (w *whatIf) legality(p Position, m Move) []Citation {
	verdict := w.rules.judge(p, m)
	x := p.At(m.From)
	first := "common 2"
	var shared []string
	switch verdict.Err {
	case ErrGameOver:
		return w.result(p, verdict.Result)
	case ErrOffBoard:
		first = "common 1"
	case ErrBlocked:
		if verdict.Piece == NoPiece {
			first = "throne.pass." + kindOf(x)
		}
	case ErrMayNotStop:
		first = "common 3"
		if x == King {
			first = "throne.return"
		}
	case ErrOutOfRange:
		first = "range." + kindOf(x)
	case nil:
		if x != King && (Throne | Corners).Has(m.To) {
			shared = []string{"common 3"}
		}
	}
	differs := func(v *Variant) bool { return v.judge(p, m) != verdict }
	return w.deciding(ending|moving(p.turn), differs, first, shared...)
}

// kindOf is the last part of the path of a rule about a kind of piece.
func kindOf(x Piece) string {
	switch x {
	case Attacker:
		return "attackers"
	case Defender:
		return "defenders"
	}
	return "king"
}

// arrival is a piece that has arrived on a square, as captures are judged: before
// anything is removed.
type arrival struct {
	board Position
	piece Piece
	at    Square
}

// siege is how a piece stands against an arrival next to it: which of the sides
// that must be closed are so, and which are not.
type siege struct {
	closed   [4]Captor // the arriving piece first, the others in square order
	n        int       // how many are closed
	open     Bitboard
	edgeOpen bool
}

// captors returns what closes the piece.
func (s *siege) captors() []Captor { return slices.Clone(s.closed[:s.n]) }

func (s *siege) close(c Captor) {
	if s.n < len(s.closed) {
		s.closed[s.n] = c
		s.n++
	}
}

// captures reports whether the arrival captures the piece on a square.
func (v *Variant) captures(a arrival, s Square) bool {
	return !v.arrived(a.board, a.piece, a.at).occupied().Has(s)
}

// besiege returns how a piece stands against an arrival next to it.
func (v *Variant) besiege(a arrival, s Square) (x siege) {
	p, arriving, victim := a.board, a.at.Bitboard(), a.board.At(s)
	needed := arriving | acrossFrom(arriving, s.Bitboard())
	edge := needed == arriving
	var closed Bitboard
	switch victim {
	case Attacker:
		closed = v.anvilsToAttackers(p)
	case Defender:
		closed = v.anvilsToDefenders(p)
	case King:
		needed, closed, edge = v.kingSides(p, arriving)
	}
	x.close(Captor{CaptorPiece, a.at, a.piece})
	around := beside[s] == needed
	for _, step := range steps {
		switch at := s.step(step); {
		case at == a.at:
		case at == offBoard && edge && (around || s.step([2]int{-step[0], -step[1]}) == a.at):
			if victim == King && v.King.Edge {
				x.close(Captor{CaptorEdge, s, NoPiece})
			} else {
				x.edgeOpen = true
			}
		case !needed.Has(at):
		case closed.Has(at):
			x.close(v.captor(p, victim, at))
		default:
			x.open |= at.Bitboard()
		}
	}
	return x
}

// captor names what closes a side of a piece on a square of the board. A piece that
// closes it is named before the square under it.
func (v *Variant) captor(p Position, victim Piece, at Square) Captor {
	c := Captor{CaptorPiece, at, p.At(at)}
	anvil := c.Piece != NoPiece
	if c.Piece == King {
		anvil = victim == Attacker && v.King.Armed&AnvilOnly != 0
	}
	switch {
	case anvil:
	case at == D4:
		c.Kind = CaptorThrone
	default:
		c.Kind = CaptorCorner
	}
	return c
}

// surrounded reports whether a piece would be captured if one of the pieces beside
// it, other than the one on except, were just arriving, and by what. A king between
// two attackers straight opposite each other is surrounded under any rules.
func (v *Variant) surrounded(p Position, s, except Square) (siege, bool) {
	x := p.At(s)
	enemies := (beside[s] & p.Side(x.Side().Opponent())) &^ except.Bitboard()
	for b := enemies; b != 0; b &= b - 1 {
		at := b.first()
		if a := (arrival{p, p.At(at), at}); v.captures(a, s) {
			return v.besiege(a, s), true
		}
		if across := acrossFrom(b&-b, s.Bitboard()); x == King && across&enemies != 0 {
			pair := siege{n: 2}
			pair.closed[0] = Captor{CaptorPiece, at, Attacker}
			pair.closed[1] = Captor{CaptorPiece, across.first(), Attacker}
			return pair, true
		}
	}
	return siege{}, false
}

// The reasons for which a piece is not captured, besides sides that are open.
const (
	whyNoArrival = "only an arriving piece captures"
	whyUnarmed   = "the king does not capture"
)

// effects says what becomes of the pieces around a legal move.
func (w *whatIf) effects(before Position, m Move) []Effect {
	x := before.At(m.From)
	a := arrival{before.moved(x, m.From.Bitboard()|m.To.Bitboard()), x, m.To}
	p := a.board
	enemies := p.Side(p.turn)
	near := beside[m.To] & enemies
	captured := enemies &^ w.rules.arrived(p, x, m.To).Side(p.turn)
	var effects []Effect
	for s := range captured.All() {
		effects = append(effects, w.capture(a, s, captured.Len() > 1))
	}
	kings := p.defenders | p.king
	touching := p.attackers&kings.Neighbours() | kings&p.attackers.Neighbours()
	for s := range (touching &^ captured).All() {
		if e, ok := w.sparing(a, s, near.Has(s)); ok {
			if _, surrounded := w.rules.surrounded(before, s, offBoard); e.Why == whyNoArrival {
				e.Before = surrounded && before.At(s) == e.Piece
			}
			effects = append(effects, e)
		}
	}
	return effects
}

// capture explains why an arrival captures a piece, alone or with others.
func (w *whatIf) capture(a arrival, s Square, others bool) Effect {
	x := w.rules.besiege(a, s)
	e := Effect{Square: s, Piece: a.board.At(s), Captured: true, Captors: x.captors()}
	shared, first := []string{"common 4", "common 6"}, ""
	if e.Piece == King {
		shared[0], first = "common 8", w.rules.sidesRule(s)
	}
	if !others {
		shared = shared[:1]
	}
	differs := func(v *Variant) bool { return !v.captures(a, s) || v.besiege(a, s) != x }
	e.Citations = w.deciding(capturing(e.Piece), differs, first, shared...)
	return e
}

// sparing explains why an arrival does not capture a piece that it is near to, or
// that is surrounded; it returns false for a piece that is neither.
func (w *whatIf) sparing(a arrival, s Square, near bool) (Effect, bool) {
	e := Effect{Square: s, Piece: a.board.At(s)}
	ring, surrounded := w.rules.surrounded(a.board, s, a.at)
	var x siege
	if near {
		x = w.rules.besiege(a, s)
	}
	closed := x.open == 0 && !x.edgeOpen
	shared := make([]string, 0, 3)
	switch {
	case near && closed:
		e.Why, e.Captors = whyUnarmed, x.captors()
	case surrounded:
		e.Why, e.Captors = whyNoArrival, ring.captors()
		shared = append(shared, "common 5")
	case near:
		e.Why, e.Captors, e.Open = w.rules.openWords(a, s, &x), x.captors(), x.open
		if x.edgeOpen && e.Piece != King {
			shared = append(shared, "common 9")
		}
	default:
		return e, false
	}
	first := ""
	if e.Piece == King {
		first = w.rules.sidesRule(s)
		shared = append(shared, "common 8")
	} else if near {
		shared = append(shared, "common 4")
	}
	about := capturing(e.Piece)
	if !near { // no rule lets it be captured by what happens elsewhere
		about = 0
	}
	differs := func(v *Variant) bool { return v.captures(a, s) }
	e.Citations = w.deciding(about, differs, first, shared...)
	return e, true
}

// sidesRule returns the path of the rule that says from how many sides the king is
// captured on a square.
func (v *Variant) sidesRule(king Square) string {
	switch v.sides(king.Bitboard()) {
	case &v.King.Sides.Throne:
		return "king.sides.throne"
	case &v.King.Sides.Beside:
		return "king.sides.beside"
	}
	return "king.sides.elsewhere"
}

// openWords says which sides of a piece are open to an arrival next to it that
// does not capture it: "d2 and the throne are open".
func (v *Variant) openWords(a arrival, s Square, x *siege) string {
	victim := a.board.At(s)
	var squares, reasons []string
	if a.piece == King && v.King.Armed&HammerOnly == 0 {
		reasons = append(reasons, whyUnarmed)
	}
	for at := range x.open.All() {
		switch y := a.board.At(at); {
		case y == NoPiece && at == D4 && v.Throne.Exists:
			squares = append(squares, "the throne")
		case y == NoPiece && Corners.Has(at) && v.Corners.Exists:
			squares = append(squares, "the corner "+at.String())
		case y == NoPiece:
			squares = append(squares, at.String())
		case y == King && victim == Attacker:
			reasons = append(reasons, "the king is no anvil")
		default:
			reasons = append(reasons, article(y)+" stands on "+at.String())
		}
	}
	switch len(squares) {
	case 0:
	case 1:
		reasons = append(reasons, squares[0]+" is open")
	default:
		reasons = append(reasons, list(squares)+" are open")
	}
	switch {
	case x.edgeOpen && victim == King:
		reasons = append(reasons, "the edge is not hostile to the king")
	case x.edgeOpen:
		reasons = append(reasons, "the edge is hostile to no soldier")
	}
	return strings.Join(reasons, "; ")
}

// steps is the four directions as files and ranks, in square order.
var steps = [4][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}

// offBoard stands for the square that is missing beyond the edge.
const offBoard Square = 255

// step returns the next square in a direction, offBoard if there is none.
func (s Square) step(d [2]int) Square {
	if at, ok := SquareAt(s.File()+d[0], s.Rank()+d[1]); ok {
		return at
	}
	return offBoard
}

// refuse makes the explanation one of a move that a game refuses for what has
// happened before, though the position may allow it.
func (e *Explanation) refuse(err error, r Result, because, citations []Citation) {
	*e = Explanation{
		Position: e.Position, Move: e.Move, Piece: e.Piece,
		Err: err, Citations: citations,
		After: e.Position, Result: r, ResultCitations: because,
	}
}

// end gives the explanation of a legal move the result that the game has by it.
func (e *Explanation) end(r Result, because []Citation) {
	e.Result, e.ResultCitations = r, because
	if r.Over() {
		e.CouldEnd = nil
	}
}

// Captured returns the squares of the pieces that the move captures.
func (e *Explanation) Captured() (b Bitboard) {
	if e == nil {
		return 0
	}
	for i := range e.Effects {
		if f := &e.Effects[i]; f.Captured {
			b |= f.Square.Bitboard()
		}
	}
	return b
}

// said returns the citations of everything that String says, in its order.
func (e *Explanation) said() [][]Citation {
	if e == nil {
		return nil
	}
	said := [][]Citation{e.Citations}
	if e.Err != nil {
		return said
	}
	for i := range e.Effects {
		said = append(said, e.Effects[i].Citations)
	}
	if e.Result.Over() {
		return append(said, e.ResultCitations)
	}
	return append(said, e.CouldEnd)
}

// Rules returns the rules that String names, each once, in the order of the text.
func (e *Explanation) Rules() []string {
	var rules []string
	for _, cited := range e.said() {
		for i := range cited {
			if !slices.Contains(rules, cited[i].Rule) {
				rules = append(rules, cited[i].Rule)
			}
		}
	}
	return rules
}

// String says in a line each: the move, or why it is illegal; what becomes of each
// piece around it; and how the position stands, if it is finished or some rule with
// another value would finish it. Every line names the rules that decide it.
func (e *Explanation) String() string {
	if e == nil {
		return ""
	}
	said := e.said()
	var b strings.Builder
	if e.Err != nil {
		fmt.Fprintf(&b, "%v%s\n", e.Err, cite(said[0]))
		return b.String()
	}
	fmt.Fprintf(&b, "%v: %s moves from %v to %v%s\n", e.Move, article(e.Piece), e.Move.From, e.Move.To, cite(said[0]))
	for i := range e.Effects {
		fmt.Fprintf(&b, "  %v%s\n", &e.Effects[i], cite(said[i+1]))
	}
	if last := said[len(said)-1]; e.Result.Over() || len(e.CouldEnd) > 0 {
		fmt.Fprintf(&b, "  %s%s\n", e.Result.Sentence(), cite(last))
	}
	return b.String()
}

// cite writes the citations behind a sentence.
func cite(cited []Citation) string {
	if len(cited) == 0 {
		return ""
	}
	texts := make([]string, len(cited))
	for i, c := range cited {
		texts[i] = c.String()
	}
	return "  [" + strings.Join(texts, "; ") + "]"
}

// String returns the rule, its value and its provenance in one line:
// "throne.hostile.defenders = when-empty: F 5.3, stated".
func (c Citation) String() string {
	if c.Value == "" {
		return c.Rule + ": " + c.Provenance.String()
	}
	return c.Rule + " = " + c.Value + ": " + c.Provenance.String()
}

// String says what becomes of the piece: "takes the defender on e4, between the
// attacker on f4 and the empty throne".
func (f Effect) String() string {
	captors := make([]string, len(f.Captors))
	for i, c := range f.Captors {
		captors[i] = c.String()
	}
	by, stands := "closed in by "+list(captors), "is "
	if len(captors) == 2 {
		by, stands = "between "+list(captors), "stands "
	}
	what := fmt.Sprintf("the %v on %v", f.Piece, f.Square)
	switch {
	case f.Captured && len(captors) == 0:
		return "takes " + what
	case f.Captured:
		return "takes " + what + ", " + by
	case f.Why == whyNoArrival && len(captors) > 0:
		return what + " " + stands + by + " and is safe: " + f.Why
	case f.Why == whyUnarmed && len(captors) > 0:
		return "does not take " + what + ", " + by + ": " + f.Why
	}
	return strings.TrimSuffix("does not take "+what+": "+f.Why, ": ")
}

// Notable reports whether players would want to hear of it: of every capture, and of
// a piece that is not captured if a field of the rules decides that, or if it has
// just come to stand surrounded. Most pieces are not captured because nothing stands
// on their other side, and of those it returns false.
func (f Effect) Notable() bool {
	return f.Captured || !f.Before && slices.ContainsFunc(f.Citations, func(c Citation) bool {
		return c.Rule == "common 5" || !strings.HasPrefix(c.Rule, "common ")
	})
}

// list joins words: "a", "a and b", "a, b and c".
func list(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// String returns the captor in words: "the attacker on c3", "the empty throne".
func (c Captor) String() string {
	switch c.Kind {
	case CaptorPiece:
		return fmt.Sprintf("the %v on %v", c.Piece, c.At)
	case CaptorThrone:
		if c.Piece != NoPiece {
			return "the throne under the king"
		}
		return "the empty throne"
	case CaptorCorner:
		return "the corner " + c.At.String()
	case CaptorEdge:
		return "the edge of the board"
	}
	return "nothing on " + c.At.String()
}

// article names a piece that was not spoken of yet.
func article(x Piece) string {
	switch x {
	case Attacker:
		return "an attacker"
	case Defender:
		return "a defender"
	case King:
		return "the king"
	}
	return "nothing"
}

// MarshalJSON returns the explanation as JSON. Lists that are empty are left out.
func (e *Explanation) MarshalJSON() ([]byte, error) {
	if e == nil {
		return []byte("null"), nil
	}
	return json.Marshal(struct {
		Position        Position   `json:"position"`
		Move            string     `json:"move"` // any, also one that has no text of its own
		Piece           Piece      `json:"piece"`
		Legal           bool       `json:"legal"`
		Err             error      `json:"error,omitempty"`
		Citations       []Citation `json:"citations,omitempty"`
		Effects         []Effect   `json:"effects,omitempty"`
		After           Position   `json:"after"`
		Result          Result     `json:"result"`
		ResultCitations []Citation `json:"resultCitations,omitempty"`
		CouldEnd        []Citation `json:"couldEnd,omitempty"`
	}{
		e.Position, e.Move.String(), e.Piece, e.Err == nil, e.Err, e.Citations,
		e.Effects, e.After, e.Result, e.ResultCitations, e.CouldEnd,
	})
}
