"""The round in progress, which more than one chapter asks about."""

from __future__ import annotations

from dataclasses import dataclass

from engine.frames import Frame


@dataclass(frozen=True)
class GameRound(Frame):
    """A round: ``left`` are the nations still to act. ``stage``: start, nations, end, score, over."""

    left: tuple[str, ...] = ()
    stage: str = "start"
