"""The desks of the systems that the settings name (VEXILLUM_ARMIES). A desk holds a system's texts and pages
about its armies; see armies.desk.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from armies.desk import AnyRoster, Desk


@cache
def desks() -> Mapping[str, Desk[Any]]:
    """Return the desks (see armies.desk) by the names of their systems, in the order of the settings."""
    found: list[Desk[Any]] = [import_string(f"{folder}.desk.DESK") for folder in settings.VEXILLUM_ARMIES]
    return MappingProxyType({desk.name: desk for desk in found})


def first() -> Desk[Any]:
    """Return the desk (see armies.desk) of the system whose armies are shown first."""
    return next(iter(desks().values()))


def desk_of(roster: AnyRoster) -> Desk[Any]:
    """Return the desk (see armies.desk) of the system to which a roster belongs."""
    return next(desk for desk in desks().values() if isinstance(roster, desk.rosters))
