"""tools/check_game.py: it checks an exported game with nothing but the standard library."""

import copy
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import services
from games.models import Game
from tests.found import some
from tests.games.cast import HOLD, NOW, a_game, do
from tools import check_game

pytestmark = pytest.mark.django_db


PLAYED: list[str] = []  # the game is played once for all tests, and each test alters a copy


@pytest.fixture
def exported(owner: User) -> dict[str, Any]:
    if not PLAYED:
        PLAYED.append(json.dumps(a_game_with_a_step_taken_back(owner)))
    data: dict[str, Any] = json.loads(PLAYED[0])
    return data


def a_game_with_a_step_taken_back(owner: User) -> dict[str, Any]:
    """Return a finished game with an undone step, as its page exports it."""
    game = a_game(owner, {"red": owner, "blue": "bot", "green": "bot"})
    do(game, owner, "red", HOLD)
    services.rewind(game.pk, owner, to_seq=0, drawn_seq=game.seq, key="back", now=NOW)
    game.refresh_from_db()
    while not game.has_ended:
        at = services.table(game)
        mine = [decision for decision in at.decisions() if decision.seat == "red"]
        if mine:
            do(game, owner, "red", at.system.codec.write(mine[0].default))
        services.answer_due(game.pk, NOW)
        game = Game.objects.get(pk=game.pk)
    data = services.export_game(game, timezone.now())
    assert any(entry["kind"] == "rewind" for entry in data["entries"]) and data["seed"]
    return data


def test_a_byte_order_mark_is_read_over(exported: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(exported), encoding="utf-8-sig")
    assert file.read_bytes().startswith(b"\xef\xbb\xbf") and check_game.main([str(file)]) == 0


def test_a_game_is_in_order(exported: dict[str, Any], capsys: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(exported))
    assert check_game.main([str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{len(exported['entries'])} entries, last digest {exported['entries'][-1]['digest']}"
    assert told[1] == "dice checked against the seed" and told[-1] == "ok"
    assert any(line.startswith("luck of red: ") for line in told)


def test_a_game_of_before_dice_were_bound_to_the_log_is_in_order() -> None:
    data = json.loads((Path(__file__).parent / "bound_to_steps.json").read_text())
    assert data["seed"] and list(check_game.faults(data)) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda game: game.update(seed="00" * 32), "seed: it is not the one"),
        (lambda game: game["options"].update(rounds=4), "entry 0: its digest"),
        (lambda game: game["entries"][1].update(seat="blue"), "entry 1: its digest"),
        (lambda game: game["entries"].pop(2), "entry 2: its digest"),
        (lambda game: rolled(game).update(purpose="other"), "the seed gives"),
        (lambda game: rolled(game).update(face=99), "shows 99"),
        (lambda game: rolled(game).update(source="pocket"), "its source is pocket"),
        (lambda game: rolled(game).update(sides=0), "it has 0 sides"),
        (lambda game: rolled(game).update(sides=1 << 65), f"it has {1 << 65} sides"),
        (lambda game: back(game).update(action={"to": 1}), "it goes back to 1"),
    ],
)
def test_the_checker_finds_every_alteration(change: Any, told: str, exported: dict[str, Any]) -> None:
    change(exported)
    assert any(told in line for line in check_game.faults(exported))


def test_whoever_alters_a_die_and_mends_the_chain_is_found_by_the_seed(exported: dict[str, Any]) -> None:
    die = rolled(exported)
    low, sides = die.get("low", 1), die["sides"]
    die["face"] = low + (die["face"] - low + 1) % sides
    before = check_game.digest(check_game.opening(exported))
    for entry in exported["entries"]:
        before = entry["digest"] = check_game.digest({**check_game.content(entry), "previous": before})
    assert [line.partition(": the seed gives")[1] for line in check_game.faults(exported)] == [
        ": the seed gives"
    ]


@pytest.mark.parametrize("text", ["[]", "{}", "{", '{"entries": 3}'])
def test_what_is_no_game_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    assert check_game.main([str(file)]) == 2
    assert check_game.main([str(tmp_path / "none.json")]) == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda game: rolled(game).update(seat=7),  # cannot be sorted next to text
        lambda game: rolled(game).update(seat=["red"]),
        lambda game: game["entries"][1].update(kind="amend", action={}),
        lambda game: game["entries"].__setitem__(slice(None), [{}]),
        lambda game: game.update(entries=[{"digest": "0"}]),
    ],
)
def test_a_field_of_another_kind_is_told_and_breaks_nothing(
    change: Any, exported: dict[str, Any], tmp_path: Path, capsys: Any
) -> None:
    file = tmp_path / "game.json"
    change(exported)
    file.write_text(json.dumps(exported))
    assert check_game.main([str(file)]) == 2
    assert "is not an exported game" in capsys.readouterr().out


def test_the_checker_lists_what_its_digests_do_not_cover(exported: dict[str, Any]) -> None:
    """The tool's own text must name everything that can be altered unnoticed."""
    loose = {
        "name": "name",
        "status": "status",
        "outcome": "outcome",
        "seats": "seats",
        "scenario_name": "name of the scenario",
        "state_digest": "digest of the last position",
        "vexillum": "its version",
        "created_at": "time",
        "turn": "turn",
        "reason": "reason",
        "covert": "covert",
        "objections": "objections",
        "treaties": "treaties",
    }
    told = " ".join(str(check_game.__doc__).partition("does not cover")[2].split())
    for part in (exported, exported["entries"][1]):
        for name in some(part):
            altered = copy.deepcopy(exported)
            (altered if part is exported else altered["entries"][1])[name] = "altered"
            try:
                unnoticed = not list(check_game.faults(altered))
            except (TypeError, AttributeError, ValueError):
                unnoticed = False
            assert unnoticed == (name in loose), name
    assert all(word in told for word in loose.values())


def test_the_checker_runs_without_installed_packages(exported: dict[str, Any], tmp_path: Path) -> None:
    """The tool runs elsewhere, isolated, and without installed packages."""
    shutil.copy(check_game.__file__, tmp_path / "check.py")
    (tmp_path / "game.json").write_text(json.dumps(exported))
    done = subprocess.run(
        [sys.executable, "-I", "-S", "check.py", "game.json"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout.splitlines()[-1], done.stderr) == (0, "ok", "")


def rolled(game: dict[str, Any]) -> dict[str, Any]:
    """Return the first die that the server rolled."""
    dice = (roll for entry in game["entries"] for roll in entry["rolls"] if roll["source"] == "seeded")
    return next(dice)  # type: ignore[no-any-return]


def back(game: dict[str, Any]) -> dict[str, Any]:
    return next(entry for entry in game["entries"] if entry["kind"] == "rewind")  # type: ignore[no-any-return]
