"""What the program would do in a player's place: told, filled in, and done at one press when he likes.

Only for systems whose page says ``advises = True``: a program that plays them knows no more than the player.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from engine.choices import matching
from engine.game import GM
from games import forms, pages, plugins
from games.services import advice


@dataclass(frozen=True)
class Advice:
    """An answer in words, and the form that gives it: its fields as (name, value)."""

    text: str
    key: str
    sent: tuple[tuple[str, str], ...]


def offered(at: pages.Scene) -> bool:
    """May the reader ask for advice here? He owes an answer, and the program plays this system."""
    owes = any(wait.mine and wait.place.key == at.seat for wait in at.waits)
    return owes and at.seat != GM and getattr(plugins.page(at.game.system), "advises", False)


def context_of(request: Any, at: pages.Scene, *, asked: bool) -> dict[str, Any]:
    """The context of a game's page; with the advice, and its form filled in, when it was ``asked`` for."""
    if not (asked and offered(at)):
        return {**pages.context_of(request, at), "may_ask": offered(at)}
    action = advice.advised(at.table, str(at.seat))
    choice = matching(at.choices, action)
    if choice is None:
        return {**pages.context_of(request, at), "may_ask": False}
    posted = forms.fill(choice, action)
    act = forms.draw(choice, at.game.system, at.game.scenario, posted)
    sent = tuple((name, value) for name, values in posted.lists() for value in values)
    found = Advice(pages.in_words(at.game, choice, action), str(uuid.uuid4()), sent)
    special = act if choice.fields else None
    return {**pages.context_of(request, at, special), "advice": found, "may_ask": True}
