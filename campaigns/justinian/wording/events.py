"""The sentence of the chronicle for every event of Justinian."""

from __future__ import annotations

from campaigns.justinian.wording.event_fields import values
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import ALL
from engine.game import Facts


def sentence(event: Facts, names: Names) -> str:
    """Describe an event in one sentence, or return "" if the event has none."""
    kind = str(event.get("kind", ""))
    if kind in ALL.told:
        text = ALL.told[kind](event, names)
    elif kind in ALL.events:
        text = str(ALL.events[kind] % values(event, names))
    else:
        return ""
    return text[:1].upper() + text[1:]
