package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"example.com/brandubh"
)

// Replay plays the record by the rules of o, or else by its own. What a move captures
// follows from the rules; what the record says about it is a claim, and a false one
// is reported. A record that names no captures at all claims nothing about them.
//
// Where the game ends by the rules before the record does, what follows is kept as
// Rest and reported; so is what follows where the players have ended it. A move that
// cannot be read or is illegal stops the reading with an [*Error] that names the
// ply: the Record holds all that was read before and, in Rest, the text from that
// move on. An invalid rule set or start is refused with the whole text as Rest. A
// record without rules, where o has none either, is refused with an error that wraps
// [brandubh.ErrNoVariant]; a nil record is refused with [brandubh.ErrSyntax].
func (w *Written) Replay(o Options) (Record, error) {
	if w == nil {
		return Record{Rules: o.Rules, Start: o.Start}, &Error{What: "game", Err: syntaxError("there is no record")}
	}
	r := &replay{readOn: o.ReadOn, w: w, places: &locator{text: w.text, last: w.base}}
	r.Form, r.Headers, r.Claim = w.Form, w.Headers, w.Claim
	r.Deviations = append(r.Deviations, w.Deviations...)
	if err := r.begin(o); err != nil {
		r.Rest = w.text[min(w.base.Offset, w.end):w.end]
		return r.Record, err
	}
	r.v = r.Rules
	err := r.play(w.items)
	if err == nil && r.Rest == "" && w.stop != nil {
		err = r.unread()
	}
	r.finish(err)
	return r.Record, err
}

// replay is a record being played.
type replay struct {
	Record
	w        *Written
	places   *locator
	v        *brandubh.Variant // the rules, without enclosure after reading on past it
	readOn   bool
	p        brandubh.Position
	before   brandubh.Position // the position before the last move
	ended    bool              // the players have ended the game
	gaveUp   bool              // the last of them instead of moving
	contrary bool              // the record contradicts itself about the end
	captures bool              // the record has named a capture
	unnamed  map[int]bool      // the deviations that are captures without a word of it
	numbered bool              // a wrong move number has been reported
	taken    [2]int            // pieces captured by the attackers and the defenders
}

// begin sets up the rules and the start.
func (r *replay) begin(o Options) error {
	r.Rules = o.Rules
	if r.Rules != nil && r.w.RulesErr != nil {
		r.report(0, KindRules, nil, "the record's own rules cannot be used: %v", r.w.RulesErr)
	}
	if r.Rules == nil {
		if r.Rules = r.w.Rules; r.w.RulesErr != nil {
			return r.w.RulesErr
		}
	}
	if r.Rules == nil {
		return fmt.Errorf("the record has no rules: %w", brandubh.ErrNoVariant)
	}
	if err := r.Rules.Validate(); err != nil {
		return err
	}
	r.Start = r.Rules.Start
	switch {
	case o.Start != (brandubh.Position{}):
		r.Start = o.Start
	case r.w.Start != (brandubh.Position{}):
		r.Start = r.w.Start
		if r.Start.Turn() == brandubh.NoSide {
			r.Start = r.Start.WithTurn(r.Rules.Start.Turn())
		}
	}
	if r.w.First != brandubh.NoSide && o.Start == (brandubh.Position{}) {
		r.Start = r.Start.WithTurn(r.w.First)
	}
	r.p = r.Start
	return r.Rules.ValidateStart(r.Start)
}

// ply is the number of the ply to come.
func (r *replay) ply() int { return len(r.Moves) + 1 }

// token returns an item as it is written.
func (r *replay) token(it *item) string {
	if it.kind == itemMove && (r.Form == GameJSON || it.to <= it.from) {
		return it.move.String()
	}
	return cut(strings.TrimSpace(r.w.text[it.from:it.to]), 60)
}

func (r *replay) report(ply int, kind DeviationKind, it *item, why string, args ...any) {
	d := Deviation{Ply: ply, Kind: kind, Why: fmt.Sprintf(why, args...)}
	if it != nil {
		d.Token = r.token(it)
		if r.Form != GameJSON {
			d.Place = r.places.place(it.from)
		}
	}
	r.Deviations = append(r.Deviations, d)
}

// play plays the items of the main line.
func (r *replay) play(items []item) error {
	for i := range items {
		it := &items[i]
		ends := it.kind == itemMove || it.kind == itemClaim && it.claim.Kind >= ClaimWin && it.self
		if ends && r.over(it) {
			r.leave(items[i:])
			return nil
		}
		var err error
		switch it.kind {
		case itemNumber:
			r.number(it)
		case itemComment:
			r.Comments = append(r.Comments, Comment{len(r.Moves), it.text})
		case itemClock:
			r.Clocks = append(r.Clocks, Clock{len(r.Moves), it.left})
		case itemClaim:
			r.claim(it)
		case itemVariation:
			before, n := r.before, len(r.Moves)
			if r.gaveUp { // the line stands for a resignation
				before, n = r.p, n+1
			}
			r.Variations = append(r.Variations, r.variation(it, before, r.p, n))
		case itemMove:
			err = r.move(it)
		}
		if err != nil {
			r.leave(items[i:])
			return r.fail(it, err)
		}
	}
	return nil
}

// leave keeps the text from an item on as the Rest.
func (r *replay) leave(items []item) {
	switch r.Form {
	case OTG, GameJSON, ArchiveJSON:
		var words []string
		for i := range items {
			if it := &items[i]; it.kind == itemMove || it.kind == itemClaim {
				words = append(words, r.token(it))
			}
		}
		r.Rest = strings.Join(words, " ")
	case CSV:
		r.Rest, _, _ = strings.Cut(r.w.text[items[0].from:r.w.end], ",")
		r.Rest = strings.TrimSpace(strings.TrimSuffix(r.Rest, `"`))
	default:
		r.Rest = strings.TrimSpace(r.w.text[items[0].from:r.w.end])
	}
}

// fail returns why a move cannot be played.
func (r *replay) fail(it *item, err error) error {
	e := &Error{What: r.Form.what(), Ply: r.ply(), Token: r.token(it), Err: err}
	if r.Form != GameJSON {
		e.Place = r.places.place(it.from)
	}
	return e
}

// unread returns why the text could not be read any more, which is no error but a
// remark where the game is over.
func (r *replay) unread() error {
	stop := *r.w.stop
	r.Rest = r.w.unread
	if end := r.end(); end.Over() || r.ended {
		kind, why := KindAfterEnd, "the game was over before: "+end.Sentence()
		if !end.Over() {
			kind, why = KindAfterClaim, "the record has said before how the game ended"
		}
		r.Deviations = append(r.Deviations, Deviation{Ply: r.ply(), Kind: kind, Place: stop.Place, Token: stop.Token, Why: why})
		return nil
	}
	stop.Ply = r.ply()
	return &stop
}

// number compares a move number with the ply to come: turns are numbered, or
// plies. The first that does not fit is reported.
func (r *replay) number(it *item) {
	if r.numbered || it.number == 0 || it.number == len(r.Moves)/2+1 || it.number == r.ply() {
		return
	}
	// "1... c4-c2" and numbers behind a comment are as good as before it.
	r.numbered = true
	r.report(r.ply(), KindText, it, "this is turn %d, ply %d", len(r.Moves)/2+1, r.ply())
}

// claim takes up what the record says about the end.
func (r *replay) claim(it *item) {
	c := it.claim
	if it.self {
		c.Winner = r.p.Turn().Opponent()
		r.gaveUp = true
	}
	if c.Text == "" {
		c.Text = r.token(it)
	}
	both, contrary := r.Claim.with(c)
	if contrary {
		r.contrary = true
		r.report(len(r.Moves), KindResult, it, "the record contradicts itself: %s", cut(r.Claim.Text, 60))
	}
	r.Claim = both
	r.ended = r.ended || c.Kind >= ClaimWin || c.Reason == brandubh.Aborted
}

// end returns how the game stands by the rules, repetition left aside.
func (r *replay) end() brandubh.Result { return r.v.Result(r.p) }

// over reports whether the game is over before an item, which is a deviation.
func (r *replay) over(it *item) bool {
	end := r.end()
	if end.Reason == brandubh.Enclosed && r.readOn {
		r.report(len(r.Moves), KindAfterEnd, it, "the game is over by the rules: %s; it is read on", end.Sentence())
		open := *r.v
		open.Enclosure = false
		r.v = &open
		end = r.end()
	}
	switch {
	case end.Over():
		r.report(r.ply(), KindAfterEnd, it, "the game was over before: %s", end.Sentence())
	case r.ended:
		r.report(r.ply(), KindAfterClaim, it, "the record has said before how the game ended")
	}
	return end.Over() || r.ended
}

// move plays a move of a game that is not over, and compares with the rules what
// the record says about it.
func (r *replay) move(it *item) error {
	w, before, ply := it.move, r.p, r.ply()
	after, err := r.v.Play(before, w.Move)
	if err != nil {
		return err
	}
	r.before, r.p, r.Moves = before, after, append(r.Moves, w.Move)
	king, taken := before.Pieces(brandubh.King), captured(before, after)
	soldiers := taken &^ king // that the king falls is often not written
	r.taken[(before.Turn()-brandubh.Attackers)&1] += soldiers.Len()
	if it.twice != 0 {
		r.report(ply, KindText, it, "names twice what it takes: %v", it.twice)
	}
	if it.side != brandubh.NoSide && it.side != before.Turn() {
		r.report(ply, KindText, it, "the %v are to move", before.Turn())
	}
	if x := before.At(w.Move.From); w.King && x != brandubh.King {
		r.report(ply, KindPiece, it, "the piece on %v is not the king (%v)", w.Move.From, x)
	}
	if wrong := w.KingCaptures &^ (king & taken); wrong != 0 {
		r.report(ply, KindPiece, it, "no king is taken on %v", wrong)
	}
	says := w.Captures != 0 || w.Count != 0 || w.Takes
	switch {
	case !says && soldiers != 0:
		if r.unnamed == nil {
			r.unnamed = map[int]bool{}
		}
		r.unnamed[len(r.Deviations)] = true
		r.report(ply, KindCaptures, it, "by the rules it takes %v", taken)
	case says && taken == 0:
		r.report(ply, KindCaptures, it, "by the rules it takes nothing")
	case w.Captures != 0 && w.Captures != taken && w.Captures != soldiers,
		w.Count != 0 && int(w.Count) != taken.Len() && int(w.Count) != soldiers.Len():
		r.report(ply, KindCaptures, it, "by the rules it takes %v", taken)
	}
	r.captures = r.captures || says
	if !borneOut(r.v, w.Symbol, before.Turn(), after) {
		why := r.v.Result(after).Sentence()
		switch w.Symbol {
		case "+":
			why += ", and neither could its mover win next nor the king be captured"
		case "-":
			why += ", and the king has no way out"
		}
		r.report(ply, KindSymbol, it, "%q is not so: %s", w.Symbol, why)
	}
	return nil
}

// variation plays a line that stands for the last of n plies; after is the
// position after that ply, before the one before it.
func (r *replay) variation(it *item, before, after brandubh.Position, plies int) Variation {
	v := Variation{Ply: plies}
	p, last := before, before
	n := plies - 1
	for i := range it.line {
		sub := &it.line[i]
		switch sub.kind {
		case itemComment:
			v.Comments = append(v.Comments, Comment{n, sub.text})
		case itemClock:
			v.Clocks = append(v.Clocks, Clock{n, sub.left})
		case itemVariation:
			v.Variations = append(v.Variations, r.variation(sub, last, p, n))
		case itemMove, itemClaim:
			err := brandubh.ErrGameOver
			var q brandubh.Position
			if sub.kind == itemMove {
				q, err = r.v.Play(p, sub.move.Move)
			}
			if sub.kind == itemClaim {
				err = errors.New("how a line ends is not kept")
			}
			if err != nil {
				var words []string
				for j := i; j < len(it.line); j++ {
					if k := it.line[j].kind; k == itemMove || k == itemClaim {
						words = append(words, r.token(&it.line[j]))
					}
				}
				v.Rest = strings.Join(words, " ")
				r.report(n+1, KindVariation, sub, "the variation ends here: %v", err)
				return v
			}
			last, p, n = p, q, n+1
			v.Moves = append(v.Moves, sub.move.Move)
		}
	}
	return v
}

// finish settles the result, and takes back what was reported about captures where
// the record names none.
func (r *replay) finish(err error) {
	if !r.captures && len(r.unnamed) > 0 {
		kept := r.Deviations[:0]
		for i, d := range r.Deviations {
			if !r.unnamed[i] {
				kept = append(kept, d)
			}
		}
		r.Deviations = kept
	}
	if len(r.Deviations) == 0 {
		r.Deviations = nil
	}
	for _, d := range r.w.Deviations {
		r.contrary = r.contrary || d.Kind == KindResult
	}
	r.Result = r.end()
	if err != nil {
		return
	}
	said, gives := r.Claim.result()
	switch {
	case r.Result.Over():
		if !r.Claim.agrees(r.Result) && !r.contrary {
			r.reportResult("by the rules %s", r.Result.Sentence())
		}
	case r.contrary || r.Rest != "" && !r.ended:
	case gives:
		r.Result = said
	case r.Claim.Kind >= ClaimWin && r.Claim.Reason != brandubh.NoReason:
		r.reportResult("by the rules the game is not over")
	}
	if c := r.w.counts; c != nil && *c != r.taken && r.Rest == "" {
		r.Deviations = append(r.Deviations, Deviation{
			Kind: KindCaptures, Token: strconv.Itoa(c[0]) + "," + strconv.Itoa(c[1]),
			Why: fmt.Sprintf("by the rules the attackers have captured %d pieces and the defenders %d", r.taken[0], r.taken[1]),
		})
	}
}

// reportResult reports that the record claims another result.
func (r *replay) reportResult(why string, args ...any) {
	r.Deviations = append(r.Deviations, Deviation{
		Ply: len(r.Moves), Kind: KindResult, Token: cut(r.Claim.Text, 60), Why: fmt.Sprintf(why, args...),
	})
}
