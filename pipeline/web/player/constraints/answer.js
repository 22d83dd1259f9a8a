// The answer of a puzzle by exhaustive search: to name mistakes before a hint builds on them, and
// for a hint where no deduction is found.

import { setLiteral, valueOf } from "./literals.js";
import { propagate } from "./model.js";

/** @typedef {import("./literals.js").State} State */
/** @typedef {import("./model.js").Model} Model */

/** States that a search looks at. */
const MOST_STATES = 1500;

/** @type {WeakMap<Model, State | null>} */
const found = new WeakMap();

/** @param {Model} model @returns {State | null} the first solution, null where the search ends before */
export function answerOf(model) {
  const known = found.get(model);
  if (known !== undefined) return known;
  const answer = search(model);
  found.set(model, answer);
  return answer;
}

/**
 * Depth first, at the constraint with the fewest open literals for its failures so far (Boussemart,
 * Hemery, Lecoutre and Sais, "Boosting systematic search by weighting constraints", ECAI 2004).
 * @param {Model} model @returns {State | null}
 */
function search(model) {
  /** @type {Map<unknown, number>} */
  const weights = new Map();
  /** @type {{state: State, changed: number[]}[]} */
  const waiting = [{ state: model.blank(), changed: [] }];
  for (let looked = 0; looked < MOST_STATES; looked++) {
    const next = waiting.pop();
    if (!next) return null;
    const { state, changed } = next;
    const { broken } = propagate(model, state, changed, true);
    if (broken) {
      weights.set(broken, (weights.get(broken) ?? 1) + 1);
      continue;
    }
    const literal = chooseLiteral(model, state, weights);
    if (!literal) return state;
    for (const one of [-literal, literal]) {
      const trial = state.slice();
      setLiteral(trial, one);
      waiting.push({ state: trial, changed: [Math.abs(one)] });
    }
  }
  return null;
}

/**
 * Returns an open literal, 0 where all is decided.
 * @param {Model} model @param {State} state @param {Map<unknown, number>} weights
 */
function chooseLiteral(model, state, weights) {
  let best = state.indexOf(0);
  let least = Infinity;
  if (best < 0) return 0;
  for (const count of model.counts) {
    const { literals, sums } = count;
    const open = literals.filter((literal) => !valueOf(state, literal));
    const rank = open.length / (weights.get(count) ?? 1);
    if (!open.length || rank >= least || (!sums && literals.some((literal) => valueOf(state, literal) > 0))) continue;
    [best, least] = [open[0], rank];
  }
  return best;
}
