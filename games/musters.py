"""The interface of a system whose players bring their own armies, as used by leagues."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.game import Facts

LISTED: Final = "listed"  # from the system's own lists
CLUB: Final = "club"  # from these, or from lists the club has loaded
FREE: Final = "free"  # any army
Lists = Sequence[Facts]  # a club's lists, as they are stored


class Unfit(Exception):
    """An army or a file of lists is refused. ``told``: every reason, in the reader's language."""

    def __init__(self, told: Sequence[str]) -> None:
        super().__init__("; ".join(told))
        self.told = tuple(told)


class Musters(ABC):
    """Reads, checks and fields the armies that players bring. Every text is in the reader's language."""

    most_bytes: int  # the largest file of lists

    @property
    @abstractmethod
    def how_written(self) -> str:
        """The URL of the page that explains the format of a file of lists."""

    @abstractmethod
    def offered(self, user: Any, allowed: str, lists: Lists) -> list[tuple[str, str]]:
        """The armies that a user may choose, their own first: references with their names."""

    @abstractmethod
    def army(self, user: Any, reference: str, allowed: str, lists: Lists) -> Facts:
        """The army of a reference as it is stored. Raises Unfit."""

    @abstractmethod
    def still_fits(self, army: Facts, allowed: str, lists: Lists) -> bool:
        """Whether a chosen army may still be fielded by these lists."""

    @abstractmethod
    def name(self, army: Facts) -> str:
        """Name a stored army, with a mark if it is not from the system's lists."""

    @abstractmethod
    def scenario(self, scenario: Facts, armies: Mapping[str, Facts]) -> Facts:
        """The scenario with these armies in their seats; other seats keep their scenario armies."""

    @abstractmethod
    def read_lists(self, sent: bytes) -> list[Facts]:
        """The lists of a file. Raises Unfit with every mistake and its line."""

    @abstractmethod
    def list_name(self, row: Facts) -> str:
        """Name a club's list."""

    @abstractmethod
    def take(self, user: Any, row: Facts) -> str:
        """Put an army of a club's list among the user's own. Return the address where they change it.
        Raises Unfit."""
