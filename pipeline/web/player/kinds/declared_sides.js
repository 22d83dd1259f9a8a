// What kinds share that draw on the sides of cells: lines from cell to cell, and borders.

import { CROSSED, DRAWN } from "../constraints/literals.js";
import { LETTERS, isCentral, sideOf } from "./cells.js";
import { Declared } from "./declared.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Message} Message */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Values} Values */

export class DeclaredSides extends Declared {
  /** @param {number} _cell @param {string} _letter @returns {number} the slot on that side of a cell, or -1 */
  slotBeside(_cell, _letter) {
    return -1;
  }

  /** @param {number} cell */
  slotsOf(cell) {
    return [...LETTERS].map((letter) => this.slotBeside(cell, letter));
  }

  /** @param {number} cell @param {Spot} spot */
  nearest(cell, spot) {
    return this.slotBeside(cell, sideOf(this, cell, spot));
  }

  /**
   * @param {Values} values @param {Hold | null} hold @param {number} cell @param {Spot} spot
   * @returns {Answer}
   */
  tap(values, hold, cell, spot) {
    const own = this.slotAt(cell);
    // Beside shaded cells, Shift and Space take a cell.
    if (own < 0 ? isCentral(spot) : Number.isInteger(spot.y)) return { changes: [], hold: hold?.cell === cell ? null : { cell } };
    const slot = own < 0 ? this.nearest(cell, spot) : own;
    return { changes: slot < 0 ? [] : [[slot, this.after(Number(values[slot]))]], hold: null };
  }

  /** @param {Values} values @param {Hold | null} hold @param {string} letter @returns {Answer | null} */
  nudge(values, hold, letter) {
    if (!hold) return null;
    const slot = this.slotBeside(hold.cell, letter);
    return slot < 0 ? null : { changes: [[slot, this.after(Number(values[slot]))]], hold, cell: hold.cell };
  }

  /** @param {Values} values @param {number[]} slots of the sides of a cell: up, down, left, right @returns {Message[]} which are drawn and crossed */
  nameSides(values, slots) {
    const names = ["side_u", "side_d", "side_l", "side_r"];
    return [DRAWN, CROSSED].flatMap((value) => {
      const sides = names.filter((_, at) => values[slots[at]] === value).map((key) => ({ key }));
      return sides.length ? [{ parts: [{ key: value === DRAWN ? "drawn_at" : "crossed_at" }, ...sides] }] : [];
    });
  }

  /** @param {Values} values @param {number} cell */
  describe(values, cell) {
    const own = values[this.slotAt(cell)];
    return [...super.describe(values, cell), ...(own ? [{ key: SHADES[Number(own)] }] : []), ...this.nameSides(values, this.slotsOf(cell))];
  }

  /** @param {Values} _ @param {Values} after @param {number[]} slots @returns {Message} */
  announce(_, after, slots) {
    const value = Number(after[slots[0]]);
    return { key: this.model.marks[slots[0] + 1].place.length > 1 ? `board_now_line_${value}` : SHADES[value] };
  }
}

/** Keys of the names of a cell that a loop may pass. */
const SHADES = ["board_empty", "shaded", "white"];
