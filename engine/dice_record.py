"""Stored rolls of dice, and a dice source that replays them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from engine.dice import BadFace, Roll, Throw
from engine.game import Facts, Json, Step

Owners = tuple[int | None, ...]  # for each die, the number of the event it caused


def throw_json(throw: Throw) -> dict[str, Json]:
    """Return a throw as JSON. Public throws have no key ``secret``."""
    written = dict(throw.__dict__)
    if not throw.secret:
        del written["secret"]
    return written


def roll_json(roll: Roll) -> dict[str, Json]:
    """Return a roll in its stored form.

    >>> roll_json(Roll(Throw(6, "pip", "5.1", "red"), 4, "entered"))["face"]
    4
    """
    return {**throw_json(roll.throw), "face": roll.face, "source": roll.source}


def roll_of(data: Facts) -> Roll:
    """Read a stored roll. Raises KeyError or TypeError for malformed data."""
    throw = dict(data)
    face, source = throw.pop("face"), throw.pop("source")
    throw.pop("event", None)
    return Roll(Throw(**throw), face, source)


# --- dice and the events that they caused ----------------------------------------------------------------


def owners(step: Step[Any], dice: int) -> Owners:
    """Return the event number of each die in a step. Raises ValueError if the step's dice and events do not
    fit together.

    >>> owners(Step("state", ("fought", "fled")), 2), owners(Step("state"), 1)
    ((0, 0), (None,))
    """
    if step.dice is None:
        return (0 if step.events else None,) * dice
    if len(step.dice) != dice or any(o is not None and not 0 <= o < len(step.events) for o in step.dice):
        raise ValueError(f"{dice} dice and {len(step.events)} events, yet the dice are of {step.dice}")
    return step.dice


def rolls_json(rolls: Iterable[Roll], of: Owners) -> tuple[Facts, ...]:
    """Return the rolls of a step in their stored form. Each roll names the event that it caused, counted from
    0, or None.
    """
    return tuple({**roll_json(roll), "event": event} for roll, event in zip(rolls, of, strict=True))


def recorded_owners(rolls: Sequence[Facts]) -> Owners | None:
    """Return the event number of each stored roll, or None for an old entry, which does not record them."""
    if any("event" not in roll for roll in rolls):
        return None
    return tuple(roll["event"] for roll in rolls)


def pair_with_dice(
    events: Sequence[Facts], rolls: Sequence[Facts]
) -> tuple[list[tuple[Facts, tuple[Facts, ...]]], tuple[Facts, ...]]:
    """Return pairs of each event and its dice, followed by the dice that belong to no event."""
    told = [roll.get("event") for roll in rolls]
    mine = [
        tuple(roll for roll, number in zip(rolls, told, strict=True) if number == place)
        for place in range(len(events))
    ]
    rest = tuple(roll for roll, number in zip(rolls, told, strict=True) if number is None)
    return list(zip(events, mine, strict=True)), rest


class NoDice:
    """A dice source for code that must not roll."""

    def __init__(self) -> None:
        self.rolls: list[Roll] = []

    def roll(self, throw: Throw) -> int:
        raise BadFace(f"nothing is rolled here: {throw}")

    def roll_all(self, throws: Iterable[Throw]) -> tuple[int, ...]:
        return tuple(self.roll(throw) for throw in throws)


class OtherRolls(Exception):
    """Raised when the dice requested differ from those recorded."""

    def __init__(self, expected: Json, found: Json) -> None:
        self.expected, self.found = expected, found
        super().__init__(f"rolled {found}, recorded {expected}")


class Recorded:
    """A dice source that replays an entry's recorded dice in order. Raises OtherRolls if the rules request
    different dice.
    """

    def __init__(self, rolls: Sequence[Facts]) -> None:
        self._stored = rolls
        self.rolls: list[Roll] = []

    def roll(self, throw: Throw) -> int:
        place = len(self.rolls)
        recorded = _find_roll(self._stored[place], throw) if place < len(self._stored) else None
        if recorded is None or not _is_same_throw(recorded.throw, throw):
            raise OtherRolls(recorded and roll_json(recorded), throw_json(throw))
        self.rolls.append(recorded)
        return recorded.face

    def roll_all(self, throws: Iterable[Throw]) -> tuple[int, ...]:
        return tuple(self.roll(throw) for throw in throws)

    def finish(self) -> None:
        """Raise OtherRolls if some recorded dice were not used."""
        left = self._stored[len(self.rolls) :]
        if left:
            raise OtherRolls([roll_json(roll_of(roll)) for roll in left], None)


def _find_roll(stored: Facts, throw: Throw) -> Roll:
    """Return a stored roll. If its throw equals the one that the rules request, the requested throw is used.
    Otherwise the throw is built from the stored data.
    """
    known = stored.get
    if (
        known("purpose") == throw.purpose
        and known("seat") == throw.seat
        and known("rule") == throw.rule
        and known("sides") == throw.sides
        and known("low") == throw.low
        and known("secret", False) == throw.secret
    ):
        return Roll(throw, stored["face"], stored["source"])
    return roll_of(stored)


def _is_same_throw(recorded: Throw, throw: Throw) -> bool:
    """Return whether a recorded throw matches. Older entries do not record which throws were secret."""
    return (
        recorded is throw or recorded == throw or (throw.secret and recorded == replace(throw, secret=False))
    )
