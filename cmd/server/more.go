package main

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/record"
	"example.com/brandubh/svg"
)

// why explains a ply that was played, or a move that could be made now.
func (s *server) why(w http.ResponseWriter, r *http.Request) error {
	t, err := s.store.Load(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	e, err := explain(t, r)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, map[string]any{"text": e.String(), "explanation": e})
}

// explain returns the explanation that a request asks for.
func explain(t *table, r *http.Request) (*brandubh.Explanation, error) {
	q := r.URL.Query()
	switch {
	case q.Has("move"):
		m, err := brandubh.ParseMove(q.Get("move"))
		if err != nil {
			return nil, &problem{Status: 400, Code: "bad-move", Detail: err.Error()}
		}
		return t.clone().game.Explain(m), nil
	case q.Has("ply"):
		ply, err := strconv.Atoi(q.Get("ply"))
		if err != nil || ply < 1 || ply > t.game.Plies() {
			return nil, &problem{Status: 404, Code: "no-such-ply", Detail: fmt.Sprintf("The game has the plies 1 to %d.", t.game.Plies())}
		}
		g := t.clone().game
		m := g.Played()[ply-1]
		for g.Plies() >= ply {
			g.Undo()
		}
		return g.Explain(m), nil
	}
	return nil, &problem{Status: 400, Code: "no-question", Detail: "Ask with ?ply=7 or ?move=a1-a2."}
}

// board draws the position, after the ply of the request if it has one.
func (s *server) board(w http.ResponseWriter, r *http.Request) error {
	t, err := s.store.Load(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	ply := t.game.Plies()
	if q := r.URL.Query(); q.Has("ply") {
		if ply, err = strconv.Atoi(q.Get("ply")); err != nil || ply < 0 || ply > t.game.Plies() {
			return &problem{Status: 404, Code: "no-such-ply", Detail: fmt.Sprintf("The game has the plies 0 to %d.", t.game.Plies())}
		}
	}
	p, _ := t.game.PositionAfter(ply)
	options := svg.Options{Variant: t.game.Variant(), Flip: r.URL.Query().Get("flip") == "1"}
	if ply > 0 {
		options.LastMove = t.game.Played()[ply-1]
		before, _ := t.game.PositionAfter(ply - 1)
		options.Captured = captured(before, p)
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	_, err = w.Write([]byte(svg.Board(p, options)))
	return err
}

// captured returns the pieces that were captured between two positions.
func captured(before, after brandubh.Position) (p brandubh.Position) {
	for s := range (before.Side(after.Turn()) &^ after.Side(after.Turn())).All() {
		p, _ = p.Put(s, before.At(s))
	}
	return p
}

// record writes the game in the form that the address ends in.
func (s *server) record(w http.ResponseWriter, r *http.Request) error {
	t, err := s.store.Load(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	kind := path.Ext(r.URL.Path)
	text, err := recordText(t, kind)
	if err != nil {
		return &problem{Status: 422, Code: "form-cannot-say", Detail: err.Error()}
	}
	types := map[string]string{".json": "application/json", ".txt": "text/plain; charset=utf-8", ".otg": "text/plain; charset=utf-8"}
	w.Header().Set("Content-Type", types[kind])
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", t.ID+kind))
	_, err = w.Write([]byte(text))
	return err
}

// ruleSetView is a rule set in words.
type ruleSetView struct {
	Name      string            `json:"name"`
	Title     string            `json:"title"`
	Sentences []sentence        `json:"sentences,omitempty"`
	Rules     *brandubh.Variant `json:"rules,omitempty"`
}

// sentence is a sentence about a rule set, with the rule that it states and where
// that comes from.
type sentence struct {
	Rule     string `json:"rule"`
	Sentence string `json:"sentence"`
	Source   string `json:"source,omitempty"`
}

func (s *server) rules(w http.ResponseWriter, _ *http.Request) error {
	var list []ruleSetView
	for _, name := range brandubh.Presets() {
		v, err := brandubh.Preset(name)
		if err != nil {
			return err
		}
		list = append(list, ruleSetView{Name: v.Name, Title: v.Title})
	}
	return answer(w, http.StatusOK, map[string]any{"rules": list})
}

func (s *server) ruleSet(w http.ResponseWriter, r *http.Request) error {
	v, err := brandubh.Preset(r.PathValue("name"))
	if err != nil {
		return &problem{Status: 404, Code: "no-such-rules", Detail: "There is no such preset; GET /api/rules lists them."}
	}
	view := ruleSetView{Name: v.Name, Title: v.Title, Rules: v}
	for rule, text := range v.Describe() {
		x := sentence{Rule: rule, Sentence: text}
		if p, ok := v.Provenance(rule); ok {
			x.Source = p.String()
		}
		view.Sentences = append(view.Sentences, x)
	}
	return answer(w, http.StatusOK, view)
}

//go:embed openapi.json
var openapiDocument []byte

func (s *server) openapi(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	_, err := w.Write(openapiDocument)
	return err
}

//go:embed page
var pageFiles embed.FS

// page serves the page. Every address of a game, /g/ID, is the same page.
func (s *server) page(w http.ResponseWriter, r *http.Request) error {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return &problem{Status: 405, Code: "no-such-method", Detail: "There is nothing at this address that takes " + r.Method + "."}
	}
	if name == "" || strings.HasPrefix(name, "g/") {
		name = "index.html"
	}
	data, err := fs.ReadFile(pageFiles, path.Join("page", name))
	if err != nil {
		return &problem{Status: 404, Code: "no-such-resource", Detail: "There is nothing at this address."}
	}
	types := map[string]string{".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
	w.Header().Set("Content-Type", types[path.Ext(name)])
	w.Header().Set("Cache-Control", "no-cache")
	_, err = w.Write(data)
	return err
}

// recordText returns the game in a form of records.
func recordText(t *table, kind string) (string, error) {
	r := record.FromGame(t.game)
	for i, side := range sides {
		if name := t.Seats[i].Name; name != "" {
			if kind == ".otg" { // its tags have no brackets inside
				name = strings.NewReplacer("[", "(", "]", ")").Replace(name)
			}
			r.Headers = append(r.Headers, record.Header{Name: side.String(), Value: name})
		}
	}
	r.Headers = append(r.Headers, record.Header{Name: "date", Value: t.Created.Format("2006.01.02")})
	switch kind {
	case ".otg":
		return r.Format(record.OTG)
	case ".txt":
		return r.Format(record.Movetext)
	}
	data, err := t.game.MarshalJSON()
	return string(data) + "\n", err
}
