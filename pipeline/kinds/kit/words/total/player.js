// Totals of different values: a value stays where some filling with the sum has it.

import { bits, without } from "../../../../web/player/constraints/findings.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/**
 * Different values with a sum. Places are filled in their order; a layer has the sets of values that
 * the places so far may use.
 * @param {Global} global @param {State} state @returns {Finding}
 */
export function lookAtTotal(global, state) {
  const { literals, values } = global;
  const useful = /** @type {Uint8Array} */ (global.useful ??= usefulSets(global));
  const isOpen = (/** @type {number} */ used, /** @type {number} */ place, /** @type {number} */ k) =>
    useful[used | (1 << k)] > 0 && !(used >> k & 1) && valueOf(state, literals[place][k]) >= 0;
  const layers = [[0]];
  for (let place = 0; place < literals.length; place++) {
    const next = new Set();
    for (const used of layers[place]) for (let k = 0; k < values.length; k++) if (isOpen(used, place, k)) next.add(used | (1 << k));
    layers.push([...next]);
  }
  const leading = new Set(layers[literals.length]);
  const kept = new Set();
  for (let place = literals.length - 1; place >= 0; place--) {
    for (const used of layers[place]) {
      for (let k = 0; k < values.length; k++) {
        if (!isOpen(used, place, k) || !leading.has(used | (1 << k))) continue;
        leading.add(used);
        kept.add(literals[place][k]);
      }
    }
  }
  return without(literals.flat(), kept, state, !leading.has(0));
}

/** @param {Global} global @returns {Uint8Array} 1 for each set of values that is part of one with the sum */
function usefulSets({ literals, values, total }) {
  const useful = new Uint8Array(1 << values.length);
  for (let used = useful.length - 1; used >= 0; used--) {
    const sum = values.reduce((/** @type {number} */ all, /** @type {number} */ value, /** @type {number} */ k) => all + (used >> k & 1 ? value : 0), 0);
    if (bits(used) === literals.length && sum === total) useful[used] = 1;
    if (useful[used]) for (let k = 0; k < values.length; k++) useful[used & ~(1 << k)] = 1;
  }
  return useful;
}
