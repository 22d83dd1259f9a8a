// The board for keyboards and screen readers: a grid of cells over the drawing, one of which can
// be tabbed to. Of a large board only the rows round that cell exist.

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Values} Values */
/** @typedef {(message: import("./types.js").Message) => string} Announce */

const LARGEST_WHOLE_SIDE = 20;
const ROWS_AROUND = 1;

export class Grid {
  /** @param {Game} game @param {HTMLElement} element with role grid @param {Announce} say */
  constructor(game, element, say) {
    this.game = game;
    this.element = element;
    this.say = say;
    this.focused = 0;
    /** The row round which there are rows. */
    this.middle = -1;
    /** @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    /** Whether a cell was chosen by a hand or a key. */
    this.isUsed = false;
    /** @type {((cell: number) => void) | undefined} */
    this.onChoose = undefined;
    this.isWhole = Math.max(game.rows, game.cols) <= LARGEST_WHOLE_SIDE;
    element.setAttribute("aria-rowcount", String(game.rows));
    element.setAttribute("aria-colcount", String(game.cols));
  }

  /** @param {Values} values updates the labels, and builds missing rows */
  refresh(values) {
    const row = (this.middle = Math.floor(this.focused / this.game.cols));
    const first = this.isWhole ? 0 : Math.max(row - ROWS_AROUND, 0);
    const last = this.isWhole ? this.game.rows - 1 : Math.min(row + ROWS_AROUND, this.game.rows - 1);
    for (const [at, element] of this.rows) {
      if (at >= first && at <= last) continue;
      element.remove();
      this.rows.delete(at);
    }
    for (let at = first; at <= last; at++) if (!this.rows.has(at)) this.build(at);
    const describe = this.game.describer(values);
    for (const [at, element] of this.rows) {
      [...element.children].forEach((cell, col) => this.name(cell, describe(at * this.game.cols + col)));
    }
    this.cellOf(this.focused)?.setAttribute("tabindex", "0");
    if (this.isUsed) this.game.showFocus?.(values, this.focused);
  }

  /** @param {Element | undefined} cell @param {import("./types.js").Message} message what it holds */
  name(cell, message) {
    const label = this.say(message);
    if (cell?.getAttribute("aria-label") !== label) cell?.setAttribute("aria-label", label);
  }

  /** @param {number} row */
  build(row) {
    const element = document.createElement("div");
    element.role = "row";
    element.ariaRowIndex = String(row + 1);
    element.style.setProperty("--row", String(row));
    for (let col = 0; col < this.game.cols; col++) {
      const cell = document.createElement("div");
      cell.role = "gridcell";
      cell.ariaColIndex = String(col + 1);
      cell.tabIndex = -1;
      element.append(cell);
    }
    const after = [...this.rows.keys()].filter((at) => at > row).sort((a, b) => a - b)[0];
    this.element.insertBefore(element, this.rows.get(after) ?? null);
    this.rows.set(row, element);
  }

  /** @param {number} cell */
  cellOf(cell) {
    const row = this.rows.get(Math.floor(cell / this.game.cols));
    return /** @type {HTMLElement | undefined} */ (row?.children[cell % this.game.cols]);
  }

  /** Gives the focus to the cell that is tabbed to. */
  take() {
    this.cellOf(this.focused)?.focus({ preventScroll: true });
  }

  /** Makes a cell the one that a hand or a key is at. @param {number} cell @param {Values} values */
  choose(cell, values) {
    this.game.showFocus?.(values, cell);
    if (cell === this.focused && this.isUsed) return;
    this.cellOf(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = cell;
    this.isUsed = true;
    this.onChoose?.(cell);
  }

  /** Chooses a cell, which gets the focus when that is drawn: so nothing is laid out for it. @param {number} cell @param {Values} values */
  touch(cell, values) {
    this.choose(cell, values);
    requestAnimationFrame(() => setTimeout(() => this.focused === cell && this.focus(cell, values)));
  }

  /** Chooses a cell, and gives it the focus. @param {number} cell @param {Values} values */
  focus(cell, values) {
    this.choose(cell, values);
    // The focus first goes where it will stay: a row that is taken away would drop it.
    if (!this.cellOf(cell)) this.refresh(values);
    this.name(this.cellOf(cell), this.game.describer(values)(cell));
    this.cellOf(cell)?.setAttribute("tabindex", "0");
    this.take();
    if (!this.isWhole && this.middle !== Math.floor(cell / this.game.cols)) this.refresh(values);
  }
}
