"""Exported data that is not in the log: objections to amendments, and the treaties that the exporting user
may read. The log's hash chain does not cover this data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import NoneType
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.forms.models import model_to_dict
from django.utils.dateparse import parse_datetime

from engine import journal
from engine.codec import digest
from engine.game import Mistake
from engine.journal import Opening
from engine.log.amending import AMEND
from games import plugins
from games.access import User
from games.models import Entry, Game, Objection, Promise, Treaty
from games.models.treaty import BROUGHT
from games.services.people.treaties import treaties_for
from games.services.proof.objections import LONGEST_OBJECTION, objections

LAST_TURN: Final = 10**9
OLDEST, NEWEST = 2000, 3000  # the range of plausible years
TREATY: Final = (
    "seat",
    "to",
    "status",
    "cause",
    "public",
    "proposed_seq",
    "made_seq",
    "made_turn",
    "revealed_by",
    "revealed_seq",
    "revealed_turn",
    "void_seq",
    "void_turn",
)
PROMISE: Final = (
    "by",
    "to",
    "kind",
    "terms",
    "evidence",
    "status",
    "settled_by",
    "settled_seq",
    "settled_turn",
    "disputed",
)


# --- writing an export --------------------------------------------------------------------------------------


def collect_side_data(game: Game, reader: User | None) -> dict[str, Any]:
    """Return the data outside the log that ``reader`` may read (None: anyone who may see the game). It
    contains no names or row numbers, because a gap in the numbers would reveal how much is hidden from
    the reader.
    """
    amended = Entry.objects.filter(game=game, kind=AMEND).values_list("seq", flat=True)
    words = objections(game, list(amended))
    readable = treaties_for(reader or AnonymousUser(), game)
    return {
        "objections": [_objection(one) for seq in sorted(words) for one in words[seq]],
        "treaties": [_treaty(one) for one in readable.order_by("pk")],
    }


def _objection(one: Objection) -> dict[str, Any]:
    moment = one.created_at.isoformat()
    return {"entry": one.seq, "seat": one.seat, "words": one.words, "created_at": moment}


def _treaty(one: Treaty) -> dict[str, Any]:
    return {
        **model_to_dict(one, TREATY),
        "created_at": one.created_at.isoformat(),
        "promises": [model_to_dict(row, PROMISE) for row in one.promises.all()],
    }


# --- reading a file -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shape:
    """The type and range that a field in a file must have."""

    kinds: tuple[type, ...]
    among: tuple[Any, ...] | None = None
    least: int = 0
    most: int | None = None


def mistakes(data: Mapping[str, Any], opened: Opening, entries: Sequence[journal.Entry]) -> Iterator[Mistake]:
    """Yield every mistake in the data outside the log. Old files have no such data."""
    for name, judge in (("objections", _bad_objection), ("treaties", _bad_treaty)):
        rows = data.get(name, [])
        if not isinstance(rows, list):
            yield Mistake(f"$.{name}", "wrong_type", {"expected": "list"})
            continue
        for place, row in enumerate(rows):
            yield from judge(row, f"$.{name}[{place}]", opened, entries)


def _bad_objection(
    row: Any, path: str, opened: Opening, entries: Sequence[journal.Entry]
) -> Iterator[Mistake]:
    amended = tuple(entry.seq for entry in entries if entry.kind == AMEND)
    seats = tuple(info.id for info in opened.rules.seats)
    yield from _field_mistakes(
        row,
        path,
        {
            "entry": Shape((int,), amended),
            "seat": Shape((str,), seats),
            "words": Shape((str,), most=LONGEST_OBJECTION),
        },
    )


def _bad_treaty(row: Any, path: str, opened: Opening, entries: Sequence[journal.Entry]) -> Iterator[Mistake]:
    seats, last = tuple(info.id for info in opened.rules.seats), len(entries) - 1
    party = (row.get("seat"), row.get("to")) if isinstance(row, Mapping) else ()
    at, turn = Shape((int, NoneType), most=last), Shape((int, NoneType), most=LAST_TURN)
    found = list(
        _field_mistakes(
            row,
            path,
            {
                "seat": Shape((str,), seats),
                "to": Shape((str,), tuple(one for one in seats if one not in party[:1])),
                "status": Shape((str,), tuple(Treaty.Status.values)),
                "cause": Shape((str,), tuple(Treaty.Cause.values)),
                "public": Shape((bool,)),
                "proposed_seq": Shape((int,), most=last),
                "made_seq": at,
                "made_turn": turn,
                "revealed_by": Shape((str,), ("", *party)),
                "revealed_seq": at,
                "revealed_turn": turn,
                "void_seq": at,
                "void_turn": turn,
                "promises": Shape((list,)),
            },
        )
    )
    if not found and row["status"] == Treaty.Status.MADE and row["made_seq"] is None:
        found.append(Mistake(f"{path}.made_seq", "wrong_type", {"expected": "int"}))
    yield from found
    if not found:
        for place, one in enumerate(row["promises"]):
            yield from _bad_promise(one, f"{path}.promises[{place}]", (row["seat"], row["to"]), opened, last)


def _bad_promise(
    row: Any, path: str, party: tuple[str, str], opened: Opening, last: int
) -> Iterator[Mistake]:
    by = row.get("by") if isinstance(row, Mapping) else None
    found = list(
        _field_mistakes(
            row,
            path,
            {
                "by": Shape((str,), party),
                "to": Shape((str,), tuple(one for one in party if one != by)),
                "kind": Shape((str,), most=40),
                "terms": Shape((dict,)),
                "evidence": Shape((list,)),
                "status": Shape((str,), tuple(Promise.Status.values)),
                "settled_by": Shape((str,), ("", *party)),
                "settled_seq": Shape((int, NoneType), most=last),
                "settled_turn": Shape((int, NoneType), most=LAST_TURN),
                "disputed": Shape((bool,)),
            },
        )
    )
    yield from found
    if found:
        return
    for place, one in enumerate(row["evidence"]):
        if not (_is_pair(one) and 0 <= one[0] <= last):
            yield Mistake(f"{path}.evidence[{place}]", "wrong_type", {"expected": "[entry, event]"})
    if not _can_be_said(opened, row["kind"], row["terms"]):
        yield Mistake(f"{path}.terms", "not_one_of", {"field": "terms"})


def _field_mistakes(row: Any, path: str, shapes: Mapping[str, Shape]) -> Iterator[Mistake]:
    """Yield a mistake for each invalid field of an object."""
    if not isinstance(row, Mapping):
        yield Mistake(path, "not_an_object")
        return
    for name in sorted(set(row) - shapes.keys() - {"created_at"}):
        yield Mistake(f"{path}.{name[:60]}", "unknown_key")
    if row.get("created_at") is not None and moment(row["created_at"]) is None:
        yield Mistake(f"{path}.created_at", "no_moment")
    for name, shape in shapes.items():
        where = f"{path}.{name}"
        value = row.get(name)
        if name not in row:
            yield Mistake(where, "missing_field", {"field": name})
        elif type(value) not in shape.kinds:
            yield Mistake(where, "wrong_type", {"expected": shape.kinds[0].__name__})
        elif shape.among is not None and value not in shape.among:
            yield Mistake(where, "not_one_of", {"expected": [*shape.among]})
        elif shape.most is not None and isinstance(value, str) and len(value) > shape.most:
            yield Mistake(where, "too_long", {"field": name})
        elif shape.most is not None and isinstance(value, int) and not shape.least <= value <= shape.most:
            yield Mistake(where, "out_of_range", {"field": name})


def _is_pair(one: Any) -> bool:
    return isinstance(one, list) and len(one) == 2 and type(one[0]) is int and isinstance(one[1], Mapping)


def _can_be_said(opened: Opening, kind: str, terms: Mapping[str, Any]) -> bool:
    """Return whether the system's wording can express the promise. Otherwise the treaty's page would fail."""
    try:
        return bool(str(plugins.wording_class(opened.system.name)(opened.scenario).promise(kind, terms)))
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        return False


# --- storing the data ---------------------------------------------------------------------------------------


def keep(game: Game, data: Mapping[str, Any], now: datetime) -> None:
    """Store a file's data outside the log (objections and treaties) with an imported game. Treaties belong to
    seats, which have no players at first. Runs in the caller's transaction.
    """
    Objection.objects.bulk_create(
        Objection(
            game=game,
            seq=row["entry"],
            user=None,
            seat=row["seat"],
            words=row["words"],
            created_at=moment(row.get("created_at")) or now,
        )
        for row in data.get("objections", [])
    )
    rows: Sequence[Mapping[str, Any]] = data.get("treaties", [])
    for number, row in enumerate(rows):
        made = Treaty.objects.create(
            game=game,
            **{name: row[name] for name in TREATY},
            key=f"{BROUGHT}{number}:{digest(row)[:16]}",
            created_at=moment(row.get("created_at")) or now,
        )
        Promise.objects.bulk_create(_promises(made, row["promises"]))
    if rows:
        game.has_treaties = True
        game.save(update_fields=["has_treaties"])


def _promises(treaty: Treaty, rows: Iterable[Mapping[str, Any]]) -> list[Promise]:
    return [Promise(treaty=treaty, **{name: row[name] for name in PROMISE}) for row in rows]


def moment(text: Any) -> datetime | None:
    """Read a time with a zone, in the range of plausible years. Return None for anything else."""
    try:
        found = parse_datetime(str(text))
    except ValueError:  # well-formed, but not a real date
        return None
    if found is None or found.tzinfo is None or not OLDEST <= found.year < NEWEST:
        return None
    return found
