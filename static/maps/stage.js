/* The map in the whole window: a button and Escape, remembered over live swaps and reloads of a game. */
(() => {
  "use strict";
  const remembered = (box) => `map-full:${box.dataset.mapGame}`;
  const window_ = () => document.querySelector(".map-stage [data-map]");

  function wanted(box) {
    try { return sessionStorage.getItem(remembered(box)) === "yes"; } catch { return false; }
  }

  function fill(box, full) {
    try { sessionStorage.setItem(remembered(box), full ? "yes" : "no"); } catch { /* private mode: not remembered */ }
    const middle = window.vexillumMap.middle(box);
    show(box, full);
    window.vexillumMap.toMiddle(box, middle);
  }

  function show(box, full) {
    box.closest(".map-stage").classList.toggle("map-stage--full", full);
    box.closest(".map").querySelector("[data-map-full]").setAttribute("aria-pressed", full);
  }

  document.addEventListener("click", (e) => {
    const button = e.target.closest("[data-map-full]");
    if (button) fill(window_(), button.getAttribute("aria-pressed") !== "true");
  });

  /* Escape: from what is chosen back to its place, from the map back to the page. */
  document.addEventListener("keydown", (e) => {
    const box = window_();
    if (e.key !== "Escape" || !box || !document.querySelector(".map-stage--full")) return;
    const back = e.target.closest(".map-stage__here") && document.querySelector("[data-map-back]");
    if (back) back.click();
    else { fill(box, false); document.querySelector("[data-map-full]").focus(); }
  });

  /* At once after a swap, so that nothing flickers. */
  function again() {
    const box = window_();
    if (!box) return;
    box.closest(".map").querySelector("[data-map-full]").hidden = false;
    if (wanted(box)) show(box, true);
  }
  document.addEventListener("DOMContentLoaded", again);
  document.addEventListener("htmx:afterSwap", again);
  again();
})();
