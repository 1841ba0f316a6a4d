/* The Schiere calculator without waiting for the server: reads the form as battles/schiere/lookup/query.py reads an
   address, and answers it with the same rules and words. Until data.json has loaded, the server answers the form. */
"use strict";

function SchiereTold(rules, texts, language) {
  const HAIR = 1e-6, t = texts.page;
  const fill = (text, facts) => text.replace(/%\((\w+)\)s/g, (_, name) => (name in facts ? facts[name] : ""));
  const page = (name, facts) => fill(t[name], facts || {});
  const decimal = (text) => (language === "it" ? text.replace(".", ",") : text);
  const percent = (chance) => { const tenths = Math.floor(chance * 1000 + 0.5 + HAIR); return decimal(`${Math.floor(tenths / 10)}.${tenths % 10}%`); };
  function number(value) {
    const hundredths = Math.floor(Math.abs(value) * 100 + 0.5 + HAIR);
    return decimal(`${value < 0 && hundredths ? "−" : ""}${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`);
  }
  const signed = (n) => (n < 0 ? "−" + -n : n ? "+" + n : "0");
  const pair = (numbers) => `${numbers[0]}/${numbers[1]}`;
  const block = (title, note = "", head = [], rows = [], main = false, system = "") => ({ title, note, head, rows, main, system });
  const sides = (first) => [page(first), page("a"), page("d")];
  const ordered = (chances) => Object.entries(chances).map(([n, c]) => [Number(n), c]).sort((a, b) => a[0] - b[0]);
  const chanceRows = (name, chances) => ordered(chances).map(([n, c]) => [page(name, { n }), percent(c)]);

  function duel(q, found) {
    const told = [];
    if (found.blows.length) {
      const rows = found.blows.map((one, i) => [String(i + 1), `${texts.cards[one.cards[0]]}: ${pair(one.a)}`, `${texts.cards[one.cards[1]]}: ${pair(one.d)}`, `${one.damage.a} : ${one.damage.d}`]);
      const notes = [page("left", { a: pair(found.left.a), d: pair(found.left.d) }), ...["a", "d"].filter((side) => found.left.may_be_tested.includes(side)).map((side) => page("may_" + side))];
      told.push(block(page("blows"), notes.join(" "), ["#", `${page("a")}: ${page("strikes")}`, `${page("d")}: ${page("strikes")}`, page("damage")], rows, true));
    }
    if (found.solved[rules.aims[0]].over) told.push(block(page("best"), page("over")));
    else {
      told.push(block(page("best"), page("best_hint")));
      for (const aim of rules.aims) {
        const one = found.solved[aim], value = aim === "net" ? number(one.value) : percent(one.value);
        const share = (side, card) => (card in one[side] ? percent(one[side][card]) : "–");
        const rows = rules.cards.filter((card) => card in one.a || card in one.d).map((card) => [texts.cards[card], share("a", card), share("d", card)]);
        told.push(block("", fill(texts.aims[aim], { value }), sides("card"), rows));
      }
    }
    const { chances } = found, most = Math.max(...["a", "d"].flatMap((side) => Object.keys(chances.damage[side]).map(Number)));
    const rows = [[page("lost"), percent(chances.lost.a), percent(chances.lost.d)], [page("mean"), number(chances.mean.a), number(chances.mean.d)]];
    for (let n = 0; n <= most; n++) rows.push([page("of_damage", { n }), ...["a", "d"].map((side) => percent(chances.damage[side][n] || 0))]);
    told.push(block(page("chances"), page("chances_hint"), sides("chance"), rows, !found.blows.length));
    const lines = found.lines.map((one) => [page(one.side), texts.lines[one.code], `${signed(one.attack)} / ${signed(one.defence)}${one.first ? ", " + page("first_only") : ""}`]);
    told.push(block(page("counts"), lines.length ? "" : page("counts_nothing"), lines.length ? ["", "", page("strikes")] : [], lines));
    return told;
  }
  function shot(q, found) {
    const told = [];
    if (found.result) told.push(block(page("result"), found.result.hit ? page("hit", { n: found.result.damage }) : page("missed"), [], [], true));
    told.push(block(page("chance"), page("sets", found.sets), ["", page("chance")], [[page("hits"), percent(found.hits)], ...chanceRows("of_damage", found.damage)]));
    return told;
  }
  function initiative(q, found) {
    const first = [["first_a", "a"], ["first_b", "b"], ["equal", "equal"]].map(([name, key]) => [page(name), percent(found.first[key])]);
    return [block(page("initiative"), "", ["", page("chance")], first, true), ...[["a", "first_side"], ["b", "b"]].map(([side, name]) => block(page(name), "", ["", page("chance")], chanceRows("actions", found.actions[side])))];
  }
  function nerve(q, found) {
    const rows = Object.keys(texts.nerve).filter((key) => key in found.chances).map((key) => [texts.nerve[key], percent(found.chances[key])]);
    return [...(found.result ? [block(page("result"), texts.nerve[found.result], [], [], true)] : []), block(page("chance"), "", ["", page("chance")], rows)];
  }
  function rally(q, found) {
    const note = texts.rally[found.result] + (found.rests ? " " + page("rests") : "");
    return [block(page("result"), note, found.why.length ? [page("because")] : [], found.why.map((code) => [texts.rally_why[code]]), true)];
  }
  function army(q, found) {
    const problem = (one) => fill(texts.problems[one.code] || one.code, { ...one.facts, kind: texts.kinds[one.facts.kind] || "" });
    const rows = found.problems.map((one) => [problem(one), one.rule]), kinds = Object.keys(found.schiere).sort();
    return [
      block(page("result"), page(found.legal ? "legal" : "not_legal"), rows.length ? [page("because"), page("line")] : [], rows, true, rows.length ? "schiere" : ""),
      block(page("cost"), page("orders_at_start", { n: found.orders }), ["", page("points")], ["units", "orders", "actions", "left"].map((one) => [page("cost_" + one), String(found.cost[one]).replace("-", "−")])),
      block(page("schiere"), "", kinds.length ? ["", page("schiere")] : [], kinds.map((kind) => [texts.kinds[kind], found.schiere[kind].join(" + ")])),
    ];
  }
  const TOLD = { duel, shot, initiative, nerve, rally, army };
  return { page, blocks: (q, found) => TOLD[q.ask](q, found), mistake: (code) => texts.mistakes[code] || code };
}

/** The question that these names and values stand for; see query.py. */
function SchiereQuestion(entries) {
  const ROWS = { shooters: ["weapon", "distance"], cards: ["0", "1"] }, tree = {};
  const value = (text) => (text === "true" ? true : text === "false" ? false : /^[0-9]+$/.test(text) ? Number(text) : text);
  const isObject = (one) => typeof one === "object" && one !== null;
  for (const [name, text] of entries) {
    if (name === "lang" || name === "format" || text === "") continue;
    const path = name.split(".").slice(0, 4), last = path.pop();
    let at = tree;
    for (const step of path) at = isObject(at) ? (step in at ? at[step] : (at[step] = {})) : null;
    if (isObject(at) && !isObject(at[last])) at[last] = value(text);
  }
  for (const [name, needed] of Object.entries(ROWS)) {
    if (!isObject(tree[name])) continue;
    const rows = Object.values(tree[name]), has = (row) => isObject(row) && needed.every((key) => key in row);
    if (!rows.some(isObject)) tree[name] = has(tree[name]) ? needed.map((key) => tree[name][key]) : [];
    else tree[name] = Object.keys(tree[name]).sort().map((key) => tree[name][key]).filter(has).map((row) => (Object.keys(row).sort().join() === "0,1" ? [row[0], row[1]] : row));
    if (!tree[name].length) delete tree[name];
  }
  if (isObject(tree.army)) {
    const army = tree.army;
    if (!("units" in army)) army.units = {};
    if (isObject(army.wings)) army.wings = Object.keys(army.wings).sort().map((key) => army.wings[key]);
  }
  for (const name of ["second", "unit", "enemy"]) if (isObject(tree[name]) && !("class" in tree[name])) delete tree[name];
  return tree;
}

if (typeof module !== "undefined") module.exports = { SchiereTold, SchiereQuestion };
else (() => {
  const root = document.getElementById("lookup");
  if (!root) return;
  const answer = document.getElementById("answer"), language = document.documentElement.lang.startsWith("it") ? "it" : "en";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(root.dataset.worker).catch(() => {});
  const esc = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  const forms = [...root.querySelectorAll("form[data-ask]")];
  let core, told, sections;

  const cells = (tag, row) => row.map((one) => `<${tag}${tag === "th" ? ' scope="col"' : ""}>${esc(one)}</${tag}>`).join("");
  const ruled = (rule) => (sections[rule] ? `<a class="rule-ref" href="${esc(sections[rule])}">${esc(rule)}</a>` : `<span class="rule-ref">${esc(rule)}</span>`);
  const rowOf = (one, row) => (one.system ? `${cells("td", row.slice(0, -1))}<td>${ruled(row[row.length - 1])}</td>` : cells("td", row));
  const table = (one) => (one.rows.length ? `<table><thead><tr>${one.head.map((text) => cells(text ? "th" : "td", [text])).join("")}</tr></thead><tbody>${one.rows.map((row) => `<tr>${rowOf(one, row)}</tr>`).join("")}</tbody></table>` : "");
  const drawn = (one) => `<section class="told${one.main ? " result" : ""}">${one.title ? `<h2>${esc(one.title)}</h2>` : ""}${one.note ? `<p>${esc(one.note)}</p>` : ""}${table(one)}</section>`;

  /** Answer a form; with ``remember`` also update the address. */
  function answerTo(form, remember) {
    const entries = [...new FormData(form)], question = SchiereQuestion(entries);
    const asked = new URLSearchParams(entries.filter(([, text]) => text !== ""));
    if (remember) history.replaceState(null, "", "?" + asked);
    for (const one of document.querySelectorAll("a[hreflang]")) { // the same page in the other language
      const there = new URLSearchParams(asked);
      there.set("lang", one.hreflang);
      one.href = "?" + there;
    }
    if (question.ask === "shot" && !question.shooters) { answer.innerHTML = ""; return; }
    const found = core.answer(question);
    if (found.mistakes) {
      const items = found.mistakes.map(([path, code]) => `<li>${esc(told.mistake(code))} <code class="muted">${esc(path)}</code></li>`).join("");
      answer.innerHTML = `<div class="notice notice--refusal" role="alert"><p class="notice__title">${esc(told.page("refused"))}</p><ul>${items}</ul></div>`;
    } else {
      asked.set("format", "json");
      answer.innerHTML = told.blocks(question, found).map(drawn).join("") + `<p class="small"><a href="?${esc(asked)}">${esc(told.page("json"))}</a></p>`;
    }
  }
  const shown = () => forms.find((form) => !form.hidden);

  function show(ask) {
    for (const form of forms) form.hidden = form.dataset.ask !== ask;
    for (const tab of root.querySelectorAll(".tabs a")) {
      if (tab.dataset.ask === ask) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
  }
  /** Fill the form from an address: the cached page may belong to another one. */
  function fromAddress() {
    const query = new URLSearchParams(location.search), form = forms.find((one) => one.dataset.ask === query.get("ask")) || forms[0];
    show(form.dataset.ask);
    for (const [name, text] of query) {
      const field = form.elements.namedItem(name);
      if (field && field.type === "checkbox") field.checked = text === "true";
      else if (field && field.type !== "hidden") field.value = text;
    }
    document.dispatchEvent(new Event("filled"));
  }

  /* Numbers get steppers: a tap instead of a list. Without this script the list remains. */
  for (const list of root.querySelectorAll(".fact select")) {
    if (list.options.length < 2 || ![...list.options].every((one) => /^\d+$/.test(one.text))) continue;
    const box = document.createElement("span"), name = list.closest(".fact").querySelector("span").textContent;
    box.className = "steps-of";
    list.setAttribute("aria-label", name); // the label now holds the buttons too
    list.replaceWith(box);
    box.append(list);
    for (const [by, sign] of [[-1, "−"], [1, "+"]]) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "btn--quiet", tabIndex: -1, textContent: sign });
      button.setAttribute("aria-label", `${name}: ${sign}`);
      button.addEventListener("click", () => {
        const to = list.selectedIndex + by;
        if (to < 0 || to >= list.options.length) return;
        list.selectedIndex = to;
        list.dispatchEvent(new Event("change", { bubbles: true }));
      });
      if (by < 0) box.prepend(button); else box.append(button);
    }
  }

  root.addEventListener("change", () => { if (core) answerTo(shown(), true); });
  root.addEventListener("submit", (event) => { if (core) { event.preventDefault(); answerTo(shown(), true); } });
  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-ask], form a");
    if (!core || !link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.ask) show(link.dataset.ask);
    else for (const field of shown().elements) { if (field.type === "checkbox") field.checked = false; else if (field.tagName === "SELECT") field.selectedIndex = 0; }
    document.dispatchEvent(new Event("filled"));
    answerTo(shown(), true);
  });

  fetch(root.dataset.tables).then((found) => found.json()).then((data) => {
    sections = data.sections;
    told = SchiereTold(data.rules, data.texts[language], language);
    core = SchiereCore(data.rules);
    root.classList.add("live");
    if (String(new URLSearchParams(root.dataset.query)) !== String(new URLSearchParams(location.search))) fromAddress();
    answerTo(shown(), false);
  }).catch(() => {});
})();
