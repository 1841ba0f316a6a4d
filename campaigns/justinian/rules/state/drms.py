"""Die modifiers, line by line."""

from __future__ import annotations

from collections.abc import Iterable

from engine.values import dataclass


@dataclass(frozen=True)
class Drm:
    """One line of a calculation: its name, its value, its section or table."""

    code: str
    value: int
    rule: str


def total(drms: Iterable[Drm]) -> int:
    return sum(d.value for d in drms)
