"""Every legal kind of action now, with what may be filled in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from battles.rules.dba.table import moves, pips, strongholds
from battles.rules.dba.table.scenario import Battle
from battles.rules.dba.table.setup import MOST_RESERVE, may_land
from battles.rules.dba.table.state import SEATS, TableState
from battles.rules.dba.troops import FOOT
from engine.game import Choice, Given, Many, Option, Pick

STANCE: Final = "dba_stance"
CAUSES: Final = ("recoil", "river", "left_table", "destroyed")


def choices(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    """Of whoever may act for the active side."""
    part = _PARTS.get(state.phase)
    if part is not None:
        yield from part(battle, state, decision)


def _options(values: Iterable[Any]) -> tuple[Option, ...]:
    return tuple(Option(value) for value in values)


def _yes_no(name: str) -> Pick:
    return Pick(name, _options((False, True)))


def _one(kind: str, rule: str, decision: str, *fields: Any, **fixed: Any) -> Choice:
    return Choice(kind, fixed, fields, rule, decision)


def _aggression(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("roll_aggression", "deployment", decision)
    for invader in SEATS:
        enemy = next(seat for seat in SEATS if seat != invader)
        yield _one(
            "set_table", "deployment", decision, _yes_no("river"), invader=invader, bua=False, garrison=None
        )
        foot = Pick("garrison", _options(_foot(battle, state, enemy)), optional=True)
        yield _one("set_table", "deployment", decision, _yes_no("river"), foot, invader=invader, bua=True)


def _terrain(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("place_terrain", "battlefield", decision, Given("pieces", "dba_pieces", []))


def _sides(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("choose_edge", "deployment", decision, Pick("edge", _options((1, 2, 3, 4))))


def _camps(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    garrison = Pick("garrison", _options(battle.of(state.active)), optional=True)
    yield _one("pitch_camp", "camps", decision, garrison)


def _deployment(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    seat = state.active
    if state.bua is not None and seat == state.defender:
        foot = Pick("garrison", _options(_foot(battle, state, seat)), optional=True)
        yield _one("deploy", "deployment", decision, foot, reserve=[])
    else:
        yield _one("deploy", "deployment", decision, garrison=None, reserve=[])
    if may_land(battle, state, seat):
        free = [e for e in battle.of(seat) if state.elements[e].where == "table"]
        aboard = Many("reserve", _options(free), 0, MOST_RESERVE)
        yield _one("deploy", "deployment", decision, aboard, garrison=None)


def _swaps(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("swap_elements", "deployment", decision, pairs=[])
    yield _one("swap_elements", "deployment", decision, Given("pairs", "dba_pairs", []))


def _pips(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("roll_pips", "pips", decision)


def _moves(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("end_moves", "sequence", decision)
    if moves.may_revolt(battle, state):
        yield _one("incite_revolt", "garrisons", decision)
    yield _one("place_general", "pips", decision, Pick("place", _options(("", "woods", "oasis", "marsh"))))
    for far in (False, True):
        yield from _tactical(battle, state, decision, far)
    if (
        state.own_bound() == 1
        and state.pips
        and any(state.elements[e].where == "reserve" for e in battle.of(state.active))
    ):
        yield _one("land_reserve", "deployment", decision)
    yield from _carrying_out(battle, state, decision)


def _tactical(battle: Battle, state: TableState, decision: str, far: bool) -> Iterator[Choice]:
    """Moves that can be paid for, elements costly to move among them only when those can."""

    def affordable(elements: Iterable[str], dismount: bool = False) -> list[str]:
        return [
            e
            for e in elements
            if state.pips >= pips.cost(pips.surcharges(battle, state, (e,), far=far, dismount=dismount))
        ]

    ready = affordable(e for e in movable(battle, state) if not state.elements[e].spent)
    fresh = [e for e in ready if not state.elements[e].moves]
    again = [e for e in ready if state.elements[e].moves]
    kind, rule = "move_elements", "tactical_moves"
    fighters = [e for e in fresh if battle.base(e, state).type not in ("Art", "WWg")]
    if fresh:
        yield _one(kind, rule, decision, Many("elements", _options(fresh), 1), far=far)
    if fighters:
        yield _one(kind, "contact", decision, Many("elements", _options(fighters), 1), far=far, contact=True)
        enemy = [e for e in state.on_table() if battle.blocks[e].seat == state.passive]
        yield _one(
            "break_off",
            "breaking_off",
            decision,
            Pick("element", _options(fighters)),
            Pick("enemy", _options(enemy)),
            far=far,
        )
    if fresh and state.river and not state.river.barred:
        yield _one(kind, "rivers", decision, Many("elements", _options(fresh), 1), far=far, ford=True)
    afoot = [
        e for e in affordable(fresh, True) if battle.blocks[e].dismounts and not state.elements[e].dismounted
    ]
    if afoot:
        yield _one(kind, "troops", decision, Many("elements", _options(afoot), 1), far=far, dismount=True)
    for reason, who in _again(battle, state, again).items():
        if who:
            yield _one(
                kind,
                "further_moves",
                decision,
                Many("elements", _options(who), 1),
                far=far,
                further=reason,
                contact=reason == "charge",
            )
    yield from _onto(battle, state, decision, far, fresh, affordable)


def movable(battle: Battle, state: TableState) -> list[str]:
    """Own elements in the open that may be moved at all."""
    return [
        e
        for e in battle.of(state.active)
        if state.elements[e].where == "table" and not battle.blocks[e].followers
    ]


def _again(battle: Battle, state: TableState, moved: list[str]) -> dict[str, list[str]]:
    kind = {e: battle.base(e, state).type for e in moved}
    return {
        "light_horse": [e for e in moved if kind[e] == "LH"],
        "psiloi": [e for e in moved if kind[e] == "Ps" and state.own_bound() == 1],
        "charge": [e for e in moved if kind[e] in ("SCh", "Wb")],
        "road": moved,
    }


def _onto(
    battle: Battle, state: TableState, decision: str, far: bool, fresh: list[str], affordable: Any
) -> Iterator[Choice]:
    kind, seat = "move_elements", state.active
    inside = affordable(
        e
        for e in battle.of(seat)
        if state.elements[e].where in ("camp", "enemy_camp", "bua")
        and not battle.blocks[e].followers
        and not state.elements[e].sacking
        and not state.elements[e].moves
    )
    for element in inside:
        yield _one(kind, "garrisons", decision, elements=[element], onto="leave", far=far)
    into = [place for place in ("own_camp", "enemy_camp", "bua") if _open(battle, state, place)]
    for place in into:
        fight = place != "own_camp" and strongholds.defended_against(battle, state, seat, place)
        for element in fresh:
            if not fight or battle.base(element, state).type not in ("Art", "WWg"):
                yield _one(
                    kind, "garrisons", decision, elements=[element], onto=place, far=far, contact=fight
                )


def _open(battle: Battle, state: TableState, place: str) -> bool:
    """Whether the active side may enter or assault that place."""
    if place == "bua":
        if state.bua is None:
            return False
        inside = strongholds.garrison_of_bua(battle, state)
        return inside is None or battle.blocks[inside].seat == state.passive
    owner = state.active if place == "own_camp" else state.passive
    camp = state.camps.get(owner)
    if camp is None or not camp.pitched:
        return False
    inside = strongholds.garrison_of_camp(battle, state, owner)
    if inside is None:
        return True
    if place == "own_camp":
        return battle.blocks[inside].followers
    return battle.blocks[inside].seat == state.passive


def _shooting(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("end_shooting", "sequence", decision)
    for seat in (state.active, state.passive):
        enemy = next(s for s in SEATS if s != seat)
        ready = [
            e
            for e in state.on_table()
            if battle.blocks[e].seat == seat and moves.can_shoot(battle, state, e) and e not in state.shot
        ]
        free = [e for e in ready if seat != state.active or battle.base(e, state).type != "Art"]
        targets = [
            e for e in state.on_table() if battle.blocks[e].seat == enemy and f"@{e}" not in state.shot
        ]
        if strongholds.denizens_fight_for(battle, state, enemy) and "@denizens" not in state.shot:
            targets.append("denizens")
        if free and targets:
            yield _one(
                "shoot",
                "shooting",
                decision,
                Pick("shooter", _options(free)),
                Pick("target", _options(targets)),
                Given("a", STANCE, {}),
                Given("b", STANCE, {}),
            )
    yield from _carrying_out(battle, state, decision)


def _combat(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("end_combat", "sequence", decision)
    attackers = [
        e for e in state.on_table() if battle.blocks[e].seat == state.active and e not in state.fought
    ]
    defenders = [
        e for e in state.on_table() if battle.blocks[e].seat == state.passive and e not in state.fought
    ]
    if strongholds.denizens_fight_for(battle, state, state.passive):
        defenders.append("denizens")
    if attackers and defenders:
        yield _one(
            "fight",
            "close_combat",
            decision,
            Pick("attacker", _options(attackers)),
            Pick("defender", _options(defenders)),
            Given("a", STANCE, {}),
            Given("b", STANCE, {}),
        )
    yield from _carrying_out(battle, state, decision)


def _carrying_out(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    """What only the table shows while results are carried out."""
    present = _options(state.on_table())
    if present:
        yield _one(
            "remove_element", "recoil", decision, Pick("element", present), Pick("cause", _options(CAUSES))
        )


def _foot(battle: Battle, state: TableState, seat: str) -> list[str]:
    return [
        e
        for e in battle.of(seat)
        if battle.base(e, state).type in FOOT
        and not battle.blocks[e].followers
        and state.elements[e].where == "table"
    ]


_PARTS: Final = {
    "aggression": _aggression,
    "terrain": _terrain,
    "sides": _sides,
    "camps": _camps,
    "deployment": _deployment,
    "swaps": _swaps,
    "pips": _pips,
    "moves": _moves,
    "shooting": _shooting,
    "combat": _combat,
}
