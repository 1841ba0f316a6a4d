"""Actions of a battle on the board, beside those of a table for setting up, PIPs and ends of phases."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MoveOnBoard:
    """A tactical move in the text of ``orders.Move``: "r1 r2: ahead 200p". ``dismount``: everybody does."""

    order: str
    dismount: bool = False


@dataclass(frozen=True)
class BreakOffOnBoard:
    """Straight back out of combat, by that many paces."""

    element: str
    paces: int


@dataclass(frozen=True)
class ShootOnBoard:
    """Up to three elements of one side shoot at a target: an element or "denizens"."""

    shooters: tuple[str, ...]
    target: str


@dataclass(frozen=True)
class FightOnBoard:
    """A close combat: the active side's element, and its opponent; either may be "denizens"."""

    attacker: str
    defender: str


BOARD_ACTIONS = (MoveOnBoard, BreakOffOnBoard, ShootOnBoard, FightOnBoard)
