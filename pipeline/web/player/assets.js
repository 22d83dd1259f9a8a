// What the binder puts in: the style sheet and the texts of all languages. Empty in the source.

/** The text of player.css. */
export const STYLE = "";

/** @type {Record<string, () => Record<string, string>>} the texts of each language by their keys, when its part is loaded */
export const WORDS = {};
