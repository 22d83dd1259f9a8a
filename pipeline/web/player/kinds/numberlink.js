// Numberlink on a page: lines are drawn from either end of a pair, and meet.
//
// Slots 2k and 2k + 1 hold the arms that leave the two ends of pair k, as letters U D L R; then
// one slot for the pencil mark of each cell. A line that joins its pair is one arm that reaches
// the other end, the other arm being empty.

import {
  letterBetween, lettersOf, neighboursOf, readGrid, readWhole, stepFrom, straightWay, walk,
} from "./cells.js";
import { tellHint } from "../constraints/hints.js";
import { Model } from "../constraints/model.js";
import { checkNumberlink, findSelfTouches, findUturns } from "./numberlink_rules.js";
import { addSvg, drawGrid, drawMarks, pathThrough } from "../svg.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").PuzzleRecord} PuzzleRecord */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").Violation} Violation */

const RULES = ["free", "cover", "no-uturn", "no-touch"];
export const LOOKS = 6;

export class Numberlink {
  /** @type {Values | null} */
  base = null;
  kind = "numberlink";
  hasMarks = true;
  hasOutline = true;

  /** @param {Record<string, any>} puzzle a record's puzzle @param {Partial<PuzzleRecord>} [record] */
  constructor(puzzle, record) {
    this.rows = readWhole(puzzle.rows, "rows", 1000);
    this.cols = readWhole(puzzle.cols, "cols", 1000);
    /** @type {string} */
    this.rule = puzzle.rule ?? RULES[0];
    if (!RULES.includes(this.rule)) throw new Error(`expected puzzle.rule to be one of ${RULES}`);
    this.numbers = readGrid(puzzle.clues, this.rows, this.cols, "clues");
    /** @type {Set<number>} */
    this.blocked = new Set(puzzle.blocked ?? []);
    this.pairs = Math.max(...this.numbers);
    /** @type {number[]} the end cell of each arm */
    this.ends = [];
    for (let number = 1; number <= this.pairs; number++) {
      const ends = this.numbers.flatMap((value, cell) => (value === number ? [cell] : []));
      if (ends.length !== 2) throw new Error(`expected number ${number} twice in puzzle.clues`);
      this.ends.push(...ends);
    }
    this.firstMark = this.ends.length;
    const model = record?.model && new Model(record.model, this);
    this.hint = model ? (/** @type {Values} */ values) => this.hintBy(model, values) : undefined;
  }

  /** @param {Model} model @param {Values} values the next step of an arm, deduced from lines between cells */
  hintBy(model, values) {
    const drawn = new Set(
      this.ends.flatMap((_, slot) => {
        const arm = this.arm(values, slot);
        return arm.slice(1).map((cell, k) => String([arm[k], cell].sort((a, b) => a - b)));
      }),
    );
    const state = model.blank();
    for (let variable = 1; variable <= model.size; variable++) {
      if (drawn.has(String(model.marks[variable].place))) state[variable] = 1;
    }
    /** @returns {Change[]} the arm led along the line, none where no arm ends beside it */
    const changesOf = (/** @type {number} */ literal) => {
      if (literal < 0) return [];
      const [a, b] = model.marks[literal].place;
      for (const [from, to] of [[a, b], [b, a]]) {
        const slot = this.ends.findIndex((_, at) => this.arm(values, at).at(-1) === from);
        const changes = slot < 0 ? null : this.drag(values, { slot, cell: from }, to);
        if (changes?.length) return changes;
      }
      return [];
    };
    return tellHint(model, state, (literal) => changesOf(literal).length > 0, ([literal]) => changesOf(literal), ["free", "cover"].includes(this.rule));
  }

  /** @returns {Values} */
  begin() {
    return [...this.ends.map(() => ""), ...this.numbers.map(() => 0)];
  }

  /** @param {number} slot @param {Value} value */
  accepts(slot, value) {
    if (slot >= this.firstMark) return value === 0 || value === 1;
    const isWalk = typeof value === "string" && /^[UDLR]*$/.test(value);
    return isWalk && walk(this, this.ends[slot], value) !== null;
  }

  /** @param {Values} values @param {number} slot @returns {number[]} */
  arm(values, slot) {
    return walk(this, this.ends[slot], String(values[slot])) ?? [];
  }

  /** @param {Values} values @param {number} slot whether this arm joins its pair */
  isJoined(values, slot) {
    const arm = this.arm(values, slot);
    return arm[arm.length - 1] === this.ends[slot ^ 1];
  }

  /** Returns the slot whose arm owns each cell (ends their own), -1 for none. @param {Values} values */
  owners(values) {
    const owners = this.numbers.map(() => -1);
    this.ends.forEach((end, slot) => (owners[end] = slot));
    this.ends.forEach((_, slot) => {
      for (const cell of this.arm(values, slot)) if (!this.numbers[cell]) owners[cell] = slot;
    });
    return owners;
  }

  /**
   * Returns each pair's cells: a whole line, or both arms one after the other, tip to tip.
   * @param {Values} values @returns {number[][]}
   */
  paths(values) {
    return Array.from({ length: this.pairs }, (_, k) => {
      const [one, other] = [this.arm(values, 2 * k), this.arm(values, 2 * k + 1)];
      if (this.isJoined(values, 2 * k + 1)) return other.reverse();
      return this.isJoined(values, 2 * k) ? one : [...one, ...other.reverse()];
    });
  }

  /** @param {Values} values */
  check(values) {
    return checkNumberlink(this, { paths: this.paths(values) });
  }

  /** @param {Values} values */
  measure(values) {
    let done = 0;
    this.ends.forEach((_, slot) => (done += this.isJoined(values, slot) ? 1 : 0));
    return { done, total: this.pairs };
  }

  /**
   * Returns what cannot be right, whatever is added: a rule that is broken, tips between which no
   * way is left, empty cells that no line can reach any more.
   * @param {Values} values @returns {Violation[]}
   */
  findFaults(values) {
    /** @type {Violation[]} */
    const faults = [];
    const report = (/** @type {string} */ code, /** @type {number[]} */ ...cells) =>
      faults.push({ code, cells });
    if (this.rule === "no-uturn") findUturns(this, this.paths(values), report);
    if (this.rule === "no-touch") findSelfTouches(this, this.paths(values), report);
    const { region, count } = this.regions(values);
    const reached = new Set();
    for (let k = 0; k < this.pairs; k++) {
      if (this.isJoined(values, 2 * k) || this.isJoined(values, 2 * k + 1)) continue;
      const tips = [2 * k, 2 * k + 1].map((slot) => this.arm(values, slot).slice(-1)[0]);
      const [near, far] = tips.map(
        (tip) => new Set(neighboursOf(this, tip).map((cell) => region[cell])),
      );
      const shared = [...near].filter((at) => at >= 0 && far.has(at));
      for (const at of shared) reached.add(at);
      if (!shared.length && !letterBetween(this, tips[0], tips[1])) report("no-way", ...tips);
    }
    if (this.rule === "free") return faults;
    for (let at = 0; at < count; at++) {
      if (!reached.has(at)) report("no-line", ...region.flatMap((own, c) => (own === at ? [c] : [])));
    }
    return faults;
  }

  /** Returns the connected regions of empty cells: for each cell its region's number or -1. @param {Values} values */
  regions(values) {
    const owners = this.owners(values);
    const isEmpty = (/** @type {number} */ cell) => owners[cell] < 0 && !this.blocked.has(cell);
    const region = this.numbers.map(() => -1);
    let count = 0;
    for (let start = 0; start < region.length; start++) {
      if (!isEmpty(start) || region[start] >= 0) continue;
      const todo = [start];
      region[start] = count;
      for (let cell = todo.pop(); cell !== undefined; cell = todo.pop()) {
        for (const other of neighboursOf(this, cell)) {
          if (isEmpty(other) && region[other] < 0) {
            region[other] = count;
            todo.push(other);
          }
        }
      }
      count++;
    }
    return { region, count };
  }

  /** @param {Values} values @param {number} cell @returns {Hold | null} */
  grab(values, cell) {
    const slot = this.owners(values)[cell];
    return slot < 0 ? null : { slot, cell };
  }

  /**
   * Returns what follows when a held line is led into a neighbouring cell; null where it cannot
   * go. Back along the line erases, another line is cut, the partner's arm is joined.
   * @param {Values} values @param {Hold} hold its ``cell`` moves along @param {number} cell
   * @returns {Change[] | null}
   */
  drag(values, hold, cell) {
    if (cell === hold.cell) return [];
    if (!letterBetween(this, hold.cell, cell) || this.blocked.has(cell)) return null;
    const slot = /** @type {number} */ (hold.slot);
    const partner = slot ^ 1;
    let mine = this.arm(values, slot);
    let theirs = this.arm(values, partner);
    if (this.isJoined(values, partner)) {
      mine = theirs.reverse();
      theirs = [this.ends[partner]];
    }
    const at = mine.indexOf(hold.cell);
    if (mine[at + 1] === cell) {
      hold.cell = cell;
      return [];
    }
    if (mine[at] === this.ends[partner] && mine[at - 1] !== cell) return null;
    const back = mine.indexOf(cell);
    /** @type {Change[]} */
    let others = [];
    if (back >= 0 && back < at) {
      mine = mine.slice(0, back + 1);
    } else {
      // A whole line that turns off elsewhere leaves its far part to the other end.
      if (mine[mine.length - 1] === this.ends[partner]) theirs = mine.slice(at + 1).reverse();
      const met = theirs.indexOf(cell);
      if (met < 0 && this.numbers[cell]) return null;
      mine = [...mine.slice(0, at + 1), cell];
      if (met >= 0) {
        mine.push(...theirs.slice(0, met).reverse());
        theirs = [this.ends[partner]];
      } else {
        others = this.cut(values, cell, slot);
      }
    }
    hold.cell = cell;
    return [
      [slot, lettersOf(this, mine)],
      [partner, lettersOf(this, theirs)],
      ...others,
    ];
  }

  /**
   * Returns the changes that clear a cell of another line: both its parts stay.
   * @param {Values} values @param {number} cell @param {number} [mine] a slot of the line that cuts
   * @returns {Change[]}
   */
  cut(values, cell, mine = -1) {
    const slot = this.owners(values)[cell];
    if (slot < 0 || slot >> 1 === mine >> 1) return [];
    const arm = this.arm(values, slot);
    const at = arm.indexOf(cell);
    /** @type {Change[]} */
    const changes = [[slot, lettersOf(this, arm.slice(0, at))]];
    if (this.isJoined(values, slot)) {
      changes.push([slot ^ 1, lettersOf(this, arm.slice(at + 1).reverse())]);
    }
    return changes;
  }

  /** @returns {Answer} */
  drop() {
    return { changes: [], hold: null };
  }

  /**
   * Without dragging: a tap takes a line up, and from an end takes what is drawn of it away; a tap on a
   * cell in line leads it there.
   * @param {Values} values @param {Hold | null} hold @param {number} cell @param {Spot} _ @param {boolean} [isKey]
   * @returns {Answer}
   */
  tap(values, hold, cell, _, isKey) {
    const own = this.owners(values)[cell];
    if (hold?.cell === cell) return { changes: [], hold: null };
    if (!hold || (this.numbers[cell] && own >> 1 !== hold.slot >> 1)) {
      const slots = this.numbers[cell] && !isKey ? [own, own ^ 1].filter((slot) => values[slot]) : [];
      return { changes: slots.map((slot) => [slot, ""]), hold: this.grab(values.map((value, slot) => (slots.includes(slot) ? "" : value)), cell) };
    }
    const way = straightWay(this, hold.cell, cell).slice(1);
    if (!way.length) return { changes: [], hold: this.grab(values, cell) };
    /** @type {Map<number, Value>} */
    const changes = new Map();
    const now = [...values];
    for (const next of way) {
      const step = this.drag(now, hold, next);
      if (!step) break;
      for (const [slot, value] of step) {
        now[slot] = value;
        changes.set(slot, value);
      }
    }
    return { changes: [...changes], hold, cell: hold.cell };
  }

  /** @param {Values} values @param {Hold | null} hold @param {string} letter @returns {Answer | null} */
  nudge(values, hold, letter) {
    if (!hold) return null;
    const next = stepFrom(this, hold.cell, letter);
    const changes = next < 0 ? null : this.drag(values, hold, next);
    return { changes: changes ?? [], hold, cell: hold.cell };
  }

  /** @param {Values} values @param {number} cell @returns {Change[]} a number's line, one from a cell on, or a mark is erased */
  erase(values, cell) {
    const slot = this.owners(values)[cell];
    if (slot < 0) return [[this.firstMark + cell, 0]];
    if (!this.numbers[cell]) return this.cut(values, cell);
    return [[slot, ""], ...(this.isJoined(values, slot ^ 1) ? [/** @type {Change} */ ([slot ^ 1, ""])] : [])];
  }

  /** @param {Values} values @param {number} cell @returns {Change[]} */
  mark(values, cell) {
    if (this.numbers[cell] || this.blocked.has(cell)) return [];
    return [[this.firstMark + cell, values[this.firstMark + cell] ? 0 : 1]];
  }

  /** @param {number} cell */
  isClue(cell) {
    return this.numbers[cell] > 0;
  }

  /** @param {Values} values */
  describer(values) {
    const owners = this.owners(values);
    return (/** @type {number} */ cell) => {
      if (this.blocked.has(cell)) return { key: "blocked" };
      const slot = owners[cell];
      const number = (slot >> 1) + 1;
      if (slot < 0) return { key: values[this.firstMark + cell] ? "marked" : "empty" };
      if (!this.numbers[cell]) return { key: "line", values: { number } };
      const isJoined = this.isJoined(values, slot) || this.isJoined(values, slot ^ 1);
      return { key: isJoined ? "end_joined" : "end", values: { number } };
    };
  }

  /** @param {Values} before @param {Values} after @param {number[]} slots */
  announce(before, after, slots) {
    const arms = slots.filter((slot) => slot < this.firstMark);
    const slot = arms.find((at) => String(after[at]).length > String(before[at]).length) ?? arms[0];
    if (slot === undefined) return { key: "mark_changed" };
    const values = { number: (slot >> 1) + 1 };
    if (this.isJoined(after, slot)) return { key: "joined", values };
    const cut = arms.find((at) => at >> 1 !== slot >> 1 && after[at] !== before[at]);
    if (cut !== undefined) return { key: "cut", values: { ...values, other: (cut >> 1) + 1 } };
    return { key: "length", values, count: this.arm(after, slot).length };
  }

  /** @param {SVGElement} layers @param {SVGElement} top */
  draw(layers, top) {
    drawGrid(layers, this, this.blocked);
    this.showMarks = drawMarks(layers, this);
    const lines = addSvg(layers, "g", { class: "lines" });
    this.lines = this.ends.map((_, slot) => {
      const look = (slot >> 1) % LOOKS;
      const line = addSvg(lines, "path", { class: `line look-${look}` });
      const core = look % 2 ? addSvg(lines, "path", { class: `core look-${look}` }) : null;
      return { line, core };
    });
    this.tip = addSvg(layers, "circle", { class: "tip", r: 0.24 });
    const digits = String(this.pairs).length;
    this.ends.forEach((end, slot) => {
      const [x, y] = [(end % this.cols) + 0.5, Math.floor(end / this.cols) + 0.5];
      const look = `look-${(slot >> 1) % LOOKS}`;
      addSvg(top, "circle", { class: `end ${look}`, cx: x, cy: y, r: 0.39 });
      addSvg(top, "text", { class: `number digits-${digits}`, x, y }, String((slot >> 1) + 1));
    });
  }

  /** @param {Values} values @param {number[]} slots */
  show(values, slots) {
    for (const slot of slots.filter((at) => at < this.firstMark)) {
      const data = pathThrough(this, this.arm(values, slot));
      const { line, core } = /** @type {any} */ (this.lines)[slot];
      line.setAttribute("d", data);
      core?.setAttribute("d", data);
      line.classList.toggle("tried", this.base !== null && this.base[slot] !== values[slot]);
    }
    if (slots.some((at) => at >= this.firstMark)) {
      this.showMarks?.(values.flatMap((v, at) => (v === 1 && at >= this.firstMark ? [at - this.firstMark] : [])));
    }
  }

  /** @param {Hold | null} hold */
  showHold(hold) {
    this.tip?.toggleAttribute("hidden", !hold);
    if (hold) {
      this.tip?.setAttribute("cx", String((hold.cell % this.cols) + 0.5));
      this.tip?.setAttribute("cy", String(Math.floor(hold.cell / this.cols) + 0.5));
    }
  }

  /** @param {Values} values */
  trails(values) {
    return this.ends.map((_, slot) => ({ cells: this.arm(values, slot), look: (slot >> 1) % LOOKS }));
  }
}
