// The drawing of a declared puzzle: clues by the table of looks, and what is drawn by the family of
// the variables.

import { CROSSED, DRAWN } from "../constraints/literals.js";
import { addSvg, drawGrid, setPath, squares } from "../svg.js";
import { drawMargins, drawStrips } from "./declared_extra.js";
import { rectangle } from "./cells.js";
import { drawGroups, pathOf } from "./primitives.js";

/** @typedef {import("./declared.js").Seen} Seen */
/** A game with what single families add. @typedef {import("./declared.js").Declared & Record<string, any>} Declared */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Values} Values */

const CROSS = 0.1;
/** What a strip has before its numbers: paper and an edge. */
const STRIP = 2;
/** Where symbols are counted left of and above a board. */
const OUTER = [-0.5, -0.19];
/** Size of drawn symbols there, as a share. */
const SMALL = 0.45;
/** @param {number} x @param {number} y @returns {string} a cross about a centre */
export const crossAt = (x, y) => `M${x - CROSS},${y - CROSS}l${2 * CROSS},${2 * CROSS}m${-2 * CROSS},0l${2 * CROSS},${-2 * CROSS}`;

export class DeclaredDrawing {
  /** @param {Declared} game @param {SVGElement} layers @param {SVGElement} top */
  constructor(game, layers, top) {
    this.game = game;
    this.layers = layers;
    const { rows, cols, looks, clues, picture } = game;
    drawMargins(layers, game);
    /** @type {Element | undefined} */
    let paper;
    if (looks.dotted) {
      addSvg(layers, "rect", { class: "paper", width: cols, height: rows });
      let dots = "";
      for (let row = 0; row <= rows; row++) for (let col = 0; col <= cols; col++) dots += `M${col},${row}h0`;
      addSvg(top, "path", { class: "corners", d: dots });
    } else if (looks.parted) {
      addSvg(layers, "rect", { class: "paper", width: cols, height: rows });
      addSvg(layers, "path", { class: "cells", d: squares(game, clues.map((_, cell) => cell), game.inset) });
    } else {
      paper = drawGrid(layers, game, game.holes, looks.open);
    }
    const path = (/** @type {string} */ name) => addSvg(layers, "path", { class: name });
    this.colourRegions(layers, paper);
    this.lit = path("lit");
    this.sides = path("sides");
    this.peers = path("peers");
    this.equal = path("equal");
    const shade = game.isFigure ? "tint stars" : looks.shaded === "lamp" ? "tint lamps" : "tint";
    this.tints = path(shade);
    this.tried = path(`${shade} tried`);
    drawGroups(() => layers, picture.under, cols);
    const stroke = game.isWay ? "drawn way" : "drawn";
    this.lines = path(stroke);
    this.triedLines = path(`${stroke} tried`);
    this.wrong = path(`${stroke} wrong`);
    this.crosses = path("crosses");
    this.clash = path("clash");
    // What hands draw is over the clues, and the strips are over everything.
    const [below, hands] = [addSvg(top, "g", {}), addSvg(top, "g", {})];
    this.outside = drawStrips(top, game);
    /** What is drawn of each clue. */
    const above = addSvg(top, "g", {});
    this.clues = drawGroups(([side] = []) => this.outside.strips[side] ?? (typeof side === "string" ? above : below), picture.over, cols);
    for (const [side, strip] of Object.entries(this.outside.strips)) {
      const share = game.squeezed[side] ?? 1;
      // Type keeps its form, and the middle of its line.
      for (const mark of share < 1 ? [...strip.children].slice(STRIP) : []) {
        const [x, y] = ["x", "y"].map((axis) => (mark.tagName === "text" ? Number(mark.getAttribute(axis)) : 0) * (1 - share));
        const along = x || y ? share : 1;
        mark.setAttribute("transform", side === "left" ? `translate(0,${y})scale(${share},${along})` : `translate(${x},0)scale(${along},${share})`);
      }
    }
    this.texts = clues.map((_, cell) => {
      if (!game.isFilled || game.isGiven(cell)) return null;
      const [x, y] = this.numberPlace(cell);
      return [addSvg(hands, "text", { class: "number own", x, y }), addSvg(hands, "text", { class: "pencil" })];
    });
    this.own = addSvg(hands, "g", {});
    /** How the clues look that are broken or met, by their keys: most stay as they are in a move. @type {Map<string | number, string>} */
    this.judged = new Map();
    /** How often each symbol is still to be written in a line, under the symbols themselves. @type {Element[][]} */
    this.left = (game.quotas ?? []).map((/** @type {import("./declared_cells.js").Quota} */ { isRow, line }) =>
      OUTER.map((place) => addSvg(this.outside.strips[isRow ? "left" : "top"], "text", { class: "quota", ...(isRow ? { x: place, y: line + 0.5 } : { x: line + 0.5, y: place }) })));
    if (this.left.length) OUTER.forEach((place, at) => {
      const outline = looks.outlines?.[at].map((/** @type {number} */ part) => part * SMALL);
      if (outline) addSvg(above, "path", { class: "quota", d: `${pathOf(outline, [place, place])}z` });
      else addSvg(above, "text", { class: "quota", x: place, y: place }, game.symbolOf(at ? DRAWN : CROSSED));
    });
    /** @type {Record<number, Element>} */
    this.symbols = {};
    this.tip = addSvg(hands, "path", { class: "tip chosen", hidden: "" });
    this.size = addSvg(hands, "text", { class: "number area" });
  }

  /** @param {number} cell @returns {[x: number, y: number]} */
  centre(cell) {
    return [(cell % this.game.cols) + 0.5, Math.floor(cell / this.game.cols) + 0.5];
  }

  /** @param {number} cell @returns {[x: number, y: number]} the middle of its number: lower under totals */
  numberPlace(cell) {
    const [x, y] = this.centre(cell);
    return [x, this.game.extra.cages.length ? y + ("dominoes" in this.game ? 0.03 : 0.09) : y];
  }

  /** Fills regions with their colours, which records have. @param {SVGElement} layers @param {Element} [paper] that of the board */
  colourRegions(layers, paper) {
    const { game } = this;
    for (const hue of new Set(game.picture.hues)) {
      const cells = game.regions.flatMap((region, cell) => (game.picture.hues?.[region] === hue ? [cell] : []));
      paper?.after(addSvg(layers, "path", { class: `hue-${Number(hue)}`, d: squares(game, cells) }));
    }
  }

  /** @param {Values} values @param {number[]} slots */
  show(values, slots) {
    const { game } = this;
    if (game.digits) {
      for (const slot of slots) this.showNumber(values, slot % game.clues.length);
      return;
    }
    if (game.isFilled) {
      for (const slot of slots) game.showSymbol(this, game.model.marks[slot + 1].place[0], Number(values[slot]), game.isTried(values, slot));
      return;
    }
    const [sure, tried] = [{ tint: "", line: "", cross: "" }, { tint: "", line: "", cross: "" }];
    game.model.marks.forEach((mark, variable) => {
      const value = variable && values[variable - 1];
      if (!value || mark.value > 1) return;
      const drawn = game.isTried(values, variable - 1) ? tried : sure;
      if (mark.family === "cells") this.addCell(drawn, mark.place[0], Number(value));
      else this.addLine(drawn, mark.place, mark.family === "borders", Number(value));
    });
    setPath(this.tints, sure.tint);
    setPath(this.tried, tried.tint);
    setPath(this.lines, sure.line);
    setPath(this.triedLines, tried.line);
    setPath(this.crosses, sure.cross + tried.cross);
  }

  /**
   * Shows what is broken and what is met.
   * @param {Seen} seen @param {boolean[]} finished lines with numbers outside @param {Values} values
   */
  judge(seen, finished, values) {
    const { game } = this;
    setPath(this.lit, squares(game, [...seen.lit]));
    setPath(this.clash, squares(game, [...seen.cells], 0.05 + game.inset));
    const wrong = { tint: "", line: "", cross: "" };
    for (const variable of seen.lines) {
      const { family, place } = game.model.marks[variable];
      this.addLine(wrong, place, family === "borders", DRAWN);
    }
    setPath(this.wrong, wrong.line);
    /** @type {Map<string | number, number>} */
    const lines = new Map(game.own?.map(({ key }, k) => [key, k]));
    for (const [key, own] of this.clues) {
      const line = lines.get(key);
      const isBroken = line !== undefined ? seen.outside[line] : typeof key === "string" ? seen.cages.has(key) : seen.clues.has(key) || (game.isFilled && seen.cells.has(key));
      const isMet = line !== undefined ? finished[line] : !isBroken && (typeof key === "string" ? key.split(",").every((at) => values[Number(at)]) : seen.met.has(key));
      const look = `${isBroken},${isMet}`;
      if (this.judged.get(key) === look) continue;
      this.judged.set(key, look);
      for (const { classList } of own) {
        classList.toggle("broken", isBroken);
        classList.toggle(line === undefined ? "met" : "done", isMet && !game.isDivided); // a colour says it of an area
      }
    }
    this.texts.forEach((texts, cell) => [texts?.[0], this.symbols[cell]].forEach((mark) => mark?.classList.toggle("broken", seen.cells.has(cell))));
    this.left.forEach((texts, at) => game.leftIn(values, at).forEach((/** @type {number} */ left, /** @type {number} */ k) => {
      texts[k].textContent = String(Math.max(left, 0));
      texts[k].classList.toggle("broken", left < 0);
    }));
    if (game.isLoop) setPath(this.sides, squares(game, [...game.sidesOf(values)].flatMap(([cell, isInside]) => (isInside ? [cell] : []))));
    if (game.isDivided) game.colourAreas(this, values, seen.met);
    if (game.looks.fives) game.showRuns(this, values);
  }

  /** @param {{peers: number[], equal: number[]}} linked cells that are highlighted with the focused one */
  showFocus({ peers, equal }) {
    setPath(this.peers, squares(this.game, peers, this.game.inset));
    setPath(this.equal, squares(this.game, equal, this.game.inset));
  }

  /** @param {{tint: string, line: string, cross: string}} drawn @param {number} cell @param {number} value */
  addCell(drawn, cell, value) {
    const [x, y] = this.centre(cell);
    // Round a number, so that it stays to be read.
    const r = this.game.isClue(cell) ? 0.38 : 0.06;
    if (value === CROSSED && this.game.looks.fives) drawn.cross += crossAt(x, y);
    else if (value === CROSSED) drawn.cross += `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0`;
    else if (this.game.isFigure) drawn.tint += `${pathOf(this.game.looks.corners, [x, y])}z`;
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
    else drawn.cross += crossAt(x, y);
  }

  /** @param {Values} values @param {number} cell */
  showNumber(values, cell) {
    const { game } = this;
    const texts = this.texts[cell];
    if (!texts) return;
    const number = Number(values[cell]);
    texts[0].textContent = number ? game.wordOf(number) : "";
    texts[0].classList.toggle("tried", game.isTried(values, cell));
    texts[1].textContent = "";
    /** @type {number[][]} */
    const [notes, centre] = number ? [[], []] : game.notesIn(values, cell);
    // Below the total of a cage.
    const start = game.extra.cages.length ? 0.3 : 0.08;
    const write = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text, look = {}) =>
      addSvg(texts[1], "tspan", { x: (cell % game.cols) + 0.08 + 0.84 * x, y: Math.floor(cell / game.cols) + start + (0.92 - start) * y, ...look }, text);
    // Each note has its place in a square; with notes in the centre all are round those, from the first corner on.
    const wide = Math.ceil(Math.sqrt(game.digits));
    const high = Math.ceil(game.digits / wide);
    const between = (/** @type {number} */ part) => Math.min(Math.max(part, 0.14), 0.86);
    notes.forEach((note, at) => {
      const turn = (4 * at) / Math.max(notes.length, 4);
      if (centre.length) write(between(1.5 - Math.abs(turn - 1.5)), between(1.5 - Math.abs(turn - 2.5)), game.wordOf(note));
      else write((((note - 1) % wide) + 0.5) / wide, (Math.floor((note - 1) / wide) + 0.5) / high, game.wordOf(note));
    });
    const text = centre.map((note) => game.wordOf(note)).join(game.digits > 9 ? " " : "");
    if (text) write(0.5, 0.5, text, { class: "centre", "font-size": Math.min(0.24, 1.4 / text.length) });
  }

  /** @param {Hold | null} hold */
  showHold(hold) {
    const { game } = this;
    const isChosen = hold && (hold.isRectangle || hold.paint === undefined);
    this.tip.toggleAttribute("hidden", !isChosen);
    this.size.textContent = String(hold?.length ?? "");
    if (!hold) return;
    const cells = hold.isRectangle ? [...rectangle(game, hold.first, hold.cell)] : (hold.cells ?? [hold.cell]);
    const [first, last] = [cells[0], cells[cells.length - 1]];
    const [x, y] = [first % game.cols, Math.floor(first / game.cols)];
    const [width, height] = [(last % game.cols) - x + 1, Math.floor(last / game.cols) - y + 1];
    setPath(this.tip, squares(game, cells, game.inset));
    if (hold.isRectangle) this.size.textContent = String(cells.length);
    this.size.setAttribute("x", String(x + width / 2));
    // Of a line above the finger.
    this.size.setAttribute("y", String(y + height / 2 - Number(hold.length > 0)));
  }
}
