package conformance

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"example.com/brandubh"
)

// How long is searched for each field, and how far a random game goes.
const (
	tries    = 40_000
	maxPlies = 500
)

// Diff writes where two rule sets part: the fields that differ, the smallest
// positions found that show each, and how often random games meet a difference. The
// seed decides the games and the positions; progress is told how far it is.
func Diff(w io.Writer, progress func(text string), a, b *brandubh.Variant, games int, seed uint64) {
	paths := a.Diff(b)
	na, nb := a.Name, b.Name
	if na == nb {
		na, nb = na+" (first)", nb+" (second)"
	}
	if len(paths) == 0 {
		fmt.Fprintf(w, "%s and %s differ in no rule.\n", na, nb)
		return
	}
	fmt.Fprintf(w, "%s and %s differ in %d of %d fields\n", na, nb, len(paths), len(brandubh.Fields()))
	width := max(len([]rune(na)), len([]rune(nb)))
	for _, path := range paths {
		fmt.Fprintf(w, "\n%s\n", path)
		for _, side := range []struct {
			name string
			v    *brandubh.Variant
		}{{na, a}, {nb, b}} {
			value, ok := side.v.Value(path)
			if !ok {
				value = "absent"
			}
			pr, ok := side.v.Provenance(path)
			if !ok || value == "absent" {
				fmt.Fprintf(w, "  %-*s  %s\n", width, side.name, value)
				continue
			}
			fmt.Fprintf(w, "  %-*s  %s  [%v] %s\n", width, side.name, value, pr, pr.Note)
		}
	}

	fmt.Fprint(w, "\nThe smallest positions found that show each\n")
	for i, path := range paths {
		progress(fmt.Sprintf("searching %d/%d %s", i+1, len(paths), path))
		fmt.Fprintf(w, "\n%s\n", path)
		switch group, _, _ := strings.Cut(path, "."); group {
		case "repetition", "agreement", "start":
			fmt.Fprintf(w, "  no single position shows it: it is about %s.\n", map[string]string{
				"repetition": "the history of a game", "agreement": "what the players say", "start": "where a game starts",
			}[group])
			continue
		}
		one := with(a, b, path)
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		p, m, ok := search(rng, a, b, one, path)
		if !ok {
			fmt.Fprintf(w, "  none found in %d random positions: other rules may leave it nothing to decide.\n", tries)
			continue
		}
		for line := range strings.Lines(p.Diagram()) {
			fmt.Fprintf(w, "  %s", line)
		}
		if m == (brandubh.Move{}) {
			fmt.Fprintf(w, "  %v\n", p)
			for _, side := range []struct {
				name string
				v    *brandubh.Variant
			}{{na, a}, {nb, b}} {
				fmt.Fprintf(w, "  %s: %s  %v\n", side.name, stands(side.v.Result(p)), citation(side.v, path))
			}
			continue
		}
		fmt.Fprintf(w, "  %v, move %v\n", p, m)
		explain(w, na, a, p, m)
		explain(w, nb, b, p, m)
	}
	progress("")
	if games == 0 {
		return
	}
	play(w, progress, na, nb, a, b, games, seed)
}

func stands(r brandubh.Result) string {
	if !r.Over() {
		return "goes on"
	}
	return r.Sentence()
}

func explain(w io.Writer, name string, v *brandubh.Variant, p brandubh.Position, m brandubh.Move) {
	e := v.Explain(p, m)
	fmt.Fprintf(w, "  %s:\n", name)
	for line := range strings.Lines(e.String()) {
		fmt.Fprintf(w, "    %s", line)
	}
	if e.Err == nil && !e.Result.Over() {
		fmt.Fprint(w, "      the game goes on\n")
	}
}

// apart returns the first move that two rule sets answer differently, the zero
// Move where they differ about the position itself.
func apart(a, b *brandubh.Variant, p brandubh.Position) (brandubh.Move, bool) {
	if a.Result(p) != b.Result(p) {
		return brandubh.Move{}, true
	}
	for m := range a.Moves(p) {
		if differ(a, b, p, m) {
			return m, true
		}
	}
	for m := range b.Moves(p) {
		if a.Check(p, m) != nil {
			return m, true
		}
	}
	return brandubh.Move{}, false
}

// differ reports whether two rule sets answer differently about a move.
func differ(a, b *brandubh.Variant, p brandubh.Position, m brandubh.Move) bool {
	qa, ea := a.Play(p, m)
	qb, eb := b.Play(p, m)
	if ea != nil || eb != nil {
		return (ea == nil) != (eb == nil)
	}
	return qa != qb || a.Result(qa) != b.Result(qb)
}

// shows returns a move about which the two rule sets differ because of a field:
// they differ, and so do the first and one, which has only that field changed.
// Where there can be no such rule set, an explanation must name the field.
func shows(a, b, one *brandubh.Variant, path string, p brandubh.Position) (brandubh.Move, bool) {
	if a.ValidateStart(p) != nil || b.ValidateStart(p) != nil {
		return brandubh.Move{}, false
	}
	if one != nil {
		m, ok := apart(a, one, p)
		if !ok {
			return m, false
		}
		if m == (brandubh.Move{}) {
			return m, a.Result(p) != b.Result(p)
		}
		return m, differ(a, b, p, m)
	}
	m, ok := apart(a, b, p)
	if !ok || m == (brandubh.Move{}) {
		return m, false
	}
	return m, slices.Contains(a.Explain(p, m).Rules(), path) || slices.Contains(b.Explain(p, m).Rules(), path)
}

// search returns the smallest position found that shows a field, and the move,
// the zero Move where the position itself is in dispute.
func search(rng *rand.Rand, a, b, one *brandubh.Variant, path string) (best brandubh.Position, move brandubh.Move, found bool) {
	for range tries {
		p := crowd(rng)
		m, ok := shows(a, b, one, path, p)
		if !ok {
			continue
		}
		p, m = smallest(a, b, one, path, p, m)
		if !found || better(p, m, best, move) {
			best, move, found = p, m, true
		}
		if pieces(best) <= 2 && move != (brandubh.Move{}) {
			break
		}
	}
	return best, move, found
}

// better prefers fewer pieces, and then a move to a mere verdict.
func better(p brandubh.Position, m brandubh.Move, q brandubh.Position, n brandubh.Move) bool {
	if pieces(p) != pieces(q) {
		return pieces(p) < pieces(q)
	}
	return m != (brandubh.Move{}) && n == (brandubh.Move{})
}

func pieces(p brandubh.Position) int {
	return p.Side(brandubh.Attackers).Len() + p.Side(brandubh.Defenders).Len()
}

// smallest takes pieces away as long as the position still shows the field.
func smallest(a, b, one *brandubh.Variant, path string, p brandubh.Position, m brandubh.Move) (brandubh.Position, brandubh.Move) {
	p = fewer(p, func(q brandubh.Position, _ brandubh.Square) bool {
		n, ok := shows(a, b, one, path, q)
		if ok {
			m = n
		}
		return ok
	})
	return p, m
}

// crowd returns a random position with its pieces crowded around the king, who
// likes the places that rules are about.
func crowd(rng *rand.Rand) brandubh.Position {
	places := []brandubh.Bitboard{brandubh.Board, brandubh.Throne, brandubh.Beside, brandubh.Edge &^ brandubh.Corners}
	pick := func(b brandubh.Bitboard) brandubh.Square {
		n := rng.IntN(b.Len())
		for s := range b.All() {
			if n == 0 {
				return s
			}
			n--
		}
		return 0
	}
	king := pick(places[rng.IntN(len(places))])
	p, _ := brandubh.Position{}.Put(king, brandubh.King)
	centre := king
	if rng.IntN(3) == 0 {
		centre = pick(brandubh.Board)
	}
	spread := 1 + rng.IntN(6)
	for _, group := range []struct {
		x brandubh.Piece
		n int
	}{{brandubh.Attacker, 1 + rng.IntN(8)}, {brandubh.Defender, rng.IntN(5)}} {
		for range group.n {
			s, ok := brandubh.SquareAt(centre.File()+rng.IntN(2*spread+1)-spread, centre.Rank()+rng.IntN(2*spread+1)-spread)
			if ok && p.At(s) == brandubh.NoPiece {
				p, _ = p.Put(s, group.x)
			}
		}
	}
	if rng.IntN(2) == 0 {
		return p.WithTurn(brandubh.Attackers)
	}
	return p.WithTurn(brandubh.Defenders)
}

// play plays random games under the first rule set and tells how often the
// second would have answered differently.
func play(w io.Writer, progress func(text string), na, nb string, a, b *brandubh.Variant, games int, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1<<32))
	plies, pliesApart, gamesApart, gamesEnd, firsts := 0, 0, 0, 0, 0
	for game := range games {
		if game%100 == 0 {
			progress(fmt.Sprintf("playing %d/%d", game, games))
		}
		la, err := brandubh.NewLine(a, a.Start)
		if err != nil {
			fmt.Fprintf(w, "\nNo random games: %v\n", err)
			return
		}
		lb, _ := brandubh.NewLine(b, a.Start) // nil where b cannot start there
		first, ends := 0, false
		for la.Plies() < maxPlies && !la.Result().Over() {
			p := la.Position()
			plies++
			moves := slices.Collect(la.Moves())
			_, other := apart(a, b, p)
			if lb != nil && !other {
				other = !slices.Equal(moves, slices.Collect(lb.Moves()))
			}
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			if la.Play(m) != nil {
				break
			}
			if lb != nil {
				if lb.Play(m) != nil || lb.Position() != la.Position() {
					lb, ends = nil, true
				} else if lb.Result() != la.Result() {
					other, ends, lb = true, true, nil
				}
			}
			if other {
				pliesApart++
				if first == 0 {
					first = la.Plies()
				}
			}
		}
		if first > 0 {
			gamesApart++
			firsts += first
		}
		if ends {
			gamesEnd++
		}
	}
	progress("")
	fmt.Fprintf(w, "\nIn random play under %s (%d games, at most %d plies each, seed %d)\n", na, games, maxPlies, seed)
	fmt.Fprintf(w, "  %d of %d positions (%.2f%%) have a move, or an end, that %s answers differently\n", pliesApart, plies, percent(pliesApart, plies), nb)
	fmt.Fprintf(w, "  %d of %d games (%.1f%%) meet such a position", gamesApart, games, percent(gamesApart, games))
	if gamesApart > 0 {
		fmt.Fprintf(w, ", the first after %.0f plies on average", float64(firsts)/float64(gamesApart))
	}
	fmt.Fprintf(w, "\n  %d of %d games (%.1f%%) would have gone another way by the very moves played\n", gamesEnd, games, percent(gamesEnd, games))
}
