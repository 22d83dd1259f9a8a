// Consecutive numbers in cells that touch: ways through all numbers.

import { broken } from "../../../../web/player/constraints/findings.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/** @param {Record<string, any>} global @returns {number[][]} the cells that touch each cell */
export function cellsTouching({ literals, cols, hasCorners }) {
  const cells = [...literals.keys()];
  return cells.map((cell) => cells.filter((other) => {
    const [down, across] = [Math.floor(other / cols) - Math.floor(cell / cols), (other % cols) - (cell % cols)].map(Math.abs);
    return (hasCorners ? Math.max(down, across) : down + across) === 1;
  }));
}

/** @param {Global} global @param {State} state @returns {Finding} */
export function lookAtConsecutive(global, state) {
  /** @type {number[][]} */
  const literals = global.literals;
  const around = /** @type {number[][]} */ (global.around ??= cellsTouching(global));
  const cells = [...literals.keys()];
  /** The cell of each number that is known. */
  const at = cells.map((k) => literals.findIndex((row) => valueOf(state, row[k]) > 0));
  /** The nearest known number above one, or below it. */
  const nearest = (/** @type {number} */ k, /** @type {number} */ step) => {
    do k += step;
    while (at[k] < 0);
    return k;
  };
  const may = cells.map((k) => new Set(at[k] < 0 ? cells.filter((cell) => valueOf(state, literals[cell][k]) >= 0 && !at.includes(cell)) : [at[k]]));
  for (const step of [1, -1]) {
    for (let k = step > 0 ? 1 : cells.length - 2; may[k]; k += step) {
      for (const cell of may[k]) if (!around[cell].some((other) => may[k - step].has(other))) may[k].delete(cell);
      if (!may[k].size) return broken([nearest(k, -step), k].map((x) => at[x]).filter((cell) => cell >= 0));
    }
  }
  const counts = cells.map((cell) => may.filter((own) => own.has(cell)).length);
  if (counts.includes(0)) return broken([counts.indexOf(0)]);
  const gaps = cells.map((k) => nearest(k, 1) - nearest(k, -1));
  /** @type {number[]} */
  const forced = [];
  /** @type {number[]} */
  const out = [];
  // Numbers in short gaps come first.
  for (const k of [...cells].sort((a, b) => gaps[a] - gaps[b])) {
    for (const cell of cells) {
      const literal = literals[cell][k];
      if (valueOf(state, literal)) continue;
      if (!may[k].has(cell)) out.push(-literal);
      else if (may[k].size === 1 || counts[cell] === 1) forced.push(literal);
    }
  }
  return { isBroken: false, forced: [...forced, ...out], ways: { at, may } };
}
