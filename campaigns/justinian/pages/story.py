"""The chronicle's passages: the opening of a turn, each segment, and the end of the turn."""

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

# Events that open a passage, each with its kind.
OPENS = {
    "turn_began": OPENING,
    "segment_began": SEGMENT,
    "segment_passed": PASSED,
    "segment_lost": LOST,
    "turn_ended": ENDING,
}
# Events that can come before the activation of a Byzantine segment (6.45, 6.54).
BEFORE = {"fort_built", "double_declared"}
QUIET = frozenset({"activation_ended", "segment_passed", "segment_lost", "turn_ended", "armies_separated"})


def _open_passage(found: list[Passage], event: Facts) -> bool:
    """Append a new passage to ``found`` if the event begins one, and return whether it does."""
    kind = str(event["kind"])
    if kind == "segment_began" and found and _is_unstarted(found[-1], event["seat"]):
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


def _is_unstarted(passage: Passage, seat: str) -> bool:
    """Return whether the passage is this seat's segment and has not begun yet. It can already hold a fort
    or the declaration of a double segment.
    """
    return passage.sort == SEGMENT and passage.seat == seat and not passage.number


def _turn_of(event: Facts) -> int | None:
    return int(event["turn"]) if event["kind"] == "turn_began" else None


STORY = Telling(_open_passage, _turn_of, QUIET, SETTING_UP)
