"""Template tags that the armies of every system share."""

from __future__ import annotations

from typing import Any

from django import template

from armies.desk import Desk
from armies.desks import desks as known_desks
from armies.models import SavedArmy

register = template.Library()


@register.simple_tag
def at(desk: Desk[Any], page: str, *args: Any) -> str:
    """The address of a page of that system's armies."""
    return desk.at(page, *args)


@register.simple_tag
def desks() -> list[Desk[Any]]:
    """Every system that has armies."""
    return list(known_desks().values())


@register.simple_tag
def part(desk: Desk[Any], name: str) -> str:
    """The system's own template of that part of a page."""
    return desk.template(name)


@register.filter
def saved_name(saved: SavedArmy) -> str:
    """The owner's name for it, or its list's name in the reader's language."""
    return saved.name or saved.list_name
