package player_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
	"example.com/brandubh/player"
)

func TestPlanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p brandubh.Position
		for s := range brandubh.Square(49) {
			p, _ = p.Put(s, brandubh.Piece(rapid.IntRange(0, 3).Draw(t, "piece")))
		}
		p = p.WithTurn(brandubh.Side(rapid.IntRange(0, 2).Draw(t, "turn")))
		dst := slices.Repeat([]float32{7}, player.PlanesLen+3)
		if err := player.Planes(p, dst); err != nil {
			t.Fatal(err)
		}
		for s := range brandubh.Square(49) {
			var want [4]float32
			if x := p.At(s); x != brandubh.NoPiece {
				want[x-1] = 1
			}
			switch p.Turn() {
			case brandubh.Attackers:
				want[3] = 1
			case brandubh.Defenders:
				want[3] = -1
			}
			if got := [4]float32{dst[s], dst[49+s], dst[98+s], dst[147+s]}; got != want {
				t.Fatalf("%v on %v: %v, want %v", p, s, got, want)
			}
		}
		if !slices.Equal(dst[player.PlanesLen:], []float32{7, 7, 7}) {
			t.Error("what follows the planes was touched")
		}
		short := dst[:rapid.IntRange(0, player.PlanesLen-1).Draw(t, "length")]
		before := slices.Clone(short)
		if err := player.Planes(brandubh.Federation().Start, short); !errors.Is(err, io.ErrShortBuffer) || !slices.Equal(short, before) {
			t.Errorf("%d values: %v", len(short), err)
		}
	})
}

func TestPlanesAllocates(t *testing.T) {
	p, dst := brandubh.Federation().Start, make([]float32, player.PlanesLen)
	if n := testing.AllocsPerRun(100, func() { player.Planes(p, dst) }); n != 0 {
		t.Errorf("Planes allocates %v times, want none", n)
	}
}

func BenchmarkPlanes(b *testing.B) {
	p := brandubh.Federation().Start
	dst := make([]float32, player.PlanesLen)
	b.ReportAllocs()
	for b.Loop() {
		player.Planes(p, dst)
	}
}

func ExamplePlanes() {
	p := brandubh.Federation().Start
	planes := make([]float32, player.PlanesLen)
	if err := player.Planes(p, planes); err != nil {
		fmt.Println(err)
		return
	}
	attackers, king, turn := planes[:49], planes[98:147], planes[147:]
	fmt.Println(attackers[brandubh.D1], king[brandubh.D4], turn[0])
	// Output: 1 1 1
}
