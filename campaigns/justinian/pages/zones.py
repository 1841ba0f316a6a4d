"""The zones of Byzantine armies on the page (7.14): which armies would leave the map at their current place
or their destination.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.justinian.rules.battle.withdraw import Withdraw
from campaigns.justinian.rules.march.reach import may_end
from campaigns.justinian.rules.march.zones import strays
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import March, Sail
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.wording.names import Names, join_items
from engine.game import Choice, Pick

GOALS = {"put_in", "retreat_to", "retreat_by_sea"}


def astray(pos: Position, names: Names) -> str:
    """Return the units that leave the map if the march ends here; "" for none."""
    frame = pos.in_progress(March)
    lost = () if frame is None or frame.free else strays(pos.scn, pos.state, frame.army)
    return join_items(names.army(a.id) for a in lost)


def places_outside(pos: Position, choices: Sequence[Choice]) -> set[str]:
    """Return the offered harbours and refuges where the active army must not end."""
    army = _active(pos.state)
    if not army:
        return set()
    fields = (f for c in choices if c.kind in GOALS for f in c.fields if isinstance(f, Pick))
    places = (str(o.value) for field in fields for o in field.options)
    return {p for p in places if not may_end(pos, army, p)}


def _active(state: State) -> str:
    """Return the army aboard, or the beaten marching army: its activation ends at the place it flees to
    (7.15).
    """
    beaten, march, sail = state.in_progress(Withdraw), state.in_progress(March), state.in_progress(Sail)
    if beaten is not None:
        return march.army if march is not None and beaten.unit == march.army else ""
    return sail.army or "" if sail is not None else ""
