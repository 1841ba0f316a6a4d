"""The bot's moves. Among all marches and voyages, with or without a leader, the bot takes the one that adds
most to the value of its areas. It compares all moves again after each step, so each answer is a single step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from campaigns.italia.bot.outlook import Outlook, Units, outlook
from campaigns.italia.bot.stacks import add_units, cheapest, land, strongest
from campaigns.italia.bot.voyages import voyages
from campaigns.italia.rules.movement.exits import exit_worth
from campaigns.italia.rules.movement.ledger import (
    ALONE,
    Movement,
    allowance,
    count_ready_units,
    count_unmoved,
    leader_fresh,
    must_stop,
)
from campaigns.italia.rules.movement.movement import (
    EndMovement,
    March,
    Muster,
    TakeOff,
    exits,
    musters,
)
from campaigns.italia.rules.movement.stacking import (
    attackers_allowed,
    count_defenders,
    may_enter,
    may_leave,
)
from campaigns.italia.rules.state.play import FRAMES
from campaigns.italia.rules.state.position import Position
from engine.choices import permits
from engine.game import Share
from kit.bot.answer import Answer, give_reason
from kit.rules.decisions import Action, OfferingHandler, action_json

LEAST = 0.12  # the lowest gain worth a move
AGAIN = 0.3  # extra gain needed to move units that have already moved, so that they do not go back and forth


class Idea(NamedTuple):
    """A possible move: its gain, its first step, and the area to which it leads."""

    gain: float
    action: Action
    to: str = ""


class Way(NamedTuple):
    """A route to an area: its first area, its number of steps, and whether it crosses a strait."""

    first: str
    steps: int
    strait: bool


def move(pos: Position, frame: Movement) -> Answer:
    """Choose the best step if it is worth taking, or end the movement."""
    best = best_idea(pos, frame)
    if best is None:
        return give_reason(EndMovement(), "no_move_adds")
    halves = round(2 * best.gain)
    if isinstance(best.action, TakeOff):
        return give_reason(best.action, "leaves_map", area=best.action.area, halves=halves)
    if isinstance(best.action, Muster):
        return give_reason(best.action, "joins_army", area=best.action.origin)
    code = "goes_to_fight" if outlook(pos, frame.nation).foes[best.to] else "goes_to_hold"
    return give_reason(best.action, code, area=best.to, halves=halves)


def best_idea(pos: Position, frame: Movement) -> Idea | None:
    """Return the best step that the rules permit, or None if no step is worth taking."""
    worth_it = (idea for idea in ideas(pos, frame) if idea.gain > LEAST)
    found = sorted(worth_it, key=lambda idea: (idea.gain, str(idea.action)), reverse=True)
    handler = FRAMES[Movement]
    assert isinstance(handler, OfferingHandler)
    for idea in found:
        if permits(tuple(handler.matching_choices(pos, frame, idea.action)), action_json(idea.action)):
            return idea
    return None


def ideas(pos: Position, frame: Movement) -> Iterator[Idea]:
    view = outlook(pos, frame.nation)
    for choice in (*musters(pos, frame), *exits(pos, frame)):
        if choice.kind == "take_off":
            worth = exit_worth(pos, frame.nation, choice.fixed["area"]) / 2
            units = _whole_force(choice.fields[0])
            if worth >= view.unit_worth:
                yield Idea(worth * sum(units.values()), TakeOff(choice.fixed["area"], units))
        elif choice.kind == "muster":
            sent = {u: n - 1 for u, n in _whole_force(choice.fields[0]).items() if n > 1}
            if sent:
                yield Idea(3.0, Muster(choice.fixed["origin"], sent))
    marches = list(_marches(pos, frame, view))
    yield from marches
    yield from _joint_attacks(pos, frame, view)
    for gain, action, to in voyages(pos, frame, view):
        yield Idea(gain, action, to)


def _whole_force(field: object) -> dict[str, int]:
    assert isinstance(field, Share)
    return {str(option.value): option.high or 0 for option in field.options}


# --- by land ----------------------------------------------------------------------------------------------


def _marches(pos: Position, frame: Movement, view: Outlook) -> Iterator[Idea]:
    for origin in pos.areas_of(frame.nation):
        for leader in _leaders_to_move(pos, frame, origin):
            units = count_ready_units(pos, frame, origin, leader, strait=False)
            held = may_leave(pos, frame, origin)
            most = min(n for n in (sum(units.values()), held) if n is not None)
            for to, way in _shortest_ways(pos, frame, view, origin, leader).items():
                there = {u: n for u, n in units.items() if _can_march(pos, frame, origin, u, leader, way)}
                yield from _march_sizes(pos, frame, view, origin, to, way, leader, there, most)


def _leaders_to_move(pos: Position, frame: Movement, origin: str) -> list[str]:
    leaders = [name for name in pos.leaders(origin, frame.nation) if frame.leaders.get(name, 0) < ALONE]
    if frame.campaign:
        return [frame.campaign] if frame.campaign in leaders else []
    return ["", *leaders]


def _shortest_ways(pos: Position, frame: Movement, view: Outlook, origin: str, leader: str) -> dict[str, Way]:
    """Return the shortest route to each area within reach."""
    board, nation = pos.scn.board, frame.nation
    most = ALONE + 1 - frame.leaders.get(leader, 0) if leader else ALONE
    found: dict[str, Way] = {}
    now = [(origin, "", 0)]
    while now:
        following = []
        for here, first, steps in now:
            for to in sorted(board.adjacent_areas(here)):
                strait = to in board.straits[here]
                if to == origin or to in found or (strait and steps) or not pos.may_enter(nation, to):
                    continue
                found[to] = Way(first or to, steps + 1, strait)
                passes = not strait and to not in view.guarded and not must_stop(pos, nation, to, leader)
                if passes and steps + 1 < most:
                    following.append((to, first or to, steps + 1))
        now = following
    return found


def _can_march(pos: Position, frame: Movement, origin: str, unit: str, leader: str, way: Way) -> bool:
    """Return whether units of a type can march along the whole route ``way``. Units that have moved go at
    most one more step.
    """
    if not count_unmoved(pos, frame, origin, unit):
        return way.steps == 1 and not way.strait
    reach = allowance(pos, frame, unit) + bool(leader and leader_fresh(frame, leader))
    return way.steps <= (1 if way.strait else reach)


def _march_sizes(
    pos: Position,
    frame: Movement,
    view: Outlook,
    origin: str,
    to: str,
    way: Way,
    leader: str,
    units: Mapping[str, int],
    most: int,
) -> Iterator[Idea]:
    """Yield the march from one area to another once for each number of units worth sending."""
    foes = view.foes[to]
    room = may_enter(pos, frame, to, with_leader=bool(leader)) if foes else None
    most = min(n for n in (most, sum(units.values()), room) if n is not None)
    before, here = land(pos, frame.nation, origin), land(pos, frame.nation, to)
    if not foes and not frame.campaign and not _is_stuck(pos, frame, origin):
        most = min(most, pos.limit(frame.nation, to) - sum(here.values()))  # units over the limit are lost
    again = 0.0 if any(count_unmoved(pos, frame, origin, unit) for unit in units) else AGAIN
    for number in range(1 if units else 0, most + 1):
        sent = strongest(pos, units, number) if foes or leader else cheapest(pos, units, number)
        wet: dict[str, int] = sent if way.strait else {}
        gain = _gain(pos, frame, view, (origin, before, sent), (to, here), leader, wet)
        if gain > LEAST:
            yield Idea(gain - again - 0.01 * way.steps, March(origin, way.first, sent, leader or None), to)


def _gain(
    pos: Position,
    frame: Movement,
    view: Outlook,
    source: tuple[str, Units, Units],
    target: tuple[str, Units],
    leader: str,
    wet: Units,
) -> float:
    (origin, before, sent), (to, here) = source, target
    army = frame.campaign
    left = {u: n - sent.get(u, 0) for u, n in before.items() if n > sent.get(u, 0)}
    led, there = view.count_leaders(pos, origin), view.count_leaders(pos, to)
    with_army = bool(army) and pos.leader_at(army) == origin
    after = view.value(origin, left, led - bool(leader), army=with_army and leader != army)
    after += view.value(
        to, add_units(here, sent), there + bool(leader), wet=wet, army=bool(army) and leader == army
    )
    before_it = view.value(origin, before, led, army=with_army)
    return after - before_it - view.value(to, here, there)


# --- several stacks against one area ----------------------------------------------------------------------


def _joint_attacks(pos: Position, frame: Movement, view: Outlook) -> Iterator[Idea]:
    """Yield attacks on an area by several adjacent stacks. Each attack is represented by the move of its
    first stack.
    """
    if frame.campaign:
        return
    for to in pos.scn.board.areas:
        if not view.foes[to] or (not pos.treats_as_ordinary(frame.nation, to)):
            continue
        sources = list(_stacks_beside(pos, frame, view, to))
        if len(sources) < 2:
            continue
        led = next((leader for _, leader, _, _ in sources if leader), "")
        room = attackers_allowed(pos, frame, to, with_leader=bool(led)) - pos.troops(to, frame.nation)
        here, there = land(pos, frame.nation, to), len(pos.leaders(to, frame.nation))
        sent: Units = {}
        cost, coming, leaders = 0.0, list[tuple[str, str, Units]](), 0
        for origin, leader, units, loss in sources:
            part = strongest(pos, units, room - sum(sent.values()))
            if part and not (leader and leaders):
                sent, cost = add_units(sent, part), cost + loss
                coming.append((origin, leader, part))
                leaders += bool(leader)
        if len(coming) < 2:
            continue
        gain = view.value(to, add_units(here, sent), there + leaders) - view.value(to, here, there) - cost
        if gain > LEAST:
            origin, leader, going = coming[0]
            free = may_enter(pos, frame, to, with_leader=bool(leader))
            first = going if free is None else strongest(pos, going, free)
            if first:
                yield Idea(gain, March(origin, to, first, leader or None), to)


def _stacks_beside(
    pos: Position, frame: Movement, view: Outlook, to: str
) -> Iterator[tuple[str, str, Units, float]]:
    """Yield the stacks next to the area ``to``, by land, that can spare units. Each is given by its area, its
    leader, the units, and the cost of their departure.
    """
    for origin in sorted(pos.scn.board.land[to]):
        if not pos.holds(frame.nation, origin) or count_defenders(pos, frame.nation, origin):
            continue
        here, led = land(pos, frame.nation, origin), len(pos.leaders(origin, frame.nation))
        for leader in reversed(_leaders_to_move(pos, frame, origin)):
            units = count_ready_units(pos, frame, origin, leader, strait=False)
            spare = sum(units.values()) - (
                1 if view.worth[origin] > 1.0 and not _is_stuck(pos, frame, origin) else 0
            )
            going = strongest(pos, units, spare)
            if going:
                left = {u: n - going.get(u, 0) for u, n in here.items() if n > going.get(u, 0)}
                loss = view.value(origin, here, led) - view.value(origin, left, led - bool(leader))
                yield origin, leader, going, loss
                break


def _is_stuck(pos: Position, frame: Movement, area: str) -> bool:
    return not pos.treats_as_ordinary(frame.nation, area)
