"""The facts that a game master can correct, and the limits that apply in every battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import SEATS, TableState, Where, other
from battles.dba.rules.table.strongholds import DENIZENS
from engine.game import Fact, Mistake, Number, Option, Pick

MOST_PIPS: Final = 12
OF_AN_ELEMENT: Final = ("cause", "spent", "charged")
HOLDERS: Final = Pick("holder", tuple(Option(seat) for seat in SEATS))


def amendable(battle: Battle, state: TableState) -> tuple[Fact, ...]:
    """Return the facts that can be corrected: each element's place, cause of loss and marks (spent, charged,
    dismounted), the holders of camps and the built-up area, and in the moves phase the PIPs.
    """
    return (
        *((Fact(("pips",), Number("pips", 0, MOST_PIPS)),) if state.phase == "moves" else ()),
        *(
            Fact(("elements", id, "where"), _places(battle, state, id), "table")
            for id in state.elements
            if id in battle.blocks
        ),
        *(Fact(("elements", id, name)) for id in state.elements for name in OF_AN_ELEMENT),
        *(
            Fact(("elements", id, "dismounted"))
            for id, block in battle.blocks.items()
            if block.dismounts and id in state.elements
        ),
        *(Fact(("camps", seat, "holder"), HOLDERS) for seat in state.camps),
        *((Fact(("bua", "holder"), _holders_of_bua()),) if state.bua is not None else ()),
    )


def _places(battle: Battle, state: TableState, id: str) -> Pick:
    """Return the places where an element can be: on the table, in a pitched camp or the built-up area,
    aboard, or lost.
    """
    seat = battle.blocks[id].seat
    pitched = {name for name, of in IN_CAMPS if (camp := state.camps.get(of(seat))) and camp.pitched}
    there = {"table", "reserve", "lost", state.elements[id].where, *pitched}
    there |= {"bua"} if state.bua is not None else set()
    return Pick("where", tuple(Option(where) for where in get_args(Where) if where in there))


# each kind of camp, with the function from an element's seat to the camp's owner
IN_CAMPS: Final = (("camp", str), ("enemy_camp", other))


def _holders_of_bua() -> Pick:
    return Pick("holder", (Option(""), *HOLDERS.options))


def tidy_contacts(state: TableState) -> TableState:
    """Return the state without the contacts of elements that are no longer on the table."""
    there = {*state.on_table(), DENIZENS}
    return state.but(contacts=tuple(pair for pair in state.contacts if there.issuperset(pair)))


def mistakes(battle: Battle, state: TableState) -> Iterator[Mistake]:
    """Yield a mistake for each fact that no legal position can have."""
    yield from _garrisons(battle, state)
    if state.pips < 0:
        yield Mistake("pips", "too_low", {"low": 0})
    for id, element in state.elements.items():
        here = f"elements.{id}"
        if id not in battle.blocks:
            yield Mistake(f"{here}.where", "not_there")
            continue
        if element.where == "lost" and not element.cause:
            yield Mistake(f"{here}.cause", "why_lost")
        if element.where == "bua" and state.bua is None:
            yield Mistake(f"{here}.where", "no_such_place")
        camp = state.camps.get(battle.blocks[id].seat)
        if element.where == "camp" and not (camp and camp.pitched):
            yield Mistake(f"{here}.where", "no_such_place")
        if element.dismounted and battle.blocks[id].dismounts is None:
            yield Mistake(f"{here}.dismounted", "not_allowed_there")
        if element.moves < 0:
            yield Mistake(f"{here}.moves", "too_low", {"low": 0})


def _garrisons(battle: Battle, state: TableState) -> Iterator[Mistake]:
    """Yield mistakes about elements in camps and the built-up area: two in one place, or a holder other than
    the garrison's side.
    """
    inside: dict[str, str] = {}
    for id, element in state.elements.items():
        if element.where not in ("camp", "enemy_camp", "bua") or id not in battle.blocks:
            continue
        seat = battle.blocks[id].seat
        owner = {"camp": seat, "enemy_camp": other(seat), "bua": "bua"}[element.where]
        held = state.bua if owner == "bua" else state.camps.get(owner)
        if owner in inside:
            yield Mistake(f"elements.{id}.where", "stands_there", {"other": inside[owner]})
        elif held is not None and held.holder != seat:
            yield Mistake(f"elements.{id}.where", "held_by_another")
        inside[owner] = id
