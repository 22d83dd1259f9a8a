// What a reader has solved on this device: days, and of each game its number, streak and times.

const place = document.querySelector("#statistics");
const { games, nothing, solvedOf, times, days, best, streak } = place.dataset;
const { streakOf = () => ({}), formatTime = String } = customElements.get("puzzle-press") ?? {};
const DAY_MS = 86_400_000;
const WEEKS = 18;
/** Ends of the bars of a histogram, in seconds; the last has none. */
const BARS = [30, 60, 120, 180, 300, 600, 1200, 2400];

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function make(tag, about, ...children) {
  const element = Object.assign(document.createElement(tag), about);
  element.append(...children);
  return element;
}

function readStatistics() {
  try {
    const { solved, days, games } = JSON.parse(localStorage.getItem("puzzle-press:statistics"));
    return { solved: Object.values(solved), days: days ?? [], games: games ?? {} };
  } catch {
    return { solved: [], days: [], games: {} };
  }
}

/** Returns the bars of times: how many of each length. */
function drawTimes(seconds) {
  const counts = [...BARS, Infinity].map((end, at) => seconds.filter((one) => one < end && one >= (BARS[at - 1] ?? 0)).length);
  const most = Math.max(...counts);
  const rows = counts.map((count, at) => {
    const bar = make("meter", { max: most, value: count });
    const name = at < BARS.length ? `< ${formatTime(BARS[at])}` : `≥ ${formatTime(BARS[at - 1])}`;
    bar.ariaLabel = `${name}: ${count}`;
    return make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, bar), make("td", {}, String(count)));
  });
  return make("table", { className: "times" }, make("caption", {}, times), ...rows);
}

/** Returns the last weeks, a column each; a day is filled where a puzzle was solved on it. */
function drawDays(solved) {
  const today = Math.floor(Date.now() / DAY_MS);
  const monday = today - ((today + 3) % 7); // 1 January 1970 was a Thursday
  const rows = Array.from({ length: 7 }, (_, weekday) =>
    make("tr", {}, ...Array.from({ length: WEEKS }, (_, week) => {
      const date = new Date((monday + weekday - 7 * (WEEKS - 1 - week)) * DAY_MS);
      const name = date.toISOString().slice(0, 10);
      const isSolved = solved.includes(name);
      return make("td", { className: isSolved ? "full" : "", title: date.toLocaleDateString(document.documentElement.lang, { timeZone: "UTC" }) }, isSolved ? "\u2713" : "");
    })));
  return make("table", { className: "days" }, make("caption", {}, days), ...rows);
}

function drawGame([game, title, kinds, week], { solved, games: known }) {
  const own = solved.filter(([kind]) => kinds.includes(kind));
  const seconds = own.filter(([, , hints]) => !hints).map(([, time]) => time).sort((a, b) => a - b);
  const { count } = streakOf({ zone: document.body.dataset.zone, week, game });
  const facts = [fill(solvedOf, { count: own.length }), count > 1 && known[game] && fill(streak, { count })];
  if (seconds.length) facts.push(fill(best, { time: formatTime(seconds[0]), median: formatTime(seconds[Math.floor(seconds.length / 2)]) }));
  return own.length ? [make("h2", {}, title), make("p", { className: "facts" }, facts.filter(Boolean).join(" · ")), ...(seconds.length ? [drawTimes(seconds)] : [])] : [];
}

const statistics = readStatistics();
const all = JSON.parse(games).flatMap((game) => drawGame(game, statistics));
place.replaceChildren(...(all.length ? [drawDays(statistics.days), ...all] : [make("p", {}, nothing)]));
