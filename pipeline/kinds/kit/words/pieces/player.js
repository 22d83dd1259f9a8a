// One piece of given shapes in each group of cells; pieces of the same shape do not touch.

import { broken } from "../../../../web/player/constraints/findings.js";
import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */
/** @typedef {{shape: number, cells: number[]}} Piece */

/** @param {number[]} cells @param {Global} global @returns {Piece[]} the pieces that fit into some cells */
function piecesOf(cells, { cols, shapes }) {
  /** @type {Map<string, Piece>} */
  const found = new Map();
  for (const start of cells) {
    shapes.forEach((/** @type {number[][]} */ places, /** @type {number} */ shape) => {
      for (let way = 0; way < 8; way++) {
        const own = places.map((place) => {
          const [y, x] = way & 1 ? [place[1], place[0]] : place;
          const right = way & 2 ? -x : x;
          const col = (start % cols) + right;
          return col < 0 || col >= cols ? -1 : start + right + cols * (way & 4 ? -y : y);
        });
        if (own.every((cell) => cells.includes(cell))) found.set(`${own.sort()}`, { shape, cells: own });
      }
    });
  }
  return [...found.values()];
}

/** @param {Global} global @param {State} state @returns {Finding} */
export function lookAtPieces(global, state) {
  const { groups, nodes, cols, isBlock } = global;
  const pieces = /** @type {Piece[][]} */ (global.pieces ??= groups.map((/** @type {number[]} */ cells) => piecesOf(cells, global)));
  const known = (/** @type {number} */ group, /** @type {number} */ sign) =>
    groups[group].filter((/** @type {number} */ _, /** @type {number} */ k) => valueOf(state, nodes[group][k]) === sign);
  const left = pieces.map((some, group) => some.filter(({ cells }) =>
    known(group, 1).every((/** @type {number} */ cell) => cells.includes(cell)) && !known(group, -1).some((/** @type {number} */ cell) => cells.includes(cell))));
  const isExcluded = (/** @type {Piece} */ one, /** @type {Piece} */ other) => {
    const has = (/** @type {number} */ cell) => one.cells.includes(cell) || (isBlock && other.cells.includes(cell));
    const isEnd = (/** @type {number} */ cell) => !((cell + 1) % cols);
    return isBlock
      ? [...one.cells, ...other.cells].some((cell) => !isEnd(cell) && [1, cols, cols + 1].every((step) => has(cell + step)))
      : one.shape === other.shape && other.cells.some((cell) => has(cell - cols) || has(cell + cols) || (!isEnd(cell) && has(cell + 1)) || (!isEnd(cell - 1) && has(cell - 1)));
  };
  const isOut = (/** @type {Piece} */ piece, /** @type {number} */ k) => k && left[k].length && left[k].every((other) => isExcluded(piece, other));
  const all = [...groups.keys()];
  const possible = left[0].filter((piece) => !all.some((k) => isOut(piece, k)));
  // The group itself, and those that rule out some of its pieces.
  const looked = all.filter((k) => !k || left[0].some((piece) => isOut(piece, k)));
  if (!possible.length) {
    const held = looked.flatMap((k) => known(k, 1));
    return broken(held.length ? held : groups[0]);
  }
  const forced = groups[0].flatMap((/** @type {number} */ cell, /** @type {number} */ k) => {
    const count = possible.filter(({ cells }) => cells.includes(cell)).length;
    return valueOf(state, nodes[0][k]) ? [] : count === possible.length ? nodes[0][k] : count ? [] : -nodes[0][k];
  });
  return { isBroken: false, forced, about: looked.flatMap((k) => groups[k]) };
}
