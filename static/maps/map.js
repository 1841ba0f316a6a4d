/* The map window. Zoom with buttons, plus and minus, two fingers, a double tap or the wheel; move by scrolling or by
   dragging with a mouse. Arrow keys go from place to place. Each zoom level shows the names and pieces that are legible
   there. Zoom and position survive live updates and reloads. Without this script, links and scrolling do the same. */
(() => {
  "use strict";
  const NEAREST = 2.5; // multiples of the scale for playing
  const WIDE = 700; // pixels
  const TWICE = 350; // the longest time between two taps of a double tap, in milliseconds
  const remembered = (box) => `map:${box.dataset.mapGame}`;
  const drawing = (box) => box.querySelector(".map__svg");
  const board = () => window.vexillumSpaces; // on pages with a board of squares or hexes (spaces.js)

  /* The link of a place; an empty space of a board gets one when it is needed. */
  const linkOf = (box, id) => (id ? box.querySelector(`#m-${CSS.escape(id)}`) || board()?.link(drawing(box), id) || null : null);

  /* --- scale and level --- */

  const levels = (svg) => svg.dataset.levels.split(" ").map(Number);
  const units = (svg) => svg.viewBox.baseVal;
  const scaleOf = (box) => drawing(box).getBoundingClientRect().width / units(drawing(box)).width;
  const high = (box) => box.clientHeight - parseFloat(getComputedStyle(box).paddingTop); // boards begin below the buttons
  const fitting = (box) => Math.min(box.clientWidth / units(drawing(box)).width, high(box) / units(drawing(box)).height);

  function setScale(box, scale) {
    const svg = drawing(box), all = levels(svg);
    const now = Math.min(all.at(-1) * NEAREST, Math.max(fitting(box), scale));
    svg.removeAttribute("data-whole");
    Object.assign(svg.style, { width: `${units(svg).width * now}px`, height: `${units(svg).height * now}px` });
    svg.dataset.level = Math.max(0, all.findLastIndex((least) => least <= now + 0.001));
    box.dispatchEvent(new CustomEvent("map:scaled", { bubbles: true }));
    return now;
  }

  /* Zoom to a scale, keeping the point under (x, y) of the window in place. */
  function zoomTo(box, scale, x = box.clientWidth / 2, y = box.clientHeight / 2) {
    const at = pointUnder(box, x, y);
    setScale(box, scale);
    putUnder(box, at, x, y);
    keep(box);
  }

  /* Convert a point of the window to the drawing's units; and the reverse: scroll a point of the drawing there. */
  function pointUnder(box, x, y) {
    const svg = drawing(box).getBoundingClientRect(), mine = box.getBoundingClientRect(), scale = scaleOf(box);
    return [(mine.left + x - svg.left) / scale, (mine.top + y - svg.top) / scale];
  }
  function putUnder(box, [ux, uy], x, y) {
    const [nx, ny] = pointUnder(box, x, y), scale = scaleOf(box);
    box.scrollLeft += (ux - nx) * scale;
    box.scrollTop += (uy - ny) * scale;
  }

  /* --- stored zoom and position --- */

  function keep(box) {
    try {
      sessionStorage.setItem(remembered(box), JSON.stringify([scaleOf(box), ...middle(box), box.dataset.mapFocus]));
    } catch { /* private mode: nothing is stored */ }
  }

  /* Store the position once the map is still, or the page is left. */
  const moved = new Set();
  let still = 0;
  function noted() {
    clearTimeout(still);
    for (const box of moved) if (box.isConnected) keep(box);
    moved.clear();
  }
  addEventListener("pagehide", noted);
  document.addEventListener("htmx:beforeSwap", noted);

  function recall(box) {
    let found = null;
    try { found = JSON.parse(sessionStorage.getItem(remembered(box))); } catch { /* private mode */ }
    if (!found || found.length !== 4) return false;
    setScale(box, found[0]);
    if (found[3] !== box.dataset.mapFocus) return false; // the action has moved elsewhere
    toMiddle(box, [found[1], found[2]]);
    return true;
  }

  /* Centre the action; a position in the address keeps its own zoom. */
  function open(box) {
    const svg = drawing(box);
    if (svg.matches("[data-whole]")) { setScale(box, 0); return; }
    const asked = new URLSearchParams(location.search).has("zoom");
    if (asked) setScale(box, svg.getBoundingClientRect().width / units(svg).width);
    if (!asked && recall(box)) return;
    if (!asked && box.clientWidth <= WIDE && svg.querySelector(".map-spaces") && fitting(box) >= levels(svg)[1]) { setScale(box, 0); return; } // a board whose pieces stay legible is shown whole
    if (!asked && box.clientWidth > WIDE && !svg.querySelector(".map-spaces")) setScale(box, levels(svg).at(-2) * 1.05); // nearly the same detail, for a much larger area
    const place = focusOf(box);
    if (place) centre(box, place); else if (!asked) setScale(box, 0); // no action anywhere: show the whole map
  }
  const focusOf = (box) => linkOf(box, box.dataset.mapFocus);

  function centre(box, place) {
    const [x, y] = middleOf(place), mine = box.getBoundingClientRect();
    box.scrollLeft += x - mine.left - mine.width / 2;
    box.scrollTop += y - mine.top - mine.height / 2;
  }

  /* --- fingers and the mouse --- */

  /* Two fingers. During the gesture only the picture is scaled, which is cheap; it is drawn properly at the end. */
  function pinch(box) {
    let start = null;
    const between = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const middle = ([a, b]) => {
      const mine = box.getBoundingClientRect();
      return [(a.clientX + b.clientX) / 2 - mine.left, (a.clientY + b.clientY) / 2 - mine.top];
    };
    const move = (e) => {
      if (!start || e.touches.length !== 2) return;
      e.preventDefault();
      const svg = drawing(box), all = levels(svg), [x, y] = middle(e.touches);
      const wanted = Math.min(all.at(-1) * NEAREST, Math.max(fitting(box), start.scale * between(e.touches) / start.apart));
      start.factor = wanted / start.scale;
      const [ux, uy] = start.at, [sx, sy] = start.from;
      svg.style.transformOrigin = `${ux * start.scale}px ${uy * start.scale}px`;
      svg.style.transform = `translate(${x - sx}px, ${y - sy}px) scale(${start.factor})`;
      start.to = [x, y];
    };
    const end = () => {
      if (!start) return;
      const { at, to, scale, factor } = start, svg = drawing(box);
      start = null;
      box.removeEventListener("touchmove", move);
      svg.style.transform = "";
      setScale(box, scale * factor);
      putUnder(box, at, ...to);
      keep(box);
    };
    box.addEventListener("touchstart", (e) => {
      if (e.touches.length !== 2 || !e.cancelable) return;
      e.preventDefault();
      const from = middle(e.touches);
      start = { apart: between(e.touches), scale: scaleOf(box), factor: 1, from, to: from, at: pointUnder(box, ...from) };
      box.addEventListener("touchmove", move, { passive: false });
    }, { passive: false });
    for (const name of ["touchend", "touchcancel"]) box.addEventListener(name, end);
  }

  /* Drag the map with a mouse. The click that ends a drag selects nothing. */
  function pull(box) {
    let from = null;
    box.addEventListener("pointerdown", (e) => {
      if (e.pointerType === "mouse" && e.button === 0) from = [e.clientX, e.clientY, box.scrollLeft, box.scrollTop];
    });
    box.addEventListener("dragstart", (e) => e.preventDefault()); // links
    addEventListener("pointermove", (e) => {
      if (!from || !box.isConnected) return;
      const dx = e.clientX - from[0], dy = e.clientY - from[1];
      if (!box.dataset.held && Math.hypot(dx, dy) < 5) return;
      box.dataset.held = "yes";
      box.scrollTo(from[2] - dx, from[3] - dy);
    });
    addEventListener("pointerup", () => {
      from = null;
      if (!box.dataset.held) return;
      const stop = (e) => { e.stopPropagation(); e.preventDefault(); };
      box.addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => { box.removeEventListener("click", stop, { capture: true }); delete box.dataset.held; });
    });
  }

  function doubleTap(box) {
    let last = null;
    box.addEventListener("click", (e) => {
      if (!e.detail) return; // the Enter key
      const near = last && e.timeStamp - last.timeStamp < TWICE && Math.hypot(e.clientX - last.clientX, e.clientY - last.clientY) < 30;
      last = near ? null : e;
      if (!near) return;
      const mine = box.getBoundingClientRect(), scale = scaleOf(box), all = levels(drawing(box));
      const next = all.find((least) => least > scale + 0.01) || (scale < all.at(-1) * 1.5 ? scale * 1.6 : all[0]);
      zoomTo(box, next, e.clientX - mine.left, e.clientY - mine.top);
    });
  }

  function wheel(box) {
    box.addEventListener("wheel", (e) => {
      if (!e.ctrlKey && !e.metaKey && !box.closest(".stage")) return; // let the page scroll
      e.preventDefault();
      const mine = box.getBoundingClientRect();
      zoomTo(box, scaleOf(box) * Math.exp(-Math.sign(e.deltaY) * Math.min(40, Math.abs(e.deltaY)) / 200), e.clientX - mine.left, e.clientY - mine.top);
    }, { passive: false });
  }

  /* --- keyboard: the map is one tab stop; arrows go to the nearest place in that direction --- */

  const places = (box) => [...box.querySelectorAll("a[id^=m-]")];
  const AHEAD = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

  /* The centre of a place in the window. A link has no size until the file with its outline has loaded. */
  function middleOf(link) {
    const { left, top, width, height } = link.getBoundingClientRect();
    if (width || !link.dataset.middle) return [left + width / 2, top + height / 2];
    const svg = link.closest("svg"), all = svg.getBoundingClientRect(), scale = all.width / units(svg).width;
    const [x, y] = link.dataset.middle.split(" ").map(Number);
    return [all.left + x * scale, all.top + y * scale];
  }

  /* The nearest place within 60 degrees of the direction; places straight ahead count as nearer. */
  function neighbour(box, from, [dx, dy]) {
    const space = board()?.next(drawing(box), from.id.slice(2), [dx, dy]);
    if (space) return space;
    const [x, y] = middleOf(from);
    let best = null, least = Infinity;
    for (const link of places(box)) {
      const [px, py] = middleOf(link), ahead = (px - x) * dx + (py - y) * dy, aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      const far = ahead + 2 * aside;
      if (link !== from && ahead > 0 && aside <= ahead * 1.7 && far < least) [best, least] = [link, far];
    }
    return best;
  }

  function stopAt(box, link) {
    for (const one of box.querySelectorAll("a[tabindex='0']")) one.tabIndex = -1;
    link.tabIndex = 0;
  }

  function keys(box) {
    box.tabIndex = -1;
    for (const one of places(box)) one.tabIndex = -1;
    const start = focusOf(box) || places(box)[0] || linkOf(box, board()?.spaces(drawing(box))[0]?.[0]);
    if (start) stopAt(box, start);
    box.addEventListener("focusin", (e) => { if (e.target.matches("a[id^=m-]")) stopAt(box, e.target); });
    box.addEventListener("keydown", (e) => {
      const factor = { "+": 1.3, "=": 1.3, "-": 1 / 1.3 }[e.key];
      if (e.ctrlKey || e.metaKey || e.altKey || !(factor || AHEAD[e.key])) return;
      e.preventDefault();
      const here = document.activeElement.closest("a[id^=m-]") || box.querySelector("a[tabindex='0']");
      if (factor) { zoomTo(box, scaleOf(box) * factor); show(box, here); return; }
      const next = neighbour(box, here, AHEAD[e.key]);
      if (next) show(box, next);
    });
  }

  /* Focus a place, and centre it if it was out of view. */
  function show(box, link) {
    link.focus({ preventScroll: true });
    reveal(box, link);
  }
  function reveal(box, link) {
    if (!inSight(box, link)) centre(box, link);
  }
  function inSight(box, link) {
    const [x, y] = middleOf(link), mine = box.getBoundingClientRect();
    return x > mine.left + 20 && x < mine.right - 20 && y > mine.top + 20 && y < mine.bottom - 20;
  }

  /* --- buttons --- */

  const ZOOMS = {
    out: (box) => zoomTo(box, scaleOf(box) / 1.5),
    in: (box) => zoomTo(box, scaleOf(box) * 1.5),
    whole: (box) => { const near = levels(drawing(box)).at(-1); zoomTo(box, scaleOf(box) > fitting(box) * 1.05 ? 0 : near); const place = focusOf(box); if (place) centre(box, place); },
  };

  function buttons(box) {
    const bar = box.closest(".map").querySelector(".map__zooms");
    bar.querySelectorAll("a.chip").forEach((link) => link.remove()); // for readers without this script
    bar.querySelectorAll("[data-map-zoom][hidden]").forEach((button) => { button.hidden = false; });
    bar.addEventListener("click", (e) => {
      const what = e.target.closest("[data-map-zoom]")?.dataset.mapZoom;
      if (ZOOMS[what]) ZOOMS[what](box);
    });
  }

  function ready(box) {
    if (box.dataset.ready) return;
    box.dataset.ready = "yes";
    if (board()) box.addEventListener("click", board().clicked, { capture: true });
    buttons(box);
    open(box);
    pinch(box);
    pull(box);
    doubleTap(box);
    wheel(box);
    keys(box);
    box.addEventListener("scroll", () => { moved.add(box); clearTimeout(still); still = setTimeout(noted, 150); }, { passive: true });
    let seen = box.clientHeight;
    new ResizeObserver(() => { // a growing sheet must not cover the place it describes
      if (box.clientHeight === seen) return;
      seen = box.clientHeight;
      setScale(box, scaleOf(box));
      const place = chosenOf(box);
      if (place) reveal(box, place);
    }).observe(box);
  }
  function chosenOf(box) {
    const at = document.getElementById("chosen")?.dataset.at;
    return at ? linkOf(box, at) : focusOf(box);
  }

  /* Escape closes the legend and returns to its button; a tap outside closes it too. */
  document.addEventListener("keydown", (e) => {
    const open = e.key === "Escape" && document.querySelector(".map__key[open]");
    if (!open) return;
    e.stopImmediatePropagation();
    open.open = false;
    open.querySelector("summary").focus();
  });
  document.addEventListener("click", (e) => {
    const open = document.querySelector(".map__key[open]");
    if (open && !open.contains(e.target)) open.open = false;
  });

  const middle = (box) => pointUnder(box, box.clientWidth / 2, box.clientHeight / 2);
  const toMiddle = (box, at) => putUnder(box, at, box.clientWidth / 2, box.clientHeight / 2);
  window.vexillumMap = { scaleOf, linkOf, show, reveal, middle, toMiddle };
  const all = () => document.querySelectorAll("[data-map]").forEach(ready);
  document.addEventListener("DOMContentLoaded", all);
  document.addEventListener("htmx:afterSettle", all);
  all();
})();
