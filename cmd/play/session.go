package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/player"
	"example.com/brandubh/record"
)

// Session is a game that is being played, who plays it, and what may be said to
// it. Both faces, the lines and the screen, are kept on one. It is for one
// goroutine at a time, but for what Think returns.
type Session struct {
	game     *brandubh.Game
	computer [3]bool // by side
	player   player.Player
	thinking sync.Mutex // held while the player, which is for one at a time, thinks

	version int             // grows with every change of the game
	paused  bool            // the computer waits for "go" where it plays both sides
	alone   int             // plies that the computer has played by itself
	known   map[string]bool // files that may be written over: this session wrote or read them
	stored  int             // version that is in a file, or came from one
}

// patience is after how many plies a computer that plays both sides asks whether
// to go on; some rule sets let a game go on for ever.
const patience = 300

// Want is what a face is to let the player think about.
type Want int

// The wants.
const (
	WantNothing Want = iota
	WantMove         // a move, to be played
	WantHint         // a move, to be shown
	WantAnswer       // how the game stands, to answer a draw offer
)

// Reply is what comes of a command.
type Reply struct {
	Text string // lines for a person, without the last line end
	Want Want   // what to think about before [Session.Take] completes the answer
	Quit bool
}

// NewSession returns a session with a game in which the computer plays the sides
// that computer says.
func NewSession(g *brandubh.Game, computer [3]bool, p player.Player) *Session {
	return &Session{game: g, computer: computer, player: p, known: map[string]bool{}}
}

// Game returns the game, to be looked at only.
func (s *Session) Game() *brandubh.Game { return s.game }

// Version returns a number that is another after every change of the game.
func (s *Session) Version() int { return s.version }

// Unsaved reports whether moves would be lost that are in no file.
func (s *Session) Unsaved() bool { return s.stored != s.version && s.game.Plies() > 0 }

// Next returns WantMove if it is the computer's turn to play, and otherwise
// WantNothing.
func (s *Session) Next() Want {
	if s.paused || s.game.Result().Over() || !s.computer[s.game.Position().Turn()] {
		return WantNothing
	}
	return WantMove
}

// me returns the side for which a person speaks: the one that the computer does
// not play, or else the one to move.
func (s *Session) me() brandubh.Side {
	switch {
	case s.computer[brandubh.Attackers] == s.computer[brandubh.Defenders]:
		return s.game.Position().Turn()
	case s.computer[brandubh.Attackers]:
		return brandubh.Defenders
	}
	return brandubh.Attackers
}

// Think returns a function that lets the player think about the game as it is now,
// on a copy, so that it may run in the background.
func (s *Session) Think() func(context.Context) (player.Choice, error) {
	line := s.game.Line()
	return func(ctx context.Context) (player.Choice, error) {
		s.thinking.Lock()
		defer s.thinking.Unlock()
		return s.player.Choose(ctx, line)
	}
}

// Take completes what was wanted with what the player has thought: it plays the
// move, tells the hint or answers the draw offer, and returns what to say.
func (s *Session) Take(w Want, c player.Choice) (string, error) {
	switch w {
	case WantMove:
		if s.alone++; s.alwaysComputer() && s.alone >= patience {
			s.paused, s.alone = true, 0
		}
		side := s.game.Position().Turn()
		text, err := s.play(c.Move)
		if err != nil {
			return "", err
		}
		text += "\n  " + thought(c, side)
		if s.paused {
			text += "\npaused: \"go\" lets the computer play on"
		}
		return text, nil
	case WantHint:
		return fmt.Sprintf("hint: %v\n  %s", c.Move, thought(c, s.game.Position().Turn())), nil
	case WantAnswer:
		score := c.Score
		if s.game.Position().Turn() == s.me() {
			score = -score
		}
		if score > 0 {
			if err := s.game.WithdrawDraw(s.me()); err != nil {
				return "", err
			}
			return "the computer declines the draw", nil
		}
		if err := s.game.AcceptDraw(s.me().Opponent()); err != nil {
			return "", err
		}
		s.version++
		return "the computer accepts\n" + s.result(), nil
	}
	return "", nil
}

// thought says in a line what the player thinks of its move for a side.
func thought(c player.Choice, side brandubh.Side) string {
	if c.FromTable {
		return c.Why
	}
	var parts []string
	if c.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", c.Depth))
	}
	if c.Score != 0 && c.Score > -player.Won && c.Score < player.Won {
		parts = append(parts, fmt.Sprintf("%+.2f for the %v", float64(c.Score)/100, side))
	}
	if c.Why != "" {
		parts = append(parts, c.Why)
	}
	if len(c.Line) > 1 {
		parts = append(parts, "expects "+moveList(c.Line))
	}
	return strings.Join(parts, "; ")
}

func moveList(moves []brandubh.Move) string {
	var names []string
	for _, m := range moves {
		names = append(names, m.String())
	}
	return strings.Join(names, " ")
}

// word is one of the words that can be said to a session.
type word struct {
	name, args, what string
	run              func(s *Session, arg string) (Reply, error)
}

// commands returns all commands in the order in which help lists them.
func commands() []word {
	return []word{
		{"moves", "[SQUARE]", "the legal moves, all or those of one piece", (*Session).moves},
		{"why", "[MOVE]", "what a move would do, or why it is illegal; without one, what the last move did", (*Session).why},
		{"board", "", "the board, with the last move", (*Session).board},
		{"hint", "", "the move that the computer would play", (*Session).hint},
		{"undo", "", "take back your last move, and the computer's answer", (*Session).undo},
		{"redo", "", "play again what was taken back", (*Session).redo},
		{"go", "", "let the computer play the side to move, once; play on where it plays both", (*Session).goOn},
		{"side", "SIDE", "play attackers, defenders, both or none from here on", (*Session).changeSide},
		{"draw", "", "offer a draw, or accept the one that is offered", (*Session).draw},
		{"withdraw", "", "withdraw your draw offer", (*Session).withdraw},
		{"resign", "", "give the game up", (*Session).resign},
		{"new", "", "begin again under the same rules", (*Session).begin},
		{"save", "FILE", "write the game: FILE.otg in OpenTafl's form, any other in JSON", (*Session).save},
		{"load", "FILE", "take up a game that was written", (*Session).load},
		{"game", "", "the moves so far and how it stands", (*Session).moveText},
		{"rules", "", "every rule with the clause that it follows", (*Session).rules},
		{"help", "", "this list", (*Session).help},
		{"quit", "", "leave", func(*Session, string) (Reply, error) { return Reply{Quit: true}, nil }},
	}
}

// Do does what one line says: a move, or one of the commands. An error says what
// is wrong with it, and then nothing has changed.
func (s *Session) Do(line string) (Reply, error) {
	word, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
	arg = strings.TrimSpace(arg)
	if word == "" {
		return Reply{}, nil
	}
	for _, c := range commands() {
		if c.name != strings.ToLower(word) {
			continue
		}
		switch {
		case arg != "" && c.args == "":
			return Reply{}, fmt.Errorf("%q wants nothing after it, not %q", c.name, arg)
		case arg == "" && c.args != "" && c.args[0] != '[':
			return Reply{}, fmt.Errorf("%q wants more: %s %s", c.name, c.name, c.args)
		}
		return c.run(s, arg)
	}
	w, err := readMove(line)
	if err != nil {
		if looksLikeMove(word) {
			return Reply{}, err
		}
		return Reply{}, fmt.Errorf("no command %q, and no move such as d1-b1; \"help\" lists the commands", word)
	}
	if s.computer[s.game.Position().Turn()] && !s.game.Result().Over() {
		return Reply{}, fmt.Errorf("it is the computer's turn; \"side both\" lets you move the %v", s.game.Position().Turn())
	}
	before := s.game.Position()
	text, err := s.play(w.Move)
	if remark := s.remark(before, w); err == nil && remark != "" {
		text += "\n" + remark
	}
	return Reply{Text: text}, err
}

// remark says where a move that has been played does not do what was written of it.
func (s *Session) remark(before brandubh.Position, w record.WrittenMove) string {
	mover := before.Turn()
	taken := before.Side(mover.Opponent()) &^ s.game.Position().Side(mover.Opponent())
	soldiers := taken &^ before.Pieces(brandubh.King)
	switch {
	case w.Captures == 0 && w.Count == 0 && !w.Takes:
	case taken == 0:
		return "it captures nothing, although the move says so"
	case w.Captures != 0 && w.Captures != taken && w.Captures != soldiers,
		w.Count != 0 && int(w.Count) != taken.Len() && int(w.Count) != soldiers.Len():
		return fmt.Sprintf("it captures %v, although the move says otherwise", taken)
	}
	return ""
}

// readMove reads a move in any spelling that records have.
func readMove(text string) (record.WrittenMove, error) {
	w, err := record.ReadMove(text)
	if err == nil && w.Resigns {
		err = errors.New("to give the game up, say \"resign\"")
	}
	return w, err
}

// looksLikeMove reports whether a word that is no move was meant for one: it has a
// dash or a digit.
func looksLikeMove(word string) bool { return strings.ContainsAny(word, "-0123456789") }

// play plays a move and tells what it did; one that is not legal is explained.
func (s *Session) play(m brandubh.Move) (string, error) {
	e := s.game.Explain(m)
	if e.Err != nil {
		return "", explained{e}
	}
	mover := s.game.Position().Turn()
	if err := s.game.Play(m); err != nil {
		return "", err
	}
	s.version++
	text := told(e)
	if s.game.Offer() == mover && !s.computer[mover.Opponent()] {
		text += fmt.Sprintf("\nthe %v offer a draw: \"draw\" accepts it", mover)
	}
	return text, nil
}

// told says in a few lines what a legal move does; "why" says more.
func told(e *brandubh.Explanation) string {
	brief := *e
	brief.Citations, brief.CouldEnd = nil, nil
	brief.Effects = slices.DeleteFunc(slices.Clone(e.Effects), func(f brandubh.Effect) bool { return !f.Notable() })
	return strings.TrimSpace(brief.String())
}

// explained is the error of an illegal move, with the rules that forbid it.
type explained struct{ e *brandubh.Explanation }

func (e explained) Error() string { return strings.TrimSpace(e.e.String()) }
func (e explained) Unwrap() error { return e.e.Err }

// result says how the game stands and by which rules.
func (s *Session) result() string {
	r := s.game.Result()
	if !r.Over() {
		return fmt.Sprintf("the %v are to move", s.game.Position().Turn())
	}
	text := r.Sentence()
	if grounds := s.game.ResultCitations(); len(grounds) > 0 {
		var names []string
		for _, g := range grounds {
			names = append(names, g.String())
		}
		text += "  [" + strings.Join(names, "; ") + "]"
	}
	return text
}

func (s *Session) moves(arg string) (Reply, error) {
	if r := s.game.Result(); r.Over() {
		return Reply{Text: "none: " + r.Sentence()}, nil
	}
	if arg != "" {
		from, err := brandubh.ParseSquare(strings.ToLower(arg))
		if err != nil {
			return Reply{}, err
		}
		to := s.game.Targets(from)
		if to == 0 {
			return Reply{Text: fmt.Sprintf("%v: none, %s", from, s.whyStuck(from))}, nil
		}
		return Reply{Text: fmt.Sprintf("%v: %v", from, to)}, nil
	}
	var lines []string
	for from := range s.game.Position().Side(s.game.Position().Turn()).All() {
		if to := s.game.Targets(from); to != 0 {
			lines = append(lines, fmt.Sprintf("%v: %v", from, to))
		}
	}
	return Reply{Text: strings.Join(lines, "\n")}, nil
}

// whyStuck says why no move goes from a square.
func (s *Session) whyStuck(from brandubh.Square) string {
	p := s.game.Position()
	switch x := p.At(from); x.Side() {
	case brandubh.NoSide:
		return "no piece stands there"
	case p.Turn():
		return fmt.Sprintf("the %v there cannot move", x)
	default:
		return fmt.Sprintf("the %v are to move", p.Turn())
	}
}

func (s *Session) why(arg string) (Reply, error) {
	if arg != "" {
		m, err := readMove(arg)
		if err != nil {
			return Reply{}, err
		}
		return Reply{Text: strings.TrimSpace(s.game.Explain(m.Move).String())}, nil
	}
	played := s.game.Played()
	if len(played) == 0 {
		return Reply{}, errors.New("no move has been played; \"why d1-b1\" asks about one")
	}
	before := *s.game
	before.Undo()
	return Reply{Text: strings.TrimSpace(before.Explain(played[len(played)-1]).String())}, nil
}

func (s *Session) board(string) (Reply, error) {
	return Reply{Text: boardText(s.game) + s.result()}, nil
}

func (s *Session) hint(string) (Reply, error) {
	if r := s.game.Result(); r.Over() {
		return Reply{}, fmt.Errorf("no hint: %s", r.Sentence())
	}
	return Reply{Want: WantHint}, nil
}

func (s *Session) undo(string) (Reply, error) {
	n, before := s.game.Plies(), *s.game
	s.game.Undo()
	for !s.alwaysComputer() && s.computer[s.game.Position().Turn()] && s.game.Undo() {
	}
	if s.game.Plies() == n || !s.alwaysComputer() && s.computer[s.game.Position().Turn()] {
		*s.game = before
		return Reply{}, errors.New("there is no move of yours to take back")
	}
	s.version++
	s.Pause()
	return Reply{Text: fmt.Sprintf("taken back: %d of %d plies\n%s", n-s.game.Plies(), n, s.result())}, nil
}

func (s *Session) redo(string) (Reply, error) {
	n := s.game.Plies()
	if !s.game.Redo() {
		return Reply{}, errors.New("nothing was taken back that could be played again")
	}
	for !s.alwaysComputer() && s.computer[s.game.Position().Turn()] && s.game.Redo() {
	}
	s.version++
	return Reply{Text: fmt.Sprintf("played again: %s\n%s", moveList(s.game.Played()[n:]), s.result())}, nil
}

func (s *Session) goOn(string) (Reply, error) {
	if r := s.game.Result(); r.Over() {
		return Reply{}, errors.New(r.Sentence())
	}
	s.paused, s.alone = false, 0
	return Reply{Want: WantMove}, nil
}

func (s *Session) changeSide(arg string) (Reply, error) {
	computer, err := parseSides(arg)
	if err != nil {
		return Reply{}, err
	}
	s.computer, s.paused, s.alone = computer, false, 0
	s.version++ // what is thought about may no longer be wanted
	if s.stored == s.version-1 {
		s.stored = s.version
	}
	return Reply{Text: s.players()}, nil
}

// parseSides reads which sides a person plays and returns those that the computer
// does.
func parseSides(text string) (computer [3]bool, err error) {
	switch strings.ToLower(text) {
	case "attackers":
		computer[brandubh.Defenders] = true
	case "defenders":
		computer[brandubh.Attackers] = true
	case "none":
		computer[brandubh.Attackers], computer[brandubh.Defenders] = true, true
	case "both":
	default:
		return computer, fmt.Errorf("a side is attackers, defenders, both or none, not %q", text)
	}
	return computer, nil
}

// players says who plays whom.
func (s *Session) players() string {
	name := map[bool]string{true: "the computer (" + s.player.Name() + ")", false: "you"}
	return fmt.Sprintf("attackers: %s, defenders: %s", name[s.computer[brandubh.Attackers]], name[s.computer[brandubh.Defenders]])
}

func (s *Session) draw(string) (Reply, error) {
	me := s.me()
	if s.game.Offer() == me && s.computer[me.Opponent()] { // the answer was cut short
		return Reply{Want: WantAnswer}, nil
	}
	if s.game.Offer() != brandubh.NoSide {
		if err := s.game.AcceptDraw(s.game.Offer().Opponent()); err != nil {
			return Reply{}, err
		}
		s.version++
		return Reply{Text: s.result()}, nil
	}
	if err := s.game.OfferDraw(me); err != nil {
		if errors.Is(err, brandubh.ErrNoAgreement) {
			if p, ok := s.game.Variant().Provenance("agreement"); ok {
				err = fmt.Errorf("%w  [agreement = false: %v]", err, p)
			}
		}
		return Reply{}, err
	}
	if s.computer[me.Opponent()] {
		return Reply{Want: WantAnswer}, nil
	}
	return Reply{Text: fmt.Sprintf("the %v offer a draw: \"draw\" accepts it, \"withdraw\" takes it back", me)}, nil
}

func (s *Session) withdraw(string) (Reply, error) {
	offer := s.game.Offer()
	if offer == brandubh.NoSide {
		return Reply{}, brandubh.ErrDrawOffer
	}
	if err := s.game.WithdrawDraw(offer); err != nil {
		return Reply{}, err
	}
	return Reply{Text: "the draw offer is withdrawn"}, nil
}

func (s *Session) resign(string) (Reply, error) {
	if err := s.game.Resign(s.me()); err != nil {
		return Reply{}, err
	}
	s.version++
	return Reply{Text: s.result()}, nil
}

func (s *Session) begin(string) (Reply, error) {
	if s.Unsaved() && !s.game.Result().Over() {
		return Reply{}, errors.New("this game is neither over nor saved: \"save FILE\", or \"resign\", comes first")
	}
	start, _ := s.game.PositionAfter(0)
	g, err := brandubh.NewGameFrom(s.game.Variant(), start)
	if err != nil {
		return Reply{}, err
	}
	s.takeUp(g)
	return Reply{Text: s.result()}, nil
}

// takeUp makes a game the one that is played, with nothing in it to be saved.
func (s *Session) takeUp(g *brandubh.Game) {
	s.game, s.paused, s.alone = g, false, 0
	s.version++
	s.stored = s.version
}

func (s *Session) moveText(string) (Reply, error) {
	var b strings.Builder
	for i, m := range s.game.Played() {
		if i%2 == 0 {
			if i > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%d.", i/2+1)
		}
		fmt.Fprintf(&b, " %v", m)
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return Reply{Text: b.String() + s.result()}, nil
}

func (s *Session) rules(string) (Reply, error) {
	v := s.game.Variant()
	lines := []string{strings.TrimSpace(rulesName(v) + "  " + v.Title)}
	for _, field := range brandubh.Fields() {
		value, ok := v.Value(field)
		if !ok {
			continue
		}
		p, _ := v.Provenance(field)
		lines = append(lines, fmt.Sprintf("  %-25s %-34s %v", field, value, p))
	}
	return Reply{Text: strings.Join(lines, "\n")}, nil
}

func (s *Session) help(string) (Reply, error) {
	lines := []string{"d1-b1            play a move; spellings such as d1b1 or Kd4-d3xc3 do as well"}
	for _, c := range commands() {
		lines = append(lines, fmt.Sprintf("%-16s %s", strings.TrimSpace(c.name+" "+c.args), c.what))
	}
	return Reply{Text: strings.Join(lines, "\n")}, nil
}

func (s *Session) save(file string) (Reply, error) {
	if _, err := os.Lstat(file); err == nil && !s.known[file] {
		return Reply{}, fmt.Errorf("%s is there already and not of this session; save under another name", file)
	}
	data, note, err := encode(s.game, strings.EqualFold(filepath.Ext(file), ".otg"))
	if err != nil {
		return Reply{}, err
	}
	if err := writeFile(file, data); err != nil {
		if path := (*fs.PathError)(nil); errors.As(err, &path) {
			err = path.Err // its path is that of the temporary file
		}
		return Reply{}, fmt.Errorf("cannot save %s: %w", file, err)
	}
	s.known[file] = true
	s.stored = s.version
	text := fmt.Sprintf("saved %d plies in %s", s.game.Plies(), file)
	if note != "" {
		text += "\n" + note
	}
	return Reply{Text: text}, nil
}

// writeFile writes a file as a whole or not at all.
func writeFile(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".brandubh-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it is renamed
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), file); err != nil {
		return errors.Unwrap(err)
	}
	return nil
}

// encode returns a game as the content of a file, and what the form cannot say.
func encode(g *brandubh.Game, otg bool) (data []byte, note string, err error) {
	if !otg {
		data, err = g.MarshalJSON()
		return append(data, '\n'), "", err
	}
	_, lost, err := record.FormatOTNRules(g.Variant())
	if err != nil {
		return nil, "", err
	}
	if len(lost) > 0 {
		note = "OpenTafl's notation cannot say all of the rules:"
		for _, p := range lost {
			note += "\n\t" + p.Path + ": " + p.Why
		}
		note += "\nthe file has the nearest rules; save as .json to keep all"
	}
	r := record.FromGame(g)
	r.Headers = []record.Header{{Name: "date", Value: time.Now().Format("2006.01.02")}}
	text, err := r.Format(record.OTG)
	return []byte(text), note, err
}

func (s *Session) load(file string) (Reply, error) {
	if s.Unsaved() && !s.game.Result().Over() {
		return Reply{}, errors.New("the game on the board is neither over nor saved: \"save FILE\", or \"resign\", comes first")
	}
	g, notes, err := readGame(file, nil)
	if err != nil {
		return Reply{}, err
	}
	s.takeUp(g)
	s.known[file] = true
	lines := append([]string{fmt.Sprintf("%s: %d plies under %s", file, g.Plies(), rulesName(g.Variant()))}, notes...)
	return Reply{Text: strings.Join(append(lines, s.result()), "\n")}, nil
}

// rulesName returns what a rule set is called, or that it has no name.
func rulesName(v *brandubh.Variant) string { return cmp.Or(v.Name, "rules without a name") }

// maxFile is how large a file of a game may be, in bytes.
const maxFile = 1 << 22

// readGame reads a game from a file in any form of package record. It is played by the
// rules given, or by its own, or by those of the federation. The notes say what in it
// deviates from the rules.
func readGame(file string, v *brandubh.Variant) (g *brandubh.Game, notes []string, err error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, nil, err
	case !info.Mode().IsRegular() || info.Size() > maxFile:
		return nil, nil, fmt.Errorf("%s: no file of a game", file)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	if g, notes, err = decode(string(data), v); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	return g, notes, nil
}

// decode reads a game from text.
func decode(text string, v *brandubh.Variant) (g *brandubh.Game, notes []string, err error) {
	w, err := record.Parse(text)
	switch {
	case err != nil:
		return nil, nil, err
	case w.Game != nil && v != nil:
		return nil, nil, errors.New("a game in JSON brings its own rules; leave -rules out")
	case w.Game != nil:
		return w.Game, nil, nil
	case v == nil && w.RulesErr == nil && w.Rules == nil:
		v = brandubh.Federation()
		notes = append(notes, "  the record has no rules; it is played by those of the federation (-rules NAME for others)")
	}
	r, err := w.Replay(record.Options{Rules: v})
	if err != nil {
		return nil, nil, err
	}
	for _, d := range r.Deviations {
		notes = append(notes, "  "+d.String())
	}
	if g, err = r.Game(); err != nil {
		return nil, nil, err
	}
	if g.LetsRepetitionPass() {
		notes = append(notes, "  the record plays past a repetition, so repetition is only reported")
	}
	if end := r.Result; end.Over() && g.Result() != end {
		notes = append(notes, "  the rules do not know the end that the record has ("+end.Sentence()+"), so the game is open")
	}
	return g, notes, nil
}

// Pause makes a computer that plays both sides wait for "go". Where a person plays
// too, it does nothing.
func (s *Session) Pause() { s.paused = s.alwaysComputer() }

// alwaysComputer reports whether the computer plays both sides.
func (s *Session) alwaysComputer() bool {
	return s.computer[brandubh.Attackers] && s.computer[brandubh.Defenders]
}
