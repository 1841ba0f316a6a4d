/* Choose an army by typing: matches appear as buttons, and Enter picks the first. Without this script the list
   itself is shown. */
(function () {
  "use strict";

  const MOST = 5;
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

  function begin(field) {
    const box = field.querySelector("[data-search-for]"), list = field.querySelector("[data-found]");
    const select = field.querySelector("select");
    const all = [...select.options].map((one) => ({ value: one.value, text: one.text.trim(), plain: plain(one.text) }));
    box.hidden = false;

    function fits() {
      const words = plain(box.value).split(/\s+/).filter(Boolean);
      if (!words.length) return [];
      const found = all.filter((one) => words.every((word) => one.plain.includes(word)));
      return found.sort((one, other) => other.plain.startsWith(words[0]) - one.plain.startsWith(words[0]));
    }
    function take(one) {
      select.value = one.value;
      list.hidden = true;
      box.value = "";
      select.focus();
    }
    function show() {
      const found = fits();
      list.replaceChildren();
      list.hidden = !box.value.trim();
      if (found.length) select.value = found[0].value;
      for (const one of found.slice(0, MOST)) {
        const row = document.createElement("li"), button = document.createElement("button");
        Object.assign(button, { type: "button", className: "btn--quiet btn--wide", textContent: one.text });
        button.addEventListener("click", () => take(one));
        row.append(button);
        list.append(row);
      }
      if (!found.length) {
        const row = document.createElement("li");
        row.textContent = field.dataset.none;
        list.append(row);
      }
    }
    box.addEventListener("input", show);
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter") { // picks an army; does not start the battle
        event.preventDefault();
        const first = fits()[0];
        if (first) take(first);
      } else if (event.key === "Escape") {
        box.value = "";
        show();
      }
    });
  }

  document.querySelectorAll("[data-search]").forEach(begin);
})();
