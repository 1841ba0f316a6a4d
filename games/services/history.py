"""A game's chronicle, limited to what one seat is allowed to know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from uuid import UUID

from django.db.models import QuerySet

from accounts.names import name_of
from engine.dice_record import Owners
from engine.game import GM, Facts
from engine.journal import ACTION, AMEND, REWIND, SETUP
from games.models import Entry, Game, Objection
from games.prepared_sql import PreparedQuery
from games.services.going_back.consent import CAMPAIGN
from games.services.proof.objections import objections
from games.services.proof.pairing import pairing
from games.services.tables import LiveGame

USUAL = "usual"  # the reason shown if a covert decision got its default, even if nobody was late


@dataclass(frozen=True)
class Rewound:
    """A rewind: the entry it returned to, its reason, and its details in the log
    (games.services.going_back.consent.marks). Old rewinds have no ``way``.
    """

    to: int
    why: str = ""
    way: str = ""
    who: str = ""  # msgid of the name of the seat that rewound or asked for the rewind
    agreed: tuple[
        str, ...
    ] = ()  # the seats that agreed, also msgids; "gm", or "campaign" for a campaign's player
    dice: int = 0


@dataclass(frozen=True)
class ObjectionRecord:
    """An objection to an amendment. ``seat`` is the msgid of the seat's name, and ``user`` the author's
    id.
    """

    seat: str
    name: str
    user: int | None
    words: str
    created_at: datetime


@dataclass(frozen=True)
class AmendmentRecord:
    """An amendment as one seat is allowed to see it. It has the visible changes (engine.log.amending), the
    number of hidden changes, and the seat that made them. If anything is hidden, so is the reason, which
    might reveal it.
    """

    changes: tuple[Facts, ...]
    hidden: int = 0
    why: str = ""
    way: str = ""
    who: str = ""  # msgid of the name of the seat that made the amendment
    agreed: tuple[str, ...] = ()
    objections: tuple[ObjectionRecord, ...] = ()


@dataclass(frozen=True)
class Line:
    """An entry, limited to what one seat is allowed to know. Each roll has the index of its event among
    ``events``, or None. ``undone``: whether a later rewind undid the entry. ``covert``: whether another seat
    answered secretly, in which case the seat's name, the reason and the time are hidden.
    """

    seq: int
    step: int
    kind: str
    seat: str
    reason: str
    created_at: datetime | None
    events: tuple[Facts, ...]
    rolls: tuple[Facts, ...]
    undone: bool
    actor: str  # the name of the person who acted
    turn: int | None = None
    silent: bool = False  # whether the entry caused no events
    rewound: Rewound | None = None  # set only if the entry is a rewind
    amended: AmendmentRecord | None = None  # set only if the entry is an amendment
    power: str = ""  # which of the seat's powers acted
    covert: bool = False
    brought: bool = False  # whether the entry was uploaded from a device that played offline
    quiet: Facts | None = None  # the action, if it caused no event and may be shown


def chronicle(
    at: LiveGame,
    seat: str | None,
    limit: int = 50,
    before_seq: int | None = None,
    after_seq: int | None = None,
    turn: int | None = None,
    by: str | None = None,
) -> list[Line]:
    """Return at most ``limit`` entries, newest first, redacted for a seat (None: a spectator). They can be
    limited to the entries between ``after_seq`` and ``before_seq``, to one turn, or to one seat's entries
    (``by``).
    """
    return _attach_objections(at, _entries(at, seat, limit, before_seq, after_seq, turn, by))


def _attach_objections(at: LiveGame, lines: list[Line]) -> list[Line]:
    said = objections(at.game, [line.seq for line in lines if line.amended is not None])
    names = {info.id: info.name for info in at.rules.seats}
    return [
        line
        if line.amended is None or line.seq not in said
        else replace(
            line, amended=replace(line.amended, objections=_objection_records(names, said[line.seq]))
        )
        for line in lines
    ]


def _objection_records(names: Mapping[str, str], said: Iterable[Objection]) -> tuple[ObjectionRecord, ...]:
    return tuple(
        ObjectionRecord(
            names.get(one.seat, one.seat), name_of(one.user), one.user_id, one.words, one.created_at
        )
        for one in said
    )


def _entries(
    at: LiveGame,
    seat: str | None,
    limit: int = 50,
    before_seq: int | None = None,
    after_seq: int | None = None,
    turn: int | None = None,
    by: str | None = None,
) -> list[Line]:
    unlimited = (before_seq, after_seq, turn, by) == (None, None, None, None)
    newest = unlimited and at.game.as_was is None
    known = at.latest.get(seat, ()) if newest else ()
    if len(known) >= min(limit, at.seq + 1) > 0:
        return list(known[:limit])
    rows = entries_of(at.game).select_related("actor").order_by("-seq")
    if newest:
        entries = _newest(limit)(at.game.pk)
        lines = _lines(at, entries, seat)
        if len(lines) < len(entries) == limit:  # some entries produce no line
            lines = _visible_lines(at, rows, seat, limit)
        at.latest[seat] = lines
        return lines
    if unlimited:
        entries = _newest_until(limit)(at.game.pk, at.game.seq)
        lines = _lines(at, entries, seat)
        return (
            lines
            if len(lines) == len(entries) or len(entries) < limit
            else _visible_lines(at, rows, seat, limit)
        )
    if before_seq is not None:
        rows = rows.filter(seq__lt=before_seq)
    if after_seq is not None:
        rows = rows.filter(seq__gt=after_seq)
    if turn is not None:
        rows = rows.filter(turn=turn)
    if by is not None:
        rows = rows.filter(seat=by) if by == seat or at.game.has_ended else rows.filter(seat=by, covert=False)
    return _visible_lines(at, rows, seat, limit)


def entries_of(game: Game) -> QuerySet[Entry]:
    """Return a game's entries. In a view of the past these end at the entry viewed."""
    rows = Entry.objects.filter(game=game)
    return rows if game.as_was is None else rows.filter(seq__lte=game.seq)


@cache
def _newest(limit: int) -> PreparedQuery[Entry]:
    """Prepare the query for the newest ``limit`` entries of a game."""
    rows = Entry.objects.select_related("actor").order_by("-seq")
    return PreparedQuery(lambda game: rows.filter(game=game)[:limit], UUID)


@cache
def _newest_until(limit: int) -> PreparedQuery[Entry]:
    """Prepare the query for the newest ``limit`` entries up to one entry of a game."""
    rows = Entry.objects.select_related("actor").order_by("-seq")
    return PreparedQuery(lambda game, seq: rows.filter(game=game, seq__lte=seq)[:limit], UUID, int)


def newest_entry(game: Game, until: int) -> Entry | None:
    """Return the newest entry of a game up to entry ``until``, or None."""
    return _newest_until(1).one(game.pk, until)


def _visible_lines(at: LiveGame, rows: QuerySet[Entry], seat: str | None, limit: int) -> list[Line]:
    """Return the first ``limit`` lines that show anything to the seat."""
    lines: list[Line] = []
    start, left = 0, True
    while left and len(lines) < limit:
        entries = list(rows[start : start + limit])
        lines += _lines(at, entries, seat)
        start, left = start + limit, len(entries) == limit
    return lines[:limit]


def events_before(at: LiveGame, kind: str, before_seq: int) -> tuple[Facts, ...]:
    """Return the public events of one kind before an entry, oldest first. Undone entries are left out."""
    rows = Entry.objects.filter(game=at.game, seq__lt=before_seq).only("seq", "events").order_by("seq")
    standing = (entry for entry in rows if entry.seq not in at.undone_entries)
    seen = (event for entry in standing for event in _visible_events(at, entry, None).values())
    return tuple(event for event in seen if event["kind"] == kind)


def turns(game: Game, most: int = 100) -> list[int]:
    """The last ``most`` turns in the chronicle, in ascending order."""
    counted = entries_of(game).filter(turn__isnull=False)
    latest = counted.order_by("-turn").values_list("turn", flat=True).distinct()[:most]
    return sorted(turn for turn in latest if turn is not None)


def last_entries(at: LiveGame) -> dict[int, int]:
    """Map each turn to its last entry that no rewind has undone."""
    rows = entries_of(at.game).filter(turn__isnull=False).exclude(kind=REWIND).order_by("seq")
    gone = at.undone_entries
    return {
        turn: seq for seq, turn in rows.values_list("seq", "turn") if turn is not None and seq not in gone
    }


def _lines(at: LiveGame, entries: Iterable[Entry], seat: str | None) -> list[Line]:
    rows = list(entries)
    paired = pairing(at, rows)
    lines = [_line(at, entry, seat, paired.get(entry.seq, ())) for entry in rows]
    return [_hide_names(line) if line.covert else line for line in lines if line.events or not line.covert]


def _hide_names(line: Line) -> Line:
    return replace(line, seat="", reason="", created_at=None, actor="", power="", silent=False, brought=False)


def _line(at: LiveGame, entry: Entry, seat: str | None, of: Owners) -> Line:
    """Return an entry redacted for a seat. ``of``: for each roll, the number of its event. Rolls of hidden
    events are hidden, and secret rolls are hidden until the game has ended.
    """
    seen = _visible_events(at, entry, seat)
    events, number = tuple(seen.values()), {place: new for new, place in enumerate(seen)}
    known = bool(events) or (entry.seat == seat and entry.kind != SETUP)
    rolls = [
        {**roll, "event": None if event is None else number[event]}
        for roll, event in zip(entry.rolls, of, strict=True)
        if (at.game.has_ended or not roll.get("secret")) and (known if event is None else event in number)
    ]
    return Line(
        entry.seq,
        entry.step,
        entry.kind,
        entry.seat,
        USUAL if entry.covert and entry.reason == Entry.Reason.DEFAULT else entry.reason,
        entry.created_at,
        events,
        tuple(rolls),
        entry.seq in at.undone_entries and entry.kind != REWIND,
        name_of(entry.actor),
        entry.turn,
        not entry.events,
        _describe_rewind(at, entry) if entry.kind == REWIND else None,
        _describe_amendment(at, entry, seat) if entry.kind == AMEND else None,
        entry.power,
        entry.covert and entry.seat != seat and not at.game.has_ended,
        entry.was_uploaded,
        entry.action if _may_word_action(entry, seat) else None,
    )


def _may_word_action(entry: Entry, seat: str | None) -> bool:
    """Return whether an action that caused no event may be put into words for a seat. A covert one may be
    only for the player who gave that answer.
    """
    if entry.kind != ACTION or entry.events:
        return False
    return not entry.covert or (entry.seat == seat and entry.reason == Entry.Reason.PLAYER)


def amendments(at: LiveGame, seat: str | None, limit: int = 30) -> list[Line]:
    """Return the game's newest amendments, at most ``limit``, newest first, as a seat sees them."""
    rows = Entry.objects.filter(game=at.game, kind=AMEND).select_related("actor").order_by("-seq")
    return _attach_objections(at, _lines(at, rows[:limit], seat))


def _describe_amendment(at: LiveGame, entry: Entry, seat: str | None) -> AmendmentRecord:
    kept: Facts = entry.action or {}
    names = {info.id: info.name for info in at.rules.seats}
    told = at.game.has_ended or seat == GM
    seen = tuple(one for one in kept["changes"] if told or "seen_by" not in one or seat in one["seen_by"])
    hidden = len(kept["changes"]) - len(seen)
    agreed = str(kept.get("agreed", ""))
    return AmendmentRecord(
        seen,
        hidden,
        "" if hidden else kept.get("why", ""),
        kept.get("way", ""),
        names.get(entry.seat, entry.seat),
        _agreed_names(agreed, names),
    )


def _agreed_names(kept: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of those who agreed to a rewind. ``kept``: their seats as the log stores them,
    separated by commas.
    """
    parts = [one for one in kept.split(",") if one]
    found = ["campaign" if one.startswith(CAMPAIGN) else names.get(one, one) for one in parts]
    return tuple(dict.fromkeys(found))


def rewinds(at: LiveGame, limit: int = 30) -> list[Line]:
    """Return the game's newest rewinds, at most ``limit``, newest first. Everybody may see them."""
    rows = entries_of(at.game).filter(kind=REWIND).select_related("actor").order_by("-seq")
    return _lines(at, rows[:limit], None)


def _describe_rewind(at: LiveGame, entry: Entry) -> Rewound:
    kept: Facts = entry.action or {}
    names = {info.id: info.name for info in at.rules.seats}
    agreed = str(kept.get("agreed", ""))
    return Rewound(
        kept["to"],
        kept.get("why", ""),
        kept.get("way", ""),
        names.get(entry.seat, entry.seat),
        _agreed_names(agreed, names),
        kept.get("dice", 0),
    )


def _visible_events(at: LiveGame, entry: Entry, seat: str | None) -> dict[int, Facts]:
    """Return the events that a seat sees, by their index in the entry. Once the game has ended, every seat
    sees all of them.
    """
    if at.game.has_ended:
        return dict(enumerate(entry.events))
    codec = at.system.codec
    seen = {place: at.rules.sees(codec.read(event), seat) for place, event in enumerate(entry.events)}
    return {place: codec.write(shown) for place, shown in seen.items() if shown is not None}
