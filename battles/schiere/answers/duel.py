"""Answer questions about a duel: its course with given cards, its chances with random cards, and the best
play for an aim.
"""

from __future__ import annotations

import dataclasses
from typing import cast

from battles.schiere.answers.reading import choice, flag, fraction, settle, sides, unit
from battles.schiere.rules.cards import CARDS, Card
from battles.schiere.rules.melee import situation
from battles.schiere.rules.melee.duel import Blow, Fighter
from battles.schiere.rules.melee.rout import may_be_asked
from battles.schiere.rules.melee.situation import Melee
from battles.schiere.rules.melee.solution import AIMS, Aim, Duel, End, Solution, chances, replay_blows
from engine.game import BadScenario, Json
from engine.odds import Odds
from engine.reading import Reader

EVERY = "all"


def duel(top: Reader) -> dict[str, Json]:
    """Answer a question about a duel.

    If ``cards`` are given, return the result of each blow. ``chances`` asks for the chances with random
    cards. ``solved`` asks for the best play for one aim or for all aims, at the blow after the given
    cards.
    """
    top.only("ask a d received struck second cards tests moves untested commanders_tested chances solved")
    melee = _melee(top)
    cards = _cards(top["cards"])
    tests, moves = sides(top["tests"], ""), sides(top["moves"], "ad")
    untested, commanders = flag(top["untested"]), flag(top["commanders_tested"])
    if untested and tests:
        top["tests"].note_mistake("not_both", other="untested")
    aims = _aims(top["solved"])
    random = flag(top["chances"], usual=True)
    settle(top, situation.mistakes(melee))
    a, d = situation.fighters(melee)
    duel = Duel(a, d, tests, moves, untested, commanders)
    blows = list(replay_blows(duel, cards))
    answer = {
        "lines": [_line(line) for line in situation.reckon(melee)],
        "factors": {"a": [a.factor, a.residual], "d": [d.factor, d.residual]},
    }
    if random:
        answer["chances"] = _ends(chances(duel))
    if cards:
        answer["blows"] = [_blow(one) for one in blows]
        answer["left"] = _duel_json(blows[-1], duel)
        if len(blows) < len(cards):
            top["cards"].note_mistake("duel_is_over", after=len(blows))
            raise BadScenario(top.mistakes)
    solved = {aim: _solve_next(duel, cast(Aim, aim), cards, blows) for aim in aims}
    if aims:
        answer["solved"] = solved if len(aims) > 1 else solved[aims[0]]
    return answer


def _aims(one: Reader) -> tuple[str, ...]:
    """Return the aims for which to solve the duel: one, all or none."""
    if not one.has_value:
        return ()
    asked = one.one_of((*AIMS, EVERY))
    return AIMS if asked == EVERY else (asked,)


def _melee(top: Reader) -> Melee:
    second = unit(top["second"]) if top["second"].has_value else None
    usual = "two_sides" if second else "front"
    return Melee(
        unit(top["a"]),
        unit(top["d"]),
        choice(top["received"], situation.RECEPTIONS, "stands"),
        choice(top["struck"], situation.STRUCK, usual),
        second,
    )


def _cards(one: Reader) -> list[tuple[Card, Card]]:
    """Read pairs of cards, the attacker's first. A side can play each card only once in a duel (L134)."""
    pairs: list[tuple[Card, Card]] = []
    for pair in one.items(len(CARDS)) if one.has_value else []:
        if not isinstance(pair.value, list | tuple) or len(pair.value) != 2:
            pair.note_mistake("not_a_pair")
            continue
        x, y = (each.one_of(CARDS) for each in pair.items(2))
        for side, card, played in (("a", x, [p[0] for p in pairs]), ("d", y, [p[1] for p in pairs])):
            if card in played and pair.value[side == "d"] == card:
                pair.note_mistake("played_twice", side=side, card=card)
        pairs.append((cast(Card, x), cast(Card, y)))
    return pairs


def _line(line: situation.Line) -> dict[str, Json]:
    return {k: v for k, v in dataclasses.asdict(line).items() if v not in (0, False, {})}


def _blow(one: Blow) -> dict[str, Json]:
    return {
        "a": [one.a.attack, one.a.defence],
        "d": [one.d.attack, one.d.defence],
        "damage": {"a": one.damage_a, "d": one.damage_d},
    }


def _duel_json(last: Blow, duel: Duel) -> dict[str, Json]:
    a, d = last.after_a, last.after_d
    pairs = (("a", a, d), ("d", d, a))
    asked = "".join(
        side
        for side, own, enemy in pairs
        if not duel.untested and may_be_asked(own, enemy, commanders=duel.commanders)
    )
    return {"a": _read_counters(a), "d": _read_counters(d), "may_be_tested": asked}


def _read_counters(one: Fighter) -> list[int]:
    """Return the attack and defence values that a fighter still has."""
    return [one.factor, one.residual]


def _ends(odds: Odds[End]) -> dict[str, Json]:
    return {
        "lost": {"a": fraction(odds.chance(_lost_a)), "d": fraction(odds.chance(_lost_d))},
        "damage": {
            "a": {str(n): fraction(c) for n, c in sorted(odds.map(lambda e: e.damage_a).items())},
            "d": {str(n): fraction(c) for n, c in sorted(odds.map(lambda e: e.damage_d).items())},
        },
        "joint": _joint(odds),
        "mean": {
            "a": fraction(odds.expectation(lambda e: e.damage_a)),
            "d": fraction(odds.expectation(lambda e: e.damage_d)),
        },
        "nerve": {
            "a": {k: fraction(c) for k, c in sorted(odds.map(lambda e: e.nerve_a).items())},
            "d": {k: fraction(c) for k, c in sorted(odds.map(lambda e: e.nerve_d).items())},
        },
    }


def _joint(odds: Odds[End]) -> list[Json]:
    law = odds.map(lambda end: (end.damage_a, end.damage_d, "a" * end.lost_a + "d" * end.lost_d))
    return [
        {"a": a, "d": d, "lost": lost, "chance": fraction(chance)}
        for (a, d, lost), chance in sorted(law.items())
    ]


def _lost_a(end: End) -> bool:
    return end.lost_a


def _lost_d(end: End) -> bool:
    return end.lost_d


def _solve_next(duel: Duel, aim: Aim, cards: list[tuple[Card, Card]], blows: list[Blow]) -> dict[str, Json]:
    """Return the best mixed strategies for the next blow."""
    last = blows[-1] if blows else None
    stood = (
        duel.start
        if last is None
        else (
            last.after_a.damage,
            last.after_a.commander_damage,
            last.after_d.damage,
            last.after_d.commander_damage,
        )
    )
    left = tuple(card for card in CARDS if card not in [x for x, _ in cards])
    right = tuple(card for card in CARDS if card not in [y for _, y in cards])
    try:
        best = Solution(duel, aim).best(stood, left, right)
    except ValueError:
        return {"aim": aim, "over": True}
    return {
        "aim": aim,
        "value": round(best.value, 9),
        "a": {card: round(share, 9) for card, share in best.a.items()},
        "d": {card: round(share, 9) for card, share in best.d.items()},
        "positions": best.positions,
    }
