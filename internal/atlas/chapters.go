package main

// chapter is a rule, or a few that are argued about together.
type chapter struct {
	title string
	// text says what the rule is about; for a shared rule it is empty, since its
	// clause says what it is.
	text string
	// rules is the fields of a rule set, or the one shared rule, that it is.
	rules    []string
	examples []example
}

// example is a position that turns on a rule, with the moves from it. What is
// asked about is the last move.
type example struct {
	name     string // of its pictures
	text     string // what it shows
	position string // the rule set's own start if empty
	moves    string
	// rules is the rules that decide it, under one rule set or another; if empty,
	// those of the chapter.
	rules []string
	// captures is set where the question is whether something is captured, also if
	// nothing is under any rule set.
	captures bool
}

// shared is the rules that all rule sets share.
var shared = []chapter{
	{
		title: "The board and the start", rules: []string{"common 1"},
		examples: []example{{name: "start", text: "The start."}},
	},
	{
		title: "How the pieces move", rules: []string{"common 2"},
		examples: []example{
			{name: "move", text: "An attacker moves along the first rank.", moves: "d1-b1"},
			{name: "jump", text: "An attacker may not jump over the piece in front of it.", moves: "d1-d3"},
		},
	},
	{
		title: "Squares for the king alone", rules: []string{"common 3"},
		examples: []example{
			{name: "corner-stop", text: "An attacker wants to stop on a corner.", moves: "d1-a1"},
			{name: "throne-stop", text: "An attacker wants to stop on the empty throne.", position: "7/1K5/7/2t4/7/7/7 a", moves: "c4-d4"},
		},
	},
	{
		title: "How a soldier is captured", rules: []string{"common 4"},
		examples: []example{
			{name: "between-two", text: "The attacker arrives on e3 and closes in the defender.", position: "7/1K5/7/7/2tT3/7/4t2 a", moves: "e1-e3"},
			{name: "no-diagonal", captures: true, text: "The two attackers do not stand straight opposite each other.", position: "7/1K5/7/7/3T3/2t4/4t2 a", moves: "e1-e3"},
		},
	},
	{
		title: "Only an arrival captures", rules: []string{"common 5"},
		examples: []example{
			{name: "walks-in", captures: true, text: "A defender moves between two attackers.", position: "7/5K1/2T4/7/7/1t1t3/7 d", moves: "c5-c2"},
			{name: "closed-anew", text: "The same defender, after one of the attackers has stepped away and comes back.", position: "7/5K1/2T4/7/7/1t1t3/7 d", moves: "c5-c2 d2-d1 f6-f5 d1-d2"},
			{name: "throne-turns", captures: true, text: "The king leaves the throne, which turns hostile to the defender. Nobody arrives, so nothing is captured.", position: "7/7/7/3KTt1/7/7/1t5 d", moves: "d4-d3"},
		},
	},
	{
		title: "Several captures at once", rules: []string{"common 6"},
		examples: []example{{name: "three", text: "Three defenders are closed in by one arrival.", position: "7/1K5/4t2/4T2/2tT1Tt/7/4t2 a", moves: "e1-e3"}},
	},
	{
		title: "The king escapes", rules: []string{"common 7"},
		examples: []example{{name: "escape", text: "The king moves to the corner.", position: "7/7/7/7/7/K6/3t3 d", moves: "a2-a1"}},
	},
	{
		title: "The king is captured", rules: []string{"common 8"},
		examples: []example{
			{name: "king-and-defender", text: "The king and a defender are closed in by one arrival.", position: "4t2/7/7/7/3t3/2tK1Tt/3t3 a", moves: "e7-e2"},
			{name: "king-walks-in", captures: true, text: "The king moves between two attackers.", position: "7/7/7/7/2K4/1t1t3/5T1 d", moves: "c3-c2"},
		},
	},
	{
		title: "The edge and soldiers", rules: []string{"common 9"},
		examples: []example{{name: "edge-soldier", captures: true, text: "The attacker presses the defender against the edge.", position: "7/1K5/7/T6/7/7/1t5 a", moves: "b1-b4"}},
	},
}

// disputed is the rules in which rule sets differ or could.
var disputed = []chapter{
	{
		title: "Where the king escapes", rules: []string{"goal"},
		text:     "To the four corners, or to every square of the edge.",
		examples: []example{{name: "goal", text: "The king reaches the edge away from the corners.", position: "7/2K4/7/7/7/7/1t5 d", moves: "c6-c7"}},
	},
	{
		title: "How far a piece moves", rules: []string{"range.king", "range.attackers", "range.defenders"},
		text:     "Any distance, or a limited number of squares. Of the named rule sets one limits the king.",
		examples: []example{{name: "range-king", text: "The king moves two squares.", position: "7/7/1K5/7/7/5t1/7 d", moves: "b5-d5", rules: []string{"range.king"}}},
	},
	{
		title: "The king returns to the throne", rules: []string{"throne.return"},
		text:     "Once the king has left the throne, may he stop on it again?",
		examples: []example{{name: "return", text: "The king moves from c4 to the throne.", position: "7/7/7/2K4/7/5t1/7 d", moves: "c4-d4"}},
	},
	{
		title: "Who passes over the throne", rules: []string{"throne.pass.attackers", "throne.pass.defenders", "throne.pass.king"},
		text:     "May a piece move over the empty throne to a square behind it? The named rule sets all allow it, some of them in silence; types of recorded games do not.",
		examples: []example{{name: "pass", text: "An attacker moves over the empty throne.", position: "7/1K5/7/2t4/7/5T1/7 a", moves: "c4-e4", rules: []string{"throne.pass.attackers"}}},
	},
	{
		title: "Who may stop on the throne", rules: []string{"throne.stop.attackers", "throne.stop.defenders"},
		text:     "No named rule set with a throne lets a soldier stop on it.",
		examples: []example{{name: "stop", text: "A defender wants to stop on the empty throne.", position: "7/1K5/7/2T4/7/5t1/7 d", moves: "c4-d4", rules: []string{"throne.stop.defenders"}}},
	},
	{
		title: "The throne and attackers", rules: []string{"throne.hostile.attackers"},
		text: "Is an attacker captured between a defender and the throne? And if the king stands on it? An armed king on the throne serves as a piece in any case; where he is not armed, it matters whether the throne under him is hostile.",
		examples: []example{
			{name: "throne-attacker", text: "A defender arrives; the throne opposite is empty.", position: "7/1K5/7/4t2/5T1/t6/7 d", moves: "f3-f4"},
			{name: "throne-attacker-king", text: "A defender arrives; the king stands on the throne opposite.", position: "7/7/7/3Kt2/5T1/t6/7 d", moves: "f3-f4", rules: []string{"throne.hostile.attackers", "king.armed"}},
		},
	},
	{
		title: "The throne and defenders", rules: []string{"throne.hostile.defenders"},
		text:     "Is a defender captured between an attacker and the empty throne?",
		examples: []example{{name: "throne-defender", text: "An attacker arrives; the throne opposite is empty.", position: "7/1K5/7/4T2/5t1/7/7 a", moves: "f3-f4"}},
	},
	{
		title: "The throne and the king", rules: []string{"throne.hostile.king"},
		text: "Does the empty throne close a side of a king who stands beside it? Where the king beside the throne is captured from the other three sides, that rule says it already; where he is captured from all four, the throne has to be hostile to him.",
		examples: []example{
			{name: "throne-king", text: "The third attacker arrives at a king beside the empty throne.", position: "7/7/4t2/4K1t/4t2/7/7 a", moves: "g4-f4", rules: []string{"throne.hostile.king", "king.sides.beside"}},
		},
	},
	{
		title: "The corners", rules: []string{"corners.hostile.attackers", "corners.hostile.defenders", "corners.hostile.king"},
		text: "Is a piece captured between an enemy and an empty corner?",
		examples: []example{
			{name: "corner-attacker", text: "A defender arrives; the corner opposite is empty.", position: "7/3K3/7/7/2T2t1/7/1t5 d", moves: "c3-c1", rules: []string{"corners.hostile.attackers"}},
			{name: "corner-defender", text: "An attacker arrives; the corner opposite is empty.", position: "7/1K5/7/7/2t4/7/1T5 a", moves: "c3-c1", rules: []string{"corners.hostile.defenders"}},
			{name: "corner-king", text: "An attacker arrives at a king beside a corner.", position: "7/7/7/7/3t3/K6/7 a", moves: "d3-a3", rules: []string{"corners.hostile.king", "king.sides.elsewhere"}},
		},
	},
	{
		title: "Does the king capture?", rules: []string{"king.armed"},
		text: "An armed king takes part in captures, both when he arrives and when he stands opposite the arriving piece. An unarmed king does neither.",
		examples: []example{
			{name: "armed-arrives", text: "The king arrives next to an attacker; a defender stands opposite.", position: "7/7/5t1/7/1K5/2tT3/7 d", moves: "b3-b2"},
			{name: "armed-stands", text: "A defender arrives next to an attacker; the king stands opposite.", position: "7/7/5t1/7/3T3/1Kt4/7 d", moves: "d3-d2"},
			{name: "armed-corner", text: "The king arrives next to an attacker; the corner stands opposite.", position: "7/7/5t1/7/7/2K4/1t5 d", moves: "c2-c1"},
		},
	},
	{
		title: "The king on the throne", rules: []string{"king.sides.throne"},
		text: "From how many sides is the king captured while he stands on the throne?",
		examples: []example{
			{name: "on-throne-two", text: "Attackers on two opposite sides.", position: "7/7/7/2tK2t/7/7/7 a", moves: "g4-e4", rules: []string{"king.sides.throne", "king.sides.elsewhere"}},
			{name: "on-throne-three", text: "Attackers on three sides; the fourth is open.", position: "7/7/3t3/2tK3/7/3t3/7 a", moves: "d2-d3", rules: []string{"king.sides.throne", "king.sides.elsewhere"}},
		},
	},
	{
		title: "The king beside the throne", rules: []string{"king.sides.beside"},
		text: "The most disputed square of Brandubh: a king on d3, d5, c4 or e4. Is he captured from two sides as a soldier is, from the three sides that the throne leaves, or from four?",
		examples: []example{
			{name: "beside-two", text: "Attackers on two opposite sides.", position: "7/7/7/7/2tK2t/7/7 a", moves: "g3-e3", rules: []string{"king.sides.beside", "king.sides.elsewhere"}},
			{name: "beside-three", text: "Attackers on the three sides that the throne leaves.", position: "7/7/7/7/2tK2t/3t3/7 a", moves: "g3-e3", rules: []string{"king.sides.beside", "throne.hostile.king", "king.sides.elsewhere"}},
		},
	},
	{
		title: "The king elsewhere", rules: []string{"king.sides.elsewhere"},
		text: "Away from the throne: from two sides as a soldier, or from all four?",
		examples: []example{
			{name: "elsewhere-two", text: "Attackers on two opposite sides.", position: "7/7/7/7/7/1tK3t/7 a", moves: "g2-d2"},
		},
	},
	{
		title: "The king on the edge", rules: []string{"king.edge"},
		text:     "Where the king is captured from four sides, may the edge of the board be the fourth?",
		examples: []example{{name: "edge-king", text: "Attackers on the three sides that the edge leaves.", position: "7/5T1/7/7/7/t6/2tKt2 a", moves: "a2-d2"}},
	},
	{
		title: "Enclosure", rules: []string{"enclosure"},
		text: "Do the attackers win when the king's side is walled in, so that none of its pieces stands on the edge or can ever walk to it?",
		examples: []example{
			{name: "enclosed", text: "The last gap of the wall closes.", position: "7/3t3/2tTt2/1tTKTt1/2tTt2/7/3t3 a", moves: "d1-d2"},
			{name: "enclosed-breakable", text: "The wall closes, but the next move could capture a piece out of it against the empty throne: c2-d2 captures d3. It counts all the same.", position: "7/1t5/7/7/2ttt2/2T1Kt1/2ttt2 a", moves: "b6-b2"},
		},
	},
	{
		title: "No legal move", rules: []string{"noMoves"},
		text:     "What becomes of a side that is to move and cannot?",
		examples: []example{{name: "no-moves", text: "The attackers are left without a move.", position: "1tT4/1T5/7/3K3/7/7/1T1T3 d", moves: "d1-d2"}},
	},
	{
		title: "Repetition", rules: []string{"repetition.counts", "repetition.times", "repetition.result", "repetition.forbidden"},
		text: "What is counted, how often it may happen, and who pays for it. No rule differs as much from one rule set to the next, and most texts are unclear about it.",
		examples: []example{
			{name: "repeat-attackers", text: "From the start both sides shuffle, d1-c1 d3-c3 c1-d1 c3-d3 over and over; the attackers began. Ten plies.", moves: "d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3"},
			{name: "repeat-defenders", text: "Here the first move that comes back is the defenders': d1-c1, then d3-c3 d7-e7 c3-d3 e7-d7 over and over. Eleven plies.", moves: "d1-c1 d3-c3 d7-e7 c3-d3 e7-d7 d3-c3 d7-e7 c3-d3 e7-d7 d3-c3 d7-e7"},
		},
	},
	{
		title: "A draw by agreement", rules: []string{"agreement"},
		text: "May the players agree on a draw?",
	},
	{
		title: "A match", rules: []string{"match"},
		text: "How two games with sides changed make a match.",
	},
}
