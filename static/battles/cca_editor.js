/* The scenario editor: a tap on a hex puts the chosen piece there, or shows the hex; arrow keys go from hex to hex.
   Without this file every hex is a link, and the form above the board does the rest. */
(() => {
  "use strict";
  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const editor = () => document.getElementById("ceditor");
  let back = null; // where the board is after a change: how far it is scrolled, and the hex that has the focus

  function tap(link, keyboard) {
    const form = document.getElementById("brush"), at = link.id.slice(2), piece = form.elements.piece.value;
    const from = editor().dataset.at;
    back = { left: link.closest(".ceditor__board").scrollLeft, at: keyboard ? at : "" };
    if (piece && (piece !== "move" || (from && from !== at))) {
      form.elements.at.value = at;
      form.querySelector("[value=put]").click(); // the button's own value is sent with it
      return;
    }
    const address = new URL(link.getAttribute("href"), location);
    address.hash = "";
    address.searchParams.set("side", form.elements.side.value);
    address.searchParams.set("piece", piece);
    window.htmx.ajax("GET", address.pathname + address.search, { target: "#ceditor", select: "#ceditor", swap: "outerHTML" });
  }

  document.addEventListener("click", (e) => {
    const link = e.target.closest?.("#ceditor .map__svg a");
    if (!link || !window.htmx || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    tap(link, e.detail === 0);
  });

  document.addEventListener("keydown", (e) => {
    const link = e.target.closest?.("#ceditor .map__svg a"), way = KEYS[e.key];
    if (!link || !way || !window.vexillumSpaces) return;
    const next = window.vexillumSpaces.next(link.closest("svg"), link.id.slice(2), way);
    if (!next) return;
    e.preventDefault();
    next.focus();
  });

  document.addEventListener("htmx:afterSettle", () => {
    const board = document.querySelector("#ceditor .ceditor__board");
    if (!back || !board) return;
    board.scrollLeft = back.left;
    if (back.at) document.getElementById(`m-${back.at}`)?.focus({ preventScroll: true });
    back = null;
  });
})();
