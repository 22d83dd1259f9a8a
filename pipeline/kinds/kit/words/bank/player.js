// A bank: each drawn edge is one of some pieces of two numbers, and each of these is used.

import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/** @param {Global} global ``aim``: the piece that is looked for, -1 for what all allow @param {State} state @returns {Finding} */
export function lookAtBank({ literals, edges, pieces, aim }, state) {
  const broken = { isBroken: true, forced: [] };
  const may = (/** @type {number} */ place, /** @type {number} */ number) => valueOf(state, literals[place][number]) >= 0;
  /** @type {{low: number, high: number, left: number}[]} */
  const bank = [];
  for (let k = 0; k < pieces.length; k += 3) bank.push({ low: pieces[k], high: pieces[k + 1], left: pieces[k + 2] });
  const all = [];
  for (let k = 0; k < edges.length; k += 3) {
    const [literal, one, other] = edges.slice(k, k + 3);
    if (valueOf(state, literal) < 0) continue;
    const fitting = bank.flatMap((piece) => {
      const ways = [[piece.low, piece.high], [piece.high, piece.low]].filter(([a, b]) => may(one, a) && may(other, b));
      return ways.length ? [{ piece, ways }] : [];
    });
    const isDrawn = valueOf(state, literal) > 0;
    const isPlaced = isDrawn && fitting.length === 1;
    if (isPlaced) fitting[0].piece.left--;
    if (isDrawn && !fitting.length) return broken;
    all.push({ literal, ends: [one, other], isDrawn, isPlaced, fitting });
  }
  /** @type {Set<number>} */
  const forced = new Set();
  const exclude = (/** @type {number} */ place, /** @type {number[]} */ kept) => literals[place].forEach((/** @type {number} */ literal, /** @type {number} */ number) => {
    if (!valueOf(state, literal) && !kept.includes(number)) forced.add(-literal);
  });
  if (aim < 0) {
    if (bank.some(({ left }) => left < 0)) return broken;
    for (const { literal, ends, isDrawn, isPlaced, fitting } of all) {
      const ways = fitting.flatMap((one) => (isPlaced || one.piece.left > 0 ? one.ways : []));
      if (!ways.length && isDrawn) return broken;
      if (!ways.length) forced.add(-literal);
      else if (isDrawn) ends.forEach((place, at) => exclude(place, ways.map((way) => way[at])));
    }
    return { isBroken: false, forced: [...forced] };
  }
  const { left } = bank[aim];
  if (left <= 0) return left ? broken : { isBroken: false, forced: [] };
  const places = all.flatMap(({ literal, ends, isPlaced, fitting }) => {
    const own = isPlaced ? undefined : fitting.find(({ piece }) => piece === bank[aim]);
    return own ? [{ literal, ends, ways: own.ways }] : [];
  });
  if (places.length < left) return broken;
  const isAll = places.length === left;
  /** @type {Map<number, number[][]>} by place the numbers that it has in each */
  const kept = new Map();
  for (const { literal, ends, ways } of places) {
    if (isAll && !valueOf(state, literal)) forced.add(literal);
    ends.forEach((place, at) => kept.set(place, [...(kept.get(place) ?? []), ways.map((way) => way[at])]));
  }
  for (const [place, numbers] of kept) if (isAll || numbers.length === places.length) exclude(place, numbers.flat());
  return { isBroken: false, forced: [...forced] };
}
