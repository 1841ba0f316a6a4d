"""Loops of asserts that cannot pass on nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def some(found: Iterable[T]) -> Iterator[T]:
    """Yield what was found, and fail at the end if that was nothing."""
    empty = True
    for one in found:
        empty = False
        yield one
    assert not empty, "nothing was found, so nothing was checked"
