package brandubh_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

func TestFingerprint(t *testing.T) {
	v := brandubh.Federation()
	if got, want := v.Fingerprint(), "49ee418f3a65991e7114fdb4d86fe574"; got != want {
		t.Errorf("federation has %s, want %s: stored games name it", got, want)
	}
	renamed := *v
	renamed.Name, renamed.Title, renamed.Base = "mine", "My own", ""
	if renamed.Fingerprint() != v.Fingerprint() {
		t.Error("a renamed copy has another fingerprint")
	}
	if got := (&brandubh.Variant{}).Fingerprint(); got != "" {
		t.Error(got)
	}
	if got := (*brandubh.Variant)(nil).Fingerprint(); got != "" {
		t.Error(got)
	}
	seen := map[string]*brandubh.Variant{}
	for _, name := range brandubh.Presets() {
		v := preset(t, name)
		if w, ok := seen[v.Fingerprint()]; ok && len(v.Diff(w)) > 0 {
			t.Errorf("%s and %s have the same", name, w.Name)
		}
		seen[v.Fingerprint()] = v
	}
}

func TestFingerprintIsDiff(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genVariant().Draw(t, "variant")
		w := v
		if genBool(t, "another") {
			w = genVariant().Draw(t, "other")
		} else {
			genKnobs[rapid.IntRange(0, len(genKnobs)-1).Draw(t, "knob")](t, &w)
			w = genSettled(w)
		}
		if w.Validate() != nil {
			return
		}
		if (v.Fingerprint() == w.Fingerprint()) != (len(v.Diff(&w)) == 0) {
			t.Fatalf("%s and %s, which differ in %v", v.Fingerprint(), w.Fingerprint(), v.Diff(&w))
		}
	})
}

// gameOf returns a game in which the moves have been played.
func gameOf(t testing.TB, v *brandubh.Variant, moves string, options ...brandubh.LineOption) *brandubh.Game {
	t.Helper()
	g, err := brandubh.NewGame(v, options...)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range strings.Fields(moves) {
		if err := g.Play(move(t, m)); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// stored saves a game and loads it again, and sees that nothing has changed that
// is stored.
func stored(t interface {
	Helper()
	Fatalf(string, ...any)
}, g *brandubh.Game,
) *brandubh.Game {
	t.Helper()
	data, err := json.Marshal(g)
	if err != nil {
		t.Fatalf("%v", err)
	}
	h, err := brandubh.ParseGame(data)
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	again, err := json.Marshal(*h)
	if err != nil || string(again) != string(data) {
		t.Fatalf("%s is stored again as %s, %v", data, again, err)
	}
	start, _ := g.PositionAfter(0)
	startAgain, _ := h.PositionAfter(0)
	repeat, _ := g.Repetition()
	repeatAgain, _ := h.Repetition()
	if *g.Variant() != *h.Variant() || start != startAgain || !slices.Equal(g.Played(), h.Played()) ||
		g.Position() != h.Position() || g.Result() != h.Result() || repeat != repeatAgain || h.Offer() != g.Offer() || g.LetsRepetitionPass() != h.LetsRepetitionPass() {
		t.Fatalf("%s loads as another game", data)
	}
	return h
}

func TestGameJSON(t *testing.T) {
	const fingerprint = `"fingerprint":"49ee418f3a65991e7114fdb4d86fe574"`
	v := brandubh.Federation()
	g := gameOf(t, v, "d1-c1 d3-c3")
	if data, err := json.Marshal(g); err != nil || string(data) != `{"format":1,"variant":"federation",`+fingerprint+`,"moves":["d1-c1","d3-c3"],"result":"open"}` {
		t.Errorf("%s, %v", data, err)
	}
	if err := g.Resign(brandubh.Attackers); err != nil {
		t.Fatal(err)
	}
	stored(t, g)

	own := *v
	own.Name, own.Repetition = "mine", brandubh.Repetition{}
	stored(t, gameOf(t, &own, "d1-c1"))
	own = *v
	own.Name = "nobody's"
	stored(t, gameOf(t, &own, "d1-c1"))

	setUp, err := brandubh.NewGameFrom(v, parsePosition(t, "7/1K5/4t2/4T2/2tT3/7/4t2 a"), brandubh.LetRepetitionPass)
	if err != nil {
		t.Fatal(err)
	}
	data, _ := json.Marshal(stored(t, setUp))
	if want := `{"format":1,"variant":"federation",` + fingerprint + `,"start":"7/1K5/4t2/4T2/2tT3/7/4t2 a","letRepetitionPass":true,"moves":[],"result":"open"}`; string(data) != want {
		t.Errorf("%s, want %s", data, want)
	}

	// In another value, and back.
	type table struct {
		Game brandubh.Game
		Next *brandubh.Game
	}
	data, err = json.Marshal(table{Game: *g})
	var read table
	if err2 := json.Unmarshal(data, &read); err != nil || err2 != nil || read.Game.Result() != g.Result() || read.Next != nil {
		t.Errorf("%s: %v %v", data, err, err2)
	}
	if _, err := (brandubh.Game{}).MarshalJSON(); !errors.Is(err, brandubh.ErrNoVariant) {
		t.Error(err)
	}
}

func TestConformanceGamesStored(t *testing.T) {
	for _, c := range load[gameCase](t, "games.json") {
		for _, name := range brandubh.Presets()[:12] {
			v := preset(t, name)
			start := v.Start
			if c.Position != nil {
				start = *c.Position
			}
			for _, pass := range []bool{false, true} {
				g, err := brandubh.NewGameFrom(v, start, passOption(pass))
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range c.Moves {
					h := stored(t, g)
					err, errStored := g.Play(m), h.Play(m)
					if fmt.Sprint(err) != fmt.Sprint(errStored) || g.Result() != h.Result() {
						t.Fatalf("%s under %s: %v: %v and %v after loading: %v and %v", c.ID, name, m, err, errStored, g.Result(), h.Result())
					}
				}
				stored(t, g)
			}
		}
	}
}

func TestParseGameRefuses(t *testing.T) {
	head := `{"format":1,"variant":"federation","fingerprint":"` + brandubh.Federation().Fingerprint() + `",`
	walker := `{"format":1,"variant":"walker","fingerprint":"` + preset(t, "walker").Fingerprint() + `",`
	escaped := `"d1-b1","d3-b3","d2-b2","d4-d1","f4-f2","d1-g1"`
	shuffled := `"d1-c1","d3-c3","c1-d1","c3-d3","d1-c1","d3-c3","c1-d1","c3-d3"`
	for _, c := range []struct {
		text string
		ply  int // -1: no ReplayError
		is   error
		says string
	}{
		{``, -1, brandubh.ErrSyntax, "end of JSON"},
		{`{"variant":`, -1, brandubh.ErrSyntax, ""},
		{`null`, -1, brandubh.ErrSyntax, "want an object"},
		{`[]`, -1, brandubh.ErrSyntax, "want an object"},
		{`{}`, -1, nil, "moves: missing"},
		{`{} {}`, -1, brandubh.ErrSyntax, ""},
		{head + `"moves":[],"result":"open","clock":3}`, -1, nil, "clock: unknown field"},
		{head + `"moves":[],"result":"open","Moves":[]}`, -1, nil, "Moves: unknown field"},
		{head + `"moves":[],"result":"open","moves":[]}`, -1, nil, "moves: stands twice"},
		{head + `"moves":null,"result":"open"}`, -1, nil, "moves: want a list of moves, not null"},
		{head + `"moves":[3],"result":"open"}`, -1, nil, "moves: want a list of moves"},
		{`{"variant":"federation","moves":[],"result":"open"}`, -1, nil, "format: missing; want 1"},
		{`{"format":2,"variant":"federation","moves":[],"result":"open"}`, -1, nil, "format: want 1, not 2"},
		{`{"format":"1","variant":"federation","moves":[],"result":"open"}`, -1, nil, `format: want 1, not "1"`},
		{head + `"moves":[],"result":"open","offer":"none"}`, -1, nil, "offer: want attackers or defenders"},
		{head + `"moves":[],"result":"open","offer":"attackers"}`, 0, brandubh.ErrNoAgreement, "ply 0: "},
		{walker + `"moves":["d1-c1"],"result":"attackers time","offer":"attackers"}`, 1, brandubh.ErrGameOver, "a draw offer"},
		{walker + `"moves":[],"result":"draw aborted"}`, -1, nil, "result: "},
		{walker + `"moves":[],"result":"draw resignation"}`, -1, nil, "has a winner"},
		{walker + `"moves":[],"result":"attackers agreement"}`, -1, nil, "has no winner"},
		{walker + `"moves":[],"result":"open","start":"7/7/7/7/7/7/7 -"}`, -1, nil, "there is no king"},
		{walker + `"moves":["d1-c1\u0020"],"result":"open"}`, 1, brandubh.ErrSyntax, "something follows"},
		{head + `"moves":[],"result":"lost"}`, -1, nil, "result: "},
		{head + `"moves":[]}`, -1, nil, "result: missing"},
		{head + `"moves":[],"result":"open","start":"7/7"}`, -1, nil, "start: "},
		{head + `"moves":[],"result":"open","start":"7/7/7/7/7/7/7 a"}`, -1, nil, "there is no king"},
		{head + `"moves":[],"result":"open","letRepetitionPass":1}`, -1, nil, "letRepetitionPass: want true or false"},
		{`{"variant":7,"moves":[],"result":"open"}`, -1, nil, "variant: want the name"},
		{`{"format":1,"variant":{},"moves":[],"result":"open"}`, -1, nil, "goal: missing"},
		{`{"variant":{},"fingerprint":"","moves":[],"result":"open"}`, -1, nil, "must be absent"},
		{`{"variant":"federation","moves":[],"result":"open"}`, -1, nil, "fingerprint: missing"},
		{`{"format":1,"variant":"checkers","fingerprint":"","moves":[],"result":"open"}`, -1, brandubh.ErrNoPreset, "checkers"},
		{`{"format":1,"variant":"federation","fingerprint":"00","moves":[],"result":"open"}`, -1, brandubh.ErrFingerprint, `federation was "00"`},
		{head + `"moves":["d1-c1","d2-c2"],"result":"open"}`, 2, brandubh.ErrNotYours, "ply 2: d2-c2"},
		{head + `"moves":["d1-c1","d9-c2"],"result":"open"}`, 2, brandubh.ErrSyntax, "ply 2: "},
		{head + `"moves":["d1-a1"],"result":"open"}`, 1, brandubh.ErrMayNotStop, "a corner"},
		{head + `"moves":[` + escaped + `,"d2-c2"],"result":"defenders escape"}`, 7, brandubh.ErrGameOver, "has escaped"},
		{head + `"moves":[` + escaped + `],"result":"open"}`, 6, brandubh.ErrResult, "the king has escaped"},
		{head + `"moves":[` + escaped + `],"result":"attackers resignation"}`, 6, brandubh.ErrResult, "the king has escaped"},
		{head + `"moves":[` + shuffled + `],"result":"open"}`, 8, brandubh.ErrResult, "repeated itself"},
		{head + `"moves":[` + shuffled + `,"d1-c1"],"result":"attackers repetition"}`, 9, brandubh.ErrGameOver, ""},
		{head + `"letRepetitionPass":true,"moves":[` + shuffled + `],"result":"attackers repetition"}`, 8, brandubh.ErrResult, "goes on"},
		{head + `"moves":["d1-c1"],"result":"defenders escape"}`, 1, brandubh.ErrResult, "goes on"},
		{head + `"moves":[],"result":"draw agreement"}`, 0, brandubh.ErrNoAgreement, ""},
		{strings.Repeat(`{"variant":`, 20000), -1, brandubh.ErrSyntax, ""},
	} {
		g, err := brandubh.ParseGame([]byte(c.text))
		if len(c.text) > 200 {
			c.text = "…" + c.text[len(c.text)-200:]
		}
		if err == nil {
			t.Errorf("%s is read: %v", c.text, g.Result())
			continue
		}
		replay := (*brandubh.ReplayError)(nil)
		if errors.As(err, &replay) != (c.ply >= 0) || replay != nil && replay.Ply != c.ply {
			t.Errorf("%s: %v, want ply %d", c.text, err, c.ply)
		}
		invalid := (*brandubh.ValidationError)(nil)
		if c.is != nil && !errors.Is(err, c.is) || c.is == nil && !errors.As(err, &invalid) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v: %s", c.text, err, c.is, c.says)
		}
	}
	for _, text := range []string{
		head + `"moves":[` + escaped + `],"result":"defenders escape"}`,
		head + `"moves":[` + shuffled + `],"result":"attackers repetition"}`,
		head + `"letRepetitionPass":true,"moves":[` + shuffled + `,"d1-c1"],"result":"open"}`,
		head + `"moves":[],"result":"defenders forfeit"}`,
		walker + `"moves":[],"result":"draw agreement"}`,
		walker + `"moves":["d1-c1"],"result":"attackers time"}`,
		walker + `"moves":["d1-c1"],"result":"open","offer":"defenders"}`,
		walker + `"moves":["d1-c1"],"result":"aborted"}`,
		walker + " \"moves\" : [ \"d1\\u002dc1\" , \"d3-c3\" ] ,\n\"result\" : \"op\\u0065n\" } ",
	} {
		g, err := brandubh.ParseGame([]byte(text))
		if err != nil {
			t.Error(err)
			continue
		}
		stored(t, g)
	}
}

// TestStoredUnderOtherRules: a game whose preset has changed since is refused by
// ParseGame, and read under the rules that the caller has kept.
func TestStoredUnderOtherRules(t *testing.T) {
	old := brandubh.Federation()
	old.Repetition = brandubh.Repetition{}
	g := gameOf(t, old, "d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3 c1-d1 c3-d3")
	// What was written when the preset of that name still had these rules:
	data := []byte(`{"format":1,"variant":"federation","fingerprint":"` + old.Fingerprint() +
		`","moves":["d1-c1","d3-c3","c1-d1","c3-d3","d1-c1","d3-c3","c1-d1","c3-d3"],"result":"open"}`)
	if g, err := brandubh.ParseGame(data); !errors.Is(err, brandubh.ErrFingerprint) || !strings.Contains(err.Error(), old.Fingerprint()) {
		t.Errorf("ParseGame: %v, %v; the preset is another now", g, err)
	}
	h, err := brandubh.ParseGameUnder(old, data)
	if err != nil {
		t.Fatal(err)
	}
	if *h.Variant() != *old || !slices.Equal(g.Played(), h.Played()) || h.Result().Over() {
		t.Errorf("%v by the old rules is %v", h.Played(), h.Result())
	}
	if h.Variant().IsPreset() {
		t.Error("the old rules are said to be those of the preset")
	}
	if _, err := brandubh.ParseGame(must(json.Marshal(h))); err != nil {
		t.Errorf("stored again, with its rules whole: %v", err)
	}
	var replay *brandubh.ReplayError
	if _, err := brandubh.ParseGameUnder(brandubh.Federation(), data); !errors.As(err, &replay) || replay.Ply != 8 {
		t.Errorf("under rules that end the game at ply 8: %v", err)
	}
	if _, err := brandubh.ParseGameUnder(nil, data); !errors.Is(err, brandubh.ErrNoVariant) {
		t.Errorf("under no rules: %v", err)
	}
	var invalid *brandubh.ValidationError
	if _, err := brandubh.ParseGameUnder(&brandubh.Variant{}, data); !errors.As(err, &invalid) {
		t.Errorf("under rules that are none: %v", err)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// TestGameJSONNull: null leaves a game as it is, as it does any other value.
func TestGameJSONNull(t *testing.T) {
	g := gameOf(t, brandubh.Federation(), "d1-c1")
	if err := json.Unmarshal([]byte("null"), g); err != nil || g.Plies() != 1 {
		t.Errorf("%v, and the game has %d plies", err, g.Plies())
	}
	table := struct{ Game brandubh.Game }{*g}
	if err := json.Unmarshal([]byte(`{"Game":null}`), &table); err != nil || table.Game.Plies() != 1 {
		t.Errorf("%v, and the game has %d plies", err, table.Game.Plies())
	}
}

// TestGameJSONErrorsAreShort: whatever is wrong with a stored game, and however often.
func TestGameJSONErrorsAreShort(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	head := `{"format":1,"variant":"federation","fingerprint":"` + brandubh.Federation().Fingerprint() + `",`
	var unknown strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&unknown, `"clock%d":%d,`, i, i)
	}
	for what, text := range map[string]string{
		"100,000 unknown fields": head + unknown.String() + `"moves":[],"result":"open"}`,
		"a long name":            `{"format":1,"variant":"` + long + `","fingerprint":"","moves":[],"result":"open"}`,
		"a long fingerprint":     `{"format":1,"variant":"federation","fingerprint":"` + long + `","moves":[],"result":"open"}`,
		"a long move":            head + `"moves":["` + long + `"],"result":"open"}`,
		"a long start":           head + `"start":"` + long + `","moves":[],"result":"open"}`,
		"a long result":          head + `"moves":[],"result":"` + long + `"}`,
		"a long offer":           head + `"moves":[],"result":"open","offer":"` + long + `"}`,
		"a long text":            long,
	} {
		if _, err := brandubh.ParseGame([]byte(text)); err == nil || len(err.Error()) > 5000 {
			t.Errorf("%s: %.200v…", what, err)
		}
	}
}

// TestStoredGameAllocates: storing a game of 200 plies and reading it parse nothing
// but moves.
func TestStoredGameAllocates(t *testing.T) {
	v := brandubh.Federation()
	g, err := brandubh.NewGame(v, brandubh.LetRepetitionPass)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range longGame(t, v, 200) {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	data := must(json.Marshal(g))
	if n := testing.AllocsPerRun(20, func() { json.Marshal(g) }); n > 20 {
		t.Errorf("marshalling allocates %v times, more than 20", n)
	}
	if n := testing.AllocsPerRun(20, func() { brandubh.ParseGame(data) }); n > 20 {
		t.Errorf("ParseGame allocates %v times, more than 20", n)
	}
}

// BenchmarkStoredGame stores a game of 200 plies and reads it.
func BenchmarkStoredGame(b *testing.B) {
	v := brandubh.Federation()
	moves := longGame(b, v, 200)
	g, err := brandubh.NewGame(v, brandubh.LetRepetitionPass)
	if err != nil {
		b.Fatal(err)
	}
	for _, m := range moves {
		if err := g.Play(m); err != nil {
			b.Fatal(err)
		}
	}
	data := must(json.Marshal(g))
	b.Run("marshal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := json.Marshal(g); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := brandubh.ParseGame(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func FuzzParseGame(f *testing.F) {
	head := `{"format":1,"variant":"federation","fingerprint":"` + brandubh.Federation().Fingerprint() + `",`
	f.Add([]byte(head + `"moves":["d1-c1","d3-c3","c1-d1","c3-d3"],"result":"open"}`))
	f.Add([]byte(head + `"moves":["d1-c1"],"offer":"attackers","result":"aborted"}`))
	f.Add([]byte(head + `"start":"7/1K5/4t2/4T2/2tT3/7/4t2 a","letRepetitionPass":true,"moves":["e1-e3"],"result":"defenders resignation"}`))
	own := preset(f, "spelregler")
	own.Name = "mine"
	g, err := brandubh.NewGame(own)
	if err != nil {
		f.Fatal(err)
	}
	data, err := json.Marshal(g)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := brandubh.ParseGame(data)
		if err != nil {
			if g != nil || err.Error() == "" {
				t.Fatal(g, err)
			}
			return
		}
		stored(t, g)
	})
}

// A game is stored as it grows: a first line with its rules, then a line for each
// move. What the players say beside their moves is not in such lines; the JSON of
// the whole game has it.
func ExampleGame_streaming() {
	var file strings.Builder // an open file, to which is appended

	g, err := brandubh.NewGame(brandubh.Federation())
	if err != nil {
		fmt.Println(err)
		return
	}
	header, err := json.Marshal(g)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Fprintf(&file, "%s\n", header)
	for _, m := range []brandubh.Move{{From: brandubh.D1, To: brandubh.C1}, {From: brandubh.D3, To: brandubh.C3}} {
		if err := g.Play(m); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Fprintln(&file, m)
	}
	fmt.Println(strings.Count(file.String(), "\n"), "lines")

	// Loading reads the first line and plays the others.
	first, rest, _ := strings.Cut(file.String(), "\n")
	loaded, err := brandubh.ParseGame([]byte(first))
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(rest) {
		m, err := brandubh.ParseMove(strings.TrimSpace(line))
		if err == nil {
			err = loaded.Play(m)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(loaded.Plies(), "plies,", loaded.Position() == g.Position())
	// Output:
	// 3 lines
	// 2 plies, true
}
