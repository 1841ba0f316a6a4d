/* The panel next to the board, on a phone the sheet below it. Fold it with its button or Escape; drag its edge, or use the
   arrow keys. Its size survives live updates and reloads. Without this script it has a fixed size, and scrolls. */
(() => {
  "use strict";
  const HEIGHTS = ["low", "", "high"]; // the height of a sheet; "" is the default of the style sheet
  const beside = matchMedia("(min-width: 60rem), (min-width: 34rem) and (max-height: 32rem)");
  const stage = () => document.querySelector(".stage");
  const name = () => `sheet:${location.pathname}`;

  function wanted() {
    try { return sessionStorage.getItem(name()) || ""; } catch { return ""; }
  }

  function pull(height) {
    try { sessionStorage.setItem(name(), height); } catch { /* private mode: not stored */ }
    const box = document.querySelector(".stage [data-map]"), middle = box && window.vexillumMap?.middle(box);
    show(height);
    if (middle) window.vexillumMap.toMiddle(box, middle);
  }

  function show(height) {
    const at = stage();
    if (height) at.dataset.sheet = height; else delete at.dataset.sheet;
    at.style.removeProperty("--sheet");
    document.querySelector("[data-map-full]")?.setAttribute("aria-pressed", height === "low");
  }

  const now = () => stage()?.dataset.sheet || "";
  const toggle = () => pull(now() === "low" ? "" : "low");

  document.addEventListener("click", (e) => {
    if (e.target.closest("[data-map-full]")) toggle();
    const led = e.target.closest('a[href="#next"], a[href^="#fold-"], a[href="#acts"], a[href="#here"]'); // a link to something in the panel
    if (led && now() === "low") pull("");
    const fold = led && document.querySelector(led.getAttribute("href"));
    if (fold?.matches("details")) fold.open = true;
  });

  /* Escape: from the chosen piece back to its place on the map; otherwise restore or hide the panel. */
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || e.defaultPrevented || !stage() || document.querySelector(":popover-open, dialog[open]")) return;
    const back = e.target.closest("#chosen") && document.querySelector("[data-map-back]");
    if (back) back.click();
    else if (e.target.closest(".map") || now()) pull(now() ? "" : "low");
  });

  /* The edge of the sheet follows the finger and snaps to the nearest height. */
  let held = null;
  document.addEventListener("pointerdown", (e) => {
    const grip = e.target.closest("[data-sheet].stage__grip");
    if (!grip || beside.matches) return;
    held = { from: e.clientY, height: document.getElementById("panel").offsetHeight, moved: false };
    grip.setPointerCapture(e.pointerId);
  });
  document.addEventListener("pointermove", (e) => {
    if (!held) return;
    held.moved ||= Math.abs(e.clientY - held.from) > 5;
    if (held.moved) stage().style.setProperty("--sheet", `${Math.max(60, Math.min(innerHeight - 120, held.height + held.from - e.clientY))}px`);
  });
  document.addEventListener("pointerup", (e) => {
    if (!held) return;
    const height = (held.height + held.from - e.clientY) / innerHeight, moved = held.moved;
    held = null;
    if (moved) pull(height < 0.24 ? "low" : height > 0.6 ? "high" : "");
    else step(now() === "high" ? -2 : 1);
  });
  document.addEventListener("pointercancel", () => { held = null; stage()?.style.removeProperty("--sheet"); });
  document.addEventListener("keydown", (e) => {
    if (!e.target.matches?.(".stage__grip")) return;
    const by = { ArrowUp: 1, ArrowDown: -1, Enter: now() === "high" ? -2 : 1, " ": now() === "high" ? -2 : 1 }[e.key];
    if (!by) return;
    e.preventDefault();
    step(by);
  });
  function step(by) {
    pull(HEIGHTS[Math.max(0, Math.min(2, HEIGHTS.indexOf(now()) + by))]);
  }

  /* Raise a low panel when the player chooses something on the map: it shows the choice. */
  document.addEventListener("map:told", () => {
    if (now() === "low" && !beside.matches) pull("");
    document.getElementById("here")?.firstElementChild?.scrollIntoView({ block: "nearest" });
  });

  /* After a battle, count strengths down to what is left, once. */
  let counted = "";
  function count() {
    const card = document.getElementById("felt");
    if (!card || card.textContent === counted || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    counted = card.textContent;
    for (const one of card.querySelectorAll("[data-count-from]")) {
      const from = Number(one.dataset.countFrom), to = Number(one.textContent), begun = performance.now();
      if (from === to) continue;
      const step = (now) => {
        const share = Math.min(1, Math.max(0, (now - begun) / 900));
        one.textContent = Math.round(from + (to - from) * share);
        if (share < 1 && one.isConnected) requestAnimationFrame(step); else one.textContent = to;
      };
      requestAnimationFrame(step);
    }
  }

  /* Immediately after a swap, to avoid flicker. */
  function again() {
    if (!stage()) return;
    for (const one of stage().querySelectorAll("[data-map-full][hidden], .stage__grip[hidden]")) one.hidden = false;
    if (wanted() !== now()) show(wanted());
    const mark = document.querySelector(".lesson[data-names]"), named = mark && document.getElementById(mark.dataset.names);
    if (named && !["map", "now", "next", "doing", "acts"].includes(named.id)) named.classList.add("named");
  }
  document.addEventListener("DOMContentLoaded", () => { again(); count(); });
  document.addEventListener("htmx:afterSwap", () => { again(); count(); });
  again();
})();
