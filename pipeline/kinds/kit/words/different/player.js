// Different values.

import { bits, broken, nothing } from "../../../../web/player/constraints/findings.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/** Different values: the smallest naked or hidden set that rules something out. @returns {Finding} */
export function lookAtDifferent(/** @type {Global} */ global, /** @type {State} */ state) {
  const isOpen = (/** @type {number[]} */ line) => !line.some((literal) => valueOf(state, literal) > 0);
  const places = global.literals.filter(isOpen);
  const values = global.literals[0].map((/** @type {number} */ _, /** @type {number} */ k) => global.literals.map((/** @type {number[]} */ row) => row[k])).filter(isOpen);
  for (let size = 1; size <= places.length / 2; size++) {
    const found = findSet(places, size, "set", state) ?? (values.length === places.length ? findSet(values, size, "hidden", state) : null);
    if (found) return found;
  }
  return nothing();
}

/**
 * Returns what so many lines of candidates rule out that have as many candidates in all.
 * @param {number[][]} lines @param {number} size @param {string} name @param {State} state
 * @returns {Finding | null}
 */
function findSet(lines, size, name, state) {
  const masks = lines.map((line) => line.reduce((mask, literal, k) => (valueOf(state, literal) < 0 ? mask : mask | (1 << k)), 0));
  /** @returns {Finding | null} */
  const look = (/** @type {number} */ from, /** @type {number} */ union, /** @type {number[]} */ chosen) => {
    if (bits(union) > size) return null;
    if (chosen.length < size) {
      for (let at = from; at < lines.length; at++) {
        const found = look(at + 1, union | masks[at], [...chosen, at]);
        if (found) return found;
      }
      return null;
    }
    if (bits(union) < size) return broken();
    const others = lines.filter((_, at) => !chosen.includes(at));
    const forced = others.flatMap((line) => line.filter((literal, k) => union >> k & 1 && !valueOf(state, literal)).map((literal) => -literal));
    const set = chosen.flatMap((at) => lines[at].filter((literal) => !valueOf(state, literal)));
    return forced.length ? { isBroken: false, forced, set, name: `${name}-${size}` } : null;
  };
  return look(0, 0, []);
}
