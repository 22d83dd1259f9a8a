// The service worker: pages and puzzles that were opened once can be opened without a network, and
// the first page always. The network comes first, so that nothing is out of date while there is one.

const CACHE = "puzzle-press-VERSION";
const FIRST = ["./", "index.html", "offline.html", "site.css", "theme.css", "site.js", "puzzle-press.js"];
const MOST_ENTRIES = 400;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await Promise.all(FIRST.map((path) => cache.add(path).catch(() => {})));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

// What older versions kept is taken over, so that no opened pack is lost, and then deleted.
self.addEventListener("activate", (event) => {
  const takeOver = async () => {
    const cache = await caches.open(CACHE);
    for (const name of await caches.keys()) {
      if (!name.startsWith("puzzle-press-") || name === CACHE) continue;
      const old = await caches.open(name);
      for (const request of await old.keys()) {
        const answer = await old.match(request);
        if (answer && !(await cache.match(request))) await cache.put(request, answer);
      }
      await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

/** Keeps an answer, and lets the oldest go where there are too many; what every page needs stays. */
async function keep(request, answer) {
  const cache = await caches.open(CACHE);
  await cache.put(request, answer);
  const all = await cache.keys();
  const first = FIRST.map((path) => new URL(path, self.registration.scope).href);
  const opened = all.filter(({ url }) => !first.includes(url));
  for (const old of opened.slice(0, Math.max(all.length - MOST_ENTRIES, 0))) await cache.delete(old);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const find = async () => {
    try {
      const answer = await fetch(request);
      if (answer.ok) event.waitUntil(keep(request, answer.clone()));
      return answer;
    } catch {
      const kept = await caches.match(request, { ignoreSearch: true });
      const isPage = request.mode === "navigate";
      return kept ?? (isPage ? await caches.match("offline.html") : undefined) ?? Response.error();
    }
  };
  event.respondWith(find());
});
