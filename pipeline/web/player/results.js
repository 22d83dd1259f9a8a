// The leaderboard: what a reader who agrees sends to the owner of the site. Nothing else is sent.
// A script of its own, which the player loads for puzzles of a site that has a leaderboard.

import { dayIn, formatTime, make } from "./plain.js";
import { RESULTS_STYLE, RESULTS_WORDS } from "./results-assets.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./element.js").PuzzlePress} PuzzlePress */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./types.js").PuzzleRecord} PuzzleRecord */
/** @typedef {(key: string, values?: Record<string, string | number>) => string} Say */
/** @typedef {[ms: number, code: string, changes?: string]} Event of a log, as pipeline/results/log.py reads it */
/** @typedef {{began: number, token: string, isPaused: boolean, log: Event[]}} Play */
/** @typedef {{agreed: boolean, reader: string, name: string}} Choice */
/** @typedef {{name: string, seconds: number, own: boolean}} Entry */
/** @typedef {{seconds: number, place: number, count: number, faster: number | null, median: number, best: Entry[], refused?: string}} Standing */

export class Results {
  /** @param {Store} store @param {PuzzleRecord} record @param {string | undefined} base address of the record */
  constructor(store, record, base) {
    this.store = store;
    this.record = record;
    this.address = record.results ? new URL(record.results.address, base ?? document.baseURI) : null;
    this.play = `play:${record.id}`;
    this.placed = `standing:${record.id}`;
    /** @type {Promise<void> | undefined} until the answer to the first request */
    this.begun = undefined;
  }

  /** @param {string} name @returns {any} */
  read(name) {
    try {
      return JSON.parse(this.store.read(name) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {unknown} value */
  write(name, value) {
    this.store.write(name, JSON.stringify(value));
  }

  /** What the reader chose for this address; null before. @returns {Choice | null} */
  get choice() {
    return this.address && this.read(`results:${this.address}`);
  }

  /** Whether the puzzle is today's, and the owner has a leaderboard. */
  get isOpen() {
    return this.address !== null && dayIn(this.record.schedule?.zone ?? null) === this.record.date;
  }

  /** The place in the table when the game was sent. @returns {Standing | null} */
  get standing() {
    return this.address && this.read(this.placed);
  }

  /** Agrees, or refuses and has all deleted that was sent. @param {boolean} agreed @param {string} name for the table */
  choose(agreed, name) {
    const { choice } = this;
    const fresh = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (!agreed) {
      this.write(this.play, null);
      this.write(this.placed, null);
      if (choice?.reader) this.send("forget", { reader: choice.reader });
    }
    this.write(`results:${this.address}`, { agreed, reader: agreed ? choice?.reader || fresh : "", name });
  }

  /** The first touch of a game: the server notes when that was. */
  begin() {
    const { choice } = this;
    if (!choice?.agreed || !this.isOpen || this.read(this.play) || this.standing) return;
    this.write(this.play, { began: Date.now(), token: "", isPaused: false, log: [] });
    this.begun = this.send("start", this.about(choice)).then(({ token }) => {
      const play = this.read(this.play);
      if (play) this.write(this.play, { ...play, token: token ?? "" });
    });
  }

  /** @param {Choice} choice */
  about({ reader }) {
    const { id, date } = this.record;
    return { puzzle: id, day: date, reader };
  }

  /** Keeps an event of the game with its time, if it is to be sent. @param {string} code @param {string} [changes] */
  note(code, changes) {
    /** @type {Play | null} */
    const play = this.address && this.read(this.play);
    if (!play || code === (play.isPaused ? "p" : "g")) return;
    const ms = Math.max(Date.now() - play.began, play.log.at(-1)?.[0] ?? 0);
    if (play.isPaused && code !== "g") play.log.push([ms, "g"]);
    play.log.push(changes === undefined ? [ms, code] : [ms, code, changes]);
    play.isPaused = code === "p";
    this.write(this.play, play);
  }

  /** Sends a solved game, unless it had hints or no start. @param {number} hints */
  async finish(hints) {
    await this.begun;
    const { choice } = this;
    /** @type {Play | null} */
    const play = this.address && this.read(this.play);
    if (!choice?.agreed || !(play ?? (hints && this.isOpen))) return;
    const { token = "", log = [] } = play ?? {};
    const refused = hints ? "hints" : token ? "" : "offline";
    this.write(this.placed, refused ? { refused } : await this.send("finish", { ...this.about(choice), token, log, name: choice.name }));
    this.write(this.play, null);
  }

  /** @param {string} deed @param {object} body @returns {Promise<any>} the answer; `refused` is why there is none */
  async send(deed, body) {
    try {
      const answer = await fetch(new URL(deed, this.address ?? ""), { method: "POST", body: JSON.stringify(body), credentials: "omit", referrerPolicy: "no-referrer" });
      return await answer.json();
    } catch {
      return { refused: "offline" };
    }
  }
}

const SHEET = new CSSStyleSheet();
SHEET.replaceSync(RESULTS_STYLE);
/** @type {WeakSet<Session>} */
const JOINED = new WeakSet();
/** @type {Record<string, string>} words for some reasons of the server and the page; `refused` for others */
const REFUSALS = { hints: "hints", offline: "offline", busy: "offline", rate: "offline" };

/** Lets the player of a page take part. @param {PuzzlePress} player */
export function join(player) {
  const { record, session, panel } = player;
  if (!record?.results || !session || !panel || JOINED.has(session)) return;
  JOINED.add(session);
  const words = RESULTS_WORDS[player.language ?? ""] ?? RESULTS_WORDS.en;
  /** @type {Say} */
  const say = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  const results = new Results(player.store, record, player.address);
  const parts = makeParts(say, { host: results.address?.host ?? "", days: record.results.days });
  if (!player.root.adoptedStyleSheets.includes(SHEET)) player.root.adoptedStyleSheets.push(SHEET);
  panel.lesson.element.after(parts.ask);
  panel.won.append(parts.standing);
  panel.dialog.element.lastElementChild?.before(parts.choice);
  const update = () => {
    parts.ask.hidden = session.hasStarted || results.choice !== null || !panel.lesson.element.hidden || !results.isOpen;
    const found = results.choice?.agreed ? results.standing : null;
    parts.standing.hidden = !found;
    if (found) parts.standing.replaceChildren(...describeStanding(found, player.seconds, say));
    const { view } = session.around;
    if (view.isFitted && !session.hasStarted) view.open();
  };
  bindChoice(results, parts, update);
  panel.lesson.skip.addEventListener("click", update);
  listen(player, session, results, update);
  Object.assign(player, { results });
  update();
}

/** @param {Say} say @param {{host: string, days: number}} about */
function makeParts(say, about) {
  const [yes, no] = ["yes", "no"].map((key) => make("button", { type: "button", class: "wide", part: "button" }, say(key)));
  const ask = make("div", { part: "lesson", class: "lesson ask" }, make("p", {}, say("ask", about)), make("p", {}, yes, no));
  const box = make("input", { type: "checkbox" });
  const name = make("input", { maxlength: "20", autocomplete: "nickname" });
  const choice = make(
    "div", { part: "results" },
    make("h4", {}, say("title")), make("p", {}, say("ask", about)),
    make("p", {}, make("label", {}, box, ` ${say("switch")}`), make("label", {}, `${say("name")} `, name)),
  );
  const standing = make("div", { part: "standing", class: "standing", role: "status" });
  return { ask, yes, no, choice, box, name, standing };
}

/** @param {Results} results @param {ReturnType<typeof makeParts>} parts @param {() => void} update */
function bindChoice(results, { yes, no, box, name }, update) {
  box.checked = results.choice?.agreed ?? false;
  name.value = results.choice?.name ?? "";
  const choose = (/** @type {boolean} */ agreed) => {
    results.choose(agreed, name.value);
    box.checked = agreed;
    update();
  };
  yes.addEventListener("click", () => choose(true));
  no.addEventListener("click", () => choose(false));
  box.addEventListener("change", () => choose(box.checked));
  name.addEventListener("change", () => box.checked && choose(true));
}

/** Keeps what the player does, and sends it at the end. @param {PuzzlePress} player @param {Session} session @param {Results} results @param {() => void} update */
function listen(player, session, results, update) {
  const { panel } = player;
  const { signal } = player.away;
  const begin = () => session.hasStarted || results.begin();
  for (const element of [panel?.port, panel?.pad]) element?.addEventListener("pointerdown", begin, { signal, capture: true });
  panel?.port.addEventListener("keydown", begin, { signal, capture: true });
  const copy = () => ({ at: session.log.at, moves: [...session.log.moves], values: [...session.log.values] });
  let known = copy();
  const note = () => {
    const { at, moves, values } = session.log;
    const code = at < known.at ? "u" : moves[at - 1] === known.moves[at - 1] ? "r" : "m";
    const changes = values.flatMap((value, slot) => (value === known.values[slot] ? [] : [`${slot}=${value}`]));
    known = copy();
    if (changes.length) results.note(code, changes.join());
  };
  const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ act) =>
    player.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
  on("start", update);
  on("progress", note);
  on("pause", ({ paused }) => results.note(paused ? "p" : "g"));
  on("hint", ({ faults }) => faults !== undefined && results.note("c"));
  on("complete", () => results.finish(session.hints).then(update));
  player.store.watch((name) => name === session.name && (known = copy()), signal); // another page has played
  const leave = () => session.hasStarted && !session.isSolved && results.note("p");
  const comeBack = () => session.isPaused || session.isSolved || results.note("g");
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : comeBack()), { signal });
  addEventListener("pagehide", leave, { signal });
  addEventListener("pageshow", comeBack, { signal });
}

/**
 * Returns the place in a leaderboard, and its best times.
 * @param {Standing} standing @param {number} played seconds without pauses @param {Say} say @returns {Node[]}
 */
function describeStanding({ seconds: whole, place, count, faster, median, best, refused }, played, say) {
  if (refused) return [make("p", {}, say(REFUSALS[refused] ?? "refused"))];
  const rank = say(count === 1 ? "place_one" : "place_other", { place, count, median: formatTime(median) });
  const rows = best.map(({ name, seconds, own }) => {
    const who = [own ? say("you") : "", name].filter(Boolean).join(" · ") || "–";
    return make("li", own ? { class: "own" } : {}, make("bdi", {}, who), ` ${formatTime(seconds)}`);
  });
  const pauses = whole > played + 2 ? [make("p", {}, say("pauses"))] : [];
  return [make("p", { class: "rank" }, faster ? `${say("faster", { faster })} · ${rank}` : rank), make("ol", {}, ...rows), ...pauses];
}
