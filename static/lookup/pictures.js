/* Lists of units become rows of pictures. The list keeps the value, and remains where this script does not run. */
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  for (const list of document.querySelectorAll("select:has([data-picture])")) {
    const row = document.createElement("span"), named = document.createElement("output"), name = list.closest("label").firstElementChild === list
      ? list.closest("label").firstChild.textContent.trim() : list.closest("label").firstElementChild.textContent.trim();
    row.className = "pictures";
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", name);
    named.className = "pictures__name small";
    const paint = () => {
      for (const one of row.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one.value === list.value));
      named.textContent = list.selectedOptions[0]?.text ?? "";
    };
    for (const option of list.options) {
      const tap = document.createElement("button");
      Object.assign(tap, { type: "button", className: "btn--quiet", value: option.value, title: option.text });
      tap.setAttribute("aria-label", option.text);
      if (option.dataset.picture) {
        const drawn = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
        drawn.setAttribute("viewBox", "-6.5 -6.5 13 13");
        drawn.setAttribute("aria-hidden", "true");
        path.setAttribute("d", option.dataset.picture);
        drawn.append(path);
        tap.append(drawn, option.dataset.short || "");
      } else tap.textContent = option.text;
      tap.addEventListener("click", () => { list.value = option.value; list.dispatchEvent(new Event("change", { bubbles: true })); });
      row.append(tap);
    }
    list.classList.add("visually-hidden");
    list.tabIndex = -1;
    list.setAttribute("aria-label", name);
    list.after(row);
    row.append(named);
    list.closest("form").addEventListener("change", paint);
    document.addEventListener("filled", paint); // an address or a button has filled the form
    paint();
  }
})();
