// Paths between labels that fit.

import { broken, nothing } from "../../../../web/player/constraints/findings.js";
import { groupsOf } from "../../../../web/player/constraints/graphs.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/** Paths between labels that fit: no circle, and no end led to an end that does not fit. */
export function lookAtPaths(/** @type {Global} */ global, /** @type {State} */ state) {
  const groups = groupsOf(global);
  /** @type {{labels: number[], edges: number[]}} */
  const { labels, edges } = /** @type {any} */ (global);
  // How many drawn edges a node has, and the sum of the nodes they lead to: the next on a way is
  // that sum without the one before.
  const ways = new Int32Array(global.most);
  const sum = new Int32Array(global.most);
  for (let k = 0; k < edges.length; k += 3) {
    const one = edges[k + 1];
    const other = edges[k + 2];
    const value = valueOf(state, edges[k]);
    if (value <= 0) continue;
    if (!groups.join(one, other)) return broken([one, other]);
    ways[one]++;
    ways[other]++;
    sum[one] += other;
    sum[other] += one;
  }
  const fits = (/** @type {number} */ one, /** @type {number} */ other) =>
    !one || !other || (global.inOrder ? Math.abs(one - other) === 1 : one === other);
  /** The first node with a label on a way, else where it ends or parts. */
  const follow = (/** @type {number} */ at, before = 0, count = 1) => {
    while (!labels[at] && ways[at] === count) [before, at, count] = [at, sum[at] - before, 2];
    return at;
  };
  for (let k = 0; k < edges.length; k += 3) {
    if (valueOf(state, edges[k]) <= 0) continue;
    for (const side of [1, 2]) {
      const one = edges[k + side];
      const at = follow(edges[k + 3 - side], one, 2);
      if (!fits(labels[one], labels[at])) return broken([one, at]);
    }
  }
  const found = nothing();
  for (let k = 0; k < edges.length; k += 3) {
    const one = edges[k + 1];
    const other = edges[k + 2];
    const value = valueOf(state, edges[k]);
    // Quick where an edge has nothing on one side.
    if (value || !(ways[one] + labels[one] && ways[other] + labels[other])) continue;
    if (groups.find(one) === groups.find(other) || !fits(labels[follow(one)], labels[follow(other)])) found.forced.push(-edges[k]);
  }
  return found;
}
