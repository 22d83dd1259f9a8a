// Any kind whose rules come with the record as variables and constraints: what all of them share. How
// a hand draws is in one file for each family of the variables (declared_cells.js and its like).
//
// Slots are variables, 0 open, 1 drawn, 2 crossed out, unless the family has others.

import { Feedback, ruleOut } from "../constraints/feedback.js";
import { findFaults, tellHint } from "../constraints/hints.js";
import { CROSSED, DRAWN } from "../constraints/literals.js";
import { Model, findBroken } from "../constraints/model.js";
import { SIDES, SIDE_KEYS, before, lineFrom, readExtra, sayPlaces, totalOf } from "./declared_extra.js";
import { readGrid, readWhole } from "./cells.js";
import { DeclaredDrawing } from "./declared_drawing.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Message} Message */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {import("../constraints/feedback.js").Constraint} Constraint */
/** @typedef {import("../constraints/feedback.js").Report} Report */
/** Room beside the numbers outside of a board, in cells. */
const ROOM = 0.08;

/** @typedef {Report & {outside: boolean[], cages: Set<string>, lit: Set<number>}} Seen what feedback shows: with lines that have numbers outside, cages and runs by their cells, cells that are lit */

export class Declared {
  hasOutline = true;
  hasMarks = true;
  /** Whether cells hold numbers or symbols, so that clues of single cells are given. */
  isFilled = false;
  isSolid = false;
  digits = 0;
  /** Slots at the start of what is tried, or null. @type {Values | null} */
  base = null;

  /** @param {Record<string, any>} puzzle @param {import("../types.js").PuzzleRecord} record with its model */
  constructor(puzzle, { kind, model = {} }) {
    this.kind = kind;
    this.rows = readWhole(puzzle.rows, "rows", 1000);
    this.cols = readWhole(puzzle.cols, "cols", 1000);
    this.clues = readGrid(puzzle.clues, this.rows, this.cols, "clues");
    this.regions = puzzle.regions ? readGrid(puzzle.regions, this.rows, this.cols, "regions") : [];
    this.rule = puzzle.rule ?? "";
    this.looks = model.looks;
    /** The gap around cells that are drawn as separate squares. */
    this.inset = this.looks.parted ? 0.14 : 0;
    this.extra = readExtra(puzzle);
    if (this.looks.walled) this.extra.cages.forEach(({ cells }, cage) => cells.forEach((cell) => (this.regions[cell] = cage)));
    this.model = new Model(model, this);
    this.family = this.model.family;
    this.picture = readPicture(model.drawing);
    const [left, top, right, bottom] = this.picture.margins.map((margin) => margin && Number(margin) + ROOM);
    this.margins = { left, top, right, bottom };
    /** @type {Map<number, [number: number, side: string]>} by cell, with the key of the side that it points to */
    this.arrows = new Map(this.extra.arrows.map(([cell, number, side]) => [cell, [number, SIDE_KEYS[SIDES.indexOf(side)]]]));
    /** @type {Message[][] | null} see `nameExtras` */
    this.extras = null;
    /** @type {{key: string, line: number[], own: Set<Constraint>}[] | null} see `findLines` */
    this.own = null;
    /** By how much numbers outside are drawn smaller. @type {Record<string, number>} */
    this.squeezed = {};
    /** @type {Feedback | null} */
    this.seen = null;
    /** The last state that was looked at, and what is seen of it. @type {{state: Int8Array, report: Report} | null} */
    this.last = null;
    /** What a clue says of its own cell alone: nobody draws it. */
    this.plain = new Set(
      this.model.counts.flatMap(({ literals: [literal, ...others], about }) => {
        const variable = Math.abs(literal);
        return !others.length && String(this.model.marks[variable]?.place) === String(about) ? [variable] : [];
      }),
    );
    /** @type {Map<string, number>} the variable of a place, and of a number in a cell */
    this.variableAt = new Map();
    this.model.marks.forEach(({ place, value }, variable) => {
      if (variable && this.hasSlot(value)) this.variableAt.set(this.keyOf(place, value), variable);
    });
    /** Whether lines are ways, which are led from cell to cell and never part. */
    this.isWay = this.model.globals.some(({ type }) => type === "ways");
  }

  /** @param {number} value @returns {boolean} whether a variable of it can be looked up */
  hasSlot(value) {
    return value === 1;
  }

  /** @param {number[]} place @param {number} _value */
  keyOf(place, _value) {
    return place.join();
  }

  /** Returns each line with numbers outside, and what is about its cells alone. */
  findLines() {
    const constraints = [...this.model.counts, ...this.model.globals].map((/** @type {Record<string, any>} */ one) => {
      const literals = (one.literals ?? one.options ?? []).flat();
      return { one: /** @type {Constraint} */ (one), cells: [...new Set(literals.flatMap((/** @type {number} */ literal) => this.model.cellsOf(literal)))] };
    });
    return SIDES.flatMap((side) =>
      this.extra.sides[side].flatMap((numbers, at) => {
        const line = lineFrom(this, side, at);
        const own = constraints.filter(({ cells }) => cells.length && cells.every((cell) => line.includes(cell)));
        return numbers.length ? [{ key: `${side},${at}`, line, own: new Set(own.map(({ one }) => one)) }] : [];
      }),
    );
  }

  /** @param {Values} values @returns {boolean[]} whether each line with numbers outside is as they say if nothing more is drawn */
  finishedLines(values) {
    this.own ??= this.findLines();
    const whole = this.stateOf(values).map((value) => value || -1);
    const isSum = (/** @type {Constraint} */ one) => !("sums" in one) || one.sums !== null;
    const isBroken = (/** @type {Constraint} */ one) => this.feedback.lookAtWhole(one, whole).isBroken;
    return this.own.map(({ own }) => [...own].some(isSum) && ![...own].some(isBroken));
  }

  /**
   * Makes numbers outside smaller that would take more than a part of a window.
   * @param {number} most cells that they may take @returns {boolean} whether they are read elsewhere, a line at a time
   */
  squeeze(most) {
    for (const side of /** @type {const} */ (["left", "top"])) this.margins[side] *= this.squeezed[side] = Math.min(1, most / (this.margins[side] || 1));
    return this.squeezed.left * this.squeezed.top < 1;
  }

  /** @param {number} cell @returns {string} the numbers left of its row and above its column */
  numbersBeside(cell) {
    return `→ ${this.wordsBeside("left", Math.floor(cell / this.cols))}\n↓ ${this.wordsBeside("top", cell % this.cols)}`;
  }

  /** @param {import("./declared_extra.js").Side} side @param {number} line @returns {string} its numbers */
  wordsBeside(side, line) {
    return this.extra.sides[side][line]?.join(" ");
  }

  get feedback() {
    const numberAt = (/** @type {number} */ cell) => this.arrows.get(cell)?.[0] ?? (this.signOf(this.clues[cell])[1] ? this.clues[cell] : null);
    return (this.seen ??= new Feedback(this.model, (cell) => this.isClue(cell) && !this.isFilled && !this.isWay, numberAt));
  }

  /** @param {Values} values @returns {Report} what is seen of them, worked out once for a move */
  reportOf(values) {
    const state = this.stateOf(values);
    const isSame = this.last?.state.every((value, at) => value === state[at]);
    if (!this.last || !isSame) this.last = { state, report: this.feedback.look(state) };
    return this.last.report;
  }

  /** Shows what is broken and what is met; the number of what is broken. @param {Values} values @returns {Iterable<unknown>} */
  judge(values) {
    this.own ??= this.findLines();
    const report = this.reportOf(values);
    const cells = new Set(report.cells);
    const outside = this.own.map(({ own }) => [...own].some((one) => report.broken.has(one)));
    const cages = new Set([...report.broken].map((one) => String(one.about)));
    for (const one of report.broken) {
      if (this.own.some(({ own }) => own.has(one))) for (const cell of one.about ?? []) cells.delete(cell);
    }
    this.drawing?.judge({ ...report, cells, outside, cages, lit: this.litBy(values) }, this.finishedLines(values), values);
    return report.broken;
  }

  /** @param {Values} _values @returns {Set<number>} cells that lamps shine on */
  litBy(_values) {
    return new Set();
  }

  /**
   * Returns what follows of itself from a move: what full counts and lines rule out, for those who want it.
   * @param {Values} values after the move @param {number[]} slots that it changed @param {boolean} isAuto
   * @returns {Change[]}
   */
  extend(values, slots, isAuto) {
    const drawn = slots.filter((slot) => values[slot]).map((slot) => slot + 1);
    if (!isAuto || !drawn.length) return [];
    const finished = this.finishedLines(values);
    const lines = this.own?.flatMap(({ line }, at) => (finished[at] ? line : [])) ?? [];
    const crossed = [...ruleOut(this.model, this.stateOf(values), drawn).map((literal) => -literal - 1), ...lines.map((cell) => this.slotAt(cell))];
    return [...new Set(crossed)].filter((slot) => slot >= 0 && !values[slot] && !this.isFixed(slot)).map((slot) => [slot, CROSSED]);
  }

  /** @param {number[]} place @returns {number} its slot, -1 where there is none */
  slotAt(...place) {
    return (this.variableAt.get([...place].sort((a, b) => a - b).join()) ?? 0) - 1;
  }

  /** @returns {Values} */
  begin() {
    return Array.from({ length: this.model.size }, () => 0);
  }

  /** @param {number} cell whether its number or symbol is given */
  isGiven(cell) {
    return this.isFilled && this.clues[cell] !== this.looks.empty;
  }

  /** @param {number} _slot whether it is that of a given cell */
  isFixed(_slot) {
    return false;
  }

  /** @param {number} slot @param {Value} value */
  accepts(slot, value) {
    return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= CROSSED && !this.isFixed(slot);
  }

  /** @param {Values} values @param {number} slot whether it was changed since something is tried */
  isTried(values, slot) {
    return this.base !== null && this.base[slot] !== values[slot];
  }

  /** @param {Values} values what is drawn as a state of the variables */
  stateOf(values) {
    const state = this.model.blank();
    values.forEach((value, slot) => (state[slot + 1] = value === DRAWN ? 1 : value === CROSSED ? -1 : 0));
    return state;
  }

  /** @param {Values} values */
  check(values) {
    const state = this.stateOf(values);
    return findBroken(this.model, state).map((one) => ({ code: "rule", cells: "about" in one ? one.about : [] }));
  }

  /** @param {Values} values */
  measure(values) {
    const total = this.model.counts.length + this.model.globals.length;
    return { done: total - findBroken(this.model, this.stateOf(values), this.feedback.lookAtWhole).length, total };
  }

  /** @param {Values} values @param {number[]} slots @returns {import("../types.js").Progress} how many of some slots are filled */
  measureFilled(values, slots) {
    return { done: slots.filter((slot) => values[slot]).length, total: slots.length };
  }

  /** @param {Values} values */
  findFaults(values) {
    return findFaults(this.model, this.stateOf(values)).map(({ reason, about }) => ({ code: "rule", cells: about, text: reason }));
  }

  /** @param {Values} values @returns {Hint | null} */
  hint(values) {
    const isSeen = (/** @type {number} */ literal) => literal > 0 || this.canRuleOut(-literal);
    return tellHint(this.model, this.stateOf(values), isSeen, (literals) => this.changesOf(literals));
  }

  /** @param {number[]} literals @returns {Change[]} what they let a player draw */
  changesOf(literals) {
    return literals.map((literal) => [Math.abs(literal) - 1, literal > 0 ? DRAWN : CROSSED]);
  }

  /** @param {number} variable whether a player can draw that it does not hold */
  canRuleOut(variable) {
    return !this.plain.has(variable);
  }

  // Hands: what families do otherwise

  /** @param {number} value the one after it: open, drawn, crossed out */
  after(value) {
    return (value + 1) % 3;
  }

  /** @param {Values} _values @param {Hold} _hold @param {Spot} _spot @returns {Answer} */
  drop(_values, _hold, _spot) {
    return { changes: [], hold: null };
  }

  /** @param {number} _cell @param {Spot} _spot @returns {number} the slot nearest to a place, or -1 */
  nearest(_cell, _spot) {
    return -1;
  }

  /** @param {number} _cell @returns {number[]} the slots of a cell, or of what lies around it */
  slotsOf(_cell) {
    return [];
  }

  /** @param {Values} values @param {number} cell @returns {Change[]} */
  erase(values, cell) {
    return [...new Set([...this.slotsOf(cell), this.slotAt(cell)])].filter((slot) => slot >= 0 && values[slot] && !this.isFixed(slot)).map((slot) => [slot, 0]);
  }

  /** @param {Values} values @param {number} cell @param {Spot} spot @returns {Change[]} */
  mark(values, cell, spot) {
    const slot = this.nearest(cell, spot);
    return slot < 0 ? [] : [[slot, values[slot] === CROSSED ? 0 : CROSSED]];
  }

  /** @param {number} cell */
  isClue(cell) {
    return this.clues[cell] !== this.looks.empty || this.arrows.has(cell);
  }

  // Words

  /** @param {Values} values */
  describer(values) {
    const report = this.reportOf(values);
    const lit = this.litBy(values);
    const extras = (this.extras ??= this.nameExtras());
    /** @type {(cell: number) => Message} */
    const describe = (cell) => {
      const parts = this.describe(values, cell);
      if (lit.has(cell)) parts.push({ key: "lit" });
      if (report.met.has(cell)) parts.push({ key: "complete" });
      if (report.cells.has(cell) || report.clues.has(cell)) parts.push({ key: "mistake" });
      parts.push(...extras[cell]);
      return { parts: parts.length ? parts : [{ key: "board_empty" }] };
    };
    return describe;
  }

  /** @param {Values} _values @param {number} cell @returns {Message[]} what a cell shows: its clue first */
  describe(_values, cell) {
    return this.isClue(cell) ? [this.nameClue(cell)] : [];
  }

  /** @param {number} cell @returns {Message} what its clue is called: a number, or the name of a sign */
  nameClue(cell) {
    const [shape, isNumber] = this.signOf(this.clues[cell]);
    const name = this.looks.names?.[this.clues[cell]];
    if (name) return { text: name };
    const arrow = this.arrows.get(cell);
    if (arrow) return { parts: [{ text: String(arrow[0]) }, { key: arrow[1] }] };
    if (shape === "digits") return { text: [...String(this.clues[cell])].join(" ").replaceAll("9", "?") };
    if (isNumber && shape !== "wall") return { text: String(this.clues[cell]) };
    if (shape === "wall") return { parts: [{ key: "wall" }, { text: isNumber ? String(this.clues[cell]) : "" }] };
    if (shape === "white") return { key: "white_pearl" };
    return shape === "black" ? { key: "black_pearl" } : { key: "tree" };
  }

  /** @returns {Message[][]} what each cell has besides what is drawn, which never changes: its region, totals, numbers and signs beside it */
  nameExtras() {
    const { cages, runs, sides } = this.extra;
    /** @type {Message[][]} */
    const extras = this.clues.map((_, cell) => (this.regions.length && !this.looks.walled ? [{ key: this.isFilled ? "box" : "region", values: { number: this.regions[cell] + 1 } }] : []));
    cages.forEach(({ cells, total, sign }, cage) => cells.forEach((cell, at) => {
      const result = at || total === undefined ? "" : this.isSum(cells) ? `Σ ${total}` : totalOf(total, sign);
      extras[cell].push({ key: "cage", values: { number: cage + 1 }, more: result });
    }));
    for (const run of runs) extras[before(run)].push({ key: run.cells[1] - run.cells[0] === 1 ? "side_r" : "side_d", more: String(run.total) });
    SIDES.forEach((side, k) => sides[side].forEach((line, at) => line.length && extras[lineFrom(this, side, at)[0]].push({ key: SIDE_KEYS[k], more: this.wordsBeside(side, at) })));
    sayPlaces(this.extra, extras);
    return extras;
  }

  /** @param {number[]} cells of a cage @returns {boolean} whether its total is their sum, not the result of any operation */
  isSum(cells) {
    return this.model.globals.some(({ type, about }) => type === "total" && String(about) === String(cells));
  }

  /** @param {number} clue @returns {[shape: string, isNumber: boolean]} how it looks */
  signOf(clue) {
    return this.looks.signs[clue] ?? this.looks.usual;
  }

  // Drawing

  /** @param {SVGElement} layers @param {SVGElement} top */
  draw(layers, top) {
    this.drawing = new DeclaredDrawing(this, layers, top);
  }

  /** @param {Values} values @param {number[]} slots */
  show(values, slots) {
    this.drawing?.show(values, slots);
  }

  /** @param {Spot} spot how far the board is moved, in cells */
  stick(spot) {
    this.drawing?.outside.stick(spot);
  }

  /** @param {Hold | null} hold */
  showHold(hold) {
    this.drawing?.showHold(hold);
  }

  /** @param {Values} values @param {number} cell that has the focus */
  showFocus(values, cell) {
    this.drawing?.showFocus(this.linked(values, cell));
  }

  /** @param {Values} _values @param {number} cell @returns {{peers: number[], equal: number[]}} cells to highlight with it: those with the same number, where it may come once */
  linked(_values, cell) {
    if (!this.isClue(cell)) return { peers: [], equal: [] };
    const isAlike = (/** @type {number[]} */ about) => about.includes(cell) && about.every((at) => this.clues[at] === this.clues[cell]);
    return { peers: [], equal: this.model.counts.flatMap(({ about, sums }) => (String(sums) === "0,1" && isAlike(about) ? about : [])) };
  }

  /** @param {number[]} place @returns {number[]} the cells of a variable for the overview */
  cellsOfMark(place) {
    return place;
  }

  /** @param {Values} values */
  trails(values) {
    const cells = new Set(this.clues.flatMap((_, cell) => (this.isClue(cell) ? [cell] : [])));
    const drawn = new Set();
    this.model.marks.forEach(({ place, family }, variable) => {
      if (!variable || family === "numbers" || values[variable - 1] !== DRAWN) return;
      for (const cell of this.cellsOfMark(place)) drawn.add(cell);
    });
    return [{ cells: [...cells], look: 4 }, { cells: [...drawn], look: 0 }];
  }
}

/** @param {any} drawing @returns {{margins: number[], hues?: number[], under: import("./primitives.js").Group[], over: import("./primitives.js").Group[]}} */
function readPicture(drawing) {
  if (!Array.isArray(drawing?.under) || !Array.isArray(drawing.over) || drawing.margins?.length !== SIDES.length) {
    throw new Error("expected model.drawing, which records have since version 1.1; build the site again");
  }
  return drawing;
}
