"""The demo is ready at once: its recorded first steps fit today's rules and lead up to Anna's move."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone

from features.demo import making as demos
from features.demo.management.commands.demo import PASSWORD, PEOPLE, quick_hash
from games import plugins, services
from games.models import Entry, Game, PendingDecision
from games.plugins import DemoGame
from games.services.clock import jobs
from tests.found import some

RECORDED = [
    (plugin.name, demo)
    for plugin in plugins.installed_plugins()
    for demo in plugin.demo
    if demo.steps is not None
]


@pytest.fixture
def people(db: None) -> dict[str, User]:
    return {name: User.objects.create(username=name) for name in PEOPLE}


def made(demo: DemoGame, system: str, people: dict[str, User], *, recorded: bool = True) -> Game:
    with jobs.postponing():  # bots do not answer after the first steps
        return demos.make_game(demo, system, people, timezone.now(), recorded=recorded)


def first_steps_fit(people: dict[str, User], monkeypatch: pytest.MonkeyPatch) -> None:
    def thinks(*_: object) -> None:
        raise AssertionError("a bot was asked for a step that is not recorded: manage.py demo --record")

    monkeypatch.setattr(demos, "play_to", thinks)
    for system, demo in some(RECORDED):
        game = made(demo, system, people)
        game.refresh_from_db()
        assert demo.steps is not None
        assert game.seq == len(demos.read_steps(demo.steps)), demo.name
        assert services.verify_game(game).ok, demo.name
        seat = game.seats.get(user=people["anna"]).key
        waiting = PendingDecision.objects.filter(game=game, seat=seat, answered_at=None)
        last = Entry.objects.filter(game=game).latest("seq")
        assert waiting.exists() and (last.turn or 0) >= demo.turn, f"{demo.name}: it is not Anna's move"


def test_the_recorded_steps_fit_and_lead_to_annas_move(people, monkeypatch):
    first_steps_fit(people, monkeypatch)


@pytest.mark.postgres
def test_the_recorded_steps_fit_on_postgresql(people, monkeypatch):
    first_steps_fit(people, monkeypatch)


def test_every_demo_game_in_which_bots_begin_is_recorded():
    begun = some(demo for plugin in plugins.installed_plugins() for demo in plugin.demo if demo.turn)
    assert [demo.name for demo in begun if demo.steps is None or not demo.steps.is_file()] == []


def test_bots_play_where_a_recorded_step_is_refused(people, monkeypatch, tmp_path, caplog):
    system, demo = RECORDED[0]
    steps = json.loads(demo.steps.read_text())
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps([*steps[:3], {**steps[3], "action": {"kind": "no_such_action"}}]))
    asked = []
    monkeypatch.setattr(demos, "play_to", lambda number, *_: asked.append(number))
    game = made(replace(demo, steps=bad), system, people)
    game.refresh_from_db()
    assert asked == [game.pk] and game.seq == 0  # the three good steps have been discarded
    assert "do not fit" in caplog.text


def test_recording_writes_what_bots_play_and_keeps_no_game(db, monkeypatch, tmp_path):
    system, demo = RECORDED[0]
    file = tmp_path / "demo" / "first.json"
    plugin = replace(
        next(one for one in plugins.installed_plugins() if one.name == system),
        demo=(replace(demo, steps=file),),
    )
    monkeypatch.setattr(plugins, "installed_plugins", lambda: (plugin,))
    told = StringIO()
    call_command("demo", "--record", stdout=told)
    steps = demos.read_steps(file)
    assert f"{len(steps)} steps" in told.getvalue() and len(steps) > 5
    assert {step.reason for step in steps} == {"bot"}
    assert not Game.objects.exists() and not User.objects.exists()


def test_a_battle_in_the_first_steps_is_not_recorded(people, monkeypatch):
    from games.models import BattleLink

    system, demo = RECORDED[0]
    game = made(demo, system, people)
    BattleLink.objects.create(
        campaign=game, decision="1", opening={}, opened_seq=1, created_at=timezone.now()
    )
    with pytest.raises(demos.NotRecordable, match="a battle was opened"):
        list(demos.steps_of(game))


@override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.PBKDF2PasswordHasher"])
def test_the_known_password_is_hashed_in_no_time_and_properly_at_the_first_log_in(db, client):
    User.objects.create(username="anna", password=quick_hash(PASSWORD))
    assert "$1$" in User.objects.get().password
    assert check_password(PASSWORD, User.objects.get().password)
    assert client.login(username="anna", password=PASSWORD)
    assert "$1$" not in User.objects.get().password
    assert not client.login(username="anna", password="wrong")


def test_files_are_short_and_one_step_a_line():
    for _system, demo in some(RECORDED):
        lines = Path(demo.steps).read_text(encoding="utf-8").splitlines()
        assert lines[0] == "[" and lines[-1] == "]" and len(lines) == len(demos.read_steps(demo.steps)) + 2
