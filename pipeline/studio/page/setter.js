// The setter's desk: a board is drawn here, and the studio says what follows from it.
import { ask, at, element } from "./ask.js";

const TYPING_MS = 900; // within which a further digit belongs to the same number
const NAMES = {
  clue: "Clues", region: "Regions", cage: "Cages", run: "Sums", between: "Between cells", arrow: "Arrows",
  left: "Left", top: "Top", right: "Right", bottom: "Bottom", way: "Lines",
};
const VERDICTS = {
  unique: ["One solution.", "good"], multiple: ["Several solutions. They differ in the tinted cells.", "bad"],
  unsolvable: ["No solution.", "bad"], undecided: ["Not decided yet.", "quiet"], incomplete: ["", "quiet"],
};
const desk = crypto.randomUUID();

/** What is drawn: kind, puzzle, edits, picture. @type {any} */
let board = null;
/** @type {any} what is known of it */
let known = null;
let done = [], undone = [];
let tool = 0, row = 0, col = 0, side = "", chosen = [], typed = "", typedAt = 0, asked = 0, other = 0, isDown = false;

const rows = () => board.puzzle.rows, cols = () => board.puzzle.cols;
const edit = () => board.edits[tool];
const copy = (value) => JSON.parse(JSON.stringify(value));

/** Does what may be refused, and shows the refusal. */
async function attempt(what) {
  at("fault").textContent = "";
  try {
    return await what();
  } catch (error) {
    at("fault").textContent = error.message;
    return null;
  }
}

/** Shows a board that the studio returned; an earlier one can be had back. */
function take(next, keeps = true, asks = false) {
  if (!next) return;
  if (board && keeps) {
    done.push({ kind: board.kind, puzzle: board.puzzle });
    undone = [];
  }
  const isNew = board?.kind !== next.kind || board.puzzle.rows !== next.puzzle.rows || board.puzzle.cols !== next.puzzle.cols;
  board = next;
  known = null;
  if (isNew) {
    [tool, row, col, side, chosen] = [0, 0, 0, "", []];
    const kind = at("kind");
    kind.value = board.kind;
    if (!asks) [at("cols").value, at("rows").value] = [cols(), rows()];
    at("form").replaceChildren();
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
  const marks = chosen.map((place) => square(place, "chosen"));
  const place = placeAt();
  if (place) marks.push(cursor(place));
  at("board").innerHTML = `${picture.svg.replace('role="img"', 'aria-hidden="true"')}<svg class="over" viewBox="0 0 ${width} ${height}" aria-hidden="true">${marks.join("")}</svg>`;
  at("undo").disabled = !done.length;
  at("redo").disabled = !undone.length;

  function box(x, y, wide, high, name) {
    return `<rect class="${name}" x="${left + x * cell}" y="${top + y * cell}" width="${wide * cell}" height="${high * cell}" rx="1"/>`;
  }
  function square(number, name) {
    return box(number % cols(), Math.floor(number / cols()), 1, 1, name);
  }
  function cursor(one) {
    if (edit().where === "edge" && one.length === 2) {
      const [a, b] = one;
      const [x, y] = [(a % cols() + b % cols()) / 2, (Math.floor(a / cols()) + Math.floor(b / cols())) / 2];
      return box(x + 0.25, y + 0.25, 0.5, 0.5, "cursor");
    }
    if (!side) return box(col, row, 1, 1, "cursor");
    const x = { left: -left / cell, right: cols() }[side] ?? col, y = { top: -top / cell, bottom: rows() }[side] ?? row;
    const wide = { left: left / cell, right: (width - left) / cell - cols() }[side] ?? 1;
    const high = { top: top / cell, bottom: (height - top) / cell - rows() }[side] ?? 1;
    return box(x, y, Math.max(wide, 0.3), Math.max(high, 0.3), "cursor");
  }
}

/** Returns the place that the cursor is at, for the tool. */
function placeAt() {
  const here = row * cols() + col;
  const { where } = edit() ?? {};
  if (where === "line") return side ? [side === "left" || side === "right" ? row : col] : null;
  if (where === "edge") {
    const next = { right: col + 1 < cols() && here + 1, bottom: row + 1 < rows() && here + cols() }[side || "right"];
    return next ? [here, next] : null;
  }
  if (where === "cells" || where === "way") return chosen.length ? chosen : [here];
  return [here];
}

function showTools() {
  const group = board.edits.map((one, k) => ({ ...one, k }));
  at("tools").replaceChildren(
    ...group.filter((one) => one.where !== "board").map((one) => element("button", {
      textContent: name(one), ariaPressed: String(one.k === tool), onclick: () => choose(one.k),
    })),
    ...group.filter((one) => one.where === "board").map((one) => element("label", {}, "Rule ", element("select", {
      multiple: one.joins, size: one.joins ? 4 : 1,
      onchange: ({ target }) => put({ sign: [...target.selectedOptions].map(({ value }) => value).join("+"), numbers: [] }, one.k, []),
    }, ...one.signs.map((sign) => element("option", { value: sign, selected: (board.puzzle.rule ?? "").split("+").includes(sign) }, words(sign)))))),
  );
  const { signs = [], most = 0, bare = [], where } = edit() ?? {};
  const buttons = bare.filter(Boolean).map((sign) => choice(words(sign), { sign, numbers: [] }));
  if (signs.includes("<")) buttons.length = 0, buttons.push(...["<", ">"].map((sign) => choice(sign, { sign, numbers: [] })));
  if (where === "cells" || where === "way") {
    buttons.push(element("label", {}, most ? "Number " : "", ...(most ? [element("input", { id: "number", size: 5, inputMode: "numeric" })] : [])));
    for (const sign of signs) buttons.push(element("button", { className: "main", textContent: sign ? `Put ${words(sign)}` : "Put", onclick: () => putChosen(sign) }));
  } else if (most) {
    buttons.push(element("label", {}, most > 1 ? "Numbers " : "Number ", element("input", { id: "number", size: 6, inputMode: "numeric", onchange: ({ target }) => typeNumbers(target.value) })));
  }
  at("choices").replaceChildren(...buttons, element("button", { textContent: "Clear", onclick: () => put(null) }));

  function choice(text, value) {
    return element("button", { textContent: text, onclick: () => put(value) });
  }
}

const words = (sign) => sign.replaceAll("-", " ");
const name = ({ name: one, signs }) => NAMES[one] ?? `${words(one)[0].toUpperCase()}${words(one).slice(1)}${signs.length === 1 && signs[0] ? `: ${words(signs[0])}` : ""}`;

function choose(number) {
  [tool, chosen, side] = [number, [], edit().where === "line" ? edit().name : ""];
  const one = board.edits[number];
  side = one.where === "line" ? one.name : one.where === "edge" ? "right" : "";
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
  if (edit()?.where === "cells" || edit()?.where === "way") chosen = [];
  take(next);
  say();
}

const numbersIn = (text) => (text.match(/\d+/g) ?? []).map(Number);
const typeNumbers = (text) => put(numbersIn(text).length ? { sign: edit().signs.find((one) => !edit().bare.includes(one)) ?? edit().signs[0] ?? "", numbers: numbersIn(text) } : null);
const putChosen = (sign) => put({ sign, numbers: numbersIn(at("number")?.value ?? "") });

/** Says aloud where the cursor is. */
function say() {
  const where = side && edit()?.where === "line" ? `${NAMES[side]}, ${side === "left" || side === "right" ? `row ${row + 1}` : `column ${col + 1}`}` : `Row ${row + 1}, column ${col + 1}`;
  const there = present();
  at("where").textContent = chosen.length ? `${chosen.length} cells chosen` : `${where}: ${there || "empty"}`;
}

/** Asks what follows from the board, and then more thoroughly what a short look left open. */
async function check(thorough = false) {
  const mine = ++asked;
  const { kind, puzzle } = board;
  const said = await ask("check", { desk, kind, puzzle, thorough, picture: true }).catch((error) => ({ status: "incomplete", message: error.message }));
  if (mine !== asked || said.status === "superseded") return;
  known = { ...said, pictures: [said.picture, said.second].filter(Boolean) };
  other = 0;
  const isLooking = said.status === "undecided" && !thorough && !said.message;
  const [text, look] = VERDICTS[said.status];
  at("verdict").textContent = said.message ?? (isLooking ? "Still looking …" : text);
  if (said.conflict?.length) at("verdict").textContent = "No solution. The framed clues contradict each other.";
  at("verdict").className = look;
  at("second").hidden = known.pictures.length < 2;
  const { grade, steps = [] } = said;
  at("grade").textContent = grade ? [`Level ${grade.band}`, grade.hardest && `hardest step: ${grade.hardest}`, grade.minutes && `about ${grade.minutes} minutes`].filter(Boolean).join(" · ") : "";
  at("steps").replaceChildren(...steps.map((step) => element("li", {}, step)));
  paint();
  if (isLooking) check(true);
}

/** Returns row, column and side of a point of the board, and the neighbour that it is nearest to. */
function find(event) {
  const art = at("board").getBoundingClientRect();
  const { width, left, top, cell } = board.picture;
  const scale = width / art.width;
  const x = ((event.clientX - art.left) * scale - left) / cell, y = ((event.clientY - art.top) * scale - top) / cell;
  const outside = x < 0 ? "left" : y < 0 ? "top" : x >= cols() ? "right" : y >= rows() ? "bottom" : "";
  const limit = (value, most) => Math.max(0, Math.min(most - 1, Math.floor(value)));
  return { x, y, row: limit(y, rows()), col: limit(x, cols()), outside };
}

function press(event) {
  const found = find(event);
  at("board").focus({ preventScroll: true });
  const line = found.outside && board.edits.findIndex((one) => one.where === "line" && one.name === found.outside);
  if (found.outside && line >= 0) choose(line);
  else if (edit()?.where === "line") choose(Math.max(0, board.edits.findIndex((one) => one.where === "cell")));
  if (!edit()) return;
  const was = JSON.stringify([row, col, side, tool]);
  [row, col] = [found.row, found.col];
  if (edit().where === "edge") {
    const [dx, dy] = [found.x - col - 0.5, found.y - row - 0.5];
    if (Math.abs(dx) > Math.abs(dy)) [col, side] = dx < 0 ? [Math.max(0, col - 1), "right"] : [col, "right"];
    else [row, side] = dy < 0 ? [Math.max(0, row - 1), "bottom"] : [row, "bottom"];
  }
  typed = "";
  if (edit().where === "cells" || edit().where === "way") {
    [isDown, chosen] = [true, [row * cols() + col]];
    at("board").setPointerCapture(event.pointerId);
  } else if (was === JSON.stringify([row, col, side, tool]) || edit().where === "edge") put("next");
  paint();
  say();
}

function drag(event) {
  if (!isDown) return;
  const found = find(event);
  const cell = found.row * cols() + found.col;
  if (found.outside || chosen.includes(cell)) return;
  chosen.push(cell);
  paint();
  say();
}

function lift() {
  isDown = false;
  const { where, most = 0, signs = [] } = edit() ?? {};
  if (chosen.length > 1 && where === "way" && !most && signs.length === 1) putChosen(signs[0]);
  else if (chosen.length && edit()?.name === "region") put({ sign: "", numbers: [] });
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function key(event) {
  const step = STEPS[event.key];
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") (event.shiftKey ? redo : undo)();
  else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (step) move(step, event.shiftKey);
  else if (/^\d$/.test(event.key) && edit()?.most) digit(event.key, event.timeStamp);
  else if (event.key === " ") put("next");
  else if (event.key === "Enter" && (edit()?.where === "cells" || edit()?.where === "way")) putChosen(edit().signs[0] ?? "");
  else if (event.key === "Enter" && edit()?.where === "edge") side = side === "right" ? "bottom" : "right";
  else if (event.key === "Backspace" || event.key === "Delete") put(null);
  else return;
  event.preventDefault();
  paint();
}

function move([down, right], isChoosing) {
  const here = () => row * cols() + col;
  if (isChoosing && !chosen.length) chosen = [here()];
  row = Math.max(0, Math.min(rows() - 1, row + down));
  col = Math.max(0, Math.min(cols() - 1, col + right));
  if (!isChoosing) chosen = [];
  else if (!chosen.includes(here())) chosen.push(here());
  typed = "";
  say();
}

function digit(figure, now) {
  const { where, most } = edit();
  typed = now - typedAt < TYPING_MS && typed ? typed + figure : figure;
  typedAt = now;
  if (where === "cells" || where === "way") at("number").value = typed;
  else if (most > 1) put({ sign: "", numbers: [...numbersAt(), Number(figure)] });
  else typeNumbers(typed);
}

/** Returns the words for what the cursor is at. */
function present() {
  const { puzzle } = board;
  const [place] = placeAt() ?? [];
  if (edit()?.where === "line") return numbersAt().join(" ");
  const region = puzzle.regions ? `region ${puzzle.regions[row][col] + 1}` : "";
  const value = board.shown[place] ?? "";
  return edit()?.name === "region" ? region : value;
}

/** Returns the numbers of the line that the cursor is at. */
const numbersAt = () => board.puzzle[edit().name]?.[placeAt()[0]] ?? [];

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
  const next = await attempt(() => ask(name, { desk, seed, kind: board.kind, puzzle: board.puzzle, symmetry: at("symmetry").value, ...more }));
  if (next?.puzzle) take(next);
  else check();
}

async function begin(kinds) {
  const fresh = () => attempt(() => ask("new", { kind: at("kind").value, rows: Number(at("rows").value), cols: Number(at("cols").value) })).then((next) => take(next, true, true));
  at("kind").append(...kinds.map(({ id, title }) => element("option", { value: id }, title)));
  at("kind").onchange = () => {
    const { rows: high, cols: wide } = kinds.find(({ id }) => id === at("kind").value);
    [at("rows").value, at("cols").value] = [high, wide];
    fresh();
  };
  at("new").onclick = fresh;
  at("undo").onclick = undo;
  at("redo").onclick = redo;
  at("generate").onclick = () => compose("generate", { rows: Number(at("rows").value), cols: Number(at("cols").value), rule: board.puzzle.rule, band: at("band").value });
  at("complete").onclick = () => compose("complete");
  at("thin").onclick = () => compose("thin");
  at("deduced").onchange = paint;
  at("second").onclick = () => {
    other = 1 - other;
    paint();
  };
  at("read").onclick = () => attempt(() => ask("read", { text: at("text").value })).then((next) => take(next));
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
