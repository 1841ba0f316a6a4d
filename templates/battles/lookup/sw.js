{% autoescape off %}/* The look-up without a connection: pages from the network first, from here when there is none. */
"use strict";
const CACHE = "dba-{{ version }}";
const LOOK = "{{ look }}";
const FILES = [{% for file in files %}"{{ file }}"{% if not forloop.last %}, {% endif %}{% endfor %}];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("dba-") && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (event.request.mode === "navigate") {
    if (url.pathname === LOOK) event.respondWith(fetch(event.request).catch(() => shell(url, event.request)));
    return;
  }
  event.respondWith(caches.match(event.request).then((found) => found || fetch(event.request)));
});

/** The kept page in the reader's language; its script draws what the address asks for. */
async function shell(url, request) {
  const asked = url.searchParams.get("lang") || (navigator.language || "en").slice(0, 2);
  const page = await caches.match(LOOK + "?lang=" + (asked === "it" ? "it" : "en"), { ignoreVary: true });
  return page || Response.error();
}
{% endautoescape %}
