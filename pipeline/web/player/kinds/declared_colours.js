// Declared kinds whose cells get colours, as in Colour Nonogram: a colour is chosen, then cells are painted.
//
// Slots are cells: 0 open, from 1 on a colour, and the number after the last one crossed out.

import { addSvg, setPath } from "../svg.js";
import { DeclaredCells } from "./declared_cells.js";
import { crossAt } from "./declared_drawing.js";
import { SIDES, lineFrom } from "./declared_extra.js";

/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Message} Message */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("./declared_extra.js").Side} Side */

/** The button of cells that stay empty, and keys for it. */
const EMPTY = "×";
const EMPTY_KEYS = ["0", "X"];
/** Half the height of the hole of a colour, by which it differs from the others, too. */
const HOLE = 0.16;

/** @param {number} colour @param {number} x @param {number} y of a corner @returns {string} a cell of a colour */
function swatchOf(colour, x, y) {
  const high = 2 * HOLE;
  const left = colour === 3 ? x : x + 0.5 - HOLE;
  const wide = colour === 3 ? 1 : high;
  const square = `M${x},${y}h1v1h-1z`;
  if (colour === 1) return square;
  if (colour === 2) return `${square}M${left},${y + 0.5}a${HOLE},${HOLE} 0 1 1 ${high},0a${HOLE},${HOLE} 0 1 1 ${-high},0`;
  return `${square}M${left},${y + 0.5 - HOLE}h${wide}v${high}h${-wide}z`;
}

/** @param {number} colour @returns {Record<string, string>} */
const inkOf = (colour) => ({ fill: `var(--pp-line-${colour - 1})`, "fill-rule": "evenodd", stroke: "none" });

export class DeclaredColours extends DeclaredCells {
  /** @param {Record<string, any>} puzzle @param {import("../types.js").PuzzleRecord} record */
  constructor(puzzle, record) {
    super(puzzle, record);
    this.hasMarks = false;
    this.isTyped = true;
    this.crossed = this.model.zero;
    /** The colours that the board has, from 1 on. */
    this.colours = Array.from({ length: this.model.zero - 1 }, (_, k) => k + 1);
    this.symbols = [...this.colours.map(String), EMPTY];
    this.keys = [...this.symbols, ...EMPTY_KEYS];
    this.chosen = this.symbols[0];
    /** @type {Record<Side, number[][]>} the colours of the runs beside the board */
    this.hues = /** @type {any} */ (Object.fromEntries(SIDES.map((side) => [side, puzzle[`${side}_colours`] ?? []])));
  }

  hasSlot() {
    return true;
  }

  /** @param {number[]} place @param {number} value */
  keyOf(place, value) {
    return `${place[0]}:${value}`;
  }

  /** @param {number} cell */
  slotAt(cell) {
    return cell;
  }

  isFixed() {
    return false;
  }

  canRuleOut() {
    return false;
  }

  begin() {
    return this.clues.map(() => 0);
  }

  /** @param {number} _ @param {Value} value */
  accepts(_, value) {
    return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= this.crossed;
  }

  /** @param {Values} values */
  stateOf(values) {
    const state = this.model.blank();
    this.model.marks.forEach(({ place, value }, variable) => {
      const own = variable && values[place[0]];
      if (own) state[variable] = own === value ? 1 : -1;
    });
    return state;
  }

  /** @param {Values} values @returns {Values} with what is open taken as empty */
  whole(values) {
    return values.map((value) => value || this.crossed);
  }

  /** @param {Values} values */
  check(values) {
    return super.check(this.whole(values));
  }

  /** @param {Values} values @returns {import("../types.js").Progress} lines that are as their numbers say */
  measure(values) {
    const finished = this.finishedLines(values);
    return { done: finished.filter(Boolean).length, total: finished.length };
  }

  /** @param {Values} values */
  finishedLines(values) {
    return super.finishedLines(this.whole(values));
  }

  /** @param {Values} values @param {number[]} slots @param {boolean} isAuto @returns {Change[]} crosses in lines that a colour finishes */
  extend(values, slots, isAuto) {
    if (!isAuto || !slots.some((slot) => Number(values[slot]) % this.crossed)) return [];
    const finished = this.finishedLines(values);
    const cells = new Set(this.own?.flatMap(({ line }, at) => (finished[at] ? line : [])));
    return [...cells].flatMap((cell) => (values[cell] ? [] : [/** @type {Change} */ ([cell, this.crossed])]));
  }

  /** @param {number[]} literals @returns {Change[]} */
  changesOf(literals) {
    return literals.map((literal) => {
      const { place, value } = this.model.marks[Math.abs(literal)];
      return [place[0], value];
    });
  }

  /** Chooses what taps and drags paint. @param {string} symbol @returns {Message} what it is called */
  choose(symbol) {
    this.chosen = EMPTY_KEYS.includes(symbol) ? EMPTY : symbol;
    return { text: this.nameOf(this.painted()) };
  }

  /** @returns {number} the value that is painted */
  painted() {
    return Number(this.chosen) || this.crossed;
  }

  /** @param {number} value @returns {number} that of a cell after a tap: the chosen colour, crossed out, open */
  after(value) {
    const chosen = this.painted();
    if (value === chosen) return chosen === this.crossed ? 0 : this.crossed;
    return value === this.crossed ? 0 : chosen;
  }

  /** @param {Values} values @param {number} cell @returns {Change[]} */
  mark(values, cell) {
    return [[cell, values[cell] === this.crossed ? 0 : this.crossed]];
  }

  /** @param {Value} value @returns {string} its name */
  nameOf(value) {
    return this.model.texts[`digit-${Number(value) % this.crossed}`];
  }

  /** @param {Values} values @param {number} cell @returns {Message[]} */
  describe(values, cell) {
    return [values[cell] ? { text: this.nameOf(values[cell]) } : { key: "board_empty" }];
  }

  /** @param {Values} _ @param {Values} after @param {number[]} slots @returns {Message} */
  announce(_, after, slots) {
    return this.describe(after, slots[0])[0];
  }

  /** @param {Side} side @param {number} line @returns {string} its numbers with their colours */
  wordsBeside(side, line) {
    return this.extra.sides[side][line]?.map((number, k) => `${number} ${this.model.texts[`digit-${this.hues[side][line][k]}`]}`).join(", ");
  }

  /** @param {Side} side @param {number} line */
  coloursBeside(side, line) {
    return this.hues[side][line];
  }

  // Drawing

  /** Shows colours on their buttons. @param {Element[]} buttons in the order of the symbols */
  dress(buttons) {
    for (const colour of this.colours) {
      const button = buttons[colour - 1];
      button.ariaLabel = this.nameOf(colour);
      addSvg(addSvg(button, "svg", { viewBox: "0 0 1 1", "aria-hidden": "true" }), "path", { d: swatchOf(colour, 0, 0), ...inkOf(colour) });
    }
    buttons[this.colours.length].ariaLabel = this.nameOf(this.crossed);
  }

  /** @param {SVGElement} layers @param {SVGElement} top */
  draw(layers, top) {
    super.draw(layers, top);
    /** @type {Element[][]} the paths of each colour: sure and tried */
    this.paths = this.colours.map((colour) => [1, 0.6].map((opacity) => addSvg(layers, "path", { class: "swatch", opacity, ...inkOf(colour) })));
    for (const paths of this.paths) this.drawing?.tried.after(...paths);
  }

  /** @param {Values} values */
  show(values) {
    const drawn = this.colours.map(() => ["", ""]);
    let crosses = "";
    values.forEach((value, cell) => {
      const [x, y] = [cell % this.cols, Math.floor(cell / this.cols)];
      const own = drawn[Number(value) - 1];
      if (value === this.crossed) crosses += crossAt(x + 0.5, y + 0.5);
      else if (own) own[Number(this.isTried(values, cell))] += swatchOf(Number(value), x, y);
    });
    this.paths?.forEach((paths, k) => paths.forEach((path, at) => setPath(path, drawn[k][at])));
    if (this.drawing) setPath(this.drawing.crosses, crosses);
  }

  /** @param {Values} values */
  trails(values) {
    return this.colours.map((colour) => ({ cells: values.flatMap((value, cell) => (value === colour ? [cell] : [])), look: colour - 1 }));
  }
}
