"""A line of the chronicle for every event of Justinian."""

from __future__ import annotations

from campaigns.justinian.wording.event_fields import values
from campaigns.justinian.wording.event_specials import SPECIAL
from campaigns.justinian.wording.event_texts import LEADER_ACTIVATED, SENTENCES
from campaigns.justinian.wording.names import Names
from engine.game import Facts


def sentence(event: Facts, names: Names) -> str:
    """The event in one sentence."""
    kind = str(event.get("kind", ""))
    special = SPECIAL.get(kind)
    if special:
        text = special(event, names)
    elif kind == "army_activated" and names.army(event["army"]) == names.leader(event["leader"]):
        text = str(LEADER_ACTIVATED % values(event, names))
    elif kind in SENTENCES:
        text = str(SENTENCES[kind] % values(event, names))
    else:
        return ""
    return text[:1].upper() + text[1:]
