package brandubh_test

import (
	"errors"
	"fmt"

	"example.com/brandubh"
)

func ExampleVariant_Moves() {
	v := brandubh.Federation()
	n := 0
	for range v.Moves(v.Start) {
		n++
	}
	fmt.Println(n, "moves, from d1:", v.Targets(v.Start, brandubh.D1))
	// Output: 40 moves, from d1: b1 c1 e1 f1
}

func ExampleVariant_Play() {
	v := brandubh.Federation()
	p, err := v.Play(v.Start, brandubh.Move{From: brandubh.D1, To: brandubh.B1})
	fmt.Println(p, err)

	_, err = v.Play(v.Start, brandubh.Move{From: brandubh.D1, To: brandubh.A1})
	fmt.Println(err, errors.Is(err, brandubh.ErrMayNotStop))
	// Output:
	// 3t3/3t3/3T3/ttTKTtt/3T3/3t3/1t5 d <nil>
	// d1-a1: the attacker may not stop on a1, a corner true
}

func ExampleVariant_Captures() {
	v := brandubh.Federation()
	p, _ := brandubh.ParsePosition("7/1K5/4t2/4T2/2tT3/7/4t2 a")
	m, _ := brandubh.ParseMove("e1-e3")
	fmt.Println(v.Captures(p, m))
	// Output: d3 e4
}

func ExampleVariant_Explain() {
	p, _ := brandubh.ParsePosition("7/7/7/7/2tK2t/3t3/7 a")
	m, _ := brandubh.ParseMove("g3-e3")
	for _, name := range []string{"federation", "legacy"} {
		v, err := brandubh.Preset(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(v.Explain(p, m))
	}
	// Output:
	// g3-e3: an attacker moves from g3 to e3  [common 2: F 5.1, stated; range.attackers = 0: F 5.1, stated]
	//   takes the king on d3, closed in by the attacker on e3, the attacker on d2, the attacker on c3 and the empty throne  [king.sides.beside = 3: F 5.4, stated; common 8: F 4, F 5.4, stated]
	//   the attackers win: the king is captured  [common 8: F 4, F 5.4, stated]
	// g3-e3: an attacker moves from g3 to e3  [common 2: L 5.1, stated; range.attackers = 0: L 5.1, stated]
	//   takes the king on d3, closed in by the attacker on e3, the attacker on d2, the attacker on c3 and the empty throne  [king.sides.beside = 4: L 5.4, L 8.4, stated; throne.hostile.king = when-empty: L 5.3, L 8.6, stated; common 8: L 4, L 5.4, stated]
	//   the attackers win: the king is captured  [common 8: L 4, L 5.4, stated]
}

func ExampleVariant_Provenance() {
	v := brandubh.Federation()
	v.King.Armed = brandubh.HammerOnly
	for _, rule := range []string{"throne.return", "king.armed", "common 5"} {
		p, _ := v.Provenance(rule)
		fmt.Printf("%s: %v\n", rule, p)
	}
	// Output:
	// throne.return: F 5.3, contradicted
	// king.armed: own
	// common 5: F 5.2, stated
}

func ExampleVariant_Validate() {
	v := brandubh.Federation()
	v.King.Sides.Elsewhere = 7
	v.Corners = brandubh.CornerRules{}
	fmt.Println(v.Validate())
	// Output:
	// invalid variant:
	// 	king.sides.elsewhere: want 2, 3 or 4, not 7
	// 	goal: there are no corners to reach
}

func ExamplePosition_Diagram() {
	fmt.Print(brandubh.Federation().Start.Diagram())
	// Output:
	// 7 . . . A . . .
	// 6 . . . A . . .
	// 5 . . . D . . .
	// 4 A A D K D A A
	// 3 . . . D . . .
	// 2 . . . A . . .
	// 1 . . . A . . .
	//   A B C D E F G
	// attackers to move
}

func ExamplePosition_Put() {
	var p brandubh.Position
	for s, x := range map[brandubh.Square]brandubh.Piece{
		brandubh.D4: brandubh.King, brandubh.A1: brandubh.Attacker,
	} {
		p, _ = p.Put(s, x)
	}
	p = p.WithTurn(brandubh.Attackers)
	fmt.Println(p)
	fmt.Println(brandubh.Federation().ValidateStart(p))
	// Output:
	// 7/7/7/3K3/7/7/t6 a
	// invalid position: a1: no attacker may stand on a corner
}

func ExampleGame() {
	v, err := brandubh.Preset("spelregler")
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := brandubh.NewGame(v)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"} {
		m, _ := brandubh.ParseMove(text)
		if err := g.Play(m); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(g.Plies(), "plies,", g.Result())
	fmt.Println(g.Resign(brandubh.Defenders), g.Result().Sentence())
	// Output:
	// c3-d3: brings back the position after ply 0, and another legal move does not
	// 3 plies, open
	// <nil> the attackers win: the other side resigned
}

func ExampleVariant_Perft() {
	v := brandubh.Federation()
	for depth := range 5 {
		fmt.Println(depth, v.Perft(v.Start, depth))
	}
	// Output:
	// 0 1
	// 1 40
	// 2 960
	// 3 39512
	// 4 1007392
}

func ExampleVariant_Diff() {
	v, err := brandubh.Preset("regeln")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(brandubh.Federation().Diff(v))
	// Output: [king.sides.beside repetition.result]
}
