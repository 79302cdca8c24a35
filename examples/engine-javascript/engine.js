// A small Brandubh engine that speaks the conformance protocol (docs/protocol.md). It
// knows one rule set, federation, and two kinds of question: what a move does, and which
// moves there are. Node, without packages.
"use strict";

const NAMES = [];
for (let s = 0; s < 49; s++) NAMES.push("abcdefg"[s % 7] + (1 + Math.floor(s / 7)));
const THRONE = 24;
const CORNERS = new Set([0, 6, 42, 48]);
const BESIDE = new Set([17, 23, 25, 31]);
const side = (x) => (x === "t" ? "a" : x === "." || x === undefined ? "" : "d");

// The squares from s on in each of the four directions, to the edge.
const RAYS = NAMES.map((_, s) =>
  [[0, 1], [0, -1], [1, 0], [-1, 0]].map(([dx, dy]) => {
    const ray = [];
    for (let x = (s % 7) + dx, y = Math.floor(s / 7) + dy; x >= 0 && x < 7 && y >= 0 && y < 7; x += dx, y += dy) ray.push(7 * y + x);
    return ray;
  }));

function parse(text) {
  const [ranks, turn] = text.split(" ");
  const board = ranks.split("/").reverse().map((rank) => rank.replace(/\d/g, (n) => ".".repeat(n))).join("").split("");
  if (board.length !== 49 || !/^[tTK.]*$/.test(board.join("")) || !["a", "d"].includes(turn)) throw new Error("no position: " + text);
  if (board.filter((x) => x === "K").length > 1) throw new Error("more than one king");
  if (board.some((x, s) => (x === "t" || x === "T") && (CORNERS.has(s) || s === THRONE))) throw new Error("a soldier where only the king may stand");
  return { board, turn };
}

function format(board, turn) {
  const ranks = [];
  for (let y = 6; y >= 0; y--) ranks.push(board.slice(7 * y, 7 * y + 7).join("").replace(/\.+/g, (run) => run.length));
  return ranks.join("/") + " " + turn;
}

function targets(board, from) {
  const to = [];
  for (const ray of RAYS[from]) {
    for (const s of ray) {
      if (board[s] !== ".") break;
      if (board[from] === "K" || (s !== THRONE && !CORNERS.has(s))) to.push(s);
    }
  }
  return to;
}

function allMoves(board, turn) {
  const moves = [];
  board.forEach((x, from) => {
    if (side(x) === turn) for (const to of targets(board, from)) moves.push([from, to]);
  });
  return moves;
}

// Is the square itself hostile to a piece? Corners are to all, the throne to attackers, to
// defenders while it is empty, and never to the king.
function hostile(board, s, victim) {
  if (CORNERS.has(s)) return true;
  return s === THRONE && (victim === "t" || (victim === "T" && board[s] === "."));
}

function captures(board, to) {
  const taken = [];
  for (const ray of RAYS[to]) {
    const s = ray[0], victim = board[s], behind = ray[1];
    if (s === undefined || victim === "." || side(victim) === side(board[to])) continue;
    const pinned = behind !== undefined && (side(board[behind]) === side(board[to]) || (board[behind] === "." || board[behind] === "K") && hostile(board, behind, victim));
    const around = RAYS[s].map((r) => r[0]).filter((n) => n !== undefined);
    let falls = pinned;
    if (victim === "K" && s === THRONE) falls = around.every((n) => board[n] === "t");
    if (victim === "K" && BESIDE.has(s)) falls = around.every((n) => board[n] === "t" || (n === THRONE && board[n] === "."));
    if (falls) taken.push(s);
  }
  return taken.sort((a, b) => a - b);
}

function result(board, turn) {
  const king = board.indexOf("K");
  if (king < 0) return { winner: "attackers", reason: "king-captured" };
  if (CORNERS.has(king)) return { winner: "defenders", reason: "escape" };
  if (allMoves(board, turn).length === 0) return { winner: turn === "a" ? "defenders" : "attackers", reason: "no-moves" };
  return null;
}

function answer(q) {
  if (q.preset !== "federation") throw new Error("only federation is known");
  if (q.moves || q.perft) throw new Error("only moves and positions are known");
  const { board, turn } = parse(q.position);
  const end = result(board, turn);
  const legal = end ? [] : allMoves(board, turn);
  const text = ([from, to]) => NAMES[from] + "-" + NAMES[to];
  if (!q.move) return { moves: legal.map(text).sort(), end };
  const move = legal.find((m) => text(m) === q.move);
  if (!move) return { legal: false };
  const after = board.slice(), other = turn === "a" ? "d" : "a";
  after[move[1]] = after[move[0]];
  after[move[0]] = ".";
  const taken = captures(after, move[1]);
  for (const s of taken) after[s] = ".";
  return { legal: true, captures: taken.map((s) => NAMES[s]), after: format(after, other), end: result(after, other) };
}

console.log(JSON.stringify({ protocol: 1, name: "engine.js", kinds: ["move", "moves"], presets: ["federation"] }));
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  if (!line.trim()) return;
  let id = null, reply;
  try {
    const q = JSON.parse(line);
    id = q.id;
    reply = answer(q);
  } catch (e) {
    reply = { error: String(e.message) };
  }
  console.log(JSON.stringify({ id, ...reply }));
});
