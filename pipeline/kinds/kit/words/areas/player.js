// Areas of equal numbers that are as large as their numbers.

import { broken, nothing } from "../../../../web/player/constraints/findings.js";
import { spread } from "../../../../web/player/constraints/graphs.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/** @param {Global} global @returns {number[][]} the cells beside each cell */
function cellsBeside({ literals, cols }) {
  return literals.map((/** @type {number[]} */ _, /** @type {number} */ cell) => [
    ...(cell % cols ? [cell - 1] : []), ...((cell + 1) % cols ? [cell + 1] : []), ...[cell - cols, cell + cols].filter((other) => literals[other]),
  ]);
}

/** @param {Global} global @param {State} state @returns {Finding} */
export function lookAtAreas(global, state) {
  const { literals, isLimit } = global;
  const around = /** @type {number[][]} */ (global.around ??= cellsBeside(global));
  const found = nothing();
  for (let k = 0; k < literals[0].length; k++) {
    const number = k + 1;
    const value = literals.map((/** @type {number[]} */ row) => valueOf(state, row[k]));
    const area = new Int32Array(value.length);
    /** @type {number[][]} */
    const areas = [[]];
    value.forEach((/** @type {number} */ known, /** @type {number} */ start) => {
      if (known <= 0 || area[start]) return;
      const cells = spread([start], (at) => value[at] > 0, around);
      for (const at of cells) area[at] = areas.length;
      areas.push(cells);
    });
    const large = areas.find((cells) => cells.length > number);
    if (large) return broken(large);
    // A cell joins all areas beside it.
    const joined = (/** @type {number} */ at, own = 0) => [...new Set(around[at].map((other) => area[other]))].reduce((sum, one) => sum + (one === own ? 0 : areas[one].length), 0);
    const isFree = value.map((/** @type {number} */ known, /** @type {number} */ at) => known > 0 || (!known && joined(at) < number));
    if (isLimit) {
      value.forEach((/** @type {number} */ known, /** @type {number} */ at) => known || isFree[at] || found.forced.push(-literals[at][k]));
      continue;
    }
    for (const [start, known] of value.entries()) {
      const own = area[start];
      const cells = own ? areas[own] : [start];
      if (!isFree[start] || (own && (areas[own][0] !== start || areas[own].length === number))) continue;
      const fits = (/** @type {number} */ at) => isFree[at] && cells.length + (area[at] ? areas[area[at]].length : 1 + joined(at, own)) <= number;
      const reach = spread(cells, fits, around, number - cells.length);
      if (reach.length < number && known) return broken(cells);
      if (reach.length < number) found.forced.push(-literals[start][k]);
      const ways = [...new Set(cells.flatMap((at) => around[at]))].filter((at) => !area[at] && fits(at));
      const sure = reach.length === number ? reach : ways.length === 1 ? ways : [];
      if (known) for (const at of sure) if (!value[at] && !found.forced.includes(literals[at][k])) found.forced.push(literals[at][k]);
    }
  }
  return found;
}
