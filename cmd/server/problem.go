package main

import (
	"encoding/json"
	"errors"
	"net/http"

	"example.com/brandubh"
)

// problem is an error as the API answers it (RFC 9457).
type problem struct {
	Type   string `json:"type"` // always about:blank: Code says what it is
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Code   string `json:"code"`
	// Move and Clauses are those of an illegal move.
	Move    string   `json:"move,omitempty"`
	Square  string   `json:"square,omitempty"`
	Clauses []string `json:"clauses,omitempty"`
	// Problems is what is wrong with a rule set, each with its path.
	Problems []brandubh.Problem `json:"problems,omitempty"`
	// Request is the number of the request, which the log has too.
	Request string `json:"request,omitempty"`
}

// Error returns what the problem says.
func (p *problem) Error() string { return p.Detail }

// conflict returns a problem with what was asked at this moment.
func conflict(code, detail string) error {
	return &problem{Status: http.StatusConflict, Code: code, Detail: detail}
}

// illegal returns the problem for a move that the game refuses, with the rules
// that forbid it.
func illegal(g *brandubh.Game, err error) error {
	p := &problem{Status: http.StatusUnprocessableEntity, Code: "illegal", Detail: err.Error()}
	var move *brandubh.MoveError
	if errors.As(err, &move) {
		p.Code, p.Move, p.Square = brandubh.Code(err), move.Move.String(), move.At.String()
		p.Clauses = clausesOf(g.Explain(move.Move).Citations)
	}
	return p
}

// refused returns the problem for what the game refuses beside moves; nil for nil.
func refused(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, brandubh.ErrNoAgreement):
		return &problem{Status: http.StatusUnprocessableEntity, Code: "no-agreement", Detail: err.Error()}
	case errors.Is(err, brandubh.ErrGameOver):
		return conflict("game-over", err.Error())
	}
	return conflict("no-such-offer", err.Error())
}

// write answers with the problem.
func (p problem) write(w http.ResponseWriter, request string) {
	p.Type, p.Title, p.Request = "about:blank", http.StatusText(p.Status), request
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}
