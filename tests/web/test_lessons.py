"""The guide to a first turn: steps are read or done, put away for good, and nobody else's."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from engine import registry
from engine.refusals import InvalidAction
from games import plugins, services
from games.home import opening
from games.models import Game, PendingDecision, Seat
from games.services.people import lessons
from tests.found import some

NAMES = [one.name for one in plugins.installed() if one.first]


@pytest.mark.parametrize("name", NAMES)
def test_every_first_game_has_a_guide_of_at_most_eight_steps(name: str) -> None:
    steps = plugins.lessons(name)
    assert 4 <= len(steps) <= 8
    codec = registry.get(name).codec
    for kind in some([kind for step in steps for kind in step.by]):
        try:
            codec.read({"kind": kind})
        except InvalidAction as refused:
            assert refused.code != "unknown_kind", kind
    for step in steps:
        with translation.override("it"):
            italian = (str(step.title), str(step.text))
        with translation.override("en"):
            assert italian != (str(step.title), str(step.text))


def a_first_game(user: Any, name: str = "schiere") -> Game:
    plugin = next(one for one in plugins.installed() if one.name == name)
    return opening.first_game(user, plugin, "Schiere", timezone.now())


def step(user: Any, game: Game, seat: str) -> lessons.Step | None:
    return lessons.step_of(user, Game.objects.get(pk=game.pk), seat)


@pytest.mark.django_db
def test_a_deed_ends_its_step_and_a_press_ends_any(client: Client) -> None:
    users: Any = get_user_model().objects
    user, other = users.create_user("nina"), users.create_user("otto")
    game = a_first_game(user)
    seat = game.seats.get(user=user).key
    first = step(user, game, seat)
    assert first and first.number == 1 and first.lesson.by
    assert step(other, game, seat) is None, "the guide is its player's"
    client.force_login(user)
    page = client.get(game.get_absolute_url()).content.decode()
    assert str(first.lesson.title) in page
    address = reverse("game-lesson", args=[game.pk])
    client.post(address, {"seat": seat, "number": "1", "do": "on"})
    second = step(user, game, seat)
    assert second and second.number == 2
    client.post(address, {"seat": seat, "number": "1", "do": "on"})  # twice by mistake
    assert step(user, game, seat) == second
    client.post(address, {"seat": seat, "do": "away"})
    assert step(user, game, seat) is None
    assert "lesson__number" not in client.get(game.get_absolute_url()).content.decode()


@pytest.mark.django_db
def test_what_is_done_is_left_behind() -> None:
    user: Any = get_user_model().objects.create_user("nina")
    game = a_first_game(user, "dba")
    seat = game.seats.get(user=user).key
    lessons.go_on(user, game.pk, seat, 1)
    before = step(user, game, seat)
    deed = {"kind": "roll_aggression"}
    assert before and deed["kind"] in before.lesson.by
    now, drawn = timezone.now(), Game.objects.get(pk=game.pk).seq
    services.submit(game.pk, seat, deed, drawn_seq=drawn, key="k", user=user, now=now)
    after = step(user, game, seat)
    assert after and after.number == before.number + 1


@pytest.mark.django_db
def test_nobody_else_moves_the_guide(client: Client) -> None:
    users: Any = get_user_model().objects
    user, other = users.create_user("nina"), users.create_user("otto")
    game = a_first_game(user)
    seat = game.seats.get(user=user).key
    address = reverse("game-lesson", args=[game.pk])
    client.force_login(other)
    assert client.post(address, {"seat": seat, "do": "away"}).status_code == 404
    client.force_login(user)
    theirs = game.seats.exclude(key=seat).get().key
    assert client.post(address, {"seat": theirs, "number": "1", "do": "on"}).status_code in (403, 409)
    assert client.post(address, {"seat": "nowhere", "number": "1", "do": "on"}).status_code == 404
    assert Seat.objects.get(game=game, key=seat).lesson == 0


@pytest.mark.django_db
def test_a_first_game_begins_with_a_turn_of_ones_own() -> None:
    """Italia's red nations are attacked in the turns of others; the first question is a purchase."""
    users: Any = get_user_model().objects
    user = users.create_user("nina")
    plugin = next(one for one in plugins.installed() if one.name == "italia")
    game = opening.first_game(user, plugin, "Italia", timezone.now())
    seat = game.seats.get(user=user).key
    mine = PendingDecision.objects.filter(game=game, seat=seat, answered_at=None)
    assert [one.kind for one in mine] == ["levy"]


@pytest.mark.django_db
def test_the_program_plays_on_to_the_kind_of_decision_that_is_wanted() -> None:
    users: Any = get_user_model().objects
    user = users.create_user("nina")
    plugin = next(one for one in plugins.installed() if one.name == "italia")
    assert plugin.first
    later = replace(plugin, first=replace(plugin.first, begins=("movement",)))
    game = opening.first_game(user, later, "Italia", timezone.now())
    seat = game.seats.get(user=user).key
    mine = PendingDecision.objects.filter(game=game, seat=seat, answered_at=None)
    assert [one.kind for one in mine] == ["movement"]
