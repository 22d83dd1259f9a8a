// The rules of Hashi, as `check` in pipeline/kinds/hashi/rules.py has them; tests hold both together.
// Bridges lie on spans here, so none is slanted, too many side by side, or over an island.

import { Groups } from "../constraints/graphs.js";

/** @typedef {import("./hashi.js").Hashi} Hashi */
/** @typedef {import("../types.js").Violation} Violation */
/** @typedef {[one: number, other: number, count: number]} Bridge */

/** Returns every broken rule. @param {Hashi} game @param {import("../types.js").Values} values */
export function checkHashi(game, values) {
  /** @type {Violation[]} */
  const found = [];
  const isDrawn = (/** @type {number} */ slot) => Number(values[slot]) > 0;
  game.spans.forEach(({ crossed, between }, slot) => {
    for (const at of isDrawn(slot) ? crossed : []) {
      const shared = between.filter((cell) => game.spans[at].between.includes(cell));
      if (at > slot && isDrawn(at)) found.push({ code: "crossing", cells: shared });
    }
  });
  const bridges = game.bridges(values);
  const count = countBridges(bridges);
  for (const cell of game.cells) if (!isFull(game, cell, count)) found.push({ code: "wrong-count", cells: [cell] });
  const { groups, loops } = joinIslands(game, bridges);
  if (game.connected && groups.length > 1) {
    groups.sort((a, b) => a.length - b.length);
    found.push({ code: "not-connected", cells: groups[0] });
  }
  // How many loops there are is certain (edges over a spanning forest), which ones is not.
  if (!game.loops) for (const cells of loops) found.push({ code: "loop", cells });
  return found;
}

/** Returns how many bridges each island has. @param {Bridge[]} bridges @returns {Map<number, number>} */
export function countBridges(bridges) {
  const count = new Map();
  for (const [one, other, times] of bridges) {
    for (const cell of [one, other]) count.set(cell, (count.get(cell) ?? 0) + times);
  }
  return count;
}

/** @param {Hashi} game @param {number} cell @param {Map<number, number>} count whether an island has its bridges */
export function isFull({ islands }, cell, count) {
  const own = count.get(cell) ?? 0;
  return islands[cell] < 0 ? own > 0 : own === islands[cell];
}

/** Returns the connected islands in the order of their first, and the ends of bridges that close a loop. @param {Hashi} game @param {Bridge[]} bridges */
export function joinIslands({ islands, cells }, bridges) {
  const joined = new Groups(islands.length);
  const loops = bridges.filter(([one, other]) => !joined.join(one, other)).map(([one, other]) => [one, other]);
  /** @type {Map<number, number[]>} */
  const groups = new Map();
  for (const cell of cells) groups.set(joined.find(cell), [...(groups.get(joined.find(cell)) ?? []), cell]);
  return { groups: [...groups.values()], loops };
}
