// What totals of different values, automata and lines that are not alike force: a value stays where
// some complete filling has it, as in kernels/lines.py.

import { valueOf } from "./literals.js";

/** @typedef {import("./model.js").Finding} Finding */
/** @typedef {import("./model.js").Global} Global */
/** @typedef {import("./literals.js").State} State */

/** @param {number} mask */
export function bits(mask) {
  let count = 0;
  for (; mask; mask &= mask - 1) count++;
  return count;
}

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

/**
 * An automaton, unrolled: its edges (literal, state, next state) are in the order of the places, and
 * whatever no edge leaves is an end.
 * @param {Global} global @param {State} state @returns {Finding}
 */
export function lookAtAutomaton(global, state) {
  const { edges, options } = global;
  global.most ??= 1 + edges.reduce((/** @type {number} */ most, /** @type {number} */ one, /** @type {number} */ k) => (k % 3 ? Math.max(most, one) : most), 0);
  const [reached, left, leading] = [0, 0, 0].map(() => new Uint8Array(global.most));
  reached[0] = 1;
  for (let k = 0; k < edges.length; k += 3) {
    if (reached[edges[k + 1]] && valueOf(state, edges[k]) >= 0) reached[edges[k + 2]] = 1;
  }
  const kept = new Set();
  for (let k = edges.length - 3; k >= 0; k -= 3) {
    const literal = edges[k];
    const here = edges[k + 1];
    const there = edges[k + 2];
    left[here] = 1;
    if (!reached[here] || valueOf(state, literal) < 0 || (left[there] && !leading[there])) continue;
    leading[here] = 1;
    kept.add(literal);
  }
  return without(options, kept, state, !leading[0]);
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

/** One of several patterns. @param {Global} global @param {State} state @returns {Finding} */
export function lookAtChoice({ options }, state) {
  /** @type {number[][]} */
  const possible = options.filter((/** @type {number[]} */ option) => option.every((literal) => valueOf(state, literal) >= 0));
  if (!possible.length) return { isBroken: true, forced: [] };
  const [first, ...others] = possible;
  const shared = first.filter((literal) => !valueOf(state, literal) && others.every((option) => option.includes(literal)));
  const isOne = possible.length === 1;
  return { isBroken: false, forced: shared, ...(isOne ? { name: "only", set: first.filter((literal) => literal < 0) } : {}) };
}
