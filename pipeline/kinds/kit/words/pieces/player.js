// One piece of given shapes in each group of cells; pieces of the same shape do not touch.

import { broken, nothing } from "../../../../web/player/constraints/findings.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */
/** @typedef {{shape: number, cells: number[]}} Piece */

/** @param {number[]} shape rows and columns @returns {number[][][]} it in all directions, from a corner on */
function formsOf(shape) {
  /** @type {Map<string, number[][]>} */
  const forms = new Map();
  for (let way = 0; way < 8; way++) {
    const turned = [];
    for (let k = 0; k < shape.length; k += 2) {
      const [y, x] = way & 1 ? [shape[k + 1], shape[k]] : [shape[k], shape[k + 1]];
      turned.push([way & 2 ? -y : y, way & 4 ? -x : x]);
    }
    const [top, left] = [0, 1].map((k) => Math.min(...turned.map((one) => one[k])));
    const form = turned.map(([y, x]) => [y - top, x - left]).sort(([a, b], [c, d]) => a - c || b - d);
    forms.set(String(form), form);
  }
  return [...forms.values()];
}

/** @param {Global} global @returns {Piece[][]} the pieces that fit into each group */
function piecesOf({ groups, cols, shapes }) {
  const forms = shapes.flatMap((/** @type {number[]} */ shape, /** @type {number} */ number) => formsOf(shape).map((form) => ({ shape: number, form })));
  return groups.map((/** @type {number[]} */ cells) => {
    const [inside, last] = [new Set(cells), Math.max(...cells)];
    /** @type {Piece[]} */
    const pieces = [];
    for (let corner = Math.floor(cells[0] / cols) * cols; corner <= last; corner++) {
      for (const { shape, form } of forms) {
        if (form.some(([, x]) => (corner % cols) + x >= cols)) continue;
        const own = form.map(([y, x]) => corner + y * cols + x);
        if (own.every((cell) => inside.has(cell))) pieces.push({ shape, cells: own });
      }
    }
    return pieces;
  });
}

/** @param {Piece} one @param {Piece} other @param {number} cols */
const isTouching = (one, other, cols) =>
  one.shape === other.shape &&
  one.cells.some((a) => other.cells.some((b) => Math.abs(a - b) === cols || (Math.abs(a - b) === 1 && Math.floor(a / cols) === Math.floor(b / cols))));

/** @param {Piece} one @param {Piece} other @param {number} cols whether they fill two by two cells, some of each */
function isFilling(one, other, cols) {
  const own = (/** @type {Piece} */ { cells }, /** @type {number[]} */ block) => block.filter((cell) => cells.includes(cell)).length;
  return one.cells.some((cell) => [0, 1, cols, cols + 1].some((step) => {
    const corner = cell - step;
    const block = [corner, corner + 1, corner + cols, corner + cols + 1];
    return corner >= 0 && (corner + 1) % cols > 0 && own(one, block) < 4 && own(other, block) > 0 && own(one, block) + own(other, block) === 4;
  }));
}

/** @param {Global} global @param {State} state @returns {Finding} */
export function lookAtPieces(global, state) {
  const { groups, nodes, cols, isBlock } = global;
  const isExcluded = isBlock ? isFilling : isTouching;
  const pieces = /** @type {Piece[][]} */ (global.pieces ??= piecesOf(global));
  const left = pieces.map((some, group) => {
    const values = new Map(groups[group].map((/** @type {number} */ cell, /** @type {number} */ k) => [cell, valueOf(state, nodes[group][k])]));
    const held = [...values.values()].filter((value) => value > 0).length;
    return some.filter(({ cells }) => cells.every((cell) => values.get(cell) >= 0) && cells.filter((cell) => values.get(cell) > 0).length === held);
  });
  const [first, ...others] = left;
  const beside = (/** @type {number[]} */ some) =>
    first.filter((piece) => some.every((k) => others[k].some((other) => !isExcluded(piece, other, cols))));
  const sharedBy = (/** @type {Piece[]} */ some) =>
    groups[0].flatMap((/** @type {number} */ cell, /** @type {number} */ k) => {
      const count = some.filter(({ cells }) => cells.includes(cell)).length;
      if (valueOf(state, nodes[0][k])) return [];
      return count === some.length ? [nodes[0][k]] : count ? [] : [-nodes[0][k]];
    });
  const isEmpty = others.some((some) => !some.length); // a fault of another group alone
  let needed = isEmpty ? [] : [...others.keys()];
  const possible = beside(needed);
  const isBroken = !possible.length;
  const forced = isBroken ? [] : sharedBy(possible);
  const isEnough = (/** @type {number[]} */ some) => {
    const part = beside(some);
    return isBroken ? !part.length : part.length > 0 && forced.every((/** @type {number} */ literal) => sharedBy(part).includes(literal));
  };
  if (!forced.length && !isBroken) return nothing();
  for (const k of [...needed].reverse()) if (isEnough(needed.filter((one) => one !== k))) needed = needed.filter((one) => one !== k);
  const about = [0, ...needed.map((k) => k + 1)].flatMap((k) => groups[k]);
  if (!isBroken) return { ...nothing(), forced, about };
  if (!first.length) return broken(groups[0]);
  // Where whole pieces touch, these; else all cells in which there is no way on.
  const whole = left.flatMap((some, k) => (needed.includes(k - 1) || !k ? (some.length === 1 ? [some[0].cells] : []) : []));
  return broken(whole.length === needed.length + 1 ? whole.flat() : about);
}
