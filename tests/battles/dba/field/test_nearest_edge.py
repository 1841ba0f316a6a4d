"""The invader must not choose the edge nearest to the built-up area (L238) if the area's place is drawn."""

from collections import Counter
from dataclasses import replace

import pytest

from battles.dba.bot import table as bot
from battles.dba.rules.field import propose, shapes
from battles.dba.rules.field.shapes import DrawnPiece
from battles.dba.rules.system import DBA
from battles.dba.rules.table import setup
from battles.dba.rules.table.reminders import reminders
from engine.dice import Seeded
from tests.battles.dba.table.table import Play, a_table

AREA = DrawnPiece("bua", 300, 120, 120, 100)
AT = {1: (300, 120), 2: (480, 300), 3: (300, 480), 4: (120, 300)}
FIELD = propose.battlefield("arable", "a test")


def laid(x: int, y: int, drawn: bool = True) -> Play:
    """Return a battlefield laid by the rules, with its built-up area at this place. ``drawn``: whether the
    area is in the drawing.
    """
    play = Play(a_table(quick=False)).do("roll_aggression", 6, 1)
    told = {"drawing": [DBA.codec.encode(one) for one in FIELD]}
    pieces = [DBA.codec.encode(piece) for piece in shapes.pieces(FIELD)]
    play.do("place_terrain", pieces=pieces, **told)
    play.state = setup._features(play.state, True, False).but(
        drawing=(replace(AREA, x=x, y=y),) if drawn else ()
    )
    return play


def offered(play: Play) -> list[int]:
    (choice,) = (c for c in play.rules.choices(play.state, play.state.active) if c.kind == "choose_edge")
    return [option.value for option in choice.fields[0].options]


@pytest.mark.parametrize("nearest", AT)
def test_the_nearest_edge_is_refused_and_not_offered(nearest: int) -> None:
    play = laid(*AT[nearest])
    assert play.refused("choose_edge", edge=nearest) == ("deployment", "edge_nearest_bua")
    assert offered(play) == [edge for edge in AT if edge != nearest]
    assert "not_edge_by_bua" not in {code for code, _ in reminders(play.rules.battle, play.state)}
    (pending,) = play.rules.pending(play.state)
    assert pending.default.edge != nearest


def test_dice_may_still_choose_the_nearest_edge() -> None:
    """If the invader chooses an edge, a roll of 1, 2 or 3 gives one of the other edges. This can be the edge
    nearest to the built-up area, because only a free choice of it is forbidden.
    """
    assert laid(*AT[2]).do("choose_edge", 1, edge=1).state.side == 2


def test_equally_near_edges_are_excluded_unless_all_are_equal() -> None:
    assert offered(laid(120, 110)) == [2, 3]
    play = laid(300, 300)
    play.state = play.state.but(drawing=(replace(AREA, x=300, y=300, width=AREA.length),))
    assert offered(play) == [1, 2, 3, 4]


def test_without_a_drawing_players_get_a_reminder_of_the_edge_rule() -> None:
    play = laid(*AT[1], drawn=False)
    assert offered(play) == [1, 2, 3, 4]
    assert "not_edge_by_bua" in {code for code, _ in reminders(play.rules.battle, play.state)}


def test_the_bot_chooses_an_allowed_edge() -> None:
    play = laid(*AT[1])
    wished = Counter(
        bot.action(play.rules.battle, play.state, Seeded(b"edge", "bot", n)).edge for n in range(60)
    )
    assert set(wished) == {2, 3, 4}
