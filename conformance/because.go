package conformance

import (
	"fmt"
	"slices"
	"strings"

	"example.com/brandubh"
)

// stage orders findings: what comes later often follows from what came before.
type stage int

const (
	stageStart stage = iota
	stageMoves
	stageCaptures
	stagePosition
	stageEnds
	stageRepetition
	stageCounts
	stageManner
	stageSetUp
)

// cause is the rule by which the library differs from an answer.
type cause struct {
	brandubh.Citation
	form  string // what the program does
	stage stage
	// open says that the documents leave this open though they decide the rule, and
	// note why.
	open bool
	note string
}

// Readings that no document states, though the rule that they belong to may be.
const (
	readArrival    = "that the piece which arrives must be one of those that close the king is our reading: the documents say it of soldiers, if at all"
	readRemoved    = "that the captured king leaves the board is our reading"
	readCornerTake = "that a move which ends the game captures all the same is our reading"
	readOccurrence = "what counts as an occurrence of a position is silent everywhere: the first position does, mirror images and the other side to move do not, and it need not be consecutive"
	readSameMoves  = "how the same moves are counted is our reading"
	readSeparate   = "whether a square can be the separate enemy of one of several is unclear"
)

// isOpen reports whether a document leaves a rule open.
func isOpen(p brandubh.Provenance) bool {
	switch p.Basis {
	case brandubh.BasisSilent, brandubh.BasisUnclear, brandubh.BasisContradicted:
		return true
	}
	return len(p.Open) > 0
}

// isOpenHere reports whether the documents leave open what a cause is about.
func (c *cause) isOpenHere() bool { return c.open || isOpen(c.Provenance) }

// citation returns a rule of a rule set, with its value and provenance.
func citation(v *brandubh.Variant, rule string) brandubh.Citation {
	c := brandubh.Citation{Rule: rule}
	c.Value, _ = v.Value(rule)
	c.Provenance, _ = v.Provenance(rule)
	return c
}

// causeOf returns the rule behind the first difference of an item.
func causeOf(it *item) cause {
	v, d := it.plan.rules.Variant, it.ds[0]
	c := cause{form: d.form}
	switch {
	case d.manner:
		c.stage = stageManner
	case d.setUp:
		reason := strings.TrimPrefix(d.want, d.want[:strings.LastIndexByte(d.want, ' ')+1])
		if d.form == overAlready {
			reason = strings.TrimPrefix(d.got, d.got[:strings.LastIndexByte(d.got, ' ')+1])
			c.stage = stageEnds
		} else {
			c.stage = stageSetUp
		}
		c.Citation = citation(v, ruleOfEnd(v, *it.Position, reason))
	case it.kind() == kindGame:
		return causeInGame(it)
	case it.kind() == kindPerft:
		c.Citation, c.stage = citation(v, "common 2"), stageCounts
	case d.field == "legal", d.field == "moves":
		if v.Result(*it.Position).Over() {
			c.form, c.stage = "plays on where a set-up is over", stageSetUp
			c.Citation = citation(v, ruleOfEnd(v, *it.Position, v.Result(*it.Position).Reason.String()))
			break
		}
		c.stage = stageMoves
		rule, form := ruleOfMove(v, *it.Position, d.move, d.lacks)
		c.Citation, c.form = citation(v, rule), form
	case d.field == "captures":
		return causeOfCapture(it, d.square, d.lacks)
	case d.field == "after":
		return causeOfPosition(it)
	default: // end reason, end winner
		after, _ := v.Play(*it.Position, *it.Move)
		return causeOfEnd(it, after)
	}
	return c
}

// ruleOfEnd returns the rule behind a reason for a game's end.
func ruleOfEnd(v *brandubh.Variant, p brandubh.Position, reason string) string {
	switch reason {
	case "king-captured":
		if king := p.Pieces(brandubh.King); king != 0 {
			s, _ := king.First()
			return sidesAt(v, s)
		}
		return "common 8"
	case "enclosed":
		return "enclosure"
	case "no-moves":
		return "noMoves"
	case "repetition":
		return "repetition.counts"
	}
	return "goal"
}

// sidesAt returns the field that says how many sides capture a king on a square.
func sidesAt(v *brandubh.Variant, s brandubh.Square) string {
	switch {
	case v.Throne.Exists && s == brandubh.D4:
		return "king.sides.throne"
	case v.Throne.Exists && s.Bitboard()&brandubh.Beside != 0:
		return "king.sides.beside"
	}
	return "king.sides.elsewhere"
}

// kindOf returns the name of a piece in fields: "attackers", "defenders", "king".
func kindOf(x brandubh.Piece) string {
	return map[brandubh.Piece]string{brandubh.Attacker: "attackers", brandubh.Defender: "defenders", brandubh.King: "king"}[x]
}

// between returns the squares that a move passes through, and false if it is not
// along a rank or file.
func between(m brandubh.Move) ([]brandubh.Square, bool) {
	files, ranks := m.To.File()-m.From.File(), m.To.Rank()-m.From.Rank()
	if (files == 0) == (ranks == 0) {
		return nil, false
	}
	n := max(files, -files, ranks, -ranks)
	var squares []brandubh.Square
	for i := 1; i < n; i++ {
		s, _ := brandubh.SquareAt(m.From.File()+i*files/n, m.From.Rank()+i*ranks/n)
		squares = append(squares, s)
	}
	return squares, true
}

// ruleOfMove returns the rule by which a move is legal or not, and in which way a
// program differs about it.
func ruleOfMove(v *brandubh.Variant, p brandubh.Position, m brandubh.Move, lacks bool) (rule, form string) {
	x := p.At(m.From)
	corner := v.Corners.Exists && m.To.Bitboard()&brandubh.Corners != 0
	onThrone := v.Throne.Exists && m.To == brandubh.D4
	path, straight := between(m)
	passes := v.Throne.Exists && slices.Contains(path, brandubh.D4)
	stop := "throne.return"
	if x != brandubh.King {
		stop = "throne.stop." + kindOf(x)
	}
	if lacks {
		form = refuses
		switch {
		case corner:
			return "common 3", form + ": the king may stop on a corner"
		case onThrone:
			return stop, form + " to the throne"
		case passes:
			return "throne.pass." + kindOf(x), form + " over the throne"
		case m.To.Bitboard()&brandubh.Edge != 0:
			return "common 2", form + " to the edge"
		}
		return "common 2", form
	}
	files := m.To.File() - m.From.File()
	ranks := m.To.Rank() - m.From.Rank()
	index := int(m.To) - int(m.From)
	limit := map[brandubh.Piece]uint8{brandubh.Attacker: v.Range.Attackers, brandubh.Defender: v.Range.Defenders, brandubh.King: v.Range.King}[x]
	occupied := p.At(m.To) != brandubh.NoPiece || slices.ContainsFunc(path, func(s brandubh.Square) bool { return p.At(s) != brandubh.NoPiece })
	switch {
	case x == brandubh.NoPiece:
		return "common 2", "moves from an empty square"
	case x.Side() != p.Turn():
		return "common 2", "moves a piece of the other side"
	case m.From == m.To:
		return "common 2", "lets a piece stay where it is"
	case !straight && files*files == ranks*ranks:
		return "common 2", "moves diagonally"
	case !straight && max(index, -index) <= 6:
		return "common 2", "moves over one edge of the board and on at another"
	case !straight:
		return "common 2", "moves neither along a rank nor along a file"
	case occupied && p.At(m.To) != brandubh.NoPiece:
		return "common 2", "moves to a square that is not empty"
	case occupied && (files == 0 || ranks == 0) && aroundEdge(p, m):
		return "common 2", "moves over one edge of the board and on at another"
	case occupied:
		return "common 2", "jumps over a piece"
	case corner && x != brandubh.King:
		return "common 3", "lets a soldier stop on a corner"
	case onThrone && x != brandubh.King:
		return "common 3", "lets a soldier stop on the throne"
	case onThrone:
		return stop, "lets the king stop on the throne"
	case limit > 0 && max(files, -files, ranks, -ranks) > int(limit):
		return "range." + kindOf(x), "moves farther than a piece may"
	case passes:
		return "throne.pass." + kindOf(x), "passes over the throne"
	}
	return "common 2", allows
}

// aroundEdge reports whether a move that is blocked straight on would be free the
// other way, over the edges of the board.
func aroundEdge(p brandubh.Position, m brandubh.Move) bool {
	dx, dy := 0, 0
	switch {
	case m.To.File() > m.From.File():
		dx = -1
	case m.To.File() < m.From.File():
		dx = 1
	case m.To.Rank() > m.From.Rank():
		dy = -1
	default:
		dy = 1
	}
	file, rank := m.From.File(), m.From.Rank()
	for range 7 {
		file, rank = (file+dx+7)%7, (rank+dy+7)%7
		s, _ := brandubh.SquareAt(file, rank)
		if s == m.To {
			return true
		}
		if p.At(s) != brandubh.NoPiece {
			return false
		}
	}
	return false
}

// adjacent reports whether two squares are neighbours along a rank or file.
func adjacent(a, b brandubh.Square) bool {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return files*files+ranks*ranks == 1
}

// beyond returns the square straight opposite to from, seen from over; false beyond
// the board.
func beyond(from, over brandubh.Square) (brandubh.Square, bool) {
	return brandubh.SquareAt(2*over.File()-from.File(), 2*over.Rank()-from.Rank())
}

// held reports whether a piece on a square of a board has enemies on two opposite
// sides.
func held(p brandubh.Position, s brandubh.Square) bool {
	enemy := p.Side(p.At(s).Side().Opponent())
	for _, d := range directions[:2] {
		a, ok := brandubh.SquareAt(s.File()+d[0], s.Rank()+d[1])
		b, too := brandubh.SquareAt(s.File()-d[0], s.Rank()-d[1])
		if ok && too && enemy&a.Bitboard() != 0 && enemy&b.Bitboard() != 0 {
			return true
		}
	}
	return false
}

// causeOfCapture returns the rule by which a move captures what is on a square, or
// does not, where the program has it otherwise.
func causeOfCapture(it *item, s brandubh.Square, spares bool) cause {
	v, p, m := it.plan.rules.Variant, *it.Position, *it.Move
	x := p.At(m.From)
	b, _ := p.Put(m.From, brandubh.NoPiece) // the board on which it is judged
	b, _ = b.Put(m.To, x)
	victim := b.At(s)
	name := "no piece"
	if victim != brandubh.NoPiece {
		name = "the " + victim.String()
	}
	verb := "captures "
	if spares {
		verb = "spares "
	}
	is := func(rule, form string) cause {
		return cause{Citation: citation(v, rule), form: verb + form, stage: stageCaptures}
	}
	reading := func(c cause, note string) cause {
		c.open, c.note = true, note
		return c
	}
	opposite, onBoard := beyond(m.To, s)
	var behind brandubh.Piece
	if onBoard {
		behind = b.At(opposite)
	}
	corner := onBoard && v.Corners.Exists && opposite.Bitboard()&brandubh.Corners != 0
	throne := onBoard && v.Throne.Exists && opposite == brandubh.D4
	if spares && len(it.want.Captures) > 1 && slices.ContainsFunc(it.got.Captures, func(c string) bool { return slices.Contains(it.want.Captures, c) }) {
		c := is("common 6", name+", but captures another")
		decides := citation(v, "common 4").Provenance
		c.Provenance.Basis, c.Provenance.Open = decides.Basis, decides.Open
		if len(c.Provenance.Clauses) == 0 {
			c.Provenance.Clauses = decides.Clauses
		}
		c.note = "Each of them is closed in, so each is captured."
		if victim != brandubh.King && behind.Side() != x.Side() && (corner || throne) {
			return reading(c, readSeparate)
		}
		if it.want.End != nil {
			return reading(is("common 8", name+", but captures another"), readCornerTake)
		}
		return c
	}
	if spares && it.want.End != nil && it.want.End.Reason == "escape" {
		return reading(is("common 7", name+" where the king escapes"), readCornerTake)
	}
	switch {
	case victim == brandubh.NoPiece:
		return is("common 4", "where nobody stands")
	case s == m.To && x == brandubh.King:
		return reading(is("common 5", "the king who moves in between"), readArrival)
	case s == m.To:
		return is("common 5", name+" that moves in between two enemies")
	case victim.Side() == x.Side() && held(b, s):
		return is("common 5", name+" though its own side moved")
	case victim.Side() == x.Side():
		return is("common 4", name+" of the side that moves")
	case victim == brandubh.King && !adjacent(s, m.To):
		if closedIn(v, b, s) {
			return reading(is("common 5", "the king though nobody arrives beside him"), readArrival)
		}
		if path, straight := between(brandubh.Move{From: m.To, To: s}); straight && !slices.ContainsFunc(path, func(q brandubh.Square) bool { return b.At(q) == brandubh.NoPiece }) {
			return is(sidesAt(v, s), "the king behind another piece")
		}
		return is(sidesAt(v, s), "the king from afar")
	case victim == brandubh.King:
		sides := sidesAt(v, s)
		if two, _ := v.Value(sides); !spares && two == "2" && behind.Side() != brandubh.Attackers && closedIn(v, b, s) {
			return reading(is("common 5", "the king whom others hold between them"), readArrival)
		}
		if two, _ := v.Value(sides); two == "2" || !spares && behind.Side() != brandubh.Attackers {
			switch {
			case !onBoard:
				return is("king.edge", "the king against the edge")
			case corner:
				return is("corners.hostile.king", "the king against a corner")
			case throne && behind == brandubh.NoPiece:
				return is("throne.hostile.king", "the king against the throne")
			}
		}
		if !spares && !anyClosing(b, s, m.To) {
			return is(sides, "the king with one attacker")
		}
		return is(sides, "the king")
	case adjacent(s, m.To):
		switch {
		case x == brandubh.King && v.King.Armed&brandubh.HammerOnly == 0:
			return is("king.armed", name+" with the king")
		case behind == brandubh.King && behind.Side() == x.Side() && (!throne || v.King.Armed&brandubh.AnvilOnly == 0 == !spares):
			return is("king.armed", name+" against the king")
		case x == brandubh.King && spares && behind.Side() == x.Side():
			return is("king.armed", name+" with the king")
		case !onBoard:
			return is("common 9", name+" against the edge")
		case behind != brandubh.NoPiece && behind.Side() == x.Side():
			return is("common 4", name+" between two enemies")
		case throne:
			return is("throne.hostile."+kindOf(victim), name+" against the throne")
		case corner:
			return is("corners.hostile."+kindOf(victim), name+" against a corner")
		case behind != brandubh.NoPiece && slices.Contains(it.got.Captures, opposite.String()):
			return is("common 4", "a row of pieces")
		case behind != brandubh.NoPiece:
			return is("common 4", name+" against its own comrade")
		}
		return is("common 4", name+" with nobody on its other side")
	}
	files, ranks := s.File()-m.To.File(), s.Rank()-m.To.Rank()
	path, straight := between(brandubh.Move{From: m.To, To: s})
	var farther brandubh.Piece // straight on behind the victim
	if next, ok := brandubh.SquareAt(s.File()+sign(files), s.Rank()+sign(ranks)); ok {
		farther = b.At(next)
	}
	switch {
	case straight && !slices.ContainsFunc(path, func(q brandubh.Square) bool { return b.At(q).Side() != victim.Side() }):
		return is("common 4", "a row of pieces")
	case files*files == 36 && ranks == 0 || ranks*ranks == 36 && files == 0, !straight && (int(s)-int(m.To) == 1 || int(m.To)-int(s) == 1):
		return is("common 4", name+" over the edge of the board")
	case straight && farther.Side() == x.Side():
		return is("common 4", name+" at a distance")
	case files*files == 1 && ranks*ranks == 1 && !held(b, s):
		return is("common 4", name+" diagonally")
	case held(b, s):
		return is("common 5", name+" that already stood between two enemies")
	case straight:
		return is("common 4", name+" at a distance")
	}
	return is("common 4", name+" beside which nobody arrives")
}

// sign returns -1, 0 or 1.
func sign(n int) int { return min(1, max(-1, n)) }

// closedIn reports whether a king on a square stands closed in, by whom and since
// whenever that may be.
func closedIn(v *brandubh.Variant, p brandubh.Position, s brandubh.Square) bool {
	var attackers, closed [4]bool
	for i, d := range directions {
		n, ok := brandubh.SquareAt(s.File()+d[0], s.Rank()+d[1])
		if !ok {
			closed[i] = v.King.Edge
			continue
		}
		empty := p.At(n) == brandubh.NoPiece
		attackers[i] = p.At(n) == brandubh.Attacker
		switch b := n.Bitboard(); {
		case attackers[i]:
			closed[i] = true
		case v.Throne.Exists && b == brandubh.Throne:
			closed[i] = empty && (v.Throne.Hostile.King != brandubh.HostileNever || v.King.Sides.Beside == 3)
		case v.Corners.Exists && b&brandubh.Corners != 0:
			closed[i] = empty && v.Corners.Hostile.King
		}
	}
	if two, _ := v.Value(sidesAt(v, s)); two != "2" {
		return closed == [4]bool{true, true, true, true}
	}
	for i := range 2 {
		if closed[i] && closed[i+2] && (attackers[i] || attackers[i+2]) {
			return true
		}
	}
	return false
}

// anyClosing reports whether an attacker stands beside a square, other than on but.
func anyClosing(p brandubh.Position, s, but brandubh.Square) bool {
	for _, d := range directions {
		if n, ok := brandubh.SquareAt(s.File()+d[0], s.Rank()+d[1]); ok && n != but && p.At(n) == brandubh.Attacker {
			return true
		}
	}
	return false
}

// causeOfPosition returns the rule behind a position that is otherwise after a move,
// where the captures agree or are not told.
func causeOfPosition(it *item) cause {
	v := it.plan.rules.Variant
	got, err := brandubh.ParsePosition(it.got.After)
	want, _ := brandubh.ParsePosition(it.want.After)
	if err != nil {
		return cause{form: "writes positions in another form", stage: stageManner}
	}
	taken := v.Captures(*it.Position, *it.Move)
	for s := range brandubh.Square(49) {
		switch x, y := want.At(s), got.At(s); {
		case x == y:
		case taken&s.Bitboard() != 0 && y == brandubh.King:
			return cause{Citation: citation(v, "common 8"), form: "leaves the captured king on the board", stage: stagePosition, open: true, note: readRemoved}
		case taken&s.Bitboard() != 0 && y != brandubh.NoPiece:
			c := causeOfCapture(it, s, true)
			return c
		case y == brandubh.NoPiece && x.Side() == want.Turn(), s == it.Move.To && y == brandubh.NoPiece:
			return causeOfCapture(it, s, false)
		}
	}
	if got.WithTurn(want.Turn()) == want {
		return cause{Citation: citation(v, "common 1"), form: "has the wrong side to move after it", stage: stagePosition}
	}
	return cause{Citation: citation(v, "common 2"), form: otherPlace, stage: stagePosition}
}

// reasons is why a game can end, in the order in which that is judged.
var reasons = []string{"king-captured", "escape", "enclosed", "no-moves", "repetition"}

// causeOfEnd returns the rule behind an end that is otherwise in a position.
func causeOfEnd(it *item, p brandubh.Position) cause {
	v := it.plan.rules.Variant
	result := v.Result(p)
	gw, gr := it.got.verdict()
	c := cause{stage: stageEnds}
	switch {
	case !result.Over():
		c.Citation = citation(v, ruleOfEnd(v, p, gr))
		c.form = "says that it is over: " + strings.TrimSpace(gw+" "+gr)
		if gr == "" {
			c.form = "says that it is over: " + gw + " win"
		}
	case gw == goesOn:
		c.Citation = citation(v, ruleOfEnd(v, p, result.Reason.String()))
		c.form = "plays on after: " + result.String()
	default:
		// Of two reasons the one that is judged first is judged otherwise.
		reason := result.Reason.String()
		if slices.Contains(reasons[:max(0, slices.Index(reasons, reason))], gr) {
			reason = gr
		}
		c.Citation = citation(v, ruleOfEnd(v, p, reason))
		c.form = fmt.Sprintf("says %s, not %v", strings.TrimSpace(gw+" "+gr), result)
	}
	return c
}

// causeInGame returns the rule behind a game that stands otherwise, though each of
// its moves alone is answered rightly.
func causeInGame(it *item) cause {
	v, d, moves := it.plan.rules.Variant, it.ds[0], *it.Moves
	start := v.Start
	if it.Position != nil {
		start = *it.Position
	}
	if it.Position == nil && len(moves) == 0 && d.field == "position" {
		return cause{Citation: citation(v, "start"), form: "has another start: " + d.got, stage: stageStart}
	}
	g, err := brandubh.NewGameFrom(v, start)
	if err != nil {
		return cause{Citation: citation(v, "common 1"), form: d.form}
	}
	last := len(moves)
	for _, a := range []*Answer{it.got, it.want} {
		if a.IllegalAt >= 1 {
			last = min(last, a.IllegalAt-1)
		}
		if a.Plies != nil && *a.Plies >= 0 && a.IllegalAt == 0 {
			last = min(last, *a.Plies)
		}
	}
	for _, m := range moves[:last] {
		if g.Play(m) != nil {
			break
		}
	}
	c := cause{form: d.form, stage: stageRepetition}
	switch {
	case d.field == "illegal_at":
		c.Citation = citation(v, "repetition.forbidden")
		if !v.Repetition.Forbidden && it.want.IllegalAt != 0 && g.Plies() < len(moves) {
			rule, form := ruleOfMove(v, g.Position(), moves[g.Plies()], false)
			c = cause{Citation: citation(v, rule), form: form, stage: stageMoves}
		}
	case d.field == "position":
		c.Citation, c.stage = citation(v, "common 2"), stagePosition
	default:
		result := g.Result()
		gw, gr := it.got.verdict()
		sameEnd := it.want.End != nil && it.got.End != nil && (it.got.Plies == nil || *it.got.Plies == *it.want.Plies)
		switch {
		case result.Over() && result.Reason != brandubh.Repeated:
			c.Citation, c.stage = citation(v, ruleOfEnd(v, g.Position(), result.Reason.String())), stageEnds
		case sameEnd && result.Reason == brandubh.Repeated && (gr == "repetition" || gr == ""):
			c.Citation = citation(v, "repetition.result")
			c.form = fmt.Sprintf("says that %s, not %v", winnerWords(gw), result)
			if v.Repetition.Result == brandubh.BreakerLoses || v.Repetition.Result == brandubh.StarterLoses {
				c.form = "says that " + winnerWords(gw) + " by repetition"
			}
		default:
			if result.Reason != brandubh.Repeated && gr != "repetition" && gr != goesOn && gr != "" {
				c.Citation, c.stage = citation(v, ruleOfEnd(v, g.Position(), gr)), stageEnds
				break
			}
			c.Citation, c.open = citation(v, "repetition.counts"), true
			c.note = readOccurrence
			if v.Repetition.Counts == brandubh.CountMoves {
				c.note = readSameMoves
			}
			c.form = "ends by repetition at another ply"
			if result.Reason == brandubh.Repeated && gr != "repetition" {
				c.form = "plays on after a repetition"
			} else if it.want.End == nil {
				c.form = "ends by repetition what goes on"
			}
		}
	}
	return c
}

func winnerWords(w string) string {
	if w == "none" {
		return "nobody wins"
	}
	return w + " win"
}

// why says in a few lines why the library answers as it does.
func why(it *item) []string {
	v, d := it.plan.rules.Variant, it.ds[0]
	switch {
	case d.manner:
		return nil
	case it.kind() == kindGame:
		start := v.Start
		if it.Position != nil {
			start = *it.Position
		}
		g, err := brandubh.NewGameFrom(v, start)
		if err != nil {
			return nil
		}
		for _, m := range *it.Moves {
			if g.Result().Over() {
				break
			}
			if g.Check(m) != nil {
				return linesOf(g.Explain(m))
			}
			if g.Play(m) != nil {
				break
			}
		}
		return ended(g.Result(), g.ResultCitations())
	case it.kind() == kindMove:
		return linesOf(v.Explain(*it.Position, *it.Move))
	case it.kind() == kindMoves && d.field == "moves":
		return linesOf(v.Explain(*it.Position, d.move))
	case it.kind() == kindMoves:
		return ended(v.Result(*it.Position), v.ResultCitations(*it.Position))
	}
	return nil
}

// ended says how a game stands, and by which rule if it is over.
func ended(r brandubh.Result, cs []brandubh.Citation) []string {
	if !r.Over() {
		return []string{"the game goes on"}
	}
	if len(cs) == 0 {
		return []string{r.Sentence()}
	}
	return []string{r.Sentence() + "  [" + cs[0].String() + "]"}
}

func linesOf(e *brandubh.Explanation) []string {
	return strings.Split(strings.TrimSpace(e.String()), "\n")
}
