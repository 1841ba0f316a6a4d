"""The interface of a system whose armies can be listed, built, checked, saved, shared and drawn.

A desk is a folder that the settings name (VEXILLUM_ARMIES). It has ``desk.py`` (with ``DESK``) and
``urls.py`` (which includes :func:`armies.common.addresses`). The rules are pure Python in
``armies/<system>/``, and a desk adds texts and pictures.
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
    """The fields that the rosters of all systems share. Every roster is a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def list_id(self) -> str: ...

    @property
    def name(self) -> str: ...


R = TypeVar("R", bound=AnyRoster)


@dataclass(frozen=True)
class ProblemText:
    """The description of a problem, with the chapter of the rulebook that it breaks. Each fix is a button's
    value and label.
    """

    text: str
    rule: str = ""
    fixes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Measure:
    """The cost of an army (``have``), its limit (``of``), and the text to show after the cost: "of 12
    elements", "of 40 points".
    """

    have: int
    of: int
    text: str


class Desk(ABC, Generic[R]):
    """The armies of one system. All texts are in the reader's language."""

    name: str
    title: str | _StrPromise
    rosters: type[R]
    """The class of the system's rosters."""
    secret: bool = False
    """Whether armies are hidden from the enemy. Links to an owner's armies are then closed while the owner
    is in a battle.
    """
    tabs: Sequence[tuple[str, str | _StrPromise]]  # names of URLs, with their labels

    def page_url(self, page: str, *args: Any) -> str:
        """Return the URL of one of the system's pages about armies."""
        return reverse(f"armies:{self.name}:{page}", args=args)

    # --- lists ---

    @abstractmethod
    def lists(self) -> Mapping[str, str]:
        """Return the names of the army lists by id, in catalogue order."""

    def list_name(self, list_id: str) -> str:
        """Return the name of a list, or its id if it has none."""
        return self.lists().get(list_id, list_id)

    def unlisted_armies(self) -> Mapping[str, str]:
        """Return the names, by id, of armies that the builder offers without one of the site's lists."""
        return {}

    def knows(self, list_id: str) -> bool:
        """Return whether the builder knows an army list with this id."""
        return list_id in self.lists() or list_id in self.unlisted_armies()

    def list_of(self, roster: R) -> str:
        """Return the name of the list that an army follows."""
        return self.list_name(roster.list_id)

    @abstractmethod
    def ready(self, list_id: str) -> R:
        """Return a legal army that follows a list. Raises KeyError for an unknown list."""

    def note(self, list_id: str) -> str:
        """Return the note to show next to a list's name, such as its period, or ""."""
        return ""

    # --- reading and writing ---

    most_bytes: int
    most_name: int

    @abstractmethod
    def from_json(self, data: Any) -> R:
        """Read a roster from a JSON document. Raises BadDocument listing every mistake with its path."""

    @abstractmethod
    def read(self, text: str, list_id: str) -> R:
        """Read a roster from text, either JSON or a list as players write it. Raises BadDocument, which
        lists every mistake.
        """

    @abstractmethod
    def to_json(self, roster: R) -> dict[str, Any]:
        """Write a roster as a JSON document."""

    @abstractmethod
    def write(self, roster: R) -> str:
        """Write a roster as text that ``read`` understands."""

    # --- checking and fixing ---

    @abstractmethod
    def problems(self, roster: R) -> list[ProblemText]:
        """Return the reasons why an army cannot be fielded. A legal army has none."""

    @abstractmethod
    def apply_fix(self, roster: R, button: str) -> R:
        """Return the roster after applying a button's fix. An unknown value changes nothing."""

    @abstractmethod
    def from_form(self, list_id: str, sent: Mapping[str, str]) -> tuple[R, list[Mistake]]:
        """Read a roster from the builder's form. Also return the fields that could not be read."""

    @abstractmethod
    def mistake(self, found: Mistake) -> str:
        """Describe a mistake in an import or a form."""

    @abstractmethod
    def place(self, found: Mistake) -> str:
        """Describe where a mistake is."""

    # --- cost, pictures, pages ---

    @abstractmethod
    def measure(self, roster: R) -> Measure:
        """Return the cost of an army and its limit."""

    @abstractmethod
    def draw_pieces(self, roster: R) -> list[SafeString]:
        """Draw the pieces of an army, such as bases or counters."""

    @abstractmethod
    def form(self, list_id: str, roster: R) -> dict[str, Any]:
        """Return the template variables of ``templates/armies/<name>/_form.html``."""

    @abstractmethod
    def view_context(self, roster: R) -> dict[str, Any]:
        """Return the template variables that ``_shown.html`` and ``_beside.html`` in the same folder need to
        show an army.
        """

    @abstractmethod
    def difference(self, old: R, new: R) -> dict[str, Any]:
        """Return the template variables of ``_difference.html``, or {} if both armies are equal."""

    # --- collection ---

    own_them: str | _StrPromise
    """The label of the button that adds an army's pieces to the collection."""
    owned_now: str | _StrPromise
    """The message shown after an army's pieces were added to the collection."""

    @abstractmethod
    def can_collect(self, code: str) -> bool:
        """Return whether a collection can contain pieces with this code."""

    @abstractmethod
    def counts(self, roster: R) -> Mapping[str, int]:
        """Count the pieces that an army needs, by code."""

    @property
    def folder(self) -> str:
        """Return the folder of the system's own army templates."""
        return f"armies/{self.name}"

    def template(self, part: str) -> str:
        return f"{self.folder}/{part}.html"
