// What the binder puts in: the style sheet and the words of all languages. Empty in the source.

/** The text of player.css. */
export const STYLE = "";

/** @type {Record<string, Record<string, string>>} the texts by language and key */
export const WORDS = {};
