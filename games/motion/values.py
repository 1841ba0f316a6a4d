"""Events as data for the screen: journeys, meetings, changes of ownership. Anything not mentioned stays
still."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Spot:
    """A place of the map that a page shows: its name, and its point in the units of the drawing."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Moved:
    """A piece moves through places, starting from the first. ``piece``: its name; ``mark`` and ``colour``:
    its side's, as on the map."""

    piece: str
    way: tuple[str, ...]
    mark: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Fought:
    """A battle, or a round of one: its name and result in words; ``dice``: the faces (or cards) of each side;
    ``mark`` and ``colour``: the winner's."""

    place: str
    title: str
    dice: tuple[str, ...] = ()
    outcome: str = ""
    mark: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Changed:
    """Control of a place has changed. ``owner``: the new owner, in words."""

    place: str
    owner: str
    mark: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Milestone:
    """A memorable moment: a province regained, a king fallen, a battle won against the odds. ``good``: for
    this reader; ``place``: "" if it has none."""

    text: str
    place: str = ""
    good: bool = True


Motion = Moved | Fought | Changed | Milestone
