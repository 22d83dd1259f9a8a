// A perfect matching: each slot has a true cell of its own.

import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/**
 * Returns whether all of some nodes have partners of their own among their neighbours.
 * @param {number[]} nodes @param {(node: number) => number[]} near
 */
function isMatched(nodes, near) {
  /** @type {Map<number, number>} */
  const partner = new Map();
  /** @param {number} node @param {Set<number>} reached @returns {boolean} */
  const extend = (node, reached) =>
    near(node).some((other) => {
      if (reached.has(other)) return false;
      reached.add(other);
      const before = partner.get(other);
      if (before !== undefined && !extend(before, reached)) return false;
      partner.set(other, node);
      return true;
    });
  return nodes.every((node) => extend(node, new Set()));
}

/** @param {Global} global @param {State} state @returns {Finding} */
export function lookAtMatching({ slots, nodes, edges }, state) {
  /** @type {number[][][]} */
  const [ofSlot, ofCell] = [Array.from({ length: slots }, () => []), nodes.map(() => [])];
  for (let k = 0; k < edges.length; k += 2) {
    ofSlot[edges[k]].push(edges[k + 1]);
    ofCell[edges[k + 1]].push(edges[k]);
  }
  const values = nodes.map((/** @type {number} */ literal) => valueOf(state, literal));
  const cells = [...nodes.keys()];
  const fills = (/** @type {number} */ left) =>
    isMatched([...ofSlot.keys()], (slot) => ofSlot[slot].filter((cell) => values[cell] >= 0 && cell !== left));
  const fits = (/** @type {number} */ more) =>
    isMatched(cells.filter((cell) => values[cell] > 0 || cell === more), (cell) => ofCell[cell]);
  if (!fills(-1) || !fits(-1)) return { isBroken: true, forced: [] };
  const open = cells.filter((cell) => !values[cell]);
  const forced = open.flatMap((cell) => (!fits(cell) ? [-nodes[cell]] : !fills(cell) ? [nodes[cell]] : []));
  return { isBroken: false, forced };
}
