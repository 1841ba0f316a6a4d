/* Boards of equal spaces, squares or hexes. An empty space has no element in the drawing: its position is computed from
   the names along each row (data-runs), and a link is made when a finger or a key reaches it. Load before map.js.
   Without this script only spaces with pieces, and spaces within reach, are links. */
(() => {
  "use strict";
  const NS = "http://www.w3.org/2000/svg";
  const read = new WeakMap(); // group of spaces -> [[name, x, y]]
  const group = (svg) => svg?.querySelector(".map-spaces");

  /* Every space of a board: its name and its centre, in the drawing's units. */
  function spaces(svg) {
    const all = group(svg);
    if (!all) return [];
    if (read.has(all)) return read.get(all);
    const [[dx, dy, digits], ...runs] = all.dataset.runs.split(";").map((run) => run.split(","));
    const found = runs.flatMap(([prefix, first, count, x, y]) => Array.from({ length: Number(count) }, (_, n) =>
      [prefix + String(Number(first) + n).padStart(Number(digits), "0"), Number(x) + n * dx, Number(y) + n * dy]));
    read.set(all, found);
    return found;
  }

  const nearest = (all, x, y) => all.reduce((best, one) => {
    const far = Math.hypot(one[1] - x, one[2] - y);
    return far < best[0] ? [far, one[0]] : best;
  }, [Infinity, ""]);

  /* The name of the space under a point of the window; "" outside the board. */
  function under(svg, clientX, clientY) {
    const box = svg.getBoundingClientRect(), units = svg.viewBox.baseVal, scale = units.width / box.width;
    const [far, name] = nearest(spaces(svg), (clientX - box.left) * scale, (clientY - box.top) * scale);
    return far < 42 ? name : ""; // in the drawing's units: the distance to the corner of a square
  }

  /* The description of an empty space: its terrain, if any. */
  function told(all, name) {
    const found = Object.entries(JSON.parse(all.dataset.told)).find(([, names]) => names.split(" ").includes(name));
    return name + (found ? found[0] : "");
  }

  /* The link of a space, made if it does not exist yet; null if the board has no such space. */
  function link(svg, name) {
    const all = group(svg), there = svg?.querySelector(`#m-${CSS.escape(name)}`), at = spaces(svg).find((one) => one[0] === name);
    if (there || !all || !at) return there;
    const made = document.createElementNS(NS, "a"), title = document.createElementNS(NS, "title"), shape = document.createElementNS(NS, "use");
    made.id = `m-${name}`;
    made.setAttribute("href", `${all.dataset.look}${encodeURIComponent(name)}#map`);
    title.textContent = told(all, name);
    for (const [key, value] of Object.entries({ href: "#map-space", x: at[1], y: at[2] })) shape.setAttribute(key, value);
    made.append(title, shape);
    made.tabIndex = -1;
    all.append(made);
    return made;
  }

  /* A click on the bare board counts as a click on the link of that space. */
  function clicked(e) {
    const svg = e.target.closest?.(".map__svg");
    if (!group(svg) || e.target.closest("a") || e.currentTarget.dataset.held) return;
    const name = under(svg, e.clientX, e.clientY), found = name && link(svg, name);
    if (!found) return;
    e.stopPropagation();
    e.preventDefault();
    const { bubbles, cancelable, detail, clientX, clientY, ctrlKey, metaKey, shiftKey } = e;
    found.dispatchEvent(new MouseEvent("click", { bubbles, cancelable, detail, clientX, clientY, ctrlKey, metaKey, shiftKey, view: window }));
  }

  /* The next space for a key. Going up or down over hexes, ties are broken toward the starting column, to avoid drifting. */
  let aim = null;
  function next(svg, from, [dx, dy]) {
    const all = spaces(svg), here = all.find((one) => one[0] === from);
    if (!here) return null;
    const axis = dx ? 2 : 1; // the coordinate that stays the same
    if (aim?.axis !== axis || aim.name !== from) aim = { axis, at: here[axis] };
    let best = null, least = Infinity;
    for (const one of all) {
      const x = one[1] - here[1], y = one[2] - here[2], ahead = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      const far = Math.hypot(x, y) + aside / 2 + Math.abs(one[axis] - aim.at) / 1000;
      if (ahead > 0 && aside <= ahead * 1.7 && far < least) [best, least] = [one[0], far];
    }
    if (best) aim.name = best;
    return best && link(svg, best);
  }

  window.vexillumSpaces = { spaces, link, next, clicked };
})();
