package search

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/binary"
	"fmt"
	"io"

	"example.com/brandubh"
)

// WriteCertificate writes the proof that the search has found, in the form that
// FACTS.md describes, and returns the number of its entries. The same proof gives
// the same contents. It refuses, with ErrUnproved, where there is no proof, and with
// ErrMemory where Config.Memory has no room for one so large; a context that is done
// stops it. The table of positions is given up for it, but the search can still be
// saved, and loaded with more memory.
func (s *Search) WriteCertificate(ctx context.Context, w io.Writer) (int, error) {
	entries, err := s.proof(ctx)
	if err != nil {
		return 0, err
	}
	return len(entries), write(ctx, w, s.v, s.config.Root, entries)
}

func write(ctx context.Context, w io.Writer, v *brandubh.Variant, root brandubh.Position, entries []record) error {
	packed := gzip.NewWriter(w)
	out := bufio.NewWriter(packed)
	fmt.Fprintf(out, "brandubh certificate 3\nrules %s\nroot %v\nmoves %d\n", v.Fingerprint(), root, len(entries))
	var buf []byte
	var attackers, defenders uint64
	for i, e := range entries {
		if i&0xffff == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		a, d := e.key().sides()
		if d != defenders {
			attackers = 0
		}
		m := e.move()
		buf = binary.AppendUvarint(buf[:0], d-defenders)
		buf = binary.AppendUvarint(buf, a-attackers)
		buf = append(buf, byte(m.From), byte(m.To))
		buf = binary.AppendUvarint(buf, uint64(e.rank()))
		if _, err := out.Write(buf); err != nil {
			return err
		}
		attackers, defenders = a, d
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return packed.Close()
}
