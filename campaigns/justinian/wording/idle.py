"""Random events without effect: the dice name an event, but nothing is hit (9.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.game import Facts

STRIKES = {
    "event_rolled": "event",
    "revolt_rolled": "revolt",
}  # kind of event -> the field with the random event
# event -> its sentence with an effect, and without
STRUCK: dict[str, tuple[str, Any]] = {
    "mutiny": ("mutiny_rolled", _("No garrison or fleet is unpaid, so none deserts.")),
    "politics": ("politics_rolled", _("Nobody is recalled.")),
    "armenia": ("province_revolted", _("No province rises: each has an army or is in revolt already.")),
    "egypt": ("province_revolted", _("No province rises: each has troops or is in revolt already.")),
}


def mark_idle(events: Sequence[Facts]) -> Iterator[Facts]:
    """Mark events without effect as ``idle``. An effect always follows its event directly."""
    for number, event in enumerate(events):
        name = str(event.get(STRIKES.get(str(event["kind"]), ""), ""))
        if name in STRUCK and not _strikes(STRUCK[name][0], events[number + 1 :]):
            yield {**event, "idle": True}
        else:
            yield event


def _strikes(kind: str, following: Sequence[Facts]) -> bool:
    for event in following:
        if event["kind"] == kind:
            return True
        if event["kind"] == "segment_began" or event["kind"] in STRIKES:
            return False
    return False


def remark(event: Facts) -> str:
    """Return the remark for an event without effect; "" for any other."""
    if not event.get("idle"):
        return ""
    return str(STRUCK[str(event[STRIKES[str(event["kind"])]])][1])
