"""A tactical move as a value with a text format. It names the elements that move, and each leg of their path:

  r1 r2 r3: ahead 200p, wheel left 15
  r4: to 280 300 90
  r1 r2: r1 onto b1 front
  r1 r2 r3: column r2, ahead 50

Lengths are in millimetres, or in paces with a ``p``, and angles are in degrees. A wheel to the left turns
on the left front corner. ``onto`` lines up with an enemy's front, rear, or left or right flank, or
overlaps it on one side.
"""

from __future__ import annotations

from typing import Final

from battles.dba.rules.field import bases
from battles.dba.rules.field.bases import FULL, Base
from battles.dba.rules.field.geometry import UNIT
from battles.dba.rules.field.sight import PER_PACE
from engine.game import InvalidAction
from engine.values import dataclass

ONTO: Final = {
    "front": bases.facing,
    "rear": bases.base_behind,
    "left": bases.on_left_flank,
    "right": bases.on_right_flank,
    "overlap_left": bases.overlapping_left,
    "overlap_right": bases.overlapping_right,
}
SIDES: Final = ("left", "right")


@dataclass(frozen=True, slots=True)
class Ahead:
    """Move straight ahead. A negative length is straight back."""

    units: int

    def __str__(self) -> str:
        return f"ahead {write_length(self.units)}" if self.units >= 0 else f"back {write_length(-self.units)}"


@dataclass(frozen=True, slots=True)
class Wheel:
    """Wheel on a front corner by an angle in half degrees."""

    side: str
    half: int

    def __str__(self) -> str:
        return f"wheel {self.side} {self.half // 2}{'.5' if self.half % 2 else ''}"


@dataclass(frozen=True, slots=True)
class Shift:
    """Shift sideways without turning, to line up with enemies ahead. A negative length is to the left."""

    units: int

    def __str__(self) -> str:
        return f"shift {'left' if self.units < 0 else 'right'} {write_length(abs(self.units))}"


@dataclass(frozen=True, slots=True)
class Column:
    """Narrow the front to ``files``, with ``lead`` at the head of the first file. The other files fall in
    behind.
    """

    lead: str
    files: int = 1

    def __str__(self) -> str:
        return f"column {self.lead}" if self.files == 1 else f"narrow {self.lead} {self.files}"


@dataclass(frozen=True, slots=True)
class Onto:
    """Line up one of the movers (``who``) with an enemy, on the side named by ``where`` (see ``ONTO``)."""

    who: str
    enemy: str
    where: str

    def __str__(self) -> str:
        return f"{self.who} onto {self.enemy} {self.where}"

    def place(self, enemy: Base, code: str) -> Base:
        return ONTO[self.where](enemy, code)


@dataclass(frozen=True, slots=True)
class Close:
    """Move straight ahead until a front touches a given enemy."""

    enemy: str

    def __str__(self) -> str:
        return f"close {self.enemy}"


@dataclass(frozen=True, slots=True)
class To:
    """Move a single element to any place and heading. ``x`` and ``y``: the place of its left front corner."""

    x: int
    y: int
    heading: int

    def __str__(self) -> str:
        turned = f"{self.heading // 2}{'.5' if self.heading % 2 else ''}"
        return f"to {write_length(self.x)} {write_length(self.y)} {turned}"


@dataclass(frozen=True, slots=True)
class Assault:
    """Move a single element against an edge of a camp or built-up area, with its whole front in contact.

    ``edge``: the number of the edge, counted clockwise from the left front corner of the camp or built-up
    area. ``along``: the distance along the edge at which the element's front begins.
    """

    place: str
    edge: int
    along: int

    def __str__(self) -> str:
        return f"assault {self.place} {self.edge} {write_length(self.along)}"


Leg = Ahead | Wheel | Shift | Column | Onto | Close | To | Assault


@dataclass(frozen=True, slots=True)
class Move:
    """A tactical move of one element or group."""

    who: tuple[str, ...]
    legs: tuple[Leg, ...]

    @classmethod
    def parse(cls, text: str) -> Move:
        """Parse a move. Raises InvalidAction for text that is not a move."""
        names, _, rest = text.partition(":")
        who = tuple(names.split())
        legs = tuple(_leg(part.split(), text) for part in rest.split(",") if part.split())
        if not who or not legs:
            raise InvalidAction("", "order_text", text=text[:120])
        return cls(who, legs)

    def __str__(self) -> str:
        return f"{' '.join(self.who)}: {', '.join(map(str, self.legs))}"


def _leg(words: list[str], text: str) -> Leg:
    try:
        return _read(words)
    except (ValueError, IndexError, KeyError) as wrong:
        raise InvalidAction("", "order_text", text=text[:120]) from wrong


def _read(words: list[str]) -> Leg:
    match words:
        case ["ahead", far]:
            return Ahead(length(far))
        case ["back", far]:
            return Ahead(-length(far))
        case ["wheel", "left" | "right" as side, angle]:
            return Wheel(side, _halves(angle))
        case ["shift", "left" | "right" as side, far]:
            return Shift(length(far) * (-1 if side == "left" else 1))
        case ["column", lead]:
            return Column(lead)
        case ["narrow", lead, files]:
            return Column(lead, int(files))
        case [who, "onto", enemy, where] if where in ONTO:
            return Onto(who, enemy, where)
        case ["close", enemy]:
            return Close(enemy)
        case ["to", x, y, heading]:
            return To(length(x), length(y), _halves(heading) % FULL)
        case ["assault", *place, edge, along]:
            return Assault(" ".join(place), int(edge), length(along))
    raise ValueError(words)


def length(text: str) -> int:
    """Parse a length in millimetres or paces, and return it in hundredths of a millimetre.

    Raises ValueError for any other text.
    """
    paces = text.endswith("p")
    whole, _, rest = text.removesuffix("p").partition(".")
    if not (whole + rest).isdecimal() or len(rest) > 2 or (paces and rest):
        raise ValueError(text)
    return int(whole) * PER_PACE if paces else int(whole) * UNIT + int(rest.ljust(2, "0"))


def write_length(units: int) -> str:
    whole, rest = divmod(units, UNIT)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else str(whole)


def _halves(text: str) -> int:
    found, rest = divmod(length(text), UNIT // 2)
    if rest or text.endswith("p"):
        raise ValueError(text)
    return found
