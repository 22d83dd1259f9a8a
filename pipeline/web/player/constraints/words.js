// What each constraint forces. Written by `python -m tools.words`: do not edit.

import { lookAtAutomaton } from "../../../kinds/kit/words/accepted/player.js";
import { lookAtAreas } from "../../../kinds/kit/words/areas/player.js";
import { lookAtBank } from "../../../kinds/kit/words/bank/player.js";
import { lookAtChoice } from "../../../kinds/kit/words/choice/player.js";
import { lookAtConnection } from "../../../kinds/kit/words/connected/player.js";
import { lookAtConsecutive } from "../../../kinds/kit/words/consecutive/player.js";
import { lookAtDifferent } from "../../../kinds/kit/words/different/player.js";
import { lookAtDistinct } from "../../../kinds/kit/words/distinct_lines/player.js";
import { lookAtFleet } from "../../../kinds/kit/words/fleet/player.js";
import { lookAtLoop } from "../../../kinds/kit/words/loop/player.js";
import { lookAtMatching } from "../../../kinds/kit/words/matching/player.js";
import { lookAtPaths } from "../../../kinds/kit/words/paths/player.js";
import { lookAtPieces } from "../../../kinds/kit/words/pieces/player.js";
import { lookAtRegions } from "../../../kinds/kit/words/regions/player.js";
import { lookAtTotal } from "../../../kinds/kit/words/total/player.js";

/** @type {Record<string, () => (global: import("./model.js").Global, state: import("./literals.js").State) => import("./model.js").Finding>} */
const CONSTRAINTS = {
  accepted: () => lookAtAutomaton,
  areas: () => lookAtAreas,
  bank: () => lookAtBank,
  choice: () => lookAtChoice,
  connected: () => lookAtConnection,
  consecutive: () => lookAtConsecutive,
  different: () => lookAtDifferent,
  distinct: () => lookAtDistinct,
  fleet: () => lookAtFleet,
  loop: () => lookAtLoop,
  matching: () => lookAtMatching,
  ways: () => lookAtPaths,
  pieces: () => lookAtPieces,
  regions: () => lookAtRegions,
  total: () => lookAtTotal,
};

/** @param {import("./model.js").Global} global @param {import("./literals.js").State} state */
export const lookAtGlobal = (global, state) => CONSTRAINTS[global.type]()(global, state);
