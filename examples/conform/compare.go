package main

import (
	"encoding"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/brandubh"
)

// reply is an answer of any kind, as it is compared: nil is absent.
type reply struct {
	Moves     *[]string       `json:"moves,omitempty"`
	Legal     *bool           `json:"legal,omitempty"`
	Captures  *[]string       `json:"captures,omitempty"`
	After     *string         `json:"after,omitempty"`
	Plies     *int            `json:"plies,omitempty"`
	Position  *string         `json:"position,omitempty"`
	End       json.RawMessage `json:"end,omitempty"`
	IllegalAt *int            `json:"illegal_at,omitempty"`
	Counts    *[]uint64       `json:"counts,omitempty"`
	Error     *string         `json:"error,omitempty"`
	why       string
	said      *[2]string // the verdict, once it has been read
}

// answerOf returns the library's answer under a rule set.
func answerOf(v *ruleSet, q *question) *reply {
	switch r := (&answerer{}).reply(v, q).(type) {
	case movesAnswer:
		return &reply{Moves: &r.Moves, End: endText(r.End)}
	case legalAnswer:
		after, captures := r.After.String(), make([]string, len(r.Captures))
		for i, s := range r.Captures {
			captures[i] = s.String()
		}
		return &reply{Legal: &r.Legal, Captures: &captures, After: &after, End: endText(r.End)}
	case illegalAnswer:
		return &reply{Legal: &r.Legal, why: r.Why}
	case gameAnswer:
		position := r.Position.String()
		return &reply{Plies: &r.Plies, Position: &position, End: endText(r.End)}
	case illegalAtAnswer:
		return &reply{IllegalAt: &r.IllegalAt, why: r.Why}
	case countsAnswer:
		return &reply{Counts: &r.Counts}
	case errorAnswer:
		return &reply{Error: &r.Error}
	}
	return nil
}

func endText(e *end) json.RawMessage {
	if e == nil {
		return json.RawMessage("null")
	}
	return json.RawMessage(`{"winner":"` + e.Winner.String() + `","reason":"` + e.Reason.String() + `"}`)
}

// goesOn stands for the end of a game that has none.
const goesOn = "goes on"

// verdict returns who has won and why: goesOn where nobody has yet, "absent" where
// the answer does not say.
func (r *reply) verdict() (winner, reason string) {
	if r.said == nil {
		winner, reason = r.readEnd()
		r.said = &[2]string{winner, reason}
	}
	return r.said[0], r.said[1]
}

func (r *reply) readEnd() (winner, reason string) {
	var e struct{ Winner, Reason *string }
	switch {
	case len(r.End) == 0:
		return "absent", "absent"
	case json.Unmarshal(r.End, &e) != nil:
		return string(r.End), string(r.End)
	case string(r.End) == "null":
		return goesOn, goesOn
	}
	winner, reason = "absent", "absent"
	if e.Winner != nil {
		winner = *e.Winner
	}
	if e.Reason != nil {
		reason = *e.Reason
	}
	return winner, reason
}

// String is the answer as JSON, without its id.
func (r *reply) String() string {
	if r == nil {
		return "none"
	}
	plain := *r
	if winner, reason := r.verdict(); winner != reason { // without what is said beside it
		plain.End = json.RawMessage(`{"winner":` + strconv.Quote(winner) + `,"reason":` + strconv.Quote(reason) + `}`)
	}
	text, err := json.Marshal(plain)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// answerFields is what is compared, in the order in which a difference is told:
// what comes later often follows from what came before.
var answerFields = []string{"legal", "illegal_at", "moves", "captures", "end reason", "end winner", "plies", "after", "position", "counts"}

// Forms of differences that several questions show.
const (
	allows    = "allows an illegal move"
	refuses   = "refuses a legal move"
	takesSome = "takes some of several, not all"
)

// difference is a field of an answer that is not as the library has it.
type difference struct {
	Field string `json:"field"`
	Form  string `json:"form"` // in which way: refuses, "takes the king"
	Want  string `json:"library"`
	Got   string `json:"program"`
	// What it is about first: a square, a move.
	square brandubh.Square
	move   brandubh.Move
	// No rule is behind it: the program does not say, or says it in other words,
	// in another order or more than once.
	manner bool
}

// leavesOut is the difference of an answer that does not say something.
func leavesOut(field, want string) difference {
	name, _, _ := strings.Cut(field, " ")
	return difference{Field: field, Form: "leaves out " + name, Want: want, Got: "absent", manner: true}
}

// compare returns the differences of an answer from the library's, those that a rule
// is behind first, in the order of answerFields, and calls seen for every field that
// it compares.
func compare(q *question, want, got *reply, seen func(field string)) []difference {
	var ds []difference
	texts := func(field, form, want, got string) {
		seen(field)
		switch {
		case want == got:
		case got == "absent":
			ds = append(ds, leavesOut(field, want))
		default:
			ds = append(ds, difference{Field: field, Form: form, Want: want, Got: got})
		}
	}
	// verdict compares a part of the end, which must be one of the words for it.
	verdict := func(field, want, got string, word encoding.TextUnmarshaler) {
		texts(field, "says "+got+", not "+want, want, got)
		if got != goesOn && got != "absent" && word.UnmarshalText([]byte(got)) != nil {
			ds[len(ds)-1].Form, ds[len(ds)-1].manner = "has another word for the "+field, true
		}
	}
	verdicts := func() {
		ww, wr := want.verdict()
		gw, gr := got.verdict()
		verdict("end reason", wr, gr, new(brandubh.Reason))
		verdict("end winner", ww, gw, new(brandubh.Side))
	}
	switch {
	case q.Moves != nil:
		form := allows
		if want.IllegalAt == nil {
			form = refuses
		} else if got.IllegalAt != nil {
			form = "refuses another move"
		}
		texts("illegal_at", form, number(want.IllegalAt, "none"), number(got.IllegalAt, "none"))
		if want.IllegalAt != nil || got.IllegalAt != nil {
			break
		}
		texts("plies", "", number(want.Plies, "absent"), number(got.Plies, "absent"))
		verdicts()
		for i := range ds {
			if !ds[i].manner { // to end it later is the same as to say that it goes on
				ds[i].Form = "ends the game otherwise"
			}
		}
		texts("position", "has another position", text(want.Position), text(got.Position))
	case q.Move != nil:
		seen("legal")
		if got.Legal == nil {
			ds = append(ds, leavesOut("legal", fmt.Sprint(*want.Legal)))
			break
		}
		if *got.Legal != *want.Legal {
			form := allows
			if *want.Legal {
				form = refuses
			}
			ds = append(ds, difference{Field: "legal", Form: form, Want: fmt.Sprint(*want.Legal), Got: fmt.Sprint(*got.Legal), move: *q.Move})
			break
		}
		if !*want.Legal {
			break
		}
		seen("captures")
		if d, lacks, other := listed("captures", want.Captures, got.Captures, isSquare); d != nil {
			s, err := brandubh.ParseSquare(other)
			switch {
			case err == nil:
				d.square = s
				piece := "no piece"
				if x := q.Position.At(s); x != brandubh.NoPiece {
					piece = "the " + x.String()
				}
				switch {
				case !lacks:
					d.Form = "takes " + piece
				case len(*got.Captures) > 0 && !slices.ContainsFunc(*got.Captures, func(x string) bool { return !slices.Contains(*want.Captures, x) }):
					d.Form = takesSome
				default:
					d.Form = "spares " + piece
				}
			case other != "":
				d.Form, d.manner = "names what is no square as a capture", true
			}
			ds = append(ds, *d)
		}
		verdicts()
		texts("after", "has another position", text(want.After), text(got.After))
	case q.Perft != nil:
		seen("counts")
		if got.Counts == nil || !slices.Equal(*want.Counts, *got.Counts) {
			d := leavesOut("counts", fmt.Sprint(*want.Counts))
			if got.Counts != nil {
				d = difference{Field: "counts", Form: "counts otherwise", Want: d.Want, Got: fmt.Sprint(*got.Counts)}
			}
			ds = append(ds, d)
		}
	default:
		seen("moves")
		if d, lacks, other := listed("moves", want.Moves, got.Moves, isMove); d != nil {
			m, err := brandubh.ParseMove(other)
			switch {
			case err == nil:
				d.move = m
				if d.Form = allows; lacks {
					d.Form = refuses
				}
			case other != "":
				d.Form, d.manner = "writes moves in another form", true
			}
			ds = append(ds, *d)
		}
		verdicts()
	}
	slices.SortStableFunc(ds, func(a, b difference) int {
		if a.manner != b.manner {
			if b.manner {
				return -1
			}
			return 1
		}
		return slices.Index(answerFields, a.Field) - slices.Index(answerFields, b.Field)
	})
	return ds
}

// listed compares two lists, and returns nil if they are the same; else the
// difference, its form to be told by what is lacking from the answer or other than
// in the library's, the latter first where it is not even spelled as there.
func listed(field string, want, got *[]string, proper func(string) bool) (d *difference, lacks bool, other string) {
	text := strings.Join(*want, " ")
	if got == nil {
		d := leavesOut(field, text)
		return &d, false, ""
	}
	if slices.Equal(*want, *got) {
		return nil, false, ""
	}
	d = &difference{Field: field, Want: text, Got: strings.Join(*got, " ")}
	for _, x := range *got {
		if !proper(x) {
			return d, false, x
		}
	}
	for _, x := range *want {
		if !slices.Contains(*got, x) {
			return d, true, x
		}
	}
	for _, x := range *got {
		if !slices.Contains(*want, x) {
			return d, false, x
		}
	}
	d.Form, d.manner = "lists out of order, or twice, "+field, true
	return d, false, ""
}

func isSquare(text string) bool {
	_, err := brandubh.ParseSquare(text)
	return err == nil
}

func isMove(text string) bool {
	_, err := brandubh.ParseMove(text)
	return err == nil
}

func number(n *int, none string) string {
	if n == nil {
		return none
	}
	return fmt.Sprint(*n)
}

func text(s *string) string {
	if s == nil {
		return "absent"
	}
	return *s
}
