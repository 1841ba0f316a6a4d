"""The rhythm of deadlines: at fixed hours, and never on excluded days. Nothing here reads the clock
or the database: times and the adjustment for a player's night are passed in.

Without a rhythm a player has a number of hours, on any day. With a rhythm they have at least that long.
The deadline is then the next fixed hour or, without fixed hours, the same hour of the next permitted day.
Kinds of decisions in ``kinds`` have separate hours and no fixed hour.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from accounts.models.profile import known_zone, zone_named
from games.refusals import invalid

WEEK = frozenset(range(7))
LONGEST_GAP = 60  # maximum number of days in a row without deadlines; a longer break needs a pause
MOST_SPANS = 6
MOST_KINDS = 60
MOST_HOURS = 60 * 24
FARTHEST = 40  # how many years ahead days can be excluded
Rest = Callable[[datetime], datetime]


@dataclass(frozen=True)
class Rhythm:
    """The times at which a game's deadlines may fall. ``at``: the time of day, in ``zone``, or None for any
    time. ``days``: the weekdays (Monday is 0). ``closed``: periods without deadlines, each with its first
    and last day. ``kinds``: the kinds of decisions that ignore ``at``, each with the number of hours that a
    player has to answer.
    """

    zone: zoneinfo.ZoneInfo
    at: time | None = None
    days: frozenset[int] = WEEK
    closed: tuple[tuple[date, date], ...] = ()
    kinds: Mapping[str, int] = field(default_factory=dict)

    def open_on(self, day: date) -> bool:
        """Whether a deadline may fall on that day."""
        return day.weekday() in self.days and not any(first <= day <= last for first, last in self.closed)

    def day_of(self, moment: datetime) -> date:
        """Return the day of a moment in the rhythm's time zone."""
        return moment.astimezone(self.zone).date()

    def next_open(self, moment: datetime) -> datetime:
        """Return the moment itself if its day is permitted, otherwise the same hour on the next permitted
        day.
        """
        local = moment.astimezone(self.zone)
        return moment if self.open_on(local.date()) else self._open_hour(local.date(), local.time())

    def next_fixed(self, moment: datetime) -> datetime:
        """Return the first fixed hour at or after a moment. Without a fixed hour this is
        :meth:`next_open`.
        """
        if self.at is None:
            return self.next_open(moment)
        day = self.day_of(moment)
        fixed = self._open_hour(day, self.at)
        return fixed if fixed >= moment else self._open_hour(day + timedelta(days=1), self.at)

    def following(self, moment: datetime, most: int) -> Iterator[datetime]:
        """Yield the first ``most`` fixed hours from a moment on. Without a fixed hour, yield nothing."""
        for _count in range(most if self.at is not None else 0):
            moment = self.next_fixed(moment)
            yield moment
            moment += timedelta(minutes=1)

    def adjust_deadline(self, due: datetime, rest: Rest, back: Rest, *, fixed: bool) -> datetime:
        """Return a deadline that is never earlier than ``due`` and never on an excluded day. ``rest`` moves
        a moment out of a player's night and absence, ``back`` out of the absence alone. Players who are
        asleep at the fixed hour have until they get up. Players who are away have until the next fixed
        hour after their return.
        """
        if fixed and self.at is not None:
            due = self.next_fixed(due)
            if back(due) > due:
                due = self.next_fixed(rest(due))
        for _try in range(8):
            fitting = self.next_open(rest(due))
            if fitting == due:
                break
            due = fitting
        return due

    def _open_from(self, day: date) -> date:
        for ahead in range(2 * LONGEST_GAP + 8):
            if self.open_on(day + timedelta(days=ahead)):
                return day + timedelta(days=ahead)
        return day  # never reached, because read() refuses such a rhythm

    def _open_hour(self, day: date, hour: time) -> datetime:
        """Return the hour on the first permitted day from ``day`` on. If a clock change around midnight
        moves it into an excluded day, the next permitted day is used.
        """
        day = self._open_from(day)
        found = self._moment(day, hour)
        if self.open_on(self.day_of(found)):
            return found
        return self._moment(self._open_from(day + timedelta(days=1)), hour)

    def _moment(self, day: date, hour: time) -> datetime:
        """Return an hour of a day, in UTC. An hour skipped by a clock change moves to one that exists. If an
        hour occurs twice, the first one is used.
        """
        return datetime.combine(day, hour.replace(fold=0), self.zone).astimezone(UTC)


def read(written: Any, today: date) -> Rhythm | None:
    """Read a rhythm from storage or a request, or return None if it is empty. Raises InvalidAction for an
    unknown zone, hour, day or period, or if no day remains.
    """
    if not written:
        return None
    if not isinstance(written, Mapping):
        raise invalid("rhythm_bad")
    found = Rhythm(
        _zone(written.get("zone", "")),
        _hour(written.get("at", "")),
        _days(written.get("days", sorted(WEEK))),
        _spans(written.get("closed", [])),
        _kinds(written.get("kinds", {})),
    )
    _require_days(found, today)
    return found


def rhythm_json(rhythm: Rhythm | None) -> dict[str, Any]:
    """Return the rhythm as stored JSON, which is empty without a rhythm."""
    if rhythm is None:
        return {}
    return {
        "zone": rhythm.zone.key,
        "at": "" if rhythm.at is None else rhythm.at.strftime("%H:%M"),
        "days": sorted(rhythm.days),
        "closed": [[first.isoformat(), last.isoformat()] for first, last in rhythm.closed],
        "kinds": dict(rhythm.kinds),
    }


def read_stored(written: Mapping[str, Any]) -> Rhythm | None:
    """Read a rhythm that was checked before it was stored, or return None if it is empty. A zone unknown to
    this machine becomes UTC.
    """
    if not written:
        return None
    zone = zone_named(written["zone"])  # the machine that stored it may have known other zones
    at, days = _hour(written["at"]), frozenset(written["days"])
    return Rhythm(zone, at, days, _spans(written["closed"]), dict(written["kinds"]))


def of_battle(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a campaign's rhythm that its battles inherit: the excluded periods."""
    if not written or not written.get("closed"):
        return {}
    return {**written, "at": "", "days": sorted(WEEK), "kinds": {}}


def _zone(name: Any) -> zoneinfo.ZoneInfo:
    found = known_zone(name) if isinstance(name, str) else None
    if found is None:
        raise invalid("rhythm_zone")
    return found


def _hour(text: Any) -> time | None:
    if text in ("", None):
        return None
    try:
        found = time.fromisoformat(text)
    except (TypeError, ValueError):
        raise invalid("rhythm_hour") from None
    if found.tzinfo is not None:
        raise invalid("rhythm_hour")
    return found.replace(second=0, microsecond=0)


def _days(given: Any) -> frozenset[int]:
    if not isinstance(given, list | tuple) or any(type(day) is not int or day not in WEEK for day in given):
        raise invalid("rhythm_bad")
    if not given:
        raise invalid("rhythm_no_day")
    return frozenset(given)


def _spans(given: Any) -> tuple[tuple[date, date], ...]:
    if not isinstance(given, list | tuple) or len(given) > MOST_SPANS:
        raise invalid("rhythm_bad")
    spans = []
    for span in given:
        try:
            first, last = (date.fromisoformat(day) for day in span)
        except (TypeError, ValueError):
            raise invalid("rhythm_span") from None
        if first > last:
            raise invalid("rhythm_span")
        spans.append((first, last))
    return tuple(sorted(spans))


def _kinds(given: Any) -> dict[str, int]:
    if not isinstance(given, Mapping) or len(given) > MOST_KINDS:
        raise invalid("rhythm_bad")
    for kind, hours in given.items():
        if not isinstance(kind, str) or type(hours) is not int or not 1 <= hours <= MOST_HOURS:
            raise invalid("rhythm_bad")
    return dict(given)


def _require_days(rhythm: Rhythm, today: date) -> None:
    """Raise InvalidAction if two permitted days would be more than LONGEST_GAP days apart, or if days are
    excluded too far ahead.
    """
    last = max([today, *(last for _first, last in rhythm.closed)])
    if last.year - today.year > FARTHEST:
        raise invalid("rhythm_far", most=FARTHEST)
    since = day = today
    while day <= last + timedelta(days=7):
        if rhythm.open_on(day):
            since = day
        elif (day - since).days > LONGEST_GAP:
            raise invalid("rhythm_gap", most=LONGEST_GAP)
        day += timedelta(days=1)
