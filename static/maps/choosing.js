/* Choose a place on a map: a tap loads only the chosen place's part, and the map does not move. The choice survives
   when the game continues. Without this script every place is a link. The part that describes the place has the id
   "chosen"; its data-map-keep is added to links to places without the reader's pieces. */
(() => {
  "use strict";
  const looks = () => (document.querySelector("[data-map-looks]")?.dataset.mapLooks || "").split(" ").filter(Boolean);

  function choose(link) {
    const box = link.closest("[data-map]"), chosen = document.getElementById("chosen");
    const address = new URL(link.getAttribute("href"), location), tapped = { place: link.id.slice(2), way: null };
    link.dispatchEvent(new CustomEvent("map:chosen", { bubbles: true, detail: tapped })); // path.js may add it to a route
    if (tapped.done) return null; // placing.js has placed something there
    const [, ...kept] = looks(); // the first names the place itself
    for (const name of kept) address.searchParams.delete(name);
    const goal = (chosen.dataset.mapGoals || "").split(" ").includes(tapped.place); // of the chosen place
    if (goal || !link.hasAttribute("data-own")) new URLSearchParams(chosen.dataset.mapKeep).forEach((value, name) => address.searchParams.set(name, value));
    if (tapped.way) address.searchParams.set("way", JSON.stringify(tapped.way));
    address.hash = "";
    history.replaceState(null, "", address);
    return window.htmx.ajax("GET", address.pathname + address.search, { source: box, target: "#chosen", swap: "outerHTML" });
  }

  /* Tapping a destination of the chosen piece sends the form that waits for one (data-map-sends): the move can be undone. */
  function send(link) {
    const form = document.querySelector("#chosen form[data-map-sends]"), place = link.id.slice(2);
    if (!form || !form.dataset.mapSends.split(" ").includes(place)) return false;
    form.elements.namedItem(form.dataset.field).value = place;
    form.requestSubmit();
    return true;
  }

  document.addEventListener("click", (e) => {
    const link = e.target.closest(".map__svg a");
    if (!link || !window.htmx || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    if (send(link)) return;
    const keyboard = e.detail === 0;
    choose(link)?.then(() => {
      const here = document.getElementById("here");
      here.dispatchEvent(new CustomEvent("map:told", { bubbles: true }));
      if (link.isConnected) window.vexillumMap.reveal(link.closest("[data-map]"), link); // a mark is drawn anew
      if (keyboard) here.focus();
    });
  });

  document.addEventListener("click", (e) => {
    const back = e.target.closest("[data-map-back]");
    const link = back && window.vexillumMap.linkOf(document.querySelector("[data-map]"), back.hash.slice(3));
    if (!link) return;
    e.preventDefault();
    window.vexillumMap.show(link.closest("[data-map]"), link);
  });

  document.addEventListener("htmx:configRequest", (e) => {
    if (e.detail.elt.id !== "live" || e.detail.verb !== "get") return;
    new URLSearchParams(location.search).forEach((value, name) => { if (looks().includes(name)) e.detail.parameters[name] = value; });
  });

  /* Load the chosen place again if it was tapped while an update was on its way: the update is older than the tap. */
  document.addEventListener("htmx:afterSettle", (e) => {
    if (e.detail.requestConfig?.verb !== "get" || e.target.id !== "live") return;
    const chosen = document.getElementById("chosen"), wanted = new URL(location).searchParams.get(looks()[0]) || "";
    const box = document.querySelector("[data-map]");
    if (!wanted || !box || !chosen || chosen.dataset.at === wanted) return;
    window.htmx.ajax("GET", location.pathname + location.search, { source: box, target: "#chosen", swap: "outerHTML" });
  });

  /* After the player's own move, show where things happen next. */
  document.addEventListener("htmx:afterSettle", (e) => {
    if (e.detail.requestConfig?.verb !== "post" || e.target.id !== "live") return;
    const address = new URL(location);
    for (const name of looks()) address.searchParams.delete(name);
    history.replaceState(null, "", address);
  });

  /* The names of all places, for the search field's suggestions. */
  document.addEventListener("focusin", (e) => {
    const list = e.target.matches(".map__find input") && document.getElementById("map-places");
    if (!list || list.options.length) return;
    const names = [...document.querySelectorAll(".map__svg a > title")].map((title) => title.textContent.split(":")[0]);
    const spaces = window.vexillumSpaces?.spaces(document.querySelector(".map__svg")) || [];
    names.push(...spaces.map(([name]) => name).filter((name) => !names.includes(name)));
    list.append(...names.sort((a, b) => a.localeCompare(b)).map((name) => new Option(name, name)));
  });

  /* Search as soon as a suggestion is picked; without this script there is a button. */
  function finders() {
    for (const button of document.querySelectorAll(".map__find button:not([hidden])")) {
      button.hidden = true;
      button.form.addEventListener("change", () => button.form.requestSubmit());
    }
  }
  document.addEventListener("DOMContentLoaded", finders);
  document.addEventListener("htmx:afterSettle", finders);
  finders();
})();
