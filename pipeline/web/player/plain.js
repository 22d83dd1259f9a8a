// Elements, times and days.

/**
 * Returns a new element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, string>} attributes @param {(Node | string)[]} children
 */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param {number} seconds @returns {string} such as 3:12 or 1:02:03 */
export function formatTime(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const rest = two(Math.floor(seconds) % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/**
 * Returns the day it is now in a time zone, as YYYY-MM-DD; null is the reader's own, and so is an unknown one.
 * @param {string | null} zone @param {number} [now] in milliseconds
 */
export function dayIn(zone, now = Date.now()) {
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone: zone ?? undefined, dateStyle: "short" }).format(now);
  } catch {
    return dayIn(null, now);
  }
}
