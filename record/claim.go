package record

import (
	"strings"
	"unicode"

	"example.com/brandubh"
)

// Claim is what a record says about how its game ended. It decides nothing: how the
// board stands in the end goes before it.
type Claim struct {
	// Kind is what is claimed.
	Kind ClaimKind `json:"kind"`
	// Winner is who has won; NoSide unless Kind is ClaimWin.
	Winner brandubh.Side `json:"winner"`
	// Reason is why the game ended; NoReason where the record does not say.
	Reason brandubh.Reason `json:"reason"`
	// Text is the words of the record.
	Text string `json:"text,omitempty"`
}

// ClaimKind is what a record claims.
type ClaimKind uint8

const (
	// ClaimNothing ("nothing"): the record says nothing about the end.
	ClaimNothing ClaimKind = iota
	// ClaimOpen ("open"): the game goes on, or stopped without a winner that is no
	// draw: "*", "ongoing", "aborted".
	ClaimOpen
	// ClaimWin ("win"): somebody has won.
	ClaimWin
	// ClaimDraw ("draw"): nobody has won.
	ClaimDraw
)

var claimKinds = []string{"nothing", "open", "win", "draw"}

// String returns the kind as text: nothing, open, win or draw.
func (k ClaimKind) String() string { return wordOf("ClaimKind", claimKinds, uint8(k)) }

// MarshalText returns the kind as String does.
func (k ClaimKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// result returns the result that the claim is, and whether it gives a reason that
// the players or the history of a game can bring about.
func (c Claim) result() (brandubh.Result, bool) {
	r := brandubh.Result{Winner: c.Winner, Reason: c.Reason}
	return r, spoken(r) || c.Kind >= ClaimWin && r.Reason == brandubh.Repeated
}

// same reports whether two claims claim the same, in whatever words.
func (c Claim) same(d Claim) bool {
	c.Text, d.Text = "", ""
	return c == d
}

// claimOf returns the claim that a result is.
func claimOf(r brandubh.Result) Claim {
	switch {
	case !r.Over():
		return Claim{}
	case r.Reason == brandubh.Aborted:
		return Claim{Kind: ClaimOpen, Reason: r.Reason}
	case r.Winner == brandubh.NoSide:
		return Claim{Kind: ClaimDraw, Reason: r.Reason}
	}
	return Claim{Kind: ClaimWin, Winner: r.Winner, Reason: r.Reason}
}

// spoken reports whether a result is what players or an arbiter say, not what stands
// on the board or in the history.
func spoken(r brandubh.Result) bool {
	switch r.Reason {
	case brandubh.NoReason, brandubh.Escape, brandubh.KingCaptured, brandubh.Enclosed, brandubh.NoMovesLeft, brandubh.Repeated:
		return false
	}
	return true
}

// agrees reports whether a claim can be true of a game with a result: it is the same
// winner, and the same reason where both have one.
func (c Claim) agrees(r brandubh.Result) bool {
	switch c.Kind {
	case ClaimOpen:
		return !r.Over() || r.Reason == brandubh.Aborted
	case ClaimWin, ClaimDraw:
		return r.Over() && c.Winner == r.Winner && (c.Reason == brandubh.NoReason || c.Reason == r.Reason)
	}
	return true
}

// score reads the score of a result as tags and lists have it. White is the
// defenders, Black the attackers; they move first, so that 1-0 is theirs.
func score(text string) (Claim, bool) {
	c := Claim{Text: text}
	for _, dash := range dashes[1:] {
		text = strings.ReplaceAll(text, dash, "-")
	}
	switch strings.Join(strings.Fields(text), "") {
	case "1-0":
		c.Kind, c.Winner = ClaimWin, brandubh.Attackers
	case "0-1":
		c.Kind, c.Winner = ClaimWin, brandubh.Defenders
	case "1/2-1/2", "½-½", "0.5-0.5", "1/2", "½":
		c.Kind = ClaimDraw
	case "*", "?":
		c.Kind = ClaimOpen
	default:
		return Claim{}, false
	}
	return c, true
}

// resignation is the claim that "---" is, of the side to move.
var resignation = Claim{Kind: ClaimWin, Reason: brandubh.Resigned, Text: resignSymbol}

// claimWords is every word that a claim in words may have, and what it is about.
// Words for nothing in particular are only allowed.
var claimWords = map[string]string{
	"attackers": "attackers", "attacker": "attackers", "black": "attackers",
	"defenders": "defenders", "defender": "defenders", "white": "defenders",
	"king": "king", "king's": "",
	"player": "", "side": "", "opponent": "other", "other": "other", "and": "",
	"win": "win", "wins": "win", "won": "win", "victory": "win", "winner": "win",
	"lose": "lose", "loses": "lose", "lost": "lose", "loss": "lose",
	"resign": "resign", "resigns": "resign", "resigned": "resign", "resignation": "resign",
	"concede": "resign", "concedes": "resign", "conceded": "resign",
	"timeout": "timeout", "time": "time", "clock": "time", "timed": "time", "ran": "", "runs": "",
	"forfeit": "forfeit", "forfeits": "forfeit", "forfeited": "forfeit", "forfeiture": "forfeit",
	"draw": "draw", "drawn": "draw", "drew": "draw", "tie": "draw", "tied": "draw",
	"agreement": "agree", "agreed": "agree", "agree": "agree", "mutual": "",
	"repetition": "repeat", "repetitions": "repeat", "repeated": "repeat", "threefold": "repeat",
	"three": "", "times": "", "third": "",
	"escape": "escape", "escapes": "escape", "escaped": "escape", "corner": "", "edge": "",
	"captured": "capture", "capture": "capture", "captures": "capture", "taken": "capture",
	"enclosed": "enclose", "enclosure": "enclose", "surrounded": "enclose", "walled": "enclose", "encircled": "enclose",
	"no": "no", "legal": "", "move": "move", "moves": "move", "left": "",
	"ongoing": "open", "unfinished": "open", "open": "open", "undecided": "open",
	"aborted": "abort", "abandoned": "open",
	"the": "", "a": "", "an": "", "by": "", "on": "", "in": "", "of": "", "out": "out", "to": "", "at": "", "with": "", "it": "", "its": "",
	"is": "", "has": "", "have": "", "was": "", "were": "", "are": "", "game": "", "over": "", "ends": "", "ended": "", "end": "",
	"play": "", "players": "", "position": "", "itself": "", "because": "", "after": "", "goes": "",
}

// maxPhrase is how long a claim in words may be, in bytes.
const maxPhrase = 200

// phrase reads a claim in words: "Black resigns", "white won", "time out", "draw by
// agreement", "attackers_win_escape", "the defenders win: the other side resigned".
// It knows whole words only, and nothing but the words of claims: with any other in
// it, it is no claim. Who gives up without being named is the side to move; self
// says that this is so. A reason without a winner is a claim of the kind nothing.
func phrase(text string) (c Claim, self, ok bool) {
	if len(text) > maxPhrase {
		return Claim{}, false, false
	}
	var words []string
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("_-,:;.!()", r)
	}) {
		if _, known := claimWords[word]; !known {
			return Claim{}, false, false
		}
		words = append(words, word)
	}
	var subject, winner, loser brandubh.Side // the subject is the side named last
	about, contrary := map[string]bool{}, false
	set := func(to *brandubh.Side, side brandubh.Side) {
		contrary = contrary || *to != brandubh.NoSide && *to != side
		*to = side
	}
	for _, word := range words {
		what := claimWords[word]
		about[what] = true
		switch what {
		case "attackers":
			subject = brandubh.Attackers
		case "defenders":
			subject = brandubh.Defenders
		case "other":
			subject = winner.Opponent() // "the defenders win: the other side resigned"
		case "win":
			set(&winner, subject)
		case "lose":
			set(&loser, subject)
		case "resign", "time", "timeout", "forfeit":
			if subject != winner {
				set(&loser, subject)
			}
		}
	}
	c.Text = text
	reasons := 0
	for _, one := range []bool{
		about["resign"], about["time"] || about["timeout"] || about["forfeit"], about["agree"], about["repeat"],
		about["escape"], about["capture"], about["enclose"], about["no"], about["abort"],
	} {
		if one {
			reasons++
		}
	}
	switch {
	case reasons > 1:
		return Claim{}, false, false
	case about["no"] && about["move"]:
		c.Reason = brandubh.NoMovesLeft
	case about["no"]:
		return Claim{}, false, false
	case about["abort"]:
		c.Reason = brandubh.Aborted
	case about["resign"]:
		c.Reason = brandubh.Resigned
	case about["timeout"], about["time"]:
		c.Reason = brandubh.OutOfTime
	case about["forfeit"]:
		c.Reason = brandubh.Forfeited
	case about["agree"]:
		c.Reason = brandubh.Agreed
	case about["repeat"]:
		c.Reason = brandubh.Repeated
	case about["escape"]:
		c.Reason = brandubh.Escape
	case about["capture"]:
		c.Reason = brandubh.KingCaptured
	case about["enclose"]:
		c.Reason = brandubh.Enclosed
	}
	if winner == brandubh.NoSide {
		winner = loser.Opponent()
	}
	switch {
	case contrary, winner != brandubh.NoSide && winner == loser,
		winner == brandubh.NoSide && (about["win"] || about["other"]),
		winner != brandubh.NoSide && (about["draw"] || about["open"] || about["abort"] || about["agree"]):
		return Claim{}, false, false
	}
	switch {
	case winner != brandubh.NoSide:
		c.Kind, c.Winner = ClaimWin, winner
	case about["draw"]:
		c.Kind = ClaimDraw
	case about["open"], about["abort"]:
		c.Kind = ClaimOpen
	case spoken(brandubh.Result{Reason: c.Reason}) && c.Reason != brandubh.Agreed:
		c.Kind, self = ClaimWin, true
	case c.Reason == brandubh.Agreed:
		c.Kind = ClaimDraw
	case c.Reason == brandubh.Escape:
		c.Kind, c.Winner = ClaimWin, brandubh.Defenders
	case c.Reason == brandubh.KingCaptured && about["king"], c.Reason == brandubh.Enclosed:
		c.Kind, c.Winner = ClaimWin, brandubh.Attackers
	case c.Reason == brandubh.Repeated, c.Reason == brandubh.NoMovesLeft: // whoever has won by it
	default:
		return Claim{}, false, false
	}
	return c, self, true
}
