// The kinds that can be played, by their name in records.

import { Declared } from "./declared.js";
import { Hashi } from "./hashi.js";
import { Npuzzle } from "./npuzzle.js";
import { Numberlink } from "./numberlink.js";

/** @type {Record<string, new (puzzle: Record<string, any>, record: import("../types.js").PuzzleRecord) => import("../types.js").Game>} */
const GAMES = { hashi: Hashi, npuzzle: Npuzzle, numberlink: Numberlink };

/**
 * Returns the game of a published record.
 * @param {import("../types.js").PuzzleRecord} record
 * @returns {import("../types.js").Game}
 */
export function makeGame(record) {
  const { kind, puzzle } = record;
  if (Object.hasOwn(GAMES, kind)) return new GAMES[kind](puzzle, record);
  if (record.model) return new Declared(puzzle, record);
  throw new Error(`expected kind to be one of ${Object.keys(GAMES)}, or a record with its model`);
}
