package check

import (
	"context"
	"fmt"

	"example.com/brandubh"
)

// Load reads all entries into memory, some 17 bytes for each, for Known. It refuses,
// with ErrMemory, a certificate that needs more than that many bytes (0 for no limit).
func (c *Certificate) Load(ctx context.Context, memory int64) error {
	if need := int64(c.entries) / line * lineBytes; memory > 0 && need > memory {
		return fmt.Errorf("%w: %d entries need %d bytes, and %d are allowed", ErrMemory, c.entries, need, memory)
	}
	t, err := c.load(ctx, 0, 0, c.entries)
	if err == nil {
		c.table = t
	}
	return err
}

// Known reports what the certificate says about a position with the defenders to move:
// that the defenders win and by which move. The plies are 1 for an escape and else 0, not
// known: the rank is only the most that they can be. It is the truth only if Check has
// passed. Known knows nothing of other positions or under other
// rules than the certificate's, and nothing before Load. It is what package player's
// Knowledge asks.
func (c *Certificate) Known(v *brandubh.Variant, p brandubh.Position) (winner brandubh.Side, plies int, m brandubh.Move, ok bool) {
	if c.table == nil || p.Turn() != brandubh.Defenders || v == nil || *v != *c.Rules && len(v.Diff(c.Rules)) > 0 {
		return brandubh.NoSide, 0, brandubh.Move{}, false
	}
	if to, ok := v.Escapes(p).First(); ok {
		king, _ := p.Pieces(brandubh.King).First()
		return brandubh.Defenders, 1, brandubh.Move{From: king, To: to}, true
	}
	canonical, s := p.Canonical()
	_, x, _, ok := c.table.find(recordOf(canonical))
	if !ok {
		return brandubh.NoSide, 0, brandubh.Move{}, false
	}
	return brandubh.Defenders, 0, s.Inverse().Move(x.move()), true
}
