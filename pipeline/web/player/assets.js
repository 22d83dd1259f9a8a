// What the binder puts in: the style sheet and the words of all languages. Empty in the source.

/** The text of player.css. */
export const STYLE = "";

/** @type {Record<string, string>} the keys, and the texts of each language in their order, parted by bars */
export const WORDS = { keys: "" };
