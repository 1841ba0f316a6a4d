"""Units are named by kind, schiera and number wherever a battle is described."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from battles.schiere.pages import board, naming
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.pages.roster import roll_of
from games import plugins, services
from tests.battles.schiere.begun import asked, play_on, stored_battle, to_a_duel
from tests.found import some
from tests.web.cast import show_hands

pytestmark = pytest.mark.django_db
IDS = re.compile(r"(?<![\w/#\"-])[RC][1-9][0-9]*\b")


def test_no_id_stands_in_chronicle_replay_and_page() -> None:
    game = to_a_duel(stored_battle(options={"points": "20", "turns": "6"}))
    client = Client()
    client.force_login(game.gm)
    show_hands(client, game)
    for path in ("chronicle/", f"replay/?at={game.seq}", "", "?at=d4"):
        page = client.get(game.get_absolute_url() + path).content.decode()
        told = re.sub(r"<[^>]*>", " ", page)
        assert IDS.findall(told) == [], path
    assert "A1" in page and "Legionaries" in page
    table = services.table(game)
    named = plugins.page("schiere").names(table)
    for id, known in some(roll_of(table).items()):
        assert named(id.upper()) != id.upper() and known.troop
    with_all = next(one for one in roll_of(table).values() if len(one.together) > 1)
    whole = named(", ".join(id.upper() for id in with_all.together))
    assert not whole[-1].isdigit() and whole[-1].isupper(), "all of a schiera by its letter alone"


def test_a_schiera_keeps_its_letter_and_none_of_the_enemy_has_it() -> None:
    game = play_on(stored_battle(options={"points": "20", "turns": "6"}), asked("act"))
    table = services.table(game)
    seen = ReadersBoard(table.rules.setting, table.view(None), roll_of(table))
    units = [id for id in seen.pieces if seen.letter(id)]
    labels = [seen.label(id) for id in some(units)]
    assert len(set(labels)) == len(labels)
    assert all(board.counter(seen, id).label == seen.label(id) for id in units)
    assert naming.with_names(seen, units[0].upper()).startswith(
        board.units_title(seen.pieces[units[0]].troop, [labels[0]])
    )
