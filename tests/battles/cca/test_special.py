"""Special rules of scenarios: camps, leaving the board, and generals whose loss decides the battle."""

from battles.cca.rules.fight.fall import kill_leader
from battles.cca.rules.play.state import State, Turn
from battles.cca.rules.position import Position
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.system import CCA
from battles.cca.rules.terrain.board import NAMES
from battles.cca.rules.turn.commanding import Commanding, LeaveBoard, Move
from battles.cca.rules.turn.turns import BATTLES, GameTurn
from engine.dice import Seeded
from tests.battles.cca.boards import do


def begun(name: str, board: str, seat: str = "bottom") -> tuple[CcaRules, State]:
    """Return a battle of this scenario in which a side has played Order Four Units Center."""
    rules = CCA.open(CCA.scenario(name), {})
    state, position = rules.setup(Seeded(b"special", name, 0)).state, Position.parse(board)
    return rules, state.but(
        units={NAMES[at]: unit for at, unit in position.units.items()},
        leaders={NAMES[at]: leader for at, leader in position.leaders.items()},
        turn=Turn(seat, "order_4_center", "order_4_center"),
        stack=(GameTurn(seat, BATTLES), Commanding(seat)),
    )


def test_a_camp_of_baecula_gives_one_banner_for_good() -> None:
    board = "G6: bottom medium_inf 4\nG8: bottom light_inf 4\nI13: top medium_inf 4"
    rules, state = begun("baecula", board)
    state = do(rules, state, Move("G6", "H5"))
    assert rules.scores(state)["bottom"] == 1 and state.armies["bottom"].extra == 1
    state = do(rules, state, Move("G8", "H7"))
    assert rules.scores(state)["bottom"] == 2


def test_a_camp_of_the_rebels_is_lost_to_whoever_enters_it_last() -> None:
    board = "D5: top medium_inf 4\nA1: bottom medium_inf 4"
    rules, state = begun("utica_rebel_camp", board, "top")
    assert rules.scores(state) == {"bottom": 2, "top": 0}
    state = do(rules, state, Move("D5", "C5"))
    assert rules.scores(state) == {"bottom": 1, "top": 1} and state.held["C5"] == "top"


def test_a_roman_unit_leaves_the_board_at_castulo_for_a_banner() -> None:
    board = "H6: bottom light_cav 3\nH7: bottom medium_inf 4\nI1: top medium_inf 4"
    rules, state = begun("castulo", board)
    assert [c.fixed["at"] for c in rules.choices(state, "bottom") if c.kind == "leave_board"] == ["H6"]
    state = do(rules, state, LeaveBoard("H6"))
    assert "H6" not in state.units and rules.scores(state)["bottom"] == 1


def test_the_battle_ends_with_the_general_on_whom_it_hangs() -> None:
    rules, state = begun(
        "castulo", "H6: bottom leader P. Scipio\nA1: bottom medium_inf 4\nI1: top medium_inf 4"
    )
    play = rules.work(state, Seeded(b"fall", "scipio", 0))
    kill_leader(play, "H6", "hit")
    rules.drive(play)
    found = rules.outcome(play.state)
    assert found is not None and (found.winner, found.reason) == ("top", "leader_lost")
