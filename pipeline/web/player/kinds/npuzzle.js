// The sliding puzzle on a page: slot c holds the tile on cell c, 0 for the blank.

import { LETTERS, OPPOSITE, readGrid, stepFrom, straightWay } from "./cells.js";
import { findWay } from "./npuzzle_way.js";
import { addSvg } from "../svg.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").Violation} Violation */

/** Cells of the largest board with hints, steps of one search, and the weights of those that follow it. */
const MOST_CELLS = 16;
const MOST_STEPS = 300_000;
const HASTE = [1.5, 2, 2.5, 3];

export class Npuzzle {
  kind = "npuzzle";
  hasMarks = false;
  hasOutline = false;

  /** @param {Record<string, any>} puzzle a record's puzzle */
  constructor(puzzle) {
    this.rows = puzzle.start?.length ?? 0;
    this.cols = puzzle.start?.[0]?.length ?? 0;
    this.start = readGrid(puzzle.start, this.rows, this.cols, "start");
    this.goal = readGrid(puzzle.goal, this.rows, this.cols, "goal");
    const sorted = (/** @type {number[]} */ grid) => String([...grid].sort((a, b) => a - b));
    const whole = String(this.start.map((_, cell) => cell));
    if (!whole || sorted(this.start) !== whole || sorted(this.goal) !== whole) {
      throw new Error("expected puzzle.start and puzzle.goal to hold every tile and one 0");
    }
    this.isUsual = this.goal.every((tile, cell) => tile === (cell + 1) % this.goal.length);
    /** @type {Map<string, {way: number[], isShortest: boolean}>} the rest of a way that was found, by the position */
    this.ways = new Map();
    this.hint = this.start.length > MOST_CELLS ? undefined : (/** @type {Values} */ values) => this.nextMove(values);
  }

  /**
   * Returns the next move on a shortest way to the goal, or on a good one where the steps are spent.
   * @param {Values} values @param {number} [most] steps @returns {import("../types.js").Hint | null}
   */
  nextMove(values, most = MOST_STEPS) {
    const tiles = values.map(Number);
    const seek = (/** @type {number} */ weight, /** @type {number} */ steps) => findWay(this, tiles, this.goal, weight, steps);
    const known = this.ways.get(String(values));
    const shortest = known?.isShortest ? known.way : seek(1, most);
    let way = shortest ?? known?.way;
    for (const weight of HASTE) way ??= seek(weight, MOST_STEPS) ?? undefined;
    if (!way?.length) return null;
    const [cell] = way;
    const tile = tiles[cell];
    const changes = this.slide(values, cell);
    for (const [at, value] of changes) tiles[at] = Number(value);
    this.ways.set(String(tiles), { way: way.slice(1), isShortest: Boolean(shortest) });
    const count = way.length;
    /** @type {import("../types.js").Message} */
    const message = shortest ? { key: "hint_shortest", values: { tile }, count } : { key: "hint_way", values: { tile, moves: count } };
    return { message, cells: [cell], changes };
  }

  /** @returns {Values} */
  begin() {
    return [...this.start];
  }

  /** @param {number} _ @param {Value} value */
  accepts(_, value) {
    return Number.isInteger(value) && Number(value) >= 0 && Number(value) < this.start.length;
  }

  /** @param {Values} values @returns {Violation[]} */
  check(values) {
    const cells = values.flatMap((tile, cell) => (tile === this.goal[cell] ? [] : [cell]));
    return cells.length ? [{ code: "not-solved", cells }] : [];
  }

  /** @param {Values} values */
  measure(values) {
    const home = values.filter((tile, cell) => tile && tile === this.goal[cell]);
    return { done: home.length, total: values.length - 1 };
  }

  /** @returns {Violation[]} any place can be left again: nothing is ever wrong for good */
  findFaults() {
    return [];
  }

  /** @param {Values} _ @param {number} cell @returns {Hold | null} */
  grab(_, cell) {
    return { cell };
  }

  /**
   * The tiles follow the finger; they are moved when it lifts.
   * @param {Values} values @param {Hold} hold @param {number} _ @param {Spot} spot @returns {Change[]}
   */
  drag(values, hold, _, spot) {
    const blank = values.indexOf(0);
    const way = straightWay(this, hold.cell, blank).slice(0, -1);
    const isAcross = Math.floor(hold.cell / this.cols) === Math.floor(blank / this.cols);
    const sign = Math.sign(blank - hold.cell);
    const far = sign * (isAcross ? spot.x - hold.from.x : spot.y - hold.from.y);
    hold.far = sign * Math.min(Math.max(far, 0), 1);
    hold.moved = way.map((cell) => ({ cell, tile: Number(values[cell]), isAcross }));
    return [];
  }

  /**
   * The end of a swipe: from a tile in line with the blank that tile moves, else the next one.
   * @param {Values} values @param {Hold} hold ``from`` is where it began @param {Spot} spot
   * @returns {Answer}
   */
  drop(values, hold, spot) {
    const [dx, dy] = [spot.x - hold.from.x, spot.y - hold.from.y];
    if (Math.max(Math.abs(dx), Math.abs(dy)) < 0.3) return { changes: [], hold: null };
    const letter = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "R" : "L") : dy > 0 ? "D" : "U";
    const way = straightWay(this, hold.cell, values.indexOf(0));
    const isThatWay = stepFrom(this, hold.cell, letter) === way[1];
    const changes = isThatWay ? this.slide(values, hold.cell) : this.shift(values, letter);
    return { changes, hold: null, cell: changes.length ? this.blankAfter(changes) : undefined };
  }

  /** @param {Values} values @param {Hold | null} _ @param {number} cell @returns {Answer} */
  tap(values, _, cell) {
    return { changes: this.slide(values, cell), hold: null };
  }

  /** @param {Values} values @param {Hold | null} _ @param {string} letter @returns {Answer} */
  nudge(values, _, letter) {
    const changes = this.shift(values, letter);
    return { changes, hold: null, cell: changes.length ? this.blankAfter(changes) : values.indexOf(0) };
  }

  /** @param {Change[]} changes */
  blankAfter(changes) {
    return changes.find(([, tile]) => tile === 0)?.[0];
  }

  /** @param {Values} values @param {string} letter the way a tile goes @returns {Change[]} */
  shift(values, letter) {
    const cell = stepFrom(this, values.indexOf(0), OPPOSITE[letter]);
    return cell < 0 ? [] : this.slide(values, cell);
  }

  /**
   * Slides all tiles from a cell to the blank; nothing if they are not in line.
   * @param {Values} values @param {number} cell @returns {Change[]}
   */
  slide(values, cell) {
    const way = straightWay(this, values.indexOf(0), cell);
    if (way.length < 2) return [];
    return way.map((at, i) => [at, i + 1 < way.length ? values[way[i + 1]] : 0]);
  }

  /** @returns {Change[]} */
  erase() {
    return [];
  }

  /** @returns {Change[]} */
  mark() {
    return [];
  }

  /** What the board has to become. */
  note() {
    return { key: this.isUsual ? "goal_usual" : "goal", values: { goal: this.goalText() } };
  }

  goalText() {
    const rows = [];
    for (let at = 0; at < this.goal.length; at += this.cols) {
      rows.push(this.goal.slice(at, at + this.cols).map((tile) => tile || "·").join(" "));
    }
    return rows.join(" | ");
  }

  /** @param {number[]} slots of a change: all tiles that slid, and the blank */
  lengthOf(slots) {
    return slots.length - 1;
  }

  isClue() {
    return false;
  }

  /** @param {Values} values */
  describer(values) {
    return (/** @type {number} */ cell) => {
      if (!values[cell]) return { key: "blank" };
      const key = values[cell] === this.goal[cell] ? "tile_home" : "tile";
      return { key, values: { tile: values[cell] } };
    };
  }

  /** @param {Values} before @param {Values} after @param {number[]} slots */
  announce(before, after, slots) {
    const blank = after.indexOf(0);
    const was = before.indexOf(0);
    const letter = [...LETTERS].find((to) => straightWay(this, blank, was)[1] === stepFrom(this, blank, to));
    if (!letter) return { key: "tiles_moved", count: slots.length - 1 };
    const tile = before[blank];
    return { key: `moved_${letter}`.toLowerCase(), values: { tile }, count: slots.length - 1 };
  }

  /** @param {HTMLElement} note gets a small picture of a goal that is not the usual one */
  drawGoal(note) {
    if (this.isUsual) return;
    const small = addSvg(note, "svg", { class: "goal", viewBox: `0 0 ${this.cols} ${this.rows}`, "aria-hidden": "true" });
    this.moveTiles(this.drawTiles(/** @type {SVGElement} */ (small)), this.goal, [...this.goal.keys()]);
  }

  /** @param {SVGElement} layers */
  draw(layers) {
    this.tiles = this.drawTiles(layers);
  }

  /** @param {SVGElement} layers @returns {SVGElement[]} the tiles in order */
  drawTiles(layers) {
    addSvg(layers, "rect", { class: "paper tray", width: this.cols, height: this.rows });
    const digits = String(this.start.length - 1).length;
    return this.start.slice(1).map((_, index) => {
      const tile = addSvg(layers, "g", { class: "tile" });
      addSvg(tile, "rect", { x: 0.04, y: 0.04, width: 0.92, height: 0.92, rx: 0.1 });
      addSvg(tile, "text", { class: `number digits-${digits}`, x: 0.5, y: 0.5 }, String(index + 1));
      return /** @type {SVGElement} */ (tile);
    });
  }

  /** @param {Values} values @param {number[]} slots */
  show(values, slots) {
    if (this.tiles) this.moveTiles(this.tiles, values, slots);
  }

  /** @param {SVGElement[]} tiles @param {Values} values @param {number[]} cells */
  moveTiles(tiles, values, cells) {
    for (const cell of cells) {
      const tile = Number(values[cell]);
      if (!tile) continue;
      tiles[tile - 1].style.transform = `translate(${cell % this.cols}px, ${Math.floor(cell / this.cols)}px)`;
      tiles[tile - 1].classList.toggle("home", tile === this.goal[cell]);
    }
  }

  /** @param {Hold | null} hold */
  showHold(hold) {
    const moved = (hold ?? this.shown)?.moved ?? [];
    this.shown = hold;
    for (const { cell, tile, isAcross } of moved) {
      const [x, y] = [cell % this.cols, Math.floor(cell / this.cols)];
      const far = hold?.far ?? 0;
      const style = this.tiles?.[tile - 1].style;
      if (style) Object.assign(style, { transition: hold ? "none" : "", transform: `translate(${x + (isAcross ? far : 0)}px, ${y + (isAcross ? 0 : far)}px)` });
    }
  }

  /** @returns {{cells: number[], look: number}[]} */
  trails() {
    return [];
  }
}
