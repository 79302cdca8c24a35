package brandubh_test

import (
	"bytes"
	"encoding"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.com/brandubh"
)

var (
	_ encoding.BinaryMarshaler   = brandubh.Position{}
	_ encoding.BinaryUnmarshaler = (*brandubh.Position)(nil)
)

func TestPositionBinary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anySetUp.Draw(t, "position")
		data, err := p.MarshalBinary()
		if err != nil || len(data) != 13 {
			t.Fatalf("%v is % x: %v", p, data, err)
		}
		// The documented layout, as a number.
		want := new(big.Int)
		for s := range brandubh.Square(49) {
			x := p.At(s)
			if x == brandubh.Attacker || x == brandubh.King {
				want.SetBit(want, int(s), 1)
			}
			if x == brandubh.Defender || x == brandubh.King {
				want.SetBit(want, 49+int(s), 1)
			}
		}
		want.Or(want, new(big.Int).Lsh(big.NewInt(int64(p.Turn())), 98))
		layout := want.FillBytes(make([]byte, 13))
		slices.Reverse(layout)
		if !bytes.Equal(data, layout) {
			t.Fatalf("%v is % x, want % x", p, data, layout)
		}
		var back brandubh.Position
		if err := back.UnmarshalBinary(data); err != nil || back != p {
			t.Errorf("%v comes back as %v (%v)", p, back, err)
		}
	})
}

// TestPositionBinaryFixed: these bytes must never change.
func TestPositionBinaryFixed(t *testing.T) {
	for text, want := range map[string]string{
		"7/7/7/7/7/7/7 -":                   "00000000000000000000000000",
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a": "0804600d402000000407010004",
		"K5t/7/2T4/7/4t2/7/T5K d":           "40000400000483000080000808",
	} {
		p, err := brandubh.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if data, _ := p.MarshalBinary(); fmt.Sprintf("%x", data) != want {
			t.Errorf("%s is %x, want %s", text, data, want)
		}
	}
}

// FuzzPositionBinary: whatever is accepted is what would have been written.
func FuzzPositionBinary(f *testing.F) {
	for _, name := range brandubh.Presets() {
		v, _ := brandubh.Preset(name)
		data, _ := v.Start.MarshalBinary()
		f.Add(data)
	}
	f.Add(bytes.Repeat([]byte{0xff}, 12))
	f.Add(bytes.Repeat([]byte{0xff}, 13))
	f.Add(append(bytes.Repeat([]byte{0xff}, 12), 0x0b))
	f.Add(make([]byte, 14))
	f.Fuzz(checkPositionBinary)
}

func checkPositionBinary(t *testing.T, data []byte) {
	before := brandubh.Position{}.WithTurn(brandubh.Attackers)
	p := before
	if err := p.UnmarshalBinary(data); err != nil {
		if syntax := (*brandubh.ParseError)(nil); !errors.As(err, &syntax) || !errors.Is(err, brandubh.ErrSyntax) || err.Error() == "" {
			t.Errorf("% x is refused with %v", data, err)
		}
		if p != before {
			t.Errorf("% x is refused and changes the position to %v", data, p)
		}
		return
	}
	if back, err := p.MarshalBinary(); err != nil || !bytes.Equal(back, data) {
		t.Errorf("% x is read and written as % x (%v)", data, back, err)
	}
	if q, err := brandubh.ParsePosition(p.String()); err != nil || q != p {
		t.Errorf("% x is read as a position that differs from its own text %v", data, p)
	}
}

// TestPositionBinaryLastByte tries all values of the byte that not all are
// allowed in: of 256, three sides to move times the two highest squares.
func TestPositionBinaryLastByte(t *testing.T) {
	accepted := 0
	data := make([]byte, 13)
	for b := range 256 {
		data[12] = byte(b)
		checkPositionBinary(t, data)
		if new(brandubh.Position).UnmarshalBinary(data) == nil {
			accepted++
		}
	}
	if accepted != 12 {
		t.Errorf("%d values of the last byte are accepted, want 12", accepted)
	}
	for n := range 40 {
		if n != 13 && new(brandubh.Position).UnmarshalBinary(make([]byte, n)) == nil {
			t.Errorf("%d bytes are accepted", n)
		}
	}
}

func TestGob(t *testing.T) {
	type line struct {
		Start brandubh.Position
		Moves []brandubh.Move
	}
	want := line{preset(t, "magpie").Start, []brandubh.Move{{From: brandubh.D1, To: brandubh.C1}}}
	var b bytes.Buffer
	var got line
	if err := gob.NewEncoder(&b).Encode(want); err != nil {
		t.Fatal(err)
	}
	if err := gob.NewDecoder(&b).Decode(&got); err != nil || got.Start != want.Start || !slices.Equal(got.Moves, want.Moves) {
		t.Errorf("%v came back as %v: %v", want, got, err)
	}
}

// TestMoveIndex goes through every pair of squares, on the board and off.
func TestMoveIndex(t *testing.T) {
	next := 0
	for from := range brandubh.Square(51) {
		for to := range brandubh.Square(51) {
			m := brandubh.Move{From: from, To: to}
			i, err := m.Index()
			var why *brandubh.MoveError
			switch {
			case !from.Valid() || !to.Valid():
				if !errors.Is(err, brandubh.ErrOffBoard) || !errors.As(err, &why) || why.At.Valid() || why.Move != m {
					t.Errorf("%v: %v", m, err)
				}
			case from == to || from.File() != to.File() && from.Rank() != to.Rank():
				if !errors.Is(err, brandubh.ErrNotALine) || !errors.As(err, &why) || why.At != to || why.Move != m {
					t.Errorf("%v: %v", m, err)
				}
			default:
				if err != nil || i != next {
					t.Errorf("%v has index %d (%v), want %d", m, i, err, next)
				}
				if back, ok := brandubh.MoveAt(i); !ok || back != m {
					t.Errorf("index %d is %v, want %v", i, back, m)
				}
				next++
			}
		}
	}
	if want := 588; next != want || brandubh.MoveIndices != want {
		t.Errorf("there are %d moves and MoveIndices is %d, want %d", next, brandubh.MoveIndices, want)
	}
	for _, i := range []int{-1, 588, math.MaxInt, math.MinInt} {
		if m, ok := brandubh.MoveAt(i); ok || m != (brandubh.Move{}) {
			t.Errorf("index %d is %v", i, m)
		}
	}
}

// TestMoveIndexSymmetry: each symmetry permutes the indices.
func TestMoveIndexSymmetry(t *testing.T) {
	for s := range brandubh.Symmetries() {
		var seen [brandubh.MoveIndices]bool
		for i := range seen {
			m, _ := brandubh.MoveAt(i)
			j, err := s.Move(m).Index()
			if err != nil || seen[j] {
				t.Fatalf("%v sends index %d to %d (%v)", s, i, j, err)
			}
			seen[j] = true
		}
	}
}

func TestEncodingAllocates(t *testing.T) {
	p := preset(t, "legacy").Start
	data, _ := p.MarshalBinary()
	n := testing.AllocsPerRun(100, func() {
		p.UnmarshalBinary(data)
		for i := range brandubh.MoveIndices {
			m, _ := brandubh.MoveAt(i)
			m.Index()
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkPositionMarshalBinary(b *testing.B) {
	all := playedPositions(1 << 10)
	i := 0
	for b.Loop() {
		all[i&(1<<10-1)].MarshalBinary()
		i++
	}
}

func BenchmarkPositionUnmarshalBinary(b *testing.B) {
	var data [1 << 10][]byte
	for i, p := range playedPositions(1 << 10) {
		data[i], _ = p.MarshalBinary()
	}
	var p brandubh.Position
	i := 0
	for b.Loop() {
		if p.UnmarshalBinary(data[i&(1<<10-1)]) != nil {
			b.Fatal("refused")
		}
		i++
	}
}

func ExamplePosition_MarshalBinary() {
	data, _ := brandubh.Federation().Start.MarshalBinary()
	fmt.Printf("%x\n", data)

	var p brandubh.Position
	if err := p.UnmarshalBinary(data); err != nil {
		fmt.Println(err)
	}
	fmt.Println(p)
	fmt.Println(p.UnmarshalBinary(data[:5]))
	// Output:
	// 0804600d402000000407010004
	// 3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a
	// binary position "\b\x04`\r@", byte 5: want 13 bytes, not 5
}

// A network trained on a position is trained on its images as well, with the
// values of its moves where the images of the moves are.
func ExampleMove_Index() {
	var policy [brandubh.MoveIndices]float32
	i, err := brandubh.Move{From: brandubh.D1, To: brandubh.B1}.Index()
	if err != nil {
		fmt.Println(err)
		return
	}
	policy[i] = 1

	var image [brandubh.MoveIndices]float32
	for i, value := range policy {
		m, _ := brandubh.MoveAt(i)
		j, _ := brandubh.Symmetry(6).Move(m).Index() // turned clockwise, a line stays a line
		image[j] = value
	}
	for j, value := range image {
		if value != 0 {
			m, _ := brandubh.MoveAt(j)
			fmt.Println("index", i, "becomes", j, m)
		}
	}
	// Output: index 37 becomes 262 a4-a6
}
