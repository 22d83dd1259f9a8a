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

/** @param {Model} model @returns {State | null} */
function search(model) {
  /** @type {{state: State, changed: number[]}[]} */
  const waiting = [{ state: model.blank(), changed: [] }];
  for (let looked = 0; looked < MOST_STATES; looked++) {
    const next = waiting.pop();
    if (!next) return null;
    const { state, changed } = next;
    if (propagate(model, state, changed, true).broken) continue;
    const literal = chooseLiteral(model, state);
    if (!literal) return state;
    for (const one of [-literal, literal]) {
      const trial = state.slice();
      setLiteral(trial, one);
      waiting.push({ state: trial, changed: [Math.abs(one)] });
    }
  }
  return null;
}

/** An open literal of the count with the fewest of them; 0 where all is decided. */
function chooseLiteral(/** @type {Model} */ model, /** @type {State} */ state) {
  let best = state.indexOf(0);
  let least = Infinity;
  if (best < 0) return 0;
  for (const { literals, sums } of model.counts) {
    const open = literals.filter((literal) => !valueOf(state, literal));
    if (!open.length || open.length >= least || (!sums && literals.some((literal) => valueOf(state, literal) > 0))) continue;
    [best, least] = [open[0], open.length];
  }
  return best;
}
