/* Justinian's page apart from the map: the maintenance form and folds. */
(() => {
  "use strict";

  /* Maintenance: the cost of the ticked groups, and the money left. */
  function pay(form) {
    let cost = 0;
    for (const box of form.querySelectorAll("[data-gold]")) if (box.checked) cost += Number(box.dataset.gold);
    const left = Number(form.dataset.treasury) - cost;
    form.querySelector("[data-pay-cost]").textContent = cost;
    form.querySelector("[data-pay-left]").textContent = String(left).replace("-", "−");
    form.querySelector("[data-pay-short]").hidden = left >= 0;
    if (!form.matches("[data-plan]")) form.querySelector("button").disabled = left < 0;
  }
  document.addEventListener("change", (e) => { const form = e.target.closest("[data-pay]"); if (form) pay(form); });

  /* Open marked folds once on wide screens, which have room for them. */
  function widen() {
    if (!matchMedia("(min-width: 60rem)").matches) return;
    for (const part of document.querySelectorAll("[data-wide]")) { part.open = true; part.removeAttribute("data-wide"); }
  }
  /* A link to a fold opens it. */
  function unfold() {
    const part = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (part && part.matches("details")) part.open = true;
  }
  addEventListener("hashchange", unfold);
  document.addEventListener("click", (e) => { // even if the address already points to that fold
    const part = e.target.closest("a[href^='#fold-']") && document.querySelector(e.target.closest("a").getAttribute("href"));
    if (part) part.open = true;
  });

  const all = () => { widen(); document.querySelectorAll("[data-pay]").forEach(pay); };
  document.addEventListener("DOMContentLoaded", () => { all(); unfold(); });
  document.addEventListener("htmx:afterSettle", all);
  all();
})();
