/* Update the answer without asking the server, at once after each change and when offline. */
"use strict";

(function () {
  const look = document.getElementById("look"), form = document.getElementById("combat"), shown = document.getElementById("answer");
  if (!look || !form || !window.ItaliaLookup) return;
  const language = document.documentElement.lang.slice(0, 2) === "it" ? "it" : "en";
  let tables = null;

  if ("serviceWorker" in navigator) navigator.serviceWorker.register(look.dataset.worker).catch(() => {});

  /* Steppers beside each number: the keyboard uses the field's own arrows. */
  for (const box of form.querySelectorAll("[data-steps]")) {
    const field = box.querySelector("input"), name = form.querySelector(`label[for="${CSS.escape(field.id)}"]`).textContent.trim();
    for (const [by, sign] of [[-1, "−"], [1, "+"]]) {
      const button = node("button", sign, "btn--quiet");
      button.type = "button";
      button.tabIndex = -1;
      button.setAttribute("aria-label", `${name}: ${sign}1`);
      button.addEventListener("click", () => {
        field.value = Math.min(Number(field.max), Math.max(0, (Number(field.value) || 0) + by)) || "";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
      if (by < 0) box.prepend(button); else box.append(button);
    }
  }

  fetch(look.dataset.tables).then((answer) => answer.json()).then((found) => {
    tables = found;
    fill();
    if (!navigator.onLine || filled()) draw();
  }).catch(() => {});

  /** Fill the fields of a cached page from its address. */
  function fill() {
    const asked = new URLSearchParams(location.search);
    for (const field of form.elements) {
      if (!field.name || field.type === "hidden" || !asked.has(field.name)) continue;
      if (field.type === "checkbox") field.checked = asked.get(field.name) !== "";
      else if (field.type === "radio") field.checked = asked.get(field.name) === field.value;
      else if (!field.value) field.value = asked.get(field.name);
    }
  }

  const filled = () => Boolean(question());

  function count(name, most) {
    const found = Math.floor(Number(new FormData(form).get(name)));
    return found > 0 && found <= most ? found : 0;
  }

  function question() {
    const rules = tables.rules, all = new FormData(form), found = { ground: all.get("ground") || rules.grounds[0], city: Boolean(all.get("city")), raid: Boolean(all.get("raid")) };
    for (const [letter, side] of [["a", "attacker"], ["d", "defender"]]) {
      const units = {};
      for (const unit of rules.order) {
        const number = count(letter + "." + unit, Number(form.elements[letter + "." + unit].max));
        if (number) units[unit] = number;
      }
      if (!Object.keys(units).length) return null;
      found[side] = { units: units };
      for (const [name, most] of Object.entries(rules.beside)) found[side][name] = count(letter + "." + name, most);
    }
    if (all.get("a.sea")) found.attacker.by_sea = Object.assign({}, found.attacker.units);
    return found;
  }

  form.addEventListener("input", () => { if (tables) draw(); });
  form.addEventListener("submit", (event) => {
    if (!tables) return;
    event.preventDefault();
    draw();
    history.replaceState(null, "", "?" + new URLSearchParams(new FormData(form)).toString());
    shown.scrollIntoView({ block: "start" });
  });

  function node(name, text, kind) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  }

  const percent = (chance) => (100 * chance).toFixed(1) + "%";

  function draw() {
    const t = tables.words[language], asked = question();
    shown.replaceChildren();
    if (!asked) {
      shown.append(node("p", t.nobody, "notice"));
      return;
    }
    const found = window.ItaliaLookup.answer(tables.rules, asked);
    const told = found.raid ? raid(found.raid, t) : found.end ? chances(found, t) : node("p", t.long, "notice");
    shown.append(told, hits(found, t));
  }

  /** A rules section, linked to its explanation if there is one. */
  function ruleRef(rule) {
    const made = node(tables.sections[rule] ? "a" : "span", rule, "rule-ref");
    if (tables.sections[rule]) made.href = tables.sections[rule];
    return made;
  }

  function raid(found, t) {
    const card = node("section", undefined, "card"), list = node("ul", undefined, "plain-list ilook__end"), head = node("h2", t.raid + " ");
    for (const [chance, what] of [[found.succeeds, t.raided], [1 - found.succeeds, t.held]]) {
      const line = node("li");
      line.append(node("b", percent(chance), "num"), " " + what);
      list.append(line);
    }
    const lost = node("p", t.raiders_lost + ": ");
    found.lost.forEach((chance, number) => {
      lost.append(node("b", number, "num"), " ", node("span", percent(chance), "num"), number < found.lost.length - 1 ? ", " : ". ");
    });
    lost.append(t.raiders_left.replace("%(a)s", found.left.toFixed(2)));
    head.append(ruleRef(tables.raids));
    card.append(head, list, lost, node("p", t.raiding, "small muted"));
    return card;
  }

  /** Draw the chances of both sides as parts of a bar; the list below it says the same. */
  function bar(win, lose) {
    const SVG = "http://www.w3.org/2000/svg", made = document.createElementNS(SVG, "svg");
    made.setAttribute("class", "ilook__bar");
    made.setAttribute("aria-hidden", "true");
    for (const [x, width] of [["0%", win], [win, lose]]) {
      const part = document.createElementNS(SVG, "rect");
      for (const [name, value] of Object.entries({ x, width, height: "100%" })) part.setAttribute(name, value);
      made.append(part);
    }
    return made;
  }

  function chances(found, t) {
    const card = node("section", undefined, "card"), list = node("ul", undefined, "plain-list ilook__end");
    for (const side of ["attacker", "defender", "nobody"]) {
      const line = node("li");
      line.append(node("b", percent(found.end[side]), "num"), " " + t[side + "_left"]);
      list.append(line);
    }
    const told = t.left.replace("%(a)s", found.end.attackers_left.toFixed(2)).replace("%(d)s", found.end.defenders_left.toFixed(2));
    const wrap = node("div", undefined, "table-wrap"), table = node("table", undefined, "ilook__rounds"), head = table.createTHead().insertRow();
    for (const name of ["after", "won", "lost", "open", "attackers", "defenders"]) head.append(node("th", t[name]));
    const body = table.createTBody();
    for (const one of found.rounds) {
      const row = body.insertRow();
      const cells = [one.round, percent(one.won), percent(one.lost), percent(one.open), one.attackers_left.toFixed(2), one.defenders_left.toFixed(2)];
      for (const cell of cells) row.append(node("td", cell, "num"));
    }
    wrap.append(table);
    wrap.tabIndex = 0; // it scrolls sideways on a phone
    wrap.setAttribute("role", "region");
    wrap.setAttribute("aria-label", t.rounds);
    card.append(node("h2", t.end), bar(percent(found.end.attacker), percent(found.end.defender)), list, node("p", told), node("h3", t.rounds), wrap, node("p", t.exact, "small muted"));
    return card;
  }

  function kindName(kind, t) {
    const sea = tables.rules.at_sea;
    return kind.endsWith(sea) ? t.units[kind.slice(0, -sea.length)] + " " + t.by_sea : t.units[kind];
  }

  function hits(found, t) {
    const card = node("section", undefined, "card"), columns = node("div", undefined, "columns columns--even");
    for (const side of ["attacker", "defender"]) {
      const part = node("div"), list = node("ul", undefined, "plain-list");
      for (const [kind, targets] of Object.entries(found[side])) {
        for (const [target, one] of Object.entries(targets)) {
          const line = node("li", undefined, "ilook__hit"), why = node("span", undefined, "small muted");
          for (const [code, value] of Object.entries(one.modifiers)) {
            const rule = tables.rules.modifiers[code].rule;
            why.append((why.childNodes.length ? ", " : "") + t.modifiers[code] + " " + (value > 0 ? "+" : "−") + Math.abs(value));
            if (rule !== "card") why.append(" ", ruleRef(rule));
          }
          if (!why.childNodes.length) why.append(found.raid && side === "attacker" ? t.raider : t.base);
          line.append(node("b", one.needs + "+", "num"), " " + kindName(kind, t) + " " + t.at + " " + kindName(target, t) + " ", why);
          list.append(line);
        }
      }
      part.append(node("h3", t[side]), list);
      columns.append(part);
    }
    card.append(node("h2", t.hits), columns);
    return card;
  }
})();
