package record_test

import (
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"example.com/brandubh"
)

func genOne[T any](t *rapid.T, label string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, label)
}

func genBool(t *rapid.T, label string) bool { return rapid.Bool().Draw(t, label) }

// positions compares positions with ==.
var positions = cmpopts.EquateComparable(brandubh.Position{})

func preset(t testing.TB, name string) *brandubh.Variant {
	t.Helper()
	v, err := brandubh.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// genVariant draws a valid rule set: a preset with some of its rules drawn anew or
// taken from another preset.
func genVariant() *rapid.Generator[brandubh.Variant] {
	return rapid.Custom(func(t *rapid.T) brandubh.Variant {
		one := func(label string) *brandubh.Variant {
			v, err := brandubh.Preset(genOne(t, label, brandubh.Presets()...))
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		v := *one("preset")
		if genBool(t, "mixed") {
			w := one("other preset")
			for _, take := range []func(){
				func() { v.Start = w.Start },
				func() { v.Goal = w.Goal },
				func() { v.Range = w.Range },
				func() { v.Throne, v.King.Sides = w.Throne, w.King.Sides },
				func() { v.Corners = w.Corners },
				func() { v.King.Armed = w.King.Armed },
				func() { v.King.Edge = w.King.Edge },
				func() { v.Repetition = w.Repetition },
			} {
				before := v
				if take(); !genBool(t, "taken") || v.Validate() != nil {
					v = before
				}
			}
		}
		for _, draw := range []func(){
			func() { v.Enclosure = genBool(t, "enclosure") },
			func() { v.Agreement = genBool(t, "agreement") },
			func() { v.NoMoves = genOne(t, "noMoves", brandubh.NoMovesLoses, brandubh.NoMovesDraws) },
			func() { v.Start = v.Start.WithTurn(v.Start.Turn().Opponent()) },
			func() { v.Range.King = genOne[uint8](t, "range.king", 0, 1, 2, 6) },
			func() { v.Range.Attackers = genOne[uint8](t, "range.attackers", 0, 1, 2, 6) },
			func() {
				v.King.Armed = genOne(t, "king.armed", brandubh.Unarmed, brandubh.HammerOnly, brandubh.AnvilOnly, brandubh.Armed)
			},
			func() { v.King.Sides.Elsewhere = genOne[uint8](t, "king.sides.elsewhere", 2, 3, 4) },
			func() { v.Throne.Return = genBool(t, "throne.return") },
			func() { v.Throne.Stop.Attackers = genBool(t, "throne.stop.attackers") },
			func() { v.Throne.Stop.Defenders = genBool(t, "throne.stop.defenders") },
			func() {
				v.Throne.Hostile.King = genOne(t, "throne.hostile.king", brandubh.HostileNever, brandubh.HostileWhenEmpty, brandubh.HostileAlways)
			},
			func() {
				v.Throne.Pass = brandubh.ByPiece[bool]{Attackers: genBool(t, "pass a"), Defenders: genBool(t, "pass d"), King: genBool(t, "pass k")}
			},
		} {
			before := v
			if rapid.IntRange(0, 3).Draw(t, "drawn") > 0 {
				continue
			}
			if draw(); v.Validate() != nil {
				v = before
			}
		}
		return v
	})
}

// genPosition draws a position that a game under the rules can start from: one
// with king and soldiers anywhere, or one of a game.
func genPosition(v *brandubh.Variant) *rapid.Generator[brandubh.Position] {
	return rapid.Custom(func(t *rapid.T) brandubh.Position {
		if genBool(t, "of a game") {
			p := v.Start
			for range rapid.IntRange(0, 30).Draw(t, "plies") {
				m, ok := v.NthMove(p, rapid.IntRange(0, 200).Draw(t, "move")%max(1, v.Count(p)))
				if !ok {
					break
				}
				p, _ = v.Play(p, m)
			}
			return p
		}
		p := brandubh.Position{}.WithTurn(genOne(t, "turn", brandubh.Attackers, brandubh.Defenders))
		king := brandubh.Square(rapid.IntRange(0, 48).Draw(t, "king"))
		p, _ = p.Put(king, brandubh.King)
		for s := range brandubh.Square(49) {
			x := genOne(t, "piece", brandubh.NoPiece, brandubh.NoPiece, brandubh.NoPiece, brandubh.NoPiece, brandubh.Attacker, brandubh.Defender)
			if s == king || x == brandubh.NoPiece {
				continue
			}
			if q, err := p.Put(s, x); err == nil && v.ValidatePosition(q) == nil {
				p = q
			}
		}
		return p
	})
}
