// Any kind whose rules come with the record as variables and constraints: drawn, played, checked
// and helped from that alone.
//
// Slots are variables, 0 open, 1 drawn, 2 crossed out; of a kind of numbers the number of each
// cell, then its pencil marks, a bit for each number.

import { findFaults, tellHint } from "../constraints/hints.js";
import { CROSSED, DRAWN } from "../constraints/literals.js";
import { Model, findBroken } from "../constraints/model.js";
import { SIDES, lineFrom, marginsOf, readExtra } from "./declared_extra.js";
import { cellsUnder, nearestCell, readGrid, readWhole, stepFrom } from "./cells.js";
import { DeclaredDrawing } from "./declared_drawing.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Message} Message */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {import("../constraints/model.js").Count} Count */
/** @typedef {import("../constraints/model.js").Global} Global */

/** How near to its centre a tap takes a cell rather than a line beside it; Space always does. */
const MIDDLE = 0.16;
/** How far outside the board, in cells, a touch means a line on its edge. */
const RIM = 0.35;

export class Declared {
  hasOutline = true;

  /** @param {Record<string, any>} puzzle @param {import("../types.js").PuzzleRecord} record with its model */
  constructor(puzzle, { kind, model = {} }) {
    this.kind = kind;
    this.rows = readWhole(puzzle.rows, "rows", 1000);
    this.cols = readWhole(puzzle.cols, "cols", 1000);
    this.clues = readGrid(puzzle.clues, this.rows, this.cols, "clues");
    this.regions = puzzle.regions ? readGrid(puzzle.regions, this.rows, this.cols, "regions") : [];
    this.rule = puzzle.rule ?? "";
    this.looks = model.looks;
    this.model = new Model(model, this);
    this.family = this.model.family;
    this.isNumbers = this.family === "numbers";
    this.isBorders = this.family === "borders";
    /** Whether shaded cells are written as one symbol, and ruled out ones as the other. */
    this.isWritten = Boolean(this.looks.symbols);
    /** Whether cells get a star or a tent, after which others are crossed out. */
    this.isFigure = ["star", "tent"].includes(this.looks.shaded);
    this.isSolid = this.family === "cells" && !this.isFigure && !this.isWritten;
    this.hasMarks = !this.isWritten;
    this.keys = this.isWritten ? ["0", "1"] : undefined;
    this.extra = readExtra(puzzle);
    this.margins = marginsOf(this.extra);
    /** @type {Set<Count | Global>[] | null} see `findLines` */
    this.own = null;
    this.rim = this.isBorders ? RIM : 0;
    /** The most that a cell holds, 0 where no numbers are written. */
    this.digits = this.isNumbers ? Math.max(...this.model.marks.map(({ value }) => value)) : 0;
    this.symbols = this.isNumbers ? Array.from({ length: this.digits }, (_, k) => String(k + 1)) : undefined;
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
      if (variable && (this.isNumbers || value === 1)) this.variableAt.set(this.keyOf(place, value), variable);
    });
  }

  /** @returns {Set<Count | Global>[]} of each line with numbers outside, what is about its cells alone */
  findLines() {
    const constraints = [...this.model.counts, ...this.model.globals].map((/** @type {Record<string, any>} */ one) => {
      const literals = (one.literals ?? one.options ?? []).flat();
      return { one: /** @type {Count | Global} */ (one), cells: [...new Set(literals.flatMap((/** @type {number} */ literal) => this.model.cellsOf(literal)))] };
    });
    return SIDES.flatMap((side) =>
      this.extra.sides[side].flatMap((numbers, at) => {
        const line = new Set(lineFrom(this, side, at));
        const own = constraints.filter(({ cells }) => cells.length && cells.every((cell) => line.has(cell)));
        return numbers.length ? [new Set(own.map(({ one }) => one))] : [];
      }),
    );
  }

  /** @param {Values} values @returns {boolean[]} whether each line with numbers outside is shaded as they say */
  finishedLines(values) {
    this.own ??= this.family === "cells" ? this.findLines() : [];
    if (!this.own.length) return [];
    const broken = findBroken(this.model, this.stateOf(values));
    return this.own.map((own) => own.size > 0 && !broken.some((one) => own.has(one)));
  }

  /** @param {number[]} place @param {number} value */
  keyOf(place, value) {
    return this.isNumbers ? `${place[0]}:${value}` : place.join();
  }

  /** @param {number[]} place @returns {number} its slot, -1 where there is none */
  slotAt(...place) {
    return (this.variableAt.get([...place].sort((a, b) => a - b).join()) ?? 0) - 1;
  }

  begin() {
    const size = this.isNumbers ? 2 * this.clues.length : this.model.size;
    const values = Array.from({ length: size }, () => 0);
    this.clues.forEach((clue, cell) => {
      if (this.isGiven(cell)) values[this.isNumbers ? cell : this.slotAt(cell)] = this.isNumbers ? clue : clue ? DRAWN : CROSSED;
    });
    return values;
  }

  /** @param {number} cell whether its number or symbol is given */
  isGiven(cell) {
    return (this.isNumbers || this.isWritten) && this.clues[cell] !== this.looks.empty;
  }

  /** @param {number} slot whether it is that of a given cell */
  isFixed(slot) {
    return this.isNumbers ? this.isGiven(slot) : this.isWritten && this.isGiven(this.model.marks[slot + 1].place[0]);
  }

  /** @param {number} slot @param {Value} value */
  accepts(slot, value) {
    const isPencil = this.isNumbers && slot >= this.clues.length;
    const most = isPencil ? 2 << this.digits : this.isNumbers ? this.digits : CROSSED;
    return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most && !this.isFixed(slot);
  }

  /** @param {Values} values what is drawn as a state of the variables */
  stateOf(values) {
    const state = this.model.blank();
    if (!this.isNumbers) {
      values.forEach((value, slot) => (state[slot + 1] = value === DRAWN ? 1 : value === CROSSED ? -1 : 0));
      return state;
    }
    for (let variable = 1; variable <= this.model.size; variable++) {
      const { place, value } = this.model.marks[variable];
      const own = Number(values[place[0]]);
      if (own) state[variable] = own === value ? 1 : -1;
    }
    return state;
  }

  /** @param {Values} values */
  check(values) {
    const state = this.stateOf(values);
    return findBroken(this.model, state).map((one) => ({ code: "rule", cells: "about" in one ? one.about : [] }));
  }

  /** @param {Values} values */
  measure(values) {
    if (this.isNumbers || this.isWritten) {
      const own = this.clues.flatMap((_, cell) => (this.isGiven(cell) ? [] : [this.isNumbers ? cell : this.slotAt(cell)]));
      return { done: own.filter((slot) => values[slot]).length, total: own.length };
    }
    const total = this.model.counts.length + this.model.globals.length;
    return { done: total - findBroken(this.model, this.stateOf(values)).length, total };
  }

  /** @param {Values} values */
  findFaults(values) {
    return findFaults(this.model, this.stateOf(values)).map(({ reason, about }) => ({ code: "rule", cells: about, text: reason }));
  }

  /** @param {Values} values @returns {Hint | null} */
  hint(values) {
    const isSeen = (/** @type {number} */ literal) => literal > 0 || !(this.isNumbers || this.plain.has(-literal));
    return tellHint(this.model, this.stateOf(values), isSeen, (literals) => this.changesOf(literals));
  }

  /** @param {number[]} literals @returns {Change[]} what they let a player draw */
  changesOf(literals) {
    return literals.map((literal) => {
      const { place, value } = this.model.marks[Math.abs(literal)];
      return this.isNumbers ? [place[0], value] : [Math.abs(literal) - 1, literal > 0 ? DRAWN : CROSSED];
    });
  }

  // Hands

  /**
   * Returns the slot nearest to a place: of the cell, or of the line or border beside it; or -1.
   * @param {number} cell @param {Spot} spot
   */
  nearest(cell, spot) {
    if (this.family === "cells") return this.slotAt(cell);
    const [x, y] = [spot.x - (cell % this.cols), spot.y - Math.floor(cell / this.cols)];
    const isAcross = Math.abs(x - 0.5) > Math.abs(y - 0.5);
    const letter = isAcross ? (x < 0.5 ? "L" : "R") : y < 0.5 ? "U" : "D";
    return this.slotBeside(cell, letter);
  }

  /** @param {number} cell @param {string} letter the line or the border of a cell on that side */
  slotBeside(cell, letter) {
    if (this.family === "edges") return this.slotAt(cell, stepFrom(this, cell, letter));
    const corner = Math.floor(cell / this.cols) * (this.cols + 1) + (cell % this.cols);
    const below = corner + this.cols + 1;
    const ends = { U: [corner, corner + 1], D: [below, below + 1], L: [corner, below], R: [corner + 1, below + 1] };
    return this.slotAt(...ends[/** @type {"U"} */ (letter)]);
  }

  /** @param {Values} values @param {number} cell @returns {Hold | null} */
  grab(values, cell) {
    if (this.isNumbers) return null;
    if (this.family !== "cells") return { cell, paint: null };
    const slot = this.slotAt(cell);
    if (slot < 0 || this.isFixed(slot)) return null;
    // A way over a board of stars is one of dots.
    const isDot = values[slot] === CROSSED;
    return { cell, paint: this.isFigure ? (isDot ? 0 : CROSSED) : this.after(Number(values[slot])) };
  }

  /**
   * @param {number} value the one after it: open, drawn, crossed out; where stars are set or symbols
   * are written, crossed out comes before drawn
   */
  after(value) {
    return (value + (this.isWritten || this.isFigure ? 2 : 1)) % 3;
  }

  /**
   * Paints cells as the first one, draws a line from cell to cell, or borders from corner to corner.
   * @param {Values} values @param {Hold} hold @param {number} cell @param {Spot} spot
   * @returns {Change[] | null}
   */
  drag(values, hold, cell, spot) {
    if (this.family === "cells") {
      const first = hold.cell;
      hold.cell = cell;
      const slots = [...new Set([this.slotAt(first), this.slotAt(cell)])];
      const isStar = (/** @type {number} */ slot) => this.isFigure && values[slot] === DRAWN;
      return slots.flatMap((slot) => (slot < 0 || values[slot] === hold.paint || this.isFixed(slot) || isStar(slot) ? [] : [[slot, hold.paint]]));
    }
    const way = this.isBorders ? this.cornersUnder(hold.spot ?? hold.from ?? spot, spot) : [hold.at ?? hold.cell, cell];
    hold.spot = spot;
    hold.at = way[way.length - 1];
    hold.cell = cell;
    const slots = way.slice(1).map((at, k) => this.slotAt(way[k], at)).filter((slot) => slot >= 0);
    if (slots.length) hold.paint ??= values[slots[0]] === DRAWN ? 0 : DRAWN;
    return slots.filter((slot) => values[slot] !== hold.paint).map((slot) => [slot, hold.paint]);
  }

  /** @param {Spot} from @param {Spot} to @returns {number[]} the corners nearest to a way, in its order */
  cornersUnder(from, to) {
    const shift = (/** @type {Spot} */ { x, y }) => ({ x: x + 0.5, y: y + 0.5 });
    return cellsUnder({ rows: this.rows + 1, cols: this.cols + 1 }, shift(from), shift(to));
  }

  /**
   * A drag that never came to another corner means the line beside it, as a tap does.
   * @param {Values} values @param {Hold} hold @param {Spot} spot @returns {Answer}
   */
  drop(values, hold, spot) {
    const from = hold.from ?? spot;
    if (!this.isBorders || hold.paint !== null) return { changes: [], hold: null };
    const middle = { x: (from.x + spot.x) / 2, y: (from.y + spot.y) / 2 };
    return this.tap(values, null, nearestCell(this, middle), middle);
  }

  /**
   * @param {Values} values @param {Hold | null} hold @param {number} cell @param {Spot} spot
   * @returns {Answer}
   */
  tap(values, hold, cell, spot) {
    if (this.isNumbers) return { changes: [], hold: hold?.cell === cell ? null : { cell } };
    const isMiddle = this.family !== "cells" && Math.hypot((spot.x % 1) - 0.5, (spot.y % 1) - 0.5) < MIDDLE;
    if (isMiddle) return { changes: [], hold: hold?.cell === cell ? null : { cell } };
    const slot = this.nearest(cell, spot);
    return { changes: slot < 0 || this.isFixed(slot) ? [] : [[slot, this.after(Number(values[slot]))]], hold: null };
  }

  /** @param {Values} values @param {Hold | null} hold @param {string} letter @returns {Answer | null} */
  nudge(values, hold, letter) {
    if (!hold || this.isNumbers) return null;
    const slot = this.slotBeside(hold.cell, letter);
    return slot < 0 ? null : { changes: [[slot, this.after(Number(values[slot]))]], hold, cell: hold.cell };
  }

  /**
   * Writes a number, or with the pencil a mark, into a cell; again takes it out.
   * @param {Values} values @param {number} cell @param {string} symbol @param {boolean} isPencil
   * @returns {Change[]}
   */
  enter(values, cell, symbol, isPencil) {
    if (this.isGiven(cell)) return [];
    const number = Number(symbol);
    if (this.isWritten) {
      const [own, value] = [this.slotAt(cell), number ? DRAWN : CROSSED];
      return [[own, values[own] === value ? 0 : value]];
    }
    if (!isPencil) return [[cell, values[cell] === number ? 0 : number]];
    const slot = this.clues.length + cell;
    return [[slot, Number(values[slot]) ^ (1 << number)]];
  }

  /** @param {Values} values @param {number} cell @returns {Change[]} */
  erase(values, cell) {
    if (this.isNumbers) return this.isGiven(cell) ? [] : [[cell, 0], [this.clues.length + cell, 0]];
    const slots = this.family === "cells" ? [this.slotAt(cell)] : [..."UDLR"].map((letter) => this.slotBeside(cell, letter));
    return slots.filter((slot) => slot >= 0 && values[slot] && !this.isFixed(slot)).map((slot) => [slot, 0]);
  }

  /** @param {Values} values @param {number} cell @param {Spot} spot @returns {Change[]} */
  mark(values, cell, spot) {
    const slot = this.isNumbers ? -1 : this.nearest(cell, spot);
    return slot < 0 ? [] : [[slot, values[slot] === CROSSED ? 0 : CROSSED]];
  }

  /** @param {number} cell */
  isClue(cell) {
    return this.clues[cell] !== this.looks.empty;
  }

  // Words

  /** @param {Values} values */
  describer(values) {
    /** @type {(cell: number) => Message} */
    const describe = (cell) => ({ ...describeOwn(cell), more: this.nameExtra(cell) });
    /** @type {(cell: number) => Message} */
    const describeOwn = (cell) => {
      const slot = this.isNumbers ? cell : this.slotAt(cell);
      const number = this.isWritten ? this.symbolOf(Number(values[slot])) : Number(values[slot]);
      const said = { number, clue: this.isClue(cell) ? this.clueName(cell) : "" };
      if (this.isNumbers || this.isWritten) return { key: this.isGiven(cell) ? "board_given" : number ? "board_number" : "board_empty", values: said };
      if (this.family === "cells") return { key: `board_cell_${Number(values[this.slotAt(cell)] ?? 0)}`, values: said };
      const count = [..."UDLR"].filter((letter) => values[this.slotBeside(cell, letter)] === DRAWN).length;
      return { key: "board_lines", values: said, count };
    };
    return describe;
  }

  /** @param {number} value of a slot @returns {string} what is written for it */
  symbolOf(value) {
    const symbol = value === DRAWN ? this.looks.symbols[1] : value === CROSSED ? this.looks.symbols[0] : "";
    return symbol === "white" ? "○" : symbol === "black" ? "●" : symbol;
  }

  /** @param {number} cell @returns {string} the total of the cage that begins in it, and the numbers and signs beside it */
  nameExtra(cell) {
    const { cages, between, sides } = this.extra;
    const totals = cages.flatMap(({ cells, total }) => (cells[0] === cell && total !== undefined ? [`Σ ${total}`] : []));
    const arrows = { left: "→", top: "↓", right: "←", bottom: "↑" };
    const numbers = SIDES.flatMap((side) =>
      sides[side].flatMap((line, at) => (line.length && lineFrom(this, side, at)[0] === cell ? [`${arrows[side]} ${line.join(" ")}`] : [])),
    );
    const signs = between.flatMap(([one, other, sign]) => (one === cell ? [`${sign} ${other === one + 1 ? "→" : "↓"}`] : []));
    return [...totals, ...numbers, ...signs].join(", ");
  }

  /** @param {number} clue @returns {[shape: string, isNumber: boolean]} how it looks */
  signOf(clue) {
    return this.looks.signs[clue] ?? this.looks.usual;
  }

  /** @param {number} cell what its clue is called: a number, or the name of a sign */
  clueName(cell) {
    const clue = this.clues[cell];
    const [shape, isNumber] = this.signOf(clue);
    return isNumber ? String(clue) : shape === "white" ? "○" : shape === "black" ? "●" : shape === "tree" ? "🌲" : "■";
  }

  /** @param {Values} _ @param {Values} after @param {number[]} slots */
  announce(_, after, slots) {
    const value = Number(after[slots[0]]);
    if (this.isWritten) return { key: value ? "board_now_number" : "board_now_empty", values: { number: this.symbolOf(value) } };
    if (this.isNumbers) return slots[0] < this.clues.length ? { key: value ? "board_now_number" : "board_now_empty", values: { number: value } } : { key: "mark_changed" };
    const what = this.family === "cells" ? "cell" : "line";
    return { key: `board_now_${what}_${value}` };
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

  /** @param {Values} values */
  trails(values) {
    const cells = new Set(this.clues.flatMap((_, cell) => (this.isClue(cell) ? [cell] : [])));
    const drawn = new Set();
    this.model.marks.forEach(({ place, family }, variable) => {
      if (!variable || family === "numbers" || values[variable - 1] !== DRAWN) return;
      const wide = this.cols + 1;
      const own = family === "borders" ? [Math.min(Math.floor(place[0] / wide), this.rows - 1) * this.cols + Math.min(place[0] % wide, this.cols - 1)] : place;
      for (const cell of own) drawn.add(cell);
    });
    return [{ cells: [...cells], look: 4 }, { cells: [...drawn], look: 0 }];
  }
}
