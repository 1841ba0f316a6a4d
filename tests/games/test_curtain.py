"""Two seats of one user on one device, each with a hand: a curtain separates them. No page, feed, API
response or cache contains a card until its player has opened the curtain.
"""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from django.test import Client
from django.utils import timezone

from accounts.logins import keys
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.system import CCA
from battles.cca.wording.names import card
from engine.dice import Seeded
from features.feeds import services as feeds
from games import pages, services
from games.models import Game
from games.services import curtain
from tests.battles.schiere.begun import do
from tests.web.cast import person

pytestmark = pytest.mark.django_db

PAGES: Final = (
    "",
    "?seat=bottom",
    "?seat=top",
    "?card=order_four_left",
    "state.json",
    "state.json?seat=bottom",
    "state.json?seat=top",
    "chronicle/",
    "chronicle/?seat=top",
    "replay/?at=1",
    "replay/?at=1&seat=top",
    "motion.json?seat=top&after=0",
    "motion.json?seat=bottom&after=0",
    "luck/?seat=top",
    "orders/?seat=top",
    "plan/?seat=top",
    "plan.json?seat=top",
    "try/?seat=top",
    "back/?seat=top",
    "map.svg",
    "dice/",
)


def hot_seat(name: str = "akragas") -> Game:
    """Create a battle in which Anna plays both sides."""
    now, anna = timezone.now(), person("anna")
    seats = {"bottom": "me", "top": "me"}
    game = services.create_game(
        gm=anna, now=now, name="Akragas", system="cca", scenario_name=name, seats=seats
    )
    return services.start(game.pk, anna, now=now) if game.seq < 0 else game


def device(who: str = "anna") -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(person(who))
    return client


def opened(client: Client, game: Game, seat: str) -> Any:
    return client.post(f"/games/{game.pk}/hand", {"seat": seat}, follow=True)


def read(client: Client, game: Game, path: str = "") -> str:
    return client.get(f"/games/{game.pk}/{path}", follow=True).content.decode()


def secrets(game: Game, seat: str) -> set[str]:
    """Return the cards that only this seat holds, by code and by name."""
    armies = services.table(game).state.armies
    other = "top" if seat == "bottom" else "bottom"
    own = set(armies[seat].hand) - set(armies[other].hand)
    assert own
    return own | {card(one) for one in own}


def found(text: str, words: set[str]) -> set[str]:
    return {word for word in words if f'"{word}"' in text or f">{word}<" in text or f"Play {word}" in text}


def step(game: Game, number: int = 0) -> Game:
    """Let the seat that owes a decision answer as the bot would."""
    table = services.table(game)
    decision = table.decisions()[0]
    action = table.rules.bot(table.state, decision.seat, Seeded(b"curtain", "bot", number))
    return do(game, decision.seat, CCA.codec.write(action))


def to_the_other(game: Game) -> tuple[Game, str, str]:
    """Play until the other seat must play a card."""
    first = services.table(game).decisions()[0].seat
    for number in range(200):
        game = step(game, number)
        asked = services.table(game).decisions()[0].seat
        if asked != first:
            return game, first, asked
    raise AssertionError("it is never the other's turn")


@pytest.mark.parametrize("path", PAGES)
def test_nothing_of_either_hand_is_shown_before_somebody_says_who_they_are(path: str) -> None:
    game, client = hot_seat(), device()
    text = read(client, game, path)
    assert not found(text, secrets(game, "bottom") | secrets(game, "top"))


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("seat", ["bottom", "top"])
def test_an_open_hand_shows_nothing_of_the_other(seat: str, path: str) -> None:
    game, client = hot_seat(), device()
    other = "top" if seat == "bottom" else "bottom"
    opened(client, game, seat)
    assert not found(read(client, game, path), secrets(game, other))


def test_the_button_opens_the_hand_of_one_seat() -> None:
    game, client = hot_seat(), device()
    before = read(client, game)
    assert "Pass the device to: Syracusans" in before and before.count("I play") == 3
    page = opened(client, game, "bottom")
    assert found(page.content.decode(), secrets(game, "bottom"))
    assert page["Cache-Control"] == "private, no-store"
    state = json.loads(read(client, game, "state.json"))
    assert state["seat"] == "bottom" and state["choices"]
    assert set(state["view"]["armies"]["bottom"]["hand"]) and state["view"]["armies"]["top"]["hand"] is None


def test_the_curtain_closes_when_the_turn_goes_to_the_other() -> None:
    game, client = hot_seat(), device()
    first = services.table(game).decisions()[0].seat
    opened(client, game, first)
    game, first, other = to_the_other(game)
    text = read(client, game)
    assert f"Pass the device to: {pages.scene(person('anna'), game).place(other).name}" in text
    both = secrets(game, "bottom") | secrets(game, "top")
    assert not any(found(read(client, game, path), both) for path in PAGES)
    assert found(opened(client, game, other).content.decode(), secrets(game, other))


def test_an_answer_by_htmx_that_passes_the_turn_leaves_the_page() -> None:
    game, client = hot_seat(), device()
    opened(client, game, services.table(game).decisions()[0].seat)
    game, _first, _other = to_the_other(game)
    answer = client.get(f"/games/{game.pk}/", headers={"hx-request": "true"})
    assert (answer.status_code, answer["HX-Redirect"], answer.content) == (204, f"/games/{game.pk}/", b"")


def test_a_hand_may_be_looked_at_out_of_turn_and_closed_again() -> None:
    game, client = hot_seat(), device()
    asked = services.table(game).decisions()[0].seat
    other = "top" if asked == "bottom" else "bottom"
    assert found(opened(client, game, other).content.decode(), secrets(game, other))
    assert "Close this hand" in read(client, game)
    assert not found(opened(client, game, "").content.decode(), secrets(game, other))
    assert not found(read(client, game), secrets(game, other))


def test_nobody_acts_from_a_hand_that_is_closed() -> None:
    game, client = hot_seat(), device()
    table = services.table(game)
    seat = table.decisions()[0].seat
    action = CCA.codec.write(table.decisions()[0].default)
    sent = {"seat": seat, "seq": game.seq, "key": "0" * 31 + "1", "action": action}
    address = f"/games/{game.pk}/act"
    refused = client.post(address, json.dumps(sent), content_type="application/json")
    assert refused.status_code == 422 and refused.json()["code"] == "behind_curtain"
    form = client.post(address, {**sent, "action": json.dumps(action)}, follow=True)
    assert "This hand is closed" in form.content.decode()
    assert services.table(game).seq == table.seq
    opened(client, game, seat)
    assert client.post(address, json.dumps(sent), content_type="application/json").status_code == 200


def test_orders_and_plans_of_a_closed_hand_are_closed_too() -> None:
    game, client = hot_seat(), device()
    opened(client, game, "bottom")
    for answer in (
        client.post(f"/games/{game.pk}/orders/", {"seat": "top"}),
        client.post(f"/games/{game.pk}/plan/", {"seat": "top", "do": "drop"}),
        client.get(f"/games/{game.pk}/plan.json?seat=top"),
    ):
        assert answer.status_code in (403, 409, 422)


def test_a_program_sees_the_hand_of_the_seat_that_it_names() -> None:
    game = hot_seat()
    token = keys.create_key(person("anna"), "program", ["read", "play"], days=1, now=timezone.now())
    client = Client(headers={"authorization": f"Bearer {token}"})
    unnamed, named = read(client, game, "state.json"), json.loads(read(client, game, "state.json?seat=top"))
    assert not found(unnamed, secrets(game, "bottom") | secrets(game, "top"))
    assert named["view"]["armies"]["top"]["hand"] and named["view"]["armies"]["bottom"]["hand"] is None


def test_the_feed_of_the_chronicle_shows_neither_hand() -> None:
    game = to_the_other(hot_seat())[0]
    feed = feeds.make(person("anna"), game, timezone.now())
    text = Client().get(f"/feeds/{feed.token}/chronicle.atom").content.decode()
    both = secrets(game, "bottom") | secrets(game, "top")
    assert "<entry>" in text and not any(word in text for word in both if " " in word)


def test_another_browser_of_the_same_user_has_a_curtain_of_its_own() -> None:
    game, one, two = hot_seat(), device(), device()
    opened(one, game, "bottom")
    opened(two, game, "top")
    assert not found(read(one, game), secrets(game, "top"))
    assert not found(read(two, game), secrets(game, "bottom"))
    one.logout()
    one.force_login(person("anna"))
    assert not found(read(one, game), secrets(game, "bottom"))


def test_who_plays_both_sides_alone_may_take_the_curtain_away() -> None:
    game, client = hot_seat(), device()
    text = opened(client, game, curtain.BOTH).content.decode()
    assert "Pass the device" not in text
    game, _first, other = to_the_other(game)
    assert found(read(client, game), secrets(game, other))


def test_a_hand_is_opened_only_by_who_plays_both_seats() -> None:
    game, stranger = hot_seat(), device("ben")
    assert stranger.post(f"/games/{game.pk}/hand", {"seat": "top"}).status_code == 404
    Game.objects.filter(pk=game.pk).update(public=True)
    assert stranger.post(f"/games/{game.pk}/hand", {"seat": "top"}).status_code == 403
    assert device().post(f"/games/{game.pk}/hand", {"seat": "left"}).status_code == 403
    assert Client().post(f"/games/{game.pk}/hand", {"seat": "top"}).status_code in (302, 404)


def test_the_curtain_speaks_italian() -> None:
    game, client = hot_seat(), device()
    text = client.get(f"/games/{game.pk}/", headers={"accept-language": "it"}).content.decode()
    assert "Passa il dispositivo a: Siracusani" in text and "Gioco io:" in text


def test_when_the_game_is_over_nothing_is_hidden_any_more() -> None:
    game, client = hot_seat(), device()
    services.abandon(game.pk, person("anna"), now=timezone.now())
    assert "Pass the device" not in read(client, game)


def test_whether_something_is_hidden_is_asked_of_the_opened_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether hands are hidden can depend on the scenario, so the opened rules are asked and not
    the system.
    """
    hidden, shown = hot_seat("crimissos"), hot_seat("akragas")
    on_table = property(lambda rules: rules.setting.scenario.id == "akragas")
    monkeypatch.setattr(CcaRules, "hides_nothing", on_table, raising=False)
    client = device()
    assert "Pass the device" in read(client, hidden)
    page, seat = read(client, shown), services.table(shown).decisions()[0].seat
    assert "Pass the device" not in page and found(page, secrets(shown, seat))
