"""Random bounds, shown step by step to a judge who knows only the booklet (see laws.py)."""

from battles.dba.rules.board.actions import MoveOnBoard
from battles.dba.rules.field.bases import Base
from bench.dba.board import RANDOM, Battle
from tests.battles.dba.board import laws
from tests.battles.dba.board.fought import a_board, stood


class Moved:
    """A step that leads to the given state. With it, tests show the judge states that the rules would never
    allow.
    """

    events = ()

    def __init__(self, state):
        self.state = state


def test_random_players_break_no_law_and_their_battle_ends():
    battle = Battle(3, "law", {"red": RANDOM, "blue": RANDOM}, keep=True)
    assert (battle.error, battle.broken, battle.refused) == ("", [], [])
    assert battle.verify()


def test_the_independent_judge_finds_illegal_moves():
    rules = a_board()
    state = stood(rules, r2=Base("Bd", 28_000, 40_000, 0), r3=Base("Bd", 32_000, 40_000, 0))

    def judged(order, **places):
        board = state.board.but(places={**state.board.places, **places})
        after = Moved(state.but(board=board, pips=5))
        return list(laws.broken(rules, state, "red", MoveOnBoard(order), after))

    assert judged("r2: ahead 200p", r2=Base("Bd", 28_000, 35_000, 0)) == []
    assert judged("r2: ahead 204p", r2=Base("Bd", 28_000, 34_900, 0)) == ["r2 goes 204 paces of 200"]
    assert judged("r2: to 300 400 0", r2=Base("Bd", 30_000, 40_000, 0)) == ["r2 overlaps r3"]
    assert judged("b1: ahead 10")[-1] == "b1 isn't theirs to move"
    assert (
        "leaves its place"
        in judged("r2 r3: ahead 10", r2=Base("Bd", 27_000, 39_000, 0), r3=Base("Bd", 32_000, 39_000, 0))[0]
    )
