// Automata: an option stays where some accepted sequence has it.

import { without } from "../../../../web/player/constraints/findings.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/**
 * An automaton, unrolled: its edges (literal, state, next state) are in the order of the places, and
 * whatever no edge leaves is an end. ``each``: the options of a place, of which the last one left is found.
 * @param {Global} global @param {State} state @returns {Finding}
 */
export function lookAtAutomaton(global, state) {
  const { edges, options, each = options.length } = global;
  const reached = [true];
  /** @type {boolean[][]} */
  const [left, leading] = [[], []];
  for (let k = 0; k < edges.length; k += 3) {
    if (reached[edges[k + 1]] && valueOf(state, edges[k]) >= 0) reached[edges[k + 2]] = true;
  }
  const kept = new Set();
  for (let k = edges.length - 3; k >= 0; k -= 3) {
    const literal = edges[k];
    const here = edges[k + 1];
    const there = edges[k + 2];
    left[here] = true;
    if (!reached[here] || valueOf(state, literal) < 0 || (left[there] && !leading[there])) continue;
    leading[here] = true;
    kept.add(literal);
  }
  const finding = without(options, kept, state, !leading[0]);
  for (let k = 0; each < options.length && k < options.length; k += each) {
    const left = options.slice(k, k + each).filter((/** @type {number} */ option) => kept.has(option));
    if (left.length === 1 && !valueOf(state, left[0])) finding.forced.push(left[0]);
  }
  return finding;
}
