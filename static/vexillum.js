/* The behaviour of pages beyond HTML. Without it every page can be read, and every button is a plain form. */
(function () {
  "use strict";

  const texts = document.body.dataset;

  function cookie(name) {
    const found = document.cookie.split("; ").find((pair) => pair.startsWith(name + "="));
    return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
  }

  /* --- requests: read the token when it is needed, so that a log-in in another tab does no harm --- */

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb !== "get") {
      const fresh = cookie("csrftoken");
      event.detail.headers["X-CSRFToken"] = fresh;
      if ("csrfmiddlewaretoken" in event.detail.parameters && fresh) {
        event.detail.parameters.csrfmiddlewaretoken = fresh;
      }
    }
  });

  function flash(text) {
    const place = document.getElementById("flash");
    if (!place) return;
    place.replaceChildren();
    const box = document.createElement("div");
    box.className = "notice notice--error";
    box.textContent = text;
    place.append(box);
  }

  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.elt.hasAttribute("data-poll")) return; // the next poll tries again
    if (event.detail.elt.hasAttribute("data-fold")) { problem(event.detail.elt, true); return; }
    const answer = event.detail.xhr.responseText || "";
    const said = new DOMParser().parseFromString(answer, "text/html").querySelector("[data-problem]");
    flash(said ? said.textContent.trim() : texts.failed);
  });
  for (const kind of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(kind, (event) => { // no answer arrived
    if (event.detail.elt.hasAttribute("data-fold")) problem(event.detail.elt, true);
    else if (!event.detail.elt.hasAttribute("data-poll")) flash(texts.offline);
  });
  for (const kind of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) { // tick only the facts that the dice were computed with
    document.addEventListener(kind, (event) => { if (event.detail.elt.matches("form[data-reckon]")) event.detail.elt.reset(); });
  }
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.hasAttribute("data-poll")) return;
    if (event.detail.elt.hasAttribute("data-fold")) { problem(event.detail.elt, false); return; }
    document.getElementById("flash")?.replaceChildren();
    if (event.detail.requestConfig.verb === "post") document.querySelector(".messages")?.remove(); // the message belongs to the previous move
  });

  /* --- polling: often while somebody is there, seldom otherwise, never in a hidden tab --- */

  let touched = Date.now();
  for (const kind of ["pointerdown", "pointermove", "keydown", "scroll", "focus"]) {
    window.addEventListener(kind, () => { touched = Date.now(); }, { passive: true });
  }
  let polled = Date.now();
  function poll() {
    if (document.visibilityState !== "visible" || !window.htmx) return;
    const near = document.querySelector("[data-at-table]"); // people share a table: this phone may lie idle
    const pause = near ? 2000 : Date.now() - touched < 60000 ? 4000 : 30000;
    if (Date.now() - polled < pause) return;
    polled = Date.now();
    document.querySelectorAll("[data-poll]").forEach((place) => window.htmx.trigger(place, "poll"));
  }
  setInterval(poll, 1000);
  document.addEventListener("htmx:afterSettle", (event) => { // a bot's answer follows the player's soon
    if (event.detail.requestConfig?.verb !== "post") return;
    for (const time of [600, 1600]) setTimeout(() => { polled = 0; poll(); }, time);
  });
  document.addEventListener("visibilitychange", () => { polled = 0; poll(); });

  /* While the player's own move is being sent, no fetched update replaces its part of the page: the answer would have no
     target and be lost with its message. The answer, or the next poll, brings the others' moves too. */
  let moving = null;
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target?.id === "live" && event.detail.requestConfig.verb === "post") moving = event.detail.xhr;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr } = event.detail;
    const underWay = moving && moving !== xhr && moving.readyState !== XMLHttpRequest.DONE;
    if (underWay && target?.id === "live") event.detail.shouldSwap = false;
  });

  /* --- a swap keeps typed text, open folds and the focus --- */

  let kept = null;
  const shut = new Set(); // folds that the reader closed
  document.addEventListener("click", (event) => {
    const part = event.target.closest("summary")?.parentElement;
    if (!part?.id) return;
    if (part.open) shut.add(part.id); else shut.delete(part.id); // the state changes after the click
  });
  /** Return how to find an element again in the new page: by its id, or by its place in its form. */
  function findable(element) {
    const form = element?.closest?.("form[data-key]");
    const at = form && [...form.elements].indexOf(element);
    return () => {
      if (element?.id) return document.getElementById(element.id);
      const fold = element?.matches?.("summary") && element.parentElement.id;
      if (fold) return document.getElementById(fold)?.querySelector("summary");
      const then = form && document.querySelector(`form[data-key="${CSS.escape(form.dataset.key)}"]`)?.elements[at];
      return then?.name === element.name && then?.type === element.type ? then : null;
    };
  }
  document.addEventListener("htmx:beforeSwap", (event) => {
    const place = event.detail.target;
    kept = null;
    if (!place?.matches?.("[data-keep]")) return;
    const answers = event.detail.requestConfig.verb === "get"; // forms start fresh after the player's own move
    kept = { fields: new Map(), open: new Set(), focused: answers && place.contains(document.activeElement) && findable(document.activeElement) };
    if (answers) place.querySelectorAll("form[data-key]").forEach((form) => {
      form.querySelectorAll("input:not([type=hidden]), select, textarea").forEach((field) => {
        const name = form.dataset.key + "|" + field.name + "|" + (field.matches("[type=radio], [type=checkbox]") ? field.value : "");
        kept.fields.set(name, field.matches("[type=radio], [type=checkbox]") ? field.checked : field.value);
      });
    });
    place.querySelectorAll("details[open][id]").forEach((part) => kept.open.add(part.id));
  });
  /* --- folds with expensive contents: fetched when opened --- */

  document.addEventListener("toggle", (event) => {
    const part = event.target;
    if (!part.open || !window.htmx) return;
    part.querySelectorAll("[data-fold]").forEach((inside) => {
      if (inside.closest("details") === part) window.htmx.trigger(inside, "unfold");
    });
  }, true); // this event does not bubble
  function problem(place, shown) { // the message is shown where it happened
    place.querySelector("[role=alert]").hidden = !shown;
  }

  /* --- announce what moved; after the player's own action, focus the answer --- */

  let seen = document.getElementById("live")?.dataset.seq, waited = false;
  const owed = () => document.querySelector("#next:not(.next--wait):not(.next--over)");
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id === "live") waited = !owed();
  });
  /* When others have moved and the reader now has a decision, scroll the question into view, unless the reader is
     typing. */
  function stand(next) {
    if (document.activeElement?.matches("input, textarea, select")) return;
    const mark = next.closest(".stage__scroll")?.querySelector(":scope > .lesson"); // a coach mark is read first
    (mark ?? next).scrollIntoView({ block: "start", behavior: "instant" });
    next.focus({ preventScroll: true });
  }
  document.addEventListener("htmx:afterSettle", (event) => {
    const live = document.getElementById("live");
    const asked = waited && event.detail.requestConfig?.verb === "get" && live?.dataset.seq !== seen && owed();
    if (asked) stand(asked);
    waited = false;
    if (live && live.dataset.seq !== seen) {
      seen = live.dataset.seq;
      document.getElementById("announce").textContent = live.dataset.announce;
      document.getElementById("next")?.classList.add("moved");
    }
    if (live && event.detail.requestConfig?.verb === "post" && event.detail.target?.id !== "drawer-body") {
      (live.querySelector("[data-focus]") || document.getElementById("next") || live).focus();
    }
  });

  document.addEventListener("htmx:afterSwap", () => { // immediately: text typed while the page settles is newer
    if (!kept?.fields) return;
    const before = kept;
    document.querySelectorAll("[data-keep] form[data-key]").forEach((form) => {
      form.querySelectorAll("input:not([type=hidden]), select, textarea").forEach((field) => {
        const marked = field.matches("[type=radio], [type=checkbox]");
        const name = form.dataset.key + "|" + field.name + "|" + (marked ? field.value : "");
        if (!before.fields.has(name)) return;
        const value = before.fields.get(name);
        if (marked) field.checked = value;
        else if (!field.matches("select") || [...field.options].some((o) => o.value === value)) field.value = value;
      });
      check(form);
    });
    before.fields = null;
    if (before.focused) before.focused()?.focus({ preventScroll: true });
  });
  document.addEventListener("htmx:afterSettle", () => { // settling restores the attributes that the part arrived with: folded
    if (!kept) return;
    const before = kept;
    kept = null;
    before.open.forEach((id) => { const part = document.getElementById(id); if (part) part.open = true; });
    document.querySelectorAll("[data-keep] details[open][id]").forEach((part) => {
      if (shut.has(part.id) && !part.querySelector("[data-focus]")) part.open = false;
    });
    if (before.focused && document.activeElement === document.body) before.focused()?.focus({ preventScroll: true });
  });

  /* --- forms that cannot be filled in illegally: sums and counts --- */

  function check(form) {
    form.querySelectorAll("[data-sum]").forEach((group) => {
      const inputs = [...group.querySelectorAll("input[type=number]")];
      const sum = inputs.reduce((total, one) => total + (Number(one.value) || 0), 0);
      judge(group, inputs, sum);
      if (group.dataset.all) offerAll(group, inputs);
      inputs.forEach(offerSteps);
      if (group.dataset.here) offerAllHere(group, inputs);
    });
    form.querySelectorAll("[data-count]").forEach((group) => {
      const boxes = [...group.querySelectorAll("input[type=checkbox]")];
      judge(group, boxes, boxes.filter((box) => box.checked).length);
    });
  }
  /* One tap takes a whole force; if it is taken already, one tap starts from nothing. */
  function offerAll(group, inputs) {
    let button = group.querySelector("[data-take-all]");
    if (!button) {
      button = document.createElement("button");
      Object.assign(button, { type: "button", className: "btn btn--quiet btn--small" });
      button.addEventListener("click", () => {
        const to = button.dataset.takeAll;
        inputs.forEach((one) => { one.value = one[to]; });
        inputs[0].dispatchEvent(new Event("input", { bubbles: true }));
      });
      group.querySelector("legend").append(" ", button);
    }
    button.dataset.takeAll = inputs.every((one) => one.value === one.max) ? "min" : "max";
    button.textContent = button.dataset.takeAll === "max" ? group.dataset.all : group.dataset.none;
  }
  /* Where all of a fixed number may go to one place: a button beside each place puts them there and sends the form. With
     data-here-fills it only fills in, so that a few can then be moved elsewhere. */
  function offerAllHere(group, inputs) {
    for (const one of inputs) {
      const fills = group.hasAttribute("data-here-fills"), row = one.closest(".share");
      if (Number(one.max) < Number(group.dataset.high) || row.querySelector("[data-all-here]") || (fills && row.closest("fieldset details"))) continue;
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "btn--quiet btn--small", textContent: group.dataset.here });
      button.dataset.allHere = fills ? "fill" : "";
      button.setAttribute("aria-label", `${group.dataset.here}: ${one.labels[0]?.querySelector("span")?.firstChild.textContent.trim() || ""}`);
      button.addEventListener("click", () => {
        const owed = inputs.reduce((total, other) => total + (other === one ? 0 : Number(other.min)), 0);
        const most = String(Math.min(Number(one.max), Number(group.dataset.high) - owed)); // some places must have a few
        inputs.forEach((other) => { other.value = other === one ? most : other.min; });
        if (fills) inputs.forEach((other) => { other.defaultValue = other.value; }); // the new suggestion
        one.dispatchEvent(new Event("input", { bubbles: true }));
        if (!fills) group.closest("form").requestSubmit(group.closest("form").querySelector(".actions button"));
      });
      one.closest(".steps").append(button);
    }
  }
  /* If nothing is left to distribute, one more here is one less at the only place that can spare some. Among several places
     it is the one that still has no more than was suggested. */
  function spare(one) {
    const group = one.closest("[data-sum]"), all = group ? [...group.querySelectorAll("input[type=number]")] : [];
    const sum = all.reduce((total, other) => total + (Number(other.value) || 0), 0);
    if (!group || sum < Number(group.dataset.high) || Number(one.value) >= Number(one.max)) return;
    let can = all.filter((other) => other !== one && Number(other.value) > Number(other.min));
    if (can.length > 1) can = can.filter((other) => Number(other.value) <= Number(other.defaultValue));
    if (can.length === 1) can[0].value = String(Number(can[0].value) - 1);
  }
  window.vexillumForms = { spare };
  /* Steppers: plus and minus for a finger; the keyboard uses the field's own arrows. */
  function offerSteps(one) {
    if (!one.matches(".share > input, .steps > input") || one.min === one.max) return;
    if (!one.parentElement.matches(".steps")) {
      const steps = document.createElement("span"), name = one.labels[0]?.querySelector("span")?.firstChild.textContent.trim() || "";
      const step = (by, sign, word) => {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", className: "btn--quiet btn--small", textContent: sign, tabIndex: -1 });
        button.setAttribute("aria-label", `${word}: ${name}`);
        button.addEventListener("click", () => {
          if (by > 0) spare(one);
          one.value = String(Math.min(Number(one.max), Math.max(Number(one.min), (Number(one.value) || 0) + by)));
          one.dispatchEvent(new Event("input", { bubbles: true }));
        });
        return button;
      };
      steps.className = "steps";
      one.replaceWith(steps);
      steps.append(step(-1, "\u2212", texts.less), one, step(1, "+", texts.more));
    }
    one.previousElementSibling.disabled = Number(one.value) <= Number(one.min);
    one.parentElement.querySelector("input + button").disabled = Number(one.value) >= Number(one.max);
  }
  function judge(group, inputs, value) {
    const low = Number(group.dataset.low), high = Number(group.dataset.high);
    const out = group.querySelector("output");
    const right = value >= low && value <= high;
    if (out) { out.textContent = String(value); out.className = right ? "good strong" : "bad strong"; }
    const over = spend(group.querySelector("[data-budget]"), inputs);
    inputs[0]?.setCustomValidity(right ? over : group.dataset.problem);
  }
  /* Show the money left after what is ticked or filled in, and say what is wrong if it is too much. */
  function spend(budget, inputs) {
    if (!budget) return "";
    const times = (one) => one.type === "checkbox" ? Number(one.checked) : Number(one.value) || 0;
    const spent = inputs.reduce((total, one) => total + Number(one.dataset.cost || 0) * times(one), 0);
    const left = Number(budget.dataset.budget) - spent, out = budget.querySelector("[data-left]");
    budget.querySelector("[data-spent]").textContent = String(spent);
    out.textContent = String(left).replace("-", "\u2212");
    out.className = left < 0 ? "bad strong" : "num strong";
    return left < 0 ? budget.dataset.problem : "";
  }
  document.addEventListener("input", (event) => { if (event.target.form) check(event.target.form); });
  /* Tick the units that were grouped before, and no others. */
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-ticks]");
    if (!button) return;
    const values = new Set(button.dataset.values.split(" "));
    const boxes = [...button.form.querySelectorAll(`input[type=checkbox][name="${button.dataset.ticks}"]`)];
    boxes.forEach((one) => { one.checked = values.has(one.value); });
    boxes[0]?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  document.querySelectorAll("form").forEach(check);
  document.addEventListener("htmx:load", (event) => event.detail.elt.querySelectorAll?.("form").forEach(check));

  /* --- while an answer is being sent, no button can send another one: those of the same question wait --- */

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, target, requestConfig } = event.detail;
    if (requestConfig.verb !== "post" || target?.id !== "live") return;
    const held = elt.matches("form") ? [...elt.closest("#live, body").querySelectorAll("form[hx-post] button:enabled")] : [];
    const focused = document.activeElement;
    held.forEach((one) => { one.disabled = true; });
    elt.addEventListener("htmx:afterRequest", () => {
      held.forEach((one) => { one.disabled = false; });
      if (held.includes(focused) && focused.isConnected && document.activeElement === document.body) focused.focus({ preventScroll: true });
    }, { once: true });
  });

  /* --- a second click while the first is being sent does nothing; htmx handles its own forms --- */

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.hasAttribute("hx-post")) return;
    const line = navigator.onLine || window.parent !== window; // in the offline frame the worker answers
    if (!line) { event.preventDefault(); flash(texts.offline); return; } // otherwise the whole page would be lost
    if (form.dataset.sent) { event.preventDefault(); return; }
    const token = form.querySelector("[name=csrfmiddlewaretoken]");
    if (token) token.value = cookie("csrftoken") || token.value; // renewed by a log-in in another tab
    form.dataset.sent = "yes";
    setTimeout(() => { delete form.dataset.sent; }, 8000);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) { polled = 0; poll(); } // the reader came back to this page: others may have moved
    document.querySelectorAll("form[data-sent]").forEach((form) => { delete form.dataset.sent; });
  });

  /* --- closing a hand closes it in every tab, and it stays closed when the reader goes back --- */

  const open = () => document.querySelector("[data-hand]"), closed = document.querySelector("[data-curtain]");
  const hands = (open() || closed) && "BroadcastChannel" in window ? new BroadcastChannel("hands") : null;
  if (closed) hands?.postMessage(closed.dataset.curtain);
  hands?.addEventListener("message", (event) => { if (open()?.dataset.hand === event.data) location.reload(); });
  window.addEventListener("pagehide", (event) => { if (event.persisted && open()) document.documentElement.hidden = true; });
  window.addEventListener("pageshow", (event) => { if (event.persisted && open()) location.reload(); });

  /* --- typing physical dice: one tap or one key a die; the last one sends them all --- */

  function waiting(form) { // dice without a face
    return [...form.querySelectorAll(".faces")].filter((die) => !die.querySelector("input:checked"));
  }
  function use(form) {
    if (waiting(form).length || !form.querySelector(".faces")) return;
    const button = [...form.querySelectorAll("button")].find((one) => one.name !== "roll");
    if (button && !button.disabled) form.requestSubmit(button); // not while the odds are being updated
  }
  document.addEventListener("click", (event) => { // a tap; arrow keys only move between faces
    if (event.detail && event.target.matches(".faces input[type=radio]")) use(event.target.form);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !/^[0-9]$/.test(event.key)) return;
    if (event.target.matches("select, textarea, input:not([type=radio], [type=checkbox])")) return;
    const shown = [...document.querySelectorAll(".faces")].find((die) => die.offsetParent);
    const form = event.target.closest("form:has(.faces)") || shown?.closest("form");
    const die = form && (event.target.closest(".faces") || waiting(form)[0]);
    const face = die?.querySelector(`input[value="${event.key}"]`) || (event.key === "0" && die?.querySelector('input[value="10"]'));
    if (!face) return;
    event.preventDefault();
    face.checked = true;
    const next = waiting(form)[0]?.querySelector("input");
    if (next) next.focus(); else use(form);
  });

  /* --- Ctrl+Z undoes the last move, except in a field, where it undoes typing --- */

  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.repeat || event.key.toLowerCase() !== "z") return;
    if (event.target.matches("textarea, [contenteditable], input:not([type=radio], [type=checkbox])")) return;
    const button = document.querySelector("button[data-undo]");
    if (!button || button.disabled) return;
    event.preventDefault();
    document.getElementById("announce").textContent = button.dataset.undo;
    button.form.requestSubmit(button);
    button.disabled = true; // a held key sends once
  });

  /* --- a term of the field: a tap shows its meaning on the spot; without scripts it leads to the glossary --- */

  document.addEventListener("click", (event) => {
    const term = event.target.closest("a.term");
    if (!term || event.ctrlKey || event.metaKey || event.shiftKey || !HTMLElement.prototype.showPopover) return;
    event.preventDefault();
    let bubble = document.getElementById("term-bubble");
    if (!bubble) {
      bubble = Object.assign(document.createElement("div"), { id: "term-bubble", className: "term-bubble", popover: "auto" });
      bubble.setAttribute("role", "status");
      document.body.append(bubble);
    }
    const name = Object.assign(document.createElement("a"), { href: term.href, textContent: term.textContent });
    bubble.replaceChildren(name, ": ", term.dataset.meaning);
    bubble.showPopover();
    const at = term.getBoundingClientRect(), wide = bubble.offsetWidth, high = bubble.offsetHeight;
    const below = at.bottom + 6 + high < innerHeight ? at.bottom + 6 : Math.max(4, at.top - 6 - high);
    Object.assign(bubble.style, { left: `${Math.max(8, Math.min(at.left, innerWidth - wide - 8))}px`, top: `${below}px` });
  });

  /* --- ? lists the keys, except in a field --- */

  document.addEventListener("keydown", (event) => {
    const address = document.body.dataset.keys;
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !address) return;
    if (event.target.matches("select, textarea, [contenteditable], input:not([type=radio], [type=checkbox])")) return;
    event.preventDefault();
    location.assign(address);
  });

  /* --- work that can wait until the page is ready: styles and scripts in a template of their own, then anything the
     browser has to look up --- */

  function later() {
    document.querySelectorAll("template[data-late]").forEach((one) => one.replaceWith(one.content));
    (window.requestIdleCallback || setTimeout)(() => { zone(); taken(); if (texts.worker && window.isSecureContext) navigator.serviceWorker?.register(texts.worker).catch(() => {}); }, { timeout: 2000 });
  }
  if (document.readyState === "complete") later(); else window.addEventListener("load", later);

  /* --- the browser's time zone, if the reader has not chosen one: stored in a cookie; times are shown again, unless the
     reader has started to do something --- */

  let begun = false;
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, () => { begun = true; }, { once: true, passive: true });
  function zone() {
    if (!cookie("timezone")) {
      const here = Intl.DateTimeFormat().resolvedOptions().timeZone; // loading its tables costs a slow phone 80 ms
      if (!here || here === "UTC") return;
      const safe = location.protocol === "https:" ? "; secure" : "";
      document.cookie = `timezone=${here}; path=/; max-age=31536000; samesite=lax${safe}`;
    } // the previous page may have stored it while this one was loading
    const kept = cookie("timezone"), fresh = document.querySelector("time[data-utc]") && kept && kept !== "UTC"; // the browser may have refused
    // do not retry a zone that the server does not know; once is allowed, for a page that was being left
    const tried = Number(sessionStorage.getItem("vexillum-zoned")) || 0;
    if (!fresh || begun || document.querySelector("form[data-autosend]") || tried > 2) return;
    sessionStorage.setItem("vexillum-zoned", tried + 1);
    location.reload();
  }

  /* --- label times that are not in the browser's own zone --- */

  function name_zones(within) {
    within.querySelectorAll?.("time[data-zone]").forEach((time) => {
      const [, sign, hours, minutes] = time.dateTime.match(/([+-])(\d\d):(\d\d)$/);
      const there = (sign === "-" ? -1 : 1) * (60 * hours + Number(minutes));
      if (there !== -new Date(time.dateTime).getTimezoneOffset()) time.append(` ${time.dataset.zone}`);
      delete time.dataset.zone;
    });
  }
  name_zones(document);
  document.addEventListener("htmx:load", (event) => name_zones(event.detail.elt));

  /* --- battles taken offline: shown on the game's page, deleted when another user logs in --- */

  function taken() {
    const waiting_home = document.querySelector("[data-steps-here]");
    const steps = waiting_home && Number(localStorage.getItem(`vexillum-steps:${waiting_home.dataset.stepsHere}`));
    if (steps) {
      const said = waiting_home.querySelector("[data-steps-said]");
      said.textContent = said.dataset.stepsSaid.replace("{}", steps);
      waiting_home.hidden = false;
    }
    if (window.parent === window && (localStorage.getItem("vexillum-taken") || texts.user) !== texts.user) leave();
  }

  function leave() {
    localStorage.removeItem("vexillum-taken");
    Object.keys(localStorage).filter((name) => name.startsWith("vexillum-steps:")).forEach((name) => localStorage.removeItem(name));
    window.caches?.delete("vexillum-shells"); // nothing opens offline without it
    const asked = indexedDB.open("vexillum-table", 1);
    asked.onupgradeneeded = () => { asked.result.createObjectStore("games"); asked.result.createObjectStore("databases"); };
    asked.onsuccess = () => {
      const moved = asked.result.transaction(["games", "databases"], "readwrite");
      const games = moved.objectStore("games"), databases = moved.objectStore("databases");
      games.openCursor().onsuccess = ({ target: { result: one } }) => {
        if (!one) return;
        if (!one.value.steps && String(one.value.user) !== texts.user) { one.delete(); databases.delete(one.key); }
        one.continue(); // moves not uploaded yet wait for their owner
      };
      moved.oncomplete = () => asked.result.close();
    };
  }

  document.querySelector("form[data-autosend]")?.requestSubmit(); // kept while the reader logged in again

  /* --- small helpers --- */

  function edges() { // a row that scrolls fades out on the side with more
    document.querySelectorAll(".tabs, .bar__turn, .site-nav > nav").forEach((row) => {
      row.classList.toggle("more-left", row.scrollLeft > 1);
      row.classList.toggle("more-right", row.scrollLeft + row.clientWidth < row.scrollWidth - 1);
    });
  }
  function showTab() { // on a phone
    document.querySelectorAll(".tabs, .bar__turn, .site-nav > nav").forEach((row) => {
      const on = row.querySelector("[aria-current]");
      if (on) row.scrollLeft = on.offsetLeft - row.offsetLeft - (row.clientWidth - on.offsetWidth) / 2;
    });
    edges();
  }
  showTab();
  document.addEventListener("scroll", (event) => { if (event.target.matches?.(".tabs, .bar__turn, .site-nav > nav")) edges(); }, true);
  document.addEventListener("htmx:afterSettle", showTab);
  window.addEventListener("resize", edges);

  document.addEventListener("invalid", (event) => { // errors must be visible
    for (let part = event.target.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  }, true);
  document.addEventListener("focusin", (event) => { // typing replaces the 0
    if (event.target.matches(".share input[type=number]")) event.target.select();
  });

  /* --- confirm an irreversible action: the button in the dialog names it again --- */

  const agreed = new WeakSet(); // forms sent now, after a yes

  function button(text, value, look) {
    const made = document.createElement("button");
    Object.assign(made, { textContent: text, value, className: look });
    return made;
  }

  function ask(question, form, submitter) {
    const sheet = document.createElement("dialog"), way = document.createElement("form"), said = document.createElement("p");
    sheet.className = "ask";
    sheet.setAttribute("aria-labelledby", "ask-question");
    way.method = "dialog";
    said.id = "ask-question";
    said.textContent = question;
    const row = document.createElement("div");
    row.className = "actions";
    const label = submitter?.innerText.trim() || texts.yes;
    const look = submitter?.classList.contains("btn--danger") ? "btn--danger" : "";
    row.append(button(label, "yes", look), button(texts.no, "", "btn--quiet"));
    way.append(said, row);
    sheet.append(way);
    document.body.append(sheet);
    sheet.addEventListener("close", () => {
      sheet.remove();
      submitter?.focus();
      if (sheet.returnValue !== "yes") return;
      agreed.add(form);
      form.requestSubmit(submitter?.isConnected ? submitter : undefined);
      agreed.delete(form);
    });
    sheet.showModal();
    row.lastChild.focus(); // pressing Enter twice by mistake does nothing
  }

  document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.confirm || event.target.dataset.confirm;
    if (!question || agreed.has(event.target)) return;
    const rests = [...event.target.querySelectorAll("[data-left]")];
    if (event.submitter?.hasAttribute("data-unless-spent") && rests.length && rests.every((one) => Number(one.textContent) === 0)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(question, event.target, event.submitter);
  }, true);
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-autosubmit]")) event.target.form.requestSubmit();
  });
  // options that the chosen scenario does not use are hidden; a player's own scenario or file shows all
  const showOptions = () => {
    const scenario = document.getElementById("scenario");
    const uploads = Boolean(document.getElementById("file")?.files.length);
    const builtIn = (name) => [...document.querySelectorAll("[data-only-in]")].some((part) => part.dataset.onlyIn.split(" ").includes(name));
    document.querySelectorAll("[data-only-in]").forEach((part) => {
      part.hidden = !uploads && builtIn(scenario.value) && !part.dataset.onlyIn.split(" ").includes(scenario.value);
    });
  };
  if (document.querySelector("[data-only-in]")) {
    document.getElementById("scenario").addEventListener("change", showOptions);
    document.getElementById("file")?.addEventListener("change", showOptions);
    addEventListener("pageshow", showOptions); // after "back" too, when the browser has filled in the form
    showOptions();
  }
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const source = document.getElementById(button.dataset.copy);
    source.select();
    try { await navigator.clipboard.writeText(source.value); } catch { document.execCommand("copy"); }
    button.textContent = texts.copied;
  });
  document.querySelectorAll("select[data-detect-zone]").forEach((select) => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if ([...select.options].some((option) => option.value === zone)) select.value = zone;
  });
  document.querySelectorAll("input[type=range][data-goto]").forEach((slider) => {
    slider.addEventListener("change", () => {
      const address = new URL(slider.dataset.goto, location.href);
      new FormData(slider.form).forEach((value, name) => address.searchParams.set(name, value));
      address.searchParams.set("at", slider.value);
      location.assign(address);
    });
  });
})();
