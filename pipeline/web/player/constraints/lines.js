// What totals of different values, automata and lines that are not alike force: a value stays where
// some complete filling has it, as in kernels/lines.py.

import { valueOf } from "./literals.js";

/** @typedef {import("./model.js").Finding} Finding */
/** @typedef {import("./model.js").Global} Global */
/** @typedef {import("./literals.js").State} State */

const REACHED = 1;
const LEADING = 2;

/** @param {number} mask */
export function bits(mask) {
  let count = 0;
  for (; mask; mask &= mask - 1) count++;
  return count;
}

/**
 * Different values with a sum. Places are filled in their order, so the size of a set of used values
 * is the place of the next.
 * @param {Global} global @param {State} state @returns {Finding}
 */
export function lookAtTotal({ literals, values, total }, state) {
  const sets = new Uint8Array(1 << values.length);
  const isOpen = (/** @type {number} */ used, /** @type {number} */ k) =>
    !(used >> k & 1) && valueOf(state, literals[bits(used)][k]) >= 0;
  const sum = (/** @type {number} */ used) =>
    values.reduce((/** @type {number} */ all, /** @type {number} */ value, /** @type {number} */ k) => all + (used >> k & 1 ? value : 0), 0);
  const places = literals.length;
  sets[0] = REACHED;
  for (let used = 0; used < sets.length; used++) {
    if (!sets[used] || bits(used) >= places) continue;
    for (let k = 0; k < values.length; k++) if (isOpen(used, k)) sets[used | (1 << k)] = REACHED;
  }
  const kept = new Set();
  for (let used = sets.length - 1; used >= 0; used--) {
    if (!sets[used]) continue;
    const place = bits(used);
    if (place === places && sum(used) === total) sets[used] |= LEADING;
    for (let k = 0; place < places && k < values.length; k++) {
      if (!isOpen(used, k) || !(sets[used | (1 << k)] & LEADING)) continue;
      sets[used] |= LEADING;
      kept.add(literals[place][k]);
    }
  }
  return without(literals.flat(), kept, state, !(sets[0] & LEADING));
}

/**
 * An automaton, unrolled: its edges (literal, state, next state) are in the order of the places, and
 * whatever no edge leaves is an end.
 * @param {Global} global @param {State} state @returns {Finding}
 */
export function lookAtAutomaton({ edges, options }, state) {
  const reached = new Set([0]);
  for (let k = 0; k < edges.length; k += 3) {
    if (reached.has(edges[k + 1]) && valueOf(state, edges[k]) >= 0) reached.add(edges[k + 2]);
  }
  const left = new Set();
  const leading = new Set();
  const kept = new Set();
  for (let k = edges.length - 3; k >= 0; k -= 3) {
    const [literal, here, there] = [edges[k], edges[k + 1], edges[k + 2]];
    left.add(here);
    if (!reached.has(here) || valueOf(state, literal) < 0) continue;
    if (left.has(there) && !leading.has(there)) continue;
    leading.add(here);
    kept.add(literal);
  }
  return without(options, kept, state, !leading.has(0));
}

/**
 * @param {number[]} options @param {Set<number>} kept those that some filling has
 * @param {State} state @param {boolean} isBroken
 * @returns {Finding}
 */
function without(options, kept, state, isBroken) {
  const out = isBroken ? [] : options.filter((literal) => !valueOf(state, literal) && !kept.has(literal));
  return { isBroken, forced: out.map((literal) => -literal) };
}

/**
 * Lines with equally many true literals that are not alike: one with two open places that agrees
 * elsewhere with a finished one has them the other way round.
 * @param {Global} global @param {State} state @returns {Finding}
 */
export function lookAtDistinct({ lines }, state) {
  const values = lines.map((/** @type {number[]} */ line) => line.map((literal) => valueOf(state, literal)));
  const finished = [...values.keys()].filter((at) => !values[at].includes(0));
  for (const one of finished) {
    for (let other = 0; other < lines.length; other++) {
      const own = values[other];
      const open = [...own.keys()].filter((k) => !own[k]);
      if (one === other || open.length > 2 || own.some((/** @type {number} */ value, /** @type {number} */ k) => value && value !== values[one][k])) continue;
      const both = [...lines[one], ...lines[other]];
      if (!open.length) return { isBroken: true, forced: [], lines: both };
      const forced = open.map((k) => -values[one][k] * lines[other][k]);
      return { isBroken: false, forced, lines: both };
    }
  }
  return { isBroken: false, forced: [] };
}
