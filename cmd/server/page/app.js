// The page of the game server: a lobby, and a table for one game. It talks to the
// API and to nothing else.

const $ = (id) => document.getElementById(id);
const sides = ["attackers", "defenders"];
const other = (side) => (side === "attackers" ? "defenders" : "attackers");
const sideName = { attackers: "Attackers", defenders: "King's side" };

// api calls the server and returns its answer, or throws its problem.
async function api(path, body, token) {
  const options = { headers: {} };
  if (body !== undefined) {
    options.method = "POST";
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  if (token) options.headers.Authorization = "Bearer " + token;
  let response;
  try {
    response = await fetch("/api" + path, options);
  } catch {
    throw { code: "offline", detail: "The server does not answer. Check your connection and try again." };
  }
  const data = await response.json().catch(() => ({ detail: "The server's answer cannot be read." }));
  if (!response.ok) throw data;
  return data;
}

// Seats that this browser has: for each game the side and its token.
function seatIn(id) {
  try {
    return JSON.parse(localStorage.getItem("seat:" + id)) || {};
  } catch {
    return {};
  }
}
function keepSeat(id, side, token) {
  localStorage.setItem("seat:" + id, JSON.stringify({ side, token }));
}

function element(tag, text, attributes = {}) {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else e.setAttribute(name, value);
  }
  return e;
}

// ---- The lobby ----

async function lobby() {
  $("lobby").hidden = false;
  document.title = "Brandubh";
  const form = $("new");
  form.name.value = localStorage.getItem("name") || "";
  const { rules } = await api("/rules").catch(() => ({ rules: [{ name: "federation", title: "" }] }));
  for (const r of rules) {
    if (!r.name.startsWith("archive-")) form.rules.append(element("option", r.name + (r.title ? ": " + r.title : ""), { value: r.name }));
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    $("new-error").textContent = "";
    localStorage.setItem("name", form.name.value);
    const { side, against, clock } = Object.fromEntries(new FormData(form));
    const body = { rules: form.rules.value, name: form.name.value };
    const opponent = against === "open" ? "open" : "computer";
    if (opponent === "computer" || side === "none") body.level = against === "open" ? "medium" : against;
    for (const s of sides) body[s] = side === "none" ? "computer" : s === side ? "you" : opponent;
    if (clock) {
      const [main, increment] = clock.split(",");
      body.clock = { main, increment };
    }
    try {
      const made = await api("/games", body);
      for (const [s, token] of Object.entries(made.tokens)) keepSeat(made.id, s, token);
      location.href = "/g/" + made.id;
    } catch (problem) {
      $("new-error").textContent = problem.detail;
    }
  });
  await refresh();
  setInterval(refresh, 5000);
}

async function refresh() {
  if (document.hidden) return;
  for (const state of ["open", "playing"]) {
    let page;
    try {
      page = await api("/games?state=" + state);
      $("net").textContent = "";
    } catch (problem) {
      $("net").textContent = problem.detail;
      return;
    }
    const list = $(state);
    list.replaceChildren(...page.games.map((g) => {
      const li = element("li");
      const who = sides.map((s) => playerName(g, s)).join(" against ");
      const rules = typeof g.rules === "string" ? g.rules : "rules of its own";
      li.append(element("span", `${who}, ${rules}${g.plies ? `, ${g.plies} plies` : ""}`));
      li.append(element("a", state === "open" ? "join" : "watch", { href: "/g/" + g.id }));
      return li;
    }));
    if (page.games.length === 0) list.append(element("li", "Nobody at the moment."));
  }
}

function playerName(game, side) {
  const seat = game.seats[side];
  if (seat.kind === "computer") return `Computer (${seat.level})`;
  if (seat.kind === "open") return "open seat";
  return seat.name || sideName[side];
}

// ---- The table ----

let game = null; // as the server has it
let mine = {}; // side and token
let at = -1; // the ply that is shown; -1 is the last
let chosen = null; // the square that a piece is to move from
let flipped = false;
let resigning = false; // "Resign" was pressed once
let received = 0; // when the clocks were as they are in game

function table(id) {
  $("game").hidden = false;
  mine = seatIn(id);
  buildGrid();
  $("link").value = location.href;
  $("copy").addEventListener("click", async () => {
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    $("link").select();
    $("copy").textContent = "Copied";
  });
  for (const kind of ["otg", "txt", "json"]) $(kind).href = `/api/games/${id}/record.${kind}`;
  $("first").addEventListener("click", () => show(0));
  $("back").addEventListener("click", () => show(shown() - 1));
  $("forward").addEventListener("click", () => show(shown() + 1));
  $("last").addEventListener("click", () => show(-1));
  $("flip").addEventListener("click", () => {
    flipped = !flipped;
    buildGrid();
    draw();
  });
  $("rules").addEventListener("toggle", showRules, { once: true });
  follow(id);
  setInterval(drawClocks, 200);
}

// follow listens to what happens at the table. The browser reconnects by itself
// after a lost network or a restarted server, and gets what it has missed; where it
// gives up, the page begins anew.
function follow(id) {
  const events = new EventSource(`/api/games/${id}/events`);
  const take = (event) => update(JSON.parse(event.data).game);
  for (const kind of ["state", "join", "move", "action", "end"]) events.addEventListener(kind, take);
  events.onopen = () => { $("net").textContent = ""; };
  events.onerror = () => {
    $("net").textContent = "Connection lost. Trying again…";
    if (events.readyState !== EventSource.CLOSED) return;
    events.close();
    api("/games/" + id).then(() => setTimeout(follow, 2000, id), (problem) => {
      if (problem.code === "no-such-game") $("status").textContent = problem.detail;
      else setTimeout(follow, 2000, id);
    });
  };
}

// update takes a view of the game. Events bring only the steps that are new.
function update(view) {
  if (game && view.version < game.version) return;
  const known = game ? game.steps : [];
  const first = view.steps.length ? view.steps[0].ply : view.plies + 1;
  view.steps = known.slice(0, first - 1).concat(view.steps).slice(0, view.plies);
  if (view.steps.length < view.plies) { // something is missing
    api("/games/" + view.id).then(update, () => {});
    return;
  }
  const news = !game || view.plies !== game.plies;
  game = view;
  received = performance.now();
  if (news) {
    chosen = null;
    resigning = false;
    at = -1;
  }
  if (mine.token && game.seats[mine.side]?.kind !== "person") mine = {};
  draw();
}

const shown = () => (at < 0 ? game.plies : at);

function show(ply) {
  at = ply < 0 || ply >= game.plies ? -1 : ply;
  chosen = null;
  draw();
}

// act sends something that may be refused, and shows why it was.
async function act(path, body) {
  $("error").textContent = "";
  try {
    const answer = await api(`/games/${game.id}/${path}`, body, mine.token);
    update(answer.game || answer);
    return answer;
  } catch (problem) {
    $("error").textContent = problem.detail;
    chosen = null;
    draw();
  }
}

const action = (name) => act("actions", { action: name });

function play(from, to) {
  chosen = null;
  act("moves", { move: `${from}-${to}`, ply: game.plies + 1 });
}

// ---- Drawing ----

function draw() {
  const image = $("board").querySelector("img");
  const source = `/api/games/${game.id}/board.svg?ply=${shown()}&v=${game.version}${flipped ? "&flip=1" : ""}`;
  const next = new Image();
  next.onload = () => { if (next.src === new URL(source, location.href).href) image.src = source; };
  next.src = source;
  drawGrid();
  drawPlayers();
  drawStatus();
  drawActions();
  drawMoves();
  drawClocks();
  $("share").hidden = false;
  document.title = (myTurn() ? "● " : "") + "Brandubh";
}

const myTurn = () => Boolean(mine.token) && game.turn === mine.side && game.state === "playing";

function position() {
  const n = shown();
  return n === 0 ? game.start : game.steps[n - 1].position;
}

// pieces returns the pieces of a position by square.
function pieces(text) {
  const all = {};
  text.split(" ")[0].split("/").forEach((rank, i) => {
    let file = 0;
    for (const c of rank) {
      if (c >= "1" && c <= "7") file += Number(c);
      else all["abcdefg"[file++] + (7 - i)] = c;
    }
  });
  return all;
}

const pieceName = { t: "attacker", T: "defender", K: "king" };

function buildGrid() {
  const grid = $("board").querySelector(".grid");
  grid.replaceChildren();
  for (let i = 0; i < 7; i++) {
    const row = element("div", undefined, { role: "row" });
    for (let j = 0; j < 7; j++) {
      const square = flipped ? "gfedcba"[j] + (i + 1) : "abcdefg"[j] + (7 - i);
      const cell = element("button", undefined, { role: "gridcell", "data-square": square, tabindex: square === "d4" ? 0 : -1 });
      row.append(cell);
    }
    grid.append(row);
  }
}

function drawGrid() {
  const there = pieces(position());
  const live = at < 0 && myTurn();
  const targets = chosen ? game.targets[chosen] || [] : [];
  for (const cell of $("board").querySelectorAll("[data-square]")) {
    const square = cell.dataset.square;
    const movable = live && square in game.targets;
    cell.classList.toggle("mine", movable);
    cell.classList.toggle("chosen", square === chosen);
    cell.classList.toggle("target", targets.includes(square));
    let label = `${square}, ${pieceName[there[square]] || "empty"}`;
    if (square === chosen) label += ", chosen";
    if (targets.includes(square)) label += ", can go here";
    cell.setAttribute("aria-label", label);
  }
}

function pick(square) {
  if (!game || at >= 0 || !myTurn()) return;
  if (chosen && chosen !== square && (game.targets[chosen] || []).includes(square)) return play(chosen, square);
  if (chosen && chosen !== square && !(square in game.targets)) {
    const from = chosen;
    chosen = null;
    drawGrid();
    if (!pieces(position())[square] || square !== from) whyNot(`${from}-${square}`);
    return;
  }
  chosen = chosen === square || !(square in game.targets) ? null : square;
  drawGrid();
}

// whyNot says why a move is illegal.
async function whyNot(move) {
  try {
    const { text } = await api(`/games/${game.id}/why?move=${move}`);
    $("error").textContent = text.trim();
  } catch (problem) {
    $("error").textContent = problem.detail;
  }
}

const squareAt = (x, y) => document.elementFromPoint(x, y)?.closest?.("[data-square]")?.dataset.square;

function listen() {
  const board = $("board");
  let from = null;
  board.addEventListener("pointerdown", (event) => {
    from = squareAt(event.clientX, event.clientY) || null;
    $("error").textContent = "";
    if (from && from in (game?.targets || {}) && chosen !== from && !(chosen && game.targets[chosen]?.includes(from))) {
      pick(from);
      from = "pressed " + from;
    }
  });
  board.addEventListener("pointerup", (event) => {
    const to = squareAt(event.clientX, event.clientY);
    if (!from || !to) return;
    if (from.startsWith("pressed ")) {
      if (to !== from.slice(8)) pick(to);
    } else {
      pick(to);
    }
    from = null;
  });
  board.addEventListener("keydown", (event) => {
    const square = event.target.dataset?.square;
    if (!square) return;
    const turn = flipped ? -1 : 1;
    const step = { ArrowLeft: [-turn, 0], ArrowRight: [turn, 0], ArrowUp: [0, turn], ArrowDown: [0, -turn] }[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      $("error").textContent = "";
      pick(square);
    } else if (event.key === "Escape") {
      chosen = null;
      drawGrid();
    } else if (step) {
      event.preventDefault();
      const file = "abcdefg".indexOf(square[0]) + step[0];
      const rank = Number(square[1]) + step[1];
      const next = board.querySelector(`[data-square="${"abcdefg"[file]}${rank}"]`);
      if (!next) return;
      event.target.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    }
  });
}

function drawPlayers() {
  const below = flipped ? "defenders" : mine.side || "attackers";
  for (const [id, side] of [["below", below], ["above", other(below)]]) {
    const box = $(id);
    box.dataset.side = side;
    const name = element("span", `${sideName[side]}: ${playerName(game, side)}${mine.side === side ? " (you)" : ""}`);
    name.classList.toggle("turn", game.turn === side && game.state === "playing");
    box.replaceChildren(name, element("span", "", { class: "clock", hidden: "" }));
  }
}

function drawClocks() {
  if (!game?.clock) return;
  for (const id of ["above", "below"]) {
    const box = $(id);
    const side = box.dataset.side;
    const clock = box.querySelector(".clock");
    if (!clock) continue;
    const runs = game.clock.running === side;
    const left = Math.max(0, game.clock.left[side] - (runs ? performance.now() - received : 0));
    clock.hidden = false;
    clock.classList.toggle("runs", runs);
    const s = Math.ceil(left / 1000);
    const two = (n) => String(n).padStart(2, "0");
    clock.textContent = s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
  }
}

function drawStatus() {
  let text;
  if (game.result) text = game.result.sentence[0].toUpperCase() + game.result.sentence.slice(1) + ".";
  else if (game.state === "open") text = mine.token ? "Waiting for somebody to join. Send them the link." : "A seat is free.";
  else if (myTurn()) text = "Your turn.";
  else text = `${sideName[game.turn]} to move.`;
  const last = game.steps[game.plies - 1];
  if (last && !game.result) {
    text += ` Last move ${last.move}${last.captures.length ? `, which captured ${last.captures.join(", ")}` : ""}.`;
  }
  if (game.match?.length) {
    const won = (side) => game.match.filter((m) => m.winner === side).length;
    text += ` Match so far: ${playerName(game, "attackers")} ${won("attackers")}, ${playerName(game, "defenders")} ${won("defenders")}.`;
  }
  if ($("status").textContent !== text) $("status").textContent = text;
}

function drawActions() {
  const buttons = [];
  const add = (text, click, primary) => buttons.push(element("button", text, { onclick: click, class: primary ? "primary" : "" }));
  const me = mine.side;
  if (!mine.token) {
    const free = game.result ? [] : sides.filter((s) => game.seats[s].kind === "open");
    if (free.length) buttons.push(element("input", undefined, { id: "joiner", maxlength: 40, placeholder: "your name", "aria-label": "Your name", value: localStorage.getItem("name") || "" }));
    for (const s of free) add(`Join as ${s === "attackers" ? "attackers" : "king's side"}`, () => join(s), true);
  } else if (!game.result) {
    if (game.offer === other(me)) {
      add("Accept the draw", () => action("accept-draw"), true);
      add("Decline the draw", () => action("decline-draw"));
    }
    if (game.takeback === other(me)) {
      add("Allow the takeback", () => action("accept-takeback"), true);
      add("Refuse the takeback", () => action("decline-takeback"));
    }
    if (game.plies > 0 && game.takeback === "none") add("Take back", () => action("ask-takeback"));
    if (game.draws && game.offer === "none") add("Offer a draw", () => action("offer-draw"));
    if (resigning) {
      add("Really resign", () => action("resign"), true);
      add("Play on", () => { resigning = false; drawActions(); });
    } else {
      add("Resign", () => { resigning = true; drawActions(); });
    }
  } else if (game.next) {
    add("Go to the rematch", () => { keepSeat(game.next, other(me), mine.token); location.href = "/g/" + game.next; }, true);
  } else if (game.rematch === other(me)) {
    add("Accept the rematch", () => action("accept-rematch"), true);
  } else if (game.rematch === "none") {
    add("Rematch, sides changed", () => action("ask-rematch"));
  } else {
    buttons.push(element("span", "You have asked for a rematch."));
  }
  if ($("joiner") === document.activeElement && !mine.token) return; // somebody types there
  $("actions").replaceChildren(...buttons);
}

async function join(side) {
  const name = $("joiner").value;
  localStorage.setItem("name", name);
  const answer = await act("join", { seat: side, name });
  if (!answer) return;
  keepSeat(game.id, side, answer.token);
  mine = { side, token: answer.token };
  draw();
}

function drawMoves() {
  const list = $("moves");
  const items = [];
  const first = game.start.endsWith(" d") ? 1 : 0;
  const cell = (step) => {
    const text = step.move + (step.captures.length ? "x" + step.captures.join("/") : "");
    return element("button", text, { onclick: () => { show(step.ply); why(step.ply); }, "aria-current": String(shown() === step.ply), "aria-label": `${text}, why?` });
  };
  for (let i = -first; i < game.plies; i += 2) {
    const li = element("li");
    li.append(element("span", `${(i + first) / 2 + 1}.`, { class: "n" }));
    li.append(i < 0 ? element("span", "…") : cell(game.steps[i]));
    li.append(i + 1 < game.plies ? cell(game.steps[i + 1]) : element("span"));
    items.push(li);
  }
  list.replaceChildren(...items);
  list.hidden = items.length === 0;
  list.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  $("at").textContent = `${shown()} of ${game.plies}`;
  $("first").disabled = $("back").disabled = shown() === 0;
  $("last").disabled = $("forward").disabled = shown() === game.plies;
}

async function why(ply) {
  const box = $("why");
  try {
    const { text } = await api(`/games/${game.id}/why?ply=${ply}`);
    box.querySelector("p").textContent = text.trim();
  } catch (problem) {
    box.querySelector("p").textContent = problem.detail;
  }
  box.hidden = false;
}

async function showRules() {
  const list = $("rules").querySelector("ul");
  if (typeof game?.rules !== "string") return;
  const set = await api("/rules/" + game.rules).catch(() => null);
  list.replaceChildren(...(set?.sentences || []).map((s) => element("li", s.sentence)));
}

listen();
const id = location.pathname.startsWith("/g/") ? location.pathname.slice(3) : "";
if (id) table(id);
else lobby();
