"""Start a game from a scenario: against the bot, on one device for both sides, or with invited players."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts import clocks
from games import plugins
from games.page_facts.shelves import OWN
from games.services import opening
from games.services.opening import BOTH

SYSTEM: Final = "cca"
OTHERS, EDIT = "others", "edit"
SEATS: Final = ("bottom", "top")
WAYS: Final = (*SEATS, BOTH, OTHERS, EDIT)


def begin(request: HttpRequest, document: dict[str, Any], key: str, way: str) -> HttpResponse:
    """Start a game with a saved scenario, invite players to it, or open it in the editor. ``way`` is one of
    WAYS. Raises BadScenario if the scenario cannot be played.
    """
    if way == OTHERS:
        asked = urlencode({"scenario": f"{OWN}{key}"})
        return redirect(f"{reverse('new-game-of', args=[SYSTEM])}?{asked}")
    if way == EDIT:
        return redirect("battles:cca-editing", key)
    title = _(str(document["name"]))
    plugin = next(one for one in plugins.installed_plugins() if one.name == SYSTEM)
    game = opening.first_game(request.user, plugin, title, clocks.now(), seat=way, own=document)
    return redirect(game)
