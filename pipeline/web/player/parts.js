// Parts of the player that are loaded as needed: kinds, families, constraints, languages (bundle.py).

/** What the binder puts in: each part with the parts that it needs, and their digests in this order. */
const PARTS = "", DIGESTS = "";
const parts = PARTS.split(";").map((row) => row.split(" "));

/** @type {Record<string, any>} names that parts need from each other */
export const shared = {};
/** @type {((all: Record<string, any>) => void)[]} what takes up names that came late */
export const adopters = [];
/** @type {Record<string, Promise<void>>} */
const loading = {};

/** Loads parts, and before each those that it needs. @param {string[]} names */
export const loadParts = (names) => Promise.all(names.filter((name) => find(name) >= 0).map((name) => (loading[name] ??= loadPart(name))));

/** @param {string} name */
const find = (name) => parts.findIndex(([one]) => one === name);

/** @param {string} name */
async function loadPart(name) {
  const at = find(name), digest = DIGESTS.slice(43 * at, 43 * at + 43), integrity = `sha256-${digest}=`;
  const { url } = import.meta;
  const href = new URL(`puzzle-press-${name}.${digest.slice(0, 12).replace(/\W/g, "-")}.js`, url).href;
  const script = [...document.scripts].find(({ src }) => src === url);
  try {
    // A page that knows the hash of the player gets parts with theirs, or none.
    if (script?.integrity) await preload({ href, integrity, nonce: script.nonce });
    const [part] = await Promise.all([import(href), loadParts(parts[at].slice(1))]);
    Object.assign(shared, part.default(shared));
    for (const adopt of adopters) adopt(shared);
  } catch (error) {
    delete loading[name]; // may be there next time
    throw error;
  }
}

/** @param {Partial<HTMLLinkElement>} about */
function preload(about) {
  const link = Object.assign(document.createElement("link"), { rel: "modulepreload", crossOrigin: "anonymous", ...about });
  if (!link.relList.supports("modulepreload")) return null;
  return new Promise((done, fail) => {
    link.onload = done;
    link.onerror = () => fail(new Error(`${about.href} is not the file that this page knows.`));
    document.head.append(link);
  });
}
