"""The actions of a battle on the board. Set-up, PIPs and ends of phases use the same actions as a table
battle.
"""

from __future__ import annotations

from engine.codec import late_field
from engine.values import dataclass


@dataclass(frozen=True)
class MoveOnBoard:
    """Make a tactical move, given in the text format of ``orders.Move``: "r1 r2: ahead 200p". With
    ``dismount``, all movers dismount.
    """

    order: str
    dismount: bool = False


@dataclass(frozen=True)
class BreakOffOnBoard:
    """Move an element straight back out of combat by a number of paces."""

    element: str
    paces: int


@dataclass(frozen=True)
class ShootOnBoard:
    """Shoot with up to three elements of one side at a target, which is an element or "denizens". If the
    target shoots back, up to two of its friends shoot with it at the first shooter (ruling T20).
    """

    shooters: tuple[str, ...]
    target: str


@dataclass(frozen=True)
class FightOnBoard:
    """Fight a close combat between an element of the active side and its opponent. Either of them can be
    "denizens".
    """

    attacker: str
    defender: str


@dataclass(frozen=True)
class DeployOnBoard:
    """Deploy an army in a style from ``deployment.STYLES``, or in a layout given as text (see ``layouts``).
    ``garrison``: the element in the built-up area, or "". ``reserve``: the elements of a littoral army that
    wait aboard.
    """

    layout: str
    garrison: str = ""
    reserve: tuple[str, ...] = late_field(())


@dataclass(frozen=True)
class LandOnBoard:
    """Land the reserve as a group. ``who``: its elements row by row, from the left of the front. ``x`` and
    ``y``: the first element's left front corner in millimetres. ``heading``: the group's heading in degrees.
    ``files``: the number of elements in the front row.
    """

    who: tuple[str, ...]
    x: int
    y: int
    heading: int
    files: int


BOARD_ACTIONS = (DeployOnBoard, MoveOnBoard, LandOnBoard, BreakOffOnBoard, ShootOnBoard, FightOnBoard)
