"""People who leave: their games get another organiser, their accounts and names are deleted, and the games
continue.
"""

import json

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from accounts.models import Profile
from games import services
from games.models import Game, Outbox
from tests.web.cast import browser, hold, person, running

pytestmark = pytest.mark.django_db


def delete(who: str, password: str = "a-long-pass-word") -> int:
    return browser(who).post(reverse("account-delete"), {"password": password}).status_code


def test_an_account_goes_only_with_its_password() -> None:
    person("owner")
    assert delete("owner", "wrong") == 200
    assert get_user_model().objects.filter(username="owner", is_active=True).exists()
    assert browser().post(reverse("account-delete"), {"password": "x"}).status_code == 302


def test_nothing_personal_stays_and_the_game_goes_on() -> None:
    game, owner = running(hours_per_decision=24), person("owner")
    Profile.of(owner)
    owner.email = "owner@example.org"
    owner.save()
    browser("owner").post(reverse("game-act", args=[game.pk]), hold(game))
    client = browser("owner")
    assert client.post(reverse("account-delete"), {"password": "a-long-pass-word"}).status_code == 302
    assert "Farewell" in client.get("/").content.decode()
    owner.refresh_from_db()
    assert (owner.is_active, owner.email, owner.username) == (False, "", f"gone/{owner.pk}")
    assert not Profile.objects.filter(user=owner).exists()
    assert not Outbox.objects.filter(recipient=owner).exists()
    game.refresh_from_db()
    assert game.running and game.seats.get(key="red").free
    assert services.verify_game(game).ok
    assert "owner" not in browser("rival").get(reverse("game-chronicle", args=[game.pk])).content.decode()
    assert (
        browser().post(reverse("login"), {"username": "owner", "password": "a-long-pass-word"}).status_code
        == 200
    )


def test_a_game_whose_leader_goes_is_led_by_a_player_or_given_up() -> None:
    led, alone = (
        running(),
        services.create_game(gm=person("gm"), name="alone", system="fords", now=timezone.now()),
    )
    assert delete("gm") == 302
    led.refresh_from_db()
    alone.refresh_from_db()
    assert led.gm == person("owner") and led.running
    assert alone.status == Game.Status.ABANDONED
    assert Outbox.objects.get(kind=Outbox.Kind.LED).recipient == person("owner")
    assert browser("owner").get(reverse("game-desk", args=[led.pk])).status_code == 200


def test_a_game_is_handed_over_at_the_desk_to_who_plays_in_it() -> None:
    game = running()
    desk, client = reverse("game-desk", args=[game.pk]), browser("gm")
    page = client.get(desk).content.decode()
    assert "<option>owner</option>" in page and "<option>gm</option>" not in page
    refused = client.post(desk, {"do": "hand_over", "to": "stranger"}, follow=True).content.decode()
    assert "stranger isn&#x27;t playing in this game." in refused
    assert browser("owner").post(desk, {"do": "hand_over", "to": "owner"}).status_code == 403
    client.post(desk, {"do": "hand_over", "to": "rival"})
    game.refresh_from_db()
    assert game.gm == person("rival")
    assert client.get(desk).status_code == 404
    assert browser("rival").get(desk).status_code == 200


def test_a_player_leaves_a_running_game_from_his_orders() -> None:
    game = running()
    page = browser("owner").get(reverse("game-orders", args=[game.pk])).content.decode()
    assert reverse("game-leave", args=[game.pk]) in page
    browser("owner").post(reverse("game-leave", args=[game.pk]), {"seat": "red"})
    assert game.seats.get(key="red").free and not game.seats.get(key="red").orders


def test_what_is_known_of_a_person_is_a_file_of_his_own() -> None:
    game = running()
    services.write_orders(
        game.pk, person("owner"), "red", {"stand": {"withdraw_at": 2}}, True, now=timezone.now()
    )
    answer = browser("owner").get(reverse("account-data"))
    known = json.loads(answer.content)
    assert "attachment" in answer["Content-Disposition"]
    assert known["name"] == "owner" and "password" not in answer.content.decode()
    assert known["games"][0]["seats"] == {"red": {"orders": {"stand": {"withdraw_at": 2}}, "at_once": True}}
    assert browser().get(reverse("account-data")).status_code == 302


def test_whoever_took_the_name_of_somebody_gone_hinders_nobody_from_going() -> None:
    """A new user may choose a name that looks like the placeholder of a deleted account."""
    going = person("owner")
    for name in (f"gone-{going.pk}", f"gone/{going.pk}"):
        sent = {"username": name, "password1": "a-long-pass-word", "password2": "a-long-pass-word"}
        browser().post(reverse("signup"), {**sent, "language": "en", "timezone": "UTC"})
    assert delete("owner") == 302
    going.refresh_from_db()
    assert not going.is_active and "owner" not in going.username


def test_who_is_gone_is_told_of_in_words_and_in_the_readers_language() -> None:
    game = running(hours_per_decision=24)
    browser("owner").post(reverse("game-act", args=[game.pk]), hold(game))
    letter = {"seat": "red", "to": "blue", "text": "Farewell to arms", "key": "k"}
    browser("owner").post(reverse("game-letters", args=[game.pk]), letter)
    assert delete("owner") == 302
    for page in ("game-chronicle", "game-letters"):
        told = browser("rival").get(reverse(page, args=[game.pk])).content.decode()
        assert "somebody who has left" in told and "gone/" not in told
