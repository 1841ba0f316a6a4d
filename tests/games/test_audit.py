"""The commands verify, export, import and playthrough: stored games can be replayed from their logs."""

import copy
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from campaigns.italia.rules.system import ITALIA
from engine.game import BadScenario
from engine.journal import BY_SEQ, BY_STEP
from engine.log.replay import Replay
from features.trials.playthrough import play_game
from games import plugins, services
from games.models import Game
from games.services.proof.audit import ForgedFile
from tests.engine.example import FORDS
from tests.games.cast import HOLD, LATER, NOW, a_game, do
from tools import check_game

pytestmark = pytest.mark.django_db
TWICE = plugins.Plugin(name="duel", answers="tests.games.twice")


@pytest.fixture
def ended(owner):
    game = a_game(owner, {"red": "bot", "blue": "bot", "green": "bot"})
    services.answer_due(game.pk, NOW)
    game.refresh_from_db()
    return game


def tamper(table, column, value, game, seq):
    """Change a row behind the application's back, as someone with the database password could."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_{table} SET {column} = %s WHERE game_id = %s AND seq = %s",
            [value, game.pk.hex if connection.vendor == "sqlite" else game.pk, seq],
        )
        assert cursor.rowcount == 1


def test_a_running_game_verifies_with_the_seed_kept_secret(owner, rival):
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    do(game, owner, "red", HOLD)
    verdict = services.verify_game(game)
    assert verdict.ok and verdict.checked == 2


@pytest.mark.parametrize(
    ("table", "column", "value", "what"),
    [
        ("entry", "seat", "gm", "digest"),
        ("entry", "events", "[]", "digest"),
        ("entry", "rules_version", "0", "digest"),
        ("snapshot", "state", '{"kind": "state"}', "state"),
    ],
)
def test_a_row_changed_behind_our_back_is_found(ended, table, column, value, what):
    seq = ended.seq if table == "snapshot" else 3
    tamper(table, column, value, ended, seq)
    difference = services.verify_game(ended).difference
    assert (difference.seq, difference.what) == (seq, what)


def test_an_exported_game_verifies_elsewhere(ended, tmp_path, capsys):
    call_command("export", str(ended.pk))
    file = tmp_path / "game.json"
    file.write_text(capsys.readouterr().out)
    call_command("verify", str(file))
    assert f"ok: {ended.seq + 1} entries, dice checked against the seed" in capsys.readouterr().out


def test_a_file_of_before_dice_were_bound_to_the_log_verifies_and_comes_back(owner):
    """The file is an exported duel with an undone strike, written by commit 8cd8bf4. It can still be
    verified and imported, and its dice stay bound to steps.
    """
    data = json.loads((Path(__file__).parent / "bound_to_steps.json").read_text())
    assert "binding" not in data and data["entries"][1]["rolls"] == data["entries"][3]["rolls"]
    verdict = services.verify_export(data)
    assert verdict.ok and verdict.seeded
    back = services.import_game(data, owner, NOW)
    assert back.binding == BY_STEP and services.verify_game(back).ok
    assert services.export_game(back, NOW)["binding"] == BY_STEP
    assert services.verify_export({**data, "binding": BY_SEQ}).difference.seq == 0  # changes the opening


@pytest.mark.parametrize("binding", [0, 4, "2", True, None, [2]])
def test_a_binding_that_nobody_knows_is_refused(binding):
    data = json.loads((Path(__file__).parent / "bound_to_steps.json").read_text())
    with pytest.raises(BadScenario) as bad:
        services.verify_export({**data, "binding": binding})
    assert [(m.path, m.code) for m in bad.value.mistakes] == [("$.binding", "not_one_of")]


def test_an_exported_game_comes_back_as_it_was(ended, owner):
    data = json.loads(json.dumps(services.export_game(ended, NOW)))
    state = services.table(ended).state
    Game.objects.all().delete()
    back = services.import_game(data, owner, NOW)
    assert services.table(back).state == state
    assert services.verify_game(back).ok and back.outcome == ended.outcome
    with pytest.raises(ValueError, match="already here"):
        services.import_game(data, owner, NOW)


def test_a_running_game_is_imported_for_looking_at_only(owner):
    game = a_game(owner)
    data = services.export_game(game, NOW)
    assert data["seed"] is None
    Game.objects.all().delete()
    back = services.import_game(data, owner, NOW)
    assert back.status == Game.Status.ABANDONED
    verdict = services.verify_game(back)
    assert verdict.ok and not verdict.seeded, "nobody can hold its dice against a seed that stayed behind"


def test_a_file_that_is_no_game_lists_its_mistakes(ended):
    good = services.export_game(ended, NOW)
    bad = {**copy.deepcopy(good), "vexillum": "9", "options": [], "seed": "xyz"}
    del bad["entries"][2]["digest"]
    with pytest.raises(BadScenario) as refusal:
        services.verify_export(bad)
    assert [m.path for m in refusal.value.mistakes] == [
        "$.vexillum",
        "$.options",
        "$.seed",
        "$.entries[2].digest",
    ]
    with pytest.raises(BadScenario):
        services.verify_export([])


# --- commands ---


def test_verify_says_where_the_first_difference_is(ended):
    tamper("entry", "seat", "green", ended, 2)
    with pytest.raises(CommandError, match="entry 2: digest"):
        call_command("verify", str(ended.pk))
    with pytest.raises(CommandError, match="no game 'nonsense'"):
        call_command("verify", "nonsense")


def test_verify_goes_on_behind_what_it_cannot_judge(owner, monkeypatch):
    """Today's rules judge one kind of step differently, but the rest of the game is still checked."""
    game = a_game(owner, {"red": owner, "blue": "bot", "green": "bot"})
    do(game, owner, "red", HOLD)
    services.answer_due(game.pk, NOW)
    game.refresh_from_db()
    seq = next(e.seq for e in game.entries.all() if e.seat == "blue")
    carried_out, written, differing = Replay.step, Replay.write_events, []

    def step_and_remember(self, head, entry):
        step = carried_out(self, head, entry)
        differing.extend([step] if entry.seq == seq else [])
        return step

    def write_otherwise(self, step):
        more = [{"kind": "unheard_of"}] if any(one is step for one in differing) else []
        return [*written(self, step), *more]

    monkeypatch.setattr(Replay, "step", step_and_remember)
    monkeypatch.setattr(Replay, "write_events", write_otherwise)
    monkeypatch.setattr(type(FORDS), "version", "later")
    verdict = services.verify_game(game)
    assert (verdict.unjudged, verdict.checked) == ((seq,), game.seq)
    with pytest.raises(
        CommandError, match=rf"(?s)other rules.*{game.seq} entries agree; 1 could .*\({seq}\)"
    ):
        call_command("verify", str(game.pk))


def test_the_same_seed_plays_the_same_game():
    first, second = play_game(FORDS, 7), play_game(FORDS, 7)
    assert first.log == second.log and first.played.state == second.played.state
    assert first.played.ended and play_game(FORDS, 8).played.state != first.played.state


def test_playthrough_prints_every_game(capsys):
    call_command("playthrough", "fords", seed=3, games=2, json=True, verify=True)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["seed"] for line in lines] == [3, 4]
    assert all(line["ended"] and line["verified"] and line["turns"] == 3 for line in lines)


def test_a_game_that_does_not_end_is_reported(capsys):
    with pytest.raises(CommandError, match="1 of 1 games did not end"):
        call_command("playthrough", "fords", limit=4)
    assert "STOPPED at the limit" in capsys.readouterr().out


def test_played_games_can_be_stored(owner, capsys):
    call_command("playthrough", "fords", seed=3, store="owner")
    game = Game.objects.get()
    assert game.has_ended and services.verify_game(game).ok
    turns = list(game.entries.order_by("seq").values_list("turn", flat=True))
    assert turns == sorted(turns) and turns[0] < turns[-1]  # entries know their turns
    with pytest.raises(CommandError, match="already here"):
        call_command("playthrough", "fords", seed=3, store="owner")


@pytest.mark.parametrize(
    ("system", "text", "code", "path"),
    [
        ("chess", "{}", "unknown_system", "system"),
        ("fords", "{}", "nothing_to_look_up", "system"),
        ("duel", "{", "not_json", "$"),
        ("duel", "[]", "not_an_object", "$"),
        ("duel", '{"men": 0}', "too_few", "$.men"),
    ],
)
def test_resolve_answers_mistakes_as_json(system, text, code, path, monkeypatch, capsys):
    monkeypatch.setitem(plugins._PLUGINS, "duel", TWICE)
    with pytest.raises(SystemExit) as end:
        call_command("resolve", system, text)
    mistake = json.loads(capsys.readouterr().out)["mistakes"][0]
    assert (end.value.code, mistake["code"], mistake["path"]) == (1, code, path)


def test_resolve_answers_in_json(monkeypatch, capsys):
    monkeypatch.setitem(plugins._PLUGINS, "duel", TWICE)
    call_command("resolve", "duel", '{"men": 2}')
    assert json.loads(capsys.readouterr().out) == {"twice": 4}


def test_the_demo_may_be_repeated(db, capsys):
    from django.contrib.auth.models import User

    for _ in range(2):
        call_command("demo")
    assert set(User.objects.values_list("username", flat=True)) == {"gm", "anna", "bruno"}
    names = list(Game.objects.values_list("name", flat=True))
    assert len(names) == len(set(names))
    assert "password: vexillum" in capsys.readouterr().out


def test_sweep_is_for_cron(owner, rival, capsys):
    a_game(owner, {"red": owner, "blue": rival, "green": owner}, hours_per_decision=1)
    call_command("sweep")
    assert "3 answers given" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seq", "3"),
        ("kind", 9),
        ("action", 5),
        ("rolls", 7),
        ("rolls", [1]),
        ("events", [1]),
        ("digest", None),
        ("rules_version", None),
    ],
)
def test_an_entry_of_the_wrong_shape_is_told_by_its_place(ended, owner, name, value):
    data = json.loads(json.dumps(services.export_game(ended, NOW)))
    data["entries"][2][name] = value
    ended.delete()
    with pytest.raises(BadScenario) as bad:
        services.import_game(data, owner, NOW)
    assert [(m.path, m.code) for m in bad.value.mistakes] == [(f"$.entries[2].{name}", "wrong_type")]


@pytest.mark.parametrize("event", [-1, 1, "0", True, [0], 0.5])
def test_a_die_of_an_event_that_there_is_not_is_told_by_its_place(ended, owner, event):
    data = json.loads(json.dumps(services.export_game(ended, NOW)))
    assert len(data["entries"][0]["events"]) == 1 and data["entries"][0]["rolls"]
    data["entries"][0]["rolls"][0]["event"] = event
    ended.delete()
    with pytest.raises(BadScenario) as bad:
        services.import_game(data, owner, NOW)
    assert [(m.path, m.code) for m in bad.value.mistakes] == [("$.entries[0].rolls", "out_of_range")]


@pytest.mark.parametrize(
    "when", ["2026-13-45T99:00:00Z", "yesterday", "2026-01-01T00:00:00", "0001-01-01T00:00:00Z", {}, 7]
)
def test_an_invalid_timestamp_is_refused(ended, owner, when):
    data = json.loads(json.dumps(services.export_game(ended, NOW)))
    data["entries"][2]["created_at"] = when
    assert refused(data, owner) == [("$.entries[2].created_at", "no_moment")]


def refused(data, owner):
    Game.objects.all().delete()
    with pytest.raises(BadScenario) as bad:
        services.import_game(data, owner, LATER)
    assert not Game.objects.exists()
    return [(m.path, m.code) for m in bad.value.mistakes]


def test_a_missing_time_is_taken_from_the_previous_entry(ended, owner):
    data = json.loads(json.dumps(services.export_game(ended, NOW)))
    data["entries"][2]["created_at"] = None
    ended.delete()
    game = services.import_game(data, owner, LATER)
    assert game.entries.get(seq=2).created_at == NOW


def test_a_game_bears_the_dates_of_its_log(ended, owner):
    data = json.loads(json.dumps(services.export_game(ended, NOW)))
    data["entries"][-1]["created_at"] = "2026-03-09T20:00:00+01:00"
    ended.delete()
    game = services.import_game(data, owner, LATER)
    last = game.entries.get(seq=game.seq).created_at
    assert (game.created_at, game.started_at) == (NOW, NOW)
    assert game.ended_at == game.moved_at == last and last.isoformat() == "2026-03-09T19:00:00+00:00"


def test_who_has_won_is_what_the_rules_say(ended, owner):
    right = ended.outcome
    data = json.loads(json.dumps(services.export_game(ended, NOW)))
    data["outcome"] = {**right, "ranks": dict.fromkeys(("red", "blue", "green"), 1)}
    ended.delete()
    assert services.import_game(data, owner, LATER).outcome == right


def test_a_file_whose_events_or_digests_do_not_fit_is_refused(ended, owner):
    good = json.loads(json.dumps(services.export_game(ended, NOW)))
    ended.delete()
    for change in ({"events": []}, {"digest": "0" * 64}, {"seat": "green"}):
        data = copy.deepcopy(good)
        data["entries"][2] |= change
        with pytest.raises(ForgedFile, match="entry 2: the digest does not fit"):
            services.import_game(data, owner, LATER)
    data = copy.deepcopy(good)  # a careful forgery recomputes every digest
    data["entries"][2]["events"] = []
    chain(data)
    with pytest.raises(ForgedFile, match="entry 2: the rules give other events"):
        services.import_game(data, owner, LATER)
    with pytest.raises(ForgedFile, match="another position"):
        services.import_game({**good, "state_digest": "0" * 64}, owner, LATER)
    assert not Game.objects.exists()


def chain(data):
    before = check_game.digest(check_game.opening(data))
    for entry in data["entries"]:
        before = entry["digest"] = check_game.digest({**check_game.content(entry), "previous": before})


@pytest.mark.parametrize(
    ("change", "mistake"),
    [
        ({"vexillum": 2, "entries": []}, ("$.vexillum", "newer")),
        ({"entries": []}, ("$.entries", "empty")),
        ({"winner": "anna"}, ("$.winner", "unknown_key")),
    ],
)
def test_files_in_an_unexpected_form_are_refused(ended, owner, change, mistake):
    data = json.loads(json.dumps(services.export_game(ended, NOW)))
    assert refused({**data, **change}, owner) == [mistake]


def test_an_unknown_key_of_an_entry_is_refused(ended, owner):
    data = json.loads(json.dumps(services.export_game(ended, NOW)))
    data["entries"][2]["note"] = "x"
    assert refused(data, owner) == [("$.entries[2].note", "unknown_key")]


def test_the_command_line_speaks_in_sentences(ended, owner, tmp_path):
    data = json.loads(json.dumps(services.export_game(ended, NOW)))
    file = tmp_path / "game.json"
    for change, told in (
        ({"vexillum": 2}, "written by a newer version of Vexillum"),
        ({"entries": []}, "has not begun"),
        ({"options": 7}, r"\$.options: this is not of the right kind; expected: dict"),
    ):
        file.write_text("\ufeff" + json.dumps({**data, **change}))
        for command in (["import_game", str(file), "--gm", owner.username], ["verify", str(file)]):
            with pytest.raises(CommandError, match=told) as refusal:
                call_command(*command)
            assert "not_one_of" not in str(refusal.value) and "wrong_type" not in str(refusal.value)


def test_a_file_cannot_claim_that_a_game_has_ended(owner, rival):
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    data = json.loads(json.dumps(services.export_game(game, NOW))) | {"status": "ended", "outcome": "mine"}
    game.delete()
    imported = services.import_game(data, owner, NOW)
    assert (imported.status, imported.outcome) == (Game.Status.ABANDONED, None)


def test_two_scenarios_of_one_seed_are_two_games():
    one, two = (play_game(ITALIA, 1, ITALIA.scenario(name), limit=1) for name in ("italia1", "italia2"))
    assert one.opening.game != two.opening.game
    assert one.opening.game == play_game(ITALIA, 1, limit=1).opening.game  # "italia1" is the default
