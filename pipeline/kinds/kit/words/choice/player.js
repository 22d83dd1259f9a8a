// One of several patterns.

import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/** One of several patterns. @param {Global} global @param {State} state @returns {Finding} */
export function lookAtChoice({ options }, state) {
  /** @type {number[][]} */
  const possible = options.filter((/** @type {number[]} */ option) => option.every((literal) => valueOf(state, literal) >= 0));
  if (!possible.length) return { isBroken: true, forced: [] };
  const [first, ...others] = possible;
  const shared = first.filter((literal) => !valueOf(state, literal) && others.every((option) => option.includes(literal)));
  const isOne = possible.length === 1;
  return { isBroken: false, forced: shared, left: possible.length, ...(isOne ? { name: "only", set: first.filter((literal) => literal < 0) } : {}) };
}
