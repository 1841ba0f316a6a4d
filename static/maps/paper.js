/* The print button; without this script use the browser's menu. */
(() => {
  "use strict";
  const button = document.querySelector("[data-print]");
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
