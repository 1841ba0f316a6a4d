"""The interface of systems whose players bring their own armies. Leagues use it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.game import Facts

LISTED: Final = "listed"  # armies from the system's lists
CLUB: Final = "club"  # armies from the system's lists, or from lists that the club has uploaded
FREE: Final = "free"  # any army is allowed
Lists = Sequence[Facts]  # a club's lists, as stored


class Unfit(Exception):
    """Raised when an army or a file of lists is refused. ``told`` holds every reason, in the reader's
    language.
    """

    def __init__(self, told: Sequence[str]) -> None:
        super().__init__("; ".join(told))
        self.told = tuple(told)


class Musters(ABC):
    """The handler of the armies that players bring: it lists, checks and fields them. All texts are in the
    reader's language.
    """

    most_bytes: int  # maximum size of a file of lists, in bytes

    @property
    @abstractmethod
    def how_written(self) -> str:
        """The URL of the page that explains the format of list files."""

    @abstractmethod
    def list_armies(self, user: Any, allowed: str, lists: Lists) -> list[tuple[str, str]]:
        """Return the armies that a user can choose, as pairs of reference and name, the user's own first."""

    @abstractmethod
    def army(self, user: Any, reference: str, allowed: str, lists: Lists) -> Facts:
        """Return the army behind a reference, in its stored form. Raises Unfit if the army is not allowed."""

    @abstractmethod
    def still_fits(self, army: Facts, allowed: str, lists: Lists) -> bool:
        """Whether a chosen army can still be fielded under these lists."""

    @abstractmethod
    def name(self, army: Facts) -> str:
        """Return the name of a stored army, with a mark if the army is not from the system's lists."""

    @abstractmethod
    def scenario(self, scenario: Facts, armies: Mapping[str, Facts]) -> Facts:
        """Return the scenario with these armies in their seats. Other seats keep the scenario's armies."""

    @abstractmethod
    def read_lists(self, sent: bytes) -> list[Facts]:
        """Read the lists in an uploaded file. Raises Unfit listing every mistake with its line."""

    @abstractmethod
    def list_name(self, row: Facts) -> str:
        """The name of a club's list."""

    @abstractmethod
    def take(self, user: Any, row: Facts) -> str:
        """Copy an army from a club's list to the user's own armies. Return the URL where they can edit it.
        Raises Unfit if the army cannot be copied.
        """
