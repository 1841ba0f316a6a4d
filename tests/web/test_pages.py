"""Every page in both languages: it opens, is complete, and has the strict Content Security Policy."""

from itertools import islice

import pytest
from django.urls import reverse

from tests.found import some
from tests.web import doors
from tests.web.cast import browser, lobby, running

pytestmark = pytest.mark.django_db

OPEN = ("home", "login", "signup", "password_reset")
OWN = ("home", "settings", "password_change", "new-game", "notices")
GAME = ("game", "game-chronicle", "game-replay", "game-verify", "game-orders")


def whole(answer, language: str) -> str:
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in page and page.rstrip().endswith("</html>")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy
    assert " style=" not in page and "<style" not in page and " onclick=" not in page
    assert "{%" not in page and "{{" not in page
    return page


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_page_of_a_visitor(language: str) -> None:
    client = browser()
    client.cookies["django_language"] = language
    for name in OPEN:
        whole(client.get(reverse(name)), language)


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_page_of_a_player_and_a_game_master(language: str) -> None:
    game, gathering = running(hours_per_decision=24), lobby()
    for who in ("owner", "gm"):
        client = browser(who)
        client.cookies["django_language"] = language
        for name in OWN:
            whole(client.get(reverse(name), follow=True), language)
        for name in GAME if who == "owner" else GAME[:-1]:
            whole(client.get(reverse(name, args=[game.pk])), language)
        whole(client.get(reverse("new-game-of", args=["fords"])), language)
    whole(client.get(reverse("game-desk", args=[game.pk])), language)
    whole(client.get(gathering.get_absolute_url()), language)


@pytest.mark.parametrize("language", ["en", "it"])
def test_error_pages_say_what_to_do(language: str) -> None:
    client = browser()
    client.cookies["django_language"] = language
    answer = client.get("/games/00000000-0000-0000-0000-000000000000/")
    page = answer.content.decode()
    assert answer.status_code == 404 and f'lang="{language}"' in page and reverse("home") in page


def test_the_page_of_a_fault_needs_nothing_and_speaks_both_languages() -> None:
    from django.template.loader import get_template

    page = get_template("500.html").render()
    assert "Something broke" in page and "Qualcosa si è rotto" in page


def test_htmx_gets_one_line_when_the_token_is_wrong() -> None:
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    answer = client.post(reverse("theme"), {"theme": "dark"}, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert answer.status_code == 403 and "data-problem" in page and "<html" not in page
    assert "<html" in client.post(reverse("theme"), {"theme": "dark"}).content.decode()


def test_home_puts_the_game_that_waits_for_me_on_top() -> None:
    game = running(name="Waiting for me")
    page = browser("owner").get("/").content.decode()
    assert "Your move" in page and f"{game.get_absolute_url()}?seat=red" in page
    assert "No game yet" in browser("stranger").get("/").content.decode()


def test_home_costs_the_same_with_many_games(django_assert_max_num_queries) -> None:
    for i in range(5):
        running(name=f"Game {i}")
    client = browser("owner")
    # among these are a pending e-mail address, requests for undo and corrections, and branches
    with django_assert_max_num_queries(20):
        client.get("/")


@pytest.mark.parametrize("name", ["game-act", "game-seats", "game-leave"])
def test_the_address_of_a_button_leads_back_to_its_page(name: str) -> None:
    """Opened as a page, a button's URL leads back: after a log-in, after a change of language on a refusal's
    page, or when typed.
    """
    game = running()
    answer = browser("owner").get(reverse(name, args=[game.pk]))
    assert answer.status_code == 302 and answer["Location"] == game.get_absolute_url()
    assert browser("stranger").get(reverse(name, args=[game.pk])).status_code in (302, 404)


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("/play/", "/"),
        ("/account/logout/", "/"),
        ("/account/theme/", "/"),
        ("/account/language/", "/"),
        ("/account/push/", "/account/notices/"),
        ("/account/email/again/", "/account/settings/"),
        ("/games/{game}/lesson", "/games/{game}/"),
        ("/games/{game}/offline/fetch/", "/games/{game}/offline/"),
        ("/t/{code}/screen/", "/t/{code}/"),
    ],
)
def test_the_address_of_a_button_opened_like_a_page_leads_to_the_page_of_the_button(
    address: str, page: str
) -> None:
    names = {"game": running().pk, "code": "ABCDEF"}
    client = browser("owner")
    answer = client.get(address.format(**names))
    assert answer.status_code == 302 and answer["Location"] == page.format(**names)
    assert client.head(address.format(**names)).status_code == 302
    told = client.get("/").content.decode()
    assert "This address only works through a button. Nothing was changed." in told


def test_no_address_answers_a_person_with_a_page_that_says_it_is_none() -> None:
    """A player types every URL into the browser, and none of them answers 405 (method not allowed)."""
    town = doors.build("owner")
    client, asked = browser("owner"), []
    for door in doors.doors():
        asked += [path for path in islice(door.paths(town), 1) if not path.startswith("/api/")]
    assert not [path for path in some(asked) if client.get(path).status_code == 405]


def test_a_page_that_takes_no_such_request_says_so_in_words() -> None:
    answer = browser("owner").delete(reverse("theme"))
    assert answer.status_code == 405 and answer["Allow"]
    page = answer.content.decode()
    assert "This address only works through a button. Nothing was" in page
    assert page.rstrip().endswith("</html>")
    line = browser("owner").get(reverse("theme"), headers={"HX-Request": "true"})
    assert line.status_code == 405 and "<html" not in line.content.decode()


def test_who_logs_in_from_an_error_comes_back_to_the_very_page() -> None:
    game = running()
    page = browser().get(f"{game.get_absolute_url()}?seat=red").content.decode()
    assert f"?next={game.get_absolute_url()}%3Fseat%3Dred" in page
