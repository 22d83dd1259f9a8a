// The player's words, from the same language files as the books'.

import { WORDS } from "./assets.js";

/** @typedef {import("./types.js").Message} Message */
/** @typedef {(key: string, values?: Record<string, string | number>, count?: number) => string} Say */

/** @param {string} text @param {Record<string, string | number | undefined>} values @returns {string} the text with its {fields} */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/** @param {string} language such as de or de-AT @returns {string} that of the words: English where there are none */
export function languageOf(language) {
  const code = language.slice(0, 2).toLowerCase();
  return Object.hasOwn(WORDS, code) ? code : "en";
}

/** @param {string} tag of a page's language @returns {string} it with its country, for dates; British where English has none */
export function localeOf(tag) {
  const language = languageOf(tag);
  if (/^..-[a-z]{2}$/i.test(tag) && tag.startsWith(language)) return tag;
  return language === "en" ? "en-GB" : language;
}

/**
 * Returns what says the texts of a language.
 * @param {string} language that has words @returns {Say}
 */
export function speak(language) {
  return (key, values = {}, count) => {
    const form = count === undefined ? key : `${key}_${count === 1 ? "one" : "other"}`;
    const texts = WORDS[language]?.() ?? {}; // loaded meanwhile
    return fill(Object.hasOwn(texts, form) ? texts[form] : key, { ...values, count });
  };
}

/**
 * Returns what says the messages of a kind: its own words first, then those of all kinds.
 * @param {Say} say @param {import("./types.js").Game} game @returns {(message: Message) => string}
 */
export function speakOf(say, { kind, cols }) {
  /** @param {Message} message @returns {string} */
  const speakOne = ({ key = "", values, count, text, cells = [], more = "", parts }) => {
    const places = cells.length ? namePlaces(say, cells, cols) : "";
    const all = { ...values, places };
    const own = key ? say(`${kind}_${key}`, all, count) : "";
    const said = parts ? parts.map(speakOne).filter(Boolean).join(", ") : (text ?? (own.startsWith(`${kind}_`) ? say(key, all, count) : own));
    const whole = more ? `${said} ${more}` : said;
    return whole.includes(places) ? whole : `${whole} (${places})`;
  };
  return speakOne;
}

/**
 * Returns the names of all cells, those of a row together, or those of a column where that is shorter.
 * @param {Say} say @param {number[]} cells @param {number} cols
 */
export function namePlaces(say, cells, cols) {
  return nameCells(cells, cols, (by, values) => (by ? say(`place_${by}`, values) : say("place", values))).join(" · ");
}

/**
 * Returns the names of cells by row, or by column where those are fewer.
 * @param {number[]} cells @param {number} cols
 * @param {(by: "" | "row" | "col", values: Record<string, string | number>) => string} name
 */
export function nameCells(cells, cols, name) {
  const places = [...new Set(cells)].sort((a, b) => a - b).map((at) => ({ row: Math.floor(at / cols) + 1, col: (at % cols) + 1 }));
  const group = (/** @type {"row" | "col"} */ by, /** @type {"row" | "col"} */ other) => {
    /** @type {Map<number, number[]>} */
    const groups = new Map();
    for (const place of places) groups.set(place[by], [...(groups.get(place[by]) ?? []), place[other]]);
    return [...groups].sort(([a], [b]) => a - b).map(([at, others]) =>
      others.length === 1 ? name("", { [by]: at, [other]: others[0] }) : name(by, { [by]: at, others: joinRuns(others) }),
    );
  };
  const [rows, columns] = [group("row", "col"), group("col", "row")];
  return columns.length < rows.length ? columns : rows;
}

/** @param {number[]} numbers rising @returns {string} such as 1–3, 5 */
function joinRuns(numbers) {
  /** @type {number[][]} */
  const runs = [];
  for (const number of numbers) {
    const last = runs[runs.length - 1];
    if (last && last[last.length - 1] === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}–${run[run.length - 1]}` : run.join(", "))).join(", ");
}

/**
 * Returns the day as a language and country write it, such as 21 Nov.
 * @param {string} date YYYY-MM-DD @param {string} locale
 */
export function formatDay(date, locale) {
  const options = /** @type {const} */ ({ day: "numeric", month: "short", timeZone: "UTC" });
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, options);
}
