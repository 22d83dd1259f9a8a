// <puzzle-press src="2026-11-21.json">: the custom element that puts the player on a page.

import { STYLE } from "./assets.js";
import { Clock } from "./clock.js";
import { Grid } from "./grid.js";
import { ZOOM_STEP, listenToKeys } from "./keyboard.js";
import { makeGame, partsOf } from "./kinds/kinds.js";
import { drawResult } from "./finish.js";
import { SWITCHES, makePanel, nameTool } from "./panel.js";
import { celebrate } from "./joy.js";
import { dayIn, formatTime, make } from "./plain.js";
import { loadParts } from "./parts.js";
import { listenToPointers } from "./pointer.js";
import { LESSON_STEPS, Session } from "./session.js";
import { countKinds, noteSolved, readStatistics, streakOf } from "./statistics.js";
import { Store } from "./store.js";
import { packCode, unpackCode } from "./transfer.js";
import { View } from "./view.js";
import { formatDay, languageOf, localeOf, speak, speakOf } from "./words.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").PuzzleRecord} PuzzleRecord */
/** @typedef {import("./types.js").Message} Message */


export class PuzzlePress extends HTMLElement {
  static observedAttributes = ["src"];
  /** The streak of a game, for lists of them. @param {import("./types.js").PuzzleRecord["schedule"]} schedule */
  static streakOf = (schedule) => streakOf(new Store(), schedule);
  static formatTime = formatTime;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    root.append(make("slot", {}));
    this.root = root;
    this.store = new Store();
    /** @type {URL | undefined} of the lesson that takes the place of the puzzle */
    this.lesson = undefined;
    /** @type {string | undefined} of the record that is open */
    this.address = undefined;
    /** @type {{record: PuzzleRecord, address: string | undefined} | undefined} what comes back after the lesson */
    this.puzzle = undefined;
    this.away = new AbortController();
  }

  connectedCallback() {
    const tag = this.closest("[lang]")?.getAttribute("lang") ?? navigator.language;
    this.language = languageOf(tag);
    this.locale = localeOf(tag);
    this.say = speak(this.language);
    this.load();
  }

  disconnectedCallback() {
    this.leave();
    this.away.abort();
    this.clock?.stop();
  }

  attributeChangedCallback() {
    this.lesson = undefined;
    if (this.isConnected && this.say) this.load();
  }

  /** Fetches the record that `src` names, or the lesson of its kind, and opens it. */
  async load() {
    const src = this.getAttribute("src");
    if (!src) return;
    const { lesson } = this;
    const day = dayIn(this.getAttribute("zone"));
    const address = lesson ?? new URL(src.replace("{day}", day), document.baseURI);
    let isThere = false;
    try {
      const texts = loadParts([this.language ?? "en"]);
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${src}: ${answer.status} ${answer.statusText}`);
      isThere = true;
      const record = await answer.json();
      await Promise.all([texts, loadParts([...partsOf(record), ...(record.lesson ? ["hints"] : [])])]);
      if (src !== this.getAttribute("src") || lesson !== this.lesson) return;
      this.address = answer.url || address.href;
      this.open(record, makeGame(record));
    } catch (error) {
      if (src !== this.getAttribute("src") || lesson !== this.lesson) return;
      if (lesson) {
        this.leaveLesson();
        this.announce({ key: "lesson_failed" });
        return;
      }
      // What the browser says of a file that is no record helps nobody.
      const isOwn = error instanceof Error && (!isThere || error.constructor === Error);
      const text = `${this.say?.("cannot_load")} (${isOwn ? error.message : this.say?.("damaged")})`;
      this.root.replaceChildren(make("slot", {}), make("p", { role: "alert", class: "frame" }, text));
    }
  }

  /** @param {PuzzleRecord} record @param {Game} game */
  open(record, game) {
    this.away.abort();
    this.away = new AbortController();
    this.clock?.stop();
    const say = this.say ?? speak("en");
    const panel = makePanel(say, this.language ?? "en", game);
    this.record = record;
    this.panel = panel;
    this.root.replaceChildren(panel.frame);
    panel.title.textContent = this.titleOf(record);
    if (!record.lesson) this.store.write(`name:${record.kind}`, this.nameOf(record));
    const home = this.getAttribute("home");
    panel.back.hidden = !home;
    if (home) Object.assign(panel.back, { href: new URL(home, document.baseURI).href, ariaLabel: say("back") });
    const words = speakOf(say, game);
    this.words = words;
    const note = game.note?.();
    panel.note.textContent = note ? words(note) : "";
    game.drawGoal?.(panel.note);
    panel.credit.textContent = record.credit?.line ?? "";
    panel.grid.setAttribute("aria-label", `${this.titleOf(record)}, ${game.cols} × ${game.rows}`);
    panel.dialog.rules.replaceChildren(...(record.rules ?? []).map((rule) => make("li", {}, rule)));
    const view = new View(game, panel.port, panel.sheet, panel.overview);
    const grid = new Grid(game, panel.grid, words);
    if (view.isSqueezed) {
      panel.note.classList.add("beside");
      grid.onChoose = (cell) => (panel.note.textContent = game.numbersBeside?.(cell) ?? "");
      grid.onChoose(0);
    }
    this.clock = new Clock((seconds) => (panel.time.textContent = formatTime(seconds)));
    this.clock.ms = 0;
    const session = new Session(record.id, game, {
      view, grid, clock: this.clock,
      store: record.lesson ? Object.assign(new Store(), { storage: null }) : this.store, // starts again each time
      announce: (...messages) => this.announce(...messages),
      hear: (message) => this.hear(message),
      report: (name, detail) => this.report(name, detail),
      isOn: (name) => this.isOn(name),
    });
    this.session = session;
    session.redraw();
    session.sync();
    for (const [at, name] of SWITCHES.entries()) this.turn(name, (this.store.read(`switch:${name}`) ?? (at < 3 || (name === "auto" && game.isAuto) ? "on" : "off")) === "on");
    this.bind(session, view, grid);
    this.refresh();
    if (!record.lesson && (!session.isKept || !this.store.storage)) this.announce({ key: "not_kept" });
    if (record.lesson) session.lesson = 0;
    this.teach();
    view.open(); // when everything above the board is there
    if (session.isSolved) view.openWhole();
    if (this.lesson) panel.lesson.skip.focus();
    this.report("ready", { id: record.id, kind: record.kind, solved: session.isSolved });
  }

  /** Offers the lesson of a kind that this player never met, or shows the next step of one. */
  teach() {
    const { record, session, panel, words, say } = this;
    if (!record || !session || !panel || !words || !say) return;
    const { element, text, begin, skip } = panel.lesson;
    const name = `learned:${record.kind}`;
    if (!record.lesson) {
      const isKnown = session.hasStarted || this.store.read(name) || countKinds(readStatistics(this.store)).has(record.kind);
      element.hidden = !record.learn || Boolean(isKnown);
      text.textContent = say("lesson_offer", { kind: this.nameOf(record) });
      return;
    }
    if (session.lesson === null) return;
    const hint = session.teach();
    const step = hint?.message;
    if (!step) {
      this.store.write(name, "1");
      text.textContent = session.isSolved ? "" : say("lesson_over");
      skip.textContent = say("lesson_leave");
      skip.hidden = !this.lesson;
    } else if (session.awaited.length) {
      const why = String(step.values?.reason ?? words(step)).split(". ").pop() ?? "";
      text.textContent = say("lesson_step", { step: session.lesson + 1, steps: LESSON_STEPS, why });
      const { family, model, tapsTo } = /** @type {any} */ (session.game);
      const [slot, value] = session.awaited[0];
      const way = family ? (session.game.wayOf?.(slot) ?? model.marks[slot + 1].family) : record.kind;
      this.announce({ text: say(`learn_${way}`, {}, tapsTo?.call(session.game, value) ?? (way === "cells" ? value : undefined)) });
    } else text.textContent = words(step);
    begin.hidden = true;
    element.hidden = false;
    element.classList.add("steps");
  }

  /** Ends a lesson, or does without it, for good; where it took the place of a puzzle, that comes back. */
  endLesson() {
    const { record, session, panel } = this;
    if (!record || !session || !panel) return;
    this.store.write(`learned:${record.kind}`, "1");
    session.lesson = null;
    session.around.view.point(null);
    panel.lesson.element.hidden = true;
    this.leaveLesson();
    this.session?.around.grid.take();
  }

  /** Brings the puzzle back whose place a lesson took; nothing is fetched for it. */
  leaveLesson() {
    const { lesson, puzzle } = this;
    this.lesson = undefined;
    if (!lesson || !puzzle || this.record === puzzle.record) return;
    this.address = puzzle.address;
    this.open(puzzle.record, makeGame(puzzle.record));
  }

  /** @param {PuzzleRecord} record @returns {string} what its game is called */
  nameOf({ kind, name }) {
    return name ?? kind;
  }

  /** @param {PuzzleRecord} record */
  titleOf(record) {
    const { title, date } = record;
    const name = this.nameOf(record);
    return date ? `${name} ${formatDay(date, this.locale ?? "en-GB")}` : (title ?? name);
  }

  /** @param {Session} session @param {View} view @param {Grid} grid */
  bind(session, view, grid) {
    const { tools, pad, show, share, picture, dialog, lesson, port, foot, frame, keep, drop, pause } = /** @type {ReturnType<typeof makePanel>} */ (this.panel);
    const { signal } = this.away;
    listenToPointers(view, session);
    pad.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button?.value && this.isOn("first")) {
        session.brush = session.brush === button.value ? "" : button.value;
        this.refresh();
      } else if (button?.value) session.enter(grid.focused, button.value);
      else if (button) session.erase(grid.focused);
    });
    listenToKeys(this, frame, session, signal);
    if (session.game.choose) for (const name of ["keydown", "click"]) frame.addEventListener(name, () => this.refresh());
    tools.undo.addEventListener("click", () => session.undo());
    tools.redo.addEventListener("click", () => session.redo());
    tools.check.addEventListener("click", () => this.help(() => session.check()));
    for (const button of [tools.hint, show]) button.addEventListener("click", () => this.help(() => session.hint()));
    tools.restart.addEventListener("click", () => session.restart());
    tools.trial.addEventListener("click", () => session.attempt());
    keep.addEventListener("click", () => session.keep());
    drop.addEventListener("click", () => session.dropTrial());
    pause.addEventListener("click", () => session.pause(!session.isPaused));
    tools.zoom_in.addEventListener("click", () => view.zoom(ZOOM_STEP));
    tools.zoom_out.addEventListener("click", () => view.zoom(1 / ZOOM_STEP));
    tools.pencil.addEventListener("click", () => {
      session.pencil = (session.pencil + 1) % (session.game.symbols && this.isOn("centre") ? 3 : 2);
      tools.pencil.setAttribute("aria-pressed", String(session.pencil > 0));
      if (session.game.symbols) nameTool(tools.pencil, (session.pencil > 1 ? this.say?.("centre") : this.say?.("notes")) ?? "");
    });
    tools.more.addEventListener("click", () => {
      this.showStatistics();
      dialog.element.showModal();
    });
    share.addEventListener("click", () => this.share());
    picture.addEventListener("click", () => this.sharePicture());
    lesson.skip.addEventListener("click", () => this.endLesson());
    lesson.begin.addEventListener("click", () => {
      this.puzzle = { record: /** @type {PuzzleRecord} */ (this.record), address: this.address };
      this.lesson = new URL(this.record?.learn ?? "", this.address);
      this.load();
    });
    for (const [name, box] of Object.entries(dialog.switches)) {
      box.addEventListener("change", () => {
        this.turn(name, box.checked);
        this.store.write(`switch:${name}`, box.checked ? "on" : "off");
      });
    }
    dialog.notes.addEventListener("click", () => {
      session.play(session.game.fillNotes?.(session.log.values) ?? []);
      dialog.element.close();
    });
    dialog.send.addEventListener("click", () => this.help(() => this.sendCode(), "transfer"));
    dialog.load.addEventListener("click", () => this.help(() => this.loadCode(), "transfer"));
    this.store.watch((name) => name === session.name && session.sync() && this.refresh(), signal);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.leave() : this.comeBack()), { signal });
    addEventListener("pagehide", () => this.leave(), { signal });
    addEventListener("pageshow", () => this.comeBack(), { signal });
    let high = foot.offsetHeight;
    const watcher = new ResizeObserver(() => {
      view.refit();
      foot.classList.toggle("loose", foot.offsetHeight > innerHeight / 2);
      // A message that makes the foot higher does not hide what was seen of the board.
      const hidden = port.getBoundingClientRect().bottom - foot.getBoundingClientRect().top;
      if (hidden > 0 && hidden <= foot.offsetHeight - high) scrollBy(0, hidden);
      high = foot.offsetHeight;
      // A page that frames the puzzle can give the frame this height.
      if (parent !== window) this.post("resize", { height: document.documentElement.scrollHeight });
    });
    watcher.observe(port);
    watcher.observe(foot);
    signal.addEventListener("abort", () => watcher.disconnect());
  }

  /** Does what needs a part that is loaded on demand. @param {() => void} act */
  help(act, part = "hints") {
    loadParts([part]).then(act, () => this.announce({ key: "cannot_load" }));
  }

  /** The page is put away: the time stops and is kept. */
  leave() {
    if (!this.clock || this.clock.since === null) return;
    this.clock.stop();
    this.session?.save();
    this.isAway = true;
  }

  comeBack() {
    this.session?.sync();
    if (this.isAway && !this.session?.isSolved && !this.session?.isPaused) this.clock?.start();
    this.isAway = false;
    this.refresh();
  }

  /** Shows what buttons can do, and the end of the game. */
  refresh() {
    const { session, panel } = this;
    if (!session || !panel) return;
    const focused = this.root.activeElement; // read before it becomes idle, which may drop the focus at once
    panel.tools.undo.disabled = !session.log.at;
    panel.tools.redo.disabled = session.log.at === session.log.moves.length;
    if (focused instanceof HTMLButtonElement && focused.disabled) session.around.grid.take();
    const { lengthOf } = session.game;
    if (lengthOf) panel.note.dataset.moves = this.say?.("moves", {}, session.log.length(lengthOf)) ?? "";
    panel.frame.classList.toggle("solved", session.isSolved);
    panel.frame.classList.toggle("paused", session.isPaused);
    panel.pause.setAttribute("aria-pressed", String(session.isPaused));
    panel.pause.hidden = session.isSolved || panel.time.hidden;
    panel.trial.hidden = session.trial === null;
    panel.tools.trial.disabled = session.trial !== null;
    panel.tools.restart.disabled = !session.log.at;
    panel.mistakes.textContent = session.mistakes ? (this.say?.("mistakes", {}, session.mistakes) ?? "") : "";
    const { choose, chosen, symbols = [] } = session.game;
    if (choose) symbols.forEach((symbol, k) => (panel.pad.children[k].ariaPressed = String(symbol === chosen)));
    (session.game.leftOf?.(session.log.values) ?? []).forEach((left, k) => {
      const button = /** @type {HTMLElement} */ (panel.pad.children[k]);
      if (left !== null) button.dataset.left = String(Math.max(left, 0));
      button.ariaPressed = this.isOn("first") ? String(session.game.symbols?.[k] === session.brush) : null;
    });
    panel.show.hidden = !session.canShow;
    panel.won.hidden = !session.isSolved;
    if (session.isSolved) this.showTally(panel, session);
  }

  /** @param {Message[]} messages */
  announce(...messages) {
    if (!this.panel) return;
    const lines = messages.map((message) => this.words?.(message) ?? "");
    this.panel.status.textContent = lines.map((line) => line.charAt(0).toUpperCase() + line.slice(1)).join("\n");
    this.panel.status.classList.remove("heard");
  }

  /** @param {Message} message for those who do not see the board */
  hear(message) {
    this.announce(message);
    this.panel?.status.classList.add("heard");
  }

  /**
   * Notifies the page, and the page that frames it, of an event; never what is drawn.
   * @param {string} name @param {object} detail
   */
  report(name, detail) {
    const { seconds } = this;
    if (name === "complete") {
      if (!this.record?.lesson) noteSolved(this.store, /** @type {PuzzleRecord} */ (this.record), this.effort, Date.now());
      this.hear({ key: "solved", values: { time: formatTime(seconds) } });
      celebrate(this.isOn("haptics"), this.isOn("sound"));
    }
    this.refresh();
    if (name === "progress") this.teach();
    const { id, kind } = /** @type {PuzzleRecord} */ (this.record);
    const game = this.nameOf(/** @type {PuzzleRecord} */ (this.record));
    for (const [type, sent] of [[name, detail], ["puzzle-press", { type: name, id, kind, game, ...detail }]]) {
      this.dispatchEvent(new CustomEvent(/** @type {string} */ (type), { detail: sent, bubbles: true, composed: true }));
    }
    if (parent !== window) this.post(name, detail);
  }

  /** @param {string} type @param {object} detail */
  post(type, detail) {
    parent.postMessage({ source: "puzzle-press", type, id: this.record?.id, detail }, "*");
  }

  /** How many hints it took, and how many mistakes were made. */
  get faults() {
    const { hints = 0, mistakes = 0 } = this.session ?? {};
    return Object.entries({ hints, mistakes }).flatMap(([key, count]) => (count ? [this.say?.(key, {}, count) ?? ""] : []));
  }

  /** What is shared: the game with its number or day, time and streak, nothing of the answer. */
  get result() {
    const record = /** @type {PuzzleRecord} */ (this.record);
    const { count } = record.date ? this.countStreak() : { count: 0 };
    const title = record.number ? `${this.nameOf(record)} #${record.number}` : this.titleOf(record);
    return [title, formatTime(this.seconds), ...this.faults, ...(count > 1 ? [`🔥 ${count}`] : [])];
  }

  /** The address that is shared. */
  get link() {
    return this.getAttribute("link") ?? location.href.replace(/#.*/, "");
  }

  /** Shares a picture of the result where that is possible, else saves it. */
  async sharePicture() {
    const { panel, session, record } = this;
    if (!panel || !session || !record) return;
    const lines = [...this.result, new URL(this.link, document.baseURI).host];
    const blob = await drawResult(session.game, lines, getComputedStyle(panel.frame));
    if (!blob) return;
    const file = new File([blob], `${record.kind}.png`, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) await navigator.share({ files: [file] }).catch(() => {});
    else {
      const href = URL.createObjectURL(file);
      make("a", { href, download: file.name }).click();
      setTimeout(() => URL.revokeObjectURL(href), 1000);
    }
  }

  async share() {
    const text = `${this.result.join(" | ")}\n${this.link}`;
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text });
      else await navigator.clipboard.writeText(text);
      this.announce({ key: "shared", values: { text } });
    } catch {
      // Refused or missing: the line is in the status, to be copied by hand.
      if (this.panel) this.panel.status.textContent = text;
    }
    this.report("share", { text });
  }

  /** @param {string} name @param {boolean} isOn */
  turn(name, isOn) {
    if (!this.panel) return;
    const { dialog, frame, time } = this.panel;
    dialog.switches[name].checked = isOn;
    frame.classList.toggle(`show-${name}`, isOn);
    if (name === "first" && this.session) this.session.brush = "";
    if (name === "time") time.hidden = !isOn || this.getAttribute("timer") === "hidden";
    this.refresh();
  }

  /** @param {string} name */
  isOn(name) {
    return this.panel?.dialog.switches[name].checked ?? false;
  }

  /** What there is to be proud of, and where to go on. @param {ReturnType<typeof makePanel>} panel @param {Session} session */
  showTally({ tally, next }, session) {
    const { record } = this;
    const say = /** @type {import("./words.js").Say} */ (this.say);
    if (!record) return;
    const lines = [...this.faults];
    const moves = session.game.lengthOf && session.log.length(session.game.lengthOf);
    if (moves) lines.push(say("moves", {}, moves) + (record.target?.proved ? ` (min. ${record.target.moves})` : ""));
    const { count, best } = this.countStreak();
    if (record.date && count) lines.push(say("streak", { best }, count));
    const kind = countKinds(readStatistics(this.store)).get(record.kind);
    if (kind && kind.best < Infinity) lines.push(say("best_time", { time: formatTime(kind.best) }));
    if (kind && kind.timed > 1) lines.push(say("average_time", { time: formatTime(kind.total / kind.timed) }));
    tally.replaceChildren(make("strong", {}, formatTime(this.seconds)), lines.join(" · "));
    const way = this.getAttribute("next");
    next.hidden = !way;
    if (way) next.href = new URL(way, document.baseURI).href;
    next.textContent = this.getAttribute("next-name") ?? say("next");
  }

  /** The time played, in whole seconds. */
  get seconds() {
    return Math.floor((this.clock?.ms ?? 0) / 1000);
  }

  get effort() {
    return { seconds: this.seconds, hints: this.session?.hints ?? 0 };
  }

  countStreak() {
    return streakOf(this.store, this.record?.schedule);
  }

  showStatistics() {
    const say = /** @type {import("./words.js").Say} */ (this.say);
    const statistics = readStatistics(this.store);
    const { count: streak, best } = this.countStreak();
    const lines = [say("streak", { best }, streak)];
    for (const [kind, { count, best }] of countKinds(statistics)) {
      const line = say("solved_so_far", { kind: this.store.read(`name:${kind}`) ?? kind }, count);
      lines.push(best < Infinity ? `${line}, ${say("best_time", { time: formatTime(best) })}` : line);
    }
    this.panel?.dialog.statistics.replaceChildren(...lines.map((line) => make("li", {}, line)));
  }

  async sendCode() {
    const { panel, session } = this;
    if (!panel || !session) return;
    session.save();
    panel.dialog.wrong.textContent = "";
    panel.dialog.code.value = await packCode(this.store);
    panel.dialog.code.select();
    await navigator.clipboard?.writeText(panel.dialog.code.value).catch(() => {});
  }

  async loadCode() {
    const { panel, session, record } = this;
    if (!panel || !session || !record) return;
    const isCode = await unpackCode(this.store, panel.dialog.code.value);
    panel.dialog.wrong.textContent = isCode ? "" : (this.say?.("bad_code") ?? "");
    if (!isCode) return;
    session.sync();
    if (session.isSolved) noteSolved(this.store, record, this.effort, Date.now());
    this.refresh();
    panel.dialog.element.close();
  }
}

if (!customElements.get("puzzle-press")) customElements.define("puzzle-press", PuzzlePress);
