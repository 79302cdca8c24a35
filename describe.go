package brandubh

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Describe returns the rule set as sentences for players, in an order in which one
// can explain the game: the start, the aims, how pieces move, how they are
// captured, how a game ends otherwise. Each comes with the rule that it states, a
// field, a group of fields or a shared rule, so that [Variant.Provenance] of that
// rule says where the sentence comes from. Rules that cannot matter under v are
// left out, such as an edge that is hostile to a king who wins there. An invalid
// rule set has no description.
func (v *Variant) Describe() iter.Seq2[string, string] {
	return func(yield func(rule, sentence string) bool) {
		if v.Validate() != nil {
			return
		}
		d := description{v: v}
		d.start()
		d.aims()
		d.movement()
		d.captures()
		d.kingsCapture()
		d.ends()
		for _, s := range d.sentences {
			if !yield(s.rule, s.text) {
				return
			}
		}
	}
}

// description gathers the sentences about a rule set.
type description struct {
	v         *Variant
	sentences []sentence
}

type sentence struct{ rule, text string }

// say adds a sentence.
func (d *description) say(rule, text string, args ...any) {
	d.sentences = append(d.sentences, sentence{rule, fmt.Sprintf(text, args...)})
}

// sayIf adds the one sentence or the other.
func (d *description) sayIf(holds bool, rule, yes, no string) {
	if !holds {
		yes = no
	}
	d.say(rule, "%s", yes)
}

// start says where the pieces stand and who moves first.
func (d *description) start() {
	p := d.v.Start
	attackers := "The attackers have no pieces"
	if p.attackers != 0 {
		attackers = "The attackers start with " + placed(p.attackers)
	}
	defenders := ""
	if p.defenders != 0 {
		defenders = placed(p.defenders) + ", and "
	}
	d.say("start", "%s; the defenders start with %sthe king, on %s. The %s move first.", attackers, defenders, p.king, p.turn)
}

// placed returns a number of soldiers and their squares.
func placed(soldiers Bitboard) string {
	noun := "soldiers"
	if soldiers.Len() == 1 {
		noun = "soldier"
	}
	return fmt.Sprintf("%s %s, on %s", numeral(soldiers.Len()), noun, listed("and", strings.Fields(soldiers.String())...))
}

// aims says how the sides win.
func (d *description) aims() {
	d.sayIf(d.v.Goal == GoalCorner, "goal",
		"The king escapes, and the defenders win, when he reaches one of the four corners.",
		"The king escapes, and the defenders win, when he reaches any square of the edge.")
	d.say("common 8", "The attackers win when they capture the king.")
	d.sayIf(d.v.Enclosure, "enclosure",
		"The attackers also win when the defenders are to move and are walled in: none of their pieces, the king included, stands on the edge or can get there by single steps along ranks and files over squares without an attacker.",
		"The attackers do not win by merely walling the defenders in.")
}

// movement says how pieces move, and where they may stop.
func (d *description) movement() {
	v := d.v
	d.say("common 2", "Pieces move in a straight line along a rank or a file, over empty squares only.")
	switch r := v.Range; {
	case r.Attackers == r.Defenders && r.Attackers == r.King:
		d.say("range", "A piece moves %s.", distance(r.King))
	default:
		d.say("range.attackers", "An attacker moves %s.", distance(r.Attackers))
		d.say("range.defenders", "A soldier of the defenders moves %s.", distance(r.Defenders))
		d.say("range.king", "The king moves %s.", distance(r.King))
	}
	d.throne()
	if v.Corners.Exists {
		d.say("common 3", "Only the king may stop on a corner.")
	} else {
		d.say("corners", "The corners are ordinary squares.")
	}
}

// distance says how far a piece moves.
func distance(squares uint8) string {
	switch squares {
	case 0:
		return "any number of squares"
	case 1:
		return "one square"
	}
	return "up to " + numeral(int(squares)) + " squares"
}

// throne says who may stop on the throne and who may pass through it.
func (d *description) throne() {
	t := d.v.Throne
	if !t.Exists {
		d.say("throne", "There is no throne: d4 is an ordinary square.")
		return
	}
	switch stop := t.Stop; {
	case stop.Attackers && stop.Defenders:
		d.say("throne.stop", "All soldiers may stop on the throne, d4.")
	case stop.Attackers:
		d.say("throne.stop", "Attackers may stop on the throne, d4, but not the soldiers of the defenders.")
	case stop.Defenders:
		d.say("throne.stop", "The soldiers of the defenders may stop on the throne, d4, but not attackers.")
	default:
		d.say("throne.stop", "No soldier may stop on the throne, d4.")
	}
	d.sayIf(t.Return, "throne.return",
		"The king may go back to the throne after he has left it.",
		"The king may not move to the throne: once he has left it, he cannot go back.")
	var may, mayNot []string
	for _, x := range []struct {
		name  string
		limit uint8
		pass  bool
	}{
		{"attackers", d.v.Range.Attackers, t.Pass.Attackers},
		{"the soldiers of the defenders", d.v.Range.Defenders, t.Pass.Defenders},
		{"the king", d.v.Range.King, t.Pass.King},
	} {
		switch {
		case x.limit == 1: // it cannot pass through anything
		case x.pass:
			may = append(may, x.name)
		default:
			mayNot = append(mayNot, x.name)
		}
	}
	switch {
	case len(may) == 3:
		d.say("throne.pass", "Every piece may pass through the throne while it is empty.")
	case len(mayNot) == 3:
		d.say("throne.pass", "No piece may pass through the throne, even while it is empty.")
	case len(mayNot) == 0 && len(may) > 0:
		d.say("throne.pass", "%s may pass through the throne while it is empty.", capitalized(listed("and", may...)))
	case len(may) == 0 && len(mayNot) > 0:
		d.say("throne.pass", "%s may not pass through the throne, even while it is empty.", capitalized(listed("and", mayNot...)))
	case len(may) > 0:
		d.say("throne.pass", "%s may pass through the throne while it is empty, but not %s.", capitalized(listed("and", may...)), listed("or", mayNot...))
	}
}

// captures says how soldiers are captured, and to whom which squares are hostile.
func (d *description) captures() {
	v := d.v
	opposite, against := "another enemy piece", "piece"
	if h, c := v.Throne.Hostile, v.Corners.Hostile; h.Attackers != HostileNever || h.Defenders != HostileNever || c.Attackers || c.Defenders {
		opposite, against = opposite+" or a square hostile to it", against+" or square"
	}
	d.say("common 4", "A soldier is captured when an enemy piece arrives next to it and, straight opposite, there is %s.", opposite)
	d.say("common 5", "Only the piece that arrives captures: a piece that moves in between two enemies is safe there until an enemy arrives anew on one of the two squares.")
	d.say("common 6", "One move can capture up to three pieces, each against its own %s.", against)
	d.say("king.armed", "%s", map[Arms]string{
		Unarmed:    "The king takes no part in captures.",
		HammerOnly: "The king captures when he arrives next to an enemy, but he does not count as the piece opposite.",
		AnvilOnly:  "The king counts as the piece opposite when a soldier of his captures, but he captures nothing when he arrives.",
		Armed:      "The king captures like any other piece.",
	}[v.King.Armed])
	if t := v.Throne; t.Exists {
		king := t.Hostile.King
		if king == HostileAlways { // he is beside it when it matters, so it is empty
			king = HostileWhenEmpty
		}
		switch h := t.Hostile; {
		case h.Attackers == h.Defenders && (h.Attackers == king || !v.throneMatters()):
			d.hostileThrone("throne.hostile", map[bool]string{true: "every piece", false: "every soldier"}[v.throneMatters()], h.Attackers)
		default:
			d.hostileThrone("throne.hostile.attackers", "attackers", h.Attackers)
			d.hostileThrone("throne.hostile.defenders", "the soldiers of the defenders", h.Defenders)
			if v.throneMatters() {
				d.hostileThrone("throne.hostile.king", "the king", king)
			}
		}
	}
	if v.Corners.Exists {
		d.hostileCorners()
	}
	if v.edgeMatters() {
		d.sayIf(v.King.Edge, "king.edge",
			"The edge of the board is hostile to the king, and to nobody else.",
			"The edge of the board is hostile to nobody.")
	}
}

// throneMatters reports whether it can matter that the throne is hostile to the
// king: beside it, where the mode asks for hostile squares.
func (v *Variant) throneMatters() bool {
	return v.Throne.Exists && v.King.Sides.Beside != 3
}

// edgeMatters reports whether it can matter that the edge is hostile to the king:
// where he has not won there, and the mode asks for it.
func (v *Variant) edgeMatters() bool {
	return v.Goal != GoalEdge && v.King.Sides.Elsewhere != 3
}

// cornersMatter reports whether it can matter that corners are hostile to the
// king: beside one, on the edge. Where all four sides must be closed, the edge is
// one of them.
func (v *Variant) cornersMatter() bool {
	return v.edgeMatters() && (v.King.Sides.Elsewhere == 2 || v.King.Edge)
}

// hostileThrone says when the throne is hostile to some pieces.
func (d *description) hostileThrone(rule, to string, when Hostility) {
	switch when {
	case HostileNever:
		d.say(rule, "The throne is not hostile to %s.", strings.Replace(to, "every", "any", 1))
	case HostileWhenEmpty:
		d.say(rule, "The throne is hostile to %s while it is empty.", to)
	case HostileAlways:
		d.say(rule, "The throne is hostile to %s while it is empty and while the king is on it.", to)
	}
}

// hostileCorners says to which pieces the corners are hostile.
func (d *description) hostileCorners() {
	h := d.v.Corners.Hostile
	pieces := []struct {
		name    string
		hostile bool
	}{{"attackers", h.Attackers}, {"the soldiers of the defenders", h.Defenders}}
	every := "every soldier"
	if d.v.cornersMatter() {
		pieces = append(pieces, struct {
			name    string
			hostile bool
		}{"the king", h.King})
		every = "every piece"
	}
	var to, notTo []string
	for _, x := range pieces {
		if x.hostile {
			to = append(to, x.name)
		} else {
			notTo = append(notTo, x.name)
		}
	}
	switch {
	case len(notTo) == 0:
		d.say("corners.hostile", "The corners are hostile to %s.", every)
	case len(to) == 0:
		d.say("corners.hostile", "The corners are not hostile to %s.", strings.Replace(every, "every", "any", 1))
	default:
		d.say("corners.hostile", "The corners are hostile to %s, but not to %s.", listed("and", to...), listed("or", notTo...))
	}
}

// kingsCapture says how the king is captured, by where he stands.
func (d *description) kingsCapture() {
	const two = "captured when an attacker arrives next to him and, straight opposite, there is "
	v, sides := d.v, d.v.King.Sides
	where := "The king"
	if v.Throne.Exists {
		if sides.Throne == 2 {
			d.say("king.sides.throne", "On the throne the king is "+two+"another attacker.")
		} else { // he has four neighbours and the throne is not among them, so 3 is 4
			d.say("king.sides.throne", "On the throne the king is captured when attackers stand on all four sides of him.")
		}
		hostile := v.Throne.Hostile.King != HostileNever
		switch {
		case sides.Beside == 2 && hostile:
			d.say("king.sides.beside", "On the four squares beside the throne he is "+two+"another attacker or the empty throne.")
		case sides.Beside == 2:
			d.say("king.sides.beside", "On the four squares beside the throne he is "+two+"another attacker.")
		case sides.Beside == 3 || hostile:
			throne := ""
			switch {
			case v.Throne.Stop.Attackers:
				throne = ", and the throne is empty or has an attacker on it"
			case v.Throne.Stop.Defenders:
				throne = ", and the throne is empty"
			}
			d.say("king.sides.beside", "On the four squares beside the throne he is captured when attackers stand on his other three sides%s.", throne)
		case v.Throne.Stop.Attackers:
			d.say("king.sides.beside", "On the four squares beside the throne he is captured when attackers stand on all four sides of him, one of them on the throne.")
		default:
			d.say("king.sides.beside", "On the four squares beside the throne he cannot be captured.")
		}
		where = "Anywhere else he"
	}
	switch sides.Elsewhere {
	case 2:
		opposite := []string{"another attacker"}
		if v.cornersMatter() && v.Corners.Hostile.King {
			opposite = append(opposite, "a corner")
		}
		if v.edgeMatters() && v.King.Edge {
			opposite = append(opposite, "the edge of the board")
		}
		d.say("king.sides.elsewhere", "%s is "+two+"%s.", where, listed("or", opposite...))
	case 3:
		edge := ""
		if v.Goal == GoalCorner {
			edge = ", three of them on the edge; beside a corner he cannot be captured"
		}
		d.say("king.sides.elsewhere", "%s is captured when attackers stand on all squares next to him%s.", where, edge)
	case 4:
		edge := ""
		switch {
		case v.Goal == GoalEdge:
		case !v.King.Edge:
			edge = "; on the edge he cannot be captured"
		case v.Corners.Hostile.King:
			edge = ", where the edge of the board and a corner count as attackers"
		default:
			edge = ", where the edge of the board counts as an attacker; beside a corner he cannot be captured"
		}
		d.say("king.sides.elsewhere", "%s is captured when attackers stand on all four sides of him%s.", where, edge)
	}
}

// ends says how a game ends otherwise.
func (d *description) ends() {
	v := d.v
	d.sayIf(v.NoMoves == NoMovesLoses, "noMoves",
		"A side that is to move and has no legal move loses.",
		"The game is drawn when the side to move has no legal move.")
	r := v.Repetition
	switch r.Counts {
	case CountNothing:
		if !r.Forbidden {
			d.say("repetition", "Repetition has no effect, however often a position comes back.")
		} else {
			d.say("repetition.counts", "Repetition does not end the game.")
		}
	case CountOccurrences:
		d.say("repetition.counts", "What is counted is how often a position occurs in the game, with the same side to move.")
		d.say("repetition.times", "The game ends when a position occurs for the %s time.", ordinal(int(r.Times)))
	case CountMoves:
		d.say("repetition.counts", "What is counted is how often in a row both sides make the same moves.")
		d.say("repetition.times", "The game ends when both sides have made the same moves %s times.", numeral(int(r.Times)))
	}
	if r.Counts != CountNothing {
		d.say("repetition.result", "%s", repetitionEnd(r))
	}
	if r.Forbidden {
		d.say("repetition.forbidden", "A move that brings back an earlier position of the game is illegal while there is a legal move that does not.")
	} else if r.Counts != CountNothing {
		d.say("repetition.forbidden", "No move is illegal because it brings back an earlier position.")
	}
	d.sayIf(v.Agreement, "agreement",
		"The players may agree on a draw.",
		"The players cannot agree on a draw.")
}

// repetitionEnd says how a game ends that repetition ends.
func repetitionEnd(r Repetition) string {
	switch r.Result {
	case DefendersLose:
		return "A game that repetition ends is lost by the defenders."
	case MoverLoses:
		return "A game that repetition ends is lost by the side that made the last move."
	case StarterLoses:
		if r.Counts == CountMoves {
			return "A game that repetition ends is lost by the side that started repeating, which is the one that did not make the last move."
		}
		return "A game that repetition ends is lost by the side that started repeating, which is the side to move."
	case BreakerLoses:
		return "A game that repetition ends is lost by the side that was the last to have another move that would have brought back no earlier position; if neither had one, it is drawn."
	}
	return "A game that repetition ends is drawn."
}

// listed joins names: "a, b and c".
func listed(and string, names ...string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + and + " " + names[last]
}

// capitalized returns a text with a capital letter first.
func capitalized(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

var numerals = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// numeral returns a number as a word, a large one in digits.
func numeral(n int) string {
	if n < len(numerals) {
		return numerals[n]
	}
	return fmt.Sprint(n)
}

// ordinal returns "second", "third", "4th" and so on.
func ordinal(n int) string {
	if i := slices.Index([]int{2, 3, 4, 5}, n); i >= 0 {
		return []string{"second", "third", "fourth", "fifth"}[i]
	}
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(n) + suffix
}
