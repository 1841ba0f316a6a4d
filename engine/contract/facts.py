"""Facts of a state that a game master can correct."""

from __future__ import annotations

from engine.contract.fields import Field
from engine.refusals import Facts, Json
from engine.values import dataclass


@dataclass(frozen=True)
class Fact:
    """A fact of a state that a game master can correct (engine.log.amending). ``path``: the names and keys
    that lead to the fact in the JSON state. ``field``: its possible values, or None to allow any value of the
    fact's type. ``missing``: its value while it is absent. ``within``: the initial form of the record that
    holds the fact, for when that record is absent too. ``seen_by``: the seats that know the fact, or None for
    everyone. ``about``: facts that help to name it.
    """

    path: tuple[str, ...]
    field: Field | None = None
    missing: Json = None
    within: Facts | None = None
    seen_by: tuple[str, ...] | None = None
    about: Facts | None = None
