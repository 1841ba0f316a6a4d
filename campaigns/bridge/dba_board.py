"""The muster of a DBA battle on the on-screen board, made from the muster for a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from battles.dba.rules.system import ON_THE_BOARD
from engine.game import Facts, Muster

NAME = "dba_board"
DRAWN = {
    "strait": "strait_drawn",
    "landing": "landing_drawn",
}  # codes of calculation lines: at a table -> on the board


def draw_muster(muster: Muster) -> Muster:
    """Return the muster for a battle on the on-screen board, made from the muster for a table. On screen a
    landing army starts ashore instead of aboard its ships.
    """
    ground = muster.scenario["ground"]
    drawn = {**ground, "landing": False, "shore": ground["landing"]}
    scenario = {**muster.scenario, "ground": drawn, ON_THE_BOARD: True}
    return replace(muster, scenario=scenario, reckoning=tuple(_lines(muster, drawn["shore"])))


def _lines(muster: Muster, shore: bool) -> Iterator[Facts]:
    yield {"code": "drawn_board"}
    for line in muster.reckoning:
        if line["code"] in DRAWN:
            yield {"code": DRAWN[line["code"]]}
        elif line["code"] == "ground":  # in Italia this line may also mention a landing
            yield line
            if shore:
                yield {"code": DRAWN["landing"]}
        else:
            yield line
