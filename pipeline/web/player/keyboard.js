// Keys on the board.

import { stepFrom } from "./kinds/cells.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./session.js").Session} Session */

/** @type {Record<string, string>} */
const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
export const ZOOM_STEP = 1.3;

/**
 * Does what a key says; whether it was one of ours.
 * @param {KeyboardEvent} event @param {Session} session
 */
function pressKey(event, session) {
  if (session.isPaused) return false;
  const { key, shiftKey } = event;
  const { game, log, around } = session;
  const isCommand = event.ctrlKey || event.metaKey;
  const cell = around.grid.focused;
  const letter = ARROWS[key];
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(event.code) ?? [];
  if ((shiftKey || event.ctrlKey) && digit && game.symbols?.includes(digit)) session.enter(cell, digit, event.ctrlKey ? 2 : 1);
  else if (letter) moveBy(letter, cell, session, isCommand, shiftKey);
  else if (isCommand && key.toLowerCase() === "z") shiftKey ? session.redo() : session.undo();
  else if (isCommand && key.toLowerCase() === "y") session.redo();
  else if (key === "Home") session.focus(isCommand ? 0 : cell - (cell % game.cols));
  else if (key === "End") {
    session.focus(isCommand ? game.rows * game.cols - 1 : cell - (cell % game.cols) + game.cols - 1);
  } else if (isCommand || event.altKey) return false;
  else if (key === " " || key === "Enter") session.tap(cell, spotOf(cell, game, shiftKey));
  else if (key === "Backspace" || key === "Delete") session.erase(cell);
  else if ((game.keys ?? game.symbols)?.includes(key.toUpperCase())) session.enter(cell, key.toUpperCase());
  else if (key.toLowerCase() === "p") session.play(game.mark(log.values, cell, spotOf(cell, game, shiftKey)));
  else if (key === "Escape") session.release();
  else if (key === "+" || key === "-") around.view.zoom(key === "+" ? ZOOM_STEP : 1 / ZOOM_STEP);
  else return false;
  return true;
}

/**
 * Listens to keys. They reach the board from all of the player, and while nothing on the page has the
 * focus and the player was touched last, undo and redo from all of the page; who presses a button with a pointer is back on the board.
 * @param {HTMLElement} player @param {HTMLElement} frame all of it @param {Session} session
 * @param {AbortSignal} signal
 */
export function listenToKeys(player, frame, session, signal) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (isForBoard(event) && pressKey(event, session)) event.preventDefault();
  };
  let isLast = false;
  /** Whether undo from anywhere on the page is meant for this player: it was touched last, or is the first. */
  let isFirst = document.querySelector("puzzle-press") === player;
  frame.addEventListener("keydown", press);
  frame.addEventListener("click", ({ target, detail }) => {
    const isButton = target instanceof Element && target.closest("button");
    if (detail && isButton && !frame.querySelector("dialog[open]")) session.around.grid.take();
  });
  document.addEventListener("pointerdown", (event) => {
    isLast = event.composedPath().includes(player);
    if (event.composedPath().some((target) => target instanceof Element && target.matches("puzzle-press"))) isFirst = isLast;
  }, { signal });
  document.addEventListener("keydown", (event) => {
    if (event.composedPath().includes(player)) return;
    const isText = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable], puzzle-press");
    const isUndo = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
    if (isUndo ? isFirst && !isText : isLast && event.target === document.body) press(event);
  }, { signal });
}

/**
 * Returns whether a key is meant for the board: all are but those that work the element they are on.
 * @param {KeyboardEvent} event
 */
function isForBoard({ target, key }) {
  if (!(target instanceof Element)) return true;
  const isButton = target.matches("button, a[href]") && (key === " " || key === "Enter");
  return !isButton && !target.closest("dialog");
}

/**
 * An arrow draws or moves the focus; with Ctrl it goes to the next clue, with Shift it never draws.
 * @param {string} letter @param {number} cell @param {Session} session
 * @param {boolean} isFar @param {boolean} isLooking
 */
function moveBy(letter, cell, session, isFar, isLooking) {
  const { game } = session;
  if (!isFar && !isLooking && session.nudge(letter)) return;
  let at = stepFrom(game, cell, letter);
  while (isFar && at >= 0 && !game.isClue(at) && stepFrom(game, at, letter) >= 0) at = stepFrom(game, at, letter);
  if (at >= 0) session.focus(at);
}

/**
 * A place in the cell: where two spans cross Shift means the one that runs down.
 * @param {number} cell @param {Game} game @param {boolean} isDown @returns {Spot}
 */
function spotOf(cell, { cols }, isDown) {
  return { x: (cell % cols) + 0.5, y: Math.floor(cell / cols) + (isDown ? 0 : 0.5) };
}
