"""Promises between players, in a system's words (kit.rules.promises)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from engine.game import Facts
from games.contract import Wording

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Pledge(NamedTuple):
    """A kind of promise: what it is called, what is promised (its terms fill the gaps), and the events that
    keep or break it; all translated lazily."""

    title: str | _StrPromise
    promised: str | _StrPromise
    judged: str | _StrPromise


class PledgeWording(Wording):
    """See games.contract.Wording; a promise in free words is said as any system says it."""

    pledges: ClassVar[Mapping[str, Pledge]] = {}

    def pledge_terms(self, terms: Facts) -> Facts:
        """The terms of a promise in words, by the gaps that they fill."""
        return terms

    def pledge(self, kind: str, terms: Facts) -> str:
        if kind not in self.pledges:
            return super().pledge(kind, terms)
        return str(self.pledges[kind].promised) % self.pledge_terms(terms)

    def pledge_title(self, kind: str) -> str:
        return str(self.pledges[kind].title) if kind in self.pledges else super().pledge_title(kind)

    def pledge_help(self, kind: str) -> str:
        return str(self.pledges[kind].judged) if kind in self.pledges else super().pledge_help(kind)
