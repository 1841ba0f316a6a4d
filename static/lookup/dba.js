/* DBA combat in the browser, for offline use. It reads the same tables as the server (data.json, generated from
   battles/dba/data) and gives the same answers: tests/battles/dba/lookup/test_offline.py compares every pair and
   flag. The functions mirror battles/dba/rules: keep both in step.

   const core = DbaCore(data.rules);  core.answer(situation, dice?)  core.mistakes(situation)  core.chips(situation) */
"use strict";

function DbaCore(rules) {
  const { troops, support, tactical, outcomes, meeting, words } = rules;
  const TYPES = Object.keys(troops);
  const SIDES = ["a", "b"];
  const CIVILIANS = ["Followers", "Denizens"];
  const FIELD_TYPES = TYPES.filter((t) => !CIVILIANS.includes(t));
  const ENGINES = ["Art", "WWg"];
  const FACES = [1, 2, 3, 4, 5, 6];
  const DEFAULTS = rules.defaults;
  const HOME = { Denizens: "bua", Followers: "camp" };

  const other = (side) => (side === "a" ? "b" : "a");
  const mounted = (type) => troops[type].mounted_class;
  const camel = (c) => c.type === "Cm" || c.code === "2Cm";
  const isBad = (going, isCamel) => going === "bad" || going === "bad_road" || (going === "sand" && !isCamel);
  const isGood = (going, isCamel) => going === "good" || (going === "sand" && isCamel);
  const inBad = (c) => isBad(c.going, camel(c));
  const inGood = (c) => c.post !== "bua" && isGood(c.going, camel(c));
  const depth = (c) => c.depth_mm || rules.code_depths[c.code] || troops[c.type].depths[0];
  const canShoot = (c) => Boolean(troops[c.type].range) && c.code !== "Lit";

  function typeOfCode(code) {
    const odd = { HCh: "Kn", LCh: "Cv", "2Cm": "LH", "3Cm": "Cm", Lit: "WWg" };
    if (odd[code]) return odd[code];
    const letters = code.replace(/^[0-9]+/, "");
    const type = { Lb: "Bw", Cb: "Bw" }[letters] || letters;
    return troops[type] ? type : null;
  }

  /** Complete a situation with defaults, including whose bound it is. */
  function complete(facts) {
    const side = (f) => {
      const c = Object.assign({}, DEFAULTS, f);
      if (!f.post) c.post = HOME[f.type] || "field";
      return c;
    };
    const s = { mode: facts.mode || "close", a: side(facts.a), b: side(facts.b), active: facts.active, answered: Boolean(facts.answered) };
    if (!s.active) {
      if (s.mode === "shooting") s.active = s.a.type === "Art" ? "b" : "a";
      else s.active = s.b.charged && !s.a.charged ? "b" : "a";
    }
    return s;
  }

  /* --- support --- */
  const rearValue = (own, foe) => (support.rear_values[own] || {})[foe] || 0;
  const helped = (c, foe) => support.psiloi.types.includes(c.type) && mounted(foe.type);

  function rearSupport(c, foe) {
    if (c.behind !== c.type || c.behind_gap) return 0;
    const value = rearValue(c.type, foe.type);
    return value && (foe.post === "bua" || c.behind_bad || inBad(c)) ? 0 : value;
  }
  const psiloiBehind = (c, foe) => c.behind === "Ps" && !c.behind_gap && helped(c, foe);
  /** The types that can support this element from behind against this enemy. */
  const helpers = (c, foe, close) => [...(close && rearValue(c.type, foe.type) > 0 ? [c.type] : []), ...(close && helped(c, foe) ? ["Ps"] : [])];
  const psiloiSupport = (c, foe) => (helped(c, foe) && (c.psiloi_beside || psiloiBehind(c, foe)) ? support.psiloi.value : 0);

  /* --- modifiers and totals --- */
  function lines(c, foe, close, shotAt) {
    const found = [];
    const add = (code, value, rule) => { if (value) found.push({ code, value, rule: rule || "tactical" }); };
    add("factor", mounted(foe.type) ? troops[c.type].mounted : troops[c.type].foot, "factors");
    if (close) {
      add("rear_support", rearSupport(c, foe), "support");
      add("psiloi_support", psiloiSupport(c, foe), "support");
    }
    if (close || shotAt) {
      if (c.post !== "field" && !mounted(c.type)) {
        if (c.post === "bua" && c.type !== "WWg" && !c.sacking) add("bua", tactical.bua);
        else if (c.post === "camp") add("camp", tactical.camp);
      }
      if (c.general) add("general", tactical.general);
    }
    if (close) {
      if (c.bank) add("bank", tactical.height);
      else if (c.uphill) add("uphill", tactical.height);
      let left = tactical.enemy_limit;
      for (const [code, count] of [["rear_contact", c.rear_contact ? 1 : 0], ["flank_contact", c.flank_contacts], ["overlap", c.overlaps]]) {
        const counted = Math.min(count, left);
        add(code, tactical.enemy * counted);
        left -= counted;
      }
      if (!tactical.at_home_in_bad_going.includes(c.type) && inBad(c)) add("bad_going", tactical.hampered);
      else if (mounted(c.type)) {
        if (isBad(foe.going, camel(c))) add("foe_in_bad_going", tactical.hampered);
        else if (foe.post === "bua" && c.type !== "El") add("assault", tactical.hampered);
      }
    } else if (shotAt) add("extra_shooter", tactical.enemy * Math.min(c.extra_shooters, tactical.enemy_limit));
    return found;
  }

  function reckon(s) {
    const close = s.mode === "close";
    const a = lines(s.a, s.b, close, s.answered), b = lines(s.b, s.a, close, true);
    const sum = (list) => list.reduce((n, line) => n + line.value, 0);
    return { a, b, total_a: sum(a), total_b: sum(b) };
  }

  /* --- outcomes --- */
  const CONDITIONS = {
    loser_good: (loser) => inGood(loser),
    loser_bad: (loser) => inBad(loser),
    ground_good: (loser, winner) => loser.post !== "bua" && isGood(loser.going, camel(winner)),
    charged: (loser) => loser.charged,
    loser_holds_bua: (loser) => loser.post === "bua",
    winner_not_in_bua: (loser, winner) => winner.post !== "bua",
  };
  const RANK = ["none", "recoil", "flee", "destroyed", "surrender"];
  const UNTOUCHED = { code: "none", rule: "", cause: "" };

  function compare(a, b) {
    if (a === b) return "equal";
    if (a < b) return 2 * a <= b ? "a_half" : "a_lower";
    return 2 * b <= a ? "b_half" : "b_lower";
  }
  const rowsOf = (table, loser) => outcomes[table][loser] || outcomes[table].other || [];

  function lookUp(table, loser, winner, mode) {
    for (const row of rowsOf(table, loser.type)) {
      if (row.by && !row.by.includes(winner.type)) continue;
      if (row.mode && row.mode !== mode) continue;
      if ((row.when || []).every((name) => CONDITIONS[name](loser, winner))) {
        const parts = [...(row.by ? ["by"] : []), ...(row.mode ? [row.mode] : []), ...(row.when || [])];
        return { code: row.result, rule: "results." + table, cause: parts.join("+") || "otherwise" };
      }
    }
    return UNTOUCHED;
  }

  function beaten(degree, loser, winner, mode) {
    const lower = lookUp("lower", loser, winner, mode);
    if (degree === "lower") return lower;
    const half = lookUp("half", loser, winner, mode);
    return half.code !== "destroyed" && RANK.indexOf(lower.code) > RANK.indexOf(half.code) ? lower : half;
  }

  function outcome(s, comparison) {
    const mode = s.mode === "close" ? "close" : "shot";
    const exposed = mode === "close" || s.answered;
    if (comparison === "equal") return { a: exposed ? lookUp("equal", s.a, s.b, mode) : UNTOUCHED, b: lookUp("equal", s.b, s.a, mode) };
    const degree = comparison.slice(2);
    if (comparison[0] === "b") return { a: UNTOUCHED, b: beaten(degree, s.b, s.a, mode) };
    return { a: exposed ? beaten(degree, s.a, s.b, mode) : UNTOUCHED, b: UNTOUCHED };
  }

  /* --- recoil, flight, pursuit --- */
  function recoil(c, close) {
    const end = (death, friend, rule) => ({ death, friend, rule: rule || "recoil" });
    if (c.post !== "field") return end("in_place", "");
    if (c.flank_contacts || c.rear_contact) return end("enemy_on_flank", "");
    if (c.shot_from_behind && !close) return end("shot_from_behind", "");
    if (c.obstacle === "friend_turned" && c.type === "El") return end("", "killed");
    if (c.obstacle && c.obstacle !== "own_camp") return end(c.obstacle, "");
    if (!c.behind) return end("", "");
    const deed = meeting.deeds[c.type][c.behind];
    if (deed === "kills") return end("", "killed");
    if (deed === "dies") return end("friend_in_the_way", "", "interpenetration");
    if (deed === "pass" && c.room === "free") return end("", "passed", "interpenetration");
    if (meeting.unpushable.includes(c.behind) || c.room === "blocked") return end("friend_in_the_way", "");
    return end("", "pushed");
  }
  const flightDeath = (c) => (c.flight === "river" || c.flight === "table_edge" ? c.flight : "");
  const flightMm = (c) => Math.floor(((inBad(c) && mounted(c.type) ? 200 : troops[c.type].move) * rules.mm_per_100p) / 100);
  const pursues = (c) => troops[c.type].impetuous && c.post === "field" && c.pursuit === "clear";

  function fate(c, code, close) {
    if (code !== "recoil" && code !== "flee") return code;
    return recoil(c, close).death || (code === "flee" && flightDeath(c)) ? "destroyed" : code;
  }

  /* --- consequences --- */
  function consequences(s, said) {
    const close = s.mode === "close";
    const found = [];
    const add = (code, side, who, rule, more) => found.push(Object.assign({ code, side, who, rule, type: "", mm: null, count: 1, cause: "" }, more));
    const fates = { a: fate(s.a, said.a.code, close), b: fate(s.b, said.b.code, close) };
    for (const side of SIDES) own(side);
    for (const side of SIDES) if (fates[side] !== "none") around(side);
    if (close) for (const side of SIDES) if (fates[side] === "none" && fates[other(side)] !== "none") victor(side);
    if (!found.length) for (const side of SIDES) add("stand", side, "element", "results", { type: s[side].type });
    return found;

    function own(side) {
      const c = s[side], result = said[side];
      if (result.code === "none") { if (result.cause) add("stand", side, "element", result.rule, { type: c.type }); return; }
      if (result.code === "destroyed" || result.code === "surrender") {
        add(result.code, side, "element", result.rule, { type: c.type, cause: result.cause });
        return;
      }
      const end = recoil(c, close);
      if (end.death) {
        add("destroyed", side, "element", end.rule, { type: c.type, cause: end.death });
        if (end.death === "enemy_struck") add("destroyed", other(side), "struck", "recoil", { cause: "struck_by_recoil" });
        return;
      }
      add("recoil", side, "element", "recoil", { type: c.type, mm: depth(c) });
      met(side, c, end);
      if (result.code === "flee") secondLeg(side, c);
    }
    function met(side, c, end) {
      if (end.friend === "killed") {
        const turned = c.obstacle === "friend_turned";
        add("destroyed", side, turned ? "met" : "behind", "recoil", { type: turned ? "" : c.behind, cause: "trampled" });
        if (turned && c.behind) add("destroyed", side, "behind", "recoil", { type: c.behind, cause: "trampled" });
      } else if (end.friend === "pushed") add("pushed", side, "behind", end.rule, { type: c.behind, mm: depth(c) });
      else if (end.friend === "passed") add("passed", side, "behind", end.rule, { type: c.behind });
      if (c.obstacle === "own_camp") add("followers_removed", side, "place", "garrisons", { type: "camp" });
    }
    function secondLeg(side, c) {
      if (c.flight === "blocked") { add("stays", side, "element", "flee", { type: c.type }); return; }
      add("flee", side, "element", "flee", { type: c.type, mm: flightMm(c) });
      if (flightDeath(c)) add("destroyed", side, "element", "flee", { type: c.type, cause: c.flight });
      else if (c.flight === "unknown_river") add("roll_river", side, "element", "rivers", { type: c.type });
    }
    function around(side) {
      const c = s[side], foe = s[other(side)], fell = fates[side];
      if (!close) { if (fell === "destroyed" || fell === "surrender") shotOut(side, c, foe); return; }
      if (fell === "destroyed" && (rearSupport(c, foe) === 1 || psiloiBehind(c, foe))) add("destroyed", side, "behind", "results", { type: c.behind, cause: "supported" });
      const helpers = foe.flank_contacts + (foe.rear_contact ? 1 : 0);
      if (helpers) add("recoil", side, "flankers", "results", { count: helpers });
    }
    function shotOut(side, c, foe) {
      if (c.post === "field") return;
      const place = c.post === "bua" ? "bua" : "camp";
      let code = "unoccupied";
      if (!CIVILIANS.includes(c.type) && place === "bua" && !c.sacking) code = "denizens_defend";
      else if (c.type === "Denizens" && foe.type === "Art") code = "defect";
      add(code, side, "place", "garrisons", { type: place });
    }
    function victor(side) {
      const c = s[side], loser = s[other(side)], fell = fates[other(side)];
      if (loser.post !== "field" && (fell === "destroyed" || fell === "surrender")) { occupies(side, c, loser); return; }
      if (pursues(c)) {
        add("pursue", side, "element", "pursuit", { type: c.type, mm: depth(c) });
        if (rearSupport(c, loser) > 0 || psiloiBehind(c, loser)) add("pursue", side, "behind", "pursuit", { type: c.behind, mm: depth(c) });
      } else if (troops[c.type].impetuous) add("holds", side, "element", "pursuit", { type: c.type, cause: c.post !== "field" ? "holds_place" : c.pursuit });
    }
    function occupies(side, c, loser) {
      if (loser.post !== "bua") { add("occupy", side, "element", "pursuit", { type: c.type, cause: "camp" }); return; }
      add("combat_stops", side, "place", "close_combat", { type: "bua" });
      if (loser.type !== "Denizens") add("denizens_surrender", other(side), "place", "garrisons", { type: "bua" });
      add("occupy", side, "element", "pursuit", { type: c.type, cause: "bua" });
      add("sack", side, "element", "garrisons", { type: c.type });
    }
  }

  /* --- chances --- */
  function fatesBy(s) {
    const close = s.mode === "close", seen = {};
    return (comparison) => {
      if (!seen[comparison]) {
        const said = outcome(s, comparison);
        seen[comparison] = [fate(s.a, said.a.code, close), fate(s.b, said.b.code, close)];
      }
      return seen[comparison];
    };
  }
  function grid(s) {
    const { total_a, total_b } = reckon(s), of = fatesBy(s);
    return FACES.map((x) => FACES.map((y) => of(compare(total_a + x, total_b + y))));
  }
  function odds(s) {
    const found = { a: {}, b: {}, joint: [] };
    for (const row of grid(s)) for (const [a, b] of row) {
      (found.a[a] = found.a[a] || [0, 36])[0] += 1;
      (found.b[b] = found.b[b] || [0, 36])[0] += 1;
      const pair = found.joint.find((j) => j[0] === a && j[1] === b);
      if (pair) pair[2] += 1; else found.joint.push([a, b, 1, 36]);
    }
    return found;
  }

  /** The full answer, as the server gives it. */
  function answer(s, dice) {
    const r = reckon(s);
    const found = { reckoning: { a: r.a, b: r.b }, base: { a: r.total_a, b: r.total_b }, odds: odds(s), grid: grid(s), advice: advice(s) };
    if (!dice) return found;
    const totals = { a: r.total_a + dice[0], b: r.total_b + dice[1] };
    const comparison = compare(totals.a, totals.b), said = outcome(s, comparison), close = s.mode === "close";
    return Object.assign(found, {
      dice, totals, comparison, outcome: said, consequences: consequences(s, said),
      fate: { a: fate(s.a, said.a.code, close), b: fate(s.b, said.b.code, close) },
    });
  }

  /* --- impossible situations --- */
  /** Unknown words and numbers: an address can contain anything. */
  function strangeWords(s, bad) {
    const oneOf = (path, value, known) => { if (!known.includes(value)) bad(path, "not_one_of", { expected: known.join(", ") }); };
    const within = (path, value, low, high) => { if (!(value >= low && value <= high)) bad(path, "out_of_range", { low, high }); };
    oneOf("active", s.active, SIDES);
    for (const side of SIDES) {
      const c = s[side];
      for (const [name, known] of Object.entries(words)) oneOf(`${side}.${name}`, c[name], known);
      if (c.behind && !FIELD_TYPES.includes(c.behind)) bad(`${side}.behind`, "unknown_type", { expected: FIELD_TYPES.join(", ") });
      for (const name of ["overlaps", "flank_contacts"]) if (!Number.isInteger(c[name])) bad(`${side}.${name}`, "wrong_type", { expected: "integer" });
      if (c.depth_mm !== null) within(`${side}.depth_mm`, c.depth_mm, 10, 200);
      within(`${side}.extra_shooters`, c.extra_shooters, 0, 11);
    }
  }

  const SAME_PLACE = { bua: "bua", camp: "enemy_camp", enemy_camp: "camp" };

  function mistakes(s) {
    const found = [];
    const bad = (path, code, facts) => found.push({ path, code, facts: facts || {} });
    strangeWords(s, bad);
    if (found.length) return found; // the rules below expect known words
    for (const side of SIDES) {
      const c = s[side], at = (name) => side + "." + name;
      if (c.code && typeOfCode(c.code) !== c.type) bad(at("code"), "code_of_another_type", { base: c.code, type: c.type });
      if (c.general && CIVILIANS.includes(c.type)) bad(at("general"), "general_among_civilians");
      if (!c.behind && (c.behind_gap || c.behind_bad || c.room !== "free")) bad(at("behind"), "nobody_behind");
      if (c.charged && ENGINES.includes(c.type)) bad(at("charged"), "engines_never_charge");
      if (c.type === "Denizens" && c.post !== "bua") bad(at("post"), "denizens_stay_in_the_bua");
      if (c.type === "Followers" && c.post !== "camp") bad(at("post"), "followers_stay_in_the_camp");
      if (c.sacking && (c.post !== "bua" || c.type === "Denizens")) bad(at("sacking"), "sack_needs_a_bua");
      if (c.post === "field") continue;
      if (c.overlaps || c.flank_contacts || c.rear_contact) bad(at("overlaps"), "places_have_no_flanks");
      if (c.behind || c.psiloi_beside) bad(at("behind"), "one_element_in_a_place");
      if (c.going !== "good") bad(at("going"), "place_has_no_going");
      if (c.uphill && c.post === "bua") bad(at("uphill"), "hill_is_part_of_the_bua");
      if (c.charged) bad(at("charged"), "defenders_never_charge");
    }
    if (s.mode === "close") {
      for (const side of SIDES) {
        const c = s[side], foe = s[other(side)];
        if (Math.min(c.overlaps, c.flank_contacts) < 0 || c.overlaps + c.flank_contacts > 2) bad(side + ".overlaps", "one_a_flank");
        if (c.extra_shooters || c.shot_from_behind) bad(side + ".extra_shooters", "only_in_shooting");
        if (c.charged && s.active !== side) bad(side + ".charged", "charge_in_own_bound");
        if (ENGINES.includes(c.type) && foe.post !== "field") bad(side + ".type", "engines_never_charge");
      }
      if (s.a.post !== "field" && s.b.post !== "field") bad("b.post", "two_places");
      if (ENGINES.includes(s.a.type) && ENGINES.includes(s.b.type)) bad("b.type", "engines_never_charge");
      if (s.a.uphill && s.b.uphill) bad("b.uphill", "one_is_uphill");
      if (s.a.bank && s.b.bank) bad("b.bank", "one_defends_the_bank");
      if (s.answered) bad("answered", "only_in_shooting");
      return found;
    }
    if (SAME_PLACE[s.a.post] === s.b.post) bad("b.post", "one_place");
    for (const side of SIDES) {
      const c = s[side];
      if (c.overlaps || c.flank_contacts || c.rear_contact || c.charged) bad(side + ".overlaps", "no_shooting_in_combat");
    }
    if (!canShoot(s.a)) bad("a.type", "cannot_shoot", { type: s.a.code || s.a.type });
    if (s.answered && !canShoot(s.b)) bad("answered", "cannot_shoot", { type: s.b.code || s.b.type });
    for (const side of SIDES) if (s.answered && s[side].shot_from_behind && s[side].post !== "bua") bad(side + ".shot_from_behind", "no_shooting_backwards");
    const underFire = s.answered || s.a.extra_shooters > 0;
    if (s.a.type === "Art" && s.active === "a" && (!underFire || s.a.moved)) bad("active", "artillery_waits");
    if (s.answered && s.b.type === "Art" && s.active === "b" && s.b.moved) bad("b.moved", "artillery_waits");
    return found;
  }

  /* --- facts that can matter --- */
  function asked(loser, winner, close) {
    const mode = close ? "close" : "shot";
    const rows = ["lower", "half"].flatMap((table) => rowsOf(table, loser)
      .filter((row) => (!row.by || row.by.includes(winner)) && (!row.mode || row.mode === mode)));
    return { results: new Set(rows.map((r) => r.result)), when: new Set(rows.flatMap((r) => r.when || [])) };
  }
  const flees = (loser, winner, close) => asked(loser, winner, close).results.has("flee");
  const givesWay = (loser, winner, close) => asked(loser, winner, close).results.has("recoil") || flees(loser, winner, close);

  function goings(c, foe, close) {
    const asks = (...names) => names.some((n) => asked(c.type, foe.type, close).when.has(n));
    const lh = c.type === "LH";
    if (!close) return !asks("loser_bad") ? ["good"] : camel(c) || lh ? ["good", "bad", "sand"] : ["good", "bad"];
    const options = ["good"];
    if (!tactical.at_home_in_bad_going.includes(c.type) || mounted(foe.type)) {
      options.push("bad");
      if (camel(c) || camel(foe) || lh || foe.type === "LH") options.push("sand");
    }
    if (asks("loser_good", "ground_good")) options.push("river");
    return options;
  }

  /** Every fact that can matter, in page order: [{side, field, options}]. */
  function chips(s) {
    const found = [], YES_NO = [false, true];
    const chip = (side, field, options) => found.push({ side, field, options });
    if (s.mode === "shooting" && canShoot(s.b) && !(s.b.shot_from_behind && s.b.post !== "bua")) chip("", "answered", YES_NO);
    for (const side of SIDES) (s.mode === "close" ? closeChips : shootingChips)(side, s[side], s[other(side)]);
    return found;

    function person(side, c) { if (!CIVILIANS.includes(c.type)) chip(side, "general", YES_NO); }
    function ground(side, c, foe, close) {
      if (c.post === "field") {
        const options = goings(c, foe, close);
        if (options.length > 1) chip(side, "going", options);
        if (c.type === "LH" && (c.going === "sand" || foe.going === "sand")) chip(side, "code", ["", "2Cm"]);
      }
      if (!CIVILIANS.includes(c.type) && !(close && (foe.post !== "field" || ENGINES.includes(foe.type)))) {
        chip(side, "post", words.post.filter((post) => post !== SAME_PLACE[foe.post]));
      }
      const resists = !mounted(c.type) && c.type !== "WWg"; // a garrison that is shot at leaves no denizens behind (L222)
      if (c.post === "bua" && c.type !== "Denizens" && (resists || !close)) chip(side, "sacking", YES_NO);
    }
    function closeChips(side, c, foe) {
      person(side, c);
      if (c.post === "field") {
        if (c.type === "Kn" && foe.type === "Bw" && !foe.charged) chip(side, "charged", YES_NO);
        if (helped(c, foe) && !psiloiBehind(c, foe)) chip(side, "psiloi_beside", YES_NO);
        chip(side, "overlaps", [0, 1, 2].slice(0, 3 - c.flank_contacts));
        chip(side, "flank_contacts", [0, 1, 2].slice(0, 3 - c.overlaps));
        chip(side, "rear_contact", YES_NO);
      }
      if (!foe.uphill && !c.bank && c.post !== "bua") chip(side, "uphill", YES_NO);
      if (!foe.bank) chip(side, "bank", YES_NO);
      ground(side, c, foe, true);
      givingWay(side, c, foe, true);
      if (troops[c.type].impetuous && c.post === "field" && foe.post === "field") chip(side, "pursuit", words.pursuit);
    }
    function shootingChips(side, c, foe) {
      if (side === "a" && !s.answered) return;
      person(side, c);
      ground(side, c, foe, false);
      chip(side, "extra_shooters", [0, 1, 2]);
      givingWay(side, c, foe, false);
      if (givesWay(c.type, foe.type, false) && c.post === "field" && !s.answered) chip(side, "shot_from_behind", YES_NO);
    }
    function givingWay(side, c, foe, close) {
      const rear = close && rearValue(c.type, foe.type) > 0, psiloi = close && helped(c, foe);
      const gives = givesWay(c.type, foe.type, close);
      if (c.post === "field" && (rear || psiloi || gives)) {
        chip(side, "behind", ["", ...(gives ? FIELD_TYPES : helpers(c, foe, close))]);
      }
      if (c.behind) friend(side, c, foe, gives, close);
      if (gives && c.post === "field") chip(side, "obstacle", words.obstacle);
      if (flees(c.type, foe.type, close) && c.post === "field") chip(side, "flight", words.flight);
      const depths = troops[c.type].depths;
      const moves = c.post === "field" && (gives || (close && troops[c.type].impetuous));
      if (depths.length > 1 && moves) chip(side, "depth_mm", [null, ...depths.slice(1)]);
    }
    function friend(side, c, foe, gives, close) {
      const own = close && c.behind === c.type && rearValue(c.type, foe.type) > 0 && foe.post !== "bua";
      if (own || (close && helped(c, foe) && c.behind === "Ps")) chip(side, "behind_gap", YES_NO);
      if (own && !c.behind_gap && !inBad(c)) chip(side, "behind_bad", YES_NO);
      const deed = meeting.deeds[c.type][c.behind];
      if (gives && (deed === "pass" || (deed === "push" && !meeting.unpushable.includes(c.behind)))) {
        chip(side, "room", deed === "pass" ? ["free", "friends", "blocked"] : ["free", "blocked"]);
      }
    }
  }

  /* --- facts that would change the result most --- */
  const NOT_PLANNED = ["post", "depth_mm", "code", "obstacle", "flight", "pursuit", "room", "answered", "sacking"];
  const sum = (fates, names) => names.reduce((n, f) => n + (fates[f] ? fates[f][0] : 0), 0);
  const LOST = ["destroyed", "surrender"], BEATEN = ["recoil", "flee"];
  const ratio = (n) => { let d = 36; for (const p of [2, 2, 3, 3]) if (n % p === 0 && d % p === 0) { n /= p; d /= p; } return [n, d]; };

  function worth(o, side) {
    const own = o[side], foe = o[other(side)];
    return (sum(foe, LOST) - sum(own, LOST)) * 100 + (sum(foe, BEATEN) - sum(own, BEATEN));
  }

  function advice(s) {
    const now = odds(s), tried = changes(s), found = {};
    for (const side of SIDES) {
      let best = null, most = worth(now, side);
      for (const t of tried) if (worth(t.odds, side) > most) { best = t; most = worth(t.odds, side); }
      const foe = other(side);
      found[side] = best && {
        side: best.chip.side, field: best.chip.field, value: best.value,
        own_before: ratio(sum(now[side], LOST)), own_after: ratio(sum(best.odds[side], LOST)),
        foe_before: ratio(sum(now[foe], LOST)), foe_after: ratio(sum(best.odds[foe], LOST)),
      };
    }
    return found;
  }

  function changes(s) {
    const found = [];
    for (const chip of chips(s)) {
      if (NOT_PLANNED.includes(chip.field)) continue;
      const now = s[chip.side], had = now[chip.field];
      let values = chip.options.filter((v) => v !== had);
      if (chip.field === "behind") values = ["", now.type, "Ps"].filter((v) => chip.options.includes(v) && v !== had);
      else if (["overlaps", "flank_contacts", "extra_shooters"].includes(chip.field)) values = values.filter((v) => Math.abs(v - had) === 1);
      for (const value of values) {
        const changed = Object.assign({}, now, { [chip.field]: value });
        if (chip.field === "behind" && !value) Object.assign(changed, { behind_gap: false, behind_bad: false, room: "free" });
        const then = Object.assign({}, s, { [chip.side]: changed });
        if (chip.field === "charged" && value) then.active = chip.side;
        if (!mistakes(then).length) found.push({ chip, value, odds: odds(then) });
      }
    }
    return found;
  }

  return { TYPES, FIELD_TYPES, CIVILIANS, ENGINES, SIDES, FACES, troops, DEFAULTS, HOME, complete, reckon, outcome, consequences, odds, grid, answer, mistakes, chips, helpers, other, canShoot };
}

if (typeof module !== "undefined") module.exports = { DbaCore };
