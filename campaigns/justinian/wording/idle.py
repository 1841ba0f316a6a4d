"""Random events without effect: the dice call for an event, but no piece on the map is affected (9.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.game import Facts

# kind of event -> the field that names the random event
STRIKES = {
    "event_rolled": "event",
    "revolt_rolled": "revolt",
}
# random event -> the kind of event that shows its effect, and the sentence if none follows
STRUCK: dict[str, tuple[str, Any]] = {
    "mutiny": ("mutiny_rolled", _("No garrison or fleet is unpaid, so none deserts.")),
    "politics": ("politics_rolled", _("Nobody is recalled.")),
    "armenia": ("province_revolted", _("No province rises: each has an army or is in revolt already.")),
    "egypt": ("province_revolted", _("No province rises: each has troops or is in revolt already.")),
}


def mark_idle(events: Sequence[Facts]) -> Iterator[Facts]:
    """Yield the events, and mark random events that had no effect as ``idle``. Any effect follows its random
    event directly.
    """
    for number, event in enumerate(events):
        name = str(event.get(STRIKES.get(str(event["kind"]), ""), ""))
        if name in STRUCK and not _has_effect(STRUCK[name][0], events[number + 1 :]):
            yield {**event, "idle": True}
        else:
            yield event


def _has_effect(kind: str, following: Sequence[Facts]) -> bool:
    for event in following:
        if event["kind"] == kind:
            return True
        if event["kind"] == "segment_began" or event["kind"] in STRIKES:
            return False
    return False


def remark(event: Facts) -> str:
    """Return the sentence that explains why an event had no effect, or ""."""
    if not event.get("idle"):
        return ""
    return str(STRUCK[str(event[STRIKES[str(event["kind"])]])][1])
