"""The hosts' powers: administrators, bans, deleted accounts, sign-up and site notices."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import site
from accounts.logins import keys
from accounts.models import Key
from games import services
from games.models import Game
from games.tasks import send_outbox, sweep_deadlines
from leagues.services import founding
from tests.accounts.newcomers import NEW
from tests.web.cast import browser, hold, lobby, person, running

pytestmark = pytest.mark.django_db


def run(*command: str, **options: Any) -> str:
    told = io.StringIO()
    call_command(*command, stdout=told, **options)
    return told.getvalue()


# --- the first administrator ---


def test_the_first_administrator_by_one_command() -> None:
    told = run("make_admin", "belisarius")
    user = get_user_model().objects.get(username="belisarius")
    assert user.is_superuser and user.is_staff and not user.has_usable_password()
    link = next(word for word in told.split() if "/account/reset/" in word)
    client = Client()
    form = client.get("/" + link.split("/", 3)[3], follow=True)
    sent = {"new_password1": "dara-530-dara", "new_password2": "dara-530-dara"}
    client.post(form.request["PATH_INFO"], sent)
    user.refresh_from_db()
    assert user.check_password("dara-530-dara")
    assert "/account/reset/" not in run("make_admin", "belisarius")


def test_an_account_becomes_an_administrator_and_keeps_its_password() -> None:
    user = person("owner")
    run("make_admin", "owner")
    user.refresh_from_db()
    assert user.is_superuser and user.check_password("a-long-pass-word")


@pytest.mark.parametrize("name", ["x", "two words", "OWNER"])
def test_no_administrator_of_a_name_that_is_none_or_anothers(name: str) -> None:
    person("owner")
    with pytest.raises(CommandError):
        run("make_admin", name)
    assert not get_user_model().objects.filter(is_superuser=True).exists()


# --- banning and deleting ---


def test_who_is_banned_leaves_and_does_not_come_back() -> None:
    game, client, rival = running(), browser("rival"), person("rival")
    token = keys.create_key(rival, "bot", ["read"], 30, timezone.now())
    led = services.create_game(gm=rival, name="led", system="fords", now=timezone.now())
    run("ban", "RIVAL")
    rival.refresh_from_db()
    assert not rival.is_active and rival.get_username() == "rival"
    assert game.seats.get(key="blue").user is None
    assert Game.objects.get(pk=led.pk).status == Game.Status.ABANDONED
    assert client.get(reverse("settings")).status_code == 302 and not Key.objects.exists()
    assert Client().get("/api/games", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    told = {"username": "rival", "password": "a-long-pass-word"}
    assert browser().post(reverse("login"), told).status_code == 200
    assert browser().post(reverse("signup"), {**NEW, "username": "Rival"}).status_code == 200
    run("ban", "rival", "--lift")
    assert browser().post(reverse("login"), told).status_code == 302


def test_the_forget_command_deletes_an_account() -> None:
    game, rival = running(), person("rival")
    with pytest.raises(CommandError, match="Add --yes"):
        run("forget", "rival")
    run("forget", "rival", "--yes")
    rival.refresh_from_db()
    assert rival.get_username() == f"gone/{rival.pk}" and game.seats.get(key="blue").user is None
    with pytest.raises(CommandError, match="nobody called"):
        run("forget", "rival", "--yes")


# --- who may sign up ---


def sign_up(**more: str) -> int:
    return browser().post(reverse("signup"), {**NEW, "username": "narses", **more}).status_code


def test_a_closed_site_takes_nobody(settings: Any) -> None:
    settings.SIGNUP = "closed"
    assert sign_up() == 403 and not get_user_model().objects.filter(username="narses").exists()
    assert "accepting new accounts" in browser().get(reverse("signup")).content.decode()
    assert reverse("signup") not in browser().get(reverse("login")).content.decode()
    assert browser().post("/play/", {"system": "justinian"}).status_code == 429
    assert not get_user_model().objects.exists()


def test_by_invitation_of_the_host_a_game_or_a_league(settings: Any) -> None:
    settings.SIGNUP = "invited"
    game = lobby()
    now = timezone.now()
    join = services.invite(game.pk, person("gm"), seat="blue", now=now)
    league = founding.found_league(person("gm"), "Club", "dba", now=now)
    assert sign_up() == 403 and sign_up(invited="forged") == 403
    assert sign_up(next="/join/nonsense/") == 403 and sign_up(next="https://[") == 403
    good = {
        "narses": {"next": reverse("join", args=[join.token])},
        "totila": {"next": reverse("leagues:join", args=[league.token])},
        "teias": {"invited": run("invite").split("invited=")[1].split()[0].replace("%3A", ":")},
    }
    for name, how in good.items():
        assert browser().get(reverse("signup"), how).status_code == 200
        assert sign_up(username=name, **how) == 302, name
    assert "need an invitation" in browser().get(reverse("signup")).content.decode()


def test_an_invitation_ends(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from accounts import joining

    settings.SIGNUP = "invited"
    link = joining.invitation(1, timezone.now() - timedelta(days=2))
    assert browser().get("/" + link.split("/", 3)[3]).status_code == 403
    with pytest.raises(CommandError):
        run("invite", "--days", "0")


# --- site notices ---


def test_the_clubs_own_pages_stand_at_the_foot(settings: Any) -> None:
    assert "Legal notice" not in browser().get("/").content.decode()
    settings.IMPRINT_URL = "https://club.example/imprint"
    settings.PRIVACY_URL = "https://club.example/privacy"
    page = browser().get("/").content.decode()
    assert 'href="https://club.example/imprint"' in page and ">Privacy<" in page and ">Terms<" not in page


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_an_announcement_in_both_languages(folder: Path) -> None:
    run("announce", "Upgrade <tonight>\nat ten", "--it", "Stasera alle dieci")
    assert "Upgrade &lt;tonight&gt; at ten" in browser().get("/").content.decode()
    client = browser()
    client.post(reverse("language"), {"language": "it"})
    assert "Stasera alle dieci" in client.get("/").content.decode()
    (folder / "announcement.json").write_text("[")
    assert browser().get("/").status_code == 200
    run("announce")
    assert site.announcement() == "" and "tonight" not in browser().get("/").content.decode()


def test_while_it_is_worked_on_people_read_and_nothing_is_taken(folder: Path) -> None:
    game = running(hours_per_decision=1)
    seq, client = game.seq, browser("owner")
    run("read_only", "on")
    page = client.get(game.get_absolute_url())
    assert (
        page.status_code == 200
        and "The site is under maintenance: you can read, but you can" in page.content.decode()
    )
    answer = client.post(reverse("game-act", args=[game.pk]), hold(game))
    assert answer.status_code == 503 and answer["Retry-After"] == "300"
    assert "Nothing was changed" in answer.content.decode()
    told = client.post(f"/api/games/{game.pk}/act", {}, content_type="application/json")
    assert told.status_code == 503 and told.json()["code"] == "read_only"
    assert client.post(reverse("theme"), {"theme": "dark"}).status_code == 302
    game.decisions.update(due_at=timezone.now())
    assert (sweep_deadlines(), send_outbox()) == (0, 0) and "read-only" in run("sweep")
    game.refresh_from_db()
    assert game.seq == seq
    run("read_only", "off")
    assert client.post(reverse("game-act", args=[game.pk]), hold(game)).status_code in (200, 302)
