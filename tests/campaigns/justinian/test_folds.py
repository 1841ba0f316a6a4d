"""Folds whose contents are rendered only when a fold is opened. A script gets only the contents; without
scripts, the whole page is loaded again with the fold open.
"""

import html
import re
from typing import Any

import pytest
from django.test import Client

from campaigns.justinian.pages import folds
from games.models import Game
from tests.campaigns.justinian.stored import PLAYERS, page, person, stored
from tests.flat import flat
from tests.found import some

pytestmark = pytest.mark.django_db

WITHIN = {
    "forces": "Strength by power",
    "upkeep": "This is only an estimate; you pay when maintenance is due",
}


def part(game: Game, name: str, query: str, address: str = "") -> str:
    """Return the HTML that htmx gets for an opened fold."""
    client = Client()
    client.force_login(person(PLAYERS["byzantium"]))
    headers: Any = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": f"fold-{name}-in"}
    answer = client.get(f"{address or game.get_absolute_url()}{query}", **headers)
    assert answer.status_code == 200
    return flat(html.unescape(answer.content.decode()))


@pytest.mark.parametrize("name", folds.SECTIONS)
def test_what_is_folded_is_drawn_when_it_is_asked_for(name: str) -> None:
    game = stored(lambda state: state)
    plain = page(game, "byzantium")
    assert WITHIN[name] not in plain
    assert f'hx-get="?open={name}"' in plain, "a script fetches it"
    assert f'href="?open={name}#fold-{name}"' in plain, "and without one a link leads to it"
    whole = page(game, "byzantium", f"?open={name}")
    assert WITHIN[name] in whole and "<!doctype" in whole
    assert re.search(rf'<details [^>]*id="fold-{name}"[^>]* open>', whole)
    alone = part(game, name, f"?open={name}")
    assert WITHIN[name] in alone and "<!doctype" not in alone and 'id="map"' not in alone
    assert alone.strip() in whole, "the same either way"


def test_what_is_chosen_on_the_map_stays_chosen_when_a_fold_is_opened_without_a_script() -> None:
    game = stored(lambda state: state)
    looked_at = page(game, "byzantium", "?at=europa")
    assert re.search(r'"\?at=europa&[^"]*open=forces#fold-forces"', looked_at)


def test_an_unknown_fold_is_none() -> None:
    game = stored(lambda state: state)
    told = page(game, "byzantium", "?open=everything")
    assert re.search(r'<details [^>]*id="fold-forces"', told)
    assert not re.search(r'<details [^>]*id="fold-forces"[^>]* open>', told)
    assert not any(words in told for words in WITHIN.values())


def test_a_reckoning_opens_its_own_fold() -> None:
    told = page(stored(lambda state: state), "byzantium", "?what=1")
    assert 'id="fold-upkeep" open' in told and WITHIN["upkeep"] in told


def test_a_look_back_has_its_folds_too() -> None:
    game = stored(lambda state: state)
    address = f"{game.get_absolute_url()}replay/"
    drawn = part(game, "forces", "?at=0&open=forces", address)
    (inside,) = some([drawn[drawn.index('id="fold-forces-in"') :]])
    assert WITHIN["forces"] in inside
