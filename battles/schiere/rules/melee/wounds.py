"""Damage to pieces on the board."""

from __future__ import annotations

from battles.schiere.rules.board.play import Play


def wound(play: Play, id: str, points: int) -> str:
    """Damage a unit. Any excess goes to an attached commander (L413). Return the piece that continues the
    fight, which is the commander if the unit is gone.
    """
    pos = play.pos
    commander, room = pos.attached_commander(id), len(pos.track(id)) - 1 - pos.piece(id).damage
    play.hurt(id, points)
    if commander and points > room:
        play.hurt(commander, points - room)
    return commander if id not in play.state.pieces and commander in play.state.pieces else id
