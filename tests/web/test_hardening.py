"""Requests that no form of ours sends: they are refused in words, never with a server error, and change
nothing.
"""

from datetime import timedelta

import pytest
from django.core.exceptions import TooManyFieldsSent
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from config.utf8_requests import UTF8Request
from features.proof import limits
from games import services
from games.models import Game, Outbox
from tests.web.cast import browser, lobby, person, running

pytestmark = pytest.mark.django_db

READING = ("game", "game-chronicle", "game-replay", "game-verify", "game-state", "game-desk", "game-back")


def test_a_visitor_of_a_public_game_takes_no_seat_away_and_moves_no_deadline() -> None:
    game = running(public=True, hours_per_decision=24)
    services.leave_seat(game.pk, person("gm"), "blue", now=timezone.now())
    due = game.decisions.get(seat="blue").due_at
    for who in ("", "stranger", "owner"):
        for seat in ("blue", "green"):
            answer = browser(who).post(reverse("game-leave", args=[game.pk]), {"seat": seat})
            assert answer.status_code == (403 if who else 302)
    assert game.decisions.get(seat="blue").due_at == due


def test_leaving_gains_no_time_and_the_game_master_is_told() -> None:
    game = running(hours_per_decision=24)
    due = game.decisions.get(seat="blue").due_at
    services.leave_seat(game.pk, person("rival"), "blue", now=timezone.now() + timedelta(hours=5))
    assert game.decisions.get(seat="blue").due_at == due
    told = Outbox.objects.get(kind=Outbox.Kind.SEAT_FREE)
    assert told.recipient == person("gm")


@pytest.mark.parametrize("seat", ["nonsense", "", "a\0b"])
def test_there_is_no_such_seat(seat: str) -> None:
    answer = browser("owner").post(reverse("game-leave", args=[running().pk]), {"seat": seat})
    assert answer.status_code in (400, 403)


@pytest.mark.parametrize(
    "sent",
    [
        {"do": "extend", "hours": "999999999999"},
        {"do": "extend", "hours": "-5"},
        {"do": "settings", "name": "x", "hours_per_decision": "-3"},
        {"do": "settings", "name": "x", "hours_per_decision": "9" * 30},
        {"do": "settings", "name": "x", "hours_per_decision": "soon"},
    ],
)
def test_hours_beyond_reason_change_nothing(sent: dict[str, str]) -> None:
    game = running(hours_per_decision=24)
    due = set(game.decisions.values_list("due_at", flat=True))
    page = browser("gm").post(reverse("game-desk", args=[game.pk]), sent, follow=True).content.decode()
    assert "This must be a whole number." in page
    game.refresh_from_db()
    assert game.hours_per_decision == 24 and game.name == "Three fords"
    assert set(game.decisions.values_list("due_at", flat=True)) == due


def test_text_that_no_database_stores_is_refused() -> None:
    game = running()
    desk = reverse("game-desk", args=[game.pk])
    assert browser("gm").post(desk, {"do": "settings", "name": "x\0y"}).status_code == 400
    assert browser("gm").get(f"{reverse('game-chronicle', args=[game.pk])}?by=%00").status_code == 400


@pytest.mark.parametrize("page", READING)
def test_a_game_whose_rules_are_not_installed_says_so(page: str) -> None:
    game = running()
    Game.objects.filter(pk=game.pk).update(system="gone")
    answer = browser("gm").get(reverse(page, args=[game.pk]))
    assert answer.status_code == 503
    assert "are not installed on this server" in answer.content.decode()


@pytest.mark.parametrize("system", ["fords", "justinian", "dba"])
@pytest.mark.parametrize("page", READING)
def test_a_game_that_gathers_its_players_has_pages(system: str, page: str) -> None:
    game = lobby(system=system)
    services.take_seat(game.pk, person("gm"), game.seats.all()[0].key, now=timezone.now())
    assert browser("gm").get(reverse(page, args=[game.pk]), follow=True).status_code == 200


def test_a_whole_game_is_not_derived_anew_as_often_as_somebody_likes() -> None:
    game = running(public=True)
    address = reverse("game-verify", args=[game.pk])
    for _ in range(limits.CHECKS.most):
        assert browser().post(address).status_code == 200
    assert browser().post(address).status_code == 429
    assert browser().get(address).status_code == 200


def test_the_reason_of_a_step_back_is_kept_and_told() -> None:
    game = running()
    browser("owner").post(
        reverse("game-act", args=[game.pk]),
        {"seq": game.seq, "key": "k", "seat": "red", "kind": "hold"},
    )
    game.refresh_from_db()
    sent = {"do": "back", "to": "0", "seq": game.seq, "key": "r", "why": "the <wrong> ford"}
    browser("gm").post(reverse("game-back", args=[game.pk]), sent)
    page = browser("owner").get(reverse("game-chronicle", args=[game.pk])).content.decode()
    assert "Reason: the &lt;wrong&gt; ford" in page
    game.refresh_from_db()
    assert services.verify_game(game).ok


def test_who_has_played_a_thousand_games_still_gets_his_page() -> None:
    from games.models import Seat

    game = running()
    Seat.objects.bulk_create(
        Seat(game=game, key=f"old-{number}", place=number, user=person("owner")) for number in range(1100)
    )
    assert "Your move" in browser("owner").get("/").content.decode()


@pytest.mark.parametrize("sent", [{"seat": "red"}, {}])
def test_a_form_where_json_is_asked_for_is_not_understood(sent: dict[str, str]) -> None:
    """A URL that expects JSON refuses a form. Django has already read the form, so its bytes cannot be read
    again as JSON.
    """
    assert browser().post("/battles/dba/lookup/", sent).status_code == 400


@pytest.mark.parametrize("seat", ["blue", "green", "nonsense", "", None])
def test_orders_for_the_seat_of_another_are_refused_and_change_nothing(seat: str | None) -> None:
    """Orders for another player's seat used to be stored for the sender's own first seat."""
    game = running()
    game.seats.filter(key="red").update(orders={"stand": {"withdraw_at": 3}})
    before = list(game.seats.values())
    sent = {"on-stand": "on", "f-stand.withdraw_at": "1", **({} if seat is None else {"seat": seat})}
    assert browser("owner").post(reverse("game-orders", args=[game.pk]), sent).status_code == 403
    assert list(game.seats.values()) == before
    sent["seat"] = "red"
    assert browser("owner").post(reverse("game-orders", args=[game.pk]), sent).status_code == 302
    assert game.seats.get(key="red").orders == {"stand": {"withdraw_at": 1}}


@pytest.mark.parametrize(
    "kind",
    [
        "hex",
        "base64",
        "idna",
        "rot13",
        "undefined",
        "utf-16",
        "none-such",
        "utf-8; charset*=x''%ff; charset*0=y",
    ],
)
def test_a_request_is_read_whatever_character_set_it_names(kind: str) -> None:
    """A request is read as UTF-8 even if it names another or an unknown character set. Django would decode it
    with that set before errors are handled, and the web server would answer 500.
    """
    told = {"QUERY_STRING": "a=1&" * 2000 + "b=%ff", "CONTENT_TYPE": f"application/json; charset={kind}"}
    asked = UTF8Request(RequestFactory()._base_environ(**told))
    with pytest.raises(TooManyFieldsSent):
        _read = asked.GET
    told["QUERY_STRING"] = "b=%C3%A9&c=%ff"
    assert UTF8Request(RequestFactory()._base_environ(**told)).GET.dict() == {"b": "é", "c": "\ufffd"}


def test_a_query_of_too_many_fields_is_told_so_on_a_page() -> None:
    long = "a=1&" * 1500
    assert browser().get(f"/?{long}").status_code == 400
    assert browser("owner").get(f"/account/settings/?{long}").status_code == 400
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"/account/login/?{long}", {"username": "x"}).status_code == 403
