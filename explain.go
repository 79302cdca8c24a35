package brandubh

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Citation is a rule that decides something, with its value and where it comes from.
type Citation struct {
	// Rule is the path of a field or a shared rule: "king.armed", "common 5".
	Rule string
	// Value is the field's value as text; "absent" for a rule about a throne or
	// corners that the board does not have, empty for a shared rule.
	Value string
	// Provenance is where the rule comes from.
	Provenance Provenance
}

// String returns the rule, its value and its provenance in one line:
// "throne.hostile.defenders = when-empty: F 5.3, stated".
func (g Citation) String() string {
	if g.Value == "" {
		return g.Rule + ": " + g.Provenance.String()
	}
	return g.Rule + " = " + g.Value + ": " + g.Provenance.String()
}

// ground returns the rule with its value and provenance under v.
func (v *Variant) ground(rule string) Citation {
	g := Citation{Rule: rule}
	if !strings.HasPrefix(rule, "common ") {
		var ok bool
		if g.Value, ok = v.Value(rule); !ok {
			g.Value = "absent"
		}
	}
	var ok bool
	if g.Provenance, ok = v.Provenance(rule); !ok { // a field that this board does not have
		g.Provenance = Provenance{Rule: rule, Basis: BasisOwn}
	}
	return g
}

func (v *Variant) grounds(rules ...string) []Citation {
	var gs []Citation
	for _, rule := range rules {
		if !slices.ContainsFunc(gs, func(g Citation) bool { return g.Rule == rule }) {
			gs = append(gs, v.ground(rule))
		}
	}
	return gs
}

// CaptorKind is what closes one side of a piece.
type CaptorKind uint8

// The walls.
const (
	CaptorPiece  CaptorKind = iota + 1 // a piece of the capturing side
	CaptorThrone                       // the throne, hostile or, beside it, the king's fourth side
	CaptorCorner                       // a hostile corner
	CaptorEdge                         // the edge of the board, where it is hostile to the king
)

// Captor is one of the sides that close a piece.
type Captor struct {
	// Kind is what closes it.
	Kind CaptorKind
	// At is the square that closes it; for the edge, the king's own square.
	At Square
	// Piece is the piece there, also one on a hostile square; NoPiece if none.
	Piece Piece
}

// String returns the closer in words: "the attacker on c3", "the empty throne".
func (c Captor) String() string {
	switch c.Kind {
	case CaptorPiece:
		if c.Piece == King {
			return "the king on " + c.At.String()
		}
		return fmt.Sprintf("the %v on %v", c.Piece, c.At)
	case CaptorThrone:
		if c.Piece != NoPiece {
			return "the throne under the king"
		}
		return "the empty throne"
	case CaptorCorner:
		return "the corner " + c.At.String()
	}
	return "the edge of the board"
}

// Effect is what a move does, or does not do, to a piece that it comes near to.
type Effect struct {
	// Square and Piece are the piece that it is about.
	Square Square
	Piece  Piece
	// Captured says whether the move takes it.
	Captured bool
	// Captors is what closes it, the arriving piece first: one more for a soldier,
	// one to three more for a king.
	Captors []Captor
	// Why says in a few words why it is not taken; empty if it is.
	Why string
	// Before says that a piece that is not taken stood closed in before the move.
	Before bool
	// Citations is the rules that decide, the most particular first.
	Citations []Citation
}

// Explanation says what a move does and which rules decide it.
type Explanation struct {
	// Position and Move are what was asked about, Piece what moves.
	Position Position
	Move     Move
	Piece    Piece
	// Err is nil for a legal move, and otherwise what [Variant.Check] returns.
	Err error
	// Citations is the rules by which the move is legal, or is not.
	Citations []Citation
	// Otherwise is, for a move that is out of range, the rules that would decide
	// about it if it were not.
	Otherwise []Citation
	// Effects is what becomes of the pieces that the move comes near to, first the
	// ones that it takes and then those that it spares though a rule had to decide
	// that, both in square order. Empty for an illegal move.
	Effects []Effect
	// After is the position after the move; for an illegal one, Position.
	After Position
	// Result is how After stands, and ResultCitations by which rules: for a finished
	// one those that decide, for one that goes on those that could have ended it.
	Result          Result
	ResultCitations []Citation
}

// Captured returns the squares of the pieces that the move takes.
func (e *Explanation) Captured() (b Bitboard) {
	for _, f := range e.Effects {
		if f.Captured {
			b |= f.Square.Bitboard()
		}
	}
	return b
}

// Rules returns every rule that the explanation names, each once, those that
// decide whether the move is legal first.
func (e *Explanation) Rules() []string {
	var rules []string
	add := func(gs []Citation) {
		for _, g := range gs {
			if !slices.Contains(rules, g.Rule) {
				rules = append(rules, g.Rule)
			}
		}
	}
	add(e.Citations)
	for _, f := range e.Effects {
		add(f.Citations)
	}
	add(e.ResultCitations)
	add(e.Otherwise)
	return rules
}

// Explain says what a move does and why: whether it is legal and by which rule;
// for every piece that it takes, all that closes it; for a piece that it comes
// near to and spares, which rule spares it; how the position stands afterwards.
// A nil Variant explains nothing but its own want.
func (v *Variant) Explain(p Position, m Move) *Explanation {
	e := &Explanation{Position: p, Move: m, Piece: p.At(m.From)}
	e.After, e.Err = v.Play(p, m)
	if v == nil {
		return e
	}
	e.Result = v.Result(e.After)
	e.ResultCitations = v.ResultCitations(e.After)
	if e.Err != nil {
		e.Citations = v.refusalGrounds(p, e.Err)
		if errors.Is(e.Err, ErrOutOfRange) {
			far := *v
			far.Range = ByPiece[uint8]{}
			e.Otherwise = v.grounds(far.Explain(p, m).Rules()...)
		}
		return e
	}
	e.Citations = v.moveGrounds(m, e.Piece)
	e.Effects = v.fates(p, m, e.After)
	if e.Captured() == 0 {
		e.Citations = append(e.Citations, v.ground("common 4"))
	}
	return e
}

// who is the last part of the path of a rule about a kind of piece.
func who(x Piece) string {
	switch x {
	case Attacker:
		return "attackers"
	case Defender:
		return "defenders"
	}
	return "king"
}

// stopRule returns the rule about a piece that stops on the throne.
func stopRule(x Piece) string {
	if x == King {
		return "throne.return"
	}
	return "throne.stop." + who(x)
}

// moveGrounds returns the rules that let a piece make a legal move.
func (v *Variant) moveGrounds(m Move, x Piece) []Citation {
	rules := []string{"common 2"}
	way, to := path[m.From][m.To], m.To.Bitboard()
	if way&Throne&^to != 0 {
		rules = append(rules, "throne.pass."+who(x))
	}
	if to&Throne != 0 {
		rules = append(rules, stopRule(x))
	}
	if to&(Throne|Corners) != 0 && x != King {
		rules = append(rules, "common 3")
	}
	if m.From == D4 && x == King {
		rules = append(rules, "common 5") // the throne that he leaves captures nothing
	}
	if v.movement(x).limit != 0 {
		rules = append(rules, "range."+who(x))
	}
	return v.grounds(rules...)
}

// refusalGrounds returns the rules by which a move is refused.
func (v *Variant) refusalGrounds(p Position, err error) []Citation {
	var e *MoveError
	if !errors.As(err, &e) {
		return nil
	}
	x := p.At(e.Move.From)
	switch e.Err {
	case ErrGameOver:
		return v.ResultCitations(p)
	case ErrOffBoard:
		return v.grounds("common 1")
	case ErrBlocked:
		if e.Piece == NoPiece {
			return v.grounds("throne.pass." + who(x))
		}
	case ErrMayNotStop:
		switch {
		case e.At == D4 && x == King:
			return v.grounds("throne.return")
		case e.At == D4:
			return v.grounds("common 3", stopRule(x))
		}
		return v.grounds("common 3")
	case ErrOutOfRange:
		if path[e.Move.From][e.Move.To]&Throne&^e.Move.To.Bitboard() != 0 {
			return v.grounds("range."+who(x), "throne.pass."+who(x))
		}
		return v.grounds("range." + who(x))
	}
	return v.grounds("common 2")
}

// ResultCitations returns the rules that make the [Variant.Result] of a position
// what it is: for a finished one those that decide, the particular one first;
// for one that goes on those that could have ended it.
func (v *Variant) ResultCitations(p Position) []Citation {
	if v == nil {
		return nil
	}
	switch v.Result(p).Reason {
	case KingCaptured:
		return v.grounds("common 8")
	case Escape:
		return v.grounds("goal", "common 7")
	case Enclosed:
		return v.grounds("enclosure")
	case NoMovesLeft:
		if p.turn == Defenders && enclosed(p) { // which these rules do not count
			return v.grounds("noMoves", "enclosure")
		}
		return v.grounds("noMoves")
	}
	return v.grounds("goal", "common 7", "common 8", "enclosure", "noMoves")
}

// fates says what becomes of the pieces that a legal move comes near to.
func (v *Variant) fates(before Position, m Move, after Position) []Effect {
	p := before // after the move and before any removal
	x := p.At(m.From)
	p, _ = p.Put(m.From, NoPiece)
	p, _ = p.Put(m.To, x)
	taken := p.Side(after.turn) &^ after.Side(after.turn)
	var fates []Effect
	for s := range taken.All() {
		f := v.takenFate(p, m.To, s)
		if taken.Len() > 1 {
			f.Citations = append(f.Citations, v.ground("common 6"))
		}
		fates = append(fates, f)
	}
	for s := range (p.occupied() &^ taken).All() {
		if f, ok := v.sparedFate(before, p, m.To, s); ok {
			fates = append(fates, f)
		}
	}
	return fates
}

// takenFate says by what a piece on s is taken that is taken by an arrival.
func (v *Variant) takenFate(p Position, arrival, s Square) Effect {
	f := Effect{Square: s, Piece: p.At(s), Captured: true}
	arriving := Captor{CaptorPiece, arrival, p.At(arrival)}
	if f.Piece == King {
		f.Captors, f.Citations = v.kingClosers(p, arriving)
		f.Citations = append(f.Citations, v.ground("common 8"))
		return f
	}
	other, _ := v.closer(p, f.Piece, opposite(arrival, s))
	f.Captors = []Captor{arriving, other}
	var rules []string
	switch other.Kind {
	case CaptorThrone:
		rules = append(rules, "throne.hostile."+who(f.Piece))
	case CaptorCorner:
		rules = append(rules, "corners.hostile."+who(f.Piece))
	}
	if arriving.Piece == King || other.Kind == CaptorPiece && other.Piece == King {
		rules = append(rules, "king.armed")
	}
	f.Citations = v.grounds(append(rules, "common 4")...)
	return f
}

// kingClosers returns the sides that close a captured king, the arriving piece
// first, and the rules that make them do so.
func (v *Variant) kingClosers(p Position, arriving Captor) ([]Captor, []Citation) {
	king := p.king.first()
	rules := v.sidesRules(king)
	closers := []Captor{arriving}
	sides := *v.sides(p.king)
	for _, step := range steps {
		at := king.step(step)
		if at == arriving.At || sides == 2 && at != opposite(arriving.At, king) {
			continue
		}
		switch c, ok := v.kingCloser(p, king, at); {
		case ok:
			closers = append(closers, c)
			switch c.Kind {
			case CaptorThrone:
				rules = append(rules, "throne.hostile.king")
			case CaptorCorner:
				rules = append(rules, "corners.hostile.king")
			case CaptorEdge:
				rules = append(rules, "king.edge")
			}
		case at == D4 && v.Throne.Exists: // three sides: the throne is the fourth
			closers = append(closers, Captor{CaptorThrone, at, NoPiece})
		}
	}
	return closers, v.grounds(rules...)
}

// sidesRules returns the path of the rule that says from how many sides the king
// is captured on a square, and without a throne also that of the rule that would.
func (v *Variant) sidesRules(king Square) []string {
	special := "king.sides.elsewhere"
	switch {
	case Throne.Has(king):
		special = "king.sides.throne"
	case Beside.Has(king):
		special = "king.sides.beside"
	}
	if v.Throne.Exists {
		return []string{special}
	}
	return []string{"king.sides.elsewhere", special}
}

// steps is the four directions as files and ranks.
var steps = [4][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}

// offBoard stands for the square that is not there beyond the edge.
const offBoard Square = 255

// step returns the next square in a direction, offBoard if there is none.
func (s Square) step(d [2]int) Square {
	if at, ok := SquareAt(s.File()+d[0], s.Rank()+d[1]); ok {
		return at
	}
	return offBoard
}

// opposite returns the square straight beyond a neighbour, offBoard if there is none.
func opposite(from, over Square) Square {
	return over.step([2]int{over.File() - from.File(), over.Rank() - from.Rank()})
}

// closer returns what closes a soldier's side on a square of the board, and
// whether anything does: a piece is named before the square under it.
func (v *Variant) closer(p Position, victim Piece, at Square) (Captor, bool) {
	c := Captor{CaptorPiece, at, p.At(at)}
	b := at.Bitboard()
	pieces, squares := p.attackers, v.hostileToDefenders(p)
	if victim == Attacker {
		squares = v.hostileToAttackers(p)
		pieces = p.defenders
		if v.King.Armed&AnvilOnly != 0 {
			pieces |= p.king
		}
	}
	switch {
	case pieces&b != 0:
		return c, true
	case squares&b&Throne != 0:
		c.Kind = CaptorThrone
		return c, true
	case squares&b != 0:
		c.Kind = CaptorCorner
		return c, true
	}
	return Captor{}, false
}

// kingCloser returns what closes a side of the king, and whether anything does.
func (v *Variant) kingCloser(p Position, king, at Square) (Captor, bool) {
	switch b := at.Bitboard(); {
	case at == offBoard:
		return Captor{CaptorEdge, king, NoPiece}, v.King.Edge
	case p.attackers&b != 0:
		return Captor{CaptorPiece, at, Attacker}, true
	case v.hostileToKing(p)&b&Throne != 0:
		return Captor{CaptorThrone, at, NoPiece}, true
	case v.hostileToKing(p)&b != 0:
		return Captor{CaptorCorner, at, NoPiece}, true
	}
	return Captor{}, false
}

// sparedFate says why a piece on s that is not taken is not, where a rule had to
// decide that: an enemy arrives next to it, or it stands closed in, or is a king
// between two attackers. before is the position before the move, p the one after
// it and before any removal.
func (v *Variant) sparedFate(before, p Position, arrival, s Square) (Effect, bool) {
	f := Effect{Square: s, Piece: p.At(s)}
	if before.At(s) == f.Piece {
		_, f.Before = v.closedIn(before, s)
		f.Before = f.Before || f.Piece == King && !beside[arrival].Has(s) && v.pressed(before, s) != nil
	}
	enemy := f.Piece.Side() != p.At(arrival).Side()
	near := enemy && beside[arrival].Has(s)
	closers, closed := v.closedIn(p, s)
	switch {
	case f.Piece == King && !closed:
		pair := v.pressed(p, s)
		if !near && pair == nil {
			return Effect{}, false
		}
		rules := v.sidesRules(s)
		for _, step := range steps {
			switch at := s.step(step); {
			case at == offBoard:
				rules = append(rules, "king.edge")
			case Throne.Has(at):
				rules = append(rules, "throne.hostile.king")
			case Corners.Has(at):
				rules = append(rules, "corners.hostile.king")
			}
		}
		if pair != nil && !(near && v.pressed(before, s) == nil) {
			rules = append(rules, "common 5")
		}
		f.Captors = pair
		f.Citations = v.grounds(rules...)
		if n := *v.sides(p.king); int(n) < len(sparedFrom) {
			f.Why = sparedFrom[n]
		}
		return f, true
	case near && f.Piece != King:
		at := opposite(arrival, s)
		_, anvil := v.closer(p, f.Piece, at)
		switch {
		case at == offBoard:
			f.Why = "the edge is hostile to no soldier"
			f.Citations = v.grounds("common 9", "common 4")
			return f, true
		case anvil: // only an unarmed king can have arrived
			f.Why = "the king does not capture"
			f.Citations = v.grounds("king.armed")
			return f, true
		case p.king.Has(at) && f.Piece == Attacker:
			f.Why = "the king is no anvil"
			f.Citations = v.grounds("king.armed")
			if Throne.Has(at) {
				f.Citations = v.grounds("king.armed", "throne.hostile.attackers")
			}
			return f, true
		case Throne.Has(at) && (p.attackers|p.defenders)&Throne == 0:
			f.Why = "d4 is not hostile to it"
			f.Citations = v.grounds("throne.hostile." + who(f.Piece))
			return f, true
		case Corners.Has(at) && !p.occupied().Has(at):
			f.Why = fmt.Sprintf("%v is not hostile to it", at)
			f.Citations = v.grounds("corners.hostile." + who(f.Piece))
			return f, true
		}
	}
	if !closed {
		return Effect{}, false
	}
	f.Captors = closers
	f.Why = "only an arriving piece captures"
	f.Citations = v.grounds("common 5")
	if f.Piece == King {
		f.Citations = v.grounds(append([]string{"common 5", "common 8"}, v.sidesRules(s)...)...)
	}
	return f, true
}

// pressed returns two attackers straight opposite each other beside the king, if
// there are such.
func (v *Variant) pressed(p Position, king Square) []Captor {
	for _, step := range steps[:2] {
		one := king.step(step)
		other := opposite(one, king)
		if p.attackers.Has(one) && p.attackers.Has(other) {
			return []Captor{{CaptorPiece, one, Attacker}, {CaptorPiece, other, Attacker}}
		}
	}
	return nil
}

// closedIn reports whether a piece stands closed in, as by an enemy that need
// not have arrived, and by what.
func (v *Variant) closedIn(p Position, s Square) ([]Captor, bool) {
	x := p.At(s)
	if x == NoPiece {
		return nil, false
	}
	for _, step := range steps {
		at := s.step(step)
		if x == King {
			if p.attackers.Has(at) && v.kingFalls(p, at.Bitboard()) {
				closers, _ := v.kingClosers(p, Captor{CaptorPiece, at, Attacker})
				return closers, true
			}
			continue
		}
		one, ok := v.closer(p, x, at)
		if !ok {
			continue
		}
		if other, ok := v.closer(p, x, opposite(at, s)); ok && (one.Kind == CaptorPiece || other.Kind == CaptorPiece) {
			return []Captor{one, other}, true
		}
	}
	return nil, false
}

// String tells the move, what it takes, what it spares and how the position
// stands, a line each, every line with the rules that decide it. Pieces that
// stood closed in already before the move are left out, and so are those that
// nothing stands opposite to.
func (e *Explanation) String() string {
	var b strings.Builder
	if e.Err != nil {
		fmt.Fprintf(&b, "%v%s\n", e.Err, cite(e.Citations))
		return b.String()
	}
	fmt.Fprintf(&b, "%v: %s moves from %v to %v%s\n", e.Move, article(e.Piece), e.Move.From, e.Move.To, cite(e.particular()))
	for _, f := range e.Effects {
		if !f.Before && !f.plain() {
			fmt.Fprintf(&b, "  %v%s\n", f, cite(f.Citations))
		}
	}
	if e.Result.Over() {
		fmt.Fprintf(&b, "  %s%s\n", e.Result.Sentence(), cite(e.ResultCitations))
	}
	return b.String()
}

// plain reports whether a piece is spared because nothing closes the other side,
// which nobody would ask about.
func (f Effect) plain() bool {
	return !f.Captured && len(f.Captors) == 0 &&
		(f.Piece == King && f.Why == sparedFrom[2] || f.Citations[0].Rule == "common 9")
}

// sparedFrom says why a king is spared who is captured from so many sides.
var sparedFrom = [...]string{
	2: "nothing closes the side opposite",
	3: "three attackers must close him in",
	4: "all four sides must be closed",
}

// particular returns the grounds of a legal move that rule sets differ in.
func (e *Explanation) particular() []Citation {
	return slices.DeleteFunc(slices.Clone(e.Citations), func(g Citation) bool {
		return strings.HasPrefix(g.Rule, "common ")
	})
}

// cite writes the grounds behind a sentence.
func cite(gs []Citation) string {
	if len(gs) == 0 {
		return ""
	}
	texts := make([]string, len(gs))
	for i, g := range gs {
		texts[i] = g.String()
	}
	return "  [" + strings.Join(texts, "; ") + "]"
}

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

// String says what becomes of the piece: "takes the defender on e4, between the
// attacker on f4 and the empty throne".
func (f Effect) String() string {
	closers := make([]string, len(f.Captors))
	for i, c := range f.Captors {
		closers[i] = c.String()
	}
	last := len(closers) - 1
	by := ""
	if last > 0 {
		by = strings.Join(closers[:last], ", ") + " and " + closers[last]
	}
	what := fmt.Sprintf("the %v on %v", f.Piece, f.Square)
	switch {
	case f.Captured && len(closers) == 2:
		return "takes " + what + ", between " + by
	case f.Captured:
		return "takes " + what + ", closed in by " + by
	case by != "":
		return what + " stands between " + by + " and is safe: " + f.Why
	}
	return "does not take " + what + ": " + f.Why
}
