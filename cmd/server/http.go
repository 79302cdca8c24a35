package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"example.com/brandubh"
)

// server answers HTTP requests.
type server struct {
	store   Store
	hub     *hub
	log     *slog.Logger
	metrics *metrics
	limits  *limits
	now     func() time.Time
	// quit is done when the server shuts down; event streams end then.
	quit context.Context
}

// Limits of what clients send.
const (
	maxBody = 64 << 10
	maxName = 40
)

// handler returns all of the server's HTTP.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	api := func(pattern string, h func(w http.ResponseWriter, r *http.Request) error) {
		mux.Handle(pattern, s.guard(pattern, h))
	}
	api("POST /api/games", s.create)
	api("GET /api/games", s.list)
	api("GET /api/games/{id}", s.get)
	api("POST /api/games/{id}/join", s.join)
	api("POST /api/games/{id}/moves", s.move)
	api("POST /api/games/{id}/actions", s.action)
	api("GET /api/games/{id}/events", s.events)
	api("GET /api/games/{id}/why", s.why)
	api("GET /api/games/{id}/board.svg", s.board)
	api("GET /api/games/{id}/record.otg", s.record)
	api("GET /api/games/{id}/record.txt", s.record)
	api("GET /api/games/{id}/record.json", s.record)
	api("GET /api/rules", s.rules)
	api("GET /api/rules/{name}", s.ruleSet)
	api("GET /api/openapi.json", s.openapi)
	api("GET /healthz", func(w http.ResponseWriter, _ *http.Request) error {
		return answer(w, 200, map[string]string{"status": "ok"})
	})
	api("GET /readyz", func(w http.ResponseWriter, r *http.Request) error {
		if err := s.store.Ping(r.Context()); err != nil {
			return fmt.Errorf("the database does not answer: %w", err)
		}
		return answer(w, 200, map[string]string{"status": "ready"})
	})
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
	api("/", s.page)
	return mux
}

// policy is the content security policy: the page's own files and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard wraps a handler: request number, log, metrics, limits, origin, errors.
func (s *server) guard(pattern string, h func(w http.ResponseWriter, r *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, id := time.Now(), newID()
		head := w.Header()
		head.Set("X-Request-Id", id)
		head.Set("Content-Security-Policy", policy)
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cache-Control", "no-store")
		watched := &watchedWriter{ResponseWriter: w, status: http.StatusOK}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		err := s.admit(r)
		if err == nil {
			err = h(watched, r)
		}
		if err != nil {
			s.refuse(watched, id, pattern, err)
		}
		s.metrics.requests.WithLabelValues(pattern, strconv.Itoa(watched.status)).Inc()
		s.metrics.seconds.WithLabelValues(pattern).Observe(time.Since(began).Seconds())
		level := slog.LevelDebug
		if watched.status >= 500 {
			level = slog.LevelError
		}
		s.log.Log(r.Context(), level, "request", "id", id, "method", r.Method, "path", r.URL.Path, "status", watched.status, "took", time.Since(began), "error", err)
	})
}

// admit refuses requests that come too fast or from another site's page.
func (s *server) admit(r *http.Request) error {
	if !s.limits.allow(addressOf(r)) {
		return &problem{Status: http.StatusTooManyRequests, Code: "too-many-requests", Detail: "That is too many requests. Wait a moment."}
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return nil
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || u.Host != r.Host {
			return &problem{Status: http.StatusForbidden, Code: "other-origin", Detail: "Requests from pages of other sites are refused."}
		}
	}
	return nil
}

// refuse answers with an error.
func (s *server) refuse(w *watchedWriter, request, pattern string, err error) {
	var p *problem
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &p):
	case errors.As(err, &large):
		p = &problem{Status: http.StatusRequestEntityTooLarge, Code: "too-large", Detail: fmt.Sprintf("A body has at most %d bytes.", maxBody)}
	case errors.Is(err, context.Canceled):
		p = &problem{Status: 499, Code: "gone", Detail: "The client went away."}
	default:
		s.log.Error("request failed", "id", request, "pattern", pattern, "error", err)
		p = &problem{Status: http.StatusServiceUnavailable, Code: "unavailable", Detail: "This cannot be done right now. The server's log says why."}
		w.Header().Set("Retry-After", "2")
	}
	if !w.wrote {
		p.write(w, request)
	}
}

// watchedWriter remembers the status of an answer.
type watchedWriter struct {
	http.ResponseWriter
	status int
	wrote  bool
}

func (w *watchedWriter) WriteHeader(status int) {
	w.status, w.wrote = status, true
	w.ResponseWriter.WriteHeader(status)
}

func (w *watchedWriter) Write(b []byte) (int, error) {
	w.wrote = true
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController flush.
func (w *watchedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// addressOf returns the address that a request comes from.
func addressOf(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	a, _ := netip.ParseAddr(host)
	return a.Unmap()
}

// answer writes a value as JSON.
func answer(w http.ResponseWriter, status int, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, err = w.Write(append(data, '\n'))
	if err != nil {
		return context.Canceled
	}
	return nil
}

// read reads a body of JSON strictly.
func read(r *http.Request, into any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("something follows the object")
		}
	}
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return err
	case errors.Is(err, io.EOF):
		return &problem{Status: 400, Code: "no-body", Detail: "The body is empty; want a JSON object."}
	case err != nil:
		return &problem{Status: 400, Code: "bad-json", Detail: strings.TrimPrefix(err.Error(), "json: ")}
	}
	return nil
}

// sideNamed reads a side in a request; NoSide for anything else.
func sideNamed(name string) brandubh.Side {
	side, _ := brandubh.ParseSide(name)
	return side
}

// cleanName returns a player's name without what only confuses.
func cleanName(name string) (string, error) {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, name))
	if utf8.RuneCountInString(name) > maxName {
		return "", &problem{Status: 422, Code: "name-too-long", Detail: fmt.Sprintf("A name has at most %d letters.", maxName)}
	}
	return name, nil
}

// bearer returns the hash of the token that a request shows.
func bearer(r *http.Request) (hash string, err error) {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok || token == "" {
		return "", errToken
	}
	return hashOf(token), nil
}

// sit returns the side for which a request may act at a table: 401 for a token
// that no table knows, 403 for one of another table.
func (s *server) sit(ctx context.Context, t *table, hash string) (brandubh.Side, error) {
	if side := t.seatOf(hash); side != brandubh.NoSide {
		return side, nil
	}
	known, err := s.store.Known(ctx, hash)
	switch {
	case err != nil:
		return brandubh.NoSide, err
	case known:
		return brandubh.NoSide, errNoSeat
	}
	return brandubh.NoSide, errToken
}

// player returns the table of a request and the side that it may act for.
func (s *server) player(r *http.Request) (id string, side brandubh.Side, err error) {
	id = r.PathValue("id")
	t, err := s.store.Load(r.Context(), id)
	if err != nil {
		return id, brandubh.NoSide, err
	}
	hash, err := bearer(r)
	if err != nil {
		return id, brandubh.NoSide, err
	}
	side, err = s.sit(r.Context(), t, hash)
	if err == nil && !s.limits.allowSeat(hash) {
		err = &problem{Status: http.StatusTooManyRequests, Code: "too-many-requests", Detail: "That is too many requests for this seat. Wait a moment."}
	}
	return id, side, err
}

// createRequest is the body of POST /api/games.
type createRequest struct {
	Rules     json.RawMessage `json:"rules"`
	Attackers string          `json:"attackers"`
	Defenders string          `json:"defenders"`
	Name      string          `json:"name"`
	Level     string          `json:"level"`
	Clock     *clock          `json:"clock"`
}

func (s *server) create(w http.ResponseWriter, r *http.Request) error {
	var body createRequest
	if err := read(r, &body); err != nil {
		return err
	}
	v, err := ruleSetOf(body.Rules)
	if err != nil {
		return err
	}
	g, err := brandubh.NewGame(v)
	if err != nil {
		return &problem{Status: 422, Code: "bad-rules", Detail: err.Error()}
	}
	name, err := cleanName(body.Name)
	if err != nil {
		return err
	}
	now := s.now()
	t := &table{ID: newID(), Version: 1, Created: now, game: g}
	tokens := map[string]string{}
	for i, kind := range []string{body.Attackers, body.Defenders} {
		side := sides[i].String()
		switch kind {
		case "you":
			token, hash := newToken()
			tokens[side] = token
			t.Seats[i] = seat{Kind: personSeat, Name: name, Token: hash}
		case computerSeat:
			level := body.Level
			if level == "" {
				level = levels[0].name
			}
			if levelNamed(level) == nil {
				return &problem{Status: 422, Code: "no-such-level", Detail: fmt.Sprintf("There is no level %q; there are %s.", clip(level), levelNames())}
			}
			t.Seats[i] = seat{Kind: computerSeat, Level: level}
		case openSeat, "":
			t.Seats[i] = seat{Kind: openSeat}
		default:
			return &problem{Status: 422, Code: "no-such-seat", Detail: fmt.Sprintf("%s: a seat is open, you or computer, not %q.", side, clip(kind))}
		}
	}
	if c := body.Clock; c != nil {
		if err := c.validate(); err != nil {
			return &problem{Status: 422, Code: "bad-clock", Detail: err.Error()}
		}
		t.Clock = &clock{Main: c.Main, Increment: c.Increment, Left: [2]duration{c.Main, c.Main}}
	}
	t.start(now)
	if err := s.store.Create(r.Context(), t); err != nil {
		return err
	}
	s.metrics.created.Inc()
	w.Header().Set("Location", "/api/games/"+t.ID)
	return answer(w, http.StatusCreated, map[string]any{"id": t.ID, "tokens": tokens, "game": t.view(s.now(), 0)})
}

// ruleSetOf reads the rules of a request: the name of a preset or a rule set.
func ruleSetOf(data json.RawMessage) (*brandubh.Variant, error) {
	var name string
	switch {
	case len(data) == 0:
		name = "federation"
	case data[0] == '"':
		_ = json.Unmarshal(data, &name) // valid, or it would not have come this far
	default:
		v, err := brandubh.ParseVariant(data)
		if err != nil {
			p := &problem{Status: 422, Code: "bad-rules", Detail: err.Error()}
			var invalid *brandubh.ValidationError
			if errors.As(err, &invalid) {
				p.Problems = invalid.Problems
			}
			return nil, p
		}
		return v, nil
	}
	v, err := brandubh.Preset(name)
	if err != nil {
		return nil, &problem{Status: 422, Code: "no-such-rules", Detail: fmt.Sprintf("There is no preset %q; GET /api/rules lists them.", clip(name))}
	}
	return v, nil
}

func (s *server) get(w http.ResponseWriter, r *http.Request) error {
	t, err := s.store.Load(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, t.view(s.now(), 0))
}

// page sizes of lists.
const (
	usualPage = 20
	maxPage   = 100
)

func (s *server) list(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	state := q.Get("state")
	switch state {
	case "", "open", "playing", "over":
	default:
		return &problem{Status: 400, Code: "no-such-state", Detail: "state is open, playing or over."}
	}
	number := func(name string, usual, most int64) (int64, error) {
		if !q.Has(name) {
			return usual, nil
		}
		n, err := strconv.ParseInt(q.Get(name), 10, 64)
		if err != nil || n < 1 || n > most {
			return 0, &problem{Status: 400, Code: "bad-number", Detail: fmt.Sprintf("%s is a number from 1 to %d.", name, most)}
		}
		return n, nil
	}
	after, err := number("after", 0, 1<<62)
	if err != nil {
		return err
	}
	limit, err := number("limit", usualPage, maxPage)
	if err != nil {
		return err
	}
	page, err := s.store.List(r.Context(), state, after, int(limit))
	if err != nil {
		return err
	}
	games, next := []*view{}, int64(0)
	for _, l := range page {
		v := l.Table.view(s.now(), l.Table.game.Plies())
		v.Targets = nil
		games = append(games, v)
		next = l.Number
	}
	if len(page) < int(limit) {
		next = 0
	}
	return answer(w, http.StatusOK, map[string]any{"games": games, "next": next})
}

func (s *server) join(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.store.Load(r.Context(), r.PathValue("id")); err != nil {
		return err
	}
	var body struct{ Seat, Name string }
	if err := read(r, &body); err != nil {
		return err
	}
	name, err := cleanName(body.Name)
	if err != nil {
		return err
	}
	side := sideNamed(body.Seat)
	token, hash := newToken()
	t, err := s.store.Update(r.Context(), r.PathValue("id"), func(t *table) (event, error) {
		now := s.now()
		return event{Kind: "join", at: now, from: t.game.Plies(), side: side}, t.join(now, side, name, hash)
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, map[string]any{"token": token, "game": t.view(s.now(), 0)})
}

// update changes a table for a player. A clock that has fallen meanwhile ends the
// game first.
func (s *server) update(ctx context.Context, id string, side brandubh.Side, e event, change func(t *table, now time.Time) error) (*table, error) {
	t, err := s.store.Update(ctx, id, func(t *table) (event, error) {
		e.at, e.side, e.from = s.now(), side, t.game.Plies()
		if t.fall(e.at) {
			return event{Kind: "end", at: e.at, from: e.from}, nil
		}
		err := change(t, e.at)
		e.from = min(e.from, t.game.Plies())
		return e, err
	})
	if errors.Is(err, errNoUpdate) {
		err = nil
	}
	return t, err
}

func (s *server) move(w http.ResponseWriter, r *http.Request) error {
	id, side, err := s.player(r)
	if err != nil {
		return err
	}
	var body struct {
		Move string `json:"move"`
		Ply  int    `json:"ply"`
	}
	if err := read(r, &body); err != nil {
		return err
	}
	m, err := brandubh.ParseMove(body.Move)
	if err != nil {
		return &problem{Status: 422, Code: "bad-move", Detail: err.Error()}
	}
	fell := false
	t, err := s.update(r.Context(), id, side, event{Kind: "move"}, func(t *table, now time.Time) error { return t.move(now, side, m, body.Ply) })
	if err == nil && t.game.Plies() < body.Ply {
		fell = true
	}
	switch {
	case fell:
		return illegal(t.game, t.game.Check(m))
	case err != nil:
		return err
	}
	s.metrics.moves.Inc()
	return answer(w, http.StatusOK, t.view(s.now(), 0))
}

func (s *server) action(w http.ResponseWriter, r *http.Request) error {
	id, side, err := s.player(r)
	if err != nil {
		return err
	}
	var body struct {
		Action string `json:"action"`
	}
	if err := read(r, &body); err != nil {
		return err
	}
	t, err := s.update(r.Context(), id, side, event{Kind: "action", what: body.Action}, func(t *table, now time.Time) error { return t.act(now, side, body.Action) })
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, t.view(s.now(), 0))
}

// beat is how often an idle stream gets a line, so that both ends see it is alive.
const beat = 20 * time.Second

func (s *server) events(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	t, err := s.store.Load(r.Context(), id)
	if err != nil {
		return err
	}
	after, resumes := t.Version, false
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		if after, err = strconv.ParseInt(last, 10, 64); err != nil || after < 0 {
			return &problem{Status: 400, Code: "bad-event-id", Detail: "Last-Event-ID is the id of an event."}
		}
		resumes = true
	}
	out := http.NewResponseController(w)
	send := func(e storedEvent) error {
		_ = out.SetWriteDeadline(time.Now().Add(10 * time.Second))
		if _, err := fmt.Fprintf(w, "id: %d\nevent: %s\ndata: %s\n\n", e.Version, e.Kind, e.Data); err != nil || out.Flush() != nil {
			return context.Canceled
		}
		return nil
	}
	f := s.hub.add(id, 1<<62) // gets nothing before the past is sent
	if f == nil {
		return &problem{Status: http.StatusServiceUnavailable, Code: "too-many-streams", Detail: "As many clients follow games as this server takes."}
	}
	defer s.hub.remove(id, f)
	var past []storedEvent
	if resumes {
		past, err = s.store.Events(r.Context(), id, after)
	} else {
		var data []byte
		data, err = json.Marshal(map[string]any{"kind": "state", "game": t.view(s.now(), 0)})
		past = []storedEvent{{t.Version, "state", data}}
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	_ = out.Flush()
	for _, e := range past {
		if err := send(e); err != nil {
			return err
		}
		after = e.Version
	}
	s.hub.begin(f, after)
	if err := s.hub.pass(r.Context(), id); err != nil { // what has happened meanwhile
		return err
	}
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		select {
		case e := <-f.events:
			if err := send(e); err != nil {
				return err
			}
		case <-tick.C:
			_ = out.SetWriteDeadline(time.Now().Add(10 * time.Second))
			if _, err := io.WriteString(w, ": alive\n\n"); err != nil || out.Flush() != nil {
				return context.Canceled
			}
		case <-f.cut:
			return nil // the client comes back with Last-Event-ID
		case <-r.Context().Done():
			return nil
		case <-s.quit.Done():
			return nil
		}
	}
}
