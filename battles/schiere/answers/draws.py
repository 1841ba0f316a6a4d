"""Answers to questions about drawn cards: a shot, the initiative, a test of nerve, and whether a rout is
stopped.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import cast

from armies.schiere.catalogue import CHIEFS
from battles.schiere.answers.reading import choice, flag, fraction, number, order, settle, unit
from battles.schiere.forecast import draws
from battles.schiere.rules.cards import ATTACK_SETS, DEFENCE_SETS, DRAW, Card, swords
from battles.schiere.rules.initiative import Bid, score
from battles.schiere.rules.melee.rout import DRAWN_FROM, Rally, may_be_asked, nerve, rally
from battles.schiere.rules.melee.situation import fighter
from battles.schiere.rules.shooting import shot as shooting
from battles.schiere.rules.shooting.shot import Shooter, Shot
from engine.game import BadScenario, Json
from engine.reading import Reader


def shot_at(top: Reader) -> dict[str, Json]:
    """Return the chances of a shot. If the question names the two drawn ``cards``, also return the result."""
    top.only("ask shooters target from cards")
    shooters = tuple(_shooter(one) for one in top["shooters"].items(8))
    shot = Shot(shooters, unit(top["target"]), choice(top["from"], shooting.STANDS, "open"))
    settle(top, shooting.mistakes(shot))
    attack, defence = shooting.attack_set(shot), shooting.defence_set(shot.target)
    answer: dict[str, Json] = {
        "sets": {"attack": attack, "defence": defence},
        "hits": fraction(draws.hits(shot)[True]) if True in draws.hits(shot) else [0, 1],
        "damage": {str(n): fraction(c) for n, c in sorted(draws.shot_odds(shot).items())},
    }
    if top["cards"].has_value:
        pair = top["cards"].items(2)
        if len(pair) != 2:
            top["cards"].note_mistake("not_a_pair")
        else:
            x = pair[0].one_of(ATTACK_SETS[attack])
            y = pair[1].one_of(DEFENCE_SETS[defence])
            answer["result"] = dataclasses.asdict(shooting.hit(shot, cast(Card, x), cast(Card, y)))
        top.raise_mistakes(BadScenario)
    return answer


def _shooter(one: Reader) -> Shooter:
    one.only("weapon distance damage velites")
    return Shooter(
        cast(shooting.Weapon, one["weapon"].one_of(shooting.WEAPONS)),
        one["distance"].number(shooting.NEAREST, shooting.FARTHEST),
        number(one["damage"], 1),
        flag(one["velites"]),
    )


def initiative(top: Reader) -> dict[str, Json]:
    """Return each side's chance to act first, and the chances of its number of actions. Those chances are
    given for each side and for both sides jointly. If the question names the two drawn ``cards``, also
    return both scores.
    """
    top.only("ask a b cards")
    a, b = (_bid(top[side]) for side in ("a", "b"))
    drawn = _read_draw(top["cards"])
    top.raise_mistakes(BadScenario)
    odds = draws.initiative(a, b)
    answer: dict[str, Json] = {
        "first": {
            "a": fraction(odds.chance(lambda s: s[0] > s[1])),
            "b": fraction(odds.chance(lambda s: s[0] < s[1])),
            "equal": fraction(odds.chance(lambda s: s[0] == s[1])),
        },
        "actions": {
            side: {str(n): fraction(c) for n, c in sorted(odds.map(_which(place)).items())}
            for place, side in enumerate("ab")
        },
        "scores": [
            {"a": scores[0], "b": scores[1], "chance": fraction(c)} for scores, c in sorted(odds.items())
        ],
    }
    if drawn:
        x, y = (swords(card) for card in drawn)
        answer["result"] = {"a": score(a, x, b), "b": score(b, y, a)}
    return answer


def _read_draw(cards: Reader) -> tuple[Card, ...]:
    """Return the two drawn cards, side a's first, or () if the question names none."""
    if not cards.has_value:
        return ()
    pair = cards.items(2)
    if len(pair) != 2:
        cards.note_mistake("not_a_pair")
        return ()
    return tuple(cast(Card, one.one_of(DRAW)) for one in pair)


def _which(place: int) -> Callable[[tuple[int, int]], int]:
    return lambda scores: scores[place]


def _bid(one: Reader) -> Bid:
    if not one.has_value:
        return Bid()
    one.only("enterprising order")
    return Bid(flag(one["enterprising"]), order(one["order"]))


def nerves(top: Reader) -> dict[str, Json]:
    """Return the chances of a test of nerve. If the question names the drawn ``card``, also return the
    result. If it names ``unit`` and ``enemy``, first check that the enemy can request the test.
    """
    top.only("ask moves card unit enemy commanders_tested")
    moves, commanders = flag(top["moves"], usual=True), flag(top["commanders_tested"])
    card = top["card"].one_of(DRAWN_FROM) if top["card"].has_value else None
    own, enemy = (unit(top[name]) if top[name].has_value else None for name in ("unit", "enemy"))
    if (own is None) != (enemy is None):
        top["enemy" if enemy is None else "unit"].note_mistake("missing_field", field="both or neither")
    top.raise_mistakes(BadScenario)
    if own and enemy and not may_be_asked(fighter(own), fighter(enemy), commanders=commanders):
        top["unit"].note_mistake("may_not_be_asked")
        top.raise_mistakes(BadScenario)
    answer: dict[str, Json] = {"chances": {k: fraction(c) for k, c in sorted(draws.nerves(moves).items())}}
    return answer | ({"result": nerve(cast(Card, card), moves)} if card else {})


def rally_answer(top: Reader) -> dict[str, Json]:
    """Return whether a rout is stopped, or whether rampaging elephants rally. If not, also return the
    reasons.
    """
    top.only("ask rampaging chief in_chain order")
    who = Rally(
        flag(top["rampaging"]),
        choice(top["chief"], CHIEFS, "solid"),
        flag(top["in_chain"], usual=True),
        order(top["order"]),
    )
    top.raise_mistakes(BadScenario)
    why = rally(who)
    if who.rampaging:
        return {"result": "lost" if why else "rallies", "why": list(why), "rests": 0 if why else 1}
    return {"result": "routs" if why else "rallies", "why": list(why), "rests": 0}
