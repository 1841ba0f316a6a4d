"""The template context for sharing a card."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from features.report_cards import drawing, picture
from games import access
from games.models import BattleLink, Game


def share_context(request: HttpRequest, game: Game, link: BattleLink | None = None) -> dict[str, Any]:
    """Return the context of the template ``features/report_cards/_share.html`` for sharing a card. It is the
    game's card or, with ``link``, the card of a campaign's battle.
    """
    language = picture.card_language("")
    of = (
        game
        if link is None or link.battle is None or not access.can_see(request.user, link.battle)
        else link.battle
    )
    card = picture.Card(of, drawing.WIDE, language, link if of is game else None)
    name, args = ("game-card", [game.pk]) if link is None else ("game-battle", [game.pk, link.pk])
    query = urlencode({"lang": language, "v": str(of.version)})
    page = game.get_absolute_url() if link is None else reverse("game-battle", args=args)
    return {
        "about": card.description(),
        "svg_url": f"{reverse(f'{name}-svg', args=args)}?{query}",
        "png_url": f"{reverse(f'{name}-png', args=args)}?{query}",
        "drawable": picture.painter() is not None,
        "link": request.build_absolute_uri(page) if access.open_to_all(game) else "",
    }
