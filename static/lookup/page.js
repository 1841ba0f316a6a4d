/* The DBA calculator without waiting for the server: the same page, drawn from its address by the same rules.
   Before data.json has loaded, and without JavaScript, every link and button asks the server as usual. */
"use strict";
(() => {
  const root = document.getElementById("lookup");
  if (!root) return;
  const { url: LOOK, matrix: MATRIX, tables, worker } = root.dataset;
  const language = document.documentElement.lang.startsWith("it") ? "it" : "en";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(worker).catch(() => {});

  let core, sections, text, fill, page, troop, short, called, signed, percent, option, deed, change;
  const ready = fetch(tables).then((answer) => answer.json()).then((data) => {
    const rules = DbaCore(data.rules);
    ({ text, fill, page, troop, short, called, signed, percent, option, deed, change } = DbaWords(rules, data, language));
    sections = data.sections;
    core = rules; // set last: once it exists, everything else does too
    root.classList.add("live"); // every tap updates the answer, so no button is needed
  });

  /* --- the address --- */
  const NUMBERS = ["depth_mm", "overlaps", "flank_contacts", "extra_shooters"];
  const address = (path, values) => path + "?" + new URLSearchParams(values);

  function read(query) {
    const facts = { a: {}, b: {}, mode: query.get("mode") || "close" };
    for (const [name, value] of query) {
      const [side, field] = name.split(".");
      if (field === undefined && (name === "a" || name === "b")) facts[name].type = value;
      else if (field !== undefined && facts[side] && value !== "") {
        if (field in core.DEFAULTS) facts[side][field] = typeof core.DEFAULTS[field] === "boolean" ? value !== "0" : NUMBERS.includes(field) ? Number(value) : value;
        else facts.unknown = true;
      } else if (name === "answered") facts.answered = value !== "" && value !== "0";
      else if (name === "active") facts.active = value;
    }
    const dice = [Number(query.get("die_a")), Number(query.get("die_b"))];
    return { facts, dice: dice.every((face) => face >= 1 && face <= 6) ? dice : null, faces: dice };
  }

  function params(s) {
    const found = { mode: s.mode, a: s.a.type, b: s.b.type };
    if (s.answered) found.answered = "1";
    for (const side of core.SIDES) for (const [name, usual] of Object.entries(core.DEFAULTS)) {
      const value = s[side][name];
      const home = name === "post" && core.HOME[s[side].type];
      if (value !== usual && !home) found[`${side}.${name}`] = value === true ? "1" : String(value);
    }
    return found;
  }

  /* --- drawing; esc() escapes every text --- */
  const esc = (value) => String(value).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  const kept = () => { const lang = new URLSearchParams(location.search).get("lang"); return lang ? { lang } : {}; };
  const link = (values) => esc(address(LOOK, Object.assign(values, kept())));
  function rule(id) {
    const section = sections[id];
    if (!section) return "";
    const place = `${esc(section[language])}, ${esc(page("page", { n: section.page }))}`;
    return section.url ? `<a class="rule-ref" href="${esc(section.url)}">${place}</a>` : `<span class="rule-ref">${place}</span>`;
  }
  const each = (list, draw) => list.map(draw).join("");

  /** Keep the chosen elements that are also available there, so that no tab is a dead end. */
  function able(mode, picked) {
    const found = {};
    for (const side of core.SIDES) if (picked[side]) found[side] = picked[side];
    if (mode === "shooting" && found.a && !core.canShoot({ type: found.a })) delete found.a;
    if (mode === "close" && core.ENGINES.includes(found.a) && core.ENGINES.includes(found.b)) delete found.b;
    return found;
  }

  function tabs(mode, picked) {
    const tab = (m) => `<li><a href="${link({ mode: m, ...able(m, picked) })}"${m === mode ? ' aria-current="page"' : ""}>${esc(text.options["mode." + m])}</a></li>`;
    return `<ul class="tabs">${tab("close")}${tab("shooting")}<li><a href="${esc(address(MATRIX, { mode, ...kept() }))}">${esc(page("matrix"))}</a></li></ul>`;
  }

  function picker(side, mode, picked) {
    const title = { "close a": "first", "close b": "second", "shooting a": "shooter", "shooting b": "target" }[`${mode} ${side}`];
    const allowed = core.TYPES.filter((t) => mode === "close" || side === "b" || core.canShoot({ type: t }));
    const kind = (t) => (core.CIVILIANS.includes(t) ? "civilians" : core.troops[t].mounted_class ? "mounted" : "foot");
    const group = (name) => {
      const types = allowed.filter((t) => kind(t) === name);
      const one = (t) => `<li><a class="type" href="${link({ ...picked, mode, [side]: t })}">${core.CIVILIANS.includes(t) ? "" : `<b>${t}</b>`}<span>${esc(troop(t))}</span></a></li>`;
      return types.length ? `<h3>${esc(page(name))}</h3><ul class="types">${each(types, one)}</ul>` : "";
    };
    return `<section aria-labelledby="pick"><h2 id="pick">${esc(page(title))}</h2>${each(["mounted", "foot", "civilians"], group)}</section>`;
  }

  const lost = (told, side) => {
    const n = ["destroyed", "surrender"].reduce((sum, f) => sum + (told.odds[side][f] || [0])[0], 0);
    return page("lost", { chance: percent(n, 36) });
  };
  function pair(s, told) {
    const one = (side) => {
      const fate = told.totals ? told.fate[side] : "";
      return `<a class="type type--chosen" href="${link({ mode: s.mode, [core.other(side)]: s[core.other(side)].type })}" title="${esc(page("change_one", { name: called(s)[side] }))}"><b>${esc(short(s[side].type))} ${signed(told.base[side])}</b><span class="fate fate--${fate}">${esc(fate ? text.fates[fate] : lost(told, side))}</span><small>${esc(page("change"))}</small></a>`;
    };
    const swapped = params(Object.assign({}, s, { a: s.b, b: s.a }));
    const fits = !core.mistakes(core.complete(read(new URLSearchParams(swapped)).facts)).length;
    const arrows = fits ? `<a class="btn btn--quiet swap" href="${link(swapped)}" aria-label="${esc(page("swap"))}" title="${esc(page("swap"))}">⇄</a>` : '<span class="swap" aria-hidden="true">→</span>';
    return `<div class="pair">${one("a")}${arrows}${one("b")}</div>`;
  }

  function dieFaces(s, side, face) {
    const one = (n) => `<label class="face"><input type="radio" name="die_${side}" value="${n}" aria-label="${n}"${n === face ? " checked" : ""}><span class="pips pips--${n}" aria-hidden="true">${n}</span></label>`;
    return `<fieldset class="plain"><legend>${esc(page("die_of", { name: called(s)[side] }))}</legend><div class="faces">${each(core.FACES, one)}</div></fieldset>`;
  }

  function result(s, told) {
    if (!told.totals) return `<p class="muted" id="result" aria-live="polite">${esc(page("dice_hint"))}</p>`;
    const fate = (side) => `<p class="fate fate--${told.fate[side]}"><span>${esc(called(s)[side])}</span><b>${esc(text.fates[told.fate[side]])}</b></p>`;
    return `<section class="result" id="result" aria-live="polite"><p class="result__totals">${told.totals.a} : ${told.totals.b}</p>
      <div class="result__fates">${fate("a")}${fate("b")}</div><p class="muted small">${esc(text.comparisons[told.comparison])}</p>
      <ol class="deeds">${each(told.consequences, (c) => `<li>${esc(deed(c, s))} ${rule(c.rule)}</li>`)}</ol><p class="actions"><a class="btn" href="${link({ mode: s.mode })}">${esc(page("next"))}</a></p></section>`;
  }

  /* The chips: see battles/dba/lookup/controls.py. */
  const AFTERWARDS = ["code", "room", "obstacle", "flight", "pursuit", "depth_mm"];
  const ASKED_FIRST = ["overlaps", "extra_shooters", "behind"];
  const value = (s, chip) => (chip.side ? s[chip.side][chip.field] : s.answered);

  function pill(kind, chip, v, on, label) {
    const name = chip.side ? `${chip.side}.${chip.field}` : chip.field;
    return `<label class="pill"><input type="${kind}" name="${name}" value="${v === null ? "" : esc(v)}"${on ? " checked" : ""}><span>${esc(label)}</span></label>`;
  }
  function choice(s, chip) {
    const label = esc(text.fields[chip.field]), now = value(s, chip);
    return `<div class="seg" role="radiogroup" aria-label="${label}"><span>${label}</span><div class="pills">${each(chip.options, (v) => pill("radio", chip, v, v === now, option(chip.field, v)))}</div></div>`;
  }
  function drawn(s, found) {
    const isTick = (chip) => typeof value(s, chip) === "boolean";
    const ticks = found.filter(isTick), first = ASKED_FIRST.flatMap((name) => found.filter((chip) => chip.field === name));
    const row = ticks.length ? `<div class="pills">${each(ticks, (chip) => pill("checkbox", chip, "1", value(s, chip), text.fields[chip.field]))}</div>` : "";
    const rest = found.filter((chip) => !isTick(chip) && !first.includes(chip));
    return each(first, (chip) => choice(s, chip)) + row + each(rest, (chip) => choice(s, chip));
  }
  /** The chip with only its combat options, or only its folded ones. */
  function part(s, chip, folded) {
    if (chip.field !== "behind") return AFTERWARDS.includes(chip.field) === folded ? chip : null;
    const supporters = core.helpers(s[chip.side], s[core.other(chip.side)], s.mode === "close");
    const options = chip.options.filter((v) => v && supporters.includes(v) !== folded);
    const alone = options.length && !(folded && supporters.length);
    return options.length ? { ...chip, options: alone ? ["", ...options] : options } : null;
  }

  function controls(s) {
    const chips = core.chips(s);
    const shown = new Set(chips.map((c) => `${c.side}.${c.field}`));
    for (const name of Object.keys(params(s))) if (name.includes(".") && !shown.has(name)) {
      const [side, field] = name.split(".");
      chips.push({ side, field, options: [core.DEFAULTS[field], s[side][field]] });
    }
    const labels = { "": text.fields.mode, ...called(s) };
    const group = (side) => {
      const found = chips.filter((c) => c.side === side);
      if (!found.length) return "";
      const [fight, later] = [false, true].map((folded) => found.map((chip) => part(s, chip, folded)).filter(Boolean));
      const set = later.some((chip) => chip.options.includes(value(s, chip)) && value(s, chip) !== core.DEFAULTS[chip.field]);
      const before = document.getElementById("follows-" + side);
      const fold = later.length ? `<details id="follows-${side}"${set || (before && before.open) ? " open" : ""}><summary>${esc(page("follows"))}</summary>${drawn(s, later)}</details>` : "";
      return `<fieldset class="facts-of" data-side="${side}"><legend>${esc(labels[side])}</legend>${drawn(s, fight)}${fold}</fieldset>`;
    };
    return each(["", "a", "b"], group);
  }

  function form(s, told, faces) {
    const hidden = { mode: s.mode, a: s.a.type, b: s.b.type, ...kept() };
    return `<form method="get" class="situation" id="situation">${each(Object.entries(hidden), ([k, v]) => `<input type="hidden" name="${k}" value="${esc(v)}">`)}
      <div class="columns columns--even">${dieFaces(s, "a", faces[0])}${dieFaces(s, "b", faces[1])}</div>${result(s, told)}
      <h2>${esc(page("situation"))}</h2><p class="muted small">${esc(page("situation_hint"))}</p>
      <div class="sides">${controls(s)}</div></form>${chances(s, told)}`;
  }

  function chances(s, told) {
    const RANK = ["none", "recoil", "flee", "destroyed", "surrender"];
    const row = ([f, n]) => `<tr class="fate--${f}"><th scope="row">${esc(text.fates[f])}</th><td class="num nowrap">${n}/36 · <b>${percent(n, 36)}</b><svg class="odds__bar" viewBox="0 0 36 3" preserveAspectRatio="none" aria-hidden="true"><rect width="${n}" height="3"/></svg></td></tr>`;
    const one = (side) => {
      const rows = RANK.filter((f) => told.odds[side][f]).map((f) => [f, told.odds[side][f][0]]);
      return `<section class="card"><h3>${esc(called(s)[side])}</h3><table><thead class="visually-hidden"><tr><th scope="col">${esc(page("fate"))}</th><th scope="col">${esc(page("chance"))}</th></tr></thead><tbody>${each(rows, row)}</tbody></table></section>`;
    };
    return `<h2>${esc(page("chances"))}</h2><div class="columns columns--even">${one("a")}${one("b")}</div>`;
  }

  function answer(s, told) {
    const label = (line, side) => {
      const code = line.code !== "factor" ? line.code : core.troops[s[core.other(side)].type].mounted_class ? "factor_mounted" : "factor_foot";
      return text.lines[code];
    };
    const reckoning = (side) => `<table class="reckoning"><caption>${esc(called(s)[side])}</caption><tbody>${each(told.reckoning[side], (l) => `<tr><th scope="row">${esc(label(l, side))}${rule(l.rule)}</th><td class="num">${signed(l.value)}</td></tr>`)}</tbody><tfoot><tr><th scope="row">${esc(page("total"))}</th><td class="num">${signed(told.base[side])}</td></tr></tfoot></table>`;
    const cell = (f) => `<span class="fate fate--${f}">${esc(text.fates_short[f])}</span>`;
    const rolled = (i, j) => (told.totals && told.dice[0] === i + 1 && told.dice[1] === j + 1 ? ' class="rolled"' : "");
    const row = (cells, i) => `<tr><th scope="row">${i + 1}</th>${cells.map(([a, b], j) => `<td${rolled(i, j)}>${cell(a)}${cell(b)}</td>`).join("")}</tr>`;
    return `<h2>${esc(page("most"))}</h2><ul>${each(core.SIDES, (side) => `<li>${esc(change(told.advice[side], side, s))}</li>`)}</ul>
      <h2>${esc(page("reckoning"))}</h2><div class="columns columns--even">${reckoning("a")}${reckoning("b")}</div>
      <h2>${esc(page("grid"))}</h2><p class="muted small">${esc(page("grid_hint", called(s)))}</p>
      <div class="table-wrap" tabindex="0" role="region" aria-label="${esc(page("grid"))}"><table class="grid36"><thead><tr><td>A \\ B</td>${each(core.FACES, (n) => `<th scope="col">${n}</th>`)}</tr></thead><tbody>${told.grid.map(row).join("")}</tbody></table></div>
      <p class="small"><a href="${link({ ...params(s), format: "json" })}">${esc(page("json"))}</a></p>`;
  }

  function refusal(found, query) {
    const on = Object.fromEntries([...query].filter(([name]) => name !== "lang" && !found.some((m) => m.path === name)));
    const one = (m) => {
      const [side, field] = m.path.includes(".") ? m.path.split(".") : ["", m.path];
      const label = text.fields[field] || field;
      return `<li><strong>${esc(side ? `${side.toUpperCase()}: ${label}` : label)}</strong>: ${esc(fill(text.mistakes[m.code], m.facts))}</li>`;
    };
    return `<div class="notice notice--refusal" role="alert"><p class="notice__title">${esc(page("refused"))}</p><ul>${each(found, one)}</ul><p><a class="btn" href="${link(on)}">${esc(page("go_on"))}</a></p></div>`;
  }

  /** Draw the page for an address; return false if only the server can answer it. */
  function draw(query) {
    const { facts, dice, faces } = read(query);
    const known = (type) => core.TYPES.includes(type);
    if (facts.unknown || !["close", "shooting"].includes(facts.mode)) return false;
    const picked = {};
    for (const side of core.SIDES) if (known(facts[side].type)) picked[side] = facts[side].type;
    const missing = core.SIDES.find((side) => !picked[side]);
    let title = page(facts.mode === "close" ? "title_close" : "title_shooting"), body;
    if (missing) body = picker(missing, facts.mode, picked);
    else {
      const s = core.complete(facts), wrong = core.mistakes(s);
      if (wrong.length) body = refusal(wrong, query);
      else {
        const told = core.answer(s, dice);
        title = page("against", { a: troop(s.a.type), b: troop(s.b.type) });
        body = pair(s, told) + form(s, told, faces) + answer(s, told);
      }
    }
    const held = document.activeElement && document.activeElement.name ? `[name="${document.activeElement.name}"]${document.activeElement.type === "radio" ? `[value="${document.activeElement.value}"]` : ""}` : "";
    root.innerHTML = `<h1>${esc(title)}</h1>${tabs(facts.mode, picked)}${body}`;
    document.title = title + " · Vexillum";
    for (const one of document.querySelectorAll("a[hreflang]")) { // the same page in the other language
      const there = new URLSearchParams(query);
      there.set("lang", one.hreflang);
      one.href = address(LOOK, there);
    }
    const again = held && root.querySelector(held);
    if (again) again.focus({ preventScroll: true });
    return true;
  }

  /* --- the reader's actions --- */
  function go(url, remember) {
    if (!draw(url.searchParams)) { location.assign(url); return; }
    if (remember) history.pushState(null, "", url);
    else history.replaceState(null, "", url);
  }

  root.addEventListener("click", (event) => {
    const anchor = event.target.closest("a");
    if (!core || !anchor || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const url = new URL(anchor.href);
    if (url.pathname !== LOOK || url.searchParams.get("format")) return;
    event.preventDefault();
    go(url, true);
    window.scrollTo(0, 0);
  });

  function submit(event) {
    const form = event.target.closest("form");
    if (!core || !form) return;
    event.preventDefault();
    answerTo(form, [event.target.name || ""]);
  }

  /** Draw the answer to a form; ``changed``: the names of the tapped fields. */
  function answerTo(form, changed) {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== "" && value !== "0") query.append(name, value);
    const { facts } = read(query), usual = core.DEFAULTS;
    for (const [name, value] of [...query]) { // an address only names values that differ from the default
      const [side, field] = name.split(".");
      if (field && usual[field] === value && !core.HOME[facts[side].type]) query.delete(name);
    }
    tidy(query, changed);
    go(new URL(address(LOOK, query), location.href), false);
  }

  /** Drop facts that a change makes impossible: nobody is on the flank of a built-up area. */
  function tidy(query, changed) {
    for (const side of core.SIDES) {
      const drop = [];
      if (changed.includes(`${side}.post`)) drop.push("overlaps", "flank_contacts", "rear_contact", "behind", "psiloi_beside", "going", "uphill", "charged", "sacking");
      if (!query.get(`${side}.behind`) || drop.includes("behind")) drop.push("behind_gap", "behind_bad", "room");
      for (const name of drop) query.delete(`${side}.${name}`);
    }
  }

  root.addEventListener("change", submit);
  root.addEventListener("submit", submit);
  window.addEventListener("popstate", () => { if (core) draw(new URLSearchParams(location.search)); });

  /** Apply taps made on a slow connection before the tables arrived; otherwise the page would ignore them. */
  function catchUp() {
    const form = root.querySelector("form");
    const tapped = form ? [...form.querySelectorAll("input")].filter((one) => one.checked !== one.defaultChecked) : [];
    if (tapped.length) answerTo(form, tapped.map((one) => one.name));
  }

  /* The cached page may belong to another address than the requested one: draw that one. */
  const asked = new URLSearchParams(location.search);
  ready.then(() => {
    if (String(new URLSearchParams(root.dataset.query)) !== String(asked)) draw(asked);
    else catchUp();
  }).catch(() => {});
})();
