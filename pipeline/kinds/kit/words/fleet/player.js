// Ships of given lengths: straight, and apart even at corners.

import { broken, nothing } from "../../../../web/player/constraints/findings.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */
/** @typedef {{length: number, own: number[], literals: number[]}} Ship */

/** @param {Global} global @returns {Ship[]} every place for a ship, and its literals with those around it */
function shipsOf({ nodes, cols, fleet, length: only }) {
  const rows = nodes.length / cols;
  /** @type {Ship[]} */
  const ships = [];
  for (let length = 1; length <= fleet.length; length++) {
    if (only && only !== length) continue;
    for (const [high, wide] of length > 1 ? [[1, length], [length, 1]] : [[1, 1]]) {
      for (let start = 0; start < nodes.length; start++) {
        const [top, left] = [Math.floor(start / cols), start % cols];
        if (top + high > rows || left + wide > cols) continue;
        /** @type {number[]} */
        const own = [], literals = [];
        for (let row = Math.max(top - 1, 0); row < Math.min(top + high + 1, rows); row++) {
          for (let col = Math.max(left - 1, 0); col < Math.min(left + wide + 1, cols); col++) {
            const at = row * cols + col;
            const isOwn = row >= top && row < top + high && col >= left && col < left + wide;
            if (isOwn) own.push(at);
            literals.push(isOwn ? nodes[at] : -nodes[at]);
          }
        }
        ships.push({ length, own, literals });
      }
    }
  }
  return ships;
}

/** @param {Ship[]} ships @param {State} state @param {Set<number>} forced gets what all ships have that is open */
function shareShips([first, ...others], state, forced) {
  for (const literal of first.literals) if (!valueOf(state, literal) && others.every((ship) => ship.literals.includes(literal))) forced.add(literal);
}

/** @param {Global} global @param {State} state @returns {Finding} */
export function lookAtFleet(global, state) {
  const { nodes, fleet, length: only } = global;
  const ships = /** @type {Ship[]} */ (global.ships ??= shipsOf(global));
  const fits = ships.filter(({ literals }) => literals.every((literal) => valueOf(state, literal) >= 0));
  const isWhole = (/** @type {Ship} */ { literals }) => literals.every((literal) => valueOf(state, literal) > 0);
  const done = fits.filter(isWhole);
  const left = fleet.map((/** @type {number} */ count, /** @type {number} */ k) => count - done.filter((ship) => ship.length === k + 1).length);
  const open = fits.filter((ship) => left[ship.length - 1] > 0 && !isWhole(ship));
  /** @type {Set<number>} */
  const forced = new Set();
  if (only) {
    const wanted = left[only - 1];
    if (wanted < 0 || wanted > open.length) return broken();
    if (wanted === open.length) for (const { literals } of open) for (const literal of literals) forced.add(literal);
    else if (wanted === 1) shareShips(open, state, forced);
    return { ...nothing(), forced: [...forced].filter((literal) => !valueOf(state, literal)) };
  }
  const many = left.findIndex((/** @type {number} */ count) => count < 0);
  if (many >= 0) return broken(done.filter((ship) => ship.length === many + 1).flatMap(({ own }) => own));
  for (const [at, literal] of nodes.entries()) {
    const here = open.filter(({ own }) => own.includes(at));
    const isKnown = valueOf(state, literal) > 0;
    if (isKnown && done.some(({ own }) => own.includes(at))) continue;
    if (!here.length && isKnown) return broken([at]);
    if (!here.length && !valueOf(state, literal)) forced.add(-literal);
    if (isKnown) shareShips(here, state, forced);
  }
  return { ...nothing(), forced: [...forced] };
}
