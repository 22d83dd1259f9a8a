// Declared kinds whose numbers follow each other from cell to cell, as in Hidato: numbers are typed digit
// by digit, or walked: from a number to a cell beside it, which gets the next one.

import { cellsTouching } from "../../../kinds/kit/words/consecutive/player.js";
import { DeclaredNumbers } from "./declared_numbers.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Values} Values */

/** How near to its centre, in cells, a drag enters a cell: it may pass the corners of others. */
const REACH = 0.38;

export class DeclaredChain extends DeclaredNumbers {
  isTyped = true;
  hasMarks = false;
  hasOutline = false;
  symbols = [..."1234567890"];
  /** The cells that touch each cell. */
  around = cellsTouching(this.model.globals[0]);

  leftOf() {
    return [];
  }

  /** @param {Values} values @param {number} cell the cells beside it, and its number before and after */
  linked(values, cell) {
    const number = Number(values[cell]);
    const equal = [number - 1 || -1, number + 1].map((next) => values.indexOf(next)).filter((at) => number && at >= 0);
    return { peers: [cell, ...this.around[cell]], equal };
  }

  /**
   * Appends a digit to the number of a cell; where that is too large, begins another.
   * @param {Values} values @param {number} cell @param {string} symbol @param {number} pencil
   * @returns {Change[]}
   */
  enter(values, cell, symbol, pencil) {
    const number = 10 * Number(values[cell]) + Number(symbol);
    return pencil || this.isGiven(cell) ? [] : [[cell, number > this.digits ? Number(symbol) : number]];
  }

  /** @param {Values} _ @param {number} cell @returns {Hold} */
  grab(_, cell) {
    return { cell };
  }

  /**
   * Walks on from the cell in hand to one beside it: an empty cell gets the next larger number, or the
   * next smaller one where that is written already.
   * @param {Values} values @param {Hold} hold @param {number} cell @param {Spot} [spot] of a drag @returns {Change[]}
   */
  drag(values, hold, cell, spot) {
    const from = Number(values[hold.cell]);
    const isFar = spot && Math.hypot((spot.x % 1) - 0.5, (spot.y % 1) - 0.5) > REACH;
    if (isFar || !from || !this.around[hold.cell].includes(cell)) return [];
    const place = values[cell] ? cell : -1; // where the next number is already, if it is anywhere
    const fits = (/** @type {number} */ step) => from + step > 0 && from + step <= this.digits && values.indexOf(from + step) === place;
    const step = (values[cell] || !hold.step ? [1, -1] : [hold.step]).find(fits);
    if (!step) return [];
    Object.assign(hold, { cell, step });
    return values[cell] ? [] : [[cell, from + step]];
  }

  /** @param {Values} values @param {Hold | null} hold @param {number} cell @returns {Answer} */
  tap(values, hold, cell) {
    const next = { cell, ...hold };
    const changes = values[cell] ? [] : this.drag(values, next, cell);
    return { changes, hold: changes.length ? next : hold?.cell === cell ? null : { cell } };
  }
}
