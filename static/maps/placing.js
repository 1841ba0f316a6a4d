/* Distribute things on the map: if the question is one form that spreads something over places (recruits, losses,
   ticked groups), a tap on a place adds one there. The form is still what is sent; without this script, fill it in. */
(() => {
  "use strict";
  const NS = "http://www.w3.org/2000/svg";
  const SHARED = ":is([data-sum], [data-count]) [data-place]"; // a form that distributes something, not one that chooses a destination
  let at = ""; // the place whose steppers are visible

  /* The question's one form that distributes things; null if there is none, or more than one. */
  function form() {
    const found = new Set([...document.querySelectorAll(`form.act ${SHARED}`)].map((one) => one.form));
    const mine = [...found].filter((one) => one && !one.closest("#chosen"));
    return mine.length === 1 ? mine[0] : null;
  }
  const inputs = (f, place) => [...f.querySelectorAll(SHARED)].filter((one) => !place || one.dataset.place === place);
  const ticked = (one) => one.type === "checkbox";
  const amount = (one) => (ticked(one) ? Number(one.checked) : Number(one.value) || 0);
  const group = (one) => one.closest("[data-sum], [data-count]");
  const sum = (g) => [...g.querySelectorAll("[data-place], [type=number], [type=checkbox]")].reduce((all, one) => all + amount(one), 0);
  const left = (one) => Number(group(one).dataset.high) - sum(group(one));

  function give(one, by) {
    if (by === 1 && !ticked(one)) window.vexillumForms.spare(one);
    const now = amount(one) + by;
    if (now < (ticked(one) ? 0 : Number(one.min)) || now > (ticked(one) ? 1 : Number(one.max)) || (by > 0 && left(one) < by)) return false;
    if (ticked(one)) one.checked = now > 0; else one.value = now;
    one.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  }

  function named(one) {
    const text = one.closest("label").querySelector("span").cloneNode(true);
    text.querySelectorAll(".small").forEach((part) => part.remove());
    return text.textContent.trim();
  }
  function make(tag, css, text) {
    const found = document.createElement(tag);
    if (css) found.className = css;
    if (text !== undefined) found.textContent = text;
    return found;
  }
  function step(one, by, text, sign) {
    const button = make("button", "btn--quiet", sign);
    button.type = "button";
    button.dataset.step = by;
    button.setAttribute("aria-label", `${text}: ${named(one)}`);
    button.addEventListener("click", () => { give(one, by); });
    return button;
  }

  /* Below the question: the number left, the steppers of the last tapped place, the form's button. */
  function draw() {
    const f = form(), box = document.querySelector("[data-placing]");
    document.querySelectorAll(".map-give").forEach((one) => one.remove());
    if (!box) return;
    box.hidden = !f;
    if (!f) { badges(null); return; }
    const words = box.dataset, groups = [...new Set(inputs(f).map(group).filter(Boolean))];
    const head = make("p", "placing__left"), rows = make("div", "placing__rows");
    head.setAttribute("aria-live", "polite");
    for (const g of groups) {
      const title = g.querySelector("legend").firstChild.textContent.trim();
      const one = make("span", "", `${title}: `);
      one.append(make("span", "num strong", `${sum(g)}/${g.dataset.high}`));
      head.append(one);
    }
    for (const one of inputs(f, at)) {
      if (!at) break;
      const row = make("p", "placing__row"), detail = make("span", "placing__name", named(one));
      if (one.dataset.cost) detail.append(make("span", "small muted", ` ${one.dataset.cost}`));
      row.append(detail, step(one, -1, words.less, "−"), make("output", "num strong", String(amount(one))), step(one, 1, words.more, "+"));
      rows.append(row);
    }
    if (!rows.children.length) rows.append(make("p", "small muted", words.hint));
    const foot = make("p", "placing__foot"), send = make("button", "", f.querySelector(".actions button").textContent.trim());
    const clear = make("button", "btn--quiet", words.clear);
    send.type = clear.type = "button";
    send.addEventListener("click", () => { if (f.reportValidity()) f.requestSubmit(f.querySelector(".actions button")); });
    clear.addEventListener("click", () => inputs(f).forEach((one) => give(one, (ticked(one) ? 0 : Number(one.min)) - amount(one))));
    foot.append(send, clear);
    box.replaceChildren(head, rows, foot);
    for (const place of new Set(inputs(f).map((one) => one.dataset.place))) fill(linkOf(place));
    badges(f);
  }

  const linkOf = (place) => {
    const box = document.querySelector("[data-map]");
    return box && window.vexillumMap ? window.vexillumMap.linkOf(box, place) : null;
  };

  /* Fill places that can be tapped, above their own colour and below the names. */
  function fill(link) {
    const shape = link?.querySelector("use, rect, circle")?.cloneNode();
    if (!shape) return;
    shape.setAttribute("class", "map-give");
    shape.removeAttribute("fill");
    link.append(shape);
  }

  /* Write each number at its place. */
  function badges(f) {
    const svg = document.querySelector(".map__svg");
    if (!svg) return;
    svg.querySelector("#map-given")?.remove();
    if (!f) return;
    const all = document.createElementNS(NS, "g"), sums = new Map();
    all.id = "map-given";
    for (const one of inputs(f)) sums.set(one.dataset.place, (sums.get(one.dataset.place) || 0) + amount(one));
    for (const [place, count] of sums) {
      const link = linkOf(place);
      if (!link || (!count && place !== at)) continue;
      const r = link.getBBox(), one = document.createElementNS(NS, "g"), drawn = r.width || !link.dataset.middle;
      one.dataset.at = drawn ? `${r.x + r.width / 2} ${r.y + r.height / 2}` : link.dataset.middle; // outlines may load later
      const disc = document.createElementNS(NS, "circle"), text = document.createElementNS(NS, "text");
      disc.setAttribute("r", "11");
      text.setAttribute("y", "4.5");
      text.textContent = count;
      one.append(disc, text);
      all.append(one);
    }
    svg.append(all);
    scale();
  }
  function scale() {
    const box = document.querySelector("[data-map]");
    if (!box || !window.vexillumMap) return;
    const by = 1 / window.vexillumMap.scaleOf(box);
    for (const one of document.querySelectorAll("#map-given > g")) one.setAttribute("transform", `translate(${one.dataset.at}) scale(${by})`);
  }

  /* A tap adds one if there is only one kind of thing to place; it needs no request. */
  document.addEventListener("map:chosen", (e) => {
    const f = form(), mine = f ? inputs(f, e.detail.place) : [];
    if (!mine.length) return;
    e.detail.done = true;
    at = e.detail.place;
    if (mine.length > 1 || !give(mine[0], ticked(mine[0]) && mine[0].checked ? -1 : 1)) draw();
  });
  document.addEventListener("input", (e) => { if (e.target.matches?.("[data-place]")) draw(); });
  document.addEventListener("map:scaled", scale);
  document.addEventListener("htmx:afterSettle", (e) => { if (e.target.id === "live" || e.target.id === "chosen") draw(); });
  document.addEventListener("DOMContentLoaded", draw);
})();
