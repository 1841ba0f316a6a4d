{% autoescape off %}/* A page that cannot be reached is answered by the offline page. Nothing else is kept, and nothing that was read. */
"use strict";
const CACHE = "site-{{ version }}";
const FILES = [{% for file in files %}"{{ file }}"{% if not forloop.last %}, {% endif %}{% endfor %}];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("site-") && name !== CACHE);
  event.waitUntil(Promise.all([
    caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))),
    self.registration.navigationPreload?.enable(), // the worker's start delays no page
  ]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(event));
  else if (FILES.includes(new URL(request.url).pathname) && !navigator.onLine) {
    event.respondWith(caches.match(request).then((found) => found || fetch(request)));
  }
});

async function page(event) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch (error) {
    const kept = await caches.match("{{ page }}", { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}
{% endautoescape %}
