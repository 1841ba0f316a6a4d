"""Forms that distribute something are prefilled with the default answer."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from campaigns.justinian.rules.segment.tribes import PlaceTribe
from campaigns.justinian.rules.state.losses import Losses
from campaigns.justinian.rules.state.units import sp_of
from campaigns.justinian.rules.state.values import ArmySP, Frontier, Unit
from campaigns.justinian.rules.turn.levy import PlaceLevy
from campaigns.justinian.rules.turn.maintenance import Maintain
from campaigns.justinian.rules.turn.sardinia import Sardinia
from campaigns.justinian.rules.turn.tzazon import Tzazon
from games import services
from games.models import Game
from games.services import advice
from tests.campaigns.justinian.stored import page, stored
from tests.web.cast import person

pytestmark = pytest.mark.django_db

UNITS = (ArmySP("oriens"), ArmySP("armenia"), Frontier("osrhoene"))
LOSSES = Losses("byzantium", UNITS, 6, "epidemic", "9.0", "osrhoene")
KEY = "00000000-0000-4000-8000-000000000001"
VALUE = re.compile(r'name="(f-[^"]*)"[^>]* value="(\d+)"')


def asking(frame: Any, **counts: Any) -> Game:
    return stored(lambda state: replace(state, stack=(*state.stack, frame), **counts))


def numbers(told: str) -> dict[str, int]:
    """Return the values of the page's number fields."""
    return {name: int(n) for name, n in VALUE.findall(told) if int(n)}


def default(game: Game) -> Any:
    table = services.table(game)
    (decision,) = table.decisions()
    return table.system.codec.write(decision.default)


def test_8_21_losses_are_filled_in_as_they_would_be_taken() -> None:
    game = asking(LOSSES)
    expected = {f"f-losses-{unit}": sp for unit, sp in default(game)["losses"].items()}
    told = page(game, "byzantium")
    assert numbers(told) == expected and sum(expected.values()) == 6
    assert "A suggestion is filled in; change it as you like." in told
    assert "Una proposta è già compilata" in page(game, "byzantium", language="it")


def post(game: Game, body: QueryDict) -> str:
    """Return the page that Bruno sees after sending a form."""
    client = Client()
    client.force_login(person("bruno"))
    kind = "application/x-www-form-urlencoded"
    url = f"{game.get_absolute_url().rstrip('/')}/act"
    return client.post(url, body.urlencode(), content_type=kind, follow=True).content.decode()


def test_8_21_one_press_takes_the_losses() -> None:
    game = asking(LOSSES)
    before = services.table(game).state
    taken = {Unit.parse(u): sp for u, sp in default(game)["losses"].items()}
    form = re.search(r'<form [^>]*id="act-.*?</form>', page(game, "byzantium"), re.DOTALL)
    assert form is not None
    body = QueryDict(mutable=True)
    body.update(dict(re.findall(r'<input [^>]*?name="([^"]*)"[^>]*? value="([^"]*)"', form[0])))
    post(game, body)
    after = services.table(Game.objects.get(pk=game.pk)).state
    assert {u: sp_of(before, u) - sp_of(after, u) for u in taken} == taken


def test_8_21_losses_follow_a_standing_order_of_their_own() -> None:
    game = asking(LOSSES)
    game.seats.filter(key="byzantium").update(orders={"losses": {"policy": "armies_first"}})
    found = numbers(page(game, "byzantium"))
    assert found and "f-losses-frontier:osrhoene" not in found and sum(found.values()) == 6


def test_9_0_troops_for_sardinia_are_filled_in_with_the_fleet() -> None:
    game = asking(Sardinia("barbarian", "vandals"))
    given = default(game)
    told = page(game, "barbarian")
    found = numbers(told)
    assert {n.removeprefix("f-land-"): sp for n, sp in found.items() if "land" in n} == given["land"]
    if given["fleet"]:
        assert re.search(rf'value="{re.escape(given["fleet"])}"[^>]*(checked|selected)', told)


def test_4_22_tzazon_comes_with_what_is_asked_for_at_least() -> None:
    game = asking(Tzazon("tzazon"))
    given = default(game)
    found = numbers(page(game, "barbarian"))
    assert {n.removeprefix("f-land-"): sp for n, sp in found.items() if "-land-" in n} == given["land"]
    assert {n.removeprefix("f-fleets-"): sp for n, sp in found.items() if "-fleets-" in n} == given["fleets"]


def test_6_24_recruits_of_the_vandals_are_placed_beforehand_as_troops() -> None:
    game = asking(PlaceTribe("vandals", 6))
    assert sum(numbers(page(game, "barbarian")).values()) == 6


@pytest.mark.parametrize(
    ("frame", "kind", "field"),
    [(Maintain(), "pay_maintenance", "groups"), (PlaceLevy(7), "place_recruits", "land")],
)
def test_the_programs_advice_is_not_mixed_with_the_suggestion(frame: Any, kind: str, field: str) -> None:
    """Advice fills the form by itself; the usual suggestion must not be added to it."""
    game = asking(frame, gold=60)
    thought = advice.advice_for(services.table(game), "byzantium")
    assert thought is not None
    advised, _why = thought
    assert advised["kind"] == kind
    told = page(game, "byzantium", "?advice=1")
    form = next(f for f in re.findall(r'<form [^>]*id="act-.*?</form>', told, re.DOTALL) if kind in f)
    if kind == "pay_maintenance":
        ticked = re.findall(r'value="([^"]*)"[^>]*data-gold[^>]* checked', form)
        assert sorted(ticked) == sorted(advised[field])
    else:
        found = {n.removeprefix("f-land-"): sp for n, sp in numbers(form).items() if "-land-" in n}
        assert found == {u: sp for u, sp in advised[field].items() if sp}


def test_5_2_a_refused_payment_keeps_what_was_ticked() -> None:
    game = asking(Maintain(), gold=3)
    body = QueryDict(mutable=True)
    body.update({"kind": "pay_maintenance", "seq": str(game.seq), "seat": "byzantium", "key": KEY})
    body.setlist("f-groups", ["army:oriens"])
    told = post(game, body)
    form = told[told.index('id="acts"') : told.index("</form>", told.index('id="acts"'))]
    assert "refusal" in form and default(game)["groups"] != ["army:oriens"]
    assert re.findall(r'value="([^"]*)"[^>]*data-gold[^>]* checked', form) == ["army:oriens"]
