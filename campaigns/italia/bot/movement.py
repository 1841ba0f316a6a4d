"""How the program moves: attacks that are likely to succeed, empty areas that are worth something, and nobody
left where nobody may stay. One step is chosen at a time, from what is offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from campaigns.italia.bot.attack import likely
from campaigns.italia.bot.worth import threatened, worth
from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.ground.registry import Action
from campaigns.italia.rules.movement.ledger import Movement
from campaigns.italia.rules.movement.movement import EndMovement, March, Muster
from campaigns.italia.rules.movement.sea import Land
from campaigns.italia.rules.movement.stacking import attackers_allowed
from campaigns.italia.rules.scenario.types import FLEET
from engine.game import Choice, Choices, Share

LIKELY = 0.62  # an attack is made from this chance on
LEAST = 0.4  # what a step must be worth


class Idea(NamedTuple):
    gain: float
    action: Action


def move(pos: Position, frame: Movement, choices: Choices) -> Action:
    """The best step that is worth it, or the end of the movement."""
    ideas = list(_ideas(pos, frame, choices))
    best = max(ideas, key=lambda idea: (idea.gain, str(idea.action)), default=None)
    return best.action if best and best.gain > LEAST else EndMovement()


def _ideas(pos: Position, frame: Movement, choices: Choices) -> Iterator[Idea]:
    marches = [c for c in choices if c.kind == "march"]
    for choice in choices:
        match choice.kind:
            case "march":
                yield from _march(pos, frame, choice, marches)
            case "land":
                yield from _land(pos, frame, choice)
            case "muster":
                units = {str(o.value): o.high or 0 for o in _options(choice)}
                keep = {u: max(0, n - 1) for u, n in units.items()}
                if any(keep.values()):
                    sent = {u: n for u, n in keep.items() if n}
                    yield Idea(3.0, Muster(choice.fixed["origin"], sent))


def _options(choice: Choice) -> Any:
    field = choice.fields[0]
    assert isinstance(field, Share)
    return field.options


def _units(choice: Choice) -> dict[str, int]:
    return {str(o.value): o.high or 0 for o in _options(choice)}


def _march(pos: Position, frame: Movement, choice: Choice, all_marches: list[Choice]) -> Iterator[Idea]:
    nation, to, origin = frame.nation, choice.fixed["to"], choice.fixed["origin"]
    share = choice.fields[0]
    assert isinstance(share, Share)
    leader = choice.fixed["leader"]
    if not share.high or pos.area(to).kind == "entry" and not pos.uses(nation, to):
        return
    if any(pos.friends(nation, o) for o in pos.foreign(nation, to)):
        return
    spare = _spare(pos, frame, origin, _units(choice), bool(leader))
    if not any(spare.values()):
        return
    if pos.foes(nation, to):
        yield from _assault(pos, frame, choice, spare, all_marches)
    else:
        yield from _occupy(pos, frame, choice, spare)


def _stuck(pos: Position, frame: Movement, area: str) -> bool:
    """Whether nobody may stay in an area."""
    return not pos.uses(frame.nation, area) or any(
        pos.friends(frame.nation, other) for other in pos.foreign(frame.nation, area)
    )


def _spare(pos: Position, frame: Movement, origin: str, units: dict[str, int], led: bool) -> dict[str, int]:
    """Who may go from an area: all but one, where it is worth holding."""
    left = dict(units)
    if _stuck(pos, frame, origin) or pos.foes(frame.nation, origin):
        return left
    keep = 1 if worth(pos, frame.nation, origin) > 0 else 0
    keep += 1 if not led and threatened(pos, frame.nation, origin) > 3 else 0
    staying = pos.troops(origin, frame.nation) - sum(left.values())
    for unit in sorted(left, key=lambda u: pos.scn.units[u].cost):
        while staying < keep and left[unit]:
            left[unit] -= 1
            staying += 1
    return {u: n for u, n in left.items() if n}


def _assault(
    pos: Position, frame: Movement, choice: Choice, spare: dict[str, int], marches: list[Choice]
) -> Iterator[Idea]:
    nation, to = frame.nation, choice.fixed["to"]
    share = choice.fields[0]
    assert isinstance(share, Share)
    leader = choice.fixed["leader"] or ""
    room = attackers_allowed(pos, frame, to, with_leader=bool(leader)) - pos.troops(to, nation)
    coming: dict[str, int] = {}
    seen = set()
    for other in [choice, *marches]:
        origin = other.fixed["origin"]
        if other.fixed["to"] != to or origin in seen:
            continue
        seen.add(origin)
        for unit, number in _spare(pos, frame, origin, _units(other), bool(leader)).items():
            taken = min(number, room - sum(coming.values()))
            if taken > 0:
                coming[unit] = coming.get(unit, 0) + taken
    win = likely(pos, nation, to, coming, 1 if leader else 0)
    if win < LIKELY:
        return
    sent = _most(spare, min(share.high, room))
    if sent:
        gain = (
            win * (worth(pos, nation, to) + 1.0) - 0.5 + 0.1 * sum(sent.values()) + (0.5 if leader else 0.0)
        )
        yield Idea(gain, March(choice.fixed["origin"], to, sent, leader or None))


def _occupy(pos: Position, frame: Movement, choice: Choice, spare: dict[str, int]) -> Iterator[Idea]:
    nation, to, origin = frame.nation, choice.fixed["to"], choice.fixed["origin"]
    share = choice.fields[0]
    assert isinstance(share, Share)
    here, there = pos.troops(origin, nation), pos.troops(to, nation)
    leader = choice.fixed["leader"]
    over = here - pos.limit(nation, origin)
    stuck = _stuck(pos, frame, origin)
    room = pos.limit(nation, to) - there
    if room <= 0 and not stuck:
        return
    if not pos.holds(nation, to):
        number = 2 if threatened(pos, nation, to) and sum(spare.values()) > 2 else 1
        gain = worth(pos, nation, to) * 0.8
    elif over > 0:
        number, gain = over, 0.6
    elif (
        threatened(pos, nation, to) and not threatened(pos, nation, origin) and there < pos.limit(nation, to)
    ):
        number, gain = 1, 0.45
    else:
        number, gain = 1, 0.0
    if stuck:
        number, gain = min(sum(spare.values()), max(room, 1)), gain + 2.0
    sent = _most(spare, min(number, share.high))
    if sent and gain:
        yield Idea(gain - (0.05 if leader else 0.0), March(origin, to, sent, leader))


def _land(pos: Position, frame: Movement, choice: Choice) -> Iterator[Idea]:
    nation, to = frame.nation, choice.fixed["to"]
    units = {u: n for u, n in _units(choice).items() if u in pos.scn.units and u != FLEET}
    leaders = [name for name in _units(choice) if name in pos.scn.leaders]
    if not units or not pos.uses(nation, to):
        return
    share = choice.fields[0]
    assert isinstance(share, Share)
    foes = pos.foes(nation, to)
    room = (attackers_allowed(pos, frame, to) if foes else pos.limit(nation, to)) - pos.troops(to, nation)
    sent = _most(units, min(room, share.budget if share.budget is not None else room))
    if not sent:
        return
    win = likely(pos, nation, to, sent, len(leaders), wet=True) if foes else 1.0
    if win >= LIKELY:
        named = {**sent, **dict.fromkeys(leaders, 1)}
        yield Idea(win * worth(pos, nation, to) + 1.0, Land(choice.fixed["sea"], to, named))


def _most(units: dict[str, int], number: int) -> dict[str, int]:
    """So many of these, the best first."""
    found: dict[str, int] = {}
    for unit in sorted(units, key=lambda u: (-units[u], u)):
        taken = min(units[unit], number - sum(found.values()))
        if taken > 0:
            found[unit] = taken
    return found
