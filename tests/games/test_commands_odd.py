"""Commands refuse odd input with a clear message and never with a traceback."""

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import services
from games.models import Game
from tests.games.cast import NOW, a_game, a_user

DIGITS = "9" * 5000
ODD = [
    "[" * 100_000,
    DIGITS,
    f'{{"a": {DIGITS}}}',
    '{"a": 1e999}',
    '{"a": "\\u0000"}',
    '{"a": "\\ud83d"}',
    '{"a": NaN}',
    "[1]",
    "null",
    "",
    "{" * 70,
    '{"a":{"type":"Kn","overlaps":-5},"b":{"type":["Sp"]},"dice":[7,{}]}',
    '{"a":{"type":"Kn","overlaps":999999999999999999},"b":{"type":"Sp"}}',
]


@pytest.mark.parametrize("facts", ODD)
def test_a_question_that_is_none_is_refused_as_json(facts: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        call_command("resolve", "dba", facts, stdout=sys.stdout)
    assert left.value.code == 1
    assert json.loads(capsys.readouterr().out)["mistakes"]


def test_bytes_that_are_no_text_on_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe{")))
    told = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("resolve", "dba", "-", stdout=told)
    assert json.loads(told.getvalue())["mistakes"][0]["code"] == "not_json"


@pytest.mark.django_db
@pytest.mark.parametrize("text", [*ODD, "\ud83d"])
def test_a_file_that_is_no_game(tmp_path: Path, text: str) -> None:
    a_user("gm")
    file = tmp_path / "game.json"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    for command in (["import_game", str(file), "--gm", "gm"], ["verify", str(file)]):
        with pytest.raises(CommandError):
            call_command(*command, stdout=io.StringIO())
    assert not Game.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        {"seq": 10**17},
        {"seq": -1},
        {"rolls": [{"face": 10**17}]},
        {"rolls": [{}]},
        {"events": [{"kind": []}]},
        {"seat": "x" * 5000},
        {"action": {"kind": {}}},
        {"step": 10**17},
        {"step": -1},
        {"dice": "x", "rolls": {}},
        {"reason": [], "turn": 10**17, "created_at": {}},
    ],
)
def test_an_exported_game_with_one_odd_entry(tmp_path: Path, change: dict) -> None:
    game = a_game(a_user("gm"))
    data = services.export_game(game, NOW)
    data["entries"][-1].update(change)
    Game.objects.all().delete()
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    try:
        call_command("import_game", str(file), "--gm", "gm", stdout=io.StringIO())
    except CommandError:
        assert not Game.objects.exists()
    else:
        harmless = set(change) <= {"reason", "turn"}
        assert harmless or not services.verify_game(Game.objects.get()).ok


@pytest.mark.parametrize("options", ODD)
def test_options_of_a_playthrough(options: str) -> None:
    with pytest.raises(CommandError):
        call_command("playthrough", "fords", "--options", options, "--limit", "1", stdout=io.StringIO())
