"""Group Justinian's events into passages: the opening of a turn, its segments, its end."""

from __future__ import annotations

from campaigns.annals.story import Passage, Telling
from engine.game import Facts

OPENING, SETTING_UP, SEGMENT, PASSED, LOST, ENDING = (
    "opening",
    "set_up",
    "segment",
    "passed",
    "lost",
    "ending",
)

# The events that open a passage, and its kind.
OPENS = {
    "turn_began": OPENING,
    "segment_began": SEGMENT,
    "segment_passed": PASSED,
    "segment_lost": LOST,
    "turn_ended": ENDING,
}
# Actions that can open a Byzantine segment before any activation (6.45, 6.54).
BEFORE = {"fort_built", "double_declared"}
QUIET = frozenset({"activation_ended", "segment_passed", "segment_lost", "turn_ended", "armies_separated"})


def _opens(found: list[Passage], event: Facts) -> bool:
    """Return whether an event opens another passage."""
    kind = str(event["kind"])
    if kind == "segment_began" and found and _waits(found[-1], event["seat"]):
        found[-1].number, found[-1].marker = event["number"], event.get("marker") or ""
        return False
    if kind in OPENS:
        seat = str(event.get("seat") or ("byzantium" if kind == "segment_lost" else ""))
        found.append(Passage(OPENS[kind], seat, event.get("number", 0), event.get("marker") or ""))
        return True
    fort = kind == "gold_spent" and event["what"] == "fort"
    if (kind in BEFORE or fort) and found and found[-1].seat != "byzantium":
        found.append(Passage(SEGMENT, "byzantium"))
        return True
    if not found:
        found.append(Passage(SETTING_UP))
        return True
    return False


def _waits(passage: Passage, seat: str) -> bool:
    """Return whether a fort was built, or two segments declared, before the segment itself began."""
    return passage.sort == SEGMENT and passage.seat == seat and not passage.number


def _turn_of(event: Facts) -> int | None:
    return int(event["turn"]) if event["kind"] == "turn_began" else None


STORY = Telling(_opens, _turn_of, QUIET, SETTING_UP)
