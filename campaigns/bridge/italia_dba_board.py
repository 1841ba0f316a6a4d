"""Convert Italia's battles to DBA on the on-screen board and back. The rules are the same as at a table, but
the server draws the board and rolls the dice.
"""

from __future__ import annotations

from typing import Final

from campaigns.bridge import dba_board
from campaigns.bridge.italia_dba import ItaliaDba
from engine.game import Facts, Muster, OpenBattle


class ItaliaDbaBoard(ItaliaDba):
    """The bridge from Italia to DBA on the on-screen board (see engine.game.Bridge)."""

    battle = dba_board.NAME
    system = "dba"
    here = True

    def muster(self, battle: OpenBattle, scenario: Facts) -> Muster:
        return dba_board.draw_muster(super().muster(battle, scenario))


BRIDGE: Final = ItaliaDbaBoard()
