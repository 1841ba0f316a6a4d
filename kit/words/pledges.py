"""The wording of promises between players in a system (kit.rules.promises)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from engine.game import Facts
from games.contract import Wording

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Pledge(NamedTuple):
    """The texts for a kind of promise, all translated lazily.

    ``title``: its name. ``promised``: the promise itself, with gaps for the terms. ``judged``: how events
    keep or break it.
    """

    title: str | _StrPromise
    promised: str | _StrPromise
    judged: str | _StrPromise


class PledgeWording(Wording):
    """A wording of promises. Kinds without a pledge, such as free text, are worded by the base class."""

    pledges: ClassVar[Mapping[str, Pledge]] = {}

    def pledge_terms(self, terms: Facts) -> Facts:
        """Return texts for the terms of a promise, to fill the gaps in its sentence."""
        return terms

    def pledge(self, kind: str, terms: Facts) -> str:
        if kind not in self.pledges:
            return super().pledge(kind, terms)
        return str(self.pledges[kind].promised) % self.pledge_terms(terms)

    def pledge_title(self, kind: str) -> str:
        return str(self.pledges[kind].title) if kind in self.pledges else super().pledge_title(kind)

    def pledge_help(self, kind: str) -> str:
        return str(self.pledges[kind].judged) if kind in self.pledges else super().pledge_help(kind)
