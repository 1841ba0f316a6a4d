"""The interface of a system whose players bring their own armies, used by leagues."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.game import Facts

LISTED: Final = "listed"  # armies from the system's lists
CLUB: Final = "club"  # armies from the system's lists, or from lists that the club has uploaded
FREE: Final = "free"  # any army at all is allowed
Lists = Sequence[Facts]  # a club's lists, as stored


class Unfit(Exception):
    """Raised when an army or a file of lists is refused. ``told``: every reason, in the reader's language."""

    def __init__(self, told: Sequence[str]) -> None:
        super().__init__("; ".join(told))
        self.told = tuple(told)


class Musters(ABC):
    """Read, check and field the armies that players bring. All texts are in the reader's language."""

    most_bytes: int  # the largest file of lists, in bytes

    @property
    @abstractmethod
    def how_written(self) -> str:
        """The URL of the page that explains the format of list files."""

    @abstractmethod
    def list_armies(self, user: Any, allowed: str, lists: Lists) -> list[tuple[str, str]]:
        """The armies a user can choose, their own first: references with names."""

    @abstractmethod
    def army(self, user: Any, reference: str, allowed: str, lists: Lists) -> Facts:
        """Look up the army behind a reference, in the form in which it is stored. Raises Unfit."""

    @abstractmethod
    def still_fits(self, army: Facts, allowed: str, lists: Lists) -> bool:
        """Whether a chosen army can still be fielded under these lists."""

    @abstractmethod
    def name(self, army: Facts) -> str:
        """Name a stored army, with a mark if it is not from the system's lists."""

    @abstractmethod
    def scenario(self, scenario: Facts, armies: Mapping[str, Facts]) -> Facts:
        """The scenario with these armies in their seats; other seats keep the scenario's armies."""

    @abstractmethod
    def read_lists(self, sent: bytes) -> list[Facts]:
        """Read the lists in a file. Raises Unfit with every mistake and its line."""

    @abstractmethod
    def list_name(self, row: Facts) -> str:
        """The name of a club's list."""

    @abstractmethod
    def take(self, user: Any, row: Facts) -> str:
        """Copy an army from a club's list to the user's own armies. Return the URL where they can edit it.
        Raises Unfit.
        """
