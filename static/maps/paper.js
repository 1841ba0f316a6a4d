/* The button that prints; without this file the browser's own menu does. */
(() => {
  "use strict";
  const button = document.querySelector("[data-print]");
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
