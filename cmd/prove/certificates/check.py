#!/usr/bin/env python3
"""Checks a certificate of prove, as FACTS.md describes it under "The certificate".

    python3 check.py [-rules NAME] [-j N] [-sample N] FILE

It was written from that description alone. It takes the rules from
examples/engine-python, which shares no code with the Go library. Python 3, standard
library only. It holds all entries in memory and takes about half a millisecond for each.

Exit status: 0 if the certificate is a proof; 1 if it is none; 3 if a sample has no fault.
"""

import argparse
import gzip
import hashlib
import json
import multiprocessing
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "../../../examples/engine-python"))
from engine import VARIANTS, Rules, format_position, move_name, parse_position  # noqa: E402


class Refused(Exception):
    """Says why a certificate is no proof."""


# IMAGES[i][s] is the square to which image i sends square s.
IMAGES = []
for flip_file in (0, 1):
    for flip_rank in (0, 1):
        for swap in (0, 1):
            image = []
            for s in range(49):
                file, rank = s % 7, s // 7
                if swap:
                    file, rank = rank, file
                image.append((6 - rank if flip_rank else rank) * 7 + (6 - file if flip_file else file))
            IMAGES.append(image)


def canonical(board):
    """Returns (A, D) of the least image of a board: king, attackers, soldiers of the defenders."""
    king = board.index("K")
    attackers = [s for s in range(49) if board[s] == "t"]
    soldiers = [s for s in range(49) if board[s] == "T"]
    least = min((image[king], sum(1 << image[s] for s in attackers), sum(1 << image[s] for s in soldiers))
                for image in IMAGES)
    return least[1] | 1 << least[0], least[2] | 1 << least[0]


def board_of(a, d):
    """Returns the board of the two sets."""
    if a >> 49 or d >> 49 or bin(a & d).count("1") != 1:
        raise Refused(f"the sets {a} and {d} are no position")
    return ["K" if (a & d) >> s & 1 else "t" if a >> s & 1 else "T" if d >> s & 1 else "." for s in range(49)]


class Certificate:
    def __init__(self, data, rules_name):
        self.sha256 = hashlib.sha256(data).hexdigest()
        lines = data.split(b"\n", 4)
        if len(lines) < 5 or lines[0] != b"brandubh certificate 3":
            raise Refused("it does not begin as a certificate of version 3")
        values = []
        for line, word in zip(lines[1:4], ("rules ", "root ", "moves ")):
            text = line.decode("ascii", "replace")
            if not text.startswith(word):
                raise Refused(f"{text[:60]!r} does not begin with {word!r}")
            values.append(text[len(word):])
        fingerprint, root, count = values
        rule_set = json.loads((VARIANTS / (rules_name + ".json")).read_text())
        own = {k: v for k, v in rule_set.items() if k not in ("name", "title", "base", "provenance")}
        text = json.dumps(own, separators=(",", ":"), ensure_ascii=False)
        if hashlib.sha256(text.encode()).hexdigest()[:32] != fingerprint:
            raise Refused(f"it is for other rules than {rules_name}: {fingerprint}")
        self.rules = Rules(rule_set)
        self.board, self.turn = parse_position(root)
        self.rules.check(self.board)
        if format_position(self.board, self.turn) != root:
            raise Refused(f"the root is written in another way than {format_position(self.board, self.turn)}")
        if not count.isdigit() or str(int(count)) != count:
            raise Refused(f"{count!r} is no number of moves")
        self.entries = {}
        self.read(lines[4], int(count))

    def read(self, data, count):
        """Reads the entries into a dict: (A, D) -> (from, to, rank)."""
        at = 0

        def number():
            nonlocal at
            n = shift = 0
            while True:
                byte = data[at]
                at += 1
                n |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    if byte == 0 and shift > 7:
                        raise Refused("a number has more bytes than it needs")
                    return n

        a = d = 0
        try:
            for _ in range(count):
                more, low = number(), number()
                if more == 0 and low == 0:
                    raise Refused("an entry is there twice")
                a, d = (a if more == 0 else 0) + low, d + more
                start, to, rank = data[at], data[at + 1], 0
                at += 2
                rank = number()
                if not 1 <= rank <= 65535 or max(start, to) > 48:
                    raise Refused(f"move {start}-{to} with rank {rank}")
                self.entries[a, d] = start, to, rank
        except IndexError:
            raise Refused("it ends before its last entry") from None
        if at != len(data):
            raise Refused("more follows the last entry")

    def length(self, board, turn, met):
        """Returns the length of a position that must be good, and notes its entry."""
        rules = self.rules
        result = rules.result(board, turn)
        if result:
            if result[0] != "d":
                raise Refused(f"{format_position(board, turn)}: not won, {result[1]}")
            return 0
        king = board.index("K")
        for to in rules.moves_of(board, king):
            if to in rules.goal:
                after, side, _ = rules.play(board, turn, (king, to))
                if rules.result(after, side)[0] != "d":
                    raise Refused(f"{format_position(board, turn)}: the escape does not win")
                return 1
        key = canonical(board)
        if key not in self.entries:
            raise Refused(f"there is no entry for {format_position(board, turn)}")
        met.add(key)
        return self.entries[key][2]

    def answers(self, board, met):
        """Returns the greatest length of what the attackers' moves lead to."""
        longest = 0
        for move in self.rules.moves(board, "a"):
            after, turn, _ = self.rules.play(board, "a", move)
            longest = max(longest, self.length(after, turn, met))
        return longest

    def check_root(self, met):
        """Checks the root and returns the plies of the longest line."""
        result = self.rules.result(self.board, self.turn)
        if result:
            if result[0] != "d" or self.entries:
                raise Refused("the root is finished and not won, or has entries")
            return 0
        if self.turn == "a":
            return 1 + self.answers(self.board, met)
        return self.length(self.board, "d", met)

    def check_entry(self, key, met):
        """Checks one entry by itself."""
        board = board_of(*key)
        start, to, rank = self.entries[key]
        where = f"{move_name((start, to))} in {format_position(board, 'd')}, rank {rank}"
        if canonical(board) != key:
            raise Refused(f"{where}: not the canonical image")
        if self.rules.result(board, "d") or board[start] not in "TK" or to not in self.rules.moves_of(board, start):
            raise Refused(f"{where}: illegal")
        after, turn, _ = self.rules.play(board, "d", (start, to))
        result = self.rules.result(after, turn)
        if result and result[0] != "d":
            raise Refused(f"{where}: not won, {result[1]}")
        want = 1 if result else 2 + self.answers(after, met)
        if rank != want:
            raise Refused(f"{where}: the rank should be {want}")


certificate = None  # of the workers


def check_some(keys):
    met = set()
    try:
        for key in keys:
            certificate.check_entry(key, met)
    except Refused as refused:
        return str(refused), met
    return None, met


def main():
    global certificate
    parser = argparse.ArgumentParser(description="Checks a certificate of prove.")
    parser.add_argument("-rules", default="federation", help="the preset that it must be for")
    parser.add_argument("-j", type=int, default=1, help="how many processes check entries")
    parser.add_argument("-sample", type=int, default=1, help="check one entry in so many, picked by chance")
    parser.add_argument("file")
    args = parser.parse_args()
    try:
        with gzip.open(args.file) as file:
            certificate = Certificate(file.read(), args.rules)
        met = set()
        longest = certificate.check_root(met)
        keys = [k for k in certificate.entries if args.sample <= 1 or random.randrange(args.sample) == 0]
        bunches = [keys[i:i + 200] for i in range(0, len(keys), 200)]
        with multiprocessing.get_context("fork").Pool(args.j) as pool:
            for error, some in pool.imap_unordered(check_some, bunches):
                if error:
                    raise Refused(error)
                met |= some
        if args.sample <= 1 and len(met) != len(certificate.entries):
            raise Refused(f"play comes to {len(met)} of {len(certificate.entries)} entries")
    except (Refused, OSError, EOFError, ValueError) as err:
        print(f"{args.file}: no proof: {err}", file=sys.stderr)
        return 1
    print(f"The defenders win under {args.rules}: {format_position(certificate.board, certificate.turn)}")
    print(f"  moves chosen    {len(keys)} of {len(certificate.entries)}")
    print(f"  longest line    {longest} plies")
    print(f"  sha256          {certificate.sha256}")
    return 0 if args.sample <= 1 else 3


if __name__ == "__main__":
    sys.exit(main())
