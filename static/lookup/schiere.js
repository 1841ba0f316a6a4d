/* A duel, a shot, the initiative and a morale test, computed offline. Contains no numbers: tables and modifiers come
   from data.json. The same public cases and random questions test this script and the Python. */
"use strict";

function SchiereCore(rules) {
  const { tracks, attached, swords, cards: CARDS, attack: ATTACK, defence: DEFENCE, ranges, classes, modifiers, drawn: DRAWN } = rules;

  const sum = (list) => list.reduce((a, b) => a + b, 0);
  const less = (hand, card) => hand.filter((one) => one !== card);
  const trackOf = (unit) => (classes[unit.class] ? classes[unit.class].track : unit.class);
  const points = (track) => tracks[track].length - 1;
  const foot = (unit) => rules.foot.includes(unit.class);
  const mounted = (unit) => (classes[unit.class] ? !!classes[unit.class].mounted : true);

  function unit(said) {
    return { damage: 0, commander: "", commander_damage: 0, order: null, support: 0, beside: 0, solid: false, out_of_command: false, shaken: false, isolated: false, ground: "plain", ...said };
  }

  /* --- is it possible? --- */
  function unitMistakes(side, one) {
    const found = [], track = trackOf(one);
    if (one.damage >= points(track)) found.push([`${side}.damage`, "eliminated"]);
    if (one.commander && rules.commanders.includes(one.class)) found.push([`${side}.commander`, "commander_joins_a_unit"]);
    if (one.commander_damage && !one.commander) found.push([`${side}.commander_damage`, "no_commander"]);
    else if (one.commander && one.commander_damage >= points(one.commander)) found.push([`${side}.commander_damage`, "eliminated"]);
    if (one.order && one.out_of_command) found.push([`${side}.order`, "no_orders_out_of_command"]);
    return found;
  }
  function duelMistakes(m) {
    const found = [], { a, d } = m;
    for (const side of ["a", "d", "second"]) if (m[side]) found.push(...unitMistakes(side, m[side]));
    const charged = m.received !== "already_fighting";
    if (a.class === "ballista") found.push(["a.class", "ballista_has_no_attack"]);
    if (d.class === "elephants" && charged) found.push(["d.class", "nobody_charges_elephants"]);
    if (foot(a) && mounted(d) && !rules.commanders.includes(d.class) && charged) found.push(["d.class", "foot_never_charges_horse"]);
    if (a.class === "elephants" && a.ground !== "plain") found.push(["a.ground", "elephants_charge_on_plain"]);
    if (a.class === "elephants" && ["height", "wood"].includes(d.ground)) found.push(["d.ground", "elephants_keep_off"]);
    if (m.received === "countercharges") {
      if (a.class === "elephants") found.push(["received", "elephants_are_not_met"]);
      else if (foot(d) && mounted(a)) found.push(["received", "foot_never_charges_horse"]);
      else if (["flank", "rear"].includes(m.struck)) found.push(["received", "struck_from_the_side"]);
      else if (d.class === "ballista") found.push(["received", "ballista_has_no_attack"]);
      else if (d.out_of_command) found.push(["received", "must_stand"]);
    }
    if ((m.struck === "two_sides") !== !!m.second) found.push(["second", "two_sides_need_two_attackers"]);
    return found;
  }

  /* --- modifiers --- */
  function line(side, code, times = 1, more = null) {
    const [attack, defence, first] = modifiers[code];
    return { side, code, attack: more === null ? attack * times : more, defence: defence * times, first };
  }
  function unitLines(side, one, enemy) {
    const found = [], there = one.ground !== enemy.ground;
    if (one.support) found.push(line(side, "support", one.support));
    if (one.beside) found.push(line(side, "commander_beside", one.beside));
    if (one.solid) found.push(line(side, "solid_chief"));
    if (one.out_of_command) found.push(line(side, "out_of_command"));
    if (one.shaken) found.push(line(side, "shaken"));
    if (["height", "wood"].includes(one.ground) && there) found.push(line(side, `on_${one.ground}`));
    if (["ford", "stream"].includes(one.ground) && there) found.push(line(side, `in_${one.ground}`));
    if (["ford", "stream"].includes(enemy.ground) && there) found.push(line(side, `enemy_in_${enemy.ground}`));
    return found;
  }
  function lines(m) {
    const found = [...unitLines("a", m.a, m.d), ...unitLines("d", m.d, m.a)], side = ["flank", "rear"].includes(m.struck);
    if (m.a.class === "elephants" && foot(m.d)) found.push(line("d", "charged_by_elephants"));
    else if (side && m.d.class !== "heavy_infantry") found.push(line("d", "turns"));
    else if (m.received === "stands" && !side) found.push(line("d", "stands"));
    if (side && m.d.class === "heavy_infantry") found.push(line("d", "struck_from_the_side"));
    if (m.second) {
      const second = fighter(m.second);
      found.push(line("a", "second_attacker", 1, factor(second) + lent(second)[0]), line("d", "between_two"));
      if (m.d.isolated) found.push(line("d", "isolated"));
    }
    return found;
  }

  /* --- a fighter; the array [damage, commander's damage] next to it holds the damage so far --- */
  const fighter = (one) => ({ track: trackOf(one), damage: one.damage, commander: one.commander, commanderDamage: one.commander_damage, attack: 0, defence: 0, first: 0, halved: false, disarmed: false, order: one.order });
  const unitLeft = (f) => f.damage < points(f.track);
  const commanderLeft = (f) => !!f.commander && f.commanderDamage < points(f.commander);
  const gone = (f) => !unitLeft(f) && !commanderLeft(f);
  const shows = (f) => (unitLeft(f) ? tracks[f.track][f.damage] : commanderLeft(f) ? tracks[f.commander][f.commanderDamage] : [0, 0]);
  const residual = (f) => shows(f)[0];
  const factor = (f) => shows(f)[1];
  const lent = (f) => (unitLeft(f) && commanderLeft(f) ? attached[f.commander] : [0, 0]);
  const worth = (f) => points(f.track) - f.damage + (f.commander ? points(f.commander) - f.commanderDamage : 0);
  function hurt(f, much) {
    const own = Math.min(much, points(f.track) - f.damage), led = { ...f, damage: f.damage + own };
    if (f.commander) led.commanderDamage = f.commanderDamage + Math.min(much - own, points(f.commander) - f.commanderDamage);
    return led;
  }
  function fighters(m) {
    const all = lines(m);
    return ["a", "d"].map((side) => {
      const own = all.filter((one) => one.side === side), codes = own.map((one) => one.code), f = fighter(m[side]);
      f.attack = sum(own.filter((one) => !one.first).map((one) => one.attack));
      f.defence = sum(own.map((one) => one.defence));
      f.first = sum(own.filter((one) => one.first).map((one) => one.attack));
      f.halved = codes.includes("struck_from_the_side") || codes.includes("between_two");
      f.disarmed = codes.includes("struck_from_the_side");
      return f;
    });
  }
  function total(own, card, foe, answer, number) {
    const [lentAttack, lentDefence] = lent(own);
    const steady = factor(own) + own.attack + lentAttack + (number === 1 ? own.first : 0);
    const played = answer === "feint" ? 0 : swords[card], ordered = foe.order === "feint" || !own.order ? 0 : swords[own.order];
    const printed = own.halved ? Math.floor((residual(own) + 1) / 2) : residual(own);
    const shields = (card === "shield") + (own.order === "shield");
    return [own.disarmed ? 0 : Math.max(0, Math.max(0, steady) + played + ordered), Math.max(0, printed + own.defence + lentDefence + shields)];
  }
  function blow(a, x, d, y, number) {
    const ofA = total(a, x, d, y, number), ofD = total(d, y, a, x, number);
    const hurtD = Math.max(0, ofA[0] - ofD[1]), hurtA = Math.max(0, ofD[0] - ofA[1]);
    return { a: ofA, d: ofD, damage: { a: hurtA, d: hurtD }, afterA: hurt(a, hurtA), afterD: hurt(d, hurtD) };
  }
  const alone = (f) => f.track in attached || !unitLeft(f);
  const mayBeAsked = (own, foe, commanders) => (commanders || !alone(own)) && !gone(own) && residual(own) + lent(own)[1] === rules.asked_at[0] && !gone(foe) && factor(foe) + lent(foe)[0] >= rules.asked_at[1];
  const nerve = (card, moves) => (card === "shield" ? "stands" : card === "feint" ? (moves ? "retreats" : "surrenders") : "routs");
  const LOST = ["routs", "surrenders"];

  /* --- every position of a duel --- */
  function positions({ a, d, commanders }) {
    const known = new Map(), facts = new Map();
    const at = (s) => [{ ...a, damage: s[0], commanderDamage: s[1] }, { ...d, damage: s[2], commanderDamage: s[3] }];
    return {
      start: [a.damage, a.commanderDamage, d.damage, d.commanderDamage],
      at,
      after(s, x, y, first) {
        const key = `${s}|${x}|${y}|${first}`;
        if (!known.has(key)) {
          const [now, foe] = at(s), struck = blow(now, x, foe, y, first ? 1 : 2);
          known.set(key, [struck.afterA.damage, struck.afterA.commanderDamage, struck.afterD.damage, struck.afterD.commanderDamage]);
        }
        return known.get(key);
      },
      facts(s) {
        const key = String(s);
        if (!facts.has(key)) {
          const [now, foe] = at(s);
          facts.set(key, { over: gone(now) || gone(foe), ofD: mayBeAsked(foe, now, commanders), ofA: mayBeAsked(now, foe, commanders) });
        }
        return facts.get(key);
      },
    };
  }
  function endOf(a, d, s, nerves) {
    const [now, foe] = [{ ...a, damage: s[0], commanderDamage: s[1] }, { ...d, damage: s[2], commanderDamage: s[3] }];
    return { a: worth(a) - worth(now), d: worth(d) - worth(foe), lostA: gone(now) || LOST.includes(nerves.a), lostD: gone(foe) || LOST.includes(nerves.d) };
  }
  const leaving = (duel, whose) => DRAWN.map((card) => nerve(card, duel.moves.includes(whose))).filter((said) => said !== "stands");

  /** The outcomes for both sides with random cards: a Map from outcome (JSON) to chance. */
  function chances(duel) {
    const { a, d } = duel, blows = positions(duel), known = new Map();
    const add = (into, from, share) => { for (const [end, chance] of from) into.set(end, (into.get(end) || 0) + chance * share); };
    const said = (s, nerves) => JSON.stringify(endOf(a, d, s, nerves));
    function onward(s, left, right) {
      if (!left.length || blows.facts(s).over) return new Map([[said(s, {}), 1]]);
      const key = `${s}|${left}|${right}`;
      if (!known.has(key)) {
        const found = new Map(), share = 1 / (left.length * right.length), first = left.length === CARDS.length;
        for (const x of left) for (const y of right) add(found, tested(blows.after(s, x, y, first), less(left, x), less(right, y)), share);
        known.set(key, found);
      }
      return known.get(key);
    }
    function tested(s, left, right) {
      const facts = blows.facts(s), found = new Map();
      let stands = 1;
      for (const [may, whose] of [[facts.ofD, "d"], [facts.ofA, "a"]]) {
        if (!may || !duel.tests.includes(whose)) continue;
        const each = stands / DRAWN.length, gone = leaving(duel, whose);
        for (const told of gone) add(found, new Map([[said(s, { [whose]: told }), 1]]), each);
        stands -= each * gone.length;
      }
      add(found, onward(s, left, right), stands);
      return found;
    }
    return onward(blows.start, CARDS, CARDS);
  }

  /* --- the duel solved as a game; see engine/matrix.py --- */
  const SMALL = 1e-12;
  const pure = (size, chosen) => Array.from({ length: size }, (_, i) => (i === chosen ? 1 : 0));
  function solve(matrix) {
    const floors = matrix.map((row) => Math.min(...row)), ceilings = matrix[0].map((_, j) => Math.max(...matrix.map((row) => row[j])));
    const best = Math.max(...floors), least = Math.min(...ceilings);
    if (best >= least) return { value: best, rows: pure(floors.length, floors.indexOf(best)), columns: pure(ceilings.length, ceilings.indexOf(least)) };
    if (floors.length === 2 && ceilings.length === 2) {
      const [[a, b], [c, d]] = matrix, all = a - b - c + d, row = (d - c) / all, column = (d - b) / all;
      return { value: (a * d - b * c) / all, rows: [row, 1 - row], columns: [column, 1 - column] };
    }
    return simplex(matrix);
  }
  function simplex(matrix) {
    const lift = 1 - Math.min(...matrix.map((row) => Math.min(...row))), height = matrix.length, width = matrix[0].length;
    const table = matrix.map((row, i) => [...row.map((value) => value + lift), ...pure(height, i), 1]);
    let gain = [...Array(width).fill(1), ...Array(height + 1).fill(0)];
    const basis = pure(height, -1).map((_, i) => width + i);
    for (;;) {
      const entering = gain.slice(0, -1).findIndex((g) => g > SMALL);
      if (entering < 0) break;
      let leaving = -1, least = [];
      for (let i = 0; i < height; i++) {
        if (table[i][entering] <= SMALL) continue;
        const ratio = [table[i][table[i].length - 1] / table[i][entering], basis[i], i];
        if (leaving < 0 || ratio[0] < least[0] || (ratio[0] === least[0] && ratio[1] < least[1])) { least = ratio; leaving = i; }
      }
      const pivot = table[leaving][entering], row = (table[leaving] = table[leaving].map((value) => value / pivot));
      for (let i = 0; i < height; i++) {
        const times = table[i][entering];
        if (i !== leaving && times) table[i] = table[i].map((value, j) => value - times * row[j]);
      }
      const times = gain[entering];
      gain = gain.map((value, j) => value - times * row[j]);
      basis[leaving] = entering;
    }
    const whole = -gain[gain.length - 1], columns = Array(width).fill(0);
    basis.forEach((j, i) => { if (j < width) columns[j] = table[i][table[i].length - 1] / whole; });
    return { value: 1 / whole - lift, rows: table.map((_, i) => Math.max(0, -gain[width + i]) / whole), columns };
  }
  function solution(duel, aim) {
    const { a, d } = duel, blows = positions(duel), known = new Map();
    function worthOf(end) {
      if (aim === "eliminate") return end.lostD ? 1 : 0;
      if (aim === "survive") return end.lostA ? 0 : 1;
      return (end.lostD ? worth(d) : end.d) - (end.lostA ? worth(a) : end.a);
    }
    const mixture = (s, left, right) => solve(left.map((x) => right.map((y) => tested(blows.after(s, x, y, left.length === CARDS.length), less(left, x), less(right, y)))));
    function value(s, left, right) {
      if (!left.length || blows.facts(s).over) return worthOf(endOf(a, d, s, {}));
      const key = `${s}|${left}|${right}`;
      if (!known.has(key)) known.set(key, left.length === 1 ? tested(blows.after(s, left[0], right[0], false), [], []) : mixture(s, left, right).value);
      return known.get(key);
    }
    function tested(s, left, right) {
      let found = value(s, left, right);
      const facts = blows.facts(s);
      if (duel.untested) return found;
      if (facts.ofA) found = Math.min(found, asked(s, "a", found));
      if (facts.ofD) found = Math.max(found, asked(s, "d", found));
      return found;
    }
    function asked(s, whose, stands) {
      const gone = leaving(duel, whose).map((said) => worthOf(endOf(a, d, s, { [whose]: said })));
      return (sum(gone) + stands * (DRAWN.length - gone.length)) / DRAWN.length;
    }
    return (s, left, right) => {
      if (!left.length || blows.facts(s).over) return { over: true };
      const found = mixture(s, left, right), named = (hand, shares) => Object.fromEntries(hand.map((card, i) => [card, shares[i]]));
      return { value: found.value, a: named(left, found.rows), d: named(right, found.columns) };
    };
  }

  /* --- questions --- */
  function askDuel(q) {
    const second = q.second ? unit(q.second) : null;
    const m = { a: unit(q.a), d: unit(q.d), second, received: q.received || "stands", struck: q.struck || (second ? "two_sides" : "front") };
    const pairs = q.cards || [], twice = [];
    pairs.forEach(([x, y], i) => { if (pairs.slice(0, i).some((p) => p[0] === x || p[1] === y)) twice.push([`cards[${i}]`, "played_twice"]); });
    if (twice.length) return { mistakes: twice };
    if (q.untested && q.tests) return { mistakes: [["tests", "not_both"]] };
    const wrong = duelMistakes(m);
    if (wrong.length) return { mistakes: wrong };
    const [a, d] = fighters(m), duel = { a, d, tests: q.tests || "", moves: "moves" in q ? q.moves : "ad", untested: !!q.untested, commanders: !!q.commanders_tested }, blows = [];
    let now = a, foe = d;
    for (const [i, [x, y]] of pairs.entries()) {
      if (gone(now) || gone(foe)) return { mistakes: [["cards", "duel_is_over"]] };
      const struck = blow(now, x, foe, y, i + 1);
      blows.push({ cards: [x, y], a: struck.a, d: struck.d, damage: struck.damage });
      [now, foe] = [struck.afterA, struck.afterD];
    }
    const found = { lines: lines(m), blows };
    if (blows.length) found.left = { a: [factor(now), residual(now)], d: [factor(foe), residual(foe)], may_be_tested: duel.untested ? "" : (mayBeAsked(now, foe, duel.commanders) ? "a" : "") + (mayBeAsked(foe, now, duel.commanders) ? "d" : "") };
    const stood = [now.damage, now.commanderDamage, foe.damage, foe.commanderDamage];
    const [left, right] = [0, 1].map((side) => CARDS.filter((card) => !pairs.some((pair) => pair[side] === card)));
    found.solved = Object.fromEntries(rules.aims.map((aim) => [aim, solution(duel, aim)(stood, left, right)]));
    const joint = {};
    found.chances = { lost: { a: 0, d: 0 }, mean: { a: 0, d: 0 }, damage: { a: {}, d: {} } };
    for (const [end, chance] of chances(duel)) {
      const one = JSON.parse(end);
      for (const side of ["a", "d"]) {
        found.chances.mean[side] += one[side] * chance;
        found.chances.damage[side][one[side]] = (found.chances.damage[side][one[side]] || 0) + chance;
      }
      if (one.lostA) found.chances.lost.a += chance;
      if (one.lostD) found.chances.lost.d += chance;
      const key = JSON.stringify([one.a, one.d, (one.lostA ? "a" : "") + (one.lostD ? "d" : "")]);
      joint[key] = (joint[key] || 0) + chance;
    }
    const law = Object.entries(joint).map(([key, chance]) => [...JSON.parse(key), chance]);
    law.sort((x, y) => x[0] - y[0] || x[1] - y[1] || (x[2] < y[2] ? -1 : 1));
    found.chances.joint = law.map(([a, d, lost, chance]) => ({ a, d, lost, chance }));
    return found;
  }

  const band = (distance) => (distance === rules.nearest ? 0 : Math.floor((distance - 1) / 2));
  const rate = (name) => (name ? sum(ATTACK[name].map((card) => swords[card])) : 0);
  function askShot(q) {
    const shooters = (q.shooters || []).map((one) => ({ damage: 0, velites: false, ...one })), target = unit(q.target), stand = q.from || "open", wrong = [];
    if (!shooters.length) wrong.push(["shooters", "missing_field"]);
    shooters.forEach((one, i) => {
      if (!ranges[stand][one.weapon][band(one.distance)]) wrong.push([`shooters[${i}].distance`, "out_of_range"]);
      if (one.velites && one.weapon !== "javelins") wrong.push([`shooters[${i}].velites`, "velites_throw_javelins"]);
      if (target.class === "elephants" && one.weapon !== "ballista" && !one.velites) wrong.push([`shooters[${i}].weapon`, "elephants_fear_velites_and_ballistae"]);
    });
    if (target.ground === "wood") wrong.push(["target.ground", "hidden_in_a_wood"]);
    if (target.damage >= points(trackOf(target))) wrong.push(["target.damage", "eliminated"]);
    if (wrong.length) return { mistakes: wrong };
    const farthest = Math.max(...shooters.map((one) => one.distance));
    const sets = shooters.filter((one) => one.distance === farthest).map((one) => ranges[stand][one.weapon][band(farthest)]);
    const attack = sets.reduce((worst, one) => (rate(one) < rate(worst) ? one : worst)), defence = classes[target.class] ? classes[target.class].defence_cards : "D";
    const f = fighter(target), stops = residual(f) + lent(f)[1];
    const strength = sum(shooters.map((one) => (one.weapon === "ballista" ? rules.ballista : tracks.light[one.damage][1])));
    const hit = (x, y) => {
      const power = swords[x], parry = y === "shield" ? 1 : 0, hits = y !== "feint" && power > parry;
      return { attack: power, defence: parry, hit: hits, damage: hits ? Math.max(0, power + strength - (stops + parry)) : 0 };
    };
    const every = ATTACK[attack].flatMap((x) => DEFENCE[defence].map((y) => hit(x, y))), found = { sets: { attack, defence }, hits: 0, damage: {} };
    for (const one of every) {
      found.hits += one.hit / every.length;
      found.damage[one.damage] = (found.damage[one.damage] || 0) + 1 / every.length;
    }
    if (q.cards) {
      for (const [i, set] of [ATTACK[attack], DEFENCE[defence]].entries()) if (!set.includes(q.cards[i])) wrong.push([`cards[${i}]`, "not_one_of"]);
      if (wrong.length) return { mistakes: wrong };
      found.result = hit(...q.cards);
    }
    return found;
  }
  function askInitiative(q) {
    const bid = (one) => ({ enterprising: false, order: null, ...one }), a = bid(q.a), b = bid(q.b);
    const score = (own, card, foe) => {
      const ordered = foe.order === "feint" || !own.order ? 0 : swords[own.order], shield = foe.order === "shield" && own.order !== "feint" ? 1 : 0;
      return Math.max(0, swords[card] + ordered - shield + (own.enterprising ? rules.enterprising : 0));
    };
    const found = { first: { a: 0, b: 0, equal: 0 }, actions: { a: {}, b: {} } }, both = {}, each = 1 / rules.draw.length ** 2;
    for (const x of rules.draw) for (const y of rules.draw) {
      const mine = score(a, x, b), theirs = score(b, y, a);
      found.first[mine > theirs ? "a" : mine < theirs ? "b" : "equal"] += each;
      found.actions.a[mine] = (found.actions.a[mine] || 0) + each;
      found.actions.b[theirs] = (found.actions.b[theirs] || 0) + each;
      const key = JSON.stringify([mine, theirs]);
      both[key] = (both[key] || 0) + each;
    }
    found.scores = Object.entries(both).map(([key, chance]) => [...JSON.parse(key), chance]).sort((x, y) => x[0] - y[0] || x[1] - y[1]).map(([a, b, chance]) => ({ a, b, chance }));
    if (q.cards) {
      if (q.cards.length !== 2) return { mistakes: [["cards", "not_a_pair"]] };
      for (const [i, card] of q.cards.entries()) if (!rules.draw.includes(card)) return { mistakes: [[`cards[${i}]`, "not_one_of"]] };
      found.result = { a: score(a, q.cards[0], b), b: score(b, q.cards[1], a) };
    }
    return found;
  }
  function askNerve(q) {
    const moves = "moves" in q ? q.moves : true, found = { chances: {} };
    if (q.unit && q.enemy && !mayBeAsked(fighter(unit(q.unit)), fighter(unit(q.enemy)), !!q.commanders_tested)) return { mistakes: [["unit", "may_not_be_asked"]] };
    for (const card of DRAWN) found.chances[nerve(card, moves)] = (found.chances[nerve(card, moves)] || 0) + 1 / DRAWN.length;
    if (q.card) found.result = nerve(q.card, moves);
    return found;
  }
  function askRally(q) {
    const who = { rampaging: false, chief: rules.stop[0], in_chain: true, order: null, ...q }, why = [];
    if (!who.rampaging && who.chief !== rules.stop[0]) why.push("chief_not_solid");
    if (!who.rampaging && !who.in_chain) why.push("outside_the_chain");
    if (who.order !== rules.stop[1]) why.push("no_shield_order");
    return { why, result: why.length ? (who.rampaging ? "lost" : "routs") : "rallies", rests: who.rampaging && !why.length ? 1 : 0 };
  }
  function askArmy(q) {
    const box = rules.army, said = q.army, own = box.lists[said.army], problems = [];
    const roster = { points: box.points[2], chief: "", wings: [], orders: 0, actions: 0, ...said };
    const units = Object.entries(roster.units).filter(([, n]) => n > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    const wrong = (code, rule, facts = {}) => problems.push({ code, rule, facts });
    const spent = { units: sum(units.map(([kind, n]) => box.kinds[kind][0] * n)), orders: roster.orders * box.prices[0], actions: roster.actions * box.prices[1] };
    const whole = sum(Object.values(spent)), left = roster.points - whole;
    if (roster.points < box.points[0] || roster.points > box.points[1]) wrong("points_out_of_range", "L326", { low: box.points[0], high: box.points[1], have: roster.points });
    for (const [kind, have] of units) {
      if (!own.includes(kind)) wrong("other_army", "L425", { kind });
      else if (have > box.kinds[kind][1]) wrong("too_few_counters", `L${box.lines[kind]}`, { kind, have, most: box.kinds[kind][1] });
    }
    if (!units.some(([kind]) => own.includes(kind))) wrong("no_units", "L96");
    if (roster.wings.length > box.wings) wrong("too_many_wings", "L250", { have: roster.wings.length, most: box.wings });
    if (left < 0) wrong("too_dear", "L326", { have: whole, most: roster.points, over: -left });
    const shares = (n) => { const groups = Math.ceil(n / box.schiera); return Array.from({ length: groups }, (_, i) => Math.floor(n / groups) + (i < n % groups ? 1 : 0)); };
    const agreed = "agreed" in q ? q.agreed : Math.floor(spent.units / box.an_order);
    return {
      legal: !problems.length, problems, cost: { ...spent, left },
      orders: agreed + (roster.chief === box.astute[0] ? box.astute[1] : 0) + roster.orders,
      schiere: Object.fromEntries(units.map(([kind, n]) => [kind, shares(n)])),
    };
  }
  const ASKED = { duel: askDuel, shot: askShot, initiative: askInitiative, nerve: askNerve, rally: askRally, army: askArmy };
  return { ASKED, CARDS, answer: (question) => ASKED[question.ask](question) };
}
if (typeof module !== "undefined") module.exports = { SchiereCore };
