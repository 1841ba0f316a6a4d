/* Tap several cards in the order in which they should be played; the fields below send them. Without this script
   the player fills in the fields, and cards after the first are played in the order of the list. */
(() => {
  "use strict";
  const fields = (fold) => ({ first: [...fold.querySelectorAll("[name=f-card]")], then: [...fold.querySelectorAll("[name=f-then]")] });

  function order(fold) {
    const { first, then } = fields(fold);
    return [...first, ...then].filter((one) => one.checked).map((one) => one.value);
  }

  function lay(fold, cards) {
    const { first, then } = fields(fold);
    for (const one of first) one.checked = one.value === cards[0];
    for (const one of then) one.checked = cards.indexOf(one.value) > 0;
    for (const card of cards.slice(1)) { // fields are sent in page order
      const label = then.find((one) => one.value === card).closest("label");
      label.parentElement.append(label);
    }
    then[0]?.dispatchEvent(new Event("input", { bubbles: true }));
    show(fold);
  }

  function show(fold) {
    const cards = order(fold);
    for (const button of fold.querySelectorAll("[data-ahead] button")) {
      const at = cards.indexOf(button.value);
      button.setAttribute("aria-pressed", at >= 0);
      if (at >= 0) button.dataset.number = at + 1; else delete button.dataset.number;
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-ahead] button"), fold = button?.closest("details");
    if (!fold) return;
    const cards = order(fold);
    lay(fold, cards.includes(button.value) ? cards.filter((one) => one !== button.value) : [...cards, button.value]);
  });

  function ready() {
    for (const hand of document.querySelectorAll("[data-ahead]")) {
      hand.hidden = false;
      hand.closest("details").classList.add("slay__ahead--tapped");
      show(hand.closest("details"));
    }
  }
  document.addEventListener("DOMContentLoaded", ready);
  document.addEventListener("htmx:afterSettle", ready);
  ready();
})();
