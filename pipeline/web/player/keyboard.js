// Keys on the board.

import { stepFrom } from "./kinds/cells.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Spot} Spot */
/**
 * @typedef {object} Keys what keys do
 * @property {() => number} focused
 * @property {(cell: number) => void} focus
 * @property {(letter: string) => boolean} nudge whether an arrow drew rather than moved the focus
 * @property {(cell: number, spot: Spot) => void} tap
 * @property {(cell: number) => void} erase
 * @property {(cell: number, spot: Spot) => void} mark
 * @property {() => void} release
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {(factor: number) => void} zoom
 * @property {(cell: number, symbol: string) => void} enter
 */

/** @type {Record<string, string>} */
const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
export const ZOOM_STEP = 1.3;

/**
 * Does what a key says; whether it was one of ours.
 * @param {KeyboardEvent} event @param {Game} game @param {Keys} keys
 */
export function pressKey(event, game, keys) {
  const { key, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const cell = keys.focused();
  const letter = ARROWS[key];
  if (letter) moveBy(letter, cell, game, keys, isCommand, shiftKey);
  else if (isCommand && key.toLowerCase() === "z") shiftKey ? keys.redo() : keys.undo();
  else if (isCommand && key.toLowerCase() === "y") keys.redo();
  else if (key === "Home") keys.focus(isCommand ? 0 : cell - (cell % game.cols));
  else if (key === "End") {
    keys.focus(isCommand ? game.rows * game.cols - 1 : cell - (cell % game.cols) + game.cols - 1);
  } else if (isCommand || event.altKey) return false;
  else if (key === " " || key === "Enter") keys.tap(cell, spotOf(cell, game, shiftKey));
  else if (key === "Backspace" || key === "Delete") keys.erase(cell);
  else if (game.symbols?.includes(key.toUpperCase())) keys.enter(cell, key.toUpperCase());
  else if (key.toLowerCase() === "p") keys.mark(cell, spotOf(cell, game, shiftKey));
  else if (key === "Escape") keys.release();
  else if (key === "+" || key === "-") keys.zoom(key === "+" ? ZOOM_STEP : 1 / ZOOM_STEP);
  else return false;
  return true;
}

/**
 * An arrow draws or moves the focus; with Ctrl it goes to the next clue, with Shift it never draws.
 * @param {string} letter @param {number} cell @param {Game} game @param {Keys} keys
 * @param {boolean} isFar @param {boolean} isLooking
 */
function moveBy(letter, cell, game, keys, isFar, isLooking) {
  if (!isFar && !isLooking && keys.nudge(letter)) return;
  let at = stepFrom(game, cell, letter);
  while (isFar && at >= 0 && !game.isClue(at) && stepFrom(game, at, letter) >= 0) at = stepFrom(game, at, letter);
  if (at >= 0) keys.focus(at);
}

/**
 * A place in the cell: where two spans cross Shift means the one that runs down.
 * @param {number} cell @param {Game} game @param {boolean} isDown @returns {Spot}
 */
function spotOf(cell, { cols }, isDown) {
  return { x: (cell % cols) + 0.5, y: Math.floor(cell / cols) + (isDown ? 0 : 0.5) };
}
