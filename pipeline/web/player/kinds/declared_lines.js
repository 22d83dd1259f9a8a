// Declared kinds that draw lines through the middles of cells: loops and ways.

import { DRAWN } from "../constraints/literals.js";
import { LETTERS, stepFrom, straightWay } from "./cells.js";
import { DeclaredSides } from "./declared_sides.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Values} Values */

export class DeclaredLines extends DeclaredSides {
  /** @param {number} cell @param {string} letter the slot of the line on that side of a cell, or -1 */
  slotBeside(cell, letter) {
    return this.slotAt(cell, stepFrom(this, cell, letter));
  }

  /** @param {Values} values @param {number} cell how many lines are drawn at a cell */
  linesAt(values, cell) {
    return this.slotsOf(cell).filter((slot) => values[slot] === DRAWN).length;
  }

  /** @param {Values} _ @param {number} cell @returns {Hold | null} */
  grab(_, cell) {
    return { cell, paint: null, trail: [] };
  }

  /**
   * Draws from cell to cell, or erases where it began on a line; back along its own way it erases.
   * @param {Values} values @param {Hold} hold @param {number} cell @returns {Change[] | null}
   */
  drag(values, hold, cell) {
    if (cell === hold.cell) return [];
    const slot = this.slotAt(hold.cell, cell);
    if (this.isWay) return this.lead(values, hold, cell);
    const isBack = hold.trail.at(-1) === slot && hold.paint === DRAWN;
    hold.cell = cell;
    if (slot < 0) return [];
    hold.paint ??= values[slot] === DRAWN ? 0 : DRAWN;
    if (isBack) hold.trail.pop();
    else hold.trail.push(slot);
    return [[slot, isBack ? 0 : hold.paint]];
  }

  /**
   * Leads a way into the next cell: back along itself it erases, into a cell that is full it does
   * not go. Where it turns off from the middle of a way, the rest of that is cut off.
   * @param {Values} values @param {Hold} hold @param {number} cell @returns {Change[] | null}
   */
  lead(values, hold, cell) {
    const [from, before] = [hold.cell, hold.before ?? -1];
    const slot = this.slotAt(from, cell);
    if (slot < 0) return null;
    const isDrawn = values[slot] === DRAWN;
    const isFull = this.linesAt(values, from) >= this.mostAt(from);
    const rest = isFull && before >= 0 ? this.slotsOf(from).filter((at) => values[at] === DRAWN && at !== this.slotAt(before, from)) : [];
    if (!isDrawn && ((isFull && !rest.length) || this.linesAt(values, cell) >= this.mostAt(cell))) return null;
    hold.before = from;
    hold.cell = cell;
    if (!isDrawn) return [...rest.map((at) => /** @type {Change} */ ([at, 0])), [slot, DRAWN]];
    return this.linesAt(values, from) === 1 && this.mostAt(from) > 1 ? [[slot, 0]] : [];
  }

  /** @param {number} cell how many lines may meet in it */
  mostAt(cell) {
    const variables = this.slotsOf(cell).filter((slot) => slot >= 0).map((slot) => slot + 1);
    const own = this.model.counts.filter(({ literals, sums }) => sums && literals.length === variables.length && variables.every((v) => literals.includes(v)));
    return Math.min(2, ...own.map(({ sums }) => Math.max(.../** @type {number[]} */ (sums))));
  }

  /**
   * A tap takes a cell, and leads the line of the taken one there. Of a loop, a tap beside the middle
   * draws the line on that side.
   * @param {Values} values @param {Hold | null} hold @param {number} cell @param {Spot} spot
   * @param {boolean} [isKey] @returns {Answer}
   */
  tap(values, hold, cell, spot, isKey = false) {
    return this.isWay ? this.tapWay(values, hold, cell, isKey) : super.tap(values, hold, cell, spot);
  }

  /** @param {Values} values @param {Hold | null} hold @param {number} cell @param {boolean} isKey @returns {Answer} */
  tapWay(values, hold, cell, isKey) {
    if (hold?.cell === cell) return { changes: [], hold: null };
    // An end of a line that is in line with the cell is meant where none is taken.
    const ends = hold ? [hold.cell] : isKey || this.linesAt(values, cell) ? [] : this.endsTowards(values, cell);
    const now = [...values];
    /** @type {Change[]} */
    const changes = [];
    /** @type {Hold} */
    const end = { cell: ends.length === 1 ? ends[0] : cell };
    for (const next of straightWay(this, end.cell, cell).slice(1)) {
      const step = this.lead(now, end, next);
      if (!step) break;
      for (const [slot, value] of step) now[slot] = value;
      changes.push(...step);
    }
    return { changes, hold: changes.length ? end : { cell } };
  }

  /** @param {Values} values @param {number} cell @returns {number[]} ends of lines with a free straight way to a cell */
  endsTowards(values, cell) {
    return [...LETTERS].flatMap((letter) => {
      let at = stepFrom(this, cell, letter);
      let before = cell;
      while (at >= 0 && this.slotAt(before, at) >= 0 && !this.linesAt(values, at)) [before, at] = [at, stepFrom(this, at, letter)];
      return at >= 0 && this.slotAt(before, at) >= 0 && this.linesAt(values, at) < this.mostAt(at) ? [at] : [];
    });
  }

  /** @param {Values} values @param {Hold | null} hold @param {string} letter @returns {Answer | null} */
  nudge(values, hold, letter) {
    if (!hold || !this.isWay) return super.nudge(values, hold, letter);
    if (this.slotBeside(hold.cell, letter) < 0) return null;
    const next = stepFrom(this, hold.cell, letter);
    /** @type {Hold} */
    const end = { cell: hold.cell, before: hold.before };
    const changes = this.lead(values, end, next) ?? [];
    return { changes, hold: end, cell: end.cell };
  }
}
