"""Warnings on the page about armies outside their zones (7.14). Such an army would be removed at its current
place or its destination.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.justinian.rules.battle.withdraw import Withdraw
from campaigns.justinian.rules.march.reach import may_end
from campaigns.justinian.rules.march.zones import armies_outside_zone
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import March, Sail
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.wording.names import Names, join_items
from engine.game import Choice, Pick

GOALS = {"put_in", "retreat_to", "retreat_by_sea"}


def strays_text(pos: Position, names: Names) -> str:
    """Return the names of the armies that are removed if the march ends now, or ""."""
    frame = pos.in_progress(March)
    lost = () if frame is None or frame.free else armies_outside_zone(pos.scn, pos.state, frame.army)
    return join_items(names.army(a.id) for a in lost)


def places_outside(pos: Position, choices: Sequence[Choice]) -> set[str]:
    """Return the offered ports and refuges outside the active army's zone."""
    army = _army_to_stop(pos.state)
    if not army:
        return set()
    fields = (f for c in choices if c.kind in GOALS for f in c.fields if isinstance(f, Pick))
    places = (str(o.value) for field in fields for o in field.options)
    return {p for p in places if not may_end(pos, army, p)}


def _army_to_stop(state: State) -> str:
    """Return the army that will end its activation at the chosen place, or "". It is the army aboard the
    fleet, or a marching army that was beaten (7.15).
    """
    beaten, march, sail = state.in_progress(Withdraw), state.in_progress(March), state.in_progress(Sail)
    if beaten is not None:
        return march.army if march is not None and beaten.unit == march.army else ""
    return sail.army or "" if sail is not None else ""
