"""Answers to revolts (9.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class SendTroops:
    """Field SP per unit and fleet SP per fleet sent to Sardinia; arrive there at once."""

    land: Mapping[str, int]
    fleet: str | None = None


@dataclass(frozen=True)
class SendArmy:
    """The army that puts down the Nika revolt."""

    army: str
