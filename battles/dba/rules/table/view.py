"""The view of a table battle. Everybody shares it, because DBA has no hidden information."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from battles.dba.rules.table import contacts, moves, pips, shooters, victory
from battles.dba.rules.table.reminders import reminders
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.setup import may_keep_elements_aboard
from battles.dba.rules.table.state import SEATS, SHOOTING_DONE, TableState, other
from battles.dba.rules.table.strongholds import defended_against, denizens_fight_for
from engine.game import Facts


def view(battle: Battle, state: TableState, nightfall: int) -> Facts:
    """Return the battle as JSON: both armies with the state of each element, the bound, PIPs and prices, and
    each side's luck with the dice.
    """
    return {
        "phase": state.phase,
        "bound": state.bound,
        "own_bound": state.own_bound(),
        "nightfall": nightfall,
        "active": state.active,
        "invader": state.invader,
        "defender": state.defender,
        "side": state.side,
        "pips": {"rolled": state.rolled, "left": state.pips},
        "prices": prices(battle, state),
        "pieces": [asdict(piece) for piece in state.pieces],
        "drawing": [asdict(one) for one in state.drawing],
        "armies": {seat: army(battle, state, seat) for seat in SEATS},
        "camps": {seat: asdict(camp) for seat, camp in state.camps.items()},
        "bua": asdict(state.bua) if state.bua else None,
        "denizens_of": next((s for s in SEATS if denizens_fight_for(battle, state, s)), ""),
        "river": asdict(state.river) if state.river else None,
        "may_revolt": moves.may_revolt(battle, state),
        "shot": [one for one in state.shot if one != SHOOTING_DONE],
        "fought": list(state.fought),
        "contacts": [list(pair) for pair in state.contacts],
        "reminders": [list(pair) for pair in reminders(battle, state)],
        "luck": {seat: luck(state, seat) for seat in SEATS},
        "draw_offered": state.draw_offered,
        "ending": asdict(state.ending) if state.ending else None,
        "broken_now": _broken_now(battle, state),
    }


def _broken_now(battle: Battle, state: TableState) -> str:
    """Return the seat that loses if nothing changes before the bound ends, or ""."""
    if state.ending is not None or not state.bound:
        return ""
    end = victory.ending(battle, state, state.bound + 1)  # one more bound, so that night cannot fall
    return other(end.winner) if end and end.winner else ""


def army(battle: Battle, state: TableState, seat: str) -> Facts:
    mine = battle.armies[seat]
    stand = victory.standing(battle, state, seat)
    return {
        "name": mine.name,
        "aggression": mine.aggression,
        "topography": mine.topography,
        "strength": mine.strength,
        "command": mine.command,
        "steadiness": mine.steadiness,
        "standing": {**asdict(stand), "total": stand.total},
        "general_in": state.general_in.get(seat, ""),
        "may_land": may_keep_elements_aboard(battle, state, seat) if state.invader else False,
        "camp_defended": bool(state.camps.get(seat))
        and defended_against(battle, state, "blue" if seat == "red" else "red", "enemy_camp"),
        "elements": [element(battle, state, e) for e in battle.of(seat)],
    }


def element(battle: Battle, state: TableState, identity: str) -> Facts:
    block, now = battle.blocks[identity], state.elements[identity]
    return {
        **asdict(battle.base(identity, state)),
        "id": identity,
        "name": block.name,
        "general": block.general,
        "followers": block.followers,
        "unit": block.unit,
        "dismounts": "" if now.dismounted or not block.dismounts else block.dismounts.code,
        "can_shoot": shooters.can_shoot(battle, state, identity),
        "touches": contacts.is_in_contact(state, identity),
        "counts": victory.counts_as_loss(battle, identity),
        **asdict(now),
    }


def prices(battle: Battle, state: TableState) -> list[Facts]:
    """Return the price of each kind of move for the active side, with reasons. Outside the moves phase there
    are none.
    """
    if state.phase != "moves":
        return []
    own = [e for e in battle.of(state.active) if e in set(state.on_table())]
    hard = [e for e in own if battle.base(e, state).type in pips.HARD_TO_MOVE]
    kinds: list[tuple[str, list[str], dict[str, Any]]] = [("ordinary", [e for e in own if e not in hard], {})]
    if hard:
        kinds.append(("hard_to_move", hard, {}))
    if any(battle.blocks[e].dismounts and not state.elements[e].dismounted for e in own):
        kinds.append(("dismounting", own, {"dismount": True}))
    found: list[Facts] = []
    for kind, elements, facts in kinds:
        for far in (False, True):
            reasons = pips.surcharges(battle, state, elements[:1], far=far, **facts)
            if not far or "far_from_general" in reasons:
                found.append(
                    {
                        "kind": kind,
                        "far": far,
                        "cost": pips.cost(reasons),
                        "reasons": list(reasons),
                        "affordable": pips.cost(reasons) <= state.pips,
                    }
                )
    return found


def luck(state: TableState, seat: str) -> Facts:
    """Return a seat's kills, losses, PIPs and dice as JSON, with the exact expected values of its kills and
    losses. Counts are numbers, and expected values are fractions as text.
    """
    mine = asdict(state.luck[seat])
    return {
        name: f"{value.numerator}/{value.denominator}"
        if hasattr(value, "numerator") and not isinstance(value, int)
        else value
        for name, value in mine.items()
    }
