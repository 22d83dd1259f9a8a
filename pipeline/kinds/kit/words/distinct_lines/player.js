// Lines that are not alike.

import { valueOf } from "../../../../web/player/constraints/literals.js";

/** @typedef {import("../../../../web/player/constraints/model.js").Finding} Finding */
/** @typedef {import("../../../../web/player/constraints/model.js").Global} Global */
/** @typedef {import("../../../../web/player/constraints/literals.js").State} State */

/**
 * Lines with equally many true literals that are not alike: one with two open places that agrees
 * elsewhere with a finished one has them the other way round.
 * @param {Global} global @param {State} state @returns {Finding}
 */
export function lookAtDistinct({ lines }, state) {
  const values = lines.map((/** @type {number[]} */ line) => line.map((literal) => valueOf(state, literal)));
  const finished = [...values.keys()].filter((at) => !values[at].includes(0));
  for (const one of finished) {
    for (let other = 0; other < lines.length; other++) {
      const own = values[other];
      const open = [...own.keys()].filter((k) => !own[k]);
      if (one === other || open.length > 2 || own.some((/** @type {number} */ value, /** @type {number} */ k) => value && value !== values[one][k])) continue;
      const both = [...lines[one], ...lines[other]];
      if (!open.length) return { isBroken: true, forced: [], lines: both };
      const forced = open.map((k) => -values[one][k] * lines[other][k]);
      return { isBroken: false, forced, lines: both };
    }
  }
  return { isBroken: false, forced: [] };
}
