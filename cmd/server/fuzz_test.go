package main

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// handlerOn returns a server's handler on a store, without a network, with a game
// and the token of its attackers.
func handlerOn(t testing.TB) (h http.Handler, id, token string) {
	t.Helper()
	store, err := openSQLite(context.Background(), filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	hub := newHub(store, log, 10)
	s := &server{store: store, hub: hub, log: log, metrics: newMetrics(hub.count), limits: newLimits(0), now: time.Now, quit: context.Background()}
	h = s.handler()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", "/api/games", strings.NewReader(`{"attackers":"you","defenders":"open"}`)))
	var made struct {
		ID     string
		Tokens map[string]string
	}
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil {
		t.Fatal(err)
	}
	return h, made.ID, made.Tokens["attackers"]
}

// fuzzBody sends bodies to an address: whatever they are, the answer is JSON and no
// fault of the server's.
func fuzzBody(f *testing.F, path string, seeds ...string) {
	h, id, token := handlerOn(f)
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		r := httptest.NewRequest("POST", strings.Replace(path, "ID", id, 1), strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code >= 500 || !json.Valid(w.Body.Bytes()) {
			t.Errorf("%q is answered %d %s", body, w.Code, w.Body)
		}
	})
}

func FuzzCreate(f *testing.F) {
	fuzzBody(f, "/api/games", `{"rules":"nielsen","attackers":"you","defenders":"computer","clock":{"main":"10m","increment":"5s"}}`,
		`{"rules":{"name":"x"}}`, `{"clock":{"main":"-1s"}}`, `{"name":"\u202e"}`, `[]`, `{"rules":3}`)
}

func FuzzJoin(f *testing.F) {
	fuzzBody(f, "/api/games/ID/join", `{"seat":"defenders","name":"Grace"}`, `{"seat":"none"}`, `null`)
}

func FuzzMove(f *testing.F) {
	fuzzBody(f, "/api/games/ID/moves", `{"move":"d1-b1","ply":1}`, `{"move":"a1-a1","ply":-1}`, `{"ply":1e99}`)
}

func FuzzAction(f *testing.F) {
	fuzzBody(f, "/api/games/ID/actions", `{"action":"resign"}`, `{"action":"ask-takeback"}`, `{"action":""}`)
}

// TestLimits: who asks too often is told so, and loopback is not limited unless it
// is to be.
func TestLimits(t *testing.T) {
	l := newLimits(1)
	for i := range 10 {
		if !l.allow(addressOf(&http.Request{RemoteAddr: "127.0.0.1:1"})) {
			t.Fatalf("request %d from loopback is refused", i)
		}
	}
	allowed := 0
	for range 10 {
		if l.allow(addressOf(&http.Request{RemoteAddr: "192.0.2.1:1"})) {
			allowed++
		}
	}
	if allowed != 3 {
		t.Errorf("%d of ten requests at once are allowed at one a second, want a burst of 3", allowed)
	}
	one, other := addressOf(&http.Request{RemoteAddr: "[2001:db8::1]:1"}), addressOf(&http.Request{RemoteAddr: "[2001:db8::2]:1"})
	for range 3 {
		l.allow(one)
	}
	if l.allow(other) {
		t.Error("another address of the same /64 has a limit of its own")
	}
}

// TestOrigin: a page of another site cannot post, and every answer has the policy.
func TestOrigin(t *testing.T) {
	h, _, _ := handlerOn(t)
	for origin, want := range map[string]int{"": 201, "http://example.com": 201, "http://evil.test": 403, "null": 403} {
		r := httptest.NewRequest("POST", "http://example.com/api/games", strings.NewReader(`{}`))
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != want || w.Header().Get("Content-Security-Policy") != policy {
			t.Errorf("origin %q: %d, policy %q; want %d", origin, w.Code, w.Header().Get("Content-Security-Policy"), want)
		}
	}
}
