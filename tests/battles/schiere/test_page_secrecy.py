"""Every byte that a rival, a spectator or a visitor can fetch is the same, whatever army Carthage has
chosen, whatever order it has laid, and whatever card lies face down in a duel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.schiere.rules.cards import CARDS
from battles.schiere.rules.system import SCHIERE
from features.amending import corrections
from features.observers import services as observers
from games import services
from games.models import Game
from tests.battles.schiere.begun import asked, to_a_duel
from tests.games.cast import a_game, a_user, do
from tests.games.secrecy import NOW, Seen, differences, forget, seen, told, undone

pytestmark = pytest.mark.django_db

# Rome's player, a watcher, a visitor, an observer of Rome; a GM who only leads sees all
READERS = (
    "anna",
    "watcher",
    "",
    "friend",
)
ARMIES: tuple[Mapping[str, Any], ...] = (
    {"units": {"punic_foot": 8, "numidians": 4}, "chief": "astute", "wings": ["resolute"]},
    {"units": {"greek_foot": 4, "libyans": 8, "elephants": 1}, "chief": "astute", "wings": ["resolute"]},
)
LOOKS = ("at=d4", "at=h13", "at=h8&from=h13", "table=1", "zoom=2", "ways=1")


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def people(db: Any) -> dict[str, User]:
    return {name: a_user(name) for name in ("anna", "rival", "gm", "watcher", "friend")}


@pytest.fixture
def game(people: dict[str, User]) -> Game:
    """Create a game that has not begun. The rival plays Carthage, whose secrets the tests try to find out."""
    game = a_game(
        people["gm"],
        {"rome": people["anna"], "carthage": people["rival"]},
        start=False,
        name="Zama",
        system="schiere",
        scenario_name="open_field",
        public=True,
        options={"points": "20", "turns": "6"},
        hours_per_decision=24,
    )
    observers.invite(game.pk, people["anna"], seat="rome", name="friend", delay=0, now=NOW)
    game.refresh_from_db()
    return game


def usual(game: Game) -> tuple[str, dict[str, Any]]:
    """Return the first seat that owes a decision, and its default answer."""
    table = services.table(game)
    decision = table.decisions()[0]
    default = decision.default() if callable(decision.default) else decision.default
    return decision.seat, SCHIERE.codec.write(default)


def on_to(game: Game, kind: str) -> None:
    """Answer with defaults until a decision of this kind is due."""
    while not asked(kind)(services.table(game)):
        seat, action = usual(game)
        do(game, game.seats.get(key=seat).user, seat, action)


def army_chosen(game: Game, world: int) -> None:
    do(game, game.seats.get(key="carthage").user, "carthage", {"kind": "muster", **ARMIES[world]})


def army_waits(game: Game, world: int) -> None:
    """Play until both sides have chosen their armies and the commanders are known, with no unit on the board
    yet.
    """
    army_chosen(game, world)
    on_to(game, "deploy")


def order_laid(game: Game, world: int) -> None:
    """Lay an order face down in world 0, and none in world 1."""
    on_to(game, "lay_order")
    held = services.table(game).view("carthage")["orders"]["carthage"]
    order = (sorted(one["card"] for one in held)[0], None)[world]
    do(game, game.seats.get(key="carthage").user, "carthage", {"kind": "lay_order", "order": order})


def card_laid(game: Game, world: int) -> None:
    """Lay a card face down in a duel; in one of the worlds lay more cards in advance."""
    to_a_duel(game)
    action = ({"kind": "lay", "card": "sword3", "order": None, "then": []},) + (
        {"kind": "lay", "card": "feint", "order": None, "then": ["sword3"]},
    )
    do(game, game.seats.get(key="carthage").user, "carthage", action[world])


FIRST = dict(zip(("first", "second", "third", "fourth", "fifth"), CARDS, strict=True))
POLICIES: Mapping[str, Any] = {
    "blow": {"policy": "survive", **FIRST, "use_order": True},
    "receive": {"how": "stand", "until": 0},
    "test_nerve": {"ask": False, "until": 0},
    "reply": {"same": True, "until": 0},
    "aftermath": {"answer": "give_ground"},
    "overwatch": {"how": "fire", "within": 3, "until": 0},
    "intercept": {"catch": True},
    "noise": {"make": True},
    "restore": {"use": False},
    "rally": {"use": False},
    "steal_action": {"when_left": 2},
}


def policies_set(game: Game, world: int) -> None:
    """Set Carthage's standing orders for duels, shots and elephants in one world only."""
    to_a_duel(game)
    if world:
        rival = game.seats.get(key="carthage").user
        services.write_orders(game.pk, rival, "carthage", POLICIES, False, now=NOW)


def plan_drafted(game: Game, world: int) -> None:
    """Draft a plan of Carthage's next steps that differs between the worlds."""
    on_to(game, "deploy")
    while usual(game)[0] != "carthage":
        seat, action = usual(game)
        do(game, game.seats.get(key=seat).user, seat, action)
    rival, (_, step) = game.seats.get(key="carthage").user, usual(game)
    if world:
        services.write_plan(game.pk, rival, "carthage", [step], now=NOW)


def points_put_right(game: Game, world: int) -> None:
    """Let the game master correct Carthage's remaining points, differently in each world."""
    on_to(game, "deploy")
    wanted = [(("sides", "carthage", "points"), (3, 7)[world])]
    more: Any = {"drawn_seq": game.seq, "key": "right", "now": NOW}
    corrections.amend(game.pk, game.gm, wanted, why=("three were left", "it was seven")[world], **more)


def looked_at(game: Game, people: dict[str, User], play: Callable[[Game, int], None], world: int) -> Seen:
    """Return the pages that these people see after ``play`` has played part of the game. ``world``: the
    number of the secret variant to play.
    """
    forget()
    with undone():
        services.start(game.pk, people["gm"], now=NOW)
        game.refresh_from_db()
        play(game, world)
        game.refresh_from_db()
        forget()
        readers = {name or "a visitor": people.get(name) for name in READERS}
        found = seen(game, readers)
        for name, user in readers.items():
            found |= looks(game, name, user)
    game.refresh_from_db()
    return found


def looks(game: Game, name: str, user: User | None) -> Seen:
    """Return the board with squares selected, as a page and as the fragment that a tap loads."""
    client, found = Client(), {}
    if user is not None:
        client.force_login(user)
    for look in LOOKS:
        for headers in ({}, {"HX-Request": "true", "HX-Target": "chosen"}):
            with undone():
                answer = client.get(f"{game.get_absolute_url()}?{look}", headers=headers)
            found[name, f"{look} {len(headers)}"] = told(answer)
    return found


@pytest.mark.parametrize(
    "play",
    [army_chosen, army_waits, order_laid, card_laid, policies_set, plan_drafted, points_put_right],
    ids=lambda one: one.__name__,
)
def test_nobody_can_tell_what_carthage_has_hidden(
    game: Game, people: dict[str, User], play: Callable[[Game, int], None]
) -> None:
    one, other = (looked_at(game, people, play, world) for world in (0, 1))
    assert len(one) > 150 and sum("map__svg" in page for page in one.values()) > 20
    assert differences(one, other) == []


def test_two_armies_differ_to_their_own_player(game: Game, people: dict[str, User]) -> None:
    """A check of the test itself: players who may see the difference get different pages."""
    services.start(game.pk, people["gm"], now=NOW)
    pages = []
    for world in (0, 1):
        with undone():
            game.refresh_from_db()
            army_chosen(game, world)
            on_to(game, "deploy")
            client = Client()
            client.force_login(people["rival"])
            pages.append(client.get(game.get_absolute_url()).content.decode())
        forget()
        game.refresh_from_db()
    assert "Punic, Celtiberian" in pages[0] and "Punic, Celtiberian" not in pages[1]
