// Sentences for hints: the conclusion first, then why. The texts are those of books (kit/telling/sentences.py),
// and docs/kinds.md describes them.

import { fill, nameCells } from "../words.js";

/** @typedef {import("./model.js").Model} Model */
/**
 * ``names``: keys of the reason, the most specific first; ``scope``: the cells of the constraint.
 * @typedef {{literals: number[], names: string[], rule: string, scope: number[], number?: number, chain: number}} Argument
 */

/** Longest chain of a plain trial. */
const PLAIN_TRIAL = 6;

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Model} model @param {Argument} argument @returns {string} */
export function sentenceOf(model, { literals, names, rule, scope, number = NaN, chain }) {
  const { texts, cols } = model;
  const first = (/** @type {string[]} */ keys) => texts[keys.find((key) => key in texts) ?? "rule"];
  const sign = literals[0] > 0 ? "on" : "off";
  const marks = literals.map((literal) => model.marks[Math.abs(literal)]);
  const at = joinCells(texts, scope, cols);
  const [rows, columns] = [scope.map((cell) => Math.floor(cell / cols)), scope.map((cell) => cell % cols)];
  const isOne = (/** @type {number[]} */ places) => new Set(places).size === 1;
  const values = {
    places: nameLiterals(model, literals, scope), at, number: Number.isNaN(number) ? "?" : number,
    digit: [...new Set(marks.map(({ value }) => value % model.zero))].sort((a, b) => a - b).join(", "),
    line: isOne(rows) ? fill(texts["line-row"], { row: rows[0] + 1 }) : isOne(columns) ? fill(texts["line-col"], { col: columns[0] + 1 }) : "",
  };
  const most = marks[0].value;
  const bounds = marks[0].family === "edges" ? [literals[0] > 0 ? `least-${most}` : most > 1 ? `most-${most - 1}` : ""] : [];
  const keys = [...bounds, sign, `${marks[0].family}-${sign}`];
  const conclusion = fill(first(literals.length > 1 ? keys.flatMap((key) => [`${key}-many`, key]) : keys), values);
  if (chain && !names.some((name) => `${name}-${sign}` in texts)) {
    const form = chain > PLAIN_TRIAL ? "trial-long" : chain > 1 ? "trial" : "trial-now";
    return capital(fill(texts[at ? form : `${form.replace("-now", "")}-open`], { conclusion, at, count: chain, rule }));
  }
  const why = first([...names.flatMap((name) => [`${name}-${sign}`, name])]);
  const text = fill(why, values);
  if (why.includes("{places}") || why.endsWith(".")) return capital(text);
  return capital(fill(texts.because, { conclusion, why: text, Why: capital(text) }));
}

/** @param {Model["texts"]} texts @param {string[]} words */
const join = (texts, words) => [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(texts.and);

/** @param {Model["texts"]} texts @param {number[]} cells @param {number} cols */
const joinCells = (texts, cells, cols) => join(texts, nameCells(cells, cols, (by, values) => fill(texts[by ? `place-${by}` : "place"], values)));

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
    return cells.map((cell) => [cell, cell === after && one % (cols + 1) < cols ? (isFlat ? "U" : "L") : isFlat ? "D" : "R"]);
  });
  const parts = [];
  const stem = family === "edges" ? "way" : "side";
  while (left.length) {
    const cells = [...new Set([...scope, ...left.flatMap((one) => one.map(([cell]) => cell))])];
    const count = (/** @type {number} */ cell) => left.filter((one) => one.some(([own]) => own === cell)).length;
    const best = cells.reduce((a, b) => (count(b) > count(a) ? b : a));
    const found = left.flatMap((one) => one.filter(([cell]) => cell === best).map(([, way]) => way));
    const ways = [..."LRUD"].filter((way) => found.includes(way)).map((way) => texts[`${stem}-${way}`]);
    parts.push(fill(texts[ways.length > 1 ? `${stem}s` : stem], { sides: join(texts, ways), at: joinCells(texts, [best], cols) }));
    left = left.filter((one) => !one.some(([cell]) => cell === best));
  }
  return join(texts, parts);
}
