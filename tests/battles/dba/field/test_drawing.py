"""Drawing the battlefield as part of the game: who draws when, what is stored, and how older games are
read.
"""

from dataclasses import replace

import pytest

from battles.dba.bot import table as bot
from battles.dba.rules.field import checks, propose, shapes
from battles.dba.rules.field.shapes import DrawnPiece
from battles.dba.rules.system import DBA
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import events as ev
from battles.dba.rules.table.terrain import Piece
from engine.dice import Scripted
from tests.battles.dba.table.table import TWELVE, Play, a_table, an_army
from tests.found import some

DRAWING = propose.battlefield("arable", "a test")
WRITTEN = [DBA.codec.encode(one) for one in DRAWING]
PIECES = [DBA.codec.encode(piece) for piece in shapes.pieces(DRAWING)]


def guided():
    return Play(a_table(quick=False)).do("roll_aggression", 6, 1)


def laid():
    return guided().do("place_terrain", pieces=PIECES, drawing=WRITTEN)


def by_hand(**more):
    return Play(a_table()).do("set_table", **{"invader": "red", "bua": False, "river": False} | more)


def test_what_is_drawn_is_kept_and_seen():
    play = laid()
    assert play.state.drawing == DRAWING and play.state.pieces == shapes.pieces(DRAWING)
    assert play.events == (ev.TerrainPlaced(shapes.pieces(DRAWING), DRAWING),)
    view = play.rules.view(play.state, None)
    assert [one["kind"] for one in view["drawing"]] == [one.kind for one in DRAWING]


def test_what_was_stored_before_there_were_drawings_reads_and_is_written_as_it_was():
    old = {"kind": "place_terrain", "pieces": PIECES}
    assert DBA.codec.write(DBA.codec.read(old)) == old
    told = {"kind": "terrain_placed", "pieces": PIECES}
    assert DBA.codec.write(DBA.codec.read(told)) == told
    state = DBA.codec.write(guided().state)
    assert "drawing" not in state and DBA.codec.read(state).drawing == ()


@pytest.mark.parametrize("home", ["arable", "littoral", "dry", "tropical"])
def test_a_drawing_survives_the_codec(home):
    drawing = propose.battlefield(home, "codec")
    for action in some([act.PlaceTerrain(shapes.pieces(drawing), drawing), act.DrawBattlefield(drawing)]):
        assert DBA.codec.read(DBA.codec.write(action)) == action


def test_how_pieces_lie_stops_nobody_but_what_was_chosen_does():
    heaped = [DBA.codec.encode(one if one.linear else replace(one, x=300, y=300)) for one in DRAWING]
    assert list(checks.faults(DBA.codec.decode(shapes.Drawing, heaped), "arable"))
    assert guided().do("place_terrain", pieces=PIECES, drawing=heaped).state.phase == "sides"
    one = [WRITTEN[0]]
    assert guided().refused("place_terrain", pieces=[PIECES[0]], drawing=one) == (
        "battlefield",
        "optional_number",
    )
    assert guided().refused("place_terrain", pieces=PIECES, drawing=one) == ("battlefield", "drawn_otherwise")


def test_it_is_drawn_anew_until_the_defender_deploys():
    moved = [{**one, "x": one["x"] and one["x"] - 1} for one in WRITTEN]
    play = laid().do("draw_battlefield", by="blue", drawing=moved)
    assert play.kinds() == ["BattlefieldDrawn"] and play.events[0].again
    play.do("choose_edge", 6, edge=2).do("pitch_camp", garrison=None)
    play.do("draw_battlefield", by="red", drawing=WRITTEN)
    assert play.state.phase == "deployment" and play.state.drawing == DRAWING
    play.do("deploy")
    assert play.refused("draw_battlefield", drawing=moved) == ("battlefield", "drawing_stands")
    offered = {choice.kind for choice in play.rules.choices(play.state, play.state.active)}
    assert "draw_battlefield" not in offered


def test_a_table_set_up_by_hand_is_drawn_when_people_like():
    play = by_hand(river=True).do("roll_pips", 4)
    river = {"kind": "river", "width": 30, "edge": 1, "course": [220] * 5}
    wood = {"kind": "woods", "x": 300, "y": 450, "length": 100, "width": 80}
    assert play.refused("draw_battlefield", drawing=[wood]) == ("battlefield", "drawn_otherwise")
    bua = {"kind": "bua", "x": 300, "y": 450, "length": 100, "width": 80}
    assert play.refused("draw_battlefield", drawing=[river, bua]) == ("battlefield", "bua_by_itself")
    play.do("draw_battlefield", drawing=[river, wood])
    assert play.state.pieces == (Piece("river", (1, 2)), Piece("woods", (3, 4), 100, 80))
    play.do("note_terrain", terrain=["marsh"])  # the marsh was not noted earlier, and it can still be drawn
    marsh = {"kind": "marsh", "x": 100, "y": 450, "length": 60, "width": 50}
    assert play.do("draw_battlefield", drawing=[river, wood, marsh]).state.drawing[2].kind == "marsh"
    assert play.refused("draw_battlefield", drawing=[river, wood, marsh]) == ("battlefield", "drawing_stands")


def test_a_drawn_river_is_there_to_be_forded():
    river = {"kind": "river", "width": 30, "edge": 1, "course": [220] * 5}
    assert by_hand().do("draw_battlefield", drawing=[river]).state.river is not None


@pytest.mark.parametrize(
    "odd",
    [
        {"kind": "woods", "x": 601, "y": 10, "length": 50, "width": 50},
        {"kind": "woods", "x": 10, "y": 10, "length": 0, "width": 50},
        {"kind": "woods", "x": 10, "y": 10, "length": 50, "width": 50, "turn": 360},
        {"kind": "woods", "x": 10, "y": 10, "length": 50, "width": 50, "course": [1, 2, 3, 4, 5]},
        {"kind": "river", "width": 30, "edge": 5, "course": [220] * 5},
        {"kind": "river", "width": 30, "edge": 1, "course": [220] * 4},
        {"kind": "river", "width": 30, "edge": 1, "course": [220, 220, 220, 220, 601]},
        {"kind": "river", "width": 30, "edge": 1, "course": [220] * 5, "x": 4},
    ],
)
def test_numbers_that_draw_nothing_are_refused(odd):
    assert by_hand().refused("draw_battlefield", drawing=[odd]) == ("battlefield", "drawn_nowhere")


def test_a_course_may_run_along_either_edge():
    for off in some([0, 600]):
        shapes.check_drawable((DrawnPiece("road", edge=1, course=(off,) * 5),))


def test_the_program_and_a_deadline_lay_a_drawn_and_lawful_board():
    for home in some(["arable", "forest", "hilly", "steppe", "dry", "tropical", "littoral"]):
        army = an_army("b", *TWELVE, topography=home)
        play = Play(a_table(blue=army, quick=False)).do("roll_aggression", 6, 1)
        (decision,) = play.rules.pending(play.state)
        for action in (decision.default, bot.action(play.rules.battle, play.state, Scripted([7]))):
            assert action.drawing and not list(checks.faults(action.drawing, home))
            play.rules.apply(play.state, "blue", action, Scripted([]))


def test_a_piece_knows_its_bounds():
    assert shapes.piece(DrawnPiece("woods", 300, 100, 80, 120)) == Piece("woods", (1, 2), 120, 80)
