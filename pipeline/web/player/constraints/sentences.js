// Sentences for hints: the conclusion first, then why. The texts are those of books (kit/telling/sentences.py),
// and docs/kinds.md describes them.

import { fill, nameCells } from "../words.js";

/** @typedef {import("./literals.js").State} State */
/** @typedef {import("./model.js").Model} Model */
/**
 * ``names``: keys of the reason, the most specific first; ``scope``: the cells of the constraint;
 * ``one``: itself; ``before``: what is known without the literals.
 * @typedef {{literals: number[], names: string[], rule: string, scope: number[], number?: number, chain: number, one?: Record<string, any>, before?: State}} Argument
 */

/** Ways to make a sum, and numbers left for a cell, that are listed; cells of a sum whose ways are looked for. */
const MOST_LISTED = 3;
const MOST_ADDED = 5;

/** Longest chain of a plain trial. */
const PLAIN_TRIAL = 6;

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Model} model @param {Argument} argument @returns {string} */
export function sentenceOf(model, { literals, names, rule, scope, number = NaN, chain, one, before }) {
  const { texts, cols } = model;
  const open = one?.type === "total" && before ? one.literals.filter((/** @type {number[]} */ row) => !row.some((literal) => before[literal] > 0)) : [];
  const sets = before && open.length > 1 && nameSets(model, { ...one, open }, literals, before);
  if (sets) return sets;
  const first = (/** @type {string[]} */ keys) => texts[keys.find((key) => key in texts) ?? "rule"];
  const isOn = literals[0] > 0;
  const sign = isOn ? "on" : "off";
  const marks = literals.map((literal) => model.marks[Math.abs(literal)]);
  const at = joinCells(texts, scope, cols);
  const [rows, columns] = [scope.map((cell) => Math.floor(cell / cols)), scope.map((cell) => cell % cols)];
  const isOne = (/** @type {unknown[]} */ places) => new Set(places).size === 1;
  const isBare = Number.isNaN(number);
  const isFilled = (/** @type {string} */ key) => !isBare || !texts[key]?.includes("{number}");
  const why = first([...(open.length === 1 ? ["sets-1"] : []), ...names.flatMap((name) => [`${name}-${sign}`, name])].filter(isFilled));
  const left = before && !isOn && marks[0].family === "numbers" && !why.includes("{digit}") ? numbersLeft(model, literals, before) : null;
  const values = {
    places: nameLiterals(model, literals, scope), at, cells: joinCells(texts, literals.flatMap((literal) => model.cellsOf(literal)), cols), number: isBare ? "?" : "digits" in texts ? [...String(number)].join(texts.digits).replaceAll("9", "?") : number, rule,
    digit: joinWords([...new Set(left ?? marks.map(({ value }) => value % model.zero))].sort((a, b) => a - b).map((digit) => texts[`digit-${digit}`] ?? String(digit)), texts.or),
    piece: `${Math.floor(number / 10)}–${number % 10}`,
    left: joinWords(scope.flatMap((cell) => model.marks.flatMap(({ place, value }, at) => (place[0] === cell && before && before[at] > 0 ? [value] : []))).sort((a, b) => a - b).map(String), texts.and),
    line: isOne(rows) ? fill(texts["line-row"], { row: rows[0] + 1 }) : isOne(columns) ? fill(texts["line-col"], { col: columns[0] + 1 }) : "",
  };
  const keys = [...(marks[0].family === "edges" ? keysOfMany(model, literals, before) : []), left?.length === 1 ? "numbers-on" : left ? "numbers-only" : sign, `${marks[0].family}-${sign}`];
  const isAlone = isOne(marks.map(({ place }) => String(place)));
  const conclusion = fill(first(isAlone ? keys : keys.flatMap((key) => [`${key}-many`, key])), values);
  if (chain && !names.some((name) => `${name}-${sign}` in texts && isFilled(`${name}-${sign}`))) {
    const form = chain > PLAIN_TRIAL ? "trial-long" : chain > 1 ? "trial" : "trial-now";
    return capital(fill(texts[at ? form : `${form.replace("-now", "")}-open`], { conclusion, at, count: chain, rule }));
  }
  const text = fill(why, { ...values, conclusion });
  if (why.includes("{places}") || why.endsWith(".")) return capital(text);
  return capital(fill(texts.because, { conclusion, why: text, Why: capital(text) }));
}

/** @param {Model} model @param {number[]} literals @param {State} [before] @returns {string[]} keys for how many lines there are at least, at most or exactly */
function keysOfMany({ marks }, literals, before) {
  const isOn = literals[0] > 0;
  const variables = literals.map(Math.abs);
  const variable = variables.reduce((a, b) => (isOn === marks[b].value > marks[a].value ? b : a));
  const count = marks[variable].value - Number(!isOn);
  const other = variable + (isOn ? 1 : -1);
  const isOther = String(marks[other]?.place) === String(marks[variable].place);
  const isExact = isOn ? !isOther || (before?.[other] ?? 0) < 0 : isOther && (before?.[other] ?? 0) > 0;
  return count ? [...(before && isExact ? [`exactly-${count}`] : []), `${isOn ? "least" : "most"}-${count}`] : [];
}

/** @param {Model} model @param {number[]} literals @param {State} before @returns {number[] | null} the few numbers that are left where many are ruled out */
function numbersLeft({ marks, zero }, literals, before) {
  const out = new Set(literals.map(Math.abs));
  const lists = literals.map((literal) => marks.flatMap(({ place, value }, variable) => (place[0] === marks[-literal].place[0] && !out.has(variable) && before[variable] >= 0 ? [value % zero] : [])));
  const isSame = lists.every((list) => String(list) === String(lists[0]));
  const ruledOut = new Set(literals.map((literal) => marks[-literal].value)).size;
  return isSame && lists[0].length <= MOST_LISTED && lists[0].length < ruledOut ? lists[0] : null;
}

/**
 * Returns in which ways the open cells of a sum can make it, where that rules out literals and the ways are few.
 * @param {Model} model @param {Record<string, any>} total @param {number[]} literals @param {State} before
 */
function nameSets({ texts, marks, cols }, { literals: rows, values, total, open }, literals, before) {
  const held = rows.flatMap((/** @type {number[]} */ row) => row.flatMap((literal, k) => (before[literal] > 0 ? [values[k]] : [])));
  const left = held.reduce((/** @type {number} */ rest, /** @type {number} */ value) => rest - value, total);
  if (open.length > MOST_ADDED) return "";
  /** @type {Set<string>} */
  const sets = new Set();
  const fillFrom = (/** @type {number} */ place, /** @type {number[]} */ chosen, /** @type {number} */ rest) => {
    if (place === open.length) return void (rest || sets.add(chosen.sort((a, b) => a - b).join("+")));
    open[place].forEach((/** @type {number} */ literal, /** @type {number} */ k) => {
      if (values[k] <= rest && before[literal] >= 0 && ![...held, ...chosen].includes(values[k])) fillFrom(place + 1, [...chosen, values[k]], rest - values[k]);
    });
  };
  fillFrom(0, [], left);
  const listed = [...sets];
  const isPossible = literals.some((literal) => listed.some((one) => one.split("+").includes(String(marks[-literal].value))));
  const at = joinCells(texts, open.map((/** @type {number[]} */ row) => marks[row[0]].place[0]), cols);
  return listed.length > MOST_LISTED || isPossible ? "" : capital(fill(texts.sets, { at, sum: left, sets: listed.join(texts.or) }));
}

/** @param {string[]} words @param {string} last what is between the last two */
const joinWords = (words, last) => [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(last);

/** @param {Model["texts"]} texts @param {number[]} cells @param {number} cols */
const joinCells = (texts, cells, cols) => {
  const names = nameCells(cells, cols, (by, values) => (by ? "," : "") + fill(texts[by ? `place-${by}` : "place"], values));
  const last = names.some((name) => name[0] === ",") ? `,${texts.and}` : texts.and;
  return joinWords(names.map((name) => name.replace(/^,/, "").replace(/, (\d+(–\d+)?)$/, `${texts.and}$1`)), last);
};

/** @param {Model} model @param {number[]} literals @param {number[]} scope cells from which directions are named first */
function nameLiterals(model, literals, scope) {
  const { texts, cols, marks } = model;
  const { family } = marks[Math.abs(literals[0])];
  if (family !== "edges" && family !== "borders") return joinCells(texts, literals.flatMap((literal) => model.cellsOf(literal)), cols);
  /** @type {[number, string][][]} the direction of each line from the cells beside it */
  let left = literals.map((literal) => {
    const [one, other] = model.marks[Math.abs(literal)].place;
    const cells = model.cellsOf(literal);
    if (family === "edges") return [[one, other - one >= cols ? "D" : "R"], [other, other - one >= cols ? "U" : "L"]];
    const after = Math.floor(one / (cols + 1)) * cols + (one % (cols + 1));
    const isFlat = other === one + 1;
    return cells.map((cell) => [cell, cell === after ? (isFlat ? "U" : "L") : isFlat ? "D" : "R"]);
  });
  const parts = [];
  const stem = family === "edges" ? "way" : "side";
  while (left.length) {
    const cells = [...new Set([...scope, ...left.flatMap((one) => one.map(([cell]) => cell))])];
    const count = (/** @type {number} */ cell) => left.filter((one) => one.some(([own]) => own === cell)).length;
    const best = cells.reduce((a, b) => (count(b) > count(a) ? b : a));
    const found = left.flatMap((one) => one.filter(([cell]) => cell === best).map(([, way]) => way));
    const ways = [..."LRUD"].filter((way) => found.includes(way)).map((way) => texts[`${stem}-${way}`]);
    parts.push(fill(texts[ways.length > 1 ? `${stem}s` : stem], { sides: joinWords(ways, texts.and), at: joinCells(texts, [best], cols) }));
    left = left.filter((one) => !one.some(([cell]) => cell === best));
  }
  return joinWords(parts, texts.and);
}
