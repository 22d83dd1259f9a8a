// Declared kinds that write numbers into cells: Sudoku and its like. Slots are the number of each
// cell, then its notes, then those in its centre, a bit for each number.

import { Declared } from "./declared.js";
import { totalOf } from "./declared_extra.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Message} Message */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {import("../types.js").Values} Values */

/** Sets of numbers of a cage that are listed. */
const MOST_SETS = 8;
/** Cells of the largest cage whose ways are looked for. */
const MOST_CELLS_OF_WAYS = 4;

export class DeclaredNumbers extends Declared {
  /** @param {Record<string, any>} puzzle @param {import("../types.js").PuzzleRecord} record */
  constructor(puzzle, record) {
    super(puzzle, record);
    this.isFilled = true;
    /** The most that a cell holds. */
    this.digits = Math.max(...this.model.marks.map(({ value }) => value));
    this.symbols = Array.from({ length: this.digits }, (_, k) => this.wordOf(k + 1));
    const totals = this.model.globals.filter(({ type }) => type === "total").flatMap((/** @type {any} */ { literals, values }) =>
      values.map((/** @type {number} */ _, /** @type {number} */ k) => ({ literals: literals.map((/** @type {number[]} */ place) => place[k]) })),
    );
    const { counts, marks } = this.model;
    const pairs = counts.filter(({ literals: [one, other, more], sums }) => !sums && !more && one < 0 && marks[-one].value === marks[-other]?.value);
    /** What says that a number comes once at most: counts, pairs of cells, cages or runs with a total. @type {{literals: number[], sums?: number[] | null}[]} */
    this.single = [...counts.filter(({ sums }) => sums && Math.max(...sums) === 1), ...totals, ...pairs.map(({ literals }) => ({ literals: literals.map(Math.abs) }))];
    /** @type {number[][]} the single counts of each variable */
    this.singleOf = this.model.marks.map(() => []);
    /** The numbers beyond the size of a cell's region, which no notes need. */
    this.large = new Set(counts.flatMap(({ literals, reason }) => (this.model.keys[reason] === "large" ? -literals[0] : [])));
    this.single.forEach(({ literals }, at) => literals.forEach((literal) => literal > 0 && this.singleOf[literal].push(at)));
    /** Whether what a cell says has sums that are worth seeing. */
    this.hasSums = totals.length > 0 || this.extra.cages.some(({ sign }) => sign);
    /** @type {Map<string, string>} what is still to be written in a cage, by its cells and their numbers */
    this.sets = new Map();
    /** @type {(number | null)[]} how often each number comes in all, null where that is not known */
    this.totals = [null, ...this.symbols.map((_, k) => this.totalOf(k + 1))];
  }

  hasSlot() {
    return true;
  }

  /** @param {number} number @returns {string} */
  wordOf(number) {
    return String(number % this.model.zero);
  }

  /** @param {number[]} place @param {number} value */
  keyOf(place, value) {
    return `${place[0]}:${value}`;
  }

  /** @param {number} number how often it comes: once in each of some groups that cover all its cells; or null */
  totalOf(number) {
    const all = new Set(this.model.marks.flatMap(({ value }, variable) => (variable && value === number ? [variable] : [])));
    const seen = new Set();
    let total = 0;
    for (const { literals, sums } of this.single) {
      if (sums?.length !== 1 || !literals.every((literal) => all.has(literal) && !seen.has(literal))) continue;
      for (const literal of literals) seen.add(literal);
      total++;
    }
    return seen.size === all.size ? total : null;
  }

  begin() {
    return [...this.clues.map((clue, cell) => (this.isGiven(cell) && this.signOf(clue)[1] ? clue : 0)), ...this.clues.map(() => 0), ...this.clues.map(() => 0)];
  }

  /** @param {number} slot */
  isFixed(slot) {
    return slot < this.clues.length && this.isGiven(slot);
  }

  /** @param {number} slot @param {Value} value */
  accepts(slot, value) {
    const most = slot >= this.clues.length ? (2 << this.digits) - 1 : this.digits;
    return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most && !this.isFixed(slot);
  }

  /** @param {Values} values */
  stateOf(values) {
    const state = this.model.blank();
    for (let variable = 1; variable <= this.model.size; variable++) {
      const { place, value } = this.model.marks[variable];
      const own = Number(values[place[0]]);
      if (own) state[variable] = own === value ? 1 : -1;
    }
    return state;
  }

  /** @param {Values} values */
  measure(values) {
    return this.measureFilled(values, this.clues.flatMap((_, cell) => (this.isGiven(cell) ? [] : [cell])));
  }

  canRuleOut() {
    return false;
  }

  /** @param {number[]} literals @returns {Change[]} */
  changesOf(literals) {
    return literals.map((literal) => {
      const { place, value } = this.model.marks[Math.abs(literal)];
      return [place[0], value];
    });
  }

  /** @param {number} cell @param {number} number @returns {number[]} the other variables that it rules out */
  rivalsOf(cell, number) {
    const variable = this.variableAt.get(this.keyOf([cell], number)) ?? 0;
    const all = this.singleOf[variable].flatMap((at) => this.single[at].literals);
    return [...new Set(all)].filter((literal) => literal > 0 && literal !== variable);
  }

  /**
   * Clears the notes that a written number rules out.
   * @param {Values} values @param {number[]} slots @returns {Change[]}
   */
  extend(values, slots) {
    /** @type {Map<number, number>} */
    const notes = new Map();
    for (const cell of slots) {
      if (!values[cell]) continue;
      for (const literal of this.rivalsOf(cell, Number(values[cell]))) {
        const { place, value } = this.model.marks[literal];
        for (const slot of this.notesOf(place[0])) {
          const before = notes.get(slot) ?? Number(values[slot]);
          if (place[0] !== cell && before & (1 << value)) notes.set(slot, before & ~(1 << value));
        }
      }
    }
    return [...notes];
  }

  /** @param {Values} values @returns {Change[]} notes of all numbers that no written one rules out */
  fillNotes(values) {
    const state = this.stateOf(values);
    return this.clues.flatMap((_, cell) => {
      if (values[cell]) return [];
      let mask = 0;
      for (let number = 1; number <= this.digits; number++) {
        const variable = this.variableAt.get(this.keyOf([cell], number));
        const isOpen = variable && !this.large.has(variable) && !this.rivalsOf(cell, number).some((literal) => state[literal] > 0);
        if (isOpen) mask |= 1 << number;
      }
      return [/** @type {Change} */ ([this.clues.length + cell, mask])];
    });
  }

  /** @param {Values} values @returns {(number | null)[]} how often each symbol is still to be written */
  leftOf(values) {
    return this.symbols.map((_, k) => {
      const total = this.totals[k + 1];
      return total && total - this.clues.filter((_, cell) => values[cell] === k + 1).length;
    });
  }

  /** @param {Values} values @param {number} cell */
  linked(values, cell) {
    const number = Number(values[cell]);
    const equal = number ? this.clues.flatMap((_, at) => (values[at] === number ? [at] : [])) : [];
    return { peers: [cell, ...this.rivalsOf(cell, number || 1).map((literal) => this.model.marks[literal].place[0])], equal };
  }

  /** @param {Values} _ @param {number} cell @returns {Hold} */
  grab(_, cell) {
    return { cell, cells: [cell] };
  }

  /** Chooses several cells. @param {Values} _ @param {Hold} hold @param {number} cell @returns {Change[]} */
  drag(_, hold, cell) {
    hold.cells = [...new Set([...hold.cells, cell])];
    return [];
  }

  /** @param {Values} _ @param {Hold} hold @returns {Answer} */
  drop(_, hold) {
    return { changes: [], hold };
  }

  /** @param {Values} values @param {Hold | null} hold @param {number} cell @returns {Answer} */
  tap(values, hold, cell) {
    return { changes: [], hold: hold?.cell === cell && hold.cells.length < 2 ? null : this.grab(values, cell) };
  }

  /** @returns {Answer | null} arrows only move */
  nudge() {
    return null;
  }

  /**
   * Writes a number, or with the pencil a note, into a cell; again takes it out.
   * @param {Values} values @param {number} cell @param {string} symbol @param {number} pencil
   * @returns {Change[]}
   */
  enter(values, cell, symbol, pencil) {
    const number = this.symbols.indexOf(symbol) + 1;
    if (this.isGiven(cell)) return [];
    if (!pencil) return [[cell, values[cell] === number ? 0 : number]];
    const slot = pencil * this.clues.length + cell;
    return values[cell] ? [] : [[slot, Number(values[slot]) ^ (1 << number)]];
  }

  /** @param {Values} values @param {number} cell @returns {Change[]} its number, and where it has none its notes */
  erase(values, cell) {
    if (this.isGiven(cell)) return [];
    return (values[cell] ? [cell] : this.notesOf(cell)).flatMap((slot) => (values[slot] ? [[slot, 0]] : []));
  }

  /** @param {number} cell @returns {number[]} the slots of its notes */
  notesOf(cell) {
    return [1, 2].map((pencil) => pencil * this.clues.length + cell);
  }

  /** @param {Values} values @param {number} cell @returns {number[][]} its notes, and those in its centre */
  notesIn(values, cell) {
    return this.notesOf(cell).map((slot) => this.symbols.flatMap((_, k) => (Number(values[slot]) & (2 << k) ? [k + 1] : [])));
  }

  /** @returns {Change[]} */
  mark() {
    return [];
  }

  /** @param {Values} values @param {number} cell @returns {Message[]} its number or notes, and what is left of its sums */
  describe(values, cell) {
    if (!this.signOf(this.clues[cell])[1]) return [this.nameClue(cell)];
    const number = Number(values[cell]);
    /** @type {Message[]} */
    const parts = [{ key: this.isGiven(cell) ? "board_given" : number ? "board_number" : "board_empty", values: { number: this.wordOf(number) } }];
    this.notesIn(values, cell).forEach((notes, at) => {
      const numbers = notes.map((note) => this.wordOf(note)).join(" ");
      if (!number && numbers) parts.push({ key: at ? "noted_centre" : "noted", values: { numbers } });
    });
    for (const cage of [...this.extra.cages, ...this.extra.runs]) {
      const { cells, sign } = cage;
      if (!cells.includes(cell) || !(sign || this.isSum(cells))) continue;
      const key = `${cells} ${cells.map((at) => values[at])}`;
      const text = this.sets.get(key) ?? (this.isSum(cells) ? this.sumsOf(values, cage) : this.waysOf(values, cage));
      this.sets.set(key, text);
      parts.push({ text });
    }
    return parts;
  }

  /**
   * Returns what the open cells of a cage add up to, and of which numbers, while those are few.
   * @param {Values} values @param {import("./declared_extra.js").Cage} cage
   */
  sumsOf(values, { cells, total = 0 }) {
    const own = cells.map((at) => Number(values[at])).filter(Boolean);
    const [rest, open] = [total - own.reduce((sum, number) => sum + number, 0), cells.length - own.length];
    /** @type {number[][]} */
    let sets = [[]];
    for (let number = 1; number <= this.digits; number++) if (!own.includes(number)) sets.push(...sets.filter((set) => set.length < open).map((set) => [...set, number]));
    sets = sets.filter((set) => set.length === open && set.reduce((sum, number) => sum + number, 0) === rest);
    const isFew = open && sets.length && sets.length <= MOST_SETS;
    return open ? [rest, ...(isFew ? [sets.map((set) => set.join("+")).join(" / ")] : [])].join(" = ") : "";
  }

  /**
   * Returns of which numbers the open cells of a cage make its result by any operation, while the ways are few.
   * @param {Values} values @param {import("./declared_extra.js").Cage} cage
   */
  waysOf(values, { cells, total = 0, sign }) {
    /** @type {Set<string>} */
    const ways = new Set();
    const fillFrom = (/** @type {number[]} */ chosen) => {
      const at = chosen.length;
      if (at === cells.length) {
        const [first, ...rest] = [...chosen].sort((a, b) => b - a);
        const result = rest.reduce((a, b) => (sign === "x" ? a * b : sign === "/" ? a / b : sign === "-" ? a - b : a + b), first);
        if (result === total) ways.add(chosen.filter((_, k) => !values[cells[k]]).sort().join(" "));
        return;
      }
      const own = Number(values[cells[at]]);
      const isInLine = (/** @type {number} */ cell) => !((cell - cells[at]) % this.cols) || Math.floor(cell / this.cols) === Math.floor(cells[at] / this.cols);
      for (let number = own || 1; number <= (own || this.digits); number++) {
        if (!chosen.some((other, k) => other === number && isInLine(cells[k]))) fillFrom([...chosen, number]);
      }
    };
    if (cells.length <= MOST_CELLS_OF_WAYS) fillFrom([]);
    const isFew = ways.size && ways.size <= MOST_SETS && cells.some((at) => !values[at]);
    return isFew ? `${totalOf(total, sign)} = ${[...ways].join(" / ")}` : "";
  }

  /** @param {Values} _ @param {Values} after @param {number[]} slots @returns {Message} */
  announce(_, after, slots) {
    const value = Number(after[slots[0]]);
    if (slots[0] >= this.clues.length) return { key: "mark_changed" };
    return { key: value ? "board_now_number" : "board_now_empty", values: { number: this.wordOf(value) } };
  }
}
