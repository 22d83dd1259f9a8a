// The rules of Hashi by definition, as pipeline/kinds/hashi/rules.py has them: the page knows no
// answer, it only asks whether the rules are kept. Tests hold both files together.

import { straightWay } from "./cells.js";

/** @typedef {import("../types.js").Violation} Violation */
/** @typedef {[one: number, other: number, count: number]} Bridge */
/** @typedef {(code: string, ...cells: number[]) => void} Report */
/**
 * @typedef {object} Clues
 * @property {number} rows
 * @property {number} cols
 * @property {number[]} islands in reading order: 0 water, -1 an island without a number
 * @property {number} max_bridges
 * @property {boolean} connected
 * @property {boolean} loops
 */

/**
 * Returns every broken rule; empty means that the solution is right.
 * @param {Clues} clues @param {{bridges: Bridge[]}} solution @returns {Violation[]}
 */
export function checkHashi(clues, { bridges }) {
  /** @type {Violation[]} */
  const found = [];
  const report = (/** @type {string} */ code, /** @type {number[]} */ ...cells) =>
    found.push({ code, cells });
  for (const bridge of bridges) judgeBridge(clues, bridge, report);
  findCrossings(clues, bridges, report);
  findWrongCounts(clues, bridges, report);
  const { groups, loops } = joinIslands(clues, bridges);
  if (clues.connected && groups.length > 1) {
    groups.sort((a, b) => a.length - b.length || a[0] - b[0]);
    report("not-connected", ...groups[0]);
  }
  // How many loops there are is certain (edges over a spanning forest), which ones is not.
  if (!clues.loops) for (const [one, other] of loops) report("loop", one, other);
  return found;
}

/** @param {Clues} clues @param {Bridge} bridge @param {Report} report */
function judgeBridge({ rows, cols, islands, max_bridges }, [one, other, count], report) {
  for (const cell of [one, other]) if (!islands[cell]) report("loose-end", cell);
  const way = straightWay({ rows, cols }, one, other);
  if (!way.length) report("slanted", one, other);
  const met = way.slice(1, -1).filter((cell) => islands[cell]);
  if (met.length) report("over-island", ...met);
  if (count > max_bridges) report("too-many", one, other);
}

/** @param {Clues} clues @param {Bridge[]} bridges @param {Report} report */
function findCrossings(clues, bridges, report) {
  const isAcross = (/** @type {Bridge} */ [one, other]) =>
    Math.floor(one / clues.cols) === Math.floor(other / clues.cols);
  const spans = bridges.map((bridge) => new Set(straightWay(clues, bridge[0], bridge[1]).slice(1, -1)));
  bridges.forEach((first, i) => {
    for (let j = i + 1; j < bridges.length; j++) {
      const shared = [...spans[i]].filter((cell) => spans[j].has(cell));
      if (shared.length && isAcross(first) !== isAcross(bridges[j])) report("crossing", ...shared);
    }
  });
}

/** @param {Clues} clues @param {Bridge[]} bridges @param {Report} report */
function findWrongCounts({ islands }, bridges, report) {
  const count = countBridges(bridges);
  islands.forEach((clue, cell) => {
    const own = count.get(cell) ?? 0;
    if (clue < 0 ? !own : clue > 0 && own !== clue) report("wrong-count", cell);
  });
}

/** @param {Bridge[]} bridges @returns {Map<number, number>} */
export function countBridges(bridges) {
  const count = new Map();
  for (const [one, other, times] of bridges) {
    for (const cell of [one, other]) count.set(cell, (count.get(cell) ?? 0) + times);
  }
  return count;
}

/**
 * Returns the groups of islands that hang together, and the bridges that close a loop.
 * @param {Clues} clues @param {Bridge[]} bridges
 */
export function joinIslands({ islands }, bridges) {
  const root = islands.map((_, cell) => cell);
  const find = (/** @type {number} */ cell) => {
    while (root[cell] !== cell) cell = root[cell] = root[root[cell]];
    return cell;
  };
  const loops = [];
  for (const [one, other] of bridges) {
    if (!islands[one] || !islands[other]) continue;
    if (find(one) === find(other)) loops.push([one, other]);
    root[find(one)] = find(other);
  }
  /** @type {Map<number, number[]>} */
  const groups = new Map();
  islands.forEach((clue, cell) => {
    if (!clue) return;
    const group = groups.get(find(cell));
    if (group) group.push(cell);
    else groups.set(find(cell), [cell]);
  });
  return { groups: [...groups.values()], loops };
}
