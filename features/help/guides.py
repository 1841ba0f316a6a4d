"""How to play each system in two minutes, written by the system (`Plugin.guide`)."""

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
    """The guides of the installed systems that have one."""
    return [_open_guide(plugin) for plugin in plugins.installed_plugins() if plugin.guide]


def guide_of(system: str) -> SystemGuide | None:
    """The guide of a system, or None if it has none."""
    return next((one for one in guides() if one.system == system), None)


def _open_guide(plugin: plugins.Plugin) -> SystemGuide:
    guide: Guide = import_string(plugin.guide)
    offered = (*plugin.doors, *([plugin.table] if plugin.table else []))
    doors = tuple(door for door in offered if door.address)
    return SystemGuide(plugin.name, guide, plugin.reel, plugin.first is not None, doors)
