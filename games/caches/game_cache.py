"""An in-process cache of opened games, so that a step need not open its game again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memory(Generic[K, V]):
    """A cache limited in number and total size. The oldest items are dropped first, but never the newest.

    >>> kept: Memory[str, str] = Memory(most=2, largest=10)
    >>> for name, size in (("one", 4), ("two", 4), ("three", 4)):
    ...     kept.keep(name, name.upper(), size)
    >>> kept.get("one"), kept.get("three"), len(kept), kept.size
    (None, 'THREE', 2, 8)
    """

    def __init__(self, most: int, largest: int) -> None:
        self.most, self.largest = most, largest
        self._kept: dict[K, tuple[V, int]] = {}
        self._changing = Lock()

    def get(self, key: K) -> V | None:
        found = self._kept.get(key)
        return None if found is None else found[0]

    def keep(self, key: K, value: V, size: int) -> None:
        with self._changing:
            self._kept[key] = value, size
            total = self.size
            while len(self._kept) > self.most or (total > self.largest and len(self._kept) > 1):
                total -= self._kept.pop(next(iter(self._kept)))[1]

    @property
    def size(self) -> int:
        """The total size of all items."""
        return sum(size for _, size in self._kept.values())

    def items(self) -> Iterator[tuple[K, V]]:
        """Return an iterator over a copy of the items, so that the cache can change in the meantime."""
        return iter([(key, value) for key, (value, _) in list(self._kept.items())])

    def clear(self) -> None:
        self._kept.clear()

    def __len__(self) -> int:
        return len(self._kept)
