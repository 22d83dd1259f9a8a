// The service worker: pages and puzzles that were opened once can be opened without a network.
// The network comes first, so that nothing is ever out of date while there is one.

const CACHE = "puzzle-press-VERSION";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("puzzle-press-") && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(
    fetch(request)
      .then((answer) => {
        if (answer.ok) {
          const copy = answer.clone();
          event.waitUntil(caches.open(CACHE).then((cache) => cache.put(request, copy)));
        }
        return answer;
      })
      .catch(() => caches.match(request).then((kept) => kept ?? Response.error())),
  );
});
