"""Orders to single units: who may get one, and how many a leader may still give (4.2, 5.2)."""

from __future__ import annotations

from collections.abc import Iterable

from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import Play
from kit.rules.decisions import refuse

MOVE, FIRE, RECOVER, RALLY = "move", "fire", "recover", "rally"


def why_no_order(pos: Field, unit: str, what: str) -> str:
    """The reason why a unit cannot be given that order now, as a code; "" if it can. ``what``: move, fire,
    recover or rally.
    """
    state, phase = pos.state, pos.state.phase
    if phase is None:
        return "nobody_active"
    if pos.counter(unit).seat != phase.seat:
        return "other_side_active"
    now = state.units[unit]
    if now.where != "map":
        return "not_on_map"
    if now.routed != (what == RALLY):
        return "not_routed" if what == RALLY else "routed"
    if now.rallied:
        return "rallied"
    if what in now.ordered or RECOVER in now.ordered or (what == RECOVER and now.ordered):
        return "ordered_already"
    if pos.command(phase.leader).status == "finished":
        return "leader_finished"
    if phase.fought:
        return "segment_over"
    if phase.lines:
        return "" if what in (MOVE, FIRE) else "line_gives_no_such_order"
    return "" if now.ordered or phase.orders < pos.rating(phase.leader, "initiative") else "no_orders_left"


def orderable(pos: Field, what: str) -> list[str]:
    """Return the active side's units that may be ordered that now."""
    phase = pos.state.phase
    return [] if phase is None else [u for u in pos.on_map(phase.seat) if not why_no_order(pos, u, what)]


def left(pos: Field) -> int:
    """Return how many Individual Orders the active leader may still give."""
    phase = pos.state.phase
    if phase is None or phase.lines:
        return 0
    return max(0, pos.rating(phase.leader, "initiative") - phase.orders)


def must_be_ordered(pos: Field, units: Iterable[str], what: str, rule: str) -> None:
    """Refuse units that cannot be ordered that, and more of them than there are orders."""
    found = list(units)
    for unit in found:
        if unit not in pos.state.units:
            refuse(rule, "no_such_unit", unit=unit[:20])
        why = why_no_order(pos, unit, what)
        if why:
            refuse(rule, why, unit=unit)
    phase = pos.state.phase
    if phase is not None and not phase.lines:
        new = sum(not pos.state.units[unit].ordered for unit in found)
        if new > left(pos):
            refuse("5.22", "too_many_orders", asked=new, left=left(pos))


def give(play: Play, unit: str, what: str) -> None:
    """Note an order to a unit; the first one in a phase is one of the leader's Individual Orders."""
    phase, now = play.state.phase, play.state.units[unit]
    assert phase is not None
    orders = phase.orders + (0 if phase.lines or now.ordered else 1)
    play.set(phase=phase.but(orders=orders, used=True))
    play.mark(unit, ordered=(*now.ordered, what))
