// The code that carries all games, the streak and statistics to another device.

import { joinStatistics } from "./statistics.js";
import { readSaved } from "./store.js";

/** @typedef {import("./store.js").Store} Store */

const MARK = "puzzle-press";
const MOST_LETTERS = 8_000_000;

/** @param {Store} store @returns {Promise<string>} */
export async function packCode(store) {
  const kept = store.names().filter((name) => name === "statistics" || name.startsWith("game:"));
  const all = [MARK, ...kept.map((name) => [name, store.read(name)])];
  const stream = new Blob([JSON.stringify(all)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Takes over what a code holds: of two games of a puzzle the solved one, else the one played longer.
 * @param {Store} store @param {string} code
 * @returns {Promise<boolean>} whether it is a code; else nothing changes
 */
export async function unpackCode(store, code) {
  try {
    const letters = atob(code.trim().replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const text = await new Response(stream).text();
    const [mark, ...kept] = JSON.parse(text);
    if (mark !== MARK || text.length > MOST_LETTERS) return false;
    for (const [name, value] of kept) {
      if (name === "statistics") joinStatistics(store, value);
      else if (/^game:[\w-]+$/.test(name) && isBetter(value, store.read(name))) store.write(name, value);
    }
    return true;
  } catch {
    return false;
  }
}

/** @param {string} text @param {string | null} own */
function isBetter(text, own) {
  const [one, other] = [readSaved(text), readSaved(own)];
  if (!one || !other || one.solved !== other.solved) return one !== null && (!other || one.solved);
  return one.ms > other.ms;
}
