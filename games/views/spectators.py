"""The page for people who watch a game at the table. It has large type and no controls."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import pages, plugins, services
from games.models import Game


def draw_for_spectators(request: HttpRequest, game: Game, **more: Any) -> HttpResponse:
    """Draw the system's page for spectators at the table."""
    table = services.table(game)
    page = plugins.page(game.system)
    at = pages.Scene(
        game,
        table,
        None,
        (),
        False,
        pages.scene(request.user, game, bare=True).places,
        view=table.view(None),
        live=table,
    )
    context = {
        "game": game,
        "view": at.view,
        "seats": at.places,
        "outcome": pages.outcome(at),
        "version_url": pages.version_url(game),
        **page.context(request, at),
        **more,
    }
    return render(request, page.screen_template, context)
