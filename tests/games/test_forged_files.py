"""Forged files: the import either names the fault and stores nothing, or what it stores agrees with the
rules, the dice and the log.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import services
from games.models import Entry, Game, Snapshot
from tests.games.cast import NOW, a_game, a_user

pytestmark = pytest.mark.django_db
DEEP = 60_000


def put(*path: Any, value: Any) -> Callable[[dict[str, Any]], Any]:
    """Return a function that takes a file and returns it with this value at this place."""

    def change(data: dict[str, Any]) -> Any:
        at: Any = data
        for one in path[:-1]:
            at = at[one]
        at[path[-1]] = value
        return data

    return change


def drop(*path: Any) -> Callable[[dict[str, Any]], Any]:
    def change(data: dict[str, Any]) -> Any:
        at: Any = data
        for one in path[:-1]:
            at = at[one]
        del at[path[-1]]
        return data

    return change


def twice(data: dict[str, Any]) -> str:
    """Return a file in which a key occurs twice. A reader could take either value."""
    text = json.dumps(data)
    return '{"commitment": "00", ' + text[1:]


FORGED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no object": lambda data: [data],
    "null": lambda data: None,
    "a newer format": put("vexillum", value=2),
    "a format that is true": put("vexillum", value=True),
    "a format in words": put("vexillum", value="1"),
    "an older format": put("vexillum", value=0),
    "an unknown key": put("cheat", value=1),
    "a key of nothing": put("", value=1),
    "an unknown key of an entry": put("entries", 1, "cheat", value=1),
    "another system": put("system", value="duel"),
    "no system": put("system", value="nothing"),
    "a system that is a list": put("system", value=["x"]),
    "another scenario": put("scenario", value={}),
    "no options": drop("options"),
    "unknown options": put("options", value={"cheat": True}),
    "no number": put("game", value="x"),
    "another number": put("game", value="00000000-0000-0000-0000-000000000001"),
    "a text with a zero": put("name", value="A\u0000game"),
    "a turn of thirty digits": put("entries", 1, "turn", value=10**30),
    "no seed for a commitment": put("seed", value="00" * 32),
    "a seed of letters": put("seed", value="zz"),
    "another commitment": put("commitment", value="0" * 64),
    "an unknown binding": put("binding", value=9),
    "an older binding": put("binding", value=1),
    "sources of nobody": put("sources", value=["heaven"]),
    "sources of numbers": put("sources", value=[1]),
    "typed dice": put("sources", value=["entered"]),
    "no entries": put("entries", value=[]),
    "entries in words": put("entries", value="x"),
    "the first entry gone": drop("entries", 0),
    "the last digest": put("entries", -1, "digest", value="0" * 64),
    "a state of nobody": put("state_digest", value="0" * 64),
    "a state that is a number": put("state_digest", value=5),
    "an event of our own": put("entries", -1, "events", value=[{"kind": "victory", "seat": "red"}]),
    "no events": put("entries", -1, "events", value=[]),
    "a die of our own": put(
        "entries", 1, "rolls", value=[{"sides": 6, "face": 6, "purpose": "x", "source": "seeded"}]
    ),
    "a seat of nobody": put("entries", 1, "seat", value="nobody"),
    "an action of nobody": put("entries", 1, "action", value={"kind": "win"}),
    "a kind of entry of nobody": put("entries", 1, "kind", value="cheat"),
    "a rewind to itself": put("entries", -1, "kind", value="rewind"),
    "a huge number": put("entries", 1, "step", value=10**30),
    "a number below nothing": put("entries", 1, "step", value=-1),
    "a seq that is true": put("entries", 1, "seq", value=True),
    "a year of before": put("entries", 0, "created_at", value="0001-01-01T00:00:00+00:00"),
    "a year of the far future": put("entries", 0, "created_at", value="9999-12-31T23:59:59+00:00"),
    "a moment without a zone": put("entries", 0, "created_at", value="2026-03-01T12:00:00"),
    "a moment in words": put("entries", 0, "created_at", value="yesterday"),
    "a moment that is a number": put("entries", 0, "created_at", value=5),
    "an order of nobody": put("entries", 0, "order", value=77),
    "deep options": lambda data: json.dumps(data).replace(
        '"options": {', '"options": {"a": ' + "[" * DEEP + "]" * DEEP + ", ", 1
    ),
    "a key twice": twice,
    "not a number": lambda data: json.dumps(data).replace('"binding": ', '"binding": NaN, "x": ', 1),
    "infinity": lambda data: json.dumps(data).replace('"binding": ', '"binding": 1e999, "x": ', 1),
    "cut off": lambda data: json.dumps(data)[:-40],
    "half a letter": lambda data: json.dumps(data).replace('"name": "', '"name": "\\ud800', 1),
    "a long number": lambda data: json.dumps(data).replace(
        '"binding": ', '"binding": ' + "9" * 6000 + ', "x": ', 1
    ),
    "other seats": put("seats", value="x"),
    "treaties in words": put("treaties", value="x"),
    "an objection to nothing": put(
        "objections", value=[{"entry": 99, "seat": "red", "words": "x", "created_at": "x"}]
    ),
}
# outside the log and therefore not trusted: the game is imported, and its page shows what the log says
HARMLESS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another outcome": put("outcome", value={"winner": "nobody"}),
    "an outcome of letters": put("outcome", value="I won"),
    "another status": put("status", value="running"),
    "a status of nobody": put("status", value=["x"]),
    "a name with marks": put("name", value="A\u202egame\nof two lines" + "x" * 500),
    "a name that is a list": put("name", value=["x"]),
    "a name of a scenario": put("scenario_name", value={"x": "y" * 400}),
    "a reason of nobody": put("entries", 1, "reason", value="cheat"),
    "a turn of letters": put("entries", 1, "turn", value="x"),
    "a turn of ten digits": put("entries", 1, "turn", value=10**12),
    "covert in words": put("entries", 1, "covert", value="yes"),
    "a byte order mark": lambda data: "\ufeff" + json.dumps(data),
}


@pytest.fixture
def file(owner: Any) -> dict[str, Any]:
    """Return the file of an ended game that is no longer stored here."""
    game = a_game(owner, {"red": "bot", "blue": "bot", "green": "bot"})
    services.answer_due(game.pk, NOW)
    game.refresh_from_db()
    assert game.has_ended
    data: dict[str, Any] = json.loads(json.dumps(services.export_game(game, timezone.now())))
    game.delete()
    return data


def bring(forged: Any, folder: Path) -> None:
    path = folder / "game.json"
    path.write_text(forged if isinstance(forged, str) else json.dumps(forged), "utf-8")
    a_user("brings")
    call_command("import_game", str(path), gm="brings")


@pytest.mark.parametrize("how", FORGED)
def test_a_forged_file_is_refused_in_a_sentence(how: str, file: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        bring(FORGED[how](copy.deepcopy(file)), tmp_path)
    told = str(refused.value)
    assert "Traceback" not in told and len(told) < 5000 and " " in told
    assert not Game.objects.exists() and not Entry.objects.exists() and not Snapshot.objects.exists()


@pytest.mark.parametrize("how", HARMLESS)
def test_unverifiable_fields_of_an_imported_file_are_not_trusted(
    how: str, file: dict[str, Any], tmp_path: Path
) -> None:
    bring(HARMLESS[how](copy.deepcopy(file)), tmp_path)
    game = Game.objects.get()
    assert (game.status, game.outcome) == ("ended", file["outcome"])
    assert "\n" not in game.name and "\u202e" not in game.name and "\x00" not in game.name
    assert services.verify_game(game).ok
