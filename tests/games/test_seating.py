"""Invitations, seats, the start, settings and standing orders."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.http import Http404

from accounts.models import Profile
from engine.game import BadScenario, IllegalAction, InvalidAction
from games import services
from games.access import NotYourSeat
from games.models import Game, Outbox
from games.refusals import BadInvitation, SystemMissing
from games.wording.refusal_text import word_refusal
from tests.games.cast import NOW, a_game, a_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def gathering(owner):
    """Create a game that has not started, with red taken by the owner and blue and green free."""
    return a_game(owner, {"red": owner, "blue": "free", "green": "free"}, start=False)


def test_a_link_lets_one_person_in(gathering, owner, rival, stranger):
    link = services.invite(gathering.pk, owner, now=NOW)
    assert services.accept(link.token, rival, now=NOW).key == "blue"
    with pytest.raises(BadInvitation, match="used_up"):
        services.accept(link.token, stranger, now=NOW)


def test_the_same_person_twice_keeps_the_seat_and_spends_one_use(gathering, owner, rival, stranger):
    link = services.invite(gathering.pk, owner, uses=2, now=NOW)
    assert services.accept(link.token, rival, now=NOW) == services.accept(link.token, rival, now=NOW)
    assert services.accept(link.token, stranger, now=NOW).key == "green"


def test_a_link_for_a_seat_gives_that_seat(gathering, owner, rival, stranger):
    link = services.invite(gathering.pk, owner, seat="green", uses=2, now=NOW)
    assert services.accept(link.token, rival, seat="blue", now=NOW).key == "green"
    with pytest.raises(BadInvitation, match="seat_taken"):
        services.accept(link.token, stranger, now=NOW)


@pytest.mark.parametrize(("days", "code"), [(15, "expired"), (13, None)])
def test_a_link_expires(gathering, owner, rival, days, code):
    link = services.invite(gathering.pk, owner, days=14, now=NOW)
    if code is None:
        assert services.accept(link.token, rival, now=NOW + timedelta(days=days))
    else:
        with pytest.raises(BadInvitation, match=code) as refusal:
            services.accept(link.token, rival, now=NOW + timedelta(days=days))
        assert "new link" in word_refusal(refusal.value)


def test_a_revoked_or_invented_link_lets_nobody_in(gathering, owner, rival):
    link = services.invite(gathering.pk, owner, now=NOW)
    services.revoke(link.pk, owner)
    for token in (link.token, "invented"):
        with pytest.raises(BadInvitation, match="unknown"):
            services.accept(token, rival, now=NOW)


def test_only_the_game_master_invites_and_a_stranger_learns_nothing(gathering, rival, stranger):
    gathering.seats.filter(key="blue").update(user=rival)
    with pytest.raises(PermissionDenied):
        services.invite(gathering.pk, rival, now=NOW)
    with pytest.raises(Http404):
        services.invite(gathering.pk, stranger, now=NOW)


def test_a_game_starts_when_every_seat_is_taken(gathering, owner, rival):
    with pytest.raises(IllegalAction) as refusal:
        services.start(gathering.pk, owner, now=NOW)
    assert refusal.value.facts == {"seats": ["blue", "green"]}
    services.set_bot(gathering.pk, owner, "blue", True, now=NOW)
    services.take_seat(gathering.pk, owner, "green", now=NOW)
    game = services.start(gathering.pk, owner, now=NOW)
    assert (game.status, game.seq, len(game.commitment)) == (Game.Status.RUNNING, 0, 64)
    with pytest.raises(IllegalAction, match="already_begun"):
        services.start(gathering.pk, owner, now=NOW)


def test_a_taken_seat_is_not_taken_twice(gathering, owner, rival):
    services.accept(services.invite(gathering.pk, owner, seat="blue", now=NOW).token, rival, now=NOW)
    with pytest.raises(IllegalAction, match="seat_taken"):
        services.take_seat(gathering.pk, owner, "blue", now=NOW)
    with pytest.raises(IllegalAction, match="seat_taken"):
        services.set_bot(gathering.pk, owner, "blue", True, now=NOW)
    with pytest.raises(IllegalAction, match="no_such_seat"):
        services.take_seat(gathering.pk, owner, "white", now=NOW)


def test_a_player_gets_up_and_the_program_takes_over(owner, rival):
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    with pytest.raises(NotYourSeat):
        services.leave_seat(game.pk, rival, "red", now=NOW)
    services.leave_seat(game.pk, rival, "blue", now=NOW)
    services.set_bot(game.pk, owner, "blue", True, now=NOW)
    assert game.decisions.get(seat="blue").due_at == NOW
    services.set_bot(game.pk, owner, "blue", False, now=NOW)
    assert game.decisions.get(seat="blue").due_at is None


@pytest.mark.parametrize(
    ("orders", "path"),
    [
        ([], "$"),
        ({"fly": {}}, "$.fly"),
        ({"stand": 3}, "$.stand"),
        ({"stand": {"withdraw_at": 9}}, "$.stand.withdraw_at"),
        ({"stand": {"withdraw_at": 2, "and": 1}}, "$.stand.and"),
        ({"stand": {}}, "$.stand.withdraw_at"),
    ],
)
def test_standing_orders_are_checked(owner, orders, path):
    game = a_game(owner)
    with pytest.raises(InvalidAction) as refusal:
        services.write_orders(game.pk, owner, "red", orders, False, now=NOW)
    assert refusal.value.facts["path"] == path
    assert path in word_refusal(refusal.value, game)


def test_nobody_writes_orders_for_others(owner, rival):
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    with pytest.raises(NotYourSeat):
        services.write_orders(game.pk, owner, "blue", {}, False, now=NOW)


def test_a_scenario_with_mistakes_lists_them_all(owner):
    with pytest.raises(BadScenario) as bad:
        a_game(owner, scenario={"strength": 0}, options={"rounds": 99})
    assert [m.path for m in bad.value.mistakes] == ["$.strength", "$.rounds"]
    assert not Game.objects.exists()


def test_unknown_rules_scenarios_and_battle_systems_are_refused(owner):
    with pytest.raises(SystemMissing):
        a_game(owner, system="chess")
    with pytest.raises(InvalidAction, match="no_such_scenario"):
        a_game(owner, scenario_name="odd")
    with pytest.raises(InvalidAction, match="no_such_battle_system"):
        a_game(owner, battle_system="chess")


def test_the_game_master_changes_settings(owner, rival):
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    changed = services.change_settings(game.pk, owner, now=NOW, name="Three Fords", public=True)
    assert (changed.name, changed.public, changed.version) == ("Three Fords", True, game.version + 1)
    with pytest.raises(PermissionDenied):
        services.change_settings(game.pk, rival, now=NOW, public=False)
    with pytest.raises(TypeError):
        services.change_settings(game.pk, owner, now=NOW, seq=7)


def test_a_game_given_up_awaits_nobody(owner):
    game = a_game(owner)
    assert services.abandon(game.pk, owner, now=NOW).status == Game.Status.ABANDONED
    assert not game.decisions.filter(answered_at=None).exists()
    with pytest.raises(BadInvitation):
        services.accept(services.invite(game.pk, owner, now=NOW).token, a_user("late"), now=NOW)


def told(user: Any, kind: str) -> int:
    return Outbox.objects.filter(recipient=user, kind=kind).count()


def test_the_game_master_is_told_that_somebody_has_sat_down(owner, rival):
    game = services.create_game(gm=owner, name="Fords", system="fords", now=NOW)
    link = services.invite(game.pk, owner, seat="blue", now=NOW)
    services.accept(link.token, rival, now=NOW)
    services.accept(link.token, rival, now=NOW)  # the rival opens the link again
    assert told(owner, "seated") == 1 and told(rival, "seated") == 0
    services.take_seat(game.pk, owner, "red", now=NOW)
    assert told(owner, "seated") == 1


def test_who_is_made_to_get_up_is_told_and_led_to_his_games(owner, rival):
    game = a_game(owner, {"red": "bot", "blue": rival, "green": "bot"})
    Profile.of(rival)
    services.leave_seat(game.pk, owner, "blue", now=NOW)
    assert told(rival, "unseated") == 1 and told(owner, "seat_free") == 0
    services.send_messages(NOW)
    body = next(m.body for m in mail.outbox if m.to == [rival.email] and "your seat" in m.body)
    assert f"/games/{game.pk}/observe/" in body  # the game as it was when they left
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    services.leave_seat(game.pk, owner, "red", now=NOW)
    assert told(owner, "unseated") == 0  # nobody is notified of their own action


def test_who_starts_a_game_need_not_be_told_so(owner, rival):
    a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    assert (told(rival, "started"), told(owner, "started")) == (1, 0)
