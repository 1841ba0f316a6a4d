"""Accounts: sign-up, a person's language and time zone, and invitations that survive the log-in."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts.models import Profile
from games import services
from tests.flat import flat
from tests.web.cast import browser, hold, lobby, person, running

pytestmark = pytest.mark.django_db

NEW = {
    "username": "belisarius",
    "password1": "dara-530-dara",
    "password2": "dara-530-dara",
    "language": "it",
    "timezone": "Europe/Rome",
    "email": "",
}


def test_signing_up_logs_in_and_keeps_language_and_zone() -> None:
    client = browser()
    answer = client.post(reverse("signup"), NEW)
    assert answer.status_code == 302
    profile = Profile.objects.get(user__username="belisarius")
    assert (profile.language, profile.timezone) == ("it", "Europe/Rome")
    assert '<html lang="it"' in client.get("/").content.decode()


@pytest.mark.parametrize(
    "change", [{"password2": "other"}, {"timezone": "Mars/Olympus"}, {"language": "xx"}, {"email": "no"}]
)
def test_a_wrong_form_keeps_what_was_typed_and_makes_nobody(change: dict) -> None:
    answer = browser().post(reverse("signup"), {**NEW, **change})
    assert answer.status_code == 200 and 'value="belisarius"' in answer.content.decode()
    assert not get_user_model().objects.filter(username="belisarius").exists()


def test_logging_in_on_another_device_brings_the_language_along() -> None:
    user = person("owner")
    Profile.objects.create(user=user, language="it", timezone="Europe/Rome", theme="dark")
    client = browser()
    client.post(reverse("login"), {"username": "owner", "password": "a-long-pass-word"})
    page = client.get("/").content.decode()
    assert '<html lang="it" data-theme="dark"' in page


LOG_IN = {"username": "owner", "password": "a-long-pass-word"}


def test_what_a_visitor_switched_to_is_kept_when_he_logs_in() -> None:
    Profile.objects.create(user=person("owner"), language="en", theme="light")
    client = browser()
    client.post(reverse("language"), {"language": "it"})
    client.post(reverse("theme"), {"theme": ""})
    client.post(reverse("login"), LOG_IN)
    assert '<html lang="it">' in client.get("/").content.decode()
    profile = Profile.of(person("owner"))
    assert (profile.language, profile.theme) == ("it", "")


def test_a_devices_last_language_does_not_change_the_next_users() -> None:
    Profile.objects.create(user=person("rival"), language="it", theme="dark")
    Profile.objects.create(user=person("owner"), language="en")
    client = browser()
    client.post(reverse("language"), {"language": "it"})
    for name in ("rival", "owner"):
        client.post(reverse("login"), {**LOG_IN, "username": name})
        client.post(reverse("logout"))
    assert Profile.of(person("owner")).language == "en"
    assert client.cookies["django_language"].value == "en"


def test_a_malformed_cookie_chooses_nothing() -> None:
    client = browser()
    for name in ("django_language", "theme"):
        client.cookies[name] = "xx"
    client.cookies["language_chosen"] = client.cookies["theme_chosen"] = "1"
    client.post(reverse("login"), LOG_IN | {"username": person("owner").username})
    profile = Profile.of(person("owner"))
    assert (profile.language, profile.theme) == ("en", "")


def test_signing_up_keeps_the_colours_and_takes_the_language_of_the_form() -> None:
    client = browser()
    client.post(reverse("language"), {"language": "en"})
    client.post(reverse("theme"), {"theme": "dark"})
    client.post(reverse("signup"), NEW)
    assert '<html lang="it" data-theme="dark"' in client.get("/").content.decode()


def test_settings_are_kept_and_used() -> None:
    client = browser("owner")
    changes = {
        "language": "it",
        "timezone": "Asia/Tokyo",
        "theme": "dark",
        "mail": "on",
    }
    client.post(reverse("settings"), changes)
    profile = Profile.of(person("owner"))
    assert (profile.language, profile.timezone, profile.theme, profile.mail) == (
        "it",
        "Asia/Tokyo",
        "dark",
        True,
    )
    assert client.cookies["timezone"].value == "Asia/Tokyo"


def test_language_and_theme_before_any_account_and_no_open_redirect() -> None:
    client = browser()
    answer = client.post(reverse("language"), {"language": "it", "next": "https://evil.example/"})
    assert answer["Location"] == "/"
    client.post(reverse("theme"), {"theme": "dark", "next": "/"})
    assert '<html lang="it" data-theme="dark"' in client.get("/").content.decode()
    client.post(reverse("theme"), {"theme": "nonsense"})
    assert client.cookies["theme"].value == "dark"


def test_a_lost_password_is_mailed() -> None:
    user = person("owner")
    user.email = "owner@example.org"
    user.save()
    browser().post(reverse("password_reset"), {"email": "owner@example.org"})
    assert "/account/reset/" in mail.outbox[0].body


def test_logging_out_needs_a_post() -> None:
    client = browser("owner")
    assert client.get(reverse("logout"))["Location"] == "/" and client.session.get("_auth_user_id")
    assert client.post(reverse("logout")).status_code == 302


# --- invitations ---


def test_an_invitation_shows_the_game_before_and_survives_the_log_in() -> None:
    game = lobby(name="The Gothic war")
    link = services.invite(game.pk, person("gm"), seat="blue", now=timezone.now())
    address = reverse("join", args=[link.token])
    client = browser()
    page = client.get(address).content.decode()
    assert "The Gothic war" in page and page.count(f"?next={address}") == 4  # once of them in the page header
    assert f"?next={address}" in client.get(f"{reverse('login')}?next={address}").content.decode()
    answer = client.post(reverse("signup"), {**NEW, "next": address})
    assert answer["Location"] == address
    assert client.post(address, {"seat": "blue"})["Location"] == game.get_absolute_url()
    assert game.seats.get(key="blue").user.username == "belisarius"
    assert client.get(address)["Location"] == game.get_absolute_url()


def test_a_used_or_unknown_link_says_what_to_do() -> None:
    game = lobby()
    link = services.invite(game.pk, person("gm"), seat="blue", now=timezone.now())
    browser("owner").post(reverse("join", args=[link.token]), {"seat": "blue"})
    late = browser("rival").get(reverse("join", args=[link.token]))
    assert late.status_code == 410 and "game master" in late.content.decode()
    assert browser("rival").get(reverse("join", args=["nonsense"])).status_code == 410
    assert browser().post(reverse("join", args=[link.token]))["Location"].startswith(reverse("login"))


# --- sleep and absence ---

SETTINGS = {"language": "en", "timezone": "Europe/Rome", "theme": "", "email": "", "mail": "on"}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"night_from": "23"}, "Choose both hours, or neither."),
        ({"night_from": "20", "night_to": "9"}, "A night can be at most twelve hours long."),
        ({"night_from": "25", "night_to": "9"}, "valid choice"),
        ({"away_until": "2999-01-01"}, "You can be away for three weeks at most."),
    ],
)
def test_a_night_and_an_absence_within_reason(sent: dict[str, str], said: str) -> None:
    answer = browser("owner").post(reverse("settings"), {**SETTINGS, **sent})
    assert answer.status_code == 200 and said in answer.content.decode()


def test_who_is_away_says_so_once_and_every_game_waits_and_tells() -> None:
    game = running(hours_per_decision=24)
    until = timezone.localdate() + timedelta(days=6)
    sent = {**SETTINGS, "night_from": "23", "night_to": "7", "away_until": until.isoformat()}
    assert browser("owner").post(reverse("settings"), sent).status_code == 302
    due = game.decisions.get(seat="red").due_at
    assert due is not None and due.date() > until
    browser("rival").post(reverse("game-act", args=[game.pk]), hold(game, "blue"))
    assert "away until" in browser("rival").get(game.get_absolute_url()).content.decode()
    page = browser("owner").get(reverse("settings")).content.decode()
    assert f'value="{until.isoformat()}"' in page and '<option value="23" selected>' in page


def test_messages_are_new_until_they_are_looked_at() -> None:
    running()
    client = browser("rival")
    assert '<span class="badge">' in flat(client.get("/").content.decode())
    assert "chip--owed" in client.get(reverse("notices")).content.decode()
    assert "chip--owed" not in client.get(reverse("notices")).content.decode()
    assert '<span class="badge">' not in client.get("/").content.decode()


def test_a_game_that_was_left_is_named_not_linked() -> None:
    game = running()
    services.leave_seat(game.pk, person("rival"), "blue", now=timezone.now())
    page = browser("rival").get(reverse("notices")).content.decode()
    assert game.name in page and game.get_absolute_url() not in page


def test_the_time_zone_that_was_chosen_survives_a_mistake_elsewhere_in_the_form() -> None:
    """The browser's time zone is preselected only in a fresh form."""
    fresh = browser().get(reverse("signup")).content.decode()
    again = browser().post(reverse("signup"), {**NEW, "timezone": "Asia/Tokyo", "password2": "other"})
    assert "data-detect-zone" in fresh
    assert "data-detect-zone" not in again.content.decode()
    assert '<option value="Asia/Tokyo" selected>' in again.content.decode()


def test_who_never_chose_a_zone_keeps_the_browsers() -> None:
    Profile.of(person("gm"))
    client = browser()
    answer = client.post(reverse("login"), {"username": "gm", "password": "a-long-pass-word"})
    assert answer.cookies["timezone"].value == ""  # the page's script sends the zone again
    client.cookies["timezone"] = "Asia/Tokyo"
    page = client.get(reverse("settings")).content.decode()
    assert '<option value="Asia/Tokyo" selected>' in page and "data-detect-zone" in page


def test_who_chose_the_worlds_time_keeps_it() -> None:
    Profile.objects.create(user=person("gm"), timezone="UTC")
    client = browser()
    client.cookies["timezone"] = "Asia/Tokyo"
    answer = client.post(reverse("login"), {"username": "gm", "password": "a-long-pass-word"})
    assert answer.cookies["timezone"].value == "UTC"
    assert "data-detect-zone" not in client.get(reverse("settings")).content.decode()
