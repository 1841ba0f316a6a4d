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
    """The fields that the rosters of all systems share; each roster is a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def list_id(self) -> str: ...

    @property
    def name(self) -> str: ...


R = TypeVar("R", bound=AnyRoster)


@dataclass(frozen=True)
class ProblemText:
    """A problem in words: its chapter of the rulebook, and each fix as the value of a button with its
    text.
    """

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

    def page_url(self, page: str, *args: Any) -> str:
        """Return the URL of one of the system's pages."""
        return reverse(f"armies:{self.name}:{page}", args=args)

    # --- lists ---

    @abstractmethod
    def lists(self) -> Mapping[str, str]:
        """Return the names of the army lists by id, in catalogue order."""

    def list_name(self, list_id: str) -> str:
        """Return the name of a list, or its id if it has none."""
        return self.lists().get(list_id, list_id)

    def unlisted_armies(self) -> Mapping[str, str]:
        """Return the names of buildable armies that are not from any list, by id."""
        return {}

    def knows(self, list_id: str) -> bool:
        """Return whether the builder has an army list with this id."""
        return list_id in self.lists() or list_id in self.unlisted_armies()

    def list_of(self, roster: R) -> str:
        """Return the name of an army's list."""
        return self.list_name(roster.list_id)

    @abstractmethod
    def ready(self, list_id: str) -> R:
        """Return a legal army of a list. Raises KeyError."""

    def note(self, list_id: str) -> str:
        """Return the text next to a list's name: its period, if it has one."""
        return ""

    # --- read and write ---

    most_bytes: int
    most_name: int

    @abstractmethod
    def from_json(self, data: Any) -> R:
        """Read a roster from a JSON document. Raises BadDocument with every mistake and its path."""

    @abstractmethod
    def read(self, text: str, list_id: str) -> R:
        """Read a roster from text, as JSON or as players write it. Raises BadDocument."""

    @abstractmethod
    def to_json(self, roster: R) -> dict[str, Any]:
        """Write the roster as a JSON document."""

    @abstractmethod
    def write(self, roster: R) -> str:
        """Write the roster as text that ``read`` understands."""

    # --- check and mend ---

    @abstractmethod
    def problems(self, roster: R) -> list[ProblemText]:
        """Return the reasons why the army cannot be fielded; none if it can."""

    @abstractmethod
    def apply_fix(self, roster: R, button: str) -> R:
        """Return the roster after a button's fix; unchanged if the button means nothing here."""

    @abstractmethod
    def from_form(self, list_id: str, sent: Mapping[str, str]) -> tuple[R, list[Mistake]]:
        """Read the roster from the builder's form, and list unreadable fields."""

    @abstractmethod
    def mistake(self, found: Mistake) -> str:
        """Describe a mistake of an import or of a form."""

    @abstractmethod
    def place(self, found: Mistake) -> str:
        """Describe the place of a mistake."""

    # --- cost, pictures, pages ---

    @abstractmethod
    def measure(self, roster: R) -> Measure:
        """Return the cost of the army."""

    @abstractmethod
    def draw_pieces(self, roster: R) -> list[SafeString]:
        """Draw the army's pieces."""

    @abstractmethod
    def form(self, list_id: str, roster: R) -> dict[str, Any]:
        """Return the variables of ``templates/armies/<name>/_form.html``."""

    @abstractmethod
    def view_context(self, roster: R) -> dict[str, Any]:
        """Return the variables with which ``_shown.html`` and ``_beside.html`` of the same folder show the
        army.
        """

    @abstractmethod
    def difference(self, old: R, new: R) -> dict[str, Any]:
        """Return the variables of ``_difference.html``; none if both armies are equal."""

    # --- collection ---

    own_them: str | _StrPromise
    """What the button says that adds an army's pieces to the collection."""
    owned_now: str | _StrPromise
    """Said when an army's pieces were added to the collection."""

    @abstractmethod
    def can_collect(self, code: str) -> bool:
        """Return whether a collection can contain such pieces."""

    @abstractmethod
    def counts(self, roster: R) -> Mapping[str, int]:
        """Count the pieces that the army needs."""

    @property
    def folder(self) -> str:
        """Return the folder of the system's own templates."""
        return f"armies/{self.name}"

    def template(self, part: str) -> str:
        return f"{self.folder}/{part}.html"
