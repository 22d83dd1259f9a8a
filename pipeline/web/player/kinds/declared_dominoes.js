// Declared kinds in which dominoes are laid: numbers in cells, and which of these are on one domino.
// Slots are those of numbers, then whether each pair of neighbours is a domino.

import { DRAWN } from "../constraints/literals.js";
import { addSvg, setPath } from "../svg.js";
import { stepFrom } from "./cells.js";
import { DeclaredNumbers } from "./declared_numbers.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Message} Message */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {import("../types.js").Values} Values */

/** The directions in which the other half of a domino is looked for. */
const WAYS = "RDLU";

export class DeclaredDominoes extends DeclaredNumbers {
  /** @param {Record<string, any>} puzzle @param {import("../types.js").PuzzleRecord} record */
  constructor(puzzle, record) {
    super(puzzle, record);
    /** @type {[number, number][]} */
    this.dominoes = puzzle.dominoes;
    /** The variable of the first pair, and its slot. */
    this.firstPair = this.model.marks.findIndex(({ family }) => family === "strokes");
    this.pairsAt = 3 * this.clues.length;
    this.pairs = this.model.marks.slice(this.firstPair).map(({ place }) => place);
    this.digits = this.model.zero;
    this.holes = new Set(this.clues.flatMap((_, cell) => (this.isGiven(cell) ? [cell] : [])));
    /** The domino that the next tap lays, or -1. */
    this.picks = -1;
    /** Where the dominoes to be laid are drawn: left, top, right, bottom. @type {number[][]} */
    this.boxes = this.dominoes.map((_, at) => {
      const own = this.picture.over.find(({ of }) => String(of) === `bottom,${at}`);
      const places = own?.marks[0][4] ?? [];
      return [0, 1].map((axis) => Math.min(...places.filter((/** @type {number} */ _, /** @type {number} */ k) => k % 2 === axis)))
        .concat([0, 1].map((axis) => Math.max(...places.filter((/** @type {number} */ _, /** @type {number} */ k) => k % 2 === axis))));
    });
  }

  /** @param {number[]} place @param {number} value */
  keyOf(place, value) {
    return place.length > 1 ? place.join() : super.keyOf(place, value);
  }

  /** @param {number[]} place @returns {number} the slot of a pair, -1 where there is none */
  slotAt(...place) {
    const variable = this.variableAt.get([...place].sort((a, b) => a - b).join());
    return variable ? variable - this.firstPair + this.pairsAt : -1;
  }

  /** @param {number} slot @returns {string} what a lesson says of it */
  wayOf(slot) {
    return slot < this.pairsAt ? "numbers" : "edges";
  }

  begin() {
    return [...super.begin(), ...this.pairs.map(() => 0)];
  }

  /** @param {number} slot @param {Value} value */
  accepts(slot, value) {
    return slot < this.pairsAt ? super.accepts(slot, value) : value === 0 || value === DRAWN;
  }

  /** @param {Values} values */
  stateOf(values) {
    const state = super.stateOf(values);
    for (let k = 0; k < this.pairs.length; k++) state[this.firstPair + k] = values[this.pairsAt + k] === DRAWN ? 1 : 0;
    return state;
  }

  /** @param {Values} values @returns {number[]} how often each number is still to be written */
  leftOf(values) {
    return this.symbols.map((_, k) => this.dominoes.flat().filter((half) => half === (k + 1) % this.model.zero).length - this.clues.filter((_, cell) => values[cell] === k + 1).length);
  }

  /** @param {number[]} literals @returns {Change[]} */
  changesOf(literals) {
    return literals.flatMap((literal) => {
      const { place } = this.model.marks[Math.abs(literal)];
      return place.length > 1 ? [/** @type {Change} */ ([this.slotAt(...place), literal > 0 ? DRAWN : 0])] : super.changesOf([literal]);
    });
  }

  // Dominoes

  /** @param {Values} values @param {number} cell @returns {number[] | undefined} the cells of the domino on it */
  pairOf(values, cell) {
    return this.pairs.find((pair, k) => pair.includes(cell) && values[this.pairsAt + k] === DRAWN);
  }

  /** @param {number} value @returns {number} the number that a slot has */
  numberOf(value) {
    return value % this.model.zero;
  }

  /** @param {Values} values @param {number[]} pair @returns {number[] | null} the numbers of a domino, the smaller first */
  numbersOn(values, pair) {
    const own = pair.map((cell) => Number(values[cell]));
    return own.every(Boolean) ? own.map((value) => this.numberOf(value)).sort((a, b) => a - b) : null;
  }

  /** @param {Values} values @returns {boolean[]} whether each domino is laid */
  laidOf(values) {
    const laid = this.pairs.flatMap((pair, k) => (values[this.pairsAt + k] === DRAWN ? [String(this.numbersOn(values, pair))] : []));
    return this.dominoes.map((domino) => {
      const at = laid.indexOf(String(domino));
      if (at >= 0) laid.splice(at, 1);
      return at >= 0;
    });
  }

  /** @param {number} number of a domino @param {number[]} pair where its halves go, in this order @returns {Change[]} */
  lay(number, pair) {
    const slot = this.slotAt(...pair);
    return [...pair.map((cell, at) => /** @type {Change} */ ([cell, this.dominoes[number][at] || this.model.zero])), [slot, DRAWN]];
  }

  /** @param {number[]} pair @returns {Change[]} */
  lift(pair) {
    return [...pair.map((cell) => /** @type {Change} */ ([cell, 0])), [this.slotAt(...pair), 0]];
  }

  /** @param {Values} values @param {number} cell @returns {number[] | null} the cell with a neighbour that no domino covers */
  freePair(values, cell) {
    const others = [...WAYS].map((way) => stepFrom(this, cell, way));
    const other = others.find((at) => at >= 0 && this.slotAt(cell, at) >= 0 && !this.pairOf(values, at));
    return other === undefined ? null : [cell, other].sort((a, b) => a - b);
  }

  // Hands

  /** @param {Values} values @param {Spot} spot beside the board @returns {Hold | null} what is taken from there */
  pick(values, { x, y }) {
    const at = this.boxes.findIndex(([left, top, right, bottom]) => x >= left - 0.1 && x <= right + 0.1 && y >= top - 0.1 && y <= bottom + 0.1);
    if (at < 0 || this.laidOf(values)[at]) return null;
    this.picks = this.picks === at ? -1 : at;
    return { cell: -1, cells: [] };
  }

  /** Chooses cells, or of a domino from beside the board where it would be. @param {Values} values @param {Hold} hold @param {number} cell @returns {Change[]} */
  drag(values, hold, cell) {
    if (hold.cell >= 0) return super.drag(values, hold, cell);
    hold.cells = this.pairOf(values, cell) || this.holes.has(cell) ? [] : (this.freePair(values, cell) ?? []);
    return [];
  }

  /** @param {Values} values @param {Hold} hold @returns {Answer} */
  drop(values, hold) {
    const slot = hold.cells.length === 2 ? this.slotAt(...hold.cells) : -1;
    const number = this.picks;
    if (hold.cell < 0 && slot < 0) return { changes: [], hold: null };
    if (slot < 0) return super.drop(values, hold);
    const others = hold.cells.flatMap((/** @type {number} */ cell) => this.pairOf(values, cell) ?? []);
    const isOn = values[slot] === DRAWN;
    if (number < 0) return { changes: [[slot, isOn ? 0 : DRAWN]], hold: null };
    if (others.length) return { changes: [], hold: null, message: { key: "refused" } };
    this.picks = -1;
    return { changes: this.lay(number, hold.cells), hold: null };
  }

  /**
   * A tap lays the chosen domino, turns one, then takes it away; else it takes a cell for a number.
   * With Space, one beside the taken cell is joined to it.
   * @param {Values} values @param {Hold | null} hold @param {number} cell @param {Spot} [_spot] @param {boolean} [isKey]
   * @returns {Answer}
   */
  tap(values, hold, cell, _spot, isKey = false) {
    if (this.holes.has(cell)) return { changes: [], hold: null };
    const pair = this.pairOf(values, cell);
    const numbers = pair && this.numbersOn(values, pair);
    if (pair && numbers) {
      const [one, other] = pair.map((at) => this.numberOf(Number(values[at])));
      if (one < other) return { changes: [[pair[0], values[pair[1]]], [pair[1], values[pair[0]]]], hold: null };
      this.picks = this.dominoes.findIndex((domino) => String(domino) === String(numbers));
      return { changes: this.lift(pair), hold: null };
    }
    if (this.picks >= 0 && !pair) {
      const free = this.freePair(values, cell);
      if (!free) return { changes: [], hold: null, message: { key: "refused" } };
      const number = this.picks;
      this.picks = -1;
      return { changes: this.lay(number, free), hold: null };
    }
    const slot = isKey && hold ? this.slotAt(hold.cell, cell) : -1;
    if (slot >= 0) return { changes: [[slot, values[slot] === DRAWN ? 0 : DRAWN]], hold: null };
    return super.tap(values, hold, cell);
  }

  /** @param {Values} values @param {number} cell @returns {Change[]} the domino on it, or its number or notes */
  erase(values, cell) {
    const pair = this.pairOf(values, cell);
    return pair ? this.lift(pair) : super.erase(values, cell);
  }

  // Words and drawing

  /** @returns {Message} the dominoes, which are seen below the board, for those who listen */
  note() {
    return { text: this.dominoes.map((domino) => domino.join("-")).join(", ") };
  }

  /** @param {HTMLElement} note */
  drawGoal(note) {
    note.classList.add("heard");
  }

  /** @param {Values} values @param {number} cell @returns {Message[]} */
  describe(values, cell) {
    const pair = this.pairOf(values, cell);
    const side = [..."udlr"].find((way) => pair?.includes(stepFrom(this, cell, way.toUpperCase())));
    return [...super.describe(values, cell), ...(pair ? [{ parts: [{ key: "drawn_at" }, { key: `side_${side}` }] }] : [])];
  }

  /** @param {Values} before @param {Values} after @param {number[]} slots @returns {Message} */
  announce(before, after, slots) {
    const slot = slots.find((at) => at >= this.pairsAt);
    if (slot === undefined) return super.announce(before, after, slots);
    const pair = this.pairs[slot - this.pairsAt];
    const text = this.numbersOn(after[slot] ? after : before, pair)?.join("-");
    return { parts: [...(text ? [{ text }] : []), { key: `board_now_line_${after[slot]}` }] };
  }

  /** @param {SVGElement} layers @param {SVGElement} top */
  draw(layers, top) {
    super.draw(layers, top);
    const { drawing } = this;
    drawing?.lines.setAttribute("class", "drawn band");
    drawing?.triedLines.setAttribute("class", "drawn tried band");
    this.picked = addSvg(top, "path", { class: "tip chosen" });
  }

  /** @param {Values} values @param {number[]} slots */
  show(values, slots) {
    super.show(values, slots);
    if (!this.drawing) return;
    const [sure, tried] = [{ line: "", cross: "" }, { line: "", cross: "" }];
    this.pairs.forEach((pair, k) => {
      const slot = this.pairsAt + k;
      if (values[slot] === DRAWN) this.drawing?.addLine(this.isTried(values, slot) ? tried : sure, pair, false, DRAWN);
    });
    setPath(this.drawing.lines, sure.line);
    setPath(this.drawing.triedLines, tried.line);
  }

  /** @param {Hold | null} hold */
  showHold(hold) {
    super.showHold(hold?.cells?.length ? hold : null);
    const [left, top, right, bottom] = this.boxes[this.picks] ?? [0, 0, 0, 0];
    if (this.picked) setPath(/** @type {SVGElement} */ (this.picked), `M${left},${top}H${right}V${bottom}H${left}z`);
  }

  /** @param {Values} values */
  judge(values) {
    const broken = super.judge(values);
    this.laidOf(values).forEach((isLaid, at) => {
      for (const { classList } of this.drawing?.clues.get(`bottom,${at}`) ?? []) classList.toggle("laid", isLaid);
    });
    return broken;
  }
}
