package svg_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"example.com/brandubh"
	"example.com/brandubh/svg"
)

// A board in a file, with the legal moves of the king marked.
func ExampleBoard() {
	v := brandubh.Federation()
	p, err := brandubh.ParsePosition("7/7/7/7/2tK2t/3t3/7 d")
	if err != nil {
		fmt.Println(err)
		return
	}
	picture := svg.Board(p, svg.Options{Variant: v, Targets: v.Targets(p, brandubh.D3), Size: 240})
	file := filepath.Join(os.TempDir(), "brandubh-example.svg")
	if err := os.WriteFile(file, []byte(picture), 0o644); err != nil {
		fmt.Println(err)
		return
	}
	os.Remove(file)
	fmt.Println(strings.Count(picture, `class="bb-target"`), "squares")
	// Output: 6 squares
}

// What captures the king, and from where.
func ExampleExplanation() {
	v := brandubh.Federation()
	p, _ := brandubh.ParsePosition("7/7/7/7/2tK2t/3t3/7 a")
	m, _ := brandubh.ParseMove("g3-e3")
	picture := svg.Explanation(v.Explain(p, m), svg.Options{Variant: v})
	fmt.Println(strings.Count(picture, `class="bb-captor"`), "sides are closed")
	// Output: 4 sides are closed
}

// A page of many boards holds the style sheet once.
func ExampleStyle() {
	o := svg.Options{NoStyle: true, Theme: svg.ThemeDark}
	page := "<style>" + svg.Style() + "</style>" + svg.Board(brandubh.Federation().Start, o)
	fmt.Println(strings.Count(page, "<style>"))
	// Output: 1
}
