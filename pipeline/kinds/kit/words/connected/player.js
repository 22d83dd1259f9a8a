// Connected nodes.

import { broken, nothing } from "../../../../web/player/constraints/findings.js";
import { neighboursOfPairs } from "../../../../web/player/constraints/graphs.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/**
 * Returns the places of a graph and what lies around each. Edges that may be missing are places of
 * their own, behind the nodes.
 * @param {Global} global
 */
function placesOf({ nodes, edges }) {
  /** @type {number[]} */
  const literals = [...nodes];
  /** @type {number[]} */
  const pairs = [];
  for (let k = 0; k < edges.length; k += 3) {
    const [literal, one, other] = edges.slice(k, k + 3);
    const place = literal ? literals.push(literal) - 1 : other;
    pairs.push(place, one);
    if (literal) pairs.push(place, other);
  }
  return { literals, around: neighboursOfPairs(literals.length, pairs) };
}

/** Connected nodes: a node that separates two present ones must be present itself. */
export function lookAtConnection(/** @type {Global} */ global, /** @type {State} */ state) {
  /** @type {number[]} */
  const nodes = global.nodes;
  const { literals, around } = /** @type {ReturnType<typeof placesOf>} */ (global.places ??= placesOf(global));
  const value = literals.map((literal) => valueOf(state, literal));
  const [sure, next, seen, low] = Array.from({ length: 4 }, () => new Int32Array(literals.length));
  const there = [...nodes.keys()].filter((at) => value[at] > 0);
  if (!there.length) return nothing();
  const start = there.find((at) => !nodes[at]) ?? there[0];
  for (const at of there) sure[at] = 1;
  // Tarjan's low points, without recursion: an open place that cuts off a sure one must be there.
  const found = nothing();
  const stack = [start];
  let clock = (seen[start] = low[start] = 1);
  while (stack.length) {
    const at = stack[stack.length - 1];
    const other = around[at][next[at]++];
    if (other !== undefined) {
      if (value[other] < 0) continue;
      if (seen[other]) low[at] = Math.min(low[at], seen[other]);
      else {
        seen[other] = low[other] = ++clock;
        stack.push(other);
      }
      continue;
    }
    stack.pop();
    const above = stack[stack.length - 1];
    if (above === undefined) break;
    low[above] = Math.min(low[above], low[at]);
    sure[above] += sure[at];
    if (low[at] >= seen[above] && sure[at] && above !== start && !value[above]) found.forced.push(literals[above]);
  }
  if (sure[start] < there.length) return broken(there.filter((at) => !seen[at]));
  nodes.forEach((literal, at) => {
    if (!value[at] && !seen[at]) found.forced.push(-literal);
  });
  return found;
}
