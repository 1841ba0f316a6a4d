"""Die-roll modifiers (DRMs)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.values import dataclass


@dataclass(frozen=True)
class Drm:
    """A die-roll modifier: its code, its value, and the section or table it comes from."""

    code: str
    value: int
    rule: str


def total(drms: Iterable[Drm]) -> int:
    return sum(d.value for d in drms)
