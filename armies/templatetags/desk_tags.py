"""Template tags for the armies of every system."""

from __future__ import annotations

from typing import Any

from django import template

from armies.desk import Desk
from armies.desks import desks as known_desks
from armies.models import SavedArmy

register = template.Library()


@register.simple_tag
def desk_url(desk: Desk[Any], page: str, *args: Any) -> str:
    """Return the URL of a page about a system's armies."""
    return desk.page_url(page, *args)


@register.simple_tag
def desks() -> list[Desk[Any]]:
    """Return the desk (see armies.desk) of every system that has armies."""
    return list(known_desks().values())


@register.simple_tag
def part(desk: Desk[Any], name: str) -> str:
    """Return the name of a system's own template for part of a page."""
    return desk.template(name)


@register.filter
def saved_name(saved: SavedArmy) -> str:
    """Return the owner's name for an army or, without one, its list's name in the reader's language."""
    return saved.name or saved.list_name
