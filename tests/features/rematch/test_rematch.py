"""A rematch after a game: the same people with sides swapped."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from engine.game import IllegalAction
from features.rematch import services as service
from games import services
from games.models import Game, Outbox
from games.services.notices import words
from tests.games.campaigning import at_battle
from tests.games.cast import NOW, a_game, a_user, do

pytestmark = pytest.mark.django_db
STRIKE = {"kind": "strike"}


@pytest.fixture
def duel(owner: User, rival: User) -> Game:
    return fought(
        a_game(
            owner, {"first": owner, "second": rival}, system="duel", name="By the river", dice_mode="mixed"
        ),
        owner,
    )


def fought(game: Game, owner: User) -> Game:
    people = {seat.key: seat.user for seat in game.seats.all() if seat.user is not None}
    for seat, face in (("first", 6), ("second", 1)):
        if seat in people:
            do(game, people[seat], seat, STRIKE, faces=[face])
    services.answer_due(game.pk, NOW)
    game.refresh_from_db()
    assert game.has_ended
    return game


def seated(game: Game) -> dict[str, Any]:
    return {seat.key: "bot" if seat.is_bot else seat.user for seat in game.seats.all()}


def test_the_sides_change_and_the_other_finds_an_invitation(duel: Game, owner: User, rival: User) -> None:
    made = service.rematch(duel.pk, owner, now=NOW)
    assert (made.game.name, made.game.gm, made.token) == ("Rematch: By the river", owner, "")
    assert seated(made.game) == {"first": None, "second": owner}
    (told,) = Outbox.objects.filter(game=made.game, kind="rematch")
    assert told.recipient == rival
    said = "owner asks for a rematch: Rematch: By the river. A seat has been kept for you."
    assert words.message_text(told) == said
    found = service.rematch(duel.pk, rival, now=NOW)  # the other player presses the same button
    assert found.game == made.game and words.address_of(told) == reverse("join", args=[found.token])
    services.accept(found.token, rival, now=NOW)
    assert seated(made.game) == {"first": rival, "second": owner}
    assert words.obsolete(told)
    services.start(made.game.pk, owner, now=NOW)
    assert service.rematch(duel.pk, rival, now=NOW) == service.Rematch(made.game)


def test_all_that_was_agreed_is_kept(owner: User, rival: User) -> None:
    game = a_game(
        owner,
        {"first": owner, "second": rival},
        system="duel",
        hours_per_decision=24,
        dice_mode="mixed",
        public=True,
        players_rewind=True,
        scenario={**services.system_named("duel").scenario("duel"), "men": {"first": 2, "second": 2}},
    )
    made = service._make(game, owner, NOW)
    for name in ("hours_per_decision", "dice_mode", "public", "players_rewind", "scenario", "options"):
        assert getattr(made, name) == getattr(game, name), name


def test_against_bots_alone_it_begins_at_once(owner: User) -> None:
    game = fought(a_game(owner, {"first": owner, "second": "bot"}, system="duel", dice_mode="mixed"), owner)
    made = service.rematch(game.pk, owner, now=NOW).game
    assert made.running and seated(made) == {"first": "bot", "second": owner}


def test_of_several_rematches_each_is_named_after_the_first_game(
    duel: Game, owner: User, rival: User
) -> None:
    made = service.rematch(duel.pk, owner, now=NOW).game
    services.accept(service.rematch(duel.pk, rival, now=NOW).token, rival, now=NOW)
    again = fought(services.start(made.pk, owner, now=NOW), owner)
    third = service.rematch(again.pk, rival, now=NOW).game
    assert third.name == "Rematch: By the river"
    assert seated(third) == {"first": None, "second": rival}


def test_the_button_is_for_those_who_played_a_game_of_its_own(
    duel: Game, owner: User, rival: User, stranger: User, client: Any
) -> None:
    Game.objects.filter(pk=duel.pk).update(public=True)
    for user, offered in ((owner, True), (rival, True), (stranger, False)):
        client.force_login(user)
        page = client.get(duel.get_absolute_url()).content.decode()
        assert ("Rematch, swapping sides" in page) == offered
    with pytest.raises(IllegalAction, match="no_rematch"):
        service.rematch(duel.pk, stranger, now=NOW)
    client.force_login(rival)
    made = client.post(reverse("game-rematch", args=[duel.pk]))
    game = Game.objects.get(rematch_of=duel)
    assert made.url == game.get_absolute_url()
    client.force_login(owner)
    assert "/join/" in client.post(reverse("game-rematch", args=[duel.pk])).url


def test_a_campaigns_battle_has_no_rematch(owner: User, rival: User, stranger: User) -> None:
    campaign = at_battle(a_user("gamemaster"), {"red": owner, "blue": rival, "green": stranger})
    battle = campaign.battle_links.get().battle
    do(battle, owner, "first", STRIKE, faces=[6])
    do(battle, rival, "second", STRIKE, faces=[1])
    with pytest.raises(IllegalAction, match="no_rematch"):
        service.rematch(battle.pk, owner, now=NOW)
