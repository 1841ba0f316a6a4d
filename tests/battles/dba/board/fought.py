"""Battles on the board that the bot plays up to the point where a test starts, without a database."""

import hashlib
from functools import cache
from itertools import combinations

from battles.dba.bot import board
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.field import convex, touch
from battles.dba.rules.system import DBA
from battles.dba.rules.table.state import ON_TABLE, Board
from engine.dice import Seeded
from tests.battles.dba.table.table import an_army

DEPLOYED = {}  # by the number of the opened rules, which are kept beside the state so that it stays theirs
FEW = ("Cv", "Bd", "Bd", "Sp", "Bw", "Ps")


def a_board(*, red=FEW, blue=FEW):
    return _opened(red, blue)


@cache
def _opened(red, blue):
    armies = {"red": an_army("r", *red), "blue": an_army("b", *blue)}
    return DBA.open({"armies": armies, "board": True}, {"nightfall": 8})


def dice(name):
    return Seeded(hashlib.sha256(name.encode()).digest(), "board", 1)


def played(rules, name, until):
    """Let the bot play the battle until the condition holds; all dice follow from the name."""
    state = rules.setup(dice(name)).state
    for step in range(400):
        if until(state) or state.ending is not None:
            break
        thought = board.action(rules.battle, state, dice(f"{name} bot {step}"))
        seat = rules.pending(state)[0].seat
        state = rules.apply(state, seat, thought, dice(f"{name} {step}")).state
        agrees(rules, state)
    return state


def agrees(rules, state):
    """Assert that no bases overlap, and that the state's contacts and elements are those on the board."""
    position = position_of(rules.battle, state)
    outside = [n for n, one in position.elements.items() if not one.inside]
    for one, two in combinations(outside, 2):
        assert not convex.overlap(position.base(one).corners, position.base(two).corners), (one, two)
    if state.phase in ("moves", "shooting", "combat"):
        assert state.contacts == touch.contacts(position)
        present = {n for n, e in state.elements.items() if e.where in ON_TABLE}
        assert set(position.elements) == present


def stood(rules, **where):
    """Return a state with six PIPs to spend, these elements in these places and all others lost."""
    state = _deployed(rules)
    gone = {n: e.but(where="table" if n in where else "lost") for n, e in state.elements.items()}
    state = state.but(
        phase="moves", pips=6, bound=3, active="red", invader="red", elements=gone, drawing=(), pieces=()
    )
    state = state.but(board=Board(where, {}), camps={}, bua=None, river=None, contacts=())
    return state


def _deployed(rules):
    """Return the battle after both sides have deployed, cached by rules. Tests then move the elements to
    other places.
    """
    if id(rules) not in DEPLOYED:
        DEPLOYED[id(rules)] = rules, played(rules, "stood", lambda state: state.phase == "pips")
    return DEPLOYED[id(rules)][1]
