// The log of moves: what is drawn, undo and redo without limit, and the text that is saved.

import { CROSSED } from "./constraints/literals.js";

/** @typedef {import("./types.js").Change} Change */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").Values} Values */
/** @typedef {[slot: number, before: Value, after: Value]} Step */

export class Log {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Values} */
    this.values = game.begin();
    /** @type {Step[][]} */
    this.moves = [];
    /** How many moves are done; those after it can be redone. */
    this.at = 0;
    /** @type {Map<number, Value>} what slots held before a gesture that is not over */
    this.draft = new Map();
  }

  /**
   * Applies changes of a gesture that is not over and returns the slots that it touched.
   * @param {Change[]} changes
   */
  sketch(changes) {
    for (const [slot, after] of changes) {
      if (!this.draft.has(slot)) this.draft.set(slot, this.values[slot]);
      this.values[slot] = after;
    }
    return changes.map(([slot]) => slot);
  }

  /** Ends the gesture: all its changes are one move. Returns the slots that it changed. */
  settle() {
    const move = [...this.draft]
      .map(([slot, before]) => /** @type {Step} */ ([slot, before, this.values[slot]]))
      .filter(([, before, after]) => before !== after);
    this.draft.clear();
    if (move.length) {
      this.moves.splice(this.at, Infinity, move);
      this.at++;
    }
    return move.map(([slot]) => slot);
  }

  /** Takes the gesture back and returns the slots that it touched. */
  cancel() {
    const slots = [...this.draft.keys()];
    for (const [slot, before] of this.draft) this.values[slot] = before;
    this.draft.clear();
    return slots;
  }

  /** @param {number} at @returns {Values} what slots held after so many moves */
  valuesAt(at) {
    const values = [...this.values];
    for (const move of this.moves.slice(at, this.at).reverse()) for (const [slot, before] of move) values[slot] = before;
    return values;
  }

  /** Takes the last move back and returns the slots that it changed. */
  undo() {
    if (!this.at) return [];
    const move = this.moves[--this.at];
    for (const [slot, before] of move) this.values[slot] = before;
    return move.map(([slot]) => slot);
  }

  /** Does the next move again and returns the slots that it changed. */
  redo() {
    if (this.at === this.moves.length) return [];
    const move = this.moves[this.at++];
    for (const [slot, , after] of move) this.values[slot] = after;
    return move.map(([slot]) => slot);
  }

  /** @param {number} slot that was drawn @returns {number[]} those that were crossed out by the same move */
  crossedWith(slot) {
    const { crossed = CROSSED } = this.game;
    const isDrawn = (/** @type {Step} */ [own, , after]) => own === slot && after && after !== crossed;
    const move = this.moves.slice(0, this.at).reverse().find((steps) => steps.some(isDrawn));
    return (move ?? []).flatMap(([own, , after]) => (after === crossed ? [own] : []));
  }

  /** @param {(slots: number[]) => number} lengthOf @returns {number} how long the moves up to here are */
  length(lengthOf) {
    return this.moves.slice(0, this.at).reduce((sum, move) => sum + lengthOf(move.map(([slot]) => slot)), 0);
  }

  /** Empties the board, as one move that can be undone. */
  restart() {
    this.sketch(this.game.begin().map((value, slot) => [slot, value]));
    return this.settle();
  }

  /**
   * Returns the moves as text: ``slot=value,...`` for each, parted by semicolons.
   */
  text() {
    const write = (/** @type {Step[]} */ move) => move.map(([slot, , after]) => `${slot}=${after}`).join();
    return this.moves.map(write).join(";");
  }

  /**
   * Replays saved moves up to one of them; false, and nothing changed, if they do not fit this game.
   * @param {string} text @param {number} at
   */
  load(text, at) {
    const fresh = new Log(this.game);
    for (const move of text ? text.split(";") : []) {
      const changes = move.split(",").map((change) => this.read(change));
      if (changes.includes(null)) return false;
      fresh.sketch(/** @type {Change[]} */ (changes));
      fresh.settle();
    }
    while (fresh.at > Math.max(at, 0)) fresh.undo();
    Object.assign(this, fresh);
    return true;
  }

  /** @param {string} text @returns {Change | null} */
  read(text) {
    const [, slot, letters] = /^(\d+)=(-?\d+|[A-Z]*)$/.exec(text) ?? [];
    if (slot === undefined || Number(slot) >= this.values.length) return null;
    const value = /\d/.test(letters) ? Number(letters) : letters;
    return this.game.accepts(Number(slot), value) ? [Number(slot), value] : null;
  }
}
