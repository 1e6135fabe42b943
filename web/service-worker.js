// Keeps the files of this folder, so that the page works without a network. `cargo xtask web` puts
// the constants `FILES` and `VERSION` before this text. A new version replaces the old one.
const CACHE = `tamis-${VERSION}`;

addEventListener("install", (event) => {
  // Past the browser's own cache, which may have files of the version before.
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const removed = caches.keys().then((names) =>
    Promise.all(names.filter((name) => name.startsWith("tamis-") && name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(removed.then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    caches.open(CACHE).then((cache) => cache.match(request, { ignoreSearch: true })).then((kept) => kept ?? fetch(request)),
  );
});
