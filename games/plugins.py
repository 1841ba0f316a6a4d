"""The registry of plugins: rules, wordings, pages, bridges, and the links that systems offer. The registry
keeps ``games`` independent of any system.

The settings name each system's folder (VEXILLUM_SYSTEMS). The folder's ``plugin.py`` contains one object,
``PLUGIN``, which names everything else. Bridges are modules (VEXILLUM_BRIDGES), each with its ``BRIDGE``.
A system without a wording or page gets the generic ones.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from django.conf import settings
from django.templatetags.static import static
from django.urls import NoReverseMatch, URLResolver, include, path, reverse
from django.utils.http import urlencode
from django.utils.module_loading import import_string
from django.utils.translation import get_language

from engine import minds, registry
from engine.codec import canonical
from engine.game import Bridge, Facts, Json, System
from games.caches.game_cache import Memory
from games.contract import Page, Wording

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from games.models import Game
    from games.musters import Musters

log = logging.getLogger(__name__)


class Answers(Protocol):
    """A module that answers questions about the rules, independently of any game."""

    def resolve(self, question: Facts) -> Json:
        """Answer one question. Raises BadScenario for a malformed question, and Refusal for one that the
        rules do not allow.
        """

    def schema(self) -> Facts:
        """The JSON Schema of a question."""


class Shelf(Protocol):
    """A system's player-made scenarios. Each player sees only their own."""

    def list_scenarios(self, user: Any) -> list[tuple[str, str]]:
        """Return the keys and names of a player's scenarios, the most recently changed first."""

    def scenario(self, user: Any, key: str) -> Facts | None:
        """Return a player's scenario as JSON, or None if they have none with this key."""


@dataclass(frozen=True)
class NavLink:
    """A link that a system offers in the navigation and on the front page. It has the name of a URL, and a
    label and description that are marked for translation.
    """

    to: str
    title: str | _StrPromise
    text: str | _StrPromise
    about: Facts = field(default_factory=dict)
    """Maps each kind of item that the page explains to the URL parameter for the item, as in {"troop_type":
    "a"}.
    """

    @property
    def address(self) -> str:
        """The URL of the link, or "" if this site does not serve it."""
        try:
            return reverse(self.to)
        except NoReverseMatch:
            return ""


@dataclass(frozen=True)
class DemoGame:
    """A game that `manage.py demo` makes. ``seats``: its players in order (None: the bot). ``turn``: the bot
    has played the game up to the demo user Anna's move in this turn (0: nothing has been played).
    ``battles``: whether battles are fought with the first bridged battle system. ``steps``: the file of
    recorded first steps (`manage.py demo --record`).
    """

    name: str
    seats: tuple[str | None, ...]
    turn: int = 0
    battles: bool = False
    settings: Facts = field(default_factory=dict)  # further arguments of services.create_game
    steps: Path | None = None


@dataclass(frozen=True)
class Lesson:
    """A hint in a guided first turn that tells the player what to look at or do. ``by``: the kinds of actions
    that complete it; if empty, the player presses a button. ``asked``: the kinds of decisions during which it
    is shown; if empty, all kinds. ``at``: the id of the HTML element it points to.
    """

    title: str | _StrPromise
    text: str | _StrPromise
    by: tuple[str, ...] = ()
    at: str = ""
    asked: tuple[str, ...] = ()


@dataclass(frozen=True)
class FirstGame:
    """The game behind "Play now". ``text``: a translatable introduction. ``seat``: the newcomer's place at
    the table, counted from 0; the bot plays all other seats. ``turn``: the bot plays the game up to the
    newcomer's move in this turn (0: it does not play ahead). ``begins``: the kinds of decisions with which
    the newcomer's turn begins; if empty, any decision after the set-up. ``lessons``: the dotted path of the
    guide's hints. ``whole``: whether the guide stays until every hint is done, even beyond the first turn.
    """

    text: str | _StrPromise
    seat: int = 0
    turn: int = 1
    begins: tuple[str, ...] = ()
    lessons: str = ""
    whole: bool = False
    settings: Facts = field(default_factory=dict)  # further arguments of services.create_game


@dataclass(frozen=True)
class GuidePart:
    """A section of a guide: a heading and a paragraph."""

    title: str | _StrPromise
    text: str | _StrPromise


@dataclass(frozen=True)
class GuideTerm:
    """A term of the system and its meaning, for the glossary."""

    name: str | _StrPromise
    text: str | _StrPromise


@dataclass(frozen=True)
class Guide:
    """A two-minute guide to playing a system. ``about`` is one sentence. ``players``, ``length`` and
    ``weight`` say what to expect. ``parts`` are in reading order.
    """

    about: str | _StrPromise
    players: str | _StrPromise
    length: str | _StrPromise
    weight: str | _StrPromise
    parts: tuple[GuidePart, ...]
    terms: tuple[GuideTerm, ...] = ()


@dataclass(frozen=True)
class Reel:
    """A recorded replay for the front page (manage.py record). It has the name of its files in static/reels,
    the size of its drawing, and a translatable caption.
    """

    name: str
    width: int
    height: int
    text: str | _StrPromise

    @property
    def picture(self) -> str:
        """The URL of the replay's map."""
        return static(f"reels/{self.name}.svg")

    @property
    def events_url(self) -> str:
        """The URL of the recorded events in the reader's language."""
        return static(f"reels/{self.name}.{(get_language() or 'en').partition('-')[0]}.json")


@dataclass(frozen=True)
class Appearance:
    """A system's appearance on the front page and on the form for a new game. It has a picture in static/ and
    the number of players. ``length``: how long a game takes. ``weight``: how complex the rules are. Both are
    marked for translation.
    """

    picture: str
    players: str
    length: str | _StrPromise
    weight: str | _StrPromise

    @property
    def address(self) -> str:
        """The URL of the system's picture."""
        return static(self.picture)


@dataclass(frozen=True)
class Plugin:
    """A system's plugin, found in its folder. Every part is named by a dotted path, which is loaded when
    the part is first needed.

    ``bot``: the mind that plays its seats (engine.minds). ``wording``: the class that is created for a
    scenario. ``urls``: a module of further URLs, served below the folder of its app. ``cases``: the
    runner of the system's public test cases. ``musters``: the handler of armies that players bring
    (games.musters). ``shown``: its :class:`Appearance`. ``shelf``: the scenarios that players have
    composed (:class:`Shelf`). ``makers``: the pages for composing scenarios, offered with the choice of a
    scenario. ``answers``: the module of its calculators, with ``resolve`` and ``schema``. Without a
    ``system`` no game can be played, but questions are answered.
    """

    name: str
    system: str = ""
    answers: str = ""
    bot: str = ""
    wording: str = ""
    page: str = ""
    urls: str = ""
    cases: str = ""
    musters: str = ""
    shelf: str = ""
    makers: tuple[NavLink, ...] = ()
    doors: tuple[NavLink, ...] = ()
    shown: Appearance | None = None
    table: NavLink | None = None  # the page where two people at one table can begin without an account
    demo: tuple[DemoGame, ...] = ()
    first: FirstGame | None = None
    reel: Reel | None = None
    guide: str = ""  # the dotted path of the system's Guide


_PLUGINS: dict[str, Plugin] = {}
_MISSING: dict[str, str] = {}

# cached by the scenario's digest; an item's size is the length of its JSON
_opened: Memory[tuple[str, str], Wording] = Memory(64, 6_000_000)


def announce_systems() -> None:
    """Register every system in the settings. Django calls this once, when it is ready. Only each
    ``plugin.py`` is loaded.

    A system that cannot be loaded stops neither the server nor other systems. `manage.py check` and every
    use of the system say what is wrong.
    """
    for folder in settings.VEXILLUM_SYSTEMS:
        try:
            plugin: Plugin = import_string(f"{folder}.plugin.PLUGIN")
        except ImportError as error:
            _MISSING[folder] = str(error)
        else:
            _PLUGINS[plugin.name] = plugin
            if plugin.system:
                registry.announce(plugin.name, partial(import_string, plugin.system))
            if plugin.bot:
                minds.announce(plugin.name, partial(import_string, plugin.bot))


def guides_whole_game(name: str) -> bool:
    """Return whether the guide of the system's first game stays beyond the first turn."""
    return any(one.first.whole for one in installed_plugins() if one.name == name and one.first)


def lessons(name: str) -> tuple[Lesson, ...]:
    """Return the system's hints for a first turn, if it has any."""
    first = next((one.first for one in installed_plugins() if one.name == name), None)
    found: tuple[Lesson, ...] = import_string(first.lessons) if first and first.lessons else ()
    return found


def installed_plugins() -> tuple[Plugin, ...]:
    """Return the systems that the settings name and that could be loaded, in the order of the settings."""
    return tuple(_PLUGINS.values())


def missing_systems() -> Mapping[str, str]:
    """Return the systems that the settings name but that cannot be loaded, with the reasons."""
    return {**_MISSING, **registry.missing()}


def system(name: str) -> System:
    """Find a system by name. Raises engine.registry.UnknownSystem."""
    return registry.get(name)


def answers(name: str) -> Answers | None:
    """Return the module that answers questions about a system, or None if the system has no calculators.
    Raises engine.registry.UnknownSystem.
    """
    plugin = _PLUGINS.get(name)
    if plugin is None or not plugin.answers:
        registry.get(name)  # raises for an unknown name; a system without calculators is no error
        return None
    return cast("Answers", import_module(plugin.answers))


def door_about(what: str, name: str) -> str:
    """Return the URL of a page about the named item, or "" if no system offers one. ``what``: the kind of
    item.
    """
    door = next((door for door in doors() if what in door.about), None)
    return "" if door is None else f"{door.address}?{urlencode({door.about[what]: name})}"


def doors() -> tuple[NavLink, ...]:
    """Return the links that systems offer and this site serves."""
    return tuple(door for plugin in installed_plugins() for door in plugin.doors if door.address)


def tables() -> tuple[NavLink, ...]:
    """Return the entry points of systems that two people can start at one table."""
    return tuple(plugin.table for plugin in installed_plugins() if plugin.table and plugin.table.address)


def addresses(app: str) -> list[URLResolver]:
    """Return the URLs that the systems of an app add to the app's own."""
    own = (plugin.urls for plugin in installed_plugins() if plugin.urls.startswith(f"{app}."))
    return [path("", include(module)) for module in own]


def bridge(campaign: str, battle: str) -> Bridge | None:
    """The bridge between two systems, or None."""
    return _bridges(tuple(settings.VEXILLUM_BRIDGES)).get((campaign, battle))


def battle_systems(campaign: str) -> tuple[str, ...]:
    """Return the names under which a campaign can fight its battles. Each names a battle system, or a bridge
    that leads to one by another route.
    """
    found = _bridges(tuple(settings.VEXILLUM_BRIDGES))
    return tuple(battle for (name, battle) in found if name == campaign)


def at_table(name: str) -> bool:
    """Whether campaigns open a system's games as battles with figures on a table, unless players agree on
    another way. A system with further bridges counts by the one of its own name.
    """
    found = _bridges(tuple(settings.VEXILLUM_BRIDGES))
    return any(one.battle == name and not one.here for one in found.values())


def is_battle(name: str) -> bool:
    """Return whether campaigns can open a system's games as battles, on a table or on this site."""
    return any(one.fought_by == name for one in _bridges(tuple(settings.VEXILLUM_BRIDGES)).values())


def two_sided(name: str, seats: int) -> bool:
    """Return whether a game of this system with ``seats`` seats is a battle of two sides. A campaign is not
    one, since it opens battles as separate games.
    """
    return seats == 2 and (is_battle(name) or page(name).is_battle)


@cache
def _bridges(modules: tuple[str, ...]) -> Mapping[tuple[str, str], Bridge]:
    """Return the bridges that the settings name and that can be loaded, by campaign system and battle system.
    Without a bridge, battles are fought elsewhere and reported.
    """
    found: dict[tuple[str, str], Bridge] = {}
    for name in modules:
        try:
            one: Bridge = import_module(name).BRIDGE
        except ImportError as error:
            log.warning("the bridge %s cannot be loaded: %s", name, error)
        else:
            found[one.campaign, one.battle] = one
    return found


def wording(game: Game) -> Wording:
    """Return the wording of a game's system for the game's scenario. A process caches one wording per
    scenario, so that names are looked up once.
    """
    key = game.system, game.scenario_digest
    found = _opened.get(key)
    if found is None:
        found = wording_class(game.system)(game.scenario)
        _opened.keep(key, found, len(canonical(found.scenario)))
    return found


@cache
def wording_class(name: str) -> type[Wording]:
    """Return a system's wording class, or the generic one, which turns codes into readable
    words.
    """
    where = _PLUGINS[name].wording if name in _PLUGINS else ""
    found: type[Wording] = import_string(where or "games.contract.Wording")
    return found


@cache
def musters(name: str) -> Musters | None:
    """Return the handler of armies that players bring to a system's games, or None."""
    where = _PLUGINS[name].musters if name in _PLUGINS else ""
    found: Musters | None = import_string(where) if where else None
    return found


@cache
def shelf(name: str) -> Shelf | None:
    """Return the shelf of a system's player-made scenarios, or None if the system has no editor."""
    where = _PLUGINS[name].shelf if name in _PLUGINS else ""
    found: Shelf | None = import_string(where) if where else None
    return found


def makers(name: str) -> tuple[NavLink, ...]:
    """Return links to the pages of this site for composing scenarios of a system."""
    return tuple(one for one in _PLUGINS[name].makers if one.address) if name in _PLUGINS else ()


@cache
def page(name: str) -> Page:
    """Return the system's page, or the generic page (choices as forms, events as lines)."""
    where = _PLUGINS[name].page if name in _PLUGINS else ""
    found: Page = import_string(where or "games.contract.PAGE")
    return found
