// What is shared of a solved puzzle as a picture, which is drawn in the page. Nothing of the answer.

/** @typedef {{rows: number, cols: number}} Size */

const SIDE_PX = 1080;
const BOARD_PX = 440;

/**
 * Returns a picture of a result: the empty board, and lines of text below it.
 * @param {Size} size @param {string[]} lines the first of them large @param {CSSStyleDeclaration} style with the colours
 * @returns {Promise<Blob | null>}
 */
export function drawResult({ rows, cols }, lines, style) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE_PX;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, SIDE_PX, SIDE_PX);
  pen.strokeStyle = pen.fillStyle = style.color;
  const cell = BOARD_PX / Math.max(rows, cols);
  const [left, top] = [(SIDE_PX - cols * cell) / 2, 110];
  pen.globalAlpha = 0.5;
  for (let row = 0; row <= rows; row++) pen.strokeRect(left, top + row * cell, cols * cell, 0);
  for (let col = 0; col <= cols; col++) pen.strokeRect(left + col * cell, top, 0, rows * cell);
  pen.globalAlpha = 1;
  pen.textAlign = "center";
  lines.forEach((line, at) => {
    pen.font = `600 ${at ? 44 : 64}px ${style.fontFamily}`;
    pen.fillText(line, SIDE_PX / 2, top + BOARD_PX + 120 + at * 84, SIDE_PX - 80);
  });
  return new Promise((done) => canvas.toBlob(done));
}
