"""The muster of a battle that is fought with DBA on the drawn board: that of a table, with the ground drawn.

Pure code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from battles.dba.rules.system import ON_THE_BOARD
from engine.game import Facts, Muster

NAME = "dba_board"
DRAWN = {"strait": "strait_drawn", "landing": "landing_drawn"}  # lines that tell a table what to lay out


def draw_muster(muster: Muster) -> Muster:
    """Return a table's muster for the drawn board. There an army that lands is ashore from the first."""
    ground = muster.scenario["ground"]
    drawn = {**ground, "landing": False, "shore": ground["landing"]}
    scenario = {**muster.scenario, "ground": drawn, ON_THE_BOARD: True}
    return replace(muster, scenario=scenario, reckoning=tuple(_lines(muster, drawn["shore"])))


def _lines(muster: Muster, shore: bool) -> Iterator[Facts]:
    yield {"code": "drawn_board"}
    for line in muster.reckoning:
        if line["code"] in DRAWN:
            yield {"code": DRAWN[line["code"]]}
        elif line["code"] == "ground":  # Italia's, which tells of the sea in the same line
            yield line
            if shore:
                yield {"code": DRAWN["landing"]}
        else:
            yield line
