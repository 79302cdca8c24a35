package brandubh_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/brandubh"
	"example.com/brandubh/internal/referee"
)

// dataInput is a case of the conformance data without its answers. It asks the
// named presets, or what asks lists: "named", "archive" (every preset) and rule
// sets of its own, as changes to federation (dataSets.set), between semicolons.
type dataInput struct {
	id       string
	decides  string // fields and shared rules (dataSets.line says what marks before them mean)
	about    string
	position string // empty in a game from each rule set's own start
	moves    string // one for a position
	asks     string
	game     bool
}

// positionInputs is the cases of positions-more.json: those made by hand, then
// the families.
func positionInputs(t *testing.T) []dataInput {
	return slices.Concat(
		moveInputs, captureInputs, safeInputs, kingInputs, enclosureInputs, blockedInputs, archiveInputs,
		soldierFamily(t), throneFamily(t), cornerFamily(t), multipleFamily(t), kingFamily(t), walkInFamily(t),
	)
}

// How pieces move.
var moveInputs = []dataInput{
	{id: "slide-down-a-file", decides: "common 2", about: "a defender slides down a file to the edge", position: "7/1K5/5T1/7/7/t6/7 d", moves: "f5-f1"},
	{id: "slide-king", decides: "common 2, range.king", about: "the king slides along a rank", position: "7/7/1K5/7/7/5t1/7 d", moves: "b5-f5"},
	{id: "slide-one", decides: "common 2", about: "one square is a move", position: "7/1K5/5T1/7/7/t6/7 a", moves: "a2-b2"},
	{id: "jump-own", decides: "common 2", about: "the king cannot jump a defender", position: "7/7/1KT4/7/7/5t1/7 d", moves: "b5-d5"},
	{id: "jump-enemy", decides: "common 2", about: "the king cannot jump an attacker", position: "7/7/1Kt4/7/7/5t1/7 d", moves: "b5-d5"},
	{id: "land-on-own", decides: "common 2", about: "a piece cannot land on one of its side", position: "7/1K5/7/7/7/5T1/1tt4 a", moves: "b1-c1"},
	{id: "land-on-enemy", decides: "common 2", about: "captures are not made by landing on a piece", position: "7/1K5/7/7/7/5T1/1tT4 a", moves: "b1-c1"},
	{id: "diagonal-king", decides: "common 2", about: "the king does not move diagonally", position: "7/7/1K5/7/7/5t1/7 d", moves: "b5-c6"},
	{id: "not-your-piece", decides: "common 2", about: "a defender does not move on the attackers' turn", position: "7/1K5/7/7/7/5T1/1t5 a", moves: "f2-f3"},
	{id: "range-attacker-two", decides: "range.attackers", about: "an attacker moves two squares", position: "7/1K5/7/7/7/5T1/2t4 a", moves: "c1-e1", asks: "named; range.attackers=1; range.attackers=2"},
	{id: "range-attacker-three", decides: "range.attackers", about: "an attacker moves three squares up a file", position: "7/1K5/7/7/7/5T1/2t4 a", moves: "c1-c4", asks: "named; range.attackers=2; range.attackers=3"},
	{id: "range-attacker-throne", decides: "range.attackers, throne.pass.attackers", about: "for an attacker a passed throne costs its square", position: "7/1K5/7/2t4/7/5T1/7 a", moves: "c4-e4", asks: "named; range.attackers=1; range.attackers=2"},
	{id: "range-attacker-one", decides: "common 2", about: "an attacker whose range is one square moves one", position: "7/1K5/7/7/7/5T1/2t4 a", moves: "c1-d1", asks: "named; range.attackers=1"},
	{id: "range-defender-two", decides: "range.defenders", about: "a defender moves two squares", position: "7/1K5/7/7/7/t6/2T4 d", moves: "c1-e1", asks: "named; range.defenders=1; range.defenders=2"},
	{id: "range-defender-three", decides: "range.defenders", about: "a defender moves three squares up a file", position: "7/1K5/7/7/7/t6/2T4 d", moves: "c1-c4", asks: "named; range.defenders=2; range.defenders=3"},
	{id: "range-defender-throne", decides: "range.defenders, throne.pass.defenders", about: "for a defender a passed throne costs its square", position: "7/1K5/7/2T4/7/5t1/7 d", moves: "c4-e4", asks: "named; range.defenders=1; range.defenders=2"},
	{id: "range-king-one", decides: "common 2", about: "a king whose range is one square moves one", position: "7/7/1K5/7/7/5t1/7 d", moves: "b5-c5", asks: "named; range.king=1"},
	{id: "range-king-two", decides: "range.king", about: "the king moves two squares", position: "7/7/1K5/7/7/5t1/7 d", moves: "b5-d5", asks: "named; range.king=1; range.king=2"},
	{id: "range-king-three", decides: "range.king", about: "the king moves three squares down a file", position: "7/7/1K5/7/7/5t1/7 d", moves: "b5-b2", asks: "named; range.king=2; range.king=3"},
	{id: "range-king-throne", decides: "range.king, throne.pass.king", about: "for the king a passed throne costs its square", position: "7/7/7/2K4/7/5t1/7 d", moves: "c4-e4", asks: "named; range.king=1; range.king=2"},
	{id: "range-king-corner", decides: "range.king, goal", about: "a king reaches a corner two squares off", position: "7/7/7/7/K6/5t1/7 d", moves: "a3-a1", asks: "named; range.king=1; range.king=2"},
	{id: "pass-attacker-file", decides: "throne.pass.attackers, common 3", about: "an attacker passes over the empty throne along a file", position: "7/1K5/3t3/7/7/5T1/7 a", moves: "d5-d3", asks: "named; throne.pass.attackers=false"},
	{id: "pass-attacker-far", decides: "throne.pass.attackers, common 3", about: "an attacker passes over the empty throne from edge to edge", position: "7/1K5/7/t6/7/5T1/7 a", moves: "a4-g4", asks: "named; throne.pass.attackers=false"},
	{id: "pass-defender-file", decides: "throne.pass.defenders, common 3", about: "a defender passes over the empty throne along a file", position: "7/1K5/3T3/7/7/5t1/7 d", moves: "d5-d3", asks: "named; throne.pass.defenders=false"},
	{id: "pass-defender-far", decides: "throne.pass.defenders, common 3", about: "a defender passes over the empty throne from edge to edge", position: "7/1K5/7/T6/7/5t1/7 d", moves: "a4-g4", asks: "named; throne.pass.defenders=false"},
	{id: "pass-king-file", decides: "throne.pass.king, common 3", about: "the king passes over the empty throne along a file", position: "7/7/3K3/7/7/5t1/7 d", moves: "d5-d3", asks: "named; throne.pass.king=false"},
	{id: "pass-king-far", decides: "throne.pass.king, common 3", about: "the king passes over the empty throne from a distance", position: "7/7/7/1K5/7/5t1/7 d", moves: "b4-f4", asks: "named; throne.pass.king=false"},
	{id: "pass-occupied", decides: "common 3", about: "nobody passes an occupied throne", position: "7/7/7/1t1K3/7/5T1/7 a", moves: "b4-f4"},
	{id: "stop-attacker-rank", decides: "throne.stop.attackers, common 3", about: "an attacker stops on the throne, from beside it", position: "7/1K5/7/2t4/7/5T1/7 a", moves: "c4-d4", asks: "named; throne.stop.attackers=true"},
	{id: "stop-attacker-file", decides: "throne.stop.attackers, common 3", about: "an attacker stops on the throne, from a distance", position: "7/1K1t3/7/7/7/5T1/7 a", moves: "d6-d4", asks: "named; throne.stop.attackers=true; throne.stop.attackers=true throne.pass.attackers=false"},
	{id: "stop-attacker-capture", decides: "throne.stop.attackers", about: "an attacker stops on the throne and captures from there", position: "7/1K5/7/2t1Tt1/7/5T1/7 a", moves: "c4-d4", asks: "named; throne.stop.attackers=true"},
	{id: "stop-defender-rank", decides: "throne.stop.defenders, common 3", about: "a defender stops on the throne, from beside it", position: "7/1K5/7/2T4/7/5t1/7 d", moves: "c4-d4", asks: "named; throne.stop.defenders=true"},
	{id: "stop-defender-file", decides: "throne.stop.defenders, common 3", about: "a defender stops on the throne, from a distance", position: "7/1K1T3/7/7/7/5t1/7 d", moves: "d6-d4", asks: "named; throne.stop.defenders=true; throne.stop.defenders=true throne.pass.defenders=false"},
	{id: "stop-defender-capture", decides: "throne.stop.defenders", about: "a defender stops on the throne and captures from there", position: "7/1K5/7/2T1tT1/7/5t1/7 d", moves: "c4-d4", asks: "named; throne.stop.defenders=true"},
	{id: "return-rank", decides: "throne.return, common 3", about: "the king returns to the throne from beside it", position: "7/7/7/2K4/7/5t1/7 d", moves: "c4-d4"},
	{id: "return-file", decides: "throne.return, common 3", about: "the king returns to the throne from a distance", position: "7/3K3/7/7/7/5t1/7 d", moves: "d6-d4", asks: "named; throne.return=false"},
	{id: "return-without-pass", decides: "throne.return", about: "a king who may not pass over the throne may still stop there", position: "7/3K3/7/7/7/5t1/7 d", moves: "d6-d4", asks: "throne.pass.king=false; throne.pass.king=false throne.return=false"},
	{id: "return-captures", decides: "throne.return, king.armed", about: "the king returns to the throne and captures from there", position: "7/7/7/2K1tT1/7/5t1/7 d", moves: "c4-d4", asks: "named; king.armed=anvil-only"},
	{id: "leave-throne", decides: "common 2, range.king", about: "the king leaves the throne", position: "7/7/7/3K3/7/5t1/7 d", moves: "d4-d2"},
	{id: "corner-attacker-far", decides: "common 3", about: "an attacker may not stop on a corner", position: "7/1K5/7/7/7/5T1/3t3 a", moves: "d1-g1", asks: "named; corners=none goal=edge"},
	{id: "corner-attacker-file", decides: "common 3", about: "an attacker may not stop on a corner, along a file", position: "7/1K5/7/7/t6/5T1/7 a", moves: "a3-a7", asks: "named; corners=none goal=edge"},
	{id: "corner-defender-rank", decides: "common 3", about: "a defender may not stop on a corner", position: "7/1K5/7/7/7/5t1/3T3 d", moves: "d1-a1", asks: "named; corners=none goal=edge"},
	{id: "edge-past-corner-file", decides: "common 3", about: "next to a corner a soldier stops", position: "7/1K5/7/7/7/5T1/3t3 a", moves: "d1-f1"},
	{id: "goal-corner-file", decides: "goal, common 7", about: "the king reaches a corner along a file", position: "7/7/7/6K/7/5t1/7 d", moves: "g4-g7", asks: "named; goal=edge"},
	{id: "goal-edge-file", decides: "goal, common 7", about: "the king reaches the edge along a rank", position: "7/7/2K4/7/7/5t1/7 d", moves: "c5-a5", asks: "named; goal=edge"},
	{id: "goal-edge-rank", decides: "goal, common 7", about: "the king reaches the edge along a file", position: "7/7/2K4/7/7/5t1/7 d", moves: "c5-c7", asks: "named; goal=edge"},
	{id: "goal-stands-on-edge", decides: "goal, common 7", about: "an attacker moves while the king stands on an edge square", position: "7/7/K6/7/5t1/7/7 a", moves: "f3-f4", asks: "named; goal=edge"},
	{id: "goal-stands-on-corner", decides: "common 7", about: "a king who stands on a corner has won, with the attackers to move", position: "K6/7/7/7/5t1/7/7 a", moves: "f3-f4", asks: "named; corners=none goal=edge"},
	{id: "goal-stands-on-corner-mover", decides: "common 7", about: "a king who stands on a corner has won, with the defenders to move", position: "K6/7/7/7/5t1/7/7 d", moves: "a7-a6"},
	{id: "no-throne-stop", decides: "common 3", about: "without a throne d4 is a square as any other", position: "7/1K5/7/2t4/7/5T1/7 a", moves: "c4-d4", asks: "throne=none"},
	{id: "no-throne-anvil", decides: "common 4, throne.hostile.defenders", about: "without a throne d4 is hostile to nobody", position: "7/1K5/7/4T2/5t1/7/7 a", moves: "f3-f4", asks: "federation; throne=none"},
	{id: "no-corner-anvil", decides: "common 4, corners.hostile.defenders", about: "without corners a1 is hostile to nobody", position: "7/1K5/7/7/2t4/7/1T5 a", moves: "c3-c1", asks: "federation; corners=none goal=edge"},
	{id: "no-king", decides: "common 8", about: "without a king the attackers have won", position: "7/7/7/7/5t1/7/5T1 a", moves: "f3-f4"},
}

// How soldiers are captured, where no family has it.
var captureInputs = []dataInput{
	{id: "no-capture-gap", decides: "common 4", about: "an anvil two squares behind does not capture", position: "7/1K5/7/7/7/t2T1t1/7 a", moves: "a2-c2"},
	{id: "no-capture-line-of-two", decides: "common 4", about: "two defenders in a row between two attackers are safe", position: "7/1K5/7/7/7/t1TTt2/7 a", moves: "a2-b2"},
	{id: "no-capture-own-anvil", decides: "common 4", about: "a defender's own side is no anvil", position: "7/1K5/7/7/7/t1TT3/7 a", moves: "a2-b2"},
	{id: "no-capture-own-piece", decides: "common 4", about: "an attacker between two attackers is not captured", position: "7/1K5/7/7/5T1/t1tt3/7 a", moves: "a2-b2"},
	{id: "no-capture-diagonal-anvil", decides: "common 4", about: "the anvil must stand straight opposite", position: "7/1K5/7/7/3t3/t1T4/7 a", moves: "a2-b2"},
	{id: "no-capture-edge-attacker", decides: "common 9", about: "the edge is no anvil against an attacker", position: "7/1K5/7/t6/1T5/7/7 d", moves: "b3-b4", asks: "named; king.edge=true"},
	{id: "no-capture-edge-defender", decides: "common 9", about: "the edge is no anvil against a defender", position: "7/1K5/7/T6/1t5/7/7 a", moves: "b3-b4", asks: "named; king.edge=true"},
	{id: "no-capture-edge-rank", decides: "common 9", about: "the edge of rank 7 is no anvil", position: "3T3/7/2t4/7/7/1K5/7 a", moves: "c5-c6", asks: "named; king.edge=true"},
	{id: "capture-on-edge", decides: "common 4", about: "a defender on the edge is captured along it", position: "7/1K5/7/7/7/4t2/2tT3 a", moves: "e2-e1"},
	{id: "capture-king-as-anvil-file", decides: "king.armed", about: "a defender captures against the king", position: "7/2K4/2t4/T6/7/5t1/7 d", moves: "a4-c4", asks: "named; king.armed=hammer-only; king.armed=anvil-only; king.armed=unarmed"},
	{id: "capture-king-as-hammer-file", decides: "king.armed", about: "the king captures against a defender", position: "7/1K5/2t4/2T4/7/5t1/7 d", moves: "b6-c6", asks: "named; king.armed=hammer-only; king.armed=anvil-only; king.armed=unarmed"},
	{id: "capture-king-hammer-corner", decides: "king.armed, corners.hostile.attackers, goal", about: "the king captures against a corner", position: "7/7/7/7/2K4/5t1/1t5 d", moves: "c3-c1", asks: "king.armed=hammer-only; king.armed=anvil-only; corners.hostile.attackers=false"},
	{id: "capture-king-hammer-throne", decides: "king.armed, throne.hostile.attackers", about: "the king captures against the empty throne", position: "7/7/7/2t4/7/1K3t1/7 d", moves: "b2-b4", asks: "named"},
	{id: "capture-king-hammer-throne-file", decides: "king.armed, throne.hostile.attackers", about: "the king captures against the empty throne along a file", position: "7/1K5/3t3/7/7/5t1/7 d", moves: "b6-d6", asks: "named; king.armed=hammer-only; king.armed=anvil-only"},
	{id: "throne-holds-attacker", decides: "common 4", about: "an attacker on the throne is an anvil, whether or not the throne is hostile", position: "7/1K5/7/3tT2/5t1/7/7 a", moves: "f3-f4", asks: "throne.stop.attackers=true; throne.stop.attackers=true throne.hostile.defenders=never"},
	{id: "throne-holds-defender", decides: "common 4", about: "a soldier on the throne counts as that soldier alone: a defender is safe beside a defender on it", position: "7/1K5/7/3TT2/5t1/7/7 a", moves: "f3-f4", asks: "throne.stop.defenders=true; throne.stop.defenders=true throne.hostile.defenders=always"},
	{id: "throne-holds-attacker-own", decides: "common 4", about: "an attacker is safe beside an attacker on an always hostile throne", position: "7/1K5/7/3tt2/5T1/7/7 d", moves: "f3-f4", asks: "throne.stop.attackers=true"},
}

// Who moves between two enemies is safe, and other arrivals that capture nothing.
var safeInputs = []dataInput{
	{id: "stays-between-attackers", decides: "common 5", about: "a defender who stands between two attackers is safe while a third moves", position: "7/1K5/t6/7/7/2tTt2/7 a", moves: "a5-b5"},
	{id: "stays-between-defenders", decides: "common 5", about: "an attacker who stands between two defenders is safe while a third moves", position: "7/1K5/T6/7/7/2TtT2/7 d", moves: "a5-b5"},
	{id: "arrives-anew", decides: "common 5", about: "a defender who stands beside one attacker falls when another arrives opposite, though he came there himself", position: "7/1K5/7/4t2/7/2tT3/7 a", moves: "e4-e2"},
	{id: "steps-back-from-pair", decides: "common 5", about: "an attacker of the pair steps away: nothing is captured", position: "7/1K5/7/7/7/2tTt2/7 a", moves: "e2-e3"},
	{id: "other-axis-attacker", decides: "common 5", about: "an arrival on the other axis does not revive an old pair", position: "7/1K5/7/7/7/2TtT2/5T1 d", moves: "f1-d1"},
	{id: "other-axis-defender", decides: "common 5", about: "an arrival below a defender between two attackers does not capture him", position: "7/1K5/7/7/7/2tTt2/5t1 a", moves: "f1-d1"},
	{id: "throne-emptied-attacker", decides: "common 5", about: "the king leaves the throne: an attacker between it and a defender stays", position: "7/7/7/3KtT1/7/5t1/7 d", moves: "d4-d3", asks: "named; throne.hostile.attackers=when-empty"},
	{id: "throne-emptied-defender", decides: "common 5", about: "the king leaves the throne: a defender between it and an attacker stays", position: "7/7/7/3KTt1/7/5t1/7 d", moves: "d4-d3"},
	{id: "king-passes-between", decides: "common 5, goal", about: "the king walks between an attacker and a corner", position: "7/7/7/7/7/1K5/2t2t1 d", moves: "b2-b1", asks: "named; king.edge=true king.sides.elsewhere=2"},
	{id: "king-stays-between", decides: "common 5, common 8", about: "a king who stands between two attackers is safe while another attacker moves", position: "7/1tKt3/7/7/7/t6/7 a", moves: "a2-a3"},
	{id: "king-other-axis-hostile", decides: "common 5, goal, corners.hostile.king, king.sides.elsewhere, king.edge", about: "an attacker arrives above a king who stands between an attacker and a corner", position: "7/7/7/7/7/5t1/1Kt4 a", moves: "f2-b2"},
	{id: "king-discovered-throne", decides: "common 5", about: "a defender leaves the side of a king between attackers: nothing happens", position: "7/7/3t3/2tKt2/3T3/7/7 d", moves: "d3-f3"},
	{id: "king-opened-by-attacker", decides: "common 5, common 8", about: "an attacker who leaves and so opens a side captures nothing", position: "7/7/7/7/2tKt2/3t3/7 a", moves: "d2-d1"},
	{id: "king-surrounded-stands", decides: "common 8", about: "a king who stands surrounded on the throne is not captured while another attacker moves", position: "7/7/3t3/2tKt2/3t3/T6/1t5 a", moves: "b1-c1"},
	{id: "king-takes-part-walking-in", decides: "king.armed, common 5", about: "the king walks between two attackers and captures one of them against a defender", position: "7/7/7/7/2K4/1t1tT2/7 d", moves: "c3-c2", asks: "named; king.armed=anvil-only"},
	{id: "walks-in-and-captures", decides: "common 5", about: "a defender walks between two attackers and captures one of them", position: "7/1K5/2T4/7/7/1t1tT2/7 d", moves: "c5-c2"},
	{id: "attacker-walks-in-and-captures", decides: "common 5", about: "an attacker walks between two defenders and captures one of them", position: "7/1K5/2t4/7/7/1T1Tt2/7 a", moves: "c5-c2"},
}

// How the king is captured, where no family has it.
var kingInputs = []dataInput{
	{id: "king-adjacent-sides", decides: "common 8", about: "an attacker below and one on the left do not capture a king in the open", position: "7/7/7/7/7/3tK2/5t1 a", moves: "f1-e1"},
	{id: "king-own-defender-opposite", decides: "common 8", about: "a defender opposite the arriving attacker does not help to capture the king", position: "7/7/7/7/7/3TK1t/7 a", moves: "g2-f2"},
	{id: "king-captured-with-defender-beside", decides: "king.sides.elsewhere", about: "a king between two attackers has defenders on his other sides", position: "7/7/7/7/4T2/3tK1t/4T2 a", moves: "g2-f2", asks: "named; king.sides.elsewhere=3"},
	{id: "king-throne-two-and-two-defenders", decides: "king.sides.throne, king.sides.elsewhere", about: "on the throne, two attackers opposite each other and two defenders", position: "7/7/3T3/2tK2t/3T3/7/7 a", moves: "g4-e4", asks: "named; king.sides.throne=2; king.sides.throne=3"},
	{id: "king-throne-three-far", decides: "king.sides.throne, king.sides.elsewhere", about: "on the throne, the third attacker comes from the edge, opposite another", position: "7/7/3t3/t2Kt2/7/7/1T5 a", moves: "a4-c4", asks: "named; king.sides.throne=3"},
	{id: "king-throne-not-arriving-there", decides: "common 5", about: "with three or four sides the arriving attacker must be one of them", position: "7/7/3t3/2tKt2/3t3/7/1T2t2 a", moves: "e1-e2", asks: "named"},
	{id: "king-beside-throne-attacker-on-it", decides: "!king.sides.beside", about: "beside a throne with an attacker on it: that side is closed, four attackers", position: "7/7/7/3t3/2tKt2/7/1T1t3 a", moves: "d1-d2", asks: "throne.stop.attackers=true; throne.stop.attackers=true king.sides.beside=4; throne.stop.attackers=true king.sides.beside=2"},
	{id: "king-beside-attacker-arrives-on-throne", decides: "!king.sides.beside, throne.stop.attackers", about: "beside the throne, the fourth attacker arrives on it", position: "7/3t3/7/7/2tKt2/3t3/1T5 a", moves: "d6-d4", asks: "named; throne.stop.attackers=true; throne.stop.attackers=true king.sides.beside=4; throne.stop.attackers=true king.sides.beside=2"},
	{id: "king-beside-three-and-attacker-elsewhere", decides: "king.sides.beside", about: "beside a throne with an attacker on it, two others are not enough for three sides", position: "7/7/7/3t3/2tK2t/7/1T5 a", moves: "g3-e3", asks: "throne.stop.attackers=true; throne.stop.attackers=true king.sides.beside=2"},
	{id: "king-beside-defender-on-throne", decides: "!king.sides.beside", about: "beside a throne with a defender on it that side is open", position: "7/7/7/3T3/2tKt2/7/1T1t3 a", moves: "d1-d2", asks: "throne.stop.defenders=true; throne.stop.defenders=true throne.hostile.king=always king.sides.beside=4"},
	{id: "king-beside-across-two", decides: "king.sides.beside, king.sides.elsewhere", about: "beside the throne, two attackers across and a defender below", position: "7/7/7/7/2tK2t/3T3/7 a", moves: "g3-e3", asks: "named; king.sides.beside=4 throne.hostile.king=when-empty"},
	{id: "king-beside-opposite-throne", decides: "throne.hostile.king, king.sides.beside", about: "beside the throne, one attacker opposite it", position: "7/7/7/7/3K3/7/3t3 a", moves: "d1-d2", asks: "named; throne.hostile.king=when-empty king.sides.beside=2; throne.hostile.king=always king.sides.beside=2; king.sides.beside=2"},
	{id: "king-beside-four-hostile", decides: "throne.hostile.king, king.sides.beside", about: "beside the empty throne, three attackers where all four sides must be closed", position: "7/7/7/7/2tKt2/7/1T1t3 a", moves: "d1-d2", asks: "named; throne.hostile.king=when-empty king.sides.beside=4; throne.hostile.king=never king.sides.beside=4"},
	{id: "king-beside-four-side-arrival", decides: "throne.hostile.king, king.sides.beside", about: "beside the empty throne, the third attacker arrives at a side where all four must be closed", position: "7/7/2t4/1tK4/1t5/7/1T5 a", moves: "b3-c3", asks: "throne.hostile.king=when-empty king.sides.beside=4; king.sides.beside=4"},
	{id: "king-edge-front", decides: "king.edge, goal, king.sides.elsewhere", about: "a king on the edge, an attacker arrives before him", position: "7/7/7/K6/1t5/7/5T1 a", moves: "b3-b4", asks: "named; king.edge=true; king.edge=true king.sides.elsewhere=4"},
	{id: "king-edge-along", decides: "!king.edge, goal", about: "a king on a hostile edge, an attacker arrives beside him along it", position: "7/7/7/K6/1t5/7/5T1 a", moves: "b3-a3", asks: "named; king.edge=true"},
	{id: "king-open-edge-right", decides: "!king.edge", about: "where the edge is hostile it closes no side of a king in the open: an attacker arrives on the right", position: "7/7/7/7/7/2K1t2/5T1 a", moves: "e2-d2", asks: "named; king.edge=true"},
	{id: "king-open-edge-left", decides: "!king.edge", about: "where the edge is hostile it closes no side of a king in the open: an attacker arrives on the left", position: "7/7/7/7/7/2t1K2/1T5 a", moves: "c2-d2", asks: "named; king.edge=true"},
	{id: "king-open-edge-above", decides: "!king.edge", about: "where the edge is hostile it closes no side of a king in the open: an attacker arrives above", position: "7/7/4t2/7/4K2/7/1T5 a", moves: "e5-e4", asks: "named; king.edge=true"},
	{id: "king-open-edge-below", decides: "!king.edge", about: "where the edge is hostile it closes no side of a king in the open: an attacker arrives below", position: "7/7/4K2/7/4t2/7/1T5 a", moves: "e3-e4", asks: "named; king.edge=true"},
	{id: "king-edge-front-three", decides: "king.edge, king.sides.elsewhere, goal", about: "a king on the edge between two attackers, a third arrives before him", position: "7/7/t6/K6/t6/1t5/5T1 a", moves: "b2-b4", asks: "named; king.edge=true; king.edge=true king.sides.elsewhere=4; king.edge=true king.sides.elsewhere=3"},
	{id: "king-edge-three-sides", decides: "king.sides.elsewhere, goal, king.edge", about: "three sides on the edge: all his neighbours on the board are attackers", position: "7/7/t6/K6/t6/1t5/5T1 a", moves: "b2-b4", asks: "king.sides.elsewhere=3; king.sides.elsewhere=4"},
	{id: "king-corner-three-sides", decides: "king.sides.elsewhere, goal, corners.hostile.king, king.edge", about: "three sides beside a corner: the corner is no attacker", position: "7/7/7/7/2t4/1t5/1K3T1 a", moves: "c3-c1", asks: "king.sides.elsewhere=3; king.sides.elsewhere=4 king.edge=true"},
	{id: "king-on-d4-without-throne", decides: "king.sides.throne, king.sides.elsewhere", about: "a king on d4 between two attackers; without a throne two sides are enough", position: "7/7/7/2tK2t/7/7/1T5 a", moves: "g4-e4", asks: "named; throne=none"},
}

// Walls around the king's side, and what only looks like one.
var enclosureInputs = []dataInput{
	{id: "enclosed-bare-king", decides: "enclosure", about: "the king alone is walled in", position: "7/3t3/2t1t2/1t1K1t1/2t1t2/7/3t3 a", moves: "d1-d2", asks: "named; enclosure=true"},
	{id: "enclosed-bare-king-off-throne", decides: "enclosure, throne.return, throne.pass.king", about: "the king alone is walled in, beside the throne", position: "7/3t3/2t1t2/1tK2t1/2t1t2/7/3t3 a", moves: "d1-d2", asks: "named; enclosure=true"},
	{id: "enclosed-last-gap-at-the-side", decides: "enclosure, noMoves, throne.hostile.defenders", about: "the last gap of the wall closes, and nobody inside can move", position: "7/3t3/2tTt2/1tTKT2/2tTt2/3t3/5t1 a", moves: "f1-f4", asks: "named; noMoves=draw"},
	{id: "enclosed-already", decides: "enclosure", about: "the wall stands already and an attacker outside it moves", position: "7/3t3/2tTt2/1t1KTt1/2tTt2/3t3/5t1 a", moves: "f1-f2", asks: "named; enclosure=true"},
	{id: "enclosed-is-over", decides: "enclosure", about: "the defenders are to move and walled in: the game is over", position: "7/3t3/2tTt2/1t1KTt1/2tTt2/3t3/7 d", moves: "d4-c4", asks: "named; enclosure=true"},
	{id: "enclosed-with-attacker-inside", decides: "enclosure", about: "an attacker inside the wall changes nothing", position: "7/3t3/2t1t2/1t1Ktt1/2t1t2/7/3t3 a", moves: "d1-d2", asks: "named; enclosure=true"},
	{id: "enclosed-in-two-places", decides: "enclosure", about: "the king behind one wall and his defender behind another", position: "4tt1/t4Tt/4tt1/7/1t5/tKt4/1t5 a", moves: "a6-d6", asks: "named; enclosure=true"},
	{id: "enclosed-at-the-edge", decides: "enclosure, noMoves", about: "a wall with pieces on the edge", position: "7/7/7/7/1tt4/tKT3t/1tt4 a", moves: "g2-d2", asks: "named; enclosure=true"},
	{id: "enclosed-all-edge", decides: "enclosure", about: "attackers on every edge square but the corners", position: "1ttttt1/t5t/t5t/1t1K2t/t5t/t5t/1ttttt1 a", moves: "b4-a4", asks: "named; enclosure=true"},
	{id: "enclosed-edge-but-one", decides: "!enclosure", about: "attackers on every edge square but the corners and one", position: "1ttttt1/t5t/t5t/2tK2t/t5t/t5t/1ttttt1 a", moves: "c4-c3", asks: "named; enclosure=true"},
	{id: "enclosed-by-capture", decides: "enclosure, corners.hostile.defenders", about: "the last defender outside falls against a corner", position: "1T5/2tt3/2tTt2/1t1KTt1/2tTt2/3t3/7 a", moves: "c6-c7", asks: "named; enclosure=true"},
	{id: "enclosed-by-throne-piece", decides: "enclosure", about: "an attacker on the throne is part of the wall", position: "7/7/1tt4/tK1t3/1t5/7/2t4 a", moves: "c1-c3", asks: "scottish; throne.stop.attackers=true enclosure=true; throne.stop.attackers=true"},
	{id: "enclosed-through-throne-not", decides: "!enclosure", about: "without that piece the way over the throne is open", position: "7/7/1tt4/tK5/1t5/7/2t4 a", moves: "c1-c3", asks: "named; enclosure=true; enclosure=true throne.pass.defenders=false throne.pass.king=false throne.return=false"},
	{id: "enclosed-throne-closed-to-all", decides: "enclosure", about: "a wall encloses also where nobody may pass the throne inside it", position: "7/3t3/2t1t2/1tK2t1/2t1t2/7/3t3 a", moves: "d1-d2", asks: "enclosure=true throne.pass.defenders=false throne.pass.king=false throne.return=false"},
	{id: "enclosed-king-captured-first", decides: "king.sides.elsewhere, enclosure, noMoves", about: "the move that closes the wall captures the king", position: "2t4/7/7/7/1t5/tTKt3/1tt4 a", moves: "c7-c3", asks: "named; king.sides.elsewhere=4 enclosure=true"},
	{id: "enclosed-not-gap", decides: "!enclosure, throne.hostile.defenders", about: "one square of the wall is missing", position: "7/3t3/2tTt2/1tTK3/2tTt2/7/3t3 a", moves: "d1-d2", asks: "named; enclosure=true"},
	{id: "enclosed-not-defender-in-wall", decides: "!enclosure, throne.hostile.defenders", about: "a defender stands where a piece of the wall is missing", position: "7/3t3/2tTt2/1tTKTT1/2tTt2/7/3t3 a", moves: "d1-d2", asks: "named; enclosure=true"},
	{id: "enclosed-not-defender-outside", decides: "!enclosure, throne.hostile.defenders", about: "a defender outside the wall, not on the edge", position: "7/3t3/2tTt2/1tTKTt1/2tTt2/1T5/3t3 a", moves: "d1-d2", asks: "named; enclosure=true"},
	{id: "enclosed-not-defender-on-edge", decides: "!enclosure, throne.hostile.defenders", about: "a defender outside the wall, on the edge", position: "7/3t3/2tTt2/1tTKTt1/2tTt2/7/1T1t3 a", moves: "d1-d2", asks: "named; enclosure=true"},
	{id: "enclosed-not-king-outside", decides: "!enclosure", about: "the defenders are walled in, the king is not", position: "7/3t1K1/2tTt2/1tT1Tt1/2t1t2/7/3t3 a", moves: "d1-d2", asks: "named; enclosure=true"},
	{id: "enclosed-not-edge-square", decides: "!enclosure", about: "inside the wall there is a square of the edge", position: "2t4/7/7/7/7/1tKt3/1t1t3 a", moves: "c7-c3", asks: "named; enclosure=true"},
	{id: "enclosed-not-corner", decides: "!enclosure, goal", about: "the king is walled in with a corner", position: "7/t6/7/7/7/1t5/1Kt4 a", moves: "a6-a3", asks: "named; enclosure=true"},
	{id: "enclosed-not-blocked-on-edge", decides: "!enclosure, noMoves", about: "a defender on the edge who cannot move: no wall, but no move either", position: "7/1t5/tKt4/1t5/7/6t/2tTt2 a", moves: "g2-d2", asks: "named; enclosure=true; noMoves=draw"},
	{id: "enclosed-not-attackers-to-move", decides: "!enclosure", about: "with the attackers to move a wall wins nothing: one of them opens it", position: "7/3t3/2tTt2/1t1KTt1/2tTt2/3t3/7 a", moves: "d2-d1", asks: "named; enclosure=true"},
	{id: "enclosed-not-by-defenders-move", decides: "!enclosure", about: "a defender's move inside a wall that has a gap, with the attackers to move", position: "7/3t3/2tTt2/1t1KTt1/2tTt2/7/3t3 d", moves: "d3-d2", asks: "named; enclosure=true"},
}

// Sides that have no move.
var blockedInputs = []dataInput{
	{id: "blocked-attackers-at-corner", decides: "noMoves", about: "the only attacker, beside a corner, has no move", position: "7/7/7/3K3/1T5/7/1tT4 d", moves: "b3-b2", asks: "named; noMoves=draw"},
	{id: "blocked-attackers-at-corner-file", decides: "noMoves", about: "the only attacker, below a corner, has no move", position: "7/1T5/7/3K3/T6/t6/7 d", moves: "b6-b2", asks: "named; noMoves=draw"},
	{id: "blocked-attackers-beside-throne", decides: "noMoves, throne.hostile.attackers, throne.stop.attackers", about: "the only attacker, beside the throne, falls or has no move", position: "7/7/2T4/T1t1K2/2T4/7/7 d", moves: "a4-b4", asks: "named; noMoves=draw throne.hostile.attackers=never"},
	{id: "blocked-attackers-may-not-pass", decides: "noMoves, throne.pass.attackers, throne.stop.attackers, throne.hostile.attackers", about: "the only attacker could move only over the throne", position: "7/7/2T4/T1t4/2T4/1K5/7 d", moves: "a4-b4", asks: "throne.pass.attackers=false throne.hostile.attackers=never; throne.hostile.attackers=never; throne.pass.attackers=false throne.hostile.attackers=never noMoves=draw"},
	{id: "blocked-attackers-none", decides: "noMoves", about: "there is no attacker", position: "7/7/7/3K3/7/7/7 d", moves: "d4-d2", asks: "named; noMoves=draw"},
	{id: "blocked-attackers-is-over", decides: "!noMoves", about: "the attackers are to move and have no piece: the game is over", position: "7/7/7/3K3/7/7/7 a", moves: "d4-d2", asks: "named"},
	{id: "blocked-defenders-throne-barred", decides: "noMoves, throne.return, throne.hostile.king, king.sides.beside", about: "the only move left would be the king's, back to the throne", position: "7/7/3t3/4t2/2tKTt1/4t2/3t3 a", moves: "d1-d2", asks: "named; noMoves=draw throne.return=false"},
	{id: "blocked-defenders-throne-passed", decides: "noMoves, throne.pass.king, throne.return", about: "the only move left would be the king's, over the throne", position: "7/7/7/4t2/2tKTt1/4t2/3t3 a", moves: "d1-d2", asks: "throne.return=false; throne.return=false throne.pass.king=false; throne.return=false throne.pass.king=false noMoves=draw"},
	{id: "blocked-defenders-throne-too-far", decides: "noMoves, range.king, throne.return, throne.pass.king", about: "a king of short range cannot pass over a throne that he may not enter", position: "7/7/7/4t2/2tKTt1/4t2/3t3 a", moves: "d1-d2", asks: "throne.return=false range.king=1; throne.return=false range.king=2"},
	{id: "blocked-defenders-edge", decides: "noMoves, king.edge, goal, king.sides.elsewhere", about: "a king on the edge and a defender beside a corner: nobody can move", position: "2tKt2/t6/7/7/7/1t5/1Tt4 a", moves: "a6-d6", asks: "named; noMoves=draw"},
	{id: "blocked-defenders-around", decides: "noMoves, king.sides.elsewhere", about: "a king between attackers and a blocked defender falls or has no move", position: "7/7/7/7/4t2/3tK1t/3tTt1 a", moves: "g2-f2", asks: "named; noMoves=draw king.sides.elsewhere=4"},
	{id: "blocked-not-king-to-corner", decides: "!noMoves, king.edge, goal, corners.hostile.king, king.sides.elsewhere", about: "a king above a corner has a move, into it, if he is not captured", position: "7/7/7/7/t6/K5t/7 a", moves: "g2-b2", asks: "named"},
}

// What the other game types of the recorded games say too.
var archiveInputs = []dataInput{
	{id: "archive-slide", decides: "common 1, common 2", about: "an attacker slides up a file", position: "7/7/1K5/7/7/5t1/2t4 a", moves: "c1-c3", asks: "archive"},
	{id: "archive-king-two-squares", decides: "range.king", about: "the king moves two squares", position: "7/7/1K5/7/7/5t1/7 d", moves: "b5-d5", asks: "archive"},
	{id: "archive-attacker-two-squares", decides: "range.attackers", about: "an attacker moves two squares", position: "7/7/1K5/7/7/5T1/2t4 a", moves: "c1-e1", asks: "archive"},
	{id: "archive-defender-two-squares", decides: "range.defenders", about: "a defender moves two squares", position: "7/7/1K5/7/7/5t1/2T4 d", moves: "c1-e1", asks: "archive"},
	{id: "archive-return", decides: "throne.return", about: "the king stops on d4", position: "7/7/7/2K4/7/5t1/7 d", moves: "c4-d4", asks: "archive"},
	{id: "archive-pass-attacker", decides: "throne.pass.attackers", about: "an attacker passes over d4", position: "7/1K5/7/2t4/7/5T1/7 a", moves: "c4-e4", asks: "archive"},
	{id: "archive-pass-defender", decides: "throne.pass.defenders", about: "a defender passes over d4", position: "7/1K5/7/2T4/7/5t1/7 d", moves: "c4-e4", asks: "archive"},
	{id: "archive-pass-king", decides: "throne.pass.king", about: "the king passes over d4", position: "7/7/7/2K4/7/5t1/7 d", moves: "c4-e4", asks: "archive"},
	{id: "archive-stop-attacker", decides: "throne.stop.attackers, common 3", about: "an attacker stops on d4", position: "7/1K5/7/2t4/7/5T1/7 a", moves: "c4-d4", asks: "archive"},
	{id: "archive-stop-defender", decides: "throne.stop.defenders, common 3", about: "a defender stops on d4", position: "7/1K5/7/2T4/7/5t1/7 d", moves: "c4-d4", asks: "archive"},
	{id: "archive-throne-attacker", decides: "throne.hostile.attackers", about: "an attacker between a defender and the empty d4", position: "7/1K5/7/4t2/5T1/t6/7 d", moves: "f3-f4", asks: "archive"},
	{id: "archive-throne-attacker-king-on-it", decides: "throne.hostile.attackers, king.armed", about: "an attacker between a defender and the king on d4", position: "7/7/7/3Kt2/5T1/t6/7 d", moves: "f3-f4", asks: "archive"},
	{id: "archive-throne-defender", decides: "throne.hostile.defenders", about: "a defender between an attacker and the empty d4", position: "7/1K5/7/4T2/5t1/7/7 a", moves: "f3-f4", asks: "archive"},
	{id: "archive-throne-defender-king-on-it", decides: "throne.hostile.defenders", about: "a defender between an attacker and the king on d4", position: "7/7/7/3KT2/5t1/7/7 a", moves: "f3-f4", asks: "archive"},
	{id: "archive-corner-attacker", decides: "corners.hostile.attackers", about: "an attacker beside a corner", position: "7/3K3/7/7/2T2t1/7/1t5 d", moves: "c3-c1", asks: "archive"},
	{id: "archive-corner-defender", decides: "corners.hostile.defenders", about: "a defender beside a corner", position: "7/1K5/7/7/2t4/7/1T5 a", moves: "c3-c1", asks: "archive"},
	{id: "archive-corner-king", decides: "corners.hostile.king, goal, king.sides.elsewhere", about: "the king beside a corner", position: "7/7/7/7/2t4/7/1K3t1 a", moves: "c3-c1", asks: "archive"},
	{id: "archive-corner-stop", decides: "common 3", about: "an attacker stops on a corner", position: "7/1K5/7/7/7/5T1/3t3 a", moves: "d1-g1", asks: "archive"},
	{id: "archive-king-hammer", decides: "king.armed", about: "the king captures by arriving", position: "7/7/5t1/7/1K5/2tT3/7 d", moves: "b3-b2", asks: "archive"},
	{id: "archive-king-anvil", decides: "king.armed", about: "a defender captures against the king", position: "7/7/5t1/7/3T3/1Kt4/7 d", moves: "d3-d2", asks: "archive"},
	{id: "archive-king-throne-two", decides: "king.sides.throne, king.sides.elsewhere", about: "the king on d4 between two attackers", position: "7/7/7/2tK2t/7/7/1T5 a", moves: "g4-e4", asks: "archive"},
	{id: "archive-king-throne-four", decides: "!king.sides.throne, common 8", about: "the king on d4 between four attackers", position: "7/7/3t3/2tK2t/3t3/7/1T5 a", moves: "g4-e4", asks: "archive"},
	{id: "archive-king-beside-two", decides: "king.sides.beside, king.sides.elsewhere", about: "the king on d3 between two attackers across", position: "7/7/7/7/2tK2t/7/1T5 a", moves: "g3-e3", asks: "archive"},
	{id: "archive-king-beside-three", decides: "king.sides.beside, throne.hostile.king", about: "the king on d3 between three attackers", position: "7/7/7/7/2tKt2/7/1T1t3 a", moves: "d1-d2", asks: "archive"},
	{id: "archive-king-beside-one", decides: "throne.hostile.king, king.sides.beside", about: "the king on d3, an attacker arrives opposite d4", position: "7/7/7/7/3K3/7/1T1t3 a", moves: "d1-d2", asks: "archive"},
	{id: "archive-king-open-two", decides: "king.sides.elsewhere", about: "the king in the open between two attackers", position: "7/7/7/7/7/1tK3t/1T5 a", moves: "g2-d2", asks: "archive"},
	{id: "archive-king-edge", decides: "king.edge, king.sides.elsewhere, goal", about: "the king on the edge between three attackers", position: "7/7/t6/K6/t6/1t5/5T1 a", moves: "b2-b4", asks: "archive"},
	{id: "archive-walk-in", decides: "common 5", about: "a defender walks between two attackers", position: "7/1K5/7/7/5T1/4t1t/7 d", moves: "f3-f2", asks: "archive"},
	{id: "archive-edge", decides: "common 9", about: "a defender on the edge, an attacker arrives before him", position: "7/1K5/7/6T/5t1/7/7 a", moves: "f3-f4", asks: "archive"},
	{id: "archive-capture-two", decides: "common 4, common 6", about: "an attacker captures two defenders at once", position: "7/1K5/4t2/4T2/2tT3/7/4t2 a", moves: "e1-e3", asks: "archive"},
	{id: "archive-goal", decides: "goal, common 7", about: "the king reaches an edge square", position: "7/7/7/2K4/7/7/1t5 d", moves: "c4-c7", asks: "archive"},
	{id: "archive-enclosed", decides: "enclosure, throne.hostile.defenders", about: "a wall closes around the king's side", position: "7/3t3/2tTt2/1t1KTt1/2tTt2/7/3t3 a", moves: "d1-d2", asks: "archive"},
	{id: "archive-blocked", decides: "noMoves", about: "the only attacker has no move left", position: "7/7/7/3K3/1T5/7/1tT4 d", moves: "b3-b2", asks: "archive"},
}

// setUp returns a position with the pieces, as "Kd4", and the side to move.
func setUp(t *testing.T, turn string, pieces ...string) string {
	t.Helper()
	b := referee.Board{Turn: map[string]brandubh.Side{"a": brandubh.Attackers, "d": brandubh.Defenders}[turn]}
	for _, text := range pieces {
		x, ok := map[byte]brandubh.Piece{'t': brandubh.Attacker, 'T': brandubh.Defender, 'K': brandubh.King}[text[0]]
		file, rank := int(text[1]-'a'), int(text[2]-'1')
		if !ok || len(text) != 3 || !referee.OnBoard(file, rank) || b.At[rank][file] != brandubh.NoPiece {
			t.Fatalf("%q of %q", text, pieces)
		}
		b.At[rank][file] = x
	}
	return b.Position().String()
}

// square names a square.
func square(file, rank int) string { return referee.Square(file, rank).String() }

// directions names the four directions of referee.Directions.
var directions = [4]string{"right", "left", "above", "below"}

// where says in words in which of the directions something stands.
var where = [4]string{"on the right", "on the left", "above", "below"}

// withArticle returns "an attacker" or "a defender".
func withArticle(name string) string {
	if name == "attacker" {
		return "an attacker"
	}
	return "a " + name
}

// soldierFamily: a soldier of either side captured from each direction.
func soldierFamily(t *testing.T) (inputs []dataInput) {
	for _, side := range []struct{ name, victim, hammer, turn string }{{"defender", "T", "t", "a"}, {"attacker", "t", "T", "d"}} {
		for i, d := range referee.Directions {
			const file, rank = 2, 4
			arrival, from := square(file+d[0], rank+d[1]), square(file+2*d[0], rank+2*d[1])
			inputs = append(inputs, dataInput{
				id: "capture-" + side.name + "-from-" + directions[i], decides: "common 4",
				about:    fmt.Sprintf("%s is captured, the enemy arriving %s", withArticle(side.name), where[i]),
				position: setUp(t, side.turn, "Ke2", "tg6", side.victim+square(file, rank), side.hammer+square(file-d[0], rank-d[1]), side.hammer+from),
				moves:    from + "-" + arrival,
			})
		}
	}
	return inputs
}

// throneFamily: a soldier beside the throne, the enemy arriving opposite it, with
// the throne empty or the king on it.
func throneFamily(t *testing.T) (inputs []dataInput) {
	for _, side := range []struct{ name, victim, hammer, turn, field, own string }{
		{"defender", "T", "t", "a", "throne.hostile.defenders", "; throne.hostile.defenders=always; throne.hostile.defenders=never"},
		{
			"attacker", "t", "T", "d", "throne.hostile.attackers",
			"; king.armed=unarmed; king.armed=unarmed throne.hostile.attackers=when-empty; king.armed=anvil-only throne.hostile.attackers=never; king.armed=hammer-only throne.hostile.attackers=when-empty",
		},
	} {
		for i, d := range referee.Directions {
			victim, arrival, from := square(3+d[0], 3+d[1]), square(3+2*d[0], 3+2*d[1]), square(3+3*d[0], 3+3*d[1])
			for _, king := range []string{"b6", "d4"} {
				in := dataInput{
					id: "throne-empty-" + side.name + "-" + directions[i], decides: side.field + ", ?king.armed",
					about:    fmt.Sprintf("%s between the empty throne and an enemy who arrives %s", withArticle(side.name), where[i]),
					position: setUp(t, side.turn, "K"+king, "tg6", side.victim+victim, side.hammer+from),
					moves:    from + "-" + arrival,
				}
				if king == "d4" {
					in.id = strings.Replace(in.id, "empty", "with-king", 1)
					in.about = strings.Replace(in.about, "empty throne", "throne with the king on it", 1)
					if i == 0 {
						in.asks = "named" + side.own
					}
				}
				inputs = append(inputs, in)
			}
		}
	}
	return inputs
}

// cornerFamily: an attacker, a defender and the king beside each corner, the
// enemy arriving opposite it.
func cornerFamily(t *testing.T) (inputs []dataInput) {
	for _, victim := range []struct{ name, piece, hammer, turn, decides, asks string }{
		{"attacker", "t", "T", "d", "corners.hostile.attackers", "named; corners.hostile.attackers=false"},
		{"defender", "T", "t", "a", "corners.hostile.defenders", "named; corners.hostile.defenders=false"},
		{"king", "K", "t", "a", "?corners.hostile.king, ?king.sides.elsewhere, *goal", "named; corners.hostile.king=false; king.sides.elsewhere=3; king.sides.elsewhere=4 king.edge=true"},
	} {
		for _, corner := range [][2]int{{0, 0}, {6, 0}, {0, 6}, {6, 6}} {
			for along := range 2 { // the rank, the file
				at := func(along0, inwards int) string {
					steps := [2]int{along0, inwards}
					if along == 1 {
						steps = [2]int{inwards, along0}
					}
					return square(max(corner[0]-steps[0], steps[0]-corner[0]), max(corner[1]-steps[1], steps[1]-corner[1]))
				}
				pieces := []string{victim.piece + at(1, 0), victim.hammer + at(2, 2)}
				if victim.piece != "K" {
					pieces = append(pieces, "Kd4")
				}
				if victim.hammer == "T" {
					pieces = append(pieces, map[bool]string{true: "td6", false: "td2"}[corner[1] == 0])
				} else {
					pieces = append(pieces, map[bool]string{true: "Te6", false: "Te2"}[corner[1] == 0])
				}
				inputs = append(inputs, dataInput{
					id: "corner-" + victim.name + "-" + at(1, 0), decides: victim.decides,
					about:    fmt.Sprintf("the %s on %s, beside the corner %s", victim.name, at(1, 0), at(0, 0)),
					position: setUp(t, victim.turn, pieces...),
					moves:    at(2, 2) + "-" + at(2, 0),
					asks:     victim.asks,
				})
			}
		}
	}
	return inputs
}

// multipleFamily: two or three fall to one move, each against an anvil of its own:
// an attacker, a defender, the king, the empty throne, the throne with the king on
// it, a corner, the edge.
func multipleFamily(t *testing.T) (inputs []dataInput) {
	const kings = "named; king.armed=hammer-only; king.armed=anvil-only; king.armed=unarmed"
	add := func(id, about, decides, turn, moves, asks string, pieces ...string) {
		inputs = append(inputs, dataInput{
			id: "multiple-" + id, decides: "common 6" + decides + ", *goal", about: about,
			position: setUp(t, turn, pieces...), moves: moves, asks: asks,
		})
	}
	// d2 is reached from d1: d3 falls against d4, c2 against b2, e2 against f2.
	type anvil struct {
		name   string
		pieces []string // the victim is t or T, put for "v"
		field  string
	}
	for _, side := range []struct{ name, victim, own, other, turn string }{{"defenders", "T", "t", "attacker", "a"}, {"attackers", "t", "T", "defender", "d"}} {
		above := []anvil{
			{},
			{"empty-throne", []string{"vd3"}, ", ?throne.hostile." + side.name},
			{"throne-with-king", []string{"vd3", "Kd4"}, ", ?throne.hostile." + side.name + ", ?king.armed"},
		}
		left := []anvil{{}, {side.other, []string{"vc2", side.own + "b2"}, ""}, {"king", []string{"vc2", "Kb2"}, ", ?king.armed"}}
		right := []anvil{{}, {side.other, []string{"ve2", side.own + "f2"}, ""}, {"king", []string{"ve2", "Kf2"}, ", ?king.armed"}}
		for _, a := range above {
			for _, l := range left {
				for _, r := range right {
					pieces := slices.Concat(a.pieces, l.pieces, r.pieces)
					count, king := 0, 0
					var names []string
					for _, x := range []anvil{a, l, r} {
						if x.name != "" {
							count++
							names = append(names, x.name)
						}
						if slices.ContainsFunc(x.pieces, func(p string) bool { return p[0] == 'K' }) {
							king++
						}
					}
					if count < 2 || king > 1 || l.name == "king" && r.name != "king" && r.name != "" && side.victim == "T" {
						continue
					}
					if side.victim == "T" && (l.name == "king" || r.name == "king") {
						continue // the king is no anvil against his own
					}
					if r.name == "king" && l.name == "" || l.name == "" && a.name != "" && r.name == side.other {
						continue // as the mirror image
					}
					if king == 0 {
						pieces = append(pieces, "Kb6")
					}
					for i := range pieces {
						if pieces[i][0] == 'v' {
							pieces[i] = side.victim + pieces[i][1:]
						}
					}
					asks := "named"
					switch {
					case king == 1 && side.victim == "t":
						asks = kings
						if a.name == "throne-with-king" {
							asks += "; king.armed=unarmed throne.hostile.attackers=when-empty"
						}
					case king == 1:
						asks = "named; throne.hostile.defenders=always"
					}
					add(side.name+"-"+strings.Join(names, "-and-"), side.name+" fall at once, against: "+strings.ReplaceAll(strings.Join(names, ", "), "-", " "),
						a.field+l.field+r.field, side.turn, "d1-d2", asks, append(pieces, side.own+"d1", "tg6")...)
				}
			}
		}
		// c1: b1 falls against the corner a1, and d1 or c2 against a piece.
		for _, second := range []struct {
			name, field, asks, moves, from string
			pieces                         []string
		}{
			{side.other, "", "named", "c3-c1", "c3", []string{side.victim + "d1", side.own + "e1", "Kb6"}},
			{side.other + "-above", "", "named", "f1-c1", "f1", []string{side.victim + "c2", side.own + "c3", "Kb6"}},
			{"king-above", ", king.armed", kings, "f1-c1", "f1", []string{side.victim + "c2", "Kc3"}},
		} {
			if second.name == "king-above" && side.victim == "T" {
				continue
			}
			add(side.name+"-corner-and-"+second.name, side.name+" fall at once, against: a corner, "+strings.ReplaceAll(second.name, "-", " "),
				", corners.hostile."+side.name+second.field, side.turn, second.moves, second.asks,
				append(second.pieces, side.victim+"b1", side.own+second.from, "tg6")...)
		}
	}
	// The king himself arrives.
	add("attackers-to-the-king", "three attackers fall to the king, who leaves the throne", ", king.armed", "d", "d4-d5", kings,
		"Kd4", "td6", "Td7", "tc5", "Tb5", "te5", "Tf5", "tg2")
	add("attackers-to-the-king-throne", "two attackers fall to the king, one against a defender and one against the empty throne", ", king.armed, throne.hostile.attackers", "d", "c2-d2", kings,
		"Kc2", "td3", "te2", "Tf2", "tg6")
	add("attackers-to-the-king-corner", "two attackers fall to the king, one against a defender and one against a corner", ", king.armed, corners.hostile.attackers", "d", "c2-c1", kings,
		"Kc2", "tb1", "td1", "Te1", "tg6")
	// The king is among those who fall.
	add("king-and-defender", "the king falls between two attackers, and a defender with him", ", common 8, king.sides.elsewhere", "a", "d1-d2", "named; king.sides.elsewhere=3",
		"Kc2", "tb2", "Te2", "tf2", "td1")
	add("king-and-throne", "the king falls between two attackers, and a defender against the empty throne", ", common 8, king.sides.elsewhere, throne.hostile.defenders", "a", "d1-d2", "named",
		"Kc2", "tb2", "Td3", "td1")
	add("king-and-two", "the king falls, and two defenders with him, one against the empty throne", ", common 8, king.sides.elsewhere, throne.hostile.defenders", "a", "d1-d2", "named",
		"Kc2", "tb2", "Td3", "Te2", "tf2", "td1")
	add("king-beside-and-two", "the king falls beside the throne to three attackers, and two defenders with him", ", common 8, king.sides.beside, throne.hostile.king", "a", "d1-d2", "named; throne.hostile.king=when-empty king.sides.beside=2; king.sides.beside=4",
		"Kd3", "tc3", "te3", "Tc2", "tb2", "Te2", "tf2", "td1")
	add("king-on-throne-and-two", "the king falls on the throne to four attackers, and two defenders with him", ", common 8, !king.sides.throne", "a", "d1-d3", "named",
		"Kd4", "tc4", "te4", "td5", "Tc3", "tb3", "Te3", "tf3", "td1")
	add("king-corner-and-defender", "the king falls against a corner, and a defender with him", ", common 8, corners.hostile.king, king.sides.elsewhere", "a", "c3-c1", "named; king.edge=true king.sides.elsewhere=4",
		"Kb1", "Td1", "te1", "tc3")
	add("king-corner-edge-and-defender", "the king falls against a corner and the edge, and a defender with him", ", common 8, ?corners.hostile.king, ?king.edge, king.sides.elsewhere", "a", "c3-c1", "named; king.edge=true king.sides.elsewhere=4",
		"Kb1", "tb2", "Td1", "te1", "tc3")
	add("king-edge-and-throne", "a king on the edge and a defender against the empty throne", ", common 8, king.edge, king.sides.elsewhere, throne.hostile.defenders", "a", "b2-b4", "named; king.edge=true; king.edge=true king.sides.elsewhere=4",
		"Ka4", "Tc4", "tb2", "Tg2")
	add("king-edge-throne-and-defender", "a king on the edge between attackers, a defender against the empty throne and one against an attacker", ", common 8, king.edge, king.sides.elsewhere, ?throne.hostile.defenders", "a", "b2-b4", "named; king.edge=true; king.edge=true king.sides.elsewhere=4; king.edge=true king.sides.elsewhere=3",
		"Ka4", "ta3", "ta5", "Tc4", "Tb5", "tb6", "tb2", "Tg2")
	return inputs
}

// kingSquares is one square of each class that the rules about the king know.
var kingSquares = []struct {
	class, square string
	decides, asks string
}{
	{"throne", "d4", "?king.sides.throne, *king.sides.elsewhere", "named; king.sides.throne=2; king.sides.throne=3"},
	{"beside-throne", "d3", "?king.sides.beside, ?throne.hostile.king, *king.sides.elsewhere", "named; king.sides.beside=4 throne.hostile.king=when-empty"},
	{"beside-throne", "c4", "?king.sides.beside, ?throne.hostile.king, *king.sides.elsewhere", "named"},
	{"beside-throne", "d5", "?king.sides.beside, ?throne.hostile.king, *king.sides.elsewhere", "named"},
	{"beside-throne", "e4", "?king.sides.beside, ?throne.hostile.king, *king.sides.elsewhere", "named"},
	{"open", "e2", "?king.sides.elsewhere", "named; king.sides.elsewhere=3"},
	{"edge", "a4", "?king.sides.elsewhere, ?king.edge, *goal", "named; king.edge=true"},
	{"edge", "d7", "?king.sides.elsewhere, ?king.edge, *goal", "named; king.edge=true"},
	{"edge", "d1", "?king.sides.elsewhere, ?king.edge, *goal", "named; king.edge=true; king.edge=true king.sides.elsewhere=3; king.edge=true king.sides.elsewhere=4"},
	{"edge", "g4", "?king.sides.elsewhere, ?king.edge, *goal", "named; king.edge=true"},
	{"beside-corner", "b1", "?king.sides.elsewhere, ?king.edge, ?corners.hostile.king, *goal", "named; king.edge=true; king.sides.elsewhere=3; king.edge=true king.sides.elsewhere=4"},
	{"beside-corner", "g6", "?king.sides.elsewhere, ?king.edge, ?corners.hostile.king, *goal", "named"},
}

// kingFamily: the king on a square of each class, attackers on every choice of
// his other sides, and one more arriving on each. What no rule could change is
// left out.
func kingFamily(t *testing.T) (inputs []dataInput) {
	for _, k := range kingSquares {
		file, rank := int(k.square[0]-'a'), int(k.square[1]-'1')
		stands := func(i int) bool { // an attacker can stand there
			f, r := file+referee.Directions[i][0], rank+referee.Directions[i][1]
			corner := (f == 0 || f == 6) && (r == 0 || r == 6)
			return referee.OnBoard(f, r) && !corner && (f != 3 || r != 3)
		}
		for arrival := range 4 {
			if !stands(arrival) {
				continue
			}
			for others := range 16 {
				pieces := []string{"K" + k.square}
				var names, places []string
				ok := true
				for i := range 4 {
					if others&(1<<i) != 0 {
						ok = ok && i != arrival && stands(i)
						if ok {
							pieces = append(pieces, "t"+square(file+referee.Directions[i][0], rank+referee.Directions[i][1]))
							names, places = append(names, directions[i]), append(places, where[i])
						}
					}
				}
				if !ok {
					continue
				}
				to := square(file+referee.Directions[arrival][0], rank+referee.Directions[arrival][1])
				from := comesFrom(file, rank, arrival)
				pieces = append(pieces, "t"+from, bystander(pieces, from, to))
				id, about := "alone", "alone"
				if len(names) > 0 {
					id = "with-" + strings.Join(names, "-")
					about = "others stand " + strings.Join(places, " and ")
				}
				inputs = append(inputs, dataInput{
					id:       fmt.Sprintf("king-%s-%s-%s-%s", k.class, k.square, directions[arrival], id),
					decides:  k.decides,
					about:    fmt.Sprintf("the king on %s (%s): an attacker arrives %s, %s", k.square, strings.ReplaceAll(k.class, "-", " "), where[arrival], about),
					position: setUp(t, "a", pieces...), moves: from + "-" + to, asks: k.asks,
				})
			}
		}
	}
	return inputs
}

// comesFrom is where an attacker comes from who arrives next to the king in that
// direction: the next square further out, or one to the side.
func comesFrom(file, rank, direction int) string {
	d := referee.Directions[direction]
	f, r := file+2*d[0], rank+2*d[1]
	if corner := (f == 0 || f == 6) && (r == 0 || r == 6); referee.OnBoard(f, r) && !corner && (f != 3 || r != 3) {
		return square(f, r)
	}
	f, r = file+d[0]+d[1], rank+d[1]+d[0]
	if !referee.OnBoard(f, r) {
		f, r = file+d[0]-d[1], rank+d[1]-d[0]
	}
	return square(f, r)
}

// bystander is a defender who keeps his side able to move, far from what happens.
func bystander(pieces []string, from, to string) string {
	near := func(s string) bool {
		for _, other := range append([]string{"?" + from, "?" + to}, pieces...) {
			if max(s[0], other[1])-min(s[0], other[1]) <= 1 && max(s[1], other[2])-min(s[1], other[2]) <= 1 {
				return true
			}
		}
		return false
	}
	for _, s := range []string{"f7", "b7", "a2"} {
		if !near(s) {
			return "T" + s
		}
	}
	return "Tf1"
}

// walkInFamily: soldiers and the king walk between enemies, on squares of each
// class, and are safe.
func walkInFamily(t *testing.T) (inputs []dataInput) {
	add := func(id, about, turn, moves, asks string, pieces ...string) {
		inputs = append(inputs, dataInput{
			id: "walk-in-" + id, decides: "common 5, *goal, *throne.return", about: about,
			position: setUp(t, turn, pieces...), moves: moves, asks: asks,
		})
	}
	add("attacker-rank", "an attacker walks between two defenders on a rank", "a", "c5-c2", "", "Kf6", "Tb2", "Td2", "tc5")
	add("attacker-file", "an attacker walks between two defenders on a file", "a", "f2-c2", "", "Kf6", "Tc1", "Tc3", "tf2")
	add("attacker-king", "an attacker walks between a defender and the king", "a", "c5-c2", "", "Kb2", "Td2", "tc5")
	add("attacker-throne", "an attacker walks between a defender and the empty throne", "a", "c6-c4", "", "Kf6", "Tb4", "tc6")
	add("attacker-throne-king", "an attacker walks between a defender and the throne with the king on it", "a", "c6-c4", "", "Kd4", "Tb4", "tc6")
	add("attacker-corner", "an attacker walks between a defender and a corner", "a", "b4-b1", "", "Kf6", "Tc1", "tb4")
	add("attacker-three", "an attacker walks between three defenders", "a", "c5-c2", "", "Kf6", "Tb2", "Td2", "Tc1", "tc5")
	add("defender-rank", "a defender walks between two attackers on a rank", "d", "c5-c2", "", "Kf6", "tb2", "td2", "Tc5")
	add("defender-file", "a defender walks between two attackers on a file", "d", "f2-c2", "", "Kf6", "tc1", "tc3", "Tf2")
	add("defender-throne", "a defender walks between an attacker and the empty throne", "d", "c6-c4", "", "Kf6", "tb4", "Tc6")
	add("defender-corner", "a defender walks between an attacker and a corner", "d", "b4-b1", "", "Kf6", "tc1", "Tb4")
	add("defender-three", "a defender walks between three attackers", "d", "c5-c2", "", "Kf6", "tb2", "td2", "tc1", "Tc5")
	add("king-open", "the king walks between two attackers in the open", "d", "c3-c2", "", "Kc3", "tb2", "td2")
	add("king-open-three", "the king walks between three attackers in the open", "d", "c3-c2", "named; king.sides.elsewhere=3", "Kc3", "tb2", "td2", "tc1")
	add("king-beside-throne-across", "the king walks beside the throne between two attackers", "d", "d2-d3", "named; king.sides.beside=2", "Kd2", "tc3", "te3", "tg6")
	add("king-beside-throne-three", "the king walks off the throne between three attackers", "d", "d4-d3", "named; throne.hostile.king=always king.sides.beside=4; king.sides.beside=2", "Kd4", "tc3", "te3", "td2")
	add("king-beside-throne-opposite", "the king walks between an attacker and the empty throne", "d", "c3-d3", "named; throne.hostile.king=always king.sides.beside=2", "Kc3", "td2", "tg6")
	add("king-throne-three", "the king walks onto the throne between three attackers", "d", "d3-d4", "named; king.sides.throne=3; king.sides.throne=2", "Kd3", "tc4", "te4", "td5")
	add("king-throne-two", "the king walks onto the throne between two attackers", "d", "d3-d4", "named; king.sides.throne=2", "Kd3", "tc4", "te4")
	add("king-edge-two", "the king walks to the edge between two attackers", "d", "d2-d1", "named; king.edge=true; king.edge=true king.sides.elsewhere=3", "Kd2", "tc1", "te1")
	add("king-edge-one", "the king walks along the edge behind an attacker", "d", "f1-d1", "named; king.edge=true", "Kf1", "td2")
	add("king-corner", "the king walks between an attacker and a corner", "d", "b2-b1", "named; king.edge=true king.sides.elsewhere=4", "Kb2", "tc1")
	add("king-corner-two", "the king walks beside a corner between two attackers", "d", "b2-b1", "named; king.sides.elsewhere=3", "Kb2", "tc1", "ta2", "tg6")
	return inputs
}

// Where games go round: from the start, the attackers' or the defenders' moves
// first; six plies a round; two rounds in turn; from a position where the
// defenders have one move each time.
const (
	around          = "d1-c1 d3-c3 c1-d1 c3-d3 "
	aroundDefenders = "d7-e7 c3-d3 e7-d7 d3-c3 "
	aroundOther     = "d7-e7 d5-e5 e7-d7 e5-d5 "
	aroundSix       = "d1-c1 d3-c3 c1-b1 c3-b3 b1-d1 b3-d3 "
	aroundForced    = "g3-g4 a5-a6 g4-g3 a6-a5 "
	// Two moves are left to the defenders, and both bring an earlier position back.
	packed      = "2Ttt2/tTTTttt/TTTttTt/tKT1tTt/ttttttt/tttTTtt/1TtTtt1 a"
	packedMoves = "e7-f7 b6-b7 f7-e7 c6-b6 e7-f7 c7-c6 f7-e7"
	slow        = "range.attackers=1 range.defenders=1 range.king=1"
)

// gameInputs is the cases of games-more.json.
func gameInputs() []dataInput {
	var inputs []dataInput
	for _, in := range slices.Concat(startInputs, playedInputs, repetitionInputs, repetitionFamily()) {
		in.game = true
		inputs = append(inputs, in)
	}
	return inputs
}

// Starts, the presets' own and others.
var startInputs = []dataInput{
	{id: "archive-start-attackers", decides: "start, common 1", about: "the attackers begin", moves: "d1-b1 d3-b3", asks: "archive"},
	{id: "archive-start-defenders", decides: "start, common 1", about: "the defenders do not begin", moves: "d3-b3", asks: "archive"},
	{id: "archive-start-side", decides: "start, common 1", about: "attackers at the sides of the cross", moves: "a4-a3 c4-c3 b4-b3 e4-e3 g4-g3 c3-c2 f4-f3", asks: "archive"},
	{id: "archive-start-ends", decides: "start, common 1", about: "attackers at the ends of the cross", moves: "d1-b1 d3-e3 d7-b7 d5-e5 d2-b2 c4-c5 d6-b6 d4-d3", asks: "archive"},
	{id: "start-nobody-twice", decides: "common 1, common 2", about: "the sides move in turn", moves: "d1-c1 d7-c7", asks: "named"},
	{id: "start-defenders-first", decides: "start", about: "a start with the defenders to move", moves: "d3-c3 d1-c1", asks: "named; start=3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3_d"},
	{id: "start-dense", decides: "start", about: "a denser start", moves: "a5-b5 e5-e6", asks: "named; start=2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2_a; start=2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2_d"},
	{id: "start-king-off-throne", decides: "start, throne.return", about: "a start with the king beside the throne", moves: "d4-d5 d1-c1 d5-d4", asks: "named; start=3t3/7/7/t2K2t/7/7/3t3_d; start=3t3/7/7/t2K2t/7/7/3t3_d throne.return=false"},
}

// Short games.
var playedInputs = []dataInput{
	{id: "walks-in-and-is-closed-anew", decides: "common 5", about: "a defender walks between two attackers; one steps away and comes back: he falls", position: "7/5K1/2T4/7/7/1t1t3/7 d", moves: "c5-c2 d2-d1 f6-f5 d1-d2"},
	{id: "walks-in-and-another-closes", decides: "common 5", about: "a defender walks between two attackers; one steps away and another comes: he falls", position: "7/5K1/2T4/7/3t3/1t1t3/7 d", moves: "c5-c2 d2-e2 f6-f5 d3-d2"},
	{id: "king-walks-in-and-is-closed-anew", decides: "common 5, king.sides.elsewhere", about: "the king walks between two attackers; one steps away and comes back", position: "7/7/7/7/2K4/1t1t3/5T1 d", moves: "c3-c2 d2-d3 f1-f2 d3-d2"},
	{id: "attacker-walks-in-and-is-closed-anew", decides: "common 5", about: "an attacker walks between two defenders; one steps away and comes back: he falls", position: "7/5K1/2t4/7/7/1T1T3/5t1 a", moves: "c5-c2 d2-d1 f1-f2 d1-d2"},
	{id: "throne-empties-then-closed", decides: "common 5, ?throne.hostile.defenders", about: "the king leaves the throne beside a defender; the attacker steps away and comes back: he falls", position: "7/7/7/3KTt1/7/7/1t5 d", moves: "d4-d3 f4-f3 d3-c3 f3-f4"},
	{id: "king-leaves-and-returns", decides: "throne.return, repetition.times, repetition.forbidden", about: "the king leaves the throne and comes back", position: "7/7/7/3K3/7/5t1/7 d", moves: "d4-d3 f2-f3 d3-d4 f3-f2"},
	{id: "ends-and-goes-on-escape", decides: "common 7, goal", about: "the king escapes, and what is moved then is not played", position: "7/7/7/3K3/7/5t1/1t5 d", moves: "d4-d7 f2-f3 d7-g7 f3-f2"},
	{id: "ends-and-goes-on-captured", decides: "common 8, king.sides.elsewhere", about: "the king falls, and what is moved then is not played", position: "7/7/7/7/7/1tK3t/5T1 a", moves: "g2-d2 f1-f2 d2-d3"},
	{id: "captured-piece-moves", decides: "common 4, common 2", about: "a captured defender cannot move any more", position: "7/1K5/7/7/7/1tT3t/7 a", moves: "g2-d2 c2-c3"},
	{id: "enclosed-in-a-game", decides: "enclosure, throne.return", about: "the defenders move inside, and the wall closes", position: "7/3t3/2tTt2/1t1KTt1/2tT3/7/3tt2 a", moves: "e1-e3 d4-c4 d1-d2 c4-d4"},
	{id: "enclosed-at-the-first-position", decides: "!enclosure", about: "a game starts with the attackers to move and the king's side walled in: it goes on, and an attacker opens the wall", position: "7/3t3/2tTt2/1t1KTt1/2tTt2/3t3/7 a", moves: "d2-d1 d4-c4", asks: "named; enclosure=true"},
	{id: "blocked-in-a-game", decides: "noMoves, corners.hostile.attackers", about: "the last attacker falls and his side cannot move", position: "7/7/7/1T1K3/2T4/7/1t5 a", moves: "b1-c1 c3-c2 c1-b1 c2-c1", asks: "named; noMoves=draw"},
}

// Repetition, where the family has not the game.
var repetitionInputs = []dataInput{
	{id: "repeat-mirrored-rounds", decides: "repetition.counts, repetition.times, repetition.result, repetition.forbidden", about: "from a set-up position, once round on the left and once, the mirror image, on the right", position: "7/3K3/7/7/7/7/3t3 a", moves: "d1-c1 d6-c6 c1-d1 c6-d6 d1-e1 d6-e6 e1-d1 e6-d6", asks: "named; repetition.counts=moves; repetition.times=2"},
	{id: "repeat-not-mirror", decides: "!repetition.counts", about: "the mirror image of a set-up position is no repetition", position: "7/3K3/7/7/7/7/1t5 a", moves: "b1-c1 d6-d5 c1-f1 d5-d6", asks: "named; repetition.times=2; repetition.counts=nothing repetition.forbidden=true"},
	{id: "repeat-not-rotated", decides: "!repetition.counts", about: "a position turned by half a circle is no repetition", position: "7/7/2K4/7/7/7/5t1 a", moves: "f1-f2 c5-c3 f2-b2 c3-e3 b2-b7", asks: "named; repetition.times=2; repetition.counts=nothing repetition.forbidden=true"},
	{id: "repeat-not-other-side", decides: "!repetition.counts", about: "the same board with the other side to move is no repetition", position: "7/3K3/7/7/7/7/1t5 a", moves: "b1-c1 d6-d5 c1-d1 d5-d6 d1-b1", asks: "named; repetition.times=2; repetition.counts=nothing repetition.forbidden=true"},
	{id: "repeat-first-position-counts", decides: "repetition.times, repetition.counts, repetition.result, repetition.forbidden", about: "a set-up position is its own first occurrence", position: "7/3K3/7/7/7/7/1t5 a", moves: "b1-c1 d6-d5 c1-b1 d5-d6", asks: "named; repetition.times=2"},
	{id: "repeat-after-capture", decides: "repetition.counts, repetition.times, corners.hostile.defenders, repetition.result, repetition.forbidden", about: "the same moves, the first of which captured: as moves they count from the first, as positions from the second", position: "7/3K3/7/7/7/7/1T1t3 a", moves: "d1-c1 d6-d5 c1-d1 d5-d6 d1-c1 d6-d5 c1-d1 d5-d6 d1-c1 d6-d5", asks: "named; repetition.counts=moves repetition.times=2; repetition.counts=moves; repetition.times=4"},
	{id: "repeat-first-move-differs", decides: "repetition.counts, repetition.times, repetition.result, repetition.forbidden", about: "the first move came from another square: as moves the rounds count from the second", position: "7/3K3/7/7/7/7/4t2 a", moves: "e1-c1 d6-d5 c1-d1 d5-d6 d1-c1 d6-d5 c1-d1 d5-d6 d1-c1 d6-d5 c1-d1 d5-d6", asks: "named; repetition.counts=moves; repetition.counts=moves repetition.times=2"},
	{id: "repeat-first-move-differs-six", decides: "repetition.counts, repetition.times, repetition.result, repetition.forbidden", about: "the same with rounds of six plies", position: "7/1K5/7/7/7/7/4t2 a", moves: "e1-c1 b6-b5 c1-f1 b5-b3 f1-d1 b3-b6 d1-c1 b6-b5 c1-f1 b5-b3 f1-d1 b3-b6 d1-c1 b6-b5 c1-f1 b5-b3", asks: "named; repetition.counts=moves; repetition.counts=moves repetition.times=2"},
	{id: "repeat-second-move-differs", decides: "repetition.counts, repetition.times, repetition.result, repetition.forbidden", about: "the second move came from another square: as moves the rounds count from the third", position: "7/7/4K2/7/7/7/3t3 a", moves: "d1-c1 e5-d5 c1-d1 d5-d6 d1-c1 d6-d5 c1-d1 d5-d6 d1-c1 d6-d5 c1-d1 d5-d6", asks: "named; repetition.counts=moves; repetition.counts=moves repetition.times=2"},
	{id: "repeat-with-a-detour", decides: "repetition.counts, repetition.times, repetition.result, repetition.forbidden", about: "a round, a detour, and the round twice again", moves: around + "d7-e7 d5-e5 e7-d7 e5-d5 " + around + around, asks: "named; repetition.counts=moves; repetition.times=4; repetition.times=5"},
	{id: "repeat-four-times", decides: "repetition.times, repetition.counts, repetition.result, repetition.forbidden", about: "round and round", moves: strings.Repeat(around, 4) + "d1-c1 d3-c3", asks: "named; repetition.counts=nothing; repetition.times=2; repetition.times=4; repetition.times=5; repetition.counts=moves repetition.times=2; repetition.counts=moves repetition.times=4; repetition.counts=moves repetition.times=5"},
	{id: "repeat-forbidden-start", decides: "repetition.forbidden, repetition.counts, repetition.times, repetition.result", about: "the first position of the game may not come back", moves: around + "d1-c1", asks: "named; repetition.counts=nothing repetition.forbidden=true; repetition.counts=nothing; repetition.counts=moves repetition.forbidden=true"},
	{id: "repeat-forbidden-later", decides: "repetition.forbidden, repetition.counts, repetition.times, repetition.result", about: "a later position may not come back", moves: "d1-c1 d3-c3 d7-e7 c3-d3 e7-d7 d3-c3", asks: "named; repetition.counts=nothing repetition.forbidden=true; repetition.counts=nothing; repetition.counts=moves repetition.forbidden=true"},
	{id: "repeat-forbidden-set-up", decides: "repetition.forbidden, repetition.counts, repetition.times, repetition.result", about: "a set-up position may not come back", position: "7/3K3/7/7/7/7/1t5 a", moves: "b1-c1 d6-d5 c1-b1 d5-d6 b1-c1", asks: "named; repetition.counts=nothing repetition.forbidden=true; repetition.counts=nothing"},
	{id: "repeat-forbidden-by-other-way", decides: "repetition.forbidden, repetition.counts, repetition.times, repetition.result", about: "a position may not come back by another way either", position: "7/3K3/7/7/7/7/1t5 a", moves: "b1-c1 d6-d5 c1-c2 d5-d6 c2-b2 d6-d5 b2-b1 d5-d6", asks: "named; repetition.counts=nothing repetition.forbidden=true; repetition.counts=nothing"},
	{id: "repeat-forbidden-mirror-allowed", decides: "!repetition.forbidden", about: "the mirror image of an earlier position is not forbidden", position: "7/3K3/7/7/7/7/3t3 a", moves: "d1-c1 d6-c6 c1-d1 c6-b6 d1-e1 b6-e6 e1-d1 e6-f6", asks: "named; repetition.counts=nothing repetition.forbidden=true"},
	{id: "repeat-forbidden-but-forced", decides: "repetition.forbidden, goal, repetition.counts, repetition.times, repetition.result", about: "a side that has one move may bring a position back with it, the other side may not", position: refRepeatForced, moves: aroundForced + "g3-g4", asks: slow + "; " + slow + " repetition.forbidden=true; " + slow + " repetition.counts=nothing repetition.forbidden=true; named"},
	{id: "repeat-forbidden-other-move", decides: "repetition.forbidden, goal, repetition.times", about: "after a forced repetition the other side makes another move", position: refRepeatForced, moves: aroundForced + "g3-f3 a5-a6 f3-g3", asks: slow + "; " + slow + " repetition.forbidden=true; " + slow + " repetition.counts=nothing repetition.forbidden=true"},
	{id: "repeat-forbidden-all", decides: "!repetition.forbidden, throne.stop.defenders, repetition.counts, repetition.times, repetition.result", about: "both moves that the defenders have bring back an earlier position: both are legal, this one", position: packed, moves: packedMoves + " c6-c7", asks: "named; repetition.counts=nothing repetition.forbidden=true"},
	{id: "repeat-forbidden-all-other", decides: "!repetition.forbidden, throne.stop.defenders, repetition.counts, repetition.times, repetition.result", about: "both moves that the defenders have bring back an earlier position: both are legal, and the other", position: packed, moves: packedMoves + " b7-c7", asks: "named; repetition.counts=nothing repetition.forbidden=true"},
	{id: "repeat-forbidden-defenders-could", decides: "repetition.result, throne.stop.attackers, repetition.counts, repetition.times, repetition.forbidden", about: "forced moves only, up to the third time: the last who had a choice was a defender", position: "1ttTTt1/tTTTTTT/tTKTTTT/tTT1TTt/Tt1tTTT/TTtTTTT/1TTTT2 d", moves: "f2-f1 d3-c3 f1-f2 c3-d3 e1-f1 c2-c3 f1-e1 c3-c2", asks: "named; repetition.forbidden=true; repetition.forbidden=true repetition.result=breaker-loses"},
	{id: "repeat-forbidden-attackers-could", decides: "repetition.result, throne.stop.defenders, repetition.counts, repetition.times, repetition.forbidden", about: "forced moves only, up to the third time: the last who had a choice was an attacker", position: "1ttTTt1/TKTTtTt/ttTttTt/TTt1T1T/tttttTt/ttttttt/2ttTt1 a", moves: "c1-b1 g4-f4 b1-c1 f4-g4 b2-b1 f3-f4 b1-b2 f4-f3", asks: "named; repetition.forbidden=true; repetition.forbidden=true repetition.result=breaker-loses"},
	{id: "repeat-rounds-of-six", decides: "repetition.counts, repetition.times, repetition.result, repetition.forbidden", about: "rounds of six plies", moves: strings.TrimSpace(strings.Repeat(aroundSix, 3)), asks: "named"},
	{id: "repeat-two-rounds-in-turn", decides: "repetition.counts, repetition.times, repetition.result, repetition.forbidden", about: "two rounds in turn, so that positions come back sooner than moves", moves: strings.TrimSpace(strings.Repeat(around+aroundOther, 3)), asks: "named"},
	{id: "repeat-defenders-first", decides: "repetition.counts, repetition.times, repetition.result, repetition.forbidden", about: "the defenders' move begins each round", moves: strings.TrimSpace("d1-c1 d3-c3 " + strings.Repeat(aroundDefenders, 3)), asks: "named"},
	{id: "repeat-breaker-nobody-moves", decides: "repetition.result, repetition.counts, repetition.times, goal, repetition.forbidden", about: "every other move was tried before, so nobody could break the round of moves: a draw", position: refRepeatBare, moves: strings.TrimSpace(refTriedE2 + refTriedRest + refAround), asks: slow + " repetition.counts=moves repetition.result=breaker-loses"},
	{id: "repeat-breaker-nobody-positions", decides: "repetition.result, repetition.times, goal, repetition.counts, repetition.forbidden", about: "every other move was tried before, so nobody could break the last return: a draw", position: refRepeatBare, moves: refTriedE2 + refTriedRest + "b7-c7 d1-e1 c7-b7 e1-d1", asks: slow + " repetition.times=9 repetition.result=breaker-loses"},
	{id: "repeat-breaker-before-the-round", decides: "repetition.result, repetition.times, repetition.counts, goal, repetition.forbidden", about: "only the move that led to the previous occurrence could have been another, which is too long ago: a draw", position: refRepeatBare, moves: refTriedE2 +
		"b7-b6 d1-e1 b6-b7 e1-d1 b7-c7 d1-d2 c7-b7 d2-d1 b7-b6 d1-e1 b6-b7 e1-f1 b7-b6 f1-e1 b6-b7 e1-d1 " +
		"b7-c7 d1-e1 c7-d7 e1-d1 d7-c7 d1-e1 c7-b7 e1-d1 b7-c7 d1-e1 c7-c6 e1-d1 c6-c7 d1-e1 c7-b7 e1-d1 " +
		"b7-c7 d1-c1 c7-b7 c1-d1 b7-c7 d1-e1 c7-b7 e1-d1", asks: slow + " repetition.times=9 repetition.result=breaker-loses"},
	{id: "repeat-breaker-own-move-is-new", decides: "repetition.result, repetition.times, repetition.counts, goal", about: "a capture made the positions new, but the defenders' last move was their only one: an attacker could break it", position: "7/1t5/Tt5/t4t1/4tTt/3t1t1/2tKt2 a", moves: "g3-g4 a5-a6 g4-g3 a6-a5 g3-g4 a5-a6", asks: slow + " repetition.counts=moves repetition.times=2 repetition.result=breaker-loses"},
	{id: "repeat-breaker-first-of-round", decides: "repetition.result, repetition.counts, repetition.times, goal, repetition.forbidden", about: "only the first move of the last round could have been another", position: refRepeatBare, moves: strings.TrimSpace(refTriedRest + refAround), asks: slow + " repetition.counts=moves repetition.result=breaker-loses"},
}

// repetitionFamily: each count with each result, twice and three times, in games
// that go round in several ways.
func repetitionFamily() (inputs []dataInput) {
	for _, game := range []struct{ id, about, position, moves, with string }{
		{"attackers-start", "round by round, the attackers' moves first", "", strings.Repeat(around, 3), ""},
		{"defenders-start", "round by round, the defenders' moves first", "", "d1-c1 d3-c3 " + strings.Repeat(aroundDefenders, 3), ""},
		{"six-plies", "rounds of six plies", "", strings.Repeat(aroundSix, 3), ""},
		{"two-rounds", "two rounds in turn", "", strings.Repeat(around+aroundOther, 3), ""},
		{"forced", "the defenders have one move each time", refRepeatForced, strings.Repeat(aroundForced, 3), slow + " "},
	} {
		for _, counts := range []string{"occurrences", "moves"} {
			for _, result := range []string{"draw", "defenders-lose", "mover-loses", "starter-loses", "breaker-loses"} {
				rule := game.with + "repetition.counts=" + counts + " repetition.result=" + result
				inputs = append(inputs, dataInput{
					id: "repeat-" + game.id + "-" + counts + "-" + result, decides: "?repetition.counts, repetition.times, repetition.result, repetition.forbidden, *goal",
					about:    fmt.Sprintf("%s: %s counted twice and three times, %s", game.about, counts, result),
					position: game.position, moves: strings.TrimSpace(game.moves),
					asks: rule + " repetition.times=2; " + rule + " repetition.times=3",
				})
			}
		}
	}
	return inputs
}

// perftInputs is the positions of perft-more.json: few moves, and every two named
// presets that play differently count differently in some of them.
var perftInputs = []struct{ id, position string }{
	{"crowd-around-king", "7/3t3/2ttt2/1ttKt1t/2ttt2/3t3/7 a"},
	{"crowd-around-king-denser", "7/3t3/2tttt1/1ttKt2/2ttt2/3ttt1/7 a"},
	{"crowd-at-edge", "1tt1t2/ttKtt2/1ttt3/2t4/7/7/7 a"},
	{"crowd-at-corner", "4tt1/3ttKt/4ttt/4t1t/7/5t1/7 a"},
	{"crowd-with-defenders", "7/1tt4/tttttt1/tTtKtt1/tTTtt2/tttt3/1tt4 a"},
	{"crowd-at-corner-with-defenders", "1tTtt2/tTKt1t1/tttt3/1tt4/7/7/7 a"},
	{"full-board-attackers", "1ttttt1/1tttttt/t1ttttt/ttt1ttt/tKTttt1/ttttttt/1ttttt1 a"},
	{"full-board-defenders", "1TTTTT1/TTTTTtT/TTtTttT/tTT1KTT/TTTT1tT/TTtT1TT/1TtTTT1 a"},
	{"full-board-defenders-at-edge", "2T1TT1/TTTT1TT/TTTTtTT/TTT1KTT/TTTTttT/TTtTtTT/1TTtTT1 a"},
	{"full-board-blocked", "2tttt1/ttttttt/ttttttt/ttTKttt/tTttttt/ttt1t1t/1ttttt1 a"},
	{"full-board-defenders-to-move", "1ttttt1/ttTKTtt/ttttttt/ttt1ttt/ttttttt/ttt1ttt/1ttTtt1 d"},
	{"full-board-king-at-edge", "1ttttt1/tttTttt/tttttTt/ttt1t1t/TtttKtt/ttttttt/1ttttt1 d"},
	{"full-board-beside-throne", "1ttttt1/ttTTttt/ttttttt/TttKtt1/t1ttttt/ttttttt/1ttttt1 a"},
}
