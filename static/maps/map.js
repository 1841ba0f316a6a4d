/* The map window: zoom with buttons, plus and minus, two fingers, a double tap or Ctrl and wheel. Moving is plain
   scrolling; arrow keys go from place to place. A tap loads only what is chosen. Remembers zoom and place over live swaps and reloads. Without this
   file links and scrolling do the same. */
(() => {
  "use strict";
  const WIDTHS = { 1: 0, 2: 1400, 3: 2200, 4: 3200 };
  const MOST = 5200;
  const remembered = (box) => `map:${box.dataset.mapGame}`;

  const width = (svg) => svg.getBoundingClientRect().width;

  /* Make the drawing that wide, keeping the point under (x, y) of the window where it is. */
  function zoomTo(box, wide, x = box.clientWidth / 2, y = box.clientHeight / 2) {
    const svg = box.querySelector("svg");
    const before = width(svg), left = box.scrollLeft, top = box.scrollTop; // read first: styles move them
    const target = wide ? `${Math.min(MOST, Math.max(box.clientWidth, wide))}px` : "100%";
    Object.assign(svg.style, { minWidth: "0", maxWidth: "none", width: target, height: "auto" });
    const factor = width(svg) / before;
    box.scrollLeft = (left + x) * factor - x;
    box.scrollTop = (top + y) * factor - y;
    keep(box);
  }

  function keep(box) {
    const svg = box.querySelector("svg");
    try {
      sessionStorage.setItem(remembered(box), JSON.stringify([width(svg), box.scrollLeft, box.scrollTop, box.dataset.mapFocus]));
    } catch { /* private mode: nothing is remembered */ }
  }

  function recall(box) {
    let found = null;
    try { found = JSON.parse(sessionStorage.getItem(remembered(box))); } catch { /* as above */ }
    if (!found || box.querySelector("svg").matches("[data-fixed], [data-whole]")) return false;
    zoomTo(box, found[0] > box.clientWidth + 2 ? found[0] : 0);
    if (found[3] !== box.dataset.mapFocus) return false; // things happen elsewhere now
    box.scrollLeft = found[1];
    box.scrollTop = found[2];
    return true;
  }

  /* Where things happen, or Constantinople, in the middle. */
  function centre(box) {
    const focus = box.dataset.mapFocus && box.querySelector(`#m-${CSS.escape(box.dataset.mapFocus)}`);
    const place = focus || box.querySelector("#m-europa");
    if (!place) return;
    const at = place.getBoundingClientRect(), mine = box.getBoundingClientRect();
    box.scrollLeft += at.left + at.width / 2 - mine.left - mine.width / 2;
    box.scrollTop += at.top + at.height / 2 - mine.top - mine.height / 2;
  }

  function fingers(box) {
    const down = new Map();
    let apart = 0;
    const distance = () => {
      const [a, b] = [...down.values()];
      return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    };
    box.addEventListener("pointerdown", (e) => {
      if (e.pointerType === "touch") down.set(e.pointerId, e);
      if (down.size === 2) apart = distance();
    });
    box.addEventListener("pointermove", (e) => {
      if (!down.has(e.pointerId)) return;
      down.set(e.pointerId, e);
      if (down.size !== 2 || !apart) return;
      const [a, b] = [...down.values()], mine = box.getBoundingClientRect(), now = distance();
      zoomTo(box, width(box.querySelector("svg")) * now / apart,
        (a.clientX + b.clientX) / 2 - mine.left, (a.clientY + b.clientY) / 2 - mine.top);
      apart = now;
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"])
      box.addEventListener(name, (e) => { down.delete(e.pointerId); apart = 0; });
  }

  /* --- the keyboard: the map is one stop; arrows go to the nearest place that way --- */

  const places = (box) => [...box.querySelectorAll("a[id^=m-]")];
  const AHEAD = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

  function middle(link) {
    const r = link.getBoundingClientRect();
    return [r.left + r.width / 2, r.top + r.height / 2];
  }

  /* The nearest place within 60 degrees of the direction; what lies straight ahead counts as nearer. */
  function neighbour(box, from, [dx, dy]) {
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const link of places(box)) {
      const [px, py] = middle(link), ahead = (px - x) * dx + (py - y) * dy, aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      const far = ahead + 2 * aside;
      if (link !== from && ahead > 0 && aside <= ahead * 1.7 && far < least) [best, least] = [link, far];
    }
    return best;
  }

  function stopAt(box, link) {
    for (const one of places(box)) one.tabIndex = -1;
    link.tabIndex = 0;
  }

  function keys(box) {
    box.tabIndex = -1;
    const first = box.dataset.mapFocus && box.querySelector(`#m-${CSS.escape(box.dataset.mapFocus)}`);
    const start = first || box.querySelector("#m-europa") || places(box)[0];
    if (start) stopAt(box, start);
    box.addEventListener("focusin", (e) => { if (e.target.matches("a[id^=m-]")) stopAt(box, e.target); });
    box.addEventListener("keydown", (e) => {
      const factor = { "+": 1.3, "=": 1.3, "-": 1 / 1.3 }[e.key];
      if (e.ctrlKey || e.metaKey || e.altKey || !(factor || AHEAD[e.key])) return;
      e.preventDefault();
      if (factor) { zoomTo(box, width(box.querySelector("svg")) * factor); return; }
      const here = document.activeElement.closest("a[id^=m-]") || box.querySelector("a[tabindex='0']");
      const next = neighbour(box, here, AHEAD[e.key]);
      if (next) show(box, next);
    });
  }

  /* Focus on a place, in the middle of the window if it was not in sight. */
  function show(box, link) {
    link.focus({ preventScroll: true });
    const at = link.getBoundingClientRect(), mine = box.getBoundingClientRect();
    if (at.left < mine.left || at.right > mine.right) box.scrollLeft += at.left + at.width / 2 - mine.left - mine.width / 2;
    if (at.top < mine.top || at.bottom > mine.bottom) box.scrollTop += at.top + at.height / 2 - mine.top - mine.height / 2;
  }

  /* --- choosing: only what is chosen comes anew, the map stays where it is --- */

  function choose(link) {
    const box = link.closest("[data-map]"), chosen = document.getElementById("chosen");
    const address = new URL(link.getAttribute("href"), location);
    address.hash = "";
    for (const name of ["army", "mp"]) {
      address.searchParams.delete(name);
      if (chosen.dataset[name] && !link.hasAttribute("data-own")) address.searchParams.set(name, chosen.dataset[name]);
    }
    history.replaceState(null, "", address);
    const select = document.querySelector("[data-march]");
    const option = select?.querySelector(`[data-place="${CSS.escape(link.id.slice(2))}"]`);
    if (option) select.value = option.value;
    return window.htmx.ajax("GET", address.pathname + address.search, { source: box, target: "#chosen", swap: "outerHTML" });
  }

  document.addEventListener("click", (e) => {
    const link = e.target.closest(".map__svg a");
    if (!link || !window.htmx || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    const keyboard = e.detail === 0;
    choose(link).then(() => {
      const here = document.getElementById("here"), map = document.getElementById("map");
      if (keyboard) here.focus();
      else if (here.getBoundingClientRect().top > innerHeight - 160) map.scrollIntoView({ block: "start" });
    });
  });

  document.addEventListener("click", (e) => {
    const back = e.target.closest("[data-map-back]");
    const link = back && document.querySelector(back.getAttribute("href"));
    if (!link) return;
    e.preventDefault();
    show(link.closest("[data-map]"), link);
  });

  /* What is looked at stays so when the game goes on. */
  document.addEventListener("htmx:configRequest", (e) => {
    if (e.detail.elt.id !== "live" || e.detail.verb !== "get") return;
    new URLSearchParams(location.search).forEach((value, name) => { if (["at", "army", "mp"].includes(name)) e.detail.parameters[name] = value; });
  });

  /* After one's own move the look goes to where things happen. */
  document.addEventListener("htmx:afterSettle", (e) => {
    if (e.detail.requestConfig?.verb !== "post" || e.target.id !== "live") return;
    const address = new URL(location);
    for (const name of ["at", "army", "mp"]) address.searchParams.delete(name);
    history.replaceState(null, "", address);
  });

  /* The names of all places, as the field for finding them offers them. */
  document.addEventListener("focusin", (e) => {
    const list = e.target.matches(".map__find input") && document.getElementById("map-places");
    if (!list || list.options.length) return;
    const names = [...document.querySelectorAll(".map__svg a > title")].map((title) => title.textContent.split(":")[0]);
    list.append(...names.sort((a, b) => a.localeCompare(b)).map((name) => new Option(name, name)));
  });

  /* A name that was picked is looked for at once; the button is for those without this file. */
  function finder(form) {
    form.querySelector("button").hidden = true;
    form.addEventListener("change", () => form.requestSubmit());
  }

  function ready(box) {
    if (box.dataset.ready) return;
    box.dataset.ready = "yes";
    finder(box.closest(".map").querySelector(".map__find"));
    if (!recall(box)) centre(box);
    fingers(box);
    keys(box);
    box.addEventListener("scroll", () => keep(box), { passive: true });
    box.addEventListener("wheel", (e) => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      const mine = box.getBoundingClientRect();
      zoomTo(box, width(box.querySelector("svg")) * (e.deltaY < 0 ? 1.2 : 1 / 1.2), e.clientX - mine.left, e.clientY - mine.top);
    }, { passive: false });
    box.addEventListener("dblclick", (e) => {
      const mine = box.getBoundingClientRect(), now = width(box.querySelector("svg"));
      zoomTo(box, now > WIDTHS[4] ? 0 : now * 1.6, e.clientX - mine.left, e.clientY - mine.top);
    });
    box.closest(".map").addEventListener("click", (e) => {
      const link = e.target.closest("[data-map-zoom]");
      if (!link) return;
      e.preventDefault();
      box.querySelector("svg").removeAttribute("data-fixed");
      box.querySelector("svg").removeAttribute("data-whole");
      zoomTo(box, WIDTHS[link.dataset.mapZoom]);
    });
  }

  const all = () => document.querySelectorAll("[data-map]").forEach(ready);
  document.addEventListener("DOMContentLoaded", all);
  document.addEventListener("htmx:afterSettle", all);
  all();
})();
