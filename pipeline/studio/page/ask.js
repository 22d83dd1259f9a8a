// Questions of a page to the studio.

/** Returns the answer; throws an Error with the sentence of a refusal. @param {string} name @param {object} [asked] */
export async function ask(name, asked = {}) {
  const answer = await fetch(`api/${name}`, { method: "POST", body: JSON.stringify(asked) }).catch(() => null);
  if (!answer) throw new Error("The studio does not answer. Is its command still running?");
  const type = answer.headers.get("content-type") ?? "";
  if (!type.includes("json")) throw new Error(await answer.text());
  const said = await answer.json();
  if (said?.error) throw new Error(said.error);
  return said;
}

/** Does what may be refused, and shows the refusal at a place. @template T @param {() => Promise<T>} what @returns {Promise<T | null>} */
export async function attempt(what, place = "fault") {
  at(place).textContent = "";
  try {
    return await what();
  } catch (error) {
    at(place).textContent = error.message;
    return null;
  }
}

/** @template {HTMLElement} T @param {string} id @returns {T} */
export const at = (id) => /** @type {T} */ (document.getElementById(id));

/** Returns a new element. @param {string} name @param {Record<string, any>} [about] @param {(Node | string)[]} inside */
export function element(name, about = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(about)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...inside);
  return made;
}

/** Puts elements into a place instead of those there; the one with the focus passes it on. @param {string} id @param {(Node | string)[]} inside */
export function refill(id, ...inside) {
  const place = at(id), number = [...place.children].findIndex((one) => one.contains(document.activeElement));
  place.replaceChildren(...inside);
  const next = place.children[number];
  /** @type {HTMLElement | null} */ (next?.matches("label") ? next.querySelector("input") : next)?.focus({ preventScroll: true });
}

const POLL_MS = 700;
const ENDS = { working: "At work", done: "Done", stopped: "Stopped; what is made is kept, Make goes on with it", failed: "Not in order" };

/** Passes on the state of the work on a file and its text until it is done. @param {string} name @param {boolean} isMine @param {(said: any, text: string) => void} show @param {() => Promise<void>} end */
export async function follow(name, isMine, show, end) {
  const said = await ask("state", { name }).catch(() => null);
  if (!said) return;
  const isWorking = said.state === "working";
  const text = () => said.name === name && said.state !== "idle" ? `${ENDS[said.state]}. ${said.lines.at(-1) ?? ""}` : "";
  if (!isWorking && isMine) await end();
  show(said, text());
  if (isWorking) setTimeout(() => follow(name, isMine || said.name === name, show, end), POLL_MS);
}
