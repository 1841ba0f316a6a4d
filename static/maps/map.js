/* The map window: zoomed with buttons, plus and minus, two fingers, a double tap or the wheel; moved by scrolling and with
   a mouse by pulling. Arrow keys go from place to place. At each zoom the level of names and pieces that can be read is
   shown. Remembers zoom and place over live swaps and reloads. Without this file links and scrolling do the same. */
(() => {
  "use strict";
  const NEAREST = 2.5; // times the scale in which one plays
  const WIDE = 700; // pixels
  const TWICE = 350; // milliseconds between two taps that are one
  const remembered = (box) => `map:${box.dataset.mapGame}`;
  const drawing = (box) => box.querySelector(".map__svg");
  const board = () => window.vexillumSpaces; // on pages with a board of squares or hexes (spaces.js)

  /* The link of a place; of a board's empty space one is made. */
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

  /* Zoom to a scale, keeping the point under (x, y) of the window where it is. */
  function zoomTo(box, scale, x = box.clientWidth / 2, y = box.clientHeight / 2) {
    const at = pointUnder(box, x, y);
    setScale(box, scale);
    putUnder(box, at, x, y);
    keep(box);
  }

  /* The point of the drawing, in its units, under a point of the window; and the reverse: scroll it there. */
  function pointUnder(box, x, y) {
    const svg = drawing(box).getBoundingClientRect(), mine = box.getBoundingClientRect(), scale = scaleOf(box);
    return [(mine.left + x - svg.left) / scale, (mine.top + y - svg.top) / scale];
  }
  function putUnder(box, [ux, uy], x, y) {
    const [nx, ny] = pointUnder(box, x, y), scale = scaleOf(box);
    box.scrollLeft += (ux - nx) * scale;
    box.scrollTop += (uy - ny) * scale;
  }

  /* --- what is remembered --- */

  function keep(box) {
    try {
      sessionStorage.setItem(remembered(box), JSON.stringify([scaleOf(box), ...middle(box), box.dataset.mapFocus]));
    } catch { /* private mode: nothing is remembered */ }
  }

  /* While the map moves nothing is written down: once it stands still, or goes. */
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
    try { found = JSON.parse(sessionStorage.getItem(remembered(box))); } catch { /* as above */ }
    if (!found || found.length !== 4) return false;
    setScale(box, found[0]);
    if (found[3] !== box.dataset.mapFocus) return false; // things happen elsewhere now
    toMiddle(box, [found[1], found[2]]);
    return true;
  }

  /* Where things happen in the middle; what is asked for by the address has its size already. */
  function open(box) {
    const svg = drawing(box);
    if (svg.matches("[data-whole]")) { setScale(box, 0); return; }
    const asked = new URLSearchParams(location.search).has("zoom");
    if (asked) setScale(box, svg.getBoundingClientRect().width / units(svg).width);
    if (!asked && recall(box)) return;
    if (!asked && box.clientWidth > WIDE && !svg.querySelector(".map-spaces")) setScale(box, levels(svg).at(-2) * 1.05); // nearly as much is told, of far more
    const place = focusOf(box);
    if (place) centre(box, place); else if (!asked) setScale(box, 0); // nothing happens anywhere: all of it
  }
  const focusOf = (box) => linkOf(box, box.dataset.mapFocus);

  function centre(box, place) {
    const [x, y] = middleOf(place), mine = box.getBoundingClientRect();
    box.scrollLeft += x - mine.left - mine.width / 2;
    box.scrollTop += y - mine.top - mine.height / 2;
  }

  /* --- fingers and the mouse --- */

  /* Two fingers. While they move only the picture grows, which costs next to nothing; it is drawn anew at the end. */
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

  /* A mouse pulls the map; a click that ends a pull chooses nothing. */
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
      if (!e.ctrlKey && !e.metaKey && !box.closest(".stage")) return; // the page scrolls
      e.preventDefault();
      const mine = box.getBoundingClientRect();
      zoomTo(box, scaleOf(box) * Math.exp(-Math.sign(e.deltaY) * Math.min(40, Math.abs(e.deltaY)) / 200), e.clientX - mine.left, e.clientY - mine.top);
    }, { passive: false });
  }

  /* --- the keyboard: the map is one stop; arrows go to the nearest place that way --- */

  const places = (box) => [...box.querySelectorAll("a[id^=m-]")];
  const AHEAD = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

  /* Where the middle of a place is in the window. A link without its outlines, which are a file that comes later, has no size. */
  function middleOf(link) {
    const { left, top, width, height } = link.getBoundingClientRect();
    if (width || !link.dataset.middle) return [left + width / 2, top + height / 2];
    const svg = link.closest("svg"), all = svg.getBoundingClientRect(), scale = all.width / units(svg).width;
    const [x, y] = link.dataset.middle.split(" ").map(Number);
    return [all.left + x * scale, all.top + y * scale];
  }

  /* The nearest place within 60 degrees of the direction; what lies straight ahead counts as nearer. */
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

  /* Focus on a place, in the middle of the window if it was not in sight. */
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
    bar.querySelectorAll("a.chip").forEach((link) => link.remove()); // they are for those without this file
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
    new ResizeObserver(() => { // a sheet that grows never covers the place it tells of
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

  /* The key is shut by Escape, which goes back to its button, and by a tap beside it. */
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
