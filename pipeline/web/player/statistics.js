// What the player has solved, the streak, and the line to share. All of it stays on his machine.

import { dayIn } from "./plain.js";

/** @typedef {import("./store.js").Store} Store */
/**
 * @typedef {object} Statistics
 * @property {Record<string, [kind: string, seconds: number, hints?: number]>} solved by the puzzle's id
 * @property {string[]} days on which a puzzle of the day was solved, sorted
 * @property {Record<string, string[]> | null} games those of each game; null where older versions kept none
 */

const NAME = "statistics";
const DAY_MS = 86_400_000;
/** A missed puzzle is bridged if none of the six before it was missed too. */
const FREEZE_DAYS = 7;

/** @param {Store} store @returns {Statistics} */
export function readStatistics(store) {
  try {
    return readKnown(JSON.parse(store.read(NAME) ?? "{}"));
  } catch {
    return { solved: {}, days: [], games: null };
  }
}

/** @param {any} found @returns {Statistics} what of it has its form */
function readKnown({ solved, days, games }) {
  const isGame = (/** @type {any} */ game) => typeof game?.[0] === "string" && Number.isFinite(game[1]) && Number.isInteger(game[2] ?? 0);
  const isDay = (/** @type {any} */ day) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  const readDays = (/** @type {any} */ found) => (Array.isArray(found) ? [...new Set(found.filter(isDay))].sort() : []);
  return {
    solved: Object.fromEntries(Object.entries(solved ?? {}).filter(([, game]) => isGame(game))),
    days: readDays(days),
    games: games && Object.fromEntries(Object.entries(games).map(([game, found]) => [game, readDays(found)])),
  };
}

/**
 * Adds what another device knows: every solved puzzle with fewer hints, then its better time, and
 * every day.
 * @param {Store} store @param {string} text as it is stored
 */
export function joinStatistics(store, text) {
  const [own, other] = [readStatistics(store), readKnown(JSON.parse(text))];
  for (const [id, game] of Object.entries(other.solved)) {
    const [, seconds, hints = 0] = own.solved[id] ?? ["", Infinity, Infinity];
    if ((game[2] ?? 0) < hints || ((game[2] ?? 0) === hints && game[1] < seconds)) own.solved[id] = game;
  }
  const join = (/** @type {string[]} */ one = [], /** @type {string[]} */ two = []) => [...new Set([...one, ...two])].sort();
  const games = own.games && other.games ? { ...own.games } : (own.games ?? other.games);
  for (const [game, found] of Object.entries(other.games ?? {})) if (games) games[game] = join(games[game], found);
  store.write(NAME, JSON.stringify({ solved: own.solved, days: join(own.days, other.days), games }));
}

/**
 * Notes a solved puzzle; its day counts for the streak while it is that day in the site's zone, and
 * where no zone is known, anywhere on Earth.
 * @param {Store} store @param {import("./types.js").PuzzleRecord} record
 * @param {{seconds: number, hints: number}} result @param {number} now in milliseconds
 */
export function noteSolved(store, { id, kind, date, schedule }, { seconds, hints }, now) {
  const statistics = readStatistics(store);
  if (Object.hasOwn(statistics.solved, id)) return;
  statistics.solved[id] = hints ? [kind, seconds, hints] : [kind, seconds];
  const isItsDay = schedule ? dayIn(schedule.zone ?? null, now) === date : date && isDaySomewhere(date, now);
  if (date && isItsDay) {
    const { days, games } = statistics;
    const add = (/** @type {string[]} */ known = []) => (known.includes(date) ? known : [...known, date].sort());
    statistics.days = add(days);
    const game = schedule?.game ?? "";
    // What was known before games were kept apart belongs to the one that is played.
    statistics.games = { ...games, [game]: add(games ? games[game] : days) };
  }
  store.write(NAME, JSON.stringify(statistics));
}

/** @param {string} date @param {number} now zones reach from 14 hours ahead to 12 behind */
function isDaySomewhere(date, now) {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return now >= midnight - 14 * 3_600_000 && now < midnight + DAY_MS + 12 * 3_600_000;
}

/**
 * Returns the length of the streak that is alive on a day, and the longest there was. That day itself
 * may still be open; days of the week without a puzzle do not count; one missed puzzle in seven is
 * frozen: it breaks nothing and counts nothing. Days are judged in their order, so that what once
 * counted is never taken back by a later freeze.
 * @param {string[]} days sorted @param {string} today YYYY-MM-DD
 * @param {string} [week] days of the week with a puzzle, Monday being 0
 */
export function countStreak(days, today, week = "0123456") {
  const solved = new Set(days.map((date) => Date.parse(date) / DAY_MS));
  const last = Date.parse(today) / DAY_MS;
  let [count, best, left] = [0, 0, 0];
  // 1 January 1970 was a Thursday.
  for (let day = Math.min(...solved, last); day <= last; day++) {
    const isDue = week.includes(String((day + 3) % 7));
    if (solved.has(day)) best = Math.max(best, ++count);
    else if (isDue && day < last && left > 0) count = 0;
    else if (isDue && day < last && count) left = FREEZE_DAYS;
    if (isDue) left--;
    if (!count) left = 0;
  }
  return { count, best };
}

/**
 * Returns the streak of a record's game by what is stored.
 * @param {Store} store @param {import("./types.js").PuzzleRecord["schedule"]} schedule @param {number} [now] in milliseconds
 */
export function streakOf(store, { zone, week, game = "" } = {}, now) {
  const { days, games } = readStatistics(store);
  return countStreak(games ? (games[game] ?? []) : days, dayIn(zone ?? null, now), week && String(week));
}

/**
 * Returns the number solved of each kind, and without hints the best time, Infinity where there is none, their number and the sum of times.
 * @param {Statistics} statistics
 */
export function countKinds({ solved }) {
  /** @type {Map<string, {count: number, best: number, timed: number, total: number}>} */
  const kinds = new Map();
  for (const [kind, seconds, hints] of Object.values(solved)) {
    const { count, best, timed, total } = kinds.get(kind) ?? { count: 0, best: Infinity, timed: 0, total: 0 };
    const own = hints ? { best, timed, total } : { best: Math.min(best, seconds), timed: timed + 1, total: total + seconds };
    kinds.set(kind, { count: count + 1, ...own });
  }
  return kinds;
}
