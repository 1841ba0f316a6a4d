/* A route built leg by leg. Without this script the player picks one of the listed destinations, each with its
   cheapest route. */
(function () {
  "use strict";

  function at(way, start) { return way.length ? way[way.length - 1] : start; }

  function spent(map, way) {
    return way.reduce((sum, to, i) => sum + leg(map, i ? way[i - 1] : map.start, to)[2], 0);
  }

  function leg(map, from, to) { return map.legs.find((one) => one[0] === from && one[1] === to); }

  function onward(map, way) {
    const here = at(way, map.start);
    if ((way.length && map.halts.includes(here)) || (map.high !== null && way.length >= map.high)) return [];
    return map.legs.filter((one) => one[0] === here && one[1] !== map.start && !way.includes(one[1])
      && (map.budget === null || spent(map, way) + one[2] <= map.budget));
  }

  /* The route after a tap on a place: back to an earlier point, one leg on, or the listed route that leads there; null
     if the tap does nothing. */
  function tapped(select, map, place) {
    const way = read(select), been = way.indexOf(place);
    if (place === map.start) return way.length ? [] : null;
    if (been >= 0) return way.slice(0, been + 1);
    if (onward(map, way).some((one) => one[1] === place)) return [...way, place];
    const listed = [...select.options].filter((one) => one.value && !one.dataset.own).map((one) => JSON.parse(one.value));
    return listed.find((one) => one.at(-1) === place) || null;
  }

  /* Keep the map and the form in step: the route being built is the one shown. */
  document.addEventListener("map:chosen", (event) => {
    const field = [...document.querySelectorAll("[data-path]")].find((one) => !one.closest("#chosen"));
    if (!field) return;
    const map = JSON.parse(field.dataset.path), select = field.querySelector("select");
    const way = tapped(select, map, event.detail.place);
    if (!way) return;
    write(field, select, map, way);
    if (way.length) event.detail.way = way;
  });

  function read(select) {
    try { return JSON.parse(select.value || "[]"); } catch { return []; }
  }

  function write(field, select, map, way) {
    const value = way.length ? JSON.stringify(way) : "";
    let option = [...select.options].find((one) => one.value === value);
    if (!option) {
      option = [...select.options].find((one) => one.dataset.own) || select.appendChild(new Option("", ""));
      option.dataset.own = "yes";
      option.value = value;
      option.textContent = way.map((place) => map.names[place]).join(" → ");
    }
    option.selected = true;
    draw(field, select, map);
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function button(text, detail, act) {
    const found = document.createElement("button");
    found.type = "button";
    found.className = "btn--quiet";
    found.textContent = text;
    if (detail) {
      const small = document.createElement("span");
      small.className = "small muted";
      small.textContent = " " + detail;
      found.append(small);
    }
    found.addEventListener("click", act);
    return found;
  }

  function draw(field, select, map) {
    const way = read(select);
    const told = field.querySelector("[data-way]");
    const legs = field.querySelector("[data-legs]");
    const words = [map.start, ...way].map((place) => map.names[place]).join(" → ");
    const left = map.budget === null ? "" : ` (${spent(map, way)}/${map.budget})`;
    const ends = way.length && map.not_in.includes(at(way, map.start));
    told.textContent = words + left + (ends ? ` ${field.dataset.goOn}` : "");
    const focus = legs.contains(document.activeElement);
    const further = onward(map, way).map((one) => button(
      map.names[one[1]], [one[2] ? `+${one[2]}` : "", one[3]].filter(Boolean).join(" "),
      () => write(field, select, map, [...way, one[1]]),
    ));
    if (way.length) further.push(button(field.dataset.undo, "", () => write(field, select, map, way.slice(0, -1))));
    legs.replaceChildren(...further);
    if (focus) legs.querySelector("button")?.focus();
  }

  function start(root) {
    root.querySelectorAll("[data-path]").forEach((field) => {
      if (field.dataset.drawn) return;
      field.dataset.drawn = "yes";
      const map = JSON.parse(field.dataset.path);
      const select = field.querySelector("select");
      field.querySelector("[data-leg-by-leg]").hidden = false;
      select.addEventListener("change", () => draw(field, select, map));
      draw(field, select, map);
    });
  }

  start(document);
  document.addEventListener("htmx:load", (event) => start(event.detail.elt.parentElement || document));
})();
