// Declared kinds that shade cells, set lamps, stars or tents in them, or write one of two symbols.

import { CROSSED, DRAWN } from "../constraints/literals.js";
import { Declared } from "./declared.js";
import { SIDES, lineFrom } from "./declared_extra.js";
import { pathOf } from "./primitives.js";
import { addSvg } from "../svg.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("./declared_drawing.js").DeclaredDrawing} Drawing */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").Message} Message */
/** @typedef {import("../types.js").Values} Values */

/** @typedef {{isRow: boolean, line: number, cells: number[], drawn: number}} Quota how many of a line's cells are drawn in the end */

export class DeclaredCells extends Declared {
  /** @param {Record<string, any>} puzzle @param {import("../types.js").PuzzleRecord} record */
  constructor(puzzle, record) {
    super(puzzle, record);
    /** Whether shaded cells are written as one symbol, and ruled out ones as the other. */
    this.isWritten = this.isFilled = Boolean(this.looks.symbols);
    /** Whether cells get a star or a tent, after which others are crossed out. */
    this.isFigure = Boolean(this.looks.corners);
    this.isAuto = this.isFigure || Boolean(this.looks.fives);
    this.isSolid = !this.isFigure && !this.isWritten;
    this.hasMarks = !this.isWritten;
    this.crossed = CROSSED;
    /** Whether white cells form islands in what is shaded. */
    this.isSea = this.model.globals.some(({ type }) => type === "regions");
    this.keys = this.isWritten ? ["0", "1"] : undefined;
    /** @type {Quota[]} of the lines whose symbols are counted beside the board */
    this.quotas = this.isWritten ? this.findQuotas() : [];
    /** @type {{numbers: number[], texts: Element[], colours: number[] | undefined, slots: number[], seen: Values}[] | undefined} lines with runs beside the board */
    this.runs = undefined;
    if (this.quotas.length) this.margins.left = this.margins.top = 0.7;
  }

  begin() {
    const values = super.begin();
    this.clues.forEach((clue, cell) => {
      if (this.isGiven(cell)) values[this.slotAt(cell)] = clue ? DRAWN : CROSSED;
    });
    return values;
  }

  /** @returns {Quota[]} */
  findQuotas() {
    const counts = new Map(this.model.counts.flatMap(({ literals, sums }) => (sums?.length === 1 ? [[String(literals), sums[0]]] : [])));
    return [true, false].flatMap((isRow) => Array.from({ length: isRow ? this.rows : this.cols }, (_, line) => {
      const cells = lineFrom(this, isRow ? "left" : "top", line);
      return { isRow, line, cells, drawn: counts.get(String(cells.map((cell) => this.slotAt(cell) + 1))) ?? -1 };
    })).filter(({ drawn }) => drawn >= 0);
  }

  /** @param {Values} values @param {number} at of a quota @returns {number[]} how often each symbol is still to be written */
  leftIn(values, at) {
    const { cells, drawn } = this.quotas[at];
    const count = (/** @type {number} */ value) => cells.filter((cell) => values[this.slotAt(cell)] === value).length;
    return [cells.length - drawn - count(CROSSED), drawn - count(DRAWN)];
  }

  /** Greys the runs beside a board that are drawn whole. @param {Drawing} drawing @param {Values} values */
  showRuns(drawing, values) {
    this.runs ??= SIDES.flatMap((side) => this.extra.sides[side].map((numbers, line) => {
      const texts = [...(drawing.clues.get(`${side},${line}`) ?? [])].filter(({ tagName = "text" }) => tagName === "text");
      if (side === "left" || side === "top") texts.reverse();
      return { numbers, texts, colours: this.coloursBeside(side, line), slots: lineFrom(this, side, line).map((cell) => this.slotAt(cell)), seen: [] };
    }));
    for (const run of this.runs) {
      const { numbers, texts, colours, slots, seen } = run;
      if (slots.every((slot, at) => values[slot] === seen[at])) continue; // of a large board most lines stay as they are
      run.seen = slots.map((slot) => values[slot]);
      const done = finishedRuns(run.seen, numbers, colours, this.crossed);
      texts.forEach((text, at) => text.classList.toggle("met", done.has(at)));
    }
  }

  /** @param {import("./declared_extra.js").Side} _side @param {number} _line @returns {number[] | undefined} the colours of its runs, where they have some */
  coloursBeside(_side, _line) {
    return undefined;
  }

  /** @param {Drawing} drawing @param {number} cell @param {number} value @param {boolean} isTried */
  showSymbol(drawing, cell, value, isTried) {
    const text = drawing.texts[cell]?.[0];
    if (!text) return;
    const at = value === CROSSED ? 0 : 1;
    const symbol = value ? this.looks.symbols[at] : "";
    const outline = value && this.looks.outlines?.[at];
    const isCircle = symbol === "white" || symbol === "black";
    const [cx, cy] = drawing.centre(cell);
    text.textContent = isCircle || outline ? "" : symbol;
    drawing.symbols[cell]?.remove();
    if (outline) drawing.symbols[cell] = addSvg(drawing.own, "path", { class: "number own", d: `${pathOf(outline, [cx, cy])}z` });
    if (isCircle) drawing.symbols[cell] = addSvg(drawing.own, "circle", { class: `pearl own ${symbol}`, cx, cy, r: 0.25 });
    for (const mark of [text, drawing.symbols[cell]]) mark?.classList.toggle("tried", isTried);
  }

  /** @param {number} slot */
  isFixed(slot) {
    return this.isGiven(this.model.marks[slot + 1].place[0]);
  }

  /** @param {Values} values */
  measure(values) {
    if (!this.isWritten) return super.measure(values);
    return this.measureFilled(values, this.clues.flatMap((_, cell) => (this.isGiven(cell) ? [] : [this.slotAt(cell)])));
  }

  /** @param {Values} values @param {number[]} slots @param {boolean} isAuto @returns {Change[]} */
  extend(values, slots, isAuto) {
    return super.extend(values, slots, isAuto && !this.isWritten);
  }

  /** @param {Values} values */
  litBy(values) {
    /** @type {Set<number>} */
    const lit = new Set();
    if (this.looks.shaded !== "lamp") return lit;
    const isLamp = (/** @type {number} */ literal) => values[literal - 1] === DRAWN;
    // A clause about one cell is what shines on it.
    for (const { literals, sums, about } of this.model.counts) if (!sums && about.length === 1 && literals.some(isLamp)) lit.add(about[0]);
    return lit;
  }

  /** @param {number} cell */
  nearest(cell) {
    return this.slotAt(cell);
  }

  /** @param {number} cell */
  slotsOf(cell) {
    return [this.slotAt(cell)];
  }

  /** @param {number} value of stars and of digits, crossed out comes before drawn; a sun before a moon */
  after(value) {
    return (value + ((this.isWritten && !this.looks.outlines) || this.isFigure ? 2 : 1)) % 3;
  }

  /** @param {import("../types.js").Value} value */
  tapsTo(value) {
    return this.after(0) === value ? 1 : 2;
  }

  /** @param {Values} values @param {number} cell @returns {Hold | null} */
  grab(values, cell) {
    const slot = this.slotAt(cell);
    if (slot < 0 || this.isFixed(slot)) return null;
    // A way over a board of stars is one of dots.
    const isDot = values[slot] === CROSSED;
    return { cell, paint: this.isFigure ? (isDot ? 0 : CROSSED) : this.after(Number(values[slot])) };
  }

  /**
   * Paints cells as the first one.
   * @param {Values} values @param {Hold} hold @param {number} cell @returns {Change[]}
   */
  drag(values, hold, cell) {
    const first = hold.cell;
    if (this.looks.fives) cell = this.inLine(hold, cell);
    hold.cell = cell;
    const slots = [...new Set([this.slotAt(first), this.slotAt(cell)])];
    const isStar = (/** @type {number} */ slot) => this.isFigure && values[slot] === DRAWN;
    return slots.flatMap((slot) => (slot < 0 || values[slot] === hold.paint || this.isFixed(slot) || isStar(slot) ? [] : [[slot, hold.paint]]));
  }

  /** @param {Hold} hold @param {number} cell @returns {number} it, or the one beside it in the line in which a drag began */
  inLine(hold, cell) {
    const first = (hold.first ??= hold.cell);
    const row = (/** @type {number} */ at) => Math.floor(at / this.cols);
    if (cell !== first) hold.isRow ??= row(cell) === row(first);
    const own = hold.isRow ? row(first) * this.cols + (cell % this.cols) : row(cell) * this.cols + (first % this.cols);
    hold.length = Math.abs(hold.isRow ? own - first : row(own) - row(first)) + 1;
    return own;
  }

  /** @param {Values} values @param {Hold | null} _ @param {number} cell @returns {Answer} */
  tap(values, _, cell) {
    const slot = this.slotAt(cell);
    return { changes: slot < 0 || this.isFixed(slot) ? [] : [[slot, this.after(Number(values[slot]))]], hold: null };
  }

  /** @returns {Answer | null} arrows only move */
  nudge() {
    return null;
  }

  /** @param {Values} values @param {number} cell @param {string} symbol @returns {Change[]} */
  enter(values, cell, symbol) {
    if (!this.isWritten || this.isGiven(cell)) return [];
    const [slot, value] = [this.slotAt(cell), Number(symbol) ? DRAWN : CROSSED];
    return [[slot, values[slot] === value ? 0 : value]];
  }

  /** @param {Values} values @param {number} cell @returns {Message[]} */
  describe(values, cell) {
    const slot = this.slotAt(cell);
    const value = Number(values[slot] ?? 0);
    if (this.isWritten) {
      const number = this.symbolOf(value);
      return [{ key: this.isGiven(cell) ? "board_given" : number ? "board_number" : "board_empty", values: { number } }];
    }
    const own = this.isSea && this.isClue(cell) ? [{ key: "island_of", values: { number: this.clues[cell] } }] : super.describe(values, cell);
    const isWall = this.isClue(cell) && this.signOf(this.clues[cell])[0] === "wall";
    const count = this.feedback.ofClue.get(cell)?.[0];
    const around = count && "sums" in count ? count.literals.filter((/** @type {number} */ literal) => values[literal - 1] === DRAWN).length : 0;
    if (isWall) return around ? [...own, { key: "lamps", count: around }] : own;
    return slot < 0 || (this.isSea && own.length && !value) ? own : [...own, { key: this.stateName(value) }];
  }

  /** @param {number} value of a slot @returns {string} the key of its name */
  stateName(value) {
    if (!value) return "board_empty";
    if (this.isSea) return value === DRAWN ? "sea" : "island";
    if (value === DRAWN) return this.looks.names?.shaded ?? this.looks.shaded;
    return this.looks.shaded === "shaded" ? "white" : "ruled_out";
  }

  /** @param {number} value of a slot @returns {string} what is written for it, or the name of what is drawn */
  symbolOf(value) {
    if (value && this.looks.outlines) return this.looks.names[value === DRAWN ? 1 : 0];
    const symbol = value === DRAWN ? this.looks.symbols[1] : value === CROSSED ? this.looks.symbols[0] : "";
    return symbol === "white" ? "○" : symbol === "black" ? "●" : symbol;
  }

  /** @param {Values} _ @param {Values} after @param {number[]} slots @returns {Message} */
  announce(_, after, slots) {
    const value = Number(after[slots[0]]);
    if (this.isWritten) return { key: value ? "board_now_number" : "board_now_empty", values: { number: this.symbolOf(value) } };
    return { key: this.stateName(value) };
  }
}

/**
 * Returns which runs of a line are drawn whole, with nothing open between them and an end of it.
 * @param {import("../types.js").Value[]} line @param {number[]} numbers its runs in order
 * @param {number[]} [colours] of these, DRAWN without them @param {number} [crossed] the value of an empty cell
 * @returns {Set<number>}
 */
export function finishedRuns(line, numbers, colours, crossed = CROSSED) {
  /** @type {Set<number>} */
  const done = new Set();
  const scan = (/** @type {unknown[]} */ cells, /** @type {(k: number) => number} */ indexOf) => {
    let [k, run] = [0, 0];
    for (let at = 0; at <= cells.length; at++) {
      /** @type {unknown} */
      const value = cells[at] ?? crossed;
      if (!value) return;
      if (run && value !== cells[at - 1]) {
        if (run !== numbers[indexOf(k)] || cells[at - 1] !== (colours?.[indexOf(k)] ?? DRAWN)) return;
        done.add(indexOf(k++));
        run = 0;
      }
      if (value !== crossed) run++;
    }
  };
  scan(line, (k) => k);
  scan([...line].reverse(), (k) => numbers.length - 1 - k);
  return done;
}
