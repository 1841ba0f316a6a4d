/* The map window and the maintenance form. The map: zoom with buttons, plus and minus, two fingers or Ctrl and wheel. Moving is plain scrolling.
   Remembers zoom and place over live swaps and reloads. Without this file links and scrolling do the same. */
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

  function ready(box) {
    if (box.dataset.ready) return;
    box.dataset.ready = "yes";
    if (!recall(box)) centre(box);
    fingers(box);
    box.addEventListener("scroll", () => keep(box), { passive: true });
    box.addEventListener("wheel", (e) => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      const mine = box.getBoundingClientRect();
      zoomTo(box, width(box.querySelector("svg")) * (e.deltaY < 0 ? 1.2 : 1 / 1.2), e.clientX - mine.left, e.clientY - mine.top);
    }, { passive: false });
    box.addEventListener("keydown", (e) => {
      const factor = { "+": 1.3, "=": 1.3, "-": 1 / 1.3 }[e.key];
      if (!factor || e.ctrlKey || e.metaKey) return;
      e.preventDefault();
      zoomTo(box, width(box.querySelector("svg")) * factor);
    });
    box.closest(".jmap").addEventListener("click", (e) => {
      const link = e.target.closest("[data-map-zoom]");
      if (!link) return;
      e.preventDefault();
      box.querySelector("svg").removeAttribute("data-fixed");
      box.querySelector("svg").removeAttribute("data-whole");
      zoomTo(box, WIDTHS[link.dataset.mapZoom]);
    });
  }

  /* Maintenance: what the ticked groups cost, and what is left. */
  function pay(form) {
    let cost = 0;
    for (const box of form.querySelectorAll("[data-gold]")) if (box.checked) cost += Number(box.dataset.gold);
    const left = Number(form.dataset.treasury) - cost;
    form.querySelector("[data-pay-cost]").textContent = cost;
    form.querySelector("[data-pay-left]").textContent = left;
    form.querySelector("[data-pay-short]").hidden = left >= 0;
    if (!form.matches("[data-plan]")) form.querySelector("button").disabled = left < 0;
  }
  document.addEventListener("change", (e) => { const form = e.target.closest("[data-pay]"); if (form) pay(form); });

  /* A march is under way: a province in reach that is tapped fills the form instead of loading the page. */
  document.addEventListener("click", (e) => {
    const link = e.target.closest(".jmap__svg a");
    const select = document.querySelector("[data-march]");
    const option = link && select?.querySelector(`[data-place="${CSS.escape(link.id.slice(2))}"]`);
    if (!option || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    select.value = option.value;
    document.querySelector(".jmap__svg .jframe--goal")?.remove();
    const frame = link.querySelector("use").cloneNode();
    frame.setAttribute("class", "jframe jframe--goal");
    link.closest("svg").querySelector(".jink").before(frame);
    select.scrollIntoView({ block: "center", behavior: "smooth" });
    select.focus({ preventScroll: true });
  });

  /* Wide screens have room: what is marked so is opened there once. */
  function widen() {
    if (!matchMedia("(min-width: 60rem)").matches) return;
    for (const part of document.querySelectorAll("[data-wide]")) { part.open = true; part.removeAttribute("data-wide"); }
  }
  /* A link into a fold opens it. */
  function unfold() {
    const part = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (part && part.matches("details")) part.open = true;
  }
  addEventListener("hashchange", unfold);

  const all = () => {
    widen();
    document.querySelectorAll("[data-map]").forEach(ready);
    document.querySelectorAll("[data-pay]").forEach(pay);
  };
  document.addEventListener("DOMContentLoaded", () => { all(); unfold(); });
  document.addEventListener("htmx:afterSettle", all);
  all();
})();
