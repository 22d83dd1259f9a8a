// The few things that drawings of all kinds share.

/** @typedef {import("./types.js").Size} Size */

/**
 * Returns a new SVG element inside a parent.
 * @param {Element} parent @param {string} tag @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
export function addSvg(parent, tag, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.textContent = text;
  parent.append(element);
  return element;
}

/** @param {Element} path @param {string} d its data, which a browser takes in again even if it is the same */
export const setPath = (path, d) => path.getAttribute("d") === d || path.setAttribute("d", d);

/**
 * Returns squares in cells as path data.
 * @param {Size} size @param {number[]} cells @param {number} [inset]
 */
export function squares({ cols }, cells, inset = 0) {
  const side = 1 - 2 * inset;
  return cells.map((at) => `M${(at % cols) + inset},${Math.floor(at / cols) + inset}h${side}v${side}h${-side}z`).join("");
}

/**
 * Returns the path data through the centres of cells, its corners rounded, straight runs as one.
 * @param {Size} size @param {number[]} cells
 */
export function pathThrough({ cols }, cells) {
  if (cells.length < 2) return "";
  const points = cells.map((cell) => [(cell % cols) + 0.5, Math.floor(cell / cols) + 0.5]);
  let data = `M${points[0]}`;
  for (let i = 1; i + 1 < points.length; i++) {
    const [x, y] = points[i];
    const [[x0, y0], [x1, y1]] = [points[i - 1], points[i + 1]];
    if (x0 === x1 || y0 === y1) continue;
    const soft = 0.35;
    data += `L${x + (x0 - x) * soft},${y + (y0 - y) * soft}`;
    data += `Q${x},${y},${x + (x1 - x) * soft},${y + (y1 - y) * soft}`;
  }
  return `${data}L${points[points.length - 1]}`;
}

/**
 * Draws the paper, the cells outside the outline and all lines between cells: three paths.
 * @param {Element} layers @param {Size} size @param {Set<number>} [blocked]
 */
export function drawGrid(layers, { rows, cols }, blocked = new Set(), isOpen = false) {
  const paper = addSvg(layers, "rect", { class: "paper", width: cols, height: rows });
  let lines = "";
  for (let row = 1; row < rows && !isOpen; row++) lines += `M0,${row}H${cols}`;
  for (let col = 1; col < cols && !isOpen; col++) lines += `M${col},0V${rows}`;
  addSvg(layers, "path", { class: "cells", d: lines });
  if (blocked.size) addSvg(layers, "path", { class: "blocked", d: squares({ rows, cols }, [...blocked]) });
  addSvg(layers, "rect", { class: "frame", width: cols, height: rows });
  return paper;
}

/**
 * Draws pencil marks, all of them as one path, and returns what draws them again.
 * @param {Element} layers @param {Size} size
 */
export function drawMarks(layers, { cols }) {
  const path = addSvg(layers, "path", { class: "marks" });
  return (/** @type {number[]} */ cells) =>
    path.setAttribute(
      "d",
      cells.map((at) => `M${(at % cols) + 0.5},${Math.floor(at / cols) + 0.5}h0`).join(""),
    );
}
