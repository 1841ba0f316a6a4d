/* A move by finger: those chosen are dragged over the field, a ghost and a ruler follow at once; where they are let go the
   server judges the move, and shows its odds before it is sent. A group goes straight ahead after a wheel; a single element
   goes anywhere. A tap on bare ground is a drag to there, a second tap on an element of the chosen group chooses it alone.
   Without this file the moves are links. */
(() => {
  "use strict";
  const NS = "http://www.w3.org/2000/svg";
  const PACES = 4; // per millimetre
  const NEAR = 22; // mm: a ghost so near draws those dragged to itself
  const chosen = () => document.getElementById("chosen");
  const deploying = () => document.getElementById("deploying");
  const names = () => (chosen()?.dataset.at || "").split(":")[0].split(" ").filter(Boolean);
  const field = () => document.querySelector(".dfield");
  const layer = () => field()?.querySelector("g");
  const link = (name) => field()?.querySelector(`[data-element="${CSS.escape(name)}"]`);
  const base = (name) => {
    const [x, y, heading, deep] = link(name).dataset.base.split(" ").map(Number);
    return { x: x / 100, y: y / 100, turn: heading / 2, deep: deep * 5 };
  };
  const mine = () => names().length > 0 && !!document.getElementById("order-text");
  const rad = (degrees) => (degrees * Math.PI) / 180;
  const ahead = (turn) => [Math.sin(rad(turn)), -Math.cos(rad(turn))];

  function look(at) {
    const address = new URL(location);
    address.searchParams.set(document.querySelector("#order-text input[maxlength]").name, at);
    address.hash = "";
    history.replaceState(null, "", address);
    return window.htmx.ajax("GET", address.pathname + address.search, { source: document.querySelector("[data-map]"), target: "#chosen", swap: "outerHTML" });
  }

  /* A point of the window in millimetres of the field. */
  function point(e) {
    const at = layer().getScreenCTM().inverse();
    return [e.clientX * at.a + e.clientY * at.c + at.e, e.clientX * at.b + e.clientY * at.d + at.f];
  }

  /* The order that brings those chosen to where they were let go, and where that is: [text, turn, dx, dy, pivot]. */
  function order(from, to, who) {
    const first = base(who[0]), dx = to[0] - from[0], dy = to[1] - from[1];
    const [fx, fy] = ahead(first.turn);
    if (who.length === 1) {
      const x = first.x + dx, y = first.y + dy;
      return { text: `to ${x.toFixed(1)} ${y.toFixed(1)} ${first.turn}`, dx, dy, turn: 0, far: Math.hypot(dx, dy) };
    }
    const on = dx * fx + dy * fy, aside = dx * -fy + dy * fx, angle = Math.atan2(aside, on) * 180 / Math.PI;
    const bent = on > 0 && Math.abs(angle) > 12 ? Math.max(-60, Math.min(60, Math.round(angle))) : 0;
    const far = Math.max(0, Math.round(bent ? Math.hypot(dx, dy) * 0.5 : on));
    const legs = [bent ? `wheel ${bent < 0 ? "left" : "right"} ${Math.abs(bent)}` : "", far ? `ahead ${far}` : ""].filter(Boolean);
    return { text: legs.join(", "), turn: bent, far, pivot: pivot(who, bent) };
  }

  /* The front corner of a group on which it wheels. */
  function pivot(who, bent) {
    const [rx, ry] = [Math.cos(rad(base(who[0]).turn)), Math.sin(rad(base(who[0]).turn))], [fx, fy] = ahead(base(who[0]).turn);
    let best = null, most = -Infinity;
    for (const one of who.map(base)) {
      for (const at of [[one.x, one.y], [one.x + 40 * rx, one.y + 40 * ry]]) {
        const value = (at[0] * rx + at[1] * ry) * (bent < 0 ? -1 : 1) + (at[0] * fx + at[1] * fy) * 2;
        if (value > most) [best, most] = [at, value];
      }
    }
    return best;
  }

  function draw(how, to, who) {
    let all = document.getElementById("held");
    if (!all) {
      all = document.createElementNS(NS, "g");
      all.id = "held";
      layer().append(all);
    }
    const [fx, fy] = ahead(base(who[0]).turn + how.turn);
    const shift = how.pivot ? `translate(${how.far * fx} ${how.far * fy}) rotate(${how.turn} ${how.pivot})` : `translate(${how.dx} ${how.dy})`;
    const shapes = who.map(base).map((one) => {
      const path = document.createElementNS(NS, "path");
      path.setAttribute("d", `M0 0h40v${one.deep}h-40z`);
      path.setAttribute("transform", `${shift} translate(${one.x} ${one.y}) rotate(${one.turn})`);
      return path;
    });
    const ruler = document.createElementNS(NS, "text");
    ruler.setAttribute("x", to[0]);
    ruler.setAttribute("y", to[1] - 30);
    ruler.textContent = `${Math.round(how.far * PACES)}p${how.turn ? ` ${how.turn}°` : ""}`;
    all.replaceChildren(...shapes, ruler);
  }

  /* The ghost of a lawful move whose front is nearest to where the finger is. */
  function ghost(to) {
    let best = null, least = NEAR;
    for (const one of field().querySelectorAll("a.dghost")) {
      for (const path of one.querySelectorAll(".dghost__front")) {
        const middle = path.getPointAtLength(path.getTotalLength() / 2), far = Math.hypot(middle.x - to[0], middle.y - to[1]);
        if (far < least) [best, least] = [one, far];
      }
    }
    return best;
  }

  /* An element dragged while one deploys: the page is drawn anew with it there, on the grid of five millimetres. */
  function place(name, how) {
    const one = base(name), grid = (value) => Math.max(0, Math.round(value / 5) * 5), address = new URL(location);
    const [, layout] = deploying().dataset.deploying.split(": ");
    const rest = layout.split(", ").map((part) => (part.split(" ")[0] === name ? `${name} ${grid(one.x + how.dx)} ${grid(one.y + how.dy)} ${one.turn}` : part));
    address.searchParams.set(deploying().dataset.field, `deploy ${name}: ${rest.join(", ")}`);
    address.hash = "deploying";
    location.assign(address);
  }

  let held = null;
  document.addEventListener("pointerdown", (e) => {
    const on = e.target.closest?.(".dfield .dbase");
    if (!on || e.button) return;
    if (deploying() ? !on.matches(".dbase--own") : !mine() || !names().includes(on.dataset.element)) return;
    held = { from: point(e), moved: false, who: deploying() ? [on.dataset.element] : names(), on };
    on.dataset.held = "yes";
    e.stopPropagation();
  }, { capture: true });
  document.addEventListener("touchstart", (e) => { if (held && e.touches.length === 1) e.preventDefault(); }, { capture: true, passive: false });
  document.addEventListener("pointermove", (e) => {
    if (!held) return;
    const to = point(e);
    held.moved ||= Math.hypot(to[0] - held.from[0], to[1] - held.from[1]) > 6;
    if (!held.moved) return;
    held.how = order(held.from, to, held.who);
    held.to = to;
    draw(held.how, to, held.who);
  });
  function drop(e) {
    if (!held) return;
    const { moved, how, to, who, on } = held;
    held = null;
    document.getElementById("held")?.remove();
    for (const one of document.querySelectorAll("[data-held]")) delete one.dataset.held;
    if (e.type === "pointercancel") return;
    if (!moved) { // the tap that touchstart swallowed
      if (e.pointerType !== "mouse") on.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
      return;
    }
    const stop = (event) => { event.stopPropagation(); event.preventDefault(); };
    document.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", stop, { capture: true }), 50);
    if (deploying()) {
      place(who[0], how);
      return;
    }
    const snapped = ghost(to);
    if (snapped) look(snapped.id.slice(2));
    else if (how.text) look(`${names().join(" ")}: ${how.text}`);
  }
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);

  document.addEventListener("click", (e) => {
    const on = e.target.closest?.(".dfield .dbase");
    if (on && deploying()) { // the page is drawn anew
      e.preventDefault();
      e.stopPropagation();
      if (on.matches(".dbase--own")) location.assign(on.getAttribute("href").replace(/#.*/, "#deploying"));
      return;
    }
    if (on) { // a second tap chooses the element alone
      const group = names();
      if (group.length > 1 && group.includes(on.dataset.element)) {
        e.preventDefault();
        e.stopPropagation();
        look(on.dataset.element);
      }
      return;
    }
    const small = e.target.closest?.("a[data-look]"); // looked at without a new page
    if (small && field() && window.htmx && !e.ctrlKey && !e.metaKey && !e.shiftKey) {
      e.preventDefault();
      const keyboard = e.detail === 0;
      const wanted = new URL(small.href).searchParams;
      const at = wanted.get("at") ?? wanted.get("place");
      const address = new URL(small.href);
      address.hash = "";
      history.replaceState(null, "", address);
      window.htmx.ajax("GET", address.pathname + address.search, { source: document.querySelector("[data-map]"), target: "#chosen", swap: "outerHTML" }).then(() => {
        if (keyboard || at) document.getElementById("here")?.dispatchEvent(new CustomEvent("map:told", { bubbles: true }));
        if (keyboard) document.getElementById("here")?.focus();
      });
    }
  }, { capture: true });
})();
