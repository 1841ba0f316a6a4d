"""A calendar of deadlines and a feed of the chronicle: valid, private, and useless once revoked."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from features.feeds import services as feeds
from games import services
from games.models import Feed
from games.services.notices.icalendar import Event, calendar
from tests.found import some
from tests.games.cast import HOLD, NOW, a_game, do

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


def read(text: str) -> list[tuple[str, str]]:
    """Return the name and value of each unfolded line of a calendar (RFC 5545). Fail on an invalid line."""
    assert text.endswith("\r\n") and not re.search(r"[^\r]\n|\r[^\n]", text)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    lines = text.replace("\r\n ", "").split("\r\n")[:-1]
    pairs = [tuple(line.split(":", 1)) for line in lines]
    assert all(len(pair) == 2 for pair in pairs)
    return [(name, value) for name, value in pairs]


def events(answer: Any) -> list[dict[str, str]]:
    pairs, found = read(answer.content.decode()), []
    for name, value in pairs:
        if (name, value) == ("BEGIN", "VEVENT"):
            found.append({})
        elif found:
            found[-1].setdefault(name, value)
    return found


@given(st.text(), st.text(), st.datetimes(timezones=st.just(UTC), min_value=datetime(1970, 1, 2)))
def test_any_text_makes_a_valid_calendar_and_comes_back(name: str, told: str, at: datetime) -> None:
    event = Event("answer-1@host", at, name, told, "https://vexillum.example/", at, 3)
    pairs = read(calendar(name, [event]).encode("utf-8", "replace").decode())
    names = [one for one, _value in pairs]
    for needed in ("UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE"):
        assert names.count(needed) == 1 or needed == "DTSTART"
    [back] = [value for one, value in pairs if one == "DESCRIPTION"]
    unescaped = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], back)
    printable = re.sub(r"[\x00-\x09\x0b-\x1f\x7f]", " ", told.replace("\r\n", "\n").replace("\r", "\n"))
    assert unescaped == printable.encode("utf-8", "replace").decode()


def test_a_calendar_holds_what_its_owner_owes_and_follows_the_deadline(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival}, name="Guadi; e, altro", hours_per_decision=24)
    address = reverse("deadlines", args=[feeds.make(rival, None, NOW).token])
    answer = Client().get(address)
    assert answer.headers["Content-Type"].startswith("text/calendar")
    [event] = events(answer)
    assert event["DTSTART"] == "20260302T120000Z" and "Guadi\\; e\\, altro" in event["SUMMARY"]
    assert Client().get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    services.extend_deadline(game.pk, owner, hours=48, now=NOW + timedelta(hours=1))
    [moved] = events(Client().get(address))
    assert moved["UID"] == event["UID"] and moved["DTSTART"] == "20260303T130000Z"
    assert int(moved["SEQUENCE"]) > int(event["SEQUENCE"])
    do(game, rival, "blue", HOLD)
    assert events(Client().get(address)) == []
    assert ("BEGIN", "VTIMEZONE") in read(Client().get(address).content.decode()), "never without a part"


def test_a_calendar_of_italians_is_in_italian(owner: User, rival: User) -> None:
    from accounts.models import Profile

    Profile.objects.update_or_create(user=rival, defaults={"language": "it"})
    a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=24)
    [event] = events(Client().get(reverse("deadlines", args=[feeds.make(rival, None, NOW).token])))
    assert ": scade la mia decisione" in event["SUMMARY"]


def entries(answer: Any) -> list[ElementTree.Element]:
    assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)
    assert root.tag == f"{ATOM}feed"
    for one in (root, *root.findall(f"{ATOM}entry")):
        assert all(one.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated"))
    return root.findall(f"{ATOM}entry")


def test_a_chronicle_is_read_by_its_owner_alone_and_by_all_where_anyone_may_watch(
    owner: User, rival: User, stranger: User
) -> None:
    game = a_game(owner, {"red": owner, "blue": rival}, name="Guadi \x01\x0b")
    do(game, owner, "red", HOLD)
    do(game, rival, "blue", HOLD)
    services.answer_due(game.pk, NOW)
    mine = reverse("feed", args=[feeds.make(rival, game, NOW).token])
    found = some(entries(Client().get(mine)))
    ids = [one.findtext(f"{ATOM}id") for one in found]
    assert len(set(ids)) == len(ids)
    public = reverse("public-feed", args=[game.pk])
    assert Client().get(public).status_code == 404
    services.change_settings(game.pk, owner, now=NOW, public=True)
    assert entries(Client().get(public))
    assert Client().get(public, {"lang": "it"}).content != Client().get(public, {"lang": "en"}).content


def test_who_has_left_reads_no_more(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    mine = reverse("feed", args=[feeds.make(rival, game, NOW).token])
    assert Client().get(mine).status_code == 200
    services.leave_seat(game.pk, rival, "blue", now=NOW)
    assert Client().get(mine).status_code == 404


def test_an_address_that_is_guessed_or_void_tells_nothing(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    old = feeds.make(rival, game, NOW).token
    new = feeds.make(rival, game, NOW).token
    calendar_of = feeds.make(rival, None, NOW).token
    told = set()
    for name, token in (("feed", old), ("feed", "guessed"), ("feed", calendar_of), ("deadlines", new)):
        answer = Client().get(reverse(name, args=[token]))
        assert answer.status_code == 404
        told.add(answer.content.replace(token.encode(), b""))
    assert Client().get(reverse("feed", args=[new])).status_code == 200
    for number in range(40):
        Client().get(reverse("feed", args=[f"guess-{number}"]))
    assert Client().get(reverse("feed", args=["guess-41"])).status_code == 429, "who guesses on waits"
    assert Client().get(reverse("feed", args=[new])).status_code == 200, "and shuts no address that exists"


def test_the_page_makes_addresses_anew_and_voids_them(owner: User, stranger: User, client: Client) -> None:
    game = a_game(owner)
    page = reverse("feeds")
    client.force_login(owner)
    client.post(page, {"do": "make"})
    client.post(page, {"do": "make", "game": game.pk})
    shown = client.get(page).content.decode()
    for feed in some(Feed.objects.filter(user=owner)):
        assert feed.token in shown
    client.post(page, {"do": "give_up", "game": game.pk})
    assert Feed.objects.get(user=owner).game is None
    client.force_login(stranger)
    assert client.post(page, {"do": "make", "game": game.pk}).status_code == 404
    assert not Feed.objects.filter(user=stranger).exists()
