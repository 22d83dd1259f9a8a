// Filled in by the binder: the style sheet and the words of the leaderboard.

export const RESULTS_STYLE = "";

/** @type {Record<string, Record<string, string>>} the texts of each language by key */
export const RESULTS_WORDS = {};
