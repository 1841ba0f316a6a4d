"""Verify a stored game, export it to a file, and import it on another server."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from types import NoneType
from typing import Any

from django.db import transaction

from accounts.naming.lines import one_line
from engine import journal
from engine.canonical_order import AS_IT_CAME, ORDERS
from engine.codec import digest
from engine.game import BadScenario, Mistake
from engine.journal import BINDINGS, BY_STEP, Opening
from engine.log import audit
from games import events
from games.access import User
from games.models import Entry, Game, Seat, Secret, Snapshot
from games.services.entries import whole_log
from games.services.proof import side_data, words
from games.services.proof.chance import revealed_seed
from games.services.proof.seeds import seed_of
from games.services.tables import LiveGame, opening_of, system_named

FORMAT = 1
TOP_LEVEL = {
    *("vexillum", "game", "name", "system", "scenario_name", "scenario", "options", "commitment", "binding"),
    *("sources", "status", "outcome", "seats", "seed", "state_digest", "entries", "objections", "treaties"),
    "features",
}
# fields of an entry that its digest does not cover
UNCOVERED = {"order", "reason", "turn", "covert", "created_at"}
ENTRY_FIELDS: dict[str, tuple[type, ...]] = {
    "seq": (int,),
    "step": (int,),
    "kind": (str,),
    "seat": (str,),
    "action": (dict, NoneType),
    "rolls": (list,),
    "events": (list,),
    "rules_version": (str,),
    "digest": (str,),
}


def verify_game(game: Game) -> audit.Verdict:
    """Verify a stored game: the hash chain, every die against the secret seed, the events, and the stored
    snapshots. The snapshots also bridge entries that the current rules cannot derive. A game that was
    imported while running has no seed to check dice against. Raises SystemMissing if the game's rules are
    not installed.
    """
    kept = Snapshot.objects.filter(game=game)
    states = {s.seq: digest(s.state) for s in kept.iterator()}

    def stored(seq: int) -> Any:
        return kept.values_list("state", flat=True).filter(seq=seq).first()

    return audit.verify(opening_of(game), whole_log(game), seed_of(game) or None, states, stored)


def verify_export(data: Any) -> audit.Verdict:
    """Verify an exported file. Raises BadScenario listing every mistake in the file's format."""
    opened, entries = read_export(data)
    seed = data.get("seed")
    final = data.get("state_digest")
    states = {entries[-1].seq: final} if entries and final else {}
    return audit.verify(opened, entries, bytes.fromhex(seed) if seed else None, states)


def verdict_json(verdict: audit.Verdict) -> dict[str, Any]:
    """Convert a verdict to JSON for pages and commands."""
    difference = verdict.difference
    return {
        "ok": verdict.ok,
        "checked": verdict.checked,
        "seeded": verdict.seeded,
        "state": verdict.state,
        "difference": None if difference is None else asdict(difference),
        "unjudged": list(verdict.unjudged),
    }


def fingerprint(at: LiveGame) -> str | None:
    """Return the digest of the newest entry, which covers the whole log. Comparing it with a copy on paper
    reveals any change. It is None in running games with secrets, where a short secret answer could be
    guessed and tested.
    """
    if at.head is None or not (at.game.is_over or at.rules.hides_nothing):
        return None
    return at.head.digest


def export_game(game: Game, now: datetime, reader: User | None = None) -> dict[str, Any]:
    """Export a game as JSON, with the objections and treaties that ``reader`` may read (None: the public
    ones). While the game runs, the file contains hidden events but not the seed, so only the game master
    may have it.
    """
    last = Snapshot.objects.filter(game=game, seq=game.seq).first()
    return {
        "vexillum": FORMAT,
        "game": str(game.pk),
        "name": game.name,
        "system": game.system,
        "scenario_name": game.scenario_name,
        "scenario": game.scenario,
        "options": game.options,
        "commitment": game.commitment,
        "binding": game.binding,
        "sources": list(opening_of(game).sources),
        "status": game.status,
        "outcome": game.outcome,
        "seats": [{"seat": seat.key, "bot": seat.is_bot} for seat in game.seats.all()],
        "seed": revealed_seed(game, now),
        "state_digest": last.digest if last else None,
        "entries": [
            {
                **{name: getattr(entry, name) for name in (*ENTRY_FIELDS, "order")},
                "reason": entry.reason,
                "turn": entry.turn,
                "covert": entry.covert,
                "created_at": None if entry.covert and not game.is_over else entry.created_at.isoformat(),
            }
            for entry in Entry.objects.filter(game=game).order_by("seq").iterator()
        ],
        **side_data.collect_side_data(game, reader),
        **_feature_data(game, reader),
    }


def _feature_data(game: Game, reader: User | None) -> dict[str, Any]:
    found = events.Exported(game, reader, {})
    events.publish(found)
    return {"features": found.features} if found.features else {}


def read_export(data: Any) -> tuple[Opening, list[journal.Entry]]:
    """Read the opening and the log from an exported file. Raises BadScenario listing every mistake, or
    SystemMissing if the game's rules are not installed.
    """
    mistakes = list(_mistakes(data))
    if mistakes:
        raise BadScenario(mistakes)
    opened = Opening(
        data["game"],
        system_named(data["system"]),
        data["scenario"],
        data["options"],
        data["commitment"],
        tuple(data["sources"]),
        data.get("binding", BY_STEP),
    )
    entries = [
        journal.Entry(
            **{
                **{name: row[name] for name in ENTRY_FIELDS},
                "order": row.get("order", AS_IT_CAME),  # older files lack this field
                "rolls": tuple(row["rolls"]),
                "events": tuple(row["events"]),
            }
        )
        for row in data["entries"]
    ]
    wrong = list(side_data.mistakes(data, opened, entries))
    if wrong:
        raise BadScenario(wrong)
    return opened, entries


def import_game(data: Any, gm: User, now: datetime) -> Game:
    """Import an exported game under its original id, with free seats and its treaties. The file of a running
    game lacks the seed, so its dice cannot continue. Such a game is imported as abandoned, for reading.

    The file is not trusted. It is verified first, and the rules decide who has won. Raises BadScenario
    for a malformed file, SystemMissing if the rules are not installed, and journal.Diverged or ForgedFile
    if the file proves wrong. Raises ValueError if the game already exists.
    """
    opened, entries = read_export(data)
    if Game.objects.filter(pk=data["game"]).exists():
        raise ValueError(f"game {data['game']} is already here")
    verdict = verify_export(data)
    if verdict.difference is not None and verdict.difference.tampering:
        raise ForgedFile(verdict.difference)
    head = journal.replay(opened, entries)
    outcome = opened.rules.outcome(head.state)
    ended, times = outcome is not None, _entry_times(data["entries"], now)
    with transaction.atomic():
        game = Game.objects.create(
            pk=uuid.UUID(data["game"]),
            name=one_line(str(data.get("name", "")))[:120] or opened.system.name,
            system=opened.system.name,
            scenario_name=one_line(str(data.get("scenario_name", "")))[:120],
            scenario=opened.scenario,
            scenario_digest=digest(opened.scenario),
            options=opened.options,
            rules_version=opened.system.version,
            status=Game.Status.ENDED if ended else Game.Status.ABANDONED,
            gm=gm,
            dice_mode=Game.DiceMode.VIRTUAL if opened.sources == ("seeded",) else Game.DiceMode.MIXED,
            commitment=opened.commitment,
            binding=opened.binding,
            seq=head.seq,
            step=head.step,
            outcome=None if outcome is None else outcome.to_json(),
            created_at=times[0],
            started_at=times[0],
            moved_at=times[-1],
            ended_at=times[-1] if ended else None,
        )
        seed = data.get("seed")
        revealed = times[-1] if seed else None
        Secret.objects.create(game=game, seed=bytes.fromhex(seed or ""), revealed_at=revealed)
        Seat.objects.bulk_create(
            [Seat(game=game, key=info.id, place=place) for place, info in enumerate(opened.rules.seats)]
        )
        _store_log(game, data["entries"], entries, times)
        side_data.keep(game, data, now)
        store_final_snapshot(game, opened, head)
    return game


class ForgedFile(ValueError):
    """Raised when the contents of a file contradict the rules, its dice or its digests."""

    def __init__(self, found: audit.Difference) -> None:
        self.difference = found
        super().__init__(f"entry {found.seq}: {words.difference(found)}. Nothing was imported")


def _entry_times(rows: list[Any], now: datetime) -> list[datetime]:
    """Return each entry's time. An entry without a time in the file takes its predecessor's."""
    found: list[datetime | None] = [side_data.moment(row.get("created_at")) for row in rows]
    last = next((one for one in found if one is not None), now)
    times = []
    for one in found:
        last = one or last
        times.append(last)
    return times


def store_final_snapshot(game: Game, opened: Opening, head: journal.Head[Any]) -> None:
    """Store the final position of the log as a snapshot."""
    state = journal.state_json(opened, head.state)
    Snapshot.objects.create(
        game=game,
        seq=head.seq,
        step=head.step,
        state=state,
        digest=digest(state),
        entry_digest=head.digest,
    )


def _store_log(game: Game, rows: list[Any], entries: list[journal.Entry], times: list[datetime]) -> None:
    Entry.objects.bulk_create(
        [
            Entry(
                game=game,
                **{**entry.content(), "order": entry.order, "digest": entry.digest},
                key=f"import:{entry.seq}",
                reason=row.get("reason") if row.get("reason") in Entry.Reason.values else Entry.Reason.PLAYER,
                turn=row["turn"] if type(row.get("turn")) is int and 0 <= row["turn"] < 10**9 else None,
                covert=row.get("covert") is True,
                created_at=moment,
            )
            for row, entry, moment in zip(rows, entries, times, strict=True)
        ]
    )


def _mistakes(data: Any) -> Iterable[Mistake]:
    if not isinstance(data, Mapping):
        yield Mistake("$", "not_an_object")
        return
    written = data.get("vexillum")
    if type(written) is int and written > FORMAT:  # a newer format may differ in everything else
        yield Mistake("$.vexillum", "newer", {"found": written, "reads": FORMAT})
        return
    if type(written) is not int or written != FORMAT:
        yield Mistake("$.vexillum", "no_format", {"expected": [FORMAT]})
    for name in sorted(set(data) - TOP_LEVEL):
        yield Mistake(f"$.{name[:60]}", "unknown_key")
    wanted = {"game": str, "system": str, "scenario": dict, "options": dict, "commitment": str}
    for name, kind in {**wanted, "sources": list, "entries": list}.items():
        if not isinstance(data.get(name), kind):
            yield Mistake(f"$.{name}", "wrong_type", {"expected": kind.__name__})
    for name, shape, read in (("game", "uuid", uuid.UUID), ("seed", "hex", bytes.fromhex)):
        try:
            read(str(data.get(name) or ("" if name == "seed" else "?")))
        except ValueError:
            yield Mistake(f"$.{name}", "wrong_type", {"expected": shape})
    if not isinstance(data.get("features", {}), dict):
        yield Mistake("$.features", "wrong_type", {"expected": "dict"})
    binding = data.get("binding", BY_STEP)  # older files have only one binding and do not name it
    if type(binding) is not int or binding not in BINDINGS:
        yield Mistake("$.binding", "not_one_of", {"expected": list(BINDINGS)})
    seats = data.get("seats", [])  # optional, because the rules define the seats
    if not isinstance(seats, list) or not all(isinstance(one, Mapping) for one in seats):
        yield Mistake("$.seats", "wrong_type", {"expected": "list"})
    rows = data.get("entries")
    if rows == []:
        yield Mistake("$.entries", "empty")
    for place, row in enumerate(rows if isinstance(rows, list) else []):
        found = _entry_mistake(row, place)
        if found is not None:
            name, code = found
            yield Mistake(f"$.entries[{place}].{name}", code, {"field": name})


def _entry_mistake(row: Any, place: int) -> tuple[str, str] | None:
    """Return the first faulty field of an entry and the code of its fault, or None."""
    for name, kinds in ENTRY_FIELDS.items():
        if not isinstance(row, Mapping) or name not in row:
            return name, "missing_field"
        value = row[name]
        parts = value if isinstance(value, list) else ()
        if type(value) not in kinds or not all(isinstance(part, Mapping) for part in parts):
            return name, "wrong_type"
        most = getattr(Entry._meta.get_field(name), "max_length", None)
        if isinstance(value, str) and most is not None and len(value) > most:
            return name, "too_long"
    if row["seq"] != place:
        return "seq", "out_of_range"
    if not all(_names_an_event(roll.get("event"), len(row["events"])) for roll in row["rolls"]):
        return "rolls", "out_of_range"
    if row.get("created_at") is not None and side_data.moment(row["created_at"]) is None:
        return "created_at", "no_moment"
    for name in sorted(set(row) - ENTRY_FIELDS.keys() - UNCOVERED):
        return name[:60], "unknown_key"
    order = row.get("order", AS_IT_CAME)
    if type(order) is not int or order not in ORDERS:
        return "order", "wrong_type"
    return None if 0 <= row["step"] <= place else ("step", "out_of_range")


def _names_an_event(number: Any, events: int) -> bool:
    """Return whether a roll can refer to the event with this number. Older rolls refer to no event."""
    return number is None or (type(number) is int and 0 <= number < events)
