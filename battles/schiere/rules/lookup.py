"""One look-up as JSON: what people drew and rolled at the table, and what it may come to. Strict: every
mistake is told with its path."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, cast

from armies.schiere.catalogue import suggested_orders
from armies.schiere.check import check
from armies.schiere.documents import read as read_roster
from armies.schiere.roster import cost, orders_of, schiere
from battles.schiere.forecast import draws
from battles.schiere.forecast.duel import AIMS, Aim, Duel, End, Solution, chances, replayed
from battles.schiere.rules.cards import ATTACK_SETS, CARDS, DEFENCE_SETS, Card
from battles.schiere.rules.initiative import Bid
from battles.schiere.rules.melee import situation
from battles.schiere.rules.melee.duel import Blow, Fighter
from battles.schiere.rules.melee.rout import DRAWN_FROM, may_be_asked, nerve
from battles.schiere.rules.melee.situation import Melee, Unit
from battles.schiere.rules.shooting import shot as shooting
from battles.schiere.rules.shooting.shot import Shooter, Shot
from engine.game import BadScenario, Facts, Json
from engine.odds import Odds
from engine.reading import Reader

UNIT: Final = (
    "class damage commander commander_damage order support beside solid out_of_command shaken isolated ground"
)


def resolve(question: Facts) -> dict[str, Json]:
    """Answer one question; ``ask`` says which. Raises BadScenario with every mistake."""
    top = Reader(question)
    asked = top["ask"].one_of(ASKED)
    top.done(BadScenario)
    return ASKED[asked](top)


# --- a duel -----------------------------------------------------------------------------------------------


def _duel(top: Reader) -> dict[str, Json]:
    """Blow by blow with given ``cards``; the chances with cards at random; the ``solved`` duel for an aim, at
    the blow that the given cards lead to."""
    top.only("ask a d received struck second cards tests moves solved")
    melee = _melee(top)
    cards = _cards(top["cards"])
    tests, moves = _sides(top["tests"], ""), _sides(top["moves"], "ad")
    aim = top["solved"].one_of(AIMS) if top["solved"].given else None
    _settle(top, situation.mistakes(melee))
    a, d = situation.fighters(melee)
    duel = Duel(a, d, tests, moves)
    blows = list(replayed(duel, cards))
    answer = {
        "lines": [_line(line) for line in situation.reckon(melee)],
        "factors": {"a": [a.factor, a.residual], "d": [d.factor, d.residual]},
        "chances": _ends(chances(duel)),
    }
    if cards:
        answer["blows"] = [_blow(one) for one in blows]
        answer["left"] = _left(blows[-1])
        if len(blows) < len(cards):
            top["cards"].wrong("duel_is_over", after=len(blows))
            raise BadScenario(top.mistakes)
    if aim is not None:
        answer["solved"] = _solved(duel, cast(Aim, aim), cards, blows)
    return answer


def _melee(top: Reader) -> Melee:
    second = _unit(top["second"]) if top["second"].given else None
    usual = "two_sides" if second else "front"
    return Melee(
        _unit(top["a"]),
        _unit(top["d"]),
        _one(top["received"], situation.RECEPTIONS, "stands"),
        _one(top["struck"], situation.STRUCK, usual),
        second,
    )


def _unit(one: Reader) -> Unit:
    one.only(UNIT)
    return Unit(
        one["class"].one_of(situation.FIGHTERS),
        _number(one["damage"], 4),
        _one(one["commander"], ("", *situation.COMMANDERS), ""),
        _number(one["commander_damage"], 2),
        _order(one["order"]),
        _number(one["support"], 2),
        _number(one["beside"], 3),
        _flag(one["solid"]),
        _flag(one["out_of_command"]),
        _flag(one["shaken"]),
        _flag(one["isolated"]),
        _one(one["ground"], situation.GROUNDS, "plain"),
    )


def _cards(one: Reader) -> list[tuple[Card, Card]]:
    """Pairs of cards, a's first. Each card is played once in a duel (L134)."""
    pairs: list[tuple[Card, Card]] = []
    for pair in one.items(len(CARDS)) if one.given else []:
        if not isinstance(pair.value, list | tuple) or len(pair.value) != 2:
            pair.wrong("not_a_pair")
            continue
        x, y = (each.one_of(CARDS) for each in pair.items(2))
        for side, card, played in (("a", x, [p[0] for p in pairs]), ("d", y, [p[1] for p in pairs])):
            if card in played and pair.value[side == "d"] == card:
                pair.wrong("played_twice", side=side, card=card)
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


def _left(last: Blow) -> dict[str, Json]:
    """What is left of both, and who may ask whom to stand."""
    a, d = last.after_a, last.after_d
    asked = "".join(s for s, may in (("a", may_be_asked(a, d)), ("d", may_be_asked(d, a))) if may)
    return {"a": _stands(a), "d": _stands(d), "may_be_tested": asked}


def _stands(one: Fighter) -> list[int]:
    """Attack and defence as the counters show them."""
    return [one.factor, one.residual]


def _ends(odds: Odds[End]) -> dict[str, Json]:
    return {
        "lost": {"a": _fraction(odds.chance(_lost_a)), "d": _fraction(odds.chance(_lost_d))},
        "damage": {
            "a": {str(n): _fraction(c) for n, c in sorted(odds.map(lambda e: e.damage_a).items())},
            "d": {str(n): _fraction(c) for n, c in sorted(odds.map(lambda e: e.damage_d).items())},
        },
        "mean": {
            "a": _fraction(odds.expectation(lambda e: e.damage_a)),
            "d": _fraction(odds.expectation(lambda e: e.damage_d)),
        },
        "nerve": {
            "a": {k: _fraction(c) for k, c in sorted(odds.map(lambda e: e.nerve_a).items())},
            "d": {k: _fraction(c) for k, c in sorted(odds.map(lambda e: e.nerve_d).items())},
        },
    }


def _lost_a(end: End) -> bool:
    return end.lost_a


def _lost_d(end: End) -> bool:
    return end.lost_d


def _solved(duel: Duel, aim: Aim, cards: list[tuple[Card, Card]], blows: list[Blow]) -> dict[str, Json]:
    """The best mixtures at the next blow."""
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


# --- a shot, the initiative, nerve ------------------------------------------------------------------------


def _shot(top: Reader) -> dict[str, Json]:
    """The chances of a shot; with two ``cards`` what they make of it."""
    top.only("ask shooters target from cards")
    shooters = tuple(_shooter(one) for one in top["shooters"].items(8))
    shot = Shot(shooters, _unit(top["target"]), _one(top["from"], shooting.STANDS, "open"))
    _settle(top, shooting.mistakes(shot))
    attack, defence = shooting.attack_set(shot), shooting.defence_set(shot.target)
    answer: dict[str, Json] = {
        "sets": {"attack": attack, "defence": defence},
        "hits": _fraction(draws.hits(shot)[True]) if True in draws.hits(shot) else [0, 1],
        "damage": {str(n): _fraction(c) for n, c in sorted(draws.shot(shot).items())},
    }
    if top["cards"].given:
        pair = top["cards"].items(2)
        if len(pair) != 2:
            top["cards"].wrong("not_a_pair")
        else:
            x = pair[0].one_of(ATTACK_SETS[attack])
            y = pair[1].one_of(DEFENCE_SETS[defence])
            answer["result"] = dataclasses.asdict(shooting.hit(shot, cast(Card, x), cast(Card, y)))
        top.done(BadScenario)
    return answer


def _shooter(one: Reader) -> Shooter:
    one.only("weapon distance damage velites")
    return Shooter(
        cast(shooting.Weapon, one["weapon"].one_of(shooting.WEAPONS)),
        one["distance"].number(shooting.NEAREST, shooting.FARTHEST),
        _number(one["damage"], 1),
        _flag(one["velites"]),
    )


def _initiative(top: Reader) -> dict[str, Json]:
    """The chances of who begins, and of how many actions each has."""
    top.only("ask a b")
    a, b = (_bid(top[side]) for side in ("a", "b"))
    top.done(BadScenario)
    odds = draws.initiative(a, b)
    return {
        "first": {
            "a": _fraction(odds.chance(lambda s: s[0] > s[1])),
            "b": _fraction(odds.chance(lambda s: s[0] < s[1])),
            "equal": _fraction(odds.chance(lambda s: s[0] == s[1])),
        },
        "actions": {
            side: {str(n): _fraction(c) for n, c in sorted(odds.map(_which(place)).items())}
            for place, side in enumerate("ab")
        },
    }


def _which(place: int) -> Callable[[tuple[int, int]], int]:
    return lambda scores: scores[place]


def _bid(one: Reader) -> Bid:
    if not one.given:
        return Bid()
    one.only("enterprising order")
    return Bid(_flag(one["enterprising"]), _order(one["order"]))


def _nerve(top: Reader) -> dict[str, Json]:
    """Whether a unit stands; with a ``card``, what it says."""
    top.only("ask moves card")
    moves = _flag(top["moves"], usual=True)
    card = top["card"].one_of(DRAWN_FROM) if top["card"].given else None
    top.done(BadScenario)
    answer: dict[str, Json] = {"chances": {k: _fraction(c) for k, c in sorted(draws.nerves(moves).items())}}
    return answer | ({"result": nerve(cast(Card, card), moves)} if card else {})


def _army(top: Reader) -> dict[str, Json]:
    """Whether an army may be fielded, and why not; what it costs; with how many orders it begins."""
    top.only("ask army agreed")
    roster = read_roster(top["army"])
    agreed = top["agreed"].number(0, 99) if top["agreed"].given else None
    top.done(BadScenario)
    price = cost(roster)
    orders = suggested_orders(price.units)[1] if agreed is None else agreed
    return {
        "legal": not check(roster),
        "problems": [
            {
                "path": f"$.army.{one.path}",
                "code": one.code,
                "rule": one.rule,
                "facts": dict(one.facts),
                "fixes": [dataclasses.asdict(fix) for fix in one.fixes],
            }
            for one in check(roster)
        ],
        "cost": {"units": price.units, "orders": price.orders, "actions": price.actions, "left": price.left},
        "orders": orders_of(roster, orders),
        "schiere": {kind: list(schiere(count)) for kind, count in roster.units.items()},
    }


ASKED: Final[Mapping[str, Callable[[Reader], dict[str, Json]]]] = {
    "duel": _duel,
    "shot": _shot,
    "initiative": _initiative,
    "nerve": _nerve,
    "army": _army,
}


# --- reading ----------------------------------------------------------------------------------------------


def _settle(top: Reader, found: Any) -> None:
    """What could not be read comes before what cannot be."""
    top.done(BadScenario)
    for mistake in found:
        top.fault(f"$.{mistake.path}", mistake.code, **mistake.facts)
    top.done(BadScenario)


def _one(one: Reader, allowed: tuple[Any, ...], usual: str) -> Any:
    return one.one_of(allowed) if one.given else usual


def _number(one: Reader, high: int) -> int:
    return one.number(0, high) if one.given else 0


def _flag(one: Reader, usual: bool = False) -> bool:
    return one.flag() if one.given else usual


def _order(one: Reader) -> Card | None:
    return cast(Card, one.one_of(CARDS)) if one.given else None


def _sides(one: Reader, usual: str) -> str:
    return one.one_of(("", "a", "d", "ad")) if one.given else usual


def _fraction(chance: Fraction) -> list[int]:
    return [chance.numerator, chance.denominator]
