/* A combat between two groups, computed offline. It contains no numbers of the rules: the server generates them from
   the Python (campaigns/italia/lookup/data.py), and tests compare both answers. */
"use strict";

(function (root) {
  const other = (side) => (side === "attacker" ? "defender" : "attacker");

  function typeOf(rules, kind) {
    return kind.endsWith(rules.at_sea) ? kind.slice(0, -rules.at_sea.length) : kind;
  }

  const unitOf = (rules, kind) => rules.units[typeOf(rules, kind)];
  const total = (units) => Object.values(units).reduce((sum, n) => sum + n, 0);

  /** A side of the question; units that land from the sea are a separate type. */
  function group(rules, asked) {
    const units = {};
    for (const [unit, number] of Object.entries(asked.units)) {
      const wet = Math.min(number, (asked.by_sea || {})[unit] || 0);
      if (wet) units[unit + rules.at_sea] = wet;
      if (number > wet) units[unit] = number - wet;
    }
    return { units: units, hurt: {}, leaders: asked.leaders || 0, weak: asked.weak || 0 };
  }

  function supremacy(rules, question) {
    const mine = question.attacker.fleets || 0, theirs = question.defender.fleets || 0;
    const over = (own, foe) => own > 0 && own >= rules.supreme * foe;
    return over(mine, theirs) ? "attacker" : over(theirs, mine) ? "defender" : "";
  }

  function situation(rules, question) {
    return {
      attacker: group(rules, question.attacker), defender: group(rules, question.defender),
      ground: question.ground, city: question.city, supremacy: supremacy(rules, question), first: true,
      raid: Boolean(question.raid),
    };
  }

  /** code -> the modifier of one unit type shooting at another. */
  function modifiers(rules, s, side, kind, target) {
    const own = s[side], value = (code) => rules.modifiers[code].value, found = {};
    if (s.raid) return found;
    if (side === "attacker" && s.ground in rules.modifiers) found[s.ground] = value(s.ground);
    if (side === "attacker" && s.city) found.city = value("city");
    if (own.leaders) found.leader = value("leader") * own.leaders;
    if (s.supremacy === side) found.naval_supremacy = value("naval_supremacy");
    if (side === "defender" && s.first && target.endsWith(rules.at_sea)) found.landing = value("landing");
    if (own.weak) found.card = value("card") * own.weak;
    return found;
  }

  function needs(rules, s, side, kind, target) {
    if (s.raid && side === "attacker") return rules.raid.hits_on;
    const added = total(modifiers(rules, s, side, kind, target));
    const need = unitOf(rules, kind).to_hit - added;
    return Math.max(rules.needs.lowest, Math.min(rules.needs.highest, need));
  }

  /** Each unit targets the type it hits most easily; surplus shots go to the largest remaining type. */
  function aims(rules, s, side) {
    const own = s[side], foes = s[other(side)], room = {}, found = {};
    for (const [kind, n] of Object.entries(foes.units)) room[kind] = n * unitOf(rules, kind).hits - (foes.hurt[kind] || 0);
    const liking = (kind, target) => [
      room[target] <= 0 ? 1 : 0, needs(rules, s, side, kind, target), unitOf(rules, target).hits,
      -unitOf(rules, target).cost, target,
    ];
    const kinds = Object.keys(own.units).sort((x, y) => compared(
      [unitOf(rules, x).to_hit, x], [unitOf(rules, y).to_hit, y]));
    for (const kind of kinds) {
      for (let i = 0; i < own.units[kind]; i += 1) {
        const best = Object.keys(room).sort((x, y) => compared(liking(kind, x), liking(kind, y)))[0];
        room[best] -= 1;
        found[kind] = found[kind] || {};
        found[kind][best] = (found[kind][best] || 0) + 1;
      }
    }
    return found;
  }

  function compared(x, y) {
    for (let i = 0; i < x.length; i += 1) {
      if (x[i] < y[i]) return -1;
      if (x[i] > y[i]) return 1;
    }
    return 0;
  }

  /** The group after these hits on each type: every unit is wounded before one dies. */
  function struck(rules, side, hits) {
    const units = Object.assign({}, side.units), hurt = Object.assign({}, side.hurt);
    for (const [kind, number] of Object.entries(hits)) {
      if (!number || !(kind in units)) continue;
      const each = unitOf(rules, kind).hits, borne = (hurt[kind] || 0) + number;
      const dead = each === 1 ? Math.min(units[kind], number) : Math.min(units[kind], Math.max(0, borne - units[kind]));
      delete hurt[kind];
      units[kind] -= dead;
      const left = each === 1 ? 0 : Math.min(borne, units[kind]);
      if (!units[kind]) delete units[kind];
      else if (left) hurt[kind] = left;
    }
    return Object.assign({}, side, { units: units, hurt: hurt });
  }

  function ashore(rules, side) {
    const merged = (found) => {
      const all = {};
      for (const [kind, n] of Object.entries(found)) all[typeOf(rules, kind)] = (all[typeOf(rules, kind)] || 0) + n;
      return all;
    };
    return Object.assign({}, side, { units: merged(side.units), hurt: merged(side.hurt) });
  }

  const sorted = (found) => Object.keys(found).sort().map((kind) => [kind, found[kind]]);
  const keyOf = (side) => JSON.stringify([sorted(side.units), sorted(side.hurt)]);

  /** The group after elephants have driven off this many units, the cheapest first. */
  function drivenOff(rules, group, number) {
    if (!number) return group;
    const units = Object.assign({}, group.units), hurt = Object.assign({}, group.hurt);
    const kinds = Object.keys(units).sort((x, y) => compared([unitOf(rules, x).cost, x], [unitOf(rules, y).cost, y]));
    for (const kind of kinds) {
      const gone = Math.min(number, units[kind]), stays = typeOf(rules, kind) === rules.raid.stay_when_hurt;
      number -= gone;
      units[kind] -= gone;
      const left = Math.min(units[kind], stays ? hurt[kind] || 0 : Math.max(0, (hurt[kind] || 0) - gone));
      delete hurt[kind];
      if (!units[kind]) delete units[kind];
      else if (left) hurt[kind] = left;
    }
    return Object.assign({}, group, { units: units, hurt: hurt });
  }

  /** The results of one die: [hits, units driven off, chance]. */
  function faces(rules, s, side, kind, target) {
    const good = rules.faces + 1 - needs(rules, s, side, kind, target);
    const drives = !s.raid && typeOf(rules, kind) === rules.routs.by ? rules.routs.faces : 0;
    return [
      [0, 0, rules.faces - Math.max(good, drives)], [1, 0, Math.max(0, good - drives)],
      [0, 1, Math.max(0, drives - good)], [1, 1, Math.min(good, drives)],
    ].filter((one) => one[2]).map(([hits, routs, ways]) => [hits, routs, ways / rules.faces]);
  }

  /** The possible states of the enemy after this side's dice: key -> [group, chance]. */
  function outcomes(rules, s, side) {
    let together = new Map([["", [{}, 0, 1]]]); // hits on each type, units driven off, chance
    for (const [kind, at] of Object.entries(aims(rules, s, side))) {
      for (const [target, number] of Object.entries(at)) {
        const falls = faces(rules, s, side, kind, target);
        for (let i = 0; i < number; i += 1) {
          const after = new Map();
          for (const [hits, routs, p] of together.values()) {
            for (const [hit, rout, q] of falls) {
              const all = Object.assign({}, hits, { [target]: (hits[target] || 0) + hit });
              const key = JSON.stringify([sorted(all), routs + rout]);
              if (after.has(key)) after.get(key)[2] += p * q;
              else after.set(key, [all, routs + rout, p * q]);
            }
          }
          together = after;
        }
      }
    }
    const found = new Map();
    for (const [hits, routs, chance] of together.values()) {
      let left = drivenOff(rules, struck(rules, s[other(side)], hits), routs);
      if (s.first && side === "defender") left = ashore(rules, left);
      const key = keyOf(left);
      if (found.has(key)) found.get(key)[1] += chance;
      else found.set(key, [left, chance]);
    }
    return found;
  }

  /** The possible states after the next round: [situation, key, chance]. */
  function nextRound(rules, s) {
    const defenders = outcomes(rules, s, "attacker"), attackers = outcomes(rules, s, "defender"), found = [];
    for (const [a, [mine, p]] of attackers) {
      for (const [d, [theirs, q]] of defenders) {
        found.push([Object.assign({}, s, { attacker: mine, defender: theirs, first: false }), a + d, p * q]);
      }
    }
    return found;
  }

  const over = (s) => !total(s.attacker.units) || !total(s.defender.units);

  function summed(states) {
    const found = { attacker: 0, defender: 0, nobody: 0, open: 0, attackers_left: 0, defenders_left: 0 };
    for (const [s, chance] of states) {
      const mine = total(s.attacker.units), theirs = total(s.defender.units);
      found[mine && theirs ? "open" : mine ? "attacker" : theirs ? "defender" : "nobody"] += chance;
      found.attackers_left += chance * mine;
      found.defenders_left += chance * theirs;
    }
    return found;
  }

  function byRound(rules, begun) {
    const found = [];
    let now = new Map([["", [begun, 1]]]);
    for (let number = 1; number <= rules.rounds; number += 1) {
      const following = new Map();
      const put = (key, s, chance) => {
        if (following.has(key)) following.get(key)[1] += chance;
        else following.set(key, [s, chance]);
      };
      for (const [key, [s, chance]] of now) {
        if (over(s)) put(key, s, chance);
        else for (const [then, into, part] of nextRound(rules, s)) put(into, then, chance * part);
      }
      now = following;
      const sum = summed(now.values());
      found.push({
        round: number, won: sum.attacker, lost: sum.defender, nobody: sum.nobody, open: sum.open,
        attackers_left: sum.attackers_left, defenders_left: sum.defenders_left,
      });
      if (sum.open < rules.decided) break;
    }
    return found;
  }

  /** Hits only reduce strength, so visiting states from the strongest down visits each one once. */
  function toTheEnd(rules, begun) {
    const left = (s) => ["attacker", "defender"].reduce(
      (sum, side) => sum + 2 * total(s[side].units) - total(s[side].hurt), 0);
    const waiting = new Map(), ends = new Map();
    const spread = (s, key, chance) => {
      const steps = nextRound(rules, s), stays = s.first ? 0 : steps.filter((step) => step[1] === key).reduce((sum, step) => sum + step[2], 0);
      for (const [then, into, part] of steps) {
        if (!s.first && into === key) continue;
        const share = chance * part / (1 - stays), where = over(then) ? ends : waiting;
        if (where.has(into)) where.get(into)[1] += share;
        else where.set(into, [then, share]);
      }
    };
    spread(begun, "", 1);
    while (waiting.size) {
      let best = "", most = -1;
      for (const [key, [s]] of waiting) {
        if (left(s) > most) { most = left(s); best = key; }
      }
      const [s, chance] = waiting.get(best);
      waiting.delete(best);
      spread(s, best, chance);
    }
    const found = summed(ends.values());
    delete found.open;
    return found;
  }

  function sideNeeds(rules, s, side) {
    const found = {};
    for (const kind of Object.keys(s[side].units)) {
      found[kind] = {};
      for (const target of Object.keys(s[other(side)].units)) {
        found[kind][target] = { needs: needs(rules, s, side, kind, target), modifiers: modifiers(rules, s, side, kind, target) };
      }
    }
    return found;
  }

  /** One round of a raid: whether one hit is scored, and how many raiders are lost. */
  function raided(rules, s) {
    const lost = new Array(total(s.attacker.units) + 1).fill(0);
    let misses = 1, left = 0;
    for (const [kind, at] of Object.entries(aims(rules, s, "attacker"))) {
      for (const [target, number] of Object.entries(at)) {
        misses *= Math.pow((needs(rules, s, "attacker", kind, target) - 1) / rules.faces, number);
      }
    }
    for (const [side, chance] of outcomes(rules, s, "defender").values()) {
      const away = total(side.units) - (side.hurt[rules.raid.stay_when_hurt] || 0);
      lost[lost.length - 1 - away] += chance;
      left += chance * away;
    }
    return { succeeds: 1 - misses, lost: lost, left: left };
  }

  function answer(rules, question) {
    const s = situation(rules, question);
    let ways = 1;
    for (const side of [ashore(rules, s.attacker), s.defender]) {
      for (const [kind, n] of Object.entries(side.units)) ways *= 1 + n * unitOf(rules, kind).hits;
    }
    const found = { attacker: sideNeeds(rules, s, "attacker"), defender: sideNeeds(rules, s, "defender") };
    if (ways > rules.most_ways) return Object.assign(found, { raid: null, end: null, rounds: [] });
    if (s.raid) return Object.assign(found, { raid: raided(rules, s), end: null, rounds: [] });
    return Object.assign(found, { raid: null, end: toTheEnd(rules, s), rounds: byRound(rules, s) });
  }

  const api = { answer: answer };
  if (typeof module !== "undefined") module.exports = api;
  else root.ItaliaLookup = api;
})(typeof self === "undefined" ? this : self);
