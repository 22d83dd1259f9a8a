// What the pages of a site do beside the player: find today's puzzle and go over to the next at
// midnight, link the days that have come, mark what is solved or begun in lists, and keep what was
// opened for days without network.

const PREFIX = "puzzle-press:";
const CHECK_MS = 30_000;
/** How often a page asks for a day that is not there, each time after twice the checks. */
const MOST_TRIES = 6;
const { root, home = root, zone, newDay, ...words } = document.body.dataset;
const { streakOf = () => ({}), formatTime = String } = customElements.get("puzzle-press") ?? {};

/** Returns the day it is now in the site's zone, as YYYY-MM-DD. */
function today() {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  return parts.format(new Date());
}

/** Returns the latest day with a puzzle in a schedule; the first where it has not begun. */
function latestDay({ first, last, week, skip = "" }) {
  const day = new Date(`${[first, today(), last].sort()[1]}T00:00:00Z`);
  const text = () => day.toISOString().slice(0, 10);
  while (!week.includes(String((day.getUTCDay() + 6) % 7)) || skip.includes(text())) day.setUTCDate(day.getUTCDate() - 1);
  return [first, text()].sort()[1];
}

let isPlaying = false;
for (const name of ["start", "progress"]) addEventListener(name, () => (isPlaying = true));
addEventListener("complete", () => (isPlaying = false));

/** What was asked for in vain: the day, how often, and the checks to let pass until the next time. */
const vain = { day: "", tries: 0, waiting: 0 };

/** Returns whether to ask for a day now: less and less often, and at last no more. */
function isWorthAsking(day) {
  if (vain.day !== day) Object.assign(vain, { day, tries: 0, waiting: 0 });
  if (vain.waiting-- > 0 || vain.tries >= MOST_TRIES) return false;
  vain.waiting = 2 ** vain.tries++ - 1;
  return true;
}

/** Shows the puzzle of the day in place of another; a game that is being played stays. */
async function goOver() {
  const place = document.querySelector("#today");
  if (!place) return;
  const day = place.dataset.first ? latestDay(place.dataset) : today();
  if (day === place.dataset.day || !isWorthAsking(day)) return;
  const address = new URL(place.dataset.first ? `${root}daily/${day}.html` : `${root}index.html`, document.baseURI);
  const answer = await fetch(address, { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const game = page.querySelector("games" in place.dataset ? ".games" : place.querySelector(".games") ? "#today > .games" : ".game");
  const found = place.dataset.first ? day : page.querySelector("#today")?.dataset.day;
  if (!game || found === place.dataset.day) return;
  if (isPlaying) {
    tellOf(place);
    return;
  }
  for (const name of ["src", "href", "next"]) {
    for (const element of game.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, new URL(element.getAttribute(name), address).href);
    }
  }
  game.querySelector("[home]")?.removeAttribute("home"); // this is it
  place.dataset.day = found;
  const heading = "games" in place.dataset ? page.querySelector("h1 + .facts time, time") : page.querySelector("#today > h1");
  const name = document.createElement("h1");
  name.textContent = heading?.textContent ?? "";
  game.querySelectorAll("[aria-current]").forEach((link) => link.removeAttribute("aria-current"));
  place.replaceChildren(...(game.matches(".games") ? [name] : []), document.adoptNode(game));
  markLists();
  keepPages();
}

/** Says that there is a new puzzle, above the one that is being played. */
function tellOf(place) {
  if (document.querySelector(".notice")) return;
  const notice = document.createElement("p");
  const link = document.createElement("a");
  Object.assign(link, { href: `${root}index.html`, textContent: newDay });
  notice.className = "notice";
  notice.role = "status";
  place.before(notice);
  notice.append(link);
}

/** Makes links to days that have come, where the pages were made without knowing the day. */
function linkDays() {
  for (const day of document.querySelectorAll("span[data-date]")) {
    if (day.dataset.date > today()) continue;
    const link = document.createElement("a");
    const { puzzle, to, label, kind, game } = day.dataset;
    Object.assign(link, { href: to, title: label, ariaLabel: label, className: day.className });
    Object.assign(link.dataset, { puzzle, ...(kind && { kind }), ...(game && { game }) });
    link.textContent = day.textContent;
    day.replaceWith(link);
  }
  const turn = document.querySelector(".turn[data-next]");
  if (!turn || turn.dataset.next > today() || turn.querySelector("[rel=next]")) return;
  const link = document.createElement("a");
  Object.assign(link, { rel: "next", href: `${turn.dataset.next}.html`, textContent: turn.dataset.word });
  turn.append(" ", link);
}

function readSolved() {
  try {
    return JSON.parse(localStorage.getItem(`${PREFIX}statistics`) ?? "{}").solved ?? {};
  } catch {
    return {};
  }
}

function isBegun(id) {
  try {
    return localStorage.getItem(`${PREFIX}game:${id}`) !== null;
  } catch {
    return false;
  }
}

/** Returns the streak of a game as text, "" where it has none of two days. */
function nameStreak({ game, week }) {
  const { count } = game ? streakOf({ zone, week, game }) : {};
  return count > 1 ? words.streak.replace("{count}", count) : "";
}

/** Marks the puzzles of a list, as text and by looks, and shows how many are solved. */
function markLists() {
  const solved = readSolved();
  const countSolved = (ids) => ids.filter((id) => Object.hasOwn(solved, id)).length;
  const fill = (done, total) => words.progress.replace("{done}", done).replace("{total}", total);
  for (const link of document.querySelectorAll("a[data-puzzle]")) {
    // A day may have a puzzle of each of several bands: it is solved when all of them are.
    const ids = link.dataset.puzzle.split(" ");
    const done = countSolved(ids);
    const isSolved = done === ids.length;
    const isTouched = done || ids.some(isBegun);
    if (link.matches(".dot")) {
      link.dataset.state = isSolved ? "solved" : isTouched ? "begun" : "";
      link.ariaLabel = [link.title, isSolved ? words.solved : isTouched ? words.started : ""].filter(Boolean).join(", ");
      continue;
    }
    const streak = "times" in link.dataset ? nameStreak(link.dataset) : "";
    if (link.nextElementSibling?.matches(".mark")) link.nextElementSibling.remove();
    if (!isTouched && !streak) continue;
    const mark = document.createElement("span");
    mark.className = `mark ${isSolved ? "solved" : isTouched ? "begun" : ""}`;
    const seconds = isSolved && "times" in link.dataset ? ids.reduce((sum, id) => sum + (solved[id]?.[1] ?? 0), 0) : 0;
    const state = isSolved ? [words.solved, seconds && formatTime(seconds)].filter(Boolean).join(" ") : done ? fill(done, ids.length) : isTouched ? words.started : "";
    mark.textContent = [state, streak].filter(Boolean).join(" · ");
    link.after(mark);
  }
  for (const list of document.querySelectorAll("[data-puzzles]")) {
    const ids = list.dataset.puzzles.split(" ");
    const done = countSolved(ids);
    list.querySelectorAll(".done, progress").forEach((old) => old.remove());
    if (!done) continue;
    const bar = document.createElement("progress");
    const text = document.createElement("span");
    Object.assign(text, { className: "done", textContent: fill(done, ids.length) });
    Object.assign(bar, { value: done, max: ids.length, ariaLabel: text.textContent });
    list.append(bar, text);
  }
}

/** Has the service worker keep the puzzles of a pack that is opened or of the day, and what plays them. */
async function keepPages() {
  const pages = [...document.querySelectorAll(".cards[data-parts] a, .games a")].map(({ href }) => href);
  const worker = isSecureContext && navigator.serviceWorker;
  if (!pages.length || !worker) return;
  await worker.ready;
  if (!worker.controller) {
    await new Promise((done) => worker.addEventListener("controllerchange", done, { once: true }));
  }
  const records = pages.map((page) => page.replace(/html$/, "json"));
  const own = [...document.querySelectorAll("script[src], link[rel=stylesheet]")];
  const parts = document.querySelector("[data-parts]")?.dataset.parts.split(" ") ?? [];
  const files = [...own.map(({ src, href }) => src ?? href), ...parts];
  // What has not changed is not sent again: the server answers by its date or tag.
  const all = [location.href, ...files, ...pages, ...records];
  for (const address of all) await fetch(address, { cache: "no-cache" }).catch(() => {});
}

/** Shows the puzzles of one game in a calendar, or of all. */
function filterGames() {
  const filter = document.querySelector(".filter");
  if (!filter) return;
  filter.hidden = false;
  filter.addEventListener("click", ({ target: { value } }) => {
    if (value === undefined) return;
    for (const button of filter.children) button.ariaPressed = String(button.value === value);
    for (const dot of document.querySelectorAll(".dot")) dot.hidden = Boolean(value) && dot.dataset.game !== value;
  });
}

/** Brings the page up to the moment. */
function refresh() {
  if (document.hidden) return;
  goOver();
  linkDays();
  markLists();
}

/** Who comes back to the page finds what has come meanwhile. */
function comeBack() {
  vain.day = "";
  refresh();
}

refresh();
filterGames();
const current = document.querySelector("main > .games li:has([aria-current])");
if (current) current.parentElement.scrollLeft = current.offsetLeft - current.parentElement.offsetLeft; // where tabs are wider than a phone
setInterval(refresh, CHECK_MS);
addEventListener("pageshow", comeBack);
addEventListener("complete", () => setTimeout(markLists));
document.addEventListener("visibilitychange", () => document.hidden || comeBack());
if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register(`${home}worker.js`, { scope: home }).catch(() => null); // refused by the policy of a host
keepPages();
