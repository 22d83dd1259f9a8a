// What is seen at once of a board that is being played, by the declared constraints alone: which of
// them are broken already and where, which clues are met, which cells are lit.

import { neighboursOfPairs, spread } from "./graphs.js";
import { setLiteral, valueOf } from "./literals.js";
import { lookAtCount, remember } from "./model.js";

/** @typedef {import("./literals.js").State} State */
/** @typedef {import("./model.js").Count} Count */
/** @typedef {import("./model.js").Finding} Finding */
/** @typedef {import("./model.js").Global} Global */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {Count | Global} Constraint */
/**
 * ``cells`` and ``lines`` are at fault, ``clues`` are those of which a clue is broken, and ``met`` those
 * with all that they ask for.
 * @typedef {{broken: Set<Constraint>, cells: Set<number>, lines: Set<number>, clues: Set<number>, met: Set<number>}} Report
 */

/** @param {Constraint} one @returns {one is Count} */
const isCount = (one) => "sums" in one;

export class Feedback {
  /** @param {Model} model @param {(cell: number) => boolean} isClue @param {(cell: number) => number | null} numberAt */
  constructor(model, isClue, numberAt) {
    this.model = model;
    this.isClue = isClue;
    /** @type {number[]} what clues say of their own cells, which nobody draws */
    this.plain = model.counts.flatMap((one) => (this.isPlain(one) ? one.literals : []));
    // What counts say of the numbers of a group as a whole, they say of each number, too.
    /** @type {Constraint[]} */
    this.all = [...model.counts, ...model.globals.filter(({ type }) => type !== "different")];
    /** What looks at what is drawn, and at a board of which the rest is not. */
    this.lookAtDrawn = remember(model);
    this.lookAtWhole = remember(model);
    /** @type {Map<number, Constraint[]>} by the clue that they are about */
    this.ofClue = new Map();
    for (const one of this.all) {
      const [cell] = one.about ?? []; // a clue is the first of its cells
      if (cell === undefined || !isClue(cell)) continue;
      const number = numberAt(cell);
      const isOwn = number === null || !isCount(one) ? one.about.length === 1 : one.sums?.length === 1 && [0, Number(model.family === "edges")].includes(number - one.sums[0]);
      // a way through so many cells has one line fewer
      if (isOwn) this.ofClue.set(cell, [...(this.ofClue.get(cell) ?? []), one]);
    }
  }

  /** @param {Constraint} one @returns {boolean} whether it says of a clue's own cell alone what that is */
  isPlain(one) {
    return isCount(one) && !one.sums && one.literals.length === 1 && String(this.model.marks[Math.abs(one.literals[0])].place) === String(one.about);
  }

  /** @param {State} drawn the rest open @returns {Report} */
  look(drawn) {
    const state = drawn.slice();
    for (const literal of this.plain) if (!valueOf(state, literal)) setLiteral(state, literal);
    /** @type {Report} */
    const report = { broken: new Set(), cells: new Set(), lines: new Set(), clues: new Set(), met: new Set() };
    for (const one of this.all) {
      const finding = this.lookAtDrawn(one, state);
      if (!finding.isBroken) continue;
      report.broken.add(one);
      this.blame(report, one, finding, state);
    }
    const whole = state.map((value) => value || -1);
    for (const [cell, own] of this.ofClue) {
      const seen = own.every((one) => this.isPlain(one)) ? drawn : state;
      if (own.every((one) => this.isMet(one, seen, whole))) report.met.add(cell);
    }
    for (const global of this.model.globals) if (global.type === "regions") this.meetRegions(report, global, state);
    return report;
  }

  /** @param {Report} report @param {Constraint} one @param {Finding} finding @param {State} state */
  blame(report, one, finding, state) {
    const { model } = this;
    for (const cell of one.about ?? []) if (this.ofClue.get(cell)?.includes(one)) report.clues.add(cell);
    const point = (/** @type {number} */ literal) => {
      const { family, place } = model.marks[Math.abs(literal)];
      if (family === "edges" || family === "borders") report.lines.add(Math.abs(literal));
      else for (const cell of place) report.cells.add(cell);
    };
    if (!isCount(one)) {
      finding.lines?.forEach(point);
      const isLine = finding.lines?.length || model.family === "borders";
      for (const cell of isLine ? [] : (finding.about ?? one.about ?? [])) report.cells.add(cell);
      return;
    }
    const held = one.literals.filter((literal) => valueOf(state, literal) > 0);
    const isOver = one.sums !== null && held.length > Math.max(...one.sums);
    (isOver ? held : one.sums ? [] : one.literals).forEach(point);
    if (!isOver && one.sums && model.family === "cells") for (const cell of one.about) report.cells.add(cell);
  }

  /**
   * Returns whether a constraint holds if nothing more is drawn. A clue that asks for nothing is met
   * when all of its places are ruled out.
   * @param {Constraint} one @param {State} state @param {State} whole what is open taken as not drawn
   */
  isMet(one, state, whole) {
    const isTouched = !isCount(one) || one.literals.some((literal) => valueOf(state, literal) > 0) || one.literals.every((literal) => valueOf(state, literal));
    return isTouched && !this.lookAtWhole(one, whole).isBroken;
  }

  /** Regions that are closed off with the size of their clue. @param {Report} report @param {Global} global @param {State} state */
  meetRegions(report, global, state) {
    const { nodes, edges, sizes } = global;
    /** @type {number[][]} */
    const around = (global.around ??= neighboursOfPairs(nodes.length, edges));
    const isOpen = (/** @type {number} */ at) => valueOf(state, nodes[at]) >= 0;
    nodes.forEach((/** @type {number} */ literal, /** @type {number} */ start) => {
      if (sizes[start] <= 0 || !isOpen(start)) return;
      const region = spread([start], isOpen, around, sizes[start]);
      const isClosed = region.length === sizes[start] && region.filter((at) => sizes[at]).length === 1;
      if (isClosed) report.met.add(this.model.marks[Math.abs(literal)].place[0]);
    });
  }
}

/**
 * Returns the literals that a count rules out since it has all that it may have.
 * @param {Model} model @param {State} state @param {number[]} variables that changed
 */
export function ruleOut(model, state, variables) {
  const counts = new Set(variables.flatMap((variable) => model.countsOf[variable]));
  return [...new Set([...counts].flatMap((at) => lookAtCount(model.counts[at], state).forced.filter((literal) => literal < 0)))];
}
