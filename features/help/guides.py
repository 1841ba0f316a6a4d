"""Guides to playing each system, which take two minutes to read. Each system supplies its own guide
(`Plugin.guide`).
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.module_loading import import_string

from games import plugins
from games.plugins import Guide


@dataclass(frozen=True)
class SystemGuide:
    """The guide of an installed system."""

    system: str
    guide: Guide
    reel: plugins.Reel | None
    can_start: bool
    doors: tuple[plugins.NavLink, ...]


def guides() -> list[SystemGuide]:
    """Return the guides of the installed systems that have one."""
    return [_open_guide(plugin) for plugin in plugins.installed_plugins() if plugin.guide]


def guide_of(system: str) -> SystemGuide | None:
    """Return the guide of a system, or None if the system has none."""
    return next((one for one in guides() if one.system == system), None)


def _open_guide(plugin: plugins.Plugin) -> SystemGuide:
    guide: Guide = import_string(plugin.guide)
    offered = (*plugin.doors, *([plugin.table] if plugin.table else []))
    doors = tuple(door for door in offered if door.address)
    return SystemGuide(plugin.name, guide, plugin.reel, plugin.first is not None, doors)
