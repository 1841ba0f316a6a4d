/* The page for offline play: downloads what it needs, shows the game's pages in a frame that the worker in the
   browser answers (guard.js, worker.js), and uploads the moves. */
"use strict";
(() => {
  const root = document.getElementById("away");
  const told = JSON.parse(document.getElementById("away-told")?.textContent || "null");
  if (!root || !told || !("serviceWorker" in navigator) || !window.indexedDB || !window.caches || !navigator.locks || !window.isSecureContext) return;
  const texts = root.dataset;
  const SHELLS = "vexillum-shells", TABLES = "vexillum-table-";
  const part = (name) => root.querySelector(`[data-part=${name}]`);
  const frame = part("frame");
  let record = null, worker = null, busy = false;
  let doing = Promise.resolve(); // uploads and downloads run one at a time

  /* --- display --- */

  function show(...names) {
    for (const one of root.querySelectorAll("[data-part]")) one.hidden = !names.includes(one.dataset.part);
  }

  function say(text, kind = "", link = null) {
    const place = root.querySelector("[data-said]");
    place.hidden = !text;
    place.className = `notice${kind ? ` notice--${kind}` : ""}`;
    place.textContent = text;
    if (!link) return;
    const to = document.createElement("a");
    to.href = link;
    to.textContent = link.startsWith("/account/") ? link : new URL(link, location.href).pathname;
    place.append(" ", to);
  }

  function draw() {
    if (!record) return;
    const line = root.querySelector("[data-line]");
    line.textContent = navigator.onLine ? line.dataset.on : line.dataset.off;
    const steps = record.steps || 0;
    root.querySelector("[data-bar-steps]").textContent = steps ? texts.steps.replace("{}", steps) : texts.none;
    const when = new Date(record.taken).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" });
    root.querySelector("[data-bar-copy]").textContent = texts.copyof.replace("{}", when);
    root.querySelector("[data-do=home]").hidden = !steps;
    root.querySelector("[data-do=fresh]").hidden = !steps || record.handed?.steps !== steps;
    localStorage.setItem(`vexillum-steps:${told.game}`, String(steps));
  }

  function progress(share, text) {
    root.querySelector("[data-progress]").value = share;
    root.querySelector("[data-progress-said]").textContent = text;
  }

  /* --- the worker --- */

  function ask(data, port = null) {
    if (port) { worker.postMessage(data, [port]); return null; }
    return new Promise((done, failed) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data: answer }) => (answer.failed ? failed(new Error(answer.failed)) : done(answer.done));
      worker.postMessage(data, [port2]);
    });
  }

  navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }) => {
    if (!data.ask || !worker || !record) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: answer }) => {
      if (answer.done && answer.done.steps !== record.steps) { record.steps = answer.done.steps; draw(); }
      port.postMessage(answer);
    };
    worker.postMessage({ do: "ask", ...data.ask, cookies: cookies() }, [port2]);
  });
  navigator.serviceWorker.startMessages();

  function cookies() {
    const found = {};
    for (const pair of document.cookie.split("; ")) {
      const at = pair.indexOf("=");
      const name = pair.slice(0, at);
      if (["csrftoken", "theme", "timezone"].includes(name)) found[name] = decodeURIComponent(pair.slice(at + 1));
    }
    return found;
  }

  function start(address) {
    worker?.terminate();
    worker = new Worker(address, { type: "module" });
  }

  async function guarded() {
    for (const scope of told.places) {
      const made = await navigator.serviceWorker.register(told.guard, { scope });
      const one = made.installing || made.waiting || made.active;
      await new Promise((done, failed) => {
        const look = () => (one.state === "activated" ? done() : one.state === "redundant" && !made.active ? failed(new Error(`${scope}: redundant`)) : null);
        one.addEventListener("statechange", look);
        look();
      });
    }
  }

  function play() {
    show("bar", "frame");
    draw();
    if (!frame.src) frame.src = told.start;
  }

  /** Continue with this device's copy. */
  async function open(kept) {
    start(kept.worker);
    record = await ask({ do: "open", game: told.game, person: told.person });
    play();
  }

  /* --- taking a battle offline --- */

  async function prepare() {
    if (busy) return;
    busy = true;
    show("busy");
    say("");
    try {
      await navigator.storage?.persist?.();
      const taken = await json(told.data);
      await guarded();
      await fetchAll();
      progress(1, texts.waking);
      const kept = (await records()).find((one) => one.game === told.game);
      if (kept?.steps) { // the copy could not be opened before: never overwrite its moves
        if (kept.user !== told.user) throw new Error("another user's");
        await open(kept);
        busy = false;
        next(() => home(false));
        return;
      }
      const address = `${told.worker}?${told.fingerprint}`;
      start(address);
      record = await ask({ do: "lay", taken, person: told.person, python: told.python, bundle: told.bundle, worker: address, fingerprint: told.fingerprint, user: told.user });
      localStorage.setItem("vexillum-taken", String(told.user));
      await tidy();
      play();
      say(texts.prepared, "success");
    } catch (error) {
      console.warn(error);
      show("prepare");
      say(error.said || texts.failed, "error");
    }
    busy = false;
  }

  async function json(url) {
    const answer = await fetch(url, { headers: { Accept: "application/json" } });
    const found = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(url), { said: found.text || found.error?.text });
    return found;
  }

  async function fetchAll() {
    const cache = await caches.open(TABLES + told.fingerprint);
    const whole = told.files.reduce((sum, [, size]) => sum + size, 0);
    let got = 0;
    const tell = () => progress(got / whole, texts.megabytes.replace("{}", ((got / whole) * told.megabytes).toFixed(1)).replace("{}", told.megabytes));
    tell();
    for (const [url, size] of told.files) {
      if (await caches.match(url, { ignoreVary: true })) { await cache.match(url) || await cache.put(url, await caches.match(url, { ignoreVary: true })); got += size; tell(); continue; }
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(url);
      const [kept, counted] = answer.body.tee();
      const stored = cache.put(url, new Response(kept, { headers: { "Content-Type": answer.headers.get("Content-Type") } }));
      for (const reader = counted.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) break;
        got += value.length;
        tell();
      }
      await stored;
    }
    for (const url of [...told.styles, `${told.worker}?${told.fingerprint}`]) {
      const answer = await fetch(url, { cache: "no-cache" });
      if (!answer.ok) throw new Error(url);
      await cache.put(url, answer);
    }
    await keepShell();
  }

  /** Cache this page itself, for opening it offline. */
  async function keepShell() {
    const page = await fetch(location.pathname);
    if (!page.ok || page.redirected) throw new Error(location.pathname);
    await (await caches.open(SHELLS)).put(location.pathname, page);
  }

  /** Delete files that no battle on this device needs. */
  async function tidy() {
    const used = new Set((await records()).map((one) => TABLES + one.fingerprint));
    for (const name of await caches.keys()) if (name.startsWith(TABLES) && !used.has(name)) await caches.delete(name);
  }

  function base(mode, work) {
    return new Promise((done, failed) => {
      const asked = indexedDB.open("vexillum-table", 1);
      asked.onupgradeneeded = () => { asked.result.createObjectStore("games"); asked.result.createObjectStore("databases"); };
      asked.onerror = () => failed(asked.error);
      asked.onsuccess = () => {
        const moved = asked.result.transaction(["games", "databases"], mode);
        const found = work(moved.objectStore("games"), moved.objectStore("databases"));
        moved.oncomplete = () => { asked.result.close(); done(found?.result); };
        moved.onabort = () => failed(moved.error);
      };
    });
  }
  const records = () => base("readonly", (games) => games.getAll());

  /* --- uploading --- */

  /** Wait until nothing else is running. Presses during that time are handled afterwards, never lost. */
  function next(work) {
    doing = doing.then(work, work);
    return doing;
  }

  const LONGEST_WAIT = 60_000; // milliseconds between two tries to upload
  let failures = 0;

  async function home(byHand) {
    if (busy || !record) return;
    busy = true;
    try {
      await bring(byHand);
      await renew().catch((error) => console.warn(error)); // continue with the older version
      failures = 0;
    } catch (error) {
      console.warn(error);
      // a device says that it is online before its network carries anything
      if (error instanceof TypeError && navigator.onLine) setTimeout(() => next(() => home(false)), Math.min(1000 * 2 ** failures++, LONGEST_WAIT));
      if (byHand || !(error instanceof TypeError)) say(error instanceof TypeError ? texts.nowhere : error.said || texts.failed, "warning");
    }
    busy = false;
    draw();
  }

  async function bring(byHand) {
    const { entries, ...since } = await ask({ do: "played" });
    if (entries.length) {
      const body = JSON.stringify({ format: 1, game: told.game, ...since, entries });
      const answer = await fetch(told.data, { method: "POST", body, headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": cookies().csrftoken || "" } });
      if ([401, 403].includes(answer.status)) { say(texts.login, "warning", `/account/login/?next=${location.pathname}`); return; }
      const found = await answer.json();
      if (answer.status === 202) { await handed(found, entries.length); say(texts.waiting, "warning", found.page); return; }
      if (answer.status === 409) { await handed(found, entries.length); say(texts.conflict, "warning", found.page); return; }
      if (answer.status === 422) { await handed(found, entries.length); say(`${texts.refused} ${found.text || ""}`, "error", found.page); return; }
      if (!answer.ok) throw Object.assign(new Error(answer.status), { said: found.error?.text });
    }
    // moves made during the upload stay here and go with the next one
    const whole = await again(entries.length);
    if (!record) return;
    if (whole && entries.length) say(texts.home, "success");
    else if (byHand && !record.steps) say(texts.none);
  }

  async function handed(found, steps) {
    record = await ask({ do: "handed", handed: { result: found.result, page: found.page, branch: found.branch, steps } });
  }

  /** Continue with the game as the server has it; every move made here has been uploaded. */
  async function fresh() {
    if (busy || !record) return;
    busy = true;
    try {
      const { steps, handed: theirs } = record;
      if (theirs?.steps === steps && await again(steps) && record) say(texts.fresh, "success", theirs.page);
    } catch (error) {
      console.warn(error);
      say(error instanceof TypeError ? texts.nowhere : texts.failed, "warning");
    }
    busy = false;
    draw();
  }

  /** Fetch a fresh copy once the server has all uploaded moves. Return whether nothing is left to upload. */
  async function again(steps) {
    const answer = await fetch(told.data, { headers: { Accept: "application/json" } });
    if (answer.status === 422 && steps) return away(steps);
    if (!answer.ok) return false;
    const taken = await answer.json();
    if (steps || taken.base.digest !== record.base.digest) record = await ask({ do: "lay", taken, steps, person: told.person, python: record.python, bundle: record.bundle, worker: record.worker, fingerprint: record.fingerprint, user: told.user });
    return !record.steps;
  }

  /** If the server runs a newer version (newer rules), switch this device to it once every move has been
      uploaded. */
  async function renew() {
    if (!record || record.steps || record.handed || !told.here || record.fingerprint === told.fingerprint) return;
    const taken = await json(told.data), before = record;
    await fetchAll();
    if ((await ask({ do: "played" })).entries.length) return; // the player moved in the meantime
    const address = `${told.worker}?${told.fingerprint}`;
    start(address);
    try {
      record = await ask({ do: "lay", taken, person: told.person, python: told.python, bundle: told.bundle, worker: address, fingerprint: told.fingerprint, user: told.user });
    } catch (error) {
      await open(before);
      throw error;
    }
    await tidy();
    frame.contentWindow.location.reload();
    say(texts.renewed, "success");
  }

  /** Delete this device's copy. */
  async function away(steps) {
    if (!(await ask({ do: "forget", steps }))) return false;
    record = null;
    worker.terminate();
    worker = null;
    frame.removeAttribute("src");
    localStorage.removeItem(`vexillum-steps:${told.game}`);
    await (await caches.open(SHELLS)).delete(location.pathname);
    await tidy();
    show("prepare");
    say(texts.over, "success", told.start);
    return true;
  }

  /* --- links to pages that are not available offline --- */

  frame.addEventListener("load", () => {
    const inside = frame.contentDocument;
    if (!inside) return;
    const outside = (address) => {
      const url = new URL(address, inside.baseURI);
      return url.origin !== location.origin || !told.places.some((place) => url.pathname.startsWith(place)) ? url : null;
    };
    inside.addEventListener("click", (event) => {
      const link = event.target.closest?.("a[href]");
      const url = link && outside(link.href);
      if (!url || event.defaultPrevented) return;
      event.preventDefault();
      if (navigator.onLine) window.open(url, "_blank", "noopener"); else say(texts.outside, "warning");
    });
    inside.addEventListener("submit", (event) => {
      if (!outside(event.target.action)) return;
      event.preventDefault();
      say(texts.outside, "warning");
    });
  });

  /* --- start --- */

  root.addEventListener("click", (event) => {
    const wanted = event.target.closest("[data-do]")?.dataset.do;
    if (wanted === "prepare") prepare();
    if (wanted === "home") next(() => home(true));
    if (wanted === "fresh") next(fresh);
  });
  window.addEventListener("online", () => { draw(); next(() => home(false)); });
  window.addEventListener("offline", () => { draw(); if (root.querySelector("[data-said].notice--success")) say(""); });

  async function begin() {
    const found = (await records()).find((one) => one.game === told.game);
    if (found && found.user !== told.user) {
      show("prepare");
      root.querySelector("[data-do=prepare]")?.remove();
      say(texts.others, "warning");
      return;
    }
    if (!found) { show("prepare"); return; }
    show("busy");
    progress(0, texts.waking);
    root.querySelector("[data-progress]").removeAttribute("value");
    await guarded().catch(() => {}); // when offline it is already cached
    await open(found);
    if (!navigator.onLine) return;
    localStorage.setItem("vexillum-taken", String(told.user));
    keepShell().catch(() => {});
    next(() => home(false));
  }

  navigator.locks.request(`vexillum-table-${told.game}`, { ifAvailable: true }, async (lock) => {
    if (!lock) { show(); say(texts.elsewhere, "warning"); return; }
    try {
      await begin();
    } catch (error) {
      console.warn(error);
      show("prepare");
      say(texts.failed, "error");
    }
    await new Promise(() => {}); // held while the page is open
  });
})();
