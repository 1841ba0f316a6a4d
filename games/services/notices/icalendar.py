"""Write calendars as text (RFC 5545), with CRLF, lines folded at 75 bytes and times in UTC. This module does
not use Django.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

LONGEST: Final = 75  # maximum length of a line, in bytes
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_ALWAYS: Final = (  # a calendar needs at least one component, even without events
    "BEGIN:VTIMEZONE",
    "TZID:UTC",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "END:STANDARD",
    "END:VTIMEZONE",
)


@dataclass(frozen=True)
class Event:
    """A calendar event. ``uid`` never changes, and ``sequence`` grows when the event moves. An appointment
    has ``minutes`` and a ``status``, CONFIRMED or CANCELLED. ``alarms``: reminders, in minutes before the
    event.
    """

    uid: str
    at: datetime
    summary: str
    description: str
    url: str
    changed: datetime
    sequence: int
    minutes: int = 15  # some calendar apps hide events without a duration
    location: str = ""
    status: str = ""
    alarms: tuple[int, ...] = ()
    organizer: str = ""  # an e-mail address; required in a calendar with a method


def calendar(name: str, events: Iterable[Event], method: str = "") -> str:
    """Return a calendar as text. ``method``: PUBLISH or CANCEL in a file that a user opens (RFC 5546); a
    feed has no method.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Vexillum//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
        f"X-WR-CALNAME:{text(name)}",
        *([f"METHOD:{method}"] if method else []),
        *_ALWAYS,
    ]
    for event in events:
        lines += _lines(event)
    return "".join(part for line in [*lines, "END:VCALENDAR"] for part in fold_line(line))


def _lines(event: Event) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{text(event.uid)}"
    yield f"DTSTAMP:{moment(event.changed)}"
    yield f"LAST-MODIFIED:{moment(event.changed)}"
    yield f"SEQUENCE:{event.sequence}"
    yield f"DTSTART:{moment(event.at)}"
    yield f"DURATION:PT{event.minutes}M"
    yield f"SUMMARY:{text(event.summary)}"
    yield f"DESCRIPTION:{text(event.description)}"
    yield f"URL:{_CONTROL.sub('', event.url)}"
    if event.location:
        yield f"LOCATION:{text(event.location)}"
    if event.organizer:
        yield f"ORGANIZER;CN=Vexillum:mailto:{_CONTROL.sub('', event.organizer)}"
    if event.status:
        yield f"STATUS:{event.status}"
    yield "TRANSP:OPAQUE" if event.status == "CONFIRMED" else "TRANSP:TRANSPARENT"
    for before in event.alarms:
        yield from ("BEGIN:VALARM", "ACTION:DISPLAY", f"TRIGGER:-PT{before}M")
        yield f"DESCRIPTION:{text(event.summary)}"
        yield "END:VALARM"
    yield "END:VEVENT"


def moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def text(value: str) -> str:
    """Escape special characters in a value and remove its control characters."""
    lines = _CONTROL.sub(" ", value.replace("\r\n", "\n").replace("\r", "\n"))
    return lines.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def fold_line(line: str) -> Iterator[str]:
    """Fold a line into pieces of at most 75 bytes ending in CRLF, without splitting a character."""
    piece, size = "", 0
    for sign in line:
        width = len(sign.encode("utf-8", "replace"))
        if size + width > LONGEST:
            yield piece + "\r\n"
            piece, size = " ", 1
        piece, size = piece + sign, size + width
    yield piece + "\r\n"
