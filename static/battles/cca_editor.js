/* The scenario editor: tapping a hex places the chosen piece or shows the hex; arrow keys move from hex to hex.
   Without this script every hex is a link, and the form above the board does the same. */
(() => {
  "use strict";
  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const editor = () => document.getElementById("ceditor");
  let back = null; // restore the scroll position and the focused hex after a change

  function tap(link, keyboard) {
    const form = document.getElementById("brush"), at = link.id.slice(2), piece = form.elements.piece.value;
    const from = editor().dataset.at;
    back = { left: link.closest(".ceditor__board").scrollLeft, at: keyboard ? at : "" };
    if (piece && (piece !== "move" || (from && from !== at))) {
      form.elements.at.value = at;
      form.querySelector("[value=put]").click(); // send the button's own value as well
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
