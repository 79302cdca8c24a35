package record

import (
	"errors"
	"iter"
	"regexp"
	"strconv"
	"strings"
	"time"

	"example.com/brandubh"
)

// Form is one of the forms in which games are recorded.
type Form uint8

const (
	// AnyForm ("any") is whichever form a text turns out to have.
	AnyForm Form = iota
	// MoveList ("list") is moves with nothing but blanks between them, each with what it
	// captures, and how the players ended the game behind them: "d2-e2 c4-c2xd2 resigned".
	MoveList
	// Movetext ("movetext") is moves with tags before them, numbers, comments,
	// variations and a score, as chess has them in PGN. It can say everything that a
	// [Record] holds.
	Movetext
	// OTG ("otg") is a game record of OpenTafl, the text of an .otg file.
	OTG
	// GameJSON ("json") is a [brandubh.Game] as JSON.
	GameJSON
	// ArchiveJSON ("archive") is a JSON object as archives of played games have it:
	// the number of the game type, the moves, who won.
	ArchiveJSON
	// CSV ("csv") is a line as hnefatafl-rs has it: moves, how many pieces each side
	// has captured, Black, White, Draw or Ongoing.
	CSV
	// Plays ("plays") is the commands of a text protocol: "play attacker d2 e2, play
	// defender resigns _".
	Plays
)

var formNames = []string{"any", "list", "movetext", "otg", "json", "archive", "csv", "plays"}

// String returns the form as text: any, list, movetext, otg, json, archive, csv or
// plays.
func (f Form) String() string { return wordOf("Form", formNames, uint8(f)) }

// MarshalText returns the form as String does.
func (f Form) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// what is what a text of the form is called in errors.
func (f Form) what() string {
	switch f {
	case OTG:
		return "OpenTafl game"
	case GameJSON, ArchiveJSON:
		return "game in JSON"
	case CSV:
		return "game in CSV"
	case Plays:
		return "list of plays"
	}
	return "move list"
}

// Options is how a record is to be read. The zero value is the usual way.
type Options struct {
	// Rules is the rule set to read it by; nil for the record's own.
	Rules *brandubh.Variant
	// Start is the position that the game starts from; the zero Position stands for
	// the record's own, or else the Start of the rules.
	Start brandubh.Position
	// ReadOn reads on where the rules end the game by enclosure, which records of
	// games show in which nobody applied that rule: the first such end is reported,
	// and from there on the game is judged by the same rules without enclosure. It
	// concerns an end by repetition in the same way, but repetition is not judged
	// here; [Record.Game] lets it pass. Nothing is read past a king who has escaped
	// or is captured.
	ReadOn bool
}

// Written is a recorded game as it is written, before any rules are applied to it:
// [Parse] returns it, and [Written.Replay] plays it by a rule set.
type Written struct {
	// Form is the form of the record.
	Form Form
	// Headers is what stands before the moves, in order, but for what the other
	// fields say.
	Headers []Header
	// Rules is the rules that the record gives or names; nil if it does neither.
	Rules *brandubh.Variant
	// RulesErr is why the rules that the record gives cannot be used; nil if they can.
	RulesErr error
	// Start is the position that the record gives. It is the zero Position where it
	// gives none and starts as the rules do; nobody is to move in it where the record
	// does not say who, and then the side that moves first in the rules is.
	Start brandubh.Position
	// First is who moves first by the record; NoSide where it does not say.
	First brandubh.Side
	// Claim is what the record claims beside its moves about the end of the game.
	Claim Claim
	// Game is the game itself where it is stored as a [brandubh.Game]; nil otherwise.
	Game *brandubh.Game
	// Deviations is what is strange about the record under any rules.
	Deviations []Deviation

	items  []item
	stop   *Error // why the text could not be read any more; nil if it could
	unread string // the text from there on
	places locator
	base   Place // where the game begins
	counts *[2]int
	text   string
	end    int // where the game ends in the text
}

// Header returns the value of the first header of that name, in upper or lower case,
// and whether there is one.
func (w *Written) Header(name string) (string, bool) {
	if w == nil {
		return "", false
	}
	return headerOf(w.Headers, name)
}

// NamesCaptures reports whether any move of the record says that it captures. A record
// of which none does claims nothing about captures.
func (w *Written) NamesCaptures() bool {
	if w == nil {
		return false
	}
	for i := range w.items {
		if m := w.items[i].move; m.Captures != 0 || m.Count != 0 || m.Takes {
			return true
		}
	}
	return false
}

func headerOf(hs []Header, name string) (string, bool) {
	for _, h := range hs {
		if strings.EqualFold(h.Name, name) {
			return h.Value, true
		}
	}
	return "", false
}

// itemKind is what stands at a place of a record.
type itemKind uint8

const (
	itemMove itemKind = iota
	itemNumber
	itemComment
	itemClock
	itemClaim
	itemVariation
)

// item is one thing that a record says, in its order.
type item struct {
	kind     itemKind
	from, to int // where in the text it stands, in bytes
	move     WrittenMove
	twice    brandubh.Bitboard // squares that the move names twice
	side     brandubh.Side     // who moves, as far as the record says
	number   int               // of a turn; 0 for dots alone
	text     string            // of a comment
	left     time.Duration     // of a clock
	claim    Claim
	self     bool // the claim is about the side to move
	line     []item
}

// Parse reads the one game in a text and finds out its form. It asks for the form
// only: the moves are judged by [Written.Replay]. Blanks, line ends of all kinds and
// a byte order mark do no harm.
//
// What is not of the form is refused with an [*Error]. Where moves can be read up to
// some place, the game up to there is returned with the error, and otherwise nil. A
// text with several games is refused; [All] reads those.
func Parse(text string) (*Written, error) {
	var first *Written
	var firstErr error
	for w, err := range All(text) {
		if first != nil {
			if w == nil {
				return nil, err
			}
			s := newScanner(first.Form.what(), text)
			s.at = first.end
			s.blanks()
			return nil, s.fail("a second game begins here, and one was expected")
		}
		if first, firstErr = w, err; w == nil {
			return nil, err
		}
	}
	if first == nil {
		return nil, newScanner("game", text).fail("nothing but blanks")
	}
	return first, firstErr
}

// All returns the games in a text, one after the other, each as [Parse] returns it.
// Games are told apart by their tags, by a turn numbered 1 again, as lines of CSV,
// or as objects of JSON. After an error that leaves no game it stops, unless the
// next game begins on a line of its own.
func All(text string) iter.Seq2[*Written, error] {
	return func(yield func(*Written, error) bool) {
		if err := encoded("game", text); err != nil {
			yield(nil, err)
			return
		}
		s := newScanner("game", text)
		places := locator{text: text}
		give := yield
		yield = func(w *Written, err error) bool {
			if w != nil {
				w.base = s.base
			}
			return give(w, err)
		}
		for s.blanks(); !s.done(); s.blanks() {
			s.base = places.place(s.at)
			var more bool
			switch form := s.form(); form {
			case GameJSON:
				more = s.jsonGames(yield)
			case CSV:
				more = s.csvGame(yield)
			case Plays:
				more = s.plays(yield)
			case OTG:
				w, err := s.otg()
				more = yield(w, err) && w != nil
			default:
				w, err := s.list(form)
				more = yield(w, err) && w != nil && w.stop == nil
			}
			if !more {
				return
			}
		}
	}
}

// Read reads the one game in a text and plays it: [Parse] and [Written.Replay] in
// one. The record holds what could be read before an error.
func Read(text string, o Options) (Record, error) {
	w, err := Parse(text)
	if w == nil {
		return Record{Rules: o.Rules, Start: o.Start, Rest: text}, err
	}
	return w.Replay(o)
}

var (
	csvLine   = regexp.MustCompile(`^[^,\r\n]*,[ \t]*\d+[ \t]*,[ \t]*\d+[ \t]*,[ \t]*\w+[ \t]*(\r|\n|$)`)
	playWord  = regexp.MustCompile(`(?i)^play\s+(attackers?|defenders?|black|white)\s`)
	jsonStart = regexp.MustCompile(`^(\{\s*(["'}]|(moves|variant|type|id|won|result|winner|start|fingerprint|gameType)\s*:)|\[\s*(["'{\[]|\]\s*$))`)
	pgnTag    = regexp.MustCompile(`^\[\s*([A-Za-z][A-Za-z0-9_-]*)\s*"((?:[^"\\]|\\.)*)"\s*\]`)
	otgTag    = regexp.MustCompile(`^\[([^\s:\[\]|]+):`)
)

// otgTags is the usual tags of an OpenTafl record.
var otgTags = map[string]bool{
	"event": true, "site": true, "date": true, "round": true, "attackers": true, "defenders": true, "result": true,
	"annotator": true, "compiler": true, "time-control": true, "time-remaining": true, "termination": true,
	"variant": true, "start-comment": true, "rules": true, "position": true, "puzzle-start": true, "puzzle-prestart": true,
}

// form returns the form that the text has from here on: GameJSON for any JSON.
func (s *scanner) form() Form {
	rest := s.rest()
	switch {
	case jsonStart.MatchString(rest):
		return GameJSON
	case pgnTag.MatchString(rest):
		return Movetext
	case s.otgTag() != "":
		return OTG
	case s.lineStart() && strings.Count(firstLine(rest), ",") == 3 && csvLine.MatchString(rest):
		return CSV
	case playWord.MatchString(rest):
		return Plays
	}
	return MoveList
}

func firstLine(text string) string {
	if n := strings.IndexAny(text, "\r\n"); n >= 0 {
		return text[:n]
	}
	return text
}

// otgTag returns the name of the tag of an OpenTafl record that comes next: of a usual
// one, or of any where rules come later on.
func (s *scanner) otgTag() string {
	m := otgTag.FindStringSubmatch(s.rest())
	if m == nil || !otgTags[m[1]] && !strings.Contains(s.rest(), "[rules:") {
		return ""
	}
	return m[1]
}

// deviate notes what is strange at a place of the text.
func (w *Written) deviate(s *scanner, kind DeviationKind, from, to int, why string) {
	if w.places.text != s.text {
		w.places = locator{text: s.text, last: s.base}
	}
	w.Deviations = append(w.Deviations, Deviation{Kind: kind, Place: w.places.place(from), Token: cut(strings.TrimSpace(s.text[from:to]), 60), Why: why})
}

// stops notes that a scanner cannot read on; an error that is not about the text of the
// moves is returned as it is.
func (w *Written) stops(s *scanner, err error) error {
	if stop := (*Error)(nil); errors.As(err, &stop) {
		w.stop, w.unread = stop, strings.TrimSpace(s.rest())
	}
	return err
}

// takeClaim takes up what the record claims beside its moves. Two claims that cannot
// both be true are reported, and the reason of neither is believed.
func (w *Written) takeClaim(c Claim, token string) {
	var contrary bool
	if w.Claim, contrary = w.Claim.with(c); contrary {
		w.Deviations = append(w.Deviations, Deviation{Kind: KindResult, Token: cut(token, 60), Why: "the record contradicts itself: " + cut(w.Claim.Text, 60)})
		w.Claim.Reason = brandubh.NoReason
	}
}

// with returns a claim with what another adds to it, and whether they contradict
// each other.
func (c Claim) with(d Claim) (both Claim, contrary bool) {
	switch {
	case d == Claim{}:
		return c, false
	case c == Claim{}:
		both = d
		both.fit()
		return both, both.Reason != d.Reason
	case c.Kind == ClaimNothing:
		c, d = d, c
	}
	both = c
	if d.Kind == ClaimNothing && c.Kind != ClaimOpen || d.Kind == c.Kind && d.Winner == c.Winner {
		if c.Reason == brandubh.NoReason || c.Reason == d.Reason {
			both.Reason = d.Reason
			if c.Reason == brandubh.NoReason && d.Reason != brandubh.NoReason {
				both.Text = d.Text
			}
			both.fit()
			return both, both.Reason != d.Reason && d.Reason != brandubh.NoReason
		}
		return both, d.Reason != brandubh.NoReason
	}
	return both, true
}

// fit drops a reason that does not go with the kind and the winner.
func (c *Claim) fit() {
	fits := true
	switch c.Kind {
	case ClaimOpen:
		fits = c.Reason == brandubh.Aborted || c.Reason == brandubh.Repeated
	case ClaimWin:
		fits = c.Reason != brandubh.Agreed && c.Reason != brandubh.Aborted
	case ClaimDraw:
		fits = c.Reason == brandubh.Agreed || c.Reason == brandubh.Repeated || c.Reason == brandubh.NoMovesLeft
	}
	if !fits {
		c.Reason = brandubh.NoReason
	}
}

// takeHeaders moves what the headers say about start, rules and result to where it
// belongs. What it does not understand stays a header.
func (w *Written) takeHeaders(s *scanner, hs []Header, places []int) error {
	for i, h := range hs {
		taken := false
		value := strings.TrimSpace(h.Value)
		switch strings.ToLower(h.Name) {
		case "result":
			var c Claim
			if c, taken = w.scoreOf(value); taken {
				w.takeClaim(c, h.Name+": "+value)
			}
		case "termination":
			if r, err := brandubh.ParseResult(value); err == nil && w.Form == Movetext {
				c := claimOf(r)
				c.Text, taken = value, r.Over()
				w.takeClaim(c, h.Name+": "+value)
			} else if c, self, ok := phrase(value); ok {
				taken = true
				if self { // whoever has lost by it
					c.Kind = ClaimNothing
				}
				w.takeClaim(c, h.Name+": "+value)
			}
		case "start", "position", "fen":
			p, err := ReadPosition(value)
			if err != nil {
				return s.failAt(places[i], "%v", err)
			}
			w.Start, taken = p, true
		case "rules":
			if w.Form == OTG || strings.HasPrefix(value, "dim:") {
				var ds []Deviation
				w.Rules, ds, w.RulesErr = ParseOTNRules(value)
				w.Deviations = append(w.Deviations, ds...)
				taken = true
			}
		case "variant":
			if v := presetNamed(value); w.Form == Movetext && v != nil && w.Rules == nil {
				w.Rules, taken = v, true
			}
		case "start-comment":
			if w.Form == OTG {
				w.items = append(w.items, item{kind: itemComment, text: h.Value})
				taken = true
			}
		}
		if !taken {
			w.Headers = append(w.Headers, h)
			w.leftOver(s, h, places[i])
		}
	}
	return nil
}

// leftOver reports a header that looks as if it said more than a header does.
func (w *Written) leftOver(s *scanner, h Header, from int) {
	to := from + strings.IndexByte(s.text[from:], ']') + 1
	name := strings.ToLower(h.Name)
	switch v := presetNamed(strings.TrimSpace(h.Value)); {
	case isMoves(h.Value):
		w.deviate(s, KindUnread, from, to, "looks like moves and was read as a header")
	case name == "result" && strings.TrimSpace(h.Value) != "":
		w.deviate(s, KindText, from, to, "is no result and was read as a header")
	case name == "variant" && w.Form == Movetext && v != nil && len(v.Diff(w.Rules)) > 0:
		w.deviate(s, KindRules, from, to, "the record has named other rules before")
	}
}

// scoreOf reads the result in a header.
func (w *Written) scoreOf(value string) (Claim, bool) {
	if w.Form == OTG {
		switch value {
		case "1":
			return Claim{Kind: ClaimWin, Winner: brandubh.Attackers, Text: "result:" + value}, true
		case "-1":
			return Claim{Kind: ClaimWin, Winner: brandubh.Defenders, Text: "result:" + value}, true
		case "0":
			return Claim{Kind: ClaimDraw, Text: "result:" + value}, true
		case "?":
			return Claim{}, true
		}
	}
	if c, ok := score(value); ok {
		return c, true
	}
	c, self, ok := phrase(value)
	return c, ok && !self && c.Kind != ClaimNothing
}

// presetNamed returns the preset that a record names; nil for none.
func presetNamed(name string) *brandubh.Variant {
	if strings.EqualFold(name, "wtf") { // World Tafl Federation
		return brandubh.Federation()
	}
	v, err := brandubh.Preset(name)
	if err != nil {
		return nil
	}
	return v
}

// archiveTypes is the game types of the archive that have presets with names of their
// own; the others are called archive-N.
var archiveTypes = map[int]string{51: "brandubh1", 53: "walker", 59: "scottish", 64: "magpie", 129: "brandubh2", 130: "noreturn"}

// ArchivePreset returns the name of the preset of a game type of the archive on
// aagenielsen.dk, whether or not there is one.
func ArchivePreset(gameType int) string {
	if name, ok := archiveTypes[gameType]; ok {
		return name
	}
	return "archive-" + strconv.Itoa(gameType)
}

// ArchiveType returns the game type of the archive that has the preset of that name,
// and whether there is one.
func ArchiveType(preset string) (gameType int, ok bool) {
	for n, name := range archiveTypes {
		if name == preset {
			return n, true
		}
	}
	number, found := strings.CutPrefix(preset, "archive-")
	n, err := strconv.Atoi(number)
	if !found || err != nil || ArchivePreset(n) != preset {
		return 0, false
	}
	_, err = brandubh.Preset(preset)
	return n, err == nil
}

// errOtherStart is why rules do not fit a record that starts otherwise.
var errOtherStart = errors.New("the record starts from another position")
