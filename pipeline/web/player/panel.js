// The buttons, lines and the dialog round the board.

import { make } from "./plain.js";
import { addSvg } from "./svg.js";

/** @typedef {import("./words.js").Say} Say */

const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  pencil: "m4 20 1-5L16 4l4 4L9 19z",
  trial: "M6 3v18M6 12c8 0 12-2 12-9m-4 3 4-4 4 4",
  check: "m4 12 5 6L20 6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3z",
  restart: "M4 4v6h6M4.5 10a8 8 0 1 1 .6 6",
  zoom_out: "M5 12h14",
  zoom_in: "M5 12h14M12 5v14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

/** Symbols that are side by side on a phone. */
const MOST_COLUMNS = 10;

/** What a player can switch on and off; the first three are on until he does. */
export const SWITCHES = ["time", "full", "over", "auto", "sides", "first", "centre", "haptics", "sound"];
const PAUSE = "M9 5v14M15 5v14";
const ERASE = "M21 5H9l-6 7 6 7h12zM12 9l6 6m0-6-6 6";

/** @param {string} path @param {string} name @param {boolean} [hasLabel] whether its name is seen below it */
function makeTool(path, name, hasLabel = false) {
  const button = make("button", { type: "button", part: "tool" });
  const icon = addSvg(button, "svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  addSvg(icon, "path", { d: path });
  if (hasLabel) button.append(make("span", { class: "label" }));
  nameTool(button, name);
  return button;
}

/** @param {HTMLElement} button @param {string} name */
export function nameTool(button, name) {
  button.title = button.ariaLabel = name;
  button.querySelector(".label")?.replaceChildren(name);
}

/** @param {string} text @param {Record<string, string>} [attributes] */
const makeButton = (text, attributes = {}) => make("button", { type: "button", class: "wide", part: "button", ...attributes }, text);

/**
 * Returns all parts of the player's page, put together but bound to nothing. Its words run from
 * left to right, and so does the board, whatever the page around them does.
 * @param {Say} say @param {string} language @param {import("./types.js").Game} game
 */
export function makePanel(say, language, game) {
  const back = make("a", { class: "back", part: "back", hidden: "" }, "‹");
  const title = make("h2", { part: "title", class: "title" });
  const note = make("p", { part: "note", class: "note" });
  const time = make("span", { part: "time", class: "time", role: "timer" });
  const grid = make("div", { role: "grid", class: "grid" });
  const sheet = make("div", { class: "sheet" }, grid);
  const port = make("div", { part: "board", class: "port" }, sheet);
  const overview = make("canvas", { part: "overview", class: "overview", "aria-hidden": "true", hidden: "" });
  const status = make("span", { part: "status", class: "status", role: "status" });
  const nameOf = (/** @type {string} */ name) => (name === "pencil" && game.symbols ? say("notes") : say(name));
  const names = /** @type {(keyof typeof ICONS)[]} */ (Object.keys(ICONS));
  const tools = /** @type {Record<keyof typeof ICONS, HTMLButtonElement>} */ (
    Object.fromEntries(names.map((name) => [name, makeTool(ICONS[name], nameOf(name), true)]))
  );
  for (const tool of [tools.zoom_in, tools.zoom_out]) tool.className = "zoom";
  tools.pencil.setAttribute("aria-pressed", "false");
  tools.pencil.hidden = !game.hasMarks;
  const pad = make("div", { part: "pad", class: "pad", role: "group", "aria-label": say("symbols") });
  const count = game.symbols?.length ?? 0;
  pad.hidden = !count;
  pad.style.setProperty("--columns", String(Math.ceil((count + 1) / Math.ceil(count / MOST_COLUMNS))));
  const buttons = (game.symbols ?? []).map((symbol) => make("button", { type: "button", value: symbol, part: "tool" }, symbol));
  game.dress?.(buttons);
  pad.append(...buttons);
  const erase = makeTool(ERASE, say("erase"));
  if (count) pad.append(erase);
  const pause = makeTool(PAUSE, say("pause"));
  pause.className = "pause";
  pause.setAttribute("aria-pressed", "false");
  const mistakes = make("span", { class: "mistakes" });
  const keep = makeButton(say("keep"));
  const drop = makeButton(say("drop"));
  const trial = make("div", { class: "trial", part: "trial", hidden: "" }, make("p", {}, say("trial_on")), keep, drop);
  const bar = make("div", { part: "tools", class: "tools", role: "group", "aria-label": say("tools") }, ...Object.values(tools));
  const share = makeButton(say("share"));
  const picture = makeButton(say("picture"));
  const next = make("a", { class: "wide", part: "button" }, say("next"));
  const tally = make("p", { class: "tally" });
  const won = make("div", { part: "solved", class: "won", hidden: "" }, tally, next, share, picture);
  const credit = make("p", { part: "credit", class: "credit" });
  const lesson = makeLesson(say);
  // On a phone four tools are in the bar; a dialog has the others.
  const rare = names.filter((name) => !["undo", "pencil", "hint", "more"].includes(name) && (game.hasMarks || name !== "redo"));
  for (const name of rare) tools[name].classList.add("rare");
  const others = rare.map((name) => {
    const tool = makeTool(ICONS[name], nameOf(name), true);
    tool.classList.toggle("zoom", name.startsWith("zoom"));
    tool.addEventListener("click", () => (dialog.element.close(), tools[name].click()));
    return tool;
  });
  const dialog = makeDialog(say, others);
  dialog.notes.hidden = !game.fillNotes || !game.hasMarks;
  const symbols = !game.isTyped && game.symbols;
  for (const [name, isThere] of Object.entries({ auto: game.extend && (game.isAuto || !game.symbols), sides: game.isLoop, first: symbols, centre: symbols })) {
    /** @type {HTMLElement} */ (dialog.switches[name].parentElement).hidden = !isThere;
  }
  const show = makeButton(say("hint_show"), { hidden: "" });
  const foot = make("div", { class: "foot" }, make("div", { class: "said" }, status, show), trial, won, pad, bar);
  const frame = make(
    "div", { part: "frame", class: "frame", lang: language, dir: "ltr" },
    make("div", { class: "head" }, back, title, lesson.element, overview, mistakes, time, pause),
    note, port,
    foot,
    credit, dialog.element,
  );
  return { frame, back, title, note, time, pause, mistakes, erase, trial, keep, drop, grid, sheet, port, foot, overview, status, tools, pad, show, share, picture, next, tally, won, credit, dialog, lesson };
}

/** @param {Say} say the strip that offers a lesson, and shows its steps */
function makeLesson(say) {
  const text = make("p", { "aria-live": "polite" });
  const begin = makeButton(say("lesson_begin"));
  const skip = makeButton(say("lesson_skip"));
  const element = make("div", { part: "lesson", class: "lesson", hidden: "" }, text, make("p", {}, begin, skip));
  return { element, text, begin, skip };
}

/** @param {Say} say @param {HTMLElement[]} tools */
function makeDialog(say, tools) {
  const rules = make("ol", { class: "rules" });
  const statistics = make("ul", { class: "statistics" });
  const switches = /** @type {Record<string, HTMLInputElement>} */ (
    Object.fromEntries(SWITCHES.map((name) => [name, make("input", { type: "checkbox" })]))
  );
  const code = make("textarea", { rows: "3", spellcheck: "false", "aria-label": say("code") });
  const notes = makeButton(say("fill_notes"));
  const send = makeButton(say("make_code"));
  const load = makeButton(say("load_code"));
  const wrong = make("p", { role: "alert", class: "wrong" });
  const close = makeButton(say("close"));
  const heading = make("h2", { id: "more" }, say("more"));
  const element = make(
    "dialog", { part: "dialog", "aria-labelledby": "more" },
    heading, make("div", { class: "others" }, ...tools), rules,
    make("p", {}, ...SWITCHES.map((name) => make("label", {}, switches[name], ` ${say(`switch_${name}`)}`)), notes),
    make("h3", {}, say("statistics")), statistics,
    make("h3", {}, say("move_on")), make("p", {}, say("move_on_how")), code, wrong, make("p", {}, send, load),
    make("h3", {}, say("keys")), make("p", {}, say("keys_how")),
    close,
  );
  close.addEventListener("click", () => element.close());
  return { element, rules, statistics, switches, code, wrong, notes, send, load };
}
