"""A small Brandubh engine that speaks the conformance protocol.

It knows every rule set that is data: the presets in ../../variants, and whole
sets that come with a question. Python 3, standard library only.

Reads a JSON object a line, answers each with one:

    {"id":1,"preset":"federation","position":"P"}                  legal moves
    {"id":2,"preset":"federation","position":"P","move":"d1-b1"}   what a move does
    {"id":3,"preset":"federation","moves":["d1-b1"]}               where a game stands
    {"id":4,"preset":"federation","position":"P","perft":3}        lines of moves

A board is a list of 49 letters, a1 b1 ... g7: "t" attacker, "T" defender, "K"
king, "." empty. A position is a board and the side to move, "a" or "d".
"""

import json
import pathlib
import sys

VARIANTS = pathlib.Path(__file__).resolve().parent / "../../variants"
THRONE = 24
BESIDE = {17, 23, 25, 31}
CORNERS = {0, 6, 42, 48}
EDGE = {s for s in range(49) if s % 7 in (0, 6) or s // 7 in (0, 6)}
KIND = {"t": "attackers", "T": "defenders", "K": "king"}
SIDE = {"t": "a", "T": "d", "K": "d"}
NAME = {"a": "attackers", "d": "defenders", None: "none"}
OTHER = {"a": "d", "d": "a"}

# RAYS[s] is, for each of the four directions, the squares from s to the edge.
RAYS = []
for s in range(49):
    file, rank = s % 7, s // 7
    RAYS.append((
        [r * 7 + file for r in range(rank + 1, 7)],
        [r * 7 + file for r in range(rank - 1, -1, -1)],
        [rank * 7 + f for f in range(file + 1, 7)],
        [rank * 7 + f for f in range(file - 1, -1, -1)],
    ))


def square_name(s):
    return "abcdefg"[s % 7] + str(s // 7 + 1)


def move_name(move):
    return square_name(move[0]) + "-" + square_name(move[1])


def parse_square(text):
    if len(text) != 2 or text[0] not in "abcdefg" or text[1] not in "1234567":
        raise ValueError(f"no square: {text!r}")
    return "abcdefg".index(text[0]) + 7 * (int(text[1]) - 1)


def parse_move(text):
    start, _, end = text.partition("-")
    return parse_square(start), parse_square(end)


def parse_position(text):
    ranks, _, turn = text.partition(" ")
    board = []
    for rank in reversed(ranks.split("/")):
        row = "".join("." * int(c) if c.isdigit() else c for c in rank)
        if len(row) != 7 or set(row) - set("tTK."):
            raise ValueError(f"no rank: {rank!r}")
        board += row
    if len(board) != 49 or turn not in ("a", "d"):
        raise ValueError(f"no position: {text!r}")
    return board, turn


def format_position(board, turn):
    ranks = []
    for rank in range(6, -1, -1):
        text, empty = "", 0
        for c in board[rank * 7:rank * 7 + 7]:
            if c == ".":
                empty += 1
                continue
            text += (str(empty) if empty else "") + c
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks) + " " + turn


class Rules:
    """Judges positions by a rule set, which is a dict as in variants/*.json."""

    def __init__(self, data):
        self.data = data
        self.throne = data.get("throne")  # None on a board without one
        self.corners = data.get("corners")
        self.goal = CORNERS if data["goal"] == "corner" else EDGE

    def may_stop(self, piece, s):
        if s == THRONE and self.throne:
            return self.throne["return"] if piece == "K" else self.throne["stop"][KIND[piece]]
        return piece == "K" or s not in CORNERS or not self.corners

    def moves_of(self, board, start):
        """Yields the squares that a piece may move to."""
        piece = board[start]
        limit = self.data["range"][KIND[piece]] or 6
        for ray in RAYS[start]:
            for s in ray[:limit]:
                if board[s] != ".":
                    break
                if self.may_stop(piece, s):
                    yield s
                if s == THRONE and self.throne and not self.throne["pass"][KIND[piece]]:
                    break

    def moves(self, board, turn):
        """Yields the legal moves, as if the position were not finished."""
        for s in range(49):
            if board[s] != "." and SIDE[board[s]] == turn:
                for to in self.moves_of(board, s):
                    yield s, to

    def hostile(self, board, s, victim):
        """Reports whether the square itself is hostile to a kind of piece."""
        if board[s] not in ".K":
            return False
        if s == THRONE and self.throne:
            when = self.throne["hostile"][KIND[victim]]
            return when == "always" or when == "when-empty" and board[s] == "."
        return s in CORNERS and bool(self.corners) and self.corners["hostile"][KIND[victim]]

    def takes(self, board, to):
        """Returns the squares that an arrival on a square takes."""
        mover, armed = board[to], self.data["king"]["armed"]
        taken = []
        for ray in RAYS[to]:
            if not ray or board[ray[0]] == "." or SIDE[board[ray[0]]] == SIDE[mover]:
                continue
            s, beyond = ray[0], ray[1] if len(ray) > 1 else None
            victim = board[s]
            if victim == "K":
                if self.king_falls(board, s, beyond):
                    taken.append(s)
            elif mover == "K" and armed not in ("armed", "hammer-only"):
                pass
            elif beyond is not None:
                anvils = "t" if victim == "T" else "TK" if armed in ("armed", "anvil-only") else "T"
                if board[beyond] in anvils or self.hostile(board, beyond, victim):
                    taken.append(s)
        return sorted(taken)

    def king_falls(self, board, king, opposite):
        """Reports whether a king falls to an attacker who has arrived beside him;
        opposite is the square straight opposite to that, None beyond the edge."""
        rules = self.data["king"]
        sides = rules["sides"]["elsewhere"]
        if self.throne and king == THRONE:
            sides = rules["sides"]["throne"]
        elif self.throne and king in BESIDE:
            sides = rules["sides"]["beside"]
        neighbours = [ray[0] if ray else None for ray in RAYS[king]]
        if sides == 3:
            return all(board[s] == "t" or s == THRONE and self.throne and board[s] == "."
                       for s in neighbours if s is not None)

        def closed(s):
            if s is None:
                return rules["edge"]
            return board[s] == "t" or self.hostile(board, s, "K")

        return closed(opposite) if sides == 2 else all(map(closed, neighbours))

    def play(self, board, turn, move):
        """Plays a legal move: returns the new board, the side to move, what fell."""
        start, to = move
        after = list(board)
        after[start], after[to] = ".", board[start]
        taken = self.takes(after, to)
        for s in taken:
            after[s] = "."
        return after, OTHER[turn], taken

    def enclosed(self, board):
        """Reports whether no piece of the king's side can ever reach the edge."""
        todo = [s for s in range(49) if board[s] in "TK"]
        seen = set(todo)
        while todo:
            s = todo.pop()
            if s in EDGE:
                return False
            for n in (ray[0] for ray in RAYS[s]):
                if n not in seen and board[n] != "t":
                    seen.add(n)
                    todo.append(n)
        return True

    def result(self, board, turn):
        """Returns (winner, reason), or None where the game goes on."""
        if "K" not in board:
            return "a", "king-captured"
        if board.index("K") in self.goal:
            return "d", "escape"
        if turn == "d" and self.data["enclosure"] and self.enclosed(board):
            return "a", "enclosed"
        if next(self.moves(board, turn), None) is None:
            return OTHER[turn] if self.data["noMoves"] == "loses" else None, "no-moves"
        return None

    def perft(self, board, turn, depth):
        if self.result(board, turn):
            return 0
        if depth == 1:
            return sum(1 for _ in self.moves(board, turn))
        return sum(self.perft(*self.play(board, turn, m)[:2], depth - 1) for m in self.moves(board, turn))

    def check(self, board):
        """Refuses positions that cannot arise."""
        for s, piece in enumerate(board):
            if piece in "tT" and not self.may_stop(piece, s):
                raise ValueError(f"nothing may stand on {square_name(s)} but the king")
        if board.count("K") > 1:
            raise ValueError("more than one king")


class Game:
    """A game, with the history that the repetition rule needs."""

    def __init__(self, rules, board, turn):
        self.rules = rules
        self.positions = [(tuple(board), turn)]
        self.played = []

    def after(self, ply, move):
        """The position that a move leads to after so many plies."""
        board, turn, _ = self.rules.play(*self.positions[ply], move)
        return tuple(board), turn

    def fresh(self, ply, but=None):
        """Reports whether, after so many plies, there was a move (but for one)
        that brings back no position up to there."""
        before = self.positions[:ply + 1]
        return any(m != but and self.after(ply, m) not in before for m in self.rules.moves(*self.positions[ply]))

    def legal(self, move):
        board, turn = self.positions[-1]
        if move not in self.rules.moves(board, turn):
            return False
        ply = len(self.played)
        return not (self.rules.data["repetition"]["forbidden"]
                    and self.after(ply, move) in self.positions and self.fresh(ply))

    def play(self, move):
        self.positions.append(self.after(len(self.played), move))
        self.played.append(move)

    def period(self):
        """Returns the plies of the last period if the repetition count is full."""
        rule, n = self.rules.data["repetition"], len(self.played)
        if rule["counts"] == "occurrences":
            at = [i for i, p in enumerate(self.positions) if p == self.positions[-1]]
            return n - at[-2] if len(at) >= rule["times"] else None
        if rule["counts"] == "moves":
            for length in range(4, n, 2):
                span = (rule["times"] - 1) * length + 2
                last = self.played[n - span:] if span <= n else None
                if last and last[length:] == last[:-length]:
                    return length
        return None

    def result(self):
        board, turn = self.positions[-1]
        result, period = self.rules.result(board, turn), self.period()
        if result or not period:
            return result
        return self.repetition_winner(turn, period), "repetition"

    def repetition_winner(self, turn, period):
        rule, n = self.rules.data["repetition"]["result"], len(self.played)
        if rule == "breaker-loses":
            for ply in range(n - 1, n - 1 - period, -1):
                if self.fresh(ply, self.played[ply]):
                    return OTHER[self.positions[ply][1]]
        return {"defenders-lose": "a", "mover-loses": turn, "starter-loses": OTHER[turn]}.get(rule)


def end(result):
    return result and {"winner": NAME[result[0]], "reason": result[1]}


def find_rules(question, known={}):
    if "variant" in question:
        return Rules(question["variant"])
    name = question["preset"]
    if name not in known:
        path = VARIANTS / (name + ".json")
        if not name.replace("-", "").isalnum() or not path.exists():
            raise ValueError(f"no such preset: {name!r}")
        known[name] = Rules(json.loads(path.read_text()))
    return known[name]


def answer(question):
    rules = find_rules(question)
    board, turn = parse_position(question.get("position", rules.data["start"]))
    if "perft" in question:
        return {"counts": [rules.perft(board, turn, d + 1) for d in range(question["perft"])]}
    rules.check(board)
    if "moves" in question:
        game = Game(rules, board, turn)
        for ply, text in enumerate(question["moves"], 1):
            if game.result():
                break
            move = parse_move(text)
            if not game.legal(move):
                return {"illegal_at": ply}
            game.play(move)
        return {"plies": len(game.played), "position": format_position(*game.positions[-1]), "end": end(game.result())}
    result = rules.result(board, turn)
    legal = [] if result else list(rules.moves(board, turn))
    if "move" not in question:
        return {"moves": sorted(map(move_name, legal)), "end": end(result)}
    move = parse_move(question["move"])
    if move not in legal:
        return {"legal": False}
    board, turn, taken = rules.play(board, turn, move)
    return {"legal": True, "captures": [square_name(s) for s in taken],
            "after": format_position(board, turn), "end": end(rules.result(board, turn))}


def main():
    for line in sys.stdin:
        reply = {"id": None}
        try:
            question = json.loads(line)
            reply["id"] = question["id"]
            reply |= answer(question)
        except Exception as error:  # whatever it is, the next line is answered
            reply["error"] = str(error) or type(error).__name__
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
