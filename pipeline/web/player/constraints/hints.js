// The easiest deduction that says something, from what is drawn and the rules alone.
//
// Levels: one constraint; two counts that overlap, or a graph as a whole; an assumption that the
// levels below refute, the one with the shortest chain. What cannot be seen on the board (a number
// that is ruled out) is deduced in silence until something can be drawn.

import { answerOf } from "./answer.js";
import { setLiteral, valueOf } from "./literals.js";
import { lookAt, lookAtCount, propagate } from "./model.js";
import { prove, settle, shrink, variablesOf } from "./proof.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("./model.js").Constraint} Constraint */
/** @typedef {import("./model.js").Count} Count */
/** @typedef {import("./model.js").Finding} Finding */
/** @typedef {import("./model.js").Global} Global */
/** @typedef {import("./model.js").Mark} Mark */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./proof.js").Link} Link */
/** @typedef {import("./sentences.js").Argument} Argument */
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
 * @property {Constraint} [one] the constraint
 * @property {number[]} about the cells to look at
 * @property {number[]} literals what can be drawn; of a trial: what the assumption denied
 * @property {number} chain decisions until an assumption is refuted, 0 where nothing is assumed
 * @property {{of: Constraint[], forced: number[]}[]} [proof] what follows from which constraints, up to the conclusion
 */

/** Decisions after which a chain is no hint any more, and trials that a page can afford. */
const LONGEST_CHAIN = 60;
/** Conclusions whose proofs are compared, and sentences of the longest that is shown. */
const MOST_WAYS = 4;
const MOST_SENTENCES = 5;

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
    // Of numbers the first, by name: the others are ruled out by the one that is written.
    const variable = model.family === "numbers" ? (wrong.find((at) => drawn[at] > 0) ?? 0) : 0;
    const cells = cellsOf(model, variable ? [variable] : wrong);
    return { message: { key: variable ? "hint_wrong_number" : "hint_wrong", values: { number: model.marks[variable]?.value % model.zero }, cells }, cells };
  }
  const found = deduceNext(model, drawn, isSeen) ?? (answer && reveal(model, drawn, answer, isSeen));
  if (!found) return null;
  const { isBroken, reason, about, chain, literals } = found;
  const message = { key: isBroken ? "hint_broken" : chain ? "hint_trial" : "hint_why", values: { reason } };
  if (isBroken) return { message, cells: about };
  return { message, cells: about, targets: cellsOf(model, literals), changes: changesOf(literals) };
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
  const fact = findPlain(model, drawn).get(literal);
  if (fact) return tellFact(model, literal, fact);
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
  const start = drawn.slice();
  const plain = findPlain(model, drawn);
  const fact = [...plain].find(([literal]) => literal > 0 && isSeen(literal));
  if (fact) return tellFact(model, ...fact);
  for (const literal of plain.keys()) setLiteral(start, literal);
  const state = start.slice();
  /** @type {Map<number, Link>} the deduction that decided a variable */
  const cause = new Map();
  for (let round = 0; ; round++) {
    const links = findLinks(model, state, isSeen);
    if (!links.length) return null;
    const shown = links.filter(({ forced }) => forced.some(isSeen)).map((link) => ({ link, before: precedents(link, cause) }));
    if (shown.length) {
      shown.sort((a, b) => a.before.length - b.before.length || a.link.rank - b.link.rank);
      const ways = shown.slice(0, round ? MOST_WAYS : 1).map(({ link, before }) => tellProof(model, drawn, plain, [...before, { ...link, round }], isSeen));
      return ways.reduce((a, b) => (b.sentences < a.sentences ? b : a));
    }
    for (const link of links) {
      link.round = round;
      for (const literal of link.forced) if (!valueOf(state, literal)) setLiteral(state, literal), cause.set(Math.abs(literal), link);
    }
  }
}

/** @param {Model} model @param {number} literal @param {Count} count that alone decides it @returns {Deduction} */
function tellFact(model, literal, count) {
  const one = describe(model, count, [literal]);
  const about = [...new Set([...one.about, ...cellsOf(model, [literal])])];
  return { ...one, about, reason: sentenceOf(model, { ...one, rule: one.reason }), proof: [{ of: [count], forced: [literal] }] };
}

/** @param {Link} last @param {Map<number, Link>} cause @returns {Link[]} all deductions that it may rest on, in their order */
function precedents(last, cause) {
  const found = new Set([last]);
  for (const { of } of found) {
    for (const one of of) for (const variable of variablesOf(one)) found.add(cause.get(variable) ?? last);
  }
  const links = new Set(cause.values());
  return [...links].filter((link) => found.has(link));
}

/**
 * Returns what everybody sees: what is only said of single cells, and which numbers a written one rules
 * out beside it, with the constraint.
 * @param {Model} model @param {State} drawn @returns {Map<number, Count>}
 */
function findPlain(model, drawn) {
  const plain = new Map();
  const others = new Set(model.counts.flatMap(({ literals, reason }) => (literals.length > 1 ? [reason] : [])));
  for (const count of model.counts) {
    const { literals } = count;
    const { forced } = lookAtCount(count, drawn);
    const isOne = !others.has(count.reason);
    const isOut = forced[0] < 0 && (isOne || literals.some((one) => drawn[Math.abs(one)] > 0));
    if (model.family === "numbers" ? isOut : isOne) for (const literal of forced) if (!plain.has(literal)) plain.set(literal, count);
  }
  return plain;
}

/**
 * Returns the deduction that some links make of what is drawn, as sentences.
 * @param {Model} model @param {State} drawn @param {Map<number, Count>} plain @param {Link[]} links @param {Sight} isSeen
 * @returns {Deduction & {sentences: number}}
 */
function tellProof(model, drawn, plain, links, isSeen) {
  const { used, found, kept } = prove(drawn, [...plain.keys()], links, isSeen);
  const last = kept.length - 1;
  const seen = found[last].forced.filter(isSeen);
  // Of a rectangle all sides are shown at once, else only what is drawn alike.
  const literals = found[last].name === "only" ? seen : splitAlike(model, seen)[0];
  const steps = kept.map((link, at) => link.wording(at < last ? found[at].forced : literals, found[at]));
  const ruledOut = kept.length > 1 && model.family === "numbers" ? used : [];
  /** @type {Map<string, Argument & {literals: number[]}>} what is shown, for one reason together */
  const shown = new Map();
  for (const literal of ruledOut) {
    const count = /** @type {Count} */ (plain.get(literal));
    const key = model.keys[count.reason];
    shown.set(key, { ...describe(model, count, [...(shown.get(key)?.literals ?? []), literal]), names: [`${key}-has`, key], rule: "" });
  }
  const written = shown.size;
  steps.forEach((step, at) => {
    const { round, of } = kept[at];
    const key = isGeneral(model, step) ? `${round} ${of[0].reason}` : String(of[0].at) + at;
    shown.set(key, { ...step, literals: [...(shown.get(key)?.literals ?? []), ...step.literals], rule: step.reason, before: found[at].before });
  });
  const write = (/** @type {number} */ first) => [...new Set([...shown.values()].slice(first).flatMap((one) => splitAlike(model, one.literals).map((group) => sentenceOf(model, { ...one, literals: group }))))];
  // Where much is to be said, what is written is left to be seen.
  const whole = write(0);
  const sentences = whole.length > MOST_SENTENCES ? write(written) : whole;
  // What is left for a cell is the conclusion.
  const [end] = sentences[sentences.length - 1].split(":");
  if (sentences.slice(0, -1).some((one) => one.startsWith(`${end}:`))) sentences.pop();
  const about = [...new Set([...steps.flatMap((step) => step.about), ...cellsOf(model, literals)])];
  const proof = [...used.map((literal) => ({ of: [/** @type {Constraint} */ (plain.get(literal))], forced: [literal] })), ...kept.map(({ of }, at) => ({ of, forced: steps[at].literals }))];
  const deduction = { ...steps[last], about, literals, chain: Math.max(...steps.map((step) => step.chain)), proof, sentences: sentences.length };
  if (sentences.length <= MOST_SENTENCES) return { ...deduction, reason: sentences.join(" ") };
  return { ...deduction, reason: sentenceOf(model, { ...deduction, names: ["together"], scope: about, chain: 0, rule: "" }) };
}

/** @param {Model} model @param {Deduction} step @returns {boolean} whether its reason speaks of no cells of its own */
const isGeneral = ({ texts }, { names, chain, one }) => !chain && /** @type {any} */ (one).type !== "total" && !/\{(at|line|number)\}/.test(texts[names.flatMap((name) => [`${name}-off`, name]).find((key) => key in texts) ?? "rule"]);

/**
 * Returns literals in groups, of which each is about the same numbers in some places.
 * @param {Model} model @param {number[]} literals
 */
function splitAlike({ marks }, literals) {
  const split = (/** @type {(literal: number) => unknown} */ keyOf) => {
    /** @type {Map<unknown, number[]>} */
    const groups = new Map();
    for (const literal of literals) groups.set(keyOf(literal), [...(groups.get(keyOf(literal)) ?? []), literal]);
    return groups;
  };
  const placeOf = (/** @type {number} */ literal) => `${literal > 0} ${marks[Math.abs(literal)].place}`;
  const places = split(placeOf);
  return [...split((literal) => `${literal > 0} ${places.get(placeOf(literal))?.map((one) => marks[Math.abs(one)].value)}`).values()];
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
  const faults = model.constraints.flatMap((constraint) => {
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

/** @param {Model} model @param {number[]} literals @returns {number[]} the cells that they are about */
function cellsOf(model, literals) {
  return [...new Set(literals.flatMap((literal) => model.cellsOf(literal)))];
}

/**
 * @param {Model} model @param {Count | Global} constraint @param {number[]} literals
 * @param {Partial<Finding>} [finding] what of a graph was named
 * @returns {Deduction}
 */
function describe(model, constraint, literals, finding = {}) {
  const { about = [], lines = [], set = [], name, left, before } = { ...finding, ...nameLink(model, finding, literals[0]) };
  const count = "sums" in constraint ? /** @type {Count} */ (constraint) : null;
  const named = lines.length || model.family === "borders" ? cellsOf(model, lines) : cellsOfNodes(model, constraint, about);
  const own = set.length ? cellsOf(model, set) : constraint.about ?? named;
  const key = model.keys[constraint.reason];
  const scope = own.length ? own : cellsOf(model, literals);
  const number = name === "only" ? own.length : count ? numberOf(count) : left ?? /** @type {Global} */ (constraint).number;
  const held = count && before ? count.literals.filter((literal) => valueOf(before, literal) > 0).length : 0;
  const names = [...(name ? [`${key}-${name}`, name, name.split("-")[0]] : []), ...((number ?? held) || number === 0 ? [`${key}-${number ?? held}`] : []), key];
  return {
    isBroken: false, reason: model.reasons[constraint.reason], names, scope, number, literals, chain: 0, one: constraint,
    about: own.length ? own : cellsOf(model, literals),
  };
}

/**
 * Returns whether a number has one place left between the nearest known ones, which are named, or its cell
 * no other number.
 * @param {Model} model @param {Partial<Finding>} finding @param {number} literal @returns {Partial<Finding>}
 */
function nameLink({ marks }, { ways }, literal) {
  if (!ways || !(literal > 0)) return {};
  const k = marks[literal].value - 1;
  const known = (/** @type {number} */ cell) => cell >= 0;
  const about = [...ways.at.slice(0, k).filter(known).slice(-1), ...ways.at.slice(k).filter(known).slice(0, 1)];
  return ways.may[k].size > 1 ? { name: "alone" } : { name: about.length > 1 ? "between" : "from", about };
}

/** @param {Model} model @param {any} graph @param {number[]} nodes @returns {number[]} their cells: of islands those at the ends of their edges */
function cellsOfNodes({ family, marks }, { edges = [] }, nodes) {
  if (family !== "edges") return nodes;
  return nodes.flatMap((node) => {
    const at = edges.findIndex((/** @type {number} */ one, /** @type {number} */ k) => k % 3 && one === node);
    return at < 0 ? [] : [marks[edges[at - (at % 3)]].place[(at % 3) - 1]];
  });
}

/** @param {Count} count @returns {number | undefined} of its literals that hold, if that is always the same */
const numberOf = ({ sums }) => (sums?.length === 1 ? sums[0] : undefined);

/** @param {Model} model @param {Constraint[]} constraints @param {State} state @returns {Link[]} what each of them forces by itself */
function findSingles(model, constraints, state) {
  return constraints.flatMap((one) => {
    const { forced } = lookAt(one, state);
    if (!forced.length) return [];
    const rank = "sums" in one ? one.literals.length : 1000 - Number(forced.some((literal) => literal > 0));
    return [{ of: [one], look: (from) => lookAt(one, from), forced, rank, wording: (literals, finding) => describe(model, one, literals, finding) }];
  });
}

/** @param {Model} model @param {State} state @param {Sight} isSeen @returns {Link[]} what follows at the lowest level at which something does */
function findLinks(model, state, isSeen) {
  const counts = findSingles(model, model.counts, state);
  if (counts.some(({ forced }) => forced.some(isSeen))) return counts;
  const singles = [...counts, ...findSingles(model, model.globals, state)];
  if (singles.length) return singles;
  const covers = model.hasBridges ? [] : findCovers(model, state);
  return covers.length ? covers : findTrial(model, state);
}

/** @param {State} state @returns {(count: Count) => {open: number[], least: number, most: number}} how many of its open literals hold */
const boundsIn = (state) => ({ literals, sums }) => {
  const open = literals.filter((literal) => !valueOf(state, literal));
  const held = literals.filter((literal) => valueOf(state, literal) > 0).length;
  const fitting = sums ? sums.filter((sum) => sum >= held && sum <= held + open.length) : [Math.max(1, held), held + open.length];
  return { open, least: Math.min(...fitting) - held, most: Math.max(...fitting) - held };
};

/**
 * Returns what some counts leave of others, which can have no more than these need of them.
 * @param {Count[]} bases without a common literal @param {Count[]} covers @param {State} state
 */
function restOf(bases, covers, state) {
  const [own, others] = [bases, covers].map((some) => some.map(boundsIn(state)));
  const all = new Set(others.flatMap(({ open }) => open));
  const open = own.flatMap((one) => one.open);
  const most = others.reduce((sum, one) => sum + one.most, 0);
  const least = own.reduce((sum, one) => sum + one.least, 0) - open.filter((literal) => !all.has(literal)).length;
  return least >= most ? [...all].filter((literal) => !open.includes(literal)).map((literal) => -literal) : [];
}

/**
 * Two counts that overlap, or an X-wing: two lines that need a number in two lines across.
 * @param {Model} model @param {State} state @returns {Link[]}
 */
function findCovers(model, state) {
  const { counts, keys, countsOf, texts } = model;
  const bounds = boundsIn(state);
  /** @returns {Link[]} */
  const link = (/** @type {Count[]} */ bases, /** @type {Count[]} */ covers, /** @type {string[]} */ names) => {
    const forced = restOf(bases, covers, state);
    return !forced.length ? [] : [{
      of: [...bases, ...covers], forced, rank: bases[0].literals.length,
      look: (from) => ({ forced: restOf(bases, covers, from) }),
      wording: (literals, { before }) => ({ ...describe(model, bases[0], literals), names, scope: cellsOf(model, bases.flatMap((one) => boundsIn(before ?? state)(one).open)), about: [...bases, ...covers].flatMap(({ about }) => about) }),
    }];
  };
  const near = (/** @type {number} */ literal, /** @type {Count} */ but) => countsOf[Math.abs(literal)].map((at) => counts[at]).filter((one) => one !== but);
  const keyOf = (/** @type {Count} */ { reason }) => keys[reason];
  const found = counts.flatMap((one) => {
    const { open, least } = bounds(one);
    if (least < 1 || open.length > 9) return [];
    return [...new Set(open.flatMap((literal) => near(literal, one)))].flatMap((other) => link([one], [other], [`${keyOf(one)}-${keyOf(other)}`, `${keyOf(one)}-${numberOf(one)}`, keyOf(one)].map((name) => `overlap-${name}`).concat("overlap")));
  });
  const narrow = model.family !== "numbers" ? [] : counts.filter((one) => bounds(one).open.length === 2 && one.sums);
  return found.length ? found : narrow.flatMap((one, at) => narrow.slice(at + 1).flatMap((other) => {
    const [a, b] = bounds(one).open.map((literal) => near(literal, one));
    const name = (/** @type {Count} */ cover) => `fish-2-${keyOf(one)}-${keyOf(cover)}`;
    return one.reason !== other.reason ? [] : a.flatMap((cover) => (`${name(cover)}-off` in texts ? b.filter(({ reason }) => reason === cover.reason).flatMap((second) => link([one, other], [cover, second], [name(cover)])) : []));
  }));
}

/**
 * The assumption that is refuted after the fewest decisions: by counts alone, which is quick, else
 * with what is seen as a whole.
 * @param {Model} model @param {State} state @returns {Link[]}
 */
function findTrial(model, state) {
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
        const { decided, by, broken } = propagate(model, trial, [variable], hasGlobals, least);
        if (decided.length >= least) continue;
        if (!broken) {
          decided.forEach(isKept.add, isKept);
          continue;
        }
        least = decided.length;
        best = { literal, decided, by, broken };
      }
    }
    if (best) return [trialOf(model, state, best)];
  }
  return [];
}

/**
 * @param {Model} model @param {State} state
 * @param {{literal: number, decided: number[], by: Constraint[], broken: Constraint}} trial an assumption that was refuted
 * @returns {Link} with the constraints that refute it
 */
function trialOf(model, state, { literal, decided, by, broken }) {
  const scope = new Set(variablesOf(broken));
  const chain = new Set([broken]);
  for (let at = decided.length - 1; at >= 0; at--) {
    if (!scope.has(Math.abs(decided[at]))) continue;
    chain.add(by[at]);
    for (const variable of variablesOf(by[at])) scope.add(variable);
  }
  const refute = (/** @type {Constraint[]} */ some, /** @type {State} */ from) => {
    const trial = from.slice();
    if (!valueOf(trial, literal)) setLiteral(trial, literal);
    return { trial, ...settle(some, trial) };
  };
  const of = shrink([...chain].reverse(), (some) => refute(some, state).broken !== null);
  return {
    of, forced: [-literal], rank: 0,
    look: (from) => ({ forced: refute(of, from).broken ? [-literal] : [] }),
    wording: (literals, { before }) => {
      const { trial, decided, broken } = refute(of, before ?? state);
      const shown = describe(model, /** @type {Constraint} */ (broken), literals, lookAt(/** @type {Constraint} */ (broken), trial));
      const key = shown.names[shown.names.length - 1];
      // Of bridges: one island, or two ends that would be full.
      const counts = of.flatMap((one) => ("sums" in one && model.keys[one.reason] !== "edge" ? one.sums : []));
      const names = !model.hasBridges ? [] : of.length - counts.length < 2 && "sums" in /** @type {Constraint} */ (broken) && counts.length < 2 ? [`${key}-rest`] : [`${key}-${counts.join("-")}`];
      return { ...shown, names: [...names, ...shown.names], chain: decided.filter((one) => one > 0 || model.family !== "numbers").length + 1 };
    },
  };
}
