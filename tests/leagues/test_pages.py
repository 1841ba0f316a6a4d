"""The pages of leagues, and who may read them."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from leagues.models import League, Member, Round
from leagues.services import rounds
from tests.leagues.cast import begun, boards, club, fight, next_round, press
from tests.web.cast import browser, person

pytestmark = pytest.mark.django_db


def page(league: League, who: str = "", **more: str) -> str:
    answer = browser(who).get(league.get_absolute_url(), **more)  # type: ignore[arg-type]
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_league_is_founded_joined_drawn_and_played() -> None:
    gm = browser("gm")
    assert "You're not in a league yet" in gm.get("/leagues/").content.decode()
    assert "/leagues/new/duel/" in gm.get("/leagues/new/").content.decode()
    assert gm.get("/leagues/new/duel/").status_code == 200
    sent = {"name": "Winter", "rounds": "2", "hours": "48", "scenario": "even", "plays": "on"}
    answer = gm.post("/leagues/new/duel/", sent)
    league = League.objects.get()
    assert answer["Location"] == league.get_absolute_url()
    anna = browser("anna")
    assert "Winter" in anna.get(f"/leagues/join/{league.token}/").content.decode()
    assert anna.get(league.get_absolute_url()).status_code == 404
    anna.post(f"/leagues/join/{league.token}/")
    assert anna.get(f"/leagues/join/{league.token}/").status_code == 302
    assert "Round 1, preview" in press(league, "gm", "draw")
    assert "Round 1, preview" not in page(league, "anna")
    shown = press(league, "gm", "begin")
    assert "Your game" in shown and "Your game" in page(league, "anna")
    fight(boards(league)[0])
    assert "Your game" not in page(league, "anna") and "Round 1" in page(league, "anna")
    assert "Winter" in anna.get("/leagues/").content.decode()


def test_a_form_that_is_sent_twice_founds_one_league() -> None:
    gm = browser("gm")
    (key,) = re.findall(r'name="key" value="([^"]+)"', gm.get("/leagues/new/duel/").content.decode())
    sent = {"name": "Winter", "rounds": "2", "hours": "48", "scenario": "even", "plays": "on", "key": key}
    first, second = (gm.post("/leagues/new/duel/", sent)["Location"] for _ in range(2))
    assert first == second and League.objects.count() == 1 and Member.objects.count() == 1
    gm.post("/leagues/new/duel/", {**sent, "name": "Spring"})
    browser("anna").post("/leagues/new/duel/", sent)
    assert League.objects.count() == 3


def test_strangers_see_public_leagues_only() -> None:
    private, public = begun(), begun(public=True, name="Open")
    for who in ("", "stranger"):
        assert browser(who).get(private.get_absolute_url()).status_code == 404
        assert "Standings" in page(public, who)
        listed = browser(who).get("/leagues/").content.decode()
        assert "Open" in listed and "Club" not in listed
        assert public.token not in page(public, who) and "You lead" not in page(public, who)
    assert browser("stranger").post(f"{private.get_absolute_url()}do/", {"do": "draw"}).status_code == 404
    assert browser("anna").post(f"{private.get_absolute_url()}do/", {"do": "draw"}).status_code == 403


def test_ratings_have_a_page() -> None:
    assert "Nobody is rated yet" in browser().get("/leagues/ratings/duel/").content.decode()
    assert browser().get("/leagues/ratings/none/").status_code == 404
    league, private = begun("anna", "bruno", public=True), begun("carla", "dino")
    for one in (league, private):
        fight(boards(one)[0])
    shown = browser().get("/leagues/ratings/duel/").content.decode()
    assert "anna" in shown and "carla" not in shown


def test_refusals_are_told_in_words() -> None:
    league = begun()
    assert "has no result yet" in press(league, "gm", "draw")
    assert "There is no such button" in press(league, "gm", "nonsense")
    assert "Choose somebody first" in press(league, "gm", "remove", member="x")
    assert "know anyone by that name here. Send them the link instead" in press(
        league, "gm", "add", name="who"
    )
    assert browser("gm").get(f"{league.get_absolute_url()}do/").status_code == 302


def test_a_ruling_is_read_by_everybody() -> None:
    league = begun("anna", "bruno")
    board = boards(league)[0]
    sent = {"board": board.pk, "rank-first": 1, "rank-second": 2, "reason": "no show"}
    press(league, "gm", "rule", **sent)
    assert "no show" in page(league, "anna") and "ruled by the organiser" in page(league, "anna")
    press(league, "gm", "void", board=board.pk, reason="after all not")
    assert "does not count" in page(league, "anna")
    press(league, "gm", "as-ended", board=board.pk, reason="go on")
    assert board.rulings.count() == 3


def test_every_tool_of_who_leads() -> None:
    league = club()
    old = league.token
    press(league, "gm", "new-link")
    league.refresh_from_db()
    assert league.token != old
    assert browser("anna").get(f"/leagues/join/{old}/").status_code == 410
    press(league, "gm", "plan", rounds=7)
    assert "Set at least the number of rounds already drawn, and at most" in press(
        league, "gm", "plan", rounds=99
    )
    press(league, "gm", "remove", member=Member.objects.get(user=person("dino")).pk)
    press(league, "gm", "draw")
    one, other = Round.objects.get().chairs.values_list("member_id", flat=True)[:2]
    press(league, "gm", "exchange", one=one, other=other)
    press(league, "gm", "discard")
    assert not Round.objects.exists()
    next_round(league)
    fight(boards(league)[0])
    assert "Closed" in press(league, "gm", "close")
    assert "You organise this league" not in page(league, "gm")
    league.refresh_from_db()
    assert league.rounds_planned == 7


def test_a_form_that_is_wrong_says_so() -> None:
    for sent, told in (
        ({"name": " ", "rounds": "3"}, "Give the league a name"),
        ({"name": "A", "rounds": "x"}, "This must be a whole number"),
    ):
        answer = browser("gm").post("/leagues/new/duel/", sent)
        assert answer.status_code == 422 and told in answer.content.decode()
    assert not League.objects.exists()


def test_who_has_left_has_no_name() -> None:
    from accounts.leaving import delete_account

    league = begun()
    for board in boards(league):
        fight(board)
    delete_account(person("anna"), now=timezone.now())
    assert "somebody who has left" in page(league, "gm") and "anna" not in page(league, "gm")


def test_the_page_in_italian() -> None:
    league = begun()
    rounds_before = Round.objects.count()
    assert "La classifica" in page(league, "gm", HTTP_ACCEPT_LANGUAGE="it")
    assert Round.objects.count() == rounds_before and rounds
