package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/brandubh"
)

// asServer is the variable that makes the test program the server itself, so that
// tests can kill one.
const asServer = "BRANDUBH_TEST_SERVER"

// process is a server in a process of its own.
type process struct {
	cmd *exec.Cmd
	url string
}

// launch starts a server on a database and waits until it listens.
func launch(t *testing.T, db string) *process { return launchAt(t, db, "127.0.0.1:0") }

// launchAt starts a server that listens on an address.
func launchAt(t *testing.T, db, address string) *process {
	t.Helper()
	c := exec.Command(os.Args[0], "-addr", address, "-db", db)
	c.Env = append(os.Environ(), asServer+"=1")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		c.Wait()
		t.Fatalf("the server does not start: %v\n%s", err, errs.String())
	}
	go io.Copy(io.Discard, out)
	return &process{c, strings.TrimSpace(line)}
}

// kill ends the server without warning.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// match is a game as the client knows it: what the server has acknowledged.
type match struct {
	id     string
	tokens map[string]string
	game   *brandubh.Game
	sent   brandubh.Move // a move that was sent and not answered; the zero Move for none
}

// post sends a request to a server that may be gone.
func post(client *http.Client, url, token string, body any, into any) (status int, err error) {
	data, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	r, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	a, err := client.Do(r)
	if err != nil {
		return 0, err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil || into == nil {
		return a.StatusCode, err
	}
	return a.StatusCode, json.Unmarshal(text, into)
}

// TestKill kills a server under load again and again. After each restart every
// move that was acknowledged is there, and of a move that was under way all or
// nothing.
func TestKill(t *testing.T) {
	rounds := 3
	if n, err := strconv.Atoi(os.Getenv("BRANDUBH_KILLS")); err == nil {
		rounds = n
	} else if testing.Short() {
		t.Skip("-short kills no servers")
	}
	databases := map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "games.db") },
		"postgres": newDatabase,
	}
	for name, database := range databases {
		t.Run(name, func(t *testing.T) {
			db := database(t)
			random := rand.New(rand.NewPCG(1, 2))
			var games []*match
			acknowledged := 0
			for round := range rounds {
				p := launch(t, db)
				if round > 0 {
					for _, m := range games {
						m.compare(t, p.url)
					}
				}
				for len(games) < 5*(round%4+1) {
					games = append(games, newMatch(t, p.url))
				}
				acknowledged += playUntilKilled(t, p, games, time.Duration(100+random.IntN(400))*time.Millisecond)
			}
			p := launch(t, db)
			for _, m := range games {
				m.compare(t, p.url)
			}
			p.kill()
			if acknowledged == 0 {
				t.Error("no move was acknowledged before a kill: the test tests nothing")
			}
			t.Logf("%d kills, %d games, %d acknowledged moves, none lost", rounds, len(games), acknowledged)
		})
	}
}

// newMatch creates a game on the server, with an offer of a draw in it.
func newMatch(t *testing.T, url string) *match {
	t.Helper()
	var made struct {
		ID     string            `json:"id"`
		Tokens map[string]string `json:"tokens"`
	}
	status, err := post(http.DefaultClient, url+"/api/games", "", map[string]string{"rules": "nielsen", "attackers": "you", "defenders": "you"}, &made)
	if err != nil || status != http.StatusCreated {
		t.Fatalf("create: %d %v", status, err)
	}
	status, err = post(http.DefaultClient, url+"/api/games/"+made.ID+"/actions", made.Tokens["attackers"], map[string]string{"action": "offer-draw"}, nil)
	if err != nil || status != http.StatusOK {
		t.Fatalf("offer: %d %v", status, err)
	}
	v, err := brandubh.Preset("nielsen")
	if err != nil {
		t.Fatal(err)
	}
	g, err := brandubh.NewGame(v)
	if err == nil {
		err = g.OfferDraw(brandubh.Attackers)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &match{id: made.ID, tokens: made.Tokens, game: g}
}

// playUntilKilled plays random moves in all games and kills the server after a
// time. It returns how many moves were acknowledged.
func playUntilKilled(t *testing.T, p *process, games []*match, after time.Duration) int {
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{}}
	var players sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for i, m := range games {
		players.Go(func() {
			random := rand.New(rand.NewPCG(uint64(i), uint64(m.game.Plies())))
			for !m.game.Result().Over() {
				var legal []brandubh.Move
				for move := range m.game.Moves() {
					legal = append(legal, move)
				}
				move, side := legal[random.IntN(len(legal))], m.game.Position().Turn()
				m.sent = move
				status, err := post(client, p.url+"/api/games/"+m.id+"/moves", m.tokens[side.String()], map[string]any{"move": move.String(), "ply": m.game.Plies() + 1}, nil)
				if err != nil {
					return // killed
				}
				if status != http.StatusOK {
					t.Errorf("%v is answered %d", move, status)
					return
				}
				if err := m.game.Play(move); err != nil {
					t.Error(err)
					return
				}
				m.sent = brandubh.Move{}
				mu.Lock()
				total++
				mu.Unlock()
			}
		})
	}
	time.Sleep(after)
	p.kill()
	players.Wait()
	return total
}

// compare holds the game on the server against what was acknowledged, and takes
// over a move that was under way and has been stored.
func (m *match) compare(t *testing.T, url string) {
	t.Helper()
	a, err := http.Get(url + "/api/games/" + m.id)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	var g struct {
		Position string `json:"position"`
		Plies    int    `json:"plies"`
		Offer    string `json:"offer"`
		Version  int64  `json:"version"`
	}
	if err := json.NewDecoder(a.Body).Decode(&g); err != nil {
		t.Fatal(err)
	}
	if m.sent != (brandubh.Move{}) && g.Plies == m.game.Plies()+1 {
		if err := m.game.Play(m.sent); err != nil {
			t.Error(err)
		}
	}
	m.sent = brandubh.Move{}
	offer := m.game.Offer().String()
	if want := m.game.Position().String(); g.Position != want || g.Plies != m.game.Plies() || g.Offer != offer {
		t.Errorf("game %s after a kill: %d plies, %s, offer %s; want %d, %s, %s", m.id, g.Plies, g.Position, g.Offer, m.game.Plies(), want, offer)
	}
	// Every change has its event: none is missing, none stands there twice.
	if want := int64(2 + m.game.Plies()); g.Version != want {
		t.Errorf("game %s after a kill: version %d, want %d", m.id, g.Version, want)
	}
}

// TestInstances: two servers share a PostgreSQL. A stream of the one tells of moves
// that the other takes, and when one is killed play goes on through the other.
func TestInstances(t *testing.T) {
	if testing.Short() {
		t.Skip("-short starts no servers")
	}
	db := newDatabase(t)
	one, other := launch(t, db), launch(t, db)
	defer other.kill()
	m := newMatch(t, one.url)
	a, err := http.Get(other.url + "/api/games/" + m.id + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	events := make(chan string, 10)
	go func() {
		for scan := bufio.NewScanner(a.Body); scan.Scan(); {
			if id, ok := strings.CutPrefix(scan.Text(), "id: "); ok {
				events <- id
			}
		}
	}()
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
	next("2")
	play := func(p *process, side, move string, ply int) {
		t.Helper()
		status, err := post(http.DefaultClient, p.url+"/api/games/"+m.id+"/moves", m.tokens[side], map[string]any{"move": move, "ply": ply}, nil)
		if err != nil || status != http.StatusOK {
			t.Fatalf("%s: %d %v", move, status, err)
		}
		next(fmt.Sprint(ply + 2))
	}
	play(one, "attackers", "d1-b1", 1)
	play(other, "defenders", "c4-c1", 2)
	one.kill()
	play(other, "attackers", "d2-e2", 3)
}
