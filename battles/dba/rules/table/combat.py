"""Resolve shooting and close combat, and remove lost elements from the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from operator import attrgetter
from typing import Any, Final

from battles.dba.rules.consequences import Consequence
from battles.dba.rules.odds import PAIRS, Odds, odds
from battles.dba.rules.reckoning import Line
from battles.dba.rules.resolve import Resolution, resolve
from battles.dba.rules.situation import Contender, Side, Situation
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import contacts, rivers, strongholds, victory
from battles.dba.rules.table import events as ev
from battles.dba.rules.table.engagement import DENIZENS, Engagement, engage
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import Cause, Luck, TableState, other
from engine.dice import Dice, Throw
from engine.game import IllegalAction, Step
from engine.story import Story

Happened = tuple[Any, ...]


def fight(battle: Battle, state: TableState, action: act.Fight | act.Shoot, dice: Dice) -> Step[TableState]:
    """Roll for both sides, compare the totals, and apply the result with all its consequences."""
    before = state
    found = engage(battle, state, action)
    mode = "combat" if found.situation.mode == "close" else "shooting"
    rule = "close_combat" if mode == "combat" else "shooting"
    story = Story(dice)
    die_a, die_b = dice.roll_all([Throw(6, mode, rule, seat) for seat in found.seats])
    done = _as_it_is(state, resolve(found.situation, die_a, die_b))
    state = _note(state, found, action)
    chances = odds(found.situation, done.reckoning)
    state = _add_luck(state, found, done, chances)
    story.tell(_fought_event(found, done, chances))
    for consequence in done.consequences:
        if consequence.code == "roll_river":
            state, more = _into_the_river(battle, state, found, consequence, dice)
        elif consequence.code == "followers_removed":
            state, more = _into_own_camp(battle, state, found, consequence, done)
        else:
            state, more = _apply(battle, state, found, consequence)
        story.tell(*more)
    state, more = _record_flight(battle, state, found, done)
    story.tell(*more)
    return story.step(_release_assault(before, _contacts_after(state, found, done), found))


def _release_assault(before: TableState, after: TableState, found: Engagement) -> TableState:
    """Return the state after the assaults on a camp or built-up area have ended because its defender is gone.
    The other attackers have no opponent left (L326).
    """
    for pair in before.contacts:
        for one, held in (pair, pair[::-1]):
            inside = held not in before.elements or before.elements[held].where != "table"
            others = one in after.elements and one not in found.elements
            charged = others and after.elements[one].charged
            if inside and charged and not contacts.facing(after, one):
                after = after.with_element(one, charged=False)
    return after


def _as_it_is(state: TableState, done: Resolution) -> Resolution:
    if state.bua is None or state.bua.denizens == "alive":
        return done
    told = [
        replace(c, code="unoccupied") if c.code == "denizens_defend" else c
        for c in done.consequences
        if c.code != "denizens_surrender"
    ]
    return done._replace(consequences=tuple(told))


def _into_own_camp(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence, done: Resolution
) -> tuple[TableState, Happened]:
    element = found.elements[0 if consequence.side == "a" else 1]
    if any((c.code, c.who, c.side) == ("flee", "element", consequence.side) for c in done.consequences):
        return strongholds.send_followers_off(battle, state, battle.blocks[element].seat)
    return strongholds.enter(battle, state, element, "own_camp")


def _record_flight(
    battle: Battle, state: TableState, found: Engagement, done: Resolution
) -> tuple[TableState, Happened]:
    """Return the state and events after a combat in which a general may have fled. A general who fled is no
    longer in a wood, oasis or marsh.
    """
    events: Happened = ()
    for seat, element, fate in zip(found.seats, found.elements, (done.fate_a, done.fate_b), strict=True):
        if fate == "flee" and element == battle.general(seat):
            state, more = in_the_open(state, seat)
            events += more
    return state, events


def in_the_open(state: TableState, seat: str) -> tuple[TableState, Happened]:
    """Return the state with a side's general out of any wood, oasis or marsh. If the general was in one
    before, also return the event that reports the change.
    """
    if not state.general_in.get(seat):
        return state, ()
    return state.but(general_in={**state.general_in, seat: ""}), (ev.GeneralPlaced(seat, ""),)


def _contacts_after(state: TableState, found: Engagement, done: Resolution) -> TableState:
    """Return the state with the frontal contacts after a combat. Two elements that both stay are in contact,
    and so are a pursuer and an enemy that recoiled no farther than the pursuit. An element that gives way
    or pursues loses all other contacts.
    """
    gave_way = [
        e for e, fate in zip(found.elements, (done.fate_a, done.fate_b), strict=True) if fate != "none"
    ]
    if not gave_way:
        return contacts.record_contact(state, *found.elements) if found.situation.mode == "close" else state
    state = contacts.end_contacts(state, *gave_way)
    deeds = {(c.code, c.who, c.side): c for c in done.consequences}
    sides: tuple[Side, Side] = ("a", "b")
    for index, side in enumerate(sides):
        pursued = deeds.get(("pursue", "element", side))
        if pursued is None:
            continue
        loser = sides[1 - index]
        state = contacts.end_contacts(state, found.elements[index])
        recoiled = deeds.get(("recoil", "element", loser))
        stays = (done.fate_a, done.fate_b)[1 - index] == "recoil" and ("passed", "behind", loser) not in deeds
        if stays and recoiled and (recoiled.mm or 0) <= (pursued.mm or 0):
            state = contacts.record_contact(state, *found.elements)
    return state


def stand_apart(battle: Battle, state: TableState, action: act.StandApart) -> Step[TableState]:
    """End contacts that were recorded by mistake. The named elements are then in contact with no enemy."""
    if not action.elements or len(set(action.elements)) < len(action.elements):
        raise IllegalAction("close_combat", "nobody_named")
    for element in action.elements:
        if not contacts.is_in_contact(state, element):
            raise IllegalAction("close_combat", "not_in_contact", element=element[:40])
    for element in action.elements:
        if element in state.elements:
            state = state.with_element(element, charged=False)
    return Step(contacts.end_contacts(state, *action.elements), (ev.StoodApart(action.elements),))


def _into_the_river(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence, dice: Dice
) -> tuple[TableState, Happened]:
    fleeing = found.elements[0 if consequence.side == "a" else 1]
    if state.river is None or fleeing not in battle.blocks:
        return state, ()
    state, events = rivers.roll_river(state, battle.blocks[fleeing].seat, dice)
    if state.river is not None and state.river.nature == "paltry":
        return state, events
    state, more = lose(battle, state, fleeing, "river")
    return state, events + more


def lose(battle: Battle, state: TableState, element: str, cause: Cause) -> tuple[TableState, Happened]:
    """Return the state without an element, and the events of the loss. An element that is already lost
    changes nothing.
    """
    if state.elements[element].where == "lost":
        return state, ()
    block = battle.blocks[element]
    state = strongholds.relieve_garrison(state, element, block.seat)
    state = state.with_element(element, where="lost", cause=cause, lost_in=state.bound, sacking=False)
    events: Happened = (ev.ElementLost(element, block.seat, cause, victory.counts_as_loss(battle, element)),)
    return state, (*events, ev.GeneralLost(block.seat, element)) if block.general else events


def _note(state: TableState, found: Engagement, action: act.Fight | act.Shoot) -> TableState:
    if isinstance(action, act.Fight):
        # the enemy's stance counts the helpers; the element's own names the supporter
        mine, theirs = found.stances
        beside = theirs.overlaps + theirs.flank_contacts + int(theirs.rear_contact)
        helpers = contacts.record_helpers((mine.behind,), beside)
        return state.but(fought=(*state.fought, *found.elements, *helpers))
    shot = (*state.shot, action.shooter, *action.more, f"@{action.target}")
    if action.answered:
        shot = (*shot, action.target, *action.back, f"@{action.shooter}")
    return state.but(shot=shot)


def _fought_event(found: Engagement, done: Resolution, chances: Odds) -> ev.Fought:
    return ev.Fought(
        mode=found.situation.mode,
        first=found.elements[0],
        second=found.elements[1],
        more=found.more,
        back=found.back,
        dice=(done.die_a, done.die_b),
        totals=(done.final_a, done.final_b),
        comparison=done.comparison,
        fates=(done.fate_a, done.fate_b),
        situation=situation_json(found.situation),
        reckoning={
            side: [_shallow_dict(line) for line in getattr(done.reckoning, side)] for side in ("a", "b")
        },
        consequences=[_shallow_dict(c) for c in done.consequences],
        chances={side: dict(getattr(chances, side)) for side in ("a", "b")},
    )


_NAMES: Final = {
    kind: (names := tuple(f.name for f in fields(kind)), attrgetter(*names)) for kind in (Line, Consequence)
}


def _shallow_dict(one: Line | Consequence) -> dict[str, Any]:
    """Return a dataclass's fields without copying their values. ``asdict`` copies them deeply, which takes a
    tenth of a fight's time.
    """
    names, read = _NAMES[type(one)]
    return dict(zip(names, read(one), strict=True))


_FACTS: Final = {f.name: f.default for f in fields(Contender)}
_read_facts: Final = attrgetter(*_FACTS)


def situation_json(situation: Situation) -> dict[str, Any]:
    """Return a situation in the calculator's format, leaving out default values."""
    return {
        "mode": situation.mode,
        "a": _side_json(situation.a),
        "b": _side_json(situation.b),
        "active": situation.active,
        "answered": situation.answered,
    }


def _side_json(one: Contender) -> dict[str, Any]:
    values = zip(_FACTS.items(), _read_facts(one), strict=True)
    return {name: value for (name, usual), value in values if value != usual or name == "type"}


_KILLED: Final = ("destroyed", "surrender", "off_table")
_SHARES: Final = tuple(Fraction(pairs, PAIRS) for pairs in range(PAIRS + 1))


@cache
def _variance(die_a: int, die_b: int, both: int) -> Fraction:
    """Return the variance of one side's kills minus its losses. The arguments are the chances, in 36ths,
    that each of the two elements dies, and that both die.
    """
    return Fraction(PAIRS * (die_a + die_b - 2 * both) - (die_a - die_b) ** 2, PAIRS * PAIRS)


def _add_luck(state: TableState, found: Engagement, done: Resolution, chances: Odds) -> TableState:
    """Return the state with one combat added to both sides' luck: the dice, the kills and losses, and their
    exact expected values.
    """
    die_a, die_b = (sum(side.get(fate, 0) for fate in _KILLED) for side in (chances.a, chances.b))
    both = sum(n for (x, y), n in chances.joint.items() if x in _KILLED and y in _KILLED)
    p = (_SHARES[die_a], _SHARES[die_b])
    variance = _variance(die_a, die_b, both)
    dead = (done.fate_a in _KILLED, done.fate_b in _KILLED)
    luck = dict(state.luck)
    for i, seat in enumerate(found.seats):
        foe, was = 1 - i, luck[seat]
        luck[seat] = Luck(
            was.pips,
            was.pip_rolls,
            was.dice + (done.die_a, done.die_b)[i],
            was.dice_rolls + 1,
            was.kills + dead[foe],
            was.losses + dead[i],
            was.expected_kills + p[foe],
            was.expected_losses + p[i],
            was.variance + variance,
        )
    return state.but(luck=luck)


# --- consequences ---

Apply = Callable[[Battle, TableState, Engagement, Consequence, int], tuple[TableState, Happened]]


def _apply(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence
) -> tuple[TableState, Happened]:
    index = 0 if consequence.side == "a" else 1
    apply = _APPLY.get(consequence.code)
    return apply(battle, state, found, consequence, index) if apply else (state, ())


def _destroy_element(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence, index: int
) -> tuple[TableState, Happened]:
    element, stance, foe = found.elements[index], found.stances[index], found.stances[1 - index]
    # denizens who surrender only change sides, which the consequence "defect" handles
    if consequence.who == "element" and element == DENIZENS:
        return (state, ()) if consequence.code == "surrender" else strongholds.denizens_fall(state)
    cause: Cause = "destroyed"
    if consequence.code == "surrender":
        cause = "surrendered"
    elif consequence.cause == "table_edge":
        cause = "left_table"
    elif consequence.cause == "river":
        cause = "river"
    elif consequence.cause == "supported":
        cause = "supporter"
    elif consequence.cause in ("trampled", "struck_by_recoil") or consequence.rule == "recoil":
        cause = "recoil"
    gone = {"element": (element,), "behind": (stance.behind,), "met": (stance.met,), "struck": foe.struck}
    events: Happened = ()
    for one in gone.get(consequence.who, ()):
        if one in battle.blocks:
            state, more = lose(battle, state, one, cause)
            events += more
    return state, events


def _occupy(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence, index: int
) -> tuple[TableState, Happened]:
    winner, loser = found.elements[index], (found.situation.a, found.situation.b)[1 - index]
    if winner not in set(state.on_table()) or state.elements[winner].where != "table":
        return state, ()
    place = {"bua": "bua", "camp": "enemy_camp", "enemy_camp": "own_camp"}[loser.post]
    return strongholds.enter(battle, state, winner, place)


def _sack(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence, index: int
) -> tuple[TableState, Happened]:
    winner = found.elements[index]
    inside = winner in battle.blocks and state.elements[winner].where == "bua"
    return (state.with_element(winner, sacking=True), (ev.SackBegan(winner),)) if inside else (state, ())


def _denizens_surrender(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence, index: int
) -> tuple[TableState, Happened]:
    return strongholds.denizens_fall(state, surrendered_to=other(found.seats[index]))


_APPLY: Final[dict[str, Apply]] = {
    "destroyed": _destroy_element,
    "surrender": _destroy_element,
    "occupy": _occupy,
    "sack": _sack,
    "denizens_surrender": _denizens_surrender,
    "defect": _denizens_surrender,
}
