"""A battle on the map that somebody loads as a file is played by forms: it has no page of its own yet."""

import pytest
from django.test import Client
from django.utils import timezone

from battles.cataphract.rules.system import CATAPHRACT
from games import services
from games.models import Game
from games.services.creation import ME

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("battle", ["tricameron", "taginae"])
def test_a_loaded_battle_opens_and_takes_its_first_answer(battle: str) -> None:
    client = Client()
    client.post("/battles/cataphract/sheet/", {"battle": "tricameron", "dice": "virtual"})
    gm = Game.objects.get().gm  # an account without a name, as the sheet makes it
    game = services.create_game(
        gm=gm,
        name="Map",
        system="cataphract",
        scenario=CATAPHRACT.scenario(f"field-{battle}"),
        seats={"first": ME, "second": ME},
        now=timezone.now(),
    )
    if game.status == Game.Status.GATHERING:
        services.start(game.pk, gm, now=timezone.now())
    response = client.get(f"/games/{game.pk}/?seat=first")
    assert response.status_code == 200
    page = response.content.decode()
    assert "Thracian 1" in page  # units have their printed names
    offered = (
        ("No elite phase this turn", "Bring in", "Choose where") if battle == "tricameron" else ("Champions",)
    )
    assert any(text in page for text in offered)  # one roll in ten brings the reinforcements
    assert client.get(f"/games/{game.pk}/?unit=a1").status_code == 200
