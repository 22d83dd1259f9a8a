// Declared kinds in which words are found in letters: a stroke from the first letter to the last.

import { DRAWN } from "../constraints/literals.js";
import { setPath, squares } from "../svg.js";
import { Declared } from "./declared.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {import("../types.js").Message} Message */
/** @typedef {import("../types.js").Size} Size */
/** @typedef {import("../types.js").Values} Values */

export class DeclaredStrokes extends Declared {
  hasMarks = false;

  /** @param {Record<string, any>} puzzle @param {import("../types.js").PuzzleRecord} record */
  constructor(puzzle, record) {
    super(puzzle, record);
    /** @type {string[]} */
    this.words = [...puzzle.words].sort();
    /** @type {number[]} how many letters each word of a hidden message has */
    this.message = puzzle.message ?? [];
    /** The word of each slot in which one can be read, and its cells. @type {Map<number, {word: string, cells: number[]}>} */
    this.strokes = new Map();
    this.model.marks.forEach(({ place: [first, last] }, variable) => {
      const way = variable ? cellsBetween(this, first, last) : [];
      for (const cells of [way, [...way].reverse()]) {
        const word = cells.map((cell) => this.letterAt(cell)).join("");
        if (this.words.includes(word)) this.strokes.set(variable - 1, { word, cells });
      }
    });
  }

  /** @param {number} cell */
  letterAt(cell) {
    return this.looks.letters[this.clues[cell] - 1];
  }

  isClue() {
    return false;
  }

  /** @param {Values} values @returns {Set<string>} the words that are found */
  foundIn(values) {
    return new Set([...this.strokes].flatMap(([slot, { word }]) => (values[slot] === DRAWN ? [word] : [])));
  }

  /** @param {Values} values @returns {number[]} the cells of a hidden message, when all words are found */
  messageCells(values) {
    const length = this.message.reduce((sum, one) => sum + one, 0);
    if (!length || this.foundIn(values).size < this.words.length) return [];
    const taken = new Set([...this.strokes].flatMap(([slot, { cells }]) => (values[slot] === DRAWN ? cells : [])));
    return this.clues.flatMap((_, cell) => (taken.has(cell) ? [] : [cell])).slice(0, length);
  }

  /** @param {Values} values @returns {string} a hidden message, "" before all words are found */
  readMessage(values) {
    const letters = this.messageCells(values).map((cell) => this.letterAt(cell));
    return letters.length ? this.message.map((length) => letters.splice(0, length).join("")).join(" ") : "";
  }

  /** @param {Values} values */
  measure(values) {
    return { done: this.foundIn(values).size, total: this.words.length };
  }

  /** @returns {Change[]} nothing follows of itself */
  extend() {
    return [];
  }

  /** @returns {boolean} nobody draws where a word is not */
  canRuleOut() {
    return false;
  }

  /** @param {Values} values @returns {Hint | null} where a word begins that is not found */
  hint(values) {
    const hint = super.hint(values);
    const stroke = this.strokes.get(hint?.changes?.[0]?.[0] ?? -1);
    if (!hint || !stroke) return hint;
    const cells = stroke.cells.slice(0, 1);
    return { ...hint, message: { key: "hint_why", values: { reason: `${stroke.word} ${this.model.texts.begins}.` }, cells }, cells, targets: cells };
  }

  // Hands

  /** @param {Values} _ @param {number} cell @returns {Hold | null} */
  grab(_, cell) {
    return { cell, first: cell, cells: [cell] };
  }

  /** Chooses the letters from the first one to that under the finger. @param {Values} _ @param {Hold} hold @param {number} cell @returns {Change[]} */
  drag(_, hold, cell) {
    hold.cells = straightTo(this, hold.first, cell);
    hold.cell = hold.cells[hold.cells.length - 1];
    return [];
  }

  /** @param {Values} values @param {Hold} hold @returns {Answer} */
  drop(values, hold) {
    return hold.cells.length > 1 ? this.take(values, hold.cells) : { changes: [], hold: null };
  }

  /**
   * A tap takes the first letter of a word, and the next one marks all up to the last.
   * @param {Values} values @param {Hold | null} hold @param {number} cell @returns {Answer}
   */
  tap(values, hold, cell) {
    const first = hold?.first ?? cell;
    if (!hold) return { changes: [], hold: { cell, first: cell, cells: [cell] } };
    if (first === cell) return { changes: [], hold: null };
    const cells = cellsBetween(this, first, cell);
    return cells.length ? this.take(values, cells) : { changes: [], hold: { cell, first: cell, cells: [cell] } };
  }

  /** Marks a word, or one that is marked no more. @param {Values} values @param {number[]} cells @returns {Answer} */
  take(values, cells) {
    const slot = this.slotAt(cells[0], cells[cells.length - 1]);
    if (this.strokes.has(slot)) return { changes: [[slot, values[slot] === DRAWN ? 0 : DRAWN]], hold: null };
    const word = cells.map((cell) => this.letterAt(cell)).join("");
    return { changes: [], hold: null, message: { text: `${word} ${this.model.texts.unknown}.` } };
  }

  /** @returns {Answer | null} arrows only move */
  nudge() {
    return null;
  }

  /** @param {number} cell @returns {number[]} the strokes through a cell */
  slotsOf(cell) {
    return [...this.strokes].flatMap(([slot, { cells }]) => (cells.includes(cell) ? [slot] : []));
  }

  // Words and drawing

  /** @returns {Message} the words, which are seen below the board, for those who listen */
  note() {
    const words = { key: "words_to_find", values: { words: this.words.join(", ") } };
    return this.message.length ? { parts: [words, { key: "message_reads", values: { message: `(${this.message.join(", ")})` } }] } : words;
  }

  /** @param {HTMLElement} note */
  drawGoal(note) {
    note.classList.add("heard");
  }

  /** @param {Values} values @param {number} cell @returns {Message[]} */
  describe(values, cell) {
    const found = this.slotsOf(cell).filter((slot) => values[slot] === DRAWN);
    return [{ text: this.letterAt(cell) }, ...found.map((slot) => ({ text: this.strokes.get(slot)?.word }))];
  }

  /** @param {Values} _ @param {Values} after @param {number[]} slots @returns {Message} */
  announce(_, after, slots) {
    const word = this.strokes.get(slots[0])?.word ?? "";
    const message = this.readMessage(after);
    const now = [{ text: word }, { key: after[slots[0]] === DRAWN ? "complete" : "board_now_line_0" }];
    return { parts: message ? [...now, { key: "message_reads", values: { message } }] : now };
  }

  /** @param {SVGElement} layers @param {SVGElement} top */
  draw(layers, top) {
    super.draw(layers, top);
    this.drawing?.lines.setAttribute("class", "drawn band");
    this.drawing?.triedLines.setAttribute("class", "drawn tried band");
  }

  /** @param {Values} values */
  judge(values) {
    const broken = super.judge(values);
    const found = this.foundIn(values);
    const { drawing } = this;
    if (!drawing) return broken;
    setPath(drawing.lit, squares(this, this.messageCells(values)));
    this.words.forEach((word, at) => {
      for (const { classList } of drawing.clues.get(`bottom,${at}`) ?? []) classList.toggle("done", found.has(word));
    });
    return broken;
  }

  /** @param {number[]} place @returns {number[]} */
  cellsOfMark([first, last]) {
    return cellsBetween(this, first, last);
  }
}

/**
 * Returns the cells from one to another in a row, a column or a diagonal, none of others.
 * @param {Size} size @param {number} first @param {number} last @returns {number[]}
 */
export function cellsBetween({ cols }, first, last) {
  const [down, right] = [Math.floor(last / cols) - Math.floor(first / cols), (last % cols) - (first % cols)];
  const steps = Math.max(Math.abs(down), Math.abs(right));
  if (!steps || ![down, right].every((way) => way === 0 || Math.abs(way) === steps)) return [];
  return Array.from({ length: steps + 1 }, (_, k) => first + (k / steps) * (down * cols + right));
}

/**
 * Returns the cells from one in the one of eight directions that leads nearest to another, as far as that is.
 * @param {Size} size @param {number} first @param {number} to @returns {number[]}
 */
export function straightTo({ rows, cols }, first, to) {
  const [row, col] = [Math.floor(first / cols), first % cols];
  const [down, right] = [Math.floor(to / cols) - row, (to % cols) - col];
  const turn = Math.round(Math.atan2(down, right) / (Math.PI / 4));
  const [stepDown, stepRight] = [Math.sin, Math.cos].map((way) => Math.round(way((turn * Math.PI) / 4)));
  const room = (/** @type {number} */ step, /** @type {number} */ at, /** @type {number} */ side) => (step > 0 ? side - 1 - at : step < 0 ? at : Infinity);
  const steps = Math.min(Math.max(Math.abs(down), Math.abs(right)), room(stepDown, row, rows), room(stepRight, col, cols));
  return Array.from({ length: steps + 1 }, (_, k) => first + k * (stepDown * cols + stepRight));
}
