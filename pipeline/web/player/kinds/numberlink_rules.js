// The rules of Numberlink by definition, as pipeline/kinds/numberlink/rules.py has them: the page
// knows no answer, it only asks whether the rules are kept. Tests hold both files together.

import { letterBetween } from "./cells.js";

/** @typedef {import("../types.js").Violation} Violation */
/**
 * @typedef {object} Clues
 * @property {number} rows
 * @property {number} cols
 * @property {string} rule
 * @property {number[]} numbers in reading order, 0 for an empty cell
 * @property {Set<number>} blocked cells outside the outline
 * @property {number} pairs
 */

/**
 * Returns every broken rule; empty means that the solution is right.
 * @param {Clues} clues @param {{paths: number[][]}} solution @returns {Violation[]}
 */
export function checkNumberlink(clues, { paths }) {
  /** @type {Violation[]} */
  const found = [];
  const report = (/** @type {string} */ code, /** @type {number[]} */ ...cells) =>
    found.push({ code, cells });
  findWrongEnds(clues, paths, report);
  findBrokenPaths(clues, paths, report);
  findSharedCells(clues, paths, report);
  if (clues.rule !== "free") findEmptyCells(clues, paths, report);
  if (clues.rule === "no-uturn") findUturns(clues, paths, report);
  if (clues.rule === "no-touch") findSelfTouches(clues, paths, report);
  return found;
}

/** @typedef {(code: string, ...cells: number[]) => void} Report */

/** @param {Clues} clues @param {number[][]} paths @param {Report} report */
function findWrongEnds({ numbers, pairs }, paths, report) {
  for (let number = 1; number <= Math.max(pairs, paths.length); number++) {
    const path = paths[number - 1] ?? [];
    const ends = numbers.flatMap((value, cell) => (value === number ? [cell] : []));
    const drawn = [...path.slice(0, 1), ...path.slice(-1)];
    if (String([...drawn].sort((a, b) => a - b)) !== String(ends)) report("wrong-ends", ...drawn);
  }
}

/** @param {Clues} clues @param {number[][]} paths @param {Report} report */
function findBrokenPaths(clues, paths, report) {
  paths.forEach((path, index) => {
    const times = new Map();
    path.forEach((cell, i) => {
      if (i && !letterBetween(clues, path[i - 1], cell)) report("gap", path[i - 1], cell);
      if (clues.blocked.has(cell)) report("blocked-cell", cell);
      const value = clues.numbers[cell];
      const isInside = i > 0 && i < path.length - 1;
      if (isInside && value && value !== index + 1) report("foreign-end", cell);
      times.set(cell, (times.get(cell) ?? 0) + 1);
    });
    for (const [cell, count] of times) if (count > 1) report("repeated-cell", cell);
  });
}

/** @param {Clues} clues @param {number[][]} paths @param {Report} report */
function findSharedCells({ numbers }, paths, report) {
  const lines = new Map();
  for (const path of paths) {
    for (const cell of new Set(path)) lines.set(cell, (lines.get(cell) ?? 0) + 1);
  }
  for (const [cell, count] of lines) if (count > 1 && !numbers[cell]) report("crossing", cell);
}

/** @param {Clues} clues @param {number[][]} paths @param {Report} report */
function findEmptyCells({ numbers, blocked }, paths, report) {
  const used = new Set(paths.flat());
  numbers.forEach((_, cell) => {
    if (!used.has(cell) && !blocked.has(cell)) report("empty-cell", cell);
  });
}

/**
 * Reports each 2x2 block all of whose cells one line owns.
 * @param {Clues} clues @param {number[][]} paths @param {Report} report
 */
export function findUturns({ cols }, paths, report) {
  for (const path of paths) {
    const own = new Set(path);
    for (const cell of own) {
      const block = [cell, cell + 1, cell + cols, cell + cols + 1];
      if ((cell + 1) % cols && block.every((other) => own.has(other))) report("uturn", ...block);
    }
  }
}

/**
 * Reports cells of one line that share a side without following one another on it.
 * @param {Clues} clues @param {number[][]} paths @param {Report} report
 */
export function findSelfTouches({ cols }, paths, report) {
  for (const path of paths) {
    const own = new Set(path);
    const steps = new Set();
    for (let i = 1; i < path.length; i++) {
      steps.add(`${path[i - 1]},${path[i]}`).add(`${path[i]},${path[i - 1]}`);
    }
    for (const cell of own) {
      for (const other of (cell + 1) % cols ? [cell + 1, cell + cols] : [cell + cols]) {
        if (own.has(other) && !steps.has(`${cell},${other}`)) report("self-touch", cell, other);
      }
    }
  }
}
