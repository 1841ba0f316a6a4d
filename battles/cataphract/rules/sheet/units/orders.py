"""Orders to single units: which units can receive them, and how many a leader has left (4.2, 5.2)."""

from __future__ import annotations

from collections.abc import Iterable

from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import Play
from kit.rules.decisions import refuse

MOVE, FIRE, RECOVER, RALLY, SWITCH = "move", "fire", "recover", "rally", "switch"
WAVE = "wave"  # a row of the Wedge moved up in the shock segment, without an order


def why_no_order(pos: Field, unit: str, what: str) -> str:
    """Return the reason code if a unit cannot receive an order now, or "" if it can.

    ``what``: the kind of order: move, fire, recover, rally or switch.
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
    if why := _why_no_unit(pos, unit, what):
        return why
    if phase.line:
        found = pos.line(phase.line)
        return "" if found is not None and unit in found.units else "not_in_the_line"
    if pos.command(phase.leader).status == "finished":
        return "leader_finished"
    if phase.fought:
        fires = phase.wedge and what == FIRE and WAVE in now.ordered  # rows that moved up can shoot (L3703)
        return "" if fires and FIRE not in now.ordered and not now.attacked else "segment_over"
    if phase.lines:
        return "" if what in (MOVE, FIRE, SWITCH) else "line_gives_no_such_order"
    return "" if now.ordered or phase.orders < pos.rating(phase.leader, "initiative") else "no_orders_left"


def _why_no_unit(pos: Field, unit: str, what: str) -> str:
    """Return the reason code if a unit's own state keeps it from taking an order, or "" if nothing does."""
    one, now, phase = pos.counter(unit), pos.state.units[unit], pos.state.phase
    if unit in pos.uncontrolled_units() and not (phase is not None and phase.line):
        return "uncontrolled"  # an Uncontrolled Line obeys nobody (11.31, ruling 58)
    if now.engaged and what in (MOVE, FIRE):
        return "engaged"  # Engaged units neither move nor shoot (10.31)
    if one.artillery and what == MOVE and not now.limbered:
        return "not_limbered"  # artillery moves only in movement mode (11.62)
    if SWITCH in now.ordered:
        return "mode_changed"
    if what == RECOVER and (one.wavering or one.tribe):
        return "never_recovers"  # neither Alans nor fierce tribes recover (L3027, L3041)
    return ""


def orderable_units(pos: Field, what: str) -> list[str]:
    """Return the active side's units that can receive this kind of order now."""
    phase = pos.state.phase
    return (
        [] if phase is None else [u for u in pos.units_on_map(phase.seat) if not why_no_order(pos, u, what)]
    )


def orders_left(pos: Field) -> int:
    """Return the number of Individual Orders that the active leader can still give."""
    phase = pos.state.phase
    if phase is None or phase.lines:
        return 0
    return max(0, pos.rating(phase.leader, "initiative") - phase.orders)


def must_be_ordered(pos: Field, units: Iterable[str], what: str, rule: str) -> None:
    """Refuse units that cannot receive this kind of order, or more units than the leader has orders for."""
    found = list(units)
    for unit in found:
        if unit not in pos.state.units:
            refuse(rule, "no_such_unit", unit=unit[:20])
        why = why_no_order(pos, unit, what)
        if why:
            refuse(rule, why, unit=unit)
    phase = pos.state.phase
    if phase is not None and not phase.lines and not phase.fought:
        new = sum(not pos.state.units[unit].ordered for unit in found)
        if new > orders_left(pos):
            refuse("5.22", "too_many_orders", asked=new, left=orders_left(pos))


def give(play: Play, unit: str, what: str) -> None:
    """Record an order to a unit. Its first order in a phase uses up one of the leader's Individual Orders."""
    phase, now = play.state.phase, play.state.units[unit]
    assert phase is not None
    if play.pos.counter(unit).artillery and what == FIRE:  # artillery needs no order to shoot (11.65)
        play.mark(unit, ordered=(*now.ordered, what), shots=now.shots + 1)
        return
    orders = phase.orders + (0 if phase.lines or now.ordered or phase.fought else 1)
    play.set(phase=phase.but(orders=orders, used=True))
    play.mark(unit, ordered=(*now.ordered, what))
