"""Guest commanders and appointments on pages, and who can open which page."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from features.letters import services as letters
from games import services
from games.models import BattleLink, Command, Game, Meeting
from games.services.leaving import InGames
from tests.flat import flat
from tests.found import some
from tests.games.cast import do
from tests.web.cast import browser, person
from tests.web.doors import war

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def bridges(settings: Any) -> None:
    settings.VEXILLUM_BRIDGES = ["tests.games.duel"]


def at(name: str, game: Game, *more: Any) -> str:
    return reverse(name, args=[game.pk, *more])


def link_of(game: Game, who: str = "owner", seat: str = "first") -> str:
    answer = browser(who).post(at("game-command", game), {"do": "link", "seat": seat}, follow=True)
    found = re.search(r"/command/[\w-]+/", answer.content.decode())
    assert found
    return found.group()


def page(who: str, address: str) -> str:
    answer = browser(who).get(address, follow=True)
    assert answer.status_code == 200
    return flat(answer.content.decode())


# --- guest commanders ---


def test_a_guest_commands_in_one_click_and_all_see_for_whom() -> None:
    campaign, battle, link = war()
    address, visitor = link_of(battle), browser()
    offer = flat(visitor.get(address).content.decode())
    assert (
        "owner lets you command" in offer
        and "need an account: you command as a guest in this browser," in offer
    )
    answer = visitor.post(address, follow=True)
    assert answer.redirect_chain[-1][0] == battle.get_absolute_url()
    general = Command.objects.get().user
    assert general is not None and general.username.startswith("guest/")
    for who in some(("owner", "rival", "gm")):
        assert re.search(r"guest [0-9a-f]{4} commands for owner", page(who, battle.get_absolute_url()))
    told = page("owner", at("game-chronicle", battle) + "?steps=1")
    assert "commands for owner" in told
    assert re.search("Commanded by guest .{4} for owner", page("rival", at("game-battle", campaign, link.pk)))
    assert visitor.get(address).status_code == 302  # their own link leads back there
    assert browser("stranger").get(address).status_code == 410
    assert browser("stranger").post(address).status_code == 410


def test_nothing_of_the_campaign_opens_for_a_general() -> None:
    campaign, battle, link = war()
    letters.write(
        battle.pk, person("rival"), seat="second", to="first", text="planted", key="1", now=timezone.now()
    )
    Game.objects.filter(pk=campaign.pk).update(name="Planted campaign")
    browser("marco").post(link_of(battle))
    for name in some(
        ("game", "game-chronicle", "game-letters", "game-orders", "game-plan", "game-calendar", "game-state")
    ):
        assert browser("marco").get(at(name, campaign)).status_code == 404, name
    for name in some(("game-battle", "battle-meeting", "battle-meeting-file")):
        assert browser("marco").get(at(name, campaign, link.pk)).status_code == 404, name
    sent = {"seat": "red", "seq": campaign.seq, "key": "k", "kind": "hold"}
    assert browser("marco").post(at("game-act", campaign), sent).status_code == 404
    for name in some(
        ("game", "game-chronicle", "game-letters", "game-command", "game-calendar", "game-replay")
    ):
        told = page("marco", at(name, battle))
        assert "Planted campaign" not in told and str(campaign.pk) not in told and "planted" not in told, name
    assert str(campaign.pk) in page("owner", battle.get_absolute_url())


def test_the_player_cannot_act_beside_their_general_and_takes_back_in_one_press() -> None:
    _campaign, battle, _link = war()
    browser("marco").post(link_of(battle))
    sent = {"seat": "first", "seq": battle.seq, "key": "k", "kind": "strike"}
    assert browser("owner").post(at("game-act", battle), sent).status_code == 403
    assert "Take command back" in page("owner", at("game-command", battle))
    answer = browser("rival").post(at("game-command", battle), {"do": "relieve", "seat": "first"})
    assert answer.status_code == 403
    browser("owner").post(at("game-command", battle), {"do": "relieve", "seat": "first"})
    assert browser("owner").post(at("game-act", battle), sent).status_code != 403
    assert browser("marco").get(battle.get_absolute_url()).status_code == 404
    told = page("owner", at("game-chronicle", battle) + "?steps=1")
    assert "owner takes command back from marco" in told


def test_a_link_is_shown_to_who_made_it_alone_and_can_be_withdrawn() -> None:
    _campaign, battle, _link = war()
    address = link_of(battle)
    token = address.strip("/").split("/")[-1]
    assert token not in page("gm", at("game-command", battle))
    assert token not in page("rival", at("game-command", battle))
    browser("owner").post(at("game-command", battle), {"do": "withdraw", "seat": "first"})
    assert browser("marco").get(address).status_code == 410
    assert browser("stranger").get(at("game-command", battle)).status_code == 404


def test_guessed_links_are_rate_limited() -> None:
    for number in range(31):
        last = browser().get(f"/command/guessed{number}/").status_code
    assert last == 429


def test_a_finished_battle_stays_with_the_general() -> None:
    _campaign, battle, _link = war()
    browser("marco").post(link_of(battle))
    for _ in range(40):
        battle.refresh_from_db()
        if battle.is_over:
            break
        seat = services.table(battle).decisions()[0].seat
        who = person("marco" if seat == "first" else "rival")
        do(battle, who, seat, {"kind": "strike"}, now=timezone.now())
    assert battle.has_ended
    assert "marco commands for owner" in page("marco", battle.get_absolute_url())
    assert battle.get_absolute_url() in browser("marco").get("/games/finished/").content.decode()
    assert "Take command back" not in page("owner", at("game-command", battle))


# --- appointments ---


def when(days: int) -> str:
    return f"{timezone.now() + timedelta(days=days):%Y-%m-%dT20:30}"


def test_two_agree_on_the_page_and_a_stranger_finds_nothing(django_capture_on_commit_callbacks: Any) -> None:
    campaign, battle, link = war(hours_per_decision=24)
    address = at("game-meeting", battle)
    assert "Agree on a time" in page("owner", battle.get_absolute_url())
    assert "Agree on a time" in page("owner", at("game-battle", campaign, link.pk))
    sent = {"do": "propose", "at-0": when(5), "at-1": when(6), "minutes": "120", "where": "Club <b>"}
    assert browser("owner").post(address, sent).status_code == 302
    first, _second = Meeting.objects.get().proposals.all()
    assert "A time has been proposed: does it suit you?" in page("rival", battle.get_absolute_url())
    told = page("rival", address)
    assert "not everybody has answered" in told and "Club &lt;b&gt;" in told
    browser("rival").post(address, {"do": "answer", f"fit-{first.pk}": "maybe"})
    assert "possible for everybody" in page("owner", address)
    with django_capture_on_commit_callbacks(execute=True):
        browser("owner").post(address, {"fix": first.pk})
    assert "To be fought" in page("rival", battle.get_absolute_url())
    assert "The deadline is earlier" in page("rival", address)
    assert "Ask the game master to move the deadline" in page("rival", address)
    browser("rival").post(address, {"do": "ask"})
    assert "Move the deadline to a day after the battle" in page("gm", address)
    browser("gm").post(address, {"do": "give"})
    assert "The deadline is earlier" not in page("rival", address)
    assert "Club" in page("owner", at("game-calendar", battle))
    assert "Club" in page("owner", at("game-calendar", campaign))
    assert "The battle will be fought" in page("owner", at("game-chronicle", campaign) + "?steps=1")
    calendar = browser("rival").get(at("game-meeting-file", battle))
    assert calendar.headers["Content-Type"].startswith("text/calendar")
    for name in some(("game-meeting", "game-meeting-file")):
        assert browser("stranger").get(at(name, battle)).status_code == 404
        assert browser().get(at(name, battle)).status_code == 302
    assert browser("rival").get(at("battle-meeting", campaign, link.pk)).status_code == 302  # the battle
    assert browser("stranger").get(at("battle-meeting", campaign, link.pk)).status_code == 404


def test_where_it_is_fought_is_told_to_nobody_else() -> None:
    _campaign, battle, _link = war(public=True)
    address = at("game-meeting", battle)
    browser("owner").post(address, {"do": "propose", "at-0": when(5), "where": "Planted street"})
    row = Meeting.objects.get().proposals.get()
    browser("rival").post(address, {"do": "answer", f"fit-{row.pk}": "yes"})
    browser("rival").post(address, {"fix": row.pk})
    for name in some(("game", "game-chronicle", "game-calendar", "game-replay")):
        for who in ("stranger", ""):
            told = page(who, at(name, battle))
            assert "Planted street" not in told and "Appointment" not in told, name
    assert browser("stranger").get(address).status_code == 404


def test_what_is_typed_wrongly_is_kept() -> None:
    _campaign, battle, _link = war()
    address = at("game-meeting", battle)
    sent = {"do": "propose", "at-0": "soon", "at-1": when(6), "where": "Club"}
    answer = browser("owner").post(address, sent)
    told = flat(answer.content.decode())
    assert answer.status_code == 422 and "is not a valid day and hour. Write it like 2026-12-05 20:30" in told
    assert 'value="soon"' in told and f'value="{when(6)}"' in told and 'value="Club"' in told
    for sent in some(({"fix": "x"}, {"do": "nothing"}, {}, {"do": "answer", "fit-9": "yes"})):
        assert browser("owner").post(address, sent).status_code == 422


def test_a_battle_fought_elsewhere_has_an_appointment_too(django_capture_on_commit_callbacks: Any) -> None:
    campaign, _battle, link = war()
    BattleLink.objects.update(battle=None)
    address = at("battle-meeting", campaign, link.pk)
    assert address in browser("owner").get(at("game-battle", campaign, link.pk)).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        assert browser("owner").post(address, {"do": "propose", "at-0": when(5)}).status_code == 302
    assert "A time has been proposed: does it suit you?" in page(
        "rival", at("game-battle", campaign, link.pk)
    )
    assert "Does it suit me?" in page("rival", address)


def test_the_pages_are_in_italian() -> None:
    _campaign, battle, _link = war()
    client = browser("owner")
    client.cookies["django_language"] = "it"
    client.post(at("game-meeting", battle), {"do": "propose", "at-0": when(5)})
    assert "Date proposte" in client.get(at("game-meeting", battle)).content.decode()
    assert "Generali ospiti" in client.get(at("game-command", battle)).content.decode()


def test_the_card_names_the_general_and_no_campaign_that_is_closed_to_them() -> None:
    campaign, battle, _link = war()
    Game.objects.filter(pk=campaign.pk).update(name="Planted campaign")
    browser("marco").post(link_of(battle))
    told = browser("marco").get(at("game-card-svg", battle)).content.decode()
    assert "Planted campaign" not in told


def test_what_is_known_of_a_person_holds_what_they_commanded_and_proposed() -> None:
    _campaign, battle, _link = war()
    browser("marco").post(link_of(battle))
    browser("marco").post(at("game-meeting", battle), {"do": "propose", "at-0": when(5), "where": "Club"})
    known = InGames().data_about(person("marco"))
    assert [one["game"] for one in known["commanded"]] == [str(battle.pk)]
    assert [one["where"] for one in known["times_proposed"]] == ["Club"] and known["times_agreed"] == []
