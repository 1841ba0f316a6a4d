/* Edit the battlefield by hand: drag, turn and stretch pieces. Every change ends up in the form's numbers; after each
   drop the server says whether it is legal. This script knows no rules. */
(() => {
  "use strict";
  const GRIP_OFF = 42; // distance of a handle from the outline, as in terrain_placement.py
  const STEP = 5, WAIT = 250; // mm per key press; ms before the server is asked
  let chosen = "", held = null, focusedId = "", changes = 0, timer = 0;

  const form = () => document.querySelector("form[data-laying]");
  const board = () => document.getElementById("board");
  const size = () => Number(board().dataset.board);
  const input = (piece, name) => document.getElementById(`${name}-${piece.dataset.piece}`);
  const get = (piece, name) => Number(input(piece, name).value);
  const bounded = (value, low, high) => Math.round(Math.min(Math.max(value, low), high));

  function set(piece, name, value, low = 0, high = size()) {
    const one = input(piece, name);
    const now = String(bounded(value, low, high));
    if (one.value === now) return;
    one.value = now;
    changes += 1;
  }

  function spot(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
    return { x: at.x, y: at.y };
  }

  /* --- keep a piece selected when the server redraws --- */

  function choose(piece) {
    chosen = piece ? piece.id : "";
    paint();
  }

  function paint() {
    const piece = chosen && document.getElementById(chosen);
    for (const one of document.querySelectorAll(".piece")) one.classList.toggle("piece--on", one.id === chosen);
    for (const row of document.querySelectorAll(".laying fieldset")) {
      row.classList.toggle("card--on", Boolean(piece) && row.id === `row-${piece.dataset.piece}`);
    }
    const ghostly = document.getElementById("ghost");
    if (!piece || piece.nextElementSibling === ghostly) return;
    const focused = document.activeElement === piece; // moving the element loses the focus
    piece.parentNode.insertBefore(piece, ghostly); // draw it above the others
    if (focused) piece.focus({ preventScroll: true });
  }

  function wake() {
    if (!board()) return;
    for (const one of document.querySelectorAll(".piece")) {
      one.setAttribute("tabindex", "0");
      one.setAttribute("role", "button");
      one.setAttribute("aria-describedby", "how");
    }
    for (const fold of document.querySelectorAll("details.numbers")) {
      fold.open = opened.has(fold.id);
    }
    const focused = document.getElementById(focusedId || document.activeElement?.id || "none");
    paint();
    if (focused?.matches(".piece")) focused.focus({ preventScroll: true });
  }

  const opened = new Set();
  document.addEventListener("toggle", (event) => {
    if (!event.target.matches?.("details.numbers") || !event.target.isConnected) return;
    opened[event.target.open ? "add" : "delete"](event.target.id);
  }, true);

  /* --- ask the server, without overwriting later changes --- */

  function ask(wait) {
    clearTimeout(timer);
    timer = setTimeout(() => form()?.dispatchEvent(new Event("change", { bubbles: true })), wait);
  }
  document.addEventListener("input", (event) => { if (event.target.closest("form[data-laying]")) changes += 1; });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt === form()) event.detail.xhr.vexillumChanges = changes;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig?.elt !== form()) return;
    focusedId = document.activeElement?.id || "";
    if (held || event.detail.xhr.vexillumChanges !== changes) { event.detail.shouldSwap = false; if (!held) ask(WAIT); }
  });
  document.addEventListener("htmx:afterSwap", wake);
  document.addEventListener("htmx:afterSettle", paint); // htmx restores the classes of the server's answer

  /* --- draw while dragging --- */

  function follow(piece) {
    if (piece.dataset.kind !== "area") return;
    const [x, y, long, short, turn] = ["x", "y", "length", "width", "turn"].map((name) => get(piece, name));
    const place = piece.querySelector("[data-place]");
    place.setAttribute("transform", `translate(${x} ${y}) rotate(${turn})`);
    for (const shape of place.querySelectorAll("[data-shape]")) {
      const part = Number(shape.dataset.shape);
      if (shape.localName === "ellipse") {
        shape.setAttribute("rx", (long / 2) * part);
        shape.setAttribute("ry", (short / 2) * part);
      } else {
        for (const [name, value] of [["x", -long / 2], ["y", -short / 2], ["width", long], ["height", short]]) {
          shape.setAttribute(name, value);
        }
      }
    }
    piece.querySelector(".piece__mark").setAttribute("d", "");
    const text = piece.querySelector("text");
    text.setAttribute("x", x);
    text.setAttribute("y", y + 7);
  }

  function ghost(piece) {
    const step = size() / 4;
    const points = [0, 1, 2, 3, 4].map((n) => {
      const off = get(piece, `d${n}`), along = n * step, across = size() - off;
      return { 1: [along, off], 2: [across, along], 3: [along, across], 4: [off, along] }[piece.dataset.edge].join(" ");
    });
    document.getElementById("ghost").setAttribute("d", `M${points.join("L")}`);
  }

  function inwards(piece, x, y) { // distance of a point, or a step, from its edge
    return { 1: y, 2: -x, 3: -y, 4: x }[piece.dataset.edge];
  }

  /* --- finger and mouse --- */

  document.addEventListener("pointerdown", (event) => {
    const piece = event.target.closest?.(".piece");
    if (!piece || !form() || event.button > 0) {
      if (event.target.closest?.("#board")) choose(null);
      return;
    }
    event.preventDefault();
    choose(piece);
    piece.focus({ preventScroll: true });
    const names = piece.dataset.kind === "area" ? ["x", "y"] : ["d0", "d1", "d2", "d3", "d4"];
    const grip = event.target.closest(".grip");
    held = { piece, grip: grip ? grip.dataset.grip : "", from: spot(event), id: event.pointerId, moved: false };
    held.was = Object.fromEntries(names.map((name) => [name, get(piece, name)]));
    clearTimeout(timer);
    board().setPointerCapture(event.pointerId);
  });

  document.addEventListener("touchstart", (event) => { // dragging a piece must not scroll the page
    if (event.target.closest?.(".piece") && event.cancelable) event.preventDefault();
  }, { passive: false });

  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { piece, grip, from, was } = held;
    const at = spot(event);
    const dx = at.x - from.x, dy = at.y - from.y;
    if (!held.moved && Math.hypot(dx, dy) < 3) return;
    held.moved = true;
    if (piece.dataset.kind === "line") {
      const step = inwards(piece, dx, dy);
      for (const name of grip ? [grip] : Object.keys(was)) set(piece, name, was[name] + step);
      ghost(piece);
      return;
    }
    if (!grip) {
      set(piece, "x", was.x + dx);
      set(piece, "y", was.y + dy);
    } else {
      const x = at.x - get(piece, "x"), y = at.y - get(piece, "y");
      const far = 2 * Math.max(Math.hypot(x, y) - GRIP_OFF, 10);
      const angle = (Math.atan2(y, x) * 180) / Math.PI + (grip === "short" ? 90 : 0);
      set(piece, grip === "long" ? "length" : "width", far, 20);
      set(piece, "turn", ((Math.round(angle / 5) * 5) + 720) % 180, 0, 359);
    }
    follow(piece);
  });

  function drop(event) {
    if (!held || event.pointerId !== held.id) return;
    const moved = held.moved;
    held = null;
    if (moved) ask(0);
  }
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);

  /* --- keys --- */

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener("keydown", (event) => {
    const piece = event.target.closest?.(".piece");
    if (!piece || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { choose(null); return; }
    if (!press(piece, event)) return;
    event.preventDefault();
    if (chosen !== piece.id) { choose(piece); piece.focus({ preventScroll: true }); }
    if (piece.dataset.kind === "area") follow(piece); else ghost(piece);
    ask(WAIT);
  });

  function press(piece, event) {
    const area = piece.dataset.kind === "area", arrow = ARROWS[event.key];
    const step = event.shiftKey ? 4 * STEP : STEP;
    if (arrow && area) {
      set(piece, "x", get(piece, "x") + arrow[0] * step);
      set(piece, "y", get(piece, "y") + arrow[1] * step);
    } else if (arrow) {
      const by = inwards(piece, arrow[0], arrow[1]) * step;
      for (let n = 0; n < 5; n += 1) set(piece, `d${n}`, get(piece, `d${n}`) + by);
    } else if (area && event.key.toLowerCase() === "r") {
      set(piece, "turn", (get(piece, "turn") + (event.shiftKey ? 345 : 15)) % 360, 0, 359);
    } else if (area && ["+", "=", "-"].includes(event.key)) {
      const by = event.key === "-" ? -STEP : STEP;
      set(piece, "length", get(piece, "length") + by, 20);
      set(piece, "width", get(piece, "width") + by, 20);
    } else {
      return event.key === " " || event.key === "Enter";
    }
    return true;
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", wake); else wake();
})();
