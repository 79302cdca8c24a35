package svg

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/brandubh"
)

func position(t testing.TB, text string) brandubh.Position {
	t.Helper()
	p, err := brandubh.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func preset(t testing.TB, name string) *brandubh.Variant {
	t.Helper()
	v, err := brandubh.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func move(t testing.TB, text string) brandubh.Move {
	t.Helper()
	m, err := brandubh.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// element is an SVG element as a parser sees it.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []*element `xml:",any"`
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// all returns the elements that have a class, in document order.
func (e *element) all(class string) (found []*element) {
	if slices.Contains(strings.Fields(e.attr("class")), class) {
		found = append(found, e)
	}
	for _, c := range e.Children {
		found = append(found, c.all(class)...)
	}
	return found
}

// first returns the text of the first element of that name.
func (e *element) first(name string) string {
	for _, c := range e.Children {
		if c.XMLName.Local == name {
			return c.Text
		}
	}
	return ""
}

// parse reads a drawing as strict XML of one document, and checks what holds of
// every drawing: a picture with a title and a description, without scripts, links
// and names that could clash on a page.
func parse(t testing.TB, text string) *element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	root := &element{}
	if err := d.Decode(root); err != nil {
		t.Fatalf("not XML: %v\n%s", err, text)
	}
	if _, err := d.Token(); err != nil {
		if !errors.Is(err, io.EOF) {
			t.Fatalf("after the document: %v", err)
		}
	} else if rest := strings.TrimSpace(text[d.InputOffset():]); rest != "" {
		t.Fatalf("after the document: %q", rest)
	}
	if root.XMLName != (xml.Name{Space: "http://www.w3.org/2000/svg", Local: "svg"}) {
		t.Errorf("the root is %v, want svg", root.XMLName)
	}
	if root.attr("role") != "img" {
		t.Error("the root lacks role=img")
	}
	if len(root.Children) < 2 || root.Children[0].XMLName.Local != "title" || root.Children[1].XMLName.Local != "desc" {
		t.Fatal("want a title and a description as the first two elements")
	}
	allowed := []string{"svg", "title", "desc", "style", "g", "rect", "path", "circle", "text"}
	var walk func(e *element)
	walk = func(e *element) {
		if !slices.Contains(allowed, e.XMLName.Local) {
			t.Errorf("element %s in a drawing", e.XMLName.Local)
		}
		if e.attr("id") != "" {
			t.Errorf("an id on %s could clash on a page", e.XMLName.Local)
		}
		for _, class := range strings.Fields(e.attr("class")) {
			if class != "brandubh" && !strings.HasPrefix(class, "bb-") {
				t.Errorf("class %q could clash on a page", class)
			}
		}
		for _, c := range e.Children {
			walk(c)
		}
	}
	walk(root)
	return root
}

func TestBoardShowsEveryPieceByItsShape(t *testing.T) {
	root := parse(t, Board(brandubh.Federation().Start, Options{}))
	for class, shape := range map[string]struct {
		name string
		n    int
	}{"bb-attacker": {"circle", 16}, "bb-defender": {"path", 4}, "bb-king": {"path", 1}} {
		groups := root.all(class)
		if len(groups) != 1 {
			t.Fatalf("%d groups of %s, want 1", len(groups), class)
		}
		n := 0
		for _, c := range groups[0].Children {
			if c.XMLName.Local != shape.name {
				t.Errorf("%s is drawn with %s, want %s", class, c.XMLName.Local, shape.name)
			}
			n++
		}
		if n != shape.n {
			t.Errorf("%s: %d elements, want %d", class, n, shape.n)
		}
	}
	king, defender := root.all("bb-king")[0].Children[0], root.all("bb-defender")[0].Children[0]
	outline := func(e *element) string { return e.attr("d")[strings.Index(e.attr("d"), "m"):] }
	if outline(king) == outline(defender) {
		t.Error("king and defender have the same shape")
	}
}

func TestBoardIsDrawnAsTheRuleSetHasIt(t *testing.T) {
	for _, c := range []struct {
		name                           string
		v                              *brandubh.Variant
		throne, corners, hostile, goal int
	}{
		{"no rule set: throne and corners, hostile", nil, 1, 4, 5, 0},
		{"federation", brandubh.Federation(), 1, 4, 5, 0},
		{"walker's throne is hostile to nobody", preset(t, "walker"), 1, 4, 4, 0},
		{"scottish has neither, and the edge is the goal", preset(t, "scottish"), 0, 0, 0, 1},
	} {
		root := parse(t, Board(brandubh.Position{}, Options{Variant: c.v}))
		for class, want := range map[string]int{"bb-throne": c.throne, "bb-corner": c.corners, "bb-hostile": c.hostile, "bb-goal": c.goal} {
			if got := len(root.all(class)); got != want {
				t.Errorf("%s: %d of %s, want %d", c.name, got, class, want)
			}
		}
	}
}

func TestMarks(t *testing.T) {
	p := position(t, "7/7/7/7/2tK2t/3t3/7 a")
	gone, err := brandubh.Position{}.Put(brandubh.B2, brandubh.Defender)
	if err != nil {
		t.Fatal(err)
	}
	gone, err = gone.Put(brandubh.D3, brandubh.Attacker) // the king stands there
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		LastMove: move(t, "g3-e3"),
		Targets:  brandubh.A1.Bitboard() | brandubh.B1.Bitboard(),
		Marked:   brandubh.C1.Bitboard(),
		Captured: gone,
		Arrows: []Arrow{
			{From: brandubh.A1, To: brandubh.C2},
			{From: brandubh.A1, To: brandubh.A7, Refused: true},
			{From: 99, To: brandubh.A1},
			{From: brandubh.A1, To: 49},
			{From: brandubh.A1, To: brandubh.A1},
		},
	}
	root := parse(t, Board(p, o))
	for class, want := range map[string]int{"bb-last": 2, "bb-target": 2, "bb-mark": 1, "bb-captured": 1, "bb-cross": 1, "bb-arrow": 1, "bb-refused": 1} {
		if got := len(root.all(class)); got != want {
			t.Errorf("%d of %s, want %d", got, class, want)
		}
	}
	want := "King d3. Attackers d2, c3, g3. Last move g3-e3. Captured: Defenders b2. Possible moves to a1, b1. Marked c1. Arrow from a1 to c2. Arrow from a1 to a7."
	if got := root.first("desc"); got != want {
		t.Errorf("description %q, want %q", got, want)
	}
	if got := root.first("title"); got != "Brandubh, attackers to move" {
		t.Errorf("title %q", got)
	}
}

// TestFlip: a flipped board shows a1 where the other shows g7.
func TestFlip(t *testing.T) {
	for _, labels := range []bool{true, false} {
		at := func(s brandubh.Square, flip bool) string {
			root := parse(t, Board(brandubh.Position{}, Options{Marked: s.Bitboard(), Flip: flip, NoCoordinates: !labels}))
			m := root.all("bb-mark")[0]
			return m.attr("x") + " " + m.attr("y")
		}
		for i := range brandubh.Square(brandubh.Size * brandubh.Size) {
			if at(i, true) != at(brandubh.G7-i, false) {
				t.Errorf("%v on a flipped board is not where %v is on the other", i, brandubh.G7-i)
			}
		}
	}
	if !strings.Contains(Board(brandubh.Position{}, Options{}), ">a</text>") {
		t.Error("a board has no coordinates")
	}
	if strings.Contains(Board(brandubh.Position{}, Options{NoCoordinates: true}), "<text") {
		t.Error("a board without coordinates has text")
	}
}

// TestFlippedWedges: what closes a piece does so from the same side of the board.
func TestFlippedWedges(t *testing.T) {
	v := brandubh.Federation()
	e := v.Explain(position(t, "7/7/7/7/2tK2t/3t3/7 a"), move(t, "g3-e3"))
	turns := func(o Options) (turns []string) {
		for _, w := range parse(t, Explanation(e, o)).all("bb-captor") {
			turns = append(turns, regexp.MustCompile(`rotate\((\d+)\)`).FindStringSubmatch(w.attr("transform"))[1])
		}
		return turns
	}
	for i, turn := range turns(Options{}) {
		if opposite := map[string]string{"0": "180", "90": "270", "180": "0", "270": "90"}[turn]; turns(Options{Flip: true})[i] != opposite {
			t.Errorf("wedge %d at %s°, flipped at %s°", i, turn, turns(Options{Flip: true})[i])
		}
	}
}

// TestExplanation: what is captured is crossed out, and each side that closes it
// has a wedge.
func TestExplanation(t *testing.T) {
	for _, c := range []struct {
		name, rules, position, move string
		count                       map[string]int
	}{
		{
			"three attackers and the empty throne (F 5.4)", "federation", "7/7/7/7/2tK2t/3t3/7 a", "g3-e3",
			map[string]int{"bb-captor": 4, "bb-spared": 0, "bb-cross": 1, "bb-arrow": 1, "bb-last": 2, "bb-refused": 0},
		},
		{
			"a soldier between two (F 5.2)", "federation", "7/3t3/3T3/ttTKTtt/2tT3/7/4t2 a", "e1-e3",
			map[string]int{"bb-captor": 2, "bb-spared": 0, "bb-cross": 1, "bb-arrow": 1},
		},
		{
			"the edge is hostile to the king (L 5.4)", "legacy", "7/7/t6/K3t2/t6/2T4/7 a", "e4-b4",
			map[string]int{"bb-captor": 4, "bb-cross": 1},
		},
		{
			"a soldier may not stop on a corner (F 5.3)", "federation", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", "a4-a7",
			map[string]int{"bb-captor": 0, "bb-cross": 0, "bb-arrow": 0, "bb-refused": 1, "bb-mark": 1, "bb-last": 0},
		},
		{
			"the king escapes (F 4)", "federation", "4K2/7/7/7/7/7/7 d", "e7-g7",
			map[string]int{"bb-mark": 1, "bb-arrow": 1},
		},
		{
			"the attackers of the wall are marked, others are not (L 5.5)", "legacy", "7/3t3/2tTt2/1tTKTt1/2tTt2/7/3t1t1 a", "d1-d2",
			map[string]int{"bb-mark": 8, "bb-captor": 0},
		},
		{
			"a defender moves between two attackers: hollow wedges (F 5.2)", "federation", "7/5K1/2T4/7/7/1t1t3/7 d", "c5-c2",
			map[string]int{"bb-captor": 2, "bb-spared": 2, "bb-cross": 0},
		},
		{
			"two sides and the throne close in a king, the third side is open (F 5.4)", "federation", "7/7/7/7/2tK2t/7/7 a", "g3-e3",
			map[string]int{"bb-spared": 3, "bb-open": 1, "bb-cross": 0},
		},
		{
			"a defender who stood between two attackers before", "federation", "7/5K1/7/7/7/1tTt3/t6 a", "a1-b1",
			map[string]int{"bb-captor": 0},
		},
	} {
		v := preset(t, c.rules)
		e := v.Explain(position(t, c.position), move(t, c.move))
		root := parse(t, Explanation(e, Options{Variant: v}))
		for class, want := range c.count {
			if got := len(root.all(class)); got != want {
				t.Errorf("%s: %d of %s, want %d", c.name, got, class, want)
			}
		}
		if !strings.HasPrefix(root.first("desc"), e.String()) {
			t.Errorf("%s: the description does not begin with the explanation: %q", c.name, root.first("desc"))
		}
	}
	root := parse(t, Explanation(nil, Options{}))
	if len(root.all("bb-attacker")) != 0 {
		t.Error("no explanation is not an empty board")
	}
}

// TestExplanationKeepsTheCallersArrows: the caller's options are not changed.
func TestExplanationKeepsTheCallersArrows(t *testing.T) {
	v := brandubh.Federation()
	arrows := make([]Arrow, 1, 2)
	arrows[0] = Arrow{From: brandubh.A1, To: brandubh.B1}
	e := v.Explain(v.Start, move(t, "d1-b1"))
	if got := len(parse(t, Explanation(e, Options{Arrows: arrows})).all("bb-arrow")); got != 2 {
		t.Errorf("%d arrows, want the caller's and the move's", got)
	}
	if after := arrows[:2][1]; after != (Arrow{}) {
		t.Errorf("the caller's slice got %v", after)
	}
}

func TestGame(t *testing.T) {
	g, err := brandubh.NewGameFrom(brandubh.Federation(), position(t, "7/7/7/7/2tK2t/3t3/5T1 a"))
	if err != nil {
		t.Fatal(err)
	}
	boards := func(want int) *element {
		t.Helper()
		root := parse(t, Game(g, 3, Options{}))
		if got := len(root.all("bb-board")); got != want {
			t.Errorf("%d boards after %d plies, want %d", got, g.Plies(), want)
		}
		return root
	}
	boards(1)
	if err := g.Play(move(t, "g3-e3")); err != nil {
		t.Fatal(err)
	}
	root := boards(2)
	var captions []string
	for _, c := range root.all("bb-caption") {
		captions = append(captions, c.Text)
	}
	want := []string{"start", "1. g3-e3 captures d3", "the attackers win: the king is captured"}
	if !slices.Equal(captions, want) {
		t.Errorf("captions %q, want %q", captions, want)
	}
	if got := len(root.all("bb-cross")); got != 1 {
		t.Errorf("%d captured pieces, want 1", got)
	}
	if len(parse(t, Game(nil, 0, Options{})).all("bb-board")) != 1 {
		t.Error("no game is not an empty board")
	}
}

// TestSize: a board stays under 8 kB, whatever stands on it, as long as nobody
// adds arrows and texts of his own.
func TestSize(t *testing.T) {
	const limit = 8 << 10
	check := func(what, drawing string) {
		t.Helper()
		if len(drawing) >= limit {
			t.Errorf("%s: %d bytes, want fewer than %d", what, len(drawing), limit)
		}
	}
	v := brandubh.Federation()
	for _, theme := range []Theme{ThemeAuto, ThemeLight, ThemeDark, ThemePrint} {
		king := v.Start.Pieces(brandubh.King)
		check("the start", Board(v.Start, Options{Theme: theme}))
		check("the start with every mark", Board(v.Start, Options{Theme: theme, LastMove: move(t, "d1-b1"), Targets: brandubh.Edge, Marked: king}))
		for m := range v.Moves(v.Start) {
			check(m.String(), Explanation(v.Explain(v.Start, m), Options{Theme: theme}))
		}
	}
}

// TestEveryClassHasAStyle: in every theme each class that a drawing uses has a
// rule, and every class of the style sheet is named in the documentation.
func TestEveryClassHasAStyle(t *testing.T) {
	source, err := os.ReadFile("svg.go")
	if err != nil {
		t.Fatal(err)
	}
	doc, _, _ := strings.Cut(string(source), "package svg\n")
	for _, p := range paints {
		for class := range strings.SplitSeq(strings.ReplaceAll(p.class, ".T-", ""), ",") {
			if !regexp.MustCompile(`bb-` + class + `\b`).MatchString(doc) {
				t.Errorf("bb-%s is not in the documentation", class)
			}
			for _, theme := range []Theme{ThemeAuto, ThemeLight, ThemeDark, ThemePrint} {
				rule := ".bb-" + theme.String() + " .bb-" + class
				if !strings.Contains(styleOf(theme), rule) || !strings.Contains(Style(), rule) {
					t.Errorf("no rule %s", rule)
				}
			}
		}
	}
	if strings.ContainsAny(Style(), "<>&") {
		t.Error("the style sheet needs escaping")
	}
	if o := (Options{NoStyle: true}); strings.Contains(Board(brandubh.Position{}, o), "<style") {
		t.Error("a board without a style sheet has one")
	}
	if Theme(77).String() != "auto" {
		t.Errorf("Theme(77) is %v", Theme(77))
	}
}

// TestArrowsDoNotDependOnRounding: no length or angle lies so near to the middle
// between two printed numbers that another machine could print another one.
func TestArrowsDoNotDependOnRounding(t *testing.T) {
	for x := -6; x <= 6; x++ {
		for y := -6; y <= 6; y++ {
			length, angle := polar(x*cell, y*cell)
			for _, n := range []float64{length, angle} {
				if far := math.Abs(math.Abs(n*10-math.Trunc(n*10)) - 0.5); far < 1e-6 {
					t.Errorf("arrow %d,%d: %v is printed with one decimal", x, y, n)
				}
			}
		}
	}
}

// readable is a text as an XML parser returns it, with U+FFFD for what no XML
// document can hold.
func readable(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			r = 0xFFFD
		}
		b.WriteRune(r)
	}
	return b.String()
}

func FuzzBoard(f *testing.F) {
	f.Add("</title><script>alert(1)</script>", "]]>&amp;\x00\xff\r\n", uint64(1), uint64(2), uint8(3), uint8(48), uint8(0), int64(120))
	f.Add("\"'<!--", "\ufffe", uint64(1)<<63, ^uint64(0), uint8(99), uint8(0), uint8(255), int64(math.MaxInt64))
	f.Add("", "", uint64(0), uint64(0), uint8(0), uint8(0), uint8(8), int64(math.MinInt64))
	f.Fuzz(func(t *testing.T, title, description string, targets, marked uint64, from, to, bits uint8, size int64) {
		m := brandubh.Move{From: brandubh.Square(from), To: brandubh.Square(to)}
		o := Options{
			Title: title, Description: description, Theme: Theme(bits & 7), Size: int(size),
			Flip: bits&8 != 0, NoCoordinates: bits&16 != 0, NoStyle: bits&32 != 0, LastMove: m,
			Targets: brandubh.Bitboard(targets), Marked: brandubh.Bitboard(marked),
			Arrows: []Arrow{{From: m.From, To: m.To, Refused: bits&64 != 0}},
		}
		v := brandubh.Federation()
		g, err := brandubh.NewGame(v)
		if err != nil {
			t.Fatal(err)
		}
		_ = g.Play(m) // legal or not
		for _, drawing := range []string{
			Board(v.Start, o), Explanation(v.Explain(v.Start, m), o), Explanation((*brandubh.Variant)(nil).Explain(v.Start, m), o), Game(g, int(size), o),
		} {
			root := parse(t, drawing)
			if got, want := root.first("title"), readable(title); title != "" && got != want {
				t.Errorf("title %q, want %q", got, want)
			}
			if got, want := root.first("desc"), readable(description); description != "" && got != want {
				t.Errorf("description %q, want %q", got, want)
			}
			if w := root.attr("width"); strings.HasPrefix(w, "-") || w == "0" {
				t.Errorf("width %s", w)
			}
		}
		if first, second := Board(v.Start, o), Board(v.Start, o); first != second {
			t.Error("the same arguments give different texts")
		}
	})
}
