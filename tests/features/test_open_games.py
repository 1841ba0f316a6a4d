"""Open games: who sees what in the list, and who may take a seat."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import guests
from accounts.models import Block
from features.open_games import listing
from features.open_games.models import Offer
from features.open_games.services import offer
from games import services
from games.models import Game, Invitation
from tests.web.cast import browser, lobby, person, running

pytestmark = pytest.mark.django_db

LIST = "/open/"


def offered(name: str = "By the fords", told: dict[str, str] | None = None, **settings: Any) -> Game:
    game = lobby(name=name, **settings)
    offer(person("gm"), game.pk, told or {}, now=timezone.now())
    return game


def page(client: Client, address: str = LIST) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def at(game: Game) -> str:
    return reverse("open-game", args=[game.pk])


def guest() -> Client:
    made = guests.create_guest("en", "", timezone.now())
    client = Client()
    client.force_login(made)
    return client


def test_only_offered_games_with_a_free_seat_are_listed() -> None:
    shown, hidden = offered("Shown"), lobby(name="Hidden")
    assert "Shown" in page(browser()) and "Hidden" not in page(browser())
    assert browser("stranger").get(at(hidden)).status_code == 404
    for seat in shown.seats.all():
        services.set_bot(shown.pk, person("gm"), seat.key, True, now=timezone.now())
    assert "Shown" not in page(browser())
    assert browser("stranger").get(at(shown)).status_code == 404


def test_a_stranger_takes_a_seat_and_the_game_leaves_their_list() -> None:
    game = offered()
    stranger = browser("stranger")
    assert "By the fords" in page(stranger)
    answer = stranger.post(at(game), {"seat": "blue"})
    assert answer.status_code == 302 and answer["Location"] == reverse("game", args=[game.pk])
    assert game.seats.get(key="blue").user == person("stranger")
    assert "By the fords" not in page(stranger)


def test_two_people_cannot_take_the_same_seat() -> None:
    game = offered()
    browser("rival").post(at(game), {"seat": "blue"})
    answer = browser("stranger").post(at(game), {"seat": "blue"})
    assert answer.status_code == 409
    assert game.seats.get(key="blue").user == person("rival")


@pytest.mark.parametrize("blocker", ["gm", "rival"])
def test_a_blocked_person_neither_sees_nor_joins_the_game(blocker: str) -> None:
    game = offered()
    browser("rival").post(at(game), {"seat": "blue"})
    Block.objects.create(user=person(blocker), blocked=person("stranger"), created_at=timezone.now())
    stranger = browser("stranger")
    assert "By the fords" not in page(stranger)
    assert stranger.get(at(game)).status_code == 404
    assert stranger.post(at(game), {"seat": "red"}).status_code == 404
    assert game.seats.get(key="red").user is None
    # logged out they read what every visitor reads, and no name
    assert "By the fords" in page(browser()) and "rival" not in page(browser(), at(game))


def test_games_of_people_whom_one_has_blocked_are_left_out() -> None:
    offered()
    Block.objects.create(user=person("stranger"), blocked=person("gm"), created_at=timezone.now())
    assert "By the fords" not in page(browser("stranger"))


def test_names_are_for_members_only() -> None:
    game, leader = lobby(), person("gaius-leads")
    Game.objects.filter(pk=game.pk).update(gm=leader)
    offer(leader, game.pk, {"guests": "1"}, now=timezone.now())
    for client in (browser(), guest()):
        assert "gaius-leads" not in page(client) + page(client, at(game))
    assert "gaius-leads" in page(browser("stranger"))


def test_the_invitation_behind_the_offer_is_shown_to_nobody_else() -> None:
    game = offered(told={"guests": "1"})
    token = Invitation.objects.get(game=game).token
    for client in (browser(), guest(), browser("stranger")):
        assert token not in page(client) + page(client, at(game))


def test_guests_come_only_where_they_are_welcome() -> None:
    closed, open_ = offered("Closed"), offered("For all", {"guests": "1"})
    visitor = guest()
    assert visitor.post(at(closed), {"seat": "red"}).status_code == 409
    assert closed.seats.get(key="red").user is None
    assert visitor.post(at(open_), {"seat": "red"}).status_code == 302
    assert guests.is_guest(open_.seats.get(key="red").user)
    assert browser().post(at(closed), {"seat": "blue"})["Location"].startswith("/account/login/")
    assert browser().post(at(open_), {"seat": "blue"}).status_code == 302
    assert guests.is_guest(open_.seats.get(key="blue").user)


def test_a_guest_offers_no_game() -> None:
    made = guests.create_guest("en", "", timezone.now())
    game = lobby()
    Game.objects.filter(pk=game.pk).update(gm=made)
    client = Client()
    client.force_login(made)
    assert client.post(reverse("game-offer", args=[game.pk]), {"do": "offer"}).status_code == 422
    assert not Offer.objects.exists()


@pytest.mark.parametrize("who", ["", "stranger", "rival"])
def test_only_the_game_master_offers_and_withdraws(who: str) -> None:
    game = offered()
    if who == "rival":
        browser("rival").post(at(game), {"seat": "blue"})
    for do in ("offer", "withdraw"):
        answer = browser(who).post(reverse("game-offer", args=[game.pk]), {"do": do, "words": "mine now"})
        assert answer.status_code in {302, 403, 404}
    assert Offer.objects.get().words == ""


def test_withdrawing_takes_the_link_away_too() -> None:
    game = offered()
    token = Invitation.objects.get(game=game).token
    browser("gm").post(reverse("game-offer", args=[game.pk]), {"do": "withdraw"})
    assert not Offer.objects.exists()
    assert browser("stranger").get(reverse("join", args=[token])).status_code == 410


def test_a_changed_offer_keeps_one_entry_and_one_link() -> None:
    game = offered()
    address = reverse("game-offer", args=[game.pk])
    browser("gm").post(address, {"do": "offer", "pace": "live", "words": "a\u202e\nb", "level": "none"})
    found = Offer.objects.get()
    assert (found.pace, found.level, found.words) == ("live", "", "a b")
    assert Invitation.objects.filter(game=game).count() == 1


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", {"Live one", "Slow one"}),
        ("?pace=live", {"Live one"}),
        ("?pace=days", {"Slow one"}),
        ("?language=it", {"Slow one", "Live one"}),  # any language fits
        ("?language=en", {"Live one"}),
        ("?level=new", {"Live one", "Slow one"}),
        ("?level=skilled", {"Live one"}),
        ("?guests=1", {"Live one"}),
        ("?players=2", set()),
        ("?players=3", {"Live one", "Slow one"}),
        ("?system=fords", {"Live one", "Slow one"}),
        ("?system=dba", set()),
        ("?system=nonsense&pace=never", {"Live one", "Slow one"}),
    ],
)
def test_the_list_of_open_games_can_be_filtered(query: str, names: set[str]) -> None:
    offered("Live one", {"pace": "live", "guests": "1"})
    offered("Slow one", {"pace": "days", "language": "it", "level": "new"})
    found = page(browser(), LIST + query)
    assert {name for name in ("Live one", "Slow one") if name in found} == names
    assert ("No open game fits" in found) == (not names)


def test_a_running_game_with_an_empty_seat_can_be_offered() -> None:
    game, now = running(), timezone.now()
    services.leave_seat(game.pk, person("rival"), "blue", now=now)
    offer(person("gm"), game.pk, {}, now=now)
    answer = browser("stranger").post(at(game), {"seat": "blue"})
    assert answer["Location"] == reverse("game-briefing", args=[game.pk])


def test_the_list_is_linked_from_home_navigation_and_new_game() -> None:
    for client, address in ((browser(), "/"), (browser("owner"), "/"), (browser("owner"), "/games/new/")):
        assert 'href="/open/"' in page(client, address)
    assert "No open game at the moment" in page(browser())


def test_a_new_game_goes_straight_to_the_list() -> None:
    sent = {"name": "Fresh", "scenario": "even", "f-rounds": "6", "seat-red": "me", "offered": "on"}
    lobby()
    answer = browser("owner").post("/games/new/fords/", sent)
    game = Game.objects.get(name="Fresh")
    assert answer["Location"] == reverse("game-offer", args=[game.pk])


def test_a_filter_finds_people_with_a_rating_near_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game = offered()
    browser("rival").post(at(game), {"seat": "blue"})
    known = {person("rival").pk: 900, person("stranger").pk: 700}
    monkeypatch.setattr("accounts.parts.ratings_in", lambda system: known if system == "fords" else {})
    monkeypatch.setattr(listing, "KEPT_SECONDS", 0)
    near = f"{LIST}?rating=near"
    assert "By the fords" in page(browser("stranger"), near)
    known[person("stranger").pk] = 100
    assert "By the fords" not in page(browser("stranger"), near)
    del known[person("stranger").pk]
    assert "By the fords" not in page(browser("stranger"), near), "a newcomer meets newcomers"
    known.clear()
    assert "By the fords" in page(browser("stranger"), near)
    assert "By the fords" in page(browser(), near) and "Rating" not in page(browser()), "not for visitors"


def test_ratings_are_not_calculated_for_every_request(monkeypatch: pytest.MonkeyPatch) -> None:
    offered()
    asked: list[str] = []
    monkeypatch.setattr("accounts.parts.ratings_in", lambda system: asked.append(system) or {})
    cache.clear()
    for who in ("stranger", "stranger", "rival"):
        page(browser(who), f"{LIST}?rating=near")
    assert asked == ["fords"]
    cache.clear()  # the people of other tests have the same numbers
