"""Read a date and time that a user typed, in their time zone."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import Final

from games.refusals import illegal, invalid

SHAPES: Final = (  # how browsers write a date, and how people type one by hand
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%d/%m/%Y %H:%M",
    "%d.%m.%Y %H:%M",
)
FIRST, LAST = 2000, 2200  # the range of years accepted


def moment_of(text: str, zone: tzinfo) -> datetime:
    """Read a date and time and convert it to UTC. If the clocks go back and the time occurs twice, the first
    is meant. Raises InvalidAction for an invalid date or time, and IllegalAction for an hour that a clock
    change skips.
    """
    typed = " ".join(text.split())
    found = next((one for one in (_read(typed, shape) for shape in SHAPES) if one is not None), None)
    if found is None or not FIRST <= found.year <= LAST:
        raise invalid("meet_date", text=typed[:40])
    at = found.replace(tzinfo=zone).astimezone(UTC)
    if at.astimezone(zone).replace(tzinfo=None) != found:
        raise illegal("meet_gap")
    return at


def _read(text: str, shape: str) -> datetime | None:
    try:
        return datetime.strptime(text, shape)
    except ValueError:
        return None
