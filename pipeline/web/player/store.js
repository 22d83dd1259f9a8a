// What stays on the player's machine. Storage may be missing, full or forbidden: then the game
// goes on without it.

/** @typedef {{moves: string, at: number, ms: number, undone: boolean, hints: number, mistakes: number, trial: number | null, solved: boolean, done: boolean}} Saved */

const PREFIX = "puzzle-press:";

export class Store {
  constructor() {
    /** @type {Map<string, string>} what could not be kept anywhere else */
    this.memory = new Map();
    /** @type {Storage | null} */
    this.storage = null;
    try {
      this.storage = globalThis.localStorage;
      this.storage.setItem(`${PREFIX}probe`, "1");
      this.storage.removeItem(`${PREFIX}probe`);
    } catch {
      this.storage = null;
    }
  }

  /** @param {string} name @returns {string | null} */
  read(name) {
    try {
      return this.memory.get(name) ?? this.storage?.getItem(PREFIX + name) ?? null;
    } catch {
      return this.memory.get(name) ?? null;
    }
  }

  /** @param {string} name @param {string} text whether it is kept when the page is closed */
  write(name, text) {
    try {
      if (this.storage) {
        this.storage.setItem(PREFIX + name, text);
        this.memory.delete(name);
        return true;
      }
    } catch {
      // Full or withdrawn: kept in memory below.
    }
    this.memory.set(name, text);
    return false;
  }

  /** @returns {string[]} the names of all that is kept */
  names() {
    const kept = Array.from({ length: this.storage?.length ?? 0 }, (_, at) => this.storage?.key(at) ?? "");
    const own = kept.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
    return [...new Set([...own, ...this.memory.keys()])].sort();
  }

  /**
   * Calls back when another tab writes.
   * @param {(name: string) => void} onWrite @param {AbortSignal} signal
   */
  watch(onWrite, signal) {
    const listen = (/** @type {StorageEvent} */ { key }) => {
      if (key?.startsWith(PREFIX)) onWrite(key.slice(PREFIX.length));
    };
    globalThis.addEventListener("storage", listen, { signal });
  }
}

/** @param {string | null} text @returns {Saved | null} null for what is no saved game */
export function readSaved(text) {
  try {
    const { moves, at, ms, undone, hints, mistakes, trial, solved, done } = JSON.parse(text ?? "");
    const whole = (/** @type {unknown} */ count) => (Number.isInteger(count) ? Math.max(Number(count), 0) : 0);
    if (typeof moves !== "string" || !Number.isInteger(at) || !Number.isFinite(ms)) return null;
    return { moves, at, ms: Math.max(ms, 0), undone: Boolean(undone), hints: whole(hints), mistakes: whole(mistakes), trial: Number.isInteger(trial) ? whole(trial) : null, solved: Boolean(solved), done: Boolean(done ?? solved) };
  } catch {
    return null;
  }
}
