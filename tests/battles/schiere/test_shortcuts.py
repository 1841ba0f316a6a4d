"""One press that also ends the action, and one that fights all later duels."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from battles.schiere.pages.square_choices import goals
from engine.choices import sample_action
from engine.dice import Seeded
from games import services
from games.models import Entry
from tests.battles.schiere.begun import asked, do, play_on, stored_battle, to_a_duel
from tests.web.cast import person

pytestmark = pytest.mark.django_db


def fields_of(page: str, start: str) -> dict[str, str]:
    """Return the fields of the form that begins with this text, buttons included."""
    form = page[page.index(start) :]
    found = re.findall(r'name="([\w-]+)" value="([^"]*)"', form[: form.index("</form>")])
    return {name: html.unescape(value) for name, value in found}


def test_one_press_marches_and_ends_the_action(client: Any) -> None:
    game = play_on(stored_battle(rival="bruno"), asked("act"))
    seat = services.table(game).decisions()[0].seat
    choice = next(c for c in services.table(game).choices(seat) if c.kind == "take_action" and c.fields)
    units = [o.value for o in choice.fields[0].options]
    game = do(game, seat, {"kind": "take_action", **choice.fixed, "units": units})
    march = next(c for c in services.table(game).choices(seat) if c.kind == "move_along")
    to = next(at for at, one in goals(march).items() if one.cost == 1)
    client.force_login(game.seats.get(key=seat).user)
    page = client.get(f"{game.get_absolute_url()}?seat={seat}&at={to}").content.decode()
    drawn = game.seq
    fields = fields_of(page, 'id="end-')
    assert fields["then"] == "end_action"
    for _twice in range(2):  # sending it again changes nothing
        assert client.post(reverse("game-act", args=[game.pk]), fields).status_code == 302
    game.refresh_from_db()
    made = [entry.action["kind"] for entry in game.entries.filter(seq__gt=drawn).order_by("seq")]
    assert made[:2] == ["move_along", "end_action"] and made.count("move_along") == 1
    assert services.table(game).view(seat)["action"] is None


def test_the_second_action_is_skipped_if_the_first_makes_it_impossible(client: Any) -> None:
    game = play_on(stored_battle(rival="bruno"), asked("act"))
    seat = services.table(game).decisions()[0].seat
    client.force_login(game.seats.get(key=seat).user)
    page = client.get(f"{game.get_absolute_url()}?seat={seat}").content.decode()
    drawn, fields = game.seq, {**fields_of(page, 'id="start-'), "then": "strike_back"}
    assert client.post(reverse("game-act", args=[game.pk]), fields).status_code == 302
    made = [entry.action["kind"] for entry in game.entries.filter(seq__gt=drawn)]
    assert made == ["take_action"]


def test_a_form_sent_again_after_later_moves_ends_nothing(client: Any) -> None:
    game = play_on(stored_battle(rival="bruno"), asked("act"))
    seat = services.table(game).decisions()[0].seat
    client.force_login(game.seats.get(key=seat).user)
    page = client.get(f"{game.get_absolute_url()}?seat={seat}").content.decode()
    drawn, fields = game.seq, {**fields_of(page, 'id="start-'), "then": "end_action"}
    assert client.post(reverse("game-act", args=[game.pk]), {**fields, "then": ""}).status_code == 302
    game.refresh_from_db()
    march = next(c for c in services.table(game).choices(seat) if c.kind == "move_along")
    action = sample_action(march, Seeded(b"", "", 0))
    game = do(game, seat, action)
    assert client.post(reverse("game-act", args=[game.pk]), fields).status_code == 302
    made = [entry.action["kind"] for entry in game.entries.filter(seq__gt=drawn).order_by("seq")]
    assert made == ["take_action", "move_along"]


def test_one_press_fights_this_duel_and_all_later_ones(client: Any) -> None:
    game = to_a_duel(stored_battle(rival="bruno"))
    client.force_login(person("bruno"))
    address = f"{game.get_absolute_url()}?seat=carthage"
    page = client.get(address).content.decode()
    fields = fields_of(page, 'id="whole-')
    assert client.post(reverse("game-act", args=[game.pk]), fields).status_code == 302
    seat = game.seats.get(key="carthage")
    assert seat.orders_at_once and seat.orders["blow"]["policy"] == "net"
    game.refresh_from_db()
    (owing,) = services.table(game).decisions()
    while owing.kind == "blow":  # Rome lays its own cards, in this duel and in the next
        assert owing.seat == "rome"
        card = services.table(game).choices("rome")[0].fields[0].options[0].value
        game = do(game, "rome", {"kind": "lay", "card": card, "order": None, "then": []})
        services.answer_due(game.pk, timezone.now())
        game.refresh_from_db()
        owing = services.table(game).decisions()[0]
    began = [e for entry in game.entries.all() for e in entry.events if e["kind"] == "duel_began"]
    ordered = game.entries.filter(seat="carthage", reason=Entry.Reason.ORDERS)
    assert len(began) > 1 and {entry.action["kind"] for entry in ordered} == {"leave_to"}


def test_it_is_not_offered_to_a_player_whose_orders_wait_for_the_deadline(client: Any) -> None:
    game = to_a_duel(stored_battle(rival="bruno"))
    game.seats.filter(key="carthage").update(orders={"strike_back": {}}, orders_at_once=False)
    client.force_login(person("bruno"))
    page = client.get(f"{game.get_absolute_url()}?seat=carthage").content.decode()
    assert 'id="whole-' in page and 'name="always"' not in page


def test_one_press_marches_turns_and_ends_the_action(client: Any) -> None:
    """The button that marches and ends the action also offers every facing, so that turning needs no extra
    tap.
    """
    game = play_on(stored_battle(rival="bruno"), asked("act"))
    seat = services.table(game).decisions()[0].seat
    choice = next(c for c in services.table(game).choices(seat) if c.kind == "take_action" and c.fields)
    units = [o.value for o in choice.fields[0].options]
    game = do(game, seat, {"kind": "take_action", **choice.fixed, "units": units})
    march = next(c for c in services.table(game).choices(seat) if c.kind == "move_along")
    to = next(at for at, one in goals(march).items() if one.cost == 1)
    client.force_login(game.seats.get(key=seat).user)
    page = client.get(f"{game.get_absolute_url()}?seat={seat}&at={to}").content.decode()
    form = page[page.index('id="end-') :]
    offered = re.findall(r'name="f-facing" value="(\w)"', form[: form.index("</form>")])
    lead = str(march.fixed["lead"])
    other = next(one for one in offered if one != services.table(game).view(seat)["pieces"][lead]["facing"])
    fields = {**fields_of(page, 'id="end-'), "f-facing": other}
    assert client.post(reverse("game-act", args=[game.pk]), fields).status_code == 302
    game.refresh_from_db()
    seen = services.table(game).view(seat)
    assert seen["pieces"][lead]["facing"] == other and seen["action"] is None
