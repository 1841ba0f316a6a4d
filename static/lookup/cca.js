/* A combat with its exact chances, or fought with dice, computed offline. Contains no numbers of the rules: they come
   from data.json. The same public cases and random questions test this script and the Python. */
"use strict";

function CcaCore(rules) {
  const { types, variants, terrain, cards, faces, reach, free, constants: N } = rules;
  const CHECKED = { attacker: "target", target: "attacker" };

  const kindOf = (one) => (one.special && variants[one.special] && variants[one.special][one.type]) || types[one.type];
  const lone = (one) => one.type === rules.leader;
  const ground = (one) => terrain[one.terrain];
  const least = (list) => Math.min(...list);
  const isOneOf = (value, list) => list.includes(value);

  /* --- reading a question --- */
  function fighter(said, side, wrong) {
    const most = said.type === rules.leader ? N.leader_blocks : types[said.type].blocks;
    const blocks = "blocks" in said ? said.blocks : most;
    if (!(blocks >= 1 && blocks <= most)) wrong.push([`${side}.blocks`, "not_a_number"]);
    const marshes = said.marshes || 0;
    return {
      full: blocks === most, leader: "", supported: false, terrain: rules.open, covered: false, moved: 0, room: free, blocked: rules.edge,
      refuge: 0, special: "", ...said, blocks, marshes: [...Array(marshes).keys()].map((n) => [n, true]).concat(marshes ? [[marshes, false]] : []),
    };
  }
  function read(said) {
    const wrong = [], mode = said.mode || rules.close, bonus = !!said.bonus;
    const attacker = fighter(said.attacker, "attacker", wrong), target = fighter(said.target, "target", wrong);
    const card = said.card ? cards[said.card] : null;
    const dice = !card ? 0 : mode !== rules.close ? card.ranged : bonus ? card.bonus : card.close;
    const combat = { mode, attacker, target, dice, bonus };
    if (!wrong.length) forbid(combat, said.card || "", wrong);
    const answers = { evade: !!said.evade, first_strike: !!said.first_strike, battle_back: said.battle_back !== false };
    for (const name of ["ignore", "ignore_back"]) answers[name] = name in said ? said[name] : Infinity;
    return { combat, answers, wrong };
  }
  function forbid(combat, card, wrong) {
    const one = combat.attacker, ranged = combat.mode !== rules.close;
    for (const side of Object.keys(CHECKED)) if (ground(combat[side]).impassable) wrong.push([`${side}.terrain`, "cannot_stand"]);
    if (ranged && !kindOf(one).missiles) wrong.push(["attacker.type", "no_missiles"]);
    const limits = (reach[`${one.special}/${one.type}`] || reach[one.type])[combat.mode];
    if (one.moved > (card in limits ? limits[card] : limits[""])) wrong.push(["attacker.moved", "moved_too_far"]);
    if (one.moved && isOneOf(one.type, ground(one).no_battle)) wrong.push(["attacker.terrain", "no_battle_on_entry"]);
  }

  /* --- one roll: dice and symbols --- */
  const close = (strike) => strike.kind !== "ranged";
  const behindCover = (one) => kindOf(one).foot && (ground(one).every_side || one.covered);
  function closeDice(strike) {
    const { roller, target } = strike, kind = kindOf(roller);
    if (kind.elephant) return kind.borrowed[target.type] + (lone(target) ? 0 : ground(target).dice);
    if (roller.type === rules.machine && roller.moved) return 0;
    if (roller.full && kind.full_bonus) return kind.full;
    return strike.kind === "answer" ? kind.answer : kind.dice;
  }
  function limits(roller, target) {
    const from = ground(roller), into = ground(target), found = [from.limits.in_or_out, into.limits.in_or_out], way = kindOf(roller).kind;
    if (from.high && into.high) found.push(rules.slopes[`hill_to_hill_${way}`]);
    else if (from.high) found.push(rules.slopes[`downhill_${way}`]);
    else if (into.high) found.push(rules.slopes.uphill);
    return found;
  }
  function dice(strike) {
    const { roller, target } = strike, missiles = kindOf(roller).missiles;
    const own = close(strike) ? closeDice(strike) : !missiles ? 0 : roller.moved ? missiles.moved : missiles.still;
    const most = close(strike) ? limits(roller, target) : [ground(roller).fire_from, ground(target).fire_into];
    return Math.max(0, least([own + ground(roller).dice, ...most.filter((one) => one !== undefined && one !== null)])) + (strike.card || 0);
  }
  function begin(strike) {
    const { roller, target } = strike, none = { hits: 0, flags: 0, swords: 0, marks: 0 };
    if (lone(target) || !close(strike)) return none;
    const kind = kindOf(target), shy = kindOf(roller).horse && (kind.elephant || kind.camel);
    return { ...none, swords: kind.ignored_swords + (behindCover(target) ? ground(target).swords : 0), marks: shy ? 1 : 0 };
  }
  const rolls = (strike) => isOneOf(strike.kind, ["attack", "answer"]);
  function addDie(strike, count, face) {
    const { roller, target } = strike, hit = { ...count, hits: count.hits + 1 };
    if (face === rules.flag) return [{ ...count, flags: count.flags + (strike.kind !== "evaded" && !lone(target) ? 1 : 0) }, false];
    if (lone(target)) return [face === rules.helmet ? hit : count, false];
    if (face === kindOf(target).face) return [count.marks ? { ...count, marks: count.marks - 1 } : hit, false];
    if (face === rules.swords && rolls(strike) && kindOf(roller).swords_hit) {
      return count.swords ? [{ ...count, swords: count.swords - 1 }, false] : [hit, kindOf(roller).elephant];
    }
    const led = !!roller.leader || roller.special === rules.sacred_band;
    return [face === rules.helmet && rolls(strike) && !kindOf(roller).elephant && led ? hit : count, false];
  }
  function mayIgnore(strike, lives) {
    const { roller, target } = strike, kind = kindOf(target), cover = ground(target);
    if (lone(target)) return 0;
    if (kind.elephant) return close(strike) && kindOf(roller).horse ? 1 : 0;
    return [
      target.leader === "attached" && lives, target.supported, behindCover(target) && (close(strike) ? cover.close_flags : cover.ranged_flags),
      target.full && kind.full_bonus, target.special === rules.sacred_band,
    ].filter(Boolean).length;
  }
  function hexesPerFlag(strike) {
    const kind = kindOf(strike.target), foe = kindOf(strike.roller);
    return kind.retreat + (close(strike) && kind.horse && (foe.elephant || foe.camel) ? 1 : 0);
  }

  /* --- what a roll does to its target --- */
  const survivor = (leader) => (isOneOf(leader, ["survived", "unchecked"]) ? "must_evade" : leader);
  const checkLeader = (check, left) => (check(left ? N.hurt_check : N.lost_check) ? "killed" : "survived");
  const alive = (leader) => leader !== "" && leader !== "killed";
  function wayBack(target, leader, hexes) {
    if (hexes <= target.room) return [hexes, false];
    if (!alive(leader) && target.refuge > 0 && target.refuge <= hexes) return [target.refuge, true];
    return [target.room, false];
  }
  function wade(target, hurt, gone, check, sink) {
    const [onTheWay, last] = !gone || !target.marshes.length ? [0, false] : target.marshes[Math.min(gone, target.marshes.length) - 1];
    for (let number = 0; number < onTheWay + (last ? 1 : 0); number++) {
      if (!hurt.left || !sink()) continue;
      const ends = number === onTheWay, spared = hurt.checked && !ends;
      hurt.left--;
      hurt.sunk++;
      if (alive(hurt.leader) && !spared) {
        hurt.leader = checkLeader(check, hurt.left);
        hurt.checked = hurt.checked || !ends;
      }
    }
  }
  function suffer(strike, count, ignore, check, sink) {
    const { target } = strike, plain = { lost: 0, left: 0, sunk: 0, lost_back: 0, gone: 0, rampage: false, leader: "", removed: false };
    if (lone(target)) {
      const walled = target.room === 0 && target.blocked === "impassable";
      return count.hits || walled ? { ...plain, lost: 1 } : { ...plain, left: 1, leader: "must_evade" };
    }
    const lost = Math.min(target.blocks, count.hits);
    const hurt = { left: target.blocks - lost, leader: target.leader === "attached" ? "unchecked" : "", checked: false, sunk: 0 };
    if (hurt.leader && lost) [hurt.leader, hurt.checked] = [checkLeader(check, hurt.left), true];
    if (!hurt.left) return { ...plain, lost, leader: survivor(hurt.leader) };
    if (strike.kind === "evaded") {
      const [way] = wayBack(target, hurt.leader, N.evade_hexes), removed = target.type === rules.machine;
      wade(target, hurt, way, check, sink);
      return {
        ...plain, lost, left: removed ? 0 : hurt.left, sunk: hurt.sunk, gone: hurt.left ? way : 0,
        leader: hurt.left ? hurt.leader : survivor(hurt.leader), removed: removed && hurt.left > 0,
      };
    }
    const ignored = Math.min(count.flags, ignore, mayIgnore(strike, hurt.leader !== "killed"));
    const owed = (count.flags - ignored) * hexesPerFlag(strike), [gone, sheltered] = wayBack(target, hurt.leader, owed);
    wade(target, hurt, gone, check, sink);
    const short = sheltered || !hurt.left ? 0 : owed - gone, elephant = kindOf(target).elephant;
    const lost_back = Math.min(hurt.left, elephant && target.blocked === "units" ? 0 : short), left = hurt.left - lost_back;
    if (alive(hurt.leader) && lost_back && !hurt.checked) hurt.leader = checkLeader(check, left);
    return {
      ...plain, lost, left, sunk: hurt.sunk, lost_back, gone: left ? gone : 0, rampage: owed > 0 && elephant,
      leader: left ? hurt.leader : survivor(hurt.leader),
    };
  }
  const eliminated = (fate) => fate.left === 0 && !fate.removed;
  const leftHex = (fate) => fate.left === 0 || fate.gone > 0;
  function tread(one, hits, check) {
    const lost = Math.min(one.blocks, hits), left = one.blocks - lost;
    if (one.leader !== "attached" || !lost) return { lost, left, leader: "" };
    const leader = checkLeader(check, left);
    return { lost, left, leader: left ? leader : survivor(leader) };
  }

  /* --- the whole combat --- */
  const strikeOf = (combat, answers) => ({
    kind: combat.mode !== rules.close ? "ranged" : answers.evade ? "evaded" : "attack", roller: combat.attacker, target: combat.target, card: combat.dice,
  });
  const answerOf = (combat) => ({ kind: "answer", roller: combat.target, target: combat.attacker, card: 0 });
  function declared(combat, answers) {
    const { attacker, target } = combat, ranged = combat.mode !== rules.close;
    if (dice(strikeOf(combat, answers)) === 0) return "no_dice";
    if (answers.evade && ranged) return "no_evading_fire";
    if (answers.evade && answers.first_strike) return "evade_or_strike";
    if (answers.evade && !lone(target)) {
      if (!isOneOf(attacker.type, kindOf(target).evades)) return "cannot_evade";
      if (!target.room && (target.refuge !== 1 || target.leader === "attached")) return "no_room_to_evade";
    }
    return answers.first_strike && (ranged || lone(target)) ? "no_first_strike" : "";
  }
  function strikesFirst(combat, answers) {
    if (combat.mode !== rules.close || lone(combat.target) || answers.evade) return false;
    return answers.first_strike || (ground(combat.target).first && !ground(combat.attacker).first);
  }
  const withLosses = (one, fate) => ({ ...one, blocks: fate.left, leader: fate.leader === "killed" && one.leader === "attached" ? "" : one.leader });
  function follow(found, combat, answers) {
    const one = combat.attacker, kind = kindOf(one), into = ground(combat.target);
    if (combat.mode !== rules.close || answers.evade || lone(combat.target)) return found;
    const barred = into.impassable || isOneOf(combat.target.terrain, kind.barred) || into.barred.includes(kind.kind);
    if (barred || !kind.momentum || (ground(one).momentum_unmoved && one.moved)) return found;
    const again = kind.bonus === "always" || (kind.bonus === "with_attached_leader" && one.leader === "attached");
    return { ...found, momentum: true, bonus: !combat.bonus && !isOneOf(one.type, into.no_bonus) && again };
  }
  function mayBattleBack(combat, answers, fate) {
    const able = combat.mode === rules.close && !lone(combat.target) && !strikesFirst(combat, answers);
    return able && answers.battle_back && !answers.evade && !leftHex(fate);
  }

  /** Run a combat. ``roll(strike, ignore, purpose, next)`` and ``trample(fighter, next)`` continue with every result. */
  function run(combat, answers, roll, trample, end) {
    function answer(now, found, next) {
      const strike = answerOf(now);
      if (!dice(strike)) { next(found); return; }
      roll(strike, answers.ignore_back, "answer", (back) => {
        if (!back.rampage) next({ ...found, back });
        else trample(now.target, (trodden_back) => next({ ...found, back, trodden_back }));
      });
    }
    function attack(now, found) {
      roll(strikeOf(now, answers), answers.ignore, "attack", (fate) => {
        const after = (then, told) => {
          if (leftHex(fate)) end(follow(told, then, answers));
          else if (!mayBattleBack(then, answers, fate)) end(told);
          else answer({ ...then, target: withLosses(then.target, fate) }, told, end);
        };
        if (!fate.rampage) { after(now, { ...found, attack: fate }); return; }
        trample(now.attacker, (trodden) => {
          const told = { ...found, attack: fate, trodden };
          if (!trodden.left) end(told);
          else after({ ...now, attacker: withLosses(now.attacker, trodden) }, told);
        });
      });
    }
    if (!strikesFirst(combat, answers)) { attack(combat, {}); return; }
    answer(combat, {}, (found) => {
      if (found.back && leftHex(found.back)) { end(found); return; }
      const now = found.back ? { ...combat, attacker: withLosses(combat.attacker, found.back) } : combat;
      if (!found.trodden_back) attack(now, found);
      else if (!found.trodden_back.left) end(found);
      else attack({ ...now, target: withLosses(now.target, found.trodden_back) }, found);
    });
  }
  function toll(fate, trodden) {
    const gone = !!(fate && eliminated(fate)) || !!(trodden && !trodden.left);
    return {
      lost: (fate ? fate.lost + fate.sunk + fate.lost_back : 0) + (trodden ? trodden.lost : 0), eliminated: gone,
      leaves: gone || !!(fate && leftHex(fate)), leader_killed: !!((fate && fate.leader === "killed") || (trodden && trodden.leader === "killed")),
    };
  }

  /* --- chances --- */
  function branches(resolve) {
    const found = [], fresh = [[]];
    while (fresh.length) {
      const known = fresh.pop(), asked = [];
      const value = resolve((of) => { asked.push(of); return asked.length <= known.length && known[asked.length - 1]; });
      const said = asked.map((_of, at) => at < known.length && known[at]);
      found.push([value, asked.reduce((chance, of, at) => chance * (said[at] ? 1 : of - 1) / of, 1)]);
      for (let at = known.length; at < asked.length; at++) fresh.push([...said.slice(0, at), true]);
    }
    return found;
  }
  function merged(pairs) {
    const found = new Map();
    for (const [value, chance] of pairs) {
      const key = JSON.stringify(value), had = found.get(key);
      found.set(key, [value, (had ? had[1] : 0) + chance]);
    }
    return [...found.values()];
  }
  /** The scores of one die; a die that hit with an elephant's swords is thrown again, once for each block of the target. */
  function oneDie(strike, count, again) {
    const most = strike.target.blocks;
    if (count.hits >= most) return [[{ hits: most, flags: 0, swords: 0, marks: 0 }, 1]];
    return merged(faces.flatMap((face) => {
      const [after, thrown] = addDie(strike, count, face);
      if (after.hits >= most) return [[{ hits: most, flags: 0, swords: 0, marks: 0 }, 1 / faces.length]];
      if (!thrown || !again) return [[after, 1 / faces.length]];
      return oneDie(strike, after, again - 1).map(([value, chance]) => [value, chance / faces.length]);
    }));
  }
  function fates(strike, ignore) {
    const again = kindOf(strike.roller).elephant ? strike.target.blocks : 0;
    let counts = [[begin(strike), 1]];
    for (let die = dice(strike); die > 0; die--) counts = merged(counts.flatMap(([count, chance]) => oneDie(strike, count, again).map(([after, share]) => [after, chance * share])));
    const scored = merged(counts.map(([count, chance]) => [{ hits: count.hits, flags: count.flags }, chance]));
    return merged(scored.flatMap(([count, chance]) => branches((happens) => suffer(
      strike, count, ignore, (number) => happens(faces.length ** number), () => happens(faces.length),
    )).map(([fate, share]) => [fate, chance * share])));
  }
  function treads(one) {
    const some = faces.length, shares = [((some - 1) / some) ** 2, 2 * (some - 1) / some ** 2, 1 / some ** 2];
    return merged(shares.flatMap((chance, hits) => branches((happens) => tread(one, hits, (number) => happens(some ** number))).map(([value, share]) => [value, chance * share])));
  }
  function chances(combat, answers) {
    const known = new Map(), side = () => ({ lost: {}, mean: 0, eliminated: 0, leaves: 0, leader_killed: 0 });
    const found = { target: side(), attacker: side(), answered: 0, momentum: 0, bonus: 0 };
    let now = 1; // the chance of the branch that runs at present
    const each = (pairs, next) => { const before = now; for (const [value, chance] of pairs) { now = before * chance; next(value); } now = before; };
    const remembered = (key, make) => { const name = JSON.stringify(key); if (!known.has(name)) known.set(name, make()); return known.get(name); };
    run(
      combat, answers,
      (strike, ignore, _purpose, next) => each(remembered([strike, String(ignore)], () => fates(strike, ignore)), next),
      (one, next) => each(remembered([one], () => treads(one)), next),
      (end) => {
        for (const [name, told] of [["target", toll(end.attack, end.trodden_back)], ["attacker", toll(end.back, end.trodden)]]) {
          const into = found[name];
          into.lost[told.lost] = (into.lost[told.lost] || 0) + now;
          into.mean += now * told.lost;
          for (const fact of ["eliminated", "leaves", "leader_killed"]) if (told[fact]) into[fact] += now;
        }
        if (end.back) found.answered += now;
        if (end.momentum) found.momentum += now;
        if (end.bonus) found.bonus += now;
      },
    );
    const ranged = combat.mode !== rules.close || lone(combat.target);
    return { ...found, dice: dice(strikeOf(combat, answers)), back_dice: ranged ? 0 : dice(answerOf(combat)) };
  }

  /* --- with dice --- */
  /** Fight a combat with dice. ``die()`` returns a number below the number of faces. */
  function fight(combat, answers, die) {
    const throws = [];
    const thrown = (number, purpose) => { const made = [...Array(number)].map(() => faces[die()]); throws.push([purpose, made]); return made; };
    const check = (number) => thrown(number, "leader").every((face) => face === rules.helmet);
    let end = null;
    run(combat, answers, (strike, ignore, purpose, next) => {
      let count = begin(strike), fresh = dice(strike);
      while (fresh) {
        const made = thrown(fresh, purpose);
        fresh = 0;
        for (const face of made) { const [after, again] = addDie(strike, count, face); count = after; fresh += again ? 1 : 0; }
      }
      next(suffer(strike, count, ignore, check, () => thrown(1, "marsh")[0] === kindOf(strike.target).face));
    }, (one, next) => next(tread(one, thrown(N.rampage_dice, "rampage").filter((face) => face === kindOf(one).face).length, check)), (found) => { end = found; });
    return { throws, end };
  }

  /** Answer a question: {chances} or, with ``die``, {fought}; else {mistakes}, pairs of a path and a code. */
  function answer(said, die) {
    const { combat, answers, wrong } = read(said);
    if (wrong.length) return { mistakes: wrong };
    const refused = declared(combat, answers);
    if (refused) return { mistakes: [["$", refused]] };
    return die ? { fought: fight(combat, answers, die) } : { chances: chances(combat, answers) };
  }
  return { answer, eliminated };
}

/** The answer's texts, worded as on the server. */
function CcaTold(texts, language) {
  const fill = (text, facts) => text.replace(/%\((\w+)\)s/g, (_, name) => (name in facts ? facts[name] : ""));
  const counted = (what, n) => fill(texts.counted[what][n === 1 ? 0 : 1], { n });
  const even = (x) => { const low = Math.floor(x + 1e-9), over = x - low; return Math.abs(over - 0.5) < 1e-9 ? low + (low % 2) : Math.round(x); };
  function percent(chance) {
    if (chance > 0 && chance < 0.01 - 1e-12) return "< 1%";
    return `${chance < 1 - 1e-12 ? Math.min(99, even(100 * chance)) : 100}%`;
  }
  function decimals(value) {
    const cents = String(even(value * 100)).padStart(3, "0");
    return `${cents.slice(0, -2)}${language === "it" ? "," : "."}${cents.slice(-2)}`;
  }
  function side(title, found, dice, more) {
    const facts = [["eliminated", found.eliminated], ["leaves", found.leaves], ["leader_falls", found.leader_killed], ...more];
    return {
      title, dice: counted("dice", dice), mean: decimals(found.mean), facts: facts.filter(([, share]) => share > 0).map(([name, share]) => [texts.page[name], percent(share)]),
      blocks: Object.keys(found.lost).sort((a, b) => a - b).map((number) => [number, percent(found.lost[number])]),
    };
  }
  /** The two sides' possible outcomes. */
  function fates(found) {
    const told = [side(texts.page.target, found.target, found.dice, [["momentum", found.momentum], ["bonus", found.bonus]])];
    if (found.answered > 0 || found.attacker.mean > 0) told.push(side(texts.page.attacker, found.attacker, found.back_dice, [["back_at", found.answered]]));
    return told;
  }
  function resultsOf(who, fate, trodden, eliminated) {
    const told = [], lost = (fate ? fate.lost + fate.sunk + fate.lost_back : 0) + (trodden ? trodden.lost : 0);
    const gone = !!(fate && eliminated(fate)) || !!(trodden && !trodden.left), leaders = [fate ? fate.leader : "", trodden ? trodden.leader : ""];
    if (gone) told.push(fill(texts.results.eliminated, { who }));
    else if (lost) told.push(fill(texts.results.loses, { who, blocks: counted("blocks", lost) }));
    if (fate && fate.gone && !gone) told.push(fill(texts.results.retreats, { who, hexes: counted("hexes", fate.gone) }));
    if (fate && fate.rampage) told.push(fill(texts.results.rampages, { who }));
    if (leaders.includes("killed")) told.push(fill(texts.results.loses_leader, { who }));
    else if (leaders.includes("must_evade")) told.push(fill(texts.results.leader_evades, { who }));
    return told;
  }
  /** What the dice did, for each side. */
  function results(end, eliminated) {
    const told = [...resultsOf(texts.page.target, end.attack, end.trodden_back, eliminated), ...resultsOf(texts.page.attacker, end.back, end.trodden, eliminated)];
    if (end.momentum) told.push(texts.results.momentum);
    if (end.bonus) told.push(texts.results.bonus);
    return told.length ? told : [texts.results.nothing];
  }
  return { fates, results, fill };
}

/** Read a question from the entries of a form, as the server reads a query string. */
function CcaQuestion(entries) {
  const found = {};
  for (const [name, text] of entries) {
    if (text === "" || name === "lang") continue;
    const value = text === "true" ? true : text === "false" ? false : /^\d{1,2}$/.test(text) ? Number(text) : text;
    const [side, fact] = name.split(".");
    if (fact === undefined) found[side] = value;
    else (found[side] = found[side] || {})[fact] = value;
  }
  return found;
}

if (typeof module !== "undefined") module.exports = { CcaCore, CcaTold, CcaQuestion };
else (() => {
  const form = document.getElementById("question"), body = document.body, place = document.getElementById("answer");
  const language = document.documentElement.lang.startsWith("it") ? "it" : "en";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(body.dataset.worker).catch(() => {});
  const esc = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  let core, told, texts;

  const drawnFate = (one) => `<section class="card"><h2>${esc(one.title)}</h2><p>${told.fill(texts.page.rolled, { dice: esc(one.dice), mean: esc(one.mean) })}</p>`
    + `<table><thead><tr><th scope="col">${esc(texts.page.blocks_lost)}</th><th scope="col" class="num">${esc(texts.page.chance)}</th></tr></thead><tbody>`
    + one.blocks.map(([number, chance]) => `<tr><td>${number}</td><td class="num">${chance}</td></tr>`).join("")
    + `</tbody></table><ul class="plain-list">${one.facts.map(([label, chance]) => `<li>${esc(label)}: <strong>${chance}</strong></li>`).join("")}</ul></section>`;
  const drawnDie = (face) => `<svg class="cdie" viewBox="-12 -12 24 24" role="img" aria-label="${esc(texts.faces[face][0])}"><path d="${texts.faces[face][1]}"/></svg>`;
  const drawnFight = (fought) => `<section class="card clook__thrown"><h2>${esc(texts.page.thrown)}</h2>`
    + fought.throws.map(([purpose, made]) => `<p>${esc(texts.throws[purpose])}: <span class="clook__faces">${made.map(drawnDie).join("")}</span></p>`).join("")
    + `<p>${told.results(fought.end, core.eliminated).map((said) => `<strong>${esc(said)}</strong>`).join(" ")}</p></section>`;
  /** A fair die: values of the last, incomplete round are drawn again. */
  function die() {
    const value = new Uint8Array(1), sides = texts.order.length;
    do crypto.getRandomValues(value); while (value[0] >= 256 - (256 % sides));
    return value[0] % sides;
  }

  /** Answer the form; with ``throwing`` also throw the dice. */
  function show(throwing, remember) {
    const entries = [...new FormData(form)], question = CcaQuestion(entries);
    const asked = new URLSearchParams(entries.filter(([, text]) => text !== ""));
    if (remember) history.replaceState(null, "", `?${asked}`);
    for (const one of document.querySelectorAll("a[hreflang]")) one.href = `?${new URLSearchParams([...asked, ["lang", one.hreflang]].filter(([name, value]) => name !== "lang" || value === one.hreflang))}`;
    const found = core.answer(question);
    if (found.mistakes) {
      place.innerHTML = found.mistakes.map(([path, code]) => `<p class="note note--bad"><strong>${esc(texts.mistakes[code] || code)}</strong>${path === "$" ? "" : ` <span class="small muted">${esc(path)}</span>`}</p>`).join("");
      return;
    }
    asked.set("format", "json");
    place.innerHTML = (throwing ? drawnFight(core.answer(question, die).fought) : "") + `<div class="clook__groups">${told.fates(found.chances).map(drawnFate).join("")}</div>`
      + `<p class="small"><a href="?${esc(asked)}">JSON</a> · <a href="${esc(body.dataset.schema)}">JSON Schema</a></p>`;
  }
  /** Fill the form from the address: a page kept for offline use may belong to another one. */
  function fromAddress() {
    for (const [name, text] of new URLSearchParams(location.search)) {
      const field = form.elements.namedItem(name);
      if (field && field.type === "checkbox") field.checked = text === "true";
      else if (field && field.tagName === "SELECT") field.value = text;
    }
  }

  /* Short lists become a row of taps. The list keeps the value, and remains where this script does not run. */
  const paints = [() => document.dispatchEvent(new Event("filled"))];
  for (const list of form.querySelectorAll(".clook__field select:not(:has([data-picture]))")) {
    const all = [...list.options];
    if (all.length > 7 || all.reduce((sum, one) => sum + one.text.length + 3, 0) > 44) continue;
    const row = document.createElement("span");
    row.className = "clook__taps";
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", list.closest("label").firstChild.textContent.trim());
    for (const one of all) {
      const tap = document.createElement("button");
      Object.assign(tap, { type: "button", className: "btn--quiet", textContent: one.text });
      tap.addEventListener("click", () => { list.value = one.value; list.dispatchEvent(new Event("change", { bubbles: true })); });
      paints.push(() => tap.setAttribute("aria-pressed", String(list.value === one.value)));
      row.append(tap);
    }
    list.classList.add("visually-hidden");
    list.tabIndex = -1;
    list.setAttribute("aria-label", row.getAttribute("aria-label"));
    list.after(row);
  }
  const paint = () => { for (const one of paints) one(); };
  paint();
  form.addEventListener("change", paint);
  form.addEventListener("change", () => { if (core) show(false, true); });
  form.addEventListener("submit", (event) => {
    if (!core) return;
    event.preventDefault();
    show(!!event.submitter && event.submitter.name === "throw", true);
    place.scrollIntoView({ block: "nearest" });
  });
  fetch(body.dataset.tables).then((found) => found.json()).then((data) => {
    texts = { ...data.texts[language], order: data.rules.faces };
    told = CcaTold(texts, language);
    core = CcaCore(data.rules);
    if (body.dataset.query !== new URLSearchParams(location.search).toString()) {
      fromAddress();
      if (location.search.includes(".type=")) show(false, false);
    }
    paint(); // the address may have filled the lists anew
  }).catch(() => {});
})();
