package main

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"example.com/brandubh"
	"example.com/brandubh/player"
)

// The screen, in cells from the top left corner: title, players, then the board
// with its files and ranks; beside it, or below where it is narrow, the moves and
// what was said last; the line that is typed; the keys.
const (
	boardX    = 3 // of the left border of the board
	boardY    = 3 // of the top border
	cellWidth = 5
	boardCols = boardX + 7*(cellWidth+1) + 1 + 4
	boardRows = boardY + 15 + 1
	sideCols  = 28 // the least that is of use beside the board
	maxInput  = 300
)

// glyphs is what the board is drawn with.
type glyphs struct {
	pieces               [4]string // by Piece
	special, target      string
	horizontal, vertical string
	joints               [3][3]string // top, middle, bottom; left, between, right
}

func newGlyphs(ascii bool) glyphs {
	if ascii {
		row := [3]string{"+", "+", "+"}
		return glyphs{[4]string{" ", "A", "D", "K"}, "x", ".", "-", "|", [3][3]string{row, row, row}}
	}
	return glyphs{
		[4]string{" ", "●", "○", "♔"},
		"╳", "·", "─", "│",
		[3][3]string{{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}},
	}
}

// styles is the colours. What they tell, marks tell as well.
type styles struct {
	title, faint, bad, board, special, last, cursor, picked lipgloss.Style
	pieces                                                  [4]lipgloss.Style
}

func newStyles() styles {
	on := func(background string) lipgloss.Style {
		return lipgloss.NewStyle().Background(lipgloss.Color(background)).Foreground(lipgloss.Color("#3b2a17"))
	}
	piece := func(foreground string) lipgloss.Style {
		return lipgloss.NewStyle().Foreground(lipgloss.Color(foreground)).Bold(true)
	}
	return styles{
		title: lipgloss.NewStyle().Bold(true), faint: lipgloss.NewStyle().Faint(true),
		bad:   lipgloss.NewStyle().Foreground(lipgloss.Color("9")),
		board: on("#c19a6b"), special: on("#96703f"), last: on("#b9a94f"), cursor: on("#6f9fd8"), picked: on("#6fb583"),
		pieces: [4]lipgloss.Style{piece("#3b2a17"), piece("#101010"), piece("#ffffff"), piece("#ffffff")},
	}
}

// job is what the player thinks about in the background.
type job struct {
	id      int
	want    Want
	version int // of the session when it began
	began   time.Time
	cancel  context.CancelFunc
}

// model is the screen: a session, and what a person is about to say to it. Bubble
// Tea calls its methods one at a time.
type model struct {
	session *Session
	limit   time.Duration
	live    *atomic.Pointer[player.Choice] // the best so far, while the player thinks
	glyphs  glyphs
	styles  styles

	width, height int
	cursor        brandubh.Square
	from          brandubh.Square // the piece that is picked up; off the board for none
	input         string
	message       string // what was said last
	bad           bool   // it was a refusal
	page          []string
	scroll        int
	job           *job
	jobs          int
}

// nowhere is no square.
const nowhere = brandubh.Square(255)

func newModel(s *Session, limit time.Duration, live *atomic.Pointer[player.Choice], ascii bool) *model {
	return &model{
		session: s, limit: limit, live: live, glyphs: newGlyphs(ascii), styles: newStyles(),
		width: 80, height: 24, cursor: brandubh.D4, from: nowhere,
	}
}

// thoughtMsg is what has come of a job.
type thoughtMsg struct {
	id     int
	choice player.Choice
	err    error
}

// tickMsg says that time passes while a job is thought about.
type tickMsg struct{ id int }

// Init lets the computer begin if it is its turn.
func (m *model) Init() tea.Cmd { return m.goOn(WantNothing) }

// Update takes what a person or the player has done.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case tea.PasteMsg:
		text, _, _ := strings.Cut(strings.ReplaceAll(msg.Content, "\r", "\n"), "\n") // terminals paste line ends as \r
		m.typed(text)
	case tea.MouseClickMsg:
		if s, ok := squareOn(msg.X, msg.Y); ok && msg.Button == tea.MouseLeft && m.page == nil {
			m.cursor = s
			return m, m.point(s)
		}
	case thoughtMsg:
		if m.job != nil && m.job.id == msg.id {
			return m, m.thought(msg)
		}
	case tickMsg:
		if m.job != nil && m.job.id == msg.id {
			return m, tick(msg.id)
		}
	}
	return m, nil
}

// squareOn returns the square that is drawn at a place of the screen.
func squareOn(x, y int) (brandubh.Square, bool) {
	x, y = x-boardX-1, y-boardY-1
	if x < 0 || y < 0 || x%(cellWidth+1) == cellWidth || y%2 == 1 {
		return nowhere, false
	}
	return brandubh.SquareAt(x/(cellWidth+1), 6-y/2)
}

// key does what a key stands for.
func (m *model) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	if name == "ctrl+c" {
		m.stop()
		return tea.Interrupt
	}
	if m.page != nil {
		return m.pageKey(name)
	}
	switch name {
	case "up":
		m.move(0, 1)
	case "down":
		m.move(0, -1)
	case "left":
		m.move(-1, 0)
	case "right":
		m.move(1, 0)
	case "esc":
		switch {
		case m.input != "" || m.from != nowhere:
			m.input, m.from = "", nowhere
		case m.job != nil:
			m.session.Pause()
			m.job.cancel() // the best so far is taken
		}
	case "enter":
		if m.input == "" {
			return m.point(m.cursor)
		}
		line := m.input
		m.input = ""
		return m.do(line)
	case "space":
		if m.input == "" {
			return m.point(m.cursor)
		}
		m.typed(" ")
	case "backspace":
		if r := []rune(m.input); len(r) > 0 {
			m.input = string(r[:len(r)-1])
		}
	case "ctrl+u":
		m.input = ""
	case "tab":
		return m.do("hint")
	case "ctrl+z":
		return m.do("undo")
	case "ctrl+y":
		return m.do("redo")
	case "f1":
		reply, _ := m.session.Do("help")
		m.open(keysHelp + reply.Text)
	case "f2":
		m.open(m.message)
	default:
		m.typed(k.Text)
	}
	return nil
}

// keysHelp is what the keys do, for those who ask.
const keysHelp = `Arrows and Enter, or the mouse, pick a piece up and put it down. Esc puts it
back; while the computer thinks, Esc makes it move at once. What is typed is a
move or one of these. Tab: hint, Ctrl-Z: undo, Ctrl-Y: redo, F2: all of the last
answer, Ctrl-C: quit.

`

// pageKey moves in a text that is shown instead of the board, or leaves it.
func (m *model) pageKey(name string) tea.Cmd {
	visible := max(1, m.height-2)
	switch name {
	case "up":
		m.scroll--
	case "down":
		m.scroll++
	case "pgup":
		m.scroll -= visible
	case "pgdown", "space":
		m.scroll += visible
	default:
		m.page = nil
		return nil
	}
	m.scroll = max(0, min(m.scroll, len(m.page)-visible))
	return nil
}

// open shows a text instead of the board.
func (m *model) open(text string) {
	m.page, m.scroll = wrap(text, max(20, m.width-1)), 0
}

// typed adds printable text to the line.
func (m *model) typed(text string) {
	for _, r := range text {
		if r >= ' ' && r != 0x7f && len(m.input) < maxInput {
			m.input += string(r)
		}
	}
}

// move moves the cursor.
func (m *model) move(files, ranks int) {
	if s, ok := brandubh.SquareAt(m.cursor.File()+files, m.cursor.Rank()+ranks); ok {
		m.cursor = s
	}
}

// say shows a text.
func (m *model) say(text string, bad bool) { m.message, m.bad = text, bad }

// point picks a piece up, moves it, or says why not.
func (m *model) point(s brandubh.Square) tea.Cmd {
	g := m.session.Game()
	from := m.from
	m.from = nowhere
	switch {
	case from == s:
	case from != nowhere && g.Position().At(s).Side() != g.Position().Turn():
		return m.do(brandubh.Move{From: from, To: s}.String())
	case m.session.Next() == WantMove:
		m.say("it is the computer's turn; Esc makes it move now", true)
	case g.Targets(s) == 0:
		reply, _ := m.session.Do("moves " + s.String())
		m.say(reply.Text, true)
	default:
		m.from = s
		m.say(fmt.Sprintf("%v: %v", s, g.Targets(s)), false)
	}
	return nil
}

// do says a line to the session.
func (m *model) do(line string) tea.Cmd {
	reply, err := m.session.Do(line)
	if err != nil {
		m.say(err.Error(), true)
		return nil
	}
	if reply.Quit {
		m.stop()
		return tea.Quit
	}
	m.from = nowhere
	if reply.Text != "" {
		m.say(reply.Text, false)
		if word, _, _ := strings.Cut(line, " "); len(m.saidLines()) > m.saidRows() && !looksLikeMove(word) {
			m.open(reply.Text)
		}
	}
	return m.goOn(reply.Want)
}

// stop gives up what is thought about.
func (m *model) stop() {
	if m.job != nil {
		m.job.cancel()
		m.job = nil
	}
}

// goOn lets the player think about what is wanted, or about its move if it is its
// turn. What it was thinking about before goes on if it is still of use.
func (m *model) goOn(want Want) tea.Cmd {
	if m.job != nil && (want != WantNothing || m.job.version != m.session.Version() ||
		m.job.want == WantAnswer && m.session.Game().Offer() == brandubh.NoSide) {
		m.stop()
	}
	if want == WantNothing {
		want = m.session.Next()
	}
	if want == WantNothing || m.job != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), m.limit)
	m.jobs++
	id := m.jobs
	m.job = &job{id: id, want: want, version: m.session.Version(), began: time.Now(), cancel: cancel}
	m.live.Store(nil)
	think := m.session.Think()
	return tea.Batch(tick(id), func() tea.Msg {
		defer cancel()
		c, err := think(ctx)
		return thoughtMsg{id, c, err}
	})
}

func tick(id int) tea.Cmd {
	return tea.Tick(200*time.Millisecond, func(time.Time) tea.Msg { return tickMsg{id} })
}

// thought takes what has come of the job.
func (m *model) thought(msg thoughtMsg) tea.Cmd {
	want := m.job.want
	m.job = nil
	text, err := "", msg.err
	if err == nil {
		text, err = m.session.Take(want, msg.choice)
	}
	if err != nil {
		m.say(err.Error(), true)
		return nil
	}
	if want == WantHint {
		m.cursor = msg.choice.Move.From
	}
	m.from = nowhere
	m.say(text, false)
	return m.goOn(WantNothing)
}

// View draws the screen.
func (m *model) View() tea.View {
	v := tea.NewView(m.content())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Brandubh"
	return v
}

func (m *model) content() string {
	if m.page != nil {
		return m.pageText()
	}
	if m.width < boardCols-2 || m.height < boardRows+3 {
		return strings.Join(wrap(fmt.Sprintf("The window is too small, %d by %d: it takes %d by %d.\nOr quit with Ctrl-C and start with -plain.",
			m.width, m.height, boardCols-2, boardRows+3), m.width), "\n")
	}
	g := m.session.Game()
	title := m.styles.title.Render("Brandubh") + "  " + rulesName(g.Variant()) + "  " + m.styles.faint.Render(g.Variant().Title)
	main := m.boardView()
	if side := m.sideView(); m.beside() {
		main = lipgloss.JoinHorizontal(lipgloss.Top, lipgloss.NewStyle().Width(boardCols).Render(main), side)
	} else {
		main += "\n" + side
	}
	keys := "arrows, Enter, mouse or d1-b1: move  Tab: hint  Ctrl-Z/Y: undo/redo  F1: help"
	main = lipgloss.NewStyle().Height(m.height - 4).MaxHeight(m.height - 4).Render(main)
	lines := []string{cut(title, m.width), m.stateView(), main, m.styles.title.Render("> ") + m.inputView(), m.styles.faint.Render(cut(keys, m.width))}
	return strings.Join(lines, "\n")
}

// inputView shows the end of the line that is typed.
func (m *model) inputView() string {
	r := []rune(m.input)
	return string(r[max(0, len(r)-(m.width-4)):]) + "_"
}

// cut shortens a line to a width.
func cut(line string, width int) string { return lipgloss.NewStyle().MaxWidth(width).Render(line) }

// beside reports whether the moves have room beside the board.
func (m *model) beside() bool { return m.width >= boardCols+sideCols }

// stateView says who is to move, or how the game has ended.
func (m *model) stateView() string {
	g := m.session.Game()
	switch r := g.Result(); {
	case r.Over():
		return m.styles.title.Render(cut(r.Sentence(), m.width))
	case m.job != nil:
		text := fmt.Sprintf("the computer thinks, %.1f s (Esc: enough)", time.Since(m.job.began).Seconds())
		if c := m.live.Load(); c != nil {
			text += "  " + c.Move.String()
			if c.Depth > 0 {
				text += fmt.Sprintf(", depth %d", c.Depth)
			}
		}
		return cut(text, m.width)
	default:
		return cut(fmt.Sprintf("the %v are to move; %s", g.Position().Turn(), m.session.players()), m.width)
	}
}

// boardView draws the board with its files and ranks.
func (m *model) boardView() string {
	g := m.session.Game()
	v, p, last := g.Variant(), g.Position(), lastMove(g)
	var targets brandubh.Bitboard
	if m.from != nowhere {
		targets = g.Targets(m.from)
	}
	var b strings.Builder
	files := strings.Repeat(" ", boardX+1)
	for file := range 7 {
		files += fmt.Sprintf("  %c   ", 'a'+file)
	}
	border := func(row int) string {
		j := m.glyphs.joints[row]
		cell := strings.Repeat(m.glyphs.horizontal, cellWidth)
		return strings.Repeat(" ", boardX) + m.styles.board.Render(j[0]+strings.Repeat(cell+j[1], 6)+cell+j[2]) + "\n"
	}
	b.WriteString(files + "\n" + border(0))
	for rank := 6; rank >= 0; rank-- {
		label := string(rune('1' + rank))
		b.WriteString(" " + label + " " + m.styles.board.Render(m.glyphs.vertical))
		for file := range 7 {
			s, _ := brandubh.SquareAt(file, rank)
			b.WriteString(m.cell(p.At(s), s, special(v, s), last.Has(s), targets.Has(s)) + m.styles.board.Render(m.glyphs.vertical))
		}
		b.WriteString(" " + label + "\n")
		if rank > 0 {
			b.WriteString(border(1))
		}
	}
	b.WriteString(border(2) + files)
	return b.String()
}

// cell draws a square: its piece, and what is to be known about it as marks and
// colour.
func (m *model) cell(x brandubh.Piece, s brandubh.Square, special, last, target bool) string {
	glyph := m.glyphs.pieces[x]
	switch {
	case target:
		glyph = m.glyphs.target
	case x == brandubh.NoPiece && special:
		glyph = m.glyphs.special
	}
	style := m.styles.board
	marks := "  "
	if special {
		style = m.styles.special
	}
	if last {
		style, marks = m.styles.last, "<>"
	}
	if s == m.from {
		style, marks = m.styles.picked, "{}"
	}
	if s == m.cursor {
		style, marks = m.styles.cursor, "[]"
	}
	piece := m.styles.pieces[x].Background(style.GetBackground())
	return style.Render(marks[:1]+" ") + piece.Render(glyph) + style.Render(" "+marks[1:])
}

// sideWidth returns how wide the side view is.
func (m *model) sideWidth() int {
	if m.beside() {
		return m.width - boardCols
	}
	return m.width - 1
}

// saidRows returns how many lines of what was said last there is room for.
func (m *model) saidRows() int {
	if m.beside() {
		return m.height - 4 - m.moveRows() - 1
	}
	return m.height - boardRows - 2 - m.moveRows()
}

// moveRows returns how many lines of moves are shown.
func (m *model) moveRows() int {
	if m.beside() {
		return 5
	}
	return 1
}

// saidLines returns what was said last, wrapped.
func (m *model) saidLines() []string {
	return wrap(m.message, m.sideWidth())
}

// wrap breaks lines between words to a width, words only where they are longer than
// that. Unlike lipgloss it leaves moves whole, and lines that begin with blanks go on
// below their beginning.
func wrap(text string, width int) (lines []string) {
	add := func(row string) { lines = append(lines, strings.Split(lipgloss.Wrap(row, width, ""), "\n")...) }
	for line := range strings.SplitSeq(text, "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		row := ""
		for word := range strings.SplitSeq(strings.TrimPrefix(line, indent), " ") {
			switch {
			case row == "":
				row = indent + word
			case lipgloss.Width(row)+1+lipgloss.Width(word) > width && word != "":
				add(row)
				row = indent + word
			default:
				row += " " + word
			}
		}
		add(row)
	}
	return lines
}

// sideView shows the last moves and what was said last.
func (m *model) sideView() string {
	moves := m.session.Game().Played()
	var rows []string
	for i := 0; i < len(moves); i += 2 {
		rows = append(rows, fmt.Sprintf("%3d. %s", i/2+1, moveList(moves[i:min(i+2, len(moves))])))
	}
	rows = rows[max(0, len(rows)-m.moveRows()):]
	for len(rows) < m.moveRows() {
		rows = append(rows, "")
	}
	if m.beside() {
		rows = append(rows, "")
	}
	said := m.saidLines()
	if room := max(1, m.saidRows()); len(said) > room {
		said = append(said[:room-1], "... F2 shows it all")
	}
	style := lipgloss.NewStyle()
	if m.bad {
		style = m.styles.bad
	}
	for _, line := range said {
		rows = append(rows, style.Render(line))
	}
	return strings.Join(rows, "\n")
}

// pageText shows a text instead of the board.
func (m *model) pageText() string {
	visible := max(1, m.height-2)
	end := min(len(m.page), m.scroll+visible)
	keys := "any key: back to the board"
	if len(m.page) > visible {
		keys = "arrows, PgUp, PgDn: more  any other key: back to the board"
	}
	return strings.Join(m.page[m.scroll:end], "\n") + "\n" + m.styles.faint.Render(keys)
}
