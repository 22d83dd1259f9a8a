// Cells of a board: row * cols + col, 0-based; steps between them are the letters U D L R.

/** @typedef {import("../types.js").Size} Size */
/** @typedef {import("../types.js").Spot} Spot */

export const LETTERS = "UDLR";

/** @type {Record<string, [number, number]>} */
const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

/** @type {Record<string, string>} */
export const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };

/**
 * Returns the cell one step away, or -1 outside the board.
 * @param {Size} size @param {number} cell @param {string} letter
 */
export function stepFrom({ rows, cols }, cell, letter) {
  const [down, right] = STEPS[letter];
  const row = Math.floor(cell / cols) + down;
  const col = (cell % cols) + right;
  return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : -1;
}

/**
 * Returns the letter of the step between two cells that share a side, else "".
 * @param {Size} size @param {number} one @param {number} other
 */
export function letterBetween(size, one, other) {
  for (const letter of LETTERS) if (stepFrom(size, one, letter) === other) return letter;
  return "";
}

/**
 * Returns the cells that share a side with one.
 * @param {Size} size @param {number} cell
 */
export function neighboursOf(size, cell) {
  return [...LETTERS].map((letter) => stepFrom(size, cell, letter)).filter((other) => other >= 0);
}

/**
 * Returns the cells of a walk, its start among them, or null if it leaves the board.
 * @param {Size} size @param {number} start @param {string} letters
 */
export function walk(size, start, letters) {
  const cells = [start];
  for (const letter of letters) {
    const next = stepFrom(size, cells[cells.length - 1], letter);
    if (next < 0) return null;
    cells.push(next);
  }
  return cells;
}

/**
 * Returns the letters of a walk through cells that follow one another.
 * @param {Size} size @param {number[]} cells
 */
export function lettersOf(size, cells) {
  let letters = "";
  for (let i = 1; i < cells.length; i++) letters += letterBetween(size, cells[i - 1], cells[i]);
  return letters;
}

/**
 * Returns the cells on the straight way between two cells of one row or column, both ends among
 * them; empty where they share neither.
 * @param {Size} size @param {number} from @param {number} to
 */
export function straightWay({ cols }, from, to) {
  const isAcross = Math.floor(from / cols) === Math.floor(to / cols);
  if (!isAcross && from % cols !== to % cols) return [];
  const step = Math.sign(to - from) * (isAcross ? 1 : cols);
  const cells = [from];
  while (cells[cells.length - 1] !== to) cells.push(cells[cells.length - 1] + step);
  return cells;
}

/**
 * Returns the cells that a straight line between two spots passes through, each sharing a side
 * with the next: what a pointer crossed between two samples (Amanatides and Woo, "A fast voxel
 * traversal algorithm", Eurographics 1987).
 * @param {Size} size @param {Spot} from @param {Spot} to in cells, from the top left corner
 */
export function cellsUnder({ rows, cols }, from, to) {
  const inside = (/** @type {number} */ at, /** @type {number} */ side) =>
    Math.min(Math.max(at, 0), side - 1e-6);
  const start = { x: inside(from.x, cols), y: inside(from.y, rows) };
  const stop = { x: inside(to.x, cols), y: inside(to.y, rows) };
  const [dx, dy] = [stop.x - start.x, stop.y - start.y];
  let [col, row] = [Math.floor(start.x), Math.floor(start.y)];
  const [lastCol, lastRow] = [Math.floor(stop.x), Math.floor(stop.y)];
  let nextX = dx ? (dx > 0 ? col + 1 - start.x : start.x - col) / Math.abs(dx) : Infinity;
  let nextY = dy ? (dy > 0 ? row + 1 - start.y : start.y - row) / Math.abs(dy) : Infinity;
  const cells = [row * cols + col];
  while (col !== lastCol || row !== lastRow) {
    if (row === lastRow || (col !== lastCol && nextX < nextY)) {
      col += Math.sign(dx);
      nextX += 1 / Math.abs(dx);
    } else {
      row += Math.sign(dy);
      nextY += 1 / Math.abs(dy);
    }
    cells.push(row * cols + col);
  }
  return cells;
}

/**
 * Returns the cell nearest to a spot, which may lie outside the board.
 * @param {Size} size @param {Spot} spot
 */
export function nearestCell({ rows, cols }, { x, y }) {
  const inside = (/** @type {number} */ at, /** @type {number} */ side) => Math.min(Math.max(Math.floor(at), 0), side - 1);
  return inside(y, rows) * cols + inside(x, cols);
}

/**
 * Returns places a quarter of a cell apart on the straight way between two spots, both among them.
 * @param {Spot} from @param {Spot} to @returns {Spot[]}
 */
export function spotsBetween(from, to) {
  const count = Math.max(1, Math.ceil(4 * Math.hypot(to.x - from.x, to.y - from.y)));
  const part = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ k) => a + ((b - a) * k) / count;
  return Array.from({ length: count + 1 }, (_, k) => ({ x: part(from.x, to.x, k), y: part(from.y, to.y, k) }));
}

/**
 * Returns the numbers of a grid in reading order.
 * @param {unknown} grid @param {number} rows @param {number} cols @param {string} name
 * @returns {number[]}
 */
export function readGrid(grid, rows, cols, name) {
  const isRight =
    Array.isArray(grid) &&
    grid.length === rows &&
    grid.every((row) => Array.isArray(row) && row.length === cols && row.every(Number.isInteger));
  if (!isRight) throw new Error(`expected puzzle.${name} to be ${rows} rows of ${cols} numbers`);
  return /** @type {number[][]} */ (grid).flat();
}

/**
 * Returns a whole number of the puzzle between two bounds.
 * @param {unknown} value @param {string} name @param {number} most
 */
export function readWhole(value, name, most) {
  const isRight = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
  if (!isRight) throw new Error(`expected puzzle.${name} to be a whole number from 1 to ${most}`);
  return Number(value);
}

/**
 * Returns the cells of the rectangle between two opposite ones.
 * @param {Size} size @param {number} one @param {number} other @returns {Set<number>}
 */
export function rectangle({ cols }, one, other) {
  const [top, bottom] = [one, other].map((cell) => Math.floor(cell / cols)).sort((a, b) => a - b);
  const [left, right] = [one % cols, other % cols].sort((a, b) => a - b);
  const cells = new Set();
  for (let row = top; row <= bottom; row++) for (let col = left; col <= right; col++) cells.add(row * cols + col);
  return cells;
}

/** How near to its centre a tap takes a cell rather than a line beside it; Space always does. */
const MIDDLE = 0.16;

/** @param {Spot} spot @returns {boolean} whether it is in the middle of a cell */
export function isCentral({ x, y }) {
  return Math.hypot((x % 1) - 0.5, (y % 1) - 0.5) < MIDDLE;
}

/** @param {Size} size @param {number} cell @param {Spot} spot @returns {string} the letter of the side of a cell that is nearest to a spot */
export function sideOf({ cols }, cell, spot) {
  const [x, y] = [spot.x - (cell % cols) - 0.5, spot.y - Math.floor(cell / cols) - 0.5];
  return Math.abs(x) > Math.abs(y) ? (x < 0 ? "L" : "R") : y < 0 ? "U" : "D";
}
