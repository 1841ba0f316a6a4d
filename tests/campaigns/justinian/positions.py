"""Positions in mid-game, and playing on from them."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.answers.cases import game, position, run
from campaigns.justinian.rules.system import JUSTINIAN

PRAESENTALS = {
    "praesental_i": {"at": "europa", "sp": 12, "leader": "sittas"},
    "praesental_ii": {"at": "bithynia", "sp": 12, "leader": "mundus"},
}


def play(given: dict[str, Any]) -> dict[str, Any]:
    """Return the position after the actions, or {"refused": code, "rule": section}."""
    return run({"ask": "play", **given})


def army(at: str, sp: int, leader: str | None = "buzes", **more: Any) -> dict[str, Any]:
    return {"at": at, "sp": sp, "leader": leader, **more}


def tribe(at: str, sp: int, **more: Any) -> dict[str, Any]:
    return {"at": at, "sp": sp, **more}


def do(kind: str, *dice: int, **fields: Any) -> dict[str, Any]:
    """Return an action with the dice that it will roll."""
    return {"kind": kind, **fields, "dice": list(dice)}


def march(army_id: str, seat: str, mp: int, **more: Any) -> dict[str, Any]:
    return {"march": army_id, "seat": seat, "mp": mp, **more}


__all__ = ["JUSTINIAN", "PRAESENTALS", "army", "do", "game", "march", "play", "position", "tribe"]
