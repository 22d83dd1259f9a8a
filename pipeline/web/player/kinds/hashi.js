// Hashi on a page: bridges between islands that see one another.
//
// The first slots hold the spans (pairs of islands with nothing but water between): how many
// bridges they carry, or -1 for the pencil's "no bridge"; then one slot for the mark of each island.

import { tellHint } from "../constraints/hints.js";
import { Model } from "../constraints/model.js";
import { readGrid, readWhole, stepFrom, straightWay } from "./cells.js";
import { checkHashi, countBridges, isFull, joinIslands } from "./hashi_rules.js";
import { addSvg, drawMarks } from "../svg.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Hold} Hold */
/** @typedef {import("../types.js").PuzzleRecord} PuzzleRecord */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").Violation} Violation */
/** @typedef {import("./hashi_rules.js").Bridge} Bridge */
/** @typedef {{one: number, other: number, between: number[], isAcross: boolean, crossed: number[]}} Span */

export const NO_BRIDGE = -1;

export class Hashi {
  /** @type {Values | null} */
  base = null;
  kind = "hashi";
  hasMarks = true;
  hasOutline = false;

  /** @param {Record<string, any>} puzzle a record's puzzle @param {Partial<PuzzleRecord>} [record] */
  constructor(puzzle, record) {
    this.rows = readWhole(puzzle.rows, "rows", 1000);
    this.cols = readWhole(puzzle.cols, "cols", 1000);
    this.max_bridges = readWhole(puzzle.max_bridges ?? 2, "max_bridges", 4);
    this.connected = Boolean(puzzle.connected ?? true);
    this.loops = Boolean(puzzle.loops ?? true);
    this.islands = readGrid(puzzle.clues, this.rows, this.cols, "clues");
    this.cells = this.islands.flatMap((clue, cell) => (clue ? [cell] : []));
    /** @type {Span[]} */
    this.spans = [];
    for (const one of this.cells) {
      for (const letter of "RD") {
        const other = this.nextIsland(one, letter);
        if (other < 0) continue;
        const between = straightWay(this, one, other).slice(1, -1);
        this.spans.push({ one, other, between, isAcross: letter === "R", crossed: [] });
      }
    }
    /** @type {Map<number, number[]>} the spans of each island */
    this.around = new Map(this.cells.map((cell) => [cell, []]));
    this.spans.forEach(({ one, other }, slot) => [one, other].forEach((cell) => this.around.get(cell)?.push(slot)));
    /** @type {Map<number, number[]>} the spans over each cell of water */
    this.over = new Map();
    this.spans.forEach(({ between }, slot) => {
      for (const cell of between) this.over.set(cell, [...(this.over.get(cell) ?? []), slot]);
    });
    for (const slots of this.over.values()) {
      if (slots.length < 2) continue;
      this.spans[slots[0]].crossed.push(slots[1]);
      this.spans[slots[1]].crossed.push(slots[0]);
    }
    const model = record?.model && new Model(record.model, this);
    this.hint = model ? (/** @type {Values} */ values) => this.hintBy(model, values) : undefined;
  }

  /**
   * Returns the next step, deduced from the variables "at least so many bridges" of each span.
   * @param {Model} model @param {Values} values
   */
  hintBy(model, values) {
    const slotOf = (/** @type {number} */ literal) => {
      const [one, other] = model.marks[Math.abs(literal)].place;
      return this.spans.findIndex((span) => span.one === one && span.other === other);
    };
    const state = model.blank();
    for (let variable = 1; variable <= model.size; variable++) {
      const count = Number(values[slotOf(variable)]);
      state[variable] = count === NO_BRIDGE ? -1 : count >= model.marks[variable].value ? 1 : 0;
    }
    const isSeen = (/** @type {number} */ literal) => literal > 0 || model.marks[-literal].value === 1;
    return tellHint(model, state, isSeen, (literals) =>
      literals.map((literal) => [slotOf(literal), literal > 0 ? model.marks[literal].value : NO_BRIDGE]),
      this.loops,
    );
  }

  /** @param {number} cell @param {string} letter the next island that way, or -1 */
  nextIsland(cell, letter) {
    let at = stepFrom(this, cell, letter);
    while (at >= 0 && !this.islands[at]) at = stepFrom(this, at, letter);
    return at;
  }

  /** @returns {Values} */
  begin() {
    return [...this.spans.map(() => 0), ...this.cells.map(() => 0)];
  }

  /** @param {number} slot @param {Value} value */
  accepts(slot, value) {
    if (!Number.isInteger(value)) return false;
    const [least, most] = slot < this.spans.length ? [NO_BRIDGE, this.max_bridges] : [0, 1];
    return Number(value) >= least && Number(value) <= most;
  }

  /** @param {Values} values @returns {Bridge[]} */
  bridges(values) {
    return this.spans.flatMap(({ one, other }, slot) =>
      Number(values[slot]) > 0 ? [/** @type {Bridge} */ ([one, other, Number(values[slot])])] : [],
    );
  }

  /** @param {Values} values */
  check(values) {
    return checkHashi(this, values);
  }

  /** @param {Values} values */
  measure(values) {
    const count = countBridges(this.bridges(values));
    return { done: this.cells.filter((cell) => isFull(this, cell, count)).length, total: this.cells.length };
  }

  /**
   * Returns what cannot be right, whatever is added: too many bridges at an island, too few ways
   * left for its number, a loop, a group of islands that is shut off.
   * @param {Values} values @returns {Violation[]}
   */
  findFaults(values) {
    const bridges = this.bridges(values);
    const count = countBridges(bridges);
    const need = (/** @type {number} */ cell) =>
      this.islands[cell] < 0 ? Infinity : this.islands[cell] - (count.get(cell) ?? 0);
    const room = this.islands.map(() => 0);
    const open = new Set();
    this.spans.forEach(({ one, other, crossed }, slot) => {
      if (crossed.some((at) => Number(values[at]) > 0)) return;
      const left = this.max_bridges - Math.max(Number(values[slot]), 0);
      const more = Math.max(Math.min(left, need(one), need(other)), 0);
      room[one] += more;
      room[other] += more;
      if (more) open.add(one).add(other);
    });
    /** @type {Violation[]} */
    const faults = [];
    for (const cell of this.cells) {
      if (need(cell) < 0) faults.push({ code: "too-many-here", cells: [cell] });
      const isUnknown = this.islands[cell] < 0;
      const isStuck = isUnknown ? !count.get(cell) && !room[cell] : need(cell) > room[cell];
      if (isStuck) faults.push({ code: "too-few-here", cells: [cell] });
    }
    const { groups, loops } = joinIslands(this, bridges);
    if (!this.loops) for (const cells of loops) faults.push({ code: "loop", cells });
    if (this.connected && groups.length > 1) {
      for (const cells of groups) {
        if (!cells.some((cell) => open.has(cell))) faults.push({ code: "shut-off", cells });
      }
    }
    return faults;
  }

  /** @param {Values} _ @param {number} cell @returns {Hold | null} */
  grab(_, cell) {
    return this.islands[cell] ? { cell, slot: -1 } : null;
  }

  /**
   * Returns the slot of the span that leaves an island that way, or -1.
   * @param {number} cell @param {string} letter
   */
  spanFrom(cell, letter) {
    const other = this.nextIsland(cell, letter);
    const [low, high] = [Math.min(cell, other), Math.max(cell, other)];
    return this.spans.findIndex((span) => span.one === low && span.other === high);
  }

  /**
   * Points a drag from an island to the span it would bridge.
   * @param {Values} _ @param {Hold} hold @param {number} __ @param {Spot} spot
   */
  drag(_, hold, __, spot) {
    const dx = spot.x - ((hold.cell % this.cols) + 0.5);
    const dy = spot.y - (Math.floor(hold.cell / this.cols) + 0.5);
    const letter = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "R" : "L") : dy > 0 ? "D" : "U";
    hold.slot = Math.max(Math.abs(dx), Math.abs(dy)) < 0.55 ? -1 : this.spanFrom(hold.cell, letter);
    return [];
  }

  /** @param {Values} values @param {Hold} hold @returns {Answer} */
  drop(values, hold) {
    return { ...this.turn(values, hold.slot), hold: null };
  }

  /**
   * Puts one bridge more on a span, and after the most of them none.
   * @param {Values} values @param {number} slot
   * @returns {{changes: Change[], message?: import("../types.js").Message}}
   */
  turn(values, slot) {
    if (slot < 0) return { changes: [] };
    const isCrossed = this.spans[slot].crossed.some((at) => Number(values[at]) > 0);
    if (isCrossed) return { changes: [], message: { key: "would_cross" } };
    const now = Math.max(Number(values[slot]), 0);
    return { changes: [[slot, now < this.max_bridges ? now + 1 : 0]] };
  }

  /**
   * Without dragging: a tap on an island takes it, a tap on the next island bridges them; a tap
   * on the water between two bridges those.
   * @param {Values} values @param {Hold | null} hold @param {number} cell @param {Spot} spot
   * @returns {Answer}
   */
  tap(values, hold, cell, spot) {
    if (!this.islands[cell]) return { ...this.turn(values, this.spanAt(values, cell, spot)), hold: null };
    if (hold?.cell === cell) return { changes: [], hold: null };
    const slot = hold ? this.spans.findIndex(
      ({ one, other }) => one === Math.min(cell, hold.cell) && other === Math.max(cell, hold.cell),
    ) : -1;
    return slot < 0 ? { changes: [], hold: this.grab(values, cell) } : { ...this.turn(values, slot), hold };
  }

  /**
   * Returns the span that a tap on water means: one with a bridge, else the nearer one, or -1.
   * @param {Values} values @param {number} cell @param {Spot} spot
   */
  spanAt(values, cell, spot) {
    const slots = this.over.get(cell) ?? [];
    const drawn = slots.find((slot) => Number(values[slot]) > 0);
    if (slots.length < 2 || drawn !== undefined) return drawn ?? slots[0] ?? -1;
    const isNearerAcross = Math.abs((spot.y % 1) - 0.5) <= Math.abs((spot.x % 1) - 0.5);
    return slots.find((slot) => this.spans[slot].isAcross === isNearerAcross) ?? -1;
  }

  /** @param {Values} values @param {Hold | null} hold @param {string} letter @returns {Answer | null} */
  nudge(values, hold, letter) {
    if (!hold) return null;
    return { ...this.turn(values, this.spanFrom(hold.cell, letter)), hold, cell: hold.cell };
  }

  /** @param {Values} _ @param {number} cell @returns {Change[]} */
  erase(_, cell) {
    const own = this.spans.flatMap(({ one, other }, slot) => (one === cell || other === cell ? [slot] : []));
    return [...own, ...(this.over.get(cell) ?? [])].map((slot) => [slot, 0]);
  }

  /** @param {Values} values @param {number} cell @param {Spot} spot @returns {Change[]} */
  mark(values, cell, spot) {
    if (this.islands[cell]) {
      const slot = this.spans.length + this.cells.indexOf(cell);
      return [[slot, values[slot] ? 0 : 1]];
    }
    const slot = this.spanAt(values, cell, spot);
    return slot < 0 ? [] : [[slot, values[slot] === NO_BRIDGE ? 0 : NO_BRIDGE]];
  }

  /** @param {number} cell */
  isClue(cell) {
    return this.islands[cell] !== 0;
  }

  /** @param {Values} values */
  describer(values) {
    const counts = countBridges(this.bridges(values));
    return (/** @type {number} */ cell) => {
      if (this.islands[cell]) {
        const isMarked = values[this.spans.length + this.cells.indexOf(cell)] === 1;
        return { key: isMarked ? "island_marked" : "island", values: { clue: this.nameOf(cell) }, count: counts.get(cell) ?? 0 };
      }
      const slot = this.spanAt(values, cell, { x: 0, y: 0.5 });
      const count = slot < 0 ? 0 : Number(values[slot]);
      return count > 0 ? { key: "bridge", count } : { key: count ? "no_bridge" : "water" };
    };
  }

  /** @param {Values} _ @param {Values} after @param {number[]} slots */
  announce(_, after, slots) {
    const slot = slots.find((at) => at < this.spans.length);
    if (slot === undefined) return { key: "mark_changed" };
    const { one, other } = this.spans[slot];
    const values = { one: this.nameOf(one), other: this.nameOf(other) };
    const count = Number(after[slot]);
    const cells = [one, other];
    return count < 0 ? { key: "now_no_bridge", values, cells } : { key: "now_bridges", values, count, cells };
  }

  /** @param {SVGElement} layers @param {SVGElement} top */
  draw(layers, top) {
    addSvg(layers, "rect", { class: "paper", width: this.cols, height: this.rows });
    this.aim = addSvg(layers, "path", { class: "aim" });
    this.bed = addSvg(layers, "g", {});
    /** @type {(Element | undefined)[]} drawn when there is a bridge */
    this.lines = [];
    this.crosses = addSvg(layers, "path", { class: "crosses" });
    // Below the islands, whose drawing a move should not have to paint again.
    this.tip = addSvg(layers, "circle", { class: "tip ring", r: 0.46 });
    const all = addSvg(top, "g", { class: "islands" });
    /** @type {Map<number, Element>} */
    this.rings = new Map();
    for (const cell of this.cells) {
      const [x, y] = this.centre(cell);
      this.rings.set(cell, addSvg(all, "circle", { class: "island", cx: x, cy: y, r: 0.4 }));
      addSvg(all, "text", { class: "number", x, y }, this.nameOf(cell));
    }
    this.showMarks = drawMarks(top, this);
  }

  /** @param {number} cell the text of an island */
  nameOf(cell) {
    return this.islands[cell] < 0 ? "?" : String(this.islands[cell]);
  }

  /** @param {number} cell */
  centre(cell) {
    return [(cell % this.cols) + 0.5, Math.floor(cell / this.cols) + 0.5];
  }

  /** @param {Values} values @param {number[]} slots */
  show(values, slots) {
    for (const slot of slots.filter((at) => at < this.spans.length)) {
      const { one, other, isAcross } = this.spans[slot];
      const [[x0, y0], [x1, y1]] = [this.centre(one), this.centre(other)];
      const count = Number(values[slot]);
      let data = "";
      for (let k = 0; k < count; k++) {
        const off = (k - (count - 1) / 2) * 0.2;
        data += isAcross ? `M${x0},${y0 + off}H${x1}` : `M${x0 + off},${y0}V${y1}`;
      }
      if (data && this.bed && this.lines) this.lines[slot] ??= addSvg(this.bed, "path", { class: "bridge" });
      this.lines?.[slot]?.setAttribute("d", data);
      this.lines?.[slot]?.classList.toggle("tried", this.base !== null && this.base[slot] !== values[slot]);
      for (const cell of [one, other]) this.judgeIsland(values, cell);
    }
    const crosses = this.spans.map(({ one, other }, slot) => {
      if (values[slot] !== NO_BRIDGE) return "";
      const [[x0, y0], [x1, y1]] = [this.centre(one), this.centre(other)];
      return `M${(x0 + x1) / 2 - 0.12},${(y0 + y1) / 2 - 0.12}l.24,.24m-.24,0l.24,-.24`;
    });
    this.crosses?.setAttribute("d", crosses.join(""));
    this.showMarks?.(this.cells.filter((_, i) => values[this.spans.length + i]));
  }

  /** @param {Values} values @returns {number[]} islands with too many bridges */
  judge(values) {
    return this.findFaults(values).flatMap(({ code, cells }) => (code === "too-many-here" ? [cells[0]] : []));
  }

  /** @param {Values} values @param {number} cell an island shows whether it has all its bridges, or too many */
  judgeIsland(values, cell) {
    const own = (this.around.get(cell) ?? []).reduce((sum, slot) => sum + Math.max(Number(values[slot]), 0), 0);
    const clue = this.islands[cell];
    this.rings?.get(cell)?.classList.toggle("full", own === clue);
    this.rings?.get(cell)?.classList.toggle("over", clue > 0 && own > clue);
  }

  /** @param {Hold | null} hold */
  showHold(hold) {
    this.tip?.toggleAttribute("hidden", !hold);
    this.aim?.setAttribute("d", "");
    if (!hold) return;
    const [x, y] = this.centre(hold.cell);
    this.tip?.setAttribute("cx", String(x));
    this.tip?.setAttribute("cy", String(y));
    if (hold.slot >= 0) {
      const { one, other } = this.spans[hold.slot];
      this.aim?.setAttribute("d", `M${this.centre(one)}L${this.centre(other)}`);
    }
  }

  /** @param {Values} values */
  trails(values) {
    const bridges = this.bridges(values).map(([one, other]) => straightWay(this, one, other));
    return [...this.cells.map((cell) => [cell]), ...bridges].map((cells) => ({ cells, look: 0 }));
  }
}
