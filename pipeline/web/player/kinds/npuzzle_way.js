// A way to the goal of a sliding puzzle, in the page: iterative deepening A* (Korf, "Depth-first
// iterative-deepening", Artificial Intelligence 27, 1985) with walking distances (Ken'ichiro
// Takahashi, 2002): the moves that rows need if only the row of each tile matters, and so the columns.

import { neighboursOf } from "./cells.js";

/** With more lines there are too many states for a table: the lines between a tile and its home count. */
const MOST_LINES = 4;

/**
 * What one direction of a board needs at least: a state is changed by each move.
 * @typedef {object} Axis
 * @property {(homes: number[][], blank: number) => number} begin the state, from the home lines of the tiles of each line
 * @property {(state: number, line: number, step: number, home: number) => number} move a tile comes
 * from a step beside the blank's line
 * @property {(state: number) => number} far moves that are needed
 */

/** @type {Map<string, Axis>} by lines, width and the line of the blank in the goal */
const axes = new Map();

/** @param {number} lines @param {number} width @param {number} goal the line of the blank @returns {Axis} */
function axisOf(lines, width, goal) {
  const name = String([lines, width, goal]);
  const axis = axes.get(name) ?? (lines > MOST_LINES ? countLines() : walkLines(lines, width, goal));
  axes.set(name, axis);
  return axis;
}

/** @returns {Axis} whose state is the distance */
function countLines() {
  return {
    begin: (homes) => homes.reduce((sum, own, line) => own.reduce((all, home) => all + Math.abs(home - line), sum), 0),
    move: (state, line, step, home) => state + Math.abs(home - line) - Math.abs(home - line - step),
    far: (state) => state,
  };
}

/** @param {number} lines @param {number} width @param {number} goal @returns {Axis} all states, by breadth from the goal */
function walkLines(lines, width, goal) {
  // A number has a digit for the tiles in each line from each, and before them the blank's line.
  const digit = Array.from({ length: lines * lines + 1 }, (_, k) => (width + 1) ** k);
  const top = digit[lines * lines];
  const begin = (/** @type {number[][]} */ homes, /** @type {number} */ blank) =>
    homes.reduce((all, own, line) => own.reduce((sum, home) => sum + digit[line * lines + home], all), blank * top);
  const home = Array.from({ length: lines }, (_, line) => Array.from({ length: width - Number(line === goal) }, () => line));
  const numbers = [begin(home, goal)];
  const far = [0];
  const index = new Map([[numbers[0], 0]]);
  /** @type {number[]} for each state where tiles of each home lead it, from before the blank and from behind */
  const next = [];
  for (let at = 0; at < numbers.length; at++) {
    const line = Math.floor(numbers[at] / top);
    for (const from of [line - 1, line + 1]) {
      for (let k = 0; k < lines; k++) {
        const isThere = from >= 0 && from < lines && Math.floor(numbers[at] / digit[from * lines + k]) % (width + 1);
        if (!isThere) {
          next.push(-1);
          continue;
        }
        const number = numbers[at] + (from - line) * top + digit[line * lines + k] - digit[from * lines + k];
        const found = index.get(number) ?? numbers.length;
        if (found === numbers.length) {
          index.set(number, found);
          numbers.push(number);
          far.push(far[at] + 1);
        }
        next.push(found);
      }
    }
  }
  return {
    begin: (homes, blank) => /** @type {number} */ (index.get(begin(homes, blank))),
    move: (state, _, step, k) => next[(2 * state + Number(step > 0)) * lines + k],
    far: (state) => far[state],
  };
}

/**
 * Returns the cells to which the blank goes, or null where the steps are spent first.
 * @param {import("../types.js").Size} size @param {number[]} start @param {number[]} goal
 * @param {number} weight of distances: with 1 no way is shorter, with more one is found sooner, and
 * is longer than the shortest by that factor at most
 * @param {number} most steps
 */
export function findWay(size, start, goal, weight, most) {
  const { rows, cols } = size;
  const tiles = [...start];
  const near = tiles.map((_, cell) => neighboursOf(size, cell));
  const row = tiles.map((_, cell) => Math.floor(cell / cols));
  const col = tiles.map((_, cell) => cell % cols);
  const home = tiles.map((_, tile) => goal.indexOf(tile));
  const down = axisOf(rows, cols, row[home[0]]);
  const across = axisOf(cols, rows, col[home[0]]);
  const homesOf = (/** @type {number[]} */ line) =>
    line.slice(0, 1 + Math.max(...line)).map((_, k) => tiles.flatMap((tile, cell) => (tile && line[cell] === k ? [line[home[tile]]] : [])));
  /** @type {number[]} */
  const way = [];
  let left = most;
  let next = 0;
  /** @type {(blank: number, before: number, y: number, x: number, limit: number) => boolean} */
  const search = (blank, before, y, x, limit) => {
    const distance = down.far(y) + across.far(x);
    if (!distance) return true;
    const cost = way.length + weight * distance;
    if (cost > limit) next = Math.min(next, cost);
    if (cost > limit || --left < 0) return false;
    for (const cell of near[blank]) {
      if (cell === before) continue;
      const tile = tiles[cell];
      tiles[blank] = tile;
      way.push(cell);
      const step = row[cell] - row[blank];
      const isDown = step !== 0;
      const toY = isDown ? down.move(y, row[blank], step, row[home[tile]]) : y;
      const toX = isDown ? x : across.move(x, col[blank], col[cell] - col[blank], col[home[tile]]);
      if (search(cell, blank, toY, toX, limit)) return true;
      way.pop();
      tiles[cell] = tile;
    }
    return false;
  };
  const blank = start.indexOf(0);
  const [y, x] = [down.begin(homesOf(row), row[blank]), across.begin(homesOf(col), col[blank])];
  while (left > 0) {
    const limit = next;
    next = Infinity;
    if (search(blank, -1, y, x, limit)) return way;
  }
  return null;
}
