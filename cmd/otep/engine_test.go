package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/internal/command"
	"example.com/brandubh/player"
	"example.com/brandubh/record"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the transcripts anew")

// With BRANDUBH_OTEP set the test binary is the engine.
func TestMain(m *testing.M) {
	if os.Getenv("BRANDUBH_OTEP") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

const start = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"

// steady thinks until it is stopped, as long as there is time, and then plays the
// legal move in the middle.
type steady struct{}

func (steady) Name() string { return "steady" }

func (steady) Choose(ctx context.Context, l *brandubh.Line) (player.Choice, error) {
	<-ctx.Done()
	moves := slices.Collect(l.Moves())
	if len(moves) == 0 {
		return player.Choice{}, errors.New("the line is finished")
	}
	i := len(moves) / 2
	return player.Choice{Move: moves[i], Score: int(moves[i].From) - int(moves[i].To), Line: moves[i : i+1]}, nil
}

// rig is an engine and the two ends of its pipes that a host holds. It lives in a
// synctest bubble: time passes when everybody waits.
type rig struct {
	in    *io.PipeWriter
	lines chan string // what the engine says
	ended chan error
}

func newRig(p player.Player) *rig {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	r := &rig{in: inW, lines: make(chan string, 1000), ended: make(chan error, 1)}
	e := newEngine(outW, 3*time.Second)
	e.player = p
	go func() {
		err := e.serve(inR)
		inR.Close()
		outW.Close()
		r.ended <- err
	}()
	go func() {
		defer close(r.lines)
		for s := bufio.NewScanner(outR); s.Scan(); {
			r.lines <- s.Text()
		}
	}()
	return r
}

func (r *rig) send(line string) { fmt.Fprintln(r.in, line) }

// close ends the input and waits for the engine to end, too.
func (r *rig) close(t *testing.T) {
	t.Helper()
	r.in.Close()
	if err := <-r.ended; err != nil {
		t.Error(err)
	}
	for range r.lines {
	}
}

// Transcripts in testdata: a line with > is sent, and then a minute passes in which
// the engine says the lines with <; after >> no time passes.
func TestTranscripts(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	if len(files) == 0 {
		t.Fatal("no transcripts")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { testTranscript(t, file) })
		})
	}
}

func testTranscript(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(steady{})
	var got strings.Builder
	heard := func() {
		for {
			select {
			case line, ok := <-r.lines:
				if !ok {
					return
				}
				fmt.Fprintln(&got, "<", line)
			default:
				return
			}
		}
	}
	for line := range strings.Lines(string(text)) {
		switch kind, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " "); kind {
		case ">", ">>":
			fmt.Fprintln(&got, kind, rest)
			r.send(rest)
			if kind == ">" {
				time.Sleep(time.Minute)
			}
			synctest.Wait()
			heard()
		case "<":
		default:
			got.WriteString(line)
		}
		if got.Len() == 0 {
			t.Fatal("a transcript begins with a comment or a command")
		}
	}
	r.close(t)
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(text), got.String()); diff != "" && !*update {
		t.Error(diff)
	}
}

// host plays a game between two engines by one rule set, as OpenTafl does, and
// checks all they say.
type host struct {
	t      *testing.T
	game   *brandubh.Game
	rigs   [3]*rig          // by side
	left   [3]time.Duration // of the main time; by side
	more   [3]int           // overtimes; by side
	over   [3]bool          // in overtime; by side
	period time.Duration    // of an overtime
	spent  map[time.Duration]int
}

func (h *host) text() string {
	return record.FormatOTNPosition(h.game.Position())
}

// move waits for a move and returns it with how long it took.
func (h *host) move(s brandubh.Side) (m brandubh.Move, took time.Duration) {
	h.t.Helper()
	began := time.Now()
	for line := range h.rigs[s].lines {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "status", "hello":
		case "move":
			m, err := brandubh.ParseMove(rest)
			if err != nil {
				h.t.Fatal(err)
			}
			return m, time.Since(began)
		default:
			h.t.Fatalf("the %v' engine says %q", s, line)
		}
	}
	h.t.Fatalf("the %v' engine has ended", s)
	return m, 0
}

// spend takes time off a side's clock and returns whether it has fallen.
func (h *host) spend(s brandubh.Side, took time.Duration) bool {
	if h.left[s] < 0 { // no clock
		return false
	}
	h.left[s] -= took
	for h.left[s] < 0 {
		if h.over[s] {
			h.more[s]--
		}
		if h.more[s] == 0 {
			return true
		}
		h.over[s] = true
		h.left[s] += h.period
	}
	if h.over[s] {
		h.left[s] = h.period // a move in time: the overtime starts anew
	}
	return false
}

func (h *host) clock() string {
	star := map[bool]string{true: "*"}
	return fmt.Sprintf("clock %d%s %d%s %d %d %d ",
		h.left[1].Milliseconds(), star[h.over[1]], h.left[2].Milliseconds(), star[h.over[2]],
		int(h.period.Seconds()), h.more[1], h.more[2])
}

// play plays n plies at most, or to the end.
func (h *host) play(text string, plies int, clockFirst bool) {
	t := h.t
	for _, s := range []brandubh.Side{brandubh.Attackers, brandubh.Defenders} {
		h.rigs[s].send("rules " + text)
		h.rigs[s].send("side " + s.String())
		h.rigs[s].send("start")
	}
	for range plies {
		r := h.game.Result()
		if r.Over() {
			break
		}
		s := h.game.Position().Turn()
		if h.game.Plies() > 0 {
			last := h.game.Played()[h.game.Plies()-1]
			h.rigs[s].send(fmt.Sprintf("opponent-move %v %s", last, h.text()))
		}
		timed := h.left[s] >= 0
		if timed && clockFirst {
			h.rigs[s].send(h.clock())
		}
		h.rigs[s].send("play " + s.String())
		if timed && !clockFirst {
			h.rigs[s].send(h.clock())
		}
		m, took := h.move(s)
		if h.spend(s, took) {
			t.Fatalf("ply %d: the %v' engine has overstepped its time", h.game.Plies()+1, s)
		}
		h.spent[took]++
		if err := h.game.Play(m); err != nil {
			t.Fatalf("ply %d: %v", h.game.Plies()+1, err)
		}
		h.rigs[s].send("move " + h.text())
	}
	code := map[brandubh.Side]string{brandubh.NoSide: "1", brandubh.Attackers: "2", brandubh.Defenders: "3"}[h.game.Result().Winner]
	for _, s := range []brandubh.Side{brandubh.Attackers, brandubh.Defenders} {
		h.rigs[s].send("finish " + code)
		h.rigs[s].send("goodbye")
		h.rigs[s].close(t)
	}
}

// records returns rule sets as the host sends them, and what they are here.
func records(t *testing.T) (texts []string, sets []*brandubh.Variant) {
	t.Helper()
	for _, name := range []string{"leaflet", "federation", "walker", "scottish"} {
		v, err := brandubh.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		text, _, err := record.FormatOTNRules(v)
		if err != nil {
			t.Fatal(err)
		}
		w, _, err := record.ParseOTNRules(text)
		if err != nil {
			t.Fatal(err)
		}
		texts, sets = append(texts, text), append(sets, w)
	}
	return texts, sets
}

func newHost(t *testing.T, v *brandubh.Variant, attackers, defenders player.Player) *host {
	t.Helper()
	g, err := brandubh.NewGame(v)
	if err != nil {
		t.Fatal(err)
	}
	h := &host{t: t, game: g, spent: map[time.Duration]int{}}
	h.rigs[brandubh.Attackers], h.rigs[brandubh.Defenders] = newRig(attackers), newRig(defenders)
	h.left = [3]time.Duration{0, -1, -1}
	return h
}

// Whole games between two engines: every move is legal, the result is reached.
func TestGames(t *testing.T) {
	texts, sets := records(t)
	for i, v := range sets {
		for seed := range uint64(5) {
			synctest.Test(t, func(t *testing.T) {
				h := newHost(t, v, player.NewRandom(seed), player.NewRandom(seed+100))
				h.play(texts[i], 1000, true)
				if !h.game.Result().Over() {
					t.Errorf("%s, seed %d: not over after %d plies", v.Name, seed, h.game.Plies())
				}
			})
		}
	}
}

// The players that search play a few moves as well as the random one does.
func TestSearchers(t *testing.T) {
	texts, sets := records(t)
	synctest.Test(t, func(t *testing.T) {
		h := newHost(t, sets[0],
			player.NewAlphaBeta(player.AlphaBetaOptions{TableBytes: 1 << 20, MaxDepth: 2}),
			player.NewTreeSearch(player.TreeSearchOptions{Seed: 1, MaxNodes: 50}))
		h.play(texts[0], 20, true)
		if h.game.Plies() == 0 {
			t.Error("nothing was played")
		}
	})
}

// A player that never stops thinking by itself loses no game on time, whether the
// clock comes before or after "play", and still uses its time.
func TestClock(t *testing.T) {
	texts, sets := records(t)
	for _, clockFirst := range []bool{true, false} {
		for _, c := range []struct {
			main, period time.Duration
			more         int
			least        time.Duration // what the first move takes at least
		}{
			{5 * time.Minute, 0, 0, 5 * time.Second},
			{10 * time.Second, 0, 0, 100 * time.Millisecond},
			{50 * time.Millisecond, 0, 0, 0},
			{time.Minute, 30 * time.Second, 3, 10 * time.Second},
			{0, 10 * time.Second, 2, time.Second},
		} {
			synctest.Test(t, func(t *testing.T) {
				h := newHost(t, sets[0], steady{}, steady{})
				h.left = [3]time.Duration{0, c.main, c.main}
				h.more, h.period = [3]int{0, c.more, c.more}, c.period
				if c.main == 0 {
					h.left, h.over = [3]time.Duration{0, c.period, c.period}, [3]bool{false, true, true}
				}
				h.play(texts[0], 300, clockFirst)
				most := time.Duration(0)
				for took := range h.spent {
					most = max(most, took)
				}
				if most < c.least || h.game.Plies() < 4 {
					t.Errorf("%+v: %d plies, none longer than %v", c, h.game.Plies(), most)
				}
			})
		}
	}
}

// A clock that comes while a move is thought about shortens the thinking, if need
// be, and never lengthens it once the time was measured by a clock.
func TestClockMeanwhile(t *testing.T) {
	for _, c := range []struct {
		before, meanwhile string
		want              time.Duration
	}{
		{"clock 300000 300000 0 0 0", "", 12 * time.Second},
		{"clock 300000 300000 0 0 0", "clock 2000 300000 0 0 0", 2900 * time.Millisecond},
		{"clock 300000 300000 0 0 0", "clock 50* 300000 30 1 1", time.Second},
		{"clock 300000 300000 0 0 0", "clock 900000 300000 0 0 0", 12 * time.Second},
		{"clock 300000 300000 0 0 0", "clock -1 -1 0 0 0", 12 * time.Second},
		{"", "clock 50000 300000 0 0 0", 2 * time.Second},
		{"", "", 3 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(steady{})
			r.send("rules dim:7 surf:n start:" + start)
			r.send(c.before)
			r.send("play attackers")
			began := time.Now()
			if c.meanwhile != "" {
				time.Sleep(time.Second)
				r.send(c.meanwhile)
			}
			for line := range r.lines {
				if strings.HasPrefix(line, "move ") {
					break
				}
			}
			if took := time.Since(began); took != c.want {
				t.Errorf("%q, %q: %v, want %v", c.before, c.meanwhile, took, c.want)
			}
			r.close(t)
		})
	}
}

// Where no newer clock has come, the last one runs on by our own time; one that
// comes while the next move is thought about counts from the start of that.
func TestClockRunsOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(steady{})
		r.send("rules dim:7 surf:n start:" + start)
		r.send("clock 100000 100000 0 0 0")
		for i, want := range []time.Duration{4 * time.Second, 3840 * time.Millisecond, 8 * time.Second} {
			began := time.Now()
			r.send("play attackers")
			if i == 2 {
				time.Sleep(time.Second)
				r.send("clock 200000 100000 0 0 0")
			}
			for line := range r.lines {
				if strings.HasPrefix(line, "move ") {
					break
				}
			}
			if took := time.Since(began); took != want {
				t.Errorf("move %d: %v, want %v", i+1, took, want)
			}
		}
		r.close(t)
	})
}

// sure says how it stands without a look.
type sure struct {
	steady
	score int
}

func (s sure) Choose(_ context.Context, l *brandubh.Line) (player.Choice, error) {
	for m := range l.Moves() {
		return player.Choice{Move: m, Score: s.score}, nil
	}
	return player.Choice{}, errors.New("the line is finished")
}

// An end that is forced in three plies after a move is forced in four from here.
func TestAfter(t *testing.T) {
	v := brandubh.Federation()
	l, err := brandubh.NewLine(v, v.Start)
	if err != nil {
		t.Fatal(err)
	}
	for score, want := range map[int]int{
		player.Won + 997: -player.Won - 996, 50: -50, 0: 0, -50: 50, -player.Won - 997: player.Won + 996,
	} {
		r, err := after(t.Context(), sure{score: score}, l, brandubh.Move{From: brandubh.D1, To: brandubh.C1}, time.Second)
		if err != nil || r.score != want || len(r.line) != 2 {
			t.Errorf("%d: %+v, %v", score, r, err)
		}
	}
}

// What a search finds on the way is told, but not what an analysis looks at.
func TestReport(t *testing.T) {
	for command, want := range map[string]bool{"play attackers": true, "analyze 2 1": false} {
		var out bytes.Buffer
		e := newEngine(&out, time.Second)
		e.player = player.NewAlphaBeta(player.AlphaBetaOptions{TableBytes: 1 << 20, MaxDepth: 2, Report: e.report})
		if err := e.serve(strings.NewReader("rules dim:7 surf:n start:" + start + "\n" + command + "\n")); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out.String(), "status ") && strings.Contains(out.String(), ", depth 2, "); got != want {
			t.Errorf("%s: %q", command, out.String())
		}
	}
}

// After a refusal the answers to our moves are searched, which are not told as if
// they were ours.
func TestReportRefused(t *testing.T) {
	var out bytes.Buffer
	e := newEngine(&out, time.Second)
	e.player = player.NewAlphaBeta(player.AlphaBetaOptions{TableBytes: 1 << 20, MaxDepth: 2, Report: e.report})
	e.rules("dim:7 surf:n start:" + start)
	e.refused = []brandubh.Move{{From: brandubh.D1, To: brandubh.C1}}
	e.play("attackers")
	e.finish(<-e.job.done)
	if text := out.String(); !strings.HasPrefix(text, "move ") || e.sent == e.refused[0] {
		t.Errorf("%q", text)
	}
}

func TestBudget(t *testing.T) {
	for _, c := range []struct {
		text         string
		side         brandubh.Side
		share, limit time.Duration
		ok           bool
	}{
		{"100000 50000 0 0 0", brandubh.Attackers, 4 * time.Second, 95 * time.Second, true},
		{"100000 50000 0 0 0 ", brandubh.Defenders, 2 * time.Second, 47500 * time.Millisecond, true},
		{"-1 -1 0 0 0", brandubh.Attackers, 0, 0, false},
		{"90 90 0 0 0", brandubh.Attackers, 0, 0, true},
		{"1000* 2000 30 1 3", brandubh.Attackers, 500 * time.Millisecond, 900 * time.Millisecond, true},
		{"1000* 2000 30 1 3", brandubh.Defenders, 15 * time.Second, 30400 * time.Millisecond, true},
	} {
		clock, err := parseClocks(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if share, limit, ok := clock.budget(c.side); share != c.share || limit != c.limit || ok != c.ok {
			t.Errorf("%q, %v: %v, %v, %v, want %v, %v, %v", c.text, c.side, share, limit, ok, c.share, c.limit, c.ok)
		}
	}
}

// An analysis lists legal lines, the best first for the side to move, with numbers
// for the attackers.
func TestAnalysis(t *testing.T) {
	v, _, err := record.ParseOTNRules("dim:7 surf:n start:" + start)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			position, side string
			best           string // "" for any
		}{
			{start, "attackers", ""},
			{start, "defenders", ""},
			{"/7/t6/7/7/7/7/1t2K2/", "attackers", ""},
			{"/7/t6/7/7/7/7/1t2K2/", "defenders", "e7-g7"},
		} {
			r := newRig(steady{})
			r.send("rules dim:7 surf:n start:" + start)
			r.send("position " + c.position)
			r.send("side " + c.side)
			r.send("analyze 4 10")
			time.Sleep(time.Minute)
			r.send("goodbye")
			r.in.Close()
			<-r.ended
			var fields []string
			for line := range r.lines {
				if strings.HasPrefix(line, "analysis ") {
					fields = strings.Fields(line)
				}
			}
			if len(fields) != 10 || fields[1] != "4" {
				t.Fatalf("%v: %q", c, fields)
			}
			p, err := record.ParseOTNPosition(c.position)
			if err != nil {
				t.Fatal(err)
			}
			var side brandubh.Side
			if err := side.UnmarshalText([]byte(c.side)); err != nil {
				t.Fatal(err)
			}
			last := 0.0
			for i := 2; i < len(fields); i += 2 {
				l, err := brandubh.NewLine(v, p.WithTurn(side))
				if err != nil {
					t.Fatal(err)
				}
				for text := range strings.SplitSeq(fields[i], "|") {
					m, err := brandubh.ParseMove(text)
					if err == nil {
						err = l.Play(m)
					}
					if err != nil {
						t.Errorf("%q: %v", fields[i], err)
					}
				}
				var value float64
				if _, err := fmt.Sscan(fields[i+1], &value); err != nil {
					t.Fatal(err)
				}
				if side == brandubh.Defenders {
					value = -value
				}
				if i > 2 && value > last {
					t.Errorf("%q is not in order", fields)
				}
				last = value
			}
			if c.best != "" && fields[2] != c.best {
				t.Errorf("best is %q, want %q", fields[2], c.best)
			}
		}
	})
}

// Whatever a host sends is answered with an error or a status, and the engine plays
// on.
func TestOddInput(t *testing.T) {
	odd := []string{
		"rule", "rules", "rules dim:9", "rules dim:7 start:/7/", "rules dim:7 linc:y start:" + start, "rules \x00\xff",
		"position", "position /7/7/7/7/7/7/7/", "position /3t3/", "position /3c3/7/7/7/7/7/7/", "position " + strings.Repeat("/7", 5000),
		"side", "side none", "side both", "clock", "clock 1 2 3", "clock a b c d e", "clock 1 2 3* 4 5", "clock -5 1 1 1 1", "clock 99999999999999999999 1 1 1 1",
		"clock 1 2 3 4 5 6", "play", "play nobody", "analyze", "analyze 5", "analyze 0 1", "analyze 1 0", "analyze x y", "analyze 1 2 3",
		"move", "move d1-b1", "move /7/", "opponent-move", "opponent-move d1", "opponent-move d1-d9 " + start, "opponent-move d1-d4", "opponent-move a1-a2",
		"opponent-move ---", "opponent-move d1-b1| " + start, "opponent-move d1-b1 /7/7/7/7/7/7/7/", "error", "error 5", "error x", "finish", "finish 9", "finish x",
		"xyzzy", "héllo", "RULES dim:7", strings.Repeat("x", 3*maxLine),
	}
	for _, rules := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(steady{})
			settle := func() (said []string) {
				time.Sleep(time.Minute)
				synctest.Wait()
				for len(r.lines) > 0 {
					said = append(said, <-r.lines)
				}
				return said
			}
			for _, line := range odd {
				if rules {
					r.send("rules dim:7 surf:n start:" + start)
				}
				settle()
				r.send(line)
				said := settle()
				if !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, "error ") || strings.HasPrefix(s, "status ") }) {
					t.Errorf("%.60q (rules %v): answered with %q", line, rules, said)
				}
				for _, s := range said {
					if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
						t.Errorf("%.60q: %q is not ASCII", line, s)
					}
				}
			}
			r.send("rules dim:7 surf:n start:" + start)
			r.send("play attackers")
			if said := settle(); len(said) == 0 || !strings.HasPrefix(said[len(said)-1], "move ") {
				t.Errorf("afterwards it says %q", said)
			}
			r.close(t)
		})
	}
}

// Any bytes are survived, and every line that comes back is one of the protocol.
func FuzzServe(f *testing.F) {
	f.Add("rules dim:7 surf:n start:" + start + "\nplay attackers\nmove " + start + "\nopponent-move d1-b1|d7-b7 " + start + "\nanalyze 2 1\ngoodbye\n")
	f.Add("rules dim:7 start:" + start + "\nclock 1* 1 1 1 1\nplay defenders\nerror 2\nplay defenders\nfinish 2\nplay attackers\n")
	f.Fuzz(func(t *testing.T, text string) {
		var out bytes.Buffer
		e := newEngine(&out, time.Millisecond)
		e.player = player.NewRandom(1)
		if err := e.serve(strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word {
			case "hello", "rules", "position", "move", "analysis", "error", "status":
			default:
				t.Errorf("%q", line)
			}
		}
	})
}

// brokenPipe is an output whose reader has gone.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestBrokenOutput(t *testing.T) {
	inR, inW := io.Pipe()
	defer inW.Close()
	e := newEngine(brokenPipe{}, time.Second)
	e.player = player.NewRandom(1)
	if err := e.serve(inR); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("serve returns %v", err)
	}
}

// The program as a process of its own, as OpenTafl runs it.
func TestProcess(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-player", "random")
	cmd.Env = append(os.Environ(), "BRANDUBH_OTEP=1")
	cmd.Stdin = strings.NewReader("rules dim:7 surf:n start:" + start + "\nplay attackers\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(string(out), "\n"); len(lines) != 3 || lines[0] != "hello" || !strings.HasPrefix(lines[1], "move ") {
		t.Errorf("%q", out)
	}
}

// TestUsage: what the command line may not say, and how the program ends.
func TestUsage(t *testing.T) {
	run := func(in io.Reader, args ...string) (command.Status, string) {
		var errs bytes.Buffer
		status := program.Run(t.Context(), args, command.Env{Stdin: in, Stdout: io.Discard, Stderr: &errs})
		return status, errs.String()
	}
	for _, args := range [][]string{{"x"}, {"-player", "nobody"}, {"-time", "0s"}, {"-depth", "-1"}, {"-memory", "1K"}, {"-memory", "17G"}} {
		if status, errs := run(strings.NewReader(""), args...); status != command.Misuse || errs == "" {
			t.Errorf("%v: status %d, %q; want %d and a message", args, status, errs, command.Misuse)
		}
	}
	if status, errs := run(strings.NewReader("goodbye\n")); status != command.OK || errs != "" {
		t.Errorf("goodbye: status %d, %q; want %d", status, errs, command.OK)
	}
	if status, errs := run(iotest.ErrReader(errors.New("the line is dead"))); status != command.Unfinished || !strings.Contains(errs, "the line is dead") {
		t.Errorf("broken input: status %d, %q; want %d and the reason", status, errs, command.Unfinished)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in, w := io.Pipe() // says nothing
	defer w.Close()
	if status := program.Run(ctx, nil, command.Env{Stdin: in, Stdout: io.Discard, Stderr: io.Discard}); status != command.Unfinished {
		t.Errorf("stopped: status %d, want %d", status, command.Unfinished)
	}
}

// BRANDUBH_CLOCK=1: the players that search keep to a real clock, on a machine that
// has a processor to spare.
func TestRealClock(t *testing.T) {
	if os.Getenv("BRANDUBH_CLOCK") == "" {
		t.Skip("takes real time; BRANDUBH_CLOCK=1 runs it")
	}
	texts, sets := records(t)
	for _, left := range []time.Duration{300 * time.Millisecond, 10 * time.Second} {
		h := newHost(t, sets[2],
			player.NewAlphaBeta(player.AlphaBetaOptions{}),
			player.NewTreeSearch(player.TreeSearchOptions{Seed: 1}))
		h.left = [3]time.Duration{0, left, left}
		h.play(texts[2], 200, true)
		t.Logf("%d plies, %v; left: %v", h.game.Plies(), h.game.Result(), h.left[1:])
	}
}

// TestOlderMoves: a host may send older moves again; the engine finds its place and
// keeps the history.
func TestOlderMoves(t *testing.T) {
	for name, last := range map[string]string{
		"with the board":    "opponent-move c4-c5|d7-f7|e4-e2 /3t3/3tT2/3T3/tt1K1tt/2TT3/3t3/5t1/",
		"without the board": "opponent-move c4-c5|d7-f7|e4-e2",
	} {
		var out bytes.Buffer
		e := newEngine(&out, time.Second)
		e.command("rules dim:7 surf:n atkf:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")
		e.command("opponent-move c4-c5")
		e.sent = brandubh.Move{From: brandubh.D7, To: brandubh.F7} // ours, not confirmed
		e.command(last)
		if got := fmt.Sprint(e.line.Played()); got != "[c4-c5 d7-f7 e4-e2]" || out.Len() > 0 {
			t.Errorf("%s: played %v; %s", name, got, out.String())
		}
		e.command("opponent-move d7-f7|e4-e2") // told before
		if e.line.Plies() != 3 || out.Len() > 0 {
			t.Errorf("%s: %d plies; %s", name, e.line.Plies(), out.String())
		}
	}
}
