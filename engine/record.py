"""Dice on paper: rolls as they are stored, and a source that gives them once more."""

from __future__ import annotations

from collections.abc import Iterable

from engine.dice import BadFace, Roll, Throw
from engine.game import Facts, Json


def roll_json(roll: Roll) -> dict[str, Json]:
    """A roll as it is stored.

    >>> roll_json(Roll(Throw(6, "pip", "5.1", "red"), 4, "entered"))["face"]
    4
    """
    return {**roll.throw.__dict__, "face": roll.face, "source": roll.source}


def roll_of(data: Facts) -> Roll:
    """A stored roll. Raises KeyError or TypeError for what is none."""
    throw = {name: value for name, value in data.items() if name not in {"face", "source"}}
    return Roll(Throw(**throw), data["face"], data["source"])


class NoDice:
    """For what rolls nothing."""

    def __init__(self) -> None:
        self.rolls: list[Roll] = []

    def roll(self, throw: Throw) -> int:
        raise BadFace(f"nothing is rolled here: {throw}")

    def roll_all(self, throws: Iterable[Throw]) -> tuple[int, ...]:
        return tuple(self.roll(throw) for throw in throws)


class OtherRolls(Exception):
    """The dice asked for are not those of the record."""

    def __init__(self, expected: Json, found: Json) -> None:
        self.expected, self.found = expected, found
        super().__init__(f"rolled {found}, recorded {expected}")


class Recorded:
    """The dice of an entry once more, in order. Raises OtherRolls when other ones are asked for."""

    def __init__(self, rolls: Iterable[Facts]) -> None:
        self._left = [roll_of(roll) for roll in rolls]
        self.rolls: list[Roll] = []

    def roll(self, throw: Throw) -> int:
        recorded = self._left.pop(0) if self._left else None
        if recorded is None or recorded.throw != throw:
            raise OtherRolls(recorded and roll_json(recorded), throw.__dict__)
        self.rolls.append(recorded)
        return recorded.face

    def roll_all(self, throws: Iterable[Throw]) -> tuple[int, ...]:
        return tuple(self.roll(throw) for throw in throws)

    def finish(self) -> None:
        """Raises OtherRolls when recorded dice were not asked for."""
        if self._left:
            raise OtherRolls([roll_json(roll) for roll in self._left], None)
