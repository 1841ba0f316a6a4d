"""A seat with several powers, each named in its decisions, orders and news."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse

from engine.contract.orders import of_power
from engine.game import InvalidAction
from features.letters import services as letters
from games import services
from games.models import Entry, Game, PendingDecision
from tests.games.cast import HOLD, LATER, NOW, a_game, attack, do
from tests.web.cast import show_hands

pytestmark = pytest.mark.django_db


def stronger(game: Game) -> str:
    """Return blue's stronger camp, which would pay for a withdrawal. Dice at set-up determine which it is."""
    return services.table(game).state.strongest("blue")


def name(camp: str) -> str:
    return f"{camp.title()} camp of Blue"


def raided(owner: User, rival: User, **orders: int) -> Game:
    """Create a game in which red attacks blue. Blue has orders for its camps ("" for all, "stronger",
    "weaker").
    """
    game = a_game(owner, {"red": owner, "blue": rival, "green": rival}, hours_per_decision=24)
    pays = stronger(game)
    camps = {
        "every": "",
        "stronger": f"@blue-{pays}",
        "weaker": f"@blue-{'west' if pays == 'east' else 'east'}",
    }
    written = {f"stand{camps[whose]}": {"withdraw_at": at} for whose, at in orders.items()}
    if written:
        services.write_orders(game.pk, rival, "blue", written, False, now=NOW)
    do(game, rival, "blue", HOLD)
    do(game, rival, "green", HOLD)
    do(game, owner, "red", attack("blue", stake=3))
    return game


def asked(game: Game) -> PendingDecision:
    return game.decisions.get(answered_at__isnull=True, kind="stand")


def page(client: Client, user: User, name: str, game: Game) -> str:
    client.force_login(user)
    show_hands(client, game)
    return client.get(reverse(name, args=[game.pk])).content.decode()


def test_the_power_that_is_to_answer_is_shown_to_everybody(owner: User, rival: User, client: Client) -> None:
    game = raided(owner, rival)
    assert asked(game).power == f"blue-{stronger(game)}"
    for reader in (owner, rival):
        assert name(stronger(game)) in page(client, reader, "game", game)


def test_the_chronicle_tells_for_which_power_was_answered(owner: User, rival: User, client: Client) -> None:
    game = raided(owner, rival)
    camp = stronger(game)
    done = do(game, rival, "blue", {"kind": "stand", "withdraw": True})
    assert done.entry.power == f"blue-{camp}"
    assert name(camp) in page(client, owner, "game-chronicle", game)


def test_a_mail_names_seat_and_power(owner: User, rival: User) -> None:
    game = raided(owner, rival)
    services.send_messages(NOW + timedelta(hours=1))
    bodies = [one.body for one in mail.outbox if one.to == [rival.email]]
    assert any(f"You answer as Blue, for {name(stronger(game))}." in body for body in bodies)


def test_letters_show_what_a_seat_leads(owner: User, rival: User, client: Client) -> None:
    game = raided(owner, rival)
    letters.write(game.pk, rival, seat="blue", to="", text="Peace?", key="1", now=NOW)
    assert name("east") in page(client, owner, "game-letters", game)


@pytest.mark.parametrize("orders", [{"every": 1}, {"stronger": 1}, {"every": 1, "weaker": 3}])
def test_an_order_answers_for_its_power(owner: User, rival: User, orders: dict[str, int]) -> None:
    game = raided(owner, rival, **orders)
    services.answer_due(game.pk, LATER)
    assert Entry.objects.get(game=game, action__kind="stand").reason == Entry.Reason.ORDERS


def test_the_order_of_one_power_goes_before_that_of_all() -> None:
    orders = {"stand": {"withdraw_at": 1}, "stand@blue-east": {"withdraw_at": 3}}
    assert of_power(orders, "blue-east") == {"stand": {"withdraw_at": 3}}
    assert of_power(orders, "blue-west") == of_power(orders, "") == {"stand": {"withdraw_at": 1}}


def test_an_order_of_another_power_says_nothing(owner: User, rival: User) -> None:
    game = raided(owner, rival, weaker=1)
    services.answer_due(game.pk, LATER)
    assert Entry.objects.get(game=game, action__kind="stand").reason == Entry.Reason.DEFAULT


@pytest.mark.parametrize("key", ["stand@red-east", "stand@nowhere", "stand@"])
def test_nobody_writes_orders_for_a_foreign_power(owner: User, rival: User, key: str) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    with pytest.raises(InvalidAction) as refused:
        services.write_orders(game.pk, rival, "blue", {key: {"withdraw_at": 1}}, False, now=NOW)
    assert (refused.value.code, refused.value.facts["path"]) == ("bad_orders", f"$.{key}")
    assert game.seats.get(key="blue").orders == {}


def test_orders_of_each_power_have_a_form_of_their_own(owner: User, rival: User, client: Client) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    text = page(client, rival, "game-orders", game)
    assert name("east") in text and "West camp of Blue" in text and "of Red" not in text
    sent = {"seat": "blue", "on-stand@blue-west": "on", "f-stand@blue-west.withdraw_at": "3"}
    assert client.post(reverse("game-orders", args=[game.pk]), sent).status_code == 302
    assert game.seats.get(key="blue").orders == {"stand@blue-west": {"withdraw_at": 3}}
