"""Sources of randomness. A source is passed to any code that rolls, and remembers its rolls.

Seeded    committed, verifiable: each die is an HMAC over (game, place, index, sides, purpose).
Shared    the same for several games with one seed: an HMAC over (seat, sides, purpose, number of that kind).
Entered   people roll real dice and enter the faces; missing faces raise DiceNeeded. Secret throws are still
          rolled by the server.
Scripted  a list of faces, for tests and for replaying recorded rolls.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

SERVER: Final = "seeded"  # the source of a die that the server rolls


@dataclass(frozen=True)
class Throw:
    """A die to roll: faces ``low .. low + sides - 1``, its purpose (a code), its seat, and the rule.
    ``secret``: nobody sees it (a draw, a shuffle). The server rolls secret ones, and the rules decide who
    learns the result before the game has ended."""

    sides: int
    purpose: str
    rule: str = ""
    seat: str = ""
    low: int = 1
    secret: bool = False


@dataclass(frozen=True)
class Roll:
    """A die that was rolled: the throw, its face and its source ("seeded", "entered", "scripted")."""

    throw: Throw
    face: int
    source: str


class DiceNeeded(Exception):
    """Real dice must still be entered: ``throws`` are exactly those, in order."""

    def __init__(self, throws: Sequence[Throw]) -> None:
        self.throws = tuple(throws)
        super().__init__(", ".join(f"d{t.sides} {t.purpose}" for t in self.throws))


class BadFace(ValueError):
    """An entered or scripted face that the die does not have, or a face left over."""


class Dice(Protocol):
    """A source of chance for one step of a game."""

    rolls: list[Roll]

    def roll(self, throw: Throw) -> int:
        """Roll one die."""
        ...

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        """Roll several dice at once, so that people are asked for all together."""
        ...


def d6(dice: Dice, purpose: str, rule: str = "", seat: str = "") -> int:
    """A six-sided die, 1-6."""
    return dice.roll(Throw(6, purpose, rule, seat))


def d10(dice: Dice, purpose: str, rule: str = "", seat: str = "") -> int:
    """A ten-sided die, 0-9: the zero counts as zero."""
    return dice.roll(Throw(10, purpose, rule, seat, low=0))


@dataclass
class Scripted:
    """Faces in order. ``exhausted`` must be checked by anyone who cares that all were used."""

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
    """The value published when a game starts: the SHA-256 of its secret seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


def drawn(seed: bytes, bound: str, sides: int) -> int:
    """A number under ``sides``, all equally likely, that nobody can predict without the seed."""
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
    """Dice derived from a secret seed, bound to game, place, index and purpose: no reload and no retry rolls
    them again. ``place`` comes from :func:`engine.journal.place`. Uniform by rejection sampling;
    unpredictable without the seed (HMAC-SHA256).
    """

    seed: bytes
    game: str
    place: int
    source: str = SERVER
    rolls: list[Roll] = field(default_factory=list)

    def roll(self, throw: Throw) -> int:
        face = throw.low + self.below(throw, len(self.rolls))
        self.rolls.append(Roll(throw, face, self.source))
        return face

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        return tuple(self.roll(throw) for throw in throws)

    def below(self, throw: Throw, index: int) -> int:
        """The result of that throw as the die of that index in the step, from 0; calling this rolls
        nothing.
        """
        return drawn(
            self.seed, f"{self.game}|{self.place}|{index}|{throw.sides}|{throw.purpose}", throw.sides
        )


def kind_of(throw: Throw) -> str:
    """The kind of a throw: its owner, its purpose, its number of sides.

    >>> kind_of(Throw(6, "combat", "rule", "red"))
    'red|6|combat'
    """
    return f"{throw.seat}|{throw.sides}|{throw.purpose}"


@dataclass
class Shared(Seeded):
    """Dice shared by several games with one seed. Each is bound to its kind (:func:`kind_of`) and its number
    among that kind in its game, after ``fallen`` before this step. So red's third combat die shows the same
    face in each game, no matter what else was rolled."""

    fallen: Mapping[str, int] = field(default_factory=dict)

    def below(self, throw: Throw, index: int) -> int:
        kind = kind_of(throw)
        now = sum(kind_of(roll.throw) == kind for roll in self.rolls[:index])
        bound = f"{kind}|{self.fallen.get(kind, 0) + now}"
        return drawn(self.seed, bound, throw.sides)


@dataclass
class Entered(Scripted):
    """Faces typed or tapped by people; missing ones raise DiceNeeded, so that the page can ask for them.
    ``server`` rolls the secret ones, by their place among all dice of the step.
    """

    source: str = "entered"
    server: Seeded | None = None

    def roll(self, throw: Throw) -> int:
        if not throw.secret:
            return super().roll(throw)
        if self.server is None:
            raise BadFace(f"nobody enters a secret die: {throw}")
        face = throw.low + self.server.below(throw, len(self.rolls))
        self.rolls.append(Roll(throw, face, self.server.source))
        return face

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        seen = [throw for throw in throws if not throw.secret]
        if len(self.faces) < len(seen):
            raise DiceNeeded(seen[len(self.faces) :])
        return tuple(self.roll(throw) for throw in throws)
