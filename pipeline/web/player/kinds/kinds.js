// The kinds that can be played, by their name in records. Their modules are loaded as needed (bundle.py).

import { DeclaredBorders } from "./declared_borders.js";
import { DeclaredCells } from "./declared_cells.js";
import { DeclaredChain } from "./declared_chain.js";
import { DeclaredDominoes } from "./declared_dominoes.js";
import { DeclaredLines } from "./declared_lines.js";
import { DeclaredNumbers } from "./declared_numbers.js";
import { DeclaredStrokes } from "./declared_strokes.js";
import { Hashi } from "./hashi.js";
import { Npuzzle } from "./npuzzle.js";
import { Numberlink } from "./numberlink.js";

/** @typedef {new (puzzle: Record<string, any>, record: import("../types.js").PuzzleRecord) => import("../types.js").Game} Kind */

/** @type {Record<string, () => Kind>} */
const GAMES = {
  hashi: () => Hashi,
  npuzzle: () => Npuzzle,
  numberlink: () => Numberlink,
};
/** Those whose rules come with the record, by the family of their first variables, or by their first rule. @type {typeof GAMES} */
const FAMILIES = {
  borders: () => DeclaredBorders,
  cells: () => DeclaredCells,
  edges: () => DeclaredLines,
  numbers: () => DeclaredNumbers,
  strokes: () => DeclaredStrokes,
  consecutive: () => DeclaredChain,
  dominoes: () => DeclaredDominoes,
};

/** Families of their own, by their first rule. @type {Record<string, string>} */
const BY_RULE = { consecutive: "consecutive", bank: "dominoes" };

/** @param {Record<string, any>} [model] @returns {string} */
const familyOf = (model) => BY_RULE[model?.globals[0]?.type] ?? model?.variables[0][0];

/** @param {import("../types.js").PuzzleRecord} record @returns {string[]} the parts of the player that its game needs */
export const partsOf = ({ kind, model }) =>
  [Object.hasOwn(GAMES, kind) ? kind : familyOf(model), ...(model?.globals ?? []).map((/** @type {{type: string}} */ { type }) => type)];

/**
 * Returns the game of a published record, when its parts are loaded.
 * @param {import("../types.js").PuzzleRecord} record
 * @returns {import("../types.js").Game}
 */
export function makeGame(record) {
  const { kind, puzzle } = record;
  const family = familyOf(record.model);
  const find = Object.hasOwn(GAMES, kind) ? GAMES[kind] : Object.hasOwn(FAMILIES, family) ? FAMILIES[family] : null;
  if (!find) throw new Error(`expected kind to be one of ${Object.keys(GAMES)}, or a record with its model`);
  return new (find())(puzzle, record);
}
