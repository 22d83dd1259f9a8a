// Declared kinds whose numbers follow each other from cell to cell, as in Hidato: numbers are typed digit
// by digit, or walked: from a number to a cell beside it, which gets the next one.

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

  /** @param {Record<string, any>} puzzle @param {import("../types.js").PuzzleRecord} record */
  constructor(puzzle, record) {
    super(puzzle, record);
    this.symbols = [..."1234567890"];
    const { hasCorners } = /** @type {Record<string, any>} */ (this.model.globals.find(({ type }) => type === "consecutive"));
    /** @type {number[][]} the cells that touch each cell */
    this.around = this.clues.map((_, cell) =>
      this.clues.flatMap((_, other) => {
        const [down, across] = [Math.abs(Math.floor(other / this.cols) - Math.floor(cell / this.cols)), Math.abs((other % this.cols) - (cell % this.cols))];
        return (hasCorners ? Math.max(down, across) : down + across) === 1 ? [other] : [];
      }));
  }

  /** @param {number} slot @param {import("../types.js").Value} value */
  accepts(slot, value) {
    return slot < this.clues.length && super.accepts(slot, value);
  }

  extend() {
    return [];
  }

  leftOf() {
    return [];
  }

  /** @param {Values} values @param {number} cell the cells beside it, and its number before and after */
  linked(values, cell) {
    const number = Number(values[cell]);
    const isNext = (/** @type {number} */ at) => number && Math.abs(Number(values[at]) - number) === 1 && values[at];
    return { peers: [cell, ...this.around[cell]], equal: [...this.clues.keys()].filter(isNext) };
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
   * Returns the number that an empty cell gets after that of the cell in hand, 0 for none. It is the next
   * larger one, or the next smaller one where that is written already.
   * @param {Values} values @param {Hold} hold @param {number} cell
   */
  nextOf(values, hold, cell) {
    const number = Number(values[hold.cell]);
    if (!number || values[cell] || !this.around[hold.cell].includes(cell)) return 0;
    const isFree = (/** @type {number} */ next) => next > 0 && next <= this.digits && !values.slice(0, this.clues.length).includes(next);
    const steps = hold.step ? [hold.step] : [1, -1];
    return number + (steps.find((step) => isFree(number + step)) ?? -number);
  }

  /** Walks on from the cell in hand. @param {Values} values @param {Hold} hold @param {number} cell @returns {Change[]} */
  step(values, hold, cell) {
    const from = Number(values[hold.cell]);
    const next = this.nextOf(values, hold, cell);
    if (next) Object.assign(hold, { cell, step: next - from });
    return next ? [[cell, next]] : [];
  }

  /** @param {Values} values @param {Hold} hold @param {number} cell @param {Spot} [spot] @returns {Change[]} */
  drag(values, hold, cell, spot) {
    const isNear = !spot || Math.hypot(spot.x - (cell % this.cols) - 0.5, spot.y - Math.floor(cell / this.cols) - 0.5) < REACH;
    if (!isNear || cell === hold.cell) return [];
    const step = Number(values[cell]) - Number(values[hold.cell]);
    const isOn = values[cell] && this.around[hold.cell].includes(cell) && Math.abs(step) === 1;
    if (isOn) Object.assign(hold, { cell, step });
    return isOn ? [] : this.step(values, hold, cell);
  }

  /** @param {Values} values @param {Hold | null} hold @param {number} cell @returns {Answer} */
  tap(values, hold, cell) {
    const next = { ...hold, cell: hold?.cell ?? -1 };
    const changes = hold ? this.step(values, next, cell) : [];
    return { changes, hold: changes.length ? next : hold?.cell === cell ? null : { cell } };
  }
}
