"""A rules system, registered under a name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from engine.contract.fields import Field
from engine.contract.rules import Rules
from engine.refusals import Facts, Mistake
from engine.values import dataclass, replace

if TYPE_CHECKING:
    from engine.codec import Codec


@dataclass(frozen=True)
class Completed:
    """A scenario that was completed from one of its parts. ``moved``: path prefixes of the whole scenario
    mapped to those of the part, so that mistakes can be located in the part.
    """

    scenario: Facts
    moved: Mapping[str, str] = field(default_factory=dict)

    def locate_mistake(self, mistake: Mistake) -> Mistake:
        """Return a mistake with its path in the document that the user sent."""
        row, bracket, rest = mistake.path.partition("]")
        sent = self.moved.get(row + bracket)
        return mistake if sent is None else replace(mistake, path=sent + rest)


class System(ABC):
    """A rules system, registered under a name."""

    name: str
    version: str  # version of the rules code, recorded in every entry
    codec: Codec  # for the system's state, actions and events
    actions: tuple[type, ...] = ()  # the action classes of the codec
    events: tuple[type, ...] = ()  # the event classes of the codec
    state: type | None = None
    title: str = ""  # msgid of the displayed name; by default the name in capitals

    @abstractmethod
    def scenarios(self) -> Mapping[str, str]:
        """Return the titles (msgids) of the built-in scenarios by name, the default scenario first."""

    @abstractmethod
    def scenario(self, name: str) -> Facts:
        """Return a built-in scenario as JSON, with its provenance."""

    @abstractmethod
    def open(self, scenario: Facts, options: Facts) -> Rules[Any]:
        """Return the rules for a scenario and its options. Raises BadScenario listing every mistake. Repeated
        calls with equal arguments are cheap, because implementations cache the parsed scenario.
        """

    def parts(self, name: str) -> tuple[str, ...]:
        """Return the parts of a built-in scenario that can be downloaded, edited and uploaded separately. By
        default a scenario has none.
        """
        return ()

    def part(self, name: str, part: str) -> Facts:
        """Return a part of the scenario as a document. Raises KeyError for an unknown name."""
        raise KeyError(part)

    def complete_document(self, document: Facts) -> Completed:
        """Complete a part of a scenario to the whole scenario. Any other document is returned unchanged.
        Raises BadScenario if the part has mistakes.
        """
        return Completed(document)

    def options(self) -> tuple[Field, ...]:
        """Return the options that a game can set. By default there are none. An option's standard value is
        its default or, without one, its first value.
        """
        return ()

    def options_of(self, scenario: Facts) -> tuple[Field, ...]:
        """Return the options that matter in a scenario. By default all options matter."""
        return self.options()
