"""Leagues where people bring their own armies: from the built-in lists, the club's, or none."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from armies.dba.free_lists import free_list
from armies.dba.roster import from_picks, ready_roster
from armies.models import SavedArmy
from armies.services import save_army
from leagues.models import League
from leagues.refusals import LeagueRefused
from leagues.services import founding
from tests.armies.dba.own_lists import own_file
from tests.leagues.cast import boards, club, game_of, next_round, press
from tests.web.cast import browser, person

pytestmark = pytest.mark.django_db


def dba(armies: str, **more: object) -> League:
    return club("anna", "bruno", system="dba", armies=armies, **more)


def saved(who: str, roster: object) -> SavedArmy:
    return save_army(person(who), roster, timezone.now())  # type: ignore[arg-type]


def free_army(who: str) -> SavedArmy:
    return saved(who, from_picks(free_list(), [{"SCh": 1}, {"4Bd": 4, "El": 4, "3Kn": 3}], name="Wild"))


def load(league: League, who: str, sent: bytes) -> tuple[int, str]:
    file = SimpleUploadedFile("club.json", sent)
    answer = browser(who).post(
        f"{league.get_absolute_url()}lists/", {"do": "load", "file": file}, follow=True
    )
    return answer.status_code, answer.content.decode()


def sides(league: League) -> dict[str, dict[str, str]]:
    """Return the name and the list of the army that each player brings to the league's only board, by user
    name.
    """
    (board,) = boards(league)
    game = game_of(board)
    return {
        game.seats.get(key=seat).user.username: {"name": army["name"], "list": army.get("list", "")}
        for seat, army in game.scenario["armies"].items()
    }


def test_everybody_fights_with_the_army_they_bring() -> None:
    league = dba("free")
    wild = free_army("anna")
    page = press(league, "anna", "army", army=str(wild.pk))
    assert "You bring Wild (no list) to the rounds to come." in page
    wild.delete()  # the league keeps the chosen list
    next_round(league)
    found = sides(league)
    assert found["anna"] == {"name": "Wild", "list": "free"}
    own = game_of(boards(league)[0]).scenario["armies"]
    assert {army["list"] for army in own.values() if army["name"] != "Wild"} != {"free"}
    game = game_of(boards(league)[0])
    for language, mark in (("en", "Wild (no list)"), ("it", "Wild (nessuna lista)")):
        browser_of = browser("anna")
        shown = browser_of.get(game.get_absolute_url(), headers={"accept-language": language})
        assert mark in shown.content.decode()


@pytest.mark.parametrize("armies", ["listed", "club"])
def test_an_army_of_no_list_is_refused_where_the_league_does_not_allow_it(armies: str) -> None:
    league = dba(armies)
    page = press(league, "anna", "army", army=str(free_army("anna").pk))
    assert "of a list that this league doesn" in page and "You have chosen no army" in page
    assert "You bring" in press(league, "anna", "army", army="vandal")


def test_a_clubs_lists_are_loaded_by_its_organiser_and_taken_by_its_people() -> None:
    league = dba("club")
    assert load(league, "anna", own_file())[0] == 403
    status, page = load(league, "gm", own_file())
    assert status == 200 and "1 list of the club is loaded" in page and "Club Samnites" in page
    anna, address = browser("anna"), f"{league.get_absolute_url()}lists/"
    answer = anna.post(address, {"do": "take", "number": "1"})
    army = SavedArmy.objects.get(owner=person("anna"))
    assert answer["Location"] == army.get_absolute_url() and army.ready
    assert "You bring Club Samnites (own list)" in press(league, "anna", "army", army=str(army.pk))
    assert "You bring Club Samnites (own list)" in press(league, "bruno", "army", army="club-1")
    next_round(league)
    assert {one["list"] for one in sides(league).values()} == {"own"}


def test_a_list_that_is_no_list_of_the_club_does_not_fight() -> None:
    league = dba("club")
    load(league, "gm", own_file())
    anna = browser("anna")
    anna.post(f"{league.get_absolute_url()}lists/", {"do": "take", "number": "1"})
    army = SavedArmy.objects.get()
    press(league, "anna", "army", army=str(army.pk))
    load(league, "gm", own_file(aggression=3))  # the club corrects its list
    assert league.members.get(user=person("anna")).army is None
    assert "of a list that this league doesn" in press(league, "anna", "army", army=str(army.pk))


def test_an_organiser_who_plays_takes_no_army_from_anybody() -> None:
    league = dba("club", plays=True)
    load(league, "gm", own_file())
    press(league, "anna", "army", army="club-1")
    status, page = load(league, "gm", own_file(aggression=3))
    assert status == 422 and "somebody brings an army of a list that these leave out" in page
    assert league.members.get(user=person("anna")).army is not None
    press(league, "anna", "army", army="")
    assert load(league, "gm", own_file(aggression=3))[0] == 200


def test_every_mistake_of_the_clubs_file_is_named_with_its_line() -> None:
    league = dba("club")
    pretty = json.dumps(json.loads(own_file(aggression=9, topography="sea")), indent=1).encode()
    status, page = load(league, "gm", pretty)
    lines = [
        n for n, one in enumerate(pretty.decode().splitlines(), 1) if "aggression" in one or "sea" in one
    ]
    assert status == 422 and len(lines) == 2
    assert all(f"Line {line}, at $.armies[0]." in page for line in lines)
    league.refresh_from_db()
    assert league.lists == []


def test_where_nobody_brings_armies_there_are_none_to_choose() -> None:
    league = dba("")
    assert "In this league players don&#x27;t bring their own armies" in press(
        league, "anna", "army", army="vandal"
    )
    assert browser("gm").get(f"{league.get_absolute_url()}lists/").status_code == 404
    with pytest.raises(LeagueRefused) as refused:
        founding.found_league(person("gm"), "x", "duel", now=timezone.now(), armies="free")
    assert refused.value.code == "no_armies"
    with pytest.raises(LeagueRefused) as refused:
        founding.found_league(person("gm"), "x", "dba", now=timezone.now(), armies="free", kind="duplicate")
    assert refused.value.code == "duplicate_armies"


def test_a_league_is_founded_with_armies_by_its_form() -> None:
    gm = browser("gm")
    assert 'name="armies"' in gm.get("/leagues/new/dba/").content.decode()
    assert 'name="armies"' not in gm.get("/leagues/new/duel/").content.decode()
    sent = {"name": "Winter", "rounds": "2", "hours": "", "plays": "on", "armies": "listed"}
    sent |= {"f-setup": "guided", "f-hands": "any", "f-nightfall": "40", "f-bot": "strong"}
    gm.post("/leagues/new/dba/", sent)
    league = League.objects.get()
    assert league.armies == "listed"
    page = gm.get(league.get_absolute_url()).content.decode()
    assert "their own, of our lists" in page and "No army chosen yet" in page
    saved("gm", ready_roster("vandal"))
    assert "You bring" in press(league, "gm", "army", army=str(SavedArmy.objects.get().pk))
