"""The records of a log: the opening, the entries, and a position in the game."""

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
    """The opening of a game. ``game``: the id to which its dice are bound. ``commitment``: the SHA-256 of its
    secret seed. ``sources``: the kinds of dice that it allows. ``binding``: what else seeded dice are bound
    to (BY_STEP, BY_SEQ, BY_KIND). The binding is fixed when the game begins.
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
        """The rules for the scenario and options, with all their keys sorted."""
        return self.system.open(by_key(self.scenario), by_key(self.options))

    @cached_property
    def rules_as_it_came(self) -> Rules[Any]:
        """The rules for the scenario in its stored order, as when older entries were written."""
        return self.system.open(self.scenario, self.options)

    @cached_property
    def digest(self) -> str:
        """The digest of the opening, to which the first entry is chained. ``binding`` is left out if it is
        BY_STEP, because openings did not yet have this field when all games used BY_STEP.
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
    """One step as it is stored. ``action``: None at set-up, ``{"to": seq}`` for a rewind, ``{"changes":
    [...]}`` (engine.log.amending) for an amendment, and ``{"state": ...}`` for a sandbox's position. For
    rewinds and amendments it also holds ``why``, if a reason was given, and other facts such as who agreed.
    Actions and ``events`` are JSON as the codec writes them. ``rolls``: the dice in the format of
    :mod:`engine.dice_record`; older rolls do not name their event. ``order``: the order in which the rules
    received mappings (see engine.canonical_order).
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
        """Return everything except the digest, as JSON. Fields that older entries lack are omitted while
        empty.
        """
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
    """The position of a game right after entry ``seq``. ``digest``: the digest of that entry. ``step``: the
    number of steps so far, without undone ones.
    """

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
