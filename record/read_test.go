package record_test

// samples is one text or more of every form.
var samples = []string{
	recorded,
	"1. f3-c3 x b3,C4, c2! {k} Kd4-d3++ --- d1d2",
	"1. d2-e2 {[%clk 0:01:02]} (1. d2-f2 c4-c2 (1... d3-a3) 2. f2-f1 $1) 1... c4-c2\n% x\n2. f4-f5 1-0",
	"[Event \"x\"]\n[Variant \"walker\"]\n[Result \"0-1\"]\n[Termination \"defenders_win_escape\"]\n\n1. d2-e2 d5-c5x1 0-1\n",
	"[result:-1][rules:dim:7 surf:n start:" + otnStart + "]\n1. d2-e2 c4-c5\n[a|b]\n2b.1.1b. ..... Kd4-d3xc2-\n2. f4-f5 ---",
	`{"id":"x","type":129,"won":"white","moves":"d2-e2 c4-c2 d6-c6 d3-g3 e2-g2xg3 d4-d3 b4-b2 d3-g3xg2 d1-d2xc2 g3-g1"}`,
	`{"gameType":51,"moves":["d2-e2","c4-c2"],"winner":"black"}` + "\n" + `{"moves":"d2-f2"}`,
	`["d2-e2","c4-c2"]`,
	"d6-c6 e4-e1 f4-e4 d3-f3,0,0,Ongoing\nd2-e2 c4-c2,0,0,Black\n",
	"play attacker d2 e2, play defender c4 c2, play attacker resigns _, \n",
	"d2-e2 Black resigns. ½-½",
}
