"""The engine in Python with one mistake, which its argument names."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples" / "engine-python"))
import engine  # noqa: E402
from engine import CORNERS, EDGE, OTHER, RAYS, SIDE, THRONE, Game, Rules  # noqa: E402

takes, king_falls, moves_of, result, may_stop = Rules.takes, Rules.king_falls, Rules.moves_of, Rules.result, Rules.may_stop
plain, period, winner = engine.answer, Game.period, Game.repetition_winner


def wraps(self, board, start):
    yield from moves_of(self, board, start)
    row, x = start // 7 * 7, start % 7
    if x == 6 and board[row] == "." and self.may_stop(board[start], row):
        yield row


def rows(self, board, to):
    taken = takes(self, board, to)
    for ray in RAYS[to]:
        if len(ray) > 2 and {board[s] for s in ray[:2]} <= set("tT") and {SIDE[board[s]] for s in ray[:2]} == {OTHER[SIDE[board[to]]]}:
            if board[ray[2]] != "." and SIDE[board[ray[2]]] == SIDE[board[to]]:
                taken += ray[:2]
    return sorted(set(taken))


def walks_in(self, board, to):
    taken = takes(self, board, to)
    for one, other in (RAYS[to][:2], RAYS[to][2:]):
        if board[to] != "K" and one and other and all(board[r[0]] != "." and SIDE[board[r[0]]] != SIDE[board[to]] for r in (one, other)):
            taken.append(to)
    return sorted(taken)


def bare(self, board, turn):
    return result(self, board, turn) or (("d", "escape") if "t" not in board else None)


def ring(self, board, turn):
    king = board.index("K") if "K" in board else None
    if king is not None and king not in EDGE and all(board[king + d] == "t" for d in (-8, -7, -6, -1, 1, 6, 7, 8)):
        return "a", "enclosed"
    return result(self, board, turn)


def neighbours(self, board, turn):
    over = result(self, board, turn)
    if not over and not any(board[ray[0]] == "." and ray[0] not in CORNERS | {THRONE}
                            for s in range(49) if board[s] != "." and SIDE[board[s]] == turn for ray in RAYS[s] if ray):
        return OTHER[turn], "no-moves"
    return over


def after_moves_only(question):
    answer = plain(question)
    if "moves" in answer and answer["end"]:
        rules = engine.find_rules(question)
        board, turn = engine.parse_position(question["position"])
        answer = {"moves": sorted(map(engine.move_name, rules.moves(board, turn))), "end": None}
    return answer


def since_first(self):
    if self.rules.data["repetition"]["counts"] != "occurrences":
        return period(self)
    at = [i for i, p in enumerate(self.positions) if i and p == self.positions[-1]]
    return len(self.played) - at[-2] if len(at) >= self.rules.data["repetition"]["times"] else None


def same_moves(self):
    self.rules.data = dict(self.rules.data, repetition=dict(self.rules.data["repetition"], counts="moves"))
    return period(self)


def edited(**changes):
    def answer(question):
        reply = plain(question)
        for key, change in changes.items():
            if reply.get(key) is not None:
                reply[key] = change(reply[key])
        return reply
    return answer


def stale(question, last=[None]):
    reply = plain(question)
    if "counts" in reply:
        return reply
    last[0], old = reply, last[0]
    return old if old and old.keys() == reply.keys() and "after" in reply and len(reply["captures"]) > 1 else reply


def patch(owner, name, value):
    return lambda: setattr(owner, name, value)


MISTAKES = {
    "wraps": patch(Rules, "moves_of", wraps),
    "soldiers-on-corners": patch(Rules, "may_stop", lambda self, piece, s: s in CORNERS or may_stop(self, piece, s)),
    "no-last-square": patch(Rules, "moves_of", lambda self, board, s: (t for t in moves_of(self, board, s) if t not in EDGE or s in EDGE)),
    "rows": patch(Rules, "takes", rows),
    "walks-in": patch(Rules, "takes", walks_in),
    "one-only": patch(Rules, "takes", lambda self, board, to: takes(self, board, to)[:1]),
    "ranks-only": patch(Rules, "takes", lambda self, board, to: [s for s in takes(self, board, to) if s // 7 == to // 7]),
    "diagonal-beside": patch(engine, "BESIDE", {16, 17, 18, 23, 25, 30, 31, 32}),
    "immune-beside": patch(Rules, "king_falls", lambda self, board, king, opposite: king not in engine.BESIDE and king_falls(self, board, king, opposite)),
    "king-by-one": patch(Rules, "king_falls", lambda self, board, king, opposite: True),
    "bare-attackers": patch(Rules, "result", bare),
    "ring": patch(Rules, "result", ring),
    "neighbours": patch(Rules, "result", neighbours),
    "after-moves-only": patch(engine, "answer", after_moves_only),
    "first-not-counted": patch(Game, "period", since_first),
    "same-moves": patch(Game, "period", same_moves),
    "attackers-lose": patch(Game, "repetition_winner", lambda self, turn, n: "d"),
    "unsorted": patch(engine, "answer", edited(moves=lambda moves: moves[::-1])),
    "capitals": patch(engine, "answer", edited(captures=lambda squares: [s.upper() for s in squares])),
    "perft-off": patch(engine, "answer", edited(counts=lambda counts: counts[:1] + [n + 1 for n in counts[1:]])),
    "stale": patch(engine, "answer", stale),
    # Right, though they say less.
    "right": lambda: None,
    "no-reasons": patch(engine, "answer", edited(end=lambda end: {"winner": end["winner"]})),
    "no-end-at-rest": patch(engine, "answer", lambda q: {k: v for k, v in plain(q).items() if k != "end" or v}),
    "never-ends": patch(engine, "answer", lambda q: {k: v for k, v in plain(q).items() if k != "end"}),
}

MISTAKES[sys.argv[1]]()
engine.main()
