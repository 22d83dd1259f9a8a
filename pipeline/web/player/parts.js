// Parts of the player that are loaded as needed: kinds, families, constraints, languages (bundle.py).

/** What the binder puts in: of each part its digest, and the parts that it needs. @type {Record<string, string[]>} */
const PARTS = {};

/** @type {Record<string, any>} names that parts need from each other */
export const shared = {};
/** @type {((all: Record<string, any>) => void)[]} what takes up names that came late */
export const adopters = [];
/** @type {Record<string, Promise<void>>} */
const loading = {};

/** Loads parts, and before each those that it needs. @param {string[]} names */
export const loadParts = (names) => Promise.all(names.filter((name) => Object.hasOwn(PARTS, name)).map((name) => (loading[name] ??= loadPart(name))));

/** @param {string} name */
async function loadPart(name) {
  const [integrity, ...needs] = PARTS[name];
  const { url } = import.meta;
  const href = new URL(`puzzle-press-${name}.${integrity.slice(7, 19).replace(/\W/g, "-")}.js`, url).href;
  const script = [...document.scripts].find(({ src }) => src === url);
  try {
    // A page that knows the hash of the player gets parts with theirs, or none.
    if (script?.integrity) await preload({ href, integrity, nonce: script.nonce });
    const [part] = await Promise.all([import(href), loadParts(needs)]);
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
