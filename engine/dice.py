"""Sources of randomness. A source is passed to any code that rolls, and remembers its rolls.

Seeded    dice that can be verified against a published commitment. Each is an HMAC over (game, place,
          index, sides, purpose).
Shared    dice that are equal for several games with one seed. Each is an HMAC over (seat, sides, purpose,
          and its number among the dice of that kind).
Entered   real dice, whose faces people enter. Missing faces raise DiceNeeded. The server still rolls
          secret throws.
Scripted  a list of faces, for tests and for replaying recorded rolls.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Final, Protocol

from engine.values import dataclass

SERVER: Final = "seeded"  # the source recorded for a die that the server rolled


@dataclass(frozen=True)
class Throw:
    """A die to roll, with faces ``low .. low + sides - 1``. ``purpose``: a code for what it decides.
    ``seat``: the seat that rolls it. ``rule``: the section that asks for it. ``secret``: whether nobody sees
    it, as when a card is drawn. The server rolls a secret throw, and the rules decide who learns the result
    before the game ends.
    """

    sides: int
    purpose: str
    rule: str = ""
    seat: str = ""
    low: int = 1
    secret: bool = False


@dataclass(frozen=True)
class Roll:
    """The result of a throw: the face rolled, and the source it came from ("seeded", "entered" or
    "scripted").
    """

    throw: Throw
    face: int
    source: str


class DiceNeeded(Exception):
    """Raised when real dice must be entered first. ``throws``: the missing throws in order."""

    def __init__(self, throws: Sequence[Throw]) -> None:
        self.throws = tuple(throws)
        super().__init__(", ".join(f"d{t.sides} {t.purpose}" for t in self.throws))


class BadFace(ValueError):
    """Raised if an entered or scripted face does not exist on the die, or if a face is left over. Also raised
    for a die that nobody may roll.
    """


class Dice(Protocol):
    """A source of randomness for one step of a game."""

    rolls: list[Roll]

    def roll(self, throw: Throw) -> int:
        """Roll one die."""
        ...

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        """Roll several dice at once, so that people can enter all their faces together."""
        ...


def d6(dice: Dice, purpose: str, rule: str = "", seat: str = "") -> int:
    """Roll a six-sided die: 1 to 6."""
    return dice.roll(Throw(6, purpose, rule, seat))


def d10(dice: Dice, purpose: str, rule: str = "", seat: str = "") -> int:
    """Roll a ten-sided die from 0 to 9."""
    return dice.roll(Throw(10, purpose, rule, seat, low=0))


@dataclass
class Scripted:
    """Dice that show the given faces in order. Callers who need every face to be used check ``faces``
    afterwards.
    """

    faces: list[int]
    source: str = "scripted"
    rolls: list[Roll] = field(default_factory=list)

    def roll(self, throw: Throw) -> int:
        if not self.faces:
            raise DiceNeeded([throw])
        face = self.faces.pop(0)
        if not throw.low <= face < throw.low + throw.sides:
            raise BadFace(f"{face} is no face of {throw}")
        self.rolls.append(Roll(throw, face, self.source))
        return face

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        if len(self.faces) < len(throws):
            raise DiceNeeded(throws[len(self.faces) :])
        return tuple(self.roll(throw) for throw in throws)


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a game's secret seed in hex. This commitment is published when
    the game starts.
    """
    return hashlib.sha256(seed).hexdigest()


def draw_below(seed: bytes, bound: str, sides: int) -> int:
    """Return a number from 0 to ``sides`` - 1. All numbers are equally likely, and unpredictable without the
    seed. ``bound``: the text that determines the number.
    """
    limit = (1 << 64) - (1 << 64) % sides
    attempt = 0
    while True:
        digest = hmac.digest(seed, f"{bound}|{attempt}".encode(), "sha256")
        value = int.from_bytes(digest[:8], "big")
        if value < limit:
            return value % sides
        attempt += 1


@dataclass
class Seeded:
    """Dice derived from a secret seed, and bound to game, place, index and purpose so that no reload or
    retry changes them. ``place`` comes from :func:`engine.journal.place`. Faces are uniform (by rejection
    sampling) and unpredictable without the seed (HMAC-SHA256).
    """

    seed: bytes
    game: str
    place: int
    source: str = SERVER
    rolls: list[Roll] = field(default_factory=list)

    def roll(self, throw: Throw) -> int:
        face = throw.low + self.derive_result(throw, len(self.rolls))
        self.rolls.append(Roll(throw, face, self.source))
        return face

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        return tuple(self.roll(throw) for throw in throws)

    def derive_result(self, throw: Throw, index: int) -> int:
        """Return the result (from 0) that this throw would have as die number ``index`` of the step, without
        rolling it.
        """
        return draw_below(
            self.seed, f"{self.game}|{self.place}|{index}|{throw.sides}|{throw.purpose}", throw.sides
        )


def kind_of(throw: Throw) -> str:
    """Return the kind of a throw: its owner, its purpose and its number of sides.

    >>> kind_of(Throw(6, "combat", "rule", "red"))
    'red|6|combat'
    """
    return f"{throw.seat}|{throw.sides}|{throw.purpose}"


@dataclass
class Shared(Seeded):
    """Dice that several games share through one seed. Each die is bound to its kind (:func:`kind_of`) and to
    its number within that kind. So red's third combat die shows the same face in every game, no matter what
    other dice were rolled. ``fallen``: the number of dice of each kind in earlier steps.
    """

    fallen: Mapping[str, int] = field(default_factory=dict)

    def derive_result(self, throw: Throw, index: int) -> int:
        kind = kind_of(throw)
        now = sum(kind_of(roll.throw) == kind for roll in self.rolls[:index])
        bound = f"{kind}|{self.fallen.get(kind, 0) + now}"
        return draw_below(self.seed, bound, throw.sides)


@dataclass
class Entered(Scripted):
    """Faces that people type or tap. Missing faces raise DiceNeeded, so that the page can ask for them.
    ``server``: the dice that roll secret throws, numbered by their place among all dice of the step.
    """

    source: str = "entered"
    server: Seeded | None = None

    def roll(self, throw: Throw) -> int:
        if not throw.secret:
            return super().roll(throw)
        if self.server is None:
            raise BadFace(f"nobody enters a secret die: {throw}")
        face = throw.low + self.server.derive_result(throw, len(self.rolls))
        self.rolls.append(Roll(throw, face, self.server.source))
        return face

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        seen = [throw for throw in throws if not throw.secret]
        if len(self.faces) < len(seen):
            raise DiceNeeded(seen[len(self.faces) :])
        return tuple(self.roll(throw) for throw in throws)
