"""Facts of a state that a game master can correct."""

from __future__ import annotations

from engine.contract.fields import Field
from engine.refusals import Facts, Json
from engine.values import dataclass


@dataclass(frozen=True)
class Fact:
    """A fact of a state that a game master can correct (engine.log.amending). ``path``: the names and keys
    that lead to it in the JSON state. ``field``: its possible values; None: any value of its type.
    ``missing``: its value while absent; ``within``: the start of its record if that is absent too.
    ``seen_by``: the seats that know the fact; None: everyone. ``about``: facts used to name it.
    """

    path: tuple[str, ...]
    field: Field | None = None
    missing: Json = None
    within: Facts | None = None
    seen_by: tuple[str, ...] | None = None
    about: Facts | None = None
