// The board on the screen: one drawing in cells, a window onto it that zooms and pans, and an
// overview where it does not fit.

import { nearestCell } from "./kinds/cells.js";
import { addSvg, squares } from "./svg.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./types.js").Values} Values */

/** The smallest target that WCAG 2.2 asks for (2.5.8); a smaller cell opens zoomed in. */
const SMALLEST_CELL_PX = 24;
const LARGEST_CELL_PX = 96;
const OPEN_CELL_PX = 34;
const WIDEST_CELL_PX = 80;
/** The part of a window that numbers beside a board may take. */
const MOST_BESIDE = 0.3;
/** A board is fitted above the tools while its cells are no smaller; else it is scrolled with the page. */
const LEAST_FIT_PX = 28;
/** Of a phone's board how much of its width must be kept for that. */
const LEAST_FIT = 0.9;
const PHONE_PX = 480;
/** Room for the tools that stick to the bottom edge, and a margin; player.css has the same. */
const HANDS_REM = 9.5;
const LEAST_PX = 280;
const MARGIN_PX = 2;
/** Least room round the drawing for what is drawn on its edge; player.css has the same. */
const BORDER_PX = 6;
const OVERVIEW_PX = 88;
/** How far frames of cells are from their edges, in cells. */
const FRAME_EDGE = 0.06;

export class View {
  /** @param {Game} game @param {HTMLElement} port @param {HTMLElement} sheet @param {HTMLCanvasElement} overview */
  constructor(game, port, sheet, overview) {
    this.game = game;
    this.port = port;
    this.sheet = sheet;
    this.overview = overview;
    this.cell = SMALLEST_CELL_PX;
    port.classList.toggle("solid", Boolean(game.isSolid));
    this.rim = game.rim ?? 0;
    sheet.style.setProperty("--rim", String(this.rim));
    /** Whether numbers beside the board are so small that those of the touched line are shown above. */
    this.isSqueezed = this.isLarge() && game.squeeze?.((MOST_BESIDE * port.clientWidth) / OPEN_CELL_PX);
    this.margins = game.margins ?? { left: 0, top: 0, right: 0, bottom: 0 };
    for (const [side, margin] of Object.entries(this.margins)) sheet.style.setProperty(`--${side}`, String(margin));
    this.wide = game.cols + this.margins.left + this.margins.right;
    this.high = game.rows + this.margins.top + this.margins.bottom;
    /** @type {Element | null} */
    this.faults = null;
    /** @type {Element[] | null} */
    this.pointed = null;
    const look = { viewBox: `0 0 ${game.cols} ${game.rows}`, "aria-hidden": "true" };
    this.drawing = addSvg(sheet, "svg", { ...look, class: game.kind });
    // What hardly ever changes has a drawing of its own, which a move does not paint again.
    this.top = addSvg(sheet, "svg", { ...look, class: `top ${game.kind}` });
    game.draw(/** @type {SVGElement} */ (this.drawing), /** @type {SVGElement} */ (this.top));
    port.addEventListener("scroll", () => (this.planOverview(), this.stick()), { passive: true });
    overview.addEventListener("pointerdown", (event) => this.jump(event));
    overview.addEventListener("pointermove", (event) => event.buttons && this.jump(event));
  }

  /** Whether the whole board would have cells too small to be hit. */
  isLarge() {
    const { cols, margins } = this.game;
    return this.port.clientWidth < SMALLEST_CELL_PX * (cols + (margins?.left ?? 0) + (margins?.right ?? 0));
  }

  /** What the window has between that above the board and the tools. */
  room() {
    const above = this.port.getBoundingClientRect().top + globalThis.scrollY;
    return globalThis.innerHeight - above - (this.port.nextElementSibling?.clientHeight ?? 0) - MARGIN_PX;
  }

  /** The cell at which the whole board is seen: with the parts above it, if they fit. */
  fitting() {
    const { clientWidth, parentElement } = this.port;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const below = this.room();
    const width = clientWidth || parentElement?.clientWidth || 320;
    const fit = (/** @type {number} */ length, /** @type {number} */ side) => Math.min((length - 2 * BORDER_PX) / side, length / (side + 2 * this.rim));
    const least = width < PHONE_PX ? Math.max(LEAST_FIT_PX, Math.min(LEAST_FIT * fit(width, this.wide), WIDEST_CELL_PX)) : LEAST_FIT_PX;
    const isRoom = below >= least * this.high + 2 * Math.max(BORDER_PX, this.rim * least);
    const height = isRoom ? below : Math.max(LEAST_PX, globalThis.innerHeight - HANDS_REM * rem);
    return Math.min(fit(width, this.wide), fit(height, this.high), WIDEST_CELL_PX);
  }

  /** Opens the board: whole if its cells are large enough to be hit, else zoomed in. */
  open() {
    this.isFitted = true;
    this.width = this.port.clientWidth;
    let fit = this.fitting();
    // What is above the board is as wide as it, so that a narrower board may be lower, too.
    for (let k = 0; k < 2; k++) {
      this.resize(fit >= SMALLEST_CELL_PX ? fit : OPEN_CELL_PX);
      fit = Math.min(fit, this.fitting());
    }
    this.showZoom(fit < SMALLEST_CELL_PX);
    this.drawOverview(); // at once: later it would push the board down under a hand
    // Of a larger board every part can be brought above the tools.
    if (fit < SMALLEST_CELL_PX) this.port.style.setProperty("--high", `${Math.max(LEAST_PX, this.room())}px`);
  }

  /** @param {boolean} isThere whether the buttons are: not where all of the board is seen */
  showZoom(isThere) {
    this.port.parentElement?.classList.toggle("whole", !isThere);
  }

  /** Shows all of the board, however small: nothing more is drawn on it. */
  openWhole() {
    const fit = this.fitting();
    if (fit >= this.cell) return;
    this.resize(fit);
    this.port.scrollTo(0, 0);
  }

  /** Fits the board again when the page gets another width, unless the player has zoomed. */
  refit() {
    if (this.isFitted && this.port.clientWidth !== this.width) this.open();
  }

  /** @param {number} cell side of a cell in CSS pixels */
  resize(cell) {
    this.cell = cell;
    this.sheet.style.setProperty("--cell", `${cell}px`);
    this.port.parentElement?.style.setProperty("--wide", `${cell * this.wide + 2 * BORDER_PX}px`);
    for (const drawing of [this.drawing, this.top]) {
      drawing.setAttribute("width", String(cell * this.game.cols));
      drawing.setAttribute("height", String(cell * this.game.rows));
    }
    this.stick();
    this.planOverview();
  }

  /**
   * Zooms about a place of the window, in CSS pixels from its corner.
   * @param {number} factor @param {Spot} [about]
   */
  zoom(factor, about = { x: this.port.clientWidth / 2, y: this.port.clientHeight / 2 }) {
    const least = Math.min(this.fitting(), SMALLEST_CELL_PX);
    const cell = Math.min(Math.max(this.cell * factor, least), LARGEST_CELL_PX);
    const ratio = cell / this.cell;
    const { scrollLeft, scrollTop } = this.port;
    this.isFitted = false;
    this.resize(cell);
    this.showZoom(true);
    this.port.scrollLeft = (scrollLeft + about.x) * ratio - about.x;
    this.port.scrollTop = (scrollTop + about.y) * ratio - about.y;
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    const { scrollLeft, scrollTop } = this.port;
    this.port.scrollLeft -= dx;
    this.port.scrollTop -= dy;
    const isStuck = this.port.scrollLeft === scrollLeft && this.port.scrollTop === scrollTop;
    if (isStuck) globalThis.scrollBy(-dx, -dy);
  }

  /** @param {{clientX: number, clientY: number}} place @returns {Spot} in cells */
  spotAt({ clientX, clientY }) {
    const { left, top } = this.drawing.getBoundingClientRect();
    return { x: (clientX - left) / this.cell, y: (clientY - top) / this.cell };
  }

  /** Moves the numbers beside the board with the window, so that they stay in sight. */
  stick() {
    const { scrollLeft, scrollTop } = this.port;
    this.game.stick?.({ x: scrollLeft / this.cell, y: scrollTop / this.cell });
  }

  /** @param {Spot} spot @returns {boolean} whether numbers beside the board cover it */
  isCovered({ x, y }) {
    const { port, cell, margins } = this;
    return (margins.left > 0 && x < port.scrollLeft / cell) || (margins.top > 0 && y < port.scrollTop / cell);
  }

  /** @param {Spot} spot @returns {number} the cell under it, or beside it within the rim, or -1 */
  cellAt(spot) {
    const { rows, cols } = this.game;
    if (this.isCovered(spot)) return -1;
    const isNear = (/** @type {number} */ at, /** @type {number} */ side) => at >= -this.rim && at <= side + this.rim;
    return isNear(spot.x, cols) && isNear(spot.y, rows) ? nearestCell(this.game, spot) : -1;
  }

  /** @param {number} cell brought into the window, with a cell's room round it */
  reveal(cell) {
    const { port } = this;
    const left = ((cell % this.game.cols) + this.margins.left) * this.cell;
    const top = (Math.floor(cell / this.game.cols) + this.margins.top) * this.cell;
    const inside = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ length) =>
      Math.min(Math.max(start, at + 2 * this.cell - length), at - this.cell);
    port.scrollLeft = inside(left, port.scrollLeft, port.clientWidth);
    port.scrollTop = inside(top, port.scrollTop, port.clientHeight);
  }

  /** @param {Values} values @param {number[]} slots those that changed */
  show(values, slots) {
    this.values = values;
    if (slots.length) this.game.show(values, slots);
    this.planOverview();
  }

  /** @param {number[]} cells shown as places where something is wrong */
  flag(cells) {
    this.faults ??= addSvg(this.drawing, "path", { class: "faults" });
    this.faults.setAttribute("d", this.frame(cells));
  }

  /** @param {import("./types.js").Hint | null | undefined} hint whose cells are framed, and those of its reason tinted */
  point(hint) {
    const { cells = [], targets = cells } = hint ?? {};
    this.pointed ??= [addSvg(this.drawing, "path", { class: "reason" }), addSvg(this.top, "path", { class: "pointed" })];
    [cells.filter((cell) => !targets.includes(cell)), targets].forEach((some, at) => this.pointed?.[at].setAttribute("d", this.frame(some)));
  }

  /** @param {number[]} cells @returns {string} a square in each as path data */
  frame(cells) {
    return squares(this.game, [...new Set(cells)], this.game.inset || FRAME_EDGE);
  }

  /** Draws the overview soon, when the move is on the screen. */
  planOverview() {
    if (this.isPlanned) return;
    this.isPlanned = true;
    setTimeout(() => {
      this.isPlanned = false;
      this.drawOverview();
    }, 150);
  }

  drawOverview() {
    const { port, overview } = this;
    const isWhole = port.scrollWidth <= port.clientWidth + 1 && port.scrollHeight <= port.clientHeight + 1;
    overview.hidden = isWhole;
    const pen = overview.getContext("2d");
    if (isWhole || !pen) return;
    const { rows, cols } = this.game;
    const scale = OVERVIEW_PX / Math.max(rows, cols);
    overview.width = Math.ceil(cols * scale);
    overview.height = Math.ceil(rows * scale);
    // A computed colour, since a canvas does not know light-dark().
    const look = (/** @type {string} */ name) => {
      overview.style.color = `var(--pp-${name})`;
      return getComputedStyle(overview).color;
    };
    /** @type {string[]} */
    const looks = [];
    const dot = Math.max(scale, 1.5);
    for (const { cells, look: index } of this.game.trails(this.values ?? [])) {
      pen.fillStyle = looks[index] ??= look(`line-${index}`);
      for (const at of cells) pen.fillRect((at % cols) * scale, Math.floor(at / cols) * scale, dot, dot);
    }
    const perCell = scale / this.cell;
    pen.strokeStyle = look("focus");
    pen.lineWidth = 2;
    const [wide, high] = [port.clientWidth * perCell, port.clientHeight * perCell];
    pen.strokeRect(
      port.scrollLeft * perCell - this.margins.left * scale + 1, port.scrollTop * perCell - this.margins.top * scale + 1,
      Math.min(wide, overview.width) - 2, Math.min(high, overview.height) - 2,
    );
  }

  /** @param {PointerEvent} event on the overview */
  jump({ clientX, clientY }) {
    const { left, top, width, height } = this.overview.getBoundingClientRect();
    const { port } = this;
    port.scrollLeft = ((clientX - left) / width) * port.scrollWidth - port.clientWidth / 2;
    port.scrollTop = ((clientY - top) / height) * port.scrollHeight - port.clientHeight / 2;
  }
}
