"""Rehearse an upgrade with running games on a copy of the database.

The site's database is not touched. A backup is restored into a separate database, each running game is
opened there with the installed rules, and the database is dropped.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.models import QuerySet
from django.utils import translation

from engine.game import BadScenario, Decision, InvalidAction
from features.backups import moving
from games import plugins, services
from games.models import Game, PendingDecision
from games.refusals import SystemMissing
from games.services.pending import open_rows
from games.services.tables import LiveGame


@dataclass(frozen=True)
class Finding:
    """A change or an error that an upgrade would cause in a game. ``stops``: whether the game could not
    continue.
    """

    text: str
    stops: bool = False


@dataclass(frozen=True)
class RehearsalResult:
    """A running game, its number of log entries, and the findings. Without findings, the game would
    continue unchanged.
    """

    game: Game
    entries: int
    findings: tuple[Finding, ...]

    @property
    def stops(self) -> bool:
        return any(finding.stops for finding in self.findings)


@contextmanager
def copy_of(file: Path) -> Iterator[None]:
    """Redirect every query to a temporary database that holds the migrated backup. The site's own database
    is never written to. Raises backups.BadBackup if no such database can be created.
    """
    own = str(connection.settings_dict["NAME"])
    with _sqlite() if connection.vendor == "sqlite" else moving.scratch() as name:
        connection.close()
        connection.settings_dict["NAME"] = name
        try:
            moving.restore(file)
            call_command("migrate", verbosity=0)
            yield
        finally:
            connection.close()
            connection.settings_dict["NAME"] = own


@contextmanager
def _sqlite() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        name = str(Path(folder) / "rehearsal.sqlite3")
        with closing(sqlite3.connect(name)) as made:
            made.execute("PRAGMA journal_mode = WAL")
        yield name


# --- the games --------------------------------------------------------------------------------------------


def running() -> QuerySet[Game]:
    """Return the running games, oldest first."""
    return Game.objects.filter(status=Game.Status.RUNNING).order_by("created_at", "pk")


def rehearse(game: Game) -> RehearsalResult:
    """Open a game with the installed rules, and check its log, its pending decisions and its views."""
    return RehearsalResult(game, game.seq + 1, tuple(_findings(game)))


def _findings(game: Game) -> Iterator[Finding]:
    try:
        at = services.table(game)
    except (SystemMissing, BadScenario, InvalidAction) as error:
        yield Finding(f"cannot be opened: {error}", stops=True)
        return
    try:
        yield from _check_log(game)
        yield from _check_decisions(at)
        _draw_views(at)
    except Exception as error:  # players would run into the same error
        yield Finding(f"fails with {type(error).__name__}: {error}", stops=True)


def _check_log(game: Game) -> Iterator[Finding]:
    verdict = services.verify_game(game)
    found = verdict.difference
    if found is None:
        return
    if found.tampering:
        yield Finding(f"does not verify from entry {found.seq} on ({found.what}); does it now?")
        return
    why = "the order it was made in is lost" if found.older_order else "made under other rules"
    others = f" and {len(verdict.unjudged) - 1} more" if len(verdict.unjudged) > 1 else ""
    yield Finding(
        f"entry {found.seq}{others} would come out otherwise today ({found.what}; {why}); kept as played"
    )


def _check_decisions(at: LiveGame) -> Iterator[Finding]:
    stood: dict[str, PendingDecision] = {row.decision: row for row in open_rows(at.game)}
    asked: dict[str, Decision] = {decision.id: decision for decision in at.decisions()}
    for key in sorted(stood.keys() - asked.keys()):
        yield Finding(f"{stood[key].seat} would no longer be asked: {stood[key].kind} ({key})")
    for key in sorted(asked.keys() - stood.keys()):
        yield Finding(f"{asked[key].seat} would be asked anew: {asked[key].kind} ({key})")
    for key in sorted(stood.keys() & asked.keys()):
        row, decision = stood[key], asked[key]
        if (row.seat, row.kind) != (decision.seat, decision.kind):
            yield Finding(f"{key}: asks {decision.seat} {decision.kind}, until now {row.seat} {row.kind}")
        elif row.default != at.system.codec.write(decision.default):
            yield Finding(f"{key}: if {row.seat} says nothing, another answer would be given")
    if at.goes_on and not asked and at.outcome() is None:
        yield Finding("would wait for nobody, and would not be over", stops=True)


def _draw_views(at: LiveGame) -> None:
    wording = plugins.wording(at.game)
    for seat in (None, *(info.id for info in at.rules.seats)):
        at.view(seat)
        at.choices(seat)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for decision in at.decisions():
                wording.decision(decision)
