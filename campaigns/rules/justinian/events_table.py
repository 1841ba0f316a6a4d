"""Random events (9.0)."""

from __future__ import annotations

from campaigns.rules.justinian.play import Play


def strike(play: Play) -> None:
    """Roll on the event table."""
