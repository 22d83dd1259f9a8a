// Clues of a declared puzzle besides numbers in cells: cages, runs, arrows, numbers outside the board,
// signs between cells.

import { DRAWN } from "../constraints/literals.js";
import { addSvg } from "../svg.js";

/** @typedef {import("../types.js").Size} Size */
/** @typedef {{cells: number[], total?: number, sign?: string}} Cage */
/** @typedef {"left" | "top" | "right" | "bottom"} Side */
/** @typedef {{cages: Cage[], runs: Cage[], between: [number, number, string][], arrows: [number, number, Side][], sides: Record<Side, number[][]>}} Extra */

export const SIDES = /** @type {Side[]} */ (["left", "top", "right", "bottom"]);

/** Distance of a cage's outline from the borders of its cells; distance from dash to dash. */
const INSET = 0.1;
const PITCH = 0.16;
const DASH = 0.36;
/** From number to number outside, by the digits of the longest; down; and from the board. */
const ACROSS = [0, 0.42, 0.6, 0.8];
const DOWN = 0.46;
const BESIDE = 0.14;
/** How far strips of numbers reach beyond them, to the edge of the window; half a line on the frame. */
const AIR = 0.2;
const EDGE = 0.03;

/** @param {Record<string, any>} puzzle @returns {Extra} its clues outside of single cells */
export function readExtra(puzzle) {
  const { rows, cols, cages = [], runs = [], between = [], arrows = [] } = puzzle;
  const sides = Object.fromEntries(SIDES.map((side) => [side, puzzle[side] ?? []]));
  const isCell = (/** @type {unknown} */ at) => Number.isInteger(at) && Number(at) >= 0 && Number(at) < rows * cols;
  const isLine = (/** @type {Side} */ side) => [0, side === "left" || side === "right" ? rows : cols].includes(sides[side].length);
  const groups = [...[...cages, ...runs].map(({ cells }) => cells), ...between.map((/** @type {any[]} */ [one, other]) => [one, other]), ...arrows.map((/** @type {any[]} */ [one]) => [one])];
  if (!groups.every((cells) => cells.length && cells.every(isCell)) || !SIDES.every(isLine)) throw new Error("expected the clues beside and between cells to be on the board");
  return { cages, runs, between, arrows, sides: /** @type {Extra["sides"]} */ (sides) };
}

/** @param {Extra} extra @returns {number} from one number to the next in a row */
function acrossOf({ sides }) {
  const digits = Math.max(1, ...SIDES.flatMap((side) => sides[side].flat()).map((number) => String(number).length));
  return ACROSS[Math.min(digits, ACROSS.length - 1)];
}

/** @param {Extra} extra @returns {Record<Side, number>} the room for numbers on each side, in cells */
export function marginsOf(extra) {
  const margin = (/** @type {Side} */ side) => {
    const most = Math.max(0, ...extra.sides[side].map(({ length }) => length));
    const step = side === "left" || side === "right" ? acrossOf(extra) : DOWN;
    return most && most * step + 2 * BESIDE;
  };
  return /** @type {Record<Side, number>} */ (Object.fromEntries(SIDES.map((side) => [side, margin(side)])));
}

/** @param {Size} size @param {Side} side @param {number} line @returns {number[]} the cells of a line as seen from a side */
export function lineFrom({ rows, cols }, side, line) {
  const isRow = side === "left" || side === "right";
  const cells = Array.from({ length: isRow ? cols : rows }, (_, k) => (isRow ? line * cols + k : k * cols + line));
  return side === "left" || side === "top" ? cells : cells.reverse();
}

/**
 * Draws the dashed outlines of cages unless walls part them, and their totals above everything.
 * @param {Element} layers @param {Element} top @param {Size & {looks: {walled: boolean}}} game @param {Cage[]} cages
 * @returns {Map<string, Element>} the totals by the cells of their cages
 */
export function drawCages(layers, top, { cols, looks }, cages) {
  /** @type {Map<string, Element>} */
  const totals = new Map();
  for (const { cells, total, sign } of cages) {
    const outline = looks.walled ? [] : outlineOf(cells.map((cell) => [Math.floor(cell / cols), cell % cols]));
    for (const [[x0, y0], [x1, y1]] of outline) {
      const pathLength = Math.max(1, Math.round(Math.hypot(x1 - x0, y1 - y0) / PITCH)) + DASH;
      addSvg(layers, "path", { class: "cage", d: `M${x0},${y0}L${x1},${y1}`, pathLength, "stroke-dasharray": `${DASH} ${1 - DASH}` });
    }
    const [x, y] = [(cells[0] % cols) + 0.07, Math.floor(cells[0] / cols) + 0.27];
    if (total !== undefined) totals.set(String(cells), addSvg(top, "text", { class: "total", x, y }, totalOf(total, sign)));
  }
  return totals;
}

/** @param {Cage} run @returns {number} the black cell before it, which has its sum */
export function before({ cells: [first, second] }) {
  return 2 * first - second;
}

/**
 * Draws the sums of runs in the cells before them: across in the upper corner, down in the lower one.
 * @param {Element} top @param {Size} size @param {Cage[]} runs @param {Map<string, Element>} totals to which they are added
 */
export function drawRuns(top, { cols }, runs, totals) {
  const starts = [...new Set(runs.map(before))];
  if (starts.length) addSvg(top, "path", { class: "slash", d: starts.map((at) => `M${at % cols},${Math.floor(at / cols)}l1,1`).join("") });
  for (const run of runs) {
    const [at, shift] = [before(run), run.cells[1] - run.cells[0] === 1 ? 0.23 : -0.23];
    const place = { x: (at % cols) + 0.5 + shift, y: Math.floor(at / cols) + 0.5 - shift };
    totals.set(String(run.cells), addSvg(top, "text", { class: "number light sum", ...place }, String(run.total)));
  }
}

/** Arrows to the sides of the board, in their order. */
export const SIDE_ARROWS = "←↑→↓";

/** @param {number} total @param {string} [sign] @returns {string} the total of a cage as it is printed */
export function totalOf(total, sign = "") {
  return `${total}${{ x: "×", "/": "÷", "-": "−" }[sign] ?? sign}`;
}

/** @param {number[][]} cage rows and columns of its cells @returns {[number[], number[]][]} ends of each side, x and y */
function outlineOf(cage) {
  /** @type {[number[], number[]][]} */
  const found = [];
  for (const isAcross of [true, false]) {
    const cells = cage.map(([row, col]) => (isAcross ? [row, col] : [col, row])).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const inside = new Set(cells.map(String));
    const has = (/** @type {number} */ line, /** @type {number} */ at) => inside.has(`${line},${at}`);
    for (const side of [-1, 1]) {
      const isOpen = (/** @type {number} */ line, /** @type {number} */ at) => has(line, at) && !has(line + side, at);
      for (const [line, first] of cells) {
        if (!isOpen(line, first) || isOpen(line, first - 1)) continue;
        let last = first;
        while (isOpen(line, last + 1)) last++;
        // Where the outline turns outwards, it reaches into the next cell.
        const start = first + (has(line, first - 1) ? -INSET : INSET);
        const stop = last + 1 + (has(line, last + 1) ? INSET : -INSET);
        const place = line + (side < 0 ? INSET : 1 - INSET);
        found.push(isAcross ? [[start, place], [stop, place]] : [[place, start], [place, stop]]);
      }
    }
  }
  return found;
}

/** @param {Element} layers @param {Size & {margins: Record<Side, number>}} game whose numbers outside get paper */
export function drawMargins(layers, { rows, cols, margins: { left, top, right, bottom } }) {
  if (!(left + top + right + bottom)) return;
  const paper = { x: -left - AIR, y: -top - AIR, width: cols + left + right + 2 * AIR, height: rows + top + bottom + 2 * AIR };
  addSvg(layers, "rect", { class: "paper", ...paper });
}

/**
 * Draws the numbers outside the board, and lines between their lists if the board has fives. Those on
 * the left and above are on strips of paper, which stay in sight when the board is moved.
 * @param {Element} top @param {Size & {extra: Extra, looks: Record<string, any>}} game
 * @returns {{lines: {group: Element, texts: Element[]}[], stick: (spot: import("../types.js").Spot) => void}} the numbers of each
 * line that has some, in the order of `SIDES`, and what moves the strips
 */
export function drawNumbers(top, { rows, cols, extra, looks }) {
  const margins = marginsOf(extra);
  const across = acrossOf(extra);
  /** @type {{at: number, group: Element, texts: Element[]}[]} */
  const lines = [];
  /** @type {Partial<Record<Side, Element>>} */
  const strips = {};
  for (const side of /** @type {Side[]} */ (["right", "bottom", "top", "left"])) {
    if (!margins[side]) continue;
    const isRow = side === "left" || side === "right";
    const isFirst = side === "left" || side === "top";
    const edge = isFirst ? 0 : isRow ? cols : rows;
    const sign = isFirst ? -1 : 1;
    const reach = edge + sign * margins[side];
    const strip = (strips[side] = addSvg(top, "g", {}));
    const place = isFirst ? reach - AIR : edge;
    const depth = margins[side] + AIR;
    addSvg(strip, "rect", { class: "paper", ...(isRow ? { x: place, width: depth, height: rows } : { y: place, width: cols, height: depth }) });
    let guides = "";
    for (let k = 0; looks.fives && k <= (isRow ? rows : cols); k++) {
      guides += isRow ? `M${edge},${k}H${reach}` : `M${k},${edge}V${reach}`;
    }
    addSvg(strip, "path", { class: "cells", d: guides });
    addSvg(strip, "path", { class: "edge", d: isRow ? `M${edge},0v${rows}` : `M0,${edge}h${cols}` });
    extra.sides[side].forEach((numbers, line) => {
      if (!numbers.length) return;
      const group = addSvg(strip, "g", { class: "outside" });
      const outwards = isFirst ? [...numbers].reverse() : numbers;
      const texts = outwards.map((number, k) => {
        const far = edge + sign * (BESIDE + (k + 0.5) * (isRow ? across : DOWN));
        const [x, y] = isRow ? [far, line + 0.5] : [line + 0.5, far];
        return addSvg(group, "text", { class: `number digits-${String(number).length}`, x, y }, String(number));
      });
      lines.push({ at: SIDES.indexOf(side), group, texts: isFirst ? texts.reverse() : texts });
    });
  }
  const corner = addSvg(top, "rect", {
    class: "paper", x: -margins.left - AIR, y: -margins.top - AIR,
    width: margins.left && margins.left + AIR + EDGE, height: margins.top && margins.top + AIR - EDGE,
  });
  const move = (/** @type {Element | undefined} */ strip, /** @type {number} */ x, /** @type {number} */ y) => strip?.setAttribute("transform", `translate(${x},${y})`);
  return {
    lines: lines.sort((a, b) => a.at - b.at),
    stick: ({ x, y }) => (move(strips.left, x, 0), move(strips.top, 0, y), move(corner, x, y)),
  };
}

/**
 * Draws signs between cells: walls, chevrons that point to the smaller number, texts.
 * @param {Element} top @param {Size} size @param {Extra["between"]} between
 */
export function drawSigns(top, { cols }, between) {
  for (const [one, other, sign] of between) {
    const [x0, y0, x1, y1] = [one % cols, Math.floor(one / cols), other % cols, Math.floor(other / cols)];
    const [x, y] = [(x0 + x1 + 1) / 2, (y0 + y1 + 1) / 2];
    const isAcross = y0 === y1;
    if (sign === "|") {
      addSvg(top, "path", { class: "heavy", d: isAcross ? `M${x},${y - 0.5}v1` : `M${x - 0.5},${y}h1` });
      continue;
    }
    addSvg(top, "circle", { class: "plate", cx: x, cy: y, r: 0.15 });
    if (sign === "<" || sign === ">") {
      const r = sign === "<" ? 0.1 : -0.1;
      const d = isAcross ? `M${x + r},${y - 0.1}L${x - r},${y}L${x + r},${y + 0.1}` : `M${x - 0.1},${y + r}L${x},${y - r}L${x + 0.1},${y + r}`;
      addSvg(top, "path", { class: "chevron", d });
    } else addSvg(top, "text", { class: "number sign", x, y }, sign === "x" ? "×" : sign);
  }
}

/**
 * Returns which runs of a line are drawn whole, with nothing open between them and an end of it.
 * @param {import("../types.js").Value[]} line @param {number[]} numbers its runs in order @returns {Set<number>}
 */
export function finishedRuns(line, numbers) {
  /** @type {Set<number>} */
  const done = new Set();
  const scan = (/** @type {unknown[]} */ cells, /** @type {(k: number) => number} */ indexOf) => {
    let [k, run] = [0, 0];
    for (let at = 0; at <= cells.length; at++) {
      if (cells[at] === 0) return;
      if (cells[at] === DRAWN) run++;
      else if (run) {
        if (run !== numbers[indexOf(k)]) return;
        done.add(indexOf(k++));
        run = 0;
      }
    }
  };
  scan(line, (k) => k);
  scan([...line].reverse(), (k) => numbers.length - 1 - k);
  return done;
}
