/* The drawer next to the map: letters and notes are fetched into it when it is opened. Without this file its links are pages. */
(() => {
  "use strict";
  const drawer = document.getElementById("drawer"), body = document.getElementById("drawer-body");
  if (!drawer || !window.htmx) return;
  const links = () => document.querySelectorAll(".bar a[data-drawer], #game-tabs a[data-drawer]");
  let shown = "", loaded = "", from = null;

  function mark() {
    for (const link of links()) link.setAttribute("aria-expanded", link.dataset.drawer === shown);
  }

  /* At a desk it begins below the row above the map. */
  function place() {
    const bar = document.querySelector(".stage > .bar");
    if (bar) drawer.style.setProperty("--drawer-top", `${Math.round(bar.getBoundingClientRect().bottom)}px`);
  }

  function load(address) {
    return window.htmx.ajax("GET", address, { target: "#drawer-body", swap: "innerHTML" });
  }

  async function open(link) {
    const same = loaded === link.dataset.drawer, written = [...body.querySelectorAll("textarea")].some((one) => one.value.trim());
    if (drawer.hidden) from = link;
    shown = loaded = link.dataset.drawer;
    drawer.hidden = false;
    place();
    mark();
    if (!same || !written) await load(link.href);
    drawer.focus({ preventScroll: true });
    if (shown === "letters") link.querySelector(".badge")?.remove(); // they are read now
    document.dispatchEvent(new CustomEvent("drawer:shown", { detail: shown }));
  }

  function close() {
    drawer.hidden = true;
    shown = "";
    mark();
    document.dispatchEvent(new CustomEvent("drawer:closed"));
    const back = from?.isConnected ? from : document.querySelector(".bar [data-drawer]");
    (back?.offsetParent ? back : document.querySelector(".tabs__button"))?.focus({ preventScroll: true });
  }

  document.addEventListener("click", (e) => {
    const link = e.target.closest("a[data-drawer]");
    if (e.target.closest("[data-drawer-close]")) { close(); return; }
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    document.querySelector("#game-tabs:popover-open")?.hidePopover();
    if (!drawer.hidden && shown === link.dataset.drawer && !drawer.contains(link)) close(); else open(link);
  });

  document.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || drawer.hidden || e.defaultPrevented || document.querySelector(":popover-open, dialog[open]")) return;
    e.preventDefault();
    close();
  }, true);

  addEventListener("resize", place, { passive: true });
  document.addEventListener("htmx:afterSwap", (e) => { if (e.target.id === "live") { place(); mark(); } });
  document.addEventListener("htmx:afterSettle", (e) => { // letters that came while they are on the screen are read
    if (shown === "letters") for (const link of links()) if (link.dataset.drawer === "letters") link.querySelector(".badge")?.remove();
    if (e.target.id === "drawer-body") document.dispatchEvent(new CustomEvent("drawer:filled", { detail: shown }));
  });
  mark();
})();
