"""The interface for a system whose armies can be listed, built, checked, stored, shared and drawn.

A desk is a folder that the settings name (VEXILLUM_ARMIES), with ``desk.py`` (its ``DESK``) and ``urls.py``
(which includes :func:`armies.common.addresses`). Rules stay pure in ``armies/<system>/``; a desk adds words
and pictures.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from django.urls import reverse
from django.utils.safestring import SafeString

from engine.refusals import Mistake

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class AnyRoster(Protocol):
    """The fields that the rosters of all systems share; each is a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def list_id(self) -> str: ...

    @property
    def name(self) -> str: ...


R = TypeVar("R", bound=AnyRoster)


@dataclass(frozen=True)
class Told:
    """A problem in words: its chapter of the rulebook, and each fix as the value of a button with its
    text."""

    text: str
    rule: str = ""
    fixes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Measure:
    """The cost of an army, its limit, and the unit of both: 12 of 12 elements, 37 of 40 points."""

    have: int
    of: int
    text: str


class Desk(ABC, Generic[R]):
    """The armies of one system. Every text is in the reader's language."""

    name: str
    title: str | _StrPromise
    rosters: type[R]
    """What its rosters are."""
    secret: bool = False
    """Whether armies are hidden from the other side: then no link to one opens while its owner fights."""
    tabs: Sequence[tuple[str, str | _StrPromise]]  # names of URLs and their labels

    def at(self, page: str, *args: Any) -> str:
        """The URL of one of the system's pages."""
        return reverse(f"armies:{self.name}:{page}", args=args)

    # --- lists ---

    @abstractmethod
    def lists(self) -> Mapping[str, str]:
        """The army lists: names by ids, in the order of a catalogue."""

    def list_name(self, list_id: str) -> str:
        """The name of a list, or its id if it has none."""
        return self.lists().get(list_id, list_id)

    def unlisted(self) -> Mapping[str, str]:
        """Buildable armies that are not from any list: names by ids."""
        return {}

    def knows(self, list_id: str) -> bool:
        """Whether the builder has an army list with that id."""
        return list_id in self.lists() or list_id in self.unlisted()

    def list_of(self, roster: R) -> str:
        """The name of an army's list."""
        return self.list_name(roster.list_id)

    @abstractmethod
    def ready(self, list_id: str) -> R:
        """A legal army of that list. Raises KeyError."""

    def note(self, list_id: str) -> str:
        """Text next to a list's name: its period, if it has one."""
        return ""

    # --- read and write ---

    most_bytes: int
    most_name: int

    @abstractmethod
    def from_json(self, data: Any) -> R:
        """The roster of a JSON document. Raises BadDocument with every mistake and its path."""

    @abstractmethod
    def read(self, text: str, list_id: str) -> R:
        """The roster of a text, as JSON or as players write it. Raises BadDocument."""

    @abstractmethod
    def to_json(self, roster: R) -> dict[str, Any]:
        """The roster as a JSON document."""

    @abstractmethod
    def write(self, roster: R) -> str:
        """The roster as text that ``read`` understands."""

    # --- check and mend ---

    @abstractmethod
    def problems(self, roster: R) -> list[Told]:
        """The reasons why the army cannot be fielded; none if it can."""

    @abstractmethod
    def mended(self, roster: R, button: str) -> R:
        """The roster after a button's fix; unchanged if the button means nothing here."""

    @abstractmethod
    def from_form(self, list_id: str, sent: Mapping[str, str]) -> tuple[R, list[Mistake]]:
        """Read the roster from the builder's form, and list unreadable fields."""

    @abstractmethod
    def mistake(self, found: Mistake) -> str:
        """A mistake of an import or of a form, in words."""

    @abstractmethod
    def place(self, found: Mistake) -> str:
        """The place of that mistake."""

    # --- cost, pictures, pages ---

    @abstractmethod
    def measure(self, roster: R) -> Measure:
        """The cost of the army."""

    @abstractmethod
    def drawn(self, roster: R) -> list[SafeString]:
        """Drawings of the army's pieces."""

    @abstractmethod
    def form(self, list_id: str, roster: R) -> dict[str, Any]:
        """The variables of ``templates/armies/<name>/_form.html``."""

    @abstractmethod
    def shown(self, roster: R) -> dict[str, Any]:
        """The variables with which ``_shown.html`` and ``_beside.html`` of that folder show the army."""

    @abstractmethod
    def difference(self, old: R, new: R) -> dict[str, Any]:
        """The variables of ``_difference.html``; none if both are equal."""

    # --- collection ---

    own_them: str | _StrPromise
    """What the button says that adds an army's pieces to the collection."""
    owned_now: str | _StrPromise
    """Said when an army's pieces were added to the collection."""

    @abstractmethod
    def known(self, code: str) -> bool:
        """Whether a collection may contain such pieces."""

    @abstractmethod
    def counts(self, roster: R) -> Mapping[str, int]:
        """The pieces that the army needs."""

    @property
    def folder(self) -> str:
        """The folder of the system's own templates."""
        return f"armies/{self.name}"

    def template(self, part: str) -> str:
        return f"{self.folder}/{part}.html"
