// What is known of each variable: a state is an Int8Array, indexed by variable from 1: 1 it holds,
// -1 it does not, 0 open. Its entry 0 is always 1: literal 0 of a graph is what is always there.

/** @typedef {Int8Array} State */

/** What a player's slot says of a variable, else 0. */
export const DRAWN = 1;
export const CROSSED = 2;

/** @param {State} state @param {number} literal 1 if it holds, -1 if not, 0 if that is open */
export function valueOf(state, literal) {
  return literal < 0 ? -state[-literal] : state[literal];
}

/** @param {State} state @param {number} literal made to hold */
export function setLiteral(state, literal) {
  state[Math.abs(literal)] = literal > 0 ? 1 : -1;
}
