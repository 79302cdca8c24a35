package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/brandubh"
)

// stores opens each kind of store afresh for a test.
var stores = map[string]func(t *testing.T) Store{
	"sqlite": func(t *testing.T) Store {
		s, err := openSQLite(context.Background(), filepath.Join(t.TempDir(), "games ?.db"))
		if err != nil {
			t.Fatal(err)
		}
		return s
	},
	"postgres": func(t *testing.T) Store {
		s, err := openPostgres(context.Background(), newDatabase(t))
		if err != nil {
			t.Fatal(err)
		}
		return s
	},
}

// cluster is a PostgreSQL of the tests' own; its address without a database.
var cluster = sync.OnceValues(func() (string, error) {
	bins, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(bins) == 0 {
		return "", errors.New("there is no PostgreSQL in /usr/lib/postgresql")
	}
	bin := bins[len(bins)-1]
	dir, err := os.MkdirTemp("", "brandubh-postgres")
	if err != nil {
		return "", err
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		return "", err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	run := func(args ...string) error {
		if os.Getuid() == 0 { // PostgreSQL refuses to run as root
			args = append([]string{"runuser", "-u", "postgres", "--"}, args...)
		}
		c := exec.Command(args[0], args[1:]...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", args, err, out)
		}
		return nil
	}
	data := filepath.Join(dir, "data")
	if err := run(filepath.Join(bin, "initdb"), "-D", data, "-A", "trust", "-U", "brandubh"); err != nil {
		return "", err
	}
	options := fmt.Sprintf("-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories=%s", port, dir)
	if err := run(filepath.Join(bin, "pg_ctl"), "-D", data, "-w", "-l", filepath.Join(dir, "log"), "-o", options, "start"); err != nil {
		return "", err
	}
	stopCluster = func() {
		_ = run(filepath.Join(bin, "pg_ctl"), "-D", data, "-m", "immediate", "stop")
		os.RemoveAll(dir)
	}
	return fmt.Sprintf("postgres://brandubh@127.0.0.1:%d/", port), nil
})

var stopCluster = func() {}

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		program.Main()
	}
	code := m.Run()
	stopCluster()
	os.Exit(code)
}

var databases int

// newDatabase makes an empty database and returns its address.
func newDatabase(t *testing.T) string {
	t.Helper()
	address, err := cluster()
	if err != nil {
		t.Skipf("PostgreSQL is not tested: %v", err)
	}
	admin, err := openPostgres(context.Background(), address+"postgres")
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	databases++
	name := fmt.Sprintf("test%d", databases)
	if _, err := admin.db.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	return address + name
}

// client talks to a server under test.
type client struct {
	t    *testing.T
	base string
}

// start starts a server on a store and returns a client.
func start(t *testing.T, store Store) *client {
	t.Helper()
	log := slog.New(slog.NewTextHandler(testLog{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	ctx, cancel := context.WithCancel(context.Background())
	hub := newHub(store, log, 100)
	s := &server{store: store, hub: hub, log: log, metrics: newMetrics(hub.count), limits: newLimits(0), now: time.Now, quit: ctx}
	w := &watcher{store: store, log: log, now: time.Now, slots: make(chan struct{}, 2)}
	var running sync.WaitGroup
	running.Go(func() { w.run(ctx) })
	running.Go(func() { hub.run(ctx) })
	web := httptest.NewServer(s.handler())
	t.Cleanup(func() {
		cancel()
		web.Close()
		running.Wait()
		store.Close()
	})
	return &client{t, web.URL}
}

type testLog struct{ t *testing.T }

func (l testLog) Write(b []byte) (int, error) {
	l.t.Logf("%s", b)
	return len(b), nil
}

// do sends a request and returns the status and the answer.
func (c *client) do(method, path, token string, body string) (int, map[string]any) {
	c.t.Helper()
	r, err := http.NewRequest(method, c.base+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer a.Body.Close()
	data, err := io.ReadAll(a.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	var answer map[string]any
	if strings.Contains(a.Header.Get("Content-Type"), "json") {
		if err := json.Unmarshal(data, &answer); err != nil {
			c.t.Fatalf("%s %s answers %q: %v", method, path, data, err)
		}
	} else {
		answer = map[string]any{"text": string(data)}
	}
	return a.StatusCode, answer
}

// create creates a game and returns its name and the tokens of its seats.
func (c *client) create(body string) (id string, tokens map[string]string) {
	c.t.Helper()
	status, a := c.do("POST", "/api/games", "", body)
	if status != http.StatusCreated {
		c.t.Fatalf("create %s: %d %v", body, status, a)
	}
	tokens = map[string]string{}
	for side, token := range a["tokens"].(map[string]any) {
		tokens[side] = token.(string)
	}
	return a["id"].(string), tokens
}

// each runs a test on every store.
func each(t *testing.T, test func(t *testing.T, c *client, store Store)) {
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			store := open(t)
			test(t, start(t, store), store)
		})
	}
}

// TestMoves goes through what may be wrong with a move, in the order in which it is
// checked.
func TestMoves(t *testing.T) {
	each(t, func(t *testing.T, c *client, _ Store) {
		id, tokens := c.create(`{"attackers":"you","defenders":"open"}`)
		_, elsewhere := c.create(`{"attackers":"you","defenders":"open"}`)
		black := tokens["attackers"]
		move := func(id, token, body string) (int, string) {
			status, a := c.do("POST", "/api/games/"+id+"/moves", token, body)
			code, _ := a["code"].(string)
			return status, code
		}
		want := func(what string, gotStatus int, gotCode string, status int, code string) {
			t.Helper()
			if gotStatus != status || gotCode != code {
				t.Errorf("%s: %d %q, want %d %q", what, gotStatus, gotCode, status, code)
			}
		}
		first := `{"move":"d1-b1","ply":1}`
		s, code := move("nowhere", black, first)
		want("no such game", s, code, 404, "no-such-game")
		s, code = move(id, "", first)
		want("no token", s, code, 401, "no-such-token")
		s, code = move(id, "AAAAAAAAAAAAAAAAAAAAAA", first)
		want("an unknown token", s, code, 401, "no-such-token")
		s, code = move(id, elsewhere["attackers"], first)
		want("a token of another game", s, code, 403, "no-seat")
		s, code = move(id, black, first)
		want("a seat is open", s, code, 409, "seat-open")

		_, a := c.do("POST", "/api/games/"+id+"/join", "", `{"seat":"defenders","name":"Grace"}`)
		white := a["token"].(string)
		if s, a := c.do("POST", "/api/games/"+id+"/join", "", `{"seat":"defenders"}`); s != 409 {
			t.Errorf("a taken seat: %d %v, want 409", s, a)
		}

		s, code = move(id, white, first)
		want("not your turn", s, code, 403, "not-your-turn")
		s, code = move(id, black, `{"move":"d1-b1","ply":2}`)
		want("a later ply", s, code, 409, "wrong-ply")
		s, code = move(id, black, `{"move":"d1-d8","ply":1}`)
		want("no move", s, code, 422, "bad-move")
		if s, code = move(id, black, `{"move":"d1-d4","ply":1}`); s != 422 || code == "" {
			t.Errorf("an illegal move: %d %q, want 422 and a code", s, code)
		}
		s, code = move(id, black, first)
		want("a move", s, code, 200, "")
		s, code = move(id, black, first)
		want("the same move again", s, code, 200, "")
		s, code = move(id, black, `{"move":"d1-c1","ply":1}`)
		want("another move of that ply", s, code, 409, "wrong-ply")
		s, code = move(id, black, `{"move":"d2-c2","ply":2}`)
		want("the other side's turn", s, code, 403, "not-your-turn")
		s, code = move(id, white, `{"move":"c4-c1","ply":2}`)
		want("the other side's move", s, code, 200, "")
		for _, body := range []string{"", "[]", `{"move":1}`, `{"move":"d2-c2","ply":3,"more":1}`, `{"move":"d2-c2","ply":3} {}`} {
			if s, a := c.do("POST", "/api/games/"+id+"/moves", black, body); s != 400 {
				t.Errorf("body %q: %d %v, want 400", body, s, a)
			}
		}
		if s, a := c.do("POST", "/api/games/"+id+"/moves", black, `{"move":"`+strings.Repeat("d", maxBody)+`"}`); s != 413 {
			t.Errorf("a body that is too large: %d %v, want 413", s, a)
		}

		_, g := c.do("GET", "/api/games/"+id, "", "")
		if g["plies"] != 2.0 || g["turn"] != "attackers" || g["state"] != "playing" || len(g["steps"].([]any)) != 2 {
			t.Errorf("the game is %v", g)
		}
		if text, _ := json.Marshal(g); strings.Contains(string(text), black) || strings.Contains(string(text), hashOf(black)) {
			t.Error("the game shows a token")
		}
	})
}

// TestActions: offers, takebacks, resignation, rematch.
func TestActions(t *testing.T) {
	each(t, func(t *testing.T, c *client, _ Store) {
		id, tokens := c.create(`{"rules":"nielsen","attackers":"you","defenders":"you","clock":{"main":"10m","increment":"5s"}}`)
		act := func(side, action string) (int, map[string]any) {
			return c.do("POST", "/api/games/"+id+"/actions", tokens[side], `{"action":"`+action+`"}`)
		}
		step := func(side, action string, status int, key string, value any) {
			t.Helper()
			s, a := act(side, action)
			if s != status || a[key] != value {
				t.Errorf("%s by the %s: %d, %s %v; want %d, %v", action, side, s, key, a[key], status, value)
			}
		}
		step("attackers", "ask-takeback", 409, "code", "nothing-to-take-back")
		step("attackers", "offer-draw", 200, "offer", "attackers")
		step("attackers", "accept-draw", 409, "code", "no-such-offer")
		step("defenders", "decline-draw", 200, "offer", "none")
		step("defenders", "dance", 422, "code", "no-such-action")
		c.do("POST", "/api/games/"+id+"/moves", tokens["attackers"], `{"move":"d1-b1","ply":1}`)
		step("attackers", "ask-takeback", 200, "takeback", "attackers")
		step("attackers", "accept-takeback", 409, "code", "not-asked")
		step("defenders", "accept-takeback", 200, "plies", 0.0)
		step("defenders", "ask-rematch", 409, "code", "not-over")
		step("defenders", "resign", 200, "state", "over")
		step("defenders", "resign", 409, "code", "game-over")
		step("attackers", "ask-rematch", 200, "rematch", "attackers")
		s, a := act("defenders", "accept-rematch")
		next, _ := a["next"].(string)
		if s != 200 || next == "" {
			t.Fatalf("accept-rematch: %d %v", s, a)
		}
		// Both keep their tokens and have changed sides.
		s, a = c.do("POST", "/api/games/"+next+"/moves", tokens["defenders"], `{"move":"d1-b1","ply":1}`)
		if s != 200 || a["previous"] != id {
			t.Errorf("the rematch: %d %v", s, a)
		}
		if m := a["match"].([]any)[0].(map[string]any); m["winner"] != "defenders" {
			t.Errorf("the match has %v; who won as attackers has the defenders now", m)
		}
		draws, seats := c.create(`{"rules":"federation","attackers":"you","defenders":"you"}`)
		if s, a := c.do("POST", "/api/games/"+draws+"/actions", seats["attackers"], `{"action":"offer-draw"}`); s != 422 || a["code"] != "no-agreement" {
			t.Errorf("a draw under federation: %d %v, want 422", s, a)
		}
	})
}

// TestEvents: a stream that is taken up again has no gap.
func TestEvents(t *testing.T) {
	each(t, func(t *testing.T, c *client, _ Store) {
		id, tokens := c.create(`{"attackers":"you","defenders":"you"}`)
		events := make(chan string, 10)
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		listen := func(ctx context.Context, last string) {
			r, _ := http.NewRequestWithContext(ctx, "GET", c.base+"/api/games/"+id+"/events", nil)
			if last != "" {
				r.Header.Set("Last-Event-ID", last)
			}
			a, err := http.DefaultClient.Do(r)
			if err != nil {
				return
			}
			defer a.Body.Close()
			for scan := bufio.NewScanner(a.Body); scan.Scan(); {
				if text, ok := strings.CutPrefix(scan.Text(), "id: "); ok {
					events <- text
				}
			}
		}
		next := func(want string) {
			t.Helper()
			select {
			case got := <-events:
				if got != want {
					t.Errorf("event %s, want %s", got, want)
				}
			case <-time.After(10 * time.Second):
				t.Fatalf("no event %s", want)
			}
		}
		first, leave := context.WithCancel(ctx)
		go listen(first, "")
		next("1")
		play := func(side, move string, ply int) {
			t.Helper()
			if s, a := c.do("POST", "/api/games/"+id+"/moves", tokens[side], fmt.Sprintf(`{"move":%q,"ply":%d}`, move, ply)); s != 200 {
				t.Fatalf("%s: %d %v", move, s, a)
			}
		}
		play("attackers", "d1-b1", 1)
		next("2")
		leave()
		play("defenders", "c4-c1", 2)
		play("attackers", "d2-e2", 3)
		go listen(ctx, "2")
		next("3")
		next("4")
		play("defenders", "c1-d1", 4)
		next("5")
	})
}

// TestClock: a clock falls without anybody asking.
func TestClock(t *testing.T) {
	each(t, func(t *testing.T, c *client, _ Store) {
		id, _ := c.create(`{"attackers":"you","defenders":"you","clock":{"main":"1s","increment":"0s"}}`)
		for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			_, g := c.do("GET", "/api/games/"+id, "", "")
			if r, ok := g["result"].(map[string]any); ok {
				if r["winner"] != "defenders" || r["reason"] != "time" {
					t.Errorf("the result is %v, want that the attackers ran out of time", r)
				}
				return
			}
			if time.Now().After(deadline) {
				t.Fatal("the clock does not fall")
			}
		}
	})
}

// TestComputer: the computer plays against itself.
func TestComputer(t *testing.T) {
	each(t, func(t *testing.T, c *client, _ Store) {
		id, _ := c.create(`{"attackers":"computer","defenders":"computer","level":"easy"}`)
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			if _, g := c.do("GET", "/api/games/"+id, "", ""); g["plies"].(float64) >= 4 {
				return
			}
			if time.Now().After(deadline) {
				t.Fatal("the computer does not move")
			}
		}
	})
}

// TestOneWins: of several moves for the same ply one is played, and the others are
// told so.
func TestOneWins(t *testing.T) {
	each(t, func(t *testing.T, c *client, _ Store) {
		id, tokens := c.create(`{"attackers":"you","defenders":"you"}`)
		statuses := make(chan int, 4)
		for _, move := range []string{"d1-b1", "d1-c1", "d1-e1", "d1-f1"} {
			go func() {
				s, _ := c.do("POST", "/api/games/"+id+"/moves", tokens["attackers"], `{"move":"`+move+`","ply":1}`)
				statuses <- s
			}()
		}
		count := map[int]int{}
		for range 4 {
			count[<-statuses]++
		}
		if count[200] != 1 || count[409] != 3 {
			t.Errorf("the answers are %v, want one 200 and three 409", count)
		}
	})
}

// TestTampered: a row that somebody has changed spoils its own game alone.
func TestTampered(t *testing.T) {
	each(t, func(t *testing.T, c *client, store Store) {
		id, _ := c.create(`{"attackers":"you","defenders":"you"}`)
		other, _ := c.create(`{"attackers":"you","defenders":"you"}`)
		var db *sqlStore
		switch s := store.(type) {
		case *sqliteStore:
			db = &s.sqlStore
		case *postgresStore:
			db = &s.sqlStore
		}
		db.cache.clear()
		if _, err := db.db.Exec(db.q(`UPDATE games SET data = $1 WHERE id = $2`), []byte(`{"id":"x"}`), id); err != nil {
			t.Fatal(err)
		}
		if s, a := c.do("GET", "/api/games/"+id, "", ""); s != 503 {
			t.Errorf("the spoilt game: %d %v, want 503", s, a)
		}
		if s, _ := c.do("GET", "/api/games/"+other, "", ""); s != 200 {
			t.Errorf("the other game: %d, want 200", s)
		}
		if s, a := c.do("GET", "/api/games", "", ""); s != 200 || len(a["games"].([]any)) != 1 {
			t.Errorf("the list: %d %v, want the other game", s, a)
		}
	})
}

// TestTable: a stored table reads back as the same.
func TestTable(t *testing.T) {
	g, err := brandubh.NewGame(brandubh.Federation())
	if err != nil {
		t.Fatal(err)
	}
	a := &table{ID: "a", Version: 3, Created: time.Now().UTC(), Clock: &clock{Main: duration(time.Minute)}, game: g}
	a.Seats[0] = seat{Kind: personSeat, Name: "<b>", Token: hashOf("t")}
	a.Seats[1] = seat{Kind: openSeat}
	data, err := a.marshal()
	if err != nil {
		t.Fatal(err)
	}
	b, err := unmarshal(data)
	if err != nil {
		t.Fatal(err)
	}
	again, err := b.marshal()
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("%s reads back as %s: %v", data, again, err)
	}
}
