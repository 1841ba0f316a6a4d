"""The book of a campaign: chapters with maps, turning points, and letters published only with their
writers' consent.
"""

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from features.letters import services as letters
from games import pages, services
from games.models import Game, Letter, Reading
from games.motion import milestones
from games.motion.strides import reel
from games.motion.values import Milestone
from tests.found import some
from tests.games.cast import NOW, a_user
from tests.games.programs import bots_play, play_on

pytestmark = pytest.mark.django_db
CAMPAIGNS = {"justinian": {}, "italia": {"scenario_name": "italia1"}}


def address(game: Game) -> str:
    return reverse("campaigns:campaign-book", args=[game.pk])


@pytest.mark.parametrize("system", CAMPAIGNS)
@pytest.mark.parametrize(("language", "title"), [("en", "Contents"), ("it", "Indice")])
def test_every_turn_is_a_chapter_with_its_map(client: Client, system: str, language: str, title: str) -> None:
    game = play_on(bots_play("gm", system, public=True, **CAMPAIGNS[system]), 300)
    client.cookies["django_language"] = language
    page = client.get(address(game)).content.decode()
    assert title in page and "%(" not in page and "style=" not in page
    turns = services.turns(game)
    assert page.count('class="chron-turn"') == len(turns) and len(turns) > 1
    for picture in some(re.findall(r'src="([^"]*map\.svg\?at=\d+)"', page)):
        drawn = client.get(picture)
        assert drawn.status_code == 200 and drawn.content.startswith(b"<svg")


def shown_in_motion(at: pages.Scene) -> dict[int, list[str]]:
    """Return the milestones that the replay of the whole game shows, by turn. The replay is loaded 20 entries
    at a time. The count at the end of a turn is missing if the turn began before the first of these entries.
    """
    found: dict[int, list[str]] = {}
    turn_of = {line.seq: line.turn for line in services.chronicle(at.table, at.eyes, 2000)}
    for after in range(-1, at.table.seq, 20):
        for stride in reel(at, after, after + 20).strides:
            texts = [one.text for one in stride.motions if isinstance(one, Milestone)]
            if texts:
                found.setdefault(turn_of[stride.seq], []).extend(texts)
    return found


@pytest.mark.parametrize("system", CAMPAIGNS)
def test_what_one_remembers_stands_with_its_turn(client: Client, system: str) -> None:
    """The book and the chronicle show the same milestones as the replay on the map."""
    game = play_on(bots_play("gm", system, public=True, **CAMPAIGNS[system]), 300)
    at = pages.scene(AnonymousUser(), game, bare=True)
    stones = milestones.of_turns(at, services.turns(game))
    book = unescape(client.get(address(game)).content.decode())
    shown, chronicle = shown_in_motion(at), reverse("game-chronicle", args=[game.pk])
    assert set(shown) <= set(stones)
    for turn, found in some(stones.items()):
        page = unescape(client.get(chronicle, {"turn": turn}).content.decode())
        texts = [one.text for one in found]
        assert [text for text in texts if text in shown.get(turn, [])] == shown.get(turn, [])
        assert book.count(f'id="turn-{turn}"') == 1
        for text in texts:
            told = re.compile(rf'<p class="stones__(good|bad)">{re.escape(text)}</p>')
            assert told.search(page) and told.search(book)
    assert "stones" not in client.get(chronicle, {"steps": 1}).content.decode()


def test_a_map_of_then_is_not_that_of_now(client: Client) -> None:
    game = play_on(bots_play("gm", "justinian", public=True), 60)
    picture = reverse("game-thumbnail", args=[game.pk])
    first, last = (client.get(f"{picture}?at={at}").content for at in (0, game.seq))
    assert first != last == client.get(picture).content


def test_a_battle_has_no_book_and_a_stranger_sees_none(client: Client) -> None:
    assert client.get(address(bots_play("gm", "dba", public=True))).status_code == 404
    assert client.get(address(bots_play("eva", "justinian"))).status_code == 404


def write(game: Game, user: Any, seat: str, to: str, text: str) -> None:
    services.letters_for(user, game)
    letters.write(game.pk, user, seat=seat, to=to, text=text, key=text, now=NOW)


def test_letters_are_told_after_the_end_and_by_their_writer_alone(client: Client) -> None:
    game = play_on(bots_play("gm", "justinian", public=True), 10)
    anna, bruno = a_user("anna"), a_user("bruno")
    first, second = game.seats.all()
    for seat, user in ((first, anna), (second, bruno)):
        services.set_bot(game.pk, game.gm, seat.key, False, now=NOW)
        services.accept(services.invite(game.pk, game.gm, seat=seat.key, now=NOW).token, user, now=NOW)
    write(game, anna, first.key, second.key, "Spare Dara and I spare Nisibis")
    write(game, bruno, second.key, first.key, "Never while I live")
    client.force_login(anna)
    assert client.post(address(game), {"give": "yes"}).status_code == 302
    assert "Spare Dara" not in client.get(address(game)).content.decode(), "not while it is played"
    services.abandon(game.pk, game.gm, now=NOW)
    client.logout()
    page = client.get(address(game)).content.decode()
    assert "Spare Dara" in page and "Never while" not in page
    client.force_login(anna)
    client.post(address(game), {"give": "no"})
    assert "Spare Dara" not in client.get(address(game)).content.decode()
    assert Letter.objects.filter(game=game).count() == 2


def test_who_has_written_nothing_gives_nothing(client: Client) -> None:
    game = play_on(bots_play("gm", "justinian", public=True), 3)
    client.force_login(a_user("otto"))
    assert client.post(address(game), {"give": "yes"}).status_code == 403
    assert not Reading.objects.filter(gives=True).exists()
