{% autoescape off %}/* The calculators offline: pages come from the network first, or from the cache if it doesn't answer. */
"use strict";
const CACHE = "{{ name }}-{{ version }}";
const LOOK = "{{ look }}";
const FILES = [{% for file in files %}"{{ file }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const LAST = LOOK + "?last"; // the page read last: in its reader's language and colours
const PATIENCE = 2500; // ms before a hanging connection counts as offline; the cached page knows the same rules

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("{{ name }}-") && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (event.request.mode === "navigate") {
    if (url.pathname === LOOK && !url.searchParams.has("format")) event.respondWith(page(event.request, url));
    return;
  }
  event.respondWith(caches.match(event.request).then((found) => found || fetch(event.request)));
});

async function page(request, url) {
  const answer = fetch(request);
  const patience = new Promise((over) => setTimeout(over, PATIENCE));
  const first = await Promise.race([answer.catch(() => null), patience]);
  if (!first) return (await shell(url)) || answer;
  if (first.ok && !first.redirected) keep(first.clone());
  return first;
}

function keep(answer) {
  caches.open(CACHE).then((cache) => cache.put(LAST, answer)).catch(() => {});
}

/** The cached page in the reader's language; its script draws the answer for the address. */
async function shell(url) {
  const kept = (key) => caches.match(key, { ignoreVary: true });
  const asked = url.searchParams.get("lang");
  const last = asked ? null : await kept(LAST);
  const language = (asked || navigator.language || "en").slice(0, 2);
  return last || kept(LOOK + "?lang=" + (language === "it" ? "it" : "en"));
}
{% endautoescape %}
