"""Tags, which group the operations in the API's description. Each owner of views registers its tag, with a
sentence for users of the API, when its app is ready.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# module of a view in games.views.api -> its tag
GROUPS: Final[Mapping[str, str]] = {
    "mine": "you",
    "play": "play",
    "plan": "play",
    "rewinds": "play",
    "log": "log",
    "seating": "game",
    "table": "game",
    "fair": "desk",
    "treaties": "agreements",
    "ruling": "agreements",
    "observing": "observers",
}
CORE: Final[Mapping[str, str]] = {
    "you": "Find out who you are, and list your games, decisions and invitations.",
    "game": "Read a game with its seats and export, and change its seats and its pace.",
    "play": "See what a seat may do, and act for it.",
    "log": "Follow the events of a game.",
    "desk": "Help players and keep a game going as its game master.",
    "agreements": "Make and judge treaties between players, and settle the results of battles.",
    "observers": "Let people watch a private game, and watch one.",
}

_descriptions: dict[str, str] = dict(CORE)
_packages: dict[str, str] = {}


def register(package: str, description: str, tag: str = "") -> None:
    """Describe the tag of a package's views. By default the tag is the package's last name. Apps call this
    once, when they are ready.
    """
    tag = tag or package.rpartition(".")[2]
    _packages[package], _descriptions[tag] = tag, description


def tag_of(module: str) -> str:
    """Return the tag of the views in a module: that of its package, or that of its group in the core."""
    room, *below = module.split(".")
    if room == "games":
        return GROUPS[below[-1]]
    package = f"{room}.{below[0]}" if room == "features" else room
    return _packages.get(package, package.rpartition(".")[2])


def description_of(tag: str) -> str:
    """Return the description of a tag, or the tag itself if nobody described it."""
    return _descriptions.get(tag, tag)
