"""During a pause no deadline runs and no default is given. Afterwards every deadline is later by the length
of the pause.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

from engine.game import IllegalAction
from games import services
from games.models import Entry, Game, Outbox
from tests.games.cast import HOLD, NOW, a_game, do

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def two(owner: User, rival: User, **more: Any) -> Game:
    return a_game(owner, {"red": owner, "blue": rival, "green": owner}, hours_per_decision=24, **more)


def dues(game: Game) -> dict[str, Any]:
    return {row.seat: row.due_at for row in game.decisions.filter(answered_at__isnull=True)}


def test_the_deadlines_are_later_by_the_pause(owner: User, rival: User) -> None:
    game = two(owner, rival)
    before = dues(game)
    services.pause(game.pk, owner, now=NOW + HOUR)
    assert set(dues(game).values()) == {None}
    services.resume(game.pk, owner, now=NOW + 101 * HOUR)
    assert dues(game) == {seat: due + 100 * HOUR for seat, due in before.items()}


def test_nobody_is_answered_for_or_reminded_in_a_pause(owner: User, rival: User) -> None:
    game = two(owner, rival)
    services.pause(game.pk, owner, now=NOW + HOUR)
    entries = game.entries.count()
    assert services.sweep(NOW + timedelta(days=30)) == 0
    assert game.entries.count() == entries
    assert not Outbox.objects.filter(kind=Outbox.Kind.DUE_SOON).exists()


def test_after_the_pause_the_deadline_is_kept(owner: User, rival: User) -> None:
    game = two(owner, rival)
    services.pause(game.pk, owner, now=NOW + HOUR)
    services.resume(game.pk, owner, now=NOW + 48 * HOUR)
    assert services.sweep(NOW + 71 * HOUR - HOUR / 20) == 0  # 23 hours were left
    assert services.sweep(NOW + 71 * HOUR) > 0
    assert game.entries.filter(reason=Entry.Reason.DEFAULT).exists()


def test_people_may_move_in_a_pause_and_new_answers_get_their_whole_time_after_it(
    owner: User, rival: User
) -> None:
    game = two(owner, rival)
    services.pause(game.pk, owner, now=NOW + HOUR)
    do(game, owner, "red", HOLD, now=NOW + 2 * HOUR)
    do(game, rival, "blue", HOLD, now=NOW + 2 * HOUR)
    do(game, owner, "green", HOLD, now=NOW + 2 * HOUR)
    assert dues(game) and set(dues(game).values()) == {None}
    services.resume(game.pk, owner, now=NOW + 50 * HOUR)
    assert set(dues(game).values()) == {NOW + 74 * HOUR}


def test_bots_go_on_in_a_pause(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"}, hours_per_decision=24)
    services.pause(game.pk, owner, now=NOW)
    assert services.answer_due(game.pk, NOW) == 1


def test_a_deadline_moved_in_a_pause_counts_from_its_end(owner: User, rival: User) -> None:
    game = two(owner, rival)
    services.pause(game.pk, owner, now=NOW)
    services.extend_deadline(game.pk, owner, hours=30, now=NOW + HOUR)
    services.resume(game.pk, owner, now=NOW + 50 * HOUR)
    assert dues(game)["blue"] == NOW + 80 * HOUR


def test_pausing_or_resuming_twice_is_once(owner: User, rival: User) -> None:
    game = two(owner, rival)
    before = dues(game)
    for hours in (1, 2):
        services.pause(game.pk, owner, now=NOW + hours * HOUR)
    for hours in (11, 12):
        services.resume(game.pk, owner, now=NOW + hours * HOUR)
    assert dues(game) == {seat: due + 10 * HOUR for seat, due in before.items()}
    assert Outbox.objects.filter(kind=Outbox.Kind.PAUSED, recipient=rival).count() == 1
    assert Outbox.objects.filter(kind=Outbox.Kind.RESUMED, recipient=rival).count() == 1


def test_only_the_game_master_pauses_and_only_a_running_game(owner: User, rival: User) -> None:
    game = two(owner, rival)
    with pytest.raises(PermissionDenied):
        services.pause(game.pk, rival, now=NOW)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED)
    with pytest.raises(IllegalAction):
        services.pause(game.pk, owner, now=NOW)


def test_everybody_sees_the_pause(owner: User, rival: User, client: Any) -> None:
    game = two(owner, rival)
    seen = Game.objects.get(pk=game.pk).version
    services.pause(game.pk, owner, now=NOW)
    assert Game.objects.get(pk=game.pk).version > seen  # open pages find out by polling
    client.force_login(rival)
    assert b"The game is paused" in client.get(game.get_absolute_url()).content
    services.resume(game.pk, owner, now=NOW)
    assert b"The game is paused" not in client.get(game.get_absolute_url()).content
