"""An army saved in the builder as the secret choice of a battle (L21, L324)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armies.schiere.catalogue import army_lists
from armies.schiere.roster import Roster
from armies.services import save_army, share
from battles.schiere.rules.board.troops import OF_COUNTERS, TROOPS
from games import services
from games.models import Game
from tests.battles.schiere.begun import stored_battle
from tests.found import some
from tests.web.cast import person

UNITS = {"carthage_heavy_punic": 6, "carthage_javelins": 4, "carthage_elephants": 2}
MAHARBAL = Roster("carthage", 30, UNITS, "astute", ("impetuous",), orders=2, name="Maharbal")


def test_the_builder_and_the_battle_mean_the_same_counters() -> None:
    for army in some(army_lists().values()):
        for kind in army.kinds.values():
            troop = TROOPS[OF_COUNTERS[kind.id]]
            said = (troop.seat, troop.cls, troop.weapon, troop.units, troop.velites, troop.points)
            assert said == (army.id, kind.cls, kind.weapon, kind.units, kind.velites, kind.points)
    assert len(OF_COUNTERS) == len(TROOPS)


@pytest.fixture
def zama(db: Any) -> Game:
    """A battle in which Anna plays Rome and Bruno Carthage; both must choose an army for thirty points."""
    game = stored_battle(rival="bruno")
    for roster in (
        MAHARBAL,
        Roster("carthage", 60, {**UNITS, "carthage_heavy_punic": 12}, name="Too dear"),
        Roster("carthage", 30, UNITS, wings=("resolute", "resolute"), name="Twins"),
        Roster("rome", 30, {"rome_legionaries": 6}, name="Of the other side"),
    ):
        save_army(person("bruno"), roster, timezone.now())
    return game


def page_of(game: Game, name: str) -> tuple[Client, str]:
    client = Client()
    client.force_login(person(name))
    return client, client.get(game.get_absolute_url()).content.decode()


def form(page: str, name: str) -> dict[str, Any]:
    """Return the hidden fields of the form whose button takes this army."""
    (found,) = [
        part for part in page.split("<form")[1:] if f"Take this army: {name}" in part.split("</form")[0]
    ]
    sent: dict[str, Any] = {}
    for field, value in re.findall(r'name="([\w-]+)" value="([^"]*)"', found.split("</form")[0]):
        sent.setdefault(field, []).append(value)
    return sent


def test_an_army_is_taken_over_whole_as_one_secret_choice(zama: Game) -> None:
    client, page = page_of(zama, "bruno")
    answer = client.post(reverse("game-act", args=[zama.pk]), form(page, "Maharbal"), follow=True)
    assert answer.status_code == 200
    entry = zama.entries.get(seat="carthage")
    units = {"punic_foot": 6, "libyans": 4, "elephants": 2}
    assert entry.action == {"kind": "muster", "units": units, "chief": "astute", "wings": ["impetuous"]}
    assert [event["kind"] for event in entry.events] == ["army_chosen"]
    told = page_of(zama, "anna")[1]
    assert "Maharbal" not in told and "astute" not in str(
        services.table(Game.objects.get(pk=zama.pk)).view("rome")
    )


def test_the_usual_army_is_one_press_for_whoever_has_saved_none(zama: Game) -> None:
    usual = zama.decisions.get(answered_at=None, seat="rome").default
    client, page = page_of(zama, "anna")
    client.post(reverse("game-act", args=[zama.pk]), form(page, "The usual army"))
    assert zama.entries.get(seat="rome").action == usual


def test_both_choose_at_once_and_neither_has_to_choose_again(zama: Game) -> None:
    """Both pages were loaded before either player answered, and neither page reveals that the other has
    chosen.
    """
    drawn = zama.seq
    decisions = {row.seat: row.default for row in zama.decisions.filter(answered_at=None)}
    assert set(decisions) == {"rome", "carthage"}
    for name, seat in (("anna", "rome"), ("bruno", "carthage")):
        services.submit(
            zama.pk,
            seat,
            decisions[seat],
            drawn_seq=drawn,
            key=name,
            user=person(name),
            now=timezone.now(),
        )
    assert zama.entries.count() >= 3


def test_two_wing_commanders_of_one_kind_are_taken_over(zama: Game) -> None:
    client, page = page_of(zama, "bruno")
    client.post(reverse("game-act", args=[zama.pk]), form(page, "Twins"), follow=True)
    assert zama.entries.get(seat="carthage").action["wings"] == ["resolute", "resolute2"]


def test_what_may_not_be_fielded_is_told_with_every_mistake_and_no_button(zama: Game) -> None:
    page = page_of(zama, "bruno")[1]
    assert "costs 36 of 30 points" in page
    assert page.count("Take this army:") == 3 and "The usual army" in page and "Of the other side" not in page
    assert "Planned for what is left: orders 2, actions 0." in page


def test_nobody_else_sees_them_and_no_link_opens_them(zama: Game) -> None:
    army = save_army(person("bruno"), MAHARBAL, timezone.now())
    for who in ("anna", "stranger"):
        client, page = page_of(zama, who)
        assert "Maharbal" not in page
        assert client.get(f"/armies/schiere/shared/{share(army)}/").status_code == 404
    assert "You have saved none for this side." in page_of(zama, "anna")[1]
