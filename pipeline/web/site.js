// What the pages of a site do beside the player: find today's puzzle where the whole schedule is
// public, mark what is solved or begun in lists, and keep what was opened for days without network.

const PREFIX = "puzzle-press:";
const { root, solved: solvedWord, started: startedWord } = document.body.dataset;

/** Returns the day it is now in a time zone, as YYYY-MM-DD. */
function dayIn(timeZone) {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  return parts.format(new Date());
}

/** Shows the puzzle of the day where the page was made without knowing the day. */
async function findToday() {
  const place = document.querySelector("#today[data-zone]");
  if (!place) return;
  const { first, last, zone } = place.dataset;
  const day = [first, dayIn(zone), last].sort()[1];
  const answer = await fetch(`${root}daily/${day}.json`);
  if (!answer.ok) return;
  place.querySelector("puzzle-press").setAttribute("src", `${root}daily/${day}.json`);
  const { id } = await answer.json();
  place.querySelector(".print a").setAttribute("href", `${root}print/${id}.pdf`);
}

/** Marks the puzzles of a list, in words as well as by looks. */
function markLists() {
  let solved = {};
  const links = document.querySelectorAll("a[data-puzzle]");
  const has = (id) => {
    try {
      return localStorage.getItem(`${PREFIX}game:${id}`) !== null;
    } catch {
      return false;
    }
  };
  try {
    solved = JSON.parse(localStorage.getItem(`${PREFIX}statistics`) ?? "{}").solved ?? {};
  } catch {
    return;
  }
  for (const link of links) {
    const id = link.dataset.puzzle;
    const word = Object.hasOwn(solved, id) ? solvedWord : has(id) ? startedWord : "";
    link.parentElement.querySelector(".mark")?.remove();
    if (!word) continue;
    const mark = document.createElement("span");
    mark.className = word === solvedWord ? "mark solved" : "mark";
    mark.textContent = ` ${word}`;
    link.after(mark);
  }
}

/** Has the service worker keep the puzzles of a pack that is opened, and what plays them. */
async function keepPack(worker) {
  const pages = [...document.querySelectorAll(".entries[data-keep] a")].map(({ href }) => href);
  if (!pages.length) return;
  await worker.ready;
  if (!worker.controller) {
    await new Promise((done) => worker.addEventListener("controllerchange", done, { once: true }));
  }
  const records = pages.map((page) => page.replace(/html$/, "json"));
  const own = [...document.querySelectorAll("script[src], link[rel=stylesheet]")];
  const files = own.map(({ src, href }) => src ?? href);
  for (const address of [location.href, ...files, ...pages, ...records]) await fetch(address);
}

findToday();
markLists();
addEventListener("pageshow", markLists);
if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register(`${root}worker.js`, { scope: root });
  keepPack(navigator.serviceWorker);
}
