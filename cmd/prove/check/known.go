package check

import "example.com/brandubh"

// Known tells a player what the certificate has to say about a position with the
// defenders to move, as package player's Knowledge asks it: that the defenders
// win, in a number of plies that it does not know (0), and the move that it
// chooses; or at once by an escape. It is the truth only if Check has passed. Of other positions, and under
// other rules than its own, it knows nothing.
func (c *Certificate) Known(v *brandubh.Variant, p brandubh.Position) (winner brandubh.Side, plies int, m brandubh.Move, ok bool) {
	if p.Turn() != brandubh.Defenders || v == nil || *v != *c.Rules && len(v.Diff(c.Rules)) > 0 {
		return brandubh.NoSide, 0, brandubh.Move{}, false
	}
	if to, ok := v.Escapes(p).First(); ok {
		king, _ := p.Pieces(brandubh.King).First()
		return brandubh.Defenders, 1, brandubh.Move{From: king, To: to}, true
	}
	canonical, s := p.Canonical()
	var k key
	if data, err := canonical.AppendBinary(k[:0]); err != nil || len(data) != len(k) {
		return brandubh.NoSide, 0, brandubh.Move{}, false
	}
	i, ok := c.find(k)
	if !ok {
		return brandubh.NoSide, 0, brandubh.Move{}, false
	}
	return brandubh.Defenders, 0, s.Inverse().Move(c.moves[i]), true
}
