"""A blocked user cannot join a game with the person who blocked them."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts import conduct
from features.desk import reserves
from features.rematch.services import rematch
from games import services
from games.models import Game, Invitation, Outbox, Seat
from games.refusals import BadInvitation, IllegalAction
from leagues.refusals import LeagueRefused
from leagues.services import founding
from tests.games.cast import NOW, a_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> dict[str, Any]:
    return {name: a_user(name) for name in ("gm", "ann", "pest")}


def gathering(people: dict[str, Any]) -> tuple[Game, str]:
    """Create a game led by gm in which Ann has a seat. Return it with the token of an invitation to a free
    seat.
    """
    game = services.create_game(
        gm=people["gm"], name="G", system="stroll", now=NOW, scenario_name="three", seats={"north": "bot"}
    )
    link = services.invite(game.pk, people["gm"], now=timezone.now(), uses=5)
    services.accept(link.token, people["ann"], seat="south", now=NOW)
    return game, link.token


@pytest.mark.parametrize("who", ["gm", "ann"])
def test_nobody_joins_a_game_of_people_who_have_blocked_them(
    people: dict[str, Any], client: Any, who: str
) -> None:
    game, token = gathering(people)
    conduct.block(people[who], people["pest"], NOW)
    with pytest.raises(BadInvitation) as refused:
        services.accept(token, people["pest"], now=NOW)
    assert refused.value.code == "unwelcome"
    client.force_login(people["pest"])
    page = client.post(f"/join/{token}/", {"seat": "west"})
    assert page.status_code == 410 and "chosen not to play with you" in page.content.decode()
    with pytest.raises(IllegalAction):
        reserves.offer(game, people["pest"], NOW)
    assert not Seat.objects.filter(user=people["pest"]).exists()
    assert Invitation.objects.get(token=token).uses_left == 4
    conduct.unblock(people[who], people["pest"])
    services.accept(token, people["pest"], now=NOW)


def test_a_user_may_join_a_game_with_someone_they_blocked(people: dict[str, Any]) -> None:
    game, token = gathering(people)
    conduct.block(people["pest"], people["ann"], NOW)
    services.accept(token, people["pest"], now=NOW)
    assert game.seats.filter(user=people["pest"]).exists()


def test_a_rematch_calls_nobody_who_has_blocked_the_asker(people: dict[str, Any]) -> None:
    game, token = gathering(people)
    services.accept(token, people["pest"], now=NOW)
    services.start(game.pk, people["gm"], now=NOW)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ENDED)
    conduct.block(people["ann"], people["pest"], NOW)
    made = rematch(game.pk, people["pest"], now=timezone.now()).game
    assert not Outbox.objects.filter(game=made, recipient=people["ann"]).exists()


def test_an_organiser_is_not_joined_by_whom_they_have_blocked(people: dict[str, Any]) -> None:
    league = founding.found_league(people["gm"], "Club", "duel", now=NOW)
    conduct.block(people["gm"], people["pest"], NOW)
    with pytest.raises(LeagueRefused) as refused:
        founding.join(league.token, people["pest"], NOW)
    assert refused.value.code == "unwelcome" and not league.members.filter(user=people["pest"]).exists()
