// The kinds that can be played, by their name in records.

import { DeclaredBorders } from "./declared_borders.js";
import { DeclaredCells } from "./declared_cells.js";
import { DeclaredLines } from "./declared_lines.js";
import { DeclaredNumbers } from "./declared_numbers.js";
import { Hashi } from "./hashi.js";
import { Npuzzle } from "./npuzzle.js";
import { Numberlink } from "./numberlink.js";

/** @type {Record<string, new (puzzle: Record<string, any>, record: import("../types.js").PuzzleRecord) => import("../types.js").Game>} */
const GAMES = { hashi: Hashi, npuzzle: Npuzzle, numberlink: Numberlink };
/** Those whose rules come with the record, by the family of their first variables. @type {typeof GAMES} */
const FAMILIES = { borders: DeclaredBorders, cells: DeclaredCells, edges: DeclaredLines, numbers: DeclaredNumbers };

/**
 * Returns the game of a published record.
 * @param {import("../types.js").PuzzleRecord} record
 * @returns {import("../types.js").Game}
 */
export function makeGame(record) {
  const { kind, puzzle } = record;
  if (Object.hasOwn(GAMES, kind)) return new GAMES[kind](puzzle, record);
  const family = record.model?.variables[0][0];
  if (Object.hasOwn(FAMILIES, family)) return new FAMILIES[family](puzzle, record);
  throw new Error(`expected kind to be one of ${Object.keys(GAMES)}, or a record with its model`);
}
