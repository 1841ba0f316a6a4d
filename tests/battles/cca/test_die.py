"""The battle die on pages: as symbols, in forms for typed dice, in the news and in counts."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.template import engines
from django.template.loader import render_to_string

from battles.cca.rules.dice import FACES
from battles.cca.wording.die import DRAWINGS, symbols
from games.forms.shapes import Face
from tests.battles.cca.begun import play_on, shown, stored_battle
from tests.found import some

GAME = SimpleNamespace(system="cca")


def drawn(text: str, game: object) -> str:
    return engines["django"].from_string("{% load vexillum %}" + text).render({"game": game})


def test_each_number_of_the_die_is_a_symbol() -> None:
    found = symbols()
    assert list(found) == [1, 2, 3, 4, 5, 6]
    assert [drawing for _name, drawing in found.values()] == [DRAWINGS[str(face)] for face in FACES]
    assert len({name for name, _drawing in found.values()}) == 6


def test_dice_of_other_systems_keep_their_pips_and_numbers() -> None:
    assert "die__pip" in drawn("{% die 6 6 %}", SimpleNamespace(system="dba"))
    assert "die__pip" in drawn("{% die 6 6 %}", None)
    assert "die__text" in drawn("{% die 6 20 %}", GAME) and "die__pip" not in drawn("{% die 6 6 %}", GAME)
    assert drawn("{% die_name 6 6 %}", GAME) == "swords" and drawn("{% die_name 6 6 %}", None) == "6"


def test_dice_rolled_on_the_table_are_typed_as_symbols() -> None:
    act = SimpleNamespace(dice=[Face("Attack", 6, (1, 2, 3, 4, 5, 6))], entered=())
    page = render_to_string("games/_roll.html", {"act": act, "game": GAME})
    assert page.count("die__symbol") == 6
    for name, _drawing in some(symbols().values()):
        assert f'aria-label="{name}"' in page
    assert 'value="6"' in page, "a number is sent, as ever"


@pytest.mark.django_db
def test_the_chronicle_tells_dice_as_symbols() -> None:
    game = play_on(stored_battle(), lambda table: table.state.turn.rolls or table.state.last.rolls)
    page = shown(game, "chronicle/")
    assert "die__symbol" in page and "die__pip" not in page
