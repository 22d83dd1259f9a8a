// What the rules of Hashi count: bridges at islands, islands that hang together, loops.

/** @typedef {[one: number, other: number, count: number]} Bridge */

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
 * @param {number[]} islands in reading order, 0 for water @param {Bridge[]} bridges
 */
export function joinIslands(islands, bridges) {
  const root = islands.map((_, cell) => cell);
  const find = (/** @type {number} */ cell) => {
    while (root[cell] !== cell) cell = root[cell] = root[root[cell]];
    return cell;
  };
  const loops = [];
  for (const [one, other] of bridges) {
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
