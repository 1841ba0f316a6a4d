"""No URL of a private game tells a delayed observer anything newer than the delay: every URL (pages, API,
feeds, exports, pictures) is requested before and after a step.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from games import plugins, services
from games.models import Feed, Game
from tests.web.cast import browser, person
from tests.web.observing import let
from tests.web.treating import round_of, table

pytestmark = pytest.mark.django_db
PART = re.compile(r"<(?:(\w+):)?(\w+)>")
UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
DRAWN = re.compile(rf'csrf[^"]*" value="[^"]*"|csrf[^"]*="[^"]*"|nonce="[^"]*"|{UUID}')


def routes(found: Any = None, before: str = "") -> Iterator[str]:
    for one in (found or get_resolver()).url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one, route)
        elif isinstance(one, URLPattern):
            yield route


def part(game: Game, more: str, found: re.Match[str]) -> str:
    """Return the text that replaces a placeholder in a route, such as ``<uuid:pk>`` (``found``)."""
    if found[1] == "uuid":
        return str(game.pk)
    return "1" if found[1] == "int" and not more.isdigit() else more


def of_the_game(game: Game) -> list[str]:
    """Return every URL that contains a game's id, with values filled in for its other arguments."""
    filled = set()
    for route in routes():
        if not PART.search(route) or "uuid:" not in route:
            continue
        for more in ("red", "1", str(max(game.seq - 1, 0)), "en", "svg", "csv"):
            filled.add("/" + PART.sub(partial(part, game, more), route))
    return sorted(filled)


def answers(addresses: list[str], who: str) -> dict[str, tuple[int, str]]:
    client, found = browser(who), {}
    for address in addresses:
        answer = client.get(address)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        found[address] = answer.status_code, DRAWN.sub("", body.decode(errors="replace"))
    return found


def step(game: Game) -> None:
    """Let red and blue hold, so that the game has new entries without a new turn."""
    seq = game.seq
    for seat, who in (("red", "owner"), ("blue", "rival")):
        sent = {"drawn_seq": game.seq, "key": seat, "user": person(who), "now": timezone.now()}
        services.submit(game.pk, seat, {"kind": "hold"}, **sent)
        game.refresh_from_db()
    assert game.seq > seq


def fords(delay: int) -> Game:
    game = table(options={"rounds": 4})
    let(game, delay=delay)
    round_of(game, war=True)
    round_of(game, war=True)
    return game


def campaign(system: str, delay: int) -> Game:
    """Create a campaign in its third turn or later: the first seat is the owner's, all others are the
    bot's.
    """
    rules = plugins.system(system)
    seats = [info.id for info in rules.open(rules.scenario(next(iter(rules.scenarios()))), {}).seats]
    game = services.create_game(
        gm=person("gm"), name="Campaign", system=system, now=timezone.now(), seats=dict.fromkeys(seats, "bot")
    )
    services.set_bot(game.pk, person("gm"), seats[0], False, now=timezone.now())
    link = services.invite(game.pk, person("gm"), seat=seats[0], now=timezone.now())
    services.accept(link.token, person("owner"), now=timezone.now())
    services.start(game.pk, person("gm"), now=timezone.now())
    for _number in range(400):
        game = Game.objects.get(pk=game.pk)
        if services.table(game).turn >= 3 and services.table(game).decisions()[0].seat == seats[0]:
            break
        answer(game)
    let(game, delay=delay, seat=seats[0])
    return game


def answer(game: Game) -> None:
    """Answer the next decision, whichever seat owes it, with the default."""
    game.refresh_from_db()
    at = services.table(game)
    owed = at.decisions()[0]
    if game.seats.get(key=owed.seat).user is None:
        services.answer_due(game.pk, timezone.now())
        return
    sent = {"drawn_seq": game.seq, "key": f"on-{game.seq}", "user": person("owner"), "now": timezone.now()}
    services.submit(game.pk, owed.seat, at.system.codec.write(owed.default), **sent)


def changed(delay: int) -> tuple[list[str], list[str]]:
    """Let a step happen while a user observes the game ``delay`` turns late. Return the URLs whose responses
    to the observer change, and the URLs of the game that the observer can open.
    """
    return changed_in(fords(delay), step)


def changed_in(game: Game, step: Callable[[Game], None]) -> tuple[list[str], list[str]]:
    Feed.objects.create(user=person("friend"), game=game, token="friends", created_at=timezone.now())
    others = ["/", reverse("feeds"), reverse("feed", args=["friends"]), "/api/games"]
    addresses = [*of_the_game(game), *others]
    assert len(addresses) > 100
    before = answers(addresses, "friend")
    step(game)
    after = answers(addresses, "friend")
    opened = [one for one in addresses if before[one][0] == 200 and str(game.pk) in one]
    return [one for one in addresses if after[one] != before[one]], opened


def test_no_address_tells_an_observer_anything_newer_than_the_delay() -> None:
    news, opened = changed(delay=1)
    assert news == []
    assert len(opened) == 3 and all("/observe" in one for one in opened)


@pytest.mark.parametrize("system", ["justinian", "italia"])
def test_no_address_of_a_campaign_tells_an_observer_anything_newer(system: str) -> None:
    """No URL of a campaign, including its book, charts, pictures and files, shows an observer anything newer
    than the delay allows.
    """
    game = campaign(system, delay=1)
    news, opened = changed_in(game, answer)
    assert news == []
    assert len(opened) == 3 and all("/observe" in one for one in opened)
    assert any("/book/" in one for one in of_the_game(game))


def test_the_url_crawl_finds_news_shown_without_a_delay() -> None:
    news, _opened = changed(delay=0)
    assert sum("/observe" in one for one in news) == 3 and any("/feeds/" in one for one in news)


def test_of_a_game_made_public_later_the_delay_explains_what_it_still_keeps_back() -> None:
    game = table(options={"rounds": 4})
    let(game, delay=1)
    round_of(game, war=True)
    round_of(game, war=True)
    explained = "Anyone may now watch this game live: the delay applies only"
    pages = (("friend", "observe"), ("owner", "game-observers"))
    for public in (False, True):
        services.change_settings(game.pk, person("gm"), now=timezone.now(), public=public)
        for who, name in pages:
            page = browser(who).get(reverse(name, args=[game.pk])).content.decode()
            assert (explained in page) is public
    assert browser("friend").get(reverse("game", args=[game.pk])).status_code == 200
