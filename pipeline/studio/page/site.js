// The site desk: a calendar of days with their puzzles, and the page of a day as readers get it.
import { ask, at, attempt, element, follow } from "./ask.js";

/** @type {any} the site that is open: its days, and what is wrong */
let site = null;
let month = "", chosen = "";

const long = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", weekday: "long", year: "numeric", timeZone: "UTC" });
const short = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
const weekdays = new Intl.DateTimeFormat("en", { weekday: "short", timeZone: "UTC" });
const months = () => [...new Set(site.days.map(({ date }) => date.slice(0, 7)))];
const picture = (day, id) => `site/${site.key}/${day.date}/pictures/${id}.svg`;

function show(said) {
  site = said;
  location.hash = encodeURIComponent(site.name);
  at("site").value = site.name;
  at("text").value = site.text;
  at("start").hidden = true;
  at("days").hidden = false;
  at("fault").textContent = site.faults.map(({ line, key, message }) => [line && `line ${line}`, key, message].filter(Boolean).join(": ")).join("\n");
  site.days ??= [];
  at("make").textContent = site.message ? "Make the puzzles" : "Write the pages up to today";
  at("state").textContent = site.message ? "The puzzles of these days are not made yet." : "";
  const near = site.days.find(({ date }) => date >= site.today) ?? site.days.at(-1);
  if (!months().includes(month)) month = near?.date.slice(0, 7) ?? "";
  if (!site.days.some(({ date }) => date === chosen)) chosen = near?.date ?? "";
  showMonth();
  showDay();
  at("calendar").scrollTop = (at(chosen)?.offsetTop ?? 0) - at("calendar").offsetTop;
}

function showMonth() {
  const all = months(), place = all.indexOf(month);
  at("month").textContent = month ? short.format(new Date(month)) : "No days";
  at("before").disabled = place < 1;
  at("after").disabled = place === all.length - 1;
  at("calendar").replaceChildren(...site.days.filter(({ date }) => date.startsWith(month)).map((day) => {
    const weekday = (new Date(day.date).getUTCDay() + 6) % 7 + 1;
    const games = day.puzzles.map(({ id, title, band }) => id ? element("img", { src: picture(day, id), alt: title, loading: "lazy" }) : element("span", {}, [title, band].filter(Boolean).join(", ")));
    const button = element("button", { id: day.date, className: day.state.replace(" ", "-"), ariaPressed: String(day.date === chosen), ariaLabel: `${long.format(new Date(day.date))}, ${day.state}`, onclick: () => choose(day.date) },
      element("b", {}, String(Number(day.date.slice(8)))), element("small", {}, weekdays.format(new Date(day.date)), { today: " today", withdrawn: " withdrawn" }[day.state] ?? ""), element("span", { className: "games" }, ...games));
    return element("li", { style: `--weekday: ${weekday}` }, button);
  }));
}

function choose(date) {
  at(chosen)?.setAttribute("aria-pressed", "false");
  chosen = date;
  at(chosen)?.setAttribute("aria-pressed", "true");
  showDay();
}

function showDay() {
  const day = site.days.find(({ date }) => date === chosen);
  at("day").hidden = !day;
  if (!day) return;
  const isAhead = ["to come", "withdrawn"].includes(day.state) && day.date > site.today;
  at("date").textContent = `${long.format(new Date(day.date))}${day.state === "withdrawn" ? " – withdrawn" : ""}`;
  at("withdraw").hidden = !isAhead;
  at("withdraw").textContent = day.state === "withdrawn" ? "Put back" : "Withdraw";
  at("games").replaceChildren(...day.puzzles.map(({ id, title, band, path }) => element("li", {}, [title, band].filter(Boolean).join(", "), " ",
    ...(id ? [element("button", { textContent: "Show", ariaLabel: `Show ${title}`, onclick: () => (at("page").src = address(path)) })] : []),
    ...(id && isAhead ? [element("button", { textContent: "Replace", ariaLabel: `Replace ${title}`, onclick: () => replace(id) })] : []))));
  const first = day.puzzles[0]?.path;
  at("page").hidden = !first;
  if (first) at("page").src = address(first);
}

const address = (path) => `site/${site.key}/${chosen}/${path}.html`;

const asked = (more = {}) => ({ name: site.name, version: site.version, date: chosen, ...more });

/** Leaves a puzzle out, and makes those that are missing then. */
async function replace(id) {
  if (await attempt(() => ask("replace-day", asked({ id })))) make();
}

async function make() {
  if (await attempt(() => ask("make-site", { name: site.name }))) watch(true);
}

/** Shows what is at work, until it is done. */
const watch = (isMine) => follow(site.name, isMine, (said, text) => {
  at("stop").hidden = said.state !== "working";
  at("make").disabled = said.state === "working";
  if (text) at("state").textContent = said.state === "done" ? `${text} The files for your host are in ${site.name.replace(/\.toml$/, "")}/www.` : text;
}, () => open(site.name));

async function open(name) {
  const said = await attempt(() => ask("site", { name }));
  if (said) show(said);
}

async function begin(wanted = decodeURIComponent(location.hash.slice(1))) {
  const sites = await attempt(() => ask("sites"));
  at("site").replaceChildren(...(sites ?? []).map(({ name, title }) => element("option", { value: name }, `${title} (${name})`)));
  const name = (sites?.find((one) => one.name === wanted) ?? sites?.[0])?.name;
  at("start").hidden = Boolean(name);
  if (!name) return;
  await open(name);
  watch(false);
}

at("site").onchange = () => open(at("site").value);
at("fresh").onclick = () => {
  at("start").hidden = false;
  at("name").focus();
};
at("begin").onsubmit = async (event) => {
  event.preventDefault();
  const made = await attempt(() => ask("begin", { template: "site", name: at("name").value, language: at("language").value }), "refused");
  if (made) begin(made.name);
};
for (const [id, step] of [["before", -1], ["after", 1]]) {
  at(id).onclick = () => {
    month = months()[months().indexOf(month) + Number(step)];
    showMonth();
  };
}
at("make").onclick = make;
at("stop").onclick = () => ask("stop");
at("withdraw").onclick = () => attempt(() => ask("withdraw", asked())).then((said) => said && show(said));
at("keep").onclick = () => attempt(() => ask("keep-site", asked({ text: at("text").value }))).then((said) => said && show(said));
begin();
