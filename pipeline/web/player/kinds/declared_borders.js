// Declared kinds that draw borders between corners of cells: loops along the grid, and divisions.

import { DRAWN } from "../constraints/literals.js";
import { addSvg, setPath, squares } from "../svg.js";
import { LETTERS, cellsUnder, nearestCell, neighboursOf, rectangle, stepFrom } from "./cells.js";
import { DeclaredSides } from "./declared_sides.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("./declared_drawing.js").DeclaredDrawing} Drawing */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Values} Values */

/** How far outside the board, in cells, a touch means a line on its edge. */
const RIM = 0.35;
/** How near to a corner a drag begins that draws borders and no rectangle. */
const NEAR = 0.22;
/** Colours of regions that player.css has. */
const HUES = 10;

export class DeclaredBorders extends DeclaredSides {
  rim = RIM;
  /** The colours of rectangles that are right, by their clues. @type {Map<number, number>} */
  hues = new Map();
  /** What is drawn in each colour. @type {Element[] | undefined} */
  paints = undefined;

  /** @param {Record<string, any>} puzzle @param {import("../types.js").PuzzleRecord} record */
  constructor(puzzle, record) {
    super(puzzle, record);
    /** Whether parts are chosen from shapes, so that a drag from cell to cell draws one. */
    this.isDivided = this.model.globals.some(({ type }) => type === "choice");
    this.rim = this.isDivided ? 0 : RIM;
    this.isLoop = this.model.globals.some(({ type }) => type === "loop");
  }

  /** @param {number} cell @param {string} letter the slot of the border on that side of a cell, or -1 */
  slotBeside(cell, letter) {
    const corner = Math.floor(cell / this.cols) * (this.cols + 1) + (cell % this.cols);
    const below = corner + this.cols + 1;
    const ends = { U: [corner, corner + 1], D: [below, below + 1], L: [corner, below], R: [corner + 1, below + 1] };
    return this.slotAt(...ends[/** @type {"U"} */ (letter)]);
  }

  /** @param {number[]} place */
  cellsOfMark([corner]) {
    const wide = this.cols + 1;
    return [Math.min(Math.floor(corner / wide), this.rows - 1) * this.cols + Math.min(corner % wide, this.cols - 1)];
  }

  /** @param {Values} _ @param {number} cell @returns {Hold | null} */
  grab(_, cell) {
    return { cell, first: cell, paint: null, trail: [] };
  }

  /**
   * Draws borders from corner to corner, or erases where it began on one; back along its own way it
   * erases. On a board that is divided, a drag from within a cell spans a rectangle.
   * @param {Values} values @param {Hold} hold @param {number} cell @param {Spot} spot @returns {Change[]}
   */
  drag(values, hold, cell, spot) {
    const from = hold.from ?? spot;
    hold.isRectangle ??= this.isDivided && Math.hypot(from.x - Math.round(from.x), from.y - Math.round(from.y)) > NEAR;
    hold.cell = cell;
    if (hold.isRectangle) return [];
    const way = cellsUnder({ rows: this.rows + 1, cols: this.cols + 1 }, fromCorner(hold.spot ?? from), fromCorner(spot));
    hold.spot = spot;
    /** @type {Change[]} */
    const changes = [];
    way.slice(1).forEach((at, k) => {
      const slot = this.slotAt(way[k], at);
      if (slot < 0) return;
      hold.paint ??= values[slot] === DRAWN ? 0 : DRAWN;
      const isBack = hold.paint === DRAWN && hold.trail.at(-1) === slot;
      if (isBack) hold.trail.pop();
      else hold.trail.push(slot);
      changes.push([slot, isBack ? 0 : hold.paint]);
    });
    return changes;
  }

  /**
   * Ends a drag: a rectangle is drawn, and one that never came to another corner means the line
   * beside it, as a tap does.
   * @param {Values} values @param {Hold} hold @param {Spot} spot @returns {Answer}
   */
  drop(values, hold, spot) {
    if (hold.isRectangle) return { changes: this.enclose(values, rectangle(this, hold.first, hold.cell)), hold: null };
    const from = hold.from ?? spot;
    if (hold.paint !== null) return { changes: [], hold: null };
    const middle = { x: (from.x + spot.x) / 2, y: (from.y + spot.y) / 2 };
    return this.tap(values, null, nearestCell(this, middle), middle);
  }

  /**
   * Draws the outline of an area and takes away what was drawn inside, with the ends of borders that
   * are left over.
   * @param {Values} values @param {Set<number>} area @returns {Change[]}
   */
  enclose(values, area) {
    const now = [...values];
    for (const cell of area) {
      for (const letter of LETTERS) {
        const slot = this.slotBeside(cell, letter);
        if (slot < 0) continue;
        const isEdge = !area.has(stepFrom(this, cell, letter));
        now[slot] = isEdge ? DRAWN : now[slot] === DRAWN ? 0 : now[slot];
      }
    }
    this.prune(now);
    return now.flatMap((value, slot) => (value === values[slot] ? [] : [/** @type {Change} */ ([slot, value])]));
  }

  /**
   * @param {Values} values @param {Hold | null} hold @param {number} cell @param {Spot} spot @param {boolean} [isKey]
   * @returns {Answer} of a rectangle it is taken away
   */
  tap(values, hold, cell, spot, isKey) {
    const isInside = this.isDivided && !isKey && [spot.x, spot.y].every((at) => Math.abs(at - Math.round(at)) > NEAR);
    const changes = isInside ? this.open(values, cell) : [];
    return changes.length ? { changes, hold: null } : super.tap(values, hold, cell, spot);
  }

  /** @param {Values} values @param {number} cell @returns {Change[]} */
  erase(values, cell) {
    const changes = this.isDivided ? this.open(values, cell) : [];
    return changes.length ? changes : super.erase(values, cell);
  }

  /**
   * Takes the rectangle of a cell away, but for sides that it shares with others with a number.
   * @param {Values} values @param {number} cell @returns {Change[]}
   */
  open(values, cell) {
    const area = this.areaOf(values, cell);
    const isWhole = (/** @type {Set<number>} */ cells) => {
      const all = rectangle(this, Math.min(...cells), Math.max(...cells));
      return all.size === cells.size && [...all].every((at) => cells.has(at));
    };
    const isOther = (/** @type {Set<number>} */ cells) => isWhole(cells) && [...cells].filter((at) => this.isClue(at)).length === 1;
    if (!isWhole(area)) return [];
    return [...area].flatMap((at) => [...LETTERS].flatMap((letter) => {
      const [slot, next] = [this.slotBeside(at, letter), stepFrom(this, at, letter)];
      const isEdge = slot >= 0 && next >= 0 && !area.has(next) && values[slot] === DRAWN;
      return isEdge && !isOther(this.areaOf(values, next)) ? [/** @type {Change} */ ([slot, 0])] : [];
    }));
  }

  /**
   * Fills rectangles that are right, each in another colour than those beside it, which it keeps.
   * @param {Drawing} drawing @param {Values} values @param {Set<number>} met their clues
   */
  colourAreas({ layers }, values, met) {
    const { hues } = this;
    this.paints ??= Array.from({ length: HUES }, (_, hue) => {
      const path = addSvg(layers, "path", { class: `hue-${hue}` });
      layers.querySelector(".paper")?.after(path);
      return path;
    });
    const areas = [...met].map((clue) => /** @type {[number, number[]]} */ ([clue, [...this.areaOf(values, clue)]]));
    const owners = new Map(areas.flatMap(([clue, cells]) => cells.map((cell) => [cell, clue])));
    for (const clue of hues.keys()) if (!met.has(clue)) hues.delete(clue);
    for (const [clue, cells] of areas) {
      if (hues.has(clue)) continue;
      const taken = new Set(cells.flatMap((cell) => neighboursOf(this, cell).map((at) => hues.get(owners.get(at) ?? -1))));
      hues.set(clue, this.paints.map((_, hue) => (hue + clue) % HUES).find((hue) => !taken.has(hue)) ?? 0);
    }
    this.paints.forEach((path, hue) => setPath(path, squares(this, areas.flatMap(([clue, cells]) => (hues.get(clue) === hue ? cells : [])))));
  }

  /** Takes away borders that end in the open. @param {Values} values */
  prune(values) {
    for (let isMore = true; isMore; ) {
      /** @type {Map<number, number[]>} */
      const at = new Map();
      this.model.marks.forEach(({ place }, variable) => {
        if (variable && values[variable - 1] === DRAWN) for (const corner of place) at.set(corner, [...(at.get(corner) ?? []), variable - 1]);
      });
      const isInside = (/** @type {number} */ corner) => {
        const [row, col] = [Math.floor(corner / (this.cols + 1)), corner % (this.cols + 1)];
        return row > 0 && row < this.rows && col > 0 && col < this.cols;
      };
      const ends = [...at].filter(([corner, slots]) => slots.length === 1 && isInside(corner));
      for (const [, [slot]] of ends) values[slot] = 0;
      isMore = ends.length > 0;
    }
  }

  /** @param {Values} values @param {number} cell @returns {Set<number>} all that no drawn border parts from it */
  areaOf(values, cell) {
    const area = new Set([cell]);
    for (const at of area) {
      for (const letter of LETTERS) {
        const slot = this.slotBeside(at, letter);
        if (slot >= 0 && values[slot] !== DRAWN) area.add(stepFrom(this, at, letter));
      }
    }
    return area;
  }

  /**
   * Returns the cells known to be inside of a loop and those outside, from what is drawn and crossed:
   * across a border they differ, across a cross they do not, and beyond the board is outside.
   * @param {Values} values @returns {Map<number, boolean>} whether each is inside
   */
  sidesOf(values) {
    const size = { rows: this.rows, cols: this.cols };
    /** @type {Map<number, boolean>} */
    const known = new Map();
    for (let cell = 0; cell < this.rows * this.cols; cell++) {
      for (const letter of LETTERS) {
        const value = values[this.slotBeside(cell, letter)];
        if (value && stepFrom(size, cell, letter) < 0) known.set(cell, value === DRAWN);
      }
    }
    for (const [cell, isInside] of known) {
      for (const letter of LETTERS) {
        const [value, next] = [values[this.slotBeside(cell, letter)], stepFrom(size, cell, letter)];
        if (value && next >= 0 && !known.has(next)) known.set(next, isInside !== (value === DRAWN));
      }
    }
    return known;
  }
}

/** @param {Spot} spot @returns {Spot} in cells of the corners */
const fromCorner = ({ x, y }) => ({ x: x + 0.5, y: y + 0.5 });
