// The drawing of a declared puzzle: clues by the table of looks, and what is drawn by the family of
// the variables.

import { CROSSED, DRAWN } from "../constraints/literals.js";
import { addSvg, drawGrid } from "../svg.js";
import { drawCages, drawMargins, drawNumbers, drawSigns } from "./declared_extra.js";

/** @typedef {import("./declared.js").Declared} Declared */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Values} Values */

const CROSS = 0.1;
/** A star about its centre. */
const STAR = Array.from({ length: 10 }, (_, k) => {
  const [r, turn] = [k % 2 ? 0.17 : 0.38, (k * Math.PI) / 5];
  return [r * Math.sin(turn), -r * Math.cos(turn)];
});

/** @type {Record<string, number[][]>} what is drawn about the centre of a cell, as on paper */
const FIGURES = {
  star: STAR,
  tent: [[0, -0.33], [0.4, 0.33], [0.14, 0.33], [0, 0.1], [-0.14, 0.33], [-0.4, 0.33]],
  tree: [[0, -0.4], [0.22, -0.08], [0.12, -0.08], [0.32, 0.24], [0.07, 0.24], [0.07, 0.4], [-0.07, 0.4], [-0.07, 0.24], [-0.32, 0.24], [-0.12, -0.08], [-0.22, -0.08]],
};

/** @param {string} name @param {number} x @param {number} y @returns {string} its path about a centre */
const figure = (name, x, y) => `M${FIGURES[name].map(([dx, dy]) => [x + dx, y + dy]).join("L")}z`;

export class DeclaredDrawing {
  /** @param {Declared} game @param {SVGElement} layers @param {SVGElement} top */
  constructor(game, layers, top) {
    this.game = game;
    const { rows, cols, looks, clues } = game;
    const walls = clues.flatMap((clue, cell) => (clue !== looks.empty && game.signOf(clue)[0] === "wall" ? [cell] : []));
    drawMargins(layers, game);
    if (looks.dotted) {
      addSvg(layers, "rect", { class: "paper", width: cols, height: rows });
      let dots = "";
      for (let row = 0; row <= rows; row++) for (let col = 0; col <= cols; col++) dots += `M${col},${row}h0`;
      addSvg(top, "path", { class: "corners", d: dots });
    } else {
      drawGrid(layers, game);
    }
    /** @type {Element[]} */
    this.items = [];
    this.tints = addSvg(layers, "path", { class: "tint" });
    const squares = walls.map((at) => `M${at % cols},${Math.floor(at / cols)}h1v1h-1z`);
    if (squares.length) addSvg(layers, "path", { class: "wall", d: squares.join("") });
    this.lines = addSvg(layers, "path", { class: "drawn" });
    this.crosses = addSvg(layers, "path", { class: "crosses" });
    drawCages(layers, top, game, game.extra.cages);
    if (looks.fives) addSvg(top, "path", { class: "heavy", d: this.fifthLines() });
    drawSigns(top, game, game.extra.between);
    if (game.regions.length) addSvg(top, "path", { class: "heavy", d: this.regionBorders() });
    const diagonals = looks.diagonals && looks.diagonals === game.rule;
    if (diagonals) addSvg(layers, "path", { class: "cells", d: `M0,0L${cols},${rows}M${cols},0L0,${rows}` });
    clues.forEach((clue, cell) => {
      if (clue !== looks.empty) this.drawClue(top, clue, cell);
    });
    this.texts = clues.map((_, cell) => {
      if (!(game.isNumbers || game.isWritten) || game.isGiven(cell)) return null;
      const [x, y] = this.numberPlace(cell);
      return [addSvg(top, "text", { class: "number own", x, y }), addSvg(top, "text", { class: "pencil" })];
    });
    this.own = addSvg(top, "g", {});
    /** @type {Record<number, Element>} */
    this.circles = {};
    this.tip = addSvg(top, "rect", { class: "tip chosen", width: 1, height: 1, hidden: "" });
    this.outside = drawNumbers(top, game);
  }

  /** @param {number} cell @returns {[x: number, y: number]} */
  centre(cell) {
    return [(cell % this.game.cols) + 0.5, Math.floor(cell / this.game.cols) + 0.5];
  }

  /** @param {number} cell @returns {[x: number, y: number]} the middle of its number: lower under totals */
  numberPlace(cell) {
    const [x, y] = this.centre(cell);
    return [x, this.game.extra.cages.length ? y + 0.09 : y];
  }

  /** @param {SVGElement} top @param {number} clue @param {number} cell */
  drawClue(top, clue, cell) {
    const [shape, isNumber] = this.game.signOf(clue);
    const [x, y] = this.centre(cell);
    if (shape === "white" || shape === "black") addSvg(top, "circle", { class: `pearl ${shape}`, cx: x, cy: y, r: 0.36 });
    if (shape === "tree") addSvg(top, "path", { class: "tree", d: figure("tree", x, y) });
    const isLight = shape === "black" || shape === "wall";
    const word = this.game.looks.symbols?.[clue] ?? String(clue);
    const [, below] = this.numberPlace(cell);
    if (isNumber) addSvg(top, "text", { class: `number digits-${word.length}${isLight ? " light" : ""}`, x, y: below }, word);
  }

  fifthLines() {
    const { rows, cols } = this.game;
    let data = "";
    for (let row = 5; row < rows; row += 5) data += `M0,${row}h${cols}`;
    for (let col = 5; col < cols; col += 5) data += `M${col},0v${rows}`;
    return data;
  }

  regionBorders() {
    const { rows, cols, regions } = this.game;
    let data = "";
    for (let cell = 0; cell < rows * cols; cell++) {
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      if (col + 1 < cols && regions[cell] !== regions[cell + 1]) data += `M${col + 1},${row}v1`;
      if (row + 1 < rows && regions[cell] !== regions[cell + cols]) data += `M${col},${row + 1}h1`;
    }
    return data;
  }

  /** @param {Values} values @param {number[]} slots */
  show(values, slots) {
    const { game } = this;
    if (game.isNumbers) {
      for (const slot of slots) this.showNumber(values, slot % game.clues.length);
      return;
    }
    game.finishedLines(values).forEach((isFinished, k) => this.outside.lines[k].classList.toggle("done", isFinished));
    if (game.isWritten) {
      for (const slot of slots) this.showSymbol(game.model.marks[slot + 1].place[0], Number(values[slot]));
      return;
    }
    const drawn = { tint: "", line: "", cross: "" };
    game.model.marks.forEach((mark, variable) => {
      const value = variable && values[variable - 1];
      if (!value || mark.value > 1) return;
      if (mark.family === "cells") this.addCell(drawn, mark.place[0], Number(value));
      else this.addLine(drawn, mark.place, mark.family === "borders", Number(value));
    });
    this.tints.setAttribute("d", drawn.tint);
    this.tints.classList.toggle("lamps", game.looks.shaded === "lamp");
    this.tints.classList.toggle("stars", game.isFigure);
    this.lines.setAttribute("d", drawn.line);
    this.crosses.setAttribute("d", drawn.cross);
  }

  /** @param {{tint: string, line: string, cross: string}} drawn @param {number} cell @param {number} value */
  addCell(drawn, cell, value) {
    const [x, y] = this.centre(cell);
    // Round a number, so that it stays to be read.
    const r = this.game.isClue(cell) ? 0.38 : 0.06;
    if (value === CROSSED) drawn.cross += `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0`;
    else if (this.game.isFigure) drawn.tint += figure(this.game.looks.shaded, x, y);
    else if (this.game.looks.shaded === "lamp") drawn.tint += `M${x - 0.32},${y}a.32,.32 0 1 0 .64,0a.32,.32 0 1 0 -.64,0`;
    else drawn.tint += `M${x - 0.5},${y - 0.5}h1v1h-1z`;
  }

  /**
   * @param {{line: string, cross: string}} drawn @param {number[]} place @param {boolean} isBorder
   * @param {number} value
   */
  addLine(drawn, place, isBorder, value) {
    const wide = this.game.cols + (isBorder ? 1 : 0);
    const shift = isBorder ? 0 : 0.5;
    const [[x0, y0], [x1, y1]] = place.map((at) => [(at % wide) + shift, Math.floor(at / wide) + shift]);
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    if (value === DRAWN) drawn.line += `M${x0},${y0}L${x1},${y1}`;
    else drawn.cross += `M${x - CROSS},${y - CROSS}l${2 * CROSS},${2 * CROSS}m${-2 * CROSS},0l${2 * CROSS},${-2 * CROSS}`;
  }

  /** @param {number} cell @param {number} value */
  showSymbol(cell, value) {
    const text = this.texts[cell]?.[0];
    if (!text) return;
    const symbol = value ? this.game.looks.symbols[value === CROSSED ? 0 : 1] : "";
    const isCircle = symbol === "white" || symbol === "black";
    const [cx, cy] = this.centre(cell);
    text.textContent = isCircle ? "" : symbol;
    this.circles[cell]?.remove();
    if (isCircle) this.circles[cell] = addSvg(this.own, "circle", { class: `pearl own ${symbol}`, cx, cy, r: 0.25 });
  }

  /** @param {Values} values @param {number} cell */
  showNumber(values, cell) {
    const texts = this.texts[cell];
    if (!texts) return;
    const { clues, digits } = this.game;
    const number = Number(values[cell]);
    const marks = Number(values[clues.length + cell]);
    const candidates = Array.from({ length: digits }, (_, k) => k + 1).filter((k) => marks & (1 << k));
    texts[0].textContent = number ? String(number) : "";
    // Each candidate has its place: in a square, below the total of a cage.
    const wide = Math.ceil(Math.sqrt(digits));
    const start = this.game.extra.cages.length ? 0.3 : 0.08;
    const step = [0.84 / wide, (0.92 - start) / Math.ceil(digits / wide)];
    const [left, top] = [(cell % this.game.cols) + 0.08, Math.floor(cell / this.game.cols) + start];
    texts[1].textContent = "";
    for (const k of number ? [] : candidates) {
      const [row, col] = [Math.floor((k - 1) / wide), (k - 1) % wide];
      addSvg(texts[1], "tspan", { x: left + (col + 0.5) * step[0], y: top + (row + 0.5) * step[1] }, String(k));
    }
  }

  /** @param {Hold | null} hold */
  showHold(hold) {
    const isChosen = hold && hold.paint === undefined;
    this.tip.toggleAttribute("hidden", !isChosen);
    if (!isChosen) return;
    this.tip.setAttribute("x", String(hold.cell % this.game.cols));
    this.tip.setAttribute("y", String(Math.floor(hold.cell / this.game.cols)));
  }
}
