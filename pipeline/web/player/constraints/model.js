// A declared puzzle in the page: variables, constraints, and what follows from what is drawn. The
// record carries them as data (docs/web.md); the player knows no kind here and no answer.
//
import { setLiteral, valueOf } from "./literals.js";
import { lookAtGlobal } from "./words.js";

/** @typedef {import("./literals.js").State} State */
/** @typedef {{reason: number, literals: number[], sums: number[] | null, about: number[]}} Count */
/** @typedef {Record<string, any> & {type: string, reason: number}} Global */
/** @typedef {(Count | Global) & {at?: number, scope?: Set<number>}} Constraint ``at``: its number; ``scope``: its variables, kept by proof.js */
/** @typedef {{family: string, place: number[], value: number}} Mark */
/**
 * What a constraint says of a state: literals that must hold, or that it cannot be kept.
 * ``about``: nodes of a graph at fault; ``lines``: literals of drawn edges at fault; ``set``: candidates
 * of cells that rule out others, with the name of the pattern; ``left``: options; ``before``: the state;
 * ``ways``: of numbers that follow each other, the cell of each that is known, and all that each may have.
 * @typedef {{isBroken: boolean, forced: number[], about?: number[], lines?: number[], set?: number[], name?: string, left?: number, before?: State, ways?: {at: number[], may: Set<number>[]}}} Finding
 */

/** @type {Finding} */
export const NOTHING = { isBroken: false, forced: [] };

export class Model {
  /**
   * @param {Record<string, any>} json the ``model`` of a published record
   * @param {import("../types.js").Size} size of the board
   */
  constructor(json, { rows, cols }) {
    this.rows = rows;
    this.cols = cols;
    /** @type {number} the number written as 0 */
    this.zero = json.blank ?? Infinity;
    /** @type {Mark[]} */
    this.marks = [{ family: "", place: [], value: 1 }];
    for (const [family, places, values] of json.variables) {
      const width = family === "cells" || family === "numbers" ? 1 : 2;
      for (let k = 0; k * width < places.length; k++) {
        const place = places.slice(k * width, (k + 1) * width);
        this.marks.push({ family, place, value: values?.[k] ?? 1 });
      }
    }
    this.family = this.marks[1].family;
    this.size = this.marks.length - 1;
    /** Whether several lines may lie side by side. */
    this.hasBridges = this.family === "edges" && this.marks.some(({ value }) => value > 1);
    /** @type {Global[]} */
    this.globals = json.globals.map((/** @type {Global} */ one) => (one.width ? { ...one, literals: one.literals.map((/** @type {any} */ row) => spreadRow(row, one.width)) } : one));
    // What is alike is in the record once.
    this.globals.forEach((one, at) => one.like && (this.globals[at] = { ...this.globals.find(({ type, like }) => type === one.type && !like), ...one }));
    /** @type {Count[]} */
    this.counts = json.counts.flatMap((/** @type {any[]} */ [first, literals, sums, about]) =>
      about ? [{ reason: first, literals, sums, about }] : countsOf(this.globals[first], literals));
    /** @type {Constraint[]} */
    this.constraints = [...this.counts, ...this.globals];
    this.constraints.forEach((one, at) => (one.at = at));
    /** @type {string[]} */
    this.reasons = json.reasons;
    if (!this.constraints.every(({ reason }) => this.reasons[reason])) throw new Error("expected a reason of each constraint in model.reasons");
    /** @type {string[]} the key of each reason */
    this.keys = json.keys;
    /** @type {Record<string, string>} of which the sentences of hints are made */
    this.texts = json.texts;
    /** @type {number[][]} the counts of a variable */
    this.countsOf = this.marks.map(() => []);
    this.counts.forEach(({ literals }, at) => {
      for (const literal of literals) this.countsOf[Math.abs(literal)].push(at);
    });
  }

  /** @param {number} literal @returns {number[]} the cells that it is about: of a border those beside it */
  cellsOf(literal) {
    const { family, place } = this.marks[Math.abs(literal)];
    if (family !== "borders") return place;
    const { rows, cols } = this;
    const [row, col] = [Math.floor(place[0] / (cols + 1)), place[0] % (cols + 1)];
    const cells = place[1] === place[0] + 1 ? [[row - 1, col], [row, col]] : [[row, col - 1], [row, col]];
    return cells.filter(([y, x]) => y >= 0 && y < rows && x >= 0 && x < cols).map(([y, x]) => y * cols + x);
  }

  /** Returns a state in which nothing is known. */
  blank() {
    const state = new Int8Array(this.size + 1);
    state[0] = 1;
    return state;
  }
}

/** @param {number | number[]} row its literals, or the first of those that run on @param {number} width @returns {number[]} */
const spreadRow = (row, width) => (Array.isArray(row) ? row : Array.from({ length: width }, (_, k) => row + k));

/** @param {Global} global different values @param {number[]} sums @returns {Count[]} that each of them comes so often */
function countsOf({ reason, literals, about }, sums) {
  return literals[0].map((/** @type {number} */ _, /** @type {number} */ k) => ({ reason, literals: literals.map((/** @type {number[]} */ row) => row[k]), sums, about }));
}

/**
 * Returns what a count forces by itself.
 * @param {Count} count @param {State} state @returns {Finding}
 */
export function lookAtCount({ literals, sums }, state) {
  let held = 0;
  let open = 0;
  for (const literal of literals) {
    const value = valueOf(state, literal);
    if (value > 0) held++;
    else if (!value) open++;
  }
  if (!sums && (held || open > 1)) return NOTHING;
  const most = held + open;
  let canHold = !sums;
  let canFail = false;
  for (const sum of sums ?? []) {
    if (sum < held || sum > most) continue;
    canHold ||= sum > held;
    canFail ||= sum < most;
    if (canHold && canFail) return NOTHING;
  }
  if (!open && sums?.includes(held)) return NOTHING;
  const isBroken = !open || !(canHold || canFail);
  const sign = canHold ? 1 : -1;
  return { isBroken, forced: isBroken ? [] : literals.filter((literal) => !valueOf(state, literal)).map((literal) => sign * literal) };
}

/** @param {Constraint} one @param {State} state @returns {Finding} */
export const lookAt = (one, state) => ("sums" in one ? lookAtCount(/** @type {Count} */ (one), state) : lookAtGlobal(one, state));

/**
 * Deduces in place all that counts force, and with ``hasGlobals`` graphs too. Returns the
 * literals that were decided, by which constraints, and the one that cannot be kept, if there is one.
 * @param {Model} model @param {State} state @param {number[]} changed variables to begin at; none: all
 * @param {boolean} hasGlobals @param {number} [most] literals after which it stops
 * @returns {{decided: number[], by: Constraint[], broken: Constraint | null}}
 */
export function propagate(model, state, changed, hasGlobals, most = Infinity) {
  /** @type {number[]} */
  const decided = [];
  /** @type {Constraint[]} */
  const by = [];
  const isWaiting = new Uint8Array(model.counts.length);
  /** @type {number[]} */
  const queue = [];
  const wake = (/** @type {number} */ variable) => {
    for (const at of model.countsOf[variable]) if (!isWaiting[at]) queue.push(at), (isWaiting[at] = 1);
  };
  const force = (/** @type {number[]} */ literals, /** @type {Constraint} */ one) => {
    for (const literal of literals) {
      if (valueOf(state, literal) > 0) continue;
      setLiteral(state, literal);
      decided.push(literal);
      by.push(one);
      wake(Math.abs(literal));
    }
  };
  if (changed.length) changed.forEach(wake);
  else for (let at = 0; at < model.counts.length; at++) queue.push(at), (isWaiting[at] = 1);
  for (;;) {
    for (let next = 0; next < queue.length; next++) {
      isWaiting[queue[next]] = 0;
      const count = model.counts[queue[next]];
      const { isBroken, forced } = lookAtCount(count, state);
      if (isBroken) return { decided, by, broken: count };
      force(forced, count);
      if (decided.length > most) return { decided, by, broken: null };
    }
    queue.length = 0;
    if (!hasGlobals) return { decided, by, broken: null };
    for (const global of model.globals) {
      const { isBroken, forced } = lookAtGlobal(global, state);
      if (isBroken) return { decided, by, broken: global };
      force(forced, global);
      if (queue.length) break;
    }
    if (!queue.length) return { decided, by, broken: null };
  }
}

/**
 * Returns what looks at a constraint on a part of the board again only where something was drawn since.
 * @param {Model} model @returns {(one: Constraint, state: State) => Finding} whose states are not changed afterwards
 */
export function remember({ globals, size }) {
  /** @type {Map<Constraint, {variables: number[], state: State, finding: Finding}>} */
  const known = new Map();
  for (const one of globals) {
    const variables = (one.literals ?? one.options ?? []).flat().map(Math.abs);
    if (variables.length && 2 * variables.length < size) known.set(one, { variables, state: new Int8Array(), finding: NOTHING });
  }
  return (one, state) => {
    const last = known.get(one);
    if (!last) return lookAt(one, state);
    if (last.variables.some((variable) => state[variable] !== last.state[variable])) last.finding = lookAt(one, state);
    last.state = state;
    return last.finding;
  };
}

/**
 * Returns every constraint that a state breaks, what is open taken as not drawn.
 * @param {Model} model @param {State} state @returns {Constraint[]}
 */
export function findBroken(model, state, look = lookAt) {
  const whole = state.map((value) => value || -1);
  return model.constraints.filter((one) => look(one, whole).isBroken);
}
