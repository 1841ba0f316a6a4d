"""Camps and the built-up area: who is inside, who defends, who is in control, and what happens when an
element enters.
"""

from __future__ import annotations

from typing import Any, Final

from battles.dba.rules.table import contacts
from battles.dba.rules.table import events as ev
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState, other
from engine.game import IllegalAction

DENIZENS: Final = "denizens"
# how many elements can assault a camp or the built-up area at once (L326)
MOST_ASSAULTS: Final = {"own_camp": 1, "enemy_camp": 1, "bua": 3}
Happened = tuple[Any, ...]


def garrison_of_bua(battle: Battle, state: TableState, seat: str | None = None) -> str | None:
    """Return the element in the built-up area, or None. With a ``seat``, only elements of that seat count."""
    inside = (i for i, e in state.elements.items() if e.where == "bua")
    return next((i for i in inside if seat in (None, battle.blocks[i].seat)), None)


def garrison_of_camp(battle: Battle, state: TableState, owner: str) -> str | None:
    """Return the element in a seat's camp, which can be an enemy, or None."""
    for element, now in state.elements.items():
        if now.where in ("camp", "enemy_camp"):
            own = battle.blocks[element].seat == owner
            if now.where == ("camp" if own else "enemy_camp"):
                return element
    return None


def denizens_fight_for(battle: Battle, state: TableState, seat: str) -> bool:
    """Return whether denizens defend the built-up area for a seat, with no element inside."""
    bua = state.bua
    return (
        bua is not None
        and bua.denizens == "alive"
        and bua.loyal_to == seat
        and garrison_of_bua(battle, state) is None
    )


def defended_against(battle: Battle, state: TableState, seat: str, place: str) -> bool:
    """Return whether a seat must fight to enter the built-up area or a camp. This can be the seat's own camp,
    if the enemy holds it.
    """
    enemy = other(seat)
    if place in ("own_camp", "enemy_camp"):
        inside = garrison_of_camp(battle, state, seat if place == "own_camp" else enemy)
        return inside is not None and battle.blocks[inside].seat == enemy
    if place != "bua":
        return False
    return garrison_of_bua(battle, state, enemy) is not None or denizens_fight_for(battle, state, enemy)


def is_hostile(state: TableState, seat: str, place: str) -> bool:
    """Return whether the enemy of a seat controls a camp or the built-up area, even without a defender.
    ``place``: own_camp, enemy_camp or bua.
    """
    if place == "bua":
        return state.bua is not None and state.bua.holder == other(seat)
    camp = state.camps.get(seat if place == "own_camp" else other(seat))
    return camp is not None and camp.pitched and camp.holder == other(seat)


def defender_of(battle: Battle, state: TableState, seat: str, place: str) -> str:
    """Return the defender that a seat must fight to enter a camp or the built-up area: an element or
    "denizens". Return "" if it is undefended.
    """
    if not defended_against(battle, state, seat, place):
        return ""
    enemy = other(seat)
    if place in ("own_camp", "enemy_camp"):
        return garrison_of_camp(battle, state, seat if place == "own_camp" else enemy) or ""
    return garrison_of_bua(battle, state, enemy) or DENIZENS


def room_to_assault(state: TableState, place: str, defender: str) -> bool:
    """Return whether one more element can assault the defender of a camp or the built-up area."""
    return len(contacts.facing(state, defender)) < MOST_ASSAULTS[place]


def replaced_in_camp(battle: Battle, state: TableState, seat: str) -> str | None:
    """Return the garrison of a seat's own camp, if another element can take its place in the same move, or
    None.
    """
    inside = garrison_of_camp(battle, state, seat)
    if inside is None or battle.blocks[inside].seat != seat or battle.blocks[inside].followers:
        return None
    return inside


def replace_in_camp(battle: Battle, state: TableState, element: str, old: str) -> tuple[TableState, Happened]:
    """Return the state and events after an element has moved into its own camp while the garrison ``old``
    has left (section "garrisons"). Raises IllegalAction if the garrison has already moved.
    """
    if state.elements[old].moves:
        raise IllegalAction("garrisons", "garrison_has_moved", element=old)
    assault = contacts.facing(state, old)
    state, left = leave(battle, state, old)
    state, entered = enter(battle, state.with_element(old, moves=1), element, "own_camp")
    return contacts.meet_all(state, element, assault), left + entered


def enter(battle: Battle, state: TableState, element: str, place: str) -> tuple[TableState, Happened]:
    """Return the state and events after an element has entered a camp or the built-up area that no enemy
    defends. ``place``: own_camp, enemy_camp or bua. Raises IllegalAction if the element may not enter.
    """
    seat = battle.blocks[element].seat
    state = contacts.end_contacts(state, element)
    if place == "bua":
        return _enter_bua(battle, state, element, seat)
    owner = seat if place == "own_camp" else other(seat)
    camp = state.camps.get(owner)
    if camp is None or not camp.pitched:
        raise IllegalAction("camps", "no_camp")
    inside = garrison_of_camp(battle, state, owner)
    events: Happened = ()
    if inside is not None:
        if not battle.blocks[inside].followers or battle.blocks[inside].seat != seat:
            raise IllegalAction("camps", "camp_full", element=inside)
        assault = contacts.facing(state, inside)
        state, events = send_followers_off(battle, state, seat)
        state = contacts.meet_all(state, element, assault)
    taken = camp.holder != seat
    state = state.but(camps={**state.camps, owner: camp.but(holder=seat)})
    state = state.with_element(element, where="camp" if owner == seat else "enemy_camp")
    return state, (*events, ev.StrongholdEntered(element, place, seat, taken))


def send_followers_off(battle: Battle, state: TableState, seat: str) -> tuple[TableState, Happened]:
    """Return the state and events after a seat's camp followers have left the battle. If no followers are in
    the camp, nothing changes.
    """
    inside = garrison_of_camp(battle, state, seat)
    if inside is None or not battle.blocks[inside].followers:
        return state, ()
    state = contacts.end_contacts(state, inside)
    state = state.with_element(inside, where="lost", cause="replaced", lost_in=state.bound)
    return state, (ev.ElementLost(inside, seat, "replaced", False),)


def may_take(battle: Battle, state: TableState, element: str, place: str) -> bool:
    """Return whether an element in the open can be reported as inside a camp or the built-up area after a
    combat.
    """
    try:
        take(battle, state, element, place)
    except IllegalAction:
        return False
    return True


def take(battle: Battle, state: TableState, element: str, place: str) -> tuple[TableState, Happened]:
    """Return the state and events after an element in the open has entered a camp or the built-up area as the
    result of a combat. Raises IllegalAction if it may not enter.
    """
    if element not in set(state.on_table()):
        raise IllegalAction("garrisons", "not_on_table", element=element[:40])
    if state.elements[element].where != "table":
        raise IllegalAction("garrisons", "already_posted", element=element)
    if place != "bua" and defended_against(battle, state, battle.blocks[element].seat, place):
        raise IllegalAction("camps", "camp_defended")
    return enter(battle, state, element, place)


def leave(battle: Battle, state: TableState, element: str) -> tuple[TableState, Happened]:
    """Return the state and events after a garrison has moved out of its camp or built-up area. Raises
    IllegalAction for an element that is not inside, for camp followers, who never leave, and for sackers, who
    stay until their player rolls a 6.
    """
    where = state.elements[element].where
    if where not in ("camp", "enemy_camp", "bua"):
        raise IllegalAction("garrisons", "not_inside", element=element)
    if battle.blocks[element].followers:
        raise IllegalAction("camps", "followers_stay", element=element)
    if state.elements[element].sacking:
        raise IllegalAction("garrisons", "still_sacking", element=element)
    state = relieve_garrison(state, element, battle.blocks[element].seat)
    return state.with_element(element, where="table"), (ev.StrongholdLeft(element, where),)


def relieve_garrison(state: TableState, element: str, seat: str) -> TableState:
    """Return the state without the contacts of a garrison that leaves. Attackers of the built-up area then
    face any loyal denizens.
    """
    bua = state.bua
    if state.elements[element].where == "bua" and bua and bua.denizens == "alive" and bua.loyal_to == seat:
        state = contacts.replace_in_contacts(state, element, DENIZENS)
    return contacts.end_contacts(state, element)


def denizens_fall(state: TableState, surrendered_to: str = "") -> tuple[TableState, Happened]:
    """Return the state and events after the denizens are defeated: destroyed, or in the service of the seat
    ``surrendered_to``. Without living denizens, nothing changes.
    """
    if state.bua is None or state.bua.denizens != "alive":
        return state, ()
    if surrendered_to:
        bua = state.bua.but(loyal_to=surrendered_to, holder=surrendered_to)
    else:
        bua = state.bua.but(denizens="destroyed", loyal_to="")
    return contacts.end_contacts(state.but(bua=bua), DENIZENS), (ev.DenizensFell(surrendered_to),)


def _enter_bua(battle: Battle, state: TableState, element: str, seat: str) -> tuple[TableState, Happened]:
    if state.bua is None:
        raise IllegalAction("garrisons", "no_bua")
    inside = garrison_of_bua(battle, state)
    if inside is not None:
        raise IllegalAction("garrisons", "bua_full", element=inside)
    if denizens_fight_for(battle, state, other(seat)):
        raise IllegalAction("garrisons", "denizens_resist")
    taken = state.bua.holder != seat
    state = state.but(bua=state.bua.but(holder=seat))
    state = contacts.replace_in_contacts(state.with_element(element, where="bua"), DENIZENS, element)
    return state, (ev.StrongholdEntered(element, "bua", seat, taken),)
