// A way to the goal of a sliding puzzle, in the page: iterative deepening A* with the distances of
// the tiles (Korf, "Depth-first iterative-deepening", Artificial Intelligence 27, 1985).

import { neighboursOf } from "./cells.js";

/**
 * Returns the cells to which the blank goes, or null where the steps are spent first.
 * @param {import("../types.js").Size} size @param {number[]} start @param {number[]} goal
 * @param {number} weight of distances: with 1 no way is shorter, with more one is found sooner
 * @param {number} most steps
 */
export function findWay(size, start, goal, weight, most) {
  const { cols } = size;
  const tiles = [...start];
  const near = tiles.map((_, cell) => neighboursOf(size, cell));
  const far = tiles.map((_, tile) => {
    const home = goal.indexOf(tile);
    const apart = (/** @type {number} */ cell) =>
      Math.abs(Math.floor(home / cols) - Math.floor(cell / cols)) + Math.abs((home % cols) - (cell % cols));
    return tiles.map((_, cell) => (tile ? apart(cell) : 0));
  });
  /** @type {number[]} */
  const way = [];
  let left = most;
  let next = 0;
  /** @type {(blank: number, before: number, distance: number, limit: number) => boolean} */
  const search = (blank, before, distance, limit) => {
    if (!distance) return true;
    const cost = way.length + weight * distance;
    if (cost > limit) next = Math.min(next, cost);
    if (cost > limit || --left < 0) return false;
    for (const cell of near[blank]) {
      if (cell === before) continue;
      const tile = tiles[cell];
      tiles[blank] = tile;
      tiles[cell] = 0;
      way.push(cell);
      if (search(cell, blank, distance + far[tile][blank] - far[tile][cell], limit)) return true;
      way.pop();
      tiles[blank] = 0;
      tiles[cell] = tile;
    }
    return false;
  };
  const distance = start.reduce((sum, tile, cell) => sum + far[tile][cell], 0);
  for (let limit = weight * distance; left > 0; limit = next) {
    next = Infinity;
    if (search(start.indexOf(0), -1, distance, limit)) return way;
  }
  return null;
}
