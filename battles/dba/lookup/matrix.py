"""The matrix of odds of every troop type against every other, as a page and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from battles.dba.forecast.matrix import matrix
from battles.dba.lookup.page import Link, short_name
from battles.dba.rules.odds import PAIRS, Odds
from battles.dba.rules.troops import SHOOTERS, TYPES
from battles.dba.wording import combat as words

LOST = ("destroyed", "surrender")


@dataclass(frozen=True)
class Matrix:
    """The odds of every pair of types. A cell shows, in 36ths, the chance that the row's type kills and the
    chance that it dies.
    """

    mode: str
    cells: Mapping[tuple[str, str], Odds | None]

    @property
    def own_types(self) -> tuple[str, ...]:
        return tuple(t for t in TYPES if self.mode == "close" or t in SHOOTERS)

    @property
    def columns(self) -> list[dict[str, str]]:
        return [{"code": short_name(t), "name": words.troop(t)} for t in TYPES]

    def rows(self, look: Link) -> list[dict[str, Any]]:
        """Return the rows for the page. Each cell links to its calculation."""
        return [
            {
                "code": short_name(own),
                "name": words.troop(own),
                "cells": [self._cell(own, foe, self.cells[own, foe], look) for foe in TYPES],
            }
            for own in self.own_types
        ]

    def _cell(self, own: str, foe: str, odds: Odds | None, look: Link) -> dict[str, Any] | None:
        if odds is None:
            return None
        wins, losses = _sum(odds.b, LOST), _sum(odds.a, LOST)
        return {
            "wins": wins,
            "losses": losses,
            "tone": "good" if wins > losses else "bad" if losses > wins else "even",
            "url": look({"mode": self.mode, "a": own, "b": foe}),
            "title": f"{words.troop(own)} – {words.troop(foe)}",
        }

    def as_json(self) -> dict[str, Any]:
        """Return the chances in 36ths by row and column, with null for a pair that cannot meet."""
        return {
            "mode": self.mode,
            "of": PAIRS,
            "cells": {
                own: {
                    foe: None if (o := self.cells[own, foe]) is None else {"a": dict(o.a), "b": dict(o.b)}
                    for foe in TYPES
                }
                for own in self.own_types
            },
        }


def _sum(fates: Mapping[str, int], names: tuple[str, ...]) -> int:
    return sum(fates.get(name, 0) for name in names)


@cache
def table(mode: str) -> Matrix:
    """Return the matrix for close combat or for shooting."""
    return Matrix(mode, matrix(mode))
