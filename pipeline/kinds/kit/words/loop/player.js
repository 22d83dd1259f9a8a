// One closed loop.

import { broken, nothing } from "../../../../web/player/constraints/findings.js";
import { groupsOf } from "../../../../web/player/constraints/graphs.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/** One closed loop: no part of it may close early, and all that is drawn must be able to meet. */
export function lookAtLoop(/** @type {Global} */ global, /** @type {State} */ state) {
  const groups = groupsOf(global);
  const ways = groupsOf(global);
  let drawn = 0;
  let closed = -1;
  let first = -1;
  const { edges } = global;
  for (let k = 0; k < edges.length; k += 3) {
    const one = edges[k + 1];
    const other = edges[k + 2];
    const value = valueOf(state, edges[k]);
    if (value >= 0) ways.join(one, other);
    if (value <= 0) continue;
    drawn++;
    first = one;
    if (!groups.join(one, other)) closed = one;
  }
  const found = nothing();
  /** The drawn lines of which one end is so. */
  const linesFrom = (/** @type {(node: number) => boolean} */ isSo) =>
    edges.filter((/** @type {number} */ literal, /** @type {number} */ k) => k % 3 === 0 && valueOf(state, literal) > 0 && isSo(edges[k + 1]));
  if (closed >= 0 && groups.edges[groups.find(closed)] !== drawn) {
    return broken(undefined, linesFrom((node) => groups.find(node) === groups.find(closed)));
  }
  let isOpen = false;
  for (let k = 0; k < edges.length; k += 3) {
    const one = edges[k + 1];
    const other = edges[k + 2];
    const value = valueOf(state, edges[k]);
    if (value > 0 && ways.find(one) !== ways.find(first)) {
      return broken(undefined, linesFrom((node) => ways.find(node) !== ways.find(first)));
    }
    if (value) continue;
    isOpen = true;
    const isFar = drawn && ways.find(one) !== ways.find(first);
    const isJoined = groups.find(one) === groups.find(other);
    const isEarly = isJoined && groups.edges[groups.find(one)] !== drawn;
    if (closed >= 0 || isFar || isEarly) found.forced.push(-edges[k]);
  }
  return !drawn && !isOpen ? broken() : found;
}
