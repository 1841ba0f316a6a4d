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
    """Somebody goes through places, the first of which they leave. ``piece``: who, in words; ``mark`` and
    ``colour``: of their side, as the map tells it apart."""

    piece: str
    way: tuple[str, ...]
    mark: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Fought:
    """A battle, or a round of one: what it is called and how it ended, in words; ``dice``: the faces (or the
    cards) of each side; ``mark`` and ``colour``: of whoever won."""

    place: str
    title: str
    dice: tuple[str, ...] = ()
    outcome: str = ""
    mark: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Changed:
    """A place belongs to somebody else now: ``owner``, in words."""

    place: str
    owner: str
    mark: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Milestone:
    """A memorable moment: a province regained, a king fallen, a battle won against the odds. ``good``:
    for anyone who looks; ``place``: where, "" where it is nowhere."""

    text: str
    place: str = ""
    good: bool = True


Motion = Moved | Fought | Changed | Milestone
