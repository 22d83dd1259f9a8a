// What the player has solved, the streak, and the line to share. All of it stays on his machine.

/** @typedef {import("./store.js").Store} Store */
/**
 * @typedef {object} Statistics
 * @property {Record<string, [kind: string, seconds: number]>} solved by the puzzle's id
 * @property {string[]} days on which the puzzle of the day was solved, sorted
 */

const NAME = "statistics";
const DAY_MS = 86_400_000;
/** A missed day is bridged if none of the six days before it was missed too. */
const FREEZE_DAYS = 7;

/** @param {Store} store @returns {Statistics} */
export function readStatistics(store) {
  try {
    const { solved, days } = JSON.parse(store.read(NAME) ?? "{}");
    return { solved: { ...solved }, days: Array.isArray(days) ? days : [] };
  } catch {
    return { solved: {}, days: [] };
  }
}

/**
 * Notes a solved puzzle; its day counts for the streak while it is that day somewhere on Earth.
 * @param {Store} store @param {{id: string, kind: string, date?: string}} record
 * @param {number} seconds @param {number} now in milliseconds
 */
export function noteSolved(store, { id, kind, date }, seconds, now) {
  const statistics = readStatistics(store);
  if (Object.hasOwn(statistics.solved, id)) return;
  statistics.solved[id] = [kind, seconds];
  if (date && isDaySomewhere(date, now) && !statistics.days.includes(date)) {
    statistics.days = [...statistics.days, date].sort();
  }
  store.write(NAME, JSON.stringify(statistics));
}

/** @param {string} date @param {number} now zones reach from 14 hours ahead to 12 behind */
function isDaySomewhere(date, now) {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return now >= midnight - 14 * 3_600_000 && now < midnight + DAY_MS + 12 * 3_600_000;
}

/**
 * Returns the length of the streak that is alive on a day. That day itself may still be open; one
 * missed day in seven is frozen: it breaks nothing and counts nothing.
 * @param {string[]} days sorted @param {string} today YYYY-MM-DD
 */
export function countStreak(days, today) {
  const solved = new Set(days.map((date) => Date.parse(date) / DAY_MS));
  let day = Date.parse(today) / DAY_MS;
  if (!solved.has(day)) day--;
  let count = 0;
  let frozen = Infinity;
  for (; ; day--) {
    if (solved.has(day)) count++;
    else if (solved.has(day - 1) && frozen - day >= FREEZE_DAYS) frozen = day;
    else return count;
  }
}

/**
 * Returns the number solved and the best time of each kind.
 * @param {Statistics} statistics
 */
export function countKinds({ solved }) {
  /** @type {Map<string, {count: number, best: number}>} */
  const kinds = new Map();
  for (const [kind, seconds] of Object.values(solved)) {
    const { count, best } = kinds.get(kind) ?? { count: 0, best: Infinity };
    kinds.set(kind, { count: count + 1, best: Math.min(best, seconds) });
  }
  return kinds;
}

/** @param {number} seconds @returns {string} such as 3:12 or 1:02:03 */
export function formatTime(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const rest = two(Math.floor(seconds) % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
