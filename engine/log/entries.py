"""The records of a log: a game's opening, a stored entry, and a position in the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from engine.canonical_order import AS_IT_CAME, BY_KEY, by_key
from engine.codec import digest
from engine.game import Facts, Json, Rules, System
from engine.values import dataclass

S = TypeVar("S")

SETUP: Final = "setup"
ACTION: Final = "action"
REWIND: Final = "rewind"

BY_STEP: Final = 1  # seeded dice are bound to the place in the line of play; a rewind repeats them
BY_SEQ: Final = 2  # seeded dice are bound to the place in the log, so no rewind repeats them
BY_KIND: Final = (
    3  # seeded dice are bound to kind and number (engine.dice.Shared), so games with one seed have equal dice
)
BINDINGS: Final = (BY_STEP, BY_SEQ, BY_KIND)


@dataclass(frozen=True)
class Opening:
    """The opening of a game. ``game`` is the id that its dice are bound to, ``commitment`` the SHA-256 of its
    secret seed, ``sources`` the kinds of dice it allows. ``binding`` (BY_STEP, BY_SEQ, BY_KIND) says what
    else seeded dice are bound to; it is fixed when the game begins.
    """

    game: str
    system: System
    scenario: Facts
    options: Facts
    commitment: str = ""
    sources: tuple[str, ...] = ("seeded", "entered")
    binding: int = BY_SEQ

    @cached_property
    def rules(self) -> Rules[Any]:
        """Open the rules with all keys of scenario and options sorted."""
        return self.system.open(by_key(self.scenario), by_key(self.options))

    @cached_property
    def rules_as_it_came(self) -> Rules[Any]:
        """Open the rules on the scenario in its stored order, as when older entries were written."""
        return self.system.open(self.scenario, self.options)

    @cached_property
    def digest(self) -> str:
        """Return the digest that the first entry is chained to. It omits the oldest binding, because games
        begun with it knew no other.
        """
        named = {} if self.binding == BY_STEP else {"binding": self.binding}
        return digest(
            {
                "game": self.game,
                "system": self.system.name,
                "scenario": self.scenario,
                "options": self.options,
                "commitment": self.commitment,
                "sources": sorted(self.sources),
                **named,
            }
        )


@dataclass(frozen=True)
class Entry:
    """One step as it is stored. ``action`` is None at set-up, ``{"to": seq}`` for a rewind, ``{"changes":
    [...]}``
    (engine.log.amending) for an amendment, and ``{"state": ...}`` for a position that was set up. Rewinds and
    amendments also hold ``why``, if a reason was given, and other remarks. ``rolls`` have the format of
    :mod:`engine.dice_record` (older ones do not name their event). The codec writes events and actions.
    ``order`` is the order in which the rules got mappings (see engine.canonical_order).
    """

    seq: int
    step: int
    kind: str
    seat: str
    action: Json
    rolls: tuple[Facts, ...]
    events: tuple[Facts, ...]
    rules_version: str
    digest: str
    order: int = BY_KEY

    def content(self) -> dict[str, Json]:
        """Return everything except the digest. Fields that older entries lack are left out if empty."""
        later = {"order": self.order} if self.order != AS_IT_CAME else {}
        return {
            "seq": self.seq,
            "step": self.step,
            "kind": self.kind,
            "seat": self.seat,
            "action": self.action,
            "rolls": list(self.rolls),
            "events": list(self.events),
            "rules_version": self.rules_version,
            **later,
        }


def chain_digest(previous: str, content: Mapping[str, Json]) -> str:
    """Return the digest of an entry that follows the one with digest ``previous``."""
    return digest({**content, "previous": previous})


@dataclass(frozen=True)
class Head(Generic[S]):
    """The position of a game right after entry ``seq`` with this digest."""

    seq: int
    step: int
    digest: str
    state: S


@dataclass(frozen=True)
class Moment(Generic[S]):
    """The result of a step: the entry to append, the new position, and the events."""

    entry: Entry
    head: Head[S]
    events: tuple[Any, ...] = ()
