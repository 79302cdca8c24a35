package search

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"

	"example.com/brandubh"
)

// WriteCertificate writes the proof that the search has found, in the form that
// FACTS.md describes, and returns the number of its entries. The same proof gives
// the same contents.
func (s *Search) WriteCertificate(w io.Writer) (int, error) {
	lines, err := s.Proof()
	if err != nil {
		return 0, err
	}
	return len(lines), write(w, s.v, s.config.Root, lines)
}

func write(w io.Writer, v *brandubh.Variant, root brandubh.Position, lines []Line) error {
	packed := gzip.NewWriter(w)
	out := bufio.NewWriter(packed)
	fmt.Fprintf(out, "brandubh certificate 1\nrules %s %s\nroot %v\nmoves %d\n", v.Name, v.Fingerprint(), root, len(lines))
	var buf []byte
	var attackers, defenders uint64
	for _, l := range lines {
		king := l.Position.Pieces(brandubh.King)
		a, d := uint64(l.Position.Pieces(brandubh.Attacker)|king), uint64(l.Position.Pieces(brandubh.Defender)|king)
		if d != defenders {
			attackers = 0
		}
		buf = binary.AppendUvarint(buf[:0], d-defenders)
		buf = binary.AppendUvarint(buf, a-attackers)
		buf = append(buf, byte(l.Move.From), byte(l.Move.To))
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
