/* A player's own marks on the map: arrows, circles and texts, drawn over it for nobody else, and set with two taps. The page
   never holds them: they are fetched by their author. Without this file they are listed, with a picture, on the page of notes. */
(() => {
  "use strict";
  const script = document.currentScript, address = script.dataset.notes, told = script.dataset.told;
  const NS = "http://www.w3.org/2000/svg";
  const box = () => document.querySelector("[data-map]"), svg = () => box()?.querySelector(".map__svg");
  const drawer = document.getElementById("drawer");
  let marks = [], sent = [], tool = "", first = null;

  /* --- which position is looked at, as whom --- */

  function asked() {
    const here = new URLSearchParams(location.search), found = new URLSearchParams();
    const link = document.querySelector('a[data-drawer="notes"]');
    const seat = link && new URL(link.href).searchParams.get("seat");
    if (seat) found.set("seat", seat);
    if (location.pathname.endsWith("/replay/") && here.get("at")) found.set("at", here.get("at"));
    return found;
  }

  async function json(url, options = {}) {
    const answer = await fetch(url, { ...options, headers: { ...options.headers, Accept: "application/json" } });
    if (!answer.ok || !answer.headers.get("Content-Type")?.startsWith("application/json")) throw new Error(answer.status);
    return answer.json();
  }

  async function fetchMarks() {
    if (!document.querySelector('a[data-drawer="notes"]')) return;
    try { marks = (await json(`${told}?${asked()}`)).marks; } catch { marks = []; /* no hand is open, or the line is gone */ }
    draw();
  }

  /* --- drawing: thin at every zoom --- */

  const scale = () => svg().getBoundingClientRect().width / svg().viewBox.baseVal.width || 1;

  function path(mark) {
    const [x, y, a, b] = mark.points;
    if (mark.kind === "circle") return `M${x - a} ${y}a${a} ${a} 0 1 0 ${2 * a} 0a${a} ${a} 0 1 0 ${-2 * a} 0`;
    if (mark.kind !== "arrow") return "";
    const angle = Math.atan2(b - y, a - x), size = 15 / scale();
    const side = (turn) => `M${a} ${b}L${a - size * Math.cos(angle + turn)} ${b - size * Math.sin(angle + turn)}`;
    return `M${x} ${y}L${a} ${b}${side(0.45)}${side(-0.45)}`;
  }

  function add(group, name, attributes, text) {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    group.append(made);
  }

  function draw() {
    const map = svg();
    map?.querySelectorAll(".own-marks").forEach((one) => one.remove());
    for (const [all, name] of [[sent, "own-marks own-marks--sent"], [marks, "own-marks"]]) {
      const shown = all.filter((one) => one.points.length);
      if (!map || !shown.length) continue;
      const group = document.createElementNS(NS, "g");
      group.setAttribute("class", name);
      group.setAttribute("aria-hidden", "true"); // they are listed in the drawer
      for (const mark of shown) {
        const d = path(mark);
        if (d) { add(group, "path", { class: "note-mark note-mark--under", d }); add(group, "path", { class: "note-mark", d }); }
        const label = mark.text.split("\n")[0].slice(0, 60);
        if (label) add(group, "text", { class: "note-mark__text", x: mark.points[0], y: mark.points[1] - (d ? 8 / scale() : 0), "font-size": 15 / scale() }, label);
      }
      map.append(group);
    }
  }

  /* --- setting a mark --- */

  const hint = (text) => { const place = document.querySelector("[data-marking-hint]"); if (place) place.textContent = text; };
  const words = () => document.getElementById("note-text");

  function take(name) {
    tool = tool === name ? "" : name;
    first = null;
    for (const one of document.querySelectorAll("[data-mark]")) {
      one.setAttribute("aria-pressed", one.dataset.mark === tool);
      if (one.dataset.mark === tool) hint(one.dataset.hint);
    }
    if (!tool) hint("");
    drawer.classList.toggle("is-marking", Boolean(tool) && tool !== "text");
    document.querySelector(".stage")?.classList.toggle("is-marking-map", Boolean(tool));
  }

  /* The point of the map under a tap; of a place chosen with the keyboard its middle. */
  function pointOf(e) {
    const link = e.target.closest(".map__svg a"), rect = link?.getBoundingClientRect();
    const x = e.detail === 0 && rect ? rect.left + rect.width / 2 : e.clientX, y = e.detail === 0 && rect ? rect.top + rect.height / 2 : e.clientY;
    const at = new DOMPoint(x, y).matrixTransform(svg().getScreenCTM().inverse());
    return { x: Math.round(at.x * 10) / 10, y: Math.round(at.y * 10) / 10, name: link?.querySelector("title")?.textContent.split(":")[0].trim() || "" };
  }

  document.addEventListener("click", (e) => {
    const button = e.target.closest?.("[data-mark]");
    if (button) { take(button.dataset.mark); return; }
    if (!tool || !e.target.closest?.(".map__svg")) return;
    e.preventDefault();
    e.stopPropagation();
    const point = pointOf(e), text = words()?.value.trim() || "";
    if (tool === "text") {
      if (!text) { words()?.focus(); return; }
      save({ kind: "text", points: [point.x, point.y], places: [point.name].filter(Boolean), text });
    } else if (!first) {
      first = point;
      sketch(point);
    } else {
      const far = Math.hypot(point.x - first.x, point.y - first.y), places = [first.name, point.name].filter(Boolean);
      if (far * scale() < 4) return; // the same point again
      const points = tool === "arrow" ? [first.x, first.y, point.x, point.y] : [first.x, first.y, Math.round(far * 10) / 10];
      save({ kind: tool, points, places: tool === "arrow" ? places : places.slice(0, 1), text });
    }
  }, true);

  /* A dot where a mark begins. */
  function sketch(point) {
    draw();
    const group = document.createElementNS(NS, "g"), r = 5 / scale();
    group.setAttribute("class", "own-marks");
    add(group, "circle", { class: "note-mark note-mark--under", cx: point.x, cy: point.y, r });
    add(group, "circle", { class: "note-mark", cx: point.x, cy: point.y, r });
    svg().append(group);
  }

  async function save(mark) {
    const form = new FormData(), from = document.querySelector("#note-form [name=from]")?.value || "";
    form.set("do", "add");
    form.set("mark", JSON.stringify(mark));
    form.set("key", crypto.randomUUID?.() || `${Date.now()}-${Math.random()}`);
    form.set("from", from);
    const at = asked().get("at");
    if (at) form.set("at", at);
    const token = document.cookie.split("; ").find((one) => one.startsWith("csrftoken="))?.slice(10) || "";
    take("");
    try {
      const answer = await json(address, { method: "POST", body: form, headers: { "X-CSRFToken": token } });
      marks = answer.marks;
      draw();
      if (answer.problem) hint(answer.problem); else await window.htmx.ajax("GET", `${address}?${asked()}`, { target: "#drawer-body", swap: "innerHTML" });
    } catch { hint(document.body.dataset.offline); draw(); }
  }

  document.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || !tool) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    take("");
    draw();
  }, true);

  /* --- marks that came with a letter are shown on the map, and put away with the drawer --- */

  document.addEventListener("click", async (e) => {
    const link = e.target.closest('a[data-enclosed="marks"]');
    if (!link || !svg() || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    try { sent = (await json(`${link.href}?json=1`)).marks; draw(); } catch { location.assign(link.href); }
  });
  document.addEventListener("drawer:closed", () => { sent = []; if (tool) take(""); draw(); });

  /* --- the map and the drawer are drawn anew when the game continues --- */

  function ready() {
    const tools = document.querySelector("#drawer [data-marking-tools]");
    if (!tools || !svg()) return;
    tools.hidden = false;
    document.querySelector("#drawer [data-marking-places]")?.remove(); // the map itself is at hand
  }
  document.addEventListener("drawer:filled", () => { ready(); fetchMarks(); });
  ready();
  document.addEventListener("map:scaled", draw);
  document.addEventListener("htmx:afterSettle", (e) => { if (e.target.id === "live") fetchMarks(); else if (svg() && marks.length && !svg().querySelector(".own-marks")) draw(); });
  fetchMarks();
})();
