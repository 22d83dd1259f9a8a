// The setter's desk: a board is drawn here, and the studio says what follows from it.
import { ask, at, attempt, element, refill } from "./ask.js";

const TYPING_MS = 900; // within which a further digit belongs to the same number
const LOOK_MS = 500; // after which a verdict that is old is taken away
const NAMES = {
  clue: "Clues", region: "Regions", cage: "Cages", run: "Sums", between: "Between cells", arrow: "Arrows",
  left: "Left", top: "Top", right: "Right", bottom: "Bottom", bank: "Dominoes",
};
const SIGNS = { white: "○", black: "●", left: "←", top: "↑", right: "→", bottom: "↓", "|": "wall", x: "×", "-": "−", "/": "÷" };
const HARDEST = {
  single: "one clue alone", overlap: "two clues together", set: "several clues together", global: "a rule about the whole board",
  trial: "assume and contradict", search: "assume several things", full: "all bridges of an island", rest: "what other neighbours cannot take",
  isolation: "islands that must not be shut off", forced: "the only way on", square: "no U-turn", beside: "no line beside itself", candidates: "which pairs reach a cell",
};
const VERDICTS = {
  unique: ["One solution.", "good"], multiple: ["Several solutions. They differ in the tinted cells.", "bad"],
  unsolvable: ["No solution.", "bad"], undecided: ["Not decided yet.", "quiet"], incomplete: ["", "quiet"],
};
const desk = crypto.randomUUID();

/** What is drawn: kind, puzzle, edits, picture. @type {any} */
let board = null;
/** @type {any} the cells that are free beside the grid on each side, for numbers there; they only grow, so that the board stays */
let frame = {};
/** @type {any} what is known of it */
let known = null;
let done = [], undone = [];
let tool = 0, row = 0, col = 0, side = "", chosen = [], typed = "", typedAt = 0, asked = 0, turn = 0, other = 0, from = null, pen = "", isByTap = false, looking = 0;

const rows = () => board.puzzle.rows, cols = () => board.puzzle.cols;
const edit = () => board.edits[tool];
const isSet = () => ["cells", "way"].includes(edit()?.where);
const isRule = ({ where, most }) => where === "board" && !most; // not the ships or dominoes of a board

/** Returns what is at the place that the cursor is at, for the tool. */
function present() {
  const place = placeAt() ?? [];
  return board.clues.find((one) => one.edit === tool && (isSet() ? one.place.includes(place[0]) : String(one.place) === String(place)));
}

/** Shows a board that the studio returned; an earlier one can be had back. What was asked for by its size leaves the size. */
function take(next, keeps = true, isAsked = false) {
  if (!next) return;
  if (board && keeps) {
    done.push({ kind: board.kind, puzzle: board.puzzle });
    undone = [];
  }
  const isNew = board?.kind !== next.kind || board.puzzle.rows !== next.puzzle.rows || board.puzzle.cols !== next.puzzle.cols;
  board = next;
  known = null;
  if (isNew) {
    [tool, row, col, side, chosen, frame] = [0, 0, 0, "", [], {}];
    if (!isAsked) [at("kind").value, at("cols").value, at("rows").value] = [board.kind, cols(), rows()];
    at("form").replaceChildren();
    choose(0);
  }
  at("board").dataset.size = `${rows()}x${cols()}`;
  at("board").dataset.changes = String(done.length);
  showTools();
  paint();
  check();
}

/** Draws the picture that fits what is known, and the cursor over it. */
function paint() {
  const picture = (at("deduced").checked && known?.pictures?.[other]) || board.picture;
  const { width, height, left, top, cell } = picture;
  const needs = { left: left / cell, top: top / cell, right: (width - left) / cell - cols(), bottom: (height - top) / cell - rows() };
  for (const [one, wide] of Object.entries(needs)) {
    const most = board.edits.find(({ where, name: its }) => where === "line" && its === one)?.most ?? 0;
    frame[one] = Math.max(frame[one] ?? 0, wide, Math.min(most, 2));
  }
  const view = [left - frame.left * cell, top - frame.top * cell, ...sizes().map((size) => size * cell)].join(" ");
  const marks = [box(0, 0, cols(), rows(), "grid"), ...chosen.map((place) => box(place % cols(), Math.floor(place / cols()), 1, 1, "chosen"))];
  for (const { sort, place } of known?.conflict ?? []) if (sort in frame) marks.push(beside(sort, place[0], place[0], "clash"));
  if (at("starts").checked) for (const cell of known?.starts ?? []) marks.push(box(cell % cols(), Math.floor(cell / cols()), 1, 1, "start"));
  const place = placeAt();
  if (place?.length) marks.push(cursor(place));
  at("board").innerHTML = `${picture.svg.replace('role="img"', 'aria-hidden="true"')}<svg class="over" aria-hidden="true">${marks.join("")}</svg>`;
  for (const art of at("board").children) {
    art.setAttribute("viewBox", view);
    for (const one of ["width", "height"]) art.removeAttribute(one);
  }
  at("undo").disabled = !done.length;
  at("redo").disabled = !undone.length;

  function box(x, y, wide, high, name) {
    return `<rect class="${name}" x="${left + x * cell}" y="${top + y * cell}" width="${wide * cell}" height="${high * cell}" rx="1"/>`;
  }
  function cursor(one) {
    if (edit().where === "edge" && one.length === 2) {
      const [a, b] = one;
      const [x, y] = [(a % cols() + b % cols()) / 2, (Math.floor(a / cols()) + Math.floor(b / cols())) / 2];
      return box(x + 0.25, y + 0.25, 0.5, 0.5, "cursor");
    }
    return beside(side, row, col, "cursor");
  }
  function beside(one, down, right, name) {
    const [wide, high] = [one === "left" || one === "right" ? frame[one] : 1, one === "top" || one === "bottom" ? frame[one] : 1];
    return box({ left: -wide, right: cols() }[one] ?? right, { top: -high, bottom: rows() }[one] ?? down, wide, high, name);
  }
}

/** Returns the width and height of what is shown, in cells. */
const sizes = () => [frame.left + cols() + frame.right, frame.top + rows() + frame.bottom];

/** Returns the place that the cursor is at, for the tool. */
function placeAt() {
  const here = row * cols() + col;
  const { where } = edit() ?? {};
  if (where === "board") return [];
  if (where === "line") return side ? [side === "left" || side === "right" ? row : col] : null;
  if (where === "edge") return [here, here + (side === "right" ? 1 : cols())];
  return isSet() && chosen.length ? chosen : [here];
}

function showTools() {
  refill("tools", ...board.edits.flatMap((one, k) => isRule(one) ? [] : element("button", {
    textContent: name(one), ariaPressed: String(k === tool), onclick: () => choose(k),
  })));
  const rule = board.edits.findIndex(isRule);
  at("rule").hidden = rule < 0;
  if (rule >= 0) showRule(board.edits[rule], rule);
  const { signs = [], most = 0, bare = [], numbers = [] } = edit() ?? {};
  const field = most ? [element("label", {}, most > 1 ? "Numbers " : "Number ", element("input", { id: "number", size: 5, inputMode: "numeric" }))] : [];
  const buttons = signs.filter((sign) => sign && (sign !== "plain" || bare.includes(sign))).map((sign) => button(SIGNS[sign] ?? words(sign), () => putSign(sign), words(sign)));
  if (isSet()) buttons.splice(0, buttons.length, ...signs.map((sign) => button(sign ? `Put ${SIGNS[sign] ?? words(sign)}` : "Put", () => putChosen(sign))));
  else if (!bare.length && signs.length === 1) buttons.length = 0;
  const small = numbers.map((number) => button(String(number), () => typeNumbers(String(number))));
  refill("choices", ...field, ...buttons, ...small, ...(edit()?.name === "region" ? [] : [button("Clear", clear)]));
  if (most) {
    at("number").onchange = ({ target }) => isSet() || typeNumbers(target.value);
    at("number").onkeydown = (event) => {
      if (event.key === "Enter" && isSet()) putChosen(signs[0]);
    };
  }

  function button(text, onclick, ariaLabel = text) {
    return element("button", { textContent: text, ariaLabel, onclick, className: text.startsWith("Put") ? "main" : "" });
  }
}

/** Shows the rules, of which one or several are chosen. */
function showRule({ signs, joins }, number) {
  const now = board.rule.split("+");
  const change = ({ target: { value, checked } }) => {
    put({ sign: [...at("rules").querySelectorAll(":checked")].map((one) => one.value).join("+"), numbers: [] }, number, []);
    last = last.then(() => {
      if (board.rule.split("+").includes(value) !== checked) at("fault").textContent = "That follows from what is drawn: draw it, or clear it.";
    });
  };
  at("rule").firstElementChild.title = at("rule").firstElementChild.textContent = `Rule: ${now.map(words).join(", ") || "none yet"}`;
  at("rules").replaceChildren(...signs.map((sign) => element("label", {},
    element("input", { type: joins ? "checkbox" : "radio", name: "rule", value: sign, checked: now.includes(sign), onchange: change }), words(sign))));
}

const words = (sign) => sign.replaceAll("-", " ");
const name = ({ name: one, signs }) => NAMES[one] ?? `${words(one)[0].toUpperCase()}${words(one).slice(1)}${signs.length === 1 && signs[0] ? `: ${words(signs[0])}` : ""}`;

function choose(number) {
  [tool, chosen, pen, isByTap] = [number, [], "", false];
  const one = board.edits[number];
  side = one?.where === "line" ? one.name : one?.where === "edge" ? "right" : "";
  move([0, 0]);
  showTools();
  paint();
}

let last = Promise.resolve();

/** Puts something at a place, after what was put before: null for nothing, "next" for what a tap puts there. */
function put(choice, number = tool, place = placeAt()) {
  if (place) last = last.then(() => putNow(choice, number, place));
}

async function putNow(choice, number, place) {
  const next = await attempt(() => ask("change", { kind: board.kind, puzzle: board.puzzle, edit: number, place, choice, symmetry: at("symmetry").value }));
  if (!next) return;
  if (number === tool) chosen = [];
  take(next);
  say();
}

const numbersIn = (text) => (text.match(/\d+/g) ?? []).map(Number);
const putChosen = (sign) => put({ sign, numbers: numbersIn(at("number")?.value ?? "") });

/** Puts a sign, with the present number or the smallest if it needs one. */
function putSign(sign) {
  const { bare, numbers } = edit();
  pen = sign;
  put({ sign, numbers: bare.includes(sign) ? [] : (present()?.numbers ?? numbers.slice(0, 1)) });
}

const clear = () => put(null, tool, isSet() ? present()?.place : placeAt());

/** Puts numbers, with the present sign, or the one put last. */
function typeNumbers(text) {
  const { signs, bare } = edit();
  const numbered = signs.filter((sign) => !bare.includes(sign));
  const sign = [present()?.sign, pen, ...numbered].find((one) => numbered.includes(one)) ?? signs[0];
  put(numbersIn(text).length ? { sign, numbers: numbersIn(text) } : null);
}

/** Says where the cursor is, and what is there. */
function say() {
  const cell = (place) => `Row ${Math.floor(place / cols()) + 1}, column ${place % cols() + 1}`;
  const { where, name: of } = edit() ?? {}, place = placeAt() ?? [];
  const isRow = side === "left" || side === "right", here = row * cols() + col;
  const spot = { line: `${NAMES[side]}, ${isRow ? `row ${row + 1}` : `column ${col + 1}`}`, edge: place.map(cell).join(" – ") }[where] ?? cell(here);
  const isHere = (one) => (["edge", "line", "board"].includes(where) ? one === present() : !["edge", "line"].includes(board.edits[one.edit].where) && one.place.includes(here));
  const there = board.clues.filter(isHere).map(({ edit: number, sign, numbers }) => {
    const { where: its, name: about } = board.edits[number];
    return [about === "clue" || its === "edge" || its === "line" ? "" : words(about), sign === "plain" ? "" : words(sign), ...numbers].filter((one) => one !== "").join(" ");
  });
  if (of === "region" && board.puzzle.regions) there.unshift(`region ${board.puzzle.regions[row][col] + 1}`);
  at("where").textContent = `${spot}: ${there.join("; ") || "empty"}${chosen.length ? ` (${chosen.length} cells chosen)` : ""}`;
  const field = at("number");
  if (field && !chosen.length) field.value = present()?.numbers.join(" ") ?? "";
}

/** Asks what follows from the board, and then more thoroughly what a short look left open. */
async function check(thorough = false) {
  const mine = ++asked;
  clearTimeout(looking);
  looking = setTimeout(() => ([at("verdict").textContent, at("verdict").className] = ["Still looking …", "quiet"]), LOOK_MS);
  const { kind, puzzle } = board;
  const said = await ask("check", { desk, turn: ++turn, kind, puzzle, thorough, picture: true }).catch((error) => ({ status: "incomplete", message: error.message }));
  if (mine !== asked || said.status === "superseded") return;
  known = { ...said, pictures: [said.picture, said.second].filter(Boolean) };
  other = 0;
  clearTimeout(looking);
  const isGrading = said.status === "unique" && !said.grade;
  const isLooking = (isGrading || said.status === "undecided") && !thorough && !said.message;
  const [text, look] = VERDICTS[said.status];
  at("verdict").textContent = said.message ?? (isLooking && !isGrading ? "Still looking …" : text);
  if (said.conflict?.length) at("verdict").textContent = "No solution. The framed clues contradict each other.";
  at("verdict").className = look;
  at("second").hidden = known.pictures.length < 2;
  const { grade, steps = [] } = said;
  at("grade").textContent = grade ? [`Level ${grade.band}`, grade.hardest && `hardest step: ${HARDEST[grade.hardest] ?? grade.hardest}`, grade.minutes && `about ${Math.max(1, Math.round(grade.minutes))} min`, grade.guessing !== null && `needs guessing: ${grade.guessing ? "yes" : "no"}`].filter(Boolean).join(" · ") : isGrading ? "Grading …" : "";
  at("steps").replaceChildren(...steps.map((step) => element("li", {}, step)));
  paint();
  if (isLooking) check(true);
}

/** Returns row, column and side of a point of the board, and the neighbour that it is nearest to. */
function find(event) {
  const art = at("board").firstElementChild.getBoundingClientRect();
  const scale = sizes()[0] / art.width;
  const x = (event.clientX - art.left) * scale - frame.left, y = (event.clientY - art.top) * scale - frame.top;
  const outside = x < 0 ? "left" : y < 0 ? "top" : x >= cols() ? "right" : y >= rows() ? "bottom" : "";
  const limit = (value, most) => Math.max(0, Math.min(most - 1, Math.floor(value)));
  return { x, y, row: limit(y, rows()), col: limit(x, cols()), outside };
}

function press(event) {
  const found = find(event);
  at("board").focus({ preventScroll: true });
  const line = found.outside ? board.edits.findIndex((one) => one.where === "line" && one.name === found.outside) : -1;
  const was = JSON.stringify([row, col, side, tool]);
  if (line >= 0) {
    choose(line);
    isByTap = true;
  } else if (isByTap && edit()?.where === "line") choose(Math.max(0, board.edits.findIndex((one) => one.where === "cell")));
  if (!edit() || edit().where === "board") return;
  [row, col] = [found.row, found.col];
  if (edit().where === "edge") {
    const [dx, dy] = [found.x - col - 0.5, found.y - row - 0.5];
    if (Math.abs(dx) > Math.abs(dy)) [col, side] = [dx < 0 ? col - 1 : col, "right"];
    else [row, side] = [dy < 0 ? row - 1 : row, "bottom"];
    move([0, 0]);
  }
  typed = "";
  if (isSet()) {
    [from, chosen] = [found, [row * cols() + col]];
    at("board").setPointerCapture(event.pointerId);
  } else if (was === JSON.stringify([row, col, side, tool]) || !edit().most) put("next");
  say();
  paint();
}

/** Chooses the cells whose middle a drag passes, so that it may go across corners. */
function drag(event) {
  if (!from) return;
  const to = find(event), steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 0.2);
  for (let k = 1; k <= steps; k++) {
    const x = from.x + ((to.x - from.x) * k) / steps, y = from.y + ((to.y - from.y) * k) / steps;
    const [right, down] = [Math.floor(x), Math.floor(y)];
    const isNear = Math.hypot(x - right - 0.5, y - down - 0.5) < 0.45 && right >= 0 && down >= 0 && right < cols() && down < rows();
    if (isNear && !chosen.includes(down * cols() + right)) chosen.push(down * cols() + right);
  }
  from = to;
  say();
  paint();
}

function lift() {
  if (!from) return;
  from = null;
  const { where, most, name: of } = edit();
  const there = chosen.length === 1 && present();
  if (of === "region" || (chosen.length > 1 && where === "way" && !most)) return putChosen("");
  if (there) chosen = [...there.place]; // to change its number, or to clear it
  if (there && most) at("number").value = there.numbers.join(" ");
  say();
  paint();
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function key(event) {
  const step = STEPS[event.key];
  const { most, bare = [], signs = [], where } = edit() ?? {};
  const sign = bare.find((one) => one.length === 1 && one.toLowerCase() === event.key.toLowerCase());
  const way = event.key.replace("Arrow", "").toLowerCase().replace("up", "top").replace("down", "bottom");
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") (event.shiftKey ? redo : undo)();
  else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (step && event.shiftKey && where === "cell" && signs.includes(way)) putSign(way);
  else if (step) move(step, event.shiftKey && isSet());
  else if (/^\d$/.test(event.key) && most) digit(event.key, event.timeStamp);
  else if (sign) put({ sign, numbers: [] });
  else if (event.key === " " && isSet()) toggle();
  else if (event.key === " ") put("next");
  else if (event.key === "Enter" && isSet()) putChosen(signs[0]);
  else if (event.key === "Enter" && where === "edge") {
    side = side === "right" ? "bottom" : "right";
    move([0, 0]);
  } else if (event.key === "Backspace" || event.key === "Delete") clear();
  else if (event.key === "Escape") chosen = [];
  else return;
  event.preventDefault();
  say();
  paint();
}

/** Moves the cursor, within the places of the tool; further cells can be chosen on the way. */
function move([down, right], isChoosing = false) {
  const here = () => row * cols() + col;
  if (isChoosing && !chosen.length) chosen = [here()];
  const edge = edit()?.where === "edge" && side;
  row = Math.max(0, Math.min(rows() - 1 - Number(edge === "bottom"), row + down));
  col = Math.max(0, Math.min(cols() - 1 - Number(edge === "right"), col + right));
  if (isChoosing && !chosen.includes(here())) chosen.push(here());
  typed = "";
  say();
}

function toggle() {
  const here = row * cols() + col;
  chosen = chosen.includes(here) ? chosen.filter((one) => one !== here) : [...chosen, here];
}

function digit(figure, now) {
  typed = now - typedAt < TYPING_MS && typed ? typed + figure : figure;
  typedAt = now;
  if (isSet()) at("number").value = typed;
  else if (edit().most > 1) typeNumbers([...(present()?.numbers ?? []), figure].join(" "));
  else typeNumbers(typed);
}

const again = (one) => attempt(() => ask("show", one));
async function undo() {
  if (!done.length) return;
  undone.push({ kind: board.kind, puzzle: board.puzzle });
  take(await again(done.pop()), false);
}
async function redo() {
  if (!undone.length) return;
  done.push({ kind: board.kind, puzzle: board.puzzle });
  take(await again(undone.pop()), false);
}

async function compose(name, more = {}) {
  at("verdict").textContent = "At work …";
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const next = await attempt(() => ask(name, { desk, turn: ++turn, seed, kind: board.kind, puzzle: board.puzzle, symmetry: at("symmetry").value, ...more }));
  if (next?.puzzle) take(next);
  else check();
}

async function begin(kinds) {
  const fresh = () => {
    const wanted = { kind: at("kind").value, rows: Number(at("rows").value), cols: Number(at("cols").value) };
    last = last.then(() => attempt(() => ask("new", wanted))).then((next) => take(next, true, true)); // in the order of asking
  };
  at("kind").append(...kinds.map(({ id, title }) => element("option", { value: id }, title)));
  at("kind").onchange = () => {
    const { rows: high, cols: wide } = kinds.find(({ id }) => id === at("kind").value);
    [at("rows").value, at("cols").value] = [high, wide];
    fresh();
  };
  at("new").onclick = fresh;
  at("undo").onclick = undo;
  at("redo").onclick = redo;
  at("generate").onclick = () => compose("generate", { rows: Number(at("rows").value), cols: Number(at("cols").value), rule: board.rule, band: at("band").value });
  at("complete").onclick = () => compose("complete");
  at("thin").onclick = () => compose("thin");
  at("deduced").onchange = at("starts").onchange = paint;
  for (const one of ["vary-clues", "vary-solution"]) at(one).onclick = () => compose(one);
  at("second").onclick = () => {
    other = 1 - other;
    paint();
  };
  at("read").onclick = () => attempt(() => ask("read", { text: at("text").value, kind: board.kind })).then((next) => take(next));
  at("write").onclick = async () => {
    const texts = await attempt(() => ask("write", { kind: board.kind, puzzle: board.puzzle }));
    if (!texts) return;
    const form = at("form"), wanted = form.value;
    form.replaceChildren(...Object.keys(texts).map((one) => element("option", { selected: one === wanted }, one)));
    at("text").value = texts[form.value];
    form.onchange = () => (at("text").value = texts[form.value]);
  };
  at("save").onclick = async () => {
    const found = await attempt(() => ask("save", { kind: board.kind, puzzle: board.puzzle, name: at("file").value, author: at("author").value }));
    at("saved").textContent = found ? `Added to ${found.saved}.` : "";
  };
  const area = at("board");
  area.onpointerdown = press;
  area.onpointermove = drag;
  area.onpointerup = lift;
  area.onkeydown = key;
  window.onbeforeunload = () => localStorage.setItem("setter", JSON.stringify({ kind: board?.kind, puzzle: board?.puzzle }));
  const kept = JSON.parse(localStorage.getItem("setter") ?? "null");
  const next = kept?.puzzle && (await ask("show", kept).catch(() => null));
  if (next) take(next);
  else {
    at("kind").value = "sudoku";
    at("kind").onchange();
  }
}

attempt(() => ask("kinds")).then((kinds) => kinds && begin(kinds));
