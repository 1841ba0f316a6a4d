{% autoescape off %}/* A service worker for the pages of one game. Requests from the frame of its offline page go to the worker in the
   browser, online or not; everything else goes to the network. When that fails, it shows the page that works
   offline. */
"use strict";

const SHELL = "{{ shell }}";
const PLACES = [{% for place in places %}"{{ place }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const FILES = ["{{ static }}", "/browser/"];
const SHELLS = "vexillum-shells";
const PATIENCE = 3000; // ms before a hanging connection counts as offline

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const begins = (url, places) => places.some((place) => url.pathname.startsWith(place));

self.addEventListener("fetch", (event) => {
  const request = event.request, url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  const own = url.pathname.startsWith(SHELL);
  if (request.mode === "navigate") {
    if (url.pathname === SHELL && request.method === "GET") event.respondWith(shell(request));
    else if (request.destination === "iframe" || request.destination === "frame") event.respondWith(local(request));
    else if (request.method === "GET" && begins(url, PLACES)) event.respondWith(page(request));
    return;
  }
  if (own || (begins(url, FILES) && request.method === "GET")) event.respondWith(file(event, own));
  else if (begins(url, PLACES)) event.respondWith(framed(event).then((yes) => (yes ? local(request) : fetch(request))));
});

async function framed(event) {
  const client = await self.clients.get(event.clientId);
  return client?.frameType === "nested";
}

/** The answer of the network, or null if there is none in time. */
function line(request) {
  const patience = new Promise((over) => setTimeout(over, PATIENCE, null));
  return Promise.race([fetch(request).catch(() => null), patience]);
}

async function shell(request) {
  const kept = await caches.open(SHELLS).then((cache) => cache.match(SHELL));
  if (!kept) return fetch(request);
  const fresh = await line(request);
  if (fresh?.ok && !fresh.redirected && fresh.type === "basic") {
    const copy = fresh.clone();
    caches.open(SHELLS).then((cache) => cache.put(SHELL, copy)).catch(() => {});
  }
  return fresh && fresh.status < 500 ? fresh : kept;
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.open(SHELLS).then((cache) => cache.match(SHELL));
    if (!kept) throw error;
    return Response.redirect(SHELL);
  }
}

/** Styles, scripts and the worker's files: the cached version for an offline battle, otherwise the network's. */
async function file(event, own) {
  const request = event.request, client = await self.clients.get(event.clientId);
  const window = client?.type === "window" && client.frameType !== "nested";
  const kept = () => caches.match(request, { ignoreVary: true });
  if (window && !own) {
    const fresh = await fetch(request).catch(() => null);
    return fresh || (await kept()) || Response.error();
  }
  return (await kept()) || fetch(request);
}

async function local(request) {
  const read = request.method === "GET" || request.method === "HEAD";
  const message = {
    method: request.method,
    url: request.url.slice(self.location.origin.length),
    headers: Object.fromEntries(request.headers),
    body: read ? new Uint8Array() : new Uint8Array(await request.arrayBuffer()),
  };
  for (let leads = 0; ; leads++) {
    const answer = await asked(message);
    if (!answer) return new Response("", { status: 503 });
    if (answer.failed) return new Response(answer.failed, { status: 500, headers: { "Content-Type": "text/plain; charset=utf-8" } });
    const { status, headers, body } = answer.done;
    const to = headers.find(([name]) => name.toLowerCase() === "location");
    if (!to || status < 300 || status > 399) {
      if (leads) headers.push(["HX-Push-Url", message.url]); // a script's request reports its redirect
      return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
    }
    const next = new URL(to[1], self.location.origin + message.url);
    // the browser follows a page's redirect and asks us again; a script's request would go to the network
    if (request.mode === "navigate" || leads > 4) return Response.redirect(next, status);
    Object.assign(message, { method: "GET", url: next.pathname + next.search, body: new Uint8Array() });
  }
}

/** The worker's answer, through the page that keeps it alive; null if no such page is open. */
async function asked(message) {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shells = all.filter((one) => one.frameType === "top-level" && new URL(one.url).pathname === SHELL);
  if (!shells.length) return null;
  return Promise.race(shells.map((one) => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data);
    one.postMessage({ ask: message }, [port2]);
  })));
}
{% endautoescape %}
