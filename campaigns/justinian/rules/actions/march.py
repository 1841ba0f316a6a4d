"""An army on the march (6.52, 6.53, 7.1, 8.11, 8.24)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MoveArmy:
    """``treasury``: the power's treasury goes along (5.41)."""

    to: str
    treasury: bool = False


@dataclass(frozen=True)
class Attack:
    """``target``: "all", or the army attacked."""

    target: str


@dataclass(frozen=True)
class Combine:
    armies: tuple[str, ...]


@dataclass(frozen=True)
class Redistribute:
    giver: str
    taker: str
    sp: int


@dataclass(frozen=True)
class SplitOff:
    """A combined army goes its own way (6.44, 6.52)."""

    army: str


@dataclass(frozen=True)
class Disband:
    pass


@dataclass(frozen=True)
class LeaveFrontier:
    sp: int


@dataclass(frozen=True)
class Detach:
    sp: int


@dataclass(frozen=True)
class PickUp:
    sp: int


@dataclass(frozen=True)
class HandOver:
    """A minor power's SP go to a major's army (7.17)."""

    army: str
    sp: int


@dataclass(frozen=True)
class PlaceMarker:
    pass


@dataclass(frozen=True)
class RemoveMarker:
    pass


@dataclass(frozen=True)
class Recover:
    """``what``: disorganised, to_disorganised or defeated (8.24)."""

    what: str


@dataclass(frozen=True)
class EndActivation:
    pass
