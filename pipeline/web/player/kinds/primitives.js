// Clues as primitives of the record: numbers, texts, and names of colours, but no markup.

import { addSvg } from "../svg.js";

/** @typedef {[what: string, ...rest: any[]]} Mark */
/** @typedef {{cells?: number[], of?: (number | string)[], marks: Mark[]}} Group what shows one state: alike cells, a clue, or nothing */

/** Figures of the fonts of a screen are higher than those of print. */
const TYPE = 0.84;
const COLOURS = ["ink", "paper", "white", "black", "frame", "cells", "tree", "tint", "line-0", "line-1", "line-2", "line-3"];

/** @param {string} name @returns {string} a colour of the player */
const colourOf = (name) => (COLOURS.includes(name) ? `var(--pp-${name})` : "none");

/** @param {number[]} places across and down, in turn @param {number[]} origin @returns {string} path data */
export const pathOf = (places, [x, y]) => places.map((at, k) => `${k % 2 ? "," : k ? "L" : "M"}${Number(at) + (k % 2 ? y : x)}`).join("");

/**
 * Draws a primitive, its places from an origin.
 * @param {Element} parent @param {Mark} mark @param {number[]} origin @returns {Element}
 */
export function drawMark(parent, [what, colour, ...rest], origin) {
  const place = (/** @type {number} */ at) => ({ x: Number(rest[at]) + origin[0], y: Number(rest[at + 1]) + origin[1] });
  if (what === "line") {
    const [width, dash, ...lines] = rest;
    const d = lines.map((places) => pathOf(places, origin)).join("");
    const cap = colour === "frame" ? "round" : dash.length ? "square" : "butt";
    const stroke = { stroke: colourOf(colour), "stroke-width": width, "stroke-dasharray": dash.join(" "), "stroke-linecap": cap, "stroke-linejoin": "round" };
    return addSvg(parent, "path", { class: `line-${colour}`, d, fill: "none", ...stroke });
  }
  if (what === "shape") return addSvg(parent, "path", { class: "shape", d: `${pathOf(rest[0], origin)}z`, fill: colourOf(colour) });
  if (what === "rect") return addSvg(parent, "rect", { class: colour === "black" ? "wall" : "plate", ...place(0), width: rest[2], height: rest[3], fill: colourOf(colour) });
  if (what === "disc") {
    const [stroke, width, r] = rest;
    const { x, y } = place(3);
    return addSvg(parent, "circle", { class: stroke && colour ? `pearl ${colour}` : "plate", cx: x, cy: y, r, fill: colourOf(colour), stroke: colourOf(stroke), "stroke-width": width });
  }
  const [size, , , text, small = ""] = rest;
  return addSvg(parent, "text", { class: `clue ${small}`, ...place(1), "font-size": size * TYPE, fill: colourOf(colour) }, String(text));
}

/**
 * Draws groups and returns what shows the state of each cell, by its number, and of each clue, by its text.
 * @param {(of: (number | string)[] | undefined) => Element} parentOf @param {Group[]} groups @param {number} cols
 * @returns {Map<string | number, Element[]>}
 */
export function drawGroups(parentOf, groups, cols) {
  /** @type {Map<string | number, Element[]>} */
  const drawn = new Map();
  const add = (/** @type {string | number} */ key, /** @type {Element[]} */ marks) => drawn.set(key, [...(drawn.get(key) ?? []), ...marks]);
  for (const { cells, of, marks } of groups) {
    const parent = parentOf(of);
    for (const cell of cells ?? []) add(cell, marks.map((mark) => drawMark(parent, mark, [cell % cols, Math.floor(cell / cols)])));
    if (cells) continue;
    const own = marks.map((mark) => drawMark(parent, mark, [0, 0]));
    for (const { classList } of own) classList.toggle("outside", typeof of?.[1] === "number" && typeof of[0] === "string");
    if (of) add(String(of), own);
  }
  return drawn;
}
