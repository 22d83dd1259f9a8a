// Regions of given sizes.

import { broken, nothing } from "../../../../web/player/constraints/findings.js";
import { neighboursOfPairs, spread } from "../../../../web/player/constraints/graphs.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/** Regions of given sizes: none too large, none too small, each with one size. */
export function lookAtRegions(/** @type {Global} */ global, /** @type {State} */ state) {
  /** @type {number[]} */
  const nodes = global.nodes;
  /** @type {number[]} */
  const sizes = global.sizes;
  const around = (global.around ??= neighboursOfPairs(nodes.length, global.edges));
  const value = nodes.map((literal, at) => valueOf(state, literal) || Number(sizes[at] !== 0));
  const part = nodes.map(() => -1);
  /** @type {{cells: number[], size: number}[]} */
  const parts = [];
  const found = nothing();
  nodes.forEach((_, start) => {
    if (value[start] <= 0 || part[start] >= 0) return;
    const cells = spread([start], (at) => value[at] > 0, around);
    for (const at of cells) part[at] = parts.length;
    parts.push({ cells, size: cells.reduce((sum, at) => sum || sizes[at], 0) });
  });
  const reached = nodes.map(() => false);
  for (const { cells, size } of parts) {
    if (cells.filter((at) => sizes[at]).length > 1 || (size > 0 && cells.length > size)) return broken(cells);
    const rim = new Set(cells.flatMap((at) => around[at].filter((/** @type {number} */ b) => !value[b])));
    if (size === cells.length) {
      for (const at of cells) reached[at] = true;
      for (const at of rim) found.forced.push(-nodes[at]);
      continue;
    }
    // A given size of -1 is any size.
    if (!rim.size && size >= 0) return broken(cells);
    if (rim.size === 1 && size >= 0) found.forced.push(nodes[[...rim][0]]);
    if (!size) continue;
    // What it may still grow into: no cell beside a part with another size.
    const own = part[cells[0]];
    const isFree = (/** @type {number} */ at) =>
      value[at] >= 0 && around[at].every((/** @type {number} */ b) => part[b] < 0 || part[b] === own || !parts[part[b]].size);
    const reach = spread(cells, isFree, around, size < 0 ? Infinity : size - cells.length);
    if (reach.length < size) return broken(cells);
    for (const at of reach) reached[at] = true;
    if (reach.length === size) for (const at of reach) if (!value[at]) found.forced.push(nodes[at]);
  }
  for (const [at, literal] of nodes.entries()) {
    if (reached[at] || value[at] < 0) continue;
    if (value[at] > 0) return broken([at]);
    found.forced.push(-literal);
  }
  return found;
}
