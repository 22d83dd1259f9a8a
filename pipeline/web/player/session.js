// One puzzle being played: hands and keys in, moves into the log, pictures, words and storage out.

import { CROSSED, DRAWN } from "./constraints/literals.js";
import { Log } from "./log.js";
import { readSaved } from "./store.js";
import { cellsUnder, nearestCell, spotsBetween } from "./kinds/cells.js";

/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./store.js").Saved} Saved */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Change} Change */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Hint} Hint */
/** @typedef {import("./types.js").Hold} Hold */
/** @typedef {import("./types.js").Values} Values */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./view.js").View} View */
/**
 * @typedef {object} Around what surrounds a session
 * @property {View} view
 * @property {Grid} grid
 * @property {Store} store
 * @property {Clock} clock
 * @property {(...messages: Message[]) => void} announce words for the status line, keys of the kind's own first
 * @property {(message: Message) => void} hear words that only screen readers need: what was drawn is seen
 * @property {(name: string, detail: object) => void} report events
 * @property {(name: string) => boolean} isOn whether the player has switched something on
 */

/** Hints in a lesson. */
export const LESSON_STEPS = 3;

export class Session {
  /** @param {string} id of the puzzle @param {Game} game @param {Around} around */
  constructor(id, game, around) {
    this.name = `game:${id}`;
    this.game = game;
    this.around = around;
    this.log = new Log(game);
    /** @type {Hold | null} what was taken up by a tap or by Space */
    this.hold = null;
    /** @type {{hold: Hold | null, cell: number, isMarking: boolean, paint?: unknown} | null} */
    this.stroke = null;
    /** What is drawn as a mark or a note: 0 nothing, 1 all, 2 notes in the centre of cells. */
    this.pencil = 0;
    /** The symbol that taps write, where it is chosen before the cells. */
    this.brush = "";
    /** @type {{position: string, changes: Change[]} | null} where a hint was last shown, and what it would fill in */
    this.hinted = null;
    this.isSolved = false;
    this.hasUndone = false;
    /** Steps for which a hint was asked. */
    this.hints = 0;
    /** Whether it was ever solved, which is announced once. */
    this.isDone = false;
    this.hasStarted = false;
    /** @type {string | null} what storage holds, as far as this page knows */
    this.known = null;
    this.isKept = true;
    /** Broken rules that were left broken by the next move, and those that are so now. */
    this.mistakes = 0;
    /** @type {{broken: Set<unknown>, counted: Set<unknown>}} */
    this.faults = { broken: new Set(), counted: new Set() };
    /** How many moves were made before something was tried; null where nothing is. @type {number | null} */
    this.trial = null;
    this.isPaused = false;
    /** How many steps of a lesson are done; null outside lessons. @type {number | null} */
    this.lesson = null;
    /** @type {Change[]} what the lesson waits for */
    this.awaited = [];
    /** @type {{values: Values, hint: Hint | null}} what was drawn when its step began, and the step */
    this.taught = { values: [], hint: null };
  }

  /** Takes up what is saved, if another page saved something newer; whether it did. */
  sync() {
    const text = this.around.store.read(this.name);
    if (text === this.known) return false;
    const saved = readSaved(text);
    this.known = text;
    if (saved) this.adopt(saved);
    return saved !== null;
  }

  /** @param {Saved} saved whether its moves fit this puzzle; else nothing changes */
  adopt(saved) {
    if (!this.log.load(saved.moves, saved.at)) return false;
    this.hasUndone = saved.undone;
    this.hints = Math.max(saved.hints, this.hints);
    this.mistakes = Math.max(saved.mistakes, this.mistakes);
    this.trial = saved.trial !== null && saved.trial <= this.log.at ? saved.trial : null;
    this.isDone ||= saved.done;
    this.isSolved = saved.solved && !this.game.check(this.log.values).length;
    this.hasStarted ||= this.log.at > 0;
    this.around.clock.ms = Math.max(saved.ms, this.around.clock.ms);
    this.hold = this.stroke = null;
    this.redraw();
    return true;
  }

  /** Draws everything. */
  redraw() {
    const { view, grid } = this.around;
    this.game.base = this.trial === null ? null : this.log.valuesAt(this.trial);
    view.show(this.log.values, this.log.values.map((_, slot) => slot));
    this.game.showHold(this.hold);
    grid.refresh(this.log.values);
    this.judge(false);
  }

  /** Shows what is broken, and counts what the last move left so. @param {boolean} isMove */
  judge(isMove) {
    const broken = new Set(this.game.judge?.(this.log.values) ?? []);
    const { broken: before, counted } = this.faults;
    for (const one of counted) if (!broken.has(one)) counted.delete(one);
    for (const one of isMove ? broken : []) {
      if (!before.has(one) || counted.has(one)) continue;
      counted.add(one);
      this.mistakes++;
    }
    this.faults.broken = broken;
  }

  /** Saves, unless another page has saved meanwhile; whether this page's moves are kept. */
  save() {
    const { store, clock } = this.around;
    if (store.read(this.name) !== this.known) return false;
    const { log, hasUndone, hints, mistakes, trial, isSolved, isDone } = this;
    const saved = { moves: log.text(), at: log.at, ms: Math.round(clock.ms), undone: hasUndone, hints, mistakes, trial, solved: isSolved, done: isDone };
    this.known = JSON.stringify(saved);
    this.isKept = store.write(this.name, this.known);
    return true;
  }

  start() {
    if (!this.isSolved && !this.isPaused) this.around.clock.start();
    if (this.hasStarted) return;
    this.hasStarted = true;
    this.around.report("start", {});
  }

  /** Hides the board and stops the time, or goes on. @param {boolean} isPaused */
  pause(isPaused) {
    const { clock, announce, report } = this.around;
    if (this.isSolved) return;
    this.isPaused = isPaused;
    if (isPaused) clock.stop();
    else if (this.hasStarted) clock.start();
    this.release();
    announce({ key: isPaused ? "paused" : "resumed" });
    report("pause", { paused: isPaused });
  }

  /** @param {Spot} spot @param {boolean} isPencil */
  press(spot, isPencil) {
    this.sync();
    const cell = this.around.view.cellAt(spot);
    if (this.isPaused) this.pause(false);
    else if (cell >= 0 && !this.isSolved) return this.begin(cell, spot, isPencil);
    const hold = cell < 0 && !this.isSolved && this.game.pick?.(this.log.values, spot);
    if (!hold) return false;
    this.stroke = { hold, cell: this.around.grid.focused, isMarking: false };
    this.release();
    return true;
  }

  /** @param {number} cell @param {Spot} spot @param {boolean} isPencil whether a stroke began */
  begin(cell, spot, isPencil) {
    const isMarking = this.game.hasMarks && !this.game.symbols && (isPencil || this.pencil > 0);
    const hold = isMarking ? null : this.game.grab(this.log.values, cell);
    if (hold) hold.from = spot;
    const paint = isMarking ? this.game.mark(this.log.values, cell, spot)[0]?.[1] : undefined;
    this.stroke = { hold, cell, isMarking, paint };
    return hold !== null || isMarking;
  }

  /** @param {Spot} from @param {Spot} to */
  drag(from, to) {
    if (!this.stroke) return;
    const cells = cellsUnder(this.game, from, to);
    if (this.stroke.isMarking) this.paint(from, to);
    if (!this.stroke.hold) return;
    this.hold = this.stroke.hold;
    for (const cell of this.game.hasOutline ? cells : cells.slice(-1)) {
      this.sketch(this.game.drag(this.log.values, this.hold, cell, to) ?? []);
    }
    this.game.showHold(this.hold);
  }

  /** Marks or unmarks all on the way as the first. @param {Spot} from @param {Spot} to */
  paint(from, to) {
    if (!this.game.hasOutline) return;
    for (const spot of spotsBetween(from, to)) {
      const changes = this.game.mark(this.log.values, nearestCell(this.game, spot), spot);
      if (changes[0]?.[1] === this.stroke?.paint) this.sketch(changes);
    }
  }

  /** @param {Spot} spot @param {boolean} hasMoved */
  lift(spot, hasMoved) {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke) return;
    this.around.grid.touch(stroke.cell, this.log.values);
    if (stroke.isMarking) {
      if (!hasMoved || !this.game.hasOutline) this.sketch(this.game.mark(this.log.values, stroke.cell, spot));
      this.settle();
    } else if (!hasMoved) {
      if (stroke.hold?.cell === -1) return;
      if (this.brush) this.enter(stroke.cell, this.brush);
      else this.take(this.game.tap(this.log.values, this.hold, stroke.cell, spot));
    } else if (stroke.hold) {
      this.take(this.game.drop(this.log.values, stroke.hold, spot));
    }
  }

  /** Takes a stroke back: a second finger came. */
  cancel() {
    this.stroke = null;
    this.around.view.show(this.log.values, this.log.cancel());
    this.release();
  }

  /** Lets go of what is held. */
  release() {
    this.hold = null;
    this.game.showHold(null);
  }

  /** @param {number} cell @param {Spot} spot a tap, or Space on a cell */
  tap(cell, spot) {
    this.sync();
    if (!this.isSolved) this.take(this.game.tap(this.log.values, this.hold, cell, spot, true));
  }

  /** @param {string} letter whether an arrow did something else than to move the focus */
  nudge(letter) {
    this.sync();
    const answer = this.isSolved ? null : this.game.nudge(this.log.values, this.hold, letter);
    if (!answer) return false;
    const at = this.hold?.cell;
    if (!this.take(answer) && !answer.message && this.hold?.cell === at) this.around.announce({ key: "refused" });
    if (answer.cell !== undefined) this.focus(answer.cell);
    return true;
  }

  /** @param {number} cell */
  focus(cell) {
    this.around.grid.focus(cell, this.log.values);
    this.around.view.reveal(cell);
    this.around.grid.cellOf(cell)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {Change[]} changes made in one go */
  play(changes) {
    this.sync();
    if (this.isSolved) return;
    this.release();
    this.sketch(changes);
    this.settle();
  }

  /** @param {number} cell @returns {number[]} it, or all cells that were chosen together with it */
  chosen(cell) {
    return this.hold?.cells?.includes(cell) ? this.hold.cells : [cell];
  }

  /**
   * Writes a symbol into all chosen cells, or takes it out where each has it.
   * @param {number} cell @param {string} symbol @param {number} [pencil]
   */
  enter(cell, symbol, pencil = this.pencil) {
    const { hold } = this;
    const cells = this.chosen(cell);
    const changes = cells.flatMap((at) => this.game.enter?.(this.log.values, at, symbol, pencil) ?? []);
    const written = changes.filter(([slot, value]) => (pencil ? value > this.log.values[slot] : value));
    this.play(written.length ? written : changes);
    if (cells.length > 1 && !this.isSolved) this.game.showHold((this.hold = hold));
  }

  /** @param {number} cell */
  erase(cell) {
    this.play(this.chosen(cell).flatMap((at) => this.game.erase(this.log.values, at)));
  }

  /** Shows where and why a step is forced; asked for again in the same position, plays it. */
  hint() {
    this.sync();
    if (this.isSolved) return;
    const position = String(this.log.values);
    const hint = this.game.hint?.(this.log.values);
    const isTaught = this.lesson !== null && this.lesson < LESSON_STEPS;
    const isAgain = this.hinted?.position === position;
    if (hint && !isAgain && !this.isDone) {
      this.hints++;
      this.start();
      this.save();
    }
    if (hint?.changes?.length && (isAgain || isTaught)) {
      this.play(hint.changes);
      return;
    }
    this.hinted = { position, changes: hint?.changes ?? [] };
    this.around.view.point(hint);
    this.around.announce(hint?.message ?? { key: this.game.hint ? "no_hint" : "too_large" });
    this.around.report("hint", { step: hint !== undefined && hint !== null });
  }

  /** Whether a hint is on the screen whose step can be filled in. */
  get canShow() {
    return Boolean(this.hinted?.changes.length) && this.hinted?.position === String(this.log.values);
  }

  /**
   * Returns the next step of a lesson, null when all are done: the player goes on alone. A step waits
   * while nothing but its own slots is changed.
   * @returns {Hint | null}
   */
  teach() {
    const { values } = this.log;
    const own = new Set(this.awaited.map(([slot]) => slot));
    const isDone = this.awaited.every(([slot, value]) => values[slot] === value);
    const isWaiting = own.size && !isDone && this.taught.values.every((value, slot) => value === values[slot] || own.has(slot));
    if (!isWaiting) {
      if (own.size && isDone) this.lesson = (this.lesson ?? 0) + 1;
      const hasStep = !this.isSolved && (this.lesson ?? 0) < LESSON_STEPS;
      this.taught = { values: [...values], hint: (hasStep && this.game.hint?.(values)) || null };
      this.awaited = [...new Map(this.taught.hint?.changes)];
    }
    this.around.view.point(this.taught.hint);
    return this.taught.hint;
  }

  /** @param {Answer} answer whether it changed anything */
  take({ changes, hold, message }) {
    const isTaken = hold && hold.cell !== this.hold?.cell && !changes.length;
    this.hold = hold;
    this.game.showHold(hold);
    this.sketch(changes);
    const hasChanged = this.settle();
    if (message) this.around.announce(message);
    else if (isTaken && !hasChanged) {
      const what = this.around.grid.say(this.game.describer(this.log.values)(hold.cell));
      this.around[this.game.hasSums ? "announce" : "hear"]({ key: "taken", values: { what } });
    }
    return hasChanged;
  }

  /** @param {Change[]} changes */
  sketch(changes) {
    if (changes.length) this.around.view.show(this.log.values, this.log.sketch(changes));
  }

  /** Ends a gesture; whether it changed anything. */
  settle() {
    const after = [...this.log.values];
    const before = [...this.log.values];
    for (const [slot, value] of this.log.draft) before[slot] = value;
    const changed = [...this.log.draft.keys()].filter((slot) => before[slot] !== after[slot]);
    const isAuto = this.around.isOn("auto");
    // What was crossed out with a cell that is taken back is open again, but for what others rule out.
    const back = isAuto && this.game.isAuto ? changed.flatMap((slot) => (before[slot] === DRAWN ? this.log.crossedWith(slot) : [])) : [];
    const open = back.filter((slot) => after[slot] === CROSSED);
    for (const slot of open) after[slot] = 0;
    this.sketch(open.map((slot) => [slot, 0]));
    this.sketch(this.game.extend?.(after, open.length ? [...after.keys()] : changed, isAuto) ?? []);
    const slots = this.log.settle();
    if (!slots.length) return false;
    this.start();
    this.finish(this.game.announce(before, after, changed), true);
    return true;
  }

  undo() {
    this.sync();
    this.step(this.log.undo(), "undone");
  }

  redo() {
    this.sync();
    this.step(this.log.redo(), "redone");
  }

  restart() {
    this.sync();
    this.trial = null;
    this.step(this.log.restart(), "restarted");
  }

  /** Begins to try something: what is drawn from here on is seen, and can be dropped at once. */
  attempt() {
    this.sync();
    if (this.isSolved) return;
    this.trial = this.log.at;
    this.endTrial({ key: "trial_on" });
  }

  /** Keeps what was tried. */
  keep() {
    this.trial = null;
    this.endTrial({ key: "trial_kept" });
  }

  /** Takes back all that was tried. */
  dropTrial() {
    while (this.log.at > (this.trial ?? this.log.at)) this.log.undo();
    this.trial = null;
    this.hasUndone = true;
    this.endTrial({ key: "trial_dropped" });
  }

  /** @param {Message} message */
  endTrial(message) {
    this.release();
    this.redraw();
    this.finish(message);
  }

  /** @param {number[]} slots @param {string} key */
  step(slots, key) {
    if (!slots.length) return;
    if (key !== "redone") this.hasUndone = true;
    this.release();
    if (this.trial !== null && this.log.at < this.trial) {
      this.trial = null;
      this.redraw();
    }
    this.around.view.show(this.log.values, slots);
    this.start();
    this.finish({ key });
  }

  /**
   * What follows every move: is it solved? saved, said, reported.
   * @param {Message | null} message @param {boolean} [isMove] whether it was drawn, not taken back
   */
  finish(message, isMove = false) {
    const { clock, report, announce, hear, grid, view } = this.around;
    const progress = this.game.measure(this.log.values);
    this.isSolved = progress.done === progress.total && !this.game.check(this.log.values).length;
    const isFirst = this.isSolved && !this.isDone;
    this.judge(isMove);
    if (this.isSolved) {
      this.isDone = true;
      this.trial = null;
      clock.stop();
      this.release();
      view.openWhole();
    }
    if (!this.save()) {
      this.sync();
      announce({ key: "other_page" });
      return;
    }
    if (message) hear(message);
    // Labels are for those who listen; they may follow the picture by a frame.
    setTimeout(() => grid.refresh(this.log.values));
    view.flag([]);
    view.point(null);
    report("progress", progress);
    if (isFirst) {
      report("complete", { seconds: Math.floor(clock.ms / 1000), undone: this.hasUndone, hints: this.hints, mistakes: this.mistakes });
    }
  }

  /** Looks for what cannot be right, when asked; returns the places. */
  check() {
    this.sync();
    const faults = this.game.findFaults(this.log.values);
    const progress = this.game.measure(this.log.values);
    this.around.view.flag(faults.flatMap(({ cells }) => cells));
    /** @type {Map<string, import("./types.js").Violation[]>} of each broken rule those that break it */
    const rules = new Map();
    for (const fault of faults) {
      const rule = fault.text ?? fault.code;
      rules.set(rule, [...(rules.get(rule) ?? []), fault]);
    }
    const messages = [...rules.values()].map((found) => ({
      key: `fault_${found[0].code.replaceAll("-", "_")}`, count: found.length, text: found[0].text, cells: found.flatMap(({ cells }) => cells),
    }));
    this.around.announce(...(messages.length ? messages : [{ key: "no_fault", values: { ...progress } }]));
    this.around.report("hint", { faults: faults.length });
    return faults;
  }
}
