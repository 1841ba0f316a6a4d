"""Battles between bots are played in memory and stored at once. Every stored byte is the same as if the
battle had been stored step by step.
"""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction

from engine.game import Bridge, IllegalAction
from games import plugins, services
from games.models import Entry, Outbox, Snapshot
from games.services import entries, pending, tables
from games.services.clock import jobs
from games.services.fighting import bot_battles
from games.services.notices import words
from tests.games.campaigning import at_battle
from tests.games.cast import NOW, a_game, a_user

pytestmark = pytest.mark.django_db

PROGRAMS = {"red": "bot", "blue": "bot", "green": "bot"}


@pytest.fixture
def gm(db):
    return a_user("gamemaster")


@pytest.fixture
def campaign(gm, owner, rival, stranger):
    return at_battle(gm, {"red": owner, "blue": rival, "green": stranger})


@pytest.fixture
def link(campaign):
    return campaign.battle_links.get()


def a_waiting_game(gm, **more):
    """Create a game between bots in which nothing has been answered yet."""
    with jobs.postponing():
        return a_game(gm, PROGRAMS, options={"rounds": 20}, scenario_name="long", **more)


def log(game):
    """Return everything stored about the game's steps, except times."""
    names = [f.attname for f in Entry._meta.fields if f.name not in ("id", "game", "created_at")]
    return list(Entry.objects.filter(game=game).order_by("seq").values(*names))


def states(game):
    rows = Snapshot.objects.filter(game=game).order_by("seq")
    return list(rows.values("seq", "step", "state", "digest", "entry_digest"))


def test_battles_played_at_once_leave_the_same_log_as_single_answers(gm):
    game = a_waiting_game(gm)
    with transaction.atomic():
        assert services.fight_out(game.pk, NOW) > 20
        game.refresh_from_db()
        at_once = log(game), states(game), game.outcome, game.status, game.step
        tables._heads.clear()
        transaction.set_rollback(True)
    tables._heads.clear()
    game.refresh_from_db()
    assert game.seq == 0
    while services.answer_due(game.pk, NOW):
        pass
    game.refresh_from_db()
    one_by_one = log(game), states(game), game.outcome, game.status, game.step
    for before, after in zip(at_once[0], one_by_one[0], strict=True):
        assert before == after
    assert game.has_ended and one_by_one == at_once


def test_what_is_stored_is_verified_like_any_other_game(gm):
    game = a_waiting_game(gm)
    services.fight_out(game.pk, NOW)
    game.refresh_from_db()
    assert game.has_ended and services.verify_game(game).ok
    assert not game.decisions.filter(answered_at=None).exists()


def test_a_long_battle_is_stored_in_parts(gm, monkeypatch):
    game = a_waiting_game(gm)
    monkeypatch.setattr(bot_battles, "MOST", 7)
    assert services.fight_out(game.pk, NOW) == 7
    game.refresh_from_db()
    assert game.seq == 7 and game.decisions.filter(answered_at=None, due_at=NOW).exists()
    assert services.fight_out(game.pk, NOW, seconds=0) == 1
    while services.fight_out(game.pk, NOW):
        pass
    game.refresh_from_db()
    assert game.has_ended and services.verify_game(game).ok


def test_killed_while_storing_nothing_is_stored(gm, monkeypatch):
    class Killed(BaseException):
        pass

    def killed(*args, **more):
        raise Killed

    game = a_waiting_game(gm)
    before = log(game), states(game)
    for where in ("_advance", "remember"):
        with monkeypatch.context() as patch, pytest.raises(Killed):
            patch.setattr(entries, where, killed)
            with transaction.atomic():
                services.fight_out(game.pk, NOW)
        game.refresh_from_db()
        assert (log(game), states(game), game.seq, game.status) == (*before, 0, "running")
    assert services.fight_out(game.pk, NOW) > 20


def test_where_somebody_has_moved_meanwhile_nothing_is_stored(gm, monkeypatch):
    game, steps = a_waiting_game(gm), bot_battles._steps

    def meanwhile(at, now):
        yield from steps(at, now)
        monkeypatch.setattr(bot_battles, "_steps", steps)
        services.answer_due(game.pk, NOW, limit=1)

    monkeypatch.setattr(bot_battles, "_steps", meanwhile)
    assert services.fight_out(game.pk, NOW) == 0
    game.refresh_from_db()
    assert game.seq == 1 and len(log(game)) == 2


def test_a_battle_of_programs_is_fought_at_once_and_answers_the_campaign(
    gm, django_capture_on_commit_callbacks, monkeypatch
):
    fought = []
    real = bot_battles.fight_out
    monkeypatch.setattr(bot_battles, "fight_out", lambda *args: fought.append(args[0]) or real(*args))
    with django_capture_on_commit_callbacks(execute=True):
        game = a_game(gm, PROGRAMS, battle_system="duel")
    for _ in range(40):
        services.sweep(NOW)
    game.refresh_from_db()
    links = list(game.battle_links.all())
    assert game.has_ended and links and {link.status for link in links} == {"confirmed"}
    assert {str(link.battle_id) for link in links} <= set(map(str, fought))
    assert str(game.pk) not in fought, "a campaign takes its steps one by one"


# --- both sides agree ---


def test_both_sides_let_the_programs_fight_it_out(
    campaign, link, owner, rival, django_capture_on_commit_callbacks
):
    services.leave_to_programs(link.pk, owner, now=NOW)
    services.sweep(NOW)
    link.battle.refresh_from_db()
    assert link.battle.seq == 0, "one side alone decides nothing"
    told = Outbox.objects.get(payload__otherwise="programs")
    assert told.recipient == rival and not words.obsolete(told)
    assert words.address_of(told).endswith(f"/battles/{link.pk}/") and campaign.title in words.message_text(
        told
    )
    with django_capture_on_commit_callbacks(execute=True):
        done = services.leave_to_programs(link.pk, rival, now=NOW)
    assert services.left_to_bots(done)
    services.sweep(NOW)
    link.refresh_from_db()
    link.battle.refresh_from_db()
    assert link.battle.has_ended and link.status == "confirmed"
    assert {seat.user for seat in link.battle.seats.all()} == {owner, rival}, "they may look at it"
    assert {entry.reason for entry in link.battle.entries.filter(kind="action")} == {"bot"}
    assert words.obsolete(told)
    last = campaign.entries.order_by("seq").last()
    assert last.reason == "battle" and link.answered_seq == last.seq
    assert not Outbox.objects.filter(kind=Outbox.Kind.REPORT, game=campaign).exists(), "nobody need confirm"


def test_a_side_takes_it_back_until_the_other_has_agreed(link, owner, rival):
    services.leave_to_programs(link.pk, owner, now=NOW)
    services.fight_oneself(link.pk, owner)
    services.leave_to_programs(link.pk, rival, now=NOW)
    link.refresh_from_db()
    assert link.to_programs == ["blue"] and not services.left_to_bots(link)
    with jobs.postponing():
        services.leave_to_programs(link.pk, owner, now=NOW)
        with pytest.raises(IllegalAction) as late:
            services.fight_oneself(link.pk, rival)
    assert late.value.code == "programs_fight"


def test_strangers_and_the_game_master_decide_nothing_for_others(gm, link, stranger, owner):
    with pytest.raises(PermissionDenied):
        services.leave_to_programs(link.pk, stranger, now=NOW)
    with pytest.raises(IllegalAction):
        services.leave_to_programs(link.pk, gm, now=NOW)
    services.report_battle(link.pk, owner, {"winner": None, "losses": {}, "facts": {}}, now=NOW)
    with pytest.raises(IllegalAction) as settled:
        services.leave_to_programs(link.pk, owner, now=NOW)
    assert settled.value.code == "not_fought_here"
    link.refresh_from_db()
    assert link.to_programs == []


def test_against_a_program_one_word_is_enough(
    gm, campaign, link, owner, rival, django_capture_on_commit_callbacks
):
    services.leave_seat(campaign.pk, rival, "blue", now=NOW)
    services.set_bot(campaign.pk, gm, "blue", True, now=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        services.leave_to_programs(link.pk, owner, now=NOW)
    services.sweep(NOW)
    link.refresh_from_db()
    assert link.status == "confirmed"


# --- the battle's page ---


def test_the_page_offers_it_to_those_who_fight(client, campaign, link, owner, rival, stranger):
    address = f"/games/{campaign.pk}/battles/{link.pk}/"
    client.force_login(owner)
    assert b'value="programs"' in client.get(address).content
    answer = client.post(address, {"do": "programs"}, follow=True)
    assert b'value="oneself"' in answer.content and b'value="programs"' not in answer.content
    client.force_login(stranger)
    assert b'value="programs"' not in client.get(address).content
    client.force_login(rival)
    with jobs.postponing():
        answer = client.post(address, {"do": "programs"}, follow=True)
    assert b'value="oneself"' not in answer.content and b'value="programs"' not in answer.content
    assert services.left_to_bots(type(link).objects.get(pk=link.pk))


# --- small battles, and battles played here ---


def test_battles_below_the_agreed_size_are_decided_by_the_campaigns_own_dice(gm, owner, rival, stranger):
    people = {"red": owner, "blue": rival, "green": stranger}
    fought = at_battle(gm, people, battle_least=1)
    battle = services.table(fought).battle()
    size = battle.attacker.sp + battle.defender.sp
    assert fought.battle_links.exists() and size > 1
    for least, own_table in ((0, False), (size, False), (size + 1, True)):
        fought.battle_least = least
        assert pending.by_own_table(fought, battle) is own_table
    small = at_battle(gm, people, battle_least=900)
    assert not small.battle_links.exists()
    services.answer_due(small.pk, NOW)
    last = small.entries.order_by("seq").last()
    assert (last.seat, last.reason, last.action) == ("gm", "table", {"kind": "fight_here"})
    assert services.verify_game(small).ok


def test_which_battles_are_small_is_agreed_before_the_game_begins(gm, owner):
    game = a_game(gm, {"red": owner}, start=False, battle_system="duel", battle_least=4)
    assert services.change_settings(game.pk, gm, now=NOW, battle_least=6).battle_least == 6
    for seat in ("blue", "green"):
        services.set_bot(game.pk, gm, seat, True, now=NOW)
    services.start(game.pk, gm, now=NOW)
    with pytest.raises(IllegalAction) as late:
        services.change_settings(game.pk, gm, now=NOW, battle_least=2)
    assert late.value.code == "battles_agreed"
    game.refresh_from_db()
    assert game.battle_least == 6


def test_a_battle_played_here_has_the_servers_dice_alone(gm, owner, rival, stranger, monkeypatch):
    people = {"red": owner, "blue": rival, "green": stranger}
    assert at_battle(gm, people).battle_links.get().battle.dice_mode == "mixed"
    assert plugins.at_table("duel")
    monkeypatch.setattr(Bridge, "here", True)
    assert at_battle(gm, people).battle_links.get().battle.dice_mode == "virtual"
    assert not plugins.at_table("duel")
