// Clues of a declared puzzle besides numbers in cells: cages, runs, arrows, numbers outside the board,
// signs between cells.

import { addSvg } from "../svg.js";

/** @typedef {import("../types.js").Size} Size */
/** @typedef {{cells: number[], total?: number, sign?: string}} Cage */
/** @typedef {"left" | "top" | "right" | "bottom"} Side */
/** @typedef {{key: string, cells: number[], total?: number}} Group cells that belong together, in order; ``key`` of their text */
/** @typedef {{cages: Cage[], runs: Cage[], between: [number, number, string][], arrows: [number, number, Side][], sides: Record<Side, number[][]>, groups: Group[][]}} Extra */

export const SIDES = /** @type {Side[]} */ (["left", "top", "right", "bottom"]);

/** Elements of a variant, as records name them. */
const GROUPS = ["thermometers", "sum_arrows", "lines", "areas", "diagonals", "slants", "even", "odd"];
/** Keys of what a sign says of the first of two cells. @type {Record<string, string>} */
const SIGN_KEYS = { "<": "sign_less", ">": "sign_more", "=": "sign_same", x: "sign_differs", "|": "sign_wall", white: "sign_white", black: "sign_black" };
/** @type {Record<string, string>} */
const MIRRORED = { "<": ">", ">": "<" };

/** How far strips of numbers reach beyond them, to the edge of the window; half a line on the frame. */
const AIR = 0.2;
const EDGE = 0.03;

/** @param {Record<string, any>} puzzle @returns {Extra} its clues outside of single cells */
export function readExtra(puzzle) {
  const { rows, cols, cages = [], runs = [], between = [], arrows = [] } = puzzle;
  const sides = Object.fromEntries(SIDES.map((side) => [side, puzzle[side] ?? []]));
  const isCell = (/** @type {unknown} */ at) => Number.isInteger(at) && Number(at) >= 0 && Number(at) < rows * cols;
  const isLine = (/** @type {Side} */ side) => [0, side === "left" || side === "right" ? rows : cols].includes(sides[side].length);
  const groups = GROUPS.map((key) => (puzzle[key] ?? []).map((/** @type {any} */ group) => ({ key, cells: group.cells ?? [group].flat(), total: group.total })));
  const places = [...[...cages, ...runs, ...groups.flat()].map(({ cells }) => cells), ...between.map((/** @type {any[]} */ [one, other]) => [one, other]), ...arrows.map((/** @type {any[]} */ [one]) => [one])];
  if (!places.every((cells) => cells.length && cells.every(isCell)) || !SIDES.every(isLine)) throw new Error("expected the clues beside and between cells to be on the board");
  return { cages, runs, between, arrows, sides: /** @type {Extra["sides"]} */ (sides), groups };
}

/** @param {Size} size @param {Side} side @param {number} line @returns {number[]} the cells of a line as seen from a side */
export function lineFrom({ rows, cols }, side, line) {
  const isRow = side === "left" || side === "right";
  const cells = Array.from({ length: isRow ? cols : rows }, (_, k) => (isRow ? line * cols + k : k * cols + line));
  return side === "left" || side === "top" ? cells : cells.reverse();
}

/** @param {Cage} run @returns {number} the black cell before it, which has its sum */
export function before({ cells: [first, second] }) {
  return 2 * first - second;
}

/** Keys of the names of the sides, in their order. */
export const SIDE_KEYS = ["side_l", "side_u", "side_r", "side_d"];

/** @param {number} total @param {string} [sign] @returns {string} the total of a cage as it is printed */
export function totalOf(total, sign = "") {
  return `${total}${{ x: "×", "/": "÷", "-": "−" }[sign] ?? sign}`;
}

/** @param {Element} layers @param {Size & {margins: Record<Side, number>}} game whose numbers outside get paper */
export function drawMargins(layers, { rows, cols, margins: { left, top, right, bottom } }) {
  if (!(left + top + right + bottom)) return;
  const paper = { x: -left - AIR, y: -top - AIR, width: cols + left + right + 2 * AIR, height: rows + top + bottom + 2 * AIR };
  addSvg(layers, "rect", { class: "paper", ...paper });
}

/**
 * Draws strips of paper for the numbers outside the board; those on the left and above stay in sight when
 * the board is moved.
 * @param {Element} top @param {Size & {margins: Record<Side, number>}} game
 * @returns {{strips: Record<string, Element>, stick: (spot: import("../types.js").Spot) => void}} the strips by side, and
 * what moves them
 */
export function drawStrips(top, { rows, cols, margins }) {
  /** @type {Record<string, Element>} */
  const strips = {};
  for (const side of /** @type {Side[]} */ (["right", "bottom", "top", "left"])) {
    if (!margins[side]) continue;
    const isRow = side === "left" || side === "right";
    const isFirst = side === "left" || side === "top";
    const edge = isFirst ? 0 : isRow ? cols : rows;
    const depth = margins[side] + AIR;
    const strip = (strips[side] = addSvg(top, "g", {}));
    const place = isFirst ? -depth : edge;
    addSvg(strip, "rect", { class: "paper", ...(isRow ? { x: place, width: depth, height: rows } : { y: place, width: cols, height: depth }) });
    addSvg(strip, "path", { class: "edge", d: isRow ? `M${edge},0v${rows}` : `M0,${edge}h${cols}` });
  }
  const corner = addSvg(top, "rect", {
    class: "paper", x: -margins.left - AIR, y: -margins.top - AIR,
    width: margins.left && margins.left + AIR + EDGE, height: margins.top && margins.top + AIR - EDGE,
  });
  const move = (/** @type {Element | undefined} */ strip, /** @type {number} */ x, /** @type {number} */ y) => strip?.setAttribute("transform", `translate(${x},${y})`);
  return {
    strips,
    stick: ({ x, y }) => (move(strips.left, x, 0), move(strips.top, 0, y), move(corner, x, y)),
  };
}

/**
 * Adds what cells say of signs beside them and of groups that they are in.
 * @param {Extra} extra @param {import("../types.js").Message[][]} said by cell
 */
export function sayPlaces({ between, groups }, said) {
  for (const [one, other, sign] of between) {
    for (const [cell, beside, own] of /** @type {const} */ ([[one, other, sign], [other, one, MIRRORED[sign] ?? sign]])) {
      said[cell].push({ key: SIGN_KEYS[own] ?? "sign", values: { sign }, cells: [beside] });
    }
  }
  for (const alike of groups) {
    alike.forEach(({ key, cells, total = 0 }, number) => cells.forEach((cell, at) =>
      said[cell].push({ key, values: { number: number + 1, at: at + 1, size: cells.length, total } })));
  }
}
