"""Reproducible dice for tests. A counter replaces the random seeds and ids of new games, on which all dice
depend. ``VEXILLUM_TEST_SEED=7 pytest ...`` plays the same tests with other dice.
"""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Callable
from uuid import UUID

import pytest

WORLD = "VEXILLUM_TEST_SEED"


class Counted:
    """A replacement for the random seeds and ids of new games. It derives them from a counter."""

    def __init__(self) -> None:
        self.begin("shared")

    def begin(self, room: str) -> None:
        """Count from 1 again. ``room``: "test" within one test, or "shared" for games that fixtures keep for
        many tests. The two never give the same seed or id.
        """
        self._next = itertools.count(1)
        self._room = f"{room} {os.environ.get(WORLD, '')}"

    def seed(self) -> bytes:
        return hashlib.sha256(f"{self._room} {next(self._next)}".encode()).digest()

    def id(self) -> UUID:
        return UUID(bytes=self.seed()[:16], version=4)


def counted_instead_of_random(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Replace the sources of random seeds and ids by a counter, and return the function that restarts it."""
    counted = Counted()
    monkeypatch.setattr("games.services.proof.chance.fresh_seed", counted.seed)
    monkeypatch.setattr("games.services.creation.uuid4", counted.id)
    monkeypatch.setattr("games.views.new.uuid4", counted.id)  # the form of a new game contains its id
    return counted.begin
