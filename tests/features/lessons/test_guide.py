"""The hints of the guide to a first turn follow the decision. They can be read or followed, and only their
own player sees them.
"""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from engine import registry
from engine.dice import Seeded
from engine.refusals import InvalidAction
from features.lessons import guide
from games import plugins, services
from games.models import Game, PendingDecision, Seat
from games.services import opening
from tests.found import some

NAMES = [one.name for one in plugins.installed_plugins() if one.first]


@pytest.mark.parametrize("name", NAMES)
def test_every_first_game_has_a_short_guide(name: str) -> None:
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
    plugin = next(one for one in plugins.installed_plugins() if one.name == name)
    return opening.first_game(user, plugin, "Schiere", timezone.now())


def step(user: Any, game: Game, seat: str) -> guide.Step | None:
    return guide.step_of(user, Game.objects.get(pk=game.pk), seat)


@pytest.mark.django_db
def test_a_deed_ends_its_step_and_a_press_ends_any(client: Client) -> None:
    users: Any = get_user_model().objects
    user, other = users.create_user("nina"), users.create_user("otto")
    game = a_first_game(user)
    seat = game.seats.get(user=user).key
    first = step(user, game, seat)
    assert first and first.number == 1 and first.lesson and first.lesson.by
    assert step(other, game, seat) is None, "the guide is its player's"
    client.force_login(user)
    page = client.get(game.get_absolute_url()).content.decode()
    assert str(first.lesson.title) in page
    address = reverse("game-lesson", args=[game.pk])
    client.post(address, {"seat": seat, "number": "1", "do": "on"})
    client.post(address, {"seat": seat, "number": "1", "do": "on"})  # sent twice by mistake
    assert Seat.objects.get(game=game, key=seat).lesson == 0b1
    assert step(user, game, seat) is None, "no other mark belongs to the choice of an army"
    second = next_mark(game, user, seat)
    assert second and second.lesson and second.passed == 1
    assert asked_now(game, seat) & set(second.lesson.asked)
    client.post(address, {"seat": seat, "do": "away"})
    assert step(user, game, seat) is None
    assert "lesson__number" not in client.get(game.get_absolute_url()).content.decode()


@pytest.mark.django_db
def test_the_guide_moves_on_after_its_hint_is_followed() -> None:
    user: Any = get_user_model().objects.create_user("nina")
    game = a_first_game(user, "dba")
    seat = game.seats.get(user=user).key
    before = step(user, game, seat)
    assert services.table(game).turn == 1, "nobody has moved before the newcomer"
    deed = {"kind": "roll_pips"}
    assert before and before.lesson and deed["kind"] in before.lesson.by
    now, drawn = timezone.now(), Game.objects.get(pk=game.pk).seq
    services.submit(game.pk, seat, deed, drawn_seq=drawn, key="k", user=user, now=now)
    after = next_mark(game, user, seat)
    assert after and after.passed == before.passed + 1 and after.number > before.number


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_the_marks_follow_the_questions_of_a_first_turn(name: str) -> None:
    """The bot plays a first turn. Each hint names the decision that it is about, most hints appear, and the
    last one says that the guide is over.
    """
    user: Any = get_user_model().objects.create_user("nina")
    game = a_first_game(user, name)
    seat = game.seats.get(user=user).key
    met = set[str]()
    for _number in range(120):
        now = step(user, game, seat)
        if now and now.lesson is None:
            break
        if now and now.lesson:
            met.add(str(now.lesson.title))
            assert not now.lesson.asked or asked_now(game, seat) & set(now.lesson.asked)
            guide.mark_hint_read(user, game.pk, seat, now.number)
            continue
        if not answer(game, user):
            break
    assert len(met) >= 3
    if plugins.guides_whole_game(name):  # what follows a success may not come up so early
        assert len(met) >= len(plugins.lessons(name)) - 1, met
    else:
        assert now is not None and now.lesson is None, met


@pytest.mark.django_db
def test_a_guide_to_a_whole_game_ends_with_its_last_hint() -> None:
    user: Any = get_user_model().objects.create_user("nina")
    game = a_first_game(user, "cca")
    seat = game.seats.get(user=user).key
    for number in range(1, len(plugins.lessons("cca")) + 1):
        assert (found := step(user, game, seat)) is None or found.lesson
        guide.mark_hint_read(user, game.pk, seat, number)
    last = step(user, game, seat)
    assert last and last.lesson is None and last.whole


def next_mark(game: Game, user: Any, seat: str) -> guide.Step | None:
    """Let the game continue until another hint is shown."""
    for _number in range(20):
        found = step(user, game, seat)
        if found or not answer(game, user):
            return found
    return None


def asked_now(game: Game, seat: str) -> set[str]:
    waits = PendingDecision.objects.filter(game=game, seat=seat, answered_at=None)
    return set(waits.values_list("kind", flat=True))


def answer(game: Game, user: Any) -> bool:
    """Let the bot answer the first decision, for any seat; return False if nothing is due."""
    game.refresh_from_db()
    table = services.table(game)
    if not table.decisions():
        return False
    decision = table.decisions()[0]
    action = table.rules.bot(table.state, decision.seat, Seeded(b"lessons", "bot", table.seq))
    if game.seats.get(key=decision.seat).user_id != user.pk:
        services.answer_due(game.pk, timezone.now(), limit=1)
        return True
    deed = table.system.codec.write(action or decision.default)
    key, now = f"k{table.seq}", timezone.now()
    services.submit(game.pk, decision.seat, deed, drawn_seq=table.seq, key=key, user=user, now=now)
    return True


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
    """In Italia the player's nations can be attacked before their own turn, but the first decision that the
    player owes is a purchase.
    """
    users: Any = get_user_model().objects
    user = users.create_user("nina")
    plugin = next(one for one in plugins.installed_plugins() if one.name == "italia")
    game = opening.first_game(user, plugin, "Italia", timezone.now())
    seat = game.seats.get(user=user).key
    mine = PendingDecision.objects.filter(game=game, seat=seat, answered_at=None)
    assert [one.kind for one in mine] == ["levy"]


@pytest.mark.django_db
def test_the_program_plays_on_to_the_kind_of_decision_that_is_wanted() -> None:
    users: Any = get_user_model().objects
    user = users.create_user("nina")
    plugin = next(one for one in plugins.installed_plugins() if one.name == "italia")
    assert plugin.first
    later = replace(plugin, first=replace(plugin.first, begins=("movement",)))
    game = opening.first_game(user, later, "Italia", timezone.now())
    seat = game.seats.get(user=user).key
    mine = PendingDecision.objects.filter(game=game, seat=seat, answered_at=None)
    assert [one.kind for one in mine] == ["movement"]
