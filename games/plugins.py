"""What the shell finds by name, so that ``games`` knows no rule: systems, bridges, wordings and pages.

The project's settings hold dotted paths (VEXILLUM_SYSTEMS, VEXILLUM_BRIDGES, VEXILLUM_WORDINGS,
VEXILLUM_PAGES). A system without a wording or a page of its own gets the generic ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from engine import registry
from engine.game import Bridge, Choice, Decision, Facts, Mistake, Refusal, System

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.models import Game


class Wording(Protocol):
    """Puts a system's codes into sentences, in the language that is active.

    What a system may word beside these has its default in games.generic.GenericWording: the name of a battle
    that it opens (``battle_name``), what its seats are called (``seat``), the ground, a turn, a score."""

    def event(self, event: Facts, game: Facts) -> str:
        """One line of the chronicle for an event written as JSON. ``game`` is the scenario (for names)."""
        ...

    def refusal(self, refusal: Refusal, game: Facts) -> str:
        """Why an action was refused and what to do instead."""
        ...

    def choice(self, choice: Choice, game: Facts) -> str:
        """The label of a form."""
        ...

    def value(self, field: str, value: Any, game: Facts) -> str:
        """The label of a value of a field: a province's name, a unit."""
        ...

    def decision(self, decision: Decision, game: Facts) -> str:
        """What a decision asks."""
        ...

    def throw(self, purpose: str) -> str:
        """What a die is rolled for."""
        ...

    def mistake(self, mistake: Mistake) -> str:
        """A mistake of a scenario file."""
        ...


class Page(Protocol):
    """A system's own page of a game. The shell has already fetched, redacted and checked everything.

    One with ``advises = True`` lets a player ask what the program would do (games.advice): only for rules
    whose bot plays, and sees nothing that its seat may not. ``looks`` are the parameters of the address that
    its picture of a moment depends on: a look back is drawn, and kept, for nothing else that stands there.
    """

    template: str

    def context(
        self, request: HttpRequest, game: Game, seat: str | None, view: Facts, choices: tuple[Choice, ...]
    ) -> Mapping[str, Any]:
        """What the template needs beside the generic context."""
        ...


_MISSING: dict[str, str] = {}


def load_systems() -> None:
    """Register every system of the settings. Called once, when Django is ready.

    One that cannot be loaded stops neither the server nor the other systems: `manage.py check` and every use
    of it say what is wrong.
    """
    for name, path in settings.VEXILLUM_SYSTEMS.items():
        try:
            registry.register(import_string(path))
        except ImportError as error:
            _MISSING[name] = str(error)


def missing_systems() -> Mapping[str, str]:
    """Systems of the settings that could not be loaded, and why."""
    return dict(_MISSING)


def system(name: str) -> System:
    """The system of that name. Raises engine.registry.UnknownSystem."""
    return registry.get(name)


@cache
def bridge(campaign: str, battle: str) -> Bridge | None:
    """The bridge between two systems, or None when there is none."""
    path = settings.VEXILLUM_BRIDGES.get((campaign, battle))
    return import_string(path) if path else None


def battle_systems(campaign: str) -> tuple[str, ...]:
    """The battle systems a campaign may fight its battles with."""
    return tuple(battle for (name, battle) in settings.VEXILLUM_BRIDGES if name == campaign)


def at_table(name: str) -> bool:
    """Whether a system's games are fought on a table, with figures: campaigns lead to it."""
    return any(battle == name for (_campaign, battle) in settings.VEXILLUM_BRIDGES)


@cache
def wording(name: str) -> Wording:
    """The system's wording, or the generic one, which turns codes into readable words."""
    path = settings.VEXILLUM_WORDINGS.get(name)
    found: Wording = import_string(path or "games.generic.WORDING")
    return found


@cache
def page(name: str) -> Page:
    """The system's page, or the generic one (choices as forms, events as lines)."""
    path = settings.VEXILLUM_PAGES.get(name)
    found: Page = import_string(path or "games.generic.PAGE")
    return found
