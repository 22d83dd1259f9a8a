// Consecutive numbers in cells that touch: ways through all numbers.

import { broken, nothing } from "../../../../web/player/constraints/findings.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/** @param {Global} global @returns {number[][]} the cells that touch each cell */
export function cellsTouching({ literals, cols, hasCorners }) {
  return literals.map((/** @type {unknown} */ _, /** @type {number} */ cell) =>
    [...literals.keys()].filter((other) => {
      const [down, across] = [Math.abs(Math.floor(other / cols) - Math.floor(cell / cols)), Math.abs((other % cols) - (cell % cols))];
      return hasCorners ? Math.max(down, across) === 1 : down + across === 1;
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
  const known = cells.filter((k) => at[k] >= 0);
  const twice = known.find((k) => at.indexOf(at[k]) !== k);
  if (twice !== undefined) return broken([at[twice]]);
  const may = cells.map((k) => new Set(at[k] < 0 ? cells.filter((cell) => valueOf(state, literals[cell][k]) >= 0 && !at.includes(cell)) : [at[k]]));
  for (const step of [1, -1]) {
    for (let k = step > 0 ? 1 : cells.length - 2; may[k]; k += step) {
      for (const cell of may[k]) if (!around[cell].some((other) => may[k - step].has(other))) may[k].delete(cell);
      // The numbers between which there is no way.
      if (!may[k].size) return broken([...known.filter((x) => x <= k).slice(-1), ...known.filter((x) => x >= k).slice(0, 1)].map((x) => at[x]));
    }
  }
  const counts = cells.map((cell) => may.filter((own) => own.has(cell)).length);
  if (counts.includes(0)) return broken([counts.indexOf(0)]);
  const found = nothing();
  /** @type {Map<number, Partial<Finding> & {gap: number}>} */
  const sure = new Map();
  for (const k of cells) {
    const about = [known.filter((x) => x < k).pop(), known.find((x) => x > k)].flatMap((x) => x ?? []);
    for (const cell of at[k] < 0 ? may[k] : []) {
      if (may[k].size === 1) sure.set(literals[cell][k], { gap: about.length > 1 ? about[1] - about[0] : cells.length, name: about.length > 1 ? "between" : "from", about: about.map((x) => at[x]) });
      else if (counts[cell] === 1) sure.set(literals[cell][k], { gap: 2 * cells.length, name: "alone", about: [] });
    }
    for (const cell of cells) if (!may[k].has(cell) && !valueOf(state, literals[cell][k])) found.forced.push(-literals[cell][k]);
  }
  // Those in short gaps come first.
  found.forced.unshift(...[...sure.keys()].sort((a, b) => Number(sure.get(a)?.gap) - Number(sure.get(b)?.gap)));
  return { ...found, of: (literal) => sure.get(literal) };
}
