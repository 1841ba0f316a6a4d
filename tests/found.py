"""A guard for loops of assertions: a loop over nothing fails, because it would check nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def some(found: Iterable[T]) -> Iterator[T]:
    """Yield the items, and fail at the end if there were none."""
    empty = True
    for one in found:
        empty = False
        yield one
    assert not empty, "nothing was found, so nothing was checked"
