// Pointers become strokes, taps, pans and pinches: one finger draws, a second one takes the stroke
// back and moves the board; it never draws.

/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./view.js").View} View */
/**
 * @typedef {object} Hand what a stroke does; `press` returns whether it took something up
 * @property {(spot: Spot, isPencil: boolean) => boolean} press
 * @property {(from: Spot, to: Spot) => void} drag
 * @property {(spot: Spot, hasMoved: boolean) => void} lift
 * @property {() => void} cancel
 */

/** How far a finger may tremble, in CSS pixels, and still tap. */
const TREMBLE_PX = 8;

/**
 * Listens to the pointers over the board.
 * @param {View} view @param {Hand} hand
 */
export function listenToPointers(view, hand) {
  const { port } = view;
  /** @type {Map<number, PointerEvent>} */
  const down = new Map();
  /** @type {{id: number, start: PointerEvent, last: Spot, isHeld: boolean, hasMoved: boolean} | null} */
  let stroke = null;

  port.addEventListener("pointerdown", (event) => {
    if (event.button === 1 || isOnScrollbar(port, event)) return;
    capture(port, event.pointerId);
    down.set(event.pointerId, event);
    if (down.size > 1) {
      if (stroke?.isHeld) hand.cancel();
      stroke = null;
      return;
    }
    const spot = view.spotAt(event);
    const isHeld = hand.press(spot, event.button === 2);
    stroke = { id: event.pointerId, start: event, last: spot, isHeld, hasMoved: false };
  });

  port.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    if (down.size > 1) pinch(view, down, event);
    else if (stroke?.isHeld) draw(event);
    else if (stroke) slide(before, event);
    down.set(event.pointerId, event);
  });

  /** @param {PointerEvent} event */
  function draw(event) {
    if (!stroke) return;
    stroke.hasMoved ||= isFar(stroke.start, event);
    if (!stroke.hasMoved) return;
    const samples = event.getCoalescedEvents?.() ?? [];
    // All places are read before anything is drawn, so that the page is laid out once.
    for (const spot of (samples.length ? samples : [event]).map((sample) => view.spotAt(sample))) {
      hand.drag(stroke.last, spot);
      stroke.last = spot;
    }
  }

  /** @param {PointerEvent} before @param {PointerEvent} event */
  function slide(before, event) {
    if (!stroke) return;
    stroke.hasMoved ||= isFar(stroke.start, event);
    if (stroke.hasMoved) view.pan(event.clientX - before.clientX, event.clientY - before.clientY);
  }

  /** @param {PointerEvent} event */
  function lift(event) {
    if (!down.delete(event.pointerId) || stroke?.id !== event.pointerId) return;
    const { isHeld, hasMoved } = stroke;
    stroke = null;
    if (event.type === "pointercancel") hand.cancel();
    else if (isHeld || !hasMoved) hand.lift(view.spotAt(event), hasMoved);
  }

  port.addEventListener("pointerup", lift);
  port.addEventListener("pointercancel", lift);
  port.addEventListener("contextmenu", (event) => event.preventDefault());
  port.addEventListener(
    "wheel",
    (event) => {
      // The wheel alone is the page's, which scrolls as it always does.
      if (event.shiftKey) view.pan(-(event.deltaX || event.deltaY), 0);
      if (!event.ctrlKey) return;
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY / 300), placeIn(port, event));
    },
    { passive: false },
  );
}

/** @param {View} view @param {Map<number, PointerEvent>} down @param {PointerEvent} event */
function pinch(view, down, event) {
  const [one, other] = down.values();
  const others = [one, other].map((old) => (old.pointerId === event.pointerId ? event : old));
  const middle = (/** @type {PointerEvent[]} */ [a, b]) => ({
    clientX: (a.clientX + b.clientX) / 2,
    clientY: (a.clientY + b.clientY) / 2,
  });
  const span = (/** @type {PointerEvent[]} */ [a, b]) =>
    Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1);
  const [before, after] = [middle([one, other]), middle(others)];
  view.pan(after.clientX - before.clientX, after.clientY - before.clientY);
  view.zoom(span(others) / span([one, other]), placeIn(view.port, after));
}

/** @param {HTMLElement} port @param {{clientX: number, clientY: number}} place */
function placeIn(port, { clientX, clientY }) {
  const { left, top } = port.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** @param {PointerEvent} start @param {PointerEvent} event */
function isFar(start, event) {
  return Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > TREMBLE_PX;
}

/** @param {HTMLElement} port @param {PointerEvent} event */
function isOnScrollbar(port, event) {
  const { x, y } = placeIn(port, event);
  return x > port.clientWidth + port.clientLeft || y > port.clientHeight + port.clientTop;
}

/** @param {HTMLElement} port @param {number} id */
function capture(port, id) {
  try {
    port.setPointerCapture(id);
  } catch {
    // The pointer has gone already, or a script sent the event: nothing to capture.
  }
}
