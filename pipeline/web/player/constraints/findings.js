// Parts of what constraints say of a state.

import { valueOf } from "./literals.js";

/** @typedef {import("./model.js").Finding} Finding */
/** @typedef {import("./literals.js").State} State */

/** @returns {Finding} */
export const nothing = () => ({ isBroken: false, forced: [] });
/** @param {number[]} [about] @param {number[]} [lines] @returns {Finding} */
export const broken = (about, lines) => ({ isBroken: true, forced: [], about, lines });

/** @param {number} mask */
export function bits(mask) {
  let count = 0;
  for (; mask; mask &= mask - 1) count++;
  return count;
}

/**
 * @param {number[]} options @param {Set<number>} kept those that some filling has
 * @param {State} state @param {boolean} isBroken
 * @returns {Finding}
 */
export function without(options, kept, state, isBroken) {
  const out = isBroken ? [] : options.filter((literal) => !valueOf(state, literal) && !kept.has(literal));
  return { isBroken, forced: out.map((literal) => -literal) };
}
