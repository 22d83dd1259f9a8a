// What stays on the player's machine. Storage may be missing, full or forbidden: then the game
// goes on without it.

/** @typedef {{moves: string, at: number, ms: number, undone: boolean, solved: boolean}} Saved */

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
    const { moves, at, ms, undone, solved } = JSON.parse(text ?? "");
    if (typeof moves !== "string" || !Number.isInteger(at) || !Number.isFinite(ms)) return null;
    return { moves, at, ms: Math.max(ms, 0), undone: Boolean(undone), solved: Boolean(solved) };
  } catch {
    return null;
  }
}

/**
 * Returns the code that carries a game to another device.
 * @param {string} id of the puzzle @param {string} text as it is saved
 */
export async function packCode(id, text) {
  const stream = new Blob([JSON.stringify([id, text])]).stream();
  const packed = stream.pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Returns the saved game in a code; null if it is none, or of another puzzle.
 * @param {string} id @param {string} code
 */
export async function unpackCode(id, code) {
  try {
    const letters = atob(code.trim().replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const [own, text] = JSON.parse(await new Response(stream).text());
    return own === id ? readSaved(text) : null;
  } catch {
    return null;
  }
}
