// What constraints force one by one, and the fewest of these deductions that a conclusion needs.
//
// Deductions are made in rounds: those of a round start from what the rounds before have found, so
// that a conclusion comes after as few others as possible.

import { setLiteral } from "./literals.js";
import { lookAt } from "./model.js";

/** @typedef {import("./model.js").Constraint} Constraint */
/** @typedef {import("./model.js").Count} Count */
/** @typedef {import("./model.js").Finding} Finding */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./literals.js").State} State */
/**
 * A deduction from some constraints, made again in any state by ``look``; ``only``: the part of it
 * that is used.
 * @typedef {object} Link
 * @property {Constraint[]} of
 * @property {(state: State) => Partial<Finding> & {forced: number[]}} look
 * @property {number[]} forced by it in the state in which it was found
 * @property {number} rank the least is shown first
 * @property {(literals: number[], finding: Partial<Finding>) => any} wording what a sentence needs
 * @property {number} [round]
 * @property {Set<number>} [only]
 */

/** @param {Constraint} one @returns {Set<number>} */
export function variablesOf(one) {
  const { type, literals = [], options = [], nodes = [], lines = [], edges = [] } = /** @type {any} */ (one);
  const drawn = ["loop", "connected", "ways", "bank"].includes(type) ? edges.filter((/** @type {number} */ _, /** @type {number} */ k) => k % 3 === 0) : [];
  return (one.scope ??= new Set([literals, options, nodes, lines, drawn].flat(3).map(Math.abs)));
}

/**
 * Deduces in place what some constraints force together.
 * @param {Constraint[]} constraints @param {State} state
 * @returns {{decided: number[], broken: Constraint | null}}
 */
export function settle(constraints, state) {
  const decided = [];
  for (let size = -1; size < decided.length; ) {
    size = decided.length;
    for (const one of constraints) {
      const { isBroken, forced } = lookAt(one, state);
      if (isBroken) return { decided, broken: one };
      for (const literal of forced) setLiteral(state, literal);
      decided.push(...forced);
    }
  }
  return { decided, broken: null };
}

/**
 * Returns a part of a list from which nothing can be left out; that of its end is tried first.
 * @template T @param {T[]} list @param {(part: T[]) => boolean} isEnough
 */
export function shrink(list, isEnough) {
  let part = list;
  for (let size = part.length; size; size >>= 1) {
    for (let at = part.length - size; at > -size; at -= size) {
      const fewer = part.filter((_, k) => k < at || k >= at + size);
      if (fewer.length < part.length && isEnough(fewer)) part = fewer;
    }
  }
  return part;
}

/**
 * Makes deductions again from a state. Returns what each of them finds, and the state before it.
 * @param {State} start @param {Link[]} links
 */
function replay(start, links) {
  let [before, round] = [start, -1];
  const state = start.slice();
  return links.map((link) => {
    if (link.round !== round) [before, round] = [state.slice(), link.round ?? 0];
    const finding = link.look(before);
    const forced = finding.forced.filter((literal) => !link.only || link.only.has(literal));
    for (const literal of forced) setLiteral(state, literal);
    return { ...finding, forced, before };
  });
}

/**
 * Returns which links, and which of plain literals, the last link needs for something that is seen, and
 * what each finds of what is needed.
 * @param {State} drawn @param {number[]} plain @param {Link[]} links @param {(literal: number) => boolean} isSeen
 */
export function prove(drawn, plain, links, isSeen) {
  const last = links[links.length - 1];
  const from = (/** @type {number[]} */ literals, /** @type {Link[]} */ some) => {
    const state = drawn.slice();
    for (const literal of literals) setLiteral(state, literal);
    return replay(state, some);
  };
  const goal = from(plain, links)[links.length - 1].forced.find(isSeen) ?? 0;
  const isProved = (/** @type {number[]} */ literals, /** @type {Link[]} */ some) => from(literals, some)[some.length - 1].forced.includes(goal);
  const kept = [...shrink(links.slice(0, -1), (some) => isProved(plain, [...some, last])), last].map((link) => ({ ...link }));
  const scope = new Set(kept.flatMap(({ of }) => of.flatMap((one) => [...variablesOf(one)])));
  const near = plain.filter((literal) => scope.has(Math.abs(literal)));
  const used = shrink(near, (some) => isProved(some, kept));
  for (let at = kept.length - 2; at >= 0; at--) {
    const whole = from(used, kept)[at].forced;
    kept[at].only = new Set(shrink(whole, (part) => ((kept[at].only = new Set(part)), isProved(used, kept))));
  }
  return { used, kept, found: from(used, kept) };
}
