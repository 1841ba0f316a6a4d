"""Load a game into an empty database for offline play, and export the moves made since then
(features.offline).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import transaction

from accounts import clocks
from engine import journal
from engine.canonical_order import AS_IT_CAME
from engine.codec import digest
from engine.journal import REWIND
from games.models import Entry, Game, Seat, Secret
from games.services import pending
from games.services.entries import as_journal, standing_of
from games.services.proof.audit import ENTRY_FIELDS, store_final_snapshot
from games.services.proof.chance import fresh_seed
from games.services.tables import LiveGame, opening_of

Facts = Mapping[str, Any]


def lay(taken: Facts, person: Facts) -> Game:
    """Load a game into the browser's database. ``taken``: the server's export. ``person``: the player's
    ``name``, whether they are the game master (``leads``), and whether the players may rewind without
    asking (``rewind``).
    """
    now = clocks.now()
    with transaction.atomic():
        game = _make_game(taken, person, now)
        rows = [_make_entry(game, row, now) for row in taken["entries"]]
        Entry.objects.bulk_create(rows)
        _set_position(game, rows, now)
    return game


def _make_game(taken: Facts, person: Facts, now: datetime) -> Game:
    people = get_user_model().objects
    me = people.create(username=person["name"])
    other = people.create(username=f"{person['name']} +")
    game = Game(
        pk=UUID(taken["game"]),
        name=taken["name"],
        system=taken["system"],
        scenario=taken["scenario"],
        scenario_digest=digest(taken["scenario"]),
        options=taken["options"],
        rules_version=taken["rules_version"],
        commitment=taken["commitment"],
        banners=taken.get("banners", {}),  # exports of older versions lack banners
        binding=taken["binding"],
        gm=me if person["leads"] else other,
        dice_mode=Game.DiceMode.PHYSICAL,  # only the server has the seed, so the browser cannot roll fairly
        players_rewind=bool(person["rewind"]),
        created_at=now,
        started_at=now,
    )
    game.save(force_insert=True)
    # the tables require a seed, but no die is rolled from it
    Secret(game=game, seed=fresh_seed()).save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(game=game, key=one["seat"], place=place, user=me if one["mine"] else other, since=now)
        for place, one in enumerate(taken["seats"])
    )
    return game


def _make_entry(game: Game, row: Facts, now: datetime) -> Entry:
    told = {name: row[name] for name in ENTRY_FIELDS}
    seq = row["seq"]
    return Entry(
        game=game,
        **told,
        order=row.get("order", AS_IT_CAME),
        turn=row.get("turn"),
        key=f"taken:{seq}",
        created_at=now,
    )


def _set_position(game: Game, rows: list[Entry], now: datetime) -> None:
    opened = opening_of(game)
    log = [as_journal(row) for row in rows]
    head = journal.replay(opened, log)
    store_final_snapshot(game, opened, head)
    at = LiveGame(game, opened, head)
    game.seq, game.step, game.status = head.seq, head.step, Game.Status.RUNNING
    game.moved_at, game.standing = now, standing_of(at)
    game.save()
    pending.refresh(at, now, ())


def moves_played(game: Game, base: int) -> list[dict[str, Any]]:
    """Return the moves made on this device after entry ``base``, oldest first."""
    return [_move_json(row) for row in Entry.objects.filter(game=game, seq__gt=base).order_by("seq")]


def _move_json(row: Entry) -> dict[str, Any]:
    told = {"kind": row.kind, "seat": row.seat, "at": row.created_at.isoformat()}
    if row.kind == REWIND:
        assert row.action is not None
        return {**told, "to": row.action["to"]}
    return {**told, "action": row.action, "dice": [roll["face"] for roll in row.rolls]}
