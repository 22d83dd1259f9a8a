// The easiest deduction that says something, from what is drawn and the rules alone.
//
// Levels: one constraint; two counts that overlap, or a graph as a whole; an assumption that the
// levels below refute, the one with the shortest chain. What cannot be seen on the board (a number
// that is ruled out) is deduced in silence until something can be drawn.

import { answerOf } from "./answer.js";
import { lookAtGlobal } from "./graphs.js";
import { setLiteral, valueOf } from "./literals.js";
import { lookAtCount, propagate } from "./model.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("./model.js").Count} Count */
/** @typedef {import("./model.js").Finding} Finding */
/** @typedef {import("./model.js").Global} Global */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./literals.js").State} State */
/** @typedef {(literal: number) => boolean} Sight whether a player can draw what a literal says */
/**
 * ``isBroken``: what is drawn cannot be completed, since the reason about these cells is broken.
 * @typedef {object} Deduction
 * @property {boolean} isBroken
 * @property {string} reason a sentence
 * @property {string[]} names keys of the reason, the most specific first
 * @property {number[]} scope the cells of the constraint
 * @property {number} [number] of its clue
 * @property {number[]} about the cells to look at
 * @property {number[]} literals what can be drawn; of a trial: what the assumption denied
 * @property {number} chain decisions until an assumption is refuted, 0 where nothing is assumed
 */

/** Decisions after which a chain is no hint any more, and trials that a page can afford. */
const LONGEST_CHAIN = 60;

/**
 * Returns the next step in the form of every game, null if none is found.
 * @param {Model} model @param {State} drawn @param {Sight} isSeen
 * @param {(literals: number[]) => import("../types.js").Change[]} changesOf what they let a player draw
 * @param {boolean} [isExact] whether the model has all rules
 * @returns {import("../types.js").Hint | null}
 */
export function tellHint(model, drawn, isSeen, changesOf, isExact = true) {
  const answer = isExact ? answerOf(model) : null;
  const wrong = [...drawn.keys()].filter((variable) => answer && drawn[variable] && drawn[variable] !== answer[variable]);
  if (wrong.length) {
    const cells = cellsOf(model, wrong);
    return { message: { key: "hint_wrong", cells }, cells };
  }
  const found = deduceNext(model, drawn, isSeen) ?? (answer && reveal(model, drawn, answer, isSeen));
  if (!found) return null;
  const { isBroken, reason, about, chain, literals } = found;
  const message = { key: isBroken ? "hint_broken" : chain ? "hint_trial" : "hint_why", values: { reason } };
  if (isBroken) return { message, cells: about };
  const look = about.length ? { look: { key: "hint_where", cells: about } } : {};
  return { message, ...look, cells: about, changes: changesOf(literals) };
}

/**
 * Returns a part of the answer, for a hint where no deduction is found.
 * @param {Model} model @param {State} drawn @param {State} answer @param {Sight} isSeen
 * @returns {Deduction | null}
 */
function reveal(model, drawn, answer, isSeen) {
  const open = [...drawn.keys()].filter((variable) => !drawn[variable]).map((variable) => variable * answer[variable]);
  const literal = open.find((one) => one > 0 && isSeen(one)) ?? open.find(isSeen);
  if (!literal) return null;
  const one = { isBroken: false, reason: "", rule: "", names: ["search"], scope: [], literals: [literal], chain: 0, about: cellsOf(model, [literal]) };
  return { ...one, reason: sentenceOf(model, one) };
}

/**
 * Returns the easiest deduction that can be drawn, null where all is drawn or nothing is deduced.
 * @param {Model} model @param {State} drawn left as it is @param {Sight} isSeen
 * @returns {Deduction | null}
 */
export function deduceNext(model, drawn, isSeen) {
  const fault = findFault(model, drawn);
  if (fault) return fault;
  const state = drawn.slice();
  /** @type {Deduction[]} */
  const silent = [];
  for (;;) {
    const found = findSingle(model, state, isSeen) ?? findWhole(model, state) ?? findOverlap(model, state) ?? findFish(model, state) ?? findTrial(model, state);
    if (!found) return null;
    const seen = found.literals.filter(isSeen);
    // What was found in silence by more than one count, and last of these cells or numbers, is why
    // the rest can be seen.
    const isNear = (/** @type {number} */ literal) => {
      const { place, value } = model.marks[Math.abs(literal)];
      const isSame = (/** @type {number} */ one) => String(model.marks[one].place) === String(place) || (model.marks[one].value === value && found.about.includes(place[0]));
      return seen.some((one) => isSame(Math.abs(one)));
    };
    const why = silent.filter(({ literals }) => literals.some(isNear)).pop() ?? silent.pop() ?? found;
    // Without a number of its own, each digit has a sentence.
    const sentence = (/** @type {Deduction} */ one, /** @type {number[]} */ literals) => {
      const { value } = model.marks[Math.abs(literals[0])];
      const same = literals.filter((literal) => literal > 0 === literals[0] > 0 && model.marks[Math.abs(literal)].value === value);
      return sentenceOf(model, { ...one, literals: same, rule: one.reason });
    };
    const before = why === found || !why.literals.length ? [] : [sentence(why, why.literals)];
    if (seen.length) return { ...found, reason: [...before, sentence(found, seen)].join(" "), about: [...new Set([...why.about, ...cellsOf(model, seen)])], literals: seen, chain: Math.max(why.chain, found.chain) };
    for (const literal of found.literals) setLiteral(state, literal);
    if (found.isHard) silent.push(found);
  }
}

/**
 * Returns where what is drawn breaks the rules, whatever comes; null where that cannot be seen.
 * @param {Model} model @param {State} drawn @returns {Deduction | null}
 */
export function findFault(model, drawn) {
  const state = drawn.slice();
  const { broken } = propagate(model, state, [], true);
  return broken && { ...describe(model, broken, [], lookAt(broken, state)), isBroken: true };
}

/**
 * Returns every rule that what is drawn breaks, with the cells at fault; where none is broken yet, the
 * first that must be.
 * @param {Model} model @param {State} drawn @returns {{reason: string, about: number[]}[]}
 */
export function findFaults(model, drawn) {
  /** @type {(Count | Global)[]} */
  const constraints = [...model.counts, ...model.globals];
  const faults = constraints.flatMap((constraint) => {
    const finding = lookAt(constraint, drawn);
    if (!finding.isBroken) return [];
    const { reason, about } = describe(model, constraint, [], finding);
    const over = tooMany(model, constraint, drawn);
    return [{ reason, about: over ?? about, isOver: over !== null, place: `${reason} ${about}` }];
  });
  // Where one number is written twice, another is missing: that is no fault of its own.
  const twice = new Set(faults.filter(({ isOver }) => isOver).map(({ place }) => place));
  const own = faults.filter(({ isOver, place }) => isOver || !twice.has(place));
  const first = own.length ? null : findFault(model, drawn);
  return first ? [first] : own;
}

/**
 * Returns the cells in which a count has more than it may, with its own clue; null where that is not
 * its fault, or where lines are counted, which are seen at the clue.
 * @param {Model} model @param {Count | Global} constraint @param {State} drawn
 */
function tooMany(model, constraint, drawn) {
  if (!("sums" in constraint) || !["cells", "numbers"].includes(model.family)) return null;
  const { literals, sums, about } = /** @type {Count} */ (constraint);
  const held = literals.filter((literal) => valueOf(drawn, literal) > 0);
  if (!sums || held.length <= Math.max(...sums)) return null;
  const all = new Set(cellsOf(model, literals));
  return [...about.filter((cell) => !all.has(cell)), ...cellsOf(model, held)];
}

/** @param {Count | Global} constraint @param {State} state @returns {Finding} */
function lookAt(constraint, state) {
  return "sums" in constraint
    ? lookAtCount(/** @type {Count} */ (constraint), state)
    : lookAtGlobal(/** @type {Global} */ (constraint), state);
}

/** @param {Model} model @param {number[]} literals @returns {number[]} the cells that they are about */
function cellsOf(model, literals) {
  return [...new Set(literals.flatMap((literal) => model.cellsOf(literal)))];
}

/**
 * @param {Model} model @param {Count | Global} constraint @param {number[]} literals
 * @param {Partial<Finding>} [finding] what of a graph was named
 * @returns {Deduction & {isHard: boolean}}
 */
function describe(model, constraint, literals, { about = [], lines = [], set = [], name } = {}) {
  const isCount = "sums" in constraint;
  const named = lines.length || model.family === "borders" ? cellsOf(model, lines) : about;
  const own = set.length ? cellsOf(model, set) : constraint.about ?? named;
  const key = model.keys[constraint.reason];
  const scope = own.length ? own : cellsOf(model, literals);
  const number = !isCount ? constraint.number : constraint.sums?.length === 1 ? constraint.sums[0] : undefined;
  const names = [...(name ? [name, name.split("-")[0]] : []), ...(number === undefined || own.length > 1 ? [key] : [`${key}-${number}`, key])];
  return {
    isBroken: false, reason: model.reasons[constraint.reason], names, scope, number, literals, chain: 0, isHard: !isCount,
    about: own.length ? own : cellsOf(model, literals),
  };
}

/** The count with the fewest literals that says something: the smallest place to look at. */
function findSingle(/** @type {Model} */ model, /** @type {State} */ state, /** @type {Sight} */ isSeen) {
  let best = null;
  let least = Infinity;
  for (const count of model.counts) {
    if (count.literals.length >= least) continue;
    const { forced } = lookAtCount(count, state);
    if (!forced.length) continue;
    // A number that is ruled out is seen by nobody: one that can be written comes first.
    const rank = count.literals.length + (forced.some(isSeen) ? 0 : 1000);
    if (rank < least) [best, least] = [describe(model, count, forced), rank];
  }
  return best;
}

/** The first graph or line that says something: one that has something drawn comes first. */
function findWhole(/** @type {Model} */ model, /** @type {State} */ state) {
  let first = null;
  for (const global of model.globals) {
    const finding = lookAtGlobal(global, state);
    if (!finding.forced.length) continue;
    first ??= describe(model, global, finding.forced, finding);
    if (finding.forced.some((literal) => literal > 0)) return describe(model, global, finding.forced, finding);
  }
  return first;
}

/** Two counts: what one needs of their common part leaves nothing more for the rest of the other. */
function findOverlap(/** @type {Model} */ model, /** @type {State} */ state) {
  const bounds = model.counts.map(({ literals, sums }) => {
    const open = literals.filter((literal) => !valueOf(state, literal));
    const held = literals.filter((literal) => valueOf(state, literal) > 0).length;
    const fitting = sums ? sums.filter((sum) => sum >= held && sum <= held + open.length) : [Math.max(1, held), held + open.length];
    return { open, least: Math.min(...fitting) - held, most: Math.max(...fitting) - held };
  });
  for (const [at, { open, least }] of bounds.entries()) {
    if (least < 1 || open.length > 9) continue;
    const own = new Set(open);
    const near = new Set(open.flatMap((literal) => model.countsOf[Math.abs(literal)]));
    for (const other of near) {
      if (other === at) continue;
      const rest = bounds[other].open.filter((literal) => !own.has(literal));
      const shared = bounds[other].open.length - rest.length;
      if (shared < 2 || !rest.length) continue;
      if (least - (open.length - shared) < bounds[other].most) continue;
      const literals = rest.map((literal) => -literal);
      const about = [...new Set([...model.counts[at].about, ...model.counts[other].about])];
      const keys = [model.counts[at], model.counts[other]].map((count) => model.keys[count.reason]);
      const names = [`overlap-${keys.join("-")}`, `overlap-${keys[0]}`, "overlap"];
      return { ...describe(model, model.counts[at], literals), names, scope: cellsOf(model, open), about, isHard: true };
    }
  }
  return null;
}

/**
 * The assumption that is refuted after the fewest decisions: by counts alone, which is quick, else
 * with what is seen as a whole.
 */
function findTrial(/** @type {Model} */ model, /** @type {State} */ state) {
  for (const hasGlobals of [false, true]) {
    let best = null;
    let least = LONGEST_CHAIN;
    // What follows from an assumption that is not refuted is not refuted either.
    const isKept = new Set();
    for (let variable = 1; variable <= model.size; variable++) {
      if (state[variable]) continue;
      for (const literal of [variable, -variable]) {
        if (isKept.has(literal)) continue;
        const trial = state.slice();
        setLiteral(trial, literal);
        const { decided, broken } = propagate(model, trial, [variable], hasGlobals, least);
        if (decided.length >= least) continue;
        if (!broken) {
          decided.forEach(isKept.add, isKept);
          continue;
        }
        least = decided.length;
        const chain = decided.filter((one) => one > 0 || model.family !== "numbers").length + 1;
        best = { ...describe(model, broken, [-literal], lookAt(broken, trial)), chain, isHard: true };
      }
    }
    if (best) return best;
  }
  return null;
}

/** An X-wing: a number has room in two lines only where two lines across are, which have no more for others. */
function findFish(/** @type {Model} */ model, /** @type {State} */ state) {
  if (model.family !== "numbers") return null;
  const valueOfCount = (/** @type {Count} */ { literals, sums }) => {
    const values = new Set(literals.map((one) => model.marks[Math.abs(one)].value));
    return String(sums) === "1" && values.size === 1 ? [...values][0] : 0;
  };
  const lines = model.counts
    .map((count) => ({ count, value: valueOfCount(count), open: count.literals.filter((one) => !state[one]) }))
    .filter(({ value, open }) => value && open.length > 1);
  const narrow = lines.filter(({ open }) => open.length === 2);
  for (const [at, one] of narrow.entries()) {
    const covers = one.open.map((place) => lines.filter(({ count, value }) => value === one.value && count.reason !== one.count.reason && count.literals.includes(place)));
    for (const other of narrow.slice(at + 1)) {
      if (other.value !== one.value || other.count.reason !== one.count.reason) continue;
      const set = [...one.open, ...other.open];
      for (const a of covers[0]) {
        const b = covers[1].find(({ count }) => count !== a.count && count.reason === a.count.reason && other.open.some((place) => count.literals.includes(place)));
        if (!b || !other.open.some((place) => a.count.literals.includes(place))) continue;
        for (const { count, open } of [a, b]) {
          const forced = open.filter((place) => !set.includes(place)).map((place) => -place);
          const name = `fish-2-${model.keys[one.count.reason]}-${model.keys[count.reason]}`;
          if (forced.length && `${name}-off` in model.texts) return { ...describe(model, count, forced, { set, name }), isHard: true };
        }
      }
    }
  }
  return null;
}
