"""Base classes for a system, and for its rules with one scenario and one set of options."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from engine.codec import canonical
from engine.dice import Dice
from engine.frames import FramedRules, Stacked
from engine.game import Facts, Field, OrderKind, Rules, Step, System
from kit.rules.chapters import Chapters
from kit.rules.decisions import Event
from kit.rules.play import Located, Play
from kit.rules.scenarios import drop_oldest

S = TypeVar("S", bound=Stacked)
P = TypeVar("P", bound=Located)
W = TypeVar("W", bound=Play[Any, Any])
D = TypeVar("D")  # a parsed scenario
C = TypeVar("C")  # the chosen options
R = TypeVar("R", bound=Rules[Any])


class OpenedRules(FramedRules[S, P, W], Generic[S, P, W]):
    """The rules for one scenario and one set of options. No method changes the state it is given."""

    positions: type[P]
    plays: type[W]
    orders: ClassVar[tuple[OrderKind, ...]] = ()  # the standing orders of every seat

    def __init__(self, setting: Any) -> None:
        self.setting = setting

    @abstractmethod
    def blank(self) -> S:
        """Return the state before anything has been placed."""

    def begin(self, play: W) -> None:
        """Set up the scenario. Does nothing by default, leaving the set-up to the first frames."""

    def order_kinds(self, seat: str) -> tuple[OrderKind, ...]:
        return self.orders

    def position(self, state: S) -> P:
        make: Any = self.positions
        found: P = make(self.setting, state)
        return found

    def work(self, state: S, dice: Dice) -> W:
        return self.plays(self.position(state), dice)

    def setup(self, dice: Dice) -> Step[S]:
        play = self.work(self.blank(), dice)
        self.begin(play)
        self.drive(play)
        return play.step(play.state)

    def sees(self, event: Event, seat: str | None) -> Event | None:
        return event.seen_by(seat)

    def describe(self, state: S) -> str:
        return str(self.position(state))


class OpenedSystem(System, Generic[D, C, R]):
    """A system that parses its scenarios. It caches the rules for each scenario and set of options."""

    played: ClassVar[Chapters]
    titles: ClassVar[Mapping[str, str]]
    fields: ClassVar[tuple[Field, ...]] = ()
    remembered: ClassVar[int] = 32

    def __init__(self) -> None:
        self.actions, self.events, _, self.codec = self.played
        self._opened: dict[tuple[int, str], tuple[D, R]] = {}

    def scenarios(self) -> Mapping[str, str]:
        return self.titles

    def options(self) -> tuple[Field, ...]:
        return self.fields

    @abstractmethod
    def parse_options(self, options: Facts) -> C:
        """Parse the options. Raises BadScenario listing every mistake."""

    @abstractmethod
    def load(self, scenario: Facts, options: C) -> D:
        """Parse the scenario; equal JSON gives the same object. Raises BadScenario listing every mistake."""

    @abstractmethod
    def rules(self, found: D, options: C, scenario: Facts) -> R:
        """Return the rules for a parsed scenario and its options. ``scenario``: the original JSON."""

    def open(self, scenario: Facts, options: Facts) -> R:
        chosen = self.parse_options(options)
        found = self.load(scenario, chosen)
        key = (id(found), canonical(dict(options)))
        known = self._opened.get(key)
        if known is None:
            # keep the parsed scenario alive, so that its id is not reused
            known = (found, self.rules(found, chosen, scenario))
            self._opened[key] = known
            drop_oldest(self._opened, self.remembered)
        return known[1]
